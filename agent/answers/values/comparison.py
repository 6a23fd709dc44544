"""The last two values of a test compared, or the only one judged; each by its date."""

from __future__ import annotations

from collections.abc import Sequence

from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.values.courses import DIASTOLIC, SYSTOLIC
from agent.answers.values.degrees import Graded, degree
from agent.answers.values.judgement import Judgement, criterion, judge, standing
from agent.answers.values.movement import movement
from agent.answers.values.personal_targets import joint_limit
from agent.answers.values.told import judges
from agent.answers.values.what_next import what_next
from agent.safety.cautions import cautions
from agent.words.figures import difference, difference_text, number
from agent.words.josa import with_particle
from agent.words.sentences import sentence
from domain.events import SlotChanged, SlotRecorded, SpokenReference
from domain.ledger import Fact
from domain.values import PATIENT, SERIES_SLOTS, SlotKind


def compare(consultation: Consultation) -> Part:
    """For each test asked about: both last values and the change in one sentence, or the only value, judged."""
    tests = consultation.tests_asked()
    if not tests:
        return no_value(consultation)
    told = consultation.tests_told()
    # "146/90, pulse 78. Better than last time?" asks of all that it tells.
    tests = told if told and set(tests) <= set(told) else tests
    return joined(_compared(consultation, course) for course in _pressures_together(consultation, tests))


def judged_value(consultation: Consultation) -> Part:
    """For each test asked about: its latest value and date, its standing, and the criterion."""
    tests = consultation.tests_asked()
    if not tests:
        return no_value(consultation)
    judged = judged_tests(consultation, tests)
    before = changes_of(consultation, _told_twice(consultation))
    return joined((judged, before, _against_medicines(consultation, tests)))


def judged_tests(consultation: Consultation, tests: Sequence[str]) -> Part:
    """The latest value of each of ``tests`` against its criterion, and what to do about those outside."""
    return _judged_all(consultation, _together(consultation, tests))


def changes_of(consultation: Consultation, tests: Sequence[str]) -> Part:
    """For each of ``tests``, which have two values and more: the last two, and whether that is better."""
    return joined(_change(consultation, course) for course in _pressures_together(consultation, tests))


def _told_twice(consultation: Consultation) -> tuple[str, ...]:
    """The tests of which this turn told an earlier value beside the one that is judged: "41, it was 52 in summer"."""
    told = {
        event.payload.fact_id
        for event in consultation.situation.turn_events
        if isinstance(event.payload, (SlotRecorded, SlotChanged))
    }
    series = {test: consultation.known.series(test)[-2:] for test in consultation.tests_told()}
    return tuple(test for test, pair in series.items() if len(pair) > 1 and all(fact.fact_id in told for fact in pair))


def judged_when_told(consultation: Consultation) -> Part:
    """The values that this turn told, judged though nobody asked in so many words: those outside their criterion.

    Where a judgement is asked for in words that are no question ("thats ok right"), those inside, too.
    """
    asking = consultation.situation.question.asking
    asked = judges(consultation.request.text) or (asking is not None and asking.op == "judge" and asking.asks > 0)
    told = _together(consultation, consultation.tests_told())
    judged = [(series, _standings(consultation, series)) for series in told]
    return _judged_all(
        consultation,
        [series for series, each in judged if each and (asked or not all(one.inside for one in each))],
    )


def _judged_all(consultation: Consultation, courses: Sequence[tuple[Fact, ...]]) -> Part:
    """The latest value of each course judged, then once for all of them what to do about those outside."""
    outside = [one for series in courses for one in _standings(consultation, series) if not one.inside]
    steps = [what_next(consultation, one.fact.content.concept.concept_id, above=one.above) for one in outside]
    once = {one.text: one for one in steps}
    return joined((joined(_judged(consultation, series) for series in courses), joined(once.values())))


