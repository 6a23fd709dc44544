"""How every figure looks and is written: colours, letters, and files that repeat themselves byte for byte."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from evaluation.study.files import write_whole

COLOURS = ("#1b4f72", "#5b8db8", "#9aa5b1", "#c0762b", "#5d8a3a", "#8e5ea2", "#b03a48", "#3b8686", "#7f6a3f", "#444444")
"""By place: the system that the others are held against has the first. Told apart in grey, too, as far as three go."""
HANGUL_FONTS = ("NanumGothic", "Noto Sans CJK KR", "Noto Sans KR", "Malgun Gothic", "Apple SD Gothic Neo",
                "AppleGothic", "Noto Sans CJK JP")  # fmt: skip
"""Fonts with Hangul that systems ship, best first; one that a Python package ships comes before them."""
_SHIPPED = ("koreanize_matplotlib", "fonts/NanumGothic.ttf")
_DPI = 110


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


@lru_cache(maxsize=1)
def hangul_font() -> str | None:
    """The name of a font with Hangul, registered with matplotlib; None where this machine has none."""
    from matplotlib import font_manager

    package = find_spec(_SHIPPED[0])
    if package is not None and package.origin is not None:
        shipped = Path(package.origin).parent / _SHIPPED[1]
        if shipped.exists():
            font_manager.fontManager.addfont(str(shipped))
            return str(font_manager.FontProperties(fname=str(shipped)).get_name())
    known = {font.name for font in font_manager.fontManager.ttflist}
    return next((name for name in HANGUL_FONTS if name in known), None)


def colour_of(systems: Sequence[str], system: str) -> str:
    """A system's colour: the last named, which is the whole one in a stage of a few, has the strongest."""
    place = list(reversed(systems)).index(system)
    return COLOURS[place % len(COLOURS)]


def short_names(systems: Sequence[str]) -> dict[str, str]:
    """Systems as a figure names them: one that is another without a part is told by the part alone."""
    short = dict[str, str]()
    for system in systems:
        whole = next((one for one in systems if system.startswith(f"{one}-")), None)
        parts = system.removeprefix(f"{whole}-").split("-") if whole else ()
        short[system] = ", ".join(f"- {part}" for part in parts) or system
    return short


def legend(figure: Any, names: Sequence[str]) -> None:
    """A legend above a figure, in as many columns as its names leave room for."""
    width = max(1, int(figure.get_figwidth() / (0.35 + 0.062 * max(map(len, names)))))
    figure.legend(frameon=False, ncols=min(4, len(names), width), loc="outside upper center", fontsize=8)


def new_figure(width: float, height: float) -> Any:
    """An empty figure of so many inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def plain(axes: Any) -> Any:
    """Axes without a box around them."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.tick_params(length=3)
    return axes


def draw(make: Callable[[], Any], out: Path, name: str, hangul: str | None = None) -> None:
    """Make a figure and write it as PNG and SVG, with a font that has Hangul where one is named.

    Ids, dates and program names that would differ from run to run are left out.
    """
    import matplotlib

    families = [hangul, "DejaVu Sans"] if hangul else ["DejaVu Sans"]
    settings: Any = {
        "svg.hashsalt": "anamnesis",
        "font.family": families,
        "axes.unicode_minus": False,
        "font.size": 8.5,
    }
    with matplotlib.rc_context(settings):
        figure = make()
        for ending, metadata in (("png", {"Software": None}), ("svg", {"Date": None, "Creator": None})):
            data = io.BytesIO()
            figure.savefig(data, format=ending, dpi=_DPI, metadata=metadata)
            # Both files have the places that the first was given: finding them takes longer than drawing.
            figure.set_layout_engine("none")
            write_whole(out / f"{name}.{ending}", data.getvalue())
