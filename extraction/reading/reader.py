"""The learned reader: one utterance laid out, each item read by the models, and what belongs to it bound to it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import log
from typing import Final, Protocol, cast, get_args

from extraction.lexicon import Lexicon
from extraction.mentions import ConceptRecogniser
from extraction.pipeline import Extractor
from extraction.reading.alarm_features import alarm_features
from extraction.reading.arc_features import Arcs, Attribute, arc_buckets
from extraction.reading.evidence import SILENT, Evidence, EvidenceReader
from extraction.reading.features import hashed, in_talk, is_question, whole
from extraction.reading.item_features import group, item_buckets
from extraction.reading.items import ANSWERED, MEMORY_ITEMS, Heard, Item, items_of, with_unlisted
from extraction.reading.linear import Choice, Models, chosen, together
from extraction.reading.masking import Masked, mask
from extraction.reading.measuring import in_range, unit_fits
from extraction.reading.rule_view import RuleView, view
from extraction.reading.settling import Margins, settled
from extraction.reading.sheet import Sheet, is_called_goal, laid_out
from extraction.reading.understanding import ACTS, GUESS, Act, AskOp, Change, Read, Request, Role, State, Understanding
from extraction.scan import scan

ALARM_MARGIN: Final = 0.0
"""The margin from which an utterance is taken to call for urgent care."""

READER: Final = "reader"
"""The name under which proposals carry this reader."""

_SHARED: Final = 0.7
"""Share of the best owner's margin from which a date, a frequency or a relative belongs to another item as well."""

_LIKELY: Final = 1.0
"""Margin up to which a value that speaks for itself, a pressure or the answer to the agent, is taken as told."""

_SURE: Final = 1.0
"""A margin from which nothing is doubted."""


AGREED: Final = log(0.5)
"""The encoder's log probability of what an item is told as, from which the readers agree on it; below, it is uncertain.

Only what the linear readers hear without full margin is asked of it. On left-out authors a third of what patients had
not told of themselves lay there, and a twelfth of what was right.
"""

_AGREED_UPON: Final = frozenset({"conditions", "medications", "symptoms", "procedures"})

EVIDENCE: Final = {
    "act": 0.3, "ask": 0.3, "red": 0.05, "role": 0.2, "state": 0.3, "change": 0.3, "certain": 0.0, "arc": 0.1,
    "memory-role": 0.3, "memory-state": 0.3, "memory-change": 0.3, "memory-certain": 0.0,
    "unlisted-role": 0.5, "unlisted-state": 0.5, "unlisted-change": 0.3, "unlisted-certain": 0.0,
}  # fmt: skip
"""What a log-odd of the encoder weighs beside the linear readers' margins, chosen on authors that both never saw."""


