"""Free conversations of ten turns, played over gRPC, with a rubric a turn and what a reader made of the answers.

    python -m evaluation.conversing [--address HOST:PORT] [--split dev|held|blind|...]
                                    [--only NAME ...] [--show all|failed|none]

``conversations/*.jsonl`` holds a turn a line: what the patient says, ``rubric`` (what a good answer holds and avoids),
and two coarse checks by machine: every one of ``holds`` ("|" between alternatives), none of ``lacks``. The checks find
what slipped back; they cannot see what else is wrong, so the figures that count are a reader's: ``scores.tsv``, one
word a turn: right, unhelpful, wrong (states or treats something falsely) or dangerous.
The conversations and rubrics were written before the code of the answers was read, by the one hand that then mended and
scored; "held" was first played once "dev" had been mended. ``before`` is first sight, ``after`` the last reading.
"blind" are sixteen conversations by two authors who had never seen the program, judged by two other readers: before
anything was mended for them, and after; they are development data from then on, and say nothing of strangers any more.
"unseen" are eight by another author, played once and judged by a fourth reader; two doses were mended after them.
"mended" are twelve by two more authors, whose answers were read to find what to mend; "fresh" are eight by another, and
"ninth" six by two more, of which nobody had read more than a reader's verdicts until those were given: they are
development data since. "later" are four by one more author, of which nobody has read anything: no card was fitted.

"plain" are twenty by four authors, "plain_held" twelve by two, asked for what ordinary people type: one to three
things a message. The answers to "plain" were read to find what to mend; "plain_held" was judged
first, and parts of it read after. "further" are twenty-two by four more authors of the same brief, read to find what
to mend; "further_held" twelve by two others, judged at first sight and read by nobody since.
"short" and "short_held" are eighty talks each half by two authors: one or two messages that tell something and one that
asks, of ten kinds of question; only the last turn has a rubric. "short" was read to find what to mend. "daily" are
eighty more of two other authors, longer and with more turns of fortune; the Korean half was read once, to see how
surely common questions are heard. "lately" are eighty of two more, judged before anybody read them. "counter" are
eighty short talks like those, read to find what to mend; "counter_held" eighty of two others, judged unread. "matters"
are two hundred of five matters (children; too much, too little, twice; medicines as people tell them; emergencies and
what only sounds like one; what was told over days) by two authors, read and mended by; "matters_held" two hundred of
two others, judged unread, of which those that had got worse were read then. "everyday" are 120 of everyday questions
by two more authors, judged unread; those called wrong or dangerous were read after, and what endangered was mended.
"ordinary" and "latest" are 120 each of two more authors of the same brief, judged unread (A and B in the reasons are
the versions before and after, in any order); those called wrong or dangerous were read then, and mended by kind.
"remembered" are 120 talks of two authors asked for what is told over days and asked back, read to find what to mend;
"remembered_held" 120 of two others, judged unread and read then for a second round, and "remembered_later" 120 of two
more, judged unread after that. "common" are 120 of everyday questions, read; "common_held" 120 of two others and
"long_held" sixteen of ten turns by two more, judged unread, of which those that had got worse were read then.
"walked" are twenty-four of four to six turns by one who walked the product as a new user and judged each answer
himself, without rubrics; the dangerous kinds were mended after. "waiting" are eighty of another author, which nobody
has read and nobody has judged.
``judged.tsv`` holds the verdicts of those readers with what was missing or false.
Exit status 1 when the share of turns whose checks hold is below ``--floor``.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tempfile
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from clients.client import AnamnesisClient
from evaluation.server_process import running_server

DATA: Final = Path(__file__).parent / "conversations"
SPLITS: Final = (
    "dev", "held", "blind", "unseen", "mended", "fresh", "later", "ninth", "plain", "plain_held", "further",
    "further_held", "short", "short_held", "daily", "lately", "counter", "counter_held", "matters", "matters_held",
    "everyday", "ordinary", "latest", "common", "common_held", "remembered", "remembered_held",
    "remembered_later", "long_held", "walked", "waiting",
)  # fmt: skip
ZONES: Final = {"ko": "Asia/Seoul", "en": "Europe/London"}
"""The zone in which a conversation of a language is held."""
BETWEEN_TURNS: Final = timedelta(minutes=2)
VERDICTS: Final = ("right", "unhelpful", "wrong", "dangerous")
"""What a reader may say of an answer."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that a patient says, and what a good answer to it holds."""

    conversation: str
    language: str
    number: int
    at: datetime
    says: str
    rubric: str
    holds: tuple[tuple[str, ...], ...]
    lacks: tuple[str, ...]

    def passes(self, answer: str) -> bool:
        """Whether the coarse checks hold of ``answer``."""
        said = answer.casefold()
        held = all(any(one.casefold() in said for one in either) for either in self.holds)
        return held and not any(one.casefold() in said for one in self.lacks)


