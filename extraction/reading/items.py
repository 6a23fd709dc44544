"""What an utterance may speak of: the names in it, what a number implies, and facts on record that nobody names.

An item is read by the learned models: which role it has, how it is asserted, which figures, dates and frequencies are
its own. Items of memory ("it was 6.9", "I stopped that one") stand nowhere in the text and carry a heard fact.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from domain.values import PATIENT, Content, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Entry, Mention
from extraction.reading.corrections.recalling import meant_on_record, members_on_record, recalled
from extraction.reading.figures.bare_fevers import is_bare_fever
from extraction.reading.figures.beats import is_pulse
from extraction.reading.figures.figures import Figure
from extraction.reading.figures.measuring import in_range, unit_fits
from extraction.reading.figures.unnamed_inrs import may_be_either, unnamed_inrs
from extraction.reading.figures.unnamed_sugars import unnamed_sugars
from extraction.reading.people.birth_weights import BIRTH_WEIGHT, weighed_at_birth
from extraction.reading.people.pregnancy_weeks import GESTATIONAL_AGE, PREGNANCY, are_weeks, weeks_alone
from extraction.reading.sheet import Cover, Sheet
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex
from extraction.values.units import BODY_CELSIUS, BODY_FAHRENHEIT

ItemKind = Literal[
    "conditions", "symptoms", "medications", "drug_classes", "labs", "vitals", "allergens", "procedures", "social",
    "topic", "age", "gender",
]  # fmt: skip
"""The lexicon tables, and what no table holds: a slot named as a whole, an age, a gender."""

UNLISTED: Final[tuple[ItemKind, ...]] = (
    "conditions", "symptoms", "medications", "labs", "vitals", "allergens", "procedures", "social",
)  # fmt: skip
"""The kinds of what may be named in words that no table lists."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What the conversation has said before this utterance.

    ``facts`` are the live facts, newest spoken of first; ``agent_said`` the agent's last words; ``asked_for`` the tests
    whose value they asked for; ``agent_named`` all that they name, in their order. ``patient_is`` is the relative whom
    somebody speaks for (a kinship concept id); "" where the patient speaks. ``of_last_turn`` are the concept ids of the
    facts that the last turn told or answered with. ``speaker_is`` says that whoever speaks has told of himself or
    herself as the patient. ``superseded`` are what corrections replaced, the newest correction's first, ``goals``
    the goals that were set for tests, the newest first, and ``children`` the names, ages, sexes and weights on record
    of the children, whose record it is or who are told of beside. ``said_before`` are the turns before, as they were
    said, the oldest first.
    """

    facts: tuple[Content, ...] = ()
    agent_said: str = ""
    asked_for: tuple[Entry, ...] = ()
    agent_named: tuple[Entry, ...] = ()
    patient_is: str = ""
    of_last_turn: frozenset[str] = frozenset()
    speaker_is: bool = False
    superseded: tuple[Content, ...] = ()
    goals: tuple[Content, ...] = ()
    children: tuple[Content, ...] = ()
    said_before: tuple[str, ...] = ()

    @property
    def pointed_at(self) -> frozenset[str]:
        """The concepts that the last words spoken, the agent's or the patient's, can have left in mind."""
        return self.of_last_turn | {one.concept_id for one in self.agent_named}


@dataclass(frozen=True, slots=True)
class Item:
    """One thing spoken of: [start, end) is its place in the text, empty for what is not named there.

    ``heard`` is the index of its fact among ``Heard.facts``: of an item of memory always, of a named one when its
    concept is on record.
    """

    kind: ItemKind
    start: int
    end: int
    entry: Entry | None = None
    slot: SlotKind | None = None
    value: str | None = None
    heard: int | None = None
    named: bool = True
    confidence: float = 1.0

    @property
    def concept_id(self) -> str:
        """The concept's id, or the kind where no entry holds it."""
        return self.entry.concept_id if self.entry is not None else self.kind

    @property
    def unlisted(self) -> bool:
        """Whether the words name something that no table lists: what is known of it are those words."""
        return self.named and self.entry is None and self.kind in UNLISTED


