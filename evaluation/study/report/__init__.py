"""The report of a study: pages, figures, tables and data from its rows."""

from evaluation.study.report.writing import write_report

__all__ = ["write_report"]
