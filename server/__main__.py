"""The one ``anamnesis`` command, put together from the user's commands and the operator's."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from server.private_files import UMASK

if TYPE_CHECKING:
    import typer
    from typer.models import CommandInfo

EXAMPLES = """Conversational memory for medical agents, as a log that can prove what it knew.

\b
Examples:
  anamnesis demo                     six turns, and their audit
  anamnesis serve --data var         run the service
  anamnesis chat --locale en         talk to it
  anamnesis ui                       see it in a browser, and use it from curl
  anamnesis mcp                      give it to an assistant (Model Context Protocol)
  anamnesis patients                 who there is
  anamnesis observe PATIENT "TEXT"   keep what was said to an agent of your own
  anamnesis profile PATIENT          what is known now
  anamnesis correct PATIENT HbA1c --value 6.9 --reason "typing error"
  anamnesis as-of PATIENT --turn 4   what was known at the fourth answer
  anamnesis explain PATIENT 4        prove why the fourth answer was given
  anamnesis replay PATIENT --until 4 what each event of four turns did to memory
  anamnesis fork PATIENT --at 4      what if, from the fourth turn on
  anamnesis rebuild --verify         prove that every view is what the log says
  anamnesis verify                   prove that no event was changed, moved or cut off
  anamnesis sql --list               ready questions to the log
  anamnesis token create NAME --role clinician    let somebody in
  anamnesis access report PATIENT    who has seen this record
  anamnesis index build DIR          answer from your own documents
  anamnesis study run p6 --out DIR   virtual patients, and what statistics say of them
"""

INTERRUPTED = 130
"""Exit code of Ctrl-C before any command runs, as after it (conventions: command line)."""


def application() -> typer.Typer:
    """The command with all its subcommands."""
    # Loaded here and below, where Ctrl-C is heard: it takes a third of a second.
    import typer

    from clients.cli import events
    from server.cli import access, evaluate, index, keys, study, token
    from server.cli.failures import Command, Commands

    app = typer.Typer(
        name="anamnesis", cls=Commands, help=EXAMPLES, no_args_is_help=True, pretty_exceptions_enable=False
    )
    conversation, operation = "Conversation and memory", "Operation and audit"
    for name, command in _user_commands().items():
        app.command(name, cls=Command, rich_help_panel=conversation)(_with_options(command))
    for name, command in _operator_commands().items():
        app.command(name, cls=Command, rich_help_panel=operation)(_with_options(command))
    groups = {"index": index.app, "evaluate": evaluate.app, "study": study.app}
    groups |= {"token": token.app, "access": access.app, "keys": keys.app}
    for name, group in {"events": events.app, **groups}.items():
        for known in group.registered_commands:
            _share_options(known)
        app.add_typer(group, name=name, rich_help_panel=conversation if name == "events" else operation)
    return app


def _share_options(command: CommandInfo) -> None:
    """Give a group's command the shared options, once: groups are made when their modules are loaded."""
    if command.callback is not None:
        command.callback = _with_options(getattr(command.callback, "__wrapped__", command.callback))


def _with_options(command: Callable[..., None]) -> Callable[..., None]:
    """With the options that all commands share; those that have the address of a server call it."""
    from inspect import signature

    from clients.cli.calling import calling, speaking

    return calling(command) if "address" in signature(command).parameters else speaking(command)


def _user_commands() -> dict[str, Callable[..., None]]:
    from clients.cli import chat, demo, edit, exchange, health, mcp, patients, read, ui
    from server.cli import explain

    return {
        "chat": chat.chat,
        "demo": demo.demo,
        "patients": patients.patients,
        "register": patients.register,
        "observe": patients.observe,
        "profile": read.profile,
        "timeline": read.timeline,
        "as-of": read.as_of,
        "explain": explain.explain,
        "correct": edit.correct,
        "retract": edit.retract,
        "import": exchange.import_record,
        "export": exchange.export_record,
        "ui": ui.ui,
        "mcp": mcp.mcp,
        "health": health.health,
    }


def _operator_commands() -> dict[str, Callable[..., None]]:
    from server.cli import (
        ablate,
        backup,
        copy,
        deidentify,
        doctor,
        erase,
        fork,
        graph,
        plan,
        project,
        rebuild,
        reextract,
        replay,
        serve,
        sql,
        verify,
    )

    return {
        "serve": serve.serve,
        "project": project.project,
        "rebuild": rebuild.rebuild,
        "reextract": reextract.reextract,
        "replay": replay.replay,
        "fork": fork.fork,
        "sql": sql.sql,
        "deidentify": deidentify.deidentify,
        "verify": verify.verify,
        "erase": erase.erase,
        "backup": backup.backup,
        "restore": backup.restore,
        "convert": backup.convert,
        "copy": copy.copy,
        "graph": graph.graph,
        "plan": plan.plan,
        "ablate": ablate.ablate,
        "doctor": doctor.doctor,
    }


def _logging() -> None:
    """What a command prints may be read by a program: the log goes to standard error, as that of `serve` does."""
    from server.logs import configure_logs

    configure_logs("warning")


def main() -> None:
    """Run the command line; whatever it writes is its user's alone."""
    os.umask(UMASK)
    try:
        application()(obj=_logging)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