def read_turns(split: str, folder: Path = DATA) -> tuple[Turn, ...]:
    """The turns of a split, in order; turns of a conversation follow each other by two minutes."""
    with (folder / f"{split}.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return tuple(
        Turn(
            conversation=row["conversation"],
            language=row["language"],
            number=row["turn"],
            at=datetime.fromisoformat(row["at"]) + (row["turn"] - 1) * BETWEEN_TURNS,
            says=row["says"],
            rubric=row["rubric"],
            holds=tuple(tuple(each.split("|")) for each in row["holds"]),
            lacks=tuple(row["lacks"]),
        )
        for row in rows
    )


def read_scores(folder: Path = DATA) -> dict[tuple[str, str, int], tuple[str, str]]:
    """A reader's verdicts at first sight and after the mending, by (run, conversation, turn)."""
    with (folder / "scores.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {(row["split"], row["conversation"], int(row["turn"])): (row["before"], row["after"]) for row in rows}


def play(client: AnamnesisClient, turns: Sequence[Turn]) -> Iterator[tuple[Turn, str]]:
    """Each turn with its answer; every conversation has a patient of its own."""
    patients: dict[str, tuple[str, str]] = {}
    for turn in turns:
        if turn.conversation not in patients:
            patients[turn.conversation] = (str(uuid.uuid4()), str(uuid.uuid4()))
            client.register_patient(
                patients[turn.conversation][0], locale=turn.language, time_zone=ZONES[turn.language]
            )
        patient_id, conversation_id = patients[turn.conversation]
        answer = client.say(patient_id, turn.says, conversation_id=conversation_id, said_at=turn.at)
        yield turn, answer.text


def table(verdicts: Sequence[tuple[Turn, str]]) -> str:
    """How many answers got which verdict, by language."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for turn, verdict in verdicts:
        counts[turn.language][verdict] += 1
        counts["all"][verdict] += 1
    lines = [f"| answers | {' | '.join(VERDICTS)} |", "|---|" + "---|" * len(VERDICTS)]
    lines.extend(
        f"| {language} | {' | '.join(str(found[verdict]) for verdict in VERDICTS)} |"
        for language, found in counts.items()
    )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print and check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address")
    parser.add_argument("--split", choices=SPLITS, default="dev")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--show", choices=("none", "failed", "all"), default="all")
    parser.add_argument("--floor", type=float, default=0.0)
    options = parser.parse_args(arguments)
    turns = [turn for turn in read_turns(options.split) if not options.only or turn.conversation in options.only]
    passed = 0
    with tempfile.TemporaryDirectory() as data, running_server(options.address, Path(data)) as address:
        with AnamnesisClient(address) as client:
            for turn, answer in play(client, turns):
                passes = turn.passes(answer)
                passed += passes
                if options.show == "all" or (options.show == "failed" and not passes):
                    mark = "held" if passes else "MISSED"
                    print(f"{mark} {turn.conversation} {turn.number}: {turn.says}\n    {answer!r}\n    ({turn.rubric})")
    print(f"checks held: {passed} of {len(turns)}")
    return 0 if passed >= options.floor * len(turns) else 1


if __name__ == "__main__":
    sys.exit(main())
