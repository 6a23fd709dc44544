"""Who the patient is: name, home, birth, as they were told; what was not told is said to be missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.who_asked import Detail, details_asked
from agent.words.sentences import sentence
from domain.ages import BIRTH_DATE, BIRTH_YEAR
from domain.ledger import Fact
from domain.speaking_for import NAME, RESIDENCE
from extraction.reading.people.person_details import COUNTRY_OF_ORIGIN

_TELL: Final[Mapping[Detail, tuple[str, ...]]] = {
    "name": (NAME,),
    "home": (RESIDENCE, COUNTRY_OF_ORIGIN),
    "birth": (BIRTH_DATE, BIRTH_YEAR),
}
_SENTENCES: Final = {
    NAME: "who.name",
    RESIDENCE: "who.lives",
    COUNTRY_OF_ORIGIN: "who.from",
    BIRTH_DATE: "who.born",
    BIRTH_YEAR: "who.born",
}


def who_is_it(consultation: Consultation) -> Part:
    """What is on record of the details of a person that are asked for."""
    asked = details_asked(consultation.request.text) or ("who",)
    if "who" in asked:
        return _everything(consultation)
    return joined((_detail(consultation, one) for one in asked), " ")


def _detail(consultation: Consultation, asked: Detail) -> Part:
    facts = [fact for one in _TELL[asked] if (fact := consultation.known.of_the_person(one)) is not None]
    language = consultation.words.language
    if not facts:
        return Part(sentence(f"who.no_{asked}", language))
    # The year says nothing beside the day.
    shown = facts[:1] if asked == "birth" else facts
    return joined((Part(_told(consultation, fact), (fact.fact_id,)) for fact in shown), " ")


def _told(consultation: Consultation, fact: Fact) -> str:
    key = _SENTENCES[fact.content.concept.concept_id]
    whose = ".other" if consultation.is_kept_for_another else ""
    return sentence(f"{key}{whose}", consultation.words.language, said=consultation.words.detail(fact.content))


def _everything(consultation: Consultation) -> Part:
    known, words = consultation.known, consultation.words
    name = known.of_the_person(NAME)
    rest = (known.age(), known.sex_fact(), known.of_the_person(RESIDENCE), known.of_the_person(COUNTRY_OF_ORIGIN))
    facts = tuple(fact for fact in rest if fact is not None)
    listed = ", ".join(words.brief(fact) for fact in facts)
    whose = ".other" if consultation.is_kept_for_another else ""
    ids = tuple(fact.fact_id for fact in (name, *facts) if fact is not None)
    if name is None:
        key = "who.unnamed" if listed else "who.no_name"
        return Part(sentence(key, words.language, listed=listed) if listed else sentence(key, words.language), ids)
    said = sentence(f"who.name{whose}", words.language, said=words.detail(name.content))
    return Part(f"{said} {sentence('who.besides', words.language, listed=listed)}" if listed else said, ids)
