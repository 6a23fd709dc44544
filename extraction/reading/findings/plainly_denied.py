"""What is plainly denied or plainly had, right at its own predicate: "담배 안피우고 혈압 정상이에요", "다리는 안
저리고", "no chest pain, just short of breath".

The readers weigh the whole message, so that a question behind it or a number before it turns such a denial round. An
adverb of denial before the predicate of the very complaint or habit leaves no doubt. What is itself a lack ("귀가 잘 안
들려요"), what does not end ("기침이 안 떨어져요") and a denial of a denial ("안 아픈 데가 없어요") deny nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.proposals import Operation, Proposal
from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind, Temporality
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.reading.asking.asked import sentence_around, sentence_at
from extraction.reading.figures.results import goes_on, names_a_lack
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_COMPLAINING: Final = (
    r"(?:아[프파픈픕픔팠]|저[리려린릴립림렸]|쑤[시셔신십심]|붓|부[어었은]|가[려렵]|떨[리려린립림]|쓰[리려린립림]|차(?![가-힣]{0,3}도)"
    r"|찬|찹|어지[럽러]|메스[껍꺼]|울렁|침침|따[갑가]|시[리려림큰]|결[리려린립림]|땡[기겨긴깁김]|막[히혀혔힘]|답답|무[겁거]|뻐근"
    r"|뻣뻣|두근|빨[갛개간]|아[리려린립림]|욱신|화끈|마[렵려]|힘[들드듦듬]|배[기겨김]|뭉[치쳐침])"
)
"""Verbs and adjectives that are a complaint by themselves."""
_COMING: Final = r"(?:나(?![았아])|난|났|하[고지는]|해[요서도]|했|합|한데|함|토[하해])"
"""Verbs by which a complaint that has a noun's name comes; of a power that has failed they tell a lack."""
_ADVERB: Final = r"(?:전혀|하나도|별로|아예|절대|딱히|요즘|지금|이제|전|저|한\s?번도|원래)"
_DENIED_WITHIN: Final = lazy_regex(rf"(?<![가-힣])안\s?{_COMPLAINING}")
_COMPLAINS: Final = lazy_regex(_COMPLAINING)
_AHEAD: Final = lazy_regex(r"(?<![가-힣])안\s?$")
_NOT_COMING: Final = lazy_regex(rf"(?P<name>[가-힣]+?)(?:은|는|이|가|도|을|를)?\s?안\s?{_COMING}")
_NOT_LOST: Final = lazy_regex(
    r"(?:살|체중|몸무게|머리|머리카락|머리털)(?:은|는|이|가|도|을|를)?\s?안\s?(?:빠|줄[었어])"
)
"""A loss that did not come; what does not go down ("붓기가 안 빠져요") is there."""
_DENIED_BEHIND: Final = lazy_regex(
    rf"(?:은|는|이|가|도|을|를)?\s?(?:{_ADVERB}\s?)?안\s?(?:{_COMPLAINING}|{_COMING})"
    r"|(?:지[는도가]?|진|질)\s?(?:전혀\s)?(?:않|안\s?[하해했합]|안[네더어고해])"
)
_DENIED_DENIAL: Final = lazy_regex(
    r"[가-힣]{0,2}\s?(?:데|곳|날|적|때)\S{0,2}\s?(?:가|이|는|도)?\s?없|[가-힣]{0,3}지\s?않|[가-힣]{0,3}\s?줄"
)
_HABIT_DENIED: Final = lazy_regex(
    rf"(?:은|는|도|이나|랑|을|를)?\s?(?:(?:술|담배)(?:은|는|도|을|를)?\s?)?(?:{_ADVERB}\s?)?(?:안|못)\s?"
    r"(?:피|펴|핍|폈|핀|태[우워웠운]|마[시셔신십셨심]|먹|묵|해|하|합|함|한|했|즐기|들|입에)"
    r"|(?:은|는|도|을|를)?\s?입에도?\s?(?:안|못)\s?[대댄댑댔]"
)
_STILL_KO: Final = lazy_regex(
    r"(?:은|는|도|을|를)?\s?(?:아직\s?|도저히\s?|계속\s?)*(?:안|못)\s?끊(?!기)|(?:은|는|도|을|를)?\s?(?:아직\s?)?끊지\s?(?:는|도)?\s?(?:못|않)"
)
_HABIT: Final = lazy_regex(r"[가-힣]*?(?:담배|술|흡연|음주|맥주|소주|막걸리)")
_TAKEN_UP_SINCE: Final = lazy_regex(
    r"[가-힣]{0,3}(?:는데|지만|다가)\s?[^.!?]{0,12}(?:요즘|요새|지금|이제|최근|작년|올해|다시)"
)
_MILD: Final = lazy_regex(r"심하(?:지[는도]?|진)\s?않|안\s?심[하해한합]")
"""What is not severe is there: "기침은 심하지 않아요"."""
_BEHIND: Final = 8
_HABITS: Final = frozenset({"smoking", "alcohol"})
_ONLY_EN: Final = lazy_regex(
    r"\b(?:just|only|but)\s(?:i\s|i'?m\s|am\s|really\s|a\s|bit\s|very\s|been\s|some\s|the\s|feeling\s|getting\s)*$"
)
_NIL_EN: Final = lazy_regex(r"\b(?:nil|zero|absolutely no)\s$")
"""Words right before a habit by which a form denies it."""
_NO_EN: Final = lazy_regex(r"\b(?:no|not|ain'?t|isn'?t|never|without|neither|nor|any)\b|n'?t\b")


