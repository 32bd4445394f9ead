"""The vocabulary of questions and rules: one term for all words that mean the same."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from rules.lookup.words import (
    WITH,
    Token,
    numbered,
    read_words,
    stems,
    vocabulary_data,
    with_numbers,
)

LONGEST_PHRASE = 4
# The most words that may be between “lay” and “off”.
MOST_WITHIN = 3
# A question with more words than this is a sentence, not a list of keywords.
KEYWORDS = 5
# The terms in “how many cards do we play with”, and the term for the answer.
PLAY, CARD, PACK = "play", "card", "pack"
# The term for a question about the meaning of a word.
MEANING = "definit"
WHAT = "what"


class Vocabulary:
    """The words of ``vocabulary.toml``."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self.fillers = frozenset(stems(plain["fillers"]))
        self.openings = tuple(stems(phrase) for phrase in plain["openings"])
        self.asking_meaning = tuple(stems(phrase) for phrase in plain["asking_meaning"])
        self.acts = frozenset(stems(plain["acts"]))
        self.articles = frozenset(stems(plain["articles"]))
        self.common_names = frozenset(stems(name) for name in plain["common_names"])
        self.places = frozenset(stems(plain["places"]))
        self.links = frozenset(stems(plain["links"]))
        self.of_the_call = frozenset(stems(plain["of_the_call"]))
        self.comparing = frozenset(stems(plain["comparing"]))
        self.choosing = frozenset(stems(plain["choosing"]))
        self.ranks = frozenset(stems(plain["ranks"]))
        self.calls = frozenset(stems(plain["calls"]))
        self.suits = frozenset(stems(plain["suits"]))
        self.titles = frozenset(stems(plain["titles"]))
        self.generic = frozenset(stems(plain["generic"]))
        self.families = self.generic | frozenset(stems(plain["families"]))
        self._facts = {
            key: (fact["section"], tuple(fact["search_words"]))
            for key, fact in plain["facts"].items()
        }
        self._rules = {name: tuple(words) for name, words in plain["rules"].items()}
        # A term is a stem, or the stems of a phrase joined by spaces.
        self._phrases: dict[tuple[str, ...], str] = {}
        for name, spoken in plain["same"].items():
            for phrase in (name, *spoken):
                self._phrases[stems(phrase)] = " ".join(stems(name))
        self._sections: defaultdict[str, list[str]] = defaultdict(list)
        for section, words in plain["sections"].items():
            for word in words.split():
                self._sections[self.term(word.replace("_", " "))].append(section)
        particles = frozenset(stems(plain["particles"]))
        self._split = {
            phrase: term
            for phrase, term in self._phrases.items()
            if len(phrase) == 2 and phrase[1] in particles
        }
        self._verbs = frozenset(verb for verb, _ in self._split)
        self._starts = frozenset(phrase[0] for phrase in self._phrases)
        self._near = {
            self.term(name): tuple(self.term(other) for other in others)
            for name, others in plain["near"].items()
        }

        self.counting = frozenset(map(self.term, plain["counting"]))
        self.known = self.fillers | {word for phrase in self._phrases for word in phrase}
        self.forms: dict[str, str] = plain["forms"]
        self.known |= self.forms.keys()

    def term(self, words: str) -> str:
        """Return the term of one word or phrase."""
        stemmed = stems(words)
        return self._phrases.get(stemmed, " ".join(stemmed))

    def fact(self, key: str) -> tuple[str, tuple[str, ...]]:
        """Return the section of a fact and its search words."""
        return self._facts.get(key, ("scoring", ("point",)))

    def search_words(self, section: str, anchor: str) -> tuple[str, ...]:
        """Return the search words that all games share for the rule ``anchor`` in a section."""
        return (*self._rules.get(section, ()), *self._rules.get(anchor, ()))

    def sections(self, term: str) -> Sequence[str]:
        """Return the sections that a question with this term may be about."""
        what, *_ = numbered(term) or (term,)
        return self._sections.get(what, ())

    def near(self, term: str) -> tuple[str, ...]:
        """Return terms that a rule may use instead of this one."""
        return self._near.get(term, ())

    def tokens(self, text: str) -> list[Token]:
        """Return the terms of a text in order, fillers included. Longer phrases take precedence."""
        return self.joined(read_words(text))

    def joined(self, words: Sequence[Token]) -> list[Token]:
        """Return the terms of stemmed words.

        The words of a phrase become one term. A number of a deal or of players becomes an
        additional term: ``deal 5`` for the fifth deal, ``player 4`` for four players.
        """
        return list(with_numbers(list(self._phrased(words))))

    def terms(self, words: Sequence[Token]) -> list[str]:
        """Return the terms of words, without fillers."""
        return [token.term for token in self.joined(words) if token.term not in self.fillers]

    def asks_meaning(self, words: Sequence[Token]) -> bool:
        """Return whether a question may ask what a word means.

        Examples: “what is a march”, “what’s deadwood”, “march meaning”.
        """
        terms = tuple(word.term for word in words)
        opens = any(
            terms[place : place + len(opening)] == opening
            for opening in self.asking_meaning
            for place in range(len(terms))
        )
        plainly = any(one == WHAT and then not in self.fillers for one, then in pairwise(terms))
        return opens or plainly or any(token.term == MEANING for token in self.joined(words))

    def without_permission(
        self, words: Sequence[Token], *, in_game: bool = False
    ) -> Sequence[Token]:
        """Return the words without phrases such as “may I” that only ask permission.

        At the start of a question that is asked ``in_game``, on the page of a game, “may I” is
        not the name of another game.
        """
        kept: list[Token] = []
        place = 0
        while place < len(words):
            opening = tuple(word.term for word in words[place : place + 2])
            before = tuple(word.term for word in words[:place][-2:])
            if opening in self.openings and self._is_permission(
                before, opening, words[place + 2 :], in_game=in_game
            ):
                place += 2
            else:
                kept.append(words[place])
                place += 1
        return kept

    def _is_permission(
        self,
        before: tuple[str, ...],
        opening: tuple[str, ...],
        words: Sequence[Token],
        *,
        in_game: bool,
    ) -> bool:
        """Return whether ``opening`` asks permission after the words ``before``.

        In “May I: can I buy”, “May I” is the game, and “can I” asks permission.
        """
        if not before:
            is_act = bool(words) and words[0].term in self.acts
            return (in_game and is_act) or self.asks_permission(opening, words)
        if not self.of_the_call.isdisjoint(before[-1:]) or before in self.openings:
            return False
        return bool(words) and words[0].term in self.acts and not words[0].is_plural

    def asks_permission(self, opening: tuple[str, ...], words: Sequence[Token]) -> bool:
        """Return whether ``opening`` asks permission before these ``words``.

        May I is also a game: “may I swap the joker” asks permission, but “may i swap joker” may be
        keywords that begin with the name of the game.
        """
        if opening not in self.openings or not words or words[0].term not in self.acts:
            return False
        is_sentence = (
            len(words) == 1
            or len(words) > KEYWORDS
            or any(word.term in self.articles for word in words)
        )
        return is_sentence or opening not in self.common_names

    def phrase_at(self, words: Sequence[Token], place: int) -> int:
        """Return the number of words in the phrase at ``place``; 0 if no phrase starts there."""
        if words[place].term not in self._starts:
            return 0
        for length in range(min(LONGEST_PHRASE, len(words) - place), 1, -1):
            if tuple(word.term for word in words[place : place + length]) in self._phrases:
                return length
        return 0

    def _phrased(self, words: Sequence[Token]) -> Iterator[Token]:
        words = self._closed_up(words)
        place = 0
        while place < len(words):
            length = self.phrase_at(words, place) or 1
            first, last = words[place], words[place + length - 1]
            term = self._phrases.get(tuple(word.term for word in words[place : place + length]))
            yield Token(term, first.start, last.end, last.is_plural) if term else first
            place += length

    def _closed_up(self, words: Sequence[Token]) -> Sequence[Token]:
        """Return the words with split verbs joined: “lay a card off” becomes “lay off a card”."""
        if self._verbs.isdisjoint(word.term for word in words):
            return words
        closed = list(words)
        for place, verb in enumerate(words):
            if verb.term not in self._verbs or self.phrase_at(words, place):
                continue
            for particle in words[place + 2 : place + 2 + MOST_WITHIN]:
                if particle.term in self._verbs:
                    break
                if (verb.term, particle.term) in self._split and particle in closed:
                    closed.remove(particle)
                    closed.insert(closed.index(verb) + 1, particle)
                    break
        return closed


def with_pack(words: Sequence[Token]) -> Sequence[Token]:
    """Return the words of a question, with “pack” added if it asks which cards “we play with”.

    “How many cards do we play with” asks for the size of the pack, not of a hand.
    """
    terms = [word.term for word in words]
    if CARD not in terms or [PLAY, WITH] not in (terms[-2:], terms[-3:-1]):
        return words
    place = terms.index(CARD)
    return [*words[:place], words[place]._replace(term=PACK), *words[place:]]


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary of all games, which is read once."""
    return Vocabulary(vocabulary_data())
