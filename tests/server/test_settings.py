from __future__ import annotations

from pathlib import Path

import pytest

from server.settings import InvalidSettings, Settings, load_settings


def test_flags_win_over_the_environment_which_wins_over_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANAMNESIS_ADDRESS", "0.0.0.0:1")
    monkeypatch.setenv("ANAMNESIS_THREADS", "2")
    settings = load_settings({"address": "127.0.0.1:9", "data": None})

    assert (settings.address, settings.threads, settings.data) == ("127.0.0.1:9", 2, Path("var"))


def test_all_mistakes_are_told_at_once_and_no_value_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANAMNESIS_THREADS", "many")
    monkeypatch.setenv("ANAMNESIS_TURN_SECONDS", "-1")
    monkeypatch.setenv("ANAMNESIS_TRHEADS", "hunter2")
    with pytest.raises(InvalidSettings) as raised:
        load_settings()

    told = str(raised.value)
    assert raised.value.details["count"] == "3"
    assert all(name in told for name in ("threads", "turn_seconds", "ANAMNESIS_TRHEADS"))
    assert "many" not in told and "hunter2" not in told


def test_a_profile_that_does_not_exist_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANAMNESIS_PROFILE", "baseline+adaptive_threshold")
    assert load_settings().profile == "baseline+adaptive_threshold"
    monkeypatch.setenv("ANAMNESIS_PROFILE", "bselin")
    with pytest.raises(InvalidSettings, match="ablate --list"):
        load_settings()


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_has_a_default_a_unit_a_source_and_an_effect(name: str) -> None:
    field = Settings.model_fields[name]

    assert not field.is_required()
    assert field.description
    assert isinstance(field.json_schema_extra, dict)
    assert field.json_schema_extra["unit"]
    assert field.json_schema_extra["source"]
