"""The words of one utterance, as a guard asks about them: is this said, about which name, and does it show this act?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from agent.understanding.cues import FAMILIES, Shown, cues
from domain.ledger import Fact
from domain.targets import same_day
from domain.values import ANY, Concept, SlotKind
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser, Mention
from extraction.reading.figures.figures import Figure
from extraction.reading.sheet import Sheet, lay_out
from extraction.text.lazy_regex import lazy_regex
from extraction.text.normalise import fold, normalise
from extraction.values.dates import DateMention
from extraction.values.frequencies import FrequencyMention, find_frequencies
from extraction.values.quantities import find_quantities
from extraction.values.spoken_numbers import find_numbers

Span = tuple[int, int]

_MEASURED_OR_TAKEN: Final = frozenset({"labs", "vitals", "medications", "drug_classes"})
"""The lexicon tables whose names take the numbers of their sentence."""

_SENTENCE_ENDS: Final = lazy_regex(r"[.!?\n](?=\s|$)|[?\n]")
_ASKED_KO: Final = lazy_regex(
    r"(?:까|까요|니까|나요|지\s?[안않]나|는가요|은가요|ㄴ가요|는지|는지요|런지|런지요|건가|건가요|건지|인가요|냐)$"
    r"|야\s?(?:돼|되|하|할)\S*\s(?:\S+\s){0,3}?\S*야\s?(?:돼|되|하|할)\S*$"
    r"|(?:냐고|는지|은지|을지|을까|인지)\s?(?:물어|묻|여쭤|여쭙|궁금)\S*$"
)
"""Endings of Korean questions, which are often typed without a mark; one that offers two ways asks which."""
_ASKED_EN: Final = lazy_regex(
    r"\W*(?:(?:so|and|but|ok|okay|hi|hey|right|well)\W+)*"
    r"(?:(?:when|what|which|how|why|where|who)'d\b|(?:when|what|how|why|where|who)'s (?:my|the|that|this|it)"
    r"|(?:when|what|which|how|why|where|who) (?:do|does|did|can|could|should|will|would|is|are|am|was)"
    r"|(?:can|could|should|may|do|does|will|would|is|are|am) (?:i|we|he|she|it|they|my|his|her|the|this|that)"
    r"|(?:(?:pls|please|can you|could you)\s)*(?:pull up|look up|show(?: me)?|find(?: out)?|check|(?:tell|remind) me)"
    r"\s(?:who|what|when|which|why|how|whether)(?! you))\b",
    re.IGNORECASE,
)
"""Openings of English questions, which are often typed without a mark; "can you take it off" is a wish."""
_REST_OF_WORD: Final = lazy_regex(r"[가-힣a-z'’]*")
_CLAUSE_BREAKS_EN: Final = lazy_regex(r"\s?[,;:]\s|\s-+\s|\s(?:and|but|so)\s", re.IGNORECASE)
_GOES_ON_KO: Final = lazy_regex(
    r"(?:[는은인던한운픈]데|고|서|지만|니까|길래|더니|어요|아요|해요|네요|예요|습니다|음|함|임)$"
)
"""Endings of a Korean clause that tells and goes on."""
_ENGLISH_BREAKS: Final = lazy_regex(r"[;,]? (?:but|though|although|while|whereas)\b|;", re.IGNORECASE)
_LIST: Final = lazy_regex(
    r"[\s,·/&]*(?:와|과|랑|이랑|하고|및|그리고|and|or|plus|은|는|도|을|를|두\s?개|both|all)*[\s,·/&]*", re.IGNORECASE
)
_OF: Final = lazy_regex(r"\s?\S{0,6}\s(?:of|정도의)\s", re.IGNORECASE)
_THEIRS: Final = lazy_regex(
    r"(?:'?s|네|한테|쪽)?\s?(?:꺼|거|것|얘기|이야기|약|병)?(?:가|이)?\s?"
    r"(?:has it|had it|does|did|있어요|있습니다|있으세요|있으셔)?"
    r"(?:예요|이에요|에요|여요|입니다|이야|야|요|임|죠|지|래요|고)?\s?(?:,?\s?not (?:mine|me))?\W*",
    re.IGNORECASE,
)
"""What may follow a relative in a sentence that only tells whose something is ("My sister's.", "언니 거예요")."""
_IT_IS: Final = lazy_regex(r"\b(?:it|that|this|one)(?:'s| is| was|'d be)\s(?:all )?(?:my |our |the )?$", re.IGNORECASE)
_A_DAY: Final = lazy_regex(r"^(?:하루(?:에)?|매일)\s|\s(?:a|per|each) day$|\sdaily$", re.IGNORECASE)
_REACH: Final = 60
"""Characters between a name and the words that show what is done to it."""
_SUBJECT: Final = lazy_regex(r"(?<!것)(?<!게)(?<!거)(?<!얘기)(?<!이야기)(?<!병)[가-힣](?:이|가)\s?$")
"""Another subject right before "is not": "서울대가 아니라"."""
_BESIDE: Final = 24
"""Characters between a name and the words that take it back."""
_SHORTEST_NAME: Final = 2
_PRESSURE: Final = "blood_pressure"
GENERAL: Final = {
    "brother": "sibling", "sister": "sibling", "wife": "spouse", "husband": "spouse", "son": "child",
    "daughter": "child", "grandmother": "grandparent", "grandfather": "grandparent",
}  # fmt: skip
"""What a model is offered for the relatives that people name."""
_OF_THE_PERSON: Final = {"age": "나이", "gender": "성별"}
"""What a Korean calls what a record may have under its English name alone."""


@dataclass(frozen=True, slots=True)
class Words:
    """One utterance laid out. Spans are of the normalised text; :meth:`quoted` gives the original's."""

    sheet: Sheet

    @classmethod
    def of(
        cls, text: str, lexicon: Lexicon, recogniser: ConceptRecogniser, said_at: datetime, zone: str, language: str
    ) -> Words:
        """The words of ``text``; a bare number word counts as a number."""
        return cls(lay_out(text, lexicon, recogniser, said_at, zone, language, expects_value=True))

    @property
    def text(self) -> str:
        """The normalised text in lower case."""
        return self.sheet.folded

    def place(self, quote: str) -> Span | None:
        """Where ``quote`` stands, word for word; None where it does not, or is no word."""
        wanted = normalise(quote).text.strip(" \"'“”‘’.,")
        if not any(one.isalnum() for one in wanted):
            return None
        start = self.sheet.text.find(wanted)
        return None if start < 0 else (start, start + len(wanted))

    def quoted(self, span: Span) -> tuple[str, int, int]:
        """The words of a span as they were typed, and their place in the original."""
        return self.sheet.quote(*span)

    def sentence(self, span: Span) -> Span:
        """The sentence, or the sentences, that hold ``span``."""
        start = max((one.end() for one in _SENTENCE_ENDS.finditer(self.text, 0, span[0])), default=0)
        end = next((one.start() for one in _SENTENCE_ENDS.finditer(self.text, max(span[1] - 1, 0))), len(self.text))
        return start, max(end, span[1])

    def is_asked(self, span: Span) -> bool:
        """Whether the sentence of ``span`` ends as a question does."""
        start, end = self.sentence(span)
        if self.text[end:].lstrip().startswith(("?", "？")):
            return True
        said = self.text[start:end].rstrip()
        if said.endswith(("?", "？")) and _SENTENCE_ENDS.search(said[:-1]) is None:
            # A quote may hold the mark of its one sentence.
            return True
        return _ASKED_KO.search(said.rstrip(" .!~")) is not None or _ASKED_EN.match(said) is not None

    def is_told_before_a_question(self, span: Span) -> bool:
        """Whether ``span`` stands in a clause of its own that tells, ahead of the one that asks ("INR was 2.1, is that
        bad?", "어지러운데 먹어도 되나요").
        """
        start, end = self.sentence(span)
        tail = _REST_OF_WORD.match(self.text, span[1])
        reached = tail.end() if tail is not None else span[1]
        before, own, after = self.text[start : span[0]], self.text[span[0] : reached], self.text[reached:end]
        if not any(one.isalnum() for one in after) or cues("if", self.text, *span):
            return False
        clause = _CLAUSE_BREAKS_EN.split(before)[-1] + own
        if _ASKED_EN.match(clause) is not None or _ASKED_KO.search(own.rstrip(" .!~,")) is not None:
            return False
        return _CLAUSE_BREAKS_EN.match(after) is not None or _GOES_ON_KO.search(own.rstrip(" ,")) is not None

    def within(self, span: Span, mentions: Iterable[Mention] | None = None) -> list[Mention]:
        """The names that stand in ``span``."""
        found = self.sheet.mentions if mentions is None else mentions
        return [one for one in found if one.start < span[1] and span[0] < one.end]

    def names_of(self, concept: Concept) -> list[Span]:
        """Where a concept is named: by itself, by a narrower or a broader name, or by its own words."""
        found = [(one.start, one.end) for one in self.sheet.mentions if names(one, concept)]
        for word in {concept.display, concept.name, _OF_THE_PERSON.get(concept.concept_id, concept.name)}:
            folded = word.casefold().strip()
            if len(folded) >= _SHORTEST_NAME and not found and folded != ANY:
                found += [one.span() for one in re.finditer(re.escape(folded), self.text)]
        if _PRESSURE in concept.concept_id:
            found += [(one.start, one.end) for one in self.sheet.figures if one.kind in ("systolic", "diastolic")]
        return sorted(found)

    def names_exactly(self, concept: Concept) -> bool:
        """Whether it is named by itself or a narrower name, so that no other of its class can be meant."""
        own = [one for one in self.sheet.mentions if is_or_narrower(one, concept)]
        broader = [one for one in self.sheet.mentions if names(one, concept)]
        return bool(own) or not broader

    def shows(self, act: Shown, concept: Concept, slot: SlotKind, span: Span, *, adjacent: bool = False) -> bool:
        """Whether words near ``span`` show this act of the concept, and of none that stands nearer to them.

        ``adjacent`` lets names of every kind stand nearer, and no number stand between.
        """
        first, last = self.sentence(span)
        return any(
            self.owns(cue, concept, slot, any_kind=adjacent)
            for cue in cues(act, self.text, first, last)
            if not adjacent or self._is_beside(cue, concept)
        )

    def owns(self, place: Span, concept: Concept, slot: SlotKind, *, any_kind: bool = False) -> bool:
        """Whether what stands at ``place``, a cue or a number, belongs to the name of ``concept``.

        It belongs to the name before it; in English to the one after it where the same clause has one ("stopped X").
        Names in a list share it, but for a number that stands between them ("AST 33 ALT 51"). A concept that stands in
        no sentence of its own is taken for the last one named.
        """
        kinds = None if any_kind else FAMILIES[slot]
        rivals = [
            one
            for one in self.sheet.mentions
            if one.entry.kind != "relatives" and (kinds is None or one.entry.kind in kinds) and not _covers(one, place)
        ]
        own = self.names_of(concept)
        inside = [one for one in self.sheet.mentions if _covers(one, place)]
        if inside:
            return any(names(one, concept) for one in inside)
        if not rivals:
            return bool(own)
        sentence = self.sentence(place)
        here = [one for one in self.within(sentence) if one.entry.kind in _MEASURED_OR_TAKEN]
        if here and not any(sentence[0] <= start < sentence[1] for start, _ in own):
            return False
        near = self._nearest(rivals, place)
        number = any((one.start, one.end) == place for one in self.sheet.figures)
        listed = self._listed(near, rivals, over_numbers=not number)
        return any(names(one, concept) or (one.start, one.end) in own for one in listed)

    def figures_in(self, span: Span) -> list[Figure]:
        """The numbers in ``span`` that may be a value or a dose: none of a date or a count of time."""
        return [one for one in self.sheet.figures if span[0] <= one.start < span[1]]

    def figure(self, words: str, span: Span, kinds: Collection[str] = ()) -> Figure | None:
        """The number in ``span`` that ``words`` ("6.9 %", "백육") name; None where it is not said there."""
        wanted = numbers_of(words)
        found = [one for one in self.figures_in(span) if _values(one) & wanted]
        preferred = [one for one in found if one.kind in kinds]
        return next(iter((*preferred, *found)), None)

    def frequency(self, words: str, span: Span) -> FrequencyMention | None:
        """The frequency in ``span`` that ``words`` ("BID", "하루 두 번") name; the only one where they name none."""
        here = [one for one in self.sheet.frequencies if span[0] <= one.start and one.end <= span[1] + 1]
        codes = {one.code for one in find_frequencies(normalise(words).text)} | {words.strip()}
        named = next((one for one in here if one.code in codes), here[0] if len(here) == 1 else None)
        return named or self._times_a_day(words, span)

    def _times_a_day(self, words: str, span: Span) -> FrequencyMention | None:
        """What a model calls a frequency and the words tell in short ("four times", "two a day", "두 번씩")."""
        place = self.place(words)
        if place is None or not (span[0] <= place[0] and place[1] <= span[1]):
            return None
        said = _A_DAY.sub("", self.text[slice(*place)]).strip()
        for whole in (f"{said} a day", f"{said} times a day", f"하루 {said}"):
            found = [one for one in find_frequencies(whole) if not one.weak]
            if len(found) == 1 and len(found[0].text) == len(whole):
                return replace(found[0], start=place[0], end=place[1])
        return None

    def date(self, words: str, span: Span) -> DateMention | None:
        """The date in ``span`` that ``words``, a date or the words for it, name; None where it is not said there."""
        here = [one for one in self.sheet.dates if span[0] <= one.start and one.end <= span[1] + 1]
        said = normalise(words).text.strip().casefold()
        for one in here:
            if (
                one.value == said
                or one.words.casefold().strip() == said
                or (len(said) >= 4 and same_day(one.value, said))
            ):
                return one
        inside = [one for one in here if fold(one.words) in fold(said) or fold(said) in fold(one.words)]
        return inside[0] if len(inside) == 1 else None

    def says_reading(self, fact: Fact) -> bool:
        """Whether the value or the day of a reading is said."""
        value, content = fact.content.value, fact.content
        stated = {value} | (numbers_of(content.value_stated) if content.value_stated else set())
        if any(_values(one) & stated for one in self.sheet.figures):
            return True
        return any(same_day(fact.clinical_day, one.value) and one.kind != "until" for one in self.sheet.dates)

    def says_old(self, fact: Fact) -> bool:
        """Whether the value or the dose that is on record is said."""
        content = fact.content
        known = {content.value} | numbers_of(content.dose or "") | numbers_of(content.value_stated or "")
        return any(_values(one) & known for one in self.sheet.figures)

    def relatives(self, span: Span) -> list[str]:
        """The relatives named in the sentence of ``span``, by their kinship words."""
        return [one.entry.concept_id for one in self.within(self.sentence(span)) if one.entry.kind == "relatives"]

    def owners(self, span: Span) -> list[str]:
        """The relatives in the sentences of ``span`` of whom nothing is told but that something is theirs."""
        found = []
        for one in self.within(self.sentence(span)):
            first, last = self.sentence((one.start, one.end))
            before, after = self.text[first : one.start], self.text[one.end : last]
            if one.entry.kind == "relatives" and (_THEIRS.fullmatch(after) or _IT_IS.search(before)):
                found.append(one.entry.concept_id)
        return found

    def _is_beside(self, cue: Span, concept: Concept) -> bool:
        """Whether a cue follows the name closely, with no number or habit between; in English it may precede it."""
        own = self.names_of(concept)
        before = [one for one in own if one[1] <= cue[0]]
        if not before:
            return self.sheet.language != "ko" and bool(own)
        first, last = before[-1][1], cue[0]
        between = self.text[first:last]
        spans = [(one.start, one.end) for one in self.sheet.figures]
        spans += [(one.start, one.end) for one in self.sheet.frequencies]
        spans += [(one.start, one.end) for one in self.sheet.dates]
        told = any(first <= start and end <= last for start, end in spans)
        told = told or any(one.isdigit() for one in self.text[before[-1][0] : last])
        another = _SUBJECT.search(between) is not None and between.strip() not in ("이", "가")
        return not told and not another and not _SENTENCE_ENDS.search(between) and len(between) <= _BESIDE

    def is_free(self, place: Span) -> bool:
        """Whether nothing that takes numbers is named in the sentence of the number at ``place``."""
        return not any(one.entry.kind in _MEASURED_OR_TAKEN for one in self.within(self.sentence(place)))

    def _nearest(self, rivals: list[Mention], place: Span) -> Mention:
        before = [one for one in rivals if one.end <= place[0]]
        after = [one for one in rivals if one.start >= place[1]]
        english = self.sheet.language != "ko"
        if after and _OF.match(self.text[place[1] : after[0].start]):
            return after[0]
        if english and after:
            between = self.text[place[1] : after[0].start]
            if len(between) <= _REACH and not _ENGLISH_BREAKS.search(between) and not _SENTENCE_ENDS.search(between):
                same = bool(before) and not _SENTENCE_ENDS.search(self.text[before[-1].end : place[0]])
                if not same or len(between) < place[0] - before[-1].end:
                    return after[0]
        return before[-1] if before else after[0]

    def _listed(self, near: Mention, rivals: list[Mention], *, over_numbers: bool) -> list[Mention]:
        """``near`` and the names that stand with it in one list."""
        at = rivals.index(near)
        first, last = at, at
        while first > 0 and self._joined(rivals[first - 1], rivals[first], over_numbers):
            first -= 1
        while last + 1 < len(rivals) and self._joined(rivals[last], rivals[last + 1], over_numbers):
            last += 1
        return rivals[first : last + 1]

    def _joined(self, left: Mention, right: Mention, over_numbers: bool) -> bool:
        between = list(self.text[left.end : right.start])
        spans = [(one.start, one.end) for one in self.sheet.figures] if over_numbers else []
        spans += [(one.start, one.end) for one in self.sheet.frequencies]
        for start, end in spans:
            if left.end <= start and end <= right.start:
                between[start - left.end : end - left.end] = " " * (end - start)
        return len(between) <= _REACH and _LIST.fullmatch("".join(between)) is not None


