"""The numbers to call, by where the patient lives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agent.skills.ports import Language


@dataclass(frozen=True, slots=True)
class Lines:
    """Emergency services and crisis line of one country (ITU E.129; each country's health ministry)."""

    emergency: str
    crisis: str
    country_en: str
    country_ko: str


KOREA: Final = Lines("119", "109", "Korea", "한국")
AMERICA: Final = Lines("911", "988", "the US", "미국")
CANADA: Final = Lines("911", "988", "Canada", "캐나다")
BRITAIN: Final = Lines("999", "116 123", "the UK", "영국")
IRELAND: Final = Lines("999", "116 123", "Ireland", "아일랜드")
AUSTRALIA: Final = Lines("000", "13 11 14", "Australia", "호주")
NEW_ZEALAND: Final = Lines("111", "1737", "New Zealand", "뉴질랜드")
JAPAN: Final = Lines("119", "0120-783-556", "Japan", "일본")
INDIA: Final = Lines("112", "14416", "India", "인도")
PHILIPPINES: Final = Lines("911", "1553", "the Philippines", "필리핀")

_ZONES: Final = (
    (("Asia/Seoul", "ROK"), KOREA),
    (("America/Toronto", "America/Vancouver", "America/Edmonton", "America/Winnipeg", "America/Halifax",
      "America/Regina", "America/St_Johns", "America/Montreal", "Canada/"), CANADA),
    (("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Phoenix",
      "America/Anchorage", "America/Detroit", "America/Boise", "America/Indiana/", "America/Kentucky/",
      "America/North_Dakota/", "America/Indianapolis", "America/Louisville", "Pacific/Honolulu", "US/"), AMERICA),
    (("Europe/London", "Europe/Belfast", "GB"), BRITAIN),
    (("Europe/Dublin",), IRELAND),
    (("Australia/",), AUSTRALIA),
    (("Pacific/Auckland", "NZ"), NEW_ZEALAND),
    (("Asia/Tokyo", "Japan"), JAPAN),
    (("Asia/Kolkata", "Asia/Calcutta"), INDIA),
    (("Asia/Manila",), PHILIPPINES),
)  # fmt: skip
_NAMED: Final = (KOREA, AMERICA, BRITAIN)
"""The countries whose numbers are told where the patient's own is not certain."""


def lines_of(time_zone: str) -> Lines | None:
    """The lines of the country that an IANA time zone lies in; None for one that is not in the list."""
    return next((lines for zones, lines in _ZONES if any(time_zone.startswith(zone) for zone in zones)), None)


def emergency(time_zone: str, language: Language) -> str:
    """The emergency number as a sentence tells it: the country's own where its people speak the language."""
    return _told(time_zone, language, "emergency")


def crisis(time_zone: str, language: Language) -> str:
    """The crisis line, likewise."""
    return _told(time_zone, language, "crisis")


def _told(time_zone: str, language: Language, which: str) -> str:
    own = lines_of(time_zone)
    if own is None:
        own = KOREA if language == "ko" else None
    # Whoever speaks another language than their country's may be a traveller: they get the others' numbers too.
    if own is not None and (language == "ko") == (own is KOREA):
        return str(getattr(own, which))
    if own is not None and language == "ko":
        return f"{getattr(own, which)}({own.country_ko})"
    first = [own] if own is not None else []
    others = [lines for lines in _NAMED if lines is not own]
    return ", ".join(f"{getattr(lines, which)} in {lines.country_en}" for lines in (*first, *others))
