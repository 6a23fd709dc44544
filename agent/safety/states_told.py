"""States of a patient that words tell and no fact of the record holds: a pregnancy, a wish for one, nursing."""

from __future__ import annotations

import re
from typing import Final

from agent.words.wording import Dictionary, lookup
from domain.values import PATIENT, Polarity, SlotKind
from extraction.naming.mentions import Entry
from extraction.reading.people.two_lines import positive_after_pregnancy
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

BREASTFEEDING: Final = Entry("conditions", "breastfeeding", "breast-feeding", "모유 수유")
"""A state that no table of the lexicon holds: it is heeded when the question names it."""
_EXPECTS: Final = lazy_regex(
    r"임신\s?\d{1,2}\s?주|임신\s?중이|입덧|(?:아기|아이)라[^.?!]{0,40}\d{1,2}\s?주|지금\s?\d{1,2}\s?주(?:예요|차|입니다|인데)"
    r"|\bi(?:'m| am)\b[^.?!]{0,20}\b(?:pregnant|expecting)\b|\d{1,2} weeks pregnant|morning sickness",
    re.IGNORECASE,
)
_NURSES: Final = lazy_regex(
    r"모유|수유\s?(?:중|하고|부)|젖을?\s?(?:먹이|물리)|breast.?feed"
    r"|\bnursing (?:a|my|the) (?:baby|son|daughter|newborn)|still nursing",
    re.IGNORECASE,
)

_IS_EXPECTING: Final = lazy_regex(
    r"임신(?:했어요|했습니다|했어|이래요|이에요|이라고|입니다|인\s?(?:걸|것|거)|\s?확인|\s?사실)|임테기\s?두\s?줄"
    r"|\bi(?:'m| am) (?:now |just |also )?(?:pregnant|expecting)\b|\bfound out (?:that )?(?:i'?m|i am) "
    r"(?:pregnant|expecting)|\bpositive pregnancy test|pregnancy test (?:was|is|came back) positive",
    re.IGNORECASE,
)
_PLANS_CHILD: Final = lazy_regex(
    r"임신을?\s?(?:준비|계획|시도|하려)|아기를?\s?(?:가지려|갖으려|가질|가지고\s?싶)"
    r"|\btrying (?:for a (?:baby|child|family)|to (?:get pregnant|conceive|fall pregnant))|\bttc\b"
    r"|\b(?:want|hope|hoping|plan|planning) "
    r"(?:for a baby|to (?:get pregnant|conceive|have a baby|start a family)|a pregnancy)",
    re.IGNORECASE,
)
_HAS_G6PD: Final = lazy_regex(r"g6pd|잠두\s?중독|favism", re.IGNORECASE)
_NOT_OWN: Final = lazy_regex(
    r"아니(?:에요|야|고|라|래)|않|안\s?했|언니|동생|누나|친구|아내|와이프|며느리|예전|전에|했을\s?때|했었"
    r"|\b(?:not|isn't|aren't|wasn't|never|no longer|was|were|when|if|wife|sister|daughter|friend"
    r"|partner is|she|her|used to)\b",
    re.IGNORECASE,
)
"""Words by which a state is nobody's, another's, or of the past."""

_OF_ANOTHER: Final = lazy_regex(
    r"언니|동생|누나|친구|아내|와이프|며느리|\b(?:wife|sister|daughter|friend|partner|she|her|girlfriend|mate)\b",
    re.IGNORECASE,
)
_NEGATIVE: Final = lazy_regex(
    r"음성|한\s?줄|임신\s?(?:이\s)?아니|\btests?\b[^.?!]{0,20}\bnegative\b|\bnot pregnant\b|\bfalse positive\b",
    re.IGNORECASE,
)
"""Words that settle a doubtful test."""


def named_states(text: str) -> tuple[Entry, ...]:
    """States that a question names and the lexicon has no concept for."""
    return (BREASTFEEDING,) if _NURSES.search(text) else ()


def states_heard(text: str, dictionary: Dictionary) -> tuple[Entry, ...]:
    """States that words tell of the patient as they are now, though the lexicon or the reading holds none of it."""
    if _NOT_OWN.search(text):
        return ()
    told = (
        ("pregnancy", _IS_EXPECTING.search(text) or _PLANS_CHILD.search(text)),
        ("g6pd_deficiency", _HAS_G6PD.search(text)),
    )
    named = [lookup(dictionary, "conditions", each) for each, said in told if said]
    return (*(entry for entry in named if entry is not None), *named_states(text))


def states_told(view: PatientView, dictionary: Dictionary) -> tuple[Entry, ...]:
    """A pregnancy that the patient told of in an earlier turn, in whatever words, though no fact of it was kept."""
    told = any(_EXPECTS.search(line.question) for line in view.tiers.lines.values()) or positive_since_denied(view)
    entry = lookup(dictionary, "conditions", "pregnancy") if told else None
    return (entry,) if entry is not None else ()


def positive_since_denied(view: PatientView) -> bool:
    """Whether a pregnancy is denied on record and a positive test of no name was told lately, of nobody else.

    Until it is settled every rule takes the patient as pregnant.
    """
    denied = [
        fact
        for fact in view.ledger.current(SlotKind.CONDITIONS)
        if "pregnancy" in (fact.content.concept.concept_id, *fact.content.concept.broader)
        and fact.content.subject == PATIENT
        and fact.content.polarity is Polarity.NEGATED
    ]
    if not denied:
        return False
    since = max((one.turn_number or 0 for fact in denied for one in fact.evidence), default=0)
    later = [line.question for turn, line in sorted(view.tiers.lines.items()) if turn > since]
    told = [at for at, text in enumerate(later) if positive_after_pregnancy(text) and not _OF_ANOTHER.search(text)]
    return bool(told) and not any(_NEGATIVE.search(text) for text in later[told[-1] + 1 :])
