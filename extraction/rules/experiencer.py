"""Who a statement is about: the patient, a relative, or somebody whose health is none of our business.

The last subject named before a finding owns it, as long as the sentence goes on; a sentence without a subject of its
own goes on about the person before when its verb is honorific or reported, or its pronoun says so.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from domain.values import PATIENT
from extraction.naming.mentions import Mention
from extraction.rules.clauses import Clause
from extraction.text.lazy_regex import lazy_regex

OTHER: Final = "other"
"""Somebody who is neither the patient nor a relative: nothing about them is remembered."""

FAMILY: Final = "family"
"""Relatives in general."""

_SELF: Final = lazy_regex(
    r"(?<![가-힣])(?:저는|제가|저도|저만|저의|제(?=\s|$)|전(?=\s[가-힣])(?!\s?(?:부터|에))|나는|내가|나도"
    r"|난(?=\s)|내(?=\s(?:병|얘기|약|혈|검사|몸"
    r"|이야기))|본인)"
    r"|\b(?:i|i'm|i've|i'd|i'll|me|mine|myself|we)\b|\bmy\b"
)
_OTHERS: Final = lazy_regex(
    r"(?:친구|이웃|옆집|윗집|아랫집|앞집|동료|지인|직장\s?상사|회사\s?사람|룸메이트|(?<![가-힣])선배"
    r"|(?<![가-힣])후배|환자(?:들|분들)?\s?중|(?<=[는은린] )(?:사람|분)(?=들?[은는이도한])(?!이(?:에|고|라|야|지"
    r"|었|거|죠))(?!들?[은이도]\s?(?:아무도\s?)?(?:없|많|있))|강아지|고양이|반려견|옆\s?(?:사람|환자|침대)"
    r"|다른\s?(?:사람|환자|분)|남들|사람들"
    r"|(?:아는|어떤|동네|옆집|경로당|교회|회사)\s?(?:사람|분|언니|오빠|누나|형|동생|아저씨|아주머니|할머니"
    r"|할아버지|어르신))[가-힣]{0,3}?\s?(?:[가이은는도의께]|[가-힣]"
    r"|,|\s)"
    r"|\b(?:friend|neighbou?r|co-?worker|colleague|room-?mate|boss|classmate|teacher|someone|somebody|people"
    r"|everyone|guy|lady|dog|cat|other patients?|another patient)(?:'s|s)?\b"
)
_HOUSEHOLD: Final = lazy_regex(
    r"(?:저희|우리)\s?집(?:안|은|에|이)|집안|가족력|가족\s?중|가족들?(?:이|은|에|의|한테)|대대로|친가|외가|유전"
    r"|\b(?:family|relatives?|runs in)\b"
)
_HEARSAY: Final = lazy_regex(
    r"(?:뉴스|인터넷|유튜브|방송|텔레비전|티비|tv|기사|책|논문|카페|블로그)(?:에서|에|를|을)|\bi (?:read"
    r"|saw)(?: somewhere| online)? (?:that|about)\b"
    r"|\bon the (?:news|internet|radio)\b|\b(?:articles?|studies|experts)\b"
)
"""Where talk about health in general comes from."""

_ADNOMINAL_BEFORE: Final = lazy_regex(
    r"(?:먹는|먹은|드시는|있는|[가-힣]신|앓는|앓은|걸린|가진|받은|하는|맞는|쓰는|높은|심한)\s(?:[가-힣]{1,3}\s)?$"
)
"""A clause that describes the person named next: "당뇨약 먹는 친구"."""

_TOGETHER: Final = lazy_regex(
    r"(?:님)?\s?(?:하고|이랑|랑|와|과|및|도|,|&)\s?(?:저희\s|우리\s)?|,? (?:and|or) (?:my |also |her |his )*|, (?:my )?"
)
"""What joins relatives who share what is said next."""

_REACH: Final = 24
_ELDER_BROTHER: Final = lazy_regex(r"(?<![가-힣\d])(?:큰|작은|친)?형(?:님)?(?=(?:이|은|도|의|께서|네)\s|\s?한테서?\s)")
"""One syllable that a dictionary must not find inside other words ("2형", "체형")."""

_NOT_SUBJECT_AFTER: Final = lazy_regex(
    r"\s?(?:한테|에게|께(?!서)|보고|(?:says?|said|told|thinks?|swears?|keeps? (?:saying|telling))\b"
    r"|[이가]\s(?:그러|그랬|그러더|말하|걱정|알려)|덕분|랑\s?같이|와\s?같이|과\s?함께|때문에?\s?(?:걱정|스트레스))"
)
_NOT_SUBJECT_BEFORE: Final = lazy_regex(r"\b(?:with|to|for|by|tell|told|asked?|beside|near) (?:my |our |the )?$")
_OWNER_AFTER: Final = lazy_regex(
    r"\b(?:runs?|is|was|are|were|belongs?)\s+(?:on |in |with |to |from )?(?:my |our |the )?$"
)
_POSSESSED: Final = lazy_regex(r"\s?(?:거|것|꺼|얘기|이야기)(?:예|에|이|였|입|야|라|래)")
"""What makes the relative named before it the owner of all that was said ("그 150은 어머니 거예요")."""

_SOMEBODY: Final = lazy_regex(
    r"\b(?:he|she) (?:was told|was diagnosed|has|had|takes|took|is|needs|might need|suffers|got)\b"
)
"""Somebody who was not named: "she was told she might need insulin"."""

_CARRIED: Final = lazy_regex(r"[으]?(?:시[고며는었네ㄴ]|셨|세요|십니)|대요|래요|\b(?:he|she|they|his|her|their)\b")


@dataclass(frozen=True, slots=True)
class Subject:
    """Whose statement it is from ``start`` on; ``backward`` subjects own what stands before them in the clause."""

    who: str
    start: int
    backward: bool = False


class Experiencers:
    """The subjects of an utterance, in order."""

    def __init__(self, text: str, clauses: tuple[Clause, ...], mentions: tuple[Mention, ...]) -> None:
        self._text = text
        self._clauses = clauses
        self._subjects = tuple(sorted(_subjects(text, mentions), key=lambda subject: subject.start))
        self._subject_starts = [subject.start for subject in self._subjects]
        self._groups = tuple(_groups(text, mentions))
        self._sentence_starts: dict[int, int] = {}
        for one in clauses:
            self._sentence_starts.setdefault(one.sentence, one.start)
        self._inherited = self._carry()

    def of(self, place: int, clause: Clause) -> str:
        """Who owns a finding at ``place`` of ``clause``: "patient", a relative's word, FAMILY or OTHER."""
        sentence_start = self._sentence_starts[clause.sentence]
        here = bisect_right(self._subject_starts, place)
        for subject in self._subjects[here : bisect_left(self._subject_starts, clause.end)]:
            if subject.backward:
                return subject.who
        for subject in reversed(self._subjects[bisect_left(self._subject_starts, sentence_start) : here]):
            if not subject.backward:
                return subject.who
        somebody = _SOMEBODY.search(self._text, sentence_start, place)
        return self._inherited.get(clause.sentence, OTHER if somebody else PATIENT)

    def sharing(self, place: int, clause: Clause) -> tuple[str, ...]:
        """All who own a finding at ``place``: several where relatives are named together ("mother and sister")."""
        who = self.of(place, clause)
        group = next((group for group in reversed(self._groups) if group[0] <= place and who in group[1]), None)
        inside = group is not None and group[0] >= self._sentence_starts[clause.sentence]
        return group[1] if group is not None and inside else (who,)

    def named(self, start: int, end: int) -> str | None:
        """The first relative or other person named in [start, end), if any."""
        return next((one.who for one in self._subjects if start <= one.start < end and one.who != PATIENT), None)

    def _carry(self) -> dict[int, str]:
        """The subject that each sentence takes over from the one before."""
        inherited: dict[int, str] = {}
        last = PATIENT
        for sentence in dict.fromkeys(clause.sentence for clause in self._clauses):
            own = [clause for clause in self._clauses if clause.sentence == sentence]
            start, end = own[0].start, own[-1].end
            if last != PATIENT and _CARRIED.search(self._text, start, end):
                inherited[sentence] = last
            named = [subject.who for subject in self._subjects if start <= subject.start < end]
            last = named[-1] if named else inherited.get(sentence, PATIENT)
        return inherited