_ACT_MODELS: Final = tuple(f"act:{kind}" for kind in ACTS)
_NAMED_MODELS: Final = ("role", "state", "change", "certain")
_MEMORY_MODELS: Final = ("memory", "state", "memory-change", "certain")


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
    encoder: EvidenceReader | None = None
    """Gives evidence beside the linear models; without it they decide alone."""

    @property
    def version(self) -> str:
        """The models that decide, by the digests of their files."""
        return self.models.version if self.encoder is None else f"{self.models.version}+{self.encoder.version}"

    def read(
        self, text: str, *, said_at: datetime, time_zone: str, language: str, heard: Heard
    ) -> tuple[Sheet, Understanding, RuleView]:
        """The utterance laid out and understood, and what the rules made of it."""
        expects = any(isinstance(fact.value, float) or fact.dose for fact in heard.facts)
        scanned = scan(text, said_at, time_zone)
        sheet = laid_out(scanned, self.lexicon, self.recogniser, language, expects_value=expects)
        items = items_of(sheet, heard, self.lexicon)
        listened = None if self.encoder is None else self.encoder.listen(sheet, heard)
        if self.encoder is not None and listened is not None:
            items = with_unlisted(items, self.encoder.unlisted(listened))
        told = self.rules.read_scanned(scanned, "ko" if language == "ko" else "en", heard.facts[:MEMORY_ITEMS])
        rules = view(sheet, items, told.proposals)
        evidence = SILENT
        if self.encoder is not None and listened is not None:
            evidence = self.encoder.read(listened, sheet, items)
        return sheet, self.understand(sheet, heard, items, mask(sheet, items), rules, evidence), rules

    def understand(
        self,
        sheet: Sheet,
        heard: Heard,
        items: Sequence[Item],
        masked: Masked,
        rules: RuleView,
        evidence: Evidence = SILENT,
    ) -> Understanding:
        """What the laid-out utterance means."""
        words = hashed(whole(masked))
        acts = _replying(self._acts(hashed(in_talk(masked, heard.agent_said)), evidence), heard.agent_said)
        reads = [self._item(sheet, heard, items, masked, index, rules, evidence) for index in range(len(items))]
        answers = bool(heard.agent_said)
        reads = [_let_be(_as_answer(read, acts), acts, answers=answers) for read in reads]
        reads, margins = _bound(self, sheet, heard, items, masked, reads, rules, evidence)
        reads = settled(heard, reads, acts, sheet.figures, margins, sheet.folded)
        reads = [_without_goals(_left_standing(read, sheet.going_on), sheet) for read in reads]
        asked = tuple(read.item for read in reads if read.role == "asked")
        return Understanding(
            language=sheet.language,
            acts=acts,
            requests=self._requests(sheet, words, asked, evidence) if any(act.kind == "ask" for act in acts) else (),
            reads=tuple(reads),
            red_flag=self._alarms(items, masked, evidence),
            doubt=max((act.doubt for act in acts), default=0.0),
            readers={READER: self.version},
        )

    def _alarms(self, items: Sequence[Item], masked: Masked, evidence: Evidence) -> bool:
        scores = self.models["red"].table(hashed(alarm_features(items, masked)))
        return scores["yes"] - scores["no"] + EVIDENCE["red"] * evidence.alarm > ALARM_MARGIN

    def _acts(self, words: list[int], evidence: Evidence) -> tuple[Act, ...]:
        found, best = [], (float("-inf"), ACTS[0])
        tables = self.models.tables(_ACT_MODELS, words)
        for kind, model in zip(ACTS, _ACT_MODELS, strict=True):
            scores = tables[model]
            margin = scores["yes"] - scores["no"] + EVIDENCE["act"] * evidence.acts.get(kind, 0.0)
            best = max(best, (margin, kind))
            if margin > 0:
                found.append(Act(kind, _doubt(margin)))
        return tuple(found) or (Act(best[1], 1.0),)

    def _requests(
        self, sheet: Sheet, words: list[int], about: tuple[Item, ...], evidence: Evidence
    ) -> tuple[Request, ...]:
        choice = chosen(together(self.models["ask"].table(words), evidence.asks, EVIDENCE["ask"]))
        said = tuple(sheet.quote(item.start, item.end)[0] for item in about)
        return (Request(cast(AskOp, choice.label), _doubt(choice.margin), about, said),)

    def _item(
        self,
        sheet: Sheet,
        heard: Heard,
        items: Sequence[Item],
        masked: Masked,
        index: int,
        rules: RuleView,
        evidence: Evidence,
    ) -> Read:
        item = items[index]
        models = _NAMED_MODELS if item.named else _MEMORY_MODELS
        tables = self.models.tables(models, item_buckets(sheet, heard, items, masked, index, rules))

        where = "unlisted-" if item.unlisted else "" if item.named else "memory-"

        def choose(model: str, question: str, among: frozenset[str] | None = None) -> Choice:
            scores = tables[model]
            weight = EVIDENCE[f"{where}{question}"]
            return chosen(together(scores, evidence.of(index, question), weight), among=among)

        role = choose("role" if item.named else "memory", "role", roles_of(item))
        if role.label == "other" and role.margin < _LIKELY and is_told(item):
            role = replace(role, label=item.kind)
        if role.label == "other" and role.margin < _SURE and item.kind == "age" and rules.of(index):
            # A bare number that the rules measure as years ("I am 52 and ...") is told, unless it is surely not.
            role = replace(role, label="demographics")
        state = choose("state", "state")
        change = choose("change" if item.named else "memory-change", "change")
        certain = choose("certain", "certain").label == "confirmed"
        if item.unlisted:
            # What nobody could look up is told and uncertain, and never a correction.
            return Read(
                item, cast(Role, role.label), cast(State, state.label), certain=False, doubt=_doubt(role.margin)
            )
        if change.label == "assert" and role.label in _AGREED_UPON and role.margin < _SURE:
            # One reader alone asserts nothing for certain of what may hurt.
            certain = certain and evidence.of(index, "role").get(role.label, 0.0) >= AGREED
        second = choose("state", "state", _STATES - {state.label})
        return Read(
            item, cast(Role, role.label), cast(State, state.label), cast(Change, change.label), certain,
            _doubt(role.margin), next_state=cast(State, second.label), next_behind=state.margin,
        )  # fmt: skip


