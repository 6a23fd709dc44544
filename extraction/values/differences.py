"""By how much something moved: "dropped 12 since last year", "0.4 올랐대요". A difference is never the value itself."""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

_ABOUT_EN: Final = (
    r"(?:(?:about|around|roughly|some|maybe|like|nearly|almost|another|a good|over|at least|only|just)\s)*"
)
_VERB: Final = (
    r"\b(?:rose|risen|rises|fell|fallen|falls|dropped|drops|dropping|climbed|increased|decreased|improved|worsened"
    r"|slipped"
    r"|lost|gained|put on|shed|(?:went|gone|going|goes|go|moved|crept|edged|came|come|coming)\s(?:back\s)?down"
    r"|(?:went|gone|going|goes|go|moved|crept|edged)\s(?:back\s)?up)"
)
_STANDS: Final = r"(?:'s|'m|\b(?:is|was|are|were|been|be|am|me|him|her)|[,(]|^)\s?(?:back\s)?(?:up|down)"
"""Where something stands now may be told so, too ("was up 240"): what it is held against must follow."""

_BY_BEFORE: Final = lazy_regex(
    rf"(?:{_VERB}|\b(?:up|down|off|cut|lowered|raised|reduced|rising|falling|increased?|decreased?|increase it"
    rf"|cut it))\sby\s{_ABOUT_EN}$"
)
_MOVED_BEFORE: Final = lazy_regex(rf"{_VERB}\s{_ABOUT_EN}$")
_STANDS_BEFORE: Final = lazy_regex(rf"{_STANDS}\s{_ABOUT_EN}$")
_HELD_AGAINST: Final = lazy_regex(
    r"\s?(?:%\s?)?(?:(?:percent(?:age)?\s)?points?|[a-z]{1,6}(?:/[a-z]+)?)?\s?(?:from|since|on|than|compared)\b"
    r"|\s?(?:percent(?:age)?\s)?points\b"
)
_BEHIND_EN: Final = lazy_regex(
    r"\s?(?:(?:percent(?:age)?\s)?points?\s|%\s?)?(?:up|down|higher|lower|less|more|better|worse|heavier|lighter)"
    r"\s(?:than|on|from|since|compared)\b"
)
_BEHIND_KO: Final = lazy_regex(
    r"\s?(?:%|퍼센트|프로|포인트|점)?\s?(?:정도|쯤|가량|씩|이나|나|만큼|이|가|은|는|도|더|밖에|\s)*"
    r"(?:올랐|올라갔|올라간|오른\s|오르고|상승|높아졌|늘었|늘어났|증가|떨어졌|떨어지고|떨어진\s|내렸|내려갔|내려간"
    r"|내려왔|낮아졌|줄었|줄어들|감소|빠졌|하락)"
)
_REACH: Final = 48
_DOSES: Final = frozenset({"mg", "ug", "g", "mL", "[iU]"})
"""Units of doses: "up 5 mg" may mean to or by; only "by 5 mg" says which."""


_OTHER_TIME_BEFORE: Final = lazy_regex(
    rf"(?:{_VERB}|{_STANDS}|\b(?:higher|lower|less|(?<!\bone )(?<!\bonce )more|heavier"
    rf"|lighter))\s[^.;!?\n]{{0,32}}\b(?:from|than|on"
    rf"|compared (?:to|with))"
    r"\s(?:what it was |it was |where i was )?(?:in |at |the )?$"
)
_A_DAY: Final = lazy_regex(r"\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}\.?|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?")
_OTHER_TIME_BEHIND: Final = lazy_regex(r"\s?(?:때)?(?:보다|보단|에 비해|에 비하면|대비)")


def is_held_against(text: str, start: int, end: int) -> bool:
    """Whether the time at [start, end) is what a difference is held against: "down 12 from last year", "작년보다"."""
    before = text[max(0, start - _REACH) : start]
    if before.endswith("on ") and _A_DAY.fullmatch(text, start, end) is not None:
        # "Put up on 21 May" happened then; "up 2 kg on last year" did not.
        return False
    return _OTHER_TIME_BEFORE.search(before) is not None or _OTHER_TIME_BEHIND.match(text, end) is not None


def is_difference(text: str, start: int, end: int, unit: str | None) -> bool:
    """Whether the number at [start, end) of the cue text tells by how much something moved, and not what it is."""
    before = text[max(0, start - _REACH) : start]
    if _BY_BEFORE.search(before) is not None:
        return True
    if unit in _DOSES:
        return False
    if _STANDS_BEFORE.search(before) is not None and _HELD_AGAINST.match(text, end) is not None:
        return True
    moved = _MOVED_BEFORE.search(before) or _BEHIND_EN.match(text, end) or _BEHIND_KO.match(text, end)
    return moved is not None
