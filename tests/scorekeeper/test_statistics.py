"""Statistics, compared with a slow recomputation in Python and with figures worked out by hand."""

import random
from collections import defaultdict
from datetime import date

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.snapshots import dump_ruleset, fingerprint, load_ruleset
from scorekeeper.models import Game
from scorekeeper.presenters.statistics import album_figures, album_text
from scorekeeper.queries.meetings import head_to_head
from scorekeeper.queries.person_statistics import person_statistics
from scorekeeper.queries.records import game_statistics
from scorekeeper.queries.seating import seating_of
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.house_rules import change_house_rules
from scorekeeper.services.months import keep_months
from tests.factories import (
    ChangeContextFactory,
    GameFactory,
    RoundFactory,
    stop_game,
    with_absences,
)
from tests.scorekeeper.pages import get, text_of

pytestmark = pytest.mark.database

PEOPLE = ("Ann", "Bob", "Cai", "Dee", "Eve")


def stored(game):
    game = Game.objects.get(pk=game.pk)
    return StoredGame(game, load_ruleset(game.ruleset), seating_of(game))


def random_history(group, seed):
    """Play ten games with random players, rules and points. Most of the games are finished."""
    chance = random.Random(seed)
    for number in range(10):
        variant = chance.choice(["contract-rummy", "contract-rummy", "spades"])
        count = 4 if variant == "spades" else chance.choice([3, 4, 5])
        options = {"joker-25": True} if variant != "spades" and chance.random() < 0.3 else {}
        names = chance.sample(PEOPLE, count)
        game = GameFactory(group=group, variant=variant, names=names, options=options)
        for deal in range(1, chance.randint(2, 5)):
            RoundFactory(game=game, deal=deal, texts=random_deal(chance, variant, count))
        if number % 4:
            stop_game(game)
    with_absences(group)


def random_deal(chance, variant, count):
    if variant == "spades":
        tricks = chance.choice(["5242", "3343", "6124"])
        bids = chance.choice(["4332", "2452", "0543"])
        return {f"bid-{n}": bid for n, bid in enumerate(bids, 1)} | {
            f"tricks-{n}": taken for n, taken in enumerate(tricks, 1)
        }
    out = chance.randint(1, count)
    left = {f"left-points-{n}": str(5 * chance.randint(1, 9)) for n in range(1, count + 1)}
    del left[f"left-points-{out}"]
    return left | {"out": str(out)}


class Recomputed:
    """The statistics of one player, recomputed from the deals of each game."""

    def __init__(self, player):
        self.games, self.wins, self.expected, self.places = 0, 0, 0.0, 0
        self.totals = defaultdict(list)
        self.deals = defaultdict(list)
        self.against = defaultdict(lambda: [0, 0, 0])
        self.met, self.partners = defaultdict(list), defaultdict(list)
        self.streaks = {True: 0, False: 0}
        run, last = 0, None
        for row in Game.objects.filter(seats__player=player).order_by(
            "played_on", "created_at", "pk"
        ):
            game = stored(row)
            own = next(seat for seat in game.seating.seats if seat.player_id == player.pk)
            key = str(own.side.number)
            kind = row.variant, tuple(game.ruleset.options)
            state = game.folded
            if not state.is_over:
                continue
            for deal, report in zip(game.deals, game.reports(), strict=True):
                if key in report.table.keys:
                    score = deal.scores[key]
                    self.deals[kind].append((deal.number, score.points, "out" in score.marks))
            places = {standing.side: standing for standing in state.places}
            won = key in state.winners
            self.games += 1
            self.wins += won
            self.expected += 1 / len(places)
            self.places += places[key].place
            self.totals[kind].append(places[key].total)
            run, last = (run + 1 if won == last else 1), won
            self.streaks[won] = max(self.streaks[won], run)
            for seat in game.seating.seats:
                other = str(seat.side.number)
                if other != key:
                    mine, theirs = places[key].place, places[other].place
                    self.against[seat.player.name][(mine >= theirs) + (mine == theirs)] += 1
                    difference = places[key].total - places[other].total
                    self.met[seat.player.name].append((kind, difference, row.code))
                elif seat != own:
                    self.partners[seat.player.name].append(won)


