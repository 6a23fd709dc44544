"""An experiment as its file declares it: stages of scenarios, the systems that play them, and what each part moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from evaluation.study.patients import InvalidStudy

Value = str | int | float | bool
Options = Mapping[str, Value]
"""What a stage tells its family."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


WHOLE_BUDGET = 4_000
"""Tokens of a prompt and its answer where a stage names none (thesis)."""


class Own(_Frozen):
    """What a part has to move: with the part off (``system``) the ``metric`` of ``rows.own`` is worse than ``whole``.

    ``part`` is the flag, or the mode, that is switched; ``better`` says which way the part moves its metric.
    """

    part: str
    system: str
    metric: str
    better: Literal["high", "low"]


Threshold = Annotated[float, Field(ge=0, le=1)]


class Sweep(_Frozen):
    """Values of each threshold of refinement; the thesis's are .8, .05 and .4 to .7.

    ``same`` is the Jaccard from which two searches found the same, ``gain`` the improvement of quality below which
    another round is not worth it, ``enough`` the quality that ends refining.
    """

    same: tuple[Threshold, ...] = Field(min_length=1)
    gain: tuple[Threshold, ...] = Field(min_length=1)
    enough: tuple[Threshold, ...] = ()


class Stage(_Frozen):
    """Scenarios of one family under some systems.

    ``corpus``, ``model`` and ``budget`` say what service the stage needs: the shipped corpus or a planted one; no
    model, a played one by its manner, or the one that the environment configures; so many tokens for a prompt and its
    answer, which only models are held to. ``share`` of the study's patients is played, at most ``at_most``; ``sized``
    asks at every turn how much memory is kept; ``beside`` so many other patients talk between the turns of the one that
    is played. ``sweep`` replays turns without stops under other thresholds.
    """

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    family: str
    systems: tuple[str, ...] = Field(min_length=1)
    whole: str = ""
    corpus: Literal["shipped", "planted"] = "shipped"
    model: str = ""
    budget: int = Field(default=WHOLE_BUDGET, ge=2_000, le=32_000)
    share: float = Field(default=1.0, gt=0, le=1)
    at_most: int = Field(default=10_000, ge=1)
    repeats: int = Field(default=1, ge=1, le=20)
    sized: bool = False
    beside: int = Field(default=0, ge=0, le=20)
    options: dict[str, Value] = {}
    own: tuple[Own, ...] = ()
    sweep: Sweep | None = None

    @model_validator(mode="after")
    def _has_who_is_held_to_the_budget(self) -> Self:
        if self.budget != WHOLE_BUDGET and not self.model:
            raise ValueError("a budget is a model's: name one")
        return self


class Experiment(_Frozen):
    """One experiment. ``factors`` names its independent variables, ``metrics`` what the report shows first.

    ``claims`` are those of the thesis that it is there for, by their ids in ``claims.yaml``.
    """

    name: str = Field(pattern=r"^[a-z0-9_]+$")
    title: str
    question: str
    design: Literal["paired"] = "paired"
    factors: tuple[str, ...] = ("system",)
    metrics: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = Field(min_length=1)


@cache
def names() -> tuple[str, ...]:
    """The experiments that ship, by name."""
    found = (one.name for one in files("evaluation.study.experiments").iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in found if name.endswith(".yaml")))


def read_experiment(name: str) -> Experiment:
    """An experiment by name, or from a YAML file. Raises InvalidStudy for one that is unknown or malformed."""
    if name in names():
        text = files("evaluation.study.experiments").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    elif name.endswith((".yaml", ".yml")):
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidStudy(f"The experiment {name} cannot be read: {type(error).__name__}.") from error
    else:
        raise InvalidStudy(f"No experiment is called {name}; known are {', '.join(names())}, or give a YAML file.")
    try:
        data: Any = yaml.safe_load(text)
        experiment = Experiment.model_validate(data)
    except yaml.YAMLError as error:
        raise InvalidStudy(f"The experiment {name} is no YAML: {type(error).__name__}.") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "experiment"
        raise InvalidStudy(f"The experiment {name}: {place}: {first['msg']}.") from error
    if len({stage.id for stage in experiment.stages}) < len(experiment.stages):
        raise InvalidStudy(f"The experiment {name} has two stages of one id.")
    return experiment
