"""Checks on a hand of hearts."""

from collections.abc import Iterator
from functools import lru_cache

from rules.engine.contracts import Deal
from rules.engine.entries import Entry, Problem
from rules.engine.formatting import join_names, with_minus
from rules.engine.schemes.base import SchemePart
from rules.engine.schemes.hearts.fields import HeartsFields
from rules.engine.schemes.scored_deals import Past
from rules.translation import gettext as _


class HeartsChecks(SchemePart[HeartsFields]):
    """Problems with a hand of Hearts."""

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        wrong = [*self._hearts_problems(entry), *self._taker_problems(entry)]
        yield from wrong or self._moon_problems(entry)

    def _hearts_problems(self, entry: Entry) -> Iterator[Problem]:
        """Yield problems with the hearts. A blank counts as 0 if the others have all the hearts."""
        taken, of = entry.of("hearts"), self.scoring.in_hearts
        too_many = [key for key in taken if not 0 <= taken[key] <= of]
        for key in too_many:
            message = (
                _(
                    "{name} can’t have {count} points in hearts: all the hearts are worth {of}. "
                    "Check the number."
                )
                if self.scoring.figures.spots
                else _("{name} can’t have {count} hearts: there are {of}. Check the number.")
            ).format(name=entry.table.name(key), count=with_minus(taken[key]), of=of)
            yield Problem("impossible-hearts", message, f"hearts-{key}")
        if too_many:
            return
        missing = of - sum(taken.values())
        blank = [key for key in entry.table.keys if key not in taken]
        if missing > 0 and blank:
            for key in blank:
                message = (
                    _(
                        "No hearts have been entered for {name}, and {missing} of {of} points are "
                        "missing. Enter how many {name} took, or 0 for none."
                    )
                    if self.scoring.figures.spots
                    else _(
                        "No hearts have been entered for {name}, and {missing} of {of} hearts are "
                        "missing. Enter how many {name} took, or 0 for none."
                    )
                ).format(name=entry.table.name(key), missing=missing, of=of)
                yield Problem("missing", message, f"hearts-{key}")
        elif missing:
            message = _("The hearts add up to {total} instead of {of}. Check the numbers.")
            text = message.format(total=sum(taken.values()), of=of)
            yield Problem("hearts-sum", text, "")
        elif self.scoring.figures.spots and not can_share(
            tuple(sorted(self.scoring.figures.spots.values(), reverse=True)),
            tuple(sorted(taken.values())),
        ):
            message = _(
                "The hearts can’t be divided to give {points} points. Check the numbers."
            ).format(points=join_names(map(str, taken.values())))
            yield Problem("hearts-share", message, "")

    def _taker_problems(self, entry: Entry) -> Iterator[Problem]:
        for field_id, (name, _sign, _worth) in self.scoring.cards.items():
            takers = entry.get(field_id, ())
            if not takers:
                message = _("Nobody is marked for the {card}. Mark who took it.").format(card=name)
                yield Problem("nobody-took", message, field_id)
            elif len(takers) > 1:
                names = join_names(map(entry.table.name, takers))
                message = _("{names} can’t each have taken the {card}. Mark only one.")
                yield Problem("several-took", message.format(names=names, card=name), field_id)

    def _moon_problems(self, entry: Entry) -> Iterator[Problem]:
        shooter, chosen = self.scoring.shooter(entry), entry.get("moon")
        if shooter is None:
            if chosen:
                message = _(
                    "That choice applies only if someone shoots the moon, but nobody took "
                    "{cards}. Clear it, or check who took them."
                )
                yield Problem("no-moon", message.format(cards=self.scoring.moon_words), "moon")
            if entry.get("sun"):
                message = _(
                    "Taking every trick means taking all the hearts, but nobody took {cards}. "
                    "Untick this, or check who took them."
                )
                yield Problem("no-sun", message.format(cards=self.scoring.moon_words), "sun")
            return
        name = entry.table.name(shooter)
        if entry.get("sun") and shooter not in entry.get("diamond", (shooter,)):
            message = _(
                "{name} can’t have taken every trick: {taker} took the {card}. "
                "Untick this, or mark {name} for that card."
            ).format(
                name=name,
                taker=entry.table.name(entry.get("diamond")[0]),
                card=self.scoring.cards["diamond"][0],
            )
            yield Problem("no-sun", message, "sun")
        if self.scoring.figures.moon_by == "choice" and not chosen:
            message = _(
                "{name} shot the moon. Choose: {points} off {name}’s total, "
                "or {points} to everyone else."
            ).format(name=name, points=self.scoring.moon_worth(entry))
            yield Problem("moon-choice", message, "moon")


@lru_cache(maxsize=4096)
def can_share(values: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Return whether cards with these ``values`` can be divided into shares worth ``wanted``."""
    if not values:
        return not any(wanted)
    first, rest = values[0], values[1:]
    return any(
        can_share(rest, tuple(sorted((*wanted[:at], share - first, *wanted[at + 1 :]))))
        for at, share in enumerate(wanted)
        if share >= first
    )
