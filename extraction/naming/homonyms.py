"""Names that are also ordinary words, told apart by what stands beside them."""

from __future__ import annotations

from typing import Final

from extraction.naming.figures_of_speech import is_figure_of_speech
from extraction.naming.matcher import Candidate
from extraction.naming.mentions import Kind
from extraction.naming.weekday_letters import is_weekday_letter
from extraction.text.lazy_regex import lazy_regex

_ITCHING: Final = lazy_regex(
    r"(?:눈|코|목|입|귀|혀|볼|잇몸|피부|두피|머리|온몸|몸|등|손|발|다리|팔|겨드랑이|사타구니)(?:\s?(?:안|속|주변"
    r"|밑|구멍))?"
    r"(?:이|가|은|는|도|만|랑|하고)?\s?$|간질\s?$"
)
"""What stands before 간질 that itches, and is no epilepsy."""

_REACH: Final = 12


_DRINKS_ENOUGH: Final = lazy_regex(
    r"\s(?:(?:sweet|iced?|green|herbal|hot|black|cold|sugary|fizzy|diet|sports?|still|loads of|lots of|tons of|more"
    r"|some|only|just)\s){0,2}(?:plenty|well|fine|ok(?:ay)?|fluids?|water|milk|lots|enough|normally|juice|tea|coffee|cola|coke"
    r"|soda|squash|drinks?|lemonade|gatorade|his|her|from|without)\b"
)
"""What stands behind "drinking" that is no alcohol."""

_COLOURED: Final = lazy_regex(
    r"\s(?:ones?|inhalers?|puffers?|pumps?|tablets?|pills?|capsules?|caps?|lids?|box|bottle|drops|badge|light)\b"
)
"""What stands behind a colour that is no mood."""

_IN_ORDER: Final = lazy_regex(
    r"\b(?:in|as|into|by|the|next|first|a few|few|simple|short|easy|clear|two|three|four|five|six|seven|[2-9])\s$"
)
"""What stands before "steps" that are to be taken one after the other, and are nobody's walk."""

_BEARS: Final = lazy_regex(
    r"(?:\b(?:can't|cannot|can not|cant|couldn't|won't|will not|unable to|not able to|refuses to|to|no)\s)?"
    r"\b(?:put|puts|putting|bear|bears|bearing|take|taking)\s(?:any |full |much |her |his |my |the |no )?$"
)
_ON_A_LEG: Final = lazy_regex(
    r"(?:\s|-)(?:bearing|on (?:my|her|his|the|it|that|either|one|both)?\s?(?:left |right |bad |other )?(?:leg|foot"
    r"|feet|hip|ankle|knee|heel|toe|it\b|that\b|side)\w*)"
)
"""A leg that bears weight or none: nobody's kilograms."""

_SPEECH_REACH: Final = 40


_LIVES_THERE: Final = lazy_regex(
    r"\b(?:liv\w+|based|born|rais\w+|grew up|work\w*|mov\w+|driv\w+|drove|stay\w*|retir\w+|settl\w+|travel\w*"
    r"|was|were|up"
    r"|down|over|out)\b[^.;!?]{0,16}\b(?:in|near|around|to|at|outside|from)\s$|\b(?:near|outside|around|mostly)\s$"
    r"|(?:\bi'?m|\bam|\bis|\bare|\bcomes?|\bhi|\bhello|\bgreetings|\bhere) from\s$"
)
_PLACES: Final = frozenset({"perth"})
"""Names of places that a disease without its last letters looks like."""


def _is_a_place(text: str, found: Candidate) -> bool:
    """A disease by the bare name of a person, where it is said that somebody lives there: "near Paget in Bermuda"."""
    words = text[found.start : found.end]
    named_after = found.entry.kind == "conditions" and words[:1].isupper() and words.isalpha() and words.isascii()
    if not named_after or not found.entry.name.startswith(words[:4]):
        return words.casefold() in _PLACES and found.entry.kind == "conditions"
    before = text[max(0, found.start - _SPEECH_REACH) : found.start].casefold()
    return words.casefold() in _PLACES or _LIVES_THERE.search(before) is not None


