"""Days on which little is eaten or drunk: an illness with vomiting or diarrhoea, a fast before a procedure, a fast of
religion. What goes on, is lowered or is paused depends on the medicine, and is said before what else is known of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.record.known import numeric
from agent.safety.fasts import is_chosen_fast, is_of_a_night, is_ordered_fast, speaks_of_fast
from agent.safety.mishaps.called import names_of
from agent.safety.mishaps.medicine import Medicine
from agent.safety.mishaps.stories import ids_of, medicines_of
from agent.safety.tables import table
from agent.safety.whereabouts import emergency_for
from agent.words.sentences import sentence, worded
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex

Kind = Literal["sick", "procedure", "own"]

_LOSES: Final = lazy_regex(
    r"토하(?!고\s?싶)|토했|토해|토함|구토|게우|게웠|설사|장염|물똥|배탈"
    r"|\b(?:vomit\w*|throw(?:n|ing)? up|threw up|been sick|being sick|puk\w+|diarrh\w+|the runs|the trots"
    r"|loose (?:stools|bowels)|stomach (?:bug|flu)|gastro(?:enteritis)?|norovirus|tummy bug|food poisoning)\b",
    re.IGNORECASE,
)
_LOSSES: Final = frozenset({"vomiting", "diarrhea", "gastroenteritis"})
_LITTLE: Final = lazy_regex(
    r"(?:밥|음식|물|식사|죽|아무\s?것)[가-힣]*\s?(?:도\s?)?(?:잘\s|거의\s|통\s|전혀\s|제대로\s)?(?:못|안)\s?(?:먹|마"
    r"|드|넘|삼)"
    r"|(?:거의|통|전혀|제대로|아무것도|잘)\s?(?:못|안)\s?(?:먹|마|드)|못\s?먹고|못\s?드[시셨]|먹지\s?(?:도\s?)?못"
    r"|마시지\s?(?:도\s?)?못|굶|입맛이\s?없"
    r"|먹는\s?(?:족족|대로)\s?토|조금\s?(?:밖에|만)?\s?(?:먹|마|드)"
    r"|\b(?:not|isn'?t|hardly|barely|can'?t|cannot|unable to|won'?t|wont|without|scarcely|stopped|no) (?:\w+ ){0,2}"
    r"(?:eat\w*|drink\w*|keep\w*|food|appetite|fluids?)\b|\bnothing (?:stays|is staying|will stay) down\b"
    r"|\boff (?:my|her|his) food\b",
    re.IGNORECASE,
)
_LONG: Final = lazy_regex(
    r"이틀|사흘|나흘|[2-9]\s?일\s?(?:째|동안)|며칠|계속|심하|심한|심해|하루\s?종일|\d+\s?번"
    r"|\b(?:two|three|four|2|3|4) days\b|\bfor days\b|\ball (?:day|night)\b|\bsevere|\bbad(?:ly)?\b|\bnon-?stop\b"
    r"|\b\d+ times\b|\bsince yesterday\b",
    re.IGNORECASE,
)
_EATS_WELL: Final = lazy_regex(
    r"(?:밥|식사|물)[은는도]?\s?(?:잘|그대로)\s?(?:먹|마|드)"
    r"|\b(?:eating|drinking) (?:and drinking )?(?:fine|ok|okay|well|normally|as usual)\b",
    re.IGNORECASE,
)
_LOW: Final = 70.0


def unfed(consultation: Consultation, *, at_once: bool = False) -> Part:
    """What to do about the medicines of a day without food; empty where none of them is concerned.

    Beside an emergency (``at_once``) only what not to swallow or leave off meanwhile is said.
    """
    kind = _kind(consultation)
    if kind is None:
        return Part()
    rows = table("unfed")[kind]
    found = list(_met(rows["rows"], _medicines(consultation)))
    language, emergency = consultation.words.language, emergency_for(consultation.situation)
    if not found:
        return Part()
    told = [worded(row[language], name=names_of(consultation, of_row)) for row, of_row in found]
    if at_once:
        return Part(" ".join(told), ids_of(one for _, of_row in found for one in of_row))
    said = [rows[f"opens_{language}"], *told]
    if kind == "own" and _was_low(consultation):
        said.append(sentence("unfed.low_before", language))
    said.append(worded(rows[f"closes_{language}"], emergency=emergency))
    text = " ".join(said)
    if not _asks(consultation) and consultation.asked_before(text):
        return Part()
    return Part(text, ids_of(one for _, of_row in found for one in of_row))


def _kind(consultation: Consultation) -> Kind | None:
    text = consultation.situation.question.text
    if _is_sick(consultation, text):
        return "sick"
    if not speaks_of_fast(text) or is_of_a_night(text) or not _asks(consultation):
        return None
    if is_ordered_fast(text):
        return "procedure"
    return "own" if is_chosen_fast(text) else None


def _is_sick(consultation: Consultation, text: str) -> bool:
    """Whether fluid is lost by an illness of now, and little comes in or it has gone on or is bad."""
    turn = consultation.situation.question.turn_number
    felt = (*consultation.known.in_force(SlotKind.SYMPTOMS), *consultation.known.in_force(SlotKind.CONDITIONS))
    told = any(
        fact.content.concept.concept_id in _LOSSES and any(turn - (one.turn_number or 0) <= 1 for one in fact.evidence)
        for fact in felt
    )
    if _LOSES.search(text) is None and not told:
        return False
    if _EATS_WELL.search(text) is not None:
        return False
    little = _LITTLE.search(text) is not None
    return little or (_LOSES.search(text) is not None and _LONG.search(text) is not None)


def _asks(consultation: Consultation) -> bool:
    return consultation.request.asks or "?" in consultation.situation.question.text


def _medicines(consultation: Consultation) -> list[Medicine]:
    """What is taken, or is named by the words though it is not on record."""
    own = [one for one in medicines_of(consultation.known) if one.fact is None or _is_taken(consultation, one)]
    ids = {one.concept_id for one in own}
    named = (one.entry for one in consultation.request.mentions if one.entry.kind == "medications")
    new = {one.concept_id: one for one in named if one.concept_id not in ids}
    return [*own, *(Medicine(frozenset({one.concept_id, *one.broader}), None, one) for one in new.values())]


def _is_taken(consultation: Consultation, one: Medicine) -> bool:
    known = consultation.known
    return one.fact in (*known.in_force(SlotKind.MEDICATIONS), *known.suspected(SlotKind.MEDICATIONS))


def _met(
    rows: Mapping[str, Mapping[str, Any]], medicines: list[Medicine]
) -> Iterator[tuple[Mapping[str, Any], list[Medicine]]]:
    """The rows that medicines are of, each medicine by its first."""
    left = list(medicines)
    for row in rows.values():
        of, but = (frozenset(str(row.get(key, "")).split()) for key in ("of", "but"))
        of_row = [one for one in left if not of.isdisjoint(one.kinds) and but.isdisjoint(one.kinds)]
        left = [one for one in left if one not in of_row]
        if of_row:
            yield row, of_row


def _was_low(consultation: Consultation) -> bool:
    return any((numeric(one) or _LOW) < _LOW for one in consultation.known.series("glucose"))
