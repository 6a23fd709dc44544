"""`evaluate`: how good a part of the service is, on judged data of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from server.cli.judging import Encoder, JudgedFolders

app = typer.Typer(no_args_is_help=True, help="Measure parts of the service on judged data of your own.")


@app.callback()
def evaluate() -> None:
    """Measure parts of the service on judged data of your own."""


@app.command("retrieval")
def retrieval(
    folders: JudgedFolders,
    encoder: Encoder = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Also draw nDCG@10: .svg, .png, .pdf or .vl.json.")
    ] = None,
) -> None:
    """Measure every leg and fusion of retrieval on judged sets, with bootstrap intervals paired by query."""
    from clients.cli.output import print_json, results
    from evaluation.retrieval import Report, measure
    from evaluation.retrieval_report import TABLE_WIDTH, as_json, table, write_plot
    from server.cli.judging import counting, encoders_of, judged_sets, policy, service_tokenizer

    reports: list[Report] = []
    sets, tokenizer = judged_sets(folders), service_tokenizer()
    encoders = encoders_of(encoder)
    with counting() as progress:
        for judged in sets:
            reports.append(measure(judged, tokenizer, (), policy(), progress))
            if encoders:
                with_encoder = measure(judged, tokenizer, encoders, policy(), progress)
                # An encoder that does not represent the language of a set leaves LSA in its place.
                if with_encoder.vectors != reports[-1].vectors:
                    reports.append(with_encoder)
    if json:
        print_json(as_json(reports))
    else:
        console = results()
        console.width = max(console.width, TABLE_WIDTH)
        for report in reports:
            console.print(table(report))
    if plot is not None:
        write_plot(reports, plot)
