"""A quoted passage offers nothing that the record forbids; what it keeps is verbatim."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from domain.values import Content
from retrieval.cards import shipped_cards
from tests.agent.conversation import Conversation, allergy, card_reader, condition, medicine


def answered(language: Language, known: Content | None, text: str) -> str:
    talk = Conversation(language, cards=card_reader())
    return (talk.knows(known) if known is not None else talk).said(text).text


@pytest.mark.parametrize(
    ("language", "known", "text", "offer"),
    [
        ("en", allergy("aspirin"), "I've got a cold, what can I take?", "paracetamol or ibuprofen"),
        ("en", allergy("ibuprofen"), "I twisted my ankle, what should I do?", "or ibuprofen"),
        ("en", allergy("aspirin"), "period pain, what can I take?", "ibuprofen goes up"),
        ("en", medicine("warfarin", "3mg", "QD"), "toothache tonight, what helps?", "ibuprofen"),
        ("ko", allergy("aspirin"), "목감기라 덱시부프로펜 먹어도 돼요?", "아세트아미노펜이나 이부프로펜"),
        ("ko", allergy("ibuprofen"), "생리통 심해요 뭐 먹죠", "이부프로펜이나"),
        ("ko", allergy("aspirin"), "발목을 삐었어요 어떻게 해요", "이부프로펜을 쓸 수"),
    ],
)
def test_what_the_record_forbids_is_not_offered_by_a_quote(
    language: Language, known: Content, text: str, offer: str
) -> None:
    assert offer not in answered(language, known, text)


@pytest.mark.parametrize(
    ("language", "known", "text", "offer"),
    [
        ("en", None, "I've got a cold, what can I take?", "paracetamol or ibuprofen"),
        ("en", allergy("penicillin"), "I've got a cold, what can I take?", "paracetamol or ibuprofen"),
        ("en", medicine("metformin", "500mg", "BID"), "I twisted my ankle, what should I do?", "or ibuprofen"),
        ("ko", None, "발목을 삐었어요 어떻게 해요", "이부프로펜을 쓸 수"),
        ("ko", condition("hyperlipidemia"), "발목을 삐었어요 어떻게 해요", "이부프로펜을 쓸 수"),
    ],
)
def test_a_quote_that_offers_nothing_forbidden_stays_whole(
    language: Language, known: Content | None, text: str, offer: str
) -> None:
    assert offer in answered(language, known, text)


def test_what_is_kept_of_a_quote_stays_verbatim() -> None:
    draft = (
        Conversation("en", cards=card_reader())
        .knows(allergy("ibuprofen"))
        .said("I twisted my ankle, what should I do?")
    )
    for one in draft.citations:
        assert one.quote in shipped_cards().by_id[one.document_id].text
        assert f"“{one.quote}” [{one.document_id}]" in draft.text
