"""Deals that are inserted before others, or removed: the later ones move."""

import pytest

from rules.engine.entries import EntryRefusedError
from rules.engine.errors import RulesError
from rules.engine.snapshots import DealEntry, TableSnapshot, dump_change, load_change, load_ruleset
from scorekeeper.models import Change, Game, Round, Side
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.corrections import corrected_sides
from scorekeeper.queries.history import changes, history
from scorekeeper.queries.integrity import check_games
from scorekeeper.queries.seating import read_seating
from scorekeeper.services.moving import MovedDealError, insert_deal, remove_deal
from scorekeeper.services.players import choose_winner, come_back, join, leave, move_seat, stop
from scorekeeper.services.rounds import redo, undo
from scorekeeper.services.turns import record_turns
from tests.factories import (
    ChangeContextFactory,
    GameFactory,
    MemberFactory,
    RoundFactory,
    entered,
    rescored,
)
from tests.scorekeeper.pages import Page, get, notices, pad_of, problems, send, text_of
from tests.scorekeeper.test_exports import brought_back, everything

pytestmark = pytest.mark.django_db


def by(game):
    return {"game": Game.objects.get(pk=game.pk), "context": ChangeContextFactory(game=game)}


def hand(out, *left):
    """Return the entry of a deal: who went out, and the points of the others in seating order."""
    others = (number for number in range(1, len(left) + 2) if number != out)
    held = {
        f"left-points-{number}": str(points) for number, points in zip(others, left, strict=True)
    }
    return {"out": str(out)} | held


def table(game):
    """Return each deal’s dealer, contract and points by side, in order."""
    return [
        (
            played.dealer.position,
            played.sets,
            played.runs,
            [
                (score.side.number, score.points)
                for score in played.scores.select_related("side").order_by("side__number")
            ],
        )
        for played in Round.objects.filter(game=game).select_related("dealer")
    ]


def points(game):
    return [[scored for _side, scored in sides] for *_contract, sides in table(game)]


def agrees():
    return [checked.problems for checked in check_games() if checked.problems] == []


@pytest.fixture
def game(group):
    """Contract Rummy with three deals: two sets, a set and a run, two runs."""
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    for deal, texts in enumerate((hand(1, 10, 20), hand(2, 5, 8), hand(3, 7, 9)), 1):
        RoundFactory(game=game, deal=deal, texts=texts)
    return game


FIRST, SECOND, THIRD = [0, 10, 20], [5, 0, 8], [7, 9, 0]


def test_a_deal_is_removed_and_the_later_ones_move(game):
    before = table(game)

    remove_deal(**by(game), deal=2)

    after = table(game)
    assert after == [before[0], (3, 1, 1, [(1, 7), (2, 9), (3, 0)])]
    board = scoreboard(Game.objects.get(pk=game.pk))
    assert [column.total for column in board.columns] == [7, 19, 20]
    assert (board.next_row.deal.number, board.next_row.dealer_name) == (3, "Ann")
    undo(**by(game))
    assert table(game) == before
    redo(**by(game))
    assert table(game) == after
    assert agrees()
    assert rescored() == (2, 0)


def test_a_deal_is_inserted_and_the_later_ones_move(game):
    before = table(game)

    insert_deal(**by(game), deal=2, submitted=entered(hand(1, 2, 4)))

    after = table(game)
    assert after == [
        before[0],
        (2, 1, 1, [(1, 0), (2, 2), (3, 4)]),
        (2, 0, 2, [(1, 5), (2, 0), (3, 8)]),
        (3, 3, 0, [(1, 7), (2, 9), (3, 0)]),
    ]
    undo(**by(game))
    assert table(game) == before
    redo(**by(game))
    assert table(game) == after
    assert agrees()
    assert rescored() == (4, 0)


def test_everything_can_be_undone_in_turn(game):
    steps = [points(game)]
    for act, deal in ((insert_deal, 1), (remove_deal, 4), (insert_deal, 3), (remove_deal, 1)):
        extra = {"submitted": entered(hand(2, 3, 4), dealer=3)} if act is insert_deal else {}
        act(**by(game), deal=deal, **extra)
        steps.append(points(game))

    new = [3, 0, 4]
    assert steps[1:] == [
        [new, FIRST, SECOND, THIRD],
        [new, FIRST, SECOND],
        [new, FIRST, new, SECOND],
        [FIRST, new, SECOND],
    ]
    for step in steps[-2::-1]:
        undo(**by(game))
        assert points(game) == step
    for step in steps[1:]:
        redo(**by(game))
        assert points(game) == step
    assert agrees()


