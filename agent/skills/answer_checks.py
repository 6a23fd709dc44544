"""What a model's answer must pass before a patient may read it, and what of it can be traced to facts and passages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from agent.context import Context
from agent.llm_failures import OutputUnusable
from agent.prompt_facts import name_within
from agent.prompts import Prompt
from agent.safety.alarms import raised
from agent.safety.record import Record
from agent.safety.self_harm import speaks_of_self_harm
from agent.skills.act_checks import alarming_names, require_no_acts, require_no_reassurance
from agent.skills.advice_checks import NamesMedicine, require_no_advice
from agent.skills.allergen_checks import require_allergies
from agent.skills.claim_checks import require_held_claims
from agent.skills.claims import Claims, claims_by
from agent.skills.denial_checks import require_no_denial
from agent.skills.grounding import (
    numbers,
    quoted,
    require_held_links,
    require_language,
    require_own_words,
)
from agent.skills.held_record import NO_RECORD, HeldRecord
from agent.skills.kept_words import KeptWords
from agent.skills.number_checks import Names, held, require_grounded_numbers
from agent.skills.ports import Draft, Language, Situation
from agent.skills.recounted_checks import retold, settled
from agent.skills.sourced_checks import settled_by_sources
from agent.skills.span_checks import Grounds
from agent.skills.speaking import UNRECORDED
from agent.skills.standing_checks import require_standing
from agent.skills.vouched import is_vouched
from agent.sources import Sourced, sourced
from domain.events import Citation
from domain.ledger import Fact, Ledger, local_day
from domain.values import ANY, PATIENT, Certainty, Concept, Polarity, SlotKind, Status
from extraction.reading.reader import LearnedReader
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from retrieval.corpus import Passage

MOST_CITATIONS: Final = 8
QUOTE_SHOWN: Final = 60
"""Characters of a quotation that was not found, as the model is told it."""
MEDICINES: Final = frozenset({"medications", "drug_classes"})
_SENTENCE: Final = lazy_regex(r"(?<=[.!?。])\s+|\n+")
_LATIN: Final = lazy_regex(r"[A-Za-z][A-Za-z0-9/.-]*")
_SUPPOSING: Final = lazy_regex(r"\b(?:even )?(?:if|when|though|once|should)\b", re.IGNORECASE)
_FEW_WORDS: Final = 2
"""Words that an answer and a piece of what was told share from which on it tells that piece again."""
EMPTY_RECORD: Final = Record(Ledger(), "")
RECALLS: Final = frozenset({"lookup", "compare", "summary", "medicine"})
"""Intents that are answered from the record."""
UNREADABLE: Final = "\ufffd"
"""Stands for what could not be decoded; a model that writes pieces of characters leaves it."""
_NOT_DENIED: Final = lazy_regex(
    r"\b(?:if|whether|unless|(?:never|not|n't) (?:said|say|told|tell|mean|meant|mentioned))\b", re.IGNORECASE
)
"""What stands before a denial in English that is none."""
SHORTEST_NAME: Final = 2
"""Characters of a fact's name from which its standing in a text counts as stating the fact."""

_QUOTES: Final = lazy_regex("“")
"""A line of the rules that quotes the patient."""
_CLAIMS_TO_CHANGE: Final = lazy_regex(
    r"(?:기록|알레르기|기억|정보|프로필)\S*\s?(?:에서\s?)?(?:을|를|은|는|이|가)?\s?(?:모두\s|전부\s)?"
    r"(?:삭제|제거|초기화|지웠|지워\s?(?:드|졌|두))(?!\S*\s?(?:할 수 없|하지 않|못))"
    r"|\bI(?:'ve| have)?\s(?:now\s|just\s|all\s)?(?:deleted|removed|erased|cleared|wiped|reset)\b"
    r"|\b(?:record|records|entry|entries|allergy|allergies|profile|memory|history|data|list)\s(?:\w+\s){0,2}"
    r"(?:has been|have been|was|were|is now|are now)\s(?:now\s|just\s|all\s)?"
    r"(?:deleted|removed|erased|cleared|wiped|reset)\b",
    re.IGNORECASE,
)
"""An answer that says it changed the record: it cannot have, for only the patient's words do, through the rules."""


