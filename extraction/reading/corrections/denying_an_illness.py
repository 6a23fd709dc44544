"""The marks by which an illness is denied for oneself: it is another's, it was told in error, or tests ruled it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extraction.reading.corrections.taking_back import asked_in
from extraction.text.lazy_regex import lazy_regex

_NOT_ME: Final = lazy_regex(
    r"\b(?:not|isn'?t|wasn'?t|never) (?:(?:for|with|about|of|actually|really) )*(?:me|mine|my own|myself|i|i who)\b"
    r"|\b(?:me\W{1,2}(?:i )?|i myself )(?:do not|don'?t|haven'?t|have not|hasn'?t|never|am not|didn'?t)\b"
    r"|\bi (?:\w+ )?(?:do not|don'?t|dont|haven'?t|havent|have not|never|didn'?t) (?:\w+ )?(?:have|had|got|get"
    r"|suffer)\b"
    r"|\bi (?:do not|don'?t|dont|haven'?t|havent|have not)(?: (?:myself|personally|either|though"
    r"|anyway))?\s*(?:[.,;!?]|$)|\bbut (?:not )?i (?:do not|don'?t|dont)\b"
    r"|\bi'?m not the one\b|\b(?:only|just) my \w+ (?:does|has|do)\b"
    r"|\b(?:not|no) (?:an? )?(?:illness|condition|disease|diagnosis|problem) of mine\b|\bnot my (?:illness"
    r"|condition|disease|diagnosis)\b"
    r"|(?<![가-힣])(?:제가|내가|저는?(?!\s?때문)|전|나는?|난|저 자신은?|저한테(?:는|서)?|저한텐|제게는?"
    r"|저에게는?|본인은?|제\s?(?:거|것|게|병|얘기|이야기|일)[은이가는]?)"
    r"\s?(?:\S{1,8}\s){0,3}?\S{0,6}(?:아니[라고에예었]|아닙|아닌|말고|없[어습고는다네지]|없는|해당\s?(?:이\s?"
    r"|은\s?)?(?:없|안)|(?:적|일)[은이도]?\s?(?:\S{1,4}\s)?없)"
    r"|(?:받은|걸린|앓은|있는)\s?(?:것은?|건|게)?\s?(?:제가\s)?아니"
)
"""Words by which it is not one's own."""
_NOT_THEIRS: Final = lazy_regex(
    r"(?:\bnot|\w+n['’]t|\b(?:is|was|does|did|do|has|have)nt|\bnever|\bno one|\bnobody|\bneither|\bnor) (?:even "
    r"|just |only )?(?:my |the |in )?(?:late "
    r"|own )?$"
)
_NOT_THEIRS_BEHIND: Final = lazy_regex(
    r"(?:'s)? (?:\w+ )?(?:does not|doesn'?t|doesnt|hasn'?t|hasnt|has not|never had|didn'?t|isn'?t|has no"
    r"|had no|did not)\b"
    r"|(?:님|분)?(?:이|가|은|는|께서는?|한테는?|한테|에게는?|도)?\s?(?:아니[라고에예었]|아닙|말고|없[어습고])"
)
_REPORTS: Final = lazy_regex(
    r" (?:\w+ )?(?:says?|said|tells?|told|thinks?|thought|noticed|asked|wants?|insists?|reckons?|believes?"
    r"|keeps?|worries)\b"
    r"|(?:님)?(?:이|가|께서|은|는)?\s(?:\S{1,6}\s)?(?:저보고|저더러|나보고|저한테\s(?:말|그러|물|하)|말씀|그러시)"
)
_SHARED: Final = lazy_regex(
    r"\b(?:too|as well|also|both|same as me|so do i|and me|and i (?:do|have)|like me|me too)\b"
    r"|저도|나도|둘\s?다|모두|똑같|저하고|저랑\s?같|같이\s?있"
)
_TAKEN_BACK: Final = lazy_regex(
    r"\b(?<!don't )(?<!not )(?<!never )(?:wrong(?:ly)?|mistakes?|mistaken(?:ly)?|mix(?:ed"
    r"|ing)? (?:\w+ ){0,4}?up|confus\w+|muddled|mis-?(?:spoke|read|told|stated)\w*"
    r"|by accident|error|take (?:\w+ ){0,6}?(?:off|out)|remov\w+|delet\w+|scratch|scrap|strike"
    r"|cross (?:\w+ ){0,6}?out|ignore"
    r"|do not count|don'?t count|leave (?:\w+ ){0,3}?out|should(?: not|n'?t) (?:be|stand|have)|belongs? to"
    r"|put (?:\w+ ){0,4}?down for"
    r"|thinking of|meant|for my|under mine|as mine|rather than me|instead of me)\b"
    r"|잘못|착각|헷갈|섞어|섞여|실수|틀[렸린려]|지워|지우|빼\s?(?:주|줘|고)|정정|고[쳐치]|말고|제 것처럼"
    r"|제\s?병으로|제\s?걸로"
)
"""Words by which what stands on record was told in error."""
_OVER: Final = lazy_regex(
    r"\b(?:cured|recovered|got over|got better|healed|cleared up|went away|gone (?:now|away|since|last)|in remission"
    r"|no longer|any ?more|used to have|resolved|over (?:now|with))\b|완치|나았|나아서|다 나|좋아[져졌]|사라"
    r"|회복|없어[졌져]|지나간"
)
_TESTED: Final = lazy_regex(
    r"\b(?:tests?|tested|testing|results?|scan|biopsy|ruled (?:it |that |this )?out|rule it out|negative"
    r"|doctor (?:says|said)"
    r"|told you|said (?:i|that)|wrong(?:ly)?|mistakes?|mistaken|error|turns out|after all|too soon|contrary"
    r"|shouldn'?t have"
    r"|should not have|down as|listed|correction|correct)\b|검사|결과|진단|의사|병원|잘못|정정|틀[렸린려]"
    r"|말씀드렸|말했|거두|줄(?:로만)?\s?알"
)
_DENIED: Final = lazy_regex(
    r"\b(?:do not|don'?t|dont|does not|doesn'?t|did not|didn'?t|haven'?t|havent|have not|never had|never have)"
    r"(?: \w+ly)?(?: (?:have|had|got|get))?(?: got)?(?: (?:it|that|this|any of (?:it|that)|such a thing"
    r"|@))?(?=\s*(?:[.,;:!?]|$|after all|and |at all|myself|so ))"
    r"|\b(?:isn'?t|is not|isnt|wasn'?t|was not|it'?s not|not) (?:\w+ly )?(?:it|that|there(?: for me)?|@"
    r"|something i (?:have|had|'ve got)"
    r"|(?:an?|one of) (?:my |the )?(?:\w+ )?(?:illness\w*|condition\w*|disease\w*|diagnos\w+"
    r"|problems?)(?: of mine)?(?! (?:to|that))|one i have|what i have|the case)\b"
    r"|\b(?:(?:says?|said|saying) |came (?:back |out )?(?:and )?(?:say(?:s|ing)? )?|come (?:back|out) )(?:no"
    r"|otherwise|not|clear|negative|clean)\b(?! of)"
    r"|\bnegative\b|\bruled? (?:\w+ ){0,3}?out\b|\bclear(?:ed)? (?:of|for) @|\bwithout (?:a )?trace\b"
    r"|\bi do not\b(?=\W*$|[.,;])"
    r"|@(?:이|가|은|는|도)?\s?(?:\S{1,6}\s)?(?:없[다대었습어]|없는\s?(?:걸|것|거)|아니[라다래었에예]"
    r"|아닌\s?(?:걸|것|거)|아닙|음성)"
    r"|그(?:런)?\s?(?:병|질환|질병|진단)(?:은|이|도)?\s?(?:없|아니|아닌|아닙)"
    r"|(?:검사|결과|진단)\S{0,6}\s(?:(?:보니|결과|나온|확인)\S{0,2}\s){0,2}(?:아니라|아니래|아니었"
    r"|아닌\s?(?:걸|것|거)|없는\s?(?:걸|것|거)|없다|음성)"
)
_OFF: Final = lazy_regex(
    r"\b(?:take|get)\s(?:\w+\s){0,2}?@(?:\s\w+){0,2}?\s(?:off|out)\b|\b(?:remove|delete|strike|scratch|scrap"
    r"|erase|cross(?: out)?|drop|withdraw)"
    r"\s(?:\w+\s){0,5}?@|\b(?:remove|delete|strike|scratch|scrap|erase|cross|drop) (?:it|that|this) (?:from|off|out)"
    r"|@[^.!?]{0,24}(?:빼\s?(?:주|줘|달|시|야)|지워|지우|삭제|거두|취소|없던)"
)
_IF: Final = lazy_regex(
    r"\b(?:if|whether|when|unless|in case|suppose)\b[^.;!?]{0,30}$|(?:라면|다면|으면)\s?[^.!?]{0,10}$"
)
_SELF_DOUBT: Final = lazy_regex(r"\bnot sure\b|\bmaybe\b|\bmight\b|\bperhaps\b|글쎄|모르겠|모르지")


