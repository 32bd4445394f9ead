"""The dealer, the first player, and the end of a game."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.deal_seating import DealSeating, DealSide
from rules.engine.game import decided_by
from rules.engine.schemes import scheme_of
from rules.reference.rule_texts import rule_texts
from tests.rules.played import standings

NAMES = ("Ann", "Bob", "Cai", "Dee")
SILENT = ""


def ruleset(slug, **options):
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return catalogue().variant(slug).ruleset(chosen)


def first(rules, players=4, *, deal=1, dealer="1"):
    """Return the text about who goes first when Ann deals, or "" if this is unknown."""
    table = DealSeating(
        tuple(DealSide(str(place), name) for place, name in enumerate(NAMES[:players], 1)), dealer
    )
    game = scheme_of(rules, players).game
    seat = game.first_player(rules.deal(deal), table)
    return f"{seat.name} {game.opening.does}" if seat else SILENT


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("contract-rummy", "Bob goes first"),
        ("shanghai-rummy-powe", "Bob goes first"),
        ("carioca", "Dee goes first"),  # counter-clockwise
        ("indian-rummy", "Dee goes first"),
        ("liverpool-rummy-common", SILENT),  # not in any source
        ("push-rummy", SILENT),
        ("cap-it", SILENT),
        ("russian-rummy", SILENT),
        ("contract-rummy-eight", SILENT),
        ("spades", "Bob leads"),
        ("whist", "Bob leads"),
        ("oh-hell", "Bob leads"),
        ("hearts", SILENT),  # the two of clubs
        ("black-maria", SILENT),
        ("five-hundred", "Bob bids first"),  # the winner of the bidding leads
        ("pinochle", "Bob bids first"),
        ("pitch", "Bob bids first"),
        ("euchre", "Bob speaks first"),  # the player next to a lone player leads
        ("cribbage", "Bob plays first"),
        ("mexican-train", SILENT),  # the starting double
    ],
)
def test_who_plays_first(slug, said):
    assert first(ruleset(slug)) == said


def test_whoever_plays_first_sits_beside_the_dealer():
    assert first(ruleset("spades"), dealer="4") == "Ann leads"
    assert first(ruleset("carioca"), dealer="4") == "Cai goes first"


def test_the_dealer_may_play_first():
    assert first(ruleset("spades", barmore=True), dealer="3") == "Cai leads"


def test_who_plays_first_may_depend_on_the_table():
    rules = ruleset("spades-solo")

    assert [first(rules, players) for players in (2, 3, 4)] == ["Bob leads", SILENT, "Bob leads"]


def test_who_plays_first_may_be_known_for_the_first_deal_alone():
    rules = ruleset("president")

    assert [first(rules, deal=deal) for deal in (1, 2, 3)] == ["Bob leads", SILENT, SILENT]


def test_a_game_kept_from_before_begins_as_is_usual():
    kept = ruleset("euchre").model_dump(mode="json")
    del kept["opening"]

    rules = type(ruleset("euchre")).model_validate(kept)

    assert rules.has_dealer
    assert first(rules) == "Bob speaks first"


@pytest.mark.parametrize(
    ("slug", "players", "deals"),
    [
        ("contract-rummy", 4, 7),
        ("oh-hell", 3, 33),
        ("oh-hell", 4, 25),
        ("wizard-style", 6, 10),
        ("hearts", 4, None),
        ("any-game", 4, None),
    ],
)
def test_how_many_deals_a_table_of_that_size_plays(slug, players, deals):
    assert ruleset(slug).length_at(players) == deals


@pytest.mark.parametrize(
    ("slug", "options", "goal"),
    [
        ("hearts", {}, "game to 100"),
        ("hearts", {"target_50": True}, "game to 50"),
        ("five-hundred", {}, "game to 500 or −500"),
        ("indian-rummy-pool-101", {}, "out at 101"),
        ("contract-rummy", {}, ""),
        ("any-game", {}, ""),
    ],
)
def test_the_total_that_ends_a_game(slug, options, goal):
    assert ruleset(slug, **options).goal_words(4) == goal


@pytest.mark.parametrize(
    ("slug", "deals", "words"),
    [
        ("hearts", [(26, 104, 60)], "Bob passed 100"),
        ("hearts", [(26, 100, 60)], "Bob reached 100"),
        ("hearts", [(26, 104, 101)], "Bob and Cai passed 100"),
        ("five-hundred", [(-520, 40)], "Ann fell to −500"),
        ("indian-rummy-pool-101", [(120, 20, 101)], "All others reached 101"),
        ("contract-rummy", [(5, 0, 20)] * 7, ""),
    ],
)
def test_what_ended_a_game(slug, deals, words):
    rules, names = ruleset(slug), dict(zip("123", NAMES, strict=False))
    scored = [dict(zip("123", points, strict=False)) for points in deals]

    final = standings(rules, list(scored[0]), scored)

    assert decided_by(rules, final, names) == words


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (None, "You may take discards out of turn as often as you like in a deal, "),
        (1, "You may take discards out of turn at most once in a deal, "),
        (2, "You may take discards out of turn at most twice in a deal, "),
        (5, "You may take discards out of turn at most 5 times in a deal, "),
    ],
)
def test_how_often_the_discard_may_be_taken_is_as_the_table_has_it(limit, told):
    variant = catalogue().variant("contract-rummy")
    rules = variant.ruleset(patches={"deals.*.takes.limit": limit})

    assert _rule(variant, rules, "taking-the-discard-how-often") == (
        f"{told}but never twice in a row."
    )


@pytest.mark.parametrize(
    "slug", ["contract-rummy", "continental-rummy", "contract-rummy-eight", "hollywood-rummy"]
)
def test_nothing_is_told_of_taking_the_discard_where_nobody_may(slug):
    variant = catalogue().variant(slug)
    rules = variant.ruleset(patches={"deals.*.takes.limit": 0})

    assert _rule(variant, rules, "taking-the-discard-how-often") is None


@pytest.mark.parametrize(
    ("slug", "name"),
    [("russian-rummy", "how-often"), ("liverpool-rummy-common", "differ-how-often")],
)
def test_tables_that_set_a_limit_do_not_differ_any_more(slug, name):
    variant = catalogue().variant(slug)
    rules = variant.ruleset(patches={"deals.*.takes.limit": 2})

    assert "as often as you like" in _rule(variant, variant.standard, f"taking-the-discard-{name}")
    assert _rule(variant, rules, f"taking-the-discard-{name}") is None


def _rule(variant, rules, anchor):
    told = [rule for part in rule_texts().sections(variant, rules) for rule in part.rules]
    return next((rule.text for rule in told if rule.anchor == anchor), None)


@pytest.mark.parametrize(
    ("slug", "tables"),
    [
        ("cribbage", (("4", "Four as partners"),)),
        ("five-hundred", (("3", "Three players"), ("6", "Six players"))),
        ("pitch", (("2 to 7", "Without partners"),)),
        ("hand-and-foot", (("2 to 5", "Everyone for themselves"), ("6", "Two teams of three"))),
        ("hearts", ()),
        ("any-game", ()),  # teams of two are allowed in games for one to twelve
        ("contract-rummy", ()),
    ],
)
def test_some_numbers_of_players_need_an_option(slug, tables):
    assert catalogue().variant(slug).other_tables == tables
