"""Whatever an event holds, the log gives it back: every kind of event, with every field filled or open."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import EVENTS, Payload
from domain.store.mapper import decode, encode
from domain.values import Value

SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(st.characters(codec="utf-8"), max_size=12),
    float: st.floats(allow_nan=False, allow_infinity=False),
    int: st.integers(-(2**53), 2**53),
    datetime: st.datetimes(timezones=st.just(UTC)),
}


def filled(kind: Any) -> st.SearchStrategy[Any]:
    """Anything of a field's type: numbers without end and texts of any characters are what patients say, too."""
    if isinstance(kind, type) and issubclass(kind, Value):
        return values(kind)
    if kind in SIMPLE:
        return SIMPLE[kind]
    inner = get_args(kind)
    match getattr(kind, "__name__", ""), inner:
        case "tuple", (one, *_):
            return st.lists(filled(one), max_size=2).map(tuple)
        case "dict", (_, one):
            return st.dictionaries(SIMPLE[str], filled(one), max_size=2)
        case "Annotated", (_, bounds):
            return st.floats(bounds.ge, bounds.le)
        case "Literal", _:
            return st.sampled_from(inner)
        case _, (_, *_):
            return st.one_of(*map(filled, inner))
        case _:
            return st.from_type(kind)


@cache
def values(kind: type[Value]) -> st.SearchStrategy[Any]:
    """Values of a kind, with all of their fields."""
    hints = get_type_hints(kind, include_extras=True)
    fields = {name: filled(hints[name]) for name in kind.__struct_fields__}
    return st.fixed_dictionaries(fields).map(lambda named: kind(**named))


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
@settings(max_examples=15)
@given(st.data())
def test_every_event_is_given_back_as_it_was(kind: type[Payload], data: st.DataObject) -> None:
    payload = data.draw(values(kind))
    stored = encode(payload)
    assert decode(kind.topic(), stored) == payload
    assert encode(decode(kind.topic(), stored)) == stored
