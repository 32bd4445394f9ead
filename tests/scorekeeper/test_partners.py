"""Partners: sides score, while players have seats, deal and enter hands."""

import pytest
from django.utils.timezone import localdate

from rules.engine.errors import RulesError
from scorekeeper.models import Change, Game, Player, Round
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory
from tests.scorekeeper.pages import Page, asked, get, pad_of, problems, send, text_of
from tests.sheets.pdfs import text_of as printed

NAMES = {"name-1": "Ann", "name-2": "Bob", "name-3": "Cai", "name-4": "Dee"}
SPADES = {
    **{f"bid-{seat}": bid for seat, bid in zip("1234", "4332", strict=True)},
    **{f"tricks-{seat}": tricks for seat, tricks in zip("1234", "5242", strict=True)},
}


def begin(phone, slug, **typed):
    """Start a game with Ann, Bob, Cai and Dee through its page."""
    answer = send(
        phone, f"/games/new/{slug}/", NAMES | {k.replace("_", "-"): v for k, v in typed.items()}
    )
    assert answer.status_code == 302
    return Game.objects.latest("pk")


def at(game):
    return f"/games/{game.code}/"


def enter(phone, game, deal, typed):
    answer = send(phone, f"{at(game)}rounds/{deal}/", typed)
    assert (answer.status_code, answer.url) == (302, at(game))


def points(phone, game):
    """Return the sides’ points, deal by deal."""
    deals = phone.get(f"/games/{game.code}.json").json()["deals"]
    return [{p["name"]: p["points"] for p in deal["points"]} for deal in deals if deal["points"]]


# Sides and seats


@pytest.mark.parametrize("slug", ["euchre", "spades", "push-rummy", "canasta", "whist"])
def test_who_sits_across_is_a_partner(phone, slug):
    game = begin(phone, slug)

    assert list(game.sides.values_list("number", "name")) == [(1, "Ann & Cai"), (2, "Bob & Dee")]
    assert list(game.seats.values_list("position", "side__number", "player__name")) == [
        (1, 1, "Ann"),
        (2, 2, "Bob"),
        (3, 1, "Cai"),
        (4, 2, "Dee"),
    ]


def test_the_page_of_a_new_game_says_which_seat_is_whose(phone):
    page = get(phone, "/games/new/euchre/")

    assert page.texts("span", class_="side-tag tag") == ["team 1", "team 2", "team 1", "team 2"]
    assert "Partners sit opposite each other." in " ".join(page.texts("p", class_="hint"))
    assert {"team-1", "team-2"} <= asked(page)
    assert "team-3" not in asked(page)
    assert "team-1" not in asked(get(phone, "/games/new/contract-rummy/"))


def test_sides_have_names_of_their_own_where_the_table_gives_some(phone):
    game = begin(phone, "euchre", team_1="  The   Owls ")

    assert list(game.sides.values_list("name", flat=True)) == ["The Owls", "Bob & Dee"]
    assert pad_of(get(phone, at(game)))[0] == ["Hand", "The Owls", "Bob & Dee"]
    assert [seat.player.name for seat in game.seats.select_related("player")] == [
        "Ann", "Bob", "Cai", "Dee",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("x" * 25, "That name is too long. Use at most 24 characters."),
        (
            "A\u202eB",
            "That name contains a character that can’t be printed. Enter the name without it.",
        ),
    ],
)
def test_a_name_of_a_side_that_cannot_be_is_refused_beside_it(phone, name, sentence):
    page = Page(send(phone, "/games/new/euchre/", NAMES | {"team-2": name}))

    assert page.status == 422
    assert page.described("team-2") == sentence
    assert page.form("/games/new/euchre/")["team-2"] == name
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name-4": ""}, "Euchre needs at least 4 players, but you named 3. Add a name."),
        (
            {"name-3": "", "name-4": ""},
            "Euchre needs at least 4 players, but you named 2. Add a name.",
        ),
    ],
)
def test_three_cannot_make_two_sides(phone, typed, sentence):
    page = Page(send(phone, "/games/new/euchre/", NAMES | typed))

    assert page.status == 422
    assert problems(page) == [sentence]
    assert not Game.objects.exists()


def test_five_cannot_make_sides_of_two(group):
    with pytest.raises(RulesError) as refused:
        GameFactory(
            group=group,
            variant="any-game",
            names=("Ann", "Bob", "Cai", "Dee", "Eve"),
            options={"sides-of-two": True},
        )

    assert (
        str(refused.value)
        == "Any game is for 4, 6, 8, 10 or 12 players, not 5. Change the players."
    )


