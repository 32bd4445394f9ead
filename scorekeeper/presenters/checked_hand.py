"""The answer for a hand of rummy that somebody checks: its cards as pages draw them, and words."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.engine.cards import Card, Hand, Rank, Suit, copies_words, hand_text, rank_words
from rules.engine.formatting import (
    capital,
    count_cards,
    join_choices,
    join_names,
    number_word,
    with_minus,
)
from rules.engine.melding import ContractAnswer, Meld, MeldRules, Plan, Wanted, read_contract
from rules.engine.rulesets import ShownRuleset
from rules.reference.game_words import translated_ruleset

MOST_SHOWN = 4  # plans, if several cards are missing
_RED = (Suit.HEARTS, Suit.DIAMONDS)
# How a hand is read if no source states the rule, by the path of the rule.
_USUAL = {
    "melds.ace": gettext_noop("In runs, an ace is low or high."),
    "melds.runs_in_one_suit": gettext_noop("A player’s runs in one suit may touch."),
    "melds.same_rank_sets": gettext_noop("A player may have two sets of the same rank."),
    "melds.larger_melds": gettext_noop("The first melds have exactly the sizes in the contract."),
    "melds.lay_off_same_turn": gettext_noop("Nobody lays off in the turn of laying down."),
    "melds.going_out_discard": gettext_noop("Players may go out with or without a discard."),
}


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as a page draws it; ``stands_for`` is the card that a wild card replaces, if any."""

    rank: str
    sign: str
    is_red: bool
    stands_for: str = ""


@dataclass(frozen=True, slots=True)
class DrawnMeld:
    """A meld as a page draws it, with its name: ``Run of 4``."""

    name: str
    cards: tuple[DrawnCard, ...]


@dataclass(frozen=True, slots=True)
class CardKey:
    """A key for one card: its text in a hand, how many there are in play, and how many are held."""

    text: str
    card: DrawnCard
    most: int
    held: int


@dataclass(frozen=True, slots=True)
class CheckedHand:
    """The answer: a verdict, melds side by side, the cards that are left, and what is missing.

    ``left_text`` is the text of the cards that are left. ``wanted`` are sentences about the cards
    that would complete the contract, and ``assumed`` are rules that no source states.
    """

    verdict: str
    melds: tuple[DrawnMeld, ...] = ()
    left: tuple[DrawnCard, ...] = ()
    left_words: str = ""
    left_text: str = ""
    wanted: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


def checked_hand(rules: MeldRules, cards: Hand) -> CheckedHand:
    """Return what a hand can do about the contract of the deal."""
    answer, ruleset = read_contract(rules, cards), translated_ruleset(rules.ruleset)
    way = answer.way
    left = way.left if way else rules.sorted(cards)
    return CheckedHand(
        verdict=_verdict(rules, answer),
        melds=tuple(_drawn_meld(meld, ruleset) for meld in way.melds) if way else (),
        left=tuple(map(drawn_card, left)),
        left_words=_left_words(rules, left, _("Left") if way else _("Your hand")),
        left_text=hand_text(left),
        wanted=() if way else _wanted(answer.shortage.plans),
        assumed=tuple(_(_USUAL[path]) for path in answer.assumed),
    )


def _verdict(rules: MeldRules, answer: ContractAnswer) -> str:
    short = answer.shortage.count
    if answer.way is None:
        text = ngettext("{count} card short.", "{count} cards short.", short)
        return text.format(count=capital(number_word(short)))
    if answer.allowed:
        return _("You can lay down.")
    if rules.whole_hand:
        return _("You can’t lay down: in this deal, the whole hand goes down at once.")
    return _("You can’t lay down: no card is left to discard.")


def _left_words(rules: MeldRules, left: Hand, title: str) -> str:
    if not left:
        return _("No cards are left.")
    cards = count_cards(len(left))
    if rules.values is None:
        return _("{title}: {cards}").format(title=title, cards=cards)
    points = rules.points(left)
    text = ngettext("{title}: {cards}, {points} point", "{title}: {cards}, {points} points", points)
    return text.format(title=title, cards=cards, points=with_minus(points))


def _wanted(plans: Sequence[Plan]) -> tuple[str, ...]:
    """Return the missing cards: one sentence if one card is enough, otherwise one for each plan."""
    ranks = {plan.wanted[0].card for plan in plans if len(plan.wanted) == 1}
    ways = [
        join_names(_copies(each, count) for each, count in Counter(plan.wanted).items())
        for plan in plans
        # Any queen includes the queen of hearts.
        if not (len(plan.wanted) == 1 and _has_any_suit(plan.wanted[0].card, ranks))
    ]
    if ranks:
        return (_("You need {cards}.").format(cards=join_choices(ways)),)
    return tuple(_("You need {cards}.").format(cards=way) for way in ways[:MOST_SHOWN])


def _has_any_suit(card: Card, others: Container[Card]) -> bool:
    return card.suit is not None and Card(card.rank) in others


def _copies(wanted: Wanted, count: int) -> str:
    """Return how many of a card, and the number of copies not in the hand: ``any 5 (6)``."""
    card = wanted.card
    if count > 1:
        name = copies_words(card, count)
    elif card.suit:
        name = card.words
    elif card.rank == Rank.JOKER:
        name = _("a joker")
    else:
        # Translators: a card of this rank in any suit, such as “any 5” or “any king”
        name = _("any {rank}").format(rank=rank_words(card.rank))
    return _("{card} ({copies})").format(card=name, copies=wanted.copies)


def _drawn_meld(meld: Meld, ruleset: ShownRuleset) -> DrawnMeld:
    if meld.shape == "pair":
        name = _("Pair")
    else:
        word = ruleset.words.run if meld.shape == "run" else ruleset.words.set
        # Translators: {meld} is “Set” or “Run”
        name = _("{meld} of {size}").format(meld=capital(word.one), size=len(meld.cards))
    return DrawnMeld(name, tuple(map(drawn_card, meld.cards, meld.stands_for)))


def drawn_card(card: Card, stands_for: Card | None = None) -> DrawnCard:
    """Return a card as a page draws it, with the card that it replaces, if any."""
    other = "" if stands_for in (None, card) else stands_for.words
    if card.rank == Rank.JOKER:
        return DrawnCard(str(card), "", is_red=False, stands_for=other)
    sign = card.suit.sign if card.suit else ""
    return DrawnCard(card.rank, sign, is_red=card.suit in _RED, stands_for=other)


def card_keys(rules: MeldRules, cards: Iterable[Card]) -> tuple[tuple[CardKey, ...], ...]:
    """Return the keys for all cards in play, a row for each suit, and one for jokers."""
    held = Counter(cards)
    aces = (Rank.ACE.value,) if Rank.ACE in rules.ranks else ()
    ranks = (*aces, *(rank for rank in rules.ranks if rank not in aces))
    rows = [[Card(rank, suit) for rank in ranks] for suit in Suit]
    joker = Card(Rank.JOKER)
    if rules.deck.copies(joker):
        rows.append([joker])
    return tuple(
        tuple(
            CardKey(str(card), drawn_card(card), rules.deck.copies(card), held[card])
            for card in row
        )
        for row in rows
    )
