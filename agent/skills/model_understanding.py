"""The understanding skill with a language model: one call tells what an utterance does to the record and what it asks.

The model points at words and facts; :mod:`agent.understanding` decides what of that may touch memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Final, Literal, get_args

from pydantic import BaseModel, model_validator

from agent.llm_skill import Inquiry, SkillModel
from agent.llm_turn import current_calls
from agent.prompts import fenced, prompt
from agent.skills.intent import K_BY_COMPLEXITY
from agent.skills.ports import Complexity, Intent, Question, UnderstandingSkill, Understood
from agent.understanding.guards import Guards
from agent.understanding.merged import Merged
from agent.understanding.merging import merge
from agent.understanding.replies import is_yes
from agent.understanding.seen import Seen
from agent.understanding.told import Told
from agent.understanding.words import Words
from domain.events import CheckFailed, ClarificationRequested
from domain.values import SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.port import Reading
from extraction.text.normalise import normalise
from extraction.values.plausibility import doubted
from projections.patient_view import PatientView

SKILL: Final = "understand"
SHORTEST_TELLING: Final = 6
"""Characters below which an utterance ("네", "고마워요") tells nothing that the other reader would miss."""
COURTESY: Final = frozenset({"greeting", "thanks", "nod", "complaint", "small_talk", "scope"})
"""Intents of words that ask for nothing and tell nothing, unless they name something medical."""
EXACT: Final = frozenset({"correction", "audit", "why", "preference", *COURTESY})
"""Intents by plain cues, which a model could only get wrong."""
RESIDUAL: Final = frozenset({"knowledge"})
"""What the rules call a question of which no cue says more; only there the model may name the intent."""
FACT_TOKENS: Final = 1_400
"""Room for facts in the prompt; those that the words name come first, and what does not fit is left out."""
LONGEST_QUERY: Final = 200

_Slot = Literal[
    "conditions",
    "symptoms",
    "medications",
    "allergies",
    "vitals",
    "labs",
    "procedures",
    "social_history",
    "demographics",
    "family_history",
    "",
]
_Because = Literal["goal", "question", "plan", "other_person", "hypothesis", "doubt", ""]
_Status = Literal["active", "stopped", "planned", "on_hold", "resolved", ""]
_Whose = Literal["patient", "mother", "father", "sibling", "child", "spouse", "grandparent", "other"]
_Kind = Literal["none", "lookup", "compare", "summary", "medicine", "plan", "steps", "knowledge", "small_talk"]
_OFFERED: Final = {"slot": get_args(_Slot), "because": get_args(_Because), "status": get_args(_Status)}
_KIN: Final = {
    word: kin
    for kin, words in {
        "mother": "mom mum mam mama 엄마 어머니 모친",
        "father": "dad da papa 아빠 아버지 부친",
        "sibling": "brother sister 형 누나 언니 오빠 동생 남동생 여동생 형제 자매",
        "child": "son daughter kid baby 아들 딸 아이 자녀 아기",
        "spouse": "wife husband partner 와이프 아내 집사람 남편 배우자",
        "grandparent": "grandmother grandfather grandma grandpa nan 할머니 할아버지 조부 조모 조부모",
    }.items()
    for word in words.split()
}
"""What models call relatives, though they were offered one word for each."""
_THE_PATIENT: Final = frozenset({"", "self", "me", "user", "patient", "환자", "본인", "나", "저"})
"""What models call whoever speaks, though they were offered one word."""


class OperationOutput(BaseModel):
    """One thing that the message does to the record, as the model tells it."""

    do: Literal["state", "correct", "change", "stop", "retract", "revert", "not_stated"]
    target: str = ""
    quote: str
    slot: _Slot = ""
    name: str = ""
    standard_name: str = ""
    value: str = ""
    dose: str = ""
    frequency: str = ""
    date: str = ""
    status: _Status = ""
    reaction: str = ""
    negated: bool = False
    certain: bool = True
    whose: _Whose = "patient"
    because: _Because = ""

    @model_validator(mode="before")
    @classmethod
    def _known_words_only(cls, output: object) -> object:
        """What is said beside the words that were offered says nothing, instead of spoiling all the rest."""
        if not isinstance(output, dict):
            return output
        kept = dict(output)
        for field, offered in _OFFERED.items():
            if field in kept and kept[field] not in offered:
                kept[field] = ""
        whose = kept.get("whose", "")
        if whose not in get_args(_Whose):
            said = str(whose).casefold().strip()
            kept["whose"] = "patient" if said in _THE_PATIENT else _KIN.get(said, "other")
        return kept

    def told(self) -> Told:
        """The same for the guards."""
        fields = self.model_dump(exclude={"slot", "because"})
        return Told(**fields, slot=SlotKind(self.slot) if self.slot else None, because=self.because or None)


class RequestOutput(BaseModel):
    """What the message asks."""

    kind: _Kind
    query: str = ""
    complexity: Complexity
    needs_retrieval: bool

    @model_validator(mode="before")
    @classmethod
    def _nothing_asked(cls, output: object) -> object:
        """A kind that was not offered, or none, asks nothing: what was told stands all the same."""
        if not isinstance(output, dict):
            return output
        offered = output.get("kind") in get_args(_Kind)
        plain = {"complexity": "simple", "needs_retrieval": False}
        return {**plain, **output, "kind": output["kind"] if offered else "none"}


class UnderstandingOutput(BaseModel):
    """What the model is asked for."""

    operations: list[OperationOutput]
    request: RequestOutput
    red_flag: bool


class ModelUnderstanding:
    """The learned reader's understanding, with what a model reads in the same words and the guards let through."""

    def __init__(
        self, model: SkillModel, twin: UnderstandingSkill, lexicon: Lexicon, recogniser: ConceptRecogniser
    ) -> None:
        self._model = model
        self._twin = twin
        self._lexicon = lexicon
        self._recogniser = recogniser

    async def understand(
        self,
        question: Question,
        reading: Reading,
        view: PatientView,
        intent: Intent,
        asked: ClarificationRequested | None = None,
    ) -> Understood:
        """``reading`` and ``intent`` with what the model adds; as they are when it fails, or where nothing is to add.

        An emergency is answered at once: what it tells is left to the other reader.
        """
        urgent = reading.understanding is not None and reading.understanding.red_flag
        if urgent or self._is_courtesy(question.text, intent, reading) or is_yes(question.text):
            return await self._twin.understand(question, reading, view, intent, asked)
        return await self._model.or_twin(
            self._read(question, reading, view, intent, asked),
            lambda: self._twin.understand(question, reading, view, intent, asked),
        )

    def _is_courtesy(self, text: str, intent: Intent, reading: Reading) -> bool:
        if reading.proposals:
            return False
        short = len(text.strip()) < SHORTEST_TELLING
        plain = intent.name in COURTESY and not any(one.isdigit() for one in text)
        return short or (plain and not self._recogniser.find(text))

    async def _read(
        self,
        question: Question,
        reading: Reading,
        view: PatientView,
        intent: Intent,
        asked: ClarificationRequested | None,
    ) -> Understood:
        words = Words.of(
            question.text, self._lexicon, self._recogniser, question.said_at, question.time_zone, question.language
        )
        last = next(reversed(view.answers.given.values()), None)
        told = question.agent_said or (last.text if last is not None else "")
        spoken = self._recogniser.find(normalise(told).text)
        seen = Seen.of(view.ledger, words, reading.proposals, last, spoken, asked, question.agent_said)
        instructions = prompt(SKILL, question.language)
        output = await self._model.ask(
            Inquiry(
                instructions, shown(question, seen, words, self._model.count), UnderstandingOutput, question.language
            )
        )
        author = f"{instructions.name}/{self._model.author}"
        guards = Guards(words, seen, view.ledger, self._lexicon, reading.understanding, author)
        merged = merge([one.told() for one in output.operations], guards, reading.proposals)
        for check, outcome in merged.refused:
            current_calls().noted(CheckFailed(skill=SKILL, check=check, outcome=outcome))
        return self._understood(question, reading, intent, output, merged, words)

    def _understood(
        self,
        question: Question,
        reading: Reading,
        intent: Intent,
        output: UnderstandingOutput,
        merged: Merged,
        words: Words,
    ) -> Understood:
        proposals = tuple(
            one if one.doubt is not None or one in reading.proposals else doubted(one, self._lexicon)
            for one in merged.proposals
        )
        understanding = reading.understanding
        # A false alarm costs a sentence; that one is raised only over something that may be felt is the guard.
        felt = any(one.entry.kind in ("symptoms", "conditions") for one in words.sheet.mentions)
        if output.red_flag and felt and understanding is not None:
            understanding = replace(understanding, red_flag=True, urgency=inf)
        return Understood(
            reading=replace(reading, proposals=proposals, understanding=understanding),
            intent=_asked_for(intent, output.request, question.text, reading, tells=bool(proposals)),
            query=_query(output.request),
            refused=tuple(check for check, _ in merged.refused),
        )


