from datetime import date

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.snapshots import load_ruleset
from scorekeeper.models import Game
from scorekeeper.queries.board import scoreboard
from scorekeeper.services.players import leave
from scorekeeper.sheets.filled import filled_sheet
from scorekeeper.sheets.layout import blank_sheet, out_column
from scorekeeper.sheets.sheet import SheetCell, SumRow
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, with_absences


def blank(slug, names, options=None, house_rules=()):
    return blank_sheet(catalogue().variant(slug).ruleset(options), names, house_rules)


def test_a_blank_sheet_of_contract_rummy():
    sheet = blank("contract-rummy", ["Ann", "", "Cleo", ""])

    assert sheet.title == "Contract Rummy"
    assert sheet.subtitle == (
        "Four players · two packs, three jokers · lowest total after seven deals wins"
    )
    assert sheet.names == ("Ann", "", "Cleo", "")
    assert [(row.number, row.contract, row.cards) for row in sheet.rows] == [
        (1, "two sets of 3", 10),
        (2, "one set of 3, one run of 4", 10),
        (3, "two runs of 4", 10),
        (4, "three sets of 3", 12),
        (5, "two sets of 3, one run of 4", 12),
        (6, "one set of 3, two runs of 4", 12),
        (7, "three runs of 4", 12),
    ]
    assert sheet.rows[6].notes == (
        "A player’s runs in one suit must not touch.",
        "The whole hand goes down at once.",
        "Runs may be longer than the contract requires.",
        "No discard.",
    )
    assert sheet.values == (("2–9", "face value"), ("10–K", "10"), ("A, Joker", "15"))
    assert sheet.signs == (("●", "dealer"),)
    assert sheet.sums == (SumRow("Total", ("",) * 4), SumRow("Place", ("",) * 4))
    assert sheet.house_text == ""


def test_the_deal_passes_from_column_to_column():
    sheet = blank("contract-rummy", [""] * 3)

    assert [[cell.deals for cell in row.cells].index(True) for row in sheet.rows] == [
        0, 1, 2, 0, 1, 2, 0,
    ]  # fmt: skip


def test_takes_have_a_tick_box_each_where_a_deal_limits_them():
    progressive = blank("progressive-rummy", [""] * 3)
    shanghai = blank("shanghai-rummy", [""] * 3)
    unlimited = blank("contract-rummy", [""] * 3)

    assert [row.cells[0].signs for row in progressive.rows] == [
        "●", "", "", "●", "", "", "●", "", "☐", "●☐", "☐", "☐☐", "●☐☐", "☐", "",
    ]  # fmt: skip
    assert {cell.signs for row in shanghai.rows for cell in row.cells} == {"☐☐", "●☐☐"}
    assert {cell.signs for row in unlimited.rows for cell in row.cells} == {"", "●"}
    assert ("☐", "tick for each buy") in progressive.signs


def test_a_perfect_cut_is_for_the_player_at_the_dealers_right():
    sheet = blank("liverpool-rummy", [""] * 4)

    assert [row.cut for row in sheet.rows] == [41, 41, 41, 49, 49, 49, 49]
    assert [[cell.words for cell in row.cells] for row in sheet.rows[:2]] == [
        ["", "", "", "cut\u00a0☐"],
        ["cut\u00a0☐", "", "", ""],
    ]
    assert ("cut ☐", "tick for a perfect cut") in sheet.signs
    assert dict(sheet.facts)["Perfect cut"] == "−50 points for the player to the dealer’s right"


def test_games_without_a_cut_bonus_have_no_cut_boxes():
    sheet = blank("contract-rummy", [""] * 4)

    assert {row.cut for row in sheet.rows} == {0}
    assert {cell.cut for row in sheet.rows for cell in row.cells} == {None}