def test_an_option_may_make_sides_of_any_number(phone, group):
    game = GameFactory(
        group=group,
        variant="any-game",
        names=("Ann", "Bob", "Cai", "Dee", "Eve", "Fay"),
        options={"sides-of-two": True},
        teams=("", "Owls", "Larks", "nobody"),
    )

    assert [side.name for side in game.sides.all()] == ["Ann & Dee", "Owls", "Larks"]
    page = get(phone, f"{at(game)}rounds/1/")
    assert page.texts("legend") == ["Ann & Dee", "Owls", "Larks"]
    assert {"points-1", "points-2", "points-3"} <= asked(page)
    assert "points-4" not in asked(page)


# The dealer


def test_the_dealer_is_a_person(phone):
    game = begin(phone, "euchre", dealer="4")

    page = get(phone, at(game))
    assert pad_of(page)[1] == ["1", "", "Dee deals"]
    assert "Dee deals, Ann speaks first" in " ".join(page.texts("p", class_="deal-line"))
    (chips,) = page.all("details", class_="dealers fold")
    assert text_of(chips) == "Next dealer Dee Ann Bob Cai Dee"


def test_the_deal_goes_round_the_people_not_the_sides(phone):
    game = begin(phone, "euchre", dealer="4")
    for deal in range(1, 6):
        enter(phone, game, deal, {"thrown-in": "on"})

    deals = phone.get(f"/games/{game.code}.json").json()["deals"]
    assert [deal["dealer"] for deal in deals] == ["Dee", "Ann", "Bob", "Cai", "Dee", "Ann"]
    assert [row[1:] for row in pad_of(get(phone, at(game)))[1:6]] == [
        ["0 0", "0 (Dee dealt) 0"],
        ["0 (Ann dealt) 0", "0 0"],
        ["0 0", "0 (Bob dealt) 0"],
        ["0 (Cai dealt) 0", "0 0"],
        ["0 0", "0 (Dee dealt) 0"],
    ]


def test_another_dealer_is_a_person_too(phone):
    game = begin(phone, "spades")
    action = f"{at(game)}table/dealer/"

    phone.post(action, get(phone, at(game)).form(action) | {"number": "3"})
    enter(phone, game, 1, SPADES)

    assert Round.objects.get(game=game).dealer.player.name == "Cai"
    deals = phone.get(f"/games/{game.code}.json").json()["deals"]
    assert [deal["dealer"] for deal in deals] == ["Cai", "Dee"]


# The inputs for each player


def test_a_hand_of_euchre_is_asked_of_sides_and_of_seats(phone):
    game = begin(phone, "euchre", team_1="The Owls")

    page = get(phone, f"{at(game)}rounds/1/")

    def answers(name):
        labels = [label for label in page.all("label") if label.children]
        return [
            text_of(label.children[1])
            for label in labels
            if getattr(label.children[0], "name", "") == "input"
            and label.children[0].attributes.get("name") == name
        ][:-1]  # the last one has no status

    assert answers("makers") == answers("renege") == ["The Owls", "Bob & Dee"]
    assert answers("alone") == answers("alone-defender") == ["Ann", "Bob", "Cai", "Dee"]
    assert answers("tricks") == ["0", "1", "2", "3", "4", "5"]


def test_points_of_euchre_go_to_the_side_of_the_maker(phone):
    game = begin(phone, "euchre")

    enter(phone, game, 1, {"makers": "1", "trumps": "hearts", "tricks": "3"})
    enter(phone, game, 2, {"makers": "2", "alone": "4", "tricks": "5"})
    enter(phone, game, 3, {"makers": "1", "tricks": "2"})

    assert points(phone, game) == [
        {"Ann & Cai": 1, "Bob & Dee": 0},
        {"Ann & Cai": 0, "Bob & Dee": 4},
        {"Ann & Cai": 0, "Bob & Dee": 2},
    ]
    assert pad_of(get(phone, at(game)))[-2:] == [["Total", "1", "6"], ["Place", "2nd", "★ 1st"]]