def with_plainly_denied(sheet: Sheet, proposals: Sequence[Proposal], lexicon: Lexicon) -> tuple[Proposal, ...]:
    """``proposals`` with the complaints and habits that closed words deny right there as denied, and none besides."""
    proposals = [_had_with_result(_excepted(one, sheet), sheet) for one in proposals]
    if sheet.language == "ko":
        return tuple(_korean(one, sheet, lexicon) for one in proposals)
    return tuple(_english(one, sheet) for one in proposals)


_EXCEPTED_BEHIND: Final = lazy_regex(r"(?:만|은|는)?\s?(?:말고|빼고|빼면|외에|외엔|밖에|제외하)")
_EXCEPTED_AHEAD: Final = lazy_regex(
    r"\b(?:no|not|nothing|never|none|n't)\b[^.;!?]{0,40}\b(?:except|apart from|other than|besides|aside from|bar)"
    r"(?: for)?(?: (?:my|the|a|an|some|mild|bad|his|her))* $"
)


def _excepted(proposal: Proposal, sheet: Sheet) -> Proposal:
    """``proposal`` had, where it is what "nothing but" leaves: "지병은 고혈압 말고는 없어요", "none except asthma"."""
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.polarity is Polarity.AFFIRMED:
        return proposal
    named = _named(proposal, sheet, content)
    if named is None:
        return proposal
    behind = _EXCEPTED_BEHIND.match(sheet.folded, named.end)
    if behind is None and _EXCEPTED_AHEAD.search(sheet.folded[: named.start]) is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED))


_WELL: Final = lazy_regex(
    r"\s?(?:scan|test|exam)?(?:\s(?:was|is|were|came (?:back|out)|all|show(?:ed|s)|looked|said|read|today|yesterday"
    r"|last \w+)|\s?[:=-])*\s(?:all |completely |totally |perfectly )?"
    r"(?:clear|normal|fine|ok|okay|good|negative|nothing|unremarkable)\b"
    r"|(?:은|는|도|에서|에선|결과|상|검사)*\s?(?:결과\S?\s)?(?:다\s|전부\s|아무\s)?"
    r"(?:이상\s?(?:은|소견)?\s?없|정상|깨끗|괜찮|별\s?거\s?없|문제\s?(?:는\s)?없|음성)"
)


def _had_with_result(proposal: Proposal, sheet: Sheet) -> Proposal:
    """``proposal`` had, where what is told of an examination is that it found nothing: "X-ray was clear"."""
    content = proposal.content
    if content is None or content.slot is not SlotKind.PROCEDURES or content.polarity is not Polarity.NEGATED:
        return proposal
    named = _named(proposal, sheet, content)
    if named is None or _WELL.match(sheet.folded, named.end) is None:
        return proposal
    return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED))


