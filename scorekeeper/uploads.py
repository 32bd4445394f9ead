"""Files that people send: one upload handler rejects them, and one stores a file to import.

The files are in a folder of their own, so that the database doesn’t grow. The folder has a limit
for all files together, because anybody can send some.
"""

import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, NoReturn

from django.conf import settings
from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest

UPLOADS_KEPT_FOR = timedelta(hours=1)  # since they were last used


def uploads_folder() -> Path:
    """Return the folder for files that are being imported, creating it if it is missing."""
    folder = Path(settings.UPLOADS)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def room_for_uploads() -> int:
    """Return how many more bytes the folder may take."""
    return settings.MOST_UPLOADED - sum(size for _path, size, _used in _files())


def delete_old_files() -> None:
    """Delete the files that nobody has used for an hour."""
    for path, _size, used in _files():
        if used <= time.time() - UPLOADS_KEPT_FOR.total_seconds():
            path.unlink(missing_ok=True)


def _files() -> list[tuple[Path, int, float]]:
    """Return the files with their sizes, and when they were last used."""
    found = []
    for path in uploads_folder().iterdir():
        with suppress(OSError):  # deleted meanwhile
            stat = path.stat()
            found.append((path, stat.st_size, stat.st_mtime))
    return found


class NoFiles(FileUploadHandler):
    """A handler that causes a 400 response before any part of a file reaches memory or disk.

    Without a handler, Django would read the rest of the body into memory in one piece.
    """

    def new_file(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Reject the file before its first byte is read."""
        raise BadRequest("This site doesn’t accept files.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Return no data. This is never called, because ``new_file`` rejects every file."""
        return b""

    def file_complete(self, file_size: int) -> None:
        """Return no file."""


class OneFile(FileUploadHandler):
    """A handler that writes one file of at most ``limit`` bytes to the folder for uploads.

    If the file is larger, ``is_too_large`` is true, and there is no file. If the folder or the disk
    is full, the same applies to ``is_full``.
    """

    received: IO[bytes]  # Django closes an attribute ``file`` too early

    def __init__(self, request: HttpRequest, limit: int) -> None:
        super().__init__(request)
        self.limit = limit
        self.is_too_large = self.is_full = False
        self.files = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Accept the first file, and skip all others."""
        super().new_file(*args, **kwargs)
        self.files += 1
        if self.files > 1:
            raise SkipFile
        self.is_full = room_for_uploads() < self.limit
        if self.is_full:
            raise SkipFile
        self.received = NamedTemporaryFile(dir=uploads_folder())  # noqa: SIM115 -- closed with the request

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Write the data, unless there is too much of it."""
        self.is_too_large = start + len(raw_data) > self.limit
        try:
            if not self.is_too_large:
                self.received.write(raw_data)
        except OSError:
            self.is_full = True
        if self.is_too_large or self.is_full:
            self.received.close()
            raise SkipFile

    def file_complete(self, file_size: int) -> "UploadedFile[bytes] | None":
        """Return the file, or None if it was refused or isn’t the first one."""
        if self.files > 1 or self.is_too_large or self.is_full:
            return None
        self.received.seek(0)
        return UploadedFile(self.received, self.file_name, size=file_size)
