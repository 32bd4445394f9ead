"""The cells of a table: its encoding, its delimiter, and the rows that aren’t blank."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import pairwise

from charset_normalizer import from_bytes
from django.utils.translation import gettext as _

from scorekeeper.services.imports.questions import Answers
from scorekeeper.services.imports.reading import FileError

DELIMITERS = ",;\t|"
MAX_COLUMNS = 60
MAX_ROWS = 20_000
SAMPLE_ROWS = 50
# The encodings in which spreadsheet programs save tables.
_ENCODINGS = [
    *("cp1252", "cp1250", "mac_roman", "shift_jis", "cp1251", "cp1253", "cp1254", "cp1255"),
    *("cp1256", "gb18030", "big5", "euc_kr", "koi8_r", "mac_cyrillic", "mac_latin2"),
]
_SAMPLE = 4000  # the number of bytes that are enough to recognise an encoding
_MOST_CHOICES = 4
_RULE = re.compile(r":?-+:?|")  # a cell below the header of a table in Markdown
# The cells that people use for “nothing”.
_BLANK = re.compile(r"[-−–—./?x×]*|n/?a\.?|\*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of a table; ``number`` is the number of its line, or of its column if it was turned."""

    number: int
    cells: Sequence[str]

    def cell(self, at: int) -> str:
        """Return the cell in a column; empty if there is none or it means “nothing”."""
        text = self.cells[at] if at < len(self.cells) else ""
        return "" if _BLANK.fullmatch(text) else text


def decoded(content: bytes, answers: Answers) -> str:
    """Return the content as text. Asks which encoding it is, if several make names of it."""
    if b"\x00" in content:
        raise FileError(_("This file is neither a table nor an export that this site can read."))
    try:
        return content.decode()
    except UnicodeDecodeError:
        pass
    lines = b"\n".join(line for line in content.splitlines() if not line.isascii())[:_SAMPLE]
    ranked = [match.encoding for match in from_bytes(lines, cp_isolation=_ENCODINGS, threshold=1)]
    possible: dict[str, str] = {}
    for encoding in dict.fromkeys((*ranked, *_ENCODINGS)):
        words = _words(lines, encoding)
        if words and words not in possible.values():
            possible[encoding] = words
    choices = list(possible.items())[:_MOST_CHOICES]
    if not choices:
        return content.decode("cp1252", errors="replace")
    chosen = choices[0][0]
    if len(choices) > 1:
        chosen = answers.ask("encoding", _("Which of these is spelled correctly?"), choices)
    return content.decode(chosen, errors="replace")


def _words(lines: bytes, encoding: str) -> str:
    """Return the words that aren’t ASCII in an encoding; empty if they can’t be words."""
    try:
        text = lines.decode(encoding)
    except UnicodeDecodeError:
        return ""
    if any(not (each.isprintable() or each.isspace()) for each in text):
        return ""
    words = [word for word in re.split(r"[\s\d,;|\"'()+./:-]+", text) if not word.isascii()]
    return ", ".join(words) if all(map(_is_word, words)) else ""


def _is_word(word: str) -> bool:
    """Return whether a text is made of letters of one script, with no capital after a small one."""
    letters = word.replace("’", "")
    scripts = {ord(each) >> 8 for each in letters if ord(each) > 0x24F}
    return (
        letters.isalpha()
        and not re.search(r"[ªºƒ]", letters)
        and (len(scripts) <= 1 or min(scripts) >= 0x30)
        and not (scripts and re.search("[a-zA-Z]", letters))
        and not any(a.islower() and b.isupper() for a, b in pairwise(letters))
    )


def rows_of(text: str) -> list[GridRow]:
    """Return the rows that aren’t blank. Raises FileError if this isn’t a table."""
    first, _end, rest = text.partition("\n")
    named = re.fullmatch(r"\"?sep=(.)\"?\s*", first, re.IGNORECASE)
    if named:
        text = "\n" + rest
    delimiter = named[1] if named else _delimiter(text)
    rows = _read(text, delimiter, MAX_ROWS)
    if len(rows) > MAX_ROWS:
        raise FileError(_("This table has too many rows for one game."))
    return rows


def _delimiter(text: str) -> str:
    """Return the delimiter that divides most rows into the same number of cells."""

    def fit(delimiter: str) -> tuple[int, int]:
        rows = _read(text, delimiter, SAMPLE_ROWS)
        counts = Counter(len(row.cells) for row in rows if len(row.cells) > 1)
        return max(((count, width) for width, count in counts.items()), default=(0, 0))

    return max(DELIMITERS, key=fit)


def _read(text: str, delimiter: str, most: int) -> list[GridRow]:
    """Return at most ``most`` + 1 rows that aren’t blank."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    rows = []
    try:
        for parts in reader:
            cells = [cell.strip() for cell in parts[:MAX_COLUMNS]]
            if delimiter == "|":
                cells = _without_frame(cells)
            if any(cells):
                rows.append(GridRow(reader.line_num, cells))
            if len(rows) > most:
                break
    except csv.Error as error:
        raise FileError(_("This table can’t be read: {problem}.").format(problem=error)) from None
    return rows


def _without_frame(cells: list[str]) -> list[str]:
    """Return a row of a Markdown table without its outer lines; nothing for the rule."""
    if all(map(_RULE.fullmatch, cells)):
        return []
    is_framed = len(cells) > 2 and not cells[0] and not cells[-1]
    return [cell.strip("*_` ") for cell in (cells[1:-1] if is_framed else cells)]
