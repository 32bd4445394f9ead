"""What games are called, and which of them a question names."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from rules.engine.catalogue import Catalogue
from rules.engine.variants import Variant
from rules.lookup.vocabulary import NUMBERED, Speech, Token, numbered, read_words, stem

# How surely a game is meant by its name, by that without “Rummy”, by an alias, by a part of its
# name, and by an alias that is the name of another game.
NAME, SHORT, ALIAS, PART_OF_NAME, HEARSAY = 1.0, 0.95, 0.8, 0.85, 0.3

# What people add to the name of a rummy: Liverpool, Liverpool Rummy.
RUMMY = stem("rummy")
_ARTICLES = ("the", "a", "an")
# How a version is called by the size of its table: Contract Rummy for 3 to 8 players.
_BY_FIGURES = (
    "{plain} {span}",
    "{plain} {span} players",
    "{plain} for {span}",
    "{plain} for {span} players",
    "{plain} with {span} players",
    "{span} {plain}",
)

Name = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The games that a question names, with how surely each is meant; its other words; the names
    that are one word; and terms that told by the size of the table which of them is meant.
    """

    games: dict[str, float]
    rest: list[Token]
    words: list[str]
    seats: frozenset[str]


class Names:
    """The names of all games."""

    def __init__(
        self,
        catalogue: Catalogue,
        speech: Speech,
        further: Iterable[tuple[str, str]],
        common: Collection[str],
    ) -> None:
        """``further`` are names and the places of what has no page of its own, ``common`` words
        that do not tell one game from another.
        """
        self._speech = speech
        self._names: defaultdict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
        self._qualifiers: dict[str, frozenset[str]] = {}
        self._counts = {
            slug: variant.standard.players.counts for slug, variant in catalogue.variants.items()
        }
        alone: set[str] = set()
        for slug, variant in catalogue.variants.items():
            for called, sureness in _called(variant, speech):
                for name in (_words(called), _joined(called)):
                    held = self._names[name]
                    held[slug] = max(sureness, held.get(slug, 0))
            by = _words(variant.contributor)
            versions = [called.partition("(")[2] for called in variant.aliases]
            told = {*_words(f"{variant.name} {' '.join(versions)}"), *by}
            told -= speech.known | speech.generic
            told = {
                word for word in told if not word.isdecimal() and (word,) not in speech.common_names
            }
            self._qualifiers[slug] = frozenset(told)
            alone |= told.difference(common) | told.intersection(by)
        self._name_by_qualifier(alone)
        for called, place in further:
            name = _words(called)
            if name not in self._names and not (len(name) == 1 and name[0] in common):
                self._names[name][place] = NAME
        for held in self._names.values():
            if max(held.values()) == NAME:
                held |= {slug: HEARSAY for slug, sureness in held.items() if sureness < NAME}
        self._name_with_rummy()
        self._longest = max(map(len, self._names))
        self.words = {word for name in self._names for word in name}.union(
            *self._qualifiers.values()
        )

    def _name_by_qualifier(self, alone: set[str]) -> None:
        """A word that is told of one game only names it, where it may do so ``alone``: Kolsov."""
        told = Counter(word for found in self._qualifiers.values() for word in found)
        for slug, found in self._qualifiers.items():
            for word in found & alone:
                if told[word] == 1:
                    self._names[word,].setdefault(slug, PART_OF_NAME)

    def _name_with_rummy(self) -> None:
        """Each name with “Rummy” after it, or before what it stands after: Rummy Contract."""
        for name in list(self._names):
            self._names.setdefault((*name, RUMMY), self._names[name])
            if name[-1] == RUMMY and not self._speech.generic.issuperset(name):
                self._names.setdefault((RUMMY, *name[:-1]), self._names[name])
            if len(name) > 1 and name[-1].isdecimal():
                self._names.setdefault((*name[:-1], RUMMY, name[-1]), self._names[name])

    def find(self, words: Sequence[Token], *, at_table: bool = False) -> Named:
        """The games that ``words`` name; a suit is one where there is no other, and so is a figure
        at the end. Who asks ``at_table``, within a game, means the suit.
        """
        suits = {(suit,) for suit in self._speech.suits}
        named = self._find(words, without=suits)
        of_suits = {game for suit in suits for game in self._names.get(suit, ())}
        is_a_game = not named.games and not at_table
        if is_a_game or not of_suits.isdisjoint(named.games):
            named = self._find(words)
        last = words[-1:]
        if not named.games and last and self._names_by_figure(last[0].term):
            named = self._find([*last, *words[:-1]])
        return named

    def _find(self, words: Sequence[Token], without: AbstractSet[Name] = frozenset()) -> Named:
        games: dict[str, float] = {}
        rest: list[Token] = []
        named: list[tuple[str, ...]] = []
        place = 0
        while place < len(words):
            phrase = self._phrase_at(words, place)
            name = self._name_at(words, place)
            if name and len(name) >= phrase and name not in without:
                if len(name) == 1 and (name[0] in NUMBERED or name in named):
                    rest.append(words[place])
                named.append(name)
                for slug, sureness in self._names[name].items():
                    games[slug] = max(sureness, games.get(slug, 0))
                place += len(name)
            else:
                rest += words[place : place + max(phrase, 1)]
                place += max(phrase, 1)
        again = self._named_again(named, {word.term for word in words})
        if again:
            return self._find(words, without | again)
        told = {word.term for word in rest}.union(*named)
        seating, seats = self._that_seat(games, words)
        games, used = self._told_apart(seating, told)
        return Named(
            games,
            [word for word in rest if word.term not in used],
            [name[0] for name in named if len(name) == 1],
            frozenset(seats),
        )

    def _phrase_at(self, words: Sequence[Token], place: int) -> int:
        """How many words from ``place`` on make a phrase, unless a longer name begins within it:
        in Hand and Foot.
        """
        length = self._speech.phrase_at(words, place)
        within = range(place + 1, place + length)
        return length if all(len(self._name_at(words, at)) <= length for at in within) else 0

    def _named_again(self, named: Sequence[Name], words: AbstractSet[str]) -> set[Name]:
        """The names that are just words beside a surer one of the same game, as the crib is in
        Cribbage, or beside any other where they say no more than “Rummy” or are a call as well,
        unless a question of these ``words`` compares two games.
        """
        again = set()
        compares = not self._speech.comparing.isdisjoint(words)
        for name in named:
            held = self._names[name]
            for other in named:
                surer = self._names[other]
                same = held.keys() == surer.keys() and max(held.values()) < max(surer.values())
                plain = self._speech.generic.issuperset(name)
                told = not self._speech.generic.issuperset(other)
                call = name in self._speech.openings and other not in self._speech.openings
                if same or (told and (plain or (call and not compares))):
                    again.add(name)
        return again

    def _name_at(self, words: Sequence[Token], place: int) -> Name:
        for length in range(min(self._longest, len(words) - place), 0, -1):
            name = tuple(word.term for word in words[place : place + length])
            around = (words[:place], words[place + length :])
            if name in self._names and self._names_a_game(name, *around):
                return name
        return ()

    def _names_a_game(self, name: Name, before: Sequence[Token], after: Sequence[Token]) -> bool:
        """Whether a name that may be common words, or a figure, is meant as one."""
        opens = not self._speech.told(before)
        if opens and not after:
            return True
        last = [word.term for word in before if word.term not in _ARTICLES][-2:]
        if name in self._speech.openings:
            return self._names_the_call(name, last, after, opens=opens)
        linked = self._speech.links.issuperset(last[-1:])
        placed = bool(last) and (
            last[-1] in self._speech.places
            or (linked and self._speech.titles.issuperset(last[:-1]))
        )
        if len(name) == 1 and name[0].isdecimal():
            return (opens or placed) and self._names_by_figure(name[0])
        if name in self._speech.common_names:
            return placed or (bool(after) and after[0].term in self._speech.titles)
        return not (name[0] in self._speech.suits and self._is_of_a_card(before))

    def _names_by_figure(self, term: str) -> bool:
        """Whether a figure is large enough for the name of a game: 500."""
        return term.isdecimal() and len(term) > 2 and (term,) in self._names

    def _names_the_call(
        self, name: Name, last: Sequence[str], after: Sequence[Token], *, opens: bool
    ) -> bool:
        """Whether a name by which people ask leave, too, is meant as one: May I, after the words
        ``last``.
        """
        placed = last == ["game", "call"] or not self._speech.of_the_call.isdisjoint(last[-1:])
        if not placed and not self._speech.calls.isdisjoint(last[-1:]):
            return False
        if opens or placed or not after:
            return not self._speech.asks_leave(name, after)
        return after[0].term in self._speech.titles

    def _is_of_a_card(self, before: Sequence[Token]) -> bool:
        """Whether a card stands before, as the queen does in the queen of hearts, or a figure, as
        in six spades.
        """
        card, of = (["", "", *(word.term for word in before)])[-2:]
        return (of.isdecimal() and len(of) < 3) or (
            of == "of" and (card.isdecimal() or card in self._speech.ranks)
        )

    def _that_seat(
        self, games: dict[str, float], words: Sequence[Token]
    ) -> tuple[dict[str, float], set[str]]:
        """Of games of one name those that as many people play as the question says, and the terms
        that say it, where that decides.
        """
        told = {
            token.term: numbered(token.term)
            for token in self._speech.joined(words)
            if numbered(token.term)
        }
        seats = {term: int(figure) for term, (what, figure) in told.items() if what == "player"}
        players = set(seats.values())
        fit = {
            slug: sureness
            for slug, sureness in games.items()
            if players.issubset(self._counts.get(slug, ()))
        }
        if not fit or len(fit) == len(games):
            return games, set()
        return _scaled(fit), set(seats)

    def _told_apart(
        self, games: dict[str, float], told: set[str]
    ) -> tuple[dict[str, float], set[str]]:
        """Of games of one name the version that another word of the question tells, and the words
        that do.
        """
        told_of = {slug: told & self._qualifiers.get(slug, frozenset()) for slug in games}
        shared = frozenset.intersection(*map(frozenset, told_of.values())) if games else frozenset()
        told_of = {slug: words - shared for slug, words in told_of.items()}
        most = max(map(len, told_of.values()), default=0)
        if len(games) < 2 or not most:
            return games, set()
        chosen = {slug: words for slug, words in told_of.items() if len(words) == most}
        return _scaled({slug: games[slug] for slug in chosen}), set().union(*chosen.values())


