-- Corrections by shape: how many are taken up, come back, or do harm.
SELECT experiment, system, shape, count(m_uptake) AS corrections, round(avg(m_uptake), 3) AS uptake,
    round(avg(m_resurrection), 3) AS resurrection, sum(m_collateral) AS collateral, sum(m_false_apply) AS false_apply
FROM turns WHERE turn_type IN ('T5', 'T5b', 'T6')
GROUP BY ALL HAVING corrections > 0 ORDER BY experiment, system, shape;
