"""An allergy told or denied of the one substance that is named, in whatever words: "there is one, penicillin, which
brought on hives", "I've had it before without any reaction, so that's not an allergy of mine".

Where one substance stands beside the word for an allergy and a reaction, it is that allergy and no medicine that is
taken; where the allergy is denied, the denial is of that substance and of no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import ANY, PATIENT, Content, Polarity, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentence_around
from extraction.reading.corrections.taking_back import asked_in
from extraction.reading.findings.suspected_allergies import left_open
from extraction.reading.items import Heard
from extraction.reading.people.persons import SELF, TREATING, persons
from extraction.reading.sheet import Sheet
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex

_LONGEST: Final = 260
"""Characters of a text in which one allergy is told; longer ones are lists."""
_SUBSTANCES: Final = frozenset({"medications", "drug_classes", "allergens"})
_CALLED: Final = lazy_regex(r"\bal+erg\w*|알레르기|알러지|알래르기|앨러지|과민")
_REACTION: Final = lazy_regex(
    r"\b(?P<en>hives|rash|welts|swelling|anaphylaxis|wheez\w*)\b|(?P<ko>두드러기|발진|부종|쇼크|호흡곤란)"
)
_NO_REACTION: Final = lazy_regex(
    r"\b(?:no|without|never|not|n'?t)\b[^.;!?]{0,24}\b(?:hives|rash|reaction|reacted)\b|(?:두드러기|발진"
    r"|반응)\S{0,4}\s?(?:\S{1,4}\s)?(?:없|안\s?나|않)"
)
_DENIED: Final = lazy_regex(
    r"\b(?:not|n'?t|isn'?t|never|no)(?: (?:an?|any|at all|really|my|been|known|have an?|got an?|actually))* al+erg"
    r"|\bal+erg\w*\b[^.;!?]{0,24}\b(?:not|none|no|isn'?t|negative)\b|\bthe answer(?: to that)? is no\b"
    r"|\b(?:but )?(?:no|nope),? (?:it|that) (?:does|is)(?: not|n'?t)\b"
    r"|(?:알레르기|알러지|알래르기|앨러지)\S{0,4}\s?(?:\S{1,6}\s){0,2}?(?:아니[에예라고었]|아닙"
    r"|없[어습다고네는])"
    r"|해당(?:은|이|되지|사항)?\s?(?:안|없|않)"
)
_TREATS: Final = lazy_regex(
    r"\b(?:for|against) (?:\w+ ){0,2}(?:al+erg\w*|rash|hives|welts|swelling)|\b(?:prescribed|treat\w*|cream"
    r"|ointment|relie\w+|helps?|(?<!when i )(?<!after i )(?<!time i )(?<!once i )(?<!i )took|using)\b"
    r"|(?:두드러기|발진|(?:알레르기|알러지|알래르기)(?!\s?약\s?(?:하나|이름|은|이|중|말"
    r"|한)))\S{0,2}\s?(?:때문에\s?(?:\S{1,6}\s){0,2}?(?:약|치료|연고|처방)|약"
    r"|치료|연고|로\s?(?:먹|바르|처방))"
    r"|(?:먹고\s?있|먹는데|먹어요(?!\S)|바르|처방)"
)
"""Words by which a substance is taken for the reaction, and not its cause."""
_UNSURE: Final = lazy_regex(
    r"\b(?:not sure|maybe|might|perhaps|think|suspect\w*|wonder\w*|if)\b|모르|글쎄|의심|혹시\s?모|것\s?같"
)


def with_the_allergy_of_one_substance(
    sheet: Sheet, heard: Heard, proposals: Sequence[Proposal], lexicon: Lexicon, author: str
) -> tuple[Proposal, ...]:
    """``proposals`` in which the one substance named is an allergy of the patient's, or is said to be none."""
    text = sheet.folded
    named = [one for one in sheet.mentions if one.entry.kind in _SUBSTANCES and not _CALLED.search(one.surface.lower())]
    if not named or len(text) > _LONGEST or _CALLED.search(text) is None:
        return tuple(proposals)
    substances = {as_allergen(one, lexicon).concept_id for one in named}
    if len(substances) != 1 or any(one.who not in (SELF, TREATING) for one in persons(sheet)):
        return tuple(proposals)
    if _is_taken(sheet, named[0], proposals):
        # "I take metformin twice a day, no allergies" denies them all, and tells a medicine.
        return tuple(proposals)
    asks = [] if _DENIED.search(text) else asked_in(text)
    if any(first <= named[0].start < last for first, last in asks):
        return tuple(proposals)
    brought = _brought_on(sheet)
    found = _REACTION.search(text) if brought is None else None
    reaction = brought.entry.name if brought is not None else found[0] if found is not None else None
    if _NO_REACTION.search(text) is not None:
        brought, reaction = None, None
    if left_open(text):
        return tuple(proposals)
    if _DENIED.search(text) is not None and reaction is None and "?" not in text:
        polarity = Polarity.NEGATED
    elif (
        reaction is not None
        and _TREATS.search(text) is None
        and _UNSURE.search(text) is None
        and _DENIED.search(text) is None
    ):
        polarity = Polarity.AFFIRMED
    else:
        return tuple(proposals)
    told = [one for one in proposals if _is_told(one, substances, polarity)]
    others = [
        one
        for one in proposals
        if one not in told and not _is_of(one, sheet, heard, named[0], substances) and not _is_brought_on(one, brought)
    ]
    if told:
        return (*(_with_reaction(one, brought) for one in told), *others)
    return (*others, _allergy(sheet, named[0], polarity, reaction, lexicon, author))


