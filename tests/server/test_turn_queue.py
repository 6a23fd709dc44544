"""Who is given a place, however many wait."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.callers import caller_of
from server.statuses import ServerStopping
from server.turn_queue import TurnQueue


class _Bench:
    """Turns that run until they are told to end, in the order in which they were given a place."""

    def __init__(self, places: int) -> None:
        self.queue = TurnQueue(places)
        self.served: list[tuple[str, str]] = []
        self.running: dict[tuple[str, str], asyncio.Event] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.places = places
        self.now: list[str] = []

    def come(self, caller: str, patient: str) -> asyncio.Task[None]:
        async def turn() -> None:
            async with self.queue.place(caller, patient):
                self.served.append((caller, patient))
                self.now.append(patient)
                assert len(self.now) == len(set(self.now)) <= self.places
                end = self.running[caller, patient] = asyncio.Event()
                try:
                    await end.wait()
                finally:
                    self.now.remove(patient)

        task = asyncio.create_task(turn())
        self.tasks.append(task)
        return task

    async def settle(self) -> None:
        """Let everybody run as far as he can."""
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self, caller: str, patient: str) -> None:
        self.running.pop((caller, patient)).set()
        await self.settle()


async def test_a_caller_of_many_turns_does_not_keep_another_waiting() -> None:
    bench = _Bench(places=2)
    for number in range(6):
        bench.come("greedy", f"patient {number}")
    await bench.settle()
    bench.come("modest", "patient x")
    await bench.end("greedy", "patient 0")

    assert bench.served == [("greedy", "patient 0"), ("greedy", "patient 1"), ("modest", "patient x")]


async def test_patients_of_one_caller_take_turns() -> None:
    bench = _Bench(places=1)
    for patient in ("a", "a", "a", "b"):
        bench.come("c", patient)
    await bench.settle()
    for _ in range(3):
        await bench.end(*bench.served[-1])

    assert [patient for _, patient in bench.served] == ["a", "a", "b", "a"]


async def test_a_second_turn_of_a_patient_holds_no_place() -> None:
    bench = _Bench(places=2)
    for patient in ("a", "a", "b"):
        bench.come("c", patient)
    await bench.settle()

    assert [patient for _, patient in bench.served] == ["a", "b"]


async def test_whoever_leaves_the_queue_is_not_served_and_whoever_is_turned_away_hears_why() -> None:
    bench = _Bench(places=1)
    bench.come("c", "a")
    leaving, refused = bench.come("c", "b"), bench.come("c", "d")
    await bench.settle()
    leaving.cancel()
    await bench.settle()
    bench.queue.refuse(ServerStopping())
    await bench.settle()
    await bench.end("c", "a")
    late = bench.come("c", "e")
    await bench.settle()

    assert [patient for _, patient in bench.served] == ["a", "e"]
    assert leaving.cancelled()
    assert isinstance(refused.exception(), ServerStopping)
    assert not late.done()


@given(
    places=st.integers(1, 4),
    steps=st.lists(
        st.tuples(st.sampled_from(["come", "end", "cancel"]), st.sampled_from("AB"), st.sampled_from("xyz")),
        max_size=60,
    ),
)
def test_whatever_comes_and_goes_no_place_is_lost_and_none_is_given_twice(
    places: int, steps: list[tuple[str, str, str]]
) -> None:
    async def play() -> None:
        bench = _Bench(places)
        for kind, caller, patient in steps:
            if kind == "come":
                bench.come(caller, patient)
            elif kind == "cancel" and bench.tasks:
                bench.tasks.pop(len(bench.served) % len(bench.tasks)).cancel()
            elif (caller, patient) in bench.running:
                await bench.end(caller, patient)
            # Not settled every time: some are cancelled in the moment in which they are served.
            if kind != "come":
                await bench.settle()
        for task in bench.tasks:
            task.cancel()
        for task in bench.tasks:
            with suppress(asyncio.CancelledError):
                await task
        # Every place is free again: so many patients run at once, and not one more.
        bench.running.clear()
        for number in range(places + 1):
            bench.come("last", f"patient {number}")
        await bench.settle()
        assert len(bench.running) == places
        for task in bench.tasks:
            task.cancel()

    asyncio.run(play())


async def test_in_a_crowd_everybody_gets_the_same_share() -> None:
    bench = _Bench(places=3)
    callers = ("a", "b", "c", "d")
    for number in range(40):
        for caller in callers:
            # The first caller brings many patients, the others one each: neither gains by it.
            bench.come(caller, f"{caller}{number if caller == 'a' else 0}")
    await bench.settle()
    for _ in range(57):
        await bench.end(*next(iter(bench.running)))

    shares = Counter(caller for caller, _ in bench.served)
    assert set(shares.values()) == {15}
    for task in bench.tasks:
        task.cancel()


@pytest.mark.parametrize(
    ("peer", "caller"),
    [
        ("ipv4:10.0.0.7:5123", "10.0.0.7"),
        ("ipv4:10.0.0.7:5124", "10.0.0.7"),
        ("ipv6:%5B2001:db8::1%5D:5123", "2001:db8::/64"),
        ("ipv6:[2001:db8::ffff]:9", "2001:db8::/64"),
        ("ipv6:%5B::ffff:10.0.0.7%5D:1", "10.0.0.7"),
        ("ipv6:%5Bfe80::1%25eth0%5D:1", "fe80::/64"),
        ("unix:/run/anamnesis.sock", "unix:/run/anamnesis.sock"),
        ("unix:", "unix:"),
    ],
)
def test_all_connections_of_one_host_are_one_caller(peer: str, caller: str) -> None:
    assert caller_of(peer) == caller
