"""The English sentences of answers on the several people of a talk."""

from __future__ import annotations

from typing import Final

SENTENCES: Final = {
    "people.head": "By person, as you told me:",
    "people.line": "- {who:cap}: {readings}",
    "people.extremes": "(highest {high} on {high_day}, lowest {low} on {low_day})",
    "people.was_of": "{value} ({day}) was told as the reading of {who}.",
    "people.was_of_after_all": "{value} ({day}) was the reading of {who}, as you put it right.",
    "people.yourself": "yourself",
    "people.another": "somebody else",
    "people.pressure": "blood pressure",
    "people.kept": "Kept as you told it, and not set down as the patient's: {listed}.",
    "people.put_right": "Put right: {listed}.",
    "people.told_head": "Who has and takes what, in your own words:",
    "people.weighed_for": "This goes by what you told me of {who} ({listed}), not by your own record.",
}
