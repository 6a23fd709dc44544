"""Who it is that takes, has or measures what an English sentence names: the last one told of before it, as a rule.

"Coworker says her doctor gave her 40 Lipitor" is of her, "my sister reminded me to take Lipitor" of me. Behind the name
stands whose it is: "the Lipitor on the counter is my husband's", "I pick up ramipril for my sister".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extraction.reading.people.persons import OUTSIDER, SELF, Person
from extraction.reading.people.set_apart import says_not_own
from extraction.text.lazy_regex import lazy_regex

_HAVING: Final = lazy_regex(
    r"\b(?:takes?|taking|took|takin|on|onto|uses?|used|using|has|had|have|having|got|gets?|getting|keeps?|kept|gave"
    r"|given|put|prescribed|start(?:s|ed)?|needs?|been|is|was|are|were|went|came|come|comes|woke|wakes|up with|feels?"
    r"|felt|feeling|complain\w*|suffer\w*|diagnosed|lives?|swears|pops?|inject\w*|develop\w*|caught|with|switched|moved"
    r"|reacts?|allergic|runs?|rang in|down)\b|['’]s\b|\bwho?s\b"
)
_ACTS: Final = lazy_regex(
    r"\b(?:recommend\w*|suggest\w*|advis\w*|warn\w*|remind\w*|wants?|wanted|thinks?|thought|reckons?|notic\w*|found|finds"
    r"|check(?:s|ed)?|measur\w*|bought|brought|sent|order(?:s|ed)|picks?|picked|sells?|sold|read|ask(?:s|ed)?|told|tells?"
    r"|says?|said|heard|hears|saw|sees|looked|looks|worr\w*|took my|hand(?:s|ed)|offer(?:s|ed)|swapped|makes? sure"
    r"|mentioned"
    r"|googled|insist\w*|keeps? (?:telling|asking|saying|on at))\b"
)
"""What somebody does about a thing that is another's, or says of it."""
_APART: Final = lazy_regex(r"[,;:]|\b(?:but|so|because|and|while|cos|cause|then|when)\b")
_SUBJECT: Final = lazy_regex(
    r"(?:^|[,;:(\-–—]|\b(?:and|but|so|because|cos|while|when|that|if|as|then|though|since|or|how|why|is|was|it['’]?s|its"
    r"|it is|that['’]?s|thats|says?|said|think|know|knows|heard|reckon|guess|believe|tells? me|told me|also|yes|no"
    r"|well|oh|ok"
    r"|okay|hi|hello|hey|anyway|btw|today|yesterday|now|lately|poor|not me|only|just|even|both))\s*"
    r"(?:(?:my|our|the|me|your|his|her|an?|old|older|younger|elder|eldest|oldest|youngest|big|little|wee|poor|dear|own|late"
    r"|best|good|other|elderly|lovely|twin|new|close|dear|this|that|some|one|another|half|step|next|door)\s)*$"
)
_GIVEN: Final = lazy_regex(
    r"\b(?:put|puts|started|starting|gave|gives|giving|prescribed|keeps|kept|has|got|moved|switched|had)\s"
    r"(?:(?:my|our|the|poor|old)\s)*$"
)
_OWNED: Final = lazy_regex(r"(?:['’]s|['’])?\s(?:[\w.%/-]+\s){0,3}")
_MY: Final = lazy_regex(
    r"\b(?:my|mine)\b[\s,:]*(?:(?:own|new|usual|old|morning|evening|night|nightly|daily"
    r"|weekly|current|regular|blood|pressure|bp|heart|first|last|latest|next|prescription|dose|of|tablets?|pills?|dear)\s){0,3}$"
)
_IS_OF: Final = lazy_regex(
    r"\b(?:is|are|was|were|belongs? to|it['’]?s|its|that['’]?s|thats|those are|these are"
    r"|they['’]?re)(?: (?:actually|really"
    r"|all|just|for|only|to))*\s(?:(?:my|our|the|me|old|poor)\s)*$"
)
_FETCHES: Final = lazy_regex(
    r"\b(?:pick(?:s|ed|ing)? up|collect(?:s|ed|ing)?|fetch(?:es|ed|ing)?|buy(?:s|ing)?|bought|order(?:s|ed|ing)?"
    r"|get(?:ting)?"
    r"|got|sort(?:s|ed|ing)?(?: out)?|fill(?:s|ed|ing)?|drop(?:s|ped|ping)?(?: off)?|carry|carries|keep(?:s|ing)?"
    r"|crush(?:es)?"
    r"|put(?:s|ting)? out|refill(?:s|ed|ing)?|paid|pay(?:s|ing)?)\b"
)
_FOR: Final = lazy_regex(r"\bfor\s(?:(?:my|our|the|an?|this|that|me|old|poor|his|her)\s)*$")
_ON: Final = lazy_regex(
    r"\s(?:(?:is|was|are|that)\s)?(?:(?:runs|comes)\s)?(?:down\s)?(?:on|from)\s(?:(?:my|our|the)\s)*$"
)
_SIDE: Final = "relative"
"""A side of the family, and nobody of it by name."""
_IS_WHAT: Final = lazy_regex(
    r"^[^.!?]{0,16}?\b(?:is|are|was|that['’]?s|thats|it['’]?s|its|['’]s)\s(?:just )?(?:what|the one|something"
    r"|one)?\s?(?:that )?"
    r"(?:(?:my|our|the|old)\s)*$"
)


