"""Short facts about a game, one line each, derived from its data.

All texts are built when they are requested, in the reader’s language.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.engine.contracts import Deal, Takes
from rules.engine.formatting import capital, count_words, number_word, with_minus
from rules.engine.rulesets import AnyRuleset, Melds, ShownRuleset
from rules.engine.schemes import scheme_of
from rules.reference.card_facts import (
    by_size,
    deck_text,
    numbers_text,
    values_label,
    values_text,
    wild_names,
    wild_text,
    without_text,
)
from rules.reference.end_facts import length_text, settlement_text, shares_text, winner_text
from rules.translation import gettext as _
from rules.translation import gettext_noop, ngettext

# Facts whose labels contain a game’s own word: “Buy (out of turn)”, “May I? (out of turn)”.
WORDED = frozenset({"deals", "takes", "same-rank", "max-wild", "joker-swap"})

_ACES = {
    "low-or-high": gettext_noop("low or high, never in the middle"),
    "high": gettext_noop("high only"),
    "low": gettext_noop("low only"),
    "round": gettext_noop("low, high or in the middle"),
}
_RUNS = {
    "not-touching": gettext_noop("must not touch; they may overlap or leave a gap"),
    "apart": gettext_noop("at least one card apart"),
    "one-per-suit": gettext_noop("one run per suit for each player"),
    "allowed": gettext_noop("may touch"),
}
_GOING_OUT = {
    "required": gettext_noop("your last card must be a discard"),
    "allowed": gettext_noop("with or without a discard"),
    "forbidden": gettext_noop("never with a discard"),
}
_CUT_BONUS = {
    -1: gettext_noop("{points} points for the player to the dealer’s right"),
    0: gettext_noop("{points} points for the dealer"),
    1: gettext_noop("{points} points for the player to the dealer’s left"),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the facts table, derived from the data."""

    key: str
    label: str
    text: str


def facts(ruleset: ShownRuleset) -> tuple[Fact, ...]:
    """Return the known facts about a game, the most important first.

    A fact from the scheme, such as who wins, replaces the one derived from the other data.
    """
    rows = (
        ("values", values_label(ruleset), values_text(ruleset)),
        *_scheme_facts(ruleset),
        ("players", _("Players"), _players_text(ruleset)),
        ("direction", _("Direction"), _direction_text(ruleset)),
        ("deck", _("Packs and jokers"), deck_text(ruleset)),
        ("without", _("Cards left out"), without_text(ruleset)),
        ("wild", _("Wild cards"), wild_text(ruleset)),
        ("deals", capital(ruleset.words.deal.many), length_text(ruleset)),
        ("cards", _("Cards dealt"), _cards_text(ruleset)),
        *_meld_facts(ruleset),
        ("cut", _("Perfect cut"), _cut_text(ruleset)),
        ("winner", _("Winner"), winner_text(ruleset)),
        ("settlement", _("Payout"), settlement_text(ruleset)),
        ("shares", _("Uneven shares"), shares_text(ruleset)),
    )
    found: dict[str, Fact] = {}
    for key, label, text in rows:
        if text:
            found.setdefault(key, Fact(key, label, text))
    return tuple(found.values())


Row = tuple[str, str, str]


def _scheme_facts(ruleset: ShownRuleset) -> Iterator[Row]:
    return scheme_of(ruleset, ruleset.players.counts[0]).words.facts()


def _direction_text(ruleset: ShownRuleset) -> str:
    return "" if ruleset.players.clockwise else _("counter-clockwise")


