"""Who read or wrote what of whom, when, why, from where, and with what outcome: never what it said."""
