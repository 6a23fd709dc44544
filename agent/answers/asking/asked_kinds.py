"""Which intent answers each kind of request: the reader hears the kind, and the cues make it finer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from agent.answers.asking.own_record import asks_own_record
from agent.answers.asking.request import Request
from agent.answers.dispatch import ASIDES, OWN_ADVICE
from agent.answers.following.references import spoken
from agent.answers.knowledge.cards import asks_to_move
from agent.answers.medicines.course_end import asks_course_end
from agent.answers.medicines.given_when import asks_given_when
from agent.answers.medicines.off_it_asked import asks_off_it
from agent.answers.medicines.part_asked import asks_part_of_day
from agent.answers.medicines.total_asked import reckoned_intent
from agent.answers.values.body_measures import asks_measure
from domain.values import SERIES_SLOTS, SlotKind
from extraction.reading.understanding import Asking, AskOp
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

KINDS: Final[Mapping[AskOp, str]] = MappingProxyType(
    {
        "list": "summary",
        "lookup": "lookup",
        "compare": "compare",
        "judge": "judge",
        "assess": "plan",
        "medicine": "medicine",
        "permission": "knowledge",
        "effects": "knowledge",
        "knowledge": "knowledge",
        "plan": "steps",
        "audit": "audit",
        "why": "why",
        "repeat": "again",
        "other": "beyond",
    }
)
"""The intent by which each kind of request is answered; a test holds it total."""

FINER: Final[Mapping[AskOp, frozenset[str]]] = MappingProxyType(
    {
        "list": frozenset({"summary", "handover", "ended"}),
        "lookup": frozenset({"lookup", "values", "recall", "since", "ended", "summary", "medicine"}),
        "compare": frozenset({"compare", "values"}),
        "judge": frozenset({"judge", "told", "outside"}),
        "assess": frozenset({"plan", "stopping", "correction"}),
        "medicine": frozenset({"medicine", "purpose", "lookup", "total"}),
        "permission": frozenset({"knowledge", "stopping"}),
        "effects": frozenset({"knowledge", "cause"}),
        "knowledge": frozenset({"knowledge", "cause"}),
        "plan": frozenset({"steps", "plan"}),
        "audit": frozenset({"audit"}),
        "why": frozenset({"why"}),
        "repeat": frozenset({"again", "form", "others"}),
        "other": frozenset({"small_talk", "scope", "beyond"}),
    }
)
"""The intents that answer a kind more closely, where the cues hear one of them."""

_HEARD: Final = frozenset(
    {"handover", "form", "again", "others", "why_changed", "side_by_side", "together", "allergy_beside", "given_for",
     "weeks", *ASIDES, *OWN_ADVICE}
)  # fmt: skip
"""Intents that the cues hear in words that are no question: a wish for a form, a list for somebody, courtesy; and those
of which the reader knows no kind.
"""

_VAGUE: Final = frozenset({"acknowledge", "knowledge", "lookup", "summary", "medicine", "plan"})
"""Intents that cues give to what they don't understand; the others they give rightly nine times in ten."""

_TIE: Final = 0.15
"""Margin below which the reader prefers no kind to the next."""

_FROM_PASSAGES: Final = 0.5
"""Margin from which the record is asked about where the cues hear a question for knowledge."""

_SURE: Final = 1.0
"""Margin from which it is believed against cues that are mostly right; chosen on authors that were left out."""

_OF_RECORD: Final[frozenset[AskOp]] = frozenset({"list", "lookup", "compare", "judge", "audit", "why", "repeat"})
"""Kinds of which the record can tell where the words name nothing that documents could."""

_LEAST: Final = {**dict.fromkeys(_VAGUE, _TIE), "knowledge": _FROM_PASSAGES}
"""The least margin by which the reader is followed against each vague cue."""

_EFFECTS: Final = lazy_regex(r"부작용|\bside effects?\b", re.IGNORECASE)

_WHETHER: Final = lazy_regex(
    r"^\W*(?:so |and |but |ok |okay )?(?:(?:do|did) i (?:still )?(?:take|have|use)"
    r"|am i (?:still )?(?:on|taking|allergic)|have i (?:got|had))\b",
    re.IGNORECASE,
)
"""A question whether something is the patient's own: the record alone can tell."""

