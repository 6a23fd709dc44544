"""The documentation builds without a warning, and its reference holds everything that there is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from clients.gateway.routes import METHODS, ROUTES
from domain import events
from server.settings import Settings

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return folder


def test_the_reference_names_every_rpc_route_event_and_setting(site: Path) -> None:
    pages = {page.stem: page.read_text(encoding="utf-8") for page in (site / "reference").glob("*.html")}

    assert [name for name in METHODS if name not in pages["contract"]] == []
    assert [route.path for route in ROUTES if route.path not in pages["rest"]] == []
    assert [name for name in Settings.model_fields if f"ANAMNESIS_{name.upper()}" not in pages["settings"]] == []
    named = [name for name, kind in vars(events).items() if isinstance(kind, type) and issubclass(kind, events.Payload)]
    assert len(named) > 25
    assert [name for name in named if name != "Payload" and f">{name}<" not in pages["events"]] == []
    assert all(f"anamnesis {name}" in pages["commands"] for name in ("serve", "ui", "mcp", "study run"))


def test_reading_it_loads_nothing_from_elsewhere(site: Path) -> None:
    loading = ('src="http', 'rel="stylesheet" href="http', "@import", 'src="//')
    pages = list(site.rglob("*.html"))

    assert len(pages) > 15
    assert [page.name for page in pages if any(mark in page.read_text(encoding="utf-8") for mark in loading)] == []
