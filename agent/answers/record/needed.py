"""What a statement leaves out that has to be known before it can be kept: how much and when, which one; asked once."""

from __future__ import annotations

from typing import Final

from agent.answers.asking.value_request import Cue, Masked
from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.values.told import states_value
from agent.words.sentences import sentence
from domain.values import SlotKind
from extraction.naming.mentions import Entry, Mention

_SHORTEST: Final = 2
"""Characters of the shortest name of a test."""
_TAKES: Final[Cue] = (
    ("먹기시작", "먹기로", "시작했", "새로받", "처방받", "받았", "바꿨", "바뀌었", "바뀐", "끊었", "끊기로",
     "추가됐", "추가했", "추가됬", "늘렸",
     "줄였", "올렸", "내렸", "먹고있", "먹어요", "먹는중", "하나더", "중단"),
    ("started", "starting", "start", "began", "prescribed", "put me on", "gave me", "given", "got", "new", "switched",
     "changed", "stopped", "came off", "quit", "raised", "lowered", "increased", "reduced", "upped", "added", "taking",
     "on a", "swapped", "doubled", "halved"),
)  # fmt: skip
_MEASURED: Final[Cue] = (
    ("높", "낮", "올랐", "올라", "떨어", "내려", "나왔", "나쁘", "안좋", "좋아졌", "정상", "걸렸", "측정", "쟀",
     "재봤"),
    ("high", "low", "higher", "lower", "up", "down", "raised", "elevated", "bad", "better", "worse", "normal",
     "abnormal",
     "off", "borderline", "came back", "went", "dropped", "measured", "checked"),
)  # fmt: skip
_RESULT: Final[Cue] = (
    ("검사결과", "검사수치", "수치가", "수치도", "결과가", "검사에서", "피검사", "혈액검사", "건강검진"),
    ("results", "result", "blood test", "blood tests", "blood work", "bloodwork", "labs", "lab work", "numbers", "scan",
     "levels"),
)  # fmt: skip
_ALLERGIC: Final[Cue] = (
    ("알레르기가있", "알러지가있", "알레르기있", "알러지있", "알레르기반응", "두드러기가난적"),
    ("im allergic", "i am allergic", "have an allergy", "had an allergic", "have allergies", "had a reaction",
     "got an allergy"),
)  # fmt: skip


def missing(consultation: Consultation) -> Part:
    """The question that makes a statement worth keeping; empty where nothing is clearly missing, or it was asked."""
    request, language = consultation.request, consultation.words.language
    things = tuple(one for one in request.mentions if one.entry.kind not in ("relatives", "procedures"))
    if any(one.entry.kind == "relatives" for one in request.mentions):
        return Part()
    masked = Masked(request.plain or request.text, things, request.dates)
    text = ""
    tests = [one.entry for one in request.subjects if one.entry.kind in ("labs", "vitals")]
    tests = tests or [test for one in things if (test := _test_within(consultation, one)) is not None]
    plain = Masked(request.plain or request.text, (), request.dates)
    if tests and not states_value(request) and plain.has(_MEASURED):
        entry = tests[0]
        text = sentence("needed.value", language, name=consultation.pick(entry.name_ko or entry.name, entry.name))
    elif things:
        return Part()
    elif request.has("medicine") and masked.has(_TAKES):
        text = sentence("needed.medicine", language)
    elif masked.has(_ALLERGIC) or (SlotKind.ALLERGIES in request.slots and not request.asks):
        text = sentence("needed.allergy", language)
    elif masked.has(_RESULT) and masked.has(_MEASURED) and not states_value(request):
        text = sentence("needed.test", language)
    return Part(text) if text and not consultation.asked_before(text) else Part()


def _test_within(consultation: Consultation, mention: Mention) -> Entry | None:
    """The test in a finding's words: "my sugar was high" is read as an illness, and names what was measured."""
    if mention.entry.kind not in ("conditions", "symptoms"):
        return None
    found = (
        one.entry
        for end in range(_SHORTEST, len(mention.surface))
        for one in consultation.finder.find(mention.surface[:end])
        if one.entry.kind in ("labs", "vitals")
    )
    return next(found, None)
