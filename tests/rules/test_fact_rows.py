import pytest

from rules.engine.catalogue import catalogue
from rules.reference.card_facts import deck_text, value_groups, values_of, values_text
from rules.reference.compare import parent_differences
from rules.reference.end_facts import settlement_text, shares_text, winner_text
from rules.reference.facts import facts, takes_words
from tests.rows import each_row


def rules(slug, options=None, patches=None):
    return catalogue().variant(slug).ruleset(options, patches)


def row(slug, key, options=None):
    return next((fact.text for fact in facts(rules(slug, options)) if fact.key == key), None)


@each_row
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


@each_row
def test_decks_of_equal_size_are_told_together(slug, options, text):
    assert deck_text(rules(slug, options)) == text


@each_row
def test_takes_are_told_with_their_limit_cards_and_price(slug, deal, words):
    assert takes_words(rules(slug), rules(slug).deal(deal)) == words


@each_row
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


@each_row
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
