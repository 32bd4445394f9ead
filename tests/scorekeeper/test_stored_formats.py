"""Games in every stored format can be displayed, corrected, undone and scored again."""

import json
from pathlib import Path

import pytest

from rules.engine.reasons import codes
from rules.engine.schemes import SCHEMES
from rules.engine.snapshots import FORMAT
from scorekeeper.models import Change, Game, HouseRules, Round, Score
from tests.factories import rescored
from tests.frozen import FROZEN, put_back
from tests.sampling import covering
from tests.scorekeeper.pages import get, pad_of

every_game = pytest.mark.parametrize("name", FROZEN)


def totals(phone, game):
    return {
        player["name"]: player["total"]
        for player in phone.get(f"/games/{game.code}.json").json()["players"]
    }


def points(game):
    scores = Score.objects.filter(round__game=game).order_by("round__deal", "side__number")
    return list(scores.values_list("round__deal", "side__number", "points", "kitty_payment"))


def reason_codes(game):
    reasons = Score.objects.filter(round__game=game).values_list("reason", flat=True)
    return {reason["code"] for lines in reasons for reason in lines}


def turn_back(phone, game, which):
    version = Game.objects.get(pk=game.pk).version
    sent = {"version": str(version), "key": f"{which}-{version}"}
    return phone.post(f"/games/{game.code}/{which}/", sent)


def test_a_game_of_every_scheme_is_frozen():
    stored = [json.loads(path.read_text("utf-8")) for path in FROZEN.values()]

    assert {game["game"]["ruleset"]["scoring"]["scheme"] for game in stored} == set(SCHEMES)


@pytest.mark.parametrize("number", range(FORMAT + 1))
def test_every_format_has_games_of_schemes_and_each_kind_of_change(number):
    stored = [
        json.loads(path.read_text("utf-8"))
        for name, path in FROZEN.items()
        if name.startswith(f"format-{number}/")
    ]

    # Other games of format 1 were exactly what those of format 0 become in their step.
    schemes = {game["game"]["ruleset"]["scoring"]["scheme"] for game in stored}
    assert len(schemes) >= (2 if number == 1 else 18)
    assert schemes <= set(SCHEMES)
    kinds = {change["kind"] for game in stored for change in game["changes"]}
    # Rescoring would replace all earlier derived data, and erasing a name and changing a coin store
    # no data with their change. In format 0, nobody could change seats. Before format 2, bids
    # weren’t saved separately, and games had no day of their own. Counting points and choosing the
    # winner came after format 2, and store what a correction and the end of a game store.
    absent = {Change.Kind.RESCORE, Change.Kind.ERASE, Change.Kind.RESTORE, Change.Kind.STEP}
    absent |= {Change.Kind.WINNER, Change.Kind.COIN, Change.Kind.INSERT, Change.Kind.REMOVE}
    absent |= {Change.Kind.SEAT} if number == 0 else set()
    absent |= {Change.Kind.BIDS, Change.Kind.DAY} if number < 2 else set()
    assert kinds == set(Change.Kind.values) - absent
    assert {game["game"]["ruleset"].get("format", 0) for game in stored} == {number}
    changes = [each for game in stored for each in game["changes"] if each["after"] is not None]
    assert {change["after"].get("format", 0) for change in changes} == {number}


def stored_in(name):
    """Return the format of a frozen game, the kinds of its changes, and the columns of its rows."""
    rows = json.loads(FROZEN[name].read_text("utf-8"))
    columns = {column for row in (*rows["sides"], *rows["rounds"]) for column in row}
    return {Path(name).parent, *columns, *(change["kind"] for change in rows["changes"])}


# Stored data is brought to the latest format before a page sees it, and the pages of every scheme
# are tested with games that have just been played.
@pytest.mark.parametrize("name", covering(sorted(FROZEN, reverse=True), stored_in))
def test_a_stored_game_is_shown_on_every_page(phone, group, name):
    game = put_back(name, group)
    number = min(game.rounds.count() + 1, 2)

    pages = ["", "changes/", "rules/", "table/", "share/", f"rounds/{number}/", "rounds/1/"]
    shown = [get(phone, f"/games/{game.code}/{page}") for page in pages]

    assert [page.status for page in shown] == [200] * len(pages)
    assert game.code in get(phone, "/").html
    assert phone.get(f"/games/{game.code}/sheet.pdf").content.startswith(b"%PDF")


@every_game
def test_a_stored_game_is_scored_again_to_the_same_points(group, name):
    game = put_back(name, group)
    before, version = points(game), game.version

    assert rescored() == (game.rounds.count(), 0)

    assert points(game) == before
    assert reason_codes(game) <= codes() - {"text", "earlier"}
    # Different words for the same points don’t count as a change to the game.
    assert Game.objects.get(pk=game.pk).version == version


def corrections(form):
    """Yield a deal’s form with another dealer or, if nobody deals, with one number changed.

    Not every dealer or number is possible.
    """
    if "dealer" in form:
        yield from (form | {"dealer": seat} for seat in "123" if seat != form["dealer"])
        return
    for name, text in form.items():
        if text.isdecimal() and name != "version":
            number = int(text)
            yield from (form | {name: str(other)} for other in (number + 1, number + 5, 0))


