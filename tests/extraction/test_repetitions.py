"""What a long text says over and over is read a few times; nothing that is said once is left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from extraction.rules.pipeline import Extractor
from extraction.text.normalise import normalise
from extraction.text.repetitions import KEPT, LONG, LONGEST_UNIT, TIMES, without_repetitions
from tests.builders import NOW

WORDS = st.lists(st.sampled_from(["혈압약 ", "metformin ", "7.2 ", "없어요. ", "가", "1/", "당뇨 "]), max_size=12).map(
    "".join
)


def read(text: str) -> str:
    return without_repetitions(normalise(text)).text


@given(WORDS, st.integers(2, 200))
def test_an_ordinary_text_is_read_as_it_stands(unit: str, times: int) -> None:
    plain = normalise((unit * times)[:LONG])
    assert without_repetitions(plain) is plain


@given(WORDS, WORDS.filter(lambda unit: 0 < len(unit) <= LONGEST_UNIT), st.integers(1, 400), WORDS)
def test_a_row_is_cut_to_its_beginning_and_what_stands_around_it_stays(
    before: str, unit: str, times: int, after: str
) -> None:
    text = normalise(f"{before}{unit * times}|{after}").text
    kept = without_repetitions(normalise(text))
    assert [text[start:end] for start, end in zip(kept.starts, kept.ends, strict=True)] == list(kept.text)
    assert kept.text.endswith(text[text.index("|") :]) and kept.text[:KEPT] == text[:KEPT]
    most = KEPT + TIMES * len(unit)
    assert len(text) <= LONG or len(kept.text) <= len(before) + 2 * most + len(after) + 1


def test_a_text_without_rows_is_whole_however_long() -> None:
    text = "".join(f"{day % 28 + 1}일 혈당 {day * 7 % 190 + 60}, " for day in range(300))
    assert len(text) > 3_000 and read(text) == normalise(text).text


def test_a_long_number_is_no_row() -> None:
    line = "".join(f"({at}) " for at in range(200))
    assert f"{'1' * KEPT} " in read(f"{line}{'1' * KEPT} {line}")


def test_facts_before_between_and_behind_endless_rows_are_read_and_quoted_where_they_stand(
    extractor: Extractor,
) -> None:
    text = (
        f"메트포르민 500mg 하루 두 번 먹어요. {'네 ' * 700}당화혈색소는 7.2%였어요. {'I have gout. ' * 60}"
        f"{'-' * 500} 와파린 5mg도 먹어요."
    )
    found = {
        one.content.concept.concept_id: one
        for one in extractor.read(text, said_at=NOW, time_zone="Asia/Seoul").proposals
        if one.content is not None
    }
    assert {"metformin", "hba1c", "gout", "warfarin"} <= set(found)
    for said in ("metformin", "hba1c", "warfarin"):
        assert text[found[said].start : found[said].end] == found[said].quote
