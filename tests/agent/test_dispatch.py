"""Every kind of request has a composer, every sentence stands in both languages, and the learned kind is second."""

from __future__ import annotations

import pytest

from agent.answers.asking.asked_kinds import FINER, KINDS, settled_name
from agent.answers.asking.learned_kinds import LearnedKinds
from agent.answers.asking.request import read_request
from agent.answers.dispatch import ASIDES, COMPOSERS, FROM_RECORD
from agent.skills.ports import Language, Question
from agent.words.sentences import CATALOGUES, sentence, slots_of
from extraction.reading.understanding import ASKS, Asking, AskOp
from projections.patient_view import PatientView
from tests.agent.conversation import NOW, ZONE, lexicon, recogniser


def test_every_kind_of_request_is_answered_by_a_composer() -> None:
    assert set(KINDS) == set(ASKS)
    assert set(KINDS.values()) <= set(COMPOSERS)
    assert {*ASIDES, *FROM_RECORD} <= set(COMPOSERS)
    assert set(FINER) == set(ASKS) and set().union(*FINER.values()) <= set(COMPOSERS)


@pytest.mark.parametrize("key", sorted(set(CATALOGUES["ko"]) | set(CATALOGUES["en"])))
def test_a_sentence_has_the_same_slots_in_both_languages(key: str) -> None:
    korean, english = (slots_of(CATALOGUES[language][key]) for language in ("ko", "en"))
    assert korean == english
    for language in ("ko", "en"):
        filled = sentence(key, language, **dict.fromkeys(korean, "7.2%"))
        assert filled and "{" not in filled


def test_a_particle_takes_the_form_of_the_word_before_it() -> None:
    assert sentence("value.one", "ko", name="혈압", value="1").startswith("혈압은")
    assert sentence("value.one", "ko", name="혈색소", value="1").startswith("혈색소는")


@pytest.mark.parametrize(
    ("op", "asks", "name", "expected"),
    [
        ("permission", 0.9, "lookup", "knowledge"),
        ("permission", 0.9, "stopping", "stopping"),
        ("list", 0.5, "acknowledge", "summary"),
        ("list", -0.1, "acknowledge", "acknowledge"),
        ("permission", -0.1, "knowledge", "acknowledge"),
        ("permission", -0.1, "handover", "handover"),
        ("permission", -0.1, "thanks", "thanks"),
        ("compare", 0.9, "values", "values"),
        ("compare", 0.9, "knowledge", "knowledge"),
        ("repeat", 0.9, "knowledge", "knowledge"),
    ],
)
def test_the_reader_hears_the_kind_and_the_cues_make_it_finer(op: AskOp, asks: float, name: str, expected: str) -> None:
    request = read_request("아스피린 먹어도 될지", recogniser(), (NOW, ZONE))
    assert settled_name(name, Asking(op, 0.5, asks), request, PatientView("p")) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ko", "제가 지금 먹는 약이 뭐가 있는지 알려주세요"),
        ("en", "what am I taking at the moment, all of it?"),
        ("ko", "²\u3000"),
        ("en", ""),
    ],
)
def test_the_shipped_classifiers_read_any_question_and_give_the_same_twice(language: Language, text: str) -> None:
    kinds = LearnedKinds(lexicon(), recogniser())
    question = Question(text, language, NOW, ZONE, 1)
    assert kinds.read(question) == kinds.read(question)
    assert kinds.read(question).op in ASKS
