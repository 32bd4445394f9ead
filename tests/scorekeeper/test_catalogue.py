"""Every game in the catalogue, on all of its pages."""

from operator import attrgetter

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.snapshots import load_ruleset
from scorekeeper.models import Game, Round
from tests.factories import GameFactory, RoundFactory
from tests.queries import queries
from tests.rules.scored import entry_fields
from tests.rules.transcript import entry_texts, keys_of, load_transcripts, table_of
from tests.sampling import by_day, covering
from tests.scorekeeper.pages import Page, asked, get, pad_of, send, text_of

VARIANTS = tuple(catalogue().variants.values())
SCORED = tuple(variant for variant in VARIANTS if variant.scored)
NAMES = ("Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou")

SLUG = attrgetter("slug")
every_game = pytest.mark.parametrize("variant", VARIANTS, ids=SLUG)


def test_the_page_of_games_names_every_one(db, client):
    page = get(client, "/games/new/")

    links = {link.attributes["href"]: text_of(link) for link in page.all("a")}
    for variant in VARIANTS:
        assert variant.name in links[f"/games/new/{variant.slug}/"]


@pytest.mark.parametrize(("index", "of"), [("/rules/", "/rules/{}/"), ("/sheets/", "/sheets/{}/")])
def test_rules_and_sheets_name_every_game(db, client, index, of):
    links = {link.attributes["href"] for link in get(client, index).all("a")}

    assert {of.format(variant.slug) for variant in VARIANTS} <= links


@every_game
def test_a_new_game_asks_for_its_players_and_all_options(db, client, variant):
    page = get(client, f"/games/new/{variant.slug}/")

    assert page.status == 200
    assert page.texts("h1") == [variant.name]
    form = page.form(f"/games/new/{variant.slug}/")
    seats = [name for name in form if name.startswith("name-")]
    players = variant.standard.players
    assert len(seats) >= players.max
    assert form.get("dealer") == ("1" if variant.standard.has_dealer else None)
    assert page.loose_ends() == []
    assert len(form["key"]) == 36
    switches = {each.attributes["name"] for each in page.all("input", type="checkbox")}
    switched = (option for option in variant.options if option.answer != "text")
    radios = {each.attributes["value"] for each in page.all("input", type="radio")}
    rest = {option.id for option in switched} - radios
    assert switches == {f"option-{option}" for option in rest}
    figures = {name for name in form if name.startswith("figures-")}
    assert figures == {f"figures-{option.id}" for option in variant.options if option.asks}


@every_game
def test_the_rules_of_a_game_are_given_as_data(client, variant):
    data = client.get(f"/rules/{variant.slug}.json").json()

    assert (data["slug"], data["name"]) == (variant.slug, variant.name)
    assert [deal["number"] for deal in data["deals"]] == list(range(1, len(data["deals"]) + 1))
    assert [option["id"] for option in data["options"]] == [o.id for o in variant.options]
    assert all(source["title"] for source in data["sources"])


# ``tests.sheets.test_geometry`` prints sheets of every scheme, which is all that differs.
@pytest.mark.parametrize(
    "variant", by_day(VARIANTS, lambda variant: variant.standard.players.team), ids=SLUG
)
def test_a_blank_sheet_is_printed_for_the_largest_table(db, client, variant):
    players = max(variant.standard.players.counts)

    answer = client.get(f"/sheets/{variant.slug}.pdf", {"players": players})

    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == (
        f'inline; filename="{variant.slug}-{players}-players.pdf"'
    )
    assert answer.content.startswith(b"%PDF")


def begin(client, transcript):
    """Start a transcript’s game through its page, and return it as stored."""
    url = f"/games/new/{transcript.variant}/"
    typed = {f"name-{seat}": name for seat, name in enumerate(transcript.players, 1)}
    typed["dealer"] = str(transcript.players.index(transcript.first_dealer) + 1)
    for option, chosen in transcript.options.items():
        typed[f"option-{option}"] = "on"
        if chosen is not True:
            typed[f"figures-{option}"] = str(chosen).strip("[]")
    assert send(client, url, typed).status_code == 302
    return Game.objects.latest("pk")


def first_fields(transcript):
    """Return the fields of the first deal."""
    return entry_fields(transcript.rules, 1, len(transcript.players))


def form_of(transcript):
    """Return what the form for the first deal of a transcript’s game asks."""
    rules = transcript.rules
    return {
        *(rules.scoring.scheme, ("team", rules.players.team), ("dealer", rules.has_dealer)),
        *((each.id, each.scope, type(each.kind)) for each in first_fields(transcript)),
    }


