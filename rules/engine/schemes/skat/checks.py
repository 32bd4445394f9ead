"""Checks on the entry of a hand of Skat."""

from collections.abc import Iterator

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem
from rules.engine.formatting import capital, join_names
from rules.engine.schemes import checks
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.scored_deals import Past
from rules.engine.schemes.skat.fields import SkatFields
from rules.engine.schemes.skat.figures import (
    ANNOUNCED,
    CARD_POINTS,
    LOST,
    MADE,
    NULL,
    OUVERT,
    RESULTS,
    most_matadors,
)
from rules.engine.terms import skat_game, skat_result
from rules.translation import gettext as _
from rules.translation import ngettext


class SkatChecks(SchemePart[SkatFields]):
    """Problems with a hand of Skat."""

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        if entry.get("passed"):
            yield from checks.nothing_else(entry, "passed", self.ruleset.words.deal.one)
            return
        if entry.of("ramsch"):
            yield from self._ramsch_problems(entry)
            return
        nobody = _("Nobody is named as the declarer. Choose who played the game.")
        yield from checks.exactly_one(
            entry,
            self.scoring.declarer,
            nobody=("no-declarer", nobody),
            several=("several", _("{names} are named as the declarer. Choose only one.")),
        )
        if entry.get("virgin"):
            message = _("There was no Ramsch. Untick “someone took no trick”.")
            yield Problem("no-ramsch", message, "virgin")
        for field_id, message in (
            ("game", _("The game is missing. Choose what was played.")),
            ("result", _("The result is missing. Choose how the game ended.")),
        ):
            if field_id not in entry.values:
                yield Problem(f"no-{field_id}", message, field_id)
        if "game" in entry.values and "result" in entry.values:
            yield from self._null(entry) if entry.get("game") == NULL else self._trumps(entry)
            yield from self._bid(entry)

    def _null(self, entry: Entry) -> Iterator[Problem]:
        if entry.get("matadors"):
            message = _("A null game has no matadors. Clear the number.")
            yield Problem("null-matadors", message, "matadors")
        if entry.get("announced") not in (None, OUVERT):
            message = _("In a null game, only ouvert can be announced. Correct that answer.")
            yield Problem("null-announced", message, "announced")
        if entry.get("result") not in (MADE[0], LOST[0]):
            message = _(
                "A null game is made or lost, without schneider or schwarz. Correct the result."
            )
            yield Problem("null-result", message, "result")

    def _trumps(self, entry: Entry) -> Iterator[Problem]:
        game, matadors = entry.get("game"), entry.get("matadors")
        most = most_matadors(game)
        if not matadors:
            message = _(
                "The matadors are missing. Enter how many the declarer played with or without."
            )
            yield Problem("no-matadors", message, "matadors")
        elif matadors > most:
            message = _(
                "{game} has at most {most} matadors. You entered {count}. Correct the number."
            ).format(game=capital(skat_game(game)), most=most, count=matadors)
            yield Problem("too-many-matadors", message, "matadors")
        announced, result = entry.get("announced"), entry.get("result")
        if announced and not entry.get("hand"):
            message = _("Only a hand game can be announced as {level}. Tick “Hand”, or clear this.")
            yield Problem("not-hand", message.format(level=skat_result(announced)), "announced")
        if announced and result in MADE and RESULTS[result] < min(ANNOUNCED[announced], 2):
            message = _(
                "{level} was announced, so the game is lost without it. Check the result."
            ).format(level=capital(skat_result(announced)))
            yield Problem("not-as-announced", message, "result")

    def _bid(self, entry: Entry) -> Iterator[Problem]:
        bid = entry.get("bid")
        if bid is not None and bid not in self.scoring.values:
            bids = checks.nearest_numbers(bid, self.scoring.values)
            message = ngettext(
                "No game is worth {bid}, so nobody can bid it. The nearest bid: {nearest}. Check "
                "the bid.",
                "No game is worth {bid}, so nobody can bid it. The nearest bids: {nearest}. Check "
                "the bid.",
                len(bids),
            )
            text = message.format(bid=bid, nearest=join_names(map(str, bids)))
            yield Problem("no-such-bid", text, "bid")

    def _ramsch_problems(self, entry: Entry) -> Iterator[Problem]:
        if any(entry.get(name) for name in ("declarer", "game", "result", "bid", "hand")):
            message = _("In a Ramsch, nobody is the declarer. Clear the game, or the card points.")
            yield Problem("ramsch-and-game", message, "")
        taken = entry.of("ramsch")
        if sum(taken.values()) != CARD_POINTS:
            message = _("The card points add up to {sum}, but there are {total}. Check them.")
            text = message.format(sum=sum(taken.values()), total=CARD_POINTS)
            yield Problem("wrong-total", text, "")
        for key, points in taken.items():
            possible = {0, *self.game.card_values.fewest_cards(self.game.deck)}
            if points <= CARD_POINTS and not {points, CARD_POINTS - points} <= possible:
                message = _(
                    "{name} can’t have {points} card points: no cards add up to that. Check the "
                    "number."
                )
                text = message.format(name=entry.table.name(key), points=points)
                yield Problem("no-such-sum", text, f"ramsch-{key}")
        out = self.game.sitting_out(entry.table)
        dealt_in = [key for key in entry.table.keys if key not in out]
        if entry.get("virgin") and all(map(taken.get, dealt_in)):
            message = _(
                "Everyone has card points, so everyone took a trick. Untick “someone took no "
                "trick”, or check the card points."
            )
            yield Problem("no-virgin", message, "virgin")
