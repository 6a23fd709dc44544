"""Options that many commands share without knowing it: the language, and how the server is reached.

Those of the connection stand for environment variables that the clients read, for as long as the command runs.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from clients.cli.words import LANGUAGES, Words, speak

PANEL = "The server, and who calls it"

_LANGUAGE = Annotated[
    str,
    typer.Option("--lang", metavar="ko|en", help="Language of the terminal; that of its locale unless given."),
]
_CONNECTION: Mapping[str, tuple[str, Any]] = {
    "tls": (
        "ANAMNESIS_TLS",
        Annotated[
            bool | None,
            typer.Option("--tls", help="Encrypt; trust the system's authorities.", rich_help_panel=PANEL),
        ],
    ),
    "ca_file": (
        "ANAMNESIS_TLS_CA_FILE",
        Annotated[
            Path | None,
            typer.Option(
                "--ca-file", metavar="PEM", help="Encrypt; trust this authority alone.", rich_help_panel=PANEL
            ),
        ],
    ),
    "token_file": (
        "ANAMNESIS_TOKEN_FILE",
        Annotated[
            Path | None,
            typer.Option("--token-file", metavar="FILE", help="The token that is shown.", rich_help_panel=PANEL),
        ],
    ),
    "certificate_file": (
        "ANAMNESIS_CLIENT_CERTIFICATE_FILE",
        Annotated[
            Path | None,
            typer.Option(
                "--certificate-file",
                metavar="PEM",
                help="The caller's own certificate, for mutual TLS.",
                rich_help_panel=PANEL,
            ),
        ],
    ),
    "key_file": (
        "ANAMNESIS_CLIENT_KEY_FILE",
        Annotated[
            Path | None,
            typer.Option("--key-file", metavar="PEM", help="The key of that certificate.", rich_help_panel=PANEL),
        ],
    ),
    "purpose": (
        "ANAMNESIS_PURPOSE",
        Annotated[
            str | None,
            typer.Option("--purpose", metavar="CODE", help="What for: TREAT, PATRQT, HLEGAL...", rich_help_panel=PANEL),
        ],
    ),
}
_OVERRULED: Mapping[str, str] = {"ANAMNESIS_TOKEN_FILE": "ANAMNESIS_TOKEN"}
"""A variable that would otherwise win over the option."""


def speaking(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the option of the language."""
    return _with(command, {})


def calling(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of the language and of the connection to a server."""
    return _with(command, _CONNECTION)


def _with(command: Callable[..., None], connection: Mapping[str, tuple[str, Any]]) -> Callable[..., None]:
    signature = inspect.signature(command, eval_str=True)

    @functools.wraps(command)
    def run(*, lang: str, **given: Any) -> None:
        if lang not in ("", *LANGUAGES):
            raise typer.BadParameter(Words()("usage.language", value=lang), param_hint="--lang")
        speak(lang)
        said = {variable: given.pop(name) for name, (variable, _) in connection.items()}
        with _environment({variable: str(value) for variable, value in said.items() if value is not None}):
            command(**given)

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [one.replace(kind=keyword) for one in signature.parameters.values()]
    parameters.append(inspect.Parameter("lang", keyword, default="", annotation=_LANGUAGE))
    for name, (_, kind) in connection.items():
        parameters.append(inspect.Parameter(name, keyword, default=None, annotation=kind))
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


@contextmanager
def _environment(changed: Mapping[str, str]) -> Iterator[None]:
    """The environment with these variables; as it was, afterwards."""
    names = {*changed, *(_OVERRULED[name] for name in changed if name in _OVERRULED)}
    before = {name: os.environ.pop(name, None) for name in names}
    os.environ.update(changed)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
