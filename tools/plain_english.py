"""Find phrases that aren't plain English: ``python -m tools.plain_english [FILE...]``.

CONTRIBUTING.md describes how we write. Only prose is searched: documents, comments, docstrings,
sentences in code and data, and the text of templates. Code, search words, questions that people
ask, and expected text in tests are skipped.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tools.console import fail, say
from tools.environment import ROOT
from tools.prose import prose

FOLDERS = ("docs", "rules", "scorekeeper", "static", "templates", "tests", "tools")
FILES = (
    ".ci/run",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "dev",
    "manage.py",
    "pyproject.toml",
)
SUFFIXES = (".css", ".html", ".js", ".md", ".py", ".toml")
# Search words and questions are written the way people type them. This check and its tests quote
# the phrases that they look for.
SKIPPED = (
    "rules/data/lexicon",
    "rules/data/known-questions.toml",
    "rules/data/question-words.toml",
    "rules/data/vocabulary.toml",
    "tests/data",
    "tests/tools/test_plain_english.py",
    "tools/plain_english.py",
)

START = r"(?:^|(?<=[.!?…]) )[“\"]?"  # of a sentence
CLAUSE = r"(?:^|(?<=[.;!?…]) )[“\"]?"
REST = r" [^.?!;:|”\n]{8,}[.;](?= |$)"  # of a sentence that is not a question
COUNTED = (
    r"(?:cards?|deals?|hands?|letters|matadors?|packs?|pages?|players?|points?|rounds?|times"
    r"|tricks?)"
)
MACHINE = r"(?:columns?|docs?|functions?|logs?|modules?|schemes?|servers?|streams?|tables?|tests?)"
NUMBER = r"(?:\d+|\}|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred)"


@dataclass(frozen=True)
class Pattern:
    """A phrase that is never right, and its replacement."""

    regex: str
    cure: str


PATTERNS = (
    Pattern(START + r"(?-i:W)ho(?! is| was| are)" + REST, "“A player who …”, “Anyone who …”"),
    Pattern(START + r"(?-i:W)hat(?! you| we| they| people| players)" + REST, "name the subject"),
    Pattern(START + r"(?-i:W)hose" + REST, "“A player whose …”"),
    Pattern(CLAUSE + r"where (?!possible|necessary)[^.?!;:|”\n]{8,},", "“If …” or “When …”"),
    Pattern(START + r"(?:to the first trick|of each|of every|in grey)\b", "start with the subject"),
    Pattern(r"\b(?:stands?|stood)\b", "is, appears, is stored, applies"),
    Pattern(r"\banew\b", "again"),
    Pattern(r"\bmend(?:s|ed|ing)?\b", "correct, fix"),
    Pattern(r"\bseldom\b", "rarely"),
    Pattern(r"\boftener\b", "more often"),
    Pattern(r"\bkin\b", "related games"),
    Pattern(r"\bdear(?:er|est)?\b", "high, expensive"),
    Pattern(r"\bbesides(?= ?(?:[.;:,)]|$))", "extra, as well"),
    Pattern(r", too(?= ?(?:[.;:,)]|$))", "also"),
    Pattern(r"\bthe own\b", "their own, its own"),
    Pattern(r"\b(?:is|are) known since\b", "dates from"),
    Pattern(r"\b(?:below|to|at|from|above) nothing\b", "0, zero"),
    Pattern(r"\bso many\b(?! [^.;:\n]*that\b)", "this many, that many"),
    Pattern(NUMBER + rf" (?:{COUNTED} )?at (?:most|least)\b", "“at most 3”, “at least 3”"),
    Pattern(r"\{\{[^{}]*\bplace ?\}\}\.", "1st, 2nd, 3rd"),
    Pattern(r"\b(?:is|are) (?:taken back|now forgotten)\b", "has been undone, deleted"),
    Pattern(r"\b(?:is|are|was|were|not|half) begun\b", "started"),
    Pattern(r"\bfor ever\b", "permanent, permanently"),
    Pattern(r"\b(?:be|is|are) rid of\b", "get rid of, have played"),
    Pattern(r"\breckon(?:s|ed|ing)?\b", "count, calculate"),
    Pattern(r"\basks? leave\b", "ask for permission"),
    Pattern(r"\btold of\b", "described, mentioned"),
    Pattern(r"\b(?:this|that|the) very (?:deal|turn|write)", "this, the same"),
    Pattern(r"\b(?:lest|n[ao]ught|hitherto|whosoever|whomsoever)\b", "a modern word"),
    Pattern(r"\b(?:whence|[th]hither|thence|[tw]hereof|[tw]herein)\b", "a modern word"),
    Pattern(
        r", for (?:it|they|he|she|there|nobody|nothing|that) (?:is|are|was|has|have|had|can|could"
        r"|may|must|would|will|does|do|did|needs?|takes?)\b",
        "because",
    ),
    Pattern(r"\bcan(?:not|[’']t)? be had\b", "is available, is not available"),
    Pattern(r"\bwith commas between\b", "comma-separated"),
    Pattern(
        r"\b(?:read|written|counted|played|named|called|shown|drawn|printed|made|stored|defined)"
        r" so(?= ?(?:[.;,)]|$))",
        "that way",
    ),
    Pattern(r"\bworths\b", "values"),
    Pattern(r"\bdeeds?\b", "action"),
    Pattern(r"\bcupboards?\b", "list, category"),
    Pattern(r"\bown figures\b|\bfigures of (?:\S+ ){1,2}own\b", "custom values"),
    Pattern(r"\b(?:look-ups?|log-(?:ins?|outs?)|set-ups?)\b", "lookup, login, setup"),
    Pattern(r"\bpicture of the house\b", "architecture"),
    Pattern(r"\bfalls? silent\b", "is hidden"),
    Pattern(rf"\b{MACHINE} (?:also |only )?(?:say|says|said|tell|tells|told)\b", "show, return"),
    Pattern(r"\b(?:is|are|was|were|be) looked for\b", "search"),
    Pattern(r"\bwhat (?:became|becomes|(?:has|had) become) of\b", "the outcome, the new state"),
    Pattern(r"\bany more(?= ?(?:[.;:,)]|$))", "no longer"),
    Pattern(r"\b(?:said|used) of\b", "describes"),
    Pattern(r"\bwith how (?:certainly|far|likely|often|strongly|well)\b", "with the certainty of"),
    Pattern(r"\ball passed\b", "everyone passed"),
    Pattern(r"\bnot to blame\b", "correct, valid"),
)

# Phrases that match a pattern but are plain English.
HONEST = (
    r"\bWhat (?:counts|matters|sets)\b",
    r"\bWhat [^.;:\n]* means?\.",
    r"\bwith so many\b",
    r"\bWho [^.;:\n]* is (?:up to|left to|decided by)\b",
    r"\b(?:stands?|stood) (?:in )?for\b",  # a joker stands for a card
    r"\bstands? (?:pat|alone|out)\b",
)

_HONEST = re.compile("|".join(HONEST), re.IGNORECASE)
_PATTERNS = [
    (re.compile(pattern.regex, re.IGNORECASE | re.MULTILINE), pattern.cure) for pattern in PATTERNS
]


@dataclass(frozen=True)
class Finding:
    """A phrase in a file, and its replacement."""

    path: str
    line: int
    phrase: str
    cure: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: “{self.phrase}” → {self.cure}"


def findings(text: str, path: str) -> Iterator[Finding]:
    """Yield the phrases that were found in ``text``, the content of the file at ``path``."""
    searched = prose(text, path)
    honest = [match.span() for match in _HONEST.finditer(searched.text)]
    for regex, cure in _PATTERNS:
        for match in regex.finditer(searched.text):
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            if not any(first <= start < last for first, last in honest):
                yield Finding(path, searched.line_at(start), match[0].strip(), cure)


def files() -> Iterator[str]:
    """Yield the paths of all files that contain prose, relative to the project folder."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in SUFFIXES and not name.startswith(SKIPPED):
                yield name
    yield from FILES


def check(names: Sequence[str]) -> int:
    """Print the phrases found in these files, and return their number."""
    found = [one for name in names for one in findings((ROOT / name).read_text("utf-8"), name)]
    for finding in sorted(found, key=lambda finding: (finding.path, finding.line)):
        say(str(finding))
    return len(found)


if __name__ == "__main__":
    if count := check(sys.argv[1:] or list(files())):
        fail(f"{count} phrases are not plain English. See “How we write” in CONTRIBUTING.md.")
