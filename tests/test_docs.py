"""What the documents say of tests, methods, roles and settings is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.authentication.principal import Role
from server.authorize import RULES
from server.settings import PREFIX, Settings

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
ROLES = [role for role in Role if role is not Role.LOCAL]


def _table(text: str, first: str) -> list[list[str]]:
    """The rows of the table whose header begins with ``first``."""
    lines = text.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first} |"))
    rows = []
    for line in [lines[start], *lines[start + 2 :]]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_the_matrix_of_the_document_is_the_one_that_is_served() -> None:
    header, *rows = _table((ROOT / "docs" / "access.md").read_text(encoding="utf-8"), "method")

    assert header == ["method", *ROLES, "reaches"]
    told = {row[0]: {role for role, cell in zip(ROLES, row[1:-1], strict=True) if cell} for row in rows}
    assert told == {method.rpartition("/")[2]: set(rule.roles) for method, rule in RULES.items()}
    reaches = {row[0]: row[-1].partition(";")[0] for row in rows}
    assert reaches == {method.rpartition("/")[2]: rule.reach for method, rule in RULES.items()}


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_every_test_that_is_named_is_there(document: Path) -> None:
    for file, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", document.read_text(encoding="utf-8")):
        assert re.search(rf"^(async )?def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), name


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_every_setting_that_is_named_is_one(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    shown_by_clients = {"TOKEN", "TOKEN_FILE", "TLS_CA_FILE", "CLIENT_CERTIFICATE_FILE", "CLIENT_KEY_FILE", "PURPOSE"}
    known = {name.upper() for name in Settings.model_fields} | shown_by_clients

    assert set(re.findall(rf"{PREFIX}([A-Z_]+[A-Z])", text)) <= known
