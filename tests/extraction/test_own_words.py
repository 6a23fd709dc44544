"""Words of a finding that no table lists are completed to what was said, or left out where they say nothing."""

from __future__ import annotations

import pytest

from extraction.reading.findings.own_words import named_words
from extraction.reading.items import Item
from tests.extraction.test_what_the_record_settles import after


def kept(text: str, words: str, kind: str = "symptoms") -> list[str]:
    """What is left of ``words``, as the encoder cut them from ``text``."""
    start = text.index(words)
    found = named_words(text, [Item(kind, start, start + len(words))])  # type: ignore[arg-type]
    return [text[one.start : one.end] for one in found]


@pytest.mark.parametrize(
    ("text", "cut", "whole"),
    [
        ("he is roaming every night", "roaming every", "roaming every night"),
        ("She knocked the side of her face", "knocked the side", "knocked the side of her face"),
        ("his belly button pokes out now", "belly button pokes", "belly button pokes out"),
        ("a burning that climbs when I lie down", "climbs when I lie", "climbs when I lie down"),
        ("something scratching me inside", "scratching", "scratching"),
        ("it wobbles because", "wobbles because", "wobbles"),
    ],
)
def test_what_stands_right_behind_belongs_to_the_words(text: str, cut: str, whole: str) -> None:
    assert kept(text, cut) == [whole]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("and then the throat", "throat"),
        ("my neck hurts from gardening", "gardening"),
        ("돌을 얹은것처럼 답답해요", "얹은것처럼"),
        ("죽을만큼 아파요", "죽을만큼"),
        ("this heat and these bills are killing me", "bills are killing"),
    ],
)
def test_a_bare_part_a_likeness_a_chore_and_a_figure_are_no_finding(text: str, cut: str) -> None:
    assert kept(text, cut) == []


@pytest.mark.parametrize("cut", ["two hour", "one", "30 minutes"])
def test_a_count_names_no_test(cut: str) -> None:
    assert kept(f"then {cut} 7.6", cut, "labs") == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("my back is at me since Tuesday", "back pain"), ("me knees wrecked from the stairs", "knee pain"),
        ("my shoulder is giving me gyp", "shoulder pain"), ("her hip is killing her", "hip pain"),
        ("my neck's playing up again", "neck pain"), ("backs worse since Thursday", "back pain"),
        ("장딴지가 뻐근해요", "calf pain"), ("뒷목부터 뻐근하게 아파요", "neck pain"),
        ("엄지발가락이 죽을만큼 아파요", "toe pain"),
    ],
)  # fmt: skip
def test_a_part_and_what_it_does_is_a_complaint(text: str, name: str) -> None:
    assert name in [one.content.concept.name for one in after(text)]


@pytest.mark.parametrize(
    "text", ["my back garden is wrecked", "I'll be back at it Monday", "my knee is no worse", "the knee brace is shot"]
)
def test_other_things_that_ail_are_none(text: str) -> None:
    assert not {"back pain", "knee pain"} & {one.content.concept.name for one in after(text)}


@pytest.mark.parametrize(
    ("text", "cut", "whole"),
    [
        ("노란 물이 베개에 묻어나요", "노란 물이 베개에", "노란 물"),
        ("배꼽 구멍은 아직 좀 진물남", "구멍은 아직 좀", "구멍은 아직 좀 진물남"),
        ("까치발이 안 됩니다", "까치발이 안", "까치발이 안 됩니다"), ("bones are weak", "bones", "bones are weak"),
        ("목에 뭐가 걸린 느낌이에요", "목에 뭐가 걸린", "목에 뭐가 걸린 느낌"),
        ("눈이 침침해서 못 봐요", "눈이 침침해서 못", "눈이 침침해서 못 봐요"),
        ("my ear kinda sticks", "ear kinda", "ear kinda sticks"),
        ("the scab itches and bleeds still", "bleeds still", "bleeds"),
        ("slept like garbage", "slept like garbage", "slept like garbage"),
        ("he keeps gagging 8 times a day", "gagging 8 times a day", "gagging"),
    ],
)  # fmt: skip
def test_loose_ends_are_taken_off(text: str, cut: str, whole: str) -> None:
    assert kept(text, cut) == [whole]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("식은땀은 안 났습니다", "식은땀은 안"), ("갈색으로 조금 근데 냄새는 안나요", "갈색으로 조금 근데"),
        ("왼쪽 거기 아파요", "왼쪽 거기"), ("한번 토함", "한번"), ("그쪽이 저려요", "그쪽이"),
        ("분홍색으로 살짝 근데", "분홍색으로 살짝"), ("손등이 자꾸", "손등이 자꾸"),
        ("shes awake watching bluey", "awake watching bluey"), ("bubs is kicking heaps", "bubs is kicking heaps"),
        ("baby is wriggling loads", "wriggling"), ("she's smiling and chatty", "smiling and chatty"),
        ("he's wide awake and alert", "wide awake and alert"), ("had a horrible cough", "horrible"),
        ("my eyes are fine", "eyes are fine"), ("the scar is all healed", "scar is all healed"),
        ("it's the big toe", "big toe"), ("slept like a log", "slept like a log"),
    ],
)  # fmt: skip
def test_a_fragment_and_a_good_sign_are_no_finding(text: str, cut: str) -> None:
    assert kept(text, cut) == []
