"""A study's tables over the wire: what a researcher may see, made from the log when asked for, piece by piece."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from domain.errors import InvalidCommand, TooManyRequests
from domain.records import PatientRecords
from protos.anamnesis.v1 import audit_pb2 as pb
from server.authentication.principal import Principal, Role

if TYPE_CHECKING:
    import pyarrow as pa

LONGEST_STUDY = 64
"""Characters of a study's name."""
PIECE_BYTES = 1024 * 1024
"""Bytes of a table in one message, whose limit is 4 MiB by default."""


def checked_study(name: str) -> str:
    """The name of a study. Raises InvalidCommand."""
    name = name.strip()
    if not 0 < len(name) <= LONGEST_STUDY:
        raise InvalidCommand(f"A study has a name of 1 to {LONGEST_STUDY} characters.", field="study")
    return name


class StudyTables:
    """Makes the tables, for one caller at a time: all of them are held in memory. Runs in the work pool."""

    def __init__(self, records: PatientRecords) -> None:
        self._records = records
        self._making = threading.Lock()

    def pieces(self, request: pb.ExportStudyRequest, principal: Principal) -> Iterator[pb.ExportStudyResponse]:
        """The tables of the caller's study and tenant. Raises InvalidCommand, TooManyRequests and StoreUnavailable."""
        named = request.study if principal.role is Role.LOCAL else principal.name
        tenant = principal.tenant if principal.tenant is not None else request.tenant or None
        tables = self._made(checked_study(named), tenant)
        for name in list(tables):
            table = tables.pop(name)
            rows, content = table.num_rows, _as_parquet(table)
            for at in range(0, len(content), PIECE_BYTES):
                yield pb.ExportStudyResponse(table=name, parquet=content[at : at + PIECE_BYTES], rows=rows)

    def _made(self, study: str, tenant: str | None) -> dict[str, pa.Table]:
        if not self._making.acquire(blocking=False):
            raise TooManyRequests("The tables of a study are being made for another caller.", limit=1)
        # Loaded here: a server that is asked for no study starts without Arrow.
        from projections.deidentified import deidentified

        try:
            assert self._records.seal is not None
            return deidentified(self._records, self._records.seal.keyring.study_key(study), tenant)
        finally:
            self._making.release()


def _as_parquet(table: pa.Table) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue().to_pybytes())
