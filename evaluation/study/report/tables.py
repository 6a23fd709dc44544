"""The tables of a report, from what was found."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence

from evaluation.study.analysis.claims import Finding
from evaluation.study.analysis.comparison import Comparison
from evaluation.study.analysis.findings import Findings, StageFindings
from evaluation.study.analysis.own import OwnEffect
from evaluation.study.figures.style import short_names
from evaluation.study.metrics.definitions import DEFINITIONS
from evaluation.study.report.document import Table
from evaluation.study.report.numbers import NOTHING, ends, mean, number, p_value
from evaluation.study.report.words import Words

_SHOWN_FAILURES = 25
_BESIDE = 6
"""Systems that stand beside one another in a table of short cells; more stand below one another."""
_LOOKED_FOR = frozenset({"perplexity"})
"""Metrics that need what most services don't give: that they were not measured is said."""


def claims_table(found: Iterable[Finding], key: str, words: Words, folded_as: str = "") -> Table:
    """Claims of the thesis beside what was found; folded under a title where one is given."""
    rows = []
    for one in found:
        claim = one.claim
        digits = 2 if claim.kind == "correlation" else 3
        relative = claim.kind in ("relative", "ratio")
        shown = f"{one.found:+.1%}" if relative and one.found is not None else number(one.found, digits)
        around = ends(one.interval, digits)
        if relative and one.interval is not None:
            around = f"{one.interval.low:+.1%} … {one.interval.high:+.1%}"
        if claim.kind == "change" and one.found is not None:
            shown = f"{one.found:+.3f}"
        beside = "/" if claim.kind == "ratio" else "×"
        metric = f"{claim.metric} {beside} {claim.against}" if claim.against else claim.metric
        remark = "; ".join(part for part in (one.place, metric, claim.remark.get(words.locale, "")) if part)
        rows.append([claim.thesis[words.locale], claim.stated, shown, around, str(one.n) if one.n else NOTHING,
                     words(one.verdict), remark])  # fmt: skip
    return Table(key, folded_as, words.columns("claims_columns"), rows, folded=bool(folded_as))


def own_table(effects: Iterable[OwnEffect], words: Words) -> Table:
    """Each part switched off, and what that does to its own metric."""
    rows = [
        [one.place, one.part, words.label(one.metric), words(one.better), number(one.whole), number(one.off),
         number(one.paired.difference) if one.paired else NOTHING, ends(one.paired.interval if one.paired else None),
         str(one.paired.n) if one.paired else NOTHING, words(one.verdict),
         number(one.paired.dz, 2) if one.paired else NOTHING, p_value(one.paired.wilcoxon_p if one.paired else None),
         p_value(one.holm_p)]
        for one in effects
    ]  # fmt: skip
    return Table("own_metrics", "", words.columns("own_columns"), rows)


def means_table(
    comparison: Comparison, metrics: Sequence[str], key: str, words: Words, *, folded: bool, title: str = "means"
) -> Table:
    """Metrics by system; metrics that nobody has are left out, but for those that a thesis's reader looks for."""
    columns = [words("metric"), *short_names(comparison.systems).values(), words("unit")]
    rows = [
        [metric, *(mean(comparison.means[metric].get(one)) for one in comparison.systems), DEFINITIONS[metric].unit]
        for metric in metrics if comparison.means.get(metric)
    ]  # fmt: skip
    rows += [
        [metric, *(words("not measured") for _ in comparison.systems), DEFINITIONS[metric].unit]
        for metric in metrics
        if metric in _LOOKED_FOR and not comparison.means.get(metric)
    ]
    return Table(key, words(title), columns, rows, folded=folded)


def tests_table(comparison: Comparison, key: str, words: Words) -> Table:
    """Every paired test with effect and interval."""
    rows = [
        [one.metric, f"{one.first} - {one.second}", str(one.paired.n), number(one.paired.difference),
         ends(one.paired.interval), number(one.paired.dz, 2), number(one.paired.g, 2), ends(one.paired.g_interval, 2),
         number(one.paired.rank_biserial, 2), p_value(one.paired.wilcoxon_p), p_value(one.holm_p),
         p_value(one.paired.t_p)]
        for one in comparison.tests
    ]  # fmt: skip
    note = words("same", metrics=", ".join(comparison.same)) if comparison.same else ""
    note = f"{words('tests_text')} {note}".strip()
    return Table(key, words("tests"), words.columns("tests_columns"), rows, note, folded=len(rows) > 40)


