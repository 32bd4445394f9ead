"""An upload handler that rejects all files."""

from typing import Any, NoReturn

from django.core.exceptions import BadRequest
from django.core.files.uploadhandler import FileUploadHandler


class NoFiles(FileUploadHandler):
    """A handler that causes a 400 response before any part of a file reaches memory or disk.

    Without a handler, Django would read the rest of the body into memory in one piece.
    """

    def new_file(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Reject the file before its first byte is read."""
        raise BadRequest("This site doesn’t accept files.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Discard the data; no file gets this far."""
        return b""

    def file_complete(self, file_size: int) -> None:
        """Return no file."""
