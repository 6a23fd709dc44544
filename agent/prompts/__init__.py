"""Texts of the prompts that the language-model skills send."""
