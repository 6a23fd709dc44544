"""What the record and the agent's last words settle of what was told: which fact goes on, ends, or gives way to which.

People name what is new and leave what is old to be understood: "it says lansoprazole on the box", after the agent's
"omeprazole"; "no, I binned it", after "are you still on it?". The record and the question say what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from domain.values import PATIENT, Content, SlotKind, Status
from extraction.reading.figures.figures import Figure
from extraction.reading.items import Heard
from extraction.reading.medicines.chosen import chosen
from extraction.reading.medicines.pointed_out import with_what_is_pointed_out
from extraction.reading.medicines.restated import restated
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Act, Read, Role
from extraction.text.lazy_regex import lazy_regex
from extraction.values.quantities import QuantityMention

_ENDED: Final = frozenset({Status.STOPPED, Status.ON_HOLD, Status.RESOLVED})
_NAMED_SLOTS: Final = frozenset({SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.ALLERGIES})


def resolved(reads: Sequence[Read], heard: Heard, acts: Sequence[Act], sheet: Sheet) -> list[Read]:
    """``reads`` with what the record and the agent's question settle."""
    asked = [_asked_about(read, heard) for read in reads]
    told = any(read.item.named and read.item.kind in ("medications", "drug_classes") for read in reads)
    going_on = [_resumed(read, heard, sheet, others=told) for read in asked]
    moved = [restated(read, _known(read, heard), sheet) for read in going_on]
    answered = [_no_longer(read, heard, sheet.folded) for read in moved]
    picked = with_what_is_pointed_out(chosen(answered, heard, sheet.folded), heard, sheet)
    replaced = _in_the_place_of(picked, heard, acts, sheet.folded)
    return _interchanged(_switched(replaced, heard, sheet.folded), heard, sheet)


def _known(read: Read, heard: Heard) -> Content | None:
    return heard.facts[read.item.heard] if read.item.heard is not None else None


def _asked_about(read: Read, heard: Heard) -> Read:
    """A fact that nobody names stays as it is where the agent has just named others of its kind."""
    known = _known(read, heard)
    if read.item.named or known is None or not read.is_fact:
        return read
    said = {one.concept_id for one in heard.agent_named}
    of_its_kind = [one for one in heard.facts if one.slot is known.slot and one.concept.concept_id in said]
    meant = known.concept.concept_id in said or not said.isdisjoint(known.concept.broader)
    return read if meant or not of_its_kind else replace(read, role="untouched")


def _resumed(read: Read, heard: Heard, sheet: Sheet, *, others: bool) -> Read:
    """A medicine that stands as ended, and is said to go on or to be taken up again, is taken.

    One that nobody names is meant only where no medicine is named (``others``), and the agent has just spoken of it or
    the words can be of nothing else: "I still eat well" takes no medicine up again.
    """
    known = _known(read, heard)
    if known is None or known.slot is not SlotKind.MEDICATIONS or known.status not in _ENDED:
        return read
    if read.state not in ("current", "ended") or read.role not in ("medications", "untouched", "other"):
        return read
    if read.item.named:
        denied = any(start <= read.item.start < end for start, end in sheet.going_on)
        again = _AGAIN.search(sheet.folded) is not None
    else:
        spoken = known.concept.concept_id in {one.concept_id for one in heard.agent_named}
        denied = bool(sheet.going_on) and spoken and not others
        again = _AGAIN_OF_MEDICINE.search(sheet.folded) is not None and _is_the_last(read, heard) and not others
    if not (denied or again) or (_WEIGHED.search(sheet.folded) and not denied):
        return read
    return replace(read, role="medications", state="current", change="correct" if denied else "change")


_AGAIN_OF_MEDICINE: Final = lazy_regex(
    r"(?:복용|투약|투여|약)\S{0,3}\s?(?:다시|재개)|다시\s?(?:재개|복용|투약)|쉬던\s?\S{1,3}\s?(?:다시|재개)"
    r"|\b(?:back on (?:it|them|the (?:pills?|tablets?))|(?:restarted|resumed) (?:it|them)|taking (?:it|them) again)\b"
)
_AGAIN: Final = lazy_regex(
    rf"다시\s?(?:먹|드[시셔]|시작|맞|쓰)|재개|도로\s?(?:먹|드시)|{_AGAIN_OF_MEDICINE.pattern}"
    r"|\b(?:back on|restarted|started (?:it |them )?(?:back|again)|resumed)\b"
)
_WEIGHED: Final = lazy_regex(r"까\s?(?:요|말까|고)|\?")


