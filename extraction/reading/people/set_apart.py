"""Words that say that something is not one's own: "not mine", "I don't take it", "제가 아니라", "저는 아니고요"."""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

_NOT_OWN: Final = lazy_regex(
    r"\b(?:not|isn['’]?t|ain['’]?t|aren['’]?t|wasn['’]?t|never) (?:for )?(?:me|mine|my own)\b(?! (?:to|that|who"
    r"|only|just|alone))"
    r"|\bi (?:don['’]?t|do not|never|didn['’]?t|won['’]?t) (?:even |actually |personally )?(?:take|use|have|need"
    r"|get|got)"
    r" (?:it|that|them|those|any|one|this|these)(?: of (?:it|them|that))?\b(?! (?:with|at|in|on|every|until|when|before"
    r"|after|anymore|any more|now|today|yet|again))"
    r"|\bi['’]?m not (?:on|taking|the one|using) (?:it|that|them|any|who|taking|on)?\b|\bnothing to do with me\b"
    r"|\bi['’]?m (?:fine|grand|ok|okay|well|all right|alright|healthy) (?:myself|though|here)\b"
    r"|\bme myself (?:i )?(?:don['’]?t|no)\b|\bi myself (?:don['’]?t|am not|take none|have none)\b"
    r"|(?<![가-힣])(?:제|내|저|나|제가|내가|저는|나는|난|전|지는|내는|제\s?[거것약건]|내\s?[거것약건]|제\s?(?:얘기|이야기|처방))(?:[은는이가도]|야)?\s?"
    r"(?:아니(?!라\s?다를)|아녀|아뇨|아닌|아님|아닙|말고|안\s?먹|안\s?드|안\s?써|안\s?맞|복용\s?안|먹지\s?않|해당\s?없)"
    r"|(?<![가-힣])(?:저는|나는|난|전|저야|나야|내사|내는|지는)\s(?:다\s?)?(?:괜찮|멀쩡|건강|안\s?아프|아무렇지)"
)


def says_not_own(folded: str, start: int, end: int) -> bool:
    """Whether words in [start, end) of a text in lower case say that what they tell is not the speaker's own."""
    return _NOT_OWN.search(folded, start, end) is not None
