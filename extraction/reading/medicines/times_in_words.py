"""Times in a row as one timing, and whose it is: the medicine's that stands before it, or of those in the row it leads.

"Ramipril in the morning, simvastatin at bedtime" tells each behind its medicine, "아침에 라미프릴, 자기 전에
심바스타틴" before it. What stands between a medicine and its time is how much, how often and how it is taken; anything
else, a complaint above all, has a time of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from domain.timing import Timing, lies_within
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.times_of_day import TimeMention, find_times

TAKEN: Final = frozenset({"medications", "drug_classes"})
_WEEKLY: Final = "weekly"
_JOINS: Final = lazy_regex(
    r"[\s,·/&+]*+(?:(?>and|then|also|plus|in|at|on|the|again|once|twice|one|two|each|a week|weekly|every week"
    r"|에는|에도|에만|에"
    r"|마다|씩|하고|이랑|랑|과|와|그리고|또|으?로|은|는|한\s?번|두\s?번|한\s?알|두\s?알|30\s?분|후|꼭|항상"
    r"|먹고)(?![a-z])"
    r"[\s,·/&+]*+)*+"
)
"""What may stand between two times of one timing."""
_EITHER: Final = lazy_regex(r"\bor\b|이나|거나|또는|든지|혹은")
_NUMBER: Final = lazy_regex(r"\d+(?:[.,/]\d+)*")
_WORDS: Final = frozenset(
    "a an the half one two three four five i i'm im we he she they take takes taking taken took have has having "
    "use uses using get gets it its it's is are that's thats this and then also now just only usually always "
    "still normally mostly mg mcg ug µg g ml unit units iu tab tabs tablet tablets cap caps capsule capsules pill "
    "pills puff puffs drop drops sachet sachets patch spray sprays injection inject shot jab dose each every day "
    "daily once twice times time per od bd bid tds on at in for around about with water of my his her which goes "
    "go down to be as well too supposed meant told by doctor dr gp actually honestly no yes yeah oh ok okay so "
    "but sorry week weekly morning's him mum dad gives give giving".split()
)
_WORD_KO: Final = lazy_regex(
    r"(?:[한두세네반]\s?|하나|둘)?(?:알|정|캡슐|포|개|번|방울|퍼프|단위|병)?(?:씩|만|도)?|밀리(?:그램|그람)?"
    r"|미리(?:그램)?|그램|약(?:은|을|도)?|은|는|을|를|이|가|도"
    r"|만|하나(?:씩)?|매일|매주|하루(?:에)?|날마다|꼭|항상|보통|지금|요즘|현재|일주일(?:에)?"
    r"|[한두세네]\s?번(?:씩)?|먹는데|먹고|먹어요?|드[시세]는?데?|복용(?:하[고는])?(?:데)?"
    r"|건|거|것은|경우|같은|짜리|주사|맞는데|맞고|에|로|으로|그리고|제가|저는|엄마가?|아빠가?"
)
_MOST: Final = 60
"""Most characters between a medicine and its time."""
_LEADS: Final = lazy_regex(
    r"[\s,:-]*+(?:(?>i'm|i|we|he|she|they|also|then|just|only|takes|taking|take|uses|using|use|have|has|it'?s|it"
    r"|is|my|the|his"
    r"|her|some|an|a|one|on|에는|에|엔|은|는|마다|으로|로|약|먹는|드시는|맞는|건|거|것은|제가|저는|꼭|매일"
    r"|씩)(?![a-z])[\s,:-]*+)*+"
)
"""What may stand between a time and the first medicine of a row that it leads."""
_ROW: Final = lazy_regex(
    r"[\s,/+&]*+(?:(?>and|then|plus|also|with|my|the|mg|mcg|g|units?|ml|tab(?:let)?s?|one|a|과|와|이랑|랑|하고"
    r"|먹고|드시고"
    r"|그리고|또|및|밀리(?:그램)?|미리|알|정|씩|한|하나|을|를|도|\d+(?:[.,/]\d+)*)(?![a-z])[\s,/+&]*+)*+"
)
"""What may stand between the medicines of a row."""
_SHARED: Final = lazy_regex(r"\b(?:both|all|each|everything)\b|둘\s?다|모두|전부|다\s?같이|같이|함께|다(?=\s)")
_AND_KO: Final = lazy_regex(r"(?:이?랑|하고|[와과])\s")
_BARE_JOINT: Final = lazy_regex(r"\s?(?:and|&|\+|,|하고|이랑|랑|과|와)\s?")


_DENIED_BEFORE: Final = lazy_regex(
    r"\b(?:not|no|no longer|instead of|rather than|isn'?t|wasn'?t|don'?t (?:take|have) (?:it|them)|from|used to be)"
    r"(?: (?:in|at|on|the|every|it|with))*\s?$"
)
_DENIED_BEHIND: Final = lazy_regex(
    r"(?:에|으로)?\s?(?:먹는\s?)?(?:게|이|가|은|는)?\s?(?:아니라|아니고|아니에요|아니예요|아녜요|아닙니다|아니구"
    r"|말고|에서\s)"
    r"|(?:에\s?)?(?:먹던\s?)?(?:약|거|것|걸)?(?:을|를)?\s(?=[^.]{0,12}으?로\s?(?:옮|바[꾸꿔꿨뀌뀐]))"
    r"|\s(?:dose|one|tablet|pill|medicine)s? (?:is |was |has been |got )?(?:moved |changed |switched "
    r"|now )?(?:to|at|in) "
)


@dataclass(frozen=True, slots=True)
class Told:
    """One timing as it was told, and where; ``old`` where it is the one that no longer or never was."""

    timing: Timing
    start: int
    end: int
    old: bool = False


def timings_told(sheet: Sheet, start: int, end: int, *, weekly: bool = False) -> tuple[Told, ...]:
    """The timings of a stretch, neighbouring times as one; none of what is told as one or the other.

    ``weekly`` is whether a weekday alone can be one on which something is taken each week.
    """
    weekly = weekly or any(start <= one.start < end and one.code == _WEEKLY for one in sheet.frequencies)
    text = sheet.folded[:end]
    rows: list[list[TimeMention]] = []
    for one in find_times(text, weekly=weekly):
        if one.start < start:
            continue
        last = rows[-1][-1] if rows else None
        if last is not None and _JOINS.fullmatch(text, last.end, one.start) is not None:
            rows[-1].append(one)
        elif (
            last is not None and one.start - last.end < _MOST and _EITHER.fullmatch(text[last.end : one.start].strip())
        ):
            rows[-1].append(TimeMention(("or",), one.start, one.end))
        else:
            rows.append([one])
    return tuple(_as_told(row, text) for row in rows if not any(one.codes == ("or",) for one in row))


def _as_told(row: Sequence[TimeMention], text: str) -> Told:
    codes = {code for one in row for code in one.codes}
    rough = {one for one in codes if any(other != one and lies_within(other, one) for other in codes)}
    start, end = row[0].start, row[-1].end
    denied = _DENIED_BEFORE.search(text, max(0, start - 30), start) or _DENIED_BEHIND.match(text, end)
    return Told(Timing.of(codes - rough), start, end, denied is not None)


def sentences_told(sheet: Sheet) -> Iterator[tuple[int, int]]:
    """The sentences in which something is told, and nothing asked or supposed."""
    supposed = list(asked(sheet.folded))
    for start, end in sentences(sheet.folded):
        if sheet.folded[end : end + 1] != "?" and not any(first <= start < last for first, last in supposed):
            yield start, end


def times_of_named(sheet: Sheet, start: int, end: int) -> dict[str, Timing]:
    """The timing of each medicine that a sentence names, by its concept."""
    named = [one for one in sheet.mentions if one.entry.kind in TAKEN and start <= one.start < end]
    told = [one for one in timings_told(sheet, start, end) if not one.old]
    if not named or not told:
        return {}
    others = any(start <= one.start < told[0].start for one in sheet.mentions)
    leading = not others and told[0].start < named[0].start and _leads(sheet, told[0], named[0])
    # "In the morning ramipril, simvastatin at night": where a time ends the sentence, only the first one leads.
    led = () if not leading else told[:1] if told[-1].start > named[-1].start else told
    found: dict[str, list[Timing]] = {}
    if any(_has_a_dose(sheet, one, end) for one in told if one.start > named[-1].start):
        # "40 in the morning, 20 at noon" is a dose for each time.
        return {}
    for one in told[len(led) :]:
        for name in _before(sheet, one, named):
            found.setdefault(name, []).append(one.timing)
    for name, timing in _led(sheet, led, named):
        found.setdefault(name, [timing])
    return {name: _joined(timings) for name, timings in found.items()}


def _has_a_dose(sheet: Sheet, told: Told, end: int) -> bool:
    """Whether another amount follows a time, which no medicine's name does."""
    return _ANOTHER_DOSE.match(sheet.folded, told.end, end) is not None


