"""Short talks in other people's words: something told, perhaps put right, then asked; with answers that are known.

    python -m evaluation.recollections [--language ko|en] [--authors c d] [--draws 3] [--scene NAME ...] [--show failed]

``recollections/scenes.tsv`` says what a talk is made of: kinds of message, what the last answer must hold and must
not, and what must be on record after it. ``LANGUAGE_AUTHOR.json`` holds one author's wordings of every kind of message
of ``sheet.tsv``, with holes; the authors knew the sheet alone. ``fills.tsv`` has what stands in the holes. Every talk
has a patient of its own and is played over gRPC. The wordings of ``c`` and ``d`` teach nothing and were read by nobody.
Exit status 1 when the share of talks whose answer and record are right is below ``--floor``.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import sys
import tempfile
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from clients.client import AnamnesisClient
from evaluation.server_process import running_server
from protos.anamnesis.v1 import fact_pb2

DATA: Final = Path(__file__).parent / "recollections"
AT: Final = datetime(2026, 6, 15, 10, tzinfo=ZoneInfo("Asia/Seoul"))
"""The moment of every talk; its messages follow each other by two minutes."""
BETWEEN_TURNS: Final = timedelta(minutes=2)

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a talk is made of, and what must hold after it: alternatives in each of ``says``."""

    name: str
    steps: tuple[tuple[str, tuple[str, ...]], ...]
    says: tuple[tuple[str, ...], ...]
    never: tuple[str, ...]
    record: tuple[str, ...]


@dataclass(slots=True)
class Filled:
    """What stands in the holes of one talk: words, and patterns that find them in an answer."""

    words: dict[str, str] = field(default_factory=dict)
    found: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)
    days: dict[str, date] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Played:
    """A talk that was played: its messages and answers, and what was wrong, if anything."""

    language: str
    author: str
    scene: Scene
    messages: tuple[str, ...]
    answers: tuple[str, ...]
    answer_lacks: tuple[str, ...]
    record_lacks: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether the last answer and the record are right."""
        return not self.answer_lacks and not self.record_lacks


_NUMBER: Final = r"(?<![\d.]){}(?!\d|\.\d)"
"""A number by itself, not a part of another."""
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_SAID: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "@once": r"\bonce\b|\bone time\b|every day|daily", "@twice": r"\btwice\b|\b2 times\b|\btwo times\b",
        "@two": r"(?<![\d.])2(?![\d.])|\btwo\b", "@three": r"(?<![\d.])3(?![\d.])|\bthree\b",
        "@four": r"(?<![\d.])4(?![\d.])|\bfour\b",
        "@table": r"\|", "@told": r"\b(?:told|said|mentioned)\b|2026",
        "@judged": r"target|range|normal|above|below|within|reference|criterion|all right|too (?:high|low)",
        "@morning": r"morning|breakfast", "@evening": r"evening|dinner|supper", "@bedtime": r"bed",
        "@no": r"\b(?:no|not|never|stopped|none|nothing)\b|n't\b",
        "@unsure": r"suspect|not (?:yet )?(?:been )?confirm|unconfirm|uncertain|possib|not (?:yet )?(?:certain|sure)",
        "@refuse": r"\b(?:do not|don't|must not|should not|shouldn't|can't|cannot) (?:take|have|start|use)|\bavoid|"
                   r"^no\b|not (?:be )?taken?\b",
    },
    "ko": {
        "@once": r"한\s*번|1회|1번|매일", "@twice": r"두\s*번|2회|2번",
        "@two": r"(?<![\d.])2(?![\d.])|두\s*(?:가지|개|종|번)|둘",
        "@three": r"(?<![\d.])3(?![\d.])|세\s*(?:가지|개|종|번|차례)|셋",
        "@four": r"(?<![\d.])4(?![\d.])|네\s*(?:가지|개|번|차례)|넷",
        "@table": r"\|", "@told": r"말씀|알려|하셨|2026",
        "@judged": r"목표|정상|기준|범위|높|낮|괜찮",
        "@morning": r"아침", "@evening": r"저녁", "@bedtime": r"자기 전|취침|잠자기|자기전",
        "@no": r"아니|않|없|못|끊|중단|그만",
        "@unsure": r"의심|확진(?:되지| ?전|은 아)|확실하지|확인되지|불확실|미확정|가능성",
        "@refuse": r"(?:드시|복용하|먹|쓰|시작하)(?:지 마|지 않|면 안|시면 안|지 말)|피[하해]|안 됩니다|안 돼",
    },
}  # fmt: skip
_COUNTED: Final = (r"\bnone\b|\bno\b|없", r"\bone\b|\bonce\b|한", r"\btwo\b|\btwice\b|두", r"\bthree\b|\ball\b|세|모두")
_SIDES: Final = ("Systolic blood pressure", "Diastolic blood pressure")


def read_scenes(path: Path = DATA / "scenes.tsv") -> tuple[Scene, ...]:
    """All scenes of a file."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(
        Scene(
            name=row["scene"],
            steps=tuple(_step(one) for one in row["steps"].split()),
            says=tuple(tuple(each.split(" | ")) for each in row["says"].split(" & ")) if row["says"] else (),
            never=tuple(row["never"].split(" | ")) if row["never"] else (),
            record=tuple((row["record"] or "").split(" & ")) if row["record"] else (),
        )
        for row in rows
    )