def _together(consultation: Consultation, tests: Sequence[str]) -> list[tuple[Fact, ...]]:
    """The values of each test; of both numbers of one pressure the last upper one and the last lower one together."""
    series = {test: consultation.known.series(test) for test in tests}
    upper, lower = series.get(SYSTOLIC), series.get(DIASTOLIC)
    if not upper or not lower or upper[-1].clinical_day != lower[-1].clinical_day:
        return list(series.values())
    pair = (upper[-1], lower[-1])
    return [pair, *(values for test, values in series.items() if test not in (SYSTOLIC, DIASTOLIC))]


def _standings(consultation: Consultation, series: tuple[Fact, ...]) -> list[Judgement]:
    values = series if _is_pressure(series) else series[-1:]
    return [one for value in values if (one := judge(consultation, value)) is not None]


def _is_pressure(series: tuple[Fact, ...]) -> bool:
    return [one.content.concept.concept_id for one in series] == [SYSTOLIC, DIASTOLIC]


def _against_medicines(consultation: Consultation, tests: tuple[str, ...]) -> Part:
    """What the latest values hold against the medicines taken, where the question puts the two together."""
    request = consultation.request
    if not request.has("medicine", "how_taken") and SlotKind.MEDICATIONS not in request.slots:
        return Part()
    known = consultation.known
    entries = [consultation.words.entry(fact.content) for fact in known.in_force(SlotKind.MEDICATIONS)]
    met = cautions(known, [entry for entry in entries if entry is not None])
    return joined(
        Part(
            sentence(
                "judge.against",
                consultation.words.language,
                name=consultation.pick(one.medicine.name_ko or one.medicine.name, one.medicine.name),
                harm=consultation.pick(one.caution.harm_ko, one.caution.harm_en),
            ),
            (one.against.fact_id,),
        )
        for one in met
        if isinstance(one.against, Fact) and one.against.content.concept.concept_id in tests
    )


def comparison_sentence(consultation: Consultation, earlier: Fact, later: Fact) -> str:
    """One sentence: the earlier value, the later one, the size and the direction of the change."""
    words, unit = consultation.words, later.content.unit
    change = difference(numeric(earlier) or 0.0, numeric(later) or 0.0, unit)
    name = words.test(later.content)
    before, after = words.measurement(earlier), words.measurement(later)
    if change == 0:
        return consultation.pick(
            f"{with_particle(name, '은')} 이전 {before}, 최근 {with_particle(after, '으로')} 변화가 "
            f"없습니다(차이 {difference_text(0, unit, 'ko')}).",
            f"{_capital(name)}: previous {before}, latest {after}, unchanged (difference "
            f"{difference_text(0, unit, 'en')}).",
        )
    size = difference_text(change, unit, words.language)
    direction_ko, direction_en = ("증가", "increase") if change > 0 else ("감소", "decrease")
    return consultation.pick(
        f"{with_particle(name, '은')} 이전 {before}에서 최근 {with_particle(after, '으로')} {size} "
        f"{direction_ko}했습니다.",
        f"{_capital(name)}: previous {before}, latest {after}, {article(direction_en)} {direction_en} of {size}.",
    )


def value_sentence(consultation: Consultation, fact: Fact) -> str:
    """One sentence: a value and its date."""
    words = consultation.words
    name = words.test(fact.content)
    return consultation.pick(
        f"{with_particle(name, '은')} {words.measurement(fact)}입니다.", f"{_capital(name)}: {words.measurement(fact)}."
    )


def measured(*facts: Fact) -> tuple[SpokenReference, ...]:
    """The reference that an answer about these values of one test makes, in the order given."""
    return (
        SpokenReference(
            kind="measurement",
            concept_id=facts[-1].content.concept.concept_id,
            fact_ids=tuple(fact.fact_id for fact in facts),
        ),
    )


