"""Which of two things came first, and by how long: "which came first, the pill or the cough?", "뭐가 먼저야?"."""

from __future__ import annotations

from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.recollected.meant import in_mind
from agent.words.figures import span_text
from agent.words.sentences import sentence
from domain.clinical_dates import days_apart
from domain.ledger import Fact
from domain.values import Polarity, SlotKind
from extraction.text.lazy_regex import lazy_regex

_ASKED: Final = lazy_regex(
    r"\b(?:which|what|who) (?:one )?(?:came|was|started|began|did i (?:have|get|start)) (?:there )?(?:first"
    r"|earlier)\b|\b(?:came|started|began) first\b"
    r"|\b(?:was it|did (?:it|the|my)) [^?]{0,40}\b(?:before or after|before the|before i)\b|\bbefore or after\b"
    r"|(?:뭐가|무엇이|어느\s?게|어떤\s?게|어느\s?쪽이|뭣이|뭐부터)\s?(?:더\s?)?먼저|먼저\s?(?:시작|생기|생겼"
    r"|온|왔|있었)|전부터였|전이야\s?후"
)
_MEDICINE: Final = lazy_regex(r"약|\b(?:pills?|tablets?|medic\w+|meds?|drug|jab|injection)\b")
_DAY: Final = len("2026-01-31")
_ILLS: Final = (SlotKind.SYMPTOMS, SlotKind.CONDITIONS)
_PAIR: Final = 2


def is_part(text: str) -> bool:
    """Whether the words ask which of two things was there first."""
    return _ASKED.search(text.casefold()) is not None or _HOW_LONG.fullmatch(text.casefold().strip(" ?.")) is not None


_HOW_LONG: Final = lazy_regex(
    r"(?:and )?(?:by )?how (?:long|much|many days)|며칠\s?차이\S{0,3}|얼마나\s?차이\S{0,4}|차이는?"
)


def which_first(consultation: Consultation) -> Part:
    """Both with the day on which they began, and how many days lie between; nothing where not two are meant."""
    if _ASKED.search(consultation.request.text.casefold()) is None:
        return Part()
    pair = _meant(consultation, consultation.request)
    if len(pair) != _PAIR:
        return Part()
    begun = sorted(((_begun(one), one) for one in pair), key=lambda one: one[0])
    (first, earlier), (second, later) = begun
    words = consultation.words
    days = days_apart(first, second)
    key = "first.same" if not days else "first.before"
    said = sentence(
        key, words.language, earlier=words.name(earlier.content), later=words.name(later.content),
        first=words.date(first), second=words.date(second), span=span_text(days, words.language),
    )  # fmt: skip
    return Part(said, (earlier.fact_id, later.fact_id))


def _begun(fact: Fact) -> str:
    """The day from which on it is there, else the day on which it was told."""
    since = fact.content.valid_from
    return since if since is not None and len(since) == _DAY else fact.day


def _meant(consultation: Consultation, request: Request) -> list[Fact]:
    """What is named of the record, and for what only is called the pill or the complaint what was told last."""
    medicines = [one for one in consultation.known.own(SlotKind.MEDICATIONS) if _is_told(one)]
    ills = [one for slot in _ILLS for one in consultation.known.own(slot) if _is_told(one)]
    named = {each for one in request.mentions for each in (one.entry.concept_id, *one.entry.broader)}
    found = [one for one in (*medicines, *ills) if _is_named(one, named)]
    if len(found) < _PAIR and not any(one in medicines for one in found) and _MEDICINE.search(request.text.casefold()):
        told = in_mind(consultation, medicines) or tuple(medicines)
        found += [told[-1]] if told else []
    if len(found) < _PAIR and not any(one in ills for one in found):
        told = in_mind(consultation, ills) or tuple(ills)
        found += [told[-1]] if told else []
    once = {one.content.concept.concept_id: one for one in found}
    return list(once.values())


def _is_named(fact: Fact, named: set[str]) -> bool:
    return not named.isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))


def _is_told(fact: Fact) -> bool:
    return fact.content.polarity is Polarity.AFFIRMED
