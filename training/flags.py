"""Sentences that call for urgent care, and such as only sound alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from extraction.text.language import detect

FLAGS: Final = Path(__file__).parent / "flags"
AT: Final = "2026-03-04"
"""The day on which every one of them is said."""


def lines(paths: Iterable[Path] | None = None) -> Iterator[tuple[str, str, str]]:
    """The author, the level and the text of each sentence of ``paths``, else of all committed ones.

    "!" calls for care at once, "t" (where its author tells it apart) for today, "-" for none that hurries.
    """
    for path in sorted(FLAGS.glob("*.tsv")) if paths is None else paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            level, separator, text = line.partition("\t")
            if separator:
                yield path.stem, level.strip(), text.strip()


def readings() -> Iterator[dict[str, Any]]:
    """The sentences as readings without facts; what is for today calls for urgent care, too."""
    for count, (author, level, text) in enumerate(lines()):
        yield {
            "id": f"{author}-{count}", "lang": detect(text), "at": AT, "text": text, "acts": [],
            "known": [], "agent_said": "", "facts": [], "not_facts": [], "asks": [], "arcs": False,
            "red_flag": level != "-",
        }  # fmt: skip