def _step(text: str) -> tuple[str, tuple[str, ...]]:
    """The kind of a message and the holes that stand in it for its own: ``q.may_take[a2]``."""
    kind, _, renamed = text.rstrip("]").partition("[")
    return kind, tuple(renamed.split(",")) if renamed else ()


def read_fills(path: Path = DATA / "fills.tsv") -> Mapping[str, Mapping[str, Sequence[Row]]]:
    """What may stand in holes, by language and kind of name."""
    found: dict[str, dict[str, list[Row]]] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.setdefault(row["language"], {}).setdefault(row["kind"], []).append(row)
    return found


def messages_of(scene: Scene, bank: Mapping[str, Sequence[str]], filled: Filled, draw: random.Random) -> list[str]:
    """The messages of a talk in an author's words."""
    said = []
    for kind, renamed in scene.steps:
        wording = draw.choice(bank[kind])
        for one in renamed:
            wording = re.sub(rf"\{{{one[0]}1\}}", f"{{{one}}}", wording)
        said.append(spoken(wording, filled.words))
    return said


_HOLE: Final = re.compile(r"\{(\w+)\}")
_PARTICLE: Final = re.compile(r"(\S*?)\[([^\[\]/]+)/([^\[\]/]+)\]")
_RIEUL: Final = 8
"""The coda after which it is 로 as after a vowel."""
_CLOSED_DIGITS: Final = "013678"
"""The digits whose Korean name ends in a consonant."""


def spoken(wording: str, words: Mapping[str, str]) -> str:
    """A wording with its holes filled and its particles chosen by the letter before."""
    text = _HOLE.sub(lambda hole: words[hole[1]], wording)
    return _PARTICLE.sub(lambda found: found[1] + found[2 if _is_closed(found[1], found[3]) else 3], text)


def _is_closed(before: str, other: str) -> bool:
    last = before.rstrip("%)\"'")[-1:]
    if "가" <= last <= "힣":
        coda = (ord(last) - ord("가")) % 28
        return bool(coda) and not (other == "로" and coda == _RIEUL)
    if before.endswith(("mg", "mcg")):
        # Read aloud: milligrams, "밀리그램".
        return True
    return last in _CLOSED_DIGITS and not (other == "로" and last in "178")


def fill(language: str, fills: Mapping[str, Sequence[Row]], draw: random.Random) -> Filled:
    """Names, numbers and days for one talk."""
    made = Filled()
    medicines = draw.sample(list(fills["m"]), 3)
    for hole, row in zip(("m1", "m2", "m3"), medicines, strict=True):
        _name(made, hole, row)
        _dose(made, hole.replace("m", "o"), row["first"])
    if len({made.words[hole] for hole in ("o1", "o2", "o3")}) < len(medicines):
        return fill(language, fills, draw)
    _dose(made, "n1", medicines[0]["second"])
    for kind, holes in (("a", ("a1", "a2")), ("r", ("rel", "rel2")), ("w", ("why", "why2"))):
        for hole, row in zip(holes, draw.sample(list(fills[kind]), 2), strict=True):
            _name(made, hole, row)
    for kind, hole in (("c", "cond"), ("s", "sym"), ("x", "rx"), ("p", "op"), ("t", "test")):
        _name(made, hole, draw.choice(fills[kind]))
    test = next(row for row in fills["t"] if row["said"] == made.words["test"])
    _results(made, float(test["first"]), float(test["second"]), draw)
    _days(made, language, draw)
    _counts(made, language, draw)
    _pressures(made, draw)
    return made


def _name(made: Filled, hole: str, row: Row) -> None:
    made.words[hole] = row["said"]
    made.found[hole] = "|".join(re.escape(one) for one in row["known_as"].split("|"))