def _is_the_last(read: Read, heard: Heard) -> bool:
    """Whether an unnamed fact is the only medicine on record that has ended: no other can be meant."""
    ended = [at for at, one in enumerate(heard.facts) if one.slot is SlotKind.MEDICATIONS and one.status in _ENDED]
    return ended == [read.item.heard]


def _no_longer(read: Read, heard: Heard, text: str) -> Read:
    """The medicine of which the agent asked whether it goes on, where the answer is no."""
    known = _known(read, heard)
    if known is None or known.slot is not SlotKind.MEDICATIONS or known.status in _ENDED or read.new:
        return read
    asked = _GOING_ON.search(heard.agent_said) is not None and heard.agent_said.rstrip().endswith("?")
    meant = [one.concept_id for one in heard.agent_named if one.kind in ("medications", "drug_classes")]
    of_it = known.concept.concept_id in meant or not set(meant).isdisjoint(known.concept.broader)
    answered = _NO.match(text) is not None and _YET.search(text) is None
    if not asked or len(meant) != 1 or not of_it or not (answered or _is_told_as_over(text)):
        return read
    told = read.frequencies or (read.dates and read.change == "correct")
    if read.is_fact and (read.change in ("stop", "retract", "correct") or told):
        return read
    waits = _PAUSED.search(text) is not None
    return replace(read, role="medications", change="stop", state="on_hold" if waits else "ended")


def _is_told_as_over(text: str) -> bool:
    """Whether the first clause of an answer tells the end of what was asked about, without a no."""
    end = _CLAUSE_END.search(text)
    return _NOT_ANY_MORE.search(text, 0, end.start() if end else len(text)) is not None


_CLAUSE_END: Final = lazy_regex(r"[.!?\n;,]|\bbut\b|지만\s|는데\s")
_NOT_ANY_MORE: Final = lazy_regex(
    r"(?:안|않)\s?(?:먹|드|쓰|쓴|맞|바르|바른)\S{0,3}\s?지\s|끊(?:었|은\s?지|고\s?(?:안|살))|관[뒀둔]|그만\s?(?:먹|둔|뒀|드)"
    r"|다\s?(?:먹었|먹음|드셨|떨어졌)"
    r"|\b(?:haven'?t|hasn'?t|have not|has not|not) (?:\w+ )?(?:taken|touched|had|used|needed)\b[^.;!?,]{0,20}?"
    r"\b(?:since|for (?:\w+ )?(?:weeks|months|years|ages)|in (?:\w+ )?(?:weeks|months|years|ages))\b"
    r"|\b(?:not since|gave (?:it|them) up|(?:i|she|he|we) (?:\w+ )?(?:stopped|quit|came off|finished|binned|ditched)"
    r" (?:it|them|that|those)?)\b|\b(?:finished|ran out|stopped|gone) (?:\w+ )?(?:weeks|months|days|last|ages|in)\b"
)
_GOING_ON: Final = lazy_regex(
    r"아직|계속|여전히|요즘도|이번\s?달에?도|지금도|\bstill\b|\bcontinu|\bkeep(?:ing)? (?:on|taking)", re.IGNORECASE
)
_NO: Final = lazy_regex(
    r"\s*(?:no\b|nope\b|nah\b|not any ?more|i(?:'m| am) not\b|i (?:do not|don't)\b"
    r"|아니(?!라고)|아뇨|아녀|아이다|안\s?(?:먹|드|써|맞))"
)
_YET: Final = lazy_regex(
    r"\b(?:still|yes|problem|never stopped|every (?:day|night|morning))\b"
    r"|먹고\s?있|드시고\s?(?:있|계)|잘\s?(?:먹|드)|빠짐없이|꼬박"
)
_PAUSED: Final = lazy_regex(
    r"쉬(?:고|는|래|라)|잠(?:깐|시)|당분간|보류|\b(?:paused?|on hold|for now|break from|a break)\b"
)


