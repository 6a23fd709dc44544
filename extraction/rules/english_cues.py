"""English cue words. These cues stand before what they govern, but for those in ``AFTER``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from extraction.rules.cue_kinds import Cue

ENGLISH_CUES: Final[Mapping[Cue, str]] = {
    Cue.NEGATION: (
        r"\bno\b(?! (?:wait|longer|idea|problem|doubt|one knows|more than|,))(?!\s?[,.!?]|$)|\bwithout\b"
        r"|\bden(?:y|ies|ied)\b|\bnone\b|\bnobody\b|\bno one\b"
        r"|\bstopped (?:having|getting|feeling)\b|\bnever (?:had|been|got|took|taken|have|smoked|smoke|drank"
        r"|drunk|drink|used|experienced|felt"
        r"|exercise)\b|\bnegative for\b|\bruled out\b(?= \w)|\bfree of\b|\bneither\b|\bnor\b"
        r"|\b(?:do|does|did|have|has|had|am|is|are|was|were|ca|could|would)(?:n't|nt\b| not\b)(?! (?:only|sure"
        r"|certain|just|know|wrong|right|improv\w*|better|able))"
        r"|\bdont\b|\bi'm not(?! (?:sure|certain|mine|only))|\b(?:he|she|it|they|we|you)'(?:re|s) not(?! (?:sure"
        r"|certain|mine))|\bnot (?:had|have|having|been|taking|on|allergic|using|experienc\w+|feeling|got|any"
        r"|a smoker)\b|\bnot\b(?= (?:diabetic|hypertensive|pregnant|asthmatic))"
    ),
    Cue.DENIAL: (
        r"\bturn(?:ed|s) out (?:not|i (?:do|did|was|am)n't|i (?:do|did|was) not|it (?:was|is)n't"
        r"|to be (?:negative|nothing|wrong))|\bit (?:was|is)n't\b(?=\s?(?:[.,;!]|$|that|it))"
        r"|\bi (?:do|did)(?:n't| not)(?: actually| really)?(?: have (?:it|one|that|any))?(?=\s?(?:[.,;!]|$))"
        r"|\b(?:was|were|came back|tested) negative\b|\b(?:was|were|been|got) ruled out\b|\btests? sa(?:y|id"
        r"|ys) (?:i )?(?:do|did|am"
        r"|no|was|it)(?:n't| not)?"
    ),
    Cue.RESOLVED: (
        r"\bgone(?: now| away)?\b|(?<=cancer)[- ]free\b|\bwent away\b|\bcleared up\b|\bresolved\b|\bcured\b"
        r"|\brecovered\b|\bhealed\b"
        r"|\bgrew out of\b|\boutgrew\b|\bno longer ha(?:ve|s)\b|\bgot over\b"
        r"|\b(?:all )?(?:better|fine|ok|okay|well) now\b|\b(?:am|i'm|it's) (?:now )?(?:fine|all right|over it)\b"
        r"|\bdo(?:n't| not) have (?:it|that|them) (?:any ?more|now)\b|\b(?:has|have) (?:stopped|passed)\b"
    ),
    Cue.REMISSION: r"\b(?:in|into) (?:complete |partial )?remission\b",
    Cue.RECURRENCE: (
        r"\b(?:came|come|coming) back(?! (?:at|as|with|normal|negative|positive|fine|high|low|to (?:you|the)))"
        r"|\brecurr(?:ed|ence|ing)\b|\brelapsed?\b|\bflared? up again\b"
    ),
    Cue.STOPPED: (
        r"\bstopp(?:ed|ing)\b(?! (?:by|at|in)\b)|\bstop\b(?= (?:taking|using|smoking|drinking"
        r"|it)\b)(?<=\bto stop)|\bquit\b|\bgave up\b|\bgiven up\b|\bused to (?:take|be on|use|smoke|drink"
        r"|have to take|inject)\b|\bno longer (?:tak\w+|on|us\w+|smok\w+|drink\w*|inject\w*|need)\b"
        r"|\bcame off\b|\bcome off\b|\b(?:am|i'm|been|was|got) (?:now )?(?:taken )?off\b|\btaken off\b"
        r"|\btook me off\b|\bdiscontinued\b|\bdropped\b(?= (?:my|the) \w+ (?:completely|altogether))"
        r"|\b(?:do(?:n't| not)|not) (?:take|taking|use|using|smoke|drink) (?:\w+ ){0,3}?any ?more\b"
        r"|\bwas on\b(?=.{0,40}\b(?:until|till|before|years? ago|but)\b)"
    ),
    Cue.RESUMED: r"\b(?:back on|restarted|resumed|started (?:it |taking it |them )?again|taking (?:it|them) again)\b",
    Cue.ON_HOLD: r"\b(?:on hold|paused|pausing|holding off|put .{0,20} on hold|temporarily (?:stopped|off))\b",
    Cue.PLANNED: (
        r"\bplan(?:s|ned|ning)? (?:to|on)\b|\b(?:going|about|supposed|due|meant) to (?:start|take|have|begin|be"
        r"|go on|get|try|undergo|see)\b|\bgonna (?:start|take|have|begin|get)\b"
        r"|\bwill (?:be )?(?:start|take|have|begin|get|try|go|undergo|starting|taking|having)\b|\b(?:i"
        r"|we)'ll (?:be )?(?:start|take|have|begin|get|try)\w*\b|\bam to (?:start|have|begin|take)\b|\b(?:start"
        r"|begin|hav|switch|tak)ing\b(?=.{0,40}\b(?:next|tomorrow|soon|on (?:mon|tues|wednes|thurs|fri|satur"
        r"|sun)day)\b)"
        r"|\b(?:may|might|could) (?:also |have to |need to )?(?:start|put|place|switch|begin|need|prescribe|go on"
        r"|be put|be started)\b|\bconsidering\b"
        r"|\b(?:thinking|talking|talked|spoke) (?:about|of) (?:starting|putting|adding|going on|prescribing)\b"
        r"|\bscheduled\b|\bbooked\b|\bappointment for\b|\bwants? me (?:to (?:start|take|try|go)|on)\b|\b(?:told"
        r"|asked|advised) me to (?:start|take|try|go on|begin)\b|\bstarts?\b(?=.{0,20}\b(?:next week|next month"
        r"|tomorrow)\b)"
    ),
    Cue.PAST: (
        r"\bas a (?:kid|child|baby|teen\w*|boy|girl|young \w+)\b|\bwhen i was (?:a |little|young|small|\d+)"
        r"|\bin (?:my )?childhood\b|\byears? ago\b|\bin the past\b|\b(?:i|we) (?:once |used to "
        r"|previously )?had\b(?! to\b)|\bused to (?:have|get|suffer)\b|\bonce (?:had|got|broke)\b|\bpreviously\b"
        r"|(?<!family )(?<!medical )\bhistory of\b|\bh/o\b"
        r"|\b(?:i|i've|i have) (?:beat(?:en)?|survived|overc[oa]me|fought off)\b"
        r"|\bsurvivor\b|\bpast history\b|\bback in\b"
    ),
    Cue.UNCERTAIN: (
        r"\bmight\b|\bmay (?:have|be|also|possibly|well|start|put|need|switch|prescribe)\b|\b(?:thinking|talking"
        r"|talked) about\b|\bconsidering\b|\bpossib(?:le|ly)\b|\bprobabl[ey]\b|\bsuspect\w*"
        r"|\bnot (?:quite |really |100% |entirely |completely |yet |so )?(?:sure|certain|confirmed)\b"
        r"|\bi think\b|\bi guess\b|\bi believe\b|\bmaybe\b|\bperhaps\b"
        r"|\bcould (?:be|have)\b|\bseems? (?:like|to)\b|\blooks? like\b|\bquestionable\b|\bunconfirmed\b"
        r"|\blikely\b|\bpresumed\b|\baren't sure\b|\bisn't sure\b"
    ),
    Cue.UNKNOWN: (
        r"\bdo(?:n't| not) (?:really |actually )?know\b|\bnot (?:really |quite |entirely )?(?:sure|certain)\b"
        r"|\bno idea\b|\bunsure\b|\bunknown\b|\bhave(?:n't| not) been tested\b|\bnever been tested\b|\bcan(?:'t"
        r"|not) (?:say|tell|remember)\b"
    ),
    Cue.HYPOTHETICAL: (
        r"\bwhat if\b|\b(?:said|told|advised|warned|supposed|better)(?: me| us)? not to\b|\b(?:worried|afraid"
        r"|scared|terrified|concerned|fear) (?:that )?(?:i|it|this)(?:'m|'s|'ll)?\b"
        r"|\b(?:worried|afraid|scared|terrified|concerned) (?:about|of) (?:getting|having|developing)\b"
        r"|(?<!not sure )(?<!know )(?<!only )(?<!even )\bif\b(?! (?:needed|necessary|required))"
        r"|\bsuppos(?:e|ing)\b|\bin case\b|\bunless\b|\bshould \w+(?: \w+)? ever\b|\bwere to\b|\bassuming\b"
        r"|\bin the event\b"
    ),
    Cue.QUESTION: (
        r"(?:^|[.!?,;]\s*|\b(?:and|but|so|then)\s)(?:hi,? |hello,? |well,? |so,? |and,? "
        r"|ok(?:ay)?,? )?(?P<at>(?:what(?! i (?:said|told|gave))|why|how|which|when (?:should|can|do|will|is)"
        r"|who|where|can|could|should|shall|do i|do you|does|did i|did you|is (?:it|that|this|there|my)"
        r"|are (?:there|these|my|you)|am i|may i|would|will (?:i|it|this|that)|has (?:it|my)|have (?:i|my))\b)"
    ),
    Cue.REQUEST: (
        r"(?:^|[.!?]\s+)(?:list|name|give|describe|compare|recommend|suggest|define|outline|write|provide)\b"
        r"|\bplease\b|\btell me\b|\bexplain\b|\bshow me\b|\blist (?:my|the|all)\b|\bsummari[sz]e\b|\bgive me (?:the|my"
        r"|an? (?:list|summary|overview|table|plan))\b|\bremind me\b|\blet me know\b|\b(?:want|wanted|like|love"
        r"|need) to (?:know|ask|stop|start"
        r"|quit|try|change)\b|\bwonder(?:ing)?\b|\bcurious\b"
    ),
    Cue.SPOKEN_BEFORE: (
        r"\b(?:i|i've|i had) (?:just |earlier |already |previously )?(?:said|told (?:you|him|her)|gave|called"
        r"|mentioned|reported|wrote|stated|put)\b|\bwhat i said\b"
    ),
    Cue.ERROR: (
        r"\bwrong\b|\bmistak\w*|\bmisspoke\b|\bmisread\b|\bmisremember\w*|\bmixed\b.{0,12}\bup\b|\bcorrection\b"
        r"|\bi meant\b|\bincorrect\b|\bin fact\b|\bactually\b|\breally (?:was|is|it)\b|\b(?:was|is|it's"
        r"|it was) really\b|\bbut really\b|\bshould (?:be|have been|read)\b|\bi forgot\b|\btypo\b|\b(?:was"
        r"|is)n't\b|\b(?:is|was|it's) not\b|,? not\b"
    ),
    Cue.RETRACTION: (
        r"\btake (?:that |it )?back\b|\bscratch (?:that|what|the)\b|"
        r"(?<!\bi )(?<!\bwe )(?<!n't )(?<!not )(?<!never )(?<!ways )(?<!keep )(?<!to )\bforget (?:what|that|about"
        r"|the|i)\b"
        r"|\bignore\b|\bwithdraw\b|\bstrike (?:that|what)\b|\bcancel (?:that|what|the)\b|\bremove (?:the|that|my"
        r"|it)\b|\bdelete\b|\bretract\b|\bdisregard\b|\btake (?:it|that) (?:out|off)\b|\boff (?:the|my) (?:list"
        r"|record|chart)\b"
        r"|(?:\b(?:remove|delete|strike|cross|drop|erase|clear)\b[^.;?!]{1,40}?\b(?:off|from|out of)"
        r"|(?<!\bi )\btake\b[^.;?!]{1,40}?\b(?:off|out of)) (?:the|my|that) (?:\w+ ){0,2}?"
        r"(?:lists?|records?|chart|file|profile|history|allergies|medications|medicines|meds|problems)\b"
        r"|\b(?:is|was|are|were|'s)(?:n't| not) (?:mine|about me|my own|me)\b|\bnot (?:mine|about me)\b"
    ),
    Cue.REVERTING: (
        r"\bundo\b|\brevert\b|\b(?:first|original|initial|earlier|old)\b[^.;?!]{0,50}\b(?:right"
        r"|correct)\b(?! now)(?!\?)|\bgo back to (?:the|what)\b|\bchange it back\b|\bput it back\b"
    ),
    Cue.CHANGED: (
        r"\brais(?:ed|ing)\b|\bincreas(?:ed|ing)\b|\bwent up\b|\bgone up\b|\bbump(?:ed)?\b|\bupped\b"
        r"|\blower(?:ed|ing)\b|\breduc(?:ed|ing)\b|\bcut\b|\bdecreas(?:ed|ing)\b|\bwent down\b|\bcame down\b"
        r"|\bdropp(?:ed|ing) (?:to|from|it|my|the)\b"
        r"|\bchang(?:ed|ing)\b|\bswitch(?:ed|ing)\b|\bdoubled\b|\bhalved\b|\badjusted\b|\bnow (?:take|taking|on"
        r"|at)\b(?=.{0,30}\binstead\b)|\bmoved (?:me |it )?(?:up|down)\b"
    ),
    Cue.CONFIRMATION: r"\b(?:is|was|that's) (?:right|correct)\b",
}
"""One regular expression a cue, over the cue text; a group ``at`` is where the cue itself begins."""

AFTER: Final = frozenset({Cue.DENIAL, Cue.RESOLVED, Cue.REMISSION, Cue.RECURRENCE})
"""Cues that mostly follow what they speak of, in English too."""
