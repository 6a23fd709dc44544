"""What an answer tells again of what the patient told: its days and numbers, held against the kept words.

A day is held where something was said on it, or named it. A number is held where a kept piece tells it of the same day
and the same thing, or where it follows from what the answer lists. What was told of another day or of somebody else is
refused by name, and so is a count that is not that of what the answer lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.answer_parts import WEEKDAY, Answer, Told, days_of, taken_apart, weekday_of, without_quotations
from agent.skills.kept_words import SPANS, KeptWords, NamedAt, Piece, pieces_of
from agent.skills.listed_checks import COUNTED, require_count, require_leading_count, require_spans
from agent.skills.number_checks import DATE, Day, day_of, is_same_day
from agent.skills.people_named import groups_named
from agent.skills.speaking import UNRECORDED
from agent.skills.told_amounts import Amount, Clock, amounts_in
from agent.skills.worked_out import Listed, follows
from domain.remembering import remembered
from extraction.text.lazy_regex import lazy_regex

_SUMMED: Final = lazy_regex(
    r"모두|총|합|전부|평균|차이|남[은아았]|만에|늘|줄|빠|올|내[려렸]"
    r"|\b(?:total|in all|altogether|average|makes?|so|left|down|up|gain\w*"
    r"|lost|that's|which is)\b",
    re.IGNORECASE,
)
"""What makes a number beside a day one that was worked out."""


def settled(text: str, kept: KeptWords, texts: Sequence[str] = ()) -> str:
    """``text`` with the days and numbers left blank that what the patient told bears out.

    Raises OutputUnusable: "value_of_another_day" for what was told of other days only, "number_of_another" for what was
    told of somebody else only, "ungrounded_number" for a count that what it lists does not come to. Of ``texts`` a line
    that holds a day and a number together bears out both.
    """
    if not kept.pieces:
        return text
    text = without_quotations(text, kept)
    answer = taken_apart(text, kept)
    require_weekdays(answer)
    _require_known_days(answer, kept, texts)
    require_forward(answer)
    held = [one for one in answer.told if _is_told(one, answer, kept, texts)]
    _require_days_of_things(answer, kept, held)
    listed = listed_in(answer, kept, dated_in(answer))
    worked = follows(listed, [one.amount for one in held])
    for one in answer.told:
        if one in held or one.amount in worked:
            continue
        _require_of_that_day(one, answer, kept)
        _require_of_that_person(one, answer, kept, texts)
    for one in answer.told:
        if one.amount not in worked and not listed.comes_to(one.amount):
            require_count(one, answer, listed)
            if (
                one not in held
                and one.amount.spoken
                and one.amount.unit in COUNTED
                and len(answer.days) > 1
                and one.amount.value > 1
                and one.amount.value != len({each.minutes for each, _ in answer.clocks})
            ):
                raise OutputUnusable("ungrounded_number", f"list the days that you counted: {one.amount.value:g}")
    _require_order(answer, kept)
    require_leading_count(answer, listed, kept)
    require_spans(answer, listed, kept)
    blank = [(one.start, one.end) for one in answer.days if one.days & kept.days]
    blank += [(one.start, one.end) for one in listed.reckoned_days()]
    blank += [(one.amount.start, one.amount.end) for one in answer.told if one in held or one.amount in worked]
    blank += [
        (one.start, one.end) for one, words in answer.clocks if is_told_hour(one, kept.pieces) or listed.is_hour(one)
    ]
    for start, end in blank:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def retold(sentence: str, kept: KeptWords) -> bool:
    """Whether a sentence is an account of what was told: all that it names was told on its days, or is told as said.

    Such a sentence claims nothing of how things stand now.
    """
    names = {one for one in kept.stems_of(sentence) if one.startswith("#")}
    days = frozenset(day for one in days_of(sentence, kept) for day in one.days & kept.days)
    if not names:
        return False
    if not days and not TOLD_ON.search(sentence):
        return _is_in_their_words(sentence, names, kept)
    on_these = {piece.turn for piece in kept.pieces if piece.days & days or piece.on in days}
    denies = DENIES.search(sentence) is not None
    told = [piece for piece in kept.pieces if not days or piece.turn in on_these]
    told = [piece for piece in told if not denies or DENIES.search(piece.words)]
    return bool(told) and names <= frozenset[str]().union(*(piece.stems for piece in told))


def _is_in_their_words(sentence: str, names: set[str], kept: KeptWords) -> bool:
    """Whether most words of a sentence, and all that it names, stand in one turn that denies as much as it does.

    What it says of a medicine is held against the record all the same: that may have been stopped since.
    """
    if any(one.entry.kind in ("medications", "drug_classes") for one in kept.names(sentence)):
        return False
    words = kept.stems_of(sentence)
    plain = {one for one in words if not one.startswith("#")}
    denies = DENIES.search(sentence) is not None
    of_turns: dict[int, set[str]] = {}
    for piece in kept.pieces:
        if (DENIES.search(piece.words) is not None) == denies:
            of_turns.setdefault(piece.turn, set()).update(piece.stems)
    return any(names <= told and len(plain & told) >= max(_FEWEST, _SHARE * len(plain)) for told in of_turns.values())


_FEWEST: Final = 2
_SHARE: Final = 0.6
"""How many of its words a sentence shares with the turn that it tells again, and what part of them."""
DENIES: Final = lazy_regex(
    r"없|않|안\s|못|아니|아닙|아님|끊|중단|그만|멈|\b(?:no|not|never|none|without|stopped|ended|off|quit)\b|n['’]t\b",
    re.IGNORECASE,
)


def listed_in(answer: Answer, kept: KeptWords, dated: frozenset[Amount] = frozenset()) -> Listed:
    """What an answer lists; ``dated`` amounts tell of one day, and count nothing."""
    amounts = tuple(one.amount for one in answer.told)
    hours = tuple(one for one, _ in answer.clocks)
    return Listed(amounts, tuple(answer.days), hours, answer.text, answer.plain, kept, dated)


def dated_in(answer: Answer) -> frozenset[Amount]:
    """The amounts that tell of one day, and so count nothing of the answer."""
    return frozenset(
        one.amount
        for one in answer.told
        if len(one.days) == 1 and one.amount.unit not in SPANS and not _SUMMED.search(one.words)
    )


def _is_telling(one: Amount) -> bool:
    return one.value >= _TELLING or one.value != int(one.value)


def _require_known_days(answer: Answer, kept: KeptWords, texts: Sequence[str]) -> None:
    """A day on which nothing was said, and that nobody named, stands in the material or is reckoned."""
    reckoned = {*listed_in(answer, kept).reckoned_days()}
    known = days_dated(texts)
    for one in answer.days:
        if not (one.days & (kept.days | kept.reckoned) or one in reckoned or is_among(one, known)):
            words = answer.text[one.start : one.end]
            raise OutputUnusable("ungrounded_number", f"these numbers are not in the data: {words}")


def days_dated(texts: Sequence[str]) -> frozenset[Day]:
    """The days that texts of the material name as dates."""
    return frozenset(day_of(each[0]) for text in texts for each in DATE.finditer(text))


def is_among(one: NamedAt, known: Iterable[Day]) -> bool:
    """Whether a day that an answer names is one of those known, as far as these tell year, month and day."""
    told = [tuple(map(int, day.split("-"))) for day in one.days]
    return any(is_same_day((year, month, day), other) for year, month, day in told for other in known)


def require_forward(answer: Answer) -> None:
    """A span that is told from one day to another does not end before it began."""
    for one, other in pairwise(answer.days):
        between = answer.text[one.end : other.start]
        if (
            "." not in between
            and len(between) <= _SPAN_WORDS
            and ((_FROM_KO.match(between) and _TO_KO.match(answer.text, other.end)) or _TO_EN.fullmatch(between))
            and all(a > b for a in one.days for b in other.days)
        ):
            words = answer.text[one.start : other.end]
            raise OutputUnusable("value_of_another_day", f"this ends before it began: {words}")


_SPAN_WORDS: Final = 24
_FROM_KO: Final = lazy_regex(r"[^,.]{0,8}(?:부터|에서)")
_TO_KO: Final = lazy_regex(r"[^,.]{0,8}까지")
_TO_EN: Final = lazy_regex(r"\s(?:to|until|till|through)\s(?:the )?", re.IGNORECASE)


def require_weekdays(answer: Answer) -> None:
    """A date and the day of the week beside it agree."""
    for one in answer.days:
        words = answer.text[one.start : one.end]
        found = WEEKDAY.search(words)
        if found is None or not re.search(r"\d", words):
            continue
        if _SENTENCE_GOES_ON.search(words[found.end() :]):
            # "That was a Sunday, so 27 June": the day of the week is of another day.
            continue
        if all(date.fromisoformat(day).weekday() != weekday_of(found) for day in one.days):
            raise OutputUnusable("value_of_another_day", f"this was another day of the week: {words}")


_SENTENCE_GOES_ON: Final = lazy_regex(r"^[^\d]*(?:이니|이라|이었|이고|\bso\b|\bthen\b)")


def _require_days_of_things(answer: Answer, kept: KeptWords, held: Sequence[Told]) -> None:
    """What a piece of the answer names was told of on the one day with which it stands, rather than on another."""
    for start, end in answer.parts:
        days = [one for one in answer.days if start <= one.start < end]
        told = [one for one in held if one.place == start and one.days]
        if (
            len(days) != 1
            or not days[0].days & kept.days
            or UNRECORDED.search(answer.text[start:end])
            or any(_is_telling(one.amount) or (one.amount.unit and one.amount.value > 1) for one in told)
        ):
            continue
        stems = kept.stems_of(answer.plain[start:end])
        of_turns: dict[int, set[str]] = {}
        near, here = set[int](), set[str]()
        for piece in kept.pieces:
            of_turns.setdefault(piece.turn, set()).update(piece.stems & stems)
            if piece.near & days[0].days:
                near.add(piece.turn)
            if piece.days & days[0].days:
                here |= piece.stems & stems
        beside = frozenset[str]().union(*(of_turns[turn] for turn in near))
        own = max(kept.weight(frozenset(here)), _BESIDE * kept.weight(beside))
        others = (some for turn, some in of_turns.items() if turn not in near and turn != kept.last)
        best = max((kept.weight(frozenset(some)) for some in others), default=0.0)
        if best - own >= (_MORE if own else _ALONE):
            raise OutputUnusable(
                "value_of_another_day", f"this was told of another day: {answer.text[start:end].strip()}"
            )


_BESIDE: Final = 0.9
"""What words tell of a day that stands in the same turn, beside those that stand with it."""
_ALONE: Final = 0.6
"""Weight of words from which on they were told of another turn's days, where the day told shares none."""
_MORE: Final = 0.8
"""Weight of words by which another turn must be the better one, where the day told shares some with the answer too."""


