"""What if something had been said otherwise: `anamnesis fork` over the data beside the gateway, one at a time.

The command only reads the log and works in a scratch copy. It needs the files, so that a gateway of a server elsewhere
has no what-if.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from clients.gateway.problems import BadRequest

SECONDS = 300.0
"""How long a fork may take: it loads all that the agent knows, 20 s of a quiet machine's time, and runs the turns."""
MOST_CORRECTIONS = 10


class WhatIf:
    """Runs forks of the log in one data directory."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._running = asyncio.Lock()

    async def run(self, patient_id: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The difference as `anamnesis fork --json` prints it. Raises BadRequest, also while another fork runs."""
        arguments = _arguments(patient_id, body)
        if self._running.locked():
            raise BadRequest("Another what-if is being computed.", "Try again when it has ended.", 429, "FORK_RUNNING")
        async with self._running:
            # The arguments are checked, and no shell reads them.
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "server", "fork", *arguments, "--json", "--data", str(self._data),
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            try:
                async with asyncio.timeout(SECONDS):
                    told, failure = await process.communicate()
            except TimeoutError:
                raise BadRequest("The what-if took too long.", "Fork at a later turn.", 504, "FORK_LATE") from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode:
            raise _refused(failure.decode(errors="replace"))
        try:
            found: dict[str, Any] = json.loads(told)
        except ValueError:
            raise _refused("") from None
        return found


def _arguments(patient_id: str, body: Mapping[str, Any]) -> Sequence[str]:
    unknown = set(body) - {"at_turn", "corrections", "profile"}
    at_turn, corrections, profile = body.get("at_turn"), body.get("corrections", []), body.get("profile", "")
    if unknown or type(at_turn) is not int or at_turn < 0 or not isinstance(profile, str):
        raise BadRequest("That is no what-if.", "Send at_turn (a number), corrections and, if any, profile (a name).")
    if not isinstance(corrections, list) or len(corrections) > MOST_CORRECTIONS or not all(map(_is_one, corrections)):
        raise BadRequest(
            "The corrections are not a list of facts and values.",
            f'Send up to {MOST_CORRECTIONS} of {{"fact": ID, "value": TEXT}}.',
        )
    try:
        arguments = [str(UUID(patient_id)), "--at", str(at_turn)]
    except ValueError:
        raise BadRequest("The patient is not a UUID.", "Take it from /v1/patients.") from None
    for one in corrections:
        # With the equals sign, a value that begins with a dash is still a value.
        arguments.append(f"--correct={one['fact']}={one['value']}")
    return [*arguments, f"--profile={profile}"] if profile else arguments


def _is_one(correction: object) -> bool:
    return (
        isinstance(correction, dict)
        and correction.keys() == {"fact", "value"}
        and all(isinstance(part, str) and part.strip() and "\x00" not in part for part in correction.values())
    )


def _refused(failure: str) -> BadRequest:
    """What the command says: a sentence behind "Error:", and what to do behind "Next:"."""

    def said(begin: str) -> str:
        lines = (line.strip() for line in failure.splitlines())
        return next((line.removeprefix(begin).strip() for line in lines if line.startswith(begin)), "")

    return BadRequest(said("Error:") or "The what-if failed.", said("Next:") or "Try it with `anamnesis fork`.", 422,
                      "FORK_REFUSED")  # fmt: skip
