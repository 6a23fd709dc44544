"""From settings to skills with a language model: who is asked, for how long, at which price, with which twin behind."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from agent.llm_breaker import CircuitBreaker
from agent.llm_pricing import Price, price_of
from agent.llm_skill import SkillModel, Tuning
from agent.llm_turn import Allowance
from agent.ports import Skills
from agent.skills.model_answer import ModelAnswer
from agent.skills.model_compression import ModelCompression
from agent.skills.model_quality import ModelQuality
from agent.skills.model_rewrite import ModelRewrite
from agent.skills.model_summary import ModelSummary
from agent.skills.model_understanding import ModelUnderstanding
from agent.tokens import TokenCounter
from agent.uncertainty import SAMPLES
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser
from extraction.reading.reader import LearnedReader
from server.settings import InvalidSettings, Settings, SkillName

if TYPE_CHECKING:
    from agent.llm_client import Endpoint, OpenAIModel

DEFAULTS: Final[Mapping[SkillName, tuple[float, int, float]]] = {
    "understand": (10.0, 1600, 0.0),
    "answer": (20.0, 1500, 0.3),
    "quality": (8.0, 500, 0.3),
    "rewrite": (5.0, 200, 0.3),
    "summary": (10.0, 400, 0.3),
    "compression": (10.0, 900, 0.3),
}
"""By skill: seconds, tokens of the answer (that of answers is the thesis's slice), temperature (thesis: .3)."""
NAMED_ONLY: Final = frozenset({"compression"})
"""Skills that get a model only by name: the gist of a passage reads well and cannot be cited."""


@dataclass(frozen=True, slots=True)
class LanguageModels:
    """The model service of a server, and how each skill uses it."""

    model: OpenAIModel
    tunings: Mapping[SkillName, Tuning]
    allowance: Allowance
    samples: int = SAMPLES

    async def close(self) -> None:
        """Close the connections to the service."""
        await self.model.close()

    def skills(
        self,
        rules: Skills,
        lexicon: Lexicon,
        recogniser: ConceptRecogniser,
        counter: TokenCounter,
        reader: LearnedReader | None = None,
    ) -> Skills:
        """``rules`` with a model before each skill that has one; ``reader`` hears what a model's answer claims."""

        def asked(skill: SkillName) -> SkillModel | None:
            tuning = self.tunings.get(skill)
            return SkillModel(skill, self.model, tuning, counter, CircuitBreaker()) if tuning else None

        understand, answer = asked("understand"), asked("answer")
        quality, rewrite, summary = asked("quality"), asked("rewrite"), asked("summary")
        compression = asked("compression")
        gist = ModelCompression(compression, rules.compression, counter) if compression and rules.compression else None
        return Skills(
            intent=rules.intent,
            understanding=ModelUnderstanding(understand, rules.understanding, lexicon, recogniser)
            if understand
            else rules.understanding,
            answer=ModelAnswer(answer, rules.answer, recogniser, reader) if answer else rules.answer,
            quality=ModelQuality(quality, rules.quality) if quality else rules.quality,
            rewrite=ModelRewrite(rewrite, rules.rewrite) if rewrite else rules.rewrite,
            summary=ModelSummary(summary, rules.summary) if summary else rules.summary,
            compression=gist or rules.compression,
        )


def language_models(settings: Settings) -> LanguageModels | None:
    """The models that the settings name; None when they name neither a key nor a service: then all is by rule.

    Raises InvalidSettings as the functions below say. Call it in the event loop that serves.
    """
    where = endpoint(settings)
    if where is None:
        return None
    # The openai package takes half a second to import, which a service without a model need not wait for.
    from agent.llm_client import OpenAIModel

    how = tunings(settings)
    allowance = Allowance(
        settings.turn_seconds * settings.llm_share,
        settings.llm_spend_limit or math.inf,
        settings.llm_principal_spend_limit or math.inf,
    )
    return LanguageModels(OpenAIModel(where), how, allowance, settings.llm_samples)


def endpoint(settings: Settings) -> Endpoint | None:
    """Where the models are; None when the settings name neither a key nor a service.

    Raises InvalidSettings for a key file that cannot be read.
    """
    key = settings.llm_key.get_secret_value()
    if not key and settings.llm_key_file is not None:
        try:
            key = settings.llm_key_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise InvalidSettings("llm_key_file: the file cannot be read.", count=1) from None
    if not key and not settings.llm_base_url:
        return None
    from agent.llm_client import Endpoint

    return Endpoint(
        settings.llm_base_url,
        key,
        settings.llm_attempts,
        structure=settings.llm_structure,
        stream=settings.llm_stream,
        parallel=settings.llm_parallel,
        log_probabilities=settings.llm_log_probabilities,
    )


def tunings(settings: Settings) -> dict[SkillName, Tuning]:
    """How each skill that has a model calls it.

    Raises InvalidSettings for a model of OpenAI's without a price while there is a limit on spending, which could
    then not be held; a server of one's own is free unless it is priced.
    """
    prices = {model: Price(read, written) for model, (read, written) in settings.llm_prices.items()}
    limit = next((one for one in ("llm_spend_limit", "llm_principal_spend_limit") if getattr(settings, one)), "")
    found: dict[SkillName, Tuning] = {}
    for skill, (seconds, tokens, temperature) in DEFAULTS.items():
        model = settings.llm_models.get(skill, "" if skill in NAMED_ONLY else settings.llm_model)
        if not model:
            continue
        price = price_of(prices, model)
        if price is None and limit and not settings.llm_base_url:
            raise InvalidSettings(f"llm_prices: no price for {model}, so {limit} cannot be held.", count=1)
        found[skill] = Tuning(
            model,
            settings.llm_seconds.get(skill, seconds),
            settings.llm_tokens.get(skill, tokens),
            settings.llm_temperatures.get(skill, temperature),
            price or Price(),
            settings.llm_budget,
            settings.llm_thinking_tokens,
        )
    return found
