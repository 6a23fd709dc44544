"""Every shipped card answers one aspect of something that the lexicon knows, in both languages, and no two the same."""

from __future__ import annotations

from collections import defaultdict

from extraction.reading.learned.aspects import ASPECTS
from retrieval import shipped_corpus
from retrieval.cards import ANY, Cards, shipped_cards
from retrieval.corpus import Passage, passage_of
from tests.shipped import vocabulary


def card(document_id: str, aspect: str, *subjects: str) -> Passage:
    return passage_of(document_id, f"About {aspect}.", language="en", kind=aspect, concepts=subjects)


def test_the_first_subject_that_has_a_card_is_answered_about() -> None:
    cards = Cards([card("all", "alcohol", ANY), card("class", "alcohol", "statin"), card("one", "food", "simvastatin")])

    found = cards.find("en", "alcohol", ("simvastatin", "statin", ANY))

    assert found is not None
    assert found.document_id == "class"
    assert cards.find("en", "alcohol", ("metformin",)) is None
    assert cards.find("ko", "alcohol", ("statin", ANY)) is None


def test_every_card_stands_in_both_languages_for_the_same_aspect_and_subjects() -> None:
    pairs: dict[str, list[Passage]] = defaultdict(list)
    for passage in shipped_cards().by_id.values():
        pairs[passage.pair].append(passage)

    for pair, both in pairs.items():
        assert sorted(one.language for one in both) == ["en", "ko"], pair
        assert len({(one.kind, one.concepts) for one in both}) == 1, pair
        assert all(one.text and one.title and one.source for one in both), pair
        assert all(one.year or one.kind == "faq" for one in both), pair


def test_every_card_is_of_a_known_aspect_and_subject_and_is_the_only_one() -> None:
    known = {entry.concept_id for entry in vocabulary().lexicon.entries()} | {ANY}
    of: dict[tuple[str, str, str], str] = {}

    for passage in shipped_cards().by_id.values():
        if passage.kind == "faq":
            continue
        assert passage.kind in ASPECTS, passage.document_id
        assert set(passage.concepts) <= known, passage.document_id
        for subject in passage.concepts:
            other = of.setdefault((passage.language, passage.kind, subject), passage.document_id)
            assert other == passage.document_id, (other, passage.document_id, subject)


def test_no_card_has_the_id_of_a_passage() -> None:
    assert shipped_cards().by_id.keys().isdisjoint(one.document_id for one in shipped_corpus())
