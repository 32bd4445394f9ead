"""Entry pages for deals that were played earlier: inserted ones, and those of a sheet on paper."""

from dataclasses import dataclass

from django.urls import reverse

from scorekeeper.forms.entry_page import EntryPage


@dataclass(frozen=True)
class InsertPage(EntryPage):
    """The entry page of a deal to be inserted; ``board`` shows the game before that deal."""

    @property
    def url(self) -> str:
        return reverse("insert-deal", args=[self.board.game.code, self.form.deal])

    @property
    def inserts(self) -> bool:
        return True

    @property
    def waits_offline(self) -> bool:
        return False


@dataclass(frozen=True)
class PaperPage(EntryPage):
    """The entry page of a deal on paper, which shows the deals so far and leads to the next one."""

    @property
    def url(self) -> str:
        return f"{super().url}?paper"

    @property
    def is_paper(self) -> bool:
        return True

    @property
    def saves_bids(self) -> bool:
        return False

    @property
    def saves_turns(self) -> bool:
        return False
