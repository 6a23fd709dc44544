"""The entries of a list of medicines: each name with the words of its regimen behind it, the time that leads it and the
heading above it.

A time belongs to the name before it, but where a comma parts it from that and nothing parts it from the next name: then
it leads ("..., 저녁 자누메트, 크레스토 5"). A heading ("AM box:", "아침:") holds up to the next one or the end of its
sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import asked, sentences
from extraction.reading.medicines.times_in_words import TAKEN
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.regimen_words import RegimenText, RegimenWord, RegimenWords, as_count, recurring_times
from extraction.values.small_counts import read_count

_HEADING: Final = lazy_regex(
    r"(?<![a-z가-힣])(?P<time>(?:early )?mornings?|[ap]\.?m\.?|noon|midday|lunch(?:time)?|afternoons?|evenings?"
    r"|tea(?:time)?|supper"
    r"|dinner|breakfast|nights?|bed ?time|아침|오전|점심|오후|저녁|밤|자기\s?전|취침\s?전)"
    r"(?: ?(?:box|pile|lot|pot|meds?|pills?|tablets?|ones|section|slot|row|약|칸|거|꺼|것))?\s?(?::|=|-(?=\s)|\n)"
)
_HEADING_CODES: Final = (
    (("early", "morn", "am", "a.m", "breakfast", "아침", "오전"), "MORN"),
    (("noon", "midday", "lunch", "점심"), "NOON"),
    (("afternoon", "오후"), "AFT"), (("pm", "p.m", "evening", "tea", "supper", "dinner", "저녁"), "EVE"),
    (("night", "bed", "밤", "자기", "취침"), "HS"),
)  # fmt: skip
_AHEAD: Final = lazy_regex(
    r"(?<![a-z\d.])(?P<n>half|whole|one|two|three|four|\d(?:\.5)?)(?: of)?(?: (?:a|an|the|my|those))?"
    r"(?: (?P<s>\d{1,4}(?:\.\d+)?)(?: ?(?P<unit>mg|mcg|g))?)?(?: (?:tabs?|tablets?|capsules?"
    r"|caps))?(?: of)?(?: the| my)? $"
)
_AHEAD_REACH: Final = 40
"""Most characters in which an amount stands before a name."""
_PART: Final = lazy_regex(
    r"[,;:]\s|\b(?:and|then|plus|but)\s|[고며]\s|\n|(?<=\d)\s(?=half\b)"
    r"|(?:습니다|[슴음]다|[어아여해]요|에요|예요|이?야|거든요?|는데요?|네요?|지요?)\s"
)
_NOT_REGULAR: Final = lazy_regex(
    r"\b(?:took|gave|given|swallowed|popped|today|yesterday|tonight|tomorrow|this (?:morning|evening)"
    r"|last (?:night|week|month"
    r"|year)|ago|forg[eo]t\w*|miss(?:ed)?|skip\w*|stop\w*|quit|should|could|used to|was|were|went|goes? up|up to"
    r"|down to|upped|cut"
    r"|increas\w*|reduc\w*|rais\w*|lower\w*|chang\w*|switch\w*|swap\w*|put (?:me|up|down|her|him)|instead|until"
    r"|till|no longer"
    r"|not|never|(?<=, )no|sorry|i mean|no wait|actually|rather|scratch|correction|oops|allergic|allergy|tried"
    r"|had|bin|binned|expired)\b|n't\b"
    r"|오늘|어제|그제|그저께|내일|아까|방금|먹었|먹였|드셨|뿌렸|깜[빡박]|빼먹|까먹|거르|끊|중단|관뒀|그만"
    r"|알레르기|까지만|예전|전에는|였는데"
    r"|이었|이던|던\s?(?:거|것|걸)|다가|에서\s|바[꾸꿔꿨뀌뀐]|올[려렸리라]|늘[려렸리었]|줄[여였이었]|내[려렸]"
    r"|안\s?(?:먹|드|써|쓰)|아니"
)
"""Words of one dose, of a slip, of a dose of before, of an end: a regimen is not told by what they stand in."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One medicine of a list: its name, the words of its regimen in their order, and the stretch it was read from.

    A stretch that is not ``regular`` tells of one dose, of a change or an end; its words are no regimen.
    """

    mention: Mention
    words: tuple[RegimenWord, ...]
    led: tuple[RegimenWord, ...]
    """The times that lead it, or stand in the heading above it."""
    start: int
    end: int
    regular: bool
    parted: bool
    """Whether something but "and" parts it from the next name: what is told behind that is not told of this one."""


def entries_told(sheet: Sheet) -> list[Entry]:
    """The entries of an utterance whose regimen is told and not asked about."""
    text = sheet.folded
    spelled = {one.start: (one.end, one.value) for one in sheet.figures
               if one.kind == "number" and one.schedule is None and not text[one.start].isdigit()}  # fmt: skip
    read = RegimenText(text, recurring_times(text), tuple(sheet.frequencies), spelled)
    supposed = list(asked(text))
    named = _names(sheet)
    headings = list(_headings(read))
    found: list[Entry] = []
    for start, end in sentences(text):
        inside = [one for one in named if start <= one.start < end]
        if not inside or text[end : end + 1] == "?" or any(low <= inside[0].start < high for low, high in supposed):
            continue
        found += _of_sentence(read, inside, (start, end), headings)
    return found


def _names(sheet: Sheet) -> list[Mention]:
    """The names of medicines in their order; a word of its kind right behind a name is part of it ("노스판패치")."""
    found: list[Mention] = []
    for one in sorted((one for one in sheet.mentions if one.entry.kind in TAKEN), key=lambda one: one.start):
        if found and one.start - found[-1].end <= 1 and _KINDS.fullmatch(one.surface.casefold()) is not None:
            found[-1] = replace(found[-1], end=one.end)
        else:
            found.append(one)
    return found


_KINDS: Final = lazy_regex(
    r"(?:patch(?:es)?|inhalers?|puffers?|sprays?|eye ?drops?|drops|injections?|jabs?|gel|cream|패치|흡입기|안약"
    r"|점안액|주사|연고)"
)


def _of_sentence(
    read: RegimenText, named: Sequence[Mention], span: tuple[int, int], headings: Sequence[tuple[RegimenWord, int]]
) -> Iterator[Entry]:
    text, last = read.text, span[0]
    current: tuple[RegimenWord, ...] = ()
    carried: tuple[RegimenWord, ...] = ()
    leading = unsure = False
    for one, other in zip(named, (*named[1:], None), strict=True):
        stop = other.start if other is not None else span[1]
        breaks = [word.start for word, _ in headings if one.end <= word.start < stop]
        lead = carried or _lead(read, last, one.start, opens=one is named[0])
        words, carried = _own(
            read.words(one.end, min([stop, *breaks])), text, stop if other is not None and not breaks else None
        )
        heading = next((word for word, scope in reversed(headings) if word.end <= one.start < scope), None)
        cut = max((match.end() for match in _PART.finditer(text, last, one.start)), default=last)
        before, last = last, one.end
        leading = leading or (one is named[0] and bool(lead))
        if leading and other is not None and not carried and any(word.kind == "time" for word in words):
            # A row that opens with a time may tell each time ahead: whose this one is, the readers know.
            words = tuple(word for word in words if word.kind != "time")
            current, unsure = (), True
        own = any(word.kind in ("time", "days", "need", "often") for word in words)
        current = lead or (() if own or unsure else current)
        under = (heading,) if heading is not None and not (current and current[0].start > heading.start) else ()
        led = lead or under or (current if not own else ())
        ahead = _amount_ahead(
            text[max(cut if cut > before or one is named[0] else one.start, one.start - _AHEAD_REACH) : one.start],
            one.start,
        )
        yield Entry(
            one, (*ahead, *words), led, cut, carried[0].start if carried else stop,
            regular=_NOT_REGULAR.search(text, cut, stop) is None or any(word.kind == "ended" for word in words),
            parted=other is None or _JOINED.search(text, one.end, stop) is None,
        )  # fmt: skip


_JOINED: Final = lazy_regex(r"(?:\band|&|\+|이?랑|하고|[와과])\s?(?:the |my )?$")


def _own(
    read: RegimenWords, text: str, following: int | None
) -> tuple[tuple[RegimenWord, ...], tuple[RegimenWord, ...]]:
    """The words of the name before them, and those that lead the name that begins at ``following``.

    What a mark parts from a name counts where it is told to its end. A time right before the next name leads that where
    a mark parts it from its own, or where that has a time already ("아침 하나 자기전 클로나제팜").
    """
    words = read.words
    marks = [at for at, word in enumerate(words) if word.kind == "mark"]
    if not read.whole:
        return tuple(_counting(words[: marks[-1]] if marks else words)), ()
    if following is None:
        return tuple(_counting(words)), ()
    first = marks[-1] + 1 if marks else len(words) - 1
    tail, before = words[first:], words[:first]
    leads = bool(tail) and all(word.kind in ("time", "days", "need", "often") for word in tail)
    if not marks:
        told = [word.kind for word in before]
        leads = leads and tail[0].kind == "time" and ("time" in told or "often" in told)
        leads = leads and (told[-1] != "time" or tail[0].codes[0] in _AT_MEALS) and following - tail[-1].end <= 1
    if not leads:
        return tuple(_counting(words)), ()
    return tuple(_counting(before)), tuple(tail)


_AT_MEALS: Final = ("AC", "C", "PC")


def _counting(words: Sequence[RegimenWord]) -> Iterator[RegimenWord]:
    """The words without marks; a bare number behind a comma is no second strength, and may be anything."""
    strengths, parted = 0, False
    for word in words:
        if word.kind == "mark":
            parted = True
            continue
        if word.kind == "strength":
            if parted and not word.outright and not strengths:
                parted = False
                continue
            small = strengths == 1 and not word.unit and word.numbers[0] in (1, 2, 3, 4) and len(word.numbers) == 1
            strengths += 1
            word = as_count(word) if small and words[0].kind == "strength" and words[0].numbers[0] >= 5 else word
        parted = False
        yield word


def _lead(read: RegimenText, last: int, start: int, *, opens: bool) -> tuple[RegimenWord, ...]:
    """The times that lead the name at ``start``, told behind what ends at ``last``; ``opens`` is the first name's."""
    cuts = [match.end() for match in _PART.finditer(read.text, last, start)]
    if not cuts and not opens:
        return ()
    told = read.words(max(cuts, default=last), start)
    only = told.whole and all(word.kind in ("time", "days", "often", "need") for word in told.words)
    return told.words if only else ()


