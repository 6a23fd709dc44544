"""The number that opens an entry of a diary: "64.8, sock marks again", "340. 8 puffs", "7.75" after "weight 7.6".

Whoever writes down a weight or a sugar each day names it once. A number that opens the words, counts nothing, and is
near the value of the one test on record is the reading of this day; what was told of another day stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.series import is_taken_often
from domain.values import PATIENT, SERIES_SLOTS, Content, Precision
from extraction.reading.figures.meal_circumstances import names_another_time
from extraction.reading.figures.measuring import number_on_record, number_told
from extraction.reading.figures.new_readings import speaks_of
from extraction.reading.figures.row_parts import row_parts
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.body_size import KILOGRAMS_A_POUND, stones

_OPENING: Final = lazy_regex(
    r"[\s,.!~-]*(?:\d{1,2}\s?(?:x|times?|번|회|puffs?|퍼프)\s?[,;/]\s?)?"
    r"(?:(?:야|아|어|오|와|헐|자|음|참|근데|그런데|드디어|방금|막|이제|좀\s?전에)[\s,!ㅋㅎㅠ~]+"
    r"|(?:오늘|어제|어젯밤|이번|현재|지금|다시|또|역시|아침|점심|저녁|새벽|밤|오전|오후)(?:[은는엔도]|에는?)?[\s,:]+"
    r"|(?:에\s?)?(?:재\s?(?:보니|봤더니|니)|쟀더니|올라가\s?보?니|올라갔더니)까?\s|체중계(?:가|에|에서|로|는)?\s"
    r"|(?:ok|so|hi|hey|and|but|well|wow|ooh?|oh|yay|omg|just|today|now|again|then|next|yesterday|currently|tonight"
    r"|this (?:morning|evening|time|morn)|morning|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
    r"(?:'?s)?[\s,:!]+(?:it was )?"
    r"|(?:it(?:'?s| is)|(?:the |my )?scales? (?:says?|said|reads?|shows?|showed)"
    r"|i?'?(?:ve )?(?:hit|weighed(?: in)?(?: at)?)"
    r"|(?:down|up|now) (?:to|at)|i'?(?:m|ve got)(?= \d+(?:\.\d+)? ?(?:now|today|this|kgs?|kilos?|lbs?|pounds?)\b))\s)*"
    r"(?P<n>\d{1,3}(?:\.\d{1,2})?|\d{4,6}|\d{1,3}(?:,\d{2,3}){1,2})(?![\d/:.,]\d|\d)"
)
_GOES_ON: Final = lazy_regex(
    r"\s?(?:kg|kgs|kilos?|키로|킬로|lbs?|pounds?|mmol|mg/dl)(?![a-z])"
    r"|\s*(?:$|[,;!&(+]|[.](?!\d)|[:;]-?[()dp/]|[^\w\s.,:;/%°-]|[ㅋㅎㅠㅜ^~])"
    r"|(?:입|이[네여에고요다라지오었였야구더며래]|인데|인걸|임(?![가-힣])|래[요서]?|네요|여라|요(?![가-힣])|으?로\s|나[왔와옴옵]|찍|까지)"
    r"|\s(?=[가-힣])(?![가-힣]{1,3}면\s)(?!\s?(?:번|회|차례|알|정(?!도)|개|점|시간|분|초|주|일|살|세|월|년|대|잔|장|명|층|포|병"
    r"|봉|퍼프|모금|패드|단위|도(?=\s|$)))"
    r"|\s(?:and|but|again|this|today|tonight|now|so|even|still|after|before|with|on|at|in|an|i|just|me|my|the"
    r"|no|felt|feeling"
    r"|yesterday|first|last|fasting|woke|up|down|lol|omg|ugh|hmm|x+|woo\w*|yay|phew|wow|argh|better|worse|finally|bit|more"
    r"|still|got|had|thank\w*|hooray|doctor|nurse|they|she|he)(?![a-z])"
)
"""How words go on behind a number that counts nothing."""
_COMPARED: Final = lazy_regex(
    r"\s?(?:kgs?|kilos?|키로|킬로|lbs?|pounds?|mmol(?:/l)?|mg/dl|%|프로|퍼센트)?\s?"
    r"(?:에서|부터|보다|대비|이?었다가|였다가|이?랑\s|하고\s|[와과]\s"
    r"|(?:을|를|이|가)?\s?(?:넘|이상|이하|미만|초과|밑|아래)|(?:or|and) (?:over|under|above|below|more|less)"
    r"|(?:to|vs\.?|versus|and then)\s?\d|->|→)"
)
"""What makes it the first of two that are compared."""
_PUT_RIGHT: Final = lazy_regex(
    r"아니[고라었네에]|잘못|정정|오타|지[워우울]|삭제|취소|빼\s?[줘주도]|\b(?:delete|remove|cancel|not|no,|actually|meant|sorry|wrong|correction|should)\b"
)
_PRESSURE: Final = lazy_regex(
    r"[\s,.!~-]*(?:(?:오늘|어제|아침|저녁|밤|혈압|지금|[월화수목금토일](?:요일)?)(?:[은는엔])?[\s,:]+"
    r"|(?:bp|today|yesterday|now|this morning|morning|evening|tonight|(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs"
    r"|fri|sat|satur|sun)(?:day)?(?:'s)?)[\s,:]+)*"
    r"(?P<u>\d{2,3})\s?/\s?(?P<l>\d{2,3})(?![\d/])"
)
_STANDS: Final = lazy_regex(r"(?:지금|현재)[은는]?\s$|\b(?:now|currently)(?: (?:it(?:'s| is)))?\s$")
"""Words by which the last value on record is only told again: "지금은 86인데요"."""
_HOUR: Final = lazy_regex(r"\d{1,2}\.[0-5]\d\s(?:in the (?:morning|afternoon|evening)|at night|[ap]\.?m\b|o'?clock)")
"""An hour written with a point: "it's 7.30 in the morning"."""
_TODAY: Final = lazy_regex(r"\s*(?:오늘|지금|현재|today|now|this (?:morning|evening))(?![a-z])")
_ALONE: Final = lazy_regex(r"\s*\d{2,3}(?:\.\d{1,2})?\s?(?:kgs?|kilos?|키로|킬로|lbs?)?\s*(?:$|[.!,](?:\s|$))")
"""A sentence that is a number and nothing else."""
_CLAUSE: Final = lazy_regex(r"[.;!?\n](?=\s|$)|\s그리고|\s그런데")
_DAY: Final = len("2026-03-02")
_NEAR: Final = {"body_weight": 1.12}
"""Most by which the next reading of a test differs, as a factor: no weight changes by an eighth between two entries."""
_NEAR_OTHERWISE: Final = 3.0
_CLOSE: Final = 1.12
"""What tells two tests apart that the number is near to: the one to which it is this close."""
_LEAST_UPPER, _MOST_UPPER = 70.0, 260.0
_OF_PRESSURE: Final = frozenset({"systolic_blood_pressure", "diastolic_blood_pressure"})


def with_the_next_reading(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str
) -> tuple[Proposal, ...]:
    """``proposals`` with the number that opens the words as this day's reading of the test that it continues."""
    if pressures := _bare_pressures(sheet, heard, proposals, author):
        return (*proposals, *pressures)
    if (weight := _opening_stones(sheet, heard, proposals, author)) is not None:
        return (*proposals, weight)
    number = _opening_number(sheet)
    if number is None:
        return tuple(proposals)
    value, start, end = number
    known = _continued(heard, value, sheet.day)
    if known is None or (value == number_told(known) and _STANDS.search(sheet.folded, 0, start) is not None):
        return tuple(proposals)
    quote, first, last = sheet.quote(start, end)
    kept = [one for one in proposals if not _takes(one, value, known, first, last)]
    if any(_tells(one, value, known) for one in kept):
        return tuple(kept)
    # "어제 새벽 또 58" was measured yesterday.
    content = _reading(known, value, _day_behind(sheet, end) or _day_before(sheet, 0, start))
    if content.qualifier == "fasting" and names_another_time(_own_words(sheet, start)):
        content = content.with_fields(qualifier=None)
    told = Proposal(
        operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=author
    )  # fmt: skip
    return (*kept, told)


