"""What is not taken any more: which, since when, and the words that told why."""

from __future__ import annotations

from agent.answers.consultation import Consultation
from agent.answers.following.references import medicines_spoken
from agent.answers.part import Part, joined
from agent.answers.recollected.of_stopped import reason_told
from agent.answers.regimen import frames
from agent.answers.regimen.asked import Asked
from agent.answers.regimen.meant import Medicines
from agent.answers.regimen.told import ids_of, told_of
from agent.answers.regimen.whose import called
from agent.words.sentences import sentence
from domain.ledger import Fact
from domain.values import Status


def what_stopped(consultation: Consultation, asked: Asked, person: Medicines) -> Part:
    """What became of the medicines named; else all that was stopped, each with its reason where that is asked."""
    if asked.named:
        if not person.over and not asked.says(frames.STOPPED):
            # "Why was it changed?" is of the dose of what is taken still.
            return Part()
        return joined(_of_one(consultation, asked, one) for one in person.over or person.all)
    over = sorted(person.over, key=lambda fact: fact.content.valid_to or "", reverse=True)
    facts = (*over, *person.paused)
    language = consultation.words.language
    if not facts:
        return Part(sentence("regimen.none_stopped", language, whose=called(consultation, person)))
    items = [_item(consultation, asked, one) for one in facts]
    head = sentence("regimen.stopped", language, whose=called(consultation, person))
    text = (
        f"{head} {items[0]}"
        if len(items) == 1
        else "\n".join((head, *(f"{at}. {one}" for at, one in enumerate(items, 1))))
    )
    return Part(text, tuple(one.fact_id for one in facts), (), medicines_spoken(tuple(facts)))


def _item(consultation: Consultation, asked: Asked, fact: Fact) -> str:
    words, until = consultation.words, fact.content.valid_to
    said = words.medicine(fact.content)
    if until:
        said = sentence("ended.item", words.language, item=said, day=words.date(until))
    return f"{said} {_reason(consultation, fact)}".strip() if asked.says(frames.WHY) else said


def _reason(consultation: Consultation, fact: Fact) -> str:
    if told := reason_told(consultation, fact):
        return sentence("ended.told", consultation.words.language, words=told)
    told_words = told_of(consultation, ids_of(fact))
    return told_words.text or sentence("ended.no_reason", consultation.words.language)


def _of_one(consultation: Consultation, asked: Asked, fact: Fact) -> Part:
    words, language, until = consultation.words, consultation.words.language, fact.content.valid_to
    item = words.medicine(fact.content)
    over = fact.content.status is not Status.ON_HOLD and until is not None
    if fact.content.status is Status.ON_HOLD:
        said = item
    elif over:
        said = sentence("ended.on", language, item=item, day=words.date(until or ""))
    elif fact.content.status in (Status.STOPPED, Status.RESOLVED):
        said = sentence("ended.undated", language, item=item, day=words.date(fact.day))
    else:
        said = sentence("ended.still_taken", language, item=item)
        return Part(f"{said} {told_of(consultation, ids_of(fact)).text}".strip(), (fact.fact_id,))
    return Part(f"{said} {_reason(consultation, fact)}".strip(), (fact.fact_id,), (), medicines_spoken((fact,)))
