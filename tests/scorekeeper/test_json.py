"""JSON versions of public pages, whose URLs are stable."""

import pytest

from rules.engine.catalogue import catalogue
from tests.factories import GameFactory, RoundFactory, with_absences
from tests.scorekeeper.pages import get

SLUGS = [
    "contract-rummy",
    "contract-rummy-eight",
    "liverpool-rummy",
    "may-i",
    "progressive-rummy",
    "shanghai-rummy",
    "shanghai-rummy-kolsov",
    "shanghai-rummy-powe",
]


def deal(number, contract, *, sets=(), runs=(), cards, special=()):
    """Return a deal in Contract Rummy, where May I? calls are neither limited nor paid for."""
    return {
        "number": number,
        "sets": list(sets),
        "runs": list(runs),
        "pairs": 0,
        "cards": cards,
        "takes": {"limit": None, "extra": 1, "price": 0, "per_turn": None},
        "special": list(special),
        "wild": [],
        "pure_sets": 0,
        "contract_wild": None,
        "pair_of": "",
        "run_suits": "",
        "notes": [],
        "table_notes": [],
        "contract": contract,
    }


@pytest.fixture
def contract_rummy(client):
    response = client.get("/rules/contract-rummy.json")
    assert response.headers["Content-Type"] == "application/json"
    return response.json()


def test_the_index_names_every_variant(client):
    variants = client.get("/rules.json").json()["variants"]

    slugs = [variant["slug"] for variant in variants]
    assert sorted(slugs) == sorted(catalogue().variants)
    assert set(SLUGS) <= set(slugs)
    assert variants[slugs.index("contract-rummy")] == {
        "slug": "contract-rummy",
        "name": "Contract Rummy",
        "family": "contract-rummy",
        "scored": True,
        "url": "/rules/contract-rummy/",
    }


def test_the_card_values_of_contract_rummy(contract_rummy):
    assert contract_rummy["values"] == {
        "2": 2,
        "3": 3,
        "4": 4,
        "5": 5,
        "6": 6,
        "7": 7,
        "8": 8,
        "9": 9,
        "10": 10,
        "J": 10,
        "Q": 10,
        "K": 10,
        "A": 15,
        "Joker": 15,
    }


def test_the_deals_of_contract_rummy(contract_rummy):
    apart = ["runs-not-touching"]
    last = ["runs-not-touching", "whole-hand", "long-runs", "no-discard"]
    assert contract_rummy["deals"] == [
        deal(1, "two sets of 3", sets=[3, 3], cards=10),
        deal(2, "one set of 3, one run of 4", sets=[3], runs=[4], cards=10),
        deal(3, "two runs of 4", runs=[4, 4], cards=10, special=apart),
        deal(4, "three sets of 3", sets=[3, 3, 3], cards=12),
        deal(5, "two sets of 3, one run of 4", sets=[3, 3], runs=[4], cards=12),
        deal(6, "one set of 3, two runs of 4", sets=[3], runs=[4, 4], cards=12, special=apart),
        deal(7, "three runs of 4", runs=[4, 4, 4], cards=12, special=last),
    ]


def test_the_table_of_contract_rummy(contract_rummy):
    assert contract_rummy["players"] == {
        "min": 3,
        "max": 5,
        "best": 4,
        "team": 1,
        "clockwise": True,
    }
    assert contract_rummy["deck"] == {
        "3": {"packs": 2, "jokers": 2, "cards": 0, "without": [], "dealt_in": 0, "total": 106},
        "4": {"packs": 2, "jokers": 3, "cards": 0, "without": [], "dealt_in": 0, "total": 107},
        "5": {"packs": 2, "jokers": 4, "cards": 0, "without": [], "dealt_in": 0, "total": 108},
    }
    assert contract_rummy["wild"] == ["Joker"]
    assert contract_rummy["settlement"] is None
    assert contract_rummy["cut_bonus"] == 0


@pytest.mark.parametrize(
    ("slug", "wild"),
    [
        ("progressive-rummy", ["Joker", "2"]),
        ("canasta", ["Joker", "2"]),
        ("continental-rummy", ["Joker", "red aces"]),
        ("indian-rummy", ["Joker", "the rank drawn for the deal"]),
        ("hollywood-rummy", ["A"]),
        ("crazy-eights", ["8"]),
        ("toonerville-rook", ["Rook"]),
        ("three-thirteen", []),
        ("hearts", []),
        ("five-hundred", []),
        ("any-game", []),
    ],
)
def test_what_is_wild(client, slug, wild):
    assert client.get(f"/rules/{slug}.json").json()["wild"] == wild


def test_the_origin_of_contract_rummy(contract_rummy):
    assert contract_rummy["based_on"] is None
    assert contract_rummy["aliases"] == [
        "Zioncheck",
        "Joker Rummy",
        "Hollywood Rummy",
        "Combination Rummy",
        "Deuces Wild Rummy",
        "Shanghai Rummy",
    ]
    assert [source["url"] for source in contract_rummy["sources"]] == [
        "https://www.pagat.com/rummy/ctrummy.html",
        "http://www.rummy-games.com/rules/contract-rummy.html",
    ]
    assert [option["id"] for option in contract_rummy["options"]] == [
        "packs-per-two-players",
        "no-jokers",
        "melds-may-exceed-minimum",
        "frozen-jokers",
        "ordinary-round-seven",
        "touching-runs-allowed",
        "joker-25",
    ]
    assert contract_rummy["options"][-1] == {
        "id": "joker-25",
        "label": "Jokers count 25",
        "explanation": "A joker left in hand counts 25, as in May I?",
        "patch": {"scoring.values.Joker": 25},
        "asks": None,
        "answer": None,
    }