def shown(question: Question, seen: Seen, words: Words, count: Callable[[str], int]) -> str:
    """The fenced data of the prompt: as many facts as fit, those that the words name first."""
    language, room, kept = question.language, FACT_TOKENS, list[str]()
    for line in seen.fact_lines(language):
        room -= count(line) + 1
        if room < 0:
            break
        kept.append(line)
    asked = f"{seen.asked.kind}: {seen.asked.proposal.quote}" if seen.asked is not None else ""
    parts = [
        fenced("facts", "\n".join(kept)),
        fenced("read", "\n".join(seen.read_lines(language))),
        *([fenced("answer", seen.answer)] if seen.answer else []),
        *([fenced("asked", asked)] if asked else []),
        fenced("today", words.sheet.day),
        fenced("utterance", question.text),
    ]
    return "\n".join(parts)


def _asks_leave(reading: Reading) -> bool:
    """Whether the words ask if something may be taken: what stands against it is looked up by the rules."""
    understanding = reading.understanding
    return understanding is not None and any(one.op == "permission" for one in understanding.requests)


def _asked_for(ruled: Intent, request: RequestOutput, text: str, reading: Reading, *, tells: bool) -> Intent:
    """The intent: the rules' where plain cues tell it, its complexity and need of literature the model's."""
    if ruled.name in EXACT:
        return ruled
    understanding = reading.understanding
    heard = "?" in text or (understanding is not None and understanding.surely("ask"))
    asks = request.kind not in ("none", "small_talk")
    if ruled.name in RESIDUAL and tells and request.kind == "none" and not heard:
        # Both readers hear only something told, where the rules knew no better name for it.
        return replace(ruled, name="acknowledge", complexity=request.complexity, needs_retrieval=False, k=0)
    # Words that tell something are answered by saying what was noted, unless they ask as well.
    overlooked = ruled.name == "acknowledge" and asks and heard
    if ruled.name == "acknowledge" and not overlooked:
        return ruled
    open_to_it = (ruled.name in RESIDUAL and not _asks_leave(reading)) or overlooked
    name = request.kind if open_to_it and request.kind != "none" else ruled.name
    # Where the rules want documents (a plan, advice on a treatment), a model does not talk them out of it.
    retrieves = request.needs_retrieval or ruled.needs_retrieval
    return replace(
        ruled,
        name=name,
        complexity=request.complexity,
        needs_retrieval=retrieves,
        k=K_BY_COMPLEXITY[request.complexity] if retrieves else 0,
    )


def _query(request: RequestOutput) -> str:
    query = " ".join(request.query.split())
    return query if 0 < len(query) <= LONGEST_QUERY and not any(one.isdigit() for one in query) else ""
