"""Tables on disk save time and change nothing: whatever becomes of the files, what is derived is what is read."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.naming.concepts import Recogniser, lexicon_words
from extraction.naming.lexicon import Lexicon, read_tables, surfaces
from extraction.naming.medcat.concept_table import ConceptTable, database_of, table_of
from extraction.naming.medcat.matcher import MedcatMatcher
from extraction.text import warm_store
from extraction.text.kiwi import shared_kiwi, stems
from extraction.text.needed_letters import Rows
from extraction.text.warm_store import KEPT_FILES, derived_apart, directory, keep_in, kept, shared_place

SMALL = read_tables([Path(__file__).parent / "tables"])
TEXTS = (
    "고혈압이 있고 숨이 너무 차요.",
    "당화 혈색소는 7.2%였어요. 메트폴민 500mg 먹어요.",
    "I have hypertension and headaches; my HbA1c was 7.2 %.",
)
WORDS = ("고혈압", "두통")
TABLE = {"고혈압": [1, 2], "두통": [3]}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where this test keeps tables; what the run keeps is named again afterwards."""
    before = directory()
    assert before is not None
    keep_in(tmp_path / "cache")
    yield tmp_path / "cache"
    keep_in(before)


class Deriving:
    """Gives the table, and counts how often it had to."""

    times = 0

    def __call__(self) -> dict[str, list[int]]:
        self.times += 1
        return TABLE


def start(derive: Deriving, words: tuple[str, ...] = WORDS) -> dict[str, list[int]]:
    """What a start does."""
    return kept("test", words, dict[str, list[int]], derive)


def test_is_derived_at_the_first_start_and_read_at_later_ones(folder: Path) -> None:
    derive = Deriving()
    assert [start(derive) for _ in range(3)] == [TABLE] * 3
    assert derive.times == 1
    [file] = folder.iterdir()
    assert file.stat().st_mode & 0o077 == 0


def test_is_derived_for_other_words(folder: Path) -> None:
    derive = Deriving()
    for words in (WORDS, WORDS[::-1], ("고혈압두통",), ("고혈", "압두통")):
        start(derive, words)
    assert derive.times == 4


def test_is_derived_by_other_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    derive = Deriving()
    start(derive)
    monkeypatch.setattr(warm_store, "version", lambda library: f"{library} of tomorrow")
    warm_store._program.cache_clear()
    start(derive)
    monkeypatch.undo()
    warm_store._program.cache_clear()
    start(derive)
    assert derive.times == 2


@given(place=st.floats(0, 1, exclude_max=True), change=st.sampled_from(["flip", "cut", "empty"]))
def test_a_damaged_file_is_derived_anew_and_whole_again(
    tmp_path_factory: pytest.TempPathFactory, place: float, change: str
) -> None:
    before, folder = directory(), tmp_path_factory.mktemp("cache")
    assert before is not None
    keep_in(folder)
    derive = Deriving()
    start(derive)
    [file] = folder.iterdir()
    whole = file.read_bytes()
    at = int(place * len(whole))
    damaged = {"flip": whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], "cut": whole[:at], "empty": b""}[change]
    file.write_bytes(damaged)
    assert start(derive) == TABLE and derive.times == 2
    assert file.read_bytes() == whole
    keep_in(before)


def test_a_file_of_another_shape_is_derived_anew(folder: Path) -> None:
    derive = Deriving()
    start(derive)
    assert kept("test", WORDS, list[str], lambda: ["other"]) == ["other"]
    assert start(derive) == TABLE and derive.times == 2


def test_what_others_could_have_written_is_not_read(folder: Path) -> None:
    derive = Deriving()
    start(derive)
    [file] = folder.iterdir()
    file.chmod(0o620)
    assert start(derive) == TABLE and derive.times == 2


def test_a_place_that_cannot_be_written_is_harmless(tmp_path: Path, folder: Path) -> None:
    # Neither root nor anybody can make a directory below a file.
    (tmp_path / "file").write_text("")
    keep_in(tmp_path / "file" / "cache")
    derive = Deriving()
    assert [start(derive), start(derive)] == [TABLE, TABLE]
    assert derive.times == 2


