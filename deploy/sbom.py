"""Writes the software bill of materials of what is installed: CycloneDX 1.6 in JSON, the same for the same versions.

    python deploy/sbom.py [--extra cpu ...] > sbom.cdx.json

It lists the distribution `anamnesis`, all that it needs with these extras, and who needs what; nothing of the tools of
development that stand beside it. Versions and licences are those that each installed distribution states.
"""

from __future__ import annotations

import argparse
import json
import sys
import uuid
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = "anamnesis"


def bill(extras: Iterable[str] = ()) -> dict[str, Any]:
    """The bill of materials of the service with these extras.

    Raises PackageNotFoundError where something that it needs is not installed.
    """
    found: dict[str, Distribution] = {}
    needs: dict[str, set[str]] = {}
    waiting: list[tuple[str, frozenset[str]]] = [(ROOT, frozenset(extras))]
    asked = dict[str, frozenset[str]]()
    while waiting:
        name, wanted = waiting.pop()
        known = asked.get(name, frozenset())
        if name in found and wanted <= known:
            continue
        asked[name] = known | wanted
        found.setdefault(name, distribution(name))
        needs.setdefault(name, set())
        for requirement in _required(found[name], asked[name]):
            needed = canonicalize_name(requirement.name)
            needs[name].add(needed)
            waiting.append((needed, frozenset(requirement.extras)))
    parts = {name: _component(name, one) for name, one in sorted(found.items())}
    body = {
        "metadata": {"component": parts[ROOT]},
        "components": [part for name, part in parts.items() if name != ROOT],
        "dependencies": [
            {"ref": parts[name]["bom-ref"], "dependsOn": [parts[one]["bom-ref"] for one in sorted(needs[name])]}
            for name in parts
        ],
    }
    # Made from the content: two bills of the same versions are the same file.
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{serial}", "version": 1} | body


def _required(one: Distribution, extras: frozenset[str]) -> list[Requirement]:
    """What a distribution needs here, with some of its extras."""
    stated = [Requirement(text) for text in one.requires or ()]
    environments = [{"extra": extra} for extra in ("", *extras)]
    return [need for need in stated if need.marker is None or any(map(need.marker.evaluate, environments))]


def _component(name: str, one: Distribution) -> dict[str, Any]:
    purl = f"pkg:pypi/{name}@{one.version}"
    component: dict[str, Any] = {
        "type": "application" if name == ROOT else "library",
        "bom-ref": purl,
        "name": name,
        "version": one.version,
        "purl": purl,
    }
    if licences := _licences(one):
        component["licenses"] = licences
    return component


def _licences(one: Distribution) -> list[dict[str, Any]]:
    """An SPDX expression where there is one, else the names that the classifiers or the metadata give."""
    stated = {key: value for key in ("License-Expression", "License") for value in one.metadata.get_all(key) or ()}
    if "License-Expression" in stated:
        return [{"expression": stated["License-Expression"]}]
    named = [line.rpartition(" :: ")[2] for line in one.metadata.get_all("Classifier") or () if "License" in line]
    first = stated.get("License", "").partition("\n")[0].strip()
    return [{"license": {"name": name}} for name in named or [first] if name]


def main() -> int:
    """Print the bill; exit code 1 where something is not installed."""
    parser = argparse.ArgumentParser(description="Write the software bill of materials of what is installed.")
    parser.add_argument("--extra", action="append", default=[], help="with this extra of anamnesis; may be repeated")
    try:
        made = bill(parser.parse_args().extra)
    except PackageNotFoundError as error:
        print(f"{error.name} is needed and not installed: run `make setup`.", file=sys.stderr)
        return 1
    json.dump(made, sys.stdout, indent=1, sort_keys=True)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
