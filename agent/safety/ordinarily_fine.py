"""Leave that is asked for what is ordinarily fine beside the medicines on record: a yes, and the one thing to heed.

Nothing is called fine that meets a caution, an illness, an allergy or an age on record: then the warnings speak, or
the answer stays that nothing is held of the pair.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.medicines.concerns import conditions_asked
from agent.answers.part import Part, joined
from agent.answers.referents.expressions import points_at_all
from agent.safety.allergies import conflicting_allergies
from agent.safety.cautions import Met, cautions
from agent.safety.ordinary_pairs import Ordinary, foods_in, ordinary_rows, row_of_pair
from agent.safety.record import Record
from agent.safety.states_told import named_states, states_told
from agent.safety.substances import substances_in
from agent.safety.taking import ended_now, taken_before
from agent.safety.weighing import asks_leave, facts_now, named_things, weighings
from agent.words.sentences import sentence
from agent.words.wording import lookup
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry
from extraction.text.lazy_regex import lazy_regex

_MOST: Final = 8
"""Medicines on record that a yes names; of more it is not given."""
_PAIR: Final = 2
_ELSEWHERE: Final = frozenset(
    {"dose", "fever", "day", "handover", "summary", "stopping", "side_by_side", "given_for", "why_changed", "cause",
     "steps", "total", "audit", "why", "off_it", "allergy_beside", "course", "form", "again", "values", "compare",
     "ended", "just_told", "correction"}
)  # fmt: skip
"""Intents of another question than whether one thing goes with another."""
_OTHERWISE: Final = lazy_regex(
    r"왜|몇\s?(?:알|번|개|시간)|얼마나|언제|대신|말고|끊|중단|그만|두\s?(?:알|배)|빼먹|거르|걸렀|까먹|깜빡|한꺼번에\s?두"
    r"|\bwhy\b|\bhow (?:much|many|often|long|soon)\b|\bwhen\b|\binstead\b|\bstop\b|\bquit\b|\bskip|\bmissed\b|\bforgot"
    r"|갈아|빻|부숴|부셔|으깨|쪼개|가루로|까서|\b(?:crush|chew|grind|split|snap|dissolv|mash|open)\w*\b"
    r"|\bdouble\b|\banother (?:one|dose)\b|\bmore than\b|\boverdos|\ball of (?:it|them) at once\b",
    re.IGNORECASE,
)
"""Words of how much, when, why, what else, a stop, a missed dose or another form than the tablet's."""
_LEAVE: Final = lazy_regex(
    r"도\s?(?:되|돼|됨|될|괜찮|무방|상관)|괜찮(?:나|을까|은가|아\?|아요\?|죠|지요?\?|겠)|문제\s?(?:없|될|되|있)|탈\s?(?:없|나)"
    r"|\b(?:can|could|may|is it|are they|would it be) .{0,40}"
    r"\b(?:take|have|eat|drink|use|ok|okay|fine|safe|all ?right)\b"
    r"|\bany (?:problems?|issues?|harm|trouble|bother)\b"
    r"|\b(?:ok|okay|safe|fine|all ?right|cool|good|grand) (?:with|to|on)\b"
    r"|\b(?:ok|okay|allowed|safe|fine|alright)\?",
    re.IGNORECASE,
)
"""Words that ask leave, or whether harm comes of it."""
_BESIDE: Final = lazy_regex(
    r"\bwith (?:my |the |some |a |an |his |her |this |that )?"
    r"(?!(?:it|them|that|this|these|those|water|food|meals?|breakfast|lunch|dinner|everything|anything|what|all|my|the|me|you"
    r"|other|others|another|rest|usual|regular|daily|morning|evening|night|tablets?|pills?|meds?|medicines?|medication|drugs?"
    r"|both|either|each|no|any|every|current|new|old|prescription|nothing|some|him|her|us|one|ones|a|an|kidney|liver"
    r"|having|taking|being)\b)"
    r"(?P<name>[a-z][a-z-]{3,})"
    r"|(?<![가-힣])(?P<ko>(?!지금|먹는|다른|원래|기존|이거|그거|이것|그것|나머지)[가-힣]{3,10}?)(?:이랑|랑|하고)\s?(?:같이|함께)",
    re.IGNORECASE,
)
"""A name behind "with", or before a Korean word for it."""
_WHETHER_HARM: Final = lazy_regex(
    r"피해야|조심해야|가려야|(?:안|못)\s?(?:되|돼|될|먹|마시|맞)|문제|충돌|부딪|상호\s?작용|위험|해로|금기|부작용"
    r"|\bavoid|\bproblems?\b|\bissues?\b|\bclash|\binteract|\binterfer|\bharm|\bdanger|\bbad\b|\boff limits\b"
    r"|\bmess(?:es)? with\b|\bstay away\b|\bwatch out\b|\baffect",
    re.IGNORECASE,
)
"""Words that ask whether harm comes of it, to which the good answer begins with a no."""
_FROM_FOOD: Final = {
    "milk": "milk dairy lactose", "yoghurt": "milk dairy lactose", "banana": "banana latex", "soya": "soy legumes",
    "honey": "honey bee_pollen propolis", "omega_3_fish_oil": "fish seafood", "glucosamine": "shellfish shrimp crab",
    "fruit_juice": "citrus fruit apple", "grapefruit": "citrus fruit", "coffee": "coffee", "propolis": "propolis",
    "vitamin_k_food": "leafy_vegetables soy legumes fermented_foods", "protein_supplement": "milk dairy soy",
    "pancreatin": "pork", "combination_digestive_enzyme": "pork",
}  # fmt: skip
"""Allergens that foods and supplements hold or cross with."""
_BY_DIET: Final = (
    "gout", "hyperuricemia", "chronic_kidney_disease", "celiac_disease", "phenylketonuria", "irritable_bowel_syndrome",
    "gallstones", "lactose_intolerance", "diverticulitis", "crohns_disease", "ulcerative_colitis", "gerd",
    "gestational_diabetes",
)  # fmt: skip
"""Illnesses with a diet of their own: who asks of a plain food without naming a medicine asks for their sake."""
_WHOLE: Final = frozenset(
    {"contraceptive", "inhaler", "eye_drop", "nasal_spray", "topical_agent", "penicillin_antibiotic", "insulin_therapy",
     "supplement", "vitamin"}
)  # fmt: skip
"""Classes that tell of the whole of a combination, and not of one of its parts."""


