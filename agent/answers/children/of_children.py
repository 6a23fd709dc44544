"""The answer to who looks after children: for each child that is meant, by its own weight, age and doses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from agent.answers.children.asked import Wish, asks_at_all, wishes_in
from agent.answers.children.given_doses import AFTER_DOUBLE, CHILD_RULES, DAILY_LIMIT, OfADay, of_the_day
from agent.answers.children.illnesses import Illness, has_asthma, illnesses_in, is_dried_by, is_made_worse
from agent.answers.complaints.fever_care import UNWELL, WELL, fever_of
from agent.answers.complaints.fever_doses import Rule, warnings_of
from agent.answers.complaints.fever_medicine_asked import IBUPROFEN, PARACETAMOL
from agent.answers.complaints.weight_and_age import GROWN_YEARS, age_fact
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.acknowledgement import acknowledge
from agent.answers.record.changes import turn_changes
from agent.safety.household_told import household_told
from agent.safety.upholding import sounded_lately
from agent.safety.whereabouts import emergency_for
from agent.words.figures import number
from agent.words.sentences import sentence
from domain.values import SlotKind
from extraction.reading.children.household import Child, Given, Household
from extraction.reading.children.products import DEXIBUPROFEN, PARACETAMOL_160, UK_PARACETAMOL, Product, products_in
from extraction.reading.people.speaking_for import told_of_oneself
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import normalise

_NAMES: Final = {
    PARACETAMOL: ("아세트아미노펜", "paracetamol (acetaminophen)"),
    IBUPROFEN: ("이부프로펜", "ibuprofen"),
    DEXIBUPROFEN: ("덱시부프로펜", "dexibuprofen"),
}
_USUAL: Final = {
    PARACETAMOL: {"ko": 32.0, "en": None},
    IBUPROFEN: {"ko": 20.0, "en": 20.0},
    DEXIBUPROFEN: {"ko": 12.0, "en": 12.0},
}
"""Milligrams in a millilitre of the syrup that is sold there; None where several are (MFDS, NHS, AAP)."""
_BRITISH: Final = 24.0
_BY_AGE: Final = (
    (PARACETAMOL, ((3, 6, 2.5), (6, 24, 5.0), (24, 48, 7.5), (48, 72, 10.0))),
    (IBUPROFEN, ((6, 12, 2.5), (12, 48, 5.0), (48, 84, 7.5), (84, 120, 10.0))),
)
"""Months of age and mL of the UK infant suspensions (120 mg, 100 mg in 5 mL; NHS)."""
_MONTHS_YOUNG, _MONTHS_INFANT = 3.0, 6.0
_HIGH, _FEVER = 39.0, 38.0
_LONG: Final = 700


@dataclass(frozen=True, slots=True)
class _Talk:
    """What the parts of the answer are made from."""

    consultation: Consultation
    told: Household
    text: str
    lines: str
    wishes: tuple[Wish, ...]
    ill: frozenset[Illness]
    now: datetime

    @property
    def language(self) -> str:
        return self.consultation.words.language

    def say(self, key: str, **slots: object) -> str:
        return sentence(key, self.language, **slots)

    def name(self, substance: str) -> str:
        return self.consultation.pick(*_NAMES[substance])


def of_children(consultation: Consultation) -> Part:
    """What is answered for the children of the talk; empty where it is of none, or asks for something else."""
    told = household_told(consultation.situation)
    if not told.is_of_children or told.main is None or _is_of_record_alone(told):
        return Part()
    question = consultation.situation.question
    text = normalise(question.text).text
    if len(text) > _LONG:
        return Part()
    wishes = wishes_in(text)
    lines = " ".join(
        normalise(line.question).text
        for turn, line in sorted(consultation.situation.view.tiers.lines.items())
        if turn < question.turn_number and question.turn_number - turn < _BACK
    )
    talk = _Talk(
        consultation, told, text, f"{lines} {text}", wishes, illnesses_in(f"{lines} {text}"),
        question.said_at.astimezone(ZoneInfo(question.time_zone)),
    )  # fmt: skip
    said = _composed(talk)
    if not said:
        return Part()
    changes = turn_changes(consultation)
    told_something = changes.recorded or changes.corrective
    return joined(
        (
            Part("\n".join(said), _rests_on(consultation)),
            acknowledge(consultation, asks_back=False) if told_something else Part(),
        )
    )


def _is_of_record_alone(told: Household) -> bool:
    """Whether the talk tells of no child but the one on record, and nothing of who that is or was given."""
    first = told.children[0]
    told_of = first.doses or first.weight_line >= 0 or first.age_line >= 0
    return len(told.children) == 1 and first.is_recorded and not told_of


def _rests_on(consultation: Consultation) -> tuple[str, ...]:
    """The facts of the child whose record it is that an answer about it may rest on."""
    known = consultation.known
    if not _is_childs(consultation):
        return ()
    series = [known.series(one)[-1:] for one in ("body_weight", "body_temperature")]
    medicines = [one for one in known.own(SlotKind.MEDICATIONS) if one.content.concept.concept_id in CHILD_RULES]
    return (
        *age_fact(consultation),
        *(one.fact_id for each in series for one in each),
        *(one.fact_id for one in medicines),
    )


def _is_childs(consultation: Consultation) -> bool:
    years = consultation.known.age_years()
    return years is not None and years < GROWN_YEARS


_BACK: Final = 4


def _composed(talk: _Talk) -> list[str]:
    asks = asks_at_all(talk.text)
    alarmed = [one for one in sounded_lately(talk.consultation) if one.level == "now"]
    if alarmed:
        return _after_alarm(talk, [talk.consultation.pick(one.name_ko, one.name_en) for one in alarmed])
    put_right = _weight_is_put_right(talk)
    if not asks and not put_right and not _is_worrying(talk):
        return []
    found = [*_special(talk)]
    children = _meant(talk)
    several = len(children) > 1
    for child in children:
        said = _of_child(talk, child, put_right=put_right, several=several)
        if said:
            head = talk.say("child.of", name=_called(talk, child)) if several else ""
            found.append(head + " ".join(said))
    if found and talk.ill and "chickenpox" in talk.ill and _is_pregnant(talk):
        found.insert(0, talk.say("child.pregnant_contact"))
    if "nursery" in talk.wishes:
        found.append(_nursery(talk))
    if found and any("child.at_once" == key for key in _closing(talk, children)):
        found.append(talk.say("child.at_once", emergency=emergency_for(talk.consultation.situation)))
    return found


def _closing(talk: _Talk, children: Sequence[Child]) -> tuple[str, ...]:
    """What closes the answer: for what to call at once, of a child that has a fever now."""
    hot = any(one.temperatures and one.temperatures[-1].degrees >= _FEVER for one in children)
    return ("child.at_once",) if hot and {"seen", "next", "judge", "amount"} & set(talk.wishes) else ()


_PREGNANT: Final = lazy_regex(
    r"\bpregnan|\bweeks (?:gone|along)\b|\bexpecting\b|\bnumber (?:two|three|four)\b|임신(?!\s?(?:때|했을))|임산부|예비\s?엄마",
    re.IGNORECASE,
)


def _is_pregnant(talk: _Talk) -> bool:
    return _PREGNANT.search(talk.lines) is not None


def _is_worrying(talk: _Talk) -> bool:
    return bool(_doubled(talk))


def _doubled(talk: _Talk) -> list[OfADay]:
    child = talk.told.patient
    return (
        [one for one in of_the_day(child, talk.now) if one.is_over or one.is_harmful or one.is_doubled]
        if child is not None
        else []
    )


def _after_alarm(talk: _Talk, names: Sequence[str]) -> list[str]:
    """What stands after an alarm: be seen; what was given is to be told there."""
    child = talk.told.patient
    gave = child is not None and any(one.line == child.last_line for one in child.doses)
    if not gave and not (talk.told.products and {"next", "amount"} & set(talk.wishes)):
        # Whether to wait is answered by the alarm itself, with its reasons.
        return []
    days = of_the_day(child, talk.now) if child is not None else ()
    given = ""
    for one in days:
        again = one.again_from()
        listed = _listed(talk, one)
        given += f"{listed}. " + (
            talk.say(
                "child.next_from",
                medicine=talk.name(one.substance),
                earliest=_clock(talk, again),
                given=_clock(talk, one.last),
                who=_who(talk, one.child),
                **_slots(talk, one.rule),
            )
            + " "
            if again is not None
            else ""
        )
    return [
        talk.say(
            "child.after_alarm",
            names=", ".join(dict.fromkeys(names)),
            given=given,
            emergency=emergency_for(talk.consultation.situation),
        )
    ]


def _special(talk: _Talk) -> list[str]:
    """What is answered of one matter alone: aspirin, honey, a vomited or late antibiotic, a rash after a fever."""
    child, found = talk.told.patient, []
    months = child.months if child is not None else None
    if (
        _ASPIRIN.search(talk.text)
        and asks_at_all(talk.text)
        and months is not None
        and months < _REYE
        and not _OWN_ASTHMA.search(talk.text)
    ):
        found.append(talk.say("child.no_aspirin"))
    if _HONEY.search(talk.text) and months is not None and months < _HONEY_MONTHS:
        found.append(talk.say("child.honey", who=_who(talk, child)))
    if (
        _ROSEOLA_RASH.search(talk.lines)
        and _ROSEOLA_FADES.search(talk.lines)
        and _ROSEOLA_FEVER.search(talk.lines)
        and months is not None
        and months < _ROSEOLA_MONTHS
    ):
        found.append(talk.say("child.roseola"))
    if _ANTIBIOTIC.search(talk.lines) and _BY_MISTAKE.search(talk.text):
        found.append(talk.say("child.others_antibiotic"))
    elif _ANTIBIOTIC.search(talk.lines):
        if _VOMITED.search(talk.text) and _SOON.search(talk.text):
            found.append(talk.say("child.vomited", who=_who(talk, child)))
        elif _LATE.search(talk.text):
            found.append(talk.say("child.late_dose", least=4))
    return found


_REYE: Final = 16 * 12
_HONEY_MONTHS: Final = 12
_ROSEOLA_MONTHS: Final = 36
_ASPIRIN: Final = lazy_regex(r"\baspirin\b|아스피린", re.IGNORECASE)
_OWN_ASTHMA: Final = lazy_regex(
    r"제가[^.?!]{0,10}아스피린|\bi[^.?!]{0,24}(?:allergic|react\w*)[^.?!]{0,12}aspirin", re.IGNORECASE
)
_HONEY: Final = lazy_regex(r"\bhoney\b|꿀(?!밤|잠|떡)", re.IGNORECASE)
_ROSEOLA_RASH: Final = lazy_regex(
    r"\b(?:rash|spots|blotch\w*)\b|발진|열꽃|꽃이|붉은\s?(?:점|반점)|빨간\s?(?:점|반점|꽃)|두드러기", re.IGNORECASE
)
_ROSEOLA_FADES: Final = lazy_regex(
    r"\b(?:fades?|blanch\w*|disappears?|goes? (?:away )?when|goes? white)\b|누르면\s?(?:없어|사라|하얘|하얗)",
    re.IGNORECASE,
)
_ROSEOLA_FEVER: Final = lazy_regex(
    r"\b(?:fever|temp\w*)\b[^.?!]{0,40}\b(?:gone|went|broke|over|stopped|down)\b|\bno (?:more )?(?:fever|temp)|열[이은]?\s?(?:뚝|내리|내렸|떨어|없)",
    re.IGNORECASE,
)
_ANTIBIOTIC: Final = lazy_regex(
    r"\b(?:amoxi\w*|antibiotic\w*|augmentin|penicillin|phenoxy\w*|azithro\w*|cef\w+|clarithro\w*|erythro\w*|flucloxa\w*|co-amox\w*)\b|항생제|오구멘틴|아목시|세파|클래리|지스로|바난",
    re.IGNORECASE,
)
_VOMITED: Final = lazy_regex(
    r"\b(?:vomit\w*|puk\w*|threw (?:it )?up|sick|brought (?:it )?up|spat (?:it )?out|threw)\b|토했|토해|게웠|뱉",
    re.IGNORECASE,
)
_BY_MISTAKE: Final = lazy_regex(
    r"\b(?:by mistake|by accident|accident\w*|wrong (?:one|child|bottle|kid)|mix(?:ed)? (?:it |them )?up)\b|실수로|잘못\s?(?:먹|줬|멕)|바꿔\s?먹",
    re.IGNORECASE,
)
_SOON: Final = lazy_regex(
    r"\b(?:straight (?:after|away)|immediately|right (?:after|away)|(?:\d{1,2}|five|ten|fifteen|twenty|a few|couple of?) ?min\w*)\b|바로|먹자마자|[12]?\d\s?분|금방",
    re.IGNORECASE,
)
_LATE: Final = lazy_regex(
    r"\b(?:forgot\w*|missed|late|didn'?t (?:send|give)|left (?:it|the \w+) at)\b[^?]{0,120}\?|안\s?보냈|깜빡|까먹|못\s?먹였|빼먹|놓쳤|두\s?번\s?치|늦게",
    re.IGNORECASE,
)


def _weight_is_put_right(talk: _Talk) -> bool:
    """Whether these words put another weight in the place of one that an answer was reckoned from."""
    child = talk.told.patient
    if child is None or child.weight_before is None or child.weight_line != child.last_line:
        return False
    return bool(_asked_before(talk))


def _asked_before(talk: _Talk) -> tuple[str, ...]:
    """The medicines whose dose the lines before asked for."""
    return (
        tuple(dict.fromkeys(one.substance for one in _products_before(talk)))
        if "amount" in wishes_in(talk.lines)
        else ()
    )


def _products_before(talk: _Talk) -> tuple[Product, ...]:
    return products_in(talk.lines)


def _meant(talk: _Talk) -> tuple[Child, ...]:
    """The children of whom it is asked: those that are ill or were given something, among them the one that is named."""
    told = talk.told
    ill = [one for one in told.children if (one.temperatures or one.doses) and one.months is not None]
    if _EACH.search(talk.text) and len(ill) > 1:
        return tuple(ill)
    patient = told.patient
    return (patient,) if patient is not None else ()


_EACH: Final = lazy_regex(r"\b(?:each|both|the two|them)\b|둘\s?다|둘\s?모두|각각|애들|아이들", re.IGNORECASE)


def _called(talk: _Talk, child: Child) -> str:
    """What tells one child from another: the name, else which of them it is."""
    if child.name:
        return child.name
    if child.role in ("first", "second"):
        return talk.say(f"child.{child.role}")
    return _kilograms(child.weight) if child.weight is not None else _who(talk, child)


def _of_child(talk: _Talk, child: Child, *, put_right: bool, several: bool) -> list[str]:
    days, said = of_the_day(child, talk.now), []
    judged = [_judged(talk, one) for one in days] if _is_judged(talk, days) else []
    said += [one for one in judged if one]
    stopped = any(one.is_over or one.is_harmful or one.is_much for one in days)
    if not stopped:
        if put_right or "amount" in talk.wishes or ("next" in talk.wishes and not days):
            said += _amounts(talk, child, days)
        if "next" in talk.wishes or any(one.is_doubled for one in days) or ("amount" in talk.wishes and days):
            said += [each for one in days if (each := _next(talk, one))]
    if "seen" in talk.wishes or (talk.wishes and child.temperatures and not stopped):
        said += _seen(talk, child, brief="seen" not in talk.wishes) if not several or child is talk.told.patient else []
    return said


def _is_judged(talk: _Talk, days: Sequence[OfADay]) -> bool:
    return bool(days) and (
        "judge" in talk.wishes
        or "seen" in talk.wishes
        or any(one.is_over or one.is_harmful or one.is_doubled for one in days)
    )


def _judged(talk: _Talk, one: OfADay) -> str:
    """What the doses of a day come to, and what that means."""
    total, each = one.milligrams, one.each_kilogram
    listed = _listed(talk, one)
    if total is None or each is None:
        if one.child.weight is None and total is not None:
            return listed + ". " + talk.say("child.weight_asked", who=_who(talk, one.child))
        return f"{listed}. {talk.say('child.unknown_amount')}" if "judge" in talk.wishes else ""
    key = "child.told_doses" if len(one.doses) > 1 else "child.one_dose"
    found = [talk.say(key, listed=listed, total=number(round(total)), each=number(round(each, 1)))]
    if len({_product(each.said) for each in one.doses}) > 1 and _BY_TURNS.search(talk.lines):
        found.append(talk.say("child.same_substance", medicine=talk.name(one.substance)))
    limit = number(DAILY_LIMIT[one.substance])
    slots = {
        "medicine": talk.name(one.substance),
        "who": _who(talk, one.child),
        "limit": limit,
        "poison": _poison(talk),
        "emergency": emergency_for(talk.consultation.situation),
    }
    if one.is_harmful or (one.is_over and UNWELL_WITH_IT.search(talk.lines)):
        found.append(talk.say("child.harmful", **slots))
    elif one.is_over:
        found.append(
            talk.say(
                "child.over",
                seek=talk.consultation.pick(
                    "소아 진료가 되는 병원에 가거나 응급실에 전화하세요", "ring " + _poison(talk)
                ),
                **slots,
            )
        )
    elif one.is_much:
        found.append(
            talk.say(
                "child.much",
                low=number(one.rule.low),
                high=number(one.rule.high),
                harmful=number(one.rule.harmful),
                **slots,
            )
        )
    elif one.is_doubled and _BROUGHT_UP.search(talk.lines):
        found.append(talk.say("child.brought_up", **slots))
    elif one.is_doubled:
        found.append(
            talk.say(
                "child.doubled",
                low=number(one.rule.low),
                high=number(one.rule.high),
                harmful=number(one.rule.harmful),
                **slots,
            )
        )
    else:
        found.append(talk.say("child.within") + _by_age(talk, one.child, one.substance))
    return " ".join(found)


_BROUGHT_UP: Final = lazy_regex(
    r"\b(?:threw|brought|chucked|puked|vomited|sicked|spat) (?:\w+ ){0,3}(?:straight |right )?(?:back |all )?(?:up|out)\b|먹자마자\s?(?:다\s)?(?:토|게우|뱉)|바로\s?(?:다\s)?(?:토|게워|뱉)",
    re.IGNORECASE,
)
_BY_TURNS: Final = lazy_regex(
    r"\b(?:alternat\w*|by turns|in turns?|switch\w*|swap\w*)\b|번갈아|교차|교대", re.IGNORECASE
)
UNWELL_WITH_IT: Final = lazy_regex(
    r"\b(?:vomit\w*|sick|sleepy|drows\w*|pale|not eating|belly|tummy)\b|토했|토해|구토|안\s?먹|처지|처져|배가?\s?아프",
    re.IGNORECASE,
)


def _product(said: str) -> str:
    """What tells products apart by name: the first letters, spaces aside."""
    return re.sub(r"\s|children'?s|infants?'?|빨간|빨강", "", said.casefold())[:3]


def _poison(talk: _Talk) -> str:
    if talk.language == "ko":
        return "119"
    zone = talk.consultation.situation.question.time_zone
    american = zone.startswith("America/") or re.search(
        r"\b(?:tylenol|motrin|pediatrician|lbs?|poison control)\b", talk.lines, re.IGNORECASE
    )
    return "Poison Control (1-800-222-1222)" if american else "111"


def _listed(talk: _Talk, one: OfADay) -> str:
    return ", ".join(_dose(talk, each) for each in one.doses)


def _dose(talk: _Talk, one: Given) -> str:
    parts = []
    if one.millilitres is not None:
        parts.append(f"{number(one.millilitres)} mL")
    if one.milligrams is not None:
        held = f"{number(round(one.milligrams))} mg"
        parts.append(f"({held})" if parts else held)
    slots = {"medicine": talk.name(one.substance), "amount": " ".join(parts)}
    if one.at is None:
        return talk.say("child.dose_no_hour", **slots).strip()
    return talk.say("child.dose_at", clock=_clock(talk, one.at), **slots).replace("  ", " ")


def _clock(talk: _Talk, at: datetime | None) -> str:
    assert at is not None
    hour, minute, late = at.hour % 12 or 12, at.minute, at.hour >= 12
    if talk.language == "ko":
        day = "내일 " if at.date() > talk.now.date() else "어제 " if at.date() < talk.now.date() else ""
        return f"{day}{'오후' if late else '오전'} {hour}시" + (f" {minute}분" if minute else "")
    day = " tomorrow" if at.date() > talk.now.date() else " yesterday" if at.date() < talk.now.date() else ""
    return f"{hour}:{minute:02d} {'pm' if late else 'am'}{day}"


def _slots(talk: _Talk, rule: Rule) -> dict[str, object]:
    return {"least": rule.hours[0], "most": rule.hours[1], "times": rule.times[talk.language]}


def _who(talk: _Talk, child: Child | None) -> str:
    if child is not None and child.name:
        return child.name
    return talk.consultation.pick("아이", "the child")


def _wanted(talk: _Talk, child: Child, days: Sequence[OfADay]) -> tuple[str, ...]:
    """The medicines whose amount is asked for: those these words name as not given, else those asked about before."""
    given = {one.said for one in child.doses if one.line == child.last_line}
    now = tuple(dict.fromkeys(one.substance for one in talk.told.products if one.said not in given))
    if now:
        return now
    before = tuple(dict.fromkeys(one.substance for one in _products_before(talk) if one.said not in given))
    if before:
        return before[-1:] if len(before) > 1 and not days else before
    feverish = bool(child.temperatures) or _FEVER_TOLD.search(talk.text) is not None
    return () if days or not feverish or _ANTIBIOTIC.search(talk.lines) else (PARACETAMOL, IBUPROFEN)


_FEVER_TOLD: Final = lazy_regex(
    r"\bfever\b|\btemp(?:erature)?\b|\bpain\w*\b|\bteeth\w*\b|해열제|열나|열이|진통제|아파", re.IGNORECASE
)


def _amounts(talk: _Talk, child: Child, days: Sequence[OfADay]) -> list[str]:
    found: list[str] = []
    wanted = list(_wanted(talk, child, days))
    if _ASPIRIN.search(talk.text) and not talk.told.products:
        wanted = [PARACETAMOL, IBUPROFEN]
    refused = []
    for one in wanted:
        if why := _against(talk, child, one):
            found.append(why)
            refused.append(one)
    wanted = [one for one in wanted if one not in refused]
    if refused and not wanted and PARACETAMOL not in refused and not any(one.substance == PARACETAMOL for one in days):
        wanted = [PARACETAMOL]
    told_lately, asks_weight = {one.substance for one in days}, False
    for one in wanted:
        if young := _too_young(talk, child, one):
            found.append(young)
            continue
        if one in told_lately and ("next" in talk.wishes or "amount" not in talk.wishes):
            continue
        asks_weight = asks_weight or child.weight is None
        found.append(_amount(talk, child, one))
    found = list(dict.fromkeys(found))
    return [*found, talk.say("child.weight_asked", who=_who(talk, child))] if asks_weight else found


def _against(talk: _Talk, child: Child, substance: str) -> str:
    """Why none of it: what the record warns of; of ibuprofen chickenpox, dryness, a reaction, asthma."""
    if _is_childs(talk.consultation) and child is talk.told.patient and not _too_young(talk, child, substance):
        warned = warnings_of(talk.consultation, IBUPROFEN if substance == DEXIBUPROFEN else substance, by_record=True)
        if warned.text:
            return warned.text
    if substance == PARACETAMOL:
        return ""
    if "chickenpox" in talk.ill:
        return talk.say("child.pox").strip()
    if is_made_worse(talk.lines):
        return talk.say("child.reacted").strip()
    if has_asthma(_without_oneself(talk.lines)):
        return talk.say("child.asthma")
    if is_dried_by(talk.lines):
        return talk.say("child.dry", who=_who(talk, child)).strip()
    return ""


def _without_oneself(text: str) -> str:
    """``text`` without what whoever speaks tells of himself or herself: "저는 천식 있어요" beside a nephew's fever."""
    for start, end in reversed(told_of_oneself(text.casefold())):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _too_young(talk: _Talk, child: Child, substance: str) -> str:
    months = child.months
    if months is None:
        return ""
    least = CHILD_RULES[substance].youngest_months
    if months < CHILD_RULES[PARACETAMOL].youngest_months:
        return talk.say("child.newborn", medicine=talk.name(substance))
    return talk.say("child.too_young", medicine=talk.name(substance), months=least) if months < least else ""


