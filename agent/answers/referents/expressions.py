"""The expressions by which people point at what they don't name again, each of one kind.

A pronoun ("it", "그거"), both or all of several, what a list left out, what is new, and a thing that is described: by
when it is taken ("the weekly one"), by its look ("갈색 흡입기") or by what it is for ("the sugar one"). A place in a
list ("the second one") is read with the request. Which thing an expression means is found in
:mod:`agent.answers.referents.referent`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from agent.answers.asking.value_request import Cue, Masked
from agent.answers.referents.by_time import times_called
from extraction.text.lazy_regex import lazy_regex
from extraction.values.frequencies import find_frequencies

Kind = Literal["new", "rhythm", "look", "described", "that"]

THING_EN: Final = (
    r"(?:ones?|tablets?|pills?|capsules?|med(?:icine|ication)?s?|drugs?|inhalers?|puffers?|injections?|shots?|jabs?"
    r"|drops|creams?|gels?|patch(?:es)?|sprays?|syrups?|antibiotics?)"
)
"""What a medicine is called by its form, or by no more than "one"."""
_DRUG_KO: Final = r"약(?!국|사|속|간|값|봉|통|방|재)"
"""A medicine, and no pharmacy, promise or price."""
THING_KO: Final = rf"(?:알약|흡입기|주사(?!위|실)|연고|안약|시럽|물약|가루약|항생제|{_DRUG_KO}|거|것|건|게|걸)"
IT_EN: Final = r"(?:it|that one|this one|the one|that|this|they|those|these|them)"
IT_KO: Final = r"(?:[그이]것들?|[그이저]거|[그이]게|[그이저]건|걔|[그이저]\s?약들?)"
_TAKING_KO: Final = (
    r"(?:먹|드시|맞|쓰|바르|뿌리|붙이|넣|복용하|사용하|흡입하)(?:는|던|고\s?있는|시는)"
    r"|복용\s?중인|(?:시작|추가)(?:한|된)"
)
_WHOSE_EN: Final = r"(?:my|the|that|this|his|her|their|our|your|these|those)"

_NEW: Final = lazy_regex(
    r"\b(?:(?:brand )?new(?:est)?|latest|second|extra|added|most recent) (?:one|tablets?|pills?|medicines?|meds?"
    r"|medication|drug|inhaler|injection|antibiotics?|cream|drops)\b"
    rf"|\b(?:the|that|this) {THING_EN}(?: that| which)? (?:i|he|she|we|they)(?:'ve| have|'s| has)?(?: just| recently"
    r"| only just)? (?:(?:just )?(?:got|started|began|been (?:given|put on|prescribed|started on))"
    r"|(?:was|were) (?:just )?(?:given|put on|prescribed|started on))\b(?: on)?(?: (?:today|yesterday|last week"
    r"|this (?:morning|week)|recently|lately))?"
    rf"|\b(?:the|that|this) {THING_EN} (?:they|the (?:doctor|gp|hospital|consultant|nurse)|he|she) (?:just )?"
    r"(?:gave me|added|put me on|started me on|prescribed)\b"
    rf"|(?:새로|이번에|최근에|오늘|어제|방금|얼마\s?전에?|지난주에)\s?(?:받은|먹는|먹게\s?된|시작한|시작하는|추가된|추가한|처방\s?받은|처방된|타\s?온|받아\s?온)"
    rf"\s?{THING_KO}|새\s?(?:약|알약|흡입기|주사|연고|안약)|새로운\s?{THING_KO}|추가된\s?{THING_KO}",
    re.IGNORECASE,
)
_SHARED_NEW: Final = lazy_regex(r"(?<![가-힣])새로\s?(?:받|먹|시작|추가|처방)", re.IGNORECASE)
_WEEKDAY: Final = lazy_regex(
    rf"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day'?s?|once[- ]a[- ]week) {THING_EN}\b"
    rf"|[월화수목금토일]요일(?:마다|에)?\s?(?:(?:{_TAKING_KO})\s?)?{THING_KO}",
    re.IGNORECASE,
)
_SHORT_RHYTHM: Final = lazy_regex(
    rf"\b(?:(?P<night>bedtime|night(?:ly|[- ]?time)?)|(?P<need>as[- ]needed|rescue|when[- ]needed)) {THING_EN}\b"
    rf"|(?P<night_ko>밤|자기\s?전|취침\s?전)(?:에)?\s?(?:(?:{_TAKING_KO})\s?)?{THING_KO}",
    re.IGNORECASE,
)
_CODES: Final = {"night": "QHS", "night_ko": "QHS", "need": "PRN"}
_WEEKLY: Final = frozenset({"weekly", "QW"})
_PART_OF_DAY: Final = lazy_regex(r"아침|점심|저녁|오전|오후|morning|noon|evening|lunch", re.IGNORECASE)
"""A part of the day is no rhythm of one medicine alone."""
_TAKEN_SO_EN: Final = lazy_regex(
    rf"\b(?:the|that|this|my) {THING_EN}(?: that| which)? (?:i(?:'m| am)?|he|she|we)(?: have to| need to| should)?"
    r"(?: only)? (?:take|takes|taking|use|uses|using|inject|have)(?: only)? $"
    rf"|\b(?:the|that) {THING_EN} $",
    re.IGNORECASE,
)
_TAKEN_SO_KO: Final = lazy_regex(
    rf"(?:만|에|에만|마다|씩|로)?\s?(?:만\s?)?(?:(?:{_TAKING_KO})\s?){THING_KO}", re.IGNORECASE
)
_NAMED_SO_EN: Final = lazy_regex(rf"[ -]{THING_EN}\b", re.IGNORECASE)
_COLOURS_KO: Final = {
    "파란": "blue", "파랑": "blue", "푸른": "blue", "하늘": "blue", "갈": "brown", "밤": "brown", "주황": "orange",
    "보라": "purple", "분홍": "pink", "핑크": "pink", "빨간": "red", "빨강": "red", "초록": "green", "녹": "green",
    "노란": "yellow", "노랑": "yellow", "하얀": "white", "흰": "white", "회": "grey", "검은": "black",
}  # fmt: skip
_LOOK: Final = lazy_regex(
    r"\b(?:(?:little|small|big|large|round) )?"
    r"(?P<en>blue|brown|orange|purple|pink|red|green|yellow|white|gr[ae]y|black)"
    rf"(?: (?:and )?(?:white|round|oval|coloured))? (?P<thing>{THING_EN})\b"
    rf"|(?<![가-힣])(?P<ko>{'|'.join(sorted(_COLOURS_KO, key=len, reverse=True))})(?:색|\s색깔)?"
    rf"\s?(?P<thing_ko>{THING_KO})"
    r"|(?<![가-힣])(?P<bare>파란|갈|보라|분홍|빨간|주황|노란|하얀|흰)색(?=은|는|도|이|을)",
    re.IGNORECASE,
)
_DESCRIBED: Final = lazy_regex(
    rf"\b{_WHOSE_EN} (?P<en>[a-z][a-z -]{{2,24}}?) {THING_EN}\b"
    rf"|\b(?:the|that|this) {THING_EN}(?: that(?:'s| is)| which is)? for (?:my |the |his |her )?"
    r"(?P<en_for>[a-z][a-z ]{2,20}?)"
    r"(?=\W*$|[,.?!]| (?:and|is|with|at|in|when|before|after)\b)"
    r"|(?P<ko>[가-힣]{1,6}?)\s?쪽\s?(?:약)?(?=은|는|도|이|을)|(?P<ko_one>[가-힣]{1,6})\s(?:거|건)(?=는|요|은|\?|\s|$)",
    re.IGNORECASE,
)

_THAT: Final = lazy_regex(
    r"\b(?:that|this) one\b(?! (?:day|time|thing|night|morning|evening|week|evening|occasion))|"
    r"\b(?:that|this) (?:tablet|pill|capsule|medicine|medication|med|drug|inhaler|injection)\b"
    rf"|(?<![가-힣])(?:(?:아까|방금|조금\s?전에?)\s?)?[그이]\s?(?:알약|{_DRUG_KO})(?![가-힣]{{0,2}}들)"
    r"|(?<![가-힣])(?:아까|방금|조금\s?전에?|앞에서?)\s?(?:말한|말씀하신|말씀드린|얘기한|물어본|여쭤본)\s?(?:약|거|것|건)",
    re.IGNORECASE,
)
_TAKEN_EN: Final = (
    r"(?:tablets?|pills?|med(?:icine|ication)?s?|drugs?|ones?|stuff|things|prescriptions?|capsules?|inhalers?"
    r"|injections?|drops)"
)
_ALREADY_TAKEN_KO: Final = r"(?:먹는|먹던|먹고\s?있는|드시는|드시던|드시고\s?있는|복용하는|복용\s?중인|쓰는)"
_JOINED_KO: Final = r"(?:이?랑|하고|하구|과|와|에다?|\s?(?:먹|드|복용)[^.?!]{0,14}(?:같이|함께))"
"""What joins a thing to another, or says that it is taken beside."""
_ALL: Final = lazy_regex(
    r"\b(?:with|on top of|alongside|along with|as well as|besides?|and) "
    rf"(?:all |any (?:of )?)?(?:of )?(?:{_WHOSE_EN} )?"
    rf"(?:others?\b|rest\b|(?:other|usual|current|regular|daily|existing) {_TAKEN_EN}\b"
    r"|(?:meds|medicines|medications|tablets|pills|drugs)\b)"
    rf"|\b(?:my|his|her|their|the) other {_TAKEN_EN}\b"
    r"|\b(?:everything|anything|all|what(?:ever)?|the (?:pills|tablets|meds|medicines|things|stuff))(?: else)?"
    r"(?: that)? "
    r"(?:i|he|she|they|we)(?:'m| am|'s| is|'re| are)? (?:\w+ )?(?:on|take|takes|taking|have|had|has)\b"
    rf"|(?:다른|나머지|원래|기존|평소|지금|이미|현재)\s?(?:에\s?)?(?:\S{{1,8}}\s)?{_ALREADY_TAKEN_KO}?\s?약들?{_JOINED_KO}"
    rf"|{_ALREADY_TAKEN_KO}\s?(?:약|것|거)들?{_JOINED_KO}|나머지(?:\s?약들?)?{_JOINED_KO}",
    re.IGNORECASE,
)
"""Words for whatever else is taken."""
_SPOKEN_OF: Final = lazy_regex(r"\b(?:that one|the medicine)\b|[그이]\s?약", re.IGNORECASE)
_VALUE: Final = lazy_regex(
    r"\b(?:that|the|this|my|his|her|those) (?:\w+ )?(?:values?|numbers?|results?|readings?|levels?|tests?"
    r"|counts?|score)\b|(?:그|이|제|저|검사)\s?(?:수치|값|결과|검사)",
    re.IGNORECASE,
)
_SEVERAL: Final = lazy_regex(
    r"\b(?:both|two|pair|them|they|those|these)\b|둘|두\s?(?:개|가지|약|종류)|세\s?(?:개|가지)|것들|거들|약들",
    re.IGNORECASE,
)
_EACH: Final = lazy_regex(r"각각|것들|약들|전부|\b(?:each|they|those|these|them|all)\b", re.IGNORECASE)
_ONE: Final = lazy_regex(
    rf"\b(?:it|that|this)(?: one)?(?:'s|s)?\b|\b(?:that|this|the) (?:tablet|pill|medicine|medication|drug|one)\b"
    rf"|(?<![가-힣])[이그저요]\s?(?:거|건|게|약|것|걸)|(?:아까|방금)\s?(?:그|말한|말씀하신|얘기한)\s?{THING_KO}",
    re.IGNORECASE,
)
_MEDICINE: Final = lazy_regex(
    rf"{_ONE.pattern}|\b(?:both|two|pair|them|they|those|these|new one|one|other|rest|everything|anything|tablets?"
    r"|pills?|meds|medicines?|medications?|syrup|antibiotics?|drops|shot|jab)\b"
    r"|(?<![가-힣])새\s?(?:거|것|걸|건|게|약)|새로\s?받은|둘|두\s?(?:개|가지|약|종류)|약|나머지|시럽|주사|항생제",
    re.IGNORECASE,
)

_OTHERS: Final[Cue] = (
    ("나머지", "다른하나", "또다른", "다른건", "다른것", "다른거", "다른약은", "다른약도", "그밖에", "그외에"),
    ("the other", "the other one", "the others", "other one", "other ones", "the rest", "remaining one",
     "remaining ones",
     "any others", "anything else", "what else"),
)  # fmt: skip
"""What a list left out; Korean without spaces."""


_BOTH: Final = lazy_regex(
    r"\b(?:both|the two|those two|these two)(?: of (?:them|those|these))?"
    r"(?= (?:ok|okay|safe|fine|all ?right|before|after|with|at|in|to|cause|make|need)\b)"
    r"|\b(?:take|have|stop|use) (?P<them>both(?: of (?:them|those|these))?)\b"
    r"|(?<![가-힣])(?:그|이)?\s?(?:둘\s?다|두\s?(?:개|가지|약)\s?(?:다|모두))",
    re.IGNORECASE,
)
_TOGETHER: Final = lazy_regex(r"\btogether\b|\bat the same time\b|\bmix\w*\b|같이|함께|한꺼번에|동시에", re.IGNORECASE)
_ASIDE: Final = lazy_regex(
    r"\binstead\b|\b(?:other than|apart from|in place of) (?:it|that|this)\b|말고|대신|빼고|외에", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Pointing:
    """An expression that points: its kind, where it stands, and what it says of what it means.

    ``said`` are frequency codes of a rhythm, the colour of a look, the words of a description.
    """

    kind: Kind
    start: int
    end: int
    said: frozenset[str] = frozenset()


def described(text: str) -> Iterator[Pointing]:
    """The expressions that describe one thing, the surer kinds first."""
    yield from (Pointing("new", *one.span()) for one in _NEW.finditer(text) if _is_meant(text, one))
    yield from _rhythms(text)
    yield from _looks(text)
    for one in _DESCRIBED.finditer(text):
        words = next(each for each in one.groups() if each is not None)
        yield Pointing("described", *one.span(), frozenset({words.strip()}))


def called_that(text: str) -> Iterator[Pointing]:
    """The expressions that point at a medicine by no more than "that": "that tablet", "아까 그 약"."""
    yield from (Pointing("that", *one.span()) for one in _THAT.finditer(text))


def _is_meant(text: str, new: re.Match[str]) -> bool:
    """Whether something new is one that there is, and no second of a list: not "a new one", "the second one"."""
    said = new[0].casefold()
    english = said.isascii() and not said.startswith(("the ", "that ", "this "))
    return not english or (_OF_ONE.search(text[: new.start()]) is not None and not said.startswith(_ORDERED))


_OF_ONE: Final = lazy_regex(rf"\b{_WHOSE_EN} $", re.IGNORECASE)
_ORDERED: Final = ("second", "extra", "latest")


def _rhythms(text: str) -> Iterator[Pointing]:
    for one in _WEEKDAY.finditer(text):
        yield Pointing("rhythm", *one.span(), _WEEKLY)
    for one in _SHORT_RHYTHM.finditer(text):
        if _PART_OF_DAY.search(text[: one.start()]):
            # "What do I take in the evening and at bedtime?" asks for a list.
            continue
        code = next(_CODES[name] for name, said in one.groupdict().items() if said is not None)
        yield Pointing("rhythm", *one.span(), frozenset({code}))
    for start, end in times_called(text):
        if not _PART_OF_DAY.search(text[:start]):
            yield Pointing("rhythm", start, end, frozenset())
    for said in find_frequencies(text):
        if _PART_OF_DAY.search(text[: said.end]):
            continue
        codes = _WEEKLY if said.code in _WEEKLY else frozenset({said.code})
        before = _TAKEN_SO_EN.search(text[: said.start])
        after = _TAKEN_SO_KO.match(text, said.end) or _NAMED_SO_EN.match(text, said.end)
        if before is not None:
            yield Pointing("rhythm", before.start(), said.end, codes)
        elif after is not None:
            yield Pointing("rhythm", said.start, after.end(), codes)


def _looks(text: str) -> Iterator[Pointing]:
    for one in _LOOK.finditer(text):
        korean = one["ko"] or one["bare"]
        colour = _COLOURS_KO[korean] if korean else one["en"].casefold()
        yield Pointing("look", *one.span(), frozenset({colour}))


def points_at_one(text: str, start: int = 0) -> bool:
    """Whether words from ``start`` on point at one thing by a pronoun ("it", "그 약"), and not at a value."""
    said = _VALUE.sub(lambda one: " " * len(one[0]), text)
    return _ONE.search(said, start) is not None


def points_at_medicine(text: str) -> bool:
    """Whether words that name no medicine may mean one, or several."""
    return _MEDICINE.search(text) is not None


def points_at_new(text: str) -> bool:
    """Whether words speak of something that is taken since lately."""
    return _NEW.search(text) is not None or _SHARED_NEW.search(text) is not None


def points_at_that(text: str) -> bool:
    """Whether "the medicine" points at one that was spoken of ("that pill", "이 약")."""
    return _THAT.search(text) is not None or _SPOKEN_OF.search(text) is not None


def points_at_value(text: str) -> bool:
    """Whether words point at a value that was measured ("that number", "그 수치")."""
    return _VALUE.search(text) is not None


def points_at_several(text: str) -> bool:
    """Whether words mean more than one of what was spoken of ("both", "둘 다")."""
    return _SEVERAL.search(text) is not None


def points_at_all(text: str) -> bool:
    """Whether words speak of whatever else is taken."""
    return _ALL.search(text) is not None


def points_at_each(text: str) -> bool:
    """Whether words mean every one of what was spoken of."""
    return _EACH.search(text) is not None


def points_at_others(text: str) -> bool:
    """Whether words ask for what a list left out ("and the other one?", "나머지는요?")."""
    return Masked(text, (), ()).has(_OTHERS)


def both_meant(text: str) -> Pointing | None:
    """Where words mean two things that were spoken of; not where it is asked whether they go together."""
    found = _BOTH.search(text) if _TOGETHER.search(text) is None else None
    return Pointing("that", *found.span("them" if found["them"] else 0)) if found is not None else None


def sets_aside(text: str) -> bool:
    """Whether words ask for something in the place of what was spoken of ("what instead?", "그거 말고요")."""
    return _ASIDE.search(text) is not None


def pronouns(text: str) -> Iterator[Pointing]:
    """Where words point at one thing by a pronoun."""
    yield from (Pointing("that", *one.span()) for one in _ONE.finditer(text))
