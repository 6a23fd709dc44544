"""Which command runs, for the line that it leaves. Apart from the rest, for every command loads it."""

from __future__ import annotations

from contextvars import ContextVar

_command: ContextVar[tuple[str, str]] = ContextVar("command", default=("python", ""))


def begin(name: str, patient_id: str) -> None:
    """From now on this command runs, for the patient that was given to it."""
    _command.set((name, patient_id))


def running() -> tuple[str, str]:
    """The command's name, and the patient that was given to it; a program that is no command is ``python``."""
    return _command.get()
