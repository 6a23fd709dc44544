"""The closed words by which people ask of measured values: which one, over what time, beyond which limit.

Names of tests and dates are masked before these are looked for, so "최고혈압" (systolic pressure) is no highest and
"low-density" no lowest. Korean cues are matched without spaces, since patients leave them out; English ones are whole
words. ``TEST``, ``DATE`` stand where a name or a date was.
"""

from __future__ import annotations

from typing import Final, Literal

Fold = Literal[
    "latest", "previous", "next", "first", "highest", "lowest", "best", "worst", "average", "count", "since", "trend",
    "all", "difference",
]  # fmt: skip
"""What is wanted of a series of values; with a date and no fold, the values of that date."""

TEST: Final = "\N{WHITE SQUARE}"
DATE: Final = "\N{WHITE DIAMOND}"

FOLDS: Final[tuple[tuple[Fold, tuple[str, ...], tuple[str, ...]], ...]] = (
    (
        "since",
        ("언제부터", "얼마나됐", "얼마나되", "얼마나오래", "얼마동안", "몇년째", "몇달째", "며칠째", "몇개월째",
         "시작한게언제", "시작한건언제",
         "시작한날", "언제시작", "며칠부터", "시작한날짜", "먹은지얼마", "앓은지얼마", "언제처음먹", "언제생",
         "언제진단", "진단받은게언제",
         "진단받은날", "언제걸렸", "걸린게언제", "언제발병", "몇년도에걸", "몇년도에진단", "몇년됐", "몇년되"),
        ("since when", "from when", "when did i start", "what day did i start", "what date did i start",
         "when did she start", "when did he start", "day i started", "since what date", "when did i begin",
         "how long have i", "how long ive",
         "how long i have", "how long has it been", "how long ago did i", "start date", "when was i diagnosed",
         "when did i get diagnosed", "when was i put on", "when was i started",
         "when did i develop", "what year did i get", "what year was i diagnosed", "which year was i diagnosed",
         "how long ago was i diagnosed", "what year did i start", "when did i come down with"),
    ),
    (
        "count",
        ("몇번이나", "몇번", "몇회", "몇차례", "횟수", "몇개나", "몇건"),
        ("how many times", "how many readings", "how many results", "how many values", "how many tests",
         "how many measurements", "how many checks", "how often has", "how often have", "how often was",
         "how often did",
         "number of times", "number of readings", "how many TEST", "how many occasions"),
    ),
    (
        "average",
        ("평균", "평균적"),
        ("average", "averages", "averaged", "averaging", "mean", "on the whole run"),
    ),
    (
        "previous",
        ("직전", "바로전", "그전", "그앞", "이전값", "이전결과", "이전수치", "이전것", "이전거", "이전검사", "이전은",
         "이전에는", "이전엔", "이전에얼마", "전번",
         "앞엣것", "앞의값", "하나전", "한번전", "전전", "하나앞", "바로앞", "지난번것말고", "전에는요", "전엔요"),
        ("previous", "prior", "preceding", "the one before", "before the latest", "before the last", "before last",
         "before that", "before this", "before it", "the time before", "second to last", "last but one",
         "next to last", "the reading before", "the value before", "the result before", "was it before",
         "were they before", "was that before"),
    ),
    (
        "next",
        ("그다음", "그뒤", "그후", "바로다음", "그이후"),
        ("after that", "the one after", "the next one", "the time after", "next after"),
    ),
    (
        "highest",
        ("제일높", "가장높", "젤높", "제일많이나", "가장많이나", "젤많이나", "제일많이올", "가장많이올", "최고",
         "최대", "제일올라", "가장올라", "피크", "꼭대기",
         "정점", "제일컸", "가장컸", "제일크", "가장큰", "높았던", "높게나온", "높이나온"),
        ("highest", "maximum", "max", "peak", "peaked", "peaking", "greatest", "biggest", "largest", "at its highest",
         "how high did", "how high has", "as high as", "the most it", "record high", "all time high", "topped out"),
    ),
    (
        "lowest",
        ("제일낮", "가장낮", "젤낮", "최저", "최소", "바닥", "제일적", "가장적", "제일떨어", "가장떨어", "제일작",
         "가장작", "낮았던", "낮게나온"),
        ("lowest", "minimum", "min", "smallest", "at its lowest", "at its least", "how low did", "how low has",
         "as low as", "bottomed", "rock bottom", "record low", "all time low", "how far down", "the least it"),
    ),
    (
        "best",
        ("제일좋", "가장좋", "젤좋", "최상"),
        ("best", "at its best"),
    ),
    (
        "worst",
        ("제일안좋", "가장안좋", "제일나쁘", "가장나쁘", "제일나빴", "가장나빴", "최악", "젤나빴", "젤안좋"),
        ("worst", "at its worst"),
    ),
    (
        "trend",
        ("추이", "추세", "흐름", "경향", "패턴", "어떻게변해", "변해왔", "변해온", "그동안어떻", "쭉어떻", "오르내"),
        ("trend", "trends", "trending", "over time", "the course", "whole course", "pattern", "progression",
         "trajectory",
         "over the months", "over the years", "creeping", "history of my"),
    ),
    (
        "first",
        ("맨처음", "처음", "첫", "제일먼저", "가장먼저", "제일오래된", "가장오래된", "최초", "시작했을때", "시작할때"),
        ("first", "very first", "earliest", "oldest", "start out", "started out", "start at", "started at",
         "start from",
         "initial", "initially", "to begin with", "at the beginning", "at the start", "originally"),
    ),
    (
        "all",
        ("전부", "모두", "모든", "전체", "다보여", "다불러", "다알려", "다말해", "싹", "쭉", "죽불러", "하나도빠",
         "하나도빼", "빠짐없이", "값들", "수치들", "기록들",
         "여태", "지금까지나온", "지금까지잰", "그동안잰", "그동안나온", "기록다", "결과다", "값다", "내역"),
        ("all", "all my", "all the", "every", "each", "complete", "entire", "everything", "readings", "values",
         "results",
         "numbers over", "series", "so far", "full list", "whole list", "go through my"),
    ),
    (
        "latest",
        ("최근", "마지막", "요즘", "요새", "지금", "현재", "이번", "지난번", "저번", "가장나중", "얼마전", "방금"),
        ("latest", "last", "most recent", "recent", "recently", "current", "currently", "now", "at the moment",
         "these days", "newest", "today", "at present", "presently"),
    ),
)  # fmt: skip
"""Each fold's cues, Korean and English; the first that is met wins, the more particular before the more general."""

