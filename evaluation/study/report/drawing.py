"""The figures of a report: which there are to draw of what was found, and their captions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from evaluation.study.analysis.comparison import declared
from evaluation.study.analysis.findings import ExperimentFindings, Findings, StageFindings
from evaluation.study.analysis.growth import curves
from evaluation.study.analysis.means import Mean, means
from evaluation.study.analysis.reading import PROTOCOL
from evaluation.study.analysis.relations import points
from evaluation.study.analysis.sweeping import Thresholds
from evaluation.study.metrics.definitions import DEFINITIONS
from evaluation.study.metrics.turns import FLAGGED, LONG, Measured
from evaluation.study.report.document import Picture
from evaluation.study.report.numbers import ends, number
from evaluation.study.report.words import Words
from evaluation.study.statistics import Interval

LADDER = ("baseline", "self_refine_heuristic", "self_refine_llm_quality", "self_refine_dynamic_query",
          "self_refine_full_safety", "full_context_engineering")  # fmt: skip
"""Profiles of which each adds something to the one before it (thesis 6)."""
SCALES = {"0-1": (0.0, 1.0), "0-2": (0.0, 2.0)}
"""Axes of metrics with bounds: a difference then looks as large as it is."""
_PANELS = 6
"""Metrics, or systems, in one figure at most."""

Drawing = tuple[Picture, Callable[[], Any]]


class Drawer:
    """Draws the figures of one language into a folder; without matplotlib there are none."""

    def __init__(self, out: Path, words: Words, labels: Words, hangul: str | None) -> None:
        self._out, self._words, self._labels, self._hangul = out, words, labels, hangul

    def draw(self, drawings: Iterator[Drawing]) -> list[Picture]:
        """Write every figure, and return what stands in their places."""
        from evaluation.study.figures.style import draw

        found = []
        for picture, make in drawings:
            draw(make, self._out, picture.name, self._hangul)
            found.append(picture)
        return found

    def of_stage(self, of: ExperimentFindings, stage: StageFindings, seed: int) -> list[Picture]:
        """The figures of one stage."""
        return self.draw(self._stage(of, stage, seed))

    def of_parts(self, findings: Findings) -> list[Picture]:
        """What single parts contribute, over all experiments."""
        return self.draw(self._parts(findings))

    def _stage(self, of: ExperimentFindings, stage: StageFindings, seed: int) -> Iterator[Drawing]:
        experiment, comparison = of.experiment, stage.comparison
        turns = [one for one in experiment.turns if str(one.row.factors.get("stage", "")) == comparison.stage]
        name = experiment.name if comparison.stage == experiment.name else f"{experiment.name}_{comparison.stage}"
        yield from self._means(name, declared(experiment), stage)
        yield from self._heat(name, turns, comparison.systems)
        yield from self._growth(name, turns, stage, seed)
        yield from self._by_complexity(name, turns, comparison.systems, seed)
        yield from self._consistency(name, of, stage)
        yield from self._scatters(name, turns, stage)
        yield from self._waterfall(name, comparison.means)
        yield from self._sweep(name, stage)

    def _means(self, name: str, wanted: Sequence[str], stage: StageFindings) -> Iterator[Drawing]:
        from evaluation.study.figures.bars import metric_panels

        comparison = stage.comparison
        # A metric that is nought everywhere is a panel without anything to see: the table says it.
        metrics = [
            one for one in dict.fromkeys([*wanted, "passed", "total"])
            if any(found.mean for found in comparison.means.get(one, {}).values())
        ][:_PANELS]  # fmt: skip
        # One system beside none shows nothing that its table doesn't.
        if metrics and len(comparison.systems) > 1:
            labels = {one: self._labels.label(one) for one in metrics}
            scales = {one: SCALES[DEFINITIONS[one].unit] for one in metrics if DEFINITIONS[one].unit in SCALES}
            caption = f"{self._words('means')}: {', '.join(self._words.label(one) for one in metrics)}"
            yield (
                Picture(f"{name}_means", caption),
                partial(metric_panels, comparison.means, comparison.systems, labels, scales),
            )

    def _heat(self, name: str, turns: Sequence[Measured], systems: Sequence[str]) -> Iterator[Drawing]:
        from evaluation.study.figures.grids import heat_map

        judged = [one for one in turns if one.values.get("passed") is not None]
        columns = ordered_turns({one.row.turn_type for one in judged})
        cohorts = sorted({one.row.cohort for one in judged})
        if len(set(columns) & set(PROTOCOL)) < 4 or len(systems) > _PANELS:
            return
        grids = {system: {cohort: _shares(judged, system, cohort) for cohort in cohorts} for system in systems}
        yield (
            Picture(f"{name}_heat", f"{self._words('heat')}. {self._words('by_turn_note')}"),
            partial(heat_map, grids, columns, self._labels("share")),
        )

    def _growth(self, name: str, turns: Sequence[Measured], stage: StageFindings, seed: int) -> Iterator[Drawing]:
        from evaluation.study.figures.lines import curves as drawn
        from evaluation.study.figures.style import COLOURS, colour_of, short_names

        labels, systems = self._labels, stage.comparison.systems
        if max((one.row.turn for one in turns), default=0) < LONG:
            return
        whole, names = stage.stage.whole or systems[-1], short_names(systems)
        raw = curves([one for one in turns if one.row.system == whole], "memory_items_raw", seed)
        kept = curves(turns, "memory_items_kept", seed)
        if raw:
            series = {f"{labels('raw')} ({whole})": raw[whole]}
            series |= {f"{labels('kept')} ({names[one]})": kept[one] for one in systems if one in kept}
            yield (
                Picture(f"{name}_memory", self._words("memory_growth")),
                partial(drawn, series, labels("growth_turn"), labels("items")),
            )
        tokens = curves(turns, "tokens", seed)
        if len(systems) <= 6 and any(point.mean for of in tokens.values() for point in of):
            shown = {one: tokens[one] for one in systems if one in tokens}
            series, colours = {names[one]: of for one, of in shown.items()}, [colour_of(systems, one) for one in shown]
            if len(shown) == 1 and (said := curves(turns, "transcript_tokens", seed)):
                series[labels.label("transcript_tokens")] = said[whole]
                colours.append(COLOURS[len(systems) % len(COLOURS)])
            yield (
                Picture(f"{name}_tokens", self._words("growth", metric=self._words.label("tokens"))),
                partial(drawn, series, labels("growth_turn"), labels.label("tokens"), colours),
            )

    def _by_complexity(
        self, name: str, turns: Sequence[Measured], systems: Sequence[str], seed: int
    ) -> Iterator[Drawing]:
        from evaluation.study.figures.bars import grouped_bars

        labelled = [one for one in turns if one.row.labelled]
        groups = dict[str, Mapping[str, Mean]]()
        for kind in ("simple", "moderate", "complex"):
            of = means([one for one in labelled if one.row.labelled == kind], "retrieved_documents", seed)
            if of:
                groups[self._labels(kind)] = of
        if len(groups) > 1 and any(found.mean for of in groups.values() for found in of.values()):
            yield (
                Picture(f"{name}_complexity", self._words("complexity")),
                partial(grouped_bars, groups, systems, self._labels("documents_a_turn")),
            )

    def _consistency(self, name: str, of: ExperimentFindings, stage: StageFindings) -> Iterator[Drawing]:
        """Consistency before and after, where the check is what is switched off or the experiment asks for it."""
        from evaluation.study.figures.bars import grouped_bars

        found = stage.comparison.means.get("consistency", {})
        shown = [one for one in stage.comparison.systems if one in found]
        checked = any(one.part == "consistency_check" for one in stage.stage.own)
        if len(shown) == 2 and (checked or "consistency" in declared(of.experiment)):
            groups = {self._labels.label("consistency"): found}
            yield (
                Picture(f"{name}_consistency", self._words("consistency")),
                partial(grouped_bars, groups, shown, self._labels.label("consistency")),
            )

    def _scatters(self, name: str, turns: Sequence[Measured], stage: StageFindings) -> Iterator[Drawing]:
        from evaluation.study.figures.scatter import scatter

        for relation in stage.relations:
            if (relation.first, relation.second) not in (("uncertainty", "quality"), ("quality", "faithfulness")):
                continue
            pairs = [pair for of in points(turns, relation.first, relation.second).values() for pair in of]
            first, second = self._labels.label(relation.first), self._labels.label(relation.second)
            found = relation.correlation
            note = f"r = {number(found.r, 2)} ({ends(found.r_interval, 2)}), n = {found.n}"
            threshold = FLAGGED if relation.first == "uncertainty" else None
            yield (
                Picture(
                    f"{name}_{relation.first}_{relation.second}",
                    f"{self._words.label(relation.first)} × {self._words.label(relation.second)}: {note}",
                ),
                partial(scatter, pairs, first, second, note, threshold),
            )

    def _waterfall(self, name: str, found: Mapping[str, Mapping[str, Mean]]) -> Iterator[Drawing]:
        from evaluation.study.figures.steps import waterfall

        # Where it is known what had to be found, that is told: the ladder's first steps have another judge of quality.
        for metric in ("wanted_found",) if found.get("wanted_found") else ("quality", "passed"):
            levels = [(one, found[metric][one].mean) for one in LADDER if one in found.get(metric, {})]
            # Where no step changes anything there is nothing to see: the table says so.
            if len(levels) >= 3 and len({round(level, 6) for _, level in levels}) > 1:
                label = self._labels.label(metric)
                caption = self._words("waterfall", metric=self._words.label(metric))
                yield (
                    Picture(f"{name}_waterfall_{metric}", caption),
                    partial(waterfall, levels, label),
                )

    def _sweep(self, name: str, stage: StageFindings) -> Iterator[Drawing]:
        from evaluation.study.figures.sweeps import panels

        if stage.replay is None:
            return
        alone = {
            self._labels(f"sweep_{field}"): {value: one for one in stage.replay.swept
                                             if (value := _alone(one.thresholds, field)) is not None}
            for field in ("same", "gain", "enough")
        }  # fmt: skip
        shown = {label: of for label, of in alone.items() if len(of) > 1}
        if shown:
            names = self._labels("drafts_saved"), self._labels("quality_lost")
            yield Picture(f"{name}_sweep", self._words("sweep")), partial(panels, shown, names)

    def _parts(self, findings: Findings) -> Iterator[Drawing]:
        from evaluation.study.figures.steps import contributions, contributions_apart

        shown = dict[str, tuple[float, Interval]]()
        apart = list[tuple[str, str, float, Interval, bool]]()
        for effect in findings.own():
            if effect.paired is None or effect.metric not in DEFINITIONS:
                continue
            change, interval = effect.paired.difference, effect.paired.interval
            if _of_one(effect.metric):
                label = f"{effect.part}: {self._labels.label(effect.metric)}"
                shown[f"{label} ({effect.place})" if label in shown else label] = change, interval
            else:
                unit = f"{self._labels.label(effect.metric)} ({DEFINITIONS[effect.metric].unit})"
                again = any(part == effect.part for part, *_ in apart)
                part = f"{effect.part}\n({effect.place})" if again else effect.part
                apart.append((part, unit, change, interval, effect.verdict == "moved"))
        if shown:
            yield (
                Picture("parts", self._words("contributions")),
                partial(contributions, shown, self._labels("contributions_axis")),
            )
        if apart:
            yield (
                Picture("parts_in_their_units", self._words("contributions_apart")),
                partial(contributions_apart, apart),
            )


def _alone(thresholds: Thresholds, field: str) -> float | None:
    """The value of this threshold where it is the only one."""
    values = {name: value for name, value in asdict(thresholds).items() if value is not None}
    return values[field] if list(values) == [field] else None


def _of_one(metric: str) -> bool:
    """Whether a metric lies between 0 and 1, so that effects on it fit one axis."""
    return DEFINITIONS[metric].unit == "0-1"


def _shares(judged: Sequence[Measured], system: str, cohort: str) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for one in judged:
        if one.row.system == system and one.row.cohort == cohort:
            found.setdefault(one.row.turn_type, []).append(one.values["passed"] or 0.0)
    return {turn: sum(values) / len(values) for turn, values in found.items()}


def ordered_turns(kinds: set[str]) -> list[str]:
    """Kinds of turns in the order of the protocol, what lies beside it behind."""
    order = ("T0", *PROTOCOL[:6], "PR", "AB", "FT", "T6", "RF")
    return sorted(kinds, key=lambda kind: (order.index(kind) if kind in order else len(order), kind))
