"""Files of a study: JSON in one form, and files that are there whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any


def as_json(data: Any) -> str:
    """JSON as all files of a study have it."""
    return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is there whole or not at all, even after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode() if isinstance(content, str) else content
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
