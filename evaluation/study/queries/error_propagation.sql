-- Does one failed turn make the next one fail? Share passed after a passed and after a failed turn.
SELECT experiment, system, before.passed AS passed_before, count(*) AS turns, round(avg(m_passed), 3) AS passed_after
FROM (
    SELECT *, lag(m_passed) OVER (PARTITION BY experiment, system, scenario, repeat ORDER BY turn) AS passed_last
    FROM turns WHERE m_passed IS NOT NULL
) AS judged, LATERAL (SELECT judged.passed_last = 1 AS passed) AS before
WHERE passed_last IS NOT NULL
GROUP BY ALL ORDER BY experiment, system, passed_before;
