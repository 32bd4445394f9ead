"""House rules in a new game.

They are entered on the new-game page, shown everywhere, and can be saved under a name. If they are
invalid, they are rejected and the input is kept.
"""

import pytest

from rules.engine.errors import RulesError
from scorekeeper.models import Change, Game, Group, HouseRules, Member, Player, Round, User
from scorekeeper.services.people import MAX_HOUSE_RULES, save_house_rules
from tests.conftest import client_of
from tests.factories import GameFactory, GroupFactory, MemberFactory
from tests.rows import each_row
from tests.scorekeeper.pages import Page, get, notices, pad_of, problems, send, text_of
from tests.sheets.pdfs import squeezed
from tests.sheets.pdfs import text_of as printed

FOUR = {"name-1": "Ann", "name-2": "Bob", "name-3": "Cai", "name-4": "Dee"}
TWO = {"name-1": "Ann", "name-2": "Bob"}
ROOK = tuple(str(number) for number in range(1, 15))


def at(slug):
    """Return the URL of a new game."""
    return f"/games/new/{slug}/"


def order(phone, slug, names=FOUR, **typed):
    """Submit the form for a new game."""
    return send(phone, at(slug), names | typed)


def begin(phone, slug, typed, names=FOUR):
    """Start a game with the names and this input."""
    answer = order(phone, slug, names, **typed)
    assert answer.status_code == 302
    return Game.objects.latest("pk")


def refused(phone, slug, typed, names=FOUR):
    """Return the page after an invalid form. It must keep the input, and nothing may be stored."""
    before = counts()
    page = Page(order(phone, slug, names, **typed))
    assert page.status == 422
    assert (names | typed).items() <= page.form(at(slug)).items()
    assert counts() == before
    return page


def counts():
    models = (User, Group, Member, Player, Game, Change, HouseRules)
    return {model.__name__: model.objects.count() for model in models}


def stands(game, path):
    """Return the value at a dotted path in a game’s rules. List items are numbered from 1."""
    node = game.ruleset
    for step in path.split("."):
        node = node[int(step) - 1] if isinstance(node, list) else node[step]
    return node


# Options


@each_row
def test_an_option_of_each_kind_ends_up_in_the_rules_of_the_game(phone, slug, typed, options, then):
    stored, words = then
    game = begin(phone, slug, typed)

    assert game.ruleset["options"] == options
    assert {path: stands(game, path) for path in stored} == stored
    page = get(phone, f"/games/{game.code}/")
    # The pad of a game with a name of its own says how it is won instead.
    line = f"House rules: {words}" if words else "Highest total when you stop"
    assert page.texts("p", class_="house") == [line]
    rules = get(phone, f"/games/{game.code}/rules/")
    assert (f"House rules included: {words}." in " ".join(rules.texts("p"))) is bool(words)


def test_the_name_that_the_table_gives_stands_on_every_page(phone):
    game = begin(phone, "any-game", {"figures-name": "  Kitchen darts  "})

    for page in ("", "rounds/1/", "rules/", "changes/", "table/"):
        assert "Kitchen darts" in get(phone, f"/games/{game.code}/{page}").html
    assert "Kitchen darts" in get(phone, "/").texts("strong")
    assert "Kitchendarts" in printed(phone.get(f"/games/{game.code}/sheet.pdf").content)


@each_row
def test_an_answer_that_is_none_is_refused_beside_its_input(phone, slug, typed, beside, sentence):
    page = refused(phone, slug, typed)

    assert page.described(beside) == sentence
    assert page.one("input", name=beside).attributes["aria-invalid"] == "true"


@each_row
def test_options_that_cannot_be_chosen_like_that_are_refused(phone, slug, names, chosen, sentence):
    page = refused(phone, slug, {f"option-{option}": "on" for option in chosen}, names)

    assert problems(page) == [sentence]


# Custom values


@each_row
def test_a_figure_of_the_table_is_played_by_and_told_everywhere(phone, slug, typed, patches, words):
    game = begin(phone, slug, typed)

    assert game.ruleset["patches"] == patches
    assert game.ruleset["options"] == {}
    for path, value in patches.items():
        assert stands(game, path.replace("by_players.*", "by_players.4").replace("*", "1")) == value
    assert Change.objects.get(game=game).after["patches"] == patches
    page = get(phone, f"/games/{game.code}/")
    assert page.texts("p", class_="house") == [f"House rules: {words}"]
    rules = get(phone, f"/games/{game.code}/rules/")
    assert f"House rules included: {words}." in " ".join(rules.texts("p"))


