"""What comes before the answer to what was asked, whatever was asked: what must not be taken, what must not wait."""

from __future__ import annotations

from typing import Final

from agent.answers.asking.laid_out import laid_out
from agent.answers.consultation import Consultation
from agent.answers.part import Part, joined
from agent.safety.activities import activity
from agent.safety.before_procedures import before_procedure, why_before_procedure
from agent.safety.card import wants_card
from agent.safety.counsel import counselled
from agent.safety.day_counts import counted_over_the_day, medicines_counted
from agent.safety.day_limits import asks_extra, over_the_day
from agent.safety.day_rhythms import over_by_rhythm
from agent.safety.drink_ended import drink_ended
from agent.safety.earlier_warnings import used_instead, why_against
from agent.safety.food_allergies import food_allergy
from agent.safety.mishaps.followed import medicines_of_mishap, wants_to_stop, what_follows
from agent.safety.mishaps.in_pregnancy import in_pregnancy, is_left_off
from agent.safety.once_for import once_for
from agent.safety.ordinarily_fine import ordinarily_fine
from agent.safety.same_substance import named_otherwise
from agent.safety.unfed import unfed
from agent.safety.upholding import held_against_delay, next_dose, sounded_lately, upheld
from agent.safety.weighing import WARNINGS, asks_leave, weighed
from agent.words.sentences import CATALOGUES

_FALLBACKS: Final = ("unknown.unclear", "unknown.nothing", "told.nothing_recorded", "told.nothing_of_patient")
"""Sentences by which an answer says that it has none."""


def leading(consultation: Consultation, *, alarmed: bool = False, at_once: bool = False) -> Part:
    """The warnings of this turn, or a yes to what leave is asked for, which an alarm silences; empty where there are
    none.
    """
    explained = why_before_procedure(consultation)
    # The same more simply says its own reason.
    if not explained.text and consultation.situation.intent.name not in ("form", "again"):
        explained = why_against(consultation)
    if not explained.text:
        explained = used_instead(consultation)
    listing = consultation.situation.intent.name == "handover" or wants_card(consultation.request.text)
    # "Why?" is of what was said last, where that warned of something else than an alarm before it.
    of_last = bool(explained.text) and not sounded_lately(consultation, 1)
    held = held_against_delay(consultation) if listing else Part()
    first = joined((held, next_dose(consultation))) if listing else Part() if of_last else upheld(consultation)
    first = first if first.text else held_against_delay(consultation)
    answered = joined(
        (explained if not first.text else Part(), before_procedure(consultation), food_allergy(consultation))
    )
    mishap = of_mishap(consultation, at_once=at_once)
    if alarmed and drink_ended(consultation).text:
        # The alarm says what stopping at once may do.
        mishap = Part()
    over = beyond_the_day(consultation)
    taken = bool(mishap.text or counted_over_the_day(consultation).text)
    warned = weighed(consultation) if not taken or _asks_of_another(consultation, mishap) else Part()
    # A day's most that is reached, or a no to more of it, says what another name for it would.
    more = over if over.text else asks_extra(consultation)
    warned = joined((warned, more if more.text else named_otherwise(consultation)))
    # What is warned of, is an alarm or is over the day's most is no matter of what is ordinarily fine.
    # What lays out its parts asks for those, and for no leave.
    laid = laid_out(consultation.request, consultation.situation.view.answers) is not None
    silenced = alarmed or laid or first.text or more.text or answered.text or mishap.text
    fine = Part() if silenced else activity(consultation)
    if not fine.text and not silenced:
        fine = joined((ordinarily_fine(consultation), once_for(consultation)))
    counsel = Part() if unfed(consultation).text else counselled(consultation)
    return joined((first, answered, mishap, warned, fine, counsel))


def of_mishap(consultation: Consultation, *, at_once: bool = False) -> Part:
    """What is to be done about a medicine in a pregnancy, one that was missed or doubled, or one to be left off."""
    if (drink := drink_ended(consultation)).text:
        # What is left off is drink: no medicine was missed.
        return drink
    pregnant = in_pregnancy(consultation)
    if (hungry := unfed(consultation, at_once=at_once)).text:
        # What a day without food means for a medicine is more than what a missed dose of it does.
        return joined((pregnant, hungry))
    if counted_over_the_day(consultation).text and medicines_of_mishap(consultation) <= medicines_counted(consultation):
        # The sum says what a dose too many of them means.
        return pregnant
    said = pregnant
    if not pregnant.text or (medicines_of_mishap(consultation) and not is_left_off(consultation)):
        said = joined((pregnant, what_follows(consultation, at_once=at_once)))
    return said if said.text else wants_to_stop(consultation)


def _asks_of_another(consultation: Consultation, mishap: Part) -> bool:
    """Whether leave is asked for a medicine besides those that were missed, doubled or counted, which are taken."""
    facts = consultation.ledger.facts
    told = medicines_of_mishap(consultation) | medicines_counted(consultation)
    told |= {facts[one].content.concept.concept_id for one in mishap.facts if one in facts}
    return bool(set(consultation.request.concepts("medications")) - told) and asks_leave(consultation)


def beyond_the_day(consultation: Consultation) -> Part:
    """What is said of more than the most of a day: of what was taken, and of what a rhythm comes to."""
    taken = counted_over_the_day(consultation)
    taken = taken if taken.text else over_the_day(consultation)
    return taken if taken.text else over_by_rhythm(consultation)


def upholds(consultation: Consultation, first: Part) -> bool:
    """Whether ``first``, what comes before the answer, holds an alarm of an earlier turn again."""
    if not first.text:
        return False
    again = (upheld(consultation).text, held_against_delay(consultation).text)
    return any(one and one in first.text for one in again)


def is_fallback(consultation: Consultation, said: Part) -> bool:
    """Whether an answer says no more than that nothing was found or noted."""
    catalogue = CATALOGUES[consultation.words.language]
    return not said.text or said.text in {catalogue[key] for key in _FALLBACKS}


def without_repeats(said: Part, first: Part) -> Part:
    """``said`` without the warnings that ``first`` gave already."""
    if not first.text:
        return said
    lines = [line for line in said.text.split("\n") if not line.startswith(WARNINGS) and line not in first.text]
    return Part("\n".join(lines), said.facts, said.citations, said.spoke_of)
