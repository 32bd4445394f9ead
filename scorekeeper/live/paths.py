"""Where streams are."""

STREAMS = "/live/"
