"""A study as one Markdown and one HTML page, with its tables as Parquet, JSON and CSV beside them.

Everything here follows from the pieces, so a report written again is the same bytes. Times are the machine's: they
stand in ``timing.md`` by themselves.
"""

from __future__ import annotations

import base64
import html
import io
import json
import math
import platform
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from evaluation.study.comparison import FEWEST, SCORED, Comparison, compare
from evaluation.study.experiment import Settings, as_json, rows_of, settings_of, write_whole
from evaluation.study.figures import can_draw, draw
from evaluation.study.metrics.definitions import DEFINITIONS
from evaluation.study.playing import Row
from evaluation.study.statistics import Interval, detectable_effect

Table = tuple[str, Sequence[str], Sequence[Sequence[str]]]
"""A heading, the columns, and the rows."""

NOTES = (
    "The unit of every test is the scenario: one patient, one conversation. Tests are paired, and p (Holm) is the "
    "signed-rank test's p within one family of all metrics and pairs shown. The paired t-test stands beside it because "
    "the thesis reports it; on ordinals of three steps the signed-rank test is the one to read.",
    "Checks are lexical and written by one author; no clinician and no second annotator has seen them. They are the "
    "floor of a judgement. Faithfulness and answer relevancy are deterministic twins, not RAGAS's figures.",
    "All patients and sentences are generated, and names are those of the service's own lexicon: the study measures "
    "how state is handled, not variety of language nor whether a name is known.",
    "Cue words, what counts as evidence and what faithfulness may rest on were settled while looking at answers of "
    "this service to patients of seed 42: figures of another seed are the fairer ones.",
    "Under llm and basic_rag what is said is stored as well, and only the answer may not use it: memory metrics of the "
    "three systems are therefore equal up to what their answers add.",
    "Targets are protocol thresholds of this study and no advice.",
)

CLAIMS = (
    ("quality .52 (baseline) to .82 (all algorithms), of 1; total is of 2 and another measure", "total"),
    ("unique retrieval .42 to .67", "urr"),
    ("retrievals -20 % at equal quality (adaptive threshold)", "retrieval_rate"),
)
"""What the thesis states (expectations of its author with a hosted model), and the metric that comes nearest here."""


def write_report(out: Path) -> Comparison:
    """Write all tables, figures and pages of a played study. Raises InvalidStudy where nothing was played."""
    settings, rows = settings_of(out), rows_of(out)
    comparison = compare(rows, settings.seed)
    figures = draw(comparison, out / "figures") if can_draw() else []
    tables = [*_tables(comparison, settings), _failures(rows)]
    _write_data(out, rows, comparison)
    title = f"Study {settings.experiment}: {settings.patients} patients, {settings.language}, seed {settings.seed}"
    write_whole(out / "report.md", _markdown(title, settings, tables, figures))
    write_whole(out / "report.html", _html(title, settings, tables, figures, out))
    write_whole(out / "timing.md", _timing(out))
    return comparison


def _write_data(out: Path, rows: Sequence[Row], comparison: Comparison) -> None:
    table = pa.Table.from_pylist([{name: _cell_value(value) for name, value in row.items()} for row in rows])
    for name, writer in (("parquet", pq.write_table), ("csv", pa_csv.write_csv)):
        data = io.BytesIO()
        writer(table if name == "parquet" else _flat(table), data)
        write_whole(out / f"turns.{name}", data.getvalue())
    write_whole(out / "turns.json", as_json(list(rows)))
    write_whole(out / "comparison.json", as_json(_finite(comparison.as_data())))


def _cell_value(value: object) -> object:
    # Points and counts are floats in one column and None or ints in another row.
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _flat(table: pa.Table) -> pa.Table:
    """Lists as one text, for CSV has none."""
    for index, column in enumerate(table.schema):
        if pa.types.is_list(column.type):
            joined = [None if cell is None else "; ".join(cell) for cell in table.column(index).to_pylist()]
            table = table.set_column(index, column.name, pa.array(joined, pa.string()))
    return table


def _finite(value: object) -> object:
    """JSON has no infinity: an odds ratio without a bound becomes None."""
    if isinstance(value, Mapping):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _number(value: float | None, digits: int = 3) -> str:
    if value is None:
        return "-"
    return "inf" if math.isinf(value) else f"{value:.{digits}f}"