def several_table(comparison: Comparison, key: str, words: Words) -> Table:
    """The rank test and the analysis of variance over all systems."""
    rows = []
    for metric, rank in comparison.friedman.items():
        variance = comparison.variance[metric]
        freedom = f"{number(variance.df_systems, 1)}, {number(variance.df_error, 1)}"
        rows.append([metric, str(rank.n), number(rank.statistic, 2), number(rank.kendall_w), ends(rank.interval),
                     p_value(rank.p), number(variance.f, 2), freedom, number(variance.epsilon, 2),
                     number(variance.partial_eta_squared), ends(variance.interval), p_value(variance.p)])  # fmt: skip
    return Table(key, words("several"), words.columns("several_columns"), rows, words("several_text"), folded=True)


def passed_table(comparison: Comparison, key: str, words: Words) -> Table:
    """Pass and fail of the last judged turn."""
    rows = [
        [f"{first} - {second}", str(one.n), str(one.first_only), str(one.second_only), number(one.difference),
         ends(one.interval), number(one.odds_ratio, 2), ends(one.odds_interval, 2), p_value(one.p)]
        for (first, second), one in comparison.passed.items()
    ]  # fmt: skip
    return Table(key, words("passed"), words.columns("passed_columns"), rows, folded=len(rows) > 12)


def shares_table(
    groups: Mapping[str, Mapping[str, float]], systems: Sequence[str], key: str, title: str, words: Words
) -> Table:
    """A share by group and system."""
    names = short_names(systems)
    if len(systems) > _BESIDE:
        rows = [[names[one], *(number(of.get(one), 2) for of in groups.values())] for one in systems]
        return Table(key, title, [words("system"), *groups], rows)
    rows = [[name, *(number(of.get(one), 2) for one in systems)] for name, of in groups.items()]
    return Table(key, title, [words("group"), *names.values()], rows)


def relations_table(stage: StageFindings, key: str, words: Words) -> Table:
    """Correlations with intervals over scenarios."""
    rows = []
    for one in stage.relations:
        found = one.correlation
        rows.append([one.first, one.second, one.system or NOTHING, str(found.n), str(found.scenarios),
                     number(found.r, 2), ends(found.r_interval, 2), number(found.rho, 2),
                     ends(found.rho_interval, 2)])  # fmt: skip
    return Table(key, words("relations"), words.columns("relations_columns"), rows, words("relations_text"))


def stops_table(stage: StageFindings, key: str, words: Words) -> Table:
    """The safety stops, right and wrong."""
    rows = [
        [one.system, one.without, str(one.stopped), str(one.rightly), number(one.precision, 2),
         ends(one.precision_interval, 2), number(one.recall, 2), ends(one.recall_interval, 2),
         number(one.loops_with, 2), number(one.loops_without, 2)]
        for one in stage.stops
    ]  # fmt: skip
    return Table(key, words("stops"), words.columns("stops_columns"), rows)


def thresholds_table(stage: StageFindings, key: str, words: Words) -> Table:
    """Other thresholds of refinement, replayed."""
    replay = stage.replay
    rows = [
        [number(one.thresholds.same, 2), number(one.thresholds.gain, 2), number(one.thresholds.enough, 2), str(one.n),
         str(one.unknown), number(one.drafts_saved, 2), ends(one.drafts_interval, 2), number(one.quality_lost),
         ends(one.quality_interval)]
        for one in (replay.swept if replay else ())
    ]  # fmt: skip
    note = words("thresholds_text")
    if replay is not None and replay.played:
        note = f"{note} {words('replayed', alike=replay.alike, played=replay.played)}"
    return Table(key, words("thresholds"), words.columns("thresholds_columns"), rows, note, folded=True)


def failures_table(stage: StageFindings, key: str, words: Words) -> Table:
    """Checks that failed most often."""
    systems = list(stage.comparison.systems)
    rows = [
        [template, check, *(str(of.get(one, 0)) for one in systems)]
        for (template, check), of in list(stage.failures.items())[:_SHOWN_FAILURES]
    ]
    return Table(key, words("failures"), [*words.columns("failures_columns"), *short_names(systems).values()], rows,
                 folded=True)  # fmt: skip


def times_table(findings: Findings, words: Words) -> Table:
    """How long turns took; of the machine, and no result of the study."""
    rows = []
    for one in findings.experiments:
        for system, times in one.experiment.milliseconds.items():
            high = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
            rows.append([one.experiment.name, system, str(len(times)), number(statistics.median(times), 1),
                         number(high, 1)])  # fmt: skip
    return Table("times", "", words.columns("times_columns"), rows)


def filled(make: Callable[..., Table], *arguments: object) -> list[Table]:
    """A table where it has rows, and nothing where not."""
    table = make(*arguments)
    return [table] if table.rows else []
