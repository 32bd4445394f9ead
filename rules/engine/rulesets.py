"""The rules one game is played by, as data: players, cards, deals, scoring, the end, settlement."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from rules.engine.cards import STANDARD, USUAL_PACK, Deck, Rank, pack_words, read_card
from rules.engine.contracts import MAX_DEALS, Deal, Frozen, Word
from rules.engine.errors import CatalogueError, RulesError
from rules.engine.formatting import with_minus
from rules.engine.penalties import PenaltyTable, spread_ranks

Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Plain = dict[str, Any]

NAME_LENGTH = 60


class Players(Frozen):
    """How many may play; ``best`` is None where no source says.

    ``team`` players make a side; partners sit as far from each other as the table allows. Deal and
    play go ``clockwise``, or the other way.
    """

    min: Annotated[int, Field(ge=1, le=12)]
    max: Annotated[int, Field(ge=1, le=12)]
    best: int | None = None
    team: Annotated[int, Field(ge=1, le=6)] = 1
    clockwise: bool = True

    @model_validator(mode="after")
    def ordered(self) -> Self:
        if not self.min <= (self.best or self.min) <= self.max:
            raise ValueError("players go from min over best to max")
        if self.team > 1 and (not self.counts or self.min < 2 * self.team):
            raise ValueError(f"no table of {self.min} to {self.max} makes sides of {self.team}")
        return self

    @property
    def counts(self) -> tuple[int, ...]:
        """Numbers of players that make whole sides."""
        return tuple(n for n in range(self.min, self.max + 1) if n % self.team == 0)

    def side_of(self, place: int, players: int) -> int:
        """Number of the side, from 1, of the player at ``place``, from 1 clockwise."""
        return (place - 1) % (players // self.team) + 1


class Words(Frozen):
    """What this game calls its things."""

    set: Word = Word(one="set", many="sets")
    run: Word = Word(one="run", many="runs")
    take: Word = Word(one="take", many="takes")
    deal: Word = Word(one="deal", many="deals")


class Opening(Frozen):
    """How a deal begins: whether somebody deals, and who plays first after that.

    ``first`` is the player next to the dealer as play goes round, or the dealer, and ``does`` what
    that player does; it is empty where the cards decide, or no source says. It holds at tables of
    ``players`` alone where any are named, and in no deal after ``until`` where that is given.
    """

    dealt: bool = True
    first: Literal["", "next", "dealer"] = ""
    does: Annotated[str, Field(min_length=1, max_length=20)] = "begins"
    players: tuple[int, ...] = ()
    until: Annotated[int, Field(ge=0, le=MAX_DEALS)] = 0


class Packs(Frozen):
    """Packs and jokers for one table size, and the cards dealt to each where no deal says so.

    ``without`` names the cards that leave the pack, so that it can be dealt evenly.
    """

    packs: Annotated[int, Field(ge=1, le=12)] = 1
    jokers: Annotated[int, Field(ge=0, le=32)] = 0
    cards: Annotated[int, Field(ge=0, le=60)] = 0
    without: tuple[str, ...] = ()

    @field_validator("without")
    @classmethod
    def are_cards(cls, without: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(str(read_card(card)) for card in without)

    @property
    def without_words(self) -> str:
        """The cards that leave the pack, as read aloud: ``2♦ 2♣``."""
        return " ".join(read_card(card).words for card in self.without)


class DeckRules(Frozen):
    """The cards by number of players, and the ranks that are wild besides the jokers.

    ``also_wild`` names wild cards that are no whole rank, or none that is known before the deal.
    ``by_players`` may be written with ranges such as ``"2-6"``. ``pack`` has the copies of each
    rank in a pack that is not the usual 52. ``hands`` has the cards dealt to each, deal by deal, by
    number of players, where they change with the deal and differ from table to table.
    """

    by_players: dict[int, Packs]
    wild: tuple[str, ...] = ()
    also_wild: tuple[str, ...] = ()
    pack: tuple[tuple[str, Annotated[int, Field(ge=1, le=40)]], ...] = ()
    hands: dict[int, tuple[Annotated[int, Field(ge=1, le=60)], ...]] = {}

    @field_validator("by_players", mode="before")
    @classmethod
    def each_size(cls, sizes: object) -> object:
        return spread_sizes(sizes) if isinstance(sizes, Mapping) else sizes

    @field_validator("pack", mode="before")
    @classmethod
    def in_order(cls, pack: object) -> object:
        """As pairs, because a database may forget the order of keys."""
        return list(pack.items()) if isinstance(pack, Mapping) else pack

    @property
    def ranks(self) -> tuple[str, ...]:
        """Every rank that a card may have at any table."""
        ranks = tuple(rank for rank, _ in self.pack or USUAL_PACK)
        has_jokers = any(size.jokers for size in self.by_players.values())
        return (*ranks, Rank.JOKER.value) if has_jokers and Rank.JOKER not in ranks else ranks

    def deck(self, players: int) -> Deck:
        size = self.by_players[players]
        return Deck(size.packs, size.jokers, self.pack or USUAL_PACK)


def spread_sizes(sizes: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return ``sizes`` with each range of players such as ``"2-6"`` written out."""
    spread: dict[Any, Any] = {}
    for key, value in sizes.items():
        first, dash, last = str(key).partition("-")
        if dash and first.isdecimal() and last.isdecimal() and int(last) <= 12:
            # Each size gets its own: a patch may change one of them.
            spread |= {size: deepcopy(value) for size in range(int(first), int(last) + 1)}
        else:
            spread[key] = value
    return spread