def names(mention: Mention, concept: Concept) -> bool:
    """Whether a name is one of ``concept``, of a narrower or of a broader one."""
    return is_or_narrower(mention, concept) or mention.entry.concept_id in concept.broader


def is_or_narrower(mention: Mention, concept: Concept) -> bool:
    """Whether a name is one of ``concept``, or of a narrower one."""
    entry = mention.entry
    if entry.concept_id == concept.concept_id or concept.concept_id in entry.broader:
        return True
    if _PRESSURE in entry.concept_id and _PRESSURE in concept.concept_id:
        return True
    return entry.name.casefold() == concept.name.casefold()


def numbers_of(words: str) -> set[float]:
    """The numbers in a model's words for a value: in digits, or in number words."""
    plain = normalise(words).text
    found = set[float]()
    for one in find_quantities(plain):
        found |= {value for value in (one.value, one.low, one.high, *(one.parts or ())) if value is not None}
    return found or {float(one.value) for one in find_numbers(plain)}


def _values(figure: Figure) -> set[float]:
    quantity = figure.quantity
    return {one for one in (quantity.value, quantity.low, quantity.high, *(quantity.parts or ())) if one is not None}


def _covers(mention: Mention, place: Span) -> bool:
    return mention.start < place[1] and place[0] < mention.end
