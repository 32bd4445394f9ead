"""A game in words: facts, rule texts, glossary, comparisons."""
