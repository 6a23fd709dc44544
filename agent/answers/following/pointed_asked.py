"""Short questions that point back: another form of the medicine just weighed, and whether a new one moves a value."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.asks import asks_in
from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.following.references import present, spoken
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, SERIES_SLOTS, SlotKind
from extraction.naming.mentions import Entry
from projections.patient_view import PatientView

_TAKEN: Final = ("medications", "drug_classes")
_LOCAL: Final = re.compile(
    r"\b(?:gels?|creams?|ointments?|patch(?:es)?|rubs?|sprays?|plasters?|roll-?on)\b"
    r"|(?:바르는|붙이는|뿌리는)\s?(?:거|것|건|걸|약|겔|젤|파스|연고)?|겔|젤|연고|크림|파스|패치|스프레이",
    re.IGNORECASE,
)
"""Forms of a painkiller that are put on the skin."""
_LONGEST: Final = 60
_MOVES: Final = re.compile(
    r"\b(?:affect|chang|alter|rais|lower|interfer|influenc|move|mess|skew|throw off|make a difference|impact)\w*\b"
    r"|영향|바뀌|바꾸|달라지|올리|올라|낮추|낮아|떨어|높이|높아|변하",
    re.IGNORECASE,
)
_THE_NEW_ONE: Final = re.compile(
    r"\b(?:new|latest|second|extra|added) (?:one|tablets?|pills?|medicines?|meds?|medication|drug)\b"
    r"|\b(?:it|this one|that one|the tablets?|the pills?)\b"
    r"|새로\s?(?:받은|먹는|먹게|시작한|추가된|처방)|새\s?약|추가된\s?약|이번에\s?받은|그\s?약|이\s?약",
    re.IGNORECASE,
)
_THAT_VALUE: Final = re.compile(
    r"\b(?:that|the|this|my|his|her|those) (?:\w+ )?(?:values?|numbers?|results?|readings?|levels?|tests?"
    r"|counts?|score)\b"
    r"|(?:그|이|제|저|검사)\s?(?:수치|값|결과|검사)",
    re.IGNORECASE,
)
_LATELY: Final = 4
"""Turns back in which a value was spoken of that "that value" means."""


def other_form(request: Request, view: PatientView, finder: Finder) -> tuple[Entry, ...]:
    """The painkillers of which the question before asked, where words ask for a form that is put on the skin."""
    # The word for the form may itself be the name of a class ("a cream").
    others = [one for one in request.mentions if _LOCAL.fullmatch(one.surface) is None]
    named = [one for one in others if one.entry.kind not in ("relatives", "procedures", "symptoms")]
    if named or len(request.text) > _LONGEST or _LOCAL.search(request.text) is None:
        return ()
    last = view.answers.last()
    line = view.tiers.lines.get(last.turn_number) if last is not None else None
    if line is None:
        return ()
    before = read_request(line.question, finder)
    found = [one.entry for one in before.mentions if one.entry.kind in _TAKEN]
    return tuple(one for one in found if "nsaid" in (one.concept_id, *one.broader))


def moved_value(request: Request, view: PatientView) -> tuple[str, str] | None:
    """The medicine and the test of a question whether the one moves the other, each named or pointed at; else None."""
    text = request.text
    if len(text) > 2 * _LONGEST or _MOVES.search(text) is None or not (request.asks or "?" in text or asks_in(request)):
        return None
    medicines, tests = request.concepts(*_TAKEN), request.tests
    if len(medicines) > 1 or len(tests) > 1 or request.concepts("conditions", "symptoms"):
        return None
    if not medicines and _THE_NEW_ONE.search(text) is None:
        return None
    if not tests and _THAT_VALUE.search(text) is None:
        return None
    medicine = medicines[0] if medicines else _newest(view)
    test = tests[0] if tests else _spoken_of(view)
    return (medicine, test) if medicine is not None and test is not None else None


def _newest(view: PatientView) -> str | None:
    """The medicine in force that was told last."""
    taken = [
        fact
        for fact in view.ledger.current(SlotKind.MEDICATIONS)
        if fact.content.status in IN_FORCE and fact.content.subject == PATIENT
    ]
    last = max(taken, key=lambda fact: fact.version, default=None)
    return last.content.concept.concept_id if last is not None else None


def _spoken_of(view: PatientView) -> str | None:
    """The test that an answer spoke of last; else that of which a value was told last."""
    before = spoken(view.answers, "measurement")
    last = view.answers.last()
    if before is not None and last is not None and last.turn_number - before.turn_number <= _LATELY:
        named = [one for one in view.answers.given[before.turn_number].spoke_of if one.kind == "measurement"]
        return named[-1].concept_id
    told = [fact for slot in SERIES_SLOTS for fact in view.ledger.current(slot) if fact.content.subject == PATIENT]
    newest = max(told, key=lambda fact: fact.version, default=None)
    return newest.content.concept.concept_id if newest is not None else None


def told_lately(view: PatientView, turn_number: int) -> Fact | None:
    """The one medicine that the answers of the last two turns spoke of, where it is taken still."""
    reference = spoken(view.answers, "medications")
    if reference is None or turn_number - reference.turn_number > _JUST_TOLD or len(reference.reference.fact_ids) != 1:
        return None
    fact = present(view.ledger, reference.reference.fact_ids[0])
    return fact if fact is not None and fact.content.status in IN_FORCE else None


_JUST_TOLD: Final = 2
