"""What a medicine on record is said to be after all: swapped, still taken, ended long ago, somebody else's."""

from __future__ import annotations

from itertools import product

import pytest

from tests.extraction.talked_over import facts_after, ledger_after, medicines_after

ONE = {
    "en": (
        ("I take {} once a day", "ramipril 5mg", "ramipril"),
        ("I'm on {}, one a day", "Lipitor 20mg", "atorvastatin"),
    ),
    "ko": (
        ("{} 하루 한 번 먹어요", "노바스크 5mg", "amlodipine"),
        ("{} 하루 한 번 복용 중이에요", "리피토 20mg", "atorvastatin"),
    ),
}
NAMES = {"ramipril": "ramipril", "atorvastatin": "Lipitor", "amlodipine": "노바스크"}


def _talks(frames: dict[str, tuple[str, ...]]) -> list[tuple[str, str, str]]:
    """Each frame over each medicine of its language: the telling, the frame, the medicine."""
    return [
        (
            told.format(dosed),
            frame.replace("X", "리피토" if language == "ko" and concept == "atorvastatin" else NAMES[concept]),
            concept,
        )
        for language, each in frames.items()
        for frame, (told, dosed, concept) in product(each, ONE[language])
    ]


@pytest.mark.parametrize(
    ("told", "then", "concept"),
    _talks(
        {
            "en": (
                "to tell the truth I haven't touched the X since March",
                "X? I gave that up in March actually",
                "forget the X, I've been off it since March",
                "scratch that, I quit it back in March",
                "it's been since March that I no longer use X",
                "I've not had any X since March",
            ),
            "ko": (
                "근데 X는 3월부터 끊었어요",
                "먹는다고 했는데 3월부터 안 먹는 약이에요",
                "X는 3월부로 중단했어요",
            ),
        }
    ),
)
def test_since_when_it_is_not_taken_is_when_it_ended(told: str, then: str, concept: str) -> None:
    [fact] = [one for one in facts_after(told, then) if one.content.concept.concept_id == concept]
    assert (str(fact.content.status), fact.content.valid_from, fact.content.valid_to) == ("stopped", None, "2026-03")


@pytest.mark.parametrize(
    ("told", "then", "concept"),
    _talks(
        {
            "en": (
                "I've been taking X since March",
                "I didn't take my X yesterday",
                "should I stop X in July?",
                "I never stopped X in March",
                "the doctor may take me off X in August",
                "they are thinking about stopping X in August",
                "I haven't missed X since March",
                "if I'd stopped X in March would that have been better?",
                "I couldn't sleep in March",
            ),
            "ko": (
                "X는 3월부터 먹고 있어요",
                "어제 X를 못 먹었어요",
                "X 7월에 끊어도 될까요?",
                "X는 3월에도 끊은 적 없어요",
                "3월부터 잠을 못 자요",
                "8월에 X를 끊을 예정이에요",
            ),
        }
    ),
)
def test_what_is_no_end_ends_nothing(told: str, then: str, concept: str) -> None:
    assert medicines_after(told, then)[concept].endswith("active")


@pytest.mark.parametrize(
    ("told", "concept", "month"),
    [
        ("I was on ramipril until a cough got too much and I came off it in February", "ramipril", "2026-02"),
        ("In February they stopped my ramipril. I take amlodipine 5mg now.", "ramipril", "2026-02"),
        ("ramipril was stopped in February, amlodipine 5mg I still take", "ramipril", "2026-02"),
        ("라미프릴은 2월에 끊었고 노바스크 5mg은 먹고 있어요", "ramipril", "2026-02"),
    ],
)
def test_the_month_of_an_end_is_of_what_has_ended(told: str, concept: str, month: str) -> None:
    facts = {
        one.content.concept.concept_id: one.content for one in facts_after(told) if one.content.slot == "medications"
    }
    assert (str(facts[concept].status), facts[concept].valid_to) == ("stopped", month)
    assert all(one.valid_from is None and one.valid_to is None for name, one in facts.items() if name != concept)


STOPPED = {
    "en": (
        ("I stopped ramipril in April because of a cough", "ramipril"),
        ("Lipitor was stopped in April", "atorvastatin"),
    ),
    "ko": (("노바스크는 4월에 끊었어요", "amlodipine"), ("4월에 기침 때문에 리피토 끊었어요", "atorvastatin")),
}


