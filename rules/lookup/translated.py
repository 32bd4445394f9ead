"""Questions in other languages, which are searched in English, with hits in the reader’s language.

A question is translated word by word with the dictionary of its language, ``data/questions``. The
order of the words hardly matters to the search, so only a little grammar is needed: plurals after
numbers, the word before the name of a game, and separated verbs. The names of games are known in
all languages. The hits are shown with the texts of the reader’s language.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from threading import Lock

from rapidfuzz.distance import OSA
from snowballstemmer import stemmer

from rules.engine.cards import Rank, rank_letter, rank_words
from rules.engine.catalogue import DATA, Catalogue
from rules.engine.snapshots import load_ruleset
from rules.engine.toml_lines import read_toml
from rules.lookup.documents import Document, documents, page_documents
from rules.lookup.hits import Hit, SearchResult
from rules.lookup.spelling import english_words, given_names
from rules.lookup.words import stem
from rules.reference.game_words import names_in_all_languages, translated_variant
from rules.reference.rule_texts import RuleTexts
from rules.translation import in_english, in_language

_FOLDER = DATA / "questions"
# The stemmers of Snowball by language.
_STEMMERS = {"de": "german", "es": "spanish"}
# Words that are at least this long may be misspelt, and those twice as long may be compounds, such
# as „Jokerwert“, of which each part has at least PART letters.
LONG, PART = 5, 4
# A question with a smaller share of known words is in English, or in another language.
KNOWN = 0.5
_WORD = re.compile(r"\d+|[^\W\d_]+|[♠♥♦♣?!.,:;–—]")
# The ending of an ordinal number, or its point: 4.ª mano, 1er, 6. Runde.
_ORDINAL = re.compile(
    r"(?<=\d)(?:\.?(?:[ao]|er|[dmnrtv][ao])\b|\.(?= *(?:runde|hand|spiel|partie|phase|aufgabe)))"
)
# The point in 5.000.
_THOUSANDS = re.compile(r"(?<=\d)\.(?=\d{3}\b)")
# The letter of a card, as in „die D“, unlike the first word of a sentence.
_LETTER = re.compile(r"(?<=[^\W\d_] )[A-Z]\b(?!\.)")
_stemming = Lock()  # a stemmer is stateful

# The particles of German verbs, which are at the end of a clause: „Wie teilt man aus?“
_PARTICLES = frozenset(
    {"ab", "an", "auf", "aus", "ein", "dazu", "hin", "raus", "um", "vor", "weg", "weiter", "zu"}
    | {"zuruck", "zusammen"}
)
_CONJUNCTIONS = frozenset({"aber", "oder", "und", "wenn", "dass", "weil", "ob"})
# Words before the name of a game, with at most an article between them.
_PLACES = frozenset({"en", "del", "de", "al", "bei", "beim", "im", "in", "von", "vom"})
# What a game has a number of. Without an s, “7 deal” is the seventh.
COUNTED = frozenset({"deal", "round", "hand", "phase", "game"})
_PLURAL = ("s", "n", "spiele", "hande")

Name = tuple[str, ...]
# A document’s place and its English texts, which are the same in the index.
Key = tuple[str, str, str, str]


class Dictionary:
    """The English words for the words of a language, and the names of games in all languages."""

    def __init__(self, games: Catalogue, language: str) -> None:
        self._stemmer = stemmer(_STEMMERS[language])
        self.stem = lru_cache(maxsize=20_000)(self._stem_of)
        self.stems = lru_cache(maxsize=20_000)(self._stems_of)
        path = _FOLDER / f"{language}.toml"
        words = read_toml(path.read_text("utf-8"), path.name)["words"]
        # By the words as they are in the dictionary, and by their stems.
        self._exact = {tuple(words_of(phrase)): english for phrase, english in words.items()}
        self._phrases: dict[Name, str] = {}
        for exact, english in self._exact.items():
            self._phrases.setdefault(tuple(map(self.stem, exact)), english)
        self._names: dict[Name, str] = {}
        for name, known in _names(games):
            self._names.setdefault(tuple(map(self.stem, name)), known)
        self._longest = max(map(len, (*self._phrases, *self._names)))
        with in_language(language):
            self._ranks = {
                letter: rank_words(rank)
                for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
                for letter in (rank.value, rank_letter(rank))
            }

    def english(self, question: str) -> str:
        """Return the question in English words, or unchanged if it isn’t in this language."""
        words = self._with_whole_verbs(words_of(self._with_ranks(question)))
        found, known, place = list[str](), 0, 0
        while place < len(words):
            english, length = self._longest_at(words, place)
            known += length if english is not None else 0
            english = words[place] if english is None else english
            if english in COUNTED and _is_several(found[-1:], words[place]):
                english += "s"
            found.append(english)
            place += length
        spoken = sum(word.isalnum() for word in words)
        return " ".join(filter(None, found)) if known >= KNOWN * spoken else question

    def telling(self, question: str) -> set[str]:
        """Return the stems of the words in a question, without those that say nothing."""
        stems = {self.stem(word) for word in words_of(question) if word.isalnum()}
        return {term for term in stems if self._phrases.get((term,), term)}

    def _with_ranks(self, question: str) -> str:
        """Return the question with the names of cards for their letters: „was zählt die D“."""
        if question.isupper():
            return question
        return _LETTER.sub(lambda letter: self._ranks.get(letter[0], letter[0]), question)

    def _with_whole_verbs(self, words: Sequence[str]) -> list[str]:
        """Return the words with separated verbs joined: „teilt man Karten aus“ has „austeilt“."""
        whole, start = list(words), 0
        for place, (word, after) in enumerate(zip(words, [*words[1:], ""], strict=True)):
            if not word.isalnum() or word in _CONJUNCTIONS:
                start = place
            if word in _PARTICLES and (not after.isalnum() or after in _CONJUNCTIONS):
                verbs = (at for at in range(place - 2, start - 1, -1) if self._is_verb(words[at]))
                for verb in verbs:
                    if (self.stem(word + words[verb]),) in self._phrases:
                        whole[verb], whole[place] = word + words[verb], ""
                        break
        return list(filter(None, whole))

    def _is_verb(self, word: str) -> bool:
        """Return whether a word may be a verb: long enough, and not „Runde“ or „Spiel“."""
        return len(word) >= PART and self._phrases.get((self.stem(word),)) not in COUNTED

    def _longest_at(self, words: Sequence[str], place: int) -> tuple[str | None, int]:
        """Return the English for the words at a place, and how many they are."""
        for length in range(min(self._longest, len(words) - place), 0, -1):
            part = words[place : place + length]
            stems = tuple(map(self.stem, part))
            name = self._names.get(stems)
            # A single word that is a name may also be a usual word, such as “corazones”.
            if name and (length > 1 or stems not in self._phrases):
                is_placed = not _PLACES.isdisjoint(words[max(0, place - 2) : place])
                return f"in {name}" if is_placed else name, length
            if stems in self._phrases:
                return self._exact.get(tuple(part), self._phrases[stems]), length
        return self._guess(words[place]), 1

    def _guess(self, word: str) -> str | None:
        """Return the English for both parts of a compound, or for the word that was misspelt.

        English words and the names of people are neither.
        """
        if len(word) < LONG or not word.isalpha() or word in given_names():
            return None
        term = self.stem(word)
        for end in range(len(term) - PART, PART - 1, -1):
            parts = [self._phrases.get((self.stem(part),)) for part in (term[:end], term[end:])]
            if all(parts):
                return " ".join(part for part in parts if part)
        if len(term) < PART or stem(word) in english_words():
            return None
        near = (
            english
            for (other, *more), english in self._phrases.items()
            if not more and other[:2] == term[:2] and OSA.distance(other, term, score_cutoff=1) == 1
        )
        return next(near, None)

    def _stems_of(self, text: str) -> frozenset[str]:
        return frozenset(map(self.stem, words_of(text)))

    def _stem_of(self, word: str) -> str:
        with _stemming:
            return str(self._stemmer.stemWord(word))


def words_of(text: str) -> list[str]:
    """Return the words and the punctuation of a text, in small letters and without accents, which
    people leave out when they type.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    return _WORD.findall(_ORDINAL.sub("", _THOUSANDS.sub("", plain)))


