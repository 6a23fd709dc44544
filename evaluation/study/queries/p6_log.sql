-- The protocol's log as the thesis asks for it, a line a turn.
SELECT patient, cohort, level, 'P6' AS protocol, turn, turn_type, template, disclosed, required, truth AS true_state,
    question, message, answer, system, m_total AS total, m_accuracy AS accuracy, m_context AS context,
    m_reasoning AS reasoning, m_hallucination AS hallucination, m_evidence AS evidence, m_passed AS passed
FROM turns WHERE experiment = 'p6'
ORDER BY system, scenario, repeat, turn;
