"""A name with a slip is found wherever it stands, and nothing that is further from it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.answers.asking.near_names import named_nearly

_LETTERS = st.text("가나다라", max_size=14)


def test_a_slip_in_either_half_is_forgiven_and_two_are_not() -> None:
    assert named_nearly("제 당하혈색소 알려 주세요", ["당화혈색소"])
    assert named_nearly("제 당화혈색서 알려 주세요", ["당화혈색소"])
    assert not named_nearly("제 당하혈색서 알려 주세요", ["당화혈색소"])


@given(st.text("가나다라", min_size=4, max_size=7), _LETTERS)
def test_every_window_of_the_text_is_held_against_the_name(name: str, text: str) -> None:
    windows = [text[at : at + len(name)] for at in range(len(text) - len(name) + 1)]
    nearest = min((sum(a != b for a, b in zip(name, one, strict=True)) for one in windows), default=len(name))

    assert named_nearly(text, [name]) == (nearest <= 1)
