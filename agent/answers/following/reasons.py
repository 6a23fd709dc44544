"""Why an answer said what it said, in plain sentences: out of its own warning, value or card, and what it went by.

Who asks why wants no list of the record and no document's name: the reason is told in words, with the facts that the
answer rested on in words as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from agent.answers.asking.request import read_request
from agent.answers.consultation import Consultation
from agent.answers.following.gist import helping, quoted, sentences_of, shortened, without_notes
from agent.answers.following.references import present
from agent.answers.part import Part
from agent.answers.values.judgement import judge, standing
from agent.answers.values.what_next import what_next
from agent.repetition import core
from agent.safety.earlier_warnings import harms_plainly
from agent.safety.weighing import WARNINGS
from agent.words.sentences import sentence
from domain.events import Citation
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS, SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.answers import GivenAnswer
from retrieval.corpus import Passage

_OF_ANOTHER: Final = frozenset({"why", "again", "form", "preference", "thanks", "greeting", "nod", "small_talk"})
"""Intents of answers that only went on about the one before them."""
_LISTS: Final = frozenset({"summary", "handover", "ended", "lookup", "day", "just_told", "others"})
"""Intents of answers that told what is on record, and judged nothing."""
_BLAMES: Final = frozenset({"cause", "knowledge", "stopping", ""})
"""Intents of answers that may put a complaint down to a medicine; another agent's answer has none."""
_WARNS: Final = lazy_regex(rf"(?:{'|'.join(WARNINGS)}) ([^\n]+?)\.(?= |\n|$)")
_APART: Final = lazy_regex(r"(?:띄워 드세요|hours? apart): ([^\n]+?)\.(?= |\n|$)")
"""How two things that are to be taken apart are said, with the reason."""
_EXPLAINS: Final = lazy_regex(
    r"\b(?:because|so that|since|as it|as they|which|due to|means?|causes?|raises?|lowers?|turns?|thins?|weakens?"
    r"|slows?|blocks?|lets?|makes?|comes? from|often)\b"
    r"|때문|므로|어서|아서|여서|라서|이라|으니|니까|높이|낮추|줄이|늘리|막아|막고|약하게|뜻|흔히|흔합|부작용",
    re.IGNORECASE,
)
"""Words of a sentence that gives a reason."""
_MOST_SENTENCES: Final = 2
_MOST_FACTS: Final = 5
_MOST_REASONS: Final = 2


def explained(consultation: Consultation) -> GivenAnswer | None:
    """The answer that a "why?" is about: the last that did not itself go on about another."""
    given = consultation.situation.view.answers.given
    turns = sorted(given, reverse=True)
    return next((given[turn] for turn in turns if given[turn].intent not in _OF_ANOTHER), None)


def reason_of(consultation: Consultation, given: GivenAnswer) -> Part:
    """The reason of an answer in plain sentences; empty where it only told what is on record."""
    reasons, facts, citations = _reasons(consultation, given)
    if not reasons:
        return Part()
    language, words = consultation.words.language, consultation.words
    went_by = [fact for fact in _went_by(consultation, given) if fact.fact_id not in facts][:_MOST_FACTS]
    said = sentence("why.reason", language, reasons=reasons)
    if went_by:
        listed = "; ".join(words.brief(fact) for fact in went_by)
        said = f"{said} {sentence('why.went_by', language, listed=listed)}"
    return Part(said, (*facts, *(fact.fact_id for fact in went_by)), citations, given.spoke_of)


def in_plain(consultation: Consultation, given: GivenAnswer) -> Part:
    """An answer more simply: what it comes to, and the reason of a warning, without names of documents or notes."""
    text = core(given.text, consultation.words.language)
    gist = shortened(text)
    if given.intent in _LISTS:
        return Part(gist, given.facts_used, (), given.spoke_of)
    if (warned := _WARNS.search(text)) is not None:
        # Where plainer words for the harm are known, they say what the same ones again would not explain.
        plain = harms_plainly(warned[1], consultation.words.language)
        return Part(" ".join((gist, *plain)), given.facts_used, (), given.spoke_of)
    reasons, facts, citations = _reasons(consultation, given)
    # How a value stands is the first that was said of it.
    new = [one for one in list(sentences_of(reasons))[1 if facts else 0 :] if one not in gist]
    return Part(" ".join((gist, *new)), (*given.facts_used, *facts), citations, given.spoke_of)


