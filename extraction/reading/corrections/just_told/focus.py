"""Which fact on record words can be about that put something right, and whether they do.

A correction seldom names all that it corrects: "sorry, I meant my father", "it was 2009". What it leaves out is what
was told or asked a moment ago, where that leaves no choice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from domain.values import PATIENT, Content, Polarity, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.corrections.denying_an_illness import is_taken_back
from extraction.reading.corrections.taking_back import asked_in, puts_right, requested
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import GUESS, Understanding
from extraction.text.lazy_regex import lazy_regex

LONGEST: Final = 300
"""Characters of a text in which a correction is looked for; longer ones tell more than one thing."""
_PUTS_RIGHT: Final = frozenset({"correct", "retract", "revert"})
_ADDS: Final = lazy_regex(
    r"\b(?:also|too(?! (?:soon|late|early|high|low|much|many|quick))|as well|both|besides|in addition|on top of"
    r"|another|again|one more|once more|additionally|apart from|as much as)\b"
    r"|[가-힣](?<![연년정온강빈용태각속])도\s|추가|함께|둘\s?다|하나\s?더|한\s?번\s?더|또\s|말고도|그리고\s(?:또|제"
    r"|저)"
)
_ANYWAY: Final = lazy_regex(
    r"(?:먹어|써|맞아|복용해|먹고|쓰고|그래|해)도\s|아무(?:것|일|런)?도\s|한\s?번도\s|하나도\s|적도\s|라도\s|한테도\s"
)
"""Words that end as an addition does and add nothing: "먹어도 멀쩡했대요"."""


def the_one_meant(
    heard: Heard, slot: SlotKind, named: Collection[str], fits: Callable[[Content], bool] = lambda _: True
) -> Content | None:
    """The one fact of ``slot`` that words naming the concepts ``named`` can mean; None where there are more, or none.

    A fact that is named goes before one of the last turn, and that before whatever else stands on record.
    """
    facts = [one for one in heard.facts if one.slot is slot and one.polarity is Polarity.AFFIRMED and fits(one)]
    spoken = [one for one in facts if is_named(one, named)]
    spoken = spoken or [one for one in facts if one.concept.concept_id in heard.of_last_turn] or facts
    return spoken[0] if len({(one.concept.concept_id, one.subject) for one in spoken}) == 1 else None


def is_named(fact: Content, named: Collection[str]) -> bool:
    """Whether one of the concepts ``named`` is that of a fact, or a more general one."""
    return fact.concept.concept_id in named or not set(fact.concept.broader).isdisjoint(named)


def is_own(fact: Content) -> bool:
    """Whether a fact is of the patient."""
    return fact.subject == PATIENT


def is_put_right(sheet: Sheet, understanding: Understanding) -> bool:
    """Whether the words put something right: heard so, or by the marks of a correction."""
    heard_so = any(one.kind in _PUTS_RIGHT and one.doubt <= GUESS for one in understanding.acts)
    return heard_so or is_taken_back(sheet.folded) or puts_right(sheet.folded)


def asks(sheet: Sheet, place: int) -> bool:
    """Whether what stands at ``place`` is asked, and no change of what is noted."""
    within = any(first <= place < last for first, last in asked_in(sheet.folded))
    return within and not requested(sheet.folded)


def adds(sheet: Sheet) -> bool:
    """Whether what the words tell comes beside what stands on record."""
    plain = _ANYWAY.sub(lambda found: "·" * len(found.group()), sheet.folded)
    return _ADDS.search(plain) is not None


def relatives_named(sheet: Sheet) -> list[Mention]:
    """The relatives whom words name, without the family as a whole: "우리 집에서 아버지가"."""
    kin = [one for one in sheet.mentions if one.entry.kind == "relatives" and one.entry.extra.get("kin") == "1"]
    broader = {each for one in kin for each in one.entry.broader} | _WHOLE_FAMILY
    single = [one for one in kin if one.entry.concept_id not in broader]
    return single or kin


_WHOLE_FAMILY: Final = frozenset({"family", "relative", "parents", "siblings", "grandparents"})


def is_source(text: str, relative: Mention) -> bool:
    """Whether a relative is only who knew it: "I asked my mother", "엄마가 그러는데"."""
    if _KNEW.match(text, relative.end) is not None:
        return True
    return _ASKED.search(text, max(0, relative.start - _SOURCE_REACH), relative.start) is not None


_SOURCE_REACH: Final = 40
_KNEW: Final = lazy_regex(
    r"(?:['’]s)? (?:\w+ )?(?:says?|said|tells?|told|thinks?|thought|remembers?|reminded|reckons?|insists?|rang|called"
    r"|knows?|knew|corrected|put me right|has put|confirmed|swears|was sure|is sure)\b"
    r"|(?:님)?(?:이|가|께서|은|는|도)?\s?(?:\S{1,6}\s)?(?:그러[는시더길]|말[씀이로은]|말해|얘기해|알려"
    r"|기억[하해]|하시는|확인|이야기해)"
    r"|(?:님)?(?:한테|에게|께|랑|이랑|와|과|하고)\s?(?:\S{1,6}\s)?(?:물어|여쭤|여쭈|확인|들[었은으]|통화|전화|얘기"
    r"|이야기|연락)"
)
_ASKED: Final = lazy_regex(
    r"\b(?:ask(?:ed|ing)?|check(?:ed|ing)?(?: it| this| that)?(?: w(?:ith|/)?)?|told by|ph(?:oned|oning)|call(?:ed"
    r"|ing)|rang|ring(?:ing)?"
    r"|sp(?:oke|oken|eaking) (?:to|with)|talk(?:ed|ing) (?:to|with)|according to|heard from|hear(?:d)? it from"
    r"|from)(?: \w+){0,2} "
    r"(?:my |me |our )?$"
)
