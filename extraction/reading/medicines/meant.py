"""Which medicine on record words mean: the one that they name, else the one that was just spoken of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from domain.proposals import Proposal
from domain.values import PATIENT, Content, Polarity, SlotKind, Status
from extraction.naming.mentions import Mention
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_KINDS = frozenset({"medications", "drug_classes"})


_ONLY_SPEAKS: Final = lazy_regex(
    r" (?:\w+ ){0,2}?(?:says?|said|saying|tells?|told|telling|reminds?|reminded|reminding|asks?|asked|asking"
    r"|thinks?|thought"
    r"|noticed|points? out|pointed out|wants?|insists?|mentioned|found|looked|checked|read|brought|helped"
    r"|spotted|writes?)\b"
    r"|(?:님)?(?:이|가|께서|은|는)?\s(?:\S{1,8}\s){0,2}?\S{0,6}(?:말(?!고)|그러|그래서|물어|묻|가져|보더니|봤"
    r"|보고|찾|알려|일러|하래|하라|확인|읽)"
)
"""Words behind a relative who only speaks, asks or looks something up."""


def others_spoken_of(sheet: Sheet) -> bool:
    """Whether the words tell of a relative who does more than speak or look something up for the patient."""
    kin = (one for one in sheet.mentions if one.entry.kind == "relatives")
    return any(_ONLY_SPEAKS.match(sheet.folded, one.end) is None for one in kin)


def medicines_named(sheet: Sheet) -> tuple[Mention, ...]:
    """The first mention of every medicine that the words name; a class beside one of its medicines is no second."""
    named: dict[str, Mention] = {}
    for one in sorted(sheet.mentions, key=lambda each: each.start):
        if one.entry.kind in _KINDS:
            named.setdefault(one.entry.concept_id, one)
    broader = {each for one in named.values() for each in one.entry.broader}
    return tuple(one for one in named.values() if one.entry.concept_id not in broader)


def on_record(heard: Heard) -> tuple[Content, ...]:
    """The patient's medicines on record, the newest spoken of first, ended ones among them."""
    return tuple(
        one
        for one in heard.facts
        if one.slot is SlotKind.MEDICATIONS and one.subject == PATIENT and one.polarity is Polarity.AFFIRMED
    )


def is_taken(fact: Content) -> bool:
    """Whether a medicine on record is taken at present."""
    return fact.status in (None, Status.ACTIVE)


def is_named_by(mention: Mention, fact: Content) -> bool:
    """Whether a name is that of a medicine on record, or of its class."""
    own, concept = mention.entry.concept_id, fact.concept
    return own == concept.concept_id or own in concept.broader or concept.concept_id in mention.entry.broader


def meant(sheet: Sheet, heard: Heard, can_be: Callable[[Content], bool]) -> Content | None:
    """The one medicine on record of which words speak, where it ``can_be`` what they say of it.

    Where they name none it is the one that the last turn spoke of, or the only one; of several that can be meant it is
    none.
    """
    known = [one for one in on_record(heard) if can_be(one)]
    named = medicines_named(sheet)
    if named:
        own = [fact for fact in known if any(is_named_by(one, fact) for one in named)]
        return own[0] if len(named) == 1 and own else None
    last = [one for one in known if one.concept.concept_id in heard.of_last_turn]
    several = last or known
    return several[0] if len({one.concept.concept_id for one in several}) == 1 else None


def is_of(proposal: Proposal, concept_id: str) -> bool:
    """Whether a proposal tells or takes back something of this medicine."""
    content, target = proposal.content, proposal.target
    if content is not None:
        return content.slot is SlotKind.MEDICATIONS and content.concept.concept_id == concept_id
    return target is not None and target.slot in (None, SlotKind.MEDICATIONS) and target.concept_id == concept_id


def is_unnamed(proposal: Proposal, sheet: Sheet) -> bool:
    """Whether it touches a medicine on record that the words do not name."""
    content, target = proposal.content, proposal.target
    if content is not None and content.slot is not SlotKind.MEDICATIONS:
        return False
    concept = content.concept.concept_id if content is not None else target.concept_id if target is not None else None
    medicine = content is not None or (target is not None and target.slot in (None, SlotKind.MEDICATIONS))
    return medicine and not any(one.entry.concept_id == concept for one in sheet.mentions)


def besides(proposals: Sequence[Proposal], facts: Sequence[Content], sheet: Sheet) -> list[Proposal]:
    """``proposals`` but for what else was read of these medicines, or of ones that nobody names."""
    ids = [one.concept.concept_id for one in facts]
    return [one for one in proposals if not any(is_of(one, each) for each in ids) and not is_unnamed(one, sheet)]
