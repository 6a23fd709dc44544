"""What can be asked in a chat beside talking: /help, /profile, /why, /undo."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from clients import AnamnesisClient
from clients.cli.problems import problem_text
from clients.cli.read import profile_table
from clients.cli.wording import event_text, fact_text, invalidated_text
from clients.cli.words import Words
from clients.errors import ServiceError
from protos.anamnesis.v1 import conversation_pb2, fact_pb2, memory_pb2

Edited = memory_pb2.RecordSlotsResponse | memory_pb2.CorrectSlotResponse | memory_pb2.RetractSlotResponse

QUIT = ("/quit", "/exit", "/q")

_NEW = (
    fact_pb2.SLOT_EVENT_KIND_RECORDED,
    fact_pb2.SLOT_EVENT_KIND_CONTRADICTION,
)
"""What is undone by withdrawing the fact."""
_REPLACED = (fact_pb2.SLOT_EVENT_KIND_CORRECTED, fact_pb2.SLOT_EVENT_KIND_CHANGED, fact_pb2.SLOT_EVENT_KIND_REVERTED)
"""What is undone by putting back the fact that was there before."""


class ChatCommands:
    """The commands of one conversation; it hears the turns, to know what the last one did."""

    def __init__(self, client: AnamnesisClient, patient: str, words: Words, console: Console) -> None:
        self._client, self._patient, self._words, self._console = client, patient, words, console
        self._last: list[fact_pb2.SlotEvent] = []
        self._answered = 0

    def heard(self, steps: Iterable[conversation_pb2.ConverseResponse]) -> Iterator[conversation_pb2.ConverseResponse]:
        """The steps of a turn, as they pass."""
        self._last = []
        for step in steps:
            match step.WhichOneof("payload"):
                case "slot_event":
                    self._last.append(step.slot_event)
                case "answer":
                    self._answered = step.turn_number
            yield step

    def run(self, line: str) -> bool:
        """Do what a line that begins with a slash asks; False when it asks to end."""
        command, _, argument = line.partition(" ")
        if command.lower() in QUIT:
            return False
        try:
            match command.lower():
                case "/help":
                    self._say(self._words("chat.help"))
                case "/profile":
                    self._console.print(profile_table(self._client.profile(self._patient), self._words))
                case "/why":
                    self._why(argument.strip())
                case "/undo":
                    self._undo()
                case _:
                    self._say(self._words("chat.unknown", command=command))
        except ServiceError as error:
            # The conversation goes on: what was asked beside it could not be done.
            told = problem_text(error.reason, str(error), error.advice, error.details, self._words)
            self._say(f"! {' '.join(told)}", style="red")
        return True

    def _why(self, argument: str) -> None:
        if argument and not argument.isdecimal():
            return self._say(self._words("chat.not_a_turn"))
        turn = int(argument) if argument else self._answered or self._latest()
        if not turn:
            return self._say(self._words("chat.no_answer"))
        told, words = self._client.explain(self._patient, turn), self._words
        self._say(words("why.question", text=told.question))
        used = [one for one in told.facts if one.used]
        self._say(words("anatomy.facts") if used else words("anatomy.no_facts"), style="bold")
        for one in used:
            gone = "" if one.still_current else f"  ({words('anatomy.no_longer')})"
            self._say(f"  {fact_text(one.fact, words)}{gone}")
        if told.answer.citations:
            self._say(words("anatomy.passages"), style="bold")
        for citation in told.answer.citations:
            self._say(f"  {citation.title} ({citation.source})")
        differing = ", ".join(words(f"check.{one}", one) for one in told.discrepancies)
        proved = words("anatomy.proved", count=len(told.checks))
        self._say(proved if told.verified else words("anatomy.unproved", checks=differing), style="dim")
        return None

    def _latest(self) -> int:
        """The last turn that has an answer, of a conversation that was taken up again; 0 when there is none."""
        topics = ["anamnesis.Patient.AnswerGiven.v1"]
        given = deque(self._client.events(self._patient, topics=topics), maxlen=1)
        return int(json.loads(given[0].payload_json)["turn_number"]) if given and given[0].payload_json else 0

    def _undo(self) -> None:
        words, done = self._words, False
        # The last first: an event may rest on one before it.
        while self._last:
            event = self._last.pop()
            reply = self._undone(event)
            if reply is None:
                continue
            done = True
            line = Text(f"{words('chat.undone')}: ", style="green")
            plain = not self._console.is_terminal
            self._console.print(line.append_text(event_text(event, plain=plain, words=words, as_logged=False)))
            for stale in reply.invalidated:
                self._console.print(Text("  ").append_text(invalidated_text(stale, words)))
        if not done:
            self._say(words("chat.nothing_to_undo"))

    def _undone(self, event: fact_pb2.SlotEvent) -> Edited | None:
        """Put back what was before an event of the last turn; None where it changed nothing."""
        reason = self._words("chat.undo_reason")
        if event.kind in _REPLACED and event.HasField("previous"):
            return self._client.correct(self._patient, event.fact.fact_id, event.previous, reason=reason)
        if event.kind in _NEW:
            return self._client.retract(self._patient, event.fact.fact_id, reason=reason)
        if event.kind == fact_pb2.SLOT_EVENT_KIND_RETRACTED:
            return self._client.record(self._patient, [event.fact])
        return None

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style), soft_wrap=not self._console.is_terminal)
