import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.cards import Deck, Rank
from rules.engine.catalogue import catalogue
from rules.engine.contracts import Deal, Special, Takes
from rules.engine.errors import CatalogueError, RulesError
from rules.engine.rulesets import JokerSwap, Packs, Players
from rules.engine.snapshots import dump_ruleset, load_ruleset
from rules.engine.variants import apply_patch
from tests.rules.played import usual_answer

VARIANTS = sorted(catalogue().variants)


def ruleset(slug, options=(), patches=None):
    return catalogue().variant(slug).ruleset(dict.fromkeys(options, True), patches)


def has_option(slug, option):
    return option in {offered.id for offered in catalogue().variant(slug).options}


def chosen(slug, options):
    answers = {option.id: usual_answer(option) for option in options}
    return catalogue().variant(slug).with_required(answers)


def test_without_options_a_game_has_the_standard_rules():
    variant = catalogue().variant("may-i")

    assert variant.ruleset() == variant.standard


def test_a_patch_sets_a_figure():
    patched = ruleset("contract-rummy", patches={"scoring.values.Joker": 30})

    assert patched.scoring.values[Rank.JOKER] == 30
    assert patched.scoring.values[Rank.ACE] == 15
    assert patched.patches == {"scoring.values.Joker": 30}


def test_a_star_stands_for_every_key():
    patched = ruleset("contract-rummy", patches={"deck.by_players.*.jokers": 6})

    assert patched.deck.by_players == {
        3: Packs(packs=2, jokers=6),
        4: Packs(packs=2, jokers=6),
        5: Packs(packs=2, jokers=6),
    }


def test_a_star_stands_for_every_deal():
    patched = ruleset("contract-rummy", patches={"deals.*.cards": 13})

    assert [deal.cards for deal in patched.deals] == [13, 13, 13, 13, 13, 13, 13]


def test_a_number_stands_for_a_deal_counted_from_one():
    patched = ruleset("contract-rummy", patches={"deals.3.cards": 11, "deals.7.special": []})

    assert [deal.cards for deal in patched.deals] == [10, 10, 11, 12, 12, 12, 12]
    assert patched.deal(7).special == ()
    assert patched.deal(3).special == (Special.RUNS_NOT_TOUCHING,)


def test_a_range_stands_for_its_ranks():
    patched = ruleset("contract-rummy", patches={"scoring.values.3-5": 1, "scoring.values.Q-A": 2})

    assert [patched.scoring.values[rank] for rank in Rank] == [
        *(2, 1, 1, 1, 6, 7, 8, 9, 10, 10),
        *(2, 2, 2, 15),
    ]


def test_a_plus_adds_to_a_list():
    patched = ruleset(
        "contract-rummy", patches={"deals.7.special.+": "ordinary", "deals.*.notes.+": "Cut."}
    )

    assert patched.deal(7).special == (
        Special.RUNS_NOT_TOUCHING,
        Special.WHOLE_HAND,
        Special.LONG_RUNS,
        Special.NO_DISCARD,
        Special.ORDINARY,
    )
    assert [deal.notes for deal in patched.deals] == [("Cut.",)] * 7


def test_a_later_patch_of_one_deal_leaves_the_others_alone():
    patched = ruleset(
        "contract-rummy",
        patches={"deals.*.takes": {"limit": 2, "extra": 2}, "deals.1.takes.limit": 3},
    )

    assert [deal.takes.limit for deal in patched.deals] == [3, 2, 2, 2, 2, 2, 2]


def test_a_patch_leaves_the_options_of_the_catalogue_alone():
    variant = catalogue().variant("contract-rummy")
    with_packs = {"packs-per-two-players": True}

    variant.ruleset(with_packs, {"deck.by_players.*.jokers": 1})

    assert variant.ruleset(with_packs).deck.deck(5) == Deck(packs=3, jokers=6)