@pytest.mark.parametrize("seed", range(3))
def test_the_database_and_python_agree_on_a_random_history(group, seed):
    random_history(group, seed)

    months = keep_months(group=group)
    for player in group.players.all():
        found, slow = person_statistics(player, months), Recomputed(player)
        tally = found.tally
        assert (tally.games, tally.wins, tally.places) == (slow.games, slow.wins, slow.places)
        assert tally.expected == pytest.approx(slow.expected)
        assert found.winning_streak == slow.streaks[True]
        assert found.losing_streak == slow.streaks[False]
        assert sum(span.tally.games for span in found.form) == slow.games
        assert {
            other.name: [other.ahead, other.behind, other.tied] for other in found.opponents
        } == dict(slow.against)
        for record in found.records:
            kind = record.kind.variant, tuple(record.kind.ruleset.options)
            totals, deals = slow.totals.pop(kind), slow.deals[kind]
            ends = [min(totals), max(totals)]
            assert [record.best, record.worst] == (
                ends if record.kind.lowest_wins else list(reversed(ends))
            )
            assert record.deals == len(deals)
            assert record.deals_won == sum(won for _, _, won in deals)
            assert record.points == sum(points for _, points, _ in deals)
            for contract in record.contracts:
                points = [points for number, points, _ in deals if number == contract.number]
                assert contract.scores == len(points)
                assert contract.points == pytest.approx(sum(points) / len(points))
        assert dict(slow.totals) == {}
        for other in group.players.exclude(pk=player.pk):
            both = head_to_head(player, other, months)
            met, won = slow.met[other.name], slow.partners[other.name]
            assert [both.ahead, both.behind, both.tied] == slow.against[other.name]
            assert [meeting.code for meeting in both.latest] == [code for *_, code in met[:-6:-1]]
            assert (both.partner_games, both.partner_wins) == (len(won), sum(won))
            for each in both.kinds:
                kind = each.kind.variant, tuple(each.kind.ruleset.options)
                differences = [difference for of, difference, _ in met if of == kind]
                assert each.games == len(differences)
                assert each.difference == pytest.approx(sum(differences) / each.games)


def won_by(group, winner, names=("Ann", "Bob", "Cai")):
    """Play one deal that ``winner`` wins, with 10 points for the others, and end the game."""
    game = GameFactory(group=group, names=names)
    out = names.index(winner) + 1
    left = {f"left-points-{n}": "10" for n in range(1, len(names) + 1) if n != out}
    RoundFactory(game=game, deal=1, texts=left | {"out": str(out)})
    return stop_game(game)


@pytest.fixture
def six(group):
    """Six games for three, of which Ann wins the first, third, fourth and fifth."""
    for winner in ("Ann", "Bob", "Ann", "Ann", "Ann", "Cai"):
        won_by(group, winner)


def page_of(phone, group, name):
    player = group.players.get(name=name)
    return get(phone, f"/groups/{group.pk}/players/{player.pk}/")


def test_a_players_page(phone, group, six):
    page = page_of(phone, group, "Ann")

    assert page.texts("p", class_="lead") == [
        "Ann won 4 of 6 games. Luck alone would bring only 2."
    ]
    assert page.texts("p", class_="record-line") == ["Won 4 of 6. Best total: 0."]
    shown = dict(zip(page.texts("dt"), page.texts("dd"), strict=True))
    assert shown == {
        "games": "6",
        "wins": "4",
        "wins in a row": "3",
        "Win rate": "67%",
        "By luck alone": "33%",
        "Average place": "1.3",  # four times 1st, twice tied for 2nd
        "Wins in a row": "3",
        "Games without a win": "1",
        "Worst total": "10",
        "Points per deal": "3.3",  # 20 points in 6 deals
        "Deals won": "67%",
    }
    assert page.texts("ul", class_="plain rows") == ["Bob 4 : 1 (1 tied) Cai 4 : 1 (1 tied)"]