# Every first deal is refused empty and scored in tests/rules. Here, each field is filled in once.
@pytest.mark.parametrize(
    "transcript", covering(load_transcripts(), form_of), ids=attrgetter("name")
)
def test_the_first_deal_is_refused_empty_and_accepted_as_it_was_played(db, client, transcript):
    game = begin(client, transcript)
    pad, url = f"/games/{game.code}/", f"/games/{game.code}/rounds/1/"
    page = get(client, url)
    assert page.status == 200
    assert page.loose_ends() == []
    assert {each.id for each in first_fields(transcript) if each.scope == "deal"} <= asked(page)

    empty = Page(send(client, url, {}))

    assert empty.status == 422
    assert empty.loose_ends() == []
    sentences = empty.texts("p", class_="problem") + [
        text_of(box) for box in empty.all("div", class_="problems")
    ]
    assert sentences != []
    assert all(sentence.endswith((".", "?")) for sentence in sentences), sentences
    assert not Round.objects.exists()
    assert Game.objects.get(pk=game.pk).version == 1

    first = transcript.deals[0]
    answer = client.post(url, empty.form(url) | first.texts(transcript.keys))

    assert (answer.status_code, answer.url) == (302, pad)
    rows = pad_of(get(client, pad))
    totals = next(row for row in rows if row[0] == "Total")
    assert totals[1:] == [str(first.totals[name]).replace("-", "−") for name in transcript.sides]


def largest_table_of(variant):
    players = variant.standard.players
    return {variant.standard.scoring.scheme, (players.team, max(players.counts))}


@pytest.mark.parametrize("variant", covering(SCORED, largest_table_of), ids=SLUG)
def test_the_largest_table_has_a_page_for_each_thing(group, phone, variant):
    players = max(variant.standard.players.counts)
    game = GameFactory(group=group, variant=variant.slug, names=NAMES[:players])

    names = ("", "rounds/1/", "rules/", "table/", "changes/", "share/")
    pages = {name: get(phone, f"/games/{game.code}/{name}") for name in names}
    for page in pages.values():
        assert page.status == 200
        assert page.loose_ends() == []
    sides = players // variant.standard.players.team
    assert len(pad_of(pages[""])[0]) == 1 + sides


def hearts(deal):
    """Return the entry for a hand.

    Each player has three hearts, one has a fourth, and the queen goes to a different player each
    time.
    """
    taken = dict.fromkeys(NAMES[:4], 3) | {NAMES[deal % 4]: 4}
    return {"hearts": taken, "queen": NAMES[deal % 4]}


SIDES = ("Ann & Cai", "Bob & Dee")
SPADES = {
    "bid": dict.fromkeys(NAMES[:4], 1),
    "tricks": dict(zip(NAMES[:4], (4, 3, 3, 3), strict=True)),
}
# Deals that can be repeated without ending the game, with the number of players.
DEALS = {
    "may-i": (4, lambda _: {"out": "Ann", "left-points": dict.fromkeys(NAMES[1:4], 10)}),
    "euchre": (4, lambda _: {"thrown-in": True}),
    "hearts": (4, hearts),
    "spades": (4, lambda _: SPADES),
    "canasta": (
        4,
        lambda _: {"melds": dict.fromkeys(SIDES, 0), "held-points": dict.fromkeys(SIDES, 50)},
    ),
    "indian-rummy-pool-101": (3, lambda _: {"void": True}),
    "gin-rummy": (2, lambda _: {"void": True}),
    "cribbage": (
        2,
        lambda _: {"pegging": {"Ann": 1, "Bob": 2}, "hand": {"Ann": 0, "Bob": 2}, "crib": 4},
    ),
    "phase-rummy": (2, lambda _: {"ran-out": True, "left-points": {"Ann": 65, "Bob": 60}}),
    "any-game": (2, lambda _: {"points": {"Ann": 5, "Bob": 7}}),
}


@pytest.mark.parametrize("slug", DEALS)
def test_any_game_is_shown_in_six_queries_and_saved_in_fourteen(phone, group, slug):
    players, entry = DEALS[slug]
    game = GameFactory(group=group, variant=slug, names=NAMES[:players])
    keys = keys_of(table_of(load_ruleset(game.ruleset), NAMES[:players], "Ann"))
    before = 6 if slug == "may-i" else 10
    for deal in range(1, before + 1):
        RoundFactory(game=game, deal=deal, texts=entry_texts(entry(deal), keys))
    pad, url = f"/games/{game.code}/", f"/games/{game.code}/rounds/{before + 1}/"
    filled = get(phone, url).form(url) | entry_texts(entry(before + 1), keys)

    shown = queries(lambda: phone.get(pad))
    asked = queries(lambda: phone.get(url))
    saved = queries(lambda: phone.post(url, filled))

    assert Round.objects.filter(game=game).count() == before + 1
    assert len(shown) <= 6
    # The hands that phones have sent take one more query.
    assert len(asked) <= 7
    # Eleven queries, plus two if the scheme uses earlier deals, plus one if it sets statuses.
    assert len(saved) <= 14
    first = f"/games/{game.code}/rounds/1/"
    form = get(phone, first).form(first)
    corrected = queries(lambda: phone.post(first, form | {"dealer": "2"}))
    # A correction loads the deals. In a finished game, it also stores the result.
    assert len(corrected) <= 13
    assert Round.objects.get(game=game, deal=1).dealer.position == 2
