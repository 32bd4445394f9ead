"""Live updates: a committed change reaches every server process, and so every open page."""
