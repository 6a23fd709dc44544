"""What is told of an animal is no fact of the patient: "the vet put Rex on gabapentin", "고양이 당뇨라 란투스 맞혀요".

An animal owns what is told from where it is named, or its vet is, to where somebody else is spoken of: whoever writes,
or a relative. One that bites, sheds, is walked or has died owns nothing that is told then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from importlib.resources import files
from typing import Final

from domain.proposals import Proposal
from domain.remembering import remembered
from domain.values import PATIENT, SlotKind
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentences
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_SLOTS: Final = frozenset(SlotKind) - {SlotKind.SOCIAL_HISTORY}


def _named(language: str) -> str:
    """The kinds and breeds of animals that people keep, one a line, as alternatives."""
    text = (files(__package__) / f"animals_{language}.tsv").read_text(encoding="utf-8")
    return "|".join(sorted((line for line in text.split("\n") if line), key=len, reverse=True))


_EN: Final = _named("en")
_KO: Final = _named("ko")
_OWN: Final = r"(?:my|our|the|her|his|their|old|wee|ma|me|poor)"
_FARES: Final = (
    r"(?:['’]s(?! (?:food|bed|hair|fur|bite|allergy))\b|s['’](?= )|\s?:"
    r"|(?:\s\w+){0,2}?\s(?:is|has|had|have|got|gets|on|was|were|are|needs?|takes?|diagnosed|started|won['’]?t|hasn['’]?t"
    r"|isn['’]?t|been|having|with|came back|back on|both)\b)"
)
"""What stands behind an animal of which one tells how it is."""
_VET_DOES: Final = r"(?:gave|put|said|says|has|upped|started|prescribed|gives|wants|is|bill|nurse)"
_ANIMAL: Final = lazy_regex(
    "|".join(
        (
            rf"(?<!like )(?<!like a )(?<!as a )(?<!as an )\b(?:{_OWN}\s|\w+['’]s\s)*(?:\w+\s)?(?:{_EN})s?(?={_FARES})",
            r"\b(?:for|to|giv\w+|gave|put|jab\w*|treat\w*|inject\w*|worm\w*)\s(?:my|the|our|her|his|me)\s(?:\w+\s)?"
            rf"(?:{_EN})s?\b",
            rf"(?:^|(?<=[.;\n,] )|(?<=\n))(?:{_OWN}\s){{0,2}}(?:{_EN})s?(?=[ ,])"
            r"(?! (?:makes?|made|brings?|sets?|sits?|sleeps?|jumps?|jumped|woke|wakes?|lady|person|man|woman|farm))",
            rf"\b(?:the\s|our\s|my\s|a\s|emergency\s)?(?:vets?(?= {_VET_DOES})|veterinar\w+)\b",
            r"\b(?:at|from|by|to) the (?:emergency )?vet['’]?s?\b|\bper (?:the )?vet\b",
            rf"(?<![가-힣])(?:우리\s?|저희\s?|울\s?)?(?:집\s)?(?:{_KO})(?!농장|고기|갈비|국밥|풀|털|카페|목장|들이)",
            r"(?<![가-힣])(?:우리|저희|울)\s?(?:집\s?)?(?:개|소|말|닭|돼지)(?=(?:가|는|도|한테|이|들)\s)",
            r"수의사|수의쌤|동물\s?병원|동병(?=에서|\s)",
        )
    )
)
_GIVEN: Final = lazy_regex(r"\s?(?:for|to|at|from|by|per)\b|수의|동물|동병")
_OF_A_PERSON: Final = lazy_regex(
    "|".join(
        (
            r"\b(?:bit|bites?|bitten|scratch\w*|nipped|kicked|butted|gored|stung|stood on|stepped on|trod|tripped)\b",
            r"\b(?:knocked|hair)\b",
            r"\b(?:fell (?:over|off)|thrown|chas\w+|lick\w*|cuddl\w*|walk(?:ing|ed|s|ies)?|riding|rode)\b",
            r"\b(?:lambing|calving|milking|feeding|lifting|shearing|dander|fur|skin prick|rast|veteran|army|navy)\b",
            rf"\b(?:allergic to (?:the |my |our |all )?(?:\w+['’]?s? )?|around (?:the |my )?)(?:{_EN})s?\b",
            r"\b(?:(?:cow|goat|sheep|mare|camel)s?['’]s? milk|dog['’]s (?:breakfast|life|body))\b",
            r"\bi(?:['’]m| am| was)(?: an?)?(?: \w+)? vet\b",
            r"물[렸려린]|물고|할[퀴퀸켰]|긁[혔히]|산책|털|키우[고는니다면기]|키운|데리고|비듬|재채기|밟|차[였여]|치였|들이받|걸려\s?넘어",
            r"넘어[졌지]|굴렀|젖\s?짜|만[지졌져]|옆에만|분만|안고\s?자|밥\s?주|같[은이고]|처럼|토끼\s?눈|똥|음성|양성인",
            rf"(?:{_KO}|개|소|말|닭)\s?(?:털\s?)?(?:알레르기|알러지)(?!\s?(?:약|검사|라|래|로))",
            r"\d\s?(?:등급|단계)|보낸|떠나|버[리려릴]|미안",
        )
    )
)
"""What an animal does to somebody, what one does with it, and what is only like one: then the fact is a person's."""
_PERSON: Final = lazy_regex(
    "|".join(
        (
            r"(?<![가-힣])(?:저는|저도|제가|저한테|나는|나도|내가|나한테|내는|본인|저희\s?(?:엄마|아빠)|(?:난|전|저|나|지는)(?=[\s:]))",
            r"(?<![가-힣])(?:제|내)(?=\s)(?!\s?\S*(?:강아지|고양이|냥이))",
            r"(?<![가-힣])(?:엄마|아빠|어머니|아버지|남편|아내|와이프|아들|딸|할머니|할아버지)(?=[는은이가도]\s)",
            r"느라|때문에\s?(?:제가?|내가?|잠|스트레스)|하늘나라|무지개\s?다리|죽[고은어]",
            r"\b(?:i['’]?m|i['’]ve|i (?:take|took|am|have|had|was|got|get|feel|need|use|started|also))\b",
            r"\bi (?:can['’]?t|tested)\b",
            r"\b(?:me|myself|mine|died|passed away|put down|put to sleep|buried|grieving)\b",
            r"\bmy (?:own|bp|blood|sugars?|hba1c|doctor|gp|dose|weight|tablets|meds|inhaler|knee|back|hand)\b",
            r"\bmy (?:chest|head|arm|leg|eye)\b",
            r"\b(?:mum|mom|dad|mother|father|husband|wife|son|daughter|gran|nan|grandad)\b(?!['’]s (?:dog|cat))",
        )
    )
)
"""Where a person is spoken of again."""
_MOVES_ON: Final = lazy_regex(
    r"\s*(?:(?:and|then|so|now|but|also)[\s,]+)*(?:i|we|my|me|took|had|felt|slept|woke)\b"
    r"|\s*(?:저|나|제|내|난|전)(?![가-힣]{2})"
)
"""A sentence that begins with whoever writes."""
_OF_ANIMALS: Final = lazy_regex(r"dander|milk|rodent|mite|pollen|horse|feather|egg", re.IGNORECASE)
"""What people are allergic to who speak of animals."""
_CALLED: Final = lazy_regex(
    rf"\b(?i:{_EN})s?,?\s(?:(?:is\s)?(?:called|named)\s)?(?P<en>[A-Z][a-z]+)\b"
    rf"|\b(?P<before>[A-Z][a-z]+),?\s(?:my|our|the)\s(?:\w+\s)?(?i:{_EN})s?\b"
    rf"|(?<![가-힣])(?:{_KO})\s?(?:이름은\s|이름이\s)?(?P<ko>[가-힣]{{1,4}}?)(?:이(?=예요|에요)|예요|이에요|입니다|가\s|는\s|한테\s|도\s)"
)
"""The name that an animal is told to have."""
_NO_NAMES: Final = frozenset(
    "i the he she it my our me we and but so has is was had got says now today he's she's also then when after".split()
)


