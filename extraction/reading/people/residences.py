"""Where somebody lives, as it is told: "from Leeds", "I live in Oban", "부산 살아요", "전남 고흥에서 유자 농사 지어요".

A town is an open name: in English a capital letter and a place in the sentence tell it, in Korean a closed list of
cities and counties. A journey, a hospital, who is visited and a word that is no place are none; a country that somebody
is from is that one's origin, not the home.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extraction.reading.people.names_en import is_ordinary, is_people, name_at
from extraction.reading.sheet import Sheet
from extraction.text.lazy_regex import lazy_regex

_LIVES: Final = lazy_regex(
    r"(?<!to )(?<!not )(?<!don't )(?<!used )\b(?:(?:i|he|she|we|they)(?:'m|'re|'s| am| are| is)? (?:now "
    r"|currently |still |both )?(?:live|lives|living|reside|resides|based"
    r"|retired|settled|moved|relocated)|living|lives|based|resident|residing|(?:have|has|'ve|'s) (?:lived|moved))"
    r"(?: (?:alone|on my own|by (?:my|him|her)self|here|with (?:my|his|her) [a-z]+|out|up|down|over|back"
    r"|outside|near|just outside))*"
    r"(?: (?:in|outside|near|of|to|at|up in|down in|over in|around))? (?:the (?:city|town|village) of )?(?=[a-z])"
)
_FROM: Final = lazy_regex(
    r"(?:\b(?:i'm|i’m|i am|im|we're|we are|he's|she's|he is|she is|myself|here|name's|name is|it's|its|this is)\b"
    r"(?P<between>[^.;!?\n]{0,48}?)|(?:^|[.!\n]\s?)(?P<opening>[^.;!?\n]{0,40}?))\bfrom\s(?=[a-z])"
)
_NO_HOME: Final = lazy_regex(
    r"\b(?:back|home|away|off|sore|tired|suffer\w*|recover\w*|letter|result\w*|transfer\w*|discharg\w*|refer\w*|call\w*|writ\w*"
    r"|read\w*|travel\w*|return\w*|flew|got|get|took|heard|advice|prescri\w*|still|better|worse|bad|pain|hurt\w*|bought|order\w*"
    r"|born|originally|came|come|moved|apart|graduat\w*|retired|out|on|taking|not|visiting|staying)\b"
)
_COMMA: Final = lazy_regex(
    r"(?:^|[.!\n]\s?)[^.;!?\n]{0,40}?\b\d{2}(?:\s?(?:yo|y/o|yrs?|years?(?: old)?))?[\s,]{0,2}(?:f|m|male|female"
    r"|woman|man|lady)?,\s(?=[a-z])"
)
_ENDS: Final = lazy_regex(
    r"\s*(?:[.,;!?)\n/–—-]|$|\b(?:and|but|with|where|in|last|this|about|near|now|for|since|on|i|with|my|here|so|by|uk|usa|these)\b|\d)"
)
_NO_PLACE: Final = frozenset(
    "ward hospital clinic icu hdu er a&e pacu nhs gp tuesday monday boots tesco walgreens cvs facebook google reddit"
    " mum dad covid surgery uni college school work accident birth may"
    " january february march april june july august september october november december christmas".split()
)
_REGION: Final = lazy_regex(r",\s(?=[A-Z])")

_CITIES: Final = (
    "서울 부산 대구 인천 광주 대전 울산 세종 제주 서귀포 수원 성남 의정부 안양 부천 광명 평택 동두천 안산 고양 "
    "과천 구리 남양주 오산 시흥 군포 의왕"
    " 하남 용인 파주 이천 안성 김포 화성 양주 포천 여주 연천 가평 양평 춘천 원주 강릉 동해 태백 속초 삼척 홍천 "
    "횡성 영월 평창 정선 철원 화천"
    " 양구 인제 양양 청주 충주 제천 보은 옥천 영동 증평 진천 괴산 음성군 단양 천안 공주 보령 아산 서산 논산 "
    "계룡 당진 금산 부여 서천 청양 홍성"
    " 예산 태안 전주 군산 익산 정읍 남원 김제 완주 진안 무주 장수군 임실 순창 고창 부안 목포 여수 순천 나주 "
    "광양 담양 곡성 구례 고흥 보성 화순"
    " 장흥 강진 해남 영암 무안 함평 영광 장성 완도 진도 신안 포항 경주 김천 안동 구미 영주 영천 상주 문경 경산 "
    "의성 청송 영양 영덕 청도 고령군"
    " 성주 칠곡 예천 봉화 울진 울릉도 창원 마산 진해 진주 통영 사천 김해 밀양 거제 양산 의령 함안 창녕 고성 "
    "남해 하동 산청 함양 거창 합천 강남"
    " 분당 일산 판교 동탄 송도 강화 해운대 영도 강원도 경기도 경상도 전라도 충청도 제주도 전남 전북 경남 경북 "
    "충남 충북".split()
)
_KO_PLACE: Final = (
    rf"(?P<place>(?:{'|'.join(sorted(_CITIES, key=len, reverse=True))})(?:시|군|구"
    rf"|도)?(?:\s[가-힣]{{1,5}}(?<![에서])(?:시|군|구|동|읍|면|리|도|섬)?)??)"
)
_LIVES_KO: Final = lazy_regex(
    rf"(?<![가-힣]){_KO_PLACE}(?:에서?|서|에)?\s(?:혼자\s?|둘이\s?|쭉\s?|계속\s?|지금\s?|남편이랑\s?|아내랑\s?)?"
    r"(?:살(?!았|던|다가|이|짝|\s?때|\s?적)|사는(?!\s?(?:언니|오빠|누나|형|동생|친구|딸|아들|이모|고모|삼촌|조카|시누|사촌|며느리))|삽니다|산다|사세요|사시|사셔|삼(?![가-힣])|거주|지내|지냅|지낸)"
)
_WORKS_KO: Final = lazy_regex(
    rf"(?<![가-힣]){_KO_PLACE}(?:에서|서)\s[^.!?,\n]{{1,18}}?(?:하는|모는|허는|하고 있는|키우는|짓는|튀기는"
    rf"|굽는|파는|가르치는|잡는|짓습|지어|짓고|농사|장사|식당|가게|물질)"
    r"(?=[^.!?\n]{0,14}(?:사람|살|세|입니다|예요|이에요|인데|이요|마흔|쉰|예순|일흔|여든|서른|스물|[삼사오육칠팔]십|습니다|어요|어유))"
)
_OTHERS_KO: Final = lazy_regex(
    r"(?:친구|이웃|동생|언니|오빠|누나|형님?|이모|고모|삼촌|사촌|조카|시누|딸|아들|손주|부모님)(?:이|가|은|는|네|도)?\s(?:[가-힣]+\s)?$"
)


def residence_told(sheet: Sheet) -> Iterator[tuple[str, int, int]]:
    """The home that the words tell of a person, with its place in the text; a country is given by its word."""
    if sheet.language == "ko":
        for pattern in (_LIVES_KO, _WORKS_KO):
            for match in pattern.finditer(sheet.text):
                if _OTHERS_KO.search(sheet.text[max(0, match.start() - 14) : match.start()]) is None:
                    yield match["place"], match.start("place"), match.end("place")
        return
    low = sheet.text.lower()
    if len(low) != len(sheet.text):
        return
    for match in _LIVES.finditer(low):
        yield from _place(sheet, low, match.end())
    for match in _FROM.finditer(low):
        between = match["between"] if match["between"] is not None else match["opening"] or ""
        introduced = match["between"] is not None or re.search(r"\b\d\d\b|here\b|^\W*$", between) is not None
        if introduced and _NO_HOME.search(between) is None:
            yield from _place(sheet, low, match.end())
    comma = _COMMA.match(low)
    if comma is not None and _NO_HOME.search(comma[0]) is None:
        yield from _place(sheet, low, comma.end(), closed=True)


def _place(sheet: Sheet, low: str, start: int, *, closed: bool = False) -> Iterator[tuple[str, int, int]]:
    text = sheet.text
    taken = frozenset(at for one in sheet.mentions if one.confidence >= _SURELY for at in range(one.start, one.end))
    if low[start:].split(maxsplit=1)[:1] and is_people(re.split(r"\W", text[start:], maxsplit=1)[0]):
        country = re.compile(r"\w+").match(text, start)
        if country is not None and not closed:
            yield country[0], start, country.end()
        return
    found = name_at(text, start, sure=False, taken=taken)
    if found is None or _ENDS.match(low, found[1]) is None:
        return
    if any(word in _NO_PLACE for word in low[slice(*found)].split()):
        return
    end = found[1]
    if closed and (re.compile(r"\s?[.\n]|$").match(low, end) is None or is_ordinary(low[slice(*found)])):
        return
    region = _REGION.match(text, end)
    if region is not None and not closed:
        more = name_at(text, region.end(), sure=False, taken=taken)
        if more is not None and re.compile(r"\s*(?:[.;!\n]|$|\band\b)").match(low, more[1]):
            end = more[1]
    yield text[found[0] : end], found[0], end


_SURELY: Final = 0.9