class JokerSwap(Frozen):
    """Where a melded joker may be claimed for the real card, and what becomes of it."""

    runs: bool = False
    sets: bool = False
    keep: bool = False
    any_time: bool = False


class Melds(Frozen):
    """Which melds are good, and what may happen to them; None is what no source says.

    ``max_wild`` is the limit for a meld; with ``more_wild_later`` it ends when the meld lies.
    """

    ace: Literal["low-or-high", "high", "low", "round"] | None = None
    set_min: int = 3
    run_min: int = 3
    runs_in_one_suit: Literal["not-touching", "apart", "one-per-suit", "allowed"] | None = None
    same_rank_sets: bool | None = None
    max_wild: Annotated[int, Field(ge=0, le=14)] | Literal["half"] | None = None
    more_wild_later: bool = False
    larger_melds: bool | None = None
    lay_off_same_turn: bool | None = None
    going_out_discard: Literal["required", "allowed", "forbidden"] | None = None
    joker_swap: JokerSwap | None = None
    shanghai_call: bool = False


class Scoring(Frozen):
    """How a deal counts: the scheme, what cards cost, and the scheme's own figures.

    ``values`` is empty where the game counts no cards, or nobody knows what they cost. The cut
    bonus is for the player ``cut_by`` places clockwise from the dealer; -1 is at the right.
    """

    scheme: str
    values: dict[str, Annotated[int, Field(ge=-500, le=500)]] = {}
    cut_bonus: Annotated[int, Field(ge=-500, le=500)] = 0
    cut_by: Literal[-1, 0, 1] = -1
    adjustments: bool = False
    figures: Plain = {}

    @field_validator("values", mode="before")
    @classmethod
    def written_out(cls, values: object) -> object:
        if not isinstance(values, Mapping) or set(values) & set(STANDARD) == set(values):
            return values
        try:
            return spread_ranks(values)
        except CatalogueError:  # the ranks of another pack, which the loader has written out
            return values


class End(Frozen):
    """When a game is over and who wins.

    It ends after ``deals`` deals; or when a total reaches ``target`` (or ``target_each`` for each
    player at the table), or falls to ``floor``; or when all sides but one have come to ``out_at``,
    which puts a side out. Where none of them is given it ends after the deals that are listed,
    or, when ``open``, when the table says so. A ``claimed`` target ends the game only for a side
    that the scheme lets win; ``tie_plays_on`` goes on while the first place is shared.
    """

    wins: Literal["lowest", "highest"] = "lowest"
    deals: Annotated[int, Field(ge=0, le=MAX_DEALS)] = 0
    target: Annotated[int, Field(ge=0, le=100_000)] = 0
    target_each: Annotated[int, Field(ge=0, le=10_000)] = 0
    floor: Annotated[int, Field(ge=-100_000, lt=0)] | None = None
    out_at: Annotated[int, Field(ge=0, le=100_000)] = 0
    open: bool = False
    claimed: bool = False
    tie_plays_on: bool = False

    def length(self, listed: int) -> int | None:
        """How many deals a game with so many listed has; None where that depends on how it goes."""
        if self.deals:
            return self.deals
        return None if self.is_by_points or self.open else listed

    @property
    def is_by_points(self) -> bool:
        """Whether it can come with what the sides have come to."""
        return bool(self.target or self.target_each or self.out_at) or self.floor is not None

    def target_for(self, players: int) -> int:
        """The total that ends the game at a table of that size; 0 for none."""
        return self.target or self.target_each * players


