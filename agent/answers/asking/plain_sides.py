"""Plain questions whose form alone settles which side of a thing they ask about, whatever the readers make of them.

"How exactly do I take it?", "when can he go back to nursery?", "저절로 낫나요?": they name nothing, so a reader that
learned from named questions hears a look-up, a beginning or another side. Which thing they are of is found as for any
other ask.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from agent.answers.asking.aspect_words import MISSED
from agent.answers.asking.request import Request
from domain.ledger import CHANGED
from domain.values import SlotKind
from extraction.naming.mentions import Kind
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

_LONGEST: Final = 120
"""Characters from which an ask tells a story, in which such words may be beside the point."""
_WHO: Final = r"(?:i|he|she|we|they|you|one|my \w+|the \w+|[a-z]+ie|mum|mam|mom|dad)"
_IT: Final = r"(?:it|this|that|them|these|those|they|he|she)"
_OUT_KO: Final = r"(?:유치원|어린이집|학교|학원|회사|직장|출근|등원|등교|놀이방|일하러|일터)"
_OUT_EN: Final = (
    r"(?:school|nursery|pre-?school|work|day ?care|cr[eè]che|kindergarten|kindy|class(?:es)?|college|uni|playgroup"
    r"|the office|child ?care|lessons)"
)

_PLAIN: Final = tuple(
    (sides, lazy_regex(pattern, re.IGNORECASE))
    for sides, pattern in (
        (
            ("side_effects",),
            r"(?:조심|주의)할\s?(?:게|것|거|점|건)|주의\s?(?:사항|점)|부작용(?:은|이|으로)?\s?(?:뭐|뭔|무엇|어떤|있)"
            r"|\b(?:watch|look) (?:out )?for (?:with|on)\b",
        ),
        (
            ("missed_dose",),
            r"\b(?:if|when) (?:i|he|she|we) (?:ever )?(?:forget|miss|skip)\b"
            r"|(?:깜[빡박]하|까먹으|빼먹으|빠뜨리|거르|잊(?:어버리)?으|잊고\s?안\s?먹으|안\s?먹으|못\s?먹으)면\s?(?:어[떡떻쩌째]|어찌|우[째야])"
            r"|(?:안|못)\s?먹었는데\s?(?:지금|이제|어[떡떻쩌째]|두\s?(?:알|개|배))",
        ),
        (
            ("timing", "technique"),
            rf"\bhow (?:exactly |best |else |actually )?(?:do|should|must|am|is|are|shall|would|does|to|ought) ?"
            rf"{_WHO}?\b(?: (?:actually|supposed|meant|to|be|best|exactly|properly|need|have))*"
            r" (?:take|taking|use|using|taken|used)\b"
            r"|\b(?:right|correct|proper|best) way (?:to|of) (?:take|taking|use|using)\b"
            r"|\b(?:with|on|before|after) (?:or without |or after |or before )?(?:food|meals?|eating|breakfast"
            r"|an empty stomach)\b[^.?!]{0,24}\?|\bon an empty stomach\b"
            r"|어떻게\s?(?:먹어야|먹는|먹나|먹죠|먹습|복용(?!량)|드셔야|드시는|드시나|먹여야|먹이는|맞아야|맞는|써야|쓰는\s?(?:거|건|게)|발라야|바르는)"
            r"|(?:복용|먹는|쓰는|사용|바르는|맞는)\s?(?:방법|법)(?:은|이|을|도|좀)?\s?(?:\S{1,4}\s?)?(?:뭐|어떻|알려|궁금|좀|\?|$)"
            r"|(?:식전|식후|공복|빈\s?속)[^.?!]{0,14}(?:먹|복용|드시|드셔)[가-힣]{0,4}(?:나요|까요|요|죠|해|돼|되)",
        ),
        (
            ("purpose",),
            rf"\bwhat(?:'?s|s| is| are)? {_IT}(?: \w+)?(?: actually| really| even| supposed to be| used)? for\b"
            rf"|\bwhat (?:does|do|will|would) {_IT}(?: actually| really| even| supposed to)* do\b(?! to)"
            rf"|\bwhy (?:am|is|are|do|does|should|must|would|did|have|has) {_WHO}(?: \w+){{0,3}} (?:taking|take"
            rf"|on|given|give"
            r"|prescribe\w*|put (?:me|him|her) on|need(?:s)? (?:it|this|them|these|to take))\b"
            r"|왜\s?(?:먹는|먹어야|먹으라|먹죠|먹나|드시|복용|처방|준\s?(?:거|건|걸)|주신|줬|주는|맞는|맞으라)"
            r"|(?:무슨|어떤|뭐\s?하는|뭐하는|뭔|뭐에\s?쓰는|어디에\s?쓰는|뭐에\s?먹는)\s?약(?:이|인|예|에|일|이냐|이지|임|\?|$)",
        ),
        (
            ("side_effects",),
            rf"\bwhat (?:could|can|might|does|will) {_IT} do to (?:me|him|her|my|you)\b",
        ),
        (
            ("duration",),
            rf"\bhow long (?:do|should|must|will|would|does|might|am|is) {_WHO}(?: \w+){{0,4}}"
            r" (?:take|taking|stay on|be on|on|need)\b"
            rf"|\bfor how long (?:do|should|must|will|would|am) {_WHO}\b"
            r"|\b(?:on|take|taking|need|have|it) (?:\w+ ){0,4}(?:for life|for ever|forever|for good)\b"
            r"|언제까지\s?(?:\S{1,4}\s)?(?:먹|드[시셔]|복용|맞|써|쓰|발라)"
            r"|(?:평생|죽을\s?때까지)\s?(?:\S{1,4}\s)?(?:먹|드[시셔]|복용|맞|써)"
            r"|얼마나\s?(?:오래|길게|더)\s?(?:먹(?:어야|어요|나|는|으면|어\?)|복용|드셔야|맞아야)",
        ),
        (
            ("contagion", "outlook", "exercise"),
            rf"\bwhen (?:can|could|should|may|will|is) {_WHO}(?: \w+){{0,4}} (?:back|return\w*|go"
            rf"|be in)\b(?: \w+){{0,3}}"
            rf" {_OUT_EN}\b"
            rf"|\b(?:can|could|should|may) {_WHO} (?:still )?(?:go|be|return)(?: back)? (?:in |to |into )?{_OUT_EN}\b"
            rf"|\b(?:ok|okay|safe|allowed|fine|alright|all right)\b(?: \w+){{0,4}} (?:go|going|back|return\w*|send)\b"
            rf"(?: \w+){{0,4}} {_OUT_EN}\b"
            rf"|\b(?:how long|how many days)\b[^.?!]{{0,24}}\b(?:off|out of|away from|home from"
            rf"|miss)\b (?:\w+ )?{_OUT_EN}\b"
            rf"|{_OUT_KO}[^.?!]{{0,8}}(?:언제|가도|보내도|갈\s?수|보낼\s?수|보내야|쉬어야|해도|나가도|며칠)"
            rf"|언제(?:부터|쯤)?\s?(?:다시\s?)?{_OUT_KO}",
        ),
        (
            ("contagion",),
            r"\b(?:catching|contagious|infectious)\b"
            rf"|\b(?:will|can|could|might) {_WHO} (?:pass|give|spread) (?:it|this|that)\b"
            r"|\b(?:can|will|could|might) (?:my|the|his|her|our|other|everyone|anyone"
            r"|others)\b(?: \w+){0,3} (?:get|catch)"
            r" (?:it|this|that)\b"
            r"|전염(?:되|성|이)|옮(?:나|아요|기|을|는\s?(?:거|건|병))",
        ),
        (
            ("onset", "outlook"),
            r"\b(?:how (?:long|soon|quickly|fast|many (?:days|weeks))|when)\b[^.?!]{0,24}\b(?:works?|working"
            r"|kicks? in"
            r"|take effect|takes effect|notice (?:a|any|the)|feel (?:a|any) (?:difference|better)|make a difference)\b"
            r"|효과[^.?!]{0,8}(?:언제|얼마나|며칠|몇)|(?:언제|얼마나|며칠|몇\s?주)[^.?!]{0,8}효과"
            r"|(?:며칠|몇\s?주|얼마나)\s?먹(?:어야|으면)\s?(?:좋아|나아|낫|효과|듣)",
        ),
        (
            ("monitoring",),
            r"\bhow often\b[^.?!]{0,30}\b(?:checked|tested|monitored|reviewed|blood tests?|bloods|check-?ups?)\b"
            r"|\b(?:what|which) (?:blood )?(?:tests|checks|bloods|monitoring) (?:do|should|will|are|would) \w+"
            rf"|\bdo {_WHO} need (?:any |regular )?(?:blood tests?|bloods|check-?ups?|monitoring)\b"
            r"|검사(?:를|는|도)?\s?(?:얼마나\s?자주|몇\s?(?:달|개월|년|주)(?:에|마다)|얼마마다)\s?(?:\S{1,5}\s)?(?:해|하|받)"
            r"|(?:피|혈액)\s?검사(?:를|도|는)?\s?(?:해야|받아야|필요)",
        ),
        (
            ("outlook",),
            rf"\bhow long (?:does|will|can|might|do|would|is|are) (?:{_IT}|(?:the|a|my|his|her) [\w ]{{2,24}})"
            r"(?: \w+){0,2} (?:last|go on|heal|clear|take to|hang|stay|around)\b"
            rf"|\bhow long (?:till|til|until|before) {_WHO}(?:'?m|'?s| am| is| are)? (?:better|right|gone"
            rf"|back to normal)\b"
            rf"|\bwhen (?:will|does|do|is|would) (?:{_IT}|the [\w ]{{2,20}})(?: \w+){{0,2}} (?:go away|gone|clear|heal"
            r"|get better|be better|pass|settle|stop|ease|over)\b"
            rf"|\b(?:will|does|do|can) {_IT} (?:ever |just |usually |eventually )*(?:clear|go away|heal"
            rf"|go by itself|get"
            r" better|go on its own|settle)\b"
            r"|(?:얼마나|며칠(?:이나)?|몇\s?주나?)\s?(?:오래\s?)?(?:가나|가요|가죠|갑니까|갈까|걸리나|걸려|걸릴까|지속|앓)"
            r"|(?<!먹으면 )언제\s?(?:쯤\s?)?(?:나아|낫|나을|좋아지|없어지|괜찮아)"
            r"|(?:저절로|그냥\s?두면|자연히)\s?(?:낫|나아|나을|없어|좋아)",
        ),
        (
            ("self_care", "food"),
            rf"\bwhat (?:can|should|could|do|else can) {_WHO} (?:do|put|use|try)\b(?: \w+)? (?:for|on|about"
            rf"|to help|with)"
            r" (?!if\b|when\b)"
            r"|^\W*(?:so |and |but |ok )*what (?:else )?(?:helps|would help|will help|might help)\b"
            rf"|\bhow (?:do|can|should|could) {_WHO} (?:best )?(?:treat|ease|relieve|soothe|calm|look after"
            rf"|get rid of)\b"
            r"|어떻게\s?(?:하면\s?)?(?:나아|낫|나을|나아질|가라앉)|(?:뭐가|뭘\s?하면|뭐\s?하면|무엇이)\s?(?:\S{1,3}\s)?(?:도움|좋아지|나아)"
            r"|(?:뭐|뭘|무엇을)\s?(?:바르|발라)|집에서\s?(?:뭐|뭘|어떻게|할\s?수)",
        ),
        (
            ("food", "self_care"),
            rf"\bwhat (?:can|should|could|do) {_WHO} (?:\w+ )?(?:eat|feed)\b"
            r"|(?:뭘|뭐를?|무엇을)\s?(?:먹여야|먹이면|먹일|먹어야|먹으면\s?(?:돼|되|좋|나))|뭐\s?먹으면\s?(?:돼|되|좋)",
        ),
        (
            ("warning_signs",),
            rf"\bwhen (?:should|do|must|would) {_WHO} (?:need to |have to )?(?:worry|be (?:worried|concerned|seen)"
            r"|see (?:a|the|my|someone)|call (?:a|the|my|someone)|get (?:seen|help|it seen|checked)|go (?:in"
            r"|to (?:the )?(?:hospital|a&e|er|doctor)))"
            rf"|\bwhat (?:should|would) (?:make|have) {_WHO}\b|\bwhat should make me\b"
            r"|언제(?:쯤)?\s?(?:다시\s?)?(?:병원|응급실|의사)(?:에|을|를)?\s?(?:꼭\s?)?(?:가야|가|봐야|보여)"
            r"|(?:어떤|무슨)\s?증상(?:이면|이|일\s?때|있으면)?[^.?!]{0,10}(?:위험|병원|응급|걱정)|어떨\s?때\s?(?:병원|응급실|위험)",
        ),
        (
            ("cause",),
            rf"\bwhy (?:did|do|have|has|does|would) {_WHO} (?:get|got|have|gotten|catch|develop) (?:it|this|that)\b"
            rf"|\bwhat (?:causes|caused|brings) {_IT}\b|\bhow did {_WHO} (?:get|catch) (?:it|this|that)\b"
            r"|왜\s?(?:생겼|생기는|생긴|생기나|걸리는|걸렸|걸린|걸리나)|원인(?:이|은)\s?(?:뭐|뭔|무엇)",
        ),
        (
            ("meaning",),
            rf"\bwhat (?:exactly |actually |even )?(?:is|are|does) {_IT}(?: mean)?(?: exactly| actually| then"
            rf"| anyway| in"
            r" (?:plain|simple|normal|everyday|layman'?s?) (?:words|english|terms|language))?\W*$"
            r"|(?:그게|이게|그건|그거|이건|그\s?병은?|이\s?병은?)\s?(?:도대체|정확히|대체)?\s?(?:무슨|어떤)\s?병"
            r"|(?:무슨|어떤)\s?병(?:인데요|인가요|인지|이에요|이죠|이야)",
        ),
    )
)
"""What each side is asked by, the surer first; of several sides the first is told that has a card."""

_SPEAKS_OF: Final[Mapping[tuple[str, str], re.Pattern[str]]] = MappingProxyType(
    {
        ("contagion", "contagion"): lazy_regex(
            rf"{_OUT_KO}|격리|집에서|수건|손|{_OUT_EN}|\b(?:home|isolat\w+|stay away|towels?|hands?|share\w*)\b",
            re.IGNORECASE,
        ),
        ("food", "self_care"): lazy_regex(
            r"먹|마시|음식|식사|\b(?:eat|drinks?|foods?|meals?|fluids?|diet)\b", re.IGNORECASE
        ),
    }
)
"""What a card must speak of that stands in for another side, or that holds more than is asked."""

_OF_RECORD: Final = lazy_regex(
    r"\b(?:did (?:i|you) (?:say|tell|start|first)|have i been|was i|were you|i told|you said|did they say)\b"
    r"|(?:라고|다고)\s?(?:했|하셨|말)|먹었(?:죠|지|더라|나)|(?:걸렸|생겼|아팠)(?:죠|더라)",
    re.IGNORECASE,
)
"""Words of what was told or said before, which the record answers."""
_IN_PLAIN: Final = lazy_regex(
    r"\bin (?:plain|simple|normal|everyday|layman'?s?) (?:words|english|terms|language)\b"
    r"|쉽게\s?(?:말하면|말해|설명|풀어)|쉬운\s?말",
    re.IGNORECASE,
)
"""Words that want a thing explained in plain words."""
_TESTS: Final[tuple[Kind, ...]] = ("labs", "vitals")
_MISHEARD: Final = frozenset(
    {"acknowledge", "again", "audit", "beyond", "compare", "correction", "judge", "knowledge", "lookup", "medicine",
     "plan", "recall", "since", "steps", "still", "summary", "values", "why", "form", "nod"}
)  # fmt: skip
"""Intents that plain questions are taken for."""
_PLANS: Final = frozenset({"plan", "steps"})
_WHAT_FOR: Final = frozenset({"given_for", "its_use"})
_BESIDE: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "missed_dose": frozenset({"side_by_side", "dose", "stopping"}),
        "contagion": frozenset({"fever"}),
        "food": frozenset({"fever"}),
    }
)
"""Further ones, by side: "yesterday's too, do I take two?" holds no two medicines beside each other."""


def plain_sides(request: Request) -> tuple[str, ...]:
    """The sides that the form of an ask settles, the likelier first; empty where it settles none."""
    return () if request.concepts(*_TESTS) else sides_in(_own_words(request))


def _own_words(request: Request) -> str:
    """The words of the ask itself, where those before it only say of what it is."""
    plain, text = request.plain or request.text, request.text
    return text if text and plain.endswith(text) else plain


def sides_in(text: str) -> tuple[str, ...]:
    """The same of words alone, whatever they name."""
    if len(text) > _LONGEST or _OF_RECORD.search(text) is not None:
        return ()
    return next((sides for sides, pattern in _PLAIN if pattern.search(text) is not None), ())


def answers_plainly(side: str, sides: tuple[str, ...], text: str) -> bool:
    """Whether a card of ``side`` answers an ask of ``sides``: one that only stands in must speak of what is asked."""
    if len(sides) == 1:
        return True
    speaks = _SPEAKS_OF.get((sides[0], side))
    return speaks is None or speaks.search(text) is not None


def named_plainly(name: str, request: Request, view: PatientView) -> str:
    """The intent of an ask heard as ``name``: where its form asks for what is known, that, whatever it sounded like."""
    text, sides = _own_words(request), plain_sides(request)
    if not sides and MISSED.search(text) is not None:
        sides = ("missed_dose",)
    if name == "again" and _IN_PLAIN.search(text) is not None and _only_told(view):
        # Nothing was explained yet that could be said in plainer words.
        return "knowledge"
    if name in _PLANS and sides and (sides[0] == "self_care" or request.items is not None):
        # "What should I do for my diabetes? Two things." wishes for steps out of the record.
        return name
    if not sides or len(request.slots) > 1 or request.ordinal is not None:
        # "How do I take the second?" is of a list, which no card is chosen by.
        return name
    if name == "why_changed" and sides == ("purpose",) and not _ever_changed(view):
        return "given_for" if request.concepts("medications") else "its_use"
    if name in _WHAT_FOR:
        return name if sides == ("purpose",) else "knowledge"
    return "knowledge" if name in _MISHEARD or name in _BESIDE.get(sides[0], ()) else name


def _only_told(view: PatientView) -> bool:
    """Whether the last turn only told something, which was put on record."""
    last = view.answers.last()
    return last is not None and last.intent == "acknowledge" and not last.citations


def _ever_changed(view: PatientView) -> bool:
    """Whether a medicine on record was changed or stopped."""
    return any(fact.content.slot is SlotKind.MEDICATIONS and fact.ended == CHANGED for fact in view.ledger.ended())
