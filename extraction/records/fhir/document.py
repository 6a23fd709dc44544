"""The resources of a FHIR R4 record: a bundle, one resource, or one resource a line, and what they refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from domain.cancellation import cancellable
from domain.errors import InvalidRecord
from extraction.records.fhir.elements import member
from extraction.records.limits import MAX_ENTRIES, check_entries
from extraction.records.reader import Node, parse_object, refuse

BUNDLE_TYPES: Final = ("batch", "collection", "document", "searchset", "transaction")
"""Bundles whose entries state what is so; a history or a response bundle states what was done."""


@dataclass(frozen=True, slots=True)
class Document:
    """All resources of a record in their order, the bytes they came in, and when the bundle was put together."""

    resources: tuple[Node, ...]
    raw: bytes
    timestamp: str | None
    _targets: Mapping[str, Node]

    def find(self, words: str) -> Node | None:
        """The resource that the words of a reference name, by full URL or by type and id."""
        parts = words.split("/_history/")[0].split("/")
        return self._targets.get(words) or self._targets.get("/".join(parts[-2:]))

    def referred(self, reference: Node, holder: Node) -> Node:
        """What a Reference of the resource `holder` points to. Raises InvalidRecord when it is not in the record."""
        words = reference.named("reference")
        if words.startswith("#"):
            contained = (one for one in holder.items("contained") if one.text("id") == words[1:])
            found = next(contained, None)
        else:
            found = self.find(words)
        return found or refuse(reference.at("reference"), "a reference to a resource of this record")


def read_document(content: str | bytes, limit: int = MAX_ENTRIES) -> Document:
    """The resources of a bundle, of a single resource, or of newline-delimited JSON.

    Raises InvalidRecord, and RecordTooLarge for more entries or lines than ``limit``.
    """
    lines = _lines(content)
    resources, timestamp = _delimited(lines, limit), None
    if resources is None:
        top, _ = parse_object(content)
        resources, timestamp = _entries(top, limit) if top.text("resourceType") == "Bundle" else ([("", top)], None)
    targets: dict[str, Node] = {}
    for full_url, resource in cancellable(resources):
        kind, own_id = resource.named("resourceType"), resource.text("id")
        for name in (full_url, f"{kind}/{own_id}" if own_id else ""):
            if name:
                targets.setdefault(name, resource)
    raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return Document(tuple(resource for _, resource in resources), raw, timestamp, MappingProxyType(targets))


def _lines(content: str | bytes) -> list[str]:
    text = content if isinstance(content, str) else content.decode("utf-8-sig", "replace")
    return [line for line in text.split("\n") if line.strip()]


def _delimited(lines: list[str], limit: int) -> list[tuple[str, Node]] | None:
    """The resources of newline-delimited JSON; None when the first of the lines is no whole object."""
    if len(lines) < 2:
        return None
    try:
        parse_object(lines[0])
    except InvalidRecord:
        return None
    check_entries(len(lines), limit)
    return [("", Node(_object(line, f"$[{index}]"), f"$[{index}]")) for index, line in enumerate(cancellable(lines))]


def _object(line: str, path: str) -> Mapping[str, object]:
    try:
        return parse_object(line)[0].values
    except InvalidRecord:
        refuse(path, "one JSON object a line")


def _entries(bundle: Node, limit: int) -> tuple[list[tuple[str, Node]], str | None]:
    if bundle.text("type") not in BUNDLE_TYPES:
        refuse(bundle.at("type"), f"one of {', '.join(BUNDLE_TYPES)}")
    check_entries(bundle.length("entry"), limit)
    return list(_resources(bundle)), bundle.date("timestamp")


def _resources(bundle: Node) -> Iterator[tuple[str, Node]]:
    for entry in bundle.items("entry"):
        request, resource = member(entry, "request"), member(entry, "resource")
        if resource is not None and (request is None or request.text("method") != "DELETE"):
            yield entry.text("fullUrl") or "", resource
