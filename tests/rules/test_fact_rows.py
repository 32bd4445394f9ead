import pytest

from rules.engine.catalogue import catalogue
from rules.reference.card_facts import deck_text, value_groups, values_of, values_text
from rules.reference.compare import parent_differences
from rules.reference.end_facts import settlement_text, shares_text, winner_text
from rules.reference.facts import facts, takes_words


def rules(slug, options=None, patches=None):
    return catalogue().variant(slug).ruleset(options, patches)


def row(slug, key, options=None):
    return next((fact.text for fact in facts(rules(slug, options)) if fact.key == key), None)


@pytest.mark.parametrize(
    ("slug", "options", "text"),
    [
        ("contract-rummy", {}, "2–9: face value; 10–K: 10; A, Joker: 15"),
        ("contract-rummy", {"no-jokers": True}, "2–9: face value; 10–K: 10; A: 15"),
        ("may-i", {}, "2–9: face value; 10–K: 10; A: 15; Joker: 25"),
        ("shanghai-rummy", {}, "2–7: 5; 8–K: 10; A: 20; Joker: 50"),
        ("progressive-rummy", {}, "2: 20; 3–10: 5; J–K: 10; A: 15; Joker: 20"),
        (
            "contract-rummy-eight",
            {"deuces-wild": True},
            "2: 25; 3–9: face value; 10–K: 10; A: 15; Joker: 25",
        ),
        (
            "contract-rummy-eight",
            {"low-number-cards-five": True},
            "2–9: 5; 10–K: 10; A: 15; Joker: 25",
        ),
        # A ten counts its number, but is listed with other cards that count 10.
        ("five-suit-rummy", {}, "3–10: face value; J: 11; Q: 12; K: 13; Joker: 50"),
        ("central-american-loba", {}, "2–10: face value; J: 11; Q: 12; K: 13; A: 14; Joker: 25"),
        (
            "central-american-loba",
            {"court-and-ace-10": True},
            "2–9: face value; 10–A: 10; Joker: 25",
        ),
        ("column-golf", {}, "−2–12: face value"),
    ],
)
def test_values_are_grouped_by_neighbouring_ranks(slug, options, text):
    assert values_text(rules(slug, options)) == text


def test_groups_of_values_are_pairs_of_ranks_and_points():
    assert value_groups(rules("shanghai-rummy")) == (
        ("2–7", "5"),
        ("8–K", "10"),
        ("A", "20"),
        ("Joker", "50"),
    )


def test_a_game_without_jokers_has_no_value_for_them():
    without = values_of(rules("contract-rummy", {"no-jokers": True}))

    assert list(without) == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert without["A"] == 15


@pytest.mark.parametrize(
    ("slug", "options", "text"),
    [
        ("shanghai-rummy", {}, "two packs, four jokers"),
        ("shanghai-rummy", {"no-jokers": True}, "two packs, no jokers"),
        (
            "contract-rummy-eight",
            {},
            "3–4 players: two packs, one joker; 5–8 players: three packs, two jokers",
        ),
        (
            "contract-rummy-eight",
            {"two-packs-for-five": True},
            "3–5 players: two packs, one joker; 6–8 players: three packs, two jokers",
        ),
        (
            "may-i",
            {},
            (
                "3–4 players: two packs, four jokers; 5–6 players: three packs, six jokers; "
                "7–8 players: four packs, eight jokers"
            ),
        ),
        ("hollywood-rummy", {}, "two packs of 52 cards, no jokers"),
    ],
)
def test_decks_of_equal_size_are_told_together(slug, options, text):
    assert deck_text(rules(slug, options)) == text


