"""What one entry of a diary counts or rates: "9 pads", "7점", "두 알", "5h30", "x2", "none", or a number alone.

Values of tests are read elsewhere; here is what people write down of a day that no laboratory reports: how strong it
was, how often, how long, how many. What an amount is of is told by the words beside it, or by the entries before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from extraction.text.lazy_regex import lazy_regex

AmountKind = Literal["score", "tablets", "puffs", "minutes", "hours", "times", "things", "measure", "bare", "none"]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number and what it counts; ``noun`` are the words that name the thing, where the count itself does."""

    kind: AmountKind
    value: float
    start: int
    end: int
    noun: str = ""
    counter: str = ""
    """The Korean word that things are counted by: "잔" of "넉 잔"."""


_SMALL: Final = {
    "한": 1, "하나": 1, "두": 2, "둘": 2, "세": 3, "서": 3, "석": 3, "셋": 3, "네": 4, "너": 4, "넉": 4, "넷": 4,
    "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10, "스무": 20, "스물": 20, "반": 0.5,
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "half": 0.5, "a": 1, "an": 1, "another": 1, "couple": 2, "once": 1, "twice": 2,
}  # fmt: skip
_KO: Final = (
    r"(?:(?:열|스물)(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉)|한|두|세|서|석|네|너|넉|다섯|여섯|일곱|여덟|아홉|열|스무)"
)
"""Korean numbers as they stand before a counter."""
_EN: Final = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_N: Final = (
    r"(?P<n>(?<![\d.])\d{{1,3}}(?:\.\d)?(?!\d)|(?<![가-힣])(?:" + _KO + r"|반)"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half{a})\b)"
)
_NUMBER: Final = _N.format(a="")
_NUMBER_OR_A: Final = _N.format(a="|an?|another|couple")
_NOUNS_NOT: Final = (
    r"(?:days?|weeks?|wks?|months?|years?|yrs?|nights?|hours?|hrs?|mins?|minutes?|secs?|seconds?|lbs?|pounds?"
    r"|kilos?|kgs?"
    r"|stone|degrees?|percent|times?|lines?|sentences?|words?|am|pm|mg|mcg|ml|mls|units?|o'?clock|of|on|in|at"
    r"|to|and|or|so"
    r"|this|that|these|those|was|is|it|days|today|yesterday|hundred|thousand|th|st|nd|rd|not|no|again|with|from"
    r"|for|more"
    r"|last|first|since|before|after|but|then|now|ok|fine|yes|about|over|under|all|thing|things|morning|evening"
    r"|each|per"
    r"|bless|less|unless|across|guess|miss|mess|pass|stress|way|bit|while|lot|few|little|new|good|bad|whole|row|side|sort|kind|dose|the|my|her|his|i|ive|im)"
)
_COUNTER: Final = (
    r"(?P<c>개비|봉지|사발|그릇|조각|걸음|방울|컵|캔|팩|(?:개(?!월|년)|장|잔|대|봉|병|쪽|보|공기)"
    r"(?![가-힣])|(?:개|장|잔|대|봉|병|쪽)(?=이[요에네였었고나며]|요|쯤|정도|만|을|은|도|로|밖에|더|씩|썼|갈|마[셨시]|피[웠우움]))"
)
"""Words by which Korean counts things."""
_READERS: Final[tuple[tuple[AmountKind, re.Pattern[str]], ...]] = (
    ("score", lazy_regex(r"10\s?점\s?(?:만점)?\s?(?:에|중에?)\s?(?P<n>\d{1,2})(?:점)?(?![\d점])")),
    (
        "score",
        lazy_regex(r"(?<![\d./])(?P<n>\d{1,2}(?:\.5)?)\s?(?:/\s?10\b|점(?!\s?만점)(?![심점])|out of (?:10|ten)\b)"),
    ),
    (
        "score",
        lazy_regex(
            r"(?:(?<![가-힣])(?:통증|기분|우울|불안|가려움|피로)(?:은|이|도|점수)?|\b(?:pain|mood|itch"
            r"|fatigue|anxiety|ache)"
            r"(?: score| level)?(?:'s)?(?: is| was| at| today| now|:)*(?: about| around| maybe| still"
            r"| only)?(?: an?)?)\s(?P<n>\d{1,2}(?:\.5)?)(?![\d./:]|\s?(?:번|알|정|개|일|주|시간|분|년|월|days?|weeks?"
            r"|hours?|hrs?|mins?|times?|tabs?))"
        ),
    ),
    ("puffs", lazy_regex(_NUMBER_OR_A + r"\s?(?:puffs?\b|모금|퍼프|칙(?![가-힣]))")),
    (
        "tablets",
        lazy_regex(
            _NUMBER + r"\s?(?:알(?![가-힣])|알(?=[이을로은씩만도째]|먹)|정(?=\s|$|[.,;!?)]|[을씩만])|캡슐|tabs?\b"
            r"|tablets?\b|pills?\b"
            r"|caps?\b|capsules?\b)"
        ),
    ),
    (
        "tablets",
        lazy_regex(
            r"(?<![a-z\d])x\s?(?P<n>\d{1,2})(?!\d|[./]\d|[a-z])|(?<![\d.])(?P<m>\d{1,2})\s?x(?![a-z\d])(?!\s?\d)"
        ),
    ),
    (
        "hours",
        lazy_regex(
            r"(?P<n>(?<![\d.])\d{1,2}(?:\.\d)?|\b" + _EN + r"\b)(?P<i>(?:\s?1/2|½| and a half))?\s?"
            r"h(?:(?P<q>\d{2})|rs?\b|ours?\b|\b)(?:\s?(?P<h>and a half|half))?(?!\s?(?:ago|later|after|before))"
            r"|(?P<m>(?<![\d.])\d{1,2}(?:\.\d)?|(?<![가-힣])" + _KO + r")\s?시간(?:\s?(?P<p>\d{1,2})분|\s?(?P<k>반))?"
            r"(?!\s?(?:전|후|뒤|마다|에|ago|later|after|before))"
        ),
    ),
    (
        "minutes",
        lazy_regex(
            r"(?<![\d.])(?P<n>\d{1,3})\s?(?:mins?\b|minutes?\b|분(?![가-힣]))(?!\s?(?:전|후|ago|later|after|before))"
        ),
    ),
    (
        "times",
        lazy_regex(
            _NUMBER + r"\s?(?!번도\s?(?:안|없|못))(?:번(?![째호지가-힣])|번(?=[이은을쯤정만도깼갔했났왔봤씩더밖]"
            r"|이나|에\s?\d)|회(?![복의사차])|차례"
            r"|times\b(?! (?:a|per|\d|two|three)\b))"
        ),
    ),
    ("times", lazy_regex(r"\b(?P<w>once|twice)\b(?! (?:a|per|daily|weekly)\b)")),
    (
        "things",
        lazy_regex(
            r"(?<![\d.,])(?P<n>\d{1,3}(?:,\d{3})+|\d{4,5})\s?(?:(?P<noun>steps)\b|(?P<c>걸음|보)(?![가-힣]))"
        ),
    ),
    (
        "things",
        lazy_regex(
            _NUMBER + r"\s(?P<noun>(?:(?!" + _NOUNS_NOT + r"\b)[a-z]{3,9} ){0,2}?(?!" + _NOUNS_NOT + r"\b)[a-z]{3,}s)\b"
        ),
    ),
    (
        "things",
        lazy_regex(
            r"\b(?P<n>one|a|another|1)\s(?P<noun>(?:wet |loose |small |dirty |dizzy |panic )?(?:spell|attack"
            r"|drag|fag|cigarette|pad|nappy|nosebleed|seizure|absence|episode|fit|hypo|drink|piece|stool))\b"
        ),
    ),
    (
        "things",
        lazy_regex(
            r"\b(?P<noun>(?:wet |loose |dizzy )?(?!"
            + _NOUNS_NOT
            + r"\b)[a-z]{3,}s)(?:,\s|:\s|\s{4,}| so far:? "
            r"|\s(?=\d{1,2}\s{4,}))\s*(?P<n>\d{1,2})(?!\d|[./:]\d|\s?[a-z]*(?:wks?"
            r"|weeks?|days?|mg|h\b|hrs?|mins?))"
        ),
    ),
    (
        "things",
        lazy_regex(
            r"(?<![\d가-힣])(?<!\d\s)(?P<noun>[가-힣]{1,6})\s{0,4}"
            r"(?P<n>(?<![\d.])\d{1,3}|(?<=\s)(?:" + _KO + r"|반))\s?" + _COUNTER
            + r"(?!\S?\s?\S{0,3}뻔)"
        ),
    ),
    (
        "things",
        lazy_regex(
            r"(?P<n>(?<![\d.])\d{1,3}|(?<![가-힣])" + _KO + r")\s?" + _COUNTER + r"(?!\S?\s?\S{0,3}뻔)"
        ),
    ),
)  # fmt: skip
_BARE: Final = lazy_regex(
    r"^[\s,.!~-]*(?:(?:오늘|어제|또|아침|점심|저녁|새벽|밤|이번엔|지금)(?:[은는엔도]|에는?)?[\s,:]+|(?:ok|so"
    r"|hi|and|today|now|again|then"
    r"|yesterday|morning|evening|still|just|only|another|down to|up to|back to)[\s,:]+(?:it(?:'s| was) )?)*"
    r"(?P<n>\d{1,3}(?:\.\d{1,2})?(?![\d/:.]\d|\d)|" + _EN + r"(?=\s*(?:$|[,.!;])))(?=\s*(?:$"
    r"|[,;!.&+?(])|\s{4,}|\s(?:and|but|again|this|today|now|so|still|with|on|last|no|not|just|woke|i|also|the"
    r"|wet|after)\b|\s?(?:이[네여에고요다]|입니|였|네요|요(?![가-힣]))|\s(?=[가-힣])(?!\s?(?:번|회|차례|알|정"
    r"|개|점|시간|분|주|일|월|년|세|살|도\b)))"
)
_BESIDE_ITS_TIME: Final = lazy_regex(
    r"(?<![\d.])(?P<n>\d{1,2}|\b" + _EN + r")(?=(?: on)?\s{4,}|\s(?:last ni\w+|yesterday|yday|today"
    r"|tonight|so far|through the|in the (?:night|day|morning)|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|more (?:today|yesterday|last))\b)"
    r"|\b(?:no|not),? (?P<k>\d{1,2})(?= it was|\s*[,.]|\s*$)"
    r"|\b(?:another|a further)\s(?P<m>\d{1,2}|one|two|three)(?=\s(?:today|yesterday|last|this|in|at|through"
    r"|during|on)\b|\s*[,.]|\s*$)"
)
"""A number that nothing names, with its day or hour right behind it: "4 last night", "another 3 through the day"."""
_NONE: Final = lazy_regex(
    r"(?:^|[,.;&+]\s*|\b(?:plus|and|but|sorry|oh)\s|\s)(?P<w>none|nothing|zero|nil)\b|(?:^|[\s,.])(?P<k>없음"
    r"|없었[어음다]|한\s?번도\s?(?:안|없)|안\s?(?:씀|아픔|먹음|났음|했음|함|폈|피움)|무사히)"
)
_NO_PAIN: Final = lazy_regex(
    r"\b(?:no|zero|without)(?: more)? pain\b|\bpain[- ]?free\b|통증\S?\s?(?:없|사라)\S{0,3}|안\s?아[파픔팠프]\S?"
)
"""A day without pain: a nought in a row of its ratings, and of nothing else."""
_OF_A_DAY: Final = lazy_regex(
    r"\b(?P<a>\d|two|three|four)\s?(?:times|x|lots of|doses of|goes of)\s(?P<b>\d|one|two|three)\b(?! (?:a"
    r"|per) )(?![.:/]\d)"
    r"|(?P<c>\d|한|두|세|네)\s?(?:번|차례)(?:에)?\s?(?P<d>\d|한|두|세)\s?알\s?씩"
)
"""What was taken so often, so much at a time: "3 times 2", "twice, 2 each time", "3 lots of 2", "세 번 두 알씩"."""
_EACH_TIME: Final = lazy_regex(
    r"\b(?P<a>once|twice|two|three|\d)(?: times)?\s+(?:\w+ )?(?P<b>\d|one|two|three) (?:each(?: time)?|at a time)\b"
)