_ANOTHER_DOSE: Final = lazy_regex(
    r"(?:[\s,;에엔은는]|and\b|then\b|half\b)*+(?:\d+(?:\.\d+)?(?!\d|\.\d)(?!\s?(?:분|시|times|days|weeks"
    r"|months|years|일|주|개월|년|번))"
    r"|[한두세]\s?(?:알|정|포|캡슐))"
)


def _before(sheet: Sheet, told: Told, named: Sequence[Mention]) -> Iterator[str]:
    """The medicine right before a timing, with those joined to it without a number of their own."""
    ahead = [one for one in named if one.end <= told.start]
    if not ahead or not _is_beside(sheet, ahead[-1], told):
        return
    if _begins_another(sheet, ahead[-1], told, named):
        return
    shared = _SHARED.search(sheet.folded, ahead[-1].end, told.end) is not None
    last = ahead[-1]
    yield last.entry.concept_id
    for one in reversed(ahead[:-1]):
        between = sheet.folded[one.end : last.start]
        row = _ROW.fullmatch(between) is not None and (shared or _AND_KO.search(between) is not None)
        if not (row or _BARE_JOINT.fullmatch(between)):
            return
        yield one.entry.concept_id
        last = one


def _begins_another(sheet: Sheet, medicine: Mention, told: Told, named: Sequence[Mention]) -> bool:
    """Whether a time opens the next clause: "I take losartan, and in the evening my feet swell"."""
    if _CLAUSE_ENDS.search(sheet.folded, medicine.end, told.start) is None:
        return False
    behind = next((one for one in named if one.start >= told.end), None)
    if behind is not None and _leads(sheet, told, behind):
        return True
    marks = [at for mark in ".,;!?\n" if (at := sheet.folded.find(mark, told.end)) >= 0]
    return not only_of_taking(sheet.folded[told.end : min([*marks, behind.start if behind else len(sheet.folded)])])


