"""What counts as right: cases worked out by hand, and the marks of a marked sentence."""

from __future__ import annotations

from typing import Any

from training.marked import parse
from training.scoring import Outcome, score


def reading(*facts: dict[str, Any], not_facts: tuple[dict[str, Any], ...] = (), **more: Any) -> dict[str, Any]:
    return {"facts": list(facts), "not_facts": list(not_facts), "acts": ["state"], "asks": [], **more}


HBA1C = {"op": "assert", "slot": "labs", "name": "HbA1c", "said": "A1c", "value": 7.2}


def test_a_fact_is_right_with_its_value_and_wrong_without() -> None:
    right = {"slot": "labs", "name": "HbA1c", "value": 7.2, "new": True}
    assert score(reading(HBA1C), Outcome([right])).line()["core"] == 1.0
    wrong = score(reading(HBA1C), Outcome([{**right, "value": 6.9}])).line()
    assert (wrong["concept"], wrong["core"], wrong["precision"]) == (1.0, 0.0, 0.0)


def test_a_correction_is_taken_up_when_the_new_value_stands_and_the_old_one_does_not() -> None:
    gold = reading({**HBA1C, "op": "correct", "value": 6.9, "replaces": {"value": 7.2}})
    new, old = ({"slot": "labs", "name": "HbA1c", "value": value, "new": value == 6.9} for value in (6.9, 7.2))
    assert score(gold, Outcome([new])).counts["taken"] == 1
    both = score(gold, Outcome([new, old]))
    assert (both.counts["taken"], both.counts["unsafe"]) == (0, 1)


def test_a_forbidden_fact_is_unsafe_unless_it_is_uncertain_or_a_relatives() -> None:
    gold = reading(not_facts=({"slot": "conditions", "name": "Asthma", "said": "asthma", "why": "question"},))
    stored = {"slot": "conditions", "name": "Asthma", "new": True}
    assert score(gold, Outcome([stored])).counts["unsafe"] == 1
    assert score(gold, Outcome([{**stored, "certainty": "uncertain"}])).counts["unsafe"] == 0
    assert score(gold, Outcome([{**stored, "subject": "mother"}])).counts["unsafe"] == 0


def test_marks_leave_the_plain_text_and_their_places() -> None:
    plain, marks = parse("quit {med.stop Lipitor} {date in May}, now {new@1 40 mg}")
    assert plain == "quit Lipitor in May, now 40 mg"
    assert [(mark.tag, plain[mark.start : mark.end], mark.owner) for mark in marks] == [
        ("med.stop", "Lipitor", None),
        ("date", "in May", None),
        ("new", "40 mg", 1),
    ]
