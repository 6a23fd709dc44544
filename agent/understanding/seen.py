"""What a model is shown before it reads an utterance: facts on record and what the other reader read, each labelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.context import describe
from agent.understanding.words import Words, names
from domain.events import ClarificationRequested
from domain.ledger import Fact, Ledger
from domain.proposals import Proposal
from domain.values import ANY, PATIENT
from extraction.mentions import Mention
from projections.answers import GivenAnswer

MOST_FACTS = 40
"""Facts that a prompt shows; of a test no more than its newest readings."""
MOST_READINGS = 6
ANSWER_CHARACTERS = 600
"""Of the last answer, which is there so that "the second one" can be understood."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was shown, by label. ``in_mind`` are the facts that the last answer, or what was asked, spoke of."""

    facts: Mapping[str, Fact]
    reads: Mapping[str, Proposal]
    in_mind: frozenset[str] = frozenset()
    answer: str = ""
    asked: ClarificationRequested | None = None

    @classmethod
    def of(
        cls,
        ledger: Ledger,
        words: Words,
        reads: Sequence[Proposal],
        last: GivenAnswer | None = None,
        spoken: Sequence[Mention] = (),
        asked: ClarificationRequested | None = None,
        agent_said: str = "",
    ) -> Seen:
        """What is shown of ``ledger`` for an utterance: what it names first, then what was spoken of last.

        ``spoken`` are the names in what the patient was told last.
        """
        facts = {f"F{number}": fact for number, fact in enumerate(_chosen(ledger, words), 1)}
        told = (
            {one for each in last.spoke_of for one in each.fact_ids} if last is not None and not agent_said else set()
        )
        told |= {fact.fact_id for fact in ledger.current() if any(names(one, fact.content.concept) for one in spoken)}
        return cls(
            facts=facts,
            reads={f"R{number}": one for number, one in enumerate(reads, 1)},
            in_mind=frozenset(told | set(asked.candidates if asked else ())),
            answer=(agent_said or (last.text if last is not None else ""))[:ANSWER_CHARACTERS],
            asked=asked,
        )

    def fact_lines(self, language: str) -> list[str]:
        """The facts, a line each, with the standard name beside the patient's."""
        return [f"{label} {fact_line(fact, language)}" for label, fact in self.facts.items()]

    def read_lines(self, language: str) -> list[str]:
        """What the other reader read, a line each."""
        return [f"{label} {read_line(one)}" for label, one in self.reads.items()]


def fact_line(fact: Fact, language: str) -> str:
    """A fact with its day and its standard name."""
    concept = fact.content.concept
    standard = f" ({concept.name})" if language == "ko" and concept.name not in (concept.display, ANY) else ""
    dated = "" if fact.content.valid_from else f" [{fact.day}]"
    return f"{describe(fact, language)}{standard}{dated}"


def read_line(proposal: Proposal) -> str:
    """A proposal in a few words: what it does, to what, by which words."""
    content, target = proposal.content, proposal.target
    parts = [proposal.operation.value]
    if content is not None:
        parts += [content.slot.value, content.concept.name]
        parts += [str(one) for one in (content.value, content.unit, content.dose, content.frequency) if one is not None]
        parts += [content.polarity.value] if content.polarity.value == "negated" else []
        parts += [content.status.value] if content.status is not None else []
        parts += [content.subject] if content.subject != PATIENT else []
        parts += [content.certainty.value] if content.certainty.value != "confirmed" else []
    elif target is not None:
        parts += [str(one) for one in (target.slot, target.concept_id) if one is not None]
    return f'{" ".join(parts)} — "{proposal.quote}"'


def _chosen(ledger: Ledger, words: Words) -> list[Fact]:
    named, others = list[Fact](), list[Fact]()
    for fact in ledger.current():
        (named if words.names_of(fact.content.concept) else others).append(fact)
    ordered = (*_newest(named), *_newest(others))
    return list(_few(ordered))[:MOST_FACTS]


def _newest(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda one: (one.last_said_at, one.clinical_day, one.version), reverse=True)


def _few(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Facts without more than so many readings of one test."""
    seen: dict[str, int] = {}
    for fact in facts:
        name = fact.content.concept.concept_id
        seen[name] = seen.get(name, 0) + 1
        if name == ANY or seen[name] <= MOST_READINGS:
            yield fact
