"""Holds the shipped versions against known vulnerabilities, with no network: a local copy of the OSV database is read.

    python deploy/audit.py DATABASE [--constraints constraints-hashed.txt]

DATABASE is OSV's export of PyPI (osv.dev, "Data Dumps": PyPI/all.zip) as the zip or unpacked to a folder. Every version
that a record says to be affected is printed with the record's id and where it is fixed; then the exit code is 1. With 2
nothing was held against anything: there is no database, or it knows nothing of PyPI.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
"""A line of the constraints that names a version."""


def pins(constraints: str) -> dict[str, str]:
    """The versions that are named, by the canonical name of their distribution."""
    return {canonicalize_name(name): version for name, version in PIN.findall(constraints)}


def records(database: Path) -> Iterator[dict[str, Any]]:
    """Every record of a database. Raises OSError and BadZipFile where it is none."""
    if database.is_dir():
        for file in sorted(database.rglob("*.json")):
            yield json.loads(file.read_bytes())
    else:
        with zipfile.ZipFile(database) as archive:
            for name in sorted(one for one in archive.namelist() if one.endswith(".json")):
                yield json.loads(archive.read(name))


def found(database: Path, pinned: Mapping[str, str]) -> tuple[int, list[str]]:
    """How many records are of PyPI, and a line for each that affects a pinned version."""
    known, lines = 0, []
    for record in records(database):
        affected = [one for one in record.get("affected", ()) if one.get("package", {}).get("ecosystem") == "PyPI"]
        known += bool(affected)
        if record.get("withdrawn"):
            continue
        for one in affected:
            name = canonicalize_name(one["package"]["name"])
            if name in pinned and _affects(one, pinned[name]):
                fixed = ", ".join(sorted(_fixed(one))) or "no version yet"
                told = " ".join(str(record.get("summary", "")).split())
                lines.append(f"{name}=={pinned[name]}  {record['id']}  fixed in {fixed}  {told}".rstrip())
    return known, sorted(set(lines))


def _affects(affected: Mapping[str, Any], version: str) -> bool:
    """Whether a record names the version, or it lies in one of the record's ranges (OSV schema, 1.6, "Evaluation")."""
    if version in affected.get("versions", ()):
        return True
    ranges = (one["events"] for one in affected.get("ranges", ()) if one.get("type") in ("ECOSYSTEM", "SEMVER"))
    return any(_within(events, Version(version)) for events in ranges)


def _within(events: Sequence[Mapping[str, str]], version: Version) -> bool:
    # Introductions come before ends of the same version, so that what begins with a version holds for it.
    order = ("introduced", "fixed", "limit", "last_affected")
    told = sorted((_version(text), order.index(kind), kind) for one in events for kind, text in one.items())
    inside = False
    for at, _, kind in told:
        if kind == "introduced" and version >= at:
            inside = True
        elif (kind in ("fixed", "limit") and version >= at) or (kind == "last_affected" and version > at):
            inside = False
    return inside


def _version(text: str) -> Version:
    try:
        return Version(text)
    except InvalidVersion:
        # One that nobody can order: taken for the first, so that too much is named and nothing left out.
        return Version("0.dev0")


def _fixed(affected: Mapping[str, Any]) -> set[str]:
    return {one["fixed"] for ranged in affected.get("ranges", ()) for one in ranged["events"] if "fixed" in one}


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", type=Path)
    parser.add_argument("--constraints", type=Path, default=Path(__file__).parents[1] / "constraints-hashed.txt")
    options = parser.parse_args(arguments)
    pinned = pins(options.constraints.read_text(encoding="utf-8"))
    try:
        known, lines = found(options.database, pinned)
    except (OSError, zipfile.BadZipFile, json.JSONDecodeError) as error:
        print(f"{options.database} is no copy of the OSV database: {type(error).__name__}", file=sys.stderr)
        return 2
    if not known or not pinned:
        print(f"{options.database} knows nothing of PyPI, or no version is pinned", file=sys.stderr)
        return 2
    print("\n".join([*lines, f"{len(pinned)} versions held against {known:,} records: {len(lines)} found"]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