@pytest.mark.parametrize(
    ("slug", "deal", "words"),
    [
        ("contract-rummy", 1, "unlimited, each with an extra card from the stock"),
        (
            "contract-rummy-eight",
            1,
            "unlimited, each with an extra card from the stock, at most 1 card per turn in total",
        ),
        ("shanghai-rummy", 7, "2 for each player, each with 2 extra cards from the stock"),
        ("progressive-rummy", 8, "none"),
        ("progressive-rummy", 9, "1 for each player, for one penny"),
        (
            "progressive-rummy",
            12,
            "2 for each player, each with an extra card from the stock, for one penny",
        ),
        ("telefunken", 1, "for one of your 7 chips, each with an extra card from the stock"),
        ("telefunken-ecuador", 1, "none"),
        (
            "telefunken-ecuador",
            2,
            "for one of your 12 chips, each with 2 extra cards from the stock",
        ),
    ],
)
def test_takes_are_told_with_their_limit_cards_and_price(slug, deal, words):
    assert takes_words(rules(slug), rules(slug).deal(deal)) == words


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (
            {},
            (
                "from 2nd place down, each place pays 2 more than the one before (pennies); "
                "the winner gets the sum; the kitty goes to the winner"
            ),
        ),
        (
            {"kitty-split": True},
            (
                "from 2nd place down, each place pays 2 more than the one before (pennies); "
                "the winner gets the sum; the kitty is split by place in the ratio 2 : 1"
            ),
        ),
        (
            {"custom-settlement": [1, 2, 5, 9]},
            (
                "from 2nd place down, players pay 1, 2, 5, 9 (pennies); "
                "the winner gets the sum; the kitty goes to the winner"
            ),
        ),
    ],
)
def test_a_settlement_is_told_in_one_line(options, text):
    assert settlement_text(rules("progressive-rummy", options)) == text


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (
            {},
            (
                "tied players share their amounts in whole pennies; "
                "odd pennies go to the leftmost columns first"
            ),
        ),
        (
            {"exact-shares": True},
            "tied players share their amounts equally, down to fractions of a penny",
        ),
    ],
)
def test_a_fact_tells_how_tied_players_share(options, text):
    assert shares_text(rules("progressive-rummy", options)) == text


def test_a_game_without_stakes_tells_no_settlement():
    assert settlement_text(rules("contract-rummy")) == ""
    assert shares_text(rules("contract-rummy")) == ""


@pytest.mark.parametrize(
    ("slug", "key", "text"),
    [
        ("contract-rummy", "players", "3 to 5, best with 4"),
        ("contract-rummy-eight", "players", "3 to 8"),
        ("black-maria", "players", "3"),
        ("euchre", "players", "4, in two teams of 2"),
        ("contract-rummy", "wild", "jokers"),
        ("progressive-rummy", "wild", "jokers and twos"),
        ("shanghai-rummy-kolsov", "deals", "ten deals"),
        ("contract-rummy", "cards", "10 in deals 1–3; 12 in deals 4–7"),
        ("progressive-rummy", "cards", "11 in every deal"),
        (
            "progressive-rummy",
            "takes",
            (
                "none in deals 1–8, 15; 1 for each player, for one penny in deals 9–11, 14; "
                "2 for each player, each with an extra card from the stock, for one penny "
                "in deals 12–13"
            ),
        ),
        # No source says how hand 7 differs from the others.
        (
            "hollywood-rummy",
            "takes",
            "unlimited, each with an extra card from the stock in hands 1–6; ? in hand 7",
        ),
        ("12-step-rummy", "wild", "jokers and twos"),
        ("6-7-8-9-10", "wild", "twos"),
        ("hand-and-foot", "wild", "jokers and twos"),
        ("phase-rummy", "wild", "Wilds"),
        ("whist", "wild", None),
        ("contract-rummy", "ace", "low or high, never in the middle"),
        ("shanghai-rummy", "ace", "high only"),
        ("contract-rummy-eight", "runs", "at least one card apart"),
        ("shanghai-rummy", "max-wild", "at most 1"),
        ("contract-rummy", "max-wild", "any number"),
        ("may-i", "larger", "at once"),
        ("may-i", "joker-swap", "never"),
        (
            "contract-rummy",
            "joker-swap",
            "from runs, on your own turn; you must play the joker at once",
        ),
        (
            "contract-rummy-eight",
            "joker-swap",
            "from runs and sets, on your own turn; you may keep the joker",
        ),
        ("shanghai-rummy-powe", "going-out", "never with a discard"),
        ("shanghai-rummy", "shanghai", "a discard that fits a meld may be called and played there"),
        ("shanghai-rummy-powe", "shanghai", None),
        ("liverpool-rummy", "cut", "−50 points for the player to the dealer’s right"),
        ("contract-rummy", "cut", None),
        ("contract-rummy", "winner", "lowest total after seven deals"),
        ("contract-rummy", "settlement", None),
    ],
)
def test_a_row_answers_what_a_table_asks(slug, key, text):
    assert row(slug, key) == text


