"""What is shipped with the service is listed, and every archive of it is known by its hash."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
STATED = [
    *PROJECT["dependencies"],
    *(one for extra in ("cpu", "otel", "postgres") for one in PROJECT["optional-dependencies"][extra]),
]


def _bill(*options: str) -> str:
    ran = subprocess.run(
        [sys.executable, str(ROOT / "deploy" / "sbom.py"), *options], capture_output=True, text=True, check=True
    )
    return ran.stdout


@pytest.fixture(scope="module")
def bill() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_bill("--extra", "cpu"))
    return found


def test_the_bill_lists_what_is_needed_with_the_version_that_is_installed(bill: dict[str, Any]) -> None:
    assert (bill["bomFormat"], bill["specVersion"], bill["metadata"]["component"]["name"]) == (
        "CycloneDX", "1.6", "anamnesis",
    )  # fmt: skip
    listed = {one["name"]: one["version"] for one in bill["components"]}
    stated = {canonicalize_name(Requirement(one).name) for one in PROJECT["dependencies"]}
    assert stated <= set(listed) and "faiss-cpu" in listed, "what is installed is not what is stated: `make setup`"
    assert listed == {name: version(name) for name in listed}
    # Tools of development stand beside it and are not shipped.
    assert not {"pytest", "ruff", "mypy", "hypothesis"} & set(listed)


def test_the_bill_says_of_each_part_who_needs_it_and_under_which_licence(bill: dict[str, Any]) -> None:
    refs = {one["bom-ref"] for one in (*bill["components"], bill["metadata"]["component"])}
    edges = {one["ref"]: set(one["dependsOn"]) for one in bill["dependencies"]}
    assert set(edges) == refs and len(refs) == len(bill["components"]) + 1
    reached, waiting = set[str](), [bill["metadata"]["component"]["bom-ref"]]
    while waiting:
        ref = waiting.pop()
        if ref not in reached:
            reached.add(ref)
            waiting += edges[ref]
    assert reached == refs
    assert [one["name"] for one in bill["components"] if not one.get("licenses")] == []


def test_the_same_versions_make_the_same_bill() -> None:
    assert _bill() == _bill()


def _hashed() -> dict[str, tuple[str, list[str]]]:
    text = (ROOT / "constraints-hashed.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    found: dict[str, tuple[str, list[str]]] = {}
    for line in text.splitlines():
        pinned, *hashes = line.split()
        name, _, number = pinned.partition("==")
        found[canonicalize_name(name)] = (number, hashes)
    return found


def test_every_archive_of_the_service_is_known_by_a_hash_and_its_version_is_the_one_that_is_tested() -> None:
    hashed = _hashed()
    pinned = dict(
        line.split("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if "==" in line
    )
    tested: dict[str, str] = {canonicalize_name(name): number for name, number in pinned.items()}

    stated = {canonicalize_name(Requirement(one).name) for one in STATED}
    assert stated <= set(hashed), "the hashes are of other requirements: `make constraints-hashed`"
    for name, (number, hashes) in hashed.items():
        assert tested.get(name, number) == number, name
        assert hashes and all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", one) for one in hashes), name
    assert not re.search(r"://|--index|--find", (ROOT / "constraints-hashed.txt").read_text(encoding="utf-8"))


def test_every_stated_bound_allows_the_hashed_version() -> None:
    hashed = _hashed()

    for stated in map(Requirement, STATED):
        assert hashed[canonicalize_name(stated.name)][0] in stated.specifier, stated