@pytest.mark.parametrize(
    ("told", "then", "concept"),
    [
        (
            told,
            frame.replace("X", "리피토" if language == "ko" and concept == "atorvastatin" else NAMES[concept]),
            concept,
        )
        for language, frames in {
            "en": (
                "no, I do take X, I never came off it",
                "my mistake, X hasn't been stopped, I'm still using it",
                "I got that wrong: I keep taking it",
                "ignore that, I'm on X to this day",
                "didn't stop X after all, still on it",
            ),
            "ko": (
                "X 안 끊었어요",
                "아니 X 아직도 먹어요",
                "그 약 끊은 적 없어요 계속 먹어요",
                "X 중단한 거 아니고 지금도 복용해요",
            ),
        }.items()
        for frame, (told, concept) in product(frames, STOPPED[language])
    ],
)
def test_what_never_ended_is_taken_and_has_no_end(told: str, then: str, concept: str) -> None:
    [fact] = [one for one in facts_after(told, then) if one.content.concept.concept_id == concept]
    assert (str(fact.content.status), fact.content.valid_to) == ("active", None)


@pytest.mark.parametrize(
    ("told", "then"),
    [
        ("I stopped ramipril in April", "I'm still coughing"),
        ("I stopped ramipril in April", "I still have the tablets at home"),
        ("I stopped ramipril in April", "am I still on ramipril?"),
        ("I stopped ramipril in April", "do you still have ramipril on my list?"),
        ("라미프릴은 4월에 끊었어요", "아직 기침을 해요"),
        ("라미프릴은 4월에 끊었어요", "라미프릴 아직 먹는 걸로 돼 있나요?"),
        ("라미프릴은 4월에 끊었어요", "여전히 안 먹고 있어요"),
    ],
)
def test_what_goes_on_otherwise_revives_nothing(told: str, then: str) -> None:
    assert medicines_after(told, then)["ramipril"].endswith("stopped")


TWO = {
    "en": (
        ("I take ramipril 5mg and Lipitor 20mg", "ramipril", "Lipitor", "atorvastatin"),
        ("my tablets are 2.5mg of ramipril and 25mg of losartan", "ramipril", "losartan", "losartan"),
    ),
    "ko": (
        ("노바스크 5mg하고 리피토 20mg 먹어요", "노바스크", "리피토", "atorvastatin"),
        ("콩코르 2.5mg, 로사르탄 25mg 먹고 있어요", "콩코르", "로사르탄", "losartan"),
    ),
}
DOSES = {"atorvastatin": ("5mg", "20mg"), "losartan": ("2.5mg", "25mg")}


@pytest.mark.parametrize(
    ("told", "then", "second"),
    [
        (told, frame.format(A=first, B=other, a=DOSES[second][0], b=DOSES[second][1]), second)
        for language, frames in {
            "en": (
                "sorry, {A} is {b} and {B} is {a}",
                "it's {b} of {A} and {a} of {B}",
                "the {b} one is {A}, the {a} one is {B}",
                "I mixed up the two doses",
                "please swap the doses of {A} and {B}",
                "{A} has the other one's dose, I swapped the doses",
                "those strengths are the wrong way round",
                "I had the doses reversed, {A} is the {b}",
                "could you switch those two doses round?",
                "{A} isn't {a}, it's {b}, and {B} isn't {b}, it's {a}",
            ),
            "ko": (
                "{A}가 {b}고 {B}가 {a}예요",
                "두 약 용량이 바뀌었어요",
                "용량을 거꾸로 말했네요",
                "{b}이 {A}, {a}이 {B}예요",
                "{A} 용량이랑 {B} 용량을 맞바꿔 주세요",
                "{A}가 {b}이에요, 둘이 뒤바뀌었어요",
            ),
        }.items()
        for frame, (told, first, other, second) in product(frames, TWO[language])
    ],
)
def test_two_doses_told_the_wrong_way_round_are_exchanged(told: str, then: str, second: str) -> None:
    low, high = DOSES[second]
    found = medicines_after(told, then)
    assert {name: each.split()[0] for name, each in found.items()} == {
        next(name for name in found if name != second): high,
        second: low,
    }


