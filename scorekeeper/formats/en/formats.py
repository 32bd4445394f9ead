"""Dates in English, with the month as a word: no reader takes the day for the month."""

DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j M Y, H:i"
