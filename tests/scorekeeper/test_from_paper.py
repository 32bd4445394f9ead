"""Finished score sheets, whose deals are entered on one page."""

import pytest
from django.urls import reverse

from scorekeeper.models import Change, Game
from scorekeeper.queries.stored import stored_game
from scorekeeper.services.rounds import undo
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, stop_game
from tests.queries import assert_queries, queries
from tests.scorekeeper.pages import Page, get, notices

# Contract Rummy for four. Bob is out first, then Cai, and so on; in the fourth deal, nobody is.
ROWS = ("30 0 40 23", "12 18 0 8", "0 9 27 K_Q", "5 6 7 8")


def url(game):
    return reverse("from-paper", args=[game.code])


def cells(*rows, first=1):
    """Return the texts of these rows. An underscore joins cards, and a dot is a blank."""
    return {
        f"cell-{deal}-{key}": text.replace("_", " ").replace(".", "")
        for deal, row in enumerate(rows, first)
        for key, text in enumerate(row.split(), 1)
    }


def fill_in(client, game, texts, **more):
    """Submit a sheet with these texts, and return the response."""
    return client.post(url(game), get(client, url(game)).form(url(game)) | texts | more)


def entries(game):
    return {played.deal: played.entry for played in game.rounds.order_by("deal")}


def totals(game):
    return dict(stored_game(Game.objects.get(pk=game.pk)).state.carried.totals)


@pytest.fixture
def game(group):
    return GameFactory(group=group)


def test_each_row_becomes_a_deal_with_a_change_of_its_own(phone, game):
    response = fill_in(phone, game, cells(*ROWS), **{"ran-out-4": "on"})

    assert response.url == game.get_absolute_url()
    assert notices(get(phone, response.url)) == ["Saved from paper: four deals."]
    assert entries(game) == {
        1: {"out": "2", "left-points-1": "30", "left-points-3": "40", "left-points-4": "23"},
        2: {"out": "3", "left-points-1": "12", "left-points-2": "18", "left-points-4": "8"},
        3: {"out": "1", "left-points-2": "9", "left-points-3": "27", "left-cards-4": "K Q"},
        4: {"ran-out": "on"} | {f"left-points-{key}": str(4 + key) for key in range(1, 5)},
    }
    assert totals(game) == {"1": 47, "2": 33, "3": 74, "4": 59}
    logged = Change.objects.filter(game=game, kind=Change.Kind.RECORD).order_by("version")
    assert [(change.deal, change.by_name) for change in logged] == [
        (deal, "Phone 1") for deal in (1, 2, 3, 4)
    ]
    assert [played.dealer.position for played in game.rounds.order_by("deal")] == [1, 2, 3, 4]


def test_a_sheet_is_undone_deal_by_deal(phone, game):
    fill_in(phone, game, cells(*ROWS[:2]))

    undo(game=Game.objects.get(pk=game.pk), context=ChangeContextFactory(game=game))

    assert totals(game) == {"1": 30, "2": 0, "3": 40, "4": 23}


def test_a_sheet_continues_a_game(phone, game):
    RoundFactory(
        game=game, deal=1, texts={"out": "1"} | {f"left-points-{key}": "10" for key in (2, 3, 4)}
    )

    page = get(phone, url(game))
    fill_in(phone, game, cells(ROWS[1], first=2))

    assert page.texts("th", scope="row")[:6] == ["2", "3", "4", "5", "6", "7"]
    assert totals(game) == {"1": 12, "2": 28, "3": 10, "4": 18}


def test_a_double_tap_saves_a_sheet_once(phone, game):
    texts = get(phone, url(game)).form(url(game)) | cells(*ROWS[:3])

    for _ in range(2):
        response = phone.post(url(game), texts)

    assert response.url == game.get_absolute_url()
    assert sorted(entries(game)) == [1, 2, 3]


