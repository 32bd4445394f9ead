"""``./dev search-report``: how well the search answers the questions of the tests.

The report shows the rates by kind of question, and with ``--misses`` the questions whose first hit
is wrong. ``--train`` learns the weights of the ranking and the wording of questions, and writes
them to ``search-weights.toml`` and ``question-words.toml`` in ``rules/data``, and the questions
themselves to ``known-questions.toml``. ``--cross-validate`` shows the rates if learning leaves out
the family of a question’s game. In the report, no question is a known one when it is asked.

``--words FILE...`` writes the stems of the words in dictionaries to ``english-words.txt`` there.

Each question is asked with the lexicon, which was tuned on these questions, and without it. A
question that describes its game well enough is also asked without the names of games. The last
table has the rates of 150 questions from which nothing was learned. Their misses are never shown,
so these rates predict best how new questions are answered.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import chain, islice
from json import dumps
from math import exp, sqrt
from operator import mul
from pathlib import Path
from random import Random
from time import process_time
from zlib import crc32

from rules.engine.catalogue import catalogue
from rules.lookup.answers import answer
from rules.lookup.corpus import IndexedDocument, read_corpus
from rules.lookup.documents import SEPARATOR
from rules.lookup.hits import AnswerLine
from rules.lookup.learned import (
    COMMA,
    KNOWN,
    KnownQuestions,
    LearnedWords,
    asked_terms,
    document_words,
    known_questions,
    question_words,
    wording,
)
from rules.lookup.questions import ParsedQuery
from rules.lookup.ranking import FEATURES, FILE, Ranked, features, model
from rules.lookup.search import Index, index
from rules.lookup.spelling import ENGLISH
from rules.lookup.vocabulary import vocabulary
from rules.lookup.words import stem
from rules.reference.rule_texts import rule_texts
from tests.questions import Question, asked, described, questions, unseen
from tools.console import say
from tools.search_report.wording import Pair, learn_wording, write_wording

FOLDS, EPOCHS, RATE, SEED = 5, 5, 0.03, 1
# Learning uses only this many candidates, and only questions whose right candidates have a lower
# probability than this.
CANDIDATES, SURE = 20, 0.97
# A question without names describes its game if the evidence for the game is at least the first
# value, and that for any other game is higher by at most the second.
DESCRIBES, ALMOST = 6.0, 0.5
# The labels of three sets: questions without the names of games, questions that describe a game,
# and questions by people who had not seen the search. The last set counts several times in
# learning.
NAMELESS, DESCRIBED, ASKED = "nameless, ", "described, ", "asked, "
ASKED_TIMES = 4
# The wording and the known questions are learned from at most this many right documents for each
# question.
MOST_RIGHT = 4

HEADING = """\
# How much each feature of a question and a document counts when the search ranks what it found.
# Learned from the questions of the tests by ./dev search-report --train. Don't edit: train again.

"""
KNOWN_HEADING = """\
# Questions whose answers are known: for each document of a game, the terms of each question that it
# answers. Written from the questions of the tests by ./dev search-report --train. Don't edit: train
# again.