def _brought_on(sheet: Sheet) -> Mention | None:
    """The one complaint that is told as what came of the substance, and not as one of today."""
    findings = [
        one
        for one in sheet.mentions
        if one.entry.kind in ("symptoms", "conditions")
        and not _CALLED.search(one.surface.lower())
        and one.entry.concept_id not in _GENERAL
        and (one.entry.kind == "symptoms" or _is_allergic(one))
    ]
    broader = {each for one in findings for each in one.entry.broader}
    own = [one for one in findings if one.entry.concept_id not in broader]
    if len({one.entry.concept_id for one in own}) != 1:
        return None
    start, end = sentence_around(sheet.folded, own[0].start)
    dated = any(start <= one.start < end for one in sheet.dates) or _TODAY.search(sheet.folded, start, end)
    came = _CAME if _is_allergic(own[0]) else _CAUSED
    if dated or (came.search(sheet.folded, start, end) is None and not _is_label(sheet.folded, own[0])):
        return None
    return own[0]


def _is_allergic(finding: Mention) -> bool:
    """Whether it is what allergies do to the skin, the face and the breath."""
    ids = {finding.entry.concept_id, *finding.entry.broader}
    return not ids.isdisjoint(_ALLERGIC) or any("swelling" in one for one in ids)


_ALLERGIC: Final = frozenset(
    {
        "hives_symptom",
        "urticaria",
        "rash",
        "itching",
        "edema",
        "angioedema",
        "anaphylaxis",
        "wheezing",
        "shortness_of_breath",
    }
)


def _is_label(text: str, finding: Mention) -> bool:
    """Whether the complaint stands behind a colon, in brackets or beside the word for an allergy alone."""
    return _LABELLED.search(text, max(0, finding.start - _LABEL), finding.start) is not None


_LABEL: Final = 24
_GENERAL: Final = frozenset({"drug_side_effect", "drug_allergy_condition", "allergic_reaction", "drug_reaction"})
"""What names a reaction and says nothing of it."""
_LABELLED: Final = lazy_regex(
    r"(?:\breaction|\bsymptoms?|\beffect|\bresult|반응|증상)\S{0,3}\s?(?:[:=,-]|is|was|은|는)?\s?(?:an? |the )?$"
    r"|\(\s?$|[:=]\s?$"
)
_CAME: Final = lazy_regex(
    r"\b(?:gave|gives?|got|gets?|had|ended|came|comes?|broke|breaks?|made|makes|developed|result\w*|reaction\w*"
    r"|react\w*|caus\w+|brought|brings|left|turned|kena|went|did|does|from|because of|due to|after|when i)\b"
    r"|먹[고었으]|맞[고았으]|쓰고|났|나서|나더|나[고는]|생[겼기긴]|왔|와서|오[더고]|반응|증상|일어|올라|나타|고생"
    r"|때문|있었|겪"
)
"""That a complaint came of something."""
_CAUSED: Final = lazy_regex(
    r"\b(?:gave|gives|made|makes|caus\w+|brought|brings|result\w*|reaction\w*|react\w*|ended up|from (?:it|that|them)"
    r"|because of|due to|after (?:it|that|taking)|when i (?:took|had|take|tried|was given|used))\b|먹[고었으]"
    r"|맞[고았]|쓰고|반응|일으"
)
"""That whatever complaint came of the substance."""
_TODAY: Final = lazy_regex(
    r"\b(?:today|tonight|now(?! and)|currently|at the moment|these days|this (?:morning|week|evening)|yesterday"
    r"|lately"
    r"|recently|for (?:\w+ ){1,2}(?:days?|weeks?|months?)|since)\b|오늘|지금|요즘|어제|요새|현재|최근|며칠"
)
"""That a complaint is of these days."""