def _korean(proposal: Proposal, sheet: Sheet, lexicon: Lexicon) -> Proposal:
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.subject != PATIENT:
        return proposal
    named = _named(proposal, sheet, content)
    if named is None:
        return proposal
    text = sheet.folded
    if content.slot is SlotKind.SOCIAL_HISTORY and content.concept.concept_id in _HABITS:
        end = _end_of_name(text, named)
        if _STILL_KO.match(text, end) is not None:
            return _current(proposal, content)
        denied = _HABIT_DENIED.match(text, end)
        had = denied is None or _TAKEN_UP_SINCE.match(text, denied.end()) is not None
        return proposal if had or content.polarity is Polarity.NEGATED else _negated(proposal, content)
    if content.slot is SlotKind.SYMPTOMS and content.polarity is Polarity.NEGATED:
        had = _MILD.search(text, named.start, named.end + _BEHIND) is not None or _is_plainly_had(text, named)
        return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED)) if had else proposal
    if content.slot is not SlotKind.SYMPTOMS:
        return proposal
    if _SUCH_NONE.search(text, named.end) is not None and _IS_LISTED.match(text, named.end) is not None:
        if _NOTHING_OF_IT.search(sentence_at(text, named.start)) is not None:
            return _negated(proposal, content)
    if _NOT_LOST.search(text, named.start, named.end + 2) is not None:
        return _negated(proposal, content)
    if names_a_lack(text, named.start, named.end) or goes_on(text, named.start, named.end):
        return proposal
    found = _DENIED_BEHIND.match(text, named.end) or _DENIED_WITHIN.search(text, named.start, named.end + 2)
    if found is None and _AHEAD.search(text, max(0, named.start - 2), named.start) is not None:
        # "안아프고": the name is the bare complaint behind its denial.
        found = _COMPLAINS.match(text, named.start)
    if found is None:
        found = _NOT_COMING.match(text, named.start, named.end + 2)
        entry = lexicon.by_name(found["name"], ("symptoms",)) if found is not None else None
        if entry is None or entry.concept_id != content.concept.concept_id:
            return proposal
    if found is None or _DENIED_DENIAL.match(text, found.end()) is not None or _lacks(content):
        return proposal
    return _negated(proposal, content)


_PREDICATE: Final = lazy_regex(
    r"[가-힣]?(?:요|네요?|다|고|구|고요|구요|는데|지만|서|음|임|죠)(?=[\s.,!~ㅠㅜㅋㅎ]|$)(?!\s?(?:안\s?(?:그|해|합)|않|없|아니|말))"
)
"""How a complaint that is its own predicate ends: "눈 새빨개요"."""
_DENIES_BEFORE: Final = lazy_regex(r"(?:안|못|전혀|하나도|덜)\s?$")
_NOTHING_OF_IT: Final = lazy_regex(
    r"(?:건|거|것|게|적|일)[은는이가도]?\s?(?:전혀\s|하나도\s)?(?:없|아니|아녜|안\s?[그했하])"
)
"""What ends a list of complaints with none of them: "어지럽고 메스꺼운 건 없어요"."""
_SUCH_NONE: Final = lazy_regex(r"(?:그런|이런|그럴)\s?(?:건|거|것|게|적|일|증상)")
_IS_LISTED: Final = lazy_regex(r"[가-힣]{0,2}(?:고|거나|구|든지|든가|나)(?=\s)")
_EVERYWHERE: Final = lazy_regex(r"(?<![가-힣])안\s?\S{1,3}\s(?:데|곳)[가이는은도]?\s?없")


def _is_plainly_had(text: str, named: Mention) -> bool:
    """Whether a complaint is told by its own verb, which nothing denies; or to be everywhere: "안 아픈 데가 없어요"."""
    if _EVERYWHERE.search(text, max(0, named.start - 2), named.end + _BEHIND) is not None:
        return True
    verb = _VERB.search(text, named.start, named.end) is not None
    said = _PREDICATE.match(text, named.end) is not None
    if _DENIED_WITHIN.search(text, named.start, named.end) or _NOTHING_OF_IT.search(sentence_at(text, named.start)):
        return False
    return verb and said and _DENIES_BEFORE.search(text, max(0, named.start - 4), named.start) is None


_VERB: Final = lazy_regex(rf"(?:{_COMPLAINING}|빨개|새빨|벌[겋개게]|노[랗래]|까맣|까매)[가-힣]{{0,2}}$")