def test_options_and_figures_go_together(phone):
    typed = {
        "option-joker-25": "on",
        "option-frozen-jokers": "on",
        "set-scoring.values.A": "20",
        "set-deals.1.cards": "11",
    }

    game = begin(phone, "contract-rummy", typed)

    assert game.ruleset["options"] == {"joker-25": True, "frozen-jokers": True}
    assert game.ruleset["patches"] == {"scoring.values.A": 20, "deals.1.cards": 11}
    line = "House rules: Frozen jokers, Jokers count 25, A counts 20, deal 1: 11 cards each"
    assert get(phone, f"/games/{game.code}/").texts("p", class_="house") == [line]
    assert squeezed(line) in printed(phone.get(f"/games/{game.code}/sheet.pdf").content)


def test_the_rules_of_a_game_are_told_apart_from_those_of_all_games(phone):
    pad = get(phone, f"/games/{begin(phone, 'rummy-500', {}).code}/")

    assert pad.texts("a", href="/rules/") == ["All rules"]
    assert get(phone, "/").texts("a", href="/rules/") == ["Rules"]


def test_what_the_rules_page_of_a_game_says_is_marked_where_the_table_changed_it(phone):
    game = begin(phone, "rummy-500", {"set-end.target": "700"})

    rules = get(phone, f"/games/{game.code}/rules/")

    changed = [text_of(row) for row in rules.all("tr", class_="differs")]
    assert changed == ["Winner first to 700 house rule"]
    plain = get(phone, f"/games/{begin(phone, 'rummy-500', {}).code}/rules/")
    assert plain.all("tr", class_="differs") == []
    assert "This game uses the standard rules." in " ".join(plain.texts("p"))


def test_cards_count_what_the_table_says(phone):
    typed = {"set-scoring.values.Joker": "40", "set-scoring.values.5": "0"}
    game = begin(phone, "contract-rummy", typed)

    send(
        phone,
        f"/games/{game.code}/rounds/1/",
        {"out": "1", "left-cards-2": "JK 5 K", "left-points-3": "40", "left-points-4": "0"},
    )

    rows = pad_of(get(phone, f"/games/{game.code}/"))
    assert [row[1:] for row in rows if row[0] == "Total"] == [["0", "50", "40", "0"]]


def test_deals_ask_for_what_the_table_says(phone):
    typed = {
        "set-deals.1.sets": "4",
        "set-deals.1.runs": "4",
        "set-deals.1.cards": "8",
        "set-deals.*.takes.limit": "0",
    }
    game = begin(phone, "contract-rummy", typed)

    page = get(phone, f"/games/{game.code}/")
    line = " ".join(page.texts("p", class_="deal-line"))
    assert "Deal 1 of 7 : one set of 4, one run of 4." in line
    assert "Deal 8 each." in line
    many = {"out": "1", "left-cards-2": "2 3 4 5 6 7 8 9 10", "left-points-3": "5"}
    answer = Page(send(phone, f"/games/{game.code}/rounds/1/", many | {"left-points-4": "5"}))
    assert answer.described("left-cards-2") == (
        "Bob would have 9 cards left, but only 8 were dealt. Is that right?"
    )


def test_a_game_ends_where_the_table_says(phone):
    game = begin(phone, "any-game", {"option-target": "on", "figures-target": "20"}, TWO)
    for deal, ann, bob in ((1, "12", "7"), (2, "8", "3")):
        send(phone, f"/games/{game.code}/rounds/{deal}/", {"points-1": ann, "points-2": bob})

    assert get(phone, f"/games/{game.code}/").texts("p", class_="winner") == ["Ann wins by 10"]


NUMBER = "Enter a whole number from {} to {}."
SIZES = "Enter the size of each meld, such as 3, 3 for two melds of three cards, or 0 for none."


@pytest.mark.parametrize(
    ("slug", "beside", "typed", "sentence"),
    [
        ("contract-rummy", "set-scoring.values.K", "ten", f"K: {NUMBER.format('−500', 500)}"),
        ("contract-rummy", "set-scoring.values.K", "501", f"K: {NUMBER.format('−500', 500)}"),
        ("contract-rummy", "set-scoring.values.K", "1.5", f"K: {NUMBER.format('−500', 500)}"),
        ("contract-rummy", "set-deals.1.cards", "31", f"Cards each: {NUMBER.format(1, 30)}"),
        ("contract-rummy", "set-deals.1.cards", "0", f"Cards each: {NUMBER.format(1, 30)}"),
        ("contract-rummy", "set-deck.by_players.*.jokers", "33", f"Jokers: {NUMBER.format(0, 32)}"),
        ("rummy-500", "set-end.target", "0", f"Target: {NUMBER.format(1, 100_000)}"),
        ("contract-rummy", "set-deals.1.sets", "3x3", f"Sets: {SIZES}"),
        ("contract-rummy", "set-deals.1.sets", "three", f"Sets: {SIZES}"),
        ("contract-rummy", "set-deals.1.sets", "15", f"Sets: {SIZES}"),
        ("contract-rummy", "set-deals.1.sets", "2", f"Sets: {SIZES}"),
        ("contract-rummy", "set-deals.1.runs", "3, 0", f"Runs: {SIZES}"),
        ("contract-rummy", "set-deals.1.runs", "3 " * 12 + "3", f"Runs: {SIZES}"),
    ],
)
def test_a_figure_that_cannot_be_is_refused_beside_its_input(phone, slug, beside, typed, sentence):
    page = refused(phone, slug, {beside: typed})

    assert page.described(beside) == sentence
    assert page.one("input", name=beside).attributes["aria-invalid"] == "true"
    assert problems(page) == []


