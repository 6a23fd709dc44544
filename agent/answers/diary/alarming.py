"""Courses that are alarming by themselves: what no single value tells is said with its number, and what to do.

Each course has its source. A weight that rises with heart failure by more than 2 kg in 3 days (ESC 2021, patient
education) or 5 lb in a week (AHA); a peak flow at or below three quarters of the best told, and a half (BTS/SIGN 158,
table of severity); sugars below 70 mg/dL twice in two weeks on insulin or a sulfonylurea (ADA Standards 2024, part 6);
movements of an unborn child from 24 weeks on that become fewer (RCOG Green-top 57); a mood that falls to two of ten
(NICE NG222: ask about suicide); chest pain of angina that comes more and more often (ESC 2024, unstable angina); wet
nappies down to a half (NHS, dehydration); six loose stools a day and blood with colitis (Truelove and Witts, BSG 2019);
bleeding at several places on an anticoagulant (BSH 2011, MHRA); a sugar from 200 mg/dL on a steroid (JBDS 2023); weight
lost by 2 % and more with a cancer (ESPEN 2021); a temperature that rises to 38 degrees, or pus, after an operation
(CDC); sudden confusion with drowsiness, fever or little drinking (NICE CG103, delirium); heavy periods (NICE NG88: a
full blood count for every woman who has them).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.diary.rows import Diary
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.recall.sayings import sentences_of
from agent.safety.alarms import Level
from agent.safety.record import Record
from agent.safety.whereabouts import crisis_for, emergency_for
from agent.words.figures import number, quantity, span_text
from agent.words.sentences import sentence
from domain.clinical_dates import days_apart
from domain.ledger import Fact, local_day
from domain.values import PATIENT, Polarity, SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.tiers import TurnLine

_WEEK: Final = 7
_BLOOD: Final = lazy_regex(
    r"(?<!no )\b(?:blood|bloody)\b(?! (?:pressure|test|sugar|thinner))|피(?=[가도는\s]|$)(?!\s?(?:안|없))|혈변",
)
_UNBORN: Final = lazy_regex(r"태동|\b(?:kicks?|baby(?:'s)? mov\w+|movements?)\b")
_STILL: Final = lazy_regex(
    r"잠잠|조용|안\s?(?:놀|움직|차)|줄었|두\s?번\?|\b(?:quiet\w*|less|fewer|slow\w*|hardly|barely|not mov\w+)\b"
)
_PUS: Final = lazy_regex(r"고름|\bpus\b|노란\s?진물|진물\s?노랗")


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarming course: its sentence with the number, how soon, and the facts it rests on."""

    level: Level
    text: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    """What was told over days, as the courses look at it."""

    consultation: Consultation
    diary: Diary
    record: Record
    words: str
    """All that was said in this conversation, in lower case."""
    said: tuple[tuple[str, str], ...]
    """What was said, turn by turn, with its local day."""

    def series(self, test: str) -> list[Fact]:
        """The readings of a test with a number, by their days."""
        return [
            one
            for one in self.consultation.known.series(test)
            if numeric(one) is not None and one.content.subject == PATIENT
        ]

    def felt(self, *concepts: str) -> list[Fact]:
        """The complaints on record of these concepts."""
        own = self.consultation.known.own(SlotKind.SYMPTOMS)
        return [
            one
            for one in own
            if one.content.concept.concept_id in concepts and one.content.polarity is Polarity.AFFIRMED
        ]

    def rows(self, kind: str, *names: str) -> Mapping[str, float]:
        """The days of the first row of a kind that is called by one of the names."""
        for row in self.diary.rows:
            called = f"{row.name} {row.concept_id}".casefold()
            if row.kind == kind and (not names or any(name in called for name in names)):
                return row.by_day
        return {}

    def say(self, key: str, **slots: object) -> str:
        """The sentence of an alarm."""
        situation = self.consultation.situation
        return sentence(f"course.{key}", self.consultation.words.language, emergency=emergency_for(situation), **slots)


