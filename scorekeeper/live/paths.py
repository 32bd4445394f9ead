"""The URLs of streams."""

STREAMS = "/live/"
