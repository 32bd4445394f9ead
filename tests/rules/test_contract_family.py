"""Games related to Contract Rummy: Liverpool as commonly played, Carioca, Loba, Continental, King,
Telefunken, Push, Russian, Combination, Joker and Deuces Wild Rummy.
"""

import shutil
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.cards import Card, Deck, Suit, read_card, read_hand
from rules.engine.catalogue import DATA, Catalogue, catalogue
from rules.engine.entries import DealReport, Problem
from rules.engine.errors import CatalogueError
from rules.engine.penalties import PenaltyTable
from rules.reference.facts import facts
from rules.reference.sources import source_of
from tests.rows import each_row
from tests.rules.played import deal, points, refusals, standings
from tests.rules.scored import entry_fields, past_of
from tests.rules.transcript import entry_texts, keys_of, table_of

NAMES = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay")


def rules(slug, *options):
    return catalogue().variant(slug).ruleset(dict.fromkeys(options, True))


def row(slug, key, *options):
    return next((fact.text for fact in facts(rules(slug, *options)) if fact.key == key), None)


def contracts(ruleset):
    return [ruleset.contract_words(deal) for deal in ruleset.deals]


def table_for(slug):
    return NAMES[: max(2, catalogue().variant(slug).standard.players.counts[0])]


def left(slug, cards, *options, **entry):
    """Return Ann’s points for these cards when Bob goes out and the others hold a ten."""
    names = table_for(slug)
    said = {
        "out": "Bob",
        "left-cards": {"Ann": cards},
        "left-points": dict.fromkeys(names[2:], "10"),
    }
    chosen = dict.fromkeys(options, True)
    return points(slug, said | entry, names=names, options=chosen)["Ann"]


def totals(slug, entries, *options, names=("Ann", "Bob", "Cai", "Dee")):
    """Return the total of each side by name after these deals, and whether the game is over."""
    ruleset = rules(slug, *options)
    table = table_of(ruleset, names, names[0])
    reports = [
        DealReport(number, table, entry_texts(entry, keys_of(table)))
        for number, entry in enumerate(entries, 1)
    ]
    scored = past_of(ruleset, reports).deals
    game = standings(ruleset, list(table.keys), [each.points for each in scored])
    return {side.name: game.running[-1][side.key] for side in table.sides}, game.is_over


# Worked examples


@each_row
def test_cards_of_an_example_cost_what_it_says(slug, options, cards, worth):
    assert left(slug, cards, *options) == worth


def test_a_continental_hand_of_a_king_and_two_cards_too_few():
    assert left("continental-rummy", "K", missing={"Ann": 2}) == 30


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("A K 7", "Ann: A K 7: 15 + 10 + 5"),
        ("2 JK 9", "Ann: 2 joker 9: 20 + 20 + 5"),
        ("10 4 4 3", "Ann: 10 4 4 3: 10 + 5 + 5 + 5"),
    ],
)
def test_cards_of_a_push_example_are_counted_as_it_says(cards, reason):
    side = deal("push-rummy", {"out": "Bob", "left-cards": {"Ann": cards, "Cai": "3"}})["Ann & Cai"]

    assert side[1] == f"{reason}; Cai: 3: 5"


def test_the_losing_side_of_push_adds_both_hands():
    entry = {"out": "Dee", "left-cards": {"Ann": "A K 7", "Cai": "10 4 4 3"}}

    assert points("push-rummy", entry) == {"Ann & Cai": 55, "Bob & Dee": 0}


def dealt(*scores, out="Bob"):
    """Yield deals in which Ann scored these points. She went out in those with 0."""
    for score in scores:
        others = {name: "10" for name in ("Bob", "Cai") if score == 0 or name != out}
        yield {"out": out if score else "Ann", "left-points": others | {"Ann": str(score)}}


@pytest.mark.parametrize(
    ("slug", "scores", "total"),
    [
        pytest.param("central-american-loba", (27, 0, 28, 57, 12, 40), 164, id="loba"),
        pytest.param("king-rummy", (25, 0, 33, 25), 83, id="king"),
        pytest.param("russian-rummy", (30, 45, 0, 30, 20), 125, id="russian"),
    ],
)
def test_the_deals_of_an_example_add_up(slug, scores, total):
    found, is_over = totals(slug, dealt(*scores), names=("Ann", "Bob", "Cai"))

    assert found["Ann"] == total
    assert is_over


