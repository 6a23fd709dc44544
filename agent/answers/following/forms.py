"""The last answer in another form: shorter, as a table, only its numbers.

It is made from what the answer named, in its order, so another agent's answer is put in another form as well; what has
been corrected since is given as it is now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from agent.answers.consultation import Consultation
from agent.answers.following.forms_asked import Shape, form_asked
from agent.answers.following.gist import sentences_of, shortened
from agent.answers.following.reasons import explained, in_plain
from agent.answers.following.references import present
from agent.answers.part import Part
from agent.repetition import core
from agent.words.doses import dose_text
from agent.words.sentences import sentence
from domain.ledger import CHANGED, Fact
from domain.values import SERIES_SLOTS, SlotKind
from extraction.text.lazy_regex import lazy_regex
from projections.answers import GivenAnswer


def reshape(consultation: Consultation) -> Part:
    """The last answer in the form asked for."""
    last = consultation.situation.view.answers.last()
    form = form_asked(consultation.request)
    if last is None or form is None:
        return Part(sentence("form.nothing", consultation.words.language))
    return _RESHAPERS[form](consultation, last)


def in_shape(consultation: Consultation, shape: Shape) -> Part:
    """The last answer in this form; empty where there is none, or it names nothing that could be put so."""
    last = consultation.situation.view.answers.last()
    if last is None or (shape in ("table", "numbers") and not _facts(consultation, last)):
        return Part()
    return _RESHAPERS[shape](consultation, last)


def say_again(consultation: Consultation) -> Part:
    """The last answer as it was given; where a fact of it has changed since, what it named as it is now."""
    last = consultation.situation.view.answers.last()
    if last is None:
        return _nothing(consultation)
    if last.invalidated:
        return _shortened(consultation, last)
    if (form := form_asked(consultation.request)) is not None:
        return _RESHAPERS[form](consultation, last)
    used = tuple(one for one in last.facts_used if _believed(consultation, one))
    if _BULLETS.search(consultation.request.text):
        return Part(_as_list(core(last.text, consultation.words.language)), used, (), last.spoke_of)
    if (lines := consultation.request.items) is not None:
        return Part(in_lines(core(last.text, consultation.words.language), lines), used, (), last.spoke_of)
    return Part(core(last.text, consultation.words.language), used, last.citations, last.spoke_of)


def _believed(consultation: Consultation, fact_id: str) -> bool:
    fact = consultation.ledger.facts.get(fact_id)
    return fact is not None and fact.ended in (None, CHANGED)


def _facts(consultation: Consultation, last: GivenAnswer) -> tuple[Fact, ...]:
    """What the answer named, in its order, as it is now; else what it rested on."""
    named = [one for reference in last.spoke_of for one in reference.fact_ids] or list(last.facts_used)
    found = (present(consultation.ledger, one) for one in dict.fromkeys(named))
    return tuple(dict.fromkeys(fact for fact in found if fact is not None))


def _as_table(consultation: Consultation, last: GivenAnswer) -> Part:
    facts = _facts(consultation, last)
    return table_of(consultation, facts, last) if facts else _nothing(consultation)


def table_of(consultation: Consultation, facts: Sequence[Fact], last: GivenAnswer | None = None) -> Part:
    """The facts as a table: one row each, a date column where a value has one."""
    words, language = consultation.words, consultation.words.language
    heads = [sentence(f"form.{key}", language) for key in ("item", "value", "day")]
    dated = any(fact.content.slot in SERIES_SLOTS for fact in facts)
    columns = heads if dated else heads[:-1]
    lines = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    for fact in facts:
        content = fact.content
        if content.slot in SERIES_SLOTS:
            cells = [words.test(content), words.value(content), words.day_of(fact)]
        else:
            cells = [words.slot(content.slot), words.brief(fact), ""]
        lines.append(f"| {' | '.join(cells[: len(columns)])} |")
    return Part("\n".join(lines), tuple(fact.fact_id for fact in facts), (), last.spoke_of if last else ())


def in_form(consultation: Consultation, said: Part) -> Part:
    """An answer of values in the form that its own question asks for: a table, or only the numbers."""
    shape = form_asked(consultation.request)
    named = dict.fromkeys(one for reference in said.spoke_of for one in reference.fact_ids)
    facts = [consultation.ledger.facts[one] for one in named]
    if shape not in ("table", "numbers") or not facts:
        return said
    if shape == "table":
        return replace(table_of(consultation, facts), spoke_of=said.spoke_of)
    return Part(_numbers(consultation, facts), tuple(named), (), said.spoke_of)


def _as_numbers(consultation: Consultation, last: GivenAnswer) -> Part:
    facts = _facts(consultation, last)
    said = _numbers(consultation, facts)
    if not said:
        return Part(sentence("form.no_numbers", consultation.words.language))
    return Part(said, tuple(fact.fact_id for fact in facts), (), last.spoke_of)


def _numbers(consultation: Consultation, facts: Sequence[Fact]) -> str:
    words = consultation.words
    said = []
    for fact in facts:
        content = fact.content
        if content.slot in SERIES_SLOTS:
            said.append(words.value(content))
        elif content.slot is SlotKind.MEDICATIONS and content.dose:
            said.append(dose_text(content.dose, words.language))
    return ", ".join(said)


def in_short(consultation: Consultation) -> Part:
    """The last answer in few words; empty where there is none."""
    last = consultation.situation.view.answers.last()
    return Part() if last is None else _shortened(consultation, last)


def in_other_words(consultation: Consultation) -> Part:
    """The last answer more simply; empty where there is none."""
    last = consultation.situation.view.answers.last()
    return Part() if last is None else _plainly(consultation, last)


def _plainly(consultation: Consultation, last: GivenAnswer) -> Part:
    about = explained(consultation) or last
    return _shortened(consultation, last) if about.invalidated else in_plain(consultation, about)


def _shortened(consultation: Consultation, last: GivenAnswer) -> Part:
    if last.invalidated:
        facts = _facts(consultation, last)
        said = "; ".join(consultation.words.brief(fact) for fact in facts)
        ids = tuple(fact.fact_id for fact in facts)
        return Part(f"{said}.", ids, (), last.spoke_of) if said else _nothing(consultation)
    text = shortened(last.text)
    used = tuple(one for one in last.facts_used if _believed(consultation, one))
    kept = tuple(citation for citation in last.citations if citation.quote in text)
    return Part(text, used, kept, last.spoke_of)


_BULLETS: Final = lazy_regex(
    r"\bbullet|\bas a list\b|\bin a list\b|목록으로|나눠서|끊어서|한\s?줄씩|번호\s?(?:매겨|붙여)", re.IGNORECASE
)
_COMMAS: Final = lazy_regex(r",\s+(?:and\s+|그리고\s+)?|;\s+|고,\s+")


def _as_list(text: str) -> str:
    """A text as a list: a line for each sentence, of one sentence for each of its parts."""
    sentences = in_lines(text, _MOST_LINES).splitlines()
    parts = sentences if len(sentences) > 1 else [one for one in _COMMAS.split(text) if one.strip()]
    return "\n".join(f"- {one.strip()}" for one in parts)


_MOST_LINES: Final = 12


def in_lines(text: str, most: int) -> str:
    """The first sentences of a text, a line each."""
    sentences = [one for line in text.splitlines() for one in sentences_of(line.strip()) if one]
    return "\n".join(sentences[:most])


def _nothing(consultation: Consultation) -> Part:
    return Part(sentence("form.nothing", consultation.words.language))


_RESHAPERS: Final[Mapping[Shape, Callable[[Consultation, GivenAnswer], Part]]] = MappingProxyType(
    {"table": _as_table, "numbers": _as_numbers, "short": _shortened, "plain": _plainly}
)
