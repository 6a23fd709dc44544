-- Items in memory as they came and consolidated, and tokens, by turn of the conversation.
SELECT experiment, system, turn, count(*) AS turns, round(avg(memory_items_raw), 2) AS raw,
    round(avg(memory_items_kept), 2) AS kept, round(avg(tokens_in + tokens_out), 1) AS tokens
FROM turns WHERE memory_items_raw > 0
GROUP BY ALL ORDER BY experiment, system, turn;
