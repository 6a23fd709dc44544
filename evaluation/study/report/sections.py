"""The report of a study: what stands in it, and in which order."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from evaluation.study.analysis.comparison import TESTED, declared
from evaluation.study.analysis.findings import ExperimentFindings, Findings, StageFindings
from evaluation.study.analysis.means import grouped
from evaluation.study.analysis.own import OwnEffect
from evaluation.study.experiments.own import OWN
from evaluation.study.metrics.definitions import DEFINITIONS
from evaluation.study.metrics.turns import Measured
from evaluation.study.report import tables
from evaluation.study.report.document import Document, Picture, Section, Table
from evaluation.study.report.drawing import Drawer, ordered_turns
from evaluation.study.report.numbers import mean, number
from evaluation.study.report.words import Words
from evaluation.study.statistics import detectable_effect

_BREAKDOWNS: tuple[tuple[str, Callable[[Measured], str]], ...] = (
    ("by_cohort", lambda one: one.row.cohort),
    ("by_level", lambda one: one.row.level),
    ("by_mode", lambda one: one.row.mode),
    ("by_intake", lambda one: one.row.intake),
)
_CORRECTED = ("T5", "T5b", "T6")


def document(findings: Findings, made: Mapping[str, str], words: Words, drawer: Drawer | None, note: str) -> Document:
    """The whole report in one language; ``note`` says why figures are missing or in another language."""
    study = findings.study
    names = ", ".join(one.experiment.name for one in findings.experiments)
    report = Document(words("title", experiments=names))
    settings = study.settings
    if settings:
        report.lead.append(words("run", patients=settings.get("patients", "?"), language=settings.get("language", "?"),
                                 seed=study.seed))  # fmt: skip
    report.lead += [line for line in (words("files"), note) if line]
    report.sections.append(_glance(findings, words))
    report.sections.append(Section(words("claims"), 2, [words("claims_text")], _claims(findings, words)))
    if findings.own():
        pictures = drawer.of_parts(findings) if drawer else []
        report.sections.append(
            Section(words("own"), 2, [words("own_text")], [*pictures, tables.own_table(findings.own(), words)])
        )
    for one in findings.experiments:
        report.sections += _experiment(one, study.seed, words, drawer)
    report.sections += _closing(findings, made, words)
    return report


def _claims(findings: Findings, words: Words) -> list[Table | Picture]:
    """Claims that the study can say something of; the others folded, so that none is passed over in silence."""
    known = [one for one in findings.claims if one.verdict != "not measured"]
    unknown = [one for one in findings.claims if one.verdict == "not measured"]
    found: list[Table | Picture] = [tables.claims_table(known, "claims", words)] if known else []
    if unknown:
        title = words("claims_unmeasured", count=len(unknown))
        found.append(tables.claims_table(unknown, "claims_not_measured", words, title))
    return found


def _glance(findings: Findings, words: Words) -> Section:
    """What each stage is there to move, or its experiment's first metric, by system; and what its size can show."""
    section = Section(words("glance"))
    sizes = list[int]()
    for one in findings.experiments:
        for stage in one.stages:
            comparison = stage.comparison
            if len(comparison.systems) > 1:
                sizes.append(max(found.n for of in comparison.means.values() for found in of.values()))
            place = one.experiment.name if len(one.stages) == 1 else f"{one.experiment.name}/{comparison.stage}"
            parts = [own for own in one.own if own.stage == comparison.stage and own.metric in OWN]
            if parts:
                # Such a metric is of the turns in which the part matters: its mean over all turns would tell less.
                section.paragraphs += [_part_line(place, own, words) for own in parts]
                continue
            metrics = (*(own.metric for own in stage.stage.own), *declared(one.experiment), "passed")
            wanted = [metric for metric in metrics if comparison.means.get(metric)]
            if len(comparison.systems) <= 4 and wanted:
                of = comparison.means[wanted[0]]
                values = "; ".join(f"{name} {mean(of[name])}" for name in comparison.systems if name in of)
                section.paragraphs.append(
                    "- " + words("glance_line", experiment=place, metric=words.label(wanted[0]), values=values)
                )
    for size in sorted({max(sizes, default=0), min(sizes, default=0)}, reverse=True):
        if size >= 2:
            section.paragraphs.append(words("power_line", n=size, effect=number(detectable_effect(size), 2)))
    return section


def _part_line(place: str, own: OwnEffect, words: Words) -> str:
    """A part's own metric with it and without it."""
    n = f", n {own.paired.n}" if own.paired is not None else ""
    return "- " + words(
        "glance_part", experiment=place, part=own.part, metric=words.label(own.metric), whole=number(own.whole, 3),
        off=number(own.off, 3), n=n,
    )  # fmt: skip


