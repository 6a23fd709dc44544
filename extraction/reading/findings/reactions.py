"""What the body did to a substance: told with the allergy, it is its reaction and no complaint of its own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read
from extraction.text.lazy_regex import lazy_regex


def reaction_to(read: Read, reads: Sequence[Read]) -> str | None:
    """The finding told beside the substance that nobody has apart from it."""
    place = read.item.start
    # The named ones come first, by place.
    named = bisect_left(reads, True, key=lambda other: not other.item.named)
    first = bisect_left(reads, place - _BESIDE, hi=named, key=lambda other: other.item.start)
    last = bisect_right(reads, place + _BESIDE, hi=named, key=lambda other: other.item.start)
    near = [
        other.item
        for other in reads[first:last]
        if _is_finding(other) and other.role in ("other", "allergies", "symptoms")
    ]
    nearest = min(near, key=lambda item: abs(item.start - place), default=None)
    told = [read.item for read in reads[first:last] if _is_finding(read) and read.role == "allergies"]
    nearest = min(told, key=lambda item: abs(item.start - place), default=nearest)
    return nearest.entry.name if nearest is not None and nearest.entry is not None else None


_BESIDE: Final = 60
"""Most characters between a substance and the reaction to it."""


def reacted_to(reads: Iterable[Read]) -> list[Read]:
    """The substances named in ``reads`` that somebody is told to be allergic to."""
    return [
        one for one in reads
        if one.role == "allergies" and one.state == "current" and one.change == "assert" and one.item.named
    ]  # fmt: skip


def is_reaction(read: Read, substances: Iterable[Read], text: str) -> bool:
    """Whether a finding is part of an allergy: read as such, or told with its substance in one sentence.

    ``substances`` are those of :func:`reacted_to`.
    """
    if not _is_finding(read):
        return False
    if read.role != "symptoms" or read.change != "assert":
        return read.role == "allergies"
    # A sting or a food may hurt right now; what a medicine did, and what is over, is told as the reaction.
    return any(
        (one.item.kind in _SUBSTANCES or (read.state == "ended" and one.item.kind == "allergens"))
        and _ENDS.isdisjoint(text[slice(*_between(one, read))])
        for one in substances
    )  # fmt: skip


_SUBSTANCES: Final = frozenset({"medications", "drug_classes"})


_ENDS: Final = frozenset(".!?\n")


def _between(one: Read, other: Read) -> tuple[int, int]:
    first, last = sorted((one, other), key=lambda read: read.item.start)
    return first.item.end, max(first.item.end, last.item.start)


def _is_finding(read: Read) -> bool:
    return read.item.kind in ("symptoms", "conditions")


_ALLERGIC: Final = (
    r"(?:hives|wheals|welts|nettle rash|rash(?:es)?|blotch(?:es|y)|anaphyla\w+|angioedema|itch(?:y|ing|ed)? all over"
    r"|(?:swelled|swole|puffed|blew|blown|swell|puff)(?: right| all)? up|swollen (?:face|lips?|tongue|throat|eyes)"
    r"|(?:face|lips?|tongue|throat|eyes?) (?:swelled|swelling|swole|swells|closed|closing|puffed)"
    r"|throat (?:closed|closing|tightened))"
)
_CAUSED_BY: Final = lazy_regex(
    rf"\b{_ALLERGIC}(?:(?! (?:on|from|with|after|off) )[^.,;:!?\d]){{0,24}}"
    r"\s(?:with|from|after|off|on|because of|due to|caused by|when (?:i|he|she|they) (?:took|had|tried|was (?:on"
    r"|given)))"
    r"\s(?:taking |having |being given |being on |a (?:course|dose|shot) of |the |some |any |her |his |my |that "
    r"|this )*$"
)
"""A reaction of the skin, of the face or of the whole body, and right behind it what brought it on."""
_NOT_SO: Final = lazy_regex(r"\b(?:no|not|never|without|didn't|don't|doesn't|if|could|might|can|does|is it)\b|\bn't\b")
_SOOTHING: Final = frozenset(
    {"antihistamine", "steroid", "topical_steroid", "emollient", "epinephrine", "epinephrine_autoinjector"}
)
"""Classes of what is given for such a reaction: "a rash, on cetirizine for it" accuses nobody."""
_CAUSE_REACH: Final = 90


_PUT_RIGHT_EN: Final = lazy_regex(
    r",? (?:it|that)(?:['’]s| is| was| were)(?: (?:actually|really|in fact|more like|more))*"
    r"(?: (?:my|his|her|the|an?))* $"
)
_PUT_RIGHT_KO: Final = lazy_regex(
    r"(?:은|는|에는|에|엔|은요|는요)?\s(?:사실(?:은)?|실은|실제로는?|정확히는)\s(?:[^.!?]{1,16}?\s?아니(?:라|고)\s)?"
    r"|(?:은|는|에는|에|엔|은요|는요)\s[^.!?]{1,16}?\s?아니(?:라|고)\s"
)
_WITH: Final = lazy_regex(r"\b(?:with|to|from|on|after|for) (?:the )?$")


def with_reactions_put_right(reads: Sequence[Read], sheet: Sheet) -> list[Read]:
    """``reads`` with what a substance is said to have done in truth as its reaction, and no complaint of its own.

    "With sulfa it was actually my throat swelling" tells nobody's throat of now, and takes no allergy back.
    """
    substances = [one for one in reads if one.role == "allergies" and one.item.named and not _is_finding(one)]
    pairs = [(one, read) for one in substances for read in reads if _is_put_right(one, read, sheet)]
    told, done = {id(one) for one, _ in pairs}, {id(read) for _, read in pairs}
    return [
        replace(read, change="assert", state="current") if id(read) in told and read.change in ("retract", "stop")
        else replace(read, role="allergies", change="assert", state="current") if id(read) in done
        else read
        for read in reads
    ]  # fmt: skip


def _is_put_right(one: Read, read: Read, sheet: Sheet) -> bool:
    if not _is_finding(read) or not read.item.named or read.item.start < one.item.end or read.state == "negated":
        return False
    between = sheet.folded[one.item.end : read.item.start]
    if sheet.language == "ko":
        return _PUT_RIGHT_KO.fullmatch(between) is not None
    return _PUT_RIGHT_EN.fullmatch(between) is not None and _WITH.search(sheet.folded[: one.item.start]) is not None


def with_what_was_reacted_to(reads: Sequence[Read], sheet: Sheet, *, for_another: bool) -> list[Read]:
    """``reads`` with a medicine that is named an allergy, or that brought a reaction on, as its cause.

    Such a medicine was taken once, and is told as what is not borne, never as what is in use. ``for_another`` is
    whether the record is kept for a relative: else what is said of one is not the patient's.
    """
    of_kin = not for_another and any(one.entry.kind == "relatives" for one in sheet.mentions)
    return [
        replace(read, role="allergies", state="current", change="assert", certain=True)
        if _brought_it_on(read, sheet)
        or (not of_kin and _swelled_up_then(read, sheet))
        or (not of_kin and (_is_called_an_allergy(read, sheet) or _was_eaten_and_reacted_to(read, sheet)))
        or _was_not_borne_before(read, sheet, for_another=for_another)
        else read
        for read in reads
    ]


_CALLED_BEHIND: Final = lazy_regex(
    r"\s?(?:에|에\s?대한|에\s?대해|계열|종류)?\s?(?:약물?\s?)?(?:알레르기|알러지|앨러지)\s?(?:반응)?(?:가|이|는|도)?\s?"
    r"(?:좀\s|심하게\s|약간\s)?(?:있(?!나|는지|을까|을지|냐|었나)|심[하해]|났|생[겼기])"
    r"|(?:\s?(?:을|를))?\s?(?:먹|맞|복용하|바르|드시|쓰)[가-힣]{0,2}\s?(?:고|으니|니까|었더니|았더니|더니|면|다가|서)\s?(?:[가-힣]{1,5}\s){0,2}?"
    r"(?:숨(?:이|을)?\s?(?:막|안\s?쉬|못\s?쉬|차|찬|찼|가[쁘빠빴])|호흡\s?곤란|(?:얼굴|입술|눈|목|혀)(?:이|가|도)?\s?(?:퉁퉁\s)?(?:붓|부었|부어|부은|조[여였])"
    r"|온몸에?\s?(?:두드러기|발진|반점|붉)|두드러기|아나필락|쇼크)[가-힣]{0,6}\s?(?:적|났|나서|생|왔|올라|했|었|[막붓쉬차]|와서|갔|있)"
)
"""Right behind a substance: that there is an allergy to it, or what the whole body did when it was taken."""
_CALLED_AHEAD: Final = lazy_regex(
    r"\b(?:i'?m|i am|he'?s|she'?s|he is|she is|is|am|was|been|and|,)\s(?:\w+\s){0,2}?allergic to (?:the |any |all )?"
    r"(?:\w+ (?:and|or) )?$"
    r"|\b(?:have|has|had|got|with) (?:an?|my|his|her|bad|severe|a bad|a severe)?\s?allerg(?:y|ies) to "
    r"(?:\w+ (?:and|or) )?$"
)
_CALLED_RIGHT_BEHIND: Final = lazy_regex(r"\s(?:antibiotic |drug )?allergy\b(?! (?:test|clinic|season))")
_HAS: Final = lazy_regex(r"\b(?:have|has|had|got|with|known|my|his|her)\b[^.?!;]{0,20}$|^\W*$")
_ASIDE: Final = lazy_regex(
    r"\b(?:no|not|never|isn't|aren't|wasn't|without|if|whether|maybe|could|might|wonder|does|do)\b|n't\b"
)


_THEN: Final = lazy_regex(
    r"\b(?:years?|months?|ages|decades?|a (?:while|time)) (?:ago|back)\b|\blast time\b|\bbefore\b|\bonce\b"
    r"|\bin the past\b"
    r"|\bas a (?:child|kid|baby|boy|girl)\b|\bwhen (?:i|he|she) was (?:little|small|young|a)\b|\bin (?:19|20)\d\d\b"
    r"|\blast (?:year|summer|winter|spring|autumn|month)\b|\bpreviously\b"
    r"|예전에|옛날에|전에|저번에|지난번에|작년에|재작년에|어릴\s?(?:때|적)|어렸을\s?때|젊었을\s?때"
)
"""That something was at another time than the present course."""
_IT_BROUGHT: Final = lazy_regex(
    rf"\b{_ALLERGIC}[^.;!?]{{0,30}}?\s(?:with|from|after|off|on|because of|due to|to|when (?:i|he|she|they) "
    rf"(?:took|had|tried))"
    r"\s(?:that|it|them|those|this|the same)\b"
    rf"|\b(?:it|that|they) (?:gave|brought|made|broke) (?:me|him|her|them) (?:up |out )?(?:in |with |have "
    rf")?(?:an? |the |bad |awful )*"
    rf"{_ALLERGIC}"
    r"|(?:그거|그걸|그게|그\s?약|같은\s?(?:거|걸|약)|이거|이걸|이\s?약)[가-힣]{0,3}\s?[^.!?]{0,12}?"
    r"(?:두드러기|발진|온몸|입술|얼굴|눈|목|호흡|숨|쇼크|아나필락)[^.!?]{0,12}(?:났|나서|올라|부었|붓|막혔|차서|왔|갔|생겼|일어)"
)
"""A reaction to what was named just before, and is only pointed to."""


def _was_not_borne_before(read: Read, sheet: Sheet, *, for_another: bool) -> bool:
    """Whether the next words tell a reaction of another time to a medicine that is named as given now.

    "They've given me trimethoprim, but I came out in a rash with that years ago": it is not what is in use.
    """
    item = read.item
    medicine = item.kind in _SUBSTANCES and item.named and item.entry is not None and item.heard is None
    if not medicine or read.role not in ("medications", "other", "asked") or read.state == "negated":
        return False
    behind = sheet.folded[item.end : item.end + _POINTED_REACH]
    other = min(
        (one.start for one in sheet.mentions if one.start >= item.end and one.entry.kind in _SUBSTANCES),
        default=len(sheet.text),
    )
    told = _IT_BROUGHT.search(behind)
    if told is None or item.end + told.end() > other:
        return False
    opening = max((behind.rfind(mark, 0, told.start()) for mark in _ENDS), default=-1) + 1
    closing = min((at for mark in _ENDS if (at := behind.find(mark, told.end())) >= 0), default=len(behind))
    kin = (one.start - item.end for one in sheet.mentions if one.entry.kind == "relatives")
    if not for_another and any(opening <= start < told.start() for start in kin):
        return False
    said = behind[opening:closing]
    return _THEN.search(said) is not None and _NOT_SO.search(behind, opening, told.end()) is None


_POINTED_REACH: Final = 160


_EATEN: Final = lazy_regex(
    r"\b(?:had|ate|eaten|eats?|eating|tried|tasted|took|drank|(?:gave|given|fed) (?:him|her|them|the \w+|my "
    r"\w+))\b[^.;!?]{0,20}$"
)
_AND_THEN: Final = lazy_regex(
    rf"[^.;!?]{{0,40}}?\b(?:and|then|&) (?:then |she |he |i |they )?(?:came|come|comes|broke|breaks|got|gets"
    rf"|had|developed|went|his|her|my|the|was)\b"
    rf"[^.;!?]{{0,24}}?{_ALLERGIC}"
)


def _was_eaten_and_reacted_to(read: Read, sheet: Sheet) -> bool:
    """Whether a food or a medicine was had and the body reacted at once: "she had egg and came out in hives"."""
    item = read.item
    substance = (item.kind in _SUBSTANCES or item.kind == "allergens") and item.named and item.entry is not None
    if not substance or read.role not in ("medications", "other", "asked", "social_history") or read.state == "negated":
        return False
    assert item.entry is not None
    if not _SOOTHING.isdisjoint((item.entry.concept_id, *item.entry.broader)):
        return False
    ahead = sheet.folded[max(0, item.start - _CAUSE_REACH) : item.start]
    told = _AND_THEN.match(sheet.folded, item.end)
    return told is not None and _EATEN.search(ahead) is not None and _NOT_SO.search(told.group()) is None


def _is_called_an_allergy(read: Read, sheet: Sheet) -> bool:
    """Whether the words next to a substance say in so many words that it is not borne."""
    item = read.item
    substance = (item.kind in _SUBSTANCES or item.kind == "allergens") and item.named and item.entry is not None
    if not substance or read.role not in ("medications", "other", "asked") or read.state == "negated":
        return False
    text = sheet.folded
    opening = max((text.rfind(mark, 0, item.start) for mark in _ENDS), default=-1) + 1
    closing = next((one for one in text[item.end :] if one in _ENDS), ".")
    if closing == "?":
        return False
    if _CALLED_BEHIND.match(text, item.end) is not None:
        return True
    ahead = text[max(opening, item.start - _CAUSE_REACH) : item.start]
    if _ASIDE.search(ahead) is not None:
        return False
    named = _CALLED_RIGHT_BEHIND.match(text, item.end) is not None and _HAS.search(ahead) is not None
    return named or _CALLED_AHEAD.search(ahead) is not None


_SWELLED: Final = lazy_regex(
    r"\b(?:lips?|tongue|face|throat|mouth|eyes?|eyelids?)(?:,? (?:and |& )?(?:my |his |her "
    r"|the )?(?:\w+ )?(?:lips?|tongue|face|throat|mouth"
    r"|eyes?))*\s(?:(?:all|just|really|got|was|were|went|would|start(?:ed|s)?|began|to|both|had|right)\s){0,3}"
    r"(?:swell(?:s|ed|ing)?|swole|swollen|bl[eo]w(?:s|n)?(?: right)? up|balloon\w*|puff(?:s|ed|ing)|clos(?:es?"
    r"|ed|ing)|tighten\w*)\b"
    r"|\b(?:anaphyla\w+|angio-?o?edema)\b"
)
_ONCE: Final = lazy_regex(
    rf"{_THEN.pattern}|\b(?:one|that|first) time\b|\b(?:took|rushed|sent|put) (?:me|him|her) (?:to|in"
    rf"|into) (?:the )?(?:hospital|er|a&e|icu|emergency)"
    r"|\b(?:ended up|was|landed|woke up|kept me) (?:in|at) (?:the )?(?:hospital|er|a&e|icu|emergency)"
    r"|\b(?:nearly|almost) (?:died|killed|choked)"
)
_RIGHT_NOW: Final = lazy_regex(
    r"\b(?:now|today|tonight|this (?:morning|afternoon|evening|minute)|just|since (?:yesterday|last night|this)"
    r"|yesterday|last night"
    r"|(?:an?|\d+|two|three|few) (?:hours?|minutes?|mins?|hrs?) ago|what do i|should i|still)\b"
)
_WHENEVER: Final = lazy_regex(
    r"(?:^|[.,;]\s?|\b(?:and|but)\s)(?:with|on|every time (?:i|he|she) (?:take|takes|took|had)|whenever i take)\s$"
)


def _swelled_up_then(read: Read, sheet: Sheet) -> bool:
    """Whether lips, tongue or throat are told to have swollen at another time, behind the one medicine of the sentence.

    "Enalapril, years ago, my tongue swelled up": who tells it so takes it no more, whatever the grammar; every relative
    of that medicine is dangerous.
    """
    item = read.item
    if item.kind not in _SUBSTANCES or not item.named or item.entry is None or read.state == "negated":
        return False
    if read.role not in ("medications", "other", "asked") or item.entry.concept_id in _SOOTHING:
        return False
    if not _SOOTHING.isdisjoint(item.entry.broader):
        return False
    text = sheet.folded
    opening = max((text.rfind(mark, 0, item.start) for mark in _ENDS), default=-1) + 1
    closing = min((at for mark in _ENDS if (at := text.find(mark, item.end)) >= 0), default=len(text))
    others = (one for one in sheet.mentions if one.entry.kind in _SUBSTANCES and one.start != item.start)
    if text[closing : closing + 1] == "?" or any(
        opening <= one.start < closing and one.entry.concept_id not in item.entry.broader for one in others
    ):
        return False
    swelled = _SWELLED.search(text, item.end, closing)
    if swelled is None or _NOT_SO.search(text, item.end, swelled.end()) is not None:
        return False
    if _RIGHT_NOW.search(text, opening, closing) is not None:
        return False
    return _ONCE.search(text, opening, closing) is not None or _WHENEVER.search(text, opening, item.start) is not None


def _brought_it_on(read: Read, sheet: Sheet) -> bool:
    item = read.item
    substance = item.kind in _SUBSTANCES and item.named and item.entry is not None and item.heard is None
    if not substance or read.role not in ("medications", "other") or read.state == "negated":
        return False
    assert item.entry is not None
    if not _SOOTHING.isdisjoint((item.entry.concept_id, *item.entry.broader)):
        return False
    opening = max((sheet.folded.rfind(mark, 0, item.start) for mark in (*_ENDS, ",", ";")), default=-1) + 1
    ahead = sheet.folded[max(opening, item.start - _CAUSE_REACH) : item.start]
    closing = next((one for one in sheet.folded[item.end :] if one in _ENDS), ".")
    return closing != "?" and _CAUSED_BY.search(ahead) is not None and _NOT_SO.search(ahead) is None
