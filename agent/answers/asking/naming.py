"""Which kind of answer an utterance asks for, from its cues, what it names, and what was last spoken of."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.own_record import asks_own_record
from agent.answers.asking.request import Request
from agent.answers.asking.wishes import wish_of
from agent.answers.following.forms_asked import asks_only_why, reshapes
from agent.answers.following.others import asks_others
from agent.answers.following.references import spoken
from agent.answers.medicines.changed_why import asks_why_changed
from agent.answers.medicines.concerns import asks_dose, asks_in_pregnancy
from agent.answers.medicines.side_by_side import asks_side_by_side
from agent.answers.referents.expressions import points_at_that
from agent.answers.values.told import judges, states_value, told_values
from agent.preferences import stated
from domain.values import SERIES_SLOTS, SlotKind
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex
from projections.answers import Answers

_SHORT: Final = 40
"""Characters up to which an utterance without a verb ("diagnoses/medicines/allergies?") may be a list of wishes."""
_BARE: Final = 8
"""Characters up to which a question is a bare name ("담배는요?")."""
_BRIEF: Final = 15
"""Characters up to which a wish for a summary without an object ("다시 정리 좀") means the whole record."""
_CARRY_ON: Final = lazy_regex(r"계속|그대로|유지|끊어도|멈춰도|keep|continue|stay on|carry on|still", re.IGNORECASE)
"""Words by which a medicine already taken is asked about, not one that might be added."""
_LATEST: Final = lazy_regex(r"최근|지난|마지막|수치|값|얼마|latest|last|recent|value|result", re.IGNORECASE)
"""Words that mean a value of the patient's own, not what a test is."""
_OWN_VALUE: Final = lazy_regex(r"최근|지난|마지막|제\s|내\s|latest|last|recent|\d", re.IGNORECASE)
_USUAL_RANGE: Final = lazy_regex(
    r"(?:정상|기준|참고)\s?(?:범위|수치|값|치)(?:가|는|은|이)?\s?(?:어떻게|뭐|뭔|무엇|어디|몇|알려|궁금|\?|$)"
    r"|정상\s?[가-힣]{1,8}\s?(?:얼마|몇|어느|어떻게)"
    r"|(?:what|which|tell|explain).{0,20}\b(?:normal|usual|healthy|reference)\b|what should (?:a |an |the )?\w+ be\b",
    re.IGNORECASE,
)
"""A question for the range in which a test usually lies, in anybody."""
_WHAT_VALUE: Final = lazy_regex(r"수치(?:가|는|란|이란)?\s?(?:뭐|뭔|무엇|무슨)", re.IGNORECASE)
_WHAT_IS: Final = lazy_regex(
    r"이란|란 |무슨 뜻|무엇인가|뭔가요|뭐예요|뭐에요|뭐죠|뭐야|무슨 검사|무슨 수치|what does|meaning|mean"
    r"|\bwhat(?:'s| is| are)\b",
    re.IGNORECASE,
)
_NO_VALUE: Final = (
    "permission",
    "treatment",
    "steps",
    "how_to",
    "obligation",
    "conditional",
    "reassess",
    "why_said",
    "others",
)
"""Cues beside which words of values belong to another kind of question."""
_ADVISING: Final = ("advice", "how_to", "obligation")
"""Cues that, with a number of parts, ask for so many things to do."""
_NOT_STEPS: Final = ("permission", "compare", "previous", "treatment", "evidence")
"""Cues beside which the number counts something else: two criteria to be quoted, two values to be compared."""
_OF_SEVERAL: Final = frozenset({"average", "highest", "lowest"})
"""Folds that only a series of values has."""
_THINGS: Final[tuple[Kind, ...]] = ("conditions", "symptoms", "medications", "drug_classes", "allergens", "procedures")


def intent_name(request: Request, answers: Answers, *, corrections: bool = True) -> str:
    """The name of the intent; without ``corrections`` the utterance is read as if it corrected nothing."""
    following = _following(request, answers)
    if following:
        return following
    if own := asks_own_record(request):
        return own
    social = _aside(request) or _social(request)
    if social:
        return social
    if wish := wish_of(request, answers):
        return wish
    if _got_when(request):
        return "since"
    if asked := _of_values(request, answers):
        return asked
    if request.has("before_it") and not request.tests and _spoke_of_medicine(answers):
        return "audit"
    if request.has("audit", "why_said"):
        return "why" if request.has("why_said") else "audit"
    if request.has("steps") and (request.asks or request.has("summary")):
        return "steps"
    if request.items is not None and request.has(*_ADVISING) and not request.has(*_NOT_STEPS):
        return "steps"
    if corrections and request.has("correction"):
        return "correction"
    if not (request.asks or _is_wish(request)):
        return "acknowledge"
    return _question(request, answers)


_GOT_WHEN: Final = lazy_regex(r"\bwhen did i (?:first )?(?:get|have|catch)\b", re.IGNORECASE)


