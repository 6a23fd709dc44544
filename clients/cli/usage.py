"""A command that was written wrong, in the language of the terminal; in English typer itself says it."""

from __future__ import annotations

import typer

from clients.cli.words import Words

USAGE = 2
"""Exit code of a command that is written wrong (conventions: command line)."""
# The base of all such errors, which typer does not name in public.
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]
_QUOTE = "'"


def usage_problem(error: Exception) -> tuple[str, str, int] | None:
    """Sentence, advice and exit code, where ``error`` is such a one and the terminal's language is not English."""
    words = Words()
    if words.language == "en" or not isinstance(error, _UsageError):
        return None
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "anamnesis"
    return _sentence(error, words), words("usage.help", command=command), USAGE


def _sentence(error: Exception, words: Words) -> str:
    said = str(getattr(error, "message", ""))
    if not said.isascii():
        # A sentence of a command, which is in the user's language already.
        return said
    quoted = said.split(_QUOTE)[1] if said.count(_QUOTE) >= 2 else ""
    parameter = getattr(error, "param", None)
    option = getattr(error, "option_name", "")
    named = getattr(error, "param_hint", None) or (parameter.opts[0] if parameter is not None else "")
    named = ", ".join(named) if isinstance(named, list | tuple) else str(named)
    match type(error).__name__:
        case "MissingParameter":
            shown = parameter.metavar or parameter.opts[0] if parameter is not None else named
            return words("usage.missing", name=shown)
        case "NoSuchOption":
            return words("usage.no_option", name=option)
        case "BadParameter":
            return words("usage.value", name=" ".join(part for part in (named, quoted) if part))
    if said.startswith("No such command"):
        return words("usage.no_command", name=quoted)
    return words("usage.wrong")
