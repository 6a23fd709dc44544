"""How a file of the analysis tables is written: as Parquet in the clear, or encrypted under a key of its own.

Encrypted is the whole file with its footer, by Parquet's modular encryption (parquet-format, "Parquet Modular
Encryption"; AES-GCM-V1 with 256 bits). The key is derived for the one place at which the file stands, so that a file
that was moved there from elsewhere does not open. Arrow decrypts, and DuckDB is given its rows: DuckDB's own reader
finds no list in an encrypted file (2.0.0), and this way no session that runs a caller's SQL holds a key.

Whoever only reads files (the process that searches them after an erasure) loads neither DuckDB nor what Arrow makes
views of many files with, which brings pandas along: together half a second.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.parquet.encryption as pe
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

if TYPE_CHECKING:
    import duckdb
    import pyarrow.dataset as ds

KEY_BYTES = 32
"""AES-256."""


class PartFiles:
    """Reads and writes the files ``<part>/<table>.parquet``, in the clear where it is given no key."""

    def __init__(self, tables_key: bytes | None = None) -> None:
        """``tables_key`` is what the keys of the files are derived from: that of the keyring."""
        self._tables_key = tables_key

    @property
    def sealed(self) -> bool:
        """Whether they are encrypted."""
        return self._tables_key is not None

    def write(self, rows: pa.Table, file: Path, meanwhile: Path) -> None:
        """Write ``rows`` to the path ``meanwhile``, and to the disk; from there the file is moved to its place."""
        key = self._key(file)
        encryption = None if key is None else pe.create_encryption_properties(key)
        with meanwhile.open("wb") as handle:
            pq.write_table(rows, handle, compression="zstd", encryption_properties=encryption)
            handle.flush()
            os.fsync(handle.fileno())

    def read(self, file: Path, columns: Sequence[str] | None = None) -> pa.Table:
        """The rows of one file. Raises ArrowException for one that is damaged, or was written otherwise."""
        chosen = None if columns is None else list(columns)
        with _damage_named():
            return pq.read_table(file, columns=chosen, partitioning=None, decryption_properties=self._decryption(file))

    @contextmanager
    def opened(self, file: Path) -> Iterator[pq.ParquetFile]:
        """One file, to be read piece by piece. Raises as :meth:`read` does."""
        with _damage_named(), pq.ParquetFile(file, decryption_properties=self._decryption(file)) as parquet:
            yield parquet

    def whole(self, file: Path) -> bool:
        """Whether a file can be read as far as its end tells, where it says what is in it.

        A write that a power cut interrupted has no such end; that of an encrypted file opens with its own key alone.
        """
        try:
            with _damage_named():
                pq.read_metadata(file, decryption_properties=self._decryption(file))
        except (pa.ArrowException, OSError):
            return False
        return True

    def show(self, connection: duckdb.DuckDBPyConnection, name: str, files: Sequence[Path], schema: pa.Schema) -> None:
        """Have the rows of ``files`` as a table of this name in DuckDB, read from them when it is asked."""
        if not files:
            connection.register(name, schema.empty_table())
        elif self.sealed:
            import pyarrow.dataset as ds

            connection.register(name, ds.dataset([self._dataset(file, schema) for file in files]))
        else:
            # Paths stand in the statement, for a view takes no parameters.
            listed = ", ".join("'" + str(file).replace("'", "''") + "'" for file in files)
            connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet([{listed}])")  # noqa: S608

    def _dataset(self, file: Path, schema: pa.Schema) -> ds.Dataset:
        import pyarrow.dataset as ds

        options = ds.ParquetFragmentScanOptions(decryption_properties=self._decryption(file))
        return ds.dataset(file, schema=schema, format=ds.ParquetFileFormat(default_fragment_scan_options=options))

    def _decryption(self, file: Path) -> Any:
        key = self._key(file)
        return None if key is None else pe.create_decryption_properties(key)

    def _key(self, file: Path) -> bytes | None:
        if self._tables_key is None:
            return None
        place = f"{file.parent.name}/{file.name}".encode()
        return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=b"table " + place).derive(self._tables_key)


@contextmanager
def _damage_named() -> Iterator[None]:
    """Name what does not decrypt as Arrow names other damage: it says only that reading failed, without a number."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise pa.ArrowInvalid("The file is damaged, or encrypted otherwise.") from None
        raise
