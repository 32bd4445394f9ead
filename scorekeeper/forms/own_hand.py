"""The page on which players enter only their own hands, using the scorer’s form."""

from dataclasses import dataclass

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property

from rules.engine.deal_seating import DealSeat
from rules.engine.entries import EntryField, Shortcut
from scorekeeper.forms.base import BaseForm
from scorekeeper.forms.entry_page import EntryPage, PlaceRow
from scorekeeper.queries.hands import own_fields


class PlayerForm(BaseForm):
    """The seat of the player whom a phone belongs to."""

    seat = forms.CharField(max_length=3)


@dataclass(frozen=True)
class OwnHandPage(EntryPage):
    """The entry page with only the fields and rows of one ``player``."""

    player: DealSeat | None = None

    @property
    def url(self) -> str:
        return reverse("own-hand", args=[self.board.game.code, self.form.deal])

    @property
    def is_own(self) -> bool:
        return True

    @property
    def saves_bids(self) -> bool:
        return False

    @property
    def shared(self) -> tuple[EntryField, ...]:
        return ()

    @property
    def _shortcuts(self) -> tuple[Shortcut, ...]:
        return ()

    @cached_property
    def _own(self) -> tuple[tuple[EntryField, str], ...]:
        if self.player is None:
            return ()
        return own_fields(self.form.ruleset, self.form.deal, self.row.table, self.player)

    @property
    def _fields(self) -> tuple[EntryField, ...]:
        own = [asked for asked, _key in self._own]
        return tuple(asked for asked in self.form.entry_fields if asked in own)

    @cached_property
    def rows(self) -> tuple[PlaceRow, ...]:
        """The rows with the player’s inputs and marks."""
        mine = {
            (name, key if asked.scope == "deal" else "")
            for asked, key in self._own
            for name in asked.inputs(key).values()
        }
        return tuple(
            row
            for row in super().rows
            if not mine.isdisjoint(
                {
                    *((entry_input.html_name, "") for entry_input in row.inputs),
                    *((tick.input.html_name, tick.value) for tick in row.ticks),
                }
            )
        )
