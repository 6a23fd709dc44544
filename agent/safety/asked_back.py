"""What is only asked about again: "what did he say about the rash", "쓰러질 뻔한 날 혈압이 얼마였죠".

An ask for what was told names the complaint of that day, and nobody has it anew. It raises no alarm where the same
was told before; what is said beside it does, and so does whatever an ask tells for the first time.
"""

from __future__ import annotations

from typing import Final

from agent.answers.events.sentences import is_asked, sentences_told
from agent.safety.alarms import raised
from agent.safety.record import Record
from agent.skills.ports import Situation
from domain.ledger import Fact
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_BACK: Final = lazy_regex(
    r"[가-힣]*(?:[았었했갔왔됐였났겼봤]|신|던|은|인|한|난|온)\s?(?:날|때|적|거|게|것)|[았었했갔왔됐였났겼봤]\S{0,4}(?:[죠지요소노나냐]|더라|던가)"
    r"|(?:라고|라|다고|다|댔|랬)\s?(?:했|하셨|캤|그랬|말|적)|정리|불러|읊어"
    r"|\b(?:did|was|were|had|told|said|wrote|written|found|last|first|worst|longest|each|list|remind)\b",
)
_NOW: Final = lazy_regex(
    r"지금|방금|아까|오늘|또|다시|계속|갑자기|이렇게|이러|아직도"
    r"|\b(?:now|today|tonight|just|again|still|suddenly|this (?:morning|evening|afternoon|time)|like this|right now)\b"
)


def asks_back(sentence: str) -> bool:
    """Whether a sentence asks for what was told of another time, and tells of nothing that is so now."""
    folded = sentence.casefold()
    return (
        (is_asked(sentence) or folded.rstrip().endswith(("?", "좀", "좀.")))
        and _BACK.search(folded) is not None
        and _NOW.search(folded) is None
    )


def without_asked_back(text: str) -> str:
    """``text`` without the sentences that ask back; the same text where none does."""
    sentences = sentences_told(text)
    kept = [one for one in sentences if not asks_back(one)]
    return text if len(kept) == len(sentences) else " ".join(kept)


def raised_before(situation: Situation, record: Record) -> frozenset[str]:
    """The alarms that the words of earlier turns raise over the record as it is now."""
    before = (one for one in situation.view.tiers.lines.values() if one.turn_number < situation.question.turn_number)
    return frozenset(each.alarm.alarm_id for one in before for each in raised(normalise(one.question).text, record))


def is_only_asked_about(fact: Fact, situation: Situation) -> bool:
    """Whether a fact was told in an earlier turn, and stands in this one where something is asked back alone."""
    turn = situation.question.turn_number
    now = [one.quote for one in fact.evidence if one.turn_number == turn and one.quote]
    earlier = any(one.turn_number is not None and one.turn_number < turn for one in fact.evidence)
    left = without_asked_back(situation.question.text)
    return earlier and bool(now) and not any(one in left for one in now)
