"""Allergies: which substances are named as their cause, and how the body reacted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from domain.values import PATIENT, Certainty, Content, Polarity, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import Mention
from extraction.rules.analysis import FINDINGS, SUBSTANCES, Analysis
from extraction.rules.assertion import Assertions
from extraction.rules.claims import Claim
from extraction.rules.cue_kinds import Cue
from extraction.rules.cues import Span
from extraction.rules.intolerances import intolerances_of, is_unbearable
from extraction.rules.substances import as_allergen
from extraction.text.lazy_regex import lazy_regex

ALLERGY: Final = lazy_regex(
    r"(?:알레르기|알러지|앨러지|과민\s?(?:반응|증)?)(?!\s?(?:약|비염|결막염|천식|검사|성\s?(?:비염|결막염|천식)"
    r"|피부염|내과|과\b|얘기|이야기|주사))"
    r"|\ballerg(?:y|ies|ic)\b(?! (?:rhinitis|conjunctivitis|asthma|medication|medicine|pill|test|shot))"
    r"|\ballergically\b"
    r"|\b(?:react(?:ed|s|ion)?|sensitive|intoleran\w+|hypersensitiv\w+) (?:badly )?(?:to|of)\b"
)
"""The words that say "allergy"; not those of the medicine, test or disease that is named after it."""

_REACTIONS: Final = frozenset({
    "urticaria", "chronic_urticaria", "hives_symptom", "rash", "drug_eruption", "anaphylaxis", "anaphylactic_shock",
    "angioedema", "facial_swelling", "eyelid_swelling", "lip_tongue_swelling", "throat_closing",
})  # fmt: skip
"""Reactions that mark whatever caused them as an allergen, medicines too."""

_FOOD_REACTIONS: Final = lazy_regex(r"itch|pruritus|swell|dyspnea|short|breath|wheez|throat|vomit|edema")
_CAUSING: Final = lazy_regex(
    r"(?:을|를|은|는|만|이나|나|도)?\s?(?:[가-힣]{1,4}\s)?(?:먹|맞|바르|발라|쓰|복용|닿|만지|마시|마셔"
    r"|섭취)[가-힣]{0,4}?(?:고|면|은|더니|다가|을\s?때"
    r"|었을\s?때|어서|아서|ㄴ|니까|자|어도|서)|\s?때문에|\s?(?:로|으로)\s?(?:인해|인한)"
)
_GIVES: Final = lazy_regex(
    r"\s?(?:inhaler |shot |injection )?(?:gives?|gave|makes?|made|causes?|caused)\b(?: me)?|\s?and (?:i )?(?:got"
    r"|get|broke|had|developed)"
)
_AFTER: Final = lazy_regex(
    r"\b(?:after|from|to|when i (?:eat|ate|take|took|have|had|use|used)|with|on|because of|whenever i \w+"
    r"|if i (?:eat|take|have|use))\s(?:taking |eating |using |having |i (?:took|ate|had) )?(?:the |a |some )?$"
)
_TO_SUBSTANCE: Final = lazy_regex(r"\b(?:to|against|of|are|is|include|includes|including|:)\s[^.;?!]{0,240}$")
_KOREAN_LINK: Final = lazy_regex(
    r"(?:계|류|제|주사|항생제)?(?:에|에는|에도|에만|이나|랑|은|는|을|도)?\s?(?:먹고|맞고)?\s?(?:대한|대해|심한"
    r"|심하게|약간의?|가벼운|같은\s?(?:거|것"
    r"|데)에?)?\s?(?:음식|약물|식품|항생제|주사|약)?\s?"
)
"""What may stand between a substance and the word "알레르기" that takes it."""

_WHOSE_ALLERGY: Final = lazy_regex(r"\s(?:that |which )?(?:i'm|i am|i was|i've been)\s(?:actually |really )?(?:not )?")
"""What stands between in "it is naproxen that I'm allergic to"."""

_PURPOSE: Final = lazy_regex(r"\b(?:for|because of|against)\s(?:my |the |seasonal )*$")
_REACH: Final = 60


def allergens_of(assertions: Assertions) -> tuple[tuple[Mention, Mention | None], ...]:
    """The mentions named as the cause of an allergy or not borne by the body, each with the reaction said for it."""
    analysis = assertions.analysis
    found: list[tuple[Mention, Mention | None]] = []
    for mention in analysis.mentions:
        if mention.entry.kind in SUBSTANCES:
            reaction = _reaction(assertions, mention)
            if (
                _named_allergic(analysis, mention)
                or _carried_over(analysis, mention)
                or (reaction and _caused(analysis, mention, reaction))
            ):
                found.append((mention, reaction))
    allergenic = {mention.start for mention, _ in found}
    unborne = intolerances_of(analysis) if "intolerances" in analysis.parts else ()
    found += [one for one in unborne if one[0].start not in allergenic]
    return tuple(sorted(found, key=lambda one: one[0].start))


def read_allergies(
    assertions: Assertions,
    allergens: tuple[tuple[Mention, Mention | None], ...],
    lexicon: Lexicon,
    skipped: Callable[[Span], bool],
) -> Iterator[Claim]:
    """Claims about allergies of the patient."""
    for mention, reaction in allergens:
        assertion = assertions.of(mention)
        if skipped((mention.start, mention.end)) or not assertion.stated or assertion.subject != PATIENT:
            continue
        polarity = Polarity.NEGATED if _is_denied(assertions, mention) else Polarity.AFFIRMED
        content = Content(
            slot=SlotKind.ALLERGIES,
            concept=as_allergen(mention, lexicon).concept(assertions.analysis.language),
            polarity=polarity,
            certainty=assertion.certainty if assertion.certainty is Certainty.UNCERTAIN else Certainty.CONFIRMED,
            reaction=reaction.entry.name if reaction and polarity is Polarity.AFFIRMED else None,
        )
        spans = ((mention.start, mention.end), *(((reaction.start, reaction.end),) if reaction else ()))
        yield Claim(content, spans, (mention.start, mention.end), mention, confidence=mention.confidence)


def _named_allergic(analysis: Analysis, mention: Mention) -> bool:
    """Whether the word "allergy" takes this substance: on its left in Korean, on either side in English."""
    clause = analysis.clause_at(mention.start)
    for match in ALLERGY.finditer(analysis.cue_text, clause.start, clause.end):
        if match[0].isascii():
            if match.start() >= mention.end:
                if _WHOSE_ALLERGY.fullmatch(analysis.cue_text, mention.end, match.start()):
                    return True
                if match[0].startswith("al") and _is_list(analysis, mention.end, match.start(), _REACH // 3):
                    return not _PURPOSE.search(analysis.cue_text[clause.start : match.start()])
            elif _TO_SUBSTANCE.search(analysis.cue_text[match.start() : mention.start]) or match[0].endswith(
                (" to", " of")
            ):
                return True
        elif match.start() >= mention.end:
            if _KOREAN_LINK.fullmatch(analysis.cue_text, mention.end, match.start()):
                return True
            if _is_list(analysis, mention.end, match.start(), 3 * _REACH):
                return True
        else:
            return True
    return False


def _is_list(analysis: Analysis, start: int, end: int, limit: int) -> bool:
    """Whether only further substances and list signs stand between."""
    rest = list(analysis.cue_text[start:end])
    for other in analysis.within(start, end, SUBSTANCES):
        rest[other.start - start : other.end - start] = " " * (other.end - other.start)
    signs = re.sub(r"\([^()]*\)", "", "".join(rest)).replace("and", "")
    return end - start <= limit and not signs.strip(" ,.·/()에와과랑이나도하고및or&")


def _carried_over(analysis: Analysis, mention: Mention) -> bool:
    """Whether the substance has the allergy of the clause before ("알레르기 없다고 했는데 설파제에 있어요")."""
    index = analysis.index_at(mention.start)
    if index == 0 or analysis.clauses[index - 1].sentence != analysis.clauses[index].sentence:
        return False
    before = analysis.clauses[index - 1]
    named = ALLERGY.search(analysis.cue_text, before.start, before.end)
    return bool(named and re.match(r"\s?(?:에|에는|에도|은|는|만|이|가)?\s?있", analysis.cue_text[mention.end :]))


def _reaction(assertions: Assertions, mention: Mention) -> Mention | None:
    """The symptom said with the substance: in its clause or the next two, before another substance is named."""
    analysis = assertions.analysis
    index = analysis.index_at(mention.start)
    start = analysis.clauses[index].start
    end = analysis.clauses[min(index + 2, len(analysis.clauses) - 1)].end
    if analysis.clauses[min(index + 2, len(analysis.clauses) - 1)].sentence > analysis.clauses[index].sentence + 1:
        end = analysis.clauses[index + 1].end
    for symptom in analysis.within(start, end, FINDINGS):
        known = symptom.entry.concept_id in _REACTIONS or _FOOD_REACTIONS.search(symptom.entry.concept_id)
        if not known:
            continue
        between = (min(symptom.end, mention.end), max(symptom.start, mention.start))
        rival = symptom.start > mention.start and any(
            one is not mention for one in analysis.within(*between, SUBSTANCES)
        )
        if not rival and not analysis.has(analysis.clause_at(symptom.start), Cue.NEGATION):
            return symptom
    return None


def _caused(analysis: Analysis, mention: Mention, reaction: Mention) -> bool:
    """Whether the words make the substance the cause of the reaction, and the reaction is an allergic one."""
    allergic = reaction.entry.concept_id in _REACTIONS or (
        mention.entry.kind == "allergens" and bool(_FOOD_REACTIONS.search(reaction.entry.concept_id))
    )
    if not allergic:
        return False
    if reaction.start < mention.start:
        return bool(_AFTER.search(analysis.cue_text[reaction.end : mention.start]))
    return bool(_CAUSING.match(analysis.cue_text, mention.end) or _GIVES.match(analysis.cue_text, mention.end))


def _is_denied(assertions: Assertions, mention: Mention) -> bool:
    """A denial of the allergy, not of the medicine ("aspirin allergy: no")."""
    analysis = assertions.analysis
    if is_unbearable(analysis, mention):
        return False
    for clause in assertions.region(mention):
        for cue in analysis.cues_in(clause.start, clause.end, Cue.NEGATION, Cue.DENIAL):
            if cue.start < mention.start if cue.forward else cue.start >= mention.end or clause.start > mention.end:
                return clause.start <= mention.start or cue.cue is Cue.DENIAL
    return False
