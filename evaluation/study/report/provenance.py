"""Who made a report's rows, and where: the one file of a report that differs from machine to machine.

It is written with the first report and kept, so that a report written again is the same bytes.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from evaluation.study.files import as_json, write_whole

FILE = "provenance.json"


def provenance(folder: Path, about: Mapping[str, str]) -> dict[str, str]:
    """What is known of a study's making: kept as it was first written; ``about`` adds model names and prices."""
    file = folder / FILE
    if file.exists():
        kept: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
        return kept
    found = {
        "version": metadata.version("anamnesis"),
        "commit": _commit(),
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs",
        "python": platform.python_version(),
        **about,
    }
    write_whole(file, as_json(found))
    return found


def _commit() -> str:
    """The commit of the source tree, marked where files differ from it; "" for an installed package."""
    git, here = shutil.which("git"), Path(__file__).resolve().parent
    if git is None:
        return ""
    asked = []
    for arguments in (("rev-parse", "HEAD"), ("status", "--porcelain", "--untracked-files=no", "--", "..")):
        # The arguments are constants, and git is found by the path alone.
        done = subprocess.run([git, "-C", str(here), *arguments], capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            return ""
        asked.append(done.stdout.strip())
    return asked[0] + (" (changed)" if asked[1] else "")
