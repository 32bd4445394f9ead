"""The rows of a score sheet on each page, and their heights in millimetres."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

OPEN_LEAST = 8  # with room for fewer rows above it, the legend goes on a page of its own


@dataclass(frozen=True, slots=True)
class Rooms:
    """The heights available for rows.

    ``alone`` is the height on a pad with only one page. The others are for the pages of a longer
    pad.
    """

    alone: float
    first: float
    middle: float
    last: float


@dataclass(frozen=True, slots=True)
class PageBreaks:
    """The heights of the rows on each page.

    ``has_legend`` is true if the legend goes below the last row, and ``is_whole`` if every page has
    room for its rows.
    """

    pages: tuple[tuple[float, ...], ...]
    has_legend: bool
    is_whole: bool = True


def page_breaks(
    needs: Sequence[float], least: int, legend: float, rooms: Rooms, open_height: float
) -> PageBreaks:
    """Put rows with these minimum heights on as few pages as possible.

    The first ``least`` rows are always printed. All others are empty and are printed only if they
    fit with a height of ``open_height``. ``legend`` is the height of the legend.
    """
    for height in (legend, 0.0):
        room = rooms.alone - height
        if least == len(needs):
            if sum(needs) <= room:
                return PageBreaks((stretch(needs, room),), height == legend)
            continue
        count = _fitting(needs, room, open_height)
        if count >= max(least, 1) and (not height or count >= min(OPEN_LEAST, len(needs))):
            return PageBreaks((stretch(needs[:count], room),), height == legend)
    return _on_several(needs, least or 1, legend, rooms, open_height)


def _fitting(needs: Sequence[float], room: float, open_height: float) -> int:
    """Return how many rows fit into ``room`` in a game of unknown length."""
    heights = accumulate(max(need, open_height) for need in needs)
    return sum(height <= room for height in heights)


def _on_several(
    needs: Sequence[float], least: int, legend: float, rooms: Rooms, open_height: float
) -> PageBreaks:
    """Return the same as ``page_breaks`` for a pad that usually needs several pages."""
    filled = needs[:least]
    counts = _packed(filled, rooms)
    if len(counts) == 1:
        rooms = replace(rooms, last=rooms.alone)
        has_legend = sum(filled) + legend <= rooms.last
    else:
        # The legend goes on the last page unless that would add a page.
        above = _packed(filled, replace(rooms, last=rooms.last - legend))
        used = sum(filled[least - above[-1] :])
        has_legend = len(above) == len(counts) and used + legend <= rooms.last
    if has_legend:
        rooms = replace(rooms, last=rooms.last - legend)
    begins = [0, *accumulate(_evenly(filled, counts, rooms))]
    if least < len(needs):
        used = sum(needs[begins[-2] : begins[-1]])
        begins[-1] += _fitting(needs[least:], rooms.last - used, open_height)
    pages, is_whole = [], True
    for at, (begin, end) in enumerate(pairwise(begins)):
        room = rooms.last if at == len(begins) - 2 else rooms.middle if at else rooms.first
        pages.append(stretch(needs[begin:end], room))
        is_whole &= sum(needs[begin:end]) <= room
    return PageBreaks(tuple(pages), has_legend, is_whole)


def _packed(needs: Sequence[float], rooms: Rooms) -> list[int]:
    """Return the number of rows on each page if every page is as full as possible."""
    counts: list[int] = []
    rest = list(needs)
    while rest:
        if counts and sum(rest) <= rooms.last:
            counts.append(len(rest))
            break
        room = rooms.middle if counts else rooms.first
        fitting = sum(height <= room for height in accumulate(rest))
        # The last row goes on the page with the totals.
        fitting = max(1, min(fitting, len(rest) - 1))
        counts.append(fitting)
        rest = rest[fitting:]
    return counts


def _evenly(needs: Sequence[float], counts: list[int], rooms: Rooms) -> list[int]:
    """Return the number of rows on each page, with rows that are as high as possible.

    There are as many pages as in ``counts``, which is returned if nothing else fits.
    """
    pages = len(counts)
    for share in _falling((rooms.first + rooms.middle * (pages - 1)) / len(needs)):
        even = _packed([max(need, share) for need in needs], rooms)
        if len(even) == pages:
            return even
    return counts


def _falling(most: float) -> Iterator[float]:
    """Yield slowly decreasing heights."""
    while most > 1:
        yield most
        most *= 0.97


def stretch(needs: Sequence[float], height: float) -> tuple[float, ...]:
    """Return heights of rows that fill ``height`` evenly, except for rows that need more.

    If there isn’t enough room, every row gets the height that it needs.
    """
    share, rest = 0.0, height
    for left, need in zip(range(len(needs), 0, -1), sorted(needs, reverse=True), strict=True):
        share = rest / left
        if need <= share:
            break
        rest -= need
    return tuple(round(max(need, share - 0.005), 2) for need in needs)