class Settlement(Frozen):
    """Who pays whom at the end, by place.

    Place p pays the (p - 1)th of ``pays``, or, without ``pays``, ``step`` x (p - 1); the winner
    gets the sum. The kitty goes to the places in the proportion ``kitty``, each rounded down, the
    rest to the winner.
    """

    unit: Word
    step: Annotated[int, Field(ge=0, le=1000)] = 0
    pays: tuple[Annotated[int, Field(ge=0, le=100_000)], ...] = ()
    kitty: tuple[Annotated[int, Field(ge=0, le=100)], ...] = (1,)

    @model_validator(mode="after")
    def kitty_has_an_owner(self) -> Self:
        if not sum(self.kitty):
            raise ValueError("the kitty must go to somebody")
        return self


class Ruleset(Frozen):
    """The rules one game is played by: a variant with its options and house rules applied.

    ``deals`` are the deals of the game; a game that goes on longer begins with the first again.
    Without an ``opening`` a deal begins as is usual where deals are counted so.
    ``rules.engine.snapshots`` stores it and reads it back, so a game keeps its rules whatever
    becomes of the catalogue.
    """

    slug: Slug
    name: Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
    players: Players
    words: Words = Words()
    opening: Opening | None = None
    deck: DeckRules | None = None
    melds: Melds | None = None
    deals: Annotated[tuple[Deal, ...], Field(min_length=1, max_length=MAX_DEALS)]
    scoring: Scoring
    end: End = End()
    settlement: Settlement | None = None
    options: dict[str, Any] = {}
    patches: dict[str, Any] = {}

    @field_validator("deals", mode="before")
    @classmethod
    def numbered(cls, deals: object) -> object:
        """A deal that does not say its number has that of its place."""
        if not isinstance(deals, list):
            return deals
        return [
            {"number": place} | deal if isinstance(deal, dict) else deal
            for place, deal in enumerate(deals, 1)
        ]

    @property
    def length(self) -> int | None:
        """How many deals the game has; None where that depends on how it goes."""
        return self.end.length(len(self.deals))

    def length_at(self, players: int) -> int | None:
        """How many deals the game has at a table of that size, where hands may be listed for it."""
        hands = self.deck.hands.get(players) if self.deck else None
        return self.length or (len(hands) if hands else None)

    def goal_words(self, players: int) -> str:
        """The total that ends the game, or puts a side out: ``game to 500 or −250``; empty where
        none does.
        """
        end = self.end
        if end.out_at:
            return f"out at {end.out_at}"
        goals = [figure for figure in (end.target_for(players), end.floor) if figure]
        return f"game to {' or '.join(map(with_minus, goals))}" if goals else ""

    @property
    def has_dealer(self) -> bool:
        """Whether somebody deals; nobody does with dice, darts and tiles."""
        return self.opening is None or self.opening.dealt

    @property
    def has_contracts(self) -> bool:
        """Whether some deal asks for a contract."""
        return any(deal.contract.size for deal in self.deals)

    def deal(self, number: int) -> Deal:
        """The deal with that number. Raises IndexError when the game has no such deal."""
        if not 1 <= number <= (self.length or MAX_DEALS):
            raise IndexError(number)
        listed = self.listed(number)
        return listed if listed.number == number else listed.model_copy(update={"number": number})

    def listed(self, number: int) -> Deal:
        """The deal of the list as which that one is played; a list begins again after its end."""
        return self.deals[(number - 1) % len(self.deals)]

    def cards_dealt(self, deal: Deal, players: int) -> int:
        """Cards dealt to each at a table of that size; 0 where nothing is said."""
        if deal.cards or self.deck is None:
            return deal.cards
        hands = self.deck.hands.get(players) or (self.deck.by_players[players].cards,)
        return hands[(deal.number - 1) % len(hands)]

    def without_words(self, players: int) -> str:
        """The cards that leave the pack at a table of that size: ``2♦ 2♣``."""
        return self.deck.by_players[players].without_words if self.deck else ""

    def deck_of(self, players: int) -> Deck | None:
        """The cards in play at a table of that size; None where the game has none of its own."""
        return self.deck.deck(players) if self.deck else None

    @property
    def card_values(self) -> PenaltyTable | None:
        """What a card costs; None where nobody has said."""
        values = self.scoring.values
        if not values:
            return None
        ranks = self.deck.ranks if self.deck else STANDARD
        return PenaltyTable(values, (*ranks, *(rank for rank in values if rank not in ranks)))

    def contract_words(self, deal: Deal) -> str:
        return deal.contract.words(self.words.set, self.words.run)

    def check_table(self, players: int) -> None:
        """Raise RulesError when so many players cannot play by these rules."""
        if players not in self.players.counts:
            raise RulesError(
                f"{self.name} is for {self.players_words} players; you named {players}."
            )
        pays = self.settlement.pays if self.settlement else ()
        if pays and len(pays) < players - 1:
            raise RulesError(
                "The payments need a figure for each place from second to last: "
                f"{players - 1} figures for {players} players."
            )

    @property
    def players_words(self) -> str:
        """``3 to 5``, ``4`` or ``4 or 6``."""
        counts = self.players.counts
        if self.players.team > 1 and len(counts) > 1:
            return f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}"
        return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"

    @model_validator(mode="after")
    def makes_a_game(self) -> Self:
        if [deal.number for deal in self.deals] != list(range(1, len(self.deals) + 1)):
            raise ValueError("deals are numbered from 1 upwards without a gap")
        for problem in (*self._cards_missing(), *self._values_missing(), *self._wild_missing()):
            raise ValueError(problem)
        if self.settlement is None and any(deal.takes.price for deal in self.deals):
            raise ValueError("takes have a price, but there is no settlement with a kitty")
        return self

    def _cards_missing(self) -> Iterator[str]:
        if self.deck is None:
            return
        for players in self.players.counts:
            if players not in self.deck.by_players:
                yield f"the deck for {players} players is missing"
                continue
            cards = len(self.deck.deck(players)) - len(self.deck.by_players[players].without)
            hands = self.deck.hands.get(players, ())
            for deal in self.deals:
                needed = players * max((self.cards_dealt(deal, players), *hands))
                upcard = 1 if self.melds else 0
                if needed + upcard > cards:
                    yield (
                        f"deal {deal.number} needs {needed + upcard} cards for {players} "
                        f"players, but the deck has {cards}"
                    )

    def _values_missing(self) -> Iterator[str]:
        values = self.scoring.values
        if not values:
            return
        ranks = self.deck.ranks if self.deck else STANDARD
        missing = [rank for rank in ranks if rank not in values]
        unknown = [rank for rank in values if rank not in (*ranks, Rank.JOKER.value)]
        if missing:
            yield f"scoring.values: the penalty table misses {', '.join(missing)}"
        elif unknown:
            yield f"scoring.values: “{unknown[0]}” is not a rank; write {pack_words(ranks)}"

    def _wild_missing(self) -> Iterator[str]:
        ranks = self.deck.ranks if self.deck else STANDARD
        for rank in (*(self.deck.wild if self.deck else ()), *self._wild_of_deals()):
            if rank not in ranks:
                yield f"wild: “{rank}” is not a rank; write {pack_words(ranks)}"

    def _wild_of_deals(self) -> Iterator[str]:
        for deal in self.deals:
            yield from deal.wild


def spread_values(scoring: Plain, pack: Plain) -> None:
    """Write out the ranges of ranks in the plain ``scoring``, by the ranks of ``pack``, or of the
    usual pack where that is empty.

    Raises CatalogueError on a rank that the pack does not have.
    """
    if "values" in scoring:
        ranks = tuple(pack) or STANDARD
        if Rank.JOKER not in ranks:
            ranks = (*ranks, Rank.JOKER.value)
        scoring["values"] = spread_ranks(scoring["values"], ranks)
