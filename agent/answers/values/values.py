"""Questions for measured values, resolved over the readings on record: which one, when, how many, how much changed."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from agent.answers.asking.value_cues import Fold
from agent.answers.asking.value_request import Limit, ValueRequest, Window
from agent.answers.consultation import Consultation
from agent.answers.following.references import present
from agent.answers.part import Part, joined
from agent.answers.record.known import numeric
from agent.answers.values.comparison import dispute_note
from agent.answers.values.courses import Course, Reading, course_name, reading_text, spoken_of
from agent.answers.values.criteria import target_for
from agent.answers.values.movement import movement
from agent.answers.values.told_courses import told_courses
from agent.words.figures import difference, difference_text, number, quantity, unit_text
from agent.words.sentences import sentence
from domain.events import SpokenReference

MOST_LISTED: Final = 20
"""Readings that one answer lists: the first of them and the latest; whoever has a meter for years has thousands."""

_SERIES: Final = 2
"""Readings from which on there is a way from one to another."""
_LIMITS: Final = {">": "limit.above", "<": "limit.below", ">=": "limit.from", "<=": "limit.to"}


def answer_values(consultation: Consultation, request: ValueRequest, tests: Sequence[str]) -> Part:
    """What ``request`` asks, for each of ``tests`` that has values; empty where none has."""
    courses = told_courses(consultation, tests, request.fold)
    return joined(_Asked(consultation, request, course).part() for course in courses)


class _Asked:
    """One question over one course: every method returns what is said of it."""

    def __init__(self, consultation: Consultation, request: ValueRequest, course: Course) -> None:
        self._consultation = consultation
        self._words = consultation.words
        self._request = request
        newest = request.newest or len(course.readings)
        self._asked_for_more = len(course.readings) < newest
        self._whole = Course(course.concept_ids, course.readings[-newest:])
        self._name = course_name(consultation.words, course)

    def part(self) -> Part:
        """The answer; that fewer values are on record than were asked for, where that is so."""
        said = self._answer()
        if not self._asked_for_more or len(self._whole.readings) < _SERIES:
            return said
        return joined((self._say("value.fewer", self._whole.readings, count=len(self._whole.readings)), said), " ")

    def _answer(self) -> Part:
        request = self._request
        course = self._whole
        if request.window is not None and request.fold != "difference":
            within = course.only(lambda one: request.window is not None and request.window.holds(one.day))
            if within is None:
                return self._nothing_within(request.window)
            course = within
        if request.fold == "count":
            return self._count(course)
        if request.limit is not None and request.fold != "since":
            limit = request.limit
            beyond = course.only(lambda one: limit.holds(one.number(limit.part)))
            if beyond is None:
                return self._none_beyond(course, limit)
            course = beyond
        folds = dict.fromkeys((request.fold, *request.also))
        return joined((self._folded(course, fold) for fold in folds), " ")

    def _folded(self, course: Course, fold: Fold | None) -> Part:
        match fold:
            case "latest":
                return self._one("value.latest", course.last)
            case "first":
                return self._one("value.first", course.readings[0])
            case "previous":
                return self._beside(-1)
            case "next":
                return self._beside(1)
            case "highest" | "lowest":
                return self._extreme(course, highest=fold == "highest", key=f"value.{fold}")
            case "best" | "worst":
                return self._by_target(course)
            case "average":
                return self._average(course)
            case "difference":
                return self._difference()
            case "since":
                return self._since(course)
            case "trend":
                return joined((self._listed(course), self._overall(course)), " ")
            case _:
                return self._listed(course)

    def _one(self, key: str, reading: Reading) -> Part:
        said = self._say(key, (reading,), value=self._measured(reading))
        return joined((said, *(dispute_note(self._consultation, fact) for fact in reading.facts)), " ")

    def _beside(self, step: int) -> Part:
        """The reading before or after the one last spoken of; before the latest where none was."""
        readings = self._whole.readings
        at = self._place_spoken_of(first=step < 0)
        wanted = (len(readings) - 2 if step < 0 else len(readings)) if at is None else at + step
        anchor = readings[min(max(wanted - step, 0), len(readings) - 1)]
        if 0 <= wanted < len(readings):
            return self._one("value.previous" if step < 0 else "value.next", readings[wanted])
        if len(readings) == 1:
            return self._say("value.only_one", readings, value=self._measured(readings[0]))
        key = "value.none_before" if step < 0 else "value.none_after"
        return self._say(key, (anchor,), value=self._measured(anchor))

    def _place_spoken_of(self, *, first: bool) -> int | None:
        """Where the reading stands that the last answer spoke of; the earliest of several, or the latest."""
        answers = self._consultation.situation.view.answers
        last = answers.last()
        if last is None or self._consultation.request.tests:
            return None
        # What an answer said last is what it came to: after two values noted and the newer one judged, that is "it".
        spoke = next((one for one in reversed(last.spoke_of) if one.kind == "measurement"), None)
        if spoke is None:
            return None
        facts = (present(self._consultation.ledger, one) for one in self._with_partner(last.spoke_of, spoke))
        ids = {fact.fact_id for fact in facts if fact is not None}
        places = [at for at, reading in enumerate(self._whole.readings) if ids.intersection(reading.ids)]
        return (min(places) if first else max(places)) if places else None

    def _with_partner(self, references: Sequence[SpokenReference], spoke: SpokenReference) -> tuple[str, ...]:
        """What a reference names, of a pressure with the other number of the same readings."""
        partners = [one for one in references if one.concept_id in self._whole.concept_ids]
        return tuple(
            one for each in (partners if len(self._whole.concept_ids) > 1 else [spoke]) for one in each.fact_ids
        )

    def _extreme(self, course: Course, *, highest: bool, key: str) -> Part:
        choose = max if highest else min
        limit = choose(reading.value for reading in course.readings)
        found = [reading for reading in course.readings if reading.value == limit]
        said = self._one(key, found[-1])
        if len(found) == 1:
            return said
        days = ", ".join(self._words.date(reading.day) for reading in found[:-1])
        return joined((said, self._say("value.tied", found, days=days)), " ")

    def _by_target(self, course: Course) -> Part:
        """The best or the worst, by the side on which the target of the test lies."""
        target = target_for(self._consultation, course.last.facts[0].content)
        low = target is not None and target.low is not None
        high = target is not None and (target.high is not None or target.below is not None)
        if low == high:
            ordered = sorted(course.readings, key=lambda one: one.value)
            return self._say(
                "value.no_direction",
                (ordered[-1], ordered[0]),
                highest=self._measured(ordered[-1]),
                lowest=self._measured(ordered[0]),
            )
        fold = self._request.fold
        return self._extreme(course, highest=(fold == "best") == low, key=f"value.{fold}")

    def _average(self, course: Course) -> Part:
        if len(course.readings) == 1:
            return self._say("value.only_one", course.readings, value=self._measured(course.last))
        means = []
        for at, fact in enumerate(course.last.facts):
            values = [numeric(one.facts[at]) or 0.0 for one in course.readings if len(one.facts) > at]
            # Of the values as they are printed: a reader who adds them up gets the same.
            exact = sum((Decimal(number(value, fact.content.unit)) for value in values), Decimal()) / len(values)
            means.append((_rounded(exact, fact.content.unit), fact.content.unit))
        mean = "/".join(number(value, unit) for value, unit in means)
        unit = unit_text(means[-1][1])
        written = quantity(*means[0]) if len(means) == 1 else f"{mean} {unit}".strip()
        return self._say(
            "value.average",
            course.readings,
            count=len(course.readings),
            mean=written,
            first=self._words.date(course.readings[0].day),
            last=self._words.date(course.last.day),
        )

    def _count(self, course: Course) -> Part:
        limit = self._request.limit
        if limit is None:
            return self._say(
                "value.count", course.readings, count=len(course.readings), listed=self._list(course.readings)
            )
        found = course.only(lambda one: limit.holds(one.number(limit.part)))
        if found is None:
            return self._none_beyond(course, limit)
        return self._say(
            "value.count_limit",
            found.readings,
            count=len(found.readings),
            limit=self._limit(limit),
            listed=self._list(found.readings),
        )

    def _none_beyond(self, course: Course, limit: Limit) -> Part:
        return self._say(
            "value.count_limit_none", course.readings, total=len(course.readings), limit=self._limit(limit)
        )

    def _difference(self) -> Part:
        window = self._request.window
        readings = self._whole.readings
        before = _nearest(readings, window.first) if window and window.first else readings[0]
        after = _nearest(readings, window.last) if window and window.last else self._whole.last
        if before.ids == after.ids:
            return self._say("value.change_only", (before,), value=self._measured(before))
        change = self._change(before, after)
        between = self._request.newest is not None and len(readings) > _SERIES
        return joined((self._listed(self._whole), change), " ") if between else change

    def _change(self, before: Reading, after: Reading) -> Part:
        sizes, changes = [], []
        for old, new in zip(before.facts, after.facts, strict=False):
            change = difference(numeric(old) or 0.0, numeric(new) or 0.0, new.content.unit)
            changes.append(change)
            sizes.append(difference_text(change, new.content.unit, self._words.language))
        key = "value.change_none" if not any(changes) else "value.change_up" if changes[0] > 0 else "value.change_down"
        slots: dict[str, object] = {"before": self._measured(before), "after": self._measured(after)}
        if key != "value.change_none":
            slots["size"] = "/".join(sizes)
        moved = movement(self._consultation, before.facts, after.facts)
        return joined((self._say(key, (before, after), **slots), moved), " ")

    def _overall(self, course: Course) -> Part:
        if len(course.readings) < 2:
            return Part()
        first, last = course.readings[0].facts[0], course.last.facts[0]
        change = difference(numeric(first) or 0.0, numeric(last) or 0.0, last.content.unit)
        key = "value.same" if not change else "value.up" if change > 0 else "value.down"
        language = self._words.language
        slots = {"size": difference_text(change, last.content.unit, language)} if change else {}
        ends = (course.readings[0], course.last)
        text = sentence("value.overall", language, change=sentence(key, language, **slots))
        return Part(text, tuple(one for reading in ends for one in reading.ids))

    def _since(self, course: Course) -> Part:
        """Since when the latest values have been on one side of a limit; without one, since when there are values."""
        limit = self._request.limit
        if limit is None:
            return self._one("value.first", course.readings[0])
        run: list[Reading] = []
        for reading in reversed(course.readings):
            if not limit.holds(reading.number(limit.part)):
                break
            run.append(reading)
        if not run:
            return self._say(
                "value.since_none", (course.last,), value=self._measured(course.last), limit=self._limit(limit)
            )
        return self._say("value.since", (run[-1],), value=self._measured(run[-1]), limit=self._limit(limit))

    def _listed(self, course: Course) -> Part:
        window = self._request.window
        if window is None:
            return self._say("value.listed", _listed(course.readings), listed=self._list(course.readings))
        if len(course.readings) == 1 and window.on:
            return self._one("value.one", course.last)
        shown = _listed(course.readings)
        return self._say("value.listed_window", shown, window=self._window(window), listed=self._list(course.readings))

    def _nothing_within(self, window: Window) -> Part:
        nearest = _nearest(self._whole.readings, window.first or window.last or "")
        return self._say("value.none_in_window", (nearest,), window=self._window(window), value=self._measured(nearest))

    def _say(self, key: str, readings: Sequence[Reading], **slots: object) -> Part:
        language = self._words.language
        text = sentence(key, language, name=self._name, **slots)
        return Part(text, tuple(one for reading in readings for one in reading.ids), (), spoken_of(readings))

    def _list(self, readings: Sequence[Reading]) -> str:
        first, *others = (self._measured(reading) for reading in _listed(readings))
        if left_out := len(readings) - len(others) - 1:
            others.insert(0, sentence("value.left_out", self._words.language, count=left_out))
        return ", ".join((first, *others))

    def _measured(self, reading: Reading) -> str:
        return reading_text(self._words, reading)

    def _limit(self, limit: Limit) -> str:
        written = quantity(limit.number, self._whole.last.facts[0].content.unit)
        return sentence(_LIMITS[limit.side], self._words.language, number=written)

    def _window(self, window: Window) -> str:
        first = self._words.date(window.first) if window.first else None
        last = self._words.date(window.last) if window.last else None
        key = "window.on" if window.on else "window.between" if first and last else "window.since"
        if first is None:
            return sentence("window.until", self._words.language, last=last)
        slots = {"first": first, "last": last} if key == "window.between" else {"first": first}
        return sentence(key, self._words.language, **slots)


def _listed(readings: Sequence[Reading]) -> Sequence[Reading]:
    """Those of the readings that are listed: all, or the first and the latest of very many."""
    return readings if len(readings) <= MOST_LISTED else (readings[0], *readings[1 - MOST_LISTED :])


def _name(consultation: Consultation, course: Course) -> str:
    if len(course.last.facts) > 1:
        return consultation.pick("혈압", "blood pressure")
    return consultation.words.test(course.last.facts[0].content)


def _nearest(readings: Sequence[Reading], day: str) -> Reading:
    """The reading of that (partial) date, else the last one before it, else the first after."""
    of_day = [one for one in readings if one.day.startswith(day) or day.startswith(one.day)]
    if of_day:
        return of_day[-1]
    before = [one for one in readings if one.day < day]
    return before[-1] if before else readings[0]


def _rounded(exact: Decimal, unit: str | None) -> float:
    """An average to one more place than whole numbers have: values of whole numbers don't have whole means."""
    places = Decimal("1") if unit == "mm[Hg]" else Decimal("0.1") if unit else Decimal("0.01")
    return float(exact.quantize(places, rounding=ROUND_HALF_UP))
