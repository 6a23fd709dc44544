"""Doses told with no name, which go on with the medicine counted before: "2 more at 11", "same again", "2시 또 두 알".

A number is one where nothing else is counted by it: "two eggs", "2 more hours" and "계란 두 알" are none. What is only
asked, meant to be taken, denied or somebody else's is none either.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from extraction.reading.medicines.doses_counted import FEW, NUMBER, OF_LONGER, tells_taken, value_of
from extraction.text.lazy_regex import lazy_regex


@dataclass(frozen=True, slots=True)
class GoneOn:
    """One more dose: tablets, or mg where no tablets are told; neither where it is as much ``again`` as the last."""

    tablets: float
    mg: float
    again: bool = False
    hours: frozenset[float] = frozenset()
    more: bool = False
    """Whether the words themselves say that it came on top ("more", "another", "또")."""


_CLOCK: Final = lazy_regex(
    r"(?<![\d.:])(?P<h>\d{1,2})(?:시(?!간)\s?(?:(?P<half>반)|(?P<min>\d{1,2})분)?|[:.](?P<m>[0-5]\d)(?!\d|\s?(?:mg|g\b|kg))"
    r"|\s?(?:am|pm|o'?clock)\b)"
    r"|\b(?:at|@|around|about) (?P<half_en>half (?:past )?)?(?P<bare>\d{1,2})\b(?![:.]\d|\s?(?:mg|g\b|%|tab|pill))",
    re.IGNORECASE,
)
_NOON: Final = 12
_HOUR_MINUTES: Final = 60.0
_TAIL: Final = (
    r"(?=\s*(?:$|[.,;!?)&+\n~ㅠㅜㅋㅎ-]|(?:at|@|around|about|just|now|this|last|with|before|after|then|and|later|tonight|today|since"
    r"|again|in the|when|because|cos|as|for|so|but|by|by mistake|like|of (?:them|those|the same|it)|is|that)\b))"
)
"""What may stand behind a bare number: whatever is counted would stand there."""
_FORM: Final = r"\s(?:tablets?|tabs?|pills?|caplets?|capsules?|caps|sachets?|doses?|of (?:them|those|the same))\b"
_SAID: Final = lazy_regex(
    rf"\b(?P<same>(?:the )?same (?:again|amount|dose)|(?:and )?(?:the )?same (?=at\b|now\b|just\b)"
    rf"|(?:one|an)other (?:dose|lot|round)\b"
    rf"|(?:took|had|did) (?:it|them|some more) again)"
    rf"|(?<![\w.:/])(?:another|(?:a )?further|an extra|extra)"
    rf"(?: (?P<another>{NUMBER}|\d{{3,4}}(?:\s?mg)?))?(?:{_FORM})?{_TAIL}"
    rf"|(?<![\w.:/])(?P<more>{NUMBER}|\d{{3,4}}(?:\s?mg)?)(?:{_FORM})? (?:more|again|extra)(?:{_FORM})?{_TAIL}"
    rf"|(?<![\w.:/])(?P<at>{NUMBER}|\d{{3,4}}(?:\s?mg)?)(?:{_FORM})?\s"
    rf"(?=(?:just now|now|this (?:morning|afternoon|evening)"
    rf"|last night|(?:at|@|around|about) (?:half |quarter )?(?:\d|noon|midday|midnight|lunch|dinner|bed|tea)))",
    re.IGNORECASE,
)
_BEFORE_EN: Final = lazy_regex(
    r"(?:^|[,;:(&+–-]|\d(?:\s?[ap]m)?|\b(?:had|have|ve|took|taken|popped|swallowed|necked|did|done|and|then|plus|just|also|only"
    r"|so|now|but|noon|midday|midnight|later|about|today|again|morning|afternoon|evening|night|lunch|dinner|breakfast))\s*$",
    re.IGNORECASE,
)
"""What may stand before a bare number: no thing and no "is" of which it would be a value."""
_KO_NUMBER: Final = r"\d{1,2}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열"
_SAID_KO: Final = lazy_regex(
    rf"(?<![\w.:/])(?P<n>{_KO_NUMBER})\s?(?:알|정|캡슐|개|병|포|봉지|봉)(?!약|사|짜리)"
    r"|(?P<same>(?:똑같이|같은\s?(?:걸로|거|양)|그만큼)\s?(?:또|다시|더)?|한\s?번\s?더|(?<![가-힣])(?:또|더)(?=\s?(?:먹|드셨|복용|마셨|묵)))",
)
_MORE_KO: Final = lazy_regex(r"(?<![가-힣])(?:또|더|추가|다시|방금|지금)")
_BEHIND_KO: Final = lazy_regex(
    r"\s?(?:을|를|씩)?\s?(?:$|[.,;!?~ㅠㅜㅋㅎ)\n]|또|더|추가|다시|먹|묵|드셨|드신|드시고|복용|마셨|마심|마시고|삼켰|털어|째|요|이요|째요|했|\d{1,2}시|오전|오후|아까|방금|지금|점심|저녁|밤)"
)
_BEFORE_KO: Final = lazy_regex(
    r"(?:^|[.,;!?~\n]\s?|(?:^|\s)(?:또|더|추가로|다시|방금|지금|이번엔|이번에도|이번에|아까|좀\s?전에|조금\s?전에|오늘|오전|오후|아침|점심|저녁|밤|낮|새벽"
    r"|정오|식후|자기\s?전|그리고|그\s?뒤|그\s?후|나|저|제가|내가|약|약을|알약|같은\s?(?:거|걸|약|걸로)|그거|그걸|이거|이걸|똑같이|한\s?번\s?더|총|모두|결국|그래서)(?:에|에는|에도|엔|은|는|도|쯤|로)?"
    r"|(?:\d{1,2}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두)\s?시\s?(?:반|\d{1,2}분)?(?:에|쯤|쯤에|경|경에|에는|엔|에도)?|[가-힣](?:서|고|니까|는데|아|어|길래|해|자마자|다가|러))\s*$"
)
"""What may stand before a number of tablets in Korean: a time, an adverb or a clause, and no other thing."""
_NOT_TAKEN: Final = lazy_regex(
    r"\b(?:can|could|may|should|shall|do|must|would) (?:i|we|he|she|you)\b|\bok(?:ay)? to\b"
    r"|\b(?:i'?ll|i will|going to|gonna|want to|need|planning|"
    r"thinking of|tempted|if i|didn'?t|did not|haven'?t|never|don'?t|not had|is (?:\w+ ){1,3}more)\b"
    r"|먹(?:어도|으면|을까|을\s?건|을게|으려|고\s?싶|지\s?(?:않|마|말))|(?:안|못)\s?먹|드셔도|복용해도|더\s?(?:필요|줘|주세요)|먹어야"
    r"|남(?:았|은)|샀|사왔|(?<!고\s)있(?:어|는데)",
    re.IGNORECASE,
)
_ANOTHERS: Final = lazy_regex(
    r"\b(?:he|she|they|(?:my|the|our) (?:\w+ )?(?:wife|husband|mum|mom|mother|dad|father|son|daughter|brother|sister"
    r"|friend"
    r"|neighbou?r|partner|mate|gran\w*|nan))(?:'s|'d|'ve)? (?:just |also |then )?(?:had|took|has|taken|swallowed)\b"
    r"|(?:아내|와이프|남편|엄마|어머니|어머님|아빠|아버지|아버님|할머니|할아버지|아들|딸|언니|누나|오빠|형|동생|친구|아이|아기|애)(?:님)?(?:이|가|는|은|도|께서)\s",
    re.IGNORECASE,
)
_CLAUSE: Final = lazy_regex(r"[^.!?\n]+(?:\.\d[^.!?\n]*)*\??")


def doses_gone_on(text: str, *, of_another: bool = False) -> tuple[GoneOn, ...]:
    """The doses that ``text`` (normalised) tells with no name; ``of_another`` where it is a relative's record."""
    found: list[GoneOn] = []
    for clause in _CLAUSE.finditer(text):
        said = clause[0]
        if OF_LONGER.search(said) or (not of_another and _ANOTHERS.search(said)):
            continue
        found.extend(_told(said, _NOT_TAKEN.search(said)))
    return tuple(found)