def _reasons(consultation: Consultation, given: GivenAnswer) -> tuple[str, tuple[str, ...], tuple[Citation, ...]]:
    """The reasons with the facts and citations that they are of."""
    text = core(given.text, consultation.words.language)
    if (warned := _WARNS.search(text) or _APART.search(text)) is not None:
        return f"{'; '.join(warned[1].split('; ')[:_MOST_REASONS])}.", (), ()
    if given.intent in _LISTS:
        return "", (), ()
    if given.citations:
        quote = next((line for line in without_notes(text) if quoted(line) != line), "")
        if quote:
            kept = tuple(one for one in given.citations if one.quote and one.quote in text)
            return _of_card(consultation, quoted(quote), given), (), kept
    values = tuple(_values(consultation, given))
    if values:
        told = dict.fromkeys(each for one, _ in values for each in sentences_of(one))
        return " ".join(told), tuple(fact for _, fact in values), ()
    if given.intent == "acknowledge" and (purposes := tuple(_purposes(consultation, given))):
        return " ".join(one for one, _ in purposes), tuple(fact for _, fact in purposes), ()
    card = _of_side_effects(consultation, given) if given.intent in _BLAMES else None
    if card is not None:
        return _of_card(consultation, card.text, given), (), ()
    lines = [line for line in without_notes(text) if not _is_note(line)]
    said = list(sentences_of(lines[0])) if lines else []
    # What only repeats the verdict explains nothing: what stands behind it does.
    chosen = [one for one in said if _EXPLAINS.search(one)][:_MOST_SENTENCES]
    return " ".join(chosen), (), ()


def _purposes(consultation: Consultation, given: GivenAnswer) -> Iterator[tuple[str, str]]:
    """What each medicine is for that was no more than put on record, with its fact."""
    facts = [consultation.ledger.facts.get(one) for one in given.facts_used]
    if not all(fact is not None and fact.content.slot is SlotKind.MEDICATIONS for fact in facts):
        return
    for fact in facts[:_MOST_FACTS]:
        words = consultation.words
        said = words.purpose(words.entry(fact.content), words.name(fact.content)) if fact is not None else ""
        if fact is not None and said:
            yield said, fact.fact_id


def _is_note(line: str) -> bool:
    return line.endswith("?")


def _of_card(consultation: Consultation, text: str, given: GivenAnswer) -> str:
    """The sentences of a card that explain what was asked, and when to get help."""
    said = list(sentences_of(text))
    named = _asked_of(consultation, given)

    def weight(one: str) -> tuple[int, int]:
        speaks = len(named & {each.entry.concept_id for each in consultation.finder.find(one)})
        return speaks * 2 + (_EXPLAINS.search(one) is not None) + (one is said[0]), -said.index(one)

    chosen = [one for one in sorted(said, key=weight, reverse=True) if weight(one)[0]][:_MOST_SENTENCES]
    chosen += [one for one in helping(said) if one not in chosen]
    return " ".join(sorted(chosen, key=said.index))


def _asked_of(consultation: Consultation, given: GivenAnswer) -> set[str]:
    """What the question named that was answered, but for the medicines: every sentence of their card is of them."""
    line = consultation.situation.view.tiers.lines.get(given.turn_number)
    if line is None:
        return set()
    return set(read_request(line.question, consultation.finder).concepts("symptoms", "conditions", "social"))


def _values(consultation: Consultation, given: GivenAnswer) -> Iterator[tuple[str, str]]:
    """How each value that was spoken of stands, what it does, each with its fact."""
    facts = dict.fromkeys(one for ref in given.spoke_of if ref.kind == "measurement" for one in ref.fact_ids[-1:])
    facts |= dict.fromkeys(one for one in given.facts_used[-_MOST_FACTS:] if not facts)
    for fact_id in facts:
        fact = present(consultation.ledger, fact_id)
        if fact is None or fact.content.slot not in SERIES_SLOTS or fact.content.subject != PATIENT:
            continue
        judged = judge(consultation, fact)
        if judged is None:
            continue
        words = consultation.words
        concept = fact.content.concept
        value = f"{words.test(fact.content)} {words.value(fact.content)}"
        key = "why.value"
        said = sentence(key, words.language, value=value, standing=standing(consultation, judged))
        meaning = _shelved(consultation, "meaning", (concept.concept_id, *concept.broader))
        means = next(iter(sentences_of(meaning.text)), "") if meaning is not None else ""
        next_step = "" if judged.inside else what_next(consultation, concept.concept_id, above=judged.above).text
        step = next(iter(sentences_of(next_step)), "")
        yield " ".join(one for one in (said, means, step) if one), fact.fact_id


def _of_side_effects(consultation: Consultation, given: GivenAnswer) -> Passage | None:
    """The card on what a medicine does besides, where an answer put a complaint down to one that it rested on."""
    facts = [consultation.ledger.facts.get(one) for one in given.facts_used]
    for fact in facts:
        if fact is not None and fact.content.slot is SlotKind.MEDICATIONS:
            concept = fact.content.concept
            card = _shelved(consultation, "side_effects", (concept.concept_id, *concept.broader))
            if card is not None:
                return card
    return None


def _shelved(consultation: Consultation, aspect: str, subjects: Sequence[str]) -> Passage | None:
    if consultation.cards is None:
        return None
    return consultation.cards.shelf.card(consultation.words.language, aspect, subjects)


def _went_by(consultation: Consultation, given: GivenAnswer) -> Iterator[Fact]:
    """What the answer rested on that still stands, as it is now."""
    for one in dict.fromkeys(given.facts_used):
        fact = present(consultation.ledger, one)
        if fact is not None and fact.current:
            yield fact
