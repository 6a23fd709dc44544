"""The same agent over HTTP with nothing but the standard library. Start `anamnesis ui` first."""

import json
import os
from typing import Any
from urllib.request import Request, urlopen

BASE = os.environ.get("ANAMNESIS_REST", "http://127.0.0.1:8080")


def call(path: str, body: dict[str, Any] | None = None) -> Any:
    """A GET, or a POST of a JSON body."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(BASE + path, data, headers)) as response:  # noqa: S310 (the address is one's own)
        return json.load(response)


patient = call("/v1/patients", {"locale": "en", "time_zone": "Europe/London"})["patient_id"]
turn = call(f"/v1/patients/{patient}/observations", {"text": "My INR was 2.4 yesterday."})["turn_number"]
known = call(f"/v1/patients/{patient}/context?query=INR")["text"]
call(f"/v1/patients/{patient}/turns/{turn}/answer", {"text": "Your INR was 2.4.", "model": "mine"})
told = call(f"/v1/patients/{patient}/observations", {"text": "Sorry, it was 3.4, not 2.4."})
print(known)
print([(stale["turn_number"], stale["reason"]) for stale in told["invalidated"]])
