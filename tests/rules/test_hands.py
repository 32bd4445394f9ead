"""Hands read against the rules: worked out by hand, and compared with trying everything."""

import time
from collections import Counter
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from rules.engine.cards import Card, Suit, notation, read_hand
from rules.engine.catalogue import catalogue
from rules.engine.melding import (
    MOST_CARDS,
    Meld,
    TooLargeError,
    best_turn,
    check_size,
    judge,
    judge_contract,
    meld_rules,
    read_arrangement,
    read_closing,
    read_contract,
    read_declaration,
    read_gin,
    read_initial_meld,
)
from rules.engine.melding.missing import MOST_PLANS
from rules.engine.rulesets import DeckRules, Packs
from tests.rules import hands_by_hand
from tests.rules.brute_hands import Table
from tests.rules.random_hands import deck_of, likely_hand, random_hands
from tests.sampling import LONG

# The number of random hands, and the seed; other seeds find nothing else.
HANDS, SEED = (20_000 if LONG else 120), 35


def lines(text):
    kept = [line for line in text.strip().splitlines() if not line.startswith("#")]
    return [[part.strip() for part in line.split("|")] for line in kept]


RANKS = ("A", *map(str, range(2, 11)), *"JQKA")


def cards(text):
    """Return the cards, also those of packs in which colours aren’t typed."""
    hand = []
    for word in text.split():
        first, dots, last = word.partition("..")
        if dots:
            start = RANKS.index(first)
            ranks = RANKS[start : RANKS.index(last[:-1], start) + 1]
            hand += [Card(rank, Suit(last[-1])) for rank in ranks]
        elif word[:-1].isdigit():
            hand.append(Card(word[:-1], Suit(word[-1])))
        else:
            hand += [Card(word)] if word in ("Rook", "Joker") else read_hand(word)
    return hand


@cache
def rules_of(game, deal=1, drawn=""):
    slug, *options = game.split()
    variant = catalogue().variant(slug)
    asks = {option.id: 2 for option in variant.options if option.asks}
    ruleset = variant.ruleset({name: asks.get(name, True) for name in options})
    return meld_rules(ruleset, int(deal), drawn=drawn)


def same(melds):
    """Return melds as sorted texts, because the order of melds and of cards means nothing."""
    return sorted(notation(sorted(meld, key=str)) for meld in melds)


def groups(text):
    return [cards(group) for group in text.split("+")] if text else []


@pytest.mark.parametrize("case", lines(hands_by_hand.LAID_DOWN), ids=" ".join)
def test_the_best_way_to_lay_down(case):
    game, deal, hand, melds, points = case

    answer = read_contract(rules_of(game, deal), cards(hand))

    assert answer.allowed
    expected = groups(hand if melds == "all" else melds)
    assert same(meld.cards for meld in answer.way.melds) == same(expected)
    assert answer.way.points == int(points)


@pytest.mark.parametrize("case", lines(hands_by_hand.LACKING), ids=" ".join)
def test_the_cards_that_are_missing(case):
    game, deal, hand, count, wanted = case

    found = read_contract(rules_of(game, deal), cards(hand)).shortage

    assert found.count == int(count)
    if wanted:
        assert sorted(str(plan.wanted[0].card) for plan in found.plans) == sorted(wanted.split())
        chances = [plan.ways for plan in found.plans]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize(
    ("game", "deal", "hand", "wild"),
    [
        ("contract-rummy", 2, "7H 8H 9H QS QD", ["JK"]),  # short of a run of 4 and a set of 3
        ("contract-rummy no-jokers", 2, "7H 8H 9H QS QD", []),
        ("deuces-wild-rummy", 2, "7H 8H 9H QS QD", ["2", "JK"]),
        ("telefunken", 1, "QS 4D", []),  # the set must be pure
        ("telefunken ecuador-contracts", 2, "QS QD 4D JK", []),  # at most one joker
        ("contract-rummy", 2, "7H 8H 9H 10H QS QD", []),  # with one card missing, a joker is a plan
    ],
)
def test_a_wild_card_may_replace_one_of_several_missing_cards(game, deal, hand, wild):
    found = read_contract(rules_of(game, deal), cards(hand)).shortage

    assert [str(each.card) for each in found.plans[0].or_wild] == wild


