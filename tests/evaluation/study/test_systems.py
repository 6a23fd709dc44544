"""What is compared, behind one port: the service takes a correction in, a store that only adds keeps both."""

from __future__ import annotations

import importlib.util
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator

import numpy as np
import pytest

from agent.uncertainty import WARN_ABOVE, compare
from clients.client import AnamnesisClient
from evaluation.study.patients import InvalidStudy, generate
from evaluation.study.running.play import Label, play
from evaluation.study.running.played_model import MANNERS, playing
from evaluation.study.simulator import Play, Scenario, simulate
from evaluation.study.systems.opening import opened
from evaluation.study.systems.service import shipped_passages
from evaluation.study.systems.transcript import TranscriptSystem


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[AnamnesisClient]:
    with AnamnesisClient(address) as client:
        yield client


@pytest.fixture(scope="module")
def corrected() -> Scenario:
    patient = next(one for one in generate(20, 5) if one.cohort == "Full")
    return simulate(patient, Play("ko", "minimal", "record", shape="lab_latest"), 5)


def _label(system: str) -> Label:
    return Label("peers", "peers", system, 1, {}, sized=True)


def test_a_correction_reaches_the_service_and_not_a_store_that_only_adds(
    client: AnamnesisClient, corrected: Scenario
) -> None:
    whole = play(opened("agent", "ko", client, shipped_passages()), corrected, _label("agent"), shipped_passages()).rows
    adding = play(opened("append_only", "ko", client), corrected, _label("append_only")).rows
    at = next(index for index, row in enumerate(whole) if row.turn_type == "T5")
    assert whole[at].uptake and not whole[at].resurrected
    assert adding[at].uptake is False and adding[-1].resurrected, "the old value stands beside the new one"
    assert adding[at].memory_found == adding[at - 1].memory_found + 1
    assert adding[at].memory_right == whole[at].memory_right, "both have heard the new value"
    assert all(row.memory_items_raw >= row.memory_items_kept > 0 for row in whole)
    assert adding[-1].memory_items_raw == adding[-1].memory_items_kept


def test_a_transcript_grows_with_every_turn_and_answers_only_with_a_model(corrected: Scenario) -> None:
    rows = play(TranscriptSystem("ko"), corrected, _label("transcript")).rows
    tokens = [row.tokens_in for row in rows]
    assert tokens == sorted(tokens) and tokens[0] > 0 and len(set(tokens)) == len(tokens)
    assert {row.failure for row in rows} == {"NO_MODEL"} and not any(row.memory_found for row in rows)
    assert all(row.uptake is None for row in rows)
    said = play(
        TranscriptSystem("ko", lambda _, prompt: (prompt[-5:], 7, 3, 0.5)), corrected, _label("transcript")
    ).rows
    assert all(
        row.answer and (row.tokens_in, row.tokens_out, row.calls, row.model_cost) == (7, 3, 1, 0.5) for row in said
    )


def test_an_unknown_system_is_refused_by_the_service(client: AnamnesisClient, corrected: Scenario) -> None:
    with pytest.raises(InvalidStudy, match="refuses wizard"):
        play(opened("wizard", "ko", client), corrected, _label("wizard"))


def _asked(url: str, skill: str, prompt: str) -> tuple[int, dict[str, object] | None]:
    body = {"messages": [{"role": "system", "content": "x"}, {"role": "user", "content": prompt}],
            "response_format": {"json_schema": {"name": skill}}}  # fmt: skip
    request = urllib.request.Request(
        f"{url}/chat/completions", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request) as answer:
            text = json.loads(answer.read())["choices"][0]["message"]["content"]
    except urllib.error.HTTPError as error:
        return error.code, None
    try:
        return 200, json.loads(text or "null")
    except ValueError:
        return 200, None


def _prompt(**parts: str) -> str:
    return "\n".join(f"<{name}>\n{text}\n</{name}>" for name, text in parts.items())


