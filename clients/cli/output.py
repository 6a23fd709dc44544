"""Results go to standard output, messages to standard error; colour and motion only where a terminal reads along."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console

if TYPE_CHECKING:
    from google.protobuf.message import Message


class _Results(Console):
    """A console whose reader may leave: the command then ends as for any other output, not as rich would have it."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def results() -> Console:
    """Where results go; rich leaves colour out under NO_COLOR and for pipes. Raises BrokenPipeError."""
    return _Results(highlight=False, soft_wrap=True)


def messages() -> Console:
    """Where everything goes that is no result."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def as_data(message: Message) -> dict[str, Any]:
    """A message as JSON values, under the names of the wire contract, absent values left out."""
    from google.protobuf.json_format import MessageToDict

    data: dict[str, Any] = MessageToDict(message, preserving_proto_field_name=True)
    return data


def print_json(data: Any) -> None:
    """One JSON document."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def print_json_lines(rows: Iterable[Any]) -> None:
    """One JSON document a line."""
    for row in rows:
        print(json.dumps(row, ensure_ascii=False), flush=True)