_TURNS_BLUE: Final = lazy_regex(
    r"\b(?:eas(?:y|ily)|for no reason|keep\w*|everywhere|all over|lots?|many|always|unexplained|random\w*"
    r"|more than|new)\b"
)
_KNOCKED_KO: Final = lazy_regex(r"넘어|부딪|부딛|찧|맞아|맞고|주사|채혈|피\s?뽑|떨어져서|차여|눌려|꼬집")
_BRUISES_KO: Final = lazy_regex(r"자꾸|잘\s|쉽게|여기저기|이유\s?없이|자주|온몸|계속|저절로|많이")


def _is_one_bruise(text: str, found: Candidate) -> bool:
    """A bruise that a knock has left: who bruises easily has several, or does not know why."""
    if found.entry.concept_id != "easy_bruising":
        return False
    words, whole = text[found.start : found.end].casefold(), text.casefold()
    if words.isascii():
        return words in ("bruise", "bruised") and _TURNS_BLUE.search(whole) is None
    return _KNOCKED_KO.search(whole) is not None and _BRUISES_KO.search(whole) is None


_GRAVES: Final = lazy_regex(
    r"벌초|성묘|예초|제초|선산|묘지|(?:조상|부모|할아버|할머)\S{0,3}\s?산소|산소(?:에|를)\s?"
    r"(?:가|갔|다녀|들[렀러]|이장)"
)
_TOOLS: Final = lazy_regex(r"\s?(?:예초|용접|절단|세제|표백|페인트|방울)")


_NOT_SWALLOWED_YET: Final = lazy_regex(
    r"(?:으면|을\s?(?:때|까|게|수|거)|고\s?(?:나면|나서|난)|어야|어도|기\s?(?:전|로|까지)|는\s?(?:날|게|거)|은\s?(?:뒤|다음|후)|자고|으라)"
)
"""How a Korean "eat" goes on that tells of no swallowing that was."""


