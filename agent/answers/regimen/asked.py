"""What an utterance asks of the regimen: which kind of question, of which medicines, at which time, and whose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from agent.answers.asking.request import Finder
from agent.answers.following.following import PLAIN_WORDS
from agent.answers.regimen import frames
from agent.answers.regimen.moments import Moments, moments_in
from extraction.naming.mentions import Entry, Mention
from extraction.text.normalise import normalise

Kind = Literal[
    "stopped", "due", "since", "days_of", "before", "total", "limit", "often", "when", "then", "on_days", "dose",
    "whose_is", "listed",
]  # fmt: skip
_LONGEST: Final = 160
"""Characters from which words tell a story."""
_ALL: Final = "전부"
"""A word for all of it that the lexicon has for a former wife."""
_SHORT: Final = 40
"""Characters up to which words that name a time, or somebody, ask for no more than that."""
_MEDICINES: Final = ("medications", "drug_classes")
_OTHERS: Final = ("procedures", "social", "allergens")
"""Things that no regimen is asked of."""
_JABS: Final = frozenset({"jab", "jabs", "shot", "shots", "주사", "injection"})
"""Words for an injection, which the lexicon has for a vaccination."""
_FORM_CLASSES: Final = frozenset({"patch", "inhaler", "eye_drop", "topical_agent", "nasal_spray"})
"""Classes by which the lexicon names no more than a form."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of the regimen; ``named`` are the medicines and classes that its own words name."""

    kind: Kind
    words: str
    named: tuple[Entry, ...] = ()
    moments: Moments = field(default_factory=Moments)
    kin: str = ""
    """The kinship concept id of whose medicines are meant; empty where no relative is named."""
    own: bool = False
    """Whether the words mean whoever speaks."""
    uses: tuple[str, ...] = ()
    """Words for what the medicine is for: illnesses, complaints, an organ or a test."""
    plain: frozenset[str] = frozenset()
    """The kinds of medicines that plain words mean which the lexicon has for one of them: "my iron", "insulin"."""

    plainly: str = ""
    """The words with every kind of medicines, and what it is for, put as medicines."""

    def says(self, pattern: re.Pattern[str]) -> bool:
        """Whether the words hold a frame."""
        return pattern.search(self.words) is not None

    @property
    def forms(self) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
        """The forms that the words name, as routes and classes of the lexicon."""
        return tuple((routes, classes) for said, routes, classes in frames.FORMS if said.search(self.words) is not None)


def regimen_asked(words: str, finder: Finder, today: str) -> Asked | None:
    """What ``words`` ask of the regimen; None for anything else. ``today`` is the ISO date."""
    text = normalise(" ".join(words.split())).text
    if not text or len(text) > _LONGEST:
        return None
    mentions = finder.find(text)
    taken = [one for one in mentions if one.entry.kind in _MEDICINES and one.entry.concept_id not in _FORM_CLASSES]
    kin = next((one.entry.concept_id for one in mentions if _is_kin(one)), "")
    tests = [one for one in mentions if one.entry.kind in ("labs", "vitals")]
    if any(not _is_taken_for(text, one.end) for one in tests):
        return None
    if any(one.entry.kind in _OTHERS and not _is_of_taking(one) for one in mentions):
        return None
    ills = [one for one in mentions if one.entry.kind in ("conditions", "symptoms")]
    asked = Asked(
        "listed",
        text,
        tuple({one.entry.concept_id: one.entry for one in taken}.values()),
        moments_in(text, "" if taken else today),
        "" if frames.MINE.search(text) else kin,
        frames.MINE.search(text) is not None or (not kin and frames.SELF.search(text) is not None),
        tuple(dict.fromkeys((*(one.surface for one in tests), *_names(ills)))),
        frozenset(kind for one in taken if (kind := PLAIN_WORDS.get(one.surface.casefold()))),
        _put_plainly(text, [*taken, *tests, *(one for one in ills if _is_use(text, one))]),
    )
    kind = _kind(asked)
    return replace(asked, kind=kind) if kind is not None else None


def _is_of_taking(mention: Mention) -> bool:
    """Whether a name of something else is a word for taking: a jab, or the time of going to bed."""
    return mention.surface.casefold() in _JABS or mention.entry.concept_id == _BEDTIME


_BEDTIME: Final = "sleep_habit"


def _is_kin(mention: Mention) -> bool:
    entry = mention.entry
    return entry.kind == "relatives" and mention.surface != _ALL and entry.concept_id not in _NOBODY


_NOBODY: Final = frozenset({"family", "relative", "parents", "grandparents", "siblings"})
"""Words for relatives that name no single one."""


def _is_use(text: str, ill: Mention) -> bool:
    """Whether an illness is named for what is taken against it: "통풍 약", "for my gout"."""
    before = text[: ill.start].casefold().split()
    return _is_taken_for(text, ill.end) or "for" in before[-2:]


