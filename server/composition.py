"""What a turn is made of: the lexicon, one Korean analyser, the retrieval index, and every skill."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import structlog
from kiwipiepy import Kiwi

from agent.answers.asking.learned_kinds import LearnedKinds
from agent.answers.knowledge.cards import CardReader
from agent.answers.knowledge.fitting import FitReader
from agent.cache import ResponseCache
from agent.context import TOTAL_TOKENS, ContextAssembler
from agent.llm_turn import Allowance
from agent.ports import Ports, Skills
from agent.prompts import latest
from agent.recall.bearing import BearingReader
from agent.skills.answer import RuleAnswer
from agent.skills.compression import ExtractiveCompression
from agent.skills.intent import RuleIntent
from agent.skills.quality import RuleQuality
from agent.skills.rewrite import RuleRewrite
from agent.skills.summary import RuleSummary
from agent.skills.understanding import RuleUnderstanding
from agent.tokens import token_counter
from agent.uncertainty import SAMPLES
from domain.collecting import uncollected
from domain.records import PatientRecords
from extraction.naming.concepts import Recogniser, lexicon_words
from extraction.naming.lexicon import Lexicon
from extraction.naming.vocabulary import Vocabulary, load_vocabulary
from extraction.reading.extractor import LearnedExtractor
from extraction.reading.learned.aspects import AspectReader, load_aspects
from extraction.reading.learned.bearing import load_bearing
from extraction.reading.learned.encoder_files import load_evidence_reader
from extraction.reading.learned.faq import load_faq
from extraction.reading.learned.fit import load_fit
from extraction.reading.learned.linear import load_models
from extraction.reading.learned.recollections import RecollectionReader, load_recollections
from extraction.reading.learned.urgency import load_urgency
from extraction.text.kiwi import shared_kiwi, stems
from extraction.text.warm_store import keep_in
from projections.live import LiveViews
from retrieval import Retriever, Tokenizer
from server.corpus import open_retriever, own_index
from server.data_directory import DataDirectory
from server.freed import return_freed
from server.language_models import LanguageModels
from server.settings import Settings
from server.work import WorkPool

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is loaded once and never changes: it knows no patient."""

    lexicon: Lexicon
    recogniser: Recogniser
    analyser: Kiwi
    retriever: Retriever
    tokenizer: Tokenizer
    extractor: LearnedExtractor
    aspects: AspectReader | None
    """None where no encoder hears what side of a thing is asked."""
    fits: FitReader | None = None
    """None where no encoder hears which common question is asked, or the documents are an operator's own."""
    recollections: RecollectionReader | None = None
    """None where no encoder hears what of the record is asked for."""
    bearing: BearingReader | None = None
    """None where no encoder tells what sentences mean."""


def load_knowledge(
    directory: DataDirectory, settings: Settings | None = None, vocabulary: Vocabulary | None = None
) -> Knowledge:
    """Load, or build for the first time, all that a turn needs to know; takes seconds.

    ``vocabulary`` is one that the process has loaded already, in place of the one that ``settings`` name.

    Raises the named failures of lexicon, model pack and corpus.
    """
    settings = settings or Settings()
    if settings.cache is not None:
        keep_in(settings.cache)
    # A million objects come to stay: the collector would look through ever more of them, for a fifth of the time, and
    # once more through all of them as soon as it runs again.
    with uncollected():
        knowledge = _loaded(directory, settings, vocabulary)
        gc.freeze()
    # A seventh of all that loading took.
    return_freed()
    return knowledge


def _loaded(directory: DataDirectory, settings: Settings, vocabulary: Vocabulary | None) -> Knowledge:
    # Whoever waits for a server is told by these lines what it is busy with.
    log.info("loading", part="lexicon")
    vocabulary = vocabulary or load_vocabulary(settings.lexicon, settings.medcat_pack)
    lexicon, recogniser = vocabulary.lexicon, vocabulary.recogniser
    words = lexicon_words(lexicon)
    log.info("loading", part="analyser")
    # One analyser serves extraction and retrieval: it takes 350 MB.
    analyser = shared_kiwi(words)
    tokenizer = Tokenizer(analyser, words)
    log.info("loading", part="recogniser")
    recogniser.warm_up()
    log.info("loading", part="reader")
    encoder = load_evidence_reader() if settings.reader == "encoder" else None
    ear = None if encoder is None else load_urgency(encoder)
    extractor = LearnedExtractor(lexicon, recogniser, load_models(), encoder, ear)
    extractor.warm_up()
    log.info("loading", part="tokens")
    token_counter().count("")
    log.info("loading", part="index")
    retriever = open_retriever(settings, directory, tokenizer)
    aspects = None if encoder is None else load_aspects(encoder)
    # Whoever brings documents of their own is answered from those.
    fits = None
    if aspects is not None and own_index(settings, directory) is None:
        fits = FitReader(load_fit(), load_faq(), aspects, recogniser, retriever)
    recollections = None if encoder is None else load_recollections(encoder)
    bearing = None if encoder is None else BearingReader(load_bearing(), recogniser)
    return Knowledge(
        lexicon, recogniser, analyser, retriever, tokenizer, extractor, aspects, fits, recollections, bearing
    )


def _card_reader(knowledge: Knowledge) -> CardReader | None:
    """What answers general questions without a search; None where nothing hears what side of a thing is asked."""
    if knowledge.aspects is None:
        return None
    return CardReader(knowledge.aspects, knowledge.retriever, knowledge.recogniser, knowledge.lexicon, knowledge.fits)


def agent_ports(
    knowledge: Knowledge,
    records: PatientRecords,
    views: LiveViews,
    work: WorkPool,
    clock: Callable[[], datetime],
    models: LanguageModels | None = None,
) -> Ports:
    """The ports of the agent: every skill in its rule version, and where ``models`` are given, a model before it."""
    lexicon, recogniser, retriever = knowledge.lexicon, knowledge.recogniser, knowledge.retriever
    tokens = token_counter()
    kinds = LearnedKinds(lexicon, recogniser)
    cards, words = _card_reader(knowledge), partial(stems, knowledge.analyser)
    rules = Skills(
        intent=RuleIntent(lexicon, recogniser, kinds, cards),
        answer=RuleAnswer(lexicon, recogniser, retriever, kinds, cards, knowledge.recollections, knowledge.bearing),
        quality=RuleQuality(recogniser, lexicon),
        rewrite=RuleRewrite(),
        summary=RuleSummary(),
        understanding=RuleUnderstanding(),
        compression=ExtractiveCompression(retriever.similarity, tokens, work),
    )
    skills = models.skills(rules, lexicon, recogniser, tokens, knowledge.extractor.reader) if models else rules
    return Ports(
        records=records,
        views=views,
        extractor=knowledge.extractor,
        recogniser=recogniser,
        retriever=retriever,
        bearing=knowledge.bearing,
        skills=skills,
        twins=rules,
        cache=ResponseCache(
            recogniser, retriever.similarity, lambda: retriever.corpus_hash, words, knowledge.recollections
        ),
        context=ContextAssembler(
            tokens,
            models.tunings["answer"].budget if models and "answer" in models.tunings else TOTAL_TOKENS,
            None if skills.answer is rules.answer else latest("answer"),
        ),
        tokens=tokens,
        clock=clock,
        timer=time.perf_counter,
        work=work,
        allowance=models.allowance if models else Allowance(),
        samples=models.samples if models else SAMPLES,
    )