def no_value(consultation: Consultation) -> Part:
    """What is on record of the tests named where none has a number, a bound or words; else asks for the value."""
    if unnumbered := _unnumbered(consultation):
        briefs = [consultation.words.brief(fact) for fact in unnumbered]
        said = " ".join(
            consultation.pick(f"{with_particle(brief, '으로')} 기록되어 있습니다.", f"On record: {brief}.")
            for brief in briefs
        )
        return Part(said, tuple(fact.fact_id for fact in unnumbered))
    named = [
        consultation.pick(mention.entry.name_ko or mention.entry.name, mention.entry.name)
        for mention in consultation.request.subjects
        if mention.entry.kind in ("labs", "vitals")
    ]
    if not named:
        said = consultation.pick("기록된 검사값이 없습니다.", "No test value is on record.")
        ask = consultation.pick(
            "검사 이름과 값, 날짜를 알려 주시면 기록하겠습니다.",
            "Tell me the test, its value and date, and I will record it.",
        )
    else:
        said = consultation.pick(
            f"{with_particle(named[0], '은')} 기록된 값이 없어 확인되지 않습니다.",
            f"No {named[0]} value is on record, so I cannot say.",
        )
        ask = consultation.pick(
            f"{named[0]} 값과 날짜를 알려 주시면 기록하겠습니다.",
            f"Tell me the {named[0]} value and its date, and I will record it.",
        )
    return Part(said if consultation.asked_before(ask) else f"{said} {ask}")


def _unnumbered(consultation: Consultation) -> tuple[Fact, ...]:
    named = {one.entry.concept_id for one in consultation.request.subjects if one.entry.kind in ("labs", "vitals")}
    return tuple(
        fact
        for concept_id in named
        for fact in consultation.known.about(concept_id)
        if fact.content.slot in SERIES_SLOTS and fact.content.subject == PATIENT
    )


def dispute_note(consultation: Consultation, fact: Fact) -> Part:
    """The question that stays open while two values of one day stand against each other."""
    if not fact.disputed or fact.question_id is None:
        return Part()
    sides = [consultation.ledger.facts[each] for each in consultation.ledger.disputes.get(fact.question_id, ())]
    if fact.content.slot not in SERIES_SLOTS:
        listed = " / ".join(consultation.words.brief(side) for side in sides)
        return Part(
            consultation.pick(
                f"아직 확인이 필요한 기록이 있습니다: {listed}. 어느 쪽이 맞는지 알려 주세요.",
                f"One thing is still open: {listed}. Please tell me which is right.",
            ),
            facts=tuple(side.fact_id for side in sides),
        )
    values = ", ".join(consultation.words.value(side.content) for side in sides)
    return Part(
        consultation.pick(
            f"같은 날의 값이 서로 다르게({values}) 기록되어 있습니다. 어느 값이 맞는지 알려 주세요.",
            f"Two different values of that day are on record ({values}). Please tell me which is right.",
        ),
        facts=tuple(side.fact_id for side in sides),
    )


def article(word: str) -> str:
    """The English indefinite article before ``word``."""
    return "an" if word[:1] in "aeiou" else "a"


def _capital(name: str) -> str:
    """The name at the head of a sentence; a name that is written small within (eGFR) stays."""
    return name.capitalize() if name.islower() else name


def _pressures_together(consultation: Consultation, tests: Sequence[str]) -> list[tuple[tuple[Fact, ...], ...]]:
    """The values of each test; both numbers of a pressure are one where the last two of each are of the same days."""
    series = {test: consultation.known.series(test) for test in tests}
    upper, lower = series.get(SYSTOLIC, ())[-2:], series.get(DIASTOLIC, ())[-2:]
    if len(upper) < 2 or [one.clinical_day for one in upper] != [one.clinical_day for one in lower]:
        return [(values,) for values in series.values()]
    others = [(values,) for test, values in series.items() if test not in (SYSTOLIC, DIASTOLIC)]
    return [(series[SYSTOLIC], series[DIASTOLIC]), *others]


