"""English function words that carry no topic. Negations stay out: "no fever" and "fever" differ."""

from __future__ import annotations

ENGLISH_STOP_WORDS = frozenset(
    """
    a about after again all also am an and any are as at be because been before being both but by can could d did do
    does doing don during each few for from further had has have having he her here hers herself him himself his how i
    if in into is it its itself just ll m me more most my myself of off on once only or other our ours ourselves out
    over own re s same she should so some such t than that the their theirs them themselves then there these they this
    those through to too under until up upon ve very was we were what when where which while who whom why will with
    would you your yours yourself yourselves
    """.split()
)
