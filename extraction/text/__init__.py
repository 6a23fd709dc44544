"""What every reader starts from: one spelling of the characters, the language, and the stems of Korean words."""
