"""The page for inserting a deal before another one, using the form of a new deal."""

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