@dataclass(frozen=True, slots=True)
class Fine:
    """A thing that leave is asked for, what it is fine with, and the medicines on record of which nothing is held."""

    thing: Entry
    row: Ordinary
    beside: tuple[Entry, ...]
    unknown: tuple[Entry, ...]


def ordinarily_fine(consultation: Consultation) -> Part:
    """The yes to what is asked, with its heed; empty where anything speaks against it or the table is silent."""
    groups: dict[tuple[str, frozenset[str], frozenset[str]], list[Fine]] = {}
    for one in fine_things(consultation):
        # Two things that were bought together stand beside the same medicines, and beside each other.
        key = (one.row.kind, frozenset((one.thing.concept_id, *_ids(one.beside))), frozenset(_ids(one.unknown)))
        groups.setdefault(key, []).append(one)
    return joined(_said(consultation, group) for group in groups.values())


def fine_things(consultation: Consultation) -> tuple[Fine, ...]:
    """What leave is asked for and is ordinarily fine with what is taken."""
    if not _asks(consultation):
        return ()
    named = _named(consultation)
    own = _own(consultation)
    warned = {one.entry.concept_id for one in weighings(consultation)}
    told = {fact.content.concept.concept_id for fact in facts_now(consultation)} if warned else set()
    # Beside what is warned of, what the turn only tells as taken is not asked about.
    things = tuple(one for one in _things(consultation, named, own) if one.concept_id not in told)
    partners = {
        one.concept_id: one
        for one in (*named, *own)
        if (one.kind != "social" or one in things) and (one.concept_id not in warned or one in own)
    }
    if len(partners) > _MOST:
        return ()
    conditions = (
        *conditions_asked(consultation.request, consultation.words.dictionary),
        *named_states(consultation.request.text),
        *states_told(consultation.situation.view, consultation.words.dictionary),
    )
    met = cautions(consultation.known, named, conditions)
    found = (_fine(consultation, thing, tuple(partners.values()), met, conditions) for thing in things)
    return tuple(one for one in found if one is not None)


def is_told_of(fine: Sequence[Fine], passage: str) -> bool:
    """Whether a passage names one of what was called fine; where nothing was, any may be read."""
    said = passage.casefold()
    names = [(one.thing.name, one.thing.name_ko, *one.thing.synonyms_en[:3]) for one in fine]
    return not names or any(name and name.casefold() in said for each in names for name in each)


def _asks(consultation: Consultation) -> bool:
    request = consultation.request
    text = request.text
    if consultation.situation.intent.name in _ELSEWHERE or _OTHERWISE.search(text):
        return False
    if any(one.entry.kind == "relatives" for one in request.mentions) or _names_unknown(consultation):
        return False
    asked = _LEAVE.search(text) is not None
    # "I take the two together" tells; the words for leave in it are no question.
    leave = (asks_leave(consultation) or consultation.situation.intent.name == "together") and (request.asks or asked)
    return leave or (request.asks and asked)


