"""How much a long conversation costs as memory, against its plain transcript, and whether anything pinned is lost.

    python -m evaluation.memory_size [--address HOST:PORT] [--turns 21 60] [--budget N]

Plays synthetic conversations over several days against a server (by default one of its own) and reads GetMemory,
GetProfile and, where it is served, GetContext. Expectations of the thesis: 3,400 tokens for 10,500 at 21 turns, and 42
items consolidated to 25 at ten turns. Exit status 1 when a pinned fact is missing from the block.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import grpc

from agent.tokens import token_counter
from clients.client import AnamnesisClient
from evaluation.server_process import running_server
from protos.anamnesis.v1 import fact_pb2, memory_pb2, memory_pb2_grpc

START = datetime(2026, 3, 2, 9, 0, tzinfo=ZoneInfo("Asia/Seoul"))
TURNS_A_DAY = 5
CONSOLIDATED_AT = (10, 20)
"""Turns at which the thesis counts items before and after consolidation."""
DEFAULT_BUDGET = 1_200

OPENING = (
    "안녕하세요. 58세 남성이고 고혈압이랑 제2형 당뇨병이 있어요.",
    "메트포르민 500mg 하루 두 번, 암로디핀 5mg 하루 한 번 먹어요.",
    "페니실린에 알레르기가 있어요. 두드러기가 났었어요.",
    "당화혈색소는 2025년 9월 3일에 7.8%, 2025년 12월 3일에 7.2%였어요.",
    "어제부터 두통이 있어요.",
    "최근 당화혈색소 두 값을 비교해 주세요.",
    "죄송해요, 최근 당화혈색소는 7.2%가 아니라 6.9%였어요.",
    "머리가 또 아파요. 그리고 기침도 나요.",
    "제 진단명과 약, 알레르기를 정리해 주세요.",
    "어머니도 당뇨병이 있으셨어요. 저는 담배는 안 피워요.",
)
DAILY = (
    "오늘 혈압은 {systolic}에 {diastolic}이었어요. 메트포르민은 잘 먹고 있어요.",
    "고혈압 환자는 소금을 얼마나 먹어야 하나요?",
    "머리 아픔이 계속돼요.",
    "오늘 공복혈당은 {glucose}이었어요.",
    "제2형 당뇨병이 있는데 운동은 어떻게 하면 좋을까요?",
    "두통이 있고 기침도 여전해요.",
    "이번 주에 할 일 세 가지를 알려 주세요.",
)

Count = Callable[[str], int]


def utterances(turns: int) -> Iterator[tuple[datetime, str]]:
    """The conversation, five turns a day: an opening, then readings, complaints said again, and questions."""
    for number in range(turns):
        later = number - len(OPENING)
        text = OPENING[number] if later < 0 else DAILY[later % len(DAILY)]
        figures = {"systolic": 126 + later % 19, "diastolic": 76 + later % 11, "glucose": 104 + later % 23}
        at = START + timedelta(days=number // TURNS_A_DAY, minutes=3 * (number % TURNS_A_DAY))
        yield at, text.format(**figures)


@dataclass(frozen=True, slots=True)
class Sizes:
    """Tokens of the transcript, of each tier and of the context block, and what of the pinned facts is missing."""

    transcript: int
    working: int
    compressed: int
    semantic: int
    context: int | None
    missing: tuple[str, ...]

    @property
    def memory(self) -> int:
        """The three tiers together."""
        return self.working + self.compressed + self.semantic


def play(client: AnamnesisClient, turns: int, count: Count) -> Iterator[tuple[int, str, int]]:
    """Have the conversation; after each turn its number, the patient's id, and the transcript's tokens so far."""
    patient_id, conversation_id, transcript = str(uuid.uuid4()), str(uuid.uuid4()), 0
    client.register_patient(patient_id, locale="ko", time_zone="Asia/Seoul")
    for number, (at, text) in enumerate(utterances(turns), start=1):
        answer = ""
        for message in client.converse(patient_id, text, conversation_id=conversation_id, said_at=at):
            if message.WhichOneof("payload") == "answer":
                answer = message.answer.text
        transcript += count(text) + count(answer)
        yield number, patient_id, transcript


def measure(
    client: AnamnesisClient, stub: memory_pb2_grpc.MemoryServiceStub, patient_id: str, transcript: int, budget: int,
    count: Count,
) -> Sizes:  # fmt: skip
    """What the memory of a patient costs now."""
    memory = client.memory(patient_id)
    block = _context(stub, patient_id, budget)
    semantic = [_words(item.fact) for item in memory.semantic]
    consolidated = [_words(item.fact) for item in memory.consolidated]
    text = block.text if block is not None else "\n".join(consolidated)
    pinned = [fact for fact in client.profile(patient_id).facts if fact.pinned]
    return Sizes(
        transcript=transcript,
        working=sum(count(turn.question) + count(turn.answer) for turn in memory.working),
        compressed=sum(count(one.summary) for one in memory.compressed),
        semantic=sum(map(count, semantic)),
        context=block.tokens if block is not None else None,
        missing=tuple(_words(fact) for fact in pinned if not _stands_in(fact, text)),
    )


def items(memory: memory_pb2.GetMemoryResponse) -> tuple[int, int]:
    """Statements heard, and the items they were consolidated to."""
    return sum(item.mentions for item in memory.consolidated), len(memory.consolidated)


def _context(
    stub: memory_pb2_grpc.MemoryServiceStub, patient_id: str, budget: int
) -> memory_pb2.GetContextResponse | None:
    request = memory_pb2.GetContextRequest(patient_id=patient_id, query="지금 치료를 유지할까요?", token_budget=budget)
    try:
        return stub.GetContext(request, timeout=30)
    except grpc.RpcError as error:
        if error.code() is grpc.StatusCode.UNIMPLEMENTED:
            return None
        raise


def _words(fact: fact_pb2.Fact) -> str:
    value = f"{fact.number:g}" if fact.WhichOneof("value") == "number" else fact.text
    return " ".join(word for word in (fact.display, value, fact.dose, fact.frequency, fact.valid_from) if word)


def _stands_in(fact: fact_pb2.Fact, text: str) -> bool:
    """Whether a line names the fact with its value or dose."""
    value = f"{fact.number:g}" if fact.WhichOneof("value") == "number" else ""
    wanted = [word for word in (value, fact.dose) if word]
    lines = (re.sub(r"\[[^\]]*\]", "", line) for line in text.splitlines())
    return any(fact.display in line and all(word in line for word in wanted) for line in lines)


def report(sizes: Iterable[tuple[int, Sizes]], counts: Iterable[tuple[int, int, int]], counter: str) -> str:
    """The figures as a table."""
    lines = [
        f"tokens by {counter}",
        "turns  transcript  memory (working + compressed + semantic)  share  context  missing",
    ]
    for turns, one in sizes:
        tiers = f"{one.memory} ({one.working} + {one.compressed} + {one.semantic})"
        context = "not served" if one.context is None else str(one.context)
        share = f"{one.memory / one.transcript:.0%}"
        lines.append(f"{turns:5d}  {one.transcript:10d}  {tiers:40s} {share:>5s}  {context:>7s}  {len(one.missing)}")
    lines.extend(f"after {turn} turns: {said} statements in {kept} items" for turn, said, kept in counts)
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the conversations and print what they cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="a running server; by default one is started")
    parser.add_argument("--turns", type=int, nargs="+", default=[21, 60])
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="tokens of the context block")
    options = parser.parse_args(arguments)
    counter = token_counter()
    sizes: list[tuple[int, Sizes]] = []
    counts: list[tuple[int, int, int]] = []
    with tempfile.TemporaryDirectory() as data, running_server(options.address, Path(data)) as address:
        with AnamnesisClient(address) as client, grpc.insecure_channel(address) as channel:
            stub = memory_pb2_grpc.MemoryServiceStub(channel)
            for turns in options.turns:
                counts.clear()
                for number, patient_id, transcript in play(client, turns, counter.count):
                    if number in CONSOLIDATED_AT:
                        counts.append((number, *items(client.memory(patient_id))))
                    if number == turns:
                        size = measure(client, stub, patient_id, transcript, options.budget, counter.count)
                        sizes.append((turns, size))
    print(report(sizes, counts, counter.name))
    missing = [words for _, one in sizes for words in one.missing]
    print("missing:", "; ".join(missing)) if missing else print("every pinned fact is in the block")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