def test_the_problems_of_all_rows_are_in_their_rows_and_nothing_is_saved(phone, game):
    typed = cells("30 0 40 5x", "12 18 5 8", "0 . 27 9", "0 3 0 4")

    page = Page(fill_in(phone, game, typed))

    assert page.status == 422
    wrong = [cell.attributes["name"] for cell in page.all("input", aria_invalid="true")]
    assert wrong == ["cell-1-4", "cell-3-2"]
    assert page.texts("p", class_="problem") == [
        (
            "Dee: “5x” isn’t a card. Enter QS for the queen of spades, K for any king or JK for a "
            "joker, with spaces between the cards."
        ),
        "Nobody is marked as out. Mark who went out, or tick that the cards ran out.",
        "Nothing has been entered for Bob. Enter the cards left in hand, or their total.",
        "Ann and Cai are marked as out. Only one player goes out in a deal, so mark one.",
    ]
    assert typed.items() <= page.form(url(game)).items()
    assert entries(game) == {}


def test_a_row_in_which_nobody_went_out_can_be_ticked(phone, game):
    page = Page(fill_in(phone, game, cells("5 6 7 8")))
    assert page.texts("label", class_="switch") == ["The cards ran out"]

    sent = page.form(url(game)) | {"ran-out-1": "on"}

    assert phone.post(url(game), sent).status_code == 302
    assert totals(game) == {"1": 5, "2": 6, "3": 7, "4": 8}


def test_a_warning_is_accepted_in_its_row(phone, game):
    page = Page(fill_in(phone, game, cells("0 400 40 23")))
    assert page.texts("label", class_="switch")[-1] == "This is right"

    assert phone.post(url(game), page.form(url(game)) | {"accept-1": "on"}).status_code == 302
    assert game.rounds.get().overruled


def test_written_totals_are_compared(phone, game):
    typed = cells(*ROWS[:2]) | {"total-1": "42", "total-2": "81", "total-3": "x", "total-4": ""}

    page = Page(fill_in(phone, game, typed))
    assert page.texts("p", class_="problem") == [
        (
            "Written total of Cai: “x” isn’t a whole number of points. "
            "Enter a number such as 37, or a sum such as 12+11+7."
        )
    ]
    page = Page(fill_in(phone, game, typed | {"total-3": "40"}))
    assert page.texts("p", class_="problem") == [
        "Written total of Bob: The rows come to 18. Correct a number, or clear this total."
    ]
    # A cell that can’t be read is shown together with the wrong total of another column.
    page = Page(fill_in(phone, game, typed | {"total-3": "40", "cell-2-1": "12x"}))
    assert len(page.texts("p", class_="problem")) == 2
    assert page.texts("p", class_="problem")[1] == (
        "Written total of Bob: The rows come to 18. Correct a number, or clear this total."
    )
    assert entries(game) == {}
    assert fill_in(phone, game, typed | {"total-2": "18", "total-3": ""}).status_code == 302


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({}, "The sheet is blank. Enter at least one row."),
        (cells("", ROWS[1]), "This row is blank. Enter it, or move the later rows up."),
    ],
)
def test_blank_rows(phone, game, typed, problem):
    page = Page(fill_in(phone, game, typed))

    assert page.status == 422
    assert problem in page.words
    assert typed.items() <= page.form(url(game)).items()


def test_rows_after_the_end_of_a_game_are_rejected(phone, group):
    game = GameFactory(group=group, variant="crazy-eights", names=("Ann", "Bob"))

    page = Page(fill_in(phone, game, cells("0 90", "0 90", "0 5")))

    assert page.texts("p", class_="problem") == ["The game was over before this. Clear this row."]


def test_deals_saved_meanwhile_are_shown_with_what_was_typed(phone, second_phone, game):
    form = get(phone, url(game)).form(url(game)) | cells(*ROWS[:2])
    fill_in(second_phone, game, cells("0 2 3 4"))

    page = Page(phone.post(url(game), form))

    assert page.status == 409
    assert "This game has changed since you opened this page." in page.words
    assert "You typed for deal 1: Ann 30, Bob 0, Cai 40, Dee 23." in page.words
    assert phone.post(url(game), page.form(url(game))).status_code == 302
    assert totals(game) == {"1": 12, "2": 20, "3": 3, "4": 12}


