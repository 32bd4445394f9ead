"""Facts about the games, and the catalogue’s values for them if it has any."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from pathlib import Path
from typing import Any

from rules.engine.cards import Deck, Rank
from rules.engine.catalogue import catalogue
from rules.engine.contracts import Contract, Deal, Special
from rules.engine.deal_seating import DealSeating, DealSide
from rules.engine.entries import EntryRefusedError
from rules.engine.rulesets import Ruleset
from rules.engine.settlement import settle
from rules.engine.variants import Variant
from rules.reference.card_facts import values_of
from rules.reference.facts import cut_size
from rules.reference.glossary import mentioned
from rules.reference.rule_texts import rule_texts
from tests.rules.played import points, standings
from tests.rules.scored import entry_fields, report, score_deal

FILE = Path(__file__).parent / "facts.json"
GAMES = (
    "contract-rummy",
    "contract-rummy-eight",
    "liverpool-rummy",
    "may-i",
    "shanghai-rummy",
    "shanghai-rummy-powe",
    "shanghai-rummy-kolsov",
    "progressive-rummy",
)


# Games whose page has a different slug from their facts. In the facts, “continental-rummy” is the
# game with a single contract, which is played for chips.
PAGES = {
    "six-to-ten": "6-7-8-9-10",
    "twelve-step": "12-step-rummy",
    "loba": "central-american-loba",
    "continental-rummy": "continental-rummy-chips",
    "deals-rummy": "indian-rummy-deals",
    "pool-rummy": "indian-rummy-pool-101",
}


@dataclass(frozen=True)
class Fact:
    """A fact. ``key`` is the id without the game: ``players.min``.

    A fact that is not in the catalogue has the section of the rule texts with these ``words``.
    """

    game: str
    key: str
    value: Any
    section: str = ""
    words: str = ""

    @property
    def slug(self) -> str:
        return PAGES.get(self.game, self.game)

    @property
    def variant(self) -> Variant:
        return catalogue().variant(self.slug)

    @property
    def rules(self) -> Ruleset:
        return self.variant.standard

    def text(self, section: str) -> str:
        """Return the text of a section without emphasis.

        The section may be one of the reference (of another game if ``game:`` precedes it), the
        readings or house rules in the catalogue, or the text on a game without a page.
        """
        named = self.slug if section == "mentioned" else section
        for term in mentioned().terms:
            if term.id == named:
                return term.text
        game, _, key = section.rpartition(":")
        variant = catalogue().variant(game) if game else self.variant
        if key == "readings":
            return " ".join(variant.readings)
        if key == "house rules":
            return " ".join(f"{option.label}. {option.explanation}" for option in variant.options)
        found = {part.key: part.rules for part in rule_texts().sections(variant)}
        return " ".join(rule.text for rule in found.get(key, ())).replace("**", "")


def load_facts() -> list[Fact]:
    """Return all facts, in the order of the file."""
    return [
        Fact(
            fact["game"],
            fact["id"].removeprefix(f"{fact['game']}."),
            fact["value"],
            fact.get("section", ""),
            fact.get("words", ""),
        )
        for fact in json.loads(FILE.read_text("utf-8"))
    ]


def only(values: Iterable[Any]) -> Any:
    """Return the one value that all ``values`` are equal to."""
    (value,) = set(values)
    return value


def decks(rules: Ruleset) -> dict[int, Deck]:
    return {
        players: rules.deck.deck(players)
        for players in range(rules.players.min, rules.players.max + 1)
    }


def deck_row(fact: Fact, players: int) -> dict[str, int]:
    deck = fact.rules.deck.deck(players)
    row = {"packs": deck.packs, "jokers": deck.jokers, "total": len(deck)}
    return row | ({"wild_twos": 4 * deck.packs} if Rank.TWO in fact.rules.deck.wild else {})


SENTENCES = {
    Special.RUNS_NOT_TOUCHING: "same-suit runs must not touch",
    Special.RUNS_APART: "same-suit runs must be apart",
    Special.RUNS_IN_DIFFERENT_SUITS: "runs in different suits",
    Special.TOUCHING_ALLOWED: "touching runs allowed",
    Special.WHOLE_HAND: "whole hand at once",
    Special.LONG_RUNS: "runs may exceed 4",
    Special.NO_DISCARD: "no discard",
    Special.NO_DISCARD_WHEN_GOING_OUT: "no discard when going out",
    Special.ORDINARY: "ordinary round",
}
# Two separate facts, special-round.whole-hand-rounds and long-runs-rounds, cover these.
SAID_ELSEWHERE = {("shanghai-rummy", 7): {Special.WHOLE_HAND, Special.LONG_RUNS}}


def contract_row(fact: Fact, deal: Deal) -> dict[str, Any]:
    takes, left_out = deal.takes, SAID_ELSEWHERE.get((fact.game, deal.number), set())
    row = {
        "round": deal.number,
        "deal": deal.cards,
        "sets": list(deal.sets),
        "runs": list(deal.runs),
        "pairs": deal.pairs,
        "total": deal.contract.size,
        "buys": takes.limit,
        "take": None if takes.limit is None else takes.limit * takes.extra,
        "take_per_buy": takes.extra,
        "special": sorted(SENTENCES[special] for special in set(deal.special) - left_out),
    }
    return row | ({"sizes_are_minimum": True} if fact.rules.melds.larger_melds else {})


def deals_with(fact: Fact, *specials: Special) -> list[int]:
    return [deal.number for deal in fact.rules.deals if set(specials) & set(deal.special)]


def deals_with_takes(rules: Ruleset) -> list[Deal]:
    return [deal for deal in rules.deals if deal.takes.limit != 0]


def left_after_meld(deal: Deal) -> int:
    """Return the number of cards left after a draw and the contract’s melds."""
    return 0 if Special.WHOLE_HAND in deal.special else deal.cards + 1 - deal.contract.size


def surplus_on_meld(fact: Fact) -> bool:
    return fact.rules.melds.larger_melds or fact.rules.melds.lay_off_same_turn


def out_on_meld_turn(fact: Fact) -> bool:
    return surplus_on_meld(fact) or any(
        left_after_meld(deal) == 1 for deal in fact.rules.deals if not deal.special
    )


def swaps(fact: Fact, answer: Callable[[Any], bool]) -> bool | None:
    """Return how jokers may be claimed, or None if they may not."""
    swap = fact.rules.melds.joker_swap
    return answer(swap) if swap.runs or swap.sets else None


def table_of(players: int) -> DealSeating:
    return DealSeating(tuple(DealSide(str(n), f"Side {n}") for n in range(1, players + 1)), "1")


def most_zeros(rules: Ruleset) -> int:
    """Return the maximum number of sides that may have a zero in one deal."""
    table = table_of(rules.players.min)
    accepted = []
    for zeros in range(1, rules.players.min + 1):
        texts = {f"left-points-{key}": "0" if int(key) <= zeros else "20" for key in table.keys}
        try:
            score_deal(rules, 1, report(rules, 1, table, texts))
        except EntryRefusedError:
            continue
        accepted.append(zeros)
    return max(accepted)


def cut_line(rules: Ruleset) -> tuple[int, int]:
    """Return the points for a perfect cut, and the cutter’s seat in clockwise steps from the
    dealer.
    """
    table = table_of(4)
    texts = {"out": "1", "cut": "1"} | {f"left-points-{key}": "20" for key in "234"}
    lines = score_deal(rules, 1, report(rules, 1, table, texts))
    cut = next(line for line in lines if line.reason.text == "perfect cut")
    return cut.points, table.keys.index(cut.side) - len(table.keys)


def lowest_wins(rules: Ruleset) -> bool:
    deals = [{"low": 5, "high": max(10, rules.end.target)}] * len(rules.deals)
    return standings(rules, ["high", "low"], deals).winners == ("low",)


def ends_at_target(rules: Ruleset) -> bool:
    """Return whether the game ends at the target but not one point before it."""
    target = rules.end.target
    winners = [
        standings(rules, ["high", "low"], [{"low": 5, "high": high}]).winners
        for high in (target - 1, target)
    ]
    return [bool(found) for found in winners] == [False, True]


def payments(rules: Ruleset, players: int, pot: int = 0) -> list[Any]:
    """Return the payments, best place first."""
    assert rules.settlement is not None
    totals = {str(place): 10 * place for place in range(players)}
    nothing = dict.fromkeys(totals, 0)
    final = standings(rules, list(totals), [totals] + [nothing] * (len(rules.deals) - 1))
    return list(settle(rules.settlement, final, {"0": pot}))


def scale(rules: Ruleset, players: int) -> list[Fraction]:
    return [payment.by_place for payment in payments(rules, players)]


def with_option(fact: Fact, option: str, answer: Any = True) -> Ruleset:
    return fact.variant.ruleset({option: answer})


def has_option(fact: Fact, option: str) -> bool:
    return option in {offered.id for offered in fact.variant.options}


def smallest(size: int, of_deals: Iterable[int]) -> int:
    """Return the size of the smallest meld, which is the minimum in every contract."""
    return only([size, min(of_deals, default=size)])


def kitty(rules: Ruleset) -> int:
    """Return the number of cards left after the deal of a game with a fixed number of players."""
    players = only(rules.players.counts)
    return len(rules.deck.deck(players)) - players * rules.cards_dealt(rules.deals[0], players)


MAKERS, DEFENDERS = "Ann & Cai", "Bob & Dee"


def euchre(tricks: int, *lone: str) -> dict[str, int]:
    """Return each side’s points for a hand in which the makers took ``tricks`` tricks."""
    said = {"makers": MAKERS, "tricks": tricks}
    return points("euchre", said | dict.fromkeys(lone, "Ann"))


def renege(how: str, *lone: str) -> dict[str, int]:
    """Return each side’s points if the defenders reneged. The penalty is added or subtracted."""
    said = {"makers": MAKERS, "renege": DEFENDERS, "renege-points": how}
    return points("euchre", said | dict.fromkeys(lone, "Ann"))


def moon(side: str) -> int:
    """Return this player’s points if Ann shoots the moon and has the points added to the others."""
    return points("hearts", {"hearts": {"Ann": 13}, "queen": "Ann", "moon": "add"})[side]


def kitty_share(fact: Fact, place: int) -> str:
    kitty = with_option(fact, "kitty-split").settlement.kitty
    return str(Fraction(kitty[place - 1], sum(kitty)))


def turn_steps(fact: Fact) -> list[str]:
    """Return the bold words at the start of each step of a turn."""
    section = next(part for part in rule_texts().sections(fact.variant) if part.key == "turn")
    found = (re.match(r"\*\*(.+?)\*\*", rule.text) for rule in section.rules)
    return [step[1].lower() for step in found if step]


def told_names(fact: Fact) -> list[str]:
    return [word for word in fact.value if re.search(rf"\b{word}\b", fact.text("names"))]


def contributors_of_variants(fact: Fact) -> list[str]:
    found = {v.contributor for v in catalogue().variants.values() if v.based_on == fact.game}
    return [name for name in fact.value if name in found]


def added_round(fact: Fact) -> int:
    parent = catalogue().parent(fact.variant)
    known = {deal.contract for deal in parent.standard.deals}
    return only(deal.number for deal in fact.rules.deals if deal.contract not in known)


def cutthroat() -> Ruleset:
    return catalogue().variant("euchre-cutthroat").standard


def only_row(rows: Iterable[dict[str, int]]) -> dict[str, int]:
    """Return the one row that all ``rows`` are equal to."""
    first, *others = rows
    assert [row for row in others if row != first] == []
    return first


def classic(read: Callable[[Ruleset], Any]) -> Callable[[Fact], Any]:
    """Return the text for five players, from the summary at the top of the rules for eight."""
    return lambda _: read(catalogue().variant("contract-rummy").standard)


def jokers_fewer(rules: Ruleset) -> int:
    return only(players - deck.jokers for players, deck in decks(rules).items())


# A key is the key of a fact, or a pattern for keys with a number or a rank. It begins with a game
# if that game needs a separate function.
FIGURES: dict[str, Callable[..., Any]] = {
    # Names and people
    "names.aliases": lambda f: [
        name
        for name in f.value
        if name.casefold() in {known.casefold() for known in (f.variant.name, *f.variant.aliases)}
    ],
    "names.set-words": told_names,
    "names.run-words": told_names,
    "names.may-i-word": lambda f: f.rules.words.take.one,
    "may-i.name": lambda f: f.rules.words.take.one,
    "origin.contributor": lambda f: f.variant.contributor,
    "origin.variation-contributors": contributors_of_variants,
    # Players and cards
    "players.min": lambda f: f.rules.players.min,
    "players.max": lambda f: f.rules.players.max,
    "players.best": lambda f: f.rules.players.best,
    "players.snippet-min": classic(lambda rules: rules.players.min),
    "players.snippet-max": classic(lambda rules: rules.players.max),
    "cards.snippet-jokers": classic(jokers_fewer),
    "cards.jokers-formula": lambda f: jokers_fewer(f.rules),
    "cards.packs": lambda f: only(deck.packs for deck in decks(f.rules).values()),
    "cards.jokers": lambda f: only(deck.jokers for deck in decks(f.rules).values()),
    "cards.total": lambda f: only(len(deck) for deck in decks(f.rules).values()),
    "cards.packs.3-4": lambda f: only(decks(f.rules)[players].packs for players in (3, 4)),
    r"cards.decks.(\d)": deck_row,
    "cards.players-per-pack": lambda f: only(
        Fraction(players, deck.packs) for players, deck in decks(f.rules).items() if not players % 2
    ),
    "cards.jokers-per-pack": lambda f: only(
        Fraction(deck.jokers, deck.packs) for deck in decks(f.rules).values()
    ),
    "cards.round-up-packs": lambda f: all(
        deck.packs == (players + 1) // 2 for players, deck in decks(f.rules).items()
    ),
    "cards.twos-wild": lambda f: Rank.TWO in f.rules.deck.wild,
    "cards.wild-total": lambda f: only(
        deck.jokers + 4 * deck.packs * len(f.rules.deck.wild) for deck in decks(f.rules).values()
    ),
    # Deals and contracts
    "deal.first-round-of-12": lambda f: min(d.number for d in f.rules.deals if d.cards == 12),
    "contract.rounds": lambda f: len(f.rules.deals),
    "end.hands": lambda f: len(f.rules.deals),
    "contract.list": lambda f: [contract_row(f, deal) for deal in f.rules.deals],
    r"contract.take-total.round-(\d+)": lambda f, number: (
        f.rules.deal(number).takes.limit * f.rules.deal(number).takes.extra
    ),
    "contract.added-round": added_round,
    "contract.book-size": lambda f: only(size for deal in f.rules.deals for size in deal.sets),
    "contract.run-size": lambda f: only(size for deal in f.rules.deals for size in deal.runs),
    r"derived.min-(?:buys|may-i)-round-(\d+)": lambda f, n: f.rules.deal(n).takes_needed,
    # Melds
    "meld.set-min": lambda f: smallest(
        f.rules.melds.set_min, (size for deal in f.rules.deals for size in deal.sets)
    ),
    "meld.run-min": lambda f: smallest(
        f.rules.melds.run_min, (size for deal in f.rules.deals for size in deal.runs)
    ),
    "meld.pair-size": lambda _: Contract(pairs=1).size,
    "meld.ace-low": lambda f: f.rules.melds.ace in ("low-or-high", "low"),
    "meld.ace-high": lambda f: f.rules.melds.ace in ("low-or-high", "high"),
    "meld.run-max": lambda f: len(Rank) - 1 + (f.rules.melds.ace == "low-or-high"),
    "meld.surplus-on-meld": surplus_on_meld,
    "meld.touching-runs": lambda f: f.rules.melds.runs_in_one_suit == "allowed",
    "meld.overlapping-runs": lambda f: (
        f.rules.melds.runs_in_one_suit in ("allowed", "not-touching")
    ),
    "meld.gap-runs": lambda f: f.rules.melds.runs_in_one_suit != "one-per-suit",
    "meld.run-gap": lambda f: {"apart": 1}[f.rules.melds.runs_in_one_suit],
    "meld.runs-per-suit": lambda f: {"one-per-suit": 1}[f.rules.melds.runs_in_one_suit],
    "meld.max-jokers": lambda f: f.rules.melds.max_wild,
    "meld.max-wild": lambda f: f.rules.melds.max_wild,
    "meld.same-rank-sets": lambda f: f.rules.melds.same_rank_sets,
    # A turn
    "turn.steps": turn_steps,
    "turn.layoff-same-turn": lambda f: f.rules.melds.lay_off_same_turn,
    "turn.discard-required": lambda f: f.rules.melds.going_out_discard == "required",
    # Taking the discard
    "may-i.allowed": lambda f: bool(deals_with_takes(f.rules)),
    "may-i.penalty-cards": lambda f: only(d.takes.extra for d in deals_with_takes(f.rules)),
    "progressive-rummy.may-i.penalty-cards": lambda f: only(
        f.rules.deal(number).takes.extra for number in (9, 10, 11, 14)
    ),
    "may-i.blind-card-12-13": lambda f: only(f.rules.deal(n).takes.extra for n in (12, 13)),
    "may-i.net-cards": lambda f: only(deal.takes.gained for deal in deals_with_takes(f.rules)),
    "may-i.limit-per-round": lambda f: only(deal.takes.limit for deal in f.rules.deals),
    "may-i.limit-total": lambda f: only(deal.takes.per_turn for deal in f.rules.deals),
    "may-i.per-turn": lambda f: only(deal.takes.per_turn for deal in f.rules.deals),
    "may-i.rounds": lambda f: [deal.number for deal in deals_with_takes(f.rules)],
    "may-i.limits": lambda f: [deal.takes.limit for deal in f.rules.deals],
    "may-i.price": lambda f: only(deal.takes.price for deal in deals_with_takes(f.rules)),
    # Jokers
    "joker.reclaim": lambda f: f.rules.melds.joker_swap.runs or f.rules.melds.joker_swap.sets,
    "joker.reclaim-runs": lambda f: f.rules.melds.joker_swap.runs,
    "joker.reclaim-sets": lambda f: f.rules.melds.joker_swap.sets,
    "joker.keep-reclaimed": lambda f: swaps(f, lambda swap: swap.keep),
    "joker.reclaim-own-turn-only": lambda f: swaps(f, lambda swap: not swap.any_time),
    # Special deals
    "special-round.touching-rule-rounds": lambda f: deals_with(f, Special.RUNS_NOT_TOUCHING),
    "special-round.whole-hand-rounds": lambda f: deals_with(f, Special.WHOLE_HAND),
    "special-round.long-runs-rounds": lambda f: deals_with(f, Special.LONG_RUNS),
    "special-round.different-suit-rounds": lambda f: deals_with(f, Special.RUNS_IN_DIFFERENT_SUITS),
    "special-round.no-discard-rounds": lambda f: deals_with(
        f, Special.NO_DISCARD, Special.NO_DISCARD_WHEN_GOING_OUT
    ),
    r"special-round.min-hand-round-(\d+)": lambda f, number: f.rules.deal(number).cards + 1,
    r"special-round.layoff-in-round-(\d+)": lambda f, number: (
        Special.WHOLE_HAND not in f.rules.deal(number).special
    ),
    r"special-round.use-all-in-round-(\d+)": lambda f, number: (
        Special.WHOLE_HAND in f.rules.deal(number).special
    ),
    "shanghai.exists": lambda f: f.rules.melds.shanghai_call,
    # Going out
    "going-out.out-on-meld-turn": out_on_meld_turn,
    "going-out.max-zero-scores": lambda f: most_zeros(f.rules),
    "going-out.discard-required": lambda f: f.rules.melds.going_out_discard == "required",
    "going-out.discard-when-going-out": lambda f: f.rules.melds.going_out_discard != "forbidden",
    "going-out.by-discard": lambda f: f.rules.melds.going_out_discard != "forbidden",
    "going-out.without-discard": lambda f: f.rules.melds.going_out_discard != "required",
    # Scoring
    "object.lowest-wins": lambda f: lowest_wins(f.rules),
    "scoring.penalty-table": lambda f: values_of(f.rules),
    "scoring.step": lambda f: gcd(*f.rules.scoring.values.values()),
    "bonus.perfect-cut": lambda f: cut_line(f.rules)[0],
    "deal.cutter": lambda f: {-1: "right of dealer"}[cut_line(f.rules)[1]],
    "bonus.max-per-round": lambda f: sum(
        field.id == "cut" and field.scope == "deal" for field in entry_fields(f.rules, 1, 4)
    ),
    r"bonus.cut-size-(\d+).(\d)": lambda f, cards, players: only(
        cut_size(deal, players) for deal in f.rules.deals if deal.cards == cards
    ),
    # Settlement
    "settlement.money": lambda f: f.rules.settlement is not None,
    "settlement.currency": lambda f: f.rules.settlement.unit.one,
    r"settlement.four.(\d)": lambda f, place: abs(scale(f.rules, 4)[place - 1]),
    "settlement.three.scale": lambda f: scale(f.rules, 3),
    "settlement.four.scale": lambda f: scale(f.rules, 4),
    "settlement.five.scale": lambda f: scale(f.rules, 5),
    "settlement.kitty-to-winner": lambda f: (
        [payment.kitty for payment in payments(f.rules, 4, pot=7)] == [7, 0, 0, 0]
    ),
    "settlement.other-scales": lambda f: any(
        option.asks == "settlement.pays" for option in f.variant.options
    ),
    "settlement.split-winner": lambda f: kitty_share(f, 1),
    "settlement.split-second": lambda f: kitty_share(f, 2),
    "settlement.max-pennies": lambda f: sum(d.takes.limit * d.takes.price for d in f.rules.deals),
    # House rules
    r"option.(no-jokers)": has_option,
    r"option.(kitty-split)": has_option,
    r"option.(deuces-wild)": has_option,
    r"option.(win-bonuses)": has_option,
    r"option.(joker-swap-any-time)": has_option,
    "option.no-jokers-total": lambda f: only(
        len(deck) for deck in decks(with_option(f, "no-jokers")).values()
    ),
    "option.deuces-wild-points": lambda f: only(
        with_option(f, "deuces-wild").scoring.values[rank]
        for rank in (Rank.JOKER, *with_option(f, "deuces-wild").deck.wild)
    ),
    "option.low-number-cards-five": lambda f: only(
        worth
        for rank, worth in with_option(f, "low-number-cards-five").scoring.values.items()
        if worth != f.rules.scoring.values[rank]
    ),
    "option.low-number-cards-range": lambda f: [
        rank
        for rank, worth in with_option(f, "low-number-cards-five").scoring.values.items()
        if worth == 5
    ],
    # Rummy
    r"cards.decks.(\d)-(\d)": lambda f, least, most: only_row(
        deck_row(f, players) for players in range(least, most + 1)
    ),
    r"deal.cards.(\d)": lambda f, players: f.rules.cards_dealt(f.rules.deals[0], players),
    "rummy.meld.ace-both": lambda f: f.rules.melds.ace == "round",
    "scoring.winner-zero": lambda f: (
        points(f.slug, {"out": "Ann", "left-points": {"Bob": 5, "Cai": 7, "Dee": 9}})["Ann"] == 0
    ),
    "end.target-default": lambda f: f.rules.end.target,
    "end.trigger": lambda f: ends_at_target(f.rules),
    r"option.(fixed-rounds)": has_option,
    "option.multiple-melds": lambda f: (
        f.rules.melds.one_meld and not with_option(f, "multiple-melds").melds.one_meld
    ),
    "option.meld-before-lay-off": lambda f: (
        with_option(f, "meld-before-lay-off").melds.meld_before_lay_off
    ),
    r"option.(jokers-wild)": has_option,
    r"option.(no-shuffle-reuse)": has_option,
    r"option.(reshuffle-limit)": has_option,
    r"option.(cash-settlement)": has_option,
    "option.go-rummy-multiplier": lambda f: with_option(f, "go-rummy-double").scoring.figures[
        "rummy"
    ],
    "option.aces-high-or-low": lambda f: (
        with_option(f, "aces-high-or-low").melds.ace == "low-or-high"
    ),
    "option.aces-high-points": lambda f: with_option(f, "aces-high-or-low").scoring.values["A"],
    "option.round-the-corner-aces": lambda f: (
        with_option(f, "round-the-corner-aces").melds.ace == "round"
    ),
    "option.joker-points": lambda f: values_of(with_option(f, "jokers-wild", 2))["Joker"],
    "option.discard-last": lambda f: (
        with_option(f, "discard-last").melds.going_out_discard == "required"
    ),
    "option.block-rummy": lambda f: (
        with_option(f, "block-rummy").scoring.figures["blocked"] == "all"
    ),
    "option.winner-scores": lambda f: (
        with_option(f, "winner-scores").scoring.figures["collects"] == "winner"
    ),
    "option.winner-scores-target-wins": lambda f: (
        ends_at_target(with_option(f, "winner-scores"))
        and not lowest_wins(with_option(f, "winner-scores"))
    ),
    # Euchre
    "euchre.players.teams": lambda f: only(f.rules.players.counts) // f.rules.players.team,
    "players.per-team": lambda f: f.rules.players.team,
    "cards.per-suit": lambda f: len(f.rules.deck.pack),
    "cards.ranks": lambda f: [rank for rank, _ in f.rules.deck.pack],
    "deal.cards": lambda f: f.rules.cards_dealt(f.rules.deals[0], f.rules.players.min),
    "deal.kitty": lambda f: kitty(f.rules),
    "deal.kitty-other": lambda f: kitty(with_option(f, "deck-25-benny")),
    "play.tricks": lambda f: f.rules.cards_dealt(f.rules.deals[0], f.rules.players.min),
    "play.tricks-to-make": lambda _: min(
        tricks for tricks in range(6) if euchre(tricks)[MAKERS] > 0
    ),
    "scoring.makers-3-4": lambda _: only(euchre(tricks)[MAKERS] for tricks in (3, 4)),
    "scoring.sweep": lambda _: euchre(5)[MAKERS],
    "scoring.lone-3-4": lambda _: only(euchre(tricks, "alone")[MAKERS] for tricks in (3, 4)),
    "scoring.lone-5": lambda _: euchre(5, "alone")[MAKERS],
    "scoring.euchred": lambda _: only(euchre(tricks)[DEFENDERS] for tricks in (0, 1, 2)),
    "scoring.renege": lambda _: renege("add")[MAKERS],
    "scoring.renege-lone": lambda _: renege("add", "alone")[MAKERS],
    "scoring.renege-choice": lambda _: renege("take")[DEFENDERS] == -renege("add")[MAKERS] < 0,
    "scoring.high-wins": lambda f: not lowest_wins(f.rules),
    "end.target-score": lambda f: f.rules.end.target or None,
    "end.bridge": lambda f: f.rules.end.target - 1,
    "end.bridge-threat": lambda _: euchre(5, "alone")[MAKERS],
    r"option.deck-(25)": lambda f, cards: len(with_option(f, f"deck-{cards}-benny").deck.deck(4)),
    r"option.deck-(32)": lambda f, cards: len(with_option(f, f"deck-{cards}").deck.deck(4)),
    "option.deck-25-jokers": lambda f: with_option(f, "deck-25-benny").deck.deck(4).jokers,
    "option.deck-32-kitty": lambda f: kitty(with_option(f, "deck-32")),
    "option.deck-32-ranks": lambda f: [
        rank
        for rank, _ in with_option(f, "deck-32").deck.pack
        if rank not in dict(f.rules.deck.pack)
    ],
    "option.cutthroat-players": lambda _: only(cutthroat().players.counts),
    "option.cutthroat-target": lambda _: cutthroat().end.target,
    "option.cutthroat-teams": lambda _: {1: 0}[cutthroat().players.team],
    "option.smitty-calling-points": lambda f: with_option(
        f, "smitty-calling-for-the-game"
    ).scoring.figures["called_game"],
    r"option.(stick-the-dealer)": has_option,
    r"option.(dirty-clubs)": has_option,
    # The other games
    "scoring.shooting-moon-self": lambda _: moon("Ann"),
    "scoring.shooting-moon-others": lambda _: only(moon(name) for name in ("Bob", "Cai", "Dee")),
    "gin-rummy.players.count": lambda f: only(f.rules.players.counts),
    "sergeant-major.players.count": lambda f: f.rules.players.best,
    "deals-rummy.end.fixed-deals": lambda f: f.rules.length is not None,
    "deals-rummy.scoring.deal-winner": lambda f: points(
        f.slug, {"declared": "Ann", "left-points": {"Bob": 5, "Cai": 7, "Dee": 9}}
    )["Ann"],
    r"end.pool-(\d+)": lambda _, pool: (
        catalogue().variant(f"indian-rummy-pool-{pool}").standard.end.out_at
    ),
    "indian-rummy.cards.packs": lambda f: f.rules.deck.deck(f.rules.players.min).packs,
    "block-rummy.scoring.all-score": lambda f: f.rules.scoring.figures["blocked"] == "all",
}

# Facts about rummy and Euchre whose keys mean something else in the contract rummies.
SOMETHING_ELSE = {("rummy", "turn.discard-required"), ("euchre", "deal.cutter")}


def figure_for(fact: Fact) -> tuple[str, list[int | str]] | None:
    """Return the fact’s key in FIGURES and the groups of a pattern, or None if there is no key."""
    if (fact.game, fact.key) in SOMETHING_ELSE or fact.slug not in catalogue().variants:
        return None
    for key in (f"{fact.game}.{fact.key}", fact.key):
        if key in FIGURES:
            return key, []
    for pattern in FIGURES:
        found = re.fullmatch(pattern.replace(".", r"\."), fact.key)
        if found:
            return pattern, [int(g) if g.isdecimal() else g for g in found.groups()]
    return None


def answer_to(fact: Fact) -> Any:
    """Return the catalogue’s answer. Raises TypeError if the catalogue has no data for it."""
    key, groups = figure_for(fact)
    return FIGURES[key](fact, *groups)