@each_row
def test_what_makes_no_game_is_refused_with_a_sentence(phone, slug, typed, sentence):
    page = refused(phone, slug, typed | {"save-as": "Sunday rules", "dealer": "3"})

    assert problems(page) == [sentence]


def test_everything_typed_stays_when_something_else_is_wrong(phone):
    typed = {
        "name-1": "Ann",
        "name-2": "ann",
        "name-3": "Cai",
        "dealer": "3",
        "option-no-jokers": "on",
        "set-scoring.values.A": "20",
        "set-deals.1.sets": "3, 4",
        "save-as": "Sunday rules",
    }

    page = refused(phone, "contract-rummy", typed, {})

    assert page.described("name-2") == "Two players are called “ann”. Change one of the names."
    assert page.texts("summary")[0] == "House rules: custom"
    (fold,) = page.all("details", id="house-rules")
    assert "open" in fold.attributes


def test_a_long_contract_is_told_whole(phone):
    sizes = ", ".join(str(size) for size in range(3, 15))
    game = begin(phone, "contract-rummy", {"set-deals.1.sets": sizes})
    hands = {f"left-points-{number}": "10" for number in (2, 3, 4)}

    answer = send(phone, f"/games/{game.code}/rounds/1/", {"out": "1"} | hands)

    assert answer.status_code == 302
    assert Round.objects.get(game=game).sets == 12
    contract = phone.get(f"/games/{game.code}.json").json()["deals"][0]["contract"]
    assert contract == ", ".join(f"one set of {size}" for size in range(3, 15))


# Saved under a name

SUNDAY = {
    "option-no-jokers": "on",
    "set-scoring.values.A": "20",
    "set-deals.1.sets": "3, 4",
    "save-as": "Sunday rules",
}


@pytest.fixture
def sunday(phone):
    """Save house rules for Contract Rummy, which apply only to that game."""
    begin(phone, "contract-rummy", SUNDAY)
    return HouseRules.objects.get()


def offered(phone, slug="contract-rummy"):
    """Return the names of the saved house rules offered on the new-game page."""
    lines = get(phone, at(slug)).all("p", class_="kept")
    return {
        text_of(button): button.attributes["formaction"]
        for line in lines
        for button in line.children
        if getattr(button, "name", "") == "button"
    }


def test_house_rules_are_kept_with_the_game(phone, group, sunday):
    assert (sunday.group, sunday.variant, sunday.name) == (group, "contract-rummy", "Sunday rules")
    assert sunday.options == {"no-jokers": True}
    assert sunday.patches == {"scoring.values.A": 20, "deals.1.sets": [3, 4]}
    assert Game.objects.count() == 1


def test_kept_rules_are_offered_with_the_next_game(phone, second_phone, sunday):
    buttons = {
        "standard": f"{at('contract-rummy')}?rules=",
        "Sunday rules": f"{at('contract-rummy')}?rules={sunday.pk}",
    }

    assert offered(phone) == offered(second_phone) == buttons
    assert offered(phone, "may-i") == {}


def test_kept_rules_fill_the_page_in(phone, sunday):
    plain = get(phone, at("contract-rummy"))
    assert plain.texts("summary")[0] == "House rules: standard"
    assert "option-no-jokers" not in plain.form(at("contract-rummy"))

    page = Page(phone.get(f"{at('contract-rummy')}?rules={sunday.pk}"))

    assert SUNDAY.items() <= page.form(at("contract-rummy")).items()
    assert page.texts("summary")[0] == "House rules: Sunday rules"
    changed = [text_of(each) for each in page.one("dl", class_="changes").children]
    assert "Deal 1 one set of 3, one set of 4 standard: two sets of 3" in changed
    assert "Wild cards none standard: jokers" in changed
    answer = phone.post(at("contract-rummy"), page.form(at("contract-rummy")) | FOUR)
    game = Game.objects.latest("pk")
    assert answer.url == f"/games/{game.code}/"
    assert game.ruleset["options"] == {"no-jokers": True}
    assert game.ruleset["patches"] == {"scoring.values.A": 20, "deals.1.sets": [3, 4]}
    assert HouseRules.objects.count() == 1