def _is_several(before: Sequence[str], word: str) -> bool:
    """Return whether a word is a plural after a number: „sieben Runden“, not “la ronda 7”."""
    figure = before[0] if before else ""
    return figure.isdecimal() and figure != "1" and word.endswith(_PLURAL)


def _names(games: Catalogue) -> Iterator[tuple[Name, str]]:
    """Yield the names of games in all languages, each with one that is known in English.

    The other forms of a name are last: “Euchre zu dritt” of “Euchre zu dritt (Cutthroat)”.
    """
    further = list[tuple[Name, str]]()
    for variant in games.variants.values():
        english = {_plain(name) for name in (variant.name, *variant.aliases)}
        for name in names_in_all_languages(variant):
            words = _plain(name)
            known = (name if words in english else variant.name).rstrip("?")
            yield words, known
            further.append((_plain(name.partition(" (")[0]), known))
            if len(words) > 1:
                further += ((_other_rummy(words, other), known) for other in ("rummy", "rommee"))
    yield from further


def _other_rummy(words: Name, other: str) -> Name:
    return tuple(other if word == "romme" else word for word in words)


def _plain(name: str) -> Name:
    return tuple(filter(str.isalnum, words_of(name)))


@lru_cache(maxsize=8)
def dictionary(games: Catalogue, language: str) -> Dictionary | None:
    """Return the dictionary of a language; None if there is none."""
    is_known = language in _STEMMERS and (_FOLDER / f"{language}.toml").exists()
    return Dictionary(games, language) if is_known else None