def test_the_deals_of_a_push_example_add_up():
    hands = [("30", "25"), None, ("40", "5"), ("15", "5"), ("20", "10")]
    entries = [
        {"out": "Bob", "left-points": dict(zip(("Ann", "Cai"), both, strict=True))}
        if both
        else {"out": "Ann", "left-points": {"Bob": "10", "Dee": "5"}}
        for both in hands
    ]

    assert totals("push-rummy", entries) == ({"Ann & Cai": 150, "Bob & Dee": 15}, True)


def test_laying_down_and_going_out_after_36_leaves_26():
    entries = [
        {"out": "Bob", "left-cards": {"Ann": "K 6 A"}},
        {"out": "Ann", "at-once": True, "left-points": {"Bob": "10"}},
    ]

    found, _ = totals("carioca-chile", entries, "lay-down-and-out-minus-10", names=("Ann", "Bob"))

    assert found == {"Ann": 26, "Bob": 10}


# Liverpool Rummy as commonly played


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ([], [12, 12, 12, 12, 12, 12, 12]),
        (["deal-11"], [11, 11, 11, 11, 11, 11, 11]),
        (["deal-10-12"], [10, 10, 10, 12, 12, 12, 12]),
        (["deal-7-to-13"], [7, 8, 9, 10, 11, 12, 13]),
        (["deal-7-to-14"], [7, 10, 10, 10, 12, 12, 14]),
    ],
)
def test_liverpool_tables_deal_in_five_ways(options, cards):
    assert [deal.cards for deal in rules("liverpool-rummy-common", *options).deals] == cards


def test_liverpool_has_the_contracts_of_contract_rummy():
    asked = contracts(rules("contract-rummy"))

    assert contracts(rules("liverpool-rummy-common")) == asked
    assert contracts(rules("continental-rummy")) == [
        words.replace("set", "trio") for words in asked
    ]


@pytest.mark.parametrize(("option", "worth"), [("joker-15", 15), ("joker-20", 20)])
def test_a_liverpool_joker_may_cost_less(option, worth):
    assert left("liverpool-rummy-common", "JK", option) == worth


def test_a_perfect_cut_counts_in_liverpool_where_the_table_plays_it():
    entry = {"out": "Bob", "left-points": {"Ann": "20", "Cai": "27"}, "cut": True}
    names, options = ("Ann", "Bob", "Cai"), {"exact-cut-minus-50": True}

    # Ann deals, so Cai is to her right: 27 - 50 = -23
    assert points("liverpool-rummy-common", entry, names=names, options=options) == {
        "Ann": 20,
        "Bob": 0,
        "Cai": -23,
    }
    assert refusals("liverpool-rummy-common", entry, names=names) == [
        Problem(
            "unasked",
            "Liverpool Rummy (as commonly played) has no bonus for a perfect cut. Untick it.",
            "cut",
        )
    ]


# Carioca

PERLA = {
    "out": "Bob",
    "left-points": {"Ann": "36", "Cai": "39"},
    "at-once": True,
    "takes": {"Ann": "2"},
    "cut": True,
}


def test_perlas_bonuses_count_cuts_steals_and_going_out_at_once():
    # Ann 36 + 2 × 2; Bob, to Ann’s left, -30 - 10; Cai 39
    assert deal("carioca", PERLA, names=("Ann", "Bob", "Cai"), options={"perla-bonuses": True}) == {
        "Ann": (40, "36, entered as a total; two steals"),
        "Bob": (-40, "went out; down and out in one turn; perfect cut"),
        "Cai": (39, "39, entered as a total"),
    }


def test_without_perlas_bonuses_they_are_refused():
    found = refusals("carioca", PERLA, names=("Ann", "Bob", "Cai"))

    assert [(problem.message, problem.input) for problem in found] == [
        ("One of the answers isn’t needed under these rules. Leave it out.", "at-once"),
        ("Steals aren’t counted in round 1 of Carioca. Clear that number.", "takes-1"),
        ("Carioca has no bonus for a perfect cut. Untick it.", "cut"),
    ]


