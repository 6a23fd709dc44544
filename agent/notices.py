"""What a stream's warnings say, in the patient's language; each has a stable code beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.skills.ports import Language
from agent.updates import TurnWarning

_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "LOW_CONSISTENCY": (
        "찾은 문서들의 내용이 서로 달라 다시 찾아봅니다. 결정하시기 전에 의료진에게 확인하세요.",
        "The documents found differ from one another, so the search goes on. Check with a clinician before you decide.",
    ),
    "ANSWER_STALE": (
        "이 답변이 근거로 삼은 기록이 방금 정정되었습니다. 다시 물어봐 주세요.",
        "A fact that this answer rests on was just corrected. Please ask again.",
    ),
    "ANSWER_WITHDRAWN": (
        "이 답변은 정정되었거나 철회된 기록에 근거합니다. 환자에게 바로잡아 주세요.",
        "This answer rests on what was corrected or withdrawn. Put it right with the patient.",
    ),
    "ANSWER_OUTDATED": (
        "이 답변이 말한 내용은 그 뒤 바뀌었습니다. 지금 상태를 환자에게 알려 주세요.",
        "What this answer states has changed since. Tell the patient what holds now.",
    ),
    "DOCUMENT_LEFT_OUT": (
        "지식이 아니라 지시를 담은 문서는 사용하지 않았습니다.",
        "A document that gives orders instead of knowledge was not used.",
    ),
    "ORDER_IGNORED": (
        "지시로 보이는 말은 기록에 반영하지 않았습니다. 고칠 내용이 있으면 무엇이 어떻게 다른지 그대로 말씀해 주세요.",
        "Words that read as an order changed nothing on the record. To correct something, just say how it really is.",
    ),
    "FALLBACK_USED": (
        "언어 모델 대신 규칙이 맡은 부분입니다",
        "Done by rule instead of the language model",
    ),
    "EMPTY_QUERY": ("찾을 내용이 없어 문서를 찾지 않았습니다.", "There was nothing to search the documents for."),
    "NOTHING_FOUND": ("관련 문서를 찾지 못했습니다.", "No document on this was found."),
    "OTHER_LANGUAGE": ("다른 언어로 된 문서도 사용했습니다.", "Documents in another language were used too."),
    "DENSE_DROPPED": (
        "의미 검색이 이 질문의 언어를 다루지 못해 낱말로만 찾았습니다.",
        "The vectors cannot represent the language of this question, so only words were searched.",
    ),
    "FAISS_MISSING": (
        "빠른 벡터 검색(FAISS)이 설치되어 있지 않아 더 느린 방법으로 같은 결과를 찾았습니다.",
        "The fast vector search (FAISS) is not installed; the same was found in a slower way.",
    ),
    "ENCODER_UNAVAILABLE": (
        "의미 검색을 쓸 수 없어 낱말로만 찾았습니다.",
        "The vectors are not available, so only words were searched.",
    ),
}


def notice(code: str, language: Language) -> TurnWarning:
    """The warning of this code; one without words of its own is shown by its code."""
    korean, english = _TEXTS.get(code, (code, code))
    return TurnWarning(code, korean if language == "ko" else english)


def fallback(skills: Sequence[str], reason: str, language: Language) -> TurnWarning:
    """The warning that rule twins stood in for one reason, with skills and reason as the log names them."""
    said = notice("FALLBACK_USED", language)
    return TurnWarning(said.code, f"{said.message}: {', '.join(skills)} ({reason})")


def uncertain(text: str) -> TurnWarning:
    """The warning that samples of the answer disagree, in the words that stand in the answer."""
    return TurnWarning("UNCERTAIN", text)
