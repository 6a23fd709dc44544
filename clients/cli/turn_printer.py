"""A turn on the terminal: the answer as it streams, and indented each event as it is committed."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from clients.cli.wording import event_text, invalidated_text
from protos.anamnesis.v1 import conversation_pb2

INDENT = "    "


class TurnPrinter:
    """Prints the steps of turns on one console."""

    def __init__(self, console: Console, *, documents: bool = True) -> None:
        self._console = console
        self._documents = documents
        self._plain = not console.is_terminal or console.no_color

    def show(self, steps: Iterable[conversation_pb2.ConverseResponse]) -> bool:
        """Print a turn as it comes; False when it ended without an answer."""
        answered = True
        for step in steps:
            match step.WhichOneof("payload"):
                case "slot_event":
                    self._aside(event_text(step.slot_event, plain=self._plain))
                case "invalidated":
                    self._aside(invalidated_text(step.invalidated))
                case "documents_retrieved" if self._documents and step.documents_retrieved.documents:
                    self._aside(_documents(step.documents_retrieved))
                case "warning":
                    # mypy takes the stub's Warning for Python's own.
                    words: str = step.warning.message  # type: ignore[attr-defined]
                    self._aside(Text(f"! {words}", style="yellow"))
                case "answer_delta":
                    self._console.print(Text(step.answer_delta.text), end="")
                case "answer":
                    self._console.print()
                    for citation in step.answer.citations:
                        self._aside(Text(f"[{citation.title}] {citation.source}", style="dim"))
                case "turn_failed":
                    answered = False
                    self._aside(Text(f"! {step.turn_failed.message} ({step.turn_failed.reason})", style="red"))
        return answered

    def _aside(self, line: Text) -> None:
        self._console.print(Text(INDENT).append_text(line))


def _documents(found: conversation_pb2.DocumentsRetrieved) -> Text:
    titles = ", ".join(document.title for document in found.documents[:3])
    return Text(f"DocumentsRetrieved {len(found.documents)}: {titles}", style="dim")
