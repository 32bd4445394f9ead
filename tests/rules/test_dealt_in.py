"""Games in which only some of the players are dealt in, and counts that start above 0."""

import pytest

from rules.engine.catalogue import Catalogue
from rules.engine.entries import EntryRefusedError
from rules.engine.errors import CatalogueError
from tests.factories import GameFactory
from tests.games import games_in
from tests.rules.scored import entry_fields, report, score_deal
from tests.rules.transcript import table_of
from tests.scorekeeper.pages import get, send

SOLO = """
slug = "kitchen-solo"
name = "Kitchen Solo"
family = "tricks"
summary = "One player against the others."
players = { min = 3, max = 5 }

[deck]
by_players.3 = { cards = 10 }
by_players.4 = { cards = 10, dealt_in = 3 }
by_players.5 = { cards = 10, dealt_in = 3 }
pack = { 7 = 4, 8 = 4, 9 = 4, 10 = 4, J = 4, Q = 4, K = 4, A = 4 }

[scoring]
scheme = "tally"

[[scoring.figures.items]]
id = "soloist"
label = "Soloist"
ask = "one-side"

[[scoring.figures.items]]
id = "base"
label = "Base value"
ask = "count"
per = "deal"
to = "soloist"
gives = 10
least = 2
most = 5

[[scoring.figures.items]]
id = "tricks"
label = "Tricks"
ask = "count"
required = true
worth = 1
most = 10

[end]
wins = "highest"
target = 100

[[deals]]

[[sources]]
title = "Our kitchen"
"""
NAMES = ("Ann", "Bob", "Cai", "Dee", "Eva")


def write(folder, text=SOLO):
    (folder / "catalogue").mkdir(exist_ok=True)
    (folder / "catalogue/kitchen-solo.toml").write_text(text, "utf-8")
    return Catalogue(folder).variant("kitchen-solo").standard


@pytest.fixture
def rules(tmp_path):
    return write(tmp_path)


def scored(rules, players, dealer, texts):
    table = table_of(rules, NAMES[:players], dealer)
    lines = score_deal(rules, 1, report(rules, 1, table, texts), accept_warnings=True)
    return {
        side.name: sum(line.points for line in lines if line.side == side.key)
        for side in table.sides
    }


def refused(rules, players, dealer, texts):
    with pytest.raises(EntryRefusedError) as error:
        scored(rules, players, dealer, texts)
    return [(problem.code, problem.message, problem.input) for problem in error.value.problems]


def test_the_dealer_sits_out_and_has_nothing_to_enter(rules):
    texts = {"soloist": "1", "base": "3", "tricks-1": "6", "tricks-2": "3", "tricks-3": "1"}

    assert scored(rules, 4, "Dee", texts) == {"Ann": 36, "Bob": 3, "Cai": 1, "Dee": 0}


def test_with_more_players_those_on_the_dealers_right_sit_out_too(rules):
    table = table_of(rules, NAMES, "Bob")

    assert [seat.name for seat in table.sitting_out(rules.dealt_in(5))] == ["Bob", "Ann"]
    assert table_of(rules, NAMES[:3], "Bob").sitting_out(rules.dealt_in(3)) == ()


def test_nothing_is_about_a_player_who_sits_out(rules):
    texts = {"soloist": "4", "base": "3", "tricks-1": "6", "tricks-2": "3", "tricks-3": "1"}

    assert refused(rules, 4, "Dee", texts) == [
        (
            "sits-out",
            (
                "Dee sits out this deal, so “Soloist” can’t apply to Dee. "
                "Change the answer, or choose another dealer."
            ),
            "soloist",
        )
    ]
    (problem,) = refused(rules, 4, "Dee", texts | {"soloist": "1", "tricks-4": "2"})
    assert problem[0::2] == ("sits-out", "tricks-4")
    # A zero means the same as a blank.
    assert scored(rules, 4, "Dee", texts | {"soloist": "1", "tricks-4": "0"})["Dee"] == 0


def test_only_those_who_play_need_cards(tmp_path):
    with pytest.raises(CatalogueError, match="deal 1 needs 40 cards for 4 players, but the deck"):
        write(tmp_path, SOLO.replace("4 = { cards = 10, dealt_in = 3 }", "4 = { cards = 10 }"))


def test_a_count_offers_its_least_first(rules):
    base = next(field for field in entry_fields(rules, 1, 3) if field.id == "base")

    assert (base.kind.least, base.kind.most) == (2, 5)


@pytest.mark.django_db
def test_the_entry_page_names_who_sits_out_and_offers_no_impossible_count(tmp_path, phone, group):
    write(tmp_path)
    with games_in(tmp_path):
        game = GameFactory(group=group, variant="kitchen-solo", names=NAMES[:4], first_dealer=4)
        page = get(phone, f"/games/{game.code}/rounds/1/")
        texts = {"soloist": "1", "base": "3", "tricks-1": "6", "tricks-2": "3", "tricks-3": "1"}
        answer = send(phone, f"/games/{game.code}/rounds/1/", texts)
        second = get(phone, answer.url + "rounds/2/")

    assert page.texts("p", class_="hint") == ["Dee sits out."]
    assert page.one("script", src="/static/js/sitting-out.js")
    skipped = [each.attributes["name"] for each in page.all("input", data_optional="")]
    assert skipped == ["tricks-4"]
    counts = [each.attributes["value"] for each in page.all("input", name="base")]
    assert counts == ["2", "3", "4", "5", ""]
    # The player who sits out can’t be tapped as the soloist.
    players = [each.attributes for each in page.all("input", name="soloist")]
    assert [each["value"] for each in players if "disabled" not in each] == ["1", "2", "3", ""]
    # Ann deals the second deal.
    assert second.texts("p", class_="hint") == ["Ann sits out."]
    players = [each.attributes for each in second.all("input", name="soloist")]
    assert [each["value"] for each in players if "disabled" not in each] == ["2", "3", "4", ""]
    assert [each.attributes["name"] for each in second.all("input", data_optional="")] == [
        "tricks-1"
    ]
