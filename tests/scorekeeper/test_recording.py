"""Recording and correcting deals: the entry, its points, and who changed what."""

from dataclasses import replace

import pytest
from django.db.models import Avg

from rules.engine.entries import EntryRefusedError
from rules.engine.errors import RulesError
from rules.engine.reasons import texts_of
from scorekeeper.models import Change, Game, Round, Score
from scorekeeper.services.changes import ConflictError
from tests.factories import ChangeContextFactory, GameFactory, RoundFactory, ten_each
from tests.scorekeeper.pages import get, text_of

pytestmark = pytest.mark.usefixtures("_unordered")

BOB_OUT = {"out": "2", "left-cards-1": "K K 5", "left-points-3": "12+11", "left-points-4": "7"}
PLAIN = {"overruled": False, "dealer_known": True}  # of a deal without warnings


def scores(played):
    rows = played.scores.order_by("side__number")
    return [
        (row.side.name, row.points, "\n".join(texts_of(row.reason)), row.kitty_payment)
        for row in rows
    ]


def test_a_deal_is_kept_as_it_was_reported(group):
    game = GameFactory(group=group)

    played = RoundFactory(game=game, deal=1, texts=BOB_OUT | {"left-points-2": " ", "cut": ""})

    assert played.entry == BOB_OUT
    assert played.overruled is False


def test_every_point_has_its_reason(group):
    played = RoundFactory(game=GameFactory(group=group), deal=1, texts=BOB_OUT)

    assert scores(played) == [
        ("Ann", 25, "K K 5: 10 + 10 + 5", 0),
        ("Bob", 0, "went out", 0),
        ("Cai", 23, "12+11, entered as a total", 0),
        ("Dee", 7, "7, entered as a total", 0),
    ]


def test_pennies_for_buys_stand_beside_the_points(group):
    game = GameFactory(group=group, variant="progressive-rummy", played=11)

    played = RoundFactory(
        game=game, deal=12, texts=ten_each(game) | {"takes-1": "2", "takes-3": "1"}
    )

    assert scores(played) == [
        ("Ann", 0, "went out\ntwo buys", 2),
        ("Bob", 10, "10, entered as a total", 0),
        ("Cai", 10, "10, entered as a total\none buy", 1),
        ("Dee", 10, "10, entered as a total", 0),
    ]


def test_the_bonus_of_a_cut_is_a_reason_of_its_own(group):
    game = GameFactory(group=group, variant="liverpool-rummy", first_dealer=4)

    played = RoundFactory(game=game, deal=1, texts=BOB_OUT | {"cut": "on"})

    assert scores(played)[2] == ("Cai", -27, "12+11, entered as a total\nperfect cut", 0)


@pytest.mark.parametrize(
    ("variant", "deal", "columns"),
    [
        ("contract-rummy", 2, (1, 1, 0)),
        ("contract-rummy", 7, (0, 3, 0)),
        ("progressive-rummy", 1, (2, 0, 0)),
        ("progressive-rummy", 9, (4, 0, 0)),
        ("progressive-rummy", 12, (0, 5, 0)),
        ("progressive-rummy", 14, (1, 1, 1)),
    ],
)
def test_the_contract_stands_in_columns(group, variant, deal, columns):
    game = GameFactory(group=group, variant=variant, played=deal - 1)

    played = RoundFactory(game=game, deal=deal)

    assert columns == (played.sets, played.runs, played.pairs)


def test_history_can_be_asked_by_contract(group):
    for points in ("10", "20"):
        game = GameFactory(group=group, played=6)
        others = dict.fromkeys(("left-points-2", "left-points-3", "left-points-4"), points)
        RoundFactory(game=game, deal=7, texts={"out": "1"} | others)
    GameFactory(group=group, variant="progressive-rummy", played=15)

    three_runs = Score.objects.filter(round__sets=0, round__runs=3, round__pairs=0)

    # Two deals of Contract Rummy and one of Progressive Rummy. In each, one player goes out.
    assert three_runs.count() == 12
    assert three_runs.aggregate(mean=Avg("points"))["mean"] == 10
    assert (
        three_runs.exclude(round__game__variant="progressive-rummy").aggregate(mean=Avg("points"))[
            "mean"
        ]
        == 11.25
    )


def test_a_record_is_a_change(group, owner):
    game = GameFactory(group=group)

    RoundFactory(game=game, deal=1, texts=BOB_OUT, context=ChangeContextFactory(game=game, key="k"))

    change = Change.objects.latest("version")
    assert (change.version, change.kind, change.key, change.deal) == (2, "record", "k", 1)
    assert change.before is None
    assert change.after == {"format": 2, "texts": BOB_OUT, "dealer": 1} | PLAIN
    assert (change.by, change.by_name) == (owner.user, "Phone 1")
    assert Game.objects.get(pk=game.pk).version == 2


def test_a_correction_keeps_what_stood_before(game):
    before = ten_each(game)

    RoundFactory(game=game, deal=1, texts=BOB_OUT, dealer=3)

    change = Change.objects.latest("version")
    assert (change.version, change.kind, change.deal) == (4, "correct", 1)
    assert change.before == {"format": 2, "texts": before, "dealer": 1} | PLAIN
    assert change.after == {"format": 2, "texts": BOB_OUT, "dealer": 3} | PLAIN


