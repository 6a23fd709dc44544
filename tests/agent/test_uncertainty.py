"""Samples that disagree are noticed and told; samples that say the same in other words are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from agent.context import ContextAssembler
from agent.ports import Ports
from agent.skills.ports import Question
from agent.tokens import token_counter
from agent.turns import TurnRunner
from agent.uncertainty import WARN_ABOVE, compare, warning_text
from agent.understanding.seen import Seen
from agent.understanding.words import Words
from agent.updates import TurnWarning
from domain.events import AnswerDrafted, AnswerGiven
from server.composition import Knowledge
from tests.agent.agent_bench import NOW, AgentBench, Heard
from tests.agent.doubting import Row, rows
from tests.agent.scripted import Judge, Writer

QUESTION = "고혈압이면 소금을 얼마나 먹나요?"
AGREEING = (
    "소금은 하루 5g 아래로 드세요.",
    "하루에 소금은 5g 아래로 드시는 것이 좋습니다.",
    "소금을 하루 5g 아래로 드세요.",
)
DIFFERING = ("소금은 하루 5g까지 드세요.", "소금은 하루 12g까지 드세요.", "소금은 드시지 마세요.")


def alike(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.ones((count, count), dtype=np.float32)


@pytest.mark.parametrize(
    "texts",
    [
        ("Take it with food.", "Take it without food.", "Do not take it with food."),
        ("Eat at most 5 g of salt a day.", "Eat at most 12 g of salt a day.", "Eat at most 20 g of salt a day."),
        ("식후에 드세요. 하루 2번입니다.", "식후에 드시지 마세요. 하루 3번입니다.", "의사에게 물어보세요."),
    ],
)
def test_points_and_claims_tell_apart_what_cosine_takes_for_the_same(texts: tuple[str, ...]) -> None:
    """A number or a negation changes everything and moves a vector hardly at all."""
    compared = compare(texts, alike(3))
    assert compared.cosine == pytest.approx(0.0)
    assert compared.claims > WARN_ABOVE
    assert compared.points > WARN_ABOVE


def test_the_same_in_other_words_is_certain() -> None:
    for texts in (AGREEING, ("", "", "")):
        compared = compare(texts, alike(3))
        assert (compared.points, compared.claims) == (0.0, 0.0)


def test_cosine_is_one_minus_the_mean_of_the_pairs() -> None:
    cosines = np.array([[1, 0.9, 0.6], [0.9, 1, 0.3], [0.6, 0.3, 1]], dtype=np.float32)
    assert compare(AGREEING, cosines).cosine == pytest.approx(0.4)


def test_the_sample_that_the_others_support_is_the_best() -> None:
    odd = ("약을 끊으세요. 병원에 가지 마세요.", AGREEING[0], AGREEING[2])
    assert compare(odd, alike(3)).best == 1


async def test_disagreeing_samples_are_told_in_the_answer_the_stream_and_the_log(
    tmp_path: Path, knowledge: Knowledge
) -> None:
    bench = AgentBench(
        tmp_path, knowledge, lambda skills: replace(skills, answer=Writer(DIFFERING), quality=Judge(0.9))
    )
    heard = await bench.say(QUESTION)
    payloads = [event.payload for event in bench.records.stream(bench.patient_id)]
    [drafted] = [one for one in payloads if isinstance(one, AnswerDrafted)]
    [given] = [one for one in payloads if isinstance(one, AnswerGiven)]
    assert given.uncertainty is not None and given.uncertainty > WARN_ABOVE
    assert drafted.uncertainty == given.uncertainty
    assert drafted.parameters["samples"] == "3" and drafted.parameters["method"] == "points"
    told = warning_text(given.uncertainty, "ko")
    assert given.text.endswith(told) and "의료진" in told and f"{round(100 * (1 - given.uncertainty))}%" in told
    assert "uncertain" in given.warnings
    assert [told] == [
        one.message for one, _ in heard.updates if isinstance(one, TurnWarning) and one.code == "UNCERTAIN"
    ]


async def test_the_doubt_is_shown_and_comes_back_in_no_prompt(tmp_path: Path, knowledge: Knowledge) -> None:
    bench = AgentBench(
        tmp_path, knowledge, lambda skills: replace(skills, answer=Writer(DIFFERING), quality=Judge(0.9))
    )
    shown = (await bench.say(QUESTION)).answer
    view, asked = bench.views.view(bench.patient_id), "네, 5g이요?"
    [last] = view.answers.given.values()
    doubt = warning_text(0.5, "ko").partition(" 약 ")[0]
    assert doubt in shown and last.text == shown

    words = Words.of(asked, knowledge.lexicon, knowledge.recogniser, NOW, "Asia/Seoul", "ko")
    assert Seen.of(view.ledger, words, (), last).answer in DIFFERING
    context = ContextAssembler(token_counter()).assemble(Question(asked, "ko", NOW, "Asia/Seoul", 2), view, ())
    [turn] = context.history
    assert QUESTION in turn.text and "소금" in turn.text.partition("->")[2] and doubt not in turn.text


async def test_agreeing_samples_are_given_without_a_word(tmp_path: Path, knowledge: Knowledge) -> None:
    bench = AgentBench(tmp_path, knowledge, lambda skills: replace(skills, answer=Writer(AGREEING), quality=Judge(0.9)))
    assert (await bench.say(QUESTION)).answer in AGREEING


async def test_the_thesis_method_by_setting(tmp_path: Path, knowledge: Knowledge) -> None:
    bench = AgentBench(
        tmp_path, knowledge, lambda skills: replace(skills, answer=Writer(DIFFERING), quality=Judge(0.9))
    )
    ports: Ports = replace(bench.ports, uncertainty="cosine")
    heard = Heard()
    await TurnRunner(ports).run(bench.request(QUESTION), heard)
    [drafted] = [
        event.payload for event in bench.records.stream(bench.patient_id) if isinstance(event.payload, AnswerDrafted)
    ]
    assert drafted.uncertainty == pytest.approx(float(drafted.parameters["cosine"]), abs=1e-3)


def test_the_warning_speaks_english_too() -> None:
    assert "38%" in warning_text(0.62, "en") and "clinician" in warning_text(0.62, "en")


@pytest.fixture(scope="module")
def reported(knowledge: Knowledge) -> dict[tuple[str, str], Row]:
    return {(row.name, row.method): row for row in rows(knowledge)}


@pytest.mark.parametrize("name", ["written", "recorded", "sentences"])
def test_doubt_by_points_goes_with_being_wrong_and_cosine_does_not(
    reported: dict[tuple[str, str], Row], name: str
) -> None:
    """Few right answers are doubted, and wrong ones more than right ones; `python -m tests.agent.doubting` has all."""
    points, cosine = reported[name, "points"], reported[name, "cosine"]
    assert points.right_flagged <= 0.12 < 0.3 < points.wrong_flagged
    assert points.correlation > 0.3 > 0.0 > cosine.correlation
    assert points.area > max(0.6, cosine.area)


def test_facts_that_the_samples_used_are_compared() -> None:
    texts = ("It may be the first medicine.", "It may be the second one.", "Something else perhaps.")
    same, other = [("f1",), ("f1", "f2"), ("f1",)], [("f1",), ("f2",), ("f3",)]
    assert compare(texts, alike(3), facts=same).points == 0.0
    assert compare(texts, alike(3), facts=other).points == 1.0


def test_what_one_sample_adds_is_no_disagreement(knowledge: Knowledge) -> None:
    short = "HbA1c 7.8 % is above the goal of 7.0 %."
    more = "HbA1c 7.8 % is 0.8 above the goal of 7.0 %. Walk 150 minutes a week. Ask your doctor about the flu shot."
    other = "HbA1c 7.8 % is above the goal of 6.0 %."
    names = knowledge.recogniser.find
    assert compare((short, more, short), alike(3), names).points == 0.0
    assert compare((short, more, other), alike(3), names).points > WARN_ABOVE