def _got_when(request: Request) -> bool:
    """Whether it is asked when an illness began, and not when a value was had."""
    return bool(request.concepts("conditions")) and not request.tests and _GOT_WHEN.search(request.text) is not None


def _following(request: Request, answers: Answers) -> str | None:
    """What only goes on about the last answer: another form of it, or what its list left out."""
    if stated(request.text) is None and reshapes(request, answers) is not None:
        return "form"
    asks_why = answers.last() is not None and asks_only_why(request.text)
    if asks_why and not asks_why_changed(request, answers):
        return "why"
    return "others" if asks_others(request, answers) and not asks_side_by_side(request, answers) else None


def _of_values(request: Request, answers: Answers) -> str | None:
    """A question for values on record, for a beginning, or for a judgement of a value that it tells."""
    asked = request.values
    if told_values(request):
        return "told"
    if asked is None or not asked.asks or request.has(*_NO_VALUE):
        return None
    if not request.asks and (not _is_short(request) or states_value(request)):
        return None
    if asked.fold == "since":
        before = answers.last()
        spoke = before is not None and bool(before.spoke_of)
        return "since" if request.subjects or (spoke and _is_short(request)) else None
    if request.concepts(*_THINGS) or set(request.slots) - SERIES_SLOTS:
        return None
    if asked.fold in ("latest", "all", None) and request.has("judge", "compare", "again", "one_sentence"):
        return None
    if asked.fold == "previous" and request.has("compare"):
        return None
    if asked.fold == "latest" and asked.window is None and asked.limit is None:
        return None
    if request.tests:
        return "values"
    last = answers.last()
    measured = last is not None and any(reference.kind == "measurement" for reference in last.spoke_of)
    # An average of nothing is answered by what there is to average, not by what an average is.
    measured = measured or asked.fold in _OF_SEVERAL
    return "values" if measured and not request.mentions and _is_short(request) else None


def _is_short(request: Request) -> bool:
    return len(request.text) <= _SHORT


def _aside(request: Request) -> str | None:
    """What is no matter of this patient's record: others' records, the service itself, a nod, a complaint."""
    if request.has("others"):
        return "scope"
    if request.mentions or request.slots or any(ch.isdigit() for ch in request.text):
        return None
    if stated(request.text) is not None:
        return "preference"
    if request.has("backchannel"):
        return "nod"
    if request.has("small_talk") and not request.has("self") and len(request.text) <= _SHORT:
        return "small_talk"
    return "complaint" if request.has("complaint") and not request.has("question") else None


def _spoke_of_medicine(answers: Answers) -> bool:
    last = answers.last()
    return last is not None and any(reference.kind == "medications" for reference in last.spoke_of)


def _social(request: Request) -> str | None:
    if request.mentions or request.slots or request.has("correction", "compare", "steps"):
        return None
    if request.has("greeting") and len(request.text) <= _SHORT:
        return "greeting"
    if request.has("thanks", "goodbye") and not request.has("question"):
        return "thanks"
    return None


def _is_wish(request: Request) -> bool:
    if len(request.text) > _SHORT or any(ch.isdigit() for ch in request.text):
        return False
    return request.has("summary", "compare", "judge") and (
        request.has("everything") or bool(request.slots or request.tests)
    )


def _question(request: Request, answers: Answers) -> str:
    if _is_hypothetical(request) or _misses_dose(request) or _asks_in_state(request):
        return "knowledge"
    if _is_plan(request) or (request.has("reassess") and request.has("advice") and not request.tests):
        return "plan"
    if _defines(request) and (request.tests or request.concepts(*_THINGS)):
        return "knowledge"
    if request.has("how_to") and request.tests:
        return "plan"
    listed = _lists_slots(request)
    if listed and len(_record_slots(request)) > 1:
        return "summary"
    if _means_listed_medicine(request, answers):
        return "medicine"
    measurable = bool(request.tests or SERIES_SLOTS.intersection(request.slots) or spoken(answers, "measurement"))
    if _judges_again(request) and measurable:
        return "judge"
    if _restates(request) or _asks_more_of_value(request, answers):
        return "recall"
    if request.has("compare") and measurable and not request.concepts(*_THINGS):
        return "compare"
    if (
        request.has("judge")
        and measurable
        and (request.tests or not request.concepts(*_THINGS))
        and not _defines(request)
    ):
        return "judge"
    return _about_one_thing(request, listed)


