"""What the commands that measure retrieval share: their sets, their tokenizer, their encoder and their progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from evaluation.judged_set import JudgedSet
    from retrieval import dense
    from retrieval.ranking import Policy
    from retrieval.tokens import Tokenizer

JudgedFolders = Annotated[
    list[Path], typer.Argument(metavar="DIR...", help="Folders with corpus.jsonl, queries.jsonl and qrels.tsv.")
]
Encoder = Annotated[
    str | None,
    typer.Option("--encoder", metavar="NAME|PATH", help="Also with this sentence-transformers model, on this machine."),
]


def judged_sets(folders: Sequence[Path]) -> list[JudgedSet]:
    """The sets in these folders; a folder that holds sets in subfolders stands for all of them."""
    from evaluation.judged_set import JUDGEMENTS, read_judged_set

    found: list[Path] = []
    for folder in folders:
        inside = sorted(path.parent for path in folder.glob(f"*/{JUDGEMENTS}"))
        found.extend(inside if inside and not (folder / JUDGEMENTS).exists() else [folder])
    return [read_judged_set(folder) for folder in found]


def service_tokenizer() -> Tokenizer:
    """The tokenizer of the service: its analyser knows the lexicon's words."""
    from extraction.naming.concepts import lexicon_words
    from extraction.naming.lexicon import load_lexicon
    from extraction.text.kiwi import shared_kiwi
    from retrieval.tokens import Tokenizer
    from server.settings import load_settings

    words = lexicon_words(load_lexicon(load_settings().lexicon))
    return Tokenizer(shared_kiwi(words), words)


def policy() -> Policy:
    """How the service combines legs, as set."""
    from server.corpus import retrieval_policy
    from server.settings import load_settings

    return retrieval_policy(load_settings())


def encoders_of(model: str | None) -> list[dense.Encoder]:
    """The encoder that a model's name or path stands for, if any is given."""
    if model is None:
        return []
    from retrieval.sentence_encoder import sentence_encoder

    return [sentence_encoder(model)]


@contextmanager
def counting() -> Iterator[Callable[[str, int, int], None]]:
    """Shows on standard error, where a terminal reads along, how far a set is."""
    from clients.cli.output import messages

    with messages().status("reading") as status:
        yield lambda name, done, of: status.update(f"{name}: {done:,} of {of:,} queries")
