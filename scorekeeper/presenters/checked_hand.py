"""The answer for a hand of rummy that somebody checks: its cards as pages draw them, and words."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from rules.engine.cards import (
    Card,
    Hand,
    Rank,
    Suit,
    copies_words,
    hand_text,
    rank_letter,
    rank_words,
)
from rules.engine.formatting import (
    capital,
    count_cards,
    join_choices,
    join_names,
    join_texts,
    number_word,
    with_minus,
)
from rules.engine.inputs import Choice
from rules.engine.melding import (
    LaidOff,
    Meld,
    MeldRules,
    Plan,
    Swapped,
    Turn,
    WantedCard,
    best_turn,
    read_arrangement,
    read_contract,
    read_declaration,
    read_gin,
    read_initial_meld,
)
from rules.engine.schemes.gin.points import GinScoring
from rules.engine.schemes.indian.points import IndianScoring
from rules.engine.schemes.tally.figures import InitialMeld, Level, TallyFigures
from rules.engine.schemes.tally.points import TallyScoring
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
    """A card as a page draws it; ``stands_for`` is the card that a wild card replaces, if any.

    ``is_added`` says whether it is laid off on a meld.
    """

    rank: str
    sign: str
    is_red: bool
    stands_for: str = ""
    is_added: bool = False


@dataclass(frozen=True, slots=True)
class DrawnMeld:
    """A meld as a page draws it, with its name, such as ``Run of 4``, or what is laid off on it."""

    name: str
    cards: tuple[DrawnCard, ...]


@dataclass(frozen=True, slots=True)
class CardKey:
    """A key for one card: how many there are in play, and how many are held.

    ``text`` is what it types, such as ``QS``, with the letter on the reader’s cards.
    """

    text: str
    card: DrawnCard
    most: int
    held: int


@dataclass(frozen=True, slots=True)
class CheckedHand:
    """The answer: a verdict, melds side by side, the cards that are left, and what is missing.

    ``discard`` has the card that is best discarded, if any. ``left_text`` is the text of the cards
    that are left. ``wanted`` are sentences about the cards that would complete the contract,
    ``or_wild`` says which wild cards would do for one of them, and ``assumed`` are rules that no
    source states. ``why_not`` says why nothing is laid off.
    """

    verdict: str
    melds: tuple[DrawnMeld, ...]
    discard: tuple[DrawnCard, ...]
    left: tuple[DrawnCard, ...]
    left_words: str
    left_text: str
    wanted: tuple[str, ...]
    or_wild: str
    assumed: tuple[str, ...]
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class OnTable:
    """The melds on the table, and whether the player is down, as far as the hand depends on it."""

    melds: tuple[Meld, ...] = ()
    is_down: bool = False


def checked_hand(
    rules: MeldRules, cards: Hand, about: str = "", table: OnTable = OnTable()
) -> CheckedHand:
    """Return what a hand can do. ``about`` is the answer to the question of ``hand_question``.

    Raises TooLargeError if too many cards can be laid off on the table.
    """
    if rules.contract.size:
        return _later_turn(rules, cards, table) if table.is_down else _contract(rules, cards, table)
    if table.melds:
        return _later_turn(rules, cards, table)
    match rules.scheme.scoring:
        case GinScoring():
            return _gin(rules, cards, about)
        case IndianScoring():
            return _declaration(rules, cards)
        case TallyScoring(figures=TallyFigures(opening=InitialMeld())):
            return _initial_meld(rules, cards, about)
    dealt = rules.ruleset.cards_dealt(rules.deal, rules.players)
    has_drawn = bool(dealt) and len(cards) > dealt and rules.last_discard != "none"
    best = read_arrangement(rules, cards, discards=has_drawn)
    verdict = _("These melds leave the least.") if best.left else _("You can go out.")
    if not best.melds and best.left:
        verdict = _("No melds yet.")
    return _answer(rules, verdict, best.melds, best.left, best.discard)


def _answer(
    rules: MeldRules,
    verdict: str,
    melds: Sequence[Meld],
    left: Hand,
    discard: Card | None = None,
    *,
    plans: Sequence[Plan] = (),
    title: str = "",
    why_not: str = "",
) -> CheckedHand:
    # Without a contract, only the place of aces matters for the answer.
    assumed = (each for each in rules.assumed if rules.contract.size or each == "melds.ace")
    return CheckedHand(
        verdict=verdict,
        melds=tuple(drawn_meld(meld, rules) for meld in melds),
        discard=(drawn_card(discard),) if discard else (),
        left=tuple(map(drawn_card, left)),
        left_words=_left_words(rules, left, title or _("Left")),
        left_text=hand_text(left),
        wanted=_wanted(plans),
        or_wild=_or_wild(plans[:MOST_SHOWN]),
        assumed=tuple(_(_USUAL[path]) for path in assumed),
        why_not=why_not,
    )


def _contract(rules: MeldRules, cards: Hand, table: OnTable) -> CheckedHand:
    answer = read_contract(rules, cards)
    if answer.way is None:
        short = answer.shortage.count
        text = ngettext("{count} card short.", "{count} cards short.", short)
        verdict = text.format(count=capital(number_word(short)))
        hand, plans = rules.sorted(cards), answer.shortage.plans
        why_not = _("You can’t lay off before you have laid down your contract.")
        return _answer(
            *(rules, verdict, (), hand),
            plans=plans,
            title=_("Your hand"),
            why_not=why_not if table.melds else "",
        )
    turn = best_turn(rules, cards, table.melds)
    if turn is not None:
        verdict = _("You can lay down and go out.") if turn.goes_out else _("You can lay down.")
        waits = table.melds and not rules.lays_off_at_once and not turn.goes_out
        why_not = _("You can’t lay off in the turn in which you lay down.")
        return _turn(rules, verdict, turn, table, why_not if waits else "")
    if rules.only_going_out:
        verdict = _("You can’t lay down: in this deal, only a player who goes out may.")
    elif rules.whole_hand:
        verdict = _("You can’t lay down: in this deal, the whole hand goes down at once.")
    elif rules.last_discard == "forbidden":
        verdict = _("You can’t lay down: you would keep one card, which you could never discard.")
    else:
        verdict = _("You can’t lay down: no card is left to discard.")
    return _answer(rules, verdict, answer.way.melds, answer.way.left)


def _later_turn(rules: MeldRules, cards: Hand, table: OnTable) -> CheckedHand:
    """Return what can be laid off, and melded if more melds are allowed."""
    is_knock = isinstance(rules.scheme.scoring, GinScoring)
    discards = not is_knock and rules.last_discard != "none"
    turn = best_turn(rules, cards, table.melds, is_down=table.is_down, discards=discards)
    if turn is None:
        discard = rules.best_discard(cards) if discards else None
        left = list(rules.sorted(cards))
        if discard:
            left.remove(discard)
        verdict = _("Nothing can be laid off.") if left else _("You can go out.")
        waits = left and rules.melds.meld_before_lay_off and not table.is_down
        why_not = _("You can’t lay off before you have a meld of your own on the table.")
        return _answer(
            *(rules, verdict, (), tuple(left), discard), why_not=why_not if waits else ""
        )
    if is_knock:
        verdict = _("After the knock, this leaves the least.")
    elif turn.goes_out:
        verdict = _("You can go out.")
    elif turn.floats:
        verdict = _("You can put down all your cards, and play on without any.")
    else:
        verdict = _("This turn leaves the least.")
    return _turn(rules, verdict, turn, table)


def _turn(
    rules: MeldRules, verdict: str, turn: Turn, table: OnTable, why_not: str = ""
) -> CheckedHand:
    """Return a whole turn: swaps, new melds, and what is laid off, in the order of play."""
    answer = _answer(rules, verdict, turn.melds, turn.left, turn.discard, why_not=why_not)
    swaps = (_swap(each, table.melds[each.place], rules) for each in turn.swaps)
    return replace(answer, melds=(*swaps, *answer.melds, *map(_laid_off, turn.laid_off)))


def _swap(swap: Swapped, meld: Meld, rules: MeldRules) -> DrawnMeld:
    """Return a meld on the table as it is before cards are swapped for a wild one."""
    if swap.moves:
        text = _("Put in {cards}, and move {wild} to the end")
    else:
        text = _("Swap {cards} for {wild}")
    name = text.format(cards=_named(swap.cards), wild=_named([swap.wild]))
    return replace(drawn_meld(meld, rules), name=name)


def _laid_off(laid_off: LaidOff) -> DrawnMeld:
    """Return a meld with the cards laid off on it, which are marked."""
    cards, whole = laid_off.cards, laid_off.meld
    size = len(whole.cards) - len(cards)
    low = next(
        low
        for low in range(len(cards) + 1)
        if (*whole.cards[:low], *whole.cards[low + size :]) == cards
    )
    drawn = tuple(
        replace(drawn_card(card, other), is_added=not low <= place < low + size)
        for place, (card, other) in enumerate(zip(whole.cards, whole.stands_for, strict=True))
    )
    return DrawnMeld(_("Lay off {cards}").format(cards=_named(cards)), drawn)


def _named(cards: Sequence[Card]) -> str:
    """Return cards in words, such as ``8♥, 8♥ and a joker``."""
    jokers = [card for card in cards if card.rank == Rank.JOKER]
    names = [card.words for card in cards if card.rank != Rank.JOKER]
    if jokers:
        names.append(copies_words(jokers[0], len(jokers)) if jokers[1:] else _("a joker"))
    return join_names(names)


def _gin(rules: MeldRules, cards: Hand, upcard: str) -> CheckedHand:
    answer = read_gin(rules, cards, upcard or None)
    best, limit = answer.arrangement, answer.limit
    if answer.is_big_gin:
        verdict = _("Big gin.")
    elif answer.is_gin:
        verdict = _("Gin.")
    elif limit is None:
        verdict = _("Choose the first upcard, which sets the limit for knocking.")
    elif answer.may_knock:
        verdict = _("You can knock.")
    elif not limit:
        verdict = _("You can’t knock: only gin ends the hand.")
    else:
        verdict = _("You can’t knock: at most {limit} may be left.").format(limit=limit)
    return _answer(rules, verdict, best.melds, best.left, best.discard)


def _declaration(rules: MeldRules, cards: Hand) -> CheckedHand:
    answer = read_declaration(rules, cards)
    if answer.is_valid:
        verdict = _("You can declare.")
    else:
        # Translators: the points of a hand that can’t be declared yet
        text = ngettext(
            "You can’t declare yet: this hand counts {points} point.",
            "You can’t declare yet: this hand counts {points} points.",
            answer.points,
        )
        verdict = text.format(points=answer.points)
    return _answer(rules, verdict, answer.melds, answer.counting, answer.discard)


def _initial_meld(rules: MeldRules, cards: Hand, total: str) -> CheckedHand:
    answer = read_initial_meld(rules, cards, int(total or 0))
    text = (
        _("You can meld: {points} points, and at least {least} are needed.")
        if answer.is_enough
        else _("You can’t meld yet: {points} points, and at least {least} are needed.")
    )
    verdict = text.format(points=answer.points, least=answer.minimum)
    return _answer(rules, verdict, answer.melds, answer.left)


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """What a hand depends on besides its cards: a label, and answers with their keys.

    There are no answers if it depends on nothing else. ``is_wild`` says whether the answer is the
    rank that was drawn as wild.
    """

    label: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    is_wild: bool = False

    @property
    def usual(self) -> str:
        """The key of the answer until another one is chosen; a game begins with totals of 0."""
        keys = dict(self.answers)
        return "0" if "0" in keys else next(iter(keys), "")


def hand_question(rules: MeldRules) -> HandQuestion:
    """Return what the hands of a game depend on besides their cards."""
    match rules.scheme.scoring:
        case IndianScoring() as scoring:
            kind = cast("Choice", scoring.wild.kind)
            return HandQuestion(scoring.wild.label, kind.answers, is_wild=True)
        case GinScoring() as scoring if scoring.figures.upcard:
            kind = cast("Choice", scoring.upcard.kind)
            return HandQuestion(scoring.upcard.label, kind.answers)
        case TallyScoring(figures=TallyFigures(opening=InitialMeld(levels=levels))) if levels:
            totals = tuple(
                (str(_total_in(level, levels)), _band(level, levels)) for level in levels
            )
            return HandQuestion(_("Your total"), totals)
    return HandQuestion()


def _total_in(level: Level, levels: Sequence[Level]) -> int:
    if level.at is not None:
        return level.at
    return (levels[1].at or 0) - 1 if len(levels) > 1 else 0


def _band(level: Level, levels: Sequence[Level]) -> str:
    if level.at is None:
        text = _("below {total}, at least {least}")
        return text.format(total=_total_in(level, levels) + 1, least=level.least)
    text = _("{total} or more, at least {least}")
    return text.format(total=level.at, least=level.least)


def deal_words(rules: MeldRules) -> str:
    """Return a deal in words: its contract, or else its minimum, or its cards and wild ranks."""
    deal, ruleset = rules.deal, translated_ruleset(rules.ruleset)
    if deal.contract.size:
        return ruleset.contract_words(deal)
    match rules.scheme.scoring:
        case TallyScoring(figures=TallyFigures(opening=InitialMeld(deals=minima))) if minima:
            least = minima[(deal.number - 1) % len(minima)]
            return _("at least {least}").format(least=least)
    dealt = ruleset.cards_dealt(deal, rules.players)
    cards = count_cards(dealt) if dealt else ""
    if not deal.wild:
        return cards
    wild = join_texts(map(rank_words, deal.wild))
    return _("{cards}, wild: {ranks}").format(cards=cards, ranks=wild)


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


def _or_wild(plans: Sequence[Plan]) -> str:
    """Return which wild cards would do for one of the cards of each plan; empty if none would."""
    if not plans or not all(plan.or_wild for plan in plans):
        return ""
    cards = join_choices([_copies(each, 1) for each in plans[0].or_wild])
    return _("For one of these cards, {wild} would also do.").format(wild=cards)


def _has_any_suit(card: Card, others: Container[Card]) -> bool:
    return card.suit is not None and Card(card.rank) in others


def _copies(wanted: WantedCard, count: int) -> str:
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


def drawn_meld(meld: Meld, rules: MeldRules) -> DrawnMeld:
    """Return a meld as a page draws it, with its name in the game’s own words."""
    cards = list(zip(meld.cards, meld.stands_for, strict=True))
    words = translated_ruleset(rules.ruleset).words
    if meld.shape != "run":
        order = rules.sorted(meld.cards)
        cards.sort(key=lambda card: order.index(card[0]))
    if meld.shape == "pair":
        name = _("Pair")
    else:
        word = words.run if meld.shape == "run" else words.set
        # Translators: {meld} is “Set” or “Run”
        name = _("{meld} of {size}").format(meld=capital(word.one), size=len(cards))
    return DrawnMeld(name, tuple(drawn_card(card, other) for card, other in cards))


def drawn_card(card: Card, stands_for: Card | None = None) -> DrawnCard:
    """Return a card as a page draws it, with the card that it replaces, if any."""
    other = "" if stands_for in (None, card) else stands_for.words
    if card.rank == Rank.JOKER:
        return DrawnCard(str(card), "", is_red=False, stands_for=other)
    sign = card.suit.sign if card.suit else ""
    return DrawnCard(rank_letter(card.rank), sign, is_red=card.suit in _RED, stands_for=other)


def card_keys(rules: MeldRules, cards: Iterable[Card]) -> tuple[tuple[CardKey, ...], ...]:
    """Return the keys for all cards in play, a row for each suit, and one for jokers."""
    held = Counter(cards)
    pack = [rank for rank in rules.deck.ranks if rank != Rank.JOKER]
    ranks = sorted(pack, key=lambda rank: rank != Rank.ACE)  # aces first, the others as they are
    rows = [[Card(rank, suit) for rank in ranks] for suit in Suit]
    joker = Card(Rank.JOKER)
    if rules.deck.copies(joker):
        rows.append([joker])

    def key(card: Card) -> CardKey:
        drawn = drawn_card(card)
        return CardKey(f"{drawn.rank}{card.suit or ''}", drawn, rules.deck.copies(card), held[card])

    return tuple(tuple(map(key, row)) for row in rows)
