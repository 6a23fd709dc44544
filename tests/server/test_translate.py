"""Properties of what goes over the wire."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domain.values import Concept, Content, Polarity, SlotKind, Status
from protos.anamnesis.v1 import fact_pb2, memory_pb2
from server.paging import Cursor, cursor_of, token_of
from server.translate import content_message, short, slot_number
from server.turn_messages import pieces

texts = st.text(min_size=1, max_size=20)
values = st.one_of(st.none(), st.booleans(), texts, st.floats(allow_nan=False, allow_infinity=False))
contents = st.builds(
    Content,
    slot=st.sampled_from(SlotKind),
    concept=st.builds(Concept, concept_id=texts, name=texts, display=st.text(max_size=20)),
    value=values,
    value_low=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    unit=st.none() | texts,
    dose=st.none() | texts,
    timing=st.none() | st.sampled_from(("MORN", "mon thu", "08:00")),
    status=st.none() | st.sampled_from(Status),
    polarity=st.sampled_from(Polarity),
    valid_from=st.none() | st.just("2025-03"),
)


@given(contents)
def test_every_content_has_a_message_that_says_the_same(content: Content) -> None:
    message = content_message(content)
    which = message.WhichOneof("value")

    assert (getattr(message, which) if which else None) == content.value
    assert type(getattr(message, which) if which else None) is type(content.value)
    assert message.HasField("value_low") == (content.value_low is not None)
    assert (message.dose or None) == content.dose
    assert (message.timing or None) == content.timing
    assert message.status == (content.status or "")
    assert message.display
    assert short(content) is not None


def test_every_slot_has_a_number_of_its_own() -> None:
    numbers = {slot_number(slot) for slot in SlotKind}

    assert len(numbers) == len(SlotKind)
    assert fact_pb2.SLOT_KIND_UNSPECIFIED not in numbers


@given(st.text(), st.integers(1, 60))
def test_pieces_add_up_to_the_text(text: str, length: int) -> None:
    found = list(pieces(text, length))

    assert "".join(found) == text
    assert all(found)


@given(st.text(alphabet="가나다 abc.\n", max_size=400))
def test_pieces_end_where_words_end(text: str) -> None:
    found = list(pieces(text, 40))

    assert all(piece[-1].isspace() for piece in found[:-1])
    assert all(len(piece) <= 40 or len(piece.split()) == 1 for piece in found)


@given(st.integers(0, 2**40), st.integers(0, 2**40), st.text(max_size=10), st.text(max_size=10))
def test_a_page_token_leads_back_to_its_cursor_for_its_own_question(
    after: int, position: int, name: str, other: str
) -> None:
    request = memory_pb2.GetTimelineRequest(name=name, page_size=3)
    token = token_of(Cursor(after, position), request)

    assert cursor_of(token, memory_pb2.GetTimelineRequest(name=name, page_size=9, page_token=token)) == Cursor(
        after, position
    )
    assert (token == token_of(Cursor(after, position), memory_pb2.GetTimelineRequest(name=other))) == (name == other)
