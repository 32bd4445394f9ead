"""The content of a score sheet, made from a ruleset and names."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.contracts import Deal
from rules.engine.formatting import capital, number_word, signed
from rules.engine.rulesets import AnyRuleset, ShownRuleset
from rules.engine.schemes import scheme_of
from rules.engine.schemes.base import BoxRow, Parts, SheetColumn
from rules.engine.settlement import pays_by_place
from rules.reference.card_facts import deck_text, value_groups
from rules.reference.facts import cut_size, facts
from scorekeeper.presenters.track import pegging_track
from scorekeeper.sheets.sheet import BOX, DOT, Sheet, SheetCell, SheetRow, SumRow, cut_text

OUT = "out"  # the id of the field and of the column for the player who went out
MOST_BOXES = 4
# A game of unknown length has enough rows to fill a page.
MOST_OPEN_ROWS = 40
# Facts that appear elsewhere on a sheet.
SHOWN = frozenset(("values", "players", "deck", "without", "deals", "cards", "smallest", "winner"))


def out_column() -> SheetColumn:
    """Return the column for the player who went out in each deal."""
    return SheetColumn(OUT, _("Out"), "deal", "")


def every_deal_label(ruleset: ShownRuleset) -> str:
    """Return the label of a special rule that applies to every deal."""
    # Translators: {deal} is what the game calls a deal, such as “hand”
    return _("In every {deal}").format(deal=ruleset.words.deal.one)


def blank_sheet(
    ruleset: ShownRuleset, names: Sequence[str], house_rules: Sequence[str] = ()
) -> Sheet:
    """Return a sheet to write on, with a column for each of ``names``, which may be blank.

    The first column deals first, and the deal passes on in the direction of play.
    """
    players = ruleset.players
    seats = len(names) * players.team
    if boxes := scheme_of(ruleset, seats).paper.boxes.rows:
        blank = {number: (SheetCell(),) * len(names) for number, _box in enumerate(boxes, 1)}
        return sheet_of(ruleset, names, house_rules, blank, dict.fromkeys(blank, seats))
    cells = {}
    for number in range(1, (ruleset.length_at(seats) or MOST_OPEN_ROWS) + 1):
        turn = (number - 1 if players.clockwise else 1 - number) % seats
        dealer = players.side_of(turn + 1, seats) - 1
        cells[number] = tuple(
            SheetCell(
                deals=column == dealer and ruleset.has_dealer,
                takes=(False,) * boxes_for_takes(ruleset.deal(number), ruleset.players.team),
                cut=False if _cuts(ruleset, column, dealer, len(names)) else None,
            )
            for column in range(len(names))
        )
    return sheet_of(ruleset, names, house_rules, cells, dict.fromkeys(cells, seats))


def sheet_of(
    ruleset: ShownRuleset,
    names: Sequence[str],
    house_rules: Sequence[str],
    cells: Mapping[int, tuple[SheetCell, ...]],
    sizes: Mapping[int, int],
    *,
    wins: str = "",
) -> Sheet:
    """Return the sheet with these columns and cells.

    ``sizes`` has the number of players in each deal; texts about the game use the number in the
    last deal. ``wins`` replaces the text about who wins.
    """
    players = sizes[max(sizes)]
    shared = _shared_notes(ruleset, players)
    known = {fact.key: fact for fact in facts(ruleset)}
    scheme = scheme_of(ruleset, players)
    paper = scheme.paper
    shown = SHOWN | paper.boxes.facts
    noted = [out_column()] if asks_out(scheme) else []
    noted += [part for part in paper.sheet_columns if part.scope == "deal"]
    here = ruleset.players.model_copy(update={"min": players, "max": players, "best": None})
    deck = deck_text(ruleset.model_copy(update={"players": here}))
    if deck and (without := ruleset.without_words(players)):
        # Translators: {deck} is text such as “one pack”, {cards} text such as “the 2s”
        deck = _("{deck}, without {cards}").format(deck=deck, cards=without)
    count = ngettext("{count} player", "{count} players", players)
    rows = _box_rows(paper.boxes.rows, cells) or tuple(
        _row(ruleset, number, cells[number], shared, sizes[number]) for number in cells
    )
    dealt = 0 if any(row.cards for row in rows) else ruleset.cards_dealt(ruleset.deals[0], players)
    each = ngettext("{count} card each", "{count} cards each", dealt)
    terms = (
        count.format(count=number_word(players)),
        deck,
        each.format(count=dealt) if dealt else "",
        # Translators: {winner} is text such as “lowest total”
        wins or _("{winner} wins").format(winner=known["winner"].text),
    )
    return Sheet(
        title=ruleset.name,
        subtitle=capital(" · ".join(filter(None, terms))),
        deal_word=_("Box") if paper.boxes.rows else capital(ruleset.words.deal.one),
        names=tuple(names),
        noted=tuple(noted),
        parts=tuple(part for part in paper.sheet_columns if part.scope == "side"),
        rows=rows,
        least_rows=len(paper.boxes.rows) or ruleset.length_at(players) or 0,
        sums=tuple(SumRow(label, ("",) * len(names)) for label in sum_labels(scheme).values()),
        values_label=known["values"].label if "values" in known else "",
        values=value_groups(ruleset),
        pays_label=_settlement_label(ruleset),
        pays=_pays(ruleset, len(names)),
        signs=(*_signs(ruleset), *paper.legend),
        facts=(
            *((capital(fact.label), fact.text) for key, fact in known.items() if key not in shown),
            *((every_deal_label(ruleset), rule) for rule in shared),
        ),
        house_rules=tuple(house_rules),
        has_suits=ruleset.has_cards,
        track=pegging_track(scheme.game.target, [(0, 0)] * len(names)) if paper.has_track else None,
    )


def _hands(ruleset: ShownRuleset, players: int) -> Sequence[int]:
    """Return the number of cards in each deal; empty unless it depends on the number of players."""
    return ruleset.deck.hands.get(players, ()) if ruleset.deck else ()


def asks_out(scheme: Parts) -> bool:
    """Return whether entries name the player who went out, so that the sheet needs a column."""
    return any(asked.id == OUT for asked in scheme.scoring.fields(scheme.game.ruleset.deals[0]))


def _pays(ruleset: ShownRuleset, count: int) -> tuple[tuple[str, str], ...]:
    """Return the payment at the end for each place among ``count`` sides."""
    if ruleset.settlement is None:
        return ()
    amounts = pays_by_place(ruleset.settlement, count)
    return tuple((str(ordinal(place)), signed(amount)) for place, amount in enumerate(amounts, 1))


def _row(
    ruleset: ShownRuleset,
    number: int,
    cells: tuple[SheetCell, ...],
    shared: Collection[str],
    players: int,
) -> SheetRow:
    deal = ruleset.deal(number)
    hands = _hands(ruleset, players)
    cards = hands[number - 1] if number <= len(hands) else deal.cards
    return SheetRow(
        number=number,
        contract=ruleset.contract_words(deal),
        cards=cards,
        cut=cut_size(deal, players) if ruleset.scoring.cut_bonus and cards else 0,
        notes=tuple(rule for rule in deal.special_rules_at(players) if rule not in shared),
        cells=cells,
    )


def _box_rows(
    boxes: Iterable[BoxRow], cells: Mapping[int, tuple[SheetCell, ...]]
) -> tuple[SheetRow, ...]:
    """Return a row for each box; empty if the sheet has a row for each deal."""
    return tuple(
        SheetRow(number, box.scores, 0, 0, (), cells[number], label=box.label)
        for number, box in enumerate(boxes, 1)
    )


def sum_labels(scheme: Parts) -> dict[str, str]:
    ruleset, labels = scheme.game.ruleset, {"total": _("Total")}
    if scheme.paper.summary_row:
        labels["collected"] = scheme.paper.summary_row
    if not ruleset.end.together:
        labels["place"] = _("Place")
    if ruleset.settlement:
        if any(deal.takes.price for deal in ruleset.deals):
            # Translators: {takes} is a word such as “buys”, {unit} one such as “chips”
            labels["paid"] = _("Paid for {takes} ({unit})").format(
                takes=ruleset.words.take.many, unit=ruleset.settlement.unit.many
            )
        labels["net"] = _settlement_label(ruleset)
    return labels


def _settlement_label(ruleset: AnyRuleset) -> str:
    """Return the label of the payments at the end; empty if there are none."""
    if ruleset.settlement is None:
        return ""
    # Translators: {unit} is what is paid, such as “chips”
    return _("Settling up ({unit})").format(unit=ruleset.settlement.unit.many)


def _signs(ruleset: ShownRuleset) -> tuple[tuple[str, str], ...]:
    """Return the marks used in the cells, with their meanings."""
    signs = [(DOT, _("dealer"))] if ruleset.has_dealer else []
    if any(boxes_for_takes(deal, ruleset.players.team) for deal in ruleset.deals):
        # Translators: {take} is a word such as “buy”
        signs.append((BOX, _("tick for each {take}").format(take=ruleset.words.take.one)))
    if ruleset.scoring.cut_bonus:
        signs.append((cut_text(BOX, " "), _("tick for a perfect cut")))
    return tuple(signs)


def _shared_notes(ruleset: ShownRuleset, players: int) -> tuple[str, ...]:
    """Return the special rules that apply to every deal with ``players`` players."""
    first, *others = (deal.special_rules_at(players) for deal in ruleset.deals)
    return tuple(rule for rule in first if all(rule in rules for rules in others))


def boxes_for_takes(deal: Deal, team: int) -> int:
    """Return the number of checkboxes for the takes of a side with ``team`` players.

    Each player may take up to the limit. There are no boxes if there is no limit, or if they
    wouldn’t fit into a cell.
    """
    boxes = (deal.takes.limit or 0) * team
    return boxes if boxes <= MOST_BOXES else 0


def _cuts(ruleset: ShownRuleset, column: int, dealer: int, count: int) -> bool:
    """Return whether a perfect cut would count for ``column``, given the dealer’s column."""
    return bool(ruleset.scoring.cut_bonus) and column == (dealer + ruleset.scoring.cut_by) % count