def test_played_judges_keep_to_their_manner() -> None:
    question = "통풍이 있는 사람은 무엇을 마시면 안 좋은가요?"
    with playing("exacting") as url:
        _, lacking = _asked(url, "quality", _prompt(utterance=question, documents="[a] 통풍 (x): y"))
        _, content = _asked(url, "quality", _prompt(utterance=question, documents="[p] 과당 첨가 탄산수의 제한 (x): y"))
        _, query = _asked(url, "rewrite", _prompt(query="통풍 음료", feedback="과당 첨가 탄산수 제한\nround 1"))
    assert lacking and lacking["missing"] == ["과당 첨가 탄산수 제한"] and lacking["completeness"] == 0.3
    assert content and content["missing"] == [] and content["completeness"] == 0.9
    assert query and query["query"] == "통풍 음료 과당 첨가 탄산수 제한"
    with playing("drifting") as url:
        first = _asked(url, "quality", _prompt(utterance="q"))[1]
        second = _asked(url, "quality", _prompt(utterance="q", feedback="round 1"))[1]
    assert first and second and first["grounding"] == 0.26 and second["grounding"] == 0.32
    with playing("wavering") as url:
        said = [_asked(url, "answer", _prompt(utterance="q", draft="물을 마십니다.")) for _ in range(3)]
    answers = [one["answer"] for _, one in said if one]
    assert answers[0] == answers[1] == "물을 마십니다." != answers[2]


@pytest.mark.parametrize(
    "draft", ["고혈압에는 소금을 줄입니다. “짠 음식을 피합니다.” [ko-a]", "“Salt raises it.” [en-a]"]
)
def test_the_samples_of_a_wavering_model_are_in_doubt_by_the_service_s_own_measure(draft: str) -> None:
    with playing("wavering") as url:
        said = [_asked(url, "answer", _prompt(utterance="q", draft=draft))[1] for _ in range(3)]
    answers = [str(one["answer"]) for one in said if one]
    assert compare(answers, np.ones((3, 3), np.float32)).points > WARN_ABOVE
    assert compare([answers[0]] * 3, np.ones((3, 3), np.float32)).points == 0


def test_a_faulty_model_fails_in_every_way_and_equally_each_time() -> None:
    prompts = [_prompt(utterance=f"q{number}", draft="물을 마십니다.") for number in range(60)]
    with playing("faulty") as url:
        first = [_asked(url, "answer", prompt) for prompt in prompts]
        second = [_asked(url, "answer", prompt) for prompt in prompts]
    assert first == second
    assert {status for status, _ in first} >= {200, 500, 503}
    good = sum(body is not None for _, body in first)
    assert 10 < good < 50
    with pytest.raises(InvalidStudy, match="known are"):
        with playing("moody"):
            raise AssertionError(MANNERS)


def test_mem0_keeps_what_was_corrected_beside_what_it_was_corrected_to(
    client: AnamnesisClient, corrected: Scenario
) -> None:
    # Not imported here: it reads while it is imported whether it may tell its makers of every call.
    if importlib.util.find_spec("mem0") is None:
        pytest.skip("the peer mem0 is an extra: pip install 'anamnesis[mem0]'")
    rows = play(opened("mem0", "ko", client), corrected, _label("mem0")).rows
    adding = play(opened("append_only", "ko", client), corrected, _label("append_only")).rows
    at = next(index for index, row in enumerate(rows) if row.turn_type == "T5")
    assert rows[at].uptake is False and rows[-1].resurrected, "ADD only: both values are current"
    assert [row.memory_right for row in rows] == [row.memory_right for row in adding], "it has heard as much"
    assert all(row.calls == 1 and row.tokens_in > 5_000 for row in rows), "its instructions go with every message"
    assert f"{corrected.turns[at].truth.series[-1].value:g} " in rows[at].answer
    again = play(opened("mem0", "ko", client), corrected, _label("mem0")).rows
    assert again == rows


def test_a_peer_that_is_not_installed_is_named_with_what_to_install(
    client: AnamnesisClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mem0", None)
    with pytest.raises(InvalidStudy, match=r"anamnesis\[mem0\]"):
        opened("mem0", "ko", client)
