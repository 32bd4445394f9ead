"""Short facts about a game, one line each, derived from its data.

All texts are built when they are requested, in the reader’s language.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from rules.engine.cards import STANDARD, Rank, rank_words
from rules.engine.contracts import Deal, Takes
from rules.engine.formatting import (
    capital,
    count_jokers,
    count_packs,
    count_words,
    join_names,
    join_texts,
    number_word,
    with_minus,
)
from rules.engine.rulesets import DeckRules, End, Melds, Ruleset
from rules.engine.schemes import scheme_of
from rules.reference.game_words import translated_ruleset
from rules.translation import gettext as _
from rules.translation import gettext_noop, ngettext

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


def facts(ruleset: Ruleset) -> tuple[Fact, ...]:
    """Return the known facts about a game, the most important first.

    A fact from the scheme, such as who wins, replaces the one derived from the other data.
    """
    ruleset = translated_ruleset(ruleset)
    rows = (
        ("values", values_label(ruleset), values_text(ruleset)),
        *_scheme_facts(ruleset),
        ("players", _("Players"), _players_text(ruleset)),
        ("direction", _("Direction"), _direction_text(ruleset)),
        ("deck", _("Packs and jokers"), deck_text(ruleset)),
        ("without", _("Cards left out"), without_text(ruleset)),
        ("wild", _("Wild cards"), _wild_text(ruleset)),
        ("deals", capital(ruleset.words.deal.many), _length_text(ruleset)),
        ("cards", _("Cards dealt"), _cards_text(ruleset)),
        *_meld_facts(ruleset),
        ("cut", _("Perfect cut"), _cut_text(ruleset)),
        ("winner", _("Winner"), winner_text(ruleset)),
        ("settlement", _("Payout"), settlement_text(ruleset)),
        ("shares", _("Shares that don’t divide"), shares_text(ruleset)),
    )
    found: dict[str, Fact] = {}
    for key, label, text in rows:
        if text:
            found.setdefault(key, Fact(key, label, text))
    return tuple(found.values())


Row = tuple[str, str, str]


def values_label(ruleset: Ruleset) -> str:
    """Return the label of the card values, such as ``Cards left in hand``."""
    return scheme_of(ruleset, ruleset.players.counts[0]).values_words


def _scheme_facts(ruleset: Ruleset) -> Iterator[Row]:
    return scheme_of(ruleset, ruleset.players.counts[0]).facts()


def _direction_text(ruleset: Ruleset) -> str:
    return "" if ruleset.players.clockwise else _("counter-clockwise")


def _meld_facts(ruleset: Ruleset) -> Iterator[Row]:
    """Yield the facts about taking discards and about melds."""
    melds, words = ruleset.melds, ruleset.words
    if melds is None:
        return
    only_jokers = _wild_names(ruleset) == (_("jokers"),)
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
    """Return ``yes`` or ``no``, or an empty text if no source specifies it."""
    return "" if known is None else yes if known else no


def wild_of(ruleset: Ruleset, family: str) -> list[str]:
    """Return the ranks that are wild in every deal, then wild cards that aren’t a whole rank.

    In trick games a joker is a trump and not wild.
    """
    if ruleset.deck is None:
        return []
    has_wild_jokers = _has_jokers(ruleset) and family != "tricks"
    jokers = [Rank.JOKER.value] if has_wild_jokers else []
    return [*jokers, *ruleset.deck.wild, *ruleset.deck.also_wild]


def values_of(ruleset: Ruleset) -> dict[str, int]:
    """Return the points by rank, for the ranks in the game’s pack."""
    has_jokers = _has_jokers(ruleset)
    values = ruleset.card_values.by_rank if ruleset.card_values else {}
    return {rank: worth for rank, worth in values.items() if has_jokers or rank != Rank.JOKER}


def _has_jokers(ruleset: Ruleset) -> bool:
    deck = ruleset.deck
    if deck is None:
        return False
    return Rank.JOKER in dict(deck.pack) or any(size.jokers for size in deck.by_players.values())


def value_groups(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return ranks and points as the entries of a legend: (``3–10``, ``5``).

    If at least three ranks count their number, they have the text ``face value``.
    """
    values = values_of(ruleset)
    shown = [rank for rank, worth in values.items() if rank == str(worth) and rank != "10"]
    at_face_value = set(shown) if len(shown) > 2 else set()
    groups: list[tuple[list[str], str]] = []
    for rank, worth in values.items():
        text = _("face value") if rank in at_face_value else with_minus(worth)
        if groups and groups[-1][1] == text:
            groups[-1][0].append(rank)
        else:
            groups.append(([rank], text))
    return tuple((_span(ranks), text) for ranks, text in groups)