def _dose(made: Filled, hole: str, dose: str) -> None:
    made.words[hole] = dose
    made.found[hole] = _NUMBER.format(re.escape(dose.rstrip("mcg"))) + r"\s*m"


def _figure(made: Filled, hole: str, value: float) -> None:
    made.numbers[hole] = value
    made.words[hole] = f"{value:g}"
    made.found[hole] = _NUMBER.format(re.escape(f"{value:g}") + ("" if "." in f"{value:g}" else r"(?:\.0)?"))


def _results(made: Filled, first: float, step: float, draw: random.Random) -> None:
    places = 1 if step < 1 else 0
    at = draw.sample(range(-3, 4), 3)
    chosen = draw.choice([one for one in range(-3, 5) if one not in at])
    for hole, times in zip(("v1", "v2", "v3", "vx"), (*at, chosen), strict=True):
        _figure(made, hole, round(first + times * step, places) + 0.0)
    goal = round(first + draw.choice((-4, 5)) * step, places)
    _figure(made, "goal", goal)
    _figure(made, "goal2", round(goal + 0.5 * step * draw.choice((-1, 1)), places + 1))
    low_high = sorted(("v1", "v2", "v3"), key=lambda hole: made.numbers[hole])
    for hole, other in (("low", low_high[0]), ("high", low_high[-1])):
        made.found[hole] = made.found[other]
        made.numbers[hole] = float(other[1])
    _about(made, "mean", [made.numbers[one] for one in ("v1", "v2", "v3")])
    _about(made, "mean_mid", [made.numbers[one] for one in ("v1", "vx", "v3")])
    _about(made, "mean_last", [made.numbers[one] for one in ("v1", "v2", "vx")])
    for hole, one, other in (("diff", "v1", "v3"), ("diff_last", "v1", "vx"), ("diff12", "v1", "v2"),
                             ("diff_told", "v3", "vx")):  # fmt: skip
        _figure(made, hole, abs(round(made.numbers[other] - made.numbers[one], 2)))
    above = sum(made.numbers[one] > goal for one in ("v1", "v2", "v3"))
    made.found["above"] = rf"{_NUMBER.format(above)}|{_COUNTED[above]}"


def _about(made: Filled, hole: str, values: Sequence[float]) -> None:
    """The mean, as exactly as anybody would say it."""
    mean = sum(values) / len(values)
    kinds = {f"{mean:.2f}", f"{mean:.1f}", f"{round(mean, 2):g}", f"{round(mean, 1):g}"}
    if mean > 20:
        kinds.add(f"{round(mean)}")
    made.found[hole] = "|".join(_NUMBER.format(re.escape(one)) for one in sorted(kinds))


def _days(made: Filled, language: str, draw: random.Random) -> None:
    today = AT.date()
    last = today - timedelta(days=draw.randint(4, 12))
    second = last - timedelta(days=draw.randint(8, 25))
    first = second - timedelta(days=draw.randint(8, 25))
    days = {"d1": first, "d2": second, "d3": last, "d4": today - timedelta(days=draw.randint(1, 3))}
    days["dx"] = last - timedelta(days=draw.choice((-2, 1, 2, 3)))
    for hole, day in days.items():
        made.days[hole] = day
        made.found[hole] = _day_pattern(day)
        made.words[hole] = f"{day.month}월 {day.day}일" if language == "ko" else draw.choice(
            (f"{day.day} {_LONG_MONTHS[day.month - 1]}", f"{_MONTHS[day.month - 1]} {day.day}",
             f"{_LONG_MONTHS[day.month - 1]} {day.day}")
        )  # fmt: skip
    for hole in ("high", "low"):
        made.found[f"{hole}_day"] = made.found[f"d{made.numbers[hole]:g}"]
    made.found["days"] = _NUMBER.format(f"(?:{(today - first).days}|{(today - first).days + 1})")
    made.found["days2"] = _NUMBER.format(f"(?:{(today - second).days}|{(today - second).days + 1})")
    made.found["gap"] = _NUMBER.format(f"{(last - first).days}")


def _day_pattern(day: date) -> str:
    month = f"(?:{_MONTHS[day.month - 1]}|{_LONG_MONTHS[day.month - 1]})"
    return (
        rf"(?<!\d){day.day}(?:st|nd|rd|th)? (?:of )?{month}|{month} {day.day}(?!\d)|"
        rf"(?<!\d){day.month}월 {day.day}일|{day.isoformat()}"
    )


