"""Everything that stands in one utterance, found once and laid out for the readers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from extraction.naming.body_complaints import with_body_complaints
from extraction.naming.infection_tests import as_infection_test
from extraction.naming.lexicon import Lexicon
from extraction.naming.mentions import ConceptRecogniser, Kind, Mention
from extraction.naming.removals import with_removals
from extraction.naming.vaccinations import as_vaccination
from extraction.rules.clauses import Clause, split_clauses, whole_sentences
from extraction.rules.cue_kinds import Cue
from extraction.rules.cues import CueMatch, Span, find_cues
from extraction.rules.implied_tests import implied_tests, with_degrees
from extraction.rules.joints import Joint
from extraction.rules.parts import READING_PARTS, ReadingPart, unheard_cues
from extraction.rules.scan import Scan
from extraction.rules.substances import as_medicine, as_test, for_disease, in_rows_of_medicines
from extraction.text.language import Language
from extraction.text.lazy_regex import lazy_regex
from extraction.values.body_size import heights, pounds_and_ounces, sized
from extraction.values.dates import DateMention
from extraction.values.frequencies import FrequencyMention
from extraction.values.quantities import QuantityMention
from extraction.values.spoken_numbers import NumberMention, find_numbers
from extraction.values.units import unit_at

MEASUREMENTS: Final[frozenset[Kind]] = frozenset({"labs", "vitals"})
MEDICINES: Final[frozenset[Kind]] = frozenset({"medications", "drug_classes"})
FINDINGS: Final[frozenset[Kind]] = frozenset({"conditions", "symptoms"})
SUBSTANCES: Final[frozenset[Kind]] = frozenset({"allergens", "medications", "drug_classes"})

_COUNTED: Final = lazy_regex(
    r"\s?(?:세(?![트레르티파팔프브픽]|마글|로[켈토])|살|년|개월|달|주(?!사|의)|일(?!\s?(?:때|경|로))|시(?:간|에|쯤|부터|까지|경|\s?반|\s?\d|\s?정각|\s?넘|이[에었고])|분(?!당)|번|알"
    r"|정(?!도|상)|캡슐|포(?!함)|개|명|잔|갑|병"
    r"|기(?!준|록)|단계|호|층|끼|퍼프|가지|줄|문장|사람|가족|장(?!염|애)|통(?!증)|군데|곳"
    r"|(?:-|\s)?(?!(?:day|week|month|cycle) \d)"
    r"(?:years?|yrs?|months?|mths?|mos?|weeks?|wks?|days?|nights?|hours?|hrs?|minutes?|mins?|times|pills?|tablets?|puffs?|cigarettes?"
    r"|(?:faint |pink |clear )?lines?|packs?|drinks?|glasses|beers?|feet|foot|ft|y/?o)\b)"
)
_COUNTS_A_NOUN: Final = lazy_regex(
    r"\s(?!(?:and|but|or|in|on|at|last|this|that|today|yesterday|tonight|now|then|when|while|which|so|to|from|after"
    r"|before|since|over|under|with|without|as|by|if|because|instead|not|no|too|is|was|were|are|again|for|the|my|a|an"
    r"|fasting|percent|per|out|up|down|there|here|i|it|he|she|they|we|you|actually|though|already|only|earlier|later"
    r"|ago|next|back|right|just|during|until|till|through|or|yes|still|even|following|between|higher|lower|high|low|normal|good|bad|fine|last|usually|sometimes|both|around|about|about|compared|than|versus|vs|twice|once|daily|every|bid|tid|qd|prn|of|my|me)\b)[a-z]{3,}"
)
"""A bare number before an ordinary English word counts things ("one or two concrete criteria", "three steps")."""

_HIGH_READING: Final = lazy_regex(r"\s?게\s?(?:나[오와왔]|측정|재[졌지])")
"""What makes "혈압이 높" a reading that was high, and no disease."""

_DENYING: Final = ("안 ", "없", "못", "않")
_SYLLABLES: Final = 0xAC00
"""The first Hangul syllable; 588 of them share an initial consonant."""

_ENDING: Final = 3
"""Characters of a predicate's ending behind the stem that a name stops at."""

_AGE_REACH: Final = 16
_AGE_NEXT: Final = lazy_regex(r"(?:로|에)?\s?(?:나이\s?)?(?:만\s?)?\S{1,6}\s?(?:살|세)")
_AGE_LAST: Final = lazy_regex(r"\b(?:am|i'm|turn(?:ed|ing)?|be) \w+(?:[ -]\w+)? $")
_FEET_BEFORE: Final = lazy_regex(r"\b(?:feet|foot|ft)\s?$")
_DECADE: Final = lazy_regex(r"'?s\b")
"""What makes a rough span of a number ("in the 130s"), which is no value."""

