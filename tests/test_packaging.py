"""What is installed is all that is needed, and nothing that collides with somebody else's."""

from __future__ import annotations

import fnmatch
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SETUPTOOLS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
PACKAGES: list[str] = SETUPTOOLS["packages"]
TOP_LEVEL = sorted(name for name in PACKAGES if "." not in name)


def _folder(package: str) -> Path:
    return ROOT.joinpath(*package.split("."))


def _is_package_data(path: Path) -> bool:
    """Whether the package-data patterns take `path` into a wheel, seen from the package that it lies in or under."""
    patterns: dict[str, list[str]] = SETUPTOOLS["package-data"]
    for package in PACKAGES:
        if path.is_relative_to(_folder(package)):
            inside = path.relative_to(_folder(package))
            depth = len(inside.parts)
            candidates = [*patterns["*"], *patterns.get(package, [])]
            if any(depth == len(Path(p).parts) and fnmatch.fnmatch(inside.as_posix(), p) for p in candidates):
                return True
    return False


@pytest.mark.parametrize("name", TOP_LEVEL)
def test_no_other_distribution_claims_our_top_level_names(name: str) -> None:
    claims = set(packages_distributions().get(name, []))

    assert claims <= {"anamnesis"}


def test_the_package_list_names_every_folder_with_modules() -> None:
    on_disk = {
        ".".join(path.parent.relative_to(ROOT).parts) for name in TOP_LEVEL for path in (ROOT / name).rglob("*.py")
    }

    assert sorted(on_disk) == sorted(PACKAGES)


def test_every_package_says_what_it_holds() -> None:
    silent = [name for name in PACKAGES if not (_folder(name) / "__init__.py").read_text("utf-8").startswith('"""')]

    assert silent == []


def test_every_data_file_of_a_package_is_shipped() -> None:
    tooling = {"buf.yaml"}
    data = [
        path
        for name in TOP_LEVEL
        for path in (ROOT / name).rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"} and path.name not in tooling
    ]

    assert [str(path.relative_to(ROOT)) for path in data if not _is_package_data(path)] == []


def test_tests_are_not_shipped() -> None:
    assert [name for name in PACKAGES if "test" in name] == []


def test_the_pins_name_no_addresses() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()

    assert lines
    assert [line for line in lines if "==" not in line or "/" in line or "@" in line] == []
