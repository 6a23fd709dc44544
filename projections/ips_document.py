"""What is true of a patient now, as an International Patient Summary: a FHIR R4 document of current facts."""

from __future__ import annotations

from datetime import datetime
from html import escape
from typing import Final

from domain.bounds import bounds_text
from domain.ledger import Fact
from domain.values import ANY, Certainty, Content, Polarity
from projections.fhir_elements import LOINC, TERMINOLOGY, Json, coded, entry, id_of, reference, words_for
from projections.fhir_export import as_of, patient_resource
from projections.fhir_resources import resource_of
from projections.ips_sections import SECTIONS, Section
from projections.patient_view import PatientView

COMPOSITION: Final = "60591-5"
"""LOINC: patient summary document."""

_DOCUMENT_IDS: Final = "urn:ietf:rfc:3986"
_NONE: Final = {"ko": "없음", "en": "none known"}
_UNKNOWN: Final = {"ko": "알 수 없음", "en": "not known"}
_UNSURE: Final = {"ko": "불확실", "en": "uncertain"}
_SILENT: Final = {"ko": "들은 바가 없습니다.", "en": "Nothing has been said about this."}
_TITLE: Final = {"ko": "환자 요약", "en": "Patient summary"}


def export_ips(view: PatientView, *, at: datetime, language: str, known_at: datetime | None = None) -> Json:
    """The summary of `view` as a document bundle: the composition first, then the patient and every fact it names.

    Ruled out and superseded facts are left to :func:`projections.fhir_export.export_bundle`.
    """
    facts = tuple(view.ledger.current())
    author = _author()
    sections = [_section(section, facts, language) for section in SECTIONS]
    named = [fact for fact in facts if any(section.holds(fact) for section in SECTIONS)]
    document_id = id_of("ips", view.patient_id, str(view.version))
    composition: Json = {
        "resourceType": "Composition",
        "id": id_of("composition", view.patient_id, str(view.version)),
        "status": "final",
        "type": coded(LOINC, COMPOSITION),
        "subject": reference(view.patient_id),
        "date": at.isoformat(),
        "author": [reference(author["id"])],
        "title": _TITLE[language],
        "section": [section for section in sections if section],
    }
    resources = [composition, patient_resource(view), author]
    resources += [resource_of(fact, view.ledger, view.patient_id, language) for fact in named]
    return {
        "resourceType": "Bundle",
        "id": document_id,
        "meta": {"extension": [as_of(view, known_at)]},
        "identifier": {"system": _DOCUMENT_IDS, "value": f"urn:uuid:{document_id}"},
        "type": "document",
        "timestamp": at.isoformat(),
        "entry": [entry(resource) for resource in resources],
    }


def _author() -> Json:
    return {
        "resourceType": "Device",
        "id": id_of("device", "anamnesis"),
        "deviceName": [{"name": "Anamnesis", "type": "manufacturer-name"}],
    }


def _section(section: Section, facts: tuple[Fact, ...], language: str) -> Json | None:
    """The section with its entries; one that is required and empty says that nothing is known."""
    held = [fact for fact in facts if section.holds(fact)]
    if not held and not section.required:
        return None
    title = section.title_ko if language == "ko" else section.title
    lines = [_line(fact.content, language) for fact in held] or [_SILENT[language]]
    resource: Json = {"title": title, "code": coded(LOINC, section.loinc), "text": _narrative(lines)}
    if held:
        resource["entry"] = [reference(id_of("fact", fact.fact_id)) for fact in held]
    else:
        resource["emptyReason"] = coded(f"{TERMINOLOGY}/list-empty-reason", "unavailable")
    return resource


def _line(content: Content, language: str) -> str:
    if content.concept.concept_id == ANY:
        unknown = content.certainty is Certainty.UNKNOWN
        return _UNKNOWN[language] if unknown else _NONE[language]
    value = f"{content.value:g}" if isinstance(content.value, float) else content.value
    measured = "".join(part for part in (content.comparator, str(value or "") or bounds_text(content)) if part)
    words = [
        words_for(content.concept, language),
        *([_NONE[language]] if content.polarity is Polarity.NEGATED else []),
        *(part for part in (measured, content.unit if measured else None) if part),
        *(part for part in (content.dose, content.frequency, content.timing) if part),
        *([content.subject] if content.subject != "patient" else []),
        *([content.valid_from] if content.valid_from else []),
        *([_UNSURE[language]] if content.certainty is not Certainty.CONFIRMED else []),
    ]
    return " ".join(words)


def _narrative(lines: list[str]) -> Json:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return {"status": "generated", "div": f'<div xmlns="http://www.w3.org/1999/xhtml"><ul>{items}</ul></div>'}
