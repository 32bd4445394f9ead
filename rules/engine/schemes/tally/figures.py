"""The list of items to enter for a deal of a tally game."""

from typing import Annotated, Literal, Self

from pydantic import Field, computed_field, model_validator

from rules.engine.contracts import Frozen
from rules.engine.rulesets import Slug
from rules.engine.schemes.tally.contract import TakersContract

MOST_IN_A_HEAD = 8
Worth = Annotated[int, Field(ge=-10_000, le=10_000)]
Size = Annotated[int, Field(ge=0, le=100_000)]


class Need(Frozen):
    """A condition for an item: the side has at least ``least`` of these items in total.

    It applies to amounts of the item from ``at`` on. If it is only ``usual``, an entry without
    these items causes a warning.
    """

    of: Annotated[tuple[Slug, ...], Field(min_length=1)]
    least: Annotated[int, Field(ge=1)] = 1
    at: Annotated[int, Field(ge=1)] = 1
    usual: bool = False


class Room(Frozen):
    """A limit for an item: with the items in ``of``, a side has at most ``most`` in total."""

    of: Annotated[tuple[Slug, ...], Field(min_length=1)]
    most: Annotated[int, Field(ge=1)]


class Darts(Frozen):
    """What the points of a turn are made of: the ``values`` of at most ``count`` darts.

    If they come ``from_others``, each other side throws as many.
    """

    values: Annotated[tuple[Annotated[int, Field(ge=1, le=100)], ...], Field(min_length=1)]
    count: Annotated[int, Field(ge=1, le=10)]
    from_others: bool = False


class Closing(Frozen):
    """A limit for the side named under the item ``by``: the value of the rate ``most``."""

    by: Slug
    most: Slug


class Item(Frozen):
    """One thing to enter for a deal; a side scores the amount that it enters times ``worth``.

    ``ask``: signed points or a sum, a count, a tick, one of the sides, or cards by their values.
    ``asked`` is false for an item that only an option asks for. A ``required`` item can’t stay
    blank. ``mark`` is the heading above the checkboxes next to the names of the sides, and ``head``
    is the heading of the item’s own column on a score sheet. An item that is ``per`` "deal" is
    entered once for all sides.

    Points: only the part above ``over`` counts. ``prices`` are points for certain amounts, instead
    of ``worth``. ``gives`` are points for each unit, which go to the side named under the item
    ``to``; that side enters no amount, and the others must enter theirs once a side is named. The
    item counts against a side that enters nothing for the item ``without``, and counts 0 for a side
    whose total is ``not_from`` or more.

    Limits: an amount goes from ``least`` to ``most`` in multiples of ``step``, but isn’t one of
    those in ``never``. An amount above ``usual_most`` causes a warning, and so does one that
    ``darts`` don’t add up to, or that is too large for a side that is ``closing``. Cards
    ``in_hand`` are at most those dealt. The sides together enter exactly ``total``, at most
    ``pool``, or at least ``least_in_all``. The first amount that a side enters is at least
    ``first``. A side can’t have two items with the same word in ``apart``, and exactly one of the
    items with the same word in ``one_of`` names a side. ``needs`` lists what else the side must
    have, and ``room`` limits it together with other items. The side named under ``to`` has less of
    the items ``short_in`` than this amount. ``made_of`` says of what each counted canasta consists:
    only ``natural`` ones, ``mixed`` with wild ones, only ``wild`` ones, or a ``run`` of one suit.

    The end: a side that reaches the target through an item that ``decides`` wins before the others
    count anything. If such an item names a side, all the points of the deal count towards the
    target; in a game without a target that side wins, and it can’t be behind, unless it wins
    ``outright``. If it is a tick and wins ``outright``, each side that ticks it wins. If an item
    that ``ends`` is entered, the deal is the last one.
    """

    id: Slug
    label: Annotated[str, Field(min_length=1, max_length=60)]
    ask: Literal["points", "count", "flag", "one-side", "cards"]
    per: Literal["side", "deal"] = "side"
    asked: bool = True
    required: bool = False
    mark: Annotated[str, Field(max_length=20)] = ""
    head: Annotated[str, Field(max_length=MOST_IN_A_HEAD)] = ""
    worth: Worth = 0
    over: Size = 0
    prices: dict[int, Worth] = {}
    gives: Worth = 0
    to: str = ""
    without: str = ""
    not_from: Size = 0
    least: Annotated[int, Field(ge=-100_000)] | None = None
    most: Size | None = None
    step: Annotated[int, Field(ge=1)] = 1
    total: Size | None = None
    pool: Size | None = None
    least_in_all: Size = 0
    first: Size = 0
    never: tuple[int, ...] = ()
    usual_most: Size | None = None
    darts: Darts | None = None
    closing: Closing | None = None
    in_hand: bool = False
    apart: str = ""
    one_of: str = ""
    needs: tuple[Need, ...] = ()
    room: tuple[Room, ...] = ()
    short_in: tuple[Slug, ...] = ()
    made_of: Literal["", "natural", "mixed", "wild", "run"] = ""
    decides: bool = False
    outright: bool = False
    ends: bool = False

    @property
    def is_number(self) -> bool:
        return self.ask in ("points", "count", "cards")

    @property
    def is_plain(self) -> bool:
        """Whether an amount counts exactly as typed."""
        return self.is_number and self.worth == 1 and not (self.over or self.prices)

    @property
    def counts_as_typed(self) -> bool:
        """Whether an amount counts exactly as typed in every deal, and affects nothing else."""
        return self.is_plain and not (self.gives or self.without or self.not_from)

    @property
    def names_the_winner(self) -> bool:
        """Whether the side named under this item, or each side that ticks it, wins the game."""
        return self.decides and (self.ask == "one-side" or (self.ask == "flag" and self.outright))

    @property
    def by_side(self) -> bool:
        """Whether each side has an input of its own."""
        return self.per == "side" and self.ask != "one-side"

    @model_validator(mode="after")
    def makes_sense(self) -> Self:
        if self.ask == "flag" and self.required:
            raise ValueError(f"{self.id}: a tick can’t be required")
        if self.mark and self.is_number:
            raise ValueError(f"{self.id}: only a tick or a name has a mark")
        if self.head and not self.is_number:
            raise ValueError(f"{self.id}: only a number has a column")
        if self.per == "deal" and self.ask == "cards":
            raise ValueError(f"{self.id}: cards can’t be entered once for the deal")
        if self.per == "deal" and self.ask != "one-side" and not self.to:
            raise ValueError(
                f"{self.id}: its points need “to”, because it is entered once for the deal"
            )
        if self.gives and not self.to:
            raise ValueError(f"{self.id}: “gives” needs “to”")
        together = self.total is not None or self.pool or self.least_in_all
        if together and not (self.is_number and self.by_side):
            raise ValueError(
                f"{self.id}: “total”, “pool” and “least_in_all” are for numbers that each side "
                "enters"
            )
        return self


