"""The kind of a request that lays out its parts: told by its structure, whichever neighbouring kind it sounds like.

Two readings of one test and a word of difference are compared; a number of steps and a span of days ahead are a plan;
several slots of the record named together are a list; a place in a list of medicines is one of them; keeping or
changing the treatment, with sources wished for, is weighed. Where none of these is laid out nothing is told.
"""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.following.references import spoken
from agent.skills.targets import states_target
from domain.values import SlotKind
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex
from projections.answers import Answers

_PERSONAL: Final = frozenset({SlotKind.DEMOGRAPHICS, SlotKind.CONDITIONS, SlotKind.MEDICATIONS, SlotKind.ALLERGIES})
"""Slots that are named one after another by who wants the record read out."""
_MANY: Final = 3
"""Parts of the record from which naming them together is a wish to hear them."""
_PAIR: Final = 2
_TAKEN: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_OTHER_MATTERS: Final[tuple[Kind, ...]] = ("medications", "drug_classes", "conditions", "symptoms", "procedures")

_DAYS_AHEAD: Final = lazy_regex(
    r"(?<!last )(?<!past )(?<!previous )\bweek(?:ly|'s|long)?\b(?! ago)|\b(?:7|seven)[- ]days?\b(?! ago)"
    r"|(?<!지난 )(?<!지난)(?:1|일|한)\s?주(?:일|간)?(?=[\s일간동치의,.]|$)(?!\s?전)|(?:이번|다음|돌아오는)\s?주|이레"
    r"|칠\s?일"
    r"|7일(?!\s?전)"
    r"|주간",
    re.IGNORECASE,
)
_PARTED: Final = lazy_regex(
    r"\b(?:3|three)[- ](?:\w+ )?(?:steps?|things?|points?|tasks?|actions?|stages?|items?|parts?|bullets?|to-?dos?)\b"
    r"|\bsteps? (?:1|one)\b.{1,16}\b(?:2|two)\b|(?<!\d)1\W{1,3}2\W{1,3}(?:and |& )?3(?!\d)"
    r"|\bfirst(?:ly)?\b\W{1,3}second(?:ly)?\b\W{1,3}(?:and )?third"
    r"|(?:3|세|셋|삼)\s?(?:단계|가지|항목|스텝|개(?![월년피비입]))|단계[는를로가]?\s?(?:3|세|셋|삼)"
    r"|첫째\W{0,3}둘째\W{0,3}셋째|하나\W{0,3}둘\W{0,3}셋",
    re.IGNORECASE,
)
_TO_DO: Final = lazy_regex(
    r"\bplan(?:s|ned|ning)?\b|\bprogram(?:me)?\b|\bto-?dos?\b|\bsteps?\b|\btasks?\b|\bactions?\b|\broutine\b"
    r"|\b(?:should|shall|must|can|do|could) i\b|\bto (?:do|follow|work on)\b|\bi(?:'m to| am to| should| need to) do\b"
    r"|계획|플랜|단계|할\s?일|할\s?것|할지|할까|하면|해야|지킬|지켜|실천|지내|일정|챙길",
    re.IGNORECASE,
)
_PLAN: Final = lazy_regex(r"\bplan\b|\bprogram(?:me)?\b|\bto-?do list\b|계획|플랜", re.IGNORECASE)
_TREATMENT: Final = lazy_regex(
    r"med[ie]c(?!al\b)[a-z]*|\bmeds?\b|\bdrugs?\b|\bpills?\b|\btablets?\b|\btreatment\b|\btherapy\b|prescri\w*"
    r"|what i(?:'?m| am) (?:now |currently )?(?:taking|on)\b|(?<![요예계취농절치만])약(?=[은을이도의]|\s|$)|치료|처방"
    r"|복용"
    r"|투약"
    r"|약물",
    re.IGNORECASE,
)
_KEPT: Final = lazy_regex(
    r"\bkeep|\bkept\b|\bstay|\bstick|continu|carry on|\bgo(?:ing)? on\b|\bremain|\bleave\b.{0,24}\balone|unchanged"
    r"|as (?:is|it is|they are|it stands)\b|still (?:right|fine|ok|okay|suitable|appropriate)|the same\b|maintain"
    r"|유지|그대로|이대로|계속|이어\s?[가나]|지속",
    re.IGNORECASE,
)
_CHANGED: Final = lazy_regex(
    r"\bchang|adjust|\bswitch|modif|\balter|\bswap|revis|\bdifferent\b|\bstop(?:ped|ping)?\b"
    r"|바꾸|바꿀|바꿔|바뀌|변경|조정|조절|손을?\s?(?:봐|볼|보|댈|대)|고쳐|고칠|달리|줄여|줄일|늘려|늘릴|끊",
    re.IGNORECASE,
)
_STARTED: Final = lazy_regex(
    r"\bstart|\bbegin|\bput on\b|\bneed(?:ed|s)?\b|\btime for\b|시작|필요|써야|먹어야|쓸\s?단계|투약", re.IGNORECASE
)
_HABITS: Final = lazy_regex(
    r"lifestyle|\bdiet|exercis|\bhabits?\b|healthy living|생활|식단|식사|식이|운동|먹는\s?것(?:과|하고|이랑)",
    re.IGNORECASE,
)
_WITH_SOURCES: Final = lazy_regex(
    r"guidelines?|\bsources?\b|referenc|\bcit(?:e|ing|ation)|\bquot(?:e|ing|ation)|evidence|back(?:ed)? (?:it "
    r"|this |that )?up"
    r"|where (?:that|this|it)(?:'s| is) written|근거|지침|출처|인용|가이드라인|문헌|자료",
    re.IGNORECASE,
)
_AT_PRESENT: Final = lazy_regex(
    r"\b(?:current|present|now|my|i|i'm|im)\b|(?<![가-힣])(?:제|저|내|나)(?![가-힣])|지금|현재|요즘|먹던|쓰던|제가|저는",
    re.IGNORECASE,
)
_HOW_TAKEN: Final = lazy_regex(
    r"\bwhy\b|\bhow\b.{0,24}\btak(?:e|en|ing)\b|\bdos(?:e|es|age|ing)\b|\bamount\b|\bstrength\b|\bhow (?:much"
    r"|often|many|frequent)|frequen|\bpurpose\b|\breason\b"
    r"|\bwhat\b.{0,40}\bfor\b|what (?:it|does it|did it) (?:do|treat)|\btreats?\b|\bfor what\b|number of times"
    r"|용량|용도|쓰임|목적|횟수|얼마|몇|무엇에|어디에|뭐에|뭐\s?때문|무엇\s?때문|무슨\s?(?:병|약)|왜\s|먹는\s?양|복용량|복용법",
    re.IGNORECASE,
)
_LISTED: Final = lazy_regex(
    r"\blist(?:ed)?\b|\b(?:you|just) (?:named|mentioned|put|gave|set|wrote|read|showed|said)\b|\bset out\b"
    r"|목록|리스트|적(?:힌|어|은)|불러|나열|써\s?주신|정리해|말씀(?:하신|해)|나온",
    re.IGNORECASE,
)
_TWO_READINGS: Final = lazy_regex(
    r"\b(?:last|latest|two|both|most recent) (?:two|2|recent|latest|last)\b|\b(?:two|both)\b|\b(?:time|one"
    r"|value|reading|result|test) before\b"
    r"|\bprevious|\bearlier\b|\bprior\b|\blast time\b|\bbefore (?:that|it|this)\b"
    r"|\bbefore\b.{0,24}\bnow\b|이전|직전|지난번|저번|먼젓번|그\s?전|앞선|앞의|바로\s?앞|두\s?(?:번|차례|개)|2\s?번|나중|예전",
    re.IGNORECASE,
)
_MOVED: Final = lazy_regex(
    r"\bdiffer|\bgap\b|\bapart\b|\bmov(?:e|ed|es|ing)\b|\bchang|\balter|\b(?:rose|risen|rise|fell|fallen"
    r"|fall)\b|\bup or down\b"
    r"|\b(?:higher|lower)\b|\bwhich way\b|\bdirection\b|compar|\btrend\b|차이|변화|변했|변한|변동|달라|다른|다르|다릅"
    r"|움직"
    r"|견주"
    r"|비교"
    r"|증감"
    r"|높아|낮아"
    r"|올랐|내렸|오른|내린|올라|내려|늘었|늘어|줄었|줄어|추이|폭",
    re.IGNORECASE,
)
_NOT_TWO: Final = frozenset({"average", "highest", "lowest", "count", "since"})
"""Folds of a series beside which a word of difference is of something else."""
_IN_VIEW_OF: Final = lazy_regex(
    r"(?:먹어|써|복용해|맞아|시작해)야|\b(?:should|ought|must) (?:i|we)\b|\bdo i (?:need|have) to\b", re.IGNORECASE
)
"""Words that ask for a judgement, of which what is named is only the ground."""
_NONE: Final = lazy_regex(r"\bno\b|\bnone\b|\bnot\b|n['’]?t\b|\bnothing\b|없|안\s|않|아니", re.IGNORECASE)
_WONDERS: Final = lazy_regex(
    r"\bwonder|\bcurious\b|\bwhether\b|\bwould like to (?:know|hear|see)\b|궁금|여쭙|여쭤|싶", re.IGNORECASE
)
_TEST: Final = lazy_regex(r"\btests?\b|\bresults?\b|\breadings?\b|\bvalues?\b|검사|수치|결과", re.IGNORECASE)
_VALUE: Final = lazy_regex(r"\bvalue|\bresult|\bnumber\b|\bfigure|\breading\b|값|수치|결과|얼마|몇|검사", re.IGNORECASE)
_AIMED: Final = lazy_regex(r"목표|기준치|\btarget\b|\bgoal\b", re.IGNORECASE)


