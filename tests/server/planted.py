"""A data directory with a patient of whom everything is planted: words that stand nowhere else, in every slot."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from domain.commands import RecordSlots
from domain.records import PatientRecords
from domain.values import Concept, Content, SlotKind, Status
from projections.runner import ProjectionRunner
from server.data_directory import DataDirectory
from tests.builders import NOW, an_id, register, utterance

PATIENT, OTHER = sorted((an_id("planted"), an_id("not planted")))
"""The one to be erased comes first, for views are filled in the order of the ids."""

SAID = {
    "ko": "어젯밤부터 계단을 오를 때마다 무릎이 몹시 시큰거려요.",
    "en": "Since last night my knees grate on stairs.",
}
NUMBER = "7351.25"
_KOREAN = dict(
    zip(SlotKind, ("신상", "질환", "증상", "약물", "활력", "검사", "알레르기", "가족력", "생활", "시술"), strict=True)
)


_SEARCH_EACH = """
import json, sys
from pathlib import Path
from server.file_search import found
data, *words = sys.argv[1:]
json.dump([word for word in words if not found(Path(data), [word], (), ())["found_in"]], sys.stdout)
"""


def words(kind: SlotKind) -> tuple[str, str, str]:
    """What is planted in a slot: the name, what is displayed in Korean, and what was stated."""
    return f"planted {kind} of Gwangju", f"심어 둔 {_KOREAN[kind]} 낱말", f"말한 {_KOREAN[kind]} 그대로 as told {kind}"


PLANTED = (*SAID.values(), NUMBER, *(word for kind in SlotKind for word in words(kind)))


def plant(data: Path) -> None:
    """Make a data directory with the patient and somebody else: log, kept views and tables for analysis."""
    directory = DataDirectory(data)
    directory.prepare()
    with directory.records() as records:
        for patient_id in (PATIENT, OTHER):
            records.execute(register(patient_id, request=f"register {patient_id}"))
            for turn, text in enumerate(SAID.values(), start=1):
                text = text if patient_id == PATIENT else "안녕하세요, 별일 없어요."
                records.execute(utterance(turn, text, patient_id=patient_id))
            contents = tuple(map(_content, SlotKind)) if patient_id == PATIENT else (_plain(),)
            command = RecordSlots(
                request_id=an_id(f"slots {patient_id}"), patient_id=patient_id, now=NOW, contents=contents
            )
            records.execute(command)
        keep(directory, records)


def not_planted(data: Path) -> list[str]:
    """The words that stand in no file of a data directory, each looked for by itself, all by one process."""
    told = subprocess.run([sys.executable, "-c", _SEARCH_EACH, str(data), *PLANTED], capture_output=True, check=True)
    missing: list[str] = json.loads(told.stdout)
    return missing


def keep(directory: DataDirectory, records: PatientRecords) -> None:
    """Bring views and tables up to the end of the log."""
    ProjectionRunner(records, directory.views).catch_up()
    directory.tables(records).catch_up(records)


def _content(kind: SlotKind) -> Content:
    name, display, stated = words(kind)
    return Content(
        slot=kind,
        concept=Concept(concept_id=name, name=name, display=display),
        value=float(NUMBER) if kind is SlotKind.LABS else None,
        value_stated=stated,
        status=Status.ACTIVE if kind in (SlotKind.CONDITIONS, SlotKind.MEDICATIONS) else None,
    )


def _plain() -> Content:
    return Content(slot=SlotKind.CONDITIONS, concept=Concept(concept_id="gout", name="Gout", display="통풍"))