CHANGED: Final = (
    ("떨어", "내려", "내렸", "낮아", "줄었", "줄어", "줄였", "감소", "빠졌", "빠진", "뺐", "올랐", "올라", "오른",
     "늘었", "늘어", "증가", "높아", "쪘", "찐",
     "좋아", "나아", "나빠", "달라", "변했", "변한", "변화", "차이", "좋아졌", "상승", "하락"),
    ("drop", "dropped", "dropping", "fall", "fallen", "fell", "falling", "lower", "higher", "down", "up", "gain",
     "gained",
     "lost", "lose", "losing", "put on", "change", "changed", "changes", "difference", "differ", "rise", "risen",
     "rose",
     "increase", "increased", "decrease", "decreased", "improve", "improved", "worse", "worsened", "better", "climbed",
     "climb", "come down", "gone up", "gone down", "shed", "jump", "jumped", "leap", "slide", "sliding", "slid",
     "slipped",
     "spike", "spiked", "crept"),
)  # fmt: skip
"""Words of change; beside how much or a date they ask for a difference."""

HOW_MUCH: Final = (
    ("얼마나", "얼마", "몇이나", "몇킬로", "몇키로", "몇", "어느정도", "얼만큼"),
    (
        "how much",
        "how many",
        "by how much",
        "how far",
        "how big",
        "what is the difference",
        "whats the difference",
        "the difference",
    ),
)
SINCE_FIRST: Final = (
    ("처음보다", "처음에비해", "처음이랑", "처음하고", "처음대비", "처음부터", "시작할때보다", "시작했을때보다"),
    ("since the first", "since the very first", "since the start", "since the beginning", "than the first",
     "from the first", "to the first", "with the first", "than at the start", "than at first"),
)  # fmt: skip
"""Words that hold the latest reading against the first."""
IN_ORDER: Final = (
    ("차례로", "차례대로", "순서대로", "날짜별", "날짜순", "시간순"),
    ("in order", "one by one", "by date", "in date order", "one after another"),
)
"""Words that ask for every reading, whatever else of them is wanted."""
COMPARED: Final = (
    ("비교", "보다", "대비", "에비해", "차이"),
    ("compare", "compared", "comparing", "versus", "vs", "difference between", "than", "against"),
)
MEANING: Final[tuple[tuple[str, ...], tuple[str, ...]]] = (
    (),
    ("does it mean", "does that mean", "does this mean", "do they mean", "do these mean", "do those mean",
     "would it mean", "could it mean", "it means", "that means", "you mean", "i mean"),
)  # fmt: skip
"""Words in which "mean" is no average."""
APART: Final = (
    ("차가", "차는", "차를", "격차", "간격", "벌어"),
    ("gap", "apart", "differ", "differs", "differed", "delta"),
)
"""Words for the distance of two values, beside those of change and of comparing."""
BETWEEN: Final = (("사이", "부터", "에서"), ("between", "from"))

UPPER: Final = (("위", "윗", "수축기", "높은쪽", "큰쪽"), ("top number", "upper", "systolic", "top"))
LOWER: Final = (
    ("아래", "아랫", "밑", "이완기", "낮은쪽", "작은쪽"),
    ("bottom number", "lower number", "diastolic", "bottom"),
)
"""Which number of a blood pressure a limit is for."""

OTHER_ASKING: Final = (
    ("왜", "이유", "원인", "때문", "어떻게하면", "어떻게해야", "낮추", "올리려", "내리려", "줄이려", "줄이는",
     "관리하", "관리법", "방법", "좋을까",
     "해야할", "해야하", "먹어도", "해도되", "해도돼", "괜찮을까", "근거", "출처", "정상범위", "정상수치", "기준치",
     "참고치", "뭐라고했", "말했", "말씀드", "고쳤", "정정", "누가", "바뀌기전"),
    ("why", "reason", "cause", "caused", "because", "should i", "what should", "how do i", "how can i", "how should",
     "bring down", "to lower", "reduce", "manage", "can i take", "may i", "normal range", "reference range",
     "target range", "healthy range", "what is a normal", "meaning of", "evidence", "source",
     "sources", "cite", "guideline", "who changed", "did i say", "did i tell", "i told you", "did you say", "what if",
     "recommend", "explain", "risk", "side effects"),
)  # fmt: skip
"""Words that ask for something else than a value on record, whatever else they name."""

DEFINING: Final = (
    ("뭐예요", "뭐에요", "뭔가요", "뭐죠", "무엇인가", "무슨뜻", "무슨검사", "무슨수치", "이란", "의미"),
    ("what does", "what do", "what is", "what are", "whats", "mean"),
)
"""Words that ask what a test is; beside a fold that only a series has ("what is my highest") they ask for a value."""
