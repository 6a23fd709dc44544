"""What somebody beside the speaker has now calls for care; their history, their habits and their colds do not."""

from __future__ import annotations

import pytest

from agent.skills.ports import Language
from tests.agent.safety.test_red_flags import raised


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my husband has crushing chest pain"),
        ("en", "my friend is having a seizure"),
        ("en", "my mum has chest pain"),
        ("en", "dad took 40 tablets of paracetamol"),
        ("ko", "친구가 경련을 해요"),
        ("ko", "할머니가 토혈을 하세요"),
        ("ko", "아버지가 쓰러져서 안 깨어나세요"),
        ("ko", "동생이 수면제 40알을 삼켰어요"),
    ],
)
def test_what_another_has_now_is_for_now(language: Language, text: str) -> None:
    flags = raised(language, [], text)
    assert [one.level for one in flags][:1] == ["now"] and not flags[0].self_harm, flags


@pytest.mark.parametrize(
    ("language", "text"), [("en", "my partner says he wants to die"), ("ko", "남편이 자꾸 죽고 싶대요")]
)
def test_anothers_wish_to_die_is_heard(language: Language, text: str) -> None:
    assert [one.self_harm for one in raised(language, [], text)] == [True]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my dad had a seizure years ago"),
        ("en", "my mum has chest pain sometimes"),
        ("en", "what if my husband has chest pain?"),
        ("en", "my sister has a cough"),
        ("en", "i've had 30 tablets dispensed"),
        ("en", "he says the film made him want to die lol"),
        ("ko", "아빠가 예전에 경련한 적이 있어요"),
        ("ko", "남편이 배고파 죽겠대요"),
        ("ko", "약이 30알 남았어요"),
        ("ko", "남편이 가슴 통증이 있으면 어떻게 하나요?"),
    ],
)
def test_a_look_alike_calls_nobody(language: Language, text: str) -> None:
    assert raised(language, [], text) == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "I have chest pain"), ("ko", "토혈이 있어요"), ("ko", "가슴 통증이 있어요"), ("ko", "호흡곤란이 있어요")],
)
def test_a_warning_sign_that_is_all_that_is_told_stands_against_a_calm_reader(language: Language, text: str) -> None:
    assert [one.level for one in raised(language, [], text)] == ["now"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I've had double vision since 2019"),
        ("en", "I had chest pain two years ago"),
        ("ko", "가슴 통증은 없어요"),
    ],
)
def test_what_began_long_ago_or_is_denied_is_no_news(language: Language, text: str) -> None:
    assert raised(language, [], text) == ()