class TranslatedSearch:
    """What the search shows in one language."""

    def __init__(self, texts: RuleTexts, language: str, dictionary: Dictionary) -> None:
        self._texts, self._language, self._dictionary = texts, language, dictionary
        # The documents of a game, and those under a group’s house rules.
        self._own = lru_cache(maxsize=2 * len(texts.catalogue.variants))(self._documents)

    def search(
        self, question: str, found: Callable[[str], SearchResult], slug: str = "", rules: str = ""
    ) -> SearchResult:
        """Return the answer to a question, which ``found`` finds in English.

        ``rules`` is the ruleset of the game ``slug`` as JSON if a group’s house rules apply to it.
        """
        english = self._dictionary.english(question)
        result = found(english)
        asked = self._dictionary.telling(question)
        is_translated = english != question

        def shown(document: Document) -> Document | None:
            own = self._own(document.game, rules if document.game == slug else "")
            return own.get(_key(document))

        hits = tuple(
            self._hit(own, asked) if (own := shown(hit.document)) else hit for hit in result.hits
        )
        answered = result.answered
        if answered and (own := shown(answered.document)):
            answered = replace(answered, document=own)
        section = result.section and (shown(result.section) or result.section)
        return replace(
            result,
            query=" ".join(question.replace("\x00", " ").split()),
            hits=hits,
            answered=answered,
            section=section,
            read_as="" if is_translated else result.read_as,
            nearest=() if is_translated else result.nearest,
        )

    def _hit(self, document: Document, asked: set[str]) -> Hit:
        """Return a hit with the words of the question marked."""
        parts = re.split(r"([^\W\d_]+)", document.text)
        marked = tuple(
            (part, not asked.isdisjoint(self._dictionary.stems(part))) for part in parts if part
        )
        return Hit(document, marked, self._language)

    def _documents(self, slug: str, rules: str) -> Mapping[Key, Document]:
        """Return the documents of a game in this language, by their English texts."""
        variant = self._texts.catalogue.variants.get(slug)
        if variant is None:
            return self._terms(slug)
        ruleset = load_ruleset(json.loads(rules)) if rules else None
        with in_english():
            english = documents(self._texts, variant, ruleset, with_lexicon=False)
        with in_language(self._language):
            own = documents(self._texts, translated_variant(variant), ruleset, with_lexicon=False)
        pairs = zip(english, own, strict=True)
        return {_key(each): other for each, other in pairs if each.text != other.text}

    def _terms(self, page: str) -> Mapping[Key, Document]:
        """Return the entries of a page that belongs to no game, by their English texts."""
        with in_english():
            english = [each for _names, each in page_documents() if each.game == page]
        with in_language(self._language):
            own = {each.anchor: each for _names, each in page_documents() if each.game == page}
        return {_key(each): own[each.anchor] for each in english}


def _key(document: Document) -> Key:
    return document.section, document.anchor, document.title, document.text
