"""Sharing a transaction changes nothing but the time: who is refused, who is interrupted, when a save is durable."""

from __future__ import annotations

import hashlib
import random
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread, get_ident, main_thread
from types import FrameType
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError
from hypothesis import strategies as st

from domain.store import group_commit
from domain.store.chain import GENESIS, link
from domain.store.group_commit import GroupCommit, Save
from domain.store.mapper import LogRow
from domain.store.writer import ROWS_AT_ONCE, LogWriter
from tests.domain.sealed import SealedLog, connection_of
from tests.properties.effort import EFFORT, for_all

SAVES = st.tuples(st.sampled_from("abc"), st.integers(1, 8), st.sampled_from((1, 2, 3, ROWS_AT_ONCE + 3)))
BATCHES = st.lists(st.lists(SAVES, min_size=1, max_size=6), min_size=1, max_size=5)
"""Saves of a patient from a version on, many of which want a version that another one took."""


@pytest.fixture
def hesitate() -> Iterator[Callable[[], None]]:
    """Makes the thread that calls it be away for a while before any line of its own, so that threads meet in any order.

    Nobody else's: a thread that a server starts meanwhile would be slow for as long as it lives.
    """
    chance, one_by_one = random.Random(7), Lock()

    def before_line(*_: Any) -> Any:
        if chance.random() < 0.05:
            hashlib.sha256(bytes(100_000)).digest()  # others run meanwhile
        return before_line

    def trace() -> None:
        # Python refuses a trace function while another thread is about to set one.
        with one_by_one:
            sys.settrace(before_line)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield trace
    sys.setswitchinterval(interval)


@EFFORT
def test_saves_in_shared_transactions_give_what_they_give_one_by_one(examples: int, sealed: SealedLog) -> None:
    with sealed.records():
        pass

    def holds(batches: list[list[tuple[str, int, int]]]) -> None:
        named = [[(*save, f"{group}.{at}") for at, save in enumerate(batch)] for group, batch in enumerate(batches)]
        one_by_one = [[save] for batch in named for save in batch]
        with TemporaryDirectory() as folder:
            shared, alone = sealed.copy(Path(folder, "shared")), sealed.copy(Path(folder, "alone"))
            assert written(shared, named) == written(alone, one_by_one)

    for_all(examples, BATCHES, holds)


def written(log: SealedLog, batches: list[list[tuple[str, int, int, str]]]) -> tuple[object, ...]:
    """What became of every save, and what the log and its anchor hold afterwards, held against each other."""
    saves = [[Save(rows_of(*save)) for save in batch] for batch in batches]
    with log.records() as records:
        assert records.seal is not None and records.seal.anchor is not None
        with closing(LogWriter(connection_of(records), str(log.database), records.seal)) as writer:
            for batch in saves:
                writer.write(batch)
        settled = [save for batch in saves for save in batch]
        rows = records.rows_log.select_chained(0, 10_000, 10_000)
        assert [row.position for row in rows] == [one for save in settled for one in save.positions or ()]
        assert [row.state for row in rows] == [row.state for save in settled if save.positions for row in save.rows]
        refused = [save.error is not None for save in settled]
        assert all(isinstance(save.error, IntegrityError | None) for save in settled)
        return refused, rows, records.seal.anchor.read()[0]


def rows_of(patient: str, version: int, number: int, text: str) -> list[LogRow]:
    return [
        LogRow(0, patient, version + offset, "topic", f"{text} {offset}", "2026-01-05", f"{text} {offset}".encode())
        for offset in range(number)
    ]


def test_nobody_returns_before_the_transaction_is_durable(hesitate: Callable[[], None], tmp_path: Path) -> None:
    durable: set[int] = set()
    early: list[int] = []

    def submit(number: int) -> None:
        commits.submit(rows_of("a", number, 1, ""))
        if number not in durable:
            early.append(number)

    with Path(tmp_path, "disk").open("wb", buffering=0) as disk:

        def write(saves: Sequence[Save]) -> None:
            for save in saves:
                save.positions = [1]
            disk.write(b"commit")
            durable.update(version_of(save) for save in saves)

        commits = GroupCommit(write)
        together(8, 300, submit, hesitate)
    assert len(durable) == 8 * 300
    assert early == []


def test_an_interrupt_is_the_writers_alone(hesitate: Callable[[], None]) -> None:
    chance = random.Random(7)
    kept: list[int] = []
    acknowledged: list[int] = []
    raised: list[int] = []
    interrupted: dict[int, int] = {}

    def write(saves: Sequence[Save]) -> None:
        if chance.random() < 0.2:
            raised.append(get_ident())
            raise KeyboardInterrupt
        for save in saves:
            save.positions = [version_of(save)]
            kept.append(version_of(save))

    def submit(number: int) -> None:
        try:
            acknowledged.extend(commits.submit(rows_of("a", number, 1, "")))
        except KeyboardInterrupt:
            interrupted[number] = get_ident()

    commits = GroupCommit(write)
    together(8, 100, submit, hesitate)
    assert raised
    assert sorted(interrupted.values()) == sorted(raised)
    assert sorted(acknowledged) == sorted(kept) == sorted(set(range(800)) - set(interrupted))


