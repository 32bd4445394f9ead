"""The page that compares games side by side, and its JSON version.

Tests here have no access to the database, so a query would be an error.
"""

import pytest

from rules.engine.catalogue import catalogue
from rules.reference.compare import suggestions
from tests.scorekeeper.pages import Page, get, text_of
from tests.scorekeeper.test_odd_input import ODD

VARIANTS = catalogue().variants
CHILDREN = [variant.slug for variant in VARIANTS.values() if variant.based_on]
URL = "/rules/compare"
TOO_MANY = "You can compare two to four games at a time. This URL names more."


def address(*slugs, **more):
    pairs = [f"v={slug}" for slug in slugs] + [f"{name}={value}" for name, value in more.items()]
    return f"{URL}?{'&'.join(pairs)}"


def tables(page):
    """Return tables by title, each with its heading and its rows as a screen reader reads them."""
    return {
        text_of(table.children[0]): [
            [text_of(cell) for cell in row.children]
            for part in table.children[1:]
            for row in part.children
        ]
        for table in page.all("table")
    }


def links(page):
    return {link.attributes["href"]: text_of(link) for link in page.all("a")}


def test_only_what_differs_is_shown(client):
    page = get(client, address("contract-rummy", "shanghai-rummy"))

    assert page.status == 200
    assert page.loose_ends() == []
    shown = tables(page)
    assert shown["Cards left in hand"] == [
        ["", "Contract Rummy", "Shanghai Rummy"],
        ["2–7", "Contract Rummy face value", "Shanghai Rummy 5"],
        ["8, 9", "Contract Rummy face value", "Shanghai Rummy 10"],
        ["A", "Contract Rummy 15", "Shanghai Rummy 20"],
        ["Joker", "Contract Rummy 15", "Shanghai Rummy 50"],
    ]
    assert [
        "Shanghai call",
        "Contract Rummy — none",
        "Shanghai Rummy a discard that fits a meld may be called and played there",
    ] in shown["At a glance"]
    assert "Players" not in [row[0] for row in shown["At a glance"]]
    assert "Deals" not in shown
    (sentence,) = page.texts("p", class_="all-or-not")
    assert sentence.startswith("Only differences are shown. 1 card value, 8 facts, 7 deals, ")
    assert links(page)["/rules/compare?v=contract-rummy&v=shanghai-rummy&all=1"] == (
        "show everything"
    )


def test_everything_is_shown_on_request_and_what_is_the_same_stands_once(client):
    page = get(client, address("contract-rummy", "shanghai-rummy", all=1))

    shown = tables(page)
    assert ["10–K", "10"] in shown["Cards left in hand"]
    assert ["Players", "3 to 5, best with 4"] in shown["At a glance"]
    assert [row[0] for row in shown["Deals"][1:]] == [f"Deal {number}" for number in range(1, 8)]
    assert links(page)["/rules/compare?v=contract-rummy&v=shanghai-rummy"] == (
        "Show differences only"
    )


def folds(page):
    """Return sections by heading, each with its number of differences and whether it is open."""
    return {
        text_of(fold.children[0].children[0]): (
            text_of(fold.children[0].children[1]),
            "open" in fold.attributes,
        )
        for fold in page.all("details")
    }


def test_sections_are_folded_but_for_the_first_and_say_how_much_differs(client):
    page = get(client, address("shanghai-rummy", "shanghai-rummy-powe"))

    shown = folds(page)
    assert list(shown)[:2] == ["At a glance", "Deals"]
    assert shown["At a glance"] == ("6 differ", True)
    assert shown["Deals"][1] is False
    assert [name for name, (_, is_open) in shown.items() if is_open] == ["At a glance"]
    assert "the same" not in {count for count, _ in shown.values()}
    everything = folds(get(client, address("shanghai-rummy", "shanghai-rummy-powe", all=1)))
    assert everything["Cards left in hand"] == ("the same", True)
    assert everything["At a glance"] == ("6 differ", False)


def test_the_list_of_sections_leads_into_them(client):
    page = get(client, address("contract-rummy", "liverpool-rummy", "may-i", "shanghai-rummy"))

    anchors = [table.attributes["id"] for table in page.all("table")]
    assert anchors[:3] == ["values", "facts", "deals"]
    listed = [link.attributes["href"] for link in page.one("nav", class_="contents").children]
    assert listed == [f"#{anchor}" for anchor in anchors]