def denies_for_oneself(text: str) -> bool:
    """Whether the words say that something is not one's own, outside of what they ask and suppose."""
    return _is_told(text, [one.start() for one in _NOT_ME.finditer(text)])


def denies_another(text: str, start: int, end: int) -> bool:
    """Whether the person named at [start, end) has it not, or only speaks of it: "not my father", "my wife says"."""
    if _REPORTS.match(text, end):
        return True
    return bool(_NOT_THEIRS.search(text, max(0, start - 30), start) or _NOT_THEIRS_BEHIND.match(text, end))


def is_shared(text: str) -> bool:
    """Whether it is said of oneself as well as of another."""
    return _SHARED.search(text) is not None


def is_taken_back(text: str) -> bool:
    """Whether the words take back what was told."""
    return _is_told(text, [one.start() for one in _TAKEN_BACK.finditer(text)])


def is_over(text: str) -> bool:
    """Whether the words tell of an illness that was had and has ended."""
    return _OVER.search(text) is not None


def is_ruled_out(text: str, start: int, end: int) -> bool:
    """Whether the illness named at [start, end) is denied for a reason, or asked to be taken off the record."""
    if _SELF_DOUBT.search(text) is not None:
        return False
    plain = f"{text[:start]}@{text[end:]}"
    denied = _is_told(plain, [one.start() for one in _DENIED.finditer(plain)])
    return (denied and _TESTED.search(plain) is not None) or _is_told(
        plain, [one.start() for one in _OFF.finditer(plain)]
    )


def _is_told(text: str, places: Sequence[int]) -> bool:
    """Whether words at one of ``places`` stand in no question and behind no condition."""
    asks = asked_in(text)
    return any(
        not any(first <= at < last for first, last in asks) and _IF.search(text, max(0, at - 40), at) is None
        for at in places
    )