def is_ordinary(text: str, found: Candidate) -> bool:
    """Whether the words of a name mean something else where they stand."""
    if is_figure_of_speech(text, found) or _is_a_place(text, found) or _is_one_bruise(text, found):
        return True
    if is_weekday_letter(text, found.start, found.end):
        return True
    words, behind = text[found.start : found.end], text[found.end : found.end + _REACH].casefold()
    if found.entry.concept_id == "poisoning_symptom" and _NOT_SWALLOWED_YET.match(behind) is not None:
        # "약 다 먹으면", "약 두 번 먹어야 하나요" tell of a course and of a question.
        return True
    if found.entry.concept_id == "alcohol" and words.casefold() in ("drinking", "drinks", "drink"):
        return _DRINKS_ENOUGH.match(behind) is not None
    if found.entry.concept_id == "step_count" and words.casefold() == "steps":
        return _IN_ORDER.search(text[max(0, found.start - _REACH) : found.start].casefold()) is not None
    if found.entry.concept_id == "body_weight" and words.casefold() == "weight":
        before = text[max(0, found.start - _SPEECH_REACH) : found.start].casefold()
        after = text[found.end : found.end + _SPEECH_REACH].casefold()
        return _BEARS.search(before) is not None and _ON_A_LEG.match(after) is not None
    if found.entry.concept_id == "body_height" and words.casefold().endswith(" tall"):
        # "I'm 164 cm tall": the unit is the number's, which tells the height by itself; a fence stays what it is.
        return _OF_ONESELF.search(text[: found.start].casefold()) is not None
    if found.entry.concept_id == "depressed_mood" and words.casefold().endswith(("blue", "blues")):
        # "The blue one when I need it" is an inhaler or a tablet.
        return _COLOURED.match(behind) is not None
    if found.entry.concept_id == "heart_rate" and words.casefold() == "hr":
        before = text[max(0, found.start - _REACH) : found.start].casefold()
        return _HOURS_BEFORE.search(before) is not None and _OF_A_MEAL.search(text.casefold()) is not None
    if found.entry.concept_id == "prednisolone" and words.casefold() == "pred":
        return _OF_WHAT_IS_EXPECTED.search(text[: found.start]) is not None
    if found.entry.kind == "medications" and _DETERMINED.match(words.casefold()) is not None:
        # "Any cough" asks after a complaint; the brand is one word.
        return not any(words.casefold() == name.casefold() for name in found.entry.synonyms_en)
    if found.entry.kind == "relatives" and found.entry.concept_id in _ELDERS:
        # "할머니인데요 나는 당뇨 없어요": who says so is the grandmother, and speaks of herself.
        return _IS_ONESELF.match(text, found.end) is not None and _OWNED.search(text, 0, found.start) is None
    if found.entry.concept_id == "oxygen" and words == "산소":
        # A family's graves go by the same word, and so does what mows or welds.
        return _GRAVES.search(text) is not None or _TOOLS.match(behind) is not None
    if found.entry.concept_id == "body_height" and words == "키":
        # "15키로" weighs.
        return _NUMBER_BEFORE.search(text, 0, found.start) is not None and behind.startswith("로")
    if found.entry.concept_id == "occupation" and words.startswith("일"):
        # "생리를 7일 하는데", "매일 하는": days, and nobody's work.
        return _INSIDE_A_DAY.search(text, 0, found.start) is not None
    if found.entry.concept_id == "multivitamin" and words == "one a day":
        # The brand has capitals; in small letters it says how often.
        return True
    if found.entry.concept_id == "crab" and words.startswith("게"):
        # "그게 알레르기를" and "있는게 알레르기" name no food: 게 is a thing there.
        return _INSIDE_A_WORD.search(text, 0, found.start) is not None
    if found.entry.concept_id != "epilepsy" or text[found.start : found.end] != "간질":
        return False
    before = text[max(0, found.start - _REACH) : found.start]
    return bool(_ITCHING.search(before)) or text.startswith("간질", found.end) or text.startswith("거리", found.end)


_OF_ONESELF: Final = lazy_regex(r"(?:\b(?:i'?m|i am|i stand|me|my)\b[^.!?]{0,24}|(?:^|[,;])\s?[\d.']*\s?)$")
_ELDERS: Final = frozenset({"grandmother", "grandfather"})
_IS_ONESELF: Final = lazy_regex(
    r"(?:인데|예요|이에요|여요|입니다|이고|이라|라서|라오|야(?=[\s,.])|에요|이유|여(?=[\s,.])|유(?=[\s,.]))"
)
_OWNED: Final = lazy_regex(r"(?:우리|저희|제|내|친|외|시|울|아내|남편|친구|애|아이|손주|환자)\S{0,2}\s?$")
_NUMBER_BEFORE: Final = lazy_regex(r"[\d일이삼사오육칠팔구십]\s?$")
_INSIDE_A_DAY: Final = lazy_regex(r"(?:[가-힣\d]|\d\s)$")
_INSIDE_A_WORD: Final = lazy_regex(r"[가-힣]$")
_DETERMINED: Final = lazy_regex(r"(?:any|no|my|the|this|that|some|all)\s[a-z]")
_OF_WHAT_IS_EXPECTED: Final = lazy_regex(r"%\s?(?:of\s)?$")
"""Before "pred": the predicted value of a breathing test, and no steroid."""
_HOURS_BEFORE: Final = lazy_regex(r"(?:^|[^\d./])(?:[1-9]|1\d|2[0-4])\s?$")
_OF_A_MEAL: Final = lazy_regex(
    r"\b(?:after|post|before|pp|meals?|dinner|lunch|breakfast|supper|food|eating|glucose|sugar|fasting|later)\b"
)
"""Beside these "2 hr" are hours, and no pulse."""

