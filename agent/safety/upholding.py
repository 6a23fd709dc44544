"""An alarm of the last turns is upheld: who doubts it, or wants to wait, is told again and told why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile
from typing import Final

from agent.answers.asking.asks import asks_in
from agent.answers.asking.laid_out import laid_out
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.safety.after_alarm import explains_away, goes, has_ended, is_in_care, puts_off
from agent.safety.alarms import LEVELS, Level, alarms
from agent.safety.asked_back import without_asked_back
from agent.safety.child_alarms import CHILD_ALARMS
from agent.safety.crises import crisis_of
from agent.safety.flags import SELF_HARM_CONCEPTS, of_measured_words, of_symptom, raised_in, red_flags
from agent.safety.placing import Told
from agent.safety.record import Record
from agent.safety.red_flag import HEARD_ONLY
from agent.safety.resembling import heard_kinds
from agent.safety.self_harm import speaks_of_self_harm
from agent.safety.tables import table
from agent.safety.telling import sentences
from agent.safety.whereabouts import crisis_for, emergency_for
from agent.words.sentences import CATALOGUES, sentence
from domain.events import SlotChanged, SlotCorrected, SlotRecorded
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS, Concept, SlotKind
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise
from projections.tiers import TurnLine

UPHELD_TURNS: Final = 4
"""Turns for which an alarm is still what a doubt is about."""
_URGENT: Final[tuple[Level, ...]] = ("now", "today")
_DOUBTS: Final = lazy_regex(
    r"왜|어째서|와\s?(?:그|안)|무슨\s?근거|정말|진짜(?:로)?\s?(?:요|그|급|가야)?|급하|멀쩡|괜찮(?:은데|지\s?않"
    r"|을\s?텐데|아\s?보)|호들갑"
    r"|다음\s?(?:주|달)|주말|쉬는\s?날|휴무|일\s?(?:끝내?고|마치고|뛰고|하고)|next (?:week|month)|weekend|day off"
    r"|after (?:my|the) shift"
    r"|안\s?가면|안\s?될까|안\s?되겠|기다리|나중에|내일|모레|끝나고|끊으면|지켜보|쉬면|자고\s?나면|때문이겠"
    r"|탓이|탓인|아니었어|상관\s?없|관계\s?없|(?:괜찮|정상이)았?었?(?:잖|는데)"
    r"|\bwhy\b|really\?|are you sure|so sure|how (?:do|would|can) you know|what do you know|fuss|over.?react"
    r"|do i (?:really |actually |honestly |still )?have to"
    r"|can'?t (?:it|i|we) wait|\bwait\b|tomorrow|later|after (?:work|school|tea|lunch)|sleep it off|feel(?:s)? fine"
    r"|(?:\bnot|n'?t|\bno way i'?m|\brefuse to|n'?t (?:want to|wanna)) (?:be )?(?:go(?:ing)?"
    r"|call(?:ing)?)\b(?! (?:away|down"
    r"|back to normal))"
    r"|안\s?(?:갈\s?(?:래|거|건|겁)|가고\s?싶|가려|가도\s?(?:되|돼))|가기\s?싫"
    r"|nothing (?:wrong|to do with)|must (?:i|he|she)\b|why should|is it (?:that|so) (?:bad|urgent)",
    re.IGNORECASE,
)
_ASKS_TO_BE_SEEN: Final = lazy_regex(
    r"(?:병원|응급실|의사|진료|외래|내과|보건소)[에을를한테께]{0,2}?\s?(?:꼭\s|당장\s|지금\s|또\s|다시\s)?"
    r"(?:가|봐|받아|데려|모셔|전화)[가-힣]{0,3}?\s?(?:야|봐야|볼까|될까|하나|할까|돼|되)|119\s?(?:불|전화)[가-힣]{0,3}\s?(?:야|까)"
    r"|(?:가봐야|가\s?봐야|가야)\s?(?:하나|할까|되나|될까|돼요|되는|합니까|하는)|심각한\s?(?:건|거|건가|거야)|위험한\s?(?:건|거)"
    r"|\b(?:should|shall|do|does|must|need|ought) (?:i|we|he|she|they|you think (?:i|we)) "
    r"(?:really |actually |honestly |definitely |absolutely |still |even )?(?:need |have |want |ought )?(?:to )?"
    r"(?:go|see|be seen|call|ring|phone|get (?:him|her|it|this|them|myself|checked|seen|to)|take (?:him|her|them)"
    r"|worry)\b"
    r"|\bneed (?:a doctor|an ambulance|to be seen|the hospital|a&e|er\b)|\bis (?:it|this|that) (?:an emergency"
    r"|serious|dangerous)"
    r"|\bworth (?:seeing|going|calling|ringing|a call|a trip)|\b(?:go|going) to (?:the )?(?:er|a&e|hospital|doctor"
    r"|gp)\b",
    re.IGNORECASE,
)
"""Who asks whether to be seen asks again what an alarm has just answered."""
_WHY_SEEN: Final = lazy_regex(
    r"왜|어째서|이유|까닭|꼭\s|\bwhy\b|how come|what(?:'s| is) the reason|\bhave to\b", re.IGNORECASE
)
"""Words that ask for the reason of what was advised."""
_PLAYS_DOWN: Final = lazy_regex(
    r"괜찮(?:아|네|습|은\s?(?:것|거)\s?같|다고)|나아(?:졌|지는|진)|나은\s?(?:것|거)|가라앉|그런\s?(?:거|것|건가)\s?(?:같|뿐|겠)"
    r"|(?:졸려|피곤해|자세|눌려|체해|예민해)서\s?그|농담|장난|별\s?(?:거|것|일)\s?아니|아닌\s?(?:거|것)\s?같|걱정\s?(?:마|말|하지|안)"
    r"|금방\s?(?:나|괜)|이제\s?안\s?(?:아|그)|오버"
    r"|\b(?:(?:fine|better|ok|okay|alright|all right|gone|passed|settled|eased|calmed down) (?:now|again|already)"
    r"|(?:it|that|he|she|i)(?:'s|'m| is| am| has|'ve| feels?) (?:much |a lot |all |feeling )?(?:better|fine|gone"
    r"|passed|nothing|ok|okay)"
    r"|nothing serious|probably (?:just|nothing)|just (?:tired|sleepy|slept|stress|a joke|joking|kidding)|joking"
    r"|kidding"
    r"|no big deal|don'?t worry|wore off|went away|it passed|never mind)\b",
    re.IGNORECASE,
)
"""Words by which somebody makes little of what has just been an emergency: it may be back within the hour."""
_JUST_NOW: Final = 2
"""Turns for which making little of an alarm is answered, or asking for a later hour or another reason."""
_HELD: Final = timedelta(days=2)
"""How long an alarm stands: who comes back after days without having gone tells anew how it is."""
_SITTING: Final = timedelta(hours=6)
"""For how long an alarm is told again to whoever speaks of something else; hours later only to who doubts it."""
_ELSEWHERE: Final = frozenset(
    {"greeting", "thanks", "nod", "small_talk", "preference", "correction", "medicine", "purpose", "its_use",
     "given_for", "cause"}
)  # fmt: skip
"""Intents that even right after an alarm are not about whether to go: of the record, or answered with the alarm."""
_MAY_BLEED: Final = ("head_injury", "black_stool", "bleeds", "vomits_blood", "cough_blood")
"""Beginnings of the ids of alarms in which it matters what thins the blood."""
_NEXT_DOSE: Final = lazy_regex(
    r"먹어야|먹어도|먹어요|먹을까|말아|끊|거르|건너|\b(?:still|keep) tak|\b(?:stop|skip|leave out|miss)\b"
    r"|tonight|evening",
    re.IGNORECASE,
)
"""Words that ask whether the next dose is to be taken, which is no question for the record."""
_LISTS: Final = frozenset({"summary", "form", "others", "audit"})
_OF_RECORD: Final = frozenset(
    {"summary", "compare", "recall", "lookup", "values", "since", "ended", "form", "others", "just_told", "again",
     "total", "audit", "judge", "told"}
)  # fmt: skip
"""Intents that ask what is on record, whatever an alarm rests on: who is to be seen needs the list, too."""
_KEPT: Final = (SlotKind.MEDICATIONS, SlotKind.CONDITIONS, SlotKind.ALLERGIES, SlotKind.DEMOGRAPHICS, *SERIES_SLOTS)
"""What a turn may tell that is worth more than to hear the alarm again."""
_OF_A_MEDICINE: Final = lazy_regex(
    r"약|복용|먹는\s?거|용량|\b(?:medic(?:ine|ation)s?|meds|tablets?|pills?|drugs?|dose)\b", re.IGNORECASE
)
_PUT_OFF: Final = lazy_regex(
    r"안\s?가면|기다리|나중에|내일|모레|지켜보|쉬면|자고\s?나면|급하|호들갑"
    r"|다음\s?(?:주|달)|주말|쉬는\s?날|휴무|일\s?(?:끝내?고|마치고|뛰고|하고)|next (?:week|month)|weekend|day off"
    r"|after (?:my|the) shift"
    r"|\bwait\b|tomorrow|later|sleep it off|fuss|over.?react"
    r"|do i (?:really |actually |honestly |still )?have to",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sounded:
    """An alarm of an earlier turn: its name in both languages, how soon, what explains it, and its facts."""

    name_ko: str
    name_en: str
    level: Level
    key: str
    facts: tuple[str, ...]


def sounded_lately(
    consultation: Consultation, turns: int = UPHELD_TURNS, levels: tuple[Level, ...] = _URGENT
) -> tuple[Sounded, ...]:
    """The alarms of the last ``turns`` before this one that still stand, over the record as it is now; the most urgent
    first. What is days old, or was told before care was had, stands no more.
    """
    view, today = consultation.situation.view, consultation.known.today
    record = Record(view.ledger, today, suspected=True)
    found: list[Sounded] = []
    lines = _lines(consultation, turns)
    for line in lines:
        text = normalise(line.question).text
        found += [
            Sounded(one.alarm.name_ko, one.alarm.name_en, one.alarm.level, one.alarm.alarm_id, one.facts)
            for one in raised_in(line, record)
            if one.alarm.level in levels and not one.alarm.self_harm
        ]
        found += [
            Sounded(one.name_ko, one.name_en, one.level, one.key, one.fact_ids)
            for one in of_measured_words(text, record)
        ]
        found += [*_of_symptoms(consultation, line, text), *_of_children(line)]
        found += [one for one in _heard(line) if one.level in levels]
    turns_standing = {line.turn_number for line in lines}
    for slot in SERIES_SLOTS:
        for fact in view.ledger.current(slot):
            turn = fact.evidence[-1].turn_number if fact.evidence else None
            if turn in turns_standing and fact.content.subject == PATIENT:
                crisis = crisis_of(fact, today, lambda token: bool(record.holding((token,))))
                if crisis is not None and crisis.level in levels:
                    found.append(Sounded(crisis.name_ko, crisis.name_en, crisis.level, crisis.test, (fact.fact_id,)))
    once = {one.name_en: one for one in reversed(found)}
    return tuple(sorted(reversed(once.values()), key=lambda one: LEVELS.index(one.level)))


def _lines(consultation: Consultation, turns: int) -> list[TurnLine]:
    """The last ``turns`` before this one, of these days, and after the last one that tells that care was had."""
    question, lines = consultation.situation.question, consultation.situation.view.tiers.lines
    found: list[TurnLine] = []
    for turn in range(question.turn_number - 1, max(0, question.turn_number - 1 - turns), -1):
        line = lines.get(turn)
        if line is None:
            continue
        if question.said_at - line.said_at > _HELD or has_ended(line.question):
            break
        found.append(line)
    return found[::-1]


def _tells(line: TurnLine, *names: str) -> bool:
    """Whether a turn's answer alarmed by one of the names: what it noted further down is no alarm."""
    return line.answer is None or any(name in line.answer.split("\n")[0] for name in names)


