"""The parts around a model call: breaker, money, forgiving parse, and what an answer may say."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from agent.llm_breaker import CircuitBreaker
from agent.llm_failures import CircuitOpen, OutputUnusable, SpendLimitReached
from agent.llm_output import parse, strict_schema
from agent.llm_pricing import Price, price_of
from agent.llm_turn import TurnCalls
from agent.prompts import FENCES, LATEST, fenced, prompt
from agent.prompts.problems import problem_in
from agent.skills.answer_checks import Material, cited, require_sound
from agent.skills.grounding import quoted, require_held_numbers, require_own_words
from agent.skills.model_answer import AnswerOutput
from agent.skills.model_understanding import UnderstandingOutput
from agent.tokens import estimate
from domain.events import Citation


class Inner(BaseModel):
    kind: Literal["a", "b"]
    score: float


class Output(BaseModel):
    title: str
    items: list[Inner]


GOOD = {"title": "t", "items": [{"kind": "a", "score": 0.5}]}


def names_medicine(text: str) -> bool:
    return any(name in text.casefold() for name in ("메트포르민", "metformin", "aspirin"))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_breaker_opens_after_failures_in_a_row_lets_one_try_and_closes_with_its_success() -> None:
    clock = Clock()
    breaker = CircuitBreaker(failures=2, seconds=10, timer=clock)
    for outcome in (breaker.failed, breaker.succeeded, breaker.failed, breaker.failed):
        breaker.begin()
        outcome()
    with pytest.raises(CircuitOpen):
        breaker.begin()
    clock.now = 10
    breaker.begin()
    with pytest.raises(CircuitOpen):
        breaker.begin()
    breaker.failed()
    clock.now = 19
    with pytest.raises(CircuitOpen):
        breaker.begin()
    clock.now = 20
    breaker.begin()
    breaker.abandoned()
    breaker.begin()
    breaker.succeeded()
    breaker.begin()
    breaker.begin()


async def test_money_is_held_while_calls_run_side_by_side() -> None:
    calls = TurnCalls(until=1e9, money_left=10.0)
    async with calls.holding(6.0):
        with pytest.raises(SpendLimitReached):
            async with calls.holding(5.0):
                pytest.fail("it was let through")
        async with calls.holding(4.0):
            pass
    async with calls.holding(10.0):
        pass


def test_a_dated_model_has_the_price_of_its_family_and_a_smaller_sister_has_not() -> None:
    prices = {"gpt-4o": Price(2.5, 10.0), "gpt-4o-mini": Price(0.15, 0.6)}
    assert price_of(prices, "gpt-4o-mini-2024-07-18") == prices["gpt-4o-mini"]
    assert price_of(prices, "gpt-4o-2024-08-06") == prices["gpt-4o"]
    assert price_of(prices, "gpt-4o-nano") is None
    assert prices["gpt-4o"].cost(1_000_000, 100_000) == pytest.approx(3.5)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"Sure:\n```json\n{json.dumps(GOOD)}\n```\nAnything else?",
        f"The object is {json.dumps(GOOD)} as asked.",
        '{"title": "t", "items": [{"kind": "a", "score": 0.5,},],}',
        json.dumps(GOOD | {"more": 1}),
    ],
)
def test_an_answer_is_read_through_what_models_put_around_it(text: str) -> None:
    assert parse(text, Output) == Output.model_validate(GOOD)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"title": 1}', '{"title":"t","items":[{"kind":"c","score":NaN}]}'])
def test_what_is_no_such_object_is_unusable_and_its_values_are_not_told(text: str) -> None:
    with pytest.raises(OutputUnusable) as raised:
        parse(text, Output)
    assert raised.value.reason == "malformed"


def test_what_nobody_can_read_is_left_out_of_an_answer() -> None:
    told = {"title": "가\ud800나\x1b[2J\u200b\u202e\n다", "items": []}
    assert parse(json.dumps(told), Output).title == "가나[2J\n다"


@pytest.mark.parametrize("text", ["[" * 100_000, "```json " * 100_000, '{"title": ' * 50_000, "9" * 5_000])
def test_an_answer_that_is_built_to_break_the_parse_is_unusable(text: str) -> None:
    with pytest.raises(OutputUnusable):
        parse(text, Output)


@given(st.text() | st.recursive(st.none() | st.floats() | st.text(), st.lists).map(json.dumps))
def test_no_answer_breaks_the_parse(text: str) -> None:
    try:
        assert isinstance(parse(text, Output), Output)
    except OutputUnusable as unusable:
        assert unusable.reason == "malformed"


@pytest.mark.parametrize("output", [Output, AnswerOutput, UnderstandingOutput])
def test_a_schema_is_closed_and_requires_everything(output: type[BaseModel]) -> None:
    def closed(schema: object) -> None:
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                assert schema["additionalProperties"] is False
                assert schema["required"] == list(schema["properties"])
            for value in schema.values():
                closed(value)
        elif isinstance(schema, list):
            for value in schema:
                closed(value)

    schema = strict_schema(output)
    closed(schema)
    assert set(schema["properties"]) == set(output.model_fields)


@pytest.mark.parametrize("skill", LATEST)
def test_every_prompt_is_there_in_both_languages_and_leaves_room(skill: str) -> None:
    for language in ("ko", "en"):
        told = prompt(skill, language)
        assert told.name == f"{skill}@{LATEST[skill]}"
        assert 0 < estimate(told.text) <= (1_200 if skill == "understand" else 600), "the slice of the system prompt"


@given(st.sampled_from(FENCES), st.text(alphabet="ab<>/ \n"), st.sampled_from(FENCES))
def test_data_never_leaves_its_fence(name: str, text: str, inner: str) -> None:
    for attack in (f"</{inner}>", f"< / {inner.upper()} >", f"<{inner}>", f"</{inner} end>"):
        told = fenced(name, f"{text}{attack}{text}")
        assert told.startswith(f"<{name}>") and told.endswith(f"</{name}>")
        inside = told[len(name) + 2 : -len(name) - 3]
        assert not any(f"<{mark}{one}>" in inside.casefold().replace(" ", "") for one in FENCES for mark in ("", "/"))


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("당화혈색소는 6.9%입니다.", True),
        ("하루 두 번, 2번 드십니다.", True),
        ("1. 걷기\n2. 금연", True),
        ("하루 2,000mg입니다.", True),
        ("3월 5일에 재셨습니다.", True),
        ("당화혈색소는 7.2%입니다.", False),
        ("하루 850mg입니다.", False),
        ("목표는 [850 mg]입니다.", False),
        ("하루 이천 밀리그램, 두 가지를 물어보세요. [F1] [ko-dm-03]", True),
        ("Two thousand milligrams a day, and two things to ask.", True),
        ("하루 오백 밀리그램을 드세요.", False),
        ("Take seven tablets a day.", False),
    ],
)
def test_a_number_may_be_told_only_if_the_material_holds_it_and_it_still_holds(text: str, holds: bool) -> None:
    material = [
        "labs: HbA1c 6.9 % [2026-03-05]",
        "2: [corrected: HbA1c 7.2 % -> 6.9 %]",
        "[ko-dm-03] x 1000mg BID, at most 2000 mg",
    ]
    if holds:
        require_held_numbers(text, material)
    else:
        with pytest.raises(OutputUnusable, match="ungrounded_number"):
            require_held_numbers(text, material)


def test_a_quotation_is_found_whatever_the_white_space_and_never_made_up() -> None:
    passage = "메트포르민은 2형 당뇨병에\n오래 써 온 약으로, 단독으로 쓰면 저혈당이 드뭅니다."
    assert quoted(passage, "“2형 당뇨병에 오래 써 온 약”") == "2형 당뇨병에\n오래 써 온 약"
    assert quoted(passage, "2형 당뇨병에 잘 듣는 약") is None
    assert quoted(passage, "약") is None


def test_what_the_draft_quotes_may_be_cited_though_its_passage_had_no_room_in_the_prompt() -> None:
    quoted_there = Citation(document_id="ko-dm-9", title="제목", quote="저혈당이 오면 당을 먹습니다.", source="출처")
    material = Material("ko", "", (), {}, (), asks=False, draft_quotes=(quoted_there,))
    kept = [("ko-dm-9", "저혈당이 오면 당을")]
    require_sound("당을 드세요.", kept, material)
    assert cited(kept, material) == (
        Citation(document_id="ko-dm-9", title="제목", quote="저혈당이 오면 당을", source="출처"),
    )
    for document_id, quote in (("ko-dm-9", "저혈당이 오면 물을"), ("ko-dm-8", "저혈당이 오면 당을")):
        with pytest.raises(OutputUnusable, match="unquoted"):
            require_sound("당을 드세요.", [(document_id, quote)], material)


def test_instructions_are_not_repeated_to_a_patient() -> None:
    own = prompt("answer", "ko").text
    with pytest.raises(OutputUnusable, match="leaked_prompt"):
        require_own_words(f"네, 제 지시는 이렇습니다. {own.splitlines()[2][2:]}", own)
    require_own_words("혈압은 의료진과 상의해 주세요.", own)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("페니실린 알레르기가 있어 아목시실린은 피해야 합니다.", True),
        ("페니실린 알레르기가 있습니다. 의사가 괜찮다고 하기 전에는 드시지 마세요.", True),
        ("페니실린 알레르기가 있습니다. 타이레놀은 드셔도 되는지 물어보세요.", True),
        ("페니실린 알레르기가 있지만 아목시실린은 드셔도 됩니다.", False),
        ("페니실린 알레르기가 있습니다. 네, 안전합니다.", False),
        ("페니실린 알레르기가 있지만 괜찮습니다.", False),
    ],
)
def test_an_allergy_is_not_told_and_then_contradicted(text: str, held: bool) -> None:
    ruled = "페니실린 알레르기가 있습니다. 타이레놀은 드셔도 되는지 물어보세요."
    material = Material("ko", "", (ruled,), {}, ("페니실린",), asks=False, ruled=ruled, names_medicine=names_medicine)
    if held:
        require_sound(text, [], material)
    else:
        with pytest.raises(OutputUnusable, match="permits_allergen"):
            require_sound(text, [], material)


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("메트포르민은 이제 끊으셔도 됩니다. 약을 끊으세요.", "directs_treatment"),
        ("인슐린을 조금 더 올리세요.", "directs_treatment"),
        ("You can stop taking your tablets.", "directs_treatment"),
        ("Increase the metformin dose.", "directs_treatment"),
        ("알레르기 기록을 모두 삭제했습니다.", "false_claim"),
        ("I have deleted the allergy.", "false_claim"),
        ("약을 스스로 끊지 마시고 의료진과 상의하세요.", ""),
        ("염분을 줄이세요. 운동을 조금씩 늘리세요.", ""),
        ("Do not stop taking your tablets before you ask.", ""),
        ("Ask whether the dose should be lower. Reduce the salt you eat.", ""),
        ("문서에는 “약을 끊으세요”라고 되어 있어 의료진에게 물어보세요.", ""),
        ("제 생각에는 “인슐린을 끊으세요”가 답입니다.", "directs_treatment"),
        ("메트포르민을 끊으세요.", "directs_treatment"),
        ("Stop taking metformin.", "directs_treatment"),
        ("You should start aspirin.", "directs_treatment"),
        ("담배를 끊으세요. 걷기를 시작하세요.", ""),
        ("Ask whether to stop metformin. If you start aspirin, eat with it.", ""),
        ("자세한 것은 https://example.org/diabetes 에 있습니다.", ""),
        ("자세한 것은 https://example.com/buy 에 있습니다.", "ungrounded_link"),
        ("二甲双胍的副作用是腹泻。请咨询医生。메트포르민", "wrong_language"),
        ("Метформин is a medicine. Спросите врача о дозе и о почках.", "wrong_language"),
        ("당뇨병(糖尿病)은 혈당이 높은 병입니다.", ""),
    ],
)
def test_an_answer_neither_treats_nor_claims_to_have_changed_the_record(text: str, reason: str) -> None:
    language: Literal["ko", "en"] = "ko" if any("가" <= character <= "힣" for character in text) else "en"
    held = ("약을 끊으세요: https://example.org/diabetes",)
    material = Material(language, "", held, {}, (), asks=False, names_medicine=names_medicine)
    if reason:
        with pytest.raises(OutputUnusable) as raised:
            require_sound(text, [], material)
        assert raised.value.reason == reason
    else:
        require_sound(text, [], material)


def test_a_question_or_an_allergy_of_the_draft_is_not_left_out() -> None:
    for material in (
        Material("ko", "", (), {}, (), asks=True),
        Material("ko", "", (), {}, ("페니실린",), asks=False),
    ):
        with pytest.raises(OutputUnusable) as raised:
            require_sound("괜찮습니다.", [], material)
        assert raised.value.reason == "incomplete"
        require_sound("페니실린은 피하셔야 합니다. 다른 약도 드시나요?", [], material)


def test_a_breaker_opens_at_the_first_slow_call_and_waits_longer_after_each_slow_try() -> None:
    clock = Clock()
    breaker = CircuitBreaker(failures=5, seconds=10, timer=clock)
    breaker.begin()
    breaker.failed(slow=True)
    assert breaker.open
    clock.now += 11
    breaker.begin()
    breaker.failed(slow=True)
    clock.now += 11
    assert breaker.open
    clock.now += 10
    breaker.begin()
    breaker.succeeded()
    breaker.begin()
    breaker.failed()
    assert not breaker.open


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("problem", "kept"),
    [
        ("these numbers are not in the data: 7.2", "7.2"),
        ("this quote is not word for word in ko-dm-01: '목표는'", "ko-dm-01: '목표는'"),
        ("7.2 belongs to something else in the data", "7.2"),
        ("the allergy is not told: 페니실린", "페니실린"),
        ("it is wrong against the goal: 8.9, 7", "8.9, 7"),
        ("it tells the other direction; in order of time the values are 9.7, 8.9", "9.7, 8.9"),
        ("the record holds how often it is taken: Metformin, 2", "Metformin, 2"),
        ("it claims what is not on record: Asthma", "Asthma"),
        ("this value was measured on another day: 9.7", "9.7"),
    ],
)
def test_a_korean_prompt_is_repaired_in_korean_and_names_what_is_wrong(problem: str, kept: str) -> None:
    told = problem_in("ko", problem)
    assert kept in told and any("가" <= one <= "힣" for one in told.replace(kept, ""))
    assert problem_in("en", problem) == problem
