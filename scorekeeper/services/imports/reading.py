"""Recognising a file to import, and reading it line by line."""

import zipfile
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import IO, Any

from django.utils.translation import gettext as _
from pydantic_core import from_json, to_json

from rules.engine.errors import RulesError
from scorekeeper.queries.table_file import KEY, LineError, Record, parsed

MAX_UNPACKED = 400 * 2**20
MAX_LINE = MAX_WHOLE = 20 * 2**20  # one line may be a file of the largest size
MAX_LINES = 50_000
TABLE_FILE = "table.jsonl"
_ZIP = b"PK\x03\x04"
_DAMAGED = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
)

Line = tuple[int, Record | LineError]


class FileError(RulesError):
    """A file that can’t be imported at all."""

    code = "file"


def in_utf8(content: bytes) -> bytes:
    """Return the content of a file without a byte order mark, and in UTF-8 if it is in UTF-16.

    Spreadsheet programs save “Unicode text” in UTF-16.
    """
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace").encode()
    return content.removeprefix(BOM_UTF8)


def unpacked(content: bytes) -> IO[bytes]:
    """Return the file to read: the content itself, or our own file in a ZIP file."""
    if not content.startswith(_ZIP):
        return BytesIO(content)
    try:
        packed = zipfile.ZipFile(BytesIO(content))
        names = [name for name in packed.namelist() if name.rpartition("/")[2] == TABLE_FILE]
        if not names:
            message = _("This ZIP file has no {name}. Only a file exported by this site has one.")
            raise FileError(message.format(name=TABLE_FILE))
        return packed.open(names[0])
    except _DAMAGED:
        raise FileError(_("This ZIP file is damaged or protected by a password.")) from None


def raw_lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines of a file. Raises FileError if it is too large or damaged."""
    read = 0
    try:
        with unpacked(content) as file:
            for number in range(1, MAX_LINES + 2):
                line = file.readline(MAX_LINE + 1)
                read += len(line)
                if not line:
                    return
                if len(line) > MAX_LINE or number > MAX_LINES or read > MAX_UNPACKED:
                    message = _("This file is too large. Line {number} is beyond the limit.")
                    raise FileError(message.format(number=number))
                if line.strip():
                    yield number, line
    except _DAMAGED:
        raise FileError(_("This ZIP file is damaged or protected by a password.")) from None


def as_whole(content: bytes) -> Any:
    """Return the content as one JSON value; None if it isn’t one."""
    if len(content) > MAX_WHOLE:
        raise FileError(_("This file is too large."))
    try:
        return from_json(content, allow_inf_nan=False)
    except ValueError:
        return None


def is_own_line(line: bytes) -> bool:
    """Return whether a line may be in our own format."""
    return line.lstrip().startswith(b"{") and f'"{KEY}"'.encode() in line


def own_lines(content: bytes, skip: int = 0) -> Iterator[Line]:
    """Skip ``skip`` records of our own file; yield the others, or errors for unreadable ones."""
    for number, line in islice(raw_lines(content), skip, None):
        try:
            yield number, parsed(line)
        except LineError as error:
            yield number, error


def reformatted(plain: Any) -> bytes:
    """Return a record as one line, even if an editor has spread it over several."""
    return to_json(plain)
