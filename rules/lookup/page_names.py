"""Questions that are the name of a page, and those about well-known games without rules here."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from rules.engine.catalogue import Catalogue
from rules.lookup.corpus import Corpus, IndexedDocument
from rules.lookup.vocabulary import Vocabulary
from rules.lookup.words import stem
from rules.reference.other_games import other_games

# A longer question isn’t a name.
MOST_WORDS = 16
# A question with at most this many words is about the game with whose name it begins.
FEW_WORDS = 3
# A game whose name begins with a shorter word, such as “Go”, is meant only by the whole question.
SHORTEST = 3
# Words before the name of a game: “in Uno”, “how do you play Snap”.
_BEFORE = frozenset({("in",), ("at",), ("play",), ("playing",), ("of",), ("vs",)})
# “At the bridge” is no game.
_ARTICLES = frozenset({("the",), ("a",), ("an",)})
_WORD = re.compile(r"[^\W_]+")

Name = tuple[str, ...]


class PageNames:
    """The names of the pages of games, and of games without rules here."""

    def __init__(
        self,
        games: Catalogue,
        corpus: Corpus,
        vocabulary: Vocabulary,
        is_known: Callable[[str], bool],
    ) -> None:
        """Store the names. ``is_known`` returns whether the rules have a word."""
        self._fillers = vocabulary.fillers
        self._is_known = is_known
        self._pages: defaultdict[Name, list[IndexedDocument]] = defaultdict(list)
        for called, entry in _named_entries(games, corpus):
            name = _words(called)
            name = name[1:] if name[:1] in _ARTICLES else name
            if name and entry not in self._pages[name]:
                self._pages[name].append(entry)
        self._without_rules: Mapping[Name, str] = {
            _words(name): game.name for game in other_games() for name in (game.name, *game.aliases)
        }

    def pages(self, question: str) -> Sequence[IndexedDocument]:
        """Return what the pages begin with whose name is the whole question, such as “stops”."""
        words = _words(question)
        if len(words) > MOST_WORDS:
            return ()
        spans = combinations(range(len(words) + 1), 2)
        names = (
            words[start:end]
            for start, end in sorted(spans, key=lambda span: span[0] - span[1])
            if words[start:end] in self._pages
            and words[start - 1 : start] not in _ARTICLES
            and self._are_fillers((*words[:start], *words[end:]))
        )
        return self._pages.get(next(names, ()), ())

    def without_rules(self, question: str) -> str:
        """Return the game without rules here that a question is about, or an empty string."""
        words = _words(question)
        for start in range(len(words)):
            for end in range(len(words), start, -1):
                name = words[start:end]
                if name in self._without_rules and self._is_meant(words, start, name):
                    return self._without_rules[name]
        return ""

    def _is_meant(self, words: Name, start: int, name: Name) -> bool:
        """Return whether words mean a game, although they may be words of the rules as well."""
        before = words[start - 1 : start]
        if before in _ARTICLES:
            return False
        is_alone = self._are_fillers((*words[:start], *words[start + len(name) :]))
        if is_alone or all(word.isdecimal() for word in name) or len(name[0]) < SHORTEST:
            return is_alone
        is_unknown = not any(self._is_known(stem(word)) for word in name)
        return is_unknown or before in _BEFORE or (start == 0 and len(words) <= FEW_WORDS)

    def _are_fillers(self, words: Name) -> bool:
        """Return whether words say nothing: “what is”, “rules”."""
        return self._fillers.issuperset(map(stem, words))


def _named_entries(games: Catalogue, corpus: Corpus) -> Iterator[tuple[str, IndexedDocument]]:
    """Yield each name of a page with the entry that the page begins with, surest names first."""
    begins = {slug: entries[0] for slug, entries in corpus.places.items() if entries}
    for slug, variant in games.variants.items():
        yield variant.name, begins[slug]
    for name, place in corpus.names:
        if len(corpus.places[place]) == 1:
            yield name, begins[place]
    for slug, variant in games.variants.items():
        for alias in variant.aliases:
            yield alias, begins[slug]
    for slug, variant in games.variants.items():
        yield variant.contributor, begins[slug]


def _words(text: str) -> Name:
    return tuple(_WORD.findall(text.casefold().replace("’", "").replace("'", "")))