def test_four_games_are_named_together_where_they_say_the_same(client):
    slugs = ("contract-rummy", "shanghai-rummy", "shanghai-rummy-kolsov", "shanghai-rummy-powe")
    page = get(client, address(*slugs))

    assert tables(page)["Deals"][8] == [
        "Deal 8",
        "Contract Rummy, Shanghai Rummy — none",
        "Shanghai Rummy — none",
        "Shanghai Rummy (Kolsov) one set of 3, one run of 10",
        (
            "Shanghai Rummy (Powe) three runs of 4 Nobody may go out by discarding. "
            "A player’s runs must be in different suits."
        ),
    ]
    assert page.actions == []


def test_heads_of_columns_and_rows_say_what_they_are_for(client):
    page = get(client, address("euchre", "euchre-cutthroat"))

    assert {head.attributes["scope"] for head in page.all("th")} == {"col", "row"}
    assert page.texts("th", scope="col")[:2] == ["Euchre", "Cutthroat Euchre"]


@pytest.mark.parametrize("slug", CHILDREN)
def test_every_game_is_compared_with_its_parent(client, slug):
    parent = VARIANTS[VARIANTS[slug].based_on]

    page = get(client, address(parent.slug, slug))

    assert page.status == 200
    assert page.loose_ends() == []
    for table in tables(page).values():
        assert [cell for cell in table[0] if cell] == [parent.name, VARIANTS[slug].name]
    assert "{" not in "".join(page.texts("main"))


@pytest.mark.parametrize(
    "slugs",
    [
        ("euchre", "hearts"),
        ("contract-rummy", "contract-rummy-eight", "euchre", "any-game"),
        ("farkle", "mexican-train", "cribbage"),
    ],
)
def test_games_without_a_common_root_stand_side_by_side(client, slugs):
    page = get(client, address(*slugs))

    names = [VARIANTS[slug].name for slug in slugs]
    assert tables(page)["Scoring"][0] == names
    assert "These games belong to different families" in " ".join(page.texts("p"))


def test_a_game_is_left_out_or_added(client):
    page = get(client, address("euchre", "hearts", "spades", all=1))

    without = {
        link.attributes["aria-label"]: link.attributes["href"]
        for link in page.all("a")
        if "aria-label" in link.attributes
    }
    assert without == {
        "Remove Euchre": "/rules/compare?v=hearts&v=spades&all=1",
        "Remove Hearts": "/rules/compare?v=euchre&v=spades&all=1",
        "Remove Spades": "/rules/compare?v=euchre&v=hearts&all=1",
    }
    hidden = [
        (field.attributes["name"], field.attributes["value"])
        for field in page.all("input", type="hidden")
    ]
    assert hidden == [("v", "euchre"), ("v", "hearts"), ("v", "spades"), ("all", "1")]
    offered = {option.attributes["value"] for option in page.all("option")}
    assert offered == {"", *VARIANTS} - {"euchre", "hearts", "spades"}


def test_without_games_the_page_offers_all_of_them_and_comparisons_to_begin_with(client):
    page = get(client, URL)

    assert page.status == 200
    assert page.loose_ends() == []
    assert [select.attributes["name"] for select in page.all("select")] == ["v", "v"]
    assert page.texts("label")[0].startswith("First game")
    offered = {link: text for link, text in links(page).items() if link.startswith(f"{URL}?")}
    assert offered == {
        f"{URL}?{'&'.join(f'v={game.slug}' for game in games)}": (
            f"{games[0].name} with {' · '.join(game.name for game in games[1:])}"
        )
        for games in suggestions(catalogue())
    }


def test_beside_one_game_its_kin_are_offered(client):
    page = get(client, address("shanghai-rummy-powe"))

    assert page.status == 200
    assert page.all("table") == []
    assert "Choose another game to compare with Shanghai Rummy (Powe)." in page.texts("p")
    kin = [link for link in links(page) if link.startswith(f"{URL}?")]
    assert kin == [
        "/rules/compare?v=shanghai-rummy-powe&v=shanghai-rummy",
        "/rules/compare?v=shanghai-rummy-powe&v=shanghai-rummy-kolsov",
    ]


@pytest.mark.parametrize("slugs", [("euchre", "euchre"), ("euchre", ""), ("", "euchre", "%20")])
def test_what_is_named_twice_or_left_open_counts_once_or_not(client, slugs):
    page = get(client, address(*slugs))

    assert page.status == 200
    assert "Choose another game to compare with Euchre." in page.texts("p")


