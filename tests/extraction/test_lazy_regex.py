"""Patterns that are compiled at their first use are those that would have been compiled at once."""

from __future__ import annotations

import ast
import gc
import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import agent
import extraction
from extraction.text.lazy_regex import lazy_regex

TEXT = "Blood pressure 138/86, 혈압 138/86 mmHg."
SOURCES = [path for package in (agent, extraction) for path in Path(package.__path__[0]).rglob("*.py")]


@pytest.mark.parametrize(
    ("words", "flags"),
    [(r"(?P<high>\d+)/(\d+)", 0), ("BLOOD|혈압", re.IGNORECASE), (r"\w+", re.ASCII), ("absent", re.DOTALL)],
)
def test_it_is_the_pattern_that_would_have_been_compiled(words: str, flags: int) -> None:
    late, once = lazy_regex(words, flags), re.compile(words, flags)

    assert (late.pattern, late.flags) == (once.pattern, once.flags)
    assert (late.groups, dict(late.groupindex)) == (once.groups, dict(once.groupindex))
    for method in ("search", "match", "fullmatch"):
        found, expected = getattr(late, method)(TEXT, 3), getattr(once, method)(TEXT, 3)
        assert (found and found.regs) == (expected and expected.regs)
    assert [one.span() for one in late.finditer(TEXT)] == [one.span() for one in once.finditer(TEXT)]
    assert late.findall(TEXT) == once.findall(TEXT)
    assert late.split(TEXT, 1) == once.split(TEXT, 1)
    assert (late.sub("-", TEXT), late.subn("-", TEXT, 1)) == (once.sub("-", TEXT), once.subn("-", TEXT, 1))


def test_it_is_compiled_when_it_is_first_looked_for() -> None:
    broken = lazy_regex("(")

    assert broken.pattern == "("
    with pytest.raises(re.error):
        broken.search(TEXT)


def test_every_pattern_that_a_module_holds_is_one() -> None:
    for package in (agent, extraction):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    # What loading leaves may be frozen, and is no object that is looked for then.
    gc.unfreeze()
    kind = type(lazy_regex(""))
    held = [one for one in gc.get_objects() if type(one) is kind]

    assert len(held) > 2_000
    for one in held:
        if one.pattern != "(":
            assert re.compile(one.pattern, one.flags).flags == one.flags


def test_no_module_compiles_one_as_it_is_loaded() -> None:
    at_once = [
        f"{path.name}:{call.lineno}"
        for path in SOURCES
        for call in _outside_functions(ast.parse(path.read_text("utf-8")))
    ]

    assert not at_once


def _outside_functions(tree: ast.AST) -> list[ast.Call]:
    found: list[ast.Call] = []
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile")):
                found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            found += _outside_functions(node)
    return found