def test_taking_kept_rules_keeps_who_was_named_and_who_deals(phone, sunday):
    form = get(phone, at("contract-rummy")).form(at("contract-rummy"))
    typed = {"name-1": "Zoe", "name-2": "", "name-3": "Kim", "dealer": "3"}
    games = Game.objects.count()

    page = Page(phone.post(offered(phone)["Sunday rules"], form | typed))

    assert page.status == 200
    assert (SUNDAY | typed | {"key": form["key"]}).items() <= page.form(
        at("contract-rummy")
    ).items()
    assert page.texts("summary")[0] == "House rules: Sunday rules"
    back = Page(phone.post(offered(phone)["standard"], page.form(at("contract-rummy"))))
    assert typed.items() <= back.form(at("contract-rummy")).items()
    assert back.form(at("contract-rummy"))["set-scoring.values.A"] == ""
    assert back.texts("summary")[0] == "House rules: standard"
    assert Game.objects.count() == games


def test_taking_kept_rules_keeps_the_names_of_sides(phone):
    begin(phone, "spades", {"set-end.target": "300", "save-as": "Short"}, FOUR)
    form = get(phone, at("spades")).form(at("spades"))

    page = Page(phone.post(offered(phone, "spades")["Short"], form | {"team-1": "The Owls"}))

    assert page.form(at("spades"))["team-1"] == "The Owls"
    assert page.form(at("spades"))["set-end.target"] == "300"


@pytest.mark.parametrize("names", [FOUR | {"name-2": "", "name-3": ""}, FOUR | {"name-2": "Ann"}])
def test_kept_rules_keep_their_name_when_the_players_are_refused(phone, sunday, names):
    page = refused(phone, "contract-rummy", SUNDAY, names)

    assert page.texts("summary")[0] == "House rules: Sunday rules"


@pytest.mark.parametrize("names", [{"name-1": "Ann"}, FOUR | {"name-2": "Ann"}])
def test_players_who_are_refused_leave_the_house_rules_folded(phone, names):
    page = refused(phone, "contract-rummy", {}, names)

    assert page.texts("summary")[0] == "House rules: standard"
    assert "open" not in page.one("details", id="house-rules").attributes


@pytest.mark.parametrize(
    "typed",
    [
        {"set-scoring.values.K": "ten"},
        {"set-deals.1.cards": "30"},
        {"save-as": "x" * 41},
        {"option-no-jokers": "on", "name-2": "Ann"},
    ],
)
def test_house_rules_that_are_wrong_or_changed_are_unfolded(phone, typed):
    page = refused(phone, "contract-rummy", typed, FOUR | typed)

    assert page.texts("summary")[0] == "House rules: custom"
    assert "open" in page.one("details", id="house-rules").attributes


def test_the_same_name_again_replaces_the_rules(phone, sunday):
    begin(phone, "contract-rummy", {"option-joker-25": "on", "save-as": " Sunday  rules "})

    replaced = HouseRules.objects.get()
    assert replaced.pk == sunday.pk
    assert (replaced.options, replaced.patches) == ({"joker-25": True}, {})


def test_another_name_and_another_game_have_rules_of_their_own(phone, sunday):
    begin(phone, "contract-rummy", {"option-joker-25": "on", "save-as": "At Bob’s"})
    begin(phone, "may-i", {"set-scoring.values.A": "25", "save-as": "Sunday rules"})

    assert list(offered(phone)) == ["standard", "At Bob’s", "Sunday rules"]
    assert list(offered(phone, "may-i")) == ["standard", "Sunday rules"]
    assert HouseRules.objects.count() == 3


@pytest.mark.parametrize("typed", [{}, {"set-scoring.values.A": "15"}])
def test_the_standard_is_not_kept_under_a_name(phone, typed):
    begin(phone, "contract-rummy", {"save-as": "Sunday rules"} | typed)

    assert not HouseRules.objects.exists()


def test_a_name_too_long_for_house_rules_is_refused_beside_it(phone):
    page = refused(phone, "contract-rummy", {"option-no-jokers": "on", "save-as": "x" * 41})

    assert page.described("save-as") == "That name is too long. Use at most 40 characters."


def test_a_form_sent_twice_keeps_the_rules_once(phone):
    form = get(phone, at("contract-rummy")).form(at("contract-rummy")) | FOUR | SUNDAY

    first = phone.post(at("contract-rummy"), form)
    again = phone.post(at("contract-rummy"), form)

    assert first.url == again.url
    assert HouseRules.objects.count() == Game.objects.count() == 1