@pytest.mark.parametrize(
    ("patch", "sentence"),
    [
        (
            {"melds.joker_swop": {}},
            (
                "Contract Rummy: melds.joker_swop: There is no key “joker_swop” here. Did you mean "
                "“joker_swap”?"
            ),
        ),
        ({"scoring.values.X": 5}, "Contract Rummy: scoring.values: “X” isn’t a rank. "),
        ({"wild": ["2"]}, "Contract Rummy: wild: There is no key “wild” here."),
        ({"deals.8.cards": 9}, "“deals.8.cards” leads nowhere"),
        ({"deals.0.cards": 9}, "“deals.0.cards” leads nowhere"),
        ({"deals.first.cards": 9}, "“deals.first.cards” leads nowhere"),
        ({"deals.8": {}}, "“deals.8” leads nowhere"),
        ({"melts.ace": "high"}, "“melts.ace” leads nowhere"),
        ({"name.short": "CR"}, "“name.short” leads nowhere"),
        ({"settlement.step": 3}, "“settlement.step” leads nowhere"),
        ({"melds.+": 3}, "Contract Rummy: melds.+: There is no key “+” here."),
        ({"scoring.values.9-2": 5}, "“9-2” goes downwards. Write the lower rank first"),
        ({"scoring.values.2-X": 5}, "“2-X” isn’t a rank. "),
        ({"melds.ace": "middle"}, "Contract Rummy: melds.ace: “middle” isn’t possible here. Use "),
        (
            {"deals.1.cards": "many"},
            ("Contract Rummy: deals.1.cards: “many” isn’t valid here. Write a whole number."),
        ),
        (
            {"deals.1.sets": [3, 3, 3, 3], "deals.1.takes": {"limit": 0}},
            "Contract Rummy: deals.1: the contract of deal 1 needs 12 cards, but a hand has",
        ),
        (
            {"deals.2.number": 3},
            "Contract Rummy: deals must be numbered from 1 upwards, without a gap",
        ),
        ({"players.max": 6}, "Contract Rummy: the deck for 6 players is missing"),
        ({"players.best": 6}, "Contract Rummy: players: best must be between min and max"),
        (
            {"scoring.values": {"2-K": 5}},
            "Contract Rummy: scoring.values: these cards have no value: A, Joker",
        ),
        (
            {"deals.*.cards": 22},
            "Contract Rummy: deal 1 needs 111 cards for 5 players, but the deck has 108",
        ),
        (
            {"deals.1.takes.price": 1},
            "Contract Rummy: takes have a price, so there must be a settlement with a kitty",
        ),
    ],
    ids=lambda value: ",".join(value) or "empty" if isinstance(value, dict) else "",
)
def test_a_patch_that_makes_no_game_is_refused(patch, sentence):
    with pytest.raises(CatalogueError) as refused:
        ruleset("contract-rummy", patches=patch)

    assert str(refused.value).startswith(sentence)


def test_a_contract_may_be_larger_than_the_hand_when_takes_make_up_for_it():
    deal = Deal(number=1, sets=(3, 3, 3, 3), cards=10, takes=Takes(limit=1, extra=0))
    open_ended = Deal(number=1, sets=(5, 5, 5), cards=10, takes=Takes(extra=1))

    assert deal.takes_needed == 1
    assert deal.largest_hand == 11
    assert open_ended.takes_needed == 2
    assert open_ended.largest_hand is None


def test_a_patch_of_plain_data_changes_it_in_place():
    plain = {"deals": [{"cards": 10}, {"cards": 11}]}

    apply_patch(plain, {"deals.*.takes": {"limit": 1}, "deals.2.cards": 12})

    assert plain == {
        "deals": [{"cards": 10, "takes": {"limit": 1}}, {"cards": 12, "takes": {"limit": 1}}]
    }


def test_an_unknown_option_is_refused():
    with pytest.raises(CatalogueError, match=r"^Contract Rummy has no option “wild-card-bingo”\.$"):
        ruleset("contract-rummy", ["no-jokers", "wild-card-bingo"])


@pytest.mark.parametrize(
    ("slug", "options", "patches", "label"),
    [
        ("gin-rummy", {"target-250": True}, {"end.target": 80}, "Game to 250"),
        ("contract-rummy", {"joker-25": True}, {"scoring.values.Joker": 25}, "Jokers count 25"),
        ("any-game", {"target": 100}, {"end.target": 80}, "Play to a target"),
    ],
)
def test_a_figure_that_an_option_sets_already_is_refused(slug, options, patches, label):
    with pytest.raises(CatalogueError) as refused:
        catalogue().variant(slug).ruleset(options, patches)

    assert refused.value.told == (
        f"“{label}” already sets this value. Leave out the option or the value."
    )


def test_a_wild_two_costs_twenty_five_even_where_low_cards_cost_five():
    both = ruleset("contract-rummy-eight", ["low-number-cards-five", "deuces-wild"])

    assert both == ruleset("contract-rummy-eight", ["deuces-wild", "low-number-cards-five"])
    assert both.scoring.values[Rank.TWO] == 25
    assert [both.scoring.values[Rank(str(rank))] for rank in range(3, 10)] == [5] * 7
    assert both.deck.wild == (Rank.TWO,)


