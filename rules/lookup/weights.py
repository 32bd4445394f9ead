"""The weights by which documents are ranked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a document's score, tuned on the questions of the tests."""

    # A term in the title of a document counts this much.
    title: float = 1.4
    # A term in its text does.
    text: float = 1.0
    # A term in its search words does.
    search_words: float = 1.0
    # A field adds this share of its weight to a term that another field has as well.
    repeated: float = 0.25
    # This is how soon a repeated term of the text adds nothing (k1 of Okapi BM25).
    saturation: float = 1.2
    # This is how much a long text counts against itself (b of Okapi BM25).
    length: float = 0.65
    # A text of usual length has this many terms.
    usual_length: int = 20

    # A fact counts this much.
    fact: float = 1.2
    # The summary of a game does.
    introduction: float = 0.15
    # The list of sources does.
    sources: float = 0.45
    # A rule of these sections counts less than others.
    sections: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType(
            {"tips": 0.6, "glossary": 0.8, "options": 0.7, "history": 0.9, "names": 0.8}
        )
    )
    # A rule about which groups differ counts this share, and so does one that only says that there
    # is no rule.
    differing: float = 0.7
    # An example, or a rule about the score pad, counts this share.
    example: float = 0.75

    # A term that is near to one of the question counts this share.
    near: float = 0.5
    # The single words of “deal 5” count this share.
    part: float = 0.35
    # A word of the question that occurs nowhere weighs this much.
    unknown_word: float = 6.0
    # A word that is none of the games' own, such as “moment”, weighs this share.
    common_word: float = 0.6
    # The name of a game weighs this share.
    name: float = 0.2
    # A term that none of the named games has weighs this share.
    foreign: float = 0.4

    # The score of a document that matches half of the question is one half to this power.
    coverage: float = 2.2
    # A title that the question contains in full adds this share.
    titled: float = 0.35
    # Each pair of terms that follow each other in the question and in the document adds this share.
    pair: float = 0.15
    # A section that the question is about adds this share.
    section: float = 0.5
    # A document with a figure counts this much if the question asks how many.
    figure: float = 1.35
    # A deal with the contract that is asked adds this share of what all terms weigh.
    contract: float = 0.5
    # A rule about exactly what is asked counts this much.
    exact: float = 1.3
    # An explanation of the word whose meaning is asked counts this much.
    meaning: float = 5.0

    # A game that is based on another counts this share, because it is less general.
    child: float = 0.7
    # A game on which others are based counts more, by this times the logarithm of their number.
    descendants: float = 0.2
    # The pages that belong to no game count this share.
    pages: float = 0.5
    # A game with more documents is asked about more, by this power of their number.
    size: float = 0.4
    # A game of usual size has this many documents.
    usual_size: int = 100

    # Other games are searched as well if the named ones reach less than this share of the question.
    sufficient: float = 0.5
    # Documents of other games than the named ones count this share.
    elsewhere: float = 0.05
    # The summary of a named game scores this if it matches nothing else in the question.
    named: float = 0.01
    # The summary of a game scores this in addition if the question is its name alone.
    named_alone: float = 100.0


WEIGHTS = Weights()