def amounts_in(text: str) -> tuple[Amount, ...]:
    """The amounts in ``text`` (in lower case), in their order and without overlaps; a longer reading goes first."""
    taken: list[tuple[int, int]] = []
    found: list[Amount] = []
    for amount in _candidates(text):
        if not any(start < amount.end and amount.start < end for start, end in taken):
            taken.append((amount.start, amount.end))
            found.append(amount)
    return tuple(sorted(found, key=lambda one: one.start))


def small_number(word: str) -> float:
    """A number in digits or as a small word of either language; 0 for anything else."""
    try:
        return float(word.replace(",", ""))
    except ValueError:
        ten = next((one for one in ("열", "스물") if word.startswith(one) and word != one), "")
        return float(_SMALL.get(ten, 0) + _SMALL.get(word.removeprefix(ten), 0))


MOST_AT_ONCE: Final = 20
"""More tablets than so are no count: "50 patches" are patches of 50."""


def _candidates(text: str) -> Iterator[Amount]:
    for match in (*_EACH_TIME.finditer(text), *_OF_A_DAY.finditer(text)):
        # "3 times 2 tranex": what was taken on one day is what was taken at a time, so often.
        often, much = (one for one in match.groups() if one)
        yield Amount("tablets", small_number(often) * small_number(much), match.start(), match.end())
    for kind, reader in _READERS:
        for match in reader.finditer(text):
            amount = _amount(kind, match)
            if kind != "tablets" or amount.value <= MOST_AT_ONCE:
                yield amount
    bare = _BARE.match(text)
    if bare is not None:
        yield Amount("bare", small_number(bare["n"]), bare.start("n"), bare.end("n"))
    for match in _BESIDE_ITS_TIME.finditer(text):
        name = next(each for each in ("n", "m", "k") if match[each])
        yield Amount("bare", small_number(match[name]), match.start(name), match.end(name))
    for match in _NO_PAIN.finditer(text):
        yield Amount("none", 0.0, match.start(), match.end(), "pain")
    for match in _NONE.finditer(text):
        name = "w" if match["w"] else "k"
        yield Amount("none", 0.0, match.start(name), match.end(name))