def _about_one_thing(request: Request, listed: bool) -> str:
    if request.has("permission") and not (request.has("audit") or request.tests):
        return "knowledge"
    named = bool(request.concepts(*_THINGS))
    if (
        request.concepts("social")
        and not named
        and ((request.has("self") and request.has("asks_mine")) or len(request.text) <= _BARE)
    ):
        return "lookup"
    if request.has("conditional") and not (request.tests or request.slots):
        return "knowledge"
    if SlotKind.FAMILY_HISTORY in request.slots and request.concepts("conditions"):
        return "lookup"
    about_mine = request.has("self") and request.has("asks_mine") and not request.has("advice", "obligation")
    if request.tests and not named and request.has("asks_mine", "self", "date", "summary"):
        return "judge" if judges(request.text) and request.has("question") else "lookup"
    if named and about_mine and not request.has("how_taken"):
        return "lookup"
    if named and request.has("how_taken") and request.has("self"):
        return "medicine"
    if listed and not named:
        return "summary"
    if not (named or request.tests or request.slots) and request.has("summary") and len(request.text) <= _BRIEF:
        return "summary"
    if not named and not request.tests and request.has("everything") and request.has("summary", "request", "question"):
        return "summary"
    if not named and not request.tests and about_mine:
        return "lookup"
    return "knowledge"


def _record_slots(request: Request) -> tuple[SlotKind, ...]:
    slots = set(request.slots) | ({SlotKind.LABS} if request.tests else set())
    return tuple(slots)


def _lists_slots(request: Request) -> bool:
    if not _record_slots(request) or request.has("permission"):
        return False
    return request.has("summary", "everything", "self", "request") or len(request.text) <= _SHORT


def _is_plan(request: Request) -> bool:
    if request.has("permission") and request.concepts("medications", "drug_classes"):
        return request.has("treatment", "evidence") and bool(_CARRY_ON.search(request.text))
    if request.has("treatment"):
        return True
    return request.has("advice") and request.has("self", "evidence") and not _defines(request)


def _asks_more_of_value(request: Request, answers: Answers) -> bool:
    """A short question without a subject ("when was it measured?") goes on about the value just given."""
    last = answers.last()
    if last is None or request.mentions or set(request.slots) - SERIES_SLOTS or len(request.text) > _SHORT:
        return False
    spoke_of_value = any(reference.kind == "measurement" for reference in last.spoke_of)
    return spoke_of_value and request.has("date", "aloud_number") and not request.has("self", "obligation", "medicine")


def _judges_again(request: Request) -> bool:
    """Whether a value that was just given is to be judged ("is that within the target?"), not said once more."""
    judging = request.has("judge") and request.has("question") and not request.has("compare", "one_sentence")
    return judging and not request.concepts(*_THINGS) and request.ordinal is None


def _is_hypothetical(request: Request) -> bool:
    return request.has("conditional") and bool(request.concepts("conditions", "symptoms")) and request.has("question")


def _asks_in_state(request: Request) -> bool:
    """Whether a medicine or its dose is asked about in a state of the body ("a lower dose in kidney disease")."""
    if not request.concepts("medications", "drug_classes"):
        return False
    if request.has("permission", "treatment") and asks_in_pregnancy(request.text):
        return True
    return asks_dose(request.text) and not request.has("evidence")


def _misses_dose(request: Request) -> bool:
    others = set(request.slots) - {SlotKind.MEDICATIONS}
    return request.has("conditional") and request.has("question") and not (others or request.tests)


def _means_listed_medicine(request: Request, answers: Answers) -> bool:
    if request.tests or request.concepts("conditions", "symptoms"):
        return False
    if request.ordinal is not None:
        return request.has("medicine") or (spoken(answers, "medications") is not None and not request.has("compare"))
    if request.concepts("medications"):
        return request.has("how_taken") and request.has("self", "again")
    return request.has("medicine") and request.has("again", "how_taken") and points_at_that(request.text)


def _restates(request: Request) -> bool:
    if set(request.slots) - SERIES_SLOTS or request.concepts(*_THINGS) or request.has("medicine"):
        return False
    return request.has("again", "one_sentence") and request.has(
        "compare", "previous", "aloud_number", "date", "one_sentence", "asks_mine"
    )


def _defines(request: Request) -> bool:
    """Whether a word is to be explained in general ("what is HbA1c?") rather than read from the record."""
    if request.has("self", "compare") or request.ordinal is not None:
        return False
    text = request.text.casefold()
    said = _without_names(request, text)
    if request.tests and _USUAL_RANGE.search(text):
        return not _OWN_VALUE.search(said)
    if request.tests and _WHAT_VALUE.search(said):
        return not _OWN_VALUE.search(said)
    return bool(_WHAT_IS.search(text)) and not _LATEST.search(said)


def asks_usual_range(request: Request) -> bool:
    """Whether all that is asked is where one test usually lies, in anybody: one passage answers it."""
    return len(request.tests) == 1 and _defines(request) and bool(_USUAL_RANGE.search(request.text.casefold()))


def _without_names(request: Request, text: str) -> str:
    """The words around the names: a test may be called by a word that else means a value ("콩팥 수치")."""
    for mention in request.mentions:
        text = text.replace(mention.surface.casefold(), " ")
    return text
