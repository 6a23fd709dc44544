"""What follows for a medicine that was left out, taken once too often, another's or brought up again, by its row.

Several medicines are told of together, the gravest first; beside an alarm only what to say on the way is added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.safety.day_most import LIMITS, PRESCRIBED
from agent.safety.mishaps.alarming import endangered
from agent.safety.mishaps.called import names_of
from agent.safety.mishaps.lapses_asked import asks_of_lapses, asks_of_lapses_alone
from agent.safety.mishaps.medicine import Medicine
from agent.safety.mishaps.rows import Row, rows
from agent.safety.mishaps.stories import Story, ids_of, stories
from agent.safety.record import Record
from agent.safety.whereabouts import emergency_for
from agent.words.figures import number
from agent.words.sentences import sentence, worded
from domain.events import SlotChanged, SlotCorrected, SlotRecorded
from domain.ledger import Fact
from domain.timing import times_a_day
from domain.values import SlotKind, Status
from extraction.reading.medicines.mishaps import Act, mishaps_in
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from extraction.values.dose_schedules import schedule_of
from extraction.values.dose_units import number_of_dose, unit_of_dose

_ASKS_ON: Final = lazy_regex(
    r"do (?:i|we) need|what (?:do|should)|anything|tomorrow|next (?:one|dose)|skip|safe|danger|worr|harm|ok\b|okay|wait"
    r"|take (?:it|them)|어떡|어떻|괜찮|내일|다음|걸러|건너|위험|병원|뭐|먹어|기다",
    re.IGNORECASE,
)
"""Words that go on about it in a turn after."""
_WORRIES: Final = lazy_regex(r"do (?:i|we) need|skip|wait|harm|danger|safe|괜찮|걸러|어떡|위험", re.IGNORECASE)
"""Those that ask for no list, though they sound like it."""
_LONGEST: Final = 160
"""Characters of a turn that only goes on."""
_OF_RECORD: Final = frozenset(
    {"summary", "ended", "since", "handover", "just_told", "recall", "audit", "why", "why_changed", "part_of_day",
     "course", "given", "who", "off_it", "its_use", "purpose", "values", "form", "others", "again"}
)  # fmt: skip
"""Intents of what is on record, or of what comes of having stopped."""
_MOST_ROWS: Final = 3
_SHORT: Final = 1.0
"""Days up to which what was missed is told of as a short gap."""
_IN_MG: Final = {"mg": 1.0, "g": 1000.0, "mcg": 0.001}
_AS_NEEDED: Final = LIMITS.keys() - {"aspirin", "tramadol", "codeine", "zolpidem", "colchicine"}
"""What is taken when it is needed, and so is never missed."""
_TABLET: Final = lazy_regex(
    r"약|알약|한\s?알|\b(?:tablets?|pills?|dose|medicine|meds|medication|capsules?)\b", re.IGNORECASE
)
_GRAVE: Final = frozenset({"insulin", "poison", "digoxin", "breath", "sugar"})
"""What a dose too many is asked about at once."""
_BY_GRAVITY: Final = (
    "insulin", "poison", "digoxin", "breath", "sugar", "bleed", "mind", "heart", "other", "within", "calm_ask",
    "upright", "calm",
)  # fmt: skip
_NEEDS_NOBODY: Final = frozenset({"calm", "calm_ask", "upright"})


def what_follows(consultation: Consultation, *, at_once: bool = False) -> Part:
    """What is to be done about a mishap of this turn, or of the turns before where it is asked on; else empty.

    Beside an emergency of another kind (``at_once``) nothing is said of it: whoever is called decides.
    """
    record = Record(consultation.ledger, consultation.known.today, suspected=True)
    found = endangered(consultation.situation, record, consultation.request.mentions)
    grave = [each for each in found if each[0].alarm.level == "now"]
    if grave:
        return joined(
            _worded(consultation, row, of_row, f"alarm_{danger.act}")
            for danger, facts in grave
            for row, of_row in _by_row(facts)
        )
    if at_once:
        return Part()
    told = _stories(consultation)
    if not told and _brings_up(consultation):
        return Part(sentence("mishap.vomited_any", consultation.words.language))
    return joined(_of(consultation, one) for one in told)


def _brings_up(consultation: Consultation) -> bool:
    """Whether a tablet of no name came up again."""
    question = consultation.situation.question
    told = mishaps_in(normalise(question.text).text, question.said_at.date())
    return any(one.act == "vomited" for one in told) and _TABLET.search(question.text) is not None


def is_harmless(consultation: Consultation) -> bool:
    """Whether all that went wrong is harmless, so that nothing is to be added to what was said of it."""
    told = [each for one in _stories(consultation) for each in one.medicines]
    return bool(told) and all(one.row.harmless for one in told)


def medicines_of_mishap(consultation: Consultation) -> frozenset[str]:
    """The ids of the medicines that a mishap of this turn is of: they are taken, and nobody asks leave for them."""
    return frozenset(each.concept_id for one in _told(consultation) for each in one.medicines)


def _stories(consultation: Consultation) -> list[Story]:
    # Whether a conclusion changes by what was just told is asked of the record, too.
    text = consultation.situation.question.text
    if asks_of_lapses_alone(text):
        return []
    of_record = _asks_of_record(consultation) or consultation.request.has("reassess")
    told = [] if of_record else [one for one in _told(consultation) if one.act != "wish"]
    if asks_of_lapses(text) and (
        before := [one for one in _told(consultation, earlier=True) if one.act == "without" and one.days is not None]
    ):
        # How long it lasted is what was told of it, and not what the question holds.
        return before
    if not told and _asks_on(consultation) and (not of_record or _WORRIES.search(consultation.request.text)):
        told = [one for one in _told(consultation, earlier=True) if one.act != "wish"]
    return told


def _asks_of_record(consultation: Consultation) -> bool:
    """Whether the words ask for what is on record ("which did I stop?"), and tell nothing of a medicine."""
    if consultation.situation.intent.name not in _OF_RECORD:
        return False
    slots = (
        consultation.ledger.facts[one.payload.fact_id].content.slot
        for one in consultation.situation.turn_events
        if isinstance(one.payload, (SlotRecorded, SlotChanged, SlotCorrected))
    )
    return SlotKind.MEDICATIONS not in slots


def _told(consultation: Consultation, *, earlier: bool = False) -> tuple[Story, ...]:
    return stories(consultation.situation, consultation.known, consultation.request.mentions, earlier=earlier)


def wants_to_stop(consultation: Consultation) -> Part:
    """A no to leaving off what must not stop at once; empty where the row of the medicine has nothing to say of it."""
    if _asks_of_record(consultation):
        return Part()
    if consultation.request.doubtful:
        return Part()
    for story in _told(consultation):
        if consultation.request.has("permission") and not any(_is_taken(one) for one in story.medicines):
            # Leave is asked for what nobody takes yet: whether to take it comes before how to stop it.
            continue
        if story.act == "wish" and (len(story.medicines) == 1 or consultation.request.concepts("medications")):
            return joined(_worded(consultation, row, meant, "stop") for row, meant in _by_row(story.medicines))
    return Part()


def _is_taken(medicine: Medicine) -> bool:
    return medicine.fact is not None and medicine.fact.content.status is not Status.PLANNED


def _asks_on(consultation: Consultation) -> bool:
    text = consultation.request.text
    if not (consultation.request.asks or "?" in text):
        return False
    named = consultation.request.concepts("medications", "drug_classes")
    return len(text) <= _LONGEST and len(named) <= 1 and _ASKS_ON.search(text) is not None


def _of(consultation: Consultation, story: Story) -> Part:
    if story.act == "without":
        return _without(consultation, story)
    if story.act == "vomited":
        return _brought_up(consultation, story)
    return _too_often(consultation, story)


def _by_row(medicines: Iterable[Medicine]) -> Iterator[tuple[Row, tuple[Medicine, ...]]]:
    """The medicines by their rows, the gravest first."""
    found: dict[str, list[Medicine]] = {}
    for one in medicines:
        found.setdefault(one.row.name, []).append(one)
    for row in rows():
        if row.name in found:
            yield row, tuple(found[row.name])


def _worded(consultation: Consultation, row: Row, facts: tuple[Medicine, ...], *of_what: str) -> Part:
    language = consultation.words.language
    text = next((said for each in of_what if (said := row.text(each, language))), "")
    if not text:
        return Part()
    filled = worded(text, name=names_of(consultation, facts), emergency=emergency_for(consultation.situation))
    return Part(filled, ids_of(facts))


_LONG_AGO: Final = 28.0
"""Days after which an end is told as history."""


def _without(consultation: Consultation, story: Story) -> Part:
    pairs = list(_by_row(one for one in story.medicines if one.concept_id not in _AS_NEEDED))[:_MOST_ROWS]
    language = consultation.words.language
    if story.manner == "stopped" and (story.days or 0.0) >= _LONG_AGO:
        # What ended weeks ago is history: to begin it again is for whoever prescribes.
        return Part()
    if story.manner == "stopped":
        # What somebody ended is a change, and no mishap but of what must never stop at once.
        pairs = [(row, meant) for row, meant in pairs if row.text("stop", language)]
    if _has_card(consultation, story):
        pairs = [(row, meant) for row, meant in pairs if row.text("stop", language)]
    if not pairs:
        return Part()
    short = story.days is not None and story.days <= _SHORT
    said = [_worded(consultation, row, facts, *_of_what(facts, short=short)) for row, facts in pairs]
    opening = Part()
    counted = {one.concept_id for one in story.counted}
    names = names_of(consultation, (each for _, meant in pairs for each in meant if each.concept_id in counted))
    if names and story.days is not None and story.days > _SHORT:
        opening = Part(sentence("mishap.days", language, names=names, days=number(story.days)))
    supply = Part()
    if story.manner in ("ran_out", "left_behind") and not all(row.harmless for row, _ in pairs):
        supply = Part(sentence("mishap.supply", language))
    return joined((opening, *said, supply))


def _of_what(medicines: tuple[Medicine, ...], *, short: bool) -> tuple[str, ...]:
    """The texts that answer, the narrowest first: what one dose missed means may be a medicine's own."""
    if not short:
        return ("without",)
    own = (f"short_{medicines[0].concept_id}",) if len(medicines) == 1 else ()
    return (*own, "short", "without")


