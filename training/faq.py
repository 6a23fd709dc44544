"""``python -m training.faq``: write the shipped common questions from ``faq/*.jsonl``, and fit their reader anew.

A line is one question: what such people told before (``told``), how five people of each language ask it (``asks``),
the answer and its source, and ``about``: what the answer rests on, in groups of names parted by "|". ``faq/words`` has
the words of second authors, who knew titles and answers alone. The passages go to ``retrieval/corpus/faq.jsonl``, the
network to ``extraction/reading/models/faq.npz``. ``--measure`` prints how the second authors' words are read by a
network of the first ones'. Needs torch (`make tune` makes an environment for it). The same data and machine give the
same bytes.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from agent.answers.knowledge.whose_card import BABY, CHILD
from extraction.naming.vocabulary import Vocabulary, load_vocabulary
from extraction.reading.learned.encoder_files import load_sentence_encoder
from extraction.reading.learned.faq import MODEL, OTHER, faq_reader, meant_by, packed_faq, surroundings, together
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.over_encoder import BUCKETS, buckets_of, letters_of
from extraction.text.normalise import normalise
from training.aspects import DATA as ASPECTS
from training.examples import READINGS, load
from training.framing import FRAMES

DATA: Final = Path(__file__).parent / "faq"
CORPUS: Final = Path(__file__).parent.parent / "retrieval" / "corpus" / "faq.jsonl"
KIND: Final = "faq"

_WIDTH: Final = 160
"""Numbers of the vector in which questions have their places."""
_EPOCHS, _BATCH, _RATE = 8, 256, 6e-3
_LEAST: Final = 0.02
"""The share of the rate at the end."""
_SMOOTHED: Final = 0.02
_DROPPED, _DROPPED_MEANING, _DROPPED_PLACE = 0.3, 0.1, 0.1
"""The share of letters and of what is there besides, of meanings, and of the vector that is withheld at a time."""
_OFTEN: Final = 4
"""Examples in which letters have to occur to be looked at."""
_OTHERS: Final = 5000
"""Utterances that ask none of the questions."""
_BEHIND: Final = 0.5
"""The share of those that stand behind what was told for a question."""
_AMID: Final = 0.5
"""The share of wordings that stand amid something else that their speaker tells."""
_LONGEST_TELLING: Final = 90
"""Characters of such a telling."""
_BESIDE: Final = 2
"""Most records of others that are laid onto a record at a time."""
_OF_RECORD: Final = frozenset({"list", "lookup", "compare", "audit", "why", "repeat"})
"""Kinds of request that the record answers."""
_PLAINLY: Final = {
    "en": (
        "May I take {m}?", "Can I have {m}?", "is {m} ok for me", "I have {c}. May I take {m}?",
        "Is {m} safe with {c}?", "When did I start {m}?", "what dose of {m} am I on?", "What is {m} for?",
        "side effects of {m}?", "What should I avoid with {m}?", "What is {c}?", "Is my {t} high?",
        "what was my last {t}?", "Do I have {c}?", "Which of my medicines causes {s}?",
        "Could {m} be causing my {s}?", "I have {s}. Should I worry?", "Has my {t} gone up?",
        "do I take {m} in the morning or at night?", "what can I take instead of {m}?",
    ),
    "ko": (
        "{m} 먹어도 되나요?", "{m} 먹어도 돼?", "{c} 있는데 {m} 먹어도 되나요?", "{m} 써도 괜찮을까요",
        "{m} 언제부터 먹었죠?", "{m} 몇 미리 먹고 있죠?", "{m} 무슨 약이에요?", "{m} 부작용이 뭐예요?",
        "{m} 먹을 때 뭘 피해야 하나요?", "{c}이 뭐예요?", "{t} 높은 건가요?", "마지막 {t} 얼마였죠?",
        "저 {c} 있나요?", "어느 약 때문에 {s}이 생기나요?", "{m} 때문에 {s}이 있는 건가요?",
        "{s} 있는데 걱정해야 하나요?", "{t} 올랐나요?", "{m} 아침에 먹나요 저녁에 먹나요?",
        "{m} 대신 뭘 먹을 수 있나요?", "오늘 {t} 재 보니 높네요. 왜요?",
    ),
}  # fmt: skip
"""Questions in so few words that rules and the record answer them better, for some of the names of the frames each."""
_OF_A_FORM: Final = 25
_SLUG: Final = re.compile(r"[^a-z0-9]+")
_OF_CHILDREN: Final = {
    **dict.fromkeys(("child", "toddler", "kid", "teenager", "children", "adolescent"), CHILD),
    **dict.fromkeys(("baby", "newborn", "infant", "babies"), BABY),
}


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to ask a question: the words, what was said before, what is on record as a text that told it, and whose
    words they are.
    """

    pair: str
    ask: str
    before: str = ""
    known: str = ""
    author: str = ""
    number: int = 0


