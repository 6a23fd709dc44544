"""What a dose that was told wrongly, and given so, means: "it's 7.5 ml not 7. Does that matter?".

The label holds from now on and nothing is made up for. How much it matters hangs on the difference: of most medicines
a little less in some doses is of no account, of those with a narrow range the prescriber is asked.
"""

from __future__ import annotations

from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part
from agent.words.doses import dose_text
from agent.words.sentences import sentence
from domain.ledger import CORRECTED, Fact
from extraction.text.lazy_regex import lazy_regex

_SMALL: Final = 0.15
"""Share of the right dose up to which a difference is small: less than a spoon or a syringe is out by."""
_NARROW: Final = frozenset({
    "digoxin", "lithium", "warfarin", "thyroid_drug", "insulin_therapy", "insulin", "antiepileptic", "opioid",
    "immunosuppressant", "methotrexate", "theophylline", "anticoagulant", "antiarrhythmic", "chemotherapy",
})  # fmt: skip
"""Medicines and classes in which a small difference may count (narrow therapeutic range, BNF)."""
_AMOUNT: Final = lazy_regex(r"^\s*(\d+(?:\.\d+)?)\s*([^\d\s/]+)")


def dose_put_right(consultation: Consultation, fact: Fact) -> Part:
    """What to do from now on, and what the doses so far mean; empty where this turn corrected no dose of it."""
    before = next(
        (old for one in fact.supersedes if (old := consultation.ledger.facts.get(one)) and old.ended == CORRECTED), None
    )
    language = consultation.words.language
    if before is None or not fact.content.dose or not before.content.dose or fact.content.dose == before.content.dose:
        return Part()
    narrow = not _NARROW.isdisjoint((fact.content.concept.concept_id, *fact.content.concept.broader))
    share = _share(before.content.dose, fact.content.dose)
    small = share is not None and share <= _SMALL and not narrow
    text = sentence(
        "put_right.small" if small else "put_right.tell",
        language,
        name=consultation.words.name(fact.content),
        new=dose_text(fact.content.dose, language),
        old=dose_text(before.content.dose, language),
    )
    return Part(text, (fact.fact_id, before.fact_id), (), medicines_spoken((fact,)))


def _share(old: str, new: str) -> float | None:
    """The difference as a share of the right dose; None where the two are not told in one unit."""
    first, second = _AMOUNT.match(old), _AMOUNT.match(new)
    if first is None or second is None or first[2].casefold() != second[2].casefold() or not float(second[1]):
        return None
    return abs(float(first[1]) - float(second[1])) / float(second[1])