def _own_words(sheet: Sheet, start: int) -> str:
    """The words of the clause of the number that begins at ``start``."""
    parts = row_parts(sheet.folded, [one for one in sheet.figures if one.start == start][:1])
    return parts[0].words(sheet.folded) if parts else ""


def _opening_stones(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str) -> Proposal | None:
    """The weight in stones and pounds that opens the words, where a weight is on record: nothing else is told so."""
    told = stones(sheet.folded)
    known = next((one for one in heard.facts if one.concept.concept_id in _NEAR and one.subject == PATIENT), None)
    named = any(one.content is not None and one.content.concept.concept_id in _NEAR for one in proposals)
    if not told or known is None or named or sheet.folded[: told[0].start].strip(" ,.~-!") not in _FILLERS:
        return None
    pounds = told[0].value or 0.0
    kilograms = round(pounds * KILOGRAMS_A_POUND, 2)
    if (
        not isinstance(known.value, float)
        or not 1 / _NEAR["body_weight"] <= kilograms / known.value <= _NEAR["body_weight"]
    ):
        return None
    quote, first, last = sheet.quote(told[0].start, told[0].end)
    content = _reading(known, pounds, sheet.day).with_fields(value=kilograms, unit="kg", unit_stated="[lb_av]")
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=first, end=last, extractor=author)


