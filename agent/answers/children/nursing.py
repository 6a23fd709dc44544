"""A nursing mother's own pain or fever: which painkillers may be taken, which not, and when she is seen.

Paracetamol and ibuprofen reach milk in amounts far below a baby's own dose (LactMed; NHS). Codeine, dihydrocodeine and
tramadol are not taken: some mothers make so much morphine of them that babies have died (MHRA 2013; FDA 2017). Aspirin
for pain is avoided (Reye's syndrome). A hot, hard, red breast with a fever is mastitis until seen: feeding goes on, and
an antibiotic may be needed (NHS; ABM protocol 36).
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.children.asked import asks_at_all
from agent.answers.complaints.fever_doses import warnings_of
from agent.answers.complaints.fever_medicine_asked import IBUPROFEN, PARACETAMOL
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.acknowledgement import acknowledge
from agent.safety.household_told import household_told
from agent.words.sentences import sentence
from extraction.reading.children.products import products_in
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_I: Final = re.IGNORECASE
_NURSING: Final = lazy_regex(
    r"\bbreast ?-?feed\w*|\bbreast-?fed\b|\b(?:i'?m|i am|still|while|am) nursing\b|\bbf'?ing\b|\bmy milk\b|수유|모유"
    r"|젖",
    _I,
)
_CODEINE: Final = lazy_regex(
    r"\bco-?codamol\b|\bcodeine\b|\bdihydrocodeine\b|\btramadol\b|\bsolpadeine\b|\bnurofen plus\b|코데인|트라마돌"
    r"|트리돌|울트라셋",
    _I,
)
_ASPIRIN: Final = lazy_regex(r"\baspirin\b|아스피린", _I)
_BREAST: Final = lazy_regex(
    r"\b(?:breast|boob)s?\b[^.?!]{0,40}\b(?:hard|lump\w*|red|hot|sore|engorged|blocked)|\bmastitis\b|(?:가슴|유방"
    r"|젖)[^.?!]{0,24}(?:딱딱|땡땡|멍울|뭉|빨갛|빨개|벌겋|붉|화끈)|젖몸살|유선염",
    _I,
)
_WOUND: Final = lazy_regex(r"\b(?:c-?section|caesarean|wound|scar|stitches|tear)\b|제왕절개|회음|상처|실밥", _I)
_SSRI: Final = lazy_regex(
    r"\b(?:sertraline|zoloft|fluoxetine|citalopram|escitalopram|paroxetine)\b|졸로푸트|서트랄린|렉사프로|플루옥세틴", _I
)


def nursing(consultation: Consultation) -> Part:
    """What a nursing mother may take against pain or fever; empty where she asks of neither."""
    told = household_told(consultation.situation)
    text = normalise(consultation.situation.question.text).text
    if not told.is_of_children or told.main is not None or not _NURSING.search(text):
        return Part()
    substances = {one.substance for one in products_in(text)}
    codeine, aspirin = _CODEINE.search(text) is not None, _ASPIRIN.search(text) is not None
    if not (substances or codeine or aspirin or _BREAST.search(text)) or not (
        asks_at_all(text) or "can i" in text.casefold()
    ):
        return Part()
    language = consultation.words.language
    said = []
    if codeine:
        said.append(sentence("nursing.codeine", language))
    if aspirin:
        said.append(sentence("nursing.aspirin", language))
    for substance in (PARACETAMOL, IBUPROFEN):
        if substance not in substances and not (codeine or aspirin):
            continue
        warned = warnings_of(consultation, substance)
        if warned.text and not (_SSRI.search(text) or codeine or aspirin):
            said.append(warned.text)
        else:
            said.append(sentence(f"nursing.{substance}", language))
    if _SSRI.search(text):
        said.append(sentence("nursing.ssri", language))
    if _BREAST.search(text):
        said.append(sentence("nursing.mastitis", language))
    elif _WOUND.search(text):
        said.append(sentence("nursing.wound", language))
    said.append(sentence("nursing.baby", language))
    return joined((Part(" ".join(said)), acknowledge(consultation, asks_back=False)))