EYE_PRESSURE: Final = ("vitals", "intraocular_pressure")
_SATURATION: Final = ("vitals", "oxygen_saturation")
_CALCIUM_TABLET: Final = ("medications", "calcium_carbonate")
OTHER_MEANINGS: Final[tuple[tuple[Kind, str], ...]] = (EYE_PRESSURE, _SATURATION, _CALCIUM_TABLET)
"""What a name may mean beside the entry that holds it."""
_PRESSURE: Final = lazy_regex(r"(?:the |my |his |her )?pressures?(?: readings?)?|압력")
_EYES: Final = lazy_regex(
    r"\b(?:eyes?|ocular|iop|ophthalm\w+|optometrist|od|os)\b|안과|(?:왼|오른|양)쪽?\s?눈|[좌우양]안|눈\s?압"
)
_OF_BLOOD: Final = lazy_regex(
    r"\b(?:blood|bp|systolic|diastolic|arm|cuff|heart|pulse)\b|\d{2,3}\s?/\s?\d{2,3}|혈압|수축기|이완기"
)
_EYE_REACH: Final = 80


def is_of_the_eye(text: str, found: Candidate) -> bool:
    """Whether a bare "pressure" is that of an eye: its neighbourhood speaks of eyes, and of nothing of the blood's."""
    words = text[found.start : found.end].casefold()
    if found.entry.concept_id != "blood_pressure" or _PRESSURE.fullmatch(words) is None:
        return False
    around = text[max(0, found.start - _EYE_REACH) : found.end + _EYE_REACH].casefold()
    return _EYES.search(around) is not None and _OF_BLOOD.search(around) is None


_READS: Final = lazy_regex(
    r"(?:levels?\s)?[^.?!;\d]{0,40}?(?:\b(?:says?|said|reads?|reading|was|is|at|of|shows?|showed|showing"
    r"|gives?)\b|=|:|[이가은는])?\s?"
    r"(?<![\d.])(?:[7-9]\d|100)(?![\d.])(?!\s?(?:l\b|litre|liter|리터|ml|mg|years?|days?|세|살|일))"
)
_TAKES: Final = lazy_regex(
    r"\b(?:tak(?:e|es|ing)|took|on|have|having|prescribed|started|gave me|given|and|plus|with)\b[^.?!;\d]{0,40}$"
    r"|(?:약|정|제)(?:이랑|하고|과|와)?\s$"
)
_WHEN_TAKEN: Final = lazy_regex(
    r"\s?(?:tablets?|pills?|supplements?|too|as well)?\s?(?:at (?:night|bedtime|lunch|dinner)|in the (?:morning"
    r"|evening)|once|twice"
    r"|every (?:day|night|morning|evening)|daily|nightly|each (?:day|night|morning)|after (?:lunch|dinner"
    r"|supper|breakfast|food)|with (?:food|dinner|lunch))\b"
)


_TAKEN_KO: Final = lazy_regex(
    r"(?:이랑|하고|과|도|은|을)?\s?[^.?!\d]{0,14}?(?:먹|드시|드셔|복용|챙겨)(?!을\s?수\s?있는\s?음식)"
    r"|(?:이랑|하고|과|도)\s?(?:비타민|마그네슘|철분|오메가|유산균|아연)"
)


def other_meaning(text: str, found: Candidate) -> tuple[Kind, str] | None:
    """The entry that a name means where it stands, if it is not the one that holds the name."""
    if is_of_the_eye(text, found):
        return EYE_PRESSURE
    behind = text[found.end : found.end + _SPEECH_REACH * 2].casefold()
    if found.entry.concept_id == "oxygen" and found.entry.kind == "medications" and _READS.match(behind) is not None:
        # "Oxygen on my finger thing says 91" was measured, not breathed in.
        return _SATURATION
    if found.entry.concept_id == "calcium" and found.entry.kind == "labs":
        before = text[max(0, found.start - _SPEECH_REACH * 2) : found.start].casefold()
        taken = _TAKES.search(before) is not None and _WHEN_TAKEN.match(behind) is not None
        if taken or _TAKEN_KO.match(behind) is not None:
            return _CALCIUM_TABLET
    return None
