"""How a command fails: one sentence, one thing to do next, and an exit code that scripts can rely on."""

from __future__ import annotations

import os
import sys
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

OK, USER_ERROR, USAGE, VERIFICATION_FAILED, UNAVAILABLE = 0, 1, 2, 3, 4
INTERRUPTED, LEFT = 130, 141
"""Exit codes (conventions: command line); ``LEFT`` is that of a program whose reader left, as `head` does."""


class Command(TyperCommand):
    """A command that the access log can name."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command, known by its name and the patient that it was given."""
        from server.access_log.running import begin

        given = ctx.params.get("patient")
        begin(" ".join(ctx.command_path.split()[1:]), given if isinstance(given, str) else "")
        return super().invoke(ctx)


class Commands(TyperGroup):
    """A group whose commands may raise the named failures of service and client."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a named failure becomes two lines on standard error and its exit code.

        What the program gave as the context's object is called before: whoever asks for help need not wait for it.
        """
        from clients.cli.usage import usage_problem
        from clients.cli.words import Words, speak

        speak("")
        try:
            if callable(ctx.obj):
                ctx.obj()
            return super().invoke(ctx)
        except BrokenPipeError:
            # Nobody reads on, and what is still held back must not be tried again at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(LEFT) from None
        except Exception as error:
            told = _told(error) or usage_problem(error)
            if told is None:
                raise
            sentence, advice, code = told
            words = Words()
            print(f"{words('cli.error')}: {sentence}", file=sys.stderr)
            if advice:
                print(f"  {words('cli.next')}: {advice}", file=sys.stderr)
            raise typer.Exit(code) from None


LOCKS = "fcntl"
"""The module of POSIX file locks: Windows has none."""
NO_LOCKS = (
    "This system has no POSIX file locks, under which the service keeps its log: it cannot run or read a log here.",
    "Run it on Linux, macOS or WSL; from here talk to it with --address, or with the package anamnesis-client.",
)


def _told(error: Exception) -> tuple[str, str, int] | None:
    from clients.cli.problems import problem_text

    if isinstance(error, ModuleNotFoundError) and error.name == LOCKS:
        return *problem_text("NO_LOCKS", *NO_LOCKS, {}), USER_ERROR
    # Imported here, for `anamnesis --help` needs none of them.
    from clients import errors as client
    from domain import errors as domain

    unavailable = (client.Unavailable, client.DeadlineExceeded, domain.StoreUnavailable)
    damaged = (client.DataLoss, domain.LogCorrupted)
    if not isinstance(error, client.ServiceError | domain.AnamnesisError):
        return None
    sentence, advice = problem_text(error.reason, str(error), error.advice, error.details)
    if isinstance(error, unavailable) or getattr(error, "status", "") == "UNAVAILABLE":
        return sentence, advice, UNAVAILABLE
    return sentence, advice, VERIFICATION_FAILED if isinstance(error, damaged) else USER_ERROR
