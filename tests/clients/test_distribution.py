"""The distribution of its own: built as a wheel, used with grpcio and protobuf and nothing else of this machine."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from email import message_from_string
from importlib.util import find_spec
from pathlib import Path

import pytest

from clients import distribution

# typing_extensions is what grpcio itself needs.
NEEDED = ("grpc", "google", "typing_extensions")

PROGRAM = """
import sys
from anamnesis_client import AnamnesisClient, NotFound
from anamnesis_client.adapters.tools import MemoryTools

with AnamnesisClient(sys.argv[1]) as memory:
    memory.wait_until_serving(10)
    patient = memory.register_patient(locale="en", time_zone="UTC")
    turn = memory.observe(patient, "I take warfarin, and my INR was 2.4 yesterday.")
    memory.record_answer(patient, turn.turn_number, "Your INR was 2.4.")
    print([one.turn_number for one in memory.observe(patient, "Sorry, it was 3.4, not 2.4.").invalidated])
    print(MemoryTools(memory, patient).call("recall", {"query": "INR"}))
    try:
        memory.profile("00000000-0000-4000-8000-000000000000")
    except NotFound as error:
        print(error.reason, "|", error.advice)
print(sorted({name.partition(".")[0] for name in sys.modules} & {"clients", "protos", "server", "domain", "pydantic"}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return distribution.build(tmp_path_factory.mktemp("wheels"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's files, and of this environment only what the wheel says that it needs."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder)
    for name in NEEDED:
        spec = find_spec(name)
        assert spec is not None
        found = Path(next(iter(spec.submodule_search_locations or ()), spec.origin or ""))
        (folder / found.name).symlink_to(found)
    return folder


def _run(installed: Path, program: str, *arguments: str) -> str:
    # -I and -S: neither this checkout nor the environment's packages are on the path.
    begin = f"import sys; sys.path.append({str(installed)!r})\n"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", begin + program, *arguments], capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_it_says_that_it_needs_grpcio_and_protobuf_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        [name] = [one for one in files.namelist() if one.endswith("METADATA")]
        told = message_from_string(files.read(name).decode())
        tops = {one.partition("/")[0] for one in files.namelist()}

    needed = [one for one in told.get_all("Requires-Dist", []) if "extra ==" not in one]
    assert sorted(one.partition(">")[0].partition("<")[0] for one in needed) == ["grpcio", "protobuf"]
    assert {one for one in tops if "dist-info" not in one} == {"anamnesis_client"}


def test_it_talks_to_a_server_without_anything_of_the_service(installed: Path, address: str) -> None:
    told = _run(installed, PROGRAM, address).splitlines()

    assert told[0] == "[1]" and "3.4" in told[1]
    assert told[2].startswith("PATIENT_NOT_FOUND | Register")
    assert told[3] == "[]"


def test_it_lives_beside_the_service_in_one_process() -> None:
    program = (
        "import clients, anamnesis_client\n"
        "from protos.anamnesis.v1 import fact_pb2 as ours\n"
        "from anamnesis_client.wire import fact_pb2 as theirs\n"
        "print(ours.Fact.DESCRIPTOR.full_name == theirs.Fact.DESCRIPTOR.full_name)"
    )
    root = Path(distribution.ROOT)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(root))
        run = subprocess.run(
            [sys.executable, "-c", _SOURCES.format(root=str(root)) + program],
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert run.stdout.strip() == "True", run.stderr


_SOURCES = """
import sys, tempfile
from pathlib import Path
sys.path.insert(0, {root!r})
from clients import distribution
folder = tempfile.mkdtemp()
distribution.write(Path(folder))
sys.path.insert(0, folder)
"""


def test_no_import_of_the_service_is_left_in_its_sources() -> None:
    lines = [
        line.strip()
        for path, text in distribution.sources()
        if path.endswith((".py", ".pyi"))
        for line in text.splitlines()
    ]
    left = [
        line
        for line in lines
        if line.startswith(("from clients", "import clients", "from protos", "import protos", "from server"))
    ]

    assert left == []
