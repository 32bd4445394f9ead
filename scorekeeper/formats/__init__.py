"""The formats of dates in our languages."""

from datetime import date

from django.utils.formats import date_format, get_format

_LONG = "LONG_DATE_FORMAT"


def long_date(day: date) -> str:
    """Return a date with the whole name of its month, such as ``5 January 2026``."""
    # Django returns the name of a format that a language doesn’t have.
    own = get_format(_LONG)
    return date_format(day, "j F Y" if own == _LONG else own)
