"""What the record settles: of two numbers about a fact on record, the one that stands there is the old one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.values import Concept, Content, SlotKind, Status
from extraction.reading.figures.figures import Figure, FigureKind
from extraction.reading.items import Heard, Item
from extraction.reading.settling import settled
from extraction.reading.understanding import Act, Change, Read
from extraction.values.dates import DateMention
from extraction.values.quantities import QuantityMention
from tests.shipped import vocabulary

DOSE = Content(
    slot=SlotKind.MEDICATIONS, concept=Concept(concept_id="atorvastatin", name="Atorvastatin"), dose="20mg",
    status=Status.ACTIVE,
)  # fmt: skip
TEST = Content(slot=SlotKind.LABS, concept=Concept(concept_id="tsh_receptor", name="A test"), value=231.0)
AGE = Content(slot=SlotKind.DEMOGRAPHICS, concept=Concept(concept_id="age", name="age"), value=72.0, unit="a")


def figure(value: float, start: int, kind: FigureKind = "number", unit: str | None = None) -> Figure:
    return Figure(QuantityMention(value, None, None, None, unit, unit is not None, start, start + 2), kind)


def medicine(change: Change, *, named: bool = True, role: str = "medications", **more: object) -> Read:
    item = Item("medications", 0, 6 if named else 0, heard=0, named=named)
    return Read(item, role, change=change, **more)  # type: ignore[arg-type]


def numbers(read: Read) -> tuple[list[float], list[float]]:
    return [one.value for one in read.new], [one.value for one in read.old]


def test_the_dose_on_record_is_what_was_and_the_other_one_what_is() -> None:
    was, now = figure(20, 10), figure(40, 20)
    for bound in ((), (was,)):
        [read] = settled(Heard((DOSE,)), [medicine("change", new=bound)], (), (was, now), {})
        assert numbers(read) == ([40.0], [20.0])


def test_a_bare_number_is_the_new_dose_of_what_is_changed() -> None:
    [read] = settled(Heard((DOSE,)), [medicine("change", named=False)], (), (figure(40, 10),), {})
    assert numbers(read) == ([40.0], [])


def test_the_models_choose_among_several_numbers() -> None:
    figures = (figure(1, 10), figure(40, 20), figure(4, 30))
    favoured = {(0, 10): -2.0, (0, 20): 0.5, (0, 30): -1.0}
    [read] = settled(Heard((DOSE,)), [medicine("correct")], (), figures, favoured)
    assert numbers(read) == ([40.0], [])


def test_a_value_of_two_that_is_on_record_is_the_old_one() -> None:
    item = Item("labs", 0, 4, heard=0)
    told = Read(item, "labs", change="correct", new=(figure(312, 10), figure(231, 20)))
    [read] = settled(Heard((TEST,)), [told], (), told.new, {})
    assert numbers(read) == ([312.0], [231.0])


def test_a_fact_that_nobody_names_is_meant_by_its_number_when_something_is_corrected() -> None:
    figures = (figure(72, 4), figure(71, 20))
    memory = Read(Item("age", 0, 0, slot=SlotKind.DEMOGRAPHICS, heard=0, named=False), "untouched")
    [read] = settled(Heard((AGE,)), [memory], (Act("correct", 0.2),), figures, {})
    assert (read.role, read.change, numbers(read)) == ("demographics", "correct", ([71.0], [72.0]))
    [read] = settled(Heard((AGE,)), [memory], (Act("state", 0.0),), figures, {})
    assert read == memory
    [read] = settled(Heard((AGE,)), [memory], (Act("correct", 0.2),), figures[1:], {})
    assert read == memory


@given(st.text(alphabet="0123456789.²½-/ mg정", max_size=8))
def test_no_dose_on_record_breaks_a_later_reading(dose: str) -> None:
    heard = Heard((DOSE.with_fields(dose=dose),))
    settled(heard, [medicine("change", named=False)], (Act("change", 0.0),), (figure(40, 10),), {})


def test_what_counts_something_else_is_no_dose() -> None:
    other = (figure(6.9, 10, unit="mg/dL"), figure(130, 20, "systolic"), figure(5000, 30))
    [read] = settled(Heard((DOSE,)), [medicine("change")], (), other, {})
    assert numbers(read) == ([], [])


@given(st.lists(st.sampled_from([5.0, 10.0, 20.0, 40.0, 80.0]), max_size=5), st.sampled_from(["correct", "change"]))
def test_the_number_on_record_never_takes_its_own_place(values: list[float], change: Change) -> None:
    figures = tuple(figure(value, 10 * at) for at, value in enumerate(values, 1))
    [read] = settled(Heard((DOSE,)), [medicine(change)], (), figures, {})
    assert 20.0 not in [one.value for one in read.new] or set(values) == {20.0}
    assert len(read.new) <= 1


def told(item: Item, change: Change = "correct", *new: Figure, **more: object) -> Read:
    return Read(item, "labs", change=change, new=new, **more)  # type: ignore[arg-type]


def drug(name: str, start: int, heard: int | None = None) -> Item:
    entry = vocabulary().lexicon.by_name(name, ("medications",))
    return Item("medications", start, start + 4, entry=entry, heard=heard)


def test_a_name_on_record_gives_way_to_another_of_its_kind() -> None:
    old, new = drug("Atorvastatin", 0, 0), drug("Rosuvastatin", 10)
    for change in ("correct", "retract"):
        reads = [Read(old, "medications", change=change), Read(new, "medications")]
        first, second = settled(Heard((DOSE,)), reads, (Act("correct", 0.1),), (), {})
        assert (first.role, second.role, second.change) == ("old", "medications", "correct")


def test_nothing_gives_way_to_what_is_told_with_doubt_or_of_somebody_else() -> None:
    old, new = drug("Atorvastatin", 0, 0), drug("Rosuvastatin", 10)
    relative = vocabulary().lexicon.entry("relatives", "mother")
    for other in (Read(new, "medications", doubt=0.9), Read(new, "medications", subjects=(relative,))):
        first, second = settled(Heard((DOSE,)), [Read(old, "medications", change="correct"), other], (), (), {})
        assert first.role == "medications"
        assert second == other


def test_the_number_of_a_test_that_gives_way_is_the_other_ones() -> None:
    lexicon = vocabulary().lexicon
    ast = Item("labs", 6, 9, entry=lexicon.by_name("AST", ("labs",)), heard=0)
    alt = Item("labs", 15, 18, entry=lexicon.by_name("ALT", ("labs",)))
    known = Content(slot=SlotKind.LABS, concept=Concept(concept_id="ast", name="AST"), value=78.0)
    said = figure(78, 0)

    first, second = settled(Heard((known,)), [told(ast, "correct", said), told(alt, doubt=0.4)], (), (said,), {})

    assert first.role == "old"
    assert (second.change, numbers(second)[0]) == ("correct", [78.0])


def test_what_is_taken_back_while_another_value_is_told_is_put_right() -> None:
    item, withdrawn = Item("labs", 0, 4, heard=0), (Act("retract", 0.1),)
    for value, change in ((312, "correct"), (231, "retract")):
        said = figure(value, 20)
        [read] = settled(Heard((TEST,)), [told(item, "retract", said)], withdrawn, (said,), {})
        assert (read.change, numbers(read)[0]) == (change, [value])


def test_what_turns_out_to_be_a_relatives_is_taken_back() -> None:
    known = Content(slot=SlotKind.CONDITIONS, concept=Concept(concept_id="anemia", name="Anemia"), status=Status.ACTIVE)
    entry = vocabulary().lexicon.by_name("Anemia", ("conditions",))
    named = Read(Item("conditions", 0, 2, entry=entry, heard=0), "family_history", change="correct")
    [read] = settled(Heard((known,)), [named], (Act("correct", 0.0),), (), {})
    assert (read.role, read.change) == ("family_history", "retract")


def test_a_value_that_puts_nothing_right_is_one_more_reading() -> None:
    known = TEST.with_fields(valid_from="2026-03-01")
    today, same = (DateMention(day, "day", "point", 20, 26, "") for day in ("2026-03-02", "2026-03-01"))
    said, was = figure(312, 10), figure(231, 30)
    for acts, dates, figures, change in (
        ((Act("state", 0.0),), (), (said,), "assert"),
        ((Act("correct", 0.2),), (), (said,), "correct"),
        ((Act("correct", 0.2),), (today,), (said,), "assert"),
        ((Act("correct", 0.2),), (same,), (said,), "correct"),
        ((Act("correct", 0.2),), (today, same), (said,), "correct"),
        ((Act("correct", 0.2),), (today,), (said, was), "correct"),
    ):
        item = Item("labs", 0, 4, heard=0)
        read = Read(item, "labs", change="correct", new=(said,), dates=dates)
        [settled_read] = settled(Heard((known,)), [read], acts, figures, {})
        assert settled_read.change == change


def test_what_is_denied_in_plain_words_is_denied_and_not_taken_back() -> None:
    known = Content(slot=SlotKind.CONDITIONS, concept=Concept(concept_id="asthma", name="Asthma"), status=Status.ACTIVE)
    denied = Read(Item("conditions", 0, 2, heard=0), "conditions", "negated", "retract")
    for act, change in (("state", "correct"), ("retract", "retract")):
        [read] = settled(Heard((known,)), [denied], (Act(act, 0.0),), (), {})  # type: ignore[arg-type]
        assert read.change == change


@pytest.mark.parametrize(
    ("asked", "answer", "new"),
    [
        ("8월 2일 값을 231에서 312로 고칠까요?", "응 그걸로", [312.0]),
        ("Shall I change it from 231 to 312?", "yes please", [312.0]),
        ("8월 2일 값을 231에서 312로 고칠까요?", "아니요 그대로요", []),
        ("8월 2일 값은 231입니다. 맞나요?", "네", []),
    ],
)
def test_a_yes_takes_the_value_that_the_agent_offered(asked: str, answer: str, new: list[float]) -> None:
    memory = Read(Item("labs", 0, 0, slot=SlotKind.LABS, heard=0, named=False), "labs", change="correct", doubt=0.5)
    [read] = settled(Heard((TEST,), asked), [memory], (Act("reply", 0.0),), (), {}, answer)
    assert numbers(read)[0] == new


@pytest.mark.parametrize(
    ("words", "dose"),
    [
        ("they got me on half that now", 10.0), ("반 알로 쪼개 먹으래요", 10.0), ("한 알 반으로 늘었어요", 30.0),
        ("두 배로 올렸어요", 40.0), ("it's been doubled", 40.0), ("cut to half of it", 10.0),
    ],
)  # fmt: skip
def test_a_share_of_the_dose_on_record_is_reckoned(words: str, dose: float) -> None:
    [read] = settled(Heard((DOSE,)), [medicine("change")], (), (), {}, words)
    assert numbers(read) == ([dose], [])


def test_a_share_of_what_is_counted_in_tablets_is_left_to_the_words() -> None:
    counted = DOSE.with_fields(dose="1 tab")
    [read] = settled(Heard((counted,)), [medicine("change")], (), (), {}, "반 알로 줄였어요")
    assert numbers(read) == ([], [])


def test_of_two_names_the_one_on_record_is_the_old_one_whichever_the_models_think_wrong() -> None:
    stands = Read(Item("labs", 0, 4, heard=0), "labs", change="correct")
    fresh = Read(Item("labs", 8, 10), "old", new=(figure(231, 14),))
    [old, new] = settled(Heard((TEST,)), [stands, fresh], (Act("correct", 0.0),), (figure(231, 14),), {})
    assert (old.role, new.role, new.change) == ("old", "labs", "correct")
    assert [one.value for one in new.new] == [231.0]


def test_the_value_of_the_wrong_test_is_the_right_ones() -> None:
    wrong = Read(Item("labs", 4, 7, heard=0), "old", new=(figure(231, 0),))
    right = Read(Item("labs", 12, 15), "labs", change="correct")
    [_, moved] = settled(Heard((TEST,)), [wrong, right], (Act("correct", 0.0),), (figure(231, 0),), {})
    assert [one.value for one in moved.new] == [231.0]


def test_the_number_of_another_fact_is_no_dose() -> None:
    [read] = settled(Heard((DOSE, TEST)), [medicine("correct")], (), (figure(231, 10),), {})
    assert numbers(read) == ([], [])


def test_a_change_that_changes_nothing_of_a_medicine_ends_it_where_the_models_nearly_think_so() -> None:
    for behind, state in ((0.2, "ended"), (2.0, "current")):
        [read] = settled(Heard((DOSE,)), [medicine("change", next_state="ended", next_behind=behind)], (), (), {})
        assert read.state == state