@pytest.mark.parametrize("slug", SLUGS)
def test_every_variant_has_the_same_shape(client, contract_rummy, slug):
    data = client.get(f"/rules/{slug}.json").json()

    assert list(data) == list(contract_rummy)
    assert data["slug"] == slug
    assert list(data["values"]) == list(contract_rummy["values"])
    assert all(isinstance(points, int) for points in data["values"].values())
    assert [set(each) for each in data["deals"]] == [set(contract_rummy["deals"][0])] * len(
        data["deals"]
    )
    assert [each["number"] for each in data["deals"]] == list(range(1, len(data["deals"]) + 1))
    seats = range(data["players"]["min"], data["players"]["max"] + 1)
    assert {str(seat) for seat in seats} <= set(data["deck"])
    assert all(
        size["total"] == 52 * size["packs"] + size["jokers"] for size in data["deck"].values()
    )
    assert all(source["title"] for source in data["sources"])


@pytest.mark.parametrize("address", ["nothing.json", "nothing/", "Contract-Rummy.json"])
def test_an_unknown_variant_is_not_there(client, address):
    assert client.get(f"/rules/{address}").status_code == 404


def test_a_mistyped_variant_is_guessed(client):
    page = get(client, "/rules/contract-rumy/")

    assert page.status == 404
    assert "Did you mean Contract Rummy, " in " ".join(page.texts("p"))


def test_a_game_as_data(phone, game):
    data = phone.get(f"/games/{game.code}.json").json()

    deals = data.pop("deals")
    assert data == {
        "code": game.code,
        "variant": "contract-rummy",
        "name": "Contract Rummy",
        "options": {},
        "patches": {},
        "house_rules": [],
        "state": "playing",
        "stopped": False,
        "version": 3,
        "players": [
            {"name": "Ann", "total": 0, "place": 1},
            {"name": "Bob", "total": 20, "place": 2},
            {"name": "Cai", "total": 20, "place": 2},
            {"name": "Dee", "total": 20, "place": 2},
        ],
        "winners": [],
        "settlement": [],
    }
    assert deals[1] == {
        "number": 2,
        "contract": "one set of 3, one run of 4",
        "cards": 10,
        "dealer": "Bob",
        "points": [
            {"name": "Ann", "points": 0, "because": "went out"},
            {"name": "Bob", "points": 10, "because": "10, entered as a total"},
            {"name": "Cai", "points": 10, "because": "10, entered as a total"},
            {"name": "Dee", "points": 10, "because": "10, entered as a total"},
        ],
    }
    assert deals[6] == {
        "number": 7,
        "contract": "three runs of 4",
        "cards": 12,
        "dealer": "Cai",
        "points": [],
    }


def test_a_game_as_data_says_by_which_house_rules_it_is_played(phone, group):
    game = GameFactory(
        group=group, options={"joker-25": True}, patches={"scoring.values.K": 0, "deals.1.cards": 7}
    )

    data = phone.get(f"/games/{game.code}.json").json()

    assert data["options"] == {"joker-25": True}
    assert data["patches"] == {"scoring.values.K": 0, "deals.1.cards": 7}
    assert data["house_rules"] == ["Jokers count 25", "K counts 0", "deal 1: 7 cards each"]


def test_a_game_as_data_says_who_missed_a_deal_and_that_it_was_stopped(phone, group):
    data = phone.get(f"/games/{with_absences(group).code}.json").json()

    assert data["stopped"] is True
    assert [(each["name"], each.get("starts"), each.get("away")) for each in data["players"]] == [
        ("Ann", None, None),
        ("Bob", None, [2]),
        ("Cai", None, None),
        ("Dee", None, None),
        ("Eve", 55, [1, 2]),
    ]
    assert [point["name"] for point in data["deals"][1]["points"]] == ["Ann", "Bob", "Cai", "Dee"]


def test_a_game_that_has_not_begun_has_no_places(phone, group):
    data = phone.get(f"/games/{GameFactory(group=group).code}.json").json()

    assert [player["place"] for player in data["players"]] == [None, None, None, None]


def test_a_finished_game_as_data(phone, group):
    game = GameFactory(group=group, variant="progressive-rummy", played=14)
    texts = {"out": "2", "left-points-1": "20", "left-points-3": "50", "left-points-4": "10"}
    RoundFactory(game=game, deal=15, texts=texts)

    data = phone.get(f"/games/{game.code}.json").json()

    assert data["state"] == "finished"
    assert data["winners"] == ["Ann"]
    assert [player["place"] for player in data["players"]] == [1, 2, 4, 3]
    assert data["settlement"] == [
        {"name": "Ann", "place": 1, "net": "12"},
        {"name": "Bob", "place": 2, "net": "-2"},
        {"name": "Cai", "place": 4, "net": "-6"},
        {"name": "Dee", "place": 3, "net": "-4"},
    ]
