"""General questions: which side of what they are about, and the card of the corpus that answers it.

The aspect is heard by a reader; the subject is what the words name, else what they follow on, else the only medicine
on record. A card is quoted whole: its first sentence answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from agent.answers.asking.asks import asks_in
from agent.answers.asking.aspect_words import MOVES
from agent.answers.asking.own_record import asks_own_record
from agent.answers.asking.plain_sides import answers_plainly, plain_sides
from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.asking.sides_asked import (
    ELSE,
    OF_ILLNESS,
    OF_MEDICINE,
    OPEN,
    SURELY,
    first_aid,
    idle_sides,
    sides_asked,
    sides_by_words,
)
from agent.answers.asking.word_stems import stems
from agent.answers.following.references import present
from agent.answers.knowledge.aspect_evidence import borne_out
from agent.answers.knowledge.fitting import FitReader
from agent.answers.knowledge.side_heard import FINDINGS, end_of, side_heard
from agent.answers.knowledge.whose_card import Whose
from agent.answers.medicines.concerns import PREGNANCIES
from agent.answers.medicines.given_for_asked import is_well
from agent.words.wording import Dictionary, lookup
from domain.ledger import Fact
from domain.values import IN_FORCE, PATIENT, Polarity, SlotKind
from extraction.naming.mentions import Entry, Kind, Mention
from extraction.reading.learned.aspects import AspectReader
from projections.patient_view import PatientView
from retrieval.cards import ANY
from retrieval.corpus import Passage

_MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_BESIDE: Final[tuple[Kind, ...]] = ("procedures", "allergens")
_AT_LARGE_FROM: Final = {"missed_dose": 0.45, "vomited_dose": 0.45}
"""The least probability of an aspect of which no more is said than what holds for medicines at large; else _SURELY."""

_UNNAMED_FROM: Final = 0.6
"""The least probability of an aspect of an illness that the words do not name."""

_OF_WHAT_IS_TOLD: Final = frozenset({"pregnancy", "breast_feeding", "sex_and_contraception"})
"""Aspects that differ so much between medicines that only the one that was told of is meant."""

ILLNESS_OF_TEST: Final[Mapping[str, tuple[str, ...]]] = {
    "glucose": ("diabetes_mellitus", "prediabetes"),
    "hba1c": ("diabetes_mellitus", "prediabetes"),
    "blood_pressure": ("hypertension",),
    "systolic_blood_pressure": ("hypertension",),
    "ldl_cholesterol": ("hyperlipidemia",),
    "total_cholesterol": ("hyperlipidemia",),
    "triglycerides": ("hypertriglyceridemia", "hyperlipidemia"),
    "uric_acid": ("gout", "hyperuricemia"),
    "egfr": ("chronic_kidney_disease",),
    "creatinine": ("chronic_kidney_disease",),
    "tsh": ("hypothyroidism",),
    "hemoglobin": ("iron_deficiency_anemia", "anemia"),
    "ferritin": ("iron_deficiency_anemia",),
    "alt": ("fatty_liver",),
    "ast": ("fatty_liver",),
}
"""The illness that somebody means who speaks of a test's value and asks how to live with it."""

_BY_DIET: Final = frozenset(
    {"diabetes_mellitus", "prediabetes", "gestational_diabetes", "gout", "hyperuricemia", "hyperlipidemia",
     "dyslipidemia", "chronic_kidney_disease", "hypertension", "fatty_liver", "gerd", "irritable_bowel_syndrome"}
)  # fmt: skip
"""Illnesses whose cards on food say how to choose among all of it."""
_CAUGHT: Final[Mapping[str, tuple[str, ...]]] = {"diarrhea": ("gastroenteritis",), "vomiting": ("gastroenteritis",)}
"""The illness by which a complaint is caught from others, where it is asked how long that lasts."""
_OF_CARE: Final = frozenset({"self_care", "outlook", "contagion", "warning_signs"})
"""Aspects that an illness told has for its complaints; how it shows itself is no answer to one that is there."""
_DRINKS: Final = frozenset({"alcohol", "caffeine", "ginger"})