@pytest.mark.parametrize(
    ("won", "best"),
    [
        ({"Uno": "WLL", "Catan": "WWL"}, [("best game, 2 of 3 won", "Catan", True)]),
        ({"Uno": "WWLL", "Catan": "LWL"}, [("best game, 2 of 4 won", "Uno", True)]),
        ({"Uno": "WL", "Catan": "WLL"}, [("best game, 1 of 3 won", "Catan", True)]),
        ({"Uno": "WW", "Catan": "LLL"}, []),
        ({"Uno": "WWWW"}, []),
    ],
)
def test_the_best_game_is_the_one_that_is_won_most_often(group, won, best):
    for name, games in won.items():
        for result in games:
            game = GameFactory(
                group=group, variant="any-game", names=("Ann", "Bob"), options={"name": name}
            )
            points = ("1", "0") if result == "W" else ("0", "1")
            RoundFactory(game=game, texts=dict(zip(("points-1", "points-2"), points, strict=True)))
            stop_game(game)

    figures = album_figures(
        person_statistics(group.players.get(name="Ann"), keep_months(group=group))
    )

    named = [figure for figure in figures if figure.is_name]
    assert [(figure.label, figure.figure, figure.is_name) for figure in named] == best


@pytest.mark.parametrize(
    ("winners", "text"),
    [
        ("A", ["Ann won 1 of 1 game.", "Luck alone would bring only 0.3."]),
        ("ABC", ["Ann won 1 of 3 games.", "That is just what luck alone would bring."]),
        ("B", ["Ann won 0 of 1 game.", "Luck alone would bring 0.3.", "Time for a rematch!"]),
        (
            "BABBC",
            [
                "Ann won 1 of 5 games.",
                "Luck alone would bring 1.7.",
                "Time for a rematch!",
                "Bob is hardest to beat, ahead in 3 of 5 games.",
            ],
        ),
    ],
)
def test_a_player_in_words(group, winners, text):
    names = {"A": "Ann", "B": "Bob", "C": "Cai"}
    for winner in winners:
        won_by(group, names[winner])

    assert album_text(
        "Ann", person_statistics(group.players.get(name="Ann"), keep_months(group=group))
    ) == " ".join(text)


def test_the_chart_has_a_table_with_its_figures(phone, group, six):
    table = page_of(phone, group, "Ann").one("table")

    # The first five games, of which Ann won four, and the sixth
    rows = table.children[2].children
    assert [[cell.children[0] for cell in row.children][1:] for row in rows] == [
        ["5", "80%", "33%"],
        ["1", "0%", "33%"],
    ]


def test_a_player_who_has_not_finished_a_game(phone, group):
    GameFactory(group=group, names=("Ann", "Bob", "Cai"), played=2)

    page = page_of(phone, group, "Bob")

    assert page.status == 200
    assert "Bob hasn’t finished a game yet." in page.words


def test_games_under_other_house_rules_are_separate(phone, group, six):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), options={"joker-25": True})
    RoundFactory(game=game, deal=1)
    stop_game(game)

    assert page_of(phone, group, "Ann").texts("h3") == [
        "Contract Rummy standard rules",
        "Contract Rummy Jokers count 25",
    ]


def test_only_members_see_a_player(phone, stranger, group, six):
    player = group.players.get(name="Ann")
    url = f"/groups/{group.pk}/players/{player.pk}/"

    assert get(stranger, url).status == 404
    assert get(phone, f"/groups/{group.pk}/players/{player.pk + 99}/").status == 404
    assert get(phone, f"/groups/{group.pk}/players/{'9' * 30}/").status == 404


# The fingerprint of the rules


def test_a_game_has_the_fingerprint_of_its_rules(group):
    game = GameFactory(group=group)
    other = GameFactory(group=group, options={"joker-25": True})

    assert game.rules_key == fingerprint(catalogue().variant("contract-rummy").standard)
    assert other.rules_key != game.rules_key


def test_the_fingerprint_changes_with_the_house_rules(group):
    game = GameFactory(group=group)
    variant = catalogue().variant("contract-rummy")

    change_house_rules(
        game=game,
        variant=variant,
        options={"joker-25": True},
        patches={},
        context=ChangeContextFactory(game=game),
    )

    changed = Game.objects.get(pk=game.pk)
    assert changed.rules_key == fingerprint(variant.ruleset({"joker-25": True}))
    assert changed.rules_key != game.rules_key


def test_the_same_rules_have_the_same_fingerprint_however_they_were_chosen():
    variant = catalogue().variant("contract-rummy")

    by_option = variant.ruleset({"joker-25": True})
    by_value = variant.ruleset({}, {"scoring.values.Joker": 25})

    assert fingerprint(by_option) == fingerprint(by_value)
    assert fingerprint(load_ruleset(dump_ruleset(by_option))) == fingerprint(by_option)


