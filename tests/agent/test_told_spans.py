"""Since when, and how long, an answer says that something has been so: reckoned from the day on record."""

from __future__ import annotations

import pytest

from tests.agent.told_records import Told

RECORD = {
    "en": """condition: Asthma (since 2024-03)
symptom: Dizziness (since 2026-08-10)
medicine: Bisoprolol 2.5mg once a day (since 2026-02-01)
medicine: Metformin 500mg twice a day
test: TSH 6.8 mIU/L (2026-08-08)""",
    "ko": """질환: 천식 (2024-03부터)
증상: 어지럼 (2026-08-10부터)
복용약: 비소프롤롤 2.5mg 하루 한 번 (2026-02-01부터)
복용약: 메트포르민 500mg 하루 두 번
검사: TSH 6.8 mIU/L (2026-08-08)""",
}
RIGHT = [
    ("en", "You have been dizzy for three weeks."),
    ("en", "The dizziness began two days after the test of 8 August."),
    ("en", "Your dizziness started on 10 August."),
    ("en", "You have taken bisoprolol for about seven months."),
    ("en", "You have had asthma for over two years."),
    ("en", "Keep a diary of the dizziness for two weeks."),
    ("en", "If the dizziness lasts for more than a week, tell your doctor."),
    ("en", "You have taken bisoprolol since February."),
    ("en", "Dizziness may last for some weeks."),
    ("ko", "어지럼이 3주째 이어지고 있습니다."),
    ("ko", "어지럼은 8월 8일 검사 이틀 뒤에 시작되었습니다."),
    ("ko", "어지럼은 8월 10일에 시작되었습니다."),
    ("ko", "비소프롤롤을 드신 지 일곱 달쯤 되셨네요."),
    ("ko", "천식을 앓으신 지 2년이 넘었습니다."),
    ("ko", "어지럼을 두 주 동안 적어 두세요."),
    ("ko", "어지럼이 일주일 넘게 이어지면 의사에게 알리세요."),
    ("ko", "비소프롤롤은 2월부터 드셨습니다."),
]
WRONG = [
    ("en", "You have been dizzy for three months."),
    ("en", "Your dizziness started in May."),
    ("en", "You have taken bisoprolol for two years."),
    ("en", "You have taken bisoprolol since August."),
    ("en", "You have had asthma for ten years."),
    ("en", "You have been on metformin for five years."),
    ("ko", "어지럼이 석 달째 이어지고 있습니다."),
    ("ko", "어지럼은 5월에 시작되었습니다."),
    ("ko", "비소프롤롤을 드신 지 삼 년이 되셨네요."),
    ("ko", "비소프롤롤은 8월부터 드셨습니다."),
    ("ko", "천식을 앓으신 지 십 년이 넘었습니다."),
    ("ko", "메트포르민을 5년째 드시고 계십니다."),
]
TOLD = {language: Told(language, text) for language, text in RECORD.items()}


@pytest.mark.parametrize(("language", "text"), RIGHT)
def test_a_span_that_the_day_on_record_gives_is_let_through(language: str, text: str) -> None:
    assert TOLD[language].refusal(text) is None


@pytest.mark.parametrize(("language", "text"), WRONG)
def test_a_span_that_it_does_not_give_is_sent_back(language: str, text: str) -> None:
    assert TOLD[language].refusal(text) is not None
