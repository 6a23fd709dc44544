"""What only the reader hears as urgent, beside the rules: whether it stands, what it is called, how soon it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from agent.safety.hearing import TIRED, is_of_the_skin_alone, is_only_cold, is_only_slow, least_heard
from agent.safety.placing import Told
from agent.safety.record import Record
from agent.safety.red_flag import HEARD_ONLY, RedFlag
from agent.safety.resembling import HeardKind, is_look_alike, kind_of, surely, wish_to_die
from agent.safety.self_harm import denies_self_harm
from agent.skills.ports import Situation
from agent.words.wording import Dictionary, lookup
from domain.events import ContradictionFound, SlotChanged, SlotCorrected, SlotReaffirmed, SlotRecorded
from domain.ledger import Fact
from domain.values import PATIENT, Certainty, Polarity, SlotKind, Status, Temporality
from extraction.naming.mentions import Entry, Kind, Mention

FOR_TODAY: Final = -1.0
"""The log-odds of what cannot wait against what is for today up to which it is for today: of the sentences left out, 91
of 100 that cannot wait lie above it, and 25 of 100 that are for today."""


def heard(
    situation: Situation, told: Told, record: Record, mentions: Sequence[Mention], dictionary: Dictionary
) -> Iterator[RedFlag]:
    """What only the reader hears as urgent, by the name of what it resembles, else with what was told.

    What it is sure of stands whatever else the words do; else it alarms nobody who asks leave, jokes or denies.
    """
    if not is_heard_as_urgent(situation, told):
        return
    wish = wish_to_die(situation.likeness)
    if wish is not None:
        yield _of_kind(wish)
        return
    facts = facts_of_turn(situation)
    own = [fact for fact in facts if fact.content.subject == PATIENT]
    felt = [fact for fact in own if is_present(fact) and fact.content.slot in _FELT]
    if not is_sure(situation):
        denied = {fact.content.concept.concept_id for fact in own if not is_present(fact)}
        spoken = {each.entry.concept_id for each in mentions if each.entry.kind == "symptoms"}
        if denied & spoken or not _is_ill(situation, facts):
            return
    if situation.urgency <= least_heard(told, record, mentions) or is_only_slow(felt, told):
        return
    kind = kind_of(situation.likeness)
    if kind is not None and kind.self_harm:
        yield _of_kind(kind)
    elif _waits(situation, told, record, mentions):
        # What can wait is none of the emergencies that it resembles.
        yield replace(_named(HEARD_ONLY, felt, dictionary), level="today")
    else:
        yield _of_kind(kind) if kind is not None else _named(HEARD_ONLY, felt, dictionary)


def is_sure(situation: Situation) -> bool:
    """Whether the reader hears urgency and is sure which emergency it is."""
    return situation.urgent and surely(situation.likeness)


def is_calm(situation: Situation) -> bool:
    """Whether the reader is sure that words alone alarm wrongly: it hears nothing urgent, or a harmless look-alike."""
    if is_sure(situation):
        return False
    return situation.calm or (is_look_alike(situation.likeness) and not situation.urgent)


def _waits(situation: Situation, told: Told, record: Record, mentions: Sequence[Mention]) -> bool:
    """Whether what is heard can wait for a clinic that is open today."""
    if is_sure(situation):
        return False
    if is_of_the_skin_alone(told, record):
        return True
    return situation.at_once <= FOR_TODAY or is_only_cold(told, record, mentions)


def _of_kind(kind: HeardKind) -> RedFlag:
    return RedFlag(
        kind.name_ko,
        kind.name_en,
        self_harm=kind.self_harm,
        level=kind.level,
        first=kind.first,
        source=kind.source,
        key=kind.alarms[0],
        heard=True,
    )


def of_what_it_resembles(found: list[RedFlag], situation: Situation) -> list[RedFlag]:
    """The flags for care at once that are of what the words surely resemble, without the words' other ones: who has
    bleeding in the belly and sees black on standing is not told of their eyes. All of them where none is of it.
    """
    kind = kind_of(situation.likeness) if is_sure(situation) else None
    if kind is None:
        return found
    own = [one for one in found if one.at_once and (kind.is_of(one.key, one.symptom) or one.self_harm)]
    return [one for one in found if one in own or one.firm or not one.at_once] if own else found


def _named(flag: RedFlag, felt: Sequence[Fact], dictionary: Dictionary) -> RedFlag:
    """``flag`` with what was told in this turn, so that it says what for; as it is where nothing was recorded.

    What warns by itself comes first; that somebody is tired explains no alarm where something else was told.
    """
    told = [(lookup(dictionary, _FELT[each.content.slot], each.content.concept.concept_id), each) for each in felt]
    told = [one for one in told if one[0] is not None or _MORE in one[1].content.concept.name]
    telling = [one for one in told if one[1].content.concept.concept_id not in TIRED] or told
    telling.sort(key=lambda one: one[0] is None or one[0].extra.get("red_flag", "0") in ("", "0", "false"))
    ko, en = (", ".join(dict.fromkeys(named(*one) for one in telling[:_MOST_FELT])) for named in (_korean, _english))
    if not ko:
        return flag
    return replace(flag, name_ko=f"{flag.name_ko}: {ko}", name_en=f"{flag.name_en}: {en}")


def _korean(entry: Entry | None, fact: Fact) -> str:
    return (entry.name_ko or entry.name) if entry is not None else _own_words(fact)


def _english(entry: Entry | None, fact: Fact) -> str:
    if entry is None:
        return _own_words(fact)
    return entry.name.lower() if entry.name[1:].islower() else entry.name


def _own_words(fact: Fact) -> str:
    """What no concept names, as the patient said it."""
    return f"“{fact.content.concept.name}”"


_MOST_FELT: Final = 3
_MORE: Final = " "
"""What words have that tell something: a single one that no concept names says nothing."""


def is_heard_as_urgent(situation: Situation, told: Told) -> bool:
    """Whether the reader hears urgency that the words do not place elsewhere.

    A reader's ear alone does not make an emergency of a question whether something from the chemist may be taken, nor
    of a joke; unless it is sure which emergency it hears.
    """
    if is_sure(situation):
        return not denies_self_harm(told.text)
    if wish_to_die(situation.likeness) is not None:
        return not (told.is_elsewhere or denies_self_harm(told.text))
    if told.is_elsewhere or told.settles_with_rest or told.is_lost_in_words or told.asks_leave:
        return False
    return situation.urgent and not denies_self_harm(told.text)


def _is_ill(situation: Situation, facts: Sequence[Fact]) -> bool:
    """Whether a question about a medicine tells of something felt or measured, too; what asks otherwise is taken so.

    Of 91 urgent utterances of eight authors none asked of a medicine alone (of 1,652 that were not urgent, many do).
    """
    asking = situation.question.asking
    if asking is None or asking.asks <= 0 or asking.op not in _OF_MEDICINES:
        return True
    return any(is_present(one) and one.content.slot in _FELT for one in facts)


_OF_MEDICINES: Final = ("medicine", "permission")
_FELT: Final[dict[SlotKind, Kind]] = {
    SlotKind.SYMPTOMS: "symptoms",
    SlotKind.VITALS: "vitals",
    SlotKind.LABS: "labs",
}
"""What is felt or measured, with the table of the lexicon that names it."""


def facts_of_turn(situation: Situation) -> list[Fact]:
    """What this turn told, new or again, in its order."""
    facts = situation.view.ledger.facts
    kinds = (SlotRecorded, SlotChanged, SlotCorrected, SlotReaffirmed, ContradictionFound)
    ids = [event.payload.fact_id for event in situation.turn_events if isinstance(event.payload, kinds)]
    return [facts[fact_id] for fact_id in dict.fromkeys(ids) if fact_id in facts]


def is_present(fact: Fact) -> bool:
    """Whether a fact is so of the patient now."""
    content = fact.content
    return (
        fact.current
        and content.polarity is Polarity.AFFIRMED
        and content.certainty is not Certainty.UNKNOWN
        and content.subject == PATIENT
        and content.temporality is Temporality.CURRENT
        and content.status not in (Status.RESOLVED, Status.REMISSION, Status.PLANNED)
    )