# Two players


def against(phone, group, name, other):
    first, second = (group.players.get(name=each).pk for each in (name, other))
    return get(phone, f"/groups/{group.pk}/players/{first}/{second}/")


def test_two_players_against_each_other(phone, group, six):
    page = against(phone, group, "Ann", "Bob")

    assert page.texts("p", class_="duel") == ["Ann 4 : 1 Bob"]
    assert "They were tied in 1 more game." in page.words
    # Ann has 20 points in six games, and Bob 50.
    assert page.texts("ul", class_="plain rows") == [
        "Contract Rummy standard rules On average, Ann has 5 points fewer. 4 : 1"
    ]
    rows = page.one("tbody").children
    assert [[cell.children[-1].children[0] for cell in row.children[1:]] for row in rows] == [
        ["2nd", "2nd"],  # the latest game, which Cai won
        ["1st", "2nd"],
        ["1st", "2nd"],
        ["1st", "2nd"],
        ["2nd", "1st"],
    ]


def test_a_player_is_not_compared_with_themselves_or_with_strangers(phone, stranger, group, six):
    ann, bob = (group.players.get(name=name).pk for name in ("Ann", "Bob"))
    url = f"/groups/{group.pk}/players/{ann}/"

    assert [get(phone, f"{url}{other}/").status for other in (ann, bob + 99)] == [404, 404]
    assert get(stranger, f"{url}{bob}/").status == 404


def hand_of_spades(group, tricks="5242", names=("Ann", "Bob", "Cai", "Dee")):
    """Play one hand of Spades with bids 4, 3, 3 and 2, and end the game."""
    game = GameFactory(group=group, variant="spades", names=names)
    bids = {f"bid-{seat}": bid for seat, bid in enumerate("4332", 1)}
    taken = {f"tricks-{seat}": count for seat, count in enumerate(tricks, 1)}
    RoundFactory(game=game, deal=1, texts=bids | taken)
    return stop_game(game)


def test_partners_are_not_opponents(phone, group):
    # Ann and Cai bid 7 and make 9, and Bob and Dee bid 5 and make 4.
    hand_of_spades(group)

    page = against(phone, group, "Ann", "Cai")

    assert "Ann and Cai haven’t finished a game against each other yet." in page.words
    assert "As partners, they won 1 of 1 game." in page.words
    assert page_of(phone, group, "Ann").texts("ul", class_="plain rows") == ["Bob 1 : 0 Dee 1 : 0"]


# A game’s page


def game_page(phone, group, slug="contract-rummy", **query):
    return get(phone, f"/groups/{group.pk}/history/{slug}/", **query)


def test_the_records_of_a_game(phone, group):
    first = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    second = GameFactory(group=group, names=("Cai", "Dee", "Eve"))
    deals = (first, 1, (0, 25, 5)), (first, 2, (15, 5, 0)), (second, 1, (40, 0, 10))
    for game, deal, points in deals:
        left = {f"left-points-{n}": str(each) for n, each in enumerate(points, 1) if each}
        RoundFactory(game=game, deal=deal, texts=left | {"out": str(points.index(0) + 1)})
    stop_game(first)
    stop_game(second)

    (found,) = game_statistics(keep_months(group=group), "contract-rummy").kinds

    assert found.games == 2
    # Ann 15, Bob 30, Cai 5; Cai 40, Dee 0, Eve 10
    assert [(best.number, best.name, best.code) for best in (found.lowest, found.highest)] == [
        (0, "Dee", second.code),
        (40, "Cai", second.code),
    ]
    assert (found.highest_deal.number, found.highest_deal.name) == (40, "Cai")
    assert found.longest is None  # every game has seven deals
    # Six scores in the first deal: 0, 25, 5, 40, 0, 10. Three in the second: 15, 5, 0.
    assert [(each.number, each.scores, round(each.points, 2)) for each in found.contracts] == [
        (1, 6, 13.33),
        (2, 3, 6.67),
    ]
    page = game_page(phone, group)
    assert page.texts("h2") == ["Standard rules 2 finished games"]
    assert (
        "The contract that costs this group the most is two sets of 3: 13.3 points per player."
        in page.words
    )


