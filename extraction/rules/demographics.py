"""Age and gender of the patient."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from domain.proposals import Operation
from domain.values import PATIENT, Content, SlotKind
from extraction.rules.analysis import Analysis
from extraction.rules.assertion import Assertions
from extraction.rules.claims import Claim, plain_concept
from extraction.rules.cues import Span
from extraction.rules.moods import Mood
from extraction.text.lazy_regex import lazy_regex
from extraction.text.spans import Spans
from extraction.values.spoken_numbers import NumberMention

OLDEST: Final = 120
"""Years; no verified human life was longer than 122."""

_AGE_AFTER: Final = lazy_regex(
    r"\s?(?:살|세(?![가-힣])|세(?=입니|이|예|에요|의|인|된|남|여|고|요|로|가|라))(?!\s?(?:에|때|부터|까지|이상"
    r"|이하|미만|넘))|(?:\s|-)(?:years?"
    r"|yrs?)(?:\s|-)old\b|\s?y/?o\b|\s?yrs?\b(?= (?:old|male|female))"
)
_AGE_BEFORE: Final = lazy_regex(
    r"(?:나이|연세)(?:는|가|은|이)?\s?\(?\s?(?:올해\s?)?$|\b(?:i'm|i am|my name is) [a-z]{2,15}, $"
    r"|\b(?:age(?:d)?|my age is)\s?:?\s?$|\b(?:i am|i'm|im)\s(?:a "
    r"|now )?$"
)
_TOPIC_BEFORE: Final = lazy_regex(r"(?:저는|전|나는|올해|제가)\s(?:이제\s|만\s)?$")
_COPULA_AFTER: Final = lazy_regex(r"이?(?:고|에요|예요|입니다|고요|인데|,)")
_BARE_AFTER: Final = lazy_regex(r"\s?(?:[.,;)]|$|and\b|this year|now\b|,?\s?(?:male|female|man|woman|years|yrs))")
_NOT_OWN: Final = lazy_regex(r"\s?(?:살|세)\s?(?:짜리|연상|연하|차이|아이|아들|딸|때|에\s|부터|어린)")
_GENDERS: Final = (
    (
        "male",
        lazy_regex(
            r"남(?:자|성)(?!\s?(?:친구|호르몬|아이|애|형제|동생|의사|간호|화장실|친))|(?<![가-힣])(?<![이가]\s)남(?=[\s,./]"
            r"|$)|(?<=\d)\s?m(?=,|/|\s(?:with|who|c/o|presents))|(?<![a-z'])(?:male|man"
            r"|gentleman|guy)(?![a-z'])"
        ),
    ),
    (
        "female",
        lazy_regex(
            r"여(?:자|성)(?!\s?(?:친구|호르몬|아이|애|형제|동생|의사|간호|화장실|친))|(?<![가-힣])여(?=[\s,./]"
            r"|$)|(?<=\d)\s?f(?=,|/|\s(?:with|who|c/o|presents))|(?<![a-z'])(?:female|woman"
            r"|lady)(?![a-z'])"
        ),
    ),
)
_DEGREES: Final = lazy_regex(r"\d\.\d+\s?$|(?:temp\w*|fever|열|체온)[^.?!]{0,20}\d\s?$")
"""What stands before an F that is Fahrenheit."""
_NO_YEARS: Final = lazy_regex(r"(?:\d{3}|[./]\d{1,2})$")
_GENDER_STATED: Final = lazy_regex(
    r"(?:열|스물|서른|마흔|쉰|예순|일흔|여든|아흔)[가-힣]{0,2}\s?(?:살|세|의|먹은)?\s?$|(?:성별|저는|제가|나는|전)[^.?!]{0,24}$|(?:살|세)[^.?!가-힣]{0,3}(?:인|의|된|짜리|,|이고|이며)?\s?$"
    r"|(?<![가-힣])(?:나|저)\s$"
    r"|\b(?:i am|i'm|im|as) (?:a "
    r"|an )?[^.?!]{0,30}$|\d[^.?!]{0,16}$|(?:gender|sex)(?: is)?\s?:?\s?$"
)


def read_demographics(assertions: Assertions) -> Iterator[Claim]:
    """Claims about the patient's age and gender."""
    yield from _ages(assertions)
    yield from _gender(assertions)


