"""What a table asks about the rules, derived from the data: one line for each answer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from rules.engine.cards import STANDARD, Rank, rank_words
from rules.engine.contracts import Deal
from rules.engine.formatting import capital, count_words, join_names, with_minus
from rules.engine.rulesets import End, Ruleset
from rules.engine.schemes import scheme_of

_ACES = {
    "low-or-high": "low or high, never in the middle",
    "high": "high only",
    "low": "low only",
    "round": "low, high or in the middle",
}
_RUNS = {
    "not-touching": "must not touch; they may overlap or leave a gap",
    "apart": "at least one card apart",
    "one-per-suit": "one run to a suit for each player",
    "allowed": "may touch",
}
_GOING_OUT = {
    "required": "the last card is discarded",
    "allowed": "with or without a discard",
    "forbidden": "never by a discard",
}
_SHANGHAI = "a discard that fits a meld may be called and played there"
_CUTTERS = {
    -1: "the player at the dealer’s right",
    0: "the dealer",
    1: "the player at the dealer’s left",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the facts table, derived from the data."""

    key: str
    label: str
    text: str


def facts(ruleset: Ruleset) -> tuple[Fact, ...]:
    """What a table asks about the rules, most asked first; empty answers are left out.

    What the scheme says, such as who wins, stands before what can be read from the rest.
    """
    words = ruleset.words
    rows = (
        ("values", values_label(ruleset), values_text(ruleset)),
        *_scheme_facts(ruleset),
        ("players", "Players", _players_text(ruleset)),
        ("direction", "Direction", "" if ruleset.players.clockwise else "counter-clockwise"),
        ("deck", "Packs and jokers", deck_text(ruleset)),
        ("without", "Cards left out", without_text(ruleset)),
        ("wild", "Wild cards", _wild_text(ruleset)),
        ("deals", capital(words.deal.many), _deals_text(ruleset) if ruleset.length else ""),
        ("cards", "Cards dealt", _cards_text(ruleset)),
        *_meld_facts(ruleset),
        ("cut", "Perfect cut", _cut_text(ruleset)),
        ("winner", "Winner", winner_text(ruleset)),
        ("settlement", "Settlement", settlement_text(ruleset)),
    )
    found: dict[str, Fact] = {}
    for key, label, text in rows:
        if text:
            found.setdefault(key, Fact(key, label, text))
    return tuple(found.values())


Row = tuple[str, str, str]


def values_label(ruleset: Ruleset) -> str:
    """Which cards the values are for: ``Cards left in hand``."""
    return scheme_of(ruleset, ruleset.players.counts[0]).values_words


def _scheme_facts(ruleset: Ruleset) -> Iterator[Row]:
    return scheme_of(ruleset, ruleset.players.counts[0]).facts()


def _meld_facts(ruleset: Ruleset) -> Iterator[Row]:
    """What may be melded and taken, in the order in which a table asks."""
    melds, words = ruleset.melds, ruleset.words
    if melds is None:
        return
    yield "takes", f"{capital(words.take.one)} (out of turn)", _takes_text(ruleset)
    smallest = f"{melds.set_min} of a rank, {melds.run_min} in suit sequence"
    yield "smallest", "Smallest melds", smallest
    yield "ace", "Aces in runs", _ACES[melds.ace] if melds.ace else ""
    runs = _RUNS[melds.runs_in_one_suit] if melds.runs_in_one_suit else ""
    yield "runs", "A player’s runs in one suit", runs
    same_rank = _either(melds.same_rank_sets, "allowed", "refused")
    yield "same-rank", f"Two {words.set.many} of one rank", same_rank
    wild = "joker" if _wild_names(ruleset) == ("jokers",) else "wild card"
    yield "max-wild", f"{capital(wild)}s in a meld", _max_wild_text(ruleset)
    larger = _either(melds.larger_melds, "at once", "only by laying off")
    yield "larger", "Melds larger than the contract", larger
    turns = "from the melding turn on", "from the next turn on"
    yield "lay-off", "Laying off", _either(melds.lay_off_same_turn, *turns)
    yield "joker-swap", f"Claiming a melded {wild}", _joker_swap_text(ruleset, wild)
    going_out = _GOING_OUT[melds.going_out_discard] if melds.going_out_discard else ""
    yield "going-out", "Going out", going_out
    yield "shanghai", "Shanghai call", _SHANGHAI if melds.shanghai_call else ""


