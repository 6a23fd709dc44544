"""Which form of the last answer the words ask for: shorter, as a table, only its numbers."""

from __future__ import annotations

import re
from typing import Final, Literal

from agent.answers.asking.request import Request
from agent.answers.asking.value_request import Masked
from extraction.text.lazy_regex import lazy_regex
from projections.answers import Answers

Shape = Literal["table", "numbers", "short", "plain"]

_SHAPES: Final[tuple[tuple[Shape, tuple[str, ...], tuple[str, ...]], ...]] = (
    ("table", ("표로", "표형식", "표형태", "도표", "표만들"), ("table", "tabular", "tabulate", "columns")),
    ("numbers", ("숫자만", "수치만", "값만"),
     ("only the numbers", "numbers only", "just the numbers", "only numbers", "just numbers", "only the figures",
      "just the figures", "figures only", "only the values", "just the values", "values only",
      "just give me the figures",
      "just give me the numbers")),
    ("short", ("짧게", "짧은", "간단히", "간단하게", "간략", "줄여", "요점만", "핵심만", "한문장", "한줄", "한마디"),
     ("shorter", "short", "briefer", "brief", "briefly", "one sentence", "a sentence", "one line", "in a nutshell",
      "shorten", "condense", "condensed", "gist", "less words", "fewer words", "tldr", "tl dr", "concise")),
    ("plain", ("쉽게", "쉬운말", "쉬운우리말", "알기쉬운", "알아듣게", "풀어서", "무슨말인지", "무슨소린지",
               "무슨뜻인지모르", "이해가안", "이해안", "이해를못", "못알아듣"),
     ("simpler", "simply", "simple", "plainer", "plainly", "plain", "easier", "layman", "laymans", "in english",
      "dumb it down", "im five", "i am five", "dont understand", "didnt understand", "do not understand",
      "dont get it", "didnt get it", "dont follow", "didnt follow", "too complicated", "too technical", "over my head",
      "lost me")),
)  # fmt: skip
_COURTESY_KO: Final = (
    "다시", "그거", "그걸", "그것", "이거", "이걸", "방금", "아까", "그럼", "좀", "더", "해주세요", "해줘요", "해줘",
    "해줄래요", "해줄래", "만들어", "정리해",
    "보여", "말씀해", "말해", "알려", "불러", "주실래요", "주시겠어요", "주세요", "줄래요", "줄래", "줘요", "줘",
    "너무", "길어요", "길다", "길어", "기네요", "한눈에",
    "보게", "볼수있게", "설명", "빼고", "말고", "형태로", "형식으로", "부탁해요", "부탁드려요", "부탁", "으로만",
    "로만", "으로", "로", "만", "요", "은", "는", "을", "를", "답",
    "대답", "내용", "한번", "바꿔", "적어", "써", "딱", "주", "해",
    "해주시겠습니까", "해주시겠어요", "해주실수있나요", "해주실래요", "왜그런지", "왜그런거", "조금",
    "어려워요", "어렵네요", "어려워서", "어려워", "모르겠어요", "모르겠네요", "모르겠습니다", "모르겠어", "모르겠는데",
    "가요", "가", "돼요", "되요", "됩니다", "돼", "되네요",
    "했어요", "하겠어요", "하겠습니다", "하겠네요", "할수있게", "잘", "제가", "저는", "저", "용어", "말이", "말",
)  # fmt: skip
_COURTESY_EN: Final = frozenset({
    "put", "that", "it", "this", "in", "into", "a", "an", "the", "as", "please", "only", "just", "can", "could",
    "would",
    "you", "i", "me", "give", "show", "make", "bit", "see", "laid", "lay", "out", "instead", "again", "like", "have",
    "to",
    "too", "long", "much", "and", "but", "ok", "okay", "now", "little", "same", "thing", "answer", "form", "version",
    "of",
    "get", "say", "tell", "skip", "words", "for", "way", "be", "with", "do", "up", "sum", "somewhat", "even", "more",
    "format", "keep", "cut", "down", "explain", "terms", "language", "english", "am", "im", "five", "sorry", "hmm",
    "what", "means", "mean", "does", "all", "really", "why", "speak", "use", "didnt", "dont", "follow", "one",
})  # fmt: skip
_LONGEST: Final = 60
"""Characters of the longest utterance that asks for nothing but a form."""


def form_asked(request: Request) -> Shape | None:
    """The form that the words ask for, whatever else they ask."""
    # A word of form that a typing error away is a medicine ("shorter", "Shortec") is the word of form.
    sure = tuple(one for one in request.mentions if one.confidence >= 1.0)
    masked = Masked(request.plain or request.text, sure, request.dates)
    return next((shape for shape, korean, english in _SHAPES if masked.has((korean, english))), None)


def reshapes(request: Request, answers: Answers) -> Shape | None:
    """The form, where an utterance asks for nothing but another form of the last answer."""
    named = any(one.confidence >= 1.0 for one in request.subjects)
    if not answers.given or named or len(request.text) > _LONGEST:
        return None
    form = form_asked(request)
    if form is None:
        return None
    masked = Masked(request.plain or request.text, (), ())
    return form if _only_form(masked, form) else None


def _only_form(masked: Masked, shape: Shape) -> bool:
    korean, english = next((ko, en) for name, ko, en in _SHAPES if name == shape)
    said = masked.words
    for cue in sorted(english, key=len, reverse=True):
        said = said.replace(f" {cue} ", " ")
    words = said.split()
    if words and all(word.isascii() for word in words):
        return all(word in _COURTESY_EN for word in words)
    if not words:
        return True
    rest = "".join(ch for ch in masked.compact if ch.isalnum())
    for cue in (*sorted(korean, key=len, reverse=True), *sorted(_COURTESY_KO, key=len, reverse=True)):
        rest = rest.replace(cue, "")
    return not rest


_BARE_WHY: Final = lazy_regex(
    r"\W*(?:but |and |so |okay |ok |wait )*(?:why(?: is that| so| not| do you (?:say|think) (?:that|so))?|how come"
    r"|how do you know(?: that)?|what(?:'s| is) the reason|what makes you (?:think|say) (?:so|that)|says who)\W*"
    r"|\W*(?:근데|그런데|아니|엥|헐|음)?\s?(?:왜|어째서|왜\s?(?:그런|그렇)\S{0,4}|왜\s?안\s?(?:돼|되)\S{0,2}|이유가?\s?뭐\S{0,3}"
    r"|왜\s?그렇게\s?(?:생각|말)\S{0,6})(?:요|죠|지요)?\W*",
    re.IGNORECASE,
)
"""Words that ask no more than why, of what was said last."""


def asks_only_why(text: str) -> bool:
    """Whether words ask no more than why."""
    return _BARE_WHY.fullmatch(text) is not None
