"""A question that only names another thing ("and losartan?", "혈압은요?") is read as the one before it, of that."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from agent.answers.asking.appointments_asked import asks_appointment
from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.asking.value_cues import TEST
from agent.answers.asking.value_request import Masked
from agent.answers.following.avoided_asked import asks_for_another, asks_what_to_avoid
from agent.answers.following.forms_asked import asks_only_why, reshapes
from agent.answers.following.pointed_asked import other_form
from agent.answers.medicines.allergies_asked import allergy_meant, asks_beside_allergy
from agent.answers.medicines.beside_others import asks_together, beside_meant
from agent.answers.medicines.expecting import effects_of_changed, effects_to_watch, expects_effects
from agent.answers.medicines.given_for_asked import asks_given_for, use_meant
from agent.answers.medicines.off_it_asked import asks_off_it
from agent.answers.referents.expressions import (
    called_that,
    described,
    points_at_one,
    points_at_others,
    pronouns,
    sets_aside,
)
from agent.answers.referents.referent import asked_of, named_instead
from agent.answers.referents.salience import entries_of, listed_last, own_medicines, question_of
from agent.skills.ports import Question
from domain.ledger import Fact
from domain.values import PATIENT, SlotKind
from extraction.naming.mentions import Entry, Mention
from extraction.reading.understanding import AskOp
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_PARTICLES_KO: Final = frozenset({
    "은", "는", "은요", "는요", "도", "도요", "이", "가", "은?", "그럼", "그러면", "그리고", "그럼요", "쪽은요",
    "쪽은", "의경우는요", "같은경우는요", "의경우는",
    "은어때요", "는어때요", "은어때", "는어때", "은어떤가요", "는어떤가요", "은어떻죠", "는어떻죠", "은어땠어요",
    "는어땠어요", "도알려주세요", "도요청", "도부탁해요", "도알려줘",
})  # fmt: skip
"""What stands beside the name alone in a Korean question that goes on."""
_WORDS_EN: Final = frozenset({
    "and", "what", "about", "how", "the", "my", "also", "for", "of", "then", "ok", "okay", "so", "but", "same",
    "question",
    "with", "one", "ones", "now", "too", "as", "well", "please", "on",
})  # fmt: skip
_LONGEST: Final = 48
"""Characters up to which a question may be no more than another name."""


def understood(question: Question, view: PatientView, finder: Finder) -> Request:
    """The reading of a question; one that only names another thing takes its words from the question before it."""
    moment = (question.said_at, question.time_zone)
    request = read_request(question.text, finder, moment)
    if laid_out(request, view.answers) is not None or other_form(request, view, finder):
        return request
    if asks_appointment(request.text):
        # "When is my next visit?" leans on nothing that was said.
        return request
    if not asks_off_it(request, view):
        request = named_instead(request, view, question.turn_number, finder, moment)
    meant = _of_what_is_meant(request, question, view, finder)
    return replace(meant, taken_for=request.taken_for or meant.taken_for)


def _of_what_is_meant(request: Request, question: Question, view: PatientView, finder: Finder) -> Request:
    """The request with what its words leave out: what they point at, what was asked before, what they lean on."""
    moment = (question.said_at, question.time_zone)
    request = _of_weeks(of_the_record(request, question, view, finder), view, finder, moment)
    request = beside_meant(request, view, question.turn_number, finder)
    request = allergy_meant(request, view, question.turn_number, finder)
    request = use_meant(request, view, question.turn_number, finder)
    if asks_together(request) or asks_beside_allergy(request) or asks_given_for(request):
        return request
    if expects_effects(request) and (expected := effects_of_changed(request, view, finder, moment)) is not None:
        return expected
    if not asks_off_it(request, view) and (watched := effects_to_watch(request, finder, moment)) is not None:
        return watched
    request = _leaning(request, question, view, finder)
    return _asked_before(request, question, view, finder) or request


def _asked_before(request: Request, question: Question, view: PatientView, finder: Finder) -> Request | None:
    """The question before with the name in the place of what it was of, where the words hold no more than a name."""
    if points_at_others(request.text):
        new = _the_other(request, question, view, finder)
    elif names_only(request):
        new = [one for one in request.subjects if one.entry.kind != "relatives"]
    else:
        return None
    if len(new) != 1:
        return None
    moment = (question.said_at, question.time_zone)
    for turn in range(question.turn_number - 1, max(0, question.turn_number - 1 - _TURNS), -1):
        said = question_of(view, turn)
        if said is None:
            return None
        before = read_request(said, finder, moment)
        if names_only(before):
            # "And losartan?" "And metformin?": both go on about the question before them.
            continue
        place = _place_of(before, new[0]) if before.asks else None
        if place is None:
            return None
        instead = before.plain[: place[0]] + new[0].surface + before.plain[place[1] :]
        # The other one was not named, so it is said which that is.
        other = new[0].surface if points_at_others(request.text) else ""
        return replace(read_request(instead, finder, moment), taken_for=other)
    return None


def _the_other(request: Request, question: Question, view: PatientView, finder: Finder) -> list[Mention]:
    """The one medicine beside that of which the last question was, where "and the other one?" can mean no more."""
    asked = {one.concept_id for one in asked_of(view, question.turn_number, finder)}
    own = {fact.content.concept.concept_id: fact for fact in own_medicines(view)}
    others = entries_of((fact for each, fact in own.items() if each not in asked), finder)
    if request.mentions or len(request.text) > _LONGEST or len(asked) != 1 or len(others) != 1 or not asked <= set(own):
        return []
    korean = "가" <= max(request.text) <= "힣"
    return [Mention(others[0], 0, 0, (others[0].name_ko if korean else "") or others[0].name)]


_TURNS: Final = 3
"""Turns back in which the question stands that bare names go on about."""


def _place_of(before: Request, new: Mention) -> tuple[int, int] | None:
    """Where in the question before that stands which the new name takes the place of: what is of its sort, else the
    only thing named, else what was only described; None where there is no such one.
    """
    old = [one for one in before.subjects if one.entry.kind != "relatives"]
    alike = [one for one in old if _sort(one) == _sort(new)]
    meant = alike or old
    if not meant and new.entry.kind in _TAKEN:
        said = before.plain
        return next(((one.start, one.end) for one in (*described(said), *called_that(said), *pronouns(said))), None)
    if len(meant) != 1 or meant[0].entry.concept_id == new.entry.concept_id:
        return None
    return meant[0].start, meant[0].end


def _sort(one: Mention) -> frozenset[str]:
    return next((kinds for kinds in (_TAKEN, _TESTS) if one.entry.kind in kinds), _HAD)


def of_the_record(request: Request, question: Question, view: PatientView, finder: Finder) -> Request:
    """The request with what a name means beside the record: one that a vitamin shares with its blood test means
    the test, where that is on record and the vitamin is not; a fever that is to be judged is the temperature; "my
    iron" is the kind of it that is taken.
    """
    own = list(own_medicines(view))
    taken = {fact.content.concept.concept_id for fact in view.ledger.current(SlotKind.MEDICATIONS)}
    judged = question.asking is not None and question.asking.op == "judge"

    def meant(one: Mention) -> Mention:
        level = "level" if one.surface.isascii() else "수치"
        if one.entry.concept_id == _FEVER and judged:
            words = "body temperature"
        elif one.entry.concept_id not in taken and (alike := _of_that_kind(one, own, finder)) is not None:
            return replace(one, entry=alike)
        elif one.entry.kind == "medications" and one.entry.concept_id not in taken:
            words = f"{one.surface} {level}"
        else:
            return one
        tests = [each.entry for each in finder.find(words) if each.entry.kind in _TESTS]
        known = [entry for entry in tests if view.ledger.about(_SLOTS[entry.kind], entry.concept_id, PATIENT)]
        return replace(one, entry=known[0]) if known else one

    mentions = tuple(meant(one) for one in request.mentions)
    if mentions == request.mentions:
        return request
    subjects = tuple(new for old, new in zip(request.mentions, mentions, strict=True) if old in request.subjects)
    return replace(request, mentions=mentions, subjects=subjects or mentions)


def _of_that_kind(one: Mention, own: Sequence[Fact], finder: Finder) -> Entry | None:
    """The one medicine on record that a plain word means: "my iron" is the fumarate that is taken."""
    kind = PLAIN_WORDS.get(one.surface.casefold())
    alike = {fact.content.concept.concept_id: fact for fact in own if kind in fact.content.concept.broader}
    return next(iter(entries_of(alike.values(), finder)), None) if len(alike) == 1 else None


PLAIN_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("iron", "the iron", "철분", "철"), "iron_preparation"),
        **dict.fromkeys(("insulin", "인슐린"), "insulin_therapy"),
    }
)
"""Words that the lexicon has for one medicine, by which people call any of its kind."""
_FEVER: Final = "fever"
_SLOTS: Final[Mapping[str, SlotKind]] = MappingProxyType({"labs": SlotKind.LABS, "vitals": SlotKind.VITALS})


_HOW_FAR: Final = lazy_regex(
    r"\bhow many weeks\b|\bhow far (?:along|gone)\b|\b(?:what|which) week\b|몇\s?주(?:차|째|예|에|야|지|죠|인|됐|나)",
    re.IGNORECASE,
)


def _of_weeks(request: Request, view: PatientView, finder: Finder, moment: tuple[datetime, str]) -> Request:
    """A question for the weeks, where a pregnancy is on record and nothing else is named, as one of the pregnancy."""
    if request.mentions or _HOW_FAR.search(request.text) is None:
        return request
    carried = view.ledger.about(SlotKind.CONDITIONS, _PREGNANCY, PATIENT)
    return read_request(f"{carried[0].content.concept.name} {request.text}", finder, moment) if carried else request


_PREGNANCY: Final = "pregnancy"


def _leaning(request: Request, question: Question, view: PatientView, finder: Finder) -> Request:
    """A short question that names nothing is of the one thing of its kind that the words before it name.

    "몇 단위로 돼 있는데요" behind "인슐린 글라진을 맞고 계십니다" asks of that insulin; behind two of them of neither.
    """
    asking, last = question.asking, view.answers.last()
    names = any(one.entry.kind != "relatives" for one in request.mentions)
    if asking is None or asking.asks <= 0 or last is None or last.turn_number < question.turn_number - 1:
        return request
    if (
        request.doubtful
        or names
        or request.subjects
        or request.slots
        or request.ordinal is not None
        or len(request.text) > _LONGEST
    ):
        return request
    of_another = asks_what_to_avoid(request) or asks_for_another(request, view, finder)
    goes_on = of_another or points_at_others(request.text) or sets_aside(request.text)
    if goes_on or asks_only_why(request.text) or reshapes(request, view.answers) is not None:
        # Who only wants another form of it, or the others, asks of no single thing.
        return request
    of_value = any(one.kind == "measurement" for one in last.spoke_of)
    asked = () if of_value else asked_of(view, question.turn_number, finder)
    if not asked and request.values is not None and request.values.fold is not None:
        # "How often was it high?" counts values; how often a medicine is taken is of the medicine.
        return request
    named = [Mention(one, 0, 0, one.name) for one in asked]
    topic = _topic(asking.op, named) or _topic(asking.op, finder.find(last.text))
    if topic is None and asking.op in _OF_TAKEN and points_at_one(request.text):
        listed = listed_last(view)
        return replace(request, doubtful=tuple(one.fact_id for one in listed)) if len(listed) > 1 else request
    if topic is None:
        return request
    moment = (question.said_at, question.time_zone)
    both = read_request(f"{topic.surface} {request.text}", finder, moment)
    return replace(
        both, text=request.text, cues=request.cues, slots=request.slots, values=request.values, items=request.items
    )


def _topic(op: AskOp, named: Sequence[Mention]) -> Mention | None:
    """The one thing named of the kinds that an ask is of; None where there are several, or none."""
    for kinds in _TOPICS.get(op, ()):
        found = {one.entry.concept_id: one for one in named if one.entry.kind in kinds}
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
    return None


_OF_TAKEN: Final = frozenset({"medicine", "effects", "permission", "assess"})
"""Kinds of requests that may be of one medicine of those that were just listed."""
_TESTS: Final = frozenset({"labs", "vitals"})
_TAKEN: Final = frozenset({"medications", "drug_classes"})
_HAD: Final = frozenset({"conditions", "symptoms", "procedures"})
_TOPICS: Final[Mapping[AskOp, tuple[frozenset[str], ...]]] = MappingProxyType(
    {
        "lookup": (_TESTS, _TAKEN, _HAD),
        "compare": (_TESTS,),
        "judge": (_TESTS,),
        "medicine": (_TAKEN,),
        "effects": (_TAKEN, _HAD),
        "permission": (_TAKEN, _HAD),
        "assess": (_TAKEN,),
        "knowledge": (_HAD, _TESTS, _TAKEN),
        "plan": (_HAD,),
        "audit": (_TESTS, _TAKEN, _HAD),
    }
)
"""What each kind of request is of, where it names nothing; the likelier kinds first."""


def names_only(request: Request) -> bool:
    """Whether an utterance holds a name and nothing else that says what is asked of it."""
    # A name that is only near ("Shorter" is near "Shortec") is too little to take the place of what was asked.
    doubtful = any(one.confidence < 1.0 for one in request.subjects)
    if len(request.text) > _LONGEST or not request.subjects or request.dates or doubtful:
        return False
    masked = Masked(request.plain, request.subjects, ())
    test = TEST.casefold()
    rest = "".join(ch for ch in masked.compact.replace(test, "") if ch.isalnum())
    if not rest or rest in _PARTICLES_KO:
        return request.text.rstrip().endswith("?") or bool(rest)
    korean = rest
    for lead in ("그럼", "그러면", "그리고"):
        korean = korean.removeprefix(lead)
    if korean in _PARTICLES_KO:
        return True
    words = [word for word in masked.words.split() if word != "TEST"]
    return bool(words) and all(word in _WORDS_EN for word in words)