_FILLERS: Final = frozenset({"", "today", "now", "this morning", "morning", "today its", "today it's", "weight"})


def _bare_pressures(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], author: str) -> tuple[Proposal, ...]:
    """Both numbers of each pressure that stands alone in its clause, where pressures of other days are on record."""
    known = {one.concept.concept_id: one for one in reversed(heard.facts) if one.concept.concept_id in _OF_PRESSURE}
    if len(known) < len(_OF_PRESSURE) or any(one.subject != PATIENT for one in known.values()):
        return ()
    told = {
        one.content.value
        for one in proposals
        if one.content is not None and one.content.concept.concept_id in _OF_PRESSURE
    }
    found: list[Proposal] = []
    for start in (0, *(match.end() for match in _CLAUSE.finditer(sheet.folded))):
        match = _PRESSURE.match(sheet.folded, start)
        if match is None or _PUT_RIGHT.search(sheet.folded, start, match.end() + 12) is not None:
            continue
        upper, lower = float(match["u"]), float(match["l"])
        if upper in told or not _LEAST_UPPER <= upper <= _MOST_UPPER or not lower < upper:
            continue
        quote, first, last = sheet.quote(match.start("u"), match.end("l"))
        day = _day_before(sheet, start, match.start("u"))
        found += [
            Proposal(
                operation=Operation.ASSERT, content=_reading(known[name], value, day), quote=quote, start=first,
                end=last, extractor=author,
            )
            for name, value in (("systolic_blood_pressure", upper), ("diastolic_blood_pressure", lower))
        ]  # fmt: skip
    return tuple(found)


def _day_before(sheet: Sheet, start: int, end: int) -> str:
    """The day that is named in [start, end), right before a reading; the one on which it was said where none is."""
    days = [one.value for one in sheet.dates if start <= one.start and one.end <= end]
    exact = [one for one in days if len(one) == _DAY and one <= sheet.day]
    return exact[-1] if exact else sheet.day


def _day_behind(sheet: Sheet, end: int) -> str | None:
    """The day that stands right behind a reading: "4.7 on 10 June"."""
    days = [one for one in sheet.dates if 0 <= one.start - end <= _AT_ONCE and one.kind == "point"]
    told = next((one for one in days if _OF_A_DAY.fullmatch(sheet.folded, end, one.start) is not None), None)
    return told.value if told is not None and len(told.value) == _DAY and told.value <= sheet.day else None


_AT_ONCE: Final = 10
_OF_A_DAY: Final = lazy_regex(r"\s?(?:%|kgs?|lbs?|mg/dl|mmol(?:/l)?)?\s?(?:on|from|as of)?\s?(?:the\s)?")


def _opening_number(sheet: Sheet) -> tuple[float, int, int] | None:
    """The number that opens the words, or a later sentence of them that names today."""
    starts = [0, *(match.end() for match in _CLAUSE.finditer(sheet.folded))]
    for start in starts:
        opening = sheet.folded[start:]
        alone = _ALONE.match(opening) is not None
        match = _OPENING.match(sheet.folded, start) if not start or alone or _TODAY.match(opening) else None
        if match is not None and _is_entry(sheet, start, match.start("n"), match.end("n")):
            return float(match["n"].replace(",", "")), match.start("n"), match.end("n")
    return None