@pytest.mark.parametrize(
    ("told", "then"),
    [
        ("I take ramipril 5mg and Lipitor 20mg", "should I swap the doses round?"),
        ("I take ramipril 5mg and Lipitor 20mg", "I mixed up the days"),
        ("I take ramipril 5mg and Lipitor 20mg", "ramipril is 5mg and Lipitor is 20mg"),
        ("I take ramipril 5mg and Lipitor 20mg", "can I swap when I take them?"),
        ("I take ramipril 5mg and Lipitor 20mg", "I'm confused about what they do"),
        ("노바스크 5mg하고 리피토 20mg 먹어요", "두 약 먹는 시간을 바꿔도 돼요?"),
        ("노바스크 5mg하고 리피토 20mg 먹어요", "이름이 헷갈려요"),
        ("노바스크 5mg하고 리피토 20mg 먹어요", "노바스크가 5mg, 리피토가 20mg 맞죠?"),
    ],
)
def test_what_is_no_exchange_of_doses_leaves_them(told: str, then: str) -> None:
    assert sorted(each.split()[0] for each in medicines_after(told, then).values()) == ["20mg", "5mg"]
    assert "20mg" in medicines_after(told, then)["atorvastatin"]


@pytest.mark.parametrize(
    ("told", "then", "concept"),
    _talks(
        {
            "en": (
                "it's two times a day, not one",
                "no, twice a day",
                "wait, X is 2x a day",
                "X should be two times daily, not once",
                "I said once but it's twice a day",
                "make that two times a day",
            ),
            "ko": (
                "하루 두 번이에요, 한 번이 아니라",
                "아니 X 하루 2번이에요",
                "한 번이라고 했는데 두 번 먹어요",
                "X 하루 1회가 아니고 2회예요",
            ),
        }
    ),
)
def test_how_often_is_put_right_and_no_dose_of_it(told: str, then: str, concept: str) -> None:
    dose = "20mg" if concept == "atorvastatin" else "5mg"
    assert medicines_after(told, then)[concept] == f"{dose} BID active"


@pytest.mark.parametrize(
    ("told", "then", "concept"),
    _talks(
        {
            "en": (
                "once a day, not twice",
                "I see the nurse two times a week",
                "X makes me dizzy two times a day",
                "do I take X twice a day?",
            ),
            "ko": ("두 번이 아니라 한 번이에요", "X 하루 두 번 먹어도 돼요?", "일주일에 두 번 운동해요"),
        }
    ),
)
def test_other_counts_leave_how_often_it_is_taken(told: str, then: str, concept: str) -> None:
    dose = "20mg" if concept == "atorvastatin" else "5mg"
    assert medicines_after(told, then)[concept] == f"{dose} QD active"


@pytest.mark.parametrize(
    ("then", "told"),
    [
        (then, told)
        for told, frames in {
            "I take ramipril 5mg and Lipitor 20mg": (
                "the Lipitor is my dad's, I don't take that",
                "Lipitor isn't mine, it's my wife's",
                "sorry, it's my mum who's on Lipitor, not me",
                "Lipitor belongs to my husband, take it off my list please",
                "Lipitor was prescribed for my sister, not for me",
            ),
            "라미프릴 5mg하고 리피토 20mg 먹어요": (
                "리피토는 남편 약이에요, 저는 안 먹어요",
                "리피토 그거 엄마 거예요 제 거 아니에요",
                "리피토는 아빠가 드시는 거라 빼 주세요",
                "착각했어요 리피토는 아내가 먹는 약이에요",
            ),
        }.items()
        for then in frames
    ],
)
def test_what_is_a_relatives_is_off_the_record(told: str, then: str) -> None:
    assert list(medicines_after(told, then)) == ["ramipril"]


