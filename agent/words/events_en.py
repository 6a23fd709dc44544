"""English sentences about dated events: appointments, periods, attacks, vaccinations, operations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SENTENCES: Final[Mapping[str, str]] = {
    "events.visits": "What you told me is coming up, by date:",
    "events.no_visits": "Of the appointments you told me of, none is still to come.",
    "events.moved": " (moved from {day})",
    "events.visits_other": "No health visit by what you told me, or I cannot tell: {listed}.",
    "events.visits_past": "Already past: {listed}.",
    "events.visits_gone": "Cancelled: {listed}.",
    "events.visits_noted": "Noted: {listed}. Ask me and I will tell you again, but I cannot remind you.",
    "events.no_calendar": "I am no calendar and cannot remind you: put these in yours, and go by the clinic's letter "
    "if it says otherwise.",
    "events.open": "I could not place this, so here it is as you said it: “{quote}”",
    "events.not_reckoned": "So I have not reckoned how many there were or which was the last.",
    "events.listed": "{name}, on the days you told me: {listed}.",
    "events.times": " ({count} times)",
    "events.small": "Told as small ones: {listed}.",
    "events.ended": "Told as ended: {listed}.",
    "events.removed": "Left out, as you put it right: {listed}.",
    "events.total": "That is {count} in all.",
    "events.by_month": "{listed}: {count} in all.",
    "events.of_month": "{month} {count}",
    "events.of_month_so_far": "{month} so far {count} (not over yet, so not to be compared as it is)",
    "events.last": "The last was on {day}, {days} ago.",
    "events.first": "The first was on {day}.",
    "events.once": "{name}: {day}. That is {days} ago (day {nth} if that day counts as day 1).",
    "events.gap": "{first} to {last} {days}",
    "events.gaps": "Between: {listed}.",
    "events.gaps_mean": "Between: {listed}; on average {mean} days.",
    "events.dose": "dose {number} {day}",
    "events.dose_planned": "dose {number} is planned for {day}",
    "events.planned": "planned for {day}",
    "events.doses": "{name}: {listed}.",
    "events.not_given": "Not had, or not needed, as you said: {listed}.",
    "events.onset": "{name:cap}: since {day} (you first said {before} and put it right). That is {days} days{weeks} "
    "up to today.",
    "events.weeks": " ({weeks} weeks)",
    "events.weeks_days": " ({weeks} weeks and {rest} days)",
    "events.around": "Before the dose changed on {day} {before}, since then {after}.",
    "events.around_same": "Before the dose changed on {day} {before}, on that day {same}, since then {after}.",
    "events.years_ago": "The last was about {years} years ago.",
}
