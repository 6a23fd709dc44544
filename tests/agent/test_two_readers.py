"""A model and the learned reader over the same words: what one of them mistakes the other stays, and agreement is
evidence; a model alone gains nothing by contradicting."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from agent.understanding.told import Told
from domain.values import SlotKind
from tests.agent.hostile_model import Reading
from tests.agent.test_guards import row
from tests.agent.test_guards_let_through import doses, heard, medicine
from tests.shipped import reader, vocabulary


@pytest.fixture(scope="module")
def reading() -> Iterator[Reading]:
    yield Reading(vocabulary(), reader())


PULSE = {"slot": "vitals", "name": "Heart rate", "value": 112, "unit": "/min", "date": "2026-03-10"}
HEIGHT = {"slot": "vitals", "name": "Body height", "value": 175, "unit": "cm"}
AGE = {"slot": "demographics", "name": "age", "value": 75, "unit": "years"}


def test_the_number_of_what_was_spoken_of_goes_to_no_fact_that_nobody_names(reading: Reading) -> None:
    """57 is no height, which nobody speaks of: the reader alone leaves that as it is, and so do both together."""
    text = "no hang on i had it right first time round, 57. 75 is me dad's age"
    said = row(text, "en", AGE, HEIGHT, agent="Updated, your age is now 75.")
    told = (
        Told(do="correct", quote="i had it right first time round, 57", target="F:age", value="57"),
        Told(do="not_stated", quote="57", target="R:57"),
    )
    alone, _ = heard(reading, said, spoken_of=True)
    assert {one.content.value for one in alone.ledger.current(SlotKind.VITALS)} == {175.0}
    state, merged = heard(reading, said, *told, spoken_of=True)
    assert {one.content.value for one in state.ledger.current(SlotKind.VITALS)} == {175.0}
    assert merged.asks


def test_a_model_that_itself_moves_a_fact_does_not_keep_the_reader_from_it(reading: Reading) -> None:
    """Who tells something of every fact says of none that it is not spoken of."""
    text = "no hang on i had it right first time round, 57. 75 is me dad's age"
    said = row(text, "en", AGE, HEIGHT, agent="Updated, your age is now 75.")
    told = [Told(do="correct", quote=text, target=f"F:{name}", value="57") for name in ("age", "height")]
    state, merged = heard(reading, said, *told, Told(do="not_stated", quote=text, target="R:57"), spoken_of=True)
    ages = {one.content.value for one in state.ledger.current(SlotKind.DEMOGRAPHICS)}
    assert 57.0 in ages or merged.asks


@pytest.mark.parametrize("text", ["first number's wrong. 102", "the first reading is wrong, 102"])
def test_a_number_told_by_its_place_is_put_right_there(reading: Reading, text: str) -> None:
    warm = {"slot": "vitals", "name": "Body temperature", "value": 37.9, "unit": "Cel", "date": "2026-03-10"}
    said = row(text, "en", PULSE, warm, agent="I've put your heart rate at 112 and your temperature at 37.9.")
    state, _ = heard(reading, said, Told(do="correct", quote=text, target="F:112", value="102"))
    assert {one.content.value for one in state.ledger.current(SlotKind.VITALS)} == {102.0, 37.9}


def test_the_act_of_one_reader_and_the_place_in_a_list_of_the_other_are_enough(reading: Reading) -> None:
    text = "맨 끝에 건 빼줘 와이프 거야"
    known = [medicine("Omega-3 fish oil", "1000mg"), medicine("Vitamin D", "1000IU"), medicine("Celecoxib", "200mg")]
    job = {"slot": "social_history", "name": "occupation", "value": "taxi driver"}
    said = row(text, "ko", *known, job, agent="오메가3, 비타민D, 쎄레브렉스까지 적었어요.")
    told = (Told(do="retract", quote=text, target="F:Celecoxib"), Told(do="not_stated", quote="빼줘", target="R:빼줘"))
    state, _ = heard(reading, said, *told, spoken_of=True)
    assert set(doses(state)) == {"Omega-3 fish oil", "Vitamin D"}
    assert list(state.ledger.current(SlotKind.SOCIAL_HISTORY))


def test_what_the_reader_asks_first_is_done_where_a_model_reads_it_in_words_that_show_it(reading: Reading) -> None:
    text = "It is my brother who has asthma, I am here about my knee."
    said = row(text, "en", {"slot": "conditions", "name": "Asthma"})
    told = Told(do="retract", quote="It is my brother who has asthma", target="F:Asthma")
    alone, asked = heard(reading, said, spoken_of=True)
    state, _ = heard(reading, said, told, spoken_of=True)
    assert asked.asks and "Asthma" in {one.content.concept.name for one in alone.ledger.current()}
    assert "Asthma" not in {one.content.concept.name for one in state.ledger.current()}


def test_how_much_of_a_habit_is_kept_in_the_unit_that_it_had(reading: Reading) -> None:
    """What both have heard is so many drinks in a week, by whoever of them has the number."""
    text = "ngl i lowballed u on the drinking its more like 14 a wk"
    known = row(text, "en", {"slot": "social_history", "name": "alcohol", "value": "4 drinks/week"})
    state, _ = heard(reading, known, Told(do="correct", quote=text, target="F:alcohol", value="14 a wk"))
    (habit,) = (one.content for one in state.ledger.current(SlotKind.SOCIAL_HISTORY))
    assert (habit.value, habit.unit, habit.frequency) == (14.0, "{drink}", "weekly") or habit.value == "14 drinks/week"


@pytest.mark.parametrize("said", ["14 a day", "two bottles"])
def test_an_amount_by_another_measure_takes_no_unit_over(reading: Reading, said: str) -> None:
    text = f"about the drinking, its more like {said}"
    known = row(text, "en", {"slot": "social_history", "name": "alcohol", "value": "4 drinks/week"})
    state, merged = heard(reading, known, Told(do="correct", quote=text, target="F:alcohol", value=said))
    told = {one.content.value for one in state.ledger.current(SlotKind.SOCIAL_HISTORY)}
    told |= {one.content.value for one in merged.proposals if one.content}
    assert "14 drinks/week" not in told


@pytest.mark.parametrize(
    "text", ["당화 6.9나옴 이정도면 당뇨약 하나 빼도되지안나", "이정도면 당뇨약 하나 빼도 되지 않나"]
)
def test_what_is_asked_without_a_mark_withdraws_nothing(reading: Reading, text: str) -> None:
    state, _ = heard(
        reading, row(text, "ko", medicine("Metformin", "1000mg")), Told(do="retract", quote=text, target="F:Metformin")
    )
    assert set(doses(state)) == {"Metformin"}


@pytest.mark.parametrize("text", ["down to half a tablet of the bisoprolol", "bisoprolol was cut to half a tablet"])
def test_half_a_tablet_halves_the_dose_on_record_once(reading: Reading, text: str) -> None:
    state, _ = heard(reading, row(text, "en", medicine("Bisoprolol", "5mg")), spoken_of=True)
    assert doses(state)["Bisoprolol"][0] == "2.5mg"