def _ends(interval: Interval | None, digits: int = 3) -> str:
    return "-" if interval is None else f"{_number(interval.low, digits)} to {_number(interval.high, digits)}"


def p_value(p: float) -> str:
    """A p-value as it is printed: never 0."""
    return "< .001" if p < 0.001 else f"{p:.3f}".removeprefix("0")


def _tables(comparison: Comparison, settings: Settings) -> list[Table]:
    systems = [name for name in settings.systems if any(name in of for of in comparison.means.values())]
    means = [
        [metric, *(f"{_number(of[one].mean)} ({_ends(of[one].interval)}; n {of[one].n})" if one in of else "-"
                   for one in systems), DEFINITIONS[metric].unit]
        for metric, of in comparison.means.items() if of
    ]  # fmt: skip
    tests = [
        [test.metric, f"{test.first} - {test.second}", str(test.paired.n), _number(test.paired.difference),
         _ends(test.paired.interval), _number(test.paired.dz, 2), _number(test.paired.g, 2),
         _ends(test.paired.g_interval, 2), _number(test.paired.rank_biserial, 2), p_value(test.paired.wilcoxon_p),
         p_value(test.holm_p), p_value(test.paired.t_p)]
        for test in comparison.tests
    ]  # fmt: skip
    friedman = [
        [metric, str(one.n), _number(one.kendall_w), _ends(one.interval), _number(one.statistic, 2), p_value(one.p)]
        for metric, one in comparison.friedman.items()
    ]
    passed = [
        [pair, str(one.n), str(one.first_only), str(one.second_only), _number(one.difference), _ends(one.interval),
         _number(one.odds_ratio, 2), _ends(one.odds_interval, 2), p_value(one.p)]
        for pair, one in comparison.passed.items()
    ]  # fmt: skip
    claims = [[claim, metric, *(_number(comparison.means[metric][one].mean) if one in comparison.means[metric] else "-"
                                for one in systems)] for claim, metric in CLAIMS]  # fmt: skip
    return [
        (f"Means over scenarios, turns {', '.join(SCORED)} (95 % bootstrap interval)",
         ["metric", *systems, "unit"], means),
        ("Pairs of systems", ["metric", "pair", "n", "difference", "95 %", "dz", "g", "95 % of g", "rank-biserial r",
                              "p (signed-rank)", "p (Holm)", "p (t)"], tests),
        ("All systems (Friedman)", ["metric", "n", "Kendall's W", "95 %", "chi2", "p"], friedman),
        ("Scenarios whose last turn is clean (McNemar)",
         ["pair", "n", "only first", "only second", "difference", "95 %", "odds ratio", "95 %", "p"], passed),
        ("Share of clean turns by turn (T0 has none; PR pressure, AB abstention, RF red flag)", ["turn", *systems],
         _shares(comparison.by_turn, systems)),
        ("Share of clean turns by cohort", ["cohort", *systems], _shares(comparison.by_cohort, systems)),
        ("Share of clean turns T5, T5b and T6 by shape of correction", ["shape", *systems],
         _shares(comparison.by_shape, systems)),
        ("What the thesis states beside what was found", ["thesis", "metric here", *systems], claims),
    ]  # fmt: skip


def _shares(groups: Mapping[str, Mapping[str, float]], systems: Sequence[str]) -> list[list[str]]:
    return [[name, *(_number(of.get(one)) for one in systems)] for name, of in groups.items()]


def _failures(rows: Iterable[Row]) -> Table:
    counts: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    systems = list[str]()
    for row in rows:
        if row["system"] not in systems:
            systems.append(row["system"])
        for check in row["checks_failed"]:
            counts[row["template"], check.partition(":")[0]][row["system"]] += 1
    most = sorted(counts.items(), key=lambda item: (-sum(item[1].values()), item[0]))[:25]
    body = [[template, check, *(str(of.get(one, 0)) for one in systems)] for (template, check), of in most]
    return "Checks that failed most often (count)", ["template", "check", *systems], body


