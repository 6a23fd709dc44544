"""What somebody's work is called in the record, out of English words for what that one does: "I drive the school bus".

Who drives a bus is a bus driver, who works in an office an office worker: the verb names the one who does it.
"""

from __future__ import annotations

from typing import Final

from extraction.text.lazy_regex import lazy_regex

_DOERS: Final = {
    "driv": "driver", "teach": "teacher", "clean": "cleaner", "run": "owner", "own": "owner", "work": "worker",
    "sell": "seller", "operat": "operator", "tun": "tuner", "repair": "repairer", "fix": "repairer", "deliver":
    "deliverer", "mak": "maker", "haul": "hauler", "coach": "coach",
}  # fmt: skip
_DOES: Final = lazy_regex(
    rf"(?:i )?(?P<verb>{'|'.join(_DOERS)})(?:e|s|es|ing|in)?"
    r"(?: (?:in|at|for|on|with))?(?: (?:an?|the|my own|my|our))?(?: (?:small|local|big|little|family))?"
    r" (?P<what>[a-z][a-z-]*(?: [a-z][a-z-]*)?)"
)
_WHEN: Final = lazy_regex(r" (?:at|on|for|in|nights?|days|full|part|all|most|every|and|here|there|now|out|of)\b.*")
_KNOWN_AS: Final = {
    "cabbie": "taxi driver", "artic driver": "lorry driver", "semi driver": "truck driver",
    "truck hauler": "truck driver", "on nights": "night shifts", "night shift": "night shifts",
    "cab driver": "taxi driver", "hgv driver": "lorry driver",
    "rig driver": "truck driver", "cattle owner": "cattle rancher", "sheep owner": "sheep farmer",
}  # fmt: skip


def doer_of(words: str) -> str | None:
    """The name of one who does what ``words`` say, in lower case; None where they say nothing that one does."""
    if words in _KNOWN_AS:
        return _KNOWN_AS[words]
    match = _DOES.fullmatch(words)
    if match is None:
        return None
    what = _WHEN.sub("", match["what"])
    if what.endswith(_DOING_ALREADY):
        return None
    if match["verb"] != "work":
        what = _PLURAL.sub("", what)
    name = f"{what} {_DOERS[match['verb']]}"
    return _KNOWN_AS.get(name, name)


_DOING_ALREADY: Final = ("er", "or", "ist", "man", "woman", "job", "work")
"""How nouns end that name one who does something: who is a driving instructor drives no instructors."""
_PLURAL: Final = lazy_regex(r"(?<=[a-z]{3}[^su])s$")
