"""Who it is that takes, has or measures what a Korean sentence names.

That one stands before it as the subject, and no verb of his or her own ends between: "남편이 리피토 먹고 있는데", but
not "아내가 챙겨줘서 리피토 먹어요". Or it stands behind, where the sentence says whose it is: "먹는 건 시어머니예요".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extraction.reading.people.persons import SELF, TREATING, Person
from extraction.reading.people.set_apart import says_not_own
from extraction.text.lazy_regex import lazy_regex

_SUBJECT: Final = lazy_regex(
    r"(?:님|분|들|네|놈|녀석)?(?:\s(?:하나|한\s?명|한\s?분|분|녀석|양반))?(?:이|가|은|는|도|께서는?|께서도|께선"
    r"|한테는?(?!\s(?:\S{1,6}\s)?(?:말|얘기|이야기|비밀|알리|알렸|숨기|숨겼|물어|물었|보여|보냈|전화|연락|부탁|맡|미안|가[서려]|갔|들었|받|배웠))"
    r"|이랑은)[\s,]"
)
_POSSESSES: Final = lazy_regex(
    r"(?:님|분)?(?:의|\s?꺼|\s?거)?\s(?:(?:혈압|심장|당뇨|고지혈증)?약|처방전?|약통|약봉지|수치|검사\s?결과|결과)"
)
_BARE: Final = lazy_regex(
    r"(?:님|분)?\s(?:(?:요즘|요새|지금|오늘|어제|매일|아침마다|원래|\S+(?:부터|째|전에|때문에))\s){0,2}"
)
"""What stands between somebody named without a particle and what that one has: "남편 요즘 리피토 먹어"."""
_OF_BODY: Final = lazy_regex(
    r"(?:님|분)?(?:의)?\s(?:(?:왼쪽|오른쪽|양쪽)\s)?"
    r"(?:무릎|허리|어깨|목|머리|뇌|가슴|배|심장|위|대장|눈|귀|발|손|발목|손목|치아|관절|고관절|척추|간|폐|유방|갑상선|전립선)\s"
)
"""A part of the body of somebody named, and what was done to it: "엄마 무릎 엠알아이"."""
_OWN_CLAUSE: Final = lazy_regex(
    r"고\s?나서|[으]?면\s|[을ㄹ]\s?때|니까|지만|길래|자마자|[래대]서\s|[라다자]고\s?(?:해|하|그|권|난리|야단)\S*\s"
    r"|(?:줘|주셔|줬|주셨|챙겨|권|추천|알려|말해|재\s?[주줬봤보]|쟀|사다|걱정|물어|시켜|데려|데리|보고|골라|검색)\S*\s"
    r"|(?:출근|외출|퇴근|여행|출장|집에|회사|[갔왔했났])\S*(?:고|는데|더니|어서|서)\s"
)
"""What another one does or says: the sentence goes on with whoever speaks."""
_FOR_THE_PATIENT: Final = lazy_regex(
    r"(?:먹|드시|드셔|복용하?|맞|써|쓰|발라)\S{0,3}(?:[으]?라고|라며|래요?(?=[\s.,!?]|$)|래서|라네|라니|라는|자고|보라|도\s?된다고)"
    r"|(?<!드)(?:줬|줘서|줘요|주셨|주셔서|주더라|주길래|주시|준\s?거|주고\s?갔)|사다\s?(?:줬|주)|건네|권[하했해]|추천|재\s?[주줬봤보]|쟀"
    r"|챙겨\s?(?:줘|주|줬)|나눠|보내\s?[주줬줘]|알려|가르쳐|발견|봐\s?줬"
)
"""What another one does for whoever speaks, or bids: whoever speaks has it then."""
_TAKES_ONESELF: Final = lazy_regex(
    r"(?:제가|내가|저도|나도|저는|나는)\s(?:(?!안\s|못\s|챙|드리|모시|돌보)\S+\s){0,3}?(?:먹(?!여|이|인|지\s?않)|복용(?!\s?안)|맞고|있어|있는|있습|생겼|아파|아프|그래)"
)
_HAS: Final = lazy_regex(r"\s?\S{0,12}?\s?(?:드시|드셔|드신|드세|먹|묵|복용|맞|쓰|써|달고)")
_HONOURED: Final = lazy_regex(r"드신|드시|드세|드셔|잡수|맞으[시세신셔]|쓰[시세신셔]")
_WHOSE_IS_IT: Final = lazy_regex(
    r"(?:님|분)?(?:이|가|께서)?\s?(?:드시는\s|먹는\s|쓰시는\s|쓰는\s|맞는\s|복용하시?는\s)?(?:[거꺼것]|약|건|얘기|이야기)"
)
_TAKER: Final = lazy_regex(
    r"(?:먹|드시|복용하?|맞|쓰|있|아픈|앓|걸린)\S{0,3}\s?(?:건|거는|것은|사람은|분은|쪽은|게|것이)\s(?:\S{1,8}\s){0,3}?$"
)
_CLOSE: Final = lazy_regex(
    r"\s?[\d.]*\s?\S{0,6}\s?(?:은|는|이|가|을|를|도|요|그거|이거|이건|그건)?[\s,]*(?:우리|저희|제|내)?\s?$"
)


def holder_ko(text: str, people: Sequence[Person], place: tuple[int, int], within: tuple[int, int]) -> Person | None:
    """Who holds what stands at ``place`` of the sentence ``within``; None where the words don't tell."""
    start, end = within
    around = [one for one in people if start <= one.start < end and one.who != TREATING]
    others = [one for one in around if one.who != SELF]
    if not others:
        return None
    if _TAKES_ONESELF.search(text, place[1], end):
        return Person(SELF, place[0], place[0])
    behind = _behind(text, place, [one for one in others if one.start >= place[1]])
    if behind is not None:
        return behind
    if says_not_own(text, start, end):
        return others[0]
    before = [one for one in around if one.end <= place[0] and _is_told_of(text, one, place[0])]
    if not before:
        return None
    last = before[-1]
    if last.who == SELF:
        return last
    gap, rest = text[last.end : place[0]], text[place[1] : end]
    honoured = _POSSESSES.match(text, last.end) and _HONOURED.search(rest)
    if (_OWN_CLAUSE.search(gap) and not honoured) or _FOR_THE_PATIENT.search(rest):
        return None
    return last


def _is_told_of(text: str, one: Person, place: int) -> bool:
    if one.who == SELF or _SUBJECT.match(text, one.end) or _POSSESSES.match(text, one.end):
        return True
    return any(between.fullmatch(text, one.end, place) for between in (_BARE, _OF_BODY))


def _behind(text: str, place: tuple[int, int], others: Sequence[Person]) -> Person | None:
    for one in others:
        gap = text[place[1] : one.start]
        if _TAKER.search(gap) and re.match(
            r"(?:님|분|놈)?(?:이에|예|이여|여|입니|이라|라|인데|이고|고)", text[one.end :]
        ):
            return one
        if len(gap) <= 24 and _WHOSE_IS_IT.match(text, one.end) and not _FOR_THE_PATIENT.search(gap):
            return one
        subject = re.match(r"(?:님|분)?(?:이|가|께서)\s", text[one.end :])
        if subject and _CLOSE.fullmatch(gap) and _HAS.match(text, one.end + subject.end()):
            return one if not _FOR_THE_PATIENT.search(text[one.end : one.end + 24]) else None
    return None
