"""Where the master key comes from: a file, a variable of the environment, or a command that asks a vault for it.

Only a file is ever written by this program. What a variable or a command gives is looked after by whoever provides it,
and a new key is put there before the keyring is wrapped by it (:mod:`domain.store.rotation`).
"""

from __future__ import annotations

import base64
import binascii
import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from domain.errors import InvalidCommand, KeyringUnavailable

KEY_BYTES = 32
"""AES-256."""
COMMAND_SECONDS = 30.0
"""How long a command may take to give the key (ours): a vault answers in a second, a cold sign-on takes some."""
MOST_BYTES = 4_096
"""More than this is no key, whatever it is."""


class InvalidKeySource(InvalidCommand):
    """It is not said where the master key comes from."""

    reason = "INVALID_KEY_SOURCE"
    advice = "Write file:PATH, env:NAME, or command: and a program with its arguments, which prints 32 bytes in base64."


@dataclass(frozen=True, slots=True)
class KeyFile:
    """A file that holds the key in base64; the one source that a new key can be written to."""

    path: Path

    def read(self) -> bytes:
        """The key. Raises KeyringUnavailable when it is not there or is not one."""
        try:
            return _decoded(self.path.read_bytes(), "The master key", file=self.path.name)
        except OSError:
            raise KeyringUnavailable("The master key cannot be read.", file=self.path.name) from None

    def __str__(self) -> str:
        return f"file:{self.path}"


@dataclass(frozen=True, slots=True)
class KeyVariable:
    """A variable of the environment that holds the key in base64; children of the process inherit it."""

    name: str

    def read(self) -> bytes:
        """The key. Raises KeyringUnavailable when it is not there or is not one."""
        if (value := os.environ.get(self.name)) is None:
            raise KeyringUnavailable(f"The variable {self.name}, which is to hold the master key, is not set.")
        return _decoded(value.encode(errors="replace"), f"What the variable {self.name} holds")

    def __str__(self) -> str:
        return f"env:{self.name}"


@dataclass(frozen=True, slots=True)
class KeyCommand:
    """A program that prints the key in base64, such as a client of a vault or of a key management service.

    It is run without a shell, each time the keyring is opened. What it says besides is dropped: it may hold secrets.
    """

    arguments: tuple[str, ...]
    seconds: float = COMMAND_SECONDS

    def read(self) -> bytes:
        """The key. Raises KeyringUnavailable when the program gives none in time."""
        program = Path(self.arguments[0]).name
        try:
            done = subprocess.run(  # noqa: S603  # the operator's own setting, and no shell reads it
                self.arguments,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=self.seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise KeyringUnavailable(f"{program} gave no master key within {self.seconds:g} seconds.") from None
        except OSError:
            raise KeyringUnavailable(f"{program}, which is to give the master key, cannot be run.") from None
        if done.returncode != 0:
            raise KeyringUnavailable(
                f"{program}, which is to give the master key, ended with exit code {done.returncode}; run it yourself "
                "to see what it says.",
                exit_code=done.returncode,
            )
        return _decoded(done.stdout, f"What {program} printed")

    def __str__(self) -> str:
        return f"command:{Path(self.arguments[0]).name}"


MasterKey = KeyFile | KeyVariable | KeyCommand
"""A source of the master key. As a string it names itself without what could be secret: no argument of a command."""


def key_source(place: Path | MasterKey) -> MasterKey:
    """A source, where a path stands for the file there."""
    return KeyFile(place) if isinstance(place, Path) else place


def named_source(text: str) -> MasterKey:
    """The source that ``text`` names: ``file:PATH``, ``env:NAME`` or ``command:PROGRAM ARGUMENTS``.

    A command's words are parted as a shell parts them, and nothing in them is replaced. Raises InvalidKeySource, which
    does not repeat the text: somebody may have put the key itself there.
    """
    kind, colon, rest = text.partition(":")
    rest = rest.strip()
    if colon and rest:
        if kind == "file":
            return KeyFile(Path(rest))
        if kind == "env" and rest.isidentifier():
            return KeyVariable(rest)
        if kind == "command":
            try:
                return KeyCommand(tuple(shlex.split(rest)))
            except ValueError:
                raise InvalidKeySource("A quotation mark of the command is not closed.") from None
    raise InvalidKeySource


def _decoded(held: bytes, what: str, **details: str) -> bytes:
    try:
        key = base64.b64decode(held[:MOST_BYTES].strip(), validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise KeyringUnavailable(f"{what} is not 32 bytes in base64.", **details)
    return key
