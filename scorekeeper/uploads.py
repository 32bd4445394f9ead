"""Upload handlers: one that rejects all files, and one for the page that imports a file."""

from io import BytesIO
from typing import Any, NoReturn

from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile
from django.http import HttpRequest


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
    """A handler that accepts one file of at most ``limit`` bytes.

    If the file is larger, ``is_too_large`` is true, and there is no file.
    """

    def __init__(self, request: HttpRequest, limit: int) -> None:
        super().__init__(request)
        self.limit = limit
        self.is_too_large = False
        self.files = 0
        self.content = BytesIO()

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Accept the first file, and skip all others."""
        super().new_file(*args, **kwargs)
        self.files += 1
        if self.files > 1:
            raise SkipFile

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Keep the data, unless there is too much of it."""
        if start + len(raw_data) > self.limit:
            self.is_too_large = True
            self.content = BytesIO()
            raise SkipFile
        self.content.write(raw_data)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile | None:
        """Return the file, or None if it was too large or isn’t the first one."""
        if self.is_too_large or self.files > 1:
            return None
        self.content.seek(0)
        return InMemoryUploadedFile(
            self.content,
            self.field_name,
            self.file_name,
            self.content_type,
            file_size,
            self.charset,
            self.content_type_extra,
        )
