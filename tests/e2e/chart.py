"""Renders the Helm chart, for machines without Helm: the few words of its template language that the chart uses.

Any other word is refused, so that the chart cannot come to need what is not tried here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

CHART = Path(__file__).parents[2] / "deploy" / "helm" / "anamnesis"
OTHERS: dict[str, dict[str, Any]] = {
    "as shipped": {},
    "a digest": {"image": {"digest": "sha256:" + "0" * 64}},
    "no metrics, no policy": {"metrics": {"enabled": False}, "networkPolicy": {"enabled": False}},
    "a key from a vault": {
        "secrets": {"masterKey": ""},
        "settings": {"ANAMNESIS_MASTER_KEY_SOURCE": 'command:vault read "-field=key" secret/a'},
    },
    "placed": {
        "storage": {"className": "fast"},
        "imagePullSecrets": [{"name": "registry"}],
        "nodeSelector": {"disk": "ssd"},
        "tolerations": [{"key": "medical", "operator": "Exists"}],
        "serviceAccount": {"annotations": {"role": "memory"}},
    },
}
"""Values that an installation may give, by what they are for."""

_ACTION = re.compile(r"(\{\{-?\s*.*?\s*-?\}\})", re.DOTALL)


def rendered(chart: Path, values: dict[str, Any], release: str = "memory") -> dict[str, list[dict[str, Any]]]:
    """The manifests of a chart by file, with these values over its own. Raises ValueError for what is not known."""
    own = yaml.safe_load((chart / "values.yaml").read_text(encoding="utf-8"))
    described = yaml.safe_load((chart / "Chart.yaml").read_text(encoding="utf-8"))
    scope = {
        "Values": _merged(own, values),
        "Release": {"Name": release},
        "Chart": {"AppVersion": described["appVersion"]},
    }
    found = {}
    for file in sorted((chart / "templates").glob("*.yaml")):
        text = text_of(file.read_text(encoding="utf-8"), scope)
        found[file.name] = [one for one in yaml.safe_load_all(text) if one]
    return found


def text_of(template: str, scope: dict[str, Any]) -> str:
    """A template's text."""
    # An action with a dash takes the white space on that side with it.
    trimmed = re.sub(r"\s*\{\{-", "{{", re.sub(r"-\}\}\s*", "}}", template))
    parts = iter(_ACTION.split(trimmed))
    text, ended = _block(parts, scope, {}, live=True)
    if ended:
        raise ValueError(f"{ended} without an if or a range")
    return text


def _block(parts: Iterator[str], scope: dict[str, Any], named: dict[str, Any], *, live: bool) -> tuple[str, str]:
    """The text up to the else or end of a block, and which of them it was; "" at the end of the template."""
    told = ""
    for part in parts:
        if not part.startswith("{{"):
            told += part if live else ""
            continue
        words = part.strip("{}").strip()
        if words in ("else", "end"):
            return told, words
        if words.startswith("if "):
            chosen = bool(_value(words[3:], scope, named)) if live else False
            first, ended = _block(parts, scope, named, live=live and chosen)
            second, ended = _block(parts, scope, named, live=live and not chosen) if ended == "else" else ("", ended)
            if ended != "end":
                raise ValueError(f"{words} has no end")
            told += first + second
        elif loop := re.fullmatch(r"range (\$\w+), (\$\w+) := (\S+)", words):
            body = []
            while (inner := next(parts, "{{ end }}")).strip("{} ") != "end":
                body.append(inner)
            for key, value in sorted(_value(loop[3], scope, named).items()) if live else ():
                told += _block(iter(body), scope, {**named, loop[1]: key, loop[2]: value}, live=True)[0]
        elif live:
            told += str(_value(words, scope, named))
    return told, ""


def _value(words: str, scope: dict[str, Any], named: dict[str, Any]) -> Any:
    expression, *filters = (one.strip() for one in words.split("|"))
    as_yaml = expression.startswith("toYaml ")
    path = expression.removeprefix("toYaml ").strip()
    if not re.fullmatch(r"\$\w+|(\.\w+)+", path):
        raise ValueError(f"the test knows no {words!r}")
    value: Any = named[path] if path.startswith("$") else scope
    for name in path.split(".")[1:] if path.startswith(".") else ():
        value = value[name]
    if as_yaml:
        value = yaml.safe_dump(value, default_flow_style=False).removesuffix("\n")
    for one in filters:
        if one == "quote":
            value = json.dumps(str(value))
        elif indent := re.fullmatch(r"nindent (\d+)", one):
            value = "".join(f"\n{' ' * int(indent[1])}{line}" for line in str(value).splitlines())
        else:
            raise ValueError(f"the test knows no {one!r}")
    return value


def _merged(own: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    both = dict(own)
    for key, value in over.items():
        nested = isinstance(value, dict) and isinstance(own.get(key), dict)
        both[key] = _merged(own[key], value) if nested else value
    return both
