"""Shares: used at once or evenly, refilled by time, and each one's own."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status
from hypothesis import given
from hypothesis import strategies as st

from protos.anamnesis.v1.memory_pb2 import GetProfileRequest
from protos.anamnesis.v1.memory_pb2_grpc import MemoryServiceStub
from server.composition import Knowledge
from server.quotas import MAX_BUCKETS, OwnBuckets, QuotaExceeded, Quotas, Shares
from tests.server.principals import refusal, ward


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@given(steps=st.lists(st.floats(0, 30), min_size=1, max_size=200), share=st.integers(1, 60))
def test_nobody_gets_more_than_the_share_and_what_time_adds(steps: list[float], share: int) -> None:
    time = Time()
    quotas = Quotas(Shares(calls_a_minute=share), time)
    passed = 0
    for step in steps:
        time.now += step
        try:
            quotas.call("a", 1)
            passed += 1
        except QuotaExceeded as error:
            # Whoever waits as long as he is told, and no longer, passes.
            assert error.retry_seconds is not None and 0 <= error.retry_seconds <= 60 / share + 0.001
            time.now += error.retry_seconds + 0.001
            quotas.call("a", 1)
            passed += 1
    assert passed <= share * (1 + time.now / 60) + 1


def test_one_callers_haste_is_not_anothers_wait() -> None:
    quotas = Quotas(Shares(calls_a_minute=2, streams=1, turns_of_a_patient_a_minute=1, registrations_an_hour=1), Time())
    quotas.call("a", 1)
    quotas.call("a", 1)
    with pytest.raises(QuotaExceeded):
        quotas.call("a", 1)
    quotas.call("b", 1)
    quotas.turn("p")
    with pytest.raises(QuotaExceeded):
        quotas.turn("p")
    quotas.turn("q")
    quotas.registration("a")
    with pytest.raises(QuotaExceeded):
        quotas.registration("a")
    with quotas.stream("a"):
        with pytest.raises(QuotaExceeded), quotas.stream("a"):
            raise AssertionError("it is open")
        with quotas.stream("b"):
            pass
    with quotas.stream("a"):
        pass


def test_a_message_larger_than_the_share_passes_once_and_its_debt_is_paid() -> None:
    time = Time()
    quotas = Quotas(Shares(megabytes_a_minute=1), time)
    quotas.call("a", 3 * 1024 * 1024)
    with pytest.raises(QuotaExceeded):
        quotas.call("a", 1)
    time.now += 121
    quotas.call("a", 1)


def test_many_callers_are_not_kept_for_ever() -> None:
    time = Time()
    buckets = OwnBuckets(time)
    quotas = Quotas(Shares(calls_a_minute=1), buckets=buckets)
    for number in range(3 * MAX_BUCKETS):
        time.now += 0.001
        quotas.call(str(number), 1)

    assert len(buckets) <= MAX_BUCKETS


def test_who_is_over_the_share_is_told_when_to_come_again(tmp_path: Path, knowledge: Knowledge) -> None:
    with ward(tmp_path, knowledge, max_calls_per_minute=5) as place, grpc.insecure_channel(place.address) as channel:
        call = MemoryServiceStub(channel).GetProfile
        metadata = (("authorization", f"Bearer {place.tokens['agent']}"),)
        with pytest.raises(grpc.RpcError) as raised:
            for _ in range(10):
                call(GetProfileRequest(patient_id=place.own), metadata=metadata, timeout=10)
        other = (("authorization", f"Bearer {place.tokens['granted agent']}"),)
        assert call(GetProfileRequest(patient_id=place.own), metadata=other, timeout=10).facts

    told = refusal(raised.value)
    retry = error_details_pb2.RetryInfo()
    assert (told.code, told.reason) == ("RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED")
    status = rpc_status.from_call(raised.value)  # type: ignore[arg-type]
    assert status.details[1].Unpack(retry)
    assert 0 < retry.retry_delay.ToTimedelta().total_seconds() <= 12
