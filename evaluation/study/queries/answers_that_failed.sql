-- What was asked, what was true and what was answered, for every turn of the agent that fails a check.
SELECT scenario, turn, turn_type, template, question, message, answer, truth, gold
FROM turns WHERE m_passed = 0 AND system NOT IN ('llm', 'basic_rag')
ORDER BY scenario, turn;