def _counts(made: Filled, language: str, draw: random.Random) -> None:
    month = draw.randint(1, 4)
    made.words["month"] = f"{month}월" if language == "ko" else _LONG_MONTHS[month - 1]
    made.found["month"] = rf"{_MONTHS[month - 1]}|(?<!\d){month}월|2026-{month:02}"
    year, cigarettes = draw.randint(1998, 2023), draw.randint(3, 9)
    for hole, value in (
        ("year", year), ("year2", year + draw.choice((-2, -1, 1))), ("cigs", cigarettes),
        ("cigs2", cigarettes + draw.choice((4, 6, 8))),
    ):  # fmt: skip
        _figure(made, hole, value)
    for hole, ends, doses, count in (
        ("n", "course_end", "course_doses", draw.choice((5, 7))),
        ("n2", "course_end2", "course_doses2", draw.choice((10, 14))),
    ):
        _figure(made, hole, count)
        made.found[ends] = _day_pattern(made.days["d3"] + timedelta(days=count - 1))
        made.found[doses] = _NUMBER.format(count * 3)


def _pressures(made: Filled, draw: random.Random) -> None:
    tops, lows = draw.sample(range(118, 172), 3), draw.sample(range(72, 99), 3)
    for hole, top, low in zip(("b1", "b2", "b3"), tops, lows, strict=True):
        made.words[hole] = f"{top}/{low}"
        made.found[hole] = f"{top}/{low}"
    made.found["bhigh_day"] = made.found[f"d{tops.index(max(tops)) + 1}"]
    means = [{f"{sum(each) / 3:.1f}", f"{round(sum(each) / 3)}", f"{sum(each) // 3}"} for each in (tops, lows)]
    made.found["bmean"] = "|".join(f"{top}(?:[.]0)?/{low}" for top in sorted(means[0]) for low in sorted(means[1]))


def _holds(token: str, answer: str, language: str, filled: Filled) -> bool:
    pattern = filled.found[token[1:-1]] if token.startswith("{") else _SAID[language][token]
    return re.search(pattern, answer, re.IGNORECASE | re.MULTILINE) is not None


def what_answer_lacks(scene: Scene, answer: str, language: str, filled: Filled) -> tuple[str, ...]:
    """What the answer should hold and doesn't, or holds and shouldn't."""
    lacks = [" | ".join(one) for one in scene.says if not any(_holds(each, answer, language, filled) for each in one)]
    first = answer.partition("\n")[0]
    return (*lacks, *(f"not {one}" for one in scene.never if _holds(one, first, language, filled)))


_SLOTS: Final = {
    "lab": "SLOT_KIND_LABS", "med": "SLOT_KIND_MEDICATIONS", "all": "SLOT_KIND_ALLERGIES",
    "cond": "SLOT_KIND_CONDITIONS", "fam": "SLOT_KIND_FAMILY_HISTORY", "sym": "SLOT_KIND_SYMPTOMS",
    "op": "SLOT_KIND_PROCEDURES", "bp": "SLOT_KIND_VITALS",
}  # fmt: skip


def what_record_lacks(scene: Scene, facts: Sequence[fact_pb2.Fact], filled: Filled) -> tuple[str, ...]:
    """What should be on record and isn't, or is and shouldn't."""
    wrong = []
    for wanted in scene.record:
        slot, *about = wanted.lstrip("-").split()
        held = any(_is_it(fact, slot, about, filled) for fact in facts if fact.current)
        if held == wanted.startswith("-"):
            wrong.append(wanted)
    return tuple(wrong)


def _is_it(fact: fact_pb2.Fact, slot: str, about: Sequence[str], filled: Filled) -> bool:
    if fact_pb2.SlotKind.Name(fact.slot) != _SLOTS[slot] or fact.polarity == "negated":
        return False
    names = f"{fact.name} | {fact.display}"
    match slot:
        case "lab":
            return fact.number == filled.numbers[about[0]] or fact.value_stated == filled.words[about[0]]
        case "bp":
            return fact.name in _SIDES and f"{fact.number:g}" in filled.words[about[0]].split("/")
        case "med":
            return (
                fact.subject == "patient" and fact.status not in ("stopped", "planned", "on-hold")
                and re.search(filled.found[about[0]], names, re.IGNORECASE) is not None
                and all(fact.dose == filled.words[one] for one in about[1:])
            )  # fmt: skip
        case "fam":
            return (
                _is_whose(fact, about, filled) and re.search(filled.found[about[1]], names, re.IGNORECASE) is not None
            )
        case _:
            return fact.subject == "patient" and re.search(filled.found[about[0]], names, re.IGNORECASE) is not None


_RELATIVES: Final = {
    "언니": "sister", "어머니": "mother", "아버지": "father", "남동생": "brother",
}  # fmt: skip


