"""Namespace of the `anamnesis` proto packages."""
