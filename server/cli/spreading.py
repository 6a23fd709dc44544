"""Who does the pieces of a command's work: --workers and --ray."""

from __future__ import annotations

from domain.spreading import Done, Piece, Spread, Task


def spread_over(task: Task[Piece, Done], workers: int, *, ray: bool) -> Spread[Piece, Done] | None:
    """So many processes, or as many actors of Ray; None where this process is to do it."""
    if ray:
        from domain.spreading.over_ray import over_ray

        return over_ray(task, workers)
    if workers == 1:
        return None
    from domain.spreading.processes import in_processes

    return in_processes(task, workers)