"""
ENGLISH_HEADING = """\
# Stems of common English words, which are not taken for misspelt words of the rules. They come from
# american-english-small and british-english-small, two lists of SCOWL (the Debian packages
# wamerican-small and wbritish-small). english-words-licence.txt has the licence.
# Don't edit: make it again with ./dev search-report --words FILE...
"""
# The meanings of the features.
MEANINGS = {
    "score": "logarithm of the score of the terms, compared with the best",
    "likelihood": "logarithm of how likely people use these words for the document, per word",
    "known": "how similar the question is to one that the document answers, from 0 to 1",
    "coverage": "share of the question that the document has, search words included",
    "text_coverage": "the same, in its text alone",
    "title_coverage": "share of the question that the title has",
    "pairs": "share of neighbouring terms that are neighbours in the document",
    "section": "the question is about this section",
    "fact": "a fact from the data",
    "page": "from the glossary or the games that are only mentioned",
    "example": "an example",
    "inherited": "a rule of the parent game",
    "generality": "logarithm of how general the game is, if none is named or described",
    "evidence": "how much less than the likeliest the game is described, if none is named",
    "certainty": "logarithm of how certainly the game is named",
    "list_of_deals": "a list of deals is asked, and this is all of them",
    "in_glossary": "the meaning of a term",
    "in_options": "a house rule",
    "in_scoring": "a rule on scoring",
    "may_fact": "a fact, and the question can be answered with yes or no",
}


@dataclass(frozen=True)
class Asked:
    """A question and its candidates.

    ``entries`` are the candidates, best score first. ``features`` has the features of each, and
    ``right`` whether each is an expected rule.
    """

    question: Question
    parsed: ParsedQuery
    features: Sequence[Sequence[float]]
    right: Sequence[bool]
    entries: Sequence[IndexedDocument]

    @property
    def named(self) -> bool:
        """Whether the question names a game."""
        return bool(self.parsed.games)

    def order(self, weights: Sequence[float]) -> list[int]:
        """Return the positions of the candidates, best first, each text once."""
        scores = self.scores(weights)
        said: set[str] = set()
        best: list[int] = []
        for number in sorted(range(len(scores)), key=lambda each: -scores[each]):
            text = self.entries[number].document.text
            if text not in said:
                best.append(number)
                said.add(text)
        return best

    def answer(self, weights: Sequence[float]) -> AnswerLine | None:
        """Return the answer that is shown above the hits."""
        ranked = [
            Ranked(entry, score, row[FEATURES.index("coverage")])
            for entry, score, row in zip(
                self.entries, self.scores(weights), self.features, strict=True
            )
        ]
        ranked.sort(key=lambda each: -each.score)
        return answer(self.parsed, self.question.ask, ranked)

    def scores(self, weights: Sequence[float]) -> list[float]:
        """Return the score of each candidate."""
        return [sum(map(mul, weights, each)) for each in self.features]

    def fold(self) -> int:
        """Return a number for the family of the game, so that related games stay together."""
        game = self.question.games[0]
        variant = catalogue().variants.get(game)
        return crc32((variant.family if variant else game).encode()) % FOLDS


def part_of(question: Question) -> int:
    """Return the number of the part that a question is in, so that learning can leave it out."""
    return crc32(question.ask.encode()) % FOLDS


def learned_words(
    searched: Index, asking: Iterable[Question]
) -> tuple[LearnedWords, list[LearnedWords]]:
    """Return the wording learned from all questions, and for each part, from all other parts."""
    pairs = [
        (part_of(question), pair) for question in asking for pair in _pairs(searched, question)
    ]
    folds = ([pair for other, pair in pairs if other != number] for number in range(FOLDS))
    return learn_wording([pair for _, pair in pairs]), [learn_wording(kept) for kept in folds]


def _pairs(searched: Index, question: Question) -> Iterator[Pair]:
    """Yield the pairs of a question with the documents that answer it, each text once."""
    parsed = searched.parse(question.ask)
    if parsed is None:
        return
    right = {entry.document.text: entry for entry in _answers(searched, parsed, question)}
    for entry in list(right.values())[:MOST_RIGHT]:
        weight = 1 / min(len(right), MOST_RIGHT)
        yield Pair(question_words(parsed), document_words(entry), weight)


def _answers(searched: Index, parsed: ParsedQuery, question: Question) -> Iterator[IndexedDocument]:
    """Yield the candidates that answer a question."""
    for each in searched.candidates(parsed):
        if question.is_answered_by(each.entry.document):
            yield each.entry


def learned_questions(
    searched: Index, asking: Iterable[Question]
) -> dict[str, set[AbstractSet[str]]]:
    """Return the terms of the questions that each document answers, by the key of the document."""
    answered: defaultdict[str, set[AbstractSet[str]]] = defaultdict(set)
    for question in asking:
        parsed = searched.parse(question.ask)
        terms = asked_terms(parsed) if parsed else frozenset()
        if parsed and terms:
            entries = _answers(searched, parsed, question)
            keys = dict.fromkeys(entry.document.key for entry in entries)
            for key in islice(keys, MOST_RIGHT):
                answered[key].add(terms)
    return answered


def write_questions(answered: Mapping[str, Iterable[AbstractSet[str]]]) -> None:
    """Write the known questions to the file that the search reads."""
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for key, known in sorted(answered.items()):
        game, _, document = key.partition(SEPARATOR)
        questions = dumps(sorted(COMMA.join(sorted(terms)) for terms in known), ensure_ascii=False)
        lines[game].append(f"{dumps(document, ensure_ascii=False)} = {questions}")
    tables = ["\n".join((f"[{game}]", *answers)) for game, answers in lines.items()]
    KNOWN.write_text(KNOWN_HEADING + "\n\n".join(tables) + "\n", "utf-8")


def ask(
    searched: Index,
    asking: Sequence[Question],
    words: Sequence[LearnedWords],
    known: KnownQuestions,
    *,
    without_names: bool = False,
) -> Iterator[Asked]:
    """Yield the questions ``asking`` with their candidates from ``searched``.

    ``words`` has, for each part, the wording learned from all other parts. ``known`` are the known
    questions.
    """
    for original in asking:
        question, parsed = original, searched.parse(original.ask)
        if without_names and parsed:
            question = replace(original, ask=searched.without_names(original.ask))
            parsed = searched.parse(question.ask) if parsed.games else None
            evidence = parsed.evidence if parsed else {}
            most = max(evidence.values(), default=0.0)
            own = max(evidence.get(game, 0.0) for game in question.games)
            if most < DESCRIBES or own < most - ALMOST:
                continue
        candidates = searched.candidates(parsed) if parsed else []
        if not parsed or not candidates or (without_names and parsed.games):
            continue
        best = candidates[0].score or 1.0
        without = words[part_of(original)]
        entries = [each.entry for each in candidates]
        yield Asked(
            question,
            parsed=parsed,
            features=[
                tuple(map(float, features(each, parsed, best, likelihood, similarity)))
                for each, likelihood, similarity in zip(
                    candidates,
                    without.likelihoods(parsed, entries),
                    known.similarities(parsed, entries, as_new=True),
                    strict=True,
                )
            ],
            right=[question.is_answered_by(each.entry.document) for each in candidates],
            entries=entries,
        )


def learn(asked: Sequence[Asked]) -> list[float]:
    """Return weights that rank right candidates first.

    The model is a conditional logit. It starts with a weight for the score alone, and learns by
    stochastic gradient descent with a rate for each feature (AdaGrad).
    """
    weights = [float(name == "score") for name in FEATURES]
    squares = [0.01] * len(weights)
    teaching = [each for each in asked if any(each.right) and not all(each.right)]
    shuffle = Random(SEED).shuffle
    for _ in range(EPOCHS):
        shuffle(teaching)
        for each in teaching:
            end = CANDIDATES if any(each.right[:CANDIDATES]) else None
            gradient = _gradient(each.features[:end], each.right[:end], weights)
            for place, value in enumerate(gradient):
                if value:
                    squares[place] += value * value
                    weights[place] -= RATE * value / sqrt(squares[place])
    return weights


def _gradient(
    rows: Sequence[Sequence[float]], right: Sequence[bool], weights: Sequence[float]
) -> list[float]:
    scores = [sum(map(mul, weights, row)) for row in rows]
    top = max(scores)
    likely = [exp(score - top) for score in scores]
    total = sum(likely)
    good = sum(value for value, fits in zip(likely, right, strict=True) if fits) or 1e-12
    gradient = [0.0] * len(weights)
    if good > SURE * total:
        return gradient
    for value, fits, row in zip(likely, right, rows, strict=True):
        share = value / total - (value / good if fits else 0.0)
        if abs(share) > 0.001:
            for place, feature in enumerate(row):
                if feature:
                    gradient[place] += share * feature
    return gradient


def rates(asked: Sequence[Asked], weights: Sequence[float]) -> tuple[int, int, int]:
    """Return three numbers of questions: all, those whose first candidate is right, and those with
    a right candidate among the first three.
    """
    right = [[each.right[place] for place in each.order(weights)[:3]] for each in asked]
    return len(right), sum(found[0] for found in right), sum(map(any, right))


def _line(label: str, counts: Sequence[int]) -> str:
    of, first, three = counts
    return f"{label:52} {of:5} {100 * first / of:6.1f} {100 * three / of:6.1f}" if of else ""


def _report(label: str, asked: Sequence[Asked], weights: Sequence[float]) -> None:
    say(f"\n{label:52}   all  first  three")
    groups: defaultdict[str, list[Asked]] = defaultdict(list)
    for each in asked:
        groups["named" if each.named else "no game named"].append(each)
        groups[each.parsed.kind.value].append(each)
    for name, group in groups.items():
        say(_line(name, rates(group, weights)))


def _misses(asked: Sequence[Asked], weights: Sequence[float]) -> None:
    missed = defaultdict(list)
    for each in asked:
        first = each.order(weights)[0]
        if not each.right[first]:
            missed[each.parsed.kind.value].append(
                f"{each.question.ask}\n    {each.entries[first].document.text[:90]}"
            )
    for kind, lines in missed.items():
        say(f"\n{kind}: {len(lines)}", *lines, sep="\n  ")


def _teaching(sets: dict[str, list[Asked]]) -> Iterator[Asked]:
    """Yield the questions from which the weights are learned, the most informative ones several
    times.
    """
    for label, group in sets.items():
        yield from group * (ASKED_TIMES if label.startswith(ASKED) else 1)


def cross_validate(sets: dict[str, list[Asked]]) -> None:
    """Show the rates of cross-validated weights and of the score alone, and how many of the
    answers are right.
    """
    found: defaultdict[str, Counter[int]] = defaultdict(Counter)
    alone: defaultdict[str, Counter[int]] = defaultdict(Counter)
    answered: defaultdict[str, list[bool]] = defaultdict(list)
    score = [float(name == "score") for name in FEATURES]
    for fold in range(FOLDS):
        weights = learn([each for each in _teaching(sets) if each.fold() != fold])
        for label, group in sets.items():
            for named in (True, False):
                tested = [e for e in group if e.fold() == fold and e.named == named]
                key = f"{label}, {'named' if named else 'no game named'}"
                found[key].update(dict(enumerate(rates(tested, weights))))
                alone[key].update(dict(enumerate(rates(tested, score))))
                for each in tested:
                    if each.answer(weights):
                        answered[key].append(each.right[each.order(weights)[0]])
    for label, rows in (("Cross-validated", found), ("By the score of the terms alone", alone)):
        say(f"\n{label:52}   all  first  three")
        for key, counts in rows.items():
            say(_line(key, [counts[place] for place in range(3)]))
    say(f"\n{'Lines that answer, cross-validated':52} lines  right")
    for key, right in answered.items():
        say(f"{key:52} {len(right):5} {100 * sum(right) / len(right):6.1f}")


def write(weights: Sequence[float]) -> None:
    """Write weights to the file that the ranking reads."""
    lines = ["[weights]"]
    for name, weight in zip(FEATURES, weights, strict=True):
        lines += [f"# {MEANINGS[name]}", f"{name} = {weight:.3f}"]
    FILE.write_text(HEADING + "\n".join(lines) + "\n", "utf-8")


def write_english(dictionaries: Iterable[Path]) -> None:
    """Write the stems of the words in dictionaries, without names and words of two letters."""
    words = chain.from_iterable(file.read_text("utf-8").split() for file in dictionaries)
    stems = {stem(word) for word in words if re.fullmatch("[a-z]{3,}", word)}
    stems = {word for word in stems if word.isalpha()}
    ENGLISH.write_text(ENGLISH_HEADING + "\n".join(sorted(stems)) + "\n", "utf-8")


def main(arguments: Sequence[str]) -> None:
    """Show the report."""
    if "--words" in arguments:
        write_english(map(Path, arguments[arguments.index("--words") + 1 :]))
        return
    plain = Index(
        catalogue(), read_corpus(rule_texts(), vocabulary(), with_lexicon=False), vocabulary()
    )
    asking = {"": questions(), NAMELESS: questions(), DESCRIBED: described(), ASKED: asked()}
    learns = "--train" in arguments or "--cross-validate" in arguments
    start = process_time()
    words, folds = (
        learned_words(index(), chain(questions(), asked()))
        if learns
        else (wording(), [wording()] * FOLDS)
    )
    answers = learned_questions(index(), chain(questions(), asked()) if learns else ())
    known = KnownQuestions(answers) if learns else known_questions()
    sets = {
        f"{names}{lexicon}": list(
            ask(searched, asking[names], folds, known, without_names=names == NAMELESS)
        )
        for searched, lexicon in ((index(), "with the lexicon"), (plain, "without the lexicon"))
        for names in asking
    }
    if "--train" in arguments:
        weights = learn(list(_teaching(sets)))
        say(f"Learned in {process_time() - start:.1f} seconds")
        write(weights)
        write_wording(words)
        write_questions(answers)
        model.cache_clear()
        wording.cache_clear()
        known_questions.cache_clear()
    if "--cross-validate" in arguments:
        cross_validate(sets)
    for label, group in sets.items():
        _report(label, group, model())
    _report("nothing learned from them", list(ask(index(), unseen(), folds, known)), model())
    if "--misses" in arguments:
        _misses(sets["with the lexicon"], model())


if __name__ == "__main__":
    main(sys.argv[1:])
