"""States of a patient that words tell and no fact of the record holds: a pregnancy, a wish for one, nursing."""

from __future__ import annotations

import re
from typing import Final

from agent.words.wording import Dictionary, lookup
from extraction.naming.mentions import Entry
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
    told = any(_EXPECTS.search(line.question) for line in view.tiers.lines.values())
    entry = lookup(dictionary, "conditions", "pregnancy") if told else None
    return (entry,) if entry is not None else ()
