"""The cards of a game in words: packs, wild cards, and what each card counts."""

from rules.engine.cards import STANDARD, Rank, rank_letter, rank_words
from rules.engine.formatting import (
    count_jokers,
    count_packs,
    join_names,
    join_texts,
    number_word,
    with_minus,
)
from rules.engine.rulesets import AnyRuleset, DeckRules, ShownRuleset
from rules.engine.schemes import scheme_of
from rules.translation import gettext as _
from rules.translation import ngettext

# Games without jokers may give this pack, so that a joker can’t be entered.
_STANDARD_PACK = dict.fromkeys((rank.value for rank in Rank if rank != Rank.JOKER), 4)


def values_label(ruleset: AnyRuleset) -> str:
    """Return the label of the card values, such as ``Cards left in hand``."""
    return scheme_of(ruleset, ruleset.players.counts[0]).words.values_words


def wild_of(ruleset: AnyRuleset, family: str) -> list[str]:
    """Return the ranks that are wild in every deal, then wild cards that aren’t a whole rank.

    In trick games a joker is a trump and not wild.
    """
    if ruleset.deck is None:
        return []
    has_wild_jokers = _has_jokers(ruleset) and family != "tricks"
    jokers = [Rank.JOKER.value] if has_wild_jokers else []
    return [*jokers, *ruleset.deck.wild, *ruleset.deck.also_wild]


def values_of(ruleset: AnyRuleset) -> dict[str, int]:
    """Return the points by rank, for the ranks in the game’s pack."""
    has_jokers = _has_jokers(ruleset)
    values = ruleset.card_values.by_rank if ruleset.card_values else {}
    return {rank: worth for rank, worth in values.items() if has_jokers or rank != Rank.JOKER}


def _has_jokers(ruleset: AnyRuleset) -> bool:
    return ruleset.deck is not None and ruleset.deck.has_jokers


def value_groups(ruleset: AnyRuleset) -> tuple[tuple[str, str], ...]:
    """Return ranks and points as the entries of a legend: (``3–10``, ``5``).

    If at least three ranks count as many points as their number, their text is ``face value``. A
    ten isn’t one of them if other cards also count 10, so that it is listed with these.
    """
    values = values_of(ruleset)
    counts_10 = [rank for rank, worth in values.items() if worth == 10]
    shown = [
        rank
        for rank, worth in values.items()
        if rank == str(worth) and (rank != "10" or counts_10 == ["10"])
    ]
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
    names = [with_minus(rank_letter(rank)) for rank in ranks]
    return f"{names[0]}–{names[-1]}" if len(names) > 2 else join_texts(names)


def values_text(ruleset: ShownRuleset) -> str:
    """Return the card values in one line: ``2–9: face value; 10–K: 10``."""
    return "; ".join(f"{ranks}: {worth}" for ranks, worth in value_groups(ruleset))


def deck_text(ruleset: ShownRuleset) -> str:
    """Return the packs and jokers for each number of players; empty if the game has no deck."""
    deck = ruleset.deck
    if deck is None:
        return ""
    sizes: dict[str, list[int]] = {}
    for players in ruleset.players.counts:
        size = deck.by_players[players]
        text = _packs_text(deck, size.packs)
        if size.jokers or not deck.pack or dict(deck.pack) == _STANDARD_PACK:
            text = _("{packs}, {jokers}").format(packs=text, jokers=count_jokers(size.jokers))
        sizes.setdefault(text, []).append(players)
    return by_size(sizes)


def _packs_text(deck: DeckRules, packs: int) -> str:
    if not deck.pack:
        return count_packs(packs)
    cards = sum(copies for _rank, copies in deck.pack)
    text = ngettext("{number} pack of {cards} cards", "{number} packs of {cards} cards", packs)
    return text.format(number=number_word(packs), cards=cards)


def without_text(ruleset: ShownRuleset) -> str:
    """Return the cards removed from the pack for each number of players: ``5 players: 2♦ 2♣``.

    The text is empty if there are none.
    """
    sizes: dict[str, list[int]] = {}
    for players in ruleset.players.counts:
        sizes.setdefault(ruleset.without_words(players), []).append(players)
    return by_size(sizes) if not sizes.pop("", None) else _of_sizes(sizes)


def by_size(texts: dict[str, list[int]]) -> str:
    """Return ``two packs`` if that is the only text, or else ``2–4 players: two packs; ...``."""
    return next(iter(texts)) if len(texts) == 1 else _of_sizes(texts)


def _of_sizes(texts: dict[str, list[int]]) -> str:
    return "; ".join(
        ngettext("{numbers} player: {text}", "{numbers} players: {text}", players[-1]).format(
            numbers=numbers_text(players), text=text
        )
        for text, players in texts.items()
    )


def numbers_text(numbers: list[int]) -> str:
    """Return ascending numbers in a line, as a range if none is missing: ``2–4``."""
    together = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{numbers[0]}–{numbers[-1]}" if together else join_texts(map(str, numbers))


def wild_text(ruleset: ShownRuleset) -> str:
    """Return the wild cards in one line; empty if the data doesn’t say which cards are wild.

    A game without melds may be a trick game, in which a joker is a trump. Its jokers are listed
    only if other cards are wild.
    """
    deck = ruleset.deck
    if deck is None:
        return ""
    has_wild_ranks = deck.wild or deck.also_wild or any(deal.wild for deal in ruleset.deals)
    if ruleset.melds is None and not has_wild_ranks:
        return ""
    names = wild_names(ruleset)
    return join_names(names) if names else _("none")


def wild_names(ruleset: ShownRuleset) -> tuple[str, ...]:
    """Return the names of all wild cards: ``jokers``, ``twos``."""
    if ruleset.deck is None:
        return ()
    return (
        *([_("jokers")] if _has_jokers(ruleset) else []),
        *ruleset.deck.also_wild,
        *(_ranks_words(rank) for rank in ruleset.deck.wild),
        *([_wild_by_deal(ruleset)] if any(deal.wild for deal in ruleset.deals) else []),
    )


def _wild_by_deal(ruleset: ShownRuleset) -> str:
    """Return a description of the wild ranks of the deals."""
    deal = ruleset.words.deal.one
    ranks = [rank for deal in ruleset.deals for rank in deal.wild]
    first, last = ranks[0], ranks[-1]
    rising = STANDARD[STANDARD.index(first) :][: len(ruleset.deals)]
    if tuple(ranks) != rising:
        # Translators: {deal} is what the game calls a deal, such as “round”.
        return _("a different rank in each {deal}").format(deal=deal)
    # Translators: {deal} is the game's word for a deal, {first} and {last} are plurals: “threes”.
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
