"""Short questions that point back: another form of the medicine just weighed, and whether a new one moves a value."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.asks import asks_in
from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.referents.expressions import points_at_new, points_at_one, points_at_value
from agent.answers.referents.salience import own_medicines, test_spoken_of
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_TAKEN: Final = ("medications", "drug_classes")
_LOCAL: Final = lazy_regex(
    r"\b(?:gels?|creams?|ointments?|patch(?:es)?|rubs?|sprays?|plasters?|roll-?on)\b"
    r"|(?:바르는|붙이는|뿌리는)\s?(?:거|것|건|걸|약|겔|젤|파스|연고)?|겔|젤|연고|크림|파스|패치|스프레이",
    re.IGNORECASE,
)
"""Forms of a painkiller that are put on the skin."""
_LONGEST: Final = 60
_MOVES: Final = lazy_regex(
    r"\b(?:affect|chang|alter|rais|lower|interfer|influenc|move|mess|skew|throw off|make a difference|impact)\w*\b"
    r"|영향|바뀌|바꾸|달라지|올리|올라|낮추|낮아|떨어|높이|높아|변하",
    re.IGNORECASE,
)


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
    if not medicines and (request.has("compare", "previous") or not (points_at_new(text) or points_at_one(text))):
        return None
    if not tests and not points_at_value(text):
        return None
    newest = next(iter(own_medicines(view)), None)
    medicine = medicines[0] if medicines else newest.content.concept.concept_id if newest is not None else None
    test = tests[0] if tests else test_spoken_of(view)
    return (medicine, test) if medicine is not None and test is not None else None
