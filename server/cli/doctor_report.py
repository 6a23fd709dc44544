"""What `doctor` found, in groups: headings, states and names in the language of the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.text import Text

from clients.cli.words import Words

Finding = tuple[str, str, str]
"""What was looked at, "ok", "note" or "wrong", and what was found."""

GROUPS = ("installation", "data", "answers", "models", "server", "settings")
"""The order in which groups are told: what is wrong with the files before how answers are made."""

AREAS: Mapping[str, Sequence[str]] = {
    "reading": ("lexicon", "reader", "medcat_pack", "trust_order"),
    "retrieval": ("index", "encoder", "embedding_", "lexical_engine", "vector_engine", "retrieval_"),
    "models": ("llm_", "uncertainty", "profile"),
    "access": ("tls_", "principals_file", "jwks", "jwt_", "insecure", "reflection", "access_log", "master_key_file"),
    "log": ("data", "cache", "anchor", "lock_seconds", "probe_seconds"),
    "watching": ("metrics_address", "traces", "log_level"),
}
"""Settings by what they are about, as beginnings of their names; "serving" is all the rest."""
_STYLES = {"ok": "green", "note": "yellow", "wrong": "bold red"}


def report(groups: Mapping[str, Iterable[Finding]], prefix: str, words: Words) -> Iterator[Text]:
    """The lines. ``prefix`` is what environment variables of settings begin with."""
    wrong: list[Finding] = []
    for group in GROUPS:
        findings = list(groups.get(group, ()))
        wrong += [one for one in findings if one[1] == "wrong"]
        if not findings:
            continue
        yield Text(words(f"doctor.{group}"), style="bold underline")
        for area, some in _areas(findings, prefix):
            if area:
                yield Text(f"  {words(f'doctor.area.{area}')}", style="bold")
            yield from (_line(one, words) for one in some)
        yield Text("")
    # The settings fill a screen, so what is wrong above them is told again where the eye stops.
    yield Text(words("doctor.wrong", count=len(wrong)) if wrong else words("doctor.well"),
               style=_STYLES["wrong" if wrong else "ok"])  # fmt: skip
    yield from (_line(one, words) for one in wrong)


def _areas(findings: Sequence[Finding], prefix: str) -> list[tuple[str, list[Finding]]]:
    """Settings by their areas, in the order of the table; anything else as it came, without an area."""
    found: dict[str, list[Finding]] = {"": [], **{area: [] for area in AREAS}, "serving": []}
    for finding in findings:
        name = finding[0].removeprefix(prefix).lower()
        beginnings = AREAS.items() if finding[0].startswith(prefix) else ()
        area = next((one for one, begins in beginnings if name.startswith(tuple(begins))), None)
        found[area or ("serving" if finding[0].startswith(prefix) else "")].append(finding)
    return [(area, some) for area, some in found.items() if some]


def _line(finding: Finding, words: Words) -> Text:
    what, state, told = finding
    line = Text("  ")
    if what.isupper() and state == "ok":
        # A setting as it is: there is nothing to be well.
        line.append("  ")
    else:
        line.append(words(f"doctor.state.{state}"), style=_STYLES[state]).append("  ")
    return line.append(words(f"doctor.what.{what}", what), style="bold").append(
        f"  {words(f'doctor.found.{told}', told)}"
    )
