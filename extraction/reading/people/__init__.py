"""Of whom is told: the patient, whoever speaks for one, a relative; years, work, habits, where somebody is from."""
