"""The learned reader: one utterance laid out, each item read by the models, and what belongs to it bound to it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice, takewhile
from math import inf, log
from typing import Final, Protocol, cast

from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.reading.asking.told_in_form import with_what_is_told_in_form
from extraction.reading.beside import as_told_beside
from extraction.reading.binding import bound
from extraction.reading.corrections.denied_ends import denies_all
from extraction.reading.corrections.left_alone import with_values_of_named_tests, without_bystanders, without_far_values
from extraction.reading.figures.had_again import with_tests_had_again
from extraction.reading.figures.measuring import doses_alone, values_alone
from extraction.reading.figures.noted_values import told_by_noting_a_value, with_noted_values
from extraction.reading.figures.plainly_measured import with_plain_measures
from extraction.reading.figures.repaired import repaired, standing_figures
from extraction.reading.figures.results import goes_on, names_a_lack, sign_of, works_well
from extraction.reading.figures.shown_by_meters import is_shown, told_by_a_meter
from extraction.reading.figures.told_values import with_rows_of_days, with_the_only_day, with_told_values
from extraction.reading.findings.dating import with_days_beside
from extraction.reading.findings.noted_allergies import told_by_noting, with_noted_allergies
from extraction.reading.findings.own_words import named_words
from extraction.reading.findings.reactions import with_reactions_put_right, with_what_was_reacted_to
from extraction.reading.findings.suspected_allergies import with_suspicions
from extraction.reading.items import ANSWERED, MEMORY_ITEMS, Heard, Item, items_of, of_weeks, with_unlisted
from extraction.reading.learned.alarm_features import alarm_features
from extraction.reading.learned.evidence import SILENT, Evidence, EvidenceReader
from extraction.reading.learned.features import hashed, in_talk, is_question, whole
from extraction.reading.learned.item_features import group, item_buckets
from extraction.reading.learned.linear import Models, chosen, together
from extraction.reading.learned.masking import Masked, mask
from extraction.reading.learned.over_encoder import what_is_named
from extraction.reading.learned.urgency import Urgency, UrgencyReader
from extraction.reading.medicines.advised_against import without_what_was_advised_against
from extraction.reading.medicines.excepted import excepted
from extraction.reading.people.ages import is_of_an_outsider, is_own_sex, is_told_of_the_patient
from extraction.reading.people.birth_weights import BIRTH_WEIGHT
from extraction.reading.people.cared_for import as_of_one_person, with_whom_is_cared_for, without_what_a_relative_takes
from extraction.reading.people.foretold import without_foretold
from extraction.reading.people.habit_amounts import is_told_by_amount, with_habits_going_on
from extraction.reading.people.occupations import TOLD_IN_WORDS, called, is_own
from extraction.reading.people.sex_beside import with_sex_told_beside
from extraction.reading.people.speaking_for import of_the_patient_alone
from extraction.reading.people.whose_years import with_years_of_whom_it_is
from extraction.reading.resolving import resolved
from extraction.reading.rule_view import RuleView, view
from extraction.reading.settling import settled
from extraction.reading.sheet import Sheet, is_called_goal, laid_out
from extraction.reading.understanding import (
    ACTS,
    GUESS,
    UNLIKE,
    Act,
    Asking,
    AskOp,
    Change,
    Read,
    Request,
    Role,
    State,
    Understanding,
)
from extraction.rules.habits import TAKEN_UP_AGAIN
from extraction.rules.pipeline import Extractor
from extraction.rules.scan import scan

ALARM_MARGIN: Final = 0.0
"""The margin from which an utterance is taken to call for urgent care."""

CALM: Final = -3.0
"""The encoder's log-odds of an alarm up to which it is sure of none.

On eight authors that an encoder never saw, what words and symptoms alone alarm and it hears below -2 were 15 of 60
false alarms in 1,651 utterances, and none of the 76 right ones. The one tuned since is surer of itself: of the 60 quiet
red flags of ``tests/agent/safety`` it hears three between -3 and -2.
"""

CALM_WORDS: Final = Urgency(-inf, -inf)
"""What words are whose urgency nobody asks for."""

READER: Final = "reader"
"""The name under which proposals carry this reader."""

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
    "act": 0.45, "ask": 0.3, "red": 0.075, "role": 0.3, "state": 0.45, "change": 0.45, "certain": 0.0,
    "memory-role": 0.45, "memory-state": 0.45, "memory-change": 0.45, "memory-certain": 0.0,
    "unlisted-role": 0.75, "unlisted-state": 0.75, "unlisted-change": 0.45, "unlisted-certain": 0.0,
}  # fmt: skip
"""What a log-odd of the encoder weighs beside the linear readers' margins, chosen on authors that both never saw."""


