"""P6 in other people's words: scenarios whose turns are worded by chosen authors, for :mod:`evaluation.p6` to play.

    python -m evaluation.p6_wordings --data P6 --cards CARDS --korean AUTHOR --english AUTHOR --seed N --out DIR

P6 is the protocol's data folder, whose generator and checker are used, CARDS the patients' cards. The authors'
wordings lie in ``training/wordings``; those of ``c`` and ``d`` teach nothing and were read by nobody. The same
arguments give the same scenarios.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

WORDINGS: Final = Path(__file__).parent.parent / "training" / "wordings"
_TOOLS: Final = ("make_p6.py", "bank_public.py", "lexicon.py", "check_p6.py")

Wordings = Mapping[str, Sequence[str]]


def bank_of(korean: Wordings, english: Wordings) -> dict[str, list[tuple[str, str]]]:
    """The generator's bank: of each turn, wordings of both languages in pairs; the shorter row begins again."""
    bank = {}
    for turn, those in korean.items():
        others = english[turn]
        count = max(len(those), len(others))
        bank[turn] = [(those[at % len(those)], others[at % len(others)]) for at in range(count)]
    return bank


def generate(data: Path, cards: Path, bank: Mapping[str, Sequence[tuple[str, str]]], seed: int, out: Path) -> None:
    """Write ``scenarios.jsonl`` and the checker under ``out``; raises CalledProcessError when the generator fails."""
    (out / "tools").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in _TOOLS:
            shutil.copy(data / "tools" / name, folder)
        words = "from bank_public import FILL, FILL_EN, POOL, TYPO, TYPO_EN\nBANK_ID = 'others'\n"
        Path(folder, "bank_others.py").write_text(f"{words}BANK = {dict(bank)!r}\n", encoding="utf-8")
        subprocess.run(  # noqa: S603 - the data folder's own generator
            [
                sys.executable, "make_p6.py", "--cards", str(cards.resolve()), "--bank", "bank_others", "--n", "60",
                "--seed", str(seed), "--prefix", f"P6-{seed}", "--out", str((out / "scenarios.jsonl").resolve()),
            ],
            cwd=folder, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    shutil.copy(data / "tools" / "check_p6.py", out / "tools")


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the scenarios and say where they lie."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cards", type=Path, required=True)
    parser.add_argument("--korean", default="c")
    parser.add_argument("--english", default="c")
    parser.add_argument("--seed", type=int, default=103)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    korean, english = (
        json.loads((WORDINGS / f"{language}_{author}.json").read_text(encoding="utf-8"))
        for language, author in (("ko", options.korean), ("en", options.english))
    )
    generate(options.data, options.cards, bank_of(korean, english), options.seed, options.out)
    sys.stdout.write(f"python -m evaluation.p6 --scenarios {options.out} --language ko|en\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