def _amount(talk: _Talk, child: Child, substance: str) -> str:
    rule, name = CHILD_RULES[substance], talk.name(substance)
    slots = {"medicine": _first(name), "who": _who(talk, child), **_slots(talk, rule)}
    if child.weight is None:
        return talk.say("child.rule", low=number(rule.low), high=number(rule.high), **slots) + _by_age(
            talk, child, substance
        )
    kilograms = round(child.weight, 1)
    low, high = min(rule.low * kilograms, rule.grown), min(rule.high * kilograms, rule.grown)
    a_day = min(DAILY_LIMIT[substance] * kilograms, rule.a_day[talk.language] * kilograms, rule.grown_a_day)
    head = ""
    if child.weight_before is not None and abs(child.weight_before - child.weight) > _SAME:
        head = talk.say("child.old_weight", weight=_kilograms(child.weight), before=_kilograms(child.weight_before))
    said = talk.say(
        "child.amount", weight=_kilograms(child.weight), low=f"{low:.0f}", high=f"{high:.0f}", volume=_volume(talk, substance, low, high, child), a_day=f"{a_day:.0f}",
        **slots,
    )  # fmt: skip
    check = "child.check_paracetamol" if substance == PARACETAMOL else "child.check_ibuprofen"
    return f"{head}{said}{_by_age(talk, child, substance)} {talk.say(check)}"


