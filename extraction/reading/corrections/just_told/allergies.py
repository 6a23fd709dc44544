"""An allergy told of the wrong medicine or of the wrong person: "it was codeine, the other one I've always had fine".

Whichever way it is said, what must come out is that the substance on record is no longer one to be kept from, and that
the one that did it is, with what it did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from domain.proposals import Operation, Proposal, Target
from domain.values import PATIENT, Content, Polarity, SlotKind, Status
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Mention
from extraction.reading.asking.asked import sentences
from extraction.reading.corrections.denying_an_illness import denies_another, denies_for_oneself, is_shared
from extraction.reading.corrections.just_told.alike import did_likewise, is_a_relatives
from extraction.reading.corrections.just_told.focus import (
    LONGEST,
    adds,
    asks,
    is_own,
    is_put_right,
    is_source,
    relatives_named,
    the_one_meant,
)
from extraction.reading.corrections.taking_back import Span, is_denied
from extraction.reading.figures.written_doses import written_dose
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Understanding
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import assumed_unit

_SUBSTANCES: Final = frozenset({"medications", "drug_classes", "allergens"})
_CLAUSE: Final = lazy_regex(
    r"[,;:]\s|\s[-–—]+\s|\b(?:but|and|while|whereas|which|turns? out|turned out)\s|(?<=[가-힣])(?:는데|은데|인데"
    r"|던데|지만|구요|고요|(?<!먹)(?<!맞)고|며|니까)(?=[\s,])"
)
_BORNE: Final = lazy_regex(
    r"(?<!not )(?<!n['’]t )(?<!cannot )(?<!never )\b(?:fine|grand|okay|ok|well|safely|tolerat\w+|harmless|happily)\b"
    r"|\b(?:no|any|without|never|not|nae|nothing|n['’]?t|none|nor)\b[^.;!?]{0,30}?\b(?:troubl\w*|problems?|bother\w*"
    r"|issues?"
    r"|difficult\w+|reactions?|react\w*|harm\w*|hurt|happen\w*|effects?|incidents?|agree\w*|complaints?|wrong"
    r"|a thing|lick)\b"
    r"|괜찮|멀쩡|아무렇지|잘만?\s?먹|잘\s?맞|(?:문제|이상|탈|일|부작용|반응)\S{0,4}\s?(?:\S{1,3}\s)?(?:없|안"
    r"|생기지\s?않|난\s?적)|문제없|탈없|이상없|무사"
)
"""That a substance was had and did nothing."""
_DID: Final = lazy_regex(
    r"\bal+erg\w*|\breact\w*|\bcaused?\b|\bculprit\b|\bdid (?:that|it|this)\b|\bdone (?:it|that)\b|\bdoes (?:that"
    r"|it)\b"
    r"|\b(?:gave|given?|made|brought|set|got|had|has|broke|came)\b[^.;!?]{0,20}\b(?:that|it|me|out|off|up)\b"
    r"|\bresponsible\b|\bto blame\b|\bthe (?:bad )?one\b|\bbad (?:with|wi)\b|\btrouble with\b"
    r"|알레르기|알러지|앨러지|반응|때문|탈\s?[난이]|문제[가였]|그렇게\s?만|그런\s?(?:거|것|게)|그랬|일으|일어|원인"
    r"|난\s?(?:거|건|게|것)"
)
"""That a substance did what was told."""
_IS_IT: Final = lazy_regex(
    r"(?:[가-힣]*이?었|[가-힣]*였|이?래|이?라[고네는]|이?에요|예요|입니다|[이가]\s?(?:맞|옳)|으?로\s?(?:고|바|정|수))"
)
"""Right behind a substance in Korean: it is the one."""
_IT_IS: Final = lazy_regex(
    r"\b(?:it|that|this|one|medicine|drug|allergy|which|name)(?:['’]s| is| was| should be| should have been"
    r"| ought to be)?"
    r"(?: (?:actually|really|in fact|supposed to be|for|to|called|the))*\s$|\b(?:should|ought to|make (?:that|it)"
    r"|mean|meant|say|"
    r"but|rather|to)(?: (?:be|have been|say))?(?: the)?\s$"
)
"""Right before a substance: it is the one."""


def with_allergies_put_right(
    sheet: Sheet,
    heard: Heard,
    understanding: Understanding,
    proposals: Sequence[Proposal],
    lexicon: Lexicon,
    author: str,
) -> tuple[Proposal, ...]:
    """``proposals`` in which the allergy that was told is another substance's instead, or a relative's."""
    if (
        len(sheet.folded) > LONGEST
        or heard.patient_is
        or not any(one.slot is SlotKind.ALLERGIES for one in heard.facts)
    ):
        return tuple(proposals)
    named = [(as_allergen(one, lexicon), one) for one in sheet.mentions if _is_substance(one)]
    known = the_one_meant(heard, SlotKind.ALLERGIES, _ids(named), is_own)
    if known is None:
        return tuple(proposals)
    others = _narrowest([one for one in named if not _is_it(one, known)])
    substances = {known.concept.concept_id, *known.concept.broader, *_ids(named)}
    if not others:
        relative = _bearer(sheet, understanding)
        if relative is None or asks(sheet, relative.start):
            return tuple(proposals)
        found = _of_relative(sheet, known, relative, author)
    elif len({entry.concept_id for entry, _ in others}) > 1 or asks(sheet, others[0][1].start):
        return tuple(proposals)
    elif _did_it(sheet, understanding, named, known):
        found = _other_allergy(sheet, known, others[0], author)
    elif did_likewise(sheet.folded, others[0][1], relatives_named(sheet)):
        found = _one_more(sheet, known, others[0], author)
        substances = _ids(others)
    else:
        return tuple(_left_standing(sheet, proposals, named, known, lexicon))
    return (*(one for one in proposals if not _is_about(one, substances)), found)


def _is_substance(one: Mention) -> bool:
    """Whether a mention names a substance: "알레르기 약" is the medicine that an allergy is to."""
    return one.entry.kind in _SUBSTANCES and _ALLERGY.search(one.surface.lower()) is None


_ALLERGY: Final = lazy_regex(r"\bal+erg\w*|알레르기|알러지|앨러지")
Named = tuple[Entry, Mention]
"""A substance as what one is allergic to, and where it is named."""


def _narrowest(named: Sequence[Named]) -> list[Named]:
    """The substances without the classes that they are of: "my blood pressure tablet is amlodipine" names one."""
    broader = {each for entry, mention in named for each in (*entry.broader, *mention.entry.broader)}
    return [one for one in named if broader.isdisjoint((one[0].concept_id, one[1].entry.concept_id))]


def _ids(named: Sequence[Named]) -> set[str]:
    return {one for entry, mention in named for one in (entry.concept_id, mention.entry.concept_id)}


def _is_it(named: Named, known: Content) -> bool:
    own = {known.concept.concept_id, *known.concept.broader}
    return named[0].concept_id in own or named[1].entry.concept_id in own


def _did_it(sheet: Sheet, understanding: Understanding, named: Sequence[Named], known: Content) -> bool:
    """Whether the words say that the substance which is not on record is the one, and not the one that is."""
    text, clauses = sheet.folded, _clauses(sheet.folded)
    old = [one[1] for one in named if _is_it(one, known)]
    new = [one[1] for one in named if not _is_it(one, known)]
    denied = any(is_denied(text, (one.start, one.end)) for one in old)
    if sheet.figures or (not denied and any(is_denied(text, (one.start, one.end)) for one in new)):
        return False
    guilty = [
        one
        for one in new
        if not _is_borne(text, clauses, one, [each for _, each in named])
        and (denied or not _is_taken(text, one) or did_likewise(text, one, relatives_named(sheet)))
    ]
    if not guilty:
        return False
    cleared = denied or any(_is_borne(text, clauses, one, [each for _, each in named]) for one in old)
    cleared = cleared or any(is_a_relatives(text, one, relatives_named(sheet)) for one in old)
    cleared = cleared or (not old and _THE_OTHER.search(text) is not None and _BORNE.search(text) is not None)
    if adds(sheet) and not cleared:
        return False
    if not cleared and not is_put_right(sheet, understanding) and not any(_was_it(text, one) for one in guilty):
        return False
    said_so = any(_is_the_one(text, clauses, one) or did_likewise(text, one, relatives_named(sheet)) for one in guilty)
    return said_so or denied or (cleared and _DID.search(text) is not None)


def _is_taken(text: str, one: Mention) -> bool:
    """Whether a substance is told as what is given or used."""
    before = _GIVEN.search(text, max(0, one.start - 40), one.start)
    return before is not None or _GIVEN_BEHIND.match(text, one.end) is not None


def _was_it(text: str, one: Mention) -> bool:
    """Whether the words say of a substance that it was the one."""
    return (
        _WAS_KO.match(text, one.end) is not None or _WAS_EN.search(text, max(0, one.start - 40), one.start) is not None
    )


_GIVEN: Final = lazy_regex(
    r"\b(?:g[aio]ve[ns]?|giving|prescrib\w+|put|started|switch\w+|chang\w+ to|swapp\w+|took|taking|takes?|on|us(?:e"
    r"|ing|ed)|got)"
    r"(?: (?:me|him|her|us))?(?: (?:on|over|to|onto|the|some|back))*\s$|\b(?:tablets?|pills?|medicines?|medication"
    r"|inhaler) (?:is|are|was)\s$"
)
_GIVEN_BEHIND: Final = lazy_regex(
    r"(?: that| which)? (?:instead(?! of)|now\b|they gave|i was given|i got|\d)"
    r"|(?:[을를]|으?로)?\s?(?:처방|바꿔\s?주[셨시]|바꾸셨|먹고\s?있|복용\s?중|복용하고|드시고\s?있)"
)
_THE_OTHER: Final = lazy_regex(
    r"\b(?:the|that) (?:other|first|medicine|one|drug)\b|\bi(?:['’]ve| have|['’]d| had)? (?:told|said|named"
    r"|mentioned|gave)\b|\bthat one\b"
    r"|말한|말씀|먼저|아까|처음|다른\s?(?:약|거|것)|그건|그거"
)
"""That the substance on record is meant without its name."""
_WAS_EN: Final = lazy_regex(r"\b(?:it|that|this)(?:['’]s| is| was)(?: (?:actually|really|in fact|the))*\s$")
_WAS_KO: Final = lazy_regex(r"(?:이었|였)")


def _clauses(text: str) -> list[Span]:
    found: list[Span] = []
    for start, end in sentences(text):
        marks = [start, *(one.end() for one in _CLAUSE.finditer(text, start, end)), end]
        found += list(pairwise(marks))
    return found


def _is_borne(text: str, clauses: Sequence[Span], one: Mention, named: Sequence[Mention]) -> bool:
    """Whether words of its clause say that a substance did nothing, which are nearer to it than to another."""
    start, end = _around(clauses, one, len(text))
    beside = [each for each in named if start <= each.start < end]
    for mark in _BORNE.finditer(text, start, end):
        if min(beside, key=lambda each: _apart(each, mark.start(), mark.end())) is one:
            return True
    return False


def _apart(one: Mention, start: int, end: int) -> int:
    return start - one.end if one.end <= start else max(0, one.start - end)


def _is_the_one(text: str, clauses: Sequence[Span], one: Mention) -> bool:
    start, end = _around(clauses, one, len(text))
    behind, before = _IS_IT.match(text, one.end), _IT_IS.search(text, max(start, one.start - 50), one.start)
    return _DID.search(text, start, end) is not None or behind is not None or before is not None


def _around(clauses: Sequence[Span], one: Mention, length: int) -> tuple[int, int]:
    return next((span for span in clauses if span[0] <= one.start < span[1]), (0, length))


def _other_allergy(sheet: Sheet, known: Content, new: Named, author: str) -> Proposal:
    quote, start, end = sheet.quote(new[1].start, new[1].end)
    return Proposal(
        operation=Operation.CORRECT,
        content=Content(
            slot=SlotKind.ALLERGIES, concept=new[0].concept(sheet.language), reaction=known.reaction,
            severity=known.severity,
        ),
        target=Target(slot=SlotKind.ALLERGIES, concept_id=known.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author, fields=("concept",),
    )  # fmt: skip


def _one_more(sheet: Sheet, known: Content, new: Named, author: str) -> Proposal:
    """An allergy beside the one on record, with the same reaction."""
    quote, start, end = sheet.quote(new[1].start, new[1].end)
    content = Content(slot=SlotKind.ALLERGIES, concept=new[0].concept(sheet.language), reaction=known.reaction)
    return Proposal(operation=Operation.ASSERT, content=content, quote=quote, start=start, end=end, extractor=author)


def _bearer(sheet: Sheet, understanding: Understanding) -> Mention | None:
    """The one relative whom the words say that it happened to, and not to the patient."""
    text = sheet.folded
    bearing = [
        one
        for one in relatives_named(sheet)
        if not denies_another(text, one.start, one.end) and not is_source(text, one)
    ]
    if len({one.entry.concept_id for one in bearing}) != 1 or is_shared(text) or _tells_an_illness(sheet):
        return None
    own = denies_for_oneself(text) or _BORNE.search(text) is not None
    theirs = _OF_THEIRS.search(text, bearing[0].start) is not None
    return bearing[0] if own or (not theirs and is_put_right(sheet, understanding)) else None


_OF_THEIRS: Final = lazy_regex(
    r"\b\w+['’]s (?:\w+ ){1,2}?(?:al+erg\w*|reaction)|(?<=[가-힣])의\s\S+\s(?:알레르기|알러지)"
)
"""What a relative has, and nobody has told of oneself."""


def _tells_an_illness(sheet: Sheet) -> bool:
    """Whether an illness is named that no substance brings on: then somebody tells of that."""
    named = (one for one in sheet.mentions if one.entry.kind == "conditions")
    return any(not _DID.search(one.surface.lower()) and one.entry.concept_id not in _BROUGHT_ON for one in named)


_BROUGHT_ON: Final = frozenset({"urticaria", "angioedema", "anaphylaxis", "drug_allergy_condition"})


def _of_relative(sheet: Sheet, known: Content, relative: Mention, author: str) -> Proposal:
    quote, start, end = sheet.quote(relative.start, relative.end)
    return Proposal(
        operation=Operation.RETRACT,
        target=Target(slot=SlotKind.ALLERGIES, concept_id=known.concept.concept_id),
        quote=quote, start=start, end=end, extractor=author, reattributed_to=relative.entry.concept_id,
    )  # fmt: skip


def _left_standing(
    sheet: Sheet, proposals: Sequence[Proposal], named: Sequence[Named], known: Content, lexicon: Lexicon
) -> Iterator[Proposal]:
    """``proposals`` in which no medicine takes the place of an allergy, and none that is blamed is cleared."""
    text, clauses = sheet.folded, _clauses(sheet.folded)
    old = [one[1] for one in named if _is_it(one, known)]
    blamed = any(
        _is_the_one(text, clauses, one) and not _is_borne(text, clauses, one, [each for _, each in named])
        for one in old
    )
    for one in proposals:
        content, target = one.content, one.target
        of_it = target is not None and target.concept_id == known.concept.concept_id
        allergy = content is not None and content.slot is SlotKind.ALLERGIES
        if blamed and allergy and content is not None and content.polarity is Polarity.NEGATED:
            continue
        if content is None or not allergy or one.operation is not Operation.CORRECT or not of_it or old:
            yield one
            continue
        taken = _narrowest(named)[0][1]
        if content.concept.concept_id == known.concept.concept_id or taken.entry.kind != "medications":
            yield one
            continue
        concept = taken.entry.concept(sheet.language)
        figure = next((each for each in sheet.figures if taken.end <= each.start <= taken.end + _DOSE_REACH), None)
        dose = written_dose(figure, assumed_unit(concept, None, lexicon)) if figure is not None else None
        medicine = Content(slot=SlotKind.MEDICATIONS, concept=concept, status=Status.ACTIVE, dose=dose)
        yield one.with_fields(operation=Operation.ASSERT, content=medicine, target=None)


_DOSE_REACH: Final = 24
"""Most characters between a medicine's name and its dose behind it."""
_SAID_OF_IT: Final = frozenset({SlotKind.ALLERGIES, SlotKind.MEDICATIONS})
_DONE_BY_IT: Final = frozenset({SlotKind.SYMPTOMS, SlotKind.CONDITIONS, SlotKind.FAMILY_HISTORY})


def _is_about(proposal: Proposal, substances: set[str]) -> bool:
    """Whether it is another reading of the same words: the substance as a medicine, or what it did as a complaint."""
    content, target = proposal.content, proposal.target
    if content is None:
        return target is None or target.concept_id is None or target.concept_id in substances
    if content.subject != PATIENT and content.slot is not SlotKind.FAMILY_HISTORY:
        return False
    return (content.slot in _SAID_OF_IT and content.concept.concept_id in {*substances, "*"}) or (
        content.slot in _DONE_BY_IT
    )