_COUNT_WORD: Final = lazy_regex(r"(?:회|번|times)$")
_VALUE_WINDOW: Final = 40
"""Characters after a test's name in which a bare number word is its value."""

_PARTICLE: Final = lazy_regex(r"[이가은는](?=\s)")
_CORRECTING: Final = lazy_regex(
    r"아니라|아니고|맞[았아네습]|정정|착각|틀[렸린]|잘못|사실은|실은|\b(?:not|wrong|mistake|correct|really|meant"
    r"|undo|actually)\b"
)
"""Words beside which bare number words are values ("백십칠이 아니라 팔십오가 맞네요")."""

_DIGIT: Final = lazy_regex(r"[0-9]")
_SENTENCE_END: Final = lazy_regex(r"[.?!](?:\s|$)")

_RATE_UNITS: Final = frozenset({"/min"})


@dataclass(frozen=True, slots=True)
class Pressure:
    """A pair of blood pressures in mm[Hg] and its span."""

    systolic: int
    diastolic: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """One utterance: its normalised text, and what was found where. All spans refer to ``text``."""

    text: str
    cue_text: str
    language: Language
    """The language in which concepts are displayed."""
    day: str
    """The local ISO date of speaking."""
    mentions: tuple[Mention, ...]
    numbers: tuple[NumberMention, ...]
    """As in the scan."""
    quantities: tuple[QuantityMention, ...]
    """Numbers that may be values or doses: those of dates, frequencies, counts and names are left out."""
    pressures: tuple[Pressure, ...]
    frequencies: tuple[FrequencyMention, ...]
    dates: tuple[DateMention, ...]
    clauses: tuple[Clause, ...]
    cues: tuple[CueMatch, ...]
    parts: frozenset[ReadingPart]
    """What is read: all parts, except in an ablation."""
    _starts: tuple[int, ...]
    _sentences: tuple[Span, ...]
    _mention_starts: tuple[int, ...]
    _cue_starts: tuple[int, ...]

    def clause_at(self, place: int) -> Clause:
        """The clause that covers ``place``."""
        return self.clauses[self.index_at(place)]

    def index_at(self, place: int) -> int:
        """The index of the clause that covers ``place``."""
        return max(0, bisect_right(self._starts, place) - 1)

    def sentence_span(self, sentence: int) -> Span:
        """The span of a sentence; an empty one for a sentence that is not there."""
        return self._sentences[sentence] if 0 <= sentence < len(self._sentences) else (0, 0)

    def within(self, start: int, end: int, kinds: Collection[str]) -> Iterator[Mention]:
        """Mentions of ``kinds`` that start in [start, end)."""
        first, last = bisect_left(self._mention_starts, start), bisect_left(self._mention_starts, end)
        return (one for one in self.mentions[first:last] if one.entry.kind in kinds)

    def cues_in(self, start: int, end: int, *kinds: Cue) -> Iterator[CueMatch]:
        """Cues of ``kinds`` that start in [start, end)."""
        first, last = bisect_left(self._cue_starts, start), bisect_left(self._cue_starts, end)
        return (cue for cue in self.cues[first:last] if cue.cue in kinds)

    def has(self, clause: Clause, *kinds: Cue) -> bool:
        """Whether a cue of ``kinds`` starts in ``clause``."""
        return any(True for _ in self.cues_in(clause.start, clause.end, *kinds))


