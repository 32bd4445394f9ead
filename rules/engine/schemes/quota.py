"""Quotas: each seat has to take a number of tricks and scores the difference.

Scoring of Sergeant Major (John McLeod, pagat.com), and of the form in which each dealer names six
games (GameDesire).
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, EntryField, Problem
from rules.engine.formatting import inside, join_texts
from rules.engine.inputs import Choice, Count
from rules.engine.reasons import Reason, because
from rules.engine.rulesets import Opening
from rules.engine.schemes import checks
from rules.engine.schemes.base import Scheme, SchemePaper, SchemeScoring, SchemeWords, SheetColumn
from rules.engine.schemes.scored_deals import Line, Mark, Past
from rules.translation import gettext as _

Place = Literal["dealer", "left", "opposite", "right"]
# Places clockwise from the dealer, by the number of players.
PLACES: dict[int, tuple[Place, ...]] = {
    3: ("dealer", "left", "right"),
    4: ("dealer", "left", "opposite", "right"),
}
MINIMUM = "minimum"
SIX_GAMES = 6


class QuotaFigures(Frozen):
    """The quotas for each number of players and each place, and two rules that a game may add.

    If ``wins_outright``, a player who takes ``outright`` tricks in one hand wins the game. If
    ``each_game_once``, each dealer names each of the four suits, no trump and fewest tricks once
    during the game.
    """

    quotas: dict[int, dict[Place, Annotated[int, Field(ge=0, le=60)]]]
    outright: Annotated[int, Field(ge=0, le=60)] = 0
    wins_outright: bool = False
    each_game_once: bool = False


class QuotaScoring(SchemeScoring[QuotaFigures]):
    """Tricks less the quota of the seat; the points of a hand add up to 0.

    The quotas depend on who deals, so they move with the deal.
    """

    @cached_property
    def tricks(self) -> EntryField:
        """Each side’s tricks."""
        most = self.game.hand_size
        return EntryField("tricks", _("Tricks"), Count(most), "side", total_available=most)

    def quotas(self, table: DealSeating) -> dict[str, int]:
        """Return how many tricks each side has to take, given the dealer of ``table``."""
        by_place = self.figures.quotas[self.game.players]
        places = PLACES[self.game.players]
        return {
            table.beside_dealer(steps).side: by_place[place] for steps, place in enumerate(places)
        }

    def check(self) -> None:
        by_place = self.figures.quotas.get(self.game.players, {})
        if self.game.players not in PLACES or set(by_place) != set(PLACES[self.game.players]):
            raise ValueError(f"quotas: {self.game.players} players need one for each place")
        if sum(by_place.values()) != self.game.hand_size:
            raise ValueError(
                f"quotas: for {self.game.players} players they come to {sum(by_place.values())}, "
                f"but a hand has {self.game.hand_size} tricks"
            )
        if self.figures.wins_outright and 2 * self.figures.outright <= self.game.hand_size:
            raise ValueError("outright: two players could win with the same hand")
        if self.figures.each_game_once and self.ruleset.length != SIX_GAMES * self.game.players:
            raise ValueError(f"each_game_once: a game must have {SIX_GAMES} hands for each dealer")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        if self.figures.each_game_once:
            named = EntryField("game", _("What the dealer named"), Choice(_games()))
            return named, self.tricks
        return (self.tricks,)

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        return {"game": _("Under these rules, the dealer names only trumps. Clear that answer.")}

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        if self.figures.each_game_once:
            yield from self._game(entry, past)
        yield from checks.tricks_of_each(
            entry,
            self.tricks,
            self.game.hand_size,
            deal=self.ruleset.words.deal.one,
            at=f"tricks-{entry.table.keys[0]}",
        )

    def _game(self, entry: Entry, past: Past) -> Iterator[Problem]:
        dealer, game = entry.table.seat(entry.table.dealer), entry.get("game")
        if game is None:
            message = _("What did {name} name? Choose one of the six games.")
            yield Problem("no-game", message.format(name=dealer.name), "game")
        elif any(
            earlier.table.dealer == dealer.key and earlier.get("game") == game
            for earlier in past.entries()
        ):
            message = _(
                "{name} has already named {game}, and each dealer may name a game only once. "
                "Is that right?"
            ).format(name=dealer.name, game=inside(dict(_games())[game]))
            yield Problem("game-twice", message, "game", warning=True)

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        fewest = entry.get("game") == MINIMUM
        quotas = self.quotas(entry.table)
        for key, taken in entry.of("tricks").items():
            quota = quotas[key]
            points = quota - taken if fewest else taken - quota
            mark = Mark.ACHIEVED if points >= 0 else Mark.NONE
            reason = because("quota", tricks=taken, quota=quota)
            if self.figures.wins_outright and taken >= self.figures.outright:
                mark, reason = Mark.WON, reason.plus("wins-the-game")
            yield Line(key, points, reason, mark=mark)

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        """Return the cards to swap before the next deal: one per trick over or under the quota."""
        if not past.deals:
            return {}
        return {
            key: because("swaps" if points > 0 else "gives-up", count=abs(points))
            for key, points in past.deals[-1].points.items()
            if points
        }


class QuotaPaper(SchemePaper[QuotaScoring]):
    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        return (SheetColumn("tricks", _("Tricks"), "side", str(self.game.hand_size)),)


class QuotaWords(SchemeWords[QuotaScoring]):
    @property
    def mark_words(self) -> str:
        return _("met the quota")

    def facts(self) -> Iterator[tuple[str, str, str]]:
        places = {
            "dealer": _("dealer {quota}"),
            "left": _("left {quota}"),
            "opposite": _("opposite {quota}"),
            "right": _("right {quota}"),
        }
        for players, by_place in self.scoring.figures.quotas.items():
            if players in self.ruleset.players.counts:
                quotas = (places[place].format(quota=quota) for place, quota in by_place.items())
                label = _("Quotas with {players} players").format(players=players)
                yield f"quotas-{players}", label, join_texts(quotas)
        yield "tricks", _("Each trick over or under the quota"), _("one point more or less")
        if self.scoring.figures.wins_outright:
            text = _("{tricks} tricks or more in one hand").format(
                tricks=self.scoring.figures.outright
            )
            yield "outright", _("Wins the game at once"), text
        if self.scoring.figures.each_game_once:
            text = _("four suits, no trump and fewest tricks, each once")
            yield "games", _("What each dealer names"), text


def _games() -> tuple[tuple[str, str], ...]:
    return (
        ("clubs", _("Clubs")),
        ("diamonds", _("Diamonds")),
        ("hearts", _("Hearts")),
        ("spades", _("Spades")),
        ("no-trump", _("No trump")),
        (MINIMUM, _("Fewest tricks")),
    )


SCHEME = Scheme(
    "quota",
    QuotaFigures,
    QuotaScoring,
    QuotaPaper,
    QuotaWords,
    uses_past=True,
    usual_opening=Opening(first="next", does="leads"),
)
