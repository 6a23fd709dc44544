"""Whose medicines are meant, as it is said in an answer; and what was told of somebody of whom nothing is on record."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.patient_named import WithoutPatient
from agent.answers.regimen.asked import Asked
from agent.answers.regimen.meant import Medicines
from agent.answers.regimen.told import asks
from agent.recall.sayings import sentences_of
from agent.words.sentences import sentence
from domain.ledger import local_day
from domain.values import PATIENT, SlotKind
from extraction.reading.people.speaking_for import may_be
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from projections.tiers import TurnLine

_TAKEN: Final = ("medications", "drug_classes")


def called(consultation: Consultation, person: Medicines) -> str:
    """How a relative is called before a list of medicines, "" of the patient."""
    if not person.kin:
        return ""
    return sentence("regimen.whose", consultation.words.language, who=kin_name(consultation, person.kin))


def kin_name(consultation: Consultation, kin: str) -> str:
    """A relative as an answer calls him or her."""
    try:
        entry = consultation.words.dictionary.entry("relatives", kin)
    except KeyError:
        entry = None
    if entry is None:
        return kin.replace("_", " ")
    return consultation.pick(consultation.words.relative(kin), f"your {entry.name}")


def told_of_kin(consultation: Consultation, kin: str) -> Part:
    """The sentences in which medicines of a relative were told, where the record holds none of them."""
    turns: dict[int, tuple[TurnLine, list[str]]] = {}
    for line, words in _tellings(consultation, kin):
        turns.setdefault(line.turn_number, (line, []))[1].append(words)
    return joined((_quoted(consultation, *one) for one in turns.values()), " ")


def _quoted(consultation: Consultation, line: TurnLine, words: list[str]) -> Part:
    """The sentences of one turn that stand in ``words``, each once."""
    told = " ".join(one for one in sentences_of(line.question) if any(one in each for each in words))
    day = consultation.words.date(local_day(line.said_at, consultation.ledger.time_zone))
    return Part(sentence("details.quoted", consultation.words.language, day=day, quote=told))


def _tellings(consultation: Consultation, kin: str) -> Iterator[tuple[TurnLine, str]]:
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    finder = getattr(consultation.finder, "finder", consultation.finder)
    for turn, line in sorted({**tiers.told, **tiers.lines}.items()):
        said = sentences_of(line.question) if turn < now else ()
        for words in (*(" ".join(pair) for pair in pairwise(said)), *said):
            entries = [one.entry for one in finder.find(normalise(words).text)]
            of_kin = any(one.kind == "relatives" and may_be(one.concept_id, kin) for one in entries)
            if of_kin and any(one.kind in _TAKEN for one in entries) and not asks(words):
                yield line, words


def whose_is(consultation: Consultation, asked: Asked) -> Part:
    """Of each medicine named, who takes it by the record."""
    language, lines = consultation.words.language, []
    ids = {one.concept_id for one in asked.named}
    for fact in consultation.ledger.current(SlotKind.MEDICATIONS):
        content = fact.content
        if ids.isdisjoint((content.concept.concept_id, *content.concept.broader)):
            continue
        who = sentence("regimen.you", language)
        if content.subject != PATIENT:
            who = kin_name(consultation, content.subject)
        said = sentence("regimen.is_of", language, name=consultation.words.medicine(content), who=who)
        lines.append(Part(said, (fact.fact_id,)))
    return joined(lines)


_CALLED: Final = lazy_regex(r"\W{1,3}(?:is |called |named )?(?P<name>[A-Z][a-z]{1,14})\b")
"""A name right behind the word for a relative: "my wife Dolores", "brother, Mick"."""
_STRANGER: Final = lazy_regex(
    r"\b(?:does|is|are|do|did|has|for|what's|whats) (?P<of>[A-Z][a-z]{2,14})(?:'s)?\b|\b(?P<own>[A-Z][a-z]{2,14})'s\b"
)
_NO_NAMES: Final = lazy_regex(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|what|which|when|who|where|why|how|there|here|that|this|it|let|he|she|they|today|mum|mom|dad|nan|the|my",
    2,
)


def named_person(consultation: Consultation, words: str) -> tuple[str, str]:
    """The relative whom ``words`` call by a name that was told, and the name; of a stranger the name alone."""
    finder = consultation.finder.finder if isinstance(consultation.finder, WithoutPatient) else consultation.finder
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    said = {word.removesuffix("'s") for word in normalise(words).text.casefold().replace("?", " ").split()}
    for turn, line in sorted({**tiers.told, **tiers.lines}.items(), reverse=True):
        text = normalise(line.question).text
        if turn >= now:
            continue
        for one in finder.find(text):
            match = _CALLED.match(text, one.end) if one.entry.kind == "relatives" else None
            if match is not None and match["name"].casefold() in said:
                return one.entry.concept_id, match["name"]
    taken = {one.surface.casefold() for one in finder.find(words)}
    for match in _STRANGER.finditer(words):
        name = match["of"] or match["own"]
        if not _NO_NAMES.fullmatch(name) and not any(name.casefold() in one for one in taken):
            return "", name
    return "", ""


def told_of_stranger(consultation: Consultation, name: str) -> Part:
    """The latest sentence that told of somebody of this name; where none did, that no medicine is on record."""
    tiers, now = consultation.situation.view.tiers, consultation.situation.question.turn_number
    for turn, line in sorted({**tiers.told, **tiers.lines}.items(), reverse=True):
        for words in sentences_of(line.question) if turn < now else ():
            if name.casefold() in words.casefold() and not words.rstrip().endswith("?"):
                day = consultation.words.date(local_day(line.said_at, consultation.ledger.time_zone))
                return Part(sentence("details.quoted", consultation.words.language, day=day, quote=words))
    return Part(sentence("regimen.none_of_kin", consultation.words.language, who=name))