@pytest.mark.parametrize(
    ("end", "text"),
    [
        ({}, "lowest total after seven deals"),
        ({"wins": "highest"}, "highest total after seven deals"),
        ({"deals": 12}, "lowest total after 12 deals"),
        ({"target": 500, "wins": "highest"}, "first to 500"),
        ({"target": 100}, "lowest total once someone reaches 100"),
        ({"target": 500, "claimed": True, "wins": "highest"}, "first to 500"),
        ({"target_each": 50, "wins": "highest"}, "first to 50 for each player in the game"),
        ({"target_each": 50}, "lowest total once someone reaches 50 for each player in the game"),
        (
            {"target": 500, "floor": -300, "wins": "highest"},
            "highest total once someone reaches 500 or falls to −300",
        ),
        ({"floor": -300, "wins": "highest"}, "highest total once someone falls to −300"),
        (
            {"target": 500, "deals": 10, "wins": "highest"},
            "first to 500, or highest total after ten deals",
        ),
        (
            {"target": 100, "deals": 10},
            "lowest total once someone reaches 100, or lowest total after ten deals",
        ),
        ({"out_at": 101}, "last player under 101"),
        ({"open": True}, "lowest total when you stop"),
        ({"open": True, "deals": 10}, "lowest total after ten deals"),
    ],
)
def test_the_winner_is_told_by_how_the_game_ends(end, text):
    ended = rules("contract-rummy", patches={"end": end})

    assert winner_text(ended) == text


@pytest.mark.parametrize(
    ("end", "text"), [({}, "seven deals"), ({"deals": 12}, "12 deals"), ({"target": 500}, None)]
)
def test_only_a_game_of_a_known_length_tells_its_deals(end, text):
    told = {fact.key: fact.text for fact in facts(rules("contract-rummy", patches={"end": end}))}

    assert told.get("deals") == text


def test_a_game_calls_its_deals_what_it_likes():
    hands = rules("contract-rummy", patches={"words.deal": {"one": "hand", "many": "hands"}})

    assert winner_text(hands) == "lowest total after seven hands"
    assert {fact.label for fact in facts(hands) if fact.key == "deals"} == {"Hands"}


@pytest.mark.parametrize(
    ("slug", "players", "text"),
    [
        ("contract-rummy", {"min": 4, "max": 4, "team": 2}, "4, in two teams of 2"),
        ("may-i", {"min": 6, "max": 6, "team": 2}, "6, in three teams of 2"),
        ("may-i", {"min": 4, "max": 8, "team": 2}, "4, 6 or 8, in teams of 2"),
        (
            "may-i",
            {"min": 4, "max": 8, "team": 2, "best": 4},
            "4, 6 or 8, in teams of 2, best with 4",
        ),
    ],
)
def test_partners_are_told_with_the_number_of_players(slug, players, text):
    told = facts(rules(slug, patches={"players": players}))

    assert [fact.text for fact in told if fact.key == "players"] == [text]


def test_cards_that_depend_on_the_table_are_told_by_its_size():
    patched = rules(
        "contract-rummy",
        patches={
            "deals.*.cards": 0,
            "deck.by_players.3-4.cards": 13,
            "deck.by_players.5.cards": 11,
        },
    )

    assert [fact.text for fact in facts(patched) if fact.key == "cards"] == [
        "3–4 players: 13; 5 players: 11"
    ]


def test_a_game_without_melds_tells_nothing_of_them():
    told = [fact.key for fact in facts(rules("contract-rummy", patches={"melds": None}))]

    assert told == ["values", "players", "deck", "deals", "cards", "winner"]