def _subjects(text: str, mentions: tuple[Mention, ...]) -> Iterator[Subject]:
    for match in _ELDER_BROTHER.finditer(text):
        yield Subject("brother", match.start())
    relatives = [mention for mention in mentions if mention.entry.kind == "relatives"]
    for mention in relatives:
        before = text[max(0, mention.start - _REACH) : mention.start]
        runs = mention.surface.lower().startswith("run")
        if (
            runs
            or _OWNER_AFTER.search(before)
            or _ADNOMINAL_BEFORE.search(before)
            or _POSSESSED.match(text, mention.end)
        ):
            yield Subject(_kin(mention), mention.start, backward=True)
        elif not _NOT_SUBJECT_AFTER.match(text, mention.end) and not _NOT_SUBJECT_BEFORE.search(before):
            yield Subject(_kin(mention), mention.start)
    for match in _OTHERS.finditer(text):
        yield Subject(OTHER, match.start(), backward=bool(_ADNOMINAL_BEFORE.search(text[: match.start()][-_REACH:])))
    for match in _HEARSAY.finditer(text):
        yield Subject(OTHER, match.end())
    covered = {place for mention in mentions for place in range(mention.start, mention.end)}
    for match in _HOUSEHOLD.finditer(text):
        if match.start() not in covered:
            yield Subject(FAMILY, match.start(), backward=match[0] == "runs in")
    for match in _SELF.finditer(text):
        if match.start() not in covered:
            yield Subject(PATIENT, match.start())


def _groups(text: str, mentions: tuple[Mention, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Relatives named together, each group with the place where it begins."""
    group: list[Mention] = []
    for mention in (one for one in mentions if one.entry.extra.get("kin") == "1"):
        if group and _TOGETHER.fullmatch(text, group[-1].end, mention.start):
            group.append(mention)
            continue
        if len(group) > 1:
            yield group[0].start, tuple(dict.fromkeys(_kin(one) for one in group))
        group = [mention]
    if len(group) > 1:
        yield group[0].start, tuple(dict.fromkeys(_kin(one) for one in group))


def _kin(mention: Mention) -> str:
    return mention.entry.concept_id if mention.entry.extra.get("kin") == "1" else OTHER