_TOPICS: Final = (
    (SlotKind.MEDICATIONS, (
        "먹는 약", "드시는 약", "복용약", "복용 약", "복용하는 약", "복용 중인 약", "약물", "약",
        "medications", "medication", "medicines", "medicine", "meds", "pills", "tablets", "drugs", "prescriptions")),
    (SlotKind.ALLERGIES, (
        "알레르기", "알러지", "앨러지", "allergies", "allergy", "allergic", "nkda")),
    (SlotKind.CONDITIONS, (
        "지병", "기저질환", "기저 질환", "만성질환", "앓는 병", "앓고 있는 병", "병력", "병",
        "medical conditions", "conditions", "medical history", "illnesses", "health problems", "diagnoses",
        "diseases")),
    (SlotKind.PROCEDURES, ("수술", "surgeries", "surgery", "operations", "operation")),
    (SlotKind.FAMILY_HISTORY, ("가족력", "집안 내력", "family history")),
)  # fmt: skip
"""Words that name a slot as a whole: "no medicines", "no known allergies"."""

_SEX_BEHIND: Final = lazy_regex(r"\s?(?:세|살|yo|y/o|yrs?)?[\s,/]{0,2}(?P<sex>[mf](?![\w'])|[남여](?=[\s.,)/]|$))")
"""A sex by one letter behind an age: "34F", "62 m", "57세 남"."""

_GENDERS: Final = (
    ("female", (
        "여자", "여성", "여아", "여잔데", "여잡니다", "할매", "할망", "아줌마",
        "female", "woman", "girl", "lady", "lass", "she/her")),
    ("male", (
        "남자", "남성", "남아", "남잔데", "남잡니다", "할배", "하르방",
        "male", "man", "boy", "guy", "bloke", "lad", "gentleman", "he/him")),
)  # fmt: skip
MEMORY_ITEMS: Final = 12
"""How many facts on record, newest spoken of first, an utterance may mean without naming them."""

_PRESSURES: Final = ("blood_pressure", "systolic_blood_pressure", "diastolic_blood_pressure")
_REACH: Final = 60
_RIGHT_BEHIND: Final = 12
"""Most characters between a test's name and the number that is its own."""

_LEAST_AGE, _GREATEST_AGE = 10, 110


def items_of(sheet: Sheet, heard: Heard, lexicon: Lexicon) -> tuple[Item, ...]:
    """All items of an utterance: those in the text by place, then those of memory, newest first."""
    placed = sorted(
        (
            *(_of_pregnancy(one, heard, lexicon) for one in _named(sheet, heard, lexicon)),
            *_recalled(sheet, heard, lexicon),
            *_wholes(sheet),
            *_persons(sheet),
            *_implied(sheet, lexicon, heard),
            *_sugars(sheet, lexicon, heard),
            *_clotting(sheet, lexicon, heard),
            *_weeks(sheet, heard, lexicon),
            *_answered(sheet, heard),
            *_sides(sheet, lexicon, heard),
            *_pointed(sheet, heard),
        ),
        key=lambda item: (item.start, item.end),
    )
    spoken = {item.heard for item in placed if item.heard is not None}
    unnamed = [
        _of_memory(index, fact)
        for index, fact in enumerate(heard.facts[:MEMORY_ITEMS])
        if index not in spoken and fact.subject == PATIENT
    ]
    return (*placed, *unnamed)


def with_unlisted(items: Sequence[Item], found: Sequence[Item]) -> tuple[Item, ...]:
    """``items`` with those that no table lists among the named ones by place; none where a listed name stands."""
    listed = [(one.start, max(one.end, one.start + 1)) for one in items if one.named and one.entry is not None]
    fresh = [one for one in found if not any(start < one.end and one.start < end for start, end in listed)]
    named = sorted([one for one in items if one.named] + fresh, key=lambda item: (item.start, item.end))
    return (*named, *(one for one in items if not one.named))