def holder_en(text: str, people: Sequence[Person], place: tuple[int, int], within: tuple[int, int]) -> Person | None:
    """Who holds what stands at ``place`` of the sentence ``within``; None where the words don't tell."""
    start, end = within
    around = [one for one in people if start <= one.start < end]
    before = [one for one in around if one.end <= place[0]]
    behind = [one for one in around if one.start >= place[1]]
    last = before[-1] if before else None
    owner = _owner_behind(text, place, behind, last, start)
    if owner is not None:
        return owner
    if _MY.search(text[start : place[0]]) and (last is None or _MY_BEHIND.search(text[last.end : place[0]])):
        return Person(SELF, place[0], place[0])
    if last is not None and last.who != SELF and _holds(text, last, place[0], start):
        return last
    if last is not None and last.who == SELF:
        if _TOLD_BY.search(text[start : last.end]) and says_not_own(text, place[1], end):
            return before[0]
        return last
    if says_not_own(text, start, end):
        return next((one for one in around if one.who != SELF and one.who != "treating"), None)
    return None


_MY_BEHIND: Final = lazy_regex(r"\b(?:my|mine)\b")
_TOLD_BY: Final = lazy_regex(r"\b(?:told|tells) me$")


def _owner_behind(
    text: str, place: tuple[int, int], behind: Sequence[Person], last: Person | None, start: int
) -> Person | None:
    for one in behind:
        gap = text[place[1] : one.start]
        if one.who == SELF:
            continue
        if one.who == _SIDE and _ON.search(gap) is not None:
            # "There's gout on my mother's side", "diabetes on Dad's side of the family".
            return one
        named = re.match(r"['’]s?(?!\w)|s['’]?(?=[\s,.]|$)", text[one.end :]) is not None
        if named and _IS_OF.search(gap) and _APART.search(gap) is None:
            return one
        belongs = re.search(r"\bbelongs? to\s(?:(?:my|our|the)\s)*$", gap) is not None
        fetched = _FOR.search(gap) and _FETCHES.search(text, start, place[0]) and _APART.search(gap) is None
        if belongs or (fetched and (last is None or last.who == SELF)):
            return one
        taken = re.match(
            r"\s(?:is |was )?(?:takes|taking|on|uses|has|gets|had|got)\b|['’]?s (?:on|taking|been)\b", text[one.end :]
        )
        if taken and _IS_WHAT.match(gap):
            return one
    return None


def _holds(text: str, one: Person, place: int, start: int) -> bool:
    """Whether somebody named before a thing has it, as the words between tell."""
    gap, ahead = text[one.end : place], text[start : one.start]
    possessive = re.match(r"['’]", gap) or re.search(r"['’]s?$", text[one.start : one.end])
    if possessive and _OWNED.fullmatch(gap) and not _ACTS.search(gap):
        return True
    pieces = _APART.split(gap)
    having = _HAVING.search(pieces[-1]) or (len(pieces[-1].split()) <= 2 and _HAVING.search(gap))
    if not having or _ACTS.search(gap):
        return _GIVEN.search(ahead) is not None and len(gap.split()) <= 2 and not _ACTS.search(gap)
    pronoun = re.fullmatch(r"(?:he|she|they|him|her|them)", text[one.start : one.end]) is not None
    return pronoun or one.who == OUTSIDER or bool(_SUBJECT.search(ahead)) or bool(_GIVEN.search(ahead))