def _is_brought_on(proposal: Proposal, brought: Mention | None) -> bool:
    """Whether it tells the reaction as a complaint of its own."""
    content = proposal.content
    if content is None or brought is None or content.slot not in (SlotKind.SYMPTOMS, SlotKind.CONDITIONS):
        return False
    ids = (brought.entry.concept_id, *_GENERAL)
    return content.concept.concept_id in ids and content.subject == PATIENT


def _with_reaction(proposal: Proposal, brought: Mention | None) -> Proposal:
    content = proposal.content
    if content is None or brought is None or content.polarity is not Polarity.AFFIRMED:
        return proposal
    return proposal.with_fields(content=content.with_fields(reaction=brought.entry.name))


def _is_taken(sheet: Sheet, named: Mention, proposals: Sequence[Proposal]) -> bool:
    """Whether a dose or a rhythm is told, or the medicine beside the denial of all allergies."""
    if sheet.figures or sheet.frequencies:
        return True
    told = [one.content for one in proposals if one.content is not None and one.operation is Operation.ASSERT]
    whole = any(one.slot is SlotKind.ALLERGIES and one.concept.concept_id == ANY for one in told)
    taken = any(
        one.slot is SlotKind.MEDICATIONS
        and one.concept.concept_id == named.entry.concept_id
        and one.polarity is Polarity.AFFIRMED
        for one in told
    )
    return whole and taken


def _is_told(proposal: Proposal, substances: set[str], polarity: Polarity) -> bool:
    content = proposal.content
    own = content is not None and content.slot is SlotKind.ALLERGIES and content.concept.concept_id in substances
    asserted = proposal.operation in (Operation.ASSERT, Operation.CORRECT)
    return own and asserted and content is not None and content.polarity is polarity and content.subject == PATIENT


def _is_of(proposal: Proposal, sheet: Sheet, heard: Heard, named: Mention, substances: set[str]) -> bool:
    """Whether it is another reading of the same words: a medicine that is taken, the opposite, a complaint of today."""
    content = proposal.content
    if content is None or content.subject != PATIENT:
        return False
    if content.slot is SlotKind.ALLERGIES:
        return content.concept.concept_id in (ANY, *substances)
    taken = {one.concept.concept_id for one in heard.facts if one.slot is SlotKind.MEDICATIONS}
    if content.slot is SlotKind.MEDICATIONS and content.concept.concept_id == named.entry.concept_id:
        return content.concept.concept_id not in taken
    reacted = content.concept.concept_id in ("urticaria", "hives_symptom", "rash", "skin_rash")
    return (
        reacted and content.slot in (SlotKind.SYMPTOMS, SlotKind.CONDITIONS) and proposal.operation is Operation.ASSERT
    )


def _allergy(
    sheet: Sheet, named: Mention, polarity: Polarity, reaction: str | None, lexicon: Lexicon, author: str
) -> Proposal:
    quote, start, end = sheet.quote(named.start, named.end)
    concept = as_allergen(named, lexicon).concept(sheet.language)
    content = Content(
        slot=SlotKind.ALLERGIES, concept=concept, polarity=polarity,
        reaction=reaction if polarity is Polarity.AFFIRMED else None,
    )  # fmt: skip
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=author)