def alarming_courses(consultation: Consultation, diary: Diary, lines: Sequence[TurnLine]) -> tuple[Alarm, ...]:
    """The courses that this turn's telling, or what was asked of them, makes alarming; the most urgent first."""
    record = Record(consultation.ledger, consultation.known.today, suspected=True)
    zone = consultation.ledger.time_zone
    said = tuple((local_day(one.said_at, zone), one.question) for one in lines)
    told = _Told(consultation, diary, record, " ".join(one for _, one in said).casefold(), said)
    found = [one for course in _COURSES if (one := course(told)) is not None]
    return tuple(sorted(found, key=lambda one: ("now", "today", "this_week").index(one.level)))


def said_of(alarms: Sequence[Alarm]) -> Part:
    """The alarms as one part, the most urgent first."""
    return joined(Part(one.text, one.facts) for one in alarms[:2])


def _weight_in_heart_failure(told: _Told) -> Alarm | None:
    failing, series = told.record.holding(("heart_failure",)), told.series("body_weight")
    if (not failing and _HEART_FAILURE.search(told.words) is None) or len(series) < 2:
        return None
    last = series[-1]
    rises = [
        (round((numeric(last) or 0) - (numeric(one) or 0), 2), days_apart(one.clinical_day, last.clinical_day), one)
        for one in series[:-1]
    ]
    met = [one for one in rises if (one[1] <= 3 and one[0] >= 2.0) or (one[1] <= _WEEK and one[0] >= 2.25)]
    if not met:
        return None
    rise, days, first = max(met, key=lambda one: one[0])
    text = told.say(
        "weight_heart", size=quantity(rise, "kg"), span=span_text(days, told.consultation.words.language),
        first=told.consultation.words.value(first.content),
        last=told.consultation.words.value(last.content),
    )  # fmt: skip
    return Alarm("today", text, (first.fact_id, last.fact_id, *(one.fact_id for one in failing[:1])))


_HEART_FAILURE: Final = lazy_regex(r"심부전|\bheart failure\b")
"""The heart failure nurse who wants the weights tells the illness as well."""


def _peak_flow(told: _Told) -> Alarm | None:
    series = told.series("peak_expiratory_flow")
    if len(series) < 2:
        return None
    said = _BEST.search(told.words)
    best = max([numeric(one) or 0 for one in series] + ([float(said["n"] or said["m"])] if said is not None else []))
    last = numeric(series[-1]) or 0
    share = round(100 * last / best) if best else 100
    if share > 75:
        return None
    level: Level = "now" if share <= 50 or _BREATHLESS.search(told.words) is not None else "today"
    text = told.say(f"peak_flow_{level}", last=number(last), best=number(best), share=share)
    return Alarm(level, text, (series[-1].fact_id,))


_BEST: Final = lazy_regex(r"\bbest\b[^.?!\d]{0,20}(?P<n>\d{3})|(?:최고|제일\s?좋)[^.?!\d]{0,10}(?P<m>\d{3})")
_BREATHLESS: Final = lazy_regex(
    r"\b(?:stop\w*|pause\w*|breath\w*|gasp\w*) (?:between|for|to|every|after) (?:\w+ )?(?:words?|sentences?"
    r"|breath|talk)|can'?t (?:finish|talk|speak|get (?:a|my) (?:sentence|words))|문장|말을?\s?(?:못|잇|이어)"
    r"|말하다|띄엄"
)


def _low_sugars(told: _Told) -> Alarm | None:
    lowers = told.record.holding(("lowers_sugar",))
    today = told.consultation.known.today
    lows = [
        one for one in told.series("glucose") if (numeric(one) or 99) < 70 and days_apart(one.clinical_day, today) <= 14
    ]
    severe = any((numeric(one) or 99) < 54 for one in lows)
    if not lows or (len(lows) < 2 and not lowers):
        return None
    lowest = min(lows, key=lambda one: numeric(one) or 99)
    words = told.consultation.words
    text = told.say(
        "low_sugars", times=words.pick(f"{len(lows)}번", "once" if len(lows) == 1 else f"{len(lows)} times"),
        lowest=words.value(lowest.content), day=words.day_of(lowest),
        what=", ".join(words.name(one.content) for one in lowers[:2]) or words.pick("당뇨약", "your diabetes medicine"),
    )  # fmt: skip
    return Alarm(
        "today" if severe or len(lows) > 1 or lowers else "this_week",
        text,
        tuple(one.fact_id for one in (*lows, *lowers[:2])),
    )


