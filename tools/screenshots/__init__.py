"""Take screenshots of the pages of a demo game."""
