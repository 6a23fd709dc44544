"""What the words right beside an item settle, whatever the models hear: it lasts, is there, is to come, is another's.

"The fever won't come down" is a fever; "당뇨약도 있는데" is a medicine; what is booked for the 22nd is still to come;
and what the neighbour takes is nobody's who writes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import Final, cast

from extraction.naming.mentions import Mention
from extraction.reading.figures.measuring import number_on_record
from extraction.reading.items import Heard
from extraction.reading.sheet import Sheet
from extraction.reading.understanding import Read, Role
from extraction.text.lazy_regex import lazy_regex

_REACH: Final = 28
"""Characters behind an item in which the words that settle it stand."""

_BETTER_KO: Final = r"(?:떨어|내려|낫|나아|가라앉|없어|멈추|멎|풀|줄|사라|좋아|빠지|잡히|그치)"
_LASTS: Final = lazy_regex(
    r"(?:[이가은는도]|들[이은])?\s?(?:(?:아직|여태|계속|영|통|도무지|도통|잘|전혀|좀처럼|아무리\s\S{1,4})(?:도|은)?\s)?"
    rf"(?:(?:안|못)\s?{_BETTER_KO}|{_BETTER_KO}\S{{0,2}}지(?:를|도|는|가)?\s?(?:않|못|안))"
    r"|(?:\s(?:just|still|simply))?\s?(?:(?:wo|does|do|did|has|have|is|was|would|ca)n'?t"
    r"|(?:is|has|will|does|did) not|never|not)"
    r"\s(?:\w+\s){0,2}?(?:go(?:ne|ing|es)? (?:away|down|off)|come (?:down|off)|stop\w*|shift\w*|budg\w*|eas\w+|settl\w+"
    r"|clear\w*"
    r"|let(?:ting)? up|get(?:ting)? (?:any )?better|gotten better|improv\w+|break|quit)"
)
_IS_THERE: Final = lazy_regex(
    r"(?:도|은|는|이|가)?\s?있(?:는데|어|고|습|지만|거든|다|는|긴)(?!\S{0,3}\s?(?:아니|않|없))"
)
_SUBJECT_KO: Final = lazy_regex(r"(?:분|들|네)?(?:은|는|이|가|도|께서(?:는|도)?)(?=\s)")
_SUBJECT_EN: Final = lazy_regex(
    r"(?:'s|s)?\s(?:is|was|has|had|takes?|took|uses?|swears|on|been|got|gets|came|started|stopped|never)\b|'s\s"
)
_ALSO_KO: Final = lazy_regex(r"(?:분|들|네)?도\s")
_SELF: Final = lazy_regex(
    r"(?<![가-힣])(?:저도|저는|저만|나도|나는|나만|난|전|내가|제가)(?=\s|[?.,!])|\b(?:i|i've|i'm|i'd|i'll|me|mine|myself)\b"
)
_CLAUSES: Final = lazy_regex(r"[.;!?\n]|,\s|\b(?:but|while|whereas|though)\b|(?:는데|지만|고|니까|길래|거든요?)[,\s]")
_KINDS: Final = frozenset({"medications", "conditions", "symptoms"})


_SHIFTED: Final = lazy_regex(
    r"올(?:려|렸|리|라|랐|린)|늘(?:려|렸|리|어|었|린)|줄(?:여|였|이|었|인)|내(?:려|렸|리|린)|낮[추춰췄춘]|높[여였이인]"
    r"|바[꿔꿨뀌뀐꾸]|증량|감량|변경"
    r"|\b(?:upped|bumped|raised|increased|reduced|lowered|dropped|cut|changed|switched|went up|gone up"
    r"|put (?:me |it )?up"
    r"|put (?:me |it )?down|up to|down to|up from|down from)\b"
)


def _is_crossed(sheet: Sheet, place: int) -> bool:
    return _NONE_BEHIND.match(sheet.folded, place) is not None


_DENIED: Final = frozenset({"social_history", "symptoms", "conditions", "allergies"})
_NONE_BEHIND: Final = lazy_regex(
    r"[은는을를도]?\s?(?:단\s?)?(?:한|1)\s?(?:잔|모금|방울|대|개비|가치|까치|갑|캔|병|입)\s?도\s?(?:안|못|입에|\S{1,4}지\s?(?:않|못))"
    r"|(?<=[가-힣])[은는도]?\s?[x×✕✗](?=[\s,./;)가-힣]|$)(?!\s?\d)"
)
"""Not a single one of it ("술은 한 잔도 못 해요"), or a cross behind its name as in a form ("담배x")."""


def as_told_beside(read: Read, sheet: Sheet, heard: Heard) -> Read:
    """``read`` as the words right beside it, and the dose on record, settle it."""
    item = read.item
    if item.kind == "topic" and item.slot is not None and read.role == "other" and _has_none(read, sheet):
        return replace(read, role=cast(Role, str(item.slot)), state="negated", certain=True)
    if read.role in ("labs", "vitals") and read.new and _ASKED_BACK.match(sheet.folded, read.new[-1].end):
        # "It was 14.5, right?" tells no value: it asks for the one on record.
        return replace(read, role="asked", new=())
    if not item.named or item.end == item.start or not read.is_fact:
        return read
    if read.role == "allergies" and read.change in ("retract", "stop") and not _is_taken_back(read, sheet):
        return replace(read, change="mention", state="current")
    behind = sheet.folded[item.end : item.end + _REACH]
    if read.role in _DENIED and read.state == "current" and read.change == "assert" and _is_crossed(sheet, item.end):
        return replace(read, state="negated", new=(), frequencies=())
    if read.role == "symptoms" and read.state in ("negated", "ended") and _LASTS.match(behind):
        read = replace(read, state="current")
    if read.role in _KINDS and read.state == "negated" and _IS_THERE.match(behind):
        read = replace(read, state="current")
    if read.role in ("medications", "procedures") and read.state == "current" and read.change == "assert":
        begins = [one for one in read.dates if one.precision == "day"]
        if begins and all(one.value > sheet.day for one in begins):
            read = replace(read, state="planned")
    if read.role == "medications" and read.change == "assert" and read.state == "current" and read.new:
        own = number_on_record(heard.facts[item.heard]) if item.heard is not None else None
        first, last = _clause(sheet, item.start, max(item.end, read.new[-1].end))
        other = own is not None and all(one.value != own for one in read.new)
        if other and _SHIFTED.search(sheet.folded, first, last) is not None:
            return replace(read, change="change")
    if read.role in _KINDS and read.change in ("assert", "mention"):
        return _of_another(read, sheet)
    return read


_TAKES_BACK: Final = lazy_regex(
    r"아니|아닌|아님|아녜|없|취소|빼|뺘|지워|지우|삭제|잘못|착각|말고|틀[렸린]|오해|괜찮|풀렸|해제|내려|정정"
    r"|\b(?:not?|never|nor|none|off|remov\w*|delet\w*|scratch|wrong\w*|mistake\w*|forget|ignore|cancel|drop|strike|take|took"
    r"|tek|clear\w*|outgrew|isn|wasn|aren|don|didn|nae|naw|wisnae|instead|rather|actually"
    r"|(?:fine|ok|okay) (?:with|on)|tolerat\w*|no longer)\b|n't"
)
"""Words by which an allergy may be taken back."""


def _is_taken_back(read: Read, sheet: Sheet) -> bool:
    """Whether the sentence that names an allergy takes anything back: no allergy goes because another does."""
    folded, item = sheet.folded, read.item
    opening = max(folded.rfind(mark, 0, item.start) for mark in ".;!?\n") + 1
    closing = min((at for mark in ".;!?\n" if (at := folded.find(mark, item.end)) >= 0), default=len(folded))
    return _TAKES_BACK.search(folded, opening, closing) is not None


_ASKED_BACK: Final = lazy_regex(
    r"\s?(?:이|가|은|는|로)?\s?(?:맞(?:죠|지요?|나요|아요|습니까|는\s?거\S{0,3})|이?(?:었|였)(?:죠|나요|지요?|던가요))\s?\?"
    r"|,?\s?(?:right|correct|yeah|yes|wasn'?t it|isn'?t it|is that right|is that correct|was it|is it)\s?\?"
)
"""A tag behind a value by which it is asked back."""
_NONE_KO: Final = lazy_regex(
    r"(?:은|는|이|가|도|은요|는요)?\s?없(?:어|습|음|네|고|구|다(?!\s?면)|는데)(?!\S{0,3}\?)|\s?[x×✕✗](?=[\s,./;)]|$)(?!\s?\d)"
)


def _has_none(read: Read, sheet: Sheet) -> bool:
    """Whether the words say right behind a slot's name that there is none, and of nobody else."""
    if not _NONE_KO.match(sheet.folded, read.item.end):
        return False
    first, last = _clause(sheet, read.item.start, read.item.end)
    return not any(one.entry.kind == "relatives" and first <= one.start < last for one in sheet.mentions)


