"""A fact, and what became of it, in a line of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from clients.cli.words import Words
from protos.anamnesis.v1 import fact_pb2

ANY = "*"
"""Name of a statement about a whole slot."""

EVENT_NAMES = {
    fact_pb2.SLOT_EVENT_KIND_RECORDED: "SlotRecorded",
    fact_pb2.SLOT_EVENT_KIND_REAFFIRMED: "SlotReaffirmed",
    fact_pb2.SLOT_EVENT_KIND_CHANGED: "SlotChanged",
    fact_pb2.SLOT_EVENT_KIND_CORRECTED: "SlotCorrected",
    fact_pb2.SLOT_EVENT_KIND_RETRACTED: "SlotRetracted",
    fact_pb2.SLOT_EVENT_KIND_REVERTED: "CorrectionReverted",
    fact_pb2.SLOT_EVENT_KIND_CONTRADICTION: "ContradictionFound",
    fact_pb2.SLOT_EVENT_KIND_CLARIFICATION: "ClarificationRequested",
}

_REPLACES = (fact_pb2.SLOT_EVENT_KIND_CORRECTED, fact_pb2.SLOT_EVENT_KIND_CHANGED, fact_pb2.SLOT_EVENT_KIND_REVERTED)


def slot_name(slot: fact_pb2.SlotKind) -> str:
    """The slot as users write it: "labs"."""
    return fact_pb2.SlotKind.Name(slot).removeprefix("SLOT_KIND_").lower()


def slot_names() -> list[str]:
    """Every slot as users write it."""
    return [name.removeprefix("SLOT_KIND_").lower() for name in fact_pb2.SlotKind.keys()[1:]]


def slot_text(slot: fact_pb2.SlotKind, words: Words) -> str:
    """The slot in words: "Tests"."""
    return words(f"slot.{slot_name(slot)}", slot_name(slot))


def value_text(fact: fact_pb2.Fact, words: Words | None = None) -> str:
    """The value with its unit, the dose and how it is taken, in words; empty where the fact has none."""
    words = words or Words()
    which = fact.WhichOneof("value")
    value = ""
    if which == "number":
        value = f"{fact.comparator}{fact.number:.10g}"
    elif which == "flag":
        value = words("fact.yes" if fact.flag else "fact.no")
    elif which == "text":
        value = words(f"text.{fact.text}", fact.text)
    elif fact.HasField("value_low") or fact.HasField("value_high"):
        value = _bounds(fact)
    code = fact.unit or ("a" if fact.name == "age" else "")
    unit = words(f"unit.{code}", code)
    often = words(f"frequency.{fact.frequency.upper()}", fact.frequency)
    # "58세", as it is written; before the signs of units there is a space in either language.
    gap = "" if unit == "세" else " "
    return " ".join(
        part for part in (f"{value}{gap}{unit}".strip() if value else "", fact.dose, often, fact.timing) if part
    )


def _bounds(fact: fact_pb2.Fact) -> str:
    """A range, or the bound that it is when only one of its ends is known."""
    if not fact.HasField("value_high"):
        return f">={fact.value_low:g}"
    return f"{fact.value_low:g}-{fact.value_high:g}" if fact.HasField("value_low") else f"<={fact.value_high:g}"


def name_text(fact: fact_pb2.Fact, words: Words | None = None) -> str:
    """The concept in the patient's language."""
    words = words or Words()
    if fact.name == ANY:
        return f"({words('fact.not_known' if fact.certainty == 'unknown' else 'fact.none')})"
    if fact.slot == fact_pb2.SLOT_KIND_DEMOGRAPHICS:
        return words(f"demographics.{fact.name}", fact.display or fact.name)
    return fact.display or fact.name


def fact_text(fact: fact_pb2.Fact, words: Words | None = None) -> str:
    """Concept, value, date and marks: "HbA1c 7.2 % [2025-03-03]"."""
    words = words or Words()
    when = f"[{fact.valid_from}]" if fact.valid_from else ""
    parts = (name_text(fact, words), value_text(fact, words), when, *marks(fact, words))
    return " ".join(part for part in parts if part)


