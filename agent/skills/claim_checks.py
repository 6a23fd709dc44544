"""Claims of an answer that hold no wrong number, and are wrong: a value that "rose" and fell, a goal that was not met,
a medicine taken more often than it is, a disease that nobody told of, a value of another day.

Only what is claimed of the patient, as a fact, is judged; what may be, was once, or is asked, is let through.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.clauses import claimed
from agent.skills.held_goals import (
    Goal,
    Side,
    goals_of,
    goals_under,
    good_side,
    meets,
    series_of,
)
from agent.skills.held_record import DAILY, HeldRecord
from agent.skills.number_checks import DATE, Names
from agent.skills.reckoned_numbers import tells_days_total
from agent.skills.trend_checks import require_course, require_day, require_direction, require_order, require_unnamed_day
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.frequencies import find_frequencies

_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+|;\s")
_NUMBER: Final = lazy_regex(r"\d+(?:\.\d+)?")
_QUOTATION: Final = lazy_regex(r"“[^”]*”|\"[^\"]*\"")
_TESTS: Final = frozenset({"labs", "vitals"})
_MEDICINES: Final = frozenset({"medications", "drug_classes"})
_OPEN: Final = lazy_regex(
    r"\?|(?:다|이라|으시|하시|이|하|으|르|내리|크|되)면\s|지\s?(?:않|못)|않았|못했|수\s?(?:있|없|도)|보통"
    r"|일반적|대개|경우|권장|권고하"
    r"|\b(?:if|when|whenever|whether|unless|(?-i:may)|might|could|can|should|would|not|never|no|usually|often"
    r"|generally"
    r"|for most|people|ask)\b|n't\b",
    re.IGNORECASE,
)
"""What makes a sentence no plain claim: a condition, a question, a denial, or what holds of anybody."""
_EARLIER: Final = lazy_regex(
    r"전에는|예전|원래|이전에|바뀌|바꾸|변경|에서\s|\b(?:used to|before|previous\w*|was|were|instead|from|changed)\b",
    re.IGNORECASE,
)
_TOTAL: Final = lazy_regex(
    r"모두|총\s|총량|합쳐|합하|합계|합치|전부|통틀어|\b(?:total|altogether|in all|adds? up|comes? to|makes?"
    r"|daily (?:dose|total|amount))\b",
    re.IGNORECASE,
)
"""What makes "a day" the span of a sum, and no rhythm."""
_GOAL: Final = lazy_regex(
    r"목표|권고|기준|정상|\b(?:goals?|targets?|aims?|advised|recommended|limit|normal)\b", re.IGNORECASE
)
_MET: Final = lazy_regex(
    r"목표(?:치|값|\s?수치)?[^.?]{0,12}?(?:에\s?도달했|에\s?도달하셨|(?:을|를)\s?(?:달성|이루)|에\s?들어왔"
    r"|(?:범위\s?)?안(?:에서?"
    r"|으로)\s?(?:\S+\s)?(?:있|들어)|안에서\s[^.]{0,10}(?:조절|유지|관리))"
    r"|\b(?:reached|met|achieved|hit)\b[^.?]{0,12}\b(?:goal|target)\b|\b(?:is|are)\s(?:now\s)?(?:at|within|on)\s"
    r"(?:the\s|your\s|its\s)?(?:goal|target)\b",
    re.IGNORECASE,
)
_SIDE_KO: Final = lazy_regex(
    r"(?P<n>\d+(?:\.\d+)?)?\s?(?:%p?|mg/d[lL]|mmHg|mmol/[lL]|도|회|kg|점)?\s?"
    r"(?P<below>(?:아래로|밑으로|미만으로|이하로)\s?(?:\S+\s)?(?:내려왔|떨어졌|유지|조절|관리)"
    r"|보다\s?(?:\S+\s)?낮(?:아|습|은\s?(?:상태|편)|게\s?(?:유지|조절))"
    r"|미만(?:이어서|이라|이므로|이니)|미만입니다)"
)
_OVER_KO: Final = lazy_regex(
    r"(?P<n>\d+(?:\.\d+)?)?\s?(?:%p?|mg/d[lL]|mmHg|mmol/[lL]|도|회|kg|점)?\s?"
    r"(?P<over>보다\s?(?:\S+\s)?높(?:아|습|으니|은\s?(?:상태|편))|(?:을|를)\s?(?:\S+\s)?(?:넘습|넘었|넘어|넘고|초과))"
)
_SIDE_EN: Final = lazy_regex(
    r"\b(?:is|are|was|stay(?:s|ing)|remain(?:s|ing)?|come|came|gone|now|kept)\s(?:now\s|still\s|well\s|just\s"
    r"|down\s|also\s)*"
    r"(?P<side>below|under|lower than|less than|above|over|higher than|more than)\b"
    r"(?P<what>[^.;?]{0,30}?(?P<n>\d+(?:\.\d+)?)|[^.;?]{0,20}?\b(?:goal|target)\b)",
    re.IGNORECASE,
)
_HAS_EN: Final = lazy_regex(
    r"\byou(?:'ve got| have| do have| also have| still have| live with|'re living with| are living with| suffer from"
    r"| have been diagnosed with| were diagnosed with)\s(?:an?\s|the\s)?(?:\w+\s)?$",
    re.IGNORECASE,
)
_HAS_KO: Final = lazy_regex(
    r"^(?:이|가|을|를|도|으로)?\s?(?:있으십니다|있으세요|있으셔|있으시(?:니|고|며|므로)|있습니다|있어요"
    r"|있(?:는|으신)\s(?:아이|분|환자|따님|아드님|어르신|몸|데다|상태)|있다\s?보니"
    r"|앓고\s?(?:있으십|계십|계시(?:니|고|며)|계셔)|진단(?:을)?\s?받으셨)"
)
_AS_EN: Final = lazy_regex(r"\b(?:as|being) an? $", re.IGNORECASE)
_AS_ONE_WITH_EN: Final = lazy_regex(
    r"\b(?:as|being|since you(?:'re| are)|for) (?:some|an? )(?:one|body|person|patient|man|woman)?\s?"
    r"(?:with|who has|living with|that has) (?:an? )?$",
    re.IGNORECASE,
)
_PATIENT: Final = lazy_regex(r"^\s?(?:patient\b|환자(?:이시|이세|시니|십니|이므로|여서))", re.IGNORECASE)
_YOURS_EN: Final = lazy_regex(r"\byour\s$", re.IGNORECASE)
_YOU_TAKE_EN: Final = lazy_regex(
    r"^,?\s(?:that\s|which\s)?you(?:'re|\sare)?\s(?:now\s|currently\s)?(?:take|taking|use|using|on)\b"
)
_TAKEN_KO: Final = lazy_regex(
    r"(?:드시는|드시고\s?계신|복용하시는|복용\s?중이신|복용하고\s?계신|쓰시는|맞으시는|맞고\s?계신)\s$"
)
_TAKES_EN: Final = lazy_regex(
    r"\byou(?:'re| are)\s(?:now\s|currently\s|also\s|still\s)?(?:on|taking|using|injecting)\s"
    r"(?:an?\s|the\s)?(?:\w+\s)?$"
    r"|\byou\s(?:now\s|currently\s|also\s|still\s)?(?:take|use|inject)\s(?:an?\s|the\s)?$",
    re.IGNORECASE,
)
_TAKES_KO: Final = lazy_regex(
    r"^[^.,?]{0,28}?(?:(?:복용|투여|사용)(?:을)?\s?(?:중이십니다|중이세요|중이시(?:니|고|며)|하고\s?(?:계십"
    r"|계셔|계시(?:니|고|며)|있습))"
    r"|(?:드시고|맞고|쓰고)\s?(?:계십|계셔|계시(?:니|고|며|네|잖|죠|지요|므로|기)|계신(?:데|다고)|있으십|있으시)"
    r"|드십니다|맞으십니다|드시(?:네|잖|죠|지요|므로|고\s?있))"
)
_ALLERGIC_EN: Final = lazy_regex(r"\byou(?:'re| are)\s(?:also\s)?allergic to\s(?:\w+\s)?$", re.IGNORECASE)
_OWN_EN: Final = lazy_regex(r"\b(?:your|you have an?|with an?)\s(?:\w+\s)?$", re.IGNORECASE)
_ALLERGY_EN: Final = lazy_regex(r"^\sallerg(?:y|ies)\b", re.IGNORECASE)
_ALLERGY_KO: Final = lazy_regex(
    r"^\s?(?:에|에\s?대한|에\s?대해)?\s?알레르기(?:가|도)?\s?(?:있으십|있으세요|있으셔|있으시(?:니|고|며)|있습|있어요)"
)
_SELDOM: Final = frozenset({"QOD", "weekly", "q2wk", "monthly"})
"""Rhythms of less than once a day."""
_BEFORE_PLACE: Final = 40
"""Characters before a name in which an English claim to have it stands."""


def require_held_claims(
    text: str, material: Iterable[str], record: HeldRecord, ruled: str, names: Names, settled: str = ""
) -> None:
    """Raises OutputUnusable for a claim that the record, or a limit in ``material``, says otherwise.

    ``settled`` is ``text`` without the numbers that the patient's own words bear out: their days are not looked up
    among the readings, of which two alike may stand as one. What the draft by rule, ``ruled``, names has been looked
    up, and is held to stand.
    """
    texts = tuple(material)
    own = _QUOTATION.sub(lambda found: " " if any(found[0][1:-1] in one for one in texts) else found[0], text)
    about: Mention | None = None
    told = " ".join(ruled.split())
    drafted = {one.entry.concept_id for one in names(ruled)} if ruled else set()
    at = 0
    for sentence in filter(str.strip, _SENTENCE.split(own)):
        mentions = list(names(sentence))
        place = text.find(sentence, at)
        at = max(at, place)
        open_to_doubt = settled[place : place + len(sentence)] if settled and place >= 0 else sentence
        tests = [one for one in mentions if one.entry.kind in _TESTS and record.of_test(series_of(one.entry))]
        if " ".join(sentence.split()) not in told:
            require_course(claimed(sentence), [one.entry for one in tests], texts, record, names)
        concepts = {one.entry.concept_id for one in tests}
        about = tests[0] if len(concepts) == 1 else None if concepts else about
        if about is not None:
            test = series_of(about.entry)
            require_day(_without(open_to_doubt, mentions), record.of_test(test))
            require_order(_without(sentence, mentions), record.of_test(test))
            if not _OPEN.search(sentence):
                goals = goals_under(goals_of(texts, test, names), sentence)
                require_direction(
                    sentence, record.of_test(test, sentence), goals or (list(good_side(about.entry)) if tests else [])
                )
                _require_goal(sentence, record.of_test(test, sentence), goals)
        if not tests:
            require_unnamed_day(open_to_doubt, record)
        _require_times(sentence, mentions, record)
        if record.opened:
            _require_standing(sentence, mentions, record, drafted)


def _without(sentence: str, mentions: Sequence[Mention]) -> str:
    """``sentence`` without the names in it: the 9 of "PHQ-9" is no value."""
    for one in mentions:
        if one.entry.kind in _TESTS:
            name = re.sub(r"\d", " ", sentence[one.start : one.end])
            sentence = f"{sentence[: one.start]}{name}{sentence[one.end :]}"
    return sentence


def _require_goal(sentence: str, readings: Sequence[tuple[str, float]], goals: Sequence[Goal]) -> None:
    known = {value for _, value in readings}
    told = [(one.start(), float(one[0])) for one in _NUMBER.finditer(DATE.sub(_blank, sentence))]
    # Of several values that are told the one that stands right before the goal is held against it.
    place = min((one.start() for one in (_GOAL.search(sentence), _SIDE_EN.search(sentence)) if one), default=0)
    before = [one for at, one in told if one in known and at < place]
    value = before[-1] if before else next((one for _, one in told if one in known), readings[-1][1])
    if _MET.search(sentence):
        sides = [
            [meets(value, each.side, each.value) for each in goals if each.side == one] for one in ("below", "above")
        ]
        if any(each and not any(each) for each in sides):
            raise OutputUnusable("wrong_against_goal", f"it is wrong against the goal: {value:g}")
        return
    for side, limit in _sides(sentence):
        limits = [limit] if limit is not None else [one.value for one in goals]
        limits = [one for one in limits if one not in known]
        if limits and not any(meets(value, side, one) for one in limits):
            raise OutputUnusable("wrong_against_goal", f"it is wrong against the goal: {value:g}, {limits[0]:g}")


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _sides(sentence: str) -> Iterator[tuple[Side, float | None]]:
    """On which side of which limit a value is claimed to be; None for a goal whose number is not told."""
    for pattern, side in ((_SIDE_KO, "below"), (_OVER_KO, "above")):
        for found in pattern.finditer(sentence):
            number = found["n"] or _goal_number(sentence[: found.start()])
            if number is None and not _GOAL.search(sentence[: found.end()]):
                continue
            # "The goal is below 7.0" is told of the goal, and not of a value.
            if "미만입니다" in found[0] and _GOAL.search(sentence[: found.start()]):
                continue
            yield ("below" if side == "below" else "above"), float(number) if number else None
    for found in _SIDE_EN.finditer(sentence):
        if _GOAL.search(sentence[: found.start()]):
            continue
        below = found["side"].casefold() in ("below", "under", "lower than", "less than")
        yield ("below" if below else "above"), float(found["n"]) if found["n"] else None


def _goal_number(before: str) -> str | None:
    """The number that stands with a goal right before a comparison ("목표인 7.0% 아래로")."""
    found = re.search(r"(\d+(?:\.\d+)?)\s?\S{0,6}\s?$", before)
    return found[1] if found and _GOAL.search(before) else None


def _require_times(sentence: str, mentions: Sequence[Mention], record: HeldRecord) -> None:
    medicines = [one for one in mentions if one.entry.kind in _MEDICINES]
    if not medicines or _OPEN.search(sentence) or _EARLIER.search(sentence) or _TOTAL.search(sentence):
        return
    for place, one in enumerate(medicines):
        wanted = record.times.get(one.entry.concept_id)
        end = medicines[place + 1].start if place + 1 < len(medicines) else len(sentence)
        told = [each for each in find_frequencies(sentence[one.end : end]) if not each.weak]
        counts = {DAILY.get(each.code, 0) for each in told if each.code in DAILY or each.code in _SELDOM}
        # "1000 mg twice a day, 2000 mg of it a day": of the one medicine its rhythm stands before.
        alone = len(medicines) == 1 and any(DAILY.get(each.code) == wanted for each in find_frequencies(sentence))
        summed = any(
            tells_days_total(sentence, fact.dose, fact.rhythm) for fact in record.about(one.entry, SlotKind.MEDICATIONS)
        )
        if wanted is not None and counts and wanted not in counts and not (alone or summed):
            raise OutputUnusable(
                "wrong_frequency", f"the record holds how often it is taken: {one.entry.name}, {wanted}"
            )


def _require_standing(sentence: str, mentions: Sequence[Mention], record: HeldRecord, drafted: set[str]) -> None:
    """What is claimed of the patient is on record, by this name or by one above or below it."""
    for one in mentions:
        before, after = sentence[max(0, one.start - _BEFORE_PLACE) : one.start], sentence[one.end :]
        # Of some names the words that claim it are a part ("on insulin", "인슐린을 맞").
        named = sentence[one.start : one.end]
        before = f"{before}on " if named.casefold().startswith("on ") else before
        if one.entry.concept_id in drafted or _OPEN.search(sentence[: one.end]):
            continue
        # What is taken for granted ("the warfarin you take can ...") is claimed, whatever is only possible of it.
        if _OPEN.search(after[:_BEFORE_PLACE]) and not _is_taken_for_granted(before, after):
            continue
        allergic = _ALLERGIC_EN.search(before) or (_OWN_EN.search(before) and _ALLERGY_EN.search(after))
        if allergic or _ALLERGY_KO.search(after):
            held, said = record.allergens, f"{one.entry.name} (allergy)"
        elif one.entry.kind == "conditions" and _is_claimed_to_be_had(before, after):
            held, said = record.standing, one.entry.name
        elif one.entry.kind in _MEDICINES and _is_claimed_to_be_taken(before, named, after):
            held, said = record.standing, one.entry.name
        else:
            continue
        if not _is_held(one.entry, held) and not _is_plainly_held(one.entry, held, record):
            raise OutputUnusable("beyond_the_record", f"it claims what is not on record: {said}")


def _is_plainly_held(entry: Entry, held: Mapping[str, frozenset[str]], record: HeldRecord) -> bool:
    """Whether a group's plain name stands for a kind of it on record: "colitis" for ulcerative colitis."""
    return any(fact.own and fact.concept_id in held and fact.is_of(entry) for fact in record.facts)


def _is_claimed_to_be_had(before: str, after: str) -> bool:
    as_one = _PATIENT.search(after) is not None and (_AS_EN.search(before) is not None or "환자" in after[:4])
    return as_one or any(
        found is not None
        for found in (
            _HAS_EN.search(before),
            _AS_ONE_WITH_EN.search(before),
            _YOURS_EN.search(before),
            _HAS_KO.search(after),
        )
    )


def _is_claimed_to_be_taken(before: str, named: str, after: str) -> bool:
    claims = (_TAKES_EN.search(before), _YOU_TAKE_EN.search(after), _TAKEN_KO.search(before))
    return any(found is not None for found in (*claims, _TAKES_KO.search(f"{named}{after}")))


def _is_taken_for_granted(before: str, after: str) -> bool:
    granted = (_YOU_TAKE_EN.search(after), _TAKEN_KO.search(before), _AS_ONE_WITH_EN.search(before))
    return any(found is not None for found in granted)


def _is_held(entry: Entry, held: Mapping[str, frozenset[str]]) -> bool:
    """Whether it is held by its name or by one above or below it; what only shares a class with it is another thing."""
    above = any(entry.concept_id in broader for broader in held.values())
    return entry.concept_id in held or above or bool(held.keys() & set(entry.broader))
