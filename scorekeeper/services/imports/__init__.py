"""Importing files: a group’s data, a table of scores, or the export of another app."""
