"""A turn runner over real parts: a real log in a folder, the real knowledge, the rule skills by default."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from agent.ports import Skills
from agent.turns import TurnRequest, TurnRunner
from agent.updates import TurnAccepted, TurnAnswered, TurnUpdate
from domain.commands import RegisterPatient
from projections.live import LiveViews
from server.composition import Knowledge, agent_ports
from server.data_directory import DataDirectory
from server.language_models import LanguageModels

T = TypeVar("T")
NOW = datetime(2026, 3, 10, 1, 0, tzinfo=UTC)


async def at_once(task: Callable[[], T]) -> T:
    """Work without a pool: tests have one caller."""
    return task()


@dataclass(slots=True)
class Heard:
    """What a turn reported, in order, with the position it was reported at."""

    updates: list[tuple[TurnUpdate, int]] = field(default_factory=list)

    async def __call__(self, update: TurnUpdate, position: int) -> None:
        self.updates.append((update, position))

    def kinds(self) -> list[str]:
        """The kinds of update, in order."""
        return [type(update).__name__ for update, _ in self.updates]

    @property
    def answer(self) -> str:
        """The text of the answer."""
        return next(update.answer.text for update, _ in self.updates if isinstance(update, TurnAnswered))

    @property
    def turn_number(self) -> int:
        """The number the turn was accepted under."""
        return next(update.turn_number for update, _ in self.updates if isinstance(update, TurnAccepted))


class AgentBench:
    """One patient, one runner, a clock that moves a minute a reading."""

    def __init__(
        self,
        folder: Path,
        knowledge: Knowledge,
        skills: Callable[[Skills], Skills] | None = None,
        models: LanguageModels | None = None,
    ) -> None:
        self.records = DataDirectory(folder).records()
        self.views = LiveViews(self.records)
        self._now = NOW
        ports = agent_ports(knowledge, self.records, self.views, at_once, self.clock, models)  # type: ignore[arg-type]
        self.ports = replace(ports, skills=skills(ports.skills)) if skills else ports
        self.runner = TurnRunner(self.ports)
        self.patient_id = str(uuid.uuid4())
        self.records.execute(
            RegisterPatient(
                request_id=str(uuid.uuid4()),
                patient_id=self.patient_id,
                now=NOW,
                tenant="test",
                locale="ko",
                time_zone="Asia/Seoul",
            )
        )

    def clock(self) -> datetime:
        """The next minute."""
        self._now += timedelta(minutes=1)
        return self._now

    def skip(self, time: timedelta) -> None:
        """Let the clock jump."""
        self._now += time

    def request(self, text: str, request_id: str | None = None, profile: str = "") -> TurnRequest:
        """A turn of this patient."""
        return TurnRequest(request_id or str(uuid.uuid4()), self.patient_id, "c", text, profile=profile)

    async def say(self, text: str, request_id: str | None = None, profile: str = "") -> Heard:
        """Run a turn and return what it reported."""
        heard = Heard()
        await self.runner.run(self.request(text, request_id, profile), heard)
        return heard

    def topics(self) -> list[str]:
        """The names of all events of the patient, in order."""
        return [type(event.payload).__name__ for event in self.records.stream(self.patient_id)]
