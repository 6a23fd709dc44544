"""Experiments of the thesis, repeatable offline: patients, question bank, simulator, metrics, statistics, report."""