_FROM_SHOP: Final = frozenset(
    {"analgesic", "antipyretic", "nsaid", "cold_medicine", "decongestant", "antihistamine", "cough_medicine", "antacid",
     "laxative", "sleeping_pill", "digestive_drug", "expectorant", "antidiarrheal", "opioid", "h2_blocker"}
)  # fmt: skip
"""Classes of what people buy for themselves, or have in the drawer."""

_FOR_PAIN_AND_COLD: Final = frozenset(
    {"analgesic", "antipyretic", "nsaid", "cold_medicine", "decongestant", "antihistamine", "cough_medicine",
     "expectorant", "opioid"}
)  # fmt: skip
"""What cards on painkillers and cold medicines speak of."""

_FOR_KNOWLEDGE: Final = frozenset({"knowledge", "stopping"})
"""Intents that are answered with what holds for medicines at large."""

_AT_LARGE: Final = frozenset(
    {"technique", "missed_dose", "extra_dose", "vomited_dose", "stopping", "dependence", "storage", "alcohol",
     "pain_and_cold_medicine", "vaccination", "dental_and_surgery", "driving", "travel", "heat_and_bathing",
     "pregnancy", "breast_feeding"}
)  # fmt: skip
"""Aspects of which something can be said that holds for medicines at large."""


_PREVENTED: Final = frozenset(
    {"influenza", "covid_19", "pneumonia", "herpes_zoster", "hepatitis_a", "hepatitis_b", "tetanus", "varicella",
     "measles", "mumps", "rubella", "pertussis", "diphtheria", "rabies", "hpv_infection", "meningitis", "typhoid"}
)  # fmt: skip
"""Diseases that a vaccine is called by."""


class CardShelf(Protocol):
    """Where cards are found."""

    def card(self, language: str, aspect: str, subjects: Sequence[str]) -> Passage | None:
        """The card of this aspect about the first of ``subjects`` that has one, or None."""
        ...

    def passage(self, document_id: str) -> Passage | None:
        """The passage of this id, or None."""
        ...


@dataclass(frozen=True, slots=True)
class CardReader:
    """What general questions are answered with: the reader of aspects, the cards, and the names of things."""

    aspects: AspectReader
    shelf: CardShelf
    finder: Finder
    dictionary: Dictionary
    fits: FitReader | None = None
    """Weighs all passages against an ask; without it cards are found by their subject and side alone."""


def asks_to_move(request: Request) -> bool:
    """Whether it is asked if a medicine may be taken at another time of day."""
    return MOVES.search(request.plain or request.text) is not None


def card_asked(
    reader: CardReader, request: Request, name: str, view: PatientView, language: str, said: str
) -> Passage | None:
    """The card that answers an ask whose intent is ``name``; None where another composer answers it better.

    ``said`` is the whole utterance: what it names may be what the ask means.
    """
    if (name not in OPEN and name not in ELSE) or (name == "acknowledge" and not asks_in(request)):
        return None
    if asks_own_record(request) is not None:
        return None
    if name == "plan" and request.has("evidence", "reassess"):
        # Whether to go on with a treatment is answered from the record, with guidelines.
        return None
    if name == "lookup" and not (request.subjects or request.slots):
        # What names nothing that is on record may still be known in general ("what foods set it off?").
        name = "knowledge"
    text = end_of(request.plain)
    named = tuple(one for one in request.mentions if one.start >= len(request.plain) - len(text))

    def sides() -> tuple[tuple[str, float], ...]:
        settled = sides_by_words(name, text)
        if settled is not None:
            return settled
        idle = idle_sides(name, text)
        heard = borne_out(side_heard(reader, request, view, said, of_record=name in ELSE, idle=idle), said, named)
        return sides_asked(heard, name, text, said, named=bool(named))

    def cards(sides: Sequence[tuple[str, float]]) -> list[Passage]:
        searches = (_Search(reader, text, named or request.mentions, said, view, *one, language, name) for one in sides)
        return [card for search in searches if (card := search.found()) is not None]

    about = Whose(view, reader.finder, f"{said} {text}")
    plain = plain_sides(request) if name == "knowledge" else ()
    told = (card for card in cards([(side, 1.0) for side in plain]) if about.suits(card))
    found = [card for card in told if answers_plainly(card.kind, plain, card.text)][:1]
    if not found:
        found = [card for card in cards(sides()) if about.suits(card)]
    if not found:
        # How one helps oneself comes before when to worry.
        found = [card for card in cards(first_aid(request, name, view)) if about.suits(card)][:1]
    if not found and request.has("permission") and named and _is_carrying(view):
        # What is asked leave for by somebody with child is asked for the child's sake.
        found = [card for card in cards((("pregnancy", 1.0),)) if about.suits(card)]
    if not found:
        return None
    words = stems(text)
    return max(found, key=lambda card: len(words & stems(card.text)), default=None)