# Players who join late, leave, come back or change seats. Dee leaves after the first of four deals,
# Eve joins for the third with 30, and Dee returns for the fourth with 50, when the seats change.


@pytest.fixture
def changing(group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai", "Dee"))
    RoundFactory(game=game, deal=1, texts=hand(1, 10, 20, 30))
    leave(**by(game), side=4)
    RoundFactory(game=game, deal=2, texts=hand(2, 5, 8))
    join(**by(game), name="Eve", start=30)
    RoundFactory(game=game, deal=3, texts=hand(3, 7, 9) | {"left-points-5": "4"})
    come_back(**by(game), side=4, total=50)
    move_seat(**by(game), side=5, after=1)
    RoundFactory(game=game, deal=4, texts=hand(1, 6, 7, 8, 9))
    return game


def stays(game):
    """Return which deals Dee missed, when Eve joined, and the first deal with the new seats."""
    dee, eve = Side.objects.filter(game=game, number__in=(4, 5))
    ((first, _order),) = Game.objects.get(pk=game.pk).seat_orders
    return [gap[:2] for gap in dee.away], eve.joined, first


def players(game):
    """Return the numbers of the sides that play each deal."""
    seating = read_seating(game)
    return [
        sorted(seat.side.number for seat in seating.seats_at(played.deal))
        for played in Round.objects.filter(game=game)
    ]


FOUR, THREE, OTHER, FIVE = [1, 2, 3, 4], [1, 2, 3], [1, 2, 3, 5], [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("deal", "moved", "sides", "totals"),
    [
        # Dee comes back with 50 in each case: after deal 4, she has 58.
        (1, ([[1, 2]], 2, 3), [THREE, OTHER, FIVE], [12, 15, 15, 58, 43]),
        (2, ([[2, 2]], 2, 3), [FOUR, OTHER, FIVE], [7, 25, 27, 58, 43]),
        (3, ([[2, 2]], 3, 3), [FOUR, THREE, FIVE], [5, 16, 35, 58, 39]),
        (4, ([[2, 3]], 3, 4), [FOUR, THREE, OTHER], [12, 19, 28, 50, 34]),
    ],
)
def test_players_stay_in_their_deals_if_another_is_removed(changing, deal, moved, sides, totals):
    before = stays(changing), players(changing), points(changing)
    assert before[:2] == (([[2, 3]], 3, 4), [FOUR, THREE, OTHER, FIVE])

    remove_deal(**by(changing), deal=deal)

    assert (stays(changing), players(changing)) == (moved, sides)
    board = scoreboard(Game.objects.get(pk=changing.pk))
    assert [board.state.total(str(side)) for side in FIVE] == totals
    undo(**by(changing))
    assert (stays(changing), players(changing), points(changing)) == before
    assert agrees()


@pytest.mark.parametrize(
    ("deal", "texts", "moved", "sides"),
    [
        (1, hand(1, 2, 4, 5), ([[3, 4]], 4, 5), [FOUR, FOUR, THREE, OTHER, FIVE]),
        (2, hand(1, 2, 4, 5), ([[3, 4]], 4, 5), [FOUR, FOUR, THREE, OTHER, FIVE]),
        (3, hand(1, 2, 4), ([[2, 4]], 4, 5), [FOUR, THREE, THREE, OTHER, FIVE]),
        (
            4,
            hand(1, 2, 4) | {"left-points-5": "5"},
            ([[2, 4]], 3, 5),
            [FOUR, THREE, OTHER, OTHER, FIVE],
        ),
    ],
)
def test_an_inserted_deal_has_the_players_of_the_deal_before(changing, deal, texts, moved, sides):
    before = stays(changing), players(changing), points(changing)

    insert_deal(**by(changing), deal=deal, submitted=entered(texts))

    assert (stays(changing), players(changing)) == (moved, sides)
    undo(**by(changing))
    assert (stays(changing), players(changing), points(changing)) == before
    assert agrees()


def test_later_deals_are_scored_again_if_earlier_ones_count(group):
    game = GameFactory(group=group, variant="spades")
    # Ann and Cai bid 3 and took nine, then bid 4 and took eight: ten bags in two hands.
    for deal, took in ((1, "5242"), (2, "4342")):
        bids = ("2212", "2322")[deal - 1]
        texts = {f"bid-{n}": bid for n, bid in enumerate(bids, 1)}
        RoundFactory(
            game=game, deal=deal, texts=texts | {f"tricks-{n}": t for n, t in enumerate(took, 1)}
        )
    assert points(game) == [[36, 40], [-56, 50]]

    remove_deal(**by(game), deal=1)

    assert points(game) == [[44, 50]]
    # Bid 4, took ten: six bags, and four more in the next hand.
    texts = {"bid-1": "2", "bid-2": "1", "bid-3": "2", "bid-4": "1"}
    texts |= {"tricks-1": "5", "tricks-2": "1", "tricks-3": "5", "tricks-4": "2"}
    insert_deal(**by(game), deal=1, submitted=entered(texts))
    assert points(game) == [[46, 21], [-56, 50]]
    undo(**by(game))
    undo(**by(game))
    assert points(game) == [[36, 40], [-56, 50]]
    assert agrees()


def test_a_deal_that_would_be_invalid_under_its_new_number_is_named(group):
    game = GameFactory(group=group, variant="oh-hell", names=("Ann", "Bob", "Cai"))
    for deal, took in ((1, (5, 6, 6)), (2, (4, 6, 6))):  # of 17 tricks, and of 16
        texts = {f"{what}-{n}": str(t) for n, t in enumerate(took, 1) for what in ("bid", "tricks")}
        RoundFactory(game=game, deal=deal, texts=texts, overruled=True)
    before = table(game), Change.objects.filter(game=game).count()

    with pytest.raises(MovedDealError) as refused:
        remove_deal(**by(game), deal=1)

    assert str(refused.value) == (
        "Hand 2 would become hand 1, where it isn’t valid: The tricks add up to 16, one too few. "
        "This hand has 17. Check the numbers. Correct or remove hand 2 first."
    )
    assert (table(game), Change.objects.filter(game=game).count()) == before


def test_a_field_that_only_some_deals_have_is_not_lost(group):
    game = GameFactory(
        group=group, variant="progressive-rummy", names=("Ann", "Bob", "Cai"), deals=15
    )
    rows = [hand(1, 10, 20)] * 8 + [hand(2, 10, 20) | {"takes-1": "1"}]
    for deal, texts in enumerate(rows, 1):
        RoundFactory(game=game, deal=deal, texts=texts)

    with pytest.raises(MovedDealError, match="Deal 9 would become deal 8, where"):
        remove_deal(**by(game), deal=3)

    remove_deal(**by(game), deal=9)
    assert points(game) == [FIRST] * 8


def test_a_full_game_has_no_room(phone, group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), deals=2, played=2)
    assert game.state == Game.State.FINISHED

    with pytest.raises(RulesError) as refused:
        insert_deal(**by(game), deal=1, submitted=entered(hand(1, 10, 20)))
    assert str(refused.value) == (
        "All 2 deals of this game have been played. Remove one of them first."
    )

    assert notices(Page(phone.get(at(game, 1, "insert"), follow=True))) == [str(refused.value)]

    remove_deal(**by(game), deal=1)
    game.refresh_from_db()
    assert (game.state, game.finished_at, game.results.count()) == ("playing", None, 0)
    insert_deal(**by(game), deal=1, submitted=entered(hand(2, 10, 20)))
    game.refresh_from_db()
    assert (game.state, game.results.count()) == ("finished", 3)