def _in_the_place_of(reads: list[Read], heard: Heard, acts: Sequence[Act], text: str) -> list[Read]:
    """A name that is put right while nothing wrong is named takes the place of the fact that the agent just named.

    Where the agent named none, it takes the place of the one fact of its slot, if the words are surely a correction.
    """
    if any(read.role == "old" or (read.item.named and read.item.heard is not None and read.is_fact) for read in reads):
        return reads
    fresh = [at for at, read in enumerate(reads) if _is_put_right(read)]
    surely = any(act.kind == "correct" and act.doubt <= GUESS for act in acts)
    if len(fresh) != 1 or not surely:
        return reads
    new = reads[fresh[0]]
    if text.startswith("도", new.item.end) or _ADDED.search(text) is not None:
        return reads
    slots = {SlotKind(new.role)} | ({SlotKind.ALLERGIES} if new.role == "medications" else set())
    rivals = [
        at
        for at, read in enumerate(reads)
        if (known := _known(read, heard)) is not None and known.slot in slots and known.subject == PATIENT
        and known.slot in _NAMED_SLOTS and not read.item.named
    ]  # fmt: skip
    said = {one.concept_id for one in heard.agent_named}
    named = [
        at for at in rivals if (known := _known(reads[at], heard)) is not None and known.concept.concept_id in said
    ]
    meant = named or (rivals if new.change == "correct" and not heard.agent_said else [])
    if len(meant) != 1:
        return reads
    old = reads[meant[0]]
    slot = heard.facts[old.item.heard or 0].slot
    moved = list(reads)
    moved[meant[0]] = replace(old, role="old", new=(), change="correct")
    moved[fresh[0]] = replace(new, role=slot.value, change="correct", state="current")
    return moved


def _is_put_right(read: Read) -> bool:
    """Whether it names something new that is told of the patient in the place of something else."""
    fresh = read.item.named and read.item.heard is None and not read.subjects and read.item.entry is not None
    told = read.role in ("medications", "conditions", "allergies") and read.state == "current"
    return fresh and told and read.change in ("correct", "assert")


def _switched(reads: list[Read], heard: Heard, text: str) -> list[Read]:
    """The medicine on record that ends because another of its class has taken its place, though nobody names it."""
    fresh = [read for read in reads if _is_put_right(read) or (_is_begun(read) and read.item.heard is None)]
    fresh = [read for read in fresh if read.role == "medications"]
    if len(fresh) != 1:
        return reads
    new = fresh[0]
    if not _is_told_to_replace(text, new):
        return reads
    classes = set(new.item.entry.broader) - _WIDE if new.item.entry is not None else set()
    if _ENDS.search(text) is None:
        reads = [_not_its_place(read, heard, new) for read in reads]
    moved = [read for read in reads if read.item.heard is not None and read.role in ("medications", "old")]
    if any(read.role == "old" or read.change in ("stop", "correct") for read in moved):
        return reads
    rivals = [
        at
        for at, read in enumerate(reads)
        if (known := _known(read, heard)) is not None and _is_in_force(known)
        and (read.item.kind == "drug_classes" if read.item.named else not classes.isdisjoint(known.concept.broader))
    ]  # fmt: skip
    alike = rivals or ([] if _ELSEWHERE.search(text) is not None else _for_the_same(reads, heard, new))
    called = [at for at in alike if reads[at].item.named] or _likest(alike, reads, heard, new)
    if len(called) != 1:
        return reads
    found = list(reads)
    found[called[0]] = replace(found[called[0]], role="medications", change="stop", state="ended", new=(), dates=())
    return found


def _not_its_place(read: Read, heard: Heard, new: Read) -> Read:
    """A medicine that nobody names and that is for something else than the new one: that one took no place of its."""
    known = _known(read, heard)
    if read.item.named or known is None or known.slot is not SlotKind.MEDICATIONS or read.change != "stop":
        return read
    told = new.item.entry is not None and new.item.entry.broader and known.concept.broader
    return replace(read, role="untouched") if told and not _shared(known, new) else read


_ENDS: Final = lazy_regex(
    r"끊|그만|중단|빼|뺐|안\s?먹|관[뒀두둠]"
    r"|\b(?:stop\w*|quit|off|discontinu\w*|finished|no longer|instead of|replac\w+)\b"
)


def _for_the_same(reads: Sequence[Read], heard: Heard, new: Read) -> list[int]:
    """The one medicine in force that nobody names and that is for the same as the new one: an antidepressant, say.

    So wide a class holds only where the words change the medicine itself, and not the hospital.
    """
    if new.change != "change":
        return []
    found = [
        at
        for at, read in enumerate(reads)
        if (known := _known(read, heard)) is not None and _is_in_force(known) and not read.item.named
        and known.concept.concept_id != new.item.concept_id and _shared(known, new)
    ]  # fmt: skip
    return found if len(found) == 1 else []


def _likest(alike: list[int], reads: Sequence[Read], heard: Heard, new: Read) -> list[int]:
    """Of several medicines the one that shares most classes with the new one; all of them where two share as many."""
    shared = [len(_shared(known, new)) if (known := _known(reads[at], heard)) is not None else 0 for at in alike]
    most = [at for at, count in zip(alike, shared, strict=True) if count == max(shared)]
    return most if len(most) == 1 else alike