def _is_told(one: Told, answer: Answer, kept: KeptWords, texts: Sequence[str]) -> bool:
    return any(_bears_out(piece, one, answer, kept) for piece in kept.pieces) or _stand_together(one, texts)


def _bears_out(piece: Piece, one: Told, answer: Answer, kept: KeptWords) -> bool:
    """Whether a piece of what was told holds a number for the day, and of the thing, with which the answer tells it."""
    if not piece.tells(one.amount):
        return False
    days = piece.days | {piece.on} if TOLD_ON.search(one.words) else piece.days
    if one.days and not _is_from(one, answer) and not any(each.days & days for each in one.days):
        if not (NIGHT.search(one.words) or NIGHT.search(piece.words)):
            return False
        if not any(_is_next(a, b) for each in one.days for a in each.days for b in days):
            return False
    if piece.people and not may_be_of(piece.people, answer, kept):
        return False
    if one.days:
        return True
    unit = {each.unit for each in piece.amounts if each.value == one.amount.value and each.unit}
    if _is_telling(one.amount):
        return True
    return one.amount.unit in unit or bool(piece.stems & (one.stems | kept.asked))


def _is_next(one: str, other: str) -> bool:
    return abs((date.fromisoformat(one) - date.fromisoformat(other)).days) == 1