@dataclass(frozen=True, slots=True)
class Material:
    """What one answer may rest on.

    ``texts`` hold every number that may be stated; ``passages`` are those of the context, by document id; ``allergies``
    are names that the twin's draft, ``ruled``, warned of, and ``asks`` tells whether that draft asks the patient
    something. ``recalls`` tells that the record is asked for, and the draft holds what it says.
    """

    language: Language
    instructions: str
    texts: tuple[str, ...]
    passages: Mapping[str, Passage]
    allergies: tuple[str, ...]
    asks: bool
    ruled: str = ""
    names_medicine: NamesMedicine = lambda text: False
    names: Names = lambda text: ()
    names_allergen: NamesMedicine | None = None
    affirmed: tuple[str, ...] = ()
    """Names of what the record affirms, which an answer must not deny."""
    recalls: bool = False
    shown: Mapping[str, str] = field(default_factory=dict)
    """Passages as the model was shown them, where they were shortened, by document id."""
    draft_quotes: tuple[Citation, ...] = ()
    """What the rules' draft quotes."""
    record: HeldRecord = NO_RECORD
    safety: Record = EMPTY_RECORD
    """The record as the alarms ask it."""
    claims: Claims | None = None
    """What sentences claim of the patient, as the reader hears them; None where no reader is at hand."""
    noted: str = ""
    """What was recorded, which the rules tell before the answer."""
    kept: KeptWords = field(default_factory=KeptWords)
    """What the patient said and is kept, with its days."""
    unsaid: tuple[str, ...] = ()
    """``texts`` without what the patient said in earlier turns."""

    def names_alarming(self, text: str) -> bool:
        """Whether a text names what calls for help by itself: a symptom of the lexicon, or words that alarm."""
        flagged = (one.entry.extra.get("red_flag", "0") for one in self.names(text) if one.entry.kind == "symptoms")
        if any(flag not in ("", "0", "false") for flag in flagged):
            return True
        if speaks_of_self_harm(text):
            return True
        plain = normalise(_SUPPOSING.sub(" ", text)).text
        return any(one.alarm.level == "now" for one in raised(plain, self.safety))

    def answered(self, text: str) -> bool:
        """Whether a text tells something of the record itself, so that the draft's question may have been settled."""
        told = numbers(text) & held(self.texts, self.names).all
        return bool(told) or self.names_medicine(text)

    def tells_again(self, text: str) -> bool:
        """Whether a text tells something of what the patient told: a day, or words of it."""
        if not self.kept.pieces:
            return False
        if UNRECORDED.search(text) or any(one.days & self.kept.days for one in self.kept.days_in(text)):
            return True
        stems = self.kept.stems_of(text)
        return any(len(stems & piece.stems) >= _FEW_WORDS for piece in self.kept.pieces)

    def speaks_of_record(self, text: str) -> bool:
        """Whether a text names anything medical, or tells a number that is held."""
        return bool(self.names(text)) or self.answered(text)

    @classmethod
    def of(
        cls,
        situation: Situation,
        context: Context,
        ruled: Draft,
        instructions: Prompt,
        names: Names,
        reader: LearnedReader | None = None,
    ) -> Material:
        """The material of ``situation`` as its context shows it, and what the twin has derived from it.

        ``reader`` hears what sentences claim; without one they are held against the record by their words alone.
        """

        def names_medicine(text: str) -> bool:
            return any(one.entry.kind in MEDICINES for one in names(text))

        language = situation.question.language
        shown = {line.document_id for line in context.documents}
        facts = (situation.view.ledger.facts.get(fact_id) for fact_id in ruled.facts_used)
        warned = [fact for fact in facts if fact is not None and _warns(fact, ruled.text, language)]
        return cls(
            language=language,
            instructions=instructions.text,
            texts=(context.body(), ruled.text),
            unsaid=(context.unsaid(), "\n".join(one for one in ruled.text.split("\n") if not _QUOTES.search(one))),
            noted=ruled.noted.text,
            passages={
                hit.passage.document_id: hit.passage for hit in situation.hits if hit.passage.document_id in shown
            },
            allergies=tuple(dict.fromkeys(name_within(fact, language) for fact in warned)),
            asks="?" in ruled.own,
            ruled=ruled.text,
            names_medicine=names_medicine,
            names=names,
            names_allergen=naming([fact.content.concept for fact in warned], names),
            affirmed=tuple(affirmed_names(situation.view.ledger, language)),
            recalls=bool(ruled.facts_used) and situation.intent.name in RECALLS,
            shown=context.compressed,
            draft_quotes=ruled.citations,
            record=HeldRecord.of(situation.view.ledger),
            safety=Record(situation.view.ledger, local_day(situation.question.said_at, situation.question.time_zone)),
            claims=claims_by(reader, situation.question.said_at, situation.question.time_zone, language)
            if reader is not None
            else None,
            kept=KeptWords(
                situation.view.tiers,
                situation.question.text,
                situation.question.said_at,
                situation.question.time_zone,
                names,
            ),
        )