def test_a_correction_replaces_the_points_of_its_deal_alone(game):
    first, second = Round.objects.filter(game=game)

    corrected = RoundFactory(game=game, deal=1, texts=BOB_OUT)

    assert corrected.pk == first.pk
    assert corrected.recorded_at == first.recorded_at
    assert [points for _, points, _, _ in scores(corrected)] == [25, 0, 23, 7]
    assert [points for _, points, _, _ in scores(second)] == [0, 10, 10, 10]
    assert Score.objects.filter(round__game=game).count() == 8


def test_a_repeated_key_is_the_same_write(game):
    context = ChangeContextFactory(game=game)
    RoundFactory(game=game, deal=3, texts=BOB_OUT, context=context)

    again = RoundFactory(game=game, deal=3, texts=BOB_OUT, context=context)

    assert again.entry == BOB_OUT
    assert Round.objects.filter(game=game).count() == 3
    assert Change.objects.filter(game=game).count() == 4
    assert Game.objects.get(pk=game.pk).version == 4


def test_a_repeated_key_is_the_same_write_after_others_wrote(game):
    context = ChangeContextFactory(game=game)
    RoundFactory(game=game, deal=3, texts=BOB_OUT, context=context)
    RoundFactory(game=game, deal=3, texts=ten_each(game))

    again = RoundFactory(game=game, deal=3, texts=BOB_OUT, context=context)

    assert again.entry == ten_each(game)
    assert Game.objects.get(pk=game.pk).version == 5


def test_a_repeated_key_with_other_content_is_a_conflict(game):
    context = ChangeContextFactory(game=game)
    RoundFactory(game=game, deal=3, texts=BOB_OUT, context=context)

    with pytest.raises(ConflictError) as refused:
        RoundFactory(game=game, deal=3, texts=BOB_OUT | {"left-points-4": "8"}, context=context)

    assert str(refused.value) == "Something else has already been saved from this page."
    assert Round.objects.get(game=game, deal=3).entry == BOB_OUT


def test_an_outdated_version_is_a_conflict(game):
    context = ChangeContextFactory(game=game)
    RoundFactory(game=game, deal=3)

    with pytest.raises(ConflictError) as refused:
        RoundFactory(game=game, deal=3, texts=BOB_OUT, context=context)

    assert str(refused.value) == "This game has changed since you opened this page."
    assert Round.objects.get(game=game, deal=3).entry == ten_each(game)
    assert not Change.objects.filter(key=context.key).exists()


@pytest.mark.parametrize("version", [0, 4, 10**12])
def test_a_version_that_never_was_is_a_conflict(game, version):
    with pytest.raises(ConflictError):
        RoundFactory(game=game, deal=3, context=ChangeContextFactory(game=game, version=version))

    assert Round.objects.filter(game=game).count() == 2


def test_a_used_key_from_the_current_version_is_a_conflict(game):
    context = ChangeContextFactory(game=game)
    RoundFactory(game=game, deal=3, context=context)

    with pytest.raises(ConflictError) as refused:
        RoundFactory(game=game, deal=4, context=replace(context, version=4))

    assert str(refused.value) == "This form has already been sent with different content."
    assert Round.objects.filter(game=game).count() == 3
    assert Game.objects.get(pk=game.pk).version == 4


@pytest.mark.parametrize("deal", [0, 4, 7, 8])
def test_deals_are_entered_in_order(game, deal):
    with pytest.raises(ConflictError) as refused:
        RoundFactory(game=game, deal=deal)

    assert str(refused.value) == "Deal 3 comes next. Enter that one first."
    assert Round.objects.filter(game=game).count() == 2


def test_nothing_follows_the_last_deal(finished):
    with pytest.raises((RulesError, IndexError)):
        RoundFactory(game=finished, deal=16)

    assert Round.objects.filter(game=finished).count() == 15


def test_the_deal_passes_to_the_left(group):
    game = GameFactory(group=group, first_dealer=3, played=6)

    dealers = [played.dealer.player.name for played in Round.objects.filter(game=game)]

    assert dealers == ["Cai", "Dee", "Ann", "Bob", "Cai", "Dee"]


def test_a_corrected_dealer_moves_the_deals_to_come(game):
    RoundFactory(game=game, deal=2, texts=ten_each(game), dealer=4)

    third = RoundFactory(game=game, deal=3)

    dealers = [played.dealer.player.name for played in Round.objects.filter(game=game)]
    assert dealers == ["Ann", "Dee", "Ann"]
    assert third.dealer.player.name == "Ann"


def test_a_correction_without_a_dealer_keeps_the_dealer(group):
    game = GameFactory(group=group)
    RoundFactory(game=game, deal=1, dealer=3)

    corrected = RoundFactory(game=game, deal=1, texts=BOB_OUT)

    assert corrected.dealer.player.name == "Cai"