@pytest.mark.parametrize("slug", [slug for slug in VARIANTS if has_option(slug, "no-jokers")])
def test_no_jokers_leaves_none_at_any_table(slug):
    without = ruleset(slug, ["no-jokers"])

    assert {packs.jokers for packs in without.deck.by_players.values()} == {0}


def test_no_jokers_means_none_in_larger_decks_too():
    without = ruleset("contract-rummy", ["no-jokers", "packs-per-two-players"])

    assert without.deck.by_players == {
        3: Packs(packs=2, jokers=0),
        4: Packs(packs=2, jokers=0),
        5: Packs(packs=3, jokers=0),
    }


def test_all_that_contract_rummy_can_borrow_from_may_i_makes_its_melds_and_deals():
    borrowed = ruleset(
        "contract-rummy",
        [
            "packs-per-two-players",
            "melds-may-exceed-minimum",
            "frozen-jokers",
            "touching-runs-allowed",
            "ordinary-round-seven",
            "joker-25",
        ],
    )
    may_i = catalogue().variant("may-i").standard

    assert borrowed.melds == may_i.melds
    assert borrowed.deals == may_i.deals
    assert borrowed.scoring == may_i.scoring
    assert borrowed.deck.by_players.items() <= may_i.deck.by_players.items()


@pytest.mark.parametrize(
    ("slug", "option", "read", "before", "after"),
    [
        ("contract-rummy", "joker-25", lambda r: r.scoring.values[Rank.JOKER], 15, 25),
        (
            "contract-rummy",
            "frozen-jokers",
            lambda r: r.melds.joker_swap,
            JokerSwap(runs=True),
            JokerSwap(),
        ),
        (
            "contract-rummy",
            "ordinary-round-seven",
            lambda r: r.deal(7).special,
            (Special.RUNS_NOT_TOUCHING, Special.WHOLE_HAND, Special.LONG_RUNS, Special.NO_DISCARD),
            (Special.RUNS_NOT_TOUCHING, Special.ORDINARY),
        ),
        (
            "contract-rummy",
            "touching-runs-allowed",
            lambda r: [r.melds.runs_in_one_suit, *(r.deal(n).special[0] for n in (3, 6, 7))],
            ["not-touching", *[Special.RUNS_NOT_TOUCHING] * 3],
            ["allowed", *[Special.TOUCHING_ALLOWED] * 3],
        ),
        (
            "contract-rummy-eight",
            "two-packs-for-five",
            lambda r: r.deck.deck(5),
            Deck(packs=3, jokers=2),
            Deck(packs=2, jokers=1),
        ),
        ("contract-rummy-eight", "win-bonuses", lambda r: r.scoring.adjustments, False, True),
        (
            "contract-rummy-eight",
            "joker-swap-any-time",
            lambda r: r.melds.joker_swap.any_time,
            False,
            True,
        ),
        ("shanghai-rummy", "no-shanghai-call", lambda r: r.melds.shanghai_call, True, False),
        ("shanghai-rummy-kolsov", "no-shanghai-call", lambda r: r.melds.shanghai_call, True, False),
        (
            "shanghai-rummy-kolsov",
            "whole-hand-last-deal",
            lambda r: [Special.WHOLE_HAND in deal.special for deal in r.deals],
            [False] * 10,
            [False] * 9 + [True],
        ),
        ("progressive-rummy", "kitty-split", lambda r: r.settlement.kitty, (1,), (2, 1)),
        ("progressive-rummy", "exact-shares", lambda r: r.settlement.shares, "whole", "exact"),
    ],
)
def test_an_option_changes_what_it_names(slug, option, read, before, after):
    assert read(ruleset(slug)) == before
    assert read(ruleset(slug, [option])) == after