def _named(sheet: Sheet, heard: Heard, lexicon: Lexicon) -> Iterator[Item]:
    for mention in sheet.mentions:
        if may_be_either(mention, sheet, heard.facts):
            continue
        meant = meant_on_record(mention, sheet, heard.facts, lexicon)
        entry = lexicon.find("medications", heard.facts[meant].concept.concept_id) if meant is not None else None
        if entry is not None:
            yield Item("medications", mention.start, mention.end, entry, heard=meant, confidence=ANSWERED)
        elif mention.entry.kind != "relatives":
            yield Item(
                mention.entry.kind, mention.start, mention.end, mention.entry,
                heard=_meant_by(mention, sheet, heard.facts, lexicon), confidence=mention.confidence,
            )  # fmt: skip


def _recalled(sheet: Sheet, heard: Heard, lexicon: Lexicon) -> Iterator[Item]:
    """What is on record, by a short name."""
    for kind, entry, start, end, index in recalled(sheet, heard.facts, lexicon):
        yield Item(kind, start, end, entry, heard=index, confidence=ANSWERED)


_EXPECTING: Final = lazy_regex(
    r"pregnan|\bbaby|\bbump\b|midwife|antenatal|\bscan\b|\bdue\b|trimester|임신|임부|산모|아기|태아|태동|산부인과"
    r"|초음파"
    r"|weeks (?:gone|along)"
)


def _weeks(sheet: Sheet, heard: Heard, lexicon: Lexicon) -> Iterator[Item]:
    """The pregnancy, by its weeks alone, where it is on record or the words speak of one."""
    entry = lexicon.find("conditions", PREGNANCY)
    if entry is None or any(one.entry.concept_id in (PREGNANCY, GESTATIONAL_AGE) for one in sheet.mentions):
        return
    known = _on_record(entry, heard.facts)
    if known is None and _EXPECTING.search(sheet.folded) is None:
        return
    taken = _named_in(sheet)
    for start, end in weeks_alone(sheet.folded):
        if not taken.touches(start, end):
            yield Item("conditions", start, end, entry, heard=known, confidence=ANSWERED)
            return


def of_weeks(sheet: Sheet, heard: Heard, found: Sequence[Item], lexicon: Lexicon) -> tuple[Item, ...]:
    """``found`` without a table's name, where bare weeks tell of the pregnancy on record or in the same words."""
    entry = lexicon.find("conditions", PREGNANCY)
    if entry is None:
        return tuple(found)
    on_record = _on_record(entry, heard.facts)
    if on_record is None and _EXPECTING.search(sheet.folded) is None:
        return tuple(found)
    return tuple(
        replace(one, kind="conditions", entry=entry, heard=on_record)
        if are_weeks(sheet.folded[one.start : one.end], sheet.folded[one.end : one.end + _RIGHT_BEHIND])
        else one
        for one in found
    )


def _of_pregnancy(item: Item, heard: Heard, lexicon: Lexicon) -> Item:
    """Who tells how many weeks tells of the pregnancy ("20 weeks pregnant")."""
    if item.concept_id != GESTATIONAL_AGE:
        return item
    entry = lexicon.entry("conditions", PREGNANCY)
    return replace(item, kind="conditions", entry=entry, heard=_on_record(entry, heard.facts))


def _meant_by(mention: Mention, sheet: Sheet, facts: Sequence[Content], lexicon: Lexicon) -> int | None:
    """The fact that a name means: of a class of medicines the newest that its words can mean, or the allergy to it."""
    if mention.entry.kind == "drug_classes":
        said = sheet.folded[mention.start : mention.end]
        members = members_on_record(mention.entry.concept_id, said, facts)
        if members:
            return members[0]
    meant = _on_record(mention.entry, facts)
    if meant is not None or mention.entry.kind not in ("medications", "drug_classes"):
        return meant
    borne_badly = any(one.slot is SlotKind.ALLERGIES for one in facts)
    return _on_record(as_allergen(mention, lexicon), facts) if borne_badly else None