def _compared(consultation: Consultation, course: tuple[tuple[Fact, ...], ...]) -> Part:
    series = course[0]
    if len(series) < 2:
        single = _judged(consultation, series)
        asking = consultation.situation.question.asking
        if asking is not None and asking.op in ("judge", "assess", "knowledge"):
            # "Ought I to be losing sleep over it?" asks of the value alone.
            return single
        note = consultation.pick(
            "기록된 값이 하나뿐이라 이전 값과 비교할 수 없습니다.",
            "Only one value is on record, so there is nothing to compare it with.",
        )
        return joined((Part(note), single), " ")
    disputed = (dispute_note(consultation, values[-1]) for values in course)
    return joined((_change(consultation, course), *disputed), " ")


def _change(consultation: Consultation, course: tuple[tuple[Fact, ...], ...]) -> Part:
    """The last two values of what belongs together, a sentence each, and whether that is better."""
    pairs = [values[-2:] for values in course]
    joint = "\n" if len(pairs) > 1 else " "
    said = joined(
        (
            Part(comparison_sentence(consultation, *pair), tuple(fact.fact_id for fact in pair), (), measured(*pair))
            for pair in pairs
        ),
        joint,
    )
    moved = movement(consultation, [pair[0] for pair in pairs], [pair[1] for pair in pairs])
    return joined((said, moved), joint)


def _judged_pressure(consultation: Consultation, judged: list[Judgement]) -> Part:
    """Both numbers of a pressure against their limits, in one sentence."""
    words = consultation.words
    worse = next((one for one in judged if not one.inside), judged[0])
    value = "/".join(number(numeric(one.fact) or 0.0, "mm[Hg]") for one in judged)
    day = words.date(judged[0].fact.clinical_day)
    limit = joint_limit([one.target for one in judged], words.language)
    key = "judge.pressure_inside" if worse.inside else "judge.pressure_above"
    text = sentence(key, words.language, value=f"{value} mmHg", day=day, limit=limit)
    facts = tuple(dict.fromkeys(each for one in judged for each in one.rests_on))
    spoke = tuple(reference for one in judged for reference in measured(one.fact))
    grade = degree(consultation, [_graded(one) for one in judged])
    return Part(" ".join(one for one in (text, grade, criterion(consultation, worse)) if one), facts, (), spoke)


def _graded(judged: Judgement) -> Graded:
    return Graded(judged.fact.content.concept.concept_id, numeric(judged.fact) or 0.0, judged.target)


def _judged(consultation: Consultation, series: tuple[Fact, ...]) -> Part:
    if _is_pressure(series):
        both = _standings(consultation, series)
        if len(both) == len(series) and all(one.inside or one.above for one in both):
            return _judged_pressure(consultation, both)
        return joined(_judged(consultation, (one,)) for one in series)
    latest = series[-1]
    words = consultation.words
    name, value = words.test(latest.content), words.measurement(latest)
    judgement = judge(consultation, latest)
    if judgement is None:
        text = consultation.pick(
            f"최근 {with_particle(name, '은')} {value}입니다. 이 검사에 적용할 기준을 가지고 있지 않아 판단은 "
            f"의료진과 상의해 주세요.",
            f"The latest {name} is {value}. I hold no criterion for it; please ask your care team.",
        )
        return Part(text, (latest.fact_id,), (), measured(latest))
    sex = consultation.known.sex_fact() if latest.content.concept.concept_id in ("hemoglobin", "haemoglobin") else None
    conditions = consultation.known.in_force(SlotKind.CONDITIONS) if judgement.stricter is not None else ()
    text = consultation.pick(
        f"최근 {with_particle(name, '은')} {with_particle(value, '으로')} {standing(consultation, judgement)}.",
        f"The latest {name}, {value}, {standing(consultation, judgement)}.",
    )
    grade = degree(consultation, [_graded(judgement)])
    said = Part(
        " ".join(one for one in (text, grade, criterion(consultation, judgement)) if one),
        (*judgement.rests_on, *(fact.fact_id for fact in (sex, *conditions) if fact is not None)),
        (),
        measured(latest),
    )
    return joined((said, dispute_note(consultation, latest)), " ")
