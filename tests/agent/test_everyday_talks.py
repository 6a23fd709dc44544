"""Everyday sentences whose words look like a finding, a name, a dose or an end that they do not tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.skills.ports import Language
from server.composition import Knowledge
from tests.agent.test_diary import answers

Row = tuple[Language, tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""The language, what is said, what the last answer holds and what it lacks."""

_DOSES: list[Row] = [
    (
        "ko",
        ("아침에 노바스크 5mg 한알, 자기전에 졸피뎀 10mg 반알",),
        ("5mg 하루 한 번, 아침", "5mg 자기 전"),
        ("10mg",),
    ),
    ("ko", ("아침에 콩코르 5mg 반 쪼개서 반 알, 저녁에 리피토 10mg 한 알",), ("2.5mg", "10mg"), ("5.5mg",)),
    ("ko", ("아침에 노바스크 5mg 두알. 밤에 리피토 20mg 두알",), ("10mg", "40mg"), ("5mg",)),
    ("ko", ("졸피뎀 10mg짜리 반으로 쪼개서 자기 전에 먹어요",), ("5mg",), ("10mg",)),
    ("ko", ("하나는 노바스크고 5mg짜리, 또 하나는 리피토 10mg이에요",), ("5mg", "10mg"), ()),
    ("en", ("amlodipine 5mg one tablet in the morning. zolpidem 10mg half a tablet at bedtime",), ("5mg",), ("10mg",)),
    ("en", ("I take zolpidem 10 mg cut in half at bedtime",), ("5mg",), ("10mg",)),
    ("ko", ("2키로 빠졌어요 30에서 28이요 9살 아들이에요",), ("체중 감소 2 kg",), ("체중 2 kg",)),
    ("ko", ("15개월 아들 12키로 열나요 39.2. 2시반에 부루펜 5미리 먹였어요",), ("체중 12 kg", "39.2°C"), ("키 39.2",)),
    ("ko", ("10살 딸 키 140이고 35키로예요",), ("키 140 cm", "체중 35 kg"), ()),
]
_NAMES: list[Row] = [
    ("ko", ("50일 된 딸 키우는 엄마예요",), ("나이 50일",), ("이름",)),
    ("ko", ("4살 딸 호두 알레르기 있어요 두드러기 났었어요",), ("호두(Walnut) 알레르기",), ("이름 호두",)),
    ("ko", ("저희 아들 민준이 4살이에요",), ("이름 민준",), ()),
    ("ko", ("딸 지우는 3살이에요",), ("이름 지우",), ()),
    ("ko", ("생리를 6일 하는데 양이 많아요",), (), ("직업",)),
    ("ko", ("45살이고 생리를 5일 하는데 이틀은 패드를 세시간마다 갈아요",), ("나이 45세",), ("생리를 5일",)),
    ("ko", ("50세 남자 당뇨약 먹는데 요즘 일이 바빠서 자주 빼먹어요",), ("나이 50세",), ("바빠", "빼먹")),
]
_TAKEN: list[Row] = [
    ("ko", ("레트로졸 2년째 먹고요 생리는 3년전에 끝났어요",), ("레트로졸",), ("복용 중단",)),
    ("ko", ("레트로졸 2년째 먹고 있고 방사선은 작년에 끝났어요",), ("레트로졸",), ("레트로졸(Letrozole) 복용 중단",)),
    ("ko", ("타목시펜 5년 먹고 작년에 끝났어요",), ("타목시펜(Tamoxifen) 복용 중단",), ()),
    ("ko", ("타목시펜 5년 먹고 이제는 끝났어요",), ("타목시펜(Tamoxifen) 복용 중단",), ()),
    ("ko", ("어머니 77세 치매라 도네페질 10mg 드세요",
            "엄마가 어제부터 국을 반도 안드시고 설사를 해요 더위때문일까요 약때문일까요"), (), ("중단한 약으로",)),
    ("ko", ("로사르탄 50mg 먹어요", "그거 작년에 끊었어요"), ("중단한 약으로",), ()),
    ("ko", ("심바스타틴 20mg 저녁에 먹어요",
            "클래리스로마이신 받았는데 고지혈약 얘기를 깜빡했네요 같이 먹어도 괜찮아요?"),
     ("근육이 심하게 손상",), ("빠져도",)),
    ("ko", ("와파린 3mg 매일 먹어요",
            "약국에서 와파린 먹는다는 말을 깜박했는데 이부프로펜 사왔어요 먹어도 돼요?"), ("출혈 위험",), ()),
    ("ko", ("와파린 3mg 매일 먹어요", "어제 와파린을 깜빡했어요"), ("INR",), ()),
    ("ko", ("타목시펜 2년째 먹어요", "생리는 작년에 완전히 끊겼어요"), (), ("질 출혈",)),
    ("ko", ("타목시펜 2년째 먹어요", "어제부터 생리같은 게 비쳐요 그냥 둬도 되나요"), ("이번 주 안에",), ()),
]  # fmt: skip
_OTHERS: list[Row] = [
    ("ko", ("76세 시어머니 파킨슨병이라 마도파 드세요", "속이 더부룩하대요 남편이 맥페란 사오겠대요"),
     ("파킨슨 증상",), ()),
    ("ko", ("와파린 3mg 매일 먹어요", "언니가 오메가3를 보내줬어요"), ("출혈 위험",), ()),
    ("ko", ("출산 80일 됐어요 아기는 6키로구요", "제가 감기라 판콜 한 병 모르고 마셨어요 젖 짜서 버려야 하나요"),
     ("젖은 계속",), ("어린아이에게",)),
    ("ko", ("둘째 낳은지 80일 됐어요 아기는 6키로예요",
            "남편이 사온 판콜에스를 한병 마셨어요 젖 짜서 버려요? 뭘 먹어야 하죠"),
     (), ("어린아이에게",)),
    ("en", ("My baby is 10 weeks old and weighs 5.5 kg",
            "I took a cold medicine with pseudoephedrine, should I pump and dump my breast milk?"),
     (), ("young child",)),
    ("ko", ("4개월 딸이에요 7키로", "아기한테 판콜 먹여도 되나요"), ("어린아이에게",), ()),
    ("ko", ("판피린 하루 세 번 마셔요", "타이레놀 500 두 알씩 6시간마다 더 먹어도 되나요"),
     ("겹쳐 먹어",), ("최대 4000mg 안에",)),
    ("ko", ("와파린 3mg 매일 먹어요", "동생이 부루펜 먹어요"), (), ("출혈 위험",)),
    ("ko", ("아동센터에서 일하는 31살 여자예요. 갑상선약 2개월 먹었어요",), ("나이 31세",), ("이름", "2개월", "아이:")),
    ("ko", ("오늘부터 아이나랑 리팜핀 3개월 먹기로 했어요 29살 어린이집 교사예요",),
     ("나이 29세",), ("아이:", "3개월;")),
    ("ko", ("3개월 된 아들이에요 6키로",), ("나이 3개월", "체중 6 kg"), ()),
    ("ko", ("친구한테 물어봤더니 병원 가래요 허리가 아파요",), ("요통",), ()),
    ("ko", ("협심증이라 이소소르비드 아침저녁 먹고 가슴 아플때 쓰는 니트로글리세린 있어요",),
     ("Isosorbide mononitrate) 하루 두 번", "니트로글리세린(Nitroglycerin) 필요할 때"),
     ("흉통", "119에 전화하거나 가")),
    ("ko", ("가슴 아플 때 니트로글리세린 써요 지금 가슴이 아파요",), ("흉통", "지금 바로 119"), ()),
]  # fmt: skip
_ALARMS: list[Row] = [
    ("ko", ("라미프릴 5mg 먹어요", "마른기침이 4주째예요 목이 간질간질해요"), ("마른기침은",),
     ("119에 전화하거나 가까운",)),
    ("ko", ("라미프릴 5mg 먹어요", "아침부터 입술이랑 혀가 부었어요"), ("119에 전화하거나 가까운", "혈관부종"), ()),
    ("en", ("I take ramipril 5mg", "dry tickly cough for three weeks and my throat feels itchy"), (),
     ("call emergency services now",)),
    ("en", ("I take ramipril 5mg", "my lips are swollen this morning"), ("call emergency services now",), ()),
    ("ko", ("2살 아들 열이 39도까지 났어요 해열제로 버티는중",), ("체온 39°C",), ("패혈증", "지금 바로 119")),
    ("ko", ("세파클러 먹고 두드러기가 나고 숨이 차요",), ("심한 알레르기 반응",), ()),
    ("ko", ("42살이고 생리를 6일 하는데 이틀은 패드를 세시간마다 갈아요",), (), ("지금 바로 119",)),
    ("ko", ("지금 패드를 한 시간마다 갈아요 피가 계속 나요",), ("지금 바로 119",), ()),
    ("ko", ("말 못할 고민인데 항문이 가려워요",), (), ("언어 장애", "지금 바로 119")),
    ("ko", ("친구한테는 말 못하겠는데 배가 아파요",), ("복통",), ("언어 장애", "지금 바로 119")),
    ("ko", ("남편이 갑자기 말을 못해요",), ("뇌졸중",), ()),
    ("ko", ("아이가 동전 삼켰는데 토하게 해야 하나요",), (), ("구토;", "구토.")),
    ("ko", ("아이가 약 먹고 토했어요 다시 토하게 할까요",), ("구토",), ()),
]  # fmt: skip


@pytest.mark.parametrize(("language", "texts", "holds", "lacks"), [*_DOSES, *_NAMES, *_TAKEN, *_OTHERS, *_ALARMS])
def test_words_are_taken_for_what_they_tell(
    tmp_path: Path, knowledge: Knowledge, language: Language, texts: tuple[str, ...], holds: tuple[str, ...],
    lacks: tuple[str, ...],
) -> None:  # fmt: skip
    answer = answers(tmp_path, knowledge, language, *texts)[-1]
    assert all(one in answer for one in holds), answer
    assert not any(one in answer for one in lacks), answer