def _clause(sheet: Sheet, start: int, end: int) -> tuple[int, int]:
    """Where the clause begins that holds [start, end), and where its sentence ends."""
    opening = _opening(sheet, start)
    closing = min((at for mark in ".;!?\n" if (at := sheet.folded.find(mark, end)) >= 0), default=len(sheet.folded))
    return opening, closing


def _opening(sheet: Sheet, place: int) -> int:
    """Where the clause begins that ``place`` stands in, as if the text ended there."""
    text = sheet.folded
    ends = sheet.kept.get(_ENDS)
    if ends is None:
        ends = sheet.kept[_ENDS] = tuple(match.end() for match in _CLAUSES.finditer(text))
    before = bisect_right(ends, place)
    opening = ends[before - 1] if before else 0
    # What begins a mark that goes on behind ``place`` may be a whole mark before it.
    near = _CLAUSES.finditer(text, max(opening, place - _LONGEST_MARK), place)
    return max((match.end() for match in near), default=opening)


_ENDS: Final = "clause ends"
_LONGEST_MARK: Final = 8
"""Characters of the longest word that parts clauses, and the mark or space behind it."""


def _of_another(read: Read, sheet: Sheet) -> Read:
    """What somebody else is the subject of: dropped of a neighbour, uncertain of a relative whom the patient tells of.

    Who writes for a relative tells of them as the patient; only beside words for oneself, or "also", is it another's.
    """
    opening = _opening(sheet, read.item.start)
    first, last = (bisect_left(sheet.mentions, at, key=lambda one: one.start) for at in (opening, read.item.start))
    people = (one for one in reversed(sheet.mentions[first:last]) if one.entry.kind == "relatives")
    subject = next((one for one in people if _is_subject(one, sheet)), None)
    if subject is None or _SELF.search(sheet.folded, subject.end, read.item.start) is not None:
        return read
    if subject.entry.extra.get("kin") != "1":
        return replace(read, role="other")
    apart = _ALSO_KO.match(sheet.folded, subject.end) or _SELF.search(sheet.folded)
    if not apart:
        return read
    if read.state != "negated":
        return replace(read, certain=False)
    # That a relative never had it tells nothing of the patient; that a relative urged it and "I never took it" does.
    return read if _SELF.search(sheet.folded, read.item.end) else replace(read, role="other")


def _is_subject(person: Mention, sheet: Sheet) -> bool:
    return bool(_SUBJECT_KO.match(sheet.folded, person.end) or _SUBJECT_EN.match(sheet.folded, person.end))
