"""Spanish date formats, as short as the English ones."""

DATE_FORMAT = "j b Y"
DATETIME_FORMAT = "j b Y, H:i"
