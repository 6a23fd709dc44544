"""Every setting of the service: name, default, unit, where the number comes from, and what it does.

The environment variable of a setting is its name in upper case after ``ANAMNESIS_``. Flags win over the environment,
the environment wins over the default. Nothing is read until :func:`load_settings` is called.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from domain.errors import AnamnesisError

PREFIX = "ANAMNESIS_"


class InvalidSettings(AnamnesisError):
    """The settings are not valid."""

    status = "INVALID_ARGUMENT"
    reason = "INVALID_SETTINGS"
    advice = "Correct the named settings; `anamnesis doctor` lists them all with what they do."


def _setting(default: Any, unit: str, source: str, effect: str, **bounds: Any) -> Any:
    return Field(default, description=effect, json_schema_extra={"unit": unit, "source": source}, **bounds)


class _StrayVariables(PydanticBaseSettingsSource):
    """Presents variables that no setting has, so that they are refused together with all other mistakes."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Never a known field."""
        return None, field_name, False

    def __call__(self) -> dict[str, Any]:
        """The unknown names with our prefix, and no values: a mistyped secret must not be shown."""
        known = {PREFIX + name.upper() for name in self.settings_cls.model_fields}
        stray = (name for name in os.environ if name.upper().startswith(PREFIX) and name.upper() not in known)
        return dict.fromkeys(stray, "")


class Settings(BaseSettings):
    """The settings of one server."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True, hide_input_in_errors=True)

    address: str = _setting(
        "127.0.0.1:50051", "host:port", "ours", "Where the service listens; port 0 takes a free one."
    )
    data: Path = _setting(Path("var"), "directory", "ours", "Holds the log, the kept views and the retrieval index.")
    turn_seconds: float = _setting(
        30.0, "seconds", "conventions: deadlines", "A turn that takes longer ends without an answer.", gt=0, le=600
    )
    call_seconds: float = _setting(
        10.0, "seconds", "conventions: deadlines", "A unary call that takes longer fails.", gt=0, le=600
    )
    grace_seconds: float = _setting(
        30.0, "seconds", "conventions: running it", "How long a stopping server waits for work in progress.", ge=0
    )
    probe_seconds: float = _setting(
        5.0, "seconds", "ours", "How often it is tried whether the log can be written, for the health service.", gt=0
    )
    lock_seconds: int = _setting(
        5, "seconds", "SQLite's default", "How long a write waits for another process's write.", ge=0, le=60
    )
    max_request_bytes: int = _setting(
        4 * 1024 * 1024, "bytes", "gRPC's default", "Largest message that is accepted: a record's.", ge=32 * 1024
    )
    max_response_bytes: int = _setting(
        4 * 1024 * 1024, "bytes", "gRPC's default", "Largest message that is sent.", ge=1024 * 1024
    )
    max_calls: int = _setting(256, "calls", "guarantees 3", "Calls and streams that may be open at once.", ge=1)
    max_turns: int = _setting(64, "turns", "ours", "Turns that may run at once, over all streams.", ge=1)
    threads: int = _setting(
        4, "threads", "ours", "Size of the pool for storage, text analysis and retrieval.", ge=1, le=64
    )
    keepalive_seconds: float = _setting(
        20.0, "seconds", "guarantees F16", "Idle time after which a connection is probed for life.", ge=5
    )
    reflection: bool = _setting(True, "yes/no", "conventions: reflection", "Lets tools such as grpcurl list the calls.")
    lexicon: Path | None = _setting(
        None, "directory", "ours", "Lexicon tables of your own, over the shipped ones; same columns."
    )
    medcat_pack: Path | None = _setting(
        None,
        "path",
        "ours",
        "A licensed MedCAT model pack. It is a pickle and runs code when it is loaded: only a file you trust.",
    )
    index: Path | None = _setting(
        None,
        "directory",
        "ours",
        "Index of your own corpus, from `anamnesis index build`; else `corpus` in the data directory, else ours.",
    )
    encoder: str | None = _setting(
        None,
        "name or path",
        "ours",
        "A sentence-transformers model on this machine, for the languages that it represents; else LSA.",
    )
    embedding_model: str | None = _setting(
        None,
        "name",
        "DESIGN 6",
        "A model of an OpenAI-compatible embedding endpoint, where no encoder is set. What patients ask is sent there.",
    )
    embedding_base_url: str | None = _setting(
        None, "URL", "ours", "That endpoint; empty is OpenAI's own. The key is OPENAI_API_KEY."
    )
    lexical_engine: Literal["bm25s", "rank_bm25"] = _setting(
        "bm25s", "name", "retrieval 2.4", "Which library scores words; both rank alike, rank_bm25 is far slower."
    )
    vector_engine: Literal["auto", "faiss", "numpy"] = _setting(
        "auto", "name", "retrieval 2.4", "Which library compares vectors; auto takes FAISS where it is installed."
    )
    retrieval_fusion: Literal["weighted", "rrf"] = _setting(
        "weighted", "name", "retrieval 2", "How legs are combined: weighted by trust, or reciprocal rank fusion, k 60."
    )
    retrieval_weights: dict[Literal["ko", "en"], dict[Literal["lsa", "encoder"], float]] = _setting(
        {},
        "share 0 to 0.95",
        "measured: retrieval/ranking.py",
        'Share of the vector leg by language, such as {"ko": {"lsa": 0.5}}; `anamnesis index fit-weights` finds it.',
    )
    trust_order: str = _setting(
        "patient,clinician,record", "sources", "DESIGN 4", "Whose side of an open contradiction is shown first."
    )
    profile: str = _setting(
        "", "profile name", "thesis: ablation profiles", "Profile of turns that name none; empty is the full agent."
    )
    kill_at: str = _setting(
        "",
        "moment",
        "ours",
        'For fault tests only: the process kills itself at this moment of a save, such as "after RecordExtraction".',
    )
    log_level: Literal["debug", "info", "warning", "error"] = _setting(
        "info", "level", "ours", "Least severe line of the service log that is written."
    )

    @field_validator("retrieval_weights")
    @classmethod
    def _weights_are_shares(cls, weights: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
        if not all(0 <= share <= 0.95 for legs in weights.values() for share in legs.values()):
            raise ValueError("a share is 0 to 0.95: words are always searched")
        return weights

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags, then the environment; and names that are no setting, to be refused."""
        return init_settings, env_settings, _StrayVariables(settings_cls)


def load_settings(flags: Mapping[str, Any] | None = None) -> Settings:
    """The settings from ``flags`` (those that are not None) and the environment.

    Raises InvalidSettings, which names every setting that is wrong or unknown, and never a value.
    """
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        wrong = [
            f"{'.'.join(map(str, item['loc'])) or 'settings'}: {item['msg']}"
            for item in error.errors(include_input=False, include_url=False)
        ]
        raise InvalidSettings(f"{len(wrong)} invalid: {'; '.join(sorted(wrong))}.", count=len(wrong)) from None
