"""`index`: the corpus that answers cite, built from your own documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from server.cli.judging import Encoder, JudgedFolders
from server.cli.options import Data

if TYPE_CHECKING:
    from retrieval.index import Index
    from retrieval.loading import Provenance

app = typer.Typer(no_args_is_help=True, help="Build and search the corpus that answers cite.")

Where = Annotated[
    Path | None,
    typer.Option(
        "--index", envvar="ANAMNESIS_INDEX", metavar="DIR", help="The index; without it `corpus` in the data directory."
    ),
]
Sources = Annotated[
    list[Path], typer.Argument(metavar="FILE|DIR...", help="JSON lines, AI Hub JSON, text, Markdown or PDF.")
]
Source = Annotated[str, typer.Option("--source", help="What citations name, where the files do not say.")]
Licence = Annotated[str, typer.Option("--licence", help="The licence, where the files do not say.")]
Date = Annotated[str, typer.Option("--date", metavar="YYYY[-MM[-DD]]", help="The date, where the files do not say.")]
Language = Annotated[str | None, typer.Option("--language", help="ko or en; without it the script decides.")]


@app.command("build")
def build(
    sources: Sources,
    index: Where = None,
    data: Data = None,
    encoder: Encoder = None,
    source: Source = "",
    licence: Licence = "",
    date: Date = "",
    language: Language = None,
    shipped: Annotated[bool, typer.Option("--with-shipped", help="Include the corpus that comes with us.")] = False,
) -> None:
    """Build the index from these files and folders; a server that runs goes on with the old one until it is done."""
    from retrieval.corpus import shipped_corpus
    from retrieval.library import build_library
    from retrieval.loading import load_sources
    from server.cli.judging import encoders_of, service_tokenizer

    with _counting() as progress:
        passages = load_sources(sources, _provenance(source, licence, date, language), progress)
        everything = (*shipped_corpus(), *passages) if shipped else passages
        _tell(build_library(_where(index, data), everything, service_tokenizer(), encoders_of(encoder), progress))


@app.command("add")
def add(
    sources: Sources,
    index: Where = None,
    data: Data = None,
    encoder: Encoder = None,
    source: Source = "",
    licence: Licence = "",
    date: Date = "",
    language: Language = None,
    replace: Annotated[bool, typer.Option("--replace", help="Let what is added replace what has the same id.")] = False,
) -> None:
    """Add files and folders to the index; the result is that of building it from all at once."""
    from retrieval.library import add_passages
    from retrieval.loading import load_sources
    from server.cli.judging import encoders_of, service_tokenizer

    with _counting() as progress:
        passages = load_sources(sources, _provenance(source, licence, date, language), progress)
        _tell(
            add_passages(
                _where(index, data), passages, service_tokenizer(), encoders_of(encoder), replace, progress=progress
            )
        )


@app.command("remove")
def remove(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Passage ids; NAME#* means all parts of a file.")],
    index: Where = None,
    data: Data = None,
    encoder: Encoder = None,
) -> None:
    """Take passages from the index by id."""
    from retrieval.library import remove_passages
    from server.cli.judging import encoders_of, service_tokenizer

    with _counting() as progress:
        _tell(remove_passages(_where(index, data), ids, service_tokenizer(), encoders_of(encoder), progress=progress))


@app.command("info")
def info(
    index: Where = None,
    data: Data = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Say what the index holds and what it was built with, and check its files."""
    from clients.cli.output import print_json, results
    from retrieval.archive import read_contents, read_manifest, read_passages

    where = _where(index, data)
    manifest, passages = read_manifest(where), read_passages(where)
    read_contents(where, manifest)
    languages = {
        language: sum(each.language == language for each in passages) for language in sorted(manifest.encoders)
    }
    found = {
        "index": str(where),
        "passages": len(passages),
        "languages": languages,
        "sources": len({passage.source for passage in passages}),
        "licences": sorted({passage.licence for passage in passages if passage.licence}),
        "corpus_hash": manifest.corpus_hash,
        "tokenizer": manifest.tokenizer,
        "encoders": dict(manifest.encoders),
        "format": manifest.version,
    }
    if json:
        print_json(found)
        return
    for name, value in found.items():
        results().print(f"{name:<12} {value}", markup=False)


