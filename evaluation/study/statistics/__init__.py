"""Statistics of a study: paired by scenario, and no p-value without its effect and an interval."""

from evaluation.study.statistics.correlation import Correlation, correlation
from evaluation.study.statistics.families import holm
from evaluation.study.statistics.pairs import McNemar, Paired, mcnemar, paired, small_sample_correction
from evaluation.study.statistics.power_analysis import detectable_effect, power, scenarios_needed
from evaluation.study.statistics.samples import (
    Interval,
    UnusableSample,
    bootstrap_mean,
    bootstrap_ratio,
    exact_share,
)
from evaluation.study.statistics.several import Friedman, VarianceAnalysis, friedman, variance_analysis

__all__ = [
    "Correlation", "Friedman", "Interval", "McNemar", "Paired", "UnusableSample", "VarianceAnalysis",
    "bootstrap_mean", "bootstrap_ratio", "correlation", "detectable_effect", "exact_share", "friedman", "holm",
    "mcnemar", "paired", "power", "scenarios_needed", "small_sample_correction", "variance_analysis",
]  # fmt: skip
