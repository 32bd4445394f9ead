"""House rules other than options: the values that a group may set, and their descriptions."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.engine.cards import STANDARD, Rank, rank_letter
from rules.engine.errors import CatalogueError
from rules.engine.formatting import capital, count_words, join_texts, with_minus
from rules.engine.rulesets import AnyRuleset
from rules.engine.variants import Variant
from rules.translation import gettext as _
from rules.translation import gettext_noop, ngettext

MOST_SIZES = 12
MOST_TEXT = 60  # the most characters in a custom value of the kind ``words``
MOST_WORTH = 500


@dataclass(frozen=True, slots=True)
class AdjustableFigure:
    """A value that a group may set, at ``path``.

    ``kind`` is its format: a ``number`` from ``least`` to ``most``, the ``sizes`` of melds, or
    ``words``. ``now`` is the current value as text, or empty if the value is unknown or depends on
    the number of players or on the deal.
    """

    path: str
    section: str
    label: str
    kind: Literal["number", "sizes", "words"]
    now: str
    least: int = 0
    most: int = 0
    is_unknown: bool = False

    def read(self, text: str) -> Any:
        """Return the value in ``text``.

        Raises CatalogueError, with a message for players, if the text isn’t a valid value.
        """
        if self.kind == "words":
            return text.strip()
        if self.kind == "number":
            plain = text.replace("−", "-").strip()
            if not re.fullmatch(r"-?[0-9]{1,6}", plain) or not (
                self.least <= int(plain) <= self.most
            ):
                message = _("Enter a whole number from {least} to {most}.")
                raise CatalogueError(
                    message.format(least=with_minus(self.least), most=with_minus(self.most))
                )
            return int(plain)
        sizes = [part for part in re.split(r"[\s,;+]+", text.strip()) if part]
        if sizes == ["0"]:
            return []
        good = (re.fullmatch(r"[0-9]{1,2}", part) and 3 <= int(part) <= 14 for part in sizes)
        if len(sizes) > MOST_SIZES or not all(good):
            raise CatalogueError(
                _(
                    "Enter the size of each meld, such as 3, 3 for two melds of three cards, "
                    "or 0 for none."
                )
            )
        return [int(part) for part in sizes]


def adjustable_figures(variant: Variant, ruleset: AnyRuleset) -> tuple[AdjustableFigure, ...]:
    """Return the values that a group may set in ``ruleset``, unknown ones first."""
    unknown = {gap.path for gap in variant.unknown}
    figures = (
        *_value_figures(ruleset, is_unknown="scoring.values" in unknown),
        *_text_figures(variant),
        *_end_figures(ruleset),
        *_card_figures(ruleset),
        *_deal_figures(ruleset, unknown),
    )
    return tuple(sorted(figures, key=lambda figure: not figure.is_unknown))


def figures_after_options(
    variant: Variant, options: Mapping[str, Any]
) -> tuple[AdjustableFigure, ...]:
    """Return the values that a group may set, as they are with these options.

    A value becomes a patch only if the group enters a different one.
    """
    standard = adjustable_figures(variant, variant.standard)
    try:
        now = {
            figure.path: figure for figure in adjustable_figures(variant, variant.ruleset(options))
        }
    except CatalogueError:
        return standard
    return tuple(now.get(figure.path, figure) for figure in standard)


def _value_figures(ruleset: AnyRuleset, *, is_unknown: bool) -> Iterator[AdjustableFigure]:
    values = ruleset.scoring.values
    if not values and not is_unknown:
        return
    for rank in _ranks(ruleset):
        now = str(values[rank]) if rank in values else ""
        yield AdjustableFigure(
            f"scoring.values.{rank}",
            _("Card values"),
            rank_letter(rank),
            "number",
            now,
            -MOST_WORTH,
            MOST_WORTH,
            is_unknown,
        )


def _text_figures(variant: Variant) -> Iterator[AdjustableFigure]:
    for gap in variant.unknown:
        for number in range(1, gap.count + 1):
            # Translators: one of several, such as "Step 3".
            label = _("{label} {number}").format(label=gap.label, number=number)
            # Translators: the heading over several such inputs: "Step 1 to Step 12".
            section = _("{label} 1 to {label} {count}").format(label=gap.label, count=gap.count)
            path = f"{gap.path}.{number}"
            yield AdjustableFigure(path, section, label, "words", "", is_unknown=True)


def _ranks(ruleset: AnyRuleset) -> tuple[str, ...]:
    deck = ruleset.deck
    ranks = deck.ranks if deck else STANDARD
    if deck and not any(size.jokers for size in deck.by_players.values()):
        return tuple(rank for rank in ranks if rank != Rank.JOKER or rank in dict(deck.pack))
    return ranks


def _end_figures(ruleset: AnyRuleset) -> Iterator[AdjustableFigure]:
    end, words, section = ruleset.end, ruleset.words.deal, _("The end")
    for path, label, now, most in (
        ("end.target", _("Target"), end.target, 100_000),
        ("end.target_each", _("Target: points per player"), end.target_each, 10_000),
        ("end.out_at", _("Out of the game at"), end.out_at, 100_000),
        ("end.deals", capital(words.many), end.deals, 100),
    ):
        if now:
            yield AdjustableFigure(path, section, label, "number", str(now), 1, most)


def _card_figures(ruleset: AnyRuleset) -> Iterator[AdjustableFigure]:
    deck, section = ruleset.deck, _("The cards")
    if deck is None or ruleset.melds is None:
        return
    sizes = [deck.by_players[players] for players in ruleset.players.counts]
    jokers, cards = {size.jokers for size in sizes}, {size.cards for size in sizes}
    now = str(next(iter(jokers))) if len(jokers) == 1 else ""
    yield AdjustableFigure("deck.by_players.*.jokers", section, _("Jokers"), "number", now, 0, 32)
    if all(cards):
        now = str(next(iter(cards))) if len(cards) == 1 else ""
        yield AdjustableFigure(
            "deck.by_players.*.cards", section, _("Cards each"), "number", now, 1, 30
        )
    limits = {deal.takes.limit for deal in ruleset.deals}
    limit = next(iter(limits)) if len(limits) == 1 else None
    now = "" if limit is None else str(limit)
    take = capital(ruleset.words.take.many)
    yield AdjustableFigure(
        "deals.*.takes.limit", section, _("{takes} each").format(takes=take), "number", now, 0, 20
    )


def _deal_figures(ruleset: AnyRuleset, unknown: set[str]) -> Iterator[AdjustableFigure]:
    if ruleset.melds is None and not unknown:
        return
    words = ruleset.words
    for deal in ruleset.deals:
        path = f"deals.{deal.number}"
        gap = path in unknown
        section = _("{label} {number}").format(label=capital(words.deal.one), number=deal.number)
        if deal.contract.size or gap:
            for key, label, sizes in (
                ("sets", capital(words.set.many), deal.sets),
                ("runs", capital(words.run.many), deal.runs),
            ):
                now = ", ".join(map(str, sizes)) or ("" if gap else "0")
                yield AdjustableFigure(
                    f"{path}.{key}", section, label, "sizes", now, is_unknown=gap
                )
        if deal.cards:
            yield AdjustableFigure(
                f"{path}.cards", section, _("Cards each"), "number", str(deal.cards), 1, 30
            )


def read_patches(
    figures: tuple[AdjustableFigure, ...], typed: Mapping[str, str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the patches in ``typed``, which has texts by path, and the error messages by path.

    A text that is blank or equals the current value doesn’t make a patch. A group must give unknown
    card values for every card or for none. The same applies to a list of texts.
    """
    patches: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for figure in figures:
        text = typed.get(figure.path, "").strip()
        if not text or text == figure.now:
            continue
        try:
            patches[figure.path] = figure.read(text)
        except CatalogueError as error:
            problems[figure.path] = str(error)
    for whole in ("scoring.values", "scoring.figures"):
        table = [
            figure
            for figure in figures
            if figure.is_unknown and figure.path.startswith(f"{whole}.")
        ]
        given = {
            figure.path: patches.pop(figure.path) for figure in table if figure.path in patches
        }
        if not given or problems:
            continue
        missing = [figure for figure in table if figure.path not in given]
        if missing:
            all_or_none = {
                "scoring.values": _("Give a value for every card, or for none."),
                "scoring.figures": _("Fill in all of them, or none."),
            }
            problems[missing[0].path] = all_or_none[whole]
        elif whole == "scoring.values":
            patches[whole] = {figure.label: given[figure.path] for figure in table}
        else:
            patches[table[0].path.rpartition(".")[0]] = list(given.values())
    return patches, problems