def test_steals_are_asked_with_their_price():
    labels = [field.label for field in entry_fields(rules("carioca", "perla-bonuses"), 7, 3)]

    assert labels == [
        "Who went out",
        "The cards ran out",
        "Left in hand",
        "Steal (+2)",
        "Down and out in one turn (−30)",
        "Perfect cut by the player to the dealer’s left (−10)",
    ]
    assert row("carioca", "take", "perla-bonuses") == "+2"
    assert row("carioca", "take") is None


@pytest.mark.parametrize("steals", [1, 30])
def test_nobody_counts_the_steals_of_a_hand_beforehand(steals):
    entry = {"out": "Bob", "left-points": {"Ann": "10"}, "takes": {"Ann": str(steals)}}

    found = points("carioca", entry, names=("Ann", "Bob"), options={"perla-bonuses": True})

    assert found == {"Ann": 10 + 2 * steals, "Bob": 0}


def test_more_steals_than_a_hand_can_have_are_refused():
    entry = {"out": "Bob", "left-points": {"Ann": "10"}, "takes": {"Ann": "31"}}

    assert refusals("carioca", entry, names=("Ann", "Bob"), options={"perla-bonuses": True}) == [
        Problem("too-many-takes", "Ann can’t have 31 steals. Check the number.", "takes-1")
    ]


@pytest.mark.parametrize("slug", ["carioca", "carioca-chile"])
def test_the_two_rewards_for_down_and_out_exclude_each_other(slug):
    with pytest.raises(
        CatalogueError,
        match=(
            r"^“10 off for down and out” and “Perla’s bonuses” can’t be used together\. "
            r"Choose one\.$"
        ),
    ):
        rules(slug, "perla-bonuses", "lay-down-and-out-minus-10")


def test_nobody_is_down_and_out_without_going_out():
    entry = {"ran-out": True, "at-once": True, "left-points": {"Ann": "5", "Bob": "10"}}
    options = {"lay-down-and-out-minus-10": True}

    assert refusals("carioca", entry, names=("Ann", "Bob"), options=options) == [
        Problem(
            "nobody-out",
            (
                "Nobody can be down and out in one turn without going out. Mark who went out, "
                "or untick this."
            ),
            "at-once",
        )
    ]


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ([], [11, 11, 11, 11, 11, 11, 12]),
        (["deal-12"], [12, 12, 12, 12, 12, 12, 12]),
        (["deal-13-last"], [11, 11, 11, 11, 11, 11, 13]),
    ],
)
def test_the_last_round_of_carioca_may_be_larger(options, cards):
    assert [deal.cards for deal in rules("carioca", *options).deals] == cards


@pytest.mark.parametrize(("options", "jokers"), [([], 4), (["two-jokers"], 2), (["no-jokers"], 0)])
def test_carioca_is_played_with_four_jokers_two_or_none(options, jokers):
    sizes = rules("carioca", *options).deck.by_players

    assert [(sizes[players].packs, sizes[players].jokers) for players in (2, 3, 4, 5)] == [
        (2, jokers)
    ] * 4


@pytest.mark.parametrize(("card", "worth"), [("2", 5), ("7", 5), ("8", 10), ("10", 10), ("J", 10)])
def test_banded_number_cards_cost_five_or_ten(card, worth):
    assert left("carioca", card, "banded-values") == worth


def test_runs_turn_the_corner_in_chile():
    assert row("carioca", "ace") == "low or high, never in the middle"
    assert row("carioca", "ace", "runs-wrap") == "low, high or in the middle"
    assert row("carioca-chile", "ace") == "low, high or in the middle"


CHILE = [
    "two trios of 3",
    "one trio of 3, one escala of 4",
    "two escalas of 4",
    "three trios of 3",
    "two trios of 3, one escala of 4",
    "one trio of 3, two escalas of 4",
    "three escalas of 4",
    "four trios of 3",
]
RUN = "one escala of 13"


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ([], [*CHILE, RUN]),
        (["rounds-8"], CHILE),
        (["four-trios-first", "rounds-8"], [*CHILE[:6], CHILE[7], CHILE[6]]),
        (["extra-dirty-run", "extra-clown-run"], [*CHILE, RUN, RUN, RUN]),
        (["rounds-8", "extra-royal-run", "extra-colour-run"], [*CHILE, RUN, RUN]),
    ],
)
def test_chilean_rounds_are_chosen(options, asked):
    chosen = rules("carioca-chile", *options)

    assert contracts(chosen) == asked
    assert chosen.length == len(asked)
    assert {deal.cards for deal in chosen.deals} == {12}
    assert [deal.number for deal in chosen.deals] == list(range(1, len(asked) + 1))


