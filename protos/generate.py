"""Generate the Python stubs of the wire contract: ``python -m protos.generate [--check]``.

protoc imports sibling files by their path from the proto root (``anamnesis.v1``); here they are reached through the
package that holds them (``protos.anamnesis.v1``), so those imports are rewritten.

grpcio-tools is pinned to 1.76: its code runs on protobuf 6.31 and later, while newer ones refuse protobuf 6.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet

from protos import grpc_types

ROOT = Path(__file__).parent
FOLDER = Path("anamnesis/v1")
PACKAGE = ".".join((ROOT.name, *FOLDER.parts))

_SIBLING_IMPORT = re.compile(rf"^from {re.escape('.'.join(FOLDER.parts))} import ", re.MULTILINE)
_STUBS = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*_pb2_grpc.pyi")


def generate(target: Path) -> list[Path]:
    """Write all stubs into `target` and return their paths. CalledProcessError where protoc refuses a proto."""
    with tempfile.TemporaryDirectory() as name:
        build = Path(name)
        _run_protoc(build)
        descriptors = FileDescriptorSet.FromString((build / "descriptors").read_bytes())
        sources = {
            path.name: _SIBLING_IMPORT.sub(f"from {PACKAGE} import ", path.read_text(encoding="utf-8"))
            for path in (build / FOLDER).iterdir()
        }
    for file in descriptors.file:
        module = f"{Path(file.name).stem}_pb2_grpc"
        if file.service:
            sources[f"{module}.pyi"] = grpc_types.render(file, PACKAGE)
        else:
            del sources[f"{module}.py"]
    for filename, text in sources.items():
        (target / filename).write_text(text, encoding="utf-8")
    return sorted(target / filename for filename in sources)


def stale(target: Path) -> list[str]:
    """Return the names of the stubs in `target` that are missing, left over or differ from what the protos give."""
    with tempfile.TemporaryDirectory() as name:
        fresh = {path.name: path.read_bytes() for path in generate(Path(name))}
    found = {path.name: path.read_bytes() for pattern in _STUBS for path in target.glob(pattern)}
    return sorted(name for name in fresh.keys() | found.keys() if fresh.get(name) != found.get(name))


def _run_protoc(build: Path) -> None:
    protos = sorted(str(path.relative_to(ROOT)) for path in (ROOT / FOLDER).glob("*.proto"))
    outputs = [f"--{kind}_out={build}" for kind in ("python", "pyi", "grpc_python")]
    outputs.append(f"--descriptor_set_out={build / 'descriptors'}")
    # Every argument is this module's own.
    subprocess.run(  # noqa: S603
        [sys.executable, "-m", "grpc_tools.protoc", "--proto_path=.", *outputs, *protos], cwd=ROOT, check=True
    )


def main() -> int:
    """Write the stubs, or with ``--check`` say which are stale and return 1."""
    parser = argparse.ArgumentParser(prog="python -m protos.generate", description="Generate the gRPC stubs.")
    parser.add_argument("--check", action="store_true", help="compare with the committed stubs, write nothing")
    target = ROOT / FOLDER
    if not parser.parse_args().check:
        for path in generate(target):
            print(path.relative_to(ROOT))
        return 0
    differing = stale(target)
    for name in differing:
        print(f"stale: {name}", file=sys.stderr)
    if differing:
        print("Run `make proto` and commit the result.", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
