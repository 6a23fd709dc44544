"""A name that is put right or taken back: "it's spelled Siobhán", "not Marie, Maria", "순자가 아니라 선자예요".

Which name was meant is known by the record: the one that is denied is on it, or the words speak of the name. One part
of a name moves that part alone ("Keene, not Keane" of Siobhan Keane).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final

from kiwipiepy import Kiwi

from domain.ages import BIRTH_DATE
from domain.speaking_for import NAME, RESIDENCE
from extraction.reading.people.names_en import WORD, name_at, written
from extraction.reading.people.names_ko import is_full_name, is_given_name
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_OF_A_NAME: Final = lazy_regex(r"\b(?:names?|named|called|surname|spel\w+)\b|이름|성함|성이|받침|호칭")
_NOT: Final = lazy_regex(r"(?:,|\s|^)(?:and |but )?(?:not|isn't|isnt|instead of|rather than)\s(?:a |an )?")
_NEW_BEHIND: Final = lazy_regex(
    r"[,.;:–—-]*\s(?:but |it's |it’s |its |it is |i'm |i am |im |my name is |name's |just |rather )*"
)
_SPELT: Final = lazy_regex(
    r"\b(?:spel(?:led|t|ling|ling is|l it)|(?:name|surname)(?: is|'s|’s)? (?:really|actually)|(?:should be"
    r"|meant to be|supposed to be)"
    r"(?: spel(?:led|t))?|correct (?:name|spelling) is)(?: as| is|:|,)?\s"
)
_WRONG: Final = lazy_regex(
    r"\b(?:wrong|incorrect|mistake|typo|mis-?spel\w+|misheard)\b[^a-z]{0,3}(?:,|\.|-|–|—|:)?\s?(?:it's|it’s|its"
    r"|it is|i'm|im|should be|the name is|my name is|name is)\s"
)
_CUE: Final = lazy_regex(
    r"(?:^|[.,!]\s?)(?:no|nope|sorry|wait|actually|correction)\b|\b(?:actually|wrong|mistake|correct(?:ed|ion)?"
    r"|changed? my name)\b|아니|잘못|틀렸|정정|고쳐|바꿔"
)
_LETTERS: Final = lazy_regex(r"(?<![A-Za-z])(?:[A-Za-z][-. ]){2,14}[A-Za-z](?![A-Za-z])")
_NAME_KO: Final = r"[가-힣]{2,4}"
_NOT_KO: Final = lazy_regex(
    rf"(?P<old>{_NAME_KO}?)(?:이가|이|가|은|는)?\s?(?:아니라|아니고|아니구|아니여|아니에요|아닌데|아뇨|말고)[,.]?\s?(?:제\s?|내\s?)?(?:이름은\s)?(?P<new>{_NAME_KO}?)"
    r"(?=이?(?:예요|에요|여요|야|라고|라니까|다|입니다|요|임|라|고|지|인데|[.,!~]|$|\s))"
)
_KO_NOT_BEHIND: Final = lazy_regex(
    rf"(?<![가-힣])(?P<new>{_NAME_KO}?)이?(?:예요|에요|야|입니다|인데|요|지)[,.]?\s(?P<old>{_NAME_KO}?)(?:이|가)?\s?(?:아니|말고)"
)
_TAKEN_BACK: Final = lazy_regex(
    r"\b(?:forget|delete|remove|erase|wipe|drop|scrub|get rid of|take (?:out|off|down)|(?:don't|do not|dont) "
    r"(?:keep|store|save|record|remember|write down))"
    r" (?:that )?(?:my|our|his|her|the|their) (?:(?P<what>name|address|birthday|date of birth|dob|birth date"
    r"|home town|hometown|town|location)|[a-z]+ name)\b"
    r"|(?:(?:제|내|저의|우리|환자분?|어머니|아버지|엄마|아빠)\s?|(?:^|[.,!]\s))(?P<ko>이름|성함|주소|사는 곳"
    r"|생년월일|생일)(?:은|는|을|를|도)?\s?(?:좀\s"
    r"|다\s)?(?:지워|삭제|빼|없애|기록하지|저장하지|남기지)"
)
_KINDS: Final = {
    "name": NAME, "이름": NAME, "성함": NAME,
    "birthday": BIRTH_DATE, "date of birth": BIRTH_DATE, "dob": BIRTH_DATE, "birth date": BIRTH_DATE,
    "생년월일": BIRTH_DATE, "생일": BIRTH_DATE,
}  # fmt: skip


def taken_back(sheet: Sheet) -> tuple[str, int, int] | None:
    """The detail of a person (a concept id) that the words want forgotten, with its place."""
    match = _TAKEN_BACK.search(sheet.folded)
    if match is None:
        return None
    what = match["what"] or match["ko"]
    return (_KINDS.get(what or "name", RESIDENCE), *match.span())


def put_right(sheet: Sheet, known: str, kiwi: Kiwi) -> tuple[str, str, int, int] | None:
    """The old name (or "") and the whole new one that these words put in its place, with the new one's span.

    ``known`` is the name on record; "" where none was told.
    """
    found = _korean(sheet, known, kiwi) if sheet.language == "ko" else _english(sheet, known)
    for old, new, start, end in found:
        if _fold(new) != _fold(known):
            return old, _replaced(known, old, new), start, end
    return None


def is_put_right(sheet: Sheet) -> bool:
    """Whether words in which a name stands say that another one was wrong."""
    return _CUE.search(sheet.folded) is not None


def _english(sheet: Sheet, known: str) -> Iterator[tuple[str, str, int, int]]:
    text, low = sheet.text, sheet.text.lower()
    if len(low) != len(text):
        return
    of_name = _OF_A_NAME.search(low) is not None
    taken = frozenset(at for one in sheet.mentions if one.confidence >= _SURELY for at in range(one.start, one.end))
    for match in _NOT.finditer(low):
        old = name_at(text, match.end(), sure=of_name or bool(known), taken=taken)
        if old is None or not (of_name or _is_part(text[slice(*old)], known)):
            continue
        said = text[slice(*old)]
        behind = _NEW_BEHIND.match(low, old[1])
        new = name_at(text, behind.end(), sure=True, taken=taken) if behind is not None else None
        new = new or _before(text, match.start(), taken) or _named_ahead(text, low, match.start(), taken)
        if new is not None:
            yield (said if _is_part(said, known) else ""), written(text[slice(*new)]), *new
    if not (of_name or known):
        return
    for match in (*_SPELT.finditer(low), *(_WRONG.finditer(low) if of_name else ())):
        letters = _LETTERS.match(text, match.end())
        if letters is not None:
            word = "".join(char for char in letters[0] if char.isalpha())
            yield _nearest(word, known), word.title(), letters.start(), letters.end()
            continue
        new = name_at(text, match.end(), sure=of_name, taken=taken)
        if new is not None:
            word = text[slice(*new)]
            yield _nearest(word, known), written(word), *new


def _before(text: str, end: int, taken: frozenset[int]) -> tuple[int, int] | None:
    """The name that ends right before ``end``."""
    words = list(re.finditer(WORD, text[:end].rstrip(" ,.;-")))[-2:]
    for match in words:
        place = name_at(text, match.start(), sure=match is words[-1], taken=taken)
        if place is not None and not text[place[1] : end].strip(" ,.;-"):
            return place
    return None


def _named_ahead(text: str, low: str, end: int, taken: frozenset[int]) -> tuple[int, int] | None:
    """The name that the sentence gave before ``end``: "it's Keene with two e's, not Keane"."""
    ahead = list(_IT_IS.finditer(low, 0, end))
    return name_at(text, ahead[-1].end(), sure=False, taken=taken) if ahead else None


_IT_IS: Final = lazy_regex(r"\b(?:it's|it’s|its|it is|i'm|i am|im|name is|name's)\s")


def _korean(sheet: Sheet, known: str, kiwi: Kiwi) -> Iterator[tuple[str, str, int, int]]:
    of_name = _OF_A_NAME.search(sheet.text) is not None
    for pattern in (_NOT_KO, _KO_NOT_BEHIND):
        for match in pattern.finditer(sheet.text):
            old, new = match["old"], match["new"]
            start, end = match.span("new")
            if new.endswith("이") and len(new) > 2 and not is_full_name(new, kiwi):
                new, end = new[:-1], end - 1
            part = _is_part(old, known)
            like = is_full_name(new, kiwi, sure=True) or is_given_name(new, kiwi) or part
            if (part or of_name) and like and old != new and not _is_named(sheet, start, end):
                yield (old if part else ""), new, start, end


def _is_named(sheet: Sheet, start: int, end: int) -> bool:
    return any(one.start < end and start < one.end and one.confidence >= _SURELY for one in sheet.mentions)


def _is_part(said: str, known: str) -> bool:
    return bool(known) and _fold(said) in _fold(known)


def _nearest(word: str, known: str) -> str:
    """The part of the name on record that a new spelling is nearest to; "" where it is near none."""
    parts = known.split()
    best = max(parts, key=lambda part: _likeness(part, word), default="")
    return best if best and _likeness(best, word) >= _LIKE else ""


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, _fold(one), _fold(other)).ratio()


_LIKE: Final = 0.5


def _replaced(known: str, old: str, new: str) -> str:
    """``known`` with ``old`` replaced by ``new``, where that is a part of it and not the whole."""
    if not old or _fold(old) == _fold(known) or " " in new:
        return new
    if " " in known:
        return " ".join(new if _fold(part) == _fold(old) else part for part in known.split())
    return known.replace(old, new) if old in known and len(new) == len(old) else new


def _fold(word: str) -> str:
    return "".join(char for char in word.casefold() if char.isalnum())


_SURELY: Final = 0.9
