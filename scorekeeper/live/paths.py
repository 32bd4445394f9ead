"""The URL prefix of streams, and the environ keys that the server sets."""

STREAMS = "/live/"

# A key in the environ of each request if ``scorekeeper.shell`` wraps the site. The shell opens
# the streams, and caches responses that are the same for many users.
HAS_SHELL = "scorekeeper.shell"

# The place in a queue of a request that has waited too long. The response is a page that says so.
PLACE = "scorekeeper.place"
