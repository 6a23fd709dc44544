"""The pages under reference/, made from the code when the documentation is built: they cannot be out of date."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

Lines = Iterator[str]


def on_files(files: Any, config: Any) -> Any:
    """MkDocs asks for further files before it reads those of the folder."""
    from mkdocs.structure.files import File

    for name, make in PAGES.items():
        files.append(File.generated(config, f"reference/{name}.md", content="\n".join(make()) + "\n"))
    return files


def contract() -> Lines:
    """Services, RPCs and messages, with the comments of the .proto files."""
    from clients.gateway.proto_comments import comments
    from clients.gateway.routes import METHODS

    said = comments()
    yield "# The wire contract\n\nPackage `anamnesis.v1`, in `protos/anamnesis/v1`; reflection is on.\n"
    messages: dict[str, Any] = {}
    services: dict[str, list[Any]] = {}
    for method in METHODS.values():
        services.setdefault(method.containing_service.name, []).append(method)
    for service, methods in services.items():
        yield f"## {service}\n\n{said.get(service, '')}\n"
        for method in methods:
            yield f"### {method.name}\n\n{said.get(f'{service}.{method.name}', '')}\n"
            for message in (method.input_type, method.output_type):
                yield from _message(message, said)
                _collect(message, messages)
    yield "## Messages\n"
    for name in sorted(messages):
        yield f"### {name}\n\n{said.get(name, '')}\n"
        yield from _message(messages[name], said, titled=False)


def _collect(message: Any, into: dict[str, Any]) -> None:
    for field in message.fields:
        kind = field.message_type
        if kind is not None and kind.full_name.startswith("anamnesis.") and not kind.GetOptions().map_entry:
            if kind.name not in into:
                into[kind.name] = kind
                _collect(kind, into)


def _message(message: Any, said: dict[str, str], titled: bool = True) -> Lines:
    if titled:
        yield f"`{message.name}`\n"
    if not message.fields:
        yield "No fields.\n"
        return
    yield "| field | type | |\n|---|---|---|"
    for field in message.fields:
        yield f"| `{field.name}` | {_type(field)} | {_cell(said.get(f'{message.name}.{field.name}', ''))} |"
    yield ""


def _type(field: Any) -> str:
    kind = field.message_type or field.enum_type
    names = {1: "double", 3: "int64", 5: "int32", 8: "bool", 9: "string", 12: "bytes"}
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return "map"
    name = kind.name if kind is not None else names[field.type]
    return f"{name}, repeated" if field.is_repeated else name


def rest() -> Lines:
    """The routes of the gateway."""
    from clients.gateway.routes import ROUTES

    yield "# REST\n\n`anamnesis ui` serves these; `/openapi.json` describes every field.\n"
    yield "| | path | RPC | |\n|---|---|---|---|"
    for route in ROUTES:
        told = f"{route.summary}{' (streams)' if route.streams else ''}"
        yield f"| {route.verb} | `{route.path}` | {route.rpc} | {told} |"


def events() -> Lines:
    """Every event of the log, with its meaning and its fields."""
    from domain import events as module

    yield "# Events\n\nTopics are `anamnesis.Patient.<Event>.v<version>`; the stored payload is JSON.\n"
    for name, kind in vars(module).items():
        if inspect.isclass(kind) and kind.__module__ == module.__name__ and name[0].isupper() and kind.__doc__:
            fields = [field for field in getattr(kind, "__annotations__", {}) if not field.startswith("_")]
            yield f"## {name}\n\n{inspect.cleandoc(kind.__doc__)}\n"
            if fields:
                yield f"Fields: {', '.join(f'`{field}`' for field in fields)}.\n"


def settings() -> Lines:
    """Every setting with its default and what it does."""
    from server.settings import Settings

    yield "# Settings\n\nEnvironment variables; `anamnesis doctor` shows what is in force.\n"
    yield "| variable | default | |\n|---|---|---|"
    prefix = Settings.model_config.get("env_prefix", "")
    for name, field in Settings.model_fields.items():
        default = "" if field.is_required() else _cell(str(field.get_default(call_default_factory=True)))
        yield f"| `{prefix}{name.upper()}` | `{default or '-'}` | {_cell(field.description or '')} |"


def commands() -> Lines:
    """Every command with its arguments and options."""
    import typer.main

    from server.__main__ import application

    yield "# Commands\n"
    yield from _commands(typer.main.get_command(application()), "anamnesis")


def _commands(command: Any, path: str) -> Lines:
    for name, one in sorted(getattr(command, "commands", {}).items()):
        if hasattr(one, "commands"):
            yield from _commands(one, f"{path} {name}")
            continue
        yield f"## {path} {name}\n\n{_cell(inspect.cleandoc(one.help or ''))}\n"
        options = [(p, getattr(p, "help", None)) for p in one.params if p.name not in ("help", "json")]
        if options:
            yield "| | |\n|---|---|"
            for parameter, told in options:
                argument = parameter.param_type_name == "argument"
                label = parameter.metavar or parameter.name.upper() if argument else ", ".join(parameter.opts)
                yield f"| `{label}` | {_cell(told or '')} |"
            yield ""


def _cell(text: str) -> str:
    return text.replace("\b", "").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ").strip()


PAGES = {"contract": contract, "rest": rest, "events": events, "settings": settings, "commands": commands}
