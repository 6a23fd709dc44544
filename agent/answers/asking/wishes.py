"""What people ask for beside values, lists and knowledge, by closed words: what to tell others, a day's total, a cause.

Names and dates are masked first, as for values. Korean words are matched without spaces; English ones are whole words.
"""

from __future__ import annotations

from itertools import product
from typing import Final, Literal

from agent.answers.asking.appointments_asked import asks_appointment
from agent.answers.asking.request import Request
from agent.answers.asking.value_request import Cue, Masked
from agent.answers.complaints.fever_care_asked import asks_fever_care
from agent.answers.complaints.fever_medicine_asked import MEDICINES as FEVER_MEDICINES
from agent.answers.complaints.fever_medicine_asked import asks_fever_medicine
from agent.answers.following.just_told import asks_just_told
from agent.answers.following.references import spoken
from agent.answers.following.still import asks_still
from agent.answers.medicines.allergies_asked import asks_beside_allergy
from agent.answers.medicines.beside_others import asks_together
from agent.answers.medicines.changed_why import asks_why_changed
from agent.answers.medicines.culprits import asks_culprit
from agent.answers.medicines.day_asked import asks_day
from agent.answers.medicines.ended import asks_ended
from agent.answers.medicines.given_for_asked import asks_given_for
from agent.answers.medicines.its_use import asks_its_use, asks_use_of_each
from agent.answers.medicines.side_by_side import asks_side_by_side
from agent.answers.referents.expressions import points_at_all
from agent.answers.values.outside import asks_outside
from agent.answers.values.weeks_now import asks_weeks
from domain.values import SERIES_SLOTS, SlotKind
from extraction.naming.mentions import Kind
from projections.answers import Answers

Wish = Literal[
    "ended",
    "handover",
    "summary",
    "total",
    "stopping",
    "purpose",
    "cause",
    "steps",
    "still",
    "outside",
    "its_use",
    "just_told",
    "appointments",
    "why_changed",
    "side_by_side",
    "together",
    "allergy_beside",
    "given_for",
    "weeks",
    "medicine",
    "day",
    "dose",
    "fever",
]

_MEDICINES: Final[tuple[Kind, ...]] = ("medications", "drug_classes")
_BODILY: Final[tuple[Kind, ...]] = ("symptoms", "conditions")

_OTHERS_KO: Final = (
    "의사", "의사선생님", "선생님", "주치의", "의료진", "병원", "응급실", "약국", "약사", "간호사", "구급대",
    "구급차", "119", "학교",
    "보건실", "담임", "치과", "한의원", "요양보호사", "간병인", "가족", "남편", "아내", "며느리", "사위", "딸", "아들",
)  # fmt: skip
_OTHERS_EN: Final = (
    "doctor", "doctors", "gp", "nurse", "nurses", "school", "teacher", "clinic", "hospital", "pharmacist", "pharmacy",
    "dentist", "paramedic", "paramedics", "ambulance", "er", "emergency room", "appointment", "visit", "consultant",
    "surgeon", "specialist", "midwife", "carer", "caregiver", "coach", "family", "husband", "wife", "daughter", "son",
    "sister", "brother", "boss", "employer", "dispatcher", "babysitter", "team",
)  # fmt: skip
_TELL_KO: Final = tuple(
    what + verb
    for what, verb in product(
        ("뭐라고", "뭐라", "무슨말을", "무슨말", "무슨얘기를", "뭘", "무엇을", "어떤걸", "어떻게", "어디까지"),
        ("말해야", "말하면", "말할까", "말하고", "말씀드려야", "말씀드리면", "말씀드릴", "얘기해야", "얘기하면",
         "얘기할까",
         "이야기해야", "이야기하면", "설명해야", "설명하면", "전해야", "전하면", "알려야", "알리면", "알려드려야"),
    )
)  # fmt: skip
_SAY_KO: Final = tuple(
    what + verb
    for what, verb in product(
        ("무슨말을", "무슨말", "무슨얘기를", "어떤말을"), ("해야", "하면", "할까", "하는게", "전해야")
    )
)
_SHOWN_KO: Final = (
    "보여주게", "보여드리게", "보여줄수있게", "보여드릴수있게", "보여줄거", "보여드릴거", "보여줄려고",
    "보여주려고", "보여드리려고",
    "가져가게", "가져갈", "들고가게", "들고갈", "제출할", "낼수있게", "전달할", "전달하게", "전해줄", "말할수있게",
)  # fmt: skip
_TELL_EN: Final = (
    "what should i tell", "what do i tell", "what should i say", "what do i say", "what do i need to tell",
    "what to tell", "what to say to", "what can i tell", "what should we tell", "what do we tell", "how do i explain",
    "what should she tell", "what should he tell", "what shall i tell", "what shall i say", "how should i explain",
    "to show the", "to show my", "to show him", "to show her", "hand over", "handover", "to hand to", "to give to the",
    "to give to my", "to bring to", "to take to my", "to take to the", "to read out to",
)  # fmt: skip
_WRITTEN_EN: Final = (
    "list", "summary", "summarise", "summarize", "note", "notes", "overview", "sum up", "write", "write up", "sheet",
    "page", "brief", "run down", "rundown", "recap", "card",
)  # fmt: skip
_WRITTEN_KO: Final = ("정리", "요약", "목록", "적어", "써줘", "써주", "메모", "뽑아")