def test_extra_rounds_come_in_the_order_of_the_catalogue():
    chosen = rules(
        "carioca-chile", "rounds-8", "extra-clown-run", "extra-royal-run", "extra-dirty-run"
    )

    assert [deal.notes for deal in chosen.deals[8:]] == [
        ("The royal run: ace to king in one suit.",),
        ("The dirty run: ace to king in any suits.",),
        ("The clown run: ace to king, alternately red and black.",),
    ]


@pytest.mark.parametrize(
    ("cards", "worth"), [("J Q K", 36), ("A A", 2), ("2 10", 12), ("9 8 7", 24)]
)
def test_a_swedish_program_counts_every_card_at_its_number(cards, worth):
    assert left("carioca-chile", cards, "court-cards-by-number") == worth


def test_two_ways_of_counting_chilean_cards_exclude_each_other():
    with pytest.raises(CatalogueError, match=r"can’t be used together\. Choose one\.$"):
        rules("carioca-chile", "banded-values", "court-cards-by-number")


@pytest.mark.parametrize(
    ("cards", "worth"), [("2H", 20), ("2♦", 20), ("2♠ 2♣", 4), ("2H 2S K", 32), ("2H 2H 2D 2D", 80)]
)
def test_a_wild_red_two_costs_twenty(cards, worth):
    assert left("carioca-chile", cards, "red-twos-wild") == worth


def test_where_red_twos_cost_more_the_suit_of_a_two_must_be_said():
    entry = {"out": "Bob", "left-cards": {"Ann": "2 K"}}

    found = refusals("carioca-chile", entry, names=("Ann", "Bob"), options={"red-twos-wild": True})

    assert found == [
        Problem(
            "suit-unsaid",
            "Not every 2 counts the same. Enter the suit of each one that Ann has, such as 2H, "
            "or only the total.",
            "left-cards-1",
        )
    ]
    assert left("carioca-chile", "2 K") == 12


def test_a_declared_total_may_hold_red_twos():
    entry = {"out": "Bob", "left-points": {"Ann": "42"}}
    options = {"red-twos-wild": True}

    assert points("carioca-chile", entry, names=("Ann", "Bob"), options=options)["Ann"] == 42


def test_the_facts_say_what_a_red_two_costs():
    assert row("carioca-chile", "suited", "red-twos-wild") == "2♥: 20; 2♦: 20"
    assert row("carioca-chile", "suited") is None


@pytest.mark.parametrize(
    ("suited", "sentence"),
    [
        ({"2": 20}, "Carioca: scoring.figures.suited: each card needs a suit, such as 2H"),
        ({"1H": 20}, "Carioca: scoring.figures: “1H” isn’t a card. Enter QS for"),
        (
            {"2H": "much"},
            ("Carioca: scoring.figures.suited.2H: “much” isn’t valid here. Write a whole number."),
        ),
    ],
)
def test_single_cards_of_a_game_need_a_suit_and_a_price(suited, sentence):
    with pytest.raises(CatalogueError) as refused:
        catalogue().variant("carioca").ruleset(patches={"scoring.figures.suited": suited})

    assert str(refused.value).startswith(sentence)


def test_chile_moves_jokers_only_where_the_table_says_so():
    assert row("carioca-chile", "joker-swap") == "never"
    assert row("carioca-chile", "joker-swap", "joker-movable") == row("carioca", "joker-swap")


# Central American Loba


@pytest.mark.parametrize(
    ("options", "worths"),
    [
        ([], {"10": 10, "J": 11, "Q": 12, "K": 13, "A": 14, "JK": 25}),
        (["joker-50"], {"A": 14, "JK": 50}),
        (["court-and-ace-10"], {"10": 10, "J": 10, "Q": 10, "K": 10, "A": 10, "JK": 25}),
    ],
)
def test_loba_counts_picture_cards_at_their_number(options, worths):
    found = {card: left("central-american-loba", card, *options) for card in worths}

    assert found == worths


# Continental Rummy


