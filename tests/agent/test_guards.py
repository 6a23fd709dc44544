"""What words must show before a model may touch a fact, by phenomenon: each over many wordings, numbers and names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.understanding.guards import Guards
from agent.understanding.merging import merge
from agent.understanding.seen import Seen
from agent.understanding.told import Do, Told
from agent.understanding.words import Words
from domain.ledger import Fact
from domain.patient import PatientState
from domain.values import Polarity, Status
from tests.agent.hostile_model import Reading
from tests.shipped import reader, vocabulary
from training.playing import ZONE, play

FEW = settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
MEDICINES = {"ko": ("노바스크", "라식스", "케프라"), "en": ("amlodipine", "furosemide", "ramipril")}
NAMES = {
    "노바스크": "Amlodipine", "라식스": "Furosemide", "케프라": "Levetiracetam", "amlodipine": "Amlodipine",
    "furosemide": "Furosemide", "ramipril": "Ramipril",
}  # fmt: skip


@pytest.fixture(scope="module")
def reading() -> Iterator[Reading]:
    yield Reading(vocabulary(), reader())


def row(text: str, language: str, *known: dict[str, Any], agent: str = "") -> dict[str, Any]:
    return {
        "id": "guards", "text": text, "lang": language, "at": "2026-03-10", "known": list(known), "facts": [],
        "agent_said": agent,
    }  # fmt: skip


def medicine(name: str, dose: str = "40mg", **fields: Any) -> dict[str, Any]:
    return {"slot": "medications", "name": NAMES[name], "dose": dose, **fields}


def after(reading: Reading, said: dict[str, Any], *told: Told) -> PatientState:
    """The patient after a message, of which a model tells ``told``; the targets are labels as it was shown them."""

    def read(text: str, at: Any, language: Any, state: PatientState, agent: str) -> Any:
        found = reading.reader.read(text, said_at=at, time_zone=ZONE, language=language, agent_said=agent)
        lexicon, recogniser = reading.vocabulary.lexicon, reading.vocabulary.recogniser
        words = Words.of(text, lexicon, recogniser, at, ZONE, language)
        seen = Seen.of(state.ledger, words, found.proposals, None, recogniser.find(agent) if agent else ())
        guards = Guards(words, seen, state.ledger, lexicon, found.understanding, "understand@3/test")
        return merge(told, guards, found.proposals).proposals

    return play(said, reading.vocabulary.lexicon, read).state


def in_force(state: PatientState) -> list[Fact]:
    return [one for one in state.ledger.current() if one.content.slot == "medications"]


def doses(state: PatientState) -> list[str | None]:
    return [one.content.dose for one in in_force(state)]


OF_SOMETHING_ELSE = {
    "ko": (
        "{name} 잘 먹고 있고 몸무게는 {n}키로 나왔어요, 아까 잘못 말했어요",
        "저는 {n}살이고 {name} 먹는 거 아까 잘못 말했어요",
        "혈압이 {n}이라 {name} 얘기는 잘못 말했어요",
        "{n} 나왔어요. 아까는 잘못 말했어요",
    ),
    "en": (
        "sorry, my mistake, I weigh {n} and still take the {name}",
        "actually I'm {n} and I take {name}",
        "heart was racing at {n} sitting down, sorry. {name} I'm keeping",
        "wrong number before, it's {n} on the scales",
    ),
}


@FEW
@given(data=st.data(), language=st.sampled_from(["ko", "en"]), number=st.integers(5, 200))
def test_a_weight_an_age_and_a_reading_are_no_dose(
    reading: Reading, data: st.DataObject, language: str, number: int
) -> None:
    name = data.draw(st.sampled_from(MEDICINES[language]))
    text = data.draw(st.sampled_from(OF_SOMETHING_ELSE[language])).format(name=name, n=number)
    do: Do = data.draw(st.sampled_from(get_args(Do)[1:3]))
    state = after(
        reading,
        row(text, language, medicine(name), agent=f"{name}?"),
        Told(do=do, quote=text, target="F1", dose=str(number)),
    )
    assert doses(state) == ["40mg"]


@FEW
@given(data=st.data(), language=st.sampled_from(["ko", "en"]), count=st.integers(1, 9))
def test_a_number_of_tablets_is_no_strength(reading: Reading, data: st.DataObject, language: str, count: int) -> None:
    name = data.draw(st.sampled_from(MEDICINES[language]))
    said = {
        "ko": f"{name} 아까 잘못 말했어요, {count}알 먹어요",
        "en": f"sorry, wrong: I take {count} tablets of {name}",
    }
    text = said[language]
    known = row(text, language, medicine(name, "0.2mg"))
    misled = after(reading, known, Told(do="correct", quote=text, target="F1", dose=str(count)))
    assert doses(misled) == doses(after(reading, known))


DENIED = {
    "ko": (
        "{name} 끊은 적 없어요", "{name} 바뀐 거 없어요", "{name} 중단한 적 전혀 없습니다", "{name} 고치는 거 아닙니다",
        "{name} 지우라는 거 아니에요", "{name} 빼지 마세요",
        "{name} 끊으라고, 아니 잠깐만요, {name} 끊지 말라고 적혀 있네요",
        "{name} 끊었다고 한 말은 취소할게요", "새 약이 하나 더 생겼어요. {name}는 그대로 두 번 먹어요",
    ),
    "en": (
        "I never stopped the {name}", "nothing has changed with the {name}", "I'm not stopping the {name}",
        "don't remove the {name}", "no one changed my {name}", "the {name} is unchanged",
        "they said quit the {name}, no, hang on, it says do NOT quit the {name}",
        "Scratch what I typed about quitting the {name}. Slept on it, I'm staying on it.",
    ),
}  # fmt: skip
ASKED = {
    "ko": (
        "{name} 끊으면 어떻게 되나요", "{name} 빼고 다른 약도 적어주실 수 있나요",
        "{name} 언제 끊었다고 되어 있죠?",
        "떼고 나면 {name} 더 먹어야 돼요 덜 먹어야 돼요",
        "요산 5.4면 {name} 슬슬 빼도 되는 거 아녜요", "{name} 이제 끊어도 되는 거 아닌가요",
    ),
    "en": (
        "what happens if I stopped {name}", "how many times did i say i used the {name}",
        "pls pull up who stopped the {name} and when",
        "what'd I say was the reason I came off the {name} that time", "when'd I come off the {name} again",
    ),
}  # fmt: skip
REDUCED = {
    "ko": ("{name} 끊은 게 아니고 줄였어요",),
    "en": ("They've dropped {name} to 20", "they cut the {name} down to half"),
}


@FEW
@given(
    data=st.data(),
    language=st.sampled_from(["ko", "en"]),
    words=st.sampled_from([DENIED, ASKED, REDUCED]),
    do=st.sampled_from(["stop", "retract"]),
)
def test_an_end_that_is_denied_asked_or_in_part_is_none(
    reading: Reading, data: st.DataObject, language: str, words: dict[str, tuple[str, ...]], do: Any
) -> None:
    name = data.draw(st.sampled_from(MEDICINES[language]))
    text = data.draw(st.sampled_from(words[language])).format(name=name)
    said = row(text, language, medicine(name))
    alone, misled = after(reading, said), after(reading, said, Told(do=do, quote=text, target="F1"))
    ended = (Status.STOPPED, Status.ON_HOLD, Status.RESOLVED)
    assert [one.content.status in ended for one in in_force(misled)] == [
        one.content.status in ended for one in in_force(alone)
    ]
    assert in_force(misled)


@FEW
@given(language=st.sampled_from(["ko", "en"]), value=st.integers(88, 99))
def test_a_restored_value_is_not_withdrawn(reading: Reading, language: str, value: int) -> None:
    text = {
        "ko": f"방금 산소포화도 취소한 거 다시 살려주세요, {value} 맞대요",
        "en": f"please restore the oxygen saturation you deleted, {value} was right after all",
    }[language]
    known = {"slot": "vitals", "name": "Oxygen saturation", "value": value, "unit": "%", "date": "2026-03-09"}
    state = after(reading, row(text, language, known), Told(do="retract", quote=text, target="F1"))
    assert [one.content.value for one in state.ledger.current()] == [float(value)]


@FEW
@given(
    data=st.data(),
    language=st.sampled_from(["ko", "en"]),
    ends=st.tuples(st.integers(5, 30), st.integers(1, 30)),
)
def test_of_a_way_from_one_dose_to_another_the_end_counts(
    reading: Reading, data: st.DataObject, language: str, ends: tuple[int, int]
) -> None:
    name, old, new = data.draw(st.sampled_from(MEDICINES[language])), ends[0], ends[0] + ends[1]
    text = {"ko": f"{name} {old}에서 {new}으로 올렸어요", "en": f"{name} went up, {old} to {new}"}[language]
    said = row(text, language, medicine(name, f"{old}mg"))
    for number in (old, new):
        state = after(reading, said, Told(do="change", quote=text, target="F1", dose=str(number)))
        assert doses(state) == [f"{new}mg"]


@FEW
@given(
    data=st.data(),
    language=st.sampled_from(["ko", "en"]),
    dose=st.sampled_from([10, 20, 80]),
)
def test_a_bare_number_beside_its_medicine_is_its_dose(
    reading: Reading, data: st.DataObject, language: str, dose: int
) -> None:
    name = data.draw(st.sampled_from(MEDICINES[language]))
    said = {"ko": f"{name} 잘못 말했어요, {name} {dose}이에요", "en": f"actually {name} is {dose}, I was wrong"}
    text = said[language]
    state = after(
        reading, row(text, language, medicine(name)), Told(do="correct", quote=text, target="F1", dose=str(dose))
    )
    assert doses(state) == [f"{dose}mg"]


@FEW
@given(data=st.data(), language=st.sampled_from(["ko", "en"]))
def test_an_end_that_is_told_is_done(reading: Reading, data: st.DataObject, language: str) -> None:
    name = data.draw(st.sampled_from(MEDICINES[language]))
    text = {"ko": f"{name}는 지난주에 끊었어요", "en": f"I stopped the {name} last week"}[language]
    state = after(reading, row(text, language, medicine(name)), Told(do="stop", quote=text, target="F1"))
    assert [one.content.status for one in in_force(state)] == [Status.STOPPED]


@FEW
@given(language=st.sampled_from(["ko", "en"]), first=st.integers(20, 60), second=st.integers(61, 120))
def test_a_number_between_two_names_is_the_first_ones(reading: Reading, language: str, first: int, second: int) -> None:
    """ "AST 33 ALT 51" gave ALT 33: numbers were left out of the list that two names make."""
    text = {"ko": f"간수치 AST {first} ALT {second}로 내려왔습니다", "en": f"liver is AST {first} ALT {second} now"}[
        language
    ]
    known = [{"slot": "labs", "name": name, "value": 400, "date": "2026-01-05"} for name in ("AST", "ALT")]
    told = (
        Told(do="change", quote=text, target="F1", value=str(first)),
        Told(do="change", quote=text, target="F2", value=str(first)),
    )
    values = [one.content.value for one in after(reading, row(text, language, *known), *told).ledger.current()]
    assert values.count(first) <= 1


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("약 없다고 했는데 머시론은 먹어요, 2년쯤", "ko"),
        ("I said no meds but I do take cetirizine, two years now", "en"),
    ],
)
def test_what_is_told_against_none_is_not_lowered_beside_it(reading: Reading, text: str, language: str) -> None:
    """An unsure medicine let "takes none" stand, which the reader alone had ended."""
    none = {"slot": "medications", "name": "*", "polarity": "negated"}
    lowered = [Told(do="not_stated", quote=text, target=f"R{n}", because="doubt") for n in (1, 2)]
    state = after(reading, row(text, language, none), *lowered)
    assert [one.content.polarity for one in in_force(state)] == [Polarity.AFFIRMED]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("It isn't diabetes by the way, the letter says so. Mother signs her cheques fine.", False),
        ("You have diabetes down for me. It's my mother's, take it off.", True),
        ("I don't have diabetes. My mother does.", True),
    ],
)
def test_a_relative_of_whom_something_else_is_told_is_given_nothing(reading: Reading, text: str, given: bool) -> None:
    said = row(text, "en", {"slot": "conditions", "name": "Type 2 diabetes mellitus"})
    misled = after(reading, said, Told(do="retract", quote=text, target="F1", whose="mother"))
    of_mother = [one for one in misled.ledger.current() if one.content.subject == "mother"]
    assert bool(of_mother) is given


OWNED = {
    "en": ("Nah, {whose} was the diabetic. {other}'s fine.", "The diabetes was {whose}'s. {other} has a bad back."),
    "ko": (
        "아니요, 당뇨는 {whose}가 있어요. {other}는 건강해요.",
        "당뇨는 제가 아니라 {whose}예요. {other}는 허리가 아파요.",
    ),
}
RELATIVES = {"en": {"mother": "Mum", "father": "Dad"}, "ko": {"mother": "어머니", "father": "아버지"}}


@FEW
@given(data=st.data(), language=st.sampled_from(["ko", "en"]), whose=st.sampled_from(["mother", "father"]))
def test_a_disease_is_given_to_nobody_but_whom_its_own_sentence_names(
    reading: Reading, data: st.DataObject, language: str, whose: str
) -> None:
    other = "father" if whose == "mother" else "mother"
    names = RELATIVES[language]
    text = data.draw(st.sampled_from(OWNED[language])).format(whose=names[whose], other=names[other])
    said = row(text, language, {"slot": "conditions", "name": "Type 2 diabetes mellitus"})
    misled = after(reading, said, Told(do="retract", quote=text, target="F1", whose=other))
    of_others = [one for one in misled.ledger.current() if one.content.subject == other]
    assert not [one for one in of_others if "diabetes" in one.content.concept.name.casefold()]


def test_a_piece_of_a_sentence_is_no_disease_of_a_relative(reading: Reading) -> None:
    """The reader took "the" for a finding; a model may lower it, and not make it the daughter's."""
    text = "Me?! 41 and tubes tied since 2014? That's my DAUGHTER having the baby. I'm fixing to be a grandmama."
    said = row(text, "en", {"slot": "conditions", "name": "Pregnancy"}, agent="You mentioned a pregnancy.")
    lowered = [Told(do="not_stated", quote=text, target=f"R{n}", because="other_person") for n in (1, 2, 3, 4)]
    assert {one.content.subject for one in after(reading, said, *lowered).ledger.current()} <= {"patient"}