def test_the_longest_game_is_shown_if_lengths_differ(phone, group):
    hand_of_spades(group)

    (found,) = game_statistics(keep_months(group=group), "spades").kinds

    assert found.longest.number == 1
    assert "Most hands in a game 1" in game_page(phone, group, "spades").words


def test_records_and_averages_leave_out_a_game_in_progress(phone, group):
    won_by(group, "Ann")
    running = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    for deal in (1, 2):
        texts = {"out": "1", "left-points-2": "95", "left-points-3": "10"}
        RoundFactory(game=running, deal=deal, texts=texts)

    (found,) = game_statistics(keep_months(group=group), "contract-rummy").kinds
    bob = person_statistics(group.players.get(name="Bob"), keep_months(group=group)).records[0]

    assert (found.games, found.highest_deal.number, found.dealer) == (1, 10, None)
    assert (bob.deals, bob.points) == (1, 10)


def test_the_best_pairs(phone, group):
    for tricks in ("5242", "5242", "1642"):
        hand_of_spades(group, tricks)
    hand_of_spades(group, names=("Ann", "Bob", "Eve", "Dee"))

    page = game_page(phone, group, "spades")

    # Ann and Cai bid 7: they make 9 twice, and then 5. Ann and Eve have only one game.
    assert page.texts("ul", class_="plain rows") == [
        "Ann and Cai 67% 2 of 3 Bob and Dee 25% 1 of 4"
    ]


def test_a_record_belongs_to_the_game_that_was_played_first(group):
    # Imported games may be older than those that the group already has.
    dates = {2026: "Ann", 2015: "Bob", 2020: "Cai"}
    games = {year: won_by(group, winner) for year, winner in dates.items()}
    for year, game in games.items():
        Game.objects.filter(pk=game.pk).update(played_on=date(year, 5, 1))
    spades = {year: hand_of_spades(group) for year in (2026, 2015)}
    for year, game in spades.items():
        Game.objects.filter(pk=game.pk).update(played_on=date(year, 5, 1))

    (rummy,) = game_statistics(keep_months(group=group), "contract-rummy").kinds
    (of_spades,) = game_statistics(keep_months(group=group), "spades").kinds

    assert (rummy.lowest.name, rummy.lowest.code) == ("Bob", games[2015].code)
    assert rummy.highest.code == games[2015].code
    assert rummy.highest_deal.code == games[2015].code
    assert of_spades.longest.code == spades[2015].code


def any_game(group, *deals):
    """Play Any game to the end; ``deals`` are the points of Ann and Bob in each deal."""
    game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob"))
    for number, (ann, bob) in enumerate(deals, 1):
        RoundFactory(game=game, deal=number, texts={"points-1": str(ann), "points-2": str(bob)})
    return stop_game(game)


def test_the_most_points_in_a_deal_belong_to_whoever_scored_them_first(group):
    first = any_game(group, (10, 20), (15, 50), (50, 5))
    any_game(group, (50, 30))

    (found,) = game_statistics(keep_months(group=group), "any-game").kinds

    # Bob in the second deal, Ann in the third, and Ann again in the first deal of the next game.
    best = found.highest_deal
    assert (best.number, best.name, best.code) == (50, "Bob", first.code)


def test_games_with_other_house_rules_have_their_own_records(phone, group, six):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"), options={"joker-25": True})
    RoundFactory(game=game, deal=1)
    stop_game(game)

    assert game_page(phone, group).texts("h2") == [
        "Standard rules 6 finished games",
        "Jokers count 25 1 finished game",
    ]


def test_a_game_that_is_not_finished_or_not_played(phone, stranger, group):
    GameFactory(group=group)

    assert (
        "Your group hasn’t finished a game of Contract Rummy yet." in game_page(phone, group).words
    )
    assert game_page(phone, group, "hearts").status == 404
    assert game_page(stranger, group).status == 404


