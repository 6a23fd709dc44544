"""Pairs of questions that differ in one word that matters, and groups of wordings of one question; ko and en."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Final, Literal

Kind = Literal["drug", "number", "test", "negation", "time", "person"]

_DRUGS: Final = (
    ("메트포르민", "암로디핀", "와파린", "레보티록신", "로사르탄", "아토르바스타틴", "세르트랄린", "프레드니솔론"),
    ("metformin", "amlodipine", "warfarin", "levothyroxine", "losartan", "atorvastatin", "sertraline", "prednisolone"),
)
_OF_DRUGS: Final = (
    ("{} 부작용은 뭐예요?", "{} 먹을 때 피해야 하는 음식은요?", "{} 먹는 사람은 술 마셔도 되나요?"),
    ("What are the side effects of {}?", "Which foods should I avoid with {}?", "Can I drink alcohol with {}?"),
)
_NUMBERS: Final = (("1", "2"), ("3", "4"), ("120", "150"), ("6.5", "7.5"), ("80", "90"), ("12", "21"), ("0.5", "5"))
_OF_NUMBERS: Final = (
    ("혈압이 {}이면 어떻게 하나요?", "당화혈색소가 {}이면 약을 먹나요?", "메트포르민을 {}알 먹어도 되나요?",
     "임신 {}주에 타이레놀 먹어도 되나요?", "칼륨이 {}이면 위험한가요?", "{}살 아이에게 아스피린 써도 되나요?"),
    ("What if my blood pressure is {}?", "Does an A1c of {} need medicine?", "Can I take {} tablets of metformin?",
     "Is Tylenol safe at {} weeks of pregnancy?", "Is a potassium of {} dangerous?", "Can a child of {} have aspirin?"),
)  # fmt: skip
_TESTS: Final = (
    ("당화혈색소", "크레아티닌", "칼륨", "혈색소", "TSH", "LDL 콜레스테롤", "요산"),
    ("A1c", "creatinine", "potassium", "hemoglobin", "TSH", "LDL cholesterol", "uric acid"),
)
_OF_TESTS: Final = (
    ("{} 정상 범위는 어떻게 되나요?", "{} 수치가 높으면 왜 위험한가요?"),
    ("What is the normal range of {}?", "Why is a high {} dangerous?"),
)
_NEGATED: Final = (
    (("알레르기가 있으면", "알레르기가 없으면"), ("약을 먹으면", "약을 안 먹으면"), ("운동을 하면", "운동을 못 하면"),
     ("치료를 받으면", "치료를 받지 않으면"), ("열이 나면", "열이 안 나면")),
    (("I am allergic", "I am not allergic"), ("I take the medicine", "I don't take the medicine"),
     ("I can exercise", "I can't exercise"), ("I have a fever", "I have no fever"),
     ("I get treated", "I never get treated")),
)  # fmt: skip
_OF_NEGATED: Final = (
    ("고혈압이고 {} 어떻게 되나요?", "당뇨병에 {} 위험한가요?", "천식인데 {} 무엇을 조심하나요?"),
    (
        "With hypertension, what happens if {}?",
        "Is diabetes dangerous if {}?",
        "With asthma, what should I know if {}?",
    ),
)
_TIMES: Final = (
    ("아침에", "저녁에", "식전에", "식후에", "자기 전에", "운동 후에"),
    ("in the morning", "in the evening", "before meals", "after meals", "at bedtime", "after exercise"),
)
_OF_TIMES: Final = (
    ("메트포르민은 {} 먹어도 되나요?", "혈압은 {} 재는 게 맞나요?"),
    ("Can I take metformin {}?", "Should blood pressure be measured {}?"),
)
_PERSONS: Final = (
    ("제가", "어머니가", "아버지가", "아이가", "임신부가", "할머니가"),
    ("I", "my mother", "my father", "a child", "a pregnant woman", "my grandmother"),
)
_OF_PERSONS: Final = (
    ("{} 이부프로펜을 먹어도 되나요?", "{} 고혈압이면 무엇을 먹어야 하나요?"),
    ("Can {} take ibuprofen?", "What should {} eat with hypertension?"),
)

SAME: Final[tuple[tuple[str, ...], ...]] = (
    ("당뇨병 관리 방법", "당뇨병은 어떻게 관리하나요?", "당뇨 관리 방법 알려주세요",
     "당뇨병을 관리하는 방법이 궁금해요"),
    ("메트포르민 부작용이 뭐예요?", "메트포르민의 부작용은 무엇인가요?", "메트포르민 부작용 알려줘"),
    ("고혈압에 좋은 음식은 뭐가 있나요?", "고혈압에 좋은 음식 알려 주세요", "고혈압에 좋은 음식이 무엇인가요?"),
    ("제 약을 정리해 주세요", "제 약 정리해 줘", "내 약 좀 정리해 주세요"),
    ("당화혈색소 정상 범위는 얼마인가요?", "당화혈색소의 정상 범위가 얼마예요?", "당화혈색소 정상 범위 알려주세요"),
    ("천식은 왜 생기나요?", "천식이 왜 생기는 거예요?", "천식은 왜 생겨요?"),
    ("와파린 먹을 때 피해야 하는 음식은요?", "와파린을 먹을 때 피해야 하는 음식은 무엇인가요?",
     "와파린 먹을 때 피해야 할 음식 알려줘"),
    ("통풍에 맥주를 마셔도 되나요?", "통풍에 맥주 마셔도 돼요?", "통풍인데 맥주 마셔도 되나요?"),
    ("고지혈증 약은 평생 먹어야 하나요?", "고지혈증 약 평생 먹어야 돼요?",
     "고지혈증 약을 평생 먹어야 하는지 궁금합니다"),
    ("골다공증 예방법이 뭐예요?", "골다공증 예방법 알려주세요", "골다공증은 어떻게 예방하나요?"),
    ("How do I manage diabetes?", "What are ways to manage diabetes?", "How can I manage diabetes?"),
    ("What are the side effects of metformin?", "What are metformin side effects?", "Metformin side effects?",
     "Tell me the side effects of metformin"),
    ("What foods are good for high blood pressure?", "Which foods are good for high blood pressure?",
     "Please tell me what foods are good for high blood pressure"),
    ("List my medicines", "Please list my medicines", "Could you list my medicines?"),
    ("What is the normal range of potassium?", "What's the normal range of potassium?",
     "What is the normal potassium range?"),
    ("Why does asthma get worse at night?", "Why does asthma get worse at night, please?",
     "Can you tell me why asthma gets worse at night?"),
    ("Can I drink beer with gout?", "Could I drink beer with gout?", "May I drink beer with gout?"),
    ("Does warfarin interact with aspirin?", "Do warfarin and aspirin interact?",
     "Does aspirin interact with warfarin?"),
    ("How is osteoporosis prevented?", "How can osteoporosis be prevented?", "How do I prevent osteoporosis?"),
    ("What does a high creatinine mean?", "What does high creatinine mean?", "What is the meaning of high creatinine?"),
)  # fmt: skip
""
"Wordings of one question each; none was made for the rules of the cache, all were written before it was run on them."
""


def differing() -> Iterator[tuple[Kind, str, str]]:
    """Every pair of the tables, in a fixed order: more than a thousand."""
    for language in (0, 1):
        for frame in _OF_DRUGS[language]:
            yield from (
                ("drug", frame.format(one), frame.format(two)) for one, two in permutations(_DRUGS[language], 2)
            )
        for frame in _OF_TESTS[language]:
            yield from (
                ("test", frame.format(one), frame.format(two)) for one, two in permutations(_TESTS[language], 2)
            )
        for frame in _OF_NUMBERS[language]:
            numbers = [one for pair in _NUMBERS for one in pair]
            yield from (("number", frame.format(one), frame.format(two)) for one, two in combinations(numbers, 2))
        for frame in _OF_NEGATED[language]:
            yield from (("negation", frame.format(one), frame.format(two)) for one, two in _NEGATED[language])
        for frame in _OF_TIMES[language]:
            yield from (
                ("time", frame.format(one), frame.format(two)) for one, two in permutations(_TIMES[language], 2)
            )
        for frame in _OF_PERSONS[language]:
            yield from (
                ("person", frame.format(one), frame.format(two)) for one, two in permutations(_PERSONS[language], 2)
            )
