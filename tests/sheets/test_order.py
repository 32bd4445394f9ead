import pytest
from django.http import QueryDict

from rules.library import library
from scorekeeper.sheets.order import BadOrderError, read_order


def order(slug, query):
    return read_order(library().variant(slug), QueryDict(query))


@pytest.mark.parametrize(
    ("slug", "query", "names"),
    [
        ("contract-rummy", "", ("", "", "", "")),
        ("contract-rummy-eight", "", ("", "", "")),
        ("contract-rummy", "players=5", ("", "", "", "", "")),
        ("contract-rummy", "players=&names=&paper=", ("", "", "", "")),
        ("contract-rummy", "names=Ann,Bob,Cai", ("Ann", "Bob", "Cai")),
        ("contract-rummy", "names=Ann", ("Ann", "", "")),
        ("contract-rummy", "names=Ann,,+Mary++Lou+,", ("Ann", "", "Mary Lou", "")),
        ("contract-rummy", "names=Ann&players=4", ("Ann", "", "", "")),
        ("may-i", "names=Ελένη,Ёжик", ("Ελένη", "Ёжик", "")),
    ],
)
def test_players_come_from_the_number_or_the_names_or_the_game(slug, query, names):
    assert order(slug, query).sheet.names == names


@pytest.mark.parametrize(
    ("query", "paper"), [("", "a4"), ("paper=a4", "a4"), ("paper=Letter", "letter")]
)
def test_the_paper_is_a4_or_letter(query, paper):
    assert order("may-i", query).paper == paper


def test_options_change_the_rules_and_are_named():
    asked = order("contract-rummy", "option=joker-25&option=no-jokers")

    assert asked.sheet.house_rules == ("No jokers", "Jokers cost more")
    assert asked.filename == "contract-rummy-4-players.pdf"


def test_an_option_may_ask_for_figures():
    asked = order(
        "progressive-rummy", "option=custom-settlement&figures-custom-settlement=1,2,+3,4"
    )

    assert dict(asked.sheet.facts)["Settlement"].startswith(
        "from second place on they pay 1, 2, 3, 4"
    )


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("players=0", "players", "is for 3 to 5 players, not “0”"),
        ("players=99", "players", "not “99”"),
        ("players=-3", "players", "not “-3”"),
        ("players=four", "players", "not “four”"),
        ("players=٤", "players", "not “٤”"),
        ("names=A,B,C,D&players=3", "names", "There are 4 names for 3 players"),
        ("names=A,B,C,D,E,F", "names", "but there are 6 names"),
        ("names=" + "x" * 25, "names", "use 24 characters at most"),
        ("names=A%00B", "names", "cannot be printed"),
        ("names=A%0AB", "names", "cannot be printed"),
        ("names=%E2%80%AEA", "names", "cannot be printed"),
        ("paper=a3", "paper", "There is no paper “a3” here; write a4 or letter."),
        ("option=jokers-wild", "option", "has no option “jokers-wild”"),
        ("option=custom-settlement", "figures-custom-settlement", "needs whole numbers"),
        (
            "option=custom-settlement&figures-custom-settlement=2,x",
            "figures-custom-settlement",
            "needs whole numbers",
        ),
        (
            "option=custom-settlement&figures-custom-settlement=2",
            "option",
            "The payments need a figure for each place",
        ),
    ],
)
def test_a_bad_order_names_the_field_at_fault(query, field, words):
    with pytest.raises(BadOrderError, match=words) as caught:
        order("progressive-rummy", query)

    assert caught.value.field == field