def _heard(line: TurnLine) -> Iterator[Sounded]:
    """What the answer of a turn sent for that only the reader heard, by its name and how the answer opened."""
    if line.answer is None:
        return
    level = next((level for level in LEVELS if line.answer.startswith(_openings(level))), None)
    if level is None:
        return
    for one in heard_kinds().values():
        if _tells(line, one.name_ko, one.name_en):
            yield Sounded(one.name_ko, one.name_en, level, one.alarms[0], ())
    if _tells(line, HEARD_ONLY.name_ko, HEARD_ONLY.name_en):
        yield Sounded(HEARD_ONLY.name_ko, HEARD_ONLY.name_en, level, "", ())


def _of_children(line: TurnLine) -> list[Sounded]:
    """The alarms for a child of which several turns told, by the answer that raised them."""
    found = (one for one in alarms() if one.alarm_id in CHILD_ALARMS)
    return [
        Sounded(one.name_ko, one.name_en, one.level, one.alarm_id, ())
        for one in found
        if line.answer is not None and _tells(line, one.name_ko, one.name_en)
    ]


def _openings(level: Level) -> tuple[str, ...]:
    """How an answer begins that raises an alarm of a level, or holds it up, in both languages."""
    raised_by = (text.partition("{")[0].partition("(")[0] for text in sentences()[level].values())
    held_by = (one[f"uphold.{level}"].partition("{")[0] for one in CATALOGUES.values())
    return (*raised_by, *held_by)