NIGHT: Final = lazy_regex(
    r"밤|새벽|자정|\b(?:nights?|tonight|midnight|overnight|[1-5](?:[.:]\d\d)?\s?am)\b", re.IGNORECASE
)
"""What may be told of the day before it and of the one behind it."""
TOLD_ON: Final = lazy_regex(
    r"말씀|하셨|적[어으]|기록|라고|\b(?:told|said|wrote|reported|mentioned|noted)\b", re.IGNORECASE
)
"""That the day is the one on which it was told."""


def may_be_of(people: frozenset[str], answer: Answer, kept: KeptWords) -> bool:
    """Whether an answer may be about these people: it or its question names them, or the whole talk is theirs."""
    named = groups_named(answer.text) | kept.asked_of
    return bool(people & named) or (not named and _is_of_all(people, kept))


def _is_of_all(people: frozenset[str], kept: KeptWords) -> bool:
    """Whether these people are whom the talk is about, as that of who cares for somebody is."""
    first = [piece for piece in kept.pieces if piece.turn == kept.pieces[0].turn]
    if any(piece.people & people for piece in first) and not any(_OWN.search(piece.words) for piece in first):
        return True
    with_them = sum(bool(piece.people & people) for piece in kept.pieces)
    return with_them * 5 >= len(kept.pieces)


_OWN: Final = lazy_regex(
    r"(?<![가-힣])(?:내|나|저|제|난|전|나도|저도)(?![가-힣])|(?<![가-힣])(?:나[는도]|저[는도]|제가|내가)|\b(?:i|my|me|i['’]m|i['’]ve)\b",
    re.IGNORECASE,
)