def _amount(kind: AmountKind, match: re.Match[str]) -> Amount:
    named = {name: value for name, value in match.groupdict().items() if value is not None}
    word = named.get("n") or named.get("m") or {"once": "one", "twice": "two"}.get(named.get("w", ""), "")
    value = small_number(word)
    if kind == "hours":
        value += float(named.get("q") or named.get("p") or 0) / 60 + (0.5 if {"h", "i", "k"} & set(named) else 0.0)
    counter = named.get("c", "")
    noun = named.get("noun", "").strip()
    noun = _COUNTED_SO.get(counter, "" if names_nothing(noun) else noun)
    return Amount(kind, round(value, 2), match.start(), match.end(), noun, counter)


def names_nothing(word: str) -> bool:
    """Whether the word before a count is a time, a place or a reason, and no thing that is counted."""
    return not word.strip() or _NO_THING.match(word.strip()) is not None


_NO_THING: Final = lazy_regex(
    r"(?:.*(?:에서|에|엔|은|는|까지|부터|서|다가|고|러|려고|라서)"
    r"|(?:.*\s)?(?:첫\s?날|오늘|어제|그제|그저께|엊그제|아침|점심|저녁|밤|낮|새벽|간밤|어젯밤|지난\s?밤|오전|오후|한밤중|밤중|종일"
    r"|밤새|밤사이|바로|방금|지금|여태|이번|총|모두|하루|또|다시|더|딱|겨우|거의|벌써|연달아|내리|주말|[월화수목금토일]요일)"
    r"(?:에는|에도|에만|에|엔|은|는|도|만|꺼|거|것)?|도|은|는|이|가|엔|에|만|을|를|꺼|거)$"
)
_COUNTED_SO: Final = {"개비": "담배", "대": "담배"}
"""What is counted by a word that counts nothing else."""
