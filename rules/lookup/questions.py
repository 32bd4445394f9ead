"""The parser of questions: it finds the games in a question, and weights its other words."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from rapidfuzz.distance import OSA

from rules.lookup.asking import (
    QuestionKind,
    asks_which_game,
    described_part,
    is_negative,
    kind_of,
    kinds_of_games,
)
from rules.lookup.evidence import Evidence
from rules.lookup.game_names import GAME, NAME, RUMMY, GameNames, NamedGames
from rules.lookup.spelling import Spelling, english_words, given_names
from rules.lookup.vocabulary import MEANING, Vocabulary, with_pack
from rules.lookup.weights import WEIGHTS
from rules.lookup.words import Token, numbered, read_words, stem

# The words around “rummy” or “contract game” if any such game is meant.
A_KIND = frozenset({"a", "some", "ani", "anoth", "which"})
DESCRIBING = frozenset({"where", "that", "which", "whose", "you", "name", "call", "from"})
# The terms in “what is it called”.
_ASKING_NAME = frozenset({MEANING, "call", "name", "alia", "alias", "1", RUMMY})
# “Rummy” may mean any rummy if the evidence for another game exceeds that for the games named by
# this much.
DESCRIBED = 4.0
# A question describes a game only if the evidence for that game is at least this.
LEAST_EVIDENCE = 4.7
# A game is described as plainly as if it were named if the evidence for it is higher by PLAIN than
# that for any other game. Games with a difference of at most AS_MUCH are described equally well.
PLAIN, AS_MUCH = 8.0, 0.5
# A question is about something else if at least this share of its weight is in words of no rule.
FOREIGN = 0.4
MOST_WORDS, MOST_TERMS, MOST_NEAREST = 60, 16, 6

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A term of a question and its weight.

    ``alternatives`` are all terms that match it, including itself, with a weight for each.
    """

    term: str
    alternatives: Mapping[str, float]
    weight: float
    is_name: bool


