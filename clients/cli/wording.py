"""A fact, and what became of it, in a line of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

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


def value_text(fact: fact_pb2.Fact) -> str:
    """The value with its unit, the dose and how it is taken; empty where the fact has none."""
    which = fact.WhichOneof("value")
    value = f"{fact.comparator}{fact.number:g}" if which == "number" else str(getattr(fact, which)) if which else ""
    if not which and (fact.HasField("value_low") or fact.HasField("value_high")):
        value = _bounds(fact)
    parts = (f"{value} {fact.unit}".strip() if value else "", fact.dose, fact.frequency)
    return " ".join(part for part in parts if part)


def _bounds(fact: fact_pb2.Fact) -> str:
    """A range, or the bound that it is when only one of its ends is known."""
    if not fact.HasField("value_high"):
        return f">={fact.value_low:g}"
    return f"{fact.value_low:g}-{fact.value_high:g}" if fact.HasField("value_low") else f"<={fact.value_high:g}"


def name_text(fact: fact_pb2.Fact) -> str:
    """The concept in the patient's language."""
    if fact.name == ANY:
        return "(not known)" if fact.certainty == "unknown" else "(none)"
    return fact.display or fact.name


def fact_text(fact: fact_pb2.Fact) -> str:
    """Concept, value, date and marks: "HbA1c 7.2 % [2025-03-03]"."""
    when = f"[{fact.valid_from}]" if fact.valid_from else ""
    return " ".join(part for part in (name_text(fact), value_text(fact), when, *marks(fact)) if part)


def marks(fact: fact_pb2.Fact) -> Iterator[str]:
    """What changes how a fact may be used."""
    if fact.subject not in ("", "patient"):
        yield f"({fact.subject})"
    if fact.polarity == "negated" and fact.name != ANY:
        yield "(not present)"
    if fact.certainty == "uncertain":
        yield "(uncertain)"
    if fact.status not in ("", "active"):
        yield f"({fact.status})"
    if fact.disputed:
        yield "(disputed)"


def event_text(event: fact_pb2.SlotEvent, *, plain: bool) -> Text:
    """A committed event in a line; what is no longer true is struck through, as ~~text~~ where nothing can be."""
    line = Text(f"{EVENT_NAMES.get(event.kind, 'Event')} ", style="cyan")
    if event.kind == fact_pb2.SLOT_EVENT_KIND_CLARIFICATION:
        return line.append(event.question, style="default")
    slot = slot_name(event.fact.slot)
    if event.kind in _REPLACES and event.HasField("previous"):
        line.append(f"{slot}: {name_text(event.fact)} ", style="default")
        line.append_text(struck(_told_apart(event.previous, event.fact), plain=plain))
        line.append(" -> ", style="default").append(_told_apart(event.fact, event.previous), style="bold green")
    elif event.kind == fact_pb2.SLOT_EVENT_KIND_RETRACTED:
        line.append(f"{slot}: ", style="default").append_text(struck(fact_text(event.fact), plain=plain))
    else:
        line.append(f"{slot}: {fact_text(event.fact)}", style="default")
    if event.kind == fact_pb2.SLOT_EVENT_KIND_CONTRADICTION:
        line.append(f"  {event.question}", style="yellow")
    return line


def outcome_lines(
    events: Iterable[fact_pb2.SlotEvent], invalidated: Iterable[fact_pb2.Invalidated], *, plain: bool
) -> Iterator[Text]:
    """What a request led to: the committed events, and the answers that no longer hold."""
    for event in events:
        yield event_text(event, plain=plain)
    for stale in invalidated:
        yield invalidated_text(stale)


def invalidated_text(stale: fact_pb2.Invalidated) -> Text:
    """An answer that no longer holds, in a line."""
    return Text("AnswerInvalidated ", style="cyan").append(f"turn {stale.turn_number}: {stale.reason}", style="yellow")


def struck(text: str, *, plain: bool) -> Text:
    """Text that no longer holds."""
    return Text(f"~~{text}~~") if plain else Text(text, style="strike red")


def _told_apart(fact: fact_pb2.Fact, other: fact_pb2.Fact) -> str:
    """The fact without the name, unless the name is what differs."""
    value = value_text(fact)
    when = f"[{fact.valid_from}]" if fact.valid_from else ""
    name = name_text(fact) if name_text(fact) != name_text(other) or not value else ""
    return " ".join(part for part in (name, value, when, *marks(fact)) if part)
