"""The names of games, and the recognition of names in questions."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from rules.engine.catalogue import Catalogue
from rules.engine.variants import Variant
from rules.lookup.spelling import given_names
from rules.lookup.vocabulary import Vocabulary
from rules.lookup.words import NUMBERED, Token, numbered, read_words, stem

# The certainty that a game is meant by its name, by its name without “Rummy”, by an alias, by a
# part of its name, and by an alias that is the name of another game.
NAME, SHORT, ALIAS, PART_OF_NAME, SHARED_ALIAS = 1.0, 0.95, 0.8, 0.85, 0.3

# The word that people may add to the name of a rummy: Liverpool, Liverpool Rummy.
RUMMY = stem("rummy")
GAME = stem("game")
_ARTICLES = ("the", "a", "an")
# The words of a list, as in “in Carioca and what in Telefunken”.
_JOINING = frozenset({"and", "or"})
_IN_LIST = _JOINING | {"what"}
# The place of a missing word in a name.
GAP = ""
# The length of the shortest word that is corrected if that completes a name.
SHORTEST = 4
# Names of a version for certain numbers of players: Contract Rummy for 3 to 8 players.
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
class NamedGames:
    """The names in a question.

    ``games`` are the games that the question names, with the certainty of each.
    ``rest`` are the words that don’t belong to names.
    ``words`` are the names that consist of one word.
    ``player_terms`` are terms for a number of players that decided which game is meant.
    ``compared`` are the games that the question compares: the likeliest game for each name.
    """

    games: dict[str, float]
    rest: list[Token]
    words: list[str]
    player_terms: frozenset[str]
    compared: tuple[str, ...]


class GameNames:
    """The names of all games."""

    def __init__(
        self,
        catalogue: Catalogue,
        vocabulary: Vocabulary,
        further: Iterable[tuple[str, str]],
        common: Collection[str],
        mentioned: Iterable[tuple[AbstractSet[str], AbstractSet[str]]],
    ) -> None:
        """Store the names of all games.

        ``further`` are the names of games without a page of their own, each with its place.
        ``common`` are words that occur in too many games to identify one. ``mentioned`` has the
        words in the title and in the text for each of the games without a page.
        """
        self._vocabulary = vocabulary
        self._names: defaultdict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
        self._qualifiers: dict[str, frozenset[str]] = {}
        self._player_counts = {
            slug: variant.standard.players.counts for slug, variant in catalogue.variants.items()
        }
        alone: set[str] = set()
        for slug, variant in catalogue.variants.items():
            for text, certainty in _names_of(variant, vocabulary):
                for name in filter(None, (_words(text), _joined(text))):
                    games = self._names[name]
                    games[slug] = max(certainty, games.get(slug, 0))
            contributor = _words(variant.contributor)
            # In a story, “Steve” is somebody at the table.
            contributor = tuple(set(contributor) - given_names()) or contributor
            versions = [alias.partition("(")[2] for alias in variant.aliases]
            qualifiers = {*_words(f"{variant.name} {' '.join(versions)}"), *contributor}
            qualifiers -= vocabulary.known | vocabulary.generic
            qualifiers = {
                word
                for word in qualifiers
                if not word.isdecimal() and (word,) not in vocabulary.common_names
            }
            self._qualifiers[slug] = frozenset(qualifiers)
            contributed = qualifiers.intersection(contributor)
            # “By Hoyle” may also mean another game, which has nothing to do with this one.
            elsewhere = (
                text for title, text in mentioned if title.isdisjoint(_words(variant.name))
            )
            alone |= (qualifiers - contributed).difference(common)
            alone |= contributed.difference(*elsewhere)
        self._name_by_qualifier(alone)
        for text, place in further:
            name = _words(text)
            if name not in self._names and not (len(name) == 1 and name[0] in common):
                self._names[name][place] = NAME
        for games in self._names.values():
            if max(games.values()) == NAME:
                games |= {
                    slug: SHARED_ALIAS for slug, certainty in games.items() if certainty < NAME
                }
        self._name_with_rummy()
        self._longest = max(map(len, self._names))
        # The words that complete names of several words, by the names with a gap.
        self._parts: defaultdict[Name, list[str]] = defaultdict(list)
        for name in self._names:
            for at, part in enumerate(name) if len(name) > 1 else ():
                self._parts[*name[:at], GAP, *name[at + 1 :]].append(part)
        self.words = {word for name in self._names for word in name}.union(
            *self._qualifiers.values()
        )

    def _name_by_qualifier(self, alone: set[str]) -> None:
        """Add a name for each word of ``alone`` that qualifies only one game, such as Kolsov."""
        counts = Counter(word for words in self._qualifiers.values() for word in words)
        for slug, words in self._qualifiers.items():
            for word in words & alone:
                if counts[word] == 1:
                    self._names[word,].setdefault(slug, PART_OF_NAME)

    def _name_with_rummy(self) -> None:
        """Add each name with “Rummy” put last or before a final number, or moved to the front."""
        for name in list(self._names):
            self._names.setdefault((*name, RUMMY), self._names[name])
            if name[-1] == RUMMY and not self._vocabulary.generic.issuperset(name):
                self._names.setdefault((RUMMY, *name[:-1]), self._names[name])
            if len(name) > 1 and name[-1].isdecimal():
                self._names.setdefault((*name[:-1], RUMMY, name[-1]), self._names[name])

    def find(self, words: Sequence[Token], *, in_game: bool = False) -> NamedGames:
        """Return the games that ``words`` name.

        A suit, or a number at the end, is the name of a game only if there is no other name. In a
        question that is asked ``in_game``, on the page of a game, a suit is never a name. A suit
        that is also in the singular is a name only at the start or in a place for a name.
        """
        suits = {(suit,) for suit in self._vocabulary.suits}
        singular = {(word.term,) for word in words if not word.is_plural} & suits
        singular -= {
            (word.term,)
            for before, word in zip([None, *words], words, strict=False)
            if word.is_plural and (before is None or before.term in self._vocabulary.places)
        }
        named = self._find(words, without=suits)
        of_suits = {game for suit in suits for game in self._names.get(suit, ())}
        is_a_game = not named.games and not in_game
        if is_a_game or not of_suits.isdisjoint(named.games):
            named = self._find(words, without=singular)
        last = words[-1:]
        if not named.games and last and self._names_by_figure(last[0].term):
            named = self._find([*last, *words[:-1]])
        return named

    def _find(self, words: Sequence[Token], without: AbstractSet[Name] = frozenset()) -> NamedGames:
        games: dict[str, float] = {}
        rest: list[Token] = []
        named: list[tuple[str, ...]] = []
        ends: list[int] = []
        is_list = False
        place = 0
        while place < len(words):
            phrase = self._phrase_at(words, place)
            name = self._name_at(words, place)
            if name and len(name) >= phrase and name not in without:
                if len(name) == 1 and (name[0] in NUMBERED or name in named):
                    rest.append(words[place])
                is_list = is_list or (bool(ends) and self._joins(words[ends[-1] : place]))
                named.append(name)
                ends.append(place + len(name))
                for slug, certainty in self._names[name].items():
                    games[slug] = max(certainty, games.get(slug, 0))
                place += len(name)
            else:
                rest += words[place : place + max(phrase, 1)]
                place += max(phrase, 1)
        spoken = {word.term for word in words}
        again = self._named_again(named, spoken, is_list=is_list)
        if again:
            return self._find(words, without | again)
        compared = self._compared(named, spoken, is_list=is_list)
        if compared:
            likely = dict.fromkeys(compared, NAME)
            single = [name[0] for name in named if len(name) == 1]
            return NamedGames(likely, rest, single, frozenset(), compared)
        terms = {word.term for word in rest}.union(*named)
        games, player_terms = self._with_players(games, words)
        games, used = self._of_version(games, terms)
        return NamedGames(
            games,
            [word for word in rest if word.term not in used],
            [name[0] for name in named if len(name) == 1],
            frozenset(player_terms),
            (),
        )

    def completed(self, words: Sequence[Token], place: int) -> Token:
        """Return the word at ``place``, corrected if that completes a name of several words.

        A letter after the first may be wrong, as in “five crows”. Other words are returned
        unchanged.
        """
        word = words[place]
        terms = [each.term for each in words]
        if len(word.term) < SHORTEST:
            return word
        for start in range(max(0, place - self._longest + 1), place + 1):
            for end in range(place + 1, start + self._longest + 1):
                for part in self._parts.get(
                    (*terms[start:place], GAP, *terms[place + 1 : end]), ()
                ):
                    if part[0] == word.term[0] and OSA.distance(part, word.term) == 1:
                        return word._replace(term=part)
        return word

    def _joins(self, between: Sequence[Token]) -> bool:
        """Return whether the words between two names list them: “in Carioca and in Telefunken”."""
        terms = {word.term for word in between}
        return not _JOINING.isdisjoint(terms) and (
            terms <= _IN_LIST | self._vocabulary.places | self._vocabulary.links
        )

    def _compared(
        self, named: Sequence[Name], words: AbstractSet[str], *, is_list: bool
    ) -> tuple[str, ...]:
        """Return the likeliest game for each name if the ``words`` compare several games.

        Games are also compared if the question lists them.
        """
        comparing = self._vocabulary.comparing
        if not any(name in self._vocabulary.common_names for name in named):
            comparing = comparing | self._vocabulary.choosing
        if comparing.isdisjoint(words) and not is_list:
            return ()
        likeliest = (
            max(games, key=lambda game: games[game])
            for games in (self._names[name] for name in named)
        )
        games = tuple(dict.fromkeys(likeliest))
        return games if len(games) > 1 else ()

    def _phrase_at(self, words: Sequence[Token], place: int) -> int:
        """Return the number of words in the phrase that starts at ``place``.

        Return 0 if there is no phrase, or if a longer name starts within it: Hand and Foot.
        """
        length = self._vocabulary.phrase_at(words, place)
        within = range(place + 1, place + length)
        return length if all(len(self._name_at(words, at)) <= length for at in within) else 0

    def _named_again(
        self, named: Sequence[Name], words: AbstractSet[str], *, is_list: bool
    ) -> set[Name]:
        """Return the names that are ordinary words, because there is a more certain name.

        A name is an ordinary word next to a more certain name of the same game, such as the crib
        next to Cribbage. So is “Rummy” next to any other name. A name that is also a call, such as
        May I, is an ordinary word next to any other name unless the ``words`` compare the games or
        ``is_list`` is true.
        """
        again = set()
        compares = is_list or not self._vocabulary.comparing.isdisjoint(words)
        for name in named:
            games = self._names[name]
            for other in named:
                others = self._names[other]
                is_weaker = max(games.values()) < max(others.values())
                is_same = games.keys() == others.keys() and is_weaker
                is_plain = self._vocabulary.generic.issuperset(name)
                is_beside_a_name = not self._vocabulary.generic.issuperset(other)
                openings = self._vocabulary.openings
                is_call = name in openings and other not in openings and not compares
                if is_same or (is_beside_a_name and (is_plain or is_call)):
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
        """Return whether a name, which may be a number or an ordinary word, means a game here."""
        opens = not self._vocabulary.terms(before)
        if opens and not after:
            return True
        last = [word.term for word in before if word.term not in _ARTICLES][-2:]
        if name in self._vocabulary.openings:
            return self._names_the_call(name, last, after, opens=opens)
        linked = self._vocabulary.links.issuperset(last[-1:])
        placed = bool(last) and (
            last[-1] in self._vocabulary.places
            or (linked and self._vocabulary.titles.issuperset(last[:-1]))
        )
        if len(name) == 1 and name[0].isdecimal():
            return (opens or placed) and self._names_by_figure(name[0])
        if name in self._vocabulary.common_names:
            if self._vocabulary.fillers.issuperset(name):
                return bool(after) and after[0].term == GAME
            return placed or (bool(after) and after[0].term in self._vocabulary.titles)
        return not (name[0] in self._vocabulary.suits and self._is_of_a_card(before))

    def _names_by_figure(self, term: str) -> bool:
        """Return whether a number of at least three digits is the name of a game: 500."""
        return term.isdecimal() and len(term) > 2 and (term,) in self._names

    def _names_the_call(
        self, name: Name, last: Sequence[str], after: Sequence[Token], *, opens: bool
    ) -> bool:
        """Return whether “May I” after the words ``last`` is a name, rather than a request."""
        placed = last == ["game", "call"] or not self._vocabulary.of_the_call.isdisjoint(last[-1:])
        if not placed and not self._vocabulary.calls.isdisjoint(last[-1:]):
            return False
        if opens or placed or not after:
            return not self._vocabulary.asks_permission(name, after)
        return after[0].term in self._vocabulary.titles

    def _is_of_a_card(self, before: Sequence[Token]) -> bool:
        """Return whether the next word, a suit, belongs to a card or a bid.

        A suit does so after “queen of” and after “six”.
        """
        card, of = (["", "", *(word.term for word in before)])[-2:]
        return (of.isdecimal() and len(of) < 3) or (
            of == "of" and (card.isdecimal() or card in self._vocabulary.ranks)
        )

    def _with_players(
        self, games: dict[str, float], words: Sequence[Token]
    ) -> tuple[dict[str, float], set[str]]:
        """Return the games that can be played by the number of players in the question.

        If this excludes a game, also return the terms for the number of players.
        """
        figures = {
            token.term: numbered(token.term)
            for token in self._vocabulary.joined(words)
            if numbered(token.term)
        }
        terms = {term: int(figure) for term, (what, figure) in figures.items() if what == "player"}
        players = set(terms.values())
        fit = {
            slug: certainty
            for slug, certainty in games.items()
            if players.issubset(self._player_counts.get(slug, ()))
        }
        if not fit or len(fit) == len(games):
            return games, set()
        return _scaled(fit), set(terms)

    def _of_version(
        self, games: dict[str, float], terms: set[str]
    ) -> tuple[dict[str, float], set[str]]:
        """Return the games whose versions the question’s ``terms`` name, and those terms."""
        by_game = {slug: terms & self._qualifiers.get(slug, frozenset()) for slug in games}
        shared = frozenset.intersection(*map(frozenset, by_game.values())) if games else frozenset()
        by_game = {slug: words - shared for slug, words in by_game.items()}
        most = max(map(len, by_game.values()), default=0)
        if len(games) < 2 or not most:
            return games, set()
        chosen = {slug: words for slug, words in by_game.items() if len(words) == most}
        return _scaled({slug: games[slug] for slug in chosen}), set().union(*chosen.values())


def _scaled(games: dict[str, float]) -> dict[str, float]:
    """Return the games, with certainties scaled so that the likeliest game has the value NAME."""
    most = max(games.values(), default=NAME)
    return {slug: NAME * certainty / most for slug, certainty in games.items()}


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.term for word in read_words(text))


def _joined(text: str) -> tuple[str, ...]:
    """Return the name written as one word: Skipbo."""
    return _words("".join(char for char in text if char.isalnum()))


def _names_of(variant: Variant, vocabulary: Vocabulary) -> Iterator[tuple[str, float]]:
    """Yield the names of a game, each with the certainty that it means this game.

    These are its name and aliases, the name without the version, the name with the numbers in the
    version, and the name without “Rummy”.
    """
    plain = re.split(r"[(,]", variant.name)[0].strip()
    yield variant.name, NAME
    yield plain, NAME if plain == variant.name else PART_OF_NAME
    version = variant.name[len(plain) :]
    yield f"{version} {plain}", NAME
    figures = re.findall(r"\d+", version)
    for span in {" ".join(figures), " to ".join(figures), *figures[-1:]} - {""}:
        for pattern in _BY_FIGURES:
            yield pattern.format(plain=plain, span=span), NAME
    for alias in variant.aliases:
        yield alias, ALIAS
    short = " ".join(word for word in plain.split() if stem(word) not in vocabulary.generic)
    if short:
        yield short, SHORT if plain == variant.name else PART_OF_NAME