def naming(substances: Sequence[Concept], names: Names) -> NamesMedicine:
    """Whether a text names one of ``substances``, or a medicine of its class."""
    known = {one.concept_id for one in substances} | {one.name.casefold() for one in substances}
    for one in substances:
        known |= {mention.entry.concept_id for word in (one.name, one.display) for mention in names(word)}

    def named(text: str) -> bool:
        return any({one.entry.concept_id, *one.entry.broader, one.entry.name.casefold()} & known for one in names(text))

    return named


def affirmed_names(ledger: Ledger, language: Language) -> Iterator[str]:
    """The names of diseases and allergies that the record affirms of the patient."""
    for fact in ledger.current():
        content = fact.content
        sure = content.polarity is Polarity.AFFIRMED and content.certainty is Certainty.CONFIRMED
        told = content.slot in (SlotKind.CONDITIONS, SlotKind.ALLERGIES) and content.subject == PATIENT
        name = name_within(fact, language)
        if sure and told and not fact.disputed and content.concept.concept_id != ANY and len(name) >= SHORTEST_NAME:
            if content.status in (None, Status.ACTIVE, Status.RECURRENCE):
                yield name


def require_sound(marked: str, citations: Sequence[tuple[str, str]], material: Material, *, whole: bool = True) -> None:
    """Raises OutputUnusable with the first thing that is wrong with an answer and its (document id, quote) pairs.

    What the answer says that it rests on stands in marks (:mod:`agent.skills.sources`); where turns are named, it is
    held to these. Of one that is not yet ``whole`` nothing is said to be missing.
    """
    named = sourced(marked)
    text = named.text
    if not text.strip():
        raise OutputUnusable("empty", "the answer is empty")
    if UNREADABLE in text:
        raise OutputUnusable("unreadable", "it holds characters that cannot be read")
    require_language(_without_names(text, material), material.language)
    require_own_words(text, material.instructions)
    if _CLAIMS_TO_CHANGE.search(text):
        raise OutputUnusable("false_claim", "it says that it changed the record, which it cannot")
    if named.turns:
        told, texts = settled_by_sources(named, material.kept, material.unsaid), material.unsaid
    else:
        told, texts = settled(text, material.kept, material.texts), material.texts
    require_grounded_numbers(told, texts, material.names, material.record, material.safety.today)
    own, told = _blank_vouched(text, told, named, material.kept)
    require_held_claims(own, material.texts, material.record, material.ruled, material.names, told)
    denied = next((name for name in material.affirmed if _denies(own, name, material.language)), None)
    if denied is not None:
        raise OutputUnusable("denies_the_record", f"{denied} is on record, and it says that there is none")
    require_no_denial(own, material.record, material.names)
    fresh = without_draft(text, material.ruled)
    standing = "\n".join(
        one for one in _SENTENCE.split(without_draft(own, material.ruled)) if not retold(one, material.kept)
    )
    require_allergies(fresh, material.record, material.names)
    if material.claims is not None:
        known = material.safety.known
        grounds = Grounds(material.texts, material.names, material.safety.today, known.age_years(), known.sex())
        require_standing(standing, material.record, material.claims, grounds)
    require_held_links(text, material.texts)
    if whole and material.recalls and not material.speaks_of_record(text) and not material.tells_again(text):
        raise OutputUnusable("beside_the_record", "it tells nothing of what the record holds")
    if whole and material.asks and "?" not in text and not material.answered(text) and not material.tells_again(text):
        raise OutputUnusable("incomplete", "the question to the patient in <draft> is not asked")
    shown = f"{material.noted}\n{text}".casefold()
    untold = [name for name in material.allergies if name.casefold() not in shown]
    if whole and untold:
        raise OutputUnusable("incomplete", f"the allergy is not told: {', '.join(untold)}")
    require_no_advice(
        text,
        material.texts,
        material.names_medicine,
        material.ruled,
        bool(material.allergies),
        material.names_allergen,
        material.names_alarming,
    )
    if material.record.opened:
        require_no_acts(fresh, material.record, material.names)
        require_no_reassurance(fresh, alarming_names(material.names), material.record, material.names_alarming)
    for document_id, quote in citations:
        if _cited(document_id, quote, material) is None:
            raise OutputUnusable(
                "unquoted", f"this quote is not word for word in {document_id}: {quote[:QUOTE_SHOWN]!r}"
            )