def _has_card(consultation: Consultation, story: Story) -> bool:
    """Whether a card answers of a dose that was missed once: it knows the one medicine better than the table."""
    if story.manner or (story.days or 0.0) > _SHORT:
        return False
    card = consultation.card(consultation.situation.intent.name)
    return card is not None and card.kind == _MISSED


_MISSED: Final = "missed_dose"


def _brought_up(consultation: Consultation, story: Story) -> Part:
    language = consultation.words.language
    said = []
    for row, facts in list(_by_row(story.medicines))[:_MOST_ROWS]:
        own = _worded(consultation, row, facts, "vomited")
        if own.text:
            said.append(own)
            continue
        key = "mishap.vomited_narrow" if row.extra not in (*_NEEDS_NOBODY, "other", "heart") else "mishap.vomited"
        names = names_of(consultation, facts)
        said.append(Part(sentence(key, language, name=names), ids_of(facts)))
    return joined((*said, Part(sentence("mishap.vomits_on", language))))


def _too_often(consultation: Consultation, story: Story) -> Part:
    """A dose too many, or another's: who is asked how soon, what to watch for, and when the next is due."""
    language, facts = consultation.words.language, _too_much_of(consultation, story)
    if not facts:
        return Part()
    kinds = sorted({_kind(fact, story.act) for fact in facts}, key=_BY_GRAVITY.index)
    names, ids = names_of(consultation, facts), ids_of(facts)
    emergency = emergency_for(consultation.situation)
    another = story.act in ("another", "lent")
    if set(kinds) <= _NEEDS_NOBODY:
        calm = "double.calm_another" if another else "double.calm"
        parts = [sentence("double.upright", language)] if "upright" in kinds else []
        return Part(" ".join((*parts, sentence(calm, language, name=names))), ids)
    if set(kinds) <= _NEEDS_NOBODY | {"within"}:
        within = [fact for fact in facts if _kind(fact, story.act) == "within"]
        listed = names_of(consultation, within)
        lines = [sentence("double.within", language, name=listed, names=names, emergency=emergency)]
        if len(within) < len(facts):
            rest = names_of(consultation, [fact for fact in facts if fact not in within])
            lines.append(sentence("double.rest_calm", language, name=rest))
        return Part(" ".join(lines), ids)
    kinds = ["heart" if each == "within" else each for each in kinds]
    watched = [each for each in dict.fromkeys(kinds) if each not in _NEEDS_NOBODY]
    if len(watched) > 1:
        watched = [each for each in watched if each != "other"]
    only = facts[0].fact if len(facts) == 1 else None
    often = only is not None and (times_a_day(only.content.frequency) or 1) > 1
    next_one = "double.next_own" if another else "double.next_often" if often else "double.next"
    said = sentence(
        "double.said",
        language,
        name=names,
        soon=sentence("double.at_once" if _GRAVE & set(kinds) or _is_narrow(facts) else "double.today", language),
        watch=" ".join(sentence(f"double.{each}", language, emergency=emergency) for each in watched),
        next=sentence(next_one, language),
    )
    return Part(said, ids)