def _scaled(games: dict[str, float]) -> dict[str, float]:
    """The same games, the likeliest as sure as can be."""
    surest = max(games.values(), default=NAME)
    return {slug: NAME * sureness / surest for slug, sureness in games.items()}


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.term for word in read_words(text))


def _joined(text: str) -> tuple[str, ...]:
    """The same as one word: Skipbo."""
    return _words("".join(char for char in text if char.isalnum()))


def _called(variant: Variant, speech: Speech) -> Iterator[tuple[str, float]]:
    """What a game is called, and how surely it is meant: its name, its aliases, its name without
    what tells its version or with the figures of that, that without “Rummy”.
    """
    plain = re.split(r"[(,]", variant.name)[0].strip()
    yield variant.name, NAME
    yield plain, NAME if plain == variant.name else PART_OF_NAME
    version = variant.name[len(plain) :]
    yield f"{version} {plain}", NAME
    figures = re.findall(r"\d+", version)
    for span in {" ".join(figures), " to ".join(figures), *figures[-1:]} - {""}:
        for said in _BY_FIGURES:
            yield said.format(plain=plain, span=span), NAME
    for alias in variant.aliases:
        yield alias, ALIAS
    short = " ".join(word for word in plain.split() if stem(word) not in speech.generic)
    if short:
        yield short, SHORT if plain == variant.name else PART_OF_NAME
