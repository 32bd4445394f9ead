"""Rescoring: computing all points again from the entries always gives the same numbers."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import F

from scorekeeper.models import Change, Game, Round, Score
from tests.factories import GameFactory, RoundFactory, ten_each
from tests.scorekeeper.pages import get, pad_of


def rescore():
    said = StringIO()
    call_command("rescore", stdout=said)
    return said.getvalue()


def rows():
    return (
        list(Score.objects.order_by("pk").values()),
        list(Round.objects.order_by("pk").values()),
        list(Game.objects.order_by("pk").values()),
        list(Change.objects.order_by("pk").values()),
    )


@pytest.fixture
def games(group, finished):
    """Two more games: one with a bonus, a dealer out of turn and an accepted warning."""
    GameFactory(group=group, played=3)
    liverpool = GameFactory(group=group, variant="liverpool-rummy", played=1)
    RoundFactory(game=liverpool, deal=2, texts=ten_each(liverpool) | {"cut": "on"}, dealer=4)
    many = ten_each(finished) | {"left-points-2": "", "left-cards-2": "3x3 3x4 3x5 3x6 7"}
    RoundFactory(game=finished, deal=2, texts=many, overruled=True)


def test_scoring_again_changes_no_row(games):
    before = rows()

    said = rescore()

    assert said == "Deals rescored: 20, changed: 0.\n"
    assert rows() == before


def test_scoring_again_twice_is_safe(games):
    rescore()

    assert rescore() == "Deals rescored: 20, changed: 0.\n"


def test_scoring_again_mends_what_was_tampered_with(games):
    before = rows()
    first, second, third = Score.objects.order_by("pk")[:3]
    Score.objects.filter(pk=first.pk).update(points=999)
    Score.objects.filter(pk=second.pk).update(reason=[{"code": "text", "text": "a present"}])
    Score.objects.filter(round=Round.objects.latest("pk"), side=third.side).update(kitty_payment=7)
    Score.objects.filter(round=Round.objects.earliest("pk")).filter(pk=third.pk).update(
        kitty_payment=7
    )

    said = rescore()

    assert said == "Deals rescored: 20, changed: 1.\n"
    Game.objects.filter(pk=first.round.game_id).update(version=F("version") - 1)
    assert list(Change.objects.filter(kind="rescore").values_list("game", "by_name")) == [
        (first.round.game_id, "Scorekeeper")
    ]
    Change.objects.filter(kind="rescore").delete()
    assert rows() == before


def test_what_comes_out_differently_is_seen_on_the_pad_at_once(phone, finished):
    pad = f"/games/{finished.code}/"
    right = pad_of(get(phone, pad))
    Score.objects.filter(round__game=finished, round__deal=3, side__number=2).update(points=777)
    Game.objects.update(version=F("version") + 1)
    assert "777" in pad_of(get(phone, pad))[3][2]

    rescore()

    assert pad_of(get(phone, pad)) == right


def test_scoring_again_puts_lost_points_back(games):
    def values():
        return list(
            Score.objects.order_by("round", "side").values_list("round", "side", "points", "reason")
        )

    before = values()
    Score.objects.filter(round=Round.objects.earliest("pk")).delete()

    said = rescore()

    assert said == "Deals rescored: 20, changed: 1.\n"
    assert values() == before


def test_scoring_again_mends_the_columns_of_a_contract(games):
    before = rows()
    Round.objects.update(sets=9, runs=9, pairs=9)

    rescore()

    assert rows() == before


def test_reasons_stored_as_text_become_codes_and_are_counted(games):
    before = rows()
    Score.objects.filter(round=Round.objects.earliest("pk")).update(
        reason=[{"code": "text", "text": "a present"}]
    )

    said = rescore()

    assert said == (
        "Deals rescored: 20, changed: 0.\nDeals with the same points but reworded reasons: 1.\n"
    )
    assert rows() == before
    assert rescore() == "Deals rescored: 20, changed: 0.\n"


def test_nothing_to_score_is_no_mistake(db):
    assert rescore() == "Deals rescored: 0, changed: 0.\n"
