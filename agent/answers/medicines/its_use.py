"""What a medicine that words only point at is for: the one just spoken of, else it is asked which of those listed."""

from __future__ import annotations

import re
from typing import Final

from agent.answers.asking.request import Request
from agent.answers.consultation import Consultation
from agent.answers.following.recall import explain_medicine, explain_medicine_fact
from agent.answers.following.references import present, spoken
from agent.answers.knowledge.quotes import whole
from agent.answers.medicines.companions import companion_of
from agent.answers.part import Part, joined
from agent.answers.referents.expressions import IT_EN, IT_KO, points_at_each
from agent.answers.referents.salience import asked_which
from domain.values import SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.answers import Answers

_LONGEST: Final = 60
"""Characters from which words tell a story, in which "it" may be anything."""
_REPLY: Final = 30
"""Characters up to which words only say which medicine was meant."""
_GOES_KO: Final = rf"{IT_KO}(?:은|는|이|가|을|를|도)?(?:\s?먹으면)?"
_USE_KO: Final = lazy_regex(
    rf"^\W*(?:그럼|그러면|그런데|근데|아|음|저기)?\W*{_GOES_KO}\s?(?:각각|다|도대체|원래|정확히|전부|대체)?\s?"
    r"(?:(?:무슨|어떤)\s?(?:약|효과|작용|효능|역할|일)|무얼\s?하는|뭘\s?하는|뭐\s?하는|(?:어디|뭐|무엇)(?:에|가|에게)?\s?(?:쓰|좋|듣|먹)"
    r"|왜\s?(?:먹|드|복용|처방|쓰)|뭐\s?때문에\s?(?:먹|드|처방)|뭐\s?하러\s?먹|뭐(?:였\S{1,3}|예요|에요|죠|야|지요|임)\W*$"
    r"|어떻게\s?(?:작용|듣))"
)
_SURELY_EN: Final = r"(?: each| all| actually| really| exactly| even)*"
_FOR_EN: Final = r"(?:do|does|for|good for|used for|treat|(?:supposed to )?(?:do|help(?: with)?))"
_USE_EN: Final = lazy_regex(
    r"^\W*(?:and |so |but |ok(?:ay)? |oh |sorry |wait )*(?:(?:can|could) you )?(?:tell me |remind me |say )?"
    rf"(?:what (?:does|do|is|are|was) (?:{IT_EN}|each(?: one| of (?:them|those|these))?){_SURELY_EN} {_FOR_EN}\b"
    rf"|what(?:'s|s) {IT_EN}{_SURELY_EN} {_FOR_EN}\b"
    rf"|what {IT_EN}{_SURELY_EN} (?:does|do|is for|are for)\b"
    rf"|what {IT_EN}(?:'s|s|'re)(?: used| good)? for\b"
    rf"|why (?:do i|am i|should i|would i)(?: have to| even)? (?:take|taking|on|need|use) {IT_EN}\b"
    rf"|what(?:'s| is) the (?:point|use|purpose) of {IT_EN}\b"
    rf"|how (?:does|do) {IT_EN}{_SURELY_EN} work\b)",
    re.IGNORECASE,
)
_DRUGS_EN: Final = r"(?:tablets?|pills?|medicines?|medications?|meds?|drugs?|drops|inhalers?|ones?)"
_EACH_EN: Final = lazy_regex(
    rf"\bwhat (?:does|do|is|are|was|were) (?:each(?: and every)?|every)(?: one)?(?: of (?:my|the|his|her|these|those"
    rf"|them))?"
    rf"(?: {_DRUGS_EN})?(?: (?:actually|really|supposed to))* (?:do|does|doing|for|used for|good for|treat)\b"
    rf"|\bwhat (?:do|does|are|is) (?:all |both )?(?:of )?(?:my|the|his|her|these|those) (?:\w+ )?{_DRUGS_EN}"
    rf"(?: each| all| both| actually| really)* (?:do|doing|for|used for)\b"
    rf"|\bwhat each (?:one )?(?:of (?:my|the|his|her|these|those|them) )?(?:{_DRUGS_EN} )?(?:does|is for|do)\b"
    rf"|\bwhat (?:all )?(?:of )?(?:my|the|his|her|these|those) (?:\w+ )?{_DRUGS_EN} (?:each |all )?(?:are for|do)\b",
    re.IGNORECASE,
)
_EACH_KO: Final = lazy_regex(
    r"(?:각각|각자|하나하나|하나씩|둘\s?다|두\s?(?:개|가지)\S{0,2}|세\s?(?:개|가지)\S{0,2}|약들\S{0,2})\s?(?:\S{1,4}\s)?"
    r"(?:(?:무슨|어떤)\s?(?:약|효과|작용|효능|역할|일)|(?:뭘|무얼|뭐|무엇을?)\s?하는|(?:어디|뭐|무엇)(?:에|에다)?\s?(?:쓰|좋|듣)|왜\s?먹)"
)
"""Words that ask what every one of several medicines is for, wherever they stand."""


