from __future__ import annotations

import pytest

from agent.memory_search import MemoryHit, MemorySearch
from domain.values import Content, SlotKind
from extraction.naming.concepts import lexicon_words
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Kind
from extraction.text.kiwi import shared_kiwi
from projections.patient_view import PatientView
from retrieval import Tokenizer
from server.composition import Knowledge
from tests.builders import (
    PATIENT_ID,
    answer,
    changed,
    corrected,
    later,
    medicine,
    recorded,
    registered,
    retracted,
    said,
)
from tests.specs import history

AT = later(days=1)
KINDS: dict[SlotKind, Kind] = {
    SlotKind.CONDITIONS: "conditions",
    SlotKind.SYMPTOMS: "symptoms",
    SlotKind.MEDICATIONS: "medications",
    SlotKind.LABS: "labs",
    SlotKind.FAMILY_HISTORY: "conditions",
    SlotKind.ALLERGIES: "medications",
}


@pytest.fixture(scope="module")
def search(knowledge: Knowledge) -> MemorySearch:
    words = lexicon_words(knowledge.lexicon)
    tokenizer = Tokenizer(shared_kiwi(words), words)
    return MemorySearch(knowledge.recogniser, tokenizer, knowledge.retriever.similarity)


def about(lexicon: Lexicon, slot: SlotKind, name: str, **more: object) -> Content:
    entry = lexicon.by_name(name, (KINDS[slot],))
    assert entry is not None, name
    return Content.of({"slot": slot, "concept": entry.concept("ko"), **more})


@pytest.fixture(scope="module")
def view(knowledge: Knowledge) -> PatientView:
    lexicon = knowledge.lexicon
    labs = [about(lexicon, SlotKind.LABS, "HbA1c", value=value, unit="%", valid_from=day)
            for value, day in ((7.2, "2025-03-03"), (6.9, "2025-03-03"), (7.8, "2024-12-02"))]  # fmt: skip
    payloads = (
        recorded("dm", about(lexicon, SlotKind.CONDITIONS, "제2형 당뇨병"), turn=1),
        recorded("head", about(lexicon, SlotKind.SYMPTOMS, "두통"), turn=1),
        recorded("met", about(lexicon, SlotKind.MEDICATIONS, "metformin", dose="500 mg"), turn=1),
        recorded("statin", about(lexicon, SlotKind.MEDICATIONS, "atorvastatin", dose="10 mg"), turn=1),
        recorded("mum", about(lexicon, SlotKind.FAMILY_HISTORY, "유방암", subject="mother"), turn=1),
        recorded("wrong", labs[0], turn=1),
        corrected("right", labs[1], "wrong"),
        recorded("older", labs[2], turn=1),
        said(1, "요즘 잠을 설쳐서 걱정이에요"),
        answer(1, "met", text="메트포르민을 드시고 있습니다."),
    )
    return PatientView.fold(PATIENT_ID, history(registered(), *payloads))


def ids(hits: tuple[MemoryHit, ...]) -> list[str]:
    return [hit.id for hit in hits]


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("headache", "head"),
        ("머리가 아파요", "head"),
        ("diabetes", "dm"),
        ("당뇨", "dm"),
        ("글루코파지", "met"),
        ("statin", "statin"),
        ("콜레스테롤약 리피토", "statin"),
        ("어머니 병력", "mum"),
        ("A1c", "right"),
        ("당화혈색소", "right"),
    ],
)
def test_facts_are_found_by_other_names_and_in_the_other_language(
    search: MemorySearch, view: PatientView, query: str, best: str
) -> None:
    hits = search.search(view, query, 3, AT, "ko")
    assert hits and best in ids(hits)[:2]


def test_a_turn_is_found_by_its_words(search: MemorySearch, view: PatientView) -> None:
    (hit, *_) = search.search(view, "잠을 설치는 걱정", 3, AT, "ko")
    assert (hit.kind, hit.turn_number) == ("turn", 1)
    assert hit.event_ids == view.tiers.lines[1].event_ids


def test_all_medicines_are_found_by_the_word_medicine_in_either_language(
    search: MemorySearch, view: PatientView
) -> None:
    for query in ("무슨 약을 먹고 있죠?", "which medication"):
        assert {"met", "statin"} <= set(ids(search.search(view, query, 4, AT, "ko")))


def test_a_superseded_value_comes_last_and_only_as_a_marker(search: MemorySearch, view: PatientView) -> None:
    hits = search.search(view, "당화혈색소 7.2", 10, AT, "ko")
    assert ids(hits)[-1] == "wrong"
    assert hits[-1].text.startswith("[corrected: ") and hits[-1].score < 0.5
    assert all(hit.score >= 0.5 and "7.2" not in hit.text for hit in hits[:-1])
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)


def test_changed_and_withdrawn_facts_are_marked(search: MemorySearch) -> None:
    events = history(
        registered(),
        recorded("a", medicine("500 mg")),
        changed("b", medicine("1000 mg"), "a"),
        recorded("c", medicine(name="aspirin")),
        retracted("c"),
    )
    hits = search.search(PatientView.fold(PATIENT_ID, events), "metformin aspirin", 9, AT, "en")
    assert {hit.id: hit.text for hit in hits} == {
        "b": "medicine: metformin 1000 mg",
        "a": "[since changed: metformin 500 mg -> 1000 mg]",
        "c": "[withdrawn: aspirin]",
    }


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_smallest_memories_can_be_searched(search: MemorySearch, size: int) -> None:
    names = ("metformin", "aspirin", "warfarin", "digoxin")[:size]
    events = history(registered(), *(recorded(name, medicine(name=name)) for name in names))
    view = PatientView.fold(PATIENT_ID, events)
    for name in names:
        assert ids(search.search(view, name, 1, AT, "en")) == [name]


def test_nothing_in_common_is_no_hit(search: MemorySearch, view: PatientView) -> None:
    assert search.search(view, "zzz qqq", 5, AT, "en") == ()
    assert search.search(view, "  ", 5, AT, "ko") == ()
    assert search.search(PatientView.fold(PATIENT_ID, history(registered())), "두통", 5, AT, "ko") == ()


def test_searching_twice_finds_the_same_and_k_only_cuts(search: MemorySearch, view: PatientView) -> None:
    whole = search.search(view, "당뇨 약 수치", 20, AT, "ko")
    assert whole == search.search(view, "당뇨 약 수치", 20, AT, "ko")
    for k in range(1, len(whole) + 1):
        assert search.search(view, "당뇨 약 수치", k, AT, "ko") == whole[:k]