_SO_FAR_KO: Final = (
    "말한거", "말한것", "말했던", "말했었", "말한내용", "말씀드린", "얘기한거", "얘기한것", "얘기했던",
    "얘기한내용", "이야기한", "알려준거",
    "알려드린", "알고있는", "아는거", "아는것", "아시는", "저에대해", "나에대해", "제상태", "내상태", "제얘기",
    "내얘기",
)  # fmt: skip
_WHOLE_KO: Final = (
    "요약",
    "정리",
    "다말해",
    "전부말해",
    "다알려",
    "전부알려",
    "모두알려",
    "다보여",
    "전부보여",
    "말해봐",
    "말해줘",
    "말해주",
)
_WHOLE_EN: Final = (
    "know about me", "know of me", "have on me", "got on me", "everything i told", "everything ive told",
    "what i told you so far", "what ive told you", "what have i told you", "all i told you", "all ive told you",
    "remember about me", "my whole story", "whole picture", "all about me", "sum me up", "summarise me",
    "summarize me", "summary of me", "recap what i",
)  # fmt: skip

_A_DAY: Final[Cue] = (
    ("하루", "일일", "1일", "한날", "매일"),
    ("day", "daily", "24 hours"),
)
_IN_ALL: Final[Cue] = (
    ("총", "합쳐", "합하면", "합해", "도합", "다해서", "전부해서", "모두해서", "합계", "합이"),
    ("total", "in all", "altogether", "all together", "combined", "add up", "adds up", "sum", "overall", "in full"),
)
_STOPPING: Final[Cue] = (
    ("끊을까", "끊어야", "끊어도", "끊는게", "끊으면", "그만먹", "그만드", "그만둬도", "그만둘까", "안먹어도",
     "안먹으면", "멈춰도", "멈출까",
     "중단해", "중단할", "줄여도", "줄일까", "줄여야", "늘려도", "늘릴까", "늘려야", "올려야", "올려도", "낮춰도",
     "낮춰야", "건너뛰어도",
     "건너뛸까", "걸러도", "빼먹어도", "반만먹", "두알먹", "두배로"),
    ("should i stop", "should i just stop", "can i stop", "can i just stop", "could i stop", "may i stop", "do i stop",
     "shall i stop", "better to stop", "stop taking", "stop it", "stop them", "stop this", "stop that", "quit it",
     "quit taking", "come off", "go off it", "cut down", "cut it", "cut back", "halve", "skip it", "skip a",
     "skip this", "skip tonight", "double it", "take more of it", "take less", "go down further", "go up further",
     "go down", "go up", "go lower", "go higher", "drop it", "leave it out", "leave it off", "leave off",
     "leave out my", "pause it"),
)  # fmt: skip
_WHICH_KO: Final = (
    "약중에", "약중", "약가운데", "약들중", "먹는것중", "먹는거중", "중에뭐가", "중에어느", "중에어떤", "어느약이",
    "어느게", "어떤약이",
    "무슨약이", "어느것이", "뭐가", "어느쪽이",
)  # fmt: skip
_DOES_KO: Final = (
    "약이에요", "약이예요", "약인가", "약이죠", "약이지", "약이야", "위한", "때문에먹", "낮추는", "내리는",
    "줄이는", "늦추는", "막는",
    "묽게", "도와주는", "쓰는거", "쓰는건", "먹는거", "먹는건", "약이었",
)  # fmt: skip
_WHICH_EN: Final = (
    "which of my", "which of these", "which of those", "which of the", "which one of my", "which one is for",
    "which one helps", "which tablet", "which pill", "which one lowers", "which one slows", "which medicine is for",
    "which one thins", "which one keeps", "which one stops", "which drug is for", "which medication is for",
)  # fmt: skip
_THINGS_EN: Final = (
    "tablet", "tablets", "pill", "pills", "medicine", "medicines", "medication", "medications", "meds", "drug",
    "drugs", "one", "ones", "capsules", "inhalers", "inhaler", "prescriptions",
)  # fmt: skip
_LISTING_EN: Final = (
    "do i take", "am i taking", "am i on", "does he take", "does she take", "is he on", "is she on", "is he taking",
    "is she taking", "have i", "should i", "can i", "did i",
)  # fmt: skip
"""What is asked beside "which medicines" when a list is wanted, not the one that does something."""

