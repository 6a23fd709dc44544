"""The encoder's upper layers and its heads in torch, as :mod:`extraction.reading.learned.evidence` reads them in numpy.

Everything is a parameter by name in one dictionary: the names are those of the file that is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import torch
from torch.nn import functional

from extraction.reading.learned.encoder import HEADS, unpacked
from extraction.reading.learned.encoder_files import LAYER_PARTS
from extraction.reading.learned.evidence import ARC_LABELS, ARCS, FAR, KINDS
from training.lessons import LABELS, Lesson
from training.pretrained import SOURCES, PackageFile

HIDDEN: Final = 256
"""Width of what stands between the states and the answers."""

_KIND, _RELATION = 64, 32
_DROPPED: Final = 0.1

Parameters = dict[str, Any]


def layer_parameters(model: PackageFile, at: int) -> Parameters:
    """One layer of the package's model as numbers: the starting point of what is tuned."""
    found: Parameters = {}
    for part in LAYER_PARTS:
        columns = model.inner if part == "outer" else model.width
        weights = [torch.tensor(unpacked(*model.nibbles(f"l{at}.{name}.w", columns))) for name in SOURCES[part]]
        found[f"l{at}.{part}.w"] = torch.cat(weights)
        found[f"l{at}.{part}.b"] = torch.cat([torch.tensor(model.numbers(f"l{at}.{name}.b")) for name in SOURCES[part]])
    norms = [torch.tensor(model.numbers(f"l{at}.{name}")) for name in ("aln.w", "aln.b", "oln.w", "oln.b")]
    found[f"l{at}.norms"] = torch.stack(norms)
    return found


def head_parameters(width: int) -> Parameters:
    """The heads before any training; draw after ``torch.manual_seed``."""
    sizes = {
        "item": (3 * width + _KIND, HIDDEN), "arc": (4 * width + _KIND + _RELATION, HIDDEN),
        "arc.out": (HIDDEN, len(ARC_LABELS)), "utt": (2 * width, HIDDEN), "red": (HIDDEN, 1),
        **{name: (width if name == "tag" else HIDDEN, len(labels)) for name, labels in LABELS.items()},
    }  # fmt: skip
    found: Parameters = {}
    for name, (inputs, outputs) in sizes.items():
        bound = inputs**-0.5
        found[f"{name}.w"] = torch.empty(outputs, inputs).uniform_(-bound, bound)
        found[f"{name}.b"] = torch.empty(outputs).uniform_(-bound, bound)
    found["nofact"] = torch.zeros(1, width)
    found["kind"] = torch.randn(2 * len(KINDS), _KIND)
    found["arck"] = torch.randn(2 * len(ARCS), _RELATION)
    found["dist"] = torch.randn(2 * FAR + 1, _RELATION)
    return found


def layer(own: Parameters, at: int, states: Any, heard: Any, *, dropped: float) -> Any:
    """The states (batch, n, H) of the next layer; ``heard`` (batch, n) marks what is no padding."""
    batch, count, width = states.shape
    packed = functional.linear(states, own[f"l{at}.qkv.w"], own[f"l{at}.qkv.b"])
    query, key, value = packed.view(batch, count, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
    found = functional.scaled_dot_product_attention(query, key, value, heard[:, None, None, :], dropped)
    found = functional.linear(
        found.transpose(1, 2).reshape(batch, count, width), own[f"l{at}.out.w"], own[f"l{at}.out.b"]
    )
    norms = own[f"l{at}.norms"]
    states = functional.layer_norm(states + _drop(found, dropped), (width,), norms[0], norms[1], 1e-12)
    inner = _gelu(functional.linear(states, own[f"l{at}.inner.w"], own[f"l{at}.inner.b"]))
    found = functional.linear(inner, own[f"l{at}.outer.w"], own[f"l{at}.outer.b"])
    return functional.layer_norm(states + _drop(found, dropped), (width,), norms[2], norms[3], 1e-12)


def answers(own: Parameters, states: Any, batch: Sequence[Lesson], *, dropped: float) -> Mapping[str, Any]:
    """The scores of every question of these lessons, items and pairs one after the other."""
    summed = torch.cat([torch.zeros(len(batch), 1, states.shape[2]), states.cumsum(1)], 1)

    def mean(rows: Any, spans: Sequence[tuple[int, int]]) -> Any:
        first, last = torch.tensor([one[0] for one in spans]), torch.tensor([one[1] for one in spans])
        return (summed[rows, last] - summed[rows, first]) / (last - first).clamp(min=1)[:, None]

    def through(name: str, values: Any) -> Any:
        return functional.linear(values, own[f"{name}.w"], own[f"{name}.b"])

    def hidden(name: str, values: Any) -> Any:
        return _drop(_gelu(through(name, values)), dropped)

    every = torch.arange(len(batch))
    words = mean(every, [(1, max(2, one.words - 1)) for one in batch])
    utterance = hidden("utt", torch.cat([states[:, 0], words], 1))
    found = {name: through(name, utterance) for name in ("act", "ask", "red")} | {"tag": through("tag", states)}
    items = [(row, item) for row, one in enumerate(batch) for item in one.items]
    if not items:
        return found
    rows = torch.tensor([row for row, _ in items])
    named = mean(rows, [item.span for _, item in items])
    known = torch.tensor([item.fact is not None for _, item in items])
    facts = torch.where(known[:, None], mean(rows, [item.fact or (0, 1) for _, item in items]), own["nofact"])
    kinds = own["kind"][torch.tensor([item.kind for _, item in items])]
    of_items = hidden("item", torch.cat([named, facts, states[rows, 0], kinds], 1))
    found |= {name: through(name, of_items) for name in ("role", "state", "change", "certain")}
    starts = [sum(len(one.items) for one in batch[:row]) for row in range(len(batch))]
    arcs = [(row, starts[row] + arc.item, arc) for row, one in enumerate(batch) for arc in one.arcs]
    if arcs:
        owner = torch.tensor([at for _, at, _ in arcs])
        own_words = mean(torch.tensor([row for row, _, _ in arcs]), [arc.span for _, _, arc in arcs])
        relation = own["arck"][torch.tensor([arc.relation for _, _, arc in arcs])]
        relation = relation + own["dist"][torch.tensor([arc.away for _, _, arc in arcs])]
        pair = [own_words, named[owner], facts[owner], own_words * named[owner], kinds[owner], relation]
        found["arc"] = through("arc.out", hidden("arc", torch.cat(pair, 1)))
    return found


def _gelu(values: Any) -> Any:
    return functional.gelu(values, approximate="tanh")


def _drop(values: Any, share: float) -> Any:
    return functional.dropout(values, share, share > 0)
