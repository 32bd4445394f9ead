"""Spelling correction with the words of the rules."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from pathlib import Path

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract

from rules.engine.catalogue import DATA

ENGLISH = DATA / "english-words.txt"
GIVEN_NAMES = DATA / "given-names.txt"
# The candidates are known words within MOST_EDITS edits of the letters or of the sounds. There may
# be four edits of letters and sounds together, or three in a word that is shorter than LONG_WORD
# and has a wrong consonant.
MOST_EDITS, LONG_WORD = 2, 6
# An English word that is shorter than this is misspelt only if it sounds like a word of the rules.
LONG_ENGLISH = 5
# The rules use a rare word at most this often.
RARE = 3
# The maximum number of words suggested for an unknown word, and their minimum similarity, out of
# 100.
NEAREST, SIMILAR_ENOUGH = 3, 50

# Letters that sound alike, replaced in this order.
_SOUND_ALIKE = (
    *(("ow", "ou"), ("ou", "u"), ("ce", "se"), ("ci", "si"), ("cy", "sy")),
    *(("ph", "f"), ("ck", "k"), ("ch", "k"), ("gh", "g"), ("qu", "kw")),
)
_SINGLE_SOUNDS = str.maketrans({"c": "k", "z": "s", "j": "g", "y": "i", "x": "ks"})
_DOUBLED = re.compile(r"(.)\1+")


class Spelling:
    """The known words, with the number of times that the rules use each."""

    def __init__(
        self,
        word_counts: Mapping[str, int],
        domain_terms: Collection[str],
        forms: Mapping[str, str] | None = None,
        english: AbstractSet[str] = frozenset(),
    ) -> None:
        """Store the known words.

        ``word_counts`` maps each word to how often the rules use it. ``domain_terms`` are the terms
        of card games, the commonest words in questions. ``forms`` maps each alternative spelling to
        its word.
        ``english`` are the stems of common words, most of which are not in the rules.
        """
        self._word_counts = word_counts
        self._domain_terms = frozenset(domain_terms)
        self.words = sorted(self._word_counts.keys() | self._domain_terms)
        self._forms = {word: word for word in self.words} | dict(forms or {})
        self._written: defaultdict[str, list[str]] = defaultdict(list)
        for form, word in (forms or {}).items():
            self._written[word].append(form)
        self._forms_by_key: defaultdict[str, list[str]] = defaultdict(list)
        for form in self._forms:
            self._forms_by_key[phonetic_key(form)].append(form)
        self._english = english
        self._corrected = lru_cache(maxsize=2_000)(self._likeliest)

    def correct(self, word: str, written: str = "") -> str:
        """Return the likeliest known word for a misspelt word.

        The candidates look or sound like the word, or like the form in which it was
        ``written``. A known word, and a word without candidates, is returned unchanged, and so is
        a common English word, unless it is very similar to a word of the rules.
        """
        if self.is_known(word) or len(word) < 3 or not word.isalpha():
            return word
        return self._corrected(word, written or word)

    def is_known(self, word: str) -> bool:
        """Return whether the rules or the names of games have a word."""
        return word in self._word_counts or word in self._domain_terms

    def is_rare(self, word: str) -> bool:
        """Return whether the rules hardly ever use a word."""
        return self._word_counts.get(word, 0) <= RARE

    def _likeliest(self, word: str, written: str) -> str:
        near = {self._forms[form] for form in self._near(word, written)}
        if word in self._english:
            near = {each for each in near if self._may_be(word, written, each)}
        return max(near, key=lambda candidate: self._likelihood(word, candidate), default=word)

    def _may_be(self, word: str, written: str, term: str) -> bool:
        """Return whether an English word may be a misspelt word of the rules: “harts”, “brake”.

        Only terms of card games are meant. The word must sound the same, or have the consonants and
        differ by at most one letter or by the order of the letters. A short word must sound the
        same: “dog” is not “dig”.
        """
        for form in (term, *self._written.get(term, ())):
            for one in (word, written):
                key, other = phonetic_key(one), phonetic_key(form)
                is_near = len(written) >= LONG_ENGLISH and (
                    OSA.distance(one, form) < MOST_EDITS or sorted(one) == sorted(form)
                )
                is_heard = consonants(key) == consonants(other)
                if term in self._domain_terms and (key == other or (is_near and is_heard)):
                    return True
        return False

    def written(self, word: str, typed: str) -> str:
        """Return the written form of ``word`` that is most like ``typed``."""
        forms = self._written.get(word, [word])
        return min(forms, key=lambda form: OSA.distance(form, typed))

    def nearest(self, word: str) -> list[str]:
        """Return the known words that are most similar to this one, at most NEAREST of them."""
        found = extract(word, self.words, scorer=ratio, score_cutoff=SIMILAR_ENOUGH, limit=NEAREST)
        return [near for near, _, _ in found]

    def _near(self, word: str, written: str) -> Iterable[str]:
        """Return known spellings that sound like this word.

        If there are none, return the terms of card games that start with the word. If there are no
        such terms either, return the nearest spellings.
        """
        alike = [
            form
            for spelling in (word, written)
            for form in self._forms_by_key.get(phonetic_key(spelling), ())
        ]
        if alike:
            return alike
        longer = self.words[bisect_left(self.words, word) : bisect_left(self.words, f"{word}~")]
        longer = [candidate for candidate in longer if candidate in self._domain_terms]
        if longer:
            return longer
        distances = dict(self._distances(word))
        for form, distance in self._distances(written):
            distances[form] = min(distance, distances.get(form, distance))
        least = min(distances.values(), default=0)
        return [form for form, distance in distances.items() if distance == least]

    def _distances(self, word: str) -> Iterator[tuple[str, int]]:
        """Yield known spellings that are similar to ``word``, with their distances.

        A distance counts wrong letters and wrong sounds. Spellings with the same consonants or the
        same letters are nearer, because missing vowels and swapped letters are the most common
        errors. So are terms of card games, because most questions use them.
        """
        key = phonetic_key(word)
        by_letters = _within(word, self._forms)
        by_sound = _within(key, self._forms_by_key)
        forms = by_letters.keys() | {form for near in by_sound for form in self._forms_by_key[near]}
        for form in forms:
            letters = by_letters.get(form, MOST_EDITS + 1)
            sounds = by_sound.get(phonetic_key(form), MOST_EDITS + 1)
            same_consonants = consonants(phonetic_key(form)) == consonants(key)
            if letters + sounds < 2 * MOST_EDITS + (len(word) >= LONG_WORD or same_consonants):
                is_shuffled = sorted(form) == sorted(word)
                is_ours = self._forms[form] in self._domain_terms
                # A word that no rule uses is part of a name, such as Skipbo.
                is_name = is_ours and self._forms[form] not in self._word_counts
                yield form, letters + sounds - same_consonants - is_shuffled - is_ours - is_name

    def _likelihood(self, word: str, candidate: str) -> tuple[int, bool, int, str]:
        """Return the sort key of a candidate, which is highest for the best one.

        People rarely get the first or the last letter wrong, and mostly use the terms of card
        games.
        """
        is_ours, same_start = candidate in self._domain_terms, word[0] == candidate[0]
        same_end = word[-1] == candidate[-1]
        return (
            is_ours + same_start + same_end,
            is_ours,
            self._word_counts.get(candidate, 0),
            candidate,
        )


@cache
def english_words() -> frozenset[str]:
    """Return the stems of common English words."""
    return frozenset(_lines(ENGLISH))


@cache
def given_names() -> frozenset[str]:
    """Return people’s names in lower case."""
    return frozenset(_lines(GIVEN_NAMES))


def _lines(file: Path) -> Iterator[str]:
    lines = file.read_text("utf-8").splitlines()
    return (line for line in lines if not line.startswith("#"))


def _within(word: str, others: Iterable[str]) -> dict[str, int]:
    """Return the words of ``others`` within MOST_EDITS edits of ``word``, with their distances."""
    found = extract(word, list(others), scorer=OSA.distance, score_cutoff=MOST_EDITS, limit=None)
    return {other: int(distance) for other, distance, _ in found}


@lru_cache(maxsize=20_000)
def phonetic_key(word: str) -> str:
    """Return a key that is the same for words that sound alike: ``progresive``, ``progressive``."""
    if word.startswith(("kn", "wr")):
        word = word[1:]
    for written, sound in _SOUND_ALIKE:
        word = word.replace(written, sound)
    return _single(word.translate(_SINGLE_SOUNDS)).removesuffix("e")


def consonants(word: str) -> str:
    """Return the consonants of a word."""
    return _single("".join(char for char in word if char not in "aeiou"))


def _single(letters: str) -> str:
    """Return the letters, with doubled letters written once."""
    return _DOUBLED.sub(r"\1", letters)
