"""Who folds the patients makes no difference: not to a byte of what is kept, nor to what is found wrong."""

from __future__ import annotations

import importlib.util
import os
import sqlite3
import subprocess
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from functools import partial
from pathlib import Path

import pytest

from domain.errors import LogCorrupted
from domain.records import PatientRecords
from domain.spreading import WorkStopped, dealt, over_ray
from domain.spreading.over_ray import RayNotInstalled
from domain.spreading.processes import in_processes
from evaluation.synthetic_log import write_log
from projections.patient_view import PROJECTIONS
from projections.rebuild import Progress, plan, rebuild, rebuilding
from projections.runner import ProjectionRunner
from projections.shares import Folding, Share, Views, fold_share, folds, in_this_process
from tests.projections import poison

ROOT = Path(__file__).resolve().parents[2]
PATIENTS, TURNS = 12, 4
OVER_RAY = """
import sys
from functools import partial
from pathlib import Path
from domain.records import PatientRecords
from projections.rebuild import rebuild
from domain.spreading.over_ray import over_ray
from projections.shares import folds

database, views = Path(sys.argv[1]), Path(sys.argv[2])
with PatientRecords(database) as records:
    folding = over_ray(partial(folds, partial(PatientRecords, database)), 2)
    rebuild(records, views, accept=True, afresh=True, batch_rows=40, folding=folding)
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    write_log(tmp_path / "log.db", PATIENTS, TURNS)
    return tmp_path / "log.db"


@pytest.fixture
def records(database: Path) -> Iterator[PatientRecords]:
    with PatientRecords(database) as opened:
        yield opened


def kept(views: Path) -> list[list[tuple[object, ...]]]:
    """Every row of every kept view, as it stands in the file."""
    with closing(sqlite3.connect(views)) as connection:
        return [
            connection.execute(f"SELECT * FROM {one.name}_v{one.version} ORDER BY 1, 2").fetchall()
            for one in PROJECTIONS
        ]


def by_one(records: PatientRecords, views: Path) -> list[list[tuple[object, ...]]]:
    """What one process keeps."""
    rebuild(records, views, accept=True, afresh=True, batch_rows=40)
    return kept(views)


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_processes_keep_what_one_process_keeps(
    records: PatientRecords, database: Path, tmp_path: Path, workers: int
) -> None:
    expected = by_one(records, tmp_path / "one.db")
    views = tmp_path / "views.db"
    folding = in_processes(partial(folds, partial(PatientRecords, database)), workers)
    outcomes = rebuild(records, views, accept=True, afresh=True, batch_rows=40, folding=folding)
    assert kept(views) == expected and any(expected)
    assert all(one.served for one in outcomes)


def test_processes_find_the_difference_that_one_process_finds(
    records: PatientRecords, database: Path, tmp_path: Path
) -> None:
    views = tmp_path / "views.db"
    ProjectionRunner(records, views).catch_up()
    with closing(sqlite3.connect(views)) as connection, connection:
        table = f"{PROJECTIONS[0].name}_v{PROJECTIONS[0].version}"
        connection.execute(f"DELETE FROM {table} WHERE patient_id = (SELECT max(patient_id) FROM {table})")

    def found(folding: Folding | None) -> list[tuple[object, ...]]:
        outcomes = rebuild(records, views, verify_only=True, batch_rows=40, folding=folding)
        return [(one.name, one.differences, one.fingerprint, one.kept_fingerprint, one.events) for one in outcomes]

    expected = found(None)
    assert sum(bool(differences) for _, differences, *_ in expected) == 1
    assert found(in_processes(partial(folds, partial(PatientRecords, database)), 2)) == expected


def test_a_rebuild_by_processes_that_was_given_up_goes_on_where_it_stood(
    records: PatientRecords, database: Path, tmp_path: Path
) -> None:
    views, opens = tmp_path / "views.db", partial(folds, partial(PatientRecords, database))
    steps = rebuilding(records, views, ("profile",), accept=True, batch_rows=40, folding=in_processes(opens, 2))
    done: Progress = next(steps)
    # Given up by whoever asked, as Ctrl-C does.
    del steps
    (left,) = plan(records, views, ("profile",))
    assert 0 < done.events < done.total and left.resumes_after
    seen: list[str] = []

    def watched(shares: Iterable[Share]) -> Generator[tuple[Share, Sequence[Views]]]:
        for share in shares:
            seen.extend(patient_id for patient_id, _ in share.patients)
            yield share, fold_share(records, share)

    (outcome,) = rebuild(records, views, ("profile",), accept=True, batch_rows=40, folding=watched)
    assert outcome.served and min(seen) > left.resumes_after and len(seen) < PATIENTS


def test_what_cannot_be_folded_is_named_with_its_position_by_whoever_asked(
    records: PatientRecords, database: Path, tmp_path: Path
) -> None:
    last = max(str(row.originator_id) for row in records.rows(0, 1_000))
    poison.insert(database, poison.BAD_JSON, records.last(last).version + 1, last)
    for folding in (None, in_processes(partial(folds, partial(PatientRecords, database)), 2)):
        with pytest.raises(LogCorrupted) as failure:
            rebuild(records, tmp_path / "views.db", batch_rows=40, folding=folding)
        assert failure.value.details["position"] == str(records.head())


def _refuses() -> AbstractContextManager[PatientRecords]:
    raise PermissionError("the words of a failure may quote a patient")


def test_a_worker_that_cannot_open_the_log_is_told_by_name(records: PatientRecords, tmp_path: Path) -> None:
    with pytest.raises(WorkStopped, match="PermissionError") as failure:
        rebuild(records, tmp_path / "views.db", folding=in_processes(partial(folds, _refuses), 2))
    assert "quote" not in str(failure.value)


def _dies() -> AbstractContextManager[PatientRecords]:
    os._exit(9)


def test_a_worker_that_dies_ends_the_rebuild_and_leaves_it_to_the_next(records: PatientRecords, tmp_path: Path) -> None:
    views = tmp_path / "views.db"
    with pytest.raises(WorkStopped):
        rebuild(records, views, folding=in_processes(partial(folds, _dies), 2))
    assert all(one.served for one in rebuild(records, views, accept=True))


def test_shares_come_back_in_their_order_and_few_are_on_their_way(records: PatientRecords) -> None:
    taken: list[Share] = []

    class Slow:
        def __init__(self) -> None:
            self.given: list[Share] = []

        def give(self, share: Share) -> None:
            self.given.append(share)
            taken.append(share)

        def take(self) -> list[Views]:
            return fold_share(records, self.given.pop(0))

    shares = [Share(("profile",), 1, ((f"{number:02}", 1),)) for number in range(20)]
    for number, (share, _) in enumerate(dealt(shares, [Slow(), Slow(), Slow()])):
        assert share == shares[number]
        assert len(taken) - number <= 7


def test_ray_that_is_not_installed_is_named_with_what_to_install(
    records: PatientRecords, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    folding = over_ray.over_ray(partial(folds, partial(PatientRecords, database)), 2)
    with pytest.raises(RayNotInstalled) as failure:
        rebuild(records, tmp_path / "views.db", folding=folding)
    assert "anamnesis[ray]" in failure.value.advice


@pytest.mark.timeout(300)
def test_ray_keeps_what_one_process_keeps(records: PatientRecords, database: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is an extra: pip install 'anamnesis[ray]'")
    views = tmp_path / "views.db"
    # In a process of its own, as a user starts it: Ray forks, which a process that serves gRPC must not.
    subprocess.run([sys.executable, "-c", OVER_RAY, str(database), str(views)], cwd=ROOT, check=True)
    assert kept(views) == by_one(records, tmp_path / "one.db")


def test_this_process_folds_what_it_is_given(records: PatientRecords) -> None:
    patient_id = str(records.rows(0, 1)[0].originator_id)
    share = Share(("profile",), records.head(), ((patient_id, 1),))
    [(given, [rows])] = in_this_process(records)([share])
    assert given is share and len(rows) == 1 and rows[0][0][0] == patient_id