def test_a_settlement_has_its_rows_and_its_line():
    sheet = blank("progressive-rummy", [""] * 4, {"kitty-split": True}, ["Split the kitty"])

    assert [row.label for row in sheet.sums] == [
        "Total",
        "Place",
        "Paid for buys (pennies)",
        "Settling up (pennies)",
    ]
    assert dict(sheet.facts)["Payout"].endswith("the kitty is split by place in the ratio 2 : 1")
    assert dict(sheet.facts)["Uneven shares"].startswith("tied players share")
    assert sheet.house_text == "House rules: Split the kitty"


def test_what_each_place_pays_stands_in_a_small_table():
    three = blank("progressive-rummy", [""] * 3)
    none = blank("contract-rummy", [""] * 3)

    assert three.pays_label == "Settling up (pennies)"
    # Second and third place pay 2 and 4, and the winner gets both.
    assert three.pays == (("1st", "+6"), ("2nd", "−2"), ("3rd", "−4"))
    assert (none.pays_label, none.pays) == ("", ())


def test_a_game_whose_length_nobody_knows_has_rows_to_fill_a_leaf():
    sheet = blank("any-game", [""] * 3)

    assert (len(sheet.rows), sheet.least_rows) == (40, 0)
    assert [row.number for row in sheet.rows[38:]] == [39, 40]


def test_options_change_the_sheet():
    sheet = blank("contract-rummy", [""] * 3, {"no-jokers": True, "ordinary-round-seven": True})

    assert sheet.values == (("2–9", "face value"), ("10–K", "10"), ("A", "15"))
    assert "two packs, no jokers" in sheet.subtitle
    assert sheet.rows[6].notes == (
        "A player’s runs in one suit must not touch.",
        "An ordinary deal, not a special last round.",
    )


@pytest.mark.parametrize(
    ("slug", "sides", "dealt"),
    [
        ("rummy", 2, ["10 cards each"]),
        ("rummy", 4, ["7 cards each"]),
        ("cribbage", 3, ["5 cards each"]),
        ("spades", 2, ["13 cards each"]),
        ("contract-rummy", 4, []),
        ("oh-hell", 4, []),
        ("farkle", 2, []),
    ],
)
def test_the_subtitle_says_how_many_cards_are_dealt_unless_the_rows_do(slug, sides, dealt):
    terms = blank(slug, [""] * sides).subtitle.split(" · ")

    assert [term for term in terms if term.endswith(" each")] == dealt


def test_a_rule_of_every_deal_is_said_once():
    sheet = blank("shanghai-rummy-powe", [""] * 4)

    assert sheet.facts[-1] == ("In every deal", "Nobody may go out by discarding.")
    assert [row.notes for row in sheet.rows[:3]] == [
        (),
        (),
        ("A player’s runs must be in different suits.",),
    ]