@pytest.mark.parametrize("case", lines(hands_by_hand.ARRANGED), ids=" ".join)
def test_the_best_arrangement(case):
    game, deal, hand, melds, points = case

    found = read_arrangement(rules_of(game, deal), cards(hand))

    assert (same(meld.cards for meld in found.melds), found.points) == (
        same(groups(melds)),
        int(points),
    )


@pytest.mark.parametrize("case", lines(hands_by_hand.OPENINGS), ids=" ".join)
def test_the_first_melds(case):
    game, hand, total, melds, points, least = case

    found = read_initial_meld(rules_of(game), cards(hand), int(total))

    assert same(meld.cards for meld in found.melds) == same(groups(melds))
    assert (found.points, found.minimum) == (int(points), int(least))
    assert found.is_enough == (int(points) >= int(least) or not found.left)


@pytest.mark.parametrize(
    ("options", "hand", "left", "may_close"),
    [
        ("", "AH 2H 3H 4S 4D 4C 5H KD", 5, True),  # the king is discarded
        ("", "AH 2H 3H 4S 4D 4C 6C KD", 6, False),
        (" close-with-3", "AH 2H 3H 4S 4D 4C 5H KD", 5, False),
        ("", "A..7H KD", 0, True),
    ],
)
def test_closing_a_hand_of_chinchon(options, hand, left, may_close):
    found = read_closing(rules_of(f"chinchon{options}"), cards(hand))

    assert (found.arrangement.points, found.may_close) == (left, may_close)


@pytest.mark.parametrize("case", lines(hands_by_hand.VERDICTS), ids=" ".join)
def test_the_rule_that_forbids_a_meld(case):
    game, deal, hand, broken = case

    verdict = judge(rules_of(game, deal), cards(hand))

    assert (verdict.broken, verdict.is_allowed) == (broken, not broken)
    assert bool(verdict.anchors) == bool(broken)


@pytest.mark.parametrize("case", lines(hands_by_hand.CONTRACTS), ids=" ".join)
def test_the_rule_that_forbids_a_contract(case):
    game, deal, melds, broken = case

    assert judge_contract(rules_of(game, deal), groups(melds)).verdict.broken == broken


def laid_before(text):
    """Return a meld on the table; ``JK=4H`` is a joker that stands for a four."""
    pairs = [word.partition("=") for word in text.split()]
    laid, real = cards(" ".join(a for a, _, _ in pairs)), []
    for card, (_, _, stands_for) in zip(laid, pairs, strict=True):
        real += read_hand(stands_for) if stands_for else [card]
    shape = "set" if len({card.rank for card in real}) == 1 else "run"
    return Meld(shape, tuple(laid), tuple(real), sum(1 for pair in pairs if pair[2]))


@pytest.mark.parametrize("case", lines(hands_by_hand.TURNS), ids=" ".join)
def test_the_best_turn(case):
    game, deal, table, hand, left = case

    laid = table.removeprefix("new")
    melds = [laid_before(meld) for meld in laid.split("+")] if laid else []
    is_down = bool(melds) and laid == table
    turn = best_turn(rules_of(game, deal), cards(hand), melds, is_down=is_down)

    assert turn is None if left == "none" else turn.points == int(left)


def hands_to_try(count, size=(7, 13)):
    """Yield random hands, each with its rules and what tries everything."""
    for name, rules, hand, random in random_hands(count, SEED, size):
        yield name, rules, hand, Table(rules.ruleset, rules.deal.number, hand, rules.drawn), random


