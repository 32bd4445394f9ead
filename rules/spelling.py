"""Putting right what was misspelt: the word of the rules that was meant."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from functools import lru_cache

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract

# Longer words may hold two slips.
LONG = 6
# How many words are offered for one that nothing is near to, and how alike they are, of 100.
NEAREST, ALIKE_ENOUGH = 3, 50

_ALIKE = (
    *(("ou", "u"), ("ce", "se"), ("ci", "si"), ("cy", "sy")),
    *(("ph", "f"), ("ck", "k"), ("ch", "k"), ("gh", "g"), ("qu", "k")),
    *(("c", "k"), ("z", "s"), ("j", "g")),
)


class Spelling:
    """Words that are known, and how often the rules use them."""

    def __init__(self, told: Counter[str], telling: Collection[str]) -> None:
        """``told`` are the words of the rules, ``telling`` those by which people ask."""
        self._told = told
        self._telling = frozenset(telling)
        self.words = sorted(self._told.keys() | self._telling)
        self._sounds: defaultdict[str, list[str]] = defaultdict(list)
        for word in self.words:
            self._sounds[sound(word)].append(word)

    def right(self, word: str) -> str:
        """The word itself where it is known, else the likeliest that is near; itself if none is."""
        if word in self._told or word in self._telling or len(word) < 3 or not word.isalpha():
            return word
        return max(self._near(word), key=lambda meant: self._likely(word, meant), default=word)

    def nearest(self, word: str) -> list[str]:
        """Known words that share the most letters with this one, up to NEAREST."""
        found = extract(word, self.words, scorer=ratio, score_cutoff=ALIKE_ENOUGH, limit=NEAREST)
        return [near for near, _, _ in found]

    def _near(self, word: str) -> Iterable[str]:
        """Words that sound like this one, else that it begins, else that are a slip or two away."""
        heard = sound(word)
        if heard in self._sounds:
            return self._sounds[heard]
        begun = self.words[bisect_left(self.words, word) : bisect_left(self.words, f"{word}~")]
        if begun:
            return begun
        found = extract(
            heard,
            self._sounds.keys(),
            scorer=OSA.distance,
            score_cutoff=1 if len(heard) < LONG else 2,
            limit=None,
        )
        nearest = min((away for _, away, _ in found), default=0)
        return [word for heard, away, _ in found if away == nearest for word in self._sounds[heard]]

    def _likely(self, word: str, meant: str) -> tuple[int, bool, int, str]:
        """Few miss the first letter, and most ask in the games’ own words."""
        is_telling, begins_so = meant in self._telling, word[0] == meant[0]
        return is_telling + begins_so, is_telling, self._told[meant], meant


@lru_cache(maxsize=20_000)
def sound(word: str) -> str:
    """Roughly how a word sounds, for spelling by ear: ``progresive`` is ``progressive``."""
    if word.startswith(("kn", "wr")):
        word = word[1:]
    for written, heard in _ALIKE:
        word = word.replace(written, heard)
    single = [a for a, b in zip(word, f"{word[1:]} ", strict=True) if a != b]
    return "".join(single).removesuffix("e")