def _meld_facts(ruleset: ShownRuleset) -> Iterator[Row]:
    """Yield the facts about taking discards and about melds."""
    melds, words = ruleset.melds, ruleset.words
    if melds is None:
        return
    only_jokers = wild_names(ruleset) == (_("jokers"),)
    # Translators: {take} is what the game calls taking a discard out of turn, such as “Buy”.
    take = _("{take} (out of turn)").format(take=capital(words.take.one))
    yield "takes", take, _takes_text(ruleset)
    yield "smallest", _("Smallest melds"), _smallest_text(melds)
    yield "ace", _("Aces in runs"), _(_ACES[melds.ace]) if melds.ace else ""
    runs = _(_RUNS[melds.runs_in_one_suit]) if melds.runs_in_one_suit else ""
    yield "runs", _("A player’s runs in one suit"), runs
    # Translators: {sets} is what the game calls sets, such as “books”.
    two_sets = _("Two {sets} of the same rank").format(sets=words.set.many)
    yield "same-rank", two_sets, _either(melds.same_rank_sets, _("allowed"), _("not allowed"))
    in_a_meld = _("Jokers in a meld") if only_jokers else _("Wild cards in a meld")
    yield "max-wild", in_a_meld, _max_wild_text(ruleset)
    larger = _either(melds.larger_melds, _("at once"), _("only by laying off"))
    yield "larger", _("Melds larger than the contract"), larger
    turns = _("in the same turn as you lay down"), _("from your next turn")
    yield "lay-off", _("Laying off"), _either(melds.lay_off_same_turn, *turns)
    only_jokers |= melds.joker_swap is not None and melds.joker_swap.jokers_only
    swap = _("Swapping for a joker") if only_jokers else _("Swapping for a wild card")
    yield "joker-swap", swap, _joker_swap_text(ruleset, only_jokers=only_jokers)
    going_out = _(_GOING_OUT[melds.going_out_discard]) if melds.going_out_discard else ""
    yield "going-out", _("Going out"), going_out
    call = _("a discard that fits a meld may be called and played there")
    yield "shanghai", _("Shanghai call"), call if melds.shanghai_call else ""


def _smallest_text(melds: Melds) -> str:
    smallest = _("{set} of a rank, {run} in sequence in one suit")
    return smallest.format(set=melds.set_min, run=melds.run_min)


def _either(known: bool | None, yes: str, no: str) -> str:
    """Return ``yes`` or ``no``, or an empty string if no source specifies which."""
    return "" if known is None else yes if known else no


def _players_text(ruleset: ShownRuleset) -> str:
    players, text = ruleset.players, ruleset.players_words
    if players.team > 1 and len(players.counts) == 1:
        count = players.counts[0] // players.team
        # Translators: partners. “4, in two teams of 2”.
        in_teams = ngettext(
            "{players}, in {teams} team of {size}", "{players}, in {teams} teams of {size}", count
        )
        text = in_teams.format(players=text, teams=number_word(count), size=players.team)
    elif players.team > 1:
        text = _("{players}, in teams of {size}").format(players=text, size=players.team)
    if not players.best or players.counts == (players.best,):
        return text
    return _("{players}, best with {best}").format(players=text, best=players.best)


def _by_deal(ruleset: ShownRuleset, texts: Iterable[tuple[Deal, str]]) -> str:
    """Return each text with its deals, or just the text if it applies to all of them."""
    groups: dict[str, list[int]] = {}
    for deal, text in texts:
        groups.setdefault(text, []).append(deal.number)
    if len(groups) == 1:
        return next(iter(groups))
    words = ruleset.words.deal
    # Translators: {deals} is what the game calls deals, {numbers} is a list such as “1–3, 5”.
    return "; ".join(
        _("{text} in {deals} {numbers}").format(
            text=text,
            deals=words.many if len(numbers) > 1 else words.one,
            numbers=_spans(numbers),
        )
        for text, numbers in groups.items()
    )


def _spans(numbers: list[int]) -> str:
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(numbers_text(span) for span in spans)


def _cards_text(ruleset: ShownRuleset) -> str:
    if any(deal.cards for deal in ruleset.deals):
        cards = {deal.cards for deal in ruleset.deals}
        text = _by_deal(ruleset, ((deal, str(deal.cards or "?")) for deal in ruleset.deals))
        if len(cards) > 1:
            return text
        # Translators: {deal} is what the game calls a deal, such as “round”.
        return _("{cards} in every {deal}").format(cards=text, deal=ruleset.words.deal.one)
    sizes: dict[str, list[int]] = {}
    for players in ruleset.players.counts if ruleset.deck else ():
        dealt = ruleset.cards_dealt(ruleset.deals[0], players)
        sizes.setdefault(str(dealt) if dealt else "", []).append(players)
    return "" if "" in sizes else by_size(sizes)


