"""The title of the entry page, and the sentences that name its deal."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.presenters.board import deal_title
from scorekeeper.queries.board import Row, Scoreboard

# The script of the page puts the entries of a draft here.
_ENTRIES = SafeString('<span class="said"></span>')


@dataclass(frozen=True, slots=True)
class EntryWords:
    """The words of an entry page.

    ``contract`` is shown next to the ``title``. ``begun`` describes a draft that no longer fits.
    ``total`` labels the total of a player for screen readers. ``save`` and ``save_anyway`` are the
    labels of buttons, ``saves`` and ``saving`` those of the key on the keypad.
    """

    title: str
    contract: str
    begun: SafeString
    total: str
    totals_hint: str
    save: str
    save_anyway: str
    saves: str
    saving: str


def entry_words(
    board: Scoreboard,
    row: Row,
    *,
    is_own: bool = False,
    inserts: bool = False,
    shows_cards: bool = False,
) -> EntryWords:
    """Return the words of the page for entering ``row``, or for one player’s own hand.

    ``inserts`` means that the deal will be inserted. ``shows_cards`` adds the number of cards to
    the contract.
    """
    number, deal = row.deal.number, board.ruleset.words.deal.one
    cards = ngettext("{cards} card each", "{cards} cards each", row.cards)
    if row.cells:
        title = _("Correct {deal} {number}").format(deal=deal, number=number)
        begun = _("You had started: {entries}. The scores below were saved in the meantime.")
        total = _("Total without this {deal}:").format(deal=deal)
    else:
        title, total = deal_title(board, number), _("Total so far:")
        begun = _("You had started: {entries}. Since then, the {deal} has been undone.")
    save = _("Save {deal} {number}").format(deal=deal, number=number)
    if inserts:
        title = save = _("Insert {deal} {number}").format(deal=deal, number=number)
    return EntryWords(
        title=title,
        contract=row.contract + (cards.format(cards=row.cards) if shows_cards else ""),
        begun=format_html(begun, entries=_ENTRIES, deal=deal),
        total=total,
        totals_hint=_("Totals in grey don’t include this {deal}.").format(deal=deal),
        save=_("Send my hand") if is_own else save,
        save_anyway=_("Send anyway") if is_own else _("Save anyway"),
        saves=_("Send") if is_own else _("Save"),
        saving=_("Sending…") if is_own else _("Saving…"),
    )