@dataclass(frozen=True)
class ParsedQuery:
    """A parsed question.

    ``query_terms`` are the terms to find. ``names`` are names of games, which a document needn’t
    contain.
    ``pairs`` are the pairs of consecutive terms.
    ``sections`` are the sections that the question may be about, each with a factor.
    ``about`` are the terms of all words that aren’t names.
    ``names_only`` is true if the question consists of names.
    ``games`` are the games that the question is about, with the certainty of each.
    ``plain`` are the stems of all words that are neither fillers nor names.
    ``described`` are the terms that only describe the game.
    ``figures`` are the numbers in the question, each with the next word.
    ``evidence`` is how strongly a question that names no game points to each game.
    ``deals`` has the game and the anchor of each deal with the contract in the question.
    ``compared`` are the games that the question compares.
    ``rare`` are words that few games have.
    ``kinds_of_games`` are families of games, such as “rummy”, if the question asks for games.
    """

    query_terms: tuple[QueryTerm, ...]
    names: tuple[QueryTerm, ...]
    pairs: AbstractSet[Pair]
    sections: Mapping[str, float]
    about: AbstractSet[str]
    asks_meaning: bool
    wants_figure: bool
    names_only: bool
    games: Mapping[str, float]
    kind: QuestionKind
    negative: bool
    plain: AbstractSet[str]
    figures: AbstractSet[str]
    evidence: Mapping[str, float] = field(default_factory=dict)
    deals: AbstractSet[tuple[str, str]] = frozenset()
    compared: tuple[str, ...] = ()
    rare: AbstractSet[str] = frozenset()
    kinds_of_games: AbstractSet[str] = frozenset()
    described: AbstractSet[str] = frozenset()

    @cached_property
    def weight(self) -> float:
        return sum(asked.weight for asked in self.query_terms)

    @cached_property
    def terms(self) -> AbstractSet[str]:
        """All terms that match a term of the question."""
        return {term for asked in self.query_terms for term in asked.alternatives}

    @cached_property
    def _asked(self) -> Sequence[QueryTerm]:
        return (*self.query_terms, *self.names)

    @cached_property
    def _matching(self) -> Mapping[str, Sequence[tuple[int, float]]]:
        """For each term, the numbers and the shares of the question’s terms that it matches."""
        found: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for number, asked in enumerate(self._asked):
            for term, share in asked.alternatives.items():
                found[term].append((number, share))
        return found

    def best_matches(
        self, weights: Mapping[str, float]
    ) -> Iterator[tuple[QueryTerm, float, float]]:
        """Yield the question’s terms that a document with these ``weights`` matches, in order.

        Each term is followed by the weight and the share of its best match.
        """
        best: dict[int, tuple[float, float]] = {}
        for term in self._matching.keys() & weights.keys():
            weight = weights[term]
            for number, share in self._matching[term]:
                match = (weight * share, share)
                if number not in best or match > best[number]:
                    best[number] = match
        for number in sorted(best):
            yield self._asked[number], *best[number]

    def shares(self, terms: AbstractSet[str]) -> dict[int, float]:
        """Return the share that a document with these ``terms`` gets for each term of the question.

        The keys are the numbers of the terms. The names are numbered after the other terms.
        """
        shares: dict[int, float] = {}
        for term in self._matching.keys() & terms:
            for number, share in self._matching[term]:
                if share > shares.get(number, 0.0):
                    shares[number] = share
        return shares

    @cached_property
    def is_described(self) -> bool:
        """Whether a question without a name describes a game."""
        return max(self.evidence.values(), default=0.0) >= LEAST_EVIDENCE

    @cached_property
    def likeliest_games(self) -> AbstractSet[str]:
        """The games that are named most certainly or, if none is named, described best."""
        likely = self.games or (self.evidence if self.is_described else {})
        most = max(likely.values(), default=0.0)
        return {game for game, value in likely.items() if value == most}

    @cached_property
    def players(self) -> AbstractSet[int]:
        """The numbers of players in the question."""
        return {int(term[1]) for term in map(numbered, self.about) if term[:1] == ("player",)}

    @cached_property
    def deal_numbers(self) -> AbstractSet[int]:
        """The numbers of deals in the question."""
        return {int(term[1]) for term in map(numbered, self.about) if term[:1] == ("deal",)}

    @cached_property
    def is_about_players_only(self) -> bool:
        """Whether the question has no terms other than numbers of players."""
        return bool(self.players) and all(numbered(term)[:1] == ("player",) for term in self.about)