def _is_entry(sheet: Sheet, opening: int, start: int, end: int) -> bool:
    if _GOES_ON.match(sheet.folded, end) is None or _COMPARED.match(sheet.folded, end) is not None:
        return False
    if _HOUR.match(sheet.folded, start) is not None:
        return False
    if any(one.schedule is not None and one.start <= start < one.end for one in sheet.figures):
        # What is taken on which days is no reading: "4 on weekdays and 3 on weekends".
        return False
    ends = _CLAUSE.search(sheet.folded, end)
    if _PUT_RIGHT.search(sheet.folded, opening, ends.start() if ends is not None else len(sheet.folded)) is not None:
        return False
    tests = (one for one in sheet.mentions if one.entry.kind in ("labs", "vitals", "medications"))
    before = any(opening <= one.start < start for one in tests)
    return not before and not any(one.start < end and start < one.end for one in sheet.dates)


def _continued(heard: Heard, value: float, day: str) -> Content | None:
    """The last reading of the one test that the number can be the next reading of."""
    newest: dict[str, Content] = {}
    for one in heard.facts:
        concept = one.concept.concept_id
        if (
            one.slot in SERIES_SLOTS
            and one.subject == PATIENT
            and one.comparator is None
            and isinstance(one.value, float)
        ):
            held = newest.get(concept)
            if held is None or (one.valid_from or "") > (held.valid_from or ""):
                newest[concept] = one
    fitting = [one for concept, one in newest.items() if concept not in _OF_PRESSURE and _is_near(one, value)]
    if len(fitting) > 1:
        pointed = [one for one in fitting if one.concept.concept_id in heard.pointed_at]
        fitting = pointed or fitting
    if len(fitting) > 1:
        fitting = [one for one in fitting if 1 / _CLOSE <= value / (number_told(one) or value) <= _CLOSE] or fitting
    if len(fitting) != 1:
        return None
    found = fitting[0]
    told_today = found.valid_from is not None and found.valid_from[:_DAY] >= day
    if told_today and (not is_taken_often(found) or speaks_of(heard.agent_said, value) or number_told(found) == value):
        # What the agent asks back is answered; what stands on record is said again.
        return None
    return found


def _is_near(fact: Content, value: float) -> bool:
    own = number_told(fact)
    most = _NEAR.get(fact.concept.concept_id, _NEAR_OTHERWISE)
    return own is not None and own > 0 < value and 1 / most <= value / own <= most


def _takes(proposal: Proposal, value: float, known: Content, first: int, last: int) -> bool:
    """Whether a proposal makes of the number something else than a reading of its own."""
    content = proposal.content
    if content is None:
        return False
    start, end = proposal.start, proposal.end
    of_it = start is not None and end is not None and start < last and first < end
    if content.slot in SERIES_SLOTS and content.concept.concept_id == known.concept.concept_id:
        same = content.value_stated == f"{value:g}" or content.value == value
        return proposal.operation is not Operation.ASSERT and (of_it or same)
    return of_it and content.slot not in SERIES_SLOTS and (end or 0) - (start or 0) <= last - first + 2


def _tells(proposal: Proposal, value: float, known: Content) -> bool:
    content = proposal.content
    told = content is not None and content.concept.concept_id == known.concept.concept_id
    return told and content is not None and (content.value == value or content.value_stated == f"{value:g}")


def _reading(known: Content, value: float, day: str) -> Content:
    told = number_told(known)
    own = number_on_record(known)
    factor = own / told if own and told else 1.0
    # A meal is that of one value; that it is taken fasting, or at home, goes on until it is said otherwise.
    qualifier = known.qualifier if known.qualifier in _GOING_ON else None
    return Content(
        slot=known.slot, concept=known.concept, value=value if factor == 1.0 else round(value * factor, 2),
        unit=known.unit, value_stated=f"{value:g}", unit_stated=known.unit_stated, qualifier=qualifier,
        valid_from=day, precision=Precision.DAY,
    )  # fmt: skip


_GOING_ON: Final = frozenset({"fasting", "home"})
