"""The sex that stands beside somebody's years, by a letter or by a word for a man or a woman: "41 f", "F/41", "55 year
old guy in Ohio".

Whose years they are the sex is, so it needs no reading of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.items import Item
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_NOUNS: Final = {
    **dict.fromkeys(("guy", "fella", "fellow", "bloke", "chap", "dude", "lad", "gent", "dad", "father", "grandad",
                     "grandpa", "man", "male", "gentleman", "boy", "husband"), "male"),
    **dict.fromkeys(("gal", "lass", "mum", "mom", "mam", "mother", "grandmother", "grandma", "nan", "granny", "woman",
                     "female", "lady", "girl", "housewife", "wife"), "female"),
    **dict.fromkeys(("남자", "남성", "남", "아저씨", "총각", "할아버지"), "male"),
    **dict.fromkeys(("여자", "여성", "여", "아줌마", "아가씨", "처녀", "주부", "할머니"), "female"),
}  # fmt: skip
_YEARS_EN: Final = r"(?:[\s-]?(?:years?|yrs?|y)(?:[\s-]old)?|\s?y/?o)?"
_BEHIND: Final = lazy_regex(
    rf"{_YEARS_EN}[\s,/]{{0,2}}(?P<letter>[mf])(?![\w'’])"
    rf"|(?:[\s-]?(?:years?|yrs?)[\s-]old|\s?y/?o),?\s(?:(?!and|with|on|from|the|my|of|who)[a-z-]+\s){{0,2}}"
    rf"(?P<noun>{'|'.join(one for one in _NOUNS if one.isascii())})\b(?!['’]s)"
    rf"|\s?(?:세|살)?\s?/?\s?(?P<korean>{'|'.join(one for one in _NOUNS if not one.isascii())})"
    r"(?=[\s,.)/]|이[고에라]|예요|인데|입|$)"
)
_AHEAD: Final = lazy_regex(r"(?:^|[\s,.(])(?P<letter>[mf]|[남여])[\s/]{0,2}$")
_REACH: Final = 4
_LETTERS: Final = {"m": "male", "f": "female", "남": "male", "여": "female"}


def with_sex_told_beside(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with the sex beside the patient's years, where none is told yet."""
    if any(read.item.kind == "gender" and read.role == "demographics" for read in reads):
        return _sure_of_each_other(reads)
    for read in reads:
        if read.item.kind != "age" or read.role != "demographics" or not read.item.named:
            continue
        told = _sex_beside(sheet.folded, read.item)
        if told is not None:
            rest = (one for one in reads if one.item.kind != "gender")
            return [*rest, Read(told, "demographics")]
    return _with_the_only_sex(reads, sheet)


def _sure_of_each_other(reads: Sequence[Read]) -> list[Read]:
    """``reads`` with a sex and years side by side without doubt, whatever else the words ask: "male, aged 43"."""
    own = {
        kind: [
            at
            for at, one in enumerate(reads)
            if one.item.kind == kind and one.role == "demographics" and one.item.named
        ]
        for kind in ("gender", "age")
    }
    if len(own["gender"]) != 1 or len(own["age"]) != 1:
        return list(reads)
    pair = [reads[own["gender"][0]], reads[own["age"][0]]]
    first, last = sorted((one.item for one in pair), key=lambda one: one.start)
    found = list(reads)
    if 0 <= last.start - first.end <= _BESIDE:
        for (at,) in own.values():
            found[at] = replace(found[at], doubt=0.0)
    return found


_BESIDE: Final = 12
"""Most characters between somebody's sex and years that are told together."""


def _with_the_only_sex(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with the one sex that the words name as the patient's, where they tell the patient's years and of
    nobody else: "여성에 나이는 40세입니다", "빈혈을 앓고 있는 남자입니다. 나이는 63세입니다".
    """
    aged = any(one.item.kind == "age" and one.role == "demographics" and one.item.named for one in reads)
    named = [at for at, one in enumerate(reads) if one.item.kind == "gender" and one.item.named]
    others = any(one.entry.kind == "relatives" for one in sheet.mentions) or _OTHERS.search(sheet.folded) is not None
    if not aged or others or len({reads[at].item.value for at in named}) != 1:
        return list(reads)
    found = list(reads)
    own = replace(found[named[0]], role="demographics", state="current", change="assert")
    found[named[0]] = replace(own, certain=True, doubt=0.0)
    return found


_OTHERS: Final = lazy_regex(
    r"\b(?:doctor|nurse|friend|neighbou?r|colleague|boss|partner)\b[^.?!]{0,24}\b(?:man|woman|male|female|lady|guy)\b"
    r"|\?|(?:의사|선생님|간호사|친구|이웃|동료)[가은는이]\s?(?:여|남)"
)


def _sex_beside(folded: str, years: Item) -> Item | None:
    match = _BEHIND.match(folded, years.end) or _AHEAD.search(folded, max(0, years.start - _REACH), years.start)
    if match is None:
        return None
    group = next(name for name, words in match.groupdict().items() if words)
    sex = _LETTERS[match[group]] if group == "letter" else _NOUNS[match[group]]
    return Item("gender", *match.span(group), value=sex)
