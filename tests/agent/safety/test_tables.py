"""The tables of safety name only what exists: concepts, signs, sources and sentences, in both languages."""

from __future__ import annotations

import re
import string

from agent.safety.alarms import LEVELS, alarms, signs, sources
from agent.safety.crises import CRISES
from agent.safety.record import states
from agent.safety.telling import sentences
from tests.shipped import vocabulary


def test_every_alarm_rests_on_known_signs_sources_sentences_and_concepts() -> None:
    lexicon = vocabulary().lexicon
    concepts = {
        each
        for kind in ("conditions", "medications", "drug_classes", "procedures")
        for entry in lexicon.entries(kind)
        for each in (entry.concept_id, *entry.broader)
    } | states()
    for alarm in alarms():
        assert {sign.removeprefix("~") for group in alarm.signs for sign in group} <= set(signs()), alarm.alarm_id
        assert set(alarm.unless) <= set(signs()), alarm.alarm_id
        assert alarm.level in LEVELS
        assert alarm.source in sources(), alarm.alarm_id
        assert not alarm.first or alarm.first in sentences(), alarm.alarm_id
        unknown = {token for group in alarm.known for token in group} - concepts
        assert not unknown, (alarm.alarm_id, unknown)
        assert re.search("[가-힣]", alarm.name_ko) and not re.search("[가-힣]", alarm.name_en)


def test_no_sign_and_no_source_is_left_without_a_rule() -> None:
    used = {sign.removeprefix("~") for alarm in alarms() for group in alarm.signs for sign in group}
    used |= {sign for alarm in alarms() for sign in alarm.unless}
    assert set(signs()) == used
    cited = {alarm.source for alarm in alarms()} | {crisis.source for crisis in CRISES}
    assert set(sources()) >= cited


def test_a_limit_of_a_reading_names_a_test_of_the_lexicon_and_a_source() -> None:
    lexicon = vocabulary().lexicon
    tests = {entry.concept_id for kind in ("labs", "vitals") for entry in lexicon.entries(kind)}
    for crisis in CRISES:
        assert crisis.test in tests
        assert crisis.source in sources()


def test_each_sentence_has_the_same_slots_in_both_languages() -> None:
    for key, pair in sentences().items():
        slots = {language: set(_slots(text)) for language, text in pair.items()}
        assert set(slots) == {"ko", "en"}, key
        assert slots["ko"] == slots["en"], key


def _slots(text: str) -> list[str]:
    return [slot for _, slot, *_ in string.Formatter().parse(text) if slot]