_ACT_MODELS: Final = tuple(f"act:{kind}" for kind in ACTS)
_AT_ONCE: Final = 64
"""Items whose scores are summed at once: more of them leave the processor's cache."""

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
    ear: UrgencyReader | None = None
    """Hears how urgent the words are; without it the linear models do."""

    @property
    def version(self) -> str:
        """The models that decide, by the digests of their files."""
        return self.models.version if self.encoder is None else f"{self.models.version}+{self.encoder.version}"

    def read(
        self, text: str, *, said_at: datetime, time_zone: str, language: str, heard: Heard, attentive: bool = True
    ) -> tuple[Sheet, Understanding, RuleView]:
        """The utterance laid out and understood, and what the rules made of it.

        Where it is not ``attentive`` nobody asks how urgent the words are: the ear, which costs as much as a third of
        a reading, does not listen.
        """
        expects = any(isinstance(fact.value, float) or fact.dose for fact in heard.facts)
        scanned = scan(text, said_at, time_zone)
        doses = doses_alone(heard.facts)
        answers = is_question(heard.agent_said)
        sheet = laid_out(
            scanned, self.lexicon, self.recogniser, language, expects_value=expects, answers=answers, doses=doses,
            values=values_alone(heard.facts),
        )  # fmt: skip
        items = items_of(sheet, heard, self.lexicon)
        listened = None if self.encoder is None else self.encoder.listen(sheet, heard)
        if self.encoder is not None and listened is not None:
            named = named_words(sheet.text, self.encoder.unlisted(listened))
            items = with_unlisted(items, of_weeks(sheet, heard, named, self.lexicon))
        told = self.rules.read_scanned(scanned, "ko" if language == "ko" else "en", heard.facts[:MEMORY_ITEMS])
        rules = view(sheet, items, told.proposals)
        evidence = SILENT
        if self.encoder is not None and listened is not None:
            evidence = self.encoder.read(listened, sheet, items)
        understood = self.understand(sheet, heard, items, mask(sheet, items), rules, evidence, attentive=attentive)
        return sheet, understood, rules

    def understand(
        self,
        sheet: Sheet,
        heard: Heard,
        items: Sequence[Item],
        masked: Masked,
        rules: RuleView,
        evidence: Evidence = SILENT,
        *,
        attentive: bool = True,
    ) -> Understanding:
        """What the laid-out utterance means."""
        words = hashed(whole(masked))
        heard_acts, asks = self._acts(hashed(in_talk(masked, heard.agent_said)), evidence)
        noted = told_by_noting_a_value(told_by_noting(with_what_is_told_in_form(heard_acts, sheet), sheet), sheet)
        told = told_by_a_meter(noted, sheet)
        acts = _replying(told, heard.agent_said)
        kind = chosen(together(self.models["ask"].table(words), evidence.asks, EVIDENCE["ask"]))
        asking = Asking(cast(AskOp, kind.label), round(kind.margin, 3), asks)
        tables = self._tables(sheet, heard, items, masked, rules)
        reads = [self._item(sheet, items, index, tables[index], rules, evidence) for index in range(len(items))]
        answers = bool(heard.agent_said)
        reads = [_let_be(_as_answer(read, acts), acts, answers=answers) for read in reads]
        reads = as_of_one_person(reads, sheet, heard, asks=any(act.kind == "ask" for act in acts))
        reads, margins = bound(self.models, sheet, heard, items, masked, reads, rules, evidence)
        reads = of_the_patient_alone(reads, sheet, heard)
        reads = settled(heard, repaired(reads, sheet), acts, standing_figures(sheet), margins, sheet.folded)
        reads = with_tests_had_again(reads, acts, sheet, heard)
        reads = [_without_goals(_left_standing(excepted(read, sheet), sheet), sheet) for read in reads]
        reads = with_noted_values(with_plain_measures(reads, sheet, heard), sheet, heard)
        reads = with_told_values(reads, acts, sheet, heard)
        reads = with_the_only_day(with_rows_of_days(reads, acts, sheet, heard), sheet)
        reads = with_values_of_named_tests(without_bystanders(without_far_values(reads, heard)), sheet)
        reads = [as_told_beside(read, sheet, heard) for read in reads]
        reads = without_what_a_relative_takes(resolved(reads, heard, acts, sheet), sheet)
        reads = without_what_was_advised_against(reads, sheet)
        reads = with_what_was_reacted_to(reads, sheet, for_another=bool(heard.patient_is))
        reads = with_suspicions(with_reactions_put_right(reads, sheet), sheet)
        reads = with_noted_allergies(reads, sheet, heard)
        reads = with_whom_is_cared_for(with_days_beside(reads, sheet), sheet, heard)
        reads = with_sex_told_beside(with_years_of_whom_it_is(reads, sheet, heard), sheet)
        reads = with_habits_going_on(reads, sheet)
        asked = tuple(read.item for read in reads if read.role == "asked")
        urgency = self._urgency(sheet, items, masked, evidence) if attentive else CALM_WORDS
        return Understanding(
            language=sheet.language,
            acts=acts,
            requests=(_request(sheet, asking, asked),) if any(act.kind == "ask" for act in acts) else (),
            asking=asking,
            reads=tuple(reads),
            red_flag=urgency.urgent > ALARM_MARGIN,
            doubt=max((act.doubt for act in acts), default=0.0),
            readers={READER: self.version},
            urgency=urgency.urgent,
            at_once=urgency.at_once,
            likeness=urgency.likeness or UNLIKE,
            calm=evidence is not SILENT and evidence.alarm <= CALM,
        )

    def _urgency(self, sheet: Sheet, items: Sequence[Item], masked: Masked, evidence: Evidence) -> Urgency:
        if self.ear is not None:
            return self.ear.read(without_foretold(sheet.text), what_is_named(one.entry for one in sheet.mentions))
        # Where no encoder hears them, the masked words alone say how urgent it is, and not how soon.
        scores = self.models["red"].table(hashed(alarm_features(items, masked)))
        return Urgency(round(scores["yes"] - scores["no"] + EVIDENCE["red"] * evidence.alarm, 3), inf)

    def _acts(self, words: list[int], evidence: Evidence) -> tuple[tuple[Act, ...], float]:
        """What the words do, and by how much they ask."""
        found, best, asks = [], (float("-inf"), ACTS[0]), 0.0
        tables = self.models.tables(_ACT_MODELS, words)
        for kind, model in zip(ACTS, _ACT_MODELS, strict=True):
            scores = tables[model]
            margin = scores["yes"] - scores["no"] + EVIDENCE["act"] * evidence.acts.get(kind, 0.0)
            best = max(best, (margin, kind))
            if kind == "ask":
                asks = round(margin, 3)
            if margin > 0:
                found.append(Act(kind, _doubt(margin)))
        return tuple(found) or (Act(best[1], 1.0),), asks

    def _tables(
        self, sheet: Sheet, heard: Heard, items: Sequence[Item], masked: Masked, rules: RuleView
    ) -> dict[int, dict[str, dict[str, float]]]:
        """The scores of each item by classifier and label."""
        found: dict[int, dict[str, dict[str, float]]] = {}
        for models, named in ((_NAMED_MODELS, True), (_MEMORY_MODELS, False)):
            own = [index for index, item in enumerate(items) if item.named == named]
            for first in range(0, len(own), _AT_ONCE):
                some = own[first : first + _AT_ONCE]
                buckets = [item_buckets(sheet, heard, items, masked, index, rules) for index in some]
                found.update(zip(some, self.models.tables_of(models, buckets), strict=True))
        return found

    def _item(
        self,
        sheet: Sheet,
        items: Sequence[Item],
        index: int,
        tables: Mapping[str, dict[str, float]],
        rules: RuleView,
        evidence: Evidence,
    ) -> Read:
        item = items[index]
        where = "unlisted-" if item.unlisted else "" if item.named else "memory-"

        def scores(model: str, question: str) -> dict[str, float]:
            return together(tables[model], evidence.of(index, question), EVIDENCE[f"{where}{question}"])

        role = chosen(scores("role" if item.named else "memory", "role"), among=roles_of(item))
        at_birth = item.concept_id == BIRTH_WEIGHT and item.start == item.end
        shown = is_shown(item, sheet)
        if role.label == "asked" and shown and item.concept_id == "glucose":
            # What the meter shows is told, whatever is asked of it.
            role = replace(role, label=item.kind)
        if role.label == "other" and (at_birth or shown or (role.margin < _LIKELY and is_told(item))):
            role = replace(role, label=item.kind)
        if role.label == "other" and role.margin < _SURE and item.kind == "age" and rules.of(index):
            # A bare number that the rules measure as years ("I am 52 and ...") is told, unless it is surely not.
            role = replace(role, label="demographics")
        if role.label == "social_history" and role.margin < _LIKELY and is_told_by_amount(item, sheet):
            role = replace(role, margin=_LIKELY)
        own_sex = item.kind == "gender" and item.named and is_own_sex(sheet.folded, item.start)
        if role.label == "other" and (own_sex or (item.kind == "age" and _is_own_age(sheet, item))):
            role = replace(role, label="demographics")
        if role.label == "demographics" and item.kind == "age" and is_of_an_outsider(sheet.folded, item.start):
            role = replace(role, label="other")
        if role.label == "other" and item.concept_id in TOLD_IN_WORDS and is_own(sheet, item):
            told = item.named and not item.unlisted and called(sheet, item) is not None
            role = replace(role, label="social_history" if told else role.label)
        states = scores("state", "state")
        state = chosen(states)
        second = chosen(states, among=frozenset(states) - {state.label})
        change = chosen(scores("change" if item.named else "memory-change", "change"))
        if item.named and sign_of(sheet.folded, item.end) == "-" and change.label == "assert":
            state = replace(state, label="negated")
        if item.kind == "social" and state.label == "negated" and {one.state for one in rules.of(index)} == {"current"}:
            # Words without a denial take up a habit that the record denies.
            state = replace(state, label="current")
        if item.kind == "social" and state.label in ("ended", "negated") and TAKEN_UP_AGAIN.search(sheet.folded):
            state = replace(state, label="current")
        certain = chosen(scores("certain", "certain")).label == "confirmed"
        if state.label == "negated" and _is_endless(item, sheet):
            state = replace(state, label="current")
        if (
            state.label == "ended"
            and item.kind == "symptoms"
            and item.named
            and goes_on(sheet.folded, item.start, item.end)
        ):
            state = replace(state, label="current")
        if item.concept_id == "urinary_retention" and _names_the_function(item, sheet):
            state = replace(state, label="negated")
        if item.unlisted:
            if item.kind in ("symptoms", "conditions") and works_well(sheet.folded, item.start, item.end):
                # What works as it should is no complaint, and in nobody's words a denial of one.
                role = replace(role, label="other")
            # What nobody could look up is told and uncertain, and never a correction.
            return Read(
                item, cast(Role, role.label), cast(State, state.label), certain=False, doubt=_doubt(role.margin)
            )
        if change.label == "assert" and role.label in _AGREED_UPON and role.margin < _SURE:
            # One reader alone asserts nothing for certain of what may hurt.
            certain = certain and evidence.of(index, "role").get(role.label, 0.0) >= AGREED
        return Read(
            item, cast(Role, role.label), cast(State, state.label), cast(Change, change.label), certain,
            _doubt(role.margin), next_state=cast(State, second.label), next_behind=state.margin,
        )  # fmt: skip