def _stand_together(one: Told, texts: Sequence[str]) -> bool:
    """Whether a piece of a line of the material holds the number and the one day with which it stands.

    What the patient said is read as such, and not among these.
    """
    told = [tuple(map(int, day.split("-"))) for each in one.days for day in each.days]
    if not told:
        return False
    lines = (line for text in texts for line in text.splitlines() if not _SAID.match(line))
    return any(
        any(is_same_day((a, b, c), other) for a, b, c in told for other in days) and one.amount.value in values
        for line in lines
        for days, values in _dated_pieces(line)
    )


@remembered
def _dated_pieces(line: str) -> tuple[tuple[frozenset[Day], frozenset[float]], ...]:
    """The day and the numbers of each piece of a line that names one day."""
    found = []
    for start, end in pieces_of(line):
        # A value that held until a day was told of the first one.
        named = line[start:end].partition("~")[0]
        days = frozenset(day_of(each[0]) for each in DATE.finditer(named))
        if len(days) == 1:
            found.append((days, frozenset(each.value for each in amounts_in(DATE.sub(" ", line[start:end])))))
    return tuple(found)


_SAID: Final = lazy_regex(r"\d+ \(\d{4}-\d{2}-\d{2}\): ")
"""Before a turn of the patient, as a prompt tells it."""


def is_told_hour(one: Clock, pieces: Sequence[Piece]) -> bool:
    """Whether one of the pieces tells this hour of the clock."""
    for piece in pieces:
        if any(one.is_at(each) for each in piece.clocks):
            return True
        numbers = {each.value for each in piece.amounts}
        hour, minute = divmod(one.minutes, 60)
        if numbers & {float(hour or 12), float(hour + 12)} and (
            minute == 0 or minute in numbers or minute in (15, 30, 45)
        ):
            return True
    return False


def _require_of_that_day(one: Told, answer: Answer, kept: KeptWords) -> None:
    days = frozenset(day for each in one.days for day in each.days)
    if not days & kept.days or _is_from(one, answer):
        return
    there = [piece for piece in kept.pieces if piece.days & days and (piece.stems & one.stems or not one.stems)]
    alike = [
        each for piece in there for each in piece.amounts
        if each.unit == one.amount.unit and (one.amount.unit or not one.stems)
    ]  # fmt: skip
    counted = one.amount.spoken or one.amount.value == 1 or sum(each.value for each in alike) == one.amount.value
    if alike and (one.stems or not counted) and any(piece.tells(one.amount) for piece in kept.pieces):
        if sum(each.value for each in alike) == one.amount.value:
            return
        raise OutputUnusable("value_of_another_day", f"another number was told of that day: {one.amount.value:g}")
    others = [
        piece for piece in kept.pieces
        if piece.holds(one.amount.value) and (_is_telling(one.amount) or piece.stems & (one.stems | kept.asked) or any(
            each.unit and each.unit == one.amount.unit for each in piece.amounts if each.value == one.amount.value
        ))
    ]  # fmt: skip
    if others and one.amount.value != 1:
        raise OutputUnusable("value_of_another_day", f"this was told of another day: {one.amount.value:g}")


_TELLING: Final = 10
"""A number from which on it is told of one thing; smaller ones count many."""
_FROM: Final = lazy_regex(r"\s?\S{0,3}에서|\S{0,3}→|\s?\S{0,4}\sto\b|\s?→", re.IGNORECASE)
"""A number from which something went."""


def _is_from(one: Told, answer: Answer) -> bool:
    """Whether something went from this number on the one day that its piece names: it was told of an earlier one."""
    within = [each for each in answer.days if one.place <= each.start < one.place + len(one.words)]
    if len(within) == 1 and one.words[: one.amount.start - one.place].casefold().endswith("from "):
        return True
    return len(within) < 2 and _FROM.match(one.words[one.amount.end - one.place :]) is not None


def _require_order(answer: Answer, kept: KeptWords) -> None:
    """Two numbers with a stroke between them stand in the order in which they were told."""
    for one, other in pairwise(one.amount for one in answer.told):
        if answer.text[one.end : other.start].strip() != "/" or min(one.value, other.value) < _TELLING:
            continue
        both = [[each.value for each in piece.amounts] for piece in kept.pieces]
        both = [values for values in both if one.value in values and other.value in values]
        if both and not any((one.value, other.value) in set(pairwise(values)) for values in both):
            raise OutputUnusable("number_of_another", f"{one.value:g} belongs to something else in the data")


def _require_of_that_person(one: Told, answer: Answer, kept: KeptWords, texts: Sequence[str]) -> None:
    told = [piece for piece in kept.pieces if piece.holds(one.amount.value)]
    if told and not one.days and all(piece.people and not may_be_of(piece.people, answer, kept) for piece in told):
        raise OutputUnusable("number_of_another", f"{one.amount.value:g} belongs to something else in the data")