def test_the_page_of_the_table_names_and_forgets_them(phone, second_phone, group, sunday):
    url = f"/groups/{group.pk}/"
    page = get(phone, url)
    assert "Sunday rules" in page.texts("a")
    assert page.form(f"{url}forget/")["rules"] == str(sunday.pk)

    answer = second_phone.post(f"{url}forget/", page.form(f"{url}forget/"), follow=True)

    assert notices(Page(answer)) == [
        "“Sunday rules” has been deleted. Games that use it keep their rules."
    ]
    assert not HouseRules.objects.exists()
    assert offered(phone) == {}
    game = Game.objects.get()
    assert (game.ruleset["options"], game.ruleset["patches"]["scoring.values.A"]) == (
        {"no-jokers": True},
        20,
    )
    assert "A counts 20" in " ".join(get(phone, f"/games/{game.code}/").texts("p"))


@pytest.mark.parametrize("which", ["x", "", "0", "-1", "9" * 30])
def test_rules_that_are_not_there_cannot_be_forgotten(phone, group, sunday, which):
    answer = phone.post(f"/groups/{group.pk}/forget/", {"rules": which})

    assert answer.status_code == 404
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize("which", ["999999", "x", "", "-1", "9" * 30])
def test_rules_that_are_not_there_leave_the_page_at_the_standard(phone, sunday, which):
    page = get(phone, at("contract-rummy"), rules=which)

    assert page.status == 200
    assert page.texts("summary")[0] == "House rules: standard"


def test_a_table_keeps_fifty(group):
    for number in range(MAX_HOUSE_RULES):
        save_house_rules(
            group=group, variant="may-i", name=f"Rules {number}", options={}, patches={}
        )

    with pytest.raises(RulesError) as full:
        save_house_rules(group=group, variant="may-i", name="More", options={}, patches={})
    save_house_rules(
        group=group, variant="may-i", name="Rules 7", options={"joker-25": True}, patches={}
    )

    assert (
        str(full.value) == "This group has already saved 50 sets of house rules. Delete one first."
    )
    assert group.house_rules.count() == 50
    assert group.house_rules.get(name="Rules 7").options == {"joker-25": True}


def test_a_game_is_not_started_when_its_rules_cannot_be_kept(phone, group):
    HouseRules.objects.bulk_create(
        HouseRules(group=group, variant="may-i", name=f"Rules {number}") for number in range(50)
    )

    page = refused(phone, "contract-rummy", SUNDAY)

    assert problems(page) == [
        "This group has already saved 50 sets of house rules. Delete one first."
    ]
    begin(phone, "contract-rummy", SUNDAY | {"save-as": ""})


def test_rules_of_another_table_are_never_seen(stranger, client, sunday):
    for browser in (stranger, client):
        assert offered(browser) == {}
        page = get(browser, at("contract-rummy"), rules=str(sunday.pk))
        assert page.all("a", href=f"{at('contract-rummy')}?rules={sunday.pk}") == []
        assert page.form(at("contract-rummy"))["save-as"] == ""
        assert page.texts("summary")[0] == "House rules: standard"
        assert page.form(at("contract-rummy"))["set-scoring.values.A"] == ""


def test_rules_of_another_table_cannot_be_forgotten(stranger, client, group, sunday):
    theirs = Member.objects.exclude(group=group).get().group
    sent = {"rules": sunday.pk}

    assert stranger.post(f"/groups/{group.pk}/forget/", sent).status_code == 404
    assert stranger.post(f"/groups/{theirs.pk}/forget/", sent).status_code == 404
    assert client.post(f"/groups/{group.pk}/forget/", sent).status_code == 404

    assert HouseRules.objects.get() == sunday


def test_a_helper_of_one_game_has_nothing_to_do_with_the_house_rules(client, group, sunday):
    game = Game.objects.get()
    client.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    assert client.get(f"/games/{game.code}/").status_code == 200

    assert client.post(f"/groups/{group.pk}/forget/", {"rules": sunday.pk}).status_code == 404
    assert offered(client) == {}
    assert HouseRules.objects.get() == sunday


def test_a_phone_of_two_tables_keeps_the_rules_at_the_table_it_chose(owner, phone, sunday):
    other = GroupFactory(name="Garden")
    MemberFactory(group=other, user=owner.user)

    begin(
        phone,
        "contract-rummy",
        {"option-joker-25": "on", "save-as": "Outdoors", "table": str(other.pk)},
    )

    assert HouseRules.objects.get(name="Outdoors").group == other
    assert list(offered(phone)) == ["standard", "Outdoors", "Sunday rules"]
    assert list(offered(client_of(other.members.get(is_owner=True).user))) == [
        "standard",
        "Outdoors",
    ]