def _names_unknown(consultation: Consultation) -> bool:
    """Whether what is asked about stands beside something that no table knows."""
    text = consultation.request.plain or consultation.request.text
    known = [(one.start, one.end) for one in consultation.request.mentions]
    known += [(one.start, one.end) for one in (*foods_in(text), *substances_in(text, consultation.words.dictionary))]
    beside = (found.span("name" if found.group("name") else "ko") for found in _BESIDE.finditer(text))
    return any(not any(start < last and first < end for first, last in known) for start, end in beside)


def _named(consultation: Consultation) -> tuple[Entry, ...]:
    """The medicines, foods and drinks that the words name or point at; of a class the patient's own one is meant."""
    foods = tuple(foods_in(consultation.request.plain or consultation.request.text))
    ended = ended_now(consultation)
    within = {
        one.entry.concept_id
        for one in consultation.request.mentions
        if any(food.start < one.end and one.start < food.end for food in foods)
    }
    # "Saline nasal spray" is no nasal spray beside a saline.
    own = _own(consultation)
    others = (
        meant
        for one in named_things(consultation)
        if one.concept_id not in ended | within
        for meant in ([each for each in own if one.concept_id in each.broader] or [one])
    )
    return tuple({one.concept_id: one for one in (*others, *(food.entry for food in foods))}.values())


def _taken(consultation: Consultation) -> tuple[Fact, ...]:
    known = consultation.known
    return (*known.in_force(SlotKind.MEDICATIONS), *known.suspected(SlotKind.MEDICATIONS))


def _own(consultation: Consultation) -> tuple[Entry, ...]:
    """What is taken; a medicine that no table knows stands there by the name that was told."""
    entries = ((fact, consultation.words.entry(fact.content)) for fact in _taken(consultation))
    found = (entry or _unlisted(fact) for fact, entry in entries)
    return tuple({one.concept_id: one for one in found}.values())


def _unlisted(fact: Fact) -> Entry:
    concept = fact.content.concept
    return Entry("medications", concept.concept_id, concept.name, concept.display or concept.name)


def _things(consultation: Consultation, named: Sequence[Entry], own: Sequence[Entry]) -> tuple[Entry, ...]:
    """What is asked about: what is new to the record, first what is bought or eaten; of what is taken, a pair."""
    before = taken_before(consultation)
    bought = [one for one in named if any(row.kind != "prescribed" and row.is_of(one) for row in ordinary_rows())]
    new = tuple(one for one in bought if one.concept_id not in before)
    if new:
        return new
    prescribed = [one for one in named if any(row.is_of(one) for row in ordinary_rows())]
    if any(one not in prescribed and one.concept_id not in before for one in named):
        # What no row knows ("can I drink with it?") is what is asked about.
        return ()
    fresh = tuple(one for one in prescribed if one.concept_id not in before)
    if fresh:
        return fresh[:1]
    alone = len(named) < _PAIR and not (points_at_all(consultation.request.text) and len(own) > 1)
    return () if alone else tuple((bought or prescribed)[:1])


def _fine(
    consultation: Consultation,
    thing: Entry,
    partners: Sequence[Entry],
    met: Sequence[Met],
    conditions: Sequence[Entry],
) -> Fine | None:
    others = [one for one in partners if one.concept_id != thing.concept_id]
    against = [one for one in met if thing.concept_id in _sides(one)]
    if against or _is_allergic(consultation, thing):
        # Hours between two are told by the warning; a yes for the rest would be heard as one for them.
        return None
    beside: list[Entry] = []
    unknown: list[Entry] = []
    rows = [row for row in ordinary_rows() if row.is_of(thing)][:1]
    for other in others:
        if _is_within(thing, other):
            continue
        row = _row(consultation, thing, other)
        (unknown if row is None else beside).append(other)
        rows += [row] if row is not None else []
    if not beside or not _suits(consultation, rows, thing, others, conditions):
        return None
    return Fine(thing, rows[0], tuple(beside), tuple(unknown))


def _row(consultation: Consultation, thing: Entry, other: Entry) -> Ordinary | None:
    """The row of a pair; of a combined product each part must be named."""
    found = row_of_pair(thing, other)
    pairs = [(one, each) for one in _parts(consultation, thing) for each in _parts(consultation, other)]
    return found if found is not None and all(row_of_pair(one, each) for one, each in pairs) else None


