"""What is not listened for decides nothing: sides that words settle, and labels that an intent answers with nothing."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from agent.answers.asking.sides_asked import ELSE, OPEN, idle_sides, sides_asked, sides_by_words
from agent.answers.knowledge.aspect_evidence import borne_out
from extraction.reading.learned.aspects import LABELS, Aspect

TEXTS: Final = (
    "What medicines am I on?",
    "What is it for?",
    "How many times a day do I take it?",
    "What is the maximum dose of it?",
    "When should I take it, before or after meals?",
    "What can I do about the headache tonight?",
    "지금 먹는 약이 뭐예요?",
    "하루에 몇 번 먹어요?",
    "하루 최대 몇 알까지 먹어도 돼요?",
    "식전에 먹나요, 식후에 먹나요?",
    "오늘 밤 두통은 어떻게 해요?",
)


@pytest.mark.parametrize("name", sorted(ELSE))
def test_an_idle_label_is_answered_with_nothing_however_sure_it_is(name: str) -> None:
    assert any(idle_sides(name, text) for text in TEXTS)
    for text, sure in product(TEXTS, (0.2, 0.5, 0.84, 0.85, 1.0)):
        for label, following in product(idle_sides(name, text), LABELS):
            heard = borne_out(Aspect(label, sure, following, min(sure, round(1 - sure, 3))), text, ())
            assert sides_asked(heard, name, text, text, named=True) == (), (text, label, sure)


@pytest.mark.parametrize("name", sorted({*OPEN, *ELSE}))
def test_what_words_settle_is_asked_whatever_is_heard(name: str) -> None:
    for text in TEXTS:
        settled = sides_by_words(name, text)
        found = {sides_asked(Aspect(label, 0.9, "food", 0.05), name, text, text, named=True) for label in LABELS}
        assert settled is None or found == {settled}, (text, found)


def test_both_are_there_for_something() -> None:
    assert sides_by_words("its_use", TEXTS[0]) == (("purpose", 1.0),)
    assert sides_by_words("knowledge", TEXTS[7]) == ()
    assert sides_by_words("knowledge", TEXTS[1]) is None
    assert {"purpose", "record", "other"} <= idle_sides("summary", TEXTS[0])
    assert idle_sides("knowledge", TEXTS[0]) == idle_sides("plan", TEXTS[3]) == frozenset()
    assert not {"self_care", "timing", "alcohol"} & idle_sides("plan", TEXTS[0])