_SAME: Final = 0.15
_TABLETS_FROM: Final = 11 * 12


def _volume(talk: _Talk, substance: str, low: float, high: float, child: Child) -> str:
    if child.months is not None and child.months >= _TABLETS_FROM and talk.told.strength is None:
        return ""
    told = talk.told.strength
    key = "child.volume" if told else "child.volume_if"
    strength = told or _product_strength(talk, substance) or _usual(talk, substance)
    return talk.say(
        key, low=number(round(low / strength, 1)), high=number(round(high / strength, 1)), strength=number(strength * 5)
    )


def _usual(talk: _Talk, substance: str) -> float:
    """How strong the syrup is that is sold where they live."""
    usual = _USUAL[substance][talk.language]
    return usual if usual is not None else PARACETAMOL_160 if _AMERICAN.search(talk.lines) else _BRITISH


_AMERICAN: Final = lazy_regex(
    r"\b(?:tylenol|motrin|advil|pediatrician|lbs?|pounds?|mom|diapers?|911)\b|°\s?f\b", re.IGNORECASE
)


def _product_strength(talk: _Talk, substance: str) -> float | None:
    strengths = [one.strength for one in _products_before(talk) if one.substance == substance and one.strength]
    return strengths[-1] if strengths else None


def _by_age(talk: _Talk, child: Child, substance: str) -> str:
    """The dose of the UK label by age, where the syrup is a British one."""
    zone = talk.consultation.situation.question.time_zone
    american = _AMERICAN.search(talk.lines)
    if talk.language != "en" or zone != "Europe/London" or american or child.months is None:
        return ""
    rows = dict(_BY_AGE).get(substance, ())
    volume = next((each for low, high, each in rows if low <= child.months < high), None)
    strength = UK_PARACETAMOL if substance == PARACETAMOL else 20.0
    if volume is None:
        return ""
    return talk.say("child.by_age", volume=number(volume), strength=number(strength * 5))