def test_a_rank_that_is_wild_in_its_own_deal_is_told():
    wild = rules("contract-rummy", patches={"deals.2.wild": ["7"]})

    assert [fact.text for fact in facts(wild) if fact.key == "wild"] == [
        "jokers and a different rank in each deal"
    ]


@pytest.mark.parametrize(
    ("patches", "key", "text"),
    [
        ({"melds.max_wild": "half"}, "max-wild", "at most half of its cards"),
        ({"melds.ace": "round"}, "ace", "low, high or in the middle"),
        ({"melds.ace": "low"}, "ace", "low only"),
    ],
)
def test_other_rules_of_melding_are_told(patches, key, text):
    told = facts(rules("contract-rummy", patches=patches))

    assert [fact.text for fact in told if fact.key == key] == [text]


def test_a_game_with_wild_twos_and_no_jokers_speaks_of_wild_cards():
    patches = {"deck.by_players.*.jokers": 0, "deck.wild": ["2"]}

    told = {fact.key: (fact.label, fact.text) for fact in facts(rules("may-i", patches=patches))}

    assert told["wild"] == ("Wild cards", "twos")
    assert told["max-wild"] == ("Wild cards in a meld", "any number")
    assert told["joker-swap"] == ("Swapping for a wild card", "never")


@pytest.mark.parametrize(
    ("slug", "options", "wild"),
    [
        ("contract-rummy", {}, "jokers"),
        ("continental-rummy", {}, "jokers and red aces"),
        ("continental-rummy", {"deuces-wild": True}, "jokers, red aces and twos"),
        ("carioca-chile", {}, "jokers"),
        ("carioca-chile", {"red-twos-wild": True}, "jokers and red twos"),
        ("indian-rummy", {}, "jokers and the rank drawn for the deal"),
        ("rummy", {}, "none"),
        # The melds of these games aren’t in the data.
        ("12-step-rummy", {}, "jokers and twos"),
        ("6-7-8-9-10", {}, "twos"),
        ("canasta", {}, "jokers and twos"),
        ("crazy-eights", {}, "eights"),
        ("crazy-eights-countdown", {}, "the rank of each player’s own number"),
        ("crummy-rummy-five", {"twos-wild": True}, "jokers and twos"),
        (
            "five-suit-rummy",
            {},
            "jokers and threes in round 1, one rank higher in each later round, kings in round 11",
        ),
    ],
)
def test_all_wild_cards_are_named(slug, options, wild):
    told = {fact.key: fact.text for fact in facts(catalogue().variant(slug).ruleset(options))}

    assert told["wild"] == wild


def test_the_joker_of_a_trick_game_is_not_wild():
    assert row("five-hundred", "wild") is None


def test_a_joker_rule_of_chinchon_limits_the_jokers_in_a_meld():
    assert row("chinchon", "max-wild", {"jokers": True}) == "at most 1"


def test_the_limit_for_closing_reads_as_one():
    assert row("chinchon", "rates") == "unmatched cards when you close, at most 5"


@pytest.mark.parametrize(
    ("slug", "most"),
    [
        ("shanghai-rummy", "at most 1"),
        ("central-american-loba", "at most 1, more by laying off"),
        ("carioca-chile", "at most 1, more by laying off"),
        ("carioca", "any number"),
    ],
)
def test_the_limit_of_jokers_in_a_meld_says_how_long_it_holds(slug, most):
    told = {fact.key: fact.text for fact in facts(catalogue().variant(slug).standard)}

    assert told["max-wild"] == most


def test_rows_speak_the_words_of_the_game():
    labels = {fact.key: fact.label for fact in facts(rules("shanghai-rummy-powe"))}

    assert labels["same-rank"] == "Two books of the same rank"
    assert labels["takes"] == "Buy (out of turn)"


def test_a_swap_at_any_time_is_told():
    assert row("contract-rummy-eight", "joker-swap", {"joker-swap-any-time": True}) == (
        "from runs and sets, at any time; you may keep the joker"
    )