def test_a_sheet_without_a_length_grows(phone, group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob", "Cai"))
    form = get(phone, url(game)).form(url(game)) | cells("1 -2 3")

    page = Page(phone.post(url(game), form | {"more": "1"}))

    assert page.status == 200
    assert page.form(url(game))["cell-1-2"] == "-2"
    assert page.form(url(game))["rows"] == "20"
    assert fill_in(phone, game, cells("1 -2 3")).status_code == 302
    assert totals(game) == {"1": 1, "2": -2, "3": 3}


@pytest.mark.parametrize("rows", ["0", "99", "-1", "x", "9" * 40])
def test_any_number_of_rows_can_be_submitted(phone, group, rows):
    game = GameFactory(group=group, variant="any-game", names=[f"P{n}" for n in range(12)])

    page = Page(fill_in(phone, game, {"rows": rows}))

    assert 10 <= int(page.form(url(game))["rows"]) <= 16


def test_every_pad_leads_to_the_page_for_a_sheet(phone, group, game):
    for each in (game, GameFactory(group=group, variant="hearts")):
        assert len(get(phone, each.get_absolute_url()).all("a", href=url(each))) == 1


@pytest.mark.parametrize(
    ("variant", "sentence"),
    [
        # The queen counts 13, and each heart 1.
        (
            "hearts",
            "Enter cards instead of points: 16 points are the queen of spades and 3 hearts.",
        ),
        # 17 points may be the queen and 4 hearts, the king and 7 hearts, or the ace and 10 hearts.
        ("black-maria", "Their points follow from what you enter, so points alone aren’t enough."),
    ],
)
def test_a_page_says_what_is_entered_instead_of_points(phone, group, variant, sentence):
    game = GameFactory(group=group, variant=variant, names=("Ann", "Bob", "Cai"))

    assert sentence in get(phone, f"{game.get_absolute_url()}rounds/1/?paper").words


@pytest.mark.parametrize(
    ("variant", "names", "sentence"),
    [
        ("contract-rummy", ("Ann", "Bob", "Cai"), ""),
        ("indian-rummy", ("Ann", "Bob", "Cai"), ""),
        ("sergeant-major", ("Ann", "Bob", "Cai"), "Enter “Tricks” instead of the points."),
        ("skip-stock", ("Ann", "Bob"), "Enter “Cards in the stock pile” instead of the points."),
        ("crazy-eights", ("Ann", "Bob"), "Enter “Left in hand” instead of the points."),
    ],
)
def test_only_points_are_photographed(phone, group, variant, names, sentence):
    game = GameFactory(group=group, variant=variant, names=names)

    page = get(phone, url(game))

    assert sentence in page.words
    assert ("instead of the points" in page.words) == bool(sentence)
    photo = page.all("a", href=reverse("sheet-photo", args=[game.code]))
    assert len(photo) == (0 if sentence else 1)


def test_a_finished_game_takes_no_sheet(phone, game, finished):
    fill_in(phone, game, cells(ROWS[0]))
    stop_game(Game.objects.get(pk=game.pk))

    for over, status in ((game, 422), (finished, 409)):
        assert "The game is over." in get(phone, url(over)).words
        page = Page(phone.post(url(over), cells(ROWS[1], first=2) | {"first": "2"}))
        assert page.status == status
        assert "You typed for deal 2: Ann 12, Bob 18, Cai 0, Dee 8." in page.words
        assert "The sheet is blank." not in page.words


def test_the_last_deals_can_be_sent_twice(phone, game):
    texts = get(phone, url(game)).form(url(game)) | cells(*["0 5 6 7"] * 7)

    for _ in range(2):
        assert phone.post(url(game), texts).status_code == 302
    assert game.rounds.count() == 7


def test_a_new_game_starts_with_its_sheet(phone, group):
    new = reverse("new", args=["contract-rummy"])
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cai"), 1)}
    page = get(phone, new)
    (button,) = page.all("button", formaction=f"{new}?paper")

    response = phone.post(button.attributes["formaction"], page.form(new) | names)

    game = Game.objects.get()
    assert response.url == url(game)


def test_a_sheet_takes_two_queries_for_each_further_deal(phone, game):
    def count(rows, into):
        texts = get(phone, url(into)).form(url(into)) | cells(*rows)
        return queries(lambda: phone.post(url(into), texts))

    seven = count([ROWS[0]] * 3, game)
    assert_queries(seven, len(count(ROWS[:1], GameFactory(group=game.group))) + 2 * 2)


# Games in which a deal is more than one number: the deals are entered one after the other.


def test_deals_with_several_numbers_are_entered_one_by_one(phone, group):
    game = GameFactory(group=group, variant="euchre", patches={"end.target": 3})
    first = f"/games/{game.code}/rounds/1/?paper"
    assert phone.get(url(game)).url == first

    assert phone.post(url(game)).url == first
    page = get(phone, first)
    assert "Enter the hands of your sheet one by one." in page.words
    assert "All hands entered" not in page.words
    refused = Page(phone.post(first, page.form(first) | {"makers": "1"}))
    assert (refused.status, refused.form(first)["key"]) == (422, page.form(first)["key"])
    answer = phone.post(first, page.form(first) | {"makers": "1", "tricks": "5"})

    # All five tricks: 2 points. The sheet goes on with the next hand.
    second = f"/games/{game.code}/rounds/2/?paper"
    assert answer.url == second
    page = get(phone, second)
    assert page.texts("td") == ["2 2", "0 0"]
    assert "All hands entered" in page.texts("a")
    answer = phone.post(second, page.form(second) | {"makers": "2", "tricks": "3"})
    third = get(phone, answer.url)
    assert third.texts("td") == ["0 2", "1 1", "2 2", "0 0"]

    # A hand can be corrected, and then the next one comes again.
    corrected = get(phone, first)
    answer = phone.post(first, corrected.form(first) | {"tricks": "3"})
    assert answer.url == f"/games/{game.code}/rounds/3/?paper"
    assert get(phone, answer.url).texts("td") == ["0 1", "1 1", "1 1", "0 0"]
    answer = phone.post(answer.url, third.form(answer.url) | {"makers": "2", "tricks": "5"})
    assert answer.url == game.get_absolute_url()
    assert "The game is over. To add anything, use Undo first." in get(phone, url(game)).words
    assert [change.kind for change in Change.objects.filter(game=game)] == [
        "start",
        "record",
        "record",
        "correct",
        "record",
    ]


def test_bids_on_paper_are_saved_with_their_hand_and_the_page_isnt_kept(phone, group):
    game = GameFactory(group=group, variant="spades")
    page = get(phone, f"/games/{game.code}/rounds/1/?paper")

    assert page.texts("button", name="stage") == []
    assert "X-Keep" not in phone.get(f"/games/{game.code}/rounds/1/?paper").headers
    assert "X-Keep" in phone.get(f"/games/{game.code}/rounds/1/").headers
    assert page.all("output", id="bids-saved") == []


def test_people_choose_who_went_out_if_several_have_nothing_left(phone, group):
    game = GameFactory(group=group, variant="mexican-train", names=("Ann", "Bob", "Cai"))
    # Ann has the double blank left.
    page = Page(fill_in(phone, game, cells("0 0 16", "7 0 3")))
    assert "Nobody is marked as out." in page.words
    (choice,) = page.all("select")
    assert choice.attributes["name"] == "marked-1"

    wrong = Page(phone.post(url(game), page.form(url(game)) | {"marked-1": "3"}))
    assert "Cai went out and can’t have 16 points left." in wrong.words

    phone.post(url(game), page.form(url(game)) | {"marked-1": "2"})
    assert entries(game) == {
        1: {"out": "2", "left-points-1": "0", "left-points-3": "16"},
        2: {"out": "2", "left-points-1": "7", "left-points-3": "3"},
    }
