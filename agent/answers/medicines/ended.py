"""What is not taken or had any more: which, until when, why as it was told, and what came before something else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.asking.value_request import Cue, Masked
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.summary import spoke_of
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind, Status
from extraction.naming.mentions import Entry, Kind
from extraction.text.lazy_regex import lazy_regex

_ENDED: Final = frozenset({Status.STOPPED, Status.RESOLVED, Status.REMISSION})
_MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_PAST: Final[Cue] = (
    ("끊은약", "끊은것", "끊은거", "끊은게", "끊은건", "끊었던", "끊었죠", "끊었지", "끊었나", "끊었어", "끊었는지",
     "끊었다고",
     "끊게됐", "끊게된", "중단한", "중단했", "중단된", "그만먹은", "그만먹기", "그만둔", "그만뒀", "안먹는약",
     "안먹는게", "안먹게",
     "안드시는약", "더이상안먹", "예전에먹", "전에먹던", "전에먹었", "과거에먹", "먹었던약", "먹던약", "언제까지먹",
     "언제까지복용",
     "지금은안먹", "지금안먹", "빠진약", "바꾸기전", "바뀌기전약"),
    ("i stopped", "i stop", "have stopped", "were stopped", "was stopped", "been stopped", "stopped ones",
     "the stopped",
     "ones i stopped", "used to take", "used to be on", "used to have", "no longer take", "no longer taking",
     "no longer on", "not take any more", "not taking any more", "not on any more", "taken off", "took me off",
     "come off already", "came off", "discontinued", "given up taking", "previously take", "previously on",
     "previously taking", "past medicines", "old medicines", "past medications", "former medicines", "off the list"),
)  # fmt: skip
_BEFORE_IT: Final[Cue] = (
    ("\N{WHITE SQUARE}전에", "\N{WHITE SQUARE}이전에", "\N{WHITE SQUARE}먹기전", "\N{WHITE SQUARE}으로바꾸기전",
     "\N{WHITE SQUARE}로바꾸기전"),
    ("before TEST", "before the TEST", "before my TEST", "before i started TEST", "before starting TEST",
     "instead of which TEST"),
)  # fmt: skip
_TAKEN: Final[Cue] = (
    ("먹었", "먹던", "먹은", "복용", "뭐였", "무슨약", "어떤약", "드셨"),
    ("take", "took", "taking", "on", "have", "had", "use", "was it"),
)
_LEFT_OUT: Final[Cue] = (
    ("빼고", "말고", "제외", "뺀"), ("without", "except", "leave out", "but not", "not the ones", "apart from"),
)  # fmt: skip
_WHY: Final[Cue] = (("왜", "이유", "무엇때문", "뭣때문", "와끊"), ("why", "reason", "how come", "what for"))
_STOPS: Final = (". ", "? ", "! ", "\n")
_TO_COME: Final = lazy_regex(
    r"언제\s?까지\s?(?:다\s?)?(?!먹[었은]|먹였|복용[했한]|드[셨신]|[썼쓴]|맞[았은])(?:먹|복용|드|쓰|맞|바르)"
)
"""The end of what is taken still ("언제까지 먹여야 하죠"), which is no end on record."""
_MAY_STOP: Final = lazy_regex(
    r"\b(?:can|could|may|should|shall|must|do|will|when|if) (?:i|he|she|we|they|it)(?: just| now| then| safely)*"
    r" stop\b",
    re.IGNORECASE,
)
"""An end that is asked for, and is none on record: "iron can I stop now?"."""
_ADVICE: Final = ("obligation", "permission", "conditional")


def asks_ended(request: Request) -> bool:
    """Whether an utterance asks what was stopped, when or why, or what was taken before something else."""
    if not request.asks or request.tests or request.concepts("social") or request.has(*_ADVICE):
        return False
    things = tuple(one for one in request.mentions if one.entry.kind != "relatives")
    masked = Masked(request.plain or request.text, things, request.dates)
    if masked.has(_LEFT_OUT) or _TO_COME.search(request.text) is not None:
        return False
    named = bool(request.concepts(*_MEDICINES))
    if named and masked.has(_BEFORE_IT) and masked.has(_TAKEN):
        return True
    if _MAY_STOP.search(request.text) is not None:
        return False
    return masked.has(_PAST) and (named or request.has("medicine") or SlotKind.MEDICATIONS in request.slots)


def leaves_ended_out(request: Request) -> bool:
    """Whether what was stopped is named only to be left out: "my medicines, but not the ones I stopped"."""
    things = tuple(one for one in request.mentions if one.entry.kind != "relatives")
    return Masked(request.plain or request.text, things, request.dates).has(_LEFT_OUT)


def what_ended(consultation: Consultation) -> Part:
    """What became of the medicines named, or what was taken before them; without a name every medicine stopped."""
    request = consultation.request
    entries = {one.entry.concept_id: one.entry for one in request.mentions if one.entry.kind in _MEDICINES}
    things = tuple(one for one in request.mentions if one.entry.kind != "relatives")
    masked = Masked(request.plain or request.text, things, request.dates)
    if entries and masked.has(_BEFORE_IT):
        return _before(consultation, entries.values())
    if entries:
        why = masked.has(_WHY)
        return joined(_of_entry(consultation, entry, why=why) for entry in entries.values())
    return list_stopped(consultation)


def list_stopped(consultation: Consultation) -> Part:
    """Every medicine that is on record as stopped, or that there is none."""
    return _listed(consultation, _stopped(consultation), "ended.list", "ended.none")


def _stopped(consultation: Consultation) -> tuple[Fact, ...]:
    """The patient's medicines that are on record as stopped and are not taken again, those ended last first."""
    taken = consultation.known.medicine_ids()
    found = [
        fact
        for fact in consultation.known.own(SlotKind.MEDICATIONS)
        if is_over(consultation, fact) and fact.content.concept.concept_id not in taken
    ]
    return tuple(sorted(found, key=lambda fact: fact.content.valid_to or "", reverse=True))


