"""Checked access to the JSON of a record: every value has the expected shape, or the record is refused by path.

Error messages name the place in the record (`$.lab_results[2].value`) and never what stands there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from domain.clinical_dates import first_day, is_clinical_year
from domain.errors import InvalidRecord
from domain.values import Precision
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

MOST: Final = 1e15
"""No test is reported in greater numbers, and greater ones are not exact."""

LONGEST_TEXT: Final = 300
"""Characters of a name or unit; longer ones are no names."""

_PARTIAL_DATE: Final = lazy_regex(r"(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:T.*)?", re.ASCII | re.DOTALL)
_PRECISIONS: Final = {4: Precision.YEAR, 7: Precision.MONTH, 10: Precision.DAY}


def refuse(path: str, expected: str) -> NoReturn:
    """Raise InvalidRecord for the value at `path`."""
    raise InvalidRecord(f"{path}: expected {expected}", path=path)


@dataclass(frozen=True, slots=True)
class Node:
    """One object of a record and the path to it."""

    values: Mapping[str, Any]
    path: str = "$"

    def at(self, key: str) -> str:
        """The path of a member."""
        return f"{self.path}.{key}"

    def has(self, key: str) -> bool:
        """Whether the member is there and not null."""
        return self.values.get(key) is not None

    def text(self, key: str) -> str | None:
        """The member as normalised, trimmed text; None when it is absent, null or blank."""
        value = self.values.get(key)
        return None if value is None else text_of(value, self.at(key))

    def named(self, key: str) -> str:
        """The same, but it must be there."""
        return self.text(key) or refuse(self.at(key), "a text")

    def date(self, key: str) -> str | None:
        """The member as a partial ISO date (a time of day is cut off); None when it is absent or null."""
        text = self.text(key)
        if text is None:
            return None
        match = _PARTIAL_DATE.fullmatch(text)
        if match is None or not is_clinical_year(int(match[1][:4])):
            refuse(self.at(key), "a date such as 2024, 2024-12 or 2024-12-31")
        if first_day(match[1]) is None:
            refuse(self.at(key), "a date that exists")
        return match[1]

    def length(self, key: str) -> int:
        """How many members a list has; none when it is absent or null."""
        return len(self._list(key))

    def items(self, key: str) -> Iterator[Node]:
        """The objects of a list; none when it is absent or null."""
        for index, value in enumerate(self._list(key)):
            path = f"{self.at(key)}[{index}]"
            if not isinstance(value, dict):
                refuse(path, "an object")
            yield Node(value, path)

    def texts(self, key: str) -> Iterator[str]:
        """The texts of a list; none when it is absent or null."""
        for index, value in enumerate(self._list(key)):
            path = f"{self.at(key)}[{index}]"
            yield text_of(value, path) or refuse(path, "a text")

    def _list(self, key: str) -> list[Any]:
        value = self.values.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            refuse(self.at(key), "a list")
        return value


def precision_of(partial_date: str | None) -> Precision | None:
    """How exact a partial ISO date is."""
    return None if partial_date is None else _PRECISIONS[len(partial_date)]


def parse_object(content: str | bytes) -> tuple[Node, bytes]:
    """The JSON object of a record and its bytes. Raises InvalidRecord."""
    try:
        raw = content.encode("utf-8") if isinstance(content, str) else content
        value = json.loads(raw.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise InvalidRecord("$: expected JSON in UTF-8, without NaN and Infinity", path="$") from None
    if not isinstance(value, dict):
        refuse("$", "an object")
    return Node(value), raw


def number_of(value: Any, path: str) -> float:
    """A finite number; a truth value is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        refuse(path, "a number")
    try:
        number = float(value)
    except OverflowError:
        number = MOST
    if not abs(number) < MOST:
        refuse(path, f"a number below {MOST:g}")
    # There is one zero.
    return number + 0.0


def _no_constant(name: str) -> NoReturn:
    raise ValueError("not JSON")


def text_of(value: Any, path: str) -> str | None:
    """Normalised, trimmed text; None when it is blank."""
    if not isinstance(value, str):
        refuse(path, "a text")
    text = normalise(value).text.strip()
    if len(text) > LONGEST_TEXT:
        refuse(path, f"at most {LONGEST_TEXT} characters")
    if any(not char.isprintable() for char in text):
        refuse(path, "printable characters")
    return text or None
