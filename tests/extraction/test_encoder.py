"""The encoder beside the linear readers: what it reads, and that it only ever weighs in."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.remembering import remembering
from domain.values import Concept, Content, SlotKind
from extraction.reading.extractor import LearnedExtractor
from extraction.reading.items import Heard, items_of
from extraction.reading.learned.encoder import FloatLayers
from extraction.reading.learned.encoder_files import PRETRAINED, TUNED, evidence_reader, load_evidence_reader
from extraction.reading.learned.evidence import SILENT, Evidence, EvidenceReader, sequenced
from extraction.reading.learned.linear import MODELS, chosen, load_models, together
from extraction.reading.sheet import Sheet, lay_out
from tests.shipped import vocabulary

NOW = datetime(2026, 3, 4, 3, tzinfo=UTC)
TEXTS = st.text(alphabet=st.sampled_from("가나다혈압약 먹어요 metformin 7.2/0-?!\n😀é"), max_size=60)


def sheet(text: str) -> Sheet:
    return lay_out(text, vocabulary().lexicon, vocabulary().recogniser, NOW, "Asia/Seoul", "ko")


def reader() -> EvidenceReader:
    return load_evidence_reader()


def evidence(text: str, *facts: Content, agent_said: str = "") -> Evidence:
    laid_out, heard = sheet(text), Heard(facts, agent_said)
    items = items_of(laid_out, heard, vocabulary().lexicon)
    return reader().read(reader().listen(laid_out, heard), laid_out, items)


@given(TEXTS)
def test_pieces_cover_every_letter_in_order_and_once(text: str) -> None:
    ids, spans = reader().encoder.pieces.split(text)

    assert len(ids) == len(spans)
    covered = [at for start, end in spans if start >= 0 for at in range(start, end) if not text[at].isspace()]
    assert covered == [at for at, letter in enumerate(text) if not letter.isspace()]


def test_a_word_is_split_into_its_likeliest_pieces() -> None:
    pieces = reader().encoder.pieces
    ids, spans = pieces.split("I stopped metformin")

    assert [pieces.pieces[one] for one in ids] == ["▁I", "▁stopped", "▁met", "form", "in"]
    assert spans[2:] == [(10, 13), (13, 17), (17, 19)]


@settings(max_examples=40)
@given(st.lists(TEXTS, max_size=30), st.integers(1, 5))
def test_the_ends_of_a_long_text_are_split_as_in_the_whole(parts: list[str], wanted: int) -> None:
    text, pieces = " ".join(parts), reader().encoder.pieces
    (whole, spans), (opening, placed), (ending, _) = (
        pieces.split(text), pieces.split(text, first=wanted), pieces.split(text, last=wanted)
    )  # fmt: skip

    assert (opening[:wanted], placed[:wanted]) == (whole[:wanted], spans[:wanted])
    assert ending[-wanted:] == whole[-wanted:]


@settings(max_examples=20)
@given(TEXTS)
def test_no_text_raises_and_the_same_text_gives_the_same_evidence(text: str) -> None:
    assert evidence(text) == evidence(text)


def test_an_endless_text_is_read_to_a_bound() -> None:
    heard = Heard(agent_said="혈압은 어떠세요? " * 400)
    sequence = sequenced(reader().encoder.pieces, sheet("혈압이 높아요. " * 500), heard)

    assert len(sequence.ids) < reader().encoder.positions.shape[0]
    assert sequence.over(3900, 3902) is None


def test_what_stands_on_record_is_read_beside_the_words() -> None:
    known = Content.of({"slot": SlotKind.LABS, "concept": Concept(concept_id="hba1c", name="HbA1c"), "value": 7.2})

    alone, beside = evidence("7.2가 아니라 6.9였어요"), evidence("7.2가 아니라 6.9였어요", known)

    assert len(beside.items) == len(alone.items) + 1
    assert beside.of(len(beside.items) - 1, "change")["correct"] > beside.of(len(beside.items) - 1, "change")["assert"]


def test_a_correction_weighs_more_for_correct_than_a_statement_does() -> None:
    for correction, statement in (
        ("아니요, 당뇨약이 아니라 혈압약이라니까요", "혈압약 먹고 있어요"),
        ("no wait, I told you wrong, it was the left knee", "my left knee hurts"),
    ):
        assert evidence(correction).acts["correct"] > evidence(statement).acts["correct"]


def test_without_an_encoder_the_linear_readers_decide_alone() -> None:
    linear = LearnedExtractor(vocabulary().lexicon, vocabulary().recogniser, load_models())

    reading = linear.read("메트포르민 500mg 먹어요", said_at=NOW, time_zone="Asia/Seoul")

    assert [one.content.dose for one in reading.proposals if one.content] == ["500mg"]
    assert "+" not in reading.extractors["reader"]


def test_evidence_moves_a_choice_and_silence_moves_none() -> None:
    table = {"a": 0.4, "b": 0.1}

    assert chosen(together(table, {"a": -3.0, "b": -0.1}, 0.3)).label == "b"
    assert together(table, SILENT.acts, 0.3) == table


def test_files_that_do_not_belong_together_are_refused() -> None:
    tuned = MODELS.joinpath(TUNED).read_bytes()
    other = bytearray(MODELS.joinpath(PRETRAINED).read_bytes())
    other[-1] ^= 1

    with pytest.raises(ValueError, match="belong to another"):
        evidence_reader(bytes(other), tuned)


def test_what_is_said_is_read_in_its_context() -> None:
    encoder = reader().encoder
    ids, other = encoder.pieces.split("약을 끊었어요")[0], encoder.pieces.split("약을 먹었어요")[0]
    embedded = replace(encoder, layers=FloatLayers(()))

    assert encoder.states(ids).shape == (len(ids), encoder.positions.shape[1])
    assert ids[0] == other[0] and np.array_equal(embedded.states(ids)[0], embedded.states(other)[0])
    assert not np.allclose(encoder.states(ids)[0], encoder.states(other)[0], atol=0.1)


def test_the_same_pieces_mean_the_same_within_a_turn_and_are_heard_once() -> None:
    ids = tuple(reader().encoder.pieces.split("혈압약을 먹어요")[0])
    alone = reader().encoder.states(ids)

    with remembering():
        first, again = reader().encoder.states(ids), reader().encoder.states(list(ids))

    assert first is again
    assert np.array_equal(first, alone)
