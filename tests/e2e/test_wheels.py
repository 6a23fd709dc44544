"""Both wheels, in clean environments of every Python that this machine has, outside the checkout, and used."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients import distribution

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PYENV = Path.home() / ".pyenv" / "versions"

SERVED = """
import os, subprocess, sys
from pathlib import Path
from clients.cli.own_server import own_server

python, program = sys.argv[1:]
with own_server(Path("served"), dict(os.environ), lambda part: None) as address:
    sys.exit(subprocess.run([python, "-c", program.replace("127.0.0.1:50051", address)]).returncode)
"""
FIVE_LINES = (
    re.findall(r"```python\n(.*?)```", distribution.README, re.S)[0]
    + """
    print([(fact.name, fact.number) for fact in memory.profile(patient).facts])
"""
)

# It installs all that the service needs, and loads it: minutes for each Python.
pytestmark = [pytest.mark.torture, pytest.mark.timeout(3_000)]


def _found(version: str) -> str | None:
    """An interpreter of this version that can make environments; one on the path, or pyenv's."""
    named = [shutil.which(f"python{version}"), *map(str, sorted(PYENV.glob(f"{version}.*/bin/python")))]
    asked = f"import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != {tuple(map(int, version.split('.')))})"
    tried = (one for one in named if one and subprocess.run([one, "-c", asked], capture_output=True).returncode == 0)
    return next(tried, None)


def _environment(home: Path) -> dict[str, str]:
    """Nothing of this checkout, and no settings of whoever runs the tests."""
    left_out = ("PYTHON", "ANAMNESIS_", "OPENAI_", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    return {**kept, "OMP_NUM_THREADS": "1", "PYTHONIOENCODING": "utf-8", "HOME": str(home)}


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The service's wheel, of a copy of what it is made from, and the client's."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheels")
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    for name in {one.partition(".")[0] for one in packages}:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    command = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(out), str(source))
    subprocess.run(command, check=True)
    [service] = out.glob("anamnesis-*.whl")
    return service, distribution.build(out)


class Installed:
    """A clean environment of one Python with a wheel in it."""

    def __init__(self, folder: Path, python: str, wheel: str) -> None:
        self.bin = folder / "environment" / "bin"
        self.folder = folder
        subprocess.run([python, "-m", "venv", str(self.bin.parent)], check=True)
        pip = (str(self.bin / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        pins = re.sub(r"(?m)^(grpcio-tools|mypy|ruff)==.*\n", "", (ROOT / "constraints.txt").read_text("utf-8"))
        (folder / "constraints.txt").write_text(pins, encoding="utf-8")
        subprocess.run([*pip, "-c", str(folder / "constraints.txt"), wheel], check=True, cwd=folder)

    def run(self, program: str, *arguments: str) -> str:
        done = subprocess.run(
            [str(self.bin / program), *arguments],
            cwd=self.folder,
            env=_environment(self.folder),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(params=VERSIONS)
def python(request: pytest.FixtureRequest) -> str:
    found = _found(request.param)
    if found is None:
        pytest.skip(f"no Python {request.param} on this machine")
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    # Half a gigabyte for each Python.
    shutil.rmtree(tmp_path)


def test_the_demo_plays_from_the_wheel_and_the_client_talks_to_its_server(
    python: str, wheels: tuple[Path, Path], folder: Path
) -> None:
    service_wheel, client_wheel = wheels
    for name in ("service", "client"):
        (folder / name).mkdir()
    service = Installed(folder / "service", python, f"{service_wheel}[cpu,ui,mcp]")
    client = Installed(folder / "client", python, str(client_wheel))

    played = service.run("anamnesis", "demo", "--locale", "en", "--data", "demo")
    assert "-> 6.9 %" in played and "6 views identical" in played
    assert "no fault" in service.run("anamnesis", "verify", "--data", "demo")
    assert "anamnesis" in service.run("anamnesis", "ui", "--help")
    where = service.run("python", "-c", "import server; print(server.__file__)")
    assert where.startswith(str(service.bin.parent))

    # The service of one environment, the client of the other.
    told = service.run("python", "-c", SERVED, str(client.bin / "python"), FIVE_LINES)
    assert "('INR', 2.4)" in told
    tops = client.run("python", "-m", "pip", "list", "--format=freeze", "--disable-pip-version-check").splitlines()
    names = {one.partition("==")[0].partition(" @")[0].replace("_", "-") for one in tops}
    assert names - {"pip", "setuptools", "typing-extensions"} == {"anamnesis-client", "grpcio", "protobuf"}
