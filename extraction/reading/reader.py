"""The learned reader: one utterance laid out, each item read by the models, and what belongs to it bound to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Protocol, cast

from extraction.lexicon import Lexicon
from extraction.mentions import ConceptRecogniser
from extraction.pipeline import Extractor
from extraction.reading.alarm_features import alarm_features
from extraction.reading.arc_features import Attribute, arc_features, attributes_of, candidates
from extraction.reading.features import hashed, whole
from extraction.reading.item_features import features_of, group
from extraction.reading.items import MEMORY_ITEMS, Heard, Item, items_of
from extraction.reading.linear import Models
from extraction.reading.masking import Masked, mask
from extraction.reading.rule_view import RuleView, view
from extraction.reading.sheet import Sheet, lay_out
from extraction.reading.understanding import ACTS, GUESS, Act, AskOp, Change, Read, Request, Role, State, Understanding

ALARM_MARGIN: Final = 0.0
"""The margin from which an utterance is taken to call for urgent care."""

READER: Final = "reader"
"""The name under which proposals carry this reader."""

_SHARED: Final = 0.7
"""Share of the best owner's margin from which a date, a frequency or a relative belongs to another item as well."""

_SURE: Final = 1.0
"""A margin from which nothing is doubted."""


class Reader(Protocol):
    """Reads an utterance over what was heard before it; deterministic for the learned reader."""

    def read(
        self, text: str, *, said_at: datetime, time_zone: str, language: str, heard: Heard
    ) -> tuple[Sheet, Understanding, RuleView]:
        """The utterance laid out and understood; no text raises."""
        ...


@dataclass(frozen=True, slots=True)
class LearnedReader:
    """Reads with the shipped models. It holds no state of its own, so threads may share it."""

    lexicon: Lexicon
    recogniser: ConceptRecogniser
    models: Models
    rules: Extractor

    def read(
        self, text: str, *, said_at: datetime, time_zone: str, language: str, heard: Heard
    ) -> tuple[Sheet, Understanding, RuleView]:
        """The utterance laid out and understood, and what the rules made of it."""
        expects = any(isinstance(fact.value, float) or fact.dose for fact in heard.facts)
        sheet = lay_out(text, self.lexicon, self.recogniser, said_at, time_zone, language, expects_value=expects)
        items = items_of(sheet, heard, self.lexicon)
        told = self.rules.read(
            text, said_at=said_at, time_zone=time_zone, language="ko" if language == "ko" else "en",
            spoken_of=heard.facts[:MEMORY_ITEMS],
        )  # fmt: skip
        rules = view(sheet, items, told.proposals)
        return sheet, self.understand(sheet, heard, items, mask(sheet, items), rules), rules

    def understand(
        self, sheet: Sheet, heard: Heard, items: Sequence[Item], masked: Masked, rules: RuleView
    ) -> Understanding:
        """What the laid-out utterance means."""
        words = hashed(whole(masked))
        acts = self._acts(words)
        reads = [self._item(sheet, heard, items, masked, index, rules) for index in range(len(items))]
        answers = bool(heard.agent_said)
        reads = [_let_be(read, acts, answers=answers) for read in reads]
        reads = _bound(self, sheet, heard, items, masked, reads, rules)
        asked = tuple(read.item for read in reads if read.role == "asked")
        return Understanding(
            language=sheet.language,
            acts=acts,
            requests=self._requests(sheet, words, asked) if any(act.kind == "ask" for act in acts) else (),
            reads=tuple(reads),
            red_flag=self._alarms(items, masked),
            doubt=max((act.doubt for act in acts), default=0.0),
            readers={READER: self.models.version},
        )

    def _alarms(self, items: Sequence[Item], masked: Masked) -> bool:
        scores = self.models["red"].table(hashed(alarm_features(items, masked)))
        return scores["yes"] - scores["no"] > ALARM_MARGIN

    def _acts(self, words: list[int]) -> tuple[Act, ...]:
        found, best = [], (float("-inf"), ACTS[0])
        for kind in ACTS:
            scores = self.models[f"act:{kind}"].table(words)
            margin = scores["yes"] - scores["no"]
            best = max(best, (margin, kind))
            if margin > 0:
                found.append(Act(kind, _doubt(margin)))
        return tuple(found) or (Act(best[1], 1.0),)

    def _requests(self, sheet: Sheet, words: list[int], about: tuple[Item, ...]) -> tuple[Request, ...]:
        choice = self.models["ask"].choose(words)
        said = tuple(sheet.quote(item.start, item.end)[0] for item in about)
        return (Request(cast(AskOp, choice.label), _doubt(choice.margin), about, said),)

    def _item(
        self, sheet: Sheet, heard: Heard, items: Sequence[Item], masked: Masked, index: int, rules: RuleView
    ) -> Read:
        item = items[index]
        buckets = hashed(features_of(sheet, heard, items, masked, index, rules))
        role = self.models["role" if item.named else "memory"].choose(buckets, among=roles_of(item))
        state = self.models["state"].choose(buckets)
        change = self.models["change" if item.named else "memory-change"].choose(buckets)
        certain = self.models["certain"].choose(buckets).label == "confirmed"
        return Read(
            item, cast(Role, role.label), cast(State, state.label), cast(Change, change.label), certain,
            _doubt(role.margin),
        )  # fmt: skip


