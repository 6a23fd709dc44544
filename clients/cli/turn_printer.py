"""A turn on the terminal: the answer as it streams, and indented each event as it is committed."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from clients.cli.problems import problem_text
from clients.cli.wording import event_text, invalidated_text
from clients.cli.words import Words
from clients.cli.wrapping import WordWrap
from protos.anamnesis.v1 import conversation_pb2

INDENT = "    "


class TurnPrinter:
    """Prints the steps of turns on one console: ``as_logged`` under the names of the log's events, else in words."""

    def __init__(
        self, console: Console, *, documents: bool = True, words: Words | None = None, as_logged: bool = True
    ) -> None:
        self._console = console
        self._documents = documents
        self._words = words or Words()
        self._as_logged = as_logged
        self._plain = not console.is_terminal or console.no_color

    def show(self, steps: Iterable[conversation_pb2.ConverseResponse]) -> bool:
        """Print a turn as it comes; False when it ended without an answer."""
        answered, cited = True, set[str]()
        answer = WordWrap(self._write, self._console.width if self._console.is_terminal else 0)
        for step in steps:
            match step.WhichOneof("payload"):
                case "slot_event":
                    told = event_text(step.slot_event, plain=self._plain, words=self._words, as_logged=self._as_logged)
                    self._aside(told)
                case "invalidated":
                    self._aside(invalidated_text(step.invalidated, None if self._as_logged else self._words))
                case "documents_retrieved" if self._documents and step.documents_retrieved.documents:
                    self._aside(self._found(step.documents_retrieved))
                case "warning":
                    # mypy takes the stub's Warning for Python's own.
                    words: str = step.warning.message  # type: ignore[attr-defined]
                    self._aside(Text(f"! {words}", style="yellow"))
                case "answer_delta":
                    answer.feed(step.answer_delta.text)
                case "answer":
                    answer.end()
                    self._console.print()
                    for citation in step.answer.citations:
                        line = f"[{citation.title}] {citation.source}"
                        if line not in cited:
                            cited.add(line)
                            self._aside(Text(line, style="dim"))
                case "turn_failed":
                    answered = False
                    answer.end()
                    self._aside(Text(f"! {self._refused(step.turn_failed)}", style="red"))
        return answered

    def _refused(self, failed: conversation_pb2.TurnFailed) -> str:
        told = problem_text(failed.reason, failed.message, "", {}, self._words)
        return " ".join(told) if told[1] else f"{failed.message} ({failed.reason})"

    def _write(self, text: str) -> None:
        self._console.print(Text(text), end="")

    def _aside(self, line: Text) -> None:
        if self._console.is_terminal:
            self._console.print(Padding(line, (0, 0, 0, len(INDENT)), expand=False), soft_wrap=False)
        else:
            self._console.print(Text(INDENT).append_text(line))

    def _found(self, found: conversation_pb2.DocumentsRetrieved) -> Text:
        titles = ", ".join(dict.fromkeys(document.title for document in found.documents[:3]))
        count = len(found.documents)
        told = f"DocumentsRetrieved {count}" if self._as_logged else self._words("turn.documents", count=count)
        return Text(f"{told}: {titles}", style="dim")
