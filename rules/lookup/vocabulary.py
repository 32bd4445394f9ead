"""The vocabulary of questions and rules: one term for all words that mean the same."""

import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from threading import Lock
from typing import Any

from snowballstemmer import stemmer

from rules.engine.catalogue import DATA

FILE = DATA / "vocabulary.toml"
LONGEST_PHRASE = 4
# The most words that may be between “lay” and “off”.
MOST_WITHIN = 3
# A question with more words than this is a sentence, not a list of keywords.
KEYWORDS = 5
# The nouns that form a term with a number, as in “deal 5”.
NUMBERED = ("deal", "player", "phase")
# A number before one of these words belongs to it, not to a noun before the number.
COUNTED = frozenset({"player", "set", "run"})
# The largest difference between the numbers of a range, as in “deals 4–7”.
MOST_SPREAD = 15
# The term of “we are”, as in “we are five”.
PARTY = "parti"
# The term before the number in “can we play with two”.
WITH = "with"
# The terms in “how many cards do we play with”, and the term for the answer.
PLAY, CARD, PACK = "play", "card", "pack"
# The terms in “half a dozen”.
HALF, DOZEN = "half", "12"
# The term for a question about the meaning of a word.
MEANING = "definit"
WHAT = "what"

_WORD = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)|\d+|[^\W\d_]+(?:[’'][^\W\d_]+)*|[♠♥♦♣]")
_ORDINAL = re.compile(r"(?<=\d)(st|nd|rd|th)\b", re.IGNORECASE)
# Cards in a row, such as Q K A 2 or Q-K-A-2, and the ranks that the letters stand for. An “a” is an
# ace only at the start of the row or after a king.
_ROW = re.compile(
    r"(?<!\w)(?:[akqj]|10|[2-9])"
    r"(?:(?:,? |[-–])(?:[kqj]|10|[2-9]|(?:(?<=k[ –-])|(?<=k, ))a)(?!\w)){2,}",
    re.IGNORECASE,
)
_RANKS = {"a": "ace", "k": "king", "q": "queen", "j": "jack"}
_SUITS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}


@dataclass(frozen=True, slots=True)
class Token:
    """A term, the position of its words in the text, and whether the last word is plural."""

    term: str
    start: int
    end: int
    is_plural: bool = False


class Vocabulary:
    """The words of ``vocabulary.toml``."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self.fillers = frozenset(_stems(plain["fillers"]))
        self.openings = tuple(_stems(phrase) for phrase in plain["openings"])
        self.asking_meaning = tuple(_stems(phrase) for phrase in plain["asking_meaning"])
        self.acts = frozenset(_stems(plain["acts"]))
        self.articles = frozenset(_stems(plain["articles"]))
        self.common_names = frozenset(_stems(name) for name in plain["common_names"])
        self.places = frozenset(_stems(plain["places"]))
        self.links = frozenset(_stems(plain["links"]))
        self.of_the_call = frozenset(_stems(plain["of_the_call"]))
        self.comparing = frozenset(_stems(plain["comparing"]))
        self.choosing = frozenset(_stems(plain["choosing"]))
        self.ranks = frozenset(_stems(plain["ranks"]))
        self.calls = frozenset(_stems(plain["calls"]))
        self.suits = frozenset(_stems(plain["suits"]))
        self.titles = frozenset(_stems(plain["titles"]))
        self.generic = frozenset(_stems(plain["generic"]))
        self.families = self.generic | frozenset(_stems(plain["families"]))
        self._facts = {
            key: (fact["section"], tuple(fact["search_words"]))
            for key, fact in plain["facts"].items()
        }
        self._rules = {name: tuple(words) for name, words in plain["rules"].items()}
        # A term is a stem, or the stems of a phrase joined by spaces.
        self._phrases: dict[tuple[str, ...], str] = {}
        for name, spoken in plain["same"].items():
            for phrase in (name, *spoken):
                self._phrases[_stems(phrase)] = " ".join(_stems(name))
        self._sections: defaultdict[str, list[str]] = defaultdict(list)
        for section, words in plain["sections"].items():
            for word in words.split():
                self._sections[self.term(word.replace("_", " "))].append(section)
        particles = frozenset(_stems(plain["particles"]))
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
        stems = _stems(words)
        return self._phrases.get(stems, " ".join(stems))

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
        return list(_numbered(list(self._phrased(words))))

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
            found = words[place : place + length]
            term = self._phrases.get(tuple(word.term for word in found), found[0].term)
            yield Token(term, found[0].start, found[-1].end, found[-1].is_plural)
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


def numbered(term: str) -> tuple[str, ...]:
    """Return the noun and the number of a term such as ``deal 5``; empty for other terms."""
    what, _, figure = term.partition(" ")
    return (what, figure) if what in NUMBERED and figure.isdecimal() else ()


def with_pack(words: Sequence[Token]) -> Sequence[Token]:
    """Return the words of a question, with “pack” added if it asks which cards “we play with”.

    “How many cards do we play with” asks for the size of the pack, not of a hand.
    """
    terms = [word.term for word in words]
    if CARD not in terms or [PLAY, WITH] not in (terms[-2:], terms[-3:-1]):
        return words
    place = terms.index(CARD)
    return [*words[:place], replace(words[place], term=PACK), *words[place:]]


def _numbered(tokens: list[Token]) -> Iterator[Token]:
    """Yield the tokens, with an additional one for each number of a deal or of players.

    “Deal 5” and “the fifth round” give ``deal 5``. “Deals 4–7” gives ``deal 4`` to ``deal 7``.
    """
    for place, token in enumerate(tokens):
        yield token
        at_end = token.term == WITH and place == len(tokens) - 2
        if token.term == PARTY or at_end:
            for figure in _figures_after(tokens, place)[:1]:
                yield Token(f"player {figure}", token.start, token.end)
        if token.term in NUMBERED:
            figures = _figures_of(tokens, place)
            for figure in figures:
                yield Token(f"{token.term} {figure}", token.start, token.end)


def _figures_of(tokens: Sequence[Token], place: int) -> list[int]:
    token, before = tokens[place], tokens[place - 1 : place]
    if token.is_plural and token.term == "deal" and before and before[0].term.isdecimal():
        return []  # The number after “five hands” counts something else: “five hands, ten cards”.
    return _figures_after(tokens, place) or _figures_before(tokens, place)


def _figures_after(tokens: Sequence[Token], place: int) -> list[int]:
    found: list[int] = []
    for at, token in enumerate(tokens[place + 1 :], place + 1):
        if found and token.term in ("to", "and"):
            continue
        if not token.term.isdecimal() or len(token.term) > 2 or tokens[place].term == "player":
            break
        if at + 1 < len(tokens) and tokens[at + 1].term in COUNTED:
            break  # The number in “deal, two players” counts the players.
        found.append(int(token.term))
    return _spread(found)


def _figures_before(tokens: Sequence[Token], place: int) -> list[int]:
    found: list[int] = []
    if tokens[place].term == "deal" and tokens[place].is_plural:
        return found  # “Seven deals” doesn’t mean the seventh deal.
    if place and tokens[place - 1].term == "first":
        return [1]
    for token in reversed(tokens[max(0, place - 2) : place]):
        if not token.term.isdecimal() or len(token.term) > 2:
            break
        found.insert(0, int(token.term))
    return _spread(found)


def _spread(figures: list[int]) -> list[int]:
    """Return all numbers of the range if there are two figures, otherwise the figures unchanged."""
    if len(figures) == 2 and figures[0] < figures[1] <= figures[0] + MOST_SPREAD:
        return list(range(figures[0], figures[1] + 1))
    return figures


def read_words(text: str) -> list[Token]:
    """Return the stems of the words in a text, and its numbers and suits.

    “Hand” becomes “deal” if it has a number.
    """
    text = _ORDINAL.sub(lambda match: " " * len(match[0]), text)
    words = [
        Token(stem(match[0]), *match.span(), match[0].casefold().endswith("s"))
        for match in _WORD.finditer(text)
    ]
    words = list(_counted(text, words))
    for row in _ROW.finditer(text):
        words = [
            _as_card(word) if row.start() <= word.start < row.end() else word for word in words
        ]
    return [
        replace(word, term="deal") if _is_numbered_hand(text, words, place) else word
        for place, word in enumerate(words)
    ]


def _counted(text: str, words: Sequence[Token]) -> Iterator[Token]:
    """Yield the words, each number as one: “sixteen hundred”, “half a dozen”."""
    place = 0
    while place < len(words):
        word, *after = words[place : place + 3]
        value = int(word.term) if word.term.isdecimal() and not text[word.start].isdecimal() else 0
        if word.term == HALF and [each.term for each in after] == ["a", DOZEN]:
            yield replace(word, term="6", end=after[1].end)
            place += 3
            continue
        place += 1
        while value and place < len(words) and _is_joined(text, word, words[place]):
            next_word = words[place]
            digit = next_word.term if not text[next_word.start].isdecimal() else ""
            further = _further(value, digit)
            if not further:
                break
            value, word = further, replace(word, term=str(further), end=next_word.end)
            place += 1
        yield word


def _further(value: int, term: str) -> int:
    """Return the number that a value and the next word form together; 0 if they don’t form one."""
    following = int(term) if term.isdecimal() else 0
    if following in (100, 1000):
        return value * following if value < following else 0
    is_ten = value % 100 == 0 or (value % 100 >= 20 and value % 10 == 0)
    room = 100 if value % 100 == 0 else 10
    return value + following if value >= 20 and is_ten and 0 < following < room else 0


def _as_card(word: Token) -> Token:
    """Return the rank for a letter such as “q”, and any other word unchanged."""
    return replace(word, term=_RANKS.get(word.term, word.term))


def _is_numbered_hand(text: str, words: Sequence[Token], place: int) -> bool:
    """Return whether a word is “hand” and means a deal.

    “Hand” means a deal in “hand 5” and “the fifth hand”, but not in “one hand” or “thirteen: hand
    and foot”.
    """
    word = words[place]
    if word.term != "hand":
        return False
    before = (
        words[place - 1].term if place and _is_joined(text, *words[place - 1 : place + 1]) else ""
    )
    after = words[place + 1].term if place + 1 < len(words) else ""
    return (
        before in ("first", "last", "final")
        or (before.isdecimal() and before != "1" and len(before) < 3)
        or (after.isdecimal() and len(after) < 3)
    )


def _is_joined(text: str, one: Token, other: Token) -> bool:
    """Return whether only spaces and hyphens are between two words of a text."""
    return not text[one.end : other.start].strip(" -–")


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary of all games, which is read once."""
    return Vocabulary(_plain())


@cache
def _plain() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))


_stemmer = stemmer("english")
_stemming = Lock()  # A stemmer is stateful, so only one thread may use it at a time.


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return the stem of a word, without accents or possessives: ``Players’`` is ``player``."""
    word = _SUITS.get(word, word)
    plain = unicodedata.normalize("NFKD", word).casefold()
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = re.sub(r"[’']s?$", "", plain).replace("’", "").replace("'", "").replace(",", "")
    forms = _plain()["forms"]
    plain = forms.get(plain) or forms.get(plain.removesuffix("s")) or plain
    with _stemming:
        stemmed: str = _stemmer.stemWord(plain)
    return stemmed


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in text.split())