def _shared(known: Content, new: Read) -> set[str]:
    return set(new.item.entry.broader if new.item.entry is not None else ()) & set(known.concept.broader)


def _is_in_force(known: Content) -> bool:
    taken = known.slot is SlotKind.MEDICATIONS and known.status not in (Status.STOPPED, Status.RESOLVED)
    return taken and known.subject == PATIENT


def _is_told_to_replace(text: str, new: Read) -> bool:
    """Whether the sentence that names a medicine speaks of a switch, and of nothing that is added."""
    opening = max(text.rfind(mark, 0, new.item.start) for mark in ".!?\n") + 1
    ends = [at for mark in "!?\n" if (at := text.find(mark, new.item.end)) >= 0]
    stop = _STOP.search(text, new.item.end)
    closing = min([*ends, stop.start() if stop else len(text)], default=len(text))
    return bool(_SWITCHED.search(text, opening, closing)) and _ADDED.search(text, opening, closing) is None


_ELSEWHERE: Final = lazy_regex(
    r"(?:병원|의원|약국|의사|선생님|주치의|식단|시간|보험)\S{0,3}\s?(?:\S{1,4}\s)?(?:바꾸|바꿔|바꿨|바뀌|바뀐|옮[겨겼긴])"
    r"|\b(?:switch|swap|chang|mov)\w* (?:my |the |his |her )?"
    r"(?:diet|hospital|doctor|gp|surgery|pharmacy|clinic|house|job)s?\b"
)
"""Words of another change than that of a medicine."""
_STOP: Final = lazy_regex(r"\.(?=\s|$)")
_ADDED: Final = lazy_regex(
    r"추가|더해|같이|함께|병용|까지\s?(?:먹|처방)|\b(?:add(?:ed|ing)?|also|as well|on top|plus|along with|too)\b"
)
_WIDE: Final = frozenset({
    "antihypertensive", "antidiabetic", "analgesic", "antibiotic", "supplement", "vitamin", "insulin_therapy",
    "inhaler", "anticancer_drug", "herbal_medicine", "cold_medicine", "antidepressant", "steroid",
    "eye_drops", "vasodilator",
})  # fmt: skip
"""Classes of which one patient takes several at once: a new one of them takes no other's place unsaid."""


def _is_begun(read: Read) -> bool:
    return read.item.named and read.state == "current" and read.change == "change" and read.item.entry is not None


_SWITCHED: Final = lazy_regex(
    r"갈[아았]|바꾸|바꿔|바꿨|바꾼|바뀌|바뀐|바뀜|교체|돌렸|옮[겨겼긴]|넘어갔|대신"
    r"|\b(?:switch|swap|chang|mov)\w*(?: \w+){0,3} (?:to|on ?to|over|for)\b"
    r"|\b(?:switch|swap|chang)(?:p?ed) (?:me|him|her|us)\b|\binstead\b|\bin place of\b|\bnow it is\b"
)


def _interchanged(reads: list[Read], heard: Heard, sheet: Sheet) -> list[Read]:
    """Two values that the agent just noted the wrong way round: each is the other's."""
    if any(one.kind == "number" for one in sheet.figures) or _REVERSED.search(sheet.folded) is None:
        return reads
    said = [one.concept_id for one in heard.agent_named if one.kind in ("labs", "vitals")]
    pair = [
        at
        for at, read in enumerate(reads)
        if (known := _known(read, heard)) is not None and known.concept.concept_id in said
        and isinstance(known.value, float)
    ]  # fmt: skip
    if len(said) != len(pair) or len(pair) != _TWO:
        return reads
    found = list(reads)
    for at, other in (pair, reversed(pair)):
        mine, theirs = _known(reads[at], heard), _known(reads[other], heard)
        if mine is None or theirs is None or not isinstance(theirs.value, float):
            return reads
        value = QuantityMention(theirs.value, None, None, None, mine.unit, False, 0, 0)
        role: Role = "labs" if mine.slot is SlotKind.LABS else "vitals"
        found[at] = replace(found[at], role=role, change="correct", state="current", new=(Figure(value),))
    return found


_TWO: Final = 2
_REVERSED: Final = lazy_regex(
    r"거꾸로|뒤바뀌|뒤바뀐|서로\s?바뀌|바꿔\s?적|반대로"
    r"|\b(?:swapped|reversed|wrong way a?round|other way a?round|back to front|mixed up)\b"
)
