"""MedCAT: over a concept database that is built from the lexicon, or over a licensed model pack."""