def _on_record(entry: Entry, facts: Sequence[Content]) -> int | None:
    """The newest fact of this concept, or of one that it is the narrower or broader name of ("insulin", of detemir)."""
    for index, fact in enumerate(facts):
        if fact.concept.concept_id == entry.concept_id and fact.subject == PATIENT:
            return index
    for index, fact in enumerate(facts):
        related = fact.concept.concept_id in entry.broader or entry.concept_id in fact.concept.broader
        if related and fact.subject == PATIENT:
            return index
    longer = [
        index
        for index, fact in enumerate(facts)
        if fact.subject == PATIENT and fact.slot is SlotKind.MEDICATIONS and entry.kind == "medications"
        and fact.concept.name.casefold().startswith(f"{entry.name.casefold()} ")
    ]  # fmt: skip
    return longer[0] if len(longer) == 1 else None


def slots_named(folded: str) -> frozenset[SlotKind]:
    """The slots that words in lower case name as a whole."""
    called = ((slot, word) for slot, words in _TOPICS for word in words)
    return frozenset(slot for slot, word in called if next(_occurrences(folded, word), None) is not None)


def _wholes(sheet: Sheet) -> Iterator[Item]:
    taken = _named_in(sheet)
    for slot, words in _TOPICS:
        for word in words:
            for start in _occurrences(sheet.folded, word):
                end = start + len(word)
                if not taken.touches(start, end):
                    taken.add(start, end)
                    yield Item("topic", start, end, slot=slot)


def _named_in(sheet: Sheet) -> Cover:
    return Cover(len(sheet.folded), ((mention.start, mention.end) for mention in sheet.mentions))


def _may_be_age(figure: Figure) -> bool:
    """A bare whole number of years that a person may have ("63, retired in 2022")."""
    quantity = figure.quantity
    bare = figure.kind == "number" and quantity.unit is None and quantity.comparator is None
    return bare and _LEAST_AGE <= figure.value <= _GREATEST_AGE and float(figure.value).is_integer()


def _occurrences(text: str, word: str) -> Iterator[int]:
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        opens = start == 0 or not text[start - 1].isalnum()
        closes = end == len(text) or not (word.isascii() and text[end].isalnum())
        if opens and closes:
            yield start
        start = text.find(word, end)


_LIMITS_APART: Final = 16
"""Characters within which both sexes are named where each has a limit of its own."""


def _persons(sheet: Sheet) -> Iterator[Item]:
    for figure in sheet.figures:
        if figure.kind == "age" or _may_be_age(figure):
            yield Item("age", figure.start, figure.end, value=f"{figure.value:g}", named=True)
        if figure.kind == "age" and (letter := _SEX_BEHIND.match(sheet.folded, figure.end)) is not None:
            place = letter.start("sex")
            yield Item("gender", place, place + 1, value="female" if letter["sex"] in "f여" else "male")
    taken = _named_in(sheet)
    found = [
        Item("gender", start, start + len(word), value=value)
        for value, words in _GENDERS
        for word in words
        for start in _occurrences(sheet.folded, word)
        if not taken.touches(start, start + len(word))
    ]
    # "13 for a man, 12 for a woman" is a limit for each, and tells of nobody.
    yield from (
        one
        for one in found
        if all(one.value == other.value or abs(one.start - other.start) > _LIMITS_APART for other in found)
    )


