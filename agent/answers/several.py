"""Several requests of one utterance, answered in order, each by the composer of its own kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from agent.answers.asking.asked_apart import AskRead, asked_apart
from agent.answers.asking.laid_out import laid_out
from agent.answers.asking.naming import intent_name
from agent.answers.asking.request import Request, read_request
from agent.answers.asking.segments import questions, segments
from agent.answers.asking.value_request import OF_A_SERIES, SENTENCE_END
from agent.answers.consultation import Consultation
from agent.answers.dispatch import QUOTE_CARDS, composer_of
from agent.answers.following.forms import in_form
from agent.answers.knowledge.quotes import whole
from agent.answers.leading import is_fallback, leading
from agent.answers.medicines.most_taken import most_taken
from agent.answers.not_found import not_found
from agent.answers.part import Part, joined
from agent.answers.record.lookup import not_on_record
from agent.answers.remembered.between_readings import between_readings, is_part, tests_moved
from agent.answers.remembered.remembered import remembered
from agent.answers.values.personal_targets import goal_asked
from agent.answers.values.told import states_value
from domain.events import SlotChanged, SlotCorrected, SlotRecorded
from domain.values import SERIES_SLOTS, Content

_MIXED: Final = frozenset({"values", "since", "lookup", "medicine", "judge", "compare", "told", "knowledge", "recall"})
"""Kinds that words which ask several things may be taken for as a whole."""
_OF_TAKEN_ALREADY: Final = frozenset({"total", "fever", "dose", "summary", "handover", "day", "values", "course"})
"""Intents whose own composers count what is taken, or a child's dose."""
_OF_VALUES: Final = frozenset({"values", "compare", "judge"})
_ANSWERED_APART: Final = frozenset({"values", "since", "ended", "lookup", "medicine", "judge", "compare", "told"})
"""Kinds that a part of an utterance may ask for itself; a plan or a list is made of the whole of it."""


def answered(consultation: Consultation, name: str, only: Collection[str] = ()) -> Part:
    """The answer to every ask of the utterance, in order; ``name`` is the intent of the utterance as a whole.

    Where ``only`` names intents, asks of other intents are left out.
    """
    situation = consultation.situation
    asks = asked_apart(
        situation.question, consultation.request, name, situation.view, consultation.finder, consultation.kinds
    )
    if (moved := _moved_since(consultation, asks)).text and not only:
        return moved
    wanted = [ask for ask in asks if not only or ask.name in only]
    if not asks:
        return _to_one(consultation, name) if not only or name in only else Part()
    said = [(ask, _to_ask(consultation, ask)) for ask in wanted]
    found = [part for ask, part in said if not _finds_nothing(consultation, ask, part)]
    if found or only:
        return _in_order(found)
    if not _told(consultation):
        return _to_one(consultation, name)
    # Where something was told, the whole of the words would be answered with what they tell.
    if leading(consultation).text:
        return Part()
    ask, part = said[0]
    return not_found(_of(consultation, ask)) if part.citations or ask.name in _OF_VALUES else part


def _moved_since(consultation: Consultation, asks: Sequence[AskRead]) -> Part:
    """How far a value that this turn tells has moved, where several words ask that of it: where it began, how far, over
    how long ("79.8 today. What did I start at, how much is that in how many days?"); each by itself asks half of it.
    """
    if not any(content.slot in SERIES_SLOTS for content in _told(consultation)):
        return Part()
    whole = since_no_told_day(consultation)
    tests = tests_moved(whole)
    others = [one for one in asks if not is_part(one.request.text) or not set(one.request.tests) <= set(tests)]
    said = between_readings(whole) if tests else Part()
    if not said.text:
        return Part()
    answers = [part for one in others if not _finds_nothing(consultation, one, part := _to_ask(consultation, one))]
    return _in_order([said, *answers])


def _finds_nothing(consultation: Consultation, ask: AskRead, part: Part) -> bool:
    """Whether an ask is left unanswered: what speaks of nothing that it names, or that was told, is no answer to it."""
    request = ask.request
    nameless = not (request.subjects or request.slots)
    if _of(consultation, ask).card(ask.name) is not None:
        return False
    if ask.name == "knowledge" and ((nameless and not part.facts) or part == not_found(_of(consultation, ask))):
        return True
    if ask.name in _OF_VALUES and not request.tests and (len(part.facts) < 2 or _tells_others(consultation)):
        return ask.name == "compare" or _tells_others(consultation)
    return is_fallback(consultation, part) or part == not_on_record(consultation)


def _of(consultation: Consultation, ask: AskRead) -> Consultation:
    return replace(consultation, request=ask.request, asked=ask.words)


def _to_ask(consultation: Consultation, ask: AskRead) -> Part:
    return _to_one(_of(consultation, ask), ask.name)


def _told(consultation: Consultation) -> list[Content]:
    """What this turn told for the record."""
    return [
        consultation.ledger.facts[event.payload.fact_id].content
        for event in consultation.situation.turn_events
        if isinstance(event.payload, (SlotRecorded, SlotChanged, SlotCorrected))
    ]


def _tells_others(consultation: Consultation) -> bool:
    """Whether this turn told of something that is no measured value: then "it" is no value either."""
    contents = _told(consultation)
    return bool(contents) and not any(content.slot in SERIES_SLOTS for content in contents)