_CAUSE: Final[Cue] = (
    ("때문일", "때문인가", "때문인지", "때문에그런", "때문에이런", "때문이에요", "때문이죠", "탓일", "탓인가",
     "탓에", "부작용인", "부작용일",
     "부작용이에요", "먹고나서그런", "먹어서그런", "먹어서이런", "원래그런", "그래서그런", "이약이그런", "관계있",
     "관련있", "상관있", "연관",
     "영향일", "그것때문", "그거때문", "이거때문", "이것때문"),
    ("could it be", "could that be", "could this be", "might it be", "is it because", "is that because",
     "is this because", "because of my", "because of the", "caused by", "cause that", "cause it", "cause this",
     "causing", "side effect of", "a side effect", "side effect from", "from the TEST", "is it the TEST",
     "is that the TEST", "is this the TEST", "due to", "do that", "does that do", "is that a thing", "is it from",
     "is that from", "is this from", "related to", "connected to", "to blame", "responsible for", "linked to",
     "anything to do with", "something to do with", "the reason for", "making me", "makes me", "make me"),
)  # fmt: skip
_DO_FIRST: Final[Cue] = (
    ("뭐부터", "무엇부터", "어떤것부터", "뭘챙겨", "뭐를챙", "뭘챙기", "챙기면", "챙겨야", "뭘조심", "무엇을조심",
     "뭘주의", "조심할게",
     "조심할건", "주의할게", "주의할건", "신경쓸", "신경써야", "뭘지켜", "계획좀", "계획을세워", "계획짜",
     "계획을짜", "계획세워", "할일좀",
     "할일을", "어떻게지내"),
    ("need to watch", "to watch for", "to watch out", "watch out for", "look out for", "keep an eye on",
     "where do i start",
     "where should i start", "do first", "start with", "plan for", "a plan", "plan that", "my plan", "to do list",
     "routine", "what now", "be careful about", "be careful of", "get ready for", "prepare for"),
)  # fmt: skip
_ASKS_FOR: Final[Cue] = (
    ("주세요", "줘", "줄래", "알려", "될까", "되나", "돼요", "할까", "해요", "하나요", "하죠", "해야", "있을까",
     "있나", "좋을까", "뭐", "뭘", "무엇"),
    ("make", "make me", "give", "give me", "write", "draw up", "need", "want", "can", "could", "what", "where", "how",
     "please", "set", "set up", "put together", "help"),
)  # fmt: skip
_LONGEST: Final = 160
"""Characters from which an utterance tells a story, in which such words mean little."""


def wish_of(request: Request, answers: Answers) -> Wish | None:
    """The wish that the words show, None where they show none of these."""
    together = asks_together(request)
    if asks_fever_medicine(request, answers) and not (together and _beside_other_medicines(request)):
        return "dose"
    if asks_fever_care(request, answers):
        return "fever"
    if asks_day(request, answers):
        return "day"
    if asks_beside_allergy(request):
        return "allergy_beside"
    if together:
        return "together"
    if asks_given_for(request) and not asks_side_by_side(request, answers):
        return "given_for"
    if asks_use_of_each(request.text):
        return "its_use"
    if asks_just_told(request.text):
        return "just_told"
    if asks_appointment(request.text):
        return "appointments"
    if asks_weeks(request):
        return "weeks"
    if asks_why_changed(request, answers):
        return "why_changed"
    if asks_culprit(request):
        return "cause"
    if len(request.text) > _LONGEST:
        return None
    if asks_side_by_side(request, answers):
        return "side_by_side"
    things = tuple(one for one in request.mentions if one.entry.kind != "relatives")
    masked = Masked(request.plain or request.text, things, request.dates)
    if asks_its_use(request, answers):
        return "its_use"
    if asks_still(request, answers):
        return "still"
    if asks_ended(request):
        return "ended"
    if _hands_over(masked):
        return "handover"
    if _wants_whole(request, masked):
        return "summary"
    medicine = bool(request.concepts(*_MEDICINES)) or _spoke_of_medicine(answers)
    if not request.tests and medicine and masked.has(_A_DAY) and masked.has(_IN_ALL):
        return "total"
    if medicine and _asks_dose(request, masked):
        return "medicine"
    if asks_culprit(request):
        return "cause"
    if _asks_which(request, masked):
        return "purpose"
    if asks_outside(request) and (request.tests or spoken(answers, "measurement") is not None):
        return "outside"
    if masked.has(_CAUSE) and _has_finding(request, answers) and not request.has("evidence", "compare"):
        return "cause"
    if _asks_to_stop(request, masked, medicine=medicine):
        return "stopping"
    return "steps" if _wants_plan(request, masked) else None