def _implied(sheet: Sheet, lexicon: Lexicon, heard: Heard) -> Iterator[Item]:
    """Tests that a number implies though nobody names them: pressures, degrees, kilograms, centimetres, beats."""
    named = sorted(
        (mention for mention in sheet.mentions if mention.entry.kind in ("labs", "vitals")), key=lambda one: one.start
    )
    starts = [one.start for one in named]
    for figure in sheet.figures:
        concept_id = _told_by(figure, sheet)
        if concept_id is None:
            continue
        entry = lexicon.entry("vitals", concept_id)
        alike = _PRESSURES if concept_id == "blood_pressure" else (concept_id,)
        near = named[bisect_left(starts, figure.start - _REACH) : bisect_right(starts, figure.start + _REACH)]
        # Degrees without their unit are no temperature right behind another test ("weight 38.5").
        owned = (
            figure.quantity.unit is None
            and figure.kind == "number"
            and any(0 <= figure.start - one.end <= _RIGHT_BEHIND for one in near)
        )
        if not owned and not any(one.entry.concept_id in alike for one in near):
            yield Item(
                "vitals", figure.start, figure.start, entry, heard=_on_record(entry, heard.facts), confidence=0.7
            )


def _told_by(figure: Figure, sheet: Sheet) -> str | None:
    """The test that a number tells by itself or with the words around it; None where it tells none."""
    if weighed_at_birth(figure, sheet.folded):
        return BIRTH_WEIGHT
    if is_pulse(figure, sheet):
        return "heart_rate"
    return "body_temperature" if is_bare_fever(figure, sheet) else _implied_by(figure)


def _sugars(sheet: Sheet, lexicon: Lexicon, heard: Heard) -> Iterator[Item]:
    """A sugar that no name of a test tells: by its meal, or by the meter of somebody with diabetes."""
    entry = lexicon.find("labs", "glucose")
    if entry is None:
        return
    known = _on_record(entry, heard.facts)
    for start, end in unnamed_sugars(sheet, heard.facts, entry):
        yield Item("labs", start, end, entry, heard=known, confidence=ANSWERED if end > start else 0.7)


def _clotting(sheet: Sheet, lexicon: Lexicon, heard: Heard) -> Iterator[Item]:
    """An INR that no name of a test tells, of whom it is measured."""
    entry = lexicon.find("labs", "inr")
    if entry is not None:
        for place in unnamed_inrs(sheet, heard.facts):
            yield Item("labs", place, place, entry, heard=_on_record(entry, heard.facts), confidence=ANSWERED)


def _sides(sheet: Sheet, lexicon: Lexicon, heard: Heard) -> Iterator[Item]:
    """The upper or the lower number of a pressure on record, as people call it."""
    for concept_id, words in _SIDES:
        entry = lexicon.entry("vitals", concept_id)
        on_record = _on_record(entry, heard.facts)
        taken = _named_in(sheet)
        for word in words if on_record is not None else ():
            for start in _occurrences(sheet.folded, word):
                end = start + len(word)
                if not taken.touches(start, end):
                    taken.add(start, end)
                    yield Item("vitals", start, end, entry, heard=on_record, confidence=ANSWERED)


def _pointed(sheet: Sheet, heard: Heard) -> Iterator[Item]:
    """What the words point at by its place among the facts that the agent just named ("앞엣것", "the latter")."""
    listed: list[tuple[Entry, int]] = []
    for entry in heard.agent_named:
        at = _on_record(entry, heard.facts)
        if at is not None and entry.kind != "vitals" and at not in [one for _, one in listed]:
            listed.append((entry, at))
    if len(listed) < len(_POINTING):
        return
    taken = _named_in(sheet)
    for (entry, at), words in zip((listed[0], listed[1]), _POINTING, strict=True):
        for match in words.finditer(sheet.folded):
            if entry.kind != "relatives" and not taken.touches(match.start(), match.end()):
                taken.add(match.start(), match.end())
                yield Item(entry.kind, match.start(), match.end(), entry, heard=at, confidence=ANSWERED)
                break


