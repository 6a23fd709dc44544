"""What extraction knows: the shipped lexicon, a user's own tables over it, and a licensed MedCAT pack beside it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from extraction.naming.concepts import PARTS, Part, Recogniser
from extraction.naming.lexicon import Lexicon, load_lexicon


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The lexicon, and the recogniser that finds its concepts and those of the pack."""

    lexicon: Lexicon
    recogniser: Recogniser


def load_vocabulary(
    lexicon_directory: Path | None = None,
    medcat_pack: Path | None = None,
    *,
    parts: frozenset[Part] = PARTS,
    unheard: frozenset[str] = frozenset(),
) -> Vocabulary:
    """Load the lexicon with the tables of ``lexicon_directory``, and the model pack at ``medcat_pack``.

    ``parts`` are the matchers to use: fewer than all only in an ablation. ``unheard`` are authors whose phrases are
    left out, to measure on their words.

    A pack is a pickle, which runs code as it is loaded: name only one that you trust. Raises LexiconError and the named
    failures of :mod:`extraction.naming.medcat.pack`.
    """
    lexicon = load_lexicon(lexicon_directory, unheard=unheard)
    if medcat_pack is None:
        return Vocabulary(lexicon, Recogniser(lexicon, parts=parts))
    # MedCAT takes a second to import, and only a pack needs it this early.
    from extraction.naming.medcat.pack import load_pack

    return Vocabulary(lexicon, Recogniser(lexicon, load_pack(medcat_pack, lexicon), parts=parts))
