"""Quotas: each seat has to take a number of tricks, and scores the tricks more or fewer.

Scoring of Sergeant Major (John McLeod, pagat.com); the form in which the dealer goes through six
games from GameDesire.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Choice, Count, DealSeating, Entry, EntryField, Problem
from rules.engine.formatting import count_words
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme, SheetColumn

Place = Literal["dealer", "left", "opposite", "right"]
# Places clockwise from the dealer, by the number of players.
PLACES: dict[int, tuple[Place, ...]] = {
    3: ("dealer", "left", "right"),
    4: ("dealer", "left", "opposite", "right"),
}
MINIMUM = "minimum"
GAMES = (
    ("clubs", "Clubs"),
    ("diamonds", "Diamonds"),
    ("hearts", "Hearts"),
    ("spades", "Spades"),
    ("no-trump", "No trump"),
    (MINIMUM, "Fewest tricks"),
)


class QuotaFigures(Frozen):
    """Quotas by number of players and by place, the tricks that win the game, and the form.

    ``outright``: so many tricks in one hand win the game, where ``wins_outright``.
    ``each_game_once``: the dealer names each of the four suits, no trump and fewest tricks once in
    the game.
    """

    quotas: dict[int, dict[Place, Annotated[int, Field(ge=0, le=60)]]]
    outright: Annotated[int, Field(ge=0, le=60)] = 0
    wins_outright: bool = False
    each_game_once: bool = False


class QuotaScheme(Scheme[QuotaFigures]):
    """Tricks less the quota of the seat, which moves with the deal; a hand adds up to nothing."""

    name = "quota"
    Figures = QuotaFigures
    achieved = "met the quota"
    uses_past = True
    usual_opening = Opening(first="next", does="leads")

    @cached_property
    def tricks(self) -> EntryField:
        return EntryField(
            "tricks", "Tricks", Count(self.hand_size), "side", total_available=self.hand_size
        )

    def quotas(self, table: DealSeating) -> dict[str, int]:
        """What each side has to take, with the dealer of that table."""
        by_place = self.figures.quotas[self.players]
        places = PLACES[self.players]
        return {
            table.beside_dealer(steps).side: by_place[place] for steps, place in enumerate(places)
        }

    def check(self) -> None:
        by_place = self.figures.quotas.get(self.players, {})
        if self.players not in PLACES or set(by_place) != set(PLACES[self.players]):
            raise ValueError(f"quotas: {self.players} players need one for each place")
        if sum(by_place.values()) != self.hand_size:
            raise ValueError(
                f"quotas: for {self.players} players they come to {sum(by_place.values())}, "
                f"but a hand has {self.hand_size} tricks"
            )
        if self.figures.wins_outright and 2 * self.figures.outright <= self.hand_size:
            raise ValueError("outright: two players could win with the same hand")
        if self.figures.each_game_once and self.ruleset.length != len(GAMES) * self.players:
            raise ValueError(f"each_game_once: a game has {len(GAMES)} hands for each dealer")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        if self.figures.each_game_once:
            return EntryField("game", "What the dealer named", Choice(GAMES)), self.tricks
        return (self.tricks,)

    def if_unasked(self, deal: Deal) -> Mapping[str, str]:
        return {"game": "The dealer names only trumps at this table; leave that out."}

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        if self.figures.each_game_once:
            yield from self._game(entry, past)
        yield from checks.tricks_of_each(
            entry,
            self.tricks,
            self.hand_size,
            missing="has nothing entered; write the tricks of that hand, 0 for none.",
            hand="hand",
            check=f"the {self.players} numbers",
            at=f"tricks-{entry.table.keys[0]}",
        )

    def _game(self, entry: Entry, past: Past) -> Iterator[Problem]:
        dealer, game = entry.table.seat(entry.table.dealer), entry.get("game")
        if game is None:
            message = f"Nobody says what {dealer.name} named; choose one of the six games."
            yield Problem("no-game", message, "game")
        elif any(
            earlier.table.dealer == dealer.key and earlier.get("game") == game
            for earlier in past.entries()
        ):
            message = (
                f"{dealer.name} has named {dict(GAMES)[game].lower()} before; "
                "each dealer names each game once. Choose another."
            )
            yield Problem("game-twice", message, "game")

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        fewest = entry.get("game") == MINIMUM
        quotas = self.quotas(entry.table)
        for key, taken in entry.of("tricks").items():
            quota = quotas[key]
            points = quota - taken if fewest else taken - quota
            mark = Mark.ACHIEVED if points >= 0 else Mark.NONE
            reason = f"{count_words(taken, 'trick', 'tricks')}, quota {quota}"
            if self.figures.wins_outright and taken >= self.figures.outright:
                mark = Mark.WON
                reason += ", wins the game"
            yield Line(key, points, reason, mark=mark)

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        return (SheetColumn("tricks", "Tricks", "side", str(self.hand_size)),)

    def status(self, table: DealSeating, past: Past) -> Mapping[str, str]:
        """The cards that change hands before the next hand, one for each trick over the quota."""
        if not past.deals:
            return {}
        statuses = {}
        for key, points in past.deals[-1].points.items():
            if points:
                does = "swaps" if points > 0 else "gives up"
                statuses[key] = f"{does} {count_words(abs(points), 'card', 'cards')}"
        return statuses

    def facts(self) -> Iterator[tuple[str, str, str]]:
        for players, by_place in self.figures.quotas.items():
            if players in self.ruleset.players.counts:
                text = ", ".join(f"{place} {quota}" for place, quota in by_place.items())
                yield f"quotas-{players}", f"Quotas with {players} players", text
        yield "tricks", "Each trick over the quota or under it", "one point more or less"
        if self.figures.wins_outright:
            text = f"{self.figures.outright} tricks or more in one hand"
            yield "outright", "Wins the game at once", text
        if self.figures.each_game_once:
            text = "four suits, no trump and fewest tricks, each once"
            yield "games", "What each dealer names", text
