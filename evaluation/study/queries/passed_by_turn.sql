-- Share of turns that pass every check, by experiment, system and turn of the protocol.
SELECT experiment, system, turn_type, count(*) AS turns, round(avg(m_passed), 3) AS passed
FROM turns WHERE m_passed IS NOT NULL
GROUP BY ALL ORDER BY experiment, system, turn_type;
