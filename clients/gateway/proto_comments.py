"""What the contract says of its messages: the comments of the .proto files, which generated code does not keep.

Every name there has its comment in the lines right above (buf COMMENTS), so lines are all that has to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

_BLOCKS = ("message", "enum", "service", "oneof")
FILES = ("fact", "conversation", "memory", "audit")


@cache
def comments() -> dict[str, str]:
    """Comment by full name: "GetProfileRequest", "GetProfileRequest.as_of", "MemoryService.GetProfile"."""
    found: dict[str, str] = {}
    folder = files("protos.anamnesis.v1")
    for name in FILES:
        found.update(_of_file(folder.joinpath(f"{name}.proto").read_text(encoding="utf-8").splitlines()))
    return found


def _of_file(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    inside: list[str] = []
    pending: list[str] = []
    for line in map(str.strip, lines):
        if line.startswith("//"):
            pending.append(line.removeprefix("//").strip())
            continue
        words = line.replace("(", " ").split()
        kind = words[0] if words else ""
        name = _name(words)
        if name and pending:
            yield ".".join([*(one for one in inside if one), name]), " ".join(pending)
        if kind in _BLOCKS and line.endswith("{"):
            # The fields of a oneof are the message's own.
            inside.append("" if kind == "oneof" else name)
        elif line == "}":
            inside.pop()
        pending = []


def _name(words: list[str]) -> str:
    """What a line declares; empty for none."""
    if not words or words[0] in ("syntax", "package", "import", "}"):
        return ""
    if words[0] in (*_BLOCKS, "rpc"):
        return words[1]
    return words[words.index("=") - 1] if "=" in words else ""