def typed_patches(patches: Mapping[str, Any]) -> dict[str, str]:
    """Return ``patches`` as texts by path, in the format that ``read_patches`` reads."""
    typed: dict[str, str] = {}
    for path, value in patches.items():
        if isinstance(value, Mapping):
            typed |= {f"{path}.{key}": str(worth) for key, worth in value.items()}
        elif isinstance(value, list) and any(isinstance(text, str) for text in value):
            typed |= {f"{path}.{number}": text for number, text in enumerate(value, 1)}
        else:
            typed[path] = written(value)
    return typed


def written(value: Any) -> str:
    """Return a value, or a list of values, in the format in which a group types it."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "0"
    return str(value)


def house_rules(
    variant: Variant | None, ruleset: AnyRuleset, *, answers: bool = True
) -> tuple[str, ...]:
    """Return short descriptions of the house rules: the options, then the custom values.

    The name of the game isn’t one of them, because it is the title of the page, and neither is the
    answer to the question whether somebody deals. Without ``answers``, those to the other questions
    about a new game are also left out.
    """
    options = [
        option
        for option in (variant.options if variant else ())
        if option.asks != "name" and (not option.start or (answers and option.start != "deals"))
    ]
    texts = []
    for option in options:
        if option.id in ruleset.options:
            chosen = ruleset.options[option.id]
            answer = join_texts(map(str, chosen)) if isinstance(chosen, list) else str(chosen)
            text = option.label
            if chosen is not True:
                # Translators: a house rule and the value that the group chose for it.
                text = _("{rule}: {value}").format(rule=option.label, value=answer)
            texts.append(_listed(text))
    paths = _in_order(variant, ruleset.patches) if ruleset.patches else []
    return (*texts, *dict.fromkeys(_patch_words(path, ruleset) for path in paths))


def _listed(label: str) -> str:
    """Turn ``Number of rounds: 4`` into ``Number of rounds (4)``, for a list after a colon."""
    head, _colon, rest = label.partition(": ")
    return _("{rule} ({value})").format(rule=head, value=rest) if rest else head


def _in_order(variant: Variant | None, paths: Iterable[str]) -> list[str]:
    """Return the paths in the order of the form, which a database may not preserve."""
    order = (
        [figure.path for figure in adjustable_figures(variant, variant.standard)] if variant else []
    )

    def place(path: str) -> tuple[int, str]:
        places = (at for at, known in enumerate(order) if f"{known}.".startswith(f"{path}."))
        return next(places, len(order)), path

    return sorted(paths, key=place)


def _patch_words(path: str, ruleset: AnyRuleset) -> str:
    value, words = ruleset.patches[path], ruleset.words
    match path.split("."):
        case ["scoring", "values", rank]:
            return _("{card} counts {points}").format(card=rank, points=with_minus(value))
        case ["scoring", *_path, figure]:
            name = _(_FIGURES[figure]) if figure in _FIGURES else figure
            return _("custom {values}").format(values=name)
        case ["deals", "*", "takes", "limit"]:
            takes = count_words(value, words.take.one, words.take.many)
            return _("{takes} each").format(takes=takes)
        case ["deals", number, key] if number.isdecimal():
            return _deal_patch_words(int(number), key, ruleset)
        case _path:
            return _counted_patch_words(path, ruleset)


def _deal_patch_words(number: int, key: str, ruleset: AnyRuleset) -> str:
    deal = ruleset.deal(number)
    if key == "cards":
        change = _cards_each(deal.cards)
    else:
        change = ruleset.contract_words(deal) or _("no contract")
    return _("{deal} {number}: {change}").format(
        deal=ruleset.words.deal.one, number=number, change=change
    )


def _counted_patch_words(path: str, ruleset: AnyRuleset) -> str:
    value, deal = ruleset.patches[path], ruleset.words.deal
    match path:
        case "end.deals":
            return count_words(value, deal.one, deal.many)
        case "deck.by_players.*.jokers":
            return ngettext("{count} joker", "{count} jokers", value).format(count=value)
        case "deck.by_players.*.cards":
            return _cards_each(value)
    return _(_PLAIN_PATCHES[path]).format(value=value) if path in _PLAIN_PATCHES else path


def _cards_each(count: int) -> str:
    return ngettext("{count} card each", "{count} cards each", count).format(count=count)


_FIGURES = {"values": gettext_noop("card values")}
_PLAIN_PATCHES = {
    "end.target": gettext_noop("target {value}"),
    "end.target_each": gettext_noop("target {value} for each player"),
    "end.out_at": gettext_noop("out at {value}"),
}
