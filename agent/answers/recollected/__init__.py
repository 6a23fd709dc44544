"""What was told, asked for again: one value of several, a dose of before, why a medicine was stopped, who has it."""
