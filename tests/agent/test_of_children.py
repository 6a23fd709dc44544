"""What is answered to who looks after children: by each one's age, weight and doses, never against an alarm."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from agent.skills.ports import Language
from tests.agent import conversation
from tests.agent.conversation import ZONE, Conversation

EVENING = datetime(2024, 5, 2, 20, 0, tzinfo=ZoneInfo(ZONE))


@pytest.fixture(autouse=True)
def _evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "NOW", EVENING)


def answered(language: Language, *lines: str) -> str:
    talk = Conversation(language)
    said = ""
    for line in lines:
        said = talk.said(line).text
    return said


@pytest.mark.parametrize(
    ("language", "lines", "wanted", "never"),
    [
        (
            "ko",
            ("아기 8개월 8.5kg 38.9예요. 챔프시럽 몇 ml 먹여요? 누나는 5살 18kg예요",),
            ("8.5 kg", "85~128mg"),
            ("18 kg이면",),
        ),
        (
            "ko",
            ("세살 Ella 31 lb 열 102.4°F 타이레놀 160mg/5mL 몇 mL? 오빠 Noah는 7살 52 lb",),
            ("14.1 kg", "4.4~6.6mL"),
            ("23.6",),
        ),
        (
            "en",
            ("Mia is 2, 12 kg, 39.1, how much calpol? Her brother Tom is 6 and 21kg",),
            ("12 kg", "120 to 180 mg"),
            ("21 kg",),
        ),
        (
            "en",
            ("my son Eli, 48 lbs, fever 101. how much motrin?", "oops thats his brother's weight. Eli is 38 lb"),
            ("17.2 kg, not 21.8 kg", "86 to 172 mg"),
            (),
        ),
        (
            "ko",
            ("만4살 준우 열나요 몸무게 14키로. 부루펜시럽 얼마나?", "아 다시 재니 12.4키로네요. 몇 미리 먹여요?"),
            ("62~124mg",),
            ("70~140",),
        ),
        (
            "en",
            ("my 4 year old has chicken pox, 17kg, temp 38.9. how much nurofen?",),
            ("No ibuprofen with chickenpox", "170 to 255 mg"),
            ("85 to 170",),
        ),
        (
            "en",
            ("Got my granddaughter Delaney here, 6, 50 lbs, flu, 101.4. would half an aspirin do?",),
            ("No aspirin", "Reye"),
            (),
        ),
        ("ko", ("5개월 7kg 아기 38.3인데 부루펜 몇 ml?",), ("6개월 전에는",), ("35~70",)),
    ],
)
def test_an_amount_goes_by_the_childs_own_weight(
    language: Language, lines: tuple[str, ...], wanted: tuple[str, ...], never: tuple[str, ...]
) -> None:
    said = answered(language, *lines)
    assert all(one in said for one in wanted), said
    assert not any(one in said for one in never), said


@pytest.mark.parametrize(
    ("language", "said", "wanted"),
    [
        ("en", "Theo's 3, 14 kilos. had 5ml of the pink calpol at 6pm. when can he have more", "before 10:00 pm"),
        ("ko", "8개월 8.5kg 열 38.7 챔프 빨간거 4미리 6시에 먹였어요. 다음은 몇 시에 먹여요?", "오후 10시 전에는"),
        ("en", "Lola is 7, 22kg, had 10 mls of nurofen at half 5, 39.2. when can she have more?", "before 11:30 pm"),
        (
            "en",
            "DS 14 months 10.5kg had 5ml calpol at 7am, 11am, 3pm and 7pm. can he have another at 11?",
            "7:00 am tomorrow",
        ),
        ("ko", "30개월 13키로 낮 1시에 타이레놀시럽 5미리 먹였어요 또 먹여도 되나요?", "4시간이 지났으니"),
    ],
)
def test_the_next_dose_is_reckoned_from_the_last(language: Language, said: str, wanted: str) -> None:
    assert wanted in answered(language, said)


@pytest.mark.parametrize(
    ("language", "said", "wanted", "never"),
    [
        (
            "en",
            "Gave Oscar his 5ml infant paracetamol at 7pm, my wife gave him another 5ml. ten months, 9kg. hospital??",
            ("240 mg", "26.7 mg for each kg", "Do not make Oscar vomit"),
            "emergency department now",
        ),
        (
            "ko",
            "둘째 하린이한테 타이레놀 현탁액 10미리를 7시에 먹였어요 하린이는 두돌 12키로. 토하게 해야 되나요?",
            ("320mg", "토하게 하지 마세요"),
            "지금 소아 진료",
        ),
        (
            "ko",
            "손자 네살 15.5키로. 아침 7시 챔프 빨간거 6미리 11시에 또 6미리 9시에 콜대원키즈펜 10미리 1시에 10미리"
            " 5시에 10미리 먹였어 번갈아 먹였으니 잘했지?",
            ("1344mg", "86.7mg", "더 먹이지 말고", "번갈아 먹인 것이 되지"),
            "한참 못 미칩니다",
        ),
        (
            "en",
            "my daughter is 15, 55kg, she took 8 paracetamol 500mg at once at 6pm, is that too much?",
            ("4000 mg", "Give no more"),
            "well below",
        ),
        (
            "en",
            "gave my 3 yr old calpol 7.5ml at 5 and he threw it straight back up, gave another 7.5ml at 5.20. 14.5kg."
            " too much?",
            ("count as about one",),
            "emergency department now",
        ),
        ("en", "Theo's 3, 14 kilos, had 7.5ml calpol at 6. is that ok?", ("within the usual dose",), "more at once"),
    ],
)
def test_what_was_given_is_summed_and_judged(
    language: Language, said: str, wanted: tuple[str, ...], never: str
) -> None:
    text = answered(language, said)
    assert all(one.replace(" ", "") in text.replace(" ", "") for one in wanted), text
    assert never not in text


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("Junie is 5 wks old, she's warm, rectal says 100.6. nursing fine. can i do infant tylenol?",)),
        ("en", ("He's 11 weeks and 5.9 kilos", "100.6 F under the arm, hes smiley. how much tylenol")),
        ("en", ("my newborn is 19 days, 38.2 in the ear, feeding. a drop of calpol?",)),
        ("en", ("grandson is eleven days old, wont wake for his bottle, thermometer 35.4. just a sleepy baby?",)),
        ("en", ("my toddler chewed one of my blood pressure tablets, bisoprolol 5, he's 20 months, seems normal",)),
        ("en", ("daughter 8 months, 7.9 kg, vomiting. nappy dry since 6, no tears when crying, soft spot going in",)),
        ("ko", ("우리 손주가 56일 됐는데 38.3 나오네요. 젖은 잘 빨아요. 챔프 먹여도 될까요",)),
        ("ko", ("70일 아기 오늘 접종했어요 지금 38.1도예요. 타이레놀 먹이면 되죠?",)),
        ("ko", ("9일 된 아가인데 어제 저녁부터 깨워도 안먹고 다시 자요 기저귀도 안젖고. 열은 37.4",)),
        ("ko", ("손녀 지우가 만 두살인데 내 혈압약을 한알 주워먹었어. 애는 잘 놀아",)),
        ("ko", ("10개월 9키로 장염요. 밤부터 기저귀가 뽀송해요. 울어도 눈물이 없고 축 처져요",)),
    ],
)
def test_a_small_child_in_danger_is_sent_at_once_and_given_no_dose(language: Language, lines: tuple[str, ...]) -> None:
    said = answered(language, *lines)
    assert said.startswith(("This may be an emergency", "응급일 수 있는")), said
    assert "mg" not in said.split("\n")[0]
    assert " a dose" not in said and "한 번에" not in said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "Theo's 3, 14 kilos, temp 39.4 and he is jumping off the settee shouting he's Spiderman. does he need"
            " seeing?",
        ),
        ("ko", "18개월 11.2kg 39.1인데 엄청 뛰어다니고 물도 잘 마셔요. 응급실 가야돼요?"),
        (
            "ko",
            "13개월 로운이 사흘 39도 넘다가 오늘 아침 열 뚝. 배에 빨간 발진이 피었어요 잘놀고 누르면 없어져요."
            " 알러지인가요?",
        ),
        ("en", "my 6 year old ate two of his own gummy vitamins, hes fine. 20kg, no fever, ok?"),
        ("ko", "4개월 민호 오늘 예방주사 맞았어요 38.2 있어요. 우유 잘 먹어요 웃어요 6.8kg. 챔프 몇 ml?"),
    ],
)
def test_a_lively_child_is_no_emergency(language: Language, said: str) -> None:
    text = answered(language, said)
    assert not text.startswith(("This may", "응급일 수", "오늘 안에 진료", "You do not have to face")), text


@pytest.mark.parametrize(
    ("language", "said", "wanted"),
    [
        (
            "en",
            "he's 2 and a half, hand foot and mouth 3 days ago, no temp since sat. nursery says not til spots gone."
            " true?",
            "UKHSA",
        ),
        ("ko", "수두 걸린 7살 딸 딱지 다 앉았는데 학교 언제 가요?", "딱지"),
        ("en", "Ruby (5) was sick twice in the night, eating now. can she go to school?", "48 hours"),
        ("en", "Mia is 2, 39 last night, 38.4 now, 12 kg. is she ok for nursery today?", "24 hours"),
        ("ko", "4살 딸 37.2 콧물만. 유치원 보내도 되나요", "보낼 수 있습니다"),
    ],
)
def test_nursery_goes_by_what_the_child_has(language: Language, said: str, wanted: str) -> None:
    assert wanted in answered(language, said)


@pytest.mark.parametrize(
    ("language", "said", "wanted"),
    [
        ("en", "baby is 3 weeks, 3.9kg. it's me, im breastfeeding, can i take my mum's co-codamol?", "No codeine"),
        (
            "ko",
            "출산 3주차 수유중인데 가슴이 빨갛고 돌덩이처럼 딱딱해요 저 38.9도. 아기는 3.9kg. 이부프로펜 두알 먹어도"
            " 되나요?",
            "유선염",
        ),
    ],
)
def test_a_nursing_mother_is_answered_for_herself(language: Language, said: str, wanted: str) -> None:
    text = answered(language, said)
    assert wanted in text
    assert "한 번에 39" not in text and "3.9 kg is" not in text


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("ko", ("7개월 아기 설사 8번 토 3번이요", "마지막 소변이 새벽 5시였고 지금까지 없어요. 계속 자요")),
        ("ko", ("돌 지난 아들이 장염이에요", "기저귀 오줌이 어제 밤 한번 이후 없고 울어도 눈물이 안 나요")),
        (
            "en",
            ("my 9 month old has had diarrhoea since friday", "last wet nappy was yesterday evening, no tears either"),
        ),
        ("en", ("baby is 4 months, being sick all day", "soft spot on his head looks down and he's so quiet")),
        ("ko", ("15개월 딸인데 체온계 배터리 동그란 게 안 보여요. 입에 넣는 건 못 봤어요",)),
        ("ko", ("두살 아들이 장난감 건전지 뚜껑을 열었는데 하나가 없어졌어요",)),
        ("en", ("my 20 month old had the remote open and one button battery is missing",)),
        ("en", ("she's 3 and there's a little round battery gone from the candle, can't find it anywhere",)),
    ],
)
def test_a_child_who_dries_out_or_may_have_a_battery_is_an_emergency(
    language: Language, lines: tuple[str, ...]
) -> None:
    said = answered(language, *lines)
    assert said.startswith(("This may be an emergency", "응급일 수 있는")), said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ko", "18개월 아들 리모컨 건전지가 다 됐어요. 새로 사야 해요"),
        ("en", "my 2 year old lost the remote, the battery was flat anyway"),
        ("ko", "7개월 아기 설사 두 번 했는데 기저귀는 잘 젖고 잘 놀아요"),
        ("en", "my 9 month old had one loose nappy, plenty of wet ones, laughing"),
        ("en", "my 20 month old, the button battery was missing but I found it under the sofa"),
    ],
)
def test_a_flat_battery_and_wet_nappies_are_none(language: Language, said: str) -> None:
    assert not answered(language, said).startswith(("This may be an emergency", "응급일 수 있는"))


@pytest.mark.parametrize(
    ("language", "given", "strength", "wanted"),
    [
        (
            "en",
            "Zara is 2, 13 kg, she got calpol 10ml at 8 am and 10ml at 12",
            "the bottle says 250mg in the 5",
            "76.9",
        ),
        (
            "en",
            "Zara is 2, 13 kg, she got calpol 10ml at 8 am and 10ml at 12",
            "it was the 250mg/5ml one. is it bad?",
            "76.9",
        ),
        (
            "ko",
            "두살 12kg 타이레놀 시럽 8ml를 아침 8시에, 12시에 또 8ml 먹였어요",
            "병 보니 5ml에 250mg짜리네요",
            "66.7",
        ),
    ],
)
def test_the_strength_that_is_told_later_holds_of_what_was_given_before(
    language: Language, given: str, strength: str, wanted: str
) -> None:
    text = answered(language, given, strength)
    assert wanted in text
    assert any(one in text for one in ("emergency", "even if", "응급", "멀쩡해 보여도"))


@pytest.mark.parametrize(
    ("said", "is_unwell"),
    [
        ("38.9도예요 타이레놀 시럽 몇 미리 먹이면 되나요? 오늘은 아직 아무것도 안먹임", False),
        ("38.9도예요 타이레놀 시럽 몇 미리 줘요? 약은 아직 안 먹였어요", False),
        ("38.9도예요 타이레놀 시럽 몇 미리 줘요? 다른 약 안 먹인 상태예요", False),
        ("38.9도예요 타이레놀 시럽 몇 미리 줘요? 물도 안 먹어요", True),
        ("38.9도예요 타이레놀 시럽 몇 미리 줘요? 아침부터 잘 못 먹네요", True),
    ],
)
def test_a_child_that_was_given_nothing_is_not_one_that_refuses(said: str, is_unwell: bool) -> None:
    text = answered("ko", "아들 22개월이고 11키로예요", said)
    assert ("상태(잘 못 마심" in text or "119에 전화하거나" in text) is is_unwell