def reads_like(rules, hand, tried, random):
    """Return what the engine finds and what trying everything finds, which must be the same."""
    if rules.contract.size:
        answer, best = read_contract(rules, hand), tried.best_contract()
        found = answer.way and (answer.way.points, len(answer.way.left), answer.way.wilds)
        if answer.way:
            assert judge_contract(
                rules, [meld.cards for meld in answer.way.melds]
            ).verdict.is_allowed
        is_met = best is not None or bool(tried.contract())
        return (found if answer.allowed else None, not answer.shortage.count), (best, is_met)
    if rules.drawn:
        found = read_declaration(rules, hand)
        value = rules.points(found.counting), len(found.counting)
        return value, tried.declaration(rules.scheme.scoring.figures.runs)
    discards = random.random() < 0.5
    arranged = read_arrangement(rules, hand, discards=discards)
    assert all(judge(rules, meld.cards).is_allowed for meld in arranged.melds)
    return (arranged.points, len(arranged.left)), tried.best_arrangement(discards)


def test_random_hands_are_read_as_trying_everything_does():
    counts, wrong = Counter(), []
    for name, rules, hand, tried, random in hands_to_try(HANDS):
        counts[name.split()[0]] += 1
        found, expected = reads_like(rules, hand, tried, random)
        if found != expected:
            wrong.append((name, notation(hand), found, expected))

    assert wrong == []
    assert len(counts) > (40 if LONG else 30)