def test_only_the_newest_files_stay(folder: Path) -> None:
    for number in range(KEPT_FILES + 3):
        start(Deriving(), (str(number),))
        for age, file in enumerate(sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime_ns, reverse=True)):
            os.utime(file, (1_000_000 - age, 1_000_000 - age))
    assert len(list(folder.iterdir())) == KEPT_FILES
    latest = Deriving()
    start(latest, (str(KEPT_FILES + 2),))
    assert latest.times == 0


def test_concepts_are_found_as_without_tables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = [Recogniser(SMALL).find(text) for text in TEXTS]
    assert any(plain)
    for module in ("extraction.text.kiwi", "extraction.naming.concepts"):
        monkeypatch.setattr(f"{module}.MANY_WORDS", 0)
    for _ in range(2):
        recogniser = Recogniser(SMALL)
        assert [recogniser.find(text) for text in TEXTS] == plain
    assert {file.name.partition("-")[0] for file in folder.iterdir()} == {"forms", "concepts"}


def test_what_is_kept_nowhere_is_derived_apart_first_and_once(folder: Path) -> None:
    apart: list[Deriving] = []

    def derive_all() -> None:
        apart.append(Deriving())
        start(apart[0])

    own = Deriving()
    with derived_apart(derive_all):
        assert start(own) == TABLE
        assert start(own, ("other",)) == TABLE
    assert (len(apart), apart[0].times, own.times) == (1, 1, 1)
    start(own, ("third",))
    with derived_apart(derive_all):
        start(own)
    assert len(apart) == 1


def test_names_are_found_by_kept_keys_as_by_derived_ones(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forms = [(entry, form) for entry in SMALL.entries() for form in surfaces(entry)]
    plain = [SMALL.by_name(form, (entry.kind,)) for entry, form in forms]
    monkeypatch.setattr("extraction.naming.lexicon.MANY_WORDS", 0)
    for _ in range(2):
        lexicon = Lexicon(SMALL.entries(), "any")
        assert [lexicon.by_name(form, (entry.kind,)) for entry, form in forms] == plain
    assert [file.name.partition("-")[0] for file in folder.iterdir()] == ["folded"]


def test_rows_are_worth_trying_as_without_tables(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patterns = [re.compile(words, re.IGNORECASE) for words in ("fever|chills", "열(?:이|도)? 나", "[ab]c?", "pain$")]
    texts = ("a fever", "열이 나요", "no", "pain", "ſ")
    plain = [list(Rows(patterns, lambda one: one).worth_trying(text)) for text in texts]
    monkeypatch.setattr("extraction.text.needed_letters.MANY_PATTERNS", 0)
    for _ in range(2):
        rows = Rows(patterns, lambda one: one)
        assert [list(rows.worth_trying(text)) for text in texts] == plain
    assert [file.name.partition("-")[0] for file in folder.iterdir()] == ["needs4"]


def test_a_concept_database_is_the_same_from_its_table() -> None:
    kiwi = shared_kiwi(lexicon_words(SMALL))
    tables: list[ConceptTable] = []

    def first(derive: Callable[[], ConceptTable]) -> ConceptTable:
        tables.append(derive())
        return tables[0]

    built = MedcatMatcher(SMALL, lambda text: stems(kiwi, text), first)
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(tables[0]), type=ConceptTable)
    # Imported when it was told not to ask the package index for a newer version.
    from medcat.config import Config

    database = database_of(again, Config())
    assert table_of(database) == tables[0]
    assert all(database.has_subname(name) for name in database.name2info)
    read = MedcatMatcher(SMALL, lambda text: stems(kiwi, text), lambda _: again)
    for text in TEXTS:
        parts = stems(kiwi, text)
        assert list(read.candidates(text, parts)) == list(built.candidates(text, parts))


def test_a_shared_place_is_of_this_user_alone_and_the_newest_stay(folder: Path) -> None:
    places = [shared_place(f"index-{number}") for number in range(KEPT_FILES + 2)]
    assert places[-1] is not None and places[-1].is_dir()
    assert len(list(folder.iterdir())) == KEPT_FILES
    folder.chmod(0o770)
    assert shared_place("index-1") is None
    keep_in(folder / "file" / "cache")
    (folder / "file").write_text("")
    assert shared_place("index-1") is None
