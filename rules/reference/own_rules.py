"""The rules of a group’s own game, as sentences built from its figures.

Numbers and labels are placeholders, as in a reference file. With the figures filled in, the
sentences are the rules on the game’s pages. Unchanged, they are the reference file of an exported
game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.engine.rulesets import Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.schemes.tally.figures import Item
from rules.engine.variants import Variant
from rules.reference.figures import figures_of, fill_figures
from rules.reference.game_words import translated_ruleset
from rules.translation import gettext as _


@dataclass(frozen=True, slots=True)
class OwnRule:
    """A sentence with placeholders, its anchor, and the path of a value that it assumes."""

    id: str
    text: str
    assumes: str = ""


OwnRules = Mapping[str, Sequence[OwnRule]]


def own_rules(rules: Ruleset) -> OwnRules:
    """Return the rules of a group’s own game by section, in the reader’s language."""
    return {
        "names": (OwnRule("name", _("**{name}** is a game of our own.")),),
        "players": tuple(_players(rules)),
        "cards": (OwnRule("things", _("You need what you usually play this game with.")),),
        "deal": tuple(_deal(rules)),
        "object": tuple(_object(rules)),
        "scoring": tuple(_scoring(rules)),
        "end": tuple(_end(rules)),
    }


def own_texts(rules: Ruleset) -> Iterator[tuple[str, Sequence[tuple[str, str]]]]:
    """Yield each section with its rules, as pairs of an anchor and a text with its figures."""
    figures = figures_of(translated_ruleset(rules))
    for key, lines in own_rules(rules).items():
        yield key, [(f"{key}-{line.id}", fill_figures(line.text, figures, "")) for line in lines]


def reference_file(variant: Variant) -> str:
    """Return the reference file of a game, in the reader’s language."""
    return "\n".join(
        f"## {key}\n\n{''.join(map(_bullet, lines))}"
        for key, lines in own_rules(variant.standard).items()
    )


def _bullet(line: OwnRule) -> str:
    name = f"{line.id} ={line.assumes}" if line.assumes else line.id
    return f"- [{name}] {line.text}\n"


def _players(rules: Ruleset) -> Iterator[OwnRule]:
    if rules.players.min == rules.players.max:
        yield OwnRule("how-many", _("The number of players is {players.min}."))
    else:
        yield OwnRule("how-many", _("{players.min} to {players.max} people can play."))
    if rules.players.team > 1:
        yield OwnRule(
            "teams",
            _("Players form teams of {players.team}, and the teams take turns around the table."),
            "players.team",
        )


def _deal(rules: Ruleset) -> Iterator[OwnRule]:
    if rules.has_dealer:
        text = _("One player deals. After each {words.deal.one}, the deal passes clockwise.")
        yield OwnRule("dealer", text, "players.clockwise")
    else:
        yield OwnRule("dealer", _("Nobody deals. You agree on who starts."))


def _object(rules: Ruleset) -> Iterator[OwnRule]:
    if rules.end.together:
        yield OwnRule("winner", _("You win together, or nobody does."), "end.together")
    elif rules.end.wins == "highest":
        yield OwnRule("winner", _("The highest total wins."), "end.wins")
    else:
        yield OwnRule("winner", _("The lowest total wins."), "end.wins")


def _scoring(rules: Ruleset) -> Iterator[OwnRule]:
    yield OwnRule("when", _("You score after each {words.deal.one}."))
    for item in scheme_of(rules, rules.players.counts[0]).scoring.figures.items:
        place = f"figures.item.{item.id}"
        sentence = _item_words(item, has_teams=rules.players.team > 1)
        text = sentence.format(label=f"{{{place}.label}}", worth=f"{{{place}.worth}}")
        yield OwnRule(item.id, text, "players.team" if item.ask == "one-side" else "")
    if rules.scoring.decimals:
        text = (
            _("Points can have one decimal.")
            if rules.scoring.decimals == 1
            else _("Points can have two decimals.")
        )
        yield OwnRule("decimals", text, "scoring.decimals")


def _item_words(item: Item, *, has_teams: bool) -> str:
    # Translators: {label} is what a group counts in its own game, such as “Jars of jam”
    sentences = {
        "count": _("“{label}”: each one counts {worth}."),
        "flag": _("“{label}” counts {worth}, for everyone who has it."),
        "one-side": _("“{label}” counts {worth}, for a single player."),
        "points": _("Points under “{label}” are multiplied by {worth}."),
    }
    if item.ask == "one-side" and has_teams:
        return _("“{label}” counts {worth}, for a single team.")
    if item.ask == "points" and item.worth == 1:
        return _("Points under “{label}” are added to the total.")
    if item.ask == "points" and item.worth == -1:
        return _("Points under “{label}” are taken off the total.")
    return sentences[item.ask]


def _end(rules: Ruleset) -> Iterator[OwnRule]:
    end = rules.end
    if end.target:
        text = _("The game ends after the {words.deal.one} in which a total reaches {end.target}.")
        yield OwnRule("end", text)
    elif end.deals:
        yield OwnRule("end", _("The game ends after {end.deals} {words.deal.many}."))
    else:
        yield OwnRule("end", _("The game ends when you stop."))
    if not end.together:
        text = _("Players who tie for first place win together, unless you choose one of them.")
        yield OwnRule("ties", text)
