"""The compression skill with a language model: the nearest sentences first, then their gist in fewer words (hybrid)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from pydantic import BaseModel

from agent.llm_failures import OutputUnusable
from agent.llm_skill import Inquiry, SkillModel
from agent.prompts import fenced, prompt
from agent.skills.grounding import require_held_numbers, require_language
from agent.skills.ports import CompressionSkill, Language, Question
from agent.tokens import TokenCounter
from retrieval.retriever import Hit

READ_SHARE: Final = 1 / 0.7
"""The model reads this much of what it may keep: hybrid compression keeps 70 % of what was extracted (thesis)."""


class PassageOutput(BaseModel):
    """One shortened passage."""

    document_id: str
    text: str


class CompressionOutput(BaseModel):
    """What the model is asked for."""

    passages: list[PassageOutput]


class ModelCompression:
    """The model's gist of each passage, where its numbers are the passage's own and it fits; else the twin's sentences.

    A gist is never cited: citations quote the passage itself.
    """

    def __init__(self, model: SkillModel, twin: CompressionSkill, counter: TokenCounter) -> None:
        self._model = model
        self._twin = twin
        self._counter = counter

    async def compress(self, question: Question, hits: Sequence[Hit], tokens: int) -> Mapping[str, str]:
        """What of each passage matters, in at most ``tokens``."""
        return await self._model.or_twin(
            self._asked(question, hits, tokens), lambda: self._twin.compress(question, hits, tokens)
        )

    async def _asked(self, question: Question, hits: Sequence[Hit], tokens: int) -> Mapping[str, str]:
        extracted = await self._twin.compress(question, hits, int(tokens * READ_SHARE))
        languages: dict[str, Language] = {
            hit.passage.document_id: "ko" if hit.passage.language == "ko" else "en" for hit in hits
        }

        def check(output: CompressionOutput) -> None:
            for one in output.passages:
                if one.document_id not in extracted:
                    raise OutputUnusable("unquoted", "a document_id is not among the documents")
                require_held_numbers(one.text, [extracted[one.document_id]])
                require_language(one.text, languages[one.document_id])
            if sum(self._counter.count(one.text) for one in output.passages) > tokens:
                raise OutputUnusable("too_long", "it must be shorter")

        documents = "\n".join(f"[{document_id}] {text}" for document_id, text in extracted.items())
        data = (fenced("utterance", question.text), fenced("documents", documents))
        output = await self._model.ask(
            Inquiry(
                prompt("compression", question.language), "\n".join(data), CompressionOutput, question.language, check
            )
        )
        gist = {one.document_id: " ".join(one.text.split()) for one in output.passages if one.text.strip()}
        return MappingProxyType(gist) if gist else extracted
