"""The URLs of streams, and the key that shows a view that there are any."""

STREAMS = "/live/"

# A key in the environ of each request if ``scorekeeper.shell`` is around the site. The shell opens
# the streams, and keeps responses that are the same for many.
HAS_SHELL = "scorekeeper.shell"