def test_somebody_else_cannot_deal(game):
    with pytest.raises(RulesError) as refused:
        RoundFactory(game=game, deal=3, dealer=5)

    assert str(refused.value) == "That dealer isn’t in this game. Choose one of the names."
    assert Round.objects.filter(game=game).count() == 2


def test_the_last_deal_finishes_the_game(group):
    game = GameFactory(group=group, played=6)
    assert game.state == "playing"

    RoundFactory(game=game, deal=7)

    assert Game.objects.get(pk=game.pk).state == "finished"


def test_a_correction_leaves_a_finished_game_finished(finished):
    RoundFactory(game=finished, deal=1, texts=ten_each(finished) | {"left-points-2": "20"})

    assert Game.objects.get(pk=finished.pk).state == "finished"


def test_an_impossible_entry_leaves_nothing(game):
    with pytest.raises(EntryRefusedError):
        RoundFactory(game=game, deal=3, texts={"out": "1"})

    assert Round.objects.filter(game=game).count() == 2
    assert Change.objects.filter(game=game).count() == 3
    assert Game.objects.get(pk=game.pk).version == 3


def test_an_unusual_entry_is_stored_when_overruled(group):
    game = GameFactory(group=group, variant="progressive-rummy")
    many = ten_each(game) | {"left-cards-2": "3x3 3x4 3x5 3x6 7", "left-points-2": ""}
    with pytest.raises(EntryRefusedError) as refused:
        RoundFactory(game=game, deal=1, texts=many)
    assert [problem.code for problem in refused.value.problems] == ["large-hand"]

    played = RoundFactory(game=game, deal=1, texts=many, overruled=True)

    assert played.overruled is True
    assert scores(played)[1][:2] == ("Bob", 65)
    assert Change.objects.latest("version").after["overruled"] is True


def test_the_longest_reason_fits_its_column(group):
    names = [f"Player {number}" for number in range(1, 9)]
    game = GameFactory(group=group, variant="may-i", names=names)
    most = " ".join(f"4x{rank}{suit}" for rank in ("10", "A") for suit in "SHDC")
    most += " 16xK 16xQ 16xJ 8xJK 16x9 16x8"
    others = {f"left-points-{number}": "2" for number in range(3, 9)}

    texts = {"out": "1", "left-cards-2": most} | others
    played = RoundFactory(game=game, deal=1, texts=texts, overruled=True)

    assert scores(played)[1][1] == 16 * (10 + 15 + 10 + 10 + 10) + 8 * 25 + 16 * 9 + 16 * 8
    assert len(scores(played)[1][2]) == 886


def test_a_pad_that_is_behind_leads_to_the_pad_as_it_is(phone, game):
    pad = f"/games/{game.code}/"
    (link,) = [a for a in get(phone, pad).all("a") if text_of(a) == "Enter deal 3"]
    way = link.attributes["href"]
    assert get(phone, way).texts("h1")[0].startswith("Deal 3 of 7")
    RoundFactory(game=game, deal=3)

    answer = phone.get(way, follow=True)

    assert answer.redirect_chain == [(pad, 302)]
    assert "Deal 3 has already been saved. These are the current scores." in answer.content.decode()
    assert get(phone, f"{pad}rounds/3/").texts("h1")[0].startswith("Correct deal 3")


def test_a_correction_that_may_be_mistyped_is_shown_before_it_is_saved(group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    RoundFactory(game=game, deal=1, texts={"points-1": "20", "points-2": "30"})
    mistyped = {"points-1": "205", "points-2": "30"}

    with pytest.raises(EntryRefusedError) as refused:
        RoundFactory(game=game, deal=1, texts=mistyped)

    (problem,) = refused.value.problems
    assert problem.warning
    assert problem.input == "points-1"
    assert problem.message == "Ann’s points: 20 → 205. Is that right?"
    assert Round.objects.get().entry == {"points-1": "20", "points-2": "30"}
    RoundFactory(game=game, deal=1, texts=mistyped, overruled=True)
    assert Round.objects.get().entry == mistyped
    assert Round.objects.get().overruled is False


def test_all_that_is_odd_about_a_correction_is_shown_at_once(group):
    game = GameFactory(group=group)
    RoundFactory(game=game, deal=1)

    with pytest.raises(EntryRefusedError) as refused:
        RoundFactory(
            game=game, deal=1, texts={"out": "1", "left-points-2": "100", "left-points-4": "10"}
        )

    assert [problem.input for problem in refused.value.problems] == [
        "left-points-3",
        "left-points-2",
    ]
    assert Round.objects.get().entry == ten_each(game)


def test_a_number_that_is_questioned_for_two_reasons_gets_one_warning(group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    for deal in (1, 2, 3):
        RoundFactory(game=game, deal=deal, texts={"points-1": "20", "points-2": "30"})

    with pytest.raises(EntryRefusedError) as refused:
        RoundFactory(game=game, deal=3, texts={"points-1": "2000", "points-2": "30"})

    assert [problem.message for problem in refused.value.problems] == [
        "Ann’s points: 20 → 2000. Is that right?"
    ]