class QueryParser:
    """Parses questions with the vocabulary and the names of the games."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        names: GameNames,
        evidence: Evidence,
        *,
        rarity: Mapping[str, float],
        terms_by_place: Mapping[str, AbstractSet[str]],
        domain_terms: AbstractSet[str],
        word_counts: Mapping[str, int],
        spellings: Mapping[str, str],
    ) -> None:
        """Store the data about all documents that the parser needs.

        ``rarity`` is the factor of each term, which is higher for rare terms. ``terms_by_place``
        has the terms of all documents of a game or page, and ``domain_terms`` the terms of card
        games. ``word_counts`` has the number of times that each term occurs, and ``spellings`` maps
        each word, as written, to its term.
        """
        self._vocabulary = vocabulary
        self._names = names
        self._evidence = evidence
        self._rarity = rarity
        self._terms_by_place = terms_by_place
        self._domain_terms = domain_terms
        self._spelling = Spelling(
            word_counts,
            (domain_terms | names.words) - vocabulary.fillers,
            spellings,
            english_words(),
        )

    def parse(self, query: str, game: str = "") -> ParsedQuery | None:
        """Return the parsed query, or None if it has only filler words.

        The query is about ``game`` unless it names another game.
        """
        people = self._people(query)
        words = [word for word in self._words(query) if word.start not in people]
        in_game = game in self._terms_by_place
        plain = self._vocabulary.without_permission(words, in_game=in_game)
        named = self._names.find(plain, in_game=in_game)
        if in_game and not named.compared:
            named = self._in_game(game, plain, named)
        names = set(plain).difference(named.rest)
        games = named.games or ({game: 1.0} if in_game else {})
        which = asks_which_game([word.term for word in words])
        if which:
            games = {} if self._vocabulary.generic.issuperset(named.words) else games
        deals = self._evidence.deals(words)
        described = self._evidence.of(words, deals)
        if not in_game and self._is_any(words, named, names, described):
            games = {}
        is_named = bool(games)
        if not games and not which:
            games = self._plainly_described(described)
        parsed = self._parsed(words, with_pack(named.rest), games, named.words)
        parsed = parsed or self._parsed(words, words, games)
        if parsed is None:
            return None
        start, end = described_part(query)
        said = [
            word for word in words if which or (word not in names and not start <= word.start < end)
        ]
        parsed = replace(
            parsed,
            deals=deals,
            evidence={} if games else described,
            kind=kind_of(said, asks_meaning=parsed.asks_meaning, wants_figure=parsed.wants_figure),
            compared=named.compared,
            rare=frozenset(filter(self._evidence.is_rare, parsed.plain)),
            kinds_of_games=kinds_of_games([word.term for word in words]) if which else frozenset(),
        )
        if not is_named and parsed.kind != QuestionKind.GAME:
            parsed = self._weighed_by_part(parsed, query, words)
        return self._weighed_for_games(parsed, named.player_terms)

    def _in_game(self, game: str, words: Sequence[Token], named: NamedGames) -> NamedGames:
        """Return the names in a question asked in a game, which its relatives don’t replace.

        A name that the game shares means the game: “carioca” in Carioca (Chile). So does “rummy”. A
        word of the game’s own rules, such as “canastas” in Hand and Foot, is no name unless it is
        in a place for one: “in canasta”.
        """
        if game in named.games:
            return replace(named, games={game: NAME})
        terms = [word.term for word in words]
        names = set(words).difference(named.rest)
        called = {word.term for word in names}
        is_placed = any(
            before in self._vocabulary.places and word in names
            for before, word in zip(terms, words[1:], strict=False)
        )
        is_own = not is_placed and called <= self._terms_by_place[game]
        if not called or not (is_own or self._vocabulary.generic.issuperset(called)):
            return named
        return NamedGames({game: NAME}, list(words), [], frozenset(), ())

    def _plainly_described(self, evidence: Mapping[str, float]) -> dict[str, float]:
        """Return the games that a question describes so well that it needn’t name them."""
        most = max(evidence.values(), default=0.0)
        best = {game for game, value in evidence.items() if value >= most - AS_MUCH}
        others = (value for game, value in evidence.items() if game not in best)
        return dict.fromkeys(best, 1.0) if most >= max(others, default=0.0) + PLAIN else {}

    def _is_any(
        self,
        words: Sequence[Token],
        named: NamedGames,
        names: AbstractSet[Token],
        described: Mapping[str, float],
    ) -> bool:
        """Return whether “rummy” means any rummy, or “contract game” any contract game.

        This is the case in “a rummy where” and in “ten-contract rummy”, or if the question
        describes another game.
        """
        if not names or not self._vocabulary.families.issuperset(word.term for word in names):
            return False
        places = [place for place, word in enumerate(words) if word in names]
        before, after = words[: places[0]][-1:], words[places[-1] + 1 : places[-1] + 3]
        if after and after[0].term in (GAME, RUMMY):
            after = after[1:]
        if any(word.term in A_KIND or word.term.isdecimal() for word in before):
            return True
        if len(names) > 1:  # Without “a”, “contract rummy” is the game of that name.
            return False
        if any(word.term in DESCRIBING for word in after[:1]):
            return True
        own = max((described.get(game, 0.0) for game in named.games), default=0.0)
        return max(described.values(), default=0.0) > own + DESCRIBED

    def without_names(self, query: str) -> str:
        """Return ``query`` without the names of games in it."""
        words = self._vocabulary.without_permission(self._words(query))
        return " ".join(query[word.start : word.end] for word in self._names.find(words).rest)

    def read_as(self, query: str) -> str:
        """Return ``query`` with its spelling corrected; empty if nothing is misspelt."""
        parts: list[str] = []
        place = 0
        for word, correct in zip(read_words(query), self._words(query), strict=False):
            if correct.term != word.term:
                typed = query[word.start : word.end].casefold()
                parts += (query[place : word.start], self._spelling.written(correct.term, typed))
                place = word.end
        return "".join((*parts, query[place:])) if parts else ""

    def nearest(self, query: str) -> tuple[str, ...]:
        """Return known terms with a spelling similar to those of ``query``."""
        near = (
            self._spelling.written(other, word.term)
            for word in self._words(query)
            if word.term not in english_words()
            for other in self._spelling.nearest(word.term)
        )
        return tuple(dict.fromkeys(near))[:MOST_NEAREST]

    def _words(self, query: str) -> list[Token]:
        people = self._people(query)
        words = [
            word if word.start in people else self._corrected(word, query)
            for word in read_words(query)[:MOST_WORDS]
        ]
        return [
            self._names.completed(words, place)
            if self._spelling.is_rare(word.term)
            and word.term not in self._vocabulary.fillers
            and word.start not in people
            else word
            for place, word in enumerate(words)
        ]

    def is_known(self, word: str) -> bool:
        """Return whether the rules or the names of games have a word."""
        return self._spelling.is_known(word)

    def is_foreign(self, parsed: ParsedQuery) -> bool:
        """Return whether a question names no game and is mostly about words that no rule has.

        A question with several terms of card games isn’t, even if most of its words are unknown.
        """
        unknown = [
            asked
            for asked in parsed.query_terms
            if self._rarity.keys().isdisjoint(asked.alternatives)
        ]
        share = sum(asked.weight for asked in unknown) / parsed.weight
        terms = {asked.term for asked in parsed.query_terms if asked not in unknown}
        is_ours = len(terms & self._domain_terms) > 1
        return not parsed.games and not is_ours and share >= FOREIGN

    def _people(self, query: str) -> set[int]:
        """Return where the names of people are: “Jane’s turn”, “then Xenia draws”.

        They are given names, and unknown words with a capital letter within a sentence. A word that
        is nearly the name of a game isn’t one of them.
        """
        tokens = read_words(query)[:MOST_WORDS]
        capitals = sum(query[word.start].isupper() for word in tokens)
        is_title = capitals > len(tokens) / 2
        return {
            word.start
            for word in tokens
            if not self._spelling.is_known(word.term)
            and word.term not in self._vocabulary.fillers
            and (word.term in given_names() or (not is_title and self._is_capitalised(word, query)))
        }

    def _is_capitalised(self, word: Token, query: str) -> bool:
        written = query[word.start : word.end]
        before = query[: word.start].rstrip(" “\"'(")
        if not written.istitle() or not before or before[-1] in ".?!:;-–—":
            return False
        term = self._corrected(word, query).term
        return term not in self._names.words or OSA.distance(term, word.term) > 1

    def _corrected(self, word: Token, query: str) -> Token:
        if word.term in self._vocabulary.fillers:
            return word
        term = self._spelling.correct(word.term, query[word.start : word.end].casefold())
        return word._replace(term=stem(term) if term in self._vocabulary.forms else term)

    def _parsed(
        self,
        question: Sequence[Token],
        words: Sequence[Token],
        games: Mapping[str, float],
        names: Iterable[str] | None = None,
    ) -> ParsedQuery | None:
        """Return a query for these ``words`` of a question, or None if all are fillers.

        ``names`` are names of games in the question, which may also be its subject, such as the
        Shanghai call. ``names`` is None if all words of the question belong to names.
        """
        terms = dict.fromkeys(token.term for token in self._vocabulary.joined(words))
        # “Deal 5” is one term, and its two words are only alternatives to it.
        within = {part for term in terms for part in numbered(term)}
        without = self._vocabulary.fillers | within | {MEANING}
        own = [term for term in terms if term not in without]
        if not own:
            return None
        sections = Counter(section for term in terms for section in self._vocabulary.sections(term))
        most = max(sections.values(), default=1)
        asks_meaning = self._vocabulary.asks_meaning(question)
        wants_figure = not self._vocabulary.counting.isdisjoint(own)
        return ParsedQuery(
            query_terms=tuple(self._query_term(term) for term in own[:MOST_TERMS]),
            names=tuple(
                self._query_term(name, is_name=True) for name in names or () if name not in own
            ),
            pairs=frozenset(pairwise(self._vocabulary.terms(question))),
            sections={
                section: 1 + WEIGHTS.section * count / most for section, count in sections.items()
            },
            about=frozenset(own),
            asks_meaning=asks_meaning,
            wants_figure=wants_figure,
            names_only=names is None,
            games=games,
            kind=QuestionKind.OTHER,
            negative=is_negative([word.term for word in question]),
            figures=frozenset(
                f"{one.term}|{other.term}"
                for one, other in pairwise(self._vocabulary.joined(words))
                if one.term.isdecimal() and other.term not in self._vocabulary.fillers
            ),
            plain=frozenset(word.term for word in words) - self._vocabulary.fillers,
        )

    def _weighed_by_part(
        self, parsed: ParsedQuery, query: str, words: Sequence[Token]
    ) -> ParsedQuery:
        """Return the question with less weight on what only describes the game.

        In “six dice, race to 10,000: what are three ones worth”, that is everything before the
        colon. In “six dice, race to 10,000: what is it called”, that is the question after the
        colon.
        """
        start, end = described_part(query)
        asked = set(
            self._vocabulary.terms([word for word in words if not start <= word.start < end])
        )
        if not end or asked.isdisjoint(parsed.about - _ASKING_NAME):
            return parsed
        query_terms = (
            term if term.term in asked else replace(term, weight=WEIGHTS.described * term.weight)
            for term in parsed.query_terms
        )
        return replace(parsed, query_terms=tuple(query_terms), described=parsed.about - asked)

    def _weighed_for_games(
        self, parsed: ParsedQuery, player_terms: AbstractSet[str]
    ) -> ParsedQuery:
        """Return the question with less weight on terms that don’t occur in any of its games.

        Of these, numbers have no weight: they are scores that were told on the way.
        ``player_terms`` also get less weight, because they have already decided which game is
        meant.
        """
        places = [self._terms_by_place[game] for game in parsed.games]
        if not places:
            return parsed
        foreign = {
            asked.term
            for asked in parsed.query_terms
            if all(terms.isdisjoint(asked.alternatives) for terms in places)
        }
        told = {term for term in foreign if term.isdecimal()}
        query_terms = [
            replace(asked, weight=WEIGHTS.foreign * asked.weight)
            if asked.term in foreign | player_terms
            else asked
            for asked in parsed.query_terms
            if asked.term not in told
        ]
        return replace(parsed, query_terms=tuple(query_terms)) if query_terms else parsed

    def _query_term(self, term: str, *, is_name: bool = False) -> QueryTerm:
        near = self._vocabulary.near(term)
        alternatives = dict.fromkeys(near, WEIGHTS.near) | {term: 1.0}
        alternatives |= dict.fromkeys(numbered(term), WEIGHTS.part)
        rarity = self._rarity.get(term) or max(
            self._rarity.get(other, 0.0) for other in alternatives
        )
        share = 1.0 if term in self._domain_terms else WEIGHTS.common_word
        share = WEIGHTS.name if is_name else share
        return QueryTerm(term, alternatives, (rarity or WEIGHTS.unknown_word) * share, is_name)
