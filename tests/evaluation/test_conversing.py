"""The free conversations are whole, every turn has a reader's verdict, and the coarse checks can fail."""

from __future__ import annotations

import pytest

from evaluation.conversing import SPLITS, VERDICTS, read_scores, read_turns, table


@pytest.mark.parametrize("split", ["dev", "held"])
def test_every_turn_has_a_rubric_and_a_verdict_before_and_after(split: str) -> None:
    turns, scores = read_turns(split), read_scores()
    assert len(turns) % 10 == 0 and {turn.language for turn in turns} == {"ko", "en"}
    for turn in turns:
        before, after = scores[split, turn.conversation, turn.number]
        assert turn.rubric and turn.says and {before, after} <= set(VERDICTS)


def test_no_answer_of_the_last_reading_is_dangerous() -> None:
    assert all(after != "dangerous" for _, after in read_scores().values())


def test_a_turn_passes_by_what_it_holds_and_fails_by_what_it_must_not() -> None:
    turn = next(one for one in read_turns("dev") if one.conversation == "en-shift" and one.number == 3)
    assert turn.passes("Your lowest HbA1c was 7.7% (May 2026).")
    assert not turn.passes("Your lowest HbA1c was 7.9%.")
    assert not turn.passes("7.7% in May; the lowest is 7.9%")


def test_verdicts_are_counted_by_language() -> None:
    turns = read_turns("held")[:2]
    assert "| ko | 1 | 0 | 1 | 0 |" in table([(turns[0], "right"), (turns[1], "wrong")])


SHORT = ("short", "short_held", "daily", "lately", "counter", "counter_held")
MATTERS = ("matters", "matters_held")
REMEMBERED = ("remembered", "remembered_held", "remembered_later")
TALKS = {
    **dict.fromkeys(("everyday", "ordinary", "latest", "common", "common_held", *REMEMBERED), 120),
    **dict.fromkeys((*SHORT, "waiting"), 80),
    **dict.fromkeys(MATTERS, 200),
}


@pytest.mark.parametrize("split", [one for one in SPLITS if one not in (*TALKS, "walked")])
def test_every_conversation_has_ten_turns_with_a_rubric(split: str) -> None:
    turns = read_turns(split)
    # Their author wrote Korean alone.
    assert {turn.language for turn in turns} == ({"ko"} if split == "later" else {"ko", "en"})
    for name in {turn.conversation for turn in turns}:
        own = [turn for turn in turns if turn.conversation == name]
        assert [turn.number for turn in own] == list(range(1, 11))
        assert all(turn.says and turn.rubric for turn in own)


@pytest.mark.parametrize("split", TALKS)
def test_a_short_talk_has_a_rubric_for_what_it_asks(split: str) -> None:
    turns = read_turns(split)
    talks = {turn.conversation for turn in turns}
    assert len(talks) == TALKS[split]
    for name in talks:
        own = [turn for turn in turns if turn.conversation == name]
        assert [turn.number for turn in own] == list(range(1, len(own) + 1))
        assert len(own) in (range(1, 7) if split in (*MATTERS, *REMEMBERED, "waiting") else (2, 3))
        assert [bool(turn.rubric) for turn in own] == [False] * (len(own) - 1) + [True]


def test_talks_of_a_walk_are_whole_and_have_no_rubric() -> None:
    turns = read_turns("walked")
    assert len({turn.conversation for turn in turns}) == 24 and not any(turn.rubric for turn in turns)
    for name in {turn.conversation for turn in turns}:
        assert len([turn for turn in turns if turn.conversation == name]) in (4, 5, 6)