def _fewer_movements(told: _Told) -> Alarm | None:
    if _UNBORN.search(told.words) is None:
        return None
    counts = [*told.rows("times", "태동", "fetal", "kick", "movement").values()] or [
        *told.rows("things", "kick", "movement").values()
    ]
    spans = [*told.rows("minutes").values(), *(60 * one for one in told.rows("hours", "lasted").values())]
    fewer = len(counts) > 1 and counts[-1] <= 0.7 * counts[0]
    slower = len(spans) > 1 and spans[-1] >= 2 * spans[0] and bool(counts)
    still = _STILL.search(told.consultation.situation.question.text.casefold()) is not None and bool(counts)
    if not (fewer or slower or still):
        return None
    course = ", ".join(f"{one:g}" for one in counts)
    return Alarm("now", told.say("movements", course=course))


_LOW_MOOD: Final = 2
_HOPELESS: Final = lazy_regex(
    r"\b(?:no point|see (?:the|any|a) (?:point|future|end)|give up|had enough|can'?t go on|not be here|burden"
    r"|pointless|hopeless|what'?s the (?:point|use)|better off)\b"
    r"|살아서|살기\s?싫|사라지|죽|끝내|버티|버텨|희망|의미\s?없|짐이|난간|옥상|다\s?싫"
)


def _falling_mood(told: _Told) -> Alarm | None:
    mood = [*told.rows("score", "mood").values()]
    hopeless = _HOPELESS.search(told.consultation.situation.question.text.casefold()) is not None
    if len(mood) < 2 or mood[-1] >= mood[0] or mood[-1] > (_LOW_MOOD + 2 if hopeless else _LOW_MOOD):
        return None
    crisis = crisis_for(told.consultation.situation)
    return Alarm("today", told.say("mood", first=f"{mood[0]:g}", last=f"{mood[-1]:g}", crisis=crisis))


def _more_angina(told: _Told) -> Alarm | None:
    angina = told.record.holding(("angina", "coronary_artery_disease"))
    attacks = told.rows("times", "협심증", "angina", "chest", "가슴")
    counts = [*attacks.values()]
    if (
        not angina
        or len(counts) < 3
        or max(counts[1:]) <= counts[0]
        or days_apart(next(iter(attacks)), [*attacks][-1]) > 30
    ):
        return None
    course = ", ".join(f"{one:g}" for one in counts)
    return Alarm("today", told.say("angina", course=course, total=f"{sum(counts):g}"), (angina[0].fact_id,))


_AT_REST: Final = lazy_regex(
    r"\b(?:at rest|resting|(?:just |only )?(?:sat(?! (?:walk|run|climb|morn|night|even|after|am|pm|on))"
    r"|sittin[g'’]?|lyin[g'’]?|laid)\b"
    r"|in bed|asleep|woke (?:me|up)|watching (?:tv|telly)"
    r"|doing nothing)|가만히|쉬는\s?(?:데|중)|자다가|누워\s?있|앉아\s?있|앉아서|자는데|티비\s?보다|아무것도\s?안"
)
_CHEST: Final = lazy_regex(
    r"\b(?:chest(?! (?:infection|x-?ray|cold|scan|clinic))|angina|tight(?:ness)?|gtn|nitro\w*"
    r"|under (?:my|the) tongue|jaw)\b"
    r"|가슴|협심|혀\s?밑|조이|조여|니트로|뻐근"
)


def _angina_at_rest(told: _Told) -> Alarm | None:
    angina = told.record.holding(("angina", "coronary_artery_disease", "nitrate"))
    question = told.consultation.situation.question
    if not angina or question.turn_number < 2:
        return None
    days = [day for day, said in told.said if any(_is_chest_at_rest(one) for one in sentences_of(said.casefold()))]
    if not days or days_apart(max(days), told.consultation.known.today) > _WEEK:
        return None
    return Alarm("now", told.say("angina_at_rest"), (angina[0].fact_id,))


def _is_chest_at_rest(words: str) -> bool:
    at_rest, told = _AT_REST.search(words), _CHEST.search(words) or _ANOTHER.search(words)
    return at_rest is not None and told is not None and _EASES.search(words) is None