def _span(ranks: list[str]) -> str:
    return f"{ranks[0]}–{ranks[-1]}" if len(ranks) > 2 else join_texts(ranks)


def values_text(ruleset: Ruleset) -> str:
    """Return the card values in one line: ``2–9: face value; 10–K: 10``."""
    return "; ".join(f"{ranks}: {worth}" for ranks, worth in value_groups(ruleset))


def _players_text(ruleset: Ruleset) -> str:
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
    if not players.best:
        return text
    return _("{players}, best with {best}").format(players=text, best=players.best)


def deck_text(ruleset: Ruleset) -> str:
    """Return the packs and jokers for each number of players; empty if the game has no deck."""
    deck = ruleset.deck
    if deck is None:
        return ""
    sizes: dict[str, list[int]] = {}
    for players in ruleset.players.counts:
        size = deck.by_players[players]
        text = _packs_text(deck, size.packs)
        if size.jokers or not deck.pack:
            text = _("{packs}, {jokers}").format(packs=text, jokers=count_jokers(size.jokers))
        sizes.setdefault(text, []).append(players)
    return _by_size(sizes)


def _packs_text(deck: DeckRules, packs: int) -> str:
    if not deck.pack:
        return count_packs(packs)
    cards = sum(copies for _rank, copies in deck.pack)
    text = ngettext("{number} pack of {cards} cards", "{number} packs of {cards} cards", packs)
    return text.format(number=number_word(packs), cards=cards)


def without_text(ruleset: Ruleset) -> str:
    """Return the cards removed from the pack for each number: ``5 players: 2♦ 2♣``.

    The text is empty if there are none.
    """
    sizes: dict[str, list[int]] = {}
    for players in ruleset.players.counts:
        sizes.setdefault(ruleset.without_words(players), []).append(players)
    return _by_size(sizes) if not sizes.pop("", None) else _of_sizes(sizes)


def _by_size(texts: dict[str, list[int]]) -> str:
    """Return ``two packs`` if that is the only text, or else ``2–4 players: two packs; ...``."""
    return next(iter(texts)) if len(texts) == 1 else _of_sizes(texts)


def _of_sizes(texts: dict[str, list[int]]) -> str:
    return "; ".join(
        ngettext("{numbers} player: {text}", "{numbers} players: {text}", players[-1]).format(
            numbers=_numbers(players), text=text
        )
        for text, players in texts.items()
    )


def _numbers(numbers: list[int]) -> str:
    together = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}–{numbers[-1]}" if together else join_texts(map(str, numbers))


def _wild_text(ruleset: Ruleset) -> str:
    if ruleset.deck is None or ruleset.melds is None:
        return ""
    names = _wild_names(ruleset)
    return join_names(names) if names else _("none")


def _wild_names(ruleset: Ruleset) -> tuple[str, ...]:
    if ruleset.deck is None:
        return ()
    return (
        *([_("jokers")] if _has_jokers(ruleset) else []),
        *ruleset.deck.also_wild,
        *(_ranks_words(rank) for rank in ruleset.deck.wild),
        *([_wild_by_deal(ruleset)] if any(deal.wild for deal in ruleset.deals) else []),
    )


def _wild_by_deal(ruleset: Ruleset) -> str:
    """Return the wild rank of each deal."""
    deal = ruleset.words.deal.one
    ranks = [rank for deal in ruleset.deals for rank in deal.wild]
    first, last = ranks[0], ranks[-1]
    rising = STANDARD[STANDARD.index(first) :][: len(ruleset.deals)]
    if tuple(ranks) != rising:
        # Translators: {deal} is what the game calls a deal, such as “round”.
        return _("a different rank in each {deal}").format(deal=deal)
    # Translators: {deal} is the game's word for a deal, {first} and {last} are like “threes”.
    text = _("{first} in {deal} 1, one rank higher in each later {deal}, {last} in {deal} {count}")
    return text.format(
        first=_ranks_words(first), deal=deal, last=_ranks_words(last), count=len(ranks)
    )