def test_a_card_too_few_is_charged_even_when_nothing_else_is():
    entry = {
        "ran-out": True,
        "left-points": {"Ann": "5", "Bob": "50", "Cai": "20", "Dee": "10"},
        "missing": {"Bob": 1, "Dee": 0},
    }

    assert points("continental-rummy", entry) == {"Ann": 5, "Bob": 60, "Cai": 20, "Dee": 10}


def test_more_cards_too_few_than_a_hand_holds_are_refused():
    entry = {
        "out": "Ann",
        "left-points": {"Bob": "50", "Cai": "20", "Dee": "10"},
        "missing": {"Bob": 31},
    }

    assert refusals("continental-rummy", entry) == [
        Problem("too-many-missing", "Bob can’t be 31 cards short. Check the number.", "missing-2")
    ]


@pytest.mark.parametrize(
    ("options", "cards"),
    [([], [12] * 7), (["deal-11"], [11] * 7), (["deal-7-to-13"], [7, 8, 9, 10, 11, 12, 13])],
)
def test_continental_tables_deal_in_three_ways(options, cards):
    assert [deal.cards for deal in rules("continental-rummy", *options).deals] == cards


def test_the_last_three_hands_may_know_no_may_i():
    limits = [deal.takes.limit for deal in rules("continental-rummy").deals]
    without = [
        deal.takes.limit for deal in rules("continental-rummy", "no-may-i-last-three-rounds").deals
    ]

    assert limits == [None] * 7
    assert without == [None, None, None, None, 0, 0, 0]


def test_down_and_out_takes_ten_off_in_continental_where_the_table_says_so():
    entry = {"out": "Ann", "at-once": True, "left-points": {"Bob": "50", "Cai": "20", "Dee": "10"}}
    options = {"lay-down-and-out-minus-10": True}

    assert points("continental-rummy", entry, options=options) == {
        "Ann": -10,
        "Bob": 50,
        "Cai": 20,
        "Dee": 10,
    }


def test_wild_twos_in_continental_keep_their_price():
    assert row("continental-rummy", "wild", "deuces-wild") == "jokers, red aces and twos"
    assert left("continental-rummy", "2", "deuces-wild") == 5


def test_half_of_a_continental_meld_may_be_wild():
    assert row("continental-rummy", "max-wild") == "at most half of its cards"


# King Rummy


@pytest.mark.parametrize(("options", "worth"), [([], 15), (["joker-20"], 20), (["joker-25"], 25)])
def test_a_joker_in_king_rummy_costs_what_the_family_charges(options, worth):
    assert left("king-rummy", "JK", *options) == worth


def test_a_king_rummy_joker_is_captured_at_once():
    assert row("king-rummy", "joker-swap") == (
        "from runs and sets, at any time; you may keep the joker"
    )


# Telefunken

CUT = {"out": "Ann", "left-points": {"Bob": "33", "Cai": "27", "Dee": "10"}, "cut": True}


@pytest.mark.parametrize(
    ("option", "bonus"), [("exact-cut-minus-25", 25), ("exact-cut-minus-50", 50)]
)
@pytest.mark.parametrize("slug", ["telefunken", "telefunken-ecuador"])
@pytest.mark.parametrize(("dealer", "cutter"), [("Ann", "Bob"), ("Bob", "Cai"), ("Dee", "Ann")])
def test_an_exact_cut_counts_for_the_player_at_the_dealers_left(
    slug, option, bonus, dealer, cutter
):
    plain = {"Ann": 0, "Bob": 35 if slug == "telefunken-ecuador" else 33, "Cai": 25, "Dee": 10}
    entry = CUT | {"left-points": {name: str(left) for name, left in plain.items() if left}}

    found = points(slug, entry, dealer=dealer, options={option: True})

    assert found == plain | {cutter: plain[cutter] - bonus}


def test_an_exact_cut_earns_a_chip_unless_the_table_says_otherwise():
    assert [(problem.code, problem.input) for problem in refusals("telefunken", CUT)] == [
        ("unasked", "cut")
    ]
    assert row("telefunken", "cut", "exact-cut-minus-25") == (
        "−25 points for the player to the dealer’s left"
    )


