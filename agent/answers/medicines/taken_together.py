"""Medicines that are asked about together: what is known against the pair, or that nothing is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.knowledge.answering_quotes import answering_quotes
from agent.answers.medicines.concerns import allergies_asked, concern
from agent.answers.part import Part, joined
from agent.answers.referents.expressions import points_at_all
from agent.safety.beside_limits import Limited, limit_sentence, limit_verdict, limited
from agent.safety.cautions import Met, cautions
from agent.safety.medicine_warnings import reason
from agent.safety.ordinarily_fine import fine_things
from agent.safety.weighing import weighings
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import SlotKind
from extraction.naming.mentions import Entry

_MOST: Final = 8
"""Medicines that are named as what was checked."""
_MOST_HEEDED: Final = 3
"""Illnesses that are named as what a pharmacist should hear of."""


def taken_together(consultation: Consultation) -> Part:
    """Each pair that is asked about: a caution that no warning of this turn tells, or that nothing is held of it."""
    asked = _asked(consultation)
    others = _others(consultation, asked)
    if len(asked) + len(others) < 2:
        return Part(
            sentence("together.alone", consultation.words.language, name=", ".join(_names(consultation, asked)))
        )
    met = _between(consultation, asked, others)
    told = _told(consultation)
    untold = [one for one in met if _pair(one) not in told]
    clear = [one for one in others if not _is_met(one, met)] if others else [] if met else list(asked[1:])
    settled = {each.concept_id for one in fine_things(consultation) for each in (one.thing, *one.beside, *one.unknown)}
    clear = [one for one in clear if one.concept_id not in settled]
    quote = Part() if settled and not met else _quoted(consultation, asked, others, warned=bool(met))
    clear_said = _clear(consultation, asked, clear, whole=not met, beyond=bool(quote.text or told))
    return joined((_watched(consultation, untold), quote, clear_said))


def _quoted(consultation: Consultation, asked: Sequence[Entry], others: Sequence[Entry], *, warned: bool) -> Part:
    """A sentence that speaks of two of them; of one that was warned of, else, what is said of it."""
    quotes = answering_quotes(consultation, tuple(asked), tuple(map(concern, (*asked, *others))))
    if not quotes and warned:
        quotes = answering_quotes(consultation, tuple(asked))
    return joined(Part(one.marked, (), (one.citation,)) for one in quotes[:1])


def _asked(consultation: Consultation) -> tuple[Entry, ...]:
    """The medicines that the words name or point at; of a class the patient's own one, where one is taken."""
    causes = {one.concept_id for one in allergies_asked(consultation.request)}
    found: dict[str, Entry] = {}
    for mention in consultation.request.mentions:
        entry = mention.entry
        if entry.kind not in ("medications", "drug_classes") or entry.concept_id in causes:
            continue
        own = [fact for fact in _taken(consultation) if entry.concept_id in fact.content.concept.broader]
        mine = [one for fact in own if (one := consultation.words.entry(fact.content)) is not None]
        for one in mine if entry.kind == "drug_classes" and mine else [entry]:
            found.setdefault(one.concept_id, one)
    return tuple(found.values())


def _others(consultation: Consultation, asked: Sequence[Entry]) -> tuple[Entry, ...]:
    """Whatever else is taken, where the words speak of all of it."""
    if not points_at_all(consultation.request.text):
        return ()
    named = {entry.concept_id for entry in asked}
    found = [
        entry
        for fact in _taken(consultation)
        if fact.content.concept.concept_id not in named
        and (entry := consultation.words.entry(fact.content)) is not None
    ]
    return tuple(found)[:_MOST]


def _taken(consultation: Consultation) -> tuple[Fact, ...]:
    known = consultation.known
    return (*known.in_force(SlotKind.MEDICATIONS), *known.suspected(SlotKind.MEDICATIONS))


def _between(consultation: Consultation, asked: Sequence[Entry], others: Sequence[Entry]) -> list[Met]:
    """The cautions between those asked about, or between them and the others: not with what nobody asked of."""
    meant = {entry.concept_id for entry in (*asked, *others)}
    return [one for one in cautions(consultation.known, (*asked, *others)) if _pair(one) <= meant and _is_of_pair(one)]


