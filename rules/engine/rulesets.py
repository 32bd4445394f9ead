"""The rules of one game as data: players, cards, deals, scoring, the end and the settlement."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from rules.engine.cards import STANDARD, USUAL_PACK, Deck, Rank, pack_words, read_card
from rules.engine.contracts import MAX_DEALS, Deal, Frozen, Word
from rules.engine.errors import CatalogueError, RulesError
from rules.engine.formatting import join_choices, points_text, with_minus
from rules.engine.penalties import PenaltyTable, penalty_table, spread_ranks
from rules.translation import gettext as _
from rules.translation import ngettext

Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Plain = dict[str, Any]

NAME_LENGTH = 60


class Players(Frozen):
    """The possible numbers of players; ``best`` is None if no source gives it.

    A side has ``team`` players, and partners sit as far apart as possible. The deal and the play go
    clockwise, or counter-clockwise if ``clockwise`` is false.
    """

    min: Annotated[int, Field(ge=1, le=12)]
    max: Annotated[int, Field(ge=1, le=12)]
    best: int | None = None
    team: Annotated[int, Field(ge=1, le=6)] = 1
    clockwise: bool = True

    @model_validator(mode="after")
    def ordered(self) -> Self:
        if not self.min <= (self.best or self.min) <= self.max:
            raise ValueError("best must be between min and max")
        if self.team > 1 and (not self.counts or self.min < 2 * self.team):
            raise ValueError(f"{self.min} to {self.max} players can’t form sides of {self.team}")
        return self

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players that can be divided evenly into sides."""
        return tuple(n for n in range(self.min, self.max + 1) if n % self.team == 0)

    def side_of(self, place: int, players: int) -> int:
        """Return the side number of the player at ``place``; both count from 1."""
        return (place - 1) % (players // self.team) + 1


class Words(Frozen):
    """The game’s own words."""

    set: Word = Word(one="set", many="sets")
    run: Word = Word(one="run", many="runs")
    take: Word = Word(one="take", many="takes")
    deal: Word = Word(one="deal", many="deals")


class Opening(Frozen):
    """The start of a deal: whether there is a dealer, and who plays first.

    ``first`` is who plays first: the ``next`` player after the dealer, or the ``dealer``, or empty
    if the cards decide or no source gives it. ``does`` is what that player does, such as “leads”.
    If ``players`` is given, ``first`` applies only with these numbers of players; if ``until`` is
    given, only up to that deal.
    """

    dealt: bool = True
    first: Literal["", "next", "dealer"] = ""
    does: Annotated[str, Field(min_length=1, max_length=20)] = "goes first"
    players: tuple[int, ...] = ()
    until: Annotated[int, Field(ge=0, le=MAX_DEALS)] = 0


class Packs(Frozen):
    """The packs, the jokers and the cards dealt to each player, for one number of players.

    ``cards`` applies to deals that don’t give a number themselves. ``without`` names the cards
    removed from the pack so that it can be dealt evenly. If only ``dealt_in`` players play at a
    time, the dealer sits out, and so do as many players to the dealer’s right as necessary.
    """

    packs: Annotated[int, Field(ge=1, le=12)] = 1
    jokers: Annotated[int, Field(ge=0, le=32)] = 0
    cards: Annotated[int, Field(ge=0, le=60)] = 0
    without: tuple[str, ...] = ()
    dealt_in: Annotated[int, Field(ge=0, le=12)] = 0

    @field_validator("without")
    @classmethod
    def are_cards(cls, without: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(str(read_card(card)) for card in without)

    @property
    def without_words(self) -> str:
        """The cards removed from the pack: ``2♦ 2♣``."""
        return " ".join(read_card(card).words for card in self.without)


class DeckRules(Frozen):
    """The cards for each number of players, and the ranks that are wild in addition to jokers.

    ``also_wild`` names wild cards that are not a complete rank, or not known before the deal;
    ``wild_cards`` lists the former, such as ``AH``. The
    keys of ``by_players`` may be ranges such as ``"2-6"``. ``pack`` has the number of copies of
    each rank, if the pack isn’t the usual 52 cards. If the number of cards dealt changes from deal
    to deal, ``hands`` lists these numbers for each number of players. ``chips`` is how many each
    player has for the whole game, if each take costs one; 0 if takes cost no chips.
    """

    by_players: dict[int, Packs]
    wild: tuple[str, ...] = ()
    also_wild: tuple[str, ...] = ()
    wild_cards: tuple[str, ...] = ()
    pack: tuple[tuple[str, Annotated[int, Field(ge=1, le=40)]], ...] = ()
    hands: dict[int, tuple[Annotated[int, Field(ge=1, le=60)], ...]] = {}
    chips: Annotated[int, Field(ge=0, le=100)] = 0

    @field_validator("by_players", mode="before")
    @classmethod
    def each_size(cls, sizes: object) -> object:
        return spread_sizes(sizes) if isinstance(sizes, Mapping) else sizes

    @field_validator("pack", mode="before")
    @classmethod
    def in_order(cls, pack: object) -> object:
        """Return the pack as pairs, because a database may not preserve the order of keys."""
        return list(pack.items()) if isinstance(pack, Mapping) else pack

    @property
    def ranks(self) -> tuple[str, ...]:
        """Every rank that a card may have, whatever the number of players."""
        ranks = tuple(rank for rank, _ in self.pack or USUAL_PACK)
        return (*ranks, Rank.JOKER.value) if self.has_jokers and Rank.JOKER not in ranks else ranks

    @property
    def has_jokers(self) -> bool:
        """Whether there are jokers with any number of players."""
        return Rank.JOKER in dict(self.pack) or any(
            size.jokers for size in self.by_players.values()
        )

    def deck(self, players: int) -> Deck:
        size = self.by_players[players]
        return Deck(size.packs, size.jokers, self.pack or USUAL_PACK)

    def cards_in_play(self, players: int) -> int:
        """Return the number of cards, without those that are left out."""
        return len(self.deck(players)) - len(self.by_players[players].without)


def spread_sizes(sizes: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return ``sizes`` with an entry for each number in a range of players such as ``"2-6"``."""
    spread: dict[Any, Any] = {}
    for key, value in sizes.items():
        first, dash, last = str(key).partition("-")
        if dash and first.isdecimal() and last.isdecimal() and int(last) <= 12:
            # Each number gets its own copy, because a patch may change only one of them.
            spread |= {size: deepcopy(value) for size in range(int(first), int(last) + 1)}
        else:
            spread[key] = value
    return spread


class JokerSwap(Frozen):
    """The rules for swapping a melded joker for the card that it stands for.

    With ``same_run``, the joker may only be moved to an end of its run. With ``run_ends``, only a
    joker at an end of its run can be swapped. A joker in a set costs ``set_cards`` cards of its
    rank. With ``jokers_only``, other wild cards can’t be swapped, or no source says whether they
    can.
    """

    runs: bool = False
    sets: bool = False
    keep: bool = False
    any_time: bool = False
    same_run: bool = False
    jokers_only: bool = False
    run_ends: bool = False
    set_cards: Annotated[int, Field(ge=1, le=3)] = 1


class Melds(Frozen):
    """The melds that are valid, and what players may do with them.

    ``max_wild`` is the most wild cards that a meld may have, or None for any number. Other
    values are None if no source gives them. With ``more_wild_later``, players may add more wild
    cards once the meld is on the table.

    A meld needs ``min_natural`` cards that aren’t wild; ``wild_sets`` may have only wild cards.
    ``wild_as_natural`` says where a wild card counts as natural in its own place, such as a two in
    A 2 3. Without ``wild_together``, no two wild cards lie side by side in a run. ``set_max`` and
    ``run_max`` are the most cards of a set and of a run. With ``extra_melds``, players may put down
    other melds in addition to the contract. ``discard_wild`` says whether wild cards may be
    discarded. With ``end_jokers_shift``, a joker at an end of a run moves outwards when the card
    that it stands for is inserted. With ``own_sets_later``, players add to the sets of their
    contract only after the turn in which they lay it down. With ``tanala``, three identical cards
    count as a run. With ``one_meld``, players put down only one meld in a turn. With
    ``meld_before_lay_off``, players without a meld of their own on the table lay off only in a turn
    in which they also put down a meld. The first melds of a player count at least
    ``opening_points`` together, unless the player goes out at once. Without ``last_discard_fits``,
    the last discard may fit no meld on the table.
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
    min_natural: Annotated[int, Field(ge=0, le=7)] | None = None
    wild_sets: bool | None = None
    wild_as_natural: Literal["runs", "any"] | None = None
    wild_together: bool | None = None
    set_max: Annotated[int, Field(ge=3, le=14)] | None = None
    run_max: Annotated[int, Field(ge=3, le=14)] | None = None
    set_suits: Literal["any", "different"] | None = None
    extra_melds: bool | None = None
    discard_wild: bool | None = None
    end_jokers_shift: bool = False
    own_sets_later: bool = False
    tanala: bool = False
    one_meld: bool = False
    meld_before_lay_off: bool = False
    opening_points: Annotated[int, Field(ge=0, le=200)] = 0
    last_discard_fits: bool = True


class Scoring(Frozen):
    """The scoring of a deal: the scheme, the card values, and the scheme’s figures.

    ``values`` is empty if no cards are counted in the game, or if their values are unknown. The cut
    bonus is for the player ``cut_by`` places clockwise from the dealer; -1 is the dealer’s right.
    Points are whole numbers of units: of 1 or, with ``decimals``, of 0.1 or 0.01. All figures in
    the rules are in whole points.
    """

    scheme: str
    values: dict[str, Annotated[int, Field(ge=-500, le=500)]] = {}
    cut_bonus: Annotated[int, Field(ge=-500, le=500)] = 0
    cut_by: Literal[-1, 0, 1] = -1
    adjustments: bool = False
    decimals: Annotated[int, Field(ge=0, le=2)] = 0
    figures: Plain = {}

    @model_validator(mode="after")
    def has_units(self) -> Self:
        if self.decimals and self.scheme != "tally":
            raise ValueError("decimals: only games of plain items can have them")
        return self

    @field_validator("values", mode="before")
    @classmethod
    def written_out(cls, values: object) -> object:
        if not isinstance(values, Mapping) or set(values) & set(STANDARD) == set(values):
            return values
        try:
            return spread_ranks(values)
        except CatalogueError:  # for another pack, the loader has already replaced the ranges
            return values


class End(Frozen):
    """The end of a game, and the rule for who wins.

    A game ends after ``deals`` deals; or when a total reaches ``target`` (or ``target_each`` times
    the number of players), or falls to ``floor``; or when all sides but one have reached
    ``out_at``, which puts a side out. If none of these is given, the game ends after the deals that
    are listed or, if ``open``, when the players stop. If the target must be ``claimed``, reaching
    it is not enough: the scheme decides when a side wins. With ``tie_plays_on``, the game continues
    while first place is shared. If they play ``together``, everyone wins or nobody does: the
    players say which, or a deal is won outright, and totals decide nothing.
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
    together: bool = False

    def length(self, listed: int) -> int | None:
        """Return how many deals a game has; None if that depends on the scores."""
        if self.deals:
            return self.deals
        return None if self.is_by_points or self.open else listed

    @property
    def is_by_points(self) -> bool:
        """Whether the totals can end the game."""
        return bool(self.target or self.target_each or self.out_at) or self.floor is not None

    def target_for(self, players: int) -> int:
        """Return the total that ends the game with ``players`` players; 0 if there is none."""
        return self.target or self.target_each * players


class Settlement(Frozen):
    """The payments at the end, by place.

    Place p pays the (p - 1)th of ``pays`` or, without ``pays``, ``step`` x (p - 1); the winner gets
    the sum. The kitty is divided between the places in the ratio ``kitty``, each share rounded
    down, and the winner gets the rest. Tied sides share the amounts of their places: down to
    fractions of a unit (``exact``), or in ``whole`` units, in which case shares may differ by one.
    """

    unit: Word
    step: Annotated[int, Field(ge=0, le=1000)] = 0
    pays: tuple[Annotated[int, Field(ge=0, le=100_000)], ...] = ()
    kitty: tuple[Annotated[int, Field(ge=0, le=100)], ...] = (1,)
    shares: Literal["exact", "whole"] = "exact"

    @model_validator(mode="after")
    def kitty_has_an_owner(self) -> Self:
        if not sum(self.kitty):
            raise ValueError("someone must get the kitty")
        return self


class AnyRuleset(Frozen):  # noqa: PLW1641 -- its __eq__ is only declared
    """The rules of one game, in English or in the reader’s language, for code that only reads them.

    ``deals`` are the deals of the game; a longer game starts again with the first. Without an
    ``opening``, a deal begins as usual for its scheme.
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

    if TYPE_CHECKING:  # mypy then rejects the comparison of a ruleset with a shown one

        def __eq__(self, other: Self) -> bool: ...  # type: ignore[override]

        def __ne__(self, other: Self) -> bool: ...  # type: ignore[override]

    @field_validator("deals", mode="before")
    @classmethod
    def numbered(cls, deals: object) -> object:
        """Return the deals with their numbers, by default their positions in the list."""
        if not isinstance(deals, list):
            return deals
        return [
            {"number": place} | deal if isinstance(deal, dict) else deal
            for place, deal in enumerate(deals, 1)
        ]

    @property
    def unit(self) -> int:
        """How many units of the last decimal make one point."""
        return int(10**self.scoring.decimals)

    def number(self, points: int) -> int | float:
        """Return points, which are in units, as a number for files: ``-12.5``."""
        return points / self.unit if self.scoring.decimals else points

    def points_text(self, points: int) -> str:
        """Return points, which are in units, as players write them: ``−12.5``."""
        return points_text(points, self.scoring.decimals)

    @property
    def given_name(self) -> str:
        """The name that the players gave to the game; empty if they gave none."""
        return str(self.options.get("name", ""))

    @property
    def length(self) -> int | None:
        """How many deals the game has; None if that depends on the scores."""
        return self.end.length(len(self.deals))

    def length_at(self, players: int) -> int | None:
        """Return how many deals ``players`` players play, or None if that depends on the scores."""
        hands = self.deck.hands.get(players) if self.deck else None
        return self.length or (len(hands) if hands else None)

    def goal_words(self, players: int) -> str:
        """Return the total that ends the game or puts a side out: ``game to 500 or −250``.

        The result is empty if there is no such total.
        """
        end = self.end
        if end.out_at:
            return _("out at {total}").format(total=end.out_at)
        goals = [figure for figure in (end.target_for(players), end.floor) if figure]
        if not goals:
            return ""
        return _("game to {total}").format(total=join_choices(map(with_minus, goals)))

    @property
    def has_dealer(self) -> bool:
        """Whether the game has a dealer; games with dice, darts and tiles have none."""
        return self.opening is None or self.opening.dealt

    @property
    def has_cards(self) -> bool:
        """Whether the game is played with cards, even if nobody deals them."""
        return self.has_dealer or self.deck is not None

    @property
    def has_contracts(self) -> bool:
        """Whether any deal has a contract."""
        return any(deal.contract.size for deal in self.deals)

    def deal(self, number: int) -> Deal:
        """Return the deal with that number. Raises IndexError if the game has no such deal."""
        if not 1 <= number <= (self.length or MAX_DEALS):
            raise IndexError(number)
        listed = self.listed(number)
        return listed if listed.number == number else listed.model_copy(update={"number": number})

    def played(self, number: int) -> Deal | None:
        """Return the listed deal that is played as deal ``number``; None if the game is over.

        A list that determines the length of the game isn’t repeated.
        """
        is_listed = number <= len(self.deals)
        repeats = self.length is None or number <= self.length
        return self.listed(number) if is_listed or repeats else None

    def listed(self, number: int) -> Deal:
        """Return the listed deal that is played as deal ``number``; the list repeats."""
        return self.deals[(number - 1) % len(self.deals)]

    def cards_dealt(self, deal: Deal, players: int) -> int:
        """Return how many cards each of ``players`` players is dealt; 0 if unknown."""
        if deal.cards or self.deck is None:
            return deal.cards
        hands = self.deck.hands.get(players) or (self.deck.by_players[players].cards,)
        return hands[(deal.number - 1) % len(hands)]

    def dealt_in(self, players: int) -> int:
        """Return how many of ``players`` players play in a deal; the others sit out."""
        size = self.deck.by_players.get(players) if self.deck else None
        return min(players, (size.dealt_in if size else 0) or players)

    def without_words(self, players: int) -> str:
        """Return the cards removed from the pack for ``players`` players: ``2♦ 2♣``."""
        return self.deck.by_players[players].without_words if self.deck else ""

    def deck_of(self, players: int) -> Deck | None:
        """Return the cards in play with ``players`` players; None if the game lists no cards."""
        return self.deck.deck(players) if self.deck else None

    @property
    def card_values(self) -> PenaltyTable | None:
        """The values of the cards; None if unknown."""
        values = self.scoring.values
        if not values:
            return None
        ranks = self.deck.ranks if self.deck else STANDARD
        extra = tuple(rank for rank in values if rank not in ranks)
        return penalty_table(tuple(values.items()), (*ranks, *extra))

    def contract_words(self, deal: Deal, *, in_sentence: bool = False) -> str:
        """Return the contract of a deal: ``two sets of 3``; empty if it has none."""
        return deal.contract.words(self.words.set, self.words.run, in_sentence=in_sentence)

    def check_table(self, players: int) -> None:
        """Raise RulesError if these rules can’t be played with ``players`` players."""
        if players not in self.players.counts:
            message = _("{game} is for {counts} players, not {count}. Change the players.")
            raise RulesError(
                message.format(game=self.name, counts=self.players_words, count=players)
            )
        pays = self.settlement.pays if self.settlement else ()
        if pays and len(pays) < players - 1:
            message = ngettext(
                "With {players} players, enter {count} payment, for second place.",
                "With {players} players, enter {count} payments, from second place to last.",
                players - 1,
            )
            raise RulesError(message.format(count=players - 1, players=players))

    @property
    def players_words(self) -> str:
        """The numbers of players: ``3 to 5``, ``4`` or ``4 or 6``."""
        counts = self.players.counts
        if len(counts) == 1 or self.players.team > 1:
            return join_choices(map(str, counts))
        return _("{least} to {most}").format(least=counts[0], most=counts[-1])

    @model_validator(mode="after")
    def makes_a_game(self) -> Self:
        if [deal.number for deal in self.deals] != list(range(1, len(self.deals) + 1)):
            raise ValueError("deals must be numbered from 1 upwards, without a gap")
        kinds = (self._cards_missing(), self._values_missing(), self._wild_missing())
        # Report only the first problem of each kind: other deals would have the same one.
        problems = [problem for kind in kinds if (problem := next(kind, ""))]
        if problems:
            raise ValueError("\n".join(problems))
        if self.settlement is None and any(deal.takes.price for deal in self.deals):
            raise ValueError("takes have a price, so there must be a settlement with a kitty")
        return self

    def _cards_missing(self) -> Iterator[str]:
        if self.deck is None:
            return
        for players in self.players.counts:
            if players not in self.deck.by_players:
                yield f"the deck for {players} players is missing"
                continue
            cards = self.deck.cards_in_play(players)
            hands = self.deck.hands.get(players, ())
            for deal in self.deals:
                needed = self.dealt_in(players) * max((self.cards_dealt(deal, players), *hands))
                upcard = 1 if self.melds else 0
                if needed + upcard > cards:
                    # Translators: shown after the name of a game whose house rules need more cards.
                    message = _(
                        "deal {number} needs {needed} cards for {players} players, "
                        "but the deck has {cards}"
                    )
                    yield message.format(
                        number=deal.number, needed=needed + upcard, players=players, cards=cards
                    )

    def _values_missing(self) -> Iterator[str]:
        values = self.scoring.values
        if not values:
            return
        ranks = self.deck.ranks if self.deck else STANDARD
        missing = [rank for rank in ranks if rank not in values]
        unknown = [rank for rank in values if rank not in (*ranks, Rank.JOKER.value)]
        if missing:
            yield f"scoring.values: these cards have no value: {', '.join(missing)}"
        elif unknown:
            yield f"scoring.values: “{unknown[0]}” isn’t a rank. Use {pack_words(ranks)}"

    def _wild_missing(self) -> Iterator[str]:
        ranks = self.deck.ranks if self.deck else STANDARD
        for rank in (*(self.deck.wild if self.deck else ()), *self._wild_of_deals()):
            if rank not in ranks:
                yield f"wild: “{rank}” isn’t a rank. Use {pack_words(ranks)}"

    def _wild_of_deals(self) -> Iterator[str]:
        for deal in self.deals:
            yield from deal.wild


class Ruleset(AnyRuleset):
    """The rules of one game in English: a variant with its options and house rules applied.

    ``rules.engine.snapshots`` stores a ruleset and reads it back, so a game keeps its rules even if
    the catalogue changes.
    """


class ShownRuleset(AnyRuleset):
    """A ruleset with its texts in the reader’s language, for display only.

    It isn’t a ``Ruleset``, so mypy rejects code that stores it or compares it with one.
    """

    @classmethod
    def of(cls, ruleset: Ruleset) -> "ShownRuleset":
        """Return a ruleset that has already been translated as one for display."""
        return cls.model_construct(ruleset.model_fields_set, **ruleset.__dict__)


def spread_values(scoring: Plain, pack: Plain) -> None:
    """Replace each range of ranks in the plain ``scoring`` with its ranks.

    The ranks are those of ``pack``, or of the usual pack if that is empty. Raises CatalogueError
    for a rank that the pack doesn’t have.
    """
    if "values" in scoring:
        scoring["values"] = spread_ranks(scoring["values"], ranks_of(pack))


def ranks_of(pack: Plain) -> tuple[str, ...]:
    """Return the ranks of a pack, or of the usual one if it is empty, and always the joker."""
    ranks = tuple(pack) or STANDARD
    return ranks if Rank.JOKER in ranks else (*ranks, Rank.JOKER.value)
