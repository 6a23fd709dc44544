"""The last answer in another form: shorter, as a table, only its numbers.

It is made from what the answer named, in its order, so another agent's answer is put in another form as well; what has
been corrected since is given as it is now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, Literal

from agent.answers.consultation import Consultation
from agent.answers.part import Part
from agent.answers.references import present
from agent.answers.request import Request
from agent.answers.value_request import Masked
from agent.repetition import core
from agent.words.doses import dose_text
from agent.words.sentences import sentence
from domain.ledger import CHANGED, Fact
from domain.values import SERIES_SLOTS, SlotKind
from projections.answers import Answers, GivenAnswer

Shape = Literal["table", "numbers", "short"]

_SHAPES: Final[tuple[tuple[Shape, tuple[str, ...], tuple[str, ...]], ...]] = (
    ("table", ("표로", "표형식", "표형태", "도표", "표만들"), ("table", "tabular", "tabulate", "columns")),
    ("numbers", ("숫자만", "수치만", "값만"),
     ("only the numbers", "numbers only", "just the numbers", "only numbers", "just numbers", "only the figures",
      "just the figures", "figures only", "only the values", "just the values", "values only",
      "just give me the figures",
      "just give me the numbers")),
    ("short", ("짧게", "짧은", "간단히", "간단하게", "간략", "줄여", "요점만", "핵심만", "한문장", "한줄", "한마디"),
     ("shorter", "short", "briefer", "brief", "briefly", "one sentence", "a sentence", "one line", "in a nutshell",
      "shorten", "condense", "condensed", "gist", "less words", "fewer words", "tldr", "tl dr", "concise")),
)  # fmt: skip
_COURTESY_KO: Final = (
    "다시", "그거", "그걸", "그것", "이거", "이걸", "방금", "아까", "그럼", "좀", "더", "해주세요", "해줘요", "해줘",
    "해줄래요", "해줄래", "만들어", "정리해",
    "보여", "말씀해", "말해", "알려", "불러", "주실래요", "주시겠어요", "주세요", "줄래요", "줄래", "줘요", "줘",
    "너무", "길어요", "길다", "길어", "기네요", "한눈에",
    "보게", "볼수있게", "설명", "빼고", "말고", "형태로", "형식으로", "부탁해요", "부탁드려요", "부탁", "으로만",
    "로만", "으로", "로", "만", "요", "은", "는", "을", "를", "답",
    "대답", "내용", "한번", "바꿔", "적어", "써", "딱", "주", "해",
)  # fmt: skip
_COURTESY_EN: Final = frozenset({
    "put", "that", "it", "this", "in", "into", "a", "an", "the", "as", "please", "only", "just", "can", "could",
    "would",
    "you", "i", "me", "give", "show", "make", "bit", "see", "laid", "lay", "out", "instead", "again", "like", "have",
    "to",
    "too", "long", "much", "and", "but", "ok", "okay", "now", "little", "same", "thing", "answer", "form", "version",
    "of",
    "get", "say", "tell", "skip", "words", "for", "way", "be", "with", "do", "up", "sum", "somewhat", "even", "more",
    "format", "keep", "cut", "down",
})  # fmt: skip
_LONGEST: Final = 60


def form_asked(request: Request) -> Shape | None:
    """The form that the words ask for, whatever else they ask."""
    # A word of form that a typing error away is a medicine ("shorter", "Shortec") is the word of form.
    sure = tuple(one for one in request.mentions if one.confidence >= 1.0)
    masked = Masked(request.plain or request.text, sure, request.dates)
    return next((shape for shape, korean, english in _SHAPES if masked.has((korean, english))), None)


def reshapes(request: Request, answers: Answers) -> Shape | None:
    """The form, where an utterance asks for nothing but another form of the last answer."""
    named = any(one.confidence >= 1.0 for one in request.subjects)
    if not answers.given or named or len(request.text) > _LONGEST:
        return None
    form = form_asked(request)
    if form is None:
        return None
    masked = Masked(request.plain or request.text, (), ())
    return form if _only_form(masked, form) else None


def _only_form(masked: Masked, shape: Shape) -> bool:
    korean, english = next((ko, en) for name, ko, en in _SHAPES if name == shape)
    said = masked.words
    for cue in sorted(english, key=len, reverse=True):
        said = said.replace(f" {cue} ", " ")
    words = said.split()
    if words and all(word.isascii() for word in words):
        return all(word in _COURTESY_EN for word in words)
    if not words:
        return True
    rest = "".join(ch for ch in masked.compact if ch.isalnum())
    for cue in (*sorted(korean, key=len, reverse=True), *sorted(_COURTESY_KO, key=len, reverse=True)):
        rest = rest.replace(cue, "")
    return not rest


def reshape(consultation: Consultation) -> Part:
    """The last answer in the form asked for."""
    last = consultation.situation.view.answers.last()
    form = form_asked(consultation.request)
    if last is None or form is None:
        return Part(sentence("form.nothing", consultation.words.language))
    return _RESHAPERS[form](consultation, last)


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


def shortened(text: str) -> str:
    """The heads of a text: each list on one line, of everything else the first sentence of the first paragraph."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) == 1:
        return _first_sentence(lines[0])
    said: list[str] = []
    for line in lines:
        item = _item(line)
        if item is not None and said:
            joint = " " if said[-1].endswith(":") else ", "
            said[-1] += f"{joint}{_first_sentence(item).rstrip('.')}"
        elif line.endswith(":") or (": " in line and len(line) <= _LONGEST):
            said.append(line)
        elif not said:
            said.append(_first_sentence(line))
    return "\n".join(said)


_BULLETS: Final = re.compile(
    r"\bbullet|\bas a list\b|\bin a list\b|목록으로|나눠서|끊어서|한\s?줄씩|번호\s?(?:매겨|붙여)", re.IGNORECASE
)
_COMMAS: Final = re.compile(r",\s+(?:and\s+|그리고\s+)?|;\s+|고,\s+")


def _as_list(text: str) -> str:
    """A text as a list: a line for each sentence, of one sentence for each of its parts."""
    sentences = in_lines(text, _MOST_LINES).splitlines()
    parts = sentences if len(sentences) > 1 else [one for one in _COMMAS.split(text) if one.strip()]
    return "\n".join(f"- {one.strip()}" for one in parts)


_MOST_LINES: Final = 12


def in_lines(text: str, most: int) -> str:
    """The first sentences of a text, a line each."""
    sentences = [one for line in text.splitlines() for one in _sentences(line.strip()) if one]
    return "\n".join(sentences[:most])


def _sentences(text: str) -> Iterator[str]:
    while text:
        first = _first_sentence(text)
        yield first
        text = text[len(first) :].strip()


def _item(line: str) -> str | None:
    """The words of a list item ("1. …", "- …"), None for another line."""
    head, _, rest = line.partition(" ")
    return rest if rest and (head == "-" or (head[:-1].isdecimal() and head[-1] in ".)")) else None


def _first_sentence(text: str) -> str:
    for at, char in enumerate(text[:-1]):
        if char in ".?!" and text[at + 1] == " " and not text[at - 1 : at].isdecimal():
            return text[: at + 1]
    return text


def _nothing(consultation: Consultation) -> Part:
    return Part(sentence("form.nothing", consultation.words.language))


_RESHAPERS: Final[Mapping[Shape, Callable[[Consultation, GivenAnswer], Part]]] = MappingProxyType(
    {"table": _as_table, "numbers": _as_numbers, "short": _shortened}
)
