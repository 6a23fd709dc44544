"""Structured output: the schema that a model is asked to follow, and a parse that forgives what can be forgiven."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import islice
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from agent.llm_failures import OutputUnusable
from extraction.text.lazy_regex import lazy_regex

T = TypeVar("T", bound=BaseModel)

_FENCE = lazy_regex(r"```(?:json)?\s*(.*?)```", re.DOTALL)
_TRAILING_COMMA = lazy_regex(r",(\s*[}\]])")
_MOST_FENCES = 3
"""Code fences that are tried: one that wants more is no answer, and each costs a parse."""
_UNSHOWN = frozenset({"Cc", "Cf", "Co", "Cs"})
"""Unicode categories that nobody can read: controls, which steer a terminal, hidden marks, and halves of characters."""
_LEFT_OUT = frozenset({"title", "default", "description"})
"""Keywords that cost tokens and tell a model nothing; strict mode refuses defaults."""


@cache
def strict_schema(output: type[BaseModel]) -> Mapping[str, Any]:
    """The JSON schema of ``output`` as structured output wants it: closed objects, every property required."""
    schema: dict[str, Any] = _strict(output.model_json_schema())
    return schema


def parse(text: str, output: type[T]) -> T:
    """``text`` as ``output``; a code fence, words around the object and trailing commas are overlooked.

    Characters that nobody can read are left out: half a character could not even be stored.

    Raises OutputUnusable ("malformed"), which names the fields that are wrong and no value.
    """
    for candidate in _candidates(text):
        try:
            found = json.loads(candidate, parse_constant=_no_number)
        except (ValueError, RecursionError):
            continue
        try:
            return output.model_validate(_readable(found))
        except ValidationError as error:
            fields = sorted({".".join(map(str, item["loc"])) for item in error.errors(include_input=False)})
            raise OutputUnusable("malformed", f"wrong or missing: {', '.join(fields)}") from None
    raise OutputUnusable("malformed", "not one JSON object")


def _candidates(text: str) -> list[str]:
    fenced = [match[1] for match in islice(_FENCE.finditer(text), _MOST_FENCES)]
    first, last = text.find("{"), text.rfind("}")
    braced = [text[first : last + 1]] if 0 <= first < last else []
    whole = [text, *fenced, *braced]
    return [*whole, *(_TRAILING_COMMA.sub(r"\1", one) for one in whole)]


def _readable(value: Any) -> Any:
    if isinstance(value, str):
        return "".join(one for one in value if one in "\n\t" or unicodedata.category(one) not in _UNSHOWN)
    if isinstance(value, list):
        return [_readable(item) for item in value]
    return {key: _readable(item) for key, item in value.items()} if isinstance(value, dict) else value


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    strict: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            # Names of fields, which may be the same words as keywords.
            strict[key] = {name: _strict(field) for name, field in value.items()}
        elif key not in _LEFT_OUT:
            strict[key] = _strict(value)
    if schema.get("type") == "object":
        strict["additionalProperties"] = False
        strict["required"] = list(schema.get("properties", {}))
    return strict
