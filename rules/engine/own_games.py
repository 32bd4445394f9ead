"""Games that a group makes in the browser: a name, players, things to enter, and an end.

A ``Design`` has the values of the form on the page. It becomes a variant like any other, because
its rules are plain data, as in a catalogue file, and are validated by the same models.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self

from rules.engine.errors import CatalogueError
from rules.engine.formatting import signed
from rules.engine.rulesets import NAME_LENGTH, Plain, Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.variants import Source, Variant, validate_ruleset
from rules.translation import gettext as _

# The slugs of these games start with this; no game of the catalogue has such a slug.
PREFIX = "own-"
FAMILY = "points"
MOST_ITEMS, MOST_LABEL, MOST_SUMMARY, MOST_WORTH = 12, 40, 200, 1000
_MOST_MARK = 20
# The words for a deal, and their plurals.
WORDS: Mapping[str, str] = {"round": "rounds", "hand": "hands", "deal": "deals", "game": "games"}

Ask = Literal["points", "count", "flag", "one-side"]
Ending = Literal["open", "target", "deals"]


@dataclass(frozen=True, slots=True)
class DesignItem:
    """Something to enter in each deal: its label, its kind of input, and its worth in points."""

    label: str
    ask: Ask = "points"
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Design:
    """A game as a group describes it.

    ``until`` is the target or the number of deals, depending on ``ending``, and ``decimals`` is the
    number of decimals that points can have.
    """

    name: str
    items: tuple[DesignItem, ...]
    summary: str = ""
    least: int = 2
    most: int = 6
    team: int = 1
    word: str = "round"
    has_dealer: bool = True
    wins: Literal["highest", "lowest", "together"] = "highest"
    ending: Ending = "open"
    until: int = 0
    decimals: int = 0

    @classmethod
    def of(cls, variant: Variant) -> Self:
        """Return the design from which a group’s game was made."""
        rules = variant.standard
        end, figures = rules.end, scheme_of(rules, rules.players.counts[0]).scoring.figures
        ending: Ending = "target" if end.target else "deals" if end.deals else "open"
        return cls(
            name=rules.name,
            items=tuple(DesignItem(each.label, each.ask, each.worth) for each in figures.items),
            summary=variant.summary,
            least=rules.players.min,
            most=rules.players.max,
            team=rules.players.team,
            word=rules.words.deal.one,
            has_dealer=rules.has_dealer,
            wins="together" if end.together else end.wins,
            ending=ending,
            until=end.target or end.deals,
            decimals=rules.scoring.decimals,
        )

    def variant(self, slug: str) -> Variant:
        """Return the game. Raises CatalogueError, with a message for players, if it isn’t valid."""
        self._check()
        return own_variant(validate_ruleset(self._rules(slug), self.name), self.summary)

    def _check(self) -> None:
        """Raise CatalogueError for mistakes that the form alone doesn’t find."""
        if not self.items:
            raise CatalogueError(_("Fill in at least one line under “What you count”."))
        if all(item.ask == "flag" for item in self.items):
            raise CatalogueError(
                _(
                    "With ticks alone, nobody could see whether a round has been entered. Add "
                    "points, a count, or a “one who …”."
                )
            )
        if self.least > self.most:
            message = _(
                "The maximum of {most} players is below the minimum of {least}. Swap the numbers."
            )
            raise CatalogueError(message.format(most=self.most, least=self.least))
        sizes = [n for n in range(self.least, self.most + 1) if n % self.team == 0]
        if self.team > 1 and (not sizes or self.least < 2 * self.team):
            message = _(
                "Teams of {team} need at least {least} players. Change one of these numbers."
            )
            raise CatalogueError(message.format(team=self.team, least=2 * self.team))
        texts = (self.name, self.summary, *(item.label for item in self.items))
        if any(sign in text for text in texts for sign in "{}"):
            raise CatalogueError(_("Braces can’t be used here. Leave out { and }."))

    def _rules(self, slug: str) -> Plain:
        """Return the rules as plain data."""
        end: Plain = {"wins": self.wins}
        if self.wins == "together":
            end = {"wins": "highest", "together": True}
        end |= {self.ending: self.until} if self.ending != "open" else {"open": True}
        return {
            "slug": slug,
            "name": self.name,
            "players": {"min": self.least, "max": self.most, "team": self.team},
            "words": {"deal": {"one": self.word, "many": WORDS[self.word]}},
            "opening": None if self.has_dealer else {"dealt": False},
            "deals": [{"number": 1}],
            "scoring": {
                "scheme": "tally",
                "decimals": self.decimals,
                "figures": {"items": list(self._items())},
            },
            "end": end,
        }

    def _items(self) -> tuple[Plain, ...]:
        return tuple(
            {
                # An id must not equal the name of another input, or depend on the label.
                "id": f"item{number}",
                "label": item.label,
                "ask": item.ask,
                "worth": item.worth,
                **self._details(number - 1),
            }
            for number, item in enumerate(self.items, 1)
        )

    def _details(self, place: int) -> Plain:
        """Return the keys that depend on an item’s kind: whether it is required, and its mark."""
        item = self.items[place]
        details: Plain = {"required": True} if place in self._required() else {}
        if item.ask == "one-side":
            marks = (f"{item.label} ({signed(item.worth)})", item.label)
            details["mark"] = next((mark for mark in marks if len(mark) <= _MOST_MARK), "")
        return details

    def _required(self) -> frozenset[int]:
        """Return the items that must be entered in every deal.

        These are all items for points. If there are none, they are all counts or else the first
        “one who …”. What costs points, such as a fine, counts only if nothing else is typed.
        """
        typed = [item for item in self.items if item.ask in ("points", "count") and item.worth > 0]
        for kind, most in (("points", None), ("count", None), ("one-side", 1)):
            places = [
                place
                for place, item in enumerate(self.items)
                if item.ask == kind and (item in typed or not typed)
            ]
            if places:
                return frozenset(places[:most])
        return frozenset()


def own_variant(ruleset: Ruleset, summary: str = "") -> Variant:
    """Return the variant of a group’s own game, which has these standard rules."""
    standard = ruleset.model_copy(update={"options": {}, "patches": {}})
    return Variant(
        slug=ruleset.slug,
        name=ruleset.name,
        family=FAMILY,
        summary=summary,
        standard=standard,
        sources=(Source(title=_("Made on the score pad")),),
    )


def is_own(slug: str) -> bool:
    """Return whether a slug belongs to a group’s own game."""
    return slug.startswith(PREFIX)


def renamed(ruleset: Ruleset, in_words: Callable[[str], str]) -> Ruleset:
    """Return the rules of a group’s game with ``in_words`` applied to its name and its labels."""
    standard = Design.of(own_variant(ruleset))
    items = (replace(item, label=in_words(item.label)[:MOST_LABEL]) for item in standard.items)
    design = replace(standard, name=in_words(standard.name)[:NAME_LENGTH], items=tuple(items))
    now = design.variant(ruleset.slug).standard
    return now.model_copy(update={"options": ruleset.options, "patches": ruleset.patches})
