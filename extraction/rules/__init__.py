"""The first reader: cue words and clauses, in the order in which they settle who has what, when and how surely.

The learned reader hears it as one opinion among its features, and asks it for details (severity, stage, route).
"""