_CLAUSE_ENDS: Final = lazy_regex(r"\b(?:and|but|then|so)\b|[먹맞][고는]데?|드[시세]는?데|복용하|하는데|그리고")


def _is_beside(sheet: Sheet, medicine: Mention, told: Told) -> bool:
    """Whether only how much, how often and how it is taken stands between a medicine and a timing."""
    if told.start - medicine.end > _MOST or any(medicine.end <= one.start < told.start for one in sheet.mentions):
        return False
    between = list(sheet.folded[medicine.end : told.start])
    for one in sheet.frequencies:
        for at in range(max(one.start, medicine.end), min(one.end, told.start)):
            between[at - medicine.end] = " "
    return only_of_taking("".join(between))


def only_of_taking(words: str) -> bool:
    """Whether words say no more than how much of something is taken, and that it is."""
    rest = _NUMBER.sub(" ", words)
    tokens = re.findall(r"[a-zµ']+|[가-힣]+", rest)
    known = (one in _WORDS if one.isascii() or "µ" in one else _WORD_KO.fullmatch(one) for one in tokens)
    return all(known) and not re.search(r"[^\s,()/.:;'\-–+&a-zµ가-힣]", rest)


def _leads(sheet: Sheet, told: Told, first: Mention) -> bool:
    return _LEADS.fullmatch(sheet.folded, told.end, first.start) is not None


def _led(sheet: Sheet, told: Sequence[Told], named: Sequence[Mention]) -> Iterator[tuple[str, Timing]]:
    """The medicines of the rows that timings lead."""
    current: Told | None = None
    last = 0
    for one in named:
        ahead = [each for each in told if last <= each.start and each.end <= one.start]
        if ahead:
            current = ahead[-1] if _leads(sheet, ahead[-1], one) else None
        elif current is not None and _ROW.fullmatch(sheet.folded, last, one.start) is None:
            current = None
        last = one.end
        if current is not None:
            yield one.entry.concept_id, current.timing


def _joined(timings: Iterable[Timing]) -> Timing:
    """Several timings of one medicine as one."""
    return Timing.of(code for one in timings for code in (*one.days, *one.times))