def _of_symptoms(consultation: Consultation, line: TurnLine, text: str) -> list[Sounded]:
    """What the symptoms told in a turn, and still there, call for by themselves, if its answer told of it."""
    told, dictionary, turn = Told(text), consultation.words.dictionary, line.turn_number
    facts = (one for one in consultation.known.in_force(SlotKind.SYMPTOMS) if _told_in(one, turn, turn + 1))
    flags = (of_symptom(one, told, dictionary) for one in facts)
    return [
        Sounded(one.name_ko, one.name_en, one.level, "", one.fact_ids)
        for one in flags
        if one is not None and one.level in _URGENT and not one.self_harm and _tells(line, one.name_ko, one.name_en)
    ]


def upheld(consultation: Consultation) -> Part:
    """The alarm again with its reasons, where this turn doubts it or goes past it; empty where no alarm stands."""
    text = consultation.request.text
    played_down = _PLAYS_DOWN.search(text) is not None and not is_in_care(text)
    if played_down and (asked := _of_the_mind(consultation)).text:
        return asked
    if has_ended(text) or laid_out(consultation.request, consultation.situation.view.answers) is not None:
        # What lays out its parts, a list or a comparison, doubts nothing that was said before.
        return Part()
    wonders = _ASKS_TO_BE_SEEN.search(text) is not None or (played_down and _is_at_once(consultation))
    found = sounded_lately(consultation) if _doubts(text, wonders=wonders) else ()
    if found and not wonders and _is_of_another_medicine(consultation, found):
        found = ()
    found = found or _gone_past(consultation) or _asked_why_of_the_week(consultation)
    return told_again(consultation, found) if found else Part()


