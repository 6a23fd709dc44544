"""The parts of the rule-based answer: each reads the patient's views and the passages, and returns what it says."""