def _is_whose(fact: fact_pb2.Fact, about: Sequence[str], filled: Filled) -> bool:
    said = filled.words[about[0]]
    return fact.subject.endswith(_RELATIVES.get(said, said))


def play(
    client: AnamnesisClient, language: str, authors: Sequence[str], scenes: Sequence[Scene], draws: int
) -> Iterator[Played]:
    """Each scene in each author's words, ``draws`` times; the same arguments give the same talks."""
    fills = read_fills()[language]
    for author in authors:
        bank = json.loads((DATA / f"{language}_{author}.json").read_text(encoding="utf-8"))
        for scene in scenes:
            if any(kind not in bank for kind, _ in scene.steps):
                continue
            for number in range(draws):
                draw = random.Random(f"{language} {author} {scene.name} {number}")  # noqa: S311 - not for secrets
                filled = fill(language, fills, draw)
                _of_its_kind(scene, fills, filled, draw)
                said = messages_of(scene, bank, filled, draw)
                patient_id, conversation = str(uuid.uuid4()), str(uuid.uuid4())
                client.register_patient(patient_id, locale=language, time_zone="Asia/Seoul")
                answers = [
                    client.say(patient_id, text, conversation_id=conversation, said_at=AT + at * BETWEEN_TURNS).text
                    for at, text in enumerate(said)
                ]
                facts = list(client.profile(patient_id).facts)
                yield Played(
                    language, author, scene, tuple(said), tuple(answers),
                    what_answer_lacks(scene, answers[-1], language, filled), what_record_lacks(scene, facts, filled),
                )  # fmt: skip


def _of_its_kind(scene: Scene, fills: Mapping[str, Sequence[Row]], filled: Filled, draw: random.Random) -> None:
    """A course is one of an antibiotic and begins lately."""
    if any(kind == "t.course" for kind, _ in scene.steps):
        _name(filled, "m1", draw.choice(fills["b"]))
        filled.words["d1"], filled.found["d1"] = filled.words["d3"], filled.found["d3"]


def table(played: Sequence[Played]) -> str:
    """Right talks by scene and language, and in all by author."""
    counts: dict[str, dict[str, Counter[bool]]] = defaultdict(lambda: defaultdict(Counter))
    for one in played:
        counts[one.scene.name][one.language][one.is_right] += 1
    lines = ["| scene | ko | en |", "|---|---|---|"]
    lines.extend(
        f"| {scene} | {' | '.join(f'{found[each][True]}/{found[each].total()}' for each in ('ko', 'en'))} |"
        for scene, found in counts.items()
    )
    return "\n".join(lines)


def summary(played: Sequence[Played]) -> str:
    """One line an author: talks right; answers right; records right."""
    by_author: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for one in played:
        by_author[one.language, one.author].append(one)
    lines = []
    for (language, author), those in by_author.items():
        right = sum(one.is_right for one in those)
        answers, records = sum(not one.answer_lacks for one in those), sum(not one.record_lacks for one in those)
        lines.append(
            f"{language} {author}: right {right}/{len(those)} ({right / len(those):.3f}), "
            f"answers {answers / len(those):.3f}, records {records / len(those):.3f}"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, score and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address")
    parser.add_argument("--language", choices=("ko", "en"), action="append")
    parser.add_argument("--authors", nargs="*", default=["c", "d"])
    parser.add_argument("--scene", nargs="*")
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--show", choices=("none", "failed", "all"), default="none")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--floor", type=float, default=0.0)
    options = parser.parse_args(arguments)
    scenes = [scene for scene in read_scenes() if not options.scene or scene.name in options.scene]
    played = []
    with tempfile.TemporaryDirectory() as data, running_server(options.address, Path(data)) as address:
        with AnamnesisClient(address) as client:
            for language in options.language or ("ko", "en"):
                for one in play(client, language, options.authors, scenes, options.draws):
                    played.append(one)
                    if options.show == "all" or (options.show == "failed" and not one.is_right):
                        print(_shown(one))
    if options.table:
        print(table(played))
    print(summary(played))
    return 0 if sum(one.is_right for one in played) >= options.floor * len(played) else 1


def _shown(one: Played) -> str:
    mark = "right" if one.is_right else f"WRONG answer {list(one.answer_lacks)} record {list(one.record_lacks)}"
    said = "\n".join(
        f"    > {message}\n      {answer.replace(chr(10), ' / ')}"
        for message, answer in zip(one.messages, one.answers, strict=True)
    )
    return f"{one.language} {one.author} {one.scene.name}: {mark}\n{said}"


if __name__ == "__main__":
    sys.exit(main())