_ANOTHER: Final = lazy_regex(
    r"^\W*(?:had |took |used |needed |and )?(?:one|two|another|again|1|2)\b"
    r"(?! (?:of|more|dose|tablet|pill)s? (?:my|the|other))"
    r"|^\W*(?:또|다시|한\s?번\s?더|한\s?알\s?더)"
)
"""Words that go on counting attacks or what was taken for them."""
_EASES: Final = lazy_regex(
    r"\b(?:goes|went|eases?|eased|settles?|better|gone|stops?|stopped|disappears?)\b.{0,20}\b(?:rest|sit|sat|lie|lay)"
    r"|\b(?:when|if|once|after|by) (?:i )?(?:rest|sit|lie|stop)|\bno (?:pain|tightness)\b"
    r"|(?:쉬|앉|누우)[^.]{0,6}(?:면|니까?|으니|었더니|았더니)[^.]{0,12}(?:괜찮|나아|가라|없|풀)"
)
"""Pain that rest takes away is the ordinary one."""


_LOOSE: Final = lazy_regex(
    r"\b(?:runs|diarrh\w*|loose|runny|watery|dirty|poo\w*|stools?|the trots|tummy bug)\b|설사|묽|대변|똥|응가|장염"
)


def _fewer_nappies(told: _Told) -> Alarm | None:
    wet = told.rows("things", "wet napp", "wet diaper", "소변", "오줌")
    counts = [*(wet or told.rows("things", "napp", "diaper", "기저귀")).values()]
    if not wet and _LOOSE.search(told.words) is not None:
        # Dirty nappies that become fewer are what one hopes for.
        return None
    if len(counts) < 2 or counts[-1] > counts[0] / 2:
        return None
    return Alarm("today", told.say("nappies", first=f"{counts[0]:g}", last=f"{counts[-1]:g}"))


def _bloody_colitis(told: _Told) -> Alarm | None:
    colitis = told.record.holding(("inflammatory_bowel_disease", "crohns_disease", "ulcerative_colitis"))
    counts = [*told.rows("things", "stool", "poo", "변", "motion").values()] or [
        *told.rows("times", "설사", "diarrh", "변", "bowel").values()
    ]
    if not colitis or not counts or counts[-1] < 6 or _BLOOD.search(told.words) is None:
        return None
    course = ", ".join(f"{one:g}" for one in counts)
    return Alarm("now", told.say("colitis", course=course), (colitis[0].fact_id,))


_BLEEDING: Final = (
    ("nosebleed", lazy_regex(r"코피|nose ?bleed")),
    ("gums", lazy_regex(r"잇몸|칫솔질\s?피|이빨에도|gums?\b")),
    ("bruise", lazy_regex(r"멍(?=[이은들도\s]|$)|bruis")),
    ("urine", lazy_regex(r"혈뇨|오줌\S{0,2}\s?(?:분홍|빨|붉|피)|(?:pink|red|bloody) (?:urine|wee|pee)")),
    ("stool", lazy_regex(r"혈변|까만\s?변|black stools?|blood in (?:my )?(?:stool|poo)")),
)


def _several_bleeds(told: _Told) -> Alarm | None:
    thins = told.record.holding(("anticoagulant",))
    places = [name for name, said in _BLEEDING if said.search(told.words) is not None]
    if not thins or len(places) < 2:
        return None
    name = told.consultation.words.name(thins[0].content)
    new = told.record.holding(
        (
            "macrolide",
            "clarithromycin",
            "fluoroquinolone",
            "azole_antifungal",
            "metronidazole",
            "co_trimoxazole",
            "nsaid",
            "amiodarone",
        )
    )
    beside = ""
    if new:
        beside = " " + sentence(
            "course.bleeds_beside",
            told.consultation.words.language,
            name=told.consultation.words.name(new[0].content),
            thinner=name,
        )
    return Alarm(
        "today",
        told.say("bleeds", name=name, count=len(places)) + beside,
        (thins[0].fact_id, *(one.fact_id for one in new[:1])),
    )