def _let_be(read: Read, acts: Sequence[Act], *, answers: bool) -> Read:
    """A fact on record that nobody names is touched only by words that correct, change, take back or answer."""
    touching = answers or any(act.kind in _TOUCHING and act.doubt <= GUESS for act in acts)
    if read.item.named or not read.is_fact or (touching and read.change != "assert"):
        return read
    return replace(read, role="untouched")


_TOUCHING: Final = frozenset({"correct", "change", "retract", "revert", "reply"})
_NONE_OF: Final = frozenset({"old", "asked", "other"})
_POSSIBLE: Final = {
    "finding": frozenset({"conditions", "symptoms", "procedures", "family_history", "vitals", "allergies"}) | _NONE_OF,
    "drug": frozenset({"medications", "allergies", "procedures", "labs"}) | _NONE_OF,
    "test": frozenset({"labs", "vitals", "procedures"}) | _NONE_OF,
    "allergen": frozenset({"allergies", "medications"}) | _NONE_OF,
    "procedure": frozenset({"procedures", "medications", "conditions", "family_history", "social_history"}) | _NONE_OF,
    "habit": frozenset({"social_history", "allergies", "demographics"}) | _NONE_OF,
    "person": frozenset({"demographics"}) | _NONE_OF,
}


def roles_of(item: Item) -> frozenset[str]:
    """The roles that an item of its kind can have: a test is never a medicine."""
    if not item.named:
        return frozenset({"untouched", str(item.slot)})
    if item.kind == "topic":
        return frozenset({str(item.slot)}) | _NONE_OF
    return _POSSIBLE[group(item)]


def _doubt(margin: float) -> float:
    return round(max(0.0, 1.0 - margin / _SURE), 3)


def _bound(
    reader: LearnedReader,
    sheet: Sheet,
    heard: Heard,
    items: Sequence[Item],
    masked: Masked,
    reads: list[Read],
    rules: RuleView,
) -> list[Read]:
    """``reads`` with the figures, frequencies, dates and relatives that belong to each."""
    taken: dict[tuple[int, str], list[Attribute]] = defaultdict(list)
    scored = []
    for place, attribute in enumerate(attributes_of(sheet)):
        model = reader.models[f"arc:{attribute.kind}"]
        for index in candidates(attribute, items):
            if items[index].named and not (reads[index].is_fact or reads[index].role == "old"):
                continue
            table = model.table(hashed(arc_features(sheet, heard, items, masked, attribute, index, rules)))
            for label in ("new", "old"):
                if label in table and table[label] > table["none"]:
                    scored.append((table[label] - table["none"], -place, -index, attribute, index, label))
    held: set[int] = set()
    best: dict[int, float] = {}
    for margin, place, _, attribute, index, label in sorted(scored, key=lambda one: (-one[0], one[1], one[2])):
        if -place in held and (attribute.kind == "figure" or margin < _SHARED * best[-place]):
            continue
        if label == "new" and _is_full(items[index], attribute, taken[index, "new"]):
            continue
        held.add(-place)
        best.setdefault(-place, margin)
        taken[index, label].append(attribute)
    return [_with(read, taken[index, "new"], taken[index, "old"]) for index, read in enumerate(reads)]


def _is_full(item: Item, attribute: Attribute, own: Sequence[Attribute]) -> bool:
    """A medicine has one dose; a test may have several values, each its own reading."""
    if attribute.figure is None:
        return False
    alike = [one.figure for one in own if one.figure is not None]
    if not item.named:
        return bool(alike)
    return group(item) not in ("test",) and any(one.kind == attribute.figure.kind for one in alike)


def _with(read: Read, new: Sequence[Attribute], old: Sequence[Attribute]) -> Read:
    placed = sorted(new, key=lambda one: one.start)
    return replace(
        read,
        new=tuple(one.figure for one in placed if one.figure is not None),
        old=tuple(one.figure for one in old if one.figure is not None),
        frequencies=tuple(one.frequency for one in placed if one.frequency is not None),
        dates=tuple(one.date for one in placed if one.date is not None),
        subjects=tuple(one.relative.entry for one in placed if one.relative is not None),
    )