def _either(known: bool | None, yes: str, no: str) -> str:
    """One of two answers; none where no source says."""
    return "" if known is None else yes if known else no


def wild_of(ruleset: Ruleset, family: str) -> list[str]:
    """Return the ranks that are wild in every deal, and wild cards that are no whole rank.

    In games of tricks a joker is a trump and not wild.
    """
    if ruleset.deck is None:
        return []
    has_wild_jokers = _has_jokers(ruleset) and family != "tricks"
    jokers = [Rank.JOKER.value] if has_wild_jokers else []
    return [*jokers, *ruleset.deck.wild, *ruleset.deck.also_wild]


def values_of(ruleset: Ruleset) -> dict[str, int]:
    """Points by rank, for the ranks that the game has."""
    has_jokers = _has_jokers(ruleset)
    values = ruleset.card_values.by_rank if ruleset.card_values else {}
    return {rank: worth for rank, worth in values.items() if has_jokers or rank != Rank.JOKER}


def _has_jokers(ruleset: Ruleset) -> bool:
    deck = ruleset.deck
    if deck is None:
        return False
    return Rank.JOKER in dict(deck.pack) or any(size.jokers for size in deck.by_players.values())


def value_groups(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Ranks and points as a legend: (``3–10``, ``5``); three number cards or more in a row that
    count what they show are one entry, ``face value``.
    """
    values = values_of(ruleset)
    shown = [rank for rank, worth in values.items() if rank == str(worth) and rank != "10"]
    at_face_value = set(shown) if len(shown) > 2 else set()
    groups: list[tuple[list[str], str]] = []
    for rank, worth in values.items():
        text = "face value" if rank in at_face_value else with_minus(worth)
        if groups and groups[-1][1] == text:
            groups[-1][0].append(rank)
        else:
            groups.append(([rank], text))
    return tuple((_span(ranks), text) for ranks, text in groups)


def _span(ranks: list[str]) -> str:
    return f"{ranks[0]}–{ranks[-1]}" if len(ranks) > 2 else ", ".join(ranks)


def values_text(ruleset: Ruleset) -> str:
    return "; ".join(f"{ranks}: {worth}" for ranks, worth in value_groups(ruleset))


def _players_text(ruleset: Ruleset) -> str:
    players = ruleset.players
    text = ruleset.players_words
    if players.team > 1:
        sides = count_words(players.counts[0] // players.team, "side", "sides")
        text += f", in {sides if len(players.counts) == 1 else 'sides'} of {players.team}"
    return f"{text}, best with {players.best}" if players.best else text


def deck_text(ruleset: Ruleset) -> str:
    """Packs and jokers by table size, equal sizes together; empty without a deck."""
    if ruleset.deck is None:
        return ""
    sizes: dict[str, list[int]] = {}
    for players in ruleset.players.counts:
        packs = ruleset.deck.by_players[players]
        text = count_words(packs.packs, "pack", "packs")
        if ruleset.deck.pack:
            text += f" of {sum(copies for _, copies in ruleset.deck.pack)} cards"
        if packs.jokers or not ruleset.deck.pack:
            text += f", {count_words(packs.jokers, 'joker', 'jokers')}"
        sizes.setdefault(text, []).append(players)
    return _by_size(sizes)


def without_text(ruleset: Ruleset) -> str:
    """The cards that leave the pack, by table size: ``5 players: 2♦ 2♣``; empty where none do."""
    sizes: dict[str, list[int]] = {}
    for players in ruleset.players.counts:
        sizes.setdefault(ruleset.without_words(players), []).append(players)
    return _by_size(sizes) if not sizes.pop("", None) else _of_sizes(sizes)


def _by_size(texts: dict[str, list[int]]) -> str:
    """``two packs`` where all tables have the same, else ``2–4 players: two packs; ...``."""
    return next(iter(texts)) if len(texts) == 1 else _of_sizes(texts)


def _of_sizes(texts: dict[str, list[int]]) -> str:
    return "; ".join(f"{_numbers(players)} players: {text}" for text, players in texts.items())


def _numbers(numbers: list[int]) -> str:
    together = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}–{numbers[-1]}" if together else ", ".join(map(str, numbers))


def _wild_text(ruleset: Ruleset) -> str:
    if ruleset.deck is None or ruleset.melds is None:
        return ""
    names = _wild_names(ruleset)
    return join_names(names) if names else "none"


def _wild_names(ruleset: Ruleset) -> tuple[str, ...]:
    if ruleset.deck is None:
        return ()
    return (
        *(["jokers"] if _has_jokers(ruleset) else []),
        *ruleset.deck.also_wild,
        *(_ranks_words(rank) for rank in ruleset.deck.wild),
        *([_wild_by_deal(ruleset)] if any(deal.wild for deal in ruleset.deals) else []),
    )


def _wild_by_deal(ruleset: Ruleset) -> str:
    """Which rank is wild in which deal, where it rises by one from deal to deal."""
    deal = ruleset.words.deal.one
    ranks = [rank for deal in ruleset.deals for rank in deal.wild]
    first, last = ranks[0], ranks[-1]
    rising = STANDARD[STANDARD.index(first) :][: len(ruleset.deals)]
    if tuple(ranks) != rising:
        return f"a rank of each {deal}’s own"
    return (
        f"{_ranks_words(first)} in {deal} 1, a rank higher in each later {deal},"
        f" {_ranks_words(last)} in {deal} {len(ranks)}"
    )


def _ranks_words(rank: str) -> str:
    """The cards of a rank: ``twos``, ``jacks``."""
    return "twos" if rank == Rank.TWO else f"{rank_words(rank)}s"


def _deals_text(ruleset: Ruleset) -> str:
    words = ruleset.words.deal
    return count_words(ruleset.length or len(ruleset.deals), words.one, words.many)


def winner_text(ruleset: Ruleset) -> str:
    """Who wins and when the game ends: ``lowest total after seven deals``."""
    end, best = ruleset.end, f"{ruleset.end.wins} total"
    if end.out_at:
        return f"the last one below {end.out_at}"
    goal = _goal_text(end)
    if goal and end.wins == "highest" and end.floor is None:
        won = f"first to {goal}"
    elif end.floor is not None:
        falls = f"falls to {with_minus(end.floor)}"
        won = f"{best} once somebody {f'reaches {goal}, or {falls}' if goal else falls}"
    elif goal:
        won = f"{best} once somebody reaches {goal}"
    elif end.open:
        return f"{best} when the table stops"
    else:
        return f"{best} after {_deals_text(ruleset)}"
    return f"{won}, or {best} after {_deals_text(ruleset)}" if end.deals else won


def _goal_text(end: End) -> str:
    if end.target_each:
        return f"{end.target_each} for each player at the table"
    return str(end.target) if end.target else ""


def _by_deal(ruleset: Ruleset, texts: Iterable[tuple[Deal, str]]) -> str:
    groups: dict[str, list[int]] = {}
    for deal, text in texts:
        groups.setdefault(text, []).append(deal.number)
    if len(groups) == 1:
        return f"{next(iter(groups))} in every {ruleset.words.deal.one}"
    return "; ".join(
        f"{text} in {ruleset.words.deal.many if len(numbers) > 1 else ruleset.words.deal.one} "
        f"{_spans(numbers)}"
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
        return _by_deal(ruleset, ((deal, str(deal.cards or "?")) for deal in ruleset.deals))
    sizes: dict[str, list[int]] = {}
    for players in ruleset.players.counts if ruleset.deck else ():
        cards = ruleset.cards_dealt(ruleset.deals[0], players)
        sizes.setdefault(str(cards) if cards else "", []).append(players)
    return "" if "" in sizes else _by_size(sizes)


def takes_words(ruleset: Ruleset, deal: Deal) -> str:
    """What a deal allows: ``2 for each player, each with 2 stock cards``."""
    takes = deal.takes
    if takes.limit == 0:
        return "none"
    often = "any number" if takes.limit is None else f"{takes.limit} for each player"
    if takes.extra:
        often += f", each with {count_words(takes.extra, 'stock card', 'stock cards')}"
    if takes.price and ruleset.settlement:
        unit = ruleset.settlement.unit
        often += f", for {count_words(takes.price, unit.one, unit.many)}"
    if takes.per_turn:
        often += f", {count_words(takes.per_turn, 'card', 'cards')} a turn in all"
    return often


def _takes_text(ruleset: Ruleset) -> str:
    if not any(deal.contract.size or deal.takes.limit != 0 for deal in ruleset.deals):
        return ""
    return _by_deal(ruleset, ((deal, takes_words(ruleset, deal)) for deal in ruleset.deals))


def _max_wild_text(ruleset: Ruleset) -> str:
    if ruleset.melds is None or not _wild_names(ruleset):
        return ""
    most = ruleset.melds.max_wild
    if most == "half":
        return "half of its cards at most"
    if most is None:
        return "any number"
    return f"{most} at most{', more by laying off' if ruleset.melds.more_wild_later else ''}"


def _joker_swap_text(ruleset: Ruleset, wild: str) -> str:
    swap = ruleset.melds.joker_swap if ruleset.melds else None
    if swap is None or not _wild_names(ruleset):
        return ""
    where = [name for name, allowed in (("runs", swap.runs), ("sets", swap.sets)) if allowed]
    if not where:
        return "never"
    then = "may be kept" if swap.keep else "is played at once"
    when = "at any time" if swap.any_time else "in one’s own turn"
    return f"from {' and '.join(where)}, {when}; the {wild} {then}"


def cut_size(deal: Deal, players: int) -> int:
    """Cards of a perfect cut: the hands and the upcard (Paul Welty, Liverpool Rummy)."""
    return players * deal.cards + 1


def _cut_text(ruleset: Ruleset) -> str:
    bonus = ruleset.scoring.cut_bonus
    if not bonus:
        return ""
    who = _CUTTERS[ruleset.scoring.cut_by]
    return f"{with_minus(bonus)} points for {who}"


def settlement_text(ruleset: Ruleset) -> str:
    """Payments by place and the kitty in one line; empty where the game has none."""
    rule = ruleset.settlement
    if rule is None:
        return ""
    if rule.pays:
        pays = f"from second place on they pay {', '.join(map(str, rule.pays))}"
    else:
        pays = f"each place pays {rule.step} more than the one before, from second place on"
    kitty = "the kitty goes to the winner"
    if len(rule.kitty) > 1:
        kitty = f"the kitty is split {' to '.join(map(str, rule.kitty))} by place"
    return f"{pays} ({rule.unit.many}); the winner gets the sum; {kitty}"


def differences(theirs: Ruleset, own: Ruleset) -> tuple[tuple[Fact, Fact], ...]:
    """Facts in which two rulesets differ: (theirs, own), then deals that ask for other melds."""
    their_facts = {fact.key: fact for fact in facts(theirs)}
    own_facts = {fact.key: fact for fact in facts(own)}
    nothing = Fact("", "", "none")
    pairs = [
        (their_facts.get(key, nothing), own_facts.get(key, nothing))
        for key in dict.fromkeys((*own_facts, *their_facts))
    ]
    return (
        *((their, mine) for their, mine in pairs if their.text != mine.text),
        *_deal_differences(theirs, own),
    )


def _deal_differences(theirs: Ruleset, own: Ruleset) -> Iterator[tuple[Fact, Fact]]:
    """Deals that ask for other melds or have other special rules, whatever the games call them."""
    for their, mine in zip_longest(theirs.deals, own.deals):
        asked = [(deal.contract, deal.special_rules) if deal else None for deal in (their, mine)]
        if asked[0] != asked[1]:
            yield _deal_fact(theirs, their), _deal_fact(own, mine)


def _deal_fact(ruleset: Ruleset, deal: Deal | None) -> Fact:
    if deal is None:
        return Fact("", "", "none")
    label = f"{capital(ruleset.words.deal.one)} {deal.number}"
    rules = " ".join(deal.special_rules)
    words = ruleset.contract_words(deal) or "no contract"
    return Fact(f"deal-{deal.number}", label, f"{words}. {rules}" if rules else words)