def test_an_option_that_asks_takes_the_figures_of_the_table():
    custom = catalogue().variant("progressive-rummy").ruleset({"custom-settlement": [1, 2, 5, 9]})

    assert custom.settlement.pays == (1, 2, 5, 9)
    assert custom.options == {"custom-settlement": [1, 2, 5, 9]}


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        (
            True,
            "“Other payments by place” needs whole numbers separated by commas, such as 2, 4, 6.",
        ),
        (
            "2468",
            "“Other payments by place” needs whole numbers separated by commas, such as 2, 4, 6.",
        ),
        ([], "“Other payments by place” needs whole numbers separated by commas, such as 2, 4, 6."),
        ([2, -4, 6, 8], "Progressive Rummy: settlement.pays.2: -4 is too low. Use at least 0."),
        (
            [2, 4, 6, 2.5],
            ("Progressive Rummy: settlement.pays.4: 2.5 isn’t valid here. Write a whole number."),
        ),
    ],
)
def test_an_option_that_asks_takes_whole_numbers_only(figures, sentence):
    variant = catalogue().variant("progressive-rummy")

    with pytest.raises(CatalogueError) as refused:
        variant.ruleset({"custom-settlement": figures})

    assert str(refused.value).startswith(sentence)


def test_payments_need_a_figure_for_every_place_of_the_table():
    custom = catalogue().variant("progressive-rummy").ruleset({"custom-settlement": [3, 5]})

    custom.check_table(3)
    with pytest.raises(RulesError) as refused:
        custom.check_table(4)

    assert str(refused.value) == ("With 4 players, enter 3 payments, from second place to last.")


@pytest.mark.parametrize("players", [2, 6])
def test_a_table_too_small_or_too_large_is_refused(players):
    with pytest.raises(RulesError) as refused:
        ruleset("contract-rummy").check_table(players)

    assert (
        str(refused.value)
        == f"Contract Rummy is for 3 to 5 players, not {players}. Change the players."
    )


def test_players_stay_between_the_least_and_the_most():
    assert ruleset("contract-rummy").players == Players(min=3, max=5, best=4)


def test_a_deal_that_the_game_does_not_have_is_an_index_error():
    with pytest.raises(IndexError):
        ruleset("contract-rummy").deal(8)
    with pytest.raises(IndexError):
        ruleset("contract-rummy").deal(0)


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_snapshot_reads_back_to_the_same_rules(slug):
    variant = catalogue().variant(slug)
    for options in ([], *([option] for option in variant.options)):
        rules = variant.ruleset(chosen(slug, options))

        snapshot = json.dumps(dump_ruleset(rules))

        assert load_ruleset(json.loads(snapshot)) == rules
        assert rules.options == chosen(slug, options)


@pytest.mark.parametrize("slug", VARIANTS)
def test_every_option_changes_what_it_patches_or_asks_for(slug):
    variant = catalogue().variant(slug)
    effective = [option.id for option in variant.options if changes_something(variant, option)]

    # An option without a patch is a rule of play, which is stored with the game.
    assert effective == [each.id for each in variant.options if each.patch or each.asks]


def changes_something(variant, option):
    answers = [usual_answer(option)]
    if option.answer == "number" and option.asks:
        answers += [option.least, option.most]
    # Some options only change the effect of another one, so each is also tested together with each
    # of the others.
    beside = [{}, *({o.id: usual_answer(o)} for o in variant.options if not o.bars(option))]
    if option.requires:
        beside = [others for others in beside if others.keys() & set(option.requires)]

    def rules(chosen):
        ruleset = variant.ruleset(variant.with_required(chosen))
        return ruleset.model_copy(update={"options": {}})

    return any(
        rules(others) != rules(others | {option.id: said}) for others in beside for said in answers
    )


def some_options(slug):
    options = catalogue().variant(slug).options
    subsets = st.lists(st.sampled_from(options), unique_by=lambda option: option.id)
    return st.tuples(st.just(slug), subsets.map(without_excluded) if options else st.just([]))


def without_excluded(options):
    """Return the options that can be chosen together with those before them."""
    chosen = []
    for option in options:
        if not any(option.bars(other) for other in chosen):
            chosen.append(option)
    return chosen


@settings(max_examples=60, deadline=None)
@given(choice=st.sampled_from(VARIANTS).flatmap(some_options))
def test_any_options_together_make_one_game_in_whatever_order(choice):
    slug, options = choice
    variant = catalogue().variant(slug)

    rules = variant.ruleset(chosen(slug, options))

    assert rules == variant.ruleset(chosen(slug, options[::-1]))
    assert load_ruleset(json.loads(json.dumps(dump_ruleset(rules)))) == rules
    assert variant.ruleset() == variant.standard


def test_an_option_switched_off_changes_nothing():
    variant = catalogue().variant("contract-rummy")

    assert variant.ruleset({"no-jokers": False}) == variant.standard