@pytest.mark.parametrize("slug", catalogue().variants)
def test_the_legend_labels_start_with_a_capital(slug):
    players = catalogue().variant(slug).standard.players
    sheet = blank(slug, [""] * (players.counts[0] // players.team))

    letters = [label.lstrip("“")[0] for label, _ in sheet.facts]
    assert [letter for letter in letters if not letter.isupper()] == []


@pytest.mark.django_db
def test_a_filled_sheet_has_points_totals_marks_and_the_dealer_who_dealt():
    game = GameFactory(variant="liverpool-rummy", first_dealer=2, names=("Ann", "Bob", "Cai"))
    left = {"left-points-2": "12", "left-points-3": "7"}
    RoundFactory(game=game, deal=1, texts={"out": "1", "cut": "on"} | left)
    RoundFactory(game=game, deal=2, texts={"ran-out": "on", "left-points-1": "5"} | left, dealer=1)

    sheet = filled_sheet(scoreboard(game), ["No jokers"], date(2026, 5, 4))

    assert sheet.rows[0].cells == (
        SheetCell(points="−50", total="−50", cut=True),
        SheetCell(points="12", total="12", deals=True),
        SheetCell(points="7", total="7"),
    )
    assert sheet.rows[1].cells == (
        SheetCell(points="5", total="−45", deals=True),
        SheetCell(points="12", total="24"),
        SheetCell(points="7", total="14", cut=False),
    )
    assert sheet.rows[2].cells == (SheetCell(cut=False), SheetCell(deals=True), SheetCell())
    assert sheet.outcome == "2 of 7 deals played"
    assert sheet.sums == (SumRow("Total", ("",) * 3), SumRow("Place", ("",) * 3))
    assert sheet.played_on == "4 May 2026"
    assert sheet.house_text == "House rules: No jokers"
    assert sheet.code == game.code
    # A column shows who went out. In the second deal, nobody did, because the stock ran out.
    assert sheet.noted == (out_column(),)
    assert [row.noted for row in sheet.rows[:3]] == [("Ann",), ("",), ()]
    assert sheet.signs == (("●", "dealer"), ("cut ☐", "tick for a perfect cut"))


@pytest.mark.django_db
def test_what_was_corrected_is_marked_and_the_mark_is_told():
    game = GameFactory(names=("Ann", "Bob", "Cai"), played=2)
    board = scoreboard(game)
    _, bob, _ = board.columns

    sheet = filled_sheet(board, corrected={2: [bob.key]})

    assert [[cell.is_corrected for cell in row.cells] for row in sheet.rows[:2]] == [
        [False, False, False],
        [False, True, False],
    ]
    assert sheet.signs[-1] == ("*", "corrected later")
    assert ("*", "corrected later") not in filled_sheet(board).signs


@pytest.mark.django_db
def test_what_a_game_notes_stands_beside_its_deals():
    game = GameFactory(variant="euchre")
    RoundFactory(game=game, deal=1, texts={"makers": "1", "trumps": "hearts", "tricks": "3"})
    RoundFactory(game=game, deal=2, texts={"makers": "2", "alone": "4", "tricks": "5"})

    sheet = filled_sheet(scoreboard(game))

    assert [noted.label for noted in sheet.noted] == ["Makers", "Alone", "Tricks"]
    assert [row.noted for row in sheet.rows[:3]] == [
        ("Ann & Cai", "", "3"),
        ("Bob & Dee", "Dee", "5"),
        (),
    ]
    # Two hands have been played and the next dealer is known. Blank rows fill the rest of the page.
    assert (len(sheet.rows), sheet.least_rows) == (40, 3)


@pytest.mark.django_db
def test_what_a_game_notes_of_each_side_stands_beside_its_points():
    game = GameFactory(variant="spades")
    bids, tricks = (4, 3, 3, 2), (5, 3, 3, 2)
    texts = {f"bid-{seat}": str(bid) for seat, bid in enumerate(bids, 1)}
    texts |= {f"tricks-{seat}": str(took) for seat, took in enumerate(tricks, 1)}
    RoundFactory(game=game, deal=1, texts=texts)

    sheet = filled_sheet(scoreboard(game))

    assert [part.label for part in sheet.parts] == ["Bid", "Made", "Bags"]
    assert [cell.noted for cell in sheet.rows[0].cells] == [("4+3", "5+3", "1"), ("3+2", "3+2", "")]
    assert [cell.points for cell in sheet.rows[0].cells] == ["71", "50"]
    assert ("b", "bid blind") in sheet.signs
    assert ("b", "bid blind") in blank_sheet(scoreboard(game).ruleset, ("We", "They")).signs


def test_a_finished_sheet_has_places_and_settlement(finished):
    sheet = filled_sheet(scoreboard(finished))

    assert sheet.outcome == "Ann won with 0"
    assert sheet.sums == (
        SumRow("Total", ("0", "150", "150", "150")),
        SumRow("Place", ("1", "2", "2", "2")),
        SumRow("Paid for buys (pennies)", ("0", "0", "0", "0")),
        SumRow("Settling up (pennies)", ("+12", "−4", "−4", "−4")),
    )


@pytest.mark.django_db
def test_takes_are_ticked_and_thirds_are_written_out():
    names = ("Ann", "Bob", "Cai")
    game = GameFactory(variant="progressive-rummy", names=names, options={"exact-shares": True})
    same = {"ran-out": "on"} | {f"left-points-{number}": "10" for number in (1, 2, 3)}
    for deal in range(1, 16):
        takes = {"takes-1": "1"} if deal == 12 else {}
        RoundFactory(game=game, deal=deal, texts=same | takes)

    sheet = filled_sheet(scoreboard(game))

    assert [cell.signs for cell in sheet.rows[11].cells] == ["☒☐", "☐☐", "●☐☐"]
    assert sheet.outcome == "Ann, Bob and Cai won with 150"
    assert sheet.sums[2:] == (
        SumRow("Paid for buys (pennies)", ("1", "0", "0")),
        SumRow("Settling up (pennies)", ("− 2/3", "+ 1/3", "+ 1/3")),
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("variant", "played", "outcome"),
    [
        ("any-game", 0, "0 rounds played"),
        ("any-game", 1, "1 round played"),
        ("any-game", 2, "2 rounds played"),
        ("contract-rummy", 1, "1 of 7 deals played"),
    ],
)
def test_a_sheet_says_how_far_the_game_is(variant, played, outcome):
    game = GameFactory(variant=variant, names=("Ann", "Bob", "Cai"))
    texts = {
        "any-game": {f"points-{number}": "5" for number in (1, 2, 3)},
        "contract-rummy": {"out": "1", "left-points-2": "10", "left-points-3": "10"},
    }
    for deal in range(1, played + 1):
        RoundFactory(game=game, deal=deal, texts=texts[variant])

    assert filled_sheet(scoreboard(game)).outcome == outcome


def test_hands_that_depend_on_the_table_are_all_listed():
    sheet = blank("oh-hell", [""] * 7)

    assert [row.cards for row in sheet.rows] == [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]
    assert sheet.least_rows == 13


@pytest.mark.parametrize(
    ("slug", "suits"), [("all-fives", False), ("farkle", False), ("nertz", True), ("skat", True)]
)
def test_only_games_with_cards_have_suits_on_their_sheets(slug, suits):
    assert blank(slug, [""] * 3).has_suits == suits


@pytest.mark.parametrize(("slug", "marked"), [("farkle", False), ("euchre", True)])
def test_a_game_without_cards_marks_no_dealer(slug, marked):
    sheet = blank(slug, ["", ""])

    assert any(cell.signs for row in sheet.rows for cell in row.cells) == marked
    assert (("●", "dealer") in sheet.signs) == marked


# Gin


def hand(winner, how, ann, bob):
    """Return an entry for a hand of gin: who ended it and how, and both players’ deadwood."""
    return {"knocked": winner, "how": how, "left-points-1": ann, "left-points-2": bob}


def test_hollywood_has_three_columns_for_each_side():
    sheet = blank("gin-rummy", ["Ann", "Bob"], {"hollywood": True})

    assert [part.label for part in sheet.parts] == ["col. 1", "col. 2", "col. 3"]
    assert [row.label for row in sheet.sums] == ["Total", "Boxes", "Place"]
    assert [part.label for part in blank("gin-rummy", ["", ""]).parts] == []
    assert [row.label for row in blank("hearts", [""] * 4).sums] == ["Total", "Place"]


@pytest.mark.django_db
def test_the_columns_of_hollywood_run_on_from_hand_to_hand():
    game = GameFactory(variant="gin-rummy", names=("Ann", "Bob"), options={"hollywood": True})
    hands = [
        hand("1", "knock", "6", "23"),
        hand("2", "knock", "7", "9"),
        hand("1", "knock", "3", "33"),
        hand("1", "gin", "", "25"),
        {"void": "on"},
        hand("1", "knock", "3", "33"),
    ]
    for deal, texts in enumerate(hands, 1):
        RoundFactory(game=game, deal=deal, texts=texts)

    sheet = filled_sheet(scoreboard(game))

    # 17, 12, 30 and 45 in the first column, which ends with a shutout of 200 and 4 boxes of 20. The
    # last 30 makes 117 + 200 + 80 in the second and 105 + 200 + 60 in the third.
    played = [row.cells for row in sheet.rows]
    assert [ann.noted for ann, _ in played] == [
        ("17", "", ""),
        ("29", "12", ""),
        ("59", "42", "30"),
        ("384", "87", "75"),
        ("", "", ""),
        ("", "397", "365"),
    ]
    assert {bob.noted for _, bob in played} == {("", "", "")}
    assert [ann.points for ann, _ in played] == ["17", "24", "90", "415", "0", "600"]
    assert sheet.outcome == "Ann won with 1146"
    assert sheet.sums[:2] == (
        SumRow("Total", ("1146", "0")),
        SumRow("Boxes", ("4 · 4 · 3", "0 · 0 · 0")),
    )


@pytest.mark.django_db
def test_the_boxes_of_gin_stand_under_the_hands():
    game = GameFactory(variant="gin-rummy", names=("Ann", "Bob"))
    for deal, texts in enumerate([hand("1", "knock", "9", "7"), hand("1", "gin", "", "85")], 1):
        RoundFactory(game=game, deal=deal, texts=texts)

    sheet = filled_sheet(scoreboard(game))

    # An undercut gives Bob 9 − 7 + 10 = 12; 85 + 20 = 105 ends the game.
    assert sheet.sums == (
        SumRow("Total", (f"{105 + 100 + 20}", f"{12 + 20}")),
        SumRow("Boxes", ("1", "1")),
        SumRow("Place", ("1", "2")),
    )


def test_a_sheet_marks_who_was_not_at_the_table_and_says_who_began_with_points(group):
    sheet = filled_sheet(scoreboard(with_absences(group)))

    assert [[(cell.points, cell.total) for cell in row.cells] for row in sheet.rows[:3]] == [
        [("0", "0"), ("10", "10"), ("10", "10"), ("10", "10"), ("", "")],
        [("0", "0"), ("50", "60"), ("10", "20"), ("10", "20"), ("", "55")],
        [("0", "0"), ("10", "70"), ("10", "30"), ("10", "30"), ("10", "65")],
    ]
    assert [[cell.signs for cell in row.cells] for row in sheet.rows[:3]] == [
        ["●", "", "", "", "—"],
        ["", "—", "●", "", "—"],
        ["", "", "", "●", ""],
    ]
    assert ("—", "not playing") in sheet.signs
    assert sheet.facts[0] == ("Eve", "starting score 55")
    assert {cell.is_away for row in sheet.rows[3:] for cell in row.cells} == {False}


def test_who_was_away_has_no_boxes_to_tick(group):
    game = GameFactory(group=group, variant="shanghai-rummy", played=1)
    leave(game=game, side=2, context=ChangeContextFactory(game=game))
    texts = {"out": "1", "left-points-3": "10", "left-points-4": "10"}
    RoundFactory(game=game, deal=2, texts=texts)

    sheet = filled_sheet(scoreboard(game))

    assert [cell.signs for cell in sheet.rows[1].cells] == ["☐☐", "—", "●☐☐", "☐☐"]
    assert sheet.names == ("Ann", "Bob", "Cai", "Dee")
    assert "starts with" not in " ".join(text for _, text in sheet.facts)


def test_a_sheet_without_absences_has_no_sign_for_them(game):
    sheet = filled_sheet(scoreboard(game))

    assert "—" not in dict(sheet.signs)


def test_partners_have_a_box_for_each_take_of_either_and_both_are_ticked(group):
    game = GameFactory(group=group, variant="push-rummy", patches={"deals.*.takes.limit": 2})
    takes = {"takes-3": "2", "takes-4": "1"}
    left = {"left-points-2": "10", "left-points-4": "5", "left-points-3": "5"}
    RoundFactory(game=game, deal=1, texts={"out": "1"} | left | takes)

    first, second = filled_sheet(scoreboard(Game.objects.get(pk=game.pk))).rows[0].cells

    # Ann and Cai are partners, and Cai bought twice. Of Bob and Dee, only Dee bought, once.
    assert first.takes == (True, True, False, False)
    assert second.takes == (True, False, False, False)
    empty = blank_sheet(load_ruleset(game.ruleset), ["", ""]).rows[0].cells
    assert [cell.takes for cell in empty] == [(False,) * 4] * 2


BOXES = [
    ("Ones", "1 each"),
    ("Twos", "2 each"),
    ("Threes", "3 each"),
    ("Fours", "4 each"),
    ("Fives", "5 each"),
    ("Sixes", "6 each"),
    ("Bonus", "+35 from 63"),
    ("Three of a kind", "sum of all dice"),
    ("Four of a kind", "sum of all dice"),
    ("Full house", "25"),
    ("Small straight", "30"),
    ("Large straight", "40"),
    ("Five of a kind", "50"),
    ("Chance", "sum of all dice"),
    ("Another “Five of a kind”", "+100 each"),
]


def test_a_blank_sheet_of_boxes_has_a_row_for_each_box():
    sheet = blank("dice-boxes", ["Ann", ""])

    assert [(row.head, row.contract) for row in sheet.rows] == BOXES
    assert (sheet.deal_word, sheet.contract_head) == ("Box", "Scores")
    assert (sheet.least_rows, sheet.has_suits) == (15, False)
    assert {cell for row in sheet.rows for cell in row.cells} == {SheetCell()}
    assert sheet.facts == (("Boxes", "13, each filled once"),)


def test_without_the_bonuses_their_rows_are_missing():
    rules = (
        catalogue()
        .variant("dice-boxes")
        .ruleset(patches={"scoring.figures.extra": 0, "scoring.figures.bonus": 0})
    )

    heads = [row.head for row in blank_sheet(rules, ["", ""]).rows]

    assert heads == [head for head, _ in BOXES if head not in ("Bonus", "Another “Five of a kind”")]


@pytest.mark.django_db
def test_a_filled_sheet_of_boxes_has_the_points_in_their_boxes():
    turns = {
        "ann": ["five-alike 50", "sixes 30", "fives 25", "fours 20 extra"],
        "bob": ["chance 17", "ones 0", "full-house 25", "twos 6"],
    }
    game = GameFactory(variant="dice-boxes", names=("Ann", "Bob"))
    for number, said in enumerate(zip(*turns.values(), strict=True), 1):
        texts = {}
        for seat, turn in enumerate(said, 1):
            box, points, *extra = turn.split()
            texts |= {f"box-{seat}": box, f"points-{seat}": points}
            texts |= {f"extra-{seat}": "on"} if extra else {}
        RoundFactory(game=game, deal=number, texts=texts)

    sheet = filled_sheet(scoreboard(game), corrected={2: {"2"}})

    filled = {
        row.head: tuple(cell.points for cell in row.cells)
        for row in sheet.rows
        if any(cell.points for cell in row.cells)
    }
    # Ann’s 75 in the upper section earn the bonus.
    assert filled == {
        "Ones": ("", "0"),
        "Twos": ("", "6"),
        "Fours": ("20", ""),
        "Fives": ("25", ""),
        "Sixes": ("30", ""),
        "Bonus": ("35", ""),
        "Full house": ("", "25"),
        "Five of a kind": ("50", ""),
        "Chance": ("", "17"),
        "Another “Five of a kind”": ("100", ""),
    }
    marked = [row.head for row in sheet.rows if any(cell.is_corrected for cell in row.cells)]
    assert marked == ["Ones"]
    assert {cell.total for row in sheet.rows for cell in row.cells} == {""}
