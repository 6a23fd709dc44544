"""What stands on record in another way than as the patient's own: spoken of as if it stood, and spoken of as it does.

Frames by names in both languages, over one record each; the same frames around what does stand must pass.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from tests.agent.told_records import Told

EN = Told(
    "en",
    """about: age 62, woman
condition: Asthma
condition: Gout (not present)
condition (brother): Psoriasis
medicine: Metformin 500mg twice a day
medicine: Lisinopril 10mg once a day
medicine: Tacrolimus 3mg in the morning and 2mg at night
medicine: Sumatriptan 50mg when needed
medicine (stopped 2026-03): Naproxen (heartburn)
medicine (planned 2026-10): Dapagliflozin
medicine (husband): Warfarin
about: took four tablets of sumatriptan in July
allergy: Latex (itchy hands)
symptom: Palpitations (since 2026-08-20)
symptom: Left knee pain (since 2026-06)
symptom: Falls (twice, since 2026-05)
procedure (planned 2026-10): Cataract surgery
test: HbA1c 7.9 % (2026-02)
test: HbA1c 7.1 % (2026-07)
vital sign: Weight 70.2 kg (2026-02)
vital sign: Weight 68.0 kg (2026-07)""",
)
KO = Told(
    "ko",
    """기본 정보: 나이 62세, 여성