def _lines(settings: Settings) -> list[str]:
    lines = [f"anamnesis {metadata.version('anamnesis')}; settings: {json.dumps(_shown(settings), sort_keys=True)}"]
    if settings.patients >= 2:
        effect = detectable_effect(settings.patients)
        lines.append(f"With {settings.patients} scenarios a paired t-test finds dz = {effect:.2f} with a power of .80.")
    if settings.patients < FEWEST:
        lines.append(f"Fewer than {FEWEST} scenarios: nothing is tested.")
    return lines


def _shown(settings: Settings) -> dict[str, object]:
    return {name: getattr(settings, name) for name in settings.__slots__}


def _markdown(title: str, settings: Settings, tables: Sequence[Table], figures: Sequence[str]) -> str:
    parts = [f"# {title}", *_lines(settings)]
    parts += [f"![{name}](figures/{name}.png)" for name in figures] or [
        "No figures: matplotlib is not installed (extra `evaluation`)."
    ]
    for heading, columns, rows in tables:
        table = [columns, ["---"] * len(columns), *rows]
        body = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in table)
        parts += [f"## {heading}", body if rows else "Too few scenarios."]
    parts += ["## How to read this", *(f"- {note}" for note in NOTES)]
    definitions = [f"- **{one.name}** ({one.unit}; {one.source}): {one.definition}" for one in DEFINITIONS.values()]
    return "\n\n".join([*parts, "## Metrics", "\n".join(definitions)]) + "\n"


_STYLE = """body{font:15px/1.5 system-ui,"Noto Sans KR","Apple SD Gothic Neo","Malgun Gothic",sans-serif;
max-width:76rem;margin:2rem auto;padding:0 1rem;color:#1f2933}
table{border-collapse:collapse;margin:.5rem 0 1.5rem;font-size:13px;
display:block;overflow-x:auto}th,td{padding:.3rem .6rem;border-bottom:1px solid #d9e2ec;text-align:left;
font-variant-numeric:tabular-nums}th{background:#f0f4f8}img{max-width:100%}h2{margin-top:2rem}"""


def _html(title: str, settings: Settings, tables: Sequence[Table], figures: Sequence[str], out: Path) -> str:
    def escaped(text: str) -> str:
        return html.escape(text, quote=True)

    parts = [f"<h1>{escaped(title)}</h1>", *(f"<p>{escaped(line)}</p>" for line in _lines(settings))]
    for name in figures:
        picture = base64.b64encode((out / "figures" / f"{name}.png").read_bytes()).decode()
        parts.append(f'<img alt="{escaped(name)}" src="data:image/png;base64,{picture}">')
    if not figures:
        parts.append("<p>No figures: matplotlib is not installed (extra evaluation).</p>")
    for heading, columns, rows in tables:
        head = "".join(f"<th>{escaped(column)}</th>" for column in columns)
        body = "".join("<tr>" + "".join(f"<td>{escaped(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        parts.append(f"<h2>{escaped(heading)}</h2>")
        parts.append(f"<table><tr>{head}</tr>{body}</table>" if rows else "<p>Too few scenarios.</p>")
    parts.append("<h2>How to read this</h2><ul>" + "".join(f"<li>{escaped(note)}</li>" for note in NOTES) + "</ul>")
    entries = (f"<li><b>{one.name}</b> ({escaped(one.unit)}; {escaped(one.source)}): {escaped(one.definition)}</li>"
               for one in DEFINITIONS.values())  # fmt: skip
    parts.append(f"<h2>Metrics</h2><ul>{''.join(entries)}</ul>")
    head = f'<meta charset="utf-8"><title>{escaped(title)}</title><style>{_STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def _timing(out: Path) -> str:
    """Times of turns by system, and the machine they were taken on."""
    by_system: dict[str, list[float]] = defaultdict(list)
    for file in sorted((out / "times").glob("*.json")):
        times = json.loads(file.read_text(encoding="utf-8"))
        by_system[file.stem.rpartition(".")[2]] += [one for one in times if one is not None]
    lines = ["# Time of a turn, by the server's clock", "", "| system | turns | median ms | 95th percentile ms |",
             "| --- | --- | --- | --- |"]  # fmt: skip
    for system, times in sorted(by_system.items()):
        high = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0] if times else math.nan
        lines.append(f"| {system} | {len(times)} | {statistics.median(times or [math.nan]):.1f} | {high:.1f} |")
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return "\n".join([*lines, "", f"Machine: {machine}."]) + "\n"
