"""From settings to skills: offline without a key, a model with one, and mistakes named before anything is served."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clients import AsyncAnamnesisClient
from server.app import serving, utc_now
from server.composition import Knowledge
from server.language_models import endpoint, language_models, tunings
from server.settings import InvalidSettings, Settings, load_settings
from tests.llm_server import LlmServer, by_skill, model_of, status

SKILLS = ("understand", "answer", "quality", "rewrite", "summary")
KEY = "sk-never-shown"


def test_without_key_and_base_url_no_model_is_there() -> None:
    assert endpoint(load_settings()) is None
    assert language_models(load_settings()) is None


def test_the_usual_key_variable_gives_every_skill_but_compression_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    settings = load_settings()
    found = endpoint(settings)

    assert found is not None and (found.base_url, found.key) == ("", KEY)
    assert set(tunings(settings)) == set(SKILLS)
    assert KEY not in f"{settings!r} {found!r} {settings.model_dump_json()}"


def test_a_key_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n", encoding="utf-8")
    found = endpoint(Settings(llm_key_file=tmp_path / "key"))
    assert found is not None and found.key == KEY
    with pytest.raises(InvalidSettings, match="llm_key_file"):
        endpoint(Settings(llm_key_file=tmp_path / "none"))


def test_models_and_patience_are_chosen_by_skill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANAMNESIS_LLM_BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("ANAMNESIS_LLM_MODEL", "small")
    monkeypatch.setenv("ANAMNESIS_LLM_MODELS", '{"answer": "large", "quality": "", "compression": "small"}')
    monkeypatch.setenv("ANAMNESIS_LLM_SECONDS", '{"answer": 7}')
    chosen = tunings(load_settings())

    assert {skill: tuning.model for skill, tuning in chosen.items()} == {
        "understand": "small",
        "answer": "large",
        "rewrite": "small",
        "summary": "small",
        "compression": "small",
    }
    assert chosen["answer"].seconds == 7


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ANAMNESIS_LLM_MODELS", '{"answers": "secret-model"}'),
        ("ANAMNESIS_LLM_MODELS", "{secret-model"),
        ("ANAMNESIS_LLM_PRICES", '{"m": ["secret-model", 2]}'),
        ("ANAMNESIS_LLM_PRICES", '{"secret-model": ["nan", 2]}'),
        ("ANAMNESIS_LLM_PRICES", '{"secret-model": [1, -2]}'),
        ("ANAMNESIS_LLM_SECONDS", '{"answer": -5}'),
        ("ANAMNESIS_LLM_SECONDS", '{"answer": "inf"}'),
        ("ANAMNESIS_LLM_BASE_URL", "secret-model:11434/v1"),
        ("ANAMNESIS_EMBEDDING_BASE_URL", "ftp://secret-model/v1"),
        ("ANAMNESIS_TRUST_ORDER", "secret-model"),
        ("ANAMNESIS_LLM_SPEND_LIMIT", "-1"),
        ("ANAMNESIS_LLM_PRINCIPAL_SPEND_LIMIT", "-1"),
    ],
)
def test_a_mistake_is_named_without_its_value(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(InvalidSettings) as raised:
        load_settings()
    assert name.removeprefix("ANAMNESIS_").lower() in str(raised.value)
    assert "secret-model" not in str(raised.value)


def test_a_limit_that_no_price_can_hold_is_refused() -> None:
    with pytest.raises(InvalidSettings, match="no price for new-model"):
        tunings(Settings(llm_key=KEY, llm_model="new-model"))
    assert tunings(Settings(llm_key=KEY, llm_model="new-model", llm_spend_limit=0))["answer"].price.cost(1, 1) == 0
    with pytest.raises(InvalidSettings, match="llm_principal_spend_limit"):
        tunings(Settings(llm_key=KEY, llm_model="new-model", llm_spend_limit=0, llm_principal_spend_limit=1))
    assert tunings(Settings(llm_model="new-model", llm_base_url="http://127.0.0.1:1/v1"))


async def test_a_served_turn_asks_the_model_and_warns_when_it_fails(tmp_path: Path, knowledge: Knowledge) -> None:
    async with LlmServer.running() as llm:
        settings = Settings(
            address="127.0.0.1:0", data=tmp_path, llm_base_url=llm.base_url, llm_key=KEY, llm_model="test-model"
        )
        async with (
            serving(settings, utc_now, lambda _: knowledge) as service,
            AsyncAnamnesisClient(service.address) as client,
        ):
            patient = await client.register_patient(locale="ko", time_zone="Asia/Seoul")
            await client.say(patient, "메트포르민의 부작용은 뭔가요?")
            assert llm.asked("answer")
            llm.script = by_skill(dict.fromkeys(SKILLS, model_of), answer=status(401))
            warnings = [
                message.warning.message  # type: ignore[attr-defined]
                async for message in client.converse(patient, "메트포르민을 먹을 때 무엇을 조심하나요?")
                if message.WhichOneof("payload") == "warning"
            ]
            assert [told.rpartition(": ")[2] for told in warnings] == ["answer (rejected)"]
            told = [json.loads(event.payload_json) async for event in client.events(patient)]
            assert KEY not in json.dumps(told)