def test_a_game_that_was_ended_continues_if_no_deal_remains(group):
    game = GameFactory(group=group, played=1)
    stop(**by(game))

    remove_deal(**by(game), deal=1)

    game.refresh_from_db()
    assert (game.stopped, game.state) == (False, "playing")
    undo(**by(game))
    game.refresh_from_db()
    assert (game.stopped, game.state) == (True, "finished")


def test_warnings_about_an_inserted_deal_have_to_be_accepted(game):
    unusual = entered(hand(1, 10, 285))

    with pytest.raises(EntryRefusedError) as refused:
        insert_deal(**by(game), deal=1, submitted=unusual)
    assert refused.value.only_warnings
    assert points(game) == [FIRST, SECOND, THIRD]

    insert_deal(**by(game), deal=1, submitted=unusual.model_copy(update={"overruled": True}))
    assert Round.objects.get(game=game, deal=1).overruled
    undo(**by(game))
    redo(**by(game))
    assert Round.objects.get(game=game, deal=1).overruled


def test_corrections_move_with_their_deals(game):
    RoundFactory(game=game, deal=1, texts=hand(1, 10, 25))
    RoundFactory(game=game, deal=3, texts=hand(3, 7, 8))

    def marked():
        board = scoreboard(Game.objects.get(pk=game.pk))
        return dict(corrected_sides(board, changes(board.game)))

    assert marked() == {1: {"3"}, 3: {"2"}}
    remove_deal(**by(game), deal=2)
    assert marked() == {1: {"3"}, 2: {"2"}}
    insert_deal(**by(game), deal=1, submitted=entered(hand(1, 10, 20)))
    assert marked() == {2: {"3"}, 3: {"2"}}
    remove_deal(**by(game), deal=2)
    assert marked() == {2: {"2"}}
    undo(**by(game))
    assert marked() == {2: {"3"}, 3: {"2"}}