def hours_of(text: str) -> tuple[float, ...]:
    """The hours of the clock that words tell, of twelve, in their order; a half is 0.5."""
    return tuple(_hour(one) for one in _CLOCK.finditer(text))


def _told(said: str, asks: re.Match[str] | None) -> list[GoneOn]:
    told = said[: asks.start()] if asks is not None else said
    hours = hours_of(told)
    english = [one for one in _SAID.finditer(told) if one["same"] or _BEFORE_EN.search(told[: one.start()])]
    if english:
        found = [_english(one) for one in english]
    else:
        # Korean asks and denies behind the number: "두 알 더 먹을까요".
        matches = [one for one in _SAID_KO.finditer(told) if asks is None or tells_taken(told[one.end() :])]
        found = [one for match in matches if (one := _korean(match, told)) is not None]
        # "두 알 또 먹음": the adverb is of the number beside it.
        counted = [one for one in found if not one.again]
        found = counted or found[:1]
    if len(found) == 1:
        return [replace(found[0], hours=frozenset(hours))]
    if len(found) == len(hours):
        return [replace(one, hours=frozenset({hour})) for one, hour in zip(found, hours, strict=True)]
    return found


def _english(match: re.Match[str]) -> GoneOn:
    if match["same"]:
        return GoneOn(0.0, 0.0, again=True, more=True)
    written = match["another"] or match["more"] or match["at"] or "one"
    number = value_of(written.casefold().removesuffix("mg").strip())
    more = match["at"] is None
    return GoneOn(number, 0.0, more=more) if number < FEW else GoneOn(0.0, number, more=more)


def _korean(match: re.Match[str], said: str) -> GoneOn | None:
    if not _BEFORE_KO.search(said[: match.start()] or "."):
        return None
    more = _MORE_KO.search(said) is not None
    if match["same"]:
        return GoneOn(0.0, 0.0, again=True, more=True)
    if not _BEHIND_KO.match(said, match.end()):
        return None
    return GoneOn(value_of(match["n"]), 0.0, more=more)


def _hour(match: re.Match[str]) -> float:
    hour = int(match["h"] or match["bare"]) % _NOON
    minutes = int(match["min"] or match["m"] or 0)
    if match["half"] or match["half_en"]:
        minutes = 30
    return hour + minutes / _HOUR_MINUTES
