"""Pictures that pages and sheets draw: codes for phones, and lines that differ in black alone."""

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# Lines of a chart in print, one after the other, in millimetres; the first is whole.
DASHES = ("", "3 1.2", "0.8 1.2", "3 1.2 0.8 1.2", "5.5 1.6", "1.6 1.6")


@register.filter
def qr(address: str) -> SafeString:
    """Return a code with which a phone opens ``address``, as SVG without a size of its own."""
    code = segno.make(address, micro=False).svg_inline(border=0, omitsize=True, svgclass=None)
    return mark_safe(code)  # noqa: S308 -- made of figures alone


@register.filter
def dashes(number: int) -> str:
    """Return how the line of side ``number`` is dashed."""
    return DASHES[(number - 1) % len(DASHES)]
