"""The games that a question such as “which rummy has a kitty” asks for."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from rules.engine.variants import Variant
from rules.lookup.asking import is_negative
from rules.lookup.corpus import IndexedDocument
from rules.lookup.evidence import figure_pairs
from rules.lookup.questions import ParsedQuery
from rules.lookup.ranking import Candidate
from rules.lookup.words import stem
from rules.reference.statements import StatementKind

# The start of the anchor of a single deal.
DEAL = "deal-"
# The fact that gives the number of players.
PLAYERS = "fact-players"
# A document fits if it covers at least this share of what the best document covers.
ALMOST = 0.85

_END_OF_SENTENCE = re.compile(r"[.;:?!](?= |$)")
_END_OF_ITEM = re.compile(r"[.;:?!,](?= |$)")
# The end of a fact about something that a game lacks, such as “Buy (out of turn): none”.
_NONE = ": none"
ONLY = "onli"
_WITHOUT = frozenset({"no", "without"})
_CONDITIONS = frozenset({"if", "unless", "until", "when", "which"})
# Sections whose texts are about single hands, melds or words.
_PARTS = frozenset({"bidding", "glossary", "melds", "scoring", "special-rounds"})


def is_wanted(variant: Variant, query: ParsedQuery) -> bool:
    """Return whether a game matches the kind and the numbers of players in the question."""
    kinds = frozenset(map(stem, variant.family.split("-")))
    is_kind = query.kinds_of_games <= kinds
    return is_kind and query.players <= set(variant.standard.players.counts)


def fitting(candidates: Sequence[Candidate], query: ParsedQuery) -> list[Candidate]:
    """Return the candidates whose game has what the question asks for.

    Each has the contract, or the numbers and rare words, that the question names, and covers almost
    as much of the question as the best candidate. A game is left out if a fact denies what is
    asked. Options are returned only if nothing else fits. If the question is about a number, or
    about something that a game lacks, rules are returned only if no fact fits.
    """
    lacking = {
        each.entry.document.game
        for each in candidates
        if not query.negative
        and _is_none(each.entry)
        and not each.entry.document.anchor.startswith(DEAL)
        and _share(each.entry, query) >= ALMOST
    }
    fit = [
        each
        for each in candidates
        if each.entry.document.game not in lacking and _fits(each.entry, query)
    ]
    fit = [each for each in fit if each.entry.document.section != "options"] or fit
    if query.figures or query.negative:
        fit = [each for each in fit if each.entry.document.answer] or fit
    # If several deals have the contract, keep those with the rare words of the question.
    fit = [each for each in fit if query.rare <= set(each.entry.read.terms)] or fit
    shares = [_share(each.entry, query) for each in fit]
    most = max(shares, default=0.0)
    return [each for each, share in zip(fit, shares, strict=True) if share >= ALMOST * most]


def _fits(entry: IndexedDocument, query: ParsedQuery) -> bool:
    document = entry.document
    if query.deals:
        return (document.game, document.anchor) in query.deals
    return (
        document.mark in (StatementKind.PLAIN, StatementKind.PAD)
        and query.figures <= set(figure_pairs(entry.read.terms))
        and query.rare <= set(entry.read.terms)
        and _agrees(entry, query)
    )


def _is_none(entry: IndexedDocument) -> bool:
    """Return whether a fact states that its subject doesn’t exist in a game or in a deal."""
    return entry.document.answer.rstrip(".").endswith(_NONE)


def _share(entry: IndexedDocument, query: ParsedQuery) -> float:
    """Return the share of the question that the text of a document covers."""
    if (entry.document.game, entry.document.anchor) in query.deals:
        return 1.0
    terms = frozenset(entry.read.terms)
    covered = sum(
        asked.weight
        * max((share for term, share in asked.alternatives.items() if term in terms), default=0.0)
        for asked in query.query_terms
    )
    return covered / (query.weight or 1.0)


def _agrees(entry: IndexedDocument, query: ParsedQuery) -> bool:
    """Return whether a text affirms what is asked, or denies it if the question is negative.

    “There is no kitty” fits “which rummy has no kitty”, but not “which rummy has a kitty”.
    """
    if query.negative:
        terms = [asked.term for asked in query.query_terms if asked.term not in _WITHOUT]
        return bool(terms) and _lacks(entry, terms)
    if _is_none(entry):
        return False
    clauses = list(_clauses(entry))
    # “Only on your own turn” restricts more than it affirms.
    affirmed = (clause for clause in clauses if not is_negative(clause) and ONLY not in clause)
    positive = set[str]().union(*affirmed)
    negative = set[str]().union(*filter(is_negative, clauses))
    return all(
        asked.term in positive
        or (asked.term not in negative and not positive.isdisjoint(asked.alternatives))
        or negative.isdisjoint(asked.alternatives)
        for asked in query.query_terms
    )


def _lacks(entry: IndexedDocument, terms: Sequence[str]) -> bool:
    """Return whether a text has all these terms, with “no” before the first of them.

    Texts about a part of a game, such as a single deal, are excluded.
    """
    document, words = entry.document, entry.read.terms
    is_of_a_part = document.section in _PARTS or document.anchor.startswith(DEAL)
    return (
        not is_of_a_part
        and any(one in _WITHOUT and other == terms[0] for one, other in pairwise(words))
        and set(terms[1:]).issubset(words)
        and _CONDITIONS.isdisjoint(words)
    )


def _clauses(entry: IndexedDocument) -> Iterator[AbstractSet[str]]:
    """Yield the terms of each sentence of a rule, or of each item of a fact."""
    document, read = entry.document, entry.read
    ends = _END_OF_ITEM if document.answer else _END_OF_SENTENCE
    start = 0
    for end in (*(match.start() for match in ends.finditer(document.text)), len(document.text)):
        yield frozenset(
            term for term, at in zip(read.terms, read.starts, strict=True) if start <= at < end
        )
        start = end
