"""Files that only their owner can read, whatever the umask and whatever the directory was before."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from domain.errors import StoreUnavailable

UMASK = 0o077
"""What no file of ours is made with: any right for group and others."""


class NotPrivate(StoreUnavailable):
    """Other users of this machine can read the data directory, and this one is not allowed to change that."""

    status = "FAILED_PRECONDITION"
    reason = "DATA_NOT_PRIVATE"
    retry_seconds = None
    advice = "Run `chmod 700` on it as its owner, or name a directory inside it, which is then made."


def make_private(folder: Path) -> bool:
    """Take every right on ``folder`` and all that is in it from group and others; whether there was any.

    Raises NotPrivate where the folder stays open; in one that is shut, a file that is somebody else's may be left.
    """
    opened = shut(folder)
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            # Gone meanwhile, or somebody else's and out of reach behind the folder.
            with suppress(FileNotFoundError, PermissionError):
                path = os.path.join(place, name)
                # What a link leads to is not of the folder.
                if not os.path.islink(path):
                    _close(path)
    return opened


def shut(folder: Path) -> bool:
    """The same for ``folder`` alone, behind which nobody else reaches what is in it. Raises NotPrivate."""
    try:
        return _close(os.fspath(folder))
    except PermissionError:
        raise NotPrivate(f"Other users of this machine can read {folder}.") from None


def _close(path: str) -> bool:
    mode = os.stat(path).st_mode
    if not mode & UMASK:
        return False
    os.chmod(path, stat.S_IMODE(mode) & ~UMASK)
    return True
