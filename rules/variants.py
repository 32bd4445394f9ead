"""Variants, their options, and the ruleset a game is played by.

One mechanism serves every deviation: a patch, a dotted path to a value, applied to the plain data
and validated as a whole afterwards. An option is a named patch; house rules are options and free
patches.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Annotated, Any, Literal, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from rules.cards import Deck, Rank
from rules.contracts import MAX_DEALS, Deal, Frozen, Word
from rules.errors import CatalogueError, RulesError
from rules.penalties import PenaltyTable, spread_ranks

Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Plain = dict[str, Any]


class Players(Frozen):
    """How many may play; ``best`` is None where no source says."""

    min: Annotated[int, Field(ge=1, le=12)]
    max: Annotated[int, Field(ge=1, le=12)]
    best: int | None = None

    @model_validator(mode="after")
    def ordered(self) -> Self:
        if not self.min <= (self.best or self.min) <= self.max:
            raise ValueError("players go from min over best to max")
        return self


class Words(Frozen):
    """What this game calls its things."""

    set: Word
    run: Word
    take: Word
    deal: Word


class Packs(Frozen):
    """Packs of 52 and jokers for one table size."""

    packs: Annotated[int, Field(ge=1, le=8)]
    jokers: Annotated[int, Field(ge=0, le=32)]


class DeckRules(Frozen):
    """The cards by number of players, and the ranks that are wild besides the jokers."""

    by_players: dict[int, Packs]
    wild: tuple[Rank, ...] = ()

    def deck(self, players: int) -> Deck:
        size = self.by_players[players]
        return Deck(size.packs, size.jokers)


class JokerSwap(Frozen):
    """Where a melded joker may be claimed for the real card, and what becomes of it."""

    runs: bool = False
    sets: bool = False
    keep: bool = False
    any_time: bool = False


class Melds(Frozen):
    """Which melds are good, and what may happen to them."""

    ace: Literal["low-or-high", "high"]
    set_min: int
    run_min: int
    runs_in_one_suit: Literal["not-touching", "apart", "one-per-suit", "allowed"]
    same_rank_sets: bool
    max_wild: Annotated[int, Field(ge=0, le=14)] | None = None
    larger_melds: bool
    lay_off_same_turn: bool
    going_out_discard: Literal["required", "allowed", "forbidden"]
    joker_swap: JokerSwap = JokerSwap()
    shanghai_call: bool = False
    join_runs: bool = False


class Scoring(Frozen):
    """How a deal counts: the scheme and its figures."""

    scheme: str
    values: dict[Rank, Annotated[int, Field(ge=-500, le=500)]]
    cut_bonus: Annotated[int, Field(ge=-500, le=500)] = 0
    adjustments: bool = False

    @field_validator("values", mode="before")
    @classmethod
    def written_out(cls, values: object) -> object:
        return spread_ranks(values) if isinstance(values, Mapping) else values

    @model_validator(mode="after")
    def complete(self) -> Self:
        PenaltyTable(self.values)
        return self

    @property
    def table(self) -> PenaltyTable:
        return PenaltyTable(self.values)


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

    ``model_dump(mode="json")`` is its snapshot and ``Ruleset.model_validate`` reads it back, so a
    game keeps its rules whatever becomes of the catalogue.
    """

    slug: Slug
    name: Annotated[str, Field(max_length=60)]
    players: Players
    words: Words
    deck: DeckRules
    melds: Melds
    deals: Annotated[tuple[Deal, ...], Field(min_length=1, max_length=MAX_DEALS)]
    scoring: Scoring
    settlement: Settlement | None = None
    options: dict[str, Any] = {}
    patches: dict[str, Any] = {}

    def deal(self, number: int) -> Deal:
        """The deal with that number. Raises IndexError when the game has no such deal."""
        if not 1 <= number <= len(self.deals):
            raise IndexError(number)
        return self.deals[number - 1]

    def contract_words(self, deal: Deal) -> str:
        return deal.contract.words(self.words.set, self.words.run)

    def check_table(self, players: int) -> None:
        """Raise RulesError when so many players cannot play by these rules."""
        if not self.players.min <= players <= self.players.max:
            raise RulesError(
                f"{self.name} is for {self.players.min} to {self.players.max} players; "
                f"you named {players}."
            )
        pays = self.settlement.pays if self.settlement else ()
        if pays and len(pays) < players - 1:
            raise RulesError(
                "The payments need a figure for each place from second to last: "
                f"{players - 1} figures for {players} players."
            )

    @model_validator(mode="after")
    def makes_a_game(self) -> Self:
        if [deal.number for deal in self.deals] != list(range(1, len(self.deals) + 1)):
            raise ValueError("deals are numbered from 1 upwards without a gap")
        for players in range(self.players.min, self.players.max + 1):
            if players not in self.deck.by_players:
                raise ValueError(f"the deck for {players} players is missing")
            deck = self.deck.deck(players)
            for deal in self.deals:
                if players * deal.cards + 1 > len(deck):
                    raise ValueError(
                        f"deal {deal.number} needs {players * deal.cards + 1} cards for {players} "
                        f"players, but the deck has {len(deck)}"
                    )
        if self.settlement is None and any(deal.takes.price for deal in self.deals):
            raise ValueError("takes have a price, but there is no settlement with a kitty")
        return self