def _names_the_function(item: Item, sheet: Sheet) -> bool:
    """Whether a complaint stands there by the function alone, which is said to work: "peeing fine"."""
    return item.confidence < 1 and works_well(sheet.folded, item.start, item.end)


def _is_endless(item: Item, sheet: Sheet) -> bool:
    """Whether a complaint is said not to end, or is itself a lack, which is no denial of it."""
    complaint = item.kind in ("symptoms", "conditions") and item.named and item.concept_id != "hair_loss"
    return complaint and (_goes_on(item, sheet) or names_a_lack(sheet.folded, item.start, item.end))


def _goes_on(item: Item, sheet: Sheet) -> bool:
    return item.named and goes_on(sheet.folded, item.start, item.end)


def _request(sheet: Sheet, asking: Asking, about: tuple[Item, ...]) -> Request:
    said = tuple(sheet.quote(item.start, item.end)[0] for item in about)
    return Request(asking.op, _doubt(asking.margin), about, said)


def _left_standing(read: Read, sheet: Sheet) -> Read:
    """``read`` without an end that the words deny ("I never stopped it"): what is said is that it goes on.

    Of what nobody names an end is denied where the denial names nothing else: "둘 다 끊었고 물리치료는 계속" ends both.
    """
    if read.item.named:
        denied = any(start <= read.item.start < end for start, end in sheet.going_on)
    else:
        denied = denies_all(sheet.going_on, sheet.mentions)
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


_HOUSEHOLD: Final = frozenset(
    {"mother", "father", "parents", "wife", "husband", "spouse", "child", "son", "daughter", "grandchild"}
)


def _is_own_age(sheet: Sheet, item: Item) -> bool:
    """Whether the words around a number call it years, and nobody else's."""
    first = bisect_left(sheet.figures, item.start, key=lambda one: one.start)
    here = takewhile(lambda one: one.start == item.start, islice(sheet.figures, first, None))
    ages = [one for one in here if one.kind == "age"]
    # Weeks are of the baby that is named, and its mother tells of it: "3개월 된 아기 엄마예요 정확히는 생후 78일".
    own = _HOUSEHOLD if any(one.quantity.unit for one in ages) else frozenset()
    kin = (one for one in sheet.mentions if one.entry.kind == "relatives" and one.entry.concept_id not in own)
    others = (one.start for one in kin)
    return bool(ages) and is_told_of_the_patient(sheet.folded, item.start, others)


def _doubt(margin: float) -> float:
    return round(max(0.0, 1.0 - margin / _SURE), 3)
