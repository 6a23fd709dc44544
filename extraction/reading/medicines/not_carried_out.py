"""Ends and moves of a medicine on record that the words do not carry out.

"Took my ramipril late", "ran out of it", "they wanted to stop it but I said no", "my sister stopped hers", "they might
put it up to 10": the readers hear a stop or a dose, and on record nothing has changed. What is still to come is
planned; what may be somebody else's is asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from domain.proposals import Doubt, Operation, Proposal
from domain.values import PATIENT, Content, SlotKind, Status, Temporality
from extraction.reading.asking.asked import sentence_around
from extraction.reading.items import Heard
from extraction.reading.medicines.untaken import IS_LEFT_OVER
from extraction.reading.people.speaking_for import may_be
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex
from extraction.values.dose_units import number_of_dose as _number

_ENDED: Final = frozenset({Status.STOPPED, Status.ON_HOLD, Status.RESOLVED})
_ACTS: Final = frozenset({Operation.CHANGE, Operation.CORRECT, Operation.RETRACT})

_ONCE: Final = lazy_regex(
    r"\b(?:forg[eo]t\w*|miss(?:ed|ing)?|skipp\w*|late|left (?:it|them|my|the|mine)|throw\w* up|vomited"
    r"|doubled up|extra|twice by)\b"
    r"|깜[박빡]|까먹|잊[어었고]|빼먹|빼묵|걸렀|걸러|거르|놓쳤|늦게\s?(?:먹|묵|드|맞|챙)|못\s?챙"
)
"""Words of one dose that was not taken, or not at its time."""
_OUT: Final = lazy_regex(
    r"\b(?:ran|run|runs|running|almost|nearly|all|am|are|i'?m|we'?re|been)\s(?:low|out)\b(?! the)"
    r"|\b(?:refill\w*|re-?order\w*|repeat (?:prescription|script)|(?:pick|picked|picking) (?:\w+ ){0,3}up|collect\w*"
    r"|out of stock|shortage|last (?:one|few|tablet|pill|box|strip)|pharmacy (?:had|has) no)\b"
    r"|떨어졌|떨어져|떨어짐|바닥|타\s?러|타\s?와야|받으러|사러|품절|마지막\s?(?:한\s?알|알|봉)"
)
"""Words of a supply that came to its end, or is renewed."""
_EMPTY: Final = lazy_regex(
    r"\b(?:my|the|our|his|her) (?:\w+ ){1,3}?(?:has|have|is|are|had|was|just|'s)(?: (?:all|just|now|already|been))*"
    r" (?:finish(?:ed)?|exhausted|used up|gone)\b(?! (?:by|with) )|\b(?:tablets?|pills?|drugs?|medicines?|box"
    r"|pack(?:et)?|bottle)"
    r" (?:has |have |is |are )?(?:all )?finish(?:ed)?\b"
)
"""A supply that came to its end by itself: nobody "has finished" it."""
_COURSES: Final = frozenset(
    {"antibiotic", "antiviral", "antifungal", "corticosteroid", "steroid", "antimalarial", "anthelmintic"}
)
"""Kinds of medicine whose last tablet is the end of a course."""
_LASTING: Final = lazy_regex(
    r"\b(?:stop|quit|ceas|discontinu|ditch|binn|wean|finish|abandon)\w*"
    r"|\b(?:c[ao]me|coming|taken|took (?:me|him|her)|been|i'?m|am|is|now) off\b|\bno longer\b|\bany ?more\b"
    r"|\bg[ai]ven? (?:it|them|up)|\bgave up|\bnot (?:been )?tak\w+|\bhaven'?t (?:been )?tak\w+|\bwithout\b"
    r"|\bdropped\b"
    r"|끊|중단|그만|뺐|뺀|멈[추췄]|이제|더\s?이상|앞으로|째\s?(?:안|못)|[동안은]\s?(?:안|못)\s?먹"
)
"""Words by which an end is meant to last."""

_ANY_END: Final = lazy_regex(
    r"\b(?:stop|quit|ceas|discontinu|ditch|binn|bin\b|wean|finish|abandon|drop|end|swap|switch|replac|chang"
    r"|instead|remov"
    r"|delet|withdr|hold|held|paus|skip|miss|off\b(?! to\b)|out\b|without|no\b|not\b|nor\b|never|gone|done|over\b"
    r"|past\b|ex-"
    r"|former|used to|until|till|was on|were on|had been on|last dose|gave up|given up|cut out|came? off"
    r"|left off|put aside"
    r"|cancel|expired|refus|declin|allerg|reaction|rash|can't|cannot)\w*|n't\b|\bpulled\b|\btook (?:me|him|her) off"
    r"|끊|중단|그만|빼|뺐|뺀|멈|떼|뗐|안\s|안(?=먹|드|써|쓰|맞|해|함)|못\s|않|말[고라았]|없|전에|예전|원래"
    r"|대신|스[탑톱]|관[뒀두둠]|빠[졌지짐]|바[꿨꿔꾼]|갈았|갈아|버렸|반납|돌려|처분|바꾸|바뀌|교체|쉬|보류|취소|끝|다\s?먹"
    r"|마쳤|졸업|안해|그쳤|까지|였|었던|거부|부작용|알레르기"
)
"""Words of which an end holds at least one; a dose that "got bumped" holds none."""

_SO_FAR: Final = lazy_regex(
    r"\b(?:ha(?:ve|s|d)|'ve|'s|'d|been|taken|tak(?:e|ing)|on|using) (?:(?:it|them|this|these|that|on|taking|using) )*"
    r"(?:for )?(?:about |around |nearly |almost )?(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
    r" (?:days?|weeks?|months?|years?)\b"
    r"|(?:일|주|달|개월|년)\s?(?:째|동안|정도|됐|되었)"
)
"""How long something has gone on: no end is told by it alone."""

_ACT_EN: Final = (
    r"(?:stop|quit|com(?:e|ing) off|tak(?:e|ing) (?:me|him|her) off|drop|discontinu|halv|cut|lower|reduc|rais|increas"
    r"|put|mov|chang|switch|doubl|up)\w*"
)
_REFUSED: Final = lazy_regex(
    r"\b(?:want\w*|ask\w*|told|tell\w*|suggest\w*|offer\w*|push\w*|tr(?:y|ied|ying)|recommend\w*|said|says|advis\w*"
    rf"|thought|considered)\b[^.;!?]{{0,40}}?\b{_ACT_EN}\b[^.;!?]{{0,60}}?(?:\b(?:but|though|however|and)\b"
    rf"|,)[^.;!?]{{0,24}}?"
    r"(?:\b(?:no\b(?! longer)|nope|didn'?t|did not|won'?t|wouldn'?t|refus\w+|declin\w+|rather not|not going to|kept"
    r"|keep\w*|still|stuck|stay\w*|ignor\w+|disagree\w*))"
    r"|(?:끊|중단하|빼|그만\s?(?:먹|두)|멈추|올리|늘리|줄이|낮추|바꾸)\S{0,3}(?:자고|라고|라는|자는|라던|자던"
    r"|래는|자던데|랬는데|자는데)"
    r"[^.!?]{0,30}(?:싫|거절|안\s?(?:끊|뺐|한다|했|올|늘|줄|바)|그냥\s?(?:먹|계속)|계속\s?먹|아직|버티|그대로|됐다고)"
)
"""An end or a move that was proposed and turned down."""
_NEARLY: Final = lazy_regex(
    r"\b(?:nearly|almost)\s(?:\w+\s)?(?:took|take|taken|gave|had|swallow\w*|double\w*|stopped|quit)\b"
    r"|[을ㄹ]\s?뻔\s?(?:했|봤|하)|\S뻔(?:했|하|함)"
)
"""What did not happen after all."""

_TO_COME: Final = lazy_regex(
    r"\b(?:will|'ll|won'?t|going to|gonna|might|may|could|plan\w*|want\w* to|about to|due to|(?:is|are|am|'s"
    r"|'re|'m) to"
    r"|thinking (?:of|about)|consider\w*|suggest\w*|propos\w*|talk\w* (?:of|about)|meant to|supposed to"
    r"|start(?:ing|s) (?:in|from|on)"
    r"|not (?:un)?'?til(?:l)? then|from (?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december)|next (?:week|month|visit|time"
    r"|appointment|year|monday|tuesday|wednesday|thursday|friday)|in (?:two|three|four|a few|a couple of|\d+) "
    r"(?:days|weeks|months)|from (?:next|tomorrow)|tomorrow|if)\b"
    r"|(?:다음|담)\s?(?:주|달|번|진료|예약|방문)|내일|모레|내년|[올늘줄낮바내릴린](?:릴|일|출|꿀|린|인|춘"
    r"|꾼)?\s?(?:예정|계획|거(?:래|라|예|에)|것\s?같)"
    r"|[린인춘꾼]대(?:요|여|욤)?(?=[\s.,!?~]|$)|자(?:고|네|는데)\s?(?:하|했|해|그)?|기로\s?(?:했|하)"
)
"""Words of a move that is still to come."""
_ALREADY: Final = lazy_regex(
    r"\b(?:now|already|today|yesterday|since|ago|last (?:week|month|night|visit|time)|started|have been|i'?ve been"
    r"|went up|put me (?:up|down)|this (?:morning|week)"
    r"|(?:'ve|have|has) (?:just |now |already )?(?:halved|put|raised|cut|moved|increased|reduced|upped|dropped"
    r"|changed"
    r"|doubled|taken|lowered|bumped|switched)"
    r"|(?:and|so|then) (?:he |she |we |they |i )?(?:put|went|did|moved|raised|took|started|changed|cut|upped"
    r"|halved))\b"
    r"|이제|지금|오늘|어제|부터\s?(?:먹|드|맞)|먹고\s?있|먹는\s?중|[었았였했렸췄꿨]어|[었았였했렸췄꿨]습|지난"
)

_MAY_YET: Final = lazy_regex(
    r"\b(?:may|might|could|will|'ll|going to|would) (?:have to |need to |be |probably |soon |want to |ask me to )*"
    r"(?:stop|paus|hold|held|come off|quit|drop|taken off|stopp|discontinu|skip)\w*"
    r"|(?:끊|중단|쉬|멈추)\S{0,3}\s?(?:수도|지도\s?모|거\s?같|것\s?같|예정|자고\s?(?:할|하실)|어야\s?(?:할"
    r"|될)\s?(?:수|지))"
)
"""An end that may come."""
_CLAUSE_BREAK: Final = lazy_regex(r"[,;:]\s|\b(?:so|and|but|because|while|then)\b|[고서데만]\s|니까\s")
_SELF: Final = lazy_regex(
    r"\b(?:i|me|my|mine|myself|i'?m|i'?ve|i'?d|us|our)\b|(?<![가-힣])(?:저|나|제|내|난|전|저는|나는|제가|내가"
    r"|저도|나도)(?![가-힣])"
)
_HERS: Final = lazy_regex(r"\b(?:her|his|their|hers)\b")
_ACTS_ON: Final = lazy_regex(
    r"\b(?:says?|said|told|tells|thinks?|wants?|ask\w*|recommend\w*|suggest\w*|reckons?|gave|made|makes?|let|helps?"
    r"|worr\w*|noticed|keeps? (?:telling|asking)|put (?:me|us))\b"
    r"|으?라(?:고|네|는|시|더)|으?래(?:요|서|여)?(?=[\s.,!?~]|$)|자고|줬|주셔|주셨|챙겨|시켜|때문"
)
"""What a relative does about the patient's medicine, which is no act upon the relative's own."""
_BEFORE_KIN: Final = lazy_regex(
    r"\b(?:for|to|with|from|by|like|than|of|about|told|asked|and)\s(?:my|our|the|his|her)?\s?$"
)
_KIN_SUBJECT_KO: Final = lazy_regex(r"(?:님|분)?(?:께서는?|[이가은는도])?\s")


def with_what_was_carried_out(sheet: Sheet, heard: Heard, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    """``proposals`` without the ends and moves of medicines on record that the words do not carry out."""
    return tuple(found for one in proposals for found in _carried_out(one, sheet, heard))


def _carried_out(proposal: Proposal, sheet: Sheet, heard: Heard) -> Iterator[Proposal]:
    content = proposal.content
    known = _on_record(content, heard)
    if content is None or known is None or proposal.operation not in _ACTS or proposal.doubt is not None:
        yield proposal
        return
    ends = content.status in _ENDED
    moves = not ends and content.dose not in (None, known.dose)
    start, end = _sentence(sheet, proposal, content)
    words = sheet.folded[start:end]
    if moves and _counts_times(sheet, content):
        return
    if ends and content.dose is not None and _number(content.dose) != _number(known.dose):
        # "No longer on 20, it is 40": the old dose ended, and the medicine goes on.
        goes_on = content.with_fields(status=Status.ACTIVE, temporality=Temporality.CURRENT, valid_to=None)
        yield proposal.with_fields(content=goes_on)
        return
    named = any(one.entry.concept_id == content.concept.concept_id for one in sheet.mentions)
    unsaid = ends and _ANY_END.search(sheet.folded) is None
    answers = bool(heard.agent_said) and (named or heard.agent_said.rstrip().endswith("?"))
    if unsaid and (not answers or _SO_FAR.search(words) is not None):
        return
    if ends and _MAY_YET.search(words) and _ALREADY.search(words) is None:
        return
    if (ends or moves) and (_REFUSED.search(words) or _NEARLY.search(words)):
        return
    if ends and _COURSES.isdisjoint((content.concept.concept_id, *content.concept.broader)):
        # "My amlodipine has finished": the box is empty, and nobody ended a medicine for good.
        supply = _EMPTY.search(words)
        if supply is not None and _LASTING.search(words[: supply.start()] + words[supply.end() :]) is None:
            return
    once = _ONCE.search(words) or _OUT.search(words) or IS_LEFT_OVER.search(words)
    if ends and _LASTING.search(words) is None and once is not None:
        return
    if (ends or moves) and _is_anothers(sheet, heard, content, start, end):
        if _HERS.search(words) is None:
            yield proposal.with_fields(doubt=Doubt.UNSURE_READING)
        return
    if moves and proposal.operation is not Operation.RETRACT and _is_to_come(words, content, sheet.day):
        yield proposal.with_fields(
            operation=Operation.ASSERT,
            target=None,
            content=content.with_fields(status=Status.PLANNED, temporality=Temporality.FUTURE),
        )
        return
    yield proposal


_TIMES: Final = lazy_regex(
    r"\s?(?:x|times?|attacks?|episodes?|days?)?\s?(?:a|per|each|every|in a|out of the)\s(?:month|year|fortnight)\b"
    r"|\s?(?:a|per|every) week\b(?! for)|\s?/\s?month\b|\s?(?:번|회|차례)"
)
"""What stands behind a number of times: "more like 6 a month" moves no dose."""


def _counts_times(sheet: Sheet, content: Content) -> bool:
    number = _number(content.dose)
    named = any(one.entry.concept_id == content.concept.concept_id for one in sheet.mentions)
    places = [one for one in sheet.figures if one.value == number and one.quantity.unit is None]
    return not named and bool(places) and all(_TIMES.match(sheet.folded, one.end) for one in places)


def _on_record(content: Content | None, heard: Heard) -> Content | None:
    """The medicine of the patient that is taken by the record and that ``content`` speaks of."""
    if content is None or content.slot is not SlotKind.MEDICATIONS or content.subject != PATIENT:
        return None
    return next(
        (
            one
            for one in heard.facts
            if one.slot is SlotKind.MEDICATIONS
            and one.concept.concept_id == content.concept.concept_id
            and one.status in (None, Status.ACTIVE)
        ),
        None,
    )


def _sentence(sheet: Sheet, proposal: Proposal, content: Content) -> tuple[int, int]:
    """The sentence that names the medicine, else the one that the proposal rests on, else all."""
    named = (one.start for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id)
    quote = proposal.quote.casefold()
    at = next(named, max(sheet.folded.find(quote), 0) if quote else 0)
    return sentence_around(sheet.folded, at)


def _is_to_come(words: str, content: Content, today: str) -> bool:
    if _ALREADY.search(words):
        return False
    later = content.valid_from is not None and content.valid_from > today[: len(content.valid_from)]
    return later or _TO_COME.search(words) is not None


def _is_anothers(sheet: Sheet, heard: Heard, content: Content, start: int, end: int) -> bool:
    """Whether a relative who is not the patient is the one who acts: "my sister stopped her ramipril"."""
    name = next((one for one in sheet.mentions if one.entry.concept_id == content.concept.concept_id), None)
    last = name.start if name is not None else end
    for kin in sheet.mentions:
        if kin.entry.kind != "relatives" or not start <= kin.start < last:
            continue
        if heard.patient_is and may_be(kin.entry.concept_id, heard.patient_is):
            continue
        between = sheet.folded[kin.end : last]
        before, behind = sheet.folded[start : kin.start], sheet.folded[kin.end : end]
        acts_on = _ACTS_ON.search(between if sheet.language == "en" and name is not None else behind)
        if _SELF.search(between) or _CLAUSE_BREAK.search(between) or acts_on:
            continue
        if sheet.language == "ko":
            if _KIN_SUBJECT_KO.match(sheet.folded, kin.end) and not _SELF.search(_without_possessive(before)):
                return True
        elif _BEFORE_KIN.search(before) is None and not _SELF.search(_without_possessive(before)):
            return True
    return False


_POSSESSIVE: Final = lazy_regex(r"\b(?:my|our)\s(?:\w+\s)?$|(?:우리|저희|제|내|울)\s?(?:\S+\s)?$")


def _without_possessive(before: str) -> str:
    return _POSSESSIVE.sub("", before)
