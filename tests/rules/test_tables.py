"""Seating: partners and their sides, and whether a field belongs to a side, a seat or the deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.catalogue import catalogue
from rules.engine.contracts import Deal
from rules.engine.deal_seating import DealSeat, DealSeating, DealSide
from rules.engine.entries import EntryField, EntryRefusedError, Problem, read_entry
from rules.engine.errors import RulesError, UnreadableError
from rules.engine.inputs import CardsLeft, Choice, Count, Flag, OneSeat, OneSide, Points
from rules.engine.rulesets import Players
from tests.rules.scored import report
from tests.rules.transcript import table_of

PAIRS = {"players": {"min": 4, "max": 4, "team": 2}}
BIDS = Choice((("pass", "Pass"), ("alone", "Goes alone"), ("2", "Two or more")))


def four_in_pairs(dealer="1"):
    """Seat Ann, Bob, Cai and Dee clockwise. Ann and Cai play against Bob and Dee."""
    sides = (DealSide("1", "Ann & Cai"), DealSide("2", "Bob & Dee"))
    names = ("Ann", "Bob", "Cai", "Dee")
    seats = tuple(DealSeat(str(n), name, "21"[n % 2]) for n, name in enumerate(names, 1))
    return DealSeating(sides, dealer, seats)


def three(dealer="1"):
    return DealSeating((DealSide("1", "Ann"), DealSide("2", "Bob"), DealSide("3", "Cai")), dealer)


# Seating


def test_where_nobody_has_a_partner_every_side_is_a_seat():
    assert three().seats == (
        DealSeat("1", "Ann", "1"),
        DealSeat("2", "Bob", "2"),
        DealSeat("3", "Cai", "3"),
    )
    assert three().keys == ("1", "2", "3")
    assert three().partners("2") == (DealSeat("2", "Bob", "2"),)


def test_partners_are_two_seats_of_one_side():
    table = four_in_pairs()

    assert table.keys == ("1", "2")
    assert table.name("2") == "Bob & Dee"
    assert table.seat("3") == DealSeat("3", "Cai", "1")
    assert [seat.name for seat in table.partners("1")] == ["Ann", "Cai"]
    assert [seat.name for seat in table.partners("2")] == ["Bob", "Dee"]


@pytest.mark.parametrize(
    ("dealer", "steps", "name"),
    [
        ("1", 0, "Ann"),
        ("1", 1, "Bob"),
        ("1", -1, "Dee"),
        ("4", 1, "Ann"),
        ("3", 2, "Ann"),
        ("2", -3, "Cai"),
        ("2", 4, "Bob"),
    ],
)
def test_seats_are_counted_clockwise_from_the_dealer(dealer, steps, name):
    assert four_in_pairs(dealer).beside_dealer(steps).name == name


def test_a_field_is_asked_of_the_sides_the_seats_or_nobody_in_particular():
    table = four_in_pairs()

    assert table.places("deal") == ()
    assert table.places("side") == table.sides
    assert table.places("seat") == table.seats


@pytest.mark.parametrize(
    ("team", "players", "sides"),
    [
        (1, 3, [1, 2, 3]),
        (2, 4, [1, 2, 1, 2]),
        (2, 6, [1, 2, 3, 1, 2, 3]),
        (3, 6, [1, 2, 1, 2, 1, 2]),
        (2, 8, [1, 2, 3, 4, 1, 2, 3, 4]),
    ],
)
def test_partners_sit_as_far_from_each_other_as_the_table_allows(team, players, sides):
    rule = Players(min=2 * team, max=12, team=team)

    assert [rule.side_of(place, players) for place in range(1, players + 1)] == sides


@given(team=st.integers(1, 6), sides=st.integers(2, 6))
def test_every_side_has_equally_many_players(team, sides):
    rule = Players(min=2 * team, max=12, team=team)

    seated = [rule.side_of(place, team * sides) for place in range(1, team * sides + 1)]

    assert {side: seated.count(side) for side in set(seated)} == dict.fromkeys(
        range(1, sides + 1), team
    )


@pytest.mark.parametrize(
    ("rule", "counts"),
    [
        (Players(min=3, max=5), (3, 4, 5)),
        (Players(min=4, max=8, team=2), (4, 6, 8)),
        (Players(min=4, max=7, team=2), (4, 6)),
        (Players(min=6, max=10, team=3), (6, 9)),
    ],
)
def test_a_table_of_partners_makes_whole_sides(rule, counts):
    assert rule.counts == counts


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ({"min": 2, "max": 4, "team": 2}, "2 to 4 players can’t form sides of 2"),
        ({"min": 7, "max": 8, "team": 3}, "7 to 8 players can’t form sides of 3"),
        ({"min": 5, "max": 4}, "best must be between min and max"),
    ],
)
def test_partners_need_a_table_that_they_fill(rule, sentence):
    with pytest.raises(ValueError, match=sentence):
        Players(**rule)


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ({"min": 3, "max": 5}, "3 to 5"),
        ({"min": 4, "max": 4}, "4"),
        ({"min": 4, "max": 4, "team": 2}, "4"),
        ({"min": 4, "max": 5, "team": 2}, "4"),
    ],
)
def test_the_rules_say_how_many_may_play(players, words):
    rules = catalogue().variant("contract-rummy").ruleset(patches={"players": players})

    assert rules.players_words == words


def test_partners_may_play_at_tables_of_several_sizes():
    rules = catalogue().variant("may-i").ruleset(patches={"players.team": 2, "players.min": 4})

    assert rules.players_words == "4, 6 or 8"
    rules.check_table(6)
    with pytest.raises(RulesError) as refused:
        rules.check_table(5)
    assert str(refused.value) == "May I? is for 4, 6 or 8 players, not 5. Change the players."


def test_the_names_of_partners_are_joined_in_seating_order():
    rules = catalogue().variant("contract-rummy").ruleset(patches=PAIRS)

    assert table_of(rules, ("Ann", "Bob", "Cai", "Dee"), "Bob") == four_in_pairs("2")


# Input types


@pytest.mark.parametrize(
    ("text", "answer", "words"),
    [("pass", "pass", "Pass"), ("alone", "alone", "Goes alone"), ("2", "2", "Two or more")],
)
def test_a_choice_is_one_of_its_answers(text, answer, words):
    assert BIDS.read({"": text}, three()) == answer
    assert BIDS.words({"": text}, three()) == words


@pytest.mark.parametrize("text", ["Pass", "Goes alone", "3", "pass alone"])
def test_another_answer_is_refused_with_the_answers_there_are(text):
    with pytest.raises(UnreadableError) as refused:
        BIDS.read({"": text}, three())

    assert str(refused.value) == (
        f"“{text}” isn’t one of the choices. Choose one of these: Pass, Goes alone, Two or more."
    )
    assert BIDS.words({"": text}, three()) == text


def test_a_player_is_named_by_seat_and_a_side_by_its_own_key():
    table = four_in_pairs()

    assert OneSeat().read({"": "4"}, table) == ("4",)
    assert OneSeat().words({"": "4"}, table) == "Dee"
    assert OneSide().read({"": "2"}, table) == ("2",)
    assert OneSide().words({"": "2"}, table) == "Bob & Dee"


def test_several_players_come_in_seating_order():
    table = four_in_pairs()

    assert OneSeat().read({"": "4 1"}, table) == ("1", "4")
    assert OneSeat().words({"": "4 1"}, table) == "Dee, Ann"


@pytest.mark.parametrize(("kind", "text"), [(OneSide(), "3"), (OneSeat(), "5"), (OneSeat(), "Ann")])
def test_who_is_not_at_the_table_is_refused(kind, text):
    with pytest.raises(UnreadableError) as refused:
        kind.read({"": text}, four_in_pairs())

    assert str(refused.value) == "That player isn’t in this deal. Choose one of the names."
    assert kind.words({"": text}, four_in_pairs()) == text


def test_a_tick_and_numbers_are_said_as_they_were_typed():
    assert Flag().words({"": "1"}, three()) == "yes"
    assert Flag().words({"": "maybe"}, three()) == "maybe"
    assert Points().words({"": "12+11"}, three()) == "12+11"
    assert Count(3).words({"": "2"}, three()) == "2"
    assert CardsLeft().words({"cards": "K 5", "points": "15"}, three()) == "K 5 = 15"


# Inputs


@pytest.mark.parametrize(
    ("field", "inputs"),
    [
        (EntryField("ran-out", "", Flag()), {"": "ran-out"}),
        (EntryField("out", "", OneSeat(), "deal"), {"": "out"}),
        (EntryField("tricks", "", Count(13), "side"), {"": "tricks-2"}),
        (EntryField("bid", "", BIDS, "seat"), {"": "bid-2"}),
        (
            EntryField("left", "", CardsLeft(), "seat"),
            {"cards": "left-cards-2", "points": "left-points-2"},
        ),
    ],
)
def test_an_input_is_named_by_field_part_and_place(field, inputs):
    assert field.inputs("2") == inputs
    assert field.input("2") == next(iter(inputs.values()))


def test_an_entry_holds_values_by_deal_side_and_seat():
    fields = (
        EntryField("trump", "Trump", Choice((("S", "spades"), ("H", "hearts")))),
        EntryField("tricks", "Tricks", Count(13), "side"),
        EntryField("bid", "Bid", BIDS, "seat"),
    )
    texts = {"trump": "H", "tricks-1": "9", "tricks-2": "4", "bid-1": "alone", "bid-4": " 2 "}

    entry = read_entry(fields, four_in_pairs(), texts | {"bid-2": "  ", "bid-9": "pass"})

    assert entry.get("trump") == "H"
    assert entry.of("tricks") == {"1": 9, "2": 4}
    assert entry.of("bid") == {"1": "alone", "4": "2"}
    assert entry.of("seen") == {}
    assert entry.get("seen") is None


def test_what_cannot_be_read_names_the_player_or_the_side():
    fields = (
        EntryField("trump", "Trump", Choice((("S", "spades"), ("H", "hearts")))),
        EntryField("tricks", "Tricks", Count(13), "side"),
        EntryField("bid", "Bid", BIDS, "seat"),
    )

    with pytest.raises(EntryRefusedError) as refused:
        read_entry(fields, four_in_pairs(), {"trump": "X", "tricks-2": "-1", "bid-3": "no"})

    assert refused.value.problems == (
        Problem(
            "unreadable",
            "“X” isn’t one of the choices. Choose one of these: spades, hearts.",
            "trump",
        ),
        Problem(
            "unreadable",
            "Bob & Dee: “-1” isn’t a whole number. Enter a number such as 1.",
            "tricks-2",
        ),
        Problem(
            "unreadable",
            (
                "Cai: “no” isn’t one of the choices. Choose one of these: Pass, Goes alone, "
                "Two or more."
            ),
            "bid-3",
        ),
    )


def test_a_seat_that_the_table_does_not_have_is_not_asked():
    rules = catalogue().variant("contract-rummy").ruleset(patches=PAIRS)

    with pytest.raises(EntryRefusedError) as refused:
        report(rules, 1, four_in_pairs(), {"out": "1", "left-points-5": "7"})

    assert refused.value.problems == (
        Problem(
            "unasked",
            "“Left in hand” was entered, but this deal has no such field. Leave it out.",
            "left-points-5",
        ),
    )


# Texts about a deal


def test_the_rules_of_a_deal_are_its_special_ones_and_its_notes():
    deal = Deal(number=2, special=("no-discard",), notes=("Pass three cards to the left.",))

    assert deal.special_rules == ("No discard.", "Pass three cards to the left.")
    assert Deal(number=1).special_rules == ()
