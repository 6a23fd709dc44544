"""What mattered for a medicine that is taken no more: a food, a test, and the card about it."""

from __future__ import annotations

import pytest

from agent.safety.alarms import sources
from agent.safety.cautions import ids_of
from agent.safety.tables import table
from agent.skills.ports import Language
from domain.values import Content, SlotKind, Status, Temporality
from tests.agent.conversation import Conversation, card_reader, condition, medicine, none_of
from tests.shipped import vocabulary

OVER = medicine("warfarin", "3mg", "QD", status=Status.STOPPED, temporality=Temporality.PAST)
ON_IT = medicine("warfarin", "3mg", "QD")
NEW = medicine("apixaban", "5mg", "BID")
AMLODIPINE_OVER = medicine("amlodipine", "5mg", "QD", status=Status.STOPPED, temporality=Temporality.PAST)
NO_LONGER = ("no longer taken", "끊은 것으로")


def said(language: Language, asked: str, *known: Content) -> str:
    talk = Conversation(language, cards=card_reader()).knows(*known, none_of(SlotKind.ALLERGIES))
    return talk.said(asked).text


def test_the_table_names_only_what_exists() -> None:
    lexicon = vocabulary().lexicon
    known = {each for kind in ("medications", "drug_classes") for one in lexicon.entries(kind)
             for each in (one.concept_id, *one.broader)}  # fmt: skip
    for row in (*table("once_for")["foods"].values(), *table("once_for")["tests"].values()):
        assert {*ids_of(row["medicines"])} <= known, row
        assert row["source"] in sources()


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "may I eat spinach?"),
        ("en", "do I still have to avoid kale?"),
        ("en", "is natto ok now?"),
        ("ko", "시금치랑 청국장 먹어도 되나요?"),
        ("ko", "청국장 아직도 피해야 하나요?"),
    ],
)
@pytest.mark.parametrize("now", [(OVER, NEW), (OVER,)])
def test_the_greens_of_who_has_come_off_warfarin_are_free(
    language: Language, asked: str, now: tuple[Content, ...]
) -> None:
    text = said(language, asked, *now)
    assert any(one in text for one in NO_LONGER), text
    assert "card-warfarin" not in text


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "do I still need the INR test?"),
        ("en", "Must I keep going for my INR?"),
        ("ko", "INR 검사 계속 받아야 하나요?"),
        ("ko", "이제 INR 안 재도 되는 건가요, 계속 해야 하나요?"),
    ],
)
def test_the_inr_of_who_has_come_off_warfarin_is_answered_with_a_no_and_what_is_tested_now(
    language: Language, asked: str
) -> None:
    text = said(language, asked, OVER, NEW)
    assert text.startswith(("No, as far as is known", "아니요, 알려진 바로는")), text
    assert ("kidneys" if language == "en" else "콩팥") in text


@pytest.mark.parametrize(
    ("language", "asked", "known"),
    [
        ("en", "may I eat spinach?", (ON_IT,)),
        ("en", "do I still need the INR test?", (ON_IT,)),
        ("en", "do I still need the INR test?", (OVER, NEW, condition("cirrhosis"))),
        ("en", "do I still need the INR test?", (NEW,)),
        ("en", "what is an INR?", (OVER, NEW)),
        ("en", "can I have grapefruit now?", (AMLODIPINE_OVER, medicine("simvastatin", None, "QD"))),
        ("ko", "시금치 먹어도 되나요?", (ON_IT,)),
        ("ko", "INR 검사 계속 받아야 하나요?", (ON_IT,)),
    ],
)  # fmt: skip
def test_what_still_matters_is_not_called_over(language: Language, asked: str, known: tuple[Content, ...]) -> None:
    text = said(language, asked, *known)
    assert not any(one in text for one in NO_LONGER), text


@pytest.mark.parametrize(
    ("language", "asked"), [("en", "how long does warfarin stay in the body?"), ("ko", "와파린은 왜 시금치를 가렸죠?")]
)
def test_a_stopped_medicine_that_is_asked_about_itself_may_have_its_card(language: Language, asked: str) -> None:
    assert "Yes, as far as is known" not in said(language, asked, OVER, NEW)
