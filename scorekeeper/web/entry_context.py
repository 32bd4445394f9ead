"""The template context of the entry page."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from scorekeeper.forms.entry_page import EntryPage
from scorekeeper.presenters.entry import entry_words
from scorekeeper.queries.access import memberships
from scorekeeper.web.keeping import phone_id

NO_SUCH_DEAL = gettext_lazy("This game has no such deal.")


def entry_context(page: EntryPage, request: HttpRequest) -> dict[str, object]:
    """Return the template context of the entry page."""
    board = page.board
    words = entry_words(
        board, page.row, is_own=page.is_own, inserts=page.inserts, shows_cards=page.asks_ahead
    )
    shown = {"form": page.form, "page": page, "board": board, "game": board.game}
    # Only members can change the house rules, so that their cards count differently.
    counts_differently = page.form.doubts_values and any(
        member.group_id == board.game.group_id for member in memberships(request.user)
    )
    own = {"counts_differently": counts_differently, "phone": phone_id(request)}
    return shown | own | {"entry_words": words}
