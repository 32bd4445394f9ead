"""The day on which a game was played: set at the start, corrected, and the same on all pages."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils.timezone import localdate

from scorekeeper.models import Change, Game
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.exports import game_lines
from scorekeeper.queries.game_lines import latest_games
from scorekeeper.queries.people import names_at_last_game
from scorekeeper.queries.person_statistics import person_statistics
from scorekeeper.queries.table_file import parsed
from scorekeeper.queries.year import year_of
from scorekeeper.services.changes import ConflictError
from scorekeeper.services.days import change_day
from scorekeeper.services.imports.outcomes import Found
from scorekeeper.services.imports.storing import store_records
from scorekeeper.services.months import keep_months
from scorekeeper.services.players import set_dealer
from scorekeeper.services.rounds import redo, undo
from scorekeeper.sheets.requested import game_sheet
from tests.factories import ChangeContextFactory, GameFactory, GroupFactory, RoundFactory, stop_game
from tests.scorekeeper.pages import Page, get, notices, send
from tests.scorekeeper.test_statistics import won_by

pytestmark = pytest.mark.django_db

NEW = "/games/new/contract-rummy/"
PLAYERS = {"name-1": "Ann", "name-2": "Bob", "name-3": "Cai"}
EVENING = date(2025, 12, 31)
WRONG = "Enter a date from 1900 to today."


def set_day(game, day):
    change_day(game=game, played_on=day, context=ChangeContextFactory(game=game))


def correct(phone, game, day):
    """Change the day on the page of the log, and return the page that follows."""
    action = f"/games/{game.code}/day/"
    form = get(phone, f"/games/{game.code}/changes/").form(action)
    return Page(phone.post(action, form | {"played_on": day}, follow=True))


@pytest.mark.parametrize(
    ("sent", "day"),
    [
        ({}, localdate),
        ({"played_on": "2025-12-31"}, lambda: EVENING),
        ({"today": "2025-12-31"}, lambda: EVENING),  # for instance, the game was started offline
        ({"today": "2025-12-30", "played_on": "2025-12-31"}, lambda: EVENING),
        ({"today": "1.1.2026"}, localdate),
        ({"today": "2999-01-01"}, localdate),
        ({"today": (localdate() + timedelta(days=1)).isoformat()}, None),
    ],
)
def test_a_game_starts_on_the_day_that_was_chosen_or_the_phones_own(phone, group, sent, day):
    send(phone, NEW, PLAYERS | sent)

    expected = day() if day else localdate() + timedelta(days=1)
    assert Game.objects.get().played_on == expected


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("1899-12-31", WRONG),
        ("2999-01-01", WRONG),
        ("yesterday", "Enter a date such as 2026-05-31."),
    ],
)
def test_an_impossible_day_is_refused_and_stays_typed(phone, group, typed, problem):
    page = Page(send(phone, NEW, PLAYERS | {"played_on": typed}))

    assert page.status == 422
    assert problem in page.described("played_on")
    assert page.form(NEW)["played_on"] == typed
    assert not Game.objects.exists()


def test_a_rematch_is_played_on_the_day_of_the_phone(phone, group):
    game = stop_game(GameFactory(group=group, played=1))
    form = get(phone, f"/games/{game.code}/").form(f"/games/{game.code}/rematch/")

    phone.post(f"/games/{game.code}/rematch/", form | {"today": "2025-12-31"})

    assert Game.objects.latest("pk").played_on == EVENING


def test_a_day_is_corrected_undone_and_redone(phone, group):
    game = won_by(group, "Ann")
    log, today = f"/games/{game.code}/changes/", f"{localdate():%-d %b %Y}"

    page = correct(phone, game, "2025-12-31")

    assert notices(page) == ["The date has been saved."]
    assert page.texts("time", datetime="2025-12-31") == ["31 Dec 2025"]
    assert page.texts("ol", class_="log")[0].startswith("Phone 1 changed the date ")
    assert page.texts("dl")[0] == f"Played on {today} → 31 Dec 2025"
    assert "New date" in get(phone, f"/games/{game.code}/").words
    assert (
        year_of(keep_months(group=group), 2025).games,
        year_of(keep_months(group=group), localdate().year).games,
    ) == (1, 0)

    undo(game=game, context=ChangeContextFactory(game=game))

    assert Game.objects.get().played_on == localdate()
    assert (
        year_of(keep_months(group=group), 2025).games,
        year_of(keep_months(group=group), localdate().year).games,
    ) == (0, 1)
    page = get(phone, log)
    assert page.texts("ol", class_="log")[0].startswith("Phone 1 undid a change to the date ")
    assert page.texts("dl")[0] == f"Played on 31 Dec 2025 → {today}"

    redo(game=game, context=ChangeContextFactory(game=game))

    assert Game.objects.get().played_on == EVENING
    assert Game.objects.get().state == "finished"
    assert "Phone 1 redid a change to the date" in get(phone, log).words
    assert year_of(keep_months(group=group), 2025).months == [*[0] * 11, 1]


def test_a_corrected_day_does_not_make_an_old_game_the_latest(group):
    older, newer = won_by(group, "Ann"), won_by(group, "Bob")

    set_day(older, EVENING)

    assert [line.code for line in latest_games(group)] == [newer.code, older.code]


@pytest.mark.parametrize(("typed", "problem"), [("", "such as 2026-05-31"), ("2999-01-01", WRONG)])
def test_a_wrong_correction_is_refused(phone, game, typed, problem):
    page = correct(phone, game, typed)

    assert page.status == 422
    assert problem in page.described("played_on")
    assert Change.objects.filter(kind="day").count() == 0


def test_the_same_day_or_the_same_form_is_one_change(game):
    set_day(game, localdate())
    context = ChangeContextFactory(game=game)
    for _ in range(2):
        change_day(game=game, played_on=EVENING, context=context)

    assert Change.objects.filter(kind="day").count() == 1


def test_two_phones_that_change_the_day_conflict(game):
    context = ChangeContextFactory(game=game)
    RoundFactory(game=game, deal=3)
    change_day(game=game, played_on=EVENING, context=context)  # a deal doesn’t matter

    with pytest.raises(ConflictError):
        change_day(
            game=game,
            played_on=date(2025, 12, 30),
            context=ChangeContextFactory(game=game, version=context.version),
        )

    assert Game.objects.get().played_on == EVENING


def test_a_new_day_neither_blocks_an_entry_nor_changes_the_dealer(phone, game):
    set_dealer(game=game, position=2, context=ChangeContextFactory(game=game))
    set_day(game, EVENING)
    RoundFactory(game=game, deal=3)
    undo(game=game, context=ChangeContextFactory(game=game))
    assert Game.objects.get().next_dealer == 2  # as chosen before the day was changed

    url = f"/games/{game.code}/rounds/3/"
    form = get(phone, url).form(url) | {"out": "1"}
    form |= {f"left-points-{n}": "10" for n in (2, 3, 4)}
    set_day(game, date(2025, 12, 30))
    assert phone.post(url, form).url == f"/games/{game.code}/"


def test_lists_streaks_and_suggestions_follow_the_day(phone, group):
    games = [won_by(group, winner) for winner in ("Ann", "Bob", "Ann")]
    ann = group.players.get(name="Ann")
    assert person_statistics(ann, keep_months(group=group)).winning_streak == 1

    set_day(games[1], EVENING)

    assert person_statistics(ann, keep_months(group=group)).winning_streak == 2
    paper = GameFactory(group=group, names=("Dee", "Eve", "Fay"))
    set_day(paper, date(2025, 12, 30))
    links = get(phone, f"/groups/{group.pk}/history/").all("a", class_="past-link")
    listed = [link.attributes["href"].split("/")[2] for link in links]
    assert listed == [game.code for game in (games[2], games[0], games[1], paper)]
    assert names_at_last_game(group) == ["Ann", "Bob", "Cai"]


def test_all_pages_agree_about_the_day(phone, group):
    game = stop_game(GameFactory(group=group, played=1))
    set_day(game, EVENING)
    # At the server, the next day had begun.
    Game.objects.update(created_at=datetime(2026, 1, 1, 4, 30, tzinfo=UTC))
    code = game.code

    for url in (
        "/",
        f"/groups/{group.pk}/",
        f"/groups/{group.pk}/history/",
        f"/games/{code}/changes/",
    ):
        assert get(phone, url).texts("time", datetime="2025-12-31") == ["31 Dec 2025"], url
        assert "1 Jan 2026" not in get(phone, url).words
    assert "31 Dec 2025" in phone.get(f"/games/{code}/copy.txt").content.decode()
    assert f"{code},2025-12-31," in phone.get(f"/games/{code}/copy.csv").content.decode()
    assert '"played_on":"2025-12-31"' in phone.get(f"/games/{code}/copy.json").content.decode()
    assert game_sheet(scoreboard(Game.objects.get())).played_on == "31 December 2025"
    assert "31 Dec 2025" in get(phone, f"/groups/{group.pk}/history/contract-rummy/").words


def test_a_file_keeps_the_day_and_an_earlier_version_has_that_of_its_start(group, settings):
    game = GameFactory(group=group, played=1)
    set_day(game, EVENING)
    Game.objects.update(created_at=datetime(2026, 1, 2, 4, 30, tzinfo=UTC))
    settings.TIME_ZONE = "America/Los_Angeles"
    (line,) = game_lines([Game.objects.get()])
    plain = json.loads(line)
    assert plain["scorekeeper"] == 2
    earlier = json.loads(line) | {"scorekeeper": 1}
    del earlier["game"]["played_on"]
    earlier["game"]["log"].pop()
    earlier["game"]["version"] -= 1

    days = []
    for each in (plain, earlier):
        other = GroupFactory()
        store_records(other, parsed(json.dumps(each).encode()), is_rehearsal=False)
        days.append(other.games.get().played_on)

    assert days == [EVENING, date(2026, 1, 1)]


def test_an_impossible_day_in_the_log_of_a_file_is_refused(group):
    game = GameFactory(group=group, played=1)
    set_day(game, EVENING)
    plain = json.loads(next(iter(game_lines([Game.objects.get()]))))
    plain["game"]["log"][-1]["before"]["played_on"] = "0001-01-01"

    outcome = store_records(GroupFactory(), parsed(json.dumps(plain).encode()), is_rehearsal=False)

    assert (outcome.found, outcome.why) == (
        Found.UNREADABLE,
        "Change 3 in its log doesn’t fit the changes before it.",
    )