@pytest.mark.parametrize(
    "told",
    [
        "there's Lipitor 20mg in the cupboard but it's for my dad, I don't take it",
        "my wife takes Lipitor 20mg, I don't",
        "Lipitor 20mg is what my mother is on, not me",
        "I do not take Lipitor. My father does, 20mg.",
        "I don't take Lipitor 20mg, my husband does",
        "집에 리피토 20mg 있는데 아버지 거예요, 저는 안 먹어요",
        "리피토 20mg은 남편이 먹는 거고 제 약은 아니에요",
        "리피토 20mg: 어머니 약 (본인은 복용 안 함)",
    ],
)
def test_what_a_relative_takes_is_not_the_patients(told: str) -> None:
    assert medicines_after("I take ramipril 5mg" if told.isascii() else "라미프릴 5mg 먹어요", told) == {
        "ramipril": "5mg active"
    }


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ("my wife says I don't take Lipitor at the right time", "I take Lipitor 20mg"),
        ("my dad takes it too", "I take Lipitor 20mg"),
        ("I don't take Lipitor with grapefruit, my mother warned me", "I take Lipitor 20mg"),
        ("아내가 리피토 잘 챙겨줘요", "리피토 20mg 먹어요"),
        ("남편은 리피토 안 먹고 저만 먹어요", "리피토 20mg 먹어요"),
        ("저도 리피토 먹고 엄마도 리피토 드세요", "리피토 20mg 먹어요"),
    ],
)
def test_what_relatives_have_to_do_with_it_leaves_it_on_record(then: str, told: str) -> None:
    assert medicines_after(told, then)["atorvastatin"] == "20mg active"


@pytest.mark.parametrize(
    ("told", "old", "new", "day"),
    [
        (frame.format(N=name, a=old, b=new), old, new, "2026-05-20")
        for name, old, new, frames in (
            (
                "ramipril",
                "2.5mg",
                "5mg",
                (
                    "{N} was {a} and since May 20 it's {b}",
                    "they doubled my {N} on 20 May, {a} to {b}",
                    "on May 20 my {N} went from {a} to {b}",
                    "I now take {b} of {N}; before May 20 it was {a}",
                    "{N} {a} -> {b} on May 20",
                    "the doctor changed my {N} on May 20 from {a} to {b}",
                ),
            ),
            (
                "metformin",
                "1000mg",
                "500mg",
                (
                    "{N} was cut from {a} to {b} on May 20",
                    "they lowered {N} on 20 May: {b} now, {a} before",
                ),
            ),
            (
                "노바스크",
                "5mg",
                "10mg",
                (
                    "{N} {a} 먹다가 5월 20일부터 {b} 먹어요",
                    "5월 20일에 {N}를 {a}에서 {b}으로 증량했어요",
                    "{N}가 전에는 {a}였는데 5월 20일에 {b}으로 올랐어요",
                    "{N} {b} 먹어요 5월 20일부터요, 그 전엔 {a}이었어요",
                ),
            ),
            ("메트포르민", "1000mg", "500mg", ("5월 20일에 {N}을 {a}에서 {b}으로 줄였어요",)),
        )
        for frame in frames
    ],
)
def test_a_dose_that_moved_keeps_what_it_was(told: str, old: str, new: str, day: str) -> None:
    ledger = ledger_after(told)
    [now] = [one for one in ledger.current() if one.content.slot.value == "medications"]
    [was] = [one for one in ledger.ended() if one.content.slot.value == "medications"]
    assert (now.content.dose, now.content.valid_from, was.content.dose) == (new, day, old)


@pytest.mark.parametrize(
    ("told", "dose"),
    [
        ("I take ramipril, 5mg not 2.5mg", "5mg"),
        ("should ramipril go from 2.5mg to 5mg?", None),
        ("ramipril 2.5mg or 5mg, I don't remember which", None),
        ("노바스크 5mg을 10mg으로 올려도 될까요?", None),
    ],
)
def test_two_doses_that_did_not_move_have_no_history(told: str, dose: str | None) -> None:
    ledger = ledger_after(told)
    assert not ledger.ended()
    assert dose is None or [one.content.dose for one in ledger.current()] == [dose]


@pytest.mark.parametrize(
    ("told", "days"),
    [
        ("I've been prescribed amoxicillin, three times a day for 7 days, and had the first on 5 June", 7),
        ("amoxicillin 3x daily, 5 days, started June 5", 5),
        ("a 10-day course of amoxicillin, began it on June 5, three doses a day", 10),
        ("아목시실린 하루 세 번 7일치 받아서 6월 5일에 처음 먹었어요", 7),
        ("6월 5일부터 아목시실린 1일 3회 5일간 복용", 5),
    ],
)
def test_a_course_runs_from_its_first_day_to_its_last(told: str, days: int) -> None:
    [fact] = [one for one in facts_after(told) if one.content.slot.value == "medications"]
    content = fact.content
    assert (content.frequency, content.valid_from, content.valid_to) == ("TID", "2026-06-05", f"2026-06-{4 + days:02d}")


