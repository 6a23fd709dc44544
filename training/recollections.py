"""``python -m training.recollections``: fit the reader of what is asked of the record, or measure left-out authors.

The questions are the ``q.`` wordings of ``evaluation/recollections`` but those of ``c`` and ``d``, filled with names,
some behind other words; what asks for something else comes from the readings, the common questions and the wordings of
the six-turn protocol. Needs scikit-learn (extra ``training``). The same data give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from evaluation.recollections.fills import fill, read_fills
from evaluation.recollections.scenes import DATA, spoken
from extraction.naming.vocabulary import load_vocabulary
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.recollections import KINDS, LABELS, MODEL, OTHER
from training.examples import READINGS, load
from training.over_encoder import features, file_of
from training.wordings import WORDINGS

FAQ: Final = Path(__file__).parent / "faq"
UNREAD: Final = ("c", "d")
"""The authors that are kept to measure on."""
KIND_OF: Final[Mapping[str, str]] = {
    "q.bp_highest": "highest", "q.bp_average": "average", "q.bp_all": "all", "f.second": "place",
    "f.other": "other_one",
    "f.and": "same_of", "f.table": "as_table", "f.numbers": "numbers_only", "f.before_that": "before_last",
    "f.sure": "confirmed", "j.told": "judged", "j.latest": "judged", "j.better": "since_last",
    "k.tell_change": "since_last", "r.two_dates": "between", "k.dose_list": "list_now", "k.value_average": "average",
    "k.tell_list": "list_now", "k.stop_list": "list_now", "k.allergy_may": "may_take", "q2.dose_since": "dose+since",
    "q2.meds_allergies": "list_now+allergies", "q2.high_low": "highest+lowest",
    "q2.why_when": "why_stopped+stopped_when",
    "q2.latest_goal": "latest+goal_what", "q2.first_last": "first+latest", "h.rel_med": "relatives_medicine",
    "h.still": "still_having", "h.not_told": "mentioned", "h.new_dose_day": "dose_changed_when",
}  # fmt: skip
"""The kind of what a message of the sheet asks, where it is not called so."""
_TELLS: Final = ("t.", "c.", "h.gone")
_FILLS: Final = 3
"""How often a wording is filled with names."""
_BEHIND: Final = 0.25
"""The share of them that stand behind something else that is told."""
_OF_PRESSURE: Final = 0.2
"""The share of questions for a test that are for a blood pressure: it is measured more often than all others."""
_PRESSURE: Final = {"ko": "혈압", "en": "blood pressure"}
_STRENGTH: Final = 40.0
"""The inverse strength of regularisation (scikit-learn's C)."""
_OTHERS: Final = 5000
"""Utterances that ask nothing of the record."""
_OF_RECORD: Final = frozenset({"list", "lookup", "compare", "audit", "why", "repeat", "judge"})
"""Kinds of request of the readings of which some ask what is recalled here: they teach nothing."""
_OTHER: Final = 0.4
"""What an utterance counts that asks nothing of the record: they are many."""
_SURE: Final = 0.5
"""The least probability that is answered (agent/answers/recollected)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One utterance, who wrote it, and what it asks of the record."""

    author: str
    text: str
    kind: str
    weight: float = 1.0


def questions(authors: Sequence[str], draw: random.Random) -> Iterator[Asked]:
    """The wordings of these authors in both languages, filled."""
    fills = read_fills()
    for language in ("ko", "en"):
        for author in authors:
            bank = json.loads((DATA / f"{language}_{author}.json").read_text(encoding="utf-8"))
            told = [one for key, those in bank.items() if key[:2] == "t." for one in those]
            for key, wordings in bank.items():
                if key.startswith(_TELLS):
                    continue
                kind = KIND_OF.get(key, key.partition(".")[2])
                for wording in wordings:
                    for _ in range(_FILLS):
                        filled = fill(language, fills[language], draw)
                        if draw.random() < _OF_PRESSURE:
                            filled.words["test"] = _PRESSURE[language]
                        text = spoken(wording, filled.words)
                        if draw.random() < _BEHIND:
                            text = f"{spoken(draw.choice(told), filled.words)} {text}"
                        yield Asked(f"{language}_{author}", text, kind, 1 / _FILLS)


def others(authors: Sequence[str], draw: random.Random) -> list[Asked]:
    """Utterances that ask nothing of the record: tellings, corrections, advice and knowledge."""
    found = []
    for path in sorted(READINGS.glob("*.jsonl")):
        for row in load(path):
            if not any(one["op"] in _OF_RECORD for one in row["asks"]):
                found.append(Asked(path.stem, row["text"], OTHER, _OTHER))
    found = draw.sample(found, min(_OTHERS, len(found)))
    for path in sorted(FAQ.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            found += [Asked("faq", one, OTHER, _OTHER / 2) for each in ("en", "ko") for one in row[each]["asks"][:2]]
    fills = read_fills()
    for language in ("ko", "en"):
        for author in authors:
            bank = json.loads((DATA / f"{language}_{author}.json").read_text(encoding="utf-8"))
            for key, wordings in bank.items():
                if key.startswith(_TELLS):
                    for wording in wordings:
                        filled = fill(language, fills[language], draw)
                        found.append(Asked(f"{language}_{author}", spoken(wording, filled.words), OTHER, _OTHER / 2))
    return found


def fitted(rows: Any, asked: Sequence[Asked]) -> Any:
    """Multinomial logistic regression of the kinds."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=_STRENGTH, max_iter=300, tol=1e-3).fit(
        rows, [one.kind for one in asked], sample_weight=[one.weight for one in asked]
    )


def measured(model: Any, rows: Any, asked: Sequence[Asked]) -> Mapping[str, Any]:
    """How these utterances are read by a model that saw none of their authors."""
    likely = model.predict_proba(rows)
    best = model.classes_[likely.argmax(axis=1)]
    sure = likely.max(axis=1)
    kinds = np.array([one.kind for one in asked])
    asks = kinds != OTHER
    told = (best != OTHER) & (sure >= _SURE)
    confused = Counter(
        (str(kind), str(said)) for kind, said in zip(kinds[asks], best[asks], strict=True) if kind != said
    )
    return {
        "questions": int(asks.sum()), "right": round(float((best == kinds)[asks].mean()), 3),
        "told": int(told[asks].sum()), "precision": round(float((best == kinds)[asks & told].mean()), 3),
        "others": int((~asks).sum()), "false": int(told[~asks].sum()), "confused": confused.most_common(14),
    }  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the model file, or with ``--measure`` print how left-out authors are read."""
    parser = argparse.ArgumentParser(prog="python -m training.recollections", description=__doc__)
    parser.add_argument("--measure", action="store_true", help="leave each author out, and read the unread ones")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    finder = load_vocabulary().recogniser
    draw = random.Random(5)  # noqa: S311 - fills sentences
    authors = sorted({path.stem[3:] for path in DATA.glob("??_?.json")} - set(UNREAD))
    asked = [*questions(authors, draw), *others(authors, draw), *_protocol()]
    rows = features([one.text for one in asked], finder)
    if options.measure:
        theirs = np.array([one.author for one in asked])
        for out in authors:
            left = np.array([one.endswith(f"_{out}") for one in theirs]) | np.isin(theirs, ["p3", "p5", "q1"])
            model = fitted(rows[~left], [one for one, is_out in zip(asked, left, strict=True) if not is_out])
            judged = [one for one, is_out in zip(asked, left, strict=True) if is_out]
            sys.stdout.write(f"{out} {json.dumps(measured(model, rows[left], judged), ensure_ascii=False)}\n")
        unread = [*questions(UNREAD, draw)]
        model = fitted(rows, asked)
        told = dict(measured(model, features([one.text for one in unread], finder), unread))
        sys.stdout.write(f"unread {json.dumps(told, ensure_ascii=False)}\n")
        return 0
    model = fitted(rows, asked)
    order = [list(model.classes_).index(label) for label in LABELS]
    content = file_of(LABELS, model.coef_[order], model.intercept_[order])
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(content)} bytes from {len(asked)} utterances of {len(KINDS)} kinds\n")
    return 0


def _protocol() -> Iterator[Asked]:
    """What the protocol's wordings tell, with their holes: of the record nothing is asked."""
    for path in sorted(WORDINGS.glob("*.json")):
        if path.stem[3:] in UNREAD:
            continue
        bank = json.loads(path.read_text(encoding="utf-8"))
        for key, wordings in bank.items():
            if key.startswith("T4"):
                yield from (
                    Asked("protocol", one.replace("{", "").replace("}", ""), OTHER, _OTHER / 2) for one in wordings
                )


if __name__ == "__main__":
    raise SystemExit(main())