def _ranks_words(rank: str) -> str:
    """Return the plural of a rank: ``twos``, ``jacks``."""
    known = {
        "2": _("twos"),
        "3": _("threes"),
        "4": _("fours"),
        "5": _("fives"),
        "6": _("sixes"),
        "7": _("sevens"),
        "8": _("eights"),
        "9": _("nines"),
        "10": _("tens"),
        "J": _("jacks"),
        "Q": _("queens"),
        "K": _("kings"),
        "A": _("aces"),
    }
    # Translators: the cards of a rank that only one game has, such as “Rooks”.
    return known.get(rank) or _("{rank}s").format(rank=rank_words(rank))


def _length_text(ruleset: Ruleset) -> str:
    return _deals_text(ruleset) if ruleset.length else ""


def _deals_text(ruleset: Ruleset) -> str:
    words = ruleset.words.deal
    return count_words(ruleset.length or len(ruleset.deals), words.one, words.many)


def winner_text(ruleset: Ruleset) -> str:
    """Return who wins and when the game ends: ``lowest total after seven deals``."""
    end, deals = ruleset.end, _deals_text(ruleset)
    if end.out_at:
        return _("last player under {points}").format(points=end.out_at)
    won = _won_by_points(end)
    if won and not end.deals:
        return won
    if end.open and not won:
        return _lowest_or_highest(
            end, _("lowest total when you stop"), _("highest total when you stop")
        )
    # Translators: {deals} is text such as “seven rounds”.
    after = _lowest_or_highest(
        end, _("lowest total after {deals}"), _("highest total after {deals}")
    ).format(deals=deals)
    # Translators: two ways to win, “first to 100” or “lowest total after seven rounds”.
    return _("{won}, or {after}").format(won=won, after=after) if won else after


def _won_by_points(end: End) -> str:
    """Return who wins at a target or a floor; empty if the game has neither."""
    goal, floor = _goal_text(end), end.floor
    if floor is not None and goal:
        won = _lowest_or_highest(
            end,
            _("lowest total once someone reaches {goal} or falls to {floor}"),
            _("highest total once someone reaches {goal} or falls to {floor}"),
        )
    elif floor is not None:
        won = _lowest_or_highest(
            end,
            _("lowest total once someone falls to {floor}"),
            _("highest total once someone falls to {floor}"),
        )
    elif goal:
        won = _lowest_or_highest(
            end, _("lowest total once someone reaches {goal}"), _("first to {goal}")
        )
    else:
        return ""
    return won.format(goal=goal, floor=with_minus(floor))


def _lowest_or_highest(end: End, lowest: str, highest: str) -> str:
    return lowest if end.wins == "lowest" else highest


def _goal_text(end: End) -> str:
    if end.target_each:
        return _("{points} for each player in the game").format(points=end.target_each)
    return str(end.target) if end.target else ""


def _by_deal(ruleset: Ruleset, texts: Iterable[tuple[Deal, str]]) -> str:
    """Return the texts with the deals that they apply to, or one text if it applies to all."""
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
    return ", ".join(_numbers(span) for span in spans)


def _cards_text(ruleset: Ruleset) -> str:
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
    return "" if "" in sizes else _by_size(sizes)


def takes_words(ruleset: Ruleset, deal: Deal) -> str:
    """Return the limit and the price of takes in a deal.

    For example, ``2 for each player, each with 2 extra cards from the stock``.
    """
    takes = deal.takes
    if takes.limit == 0:
        return _("none")
    return ", ".join(_takes_parts(ruleset, takes))


def _takes_parts(ruleset: Ruleset, takes: Takes) -> Iterator[str]:
    if takes.limit is None:
        yield _("unlimited")
    else:
        # Translators: how often a player may take a discard out of turn.
        yield ngettext("{count} for each player", "{count} for each player", takes.limit).format(
            count=takes.limit
        )
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


def _takes_text(ruleset: Ruleset) -> str:
    if not any(deal.contract.size or deal.takes.limit != 0 for deal in ruleset.deals):
        return ""
    return _by_deal(ruleset, ((deal, takes_words(ruleset, deal)) for deal in ruleset.deals))


def _max_wild_text(ruleset: Ruleset) -> str:
    if ruleset.melds is None or not _wild_names(ruleset):
        return ""
    most = ruleset.melds.max_wild
    if most == "half":
        return _("at most half of its cards")
    if most is None:
        return _("any number")
    if ruleset.melds.more_wild_later:
        return _("at most {count}, more by laying off").format(count=most)
    return _("at most {count}").format(count=most)


