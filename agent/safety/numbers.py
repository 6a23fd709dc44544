"""The numbers to call, by the country that a patient is in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from agent.safety.tables import table
from agent.skills.ports import Language


@dataclass(frozen=True, slots=True)
class Lines:
    """Emergency services and crisis line of one country; ``crisis`` is the emergency number where none is sure."""

    emergency: str
    crisis: str
    country_en: str
    country_ko: str
    zones: tuple[str, ...] = ()


@cache
def countries() -> dict[str, Lines]:
    """The lines of each country of the table, by its code (ISO 3166)."""
    return {
        code: Lines(
            row["emergency"], row.get("crisis", row["emergency"]), row["en"][0], row["ko"][0], tuple(row["zones"])
        )
        for code, row in table("countries").items()
    }


_HOME: Final = "KR"
_NAMED: Final = ("KR", "US", "GB")
"""The countries whose numbers are told where the patient's own is not certain."""


def lines_of(time_zone: str) -> Lines | None:
    """The lines of the country that an IANA time zone lies in; None for one that is not in the list."""
    found = (one for one in countries().values() if any(time_zone.startswith(zone) for zone in one.zones))
    return next(found, None)


def emergency(time_zone: str, language: Language, country: str | None = None) -> str:
    """The emergency number as a sentence tells it: of the country that was told, else of that of the time zone where
    its people speak the language.
    """
    return _told(time_zone, language, country, "emergency")


def crisis(time_zone: str, language: Language, country: str | None = None) -> str:
    """The crisis line, likewise."""
    return _told(time_zone, language, country, "crisis")


def _told(time_zone: str, language: Language, country: str | None, which: str) -> str:
    own = countries()[country] if country is not None else lines_of(time_zone)
    home = countries()[_HOME]
    if own is None:
        own = home if language == "ko" else None
    if own is not None and language == "ko":
        number = str(getattr(own, which))
        return number if own is home else f"{number}({own.country_ko})"
    # Whoever speaks another language than their country's may be a traveller: they get the others' numbers too,
    # unless they said themselves where they are.
    if own is not None and (country is not None or own is not home):
        return str(getattr(own, which))
    first = [own] if own is not None else []
    others = [lines for lines in (countries()[code] for code in _NAMED) if lines is not own]
    return ", ".join(f"{getattr(lines, which)} in {lines.country_en}" for lines in (*first, *others))
