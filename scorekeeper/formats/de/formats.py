"""German date formats, as short as the English ones."""

DATE_FORMAT = "j. N Y"
DATETIME_FORMAT = "j. N Y, H:i"
MONTH_DAY_FORMAT = "j.\u00a0N"
YEAR_MONTH_FORMAT = "N Y"
LONG_DATE_FORMAT = "j. F Y"