class Level(Frozen):
    """The ``least`` for a side whose total is ``at`` or more; the lowest level has no ``at``."""

    least: Size
    at: int | None = None


class InitialMeld(Frozen):
    """The minimum that a side may enter for the item ``item``, if it enters anything.

    The minimum depends on the side’s total before the deal (``levels``) or on the deal (``deals``).
    """

    item: str
    words: str
    levels: tuple[Level, ...] = ()
    deals: tuple[Size, ...] = ()

    def least(self, total: int, deal: int) -> int:
        """Return the minimum in deal number ``deal`` for a side whose total is ``total``."""
        if self.deals:
            return self.deals[(deal - 1) % len(self.deals)]
        reached = [level for level in self.levels if level.at is None or total >= level.at]
        return reached[-1].least

    @model_validator(mode="after")
    def has_steps(self) -> Self:
        if bool(self.deals) == bool(self.levels):
            raise ValueError("an opening has either a number for each deal or levels")
        lowest, *others = [level.at for level in self.levels] or [None]
        rising = [at for at in others if at is not None]
        if lowest is not None or others != sorted(set(rising)):
            raise ValueError("the levels of an opening must rise, and only the first has no “at”")
        return self


class Melding(Frozen):
    """The cards that canastas and the other melds are made of, for checks against the deck.

    ``item`` is the id of the item for the value of the cards melded. A canasta has ``size`` cards,
    and at most ``most_wild`` of them are wild if it is mixed. Any meld needs ``least_natural``
    cards that aren’t wild, and ``naturals_per_wild`` for each wild card. No canasta is made of the
    ranks in ``never``. Unless a canasta ``grows``, it takes no more cards, and others of its rank
    start another meld. ``bonus_cards`` are neither melded nor counted with a hand. ``bonus`` lists
    the items under which the sides enter how many bonus cards they have; items with limits of their
    own needn’t be listed.
    """

    item: str
    size: Annotated[int, Field(ge=3, le=14)] = 7
    most_wild: Annotated[int, Field(ge=1, le=6)] = 3
    least_natural: Annotated[int, Field(ge=0, le=7)] = 0
    naturals_per_wild: Annotated[int, Field(ge=0, le=7)] = 0
    never: tuple[str, ...] = ()
    grows: bool = True
    bonus_cards: tuple[str, ...] = ()
    bonus: tuple[str, ...] = ()


class Rate(Frozen):
    """A value that the players use in their own sums; rule texts and facts mention it."""

    id: Slug
    label: str
    points: int


class TallyFigures(Frozen):
    """The items of a deal, in the order in which they are entered.

    With ``lives``, each point is a life lost, and a side without lives is out when it loses one
    more. ``contract`` compares the points of two sides. ``rates`` are not entered.

    This scheme is enough if a side scores for what it enters, for what the others enter, or for
    having more points in the deal than the other side, as in Belote, Klaverjas, Pinochle and Jass.
    A game needs a scheme of its own if points depend on anything else, such as the height of a bid
    (Spades, 500), bags or phases from earlier deals, boxes that are used up, or a multiplier for
    the deal (Skat, Jass with doubled suits); or if they are rounded.
    """

    items: Annotated[tuple[Item, ...], Field(min_length=1, max_length=20)]
    contract: TakersContract | None = None
    opening: InitialMeld | None = None
    melding: Melding | None = None
    rates: tuple[Rate, ...] = ()
    lives: bool = False

    @computed_field
    def item(self) -> dict[str, Item]:
        """Return the items by id, for rule texts: ``{figures.item.red_threes.worth}``."""
        return {item.id.replace("-", "_"): item for item in self.items}

    @computed_field
    def rate(self) -> dict[str, int]:
        """Return the rates by id, for rule texts."""
        return {rate.id.replace("-", "_"): rate.points for rate in self.rates}

    @computed_field
    def opens(self) -> dict[str, Level]:
        """Return the steps of the opening, keyed by their numbers, for rule texts."""
        if self.opening is None:
            return {}
        steps = self.opening.levels or [Level(least=least) for least in self.opening.deals]
        return {str(number): step for number, step in enumerate(steps, 1)}
