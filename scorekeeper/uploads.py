"""Files that are sent to a site that takes none."""

from typing import Any, NoReturn

from django.core.exceptions import BadRequest
from django.core.files.uploadhandler import FileUploadHandler


class NoFiles(FileUploadHandler):
    """Answers 400 at the head of a file, so that nothing of it is kept in memory or on the disk.

    Without any handler Django would read the rest of the body into memory in one piece.
    """

    def new_file(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse the file before its first byte is read."""
        raise BadRequest("This site takes no files.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Pass on nothing; no file gets this far."""
        return b""

    def file_complete(self, file_size: int) -> None:
        """Make no file."""
