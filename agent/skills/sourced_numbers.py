"""Whether the turns that an answer names for a number tell it, or tell what it was worked out from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product
from math import prod
from typing import Final

from agent.llm_failures import OutputUnusable
from agent.skills.answer_parts import Told
from agent.skills.kept_words import SPANS, Piece
from agent.skills.recounted_checks import is_told_hour, listed_in, may_be_of
from agent.skills.told_amounts import Amount, amounts_in, is_alike, value_as
from agent.skills.vouched import Vouched
from agent.skills.worked_out import COUNTING, MOVED, follows, sentence_of, size_of
from extraction.text.lazy_regex import lazy_regex


def numbers_vouched_for(vouched: Vouched) -> Iterator[tuple[int, int]]:
    """The places of the numbers that the turns named for them tell, and of those worked out from such.

    Raises OutputUnusable: "ungrounded_number" for one that the turn named for it does not tell, "number_of_another" for
    one that it tells of somebody else.
    """
    answer, kept = vouched.answer, vouched.kept
    asked = amounts_in(kept.question)
    held = [one for one in answer.told if _is_held(one, vouched) or _is_asked(one, asked)]
    dated = frozenset(one.amount for one in answer.told if _is_of_one_day(one, vouched))
    listed = listed_in(answer, kept, dated)
    known = [one.amount for one in held]
    for _ in range(_ROUNDS):
        found = follows(listed, known)
        found |= {one.amount for one in answer.told if one.amount not in dated and _comes_to(one, vouched)}
        found |= {one.amount for one in answer.told if _is_single(one.amount) or _is_sum(one, vouched, known)}
        if found <= set(known):
            break
        known += [one for one in found if one not in known]
    for one in answer.told:
        if one.amount in known:
            yield one.amount.start, one.amount.end
        elif vouched.names(one.amount.start):
            words = answer.text[one.amount.start : one.amount.end]
            raise OutputUnusable("ungrounded_number", f"what is named for it does not tell this number: {words}")


def _is_of_one_day(one: Told, vouched: Vouched) -> bool:
    """Whether a number stands right beside a day in one piece with it, and so counts nothing of the answer."""
    source, amount = vouched.sourced.at(one.amount.start), one.amount
    if source is None or amount.unit in SPANS:
        return False
    for day in vouched.answer.days:
        if not source.start <= day.start < source.end:
            continue
        between = vouched.answer.text[day.end : amount.start] if day.end <= amount.start else "("
        if len(between) <= _BESIDE_DAY and not _APART.search(between):
            return True
    return False


_BESIDE_DAY: Final = 8
_APART: Final = lazy_regex(r"[:(),]|\bto\b|에서|부터|까지")
_ROUNDS: Final = 3
"""Steps of working out: a sum of sums, told in another unit."""


def _is_sum(one: Told, vouched: Vouched, known: Sequence[Amount]) -> bool:
    """Whether it is what the sum or product right before it comes to ("90+140=230"), or the same in another unit."""
    before = _SUM.search(vouched.answer.text, 0, one.amount.start)
    if before is not None:
        values = [float(each) for each in _NUMBERS.findall(before["sum"])]
        result = prod(values) if _PRODUCT.search(before["sum"]) else sum(values)
        if abs(result - one.amount.value) < _NEAR:
            return True
    return any(
        each.unit and one.amount.unit and each.unit != one.amount.unit and is_alike(each, one.amount)
        and abs(value_as(each, one.amount) - one.amount.value) < _NEAR
        for each in known
    )  # fmt: skip


_SUM: Final = lazy_regex(
    r"(?P<sum>\d[\d.]*(?:\s?[a-z가-힣]{0,4}\s?[+x×*]\s?\d[\d.]*)+)"
    r"\s?[a-z가-힣]{0,4}\s?(?:=|으?로|이니|해서|so|makes)\s?$",
    re.IGNORECASE,
)
_PRODUCT: Final = lazy_regex(r"[x×*]", re.IGNORECASE)
_NUMBERS: Final = lazy_regex(r"\d+(?:\.\d+)?")


def _is_held(one: Told, vouched: Vouched) -> bool:
    """Whether a turn that is named for a number tells it, and of somebody of whom the answer may be."""
    amount, kept = one.amount, vouched.kept
    own = [piece for piece in vouched.of(amount.start) if any(_is_same(each, amount) for each in piece.amounts)]
    if own and not one.days and all(_is_of_another(piece, vouched) for piece in own):
        raise OutputUnusable("number_of_another", f"{amount.value:g} belongs to somebody else in the data")
    if own:
        return True
    put_right = bool(_PUT_RIGHT.search(vouched.answer.text))
    told = [(kept.as_said if put_right else kept.still_told)[turn] for turn in vouched.turns_of(amount.start)]
    # What is read as a day, or as a part of an hour or of a longer number, is told all the same.
    return any(
        amount.value in _digits(words) or any(_is_same(each, amount) for each in amounts_in(words)) for words in told
    ) or any(piece.holds(amount.value) for piece in vouched.of(amount.start))


def _is_of_another(piece: Piece, vouched: Vouched) -> bool:
    """Whether a piece tells of somebody whom neither the answer nor what was asked names; "he made me" is none."""
    if _DOES.search(piece.words) or not piece.people:
        return False
    return not may_be_of(piece.people, vouched.answer, vouched.kept)


_DOES: Final = lazy_regex(
    r"권|[줘줬주]|시켜|말|하래|하라|\b(?:said|says|gave|give|told|brought|made|bought)\b", re.IGNORECASE
)
"""What somebody does to whom it is told of."""


def _is_same(one: Amount, other: Amount) -> bool:
    return value_as(one, other) == other.value and is_alike(one, other)


def _digits(words: str) -> set[float]:
    return {float(one.replace(",", ".")) for one in _DIGITS.findall(words)}


_DIGITS: Final = lazy_regex(r"\d+(?:[.,]\d+)?")
_PUT_RIGHT: Final = lazy_regex(
    r"고치|고쳐|처음[엔에]|정정|아니라|원래"
    r"|\b(?:correct\w*|first (?:said|told|gave|wrote)|put (?:it )?right|not|from)\b",
    re.IGNORECASE,
)
"""That a value is told which was put right since."""


def _is_asked(one: Told, asked: Sequence[Amount]) -> bool:
    return any(each.value == one.amount.value and is_alike(each, one.amount) for each in asked)


def _comes_to(one: Told, vouched: Vouched) -> bool:
    return _is_single(one.amount) or _counts(one, vouched) or _is_worked_out(one, vouched)


def _is_single(one: Amount) -> bool:
    return one.value == 1 and (one.spoken or not one.unit)


def _counts(one: Told, vouched: Vouched) -> bool:
    """Whether a number may count what the answer names: turns, days or hours, of which it shows each."""
    if one.amount.value != int(one.amount.value) or one.amount.unit not in COUNTING:
        return False
    start, end = sentence_of(one.amount.start, vouched.answer.text)
    days = [each for each in vouched.answer.days if start <= each.start < end]
    hours = [each for each, _ in vouched.answer.clocks if start <= each.start < end]
    most = max(len(vouched.sourced.sources), len(vouched.sourced.turns), sum(map(size_of, days)), len(hours))
    return 1 < int(one.amount.value) <= most


def _is_worked_out(one: Told, vouched: Vouched) -> bool:
    """Whether a number comes from those that the several turns named for it tell: how far two lie apart, or what one
    of each comes to, as a whole or on average. A total may come from all turns of its sentence.
    """
    amount, source = one.amount, vouched.sourced.at(one.amount.start)
    own = source.turns if source is not None else frozenset[int]()
    question = vouched.kept.question
    asked = [value_as(each, amount) for each in amounts_in(question) if is_alike(each, amount)]
    start, end = sentence_of(amount.start, vouched.answer.text)
    total = any(map(_TOTAL.search, (vouched.answer.text[start:end], question)))
    scopes = [own]
    around = vouched.answer.text[max(start, amount.start - _AROUND) : amount.end + _AROUND]
    if total or not own or MOVED.search(around) or _TOTAL.search(around):
        scopes.append(frozenset(vouched.named_with(amount.start)))
    if total or not own:
        scopes.append(frozenset(vouched.sourced.turns))
    for turns in scopes:
        rows = [row for row in (_row(turn, amount, vouched) for turn in sorted(turns)) if row]
        if _is_from(amount.value, rows, total=total) or (asked and _is_from(amount.value, [*rows, asked], total=total)):
            return True
    return False


def _is_from(value: float, rows: Sequence[Sequence[float]], *, total: bool) -> bool:
    """Whether a value is what rows of numbers come to, one row for each turn."""
    if any(len(row) > 1 and abs(sum(row) - value) < _NEAR for row in rows):
        return True
    pairs = [(a, b) for row, other in combinations(rows, 2) for a in row for b in other]
    if any(abs(abs(a - b) * factor - value) < _NEAR for a, b in pairs for factor in (1, 1000)):
        return True
    if len(rows) < 2:
        return False
    columns = [*islice(product(*rows), _MOST_SUMS)]
    sums = {sum(map(sum, rows)), *map(sum, columns)}
    if any(abs(each - value) < _NEAR or abs(each / len(rows) - value) < _ROUNDED for each in sums):
        return True
    return total and any(abs(2 * max(one) - sum(one) - value) < _NEAR for one in columns)


def _row(turn: int, amount: Amount, vouched: Vouched) -> list[float]:
    told = amounts_in(vouched.kept.still_told[turn])
    aged = amount.unit == "년"
    return [value_as(each, amount) for each in told if is_alike(each, amount) or (aged and each.unit in _AGES)][
        :_MOST_OF_A_TURN
    ]


_AGES: Final = frozenset({"세", "살"})


_AROUND: Final = 20
_MOST_OF_A_TURN: Final = 8
_TOTAL: Final = lazy_regex(
    r"모두|총|합|전부|평균|남[은아았겠]"
    r"|\b(?:total|in all|altogether|all in|all told|average|avg|left|remain\w*|makes?|so)\b",
    re.IGNORECASE,
)
_NEAR, _ROUNDED = 0.011, 0.51
_MOST_SUMS: Final = 256


def hours_vouched_for(vouched: Vouched) -> Iterator[tuple[int, int]]:
    """The places of the hours of the clock that the turns named for them tell."""
    for one, _ in vouched.answer.clocks:
        if is_told_hour(one, vouched.of(one.start)) or listed_in(vouched.answer, vouched.kept).is_hour(one):
            yield one.start, one.end
