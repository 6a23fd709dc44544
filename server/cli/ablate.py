"""`ablate`: the same conversations under several profiles, and what each gave and took."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def ablate(
    profiles: Annotated[
        str,
        typer.Option("--profiles", metavar="A,B", help="Profiles by name; -flag or +flag after one switches a part."),
    ] = "",
    scenarios: Annotated[
        Path | None,
        typer.Option(
            "--scenarios", metavar="DIR", help="Holds scenarios.jsonl; without it, three short conversations."
        ),
    ] = None,
    language: Annotated[str, typer.Option("--language", help="ko or en.")] = "ko",
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Play against this server, not one of its own.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, with every column.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the profiles and what each switches off.")] = False,
) -> None:
    """Play conversations under several profiles, and compare quality, iterations, calls, tokens, cost, stops and time.

    A server is started for the occasion, with the settings of the environment: also with its language model.

    Example: anamnesis ablate --profiles baseline,full_context_engineering,full_context_engineering-response_cache
    """
    from agent.profiles import FLAGS, PROFILES, profile_named
    from clients.cli.output import messages, print_json, results
    from evaluation.ablation import DEFAULT_PROFILES, scenarios_of, table
    from evaluation.ablation import ablate as play

    if language not in ("ko", "en"):
        raise typer.BadParameter("Conversations are in ko and en.", param_hint="--language")
    if listed:
        off = {name: [flag for flag in FLAGS if not getattr(one, flag)] for name, one in PROFILES.items()}
        if json:
            print_json(off)
        else:
            for name, flags in off.items():
                results().print(f"{name}: {'without ' + ', '.join(flags) if flags else 'everything'}")
        return
    names = [name.strip() for name in profiles.split(",") if name.strip()] or list(DEFAULT_PROFILES)
    named = list(dict.fromkeys(profile_named(name).name for name in names))
    chosen = scenarios_of(scenarios, language)
    with messages().status("starting a server" if address is None else "playing") as status:
        rows = play(
            named,
            chosen,
            language,
            address,
            lambda done, of: status.update(f"conversation {done + 1} of {of}, {len(named)} profiles"),
        )
    if json:
        print_json(rows)
    else:
        for line in table(rows):
            results().print(line, markup=False)