def test_more_than_four_are_met_with_a_sentence_and_the_first_four_offered(client):
    slugs = ("nothing", "euchre", "hearts", "spades", "whist", "pitch")
    page = get(client, address(*slugs))

    assert page.status == 200
    assert page.texts("p", class_="notice") == [TOO_MANY]
    offered = [link for link in links(page) if link.startswith(f"{URL}?")]
    assert offered == ["/rules/compare?v=euchre&v=hearts&v=spades&v=whist"]


def test_more_than_four_unknown_games_are_met_with_a_sentence(client):
    page = get(client, address(*"abcde"))

    assert page.status == 200
    assert page.texts("p", class_="notice") == [TOO_MANY]
    assert [link for link in links(page) if link.startswith(f"{URL}?")] == []


def test_an_unknown_game_is_guessed(client):
    page = get(client, address("euchre", "shanghai-rumy"))

    assert page.status == 404
    assert "There’s no game with that name. Did you mean Shanghai Rummy, " in " ".join(
        page.texts("p")
    )


@pytest.mark.parametrize("url", [URL, f"{URL}.json"])
def test_odd_input_is_answered(client, url):
    for odd in ODD.values():
        for more in ({}, {"all": odd}):
            answer = client.get(url, {"v": ["euchre", odd], **more})
            assert answer.status_code == 404, odd[:100]
    for many in ([odd[:50] for odd in ODD.values()], [f"x{number}" for number in range(250)]):
        assert client.get(url, {"v": many}).status_code == (200 if url == URL else 400)
    # This is more fields than any of our pages sends.
    assert client.get(url, {"v": ["euchre"] * 500}).status_code == 400


def test_the_address_may_end_with_a_slash_and_is_only_read(client):
    assert client.get(f"{URL}/?v=euchre&v=hearts").status_code == 200
    assert client.post(URL).status_code == 405


def test_the_pages_of_rules_lead_here(client):
    assert "/rules/compare" in links(get(client, "/rules/"))
    child, root = (links(get(client, f"/rules/{slug}/")) for slug in ("may-i", "farkle"))
    assert child["/rules/compare?v=contract-rummy&v=may-i"] == (
        "Compare with Contract Rummy, rule by rule"
    )
    assert root["/rules/compare?v=farkle"] == "Compare with other games"


def test_a_comparison_as_data(client):
    data = client.get("/rules/compare.json?v=shanghai-rummy&v=shanghai-rummy-powe").json()

    assert list(data) == ["variants", "values", "facts", "deals"]
    assert data["variants"] == [
        {"slug": "shanghai-rummy", "name": "Shanghai Rummy"},
        {"slug": "shanghai-rummy-powe", "name": "Shanghai Rummy (Powe)"},
    ]
    assert data["values"] == [
        {"key": "2", "label": "2–7", "values": ["5", "5"], "same": True},
        {"key": "8", "label": "8–K", "values": ["10", "10"], "same": True},
        {"key": "A", "label": "A", "values": ["20", "20"], "same": True},
        {"key": "Joker", "label": "Joker", "values": ["50", "50"], "same": True},
    ]
    assert {row["key"]: row["values"] for row in data["facts"] if not row["same"]} == {
        "deals": ["seven deals", "eight deals"],
        "cards": ["11 in every deal", "10 in every deal"],
        "runs": [
            "must not touch; they may overlap or leave a gap",
            "one run per suit for each player",
        ],
        "going-out": ["with or without a discard", "never with a discard"],
        "shanghai": ["a discard that fits a meld may be called and played there", None],
        "winner": ["lowest total after seven deals", "lowest total after eight deals"],
    }
    assert data["deals"][7] == {
        "key": "deal-8",
        "label": "Deal 8",
        "values": [
            None,
            (
                "three runs of 4. Nobody may go out by discarding. "
                "A player’s runs must be in different suits."
            ),
        ],
        "same": False,
    }


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", "Compare two to four games at a time. Name them as ?v=euchre&v=hearts."),
        ("?v=euchre", "Compare two to four games at a time. Name them as ?v=euchre&v=hearts."),
        ("?v=a&v=b&v=c&v=d&v=e", TOO_MANY),
    ],
)
def test_too_few_or_too_many_games_are_no_data(client, query, sentence):
    answer = client.get(f"{URL}.json{query}")

    assert answer.status_code == 400
    assert answer.json() == {"error": sentence}


def test_the_twin_of_an_unknown_game_is_not_there(client):
    answer = client.get(f"{URL}.json?v=euchre&v=euchr")

    assert Page(answer).status == 404
