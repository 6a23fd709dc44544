"""A language model as judge of answers that were played: beside the checks, never in place of them."""
