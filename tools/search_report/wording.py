"""Learn the wording of questions from questions whose answers are known.

This is the first of IBM’s models for translation: each term of a question stems from one term of
the document that answers it, or from none. Which one is unknown, so the shares are estimated in a
few rounds (expectation maximization).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rules.lookup.learned import MILLION, THOUSAND, WORDING, LearnedWords

ROUNDS = 6
# In the first round, the same term is likelier than a different one, and no term is less likely.
SAME, NOTHING = 5.0, 0.3
# This reduces the estimates of rare terms, as if each term had led to one more word.
DOUBT = 1.0
# Lower shares are ignored.
LEAST = 0.005
# The source of a term that stems from no term of the document.
NOWHERE = ""

HEADING = """\
# How people word questions: for each term of a question, the terms of rules that bring people to
# use it, in thousandths of the words that each brings; and how frequent it is in questions, in
# millionths. Learned from the questions of the tests by ./dev search-report --train. Don't edit:
# train again.

"""


@dataclass(frozen=True)
class Pair:
    """The terms of a question, and of a document that answers it."""

    question: Collection[str]
    document: Collection[str]
    weight: float


def learn_wording(pairs: Sequence[Pair]) -> LearnedWords:
    """Return the wording of questions, estimated from ``pairs``."""
    shares: dict[str, dict[str, float]] = {}
    for number in range(ROUNDS):
        shares = _estimate(pairs, shares if number else None)
    brought: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for term, words in shares.items():
        for word, share in words.items():
            if share >= LEAST and term != NOWHERE:
                brought[word][term] = round(THOUSAND * share) / THOUSAND
    counts: defaultdict[str, float] = defaultdict(float)
    for pair in pairs:
        for word in pair.question:
            counts[word] += pair.weight
    total = sum(counts.values()) or 1.0
    frequency = {word: round(MILLION * count / total) / MILLION for word, count in counts.items()}
    return LearnedWords(dict(brought), frequency)


def _estimate(
    pairs: Iterable[Pair], shares: dict[str, dict[str, float]] | None
) -> dict[str, dict[str, float]]:
    """Return the shares of the words that stem from each term of documents, given the last
    estimate.
    """
    counts: defaultdict[str, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    totals: defaultdict[str, float] = defaultdict(float)
    for pair in pairs:
        terms = [*pair.document, NOWHERE]
        for word in pair.question:
            if shares is None:
                likely = [
                    SAME if term == word else NOTHING if term == NOWHERE else 1.0 for term in terms
                ]
            else:
                likely = [shares[term].get(word, 0.0) for term in terms]
            scale = pair.weight / (sum(likely) or 1.0)
            for term, share in zip(terms, likely, strict=True):
                if share:
                    counts[term][word] += share * scale
                    totals[term] += share * scale
    return {
        term: {word: count / (totals[term] + DOUBT) for word, count in words.items()}
        for term, words in counts.items()
    }


def write_wording(words: LearnedWords) -> None:
    """Write the learned wording to the file that the search reads."""
    lines = [HEADING + "[brought]"]
    for word, shares in sorted(words.brought.items()):
        ordered = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))
        line = ", ".join(f"{term} {round(THOUSAND * share)}" for term, share in ordered)
        lines.append(f'"{word}" = "{line}"')
    lines.append("\n[frequency]")
    lines += [
        f'"{word}" = {round(MILLION * share)}' for word, share in sorted(words.frequency.items())
    ]
    WORDING.write_text("\n".join(lines) + "\n", "utf-8")
