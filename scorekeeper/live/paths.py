"""The URLs of streams, and how a view knows that there are any."""

STREAMS = "/live/"

# In the environ of a request if ``scorekeeper.shell`` is around the site: it opens the streams, and
# keeps responses that are the same for many.
HAS_SHELL = "scorekeeper.shell"