def asks_use_of_each(text: str) -> bool:
    """Whether words ask what each of several medicines does."""
    return _EACH_KO.search(text) is not None or _EACH_EN.search(text) is not None


def _answers_which(request: Request, answers: Answers) -> bool:
    """Whether a few words say which medicine was meant, right after that was asked."""
    if request.asks or not asked_which(answers) or len(request.text) > _REPLY:
        return False
    others = [one for one in request.mentions if one.entry.kind not in ("medications", "drug_classes", "conditions")]
    named = request.concepts("medications", "drug_classes")
    return not others and not request.tests and (bool(named) or request.ordinal is not None)


_UNKNOWN: Final = lazy_regex(
    rf"\b(?:never|not|n't|nt|no idea|no clue|wonder(?:ed|ing)?|curious|forgot(?:ten)?)\b[^.?!]{{0,30}}\bwhat {IT_EN}"
    rf"(?:'s| is| are| was| does| do)\b(?: \w+)?(?: for\b|\W*$)"
    rf"|{_GOES_KO}\s?(?:뭐|뭘|무슨|어디|왜)[가-힣\s]{{0,8}}(?:먹는|드는|쓰는|하는)\s?(?:거|건|것|약|지)[가-힣]{{0,4}}\s?[가-힣]{{0,3}}\s?"
    rf"(?:모르|몰라|궁금|이해|까먹|잊)",
    re.IGNORECASE,
)
"""What it is for, asked by saying that one does not know."""


def asks_its_use(request: Request, answers: Answers) -> bool:
    """Whether words ask what "it" is for, where the last answer spoke of medicines and nothing else is named."""
    if _answers_which(request, answers):
        return True
    if _UNKNOWN.search(request.text) is not None and not request.tests:
        named = [one for one in request.mentions if one.entry.kind != "relatives"]
        if named:
            return named[-1].entry.kind == "medications"
        return spoken(answers, "medications") is not None
    text = request.text
    if len(text) > _LONGEST or request.mentions or request.tests or set(request.slots) - {SlotKind.MEDICATIONS}:
        return False
    if request.ordinal is not None or not (_USE_KO.match(text) or _USE_EN.match(text)):
        return False
    last = answers.last()
    return last is not None and any(reference.kind == "medications" for reference in last.spoke_of)


def its_use(consultation: Consultation) -> Part:
    """What the medicine is for that was spoken of last; of several each where all are meant, else which one."""
    if asks_use_of_each(consultation.request.text):
        return _use_of_each(consultation)
    listed = spoken(consultation.situation.view.answers, "medications")
    alone = listed is None or len(listed.reference.fact_ids) == 1
    if listed is None or alone or not points_at_each(consultation.request.text):
        said, card = explain_medicine(consultation), consultation.card("its_use")
        # Which of several is meant is asked first: of none of them the card is told.
        meant = {one for each in said.spoke_of for one in each.fact_ids}
        facts = [consultation.ledger.facts[one] for one in meant]
        if card is None or len(facts) != 1 or companion_of(consultation, facts[0]).text:
            # What it is for beside the record says more than what it may be for in anybody.
            return said
        quote = whole(card)
        return joined((said, Part(quote.marked, (), (quote.citation,))))
    each = (present(consultation.ledger, one) for one in listed.reference.fact_ids)
    return joined(explain_medicine_fact(consultation, fact) for fact in each if fact is not None)


def _use_of_each(consultation: Consultation) -> Part:
    """What each medicine is for: of those that are named, where several are, else of all that are taken."""
    taken = consultation.known.in_force(SlotKind.MEDICATIONS)
    named = consultation.request.concepts("medications")
    called = tuple(fact for fact in taken if fact.content.concept.concept_id in named)
    meant = called if len(called) > 1 else taken
    if not meant:
        return explain_medicine(consultation)
    return joined(explain_medicine_fact(consultation, fact) for fact in meant)
