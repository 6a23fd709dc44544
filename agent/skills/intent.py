"""Classifies what a turn asks: the reader hears the kind, cues make it finer; the intent skill without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from agent.answers.asking.asked_apart import asked_apart
from agent.answers.asking.asked_kinds import settled_name
from agent.answers.asking.asks import asks_in, last_sentence
from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.learned_kinds import Kinds
from agent.answers.asking.naming import asks_usual_range, intent_name
from agent.answers.asking.plain_sides import named_plainly
from agent.answers.asking.request import Finder, Request, read_request
from agent.answers.asking.wishes import wish_of
from agent.answers.complaints.comfort import feeling_of
from agent.answers.complaints.ill_lately_asked import asks_ill_lately, is_wanted
from agent.answers.dispatch import OWN_ADVICE
from agent.answers.following.avoided_asked import asks_for_another, avoided_for
from agent.answers.following.following import understood
from agent.answers.following.pointed_asked import moved_value, other_form
from agent.answers.knowledge.cards import CardReader, card_asked
from agent.answers.knowledge.chosen import chosen
from agent.answers.knowledge.fitting import FAQ
from agent.answers.medicines.concerns import states_asked
from agent.answers.medicines.culprits import asks_culprit, culprit_cards
from agent.answers.medicines.off_it_asked import asks_off_it
from agent.answers.medicines.total_asked import reckoned_intent
from agent.answers.plans.topic_plan import topic_card
from agent.answers.record.patient_named import finder_over
from agent.answers.record.who_asked import details_asked, says_how_to_call
from agent.answers.referents.salience import asked_which
from agent.answers.values.diagnosis_asked import made_of_value
from agent.safety.card import for_somebody, wants_card
from agent.skills.ports import Complexity, Intent, Question
from agent.words.wording import Dictionary
from extraction.reading.understanding import Asking
from projections.patient_view import PatientView

K_BY_COMPLEXITY: Final[dict[Complexity, int]] = {"simple": 3, "moderate": 8, "complex": 15}
"""Documents to retrieve by complexity (thesis, active retrieval; DESIGN.md 6)."""

_COMPLEXITIES: Final[tuple[Complexity, ...]] = ("simple", "moderate", "complex")
_COMPLEX_INTENTS: Final = frozenset({"plan", "steps"})
_NO_CARD: Final = frozenset({"handover", "values", "audit", "why", "form", "scope"}) | OWN_ADVICE
"""Intents of words that ask for no card to carry, whatever they call what they want."""
_OF_ONE_MEDICINE: Final = frozenset(
    {"knowledge", "medicine", "purpose", "lookup", "its_use", "total", "given_for", "course"}
)
"""Intents that are of one medicine, where words only point at medicines."""
_ON_PASSAGES: Final = frozenset({"knowledge", "cause", "stopping", "together"})
_COMPLEX_FROM_MEDICINES: Final = 2
"""Medicines named from which a question is about an interaction, and therefore complex (thesis 2)."""
_DROWNED: Final = -1.5
"""How surely the whole may ask nothing while its last sentence is still listened to."""
_CLEARLY: Final = 1.0
"""How surely that sentence has to ask."""
_COMPLEX_FROM_CONCEPTS: Final = 4
"""Medical concepts named from which the highest threshold holds (DESIGN.md 6, adaptive threshold)."""


class RuleIntent:
    """The intent skill without a model; pure and deterministic."""

    def __init__(
        self, lexicon: Dictionary, recogniser: Finder, kinds: Kinds | None = None, cards: CardReader | None = None
    ) -> None:
        """``kinds`` is asked of words that nobody has read; without it cues decide on those alone.

        ``cards`` finds what answers general questions without a search.
        """
        self._lexicon = lexicon
        self._recogniser = recogniser
        self._kinds = kinds
        self._cards = cards

    async def classify(self, question: Question, view: PatientView) -> Intent:
        """The intent of ``question``, given what was last spoken of."""
        request = understood(question, view, finder_over(self._recogniser, view.ledger))
        name = intent_name(request, view.answers)
        asking = self._asking(question, request)
        if asks_off_it(request, view):
            name = "off_it"
        elif other_form(request, view, self._recogniser):
            name = "on_the_skin"
        elif avoided_for(request, view, question.turn_number, self._recogniser):
            name = "avoid"
        elif asks_for_another(request, view, self._recogniser):
            name = "for_another"
        elif moved_value(request, view) is not None:
            name = "moves_value"
        elif asking is not None and wish_of(request, view.answers) is None:
            name = settled_name(name, asking, request, view)
        name = "diagnosis" if made_of_value(request, view) is not None else named_plainly(name, request, view)
        if name == "acknowledge" and feeling_of(request) == "worry" and request.concepts("symptoms", "conditions"):
            # A worry about a complaint wants what is known of it, not a receipt.
            name = "knowledge"
        if request.doubtful and name in _OF_ONE_MEDICINE and not asked_which(view.answers):
            name = "which"
        wished = name != "acknowledge" or asks_in(request) or is_wanted(request.text)
        if wished and asks_ill_lately(request.text):
            name = "ill_lately"
        elif details_asked(request.text):
            name = "who"
        elif says_how_to_call(request.text):
            name = "acknowledge"
        elif name not in _NO_CARD and wants_card(request.text):
            # Who names the parts wants those and no more, whatever was told beside the wish.
            parts = name == "summary" or self._names_parts(request)
            name = "handover" if not parts or for_somebody(request.text) else "summary"
        shape = laid_out(request, view.answers)
        name = shape or name
        asks = asked_apart(question, request, name, view, self._recogniser, self._kinds)
        if not asks:
            name = reckoned_intent(request, view) or name
        if asks and not any(one.name == name for one in asks):
            # What was told beside the questions made them sound like another.
            name = asks[0].name
        wanted = [(one.request, one.name) for one in asks] or [(request, name)]
        cards = self._cards_asked(wanted, view, question)
        beside: tuple[str, ...] = ()
        reserve: tuple[str, ...] = ()
        if (
            self._cards is not None
            and shape is None
            and name != "total"
            and (asks_in(request) or name != "acknowledge")
        ):
            told = chosen(self._cards, wanted, view, question.language, question.text, cards)
            reserve = (told.reserve,) if told.reserve else ()
            if told.beside:
                cards, beside = (*cards, told.beside), (told.beside,)
            elif told.instead:
                name, wanted, cards = FAQ, [(request, FAQ)], (told.instead,)
        complexity = max((_complexity(*one) for one in wanted), key=_COMPLEXITIES.index)
        retrieves = bool(cards or reserve) or any(_needs_documents(*one) for one in wanted)
        return Intent(
            name=name,
            complexity=complexity,
            needs_retrieval=retrieves,
            k=K_BY_COMPLEXITY[complexity] if retrieves else 0,
            medical_concepts=request.medical_concepts,
            slots=request.slots,
            concept_ids=tuple(dict.fromkeys(mention.entry.concept_id for mention in request.mentions)),
            cards=cards,
            beside=beside,
            reserve=reserve,
        )

    def _names_parts(self, request: Request) -> bool:
        """Whether the last thing wished for names lists of the record and nothing else."""
        asks = asks_in(request)
        last = read_request(asks[-1].text, self._recogniser) if asks else request
        # "Sort out the medicines" may be read as the name of a procedure.
        named = [one for one in last.subjects if one.entry.kind not in ("procedures", "relatives")]
        return bool(last.slots) and not named and last.plain != request.plain

    def _asking(self, question: Question, request: Request) -> Asking | None:
        """What is asked: of the whole, or of its last sentence where what is told before it drowns a question."""
        if self._kinds is not None and request.text != " ".join(question.text.split()):
            # What stands in the place of "the weekly one" or of "and losartan?" may be heard otherwise.
            instead = self._kinds.read(replace(question, text=request.text))
            return max(instead, question.asking or instead, key=lambda one: one.margin)
        if question.asking is None:
            return self._kinds.read(question) if self._kinds is not None else None
        if self._kinds is None or not _DROWNED < question.asking.asks <= 0:
            return question.asking
        last = last_sentence(request)
        heard = self._kinds.read(replace(question, text=last)) if last else question.asking
        return heard if heard.asks > _CLEARLY else question.asking

    def _cards_asked(
        self, wanted: Sequence[tuple[Request, str]], view: PatientView, question: Question
    ) -> tuple[str, ...]:
        """The documents of the cards that answer what is asked, in order."""
        if self._cards is None:
            return ()
        found = (
            card_asked(self._cards, request, name, view, question.language, question.text) for request, name in wanted
        )
        blamed = (
            card
            for request, name in wanted
            if name == "cause" and asks_culprit(request)
            for card in culprit_cards(self._cards, request, view, question.language)
        )
        topics = (topic_card(self._cards, request, name, question.language) for request, name in wanted)
        return tuple(dict.fromkeys(card.document_id for card in (*blamed, *topics, *found) if card is not None))


def _needs_documents(request: Request, name: str) -> bool:
    """Recall, lists, comparisons and corrections rest on the record alone; plans and general knowledge on passages."""
    return name in _COMPLEX_INTENTS or name in _ON_PASSAGES


def _complexity(request: Request, name: str) -> Complexity:
    if name in _COMPLEX_INTENTS:
        return "complex"
    if name not in _ON_PASSAGES or asks_usual_range(request):
        return "simple"
    medicines, conditions = len(request.concepts("medications", "drug_classes")), request.concepts("conditions")
    many = medicines >= _COMPLEX_FROM_MEDICINES
    many = many or (request.has("permission") and bool(conditions or states_asked(request.text)) and medicines > 0)
    return "complex" if many or request.medical_concepts >= _COMPLEX_FROM_CONCEPTS else "moderate"