@app.command("search")
def search(
    query: Annotated[str, typer.Argument(metavar="QUERY")],
    index: Where = None,
    data: Data = None,
    encoder: Encoder = None,
    k: Annotated[int, typer.Option("-k", min=1, max=100, help="How many passages.")] = 8,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Search the index as a turn does, and say which leg found what."""
    from agent.notices import notice
    from clients.cli.output import messages, print_json, results
    from retrieval.index import open_index
    from retrieval.retriever import RetrievalQuery, Retriever
    from retrieval.tokens import script_language
    from server.cli.judging import encoders_of, policy, service_tokenizer

    opened = open_index(_where(index, data), service_tokenizer(), encoders_of(encoder))
    found = Retriever(opened, policy()).search(RetrievalQuery(query, script_language(query), k))
    if json:
        print_json(
            [
                {
                    "rank": hit.rank,
                    "score": round(hit.score, 4),
                    "legs": dict(hit.legs),
                    "id": hit.passage.document_id,
                    "title": hit.passage.title,
                    "source": hit.passage.source,
                    "text": hit.passage.text,
                }
                for hit in found.hits
            ]
        )
    else:
        for hit in found.hits:
            legs = ", ".join(f"{leg} {rank}" for leg, rank in hit.legs.items())
            results().print(
                f"{hit.rank:>3}  {hit.score:.3f}  {hit.passage.document_id}  ({legs})\n"
                f"     {hit.passage.title or hit.passage.text[:80]}  [{hit.passage.source}]",
                markup=False,
            )
    for warning in found.warnings:
        messages().print(f"Warning: {notice(warning.upper(), 'en').message}", markup=False)


@app.command("fit-weights")
def fit_weights(
    folders: JudgedFolders,
    encoder: Encoder = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Find the vector leg's share on judged sets of your own, and its gain on queries it was not chosen on."""
    import json as encoding

    from clients.cli.output import print_json, results
    from evaluation.retrieval_fit import SHARES
    from evaluation.retrieval_fit import fit_weights as fit
    from server.cli.judging import counting, encoders_of, judged_sets, policy, service_tokenizer

    with counting() as progress:
        fits = fit(judged_sets(folders), service_tokenizer(), encoders_of(encoder), policy(), progress)
    shares: dict[str, dict[str, float]] = {}
    for each in fits:
        shares.setdefault(each.language, {})[each.vector_leg] = each.share
    if json:
        gains = [
            {"set": name, "language": each.language, "mean": gain.mean, "low": gain.low, "high": gain.high}
            for each in fits
            for name, gain in each.held_out.items()
        ]
        print_json({"weights": shares, "held_out_gain": gains})
        return
    for each in fits:
        at_ends = f"words alone {each.curve[0]:.3f}, at {each.share} {each.curve[SHARES.index(each.share)]:.3f}"
        results().print(f"{each.language} {each.vector_leg}: share {each.share} (nDCG@10: {at_ends})")
        for name, gain in each.held_out.items():
            results().print(f"  {name}: {gain.mean:+.4f} ({gain.low:+.4f} to {gain.high:+.4f}) over what is set now")
    results().print(f"ANAMNESIS_RETRIEVAL_WEIGHTS='{encoding.dumps(shares)}'", markup=False)


def _where(index: Path | None, data: Path | None) -> Path:
    from server.cli.options import DEFAULT_DATA
    from server.data_directory import DataDirectory

    return index or DataDirectory(data or DEFAULT_DATA).corpus


def _provenance(source: str, licence: str, date: str, language: str | None) -> Provenance:
    from retrieval.corpus import is_partial_date
    from retrieval.loading import Provenance

    if language not in (None, "ko", "en"):
        raise typer.BadParameter("ko or en", param_hint="--language")
    if date and not is_partial_date(date):
        raise typer.BadParameter("a date as YYYY, YYYY-MM or YYYY-MM-DD", param_hint="--date")
    return Provenance(source, licence, language, date)


def _tell(index: Index) -> None:
    from clients.cli.output import results

    languages = ", ".join(f"{len(shelf.passages):,} {language}" for language, shelf in index.shelves.items())
    results().print(f"{len(index.by_id):,} passages ({languages}), corpus {index.manifest.corpus_hash[:12]}")


@contextmanager
def _counting() -> Iterator[Callable[[str, int, int], None]]:
    from clients.cli.output import messages

    with messages().status("reading") as status:
        yield lambda stage, done, of: status.update(f"{stage}: {done:,} of {of:,}")