def _put_plainly(text: str, named: Iterable[Mention]) -> str:
    """``text`` with "medicines" in the place of each of these names."""
    for one in sorted(named, key=lambda one: one.start, reverse=True):
        thing = "tablets" if text[one.start : one.end].isascii() else "약"
        text = f"{text[: one.start]}{thing}{text[one.end :]}"
    for twice, once in (("약 약", "약"), ("약약", "약"), ("tablets tablets", "tablets"), ("for tablets", "for")):
        text = text.replace(twice, once)
    return text


def _names(ills: Iterable[Mention]) -> Iterator[str]:
    for one in ills:
        yield from (name for name in (one.entry.name, one.entry.name_ko) if name)


def _is_taken_for(text: str, end: int) -> bool:
    """Whether what is named is what a medicine is for: "혈압 약", "blood pressure tablets"."""
    behind = text[end : end + 12].casefold().strip()
    return behind.startswith(("약", "제", "tab", "pill", "med", "drug", "one", "inj", "주사", "dose", "용량", "thing"))


def _kind(asked: Asked) -> Kind | None:
    """The kind of question, by the first frame that fits; the closer question goes before the wider one."""
    says, named = asked.says, bool(asked.named)
    changed = named and says(frames.WHY) and says(frames.CHANGED)
    if (says(frames.STOPPED) and says(frames.STOPPED_ASKS)) or changed:
        if not says(frames.MAY_STOP) and not (says(frames.DUE) and says(frames.DUE_WHEN)):
            return "stopped"
    if says(frames.LIMIT) and named and _counts(asked) and not says(frames.BEFORE):
        return "limit"
    if says(frames.ELSE):
        return None
    if says(frames.WHOSE_IS) and named:
        return "whose_is"
    if says(frames.LIMIT):
        return None
    if says(frames.DUE) and says(frames.DUE_WHEN):
        return "due"
    if says(frames.SINCE) and (named or asked.uses or asked.forms or says(frames.POINTS)):
        return "since"
    if says(frames.PAST) and not says(frames.BEFORE):
        return None
    if says(frames.DAYS_OF) and (named or asked.forms):
        return "days_of"
    if says(frames.OTHER_BEFORE):
        return None
    if says(frames.BEFORE) and says(frames.DOSE) and (named or asked.uses):
        return "before"
    return _of_amounts(asked) or _of_times(asked)


def _counts(asked: Asked) -> bool:
    return any(map(asked.says, (frames.OFTEN, frames.COUNT, frames.PER_DAY)))


def _of_amounts(asked: Asked) -> Kind | None:
    """Questions that count: a total, how often, a dose."""
    says, moments, named = asked.says, asked.moments, bool(asked.named)
    per = says(frames.PER_DAY) or says(frames.PER_WEEK)
    puffs = any("inhalation" in routes for routes, _ in asked.forms)
    if says(frames.OFTEN) and not (puffs and says(frames.PER_DAY)) and (named or asked.forms or says(frames.POINTS)):
        return "often"
    if (per or says(frames.TOTAL)) and says(frames.COUNT) and (named or per or says(frames.PIECES)):
        if named or asked.forms or says(frames.UNITS) or says(frames.PIECES):
            return "total"
    if says(frames.PIECES) and moments.of_day and not named:
        return "total"
    if says(frames.DOSE) and (named or says(frames.UNITS) or asked.forms) and not _lists(asked):
        return "dose"
    return None


def _lists(asked: Asked) -> bool:
    return asked.moments.of_day and asked.says(frames.LISTED) and not asked.named


def _of_times(asked: Asked) -> Kind | None:
    """Questions for a time, for what is taken then, or for what is taken at all."""
    says, moments, named = asked.says, asked.moments, bool(asked.named)
    if named and says(frames.WHEN):
        return "when"
    if moments.days and named:
        return "on_days"
    if moments.days and (says(frames.THEN) or says(frames.LISTED) or (says(frames.YES_NO_DAY) and asked.forms)):
        return "then" if moments.of_day else "on_days"
    if moments.of_day and not named and (says(frames.THEN) or says(frames.LISTED)):
        return "then"
    if moments.of_day and named and says(frames.LISTED):
        return "then"
    if (
        says(frames.MINE)
        or (asked.kin and says(frames.LISTED) and not says(frames.ILLS))
        or _is_of_somebody(asked)
        or _lists_alone(asked)
    ):
        return "listed"
    # "Novorapid at lunch for dad?"
    return "dose" if moments.of_day and named and len(asked.words) <= _SHORT else None


def _lists_alone(asked: Asked) -> bool:
    """Whether the sentence asks for a list and nothing else; a kind of medicines stands for the medicines."""
    if any(one.kind != "drug_classes" for one in asked.named) or (asked.forms and not asked.says(frames.NOW)):
        # "And the one that is rubbed in?" goes on about what was said.
        return False
    return frames.STRICT.search(asked.plainly) is not None and frames.BARE.search(asked.plainly) is None


def _is_of_somebody(asked: Asked) -> bool:
    """Whether words ask for what somebody takes without a word for taking: "what are Dad's", "남편 거는 뭐지"."""
    brief = bool(asked.kin) and not asked.named and len(asked.words) <= _SHORT
    return brief and asked.says(frames.THEN) and not asked.says(frames.ILLS)