def _is_of_pair(met: Met) -> bool:
    against = met.against
    slot = against.content.slot if isinstance(against, Fact) else SlotKind.MEDICATIONS
    return slot is SlotKind.MEDICATIONS and (isinstance(against, Fact) or against.kind != "conditions")


def _pair(met: Met) -> frozenset[str]:
    against = met.against
    other = against.content.concept.concept_id if isinstance(against, Fact) else against.concept_id
    return frozenset((met.medicine.concept_id, other))


def _told(consultation: Consultation) -> frozenset[frozenset[str]]:
    """The pairs of which a warning of this turn tells already."""
    return frozenset(_pair(met) for one in weighings(consultation) for met in one.met)


def _is_met(entry: Entry, met: Sequence[Met]) -> bool:
    return any(entry.concept_id in _pair(one) for one in met)


def _watched(consultation: Consultation, met: Sequence[Met]) -> Part:
    """Of each pair the hours between, or what it does where it may be prescribed on purpose, and the signs of that."""
    language = consultation.words.language
    apart = [one for one in met if one.caution.is_apart]
    limits = [found for one in met if (found := _limit(consultation, one)) is not None]
    others = [one for one in met if not one.caution.is_apart and _limit(consultation, one) is None]
    lines = [limit_verdict(consultation, limits)] if limits else []
    lines += [limit_sentence(consultation, one) for one in limits]
    lines += [
        sentence(
            "weigh.apart",
            language,
            name=_name(consultation, one.medicine),
            others=_against(consultation, one),
            reasons=reason(consultation, one),
        )
        for one in apart
    ]
    if others:
        reasons = "; ".join(dict.fromkeys(reason(consultation, one) for one in others))
        lines.append(sentence("together.watched", language, reasons=reasons))
    signs = [one.caution.watch_ko if language == "ko" else one.caution.watch_en for one in others]
    if shown := "; ".join(dict.fromkeys(filter(None, signs))):
        lines.append(sentence("weigh.watch_taken", language, signs=shown))
    facts = tuple(one.against.fact_id for one in met if isinstance(one.against, Fact))
    return Part(" ".join(lines), facts)


def _limit(consultation: Consultation, met: Met) -> Limited | None:
    """The limit that a pair which is only a matter of the dose stands under."""
    return None if met.caution.is_grave else limited(consultation, met)


def _against(consultation: Consultation, met: Met) -> str:
    against = met.against
    return consultation.words.name(against.content) if isinstance(against, Fact) else _name(consultation, against)


def _clear(
    consultation: Consultation, asked: Sequence[Entry], clear: Sequence[Entry], *, whole: bool, beyond: bool
) -> Part:
    """That nothing is held of them together, which is no leave: whom to ask, and what to name there."""
    if not clear:
        return Part()
    language, taken = consultation.words.language, _taken(consultation)
    ids = {fact.content.concept.concept_id for fact in taken}
    firsts = [entry for entry in asked if entry not in clear]
    firsts = firsts if whole or len(firsts) == 1 else firsts[:1]
    names = {"names": ", ".join(_names(consultation, firsts)), "others": ", ".join(_names(consultation, clear))}
    own = all(entry.concept_id in ids for entry in (*firsts, *clear))
    facts = [fact for fact in taken if fact.content.concept.concept_id in {one.concept_id for one in (*asked, *clear)}]
    meant = tuple(facts)
    key = "together.beyond" if beyond else "together.none_taken" if own else "together.none"
    heeded = () if beyond else _heeded(consultation)
    if not beyond:
        listed = ", ".join(consultation.words.name(fact.content) for fact in heeded)
        names["because"] = sentence("together.because", language, listed=listed) if heeded else ""
    used = tuple(fact.fact_id for fact in (*meant, *heeded))
    return Part(sentence(key, language, **names), used, (), medicines_spoken(meant))


def _heeded(consultation: Consultation) -> tuple[Fact, ...]:
    """The illnesses on record that a pharmacist should hear of."""
    return consultation.known.in_force(SlotKind.CONDITIONS)[:_MOST_HEEDED]


def _names(consultation: Consultation, entries: Sequence[Entry]) -> list[str]:
    return [_name(consultation, one) for one in entries]


def _name(consultation: Consultation, entry: Entry) -> str:
    return consultation.pick(entry.name_ko or entry.name, entry.name)
