"""What is wrong with an answer, told to the model in the language of its prompt."""

from __future__ import annotations

from typing import Final, Literal

_KOREAN: Final = (
    ("these numbers are not in the data: ", "", "자료에 없는 숫자가 있습니다: {}"),
    ("", " belongs to something else in the data", "{}은(는) 자료에서 다른 항목의 값입니다"),
    ("list the days that you counted: ", "", "세거나 더한 날과 양을 나열하고, 그 수를 그것과 맞추세요: {}"),
    ("this was told of another day: ", "", "환자가 다른 날의 일로 말했습니다: {}"),
    ("another number was told of that day: ", "", "그날에는 다른 수를 말했습니다: {}"),
    ("this was another day of the week: ", "", "요일이 날짜와 다릅니다: {}"),
    ("this quote is not word for word in ", "", "이 인용은 문서의 글자 그대로가 아닙니다: {}"),
    ("", " is on record, and it says that there is none", "{}은(는) 기록에 있는데 없다고 했습니다"),
    ("the allergy is not told: ", "", "알레르기를 말하지 않았습니다: {}"),
    ("these are not told: ", "", "빠진 것이 있습니다: {}"),
    ("wrong or missing: ", "", "틀렸거나 빠진 필드: {}"),
    ("the text must be in ", "", "글은 한국어여야 합니다"),
    ("the query must have ", "", "검색어의 길이가 맞지 않습니다"),
    ("the answer is empty", "", "답변이 비어 있습니다"),
    ("it says that it changed the record, which it cannot", "", "기록을 바꿨다고 했는데 그럴 수 없습니다"),
    ("the question to the patient in <draft> is not asked", "", "<draft>에 있는 환자에게 묻는 말이 빠졌습니다"),
    ("it tells to change a treatment", "", "치료를 바꾸라고 했습니다. 대신 의료진에게 무엇을 물을지 알려 주세요"),
    ("it permits a medicine although ", "", "알레르기가 있는 약을 써도 된다고 했습니다"),
    ("it tells that no help need be called", "", "도움을 부를 필요가 없다고 했습니다. 언제 불러야 하는지 알려 주세요"),
    ("this value was measured on another day: ", "", "다른 날에 잰 값입니다: {}"),
    ("it tells the other direction; in order of time the values are ", "", "방향이 반대입니다. 값은 차례로 {}입니다"),
    ("it is wrong against the goal: ", "", "목표와 견준 말이 틀렸습니다: {}"),
    ("the record holds how often it is taken: ", "", "하루 몇 번인지가 기록과 다릅니다: {}"),
    ("it claims what is not on record: ", "", "기록에 없는 것을 있다고 했습니다: {}"),
    ("it holds an address that is not in the data", "", "자료에 없는 주소가 있습니다"),
    ("it repeats its instructions", "", "지시문을 되풀이했습니다"),
    ("it holds characters that cannot be read", "", "읽을 수 없는 글자가 있습니다"),
    ("it tells nothing of what the record holds", "", "기록에 있는 것을 말하지 않았습니다"),
    ("it must be shorter", "", "더 짧아야 합니다"),
    ("a document_id is not among the documents", "", "문서 목록에 없는 document_id가 있습니다"),
    ("not one JSON object", "", "JSON 객체 하나가 아닙니다"),
)
"""How a check's words begin and end, and what they are in Korean; what stands between (a number, a quote) stays."""


def problem_in(language: Literal["ko", "en"], problem: str) -> str:
    """``problem`` in the language of the prompt; as it is where it has no words in that language."""
    if language == "en":
        return problem
    for begins, ends, korean in _KOREAN:
        if problem.startswith(begins) and problem.endswith(ends):
            return korean.format(problem[len(begins) : len(problem) - len(ends)])
    return problem