def _left_standing(read: Read, kept: Sequence[tuple[int, int]]) -> Read:
    """``read`` without an end that the words deny ("I never stopped it"): what is said is that it goes on."""
    denied = any(start <= read.item.start < end for start, end in kept) if read.item.named else bool(kept)
    if not denied or not read.is_fact or read.change not in ("stop", "retract"):
        return read
    return replace(read, change="mention", state="current")


def _without_goals(read: Read, sheet: Sheet) -> Read:
    """``read`` without the figures that are called a goal: what should be is never a value."""
    if not any(is_called_goal(sheet.folded, one.end) for one in read.new):
        return read
    return replace(read, new=tuple(one for one in read.new if not is_called_goal(sheet.folded, one.end)))


def _replying(acts: tuple[Act, ...], agent_said: str) -> tuple[Act, ...]:
    """Whether words are a reply is no matter of the words: they are, when the agent has just asked."""
    others = tuple(act for act in acts if act.kind != "reply")
    if is_question(agent_said):
        return (*(one for one in others if one.doubt < 1.0 or len(acts) > 1), Act("reply", 0.0))
    return others or (Act("state", 1.0),)


def _as_answer(read: Read, acts: Sequence[Act]) -> Read:
    """The number that answers the agent's question is a value of what was asked, whatever its words look like."""
    answered = read.item.confidence == ANSWERED and read.item.start == read.item.end
    if answered and any(act.kind == "reply" for act in acts):
        return replace(read, role=read.item.kind, state="current", change="assert")  # type: ignore[arg-type]
    return read


def _let_be(read: Read, acts: Sequence[Act], *, answers: bool) -> Read:
    """A fact on record that nobody names is touched only by words that correct, change, take back or answer."""
    touching = answers or any(act.kind in _TOUCHING and act.doubt <= GUESS for act in acts)
    if read.item.named or not read.is_fact or (touching and read.change != "assert"):
        return read
    return replace(read, role="untouched")


_STATES: Final[frozenset[str]] = frozenset(get_args(State))
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


def is_told(item: Item) -> bool:
    """Whether a number that is hardly anything else speaks of a test: a pair of pressures, the answer asked for."""
    return item.entry is not None and item.start == item.end and item.named and item.concept_id != "body_weight"


def roles_of(item: Item) -> frozenset[str]:
    """The roles that an item of its kind can have: a test is never a medicine."""
    if not item.named:
        return frozenset({"untouched", str(item.slot)})
    if item.kind == "topic":
        return frozenset({str(item.slot)}) | _NONE_OF
    if item.unlisted:
        return frozenset({item.kind}) | _NONE_OF
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
    evidence: Evidence,
) -> tuple[list[Read], Margins]:
    """``reads`` with the figures, frequencies, dates and relatives that belong to each, and the figures' margins."""
    taken: dict[tuple[int, str], list[Attribute]] = defaultdict(list)
    scored = []
    margins: dict[tuple[int, int], float] = {}
    arcs = Arcs(sheet, items)
    attributes = arcs.attributes
    for place, attribute in enumerate(attributes):
        model = reader.models[f"arc:{attribute.kind}"]
        for index in arcs.candidates(attribute):
            if items[index].named and not (reads[index].is_fact or reads[index].role == "old"):
                continue
            table = together(
                model.table(arc_buckets(sheet, heard, arcs, masked, attribute, index, rules)),
                evidence.arc(attribute, index), EVIDENCE["arc"],
            )  # fmt: skip
            if attribute.figure is not None:
                margins[index, attribute.start] = table["new"] - table["none"]
            for label in ("new", "old"):
                if label in table and table[label] > table["none"]:
                    scored.append((table[label] - table["none"], -place, -index, attribute, index, label))
    held: set[int] = set()
    best: dict[int, float] = {}
    alone, starts = _implied_items(items), [item.start for item in items if item.named]
    for place, attribute in enumerate(attributes):
        # A test that only its number implies has that number.
        implied = alone.get(attribute.start) if attribute.figure is not None else None
        if implied is not None and reads[implied].is_fact:
            held.add(place)
            taken[implied, "new"].append(attribute)
    for margin, place, _, attribute, index, label in sorted(scored, key=lambda one: (-one[0], one[1], one[2])):
        if -place in held and (attribute.kind == "figure" or margin < _SHARED * best[-place]):
            continue
        if label == "new" and _is_full(items[index], attribute, taken[index, "new"]):
            continue
        held.add(-place)
        best.setdefault(-place, margin)
        taken[index, label].append(attribute)
    for index, read in enumerate(reads):
        if read.role in ("labs", "vitals") and read.change == "assert" and read.item.named and not taken[index, "new"]:
            beside = _beside(attributes, items[index], starts, held)
            if beside is not None:
                held.add(beside[0])
                taken[index, "new"].append(beside[1])
        if read.role == "medications" and read.item.named and not any(one.figure for one in taken[index, "new"]):
            amount = _amount(sheet, attributes, heard, items[index], starts, held)
            if amount is not None:
                held.add(amount[0])
                taken[index, "new"].append(amount[1])
    bound = [_with(read, taken[index, "new"], taken[index, "old"]) for index, read in enumerate(reads)]
    return bound, margins


