"""What a model is shown before it reads an utterance: facts on record and what the other reader read, each labelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent.prompt_facts import content_line, prompt_line
from agent.uncertainty import without_warning
from agent.understanding.words import Words, names
from domain.events import ClarificationRequested
from domain.ledger import Fact, Ledger
from domain.proposals import Proposal
from domain.values import ANY, Content
from extraction.naming.mentions import Mention
from projections.answers import GivenAnswer

MOST_FACTS = 24
"""Facts that a prompt shows: those that the words name, then those spoken of last; all of them in most records."""
MOST_READINGS, OTHER_READINGS = 6, 2
"""Newest readings of a test that the words name, and of any other."""
ANSWER_CHARACTERS = 240
"""Of the last answer, which is there so that "the second one" can be understood."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was shown, by label. ``in_mind`` are the facts that the last answer, or what was asked, spoke of; ``listed``
    those of them that it named, in its order.
    """

    facts: Mapping[str, Fact]
    reads: Mapping[str, Proposal]
    in_mind: frozenset[str] = frozenset()
    answer: str = ""
    asked: ClarificationRequested | None = None
    listed: tuple[str, ...] = ()

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
            answer=(agent_said or (without_warning(last.text) if last is not None else ""))[:ANSWER_CHARACTERS],
            asked=asked,
            listed=tuple(dict.fromkeys(_listed(ledger, spoken))),
        )

    def fact_lines(self, language: str) -> list[str]:
        """The facts, a line each, with the standard name beside the patient's."""
        return [f"{label} {fact_line(fact, language)}" for label, fact in self.facts.items()]

    def read_lines(self, language: str) -> list[str]:
        """What the other reader read, a line each."""
        return [f"{label} {read_line(one, language)}" for label, one in self.reads.items()]


def _listed(ledger: Ledger, spoken: Sequence[Mention]) -> Iterator[str]:
    """The facts whose own names stand in what was told, in the order of the names."""
    for one in sorted(spoken, key=lambda each: each.start):
        yield from (
            fact.fact_id for fact in ledger.current() if one.entry.concept_id == fact.content.concept.concept_id
        )


def fact_line(fact: Fact, language: str) -> str:
    """A fact with its standard name."""
    return f"{prompt_line(fact, language)}{_standard(fact.content, language)}"


def _standard(content: Content, language: str) -> str:
    concept = content.concept
    return f" = {concept.name}" if language == "ko" and concept.name not in (concept.display, ANY) else ""


def read_line(proposal: Proposal, language: str) -> str:
    """A proposal in a few words: what it does, to what, by which words."""
    content, target = proposal.content, proposal.target
    told = ""
    if content is not None:
        told = f"{content_line(content, language, content.valid_from or '')}{_standard(content, language)}"
    elif target is not None:
        told = " ".join(str(one) for one in (target.slot, target.concept_id) if one is not None)
    return f'{proposal.operation.value} {told} — "{proposal.quote}"'


def _chosen(ledger: Ledger, words: Words) -> list[Fact]:
    named, others = list[Fact](), list[Fact]()
    for fact in ledger.current():
        (named if words.names_of(fact.content.concept) else others).append(fact)
    return [*_few(_newest(named), MOST_READINGS), *_few(_newest(others), OTHER_READINGS)][:MOST_FACTS]


def _newest(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda one: (one.last_said_at, one.clinical_day, one.version), reverse=True)


def _few(facts: Iterable[Fact], readings: int) -> Iterator[Fact]:
    """Facts without more than so many readings of one test."""
    seen: dict[str, int] = {}
    for fact in facts:
        name = fact.content.concept.concept_id
        seen[name] = seen.get(name, 0) + 1
        if name == ANY or seen[name] <= readings:
            yield fact