@pytest.mark.parametrize(
    ("then", "last"),
    [
        ("sorry, it's 10 days, not 7", "2026-06-14"),
        ("the label says 10 days", "2026-06-14"),
        ("I said 7 days, it's actually 10", "2026-06-14"),
        ("the course is two weeks, I misread it", "2026-06-18"),
        ("7일이 아니라 10일이에요", "2026-06-14"),
        ("봉투 보니 10일치예요", "2026-06-14"),
        ("I've had it for 3 days now", "2026-06-11"),
        ("can I stop after 5 days?", "2026-06-11"),
        ("10일 뒤에 병원 가요", "2026-06-11"),
    ],
)
def test_the_length_of_a_course_is_put_right(then: str, last: str) -> None:
    told = "I was given amoxicillin for 7 days, three times a day, first dose on 5 June"
    [fact] = [one for one in facts_after(told, then) if one.content.slot.value == "medications"]
    assert (fact.content.valid_from, fact.content.valid_to) == ("2026-06-05", last)


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ("ramipril made me cough so I stopped it in March", "cough"),
        ("I dropped ramipril in March over dizziness", "dizziness"),
        ("Ramipril: stopped March, cause: nightmares", "nightmares"),
        ("라미프릴은 어지럼증이 생겨서 3월에 끊었어요", "dizziness"),
    ],
)
def test_what_it_was_ended_for_is_no_present_complaint(told: str, complaint: str) -> None:
    found = [one.content for one in facts_after(told) if one.content.slot.value == "symptoms"]
    assert all(one.temporality.value == "past" and one.certainty.value == "confirmed" for one in found)
    assert [one.concept.concept_id for one in found] in ([complaint], [f"dry_{complaint}"])


@pytest.mark.parametrize(
    ("then", "complaints"),
    [
        ("now I have dizziness too", {"cough": "past", "dizziness": "current"}),
        ("요즘은 어지럼증이 있어요", {"cough": "past", "dizziness": "current"}),
    ],
)
def test_what_is_had_since_is_no_reason_of_an_end(then: str, complaints: dict[str, str]) -> None:
    found = facts_after("I stopped ramipril in March because of a cough", then)
    assert {
        one.content.concept.concept_id: one.content.temporality.value
        for one in found
        if one.content.slot.value == "symptoms" and one.content.polarity.value == "affirmed"
    } == complaints
    assert [str(one.content.status) for one in found if one.content.slot.value == "medications"] == ["stopped"]


@pytest.mark.parametrize(
    "then",
    [
        "and Januvia 100mg too, I forgot",
        "please put Januvia 100mg on my list as well",
        "there's also Januvia 100mg",
        "could you note Januvia 100mg as well?",
        "besides those two I have Januvia 100mg",
        "I left out Januvia, 100mg",
    ],
)
def test_what_is_told_besides_is_as_sure(then: str) -> None:
    found = facts_after("I take ramipril 5mg and Lipitor 20mg", then)
    assert {one.content.concept.concept_id: (one.content.dose, one.content.certainty.value) for one in found} == {
        "ramipril": ("5mg", "confirmed"),
        "atorvastatin": ("20mg", "confirmed"),
        "sitagliptin": ("100mg", "confirmed"),
    }


@pytest.mark.parametrize(
    ("told", "doses"),
    [
        ("5mg짜리 노바스크랑 20mg짜리 리피토 먹어요", {"amlodipine": "5mg", "atorvastatin": "20mg"}),
        ("하나는 노바스크고 5mg, 다른 하나는 리피토 20mg이에요", {"amlodipine": "5mg", "atorvastatin": "20mg"}),
        ("I take 5mg of ramipril and 20mg of Lipitor", {"ramipril": "5mg", "atorvastatin": "20mg"}),
        ("one is ramipril at 5mg, the other Lipitor at 20mg", {"ramipril": "5mg", "atorvastatin": "20mg"}),
    ],
)
def test_doses_told_by_turns_are_of_the_name_of_their_turn(told: str, doses: dict[str, str]) -> None:
    assert {name: each.split()[0] for name, each in medicines_after(told).items()} == doses


