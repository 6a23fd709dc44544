"""Whether it is asked what to avoid, of the thing named or of what was spoken of last; and whether of somebody else."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.knowledge.cards import ILLNESS_OF_TEST
from agent.answers.referents.referent import asked_of
from agent.answers.referents.salience import MEDICINES, entries_of, listed_last, question_of
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Kind
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_AVOIDS: Final = lazy_regex(
    r"\b(?:what|which|anything|things?|foods?)\b[^.?!]{0,30}?\b(?:(?:should|must|do|to|can|need to|have to|ought to)\b"
    r"[^.?!]{0,14}?\b(?:avoid|stay (?:away from|off|clear of)|keep (?:away from|off|clear of)|leave out|cut out)"
    r"|(?:should|must|can)(?:n'?t| not) (?:i|he|she|we|they)? ?(?:eat|drink|take|have|do|use)"
    r"|(?:i|he|she|we|they) (?:should|must|can)(?:n'?t| not) (?:eat|drink|take|have|do|use))\b"
    r"|(?:뭘|뭐를?|무엇을?|무얼|어떤\s?(?:걸|것을?|거를?|음식을?)|무슨\s?음식을?)\s?(?:\S{1,4}\s)?(?:피해야|피하면|피할|조심해야|삼가야|주의해야|멀리해야"
    r"|(?:먹으면|하면|마시면|드시면)\s?안)|(?:피해야|조심해야|삼가야|먹지\s?말아야|하지\s?말아야)\s?(?:할|하는|되는)\s?(?:거|것|건|게|음식|일)",
    re.IGNORECASE,
)
_LONGEST: Final = 60
_HAD: Final[tuple[Kind, ...]] = ("conditions", "symptoms")
_TESTS: Final[tuple[Kind, ...]] = ("labs", "vitals")
_ANOTHER: Final = lazy_regex(
    r"\W*(?:and |so |but |then |okay |ok )*(?:(?:what|how) about |would that be |is (?:it|that) the same )?"
    r"(?:for |with )?(?:my |our |the )?NAME(?: then| too| as well)?\W*"
    r"|\W*(?:그럼|그러면|그리고)?\s?(?:저희|우리|제|내)?\s?NAME(?:은|는|이|가|도|한테는|에게는|께는|의\s?경우는)?"
    r"(?:요|도\s?같나요|도\s?그런가요)?\W*",
    re.IGNORECASE,
)


def asks_what_to_avoid(request: Request) -> bool:
    """Whether words ask what to avoid, and say no more than of what."""
    return len(request.text) <= _LONGEST and _AVOIDS.search(request.text) is not None


def avoided_for(request: Request, view: PatientView, turn: int, finder: Finder) -> tuple[Entry, ...]:
    """The medicines, else the illnesses, of which it is asked what to avoid; none where that is not asked.

    A test stands for the illness that it is of.
    """
    if not asks_what_to_avoid(request):
        return ()
    named = [one.entry for one in request.mentions if one.entry.kind != "relatives"]
    if named:
        return tuple(named) if all(one.kind == "medications" for one in named) else ()
    if request.slots:
        return ()
    if asked := asked_of(view, turn, finder) or entries_of(listed_last(view), finder):
        return asked
    said = question_of(view, turn - 1)
    before = read_request(said, finder) if said is not None else None
    return (
        tuple(one.entry for one in before.mentions if one.entry.kind in (*_HAD, *_TESTS)) if before is not None else ()
    )


def subjects_of(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """The concepts that a card on what to avoid may be about, the nearest first."""
    illnesses = (each for one in entries for each in ILLNESS_OF_TEST.get(one.concept_id, ()))
    own = (each for one in entries for each in (one.concept_id, *one.broader))
    return tuple(dict.fromkeys((*own, *illnesses)))


def is_of_medicine(entry: Entry) -> bool:
    """Whether something is a medicine or a class of them."""
    return entry.kind in MEDICINES


def asks_for_another(request: Request, view: PatientView, finder: Finder) -> bool:
    """Whether words ask no more than how it is for somebody else: "and for my mum?", "우리 엄마는요?".

    Behind a question of the family they go on about the family.
    """
    relatives = [one for one in request.mentions if one.entry.kind == "relatives"]
    others = [one for one in request.mentions if one.entry.kind != "relatives"]
    last = view.answers.last()
    if last is None or len(relatives) != 1 or others or len(request.text) > _LONGEST:
        return False
    before = read_request(question_of(view, last.turn_number) or "", finder)
    if any(one.entry.kind == "relatives" for one in before.mentions) or SlotKind.FAMILY_HISTORY in before.slots:
        return False
    text, one = request.plain, relatives[0]
    return _ANOTHER.fullmatch(f"{text[: one.start]}NAME{text[one.end :]}") is not None