def held_against_delay(consultation: Consultation) -> Part:
    """The alarm just told that could not wait, to whoever asks for a note for a later day."""
    text = consultation.request.text
    if is_in_care(text) or has_ended(text) or not puts_off(text):
        return Part()
    found = sounded_lately(consultation, _JUST_NOW, ("now",))
    return told_again(consultation, found) if found else Part()


def told_again(consultation: Consultation, found: tuple[Sounded, ...]) -> Part:
    """The most urgent of the alarms with their reasons and what they rest on."""
    text, language = consultation.request.text, consultation.words.language
    pressing = [one for one in found if one.level == found[0].level][:3]
    names = ", ".join(dict.fromkeys(consultation.pick(one.name_ko, one.name_en) for one in pressing))
    why = " ".join(dict.fromkeys(_why(one.key, language) for one in pressing[:2]))
    facts = tuple(dict.fromkeys(each for one in pressing for each in one.facts))
    stated = _stated(consultation, facts)
    number = emergency_for(consultation.situation)
    if is_in_care(text):
        return Part(sentence("uphold.why", language, names=names, why=why, stated=stated), facts)
    key = f"uphold.{pressing[0].level}"
    again = Part(sentence(key, language, names=names, why=why, stated=stated, emergency=number), facts)
    return joined((again, _of_the_dose(consultation)), " ")


def _doubts(text: str, *, wonders: bool) -> bool:
    """Whether the words themselves doubt what was said; "why do I take that one?" doubts no alarm."""
    if wonders:
        return True
    return bool(_DOUBTS.search(text)) and not (_OF_A_MEDICINE.search(text) and not _PUT_OFF.search(text))


