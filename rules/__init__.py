"""Games: their scoring, rule texts and search. Import from the modules, not from here."""
