"""The head of a sheet’s page: the title, the lines below it, the QR code and the pegging track."""

from math import floor

from scorekeeper.presenters.track import Track
from scorekeeper.printing.papers import PrintOptions
from scorekeeper.sheets.measure import SAFETY, Fonts
from scorekeeper.sheets.sheet import Sheet

# Millimetres.
HEAD_GAP, LINES, ORNAMENT, QR, QR_GAP = 4.0, 8.0, 36.0, 21.0, 5.0
# A title’s smallest size relative to its largest, and its line height in millimetres per point.
TITLE_LEAST, TITLE_LINE = 0.6, 0.42
STREET, TRACK_GAP = 12.0, 3.0  # the width of a street’s label, and the space above the track


class Head:
    """The head of the pages of a sheet, which is ``inside`` millimetres wide."""

    def __init__(
        self,
        sheet: Sheet,
        printing: PrintOptions,
        inside: float,
        track: Track | None,
        fonts: Fonts,
    ) -> None:
        self.sheet, self.printing, self.fonts = sheet, printing, fonts
        self.inside, self.track, self.type = inside, track, printing.type
        # The width beside the QR code.
        self.width = inside - (QR + QR_GAP if sheet.address else 0)

    def height(self, *, is_first: bool) -> float:
        """Return the height of the head; only that of the first page has more than the title."""
        sizes, sheet = self.type, self.sheet
        if not is_first:
            return sizes.again_height + HEAD_GAP
        text = f"{sheet.outcome} · {sheet.subtitle}" if sheet.outcome else sheet.subtitle
        lines = self.fonts.bold.lines(text, sizes.subtitle, self.width)
        if self.has_house_rules():
            lines += self.fonts.bold.lines(sheet.house_text, sizes.subtitle, self.width)
        title_size, title_lines = self._title()
        title = max(sizes.title_line, title_lines * title_size * TITLE_LINE)
        height = title + lines * sizes.subtitle_line
        return max(height, self._least) + self._lines + HEAD_GAP + self._track_height()

    @property
    def _lines(self) -> float:
        """The height of the lines for the place and the date."""
        return 0 if self.printing.picture else LINES

    @property
    def _least(self) -> float:
        """The least height above those lines. They are beside the code only on blank sheets."""
        if not self.sheet.address:
            return 0
        return QR - (self._lines if self.sheet.is_read else 0)

    def has_house_rules(self) -> bool:
        """Return whether the house rules fit below the title, on one line."""
        text = self.sheet.house_text
        size = self.type.subtitle
        return bool(text) and self.fonts.bold.lines(text, size, self.width) == 1

    @property
    def rules(self) -> dict[str, str]:
        """The styles by selector."""
        size, lines = self._title()
        line = max(self.type.title_line / lines, size * TITLE_LINE)
        return {
            ".head": f"width: {self.width:.2f}mm; min-height: {self._least}mm",
            ".lines": f"width: {self.width if self.sheet.is_read else self.inside:.2f}mm",
            ".street svg": f"width: {self.inside - STREET:.2f}mm",
            "h1": f"width: {self._title_width():.2f}mm; font-size: {floor(size * 10) / 10}pt;"
            # A title that only just needs a second line may be drawn on one.
            f" line-height: {line:.2f}mm; min-height: {lines * line:.2f}mm",
        }

    def _track_height(self) -> float:
        """Return the height of the pegging track with the space above it; 0 without one."""
        track = self.track
        return round(track.ratio * (self.inside - STREET) + TRACK_GAP, 2) if track else 0.0

    def _title(self) -> tuple[float, int]:
        """Return the size and the line count of the title; a long one is shrunk, then wrapped."""
        font, most, text = self.fonts.bold, self.type.title, self.sheet.title
        room = self._title_width() * SAFETY
        longest = max(font.width(word, most) for word in text.split())
        size = min(most, most * room / font.width(text, most))
        size = max(size, min(most * TITLE_LEAST, most * room / longest))
        return size, font.lines(text, size, self._title_width())

    def _title_width(self) -> float:
        return self.width - (0 if self.sheet.address else ORNAMENT)
