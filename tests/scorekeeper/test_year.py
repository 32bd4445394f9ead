"""A group’s year in review, on its page and on paper."""

import random
from collections import Counter
from datetime import date
from functools import partial
from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.models import Game, Result
from scorekeeper.presenters.year import PlayedBar, YearRecord, year_page
from scorekeeper.queries.year import year_of
from scorekeeper.services.months import keep_months
from tests.conftest import client_of
from tests.factories import GameFactory, MemberFactory, RoundFactory, stop_game
from tests.queries import assert_queries, queries
from tests.scorekeeper.pages import get
from tests.scorekeeper.test_statistics import random_history, won_by

pytestmark = pytest.mark.django_db


def on(game, *day):
    """Set the day on which a game was played."""
    Game.objects.filter(pk=game.pk).update(played_on=date(*day))
    return game


@pytest.fixture
def year(group):
    """2025 with four games on three days, and one game in the year before."""
    on(won_by(group, "Bob"), 2024, 12, 31)
    for winner, month, day in (("Ann", 1, 1), ("Ann", 1, 1), ("Bob", 3, 9), ("Ann", 12, 31)):
        on(won_by(group, winner), 2025, month, day)
    on(GameFactory(group=group), 2025, 5, 5)  # not finished
    return group


def test_a_year_counts_its_finished_games(year):
    found = year_of(keep_months(group=year), 2025)

    assert (found.games, found.deals) == (4, 4)
    assert found.by_day == {date(2025, 1, 1): 2, date(2025, 3, 9): 1, date(2025, 12, 31): 1}
    assert found.months == [2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert found.played == [("Contract Rummy", 4)]
    assert [(p.name, p.tally.games, p.tally.wins, p.streak) for p in found.people] == [
        ("Ann", 4, 3, 2),
        ("Bob", 4, 1, 1),
        ("Cai", 4, 0, 0),
    ]
    assert found.people[0].tally.expected == pytest.approx(4 / 3)
    assert (found.records.lowest.number, found.records.games) == (0, 4)
    assert year_of(keep_months(group=year), 2024).people[0].name == "Bob"


@pytest.mark.parametrize("seed", range(2))
def test_a_year_equals_a_slow_count(group, seed):
    random_history(group, seed)
    chance = random.Random(seed)
    for game in group.games.all():
        on(game, chance.choice([2024, 2025]), chance.randint(1, 12), chance.randint(1, 28))

    found = year_of(keep_months(group=group), 2025)

    games = [g for g in group.games.filter(state="finished") if g.played_on.year == 2025]
    assert found.games == len(games)
    assert found.deals == sum(game.rounds.count() for game in games)
    assert found.by_day == Counter(game.played_on for game in games)
    assert found.months == [
        sum(game.played_on.month == month for game in games) for month in range(1, 13)
    ]
    for person in found.people:
        own = Result.objects.filter(game__in=games, side__seats__player=person.pk)
        assert person.tally.games == own.count()
        assert person.tally.wins == own.filter(is_winner=True).count()


def test_a_year_takes_as_many_queries_for_many_games_as_for_few(year):
    assert_queries(queries(partial(year_of, keep_months(group=year), 2025)), 8)

    for _ in range(3):
        on(won_by(year, "Cai"), 2025, 6, 6)

    assert_queries(queries(partial(year_of, keep_months(group=year), 2025)), 8)


def test_the_pictures_of_a_year_are_its_numbers(year):
    page = year_page(year, year_of(keep_months(group=year), 2025))

    assert [(p.name, p.place, p.bar, p.won, p.streak_text) for p in page.people] == [
        ("Ann", 1, 100.0, 75.0, "2 wins in a row"),
        ("Bob", 2, 100.0, 25.0, ""),
        ("Cai", 3, 100.0, 0.0, ""),
    ]
    assert [person.coin.look for person in page.people] == ["colour-1", "colour-2", "colour-3"]
    assert page.played == (PlayedBar("Contract Rummy", 4, 100.0),)
    assert page.records[0] == YearRecord("Lowest total", "0", "Ann, 1\u00a0Jan")
    # A Wednesday, a Sunday in the tenth week, and a Wednesday in the last one.
    assert page.calendar.days == ((0, 20, 1.0), (90, 60, 0.7), (520, 20, 0.7))
    first, *_others, last = page.calendar.rows
    assert (first, last, page.calendar.width) == ((10, 530, 4.0), (0, 520, 64.0), 530)


def test_the_page_of_a_year(year):
    phone = client_of(year.members.get().user)

    page = get(phone, f"/groups/{year.pk}/years/2025/")

    assert page.texts("h1") == ["2025 in review"]
    assert "4 games and 4 deals on 3 days" in page.words
    assert "Most wins: Ann" in page.words
    assert page.texts("th", scope="row") == ["Ann", "Bob", "Cai"]
    assert page.texts("span", class_="number") == ["3 of 4", "1 of 4", "0 of 4", "4"]
    assert page.texts("th", scope="col")[:3] == ["Jan", "Feb", "Mar"]
    assert "Records Contract Rummy, standard rules" in page.words
    assert page.texts("a", class_="button quiet") == ["2026", "2024"] or page.texts(
        "a", class_="button quiet"
    ) == ["2024"]


def test_the_print_of_a_year_is_one_page(year):
    phone = client_of(year.members.get().user)
    for number in range(12):  # as many people and games as fit
        game = played(year, f"Person with a long na {number}", f"A game with a long name {number}")
        on(stop_game(game), 2025, number + 1, 2)

    response = phone.get(f"/groups/{year.pk}/years/2025.pdf")

    reader = PdfReader(BytesIO(response.content))
    assert len(reader.pages) == 1
    text = reader.pages[0].extract_text()
    assert "2025" in text
    assert "Our table" in text
    assert "3 of 16" in text
    assert response.headers["Cache-Control"] == "private, no-cache"


def played(group, player, name):
    options = {"name": name}
    game = GameFactory(group=group, variant="any-game", names=("Ann", player), options=options)
    RoundFactory(game=game, deal=1, texts={"points-1": "1", "points-2": "2"})
    return game


def test_a_year_without_games_and_other_groups_have_no_page(client, year):
    phone = client_of(year.members.get().user)

    assert phone.get(f"/groups/{year.pk}/years/2019/").status_code == 404
    assert phone.get(f"/groups/{year.pk}/years/2019.pdf").status_code == 404
    assert client_of(MemberFactory().user).get(f"/groups/{year.pk}/years/2025/").status_code == 404
    assert client.get(f"/groups/{year.pk}/years/2025.pdf").status_code == 404


def test_the_history_links_to_the_review_of_its_year(year):
    phone = client_of(year.members.get().user)

    links = get(phone, f"/groups/{year.pk}/history/?year=2025").html

    assert f'href="/groups/{year.pk}/years/2025/"' in links
