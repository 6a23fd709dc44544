-- Checks that fail most often, with the share of turns that had them.
SELECT experiment, system, template, c->>'name' AS failed, count(*) FILTER (NOT (c->>'passed')::BOOLEAN) AS failures,
    count(*) AS turns
FROM (SELECT *, unnest(from_json(gold, '["JSON"]')) AS c FROM turns)
GROUP BY ALL HAVING failures > 0 ORDER BY failures DESC, experiment, system, template, failed LIMIT 50;
