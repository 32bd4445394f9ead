"""What a table asks about the rules, derived from the data: one line for each answer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from rules.cards import Rank
from rules.contracts import Deal, capital, count_words
from rules.variants import Ruleset

_ACES = {"low-or-high": "low or high, never in the middle", "high": "high only"}
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


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the facts table, derived from the data."""

    key: str
    label: str
    text: str


def facts(ruleset: Ruleset) -> tuple[Fact, ...]:
    """What a table asks about the rules, most asked first; empty answers are left out."""
    rows = (
        ("values", "Cards left in hand", values_text(ruleset)),
        ("players", "Players", _players_text(ruleset)),
        ("deck", "Packs and jokers", deck_text(ruleset)),
        ("wild", "Wild cards", _wild_text(ruleset)),
        ("deals", "Deals", _deals_text(ruleset)),
        ("cards", "Cards dealt", _cards_text(ruleset)),
        ("takes", f"{capital(ruleset.words.take.one)} (out of turn)", _takes_text(ruleset)),
        (
            "smallest",
            "Smallest melds",
            f"{ruleset.melds.set_min} of a rank, {ruleset.melds.run_min} in suit sequence",
        ),
        ("ace", "Aces in runs", _ACES[ruleset.melds.ace]),
        ("runs", "A player’s runs in one suit", _RUNS[ruleset.melds.runs_in_one_suit]),
        (
            "same-rank",
            f"Two {ruleset.words.set.many} of one rank",
            "allowed" if ruleset.melds.same_rank_sets else "refused",
        ),
        ("max-wild", "Jokers in a meld", _max_wild_text(ruleset)),
        (
            "larger",
            "Melds larger than the contract",
            "at once" if ruleset.melds.larger_melds else "only by laying off",
        ),
        (
            "lay-off",
            "Laying off",
            "from the melding turn on"
            if ruleset.melds.lay_off_same_turn
            else "from the next turn on",
        ),
        ("joker-swap", "Claiming a melded joker", _joker_swap_text(ruleset)),
        ("going-out", "Going out", _GOING_OUT[ruleset.melds.going_out_discard]),
        ("shanghai", "Shanghai call", "yes" if ruleset.melds.shanghai_call else ""),
        ("cut", "Perfect cut", _cut_text(ruleset)),
        ("winner", "Winner", f"lowest total after {_deals_text(ruleset)}"),
        ("settlement", "Settlement", settlement_text(ruleset)),
    )
    return tuple(Fact(key, label, text) for key, label, text in rows if text)


def values_of(ruleset: Ruleset) -> dict[str, int]:
    """Points by rank, for the ranks that the game has."""
    has_jokers = any(size.jokers for size in ruleset.deck.by_players.values())
    return {
        rank.value: ruleset.scoring.values[rank]
        for rank in Rank
        if has_jokers or rank is not Rank.JOKER
    }


def value_groups(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """Ranks and points as a legend: (``3–10``, ``5``); three number cards or more in a row that
    count what they show are one entry, ``face value``.
    """
    values = values_of(ruleset)
    shown = [rank for rank, worth in values.items() if rank == str(worth) and rank != "10"]
    at_face_value = set(shown) if len(shown) > 2 else set()
    groups: list[tuple[list[str], str]] = []
    for rank, worth in values.items():
        text = "face value" if rank in at_face_value else str(worth)
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
    best = f", best with {players.best}" if players.best else ""
    return f"{players.min} to {players.max}{best}"


def deck_text(ruleset: Ruleset) -> str:
    """Packs and jokers by table size, equal sizes together."""
    sizes: dict[str, list[int]] = {}
    for players in range(ruleset.players.min, ruleset.players.max + 1):
        packs = ruleset.deck.by_players[players]
        jokers = count_words(packs.jokers, "joker", "jokers")
        sizes.setdefault(f"{count_words(packs.packs, 'pack', 'packs')}, {jokers}", []).append(
            players
        )
    if len(sizes) == 1:
        return next(iter(sizes))
    return "; ".join(f"{_numbers(players)} players: {cards}" for cards, players in sizes.items())


def _numbers(numbers: list[int]) -> str:
    together = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}–{numbers[-1]}" if together else ", ".join(map(str, numbers))


def _wild_text(ruleset: Ruleset) -> str:
    names = ["jokers"] if "Joker" in values_of(ruleset) else []
    names += ["twos" if rank is Rank.TWO else f"{rank.title}s" for rank in ruleset.deck.wild]
    return " and ".join(names) or "none"


def _deals_text(ruleset: Ruleset) -> str:
    return count_words(len(ruleset.deals), ruleset.words.deal.one, ruleset.words.deal.many)


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
    return _by_deal(ruleset, ((deal, str(deal.cards)) for deal in ruleset.deals))


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
    return _by_deal(ruleset, ((deal, takes_words(ruleset, deal)) for deal in ruleset.deals))


def _has_wild_cards(ruleset: Ruleset) -> bool:
    return bool(ruleset.deck.wild) or "Joker" in values_of(ruleset)


def _max_wild_text(ruleset: Ruleset) -> str:
    if not _has_wild_cards(ruleset):
        return ""
    most = ruleset.melds.max_wild
    return "any number" if most is None else f"{most} at most"


def _joker_swap_text(ruleset: Ruleset) -> str:
    if not _has_wild_cards(ruleset):
        return ""
    swap = ruleset.melds.joker_swap
    where = [name for name, allowed in (("runs", swap.runs), ("sets", swap.sets)) if allowed]
    if not where:
        return "never"
    then = "may be kept" if swap.keep else "is played at once"
    when = "at any time" if swap.any_time else "in one’s own turn"
    return f"from {' and '.join(where)}, {when}; the joker {then}"


def cut_size(deal: Deal, players: int) -> int:
    """Cards of a perfect cut: the hands and the upcard (Paul Welty, Liverpool Rummy)."""
    return players * deal.cards + 1


def _cut_text(ruleset: Ruleset) -> str:
    bonus = ruleset.scoring.cut_bonus
    if not bonus:
        return ""
    return f"{bonus} points for the player at the dealer’s right".replace("-", "−")


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
        asked = [(deal.contract, deal.special) if deal else None for deal in (their, mine)]
        if asked[0] != asked[1]:
            yield _deal_fact(theirs, their), _deal_fact(own, mine)


def _deal_fact(ruleset: Ruleset, deal: Deal | None) -> Fact:
    if deal is None:
        return Fact("", "", "none")
    label = f"{capital(ruleset.words.deal.one)} {deal.number}"
    rules = " ".join(special.sentence for special in deal.special)
    words = ruleset.contract_words(deal)
    return Fact(f"deal-{deal.number}", label, f"{words}. {rules}" if rules else words)
