"""Which code this is: the package's version and, in a source tree, its commit."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path

# An installed package may lie in a folder that some other repository is around.
_TRACKED = ("ls-files", "--error-unmatch", Path(__file__).name)
_CHANGED = ("status", "--porcelain", "--untracked-files=no", "--", ":/", ":(top,exclude)docs", ":(top,exclude)tests")


def version() -> str:
    """The package's version, and behind it the commit where there is one."""
    return f"{metadata.version('anamnesis')} {commit()}".strip()


@cache
def commit() -> str:
    """The commit of the source tree, marked where files differ from it; "" for an installed package."""
    git, here = shutil.which("git"), Path(__file__).resolve().parent
    if git is None:
        return ""
    asked = []
    for arguments in (_TRACKED, ("rev-parse", "HEAD"), _CHANGED):
        # The arguments are constants, and git is found by the path alone.
        done = subprocess.run([git, "-C", str(here), *arguments], capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            return ""
        asked.append(done.stdout.strip())
    _, commit_id, changed = asked
    return commit_id + (" (changed)" if changed else "")
