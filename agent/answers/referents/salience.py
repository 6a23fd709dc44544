"""What can be meant by words that name nothing, the likeliest first.

Of medicines: what this turn told, then turn by turn backwards what was asked about, told and answered, at last what is
on record. Of values: what an answer of the last turns spoke of, else what was told last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.following.references import present, spoken
from agent.words.sentences import CATALOGUES, sentence
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, SERIES_SLOTS, Polarity, SlotKind
from extraction.naming.mentions import Entry, Kind, Mention
from projections.answers import Answers
from projections.patient_view import PatientView

MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_TURNS: Final = 4
"""Turns back to which a medicine that was spoken of is still the one that "it" means."""
_JUST_TOLD: Final = 2
_WARNED: Final = ("주의:", "Caution:")
"""How a warning begins: what was advised against is not what is taken with something else."""


def own_medicines(view: PatientView) -> tuple[Fact, ...]:
    """The patient's medicines that are in force or suspected to be taken, the one told last first."""
    facts = [fact for fact in view.ledger.current(SlotKind.MEDICATIONS) if _is_own(fact)]
    return tuple(sorted(facts, key=lambda fact: (_turn(fact), fact.version), reverse=True))


def medicines_in_mind(view: PatientView, turn: int, finder: Finder, *, warned_of: bool = False) -> Iterator[Entry]:
    """What "it" may mean, the likeliest first; what is on record and was told longest ago comes last.

    What was advised against is no part of it, unless ``warned_of`` says so.
    """
    own = own_medicines(view)
    seen: set[str] = set()
    for concept_id, name in _in_order(view, own, turn, finder, warned_of=warned_of):
        if concept_id in seen:
            continue
        seen.add(concept_id)
        if (entry := _entry(concept_id, name, finder)) is not None:
            yield entry


def entry_of(fact: Fact, finder: Finder) -> Entry | None:
    """The lexicon's row of a medicine on record."""
    return _entry(*_named(fact), finder)


def newest_medicines(view: PatientView) -> tuple[Fact, ...]:
    """The medicines that the latest turn which told of any told; none where they are all of the same moment."""
    own = own_medicines(view)
    newest = tuple(fact for fact in own if _turn(fact) == _turn(own[0]) and _turn(fact))
    return newest


def listed_last(view: PatientView) -> tuple[Fact, ...]:
    """The medicines that the last answer spoke of, in its order, as they are now."""
    last = view.answers.last()
    # What was answered is spoken of after what was noted.
    listed = next((one for one in reversed(last.spoke_of) if one.kind == "medications"), None) if last else None
    facts = (present(view.ledger, one) for one in listed.fact_ids) if listed is not None else ()
    return tuple(fact for fact in facts if fact is not None)


def told_lately(view: PatientView, turn: int) -> Fact | None:
    """The one medicine that the answers of the last two turns spoke of, where it is taken still."""
    latest = spoken(view.answers, "medications")
    if latest is None or turn - latest.turn_number > _JUST_TOLD or len(latest.reference.fact_ids) != 1:
        return None
    fact = present(view.ledger, latest.reference.fact_ids[0])
    return fact if fact is not None and fact.content.status in IN_FORCE else None


def test_spoken_of(view: PatientView) -> str | None:
    """The test that an answer of the last turns spoke of; else that of which a value was told last."""
    before, last = spoken(view.answers, "measurement"), view.answers.last()
    if before is not None and last is not None and last.turn_number - before.turn_number <= _TURNS:
        named = [one for one in view.answers.given[before.turn_number].spoke_of if one.kind == "measurement"]
        return named[-1].concept_id
    told = [fact for slot in SERIES_SLOTS for fact in view.ledger.current(slot) if fact.content.subject == PATIENT]
    newest = max(told, key=lambda fact: fact.version, default=None)
    return newest.content.concept.concept_id if newest is not None else None


def asked_which(answers: Answers) -> bool:
    """Whether the last answer asked which medicine is meant."""
    last = answers.last()
    return last is not None and any(sentence("medicine.which", one, names="") in last.text for one in CATALOGUES)


def question_of(view: PatientView, turn: int) -> str | None:
    """What was said in an answered turn."""
    line = view.tiers.lines.get(turn) if turn in view.answers.given else None
    return line.question if line is not None else None


def entries_of(facts: Iterable[Fact], finder: Finder) -> tuple[Entry, ...]:
    """The lexicon's rows of medicines on record, in order."""
    return tuple(entry for fact in facts if (entry := entry_of(fact, finder)) is not None)


def beside_named(request: Request, meant: Iterable[Entry]) -> Request:
    """The request with what it only points at beside what it names; what is pointed at stands nowhere in the words."""
    return replace(request, mentions=(*request.mentions, *(Mention(one, 0, 0, one.name) for one in meant)))


def _entry(concept_id: str, name: str, finder: Finder) -> Entry | None:
    return next((one.entry for one in finder.find(name) if one.entry.concept_id == concept_id), None)


def _in_order(
    view: PatientView, own: tuple[Fact, ...], turn: int, finder: Finder, *, warned_of: bool
) -> Iterator[tuple[str, str]]:
    yield from (_named(fact) for fact in own if _turn(fact) == turn)
    for each in range(turn - 1, max(0, turn - 1 - _TURNS), -1):
        line, given = view.tiers.lines.get(each), view.answers.given.get(each)
        warned = not warned_of and given is not None and any(word in given.text for word in _WARNED)
        if line is not None and not warned:
            asked = [one.entry for one in read_request(line.question, finder).mentions if one.entry.kind in MEDICINES]
            # Of a class it is the patient's own one that is meant.
            yield from (_named(fact) for entry in asked for fact in own if entry.concept_id in _family(fact))
            yield from ((entry.concept_id, entry.name) for entry in asked if entry.kind == "medications")
        yield from (_named(fact) for fact in own if _turn(fact) == each)
        if given is not None:
            spoken = [one for one in given.spoke_of if one.kind == "medications" and len(one.fact_ids) == 1]
            ids = [*(one.fact_ids[0] for one in spoken), *(given.facts_used if warned else ())]
            meant = {fact.fact_id for one in ids if (fact := present(view.ledger, one)) is not None}
            yield from (_named(fact) for fact in own if fact.fact_id in meant)
            told = {one.entry.concept_id for one in finder.find(given.text)} if not warned else set()
            named = [fact for fact in own if fact.content.concept.concept_id in told]
            yield from (_named(fact) for fact in named if len(named) == 1)
    yield from (_named(fact) for fact in own)


def _is_own(fact: Fact) -> bool:
    content = fact.content
    in_force = content.status is None or content.status in IN_FORCE
    return content.subject == PATIENT and content.polarity is Polarity.AFFIRMED and in_force


def _turn(fact: Fact) -> int:
    return (fact.evidence[-1].turn_number or 0) if fact.evidence else 0


def _named(fact: Fact) -> tuple[str, str]:
    return fact.content.concept.concept_id, fact.content.concept.name


def _family(fact: Fact) -> tuple[str, ...]:
    return (fact.content.concept.concept_id, *fact.content.concept.broader)
