"""`demo`: a conversation of six turns against a server of its own, and then its audit."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from clients import AnamnesisClient

AUDITED_TURN = 4
"""The turn before the correction: what was known then differs from what is known at the end."""
START_SECONDS = 60.0
STOP_SECONDS = 35.0
"""A server has 30 s of grace to stop."""


def demo(
    locale: Annotated[str, typer.Option("--locale", help="ko or en.")] = "ko",
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="Where the conversation is kept.")] = Path(
        "var/demo"
    ),
) -> None:
    """Play a six-turn conversation through a server of its own, and audit it: no key, no download."""
    if locale not in ("ko", "en"):
        raise typer.BadParameter("The demo speaks ko and en.", param_hint="--locale")
    from clients import AnamnesisClient
    from clients.cli.output import results

    script = json.loads(files("clients.cli").joinpath(f"demo_{locale}.json").read_text(encoding="utf-8"))
    console = results()
    console.print(script["title"], style="bold")
    with _server(data) as address, AnamnesisClient(address) as client:
        patient = _register(client, script, locale, console)
        _converse(client, patient, script["turns"], console)
        console.rule(script["captions"]["audit"], style="dim")
        for command in _audit(patient, address, data):
            _run(command, console)
    captions = script["captions"]
    console.rule(captions["next"], style="dim")
    for caption, commands in (("at_once", _at_once(patient, data)), ("with_server", _with_server(patient))):
        console.print(captions[caption].format(data=data))
        for command in commands:
            console.print(f"  {_program()} {shlex.join(command)}", style="cyan")


@contextmanager
def _server(data: Path) -> Iterator[str]:
    """A server of our own on a free loopback port; its log goes beside its data."""
    log_path = data / "server.jsonl"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        log_path.touch()
    except OSError:
        raise typer.BadParameter(f"The directory {data} cannot be written: name another with --data.") from None
    arguments = ("serve", "--address", "127.0.0.1:0", "--data", str(data))
    with log_path.open("w", encoding="utf-8") as log:
        # The arguments are this module's own.
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "server", *arguments],
            stdout=log,
            stderr=log,
            start_new_session=True,
            env=_without_models(),
        )
    try:
        yield _address(process, log_path)
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def _without_models() -> dict[str, str]:
    """The environment without a language model: the demo shows the same to everyone, and costs nobody anything."""
    return {
        name: value
        for name, value in os.environ.items()
        if name != "OPENAI_API_KEY" and not name.upper().startswith("ANAMNESIS_LLM_")
    }


def _address(process: subprocess.Popen[bytes], log_path: Path) -> str:
    """Wait until the server says where it serves. Raises Unavailable with the last line of its log."""
    import time

    from clients.errors import Unavailable

    until = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < until:
        for line in log_path.read_text(encoding="utf-8").splitlines():
            if '"event": "serving"' in line:
                return str(json.loads(line)["address"])
        time.sleep(0.1)
    last = next(reversed(log_path.read_text(encoding="utf-8").splitlines()), "")
    raise Unavailable(f"The demo's server did not start. {last}", "NOT_SERVING", f"Look at {log_path}.")


def _register(client: AnamnesisClient, script: dict[str, Any], locale: str, console: Console) -> str:
    client.wait_until_serving()
    patient = client.register_patient(locale=locale, time_zone=script["time_zone"])
    imported = client.import_card(patient, script["card"])
    captions = script["captions"]
    console.print(f"{captions['register']}: {captions['imported'].format(recorded=imported.recorded)} ({patient})")
    return patient


def _converse(client: AnamnesisClient, patient: str, turns: list[dict[str, str]], console: Console) -> None:
    from rich.text import Text

    from clients.cli.turn_printer import TurnPrinter

    printer = TurnPrinter(console)
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


def _run(command: list[str], console: Console) -> None:
    """Print a command as a user would type it, and run it."""
    console.print(f"\n$ {_program()} {shlex.join(command)}", style="bold cyan")
    sys.stdout.flush()
    environment = {**os.environ, "FORCE_COLOR": "1"} if console.is_terminal else None
    # The arguments are this module's own.
    run = subprocess.run([sys.executable, "-m", "server", *command], check=False, env=environment)  # noqa: S603
    if run.returncode:
        raise typer.Exit(run.returncode)