def laid_out(request: Request, answers: Answers) -> str | None:
    """The intent whose parts ``request`` lays out; None where its structure tells no kind."""
    if _plans_days(request):
        return "steps"
    if _weighs_treatment(request):
        return "plan"
    if _names_parts(request):
        return "summary"
    if _restates_value(request, answers):
        return "recall"
    if _names_place(request, answers):
        return "medicine"
    if _holds_against_target(request):
        return "judge"
    return "compare" if _compares_two(request) else None


def _plans_days(request: Request) -> bool:
    """A number of parts, or a plan by its name, and days that lie ahead, of something to do."""
    text = request.text
    if _DAYS_AHEAD.search(text) is None or _TO_DO.search(text) is None:
        return False
    return _PARTED.search(text) is not None or (_PLAN.search(text) is not None and request.has("question", "request"))


def _weighs_treatment(request: Request) -> bool:
    """Keeping against changing, or starting against habits, of the treatment as a whole, with sources wished for."""
    text = request.text
    if _WITH_SOURCES.search(text) is None or _TREATMENT.search(text) is None or request.concepts(*_TAKEN, "symptoms"):
        return False
    either = (bool(_KEPT.search(text)) and bool(_CHANGED.search(text))) or (
        bool(_STARTED.search(text)) and bool(_HABITS.search(text))
    )
    one_side = bool(_KEPT.search(text) or _CHANGED.search(text) or _STARTED.search(text))
    return either or (one_side and _asks(request) and _AT_PRESENT.search(text) is not None)