def takes_words(ruleset: AnyRuleset, deal: Deal) -> str:
    """Return the limit and the price of takes in a deal.

    For example, ``2 for each player, each with 2 extra cards from the stock``, or ``?`` if the
    hands of this deal are unknown.
    """
    takes = deal.takes
    if _is_blank(ruleset, deal):
        return "?"
    if takes.limit == 0:
        return _("none")
    return ", ".join(_takes_parts(ruleset, takes))


def _takes_parts(ruleset: AnyRuleset, takes: Takes) -> Iterator[str]:
    chips = ruleset.deck.chips if ruleset.deck else 0
    if takes.limit is None and not chips:
        yield _("unlimited")
    elif takes.limit is not None:
        # Translators: how often a player may take a discard out of turn.
        yield ngettext("{count} for each player", "{count} for each player", takes.limit).format(
            count=takes.limit
        )
    if chips:
        # Translators: the price of taking a discard out of turn.
        one = ngettext("for your only chip", "for one of your {count} chips", chips)
        yield one.format(count=chips)
    if takes.extra:
        yield ngettext(
            "each with an extra card from the stock",
            "each with {count} extra cards from the stock",
            takes.extra,
        ).format(count=takes.extra)
    if takes.price and ruleset.settlement:
        unit = ruleset.settlement.unit
        # Translators: {price} is text such as “two pennies”.
        yield _("for {price}").format(price=count_words(takes.price, unit.one, unit.many))
    if takes.per_turn:
        # Translators: the limit for all players together in one turn.
        yield ngettext(
            "at most {count} card per turn in total",
            "at most {count} cards per turn in total",
            takes.per_turn,
        ).format(count=takes.per_turn)


def _takes_text(ruleset: ShownRuleset) -> str:
    if not any(deal.contract.size or deal.takes.limit != 0 for deal in ruleset.deals):
        return ""
    return _by_deal(ruleset, ((deal, takes_words(ruleset, deal)) for deal in ruleset.deals))


def _is_blank(ruleset: AnyRuleset, deal: Deal) -> bool:
    """Return whether the hands of this deal are unknown, unlike those of other deals."""
    return not deal.cards and any(other.cards for other in ruleset.deals)


def _max_wild_text(ruleset: ShownRuleset) -> str:
    if ruleset.melds is None or not wild_names(ruleset):
        return ""
    most = ruleset.melds.max_wild
    if most == "half":
        return _("at most half of its cards")
    if most is None:
        return _("any number")
    if ruleset.melds.more_wild_later:
        return _("at most {count}, more by laying off").format(count=most)
    return _("at most {count}").format(count=most)


def _joker_swap_text(ruleset: ShownRuleset, *, only_jokers: bool) -> str:
    swap = ruleset.melds.joker_swap if ruleset.melds else None
    if swap is None or not wild_names(ruleset):
        return ""
    if not (swap.runs or swap.sets):
        return _("never")
    if swap.runs and swap.sets:
        melds = _("from runs and sets")
    else:
        melds = _("from runs") if swap.runs else _("from sets")
    when = _("at any time") if swap.any_time else _("on your own turn")
    if swap.same_run and only_jokers:
        then = _("the joker stays in that run")
    elif swap.same_run:
        then = _("the wild card stays in that run")
    elif swap.keep and only_jokers:
        then = _("you may keep the joker")
    elif swap.keep:
        then = _("you may keep the wild card")
    elif only_jokers:
        then = _("you must play the joker at once")
    else:
        then = _("you must play the wild card at once")
    # Translators: “from runs, on your own turn; you must play the joker at once”.
    return _("{melds}, {when}; {then}").format(melds=melds, when=when, then=then)


def cut_size(deal: Deal, players: int) -> int:
    """Return how many cards a perfect cut has: the hands and the upcard.

    Paul Welty describes the perfect cut in his rules of Liverpool Rummy.
    """
    return players * deal.cards + 1


def _cut_text(ruleset: ShownRuleset) -> str:
    bonus = ruleset.scoring.cut_bonus
    if not bonus:
        return ""
    return _(_CUT_BONUS[ruleset.scoring.cut_by]).format(points=with_minus(bonus))
