"""An explained answer as one HTML page to hand over: nothing beside it is needed, and a browser makes a PDF of it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from clients.cli.wording import fact_text, reason_text, slot_text
from clients.cli.words import Words

if TYPE_CHECKING:
    from protos.anamnesis.v1 import audit_pb2, fact_pb2

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_SENTENCE = re.compile(r"(?<=[.!?。])\s+|\n+")
_LONGEST = 80
"""Characters of a checked value that are shown; hashes and lists are longer."""


def explanation_page(found: audit_pb2.ExplainAnswerResponse, patient: str, turn: int, words: Words) -> str:
    """The page, in the language of ``words``."""
    title = f"{words('nav.anatomy')} · {words('turn.label', turn=turn)}"
    used = [one for one in found.facts if one.used]
    parts = [
        f"<h1>{_text(title)}</h1>",
        f'<p class="note">{_text(words("chat.patient", patient=patient))}<br>{_text(_answered(found, words))}</p>',
        *_verdict(found, words),
        f'<p class="question">{_text(found.question)}</p>',
        '<ol class="sentences">',
        *(f"<li>{_sentence(one, [fact.fact for fact in used], words)}</li>" for one in _sentences(found.answer.text)),
        f'</ol><p class="note">{_text(words("anatomy.how"))}</p>',
        *_facts(found, used, words),
        *_judged(found, words),
        *_checks(found, words),
    ]
    style = files("clients.cli").joinpath("explanation_page.css").read_text(encoding="utf-8")
    head = (
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(title)}</title><style>{style}</style>"
    )
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="{words.language}"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _answered(found: audit_pb2.ExplainAnswerResponse, words: Words) -> str:
    at = found.answered_at.ToDatetime().isoformat(sep=" ", timespec="seconds") + " UTC"
    return words("anatomy.answered", at=at, model=found.model, position=found.position)


def _verdict(found: audit_pb2.ExplainAnswerResponse, words: Words) -> Iterable[str]:
    if found.verified:
        yield f'<p class="verdict proved">✓ {_text(words("anatomy.proved", count=len(found.checks)))}</p>'
    else:
        differing = ", ".join(words(f"check.{one}", one) for one in found.discrepancies)
        yield f'<p class="verdict open">✗ {_text(words("anatomy.unproved", checks=differing))}</p>'
    if found.HasField("invalidated"):
        reason = reason_text(found.invalidated.reason, words)
        yield f'<p class="stale">⚠ {_text(words("turn.stale", reason=reason))}</p>'


def _sentences(text: str) -> list[str]:
    return [one.strip() for one in _SENTENCE.split(text) if one.strip()]


def _sentence(sentence: str, used: Sequence[fact_pb2.Fact], words: Words) -> str:
    marks = [f'<a class="ref" href="#f{at}">F{at}</a>' for at, one in enumerate(used, 1) if _names(sentence, one)]
    return _text(sentence) + " " + "".join(marks)


def _names(sentence: str, fact: fact_pb2.Fact) -> bool:
    """Whether a sentence has the fact's figure, or of a fact without one its name: read off the words."""
    if fact.WhichOneof("value") == "number":
        figure = re.escape(f"{fact.number:.10g}")
        return re.search(rf"(?<![\d.]){figure}(?!\d|\.\d)", sentence) is not None
    names = [one.casefold() for one in (fact.display, fact.name) if one and one != "*"]
    return any(one in sentence.casefold() for one in names)


def _facts(
    found: audit_pb2.ExplainAnswerResponse, used: Sequence[audit_pb2.ExplainedFact], words: Words
) -> Iterable[str]:
    yield f"<h2>{_text(words('anatomy.facts'))}</h2>"
    if not used:
        yield f"<p>{_text(words('anatomy.no_facts'))}</p>"
    else:
        yield "<ul>"
        for at, one in enumerate(used, 1):
            yield f'<li id="f{at}"><span class="ref">F{at}</span> {_fact(one, words)}</li>'
        yield "</ul>"
    if found.answer.citations:
        yield f"<h2>{_text(words('anatomy.passages'))}</h2><ul>"
        for citation in found.answer.citations:
            quote = f"<br><q>{_text(citation.quote)}</q>" if citation.quote else ""
            yield f"<li><cite>{_text(citation.title)}</cite> · {_text(citation.source)}{quote}</li>"
        yield "</ul>"
    seen = [one for one in found.facts if not one.used]
    if seen:
        yield f"<h2>{_text(words('anatomy.seen', count=len(seen)))}</h2><ul>"
        yield from (f"<li>{_fact(one, words)}</li>" for one in seen)
        yield "</ul>"


def _fact(one: audit_pb2.ExplainedFact, words: Words) -> str:
    told = f"{_text(slot_text(one.fact.slot, words))}: <strong>{_text(fact_text(one.fact, words))}</strong>"
    if one.fact.evidence.quote:
        told += f' <span class="note">“{_text(one.fact.evidence.quote)}”</span>'
    return told if one.still_current else f'{told} <span class="bad">{_text(words("anatomy.no_longer"))}</span>'


def _judged(found: audit_pb2.ExplainAnswerResponse, words: Words) -> Iterable[str]:
    if not found.assessments:
        return
    yield f"<h2>{_text(words('anatomy.judged'))}</h2>"
    scores = ("grounding", "completeness", "accuracy", "overall")
    heads = [words("anatomy.draft"), *(words(f"score.{one}") for one in scores), words("anatomy.verdict")]
    rows = [
        [str(at), *(f"{getattr(one, score):.2f}" for score in scores),
         words(f"verdict.{one.verdict}", one.verdict)]
        for at, one in enumerate(found.assessments, 1)
    ]  # fmt: skip
    yield _table(heads, [[_text(cell) for cell in row] for row in rows])
    stop = words(f"stop.{found.stop_reason}", found.stop_reason or "–")
    yield f'<p class="note">{_text(words("anatomy.threshold", threshold=f"{found.threshold:.2f}", stop=stop))}</p>'


def _checks(found: audit_pb2.ExplainAnswerResponse, words: Words) -> Iterable[str]:
    yield f"<h2>{_text(words('anatomy.checks'))}</h2>"
    agrees, differs = words("anatomy.agrees"), words("anatomy.differs")
    rows = [
        [_text(words(f"check.{one.name}", one.name)), _code(one.recorded), _code(one.derived),
         f"✓ {_text(agrees)}" if one.agrees else f'<span class="bad">✗ {_text(differs)}</span>']
        for one in found.checks
    ]  # fmt: skip
    yield _table([words("anatomy.check"), words("anatomy.recorded"), words("anatomy.derived"), ""], rows)


def _code(value: str) -> str:
    return f"<code>{_text(value if len(value) <= _LONGEST else value[: _LONGEST - 1] + '…')}</code>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{_text(one)}</th>' for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _text(text: str) -> str:
    return html.escape(text, quote=True)
