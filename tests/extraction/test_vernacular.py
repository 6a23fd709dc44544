"""Dialect and chat in the standard spelling: every form of the tables is heard in its example, and no look-alike is."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise

import pytest

from extraction.text.normalise import normalise
from extraction.text.vernacular import standard_forms
from tests.shipped import vocabulary


def examples() -> list[tuple[str, str]]:
    found = []
    for name in ("vernacular_ko.tsv", "vernacular_en.tsv"):
        for row in (files("extraction.text") / "words" / name).read_text(encoding="utf-8").splitlines():
            if row and not row.startswith("#"):
                _, _, standard, example = row.split("\t")
                found.append((example, standard))
    return found


@pytest.mark.parametrize(("example", "standard"), examples())
def test_each_form_is_respelt_in_its_example(example: str, standard: str) -> None:
    assert standard.casefold() in normalise(example).text.casefold()


@pytest.mark.parametrize(
    ("typed", "standard"),
    [
        ("와파린 묵은지 팔년 됐데이", "와파린 먹은 지 팔년 됐다"),
        ("약은 안 묵고 있심더", "약은 안 먹고 있습니다"),
        ("어제부터 아프다 카데예", "어제부터 아프다고 하데요"),
        ("머리가 아픈디 병원 가야 되것제", "머리가 아픈데 병원 가야 되겠지"),
        ("두 알 먹엇는데 안 낫네여", "두 알 먹었는데 안 낫네요"),
        ("Ah dinnae take ma tablets in the mornin", "Ah don't take my tablets in the morning"),
        ("gonna quit em tmrw cuz im sick", "going to quit them tomorrow because i'm sick"),
    ],
)
def test_speech_is_read_in_the_standard_spelling(typed: str, standard: str) -> None:
    assert normalise(typed).text == standard


@pytest.mark.parametrize(
    "text",
    ["도토리묵을 먹었어요", "묵은지 김치찌개를 먹었어요", "시험 기간이에요", "손가락이 문에 찍혔어요", "아예 안 먹어요",
     "무엇을 먹나요", "허리와 허벅지가 아파요", "혀가 아파요", "위험 인자가 있나요", "류마티스 인자 양성",
     "내일 낼 것이 있어요",
     "물이 고여 있어요", "선생님께 물어볼게요", "피검사를 갓난아기가 했어요", "잇몸이 아파요",
     "만성 기관지염", "유아용 시럽", "보라지유", "제8인자 제제", "입안이 헌 데", "마누카허니",
     "My ma is 60", "insulin 10 u have to",
     "tempo", "I am in a hospital"],
)  # fmt: skip
def test_words_that_only_look_so_stay(text: str) -> None:
    assert normalise(text).text == text


def test_what_was_typed_is_quoted() -> None:
    text = "나는 와파린 묵고 있심더"
    found = normalise(text)
    start = found.text.index("먹고")
    first, last = found.span(start, start + 2)
    assert text[first:last] == "묵고"


def test_forms_stand_in_their_order_and_apart() -> None:
    found = standard_forms("묵고 있심더, dinnae worry, 먹엇어여")
    assert [start for start, _, _ in found] == sorted(start for start, _, _ in found)
    assert all(end <= following[0] for (_, end, _), following in pairwise(found))


def test_a_name_of_the_lexicon_that_is_respelt_is_found_still() -> None:
    shipped = vocabulary()
    entries = (entry for kind in ("conditions", "symptoms", "medications", "labs", "procedures", "allergens")
               for entry in shipped.lexicon.entries(kind))  # fmt: skip
    names = {name for entry in entries for name in (entry.name, entry.name_ko, *entry.synonyms_ko) if name}
    respelt = {name for name in names if standard_forms(name)}
    lost = [name for name in respelt if not shipped.recogniser.find(normalise(name).text)]
    assert len(lost) * 20 < len(respelt), lost
    assert "기관지염" in names - respelt