_FEW_AFTER: Final = 30
"""More attributes than begin within _BESIDE or _AMOUNT_REACH characters."""

_BESIDE: Final = 8
"""Most characters between a test's name and a number that is its value for want of another."""


def _beside(
    attributes: Sequence[Attribute], item: Item, starts: Sequence[int], held: set[int]
) -> tuple[int, Attribute] | None:
    """The free figure right behind a test that was told without one, if it can be its value."""
    if item.entry is None or item.end == item.start:
        return None
    first = bisect_left(attributes, item.end, key=lambda one: one.start)
    for place, attribute in enumerate(attributes[first : first + _FEW_AFTER], first):
        figure = attribute.figure
        if figure is None or place in held or not item.end <= figure.start <= item.end + _BESIDE:
            continue
        between = _any_in(starts, item.end + 1, figure.start)
        fits = figure.kind == "number" and unit_fits(item.entry, figure.quantity)
        return (place, attribute) if fits and not between and in_range(item.entry, figure.quantity) else None
    return None


_AMOUNT_REACH: Final = 14
"""Most characters between a medicine's name and a counted amount of it ("타이레놀 하루에 두 알")."""

_COUNTED: Final = frozenset({"tab", "cap", "packet", "puff", "drop", "spray", "patch"})


def _amount(
    sheet: Sheet, attributes: Sequence[Attribute], heard: Heard, item: Item, starts: Sequence[int], held: set[int]
) -> tuple[int, Attribute] | None:
    """The free amount behind a medicine that was told without one: counted, or a bare number right behind its name.

    Of a medicine whose strength stands on record a count says how many were taken, and is no dose of its own.
    """
    strength = (heard.facts[item.heard].dose or "") if item.heard is not None else ""
    first = bisect_left(attributes, item.end, key=lambda one: one.start)
    for place, attribute in enumerate(attributes[first : first + _FEW_AFTER], first):
        figure = attribute.figure
        if attribute.start > item.end + _AMOUNT_REACH:
            return None
        if figure is None or place in held or figure.start < item.end:
            continue
        if _any_in(starts, item.end, figure.start):
            return None
        if figure.kind == "count":
            counted = figure.counter in _COUNTED and (not strength or figure.counter in strength)
            return (place, attribute) if counted else None
        bare = figure.kind == "number" and not sheet.text[item.end : figure.start].strip()
        return (place, attribute) if bare and figure.quantity.unit in _STRENGTHS else None
    return None


_STRENGTHS: Final = frozenset({None, "mg", "ug", "g", "U", "mL"})


def _any_in(starts: Sequence[int], start: int, end: int) -> bool:
    """Whether any of ``starts``, which grow, lies in [start, end)."""
    at = bisect_left(starts, start)
    return at < len(starts) and starts[at] < end


def _implied_items(items: Sequence[Item]) -> dict[int, int]:
    """The items that are spoken of because of a figure alone, by where it begins; of several the first."""
    found: dict[int, int] = {}
    for index, item in enumerate(items):
        if item.named and item.start == item.end:
            found.setdefault(item.start, index)
    return found


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
