"""What the rules of the first reader make of each item: one opinion among the features of the learned one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import ANY, PATIENT, Certainty, Content, Polarity, Status, Temporality
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
    names = _Names(sheet, items)
    for proposal in proposals:
        index = names.item_of(proposal)
        if index is None:
            others.append(proposal)
        else:
            found.setdefault(index, []).append(_opinion(proposal))
    return RuleView({index: tuple(those) for index, those in found.items()}, tuple(others))


class _Names:
    """The items of an utterance by what a proposal may call them, looked up once."""

    def __init__(self, sheet: Sheet, items: Sequence[Item]) -> None:
        self._items = items
        self._by_name: dict[object, list[int]] = {}
        self._names: list[frozenset[object]] = []
        self._spans = [sheet.normalised.span(item.start, max(item.start, item.end)) for item in items]
        self._order = sorted(range(len(items)), key=lambda index: self._spans[index][0])
        self._starts = [self._spans[index][0] for index in self._order]
        self._longest = max((last - first for first, last in self._spans), default=0)
        for index, item in enumerate(items):
            self._names.append(frozenset(_names(item)))
            for name in self._names[-1]:
                self._by_name.setdefault(name, []).append(index)

    def item_of(self, proposal: Proposal) -> int | None:
        """The item that a proposal speaks of: the first that stands in its words, else the first of its name."""
        content, target = proposal.content, proposal.target
        slot = content.slot if content is not None else target.slot if target is not None else None
        about = content.concept if content is not None else target
        concept = about.concept_id if about is not None else None
        if slot is None or concept is None:
            return None
        called: list[object] = [("kind", concept), ("concept", concept)]
        if concept == ANY:
            called.append(("slot", slot))
        if "blood_pressure" in concept:
            called.append(_PRESSURE)
        if content is not None:
            called.append(("name", content.concept.name.casefold()))
        near = min((at for at in self._around(proposal) if not self._names[at].isdisjoint(called)), default=None)
        if near is not None:
            return near
        groups = [self._by_name[name] for name in called if name in self._by_name]
        fitting = groups[0] if len(groups) == 1 else sorted({index for group in groups for index in group})
        named = next((index for index in fitting if self._items[index].named), None)
        return named if named is not None else next(iter(fitting), None)

    def _around(self, proposal: Proposal) -> Iterator[int]:
        """The items that stand in a proposal's words."""
        if proposal.start is None or proposal.end is None:
            return
        first = bisect_left(self._starts, proposal.start - self._longest)
        last = bisect_left(self._starts, max(proposal.end, proposal.start + 1))
        for index in self._order[first:last]:
            if proposal.start <= self._spans[index][1]:
                yield index


_PRESSURE: Final = "pressure"


def _names(item: Item) -> Iterator[object]:
    if item.kind == "topic":
        yield "slot", item.slot
        return
    if not item.named:
        return
    if item.kind in ("age", "gender"):
        yield "kind", item.kind
        return
    if item.entry is None:
        return
    yield from {("concept", name) for name in (item.entry.concept_id, *item.entry.broader)}
    yield "name", item.entry.name.casefold()
    if "blood_pressure" in item.entry.concept_id:
        yield _PRESSURE


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
    if content.polarity is Polarity.NEGATED:
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