def test_rules_that_make_no_game_any_more_still_open_the_page(phone, group):
    gone = HouseRules.objects.create(
        group=group,
        variant="contract-rummy",
        name="Old",
        options={"no-such-option": True},
        patches={"no.such.path": 3, "deals.9.cards": 5},
    )
    HouseRules.objects.create(group=group, variant="no-such-game", name="Lost")

    page = get(phone, at("contract-rummy"), rules=str(gone.pk))

    assert page.texts("summary")[0] == "House rules: Old"
    assert page.texts("div", class_="problems", role="alert") == [
        "“Old” has house rules that don’t fit this game. They have been left out."
    ]
    assert page.all("dl", class_="changes") == []
    table = get(phone, f"/groups/{group.pk}/")
    assert "Lost no-such-game" in [text_of(span) for span in table.all("span")]


# Preview before starting


def check(browser, slug, typed):
    form = get(browser, at(slug)).form(at(slug))
    answer = browser.post(f"{at(slug)}check/", form | typed)
    answer.content = b"<div>" + answer.content + b"</div>"  # the page inserts it in a div
    return Page(answer)


def test_the_differences_can_be_seen_before_the_game_is_started(phone):
    before = counts()

    page = check(phone, "rummy-500", FOUR | {"set-end.target": "700"})

    assert page.status == 200
    changed = [text_of(each) for each in page.one("dl", class_="changes").children]
    assert changed == ["Winner first to 700 standard: first to 500"]
    assert problems(page) == []
    assert counts() == before


def test_the_standard_has_no_differences(phone):
    page = check(phone, "contract-rummy", {"set-scoring.values.A": "15"})

    assert page.all("dl", class_="changes") == []
    assert problems(page) == []


def test_names_are_not_asked_for_before_the_game_is_started(client, db):
    page = check(client, "contract-rummy", {"option-no-jokers": "on"})

    assert problems(page) == []
    assert page.all("dl", class_="changes") != []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"set-scoring.values.K": "ten"}, [f"Card values, K: {NUMBER.format('−500', 500)}"]),
        (
            {"set-deals.1.cards": "30"},
            ["Contract Rummy: deal 1 needs 121 cards for 4 players, but the deck has 107."],
        ),
        (
            {"set-deals.1.cards": "99", "set-deals.1.sets": "x"},
            [f"Deal 1, Sets: {SIZES}", f"Deal 1, Cards each: {NUMBER.format(1, 30)}"],
        ),
    ],
)
def test_what_is_wrong_can_be_seen_before_the_game_is_started(phone, typed, said):
    page = check(phone, "contract-rummy", FOUR | typed)

    assert sorted(problems(page)) == sorted(said)
    assert page.all("dl", class_="changes") == []


def test_looking_writes_nothing_and_makes_nobody_a_guest(db, client):
    before = counts()

    check(client, "contract-rummy", FOUR | SUNDAY | {"key": "k"})

    assert counts() == before
    assert "sessionid" not in client.cookies


def test_only_games_that_there_are_can_be_looked_at(db, client):
    assert client.get(f"{at('contract-rummy')}check/").status_code == 405
    assert client.post(f"{at('contract-rumy')}check/").status_code == 404


# Values that no source gives


@pytest.mark.parametrize(
    ("slug", "sections"),
    [
        ("toonerville-rook", ["Card values"]),
        ("6-7-8-9-10", ["Card values", "Hand 5"]),
        ("12-step-rummy", ["Card values", "Step 1 to Step 12"]),
    ],
)
def test_what_no_source_says_is_asked_in_the_open(phone, slug, sections):
    page = get(phone, at(slug))

    (form,) = page.all("form", action=at(slug))
    assert list(_legends(form)) == ["Players, in seating order", *sections]
    assert "Our sources don’t give these values." in " ".join(page.texts("p", class_="hint"))


def _legends(element):
    """Yield the legends of groups of inputs that are not collapsed."""
    for child in getattr(element, "children", []):
        if getattr(child, "name", "") == "legend":
            yield text_of(child)
        elif getattr(child, "name", "") != "details":
            yield from _legends(child)


def test_a_game_is_played_without_knowing_what_a_card_costs(phone):
    game = begin(phone, "toonerville-rook", {})

    url = f"/games/{game.code}/rounds/1/"
    names = {each.attributes.get("name") for each in get(phone, url).all("input")}
    assert "left-points-2" in names
    assert "left-cards-2" not in names
    totals = {"left-points-2": "12+11", "left-points-3": "1", "left-points-4": "2"}
    assert send(phone, url, {"out": "1"} | totals).status_code == 302
    assert [row[1:] for row in pad_of(get(phone, f"/games/{game.code}/")) if row[0] == "Total"] == [
        ["0", "23", "1", "2"]
    ]
    answer = Page(phone.post(url, get(phone, url).form(url) | {"left-cards-2": "Rook 14"}))
    assert answer.status == 422


