"""The story of a finished game, in sentences worked out by hand and recomputed from the deals."""

import random
from datetime import date, timedelta

import pytest

from scorekeeper.models import Game
from scorekeeper.presenters.story import badges, story_text
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.story import story_of
from scorekeeper.services.months import months_before
from tests.factories import GameFactory, RoundFactory, stop_game
from tests.rows import each_row
from tests.scorekeeper.pages import get, text_of

pytestmark = pytest.mark.database

LOWEST = {"lowest-wins": True}
START = date(2026, 1, 1)


def play(group, *deals, names=("Ann", "Bob", "Cai"), day=0, **options):
    """Play Any game to the end; ``deals`` have the points of each side."""
    game = GameFactory(group=group, variant="any-game", names=names, options=options)
    Game.objects.filter(pk=game.pk).update(played_on=START + timedelta(day))
    for number, deal in enumerate(deals, 1):
        texts = {f"points-{side}": str(points) for side, points in enumerate(deal, 1)}
        RoundFactory(game=game, deal=number, texts=texts, overruled=True)
    game = Game.objects.get(pk=game.pk)
    return game if game.state == Game.State.FINISHED else stop_game(game)


def told(game):
    """Return the story of a game in words, and its badges."""
    board = scoreboard(game)
    story = story_of(board, months_before(game=game))
    return story_text(board, story), badges(board, story)


@pytest.fixture
def fourth(group):
    """Play a game after three others, in which Cai was behind Ann, behind her, and ahead."""
    for deal in ((1, 9, 5), (1, 7, 5), (5, 6, 1)):
        play(group, deal, **LOWEST)
    return play(group, (5, 1, 9), (5, 1, 9), (5, 1, 2), (5, 30, 2), (3, 9, 8), **LOWEST)


ENDED_LEAD = "Bob led from round 1 to round 3, then Ann took the lead."


def test_a_lead_a_record_and_a_rivalry(fourth):
    assert told(fourth) == (
        (
            f"{ENDED_LEAD} Bob’s 30 in round 4 was this group’s most expensive round so far; the "
            "record before was 9. This win puts Ann 3 games to 1 ahead of Cai."
        ),
        {"2": "Record: 30 in one round"},
    )


def test_only_the_group_sees_what_the_story_tells_of_other_games(phone, client, fourth):
    own, watched = (
        get(browser, url)
        for browser, url in (
            (phone, f"/games/{fourth.code}/"),
            (client, f"/watch/{fourth.code}/{fourth.watch_token}/"),
        )
    )

    assert text_of(own.one(class_="story")).startswith(f"{ENDED_LEAD} Bob’s 30")
    assert own.texts("span", class_="tag") == ["Record: 30 in one round"]
    assert text_of(watched.one(class_="story")) == ENDED_LEAD
    assert watched.all("span", class_="tag") == []
    share = get(phone, f"/games/{fourth.code}/share/")
    assert f"{ENDED_LEAD} Bob’s 30" in text_of(share.one("textarea"))


@each_row
def test_the_course_in_words(group, deals, expected):
    game = play(group, *deals, names=("Ann", "Bob", "Cai", "Dee")[: len(deals[0])])

    assert told(game) == (expected, {})


def test_partners_are_compared_with_the_same_partners(group):
    names, teams = ("Ann", "Bob", "Cai", "Dee"), {"sides-of-two": True}
    for deal in ((1, 2), (1, 3), (1, 2)):
        play(group, deal, names=names, **teams)
    play(group, (9, 1), names=("Ann", "Cai", "Bob", "Dee"), **teams)  # other partners
    game = play(group, (4, 3), names=names, **teams)

    assert told(game)[0] == "Bob & Dee still lead Ann & Cai by 3 games to 1."


def test_winners_who_draw_level_and_the_best_total(group):
    rounds = {"rounds": 1, **LOWEST}
    for deal in ((9, 5, 9), (8, 4, 9), (3, 9, 5)):
        play(group, deal, **rounds)
    game = play(group, (2, 3, 9), **rounds)

    assert told(game) == (
        "This win brings Ann level with Bob, at 2 games each.",
        {"1": "Record: lowest total"},
    )


def test_stories_are_true_of_the_deals(group):
    chance, games = random.Random(8), []
    for day in chance.sample(range(10), 10):  # not in the order in which they were played
        is_low = chance.choice((True, False))
        names = chance.sample(("Ann", "Bob", "Cai", "Dee"), 3)
        deals = [[chance.randint(1, 12 + 3 * day) for _ in names] for _ in range(2)]
        game = play(group, *deals, names=names, day=9 * day, rounds=2, **(LOWEST if is_low else {}))
        # A higher worth is better play.
        worth = {
            name: sum(points) * (-1 if is_low else 1)
            for name, points in zip(names, zip(*deals, strict=True), strict=True)
        }
        games.append((day, is_low, names, deals, worth, game))

    told_parts = [0, 0, 0]
    for day, is_low, names, deals, worth, game in games:
        story = story_of(scoreboard(game), months_before(game=game))
        before = [other for other in games if other[0] < day]
        alike = [other for other in before if other[1] == is_low]
        ranked = sorted(worth, key=worth.__getitem__, reverse=True)
        first, second, third = (worth[name] for name in ranked)

        most = max((points for other in alike for deal in other[3] for points in deal), default=0)
        top = max(map(max, deals))
        is_alone = sum(deal.count(top) for deal in deals) == 1
        assert (story.deal is not None) == (len(alike) >= 3 and top > most and is_alone)
        if story.deal:
            assert deals[story.deal.deal - 1][int(story.deal.side) - 1] == top
            assert (story.deal.number, story.deal.before) == (top, most)

        best = max((w for other in alike for w in other[4].values()), default=0)
        is_best = len(alike) >= 3 and first > max(best, second)
        assert (story.total is not None) == is_best
        if story.total:
            assert (abs(story.total.number), abs(story.total.before)) == (abs(first), abs(best))

        pairs = [(w[ranked[0]], w[ranked[1]]) for *_, w, _ in before if {*ranked[:2]} <= w.keys()]
        ahead, behind = 1 + sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
        has_two = first > second > third and ahead + behind >= 3
        assert (story.rivalry is not None) == has_two
        if story.rivalry:
            sides = (names.index(ranked[0]) + 1, names.index(ranked[1]) + 1)
            assert (story.rivalry.winner, story.rivalry.other) == tuple(map(str, sides))
            assert (story.rivalry.ahead, story.rivalry.behind) == (ahead, behind)
        parts = (story.deal, story.total, story.rivalry)
        told_parts = [n + (part is not None) for n, part in zip(told_parts, parts, strict=True)]
    assert min(told_parts) >= 1
