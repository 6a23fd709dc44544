"""Which row of a diary an amount is entered in: by the words beside it, by what was named, or by what came before.

The words beside a count name what is counted, or only when and why ("간밤엔 다섯 번", "오줌 누러 세 번"): then the row
that was told of goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent.answers.diary.rows import COUNTED, Diary, Row
from agent.answers.diary.unheard import is_rate
from extraction.naming.mentions import Mention
from extraction.text.lazy_regex import lazy_regex
from extraction.values.diary_amounts import MOST_AT_ONCE, Amount, names_nothing

NEAR: Final = 26
"""Characters between a name or a day and the amount that it belongs to."""
MOOD: Final = lazy_regex(r"\bmood\b|기분|우울")
_CLAUSE_END: Final = lazy_regex(r"[.;!?\n]")
SLEEP: Final = lazy_regex(r"\bsle(?:pt|ep)\w*\b|(?<![가-힣])(?:잠|수면)|잤")
_WORD_BEFORE: Final = lazy_regex(r"(?<!\d)(?P<w>[a-z가-힣][a-z가-힣]{1,9})\s?$")
_NO_NAME: Final = frozenset(
    {"and", "the", "plus", "about", "took", "had", "none", "약을", "오늘", "어제", "아침", "저녁",
     "밤에", "또", "with", "was", "하루", "총",
     "day", "only", "just", "extra", "more", "아침에", "저녁에", "점심", "다시"}
)  # fmt: skip
_LABEL_KO: Final = lazy_regex(r"(?<!\d)(?<![가-힣])(?P<w>[가-힣]{1,5}(?:\s[가-힣]{1,4})?)\s?$")
_PARTICLE: Final = lazy_regex(r"(?:을|를|은|는|이|가|도|에|만)$")
_NO_NOUN: Final = lazy_regex(
    r"(?:데|신데\s\S+|다|다가|고|서|면|는데|까지|부터|게|지|니|남|함|음|임|픔|됨|옴|봄|잠|생김|갈때|할때)$"
)
"""Endings of Korean words that name nothing that is counted or taken."""


def row_meant(
    diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], turn: int, language: str,
    among: Sequence[Amount],
) -> Row | None:  # fmt: skip
    """The row of an amount of ``said``, a new one where there is none; None where it is of nothing that is counted.

    ``among`` are the amounts of the sentence.
    """
    if amount.kind == "none" and amount.noun:
        return next((one for one in diary.rows if one.kind == "score" and one.name == amount.noun), None)
    if amount.kind in ("bare", "none"):
        return _continued(diary, amount, said, mentions, turn, language)
    if amount.kind == "score":
        mood = MOOD.search(said) is not None or (
            (last := diary.last_of(("score",))) is not None and last.name == "mood"
        )
        return diary.row("score", "mood" if mood else "pain")
    if amount.kind in ("hours", "minutes"):
        asleep = diary.sleeps or SLEEP.search(said) is not None or any(one.name == "sleep" for one in diary.rows)
        return diary.row(amount.kind, "sleep" if asleep and amount.kind == "hours" else "lasted")
    if amount.kind == "puffs":
        return diary.row("puffs", "puffs")
    if amount.kind == "tablets":
        return _tablets(diary, amount, said, mentions, language)
    if amount.kind == "things":
        return _things(diary, amount, said, mentions, language)
    if medicines_of(mentions) and is_rate(said, amount):
        # How often a day a medicine is taken is no count of this one.
        return None
    return _times(diary, amount, said, mentions, language, several=sum(one.kind == "times" for one in among) > 1)


def _continued(
    diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], turn: int, language: str
) -> Row | None:
    """The row that a number without a name goes on with, or that words deny for the day."""
    lead = diary.lead
    if amount.kind == "none":
        rated = lead is not None and lead.kind == "score" and any(one.turn == turn for one in lead.entries)
        taken = rated or _OF_TAKING.search(said, amount.start, amount.end + 12) is not None
        row = diary.last_of(("tablets",)) if taken else lead
        return row if row is not None and row.kind in (*COUNTED, "score") else None
    if diary.latest is not None and diary.latest[0] == turn and diary.latest[1].kind in _GOES_ON:
        lead = diary.latest[1]
    if lead is None and diary.rates and amount.value <= _MOST_OF_TEN:
        return diary.row("score", diary.rates)
    if lead is None or not lead.entries:
        named = [one for one in mentions if one.entry.kind in ("symptoms", "conditions", "social")]
        owned = any(
            one.entry.kind in _OWN_NUMBERS
            and said[one.start : amount.start].strip()
            and one.end <= amount.start <= one.end + 2
            for one in mentions
        )
        if owned or not amount.value.is_integer() or amount.value > _MOST_TIMES:
            return None
        if named:
            return diary.row("times", name_of(named[-1], language), named[-1].entry.concept_id)
        return diary.row("things", diary.announced) if diary.announced else None
    if lead.kind in ("hours", "score") and said[amount.start : amount.end].isalpha():
        # "One today" is one of what happens, no hour and no rating.
        return None
    most = max(one.value for one in lead.entries)
    return lead if amount.value <= max(12.0, 4 * most) else None


_GOES_ON: Final = frozenset({"things", "times", "puffs", "tablets"})
_MOST_OF_TEN: Final = 10
_OWN_NUMBERS: Final = frozenset({"medications", "drug_classes", "labs", "vitals"})
_MOST_TIMES: Final = 20
"""More often than so nobody counts what was had on one day."""
_OF_TAKING: Final = lazy_regex(r"\b(?:taken|took|tabs?|tablets?|pills?)\b|먹|약")


def medicines_of(mentions: Sequence[Mention]) -> list[Mention]:
    """Those that are medicines, by their own name or by their class."""
    return [one for one in mentions if one.entry.kind in ("medications", "drug_classes")]


def name_of(mention: Mention, language: str) -> str:
    """How what is named is called in the language."""
    entry = mention.entry
    return (entry.name_ko or entry.name) if language == "ko" else entry.name


def _tablets(diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], language: str) -> Row:
    medicines = medicines_of(mentions)
    if "x" in said[amount.start : amount.end] and not medicines:
        # "Vomited 2x" counts what was had, and "1x" goes on with it.
        had = [one for one in mentions if one.entry.kind == "symptoms" and _is_counted(one, amount, said)]
        if had:
            return diary.row("times", name_of(had[-1], language), had[-1].entry.concept_id)
        if diary.lead is not None and diary.lead.kind == "times":
            return diary.lead
    behind = [
        one for one in medicines if amount.end <= one.start <= amount.end + 4 or one.start < amount.end <= one.end
    ]
    before = [
        one for one in medicines
        if one.end <= amount.start <= one.end + NEAR and _CLAUSE_END.search(said[one.end : amount.start]) is None
    ]  # fmt: skip
    inside = [one for one in medicines if amount.start <= one.start < amount.end]
    named = inside or behind or before[-1:]
    if named:
        return diary.row("tablets", name_of(named[0], language), named[0].entry.concept_id)
    word = _WORD_BEFORE.search(said, max(0, amount.start - 12), amount.start)
    rows = [one for one in diary.rows if one.kind == "tablets"]
    verb = word is not None and rows and (_NO_NOUN.search(word["w"]) is not None or names_nothing(word["w"]))
    if word is not None and not verb and word["w"] not in _NO_NAME and amount.start - word.end("w") <= 1:
        like = [
            one
            for one in rows
            if one.name.casefold().startswith(word["w"]) or word["w"].startswith(one.name.casefold())
        ]
        if like:
            return like[0]
        plain = _PARTICLE.sub("", word["w"])
        if plain not in ("약", "진통제") or not rows:
            return diary.row("tablets", plain)
    if medicines and not rows:
        return diary.row("tablets", name_of(medicines[0], language), medicines[0].entry.concept_id)
    last = diary.last_of(("tablets",))
    return last if last is not None else diary.row("tablets", "")


def _things(diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], language: str) -> Row | None:
    article = said[amount.start : amount.end].startswith(("a ", "an ", "another "))
    if article and any(one.entry.kind == "symptoms" and one.start < amount.end <= one.end for one in mentions):
        # "Another nosebleed" is told as what was had, by its day.
        return None
    medicines = [
        one for one in medicines_of(mentions)
        if one.start < amount.end + 3 and amount.start - NEAR < one.end
        and _CLAUSE_END.search(said[min(one.end, amount.start) : max(one.start, amount.start)]) is None
    ]  # fmt: skip
    if amount.noun in ("piece", "pieces", "개") or any(amount.start <= one.start < amount.end for one in medicines):
        if medicines and amount.value > MOST_AT_ONCE:
            return None
        if medicines:
            return diary.row("tablets", name_of(medicines[0], language), medicines[0].entry.concept_id)
        return diary.lead
    if not amount.noun:
        return _counted_so(diary, amount.counter, _label_before(said, amount.start))
    tablets = [one for one in diary.rows if one.kind == "tablets" and amount.noun and one.name.endswith(amount.noun)]
    return tablets[0] if tablets else diary.row("things", amount.noun)


def _counted_so(diary: Diary, counter: str, label: str) -> Row:
    """The row of things that only their counter names: by the word that heads the sentence, else the last one that is
    counted so, else what was announced.
    """
    rows = [one for one in diary.rows if one.kind == "things" and one.counter == counter and one.entries]
    if label and not any(one.name == label for one in rows):
        return diary.row("things", label)
    if rows and not label:
        return max(rows, key=lambda row: max(one.turn for one in row.entries))
    return diary.row("things", label or diary.announced or counter)


def _label_before(said: str, start: int) -> str:
    """The word that heads a sentence and that only days and numbers part from what is counted: "패드 어제 6개"."""
    words = said[:start].replace(",", " ").split()
    if not words or not _HANGUL.fullmatch(words[0]) or names_nothing(words[0]):
        return ""
    named = _PARTICLE.sub("", words[0])
    between = all(names_nothing(one) or one[0].isdigit() for one in words[1:])
    return named if between and _NO_NOUN.search(named) is None and named not in _NO_NAME else ""


_HANGUL: Final = lazy_regex(r"[가-힣]{2,6}")


def _is_counted(mention: Mention, amount: Amount, said: str) -> bool:
    """Whether what is named right before or right behind a count is what is counted; an illness that is only told is
    not: "she has dementia and woke three times".
    """
    if 0 <= mention.start - amount.end <= _BEHIND:
        # "Six times, belly ache" goes on with what was counted before.
        return mention.entry.kind == "symptoms" and bool(said[: amount.start].strip())
    between = said[mention.end : amount.start]
    return mention.end <= amount.start <= mention.end + 10 and _IS_ONE.search(between) is None


_BEHIND: Final = 2
_IS_ONE: Final = lazy_regex(r"신데|인데|이라|있|환자|[가-힣](?:[김함남됨옴음]|[고서])\s|\b(?:and|but|with)\b")


def _times(
    diary: Diary, amount: Amount, said: str, mentions: Sequence[Mention], language: str, *, several: bool
) -> Row:
    named = [one for one in mentions if one.entry.kind in _COUNTABLE and _is_counted(one, amount, said)]
    before = [one for one in named if one.end <= amount.start]
    if named and not (several and not before):
        one = (before or named)[-1]
        return diary.row("times", name_of(one, language), one.entry.concept_id)
    lead = diary.lead if diary.lead is not None and diary.lead.kind in ("times", "things") else None
    last = lead or diary.last_of(("times",))
    label = _LABEL_KO.search(said, max(0, amount.start - 12), amount.start)
    name = "" if label is None or names_nothing(label["w"]) else _PARTICLE.sub("", _last_of(label["w"]))
    if not name or name in _NO_NAME or _NO_NOUN.search(name) is not None:
        return last or diary.row("times", diary.announced)
    like = next((one for one in diary.rows if one.kind == "times" and one.name == name), None)
    return like or (last if last is not None and not several and len(name) == 1 else diary.row("times", name))


def _last_of(label: str) -> str:
    """A label without the time before its name: "간밤에 화장실"."""
    first, _, last = label.partition(" ")
    return last if last and names_nothing(first) else label


_COUNTABLE: Final = ("symptoms", "conditions", "medications", "drug_classes")