질환: 천식
질환: 통풍 (없음)
질환 (동생): 건선
복용약: 메트포르민 500mg 하루 두 번
복용약: 리시노프릴 10mg 하루 한 번
복용약: 타크로리무스 아침 3mg, 저녁 2mg
복용약: 수마트립탄 50mg 아플 때만
복용약 (중단 2026-03): 나프록센 (속이 쓰려서 끊음)
복용약 (예정 2026-10): 다파글리플로진
복용약 (남편): 와파린
기본 정보: 수마트립탄을 2026-07에 네 알 먹음
알레르기: 라텍스 (손 가려움)
증상: 두근거림 (2026-08-20부터)
증상: 왼쪽 무릎 통증 (2026-06부터)
증상: 넘어짐 (두 번, 2026-05부터)
수술·시술 (예정 2026-10): 백내장 수술
검사: 당화혈색소 7.9 % (2026-02)
검사: 당화혈색소 7.1 % (2026-07)
활력징후: 체중 70.2 kg (2026-02)
활력징후: 체중 68.0 kg (2026-07)""",
)
NOT_TAKEN = {EN: ("naproxen", "warfarin", "dapagliflozin"), KO: ("나프록센", "와파린", "다파글리플로진")}
TAKEN = {EN: ("metformin", "lisinopril"), KO: ("메트포르민", "리시노프릴")}
AS_TAKEN = {
    EN: (
        "How are you getting on with the {}?",
        "Do you find that the {} upsets your stomach?",
        "Keep the {} out of the sun when you travel.",
        "It helps that you swallow the {} with food.",
        "Does the {} still agree with you?",
    ),
    KO: (
        "{} 드시면서 속은 편안하신가요?",
        "{} 드시고 계시니 식사를 거르지 마세요.",
        "메트포르민과 {} 함께 드시는 동안 물을 넉넉히 드세요.",
        "{} 빠뜨리지 않고 드신다니 참 잘하고 계세요.",
    ),
}
AS_IT_IS = (
    (EN, "You stopped naproxen in March because of heartburn."),
    (EN, "Naproxen is behind you, so I will not count it among your medicines."),
    (EN, "Warfarin is what your husband takes."),
    (EN, "Dapagliflozin is planned for October."),
    (EN, "Ask your doctor whether dapagliflozin suits your kidneys before it starts."),
    (EN, "It's your brother who lives with psoriasis."),
    (EN, "There is no gout, as you told me, so the toe may have another reason."),
    (EN, "The cataract surgery is still to come, in October."),
    (EN, "Your tacrolimus comes to 5 mg over the day."),
    (EN, "The sumatriptan of July adds up to 200 mg in all."),
    (EN, "You have lost 2.2 kg since February."),
    (EN, "Your left knee has hurt since June."),
    (EN, "You have fallen twice since May."),
    (EN, "Latex makes your hands itch."),
    (KO, "나프록센은 속이 쓰려서 3월에 끊으셨습니다."),
    (KO, "와파린은 남편분 약이니 섞이지 않게 따로 두세요."),
    (KO, "다파글리플로진은 10월에 시작할 예정입니다."),
    (KO, "건선은 동생분 이야기로 알고 있습니다."),
    (KO, "백내장 수술은 10월로 잡혀 있습니다."),
    (KO, "7월에 드신 수마트립탄을 모두 더하면 200mg입니다."),
    (KO, "왼쪽 무릎이 6월부터 아프다고 하셨지요."),
    (KO, "5월부터 두 번 넘어지셨습니다."),
    (KO, "라텍스를 만지면 손이 가렵다고 하셨습니다."),
)
AS_IT_IS_NOT = (
    (EN, "How long have you been living with the psoriasis?"),
    (EN, "Is the gout in your toe any quieter this week?"),
    (EN, "As you recover from the cataract surgery, keep the eye dry."),
    (EN, "Your right knee has hurt since June."),
    (EN, "With both knees hurting, the stairs must be hard."),
    (EN, "You have had three falls since May."),
    (EN, "Since latex makes you short of breath, tell the dentist."),
    (EN, "Those palpitations are nothing to worry about."),
    (EN, "That HbA1c of 7.9 in July is worth a talk."),
    (KO, "건선 때문에 가려우실 텐데 보습은 하고 계신가요?"),
    (KO, "통풍이 있으시니 맥주는 줄이시는 게 좋겠습니다."),
    (KO, "백내장 수술을 받으신 눈은 비비지 마세요."),
    (KO, "오른쪽 무릎이 6월부터 아프다고 하셨지요."),
    (KO, "5월부터 네 번 넘어지셨습니다."),
    (KO, "라텍스를 만지면 숨이 차시니 치과에 미리 알리세요."),
    (KO, "두근거림은 걱정하지 마시고 그냥 두세요."),
    (KO, "7월에 이미 7.9%까지 내려오셨네요."),
)


def framed(names: Mapping[Told, tuple[str, ...]]) -> list[tuple[Told, str]]:
    found = []
    for record, frames in AS_TAKEN.items():
        for frame, name in product(frames, names[record]):
            final = ord(name[-1]) - 0xAC00
            particle = ("을" if final % 28 else "를") if record is KO else ""
            found.append((record, frame.format(f"{name}{particle}")))
    return found


@pytest.mark.parametrize(("record", "sentence"), framed(NOT_TAKEN), ids=lambda one: getattr(one, "language", None))
def test_what_is_not_taken_is_not_spoken_of_as_taken(record: Told, sentence: str) -> None:
    assert record.refusal(sentence) is not None, sentence


@pytest.mark.parametrize(("record", "sentence"), framed(TAKEN), ids=lambda one: getattr(one, "language", None))
def test_what_is_taken_may_be_spoken_of_as_taken(record: Told, sentence: str) -> None:
    assert record.refusal(sentence) is None, (sentence, record.refusal(sentence))


@pytest.mark.parametrize(("record", "sentence"), AS_IT_IS_NOT, ids=lambda one: getattr(one, "language", None))
def test_what_is_told_otherwise_is_refused(record: Told, sentence: str) -> None:
    assert record.refusal(sentence) is not None, sentence


@pytest.mark.parametrize(("record", "sentence"), AS_IT_IS, ids=lambda one: getattr(one, "language", None))
def test_what_is_told_as_it_stands_passes(record: Told, sentence: str) -> None:
    assert record.refusal(sentence) is None, (sentence, record.refusal(sentence))
