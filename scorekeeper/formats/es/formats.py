"""Spanish date formats, as short as the English ones."""

DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j M Y, H:i"
