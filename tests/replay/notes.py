"""Why each golden history is as it is: its digest with a reason, so that none is recorded again in silence."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from tests.replay.golden import FOLDER

NOTES = Path(__file__).parent / "RECORDED.md"

_HEAD = """# Golden histories: as recorded, and why

Written by `python -m tests.replay.record --because REASON`; a test holds the digests against the files.

| history | SHA-256 of the file, first 16 digits | recorded because |
|---|---|---|
"""
_LINE = re.compile(r"\| (\w+) \| ([0-9a-f]{16}) \| (.+) \|")


def digest(path: Path) -> str:
    """The first 16 digits of the SHA-256 of a history."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def noted() -> Mapping[str, tuple[str, str]]:
    """By history, the digest that was noted and the reason."""
    lines = NOTES.read_text(encoding="utf-8").splitlines() if NOTES.is_file() else []
    found = (match for line in lines if (match := _LINE.fullmatch(line)))
    return {match[1]: (match[2], match[3]) for match in found}


def noted_again(because: str) -> list[str]:
    """Note ``because`` for every history that is not as it was noted; returns their names."""
    notes, changed = dict(noted()), []
    paths = sorted(FOLDER.glob("*.json"))
    for path in paths:
        if notes.get(path.stem, ("", ""))[0] != digest(path):
            notes[path.stem] = digest(path), " ".join(because.replace("|", "/").split())
            changed.append(path.stem)
    lines = [f"| {path.stem} | {' | '.join(notes[path.stem])} |" for path in paths]
    NOTES.write_text(_HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    return changed
