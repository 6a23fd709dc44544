-- What a system costs: calls, tokens, searches and drafts a turn, and the price in US dollars of all turns.
SELECT experiment, system, count(*) AS turns, round(avg(calls), 3) AS calls, round(avg(m_tokens), 1) AS tokens,
    round(avg(m_retrievals), 3) AS searches, round(avg(m_iterations), 3) AS drafts, round(sum(model_cost), 4) AS dollars
FROM turns GROUP BY ALL ORDER BY experiment, system;