def rows() -> list[dict[str, Any]]:
    """All committed questions with their ``pair``, in a fixed order; of two of one title the first."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(DATA.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            pair = "faq-" + _SLUG.sub("-", row["title_en"].casefold()).strip("-")[:60].strip("-")
            found.setdefault(pair, {**row, "pair": pair})
    return list(found.values())


def wordings(found: Sequence[dict[str, Any]]) -> Iterator[Wording]:
    """Every way to ask: alone, behind what was told, and over a record that holds it."""
    for row in found:
        for language in ("en", "ko"):
            told = row[language]["told"]
            for number, ask in enumerate(row[language]["asks"]):
                yield Wording(row["pair"], ask, author="first", number=number)
                if told:
                    one, other = told[number % len(told)], told[(number + 1) % len(told)]
                    yield Wording(row["pair"], ask, one, one, "first", number)
                    yield Wording(row["pair"], ask, "", other, "first", number)
    pairs = {row["pair"] for row in found}
    for path in sorted((DATA / "words").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["pair"] not in pairs:
                continue
            for number, one in enumerate((*row["en"], *row["ko"])):
                yield Wording(row["pair"], one["ask"], one["told"], one["told"], "second", number)
                if one["told"]:
                    yield Wording(row["pair"], one["ask"], "", one["told"], "second", number)


def amid(asked: Sequence[Wording], draw: random.Random) -> Iterator[Wording]:
    """The wordings, some behind or after something else that people tell: who asks tells much that matters little."""
    tellings: dict[str, list[str]] = {"ko": [], "en": []}
    for path in sorted(READINGS.glob("*.jsonl")):
        for row in load(path):
            if not row["asks"] and not row["red_flag"] and len(row["text"]) <= _LONGEST_TELLING:
                tellings[row["lang"]].append(row["text"])
    for one in asked:
        if draw.random() >= _AMID:
            yield one
            continue
        korean = any("가" <= char <= "힣" for char in one.ask)
        other = draw.choice(tellings["ko" if korean else "en"])
        match draw.randrange(3):
            case 0:
                yield replace(one, before=together(other, one.before) if one.before else other)
            case 1:
                yield replace(one, before=together(one.before, other))
            case _:
                yield replace(one, ask=together(other, one.ask))


def others(asked: Sequence[Wording], draw: random.Random) -> Iterator[Wording]:
    """Utterances that ask nothing in general: what is told, and what the record is asked for."""
    kinds = {}
    for line in (ASPECTS / "readings.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        reading, kind = line.split("\t")[:2]
        kinds[reading] = kind
    texts = []
    for path in sorted(READINGS.glob("*.jsonl")):
        for row in load(path):
            if kinds.get(row["id"]) == "record" or all(one["op"] in _OF_RECORD for one in row["asks"]):
                texts.append(row["text"])
    told = [one.before for one in asked if one.before]
    for text in draw.sample(texts, min(_OTHERS, len(texts))):
        yield Wording(OTHER, text, draw.choice(told) if draw.random() < _BEHIND else "")
    fills = _fills()
    for language, kinds_of in _PLAINLY.items():
        for form in kinds_of:
            for _ in range(_OF_A_FORM):
                text = re.sub(r"\{(\w)\}", lambda hole, of=language: draw.choice(fills[of, hole[1]]), form)  # type: ignore[misc]
                yield Wording(OTHER, text, draw.choice(told) if draw.random() < _BEHIND else "")


def _fills() -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    with (FRAMES / "fills.tsv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.setdefault((row["language"], row["hole"]), []).append(row["said"])
    return found


def groups_of(about: Sequence[str], vocabulary: Vocabulary) -> list[list[str]]:
    """The concepts of each group; one of which a name is no concept holds for everybody and is left out."""
    found = []
    for group in about:
        names = [_concepts(name.strip(), vocabulary) for name in group.split("|")]
        if all(names):
            found.append(sorted({one for ids in names for one in ids}))
    return found


def _concepts(name: str, vocabulary: Vocabulary) -> set[str]:
    if name in _OF_CHILDREN:
        return {_OF_CHILDREN[name]}
    text = normalise(name).text
    mentions = list(vocabulary.recogniser.find(text))
    whole = [one for one in mentions if one.end - one.start >= len(text.strip()) - 2]
    return {one.entry.concept_id for one in whole}


def passages(found: Sequence[dict[str, Any]], vocabulary: Vocabulary) -> Iterator[dict[str, Any]]:
    """The answers as passages of the corpus."""
    for row in found:
        concepts = sorted({one for group in groups_of(row["about"], vocabulary) for one in group})
        for language in ("en", "ko"):
            yield {
                "id": f"{language}-{row['pair']}", "pair": row["pair"], "lang": language,
                "title": row[f"title_{language}"], "topic": concepts[0] if concepts else KIND, "kind": KIND,
                "concepts": concepts, "text": " ".join(row[language]["answer"].split()), "source": row["source"],
                "year": int(row["year"]), "licence": "Apache-2.0",
            }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Laid:
    """Examples as the network takes them: meanings (n, 2 H), buckets, and those of what is on record by themselves."""

    meanings: NDArray[np.float32]
    buckets: list[list[int]]
    known: list[tuple[str, ...]]


def laid(found: Sequence[Wording], vocabulary: Vocabulary) -> Laid:
    """The features of wordings."""
    encoder = load_sentence_encoder()
    meanings, buckets, known = [], [], []
    for one in found:
        whole = together(one.before, one.ask)
        named = [each.entry for each in vocabulary.recogniser.find(normalise(whole).text)]
        told = [each.entry for each in vocabulary.recogniser.find(normalise(one.known).text)]
        meanings.append(meant_by(encoder, one.ask, whole))
        buckets.append(letters_of(whole, surroundings(named, ())))
        known.append(tuple(sorted({each for entry in told for each in (entry.concept_id, *entry.broader)})))
    return Laid(np.stack(meanings), buckets, known)


def fitted(found: Sequence[Wording], features: Laid, pairs: Sequence[str]) -> dict[str, NDArray[Any]]:
    """The network's arrays; each time an example is learnt from, other facts stand on its record besides."""
    torch.manual_seed(0)
    draw, withheld = random.Random(0), np.random.default_rng(0)  # noqa: S311 - the order of examples
    records = [buckets_of(surroundings((), one)) for one in features.known]
    seen = np.zeros(BUCKETS, dtype=np.int64)
    for buckets, record in zip(features.buckets, records, strict=True):
        seen[[*buckets, *record]] += 1
    row_of = np.full(BUCKETS, -1, dtype=np.int32)
    used = np.flatnonzero(seen >= _OFTEN)
    row_of[used] = np.arange(len(used), dtype=np.int32)
    beside = [one for one in records if one]
    numbers = {pair: at for at, pair in enumerate(pairs)}
    labels = torch.tensor([numbers[one.pair] for one in found])
    centre = features.meanings.mean(axis=0)
    meanings = torch.tensor(features.meanings - centre)
    shapes = {"meanings": (meanings.shape[1], _WIDTH), "letters": (len(used), _WIDTH), "places": (_WIDTH, len(pairs))}
    own = {
        name: torch.randn(*shape) * (0.1 if name == "letters" else shape[0] ** -0.5) for name, shape in shapes.items()
    }
    own["biases"] = torch.zeros(len(pairs))
    own = {name: value.requires_grad_() for name, value in own.items()}
    optimiser = torch.optim.Adam(own.values(), lr=_RATE)
    order = list(range(len(found)))
    steps = _EPOCHS * -(-len(order) // _BATCH)
    for step in range(steps):
        start = step * _BATCH % (len(order) + -len(order) % _BATCH)
        if start == 0:
            draw.shuffle(order)
        batch = order[start : start + _BATCH]
        bags = [np.array([*features.buckets[at], *records[at], *_beside(beside, draw)], dtype=np.int64) for at in batch]
        lengths = torch.tensor([max(1, len(bag)) for bag in bags], dtype=torch.float32)
        kept = [rows[(rows >= 0) & (withheld.random(len(rows)) > _DROPPED)] for rows in (row_of[bag] for bag in bags)]
        offsets = torch.tensor(np.cumsum([0, *(len(one) for one in kept[:-1])]))
        spelt = functional.embedding_bag(torch.tensor(np.concatenate(kept)), own["letters"], offsets, mode="sum")
        spelt = spelt / (lengths.sqrt()[:, None] * (1 - _DROPPED))
        place = functional.dropout(meanings[batch], _DROPPED_MEANING) @ own["meanings"] + spelt
        scores = functional.dropout(place, _DROPPED_PLACE) @ own["places"] + own["biases"]
        wrong = functional.cross_entropy(scores, labels[batch], label_smoothing=_SMOOTHED)
        for group in optimiser.param_groups:
            group["lr"] = _RATE * max(_LEAST, 1 - step / steps)
        optimiser.zero_grad()
        wrong.backward()
        optimiser.step()
        if (step + 1) % 200 == 0:
            sys.stdout.write(f"step {step + 1} of {steps}: {float(wrong.detach()):.3f}\n")
            sys.stdout.flush()
    arrays: dict[str, NDArray[Any]] = {name: value.detach().numpy() for name, value in own.items()}
    return arrays | {"row_of": row_of, "centre": centre}


def _beside(records: Sequence[list[int]], draw: random.Random) -> list[int]:
    return [each for _ in range(draw.randint(0, _BESIDE)) for each in draw.choice(records)]


def model_of(found: Sequence[Wording], everything: Sequence[dict[str, Any]], vocabulary: Vocabulary) -> bytes:
    """The bytes of the model file that these wordings give."""
    pairs = (OTHER, *(row["pair"] for row in everything))
    arrays = fitted(found, laid(found, vocabulary), pairs)
    rests_on = {row["pair"]: groups_of(row["about"], vocabulary) for row in everything}
    return packed_faq(pairs, rests_on, arrays)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the passages and the model file, or with ``--measure`` print how left-out wordings are read."""
    parser = argparse.ArgumentParser(prog="python -m training.faq", description=__doc__.splitlines()[0])
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(MODEL))))
    options = parser.parse_args(arguments)
    vocabulary = load_vocabulary()
    everything = rows()
    asked = list(wordings(everything))
    beside = list(others(asked, random.Random(1)))  # noqa: S311 - draws examples
    if options.measure:
        return _measured(asked, beside, everything, vocabulary)
    lines = (json.dumps(one, ensure_ascii=False) + "\n" for one in passages(everything, vocabulary))
    CORPUS.write_text("".join(lines), encoding="utf-8")
    taught = amid(asked, random.Random(2))  # noqa: S311 - draws examples
    content = model_of([*taught, *beside], everything, vocabulary)
    options.out.write_bytes(content)
    sys.stdout.write(f"{len(everything)} questions, {len(asked)} wordings, {len(content)} bytes\n")
    return 0


def _measured(
    asked: Sequence[Wording], beside: Sequence[Wording], everything: Sequence[dict[str, Any]], vocabulary: Vocabulary
) -> int:
    """Print what is made of the words of the second authors by a reader of the first ones' alone."""
    half = len(beside) // 2
    kept = [one for one in asked if one.author == "first"]
    out = [one for one in asked if one.author == "second" and (one.before or not one.known)] + list(beside[half:])
    taught = amid(kept, random.Random(2))  # noqa: S311 - draws examples
    reader = faq_reader(model_of([*taught, *beside[:half]], everything, vocabulary), load_sentence_encoder())
    found = []
    for one in out:
        named = [each.entry for each in vocabulary.recogniser.find(normalise(together(one.before, one.ask)).text)]
        known = [each.entry for each in vocabulary.recogniser.find(normalise(one.known).text)]
        held = {each for entry in known for each in (entry.concept_id, *entry.broader)}
        odds = reader.log_odds(one.ask, one.before, surroundings(named, held))
        likeliest = max((pair for pair in odds if pair != OTHER), key=odds.__getitem__)
        found.append((one.pair, likeliest, math.exp(odds[likeliest])))
    theirs = [one for one in found if one[0] != OTHER]
    for least in (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        told = [one for one in theirs if one[2] >= least]
        right = sum(one[0] == one[1] for one in told)
        false = sum(one[2] >= least for one in found if one[0] == OTHER)
        sys.stdout.write(
            f"{least}: told {len(told)} of {len(theirs)}, right {right}; {false} of {len(found) - len(theirs)} others\n"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
