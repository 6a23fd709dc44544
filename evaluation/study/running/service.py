"""The service that tasks need: opened by whoever composes it, kept while tasks of the same need follow one another."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from clients.client import AnamnesisClient
from evaluation.study.experiments.definition import WHOLE_BUDGET, Stage, Value, read_experiment
from evaluation.study.families.planted import corpus as planted_corpus
from evaluation.study.patients import InvalidStudy
from evaluation.study.running.pieces import keep
from evaluation.study.running.play import Label, Neighbour, Played, play
from evaluation.study.running.played_model import playing
from evaluation.study.running.settings import Need, Settings, Task, scenarios_of
from evaluation.study.simulator import Scenario
from evaluation.study.systems.opening import opened
from evaluation.study.systems.port import System
from evaluation.study.systems.service import Passage, passages_of, shipped_passages
from evaluation.study.voice import Voice

if TYPE_CHECKING:
    # The openai package takes half a second to import, which a study without a model need not wait for.
    from evaluation.study.judging.endpoint import Endpoint

PATIENCE = 600.0
"""Seconds that a call or a turn may take: a busy machine must not change what is played."""
CONFIGURED = "configured"
"""The model of a need that the environment's settings name."""
PLAYED = "played:"
"""What a need's model begins with that is played, before its manner."""


class Serving(Protocol):
    """Starts a service of its own over ``data``; yields its address.

    ``corpus`` is a file of passages in place of the shipped ones; ``model`` the address of an OpenAI-compatible
    service, CONFIGURED for what the environment names, or "" for none; ``budget`` are the tokens of a model's prompt
    and its answer. Must be picklable: worker processes call it.
    """

    def __call__(self, data: Path, corpus: Path | None, model: str, budget: int) -> AbstractContextManager[str]:
        """Start it."""
        ...


@dataclass(slots=True)
class _Open:
    need: Need
    client: AnamnesisClient
    passages: Mapping[str, Passage]


class Bench:
    """Plays tasks one after another, on one service as long as they need the same."""

    def __init__(
        self, settings: Settings, out: Path, serving: Serving, answering: Callable[[], Endpoint] | None = None
    ) -> None:
        """``answering`` makes the model that answers for peers that have none of their own, and that plays patients."""
        self._settings, self._out, self._serving = settings, out, serving
        endpoint = answering() if answering is not None and (settings.model or settings.voiced) else None
        self._complete = endpoint.complete if endpoint is not None and settings.model else None
        self._voice = Voice(endpoint.ask) if endpoint is not None and settings.voiced else None
        self._open: _Open | None = None
        self._life = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._life.close()

    def run(self, task: Task) -> None:
        """Play a task and keep its piece."""
        keep(self._out, task, self.play(task))

    def play(self, task: Task) -> Played:
        """Play a task. Raises InvalidStudy and the client's named failures."""
        stage = next(one for one in read_experiment(task.source).stages if one.id == task.stage)
        scenarios = scenarios_of(self._settings, stage)
        scenario = scenarios[task.scenario]
        serving = self._served(task.need)
        label = Label(
            task.experiment, task.stage, task.system, task.repeat, factors_of(stage, task.system), stage.sized
        )
        others = [scenarios[(task.scenario + step) % len(scenarios)] for step in range(1, stage.beside + 1)]
        beside = [Neighbour(self._opened(task.system, one, serving), one) for one in others if one is not scenario]
        system = self._opened(task.system, scenario, serving)
        return play(system, scenario, label, serving.passages, self._voice, beside)

    def _opened(self, name: str, scenario: Scenario, serving: _Open) -> System:
        return opened(name, scenario.play.language, serving.client, serving.passages, self._complete)

    def _served(self, need: Need) -> _Open:
        if self._open is not None and self._open.need == need:
            return self._open
        self._open = None
        self._life.close()
        self._life = ExitStack()
        data = Path(self._life.enter_context(tempfile.TemporaryDirectory(prefix="anamnesis-study-")))
        corpus, passages = None, shipped_passages()
        if need.corpus == "planted":
            lines = planted_corpus()
            corpus, passages = data / "planted.jsonl", passages_of(lines)
            corpus.write_text(lines, encoding="utf-8")
        model = need.model
        if model.startswith(PLAYED):
            model = self._life.enter_context(playing(model.removeprefix(PLAYED)))
        address = self._life.enter_context(self._serving(data / "service", corpus, model, need.budget))
        client = self._life.enter_context(AnamnesisClient(address, timeout=PATIENCE, turn_timeout=PATIENCE))
        self._open = _Open(need, client, passages)
        return self._open


def at_address(address: str) -> Serving:
    """A service that runs already, with the corpus and the model that it has."""
    return partial(_running, address)


@contextmanager
def _running(address: str, data: Path, corpus: Path | None, model: str, budget: int) -> Iterator[str]:
    if corpus is not None or model not in ("", CONFIGURED) or budget != WHOLE_BUDGET:
        raise InvalidStudy("A stage of this study needs a service of its own; leave --address out.")
    yield address


def factors_of(stage: Stage, system: str) -> dict[str, Value]:
    """The factors of a system's rows: the stage's options, and which part is ``off``, "" for the whole."""
    off = {one.system: one.part for one in stage.own}
    return {**stage.options, "off": off.get(system, ""), "whole": system == stage.whole}


Progress = Callable[[int, int], None]
"""Told how many tasks of how many are done."""
