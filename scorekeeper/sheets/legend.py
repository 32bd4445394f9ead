"""The legend of a sheet: its blocks, and how they are arranged in columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorekeeper.printing.papers import USUAL, TypeScale
from scorekeeper.sheets.measure import Fonts

# Millimetres.
GUTTER, VALUE_PADDING, VALUE_RULES, AFTER_VALUES = 6.0, 3.4, 0.4, 2.4
LEAST, MOST_COLUMNS = 52.0, 3


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the legend: a small table of ``pairs``, a sign with its meaning, or a fact."""

    label: str
    text: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    is_sign: bool = False


Legend = tuple[tuple[Block, ...], ...]


class Flow:
    """The columns of a legend on a page with ``inside`` millimetres between the margins."""

    def __init__(self, inside: float, sizes: TypeScale, fonts: Fonts) -> None:
        self.type, self.fonts = sizes, fonts
        least = LEAST * sizes.legend / USUAL.legend
        self.columns = max(1, min(MOST_COLUMNS, int((inside + GUTTER) / (least + GUTTER))))
        self.width = (inside + GUTTER) / self.columns - GUTTER

    def flow(self, blocks: Sequence[Block]) -> tuple[Legend, float]:
        """Return the blocks in the shortest possible columns, and the tallest column’s height."""
        heights = [self._block_height(block) for block in blocks]
        best = (sum(heights), (-len(blocks),) * (self.columns - 1))
        for cuts in _cuts(len(blocks), self.columns - 1):
            edges = (0, *cuts, len(blocks))
            highest = max(sum(heights[a:b]) for a, b in pairwise(edges))
            best = min(best, (highest, tuple(-cut for cut in cuts)))
        height, cuts = best[0], tuple(-cut for cut in best[1])
        edges = (0, *cuts, len(blocks))
        return tuple(tuple(blocks[a:b]) for a, b in pairwise(edges)), height

    def leaves(self, blocks: Sequence[Block], room: float) -> Iterator[Legend]:
        """Yield the blocks for separate pages, with ``room`` millimetres of height on each."""
        rest = list(blocks)
        while rest:
            fitting = len(rest)
            while fitting > 1 and self.flow(rest[:fitting])[1] > room:
                fitting -= 1
            yield self.flow(rest[:fitting])[0]
            rest = rest[fitting:]

    def _block_height(self, block: Block) -> float:
        sizes, width = self.type, self.width
        line = sizes.legend_line
        if block.pairs:
            label = self.fonts.bold.lines(block.label, sizes.legend, width)
            rows = len(self._value_lines(block.pairs))
            return label * line + rows * (2 * sizes.value_line + VALUE_RULES) + AFTER_VALUES
        if block.is_sign:
            # The sign can have a word, which is followed by a gap.
            sign = self.fonts.regular.needs(f"{block.label}m", sizes.legend)
            width -= max(sizes.sign_width, sign)
            return self.fonts.regular.lines(block.text, sizes.legend, width) * line
        # The label and the text are on the same line, so measure both in bold, which is wider.
        return self.fonts.bold.lines(f"{block.label}: {block.text}", sizes.legend, width) * line

    def _value_lines(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Wrap the cells of a small table into lines, and return the width of each line."""
        sizes, lines = self.type, [0.0]
        for pair in pairs:
            width = (
                max(self.fonts.regular.needs(text, sizes.legend) for text in pair) + VALUE_PADDING
            )
            if lines[-1] and lines[-1] + width > self.width:
                lines.append(0.0)
            lines[-1] += width
        return lines


def _cuts(count: int, cuts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to make ``cuts`` cuts in a row of ``count`` items, as ascending positions."""
    if not cuts:
        yield ()
        return
    for rest in _cuts(count, cuts - 1):
        yield from ((*rest, at) for at in range(rest[-1] if rest else 0, count + 1))
