"""Numbers in rule texts: the ruleset’s value for each ``{path}``, and the total for ``{sum}``."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rules.engine.errors import CatalogueError
from rules.engine.formatting import with_minus
from rules.engine.rulesets import AnyRuleset, Plain
from rules.engine.schemes import scheme_of
from rules.translation import gettext as _

_FIGURE = re.compile(r"\{(?!sum\})([^{}]*)\}")
_TERM = r"−?\d+(?: × −?\d+)?"
_SUM = re.compile(rf"({_TERM}(?: [+-] {_TERM})*) = \{{sum\}}")


class NoFigureError(CatalogueError):
    """A placeholder whose ``path`` leads to no value."""

    code = "no-figure"

    def __init__(self, name: str, path: str) -> None:
        super().__init__(f"{name}: the text uses {{{path}}}, which is not a value")
        self.path = path


def fill_figures(text: str, figures: Mapping[str, Any], name: str) -> str:
    """Replace each ``{path}`` with its value in ``figures``, and ``{sum}`` with the sum’s total.

    Raises CatalogueError, which names the game, if a placeholder has no value.
    """
    if "{" not in text and "}" not in text:
        return text

    def figure(match: re.Match[str]) -> str:
        found: Any = figures
        for step in match[1].split("."):
            found = _step(found, step)
        if found is None or isinstance(found, Mapping | list):
            raise NoFigureError(name, match[1])
        return with_minus(found) if isinstance(found, int) else str(found)

    filled = _FIGURE.sub(figure, text)
    if re.search(r"[{}]", filled.replace("{sum}", "")):
        raise CatalogueError(f"{name}: the text has an unmatched brace")
    if "{sum}" in filled:
        filled = _SUM.sub(_worked_out, filled)
    if "{sum}" in filled:
        raise CatalogueError(f"{name}: the text uses {{sum}}, but there is no sum before it")
    return filled


def _step(found: Any, step: str) -> Any:
    """Return the value at a step of a path, which may have hyphens instead of underscores."""
    if not isinstance(found, Mapping):
        return None
    return found.get(step, found.get(step.replace("-", "_")))


def figure_paths(figures: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """Yield the path of every value that a placeholder can use."""
    for key, value in figures.items():
        path = f"{above}{key}"
        if isinstance(value, Mapping):
            yield from figure_paths(value, f"{path}.")
        elif value is not None and not isinstance(value, list):
            yield path


def _worked_out(found: re.Match[str]) -> str:
    """Return a sum with its total. Negative values are subtracted."""
    terms = found[1].replace("+ −", "- ").replace("- −", "+ ")
    total = 0
    for sign, number, times in re.findall(r"([+-]?) ?(−?\d+)(?: × (−?\d+))?", terms):
        product = int(number.replace("−", "-")) * int(times.replace("−", "-") or 1)
        total += -product if sign == "-" else product
    return f"{terms} = {total}"


def figures_of(ruleset: AnyRuleset) -> Plain:
    """Return the values for placeholders, by path: ``values.Joker``, ``deals.7.contract``."""
    plain: Plain = ruleset.model_dump(mode="json")
    deals: Plain = {"count": ruleset.length or len(ruleset.deals)}
    for deal in ruleset.deals:
        words = {
            "contract": ruleset.contract_words(deal, in_sentence=True)
            or _("whatever you agree on"),
            "how_often": deal.takes.how_often,
        }
        deals[str(deal.number)] = deal.model_dump(mode="json") | words
    # If the game has no target, a text can’t mention it.
    plain["end"] |= {key: plain["end"][key] or None for key in ("target", "target_each")}
    if ruleset.deck:
        plain["deck"]["pack"] = dict(ruleset.deck.pack)
    scheme = scheme_of(ruleset, ruleset.players.counts[0])
    figures = scheme.scoring.figures.model_dump(mode="json")
    return {**plain, **plain["scoring"], "deals": deals, "figures": figures}
