"""The files of a group’s own game, for a folder of custom games (``SCOREKEEPER_GAMES``).

These are the files that ``./dev game new`` writes, but filled in: the values, the rules, and a
transcript of one deal with a question.
"""

import re
import unicodedata
from collections.abc import Container, Iterator, Mapping, Sequence

from rules.engine.rulesets import NAME_LENGTH, Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.schemes.tally.figures import Item
from rules.engine.toml_text import toml_of
from rules.engine.variants import Variant
from rules.reference.own_rules import reference_file
from rules.translation import in_english

_PEOPLE = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo")
_FIRST, _OTHERS = 7, 4  # the amounts in the transcript for the first side, and for each other side


def own_files(variant: Variant, taken: Container[str]) -> Mapping[str, str]:
    """Return the texts of the files by their paths in the folder, in English.

    The slug is made from the name, and is different from those that are ``taken``.
    """
    slug = free_slug(variant.name, taken)
    with in_english():
        return {
            f"catalogue/{slug}.toml": catalogue_file(variant, slug),
            f"reference/{slug}.md": reference_file(variant),
            f"transcripts/{slug}.toml": _transcript_file(variant, slug),
        }


def free_slug(name: str, taken: Container[str]) -> str:
    """Return a slug for a name, with a number at the end if it is already taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[: NAME_LENGTH - 4].strip("-") or "our-game"
    number, free = 1, slug
    while free in taken:
        number += 1
        free = f"{slug}-{number}"
    return free


def catalogue_file(variant: Variant, slug: str) -> str:
    """Return the file with the game’s values."""
    return "\n".join(_catalogue_lines(variant, slug)) + "\n"


def _catalogue_lines(variant: Variant, slug: str) -> Iterator[str]:
    rules = variant.standard
    yield f"slug = {toml_of(slug)}"
    yield f"name = {toml_of(variant.name)}"
    yield f"family = {toml_of(variant.family)}"
    yield f"summary = {toml_of(_sentence(variant.summary or 'A game of our own.'))}"
    yield f"players = {toml_of(rules.players.model_dump(exclude_defaults=True))}"
    if rules.opening:
        yield f"opening = {toml_of(rules.opening.model_dump(exclude_defaults=True))}"
    yield ""
    yield "[words]"
    yield f"deal = {toml_of(rules.words.deal.model_dump())}"
    yield ""
    yield "[scoring]"
    yield f"scheme = {toml_of(rules.scoring.scheme)}"
    if rules.scoring.decimals:
        yield f"decimals = {rules.scoring.decimals}"
    for item in _items(rules):
        yield ""
        yield "[[scoring.figures.items]]"
        for key, value in item.model_dump(mode="json", exclude_defaults=True).items():
            yield f"{key} = {toml_of(value)}"
    yield ""
    yield "[end]"
    for key, value in rules.end.model_dump(exclude_defaults=True).items():
        yield f"{key} = {toml_of(value)}"
    yield ""
    yield "[[deals]]"
    yield "number = 1"
    yield ""
    yield "[[sources]]"
    yield 'title = "Our own rules"'
    yield 'covers = ["players", "words", "scoring", "end", "deals"]'


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?")) else f"{text.rstrip('!…')}."


def _items(rules: Ruleset) -> Sequence[Item]:
    items: Sequence[Item] = scheme_of(rules, rules.players.counts[0]).scoring.figures.items
    return items


def _transcript_file(variant: Variant, slug: str) -> str:
    return "\n".join(_transcript_lines(variant, slug)) + "\n"


def _transcript_lines(variant: Variant, slug: str) -> Iterator[str]:
    rules = variant.standard
    size = rules.players.counts[0]
    names, teams = _PEOPLE[:size], size // rules.players.team
    sides = [" & ".join(names[at::teams]) for at in range(teams)]
    entered = {item.id: _entered(item, sides) for item in _items(rules)}
    totals = {
        side: sum(
            item.worth * (amounts.get(side, 0) if isinstance(amounts, Mapping) else amounts == side)
            for item in _items(rules)
            for amounts in [entered[item.id]]
        )
        for side in sides
    }
    deals = rules.end.deals or 1
    best = (max if rules.end.wins == "highest" else min)(totals.values())
    winners = [side for side in sides if totals[side] == best and not rules.end.together]
    yield f"variant = {toml_of(slug)}"
    yield f"title = {toml_of(f'The same in each {rules.words.deal.one}')}"
    yield "options = {}"
    yield f"players = {toml_of(names)}"
    yield f"first_dealer = {toml_of(names[0])}"
    for number in range(1, deals + 1):
        points = {side: total * rules.unit for side, total in totals.items()}
        sums = {side: number * each for side, each in points.items()}
        yield ""
        yield "[[deals]]"
        yield f"dealer = {toml_of(names[(number - 1) % size])}"
        yield f"entry = {toml_of(entered)}"
        yield f"points = {toml_of(points)}"
        yield f"totals = {toml_of(sums)}"
    yield ""
    yield "[end]"
    yield f"places = {toml_of({side: _place(totals, side, rules) for side in sides})}"
    yield f"winners = {toml_of(winners)}"
    if rules.end.open or max(totals.values()) < rules.end.target:
        yield "stopped = true"
    yield ""
    yield "[[questions]]"
    yield f"ask = {toml_of(f'who wins in {variant.name}')}"
    says = "you win together" if rules.end.together else f"{rules.end.wins} total wins"
    yield f"says = {toml_of(says)}"


def _entered(item: Item, sides: Sequence[str]) -> str | Mapping[str, int | bool]:
    """Return the entries for an item in the transcript; the first side gets the most."""
    match item.ask:
        case "one-side":
            return sides[0]
        case "flag":
            return {sides[0]: True}
    return {side: _OTHERS if at else _FIRST for at, side in enumerate(sides)}


def _place(totals: Mapping[str, int], side: str, rules: Ruleset) -> int:
    if rules.end.together:
        return 1
    if rules.end.wins == "highest":
        return 1 + sum(total > totals[side] for total in totals.values())
    return 1 + sum(total < totals[side] for total in totals.values())
