"""Static principals: tokens and client certificates of a small installation, in one file that holds no secret.

A token is 256 random bits, so its SHA-256 need not be slow or salted: there is nothing to guess. The file is looked at
again whenever it changes; whoever is taken out of it is refused at the next message.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from domain.errors import AnamnesisError, InvalidCommand
from server.authentication.principal import NotAuthenticated, Principal, checked_principal

FILE = "principals.json"
"""Name of the file in a data directory, unless another one is named."""
TOKEN_MARK = "ana_"  # noqa: S105
"""How static tokens begin, so that they are told from JWTs, and found where they were left lying."""
ID_BYTES, SECRET_BYTES = 6, 32
"""Of a token's public name, and of its secret (OWASP ASVS 5.0, 7.2: at least 128 bits)."""


class PrincipalsUnreadable(AnamnesisError):
    """The principals' file cannot be used; nobody is recognised by it."""

    status = "FAILED_PRECONDITION"
    reason = "PRINCIPALS_UNREADABLE"
    advice = "Make it with `anamnesis token create`, and let nobody but its owner write to it."


class UnknownCredential(InvalidCommand):
    """No credential has this name."""

    reason = "UNKNOWN_CREDENTIAL"
    advice = "`anamnesis token list` names them."


class Entry(BaseModel):
    """One principal of the file: recognised by the hash of a token or by a name in a client certificate."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    name: str
    role: str
    tenant: str = ""
    patients: tuple[str, ...] | None = None
    break_glass: bool = False
    token_sha256: str | None = None
    certificate: str | None = None
    created_at: datetime
    expires_at: datetime | None = None

    def principal(self) -> Principal:
        """Whom the entry names. Raises InvalidPrincipal."""
        return checked_principal(
            self.name,
            self.role,
            self.tenant,
            self.patients,
            expires_at=self.expires_at,
            credential=self.id,
            break_glass=self.break_glass,
        )


class _Content(BaseModel):
    model_config = ConfigDict(extra="forbid")

    principals: list[Entry] = []


class PrincipalsFile:
    """The principals of one file, as it stands at each call. Reading takes one look at its date unless it changed."""

    def __init__(self, path: Path) -> None:
        """Raises PrincipalsUnreadable, also for a file that is not there: nobody is let in by a typing error."""
        self._path = path
        self._seen: tuple[int, int, int] | None = None
        self._entries: dict[str, Entry] = {}
        self._principals: dict[str, Principal] = {}
        self._refresh()

    def of_token(self, token: str, now: datetime) -> Principal:
        """Whom a static token names. Raises NotAuthenticated and PrincipalsUnreadable."""
        self._refresh()
        identifier = token.removeprefix(TOKEN_MARK).partition("_")[0]
        entry = self._entries.get(identifier)
        known = entry.token_sha256 if entry and entry.token_sha256 else ""
        # Compared also where there is nothing to compare with: which names there are shows in no time taken.
        if not hmac.compare_digest(_hash(token), known or _hash("")) or not known:
            raise NotAuthenticated
        return self._valid(self._principals[identifier], now)

    def of_certificate(self, names: Iterator[str] | list[str], now: datetime) -> Principal:
        """Whom a client certificate names by one of its names. Raises NotAuthenticated and PrincipalsUnreadable."""
        self._refresh()
        by_name = {entry.certificate: entry.id for entry in self._entries.values() if entry.certificate}
        found = {by_name[name] for name in names if name in by_name}
        if len(found) != 1:
            raise NotAuthenticated
        return self._valid(self._principals[found.pop()], now)

    def check(self, principal: Principal) -> None:
        """Refuse a principal who was taken out of the file, or changed. Raises NotAuthenticated."""
        self._refresh()
        if self._principals.get(principal.credential) != principal:
            raise NotAuthenticated("The credential was withdrawn.")

    def _valid(self, principal: Principal, now: datetime) -> Principal:
        if principal.expired(now):
            raise NotAuthenticated("The credential has expired.")
        return principal

    def _refresh(self) -> None:
        try:
            status = self._path.stat()
        except OSError:
            raise PrincipalsUnreadable(f"{self._path.name} cannot be read.") from None
        seen = (status.st_mtime_ns, status.st_size, status.st_ino)
        if seen == self._seen:
            return
        if status.st_mode & 0o022:
            raise PrincipalsUnreadable(f"Others than its owner can write to {self._path.name}.")
        entries = _read(self._path).principals
        self._principals = {entry.id: entry.principal() for entry in entries}
        self._entries = {entry.id: entry for entry in entries}
        self._seen = seen


def create_token(
    path: Path,
    name: str,
    role: str,
    *,
    tenant: str = "",
    patients: tuple[str, ...] | None = None,
    expires_at: datetime | None = None,
    certificate: str | None = None,
    break_glass: bool = False,
) -> tuple[Entry, str]:
    """Add a principal to the file, which is made where there is none; the entry and its token.

    The token is empty for one who is recognised by ``certificate``. It is nowhere kept. Raises InvalidPrincipal and
    PrincipalsUnreadable.
    """
    identifier = secrets.token_hex(ID_BYTES)
    token = "" if certificate else f"{TOKEN_MARK}{identifier}_{secrets.token_urlsafe(SECRET_BYTES)}"
    entry = Entry(
        id=identifier,
        name=name,
        role=role,
        tenant=tenant,
        patients=patients,
        break_glass=break_glass,
        token_sha256=_hash(token) if token else None,
        certificate=certificate,
        created_at=datetime.now(UTC).replace(microsecond=0),
        expires_at=expires_at,
    )
    entry.principal()
    with _changing(path) as content:
        if certificate and any(one.certificate == certificate for one in content.principals):
            raise InvalidCommand("This certificate's name has an entry already.", field="certificate")
        content.principals.append(entry)
    return entry, token


def revoke_token(path: Path, identifier: str) -> Entry:
    """Take a principal out of the file. Raises UnknownCredential and PrincipalsUnreadable."""
    with _changing(path) as content:
        found = [entry for entry in content.principals if entry.id == identifier]
        if not found:
            raise UnknownCredential
        content.principals.remove(found[0])
    return found[0]


def entries_of(path: Path) -> list[Entry]:
    """The entries of a file, in the order of their creation. Raises PrincipalsUnreadable."""
    return _read(path).principals


def _read(path: Path) -> _Content:
    try:
        content = _Content.model_validate_json(path.read_bytes())
        for entry in content.principals:
            entry.principal()
    except OSError:
        raise PrincipalsUnreadable(f"{path.name} cannot be read.") from None
    except ValidationError as error:
        places = ", ".join(".".join(map(str, one["loc"])) or "it" for one in error.errors(include_input=False))
        raise PrincipalsUnreadable(f"{path.name} is not a list of principals: {places}.") from None
    except InvalidCommand as error:
        raise PrincipalsUnreadable(f"{path.name}: {error}") from None
    if len({entry.id for entry in content.principals}) != len(content.principals):
        raise PrincipalsUnreadable(f"{path.name} names two principals by one id.")
    return content


@contextmanager
def _changing(path: Path) -> Iterator[_Content]:
    """The content of the file, to be changed; written whole and then put in its place, one writer after another."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(path.with_name(f"{path.name}.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            content = _read(path) if path.exists() else _Content()
            yield content
            handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(content.model_dump_json(indent=2, exclude_none=True) + "\n")
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
    except OSError:
        raise PrincipalsUnreadable(f"{path.name} cannot be written.") from None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
