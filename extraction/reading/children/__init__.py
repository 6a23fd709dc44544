"""The children of a talk: who they are, how old and how heavy, how hot, and what each was given when."""
