"""What happens on a day and is asked back by its days: periods, attacks by kind, operations, stitches.

A row is a key, its names, and the words by which people tell and ask of it. Complaints that last are none: what hurts
from day to day has a diary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from extraction.text.lazy_regex import lazy_regex


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of happening; ``once`` where one day is what is asked for, not how often."""

    key: str
    ko: str
    en: str
    words: re.Pattern[str]
    once: bool = False

    def name(self, language: str) -> str:
        """Its name in ``language``."""
        return self.ko if language == "ko" else self.en


def event_kind(key: str, ko: str, en: str, words: str, *, once: bool = False) -> EventKind:
    """A kind with its Korean and English names; ``words`` is a regular expression, of either case."""
    return EventKind(key, ko, en, lazy_regex(words, re.IGNORECASE), once)


PERIOD: Final = event_kind(
    "period", "생리 시작일", "First days of your periods",
    r"생리(?!식염|학|대|통증?약|통(?:이|은|에)?\s?(?:약|심))|월경|달거리|멘스|마법\s?(?:걸|시작|터)"
    r"|\bperiods?\b(?! (?:pains?|pads?|of))|\bmenstrua\w*"
    r"|\bmenses\b|\blmp\b|\btime of the month\b|\bcycles?\b(?! (?:of|to|ride|path))",
)  # fmt: skip
ATTACKS: Final = (
    event_kind("seizure", "발작(경련)", "Seizures", r"경련|발작|간질|대발작|\bseizures?\b|\bfits?\b(?! in)"
                                                r"|\bconvuls\w+|\btonic[- ]clonic\b"),
    event_kind("migraine", "편두통", "Migraines", r"편두통|\bmigraines?\b"),
    event_kind("headache", "두통", "Headaches", r"(?<!편)두통|머리(?:가)?\s?아[프팠픈파]|\bheadaches?\b"),
    event_kind("gout", "통풍 발작", "Gout attacks", r"통풍|\bgout\b"),
    event_kind("panic", "공황 발작", "Panic attacks", r"공황|\bpanic\b"),
    event_kind("asthma", "천식 발작", "Asthma attacks", r"천식\s?발작|\basthma attacks?\b"),
    event_kind("fall", "낙상", "Falls", r"넘어[지져졌진질]|낙상|\bfell\b(?! (?:asleep|ill|out|off the wagon))"
                                      r"|\b(?:a|another|had|no|many|of|any|two|three|four|\d) falls?\b|\bfallen\b"),
    event_kind("faint", "실신", "Faints", r"기절|실신|\bfaint(?:ed|s|ing)?\b|\bpassed out\b|\bblack(?:ed )?outs?\b"),
    event_kind("nosebleed", "코피", "Nosebleeds", r"코피|\bnose\s?bleeds?\b"),
    event_kind("hypo", "저혈당", "Hypos", r"저혈당|\bhypos?\b"),
    event_kind("hives", "두드러기", "Hives", r"두드러기|\bhives\b"),
    event_kind("vertigo", "어지럼 발작", "Vertigo spells", r"어지럼\s?발작|\bvertigo (?:attack|spell)s?\b"
                                                      r"|\bdizzy spells?\b"),
)  # fmt: skip
ONCE: Final = (
    event_kind(
        "stitches", "실밥 뽑은 날", "Stitches out",
        r"실밥|\b(?:stitches|sutures|staples)\b(?= (?:\w+ ){0,3}(?:out|removed|off))|\b(?:took"
        r"|remov\w+) (?:\w+ ){0,3}(?:stitches|sutures|staples)\b",
        once=True,
    ),
    event_kind(
        "operation", "수술", "The operation",
        r"수술|인공관절|제왕절개|절제술?|\b(?:operation|operated|surgery(?!'s| has| rang| rung| phoned| said"
        r"| texted| wants| nurse)|c-?section|cesarean|caesarean|(?:knee|hip|joint) replacement|replaced"
        r"|bypass|hysterectomy|appendectomy|\w+ectomy|arthroscopy|hernia (?:op|repair|surgery|done)|op)\b"
        r"|(?:teeth|tooth|appendix|gallbladder|tonsils) (?:\w+ )?out\b",
        once=True,
    ),
)  # fmt: skip
EVENT_KINDS: Final = (PERIOD, *ATTACKS, *ONCE)
GENERIC: Final = lazy_regex(r"발작|\battacks?\b|\bepisodes?\b|\bspells?\b|\bones?\b")
_OF_OTHERS: Final = {"seizure": ("gout", "panic", "asthma", "vertigo", "hypo")}
"""What "발작" means where another kind of attack is named or spoken of."""


def kinds_named(text: str, topic: EventKind | None = None) -> tuple[EventKind, ...]:
    """The kinds that ``text`` names; "an attack" of what was spoken of is one of those."""
    found = [one for one in EVENT_KINDS if one.words.search(text) is not None]
    keys = {one.key for one in found}
    bare = "seizure" in keys and not _is_of_seizures(text)
    if bare and (others := [one for one in found if one.key in _OF_OTHERS["seizure"]]):
        found = [one for one in found if one.key != "seizure" or one in others]
    elif bare and topic is not None and topic.key in _OF_OTHERS["seizure"]:
        found = [topic, *(one for one in found if one.key not in ("seizure", topic.key))]
    return tuple(found)


def _is_of_seizures(text: str) -> bool:
    return _SEIZURE.search(text) is not None


_SEIZURE: Final = lazy_regex(r"경련|간질|대발작|\bseizures?\b|\bfits?\b|\bconvuls|\btonic", re.IGNORECASE)


def is_generic(text: str) -> bool:
    """Whether words speak of "an attack" or "one" without saying of what."""
    return GENERIC.search(text) is not None