def _first(name: str) -> str:
    """A name at the head of a sentence."""
    return name[:1].upper() + name[1:]


def _kilograms(value: float) -> str:
    return f"{number(round(value, 1))} kg"


def _next(talk: _Talk, one: OfADay) -> str:
    again, rule, name = one.again_from(), one.rule, talk.name(one.substance)
    slots = {"medicine": _first(name), "who": _who(talk, one.child), **_slots(talk, rule)}
    if again is None:
        return talk.say("child.skip_next" if one.is_doubled else "child.next_unknown", **slots)
    most = (
        4
        if talk.language == "en" and one.substance == PARACETAMOL
        else 3
        if talk.language == "en"
        else int(rule.times["ko"])
    )
    if (
        len(one.doses) >= most
        and one.first is not None
        and not one.is_doubled
        and (full := one.first + timedelta(hours=24)) > again
    ):
        return talk.say("child.day_full", earliest=_clock(talk, full), count=most, **slots)
    assert one.last is not None
    given = _clock(talk, one.last)
    if one.is_doubled:
        return talk.say("child.next_double", earliest=_clock(talk, again), given=given, double=AFTER_DOUBLE, **slots)
    if again > talk.now:
        return talk.say("child.next_from", earliest=_clock(talk, again), given=given, **slots)
    return talk.say("child.next_now", given=given, count=len(one.doses), **slots)


