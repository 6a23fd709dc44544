"""Which of the medicines that the agent's question offers was stopped: "both", "the second one", "the other one".

Of two medicines on record both are meant by "둘 다 그만 먹기로 했어요" and "I've stopped both", without a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.asking.asked import asked
from extraction.reading.items import Heard
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex

_MEDICINES: Final = ("medications", "drug_classes")


def chosen(reads: Sequence[Read], heard: Heard, text: str) -> list[Read]:
    """``reads`` with an end for each medicine that a short answer picks out of those that were offered."""
    both = _both_ended(heard, text)
    if both:
        return [_ended(read, heard) if _is_of(read, heard, both) else read for read in reads]
    if len(text) > _SHORT or not heard.agent_said.rstrip().endswith("?") or not _ENDED.search(heard.agent_said):
        return list(reads)
    offered = _offered(heard)
    picked = _picked(offered, heard, text) if offered else frozenset()
    left = frozenset(offered) - picked if picked else frozenset()
    return [
        _ended(read, heard) if _is_of(read, heard, picked)
        # Who picks one of those that were offered says that the others are not meant.
        else replace(read, role="untouched") if _is_of(read, heard, left) else read
        for read in reads
    ]  # fmt: skip


def _both_ended(heard: Heard, text: str) -> frozenset[str]:
    """The two medicines in force, where the words say that both have ended."""
    match = _BOTH_ENDED.search(text)
    if match is None or any(start < match.end() and match.start() < end for start, end in asked(text)):
        return frozenset()
    taken = frozenset(one.concept.concept_id for one in heard.facts if _is_taken(one))
    return taken if len(taken) == _PAIR else frozenset()


def _offered(heard: Heard) -> list[str]:
    """The medicines in force that the agent named, by concept, in its order."""
    taken = {one.concept.concept_id for one in heard.facts if _is_taken(one)}
    named = [one.concept_id for one in heard.agent_named if one.kind in _MEDICINES and one.concept_id in taken]
    return list(dict.fromkeys(named))


def _picked(offered: Sequence[str], heard: Heard, text: str) -> frozenset[str]:
    if len(offered) > 1 and _BOTH.match(text):
        return frozenset(offered)
    if len(offered) > 1 and _FIRST.match(text):
        return frozenset(offered[:1])
    if len(offered) == _PAIR and _SECOND.match(text):
        return frozenset(offered[1:])
    if len(offered) == 1 and _OTHER.match(text):
        return _others_of_its_kind(offered[0], heard)
    return frozenset()


def _others_of_its_kind(concept_id: str, heard: Heard) -> frozenset[str]:
    """The one other medicine in force of a class of the named one that the agent speaks of, or none."""
    meant = next(one for one in heard.facts if _is_taken(one) and one.concept.concept_id == concept_id)
    said = {one.concept_id for one in heard.agent_named if one.kind == "drug_classes"}
    classes = set(meant.concept.broader) & said if said else set(meant.concept.broader)
    rivals = {
        one.concept.concept_id
        for one in heard.facts
        if _is_taken(one) and one.concept.concept_id != concept_id and not classes.isdisjoint(one.concept.broader)
    }
    return frozenset(rivals) if len(rivals) == 1 else frozenset()


def _is_taken(fact: Content) -> bool:
    return fact.slot is SlotKind.MEDICATIONS and fact.subject == PATIENT and fact.status in (None, Status.ACTIVE)


def _is_of(read: Read, heard: Heard, picked: frozenset[str]) -> bool:
    return read.item.heard is not None and heard.facts[read.item.heard].concept.concept_id in picked


def _ended(read: Read, heard: Heard) -> Read:
    waits = _WAITS.search(heard.agent_said) is not None
    return replace(read, role="medications", change="stop", state="on_hold" if waits else "ended", new=())


_SHORT: Final = 40
"""Characters up to which an answer does no more than pick."""
_PAIR: Final = 2
_ENDED: Final = lazy_regex(
    r"\b(?:stop(?:ped|ping)?|quit|c[ao]me off|no longer tak\w+|given up|gave up|paused?|held|on hold)\b|끊|중단|그만"
    r"|안\s?드|멈추|멈췄|쉬",
    re.IGNORECASE,
)
_WAITS: Final = lazy_regex(r"\b(?:paused?|held|on hold)\b|쉬(?:고|는|셨|신)|잠시|보류", re.IGNORECASE)
_BOTH_ENDED: Final = lazy_regex(
    r"(?:둘\s?다|두\s?(?:가지|개|약)\s?(?:모두|다|전부))\s?(?:[가-힣\s]{0,8}?\s)?"
    r"(?:끊(?:었|음|기로|고|어서)|중단(?:했|함|하기로)|그만\s?(?:먹|드|두|뒀|둠|복용)\S{0,2}(?:기로|었|음|고|어요)|안\s?먹(?:어|고|음|습)"
    r"|관[뒀둠])(?!\S{0,3}\?)"
    r"|\b(?:stopped|quit|c[ao]me off|dropped|binned|ditched) (?:taking )?(?:them )?both\b"
    r"(?! (?:sides|arms|legs|eyes|ears))"
    r"|\b(?:off|done with) both\b(?= (?:of them|now|since|as of|from)|[.,!]|$)"
    r"|\bboth (?:of them )?(?:are |have been |were |got |been )?(?:stopped|discontinued|binned|finished)\b"
)
_BOTH: Final = lazy_regex(
    r"\W*(?:i (?:stopped|quit) )?(?:both|all)\b(?! right)|\W*(?:둘\s?다|두\s?가지\s?다|모두|다요|전부)"
)
_FIRST: Final = lazy_regex(
    r"\W*(?:(?:it was |just |only )?the )?(?:first|former)\b"
    r"|\W*(?:앞에?\s?(?:거|것|꺼|약)|첫\s?(?:번째|째)|전자|처음\s?(?:거|것))"
)
_SECOND: Final = lazy_regex(
    r"\W*(?:(?:it was |just |only )?the )?(?:second|latter|last)\b"
    r"|\W*(?:뒤에?\s?(?:거|것|꺼|약)|두\s?번째|둘째|후자|나중\s?(?:거|것))"
)
_OTHER: Final = lazy_regex(
    r"\W*(?:no\W{1,2})?(?:it was )?the other (?:one|tablet|pill)?"
    r"|\W*(?:아니\S{0,2}\W{1,2})?(?:다른|딴)\s?(?:거|것|약|꺼)"
)
