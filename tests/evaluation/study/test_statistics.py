"""Statistics against SciPy's own results and against published figures."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import stats

from evaluation.study import statistics
from evaluation.study.statistics import UnusableSample

# "Student" (Biometrika 1908): additional hours of sleep by two drugs, ten patients; also R's data set `sleep`.
FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
# Hollander and Wolfe (1973), as in R's friedman.test: rounding first base by three methods, eight of 22 players.
BASES = {
    "out": [5.40, 5.85, 5.20, 5.55, 5.90, 5.45, 5.40, 5.45],
    "narrow": [5.50, 5.70, 5.60, 5.50, 5.85, 5.55, 5.40, 5.50],
    "wide": [5.55, 5.75, 5.50, 5.40, 5.70, 5.60, 5.35, 5.35],
}


def test_students_sleep_data_give_the_published_test_with_its_effect() -> None:
    found = statistics.paired(FIRST, SECOND)
    # R: t.test(extra ~ group, paired = TRUE): t = -4.0621, p = 0.002833, mean difference -1.58.
    assert found.difference == pytest.approx(-1.58)
    assert found.t_p == pytest.approx(0.002833, abs=1e-6)
    assert found.dz == pytest.approx(-4.0621 / math.sqrt(10), abs=1e-4)
    # Nine differences that are not 0, all of one sign: two of 2^9 outcomes. SciPy's "exact" refuses the tie.
    assert found.wilcoxon_p == pytest.approx(2 / 2**9)
    # Nine of ten differ, all in one direction.
    assert found.rank_biserial == -1.0
    # J(9) = 0.9139 by Hedges's exact formula, 1 - 3 / (4 * 9 - 1) = 0.9143 by the usual approximation.
    assert statistics.small_sample_correction(9) == pytest.approx(0.9139, abs=5e-4)
    assert found.g is not None and found.dz is not None and abs(found.g) < abs(found.dz)
    assert found.interval.low < -1.58 < found.interval.high < 0
    assert found.g_interval is not None and found.g_interval.high < 0


def test_the_signed_rank_test_without_ties_is_exact() -> None:
    first, second = [1.0, 2.5, 3.1, 4.8, 6.0, 9.9], [0.5, 3.0 - 1.2, 2.0, 3.0, 3.6, 4.1]
    assert statistics.paired(first, second).wilcoxon_p == pytest.approx(2 / 2**6)


# A machine that is busy draws slowly, and that is no property of the test.
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(-4, 4), min_size=3, max_size=9).filter(lambda drawn: any(drawn)))
def test_the_signed_rank_test_with_ties_is_the_test_over_all_signs(drawn: list[int]) -> None:
    moved = np.array([one for one in drawn if one], dtype=float)
    ranks = stats.rankdata(np.abs(moved))
    sums = [sum(ranks[list(signs)]) for signs in itertools.product((False, True), repeat=len(moved))]
    seen = ranks[moved > 0].sum()
    low, high = (sum(one <= seen for one in sums), sum(one >= seen for one in sums))
    expected = min(1.0, 2 * min(low, high) / len(sums))
    assert statistics.paired([float(one) for one in drawn], [0.0] * len(drawn)).wilcoxon_p == pytest.approx(expected)


def test_many_differences_without_ties_are_scipys() -> None:
    sample = np.random.default_rng(5).normal(0.3, 1, 40)
    expected = stats.wilcoxon(sample, method="exact").pvalue
    assert statistics.paired(list(sample), [0.0] * 40).wilcoxon_p == pytest.approx(expected)


def test_the_bootstrap_agrees_with_scipy_and_repeats_itself() -> None:
    sample = np.random.default_rng(1).normal(3, 2, 60)
    ours = statistics.bootstrap_mean(sample, seed=3)
    theirs = stats.bootstrap((sample,), np.mean, method="percentile", rng=np.random.default_rng(4)).confidence_interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.06)
    assert ours == statistics.bootstrap_mean(sample, seed=3) != statistics.bootstrap_mean(sample, seed=4)


def test_a_share_over_scenarios_has_the_interval_of_scenarios() -> None:
    # Two scenarios of four turns each, all right in one and none in the other: drawn twice, 0, .5 and 1 are all usual.
    share = statistics.bootstrap_ratio([4, 0], [4, 4])
    assert share is not None and (share.low, share.high) == (0.0, 1.0)
    assert statistics.bootstrap_ratio([0, 0], [0, 0]) is None
    many = statistics.bootstrap_ratio([2, 1] * 50, [4, 2] * 50)
    assert many is not None and (many.low, many.high) == (0.5, 0.5)
    with pytest.raises(UnusableSample, match="1 scenarios"):
        statistics.bootstrap_ratio([1], [1])


def test_a_share_of_independent_cases_is_exact_and_three_thousand_are_needed_for_one_in_a_thousand() -> None:
    # Clopper and Pearson's own end for "all of n": the 40th root of .025, and so on.
    assert statistics.exact_share(40, 40).low == pytest.approx(0.025 ** (1 / 40)) == pytest.approx(0.9119, abs=1e-4)
    assert statistics.exact_share(40, 40).high == 1.0 and statistics.exact_share(0, 40).low == 0.0
    assert statistics.exact_share(0, 40).high == pytest.approx(1 - 0.025 ** (1 / 40))
    assert statistics.exact_share(625, 625).low < 0.995 < 0.999 < statistics.exact_share(10_000, 10_000).low
    assert statistics.exact_share(3, 20).low == pytest.approx(0.0321, abs=1e-4)
    with pytest.raises(statistics.UnusableSample):
        statistics.exact_share(2, 1)


def test_friedman_is_scipys_and_kendalls_w_is_one_for_equal_rankings() -> None:
    expected = stats.friedmanchisquare(*BASES.values())
    found = statistics.friedman(BASES)
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert found.kendall_w == pytest.approx(expected.statistic / 16)
    ordered = {"a": [1.0, 2.0, 3.0], "b": [2.0, 3.0, 4.0], "c": [5.0, 6.0, 7.0]}
    assert statistics.friedman(ordered).kendall_w == pytest.approx(1.0)
    same = statistics.friedman({name: [1.0, 1.0, 2.0] for name in "abc"})
    assert (same.p, same.kendall_w) == (1.0, 0.0)


def test_the_analysis_of_variance_is_that_of_statsmodels() -> None:
    found = statistics.variance_analysis(BASES)
    # statsmodels 0.15.0: AnovaRM(data, "value", "player", within=["base"]).fit(): F(2, 14) = 0.6022, p = .5612.
    assert found.f == pytest.approx(0.6022, abs=5e-5)
    assert stats.f.sf(found.f, 2, 14) == pytest.approx(0.5612, abs=5e-5)
    # Of the eigenvalues e of the covariance over orthonormal contrasts: sum(e)^2 / (2 sum(e^2)) = .69993.
    assert found.epsilon == pytest.approx(0.69993, abs=1e-5)
    assert (found.df_systems, found.df_error) == pytest.approx((2 * found.epsilon, 14 * found.epsilon))
    assert found.p == pytest.approx(stats.f.sf(found.f, found.df_systems, found.df_error))
    # eta = F df / (F df + df error), whatever epsilon is.
    assert found.partial_eta_squared == pytest.approx(2 * found.f / (2 * found.f + 14))
    assert found.interval.low < found.partial_eta_squared < found.interval.high


def test_the_analysis_of_variance_of_two_contrasts_is_the_paired_t_test() -> None:
    # The third system is the mean of two: F rests on one contrast alone, whose square is t, and epsilon is 1 / 2.
    mean = [(first + second) / 2 for first, second in zip(FIRST, SECOND, strict=True)]
    found = statistics.variance_analysis({"first": FIRST, "second": SECOND, "mean": mean})
    assert found.epsilon == pytest.approx(0.5)
    assert found.f == pytest.approx(4.0621**2, abs=2e-3) and found.p == pytest.approx(0.002833, abs=1e-6)
    flat = statistics.variance_analysis({name: [1.0, 2.0, 3.0] for name in "abc"})
    assert (flat.f, flat.p, flat.partial_eta_squared) == (0.0, 1.0, 0.0)


def test_correlations_are_scipys_and_their_intervals_are_drawn_over_scenarios() -> None:
    random = np.random.default_rng(7)
    left = random.normal(size=(20, 6))
    right = -0.7 * left + random.normal(size=(20, 6))
    points = [list(zip(*pair, strict=True)) for pair in zip(left.tolist(), right.tolist(), strict=True)]
    found = statistics.correlation(points)
    assert found.r == pytest.approx(stats.pearsonr(left.ravel(), right.ravel()).statistic)
    assert found.rho == pytest.approx(stats.spearmanr(left.ravel(), right.ravel()).statistic)
    assert (found.n, found.scenarios) == (120, 20)
    assert found.r_interval is not None and found.r_interval.low < found.r < found.r_interval.high < 0  # type: ignore[operator]
    # Six copies of each scenario's first pair say no more than one of them.
    alike = statistics.correlation([[pair[0]] * 6 for pair in points]).r_interval
    single = statistics.correlation([[pair[0]] for pair in points]).r_interval
    assert alike is not None and single is not None
    assert (alike.low, alike.high) == pytest.approx((single.low, single.high))
    assert statistics.correlation([[(1.0, 1.0)], [(1.0, 2.0)], [(1.0, 3.0)]]).r is None
    with pytest.raises(UnusableSample, match="2 pairs in 2 scenarios"):
        statistics.correlation([[(1.0, 1.0)], [(1.0, 2.0)], []])


def test_holm_by_hand() -> None:
    # By hand: 4 * .005, 3 * .01, 2 * .03, and .04 raised to what came before it.
    adjusted = statistics.holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005})
    assert adjusted == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06, "d": 0.02})


@given(st.dictionaries(st.text(min_size=1, max_size=3), st.floats(0, 1), min_size=1, max_size=8))
def test_holm_never_lowers_a_p_value_nor_turns_the_order(p_values: dict[str, float]) -> None:
    adjusted = statistics.holm(p_values)
    assert all(p_values[name] <= adjusted[name] <= 1 for name in p_values)
    by_p = sorted(p_values, key=lambda name: p_values[name])
    assert [adjusted[name] for name in by_p] == sorted(adjusted.values())


def test_mcnemar_counts_disagreements_only() -> None:
    # Agresti's exact form: 1 against 9 of ten disagreements, p = 2 * (1 + 10) / 2^10.
    first = [True] * 20 + [True] * 1 + [False] * 9 + [False] * 5
    second = [True] * 20 + [False] * 1 + [True] * 9 + [False] * 5
    found = statistics.mcnemar(first, second)
    assert (found.first_only, found.second_only) == (1, 9)
    assert found.p == pytest.approx(22 / 1024)
    assert found.odds_ratio == pytest.approx(1 / 9) and found.difference == pytest.approx(-8 / 35)
    assert found.odds_interval is not None and found.odds_interval.low < 1 / 9 < found.odds_interval.high < 1
    never = statistics.mcnemar([True, False], [True, False])
    assert (never.p, never.odds_ratio, never.difference) == (1.0, None, 0.0)


def test_power_as_in_the_usual_tables() -> None:
    # G*Power 3.1, paired t, two-sided, alpha .05: dz .5 needs 34 pairs for .80 (reached .8077), dz .2 needs 199.
    assert statistics.scenarios_needed(0.5) == 34
    assert statistics.power(0.5, 34) == pytest.approx(0.8077, abs=2e-4)
    assert statistics.scenarios_needed(0.2) == 199
    assert statistics.power(0.0, 30) == pytest.approx(0.05, abs=1e-9)
    assert statistics.power(5.0, 80) == pytest.approx(1.0)
    assert statistics.power(statistics.detectable_effect(80), 80) == pytest.approx(0.8, abs=1e-3)


def test_samples_that_make_no_comparison_are_refused_by_name() -> None:
    with pytest.raises(UnusableSample, match="3 figures of the first system, 2"):
        statistics.paired([1, 2, 3], [1, 2])
    with pytest.raises(UnusableSample, match="not finite"):
        statistics.paired([1, math.nan], [1, 2])
    with pytest.raises(UnusableSample, match="at least 2"):
        statistics.bootstrap_mean([1.0])
    with pytest.raises(UnusableSample, match="needs three"):
        statistics.friedman({"a": [1.0, 2.0], "b": [1.0, 2.0]})
    with pytest.raises(UnusableSample, match="more than"):
        statistics.scenarios_needed(1e-6)


def test_equal_systems_and_constant_differences_are_told_apart() -> None:
    equal = statistics.paired([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])
    assert (equal.dz, equal.wilcoxon_p, equal.t_p, equal.rank_biserial) == (0.0, 1.0, 1.0, 0.0)
    shifted = statistics.paired([1.1, 2.1, 3.1], [1.0, 2.0, 3.0])
    assert shifted.dz is None and shifted.g is None and shifted.difference == pytest.approx(0.1)