def test_a_table_of_venezuela_may_take_the_contracts_of_ecuador():
    chosen, ecuador = rules("telefunken", "ecuador-contracts"), rules("telefunken-ecuador")

    assert contracts(chosen) == contracts(ecuador)
    assert [deal.notes for deal in chosen.deals] == [deal.notes for deal in ecuador.deals]
    assert chosen.deal(1).takes.limit == ecuador.deal(1).takes.limit == 0
    assert [deal.takes.extra for deal in chosen.deals[1:]] == [1] * 6
    assert [deal.takes.extra for deal in ecuador.deals[1:]] == [2] * 6
    assert chosen.scoring.values == rules("telefunken").scoring.values


@pytest.mark.parametrize("exchange", ["no-exchange-deal-6", "double-exchange-deal-6"])
def test_deal_6_of_ecuador_has_no_exchange_to_agree_on(exchange):
    with pytest.raises(CatalogueError, match="can’t be used together"):
        rules("telefunken", "ecuador-contracts", exchange)


@pytest.mark.parametrize(
    ("slug", "option"), [("carioca", "two-jokers"), ("combination-rummy", "few-jokers")]
)
def test_few_jokers_are_not_none(slug, option):
    with pytest.raises(CatalogueError, match="can’t be used together"):
        rules(slug, option, "no-jokers")


@pytest.mark.parametrize(
    ("option", "notes"),
    [
        ("no-exchange-deal-6", ()),
        (
            "double-exchange-deal-6",
            (
                (
                    "Before play, players may throw away cards face down, twice. "
                    "The dealer shuffles them and deals the same number back."
                ),
            ),
        ),
    ],
)
def test_the_exchange_before_deal_6_is_the_tables(option, notes):
    assert rules("telefunken", option).deal(6).notes == notes


@pytest.mark.parametrize("option", ["chips-12", "chips-13", "dealer-picks-contract"])
def test_a_rule_of_play_is_kept_with_a_game_of_telefunken(option):
    chosen = rules("telefunken", option)

    assert chosen.options == {option: True}
    assert chosen.scoring == rules("telefunken").scoring


# Push and Cap-It


def test_push_asks_for_each_hand_of_the_partners():
    asked = {field.id: field.scope for field in entry_fields(rules("push-rummy"), 1, 4)}

    assert asked == {"out": "deal", "ran-out": "deal", "left": "seat"}


@pytest.mark.parametrize("partner", ["", "2 JK A A"])
def test_the_partner_of_whoever_goes_out_counts_nothing(partner):
    entry = {"out": "Bob", "left-cards": {"Ann": "A K 7", "Cai": "3", "Dee": partner}}

    assert points("push-rummy", entry) == {"Ann & Cai": 35, "Bob & Dee": 0}


def test_when_the_stock_of_push_runs_dry_both_sides_count():
    hands = {"Ann": "2", "Bob": "A", "Cai": "K", "Dee": "9"}

    found = deal("push-rummy", {"ran-out": True, "left-cards": hands})

    assert found == {
        "Ann & Cai": (30, "Ann: 2: 20; Cai: K: 10"),
        "Bob & Dee": (20, "Bob: A: 15; Dee: 9: 5"),
    }


def test_cap_it_is_push_without_partners():
    push, cap_it = rules("push-rummy"), rules("cap-it")

    assert contracts(cap_it)[:4] == contracts(push)[:4]
    assert contracts(cap_it)[4] == "one run of 3, one run of 7"
    assert [deal.cards for deal in push.deals] == [6, 7, 8, 9, 10]
    assert [deal.cards for deal in cap_it.deals] == [10] * 5
    assert cap_it.scoring == push.scoring
    assert {n: (size.packs, size.jokers) for n, size in cap_it.deck.by_players.items()} == {
        2: (2, 4),
        3: (2, 4),
        4: (2, 4),
        5: (3, 6),
        6: (3, 6),
    }


# Russian, Combination, Joker and Deuces Wild Rummy


@pytest.mark.parametrize("slug", ["russian-rummy", "combination-rummy", "deuces-wild-rummy"])
def test_every_two_players_bring_a_pack(slug):
    sizes = rules(slug).deck.by_players

    assert {n: (size.packs, size.jokers) for n, size in sizes.items()} == {
        3: (2, 4),
        4: (2, 4),
        5: (3, 6),
        6: (3, 6),
        7: (4, 8),
        8: (4, 8),
    }


def test_books_in_different_suits_are_a_rule_of_play():
    chosen = rules("russian-rummy", "books-different-suits")

    assert chosen.options == {"books-different-suits": True}
    assert chosen.scoring == rules("russian-rummy").scoring