def _sugar_on_a_steroid(told: _Told) -> Alarm | None:
    steroid = told.record.holding(("prednisone", "prednisolone", "methylprednisolone", "dexamethasone", "deflazacort"))
    high = [
        one
        for one in told.series("glucose")
        if (numeric(one) or 0) >= 200 and days_apart(one.clinical_day, told.consultation.known.today) <= 14
    ]
    if not steroid or not high:
        return None
    words = told.consultation.words
    text = told.say("steroid_sugar", value=words.value(high[-1].content), name=words.name(steroid[0].content))
    return Alarm("today", text, (high[-1].fact_id, steroid[0].fact_id))


def _wasting(told: _Told) -> Alarm | None:
    series = told.series("body_weight")
    cancer = told.record.holding(("cancer",))
    if len(series) < 2:
        return None
    first, last = numeric(series[0]) or 0, numeric(series[-1]) or 0
    days = days_apart(series[0].clinical_day, series[-1].clinical_day)
    share = round(100 * (first - last) / first, 1) if first else 0
    if days > 183 or days < _WEEK or share < (2 if cancer else 5) or _WANTED.search(told.words) is not None:
        return None
    text = told.say(
        "wasting",
        size=quantity(round(first - last, 2), "kg"),
        span=span_text(days, told.consultation.words.language),
        share=f"{share:g}",
    )
    return Alarm("this_week", text, (series[0].fact_id, series[-1].fact_id))


_WANTED: Final = lazy_regex(
    r"다이어트|살\s?빼|감량|위고비|삭센다|\b(?:diet\w*|slimming|trying to lose|wegovy|ozempic|mounjaro"
    r"|saxenda|water tablet"
    r"|furosemide|bumetanide)\b"
)


def _fever_after_operation(told: _Told) -> Alarm | None:
    wounded = told.record.holding(("recent_operation", "recent_birth"))
    series = told.series("body_temperature")
    if not wounded or len(series) < 2:
        return None
    first, last = numeric(series[0]) or 0, numeric(series[-1]) or 0
    if last <= first or not (last >= 38.0 or _PUS.search(told.words)):
        return None
    return Alarm(
        "today", told.say("wound", first=f"{first:.1f}", last=f"{last:.1f}"), (series[-1].fact_id, wounded[0].fact_id)
    )


def _deepening_confusion(told: _Told) -> Alarm | None:
    confused = [*told.felt("confusion"), *told.record.holding(("delirium",))]
    now = told.consultation.situation.question.text.casefold()
    lately = [one for one in confused if days_apart(one.day, told.consultation.known.today) <= _WEEK]
    worse = _WORSE_IN_CONFUSION.search(now) is not None
    fever = any(
        (numeric(one) or 0) >= 37.8 and one.clinical_day == told.consultation.known.today
        for one in told.series("body_temperature")
    )
    if not lately or not (worse or fever):
        return None
    return Alarm("now", told.say("confusion"), (lately[0].fact_id,))


_WORSE_IN_CONFUSION: Final = lazy_regex(
    r"\b(?:drows\w*|sleepy|hard to (?:wake|rouse)|barely (?:drink|eat|wak)\w*|not drinking|won'?t (?:drink|wake"
    r"|eat)|worse|catheter)\b|졸려|축\s?(?:처|늘)|안\s?(?:깨|드시|마시)|소변\S{0,4}\s?(?:안|줄)|더\s?심"
)


def _heavy_period(told: _Told) -> Alarm | None:
    pads = told.rows("things", "pad", "tampon", "패드", "생리대")
    heavy = told.felt("heavy_menstrual_bleeding", "menorrhagia") or (_CLOTS.search(told.words) is not None)
    if len(pads) < 2 or not heavy:
        return None
    day, most = max(pads.items(), key=lambda one: one[1])
    return Alarm("this_week", told.say("period", most=f"{most:g}", day=told.consultation.words.date(day)))


_CLOTS: Final = lazy_regex(r"\bclots?\b|덩어리")


_COURSES: Final[tuple[Callable[[_Told], Alarm | None], ...]] = (
    _weight_in_heart_failure, _peak_flow, _low_sugars, _fewer_movements, _falling_mood, _angina_at_rest, _more_angina,
    _fewer_nappies, _bloody_colitis, _several_bleeds, _sugar_on_a_steroid, _wasting,
    _fever_after_operation, _deepening_confusion, _heavy_period,
)  # fmt: skip