def analyse(
    scanned: Scan,
    recogniser: ConceptRecogniser,
    language: Language,
    lexicon: Lexicon,
    parts: frozenset[ReadingPart] = READING_PARTS,
) -> Analysis:
    """Analyse a text that was looked through. Fewer ``parts`` than all only in an ablation."""
    text, folded = scanned.text, scanned.folded
    mentions = _named(folded, recogniser.find(text), lexicon, parts)
    dates: tuple[DateMention, ...] = ()
    if "dates" in parts:
        dates = tuple(date for date in scanned.dates if not _tells_age(folded, date))
    dated = _Cover(len(text), _spans(dates))
    frequencies = tuple(one for one in scanned.frequencies if not dated.touches(one.start, one.end))
    named = _Cover(len(text), (*_spans(dates), *_spans(mentions)))
    pressures = tuple(Pressure(*pair) for pair in scanned.pressures if not named.touches(pair[2], pair[3]))
    quantities = _quantities(scanned, mentions, dates, frequencies, pressures)
    if "spoken_numbers" not in parts:
        quantities = tuple(one for one in quantities if _DIGIT.search(text, one.start, one.end))
        pressures = tuple(one for one in pressures if _DIGIT.search(text, one.start, one.end))
    if "units" not in parts:
        quantities = tuple(replace(one, unit=None, unit_stated=False) for one in quantities)
    if "implied_tests" in parts:
        implied = (
            *implied_tests(folded, mentions, quantities, _spans(pressures), lexicon),
            *sized(folded, quantities, [one for one in heights(folded) if one in quantities], lexicon),
        )
        mentions = tuple(sorted((*mentions, *implied), key=lambda mention: mention.start))
    names = _spans(mentions)
    protected = sorted((*names, *_spans(dates), *_spans(frequencies), *_spans(pressures), *_spans(quantities)))
    clauses = split_clauses(folded, protected) or (Clause(0, len(text), 0, Joint.FINAL),)
    clauses = clauses if "clauses" in parts else whole_sentences(clauses)
    cues = find_cues(folded, names, tuple(span for mention in mentions if (span := _denying_span(mention))))
    unheard = unheard_cues(parts)
    cues = tuple(cue for cue in cues if cue.cue not in unheard)
    return Analysis(
        text=text,
        cue_text=folded,
        language=language,
        day=scanned.said_at.astimezone(ZoneInfo(scanned.time_zone)).date().isoformat(),
        mentions=mentions,
        numbers=scanned.numbers,
        quantities=quantities,
        pressures=pressures,
        frequencies=frequencies if "frequencies" in parts else (),
        dates=dates,
        clauses=clauses,
        cues=cues,
        parts=parts,
        _starts=tuple(clause.start for clause in clauses),
        _sentences=_sentence_spans(clauses),
        _mention_starts=tuple(mention.start for mention in mentions),
        _cue_starts=tuple(cue.start for cue in cues),
    )


def _named(
    folded: str, found: tuple[Mention, ...], lexicon: Lexicon, parts: frozenset[ReadingPart]
) -> tuple[Mention, ...]:
    """The concepts that the words name, each in the table that its neighbours point to."""
    recognised = tuple(one for one in found if not _is_high_reading(folded, one))
    if "body_complaints" in parts:
        recognised = with_body_complaints(folded, recognised, lexicon)
    mentions = without_heads(with_removals(folded, recognised, lexicon))
    if "substances" not in parts:
        return mentions
    mentions = tuple(as_test(as_medicine(mention, lexicon), folded, lexicon) for mention in mentions)
    mentions = in_rows_of_medicines(mentions, folded, lexicon)
    mentions = tuple(as_infection_test(mention, folded, lexicon) for mention in mentions)
    mentions = tuple(as_vaccination(mention, folded, lexicon) for mention in mentions)
    return tuple(for_disease(mention, folded, lexicon) for mention in mentions)


def _sentence_spans(clauses: tuple[Clause, ...]) -> tuple[Span, ...]:
    spans: list[Span] = []
    for clause in clauses:
        if clause.sentence < len(spans):
            spans[clause.sentence] = (spans[clause.sentence][0], clause.end)
        else:
            spans.append((clause.start, clause.end))
    return tuple(spans)


def _spans(items: Iterable[Mention | DateMention | FrequencyMention | QuantityMention | Pressure]) -> tuple[Span, ...]:
    return tuple((item.start, item.end) for item in items)


def _denying_span(mention: Mention) -> Span | None:
    """The span, with the predicate's ending, of a name that itself denies ("입맛이 없다"); None for other names."""
    own = (mention.entry.name_ko, *mention.entry.synonyms_ko)
    denying = [word for word in _DENYING if word in mention.surface]
    if any(_denies_alike(mention.surface, name, word) for word in denying for name in own):
        return mention.start, mention.end + _ENDING
    return None


def _denies_alike(surface: str, name: str, word: str) -> bool:
    """Whether ``name`` denies the same verb: "숨이 안 쉬어지다" does not make "숨은 안 차요" a name."""
    if word not in name:
        return False
    if word != "안 ":
        return True
    denied, own = surface[surface.find(word) + 2 :], name[name.find(word) + 2 :]
    return bool(denied and own) and (ord(denied[0]) - _SYLLABLES) // 588 == (ord(own[0]) - _SYLLABLES) // 588


def _is_high_reading(folded: str, mention: Mention) -> bool:
    return mention.entry.kind == "conditions" and bool(_HIGH_READING.match(folded, mention.end))


def _tells_age(folded: str, date: DateMention) -> bool:
    """In "올해 58세", "I am 58 this year" the year says how old somebody is, and dates nothing else."""
    if date.precision != "year":
        return False
    after, before = folded[date.end : date.end + _AGE_REACH], folded[max(0, date.start - _AGE_REACH) : date.start]
    return bool(_AGE_NEXT.match(after) or _AGE_LAST.search(before))