def _experiment(one: ExperimentFindings, seed: int, words: Words, drawer: Drawer | None) -> list[Section]:
    experiment = one.experiment
    name, question = words.experiment(experiment.name, experiment.declared.title, experiment.declared.question)
    head = Section(words("experiment", name=experiment.name, title=name))
    if question:
        head.paragraphs.append(words("question", question=question))
    if len(one.stages) == 1:
        _stage(head, one, one.stages[0], seed, words, drawer)
        return [head]
    sections = [head]
    for stage in one.stages:
        section = Section(words("stage", name=stage.comparison.stage), 3)
        _stage(section, one, stage, seed, words, drawer)
        sections.append(section)
    return sections


def _stage(
    section: Section, one: ExperimentFindings, stage: StageFindings, seed: int, words: Words, drawer: Drawer | None
) -> None:
    experiment, comparison = one.experiment, stage.comparison
    key = experiment.name if comparison.stage == experiment.name else f"{experiment.name}_{comparison.stage}"
    turns = [each for each in experiment.turns if str(each.row.factors.get("stage", "")) == comparison.stage]
    scenarios = {each.row.scenario for each in turns}
    section.paragraphs.append(words("counts", scenarios=len(scenarios), turns=len(turns),
                                    systems=", ".join(comparison.systems)))  # fmt: skip
    first = list(dict.fromkeys([*declared(experiment), *TESTED]))
    blocks: list[Table | Picture] = list(drawer.of_stage(one, stage, seed)) if drawer else []
    many = len(comparison.systems) > 6
    blocks.append(tables.means_table(comparison, first, f"{key}_means", words, folded=many))
    others = [metric for metric in DEFINITIONS if metric not in first]
    blocks.append(tables.means_table(comparison, others, f"{key}_other_means", words, folded=True, title="other_means"))
    if comparison.tests:
        blocks.append(tables.tests_table(comparison, f"{key}_tests", words))
    elif len(comparison.systems) > 1:
        section.paragraphs.append(words("same", metrics=", ".join(comparison.same)) if comparison.same
                                  else words("too_few"))  # fmt: skip
    blocks += tables.filled(tables.several_table, comparison, f"{key}_all_systems", words)
    blocks += tables.filled(tables.passed_table, comparison, f"{key}_passed", words)
    blocks += _breakdowns(turns, comparison.systems, key, words)
    blocks += tables.filled(tables.relations_table, stage, f"{key}_relations", words)
    blocks += tables.filled(tables.stops_table, stage, f"{key}_stops", words)
    blocks += tables.filled(tables.thresholds_table, stage, f"{key}_thresholds", words)
    blocks += tables.filled(tables.failures_table, stage, f"{key}_failures", words)
    section.blocks += [block for block in blocks if isinstance(block, Picture) or block.rows]


def _breakdowns(turns: Sequence[Measured], systems: Sequence[str], key: str, words: Words) -> list[Table]:
    """Shares of passed turns by turn, cohort, level, manner, intake and shape, where there are several."""
    by_turn = grouped(turns, "passed", lambda one: one.row.turn_type)
    ordered = {name: by_turn[name] for name in ordered_turns(set(by_turn))}
    found = []
    if len(ordered) > 1:
        table = tables.shares_table(ordered, systems, f"{key}_by_turn", words("by_turn"), words)
        found.append(Table(table.key, table.title, table.columns, table.rows, words("by_turn_note")))
    corrected = [one for one in turns if one.row.turn_type in _CORRECTED]
    for name, group in (*_BREAKDOWNS, ("by_shape", lambda one: one.row.shape)):
        groups = grouped(corrected if name == "by_shape" else turns, "passed", group)
        groups = {one: groups[one] for one in sorted(groups) if one}
        if len(groups) > 1:
            found.append(tables.shares_table(groups, systems, f"{key}_{name}", words(name), words))
    return found


def _closing(findings: Findings, made: Mapping[str, str], words: Words) -> list[Section]:
    sections = []
    if (times := tables.times_table(findings, words)).rows:
        sections.append(Section(words("times"), 2, [], [times]))
    known = ("commit", "version", "written", "machine", "python")
    rows = [[words(name), made[name]] for name in known if made.get(name)]
    rows += [[name, value] for name, value in sorted(made.items()) if name not in known]
    rows += [
        [words("played_at"), words("played_by", version=version or "?", count=count)]
        for version, count in sorted(findings.study.played_at.items())
    ]
    rows.append([words("settings"), json.dumps(findings.study.settings, ensure_ascii=False, sort_keys=True)])
    about = Table("provenance", "", words.columns("provenance_columns"), rows)
    sections.append(Section(words("provenance"), 2, [], [about]))
    sections.append(Section(words("reading"), 2, [f"- {note}" for note in words.notes()]))
    defined = [
        [one.name, one.definition, one.unit, one.source, words(one.better) if one.better else ""]
        for one in DEFINITIONS.values()
    ]
    table = Table("metrics", "", words.columns("definitions_columns"), defined)
    sections.append(Section(words("definitions"), 2, [], [table]))
    return sections
