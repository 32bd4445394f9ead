"""The games: how they are scored, their rules in words, and the search. Import from the modules."""
