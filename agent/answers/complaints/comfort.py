"""Worry is answered before data: one sentence that hears it, and what can be done, where nothing else was asked."""

from __future__ import annotations

import re
from typing import Final, Literal

from agent.answers.asking.request import Request
from agent.answers.asking.value_request import Cue, Masked
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.words.sentences import sentence

Feeling = Literal["worry", "strain", "relief"]

_FEELINGS: Final[tuple[tuple[Feeling, Cue], ...]] = (
    (
        "relief",
        (
            ("다행", "휴살", "살았다", "한숨돌", "놀랐어", "놀랬", "식겁", "큰일날뻔"),
            ("phew", "what a relief", "relieved", "thank god", "thank goodness", "so scared", "was scared",
             "was terrified", "frightened me", "scared me", "gave me a fright"),
        ),
    ),
    (
        "strain",
        (
            ("힘들", "지쳐", "지친", "지쳤", "속상", "답답하", "막막", "자신이없", "자신없", "서러", "우울", "외로",
             "눈물", "포기하고싶", "포기할까",
             "실패", "제탓", "내탓", "죄책", "못하겠", "벅차", "의욕이없", "짜증나"),
            ("failing", "failed at", "overwhelmed", "exhausted with", "fed up", "cant cope", "cannot cope",
             "hard to cope",
             "struggling", "giving up", "want to give up", "hopeless", "lonely", "so hard", "too much for me",
             "cant do this", "sick of", "guilty", "my fault", "ashamed", "stressed", "miserable", "in tears", "crying",
             "burnt out", "burned out", "let down", "frustrated with myself", "feel stupid", "dont know how to"),
        ),
    ),
    (
        "worry",
        (
            ("걱정", "무서", "무섭", "겁나", "겁이", "겁먹", "두려", "두렵", "불안해", "불안하", "조마조마",
             "큰일나는", "큰일난", "잘못될까",
             "잘못되는", "문제생길까", "생길까봐", "걸릴까봐", "나빠질까", "심해질까", "될까봐", "일까봐", "아닐까"),
            ("worried", "worrying", "i worry", "worries me", "scared", "afraid", "anxious", "nervous", "frightened",
             "terrified", "freaking out", "freaked out", "panicking", "dread", "keeps me up", "cant sleep thinking",
             "on my mind", "bothering me", "uneasy", "concerned that", "concerned about"),
        ),
    ),
)  # fmt: skip
_NOT_WORRY: Final[Cue] = (
    ("걱정해야", "걱정할", "걱정안", "걱정은안", "걱정없", "걱정마", "걱정하지마", "걱정돼서물어", "안무서",
     "안힘들", "힘들지않", "별로안"),
    ("should i be worried", "should i worry", "need to worry", "be worried about", "not worried", "dont worry",
     "im afraid ive", "im afraid i dont", "im afraid i didnt", "im afraid i cant", "im afraid i havent",
     "do i need to be", "am i right to be", "nothing to worry", "no worries", "not scared", "not afraid",
     "not anxious"),
)  # fmt: skip
"""Words that ask for a judgement, deny the feeling, or are courtesy alone."""


def feeling_of(request: Request) -> Feeling | None:
    """The feeling that the words show, None where they show none or deny it."""
    text = request.plain or request.text
    masked = Masked(text, (), request.dates)
    if masked.has(_NOT_WORRY):
        return None
    # A name says no feeling: artificial tears, a depressive disorder.
    told = Masked(text, tuple(one for one in request.mentions if one.entry.kind != "symptoms"), request.dates)
    return next((feeling for feeling, cue in _FEELINGS if _says(told, cue)), None)


def _says(masked: Masked, cue: Cue) -> bool:
    """Whether a cue stands where a word begins: "까지 쳐서" holds no "지쳐"."""
    if not masked.has(cue):
        return False
    korean, english = cue
    if masked.has(((), english)):
        return True
    starts = _starts(masked.words)
    return any(at in starts or masked.compact[:at].endswith(_VERY) for one in korean for at in _places(masked, one))


def _places(masked: Masked, cue: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(cue), masked.compact)]


def _starts(words: str) -> frozenset[int]:
    """Where words begin in the same text without spaces."""
    found, at = set(), 0
    for word in words.split():
        found.add(at)
        at += len(word)
    return frozenset(found)


_VERY: Final = ("너무", "많이", "진짜", "정말", "참", "더", "좀", "다", "안", "못", "몸이", "마음이", "요즘")
"""Words that are often typed together with what they stand before."""


def comforted(consultation: Consultation, said: Part, *, answered: bool) -> Part:
    """``said`` after a sentence that hears the feeling; with an offer in its place where nothing was ``answered``.

    The same sentence is not said twice in a talk: repeated, it is a phrase.
    """
    feeling = feeling_of(consultation.request)
    if feeling is None:
        return said
    language = consultation.words.language
    heard = sentence(f"comfort.{feeling}", language)
    first = Part() if consultation.asked_before(heard) else Part(heard)
    if answered:
        return joined((first, said))
    return joined((Part(heard), Part(sentence(f"comfort.{feeling}_offer", language))))