def since_no_told_day(consultation: Consultation) -> Consultation:
    """The change asked for, not counted from the day of a value that this turn tells: that is where it ends."""
    values = consultation.request.values
    told = {content.valid_from for content in _told(consultation) if content.slot in SERIES_SLOTS}
    if values is None or values.fold != "difference" or values.window is None or values.window.first not in told:
        return consultation
    return replace(consultation, request=replace(consultation.request, values=replace(values, window=None)))


def _to_one(consultation: Consultation, name: str) -> Part:
    consultation = since_no_told_day(consultation)
    if (goal := goal_asked(consultation)).text:
        return goal
    if (own := remembered(consultation)).text:
        return own
    if name not in _OF_TAKEN_ALREADY and (most := most_taken(consultation)).text:
        return most
    several = _parts_named(consultation, name)
    said = several if several.text else _with_its_purpose(consultation, name)
    return in_form(consultation, said) if name in ("values", "compare") else said


def _with_its_purpose(consultation: Consultation, name: str) -> Part:
    """The answer of an intent; to what a medicine on record is for the card is added, and takes no word from it."""
    card = consultation.card(name)
    own = consultation.known.medicine_ids()
    taken = [one for one in consultation.request.concepts("medications") if one in own]
    if name == "medicine" and card is not None and card.kind == "purpose" and not consultation.request.subjects:
        # "The second one, what is it for?" means a medicine by its place, which no card is chosen by.
        return composer_of(name)(consultation)
    if name != "medicine" or card is None or card.kind != "purpose" or len(taken) != 1:
        return composer_of(_by_card(consultation, name))(consultation)
    quote = whole(card)
    return joined((composer_of(name)(consultation), Part(quote.marked, (), (quote.citation,))))


def _by_card(consultation: Consultation, name: str) -> str:
    """The intent that answers an ask: where a card does, what is known of it, unless its own composer quotes cards."""
    return "knowledge" if name not in QUOTE_CARDS and consultation.card(name) is not None else name


def _in_order(parts: list[Part]) -> Part:
    """The answers one after another, no line twice."""
    said = joined(parts)
    lines = said.text.split("\n")
    # Of a line that closes several answers the last stays.
    kept = [line for at, line in enumerate(lines) if line not in lines[at + 1 :]]
    return replace(said, text="\n".join(kept))


def _parts_named(consultation: Consultation, name: str) -> Part:
    """The answers to the parts of one ask that name something each; empty where it asks one thing."""
    situation, whole = consultation.situation, consultation.request
    if laid_out(whole, situation.view.answers) is not None:
        return Part()
    parts = segments(whole)
    if len(parts) < 2:
        parts = questions(whole)
    if len(parts) < 2 or not whole.asks or name not in _MIXED:
        return Part()
    moment = (situation.question.said_at, situation.question.time_zone)
    read = [read_request(part, consultation.finder, moment) for part in parts]
    asking = _without_what_is_only_told(read, whole.plain)
    if len(asking) == 1 and len(read) > 1 and _is_of_a_series(asking[0]):
        return composer_of("values")(replace(consultation, request=_asking(asking[0], whole)))
    if len(asking) > 1:
        read = asking
    if not whole.subjects and not all(one.has("question") and not one.has("request") for one in read):
        return Part()
    requests = [_asking(one, whole) for one in read]
    names = [_name(one, consultation) for one in requests]
    if name == "told" and any(states_value(one) and n == "values" for one, n in zip(requests, names, strict=True)):
        # "112/70, pulse 66. Too low?" tells two values, and asks neither of them back.
        return Part()
    if not _differ(requests, names):
        return Part()
    said = [
        composer_of(name)(replace(consultation, request=request)) for request, name in zip(requests, names, strict=True)
    ]
    return joined(said) if all(part.text for part in said) else Part()


def _without_what_is_only_told(read: list[Request], text: str) -> list[Request]:
    """The parts but for sentences in which nothing is asked, where another asks: "INR 2.6 today. The highest?"."""
    sentences = SENTENCE_END.split(text)
    asks = [
        sentence.rstrip().endswith("?")
        or any(part.plain in sentence and (part.has("question") or part.has("request")) for part in read)
        for sentence in sentences
    ]
    told = [sentence for sentence, asked in zip(sentences, asks, strict=True) if not asked]
    kept = [part for part in read if not any(part.plain in sentence for sentence in told)]
    return kept if any(asks) and kept else read


def _is_of_a_series(part: Request) -> bool:
    return bool(part.tests) and part.values is not None and part.values.fold in OF_A_SERIES


def _asking(part: Request, whole: Request) -> Request:
    """A part asks what the whole utterance asks: the verb stands in one of them only."""
    return replace(part, cues=part.cues | (whole.cues & {"question", "request"}))


def _name(request: Request, consultation: Consultation) -> str:
    if request.tests and request.values is not None and request.values.fold == "latest" and not request.has("judge"):
        return "values"
    name = intent_name(request, consultation.situation.view.answers, corrections=False)
    taken = request.has("how_taken") and bool(request.concepts("medications", "drug_classes"))
    return "medicine" if name == "knowledge" and taken else name


def _differ(requests: list[Request], names: list[str]) -> bool:
    if not all(name in _ANSWERED_APART for name in names):
        return False
    each = zip(requests, names, strict=True)
    asked = {(name, request.values if name == "values" else None) for request, name in each}
    return len(asked) > 1
