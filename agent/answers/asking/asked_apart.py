"""What each ask of an utterance asks, read by itself: its kind, and of what where it only points back."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from agent.answers.asking.asked_kinds import asks_where_it_should_be, settled_name
from agent.answers.asking.asks import Ask, asks_in
from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.learned_kinds import Kinds
from agent.answers.asking.naming import intent_name
from agent.answers.asking.plain_sides import named_plainly, sides_in
from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.asking.wishes import wish_of
from agent.answers.dispatch import ASIDES, OWN_ADVICE
from agent.answers.following.following import of_the_record
from agent.answers.medicines.culprits import asks_culprit
from agent.answers.medicines.ended import asks_ended
from agent.answers.medicines.expecting import effects_expected, expects_effects
from agent.answers.medicines.given_for_asked import kind_asked
from agent.answers.values.diagnosis_asked import made_of_value
from agent.answers.values.told import judges, states_value, told_values
from agent.skills.ports import Question
from domain.values import SERIES_SLOTS
from extraction.naming.mentions import Kind
from extraction.reading.understanding import Asking
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_OF_THE_WHOLE: Final = frozenset(
    {"form", "again", "others", "still", "why", "which", "avoid", "for_another", "ill_lately", "who", "faq", *ASIDES}
)
"""Intents of words that go on about the conversation: what stands beside them belongs to them."""
_KEPT: Final = "stopping"
"""An intent that an utterance may have only as a whole, and whose caution must not be lost."""
_GATHERED: Final = frozenset({"summary", "handover", "plan", "steps"})
"""Intents whose answer gathers what several wishes of one utterance name."""
_APART: Final = frozenset(
    {"values", "since", "compare", "judge", "told", "total", "stopping", "cause", "outside", "ended", "audit"}
)
"""Intents that are answered for themselves beside one that gathers."""
_OF_MEDICINES_ALONE: Final = frozenset({"given_for", "why_changed", "side_by_side", "weeks"})
"""Intents of one question that no plan or list answers."""
_OF_WHAT_IS_TOLD: Final = frozenset({"together", "allergy_beside", "given_for"})
"""Intents of medicines that may be named in what is told before the question."""
_LAID_OUT_WHOLE: Final = frozenset({"steps", "plan", "summary", "recall", "medicine", "judge"})
"""Intents whose composers take in whatever an utterance lays out beside them: a date, a unit, the value before."""
_OF_TWO: Final = frozenset({"compare", "values", "lookup", "recall", "knowledge", "since", "moves_value", "summary"})
"""Intents that the parts of one comparison of two readings may each sound like."""
_SEVERAL: Final = 2
_PLANS: Final = frozenset({"plan", "steps"})
_SOONER_THAN_A_PLAN: Final = frozenset(
    {"summary", "lookup", "medicine", "values", "since", "ended", "stopping", "judge"}
)
"""Intents of the one question that an utterance asks, where what it tells beside it sounded like a wish for a plan."""
_LAST_TWO: Final = ("latest", "previous")
_OF_ONE_THING: Final = frozenset({"summary", "medicine", "purpose", "lookup"})
_LEAST: Final = 0.01
"""How surely a piece asks that was found to ask by its form."""
_TAKEN: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_TESTS: Final[tuple[Kind, ...]] = ("labs", "vitals")
_NOT_OF_VALUE: Final = ("permission", "treatment", "obligation")
_OF_VALUES: Final = ("compare", "judge", "previous", "aloud_number")


def only_tells(whole: Request) -> bool:
    """Whether an utterance of several sentences asks nothing by its form, whatever in it sounds like a question."""
    return whole.plain.count(". ") > 0 and not asks_in(whole)


@dataclass(frozen=True, slots=True)
class AskRead:
    """One ask: the intent that answers it, and its reading."""

    name: str
    request: Request
    words: str = ""
    """The words of the ask alone."""


def asked_apart(
    question: Question, whole: Request, name: str, view: PatientView, finder: Finder, kinds: Kinds | None = None
) -> tuple[AskRead, ...]:
    """The asks of an utterance whose intent is ``name`` as a whole; empty where it is to be answered as a whole."""
    if name in _OF_THE_WHOLE or (name in _LAID_OUT_WHOLE and laid_out(whole, view.answers) == name):
        return ()
    if name in _OF_WHAT_IS_TOLD and (len(asks_in(whole)) < _SEVERAL or kind_asked(whole) is not None):
        return ()
    asks = asks_in(whole)
    if not asks or (len(asks) == 1 and asks[0].text == whole.plain.strip(" ,;-+\n")):
        return ()
    read = [replace(_read(ask, question, view, finder, kinds), words=ask.text) for ask in asks]
    read = [_following(one, before) for one, before in zip(read, (None, *read), strict=False)]
    if name == "compare" and laid_out(whole, view.answers) == name and _OF_TWO.issuperset(one.name for one in read):
        return ()
    told_alone = name == "told" and not told_values(read[0].request)
    # "142 fasting, 128/82. Is the sugar OK?" asks of one of the values that it tells, and names it.
    names_own = len(read) == 1 and bool(read_request(asks[0].text, finder).tests)
    # "Write the units as well" wishes for a form of the plan that is asked for.
    of_form = read[0].request.has("unit") and not (read[0].request.subjects or read[0].request.slots)
    sooner = name in _PLANS and read[0].name in _SOONER_THAN_A_PLAN and not of_form
    if len(read) == 1 and (read[0].name in _OF_MEDICINES_ALONE or sooner):
        return tuple(read)
    if len(read) == 1 and read[0].name == "diagnosis":
        return tuple(read)
    if len(read) == 1 and (name in _GATHERED or name in OWN_ADVICE or (told_alone and not names_own)):
        return ()
    if name in (_KEPT, "why_changed") and not any(one.name == name for one in read):
        return ()
    if len(read) == 1 and read[0].name == "knowledge" and not read[0].request.subjects:
        return ()
    if any(one.name in ("correction", *_OF_THE_WHOLE) and one.name != "why" for one in read):
        return ()
    if name in _GATHERED and not _all_apart(name, read):
        beside = tuple(one for one in read if one.name in _APART)
        return (AskRead(name, whole), *beside) if beside else ()
    return tuple(_without_repeats(read))


def _all_apart(name: str, read: list[AskRead]) -> bool:
    """Whether a list and values were asked for, each in words of its own, so that nothing is left to gather."""
    names = {one.name for one in read}
    return name == "summary" and not names.isdisjoint(_APART) and names <= _APART | _OF_ONE_THING


def _following(read: AskRead, before: AskRead | None) -> AskRead:
    """An ask that names nothing goes on about the one before it.

    "Which did I stop, and which do I take now?" asks for the rest of a list, "how far down, is it all right?" for a
    judgement of the value.
    """
    request = read.request
    if before is not None and before.request.slots and not (request.subjects or request.slots):
        listed = replace(request, slots=before.request.slots)
        if asks_ended(listed):
            return AskRead("ended", listed)
    values = request.values is not None and request.values.fold != "latest"
    if before is None or read.name not in ("knowledge", "lookup") or request.subjects or request.slots or values:
        return read
    if before.name in ("ended", "summary") and before.request.slots:
        return AskRead("summary", replace(request, slots=before.request.slots, values=None))
    should_be = before.name in ("recall", "lookup") and asks_where_it_should_be(request.text)
    if should_be or (before.name in ("values", "compare") and judges(request.text)):
        return AskRead("judge", replace(request, subjects=before.request.subjects, mentions=before.request.mentions))
    return read


def _without_repeats(read: list[AskRead]) -> list[AskRead]:
    """Each thing asked once: "how is it, then, is it all right?" is one question."""
    kept: dict[object, AskRead] = {}
    for one in read:
        named = tuple(mention.entry.concept_id for mention in one.request.subjects)
        # What is asked of a case stands for itself, where it is heard for more than the ask before it.
        supposes = one.name == "knowledge" and one.request.has("conditional")
        values = one.request.values if one.name == "values" else None
        # "When can I go back, and what can I eat?" asks twice of what neither names.
        sides = sides_in(one.request.text) if one.name == "knowledge" else ()
        if one.name == "diagnosis":
            # The range of the value, the next test and the tablets are told together.
            named = ()
        key = (one.name, named, one.request.slots, values, supposes, sides)
        kept.setdefault(key, one)
    return list(kept.values())


def _read(ask: Ask, question: Question, view: PatientView, finder: Finder, kinds: Kinds | None) -> AskRead:
    moment = (question.said_at, question.time_zone)
    own = of_the_record(read_request(ask.text, finder, moment), question, view, finder)
    own = own if own.asks else replace(own, cues=own.cues | {"question"})
    if ask.told and expects_effects(own):
        told = read_request(ask.told, finder, moment)
        if (expected := effects_expected(told, finder, moment)) is not None:
            return AskRead("knowledge", expected)
    if ask.after_ask and own.has("conditional") and not own.subjects:
        if (supposed := _supposed(ask, own, finder, moment)) is not None:
            return AskRead("knowledge", supposed)
    if (beside := _of_values_beside(ask, own, finder, question)) is not None:
        return AskRead("judge", beside)
    if made_of_value(own, view) is not None:
        return AskRead("diagnosis", own)
    request = of_the_record(_resolved(ask, own, finder, question), question, view, finder)
    name = named_plainly(_name(ask, question, request, view, kinds), own, view)
    whole = _with(own, ask.told, finder, question)
    if whole is not None and asks_culprit(whole):
        return AskRead("cause", whole)
    if wish_of(own, view.answers) is None and whole is not None:
        # A complaint told before is what may come of the medicine that the question names.
        wish = wish_of(whole, view.answers)
        # A fever told before is what "do I need to go in?" is about.
        if (wish == "cause" or wish in OWN_ADVICE) and named_plainly(wish, own, view) == wish:
            return AskRead(wish, whole)
    return AskRead(_possible(name, ask, own, request, measured=_is_measured(request, view)), request)


_BESIDE_MEDICINE: Final = lazy_regex(
    r"\b(?:is|are|was|were) (?:those|these|they|that|this|it)\b(?!.*\b(?:safe|ok|okay|fine|right|good|bad) to\b)[^?]*"
    r"\b(?:on|while on|with|for someone on|taking)\b",
    re.IGNORECASE,
)


def _of_values_beside(ask: Ask, own: Request, finder: Finder, question: Question) -> Request | None:
    """What is judged of values just told, for somebody on a medicine that is named beside; None for anything else."""
    if not judges(ask.text) or own.tests or not own.concepts(*_TAKEN) or _BESIDE_MEDICINE.search(ask.text) is None:
        return None
    both = _with(own, ask.told, finder, question)
    return replace(_measured(both), text=own.text) if both is not None and states_value(both) and both.tests else None


def _supposed(ask: Ask, own: Request, finder: Finder, moment: tuple[datetime, str]) -> Request | None:
    """What is asked of a case ("and what if she misses one"), of the medicine that the ask before names, if any."""
    before = [one for one in read_request(ask.before, finder, moment).mentions if one.entry.kind in _TAKEN]
    return read_request(f"{before[-1].surface} {own.text}", finder, moment) if before else None


def _is_measured(request: Request, view: PatientView) -> bool:
    """Whether a test of the request has a value on record, or one that the very words tell."""
    named = {mention.entry.concept_id for mention in request.mentions} | set(request.tests)
    known = (fact.content.concept for slot in SERIES_SLOTS for fact in view.ledger.current(slot))
    # Two values of one test ("41, it was 53 last year") are told, though none of them alone is what is asked of.
    told = bool(told_values(request)) or (bool(request.tests) and states_value(request))
    return told or any(not named.isdisjoint((one.concept_id, *one.broader)) for one in known)


def _name(ask: Ask, question: Question, request: Request, view: PatientView, kinds: Kinds | None) -> str:
    name = intent_name(request, view.answers, corrections=False)
    if kinds is None:
        return "knowledge" if name == "acknowledge" else name
    heard = kinds.read(replace(question, text=ask.text))
    return settled_name(name, Asking(heard.op, heard.margin, max(heard.asks, _LEAST)), request, view)


def _possible(name: str, ask: Ask, own: Request, request: Request, *, measured: bool) -> str:
    """``name``, unless the words of the ask are too few to mean it: beside others an answer must not be a guess."""
    medical = own.concepts("medications", "drug_classes", "conditions", "symptoms")
    of_value = measured and request.tests and judges(ask.text) and not medical and not own.has(*_NOT_OF_VALUE)
    if of_value and (name in ("knowledge", "lookup", "plan") or (name == "summary" and not own.slots)):
        return "judge"
    asks_advice = own.has("evidence", "reassess") or (own.has("treatment") and own.has("advice", "obligation", "judge"))
    if name == "plan" and not request.tests and not asks_advice:
        return "knowledge"
    if name == "summary" and not own.slots and not own.has("summary", "everything", "request"):
        return "knowledge"
    if name == "audit" and not own.subjects and own.values is not None and own.values.asks:
        return "knowledge"
    if request.tests and own.values is not None and own.values.fold in _LAST_TWO and not medical and name == "lookup":
        return "values"
    if name == "since" and not request.subjects:
        return "knowledge"
    fold = own.values.fold if own.values is not None and own.values.limit is None else "latest"
    named = own.subjects or (fold is not None and request.tests)
    if name == "values" and fold in (None, "all", "count") and not (named or own.slots):
        return "knowledge"
    return name


def _resolved(ask: Ask, own: Request, finder: Finder, question: Question) -> Request:
    """The reading of an ask; one that names nothing is of what the words before it name."""
    if own.subjects or own.slots or not ask.before:
        return own
    # "And when did I start?" is of the medicine named before, as well as of a value.
    of_series = own.values is not None and own.values.asks and own.values.fold != "since"
    of_values = of_series or own.has(*_OF_VALUES) or judges(ask.text)
    if of_values:
        # "Is that all right?" is about every value just told, or about what was asked just before.
        before = ask.before if ask.after_ask else ask.told
        both = _with(own, before, finder, question)
        return replace(_measured(both), text=own.text) if both is not None and both.tests else own
    if own.has("audit", "why_said"):
        return own
    both = _with(own, ask.before, finder, question) or own
    # What was asked before is answered for itself: its words ask nothing here.
    return replace(both, text=own.text) if ask.after_ask else both


def _measured(request: Request) -> Request:
    """``request`` of the tests alone: what else was told beside them is not what is asked about."""
    tests = tuple(one for one in request.mentions if one.entry.kind in _TESTS)
    return replace(request, mentions=tests, subjects=tuple(one for one in request.subjects if one.entry.kind in _TESTS))


def _with(own: Request, before: str, finder: Finder, question: Question) -> Request | None:
    """``own`` with what ``before`` names; None where there is nothing before."""
    if not before:
        return None
    both = read_request(f"{before} {own.text}", finder, (question.said_at, question.time_zone))
    return replace(
        both, cues=own.cues, slots=own.slots, values=own.values, items=own.items, ordinal=own.ordinal, dates=own.dates
    )