def _too_much_of(consultation: Consultation, story: Story) -> tuple[Medicine, ...]:
    """The medicines of which it was too much: of what is taken as needed two tablets are a usual dose."""
    if story.act != "extra" or _AGAIN.search(consultation.request.text):
        return story.medicines
    return tuple(one for one in story.medicines if one.concept_id not in LIMITS)


_AGAIN: Final = lazy_regex(
    r"\btwice\b|\bagain\b|doubl|second|extra|already|accid|mistake|두\s?번|또|다시|겹쳐|중복|두\s?배|실수|잘못",
    re.IGNORECASE,
)
_NARROW: Final = frozenset({"lithium", "colchicine", "theophylline", "flecainide", "clozapine"})
"""Medicines of which two doses may be too much, though what they do is watched for as of others."""
_MILD: Final = "aspirin"
"""Twice the small dose against clots is less than one tablet against pain (label)."""


def _is_narrow(medicines: Iterable[Medicine]) -> bool:
    return any(not _NARROW.isdisjoint(one.kinds) for one in medicines)


def _kind(medicine: Medicine, act: Act) -> str:
    """What a dose too many of it does; one that lowers pressure and stays within the most of a day is "within"."""
    if medicine.concept_id == _MILD:
        return "calm"
    mild = medicine.row.name in ("pressure", "diuretic") and act == "extra"
    return "within" if mild and _is_within(medicine.fact) else medicine.row.extra


def _is_within(fact: Fact | None) -> bool:
    """Whether two doses are no more than the most of a day."""
    if fact is None:
        return False
    content = fact.content
    most = PRESCRIBED.get(content.concept.concept_id)
    dose = None if schedule_of(content.dose) else number_of_dose(content.dose)
    share = _IN_MG.get(unit_of_dose(content.dose or "").strip().casefold())
    return bool(most and dose and share and 2 * dose * share <= most)