@pytest.mark.parametrize("seed", range(2))
def test_records_and_averages_agree_with_a_recomputation(group, seed):
    random_history(group, seed)

    for variant in ("contract-rummy", "spades"):
        for found in game_statistics(keep_months(group=group), variant).kinds:
            totals, highest, deals, games = [], [], defaultdict(list), 0
            for row in Game.objects.filter(variant=variant, state=Game.State.FINISHED):
                game = stored(row)
                if game.ruleset.options != found.kind.ruleset.options:
                    continue
                for deal, report in zip(game.deals, game.reports(), strict=True):
                    points = [deal.scores[key].points for key in report.table.keys]
                    deals[deal.number] += points
                    highest += points
                games += 1
                totals += [standing.total for standing in game.folded.places]
            assert (found.games, found.lowest.number, found.highest.number) == (
                games,
                min(totals),
                max(totals),
            )
            assert found.highest_deal.number == max(highest)
            for average in found.contracts:
                points = deals[average.number]
                assert average.points == pytest.approx(sum(points) / len(points))


# Games that the players named


def named_game(group, name, points, **options):
    """Play one round of Any game under a name; ``points`` are those of Ann and Bob."""
    names = ("Ann", "Bob")
    game = GameFactory(
        group=group, variant="any-game", names=names, options={"name": name} | options
    )
    texts = {f"points-{side}": str(each) for side, each in enumerate(points, 1)}
    RoundFactory(game=game, deal=1, texts=texts)
    return stop_game(game)


def test_a_game_that_the_players_named_has_this_name_on_every_page(phone, group):
    named_game(group, "Tichu", (30, 20))
    named_game(group, "Golf", (3, 5), **{"lowest-wins": True})
    named_game(group, "tichu", (10, 20))

    titles = [
        (page.texts("h1"), page.texts("h2"))
        for page in (game_page(phone, group, "any-game", name=name) for name in ("TICHU", "Golf"))
    ]
    assert titles == [
        (["Tichu"], ["Standard rules 2 finished games"]),
        (["Golf"], ["Lowest total wins 1 finished game"]),
    ]
    assert phone.get(f"/groups/{group.pk}/history/any-game/").status_code == 404
    history = get(phone, f"/groups/{group.pk}/history/", game="any-game:tichu")
    assert history.texts("option")[:3] == ["All games", "Golf", "Tichu"]
    assert [text_of(a) for a in history.all("a") if "name=Tichu" in a.attributes["href"]] == [
        "Tichu: records and averages"
    ]
    assert len(history.all("a", class_="past-link")) == 2
    assert page_of(phone, group, "Ann").texts("h3") == [
        "tichu standard rules",
        "Golf Lowest total wins",
    ]
    latest = against(phone, group, "Ann", "Bob").one("tbody").children
    games = [text_of(row.children[0].children[0]) for row in latest]
    assert games == ["tichu", "Golf", "Tichu"]
    this_year = Game.objects.first().played_on.year
    page = get(phone, f"/groups/{group.pk}/years/{this_year}/")
    assert page.texts("ul", class_="plain year-bars") == ["Tichu 2 Golf 1"]
    assert "Records tichu, standard rules" in page.words


def test_a_page_has_the_records_of_the_games_played_most(phone, group):
    targets = range(11, 34)
    for target in [*targets[3:], *targets]:  # the first three games only once
        named_game(group, "Golf", (1, 2), target=target)

    page = game_page(phone, group, "any-game", name="Golf")

    assert len(page.texts("h2")) == 21
    assert page.texts("h2")[-1] == "Played less often"
    assert page.texts("ul", class_="plain rows") == [
        "Play to a target (13) 1 Play to a target (12) 1 Play to a target (11) 1"
    ]
    link = next(a for a in page.all("a") if text_of(a) == "Play to a target (12)")
    other = get(phone, f"/groups/{group.pk}/history/any-game/{link.attributes['href']}")
    assert other.texts("h2") == ["Play to a target (12) 1 finished game"]
    assert "← Golf" in other.texts("a")


def test_a_game_without_a_rules_key_hides_no_others(phone, group):
    won_by(group, "Ann")
    won_by(group, "Ann")
    Game.objects.filter(pk=won_by(group, "Bob").pk).update(rules_key=None)

    assert game_page(phone, group, "contract-rummy").texts("h2") == [
        "Standard rules 2 finished games",
        "Standard rules 1 finished game",
    ]


@pytest.mark.parametrize("odd", ["1", "x", "9" * 30])
def test_rules_that_were_not_played_are_ignored(phone, group, six, odd):
    page = get(phone, f"/groups/{group.pk}/history/contract-rummy/", rules=odd)

    assert page.texts("h2") == ["Standard rules 6 finished games"]


