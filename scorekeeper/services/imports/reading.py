"""Storing a file to import as lines, and reading them one by one."""

import zipfile
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getreader
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import IO, Any, NamedTuple

from django.utils.translation import gettext as _
from pydantic_core import from_json, to_json

from rules.engine.errors import RulesError
from scorekeeper.models.uploads import STORED_LENGTH
from scorekeeper.queries.table_file import KEY, LineError, Record, parsed
from scorekeeper.uploads import room_for_uploads, uploads_folder

MAX_UNPACKED = 100 * 2**20
MAX_RATIO, ANY_RATIO = 100, 2**20  # a file of at most 1 MB may be packed as well as possible
MAX_MEMBERS = 100
MAX_PIECE = 2**17  # bytes; zipfile reads the list of members in one piece
MAX_LINE = 4 * 2**20
MAX_LINES = 50_000
MAX_WHOLE = 20 * 2**20
MAX_VALUES = 3_000_000  # in a file of JSON; each can take 64 bytes of memory
CHUNK = 2**16
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


class ReadLine(NamedTuple):
    """A line that was read: its record, or why it can’t be read.

    ``at`` is how many lines have been read up to here, and ``offset`` where the next one begins, in
    bytes. ``number`` is what the check page calls the line.
    """

    at: int
    offset: int
    number: int
    record: Record | LineError


class FileError(RulesError):
    """A file that can’t be imported at all."""

    code = "file"


class NoRoomError(FileError):
    """There is no room for another file."""

    code = "room"

    def __init__(self) -> None:
        super().__init__(
            _("Too many files are being imported at the moment. Try again in an hour.")
        )


def store_file(file: IO[bytes]) -> Path:
    """Store a file in the folder for uploads, and return its path.

    Our own file is taken out of a ZIP file. A byte order mark is left out, and UTF-16, in which
    spreadsheet programs save “Unicode text”, becomes UTF-8. Raises FileError.
    """
    path = uploads_folder() / token_hex(STORED_LENGTH // 2)
    start = file.read(len(_ZIP))
    file.seek(len(BOM_UTF8) if start.startswith(BOM_UTF8) else 0)
    if start == _ZIP:
        chunks = _unpacked(file)
    elif start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        text = getreader("utf-16")(file, "replace")
        chunks = (part.encode() for part in iter(partial(text.read, CHUNK), ""))
    else:
        chunks = iter(partial(file.read, CHUNK), b"")
    write_chunks(path, chunks)
    return path


def write_chunks(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file in the folder for uploads. If that fails, it is deleted. Raises FileError."""
    room = room_for_uploads()
    try:
        with path.open("wb") as stored:
            for chunk in chunks:
                room -= len(chunk)
                if room < 0:
                    raise NoRoomError
                stored.write(chunk)
    except OSError:
        path.unlink(missing_ok=True)
        raise NoRoomError from None
    except FileError:
        path.unlink(missing_ok=True)
        raise


class _InPieces:
    """A file that can only be read in small pieces, so that the list of members must be short."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        """Return ``size`` bytes, or all that are left. Raises BadZipFile if these are too many."""
        piece = self._file.read(size if 0 <= size <= MAX_PIECE else MAX_PIECE + 1)
        if len(piece) > MAX_PIECE:
            raise zipfile.BadZipFile
        return piece


def _unpacked(file: IO[bytes]) -> Iterator[bytes]:
    """Yield our own file in a ZIP file. Its size is checked before anything is unpacked."""
    try:
        packed = zipfile.ZipFile(_InPieces(file))
        names = [name for name in packed.namelist() if name.rpartition("/")[2] == TABLE_FILE]
        if not names:
            message = _("This ZIP file has no {name}. Only a file exported by this site has one.")
            raise FileError(message.format(name=TABLE_FILE))
        member = packed.getinfo(names[0])
        most = min(MAX_UNPACKED, max(ANY_RATIO, MAX_RATIO * member.compress_size))
        if member.file_size > most or len(packed.infolist()) > MAX_MEMBERS:
            raise FileError(_("This ZIP file is too large when it is unpacked."))
        with packed.open(member) as unpacked:
            yield from iter(partial(unpacked.read, CHUNK), b"")
    except _DAMAGED:
        raise FileError(_("This ZIP file is damaged or protected by a password.")) from None


def first_line(path: Path) -> bytes:
    """Return the first line of a file that isn’t blank, without white space around it."""
    with path.open("rb") as file:
        lines = iter(partial(file.readline, MAX_WHOLE + 1), b"")
        return next((line.strip() for line in lines if not line.isspace()), b"")


def count_lines(path: Path) -> int:
    """Return the number of lines in our own file. Raises FileError if it is too large."""
    number = 0
    with path.open("rb") as file:
        for number, line in enumerate(iter(partial(file.readline, MAX_LINE + 1), b""), 1):
            if len(line) > MAX_LINE or number > MAX_LINES:
                message = _("This file is too large. Line {number} is beyond the limit.")
                raise FileError(message.format(number=number))
    return number


def whole_content(path: Path) -> bytes:
    """Return the content of a file that isn’t read by line. Raises FileError if it is too large."""
    if path.stat().st_size > MAX_WHOLE:
        raise FileError(_("This file is too large."))
    return path.read_bytes()


def whole_json(path: Path) -> Any:
    """Return a file as one JSON value; None if it isn’t one. Raises FileError if it is too large.

    Short values take much more memory than in the file, so their number is limited.
    """
    content = whole_content(path)
    if sum(map(content.count, (b",", b"{", b"["))) > MAX_VALUES:
        raise FileError(_("This file is too large."))
    try:
        return from_json(content, allow_inf_nan=False)
    except ValueError:
        return None


def is_own_line(line: bytes) -> bool:
    """Return whether a line may be in our own format."""
    return line.startswith(b"{") and line.endswith(b"}") and f'"{KEY}"'.encode() in line


def lines_from(path: Path, at: int, offset: int) -> Iterator[tuple[int, int, bytes]]:
    """Yield the lines after the first ``at``, which end at ``offset``, unless they are blank.

    Each comes with its number and with the offset of the next one.
    """
    with path.open("rb") as file:
        file.seek(offset)
        for number, line in enumerate(iter(file.readline, b""), at + 1):
            offset += len(line)
            if not line.isspace():
                yield number, offset, line


def own_lines(path: Path, at: int, offset: int) -> Iterator[ReadLine]:
    """Yield the lines of our own file after the first ``at``."""
    for number, following, line in lines_from(path, at, offset):
        try:
            yield ReadLine(number, following, number, parsed(line))
        except LineError as error:
            yield ReadLine(number, following, number, error)


def reformatted(plain: Any) -> bytes:
    """Return a record as one line, even if an editor has spread it over several."""
    return to_json(plain)
