"""Whether English words can be somebody's name, and how that name is written: capital letters, and no ordinary words.

Names are open, so what a name is not is listed: what the lexicon names, a people or a country, and the words that
people write in lower case. A few given names are such words, too ("Grace", "Will"): a capital letter inside a sentence
tells them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from extraction.text.lazy_regex import lazy_regex

WORD: Final = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
"""One word of a name: "O'Dowd", "Ellie-Mae", "Siobhán"."""
_PARTICLES: Final = frozenset("van von de der den del della di da dos la le bin binti ibn al el ap du ter".split())
"""Words in lower case inside a family name."""
_WORDS_AS_NAMES: Final = frozenset(
    "grace will mark rose may june joy hope faith amber dawn iris violet bill jack frank sue pat rob ray dale heather"
    " lee wren robin poppy mick jess ivy olive daisy pearl ruby rich drew art gene carol holly crystal summer autumn"
    " sky dean earl chip chuck bob josh nick pete victor christian tom dick harry kit max miles finn sandy penny"
    " bonnie candy cherry ginger jade jasmine melody mercy patience prudence constance clement ernest rusty cliff"
    " glen brook forest heath reed stone pierce grant chance hunter mason cooper taylor tyler parker carter april"
    " august jean marina angel chase sage willow hazel fern bud buck dot flo sal viv bea kat liv ash bay duke"
    " page paige lane shelly wade warren young king baker cook fisher potter smith miller gray brown green white"
    " black short long bishop knight wolf fox bird moon star sunny lucky precious blessing gift destiny".split()
)
"""Given and family names that are ordinary words, too."""
_NO_NAMES: Final = frozenset(
    "hi hello hey hiya dear thanks thank cheers regards yes no ok okay sorry please dr doc doctor nurse sister prof"
    " professor mr mrs ms miss mx sir madam patient me myself self mum mam mom mummy mommy dad daddy nan nana gran"
    " granny grandad grandpa grandma pa ma mama papa auntie uncle hubby wife husband son daughter brother baby lady"
    " man woman male female boy girl type update question urgent help note today monday tuesday wednesday thursday"
    " friday saturday sunday january february march july september october november december christmas easter i im"
    " ive it its this that the a an my our your his her their he she they we you and or but if so not all here there"
    " hospital clinic ward gp er icu nhs aye nope yep not just still now also the what when why how who can could"
    " asian black white caucasian hispanic latino latina jewish muslim hindu sikh catholic protestant buddhist"
    " christian british english scottish welsh african european american arab punjabi gujarati bengali tamil kurdish"
    " geordie scouse rh anamnesis siri alexa god jesus lord vegan vegetarian covid".split()
)
_PROFESSIONAL: Final = lazy_regex(r"(?:^|[^\w])(?:dr|doc|doctor|nurse|sister|prof|professor|matron|midwife|rev)\.?\s$")
TITLE: Final = r"(?:mr|mrs|ms|miss|mx|mister|missus|sir|madam|shri|smt)\b\.?\s"
_DEMONYMS: Final = ("ese", "ish")
_WORD_ENDS: Final = (
    "ous",
    "ful",
    "less",
    "able",
    "ible",
    "tion",
    "sion",
    "ness",
    "itis",
    "osis",
    "aemia",
    "emia",
    "ology",
)
"""Ends by which words are made, and hardly a name."""
_GIVEN: Final = frozenset(
    "grace mark rose june joy faith dawn iris violet bill jack frank sue pat rob ray dale heather lee wren robin poppy"
    " mick jess ivy daisy pearl ruby drew gene carol holly dean bob josh nick pete victor tom dick harry max finn sandy"
    " penny bonnie jasmine constance rusty pierce grant taylor tyler jean willow hazel dot flo viv bea kat liv "
    "paige".split()
)
"""Of these the ones that open a message as a name rather than as anything else."""
_LONGEST: Final = 4
"""Words of the longest name that is taken whole."""


@cache
def _ordinary() -> frozenset[str]:
    rows = (files(__package__) / "ordinary_words.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return frozenset(word for row in rows for word in row.split())


def is_ordinary(word: str) -> bool:
    """Whether a word is one that people write in lower case, or a plain form of one."""
    folded = word.casefold()
    known = _ordinary()
    if folded in known or folded in _NO_NAMES:
        return True
    stems = [folded.removesuffix(end) for end in ("s", "es", "ed", "ing", "ly", "er") if folded.endswith(end)]
    return any(len(stem) > _SHORTEST and (stem in known or f"{stem}e" in known) for stem in stems)


@cache
def _peoples() -> frozenset[str]:
    rows = (files(__package__) / "countries.tsv").read_text(encoding="utf-8").splitlines()[2:]
    words = (word for row in rows for column in row.split("\t")[:2] for word in column.split("|"))
    return frozenset(word.casefold() for word in words) - {"jordan", "chad", "georgia"}


def is_people(word: str) -> bool:
    """Whether a word is one for a country or its people: "Ghanaian", "Poland"."""
    return word.casefold() in _peoples()


_SHORTEST: Final = 3


def name_at(text: str, start: int, *, sure: bool, taken: frozenset[int] = frozenset()) -> tuple[int, int] | None:
    """The name that begins at ``start``, as a place; None where the words there can be no name.

    ``sure`` is whether the words before it say that a name follows: then small letters do, too. ``taken`` holds the
    places in which something is named.
    """
    title = re.compile(TITLE, re.IGNORECASE).match(text, start)
    begin = title.end() if title is not None else start
    if _PROFESSIONAL.search(text[max(0, start - 12) : start].casefold()):
        return None
    place, end = begin, begin
    for count in range(_LONGEST):
        match = re.compile(WORD).match(text, place)
        word = _without_possessive(match[0]) if match is not None else ""
        if match is None or not _is_part(word, first=count == 0, sure=sure or title is not None):
            break
        if match.start() in taken:
            return None if count == 0 else _ended(text, begin, end)
        end = place + len(word)
        if end < match.end():
            break
        gap = re.compile(r"\.?\s(?=\w)").match(text, end)
        # A point behind more than one letter ends a sentence.
        if gap is None or (gap[0].startswith(".") and len(match[0]) > 1):
            break
        place = gap.end()
    return _ended(text, begin, end)


def _without_possessive(word: str) -> str:
    return word[:-2] if word.endswith(("'s", "’s")) else word


def _ended(text: str, begin: int, end: int) -> tuple[int, int] | None:
    if end == begin:
        return None
    words = text[begin:end].split()
    while words and words[-1] in _PARTICLES:
        end -= len(words.pop()) + 1
    return (begin, end) if words else None


def _is_part(word: str, *, first: bool, sure: bool) -> bool:
    folded = word.casefold()
    if not first and folded in _PARTICLES:
        return True
    capital = word[0].isupper()
    if folded in _NO_NAMES or folded.startswith(("i'", "i’")):
        return False
    if re.search(r"['’](?:m|re|ve|ll|d|t)$", folded):
        return False
    if len(word) == 1:
        return capital and not first and folded != "i"
    if capital and not word.isupper():
        word_formed = folded.endswith(_DEMONYMS) or folded.endswith(_WORD_ENDS)
        return folded in _WORDS_AS_NAMES or not (word_formed or is_ordinary(folded) or is_people(folded))
    if not sure:
        return False
    return (first and folded in _WORDS_AS_NAMES) or not is_ordinary(folded)


def is_trade_or_thing(name: str) -> bool:
    """Whether one word that opens a message may be no name, though names are written so: "Baker, 52", "Green, "
    "3 days".
    """
    folded = name.casefold()
    return folded in _WORDS_AS_NAMES and is_ordinary(folded) and folded not in _GIVEN


def written(name: str) -> str:
    """A name as names are written: capitals where it was typed in small letters or all in capitals."""
    name = " ".join(name.split()).strip(" .,'’-")
    if name.islower() or (name.isupper() and max(map(len, name.split())) > _INITIALS):
        return " ".join(_capital(word) for word in name.split())
    return name


_INITIALS: Final = 2


def _capital(word: str) -> str:
    low = word.casefold()
    return re.sub(r"(?:^|(?<=[-'’]))\w", lambda one: one[0].upper(), low)
