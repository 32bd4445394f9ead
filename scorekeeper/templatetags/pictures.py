"""Pictures on pages and sheets: QR codes, and dashes that distinguish lines in black and white."""

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# The dashes of a printed chart’s lines, in millimetres; the first line is solid.
DASHES = ("", "3 1.2", "0.8 1.2", "3 1.2 0.8 1.2", "5.5 1.6", "1.6 1.6")


@register.filter
def qr(address: str) -> SafeString:
    """Return a QR code for ``address``, as SVG without a fixed size."""
    code = segno.make(address, micro=False).svg_inline(border=0, omitsize=True, svgclass=None)
    return mark_safe(code)  # noqa: S308 -- contains only numbers


@register.filter
def dashes(number: int) -> str:
    """Return the dash pattern of the line for side ``number``."""
    return DASHES[(number - 1) % len(DASHES)]