def test_a_writer_that_is_interrupted_at_any_call_leaves_nobody_waiting() -> None:
    at = 1
    while (interrupted := first_of_three_interrupted(at)) is not None:
        place, saved = interrupted
        assert saved == {2, 3}, f"interrupted at call {at}, {place}"
        at += 1
    assert at > 10


def first_of_three_interrupted(at: int) -> tuple[str, set[int]] | None:
    """Interrupt a writer at the call with this number, of all that GroupCommit makes while two others wait for it.

    Gives where that was, and who of the others was saved; None once a save makes fewer calls.
    """
    writing = Event()
    waits = {2: Event(), 3: Event()}
    calls, places, saved = count(1), list[str](), set[int]()

    def write(saves: Sequence[Save]) -> None:
        if not writing.is_set():
            writing.set()
            assert all(wait.wait(10) for wait in waits.values())
        for save in saves:
            save.positions = [version_of(save)]

    def interrupt(frame: FrameType, *_: Any) -> None:
        if frame.f_code.co_filename == group_commit.__file__ and not places and next(calls) == at:
            places.append(frame.f_code.co_name)
            raise KeyboardInterrupt

    def submit_first() -> None:
        sys.settrace(interrupt)
        with suppress(KeyboardInterrupt):
            commits.submit(rows_of("a", 1, 1, ""))
        sys.settrace(None)
        writing.set()

    def submit_other(number: int) -> None:
        def before_call(frame: FrameType, event: str, called: Any) -> None:
            if event == "c_call" and called.__name__ == "acquire" and frame.f_code.co_name == "submit":
                waits[number].set()

        sys.setprofile(before_call)
        commits.submit(rows_of("a", number, 1, ""))
        sys.setprofile(None)
        saved.add(number)

    commits = GroupCommit(write)
    threads = [Thread(target=submit_first, daemon=True)]
    threads[0].start()
    assert writing.wait(10)
    threads += [Thread(target=submit_other, args=(number,), daemon=True) for number in waits]
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join(timeout=10)
    return (places[0], saved) if places else None


class Interrupted(BaseException):
    """What the signal of the test below becomes in the main thread."""


# Between the opening of a file and the block that closes it, an interrupt leaves the closing to Python.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@EFFORT
def test_whoever_is_interrupted_anywhere_leaves_the_others_to_be_saved(examples: int, sealed: SealedLog) -> None:
    """Signals come at any moment of a save: while it waits, writes, commits, anchors, or calls the others."""
    acknowledged: list[int] = []
    with sealed.records() as records:
        assert records.seal is not None

        def save(number: int) -> None:
            records.rows_log.insert_events(rows_of("a", number, 1, ""))
            acknowledged.append(number)

        others = Thread(target=together, args=(4, 10 * examples, save), daemon=True)
        others.start()
        number, interrupts = 40 * examples, 0
        with signals() as may_interrupt:
            while interrupts < 5 * examples:
                number += 1
                try:
                    may_interrupt.append(True)
                    save(number)
                    may_interrupt.clear()
                except Interrupted:
                    interrupts += 1
        others.join(timeout=60)
        save(number + 1)
        rows = records.rows_log.select_chained(0, number, number)
        head = GENESIS
        for row in rows:
            head = link(records.seal.keyring.chain_key, head, *row[:-1])
            assert row.chain == head
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    assert len(acknowledged) == len(set(acknowledged))
    assert {number + 1, *range(40 * examples)} <= set(acknowledged) <= {row.version for row in rows}


@contextmanager
def signals() -> Iterator[list[bool]]:
    """Interrupt the main thread again and again, once each time that it allows it."""
    allowed: list[bool] = []
    done, chance = Event(), random.Random(7)
    main = main_thread().ident
    assert main == get_ident()

    def send() -> None:
        while not done.is_set():
            hashlib.sha256(bytes(20_000)).digest()
            signal.pthread_kill(main, signal.SIGUSR1)

    def receive(*_: object) -> None:
        # Not at the first one: by then a save has hardly begun.
        if allowed and chance.random() < 0.1:
            allowed.clear()
            raise Interrupted

    before = signal.signal(signal.SIGUSR1, receive)
    sender = Thread(target=send, daemon=True)
    sender.start()
    try:
        yield allowed
    finally:
        done.set()
        sender.join()
        signal.signal(signal.SIGUSR1, before)


def version_of(save: Save) -> int:
    return save.rows[0].originator_version


def together(threads: int, each: int, act: Callable[[int], None], begin: Callable[[], None] = lambda: None) -> None:
    """Every number of ``threads * each`` once, from so many threads at a time; fails when one of them never ends."""

    def work(first: int) -> None:
        begin()
        for number in range(first, first + each):
            act(number)

    running = [Thread(target=work, args=(number * each,), daemon=True) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in running)