def _names_parts(request: Request) -> bool:
    """Several parts of the record, each by its name, and nothing else that they are asked in view of."""
    if request.concepts(*_OTHER_MATTERS) or request.has("permission", "others") or _IN_VIEW_OF.search(request.text):
        return False
    if _NONE.search(request.text) is not None and not request.has("question", "request", "summary"):
        # "No illnesses, no tablets, no allergies" tells, and asks nothing.
        return False
    named = len(_PERSONAL.intersection(request.slots))
    # "Is the potassium a problem with what I take?" names two of them and a test, and wishes for no list.
    wished = request.has("summary", "request") or SlotKind.DEMOGRAPHICS in request.slots
    return named >= _MANY or (named == _MANY - 1 and bool(request.tests) and wished)


def _restates_value(request: Request, answers: Answers) -> bool:
    """The value just spoken of once more: with the one before it and the change, or with its date."""
    if request.tests or request.has("medicine") or request.concepts(*_OTHER_MATTERS):
        return False
    if spoken(answers, "measurement") is None or not request.has("again", "one_sentence"):
        return False
    both = _TWO_READINGS.search(request.text) is not None and _MOVED.search(request.text) is not None
    return both or (_VALUE.search(request.text) is not None and request.has("date"))


def _names_place(request: Request, answers: Answers) -> bool:
    """A place in a list of medicines, and what is to be known of the one that stands there."""
    if request.ordinal is None or request.tests or request.concepts(*_OTHER_MATTERS):
        return False
    of_medicines = request.has("medicine") or spoken(answers, "medications") is not None
    listed = request.has("medicine") or _LISTED.search(request.text) is not None
    return of_medicines and listed and _HOW_TAKEN.search(request.text) is not None


def _holds_against_target(request: Request) -> bool:
    """One test and a target that the words state themselves."""
    if len(request.tests) > 1 or request.concepts(*_OTHER_MATTERS) or _AIMED.search(request.text) is None:
        return False
    # A name that was mistyped is found by the composer.
    named = bool(request.tests) or (_TEST.search(request.text) is not None and not request.mentions)
    return named and _asks(request) and states_target(request.text)


def _compares_two(request: Request) -> bool:
    """Two readings of one test, named or left out, and how they differ."""
    if len(request.tests) > 1 or request.concepts(*_OTHER_MATTERS) or _AIMED.search(request.text) is not None:
        return False
    if not request.tests and (request.has("medicine") or _TEST.search(request.text) is None or request.mentions):
        return False
    if request.values is not None and request.values.fold in _NOT_TWO:
        return False
    if request.has("obligation", "treatment", "permission", "how_to", "conditional"):
        return False
    both = _TWO_READINGS.search(request.text) is not None or len(request.dates) == _PAIR
    return both and _MOVED.search(request.text) is not None and (_asks(request) or request.has("compare"))


def _asks(request: Request) -> bool:
    """Whether something is asked or wished for, be it in the form of a statement ("I wonder if")."""
    return request.has("question", "request") or _WONDERS.search(request.text) is not None
