"""The URL prefix of streams, and the environ key that is set if the server offers them."""

STREAMS = "/live/"

# A key in the environ of each request if ``scorekeeper.shell`` wraps the site. The shell opens
# the streams, and caches responses that are the same for many users.
HAS_SHELL = "scorekeeper.shell"