_POINTING: Final = (
    lazy_regex(
        r"앞엣?에?\s?(?:거|것|건|게|약)|전자(?=[는가를도요만\s.,]|$)|먼저\s?(?:말|얘기|이야기)\S*\s?(?:거|것|건|게)?"
        r"|첫\s?번?째\s?(?:거|것|건|게|약)?"
        r"|\bthe former\b|\b(?:the )?first (?:one|of)\b|\bthe first\b"
    ),
    lazy_regex(
        r"뒤엣?에?\s?(?:거|것|건|게|약)|후자(?=[는가를도요만\s.,]|$)|나중에?\s?(?:말|얘기|이야기)\S*\s?(?:거|것|건"
        r"|게)?|(?:두\s?번|둘)째\s?(?:거"
        r"|것|건|게|약)?"
        r"|\bthe latter\b|\b(?:the )?second (?:one|of)\b|\bthe second\b"
    ),
)
"""Words for the first and for the second of two."""

_SIDES: Final = (
    ("systolic_blood_pressure", (
        "위에 거", "위에거", "위쪽", "윗 숫자", "윗숫자", "윗거", "위", "앞 숫자", "앞숫자", "높은 거",
        "the top", "top number", "top one", "the upper", "upper one", "upper number", "first number", "systolic")),
    ("diastolic_blood_pressure", (
        "아래 거", "아래거", "아래쪽", "아랫 숫자", "아랫숫자", "아랫거", "아래", "밑에 거", "밑에거", "밑",
        "뒤 숫자", "뒷숫자", "낮은 거", "the bottom", "bottom number", "bottom one", "the lower", "lower one",
        "lower number", "second number", "diastolic")),
)  # fmt: skip
"""How people call the two numbers of a pressure, the longer forms first."""


def _answered(sheet: Sheet, heard: Heard) -> Iterator[Item]:
    """The test that the agent asked for, where the words name none: its value is the first number of the answer."""
    if any(one.entry.kind in ("labs", "vitals") for one in sheet.mentions):
        return
    for entry in heard.asked_for[:1]:
        figure = next((one for one in sheet.figures if one.kind == "number" and unit_fits(entry, one.quantity)), None)
        if figure is not None and in_range(entry, figure.quantity) and _implied_by(figure) != entry.concept_id:
            yield Item("vitals" if entry.kind == "vitals" else "labs", figure.start, figure.start, entry,
                       heard=_on_record(entry, heard.facts), confidence=ANSWERED)  # fmt: skip


ANSWERED: Final = 0.8
"""Confidence in a test that the words do not name but the talk does."""


_BODY: Final = {"Cel": BODY_CELSIUS, "[degF]": BODY_FAHRENHEIT}


def _implied_by(figure: Figure) -> str | None:
    quantity = figure.quantity
    if figure.kind == "systolic":
        return "blood_pressure"
    if figure.kind != "number" or quantity.value is None:
        return None
    if quantity.unit in ("Cel", "[degF]"):
        # "29 f" is a woman of 29: no living body is that cold.
        low, high = _BODY[quantity.unit]
        return "body_temperature" if low <= quantity.value <= high else None
    if quantity.unit is None and BODY_CELSIUS[0] + 5 <= quantity.value <= BODY_CELSIUS[1] and quantity.value % 1:
        return "body_temperature"
    return {"kg": "body_weight", "[lb_av]": "body_weight", "cm": "body_height", "[in_i]": "body_height"}.get(
        quantity.unit or ""
    )


def _of_memory(index: int, fact: Content) -> Item:
    kinds: dict[SlotKind, ItemKind] = {
        SlotKind.CONDITIONS: "conditions", SlotKind.SYMPTOMS: "symptoms", SlotKind.MEDICATIONS: "medications",
        SlotKind.LABS: "labs", SlotKind.VITALS: "vitals", SlotKind.ALLERGIES: "allergens",
        SlotKind.PROCEDURES: "procedures", SlotKind.SOCIAL_HISTORY: "social", SlotKind.FAMILY_HISTORY: "conditions",
        SlotKind.DEMOGRAPHICS: "age",
    }  # fmt: skip
    return Item(kinds[fact.slot], 0, 0, slot=fact.slot, heard=index, named=False)