@pytest.mark.parametrize("game", ["romme", "romme opening-30", "romme round-the-corner"])
def test_first_melds_are_as_good_as_trying_everything(game):
    rules, random, wrong, opened = rules_of(game), Random(SEED), [], 0
    for _ in range(HANDS // 10):
        hand = likely_hand(rules, random, random.randint(7, 11))
        found = read_initial_meld(rules, hand)
        expected = Table(rules.ruleset, 1, hand).best_opening()
        opened += expected is not None
        left = rules.points(found.left), len(found.left)
        if (left if found.is_enough else None) != expected:
            wrong.append((notation(hand), left, expected))

    assert wrong == []
    assert opened > 0


def test_the_missing_cards_are_those_that_trying_everything_finds():
    wrong, compared = [], 0
    for name, rules, hand, tried, random in hands_to_try(HANDS, (6, 9)):
        count = read_contract(rules, hand).shortage.count if rules.contract.size else 0
        if count not in (1, 2):
            continue
        compared += 1
        plans = read_contract(rules, hand).shortage.plans
        listed = {plan.wanted[0].card for plan in plans if count == 1}
        deck = Counter(deck_of(rules.ruleset, rules.players)) - Counter(hand)
        for card in random.sample(list(deck), 6):
            tried.cards = [*hand, card]
            is_listed = card in listed or Card(card.rank) in listed
            wrong += [(name, notation(hand), card)] if bool(tried.contract()) != is_listed else []
        for want in random.choice(plans).wanted if count == 1 else ():
            copies = sum(n for c, n in deck.items() if want.card in (c, Card(c.rank)))
            assert copies == want.copies

    assert wrong == []
    assert compared > HANDS // 20


def test_turns_are_as_good_as_trying_everything():
    hearts = tuple(Card(rank, Suit.HEARTS) for rank in ("9", "10", "J"))
    fours = tuple(Card("4", suit) for suit in list(Suit)[:3])
    table = [Meld("run", hearts, hearts), Meld("set", fours, fours)]
    wrong, compared = [], 0
    for name, rules, hand, tried, _ in hands_to_try(HANDS // 2, (7, 10)):
        free = not rules.contract.size
        if rules.extra_melds or not rules.lays_off_at_once or (free and "rummy" not in name):
            continue
        if free:
            hand[6:] = []
            tried.cards = list(hand)
        turn = best_turn(rules, hand, table if free else ())
        found = turn and (turn.points, len(turn.left))
        if found or not free:  # without a meld, the turn is only a discard
            compared += 1
            expected = tried.best_turn([meld.cards for meld in table])
            wrong += [(name, notation(hand), found, expected)] if found != expected else []

    assert wrong == []
    assert compared > HANDS // 40


@pytest.mark.parametrize(
    ("options", "left", "floats"),
    [("", "", False), ("discard-to-go-out", "3C 4C", False), ("floating", "", True)],
)
def test_melding_all_cards_when_going_out_needs_a_discard(options, left, floats):
    turn = best_turn(rules_of(f"rummy-500 {options}"), cards("7H 7D 7S 3..5C"))

    assert (notation(turn.left), turn.floats, turn.goes_out) == (left, floats, options == "")


def run_of(rules, random):
    """Return a random run with one or two wild cards in it, as the engine and the rules see it."""
    size, suit = random.randint(4, 5), random.choice(list(Suit))
    start = random.choice(rules.starts(size))
    stands_for = tuple(Card(rank, suit) for rank in rules.window(start, size))
    wild = random.choice([(0,), (1,), (size - 1,), (0, size - 1), (1, size - 1)])
    laid = tuple(Card("Joker") if at in wild else card for at, card in enumerate(stands_for))
    return Meld("run", laid, stands_for, len(wild)), (suit, start, laid)


@pytest.mark.parametrize(
    "game", ["carioca", "carioca runs-wrap", "carioca-chile joker-movable", "central-american-loba"]
)
def test_wild_cards_move_as_far_as_trying_everything_finds(game):
    rules, random, wrong, compared = rules_of(game, 2), Random(SEED), [], 0
    for _ in range(HANDS // 4):
        runs = [run_of(rules, random) for _ in range(random.randint(1, 2))]
        near = [
            Card(random.choice(rules.line), random.choice(runs)[1][0])
            for _ in range(random.randint(2, 5))
        ]
        hand = [
            *near,
            *[Card("Joker")] * random.randint(0, 1),
            Card("9", random.choice(list(Suit))),
        ]
        found = best_turn(rules, hand, [meld for meld, _ in runs], is_down=True)
        found = found and (found.points, len(found.left))
        expected = Table(rules.ruleset, 2, hand).best_later_turn([run for _, run in runs])
        compared += expected is not None
        wrong += [(notation(hand), runs, found, expected)] if found != expected else []

    assert wrong == []
    assert compared > HANDS // 10


def without_last_discard(game):
    """Return the rules of a game without contracts in which nobody goes out by discarding."""
    ruleset = rules_of(game).ruleset
    melds = ruleset.melds.model_copy(update={"going_out_discard": "forbidden"})
    return meld_rules(ruleset.model_copy(update={"melds": melds}))


@pytest.mark.parametrize("game", ["rummy", "rummy multiple-melds"])
def test_one_card_that_cannot_be_discarded_is_never_left(game):
    rules = without_last_discard(game)

    turn = best_turn(rules, cards("3H 4H 5H 6H KS"))  # all four would leave only the king

    assert [notation(meld.cards) for meld in turn.melds] == ["4H 5H 6H"]
    assert (str(turn.discard), notation(turn.left)) == ("KS", "3H")


def test_arrangements_that_keep_a_card_are_as_good_as_trying_everything():
    rules, random, wrong, compared = (
        without_last_discard("rummy multiple-melds"),
        Random(SEED),
        [],
        0,
    )
    for _ in range(HANDS // 10):
        hand = likely_hand(rules, random, random.randint(5, 8))
        turn = best_turn(rules, hand)
        if turn:
            compared += 1
            expected = Table(rules.ruleset, 1, hand).best_turn([])
            found = turn.points, len(turn.left)
            wrong += [(notation(hand), found, expected)] if found != expected else []

    assert wrong == []
    assert compared > HANDS // 20


@pytest.mark.parametrize(
    ("more", "allowed"), [("QD", True), ("QD KS", False), ("QD QH QS KS", True)]
)
def test_the_last_contract_of_telefunken_is_laid_down_only_to_go_out(more, allowed):
    rules, hand = rules_of("telefunken", 7), cards(f"7H 7D 7S 3..9C {more}")

    turn = best_turn(rules, hand)

    assert read_contract(rules, hand).allowed == allowed
    assert bool(turn and turn.goes_out) == allowed


@pytest.mark.parametrize("game", ["contract-rummy", "rummy jokers-wild", "carioca-chile"])
def test_all_hands_of_a_small_deck(game):
    # Five cards from the sixes, sevens and eights of three suits, and two jokers.
    deck = [Card(rank, suit) for rank in ("6", "7", "8") for suit in list(Suit)[:3]]
    deck += [Card("Joker")] * 2
    ruleset, wrong = rules_of(game).ruleset, []
    deal = ruleset.deal(1).model_copy(update={"sets": (), "runs": (3,), "cards": 5})
    if ruleset.has_contracts:
        melds = ruleset.melds.model_copy(update={"run_min": 3})
        ruleset = ruleset.model_copy(update={"deals": (deal,), "melds": melds})
    rules = meld_rules(ruleset)
    for hand in list(combinations(deck, 5))[:: 1 if LONG else 4]:
        found, expected = reads_like(rules, hand, Table(ruleset, 1, hand), Random(SEED))
        wrong += [(notation(hand), found, expected)] if found != expected else []

    assert wrong == []


@pytest.mark.parametrize("game", ["contract-rummy", "shanghai-rummy", "push-rummy"])
def test_the_plans_for_hands_of_a_small_deck(game):
    # One pack of sixes to nines and two jokers; the contract is a set and a run.
    ruleset = rules_of(game).ruleset
    deal = ruleset.deal(1).model_copy(update={"sets": (3,), "runs": (3,), "cards": 6})
    pack, size = tuple((rank, 4) for rank in "6789"), Packs(packs=1, jokers=2)
    deck = DeckRules(pack=pack, by_players=dict.fromkeys(ruleset.players.counts, size))
    melds = ruleset.melds.model_copy(update={"run_min": 3})
    ruleset = ruleset.model_copy(update={"deals": (deal,), "deck": deck, "melds": melds})
    rules = meld_rules(ruleset)
    every = [Card(rank, suit) for rank in "6789" for suit in Suit] + [Card("Joker")] * 2
    wrong, compared = [], Counter()
    for hand in list(combinations(every, 5))[:: 20 if LONG else 500]:
        rest = list((Counter(every) - Counter(hand)).elements())
        tried = Table(ruleset, 1, hand)
        needed = next(w for n in range(7) if (w := set(completing(tried, hand, rest, n))))
        count = len(next(iter(needed)))
        found = read_contract(rules, hand).shortage
        # With several missing, a wild card is named only if no natural one is left for its meld.
        certain = {way for way in needed if count == 1 or Card("Joker") not in way}
        named = {way for plan in found.plans for way in ways_of(plan, rest)}
        is_all = 0 < count < 3 and len(found.plans) < MOST_PLANS
        compared[count, is_all] += 1
        fits = not count or (named <= needed and (certain <= named or not is_all))
        chances = [plan.ways for plan in found.plans]
        is_sorted = chances == sorted(chances, reverse=True)
        if count != found.count or not is_sorted or not fits:
            wrong.append((notation(hand), count, found.count, named - needed, certain - named))

    assert wrong == []
    assert compared[1, True] > 2
    assert compared[2, True] > 2


def completing(tried, hand, rest, count):
    """Yield each choice of so many other cards that completes the contract."""
    for way in sorted({tuple(sorted(way, key=str)) for way in combinations(rest, count)}, key=str):
        tried.cards = [*hand, *way]
        if tried.contract():
            yield way


def ways_of(plan, rest):
    """Yield the cards that a plan names, with each suit if any suit does."""
    kinds = [
        [card for card in set(rest) if want.card in (card, Card(card.rank))] for want in plan.wanted
    ]
    for way in product(*kinds):
        if not Counter(way) - Counter(rest):
            yield tuple(sorted(way, key=str))


def test_the_plans_are_those_that_can_be_got_in_the_most_ways():
    wrong, compared = [], Counter()
    for name, rules, hand, tried, _ in hands_to_try(HANDS, (5, 9)):
        deal, found = (
            rules.deal,
            read_contract(rules, hand).shortage if rules.contract.size else None,
        )
        if deal.run_suits or deal.pairs or rules.melds.wild_as_natural or rules.wild_sets:
            continue
        if found is None or not 1 <= found.count <= 3:
            continue
        rest = list((Counter(deck_of(rules.ruleset, rules.players)) - Counter(hand)).elements())
        fewer = [tried.plans(count, rest) for count in range(found.count)]
        every = tried.plans(found.count, rest)
        natural = {
            tuple(want.card for want in plan.wanted): plan.ways
            for plan in found.plans
            if not any(rules.is_wild(want.card) for want in plan.wanted)
        }
        best = sorted(every.values(), reverse=True)[: None if found.count == 1 else MOST_PLANS]
        compared[found.count] += 1
        if (
            any(fewer)
            or natural.items() - every.items()
            or sorted(natural.values(), reverse=True) != best
        ):
            wrong.append((name, notation(hand), natural, every))

    assert wrong == []
    assert min(compared[count] for count in (1, 2, 3)) > HANDS // 40


@pytest.mark.parametrize("size", [(6, 8), (9, 11)])
def test_each_plan_completes_the_contract_and_needs_all_its_cards(size):
    wrong, compared = [], Counter()
    for name, rules, hand, tried, random in hands_to_try(HANDS, size):
        lacks = read_contract(rules, hand).shortage if rules.contract.size else None
        if lacks is None or not 2 <= lacks.count <= 4:
            continue
        compared[lacks.count] += 1
        rest = list((Counter(deck_of(rules.ruleset, rules.players)) - Counter(hand)).elements())
        for plan in random.sample(lacks.plans, min(2, len(lacks.plans))):
            way = next(ways_of(plan, rest))
            tried.cards = [*hand, *way]
            completes = bool(tried.contract())
            tried.cards = [*hand, *way[1:]]
            is_needed = not tried.contract()
            wrong += [] if completes and is_needed else [(name, notation(hand), plan)]

    assert wrong == []
    assert compared[2] > HANDS // 30


def test_gin():
    gin, knock = "3H 4H 5H 9C 9D 9S 7H 7D 7S 7C", "3H 4H 5H 9C 9D 9S 7H 7D 7S KC"
    rules, big = rules_of("gin-rummy"), rules_of("gin-rummy big-gin-31")

    def ends(rules, hand, upcard=None):
        answer = read_gin(rules, cards(hand), upcard)
        return answer.arrangement.points, answer.may_knock, answer.is_gin, answer.is_big_gin

    assert ends(rules, gin) == (0, False, True, False)
    assert ends(rules, knock) == (10, True, False, False)
    assert ends(rules, f"{knock} QD") == (10, True, False, False)
    assert ends(rules, f"{gin} 6H") == (0, False, True, False)  # the six is discarded
    assert ends(big, f"{gin} 6H") == (0, False, False, True)
    assert ends(rules_of("oklahoma-gin"), knock, "9") == (10, False, False, False)
    assert ends(rules_of("gin-rummy straight-gin"), knock) == (10, False, False, False)


def test_laying_off_after_a_knock():
    hearts, nines = cards("3..5H"), cards("9C 9D 9S")
    table = [Meld("run", tuple(hearts), tuple(hearts)), Meld("set", tuple(nines), tuple(nines))]

    turn = best_turn(rules_of("gin-rummy"), cards("2H 6H 7H 9H KC KD KS 2C"), table, discards=False)

    # The three kings are melded, and the ace that would go below the two is missing.
    assert same(meld.cards for meld in turn.melds) == same(groups("KC KD KS"))
    assert {each.place: notation(each.cards) for each in turn.laid_off} == {0: "2H 6H 7H", 1: "9H"}
    assert (notation(turn.left), turn.points) == ("2C", 2)


@pytest.mark.parametrize(
    ("hand", "valid", "points"),
    [
        ("3..5H 6C 7C 8D 9C KD KS 8S QH QD QC 2S", True, 0),
        # no pure sequence: all cards count, wild ones 0
        ("3H 5H 8D 6C 7C 9C KD KS 4S QH QD JC 2S", False, 3 + 5 + 6 + 7 + 9 + 4 + 10 * 5 + 2),
        # a pure sequence but no other: everything else counts, also the set
        ("3..5H 6C 9C 2D KD KS KC QH QD JC 2S", False, 6 + 9 + 2 + 30 + 30 + 2),
        # the wild eight is itself in a pure sequence
        ("7..9H 3C 4C 5C KD KS KC QH QD QC QS", True, 0),
    ],
)
def test_declarations(hand, valid, points):
    found = read_declaration(rules_of("indian-rummy", drawn="8"), cards(hand))

    assert (found.is_valid, found.points) == (valid, points)


@pytest.mark.parametrize(
    ("hand", "valid", "points"),
    [
        ("7H 7H 7H 4C 5C 6C KD KS KH QH QD QC QS", True, 0),
        # the tanala is the only sequence: everything else counts
        ("7H 7H 7H KD KS KH QH QD QC 9C 9D 9S 2C", False, 30 + 30 + 27 + 2),
    ],
)
def test_with_three_packs_three_identical_cards_are_a_pure_sequence(hand, valid, points):
    rules = meld_rules(rules_of("indian-rummy").ruleset, players=8, drawn="8")

    found = read_declaration(rules, cards(hand))

    assert (found.is_valid, found.points) == (valid, points)


@pytest.mark.parametrize(
    ("total", "minimum", "enough"),
    [(-5, 15, True), (0, 50, True), (1500, 90, True), (3000, 120, False)],
)
def test_the_initial_meld_of_canasta(total, minimum, enough):
    # Three kings are 30, two fours with a joker 60, and a two with two fives 30 would be over 120.
    hand = cards("KD KS KH 4H 4D JK 5H 3S 3H 7C QC")

    found = read_initial_meld(rules_of("canasta"), hand, total)

    assert (found.points, found.minimum, found.is_enough) == (90, minimum, enough)


def test_a_joker_is_swapped_and_used_at_once():
    table = [Meld("run", tuple(cards("3H JK 5H 6H")), tuple(cards("3..6H")), 1)]

    turn = best_turn(rules_of("contract-rummy"), cards("4H KS KD QC"), table, is_down=True)

    assert [(notation(swap.cards), str(swap.wild)) for swap in turn.swaps] == [("4H", "JK")]
    assert [notation(each.meld.cards) for each in turn.laid_off] == ["3H 4H 5H 6H JK"]
    frozen = best_turn(rules_of("may-i"), cards("4H KS KD QC"), table, is_down=True)
    assert frozen is None


def on_table(rules, text):
    return [judge(rules, meld, later=True).meld for meld in groups(text)]


@pytest.mark.parametrize(
    ("table", "hand", "meld", "stands_for"),
    [
        ("3..6H", "7H JK KS", "3..7H JK", "3..8H"),
        ("8H 9H 10H JK", "7H QH KS", "7..10H JK QH", "7..QH"),
        ("JK 8H 9H 10H", "JH 6H KS", "6H JK 8..JH", "6..JH"),
        ("J..AH", "3..10H KS", "3..AH", "3..AH"),
    ],
)
def test_cards_are_laid_off_at_both_ends_of_a_run(table, hand, meld, stands_for):
    rules = rules_of("contract-rummy", 2)

    turn = best_turn(rules, cards(hand), on_table(rules, table), is_down=True)

    (laid_off,) = turn.laid_off
    assert notation(laid_off.meld.cards) == notation(cards(meld))
    assert notation(laid_off.meld.stands_for) == notation(cards(stands_for))
    assert str(turn.discard) == "KS"
    assert turn.goes_out


@pytest.mark.parametrize(
    ("typed", "stands_for"),
    [
        ("8H 9H 10H JK", "8..JH"),
        ("JK 8H 9H 10H", "7..10H"),
        ("JK 10H 9H 8H", "8..JH"),  # from the highest card down
        ("9H JK 8H 10H", "7..10H"),  # in no order
    ],
)
def test_the_order_of_a_run_says_where_its_joker_lies(typed, stands_for):
    meld = judge(rules_of("contract-rummy", 2), cards(typed)).meld

    assert notation(meld.stands_for) == notation(cards(stands_for))


def test_a_turn_with_too_many_ways_to_lay_off_is_said_to_be_too_large():
    # Aces and sixes go to several of these melds, and the rest makes many extra melds.
    rules = rules_of("telefunken")
    hand = "JS 9S 7D 8H 3C 9D 7S KH AC 4C 6S 5S 6H KS AH QH"
    table = "JK 3..5D + 10H 10D 10C + 5..7C + 2H 2D 2C JK + 6S 6H JK + QS QD JK + 2..4S + 2..5H"

    began = time.process_time()
    with pytest.raises(TooLargeError):
        best_turn(rules, cards(hand), on_table(rules, table), is_down=True)

    assert time.process_time() - began < 2  # usually 0.2 s


@pytest.mark.parametrize("game", ["progressive-rummy", "pay-me", "burraco"])
def test_a_large_hand_is_read_in_time_or_said_to_be_too_large(game):
    rules, random = rules_of(game, 11 if game == "pay-me" else 1), Random(SEED)
    deck = deck_of(rules.ruleset, rules.players)
    plain = [card for card in deck if not rules.is_wild(card)]
    wild = [card for card in deck if rules.is_wild(card)]
    hand = random.sample(plain, MOST_CARDS - 2) + wild[:2]

    began = time.process_time()
    (read_contract if rules.contract.size else read_arrangement)(rules, hand)

    assert time.process_time() - began < 2  # usually 0.3 s
    for large in (random.sample(plain, MOST_CARDS + 1), random.sample(plain, 15) + wild[:8]):
        with pytest.raises(TooLargeError):
            read_arrangement(rules, large)


def test_a_large_hand_with_long_runs_in_all_suits_is_said_to_be_too_large():
    rules = rules_of("pay-me twos-wild", 11)  # kings and twos are wild
    hand = cards("5..9C 3D 6..10D AH 4H 6..8H 10..KH 4S 5S 8S 9S JS JK")

    began = time.process_time()
    with pytest.raises(TooLargeError):
        read_arrangement(rules, hand, discards=True)

    assert time.process_time() - began < 2  # usually 0.2 s


def test_a_large_hand_in_two_suits_is_read_unless_wild_cards_make_too_many_runs():
    # Threes are wild. Without wild cards, only the twos are left: 4 to K and the ace are a run.
    rules, hand = rules_of("pay-me"), cards("A..2H 4..KH A..2S 4..KS")

    check_size(rules, hand)
    found = read_arrangement(rules, hand)

    assert same(meld.cards for meld in found.melds) == same(groups("4..AH + 4..AS"))
    assert (notation(found.left), found.points) == ("2S 2H", 10)
    with pytest.raises(TooLargeError):
        check_size(rules, [*hand, *cards("JK JK")])
    with pytest.raises(TooLargeError):
        read_arrangement(rules, [*hand, *cards("JK JK")])
