"""Whose record a question of leave is weighed by: a relative's, where it asks what that one may take.

"What may I give her for a cold?" is of her medicines, illnesses and allergies, not of those of whoever speaks. What was
told of a relative stands beside the patient's own in one log; for such a question the answer sees that one's facts as
the patient's and nothing of whoever speaks, as in a record kept for that relative. Nothing of it is saved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Protocol

from msgspec.structs import replace

from agent.skills.ports import Question
from agent.whose_record import patient_named
from domain.ledger import RETRACTED, Fact, Ledger
from domain.mentions import Mentions
from domain.speaking_for import GENDER, ONESELF
from domain.values import PATIENT, Concept, Content, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.people.named_people import names_told
from extraction.reading.people.speaking_for import may_be
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from projections.patient_view import PatientView

OF_KIN: Final = "of-kin:"
"""How the id of the one fact begins that only says for whom such a view is kept."""
_ALLERGY: Final = "_allergy"
_LONGEST: Final = 300
_SOMEBODY: Final = "kin"
"""What stands in the words for whoever the question is of."""

_MEN: Final = frozenset({
    "father", "husband", "brother", "grandfather", "father_in_law", "brother_in_law", "boyfriend", "uncle",
})  # fmt: skip
_WOMEN: Final = frozenset({
    "mother", "wife", "sister", "grandmother", "mother_in_law", "sister_in_law", "girlfriend", "aunt",
})  # fmt: skip
_GROWN: Final = _MEN | _WOMEN | {"spouse", "partner", "sibling", "fiance", "cousin"}
"""Of children it is asked elsewhere, by their weight and age."""

_HE: Final = lazy_regex(r"\b(?:he|him|his)\b(?:['’]s)?")
_SHE: Final = lazy_regex(r"\b(?:she|her|hers)\b(?:['’]s)?")
_FOR_KIN_EN: Final = lazy_regex(
    rf"\b(?:can|could|may|might|should|shall|would|will|does|is|must|dare)\s(?:my |our |old |the )?{_SOMEBODY}\b"
    rf"|\b(?:give|gi|giving|get|getting|buy|offer|let|make|bring|fetch|pick up|put|try)"
    rf"\s(?:my |our |old |the )?{_SOMEBODY}\b"
    rf"|\b(?:ok|okay|fine|safe|all right|alright|good|best|allowed|bad|suitable|right|anything|something"
    r"|what|which|buy|get|medicine|remedy|painkiller|tablet|tablets|cure)\b"
    rf"[^.?!]{{0,40}}?\b(?:for|wi|with)\s(?:my |our |old |the )?{_SOMEBODY}\b"
    rf"|{_SOMEBODY}\s(?:can|could|may|might|should|to|be allowed|take|have|be ok|be safe|be fine|is allowed|was to)\b"
)
_LEAVE_EN: Final = lazy_regex(
    r"\b(?:can|could|may|might|should|shall|safe|ok|okay|fine|all right|alright|allowed|harm|avoid|okay|suitable"
    r"|what|which|anything|does|is it|would)\b"
)
_LISTS: Final = lazy_regex(
    r"\b(?:what|which|whats|what's)\b[^?]{0,40}\b(?:take|takes|taking|on|uses?|using)\W*$", re.IGNORECASE
)
_TAKES_ONESELF_EN: Final = lazy_regex(
    r"\b(?:can|could|may|might|should|shall|must|do|did|ought)\s(?:i|we)\s(?:still |also |both |just )?"
    r"(?:take|have|use|drink|try|swallow|borrow|stop|start|skip|eat|double|finish|go|be)\b"
    r"|\b(?:for|safe for) me\b|\bwhat (?:do|am) i\b"
)
_FOR_KIN_KO: Final = lazy_regex(
    r"(?:드려|드리|드릴|드려두|먹여|먹이|먹일|멕여|멕이|사다|사\s?드|발라|붙여|맞혀|드셔|드시|잡수|먹어|먹으|복용|써|쓰|맞아|맞으|마셔|발라)"
    r"\S{0,3}\s?(?:되|돼|될|됩|괜찮|안전|좋|까|나요|나|지|죠|을까|ㄹ까)"
)
_WHAT_KO: Final = lazy_regex(
    r"(?:뭐|뭘|무엇|무슨|어떤|아무)[^.?!]{0,20}(?:드리|드려|드릴|먹이|먹여|먹일|사다|드시|드셔|쓰(?!러)|써|먹)"
)
_RECALLS_KO: Final = lazy_regex(
    r"(?:다고|라고|댔|랬)\s?(?:했|하|그랬)|[댔랬](?:지|죠|더)|더라|[었았였했셨](?:지|죠|더|나요?\b)|누구"
)
"""Words that ask what was told: they ask no leave."""
_GIVES_KO: Final = lazy_regex(r"드려도|드리면|드릴|드려두|드릴까|드시면|드셔도|드셔야|드시게|사\s?드")
"""Words by which something is given to somebody who is honoured, who need not be named."""
_TAKES_ONESELF_KO: Final = lazy_regex(
    r"(?<![가-힣])(?:제가|내가|저도|나도|저는|나는|전|난|저|나)\s(?:[^\s.?!]+\s){0,4}?"
    r"(?:먹어도|먹으면|먹을|복용|써도|맞아도|마셔도|발라도)"
)


class _Finder(Protocol):
    def find(self, text: str) -> tuple[Mention, ...]: ...


def for_whom_is_asked(view: PatientView, question: Question, finder: _Finder) -> PatientView:
    """``view`` itself, or the record of the grown relative of whom it is asked what that one may take.

    The view itself too where the record is kept for a relative already, and where nothing was told of that relative.
    """
    told = {one.content.subject for one in view.ledger.current() if one.content.subject in _GROWN}
    if not told or len(question.text) > _LONGEST or patient_named(view, finder) not in ("", ONESELF):
        return view
    text = _with_kin_for_names(question.text, view, finder)
    if text != question.text and _LISTS.search(text) is not None:
        # What somebody called by name takes is told from the record as it stands.
        return view
    kin = _kin_asked(text, told, finder)
    return _as_of(view, kin) if kin else view


def _with_kin_for_names(text: str, view: PatientView, finder: _Finder) -> str:
    """``text`` with the word for a relative in the place of the name that was told of that one."""
    said = ((line.question, finder.find(line.question)) for _, line in sorted(view.tiers.lines.items()))
    for name, who in names_told([(words, found) for words, found in said if len(words) <= _LONGEST]).items():
        if who in _GROWN:
            text = re.sub(
                rf"\b{re.escape(name)}\b", f"my {who.replace('_in_law', '-in-law')}", text, flags=re.IGNORECASE
            )
    return text


def kin_of_view(view: PatientView) -> str:
    """The relative whose facts such a view holds; "" of the patient's own."""
    return next((one.fact_id.removeprefix(OF_KIN) for one in _marks(view.ledger)), "")


