"""A real small model behind the service: real tokens, real streams and real nonsense, and memory right in all of it.

``make model-test`` installs the model and runs these; without it they are skipped.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import openai
import pytest
from pydantic import BaseModel

from agent.llm_output import parse, strict_schema
from agent.skills.model_quality import QualityOutput
from agent.skills.model_understanding import UnderstandingOutput
from server.composition import Knowledge
from tests.model.conftest import SMALL, TURN_SECONDS, service
from tests.model.conversations import ASKED_BACK, CORRECTED, IN_FORCE, SAID, Played, play
from tests.model.endpoint import NAME
from tests.model.model import SmallModel, Wish
from tests.model.network import Network, Text
from tests.model.pieces import Pieces
from tests.model.weights import Weights

pytestmark = pytest.mark.timeout(3 * TURN_SECONDS)


@pytest.fixture(scope="module")
def asked(endpoint: str) -> openai.OpenAI:
    return openai.OpenAI(base_url=endpoint, api_key="none", max_retries=0, timeout=TURN_SECONDS)


@pytest.fixture(scope="module")
def weights(endpoint: str) -> Weights:
    return Weights.load()


def test_the_model_knows_what_the_real_one_knows(asked: openai.OpenAI) -> None:
    """Wrong weights, positions or pieces would say anything but this."""
    said = asked.chat.completions.create(
        model=NAME, messages=[{"role": "user", "content": "What is the capital of France?"}], temperature=0,
        max_tokens=12,
    )  # fmt: skip
    assert "Paris" in (said.choices[0].message.content or "")


def test_what_was_read_before_is_as_good_as_read_anew(weights: Weights) -> None:
    network, pieces = Network(weights), Pieces(weights.pieces)
    tokens = pieces.of("My HbA1c was 7.2 %, not 8.2 %. 오늘 두통이 있어요." * 20)
    whole = network.read(Text.empty(weights), tokens)
    text = Text.empty(weights)
    network.read(text, tokens[:100])
    kept = text.beginning(60)
    assert np.abs(network.read(kept, tokens[60:]) - whole).max() < 0.01


def test_words_become_pieces_and_words_again(weights: Weights) -> None:
    pieces = Pieces(weights.pieces)
    for text in ("HbA1c 7.2 %, not  8.2!\n", "당화혈색소가 8.2가 아니라 7.2였어요.", '{"answer": ""}', " 12  ab"):
        assert b"".join(pieces.words[one] for one in pieces.of(text)).decode() == text


@pytest.mark.parametrize("output", [UnderstandingOutput, QualityOutput])
def test_a_schema_is_followed_whatever_the_model_wants_to_say(weights: Weights, output: type[BaseModel]) -> None:
    said: list[str] = []
    wish = Wish((("user", "Say it in JSON."),), most=900, temperature=1.5, schema=strict_schema(output))
    _, [told] = SmallModel(weights).answer(wish, lambda number, words: said.append(words))
    assert told.finish == "stop" and told.written > 5
    parse("".join(said), output)


def test_tokens_come_as_they_are_made_and_a_client_may_hang_up(asked: openai.OpenAI) -> None:
    question = {"model": NAME, "messages": [{"role": "user", "content": "Tell me a long story."}], "stream": True}
    words, arrived = list[str](), list[float]()
    with asked.chat.completions.create(**question, max_tokens=40) as stream:  # type: ignore[call-overload]
        for one in stream:
            words.append(one.choices[0].delta.content or "")
            arrived.append(time.monotonic())
    assert len("".join(words)) > 40 and len(set(arrived)) > 10
    assert arrived[-1] - arrived[0] > 10 * (arrived[1] - arrived[0]) / 2, "all of it came at once"
    with asked.chat.completions.create(**question, max_tokens=1000) as stream:  # type: ignore[call-overload]
        next(iter(stream))
    began = time.monotonic()
    asked.chat.completions.create(model=NAME, messages=[{"role": "user", "content": "Hi"}], max_tokens=2)
    assert time.monotonic() - began < 40 * (arrived[-1] - arrived[0]), "the slot was not given back"


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge, endpoint: str) -> dict[str, Played]:
    """Both conversations with the rules alone."""
    with service(tmp_path_factory.mktemp("rules"), knowledge) as client:
        return {language: play(client, language, said) for language, said in SAID.items()}


@pytest.fixture(scope="module", params=["ko", "en"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, knowledge: Knowledge, endpoint: str
) -> Iterator[Played]:
    """A conversation with the small model behind every skill."""
    with service(tmp_path_factory.mktemp("model"), knowledge, llm_base_url=endpoint, **SMALL) as client:
        yield play(client, request.param, SAID[request.param])


def test_the_rules_alone_remember_what_was_said(ruled: dict[str, Played]) -> None:
    """Else the next test would compare with nothing."""
    for language, one in ruled.items():
        assert one.facts >= IN_FORCE[language]


def test_memory_is_right_whatever_the_model_says(played: Played, ruled: dict[str, Played]) -> None:
    """The same facts in force as by the rules alone, or fewer of them with a question open: never one that is wrong."""
    alone = ruled[played.language].facts
    assert played.facts <= alone
    assert played.facts >= IN_FORCE[played.language]
    assert not [fact for fact in played.facts if CORRECTED[played.language] in fact]
    assert played.facts == alone or played.payloads("ClarificationRequested")


def test_the_model_was_really_asked(played: Played) -> None:
    calls = played.payloads("ModelCalled")
    assert {"understand", "answer"} <= {one["skill"] for one in calls}
    assert all(one["outcome"] not in ("timeout", "unreachable", "unavailable") for one in calls)
    answered = [one for one in calls if one["outcome"] == "ok"]
    assert answered and all(one["tokens"]["completion"] > 5 for one in answered)  # type: ignore[index]


def test_every_turn_is_answered_and_a_correction_is_told(played: Played) -> None:
    for turn in range(1, len(played.turns) + 1):
        assert played.turns[turn - 1][-1].WhichOneof("payload") == "turn_completed"
        assert played.answer(turn) and played.answer(turn) == "".join(played.texts(turn, "answer_delta"))
        assert "\ufffd" not in played.answer(turn)
    turn, value = ASKED_BACK[played.language]
    assert value in played.answer(turn) and CORRECTED[played.language] not in played.answer(turn)


def test_what_failed_a_check_was_not_given(played: Played) -> None:
    """An answer is the model's and passed, or the rules'; every refusal and every twin is in the log by name."""
    given = played.payloads("AnswerGiven")
    assert len(given) == len(played.turns)
    refused = played.payloads("CheckFailed")
    assert all(one["check"] and one["outcome"] for one in refused)
    for one in played.payloads("FallbackUsed"):
        assert one["reason"]
    calls = [one for one in played.payloads("ModelCalled") if one["skill"] == "answer"]
    spoiled = [one for one in refused if one["skill"] == "answer"]
    twins = [one for one in played.payloads("FallbackUsed") if one["skill"] == "answer"]
    authors = [str(one.get("author", "")) for one in played.payloads("AnswerDrafted")]
    assert calls and (spoiled or twins or NAME in " ".join(authors))


def test_drafts_are_the_answer_or_withdrawn(played: Played) -> None:
    for number, turn in enumerate(played.turns, 1):
        kinds = [one.WhichOneof("payload") for one in turn]
        drafted = "".join(played.texts(number, "draft_delta"))
        if drafted and drafted != played.answer(number):
            assert "draft_withdrawn" in kinds
        if "draft_withdrawn" in kinds:
            assert kinds.index("draft_withdrawn") < kinds.index("answer")


def test_a_model_that_follows_no_schema_is_stood_in_for(tmp_path: Path, knowledge: Knowledge, endpoint: str) -> None:
    """Free words where JSON is asked for: sent back, then left to the rules, and memory is theirs."""
    with service(tmp_path, knowledge, llm_base_url=endpoint, llm_structure="text", **SMALL) as client:
        free = play(client, "en", SAID["en"][:3])
    assert {"Potassium 4.6", "Apixaban 5mg BID"} <= free.facts
    assert "understand" in json.dumps(free.payloads("FallbackUsed"))
    assert "malformed" in json.dumps([free.payloads("CheckFailed"), free.payloads("FallbackUsed")])
