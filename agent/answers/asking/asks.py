"""The asks of one utterance: each question or wish with the words that are its own, in the order in which they stand.

What is told beside a question is no part of it: of "my INR was 3.8 on Tuesday. What was it before that?" only the
second sentence is asked, and its dates and names alone say of what.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from agent.answers.asking.plain_sides import sides_in
from agent.answers.asking.request import Request
from extraction.naming.mentions import Kind
from extraction.rules.clauses import Clause, split_clauses, whole_sentences

MOST: Final = 5
"""Asks of one utterance that are answered apart; more of them are taken as one."""
_TAKEN: Final[frozenset[Kind]] = frozenset({"medications", "drug_classes", "allergens"})
_FEWEST_LETTERS: Final = 4
"""Letters below which words ask nothing of their own ("ok?", "right?")."""
_FEWEST_WORDS: Final = 3
"""Words below which English words behind a joint are no question of their own."""
_ASKED_WITH_KO: Final = (
    "얼마", "언제", "뭐", "뭘", "무엇", "무슨", "어떤", "어떻", "어느", "어디", "누구", "누가", "왜", "몇", "며칠",
)  # fmt: skip
_ENDS_ASKING_KO: Final = (
    "까요", "나요", "은가요", "는가요", "인가요", "던가요", "되나", "하나", "있나", "맞나", "을까", "될까", "할까",
    "일까",     "되죠", "맞죠", "괜찮죠", "는지", "은지", "인지", "을지", "습니까", "됩니까", "입니까",
)  # fmt: skip
_ENDS_WITH_ASKED_KO: Final = (
    "요",
    "오",
    "소",
    "죠",
    "지",
    "나",
    "냐",
    "니",
    "야",
    "까",
    "가",
    "고",
    "래",
    "대",
    "임",
    "음",
)
"""Ends that ask only beside a word that asks ("얼마예요", "뭐지")."""
_UNKNOWN_KO: Final = ("모르겠", "모르", "몰라", "라던데", "든지", "든가")
"""Words beside which a word that asks tells of something unknown."""
_WISHES_KO: Final = (
    "주세요", "줘", "줘요", "줄래", "줄래요", "주실래요", "주시겠어요", "주십시오", "주시오", "보시오", "주소",
    "다오", "부탁해요", "부탁드려요",
    "비교좀", "정리좀요", "요약좀", "설명좀", "목록좀", "확인좀", "계산좀", "추천좀", "계획좀",
    "부탁드립니다", "부탁", "바랍니다", "정리좀", "알려줘봐", "말해봐", "보여봐", "더요", "짧게", "짧게요", "줄로요",
)  # fmt: skip
_TOLD_KO: Final = frozenset({"나요", "하나"})
"""Last words that only sound like an end that asks ("열이 나요", "아침에 하나")."""
_HELPED_KO: Final = ("있", "싶", "계시", "계신", "나서", "나면", "말고", "해", "하", "했")
"""What follows 고 where it joins a verb to its helper or a quotation ("먹고 있어요", "뭐라고 하면")."""
_QUOTED_KO: Final = ("라고", "다고", "자고", "냐고", "려고")
_ASKING_WORDS_EN: Final = frozenset("what when which how who why where whats what's whens how's hows where's".split())
_VERBS_EN: Final = frozenset("is are do does did can could should will would".split())
"""Verbs that open a question even where its mark was left out."""
_VERBS_MARKED_EN: Final = _VERBS_EN | frozenset("am was were may have has shall isn't aren't don't doesn't".split())
_SHORTENED_EN: Final = {"d": "did", "s": "is", "re": "are", "ll": "will", "ve": "have"}
_ANY_EN: Final = frozenset({"any", "anything"})
_SUBJECTS_EN: Final = frozenset(
    "i it that this they he she we you there my the these those his her your our anything".split()
)
_PERSONS_EN: Final = frozenset("i it that this they he she we you there".split())
_ADDS_EN: Final = frozenset({"also", "plus"})
_ADDS_KO: Final = (
    "것도", "것도요", "거도", "거도요", "까지도", "까지요", "약도", "약도요", "약들도", "약이랑요", "약은요", "약은",
    "알레르기도", "알레르기도요", "병도", "진단도", "수치도", "값도", "검사도", "용량도", "혈압도", "혈당도", "맥박도",
)  # fmt: skip
_AMOUNTS_EN: Final = frozenset("much many long often far high low big".split())
_WISHES_EN: Final = frozenset(
    "tell give show list remind make write put compare explain repeat name summarise summarize recap confirm"
    " restate".split()
)
_WISHED_BESIDE_EN: Final = frozenset("tell give show remind explain compare".split())
"""Wishes that begin anew behind a joint: "and put me on" goes on with what is told."""
_FINALS: Final = 28
_FINAL_B: Final = 17
"""How many ends a Korean syllable may have, and which of them is ㅂ."""
_LATEST_VERB: Final = 6
"""Words behind which a verb opens no question any more."""
_LEADS_EN: Final = frozenset(
    "so and but well ok okay then also now anyway oh right please kindly just again hey hi sorry um uh plus lastly"
    " secondly noo".split()
)
_JOINTS_EN: Final = (", and ", " and ", ", but ", " but ", "; ", ", ", " - ", " + ")
_JOINTS_KO: Final = ("고요, ", "고요 ", "고, ", "고 ", "며, ", "며 ", "지랑 ", "지하고 ", "지, ")


@dataclass(frozen=True, slots=True)
class Ask:
    """The words of one ask, and what it may point back to where it names nothing itself.

    ``before`` are the last words before it that name something, told or asked; ``told`` is all that was told before.
    """

    text: str
    before: str = ""
    told: str = ""
    after_ask: bool = False
    """Whether ``before`` was asked, not told."""


def asks_in(request: Request) -> tuple[Ask, ...]:
    """The asks of an utterance, in order; none where nothing asks by its form, the whole where too many do."""
    found: list[Ask] = []
    told: list[str] = []
    named, asked, taken, last_asked = "", False, False, False
    for start, words, marked in _pieces(request):
        asks = _asks(words, marked) or (bool(found) and _goes_on(words))
        kinds = _kinds_named(request, start, words)
        if asks and found and not kinds and _is_manner(words):
            found[-1] = replace(found[-1], text=f"{found[-1].text} {words}")
        elif asks and last_asked and not kinds and len(words.split()) < _FEWEST_WORDS and not sides_in(words):
            # "Was it ever over 88? How often?" is one question.
            found[-1] = replace(found[-1], text=f"{found[-1].text} {words}")
        elif asks:
            found.append(Ask(words, named, " ".join(told), asked))
        else:
            told.append(words)
        last_asked = asks
        # "That one" is sooner a medicine told than the complaint told after it.
        if kinds and (asks or not taken or kinds & _TAKEN):
            named, asked, taken = words, asks, bool(kinds & _TAKEN)
    return tuple(found) if len(found) <= MOST else (Ask(request.plain),)


def last_sentence(request: Request) -> str:
    """The words of the last sentence of several; empty where there is but one."""
    sentences = _sentences(request)
    return request.plain[sentences[-1].start :].strip(" ,;-+\n") if len(sentences) > 1 else ""


def _is_manner(words: str) -> bool:
    """Whether a wish only says how to answer: "please cite a document", "근거도 알려 주세요", "in one sentence"."""
    said = words.casefold()
    return any(one in said for one in _MANNERS) and len(said.split()) <= _LONGEST_MANNER


_MANNERS: Final = (
    "cite", "citation", "source", "evidence", "document", "guideline", "one sentence", "briefly", "keep it short",
    "in short", "근거", "출처", "문서", "인용", "한 문장", "짧게", "간단히",
)  # fmt: skip
_LONGEST_MANNER: Final = 8


def _pieces(request: Request) -> Iterator[tuple[int, str, bool]]:
    """Where each piece of the utterance begins, its words, and whether it closes with a question mark."""
    text = request.plain
    sentences = _sentences(request)
    if not sentences:
        return
    # What is left out between two sentences closes the first: a mark behind a word that joins ("am I there yet?").
    ends = [*(one.start for one in sentences[1:]), len(text)]
    for sentence, closes in zip(sentences, ends, strict=True):
        words = text[sentence.start : closes]
        marked = sentence.asked or words.rstrip().endswith("?")
        start = 0
        for end, after in (*_cuts(words, marked), (len(words), len(words))):
            piece = words[start:end].strip(" ,;-+\n")
            if end < len(words) and (told := _asked_behind_value(piece, marked=marked)):
                yield sentence.start + start, told, False
                start, piece = start + words[start:end].index(told) + len(told), piece[len(told) :].strip(" ,")
            if piece:
                # Behind a joint that parts there is a question, marked or not.
                yield sentence.start + start, piece, marked or start > 0
            start = after


def _sentences(request: Request) -> tuple[Clause, ...]:
    text = request.plain
    protected = {(one.start, one.end) for one in request.mentions} | {(one.start, one.end) for one in request.dates}
    # The point behind a date ends the sentence, though it may be the date's own.
    bare = sorted((start, end - text[start:end].endswith(".")) for start, end in protected)
    return whole_sentences(split_clauses(text.casefold(), bare))


def _asks(words: str, marked: bool) -> bool:
    """Whether a piece asks: in a sentence with a question mark by a word that asks, else by its form."""
    if sum(char.isalnum() for char in words) < _FEWEST_LETTERS:
        return False
    if words.rstrip().endswith("?"):
        return True
    if _is_korean(words):
        return _asks_in_korean(words, marked)
    return _opens(words, marked=marked)


def _goes_on(words: str) -> bool:
    """Whether words behind a question only add to it: "also the ones that were stopped", "끊은 것도요"."""
    said = words.casefold().split()
    added = len(said) > 2 and said[0] in _ADDS_EN and said[1] in _SUBJECTS_EN
    return added or "".join(ch for ch in words if ch.isalnum()).endswith(_ADDS_KO)


def _asks_in_korean(words: str, marked: bool) -> bool:
    said = "".join(ch for ch in words if ch.isalnum())
    last = words.rstrip(" .!~").split()[-1:]
    if (said.endswith((*_ENDS_ASKING_KO, *_WISHES_KO)) or _asks_formally(said)) and not _TOLD_KO.intersection(last):
        return True
    unknown = any(one in said for one in _UNKNOWN_KO)
    return (marked or said.endswith(_ENDS_WITH_ASKED_KO)) and not unknown and _asked_with(words)


def _asks_formally(said: str) -> bool:
    """Whether Korean words end in the formal question ("줍니까", "합니까"), and not in a reason ("했으니까")."""
    stem = said.removesuffix("니까")
    return stem != said and "가" <= stem[-1:] <= "힣" and (ord(stem[-1]) - ord("가")) % _FINALS == _FINAL_B


def _asked_with(words: str) -> bool:
    return any(one in words for one in _ASKED_WITH_KO)


def _is_korean(words: str) -> bool:
    return any("가" <= char <= "힣" for char in words)


def _opened(words: str) -> list[str]:
    said = "".join(ch if ch.isalnum() or ch in "'’" else " " for ch in words.casefold()).split()
    while said and (said[0] in _LEADS_EN or said[:2] == ["i", "mean"]):
        said = said[2 if said[0] == "i" else 1 :]
    first, mark, verb = said[0].partition("'") if said else ("", "", "")
    if mark and first in _ASKING_WORDS_EN:
        # "Why'd he do that" asks as "why did he" does.
        return [first, _SHORTENED_EN.get(verb, verb), *said[1:]]
    return said


def _opens(words: str, *, marked: bool) -> bool:
    """Whether English words begin as a question or a wish does, after what leads up to it."""
    said = _opened(words)
    if len(said) < 2:
        return False
    if said[0] == "which":
        return marked or said[1] not in _VERBS_MARKED_EN
    if said[0] in _ANY_EN:
        # "Any side effects I should watch for" asks without a verb of asking.
        return True
    return said[0] in _ASKING_WORDS_EN | _WISHES_EN | (_VERBS_MARKED_EN if marked else _VERBS_EN)


def _opens_clearly(words: str, *, marked: bool) -> bool:
    """Whether English words are a question beyond doubt: "why did", "how much", "is it", or a wish."""
    said = _opened(words)
    if len(said) < 2:
        return False
    first, second = said[:2]
    if first == "which" and not marked:
        # "…, which was nice of her" asks nothing.
        return _asks_of_a_thing(said)
    if (first, second) == ("what", "if"):
        # "…, and what if she misses one" asks anew, though no verb follows at once.
        return True
    if first in _ASKING_WORDS_EN:
        return second in _VERBS_MARKED_EN | _AMOUNTS_EN or "'" in first or _asks_of_a_thing(said)
    if marked and first not in _PERSONS_EN and _asks_behind_its_thing(said):
        return True
    return first in _WISHED_BESIDE_EN or (first in _VERBS_MARKED_EN and second in _SUBJECTS_EN)


def _asked_behind_value(words: str, *, marked: bool) -> str:
    """What tells a figure before a comma and a question ("6.4 today, how is that"); empty where nothing does."""
    told, _, asked = words.rpartition(", ")
    return told if any(char.isdigit() for char in told) and _opens_clearly(asked, marked=marked) else ""


def _asks_of_a_thing(said: list[str]) -> bool:
    """Whether a question names its thing before its verb: "what tablets is he on", not "what tablets he is on"."""
    turned = pairwise(said[2 : _LATEST_VERB + 1])
    return said[0] in ("what", "which") and any(
        verb in _VERBS_MARKED_EN and after in _SUBJECTS_EN for verb, after in turned
    )


def _asks_behind_its_thing(said: list[str]) -> bool:
    """Whether what is asked about stands before the question: "and the iron, can I stop now?"."""
    turned = pairwise(said[1:_LATEST_VERB])
    return any(verb in _VERBS_EN and after in _SUBJECTS_EN for verb, after in turned)


def _cuts(sentence: str, marked: bool) -> list[tuple[int, int]]:
    """The joints of a sentence behind which another question begins: where each starts, and where the next words do."""
    found: list[tuple[int, int]] = []
    begun = 0
    lowered = sentence.casefold()
    for at in range(len(sentence)):
        joint = _joint_at(lowered, at)
        if joint and at >= begun and _parts(lowered[begun:at], joint, lowered[at + len(joint) :], marked):
            # The Korean joint is the verb's own end, and stays with it.
            kept = len(joint.rstrip(" ,")) if _is_korean(joint) else 0
            found.append((at + kept, at + len(joint)))
            begun = at + len(joint)
    return found


def _joint_at(text: str, at: int) -> str:
    joints = _JOINTS_KO if _is_korean(text[at]) else _JOINTS_EN
    # Nearly no place has one.
    return next(one for one in joints if text.startswith(one, at)) if text.startswith(joints, at) else ""


def _parts(before: str, joint: str, after: str, marked: bool) -> bool:
    if _is_korean(joint):
        quoted = (before + joint).rstrip(" ,").endswith(_QUOTED_KO)
        if quoted or after.startswith(_HELPED_KO) or not _asked_with(before):
            return False
        return _asked_with(after) or (marked and after.rstrip().endswith("?"))
    # "…, will I?" only leans on what it follows.
    if len(before.split()) < 2 or len(after.split()) < _FEWEST_WORDS or not _opens_clearly(after, marked=marked):
        return False
    if "and" in joint or "but" in joint or "+" in joint:
        # "That first one, what is it for and how do I take it?" asks twice of one thing that stands before.
        asks = _opens(before, marked=marked) or bool(_asked_behind_value(before, marked=marked))
        return asks or _ASKING_WORDS_EN.isdisjoint(before.replace(",", " ").split())
    # What stands before a comma is what the question is about ("my last two values, what is the gap?"), unless it asks
    # itself; "what is it for, is it the heart?" is one question, and "a list: what he has, what he takes" one wish.
    wished = bool(_WISHES_EN.intersection(_opened(before)[:1]))
    return _opens(before, marked=marked) and not wished and _opened(after)[0] in _ASKING_WORDS_EN


def _kinds_named(request: Request, start: int, words: str) -> frozenset[Kind]:
    end = start + len(words)
    return frozenset(one.entry.kind for one in request.mentions if start <= one.start < end) - {"relatives"}
