"""Whether words ask for the medicines of one part of the day: "what does she take at night?", "저녁 약은 뭐죠?"."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.words.sentences import sentence
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.patient_view import PatientView

PLACES: Final[tuple[tuple[str, frozenset[str], re.Pattern[str]], ...]] = (
    (
        "morning",
        frozenset({"waking", "before_breakfast", "breakfast"}),
        lazy_regex(r"아침|오전|\b(?:mornings?|breakfast|on waking)\b", re.IGNORECASE),
    ),
    ("noon", frozenset({"noon", "afternoon"}), lazy_regex(r"점심|낮에|\b(?:lunch\w*|noon|midday)\b", re.IGNORECASE)),
    ("afternoon", frozenset({"afternoon"}), lazy_regex(r"오후|\bafternoons?\b", re.IGNORECASE)),
    (
        "evening",
        frozenset({"before_dinner", "dinner"}),
        lazy_regex(r"저녁|\b(?:evenings?|tonight|dinner|supper|teatime|at night|of a night|night-?time|night (?:ones"
                   r"|pills|tablets|meds|medicines))\b", re.IGNORECASE),
    ),
    (
        "bedtime",
        frozenset({"bedtime"}),
        lazy_regex(r"자기\s?전|자기전|잠자기|취침|밤|\b(?:bed ?time|before (?:bed|sleep)|tonight|at night|of a night"
                   r"|night-?time|night (?:ones|pills|tablets|meds|medicines))\b", re.IGNORECASE),
    ),
)  # fmt: skip
"""The parts of a day, the places of medicines that lie in them, and their words; the English night is the last two."""
_PART_KO: Final = r"(?:아침|오전|점심|낮|오후|저녁|밤|자기\s?전|잠자기\s?전|취침\s?전)"
_PART_EN: Final = (
    r"(?:mornings?|breakfast|lunch\w*|noon|midday|afternoons?|evenings?|tonight|dinner|supper|teatime"
    r"|night(?:s|-?time)?|bed ?time|bed|waking)"
)
_THINGS_EN: Final = r"(?:pills?|tablets?|meds?|medicines?|medications?|drugs?|ones?)"
_ASKS: Final = lazy_regex(
    rf"{_PART_KO}[^.?!]{{0,16}}?(?:먹는|먹을|드시는|드실|복용하는|복용할|챙길|챙기는)\s?(?:약|거|것|게|건)[^.?!]{{0,14}}"
    r"(?:뭐|뭔|무엇|무슨|어떤|알려|말해|말씀|정리|적어|목록|보여|만)"
    rf"|{_PART_KO}(?:에|에는|엔)?\s?(?:무슨|어떤|뭔|뭐|뭘)\s?(?:약을?|거|걸)?\s?(?:먹|드|복용|챙)"
    rf"|{_PART_KO}\s?약(?:은|이|만|들은|들이)?\s?(?:뭐|뭔|무엇|어떤|알려|말해|정리|요)"
    rf"|\b(?:what|which)\b(?! time)[^.?!]{{0,30}}\b(?:take|takes|taking|have|get|gets|on|due|give)\b[^.?!]{{0,20}}"
    rf"\b(?:in the|at|before|with|for|of a|this|on)? ?{_PART_EN}\b"
    rf"|\b(?:what|which)\b[^.?!]{{0,16}}\b{_THINGS_EN}\b[^.?!]{{0,20}}\b{_PART_EN}\b"
    rf"|\b(?:what|which)\b[^.?!]{{0,14}}\b{_PART_EN} {_THINGS_EN}\b"
    rf"|\b(?:list|give me|tell me|show me|just|only)\b[^.?!]{{0,14}}\b{_PART_EN} {_THINGS_EN}\b",
    re.IGNORECASE,
)
_ELSE: Final = lazy_regex(
    r"언제|왜|어떻게|괜찮|되나|돼요|될까|되죠|옮|바꿔|바꾸|옮겨|빼먹|깜빡|까먹|안\s?먹|못\s?먹"
    r"|\b(?:when|why|how|should|could|may|can i|ok(?:ay)?|safe|missed|forgot|skip|move|switch|instead|eat|food|for"
    r" (?:breakfast|lunch|dinner|supper))\b",
    re.IGNORECASE,
)
"""Words that ask something else of a medicine and its hour, or of a meal."""
_AGAIN: Final = lazy_regex(
    rf"^\W*(?:and |what about |how about )+(?:what about )?(?:in the|at|before|with|this)? ?{_PART_EN}"
    rf"(?: {_THINGS_EN})?\W*$"
    rf"|^\W*(?:그럼|그러면|그리고)?\s?{_PART_KO}(?:에는|엔|에|은|는|약은|꺼는|건)?(?:요)?\W*\?*$",
    re.IGNORECASE,
)
"""The same of another part of the day, behind an answer of one."""
_LONGEST: Final = 100


def asks_part_of_day(request: Request, view: PatientView) -> bool:
    """Whether the medicines of a part of the day are asked for."""
    text = request.text
    if len(text) > _LONGEST or request.tests or not view.ledger.current(SlotKind.MEDICATIONS):
        return False
    if _AGAIN.search(text) is not None:
        return _gave_one(view)
    named = request.concepts("medications", "drug_classes", "symptoms", "conditions", "labs", "vitals")
    return not named and _ELSE.search(text) is None and _ASKS.search(text) is not None


def _gave_one(view: PatientView) -> bool:
    """Whether the last answer was such a list."""
    last = view.answers.last()
    ends = {sentence("part.head", each, part="").strip() for each in ("ko", "en")}
    return last is not None and any(end in last.text for end in ends)
