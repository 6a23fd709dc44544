"""What to do until help comes, by the kind of alarm; and whether it is told to somebody else than who is ill."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.safety.record import Record
from agent.safety.red_flag import RedFlag
from agent.safety.tables import table
from agent.safety.telling import sentences
from extraction.text.lazy_regex import lazy_regex

_THINNING: Final = ("anticoagulant", "antiplatelet")
_ONESELF: Final = lazy_regex(
    r"\b(?:i|i'?m|i'?ve|me|im|ive)\b|(?<![가-힣])(?:저|나|전|난|제|내)(?:는|가|도)?(?=\s)|(?<![가-힣])(?:저|제|나)(?:는|가|도)",
    re.IGNORECASE,
)
_ANOTHER: Final = lazy_regex(
    r"\b(?:he|she|he'?s|she'?s|him|her|they|my (?:\w+ )?(?:mum|mom|mam|mother|dad|father|husband|wife|son|daughter"
    r"|baby|child|gran\w*|nan|pop|brother|sister|partner|boy|girl|friend|uncle|aunt\w*))\b"
    r"|(?:어머니|어머님|엄마|아버지|아버님|아빠|남편|아내|와이프|아들|딸|아기|아이|애가|할머니|할아버지|형|누나|언니|오빠|동생|친구|장모님|장인)",
    re.IGNORECASE,
)


def is_of_another(consultation: Consultation) -> bool:
    """Whether the words are of somebody else: who keeps the record for another says so, or speaks of nobody else."""
    text = consultation.request.text
    if _ONESELF.search(text) and not consultation.is_kept_for_another:
        return False
    return consultation.is_kept_for_another or _ANOTHER.search(text) is not None


def meanwhile(consultation: Consultation, flags: Sequence[RedFlag]) -> Part:
    """What to do until help comes for the most pressing of the flags that the table knows; empty for the others."""
    bodily = [one for one in flags if not one.self_harm]
    pressing = [one for one in bodily if one.level == bodily[0].level and one.level in ("now", "today")]
    record = Record(consultation.ledger, consultation.known.today)
    row = next((row for row in table("meanwhile").values() if any(_fits(row, one, record) for one in pressing)), None)
    if row is None:
        return Part()
    language = consultation.words.language
    other = language == "en" and is_of_another(consultation)
    what = row["en_other"] if other and "en_other" in row else row[language]
    key = "meanwhile" if pressing[0].at_once else "meanwhile_today"
    said = sentences()[key][language].format(what=what)
    thinning = record.holding(_THINNING) if row.get("thinned") else ()
    if not thinning:
        asked = sentences()["thinned_asked"][language] if row.get("thinned") == "asked" else ""
        return Part(f"{said} {asked}".strip())
    names = ", ".join(dict.fromkeys(consultation.words.name(fact.content) for fact in thinning))
    told = sentences()["thinned"][language].format(names=names)
    return Part(f"{said} {told}", tuple(fact.fact_id for fact in thinning))


def covers(flag: RedFlag, said: Part) -> bool:
    """Whether what is said of the time until help comes says what the alarm would have done first."""
    return flag.first == "use_reliever" and any(word in said.text for word in ("reliever", "흡입기"))


def _fits(row: dict[str, Any], flag: RedFlag, record: Record) -> bool:
    keys = (flag.key, flag.symptom, flag.first)
    if not any(_meets(named, keys) for named in row["of"]) or not (flag.at_once or row.get("today")):
        return False
    return "known" not in row or bool(record.holding(tuple(row["known"])))


def _meets(named: str, keys: Collection[str]) -> bool:
    if named.endswith("*"):
        return any(key.startswith(named[:-1]) for key in keys if key)
    return named in keys
