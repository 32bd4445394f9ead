"""A line about the pages of a sheet, below its form."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.printing.papers import Paper


def print_line(
    paper: Paper, *, is_across: bool, pages: int, copies: int, has_room: bool = False
) -> str:
    """Return what will be printed: ``A4, portrait, 2 pages (the first is shown)``.

    ``has_room`` means that another copy fits next to the only page.
    """
    turned = _("landscape") if is_across else _("portrait")
    if copies > 1:
        text = ngettext(
            "{copies} copies on {pages} page", "{copies} copies on {pages} pages", pages
        )
        line = _("{paper}, {turned}: {pages}")
    else:
        text = ngettext("{pages} page", "{pages} pages", pages)
        line = _("{paper}, {turned}, {pages}")
    line = line.format(
        paper=paper.label, turned=turned, pages=text.format(copies=copies, pages=pages)
    )
    if pages > 1:
        return _("{line} (the first is shown)").format(line=line)
    return _("{line} (there’s room for another copy)").format(line=line) if has_room else line
