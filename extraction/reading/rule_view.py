"""What the rules of the first reader make of each item: one opinion among the features of the learned one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Status, Temporality
from extraction.reading.items import Item
from extraction.reading.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Opinion:
    """One proposal of the rules about an item."""

    slot: str
    state: str
    operation: str
    certain: bool
    subject: str
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class RuleView:
    """The rules' proposals by the item that each is about, and those about none ("undo that")."""

    by_item: Mapping[int, tuple[Opinion, ...]]
    others: tuple[Proposal, ...] = ()

    def of(self, index: int) -> tuple[Opinion, ...]:
        """What the rules think of one item."""
        return self.by_item.get(index, ())


NO_RULES: Final = RuleView({})


def view(sheet: Sheet, items: Sequence[Item], proposals: Sequence[Proposal]) -> RuleView:
    """What the rules think of each of ``items``."""
    found: dict[int, list[Opinion]] = {}
    others = []
    for proposal in proposals:
        index = _item_of(sheet, items, proposal)
        if index is None:
            others.append(proposal)
        else:
            found.setdefault(index, []).append(_opinion(proposal))
    return RuleView({index: tuple(those) for index, those in found.items()}, tuple(others))


def _item_of(sheet: Sheet, items: Sequence[Item], proposal: Proposal) -> int | None:
    content, target = proposal.content, proposal.target
    slot = content.slot if content is not None else target.slot if target is not None else None
    concept = content.concept.concept_id if content is not None else target.concept_id if target is not None else None
    if slot is None or concept is None:
        return None
    fitting = [index for index, item in enumerate(items) if _is_called(item, slot, concept, content)]
    near = [index for index in fitting if _stands_in(sheet, items[index], proposal)]
    named = [index for index in fitting if items[index].named]
    return next(iter(near or named or fitting), None)


def _is_called(item: Item, slot: SlotKind, concept: str, content: Content | None) -> bool:
    if item.kind == "topic":
        return concept == "*" and item.slot is slot
    if not item.named:
        return False
    if item.kind in ("age", "gender"):
        return item.kind == concept
    entry = item.entry
    if entry is None:
        return False
    pressure = "blood_pressure" in entry.concept_id and "blood_pressure" in concept
    same = concept == entry.concept_id or concept in entry.broader or pressure
    return same or (content is not None and content.concept.name.casefold() == entry.name.casefold())


def _stands_in(sheet: Sheet, item: Item, proposal: Proposal) -> bool:
    if proposal.start is None or proposal.end is None:
        return False
    first, last = sheet.normalised.span(item.start, max(item.start, item.end))
    return first < max(proposal.end, proposal.start + 1) and proposal.start <= last


def _opinion(proposal: Proposal) -> Opinion:
    content, target = proposal.content, proposal.target
    slot = content.slot if content is not None else target.slot if target is not None else None
    return Opinion(
        slot=str(slot), state=_state(content) if content is not None else "current",
        operation=proposal.operation.value,
        certain=content is None or content.certainty is Certainty.CONFIRMED,
        subject=content.subject if content is not None else PATIENT, proposal=proposal,
    )  # fmt: skip


def _state(content: Content) -> str:
    if content.polarity is Polarity.NEGATED or content.value == "never":
        return "negated"
    if content.status in (Status.STOPPED, Status.RESOLVED, Status.REMISSION) or content.value == "former":
        return "ended"
    if content.status is Status.ON_HOLD:
        return "on_hold"
    if content.status is Status.PLANNED or content.temporality is Temporality.FUTURE:
        return "planned"
    return "ended" if content.temporality is Temporality.PAST else "current"


def opinion_features(opinions: Sequence[Opinion], family: str) -> Iterator[str]:
    """What the rules think of one item, as features."""
    if not opinions:
        yield f"rules=none{family}"
        yield "rules=none"
        return
    for one in opinions:
        withdrawn = one.operation in (Operation.RETRACT, Operation.REVERT)
        for text in (
            f"slot={one.slot}", f"state={one.state}", f"does={one.operation}", f"sure={one.certain}",
            f"whose={one.subject == PATIENT}", f"{one.slot}{one.state}{one.operation}", f"withdrawn={withdrawn}",
        ):  # fmt: skip
            yield f"rules:{text}"
            yield f"rules:{family}:{text}"
