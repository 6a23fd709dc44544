"""Single matters of childhood: aspirin, honey, a rash after a fever, an antibiotic late, vomited or another child's.

MHRA and CDC (aspirin, Reye's syndrome), CDC and NHS (honey), NHS (roseola, missed and vomited doses).
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.children.asked import asks_at_all
from agent.answers.children.talk import Talk, who_it_is
from extraction.reading.children.child import Child
from extraction.text.lazy_regex import lazy_regex


def single_matters(talk: Talk) -> list[str]:
    """What is answered of one matter alone: aspirin, honey, a vomited or late antibiotic, a rash after a fever."""
    child, found = talk.told.patient, []
    months = child.months if child is not None else None
    if (
        ASPIRIN.search(talk.text)
        and asks_at_all(talk.text)
        and months is not None
        and months < _REYE
        and not _OWN_ASTHMA.search(talk.text)
    ):
        found.append(talk.say("child.no_aspirin"))
    if _HONEY.search(talk.text) and months is not None and months < _HONEY_MONTHS:
        found.append(talk.say("child.honey", who=who_it_is(talk, child)))
    if (
        _ROSEOLA_RASH.search(talk.lines)
        and FADES.search(talk.lines)
        and _is_over(talk, child)
        and months is not None
        and months < _ROSEOLA_MONTHS
    ):
        found.append(talk.say("child.roseola"))
    if ANTIBIOTIC.search(talk.lines) and _BY_MISTAKE.search(talk.text):
        found.append(talk.say("child.others_antibiotic"))
    elif ANTIBIOTIC.search(talk.lines):
        if _VOMITED.search(talk.text) and _SOON.search(talk.text):
            found.append(talk.say("child.vomited", who=who_it_is(talk, child)))
        elif _LATE.search(talk.text):
            found.append(talk.say("child.late_dose", least=4))
    return found


def _is_over(talk: Talk, child: Child | None) -> bool:
    """Whether a fever is told to be gone, in words or by the last degrees."""
    cool = child is not None and bool(child.temperatures) and child.temperatures[-1].degrees < _COOL
    return FEVER_GONE.search(talk.lines) is not None or cool


_COOL: Final = 37.5
_REYE: Final = 16 * 12


_HONEY_MONTHS: Final = 12


_ROSEOLA_MONTHS: Final = 36


ASPIRIN: Final = lazy_regex(r"\baspirin\b|아스피린", re.IGNORECASE)


_OWN_ASTHMA: Final = lazy_regex(
    r"제가[^.?!]{0,10}아스피린|\bi[^.?!]{0,24}(?:allergic|react\w*)[^.?!]{0,12}aspirin", re.IGNORECASE
)


_HONEY: Final = lazy_regex(r"\bhoney\b|꿀(?!밤|잠|떡)", re.IGNORECASE)


_ROSEOLA_RASH: Final = lazy_regex(
    r"\b(?:rash|spots|blotch\w*)\b|발진|열꽃|꽃이|붉은\s?(?:점|반점)|빨간\s?(?:점|반점|꽃)|두드러기", re.IGNORECASE
)


FADES: Final = lazy_regex(
    r"\b(?:fades?|blanch\w*|disappears?|goes? (?:away )?when|goes? white)\b|누르면\s?(?:없어|사라|하얘|하얗)",
    re.IGNORECASE,
)


FEVER_GONE: Final = lazy_regex(
    r"\b(?:fever|temp\w*)\b[^.?!]{0,40}\b(?:gone|went|broke|over|stopped|down)\b|\bno (?:more )?(?:fever|temp)"
    r"|열[이은]?\s?(?:뚝|내리|내렸|떨어|없)",
    re.IGNORECASE,
)


ANTIBIOTIC: Final = lazy_regex(
    r"\b(?:amoxi\w*|antibiotic\w*|augmentin|penicillin|phenoxy\w*|azithro\w*|cef\w+|clarithro\w*|erythro\w*"
    r"|flucloxa\w*|co-amox\w*)\b|항생제|오구멘틴|아목시|세파|클래리|지스로|바난",
    re.IGNORECASE,
)


_VOMITED: Final = lazy_regex(
    r"\b(?:vomit\w*|puk\w*|threw (?:it )?up|sick|brought (?:it )?up|spat (?:it )?out|threw)\b|토했|토해|게웠|뱉",
    re.IGNORECASE,
)


_BY_MISTAKE: Final = lazy_regex(
    r"\b(?:by mistake|by accident|accident\w*|wrong (?:one|child|bottle|kid)|mix(?:ed)? (?:it |them )?up)\b|실수로"
    r"|잘못\s?(?:먹|줬|멕)|바꿔\s?먹",
    re.IGNORECASE,
)


_SOON: Final = lazy_regex(
    r"\b(?:straight (?:after|away)|immediately|right (?:after|away)|(?:\d{1,2}|five|ten|fifteen|twenty|a few|couple"
    r" of?) ?min\w*)\b|바로|먹자마자|[12]?\d\s?분|금방",
    re.IGNORECASE,
)


_LATE: Final = lazy_regex(
    r"\b(?:forgot\w*|missed|late|didn'?t (?:send|give)|left (?:it|the \w+) at)\b[^?]{0,120}\?|안\s?보냈|깜빡|까먹"
    r"|못\s?먹였|빼먹|놓쳤|두\s?번\s?치|늦게",
    re.IGNORECASE,
)
