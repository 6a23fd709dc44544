"""Who made a report's rows, and where: the one file of a report that differs from machine to machine.

It is written with the first report and kept, so that a report written again is the same bytes.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from evaluation.study.files import as_json, write_whole
from evaluation.study.version import commit

FILE = "provenance.json"


def provenance(folder: Path, about: Mapping[str, str]) -> dict[str, str]:
    """What is known of a study's making: kept as it was first written; ``about`` adds model names and prices."""
    file = folder / FILE
    if file.exists():
        kept: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
        return kept
    found = {
        "version": metadata.version("anamnesis"),
        "commit": commit(),
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs",
        "python": platform.python_version(),
        **about,
    }
    write_whole(file, as_json(found))
    return found
