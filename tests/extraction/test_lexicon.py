from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from extraction.naming.lexicon import CODE_SYSTEMS, KINDS, Lexicon, LexiconError, load_lexicon, read_tables, surfaces
from extraction.text.normalise import fold

TABLES = Path(__file__).parent / "tables"
CODE_FORMS = {
    "SNOMED": r"\d{6,18}",
    "RXNORM": r"\d{1,8}",
    "LOINC": r"\d{1,7}-\d",
    "ICD10": r"[A-Z]\d\d(?:\.\d{1,3})?",
    "KCD": r"[A-Z]\d\d(?:\.\d{1,3})?",
    "ATC": r"[A-Z](?:\d\d(?:[A-Z](?:[A-Z](?:\d\d)?)?)?)?",
}


@pytest.fixture(scope="module")
def small() -> Lexicon:
    return read_tables([TABLES])


@pytest.fixture(scope="module")
def shipped() -> Lexicon:
    return load_lexicon()


def write(directory: Path, name: str, *rows: str) -> None:
    directory.joinpath(name).write_text("\n".join(row.replace("|>", "\t") for row in rows), encoding="utf-8")


def test_an_entry_is_found_by_id_code_and_any_of_its_names(small: Lexicon) -> None:
    metformin = small.entry("medications", "metformin")
    assert small.by_code("RXNORM", "6809") is metformin
    assert small.by_code("http://www.nlm.nih.gov/research/umls/rxnorm", "6809") is metformin
    for name in ("Metformin", "GLUCOPHAGE", "메트포르민", "글루코 파지"):
        assert small.by_name(name) is metformin
    assert small.by_name("metformi") is None
    assert small.by_code("LOINC", "6809") is None


def test_the_kinds_asked_for_decide_between_tables(small: Lexicon) -> None:
    drug, allergen = small.by_name("아스피린"), small.by_name("아스피린", kinds=("allergens",))
    assert drug is not None and drug.kind == "medications"
    assert allergen is not None and allergen.kind == "allergens"


def test_a_medicine_lies_below_its_classes_and_theirs(small: Lexicon) -> None:
    assert small.entry("medications", "amlodipine").broader == ("calcium_channel_blocker", "antihypertensive")
    assert small.entry("conditions", "type_2_diabetes").broader == ("diabetes",)


def test_other_columns_are_kept(small: Lexicon) -> None:
    assert small.entry("labs", "hba1c").extra["alt_units"] == "mmol/mol=ifcc"
    assert small.entry("relatives", "father").extra["kin"] == "father"


def test_own_tables_add_and_override(tmp_path: Path, small: Lexicon) -> None:
    write(tmp_path, "conditions.tsv", "id|>name|>synonyms_ko", "anemia|>Low blood|>피부족", "gout|>Gout|>통풍")
    both = read_tables([TABLES, tmp_path])
    assert both.entry("conditions", "anemia").name == "Low blood"
    assert both.by_name("통풍") == both.entry("conditions", "gout")
    assert both.by_name("anaemia") is None
    assert len(both) == len(small) + 1
    assert both.version != small.version


def test_the_version_depends_on_the_tables_alone(small: Lexicon) -> None:
    assert read_tables([TABLES]).version == small.version


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (["name|>codes", "x|>"], 1),
        (["id|>name", "a|>"], 2),
        (["id|>name", "# a comment", "", "a|>A|>more"], 4),
        (["id|>name|>codes", "a|>A|>38341003"], 2),
        (["id|>name|>codes", "a|>A|>HOUSE=1"], 2),
        (["id|>name", "a|>A", "a|>B"], 3),
        (["id|>name|>broader", "a|>A|>nowhere"], 2),
    ],
)
def test_a_broken_row_is_named(tmp_path: Path, rows: list[str], line: int) -> None:
    write(tmp_path, "conditions.tsv", *rows)
    with pytest.raises(LexiconError) as caught:
        read_tables([tmp_path])
    assert caught.value.details["file"] == "conditions.tsv"
    assert caught.value.details["line"] == str(line)


def test_a_circle_of_broader_concepts_ends(tmp_path: Path) -> None:
    write(tmp_path, "conditions.tsv", "id|>name|>broader", "a|>A|>b", "b|>B|>a")
    assert read_tables([tmp_path]).entry("conditions", "a").broader == ("b",)


def test_the_shipped_tables_hold_enough_and_say_how_much_is_coded(shipped: Lexicon) -> None:
    entries = shipped.entries()
    coded = sum(bool(entry.codes) for entry in entries)
    print(f"{len(entries)} concepts, {coded / len(entries):.0%} with a code: {Counter(e.kind for e in entries)}")
    assert len(entries) >= 150
    assert all(shipped.entries(kind) for kind in KINDS)


def test_no_form_of_the_shipped_tables_means_two_things_in_one_table(shipped: Lexicon) -> None:
    for kind in KINDS:
        owner: dict[str, str] = {}
        for entry in shipped.entries(kind):
            for surface in surfaces(entry):
                assert owner.setdefault(fold(surface), entry.concept_id) == entry.concept_id, (kind, surface)


def test_shipped_codes_have_the_form_of_their_system_and_stand_once_in_a_table(shipped: Lexicon) -> None:
    short = {uri: name for name, uri in CODE_SYSTEMS.items()}
    seen: set[tuple[str, str, str]] = set()
    for entry in shipped.entries():
        for system, code in entry.codes:
            assert re.fullmatch(CODE_FORMS[short[system]], code), (entry.concept_id, code)
            if short[system] in ("SNOMED", "RXNORM", "LOINC"):  # the classifications put many diseases under one code
                assert (entry.kind, system, code) not in seen, (entry.concept_id, code)
            seen.add((entry.kind, system, code))


def test_shipped_measurements_have_plausible_bounds(shipped: Lexicon) -> None:
    for entry in (*shipped.entries("labs"), *shipped.entries("vitals")):
        low, high = entry.extra.get("plausible_low"), entry.extra.get("plausible_high")
        if low and high:
            assert float(low) < float(high), entry.concept_id