def _seen(talk: _Talk, child: Child, *, brief: bool) -> list[str]:
    """Whether a fever has to be seen."""
    if not child.temperatures:
        return []
    degrees, months = child.temperatures[-1].degrees, child.months
    shown = f"{number(round(degrees, 1))}°C"
    unwell, well = UNWELL.search(talk.lines) is not None, WELL.search(talk.lines) is not None
    if months is None or months < _MONTHS_YOUNG or _ROSEOLA_FEVER.search(talk.lines):
        return []
    if degrees < _FEVER:
        return [talk.say("child.no_fever", degrees=shown)] if not brief else []
    if unwell:
        return [talk.say("child.unwell", who=_who(talk, child))]
    if months < _MONTHS_INFANT and degrees >= _HIGH:
        return [talk.say("child.fever_infant", degrees=shown)]
    days = fever_of(talk.consultation).days
    found = [talk.say("child.long_fever", days=days)] if days >= _LONG_DAYS else []
    found += [
        talk.say("child.fever_home", degrees=shown, who=_who(talk, child), well=talk.say("child.well") if well else "")
    ]
    if _JABS.search(talk.lines) and months < _JAB_MONTHS:
        found = [talk.say("child.jabs")]
    return found


_JABS: Final = lazy_regex(r"\b(?:jabs?|vaccin\w+|immuni\w+|shots)\b|접종|예방주사", re.IGNORECASE)
_LONG_DAYS: Final = 4
_JAB_MONTHS: Final = 24


def _nursery(talk: _Talk) -> str:
    """When the child may go back, by what it has."""
    for illness in ("chickenpox", "hand_foot_mouth", "stomach", "scarlet", "impetigo", "conjunctivitis"):
        if illness in talk.ill:
            return talk.say(f"nursery.{illness}")
    if _ROSEOLA_FADES.search(talk.lines) and _ROSEOLA_FEVER.search(talk.lines):
        return talk.say("nursery.roseola")
    child = talk.told.patient
    if child is not None and (child.temperatures or child.doses or "fever" in talk.ill):
        if child.temperatures and child.temperatures[-1].degrees < _FEVER:
            return talk.say("nursery.no_fever", degrees=f"{number(round(child.temperatures[-1].degrees, 1))}°C")
        return talk.say("nursery.fever")
    return talk.say("nursery.lice") if "lice" in talk.ill else talk.say("nursery.fever")