def _beside_other_medicines(request: Request) -> bool:
    """Whether more than the medicines for fever is asked about."""
    return points_at_all(request.text) or not set(request.concepts(*_MEDICINES)) <= set(FEVER_MEDICINES)


_HOW_MUCH: Final[Cue] = (
    ("몇미리", "몇밀리", "몇mg", "용량얼마", "용량이얼마", "용량은얼마", "용량이몇", "용량이어떻게", "얼마먹고있",
     "얼마씩먹", "몇알먹고있", "몇알씩먹", "지금용량"),
    ("how much am i on", "how much am i taking", "how much is he on", "how much is she on", "how much is he taking",
     "how much is she taking", "how much do i take", "how much does he take", "how much does she take",
     "how much of it am i on", "how much of it do i take", "what dose", "which dose", "what strength", "how many mg",
     "what was the dose", "what is the dose", "whats the dose", "what is my dose", "whats my dose"),
)  # fmt: skip
"""Words that ask in which dose a medicine is taken, by the record."""
_FORMERLY: Final[Cue] = (
    ("원래", "전에", "이전", "예전", "처음", "먼저", "바뀌기전"),
    ("before", "previously", "originally", "used to", "at first", "first told", "start with", "earlier"),
)
"""Words of a dose that is taken no more."""


def _asks_dose(request: Request, masked: Masked) -> bool:
    """Whether it is asked how much of a medicine is taken: not how much of one may be."""
    if request.tests or request.has("permission", "obligation", "conditional", "advice", "before_it", "previous"):
        return False
    if masked.has(_FORMERLY):
        return False
    return not request.concepts(*_BODILY) and masked.has(_HOW_MUCH)


def _hands_over(masked: Masked) -> bool:
    if any(one in masked.compact for one in (*_TELL_KO, *_SAY_KO)) or masked.has(((), _TELL_EN)):
        return True
    written_ko = any(one in masked.compact for one in _WRITTEN_KO)
    if written_ko and (any(one in masked.compact for one in _SHOWN_KO)):
        return True
    for whom in _OTHERS_EN:
        for whose in ("the", "my", "his", "her", "our", "their", "a", "another", "this", "next"):
            if f" for {whose} {whom} " in masked.words:
                return masked.has(((), _WRITTEN_EN))
    shown = any(one in masked.compact for one in _SHOWN_KO)
    return shown and any(one in masked.compact for one in _OTHERS_KO)


def _wants_whole(request: Request, masked: Masked) -> bool:
    if request.slots or request.tests or request.mentions or request.has("audit", "correction"):
        return False
    korean = any(one in masked.compact for one in _SO_FAR_KO) and any(one in masked.compact for one in _WHOLE_KO)
    return korean or masked.has(((), _WHOLE_EN))


def _asks_which(request: Request, masked: Masked) -> bool:
    """Which of the medicines does something: not which there are, nor one by its name or place."""
    if request.concepts("medications") or request.ordinal is not None:
        return False
    things = masked.has(((), _THINGS_EN)) or bool(request.concepts("drug_classes"))
    if masked.has(((), _WHICH_EN)) and things:
        return not masked.has(((), _LISTING_EN))
    if not request.has("medicine") and SlotKind.MEDICATIONS not in request.slots:
        return False
    return any(one in masked.compact for one in _WHICH_KO) and any(one in masked.compact for one in _DOES_KO)


def _asks_to_stop(request: Request, masked: Masked, *, medicine: bool) -> bool:
    if request.tests or not medicine or not request.has("question", "request", "obligation", "permission"):
        return False
    if request.has("evidence", "treatment", "correction", "conditional") or set(request.slots) - {SlotKind.MEDICATIONS}:
        return False
    return masked.has(_STOPPING)


def _wants_plan(request: Request, masked: Masked) -> bool:
    if request.concepts(*_MEDICINES) or request.tests or request.has("permission", "compare", "judge", "treatment"):
        return False
    if set(request.slots) - SERIES_SLOTS or request.has("correction"):
        return False
    return masked.has(_DO_FIRST) and masked.has(_ASKS_FOR)


def _has_finding(request: Request, answers: Answers) -> bool:
    """Whether there is something that may have a cause: named, or last spoken of."""
    if request.concepts(*_BODILY):
        return True
    last = answers.last()
    return last is not None and any(reference.kind == "symptoms" for reference in last.spoke_of)


def _spoke_of_medicine(answers: Answers) -> bool:
    return spoken(answers, "medications") is not None