def test_what_no_source_says_of_russian_rummy_is_left_open():
    said = rules("russian-rummy").melds.model_dump(exclude_none=True)

    assert {key: value for key, value in said.items() if value is not False} == {
        "set_min": 3,
        "run_min": 4,
        "opening_points": 0,
        "last_discard_fits": True,
    }


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ([], [10, 10, 10, 10, 12, 12, 12]),
        (["deal-9-first"], [9, 10, 10, 10, 12, 12, 12]),
        (["deal-11-third"], [10, 10, 11, 10, 12, 12, 12]),
        (["deal-12-from-4"], [10, 10, 10, 12, 12, 12, 12]),
        (["deal-9-first", "deal-11-third", "deal-12-from-4"], [9, 10, 11, 12, 12, 12, 12]),
    ],
)
def test_combination_rummy_deals_as_the_table_likes(options, cards):
    assert [deal.cards for deal in rules("combination-rummy", *options).deals] == cards


@pytest.mark.parametrize(
    ("slug", "options"), [("joker-rummy", []), ("combination-rummy", ["few-jokers"])]
)
def test_joker_rummy_has_one_joker_or_two(slug, options):
    chosen = rules(slug, *options)

    assert {players: len(chosen.deck.deck(players)) for players in range(3, 9)} == {
        3: 105,
        4: 105,
        5: 158,
        6: 158,
        7: 158,
        8: 158,
    }


def test_joker_rummy_may_have_two_jokers_in_every_pack():
    chosen = rules("joker-rummy", "two-jokers-a-pack")

    assert chosen.deck == rules("combination-rummy").deck


def test_joker_rummy_asks_for_the_contracts_of_contract_rummy():
    chosen = rules("joker-rummy")

    assert contracts(chosen) == contracts(rules("contract-rummy"))
    assert [deal.cards for deal in chosen.deals] == [10, 10, 10, 10, 12, 12, 12]
    assert "No discard." in chosen.deal(7).special_rules


@pytest.mark.parametrize("name", ["Joker Rummy", "Combination Rummy", "Deuces Wild Rummy"])
def test_names_without_rules_of_their_own_lead_to_contract_rummy(name):
    assert name in catalogue().variant("contract-rummy").aliases


def test_joker_rummy_leads_to_each_game_of_that_name():
    games = catalogue().variants.items()
    found = {slug for slug, game in games if "Joker Rummy" in (game.name, *game.aliases)}

    assert {"joker-rummy", "contract-rummy", "rummy-500", "liverpool-rummy-common"} <= found


def test_a_family_plays_ten_contracts_with_wild_twos():
    chosen = rules("deuces-wild-rummy", "rounds-10")

    assert contracts(chosen) == [
        "one pair, one set of 3",
        "two sets of 3",
        "one set of 3, one run of 4",
        "two runs of 4",
        "three sets of 3",
        "two sets of 3, one run of 4",
        "one set of 3, two runs of 4",
        "one run of 5, one run of 6",
        "one set of 3, one run of 7",
        "three runs of 4",
    ]
    assert {deal.cards for deal in chosen.deals} == {11}
    assert {deal.takes.extra for deal in chosen.deals} == {2}


@pytest.mark.parametrize(
    ("options", "extra"),
    [
        ([], 1),
        (["buy-two-cards"], 2),
        (["rounds-10", "buy-one-card"], 1),
        (["rounds-10", "buy-two-cards"], 2),
    ],
)
def test_a_may_i_with_wild_twos_brings_one_card_or_two(options, extra):
    chosen = rules("deuces-wild-rummy", *options)

    assert {deal.takes.extra for deal in chosen.deals} == {extra}


# Parts that a child in the catalogue may leave open or add


