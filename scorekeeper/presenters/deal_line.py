"""The next deal in words, above the score pad: its contract, its cards, and who deals."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.presenters.board import deal_title
from scorekeeper.queries.board import Row, Scoreboard


@dataclass(frozen=True, slots=True)
class DealLine:
    """The words for the next deal; a text is empty if the game has nothing to say.

    ``title`` is as in “Deal 3 of 7”, and ``goal`` is the total that ends the game. ``cards`` and
    ``dealing`` are sentences, and ``notes`` are the rules that apply to this deal only.
    """

    title: str
    goal: str
    contract: str
    cards: str
    dealing: str
    notes: str


def deal_line(board: Scoreboard, row: Row) -> DealLine:
    """Return the words for ``row``, the next deal of ``board``."""
    return DealLine(
        title=deal_title(board, row.deal.number),
        goal=board.goal,
        contract=row.contract,
        cards=_cards(row),
        dealing=_dealing(board, row) if board.ruleset.has_dealer else "",
        notes=" ".join(filter(None, (*row.rules, _takes(board, row)))),
    )


def _cards(row: Row) -> str:
    if not row.cards:
        return ""
    if row.without:
        text = _("Deal {cards} each, without {removed}.")
        return text.format(cards=row.cards, removed=row.without)
    return _("Deal {cards} each.").format(cards=row.cards)


def _dealing(board: Scoreboard, row: Row) -> str:
    leader, dealer = board.leader_name, row.dealer_name
    if leader == dealer:
        # Translators: {does} is a verb, such as “leads” or “goes first”.
        text = _("{dealer} deals and {does}.")
    elif leader:
        # Translators: {does} is a verb, such as “leads” or “goes first”.
        text = _("{dealer} deals, {leader} {does}.")
    else:
        text = _("{dealer} deals.")
    return text.format(dealer=dealer, leader=leader, does=board.leads_word)


def _takes(board: Scoreboard, row: Row) -> str:
    """Return how many discards each player may take out of turn in this deal."""
    limit, take = row.deal.takes.limit, board.ruleset.words.take
    if not board.has_takes or limit is None:
        return ""
    if not limit:
        return _("No {many}.").format(many=take.many)
    text = ngettext("{number} {one} for each player.", "{number} {many} for each player.", limit)
    return text.format(number=limit, one=take.one, many=take.many)