def is_over(consultation: Consultation, fact: Fact) -> bool:
    """Whether a medicine is on record as stopped, or as taken until a day that has come."""
    until = fact.content.valid_to
    return fact.content.status in _ENDED or (until is not None and until <= consultation.known.today[: len(until)])


def _listed(consultation: Consultation, facts: tuple[Fact, ...], key: str, none: str, **slots: object) -> Part:
    language = consultation.words.language
    if not facts:
        return Part(sentence(none, language, **slots))
    items = [_with_end(consultation, fact) for fact in facts]
    lines = [items[0]] if len(items) == 1 else ["", *(f"{place}. {item}" for place, item in enumerate(items, 1))]
    head = sentence(key, language, **slots)
    text = f"{head} {lines[0]}" if len(lines) == 1 else head + "\n".join(lines)
    ids = tuple(fact.fact_id for fact in facts)
    return Part(text, ids, (), spoke_of(SlotKind.MEDICATIONS, facts))


def _with_end(consultation: Consultation, fact: Fact) -> str:
    words, until = consultation.words, fact.content.valid_to
    said = words.medicine(fact.content)
    return sentence("ended.item", words.language, item=said, day=words.date(until)) if until else said


def _of_entry(consultation: Consultation, entry: Entry, *, why: bool) -> Part:
    known, words, language = consultation.known, consultation.words, consultation.words.language
    facts = [
        fact
        for fact in known.own(SlotKind.MEDICATIONS)
        if entry.concept_id in (fact.content.concept.concept_id, *fact.content.concept.broader)
    ]
    if not facts:
        name = consultation.pick(entry.name_ko or entry.name, entry.name)
        return Part(sentence("ended.not_on_record", language, name=name))
    over = [fact for fact in facts if is_over(consultation, fact)]
    if not over:
        fact = facts[-1]
        said = sentence("ended.still_taken", language, item=words.medicine(fact.content))
        return Part(said, (fact.fact_id,), (), spoke_of(SlotKind.MEDICATIONS, (fact,)))
    fact = over[-1]
    until = fact.content.valid_to
    key = "ended.on" if until else "ended.undated"
    said = sentence(key, language, item=words.medicine(fact.content), day=words.date(until or fact.day))
    told = _told_of(consultation, fact) if why else ""
    if why:
        reason = sentence("ended.told" if told else "ended.no_reason", language, words=told)
        said = f"{said} {reason}"
    return Part(said, (fact.fact_id,), (), spoke_of(SlotKind.MEDICATIONS, (fact,)))


def _told_of(consultation: Consultation, fact: Fact) -> str:
    """The sentence in which the end was told, verbatim; empty where it is not kept."""
    now = consultation.situation.question.turn_number
    evidence = next((one for one in fact.evidence if one.turn_number and one.turn_number < now), None)
    lines = consultation.situation.view.turns.lines
    line = lines.get(evidence.turn_number) if evidence is not None and evidence.turn_number else None
    quote = evidence.quote if evidence is not None else ""
    if line is None or not quote or quote not in line.question:
        return ""
    told = line.question
    at = told.index(quote)
    start = max((told.rfind(mark, 0, at) + len(mark) for mark in _STOPS if mark in told[:at]), default=0)
    closes = [end for mark in _STOPS if (end := told.find(mark, at + len(quote))) >= 0]
    return told[start : min(closes) + 1 if closes else len(told)].strip()


def _before(consultation: Consultation, entries: Iterable[Entry]) -> Part:
    """What was taken before the medicines named: those stopped that are of their kind."""
    listed = list(entries)
    names = ", ".join(consultation.pick(entry.name_ko or entry.name, entry.name) for entry in listed)
    own = {
        broader
        for fact in consultation.known.own(SlotKind.MEDICATIONS)
        for entry in listed
        if fact.content.concept.concept_id == entry.concept_id
        for broader in (fact.content.concept.concept_id, *fact.content.concept.broader)
    }
    stopped = [
        fact
        for fact in _stopped(consultation)
        if fact.content.concept.concept_id not in {entry.concept_id for entry in listed}
    ]
    alike = [fact for fact in stopped if own.intersection(fact.content.concept.broader)]
    return _listed(consultation, tuple(alike), "ended.before", "ended.nothing_before", name=names)