def _amount_ahead(before: str, start: int) -> Iterator[RegimenWord]:
    """How many, and of which strength, stands before the name: "half a 10 of escitalopram", "two 500s paracetamol"."""
    match = _AHEAD.search(before)
    if match is None:
        return
    at = start - len(before) + match.start()
    told = match["n"]
    many = (
        0.5 if told == "half" else 1.0 if told == "whole" else float(told) if told[0].isdigit() else read_count(told)[0]
    )
    if match["s"]:
        yield RegimenWord("strength", at, start, (float(match["s"]),), match["unit"] or "")
    yield RegimenWord("half" if told == "half" else "count", at, start, (float(many),))


def _headings(read: RegimenText) -> Iterator[tuple[RegimenWord, int]]:
    """The headings of a text, each with where it ceases to hold."""
    text = read.text
    found: dict[int, tuple[int, tuple[str, ...]]] = {}
    for match in _HEADING.finditer(text):
        found[match.start()] = (match.end(), (_code(match["time"]),))
    for one in read.times:
        colon = _COLON.match(text, one.end)
        if colon is not None and not one.is_day:
            found[one.start] = (colon.end(), one.codes)
    starts = sorted(found)
    for start, after in zip(starts, (*starts[1:], len(text)), strict=False):
        end, codes = found[start]
        breaks = [last for _, last in sentences(text) if last > end]
        alone = text[end - 1] == "\n"
        yield RegimenWord("time", start, end, codes=codes), after if alone else min([after, *breaks[:1]])


def _code(told: str) -> str:
    return next(code for words, code in _HEADING_CODES if told.startswith(words))


_COLON: Final = lazy_regex(r"\s?[:=]\s")