# Each format is read in the same way for all games, and each game of all formats is scored above.
@pytest.mark.parametrize(
    "name", covering(sorted(FROZEN, reverse=True), lambda name: set(Path(name).parts))
)
def test_a_stored_game_is_corrected_undone_and_made_again(phone, group, name):
    game = put_back(name, group)
    if not game.rounds.exists():
        return
    before, stood = points(game), totals(phone, game)
    last = game.rounds.count()
    url = f"/games/{game.code}/rounds/{last}/"
    form = get(phone, url).form(url)

    answers = (phone.post(url, changed | {"overrule": "1"}) for changed in corrections(form))
    assert 302 in (answer.status_code for answer in answers)  # stops at the first one

    corrected = points(game), totals(phone, game)
    assert Game.objects.get(pk=game.pk).version == game.version + 1
    assert Round.objects.get(game=game, deal=last).format == FORMAT
    change = Change.objects.filter(game=game).latest("version")
    assert (change.kind, change.after["format"]) == (Change.Kind.CORRECT, FORMAT)
    assert turn_back(phone, game, "undo").status_code == 302
    assert (points(game), totals(phone, game)) == (before, stood)
    assert turn_back(phone, game, "redo").status_code == 302
    assert (points(game), totals(phone, game)) == corrected


@pytest.mark.parametrize("number", range(FORMAT + 1))
def test_everything_that_happened_to_a_stored_game_is_undone_and_made_again(phone, group, number):
    game = put_back(f"format-{number}/every-change", group)
    before, stood = points(game), totals(phone, game)
    table = list(game.sides.values("number", "name", "joined", "start", "left", "away"))
    count = 0
    while Round.objects.filter(game=game).exists() or game.sides.count() > 4:
        turn_back(phone, game, "undo")
        count += 1
        assert count < 20
    assert sorted(totals(phone, game)) == ["Ann", "Bob", "Cai", "Dee"]

    for _ in range(count):
        turn_back(phone, game, "redo")

    assert (points(game), totals(phone, game)) == (before, stood)
    assert list(game.sides.values("number", "name", "joined", "start", "left", "away")) == table
    assert pad_of(get(phone, f"/games/{game.code}/"))[0][1:] == list(stood)


@pytest.mark.parametrize("number", range(FORMAT + 1))
def test_the_house_rules_that_a_group_keeps_are_offered(phone, group, number):
    put_back(f"format-{number}/every-change", group)
    kept = HouseRules.objects.get()

    page = get(phone, "/games/new/contract-rummy/", rules=str(kept.pk))

    form = page.form("/games/new/contract-rummy/")
    assert (form["option-joker-25"], form["set-deals.1.sets"]) == ("on", "3, 4")


def test_a_game_of_a_newer_version_has_a_page_that_says_so(phone, game):
    game.ruleset["format"] = 7
    game.save(update_fields=["ruleset"])

    shown = get(phone, f"/games/{game.code}/")

    assert shown.status == 503
    assert shown.texts("h1") == ["We can’t open this game"]
    assert "stored in format 7 by a newer version of Scorekeeper" in shown.words
    assert "Update the code to open it." in shown.words


def test_a_game_of_a_newer_version_is_listed_beside_the_others(phone, game, finished):
    game.ruleset["format"] = 7
    game.save(update_fields=["ruleset"])

    home = get(phone, "/")

    assert home.status == 200
    assert f"/games/{game.code}/" in home.html
    assert f"/games/{finished.code}/" in home.html
    assert "Progressive Rummy" in home.words


def test_after_a_game_of_a_newer_version_another_can_be_started(phone, game):
    game.ruleset["format"] = 7
    game.save(update_fields=["ruleset"])

    page = get(phone, "/games/new/contract-rummy/")

    assert page.status == 200
    form = page.form("/games/new/contract-rummy/")
    assert [form[f"name-{number}"] for number in range(1, 5)] == ["Ann", "Bob", "Cai", "Dee"]


def test_house_rules_of_a_newer_version_are_left_out(phone, group):
    HouseRules.objects.create(group=group, variant="contract-rummy", name="Old", format=1)
    HouseRules.objects.create(group=group, variant="contract-rummy", name="New", format=7)

    pages = [get(phone, url) for url in (f"/groups/{group.pk}/", "/games/new/contract-rummy/")]

    assert [page.status for page in pages] == [200, 200]
    assert all("Old" in page.words and "New rules" not in page.words for page in pages)


def test_a_game_with_a_key_that_nobody_knows_names_it(phone, game):
    game.ruleset["colour"] = "red"
    game.save(update_fields=["ruleset"])

    shown = get(phone, f"/games/{game.code}/")

    assert shown.status == 503
    assert "ruleset.colour: There is no key “colour” here." in shown.words


def test_a_write_into_a_game_of_a_newer_version_changes_nothing(phone, game):
    version = game.version
    url = f"/games/{game.code}/rounds/3/"
    form = get(phone, url).form(url)
    game.ruleset["format"] = 7
    game.save(update_fields=["ruleset"])

    answer = phone.post(url, form | {"out": "1"})

    assert answer.status_code == 503
    assert Round.objects.filter(game=game).count() == 2
    assert Game.objects.get(pk=game.pk).version == version