def without_heads(mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """``mentions`` without a general noun that only heads the name before it: "LDL 콜레스테롤" is one test."""
    kept: list[Mention] = []
    for mention in mentions:
        last = kept[-1] if kept else None
        if last is not None and _is_head_of(mention, last):
            kept[-1] = replace(last, end=mention.end)
            continue
        kept.append(mention)
    return tuple(kept)


def _is_head_of(mention: Mention, last: Mention) -> bool:
    if mention.start - last.end > 1:
        return False
    if mention.entry.kind == last.entry.kind == "procedures":
        return mention.entry.concept_id == "surgery" and last.entry.concept_id != "surgery"
    if mention.entry.kind not in MEASUREMENTS or last.entry.kind not in MEASUREMENTS:
        return False
    same_noun = mention.entry.concept_id.rsplit("_", 1)[-1] == last.entry.concept_id.rsplit("_", 1)[-1]
    return same_noun and mention.entry.concept_id != last.entry.concept_id


def _quantities(
    scanned: Scan,
    mentions: tuple[Mention, ...],
    dates: tuple[DateMention, ...],
    frequencies: tuple[FrequencyMention, ...],
    pressures: tuple[Pressure, ...],
) -> tuple[QuantityMention, ...]:
    text, folded = scanned.text, scanned.folded
    taken = _Cover(len(text), (*_spans(mentions), *_spans(dates), *_spans(pressures)))
    habits = _Cover(len(text), _spans(frequencies))
    named = {mention.start for mention in mentions}
    found = []
    spoken = (with_degrees(one, folded) for one in scanned.quantities)
    for quantity in (*heights(folded), *pounds_and_ounces(folded), *spoken, *_bare_values(text, folded, mentions)):
        if taken.touches(quantity.start, quantity.end):
            continue
        if _DECADE.match(folded, quantity.end):
            continue
        if _FEET_BEFORE.search(folded[max(0, quantity.start - 8) : quantity.start]):
            continue
        counted = (
            _COUNTED.match(folded, quantity.end)
            or _COUNT_WORD.search(folded[quantity.start : quantity.end])
            or (quantity.end + 1 not in named and _COUNTS_A_NOUN.match(folded, quantity.end))
        )
        if quantity.unit is None and (counted or habits.touches(quantity.start, quantity.end)):
            continue
        if quantity.unit in _RATE_UNITS and habits.touches(quantity.start, quantity.end):
            continue
        taken.add(quantity.start, quantity.end)
        found.append(quantity)
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def _bare_values(text: str, folded: str, mentions: tuple[Mention, ...]) -> Iterator[QuantityMention]:
    """Number words that are numbers only because a value is expected there ("백육이었어요" after a test's name)."""
    for start, end in _value_windows(text, folded, mentions):
        for number in find_numbers(text, start, end, lenient=True):
            if number.digits or number.high is not None or not _opens_number(text, number.start):
                continue
            unit = unit_at(text, number.end, float(number.value))
            code, stop = (unit.code, unit.end) if unit else (None, number.end)
            yield QuantityMention(float(number.value), None, None, None, code, unit is not None, number.start, stop)


def _opens_number(text: str, start: int) -> bool:
    """A number word does not lean on digits or a unit: "이" in "138이었어요" is the copula."""
    return start == 0 or text[start - 1] == " " or "가" <= text[start - 1] <= "힣" or text[start - 1] in "(/,"


def _value_windows(text: str, folded: str, mentions: tuple[Mention, ...]) -> Iterator[Span]:
    if _CORRECTING.search(folded):
        yield 0, len(text)
        return
    for at, mention in enumerate(mentions):
        if mention.entry.kind in MEASUREMENTS:
            following = mentions[at + 1].start if at + 1 < len(mentions) else len(text)
            end = min(mention.end + _VALUE_WINDOW, following)
            stop = _SENTENCE_END.search(folded, mention.end, end)
            particle = _PARTICLE.match(folded, mention.end)
            yield particle.end() if particle else mention.end, stop.start() if stop else end


class _Cover:
    """The characters that are spoken for."""

    def __init__(self, length: int, spans: Iterable[Span]) -> None:
        self._marks = bytearray(length)
        for start, end in spans:
            self.add(start, end)

    def add(self, start: int, end: int) -> None:
        self._marks[start:end] = b"\1" * (end - start)

    def touches(self, start: int, end: int) -> bool:
        return any(self._marks[start:end])
