"""The master key from a variable or a vault's command: used, rotated and killed as one in a file is; and what an erased
patient's key leaves in memory."""

from __future__ import annotations

import base64
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import KeyringUnavailable
from domain.store.keyring import Keyring, make_master_key, read_master_key, unwrapped, wrapping_cipher
from domain.store.master_key import InvalidKeySource, KeyCommand, KeyFile, KeyVariable, MasterKey, named_source
from domain.store.rotation import former_keys, rewrap
from domain.store.seal import Seal, open_seal
from tests.builders import an_id

ROOT = Path(__file__).parents[2]
PATIENTS = [an_id(f"p{number}") for number in range(40)]


def _vault(folder: Path, name: str) -> KeyCommand:
    """A command that prints a key, as `vault kv get -field=key` does."""
    make_master_key(folder / f"vault-{name}")
    return KeyCommand(("cat", str(folder / f"vault-{name}")))


def _seal(folder: Path, source: MasterKey) -> Seal:
    return open_seal(
        folder / "log.db", folder / "keys.db", source, folder / "checkpoints.jsonl", folder / "head.anchor"
    )


def test_a_log_is_made_and_opened_with_a_key_that_no_file_of_it_holds(tmp_path: Path) -> None:
    source, data = _vault(tmp_path, "now"), tmp_path / "data"
    data.mkdir()
    with closing(_seal(data, source)) as seal:
        seal.keyring.make(PATIENTS)

    with closing(_seal(data, source)) as seal:
        assert seal.keyring.held() == set(PATIENTS)
    assert not (data / "master.key").exists()
    for file in data.iterdir():
        assert source.read() not in file.read_bytes()


def test_a_variable_gives_the_key_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARD_KEY", base64.b64encode(b"k" * 32).decode() + "\n")

    assert named_source("env:WARD_KEY").read() == b"k" * 32


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (KeyCommand(("sh", "-c", "echo secret; exit 3")), "exit code 3"),
        (KeyCommand(("sh", "-c", "echo secret")), "not 32 bytes"),
        (KeyCommand(("yes",), seconds=0.2), "within 0.2 seconds"),
        (KeyCommand(("no-such-program-here", "secret")), "cannot be run"),
        (KeyVariable("NO_SUCH_VARIABLE"), "not set"),
        (KeyFile(Path("no-such-file")), "cannot be read"),
    ],
)
def test_a_source_without_a_key_says_what_is_wrong_and_nothing_that_it_printed(source: MasterKey, words: str) -> None:
    with pytest.raises(KeyringUnavailable) as caught:
        source.read()

    assert words in str(caught.value)
    assert "secret" not in str(caught.value) and "secret" not in str(source)


@pytest.mark.parametrize("text", ["", "file:", "env:", "env:A B", "command:", "command:'open", "vault:x", "c2VjcmV0"])
def test_what_names_no_source_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(InvalidKeySource) as caught:
        named_source(text)

    assert not text or text not in str(caught.value)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), min_size=1, max_size=4))
def test_the_words_of_a_command_arrive_as_they_were_quoted(words: list[str]) -> None:
    import shlex

    source = named_source(f"command:{shlex.join(words)}")

    assert isinstance(source, KeyCommand) and list(source.arguments) == words


@pytest.mark.parametrize("moment", range(4))
def test_a_rotation_from_one_vault_key_to_the_next_may_be_killed_at_any_moment(tmp_path: Path, moment: int) -> None:
    old, new, data = _vault(tmp_path, "old"), _vault(tmp_path, "new"), tmp_path / "data"
    data.mkdir()
    with closing(_seal(data, old)) as seal:
        seal.keyring.make(PATIENTS)
        chain = seal.keyring.chain_key
    child = os.fork()
    if not child:
        seen = 0

        def probe(_: str) -> None:
            nonlocal seen
            if seen == moment:
                os._exit(9)
            seen += 1

        rewrap(data / "keys.db", old.read(), new.read(), probe)
        # The last moment: all is done, and nobody was told.
        os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9

    assert sum(_opens(data, one) for one in (old, new)) == 1
    assert rewrap(data / "keys.db", old.read(), new.read()) == len(PATIENTS)

    assert not _opens(data, old)
    with closing(_seal(data, new)) as seal:
        assert seal.keyring.held() == set(PATIENTS) and seal.keyring.chain_key == chain
    assert former_keys(data / "keys.db", new) == [old.read()]


def _opens(data: Path, source: MasterKey) -> bool:
    try:
        _seal(data, source).close()
    except KeyringUnavailable:
        return False
    return True


@contextmanager
def _holder(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    script = Path(__file__).with_name("key_holder.py")
    process = subprocess.Popen(
        [sys.executable, script, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield process
        process.kill()


def _in_memory(process: int, needle: bytes) -> bool:
    """Whether a process has these bytes anywhere in its memory."""
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        for line in maps:
            place, rights, *_ = line.split()
            if not rights.startswith("rw"):
                continue
            first, last = (int(one, 16) for one in place.split("-"))
            try:
                memory.seek(first)
                if needle in memory.read(last - first):
                    return True
            except OSError:
                continue
    return False


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs Linux")
def test_a_key_that_was_destroyed_is_nowhere_in_memory(tmp_path: Path) -> None:
    make_master_key(tmp_path / "master.key")
    master = read_master_key(tmp_path / "master.key")
    with closing(Keyring(tmp_path / "keys.db", master)) as keyring:
        keyring.make(PATIENTS[:1])
    with closing(sqlite3.connect(tmp_path / "keys.db")) as connection:
        held = connection.execute("SELECT wrapped FROM patient_keys").fetchone()[0]
    key = unwrapped(wrapping_cipher(master), held, PATIENTS[0].encode())

    with _holder(tmp_path / "keys.db", tmp_path / "master.key", PATIENTS[0]) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "in use\n"
        # Else nothing is learnt from its not being found afterwards.
        assert _in_memory(process.pid, key)
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "destroyed\n"
        assert not _in_memory(process.pid, key)


def test_the_moments_at_which_it_is_killed_are_all_there_are(tmp_path: Path) -> None:
    old, new = _vault(tmp_path, "old"), _vault(tmp_path, "new")
    shutil.rmtree(tmp_path / "data", ignore_errors=True)
    (tmp_path / "data").mkdir()
    with closing(_seal(tmp_path / "data", old)) as seal:
        seal.keyring.make(PATIENTS)
    moments: list[str] = []

    rewrap(tmp_path / "data" / "keys.db", old.read(), new.read(), moments.append)

    assert moments == ["rewrapping", "rewrapping", "before commit"]