_WHAT_IS_TAKEN: Final = lazy_regex(
    r"^\W*(?:so |and |but |ok |okay )?what (?:do|does|is|are) (?:he|she|they|we) (?:take|taking|on)\b"
    r"[^a-z]*(?:now|at the moment)?\W*$",
    re.IGNORECASE,
)
"""A question for what somebody who is spoken for takes, without a word for medicines."""

_JUDGES_IT: Final = lazy_regex(
    r"^\W*(?:so |and |but |ok |okay |oh no |hmm )*(?:is|was|are) (?:that|it|this|those|these|they) (?:very |really "
    r"|too |so )?"
    r"(?:dangerous|serious|bad|risky|ok|okay|fine|normal|high|low|a (?:worry|concern|problem))(?: for me)?\W*$"
    r"|^(?:근데|그럼|헉|아|어)?\s?(?:그거|이거|그게|이게|그\s?정도면?|이\s?정도면?|이건|그건)?\s?(?:많이|너무|꽤)?\s?"
    r"(?:위험|심각|나쁜|안\s?좋은|괜찮은|높은|낮은|정상)(?:한)?\s?(?:건|거|것)?(?:가|인가|예|에|이에|인|한)?(?:요|가요|나요|지요|죠)?\s?\?$",
    re.IGNORECASE,
)
"""A judgement asked of what was just said, which is not named again."""

_SHOULD_BE: Final = lazy_regex(
    r"\bwhat (?:should|ought) (?:it|that|this|mine|they|those) (?:to )?(?:really |normally |actually )?be\b"
    r"|\bwhat(?:'?s| is| are| was) (?:it|that|they|mine) (?:supposed|meant) to be\b"
    r"|\bwhat(?:'?s| is) (?:my|the) (?:target|goal|aim)\b"
    r"|(?:목표|정상)(?:은|는|이|가|치는|치가|수치는|수치가)?\s?(?:얼마|몇|어디)"
    r"|(?:얼마|몇)(?:까지|이어야|여야|이면|면|가|이)?\s?(?:정상|되어야|돼야|나와야|이어야|여야|내려가야|떨어져야)",
    re.IGNORECASE,
)
"""A question for where the value that was just spoken of should lie."""

_HOW_LONG_TILL: Final = lazy_regex(
    r"how (?:long|soon|many (?:days|weeks)) (?:till|til|until|before|does it take|will it take|it takes|can i expect)\b"
    r"|얼마나\s?(?:지나야|있어야|먹어야|걸려|걸리)|언제쯤\s?(?:나|좋아|효과|괜찮)",
    re.IGNORECASE,
)
_WHEN_TO: Final = lazy_regex(
    r"\bwhen (?:to|should (?:i|he|she|we)|do (?:i|we) (?:need|have) to|must (?:i|we)|is (?:it|the next one) due)\b"
    r"|(?:언제|몇\s?(?:달|주|개월)\s?(?:뒤|후)에?)\s?(?:다시|또)?\s?(?:검사|재|받|가|확인)[가-힣]{0,3}(?:야|면|할까|될까|하죠|하나|하는\s?게)",
    re.IGNORECASE,
)
_LISTED_AGAIN: Final = frozenset({SlotKind.ALLERGIES, SlotKind.MEDICATIONS, SlotKind.CONDITIONS})
_WINDOW: Final = 400
"""Characters of a text from which on a question at its end may lie beyond what the reader hears as one."""