def _joker_swap_text(ruleset: Ruleset, *, only_jokers: bool) -> str:
    swap = ruleset.melds.joker_swap if ruleset.melds else None
    if swap is None or not _wild_names(ruleset):
        return ""
    if not (swap.runs or swap.sets):
        return _("never")
    if swap.runs and swap.sets:
        melds = _("from runs and sets")
    else:
        melds = _("from runs") if swap.runs else _("from sets")
    when = _("at any time") if swap.any_time else _("on your own turn")
    if swap.keep and only_jokers:
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

    As described by Paul Welty (Liverpool Rummy).
    """
    return players * deal.cards + 1


def _cut_text(ruleset: Ruleset) -> str:
    bonus = ruleset.scoring.cut_bonus
    if not bonus:
        return ""
    return _(_CUT_BONUS[ruleset.scoring.cut_by]).format(points=with_minus(bonus))


def settlement_text(ruleset: Ruleset) -> str:
    """Return the payments by place and the share of the kitty; empty without a settlement."""
    rule = ruleset.settlement
    if rule is None:
        return ""
    if rule.pays:
        # Translators: {unit} is what is paid, such as “pennies”.
        pays = _("from 2nd place down, players pay {amounts} ({unit}); the winner gets the sum")
    else:
        pays = _(
            "from 2nd place down, each place pays {step} more than the one before ({unit});"
            " the winner gets the sum"
        )
    amounts = ", ".join(map(str, rule.pays))
    payments = pays.format(amounts=amounts, step=rule.step, unit=rule.unit.many)
    if len(rule.kitty) > 1:
        # Translators: {shares} is a ratio such as “2 : 1”.
        kitty = _("the kitty is split by place in the ratio {shares}").format(
            shares=" : ".join(map(str, rule.kitty))
        )
    else:
        kitty = _("the kitty goes to the winner")
    return _("{payments}; {kitty}").format(payments=payments, kitty=kitty)


def shares_text(ruleset: Ruleset) -> str:
    """Return how tied players share the payments of their places; empty without a settlement."""
    rule = ruleset.settlement
    if rule is None:
        return ""
    if rule.shares == "exact":
        # Translators: {unit} is what is paid, such as “penny”.
        text = _("tied players share their amounts equally, down to fractions of a {unit}")
        return text.format(unit=rule.unit.one)
    # Translators: {unit} is what is paid, such as “penny”, and {units} is its plural.
    text = _(
        "tied players share their amounts in whole {units}; "
        "the one in the first column gets an odd {unit} first"
    )
    return text.format(unit=rule.unit.one, units=rule.unit.many)


def differences(theirs: Ruleset, own: Ruleset) -> tuple[tuple[Fact, Fact], ...]:
    """Return the facts that differ between two rulesets, as (theirs, own).

    Deals with different melds or special rules come last.
    """
    their_facts = {fact.key: fact for fact in facts(theirs)}
    own_facts = {fact.key: fact for fact in facts(own)}
    nothing = Fact("", "", _("none"))
    pairs = [
        (their_facts.get(key, nothing), own_facts.get(key, nothing))
        for key in dict.fromkeys((*own_facts, *their_facts))
    ]
    return (
        *((their, mine) for their, mine in pairs if their.text != mine.text),
        *_deal_differences(theirs, own),
    )


def _deal_differences(theirs: Ruleset, own: Ruleset) -> Iterator[tuple[Fact, Fact]]:
    """Yield the deals whose melds or special rules differ, whatever the games call them."""
    for their, mine in zip_longest(theirs.deals, own.deals):
        asked = [(deal.contract, deal.special_rules) if deal else None for deal in (their, mine)]
        if asked[0] != asked[1]:
            yield _deal_fact(theirs, their), _deal_fact(own, mine)


def _deal_fact(ruleset: Ruleset, deal: Deal | None) -> Fact:
    if deal is None:
        return Fact("", "", _("none"))
    ruleset = translated_ruleset(ruleset)
    deal = ruleset.deals[deal.number - 1]
    label = _("{label} {number}").format(label=capital(ruleset.words.deal.one), number=deal.number)
    rules = " ".join(deal.special_rules)
    words = ruleset.contract_words(deal) or _("no contract")
    return Fact(f"deal-{deal.number}", label, f"{words}. {rules}" if rules else words)