def _english(proposal: Proposal, sheet: Sheet) -> Proposal:
    """``proposal`` had, where "just" or "only" sets it against what is denied before it."""
    content = proposal.content
    if content is None or proposal.operation is not Operation.ASSERT or content.subject != PATIENT:
        return proposal
    named = _named(proposal, sheet, content)
    if named is None:
        return proposal
    ahead = sheet.folded[max(0, named.start - _REACH) : named.start]
    if content.concept.concept_id in _HABITS and _NIL_EN.search(ahead) is not None:
        return proposal.with_fields(content=content.with_fields(polarity=Polarity.NEGATED, value=None, unit=None))
    if content.slot is not SlotKind.SYMPTOMS or content.polarity is not Polarity.NEGATED:
        return proposal
    if _is_set_before_a_denial(sheet.folded, named):
        return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED))
    only = _ONLY_EN.search(ahead)
    if only is None or _NO_EN.search(ahead[only.start() :]) or _NO_EN.search(ahead[: only.start()]) is None:
        return proposal
    if _NO_EN.search(sheet.folded[named.end : named.end + 12]) is not None:
        return proposal
    return proposal.with_fields(content=content.with_fields(polarity=Polarity.AFFIRMED))


_REACH: Final = 60
_BUT_NO: Final = lazy_regex(r"[\s,]*(?:but|though|although)\s(?:\w+\s){0,2}?(?:no|not|without|never|n't)\b")
_ANY_DENIAL: Final = lazy_regex(
    r"\b(?:no|not|never|without|none|neither|nor|nil|zero|den(?:y|ies|ied)|free|gone|stopp\w+|clear\w*|rid|negative"
    r"|absent|resolved|went)\b|n't\b|n’t\b"
)


def _is_set_before_a_denial(text: str, named: Mention) -> bool:
    """Whether it is the last of what is had, set against what is denied next: "cough, phlegm but no fever"."""
    start = sentence_around(text, named.start)[0]
    return _BUT_NO.match(text, named.end) is not None and _ANY_DENIAL.search(text, start, named.end) is None


def _end_of_name(text: str, named: Mention) -> int:
    """Where the habit's noun ends, of a name that runs on into its verb."""
    noun = _HABIT.match(text, named.start, named.end)
    return noun.end() if noun is not None else named.end


def _named(proposal: Proposal, sheet: Sheet, content: Content) -> Mention | None:
    """The mention of it that lies in the words of the proposal; of several the first."""
    same = [one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id]
    if len(same) == 1:
        return same[0]
    start, end = proposal.start, proposal.end
    if start is None or end is None:
        return None
    return next((one for one in same if start <= sheet.quote(one.start, one.end)[1] < end), None)


def _lacks(content: Content) -> bool:
    """Whether the complaint is by its nature that something does not come, which is told with a denial."""
    return content.concept.concept_id in _OF_LACK


_OF_LACK: Final = frozenset({
    "aphasia", "arm_weakness", "leg_weakness", "blurred_vision", "constipation", "hearing_difficulty", "indigestion",
    "insomnia", "sleep_onset_insomnia", "loss_of_appetite", "loss_of_smell", "loss_of_taste", "low_libido",
    "low_urine_output", "muscle_weakness", "neck_weakness", "one_sided_weakness", "paralysis", "poor_night_vision",
    "proximal_muscle_weakness", "urinary_retention", "vision_loss", "weak_urine_stream", "weakness", "fatigue",
    "hoarseness", "dry_mouth", "dry_eyes", "dry_eye",
})  # fmt: skip


def _negated(proposal: Proposal, content: Content) -> Proposal:
    return proposal.with_fields(
        content=content.with_fields(
            polarity=Polarity.NEGATED, certainty=Certainty.CONFIRMED, value=None, unit=None, status=None,
            temporality=Temporality.CURRENT, valid_from=None, valid_to=None, precision=None,
        )
    )  # fmt: skip


def _current(proposal: Proposal, content: Content) -> Proposal:
    return proposal.with_fields(
        content=content.with_fields(
            polarity=Polarity.AFFIRMED, certainty=Certainty.CONFIRMED, value="current", 
            temporality=Temporality.CURRENT, valid_to=None,
        )
    )  # fmt: skip