def _marks(ledger: Ledger) -> Iterator[Fact]:
    yield from (one for one in ledger.current(SlotKind.DEMOGRAPHICS) if one.fact_id.startswith(OF_KIN))


def _kin_asked(text: str, told: set[str], finder: _Finder) -> str:
    """Of which of those ``told`` of the words ask leave; "" where of none, of several, or of whoever speaks."""
    found = normalise(text)
    folded = found.text.casefold()
    korean = re.search(r"[가-힣]", folded) is not None
    named = [one for one in finder.find(found.text) if one.entry.kind == "relatives"]
    if any(one.entry.concept_id not in _GROWN for one in named):
        return ""
    kin = {each for each in told for one in named if may_be(one.entry.concept_id, each)}
    if named and len(kin) != 1:
        return ""
    if (_TAKES_ONESELF_KO if korean else _TAKES_ONESELF_EN).search(folded) is not None:
        return ""
    if korean:
        if _RECALLS_KO.search(folded) is not None:
            return ""
        asks = _FOR_KIN_KO.search(folded) or _WHAT_KO.search(folded)
        honoured = _GIVES_KO.search(folded) is not None
        meant = kin if named else (told if honoured and len(told) == 1 else set())
        return next(iter(meant)) if asks and len(meant) == 1 else ""
    if not named:
        kin = _by_pronoun(folded, told)
        if len(kin) != 1:
            return ""
    words = _HE.sub(_SOMEBODY, _SHE.sub(_SOMEBODY, _put(folded, named)))
    return next(iter(kin)) if _FOR_KIN_EN.search(words) and _LEAVE_EN.search(words) else ""


def _by_pronoun(folded: str, told: set[str]) -> set[str]:
    """Who of those told of "he" or "she" can be."""
    he, she = _HE.search(folded) is not None, _SHE.search(folded) is not None
    if he == she:
        return set()
    same, other = (_MEN, _WOMEN) if he else (_WOMEN, _MEN)
    return (told & same) or (told - other)


def _put(folded: str, named: list[Mention]) -> str:
    """``folded`` with one word in the place of each relative."""
    for one in sorted(named, key=lambda each: each.start, reverse=True):
        folded = f"{folded[: one.start]}{_SOMEBODY}{folded[one.end :]}"
    return folded


def _as_of(view: PatientView, kin: str) -> PatientView:
    """The record of ``kin``: his or her facts as the patient's, and those of everybody else taken off it."""
    facts: dict[str, Fact] = {}
    mark: Fact | None = None
    for one in view.ledger.facts.values():
        if one.content.subject == kin:
            facts[one.fact_id] = replace(one, content=_own(one.content))
            mark = one if one.current else mark
        else:
            facts[one.fact_id] = replace(one, ended=one.ended or RETRACTED, question_id=None)
    if mark is None:
        return view
    fact_id = f"{OF_KIN}{kin}"
    concept = Concept(concept_id=GENDER, name=GENDER, display=GENDER)
    sex = Content(slot=SlotKind.DEMOGRAPHICS, concept=concept, value="male" if kin in _MEN else "female")
    word = mark.evidence[0].with_fields(quote=kin.replace("_", " "))
    facts[fact_id] = replace(
        mark, fact_id=fact_id, content=sex, evidence=Mentions(word), supersedes=(), question_id=None
    )
    return view.over(Ledger.of(view.ledger.time_zone, facts, {}))


def _own(content: Content) -> Content:
    """What is told of a relative as that one's own: an illness or allergy of the family as an illness or allergy."""
    if content.slot is not SlotKind.FAMILY_HISTORY:
        return content.with_fields(subject=PATIENT)
    concept = content.concept
    if concept.concept_id.endswith(_ALLERGY):
        substance = Concept(
            concept_id=concept.concept_id.removesuffix(_ALLERGY), name=concept.name.removesuffix(" allergy"),
            display=concept.display.removesuffix(" allergy").removesuffix(" 알레르기"), broader=concept.broader,
        )  # fmt: skip
        return content.with_fields(slot=SlotKind.ALLERGIES, concept=substance, subject=PATIENT)
    return content.with_fields(slot=SlotKind.CONDITIONS, subject=PATIENT)