@pytest.fixture
def kitchen(tmp_path):
    """Return a catalogue of Contract Rummy and a child with these differences."""

    def make(said):
        for name in ("catalogue/contract-rummy.toml", "reference/contract-rummy.md"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            shutil.copy(DATA / name, tmp_path / name)
        text = (
            'slug = "kitchen-rummy"\nname = "Kitchen Rummy"\nbased_on = "contract-rummy"\n'
            'summary = "As our kitchen plays it."\nsources = [{ title = "Our kitchen", '
            'covers = ["melds", "players"] }]\n'
        )
        (tmp_path / "catalogue" / "kitchen-rummy.toml").write_text(text + said, "utf-8")
        return Catalogue(tmp_path)

    return make


def test_what_a_parent_says_may_be_unsaid(kitchen):
    made = kitchen('unsaid = ["melds.ace", "melds.joker_swap", "players.best"]\n')

    child, parent = (made.variant(slug).standard for slug in ("kitchen-rummy", "contract-rummy"))
    assert (child.melds.ace, child.melds.joker_swap, child.players.best) == (None, None, None)
    assert (parent.melds.ace, parent.players.best) == ("low-or-high", 4)
    told = {fact.key for fact in facts(child)}
    assert {"ace", "joker-swap"}.isdisjoint(told)
    assert "runs" in told


def test_what_is_unsaid_rests_on_the_childs_own_source(kitchen):
    made = kitchen('unsaid = ["melds.ace"]\n')

    assert source_of(made, "kitchen-rummy", "melds.ace").title == "Our kitchen"
    assert source_of(made, "kitchen-rummy", "melds.run_min").title == "Contract Rummy"


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("melds.aces", "melds.aces: There is no key “aces” here. Did you mean “ace”?"),
        (
            "meld.ace",
            (
                "unsaid: “meld.ace” leads nowhere: there is no “meld” at that place. Did you mean "
                "“melds.ace”?"
            ),
        ),
        ("players.min", "players.min: This value can’t be empty. Write a whole number."),
    ],
)
def test_only_what_may_be_open_is_unsaid(kitchen, path, sentence):
    with pytest.raises(CatalogueError) as refused:
        kitchen(f'unsaid = ["{path}"]\n')

    line = "kitchen-rummy.toml:6"
    assert str(refused.value) == f"{line}: {sentence}"


def test_a_patch_may_add_a_deal_which_gets_the_next_number(kitchen):
    made = kitchen('[patch]\n"deals.+" = { sets = [4, 4, 4], cards = 12 }\n')

    deals = made.variant("kitchen-rummy").standard.deals
    assert [deal.number for deal in deals] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert deals[-1].sets == (4, 4, 4)


def test_two_patches_add_two_deals_and_leave_the_parent_alone(kitchen):
    options = "".join(
        f'[[options]]\nid = "run-{size}"\nlabel = "A run of {size}"\n'
        f'patch = {{ "deals.+" = {{ runs = [{size}], cards = 12 }} }}\n'
        for size in (12, 13)
    )
    variant = kitchen(options).variant("kitchen-rummy")

    longer = variant.ruleset({"run-12": True, "run-13": True})

    assert [deal.runs for deal in longer.deals[7:]] == [(12,), (13,)]
    assert [deal.number for deal in longer.deals[7:]] == [8, 9]
    assert len(variant.standard.deals) == 7


@pytest.mark.parametrize("path", ["players.+", "deals.+.sets"])
def test_only_a_list_can_be_added_to(kitchen, path):
    made = kitchen("").variant("kitchen-rummy")

    with pytest.raises(CatalogueError):
        made.ruleset(patches={path: 5})


# Cards with a different value from the rest of their rank


def test_single_cards_have_their_own_price():
    table = PenaltyTable({"2": 2, "K": 10}, ("2", "K"), {read_card("2H"): 20})

    assert table.total(read_hand("2H 2S 2 K KH")) == 20 + 2 + 2 + 10 + 10


@given(
    two=st.integers(1, 9), red=st.integers(1, 9), king=st.integers(1, 9), packs=st.integers(1, 2)
)
def test_totals_with_single_cards_are_those_that_hands_can_make(two, red, king, packs):
    deck = Deck(packs, 0, (("2", 4), ("K", 4)))
    suited = {Card("2", Suit.HEARTS): red, Card("2", Suit.DIAMONDS): red}
    table = PenaltyTable({"2": two, "K": king}, ("2", "K"), suited)

    counts = product(range(2 * packs + 1), range(2 * packs + 1), range(4 * packs + 1))
    fewest = {}
    for black, reds, kings in counts:
        total, cards = black * two + reds * red + kings * king, black + reds + kings
        if cards:
            fewest[total] = min(cards, fewest.get(total, cards))
    assert table.fewest_cards(deck) == fewest
