"""Every setting of the service: name, default, unit, where the number comes from, and what it does.

The environment variable of a setting is its name in upper case after ``ANAMNESIS_``. Flags win over the environment,
the environment wins over the default. Nothing is read until :func:`load_settings` is called.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import AliasChoices, Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from agent.profiles import UnknownProfile, profile_named
from domain.errors import AnamnesisError
from domain.store.master_key import InvalidKeySource, KeyFile, MasterKey, named_source
from domain.store.places import is_postgres
from domain.trust import InvalidTrustOrder, trust_order
from server.callers import CallLimits
from server.data_directory import Keeping
from server.quotas import Shares

PREFIX = "ANAMNESIS_"
CLIENTS_VARIABLES = frozenset(
    PREFIX + name
    for name in (
        "TOKEN", "TOKEN_FILE", "TLS", "TLS_CA_FILE", "CLIENT_CERTIFICATE_FILE", "CLIENT_KEY_FILE", "PURPOSE", "LANG",
    )
)  # fmt: skip
"""Variables of the clients (`clients.credentials`, `clients.cli`), which are no settings of a server."""
TEST_PREFIX = "ANAMNESIS_TEST_"
"""Variables of the test suite, which are no settings of a server."""

LONGEST_TURN = 600
"""Seconds that a turn, and a call within it, may be given at most."""

LEAST_ANSWER = 160
"""Tokens without which no answer of a model is worth a call."""

SkillName = Literal["understand", "answer", "quality", "rewrite", "summary", "compression"]
"""The skills that a language model can have."""


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
        known = {PREFIX + name.upper() for name in self.settings_cls.model_fields} | CLIENTS_VARIABLES
        ours = (name for name in os.environ if name.upper().startswith(PREFIX))
        stray = (name for name in ours if name.upper() not in known and not name.upper().startswith(TEST_PREFIX))
        return dict.fromkeys(stray, "")


class Settings(BaseSettings):
    """The settings of one server."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, extra="forbid", frozen=True, hide_input_in_errors=True, populate_by_name=True
    )

    address: str = _setting(
        "127.0.0.1:50051", "host:port", "ours", "Where the service listens; port 0 takes a free one."
    )
    data: Path = _setting(Path("var"), "directory", "ours", "Holds the log, the kept views and the retrieval index.")
    store: SecretStr = _setting(
        SecretStr(""),
        "postgresql://...",
        "ours",
        "The PostgreSQL database that holds log and keyring, for several servers (extra `postgres`); empty keeps both "
        "in the data directory. Every server has a data directory of its own, and the same master key.",
    )
    workers: int = _setting(
        1,
        "processes",
        "ours",
        "How many processes serve, each its own patients, behind one address; one uses about one core. What "
        "they know is loaded once, and a front of 70 MiB forwards the calls.",
        ge=1,
        le=64,
    )
    worker_silence_seconds: float = _setting(
        20.0,
        "seconds",
        "ours",
        "A worker that does not answer its front for so long is killed and replaced; its callers hear WORKER_LOST and "
        "retry. Longer than any pause of a machine with much to do.",
        ge=1,
        le=600,
    )
    cache: Path | None = _setting(
        None,
        "directory",
        "ours",
        "Holds tables derived from the lexicon, without which a start takes seconds longer; they may be deleted at any "
        "time and hold nothing of patients. The user's cache directory unless named.",
    )
    master_key_file: Path | None = _setting(
        None,
        "file",
        "guarantees 3",
        "Holds the master key (32 bytes in base64) that wraps the patients' keys; made at the first start, named "
        "master.key in the data directory by default. Keep it elsewhere, and a copy: without it nothing opens.",
    )
    master_key_source: str = _setting(
        "",
        "file:PATH, env:NAME or command:PROGRAM ...",
        "ours",
        "Where the master key comes from instead: a variable, or a program that prints it in base64, such as a client "
        "of a vault, run without a shell whenever the keys are opened. It must be there before the first start.",
    )
    anchor: Literal["each_save", "off"] = _setting(
        "each_save",
        "each_save/off",
        "guarantees 2.3",
        "Notes the log's head outside the database at every save; off, a cut is found only to the last checkpoint.",
    )
    anchor_file: Path | None = _setting(
        None, "file", "guarantees 2.3", "Where the head is noted; head.anchor in the data directory unless named."
    )
    turn_seconds: float = _setting(
        30.0,
        "seconds",
        "conventions: deadlines",
        "A turn that takes longer ends without an answer.",
        gt=0,
        le=LONGEST_TURN,
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
    views: Literal["kept", "sealed", "memory"] = _setting(
        "kept",
        "kept/sealed/memory",
        "ours",
        "Where kept views and analysis tables stand, which are made from the log in the clear: in the data directory, "
        "there sealed (the rows of the views under their patients' keys, the tables encrypted under the log's), "
        "or in memory (/dev/shm), from which a restart of the machine clears them, and the log gives them again.",
    )
    scrub_events_per_hour: int = _setting(
        1_000_000,
        "events",
        "ours",
        "How much of the log is verified again in the background; a fault shows in health as anamnesis.log and in "
        "`doctor`. 0 is none: then run `anamnesis verify` now and then.",
        ge=0,
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
    unary_share: float = _setting(
        0.25,
        "share 0 to 0.9",
        "ours",
        "Share of max_calls that streams leave free, so that reads and writes come through however many are open.",
        ge=0,
        le=0.9,
    )
    max_streams_per_caller: int = _setting(
        128,
        "streams",
        "ours: two thirds of all streams",
        "Streams that one caller's host may hold open; behind a proxy all callers are one, so set it to max_calls.",
        ge=1,
    )
    idle_seconds: float = _setting(
        60.0,
        "seconds",
        "attacks R5",
        "A conversation's stream on which nothing moves for so long, in either direction and in no turn, is ended.",
        gt=0,
    )
    max_turns: int = _setting(
        64, "turns", "ours", "Turns that may run at once, over all streams; more of them wait in a fair queue.", ge=1
    )
    threads: int = _setting(
        4, "threads", "ours", "Size of the pool for storage, text analysis and retrieval.", ge=1, le=64
    )
    import_threads: int = _setting(
        2,
        "threads",
        "ours",
        "Size of the pool that records are read in, beside the other one.",
        ge=1,
        le=64,
    )
    max_record_entries: int = _setting(
        5_000,
        "entries",
        "measured: evaluation.import_bench",
        "Entries of a record, and facts that they tell, that one call reads; a larger record is sent in parts.",
        ge=1,
    )
    keepalive_seconds: float = _setting(
        20.0, "seconds", "guarantees F16", "Idle time after which a connection is probed for life.", ge=5
    )
    reflection: bool | None = _setting(
        None,
        "yes/no",
        "conventions: reflection",
        "Lets tools such as grpcurl list the calls; unless it is set, only where nobody is asked for a name.",
    )
    insecure: bool = _setting(
        False,
        "yes/no",
        "attacks R1",
        "Serves others than this machine without TLS or asking who they are, where something in front does both.",
    )
    tls_certificate_file: Path | None = _setting(
        None, "PEM file", "guarantees 3", "The service's certificate with its chain; read again when it is renewed."
    )
    tls_key_file: Path | None = _setting(None, "PEM file", "guarantees 3", "Its private key.")
    tls_client_ca_file: Path | None = _setting(
        None, "PEM file", "guarantees 3", "Authority of client certificates; named, no connection is taken without one."
    )
    principals_file: Path | None = _setting(
        None,
        "file",
        "ours",
        "Who is recognised by a static token or a client certificate (`anamnesis token create`); principals.json in "
        "the data directory where that is there.",
    )
    jwks: str = _setting(
        "", "file or https address", "RFC 7517", "Public keys of the identity provider whose tokens are taken."
    )
    jwt_issuer: str = _setting("", "text", "RFC 7519", "Issuer that a token must name.")
    jwt_audience: str = _setting("", "text", "RFC 7519", "Audience that a token must name: this service.")
    jwt_skew_seconds: float = _setting(
        60.0, "seconds", "guarantees 3", "By how much the provider's clock may differ.", ge=0, le=300
    )
    jwt_claims: dict[Literal["role", "tenant", "patients", "break_glass"], str] = _setting(
        {}, "JSON", "ours", 'Names of the claims, where they are others, such as {"role": "anamnesis_role"}.'
    )
    access_log: Literal["on", "off"] = _setting(
        "on", "on/off", "guarantees 3", "Records who read or wrote what of whom; off only where nobody is a patient."
    )
    max_calls_per_minute: int = _setting(
        1_200, "calls", "ours", "Calls and turns of one principal who was asked for a name; 0 is no limit.", ge=0
    )
    max_megabytes_per_minute: int = _setting(64, "MiB", "ours", "Sent by one such principal; 0 is no limit.", ge=0)
    max_registrations_per_hour: int = _setting(
        600, "patients", "attacks R16", "Registered by one such principal; 0 is no limit.", ge=0
    )
    max_streams_per_principal: int = _setting(
        64, "streams", "attacks R5", "Held open by one such principal; 0 is no limit.", ge=0
    )
    max_patient_turns_per_minute: int = _setting(
        30, "turns", "guarantees 3", "Of one patient, whoever asks, where names are asked for; 0 is no limit.", ge=0
    )
    max_connection_streams: int = _setting(
        256, "calls", "attacks R16", "Calls that may be open on one connection; more of them wait in the client.", ge=1
    )
    connection_idle_seconds: float = _setting(
        600.0, "seconds", "attacks R16", "A connection without calls is closed after so long; 0 is never.", ge=0
    )
    metrics_address: str = _setting(
        "",
        "host:port",
        "conventions: running it",
        "Where Prometheus reads what calls took, such as 127.0.0.1:9464 (extra `otel`); empty is nowhere.",
    )
    traces: Literal["off", "otlp"] = _setting(
        "off",
        "off/otlp",
        "conventions: running it",
        "Sends spans of each call, its nodes, saves and calls of models to the collector that "
        "OTEL_EXPORTER_OTLP_ENDPOINT names (extra `otel`).",
    )
    connection_age_seconds: float = _setting(
        0.0, "seconds", "ours", "A connection is renewed after so long, for balancers in front; 0 is never.", ge=0
    )
    lexicon: Path | None = _setting(
        None, "directory", "ours", "Lexicon tables of your own, over the shipped ones; same columns."
    )
    reader: Literal["encoder", "linear"] = _setting(
        "encoder",
        "encoder/linear",
        "ours",
        "Who reads an utterance: the linear readers with a sentence encoder beside them, or alone. Alone they save "
        "some 16 to 30 ms of CPU a turn and 70 MiB, and understand less (training/README.md).",
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
        "auto", "name", "retrieval 2.4", "Which library compares vectors; auto takes FAISS for over 50,000."
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
    llm_key: SecretStr = _setting(
        SecretStr(""),
        "secret",
        "OpenAI's own variable",
        "Key of the language model's service, also as OPENAI_API_KEY; without key and base URL all is by rule.",
        validation_alias=AliasChoices(PREFIX + "LLM_KEY", "OPENAI_API_KEY"),
    )
    llm_key_file: Path | None = _setting(
        None, "file", "conventions: configuration", "Holds the key, so that it need not stand in the environment."
    )
    llm_base_url: str = _setting(
        "",
        "URL",
        "DESIGN 9",
        "Any OpenAI-compatible service, such as http://localhost:11434/v1; empty is OpenAI's own.",
    )
    llm_model: str = _setting("gpt-4o-mini", "model", "thesis", "Model of every skill that has none of its own.")
    llm_models: dict[SkillName, str] = _setting(
        {},
        "JSON",
        "ours",
        'Models by skill, such as {"answer": "gpt-4o", "understand": ""}; an empty one leaves the skill to its rules. '
        "Compression has none unless it is named here, for its gist cannot be cited.",
    )
    llm_seconds: dict[SkillName, float] = _setting(
        {}, "JSON, seconds", "ours", "Longest call by skill, retries included; the turn's own deadline comes first."
    )
    llm_tokens: dict[SkillName, int] = _setting(
        {}, "JSON, tokens", "ours", "Longest answer by skill, where the default cuts a model off."
    )
    llm_temperatures: dict[SkillName, float] = _setting(
        {}, "JSON, 0 to 2", "thesis", "Temperature by skill; models that take none are noticed and asked without."
    )
    llm_thinking_tokens: int = _setting(
        0,
        "tokens",
        "ours",
        "What a reasoning model may think on top of its answer, outside the budget.",
        ge=0,
        le=100_000,
    )
    llm_budget: int = _setting(4_000, "tokens", "thesis", "Hard cap of a prompt and its answer together.", ge=2_000)
    llm_samples: int = _setting(
        3, "samples", "thesis: uncertainty", "Answers compared where advice is given; 1 compares none.", ge=1, le=9
    )
    llm_parallel: int = _setting(
        0, "calls", "ours", "Calls at a time; 1 for a local server of one slot, 0 for as many as come.", ge=0
    )
    llm_share: float = _setting(
        0.8, "share", "ours", "Share of a turn's seconds that models may use, besides rules and saves.", ge=0.1, le=0.95
    )
    llm_attempts: int = _setting(
        3, "attempts", "openai's default", "Tries of one call at a service that is busy or broken.", ge=1, le=10
    )
    llm_structure: Literal["json_schema", "json_object", "text"] = _setting(
        "json_schema",
        "kind",
        "OpenAI's structured outputs",
        "How structured answers are asked for, for servers that know less.",
    )
    llm_stream: bool = _setting(
        True, "yes/no", "ours", "Streams answers of the model, so that a cut connection is noticed at once."
    )
    llm_log_probabilities: bool = _setting(
        False,
        "yes/no",
        "ours",
        "Asks how likely each token was, for the perplexity of a study; the log keeps the mean.",
    )
    llm_prices: dict[str, tuple[float, float]] = _setting(
        {
            "gpt-4o": (2.5, 10.0),
            "gpt-4o-mini": (0.15, 0.6),
            "gpt-4.1": (2.0, 8.0),
            "gpt-4.1-mini": (0.4, 1.6),
            "gpt-4.1-nano": (0.1, 0.4),
        },
        "JSON, USD per million tokens",
        "OpenAI's price list of 2025",
        "Price of a million tokens read and written, by model; one of a server of your own may be left out as free.",
    )
    llm_spend_limit: float = _setting(
        1.0, "USD per patient and day", "ours", "What models may cost; then the rules answer. 0 is no limit.", ge=0
    )
    llm_principal_spend_limit: float = _setting(
        0.0,
        "USD per principal and day of UTC",
        "guarantees 3",
        "What models may cost over all patients of one caller; then the rules answer. 0 is no limit.",
        ge=0,
    )
    profile: str = _setting(
        "",
        "profile name",
        "thesis: ablation profiles",
        "Profile of turns that name none, with -flag or +flag after it if need be; empty is the full agent.",
    )
    uncertainty: Literal["points", "claims", "cosine"] = _setting(
        "points",
        "method",
        "thesis: uncertainty (cosine); points and claims ours",
        "How samples of a model's answer are compared: by the facts, values and stances that they tell, sentence by "
        "sentence, or by the cosine of the whole.",
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

    @property
    def call_limits(self) -> CallLimits:
        """How many calls and streams may be open."""
        streams = max(1, self.max_calls - math.ceil(self.max_calls * self.unary_share))
        return CallLimits(self.max_calls, streams, self.max_streams_per_caller)

    @property
    def shares(self) -> Shares:
        """What one principal, and one patient, may ask for."""
        return Shares(
            self.max_calls_per_minute,
            self.max_megabytes_per_minute,
            self.max_registrations_per_hour,
            self.max_streams_per_principal,
            self.max_patient_turns_per_minute,
        )

    @property
    def master_key(self) -> MasterKey | None:
        """Where the master key comes from, unless from the file beside the data."""
        if self.master_key_source:
            return named_source(self.master_key_source)
        return KeyFile(self.master_key_file) if self.master_key_file else None

    @property
    def keeping(self) -> Keeping:
        """Where the secrets of the log are kept."""
        return Keeping(self.master_key, self.anchor_file, self.anchor == "each_save", self.store.get_secret_value())

    @field_validator("profile")
    @classmethod
    def _known_profile(cls, name: str) -> str:
        try:
            profile_named(name)
        except UnknownProfile as error:
            raise ValueError("no ablation profile has this name; `anamnesis ablate --list` shows them") from error
        return name

    @field_validator("retrieval_weights")
    @classmethod
    def _weights_are_shares(cls, weights: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
        if not all(0 <= share <= 0.95 for legs in weights.values() for share in legs.values()):
            raise ValueError("a share is 0 to 0.95: words are always searched")
        return weights

    @field_validator("store")
    @classmethod
    def _names_a_database(cls, url: SecretStr) -> SecretStr:
        if url.get_secret_value() and not is_postgres(url.get_secret_value()):
            raise ValueError("a store begins with postgresql://, such as postgresql://user@host/database")
        return url

    @field_validator("master_key_source")
    @classmethod
    def _key_comes_from_somewhere(cls, source: str) -> str:
        try:
            if source:
                named_source(source)
        except InvalidKeySource as error:
            raise ValueError(error.advice) from None
        return source

    @field_validator("jwks")
    @classmethod
    def _keys_come_safely(cls, place: str) -> str:
        if place.startswith("http://") and not re.match(r"http://(localhost|127\.0\.0\.1|\[::1\])[:/]", place):
            raise ValueError("keys are fetched over https, except from this machine")
        return place

    @model_validator(mode="after")
    def _tokens_are_for_us(self) -> Settings:
        if self.jwks and not (self.jwt_issuer and self.jwt_audience):
            raise ValueError("jwks needs jwt_issuer and jwt_audience: else tokens for others would be taken")
        if self.master_key_file and self.master_key_source:
            raise ValueError("master_key_file and master_key_source are two places for one key: leave one out")
        if (self.tls_client_ca_file or self.tls_key_file) and not self.tls_certificate_file:
            raise ValueError("tls_key_file and tls_client_ca_file need tls_certificate_file")
        return self

    @field_validator("llm_seconds")
    @classmethod
    def _seconds_are_positive(cls, seconds: dict[str, float]) -> dict[str, float]:
        if not all(0 < one <= LONGEST_TURN for one in seconds.values()):
            raise ValueError(f"seconds are more than 0 and at most {LONGEST_TURN}")
        return seconds

    @field_validator("llm_tokens")
    @classmethod
    def _answers_have_room(cls, tokens: dict[str, int]) -> dict[str, int]:
        if not all(one >= LEAST_ANSWER for one in tokens.values()):
            raise ValueError(f"an answer needs at least {LEAST_ANSWER} tokens")
        return tokens

    @field_validator("llm_temperatures")
    @classmethod
    def _temperatures_are_taken(cls, temperatures: dict[str, float]) -> dict[str, float]:
        if not all(0 <= one <= 2 for one in temperatures.values()):
            raise ValueError("a temperature is 0 to 2")
        return temperatures

    @field_validator("llm_prices")
    @classmethod
    def _prices_can_be_added(cls, prices: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
        # A price that is no number makes every sum of money none, and no limit would hold.
        if not all(math.isfinite(price) and price >= 0 for both in prices.values() for price in both):
            raise ValueError("a price is a number from 0")
        return prices

    @field_validator("llm_base_url", "embedding_base_url")
    @classmethod
    def _whole_address(cls, url: str | None) -> str | None:
        if url and not re.match(r"https?://[^/\s]+", url):
            raise ValueError("an address begins with http:// or https://, such as http://localhost:11434/v1")
        return url

    @field_validator("trust_order")
    @classmethod
    def _names_every_source(cls, words: str) -> str:
        try:
            trust_order(words)
        except InvalidTrustOrder as error:
            raise ValueError(error.advice) from error
        return words

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
    except SettingsError as error:
        # Its words name the field and the source, and never the value; the value stands in its cause.
        raise InvalidSettings(f"1 invalid: {error}.", count=1) from None