def test_a_game_is_played_by_the_values_that_the_table_gives(phone):
    values = {f"set-scoring.values.{rank}": "5" for rank in ROOK[:9]}
    values |= {f"set-scoring.values.{rank}": "10" for rank in ROOK[9:]}
    values |= {"set-scoring.values.Rook": "50"}

    game = begin(phone, "toonerville-rook", values)

    assert game.ruleset["scoring"]["values"] == (
        dict.fromkeys(ROOK[:9], 5) | dict.fromkeys(ROOK[9:], 10) | {"Rook": 50}
    )
    assert get(phone, f"/games/{game.code}/").texts("p", class_="house") == [
        "House rules: custom card values"
    ]
    hands = {"left-cards-2": "Rook 14 3", "left-points-3": "5", "left-points-4": "10"}
    answer = send(phone, f"/games/{game.code}/rounds/1/", {"out": "1"} | hands)
    assert answer.status_code == 302
    assert [row[1:] for row in pad_of(get(phone, f"/games/{game.code}/")) if row[0] == "Total"] == [
        ["0", "65", "5", "10"]
    ]


def test_every_card_gets_a_value_or_none_does(phone):
    values = {f"set-scoring.values.{rank}": "5" for rank in ROOK if rank != "7"}

    page = refused(phone, "toonerville-rook", values)

    assert page.described("set-scoring.values.7") == "7: Give a value for every card, or for none."


def test_the_values_that_a_table_gave_are_kept_and_filled_in_again(phone):
    values = {f"set-scoring.values.{rank}": rank for rank in (*ROOK,)}
    values |= {"set-scoring.values.Rook": "20"}
    begin(phone, "toonerville-rook", values | {"save-as": "Our values"})
    kept = HouseRules.objects.get()
    assert kept.patches == {"scoring.values": {rank: int(rank) for rank in ROOK} | {"Rook": 20}}

    page = get(phone, at("toonerville-rook"), rules=str(kept.pk))

    assert values.items() <= page.form(at("toonerville-rook")).items()


def test_a_contract_that_the_table_agreed_is_asked_for(phone):
    plain = begin(phone, "6-7-8-9-10", {})
    agreed = begin(phone, "6-7-8-9-10", {"set-deals.5.sets": "3, 3", "set-deals.5.runs": "4"})

    def contracts(game):
        deals = phone.get(f"/games/{game.code}.json").json()["deals"]
        return [deal["contract"] for deal in deals]

    assert contracts(plain)[3:] == ["three sets of 3", ""]
    assert contracts(agreed)[3:] == ["three sets of 3", "two sets of 3, one run of 4"]
    assert get(phone, f"/games/{agreed.code}/").texts("p", class_="house") == [
        "House rules: hand 5: two sets of 3, one run of 4"
    ]


@pytest.mark.parametrize("known", [False, True])
def test_steps_are_played_with_and_without_values(phone, known):
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Joker")
    values = {f"set-scoring.values.{rank}": "5" for rank in ranks} if known else {}
    game = begin(phone, "12-step-rummy", values, TWO)
    left = {"left-cards-2": "JK 2 K"} if known else {"left-points-2": "15"}

    answer = send(
        phone,
        f"/games/{game.code}/rounds/1/",
        {"out": "1", "phase-1": "on", "phase-2": "on"} | left,
    )

    assert answer.status_code == 302
    rows = pad_of(get(phone, f"/games/{game.code}/"))
    assert rows[0] == ["Round", "Ann step 2", "Bob step 2"]
    assert [row[1:] for row in rows if row[0] == "Total"] == [["0", "15"]]


STEPS = {
    f"set-scoring.figures.phases.{number}": f"{number + 2} of a kind" for number in range(1, 13)
}


def test_the_steps_that_the_table_agreed_are_told_where_they_are_made(phone):
    game = begin(phone, "12-step-rummy", STEPS | {"save-as": "Our steps"}, TWO)

    asks = [f"{number} of a kind" for number in range(3, 15)]
    assert stands(game, "scoring.figures.phases") == asks
    facts = get(phone, f"/games/{game.code}/rules/").texts("tr", class_="differs")
    assert "Step 2 4 of a kind house rule" in facts
    made = {"out": "1", "phase-1": "on", "left-points-2": "15"}
    send(phone, f"/games/{game.code}/rounds/1/", made)
    deals = phone.get(f"/games/{game.code}.json").json()["deals"]
    assert [side["because"] for side in deals[0]["points"]] == [
        "went out; made step 1 (3 of a kind)",
        "15, entered as a total",
    ]
    kept = HouseRules.objects.get()
    assert kept.patches == {"scoring.figures.phases": asks}
    page = get(phone, at("12-step-rummy"), rules=str(kept.pk))
    assert STEPS.items() <= page.form(at("12-step-rummy")).items()


