"""The weights in the score of a document."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights in the score of a document, tuned on the questions in the tests."""

    # The weight of a term in the title of a document.
    title: float = 1.4
    # The weight of a term in its text.
    text: float = 1.0
    # The weight of a term in its search words.
    search_words: float = 1.0
    # If a term is in several of these fields, each adds this share of its weight.
    repeated: float = 0.25
    # The limit to what repetitions of a term in the text add (k1 of Okapi BM25).
    saturation: float = 1.2
    # The effect of a text’s length on the weights of its terms (b of Okapi BM25).
    length: float = 0.65
    # The number of terms in a text of average length.
    usual_length: int = 20

    # The factor for a fact.
    fact: float = 1.2
    # The factor for the summary of a game.
    introduction: float = 0.15
    # The factor for the list of sources.
    sources: float = 0.45
    # The factors for rules in certain sections.
    sections: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType(
            {"tips": 0.6, "glossary": 0.8, "options": 0.7, "history": 0.9, "names": 0.8}
        )
    )
    # The factor for a rule that varies, and for a rule that no source specifies.
    differing: float = 0.7
    # The factor for an example, and for a rule about the score pad.
    example: float = 0.75

    # The share that a document gets for a term that is near to a term of the question.
    near: float = 0.5
    # The share for each word of a term such as “deal 5”.
    part: float = 0.35
    # The weight of a word in the question that no document has.
    unknown_word: float = 6.0
    # The factor for a word that isn’t a term of card games, such as “moment”.
    common_word: float = 0.6
    # The factor for a word of a question that only describes the game.
    described: float = 0.4
    # The factor for the name of a game.
    name: float = 0.2
    # The factor for a term that none of the named games has.
    foreign: float = 0.4

    # A score is multiplied by the share of the question that the document covers, to this power.
    coverage: float = 2.2
    # The share that a title adds if the question contains all of it.
    titled: float = 0.35
    # The share that is added for each pair of terms that are consecutive in both texts.
    pair: float = 0.15
    # The share that is added for the section that the question is about.
    section: float = 0.5
    # The factor for a document with a number if the question asks how many.
    figure: float = 1.35
    # A deal with the contract in the question adds this share of the weight of all its terms.
    contract: float = 0.5
    # The factor for a document whose title is exactly what is asked.
    exact: float = 1.3
    # The factor for an explanation of the word whose meaning is asked.
    meaning: float = 5.0

    # The factor for a game that is based on another, because it is less general.
    child: float = 0.7
    # The effect of the number of games that are based on a game.
    descendants: float = 0.2
    # The factor for the pages that belong to no game.
    pages: float = 0.5
    # The exponent for a game’s number of documents, because people ask more about larger games.
    size: float = 0.4
    # The number of documents in a game of average size.
    usual_size: int = 100

    # Other games are also searched if the best score in the named games, divided by the weight of
    # the question, is below this.
    sufficient: float = 0.5
    # The factor for documents of games other than the named ones.
    elsewhere: float = 0.05
    # The score of the summary of a named game if it matches no term of the question.
    named: float = 0.01
    # The extra score of the summary of a game if the question is just its name.
    named_alone: float = 100.0


WEIGHTS = Weights()
