"""Builds `anamnesis-client`: this package under a name of its own, with nothing of the service and nothing it needs.

    python -m clients.distribution dist

The sources are those of `clients` and of the stubs, with their imports renamed: `clients` becomes `anamnesis_client`,
`protos.anamnesis.v1` becomes `anamnesis_client.wire`. Both may be installed together: the descriptors are the same.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "anamnesis_client"
LEFT_OUT = {"distribution.py"}
FOLDERS = ("adapters",)
"""Folders of this package that go along; commands, gateway and page are the service's."""

RENAMED = (
    ("protos.anamnesis.v1", f"{NAME}.wire"),
    ("from clients.", f"from {NAME}."),
    ("from clients import", f"from {NAME} import"),
    (":class:`clients.", f":class:`{NAME}."),
)

PROJECT = """[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "anamnesis-client"
version = "{version}"
description = "Python clients of Anamnesis, event-sourced conversational memory for medical agents"
readme = "README.md"
requires-python = ">=3.11"
license = "Apache-2.0"
license-files = ["LICENSE"]
classifiers = [
    "Development Status :: 3 - Alpha",
    "Programming Language :: Python :: 3.11",
    "Programming Language :: Python :: 3.12",
    "Programming Language :: Python :: 3.13",
    "Typing :: Typed",
]
dependencies = {dependencies}

[project.optional-dependencies]
openai = {openai}
langgraph = {langgraph}
mcp = {mcp}

[tool.setuptools]
packages = ["{name}", "{name}.adapters", "{name}.wire"]

[tool.setuptools.package-data]
"*" = ["py.typed", "*.pyi"]
"""

README = """# anamnesis-client

Python clients of Anamnesis, event-sourced conversational memory for medical agents: blocking and asyncio, typed.

```python
from anamnesis_client import AnamnesisClient

with AnamnesisClient("127.0.0.1:50051") as memory:
    patient = memory.register_patient(locale="en", time_zone="Europe/London")
    turn = memory.observe(patient, "I take warfarin, and my INR was 2.4 yesterday.")
    answer = "Your INR was 2.4."  # your model's, from memory.context(patient, ...).text
    memory.record_answer(patient, turn.turn_number, answer)
```

The service is the distribution `anamnesis`. Extras `openai`, `langgraph`, `mcp`: see `anamnesis_client.adapters`.
"""


def sources() -> Iterator[tuple[str, str]]:
    """Every file of the distribution: its path, and its text."""
    here = ROOT / "clients"
    for folder, files in (("", here.glob("*.py")), *((f"{name}/", (here / name).glob("*.py")) for name in FOLDERS)):
        for file in sorted(files):
            if file.name not in LEFT_OUT:
                yield f"{NAME}/{folder}{file.name}", _renamed(file.read_text(encoding="utf-8"))
    stubs = ROOT / "protos" / "anamnesis" / "v1"
    for file in sorted((*stubs.glob("*.py"), *stubs.glob("*.pyi"))):
        yield f"{NAME}/wire/{file.name}", _renamed(file.read_text(encoding="utf-8"))
    yield f"{NAME}/py.typed", ""
    yield "README.md", README
    yield "LICENSE", (ROOT / "LICENSE").read_text(encoding="utf-8")
    yield "pyproject.toml", _project()


def write(folder: Path) -> None:
    """Lay the sources out in ``folder``, ready to be built or installed."""
    for path, text in sources():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def build(out: Path) -> Path:
    """The wheel, in ``out``. Raises CalledProcessError when pip cannot build it."""
    with tempfile.TemporaryDirectory() as scratch:
        write(Path(scratch) / "source")
        wheels = Path(scratch) / "wheels"
        command = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels))
        # The arguments are this module's own.
        subprocess.run([*command, str(Path(scratch) / "source")], check=True)  # noqa: S603
        [wheel] = wheels.glob("*.whl")
        out.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(wheel, out))


def _renamed(text: str) -> str:
    for old, new in RENAMED:
        text = text.replace(old, new)
    return text


def _project() -> str:
    """The description, with the versions that the service's own has."""
    service = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = {_distribution(pin): pin for pin in service["dependencies"]}
    extras = service["optional-dependencies"]

    def listed(*pinned: str) -> str:
        return "[" + ", ".join(f'"{pin}"' for pin in pinned) + "]"

    return PROJECT.format(
        name=NAME,
        version=service["version"],
        dependencies=listed(pins["grpcio"], pins["protobuf"]),
        openai=listed(pins["openai"]),
        langgraph=listed(pins["langgraph"]),
        mcp=listed(*extras["mcp"]),
    )


def _distribution(pin: str) -> str:
    return pin.split(">")[0].split("=")[0].split("<")[0].strip()


def main() -> None:
    """Build the wheel, and print where it is."""
    parser = argparse.ArgumentParser(description="Build the wheel of anamnesis-client.")
    parser.add_argument("out", type=Path, help="the folder to put it in")
    print(build(parser.parse_args().out))


if __name__ == "__main__":
    main()