def test_all_the_steps_are_written_or_none(phone):
    written = {name: asks for name, asks in STEPS.items() if not name.endswith(".7")}

    page = refused(phone, "12-step-rummy", written, TWO)

    assert page.described("set-scoring.figures.phases.7") == "Step 7: Fill in all of them, or none."


# Play again


def test_play_again_keeps_options_figures_and_sides(phone, group):
    teams = ("Owls", "")
    game = GameFactory(
        group=group,
        variant="spades",
        options={"ten-for-two-hundred": True},
        patches={"end.target": 250},
        teams=teams,
        first_dealer=2,
    )
    phone.post(f"/games/{game.code}/rematch/", {"key": "m"})

    again = Game.objects.latest("pk")
    assert again != game
    assert again.ruleset == game.ruleset
    assert again.ruleset["options"] == {"ten-for-two-hundred": True}
    assert again.ruleset["patches"] == {"end.target": 250}
    assert [side.name for side in again.sides.all()] == ["Owls", "Bob & Dee"]
    assert again.first_dealer == 3


def test_play_again_leaves_out_who_left(phone, group):
    game = GameFactory(group=group, played=1, first_dealer=4)
    phone.post(f"/games/{game.code}/table/leave/", {"version": "2", "key": "l", "number": "1"})

    phone.post(f"/games/{game.code}/rematch/", {"key": "m"})

    again = Game.objects.latest("pk")
    assert [side.name for side in again.sides.all()] == ["Bob", "Cai", "Dee"]
    assert [seat.player.name for seat in again.seats.filter(position=again.first_dealer)] == ["Bob"]


def test_play_again_by_rules_that_are_gone_says_so(phone, game):
    game.ruleset["options"] = {"no-such-option": True}
    game.save(update_fields=["ruleset"])

    answer = phone.post(f"/games/{game.code}/rematch/", {"key": "m"}, follow=True)

    assert notices(Page(answer)) == [
        "Contract Rummy has no option “no-such-option”. Start a new game instead."
    ]
    assert Game.objects.count() == 1


SETS_JOKER = "“Jokers count 25” already sets this value. Leave out the option or the value."


@pytest.mark.parametrize("figure", ["15", "40"])
def test_a_figure_that_an_option_sets_otherwise_is_refused_beside_it(phone, figure):
    typed = {"option-joker-25": "on", "set-scoring.values.Joker": figure}

    page = refused(phone, "contract-rummy", typed)

    assert page.described("set-scoring.values.Joker") == f"Joker: {SETS_JOKER}"
    sent = page.form(at("contract-rummy"))
    assert sent["set-scoring.values.Joker"] == figure
    assert sent["option-joker-25"] == "on"


def test_kept_rules_with_a_figure_that_an_option_sets_open_the_page(phone, group):
    kept = HouseRules.objects.create(
        group=group,
        variant="contract-rummy",
        name="Old",
        options={"joker-25": True},
        patches={"scoring.values.Joker": 40},
    )

    page = get(phone, at("contract-rummy"), rules=str(kept.pk))

    assert page.texts("summary")[0] == "House rules: Old"
    assert page.form(at("contract-rummy"))["set-scoring.values.Joker"] == "40"
    assert page.form(at("contract-rummy"))["option-joker-25"] == "on"
    typed = {"option-joker-25": "on", "set-scoring.values.Joker": "40"}
    assert problems(check(phone, "contract-rummy", typed)) == [f"Card values, Joker: {SETS_JOKER}"]


def test_a_game_with_a_figure_that_an_option_sets_says_so_when_played_again(phone, game):
    game.ruleset |= {"options": {"joker-25": True}, "patches": {"scoring.values.Joker": 40}}
    game.save(update_fields=["ruleset"])

    answer = phone.post(f"/games/{game.code}/rematch/", {"key": "m"}, follow=True)

    assert notices(Page(answer)) == [f"{SETS_JOKER} Start a new game instead."]
    assert Game.objects.count() == 1


def test_a_figure_that_an_option_brings_anyway_is_none_of_the_table(phone):
    typed = {"option-joker-25": "on", "set-scoring.values.Joker": "25"}

    game = begin(phone, "contract-rummy", typed)

    assert game.ruleset["patches"] == {}
    assert game.ruleset["scoring"]["values"]["Joker"] == 25