def test_what_is_saved_of_the_next_round_stays(group):
    game = GameFactory(group=group, variant="dice-boxes", names=("Ann", "Bob"))
    first, second = (
        {"box-1": mine, "points-1": "0", "box-2": other, "points-2": "0"}
        for mine, other in (("ones", "ones"), ("twos", "twos"))
    )
    for deal, texts in ((1, first), (2, second)):
        RoundFactory(game=game, deal=deal, texts=texts)
    turn = {"box-1": "chance", "points-1": "20"}
    record_turns(**by(game), deal=3, submitted=entered(turn))

    remove_deal(**by(game), deal=1)

    board = scoreboard(Game.objects.get(pk=game.pk))
    assert (board.next_row.deal.number, board.next_row.entry, board.so_far.points["1"]) == (
        2,
        turn,
        20,
    )
    record_turns(**by(game), deal=2, submitted=entered({"box-2": "chance", "points-2": "10"}))
    assert points(game) == [[0, 0], [20, 10]]
    for _step in range(3):
        undo(**by(game))
    assert (points(game), history(game).bids) == ([[0, 0], [0, 0]], None)
    assert agrees()


# The pages


def at(game, deal, *more):
    return "/".join((f"/games/{game.code}/rounds/{deal}", *more, ""))


def test_a_deal_is_inserted_from_its_page(phone, game):
    RoundFactory(game=game, deal=2, texts=hand(2, 5, 9))  # corrected
    page = get(phone, at(game, 3))
    assert {"Insert a deal before this one", "Remove this deal"} <= set(page.texts("a"))

    form = get(phone, at(game, 3, "insert"))
    assert form.texts("h1") == ["Insert deal 3 two runs of 4"]
    totals = [text_of(each) for each in form.all("span", data_so_far="")]
    assert totals == ["5", "10", "29"]
    assert "data-deal" not in form.one("form", id="entry").attributes
    refused = Page(
        phone.post(at(game, 3, "insert"), form.form(at(game, 3, "insert")) | hand(1, 3, 1))
    )
    assert refused.status == 422
    assert "No cards add up to 1" in refused.words
    answer = send(phone, at(game, 3, "insert"), hand(1, 3, 4))

    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    pad = get(phone, f"/games/{game.code}/")
    assert notices(pad) == ["Deal 3 has been inserted. All dealers stay as entered."]
    assert "Undo insertion of deal 3" in pad.words
    log = get(phone, f"/games/{game.code}/changes/")
    assert "Phone 1 inserted deal 3" in log.words


def test_a_deal_is_removed_from_its_page(phone, game):
    page = get(phone, at(game, 2, "remove"))
    assert page.texts("h1") == ["Remove deal 2"]
    assert "The later deals move up." in page.words
    assert "The later deals move up." not in get(phone, at(game, 3, "remove")).words

    answer = send(phone, at(game, 2, "remove"), {})

    pad = get(phone, answer.url)
    assert notices(pad) == ["Deal 2 has been removed."]
    assert [row[1:] for row in pad_of(pad)[1:3]] == [
        ["went out, 0 (Ann dealt) 0", "10 10", "20 20"],
        ["7 7", "9 19", "went out, 0 (Cai dealt) 20"],
    ]
    log = get(phone, f"/games/{game.code}/changes/")
    assert "Phone 1 removed deal 2" in log.words
    turned = Page(
        phone.post(f"/games/{game.code}/undo/", pad.form(f"/games/{game.code}/undo/"), follow=True)
    )
    assert notices(turned) == ["Undone: removal of deal 2."]


