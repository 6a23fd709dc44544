"""The public P6 dialogues and extraction sentences as readings: what the first reader, right on them, made of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

PROTOCOL: Final = Path(__file__).parent / "protocol"


def readings() -> Iterator[dict[str, Any]]:
    """The readings of both sets, each text once."""
    seen: set[str] = set()
    for path in sorted(PROTOCOL.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            reading = json.loads(line)
            if reading["text"] not in seen:
                seen.add(reading["text"])
                yield reading