def test_a_lone_player_must_be_one_of_the_makers(phone):
    game = begin(phone, "euchre")

    page = Page(send(phone, f"{at(game)}rounds/1/", {"makers": "1", "alone": "2", "tricks": "5"}))

    assert page.status == 422
    assert (
        "Bob didn’t call trump. Mark Bob as defending alone, or Bob & Dee as the makers."
    ) in page.texts("p", class_="problem")
    assert page.form(f"{at(game)}rounds/1/")["alone"] == "2"


def test_each_player_of_spades_has_a_row_in_seating_order(phone):
    game = begin(phone, "spades", team_2="Larks")

    page = get(phone, f"{at(game)}rounds/1/")

    assert page.texts("legend") == ["Ann", "Bob", "Cai", "Dee"]
    assert page.texts("span", class_="hand-name") == [
        "Ann with Cai",
        "Bob Larks",
        "Cai with Ann",
        "Dee Larks",
    ]
    rows = [row.attributes["id"] for row in page.all("fieldset")]
    assert rows == ["row-1", "row-2", "row-seat-3", "row-seat-4"]
    assert {f"{field}-{seat}" for field in ("bid", "tricks") for seat in "1234"} <= asked(page)


def test_the_bids_of_partners_are_one_contract(phone):
    game = begin(phone, "spades")

    enter(phone, game, 1, SPADES)

    # Ann and Cai bid 7 and take nine: 70 + 2. Bob and Dee bid 5 and take four.
    assert points(phone, game) == [{"Ann & Cai": 72, "Bob & Dee": -50}]
    page = get(phone, at(game))
    assert pad_of(page)[0] == ["Hand", "Ann & Cai 2 bags", "Bob & Dee"]
    entry = get(phone, f"{at(game)}rounds/2/")
    assert entry.texts("span", class_="hand-name") == [
        "Ann with Cai · 2 bags",
        "Bob with Dee",
        "Cai with Ann · 2 bags",
        "Dee with Bob",
    ]


def test_no_hand_counts_of_a_side_that_went_out(phone):
    game = begin(phone, "push-rummy")

    page = get(phone, f"{at(game)}rounds/1/")
    assert page.texts("legend") == ["Ann", "Bob", "Cai", "Dee"]
    # Ann 15 + 10 + 5 and Cai 10 + 5 + 5 + 5 add up to 55. Bob went out, so Dee’s cards don’t count.
    hands = {"left-cards-1": "A K 7", "left-cards-3": "10 4 4 3", "left-cards-4": "2 JK"}
    enter(phone, game, 1, {"out": "2"} | hands)

    assert points(phone, game) == [{"Ann & Cai": 55, "Bob & Dee": 0}]
    assert pad_of(get(phone, at(game)))[1] == [
        "1 two sets of 3",
        "55 (Ann dealt) 55",
        "went out, 0 0",
    ]


@pytest.mark.parametrize(
    ("slug", "typed"),
    [
        ("spades", SPADES),
        ("push-rummy", {"out": "2", "left-cards-1": "A K 7", "left-cards-3": "5"}),
        ("hand-and-foot", None),
    ],
)
def test_the_pad_leads_to_the_row_of_a_side(phone, slug, typed):
    game = begin(phone, slug)
    if typed:
        enter(phone, game, 1, typed)
        links = [
            link.attributes["href"]
            for link in get(phone, at(game)).one(id="scoreboard").children[2].children[0].children
            for link in getattr(link, "children", [])
            if getattr(link, "name", "") == "a"
        ]
        url = f"{at(game)}rounds/1/"
        assert links == [url, f"{url}#row-1", f"{url}#row-2"]
    page = get(phone, f"{at(game)}rounds/1/")
    assert len(page.all("fieldset", id="row-1")) == len(page.all("fieldset", id="row-2")) == 1


# Two phones, and the log


def test_the_two_versions_of_a_conflict_name_sides_and_people(phone):
    game = begin(phone, "euchre", team_1="The Owls")
    url = f"{at(game)}rounds/1/"
    old = get(phone, url).form(url)
    RoundFactory(game=game, deal=1, texts={"makers": "1", "alone": "3", "tricks": "5"})

    answer = phone.post(
        url, old | {"makers": "2", "trumps": "spades", "tricks": "4", "dealer": "2"}
    )

    page = Page(answer)
    assert page.status == 409
    assert page.texts("h1") == ["Two versions of hand 1"]
    rows = [
        [text_of(cell) for cell in row.children]
        for row in page.one("table", class_="compare facts").children[1].children
    ]
    assert rows == [
        ["Dealer", "Ann", "Bob"],
        ["Who called trump?", "The Owls", "Bob & Dee"],
        ["Went alone", "Cai", "–"],
        ["Makers’ tricks", "5", "4"],
        ["Trumps", "–", "Spades"],
    ]
    saved = phone.post(url, page.forms(url)[-1])
    assert saved.status_code == 302
    assert points(phone, game) == [{"The Owls": 0, "Bob & Dee": 1}]
    assert "Undo correction to hand 1" in get(phone, at(game)).texts("button")


