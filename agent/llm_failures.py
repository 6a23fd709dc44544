"""How a language model fails, by name: the reasons for which a skill's rule twin answers instead.

ModelFailure
 |-- ModelTimeout        no answer in the time that was left
 |-- ModelUnreachable    no connection, or it broke
 |-- RateLimited         429, also after the retries
 |-- ModelUnavailable    5xx, also after the retries
 |-- RequestRejected     any other status: a wrong key, an unknown model, a parameter it does not take
 |-- OutputCutOff        the stream or the text ended before its end
 |-- OutputEmpty         nothing was said
 |-- OutputRefused       the model declined
 |-- OutputUnusable      it answered, and the answer failed a check that names itself
 |-- CircuitOpen         this skill failed too often just now to be tried
 |-- SpendLimitReached   the money of this patient's, or principal's, day is used up
 |-- OutOfTime           the turn has no time left for a model
 `-- PromptTooLong       it does not fit into the token budget

No message holds words of a prompt or of an answer, so a failure may be logged.
"""

from __future__ import annotations

from typing import ClassVar


class ModelFailure(Exception):
    """Base of all failures of a model; never leaves the skill that called.

    ``transient`` failures are worth another attempt after ``retry_after`` seconds (None: as the caller likes).
    ``counts`` says whether it tells against the service, for the circuit breaker; ``billed`` whether a service charges
    for what it had read by then. ``status`` is HTTP's, 0 without one; ``counted`` are the tokens read and written that
    the service counted for an answer that is no use, None where it counted none.
    """

    reason: str = "model_failure"
    transient: ClassVar[bool] = False
    counts: ClassVar[bool] = True
    billed: ClassVar[bool] = False

    def __init__(
        self,
        *,
        retry_after: float | None = None,
        status: int = 0,
        counted: tuple[int | None, int | None] = (None, None),
    ) -> None:
        super().__init__(self.reason)
        self.retry_after = retry_after
        self.status = status
        self.counted = counted


class ModelTimeout(ModelFailure):
    """No answer came in time. Another attempt would wait as long again, so there is none."""

    reason = "timeout"
    billed = True


class ModelUnreachable(ModelFailure):
    """No connection, or it broke before the answer began."""

    reason = "unreachable"
    transient = True


class RateLimited(ModelFailure):
    """Too many requests."""

    reason = "rate_limited"
    transient = True


class QuotaUsedUp(RateLimited):
    """The account's quota is used up; waiting does not help."""

    transient = False


class ModelUnavailable(ModelFailure):
    """The service failed."""

    reason = "server_error"
    transient = True


class RequestRejected(ModelFailure):
    """The service refused the request as such; ``status`` says how, and ``parameter`` which part, where it told."""

    reason = "rejected"

    def __init__(self, *, status: int = 0, parameter: str = "") -> None:
        super().__init__(status=status)
        self.parameter = parameter


class OutputCutOff(ModelFailure):
    """The answer ended before its end."""

    reason = "cut_off"
    billed = True


class StreamCut(OutputCutOff):
    """The connection ended in the middle of a stream."""

    transient = True


class OutputEmpty(ModelFailure):
    """The answer holds nothing."""

    reason = "empty"
    billed = True


class OutputRefused(ModelFailure):
    """The model declined; that is about the content, not the service."""

    reason = "refused"
    counts = False
    billed = True


class OutputUnusable(ModelFailure):
    """The answer failed a check; ``reason`` names which ("malformed", "wrong_language", "ungrounded_number"...).

    ``problem`` tells the model what to repair. It may quote the model's own output, so it goes to nobody else.
    """

    counts = False
    billed = True

    def __init__(self, reason: str, problem: str = "") -> None:
        self.reason = reason
        super().__init__()
        self.problem = problem


class CircuitOpen(ModelFailure):
    """The skill's circuit breaker is open."""

    reason = "circuit_open"
    counts = False


class SpendLimitReached(ModelFailure):
    """The call might cost more than the patient's day, or the principal's, has left."""

    reason = "spend_limit"
    counts = False


class OutOfTime(ModelFailure):
    """The turn's deadline leaves no time for a call."""

    reason = "deadline"
    counts = False


class PromptTooLong(ModelFailure):
    """Prompt and answer together would break the token budget."""

    reason = "over_budget"
    counts = False
