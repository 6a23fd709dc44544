"""When a dose was given, by the hour that was told of it: "어제 약 몇 시에 먹였죠?", "what time did I give it?".

Whether more may be given now hangs on the same hour, so where that is asked in the same breath it is said with it.
"""

from __future__ import annotations

import re
from typing import Final
from zoneinfo import ZoneInfo

from agent.answers.asking.request import Request
from agent.answers.complaints.fever_doses import next_after
from agent.answers.complaints.fever_medicine_asked import asks_of
from agent.answers.consultation import Consultation
from agent.answers.medicines.told_doses import dose_before
from agent.answers.part import Part, joined
from agent.words.sentences import sentence
from extraction.text.lazy_regex import lazy_regex

_ASKS: Final = lazy_regex(
    r"(?:언제|몇\s?시(?:에|쯤)?)\s?(?:쯤|마지막으로|약을?|해열제를?|시럽을?)?\s?(?:먹였|줬|주었|먹었|드렸|드셨|넣었|맞혔|맞았)"
    r"(?:죠|지|더라|나|어|는지|던가|더라요|을까)"
    r"|\b(?:when|what time)(?:'d| did) (?:i|we|he|she|they|you say (?:i|we|he|she))\b[^.?!]{0,20}"
    r"\b(?:give|gave|have|take|get)\b"
    r"|\bwhen (?:was|were) (?:the|his|her|my) last (?:dose|one|tablet|syrup|medicine)\b"
    r"|\bwhen (?:did|was)\b[^.?!]{0,20}"
    r"\blast (?:dose|give|gave|have|take)",
    re.IGNORECASE,
)
_LONGEST: Final = 160


def asks_given_when(request: Request) -> bool:
    """Whether it is asked when a dose was given; not since when something is taken, nor when a test was done."""
    medicine = bool(request.concepts("medications", "drug_classes")) or _MEDICINE.search(request.text) is not None
    others = request.concepts("labs", "procedures", "conditions")
    return medicine and not others and len(request.text) <= _LONGEST and _ASKS.search(request.text) is not None


_MEDICINE: Final = lazy_regex(
    r"약|해열제|시럽|먹였|\b(?:medicine|meds|dose|syrup|tablets?|pills?|give|gave|calpol|it)\b", re.IGNORECASE
)


def given_when(consultation: Consultation) -> Part:
    """The dose that was told last with its hour, and whether more may be given where that is asked, too."""
    language = consultation.words.language
    given = dose_before(consultation)
    if given is None or given.at is None:
        return Part(sentence("given.unknown", language))
    question = consultation.situation.question
    now = question.said_at.astimezone(ZoneInfo(question.time_zone))
    hours = int((now - given.at).total_seconds() // 3600)
    amount = f"{given.words(language)} " if given.milligrams else f"{given.volume:g} mL " if given.volume else ""
    day = consultation.words.date(given.at.date().isoformat())
    said = Part(
        sentence("given.at", language, amount=amount, day=day, clock=given.clock(language), hours=hours),
    )
    more = next_after(consultation, given) if "next" in asks_of(consultation.request.text) else Part()
    return joined((said, more), " ")
