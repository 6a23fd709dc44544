"""The one ``anamnesis`` command, put together from the user's commands and the operator's."""

from __future__ import annotations

from collections.abc import Callable

import typer

from clients.cli import chat, demo, events, exchange, read
from server.cli import (
    ablate,
    backup,
    doctor,
    erase,
    evaluate,
    explain,
    fork,
    graph,
    index,
    project,
    rebuild,
    reextract,
    replay,
    serve,
    sql,
    verify,
)
from server.cli.failures import Commands

EXAMPLES = """Conversational memory for medical agents, as a log that can prove what it knew.

\b
Examples:
  anamnesis demo                     six turns, and their audit
  anamnesis serve --data var         run the service
  anamnesis chat --locale en         talk to it
  anamnesis profile PATIENT          what is known now
  anamnesis as-of PATIENT --turn 4   what was known at the fourth answer
  anamnesis explain PATIENT 4        prove why the fourth answer was given
  anamnesis replay PATIENT --until 4 what each event of four turns did to memory
  anamnesis fork PATIENT --at 4      what if, from the fourth turn on
  anamnesis rebuild --verify         prove that every view is what the log says
  anamnesis verify                   prove that no event was changed, moved or cut off
  anamnesis sql --list               ready questions to the log
  anamnesis index build DIR          answer from your own documents
"""


def application() -> typer.Typer:
    """The command with all its subcommands."""
    app = typer.Typer(
        name="anamnesis", cls=Commands, help=EXAMPLES, no_args_is_help=True, pretty_exceptions_enable=False
    )
    user: dict[str, Callable[..., None]] = {
        "chat": chat.chat,
        "demo": demo.demo,
        "profile": read.profile,
        "timeline": read.timeline,
        "as-of": read.as_of,
        "explain": explain.explain,
        "import": exchange.import_record,
        "export": exchange.export_record,
    }
    operator: dict[str, Callable[..., None]] = {
        "serve": serve.serve,
        "project": project.project,
        "rebuild": rebuild.rebuild,
        "reextract": reextract.reextract,
        "replay": replay.replay,
        "fork": fork.fork,
        "sql": sql.sql,
        "verify": verify.verify,
        "erase": erase.erase,
        "backup": backup.backup,
        "restore": backup.restore,
        "convert": backup.convert,
        "graph": graph.graph,
        "ablate": ablate.ablate,
        "doctor": doctor.doctor,
    }
    for name, command in user.items():
        app.command(name, rich_help_panel="Conversation and memory")(command)
    app.add_typer(events.app, name="events", rich_help_panel="Conversation and memory")
    for name, command in operator.items():
        app.command(name, rich_help_panel="Operation and audit")(command)
    app.add_typer(index.app, name="index", rich_help_panel="Operation and audit")
    app.add_typer(evaluate.app, name="evaluate", rich_help_panel="Operation and audit")
    return app


def main() -> None:
    """Run the command line."""
    application()()


if __name__ == "__main__":
    main()
