"""A medicine asked about beside one fact on record: a table of pairs that are warned of, and of harmless ones.

pairs.tsv was written from labels and formularies before the rules were read; its columns are the verdict, the record
(m: a medicine, c: an illness, age, week: of a pregnancy, lab: a value), and what is asked about in both languages.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.safety.weighing import WARNINGS
from agent.skills.ports import Language
from domain.values import Content, SlotKind
from tests.agent.conversation import NOW, Conversation, age, card_reader, condition, lab, medicine, none_of

_UNITS = {"egfr": "mL/min/{1.73_m2}", "potassium": "mmol/L", "qtc_interval": "ms", "inr": "1"}
_TODAY = NOW.date().isoformat()
_APART = ("at least 4 hours apart", "4시간 띄워")
_LEAVE = ("nothing that speaks against", "nothing that stands against", "as prescribed", "문제가 되는 것을 찾지 못")
"""Words that would be heard as leave."""
_YES = ("Yes, as far as is known", "No, no clash is known", "네, 알려진 바로는", "아니요, 알려진 문제는")
"""How an answer begins that calls a pair fine."""


def _rows() -> list[tuple[str, str, str, str]]:
    lines = Path(__file__).with_name("pairs.tsv").read_text(encoding="utf-8").splitlines()
    return [(verdict, record, en, ko) for verdict, record, en, ko in (line.split("\t") for line in lines)]


def _fact(written: str) -> Content:
    kind, name, *value = written.split(":")
    if kind == "m":
        return medicine(name, None, "QD")
    if kind == "c":
        return condition(name)
    if kind == "age":
        return age(int(name))
    if kind == "week":
        return condition("pregnancy").with_fields(value=float(name), unit="wk")
    return lab(name, float(value[0]), _UNITS[name], _TODAY)


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(("verdict", "record", "en", "ko"), _rows())
def test_a_pair_is_warned_of_where_a_label_says_so_and_only_there(
    verdict: str, record: str, en: str, ko: str, language: Language
) -> None:
    # No table of the lexicon keeps it as an illness: who nurses says so in the question.
    nurses = record == "c:breastfeeding"
    said = {"en": "I am breastfeeding. ", "ko": "모유 수유 중인데 "}[language] if nurses else ""
    asked = f"May I take {en}?" if language == "en" else f"{ko} 먹어도 되나요?"
    facts = () if nurses else tuple(_fact(one) for one in record.split(","))
    talk = Conversation(language, cards=card_reader()).knows(*facts, none_of(SlotKind.ALLERGIES))
    text = talk.said(said + asked).text
    warned = any(word in text for word in (*WARNINGS, *_APART))
    assert warned is (verdict == "warn"), text
    assert not any(word in text for word in _LEAVE), text
    # Nothing that a label warns of is called fine, whatever else the table of ordinary pairs names.
    assert not (warned and text.startswith(_YES)), text


@pytest.mark.parametrize(
    ("language", "told", "asked", "warned"),
    [
        ("en", "ibuprofen", "Can I take Nurofen for my headache?", True),
        ("en", "acetaminophen", "Is it ok to take Panadol as well?", True),
        ("en", "cetirizine", "Can I also take Zyrtec?", True),
        ("ko", "ibuprofen", "이지엔6 먹어도 되나요?", True),
        ("ko", "acetaminophen", "타이레놀도 먹어도 돼요?", True),
        ("en", "atorvastatin", "The pharmacy gave me Lipitor, can I take it too?", True),
        ("en", "ibuprofen", "Can I take ibuprofen with food?", False),
        ("en", "atorvastatin", "Can I take Lipitor with milk?", False),
        ("ko", "acetaminophen", "아세트아미노펜 먹어도 되나요?", False),
    ],
)
def test_a_product_of_a_substance_that_is_taken_is_not_added_to_it(
    language: Language, told: str, asked: str, warned: bool
) -> None:
    talk = Conversation(language, cards=card_reader()).knows(medicine(told, None, "QD"), none_of(SlotKind.ALLERGIES))
    text = talk.said(asked).text
    assert (("is on your record as taken" if language == "en" else "같은 성분입니다") in text) is warned, text


@pytest.mark.parametrize(
    ("told", "asked", "expected"),
    [
        ("acetaminophen", "Can I take Excedrin?", "acetaminophen twice over"),
        ("atorvastatin", "May I take Caduet?", "same substance twice over"),
        ("clarithromycin", "May I take Caduet?", "muscle damage"),
        ("nitroglycerin", "May I take Cialis?", "suddenly and dangerously"),
        ("rivaroxaban", "Can I take Alka-Seltzer?", "bleeding"),
    ],
)
def test_a_product_is_weighed_as_what_it_holds(told: str, asked: str, expected: str) -> None:
    talk = Conversation("en", cards=card_reader()).knows(medicine(told, None, "QD"), none_of(SlotKind.ALLERGIES))
    assert expected in talk.said(asked).text
