"""The games: scoring, rule texts and search. Import from the modules, not from here."""
