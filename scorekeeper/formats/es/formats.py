"""Spanish date formats, as short as the English ones."""

DATE_FORMAT = "j b Y"
DATETIME_FORMAT = "j b Y, H:i"
MONTH_DAY_FORMAT = "j\u00a0b"
YEAR_MONTH_FORMAT = "b Y"
LONG_DATE_FORMAT = r"j \d\e F \d\e Y"
