"""What users build on: it may grow, and nothing in it may go or be renamed."""

from __future__ import annotations

import inspect

import clients
from clients import AnamnesisClient, AsyncAnamnesisClient


def test_the_public_names_are_frozen() -> None:
    assert clients.__all__ == [
        "AlreadyExists",
        "AnamnesisClient",
        "AsyncAnamnesisClient",
        "Conflict",
        "Credentials",
        "CredentialsRefused",
        "DataLoss",
        "DeadlineExceeded",
        "FailedPrecondition",
        "InvalidRequest",
        "NotAuthenticated",
        "NotFound",
        "NotPermitted",
        "NotServed",
        "ServiceError",
        "TooManyRequests",
        "TurnFailed",
        "Unavailable",
        "as_of",
    ]
    assert all(hasattr(clients, name) for name in clients.__all__)


def test_both_clients_have_the_same_methods_with_the_same_parameters() -> None:
    def methods(client: type[object]) -> dict[str, list[inspect.Parameter]]:
        return {
            name: list(inspect.signature(method).parameters.values())
            for name, method in vars(client).items()
            if not name.startswith("_") and inspect.isfunction(method)
        }

    assert methods(AnamnesisClient) == methods(AsyncAnamnesisClient)
    assert set(methods(AnamnesisClient)) == {
        "accesses",
        "ask",
        "close",
        "context",
        "converse",
        "correct",
        "erase",
        "events",
        "explain",
        "export",
        "import_card",
        "import_fhir",
        "memory",
        "observe",
        "patients",
        "position_of_turn",
        "profile",
        "projections",
        "rebuild",
        "record",
        "record_answer",
        "register_patient",
        "retract",
        "say",
        "search",
        "study_tables",
        "timeline",
        "verify_log",
        "wait_until_serving",
        "watch",
    }
