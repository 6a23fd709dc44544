"""What the certificate of an erasure proves: which key was destroyed, and how many payloads only it could open."""

from __future__ import annotations

import hashlib


def certificate_hash(patient_id: str, key_fingerprint: str, events: int) -> str:
    """SHA-256 over what a certificate says, in hexadecimal; whoever holds a certificate can compute it again."""
    return hashlib.sha256(f"{patient_id}\n{key_fingerprint}\n{events}".encode()).hexdigest()
