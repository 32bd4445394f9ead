"""Reading a question: which games it names, what it is about, and how much each word counts."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from rules.lookup.game_names import Names
from rules.lookup.spelling import Spelling
from rules.lookup.vocabulary import MEANING, Speech, Token, numbered, read_words, stem

MOST_WORDS, MOST_IDEAS, MOST_NEAREST = 24, 16, 6

# How much a term counts as a neighbour of what was asked, and the words of “deal 5” for it.
NEAR, PART = 0.5, 0.35
# What a section adds that the question is about.
ABOUT = 0.5
# What a word weighs that stands nowhere, that is none of the games' own, such as “moment”, that is
# the name of a game.
UNKNOWN, PLAIN, NAME = 6.0, 0.6, 0.2
# What a word weighs that none of the games named tells.
UNTOLD = 0.4

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Idea:
    """What a word of the question asks for: terms, and how well each tells it."""

    term: str
    terms: Mapping[str, float]
    weight: float
    is_name: bool


@dataclass(frozen=True)
class Asked:
    """A question, understood: its ideas; names of games, as ideas that a rule need not tell;
    ``pairs``, terms that follow each other; ``sections`` that it is about, and what that adds;
    ``about``, the terms of all words that are no names; whether it asks what they mean, wants a
    figure, or is nothing but names of games; the ``games`` that it is about, with how surely.
    """

    ideas: tuple[Idea, ...]
    names: tuple[Idea, ...]
    pairs: AbstractSet[Pair]
    sections: Mapping[str, float]
    about: AbstractSet[str]
    asks_meaning: bool
    wants_figure: bool
    names_only: bool
    games: Mapping[str, float]

    @cached_property
    def weight(self) -> float:
        return sum(idea.weight for idea in self.ideas)

    @cached_property
    def terms(self) -> AbstractSet[str]:
        """The terms by which any of its ideas may be told."""
        return {term for idea in self.ideas for term in idea.terms}


class Questions:
    """What is known of the words in which people ask."""

    def __init__(
        self,
        speech: Speech,
        names: Names,
        *,
        rarity: Mapping[str, float],
        told_of: Mapping[str, AbstractSet[str]],
        telling: AbstractSet[str],
        said: Sequence[tuple[str, str]],
    ) -> None:
        """``rarity`` is how much more a rare term tells, ``told_of`` the terms that each game's
        rules tell, ``telling`` the games' own terms, and ``said`` are all words of the rules, each
        as its term and as it is written.
        """
        self._speech = speech
        self._names = names
        self._rarity = rarity
        self._told_of = told_of
        self._telling = telling
        self._spelling = Spelling(
            Counter(term for term, _ in said),
            (telling | names.words) - speech.fillers,
            {text: term for term, text in said if text.isalpha()},
        )

    def read(self, query: str, game: str = "") -> Asked | None:
        """What ``query`` asks, of ``game`` unless it names another; None when it asks nothing."""
        words = self._words(query)
        at_table = game in self._told_of
        told = self._speech.without_leave(words, at_table=at_table)
        named = self._names.find(told, at_table=at_table)
        games = named.games or ({game: 1.0} if game in self._told_of else {})
        asked = self._understood(words, named.rest, games, named.words)
        asked = asked or self._understood(words, words, games)
        return asked and self._to_be_told(asked, named.seats)

    def read_as(self, query: str) -> str:
        """``query`` with its misspelt words put right; empty if none is."""
        parts: list[str] = []
        place = 0
        for word, right in zip(read_words(query), self._words(query), strict=False):
            if right.term != word.term:
                typed = query[word.start : word.end].casefold()
                parts += (query[place : word.start], self._spelling.written(right.term, typed))
                place = word.end
        return "".join((*parts, query[place:])) if parts else ""

    def nearest(self, query: str) -> tuple[str, ...]:
        """Terms to try in place of those of ``query``."""
        near = (
            self._spelling.written(other, word.term)
            for word in self._words(query)
            for other in self._spelling.nearest(word.term)
        )
        return tuple(dict.fromkeys(near))[:MOST_NEAREST]

    def _words(self, query: str) -> list[Token]:
        return [self._spelt(word, query) for word in read_words(query)[:MOST_WORDS]]

    def _spelt(self, word: Token, query: str) -> Token:
        if word.term in self._speech.fillers:
            return word
        right = self._spelling.right(word.term, query[word.start : word.end].casefold())
        return replace(word, term=stem(right) if right in self._speech.forms else right)

    def _understood(
        self,
        question: Sequence[Token],
        words: Sequence[Token],
        games: Mapping[str, float],
        names: Iterable[str] | None = None,
    ) -> Asked | None:
        """What ``words`` of a question ask, and ``names``, which may be what is asked about, too:
        the Shanghai call. None when they ask nothing; without ``names``, words are those of names
        alone.
        """
        terms = dict.fromkeys(token.term for token in self._speech.joined(words))
        # “Deal 5” is one idea, its words are near it.
        within = {part for term in terms for part in numbered(term)}
        told = [term for term in terms if term not in self._speech.fillers | within | {MEANING}]
        if not told:
            return None
        about = Counter(section for term in terms for section in self._speech.sections(term))
        most = max(about.values(), default=1)
        return Asked(
            ideas=tuple(self._idea(term) for term in told[:MOST_IDEAS]),
            names=tuple(self._idea(name, is_name=True) for name in names or () if name not in told),
            pairs=frozenset(pairwise(self._speech.told(question))),
            sections={section: 1 + ABOUT * count / most for section, count in about.items()},
            about=frozenset(told),
            asks_meaning=self._speech.asks_meaning(question),
            wants_figure=not self._speech.counting.isdisjoint(told),
            names_only=names is None,
            games=games,
        )

    def _to_be_told(self, asked: Asked, seats: AbstractSet[str]) -> Asked:
        """The question, less of which is about what none of its games tells, or about ``seats``,
        which said which of them is meant.
        """
        told = [self._told_of[game] for game in asked.games]
        if not told:
            return asked
        ideas = (
            replace(idea, weight=UNTOLD * idea.weight)
            if idea.term in seats or all(terms.isdisjoint(idea.terms) for terms in told)
            else idea
            for idea in asked.ideas
        )
        return replace(asked, ideas=tuple(ideas))

    def _idea(self, term: str, *, is_name: bool = False) -> Idea:
        terms = dict.fromkeys(self._speech.near(term), NEAR) | {term: 1.0}
        terms |= dict.fromkeys(numbered(term), PART)
        rarity = self._rarity.get(term) or max(self._rarity.get(other, 0.0) for other in terms)
        share = NAME if is_name else 1.0 if term in self._telling else PLAIN
        return Idea(term, terms, (rarity or UNKNOWN) * share, is_name)
