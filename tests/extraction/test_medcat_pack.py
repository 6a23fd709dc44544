"""A model pack of the user's own: built here by MedCAT itself, saved to a folder, and loaded read-only."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from extraction.naming.concepts import Recogniser
from extraction.naming.lexicon import read_tables
from extraction.naming.medcat.pack import MedcatPack, PackMissing, PackUnreadable, PackVersionMismatch, load_pack
from extraction.rules.pipeline import Extractor

SMALL = read_tables([Path(__file__).parent / "tables"])
ROWS = [
    ("C0035854", "erdheim chester disease", "P", "T047"),
    ("239915006", "takayasu arteritis", "P", "disorder"),
    ("38341003", "raised arterial tension", "P", "disorder"),
    ("C0000001", "chronic diabetes syndrome", "P", "T047"),
    ("C0011849", "diabetes", "P", "T047"),
    ("C0000002", "waiting room", "P", "T073"),
]
SAID_AT = datetime(2026, 3, 10, 1, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    os.environ.setdefault("MEDCAT_DISABLE_VERSION_CHECK", "True")
    import pandas  # type: ignore[import-untyped]
    from medcat.cat import CAT
    from medcat.config import Config
    from medcat.model_creation.cdb_maker import CDBMaker
    from medcat.vocab import Vocab

    config = Config()
    config.general.spell_check = False
    config.components.linking.disamb_length_limit = 0
    columns = ["cui", "name", "ontologies", "name_status", "type_ids", "description"]
    table = pandas.DataFrame([(cui, name, "", status, kind, "") for cui, name, status, kind in ROWS], columns=columns)
    saved = tmp_path_factory.mktemp("packs")
    CAT(CDBMaker(config).prepare_csvs([table]), Vocab()).save_model_pack(
        str(saved), pack_name="own", add_hash_to_pack_name=False
    )
    return saved


@pytest.fixture(scope="module")
def pack(folder: Path) -> MedcatPack:
    return load_pack(folder / "own", SMALL)


def test_a_pack_adds_concepts_that_the_lexicon_lacks(pack: MedcatPack) -> None:
    text = "My sister has Erdheim Chester disease, I sat in the waiting room with takayasu arteritis."

    found = {mention.surface: mention.entry for mention in pack.find(text)}

    assert set(found) == {"Erdheim Chester disease", "takayasu arteritis"}
    own = found["Erdheim Chester disease"]
    assert (own.kind, own.concept_id) == ("conditions", "UMLS:C0035854")
    assert found["takayasu arteritis"].codes == (("http://snomed.info/sct", "239915006"),)


def test_a_concept_with_the_code_of_a_lexicon_entry_is_that_entry(pack: MedcatPack) -> None:
    known = SMALL.by_code("SNOMED", "38341003")
    (mention,) = pack.find("I was told of raised arterial tension")

    assert known is not None and mention.entry is known


def test_the_lexicon_keeps_what_it_finds_and_a_longer_name_wins(pack: MedcatPack) -> None:
    recogniser = Recogniser(SMALL, pack)

    (shorter,) = recogniser.find("I have diabetes")
    (longer,) = recogniser.find("I have chronic diabetes syndrome")

    assert shorter.entry is SMALL.entry("conditions", "diabetes") and shorter.recogniser != pack.name
    assert longer.entry.concept_id == "UMLS:C0000001"
    assert recogniser.version != Recogniser(SMALL).version


def test_a_concept_of_the_pack_becomes_a_fact_with_its_assertion(pack: MedcatPack) -> None:
    extractor = Extractor(SMALL, Recogniser(SMALL, pack))

    reading = extractor.read("I have takayasu arteritis.", said_at=SAID_AT, time_zone="Asia/Seoul")
    denied = extractor.read("I don't have takayasu arteritis.", said_at=SAID_AT, time_zone="Asia/Seoul")

    (content,) = [proposal.content for proposal in reading.proposals if proposal.content]
    assert (content.slot, content.concept.name, content.polarity) == ("conditions", "takayasu arteritis", "affirmed")
    assert [proposal.content.polarity for proposal in denied.proposals if proposal.content] == ["negated"]


def test_a_zip_is_read_where_it_lies(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "own.zip", tmp_path / "own.zip")

    assert load_pack(tmp_path / "own.zip", SMALL).find("takayasu arteritis")
    assert [path.name for path in tmp_path.iterdir()] == ["own.zip"]


def test_what_is_no_pack_is_named(folder: Path, tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("no pack")
    broken = tmp_path / "broken"
    shutil.copytree(folder / "own", broken)
    shutil.rmtree(broken / "cdb")

    with pytest.raises(PackMissing):
        load_pack(tmp_path / "absent", SMALL)
    for path in (text, tmp_path, broken):
        with pytest.raises(PackUnreadable):
            load_pack(path, SMALL)


def test_a_pack_of_another_version_is_refused_before_it_is_unpickled(folder: Path, tmp_path: Path) -> None:
    newer, older = tmp_path / "newer", tmp_path / "older"
    shutil.copytree(folder / "own", newer)
    card = json.loads((newer / "model_card.json").read_text())
    (newer / "model_card.json").write_text(json.dumps({**card, "MedCAT Version": "3.0.0"}))
    for poisoned in newer.rglob("*.dat"):
        poisoned.write_bytes(b"never read")
    older.mkdir()
    (older / "cdb.dat").write_bytes(b"never read")

    for path in (newer, older):
        with pytest.raises(PackVersionMismatch):
            load_pack(path, SMALL)