# The dealer, and cards left


def dealt(group, numbers, dealer=1):
    """Play Any game with the same dealer, who scores these numbers while the others score 10."""
    for start in range(0, len(numbers), 100):
        game = GameFactory(group=group, variant="any-game", names=("Ann", "Bob", "Cai"))
        for deal, points in enumerate(numbers[start : start + 100], 1):
            texts = {"points-1": str(points), "points-2": "10", "points-3": "10"}
            RoundFactory(game=game, deal=deal, texts=texts, dealer=dealer, overruled=True)
        stop_game(game)


def test_a_dealers_advantage_is_named_once_chance_cannot_explain_it(phone, group):
    dealt(group, [12, 14] * 16)

    dealer = game_statistics(keep_months(group=group), "any-game").kinds[0].dealer

    assert (dealer.deals, dealer.difference) == (32, 3.0)
    assert dealer.error == pytest.approx(0.1796, abs=1e-4)
    assert dealer.is_clear
    page = get(phone, f"/groups/{group.pk}/history/any-game/")
    assert "On average, the dealer scores 3 points more per round than the others." in page.words


@pytest.mark.parametrize("numbers", [[12, 14] * 5, [0, 21] * 16])
def test_what_chance_could_explain_is_not_an_advantage(phone, group, numbers):
    dealt(group, numbers)

    dealer = game_statistics(keep_months(group=group), "any-game").kinds[0].dealer

    assert not dealer.is_clear
    page = get(phone, f"/groups/{group.pk}/history/any-game/")
    assert f"After {len(numbers)} rounds, it makes no clear difference who deals." in page.words


@pytest.mark.parametrize("seed", range(2))
def test_the_dealers_points_equal_a_slow_count(group, seed):
    random_history(group, seed)

    for statistics in game_statistics(keep_months(group=group), "contract-rummy").kinds:
        beyond = []
        for row in group.games.filter(variant="contract-rummy", state=Game.State.FINISHED):
            game = stored(row)
            if fingerprint(game.ruleset) != fingerprint(statistics.kind.ruleset):
                continue
            sides = {seat.position: str(seat.side.number) for seat in game.seating.seats}
            for deal in game.deals:
                points = {key: score.points for key, score in deal.scores.items()}
                own = points.pop(sides[deal.dealer])
                beyond.append(own - sum(points.values()) / len(points))
        mean = sum(beyond) / len(beyond)
        variance = sum((each - mean) ** 2 for each in beyond) / (len(beyond) - 1)
        assert statistics.dealer.deals == len(beyond)
        assert statistics.dealer.difference == pytest.approx(mean)
        assert statistics.dealer.error == pytest.approx((variance / len(beyond)) ** 0.5)


def test_cards_left_are_counted_in_hands_that_were_entered_card_by_card(phone, group):
    game = GameFactory(group=group, names=("Ann", "Bob", "Cai"))
    hands = [
        {"out": "1", "left-cards-2": "K K 5", "left-points-3": "30"},
        {"out": "1", "left-cards-2": "A", "left-cards-3": "JK 10 9 8"},
        {"out": "2", "left-points-1": "12", "left-cards-3": "2"},
    ]
    for deal, texts in enumerate(hands, 1):
        RoundFactory(game=game, deal=deal, texts=texts)
    stop_game(game)

    records = {
        player.name: person_statistics(player, keep_months(group=group)).records[0]
        for player in group.players.all()
    }

    assert {name: (each.hands, each.cards_left) for name, each in records.items()} == {
        "Ann": (0, 0),
        "Bob": (2, 4),
        "Cai": (2, 5),
    }
    assert records["Bob"].average_cards_left == 2.0
    bob = group.players.get(name="Bob")
    page = get(phone, f"/groups/{group.pk}/players/{bob.pk}/")
    assert "Cards left: the average of 2 hands entered card by card" in page.words


def test_games_that_players_named_have_fingerprints_of_their_own():
    variant = catalogue().variant("any-game")
    kings, queens = (variant.ruleset({"name": name}) for name in ("Kings", "Queens"))

    assert fingerprint(kings) != fingerprint(queens) != fingerprint(variant.standard)
    assert fingerprint(kings) == fingerprint(variant.ruleset({"name": "KINGS"}))
