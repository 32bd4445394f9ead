"""Hearts: the hearts and the queen of spades count against the players who take them.

Scoring as described by John McLeod (Hearts, pagat.com); spot hearts, and the three penalty spades
of Black Maria, as described by han-tyumi (Naibi).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Annotated, Literal

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import (
    Choice,
    Count,
    Entry,
    EntryField,
    Flag,
    OneSide,
    Points,
    Problem,
    Shortcut,
)
from rules.engine.formatting import capital, join_names, join_texts, signed, with_minus
from rules.engine.reasons import because
from rules.engine.schemes.base import Line, Mark, Past, Scheme, SheetColumn, selected
from rules.translation import gettext as _

HEARTS = 13
Worth = Annotated[int, Field(ge=0, le=500)]


class HeartsFigures(Frozen):
    """The values of the cards, and of taking all of them.

    ``heart`` is the value of each heart, unless ``spots`` gives a value for each rank. ``queen``,
    ``king`` and ``ace`` are the values of these spades. Shooting the moon is worth ``moon``, and
    ``moon_by`` is how it is scored; taking every trick is worth ``sun``. The side that takes the
    ``bonus_card``, a diamond, scores ``bonus``, and with ``bonus_for_moon`` a moon needs that card.
    A total of exactly ``drop_at`` drops to ``drop_to``.
    """

    heart: Worth = 0
    spots: dict[str, Worth] = {}
    queen: Worth = 0
    king: Worth = 0
    ace: Worth = 0
    moon: Worth = 0
    moon_by: Literal["choice", "subtract", "add", "add-unless-it-loses"] = "choice"
    sun: Worth = 0
    bonus_card: Literal["", "jack", "ten"] = ""
    bonus: Annotated[int, Field(ge=-500, le=0)] = 0
    bonus_for_moon: bool = False
    drop_at: Worth = 0
    drop_to: Worth = 0


class HeartsScheme(Scheme[HeartsFigures]):
    """Points for the hearts, spades and perhaps a diamond that each side took.

    Partners count what they took together, and shoot the moon together.
    """

    name = "hearts"
    Figures = HeartsFigures
    uses_past = True
    limits_points = True

    @property
    def mark_words(self) -> str:
        return _("shot the moon or the sun") if self.figures.sun else _("shot the moon")

    def check(self) -> None:
        figures = self.figures
        if bool(figures.heart) == bool(figures.spots):
            raise ValueError("heart: give the value of each heart, or spots, its value by rank")
        if figures.spots and len(figures.spots) != HEARTS:
            raise ValueError(f"spots: there are {HEARTS} hearts")
        if figures.drop_at and figures.drop_to >= figures.drop_at:
            raise ValueError("drop_to: it must be less than drop_at")

    @cached_property
    def _cards(self) -> Mapping[str, tuple[str, str, int]]:
        """The scoring cards apart from the hearts, by field id: name, sign and points."""
        figures = self.figures
        cards = {
            rank: (name, sign, worth)
            for rank, name, sign, worth in (
                ("queen", _("queen of spades"), "♠Q", figures.queen),
                ("king", _("king of spades"), "♠K", figures.king),
                ("ace", _("ace of spades"), "♠A", figures.ace),
            )
            if worth
        }
        if figures.bonus_card == "jack":
            cards["diamond"] = (_("jack of diamonds"), "♦J", figures.bonus)
        elif figures.bonus_card:
            cards["diamond"] = (_("ten of diamonds"), "♦10", figures.bonus)
        return cards

    @cached_property
    def _in_hearts(self) -> int:
        """The sum of all sides’ entries for hearts."""
        return sum(self.figures.spots.values()) or HEARTS

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        label = _("Points in hearts") if figures.spots else _("Hearts")
        kind = Points() if figures.spots else Count(HEARTS)
        card = _("{card} ({points})")
        return (
            EntryField("hearts", label, kind, "side", total_available=self._in_hearts),
            *(
                EntryField(
                    field_id,
                    card.format(card=capital(name), points=signed(worth)),
                    OneSide(mark=sign),
                )
                for field_id, (name, sign, worth) in self._cards.items()
            ),
            *selected(
                (self._moon_field, figures.moon and figures.moon_by == "choice"),
                (EntryField("sun", _("Every trick"), Flag()), figures.sun),
            ),
        )

    @property
    def _moon_field(self) -> EntryField:
        ways = (("subtract", _("off the shooter’s total")), ("add", _("to everyone else")))
        return EntryField(
            "moon", _("After shooting the moon"), Choice(ways), optional=True, after="moon"
        )

    @property
    def shortcuts(self) -> tuple[Shortcut, ...]:
        """The button for shooting the moon: all the hearts and the cards it needs."""
        if not self.figures.moon:
            return ()
        hearts = {"hearts": str(self._in_hearts)}
        moon = Shortcut("moon", _("Shot the moon"), _("Moon"), hearts, tuple(self._needed))
        return (moon,)

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        wrong = [*self._hearts_problems(entry), *self._taker_problems(entry)]
        yield from wrong or self._moon_problems(entry)

    def _hearts_problems(self, entry: Entry) -> Iterator[Problem]:
        """Yield problems with the hearts. A blank counts as 0 if the other sides have them all."""
        taken, of = entry.of("hearts"), self._in_hearts
        too_many = [key for key in taken if not 0 <= taken[key] <= of]
        for key in too_many:
            message = (
                _(
                    "{name} can’t have {count} points in hearts: all the hearts make {of}. "
                    "Check the number."
                )
                if self.figures.spots
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
                    if self.figures.spots
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
        elif self.figures.spots and not can_share(
            tuple(sorted(self.figures.spots.values(), reverse=True)),
            tuple(sorted(taken.values())),
        ):
            message = _(
                "The hearts can’t be divided into {points} points. Check the numbers."
            ).format(points=join_names(map(str, taken.values())))
            yield Problem("hearts-share", message, "")

    def _taker_problems(self, entry: Entry) -> Iterator[Problem]:
        for field_id, (name, _sign, _worth) in self._cards.items():
            takers = entry.get(field_id, ())
            if not takers:
                message = _("Nobody is marked for the {card}. Mark who took it.").format(card=name)
                yield Problem("nobody-took", message, field_id)
            elif len(takers) > 1:
                names = join_names(map(entry.table.name, takers))
                message = _("{names} can’t each have taken the {card}. Mark only one.")
                yield Problem("several-took", message.format(names=names, card=name), field_id)

    def _moon_problems(self, entry: Entry) -> Iterator[Problem]:
        shooter, chosen = self._shooter(entry), entry.get("moon")
        if shooter is None:
            if chosen:
                message = _(
                    "That choice only applies when someone shoots the moon, and nobody took "
                    "{cards}. Clear it, or check who took them."
                )
                yield Problem("no-moon", message.format(cards=self._moon_words), "moon")
            if entry.get("sun"):
                message = _(
                    "Every trick would include all the hearts, but nobody took {cards}. "
                    "Untick that, or check who took them."
                )
                yield Problem("no-sun", message.format(cards=self._moon_words), "sun")
            return
        name = entry.table.name(shooter)
        if entry.get("sun") and shooter not in entry.get("diamond", (shooter,)):
            message = _(
                "{name} can’t have taken every trick: {taker} took the {card}. "
                "Untick that, or mark {name} for that card."
            ).format(
                name=name,
                taker=entry.table.name(entry.get("diamond")[0]),
                card=self._cards["diamond"][0],
            )
            yield Problem("no-sun", message, "sun")
        if self.figures.moon_by == "choice" and not chosen:
            message = _(
                "{name} shot the moon. Choose: {points} off {name}’s total, "
                "or {points} to everyone else."
            ).format(name=name, points=self._moon_worth(entry))
            yield Problem("moon-choice", message, "moon")

    @cached_property
    def _moon_words(self) -> str:
        """The cards needed for a moon: ``all the hearts and the queen of spades``."""
        the = _("the {card}")
        cards = (the.format(card=self._cards[key][0]) for key in self._needed)
        return join_names([_("all the hearts"), *cards])

    @cached_property
    def _needed(self) -> Sequence[str]:
        """The field ids of the cards that a moon needs in addition to the hearts."""
        return [key for key in self._cards if key != "diamond" or self.figures.bonus_for_moon]

    def _shooter(self, entry: Entry) -> str | None:
        """Return the side that shot the moon; None if nobody did or the game has no moon."""
        if self.figures.moon:
            for key, taken in entry.of("hearts").items():
                if taken == self._in_hearts and all(
                    entry.get(field_id) == (key,) for field_id in self._needed
                ):
                    return key
        return None

    def _moon_worth(self, entry: Entry) -> int:
        return self.figures.sun if entry.get("sun") else self.figures.moon

    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        shooter = self._shooter(entry)
        if shooter is None:
            lines = [line for side in entry.table.keys for line in self._lines(entry, side)]
        else:
            lines = self._moon_lines(entry, past, shooter)
        lines += self._bonus_lines(entry)
        yield from lines
        yield from self._drops(lines, past)

    def _lines(self, entry: Entry, side: str) -> Iterator[Line]:
        taken, figures = entry.of("hearts").get(side, 0), self.figures
        values, cards = [], []
        if taken:
            values.append(taken if figures.spots else taken * figures.heart)
        for field_id, (_name, sign, worth) in self._cards.items():
            if field_id != "diamond" and entry.get(field_id) == (side,):
                cards.append(sign)
                values.append(worth)
        reason = because("nothing-taken")
        if values:
            kind = "points" if figures.spots else "hearts"
            number = {kind: taken} if taken else {}
            reason = because("hearts-taken", cards=cards, values=values, **number)
        yield Line(side, sum(values), reason)
        lacking = [key for key in self._needed if entry.get(key) != (side,)]
        has_hearts = taken == self._in_hearts
        if figures.moon and has_hearts and lacking and "queen" not in lacking:
            signs = [self._cards[key][1] for key in lacking]
            yield Line(side, 0, because("no-moon", cards=signs))

    def _moon_lines(self, entry: Entry, past: Past, shooter: str) -> list[Line]:
        by = self.figures.moon_by
        way = entry.get("moon") if by == "choice" else by
        if way == "add-unless-it-loses":
            added = self._moon(entry, shooter, add=True)
            return (
                self._moon(entry, shooter, add=False)
                if self._loses(shooter, [*added, *self._bonus_lines(entry)], past)
                else added
            )
        return self._moon(entry, shooter, add=way == "add")

    def _moon(self, entry: Entry, shooter: str, *, add: bool) -> list[Line]:
        is_sun, worth = entry.get("sun"), self._moon_worth(entry)
        own = because("shot-sun" if is_sun else "shot-moon")
        of_others = because("sun-of" if is_sun else "moon-of", name=entry.table.name(shooter))
        return [
            Line(side, 0 if add else -worth, own, mark=Mark.ACHIEVED)
            if side == shooter
            else Line(side, worth if add else 0, of_others)
            for side in entry.table.keys
        ]

    def _loses(self, shooter: str, lines: list[Line], past: Past) -> bool:
        """Return whether these lines would end the game with another side below the shooter."""
        lines = [*lines, *self._drops(lines, past)]
        totals = {line.side: past.total(line.side, lines) for line in lines}
        is_over = max(totals.values()) >= self.target
        return is_over and totals[shooter] > min(totals.values())

    def _bonus_lines(self, entry: Entry) -> list[Line]:
        if not self.figures.bonus_card:
            return []
        (taker,), (_name, sign, worth) = entry.get("diamond"), self._cards["diamond"]
        return [Line(taker, worth, because("card", card=sign))]

    def _drops(self, lines: list[Line], past: Past) -> Iterator[Line]:
        """Yield the points that bring down a total of exactly ``drop_at``."""
        at, to = self.figures.drop_at, self.figures.drop_to
        for side in dict.fromkeys(line.side for line in lines if at):
            gained = sum(line.points for line in lines if line.side == side)
            if gained and past.total(side) + gained == at:
                yield Line(side, to - at, because("exact-total", at=at, to=to))

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        return (SheetColumn("moon", _("Moon"), "deal", ""),) if self.figures.moon else ()

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        shooter = self._shooter(entry)
        return {("moon", ""): entry.table.name(shooter)} if shooter else {}

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        text = _spots_text(figures.spots) if figures.spots else str(figures.heart)
        yield "hearts", _("Each heart"), text
        for field_id, (name, _sign, worth) in self._cards.items():
            text = with_minus(worth)
            if field_id == "diamond" and figures.moon:
                text = (
                    _("{points}, needed for the moon")
                    if figures.bonus_for_moon
                    else _("{points}, not needed for the moon")
                ).format(points=with_minus(worth))
            yield field_id, capital(name), text
        yield from self._moon_facts()
        if figures.drop_at:
            label = _("A total of exactly {points}").format(points=figures.drop_at)
            yield "drop", label, _("drops to {points}").format(points=figures.drop_to)

    def _moon_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        if not figures.moon:
            yield "moon", _("Shooting the moon"), _("does not count")
            return
        label = _("Taking {cards}").format(cards=self._moon_words)
        match figures.moon_by:
            case "choice":
                text = _(
                    "{moon} off the shooter’s total or {moon} to everyone else: the shooter chooses"
                )
            case "subtract":
                text = _("{moon} off the shooter’s total")
            case "add":
                text = _("{moon} to everyone else")
            case _add_unless_it_loses:
                text = _(
                    "{moon} to everyone else; {moon} off the shooter’s total if the shooter would "
                    "lose otherwise"
                )
        yield "moon", label, text.format(moon=figures.moon)
        if figures.sun:
            text = _("{sun} instead of {moon}").format(sun=figures.sun, moon=figures.moon)
            yield "sun", _("Taking every trick"), text


def _spots_text(spots: Mapping[str, int]) -> str:
    """Return the values of the hearts: ``2–10: face value; J, Q, K: 10; A: 15``."""
    shown = [rank for rank, worth in spots.items() if rank == str(worth)]
    texts = []
    if shown:
        texts.append(_("{first}–{last}: face value").format(first=shown[0], last=shown[-1]))
    for worth in dict.fromkeys(worth for rank, worth in spots.items() if rank not in shown):
        ranks = (rank for rank in spots if spots[rank] == worth and rank not in shown)
        texts.append(_("{ranks}: {points}").format(ranks=join_texts(ranks), points=worth))
    return "; ".join(texts)


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
