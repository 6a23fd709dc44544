"""Who only wonders about the record is asked; who says that it is wrong is believed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.proposals import Doubt, Operation, Proposal
from domain.values import Concept, Content, SlotKind, Status
from tests.shipped import reader

NOW = datetime(2026, 3, 4, 3, tzinfo=UTC)
FLUOXETINE = Content(
    slot=SlotKind.MEDICATIONS, concept=Concept(concept_id="fluoxetine", name="Fluoxetine"), dose="40mg",
    frequency="QD", status=Status.ACTIVE,
)  # fmt: skip


def acts(text: str, agent_said: str) -> list[Proposal]:
    reading = reader().read(text, said_at=NOW, time_zone="Asia/Seoul", spoken_of=(FLUOXETINE,), agent_said=agent_said)
    return [one for one in reading.proposals if one.operation not in (Operation.ASSERT, Operation.MENTION)]


@pytest.mark.parametrize(
    ("text", "agent_said"),
    [
        ("어 이거 원래 20 아니었나", "현재 플루옥세틴은 하루 40mg입니다."),
        ("플루옥세틴 20 아니었나요", "현재 플루옥세틴은 하루 40mg입니다."),
        ("hang on, wasn't it 20?", "Your fluoxetine is 40 mg a day."),
    ],
)
def test_what_is_wondered_about_is_asked(text: str, agent_said: str) -> None:
    assert all(one.doubt is not None for one in acts(text, agent_said))


@pytest.mark.parametrize(
    ("text", "agent_said"),
    [
        ("아니에요, 플루옥세틴은 40이 아니라 20이에요", "현재 플루옥세틴은 하루 40mg입니다."),
        ("No, the fluoxetine is 20, not 40.", "Your fluoxetine is 40 mg a day."),
    ],
)
def test_what_is_said_to_be_wrong_is_put_right(text: str, agent_said: str) -> None:
    done = [one for one in acts(text, agent_said) if one.doubt is None]
    assert [one.content.dose for one in done if one.content is not None] == ["20mg"]


def test_a_question_beside_a_change_leaves_it_alone() -> None:
    done = acts("플루옥세틴 60으로 올렸어요. 원래 이렇게 졸린 건가요?", "")
    assert [one.doubt for one in done] == [None]
    assert all(one.doubt is not Doubt.UNSURE_READING for one in done)
