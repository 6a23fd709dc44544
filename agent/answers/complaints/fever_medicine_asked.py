"""Whether words ask how much, how often or when of a medicine for fever and pain: paracetamol or ibuprofen.

Named in the words, or the one that the last answers spoke of ("when can he have more?"). Of any other medicine the
dose is the prescriber's, so words that name another ask none of this.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from agent.answers.asking.request import Request
from extraction.text.lazy_regex import lazy_regex
from extraction.text.needed_letters import Rows
from projections.answers import Answers, GivenAnswer

Ask = Literal["amount", "choice", "next", "judge", "change", "together"]

PARACETAMOL, IBUPROFEN = "acetaminophen", "ibuprofen"
MEDICINES: Final = (PARACETAMOL, IBUPROFEN)
_CLASSES: Final = frozenset({"antipyretic", "analgesic"})
"""Wider words for both of them ("해열제")."""
_NAMES: Final = {
    PARACETAMOL: lazy_regex(r"아세트아미노펜|acetaminophen|paracetamol", re.IGNORECASE),
    IBUPROFEN: lazy_regex(r"(?<!덱시)이부프로펜|(?<!dex)ibuprofen", re.IGNORECASE),
}
"""How answers name them."""
_TURNS: Final = 4
"""Answers back to which words that name no medicine may point."""
_LONGEST: Final = 240
"""Characters from which words tell a story."""

_ASKS: Final = Rows[tuple[Ask, re.Pattern[str]]]((
    ("change", lazy_regex(
        r"\b(?:does|do|would|will|should|is) (?:that|it|this|the dose|\d[^?]{0,30}?)[^?]{0,20}? ?(?:change|differ\w*"
        r"|matter)\b"
        r"|\bchanges? (?:it|that|the dose|the amount|things|anything|how much)\b|\b(?:different|new) (?:dose|amount)\b"
        r"|(?:용량|양|약|얼마|그럼|그러면)[^?]{0,14}(?:달라|바뀌|바꿔|변하)|(?:달라지|바뀌)(?:나|는|죠|지"
        r"|ㄹ)", re.IGNORECASE)),
    ("next", lazy_regex(
        r"\b(?:when|what time) (?:can|could|may|should|shall|is|do|will|would)\b[^?]{0,40}\b(?:more|another|again|next"
        r"|repeat|second|have (?:it|some))\b"
        r"|\bhow (?:soon|long)\b[^?]{0,40}\b(?:another|again|next|between|more|wait|repeat|apart|until|till|before)\b"
        r"|\bearliest\b[^?]{0,40}\b(?:another|again|more|next|give|dose)\b|\bnext (?:one|dose|lot)\b"
        r"|\bwhen(?:'s| is) (?:he|she|it|his|her|the next)\b[^?]{0,20}\bdue\b"
        r"|\bhow many hours\b|\btoo (?:soon|early)\b[^?]{0,24}\b(?:another|again|more|next|dose|one|give)\b"
        r"|\b(?:can|could|may|should) (?:i|we|he|she)\b[^?]{0,20}\b(?:another|again|more)\b"
        r"|(?:다음|또|다시|한\s?번\s?더|더)\s?(?:건|거|것|번|약|용량|회)?[^?]{0,14}(?:먹|줘|줄|드|투여|언제|몇)"
        r"|몇\s?시간\s?(?:뒤|후|간격|마다|지나|있다|만에|텀|띄)|언제\s?(?:또|다시|더|부터)|간격", re.IGNORECASE)),
    ("judge", lazy_regex(
        r"\btoo (?:much|little|high|many|low)\b|\boverdos\w*|\b(?:right|correct|ok|okay|fine|safe|good|enough|proper"
        r"|appropriate) (?:dose|amount|for (?:his|her|their|my|that|this|a))\b"
        r"|\b(?:ml|mls|mg)\b[^?]{0,40}\b(?:ok|okay|right|fine|safe|enough|correct|alright|all right)\b"
        r"|\b(?:is|was) (?:that|it|this|\d[^?]{0,24}) (?:ok|okay|right|fine|safe|enough|correct|alright|all right"
        r"|a lot)\b"
        r"|(?:괜찮은|적당한|적절한|맞는|알맞은|안전한|많은|과한|적은|부족한|충분한)\s?(?:양|용량|건|거|정도|편)"
        r"|양이?\s?(?:괜찮|맞|적당|많|적)|너무\s?(?:많|적)|과다|\d\s?(?:ml|밀리|미리|mg|cc)[^?]{0,20}(?:괜찮|맞|적당"
        r"|많)",
        re.IGNORECASE)),
    ("together", lazy_regex(
        r"\b(?:both|together|alternat\w*|at the same time|as well as|on top of|switch between|swap)\b"
        r"|같이|함께|번갈아|교차|동시에|둘\s?다|한꺼번에", re.IGNORECASE)),
    ("amount", lazy_regex(
        r"\bhow (?:much|many|often)\b|\b(?:what|which|right|correct|safe|usual|maximum|max"
        r"|proper) (?:is the )?(?:\w+ )?"
        r"(?:dose|dosage|amount)\b|\bdos(?:e|age|ing)\b|\bmax(?:imum)?\b|\bat most\b"
        r"|얼마|몇\s?(?:ml|밀리|미리|cc|알|정|번|회|개|스푼|숟|포|시간)|용량|어느\s?정도|최대|투여량"
        r"|복용량", re.IGNORECASE)),
    ("choice", lazy_regex(
        r"\bwhat (?:can|could|should|do|may|shall) (?:i|we) give\b|\bwhat (?:can|could|should|may) (?:he|she|they|the"
        r" \w+|my \w+) (?:have|take)\b|\b(?:can|could|may|should|shall|is it ok(?:ay)? to|ok(?:ay)? to"
        r"|safe to)(?: (?:i|we))?"
        r" give (?:him|her|them|my|the|it)\b|\banything (?:i|we) can give\b"
        r"|(?:뭐|뭘|무엇을?|무슨\s?약을?|어떤\s?(?:약을?|거|걸))\s?(?:먹여|먹이|먹일|줘|주면|줄|써)"
        r"|먹여도\s?(?:되|돼|괜찮)|(?:해열제|약)[을를]?\s?먹일까|먹여야\s?(?:하|되|돼|할)", re.IGNORECASE)),
), lambda one: one[1])  # fmt: skip
_OF_RECORD: Final = lazy_regex(
    r"\b(?:do|did|does|am|was|is|have|had|has|were) (?:i|he|she|we|they) (?:\w+ )?(?:take|taking|on|been|take|had"
    r"|have|prescribed"
    r"|given|give)\b(?! (?:if|when|before))|\bon (?:my |the |his |her )?record\b|\bprescribed\b"
    r"|\bwhen (?:was|were) (?:the|his|her|my|their) last\b"
    r"|\bcosts?\b|\bprice\b|가격|먹고\s?있|먹는\s?중|복용\s?중|먹었(?:죠|지|나|었|던)|먹였(?:죠|지|나|었|던)|기록|처방",
    re.IGNORECASE,
)
"""Words that ask what is taken, which the record tells."""
_HARM: Final = lazy_regex(
    r"\b(?:kill|lethal|fatal|die|dying|end (?:it|my life))\b|\bhow (?:much|many)\b[^?]*\boverdos|죽|치사|자살",
    re.IGNORECASE,
)
"""Words after which no number of tablets is told."""
_FEVER: Final = frozenset({"fever", "body_temperature", "high_fever", "low_grade_fever"})
_SPEAKS_OF_FEVER: Final = lazy_regex(r"발열|체온|fever|temperature", re.IGNORECASE)


def asks_of(text: str) -> tuple[Ask, ...]:
    """What the words ask of a dose, the closest first."""
    return tuple(name for name, pattern in _ASKS.worth_trying(text) if pattern.search(text))


def meant(request: Request, answers: Answers) -> tuple[str, ...]:
    """The medicines that the words are about: those they name, else those the last answers spoke of."""
    named = [one.entry for one in request.mentions if one.entry.kind in ("medications", "drug_classes")]
    if any(one.concept_id not in MEDICINES and one.concept_id not in _CLASSES for one in named):
        return ()
    own = tuple(one for one in MEDICINES if any(entry.concept_id == one for entry in named))
    if own:
        return own
    if any(one.concept_id == "antipyretic" for one in named):
        return in_mind(answers) or MEDICINES
    return in_mind(answers)


def in_mind(answers: Answers) -> tuple[str, ...]:
    """The medicines for fever that the latest answer about any medicine spoke of."""
    for answer in _latest(answers):
        # A list of what is taken speaks of no one of them.
        if any(one.kind == "medications" and len(one.fact_ids) > 1 for one in answer.spoke_of):
            return ()
        found = tuple(one for one in MEDICINES if _NAMES[one].search(answer.text))
        if found:
            return found
        if any(one.kind == "medications" for one in answer.spoke_of):
            return ()
    return ()


def asks_fever_medicine(request: Request, answers: Answers) -> bool:
    """Whether the words ask for the dose of a medicine for fever and pain, its interval, or whether one was right."""
    text = request.text
    if len(text) > _LONGEST or _OF_RECORD.search(text) is not None or request.has("audit", "why_said"):
        return False
    if _HARM.search(text) is not None:
        return False
    asked = asks_of(text)
    if not asked:
        return False
    named = [one.entry for one in request.mentions if one.entry.kind in ("medications", "drug_classes")]
    medicines = meant(request, answers)
    if asked[0] == "choice":
        fever = bool(_FEVER.intersection(request.concepts("symptoms", "vitals"))) or _spoke_of_fever(answers)
        return bool(named and medicines) or (not named and fever)
    if not medicines:
        return False
    if asked[0] == "together":
        return len(set(medicines) | set(in_mind(answers))) > 1 and bool(named)
    if named:
        return asked[0] != "judge" or _tells_amount(text)
    # What names no medicine goes on about one only where nothing else is asked about.
    others = {"conditions", "symptoms", "procedures", "allergens", "labs", "vitals"}
    # "From when may she have more, if the fever comes again?" names what the next dose is for.
    beside = {"body_weight", *_FEVER} if asked[0] == "next" else {"body_weight"}
    about = {one.entry.kind for one in request.mentions if one.entry.concept_id not in beside}
    if request.slots or request.ordinal is not None or request.has(*_OF_VALUES):
        return False
    if about & others or _NOT_MEDICINE.search(text) is not None:
        return False
    return asked[0] not in ("amount", "next") or _GIVES.search(text) is not None


_AMOUNT: Final = lazy_regex(r"\d\s?(?:ml|mls|mg|cc|밀리|미리)(?![a-z])", re.IGNORECASE)
_GIVES: Final = lazy_regex(
    r"\bdos(?:e|age)|\b(?:give|have|take|another|next one|next lot|due)\b|\bmls?\b|\bmg\b|먹|용량|투여"
    r"|(?<!요)약|ml|mg|몇\s?번"
    r"|간격|다음\s?(?:건|거|것|번)",
    re.IGNORECASE,
)
"""Words by which an amount or an hour is one of a dose, where no medicine is named."""
_OF_VALUES: Final = ("previous", "treatment", "evidence", "one_sentence", "aloud_number")
"""Cues of words that go on about a value or a treatment, not about a dose."""
_NOT_MEDICINE: Final = lazy_regex(
    r"\b(?:eat\w*|food|milk|water|drink\w*|school|nursery|daycare|bath|exercis\w*|sleep|outside|swim\w*|work|doctor|appointment)\b"
    r"|밥|우유|분유|이유식|죽|간식|물을|학교|유치원|어린이집|등원|목욕|운동|외출|예방접종",
    re.IGNORECASE,
)
"""What else may be given or done again, which words without a medicine then are about."""


def _tells_amount(text: str) -> bool:
    return _AMOUNT.search(text) is not None


def _spoke_of_fever(answers: Answers) -> bool:
    return any(_SPEAKS_OF_FEVER.search(answer.text) for answer in _latest(answers)[:2])


def _latest(answers: Answers) -> list[GivenAnswer]:
    return [answers.given[turn] for turn in sorted(answers.given, reverse=True)][:_TURNS]