def test_the_log_names_sides_and_people(phone):
    game = begin(phone, "spades", team_2="Larks")
    enter(phone, game, 1, SPADES)
    enter(phone, game, 1, {"bid-1": "0", "dealer": "3"})

    newest, entered, started = get(phone, f"{at(game)}changes/").one("ol", class_="log").children

    assert text_of(started).startswith("Phone 1 started the game")
    assert text_of(newest.children[0]).startswith("Phone 1 corrected hand 1 ")
    assert [text_of(part) for part in newest.children[1].children] == [
        "Dealer Ann → Cai",
        "Ann: Bid 4 → 0",
    ]
    said = [text_of(part) for part in entered.children[1].children]
    assert {"Dealer Ann", "Dee: Bid 2", "Dee: Tricks 2"} <= set(said)


def test_a_side_gets_another_name_and_its_people_keep_theirs(phone):
    game = begin(phone, "spades")
    enter(phone, game, 1, SPADES)
    action = f"{at(game)}table/rename/"
    page = get(phone, f"{at(game)}table/")
    assert [form["name"] for form in page.forms(action)] == ["Ann & Cai", "Bob & Dee"]

    phone.post(action, page.forms(action)[1] | {"name": "Larks"})

    page = get(phone, at(game))
    assert pad_of(page)[0] == ["Hand", "Ann & Cai 2 bags", "Larks"]
    assert pad_of(page)[1][1] == "made the bid, 72 (Ann dealt) 72"
    entry = get(phone, f"{at(game)}rounds/2/")
    assert entry.texts("legend") == ["Ann", "Bob", "Cai", "Dee"]
    assert entry.texts("span", class_="hand-name")[1] == "Bob Larks"
    rename = get(phone, f"{at(game)}changes/").one("ol", class_="log").children[0]
    assert text_of(rename.children[1]) == "Column 2 Bob & Dee → Larks"


def test_the_first_page_names_the_sides(phone):
    game = begin(phone, "euchre", team_1="The Owls")
    enter(phone, game, 1, {"makers": "1", "tricks": "5"})

    (line,) = get(phone, "/").texts("a", class_="card-link")
    begun = f"{localdate():%-d %b %Y}"
    assert line == f"Euchre {begun} Hand 2 · The Owls ahead with 2 The Owls, Bob & Dee"


# Names


def rename(phone, game, seat, name):
    """Type a new name for the player in this seat, and return the page that follows."""
    action = f"{at(game)}table/player/"
    form = get(phone, f"{at(game)}table/").forms(action)[seat - 1]
    return Page(phone.post(action, form | {"name": name}, follow=True))


def turn_back(phone, game, which):
    action = f"{at(game)}{which}/"
    phone.post(action, get(phone, at(game)).form(action))


def test_a_partner_gets_another_name_everywhere(phone):
    game = begin(phone, "spades")

    page = rename(phone, game, 4, "Eve")

    assert pad_of(page)[0] == ["Hand", "Ann & Cai", "Bob & Eve"]
    (chips,) = page.all("details", class_="dealers fold")
    assert text_of(chips) == "Next dealer Ann Ann Bob Cai Eve"
    entry = get(phone, f"{at(game)}rounds/1/")
    assert [text_of(option) for option in entry.one("select", name="dealer").children] == [
        "Ann", "Bob", "Cai", "Eve",
    ]  # fmt: skip
    assert "Dee" not in entry.words
    enter(phone, game, 1, SPADES)
    assert [set(deal) for deal in points(phone, game)] == [{"Ann & Cai", "Bob & Eve"}]
    newest = text_of(get(phone, f"{at(game)}changes/").one("ol", class_="log").children[1])
    assert "Phone 1 changed a name" in newest
    assert "Column 2 Bob & Dee → Bob & Eve Player 4 Dee → Eve" in newest


