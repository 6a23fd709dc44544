"""The studies below a folder, read from the files that `anamnesis study` leaves there: reports, figures, tables.

Only what a report shows is given out, never its rows or patients' cards. Nothing is computed: a study without a report
is named, with the command that writes one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from clients.gateway.problems import BadRequest

MARK = "study.json"
"""The file that makes a folder a study's: its settings."""
DEPTH = 3
"""Folders below the given one in which studies are looked for; a study's own folders are not."""
MOST = 200
"""Studies listed at most."""
LANGUAGES = ("ko", "en")
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
"""A report is one page with its style and pictures inside, and no script."""

_FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


class Studies:
    """The studies in ``folder`` and the folders below it; the folder itself may be one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def routes(self) -> list[BaseRoute]:
        """Where they are read. Methods on files are plain functions: the server runs them beside its loop."""
        study = "/v1/studies/{study:path}"
        return [
            Route("/v1/studies", self._list),
            Route(f"{study}/report", self._report),
            Route(f"{study}/report.html", self._page),
            Route(f"{study}/figures/{{locale}}/{{name}}.svg", self._figure),
            Route(f"{study}/tables/{{name}}.csv", self._table),
        ]

    def _found(self) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for path in _studies(self._folder, DEPTH):
            inside = path.relative_to(self._folder).as_posix()
            found[inside if inside != "." else path.name] = path
            if len(found) == MOST:
                break
        return found

    def _list(self, _: Request) -> Response:
        told = [_about(name, path) for name, path in self._found().items()]
        told.sort(key=lambda one: (one["written"], one["name"]), reverse=True)
        return _json({"studies": told})

    def _report(self, request: Request) -> Response:
        path = self._study(request)
        file = path / f"report.{_locale(request.query_params.get('locale', 'en'))}.json"
        report = _read(file)
        if report is None:
            raise BadRequest(
                "The study has no report that can be shown.",
                f"Write it: anamnesis study report DIR/{path.name}",
                404,
                "NO_REPORT",
            )
        return _json({"study": _about(request.path_params["study"], path), "report": report})

    def _page(self, request: Request) -> Response:
        file = self._study(request) / f"report.{_locale(request.query_params.get('locale', 'en'))}.html"
        return _file(file, "text/html", {"Content-Security-Policy": PAGE_POLICY})

    def _figure(self, request: Request) -> Response:
        folder = self._study(request) / "figures" / _locale(request.path_params["locale"])
        return _file(folder / f"{_name(request)}.svg", "image/svg+xml", {"Content-Security-Policy": PAGE_POLICY})

    def _table(self, request: Request) -> Response:
        name = f"{_name(request)}.csv"
        told = {"Content-Disposition": f'attachment; filename="{name}"'}
        return _file(self._study(request) / "tables" / name, "text/csv; charset=utf-8", told)

    def _study(self, request: Request) -> Path:
        # Looked up among what is there: no part of a path is ever taken from a request.
        path = self._found().get(request.path_params["study"])
        if path is None:
            raise BadRequest("There is no such study.", "Take its name from /v1/studies.", 404, "NO_STUDY")
        return path


def _studies(folder: Path, depth: int) -> Iterator[Path]:
    if (folder / MARK).is_file():
        yield folder
    elif depth and folder.is_dir():
        for below in sorted(folder.iterdir()):
            if below.is_dir() and not below.is_symlink() and not below.name.startswith("."):
                yield from _studies(below, depth - 1)


def _about(name: str, path: Path) -> dict[str, Any]:
    """What a list tells of a study; what cannot be read is left empty, for the study may just be written."""
    settings, made = _read(path / MARK) or {}, _read(path / "provenance.json") or {}
    return {
        "name": name,
        "experiments": [Path(str(one)).stem for one in settings.get("experiments", ())],
        "patients": settings.get("patients", 0),
        "seed": settings.get("seed", 0),
        "language": settings.get("language", ""),
        "model": bool(settings.get("model")),
        "written": str(made.get("written", "")),
        "commit": str(made.get("commit", "")),
        "reports": [one for one in LANGUAGES if (path / f"report.{one}.json").is_file()],
    }


def _read(file: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _json(told: dict[str, Any]) -> Response:
    return JSONResponse(told, headers={"Cache-Control": "no-store"})


def _file(file: Path, media_type: str, headers: dict[str, str]) -> Response:
    if not file.is_file():
        raise BadRequest("The study has no such file.", "Write its report: anamnesis study report DIR", 404, "NO_FILE")
    return FileResponse(file, media_type=media_type, headers={"Cache-Control": "no-cache", **headers})


def _name(request: Request) -> str:
    name: str = request.path_params["name"]
    if not _FILE.fullmatch(name):
        raise BadRequest("That is no name of a figure or table.", "Take it from the report.", 404, "NO_FILE")
    return name


def _locale(wanted: str) -> str:
    if wanted not in LANGUAGES:
        raise BadRequest("Reports are in ko and en.", "Ask for one of them: locale=ko", 400, "NO_SUCH_LANGUAGE")
    return wanted