def settled_name(name: str, asking: Asking, request: Request, view: PatientView) -> str:
    """The intent of what the reader hears asked; ``name``, by cues, makes it finer, or stands where nothing is asked.

    On ten authors whom neither reader had seen (490 questions, 1,690 utterances without one): right .66 of the
    questions, and 37 answers to what was no question; the cues with a second opinion .55 and 156.
    """
    if (reckoned := reckoned_intent(request, view)) is not None:
        return reckoned
    if (of_record := asks_own_record(request)) is not None:
        return of_record
    if (of_taking := _of_taking(request, view)) is not None:
        return of_taking
    if name == "again" and _LISTED_AGAIN.intersection(request.slots) and not request.tests:
        # What is named is asked for anew: the last answer may have been about something else.
        return "summary"
    if _HOW_LONG_TILL.search(request.text) is not None and not request.tests:
        # "How long till I feel better?" compares nothing.
        return "knowledge"
    if asks_to_move(request):
        # "May I change it to the evening?" corrects nothing.
        return "knowledge"
    if asking.asks <= 0:
        heard = name in _HEARD or name == "correction" or len(request.text) > _WINDOW
        return name if heard else "acknowledge"
    if _WHAT_IS_TAKEN.search(request.text) is not None:
        return "summary"
    if asks_where_it_should_be(request.text) and (request.tests or _told_a_value(view)):
        # Where a value should lie is asked of the one just told or looked up, and answered by its own criterion.
        return "judge"
    if _JUDGES_IT.search(request.text) is not None and _told_a_value(view):
        return "judge"
    if asking.op == "medicine" and _EFFECTS.search(request.text) is not None:
        # What a medicine does besides is told from passages, whatever else of it the words sound like.
        asking = replace(asking, op="effects")
    if name == "plan" and not _has_values(view) and request.concepts("medications", "drug_classes"):
        # Where nothing was measured, whether a medicine is right is not answered by how a value stands.
        return "knowledge"
    if name in FINER[asking.op] or name in _HEARD:
        when_to = name == "lookup" and _WHEN_TO.search(request.text) is not None
        return "knowledge" if when_to else name
    if name == "lookup" and _WHETHER.search(request.text) is not None:
        return name
    taken = request.concepts("medications", "drug_classes")
    if name == "plan" and asking.op == "permission" and taken and not request.has("evidence", "reassess"):
        # Whether a medicine may be gone on with is answered by what stands against it, not by a plan.
        return "knowledge"
    unnamed = name == "knowledge" and asking.op in _OF_RECORD and not (request.subjects or request.slots)
    if name != "acknowledge" and not unnamed and asking.margin < _LEAST.get(name, _SURE):
        return name
    learned = KINDS[asking.op]
    if "lookup" in (name, learned) and _WHEN_TO.search(request.text) is not None:
        # When something is to be done is on no record: what is usual is told.
        return "knowledge"
    if learned == "again" and _LISTED_AGAIN.intersection(request.slots) and not request.tests:
        learned = "summary"
    if learned == "plan" and not (request.tests or request.has("treatment", "evidence", "reassess")):
        # What to make of something that is no value and no treatment is not answered by how the last value stands.
        learned = "knowledge"
    if _possible(learned, request, view):
        return learned
    return "knowledge" if name == "acknowledge" else name


def _of_taking(request: Request, view: PatientView) -> str | None:
    """The intent of a question how a medicine is taken that the record answers; the reader knows no kind of it."""
    if asks_course_end(request, view):
        return "course"
    if asks_measure(request.text) and request.tests and not request.concepts("conditions", "medications"):
        return "lookup"
    if asks_given_when(request):
        return "given"
    if asks_off_it(request, view):
        return "off_it"
    return "part_of_day" if asks_part_of_day(request, view) else None


def _has_values(view: PatientView) -> bool:
    return any(True for slot in SERIES_SLOTS for _ in view.ledger.current(slot))


def asks_where_it_should_be(text: str) -> bool:
    """Whether it is asked where the value that was just spoken of should lie."""
    return _SHOULD_BE.search(text) is not None


def _told_a_value(view: PatientView) -> bool:
    """Whether the last answer was of a measured value."""
    last = view.answers.last()
    return last is not None and any(one.kind == "measurement" for one in last.spoke_of)


def _possible(name: str, request: Request, view: PatientView) -> bool:
    """Whether there is something for the composer of ``name`` to speak of."""
    answers = view.answers
    measurable = bool(request.tests or SERIES_SLOTS.intersection(request.slots) or spoken(answers, "measurement"))
    if not request.subjects:
        # "Is that normal?" may be about what was told, or what another agent spoke of.
        measurable = measurable or any(True for slot in SERIES_SLOTS for _ in view.ledger.current(slot))
    match name:
        case "compare" if request.values is not None and request.values.fold == "latest":
            return request.has("previous") and bool(request.tests)
        case "audit" | "summary" if request.tests:
            # Cues hear rightly when the history of a value is meant.
            return False
        case "compare" | "judge":
            return measurable
        case "medicine":
            taken = request.concepts("medications", "drug_classes")
            return bool(taken) or spoken(answers, "medications") is not None
        case "steps":
            return request.items is not None or request.has("steps", "advice", "how_to", "obligation")
        case "again":
            return answers.last() is not None
        case "why":
            return answers.last() is not None or bool(request.subjects)
        case "lookup":
            return bool(request.subjects or request.slots)
        case "beyond":
            # What names something medical may be answered from documents.
            named = any(one.entry.kind != "relatives" for one in request.mentions)
            return not (named or request.slots or request.values is not None)
        case _:
            return True