def test_a_side_with_a_name_of_its_own_keeps_it(phone):
    game = begin(phone, "euchre", team_2="The Owls")

    page = rename(phone, game, 4, "Eve")

    assert pad_of(page)[0] == ["Hand", "Ann & Cai", "The Owls"]


def test_a_partner_who_is_known_at_the_table_stays_one_person(phone, group):
    eve = Player.objects.create(group=group, name="Eve")
    game = begin(phone, "spades")

    rename(phone, game, 4, "EVE")

    assert game.seats.get(position=4).player == eve
    assert Player.objects.get(pk=eve.pk).name == "EVE"
    # A player who was seated by mistake and is in no other game is deleted.
    assert group.players.count() == 4


def test_another_name_of_a_partner_is_undone_and_made_again(phone):
    game = begin(phone, "spades")
    rename(phone, game, 4, "Eve")

    for which, names in (("undo", ["Bob", "Dee"]), ("redo", ["Bob", "Eve"])) * 2:
        turn_back(phone, game, which)
        seats = game.seats.filter(side__number=2).values_list("player__name", flat=True)
        assert list(seats) == names
        assert game.sides.get(number=2).name == " & ".join(names)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ann", "“ann” is already in this game. Choose a different name."),
        ("", "Enter a name."),
        ("x" * 25, "That name is too long. Use at most 24 characters."),
    ],
)
def test_a_name_that_no_partner_can_have_is_refused_beside_it(phone, name, sentence):
    game = begin(phone, "spades")

    page = rename(phone, game, 4, name)

    assert page.status == 422
    assert page.texts("p", class_="problem", id="player-4-problem") == [sentence]
    (field,) = page.all("input", aria_describedby="player-4-problem")
    assert field.attributes["value"] == name
    assert not Change.objects.filter(game=game, kind="rename").exists()


@pytest.mark.parametrize("number", ["0", "5", "x", ""])
def test_no_partner_sits_at_another_seat(phone, number):
    game = begin(phone, "spades")
    action = f"{at(game)}table/player/"
    sent = {"version": "1", "key": "k", "number": number, "name": "Eve"}

    page = Page(phone.post(action, sent, follow=True))

    assert page.texts("li", class_="notice") == [
        "That player isn’t in this game. Choose one of the names."
    ]


def test_who_plays_alone_is_renamed_by_the_column(phone, game):
    action = f"{at(game)}table/player/"
    assert get(phone, f"{at(game)}table/").forms(action) == []

    sent = {"version": str(game.version), "key": "k", "number": "1", "name": "Eve"}
    page = Page(phone.post(action, sent, follow=True))

    assert page.texts("li", class_="notice") == [
        "That player isn’t in this game. Choose one of the names."
    ]


def test_nobody_is_told_of_leaving_where_nobody_can(phone, game):
    assert "A player you remove" not in get(phone, f"{at(begin(phone, 'spades'))}table/").html
    assert "A player you remove keeps a column" in get(phone, f"{at(game)}table/").html


def test_play_again_seats_everybody_as_before(phone, group):
    game = begin(phone, "euchre", team_1="The Owls", dealer="4")
    enter(phone, game, 1, {"thrown-in": "on"})
    phone.post(f"{at(game)}table/stop/", {"version": "2", "key": "s"})

    phone.post(f"{at(game)}rematch/", {"key": "m"})

    again = Game.objects.latest("pk")
    assert again != game
    assert [side.name for side in again.sides.all()] == ["The Owls", "Bob & Dee"]
    assert [seat.player.name for seat in again.seats.all()] == ["Ann", "Bob", "Cai", "Dee"]
    assert again.first_dealer == 1


def test_the_names_of_the_last_game_are_those_of_the_people(phone):
    begin(phone, "euchre", team_1="The Owls", team_2="Larks")

    url = "/games/new/spades/"
    form = get(phone, url).form(url)

    assert {name: form[name] for name in NAMES} == NAMES
    assert (form["team-1"], form["team-2"]) == ("", "")


def test_a_filled_sheet_has_a_column_for_each_side(phone):
    game = begin(phone, "push-rummy", team_1="The Owls")
    RoundFactory(
        game=game,
        deal=1,
        texts={"out": "2", "left-points-1": "15", "left-points-3": "5"},
        context=ChangeContextFactory(game=game),
    )

    answer = phone.get(f"{at(game)}sheet.pdf")

    text = printed(answer.content)
    assert "TheOwls" in text
    assert "Bob&Dee" in text
    assert "1of5dealsplayed" in text
