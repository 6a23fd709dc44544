"""A chat model behind an OpenAI-compatible service, asked at temperature 0 for a text or for one JSON object."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from openai import OpenAI, OpenAIError

from domain.errors import AnamnesisError

JSON = dict[str, Any]
SECONDS, AGAIN = 60.0, 2
"""How long a call may take, and how often a busy or broken service is asked again."""


class JudgeUnavailable(AnamnesisError):
    """The model that judges cannot be asked, or says nothing that can be read."""

    status = "UNAVAILABLE"
    reason = "JUDGE_UNAVAILABLE"
    advice = "Check the model's address, key and name (`anamnesis doctor`), and run it again: what is judged is kept."


@dataclass(frozen=True, slots=True)
class Said:
    """What a model said, and the tokens of it."""

    data: JSON
    tokens_in: int
    tokens_out: int


class Endpoint:
    """One model of one service. ``price`` is in USD per million tokens read and written; ``again``: further tries."""

    def __init__(
        self, base_url: str, key: str, model: str, price: tuple[float, float] = (0.0, 0.0), again: int = AGAIN
    ) -> None:
        self.model, self._price = model, price
        # The client refuses an empty key, which services of one's own don't ask for.
        self._client = OpenAI(base_url=base_url or None, api_key=key or "none", timeout=SECONDS, max_retries=again)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def cost(self, said: Said) -> float:
        """What an answer cost, in USD."""
        return (said.tokens_in * self._price[0] + said.tokens_out * self._price[1]) / 1_000_000

    def complete(self, instructions: str, prompt: str) -> tuple[str, int, int, float]:
        """A text, the tokens read and written, and the cost in USD. Raises JudgeUnavailable."""
        try:
            completion = self._client.chat.completions.create(
                model=self.model,
                temperature=0.0,
                messages=[{"role": "system", "content": instructions}, {"role": "user", "content": prompt}],
            )
        except OpenAIError as error:
            raise JudgeUnavailable(f"{self.model}: {type(error).__name__}.") from None
        usage = completion.usage
        said = Said({}, usage.prompt_tokens if usage else 0, usage.completion_tokens if usage else 0)
        return completion.choices[0].message.content or "", said.tokens_in, said.tokens_out, self.cost(said)

    def ask(self, name: str, instructions: str, data: str, schema: Mapping[str, Any]) -> Said:
        """One JSON object of a schema. Raises JudgeUnavailable, never with what was asked."""
        try:
            completion = self._client.chat.completions.create(
                model=self.model,
                temperature=0.0,
                messages=[{"role": "system", "content": instructions}, {"role": "user", "content": data}],
                response_format={
                    "type": "json_schema",
                    "json_schema": {"name": name, "schema": dict(schema), "strict": True},
                },
            )
            found = json.loads(completion.choices[0].message.content or "")
        except OpenAIError as error:
            raise JudgeUnavailable(f"{self.model}: {type(error).__name__}.") from None
        except ValueError:
            raise JudgeUnavailable(f"{self.model} answered with no JSON.") from None
        if not isinstance(found, dict):
            raise JudgeUnavailable(f"{self.model} answered with no JSON object.")
        usage = completion.usage
        return Said(found, usage.prompt_tokens if usage else 0, usage.completion_tokens if usage else 0)
