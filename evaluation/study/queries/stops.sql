-- Why refinement ended, and how good the answer was then.
SELECT experiment, system, stop_reason, count(*) AS turns, round(avg(iterations), 2) AS drafts,
    round(avg(quality), 3) AS quality
FROM turns WHERE stop_reason <> ''
GROUP BY ALL ORDER BY experiment, system, turns DESC;