class Option(Frozen):
    """A named deviation. ``asks`` is a path whose value the table gives, a list of whole
    numbers.
    """

    id: Slug
    label: str
    explanation: str = ""
    patch: Plain = {}
    asks: str = ""


class Source(Frozen):
    """A public work, and the paths of the data that rest on it."""

    title: str
    author: str = ""
    url: str = ""
    covers: tuple[str, ...] = ()


class Variant(Frozen):
    """A game of the catalogue: its standard rules, options and origin."""

    slug: Slug
    name: str
    family: str
    summary: str
    based_on: Slug | None = None
    aliases: tuple[str, ...] = ()
    contributor: str = ""
    scored: bool = True
    standard: Ruleset
    options: tuple[Option, ...] = ()
    sources: tuple[Source, ...]
    readings: tuple[str, ...] = ()

    def ruleset(
        self, options: Mapping[str, Any] | None = None, patches: Mapping[str, Any] | None = None
    ) -> Ruleset:
        """Return the standard rules with options (id to True, or to the figures it asks for) and
        patches.

        Options apply in the order of the catalogue, patches after them. Raises CatalogueError on an
        unknown option and on anything that makes no game.
        """
        chosen = {key: value for key, value in (options or {}).items() if value is not False}
        free = dict(patches or {})
        unknown = sorted(set(chosen) - {option.id for option in self.options})
        if unknown:
            raise CatalogueError(f"{self.name} has no option “{unknown[0][:40]}”")
        plain = self.standard.model_dump(mode="json")
        for option in self.options:
            if option.id not in chosen:
                continue
            apply_patch(plain, option.patch)
            if option.asks:
                if not isinstance(chosen[option.id], list) or not chosen[option.id]:
                    raise CatalogueError(f"“{option.label}” needs its figures")
                apply_patch(plain, {option.asks: chosen[option.id]})
        apply_patch(plain, free)
        return validate_ruleset(plain | {"options": chosen, "patches": free}, self.name)


def validate_ruleset(plain: Plain, name: str) -> Ruleset:
    """Return the ruleset in ``plain``. Raises CatalogueError naming ``name`` and the key at
    fault.
    """
    try:
        return Ruleset.model_validate(plain)
    except ValidationError as error:
        raise CatalogueError(f"{name}: {validation_sentence(error)}") from None


def validation_sentence(error: ValidationError) -> str:
    """The first thing wrong, as ``key: reason``."""
    first = error.errors()[0]
    path = ".".join(str(part) for part in first["loc"])
    reason = first["msg"].removeprefix("Value error, ")
    return f"{path}: {reason}" if path else reason


def apply_patch(plain: Plain, patch: Mapping[str, Any]) -> None:
    """Set each dotted path of ``patch`` in ``plain``.

    ``*`` stands for every key or element, a number for that element of a list, counted from 1, and
    a range of ranks for its ranks. Raises CatalogueError when a path leads nowhere.
    """
    for path, value in patch.items():
        steps = path.split(".")
        for parent in _walk(plain, steps[:-1], path):
            for key in _keys(parent, steps[-1], path):
                # A later patch may reach into the value, which is the catalogue's.
                parent[key] = deepcopy(value)


def _walk(node: Any, steps: Sequence[str], path: str) -> Iterator[Any]:
    if not steps:
        if not isinstance(node, dict | list):
            raise CatalogueError(f"“{path}” leads nowhere")
        yield node
        return
    for key in _keys(node, steps[0], path):
        try:
            child = node[key]
        except (KeyError, IndexError, TypeError):
            raise CatalogueError(f"“{path}” leads nowhere") from None
        yield from _walk(child, steps[1:], path)


def _keys(node: Any, step: str, path: str) -> Sequence[Any]:
    if isinstance(node, list):
        if step == "*":
            return range(len(node))
        if step.isdecimal() and 1 <= int(step) <= len(node):
            return (int(step) - 1,)
    elif isinstance(node, dict):
        if step == "*":
            return tuple(node)
        if "-" in step and step not in node and Rank.TWO.value in node:
            return tuple(spread_ranks({step: 0}))
        return (step,)
    raise CatalogueError(f"“{path}” leads nowhere")
