"""Hearts: the hearts and the queen of spades in the tricks count against whoever took them.

Scoring as described by John McLeod (Hearts, pagat.com); hearts at their spots and the three spades
of Black Maria as described by han-tyumi (Naibi).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Annotated, Literal

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.entries import Choice, Count, Entry, EntryField, Flag, OneSide, Points, Problem
from rules.engine.formatting import count_words, join_names, signed, with_minus
from rules.engine.schemes import checks
from rules.engine.schemes.base import Line, Mark, Past, Scheme, SheetColumn, selected

HEARTS = 13
Worth = Annotated[int, Field(ge=0, le=500)]

MOON = EntryField(
    "moon",
    "After a moon",
    Choice((("subtract", "off the shooter’s total"), ("add", "to the others"))),
    optional=True,
)
SUN = EntryField("sun", "Every trick", Flag())


class HeartsFigures(Frozen):
    """What cards cost, and what taking all of them does.

    ``heart`` is what each heart costs, or ``spots`` what it costs by its rank. ``queen``, ``king``
    and ``ace`` are those of spades. A moon is worth ``moon``, which ``moon_by`` says who gets;
    every trick is worth ``sun``. Whoever takes the ``bonus_card`` of diamonds gets ``bonus``, and a
    moon needs it where ``bonus_for_moon``. A total of exactly ``drop_at`` falls to ``drop_to``.
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

    @property
    def mark_words(self) -> str:
        return "shot the moon or the sun" if self.figures.sun else "shot the moon"

    def check(self) -> None:
        figures = self.figures
        if bool(figures.heart) == bool(figures.spots):
            raise ValueError("heart: say what each heart costs, or spots, by its rank")
        if figures.spots and len(figures.spots) != HEARTS:
            raise ValueError(f"spots: there are {HEARTS} hearts")
        if figures.drop_at and figures.drop_to >= figures.drop_at:
            raise ValueError("drop_to: a total drops to less")

    @cached_property
    def _cards(self) -> Mapping[str, tuple[str, str, int]]:
        """The cards with one taker each, by the id of their field: name, sign and points."""
        figures = self.figures
        cards = {
            rank: (f"{rank} of spades", f"♠{rank[0].upper()}", worth)
            for rank, worth in (
                ("queen", figures.queen),
                ("king", figures.king),
                ("ace", figures.ace),
            )
            if worth
        }
        if figures.bonus_card:
            sign = "♦J" if figures.bonus_card == "jack" else "♦10"
            cards["diamond"] = (f"{figures.bonus_card} of diamonds", sign, figures.bonus)
        return cards

    @cached_property
    def _in_hearts(self) -> int:
        """What the numbers of hearts add up to."""
        return sum(self.figures.spots.values()) or HEARTS

    @property
    def _unit(self) -> tuple[str, str]:
        return ("point", "points") if self.figures.spots else ("heart", "hearts")

    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        figures = self.figures
        label = "Points in hearts" if figures.spots else "Hearts"
        kind = Points() if figures.spots else Count(HEARTS)
        return (
            EntryField("hearts", label, kind, "side", total_available=self._in_hearts),
            *(
                EntryField(field_id, f"{name.capitalize()} ({signed(worth)})", OneSide(mark=sign))
                for field_id, (name, sign, worth) in self._cards.items()
            ),
            *selected((MOON, figures.moon and figures.moon_by == "choice"), (SUN, figures.sun)),
        )

    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        wrong = [*self._hearts_problems(entry), *self._taker_problems(entry)]
        yield from wrong or self._moon_problems(entry)

    def _hearts_problems(self, entry: Entry) -> Iterator[Problem]:
        """A blank is no hearts only where the others have them all."""
        taken, (one, many) = entry.of("hearts"), self._unit
        too_many = [key for key in taken if not 0 <= taken[key] <= self._in_hearts]
        for key in too_many:
            message = (
                f"{entry.table.name(key)} cannot have taken {taken[key]} {many}; "
                f"all the hearts together make {self._in_hearts}."
            )
            yield Problem("impossible-hearts", message, f"hearts-{key}")
        if too_many:
            return
        missing = self._in_hearts - sum(taken.values())
        blank = [key for key in entry.table.keys if key not in taken]
        if missing > 0 and blank:
            for key in blank:
                message = (
                    f"{entry.table.name(key)} has no hearts entered, and "
                    f"{missing} of {self._in_hearts} {many} are missing; "
                    f"write how many {entry.table.name(key)} took, 0 for none."
                )
                yield Problem("missing", message, f"hearts-{key}")
        elif missing:
            off = checks.sum_words(sum(taken.values()), self._in_hearts, one, many)
            message = (
                f"The hearts come to {off}; they must make {self._in_hearts}. Check the numbers."
            )
            yield Problem("hearts-sum", message, "")
        elif self.figures.spots and not can_share(
            tuple(sorted(self.figures.spots.values(), reverse=True)),
            tuple(sorted(taken.values())),
        ):
            message = (
                f"The hearts cannot be shared out as {join_names(map(str, taken.values()))} "
                "points. Check the numbers."
            )
            yield Problem("hearts-share", message, "")

    def _taker_problems(self, entry: Entry) -> Iterator[Problem]:
        for field_id, (name, _, _) in self._cards.items():
            takers = entry.get(field_id, ())
            if not takers:
                yield Problem("nobody-took", f"Nobody took the {name}; mark who did.", field_id)
            elif len(takers) > 1:
                names = join_names(map(entry.table.name, takers))
                message = f"{names} cannot each have taken the {name}; mark one of them."
                yield Problem("several-took", message, field_id)

    def _moon_problems(self, entry: Entry) -> Iterator[Problem]:
        shooter, chosen = self._shooter(entry), entry.get("moon")
        if shooter is None:
            if chosen:
                message = (
                    "That choice is for a moon only, and nobody took "
                    f"{self._moon_words}; clear it, or check who took them."
                )
                yield Problem("no-moon", message, "moon")
            if entry.get("sun"):
                message = (
                    "Every trick would have all the hearts in it, but nobody took "
                    f"{self._moon_words}; untick that, or check who took them."
                )
                yield Problem("no-sun", message, "sun")
            return
        name = entry.table.name(shooter)
        if entry.get("sun") and shooter not in entry.get("diamond", (shooter,)):
            taker = entry.table.name(entry.get("diamond")[0])
            message = (
                f"{name} cannot have taken every trick, because {taker} took the "
                f"{self._cards['diamond'][0]}; untick that, or mark {name} for that card."
            )
            yield Problem("no-sun", message, "sun")
        if self.figures.moon_by == "choice" and not chosen:
            worth = self._moon_worth(entry)
            message = (
                f"{name} shot the moon, and for that a choice is needed: "
                f"{worth} off {name}’s total, or {worth} to each of the others."
            )
            yield Problem("moon-choice", message, "moon")

    @cached_property
    def _moon_words(self) -> str:
        """``all the hearts and the queen of spades``."""
        return join_names(["all the hearts", *(f"the {self._cards[k][0]}" for k in self._needed)])

    @cached_property
    def _needed(self) -> Sequence[str]:
        """The cards with one taker that a moon needs besides the hearts."""
        return [key for key in self._cards if key != "diamond" or self.figures.bonus_for_moon]

    def _shooter(self, entry: Entry) -> str | None:
        """Who took every card that counts; None where nobody did or the game has no moon."""
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
        counted = []
        if taken and figures.spots:
            counted.append((f"{taken} in hearts", taken))
        elif taken:
            counted.append((count_words(taken, "heart", "hearts"), taken * figures.heart))
        for field_id, (_, sign, worth) in self._cards.items():
            if field_id != "diamond" and entry.get(field_id) == (side,):
                counted.append((sign, worth))
        words = ", ".join(word for word, _ in counted) or "nothing taken"
        if len(counted) > 1:
            words += f": {' + '.join(str(points) for _, points in counted)}"
        yield Line(side, sum(points for _, points in counted), words)
        lacking = [key for key in self._needed if entry.get(key) != (side,)]
        has_hearts = taken == self._in_hearts
        if figures.moon and has_hearts and lacking and "queen" not in lacking:
            yield Line(side, 0, f"no moon without {join_names(self._cards[k][1] for k in lacking)}")

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
        did = "shot the sun" if entry.get("sun") else "shot the moon"
        worth = self._moon_worth(entry)
        return [
            Line(side, 0 if add else -worth, did, mark=Mark.ACHIEVED)
            if side == shooter
            else Line(side, worth if add else 0, f"{entry.table.name(shooter)} {did}")
            for side in entry.table.keys
        ]

    def _loses(self, shooter: str, lines: list[Line], past: Past) -> bool:
        """Whether the game would be over with these lines, and somebody else have less."""
        lines = [*lines, *self._drops(lines, past)]
        totals = {line.side: past.total(line.side, lines) for line in lines}
        is_over = max(totals.values()) >= self.target
        return is_over and totals[shooter] > min(totals.values())

    def _bonus_lines(self, entry: Entry) -> list[Line]:
        if not self.figures.bonus_card:
            return []
        (taker,), (_, sign, worth) = entry.get("diamond"), self._cards["diamond"]
        return [Line(taker, worth, sign)]

    def _drops(self, lines: list[Line], past: Past) -> Iterator[Line]:
        """What takes a total of exactly that many points down."""
        at, to = self.figures.drop_at, self.figures.drop_to
        for side in dict.fromkeys(line.side for line in lines if at):
            gained = sum(line.points for line in lines if line.side == side)
            if gained and past.total(side) + gained == at:
                yield Line(side, to - at, f"exactly {at}, down to {to}")

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        return (SheetColumn("moon", "Moon", "deal", ""),) if self.figures.moon else ()

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        shooter = self._shooter(entry)
        return {("moon", ""): entry.table.name(shooter)} if shooter else {}

    def facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        if figures.spots:
            yield "hearts", "Each heart", _spots_text(figures.spots)
        else:
            yield "hearts", "Each heart", str(figures.heart)
        for field_id, (name, _, worth) in self._cards.items():
            text = with_minus(worth)
            if field_id == "diamond" and figures.moon:
                needed = "needed" if figures.bonus_for_moon else "not needed"
                text += f", {needed} for the moon"
            yield field_id, name.capitalize(), text
        yield from self._moon_facts()
        if figures.drop_at:
            text = f"drops to {figures.drop_to}"
            yield "drop", f"A total of exactly {figures.drop_at}", text

    def _moon_facts(self) -> Iterator[tuple[str, str, str]]:
        figures = self.figures
        if not figures.moon:
            yield "moon", "Shooting the moon", "does not count"
            return
        off, on = f"{figures.moon} off the shooter’s total", f"{figures.moon} to each of the others"
        yield (
            "moon",
            f"Taking {self._moon_words}",
            {
                "choice": f"{off} or {on}: the shooter chooses",
                "subtract": off,
                "add": on,
                "add-unless-it-loses": f"{on}; {off} where the shooter would lose by that",
            }[figures.moon_by],
        )
        if figures.sun:
            yield "sun", "Taking every trick", f"{figures.sun} in place of {figures.moon}"


def _spots_text(spots: Mapping[str, int]) -> str:
    """``2–10: face value; J, Q, K: 10; A: 15``."""
    shown = [rank for rank, worth in spots.items() if rank == str(worth)]
    texts = [f"{shown[0]}–{shown[-1]}: face value"] if shown else []
    for worth in dict.fromkeys(worth for rank, worth in spots.items() if rank not in shown):
        ranks = (rank for rank in spots if spots[rank] == worth and rank not in shown)
        texts.append(f"{', '.join(ranks)}: {worth}")
    return "; ".join(texts)


@lru_cache(maxsize=4096)
def can_share(worths: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Whether cards of these ``worths`` can be shared out so that each share comes to what is
    ``wanted`` for it.
    """
    if not worths:
        return not any(wanted)
    first, rest = worths[0], worths[1:]
    return any(
        can_share(rest, tuple(sorted((*wanted[:at], share - first, *wanted[at + 1 :]))))
        for at, share in enumerate(wanted)
        if share >= first
    )