def test_the_log_shows_everything_that_was_entered_before_a_deal_was_inserted(phone, changing):
    insert_deal(**by(changing), deal=3, submitted=entered(hand(1, 2, 4)))

    log = get(phone, f"/games/{changing.code}/changes/")

    # Eve joined for what is now the fourth deal.
    (entered_before,) = [text for text in log.texts("li") if "entered deal 3" in text]
    assert entered_before.endswith("Dealer Cai Who went out Cai Ann 7 Bob 9 Eve 4")


def test_pages_for_deals_that_there_are_not(phone, game):
    for what in ("insert", "remove"):
        assert [get(phone, at(game, deal, what)).status for deal in (0, 4)] == [404, 404]


def test_a_late_phone_sees_what_has_changed_and_loses_nothing(phone, game, group):
    open_pages = {deal: get(phone, at(game, deal)) for deal in (1, 3, 4)}
    removing = get(phone, at(game, 2, "remove")).form(at(game, 2, "remove"))
    inserting = get(phone, at(game, 2, "insert")).form(at(game, 2, "insert"))
    other = MemberFactory(group=group)
    context = ChangeContextFactory(game=game, user=other.user, name="Phone 2")
    remove_deal(game=Game.objects.get(pk=game.pk), deal=2, context=context)
    gone = "This game has changed since you opened this page."

    # The correction of a deal before it isn’t affected. The others are compared with what is saved.
    statuses = {
        deal: phone.post(at(game, deal), page.form(at(game, deal)) | hand(1, 10, 25)).status_code
        for deal, page in open_pages.items()
    }
    assert statuses == {1: 302, 3: 409, 4: 409}
    news = get(phone, f"{at(game, 2)}news/4/")
    assert "Phone 2 has changed this game since you opened this page." in news.words

    again = Page(phone.post(at(game, 2, "remove"), removing, follow=True))
    assert (notices(again), len(again.all(id="scoreboard"))) == ([gone], 1)
    kept = Page(phone.post(at(game, 2, "insert"), inserting | hand(1, 6, 9)))
    assert (kept.status, problems(kept)) == (409, [gone])
    sent = kept.form(at(game, 2, "insert"))
    assert [sent[f"left-points-{n}"] for n in "23"] == ["6", "9"]
    assert phone.post(at(game, 2, "insert"), sent | {"out": "1"}).status_code == 302
    assert points(game) == [[0, 10, 25], [0, 6, 9], THIRD]


def test_a_page_that_is_sent_twice_changes_the_game_once(phone, game):
    for what, deal, typed in (("remove", 3, {}), ("insert", 2, hand(1, 6, 9))):
        form = get(phone, at(game, deal, what)).form(at(game, deal, what)) | typed
        for _twice in range(2):
            assert phone.post(at(game, deal, what), form).status_code == 302

    assert points(game) == [FIRST, [0, 6, 9], SECOND]


def test_an_import_brings_inserted_and_removed_deals_back(changing):
    remove_deal(**by(changing), deal=4)
    insert_deal(**by(changing), deal=2, submitted=entered(hand(1, 2, 4, 5)))
    remove_deal(**by(changing), deal=1)
    undo(**by(changing))

    other = brought_back(changing.group)

    assert everything(other) == everything(changing.group)
    back = Game.objects.get(group=other)
    for _step in range(3):
        undo(**by(back))
    assert points(back)[:3] == [[0, 10, 20, 30], [5, 0, 8], [7, 9, 0, 20, 4]]
    assert agrees()


def test_the_entry_of_a_moved_deal_is_upgraded(game):
    ruleset = load_ruleset(game.ruleset)
    entry = DealEntry(texts={"left-points-2": "5"}, dealer=1, overruled=False)
    snapshot = TableSnapshot(next_dealer=None, stopped=False, sides=(), seats=(), entry=entry)

    assert load_change(dump_change(snapshot), ruleset) == snapshot


def test_a_chosen_winner_stays_chosen(group):
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    for deal in (1, 2):
        RoundFactory(game=game, deal=deal, texts={"points-1": "5", "points-2": "5"})
    stop(**by(game))
    choose_winner(**by(game), side=2)

    def winners():
        return scoreboard(Game.objects.get(pk=game.pk)).state.winners

    assert winners() == ("2",)
    remove_deal(**by(game), deal=1)
    assert winners() == ("2",)
    insert_deal(**by(game), deal=1, submitted=entered({"points-1": "3", "points-2": "3"}))
    assert winners() == ("2",)
    for deal in (2, 1):
        remove_deal(**by(game), deal=deal)
    assert winners() == ()
    undo(**by(game))
    assert winners() == ("2",)
    assert agrees()
