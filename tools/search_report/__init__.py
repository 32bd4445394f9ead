"""Measure how well the search answers, and learn its weights."""