def marks(fact: fact_pb2.Fact, words: Words | None = None) -> Iterator[str]:
    """What changes how a fact may be used."""
    words = words or Words()
    if fact.subject not in ("", "patient"):
        yield f"({words(f'subject.{fact.subject}', fact.subject)})"
    if fact.polarity == "negated" and fact.name != ANY:
        yield f"({words('mark.absent')})"
    if fact.certainty == "uncertain":
        yield f"({words('mark.uncertain')})"
    if fact.status not in ("", "active"):
        yield f"({words(f'status.{fact.status}', fact.status)})"
    if fact.disputed:
        yield f"({words('mark.disputed')})"


def event_text(event: fact_pb2.SlotEvent, *, plain: bool, words: Words | None = None, as_logged: bool = True) -> Text:
    """A committed event in a line; what is no longer true is struck through, as ~~text~~ where nothing can be.

    ``as_logged`` has event and slot under the names that the log has; else they are in words, too.
    """
    words = words or Words()
    kind = fact_pb2.SlotEventKind.Name(event.kind).removeprefix("SLOT_EVENT_KIND_")
    told = EVENT_NAMES.get(event.kind, "Event") if as_logged else words(f"kind.{kind}", "Event")
    line = Text(f"{told} ", style="cyan")
    if event.kind == fact_pb2.SLOT_EVENT_KIND_CLARIFICATION:
        return line.append(event.question, style="default")
    slot = slot_name(event.fact.slot) if as_logged else slot_text(event.fact.slot, words)
    if event.kind in _REPLACES and event.HasField("previous"):
        line.append(f"{slot}: {name_text(event.fact, words)} ", style="default")
        line.append_text(struck(_told_apart(event.previous, event.fact, words), plain=plain))
        line.append(" -> ", style="default")
        line.append(_told_apart(event.fact, event.previous, words), style="bold green")
    elif event.kind == fact_pb2.SLOT_EVENT_KIND_RETRACTED:
        line.append(f"{slot}: ", style="default").append_text(struck(fact_text(event.fact, words), plain=plain))
    else:
        line.append(f"{slot}: {fact_text(event.fact, words)}", style="default")
    if event.kind == fact_pb2.SLOT_EVENT_KIND_CONTRADICTION:
        line.append(f"  {event.question}", style="yellow")
    return line


def outcome_lines(
    events: Iterable[fact_pb2.SlotEvent], invalidated: Iterable[fact_pb2.Invalidated], words: Words, *, plain: bool
) -> Iterator[Text]:
    """What a request led to, in words: the committed events, and the answers that no longer hold."""
    for event in events:
        yield event_text(event, plain=plain, words=words, as_logged=False)
    for stale in invalidated:
        yield invalidated_text(stale, words)


def invalidated_text(stale: fact_pb2.Invalidated, words: Words | None = None) -> Text:
    """An answer that no longer holds, in a line: in ``words``, or without them as the log names it."""
    if words:
        told = words("turn.falls", turn=stale.turn_number)
        return Text(f"{words('kind.INVALIDATED')} ", style="cyan").append(
            f"{told}: {reason_text(stale.reason, words)}", style="yellow"
        )
    return Text("AnswerInvalidated ", style="cyan").append(f"turn {stale.turn_number}: {stale.reason}", style="yellow")


def reason_text(reason: str, words: Words) -> str:
    """Why an answer no longer holds: "corrected: HbA1c 7.2 %", with what was done in words."""
    done, colon, what = reason.partition(":")
    return f"{words(f'kind.{done.upper()}', done)}{colon}{what}"


def struck(text: str, *, plain: bool) -> Text:
    """Text that no longer holds."""
    return Text(f"~~{text}~~") if plain else Text(text, style="strike red")


def _told_apart(fact: fact_pb2.Fact, other: fact_pb2.Fact, words: Words) -> str:
    """The fact without the name, unless the name is what differs."""
    value = value_text(fact, words)
    when = f"[{fact.valid_from}]" if fact.valid_from else ""
    name = name_text(fact, words)
    name = name if name != name_text(other, words) or not value else ""
    return " ".join(part for part in (name, value, when, *marks(fact, words)) if part)
