"""What an installation of so many patients and turns needs: processors, machines, memory, disk, hours to make it anew.

Every figure is a product of what is asked for and of measured slopes, with the range that the slopes' own ranges give.
The shares of a day and of a processor are the planner's choice and not measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from domain.errors import InvalidCommand
from domain.patient_states import STATES_IN_MEMORY
from evaluation.capacity.slopes import Slope, Slopes

SECONDS_OF_HOUR = 3600
MEBIBYTE, GIGABYTE = 1024 * 1024, 1e9
MOST_PATIENTS, MOST_TURNS_A_DAY, MOST_DAYS = 1_000_000_000, 1_000, 36_525


@dataclass(frozen=True, slots=True)
class Demand:
    """What is planned for.

    ``turns_per_day`` are those of one patient, ``days`` how long the log has grown when it is looked at. The busiest
    hour has a share of a day's turns, and a processor core is to be used up to ``use``. ``cores`` and ``memory`` (GiB)
    are those of one machine. Raises InvalidCommand for what nobody can mean.
    """

    patients: int
    turns_per_day: float
    days: int = 365
    busiest_hour: float = 0.15
    use: float = 0.6
    cores: int = 8
    memory: float = 32.0

    def __post_init__(self) -> None:
        bounds: tuple[tuple[str, float, float, float], ...] = (
            ("patients", self.patients, 1, MOST_PATIENTS),
            ("turns-per-day", self.turns_per_day, 0.001, MOST_TURNS_A_DAY),
            ("days", self.days, 1, MOST_DAYS),
            ("busiest-hour", self.busiest_hour, 1 / 24, 1),
            ("use", self.use, 0.05, 1),
            ("cores", self.cores, 1, 1024),
            ("memory", self.memory, 1, 24_576),
        )
        for name, value, least, most in bounds:
            if not least <= value <= most:
                told = f"{name} is {value:g}, and has to be between {least:g} and {most:g}."
                raise InvalidCommand(told, field=name)


@dataclass(frozen=True, slots=True)
class Range:
    """A figure, and between what it lies as far as it was measured."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, slope: Slope, scale: float = 1.0) -> Range:
        """The range of a slope, in another unit."""
        return cls(slope.value * scale, slope.low * scale, slope.high * scale)

    @classmethod
    def exactly(cls, value: float) -> Range:
        """A figure that is not measured."""
        return cls(value, value, value)

    def __add__(self, other: Range) -> Range:
        return Range(self.value + other.value, self.low + other.low, self.high + other.high)

    def __mul__(self, other: Range | float) -> Range:
        if not isinstance(other, Range):
            return Range(self.value * other, self.low * other, self.high * other)
        return Range(self.value * other.value, self.low * other.low, self.high * other.high)

    def rounded_up(self) -> Range:
        """In whole things."""
        return Range(*(max(1, math.ceil(one)) for one in (self.value, self.low, self.high)))


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of a plan: its name, its unit, and the names of the slopes that it follows from."""

    name: str
    figure: Range
    unit: str
    slopes: tuple[str, ...] = ()


def plan(demand: Demand, slopes: Slopes) -> tuple[Line, ...]:
    """The plan, line by line."""
    a_day = demand.patients * demand.turns_per_day
    turns = Range.exactly(a_day * demand.days)
    events = turns * Range.of(slopes.events_turn) + Range.exactly(demand.patients)
    return (
        Line("turns", turns, "turns"),
        Line("events", events, "events", ("events_turn",)),
        *_machines(demand, slopes, events),
        *_disk(demand, slopes, turns, events),
        *_anew(slopes, events),
    )


def _machines(demand: Demand, slopes: Slopes, events: Range) -> Iterator[Line]:
    rate = demand.patients * demand.turns_per_day * demand.busiest_hour / SECONDS_OF_HOUR
    cores = Range.of(slopes.cpu_turn, rate / 1000 / demand.use)
    processes = cores.rounded_up()
    held = events * (min(demand.patients, STATES_IN_MEMORY) / demand.patients)
    memory = Range.of(slopes.server_memory, MEBIBYTE / GIGABYTE) + held * Range.of(slopes.memory_event, 1 / GIGABYTE)
    room = demand.memory * 1024**3 / GIGABYTE
    fits = Range(*(min(demand.cores, room // one) for one in (memory.value, memory.low, memory.high)))
    yield Line("busiest", Range.exactly(rate), "turns/s")
    yield Line("cores", cores, "cores", ("cpu_turn",))
    yield Line("processes", processes, "processes", ("cpu_turn",))
    yield Line("memory", memory, "GB", ("server_memory", "memory_event"))
    if min(fits.value, fits.low, fits.high) >= 1:
        machines = Range(processes.value / fits.value, processes.low / fits.low, processes.high / fits.high)
        yield Line("machines", machines.rounded_up(), "machines", ("cpu_turn", "server_memory", "memory_event"))
    else:
        yield Line("machines", Range.exactly(math.inf), "machines", ("server_memory", "memory_event"))


def _disk(demand: Demand, slopes: Slopes, turns: Range, events: Range) -> Iterator[Line]:
    patients = Range.exactly(demand.patients)
    log = events * Range.of(slopes.log_event, 1 / GIGABYTE)
    keys = patients * Range.of(slopes.key_patient, 1 / GIGABYTE)
    access = turns * Range.of(slopes.access_turn, 1 / GIGABYTE)
    views = turns * Range.of(slopes.views_turn, 1 / GIGABYTE) + patients * Range.of(slopes.views_patient, 1 / GIGABYTE)
    tables = events * Range.of(slopes.tables_event, 1 / GIGABYTE)
    yield Line("log", log, "GB", ("events_turn", "log_event"))
    yield Line("views", views, "GB", ("views_turn", "views_patient"))
    yield Line("access", access, "GB", ("access_turn",))
    yield Line("keys", keys, "GB", ("key_patient",))
    yield Line("tables", tables, "GB", ("events_turn", "tables_event"))
    yield Line("disk", log + views + access + keys + tables, "GB")
    yield Line("backup", log + access + keys, "GB")


def _anew(slopes: Slopes, events: Range) -> Iterator[Line]:
    for name in ("views_event_cpu", "verify_event_cpu", "tables_event_cpu"):
        hours = events * Range.of(getattr(slopes, name), 1e-6 / SECONDS_OF_HOUR)
        yield Line(f"{name.removesuffix('_event_cpu')}_hours", hours, "h", ("events_turn", name))
