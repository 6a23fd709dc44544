"""What a figure is by what stands beside it: a count of a habit, a day, a price, a dose that was halved, a sign."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Operation, Proposal
from domain.values import Concept, Content, Polarity, SlotKind, Status
from extraction.reading.findings.own_words import named_words
from extraction.reading.items import Item
from extraction.reading.sheet import Sheet, lay_out
from tests.shipped import reader, vocabulary

NOW = datetime(2026, 3, 10, 3, tzinfo=UTC)
SERTRALINE = Content(
    slot=SlotKind.MEDICATIONS, concept=Concept(concept_id="sertraline", name="Sertraline", display=""), dose="50mg",
    status=Status.ACTIVE,
)  # fmt: skip


def laid_out(text: str) -> Sheet:
    return lay_out(text, vocabulary().lexicon, vocabulary().recogniser, NOW, "Asia/Seoul", "ko")


def heard(text: str, *known: Content) -> tuple[Proposal, ...]:
    return reader().read(text, said_at=NOW, time_zone="Asia/Seoul", spoken_of=known).proposals


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("담배는 하루에 한 갑 반 정도 태웁니다", (1.5, "pack")),
        ("콜라 하루에 두 캔씩 먹고", (2.0, "drink")),
        ("maybe 4 seltzers at weekends", (4.0, "drink")),
    ],
)
def test_what_is_drunk_and_smoked_is_counted(text: str, counted: tuple[float, str]) -> None:
    assert [(one.value, one.counter) for one in laid_out(text).figures] == [counted]


@pytest.mark.parametrize("text", ["주사값이 13만원이에요", "The pharmacy wanted £38", "한번에 다 먹었어요"])
def test_a_price_and_a_number_of_times_are_no_values(text: str) -> None:
    assert laid_out(text).figures == ()


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("11/30 142/86, 12/1 138/90", ["2025-11-30", "2025-12-01"]),
        ("8/1부로 부서를 옮겼어요", ["2025-08-01"]),
        ("로수젯 10/5 먹어요", []),
        ("통증은 7/10 정도", []),
    ],
)
def test_a_month_and_a_day_are_told_from_strengths_and_scales(text: str, days: list[str]) -> None:
    assert [one.value for one in laid_out(text).dates] == days


@pytest.mark.parametrize(("text", "dose"), [("Sertraline's doubled", "100mg"), ("sertraline dose is halved", "25mg")])
def test_a_medicine_whose_dose_is_halved_or_doubled_goes_on(text: str, dose: str) -> None:
    [told] = heard(text, SERTRALINE)
    assert told.operation is Operation.CHANGE and told.content is not None
    assert (told.content.dose, told.content.status) == (dose, Status.ACTIVE)


@pytest.mark.parametrize(
    "text",
    ["I'm thinking about stopping the sertraline", "should I stop the sertraline?", "설트랄린을 끊을까 말까 해요"],
)
def test_an_end_that_is_only_weighed_ends_nothing(text: str) -> None:
    ended = (Status.STOPPED, Status.ON_HOLD)
    assert not [one for one in heard(text, SERTRALINE) if one.content is not None and one.content.status in ended]


def test_the_clinicians_sign_denies_a_finding() -> None:
    told = [one.content for one in heard("fever (-), diarrhea (-)") if one.content is not None]
    signs = {one.concept.concept_id: one.polarity for one in told}
    assert signs == {"fever": Polarity.NEGATED, "diarrhea": Polarity.NEGATED}


@pytest.mark.parametrize(
    ("words", "kept"), [("My boils are", "boils"), ("My knees are", None), ("the", None), ("scathing", "scathing")]
)
def test_small_words_are_no_part_of_what_is_named(words: str, kept: str | None) -> None:
    found = named_words(words, [Item("symptoms", 0, len(words))])
    assert [words[one.start : one.end] for one in found] == ([kept] if kept else [])
