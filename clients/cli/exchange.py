"""Records in and out of a patient's memory: `import` a card or a FHIR bundle, `export` FHIR or a summary."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from clients.cli.options import DEFAULT_ADDRESS, Address, AsJson, Patient
from clients.cli.words import Words

COUNTS = ("recorded", "reaffirmed", "changed", "contradictions", "skipped")
_HEAD = 4_096
"""Characters in which a bundle names its resource type."""


def import_record(
    patient: Patient,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A patient card or a FHIR R4 bundle, as JSON.")],
    address: Address = DEFAULT_ADDRESS,
    json: AsJson = False,
) -> None:
    """Read a record into facts; what the record is silent about stays as it is."""
    from clients import AnamnesisClient
    from clients.cli.output import print_json, results

    try:
        content = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise typer.BadParameter(Words()("usage.text_file", file=file)) from None
    with AnamnesisClient(address) as client:
        is_bundle = '"resourceType"' in content[:_HEAD]
        reply = client.import_fhir(patient, content) if is_bundle else client.import_card(patient, content)
    counts = {name: getattr(reply, name) for name in COUNTS}
    if json:
        print_json({**counts, "version": reply.version, "position": reply.position})
    else:
        words = Words()
        results().print(", ".join(words(f"import.{name}", count=count) for name, count in counts.items()))


def export_record(
    patient: Patient,
    form: Annotated[str, typer.Option("--format", metavar="fhir|ips", help="FHIR R4 bundle, or IPS.")] = "fhir",
    address: Address = DEFAULT_ADDRESS,
) -> None:
    """Write the profile as a FHIR R4 bundle or an International Patient Summary, as JSON on standard output."""
    if form not in ("fhir", "ips"):
        raise typer.BadParameter(Words()("usage.form"))
    from clients import AnamnesisClient
    from clients.cli.output import print_json

    with AnamnesisClient(address) as client:
        print_json(client.export(patient, form=form))