def _gone_past(consultation: Consultation) -> tuple[Sounded, ...]:
    """The alarms just told that this turn goes past: by a later hour, by another reason, by a question of the medicine
    that they rest on; and the turn after one for an ambulance by whatever is neither of the record nor new.
    """
    text, intent = consultation.request.text, consultation.situation.intent.name
    if is_in_care(text) or goes(text) or intent in ("thanks", "greeting", "handover", "steps", "plan"):
        return ()
    if intent in _LISTS and not _NEXT_DOSE.search(text):
        return ()
    if intent in _OF_RECORD and not (puts_off(text) or _NEXT_DOSE.search(text)):
        return ()
    # "Still the same" after an alarm that was upheld is told of that alarm.
    since = min(UPHELD_TURNS, 1 + _upheld_since(consultation))
    found = sounded_lately(consultation, max(_JUST_NOW, since))
    if not found or _raises_anew(consultation):
        return ()
    if _asks_of_its_medicine(consultation, found):
        return found
    if puts_off(text) or (explains_away(text) and not _is_of_another_medicine(consultation, found)):
        return found
    latest = sounded_lately(consultation, since) if is_of_this_sitting(consultation) else ()
    # Where help was there or coming as the alarm sounded, another matter is not going past it.
    if any(is_in_care(line.question) for line in _lines(consultation, 1)):
        return ()
    if not latest or latest[0].level != "now" or intent in _ELSEWHERE | _OF_RECORD or _tells_something(consultation):
        return ()
    # Who asks for what was told of another day goes past nothing.
    return latest if without_asked_back(text).strip() else ()


def is_of_this_sitting(consultation: Consultation) -> bool:
    """Whether the turn before this one was but hours ago."""
    question = consultation.situation.question
    line = consultation.situation.view.tiers.lines.get(question.turn_number - 1)
    return line is not None and question.said_at - line.said_at <= _SITTING


def _upheld_since(consultation: Consultation) -> int:
    """How many turns just before this one had no other answer than that the alarm before them stands."""
    openings = tuple(one["uphold.now"].partition("{")[0] for one in CATALOGUES.values())
    answers = (line.answer or "" for line in reversed(_lines(consultation, UPHELD_TURNS)))
    return sum(1 for _ in takewhile(lambda answer: answer.startswith(openings), answers))


def _asked_why_of_the_week(consultation: Consultation) -> tuple[Sounded, ...]:
    """What was to be seen within the week, for who asks why or whether it must be: a later day is no doubt of that."""
    text = consultation.request.text
    if not (_WHY_SEEN.search(text) or _ASKS_TO_BE_SEEN.search(text)) or _OF_A_MEDICINE.search(text):
        return ()
    if consultation.request.subjects or is_in_care(text) or goes(text):
        return ()
    return sounded_lately(consultation, _JUST_NOW, ("this_week",))


def _raises_anew(consultation: Consultation) -> bool:
    """Whether this very turn alarms, too: then that comes first, and says enough."""
    flags = red_flags(consultation.situation, consultation.request.mentions, consultation.words.dictionary)
    return any(flag.at_once for flag in flags)


def _asks_of_its_medicine(consultation: Consultation, found: tuple[Sounded, ...]) -> bool:
    """Whether it is asked what to do with a medicine that an alarm rests on: by its name, or as "the pill"."""
    request = consultation.request
    if not (request.asks or "?" in request.text) or consultation.situation.intent.name in (
        "purpose",
        "its_use",
        "given_for",
    ):
        return False
    meant = _medicines_of(consultation, found)
    named = set(request.concepts("medications", "drug_classes"))
    if named:
        return any(named & {one.concept_id, *one.broader} for one in meant)
    return bool(meant) and _OF_A_MEDICINE.search(request.text) is not None


def _of_the_dose(consultation: Consultation) -> Part:
    """That the next dose is for those to settle who see the patient, where a medicine is spoken of."""
    request = consultation.request
    if not (_OF_A_MEDICINE.search(request.text) or request.concepts("medications", "drug_classes")):
        return Part()
    return Part(sentence("uphold.dose", consultation.words.language))


def next_dose(consultation: Consultation) -> Part:
    """The same where a note is asked for beside it, after an alarm: "give tonight's dose, and what do I tell them?"."""
    text = consultation.request.text
    asks = (asks_in(consultation.request) or "?" in text) and (_NEXT_DOSE.search(text) or _GIVES.search(text))
    return _of_the_dose(consultation) if asks and sounded_lately(consultation, _JUST_NOW) else Part()