def without_what_is_an_animals(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], find: Callable[[str], Sequence[Mention]]
) -> tuple[Proposal, ...]:
    """``proposals`` without what is told of an animal; one that was named before is known by its name."""
    if not proposals:
        return ()
    names = {name for said in (*heard.said_before, sheet.original) for name in _names_in(said, find)}
    owned = [sheet.normalised.span(start, end) for start, end in _stretches(sheet, names)]
    return tuple(one for one in proposals if not _is_in(one, owned))


def _is_in(proposal: Proposal, owned: Sequence[tuple[int, int]]) -> bool:
    content = proposal.content
    if content is None or content.slot not in _SLOTS or proposal.start is None:
        return False
    if content.slot is SlotKind.DEMOGRAPHICS and content.subject != PATIENT:
        return False
    if content.slot is SlotKind.ALLERGIES and _OF_ANIMALS.search(content.concept.name):
        return False
    return any(start <= proposal.start < end for start, end in owned)


def _names_in(said: str, find: Callable[[str], Sequence[Mention]]) -> Iterator[str]:
    for told, is_korean in _called(said):
        # "콩이예요" may be 콩 or 콩이.
        for name in (told, f"{told}이") if is_korean else (told,):
            listed = any(one.end - one.start == len(name) for one in find(name))
            if name.casefold() not in _NO_NAMES and not listed:
                yield name.casefold()


@remembered
def _called(said: str) -> tuple[tuple[str, bool], ...]:
    """The names that animals are told to have, and whether each is Korean."""
    return tuple((one["en"] or one["before"] or one["ko"], bool(one["ko"])) for one in _CALLED.finditer(said))


def _any_of(names: Collection[str]) -> re.Pattern[str] | None:
    """What finds one of these names, with the word before it by which something is given to it."""
    if not names:
        return None
    told = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    behind = r"(?=['’]|[^a-z가-힣]|이?[가는은도의를]|이?한테|\s|$)"
    return re.compile(rf"(?:\b(?:for|to|give|gave|put)\s)?(?<![가-힣a-z])(?:{told}){behind}")


def _stretches(sheet: Sheet, names: Collection[str]) -> Iterator[tuple[int, int]]:
    """Where the words speak of an animal; a sentence behind one that told something of it goes on about it."""
    text, goes_on, named = sheet.folded, False, _any_of(names)
    for start, end in sentences(text):
        found = None
        if _OF_A_PERSON.search(text, start, end) is None:
            found = (named and named.search(text, start, end)) or _ANIMAL.search(text, start, end)
        if found is None and (not goes_on or _MOVES_ON.match(text, start, end) is not None):
            goes_on = False
            continue
        begun = start if found is None else found.start()
        person = _PERSON.search(text, begun, end)
        if found is not None and _GIVEN.match(found[0]) and _PERSON.search(text, start, found.start()) is None:
            # "Thyroxine 75 for the cat": what stands before it in its sentence is of it, too.
            begun = start
        until = person.start() if person is not None else end
        yield begun, until
        goes_on = person is None and (goes_on or any(begun <= one.start < until for one in sheet.mentions))