def _ages(assertions: Assertions) -> Iterator[Claim]:
    analysis = assertions.analysis
    dated = Spans((date.start, date.end) for date in analysis.dates)
    for number in analysis.numbers:
        if (
            number.high is None
            and isinstance(number.value, int)
            and number.value <= OLDEST
            and number.value != 0
            and _is_age(analysis, number, dated)
        ):
            operation = _operation(assertions, number.start)
            if operation is not None:
                concept = plain_concept("age", "age", "나이" if analysis.language == "ko" else "age")
                content = Content(slot=SlotKind.DEMOGRAPHICS, concept=concept, value=float(number.value), unit="a")
                yield Claim(content, ((number.start, number.end),), (number.start, number.end), operation=operation)
            return


def _is_age(analysis: Analysis, number: NumberMention, dated: Spans) -> bool:
    text = analysis.cue_text
    if _NOT_OWN.match(text, number.end) or dated.touch(number.start, number.start + 1):
        return False
    before = text[max(0, number.start - 20) : number.start]
    named = _AGE_BEFORE.search(before)
    if _AGE_AFTER.match(text, number.end):
        return not re.search(r"(?:when i was|at (?:the )?age(?: of)?|since i was|until)\s?$", before)
    if named and named[0].lstrip().startswith(("i am", "i'm", "im")):
        return bool(_BARE_AFTER.match(text, number.end)) and number.value > 9
    if _TOPIC_BEFORE.search(before):
        return number.value >= 10 and not number.digits and bool(_COPULA_AFTER.match(text, number.end))
    if named:
        return not before.rstrip().endswith(("at age", "at the age"))
    opening = text[analysis.clause_at(number.start).start : number.start]
    return not opening.strip(" ,.") and bool(
        re.match(
            r"\s?[,/]?\s?(?:(?:male|female|man|woman)\b|[남여](?:자|성"
            r"|,|\s)|[mf](?=,|/|\s(?:with|who|c/o|presents)))",
            text[number.end :],
        )
    )


def _gender(assertions: Assertions) -> Iterator[Claim]:
    analysis = assertions.analysis
    named = Spans((one.start, one.end) for one in analysis.mentions)
    for value, pattern in _GENDERS:
        for match in pattern.finditer(analysis.cue_text):
            clause = analysis.clause_at(match.start())
            before = analysis.cue_text[max(0, match.start() - 40) : match.start()]
            covered = named.touch(match.start(), match.start() + 1)
            covered = covered or _DEGREES.search(before) is not None or _ends_a_value(analysis, match.span())
            if covered or not (_GENDER_STATED.search(before) or _opens(analysis, match.span(), clause.start)):
                continue
            operation = _operation(assertions, match.start())
            if operation is not None:
                concept = plain_concept("gender", "gender", "성별" if analysis.language == "ko" else "gender")
                content = Content(slot=SlotKind.DEMOGRAPHICS, concept=concept, value=value)
                yield Claim(content, (match.span(),), match.span(), operation=operation)
                return


def _ends_a_value(analysis: Analysis, span: Span) -> bool:
    """Whether 여 or 남 is the end of a verb behind a measured value, as in dialect: "146이 아니라 164여"."""
    before = analysis.cue_text[: span[0]]
    if analysis.cue_text[slice(*span)] not in ("여", "남") or not before[-1:].isdigit():
        return False
    clause = analysis.clause_at(span[0])
    tests = (one for one in analysis.mentions if clause.start <= one.start < span[0])
    return _NO_YEARS.search(before) is not None or any(one.entry.kind in ("labs", "vitals") for one in tests)


def _opens(analysis: Analysis, span: Span, start: int) -> bool:
    """A clause that is the gender alone, or begins with it before the age ("남자, 53세")."""
    rest = analysis.cue_text[span[1] : span[1] + 12]
    return not analysis.cue_text[start : span[0]].strip(" ,") and bool(
        re.match(r"[\s,]*(?:\d|$|[.,]|이고|입니|이에|예요|[가-힣]{2}\s?(?:살|세))", rest)
    )


def _operation(assertions: Assertions, place: int) -> Operation | None:
    if assertions.subject_at(place) != PATIENT:
        return None
    mood = assertions.mood_at(place)
    if mood is Mood.STATEMENT:
        return Operation.ASSERT
    quoted = bool(
        re.search(r"(?:나이|성별|age|gender)[^.?!]{0,4}$", assertions.analysis.cue_text[max(0, place - 12) : place])
    )
    return Operation.MENTION if quoted else None
