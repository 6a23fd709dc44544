"""`demo`: a conversation of six turns against a server of its own, and then its audit."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clients.cli.words import LANGUAGE_VARIABLE, Words

if TYPE_CHECKING:
    from rich.console import Console

    from clients import AnamnesisClient

OF_OTHER_SERVERS = ("ANAMNESIS_TLS", "ANAMNESIS_TLS_CA_FILE", "ANAMNESIS_CLIENT_CERTIFICATE_FILE")
"""Variables of the environment that would have the demo's own server, in the clear on loopback, asked over TLS."""
AUDITED_TURN = 4
"""The turn before the correction: what was known then differs from what is known at the end."""


def demo(
    locale: Annotated[str, typer.Option("--locale", help="ko or en.")] = "ko",
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="Where the conversation is kept.")] = Path(
        "var/demo"
    ),
) -> None:
    """Play a six-turn conversation through a server of its own, and audit it: no key, no download."""
    if locale not in ("ko", "en"):
        raise typer.BadParameter("The demo speaks ko and en.", param_hint="--locale")
    from clients import AnamnesisClient, Credentials
    from clients.cli.output import results

    script = json.loads(files("clients.cli").joinpath(f"demo_{locale}.json").read_text(encoding="utf-8"))
    console = results()
    console.print(script["title"], style="bold")
    with _server(data, script["captions"]) as address, AnamnesisClient(address, credentials=Credentials()) as client:
        patient = _register(client, script, locale, console)
        _converse(client, patient, script["turns"], console, locale)
        console.rule(script["captions"]["audit"], style="dim")
        for command in _audit(patient, address, data):
            _run(command, console, locale)
    captions = script["captions"]
    console.rule(captions["next"], style="dim")
    for caption, commands in (("at_once", _at_once(patient, data)), ("with_server", _with_server(patient))):
        console.print(captions[caption].format(data=data))
        for command in commands:
            console.print(f"  {_program()} {shlex.join(command)}", style="cyan")


@contextmanager
def _server(data: Path, captions: dict[str, Any]) -> Iterator[str]:
    """A server of our own; what it loads is shown, for on a busy machine that takes minutes."""
    from clients.cli.own_server import own_server

    with ExitStack() as showing, ExitStack() as life:
        show = _progress(captions, showing)
        show("start")
        try:
            address = life.enter_context(own_server(data, _without_models(), show))
        except OSError:
            raise typer.BadParameter(Words()("usage.folder", folder=data)) from None
        showing.close()
        yield address


def _progress(captions: dict[str, Any], showing: ExitStack) -> Callable[[str], None]:
    """Shows the part that is loaded and for how long: on a terminal in place, else a line for each part."""
    from clients.cli.output import messages

    notes = messages()
    if not notes.is_terminal:
        return lambda part: notes.print(captions["loading"].get(part, part))
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    progress = showing.enter_context(Progress(*columns, console=notes, transient=True))
    task = progress.add_task("", total=None)
    return lambda part: progress.update(task, description=captions["loading"].get(part, part))


def _without_models() -> dict[str, str]:
    """The environment without a language model: the demo shows the same to everyone, and costs nobody anything."""
    return {
        name: value
        for name, value in os.environ.items()
        if name != "OPENAI_API_KEY" and not name.upper().startswith("ANAMNESIS_LLM_")
    }


def _register(client: AnamnesisClient, script: dict[str, Any], locale: str, console: Console) -> str:
    patient = client.register_patient(locale=locale, time_zone=script["time_zone"])
    imported = client.import_card(patient, script["card"])
    captions = script["captions"]
    console.print(f"{captions['register']}: {captions['imported'].format(recorded=imported.recorded)} ({patient})")
    return patient


def _converse(
    client: AnamnesisClient, patient: str, turns: list[dict[str, str]], console: Console, locale: str
) -> None:
    from rich.text import Text

    from clients.cli.turn_printer import TurnPrinter

    printer = TurnPrinter(console, words=Words(locale))
    for turn in turns:
        console.print()
        console.print(Text(turn["name"], style="bold magenta"))
        console.print(Text(f"> {turn['text']}", style="bold"))
        printer.show(client.converse(patient, turn["text"]))


def _audit(patient: str, address: str, data: Path) -> Iterator[list[str]]:
    yield ["as-of", patient, "--turn", str(AUDITED_TURN), "--address", address]
    yield ["rebuild", "--verify", "--address", address]
    yield ["sql", "corrections", "--data", str(data)]


def _at_once(patient: str, data: Path) -> Iterator[list[str]]:
    yield ["explain", patient, str(AUDITED_TURN), "--data", str(data)]
    yield ["replay", patient, "--until", str(AUDITED_TURN), "--data", str(data)]
    yield ["fork", patient, "--at", str(AUDITED_TURN), "--correct", "HbA1c=8.1", "--data", str(data)]
    yield ["sql", "--list"]
    yield ["rebuild", "--verify", "--data", str(data)]
    yield ["serve", "--data", str(data)]


def _with_server(patient: str) -> Iterator[list[str]]:
    yield ["chat", "--patient", patient]
    yield ["timeline", patient, "--slot", "labs"]
    yield ["events", "list", patient]


def _program() -> str:
    """How the user reaches this program: by its name where that is on the path, else as it was started."""
    if shutil.which("anamnesis"):
        return "anamnesis"
    started = Path(sys.argv[0])
    return os.path.relpath(started) if started.name == "anamnesis" else f"{sys.executable} -m server"


def _run(command: list[str], console: Console, locale: str) -> None:
    """Print a command as a user would type it, and run it."""
    console.print(f"\n$ {_program()} {shlex.join(command)}", style="bold cyan")
    sys.stdout.flush()
    environment = {name: value for name, value in os.environ.items() if name not in OF_OTHER_SERVERS}
    environment |= {LANGUAGE_VARIABLE: locale} | ({"FORCE_COLOR": "1"} if console.is_terminal else {})
    # The arguments are this module's own.
    run = subprocess.run([sys.executable, "-m", "server", *command], check=False, env=environment)  # noqa: S603
    if run.returncode:
        raise typer.Exit(run.returncode)
