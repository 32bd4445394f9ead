"""Putting right what was misspelt: the word of the rules that was meant."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from rapidfuzz.distance import OSA
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extract

# How many letters of a word may be wrong, and how many of its sounds; in a short one three of both
# together, unless its consonants are right.
SLIPS, LONG = 2, 6
# How many words are offered for one that nothing is near to, and how alike they are, of 100.
NEAREST, ALIKE_ENOUGH = 3, 50

_ALIKE = (
    *(("ow", "ou"), ("ou", "u"), ("ce", "se"), ("ci", "si"), ("cy", "sy")),
    *(("ph", "f"), ("ck", "k"), ("ch", "k"), ("gh", "g"), ("qu", "k")),
    *(("c", "k"), ("z", "s"), ("j", "g"), ("y", "i"), ("x", "ks")),
)


class Spelling:
    """Words that are known, and how often the rules use them."""

    def __init__(
        self, told: Counter[str], telling: Collection[str], forms: Mapping[str, str] | None = None
    ) -> None:
        """``told`` are the words of the rules, ``telling`` those by which people ask, ``forms``
        further spellings and the words that they are read as.
        """
        self._told = told
        self._telling = frozenset(telling)
        self.words = sorted(self._told.keys() | self._telling)
        self._forms = {word: word for word in self.words} | dict(forms or {})
        self._written: defaultdict[str, list[str]] = defaultdict(list)
        for form, word in (forms or {}).items():
            self._written[word].append(form)
        self._sounds: defaultdict[str, list[str]] = defaultdict(list)
        for form in self._forms:
            self._sounds[sound(form)].append(form)
        self._meant = lru_cache(maxsize=2_000)(self._likeliest)

    def right(self, word: str, written: str = "") -> str:
        """The word itself where it is known, else the likeliest that is near to it, or to how it
        was ``written``; itself if none is.
        """
        if word in self._told or word in self._telling or len(word) < 3 or not word.isalpha():
            return word
        return self._meant(word, written or word)

    def _likeliest(self, word: str, written: str) -> str:
        near = {self._forms[form] for form in self._near(word, written)}
        return max(near, key=lambda meant: self._likely(word, meant), default=word)

    def written(self, word: str, typed: str) -> str:
        """How the rules write ``word``, in the form that is most like what was ``typed``."""
        forms = self._written.get(word, [word])
        return min(forms, key=lambda form: OSA.distance(form, typed))

    def nearest(self, word: str) -> list[str]:
        """Known words that share the most letters with this one, up to NEAREST."""
        found = extract(word, self.words, scorer=ratio, score_cutoff=ALIKE_ENOUGH, limit=NEAREST)
        return [near for near, _, _ in found]

    def _near(self, word: str, written: str) -> Iterable[str]:
        """Spellings that sound like this word, else the games’ own that it begins, else those that
        are a slip or two away.
        """
        alike = [form for one in (word, written) for form in self._sounds.get(sound(one), ())]
        if alike:
            return alike
        begun = self.words[bisect_left(self.words, word) : bisect_left(self.words, f"{word}~")]
        begun = [meant for meant in begun if meant in self._telling]
        if begun:
            return begun
        slips = dict(self._slips(word))
        for form, away in self._slips(written):
            slips[form] = min(away, slips.get(form, away))
        fewest = min(slips.values(), default=0)
        return [form for form, away in slips.items() if away == fewest]

    def _slips(self, word: str) -> Iterator[tuple[str, int]]:
        """Spellings near to ``word``, and how far away each is, by letters and by sound; swapped
        letters and lost vowels are the commonest slips, and most ask in the games’ own words.
        """
        heard = sound(word)
        by_letters = _within(word, self._forms)
        by_sound = _within(heard, self._sounds)
        forms = by_letters.keys() | {form for near in by_sound for form in self._sounds[near]}
        for form in forms:
            letters = by_letters.get(form, SLIPS + 1)
            sounds = by_sound.get(sound(form), SLIPS + 1)
            is_boned = bones(sound(form)) == bones(heard)
            if letters + sounds < 2 * SLIPS + (len(word) >= LONG or is_boned):
                is_shuffled = sorted(form) == sorted(word)
                is_ours = self._forms[form] in self._telling
                yield form, letters + sounds - is_boned - is_shuffled - is_ours

    def _likely(self, word: str, meant: str) -> tuple[int, bool, int, str]:
        """Few miss the first letter, and most ask in the games’ own words."""
        is_telling, begins_so = meant in self._telling, word[0] == meant[0]
        return is_telling + begins_so, is_telling, self._told[meant], meant


def _within(word: str, others: Iterable[str]) -> dict[str, int]:
    """Those of ``others`` that are SLIPS slips away at most, and how many."""
    found = extract(word, list(others), scorer=OSA.distance, score_cutoff=SLIPS, limit=None)
    return {other: int(away) for other, away, _ in found}


@lru_cache(maxsize=20_000)
def sound(word: str) -> str:
    """Roughly how a word sounds, for spelling by ear: ``progresive`` is ``progressive``."""
    if word.startswith(("kn", "wr")):
        word = word[1:]
    for written, heard in _ALIKE:
        word = word.replace(written, heard)
    return _single(word).removesuffix("e")


def bones(word: str) -> str:
    """What is left of a word without its vowels."""
    return _single(char for char in word if char not in "aeiou")


def _single(letters: Iterable[str]) -> str:
    """The letters, those that stand doubled once."""
    return "".join(letter for letter, _ in groupby(letters))