@pytest.mark.parametrize(
    ("told", "then", "dose"),
    [
        ("I take ramipril 5mg", "checked the label, it should be 10mg", "10mg"),
        ("I take ramipril 5mg", "oh wait it's 10mg", "10mg"),
        ("I take ramipril 2.5mg", "sorry, 25mg", "25mg"),
        ("노바스크 5mg 먹어요", "약통 다시 보니 10mg이네요", "10mg"),
        ("노바스크 5mg 먹어요", "아 잘못 봤어요 10mg이에요", "10mg"),
        ("I take ramipril 5mg", "can I take paracetamol 500mg?", "5mg"),
        ("I take ramipril 5mg", "is 10mg too much?", "5mg"),
        ("I take ramipril 5mg", "the maximum is 10mg", "5mg"),
    ],
)
def test_a_dose_is_put_right_without_the_name(told: str, then: str, dose: str) -> None:
    found = medicines_after(told, then)
    assert found[next(name for name in ("ramipril", "amlodipine") if name in found)].split()[0] == dose


@pytest.mark.parametrize(
    ("told", "then", "taken"),
    [
        ("I take ramipril 5mg", "wrong name, sorry, it's losartan", ["losartan"]),
        ("I take ramipril 5mg", "the box says losartan", ["losartan"]),
        ("노바스크 5mg 먹어요", "이름을 잘못 말했어요, 로사르탄이에요", ["losartan"]),
        ("I take ramipril 5mg", "I also take losartan 50mg", ["losartan", "ramipril"]),
        ("I take ramipril 5mg", "is losartan the same thing?", ["ramipril"]),
        ("노바스크 5mg 먹어요", "로사르탄 50mg도 먹어요", ["amlodipine", "losartan"]),
    ],
)
def test_a_name_is_put_right_by_the_right_one_alone(told: str, then: str, taken: list[str]) -> None:
    assert sorted(name for name, each in medicines_after(told, then).items() if each.endswith("active")) == taken


@pytest.mark.parametrize(
    ("told", "then", "dose", "since"),
    [
        ("I take ramipril 5mg", "the doctor raised it to 10mg on May 20", "10mg", "2026-05-20"),
        ("I take ramipril 5mg", "ramipril was put up to 10mg on 20 May", "10mg", "2026-05-20"),
        ("노바스크 5mg 먹어요", "5월 20일에 10mg으로 올렸어요", "10mg", "2026-05-20"),
        ("노바스크 10mg 먹어요", "5월 20일부터 5mg으로 줄였어요", "5mg", "2026-05-20"),
        ("I take ramipril 5mg", "should it go up to 10mg on 20 June?", "5mg", None),
    ],
)
def test_a_dose_moves_on_the_day_that_is_told(told: str, then: str, dose: str, since: str | None) -> None:
    [fact] = [one for one in facts_after(told, then) if one.content.slot.value == "medications"]
    assert (fact.content.dose, fact.content.valid_from) == (dose, since)


@pytest.mark.parametrize(
    ("told", "then", "status"),
    [
        ("I stopped ramipril in April", "They're asking if I take ramipril these days. Do I?", "stopped"),
        ("I stopped ramipril in April", "why did I stop ramipril again?", "stopped"),
        ("라미프릴은 4월에 끊었어요", "라미프릴 아직 먹는다고 했는지 봐 주세요", "stopped"),
        ("라미프릴은 4월에 끊었어요", "라미프릴 왜 그만 먹었더라", "stopped"),
        ("라미프릴 5mg 먹어요", "라미프릴 안 먹는다고 했는지 먹는다고 했는지 헷갈려요", "active"),
    ],
)
def test_a_question_begins_and_ends_nothing(told: str, then: str, status: str) -> None:
    assert medicines_after(told, then)["ramipril"].endswith(status)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("콩코르 2.5mg 먹어요, 천식 약이에요", {"bisoprolol": "confirmed", "asthma": "confirmed"}),
        ("통풍 때문에 노바스크 5mg 먹어요", {"amlodipine": "confirmed", "gout": "confirmed"}),
    ],
)
def test_what_a_medicine_is_for_is_had_and_no_second_medicine(told: str, expected: dict[str, str]) -> None:
    assert {one.content.concept.concept_id: one.content.certainty.value for one in facts_after(told)} == expected
