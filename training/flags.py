"""Sentences that call for urgent care, and such as only sound alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from extraction.text.language import detect

FLAGS: Final = Path(__file__).parent / "flags"
AT: Final = "2026-03-04"
"""The day on which every one of them is said."""


def readings() -> Iterator[dict[str, Any]]:
    """The sentences as readings without facts; "!" marks those that call for urgent care."""
    for path in sorted(FLAGS.glob("*.tsv")):
        for count, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            flag, separator, text = line.partition("\t")
            if separator:
                yield {
                    "id": f"{path.stem}-{count}", "lang": detect(text), "at": AT, "text": text.strip(), "acts": [],
                    "known": [], "agent_said": "", "facts": [], "not_facts": [], "asks": [], "arcs": False,
                    "red_flag": flag.strip() == "!",
                }  # fmt: skip
