"""The fields of a deal of a tally game, and what was entered in them."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, EntryField
from rules.engine.formatting import signed
from rules.engine.inputs import MAX_POINTS, CardsLeft, Count, Flag, InputType, Left, OneSide, Points
from rules.engine.schemes.base import SchemeScoring
from rules.engine.schemes.scored_deals import Past
from rules.engine.schemes.tally.figures import Closing, Item, TallyFigures
from rules.translation import gettext as _

MOST_COUNTED = 999
MOST_CANASTAS = 9  # a side rarely has more of one kind


class TallyFields(SchemeScoring[TallyFigures]):
    """A field for each item."""

    @cached_property
    def asked(self) -> tuple[Item, ...]:
        return tuple(item for item in self.figures.items if item.asked)

    @cached_property
    def fields_by_id(self) -> Mapping[str, EntryField]:
        scoring = [item.id for item in self.asked if item.worth or item.gives or item.prices]
        has_contract = self.figures.contract is not None
        return {
            item.id: EntryField(
                item.id,
                _label(item),
                self._kind(item),
                "side" if item.by_side else "deal",
                optional=not self._is_expected(item),
                next_stops=item.by_side and item.ask == "count" and not self._is_expected(item),
                skipped_if=self._spared_by(item),
                points_each=scoring == [item.id] and item.counts_as_typed and not has_contract,
                total_available=item.total or 0,
            )
            for item in self.figures.items
        }

    def _is_expected(self, item: Item) -> bool:
        """Return whether every deal has something to enter for the item."""
        owed = item.by_side and any(
            other.required for other in self.figures.items if other.id == item.to
        )
        return item.required or owed

    def _spared_by(self, item: Item) -> str:
        """Return the id of the item that spares the side named under it from entering this item.

        The id is empty if there is none, or if the side named there has nothing else to enter.
        """
        to = next((other for other in self.figures.items if other.id == item.to), None)
        kind = self._kind(to) if to and item.by_side else None
        return item.to if isinstance(kind, OneSide) and not kind.ends_row else ""

    def _kind(self, item: Item) -> InputType:
        match item.ask:
            case "count":
                most = MOST_COUNTED if item.most is None else item.most
                return Count(most, max(0, item.least or 0), MOST_CANASTAS if item.made_of else 0)
            case "flag":
                return Flag()
            case "one-side":
                others = [other.to == item.id for other in self.asked if other.by_side]
                return OneSide(item.mark, ends_row=bool(item.mark and others) and all(others))
            case "cards":
                return CardsLeft(tuple(self.ruleset.scoring.values))
            case "points":
                decimals = self.ruleset.scoring.decimals
                return Points(most=self._most_melded(item), decimals=decimals)

    def _most_melded(self, item: Item) -> int:
        """Return the value of all cards if the item is the points for melded cards, otherwise 0."""
        melding = self.figures.melding
        if melding is None or item.id != melding.item:
            return 0
        return self.game.card_values.highest(self.game.deck, MAX_POINTS)

    def playing(self, entry: Entry, past: Past) -> tuple[str, ...]:
        """Return the sides that are still in the game."""
        gone = self.game.eliminated(entry.table, past)
        return tuple(side for side in entry.table.keys if side not in gone)

    def item(self, item_id: str) -> Item:
        return next(item for item in self.figures.items if item.id == item_id)

    def check(self) -> None:
        items = {item.id: item for item in self.figures.items}
        if len(items) < len(self.figures.items):
            raise ValueError("items: two have the same id")
        if not any(item.required for item in self.asked):
            raise ValueError("items: at least one is required")
        for item in self.figures.items:
            if item.to and (item.to not in items or items[item.to].ask != "one-side"):
                raise ValueError(f"items.{item.id}: “to” must name an item that asks for one side")
            others = [
                *(item.without, *item.short_in),
                *(other for need in item.needs for other in need.of),
                *(other for room in item.room for other in room.of),
            ]
            unknown = [other for other in others if other and other not in items]
            if unknown:
                raise ValueError(f"items.{item.id}: there is no item “{unknown[0]}”")
            if item.closing and not self._is_known(item.closing):
                raise ValueError(
                    f"items.{item.id}: “closing” needs an item that asks for one side, and a rate"
                )
            if item.ask == "cards" and not (self.ruleset.card_values and self.ruleset.deck):
                raise ValueError(f"items.{item.id}: the game has no deck or no card values")
        self._check_melding()
        self._check_contract()
        self._check_decimals()
        opening = self.figures.opening
        if opening and (opening.item not in items or not items[opening.item].by_side):
            raise ValueError("opening: “item” must name an item that each side enters")

    def _is_known(self, closing: Closing) -> bool:
        marks = {item.id for item in self.figures.items if item.ask == "one-side"}
        return closing.by in marks and closing.most in {rate.id for rate in self.figures.rates}

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        return tuple(self.fields_by_id[item.id] for item in self.asked)

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        message = _("{game} doesn’t use “{label}” here. Clear it.")
        return {
            item.id: message.format(game=self.ruleset.name, label=item.label)
            for item in self.figures.items
            if not item.asked
        }

    def input(self, item: Item, side: str = "") -> str:
        inputs = self.fields_by_id[item.id].inputs(side)
        return inputs.get("points") or next(iter(inputs.values()))

    def amount(self, item: Item, entry: Entry, side: str) -> int | None:
        """Return the amount of a side: None if blank, 1 for a tick or a name."""
        if item.ask == "one-side":
            return 1 if side in entry.get(item.id, ()) else None
        value = entry.of(item.id).get(side) if item.by_side else entry.get(item.id)
        if isinstance(value, Left):
            return self.game.card_values.total(value.cards) if value.cards else value.points
        return None if value is None else int(value)

    def has(self, entry: Entry, side: str, items: Iterable[str]) -> int:
        return sum(self.amount(self.item(item), entry, side) or 0 for item in items)

    @property
    def limits_points(self) -> bool:
        """Whether melds are checked against the deck. Their points vary too widely for averages."""
        return self.figures.melding is not None

    def _check_contract(self) -> None:
        """Raise ValueError if ``contract`` names unknown items or there aren’t two sides."""
        if self.figures.contract is None:
            return
        takers = [
            item.id
            for item in self.asked
            if item.ask == "one-side" and item.required and not item.worth
        ]
        sides = self.game.players // self.ruleset.players.team
        self.figures.contract.check([item.id for item in self.figures.items], takers, sides)

    def _check_decimals(self) -> None:
        """Raise ValueError if points have decimals, but a figure is compared with typed points."""
        plain = {"id", "label", "ask", "required", "mark", "worth", "decides", "outright"}
        items = [Item(**item.model_dump(include=plain)) for item in self.figures.items]
        is_plain = self.figures == TallyFigures(items=tuple(items))
        if self.ruleset.scoring.decimals and not is_plain:
            raise ValueError("decimals: only games of plain items can have them")

    def _check_melding(self) -> None:
        """Raise ValueError if ``melding`` names unknown items or the game has no cards for it."""
        melding = self.figures.melding
        if melding is None:
            return
        items = {item.id for item in self.figures.items}
        unknown = [item for item in (melding.item, *melding.bonus) if item not in items]
        if unknown:
            raise ValueError(f"melding: there is no item “{unknown[0]}”")
        if not (self.ruleset.card_values and self.ruleset.deck):
            raise ValueError("melding: the game has no deck or no card values")


def _label(item: Item) -> str:
    """Return the label, with the points for a tick or for each unit of a count."""
    points = item.gives if item.per == "deal" and item.to else item.worth
    if (item.ask in ("flag", "one-side") and points) or (
        item.ask == "count" and points not in (0, 1)
    ):
        return _("{label} ({points})").format(label=item.label, points=signed(points))
    if item.ask == "points" and points == -1 and not item.to:
        return _("{label} (subtracted)").format(label=item.label)
    return item.label