def _blank_vouched(text: str, told: str, named: Sourced, kept: KeptWords) -> tuple[str, str]:
    """Both texts, which have their words in the same places, without the sentences that only tell what turns told."""
    if not named.turns:
        return text, told
    at = 0
    for one in _SENTENCE.split(text):
        start = text.index(one, at)
        at = start + len(one)
        if one.strip() and is_vouched(one, named, kept):
            blank = " " * len(one)
            text, told = f"{text[:start]}{blank}{text[at:]}", f"{told[:start]}{blank}{told[at:]}"
    return text, told


def is_sound_so_far(text: str, material: Material) -> bool:
    """Whether the first sentences of an answer may be told before the rest is written."""
    try:
        require_sound(text, (), material, whole=False)
    except OutputUnusable:
        return False
    return True


def without_draft(text: str, ruled: str) -> str:
    """``text`` without the sentences of the rules' draft: those have been looked up."""
    told = " ".join(ruled.split())
    kept = (one for one in _SENTENCE.split(text) if " ".join(one.split()) not in told)
    return "\n".join(kept)


def _cited(document_id: str, quote: str, material: Material) -> Citation | None:
    """The words that ``quote`` repeats, of a passage that was shown, as a whole or shortened, or of the draft's quotes.

    What the rules' draft quotes stands before the model, whether or not there was room for the passage itself.
    """
    passage = material.passages.get(document_id)
    if passage is not None:
        words = quoted(passage.text, quote) or quoted(material.shown.get(document_id, ""), quote)
        if words is not None:
            return Citation(document_id=document_id, title=passage.title, quote=words, source=passage.source)
    for one in material.draft_quotes:
        if one.document_id == document_id and (words := quoted(one.quote, quote)) is not None:
            return Citation(document_id=document_id, title=one.title, quote=words, source=one.source)
    return None


def _denies(text: str, name: str, language: Language) -> bool:
    """Whether a text says that what the name stands for is not there; that nobody said so, or "if so", is none."""
    named = re.escape(name.partition("(")[0].strip())
    if language == "ko":
        pattern = (
            rf"{named}(?:\s?알레르기)?\S{{0,4}}(?:은|는|이|가|도)?\s?"
            r"(?:없(?:으(?!시?면|신지)|습|어|다(?!면|고[^.]{0,14}(?:적[은이]?\s?없|않|아니)))|아니(?:에|십|세|시|다))"
        )
    else:
        besides = r"(?! (?:medic|drug|crisis|sympt|attack))"
        pattern = (
            rf"\b(?:no|not have|don't have|do not have|without|never had)\s(?:known\s|any\s|an?\s)?{named}\b{besides}"
        )
    return any(
        not _NOT_DENIED.search(text[_start_of(text, found.start()) : found.start()])
        for found in re.finditer(pattern, text, re.IGNORECASE)
    )


def _start_of(text: str, place: int) -> int:
    return max(text.rfind(mark, 0, place) for mark in ".!?\n") + 1


def _without_names(text: str, material: Material) -> str:
    """``text`` without Latin words that the material holds: names of drugs and tests are of no language."""
    if material.language != "ko":
        return text
    held = {word.casefold() for one in material.texts for word in _LATIN.findall(one)}
    return _LATIN.sub(lambda found: " " if found[0].casefold() in held else found[0], text)


def cited(citations: Sequence[tuple[str, str]], material: Material) -> tuple[Citation, ...]:
    """The citations of a sound answer, each quote as its passage has it."""
    found: dict[tuple[str, str], Citation] = {}
    for document_id, quote in citations:
        one = _cited(document_id, quote, material)
        assert one is not None
        found[document_id, one.quote] = one
    return tuple(found.values())[:MOST_CITATIONS]


def used_facts(
    text: str, labels: Sequence[str], context: Context, ledger: Ledger, language: Language
) -> tuple[str, ...]:
    """Ids of the context's facts that the answer names, by its own account ("F2") or by their name in its words.

    Rather one too many: an answer is marked stale when a fact it used is corrected, and a missed one never would be.
    """
    own = {label.strip(" []").upper() for label in labels}
    folded = text.casefold()
    used: list[str] = []
    for number, line in enumerate(context.profile, 1):
        fact = ledger.facts.get(line.fact_id)
        if fact is None or not fact.current:
            continue
        named = _is_named(fact, folded, language)
        if f"F{number}" in own or named:
            used.append(line.fact_id)
    return tuple(dict.fromkeys(used))


def _is_named(fact: Fact, folded: str, language: Language) -> bool:
    name = name_within(fact, language).casefold()
    return fact.content.concept.concept_id != ANY and len(name) >= SHORTEST_NAME and name in folded


def _warns(fact: Fact, text: str, language: Language) -> bool:
    return fact.content.slot is SlotKind.ALLERGIES and _is_named(fact, text.casefold(), language)
