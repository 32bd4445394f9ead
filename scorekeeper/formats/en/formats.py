"""English date formats. The month is a word, so that nobody mistakes the day for the month."""

DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j M Y, H:i"
MONTH_DAY_FORMAT = "j\u00a0M"
YEAR_MONTH_FORMAT = "M Y"
LONG_DATE_FORMAT = "j F Y"
