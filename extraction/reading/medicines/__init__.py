"""How a medicine is taken: dose, rhythm, course, pause and end, each bound to its own medicine."""
