"""Patterns that an earlier start compiled are those that Python compiles, whatever becomes of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from extraction.text.kept_patterns import with_kept_patterns
from extraction.text.warm_store import directory, keep_in

WRITTEN = (
    (r"가슴이?\s?(?:아프|조이)", 0),
    (r"(?P<dose>\d+(?:\.\d+)?) ?(?P<unit>mg|mcg)(?!\w)", re.IGNORECASE),
    (r"(a)(?P<named>b)?(c)(?(named)d|e)", 0),
    (r"(?i:Chest).{0,20}?pain$", re.MULTILINE | re.DOTALL),
    (r"(?<![가-힣])(?:\w|[^a-z\d])++", re.IGNORECASE),
    (r" a  b # spaced", re.VERBOSE),
)
TEXTS = ("가슴이 아프고 조여요", "took 2.5 MG then 3mcgs", "abcd ace abce", "CHEST in\npain", "ab", "", "é가 z9")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where this test keeps tables; what the run keeps is named again afterwards."""
    before = directory()
    assert before is not None
    keep_in(tmp_path / "cache")
    yield tmp_path / "cache"
    keep_in(before)


def compiled() -> list[re.Pattern[str]]:
    re.purge()
    return [re.compile(pattern, flags) for pattern, flags in WRITTEN]


def spoken_of(pattern: re.Pattern[str]) -> list[object]:
    found = [match for text in TEXTS for match in pattern.finditer(text)]
    return [(one.span(), one.groups(), one.groupdict(), one.lastgroup) for one in found]


def check(patterns: list[re.Pattern[str]]) -> None:
    own = compiled()
    assert patterns == own  # of the same code
    assert [one.groupindex for one in patterns] == [one.groupindex for one in own]
    assert [spoken_of(one) for one in patterns] == [spoken_of(one) for one in own]


def test_the_first_start_and_later_ones_have_the_same_patterns(folder: Path) -> None:
    check(with_kept_patterns(compiled))
    [table] = folder.glob("patterns-*.table")
    written = table.stat().st_mtime_ns
    check(with_kept_patterns(compiled))
    assert table.stat().st_mtime_ns == written


def test_later_starts_read_what_was_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_kept_patterns(compiled)

    def parse(*_: object) -> None:
        raise AssertionError("a pattern was taken apart again")

    monkeypatch.setattr("re._parser.parse", parse)
    patterns = with_kept_patterns(compiled)
    monkeypatch.undo()
    check(patterns)


def test_what_was_not_kept_is_compiled(folder: Path) -> None:
    with_kept_patterns(lambda: None)

    check(with_kept_patterns(compiled))


def test_a_damaged_table_is_made_anew(folder: Path) -> None:
    with_kept_patterns(compiled)
    [table] = folder.glob("patterns-*.table")
    content = table.read_bytes()
    table.write_bytes(content[:-1] + b"\0")

    check(with_kept_patterns(compiled))
    assert table.read_bytes() == content


def test_python_compiles_for_itself_afterwards_even_where_loading_fails(folder: Path) -> None:
    own = re._compiler.compile  # type: ignore[attr-defined]

    def failing() -> None:
        raise RuntimeError("a room that cannot be imported")

    for _ in range(2):
        with pytest.raises(RuntimeError):
            with_kept_patterns(failing)
        assert re._compiler.compile is own  # type: ignore[attr-defined]
    assert not list(folder.glob("patterns-*.table"))


def test_what_is_no_pattern_is_refused_as_ever(folder: Path) -> None:
    for _ in range(2):
        with pytest.raises(re.error):
            with_kept_patterns(lambda: re.compile("(unclosed"))
