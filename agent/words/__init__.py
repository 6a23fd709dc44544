"""The words of answers in Korean and English: names, figures, particles, sentences."""