def _is_carrying(view: PatientView) -> bool:
    """Whether a pregnancy is on record as present."""
    return any(
        fact.content.concept.concept_id in PREGNANCIES and fact.content.polarity is Polarity.AFFIRMED
        for fact in view.ledger.current(SlotKind.CONDITIONS)
        if fact.content.status in IN_FORCE
    )


def self_care_card(reader: CardReader, language: str, subjects: Sequence[str]) -> Passage | None:
    """The card that says how one helps oneself with the first of ``subjects`` that has one."""
    return reader.shelf.card(language, "self_care", subjects)


def stands_beside_warning(card: Passage) -> bool:
    """Whether a card says more after a warning: not how to use what was warned of, nor what holds for any medicine."""
    return card.kind not in OF_MEDICINE and ANY not in card.concepts


@dataclass(frozen=True, slots=True)
class _Search:
    """One search for a card: of what is named, else of what the words follow on, else of what is on record."""

    reader: CardReader
    text: str
    mentions: tuple[Mention, ...]
    said: str
    view: PatientView
    aspect: str
    sure: float
    language: str
    name: str

    def found(self) -> Passage | None:
        """The card, or None."""
        if self.aspect in OF_ILLNESS:
            return self._of_illness()
        return self._of_medicine() if self.aspect in OF_MEDICINE else self._together()

    def _of_illness(self) -> Passage | None:
        named = (*self._named(FINDINGS), *self._named(_BESIDE), *self._named(_MEDICINES))
        if named and (card := self._of_what_explains(named)) is not None:
            return card
        if named or self.sure < _UNNAMED_FROM:
            return self._card(self._ids_of(named))
        before = self._card(self._in(self.said, FINDINGS) or self._before(FINDINGS))
        return before or self._card(self._warned_of()) or self._speaking_of_asked()

    def _of_what_explains(self, named: Sequence[Entry]) -> Passage | None:
        """The card of an illness on record whose care is of the complaint that is named: chickenpox, of the itch."""
        if self.aspect not in _OF_CARE or any(one.kind != "symptoms" for one in named):
            return None
        care = self.reader.shelf
        for fact in self._own(SlotKind.CONDITIONS):
            cared_for = care.card(self.language, "self_care", (fact.content.concept.concept_id,))
            if cared_for is not None and self._speaks_of(cared_for, named):
                return self._card(_of_fact(fact))
        return None

    def _warned_of(self) -> tuple[str, ...]:
        """The illness that the last answer named, where what was asked before it named none ("the serotonin thing")."""
        last = self.view.answers.last()
        return self._in(last.text, ("conditions",)) if last is not None else ()

    def _of_medicine(self) -> Passage | None:
        # "I take X and Y. What does it do?" means the last one.
        medicines, findings = self._named(_MEDICINES)[::-1], self._named(FINDINGS)
        meant = _ids(medicines) or self._treating(findings)
        # What a medicine may do is named, and is not what the medicine is for: "does it make me sleepy?"
        free = not findings or self.aspect == "side_effects" or (self.aspect == "purpose" and is_well(self.text))
        if not meant and free:
            meant = self._in(self.said, _MEDICINES) or self._before(_MEDICINES) or self._only_medicine()
        card = self._card((*meant, *_ids(findings)))
        blamed = self.aspect == "side_effects" and bool(findings) and not medicines
        if card is not None and blamed and not self._speaks_of(card, findings):
            # "Is the pulse too slow?" is not answered by the bruises that another medicine brings.
            card = None
        return card or (self._at_large() if meant or not findings else None)

    def _vaccinated(self) -> Passage | None:
        """Of vaccines: for what somebody takes or has; the name of the disease only says which vaccine it is."""
        named = [one for one in self._named((*_MEDICINES, *FINDINGS)) if one.concept_id not in _PREVENTED]
        if named:
            return self._card(_ids(named)) or self._at_large()
        own = (*self._own(SlotKind.MEDICATIONS), *self._own(SlotKind.CONDITIONS))
        first = (card for fact in own if (card := self._card(_of_fact(fact))) is not None)
        return self._speaking_of_asked(self._in(self.said, _MEDICINES)) or next(first, None) or self._at_large()

    def _together(self) -> Passage | None:
        if self.aspect == "vaccination":
            return self._vaccinated()
        medicines, findings = self._named(_MEDICINES), self._named(FINDINGS)
        if self.aspect == "pain_and_cold_medicine":
            from_shop = not medicines or any(not _FROM_SHOP.isdisjoint(one.broader) for one in medicines)
            own = self._speaking_of_asked() if from_shop else None
            relieves = not medicines or any(not _FOR_PAIN_AND_COLD.isdisjoint(one.broader) for one in medicines)
            if own is not None and not relieves and not self._speaks_of(own, medicines):
                # Whether an antacid may be taken is not answered by what is said of painkillers.
                own = None
            return own or (self._card(_ids((*medicines, *findings))) or self._at_large() if from_shop else None)
        if medicines or findings:
            named = (*self._ids_of((*medicines, *findings)), *self._treating(findings))
            if self.aspect == "pregnancy" and medicines and not findings and self._card(named) is None:
                return self._of_a_complaint(medicines)
            return self._card(named) or (self._at_large() if medicines else None)
        beside = self._named(_BESIDE)
        if card := self._card(_ids(beside)):
            return card
        told = self._in(self.said, _MEDICINES)
        own = None if told and self.aspect in _OF_WHAT_IS_TOLD else self._speaking_of_asked(told)
        if own is None and told:
            return self._card(told)
        card = own or self._card(self._before(_MEDICINES) or self._only_medicine())
        if card is not None and beside and not (self._speaks_of(card, beside) or self._is_diet(card, beside)):
            # "Can I have ginger tea?" is not answered by what is known of coffee.
            card = None
        return card or self._at_large()

    def _of_a_complaint(self, medicines: Sequence[Entry]) -> Passage | None:
        """The card on a complaint that is on record, where it speaks of the medicine or of its class."""
        told = (fact.content for fact in self.view.ledger.current(SlotKind.SYMPTOMS))
        felt = tuple(one.concept.concept_id for one in told if one.polarity is Polarity.AFFIRMED)
        card = self._card(felt) if felt else None
        return card if card is not None and self._speaks_of(card, medicines) else None

    def _is_diet(self, card: Passage, things: Sequence[Entry]) -> bool:
        """Whether a card says how to eat with an illness that is lived with by diet: it holds for any food."""
        foods = all(one.kind == "allergens" and one.concept_id not in _DRINKS for one in things)
        return self.aspect == "food" and foods and not _BY_DIET.isdisjoint(card.concepts)

    def _speaks_of(self, card: Passage, things: Sequence[Entry]) -> bool:
        named = {one.entry.concept_id for one in read_request(card.text, self.reader.finder).mentions}
        return any(not named.isdisjoint((one.concept_id, *one.broader)) for one in things)

    def _card(self, subjects: Sequence[str]) -> Passage | None:
        # "The water tablet" is the patient's own one of that kind.
        taken = (fact.content.concept for fact in self._own(SlotKind.MEDICATIONS))
        own = [one for one in taken if subjects and subjects[0] in one.broader]
        if self.aspect == "contagion":
            subjects = (*subjects, *(each for one in subjects for each in _CAUGHT.get(one, ())))
        meant = [each for one in own for each in (one.concept_id, *one.broader) if each not in subjects]
        return self.reader.shelf.card(self.language, self.aspect, (*meant, *subjects))

    def _at_large(self) -> Passage | None:
        sure = self.sure >= _AT_LARGE_FROM.get(self.aspect, SURELY)
        told = self.aspect in _AT_LARGE and sure and self.name in _FOR_KNOWLEDGE
        return self._card((ANY,)) if told else None

    def _ids_of(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        """The ids of what is named, and of the illness that a test stands for ("food that is bad for my sugar")."""
        illnesses = (each for entry in entries for each in ILLNESS_OF_TEST.get(entry.concept_id, ()))
        return tuple(dict.fromkeys((*_ids(entries), *illnesses)))

    def _named(self, kinds: Sequence[Kind]) -> tuple[Entry, ...]:
        """What is named of these kinds; a pregnancy only where nothing else is, since it is an aspect."""
        denied = self._denied()
        named = [one.entry for one in self.mentions if one.entry.kind in kinds and one.entry.concept_id not in denied]
        others = [one for one in named if PREGNANCIES.isdisjoint((one.concept_id, *one.broader))]
        return tuple(others if self.aspect in ("pregnancy", "breast_feeding") else named)

    def _denied(self) -> frozenset[str]:
        """Complaints that are said not to be there."""
        return frozenset(
            fact.content.concept.concept_id
            for fact in self.view.ledger.current(SlotKind.SYMPTOMS)
            if fact.content.polarity is Polarity.NEGATED
        )

    def _before(self, kinds: Sequence[Kind]) -> tuple[str, ...]:
        """What words without a name go on about: what was asked before, else what was answered."""
        last = self.view.answers.last()
        line = self.view.tiers.lines.get(last.turn_number) if last is not None else None
        if last is not None and line is None:
            return self._in(last.text, (*kinds, *_MEDICINES, *FINDINGS))
        if last is None or line is None:
            return ()
        if asked := self._in(line.question, (*kinds, *_MEDICINES, *FINDINGS)):
            return asked
        ids = [one for reference in last.spoke_of for one in reference.fact_ids]
        facts = [fact for one in ids if (fact := present(self.view.ledger, one)) is not None]
        same = len({fact.content.concept.concept_id for fact in facts}) == 1
        return _of_fact(facts[0]) if same else ()

    def _in(self, text: str, kinds: Sequence[Kind]) -> tuple[str, ...]:
        named = [one.entry for one in read_request(text, self.reader.finder).mentions if one.entry.kind in kinds]
        return _ids(sorted(reversed(named), key=lambda one: kinds.index(one.kind) // len(_MEDICINES)))

    def _only_medicine(self) -> tuple[str, ...]:
        taken = self._own(SlotKind.MEDICATIONS)
        return _of_fact(taken[0]) if len(taken) == 1 else ()

    def _treating(self, findings: Iterable[Entry]) -> tuple[str, ...]:
        """The medicines on record that are for an illness that is named ("the osteoporosis pill")."""
        names = [stems(f"{one.name} {one.name_ko}") for one in findings if one.kind == "conditions"]
        return tuple(
            each
            for fact in self._own(SlotKind.MEDICATIONS)
            if any(name & self._purpose(fact) for name in names)
            for each in _of_fact(fact)
        )

    def _purpose(self, fact: Fact) -> frozenset[str]:
        entry = lookup(self.reader.dictionary, "medications", fact.content.concept.concept_id)
        if entry is None:
            return frozenset()
        return stems(f"{entry.extra.get('purpose_en', '')} {entry.extra.get('purpose_ko', '')}")

    def _speaking_of_asked(self, told: tuple[str, ...] = ()) -> Passage | None:
        """Of the cards about what is ``told`` of, or on record, the one that shares most with the ask.

        A word that several of them hold tells them apart the less.
        """
        own = (*self._own(SlotKind.MEDICATIONS), *self._own(SlotKind.CONDITIONS))
        cards = list(dict.fromkeys(filter(None, (self._card(told), *(self._card(_of_fact(fact)) for fact in own)))))
        held = [stems(self.text) & stems(card.text) for card in cards]
        often = Counter(word for words in held for word in words)
        shared = [sum(1 / often[word] for word in words) for words in held]
        if not cards or (max(shared) == 0 and len(cards) > 1):
            return None
        return cards[shared.index(max(shared))]

    def _own(self, slot: SlotKind) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.view.ledger.current(slot) if _is_own(fact))


def _ids(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The ids of entries, the exact ones before what is wider."""
    those = tuple(entries)
    exact = [entry.concept_id for entry in those]
    return tuple(dict.fromkeys((*exact, *(each for entry in those for each in entry.broader))))


def _of_fact(fact: Fact) -> tuple[str, ...]:
    return (fact.content.concept.concept_id, *fact.content.concept.broader)


def _is_own(fact: Fact) -> bool:
    content = fact.content
    in_force = content.status is None or content.status in IN_FORCE
    return content.subject == PATIENT and content.polarity is Polarity.AFFIRMED and in_force