@pytest.mark.parametrize(
    ("slug", "options", "text"),
    [
        ("carioca", {}, "from runs, on your own turn; the joker stays in that run"),
        ("carioca-chile", {}, "never"),
        (
            "carioca-chile",
            {"joker-movable": True},
            "from runs, on your own turn; the joker stays in that run",
        ),
        (
            "carioca-chile",
            {"joker-movable": True, "red-twos-wild": True},
            "from runs, on your own turn; the wild card stays in that run",
        ),
    ],
)
def test_a_swap_says_where_the_joker_may_go(slug, options, text):
    assert row(slug, "joker-swap", options) == text


def test_a_swap_of_jokers_alone_is_not_told_of_wild_twos():
    found = {fact.key: (fact.label, fact.text) for fact in facts(rules("deuces-wild-rummy"))}

    assert found["max-wild"] == ("Wild cards in a meld", "any number")
    assert found["joker-swap"] == (
        "Swapping for a joker",
        "from runs, on your own turn; you must play the joker at once",
    )


def differs(slug):
    variant = catalogue().variant(slug)
    found = parent_differences(catalogue(), variant)
    return {theirs.key or own.key: (theirs.text, own.text) for theirs, own in found}


def test_liverpool_rummy_differs_from_contract_rummy_in_its_cut_alone():
    assert differs("liverpool-rummy") == {
        "cut": ("none", "−50 points for the player to the dealer’s right")
    }


NO_LAST_DISCARD = "Nobody may go out by discarding."
NOT_TOUCHING = "A player’s runs in one suit must not touch."
DIFFERENT_SUITS = f"{NO_LAST_DISCARD} A player’s runs must be in different suits."


def test_a_rule_that_a_child_drops_is_a_difference():
    assert differs("shanghai-rummy-powe") == {
        "deals": ("seven deals", "eight deals"),
        "cards": ("11 in every deal", "10 in every deal"),
        "runs": (
            "must not touch; they may overlap or leave a gap",
            "one run per suit for each player",
        ),
        "going-out": ("with or without a discard", "never with a discard"),
        "shanghai": ("a discard that fits a meld may be called and played there", "none"),
        "winner": ("lowest total after seven deals", "lowest total after eight deals"),
        "deal-1": ("two books of 3", f"two books of 3. {NO_LAST_DISCARD}"),
        "deal-2": (
            "one book of 3, one run of 4",
            f"one book of 3, one run of 4. {NO_LAST_DISCARD}",
        ),
        "deal-3": (f"two runs of 4. {NOT_TOUCHING}", f"two runs of 4. {DIFFERENT_SUITS}"),
        "deal-4": ("three books of 3", f"three books of 3. {NO_LAST_DISCARD}"),
        "deal-5": (
            "two books of 3, one run of 4",
            f"two books of 3, one run of 4. {NO_LAST_DISCARD}",
        ),
        "deal-6": (
            f"one book of 3, two runs of 4. {NOT_TOUCHING}",
            f"one book of 3, two runs of 4. {DIFFERENT_SUITS}",
        ),
        "deal-7": (
            (
                f"three runs of 4. {NOT_TOUCHING} The whole hand goes down at once. "
                "Runs may be longer than the contract requires. No discard."
            ),
            f"four books of 3. {NO_LAST_DISCARD}",
        ),
        "deal-8": ("none", f"three runs of 4. {DIFFERENT_SUITS}"),
    }


@pytest.mark.parametrize(
    ("slug", "keys"),
    [
        ("contract-rummy", set()),
        ("contract-rummy-eight", set()),
        (
            "may-i",
            {"values", "players", "deck", "runs", "larger", "joker-swap"}
            | {"deal-3", "deal-6", "deal-7"},
        ),
        (
            "shanghai-rummy-kolsov",
            {"deals", "winner", "deal-5", "deal-6", "deal-7", "deal-8", "deal-9", "deal-10"},
        ),
    ],
)
def test_a_game_differs_from_its_parent_in_these_rows(slug, keys):
    assert set(differs(slug)) == keys
