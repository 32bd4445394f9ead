"""``./dev language``: starts, updates and checks the translation into a language."""
