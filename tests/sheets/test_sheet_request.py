import pytest
from django.http import QueryDict

from rules.engine.catalogue import catalogue
from scorekeeper.forms.printed_sheets import BlankSheetForm
from scorekeeper.printing.papers import PAPERS, PrintOptions
from scorekeeper.printing.requests import BadSheetRequestError
from scorekeeper.sheets.requested import requested_blank
from tests.rows import each_row


def order(slug, query):
    return BlankSheetForm.of_variant(catalogue().variant(slug), QueryDict(query)).requested()


def sheet_of(slug, query):
    return requested_blank(order(slug, query))


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
        ("contract-rummy", "names=Ann,&players=3", ("Ann", "", "")),
        ("contract-rummy", "names=Ann%0D%0ABob%0ACai,Dee", ("Ann", "Bob", "Cai", "Dee")),
        ("contract-rummy", "names=Ann%0D%0A%0D%0ABob%0D%0A", ("Ann", "", "Bob")),
        ("contract-rummy", "names=A,B,C,D,E,,%0D%0A&players=5", ("A", "B", "C", "D", "E")),
        ("may-i", "names=Ελένη,Ёжик", ("Ελένη", "Ёжик", "")),
        ("spades", "", ("", "")),
        ("spades", "names=We,They&players=4", ("We", "They")),
        ("any-game", "option=sides-of-two&names=We,They", ("We", "They")),
        ("any-game", "option=sides-of-two&players=6", ("", "", "")),
    ],
)
def test_players_come_from_the_number_or_the_names_or_the_game(slug, query, names):
    assert sheet_of(slug, query).names == names


@pytest.mark.parametrize(
    ("query", "printing"),
    [
        ("", PrintOptions()),
        ("paper=&turn=&large=&copies=", PrintOptions("a4", "", large=False, copies=1)),
        ("paper=a4", PrintOptions("a4")),
        ("paper=Letter", PrintOptions("letter")),
        *((f"paper={paper}", PrintOptions(paper)) for paper in PAPERS),
        ("turn=Landscape&copies=+3+", PrintOptions(turn="landscape", copies=3)),
        ("turn=portrait&copies=20", PrintOptions(turn="portrait", copies=20)),
        ("large=1", PrintOptions(large=True)),
        ("large=on", PrintOptions(large=True)),
        ("large=0", PrintOptions()),
    ],
)
def test_an_order_says_how_the_sheet_is_printed(query, printing):
    assert order("may-i", query).printing == printing


@each_row
def test_an_order_has_one_short_address(slug, query, short):
    made = order(slug, query)

    assert made.query == short
    assert order(slug, short.removeprefix("?")) == made


def test_options_change_the_rules_and_are_named():
    asked = order("contract-rummy", "option=joker-25&option=ordinary-round-seven")

    assert requested_blank(asked).house_rules == ("Ordinary last deal", "Jokers count 25")
    assert asked.filename == "contract-rummy-4-players.pdf"


def test_an_option_may_ask_for_figures():
    sheet = sheet_of(
        "progressive-rummy", "option=custom-settlement&figures-custom-settlement=1,2,+3,4"
    )

    assert dict(sheet.facts)["Payout"].startswith("from 2nd place down, players pay 1, 2, 3, 4")


def test_figures_of_the_table_stand_in_the_rows_the_legend_and_the_house_rules():
    sheet = sheet_of("contract-rummy", "set-scoring.values.Joker=40&set-deals.1.cards=11")

    assert sheet.house_rules == ("Joker counts 40", "deal 1: 11 cards each")
    assert dict(sheet.values)["Joker"] == "40"
    assert [row.cards for row in sheet.rows] == [11, 10, 10, 12, 12, 12, 12]


@each_row
def test_a_figure_that_cannot_be_is_told_by_its_field(query, field, words):
    with pytest.raises(BadSheetRequestError, match=words) as caught:
        sheet_of("contract-rummy", query)

    assert caught.value.field == field


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("players=0", "players", "is for 3 to 5 players, not “0”"),
        ("players=99", "players", "not “99”"),
        ("players=-3", "players", "not “-3”"),
        ("players=four", "players", "not “four”"),
        ("players=٤", "players", "not “٤”"),
        ("names=A,B,C,D&players=3", "names", "There are 4 names for 3 players."),
        ("names=A,B,C,D&players=3", "names", "Add players or remove names."),
        ("names=A,B,C,D,E,F&players=5", "names", "for 5 players. Remove some names."),
        ("names=A,B,C,D,E,F", "names", "but there are 6 names"),
        ("names=" + "x" * 25, "names", "Use at most 24 characters"),
        ("names=A%00B", "names", "can’t be printed"),
        ("names=A%0DB", "names", "can’t be printed"),
        ("names=A%09B", "names", "can’t be printed"),
        ("names=%E2%80%AEA", "names", "can’t be printed"),
        ("paper=a3", "paper", "“a3” isn’t a paper size we have. Choose one of a4, letter, a5"),
        ("turn=round", "turn", "“round” isn’t an orientation. Choose portrait or landscape"),
        ("copies=0", "copies", "We can’t print “0” copies. Enter a number from 1 to 20"),
        ("copies=21", "copies", "can’t print “21” copies"),
        ("copies=1000", "copies", "can’t print “1000” copies"),
        ("copies=-1", "copies", "can’t print “-1” copies"),
        ("copies=x", "copies", "can’t print “x” copies"),
        ("copies=٤", "copies", "can’t print “٤” copies"),
        ("copies=20&large=1&players=5", "copies", "has many pages. Print at most [0-9]+ copies"),
        ("large=maybe", "large", "“maybe” is neither yes nor no"),
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
            "With 4 players, enter 3 payments, from second place to last.",
        ),
    ],
)
def test_a_bad_order_names_the_field_at_fault(query, field, words):
    with pytest.raises(BadSheetRequestError, match=words) as caught:
        sheet_of("progressive-rummy", query)

    assert caught.value.field == field


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("option=sides-of-two&players=3", "players", "players, not “3”"),
        ("option=sides-of-two&players=4&names=A,B,C", "names", "There are 3 team names for 4"),
        ("option=name", "figures-name", "needs a word or two"),
        ("option=name&figures-name=" + "x" * 61, "figures-name", "at most 60 printable characters"),
        ("option=name&figures-name=A%00B", "figures-name", "at most 60 printable"),
        ("option=rounds&figures-rounds=0", "figures-rounds", "a whole number from 1 to 100"),
        ("option=rounds&figures-rounds=many", "figures-rounds", "a whole number from 1 to 100"),
        (
            "figures-rounds=6",
            "figures-rounds",
            "^Tick “Number of rounds” as well, or clear its value.$",
        ),
    ],
)
def test_a_bad_answer_to_an_option_is_told_by_its_name(query, field, words):
    with pytest.raises(BadSheetRequestError, match=words) as caught:
        sheet_of("any-game", query)

    assert caught.value.field == field


def test_options_that_exclude_each_other_are_refused():
    with pytest.raises(
        BadSheetRequestError, match=r"can’t be used together\. Choose one\.$"
    ) as caught:
        sheet_of("contract-rummy", "option=no-jokers&option=frozen-jokers")

    assert caught.value.field == "option"


def test_a_sheet_of_more_than_sixty_pages_is_refused():
    rounds = "players=12&option=rounds&figures-rounds=100&paper=a5&turn=landscape"

    with pytest.raises(BadSheetRequestError, match="Choose larger paper") as refused:
        sheet_of("any-game", f"{rounds}&large=1")

    assert refused.value.field == "large"
    assert len(sheet_of("any-game", rounds).rows) == 100