_GIVES: Final = lazy_regex(
    r"드려야|드려도|드릴까|먹여야|먹여도|먹일까|줘야|줘도|줄까|놓아야|맞아야|맞혀야"
    r"|\b(?:give|have|take|get)\b[^.?!]{0,24}\b(?:dose|tablet|pill|tonight|evening|next|injection)\b",
    re.IGNORECASE,
)
"""Words that ask whether somebody is to be given the next dose."""


def _tells_something(consultation: Consultation) -> bool:
    """Whether the turn tells what belongs on record: an alarm is not answered to whoever gives their age.

    A medicine without dose or rhythm is what was just taken against it.
    """
    facts, kinds = consultation.ledger.facts, (SlotRecorded, SlotChanged, SlotCorrected)
    told = (one.payload.fact_id for one in consultation.situation.turn_events if isinstance(one.payload, kinds))
    contents = [facts[each].content for each in told if each in facts]
    return any(
        one.slot in _KEPT and (one.slot is not SlotKind.MEDICATIONS or bool(one.dose or one.frequency))
        for one in contents
    )


def _is_at_once(consultation: Consultation) -> bool:
    """Whether an alarm of the last two turns could not wait; a low sugar that came up again is over."""
    lately = sounded_lately(consultation, _JUST_NOW)
    return any(one.level == "now" and "low blood sugar" not in one.name_en for one in lately)


def _of_the_mind(consultation: Consultation) -> Part:
    """A wish to die that is taken back as a joke: asked about again, with whom to call at any hour."""
    view, turn = consultation.situation.view, consultation.situation.question.turn_number
    since = max(1, turn - _JUST_NOW)
    lines = (view.tiers.lines.get(each) for each in range(since, turn))
    spoken = any(line is not None and _spoke_of_it(line) for line in lines)
    recorded = any(
        one.content.concept.concept_id in SELF_HARM_CONCEPTS and _told_in(one, since, turn)
        for one in consultation.known.own(SlotKind.SYMPTOMS)
    )
    if not (spoken or recorded):
        return Part()
    situation = consultation.situation
    return Part(
        sentence(
            "uphold.mind",
            consultation.words.language,
            crisis=crisis_for(situation),
            emergency=emergency_for(situation),
        )
    )


def _spoke_of_it(line: TurnLine) -> bool:
    """Whether a turn spoke of wanting to die, in words that say so or as it was answered."""
    opening = tuple(text.partition("{")[0] for text in sentences()["self_harm"].values())
    answered = line.answer is not None and line.answer.startswith(opening)
    return answered or speaks_of_self_harm(normalise(line.question).text)


def _is_of_another_medicine(consultation: Consultation, found: tuple[Sounded, ...]) -> bool:
    """Whether the words ask of a medicine by its name that no alarm rests on, and put nothing off."""
    named = set(consultation.request.concepts("medications", "drug_classes"))
    if not named or _PUT_OFF.search(consultation.request.text):
        return False
    meant = _medicines_of(consultation, found)
    return not any(named & {one.concept_id, *one.broader} for one in meant)


def _medicines_of(consultation: Consultation, found: tuple[Sounded, ...]) -> tuple[Concept, ...]:
    """What the alarms rest on; and what is on record that thins the blood, for what may bleed."""
    facts = consultation.ledger.facts
    meant = [facts[each] for one in found for each in one.facts if each in facts]
    if any(not one.key or one.key.startswith(_MAY_BLEED) for one in found):
        meant += Record(consultation.ledger, consultation.known.today).holding(
            ("anticoagulant", "antiplatelet", "nsaid")
        )
    return tuple(one.content.concept for one in meant if one.content.slot is SlotKind.MEDICATIONS)


def _why(key: str, language: str) -> str:
    rows = table("reasons")
    named = max((each for each in rows if key.startswith(each)), key=len, default=None)
    return str(rows[named][language]) if named is not None else ""


def _stated(consultation: Consultation, facts: tuple[str, ...]) -> str:
    ledger, words = consultation.ledger.facts, consultation.words
    shown = [ledger[each] for each in facts if each in ledger]
    shown = [fact for fact in shown if fact.content.slot is not SlotKind.DEMOGRAPHICS][:4]
    if not shown:
        return ""
    listed = ", ".join(words.brief(fact) for fact in shown)
    return consultation.pick(f" 기록: {listed}.", f" On record: {listed}.")


def _told_in(fact: Fact, first: int, last: int) -> bool:
    turn = fact.evidence[-1].turn_number if fact.evidence else None
    return turn is not None and first <= turn < last