def _parts(consultation: Consultation, entry: Entry) -> tuple[Entry, ...]:
    """The medicines that the id of a combination names; of anything else, or of what its class tells whole, itself."""
    if not _WHOLE.isdisjoint(entry.broader):
        return (entry,)
    dictionary = consultation.words.dictionary
    parts = [lookup(dictionary, "medications", each) for each in entry.concept_id.split("_")]
    held = tuple(one for one in parts if one is not None)
    return held if len(held) >= _PAIR else (entry,)


def _suits(
    consultation: Consultation, rows: Sequence[Ordinary], thing: Entry, others: Sequence[Entry], named: Sequence[Entry]
) -> bool:
    """Whether nothing in the patient's age, illnesses or products with the same substance takes the yes back."""
    years = consultation.known.age_years()
    if years is not None and any(years < row.from_years for row in rows):
        return False
    not_for = frozenset(each for row in rows for each in row.not_for)
    record = Record(consultation.ledger, consultation.known.today)
    told = {each for one in named for each in (one.concept_id, *one.broader)}
    if record.holding(sorted(not_for)) or not not_for.isdisjoint(told):
        return False
    mentions = [one.entry for one in consultation.request.mentions]
    beside = [one for one in mentions if one.kind in ("medications", "drug_classes") and one != thing]
    if any(one.kind == "conditions" for one in mentions) and (not beside or rows[0].kind == "food"):
        # What goes with an illness is another question than what goes with a medicine.
        return False
    if rows[0].food is not None and rows[0].kind == "food" and not beside and record.holding(_BY_DIET):
        return False
    return not any(one.concept_id in rows[0].holds or rows[0].holds.intersection(one.broader) for one in others)


def _is_allergic(consultation: Consultation, thing: Entry) -> bool:
    if conflicting_allergies(consultation.known, consultation.words.dictionary, thing):
        return True
    held = {fact.content.concept.concept_id for fact in consultation.known.in_force(SlotKind.ALLERGIES)}
    meant = {one.entry.concept_id for one in consultation.request.mentions if one.entry.kind == "allergens"}
    crossed = set(_FROM_FOOD.get(thing.concept_id, "").split()) | (meant if thing.kind == "social" else set())
    return not held.isdisjoint(crossed)


def _is_within(thing: Entry, other: Entry) -> bool:
    """Whether one is a class of the other, so that they are one and the same."""
    return thing.concept_id in other.broader or other.concept_id in thing.broader


def _sides(met: Met) -> tuple[str, str]:
    against = met.against
    other = against.concept_id if isinstance(against, Entry) else against.content.concept.concept_id
    return met.medicine.concept_id, other


def _ids(entries: Sequence[Entry]) -> tuple[str, ...]:
    return tuple(one.concept_id for one in entries)


def _said(consultation: Consultation, group: Sequence[Fine]) -> Part:
    language, first = consultation.words.language, group[0]
    things = {one.thing.concept_id: one.thing for one in group}
    beside = tuple(one for one in first.beside if one.concept_id not in things)
    harm = _WHETHER_HARM.search(consultation.request.text) is not None
    lead = "ordinary.part" if first.unknown else "ordinary.no_clash" if harm else "ordinary.yes"
    key = f"ordinary.{first.row.kind}" if beside else "ordinary.each_other"
    named, others = _listed(consultation, tuple(things.values())), _listed(consultation, beside)
    lines = [sentence(lead, language), sentence(key, language, names=named, others=others)]
    if first.unknown:
        lines.append(sentence("ordinary.unknown", language, others=_listed(consultation, first.unknown)))
    lines += dict.fromkeys(consultation.pick(one.row.heed_ko, one.row.heed_en) for one in group)
    known = consultation.known
    heard = known.absence(SlotKind.ALLERGIES) == "none" or known.in_force(SlotKind.ALLERGIES)
    if first.row.kind == "label" and not heard:
        lines.append(sentence("ordinary.allergy", language))
    facts = _facts(consultation, (*things.values(), *beside, *first.unknown))
    return Part(" ".join(lines), tuple(fact.fact_id for fact in facts), (), medicines_spoken(facts))


def _facts(consultation: Consultation, entries: Sequence[Entry]) -> tuple[Fact, ...]:
    ids = {one.concept_id for one in entries}
    return tuple(fact for fact in _taken(consultation) if fact.content.concept.concept_id in ids)


def _listed(consultation: Consultation, entries: Sequence[Entry]) -> str:
    names = [_name(consultation, one) for one in entries]
    return ", ".join(dict.fromkeys(names))


def _name(consultation: Consultation, entry: Entry) -> str:
    # A row stands for many foods: what was said is what is answered.
    text = consultation.request.plain or consultation.request.text
    said = next((text[one.start : one.end] for one in foods_in(text) if one.entry == entry), None)
    return said or consultation.pick(entry.name_ko or entry.name, entry.name)
