"""Every page in another language: texts that aren’t marked for translation are found, and each
language is cached separately.
"""

import re
from functools import cache

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.utils import translation

from rules.engine.catalogue import catalogue
from rules.engine.own_games import Design, DesignItem
from rules.reference.glossary import glossary, mentioned
from scorekeeper.models import Game
from scorekeeper.services.hands import send_hand
from scorekeeper.services.own_games import make_own_game
from scorekeeper.sheets import pdf
from tests.factories import GameFactory, RoundFactory, stop_game, ten_each
from tests.pseudo import ACCENTED, RIGHT_TO_LEFT, accented
from tests.scorekeeper.pages import ENTRIES, Page, get, text_of

pytestmark = pytest.mark.usefixtures("_pseudo_languages")

# Each kind of page. A game is created when a URL names it.
PAGES = {
    "home": "/",
    "choose": "/games/new/",
    "choose, found": "/games/new/?q=contract",
    "choose, nothing found": "/games/new/?q=jxkxr",
    "new game": "/games/new/contract-rummy/",
    "new game, unknown values": "/games/new/toonerville-rook/",
    "new game, teams": "/games/new/euchre/",
    "own game, new": "/games/own/",
    "own game": "/groups/{group.pk}/games/{own.slug}/",
    "own game, shared": "/games/own/shared/{own.share_token}/",
    "own game, rules": "/rules/{own.slug}/",
    "game": "/games/{game.code}/",
    "game, over": "/games/{finished.code}/",
    "entry": "/games/{game.code}/rounds/3/",
    "who is it": "/games/{game.code}/rounds/3/hand/",
    "entry, correction": "/games/{game.code}/rounds/1/",
    "history": "/games/{game.code}/changes/",
    "rules of the game": "/games/{game.code}/rules/",
    "share": "/games/{finished.code}/share/",
    "players": "/games/{game.code}/table/",
    "players of teams": "/games/{teams.code}/table/",
    "house rules": "/games/{game.code}/house-rules/",
    "watch": "/watch/{game.code}/{game.watch_token}/",
    "score": "/score/{game.code}/{game.score_token}/",
    "group": "/groups/{group.pk}/",
    "past games": "/groups/{winner.group_id}/history/?game=contract-rummy&player={winner.pk}",
    "no past games": "/groups/{group.pk}/history/",
    "past games, nothing found": "/groups/{group.pk}/history/?q=jxkxr",
    "player": "/groups/{winner.group_id}/players/{winner.pk}/",
    "two players": "/groups/{winner.group_id}/players/{winner.pk}/{loser.pk}/",
    "data": "/groups/{group.pk}/data/",
    "year": "/groups/{winner.group_id}/years/{game.played_on.year}/",
    "records": "/groups/{winner.group_id}/history/contract-rummy/",
    "join": "/join/{group.join_token}/",
    "rules": "/rules/",
    "variant": "/rules/contract-rummy/",
    "check a hand": "/rules/contract-rummy/hand/?deal=1&hand=7H+7D+JK+QS+QD+QC+2S",
    "check a hand, short": "/rules/carioca/hand/?deal=2&hand=7H+2D",
    "check a hand, refused": "/rules/contract-rummy/hand/?hand=7H+K",
    "check a hand, table": (
        "/rules/contract-rummy/hand/?deal=2&hand=4H+8H+KC+2C&table=3H+JK+5H+6H&down=on&to=table"
    ),
    "check a meld": "/rules/contract-rummy/hand/?what=melds&hand=7H+7D+/+QS+QD+QC",
    "check my hand": "/games/{game.code}/rounds/3/hand/check/?hand=7H+8H+JK",
    "variant with unknown values": "/rules/toonerville-rook/",
    "search": "/rules/search?q=joker",
    "search, misspelt": "/rules/search?q=jokr+in+shanghai",
    "search, nothing found": "/rules/search?q=jxkxr",
    "compare": "/rules/compare?v=may-i&v=shanghai-rummy",
    "compare, all": "/rules/compare?v=may-i&v=hearts&all=1",
    "compare, nothing chosen": "/rules/compare",
    "glossary": "/rules/glossary/",
    "mentioned": "/rules/mentioned/",
    "sheets": "/sheets/",
    "sheet builder": "/sheets/contract-rummy/",
    "sheet builder, refused": "/sheets/contract-rummy/?copies=1000",
    "sheet of the game": "/games/{game.code}/sheet/",
    "sheet, refused": "/sheets/contract-rummy.pdf?players=99",
    "not found": "/nowhere/",
}
# Each kind of printout. A game is created when a URL names it.
PRINTS = {
    "year": "/groups/{winner.group_id}/years/{game.played_on.year}.pdf",
    **{f"sheet, {slug}": f"/sheets/{slug}.pdf" for slug in ENTRIES},
    "sheet, large": "/sheets/contract-rummy.pdf?large=1&names=Ann,Bob",
    "sheet, house rules": "/sheets/hearts.pdf?option=jack-of-diamonds",
    "sheet of a game": "/games/{game.code}/sheet.pdf?chart=1",
    "sheet of a game, over": "/games/{finished.code}/sheet.pdf?chart=1",
    "booklet": "/rules/contract-rummy/booklet.pdf",
    "booklet with unknown values": "/rules/toonerville-rook/booklet.pdf",
    "booklet of a game": "/games/{game.code}/rules/booklet.pdf",
    "card": "/rules/contract-rummy/card.pdf",
    "card without contracts": "/rules/hearts/card.pdf",
    "card with unknown values": "/rules/toonerville-rook/card.pdf",
}

# Names that are the same in every language: our own, those of people and their things, and those of
# paper and cards.
NAMES = (
    *("Scorekeeper", "Ann", "Bob", "Cai", "Dee", "Our table", "Phone 1", "jokr in shanghai"),
    *("joker in shanghai", "jxkxr", "A4", "A5", "7H 7D QS", "JK", "JSON", "CSV", "http"),
)
SHOWN = ("title", "alt", "aria-label", "placeholder", "content", "label")
# Rule texts, and the hits of a search in them, are in English until they are translated.
RULE_TEXTS = {"answer", "rules", "hits", "terms", "beside", "a-to-z"}
# Within these elements, parts with these classes are the page’s own text.
OWN_PARTS = {"cite", "origin", "tag", "hint", "self", "where"}
WORD = re.compile(r"[A-Za-z]{2,}")
FIELD = re.compile(r"\{\w+\}")
URL = re.compile(r"https?://\S+")
LANGUAGES = tuple(settings.LANGUAGES)  # without those for tests


@cache
def data_texts() -> frozenset[str]:
    """Texts of the catalogue that fill a whole element."""
    found: set[str] = set()
    for variant in catalogue().variants.values():
        found |= {option.asks for option in variant.options}
    found |= {title for page in (glossary(), mentioned()) for title, _terms in page.sections}
    return frozenset(" ".join(text.split()) for text in found if text)


@cache
def data_words() -> re.Pattern[str]:
    """Names in the catalogue, which occur within sentences, longest first."""
    found: set[str] = set(NAMES)
    for variant in catalogue().variants.values():
        found |= {*variant.aliases, variant.contributor or ""}
        found |= {text for source in variant.sources for text in (source.title, source.author)}
        ranks = variant.standard.deck.ranks if variant.standard.deck else ()
        found |= {name for rank in ranks for name in (rank, rank + accented("s"))}
    found |= {term.name for page in (glossary(), mentioned()) for term in page.terms}
    longest = sorted(filter(None, found), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)


def plain_words(page: Page) -> list[str]:
    """Return the texts of a page with words that are not marked for translation."""
    return [text for text in dict.fromkeys(shown_texts(page.root)) if has_plain_words(text)]


def has_plain_words(text: str) -> bool:
    text = URL.sub("", " ".join(text.split()))
    if text in data_texts() or text.rstrip(".") in data_texts():
        return False
    return WORD.search(data_words().sub("", FIELD.sub("", text))) is not None


def shown_texts(element, *, is_rule=False):
    """Each text that is shown, read aloud or passed to a script."""
    if isinstance(element, str):
        if not is_rule:
            yield element
        return
    given = element.attributes
    if is_hidden_or_a_name(element.name, given):
        return
    classes = set(given.get("class", "").split())
    is_rule = (is_rule or bool(classes & RULE_TEXTS)) and not classes & OWN_PARTS
    is_rule = is_rule and element.name not in ("h2", "summary")
    if element.name == "meta" and given.get("name") != "description":
        return
    for name, value in given.items():
        if name in SHOWN and not is_rule:
            yield value
    for child in element.children:
        yield from shown_texts(child, is_rule=is_rule)


def is_hidden_or_a_name(tag, given):
    if tag in ("script", "style") or given.get("translate") == "no":
        return True
    # A link to a source, or to a search for a word that the rules use.
    if given.get("href", "").startswith(("http", "/rules/search?q=")):
        return True
    # The choice of language.
    return "lang" in given and ("aria-current" in given or given.get("name") == "language")


@pytest.fixture
def places(group):
    """Games by the names that ``PAGES`` use, each created when it is first needed."""
    made = {
        "game": lambda: GameFactory(group=group, played=2),
        "finished": lambda: GameFactory(group=group, variant="progressive-rummy", played=15),
        "teams": lambda: GameFactory(group=group, variant="euchre"),
        "own": lambda: make_own_game(group=group, design=DESIGN, key="k"),
        "winner": lambda: player(group, "Ann"),
        "loser": lambda: player(group, "Bob"),
        "group": lambda: group,
    }
    return lambda url: url.format(**{name: make() for name, make in made.items() if name in url})


# The texts of a group’s own game aren’t translated, so they are taken from NAMES.
DESIGN = Design(
    "Ann", (DesignItem("Bob"), DesignItem("Cai", "flag"), DesignItem("Dee", "one-side"))
)


def player(group, name):
    """Return a player of a group that has finished six games under two sets of rules."""
    if not group.games.exists():
        for number in range(6):
            options = {"joker-25": True} if number % 2 else {}
            stop_game(GameFactory(group=group, options=options, played=2))
    return group.players.get(name=name)


def translated(client, url, language=ACCENTED, **more):
    return client.get(url, headers={"accept-language": language}, **more)


@pytest.mark.parametrize("kind", PAGES)
def test_no_text_of_a_page_is_left_untranslated(phone, places, kind):
    page = Page(translated(phone, places(PAGES[kind])))

    assert plain_words(page) == []


def test_no_text_of_a_players_own_hand_is_left_untranslated(phone, game):
    url = f"/games/{game.code}/rounds/3/hand/"
    phone.post(f"{url}player/", {"seat": "2"})
    filled = Page(phone.get(url)).form(url) | {"left-cards-2": "K"}
    send_hand(game=game, deal=3, seat="2", texts={"left-cards-2": "K"})
    seen = [translated(phone, url), translated(phone, url.removesuffix("hand/"))]
    RoundFactory(game=game, deal=3)
    seen.append(phone.post(url, filled, headers={"accept-language": ACCENTED}))

    assert [plain_words(Page(page)) for page in seen] == [[], [], []]


@pytest.mark.parametrize("variant", ENTRIES)
def test_no_text_of_an_entry_is_left_untranslated(phone, group, variant):
    players = min(catalogue().variant(variant).standard.players.counts)
    names = ("Ann", "Bob", "Cai", "Dee")[:players]
    game = GameFactory(group=group, variant=variant, names=names)

    url = f"/games/{game.code}/rounds/1/"

    page = Page(translated(phone, url))
    blank = phone.post(url, page.form(url), headers={"accept-language": ACCENTED}, follow=True)

    assert (plain_words(page), plain_words(Page(blank))) == ([], [])


@pytest.fixture
def drawn(monkeypatch):
    """The HTML of the sheets that were printed. None of them is rendered."""
    html = []

    def draw(sheet, page):
        kind = pdf.KINDS[type(sheet)]
        html.append(render_to_string(kind.template, {kind.name: sheet, "page": page}))
        return b""

    monkeypatch.setattr(pdf, "_draw", draw)
    monkeypatch.setattr(pdf, "_made", lambda *arguments: arguments[-1]())
    return html


@pytest.mark.parametrize("kind", PRINTS)
def test_no_text_of_a_print_is_left_untranslated(phone, places, drawn, kind):
    answer = translated(phone, places(PRINTS[kind]))

    assert answer.status_code == 200
    (html,) = drawn
    for game in Game.objects.all():
        html = html.replace(game.code, "")
    assert plain_words(Parsed(html.lstrip())) == []


def test_no_text_of_a_refused_entry_is_left_untranslated(phone, game):
    url = f"/games/{game.code}/rounds/3/"
    typed = get(phone, url).form(url) | {"left-cards-1": "1X", "left-points-2": "x"}

    page = Page(phone.post(url, typed, headers={"accept-language": ACCENTED}))

    assert page.status == 422
    assert plain_words(page) == []


def test_no_text_of_a_conflict_is_left_untranslated(phone, game):
    url = f"/games/{game.code}/rounds/3/"
    old = get(phone, url).form(url)
    RoundFactory(game=game, deal=3)

    page = Page(
        phone.post(
            url,
            old | ten_each(game) | {"left-points-2": "25"},
            headers={"accept-language": ACCENTED},
        )
    )

    assert page.status == 409
    assert plain_words(page) == []


def test_no_text_of_a_preview_is_left_untranslated(phone, game):
    url = f"/games/{game.code}/house-rules/"
    typed = get(phone, url).form(url) | {"set-scoring.values.Joker": "40"}

    page = Page(phone.post(f"{url}?see", typed, headers={"accept-language": ACCENTED}))

    assert page.status == 200
    assert plain_words(page) == []


@pytest.mark.parametrize(
    "template",
    [
        "400.html",
        "403_csrf.html",
        "403_unreadable.html",
        "500.html",
        "503.html",
        "unreadable.html",
        "sheets/busy.html",
        "_unreadable.html",
    ],
)
def test_no_text_of_a_rare_page_is_left_untranslated(rf, template):
    with translation.override(ACCENTED):
        html = render_to_string(template, {}, rf.get("/"))

    assert [text for text in shown_texts(Parsed(html).root) if has_plain_words(text)] == []


class Parsed(Page):
    """A page that was rendered without a response."""

    status_code = 200

    def __init__(self, html):
        self.content = html.encode()
        super().__init__(self)


@pytest.mark.parametrize(
    ("language", "direction"), [("en", "ltr"), (ACCENTED, "ltr"), (RIGHT_TO_LEFT, "rtl")]
)
def test_a_page_names_its_language_and_direction(client, language, direction):
    answer = translated(client, "/rules/", language)

    html = Page(answer).root.attributes
    assert (html["lang"], html["dir"]) == (language, direction)
    assert answer["Content-Language"] == language
    assert "Accept-Language" in answer["Vary"]


def test_a_chosen_language_is_remembered(client):
    page = get(client, "/rules/")
    assert page.form("/language/") == {}
    names = [name for code, name in LANGUAGES if code != "en"]
    assert page.texts("button", name="language") == [*names, "English", "العربيّة"]

    came_from = {"referer": "http://testserver/rules/?q=rummy"}
    answer = client.post("/language/", {"language": ACCENTED}, headers=came_from)

    assert answer.url == came_from["referer"]
    cookie = client.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert cookie["max-age"] == settings.SESSION_COOKIE_AGE
    assert cookie["httponly"]
    page = Page(translated(client, "/rules/", "en"))
    assert page.texts("h1") == [accented("Rules")]
    assert page.one("span", aria_current="true").attributes["lang"] == ACCENTED


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [
        ("http://testserver/es/rules/spades/?deal=1", "http://testserver/rules/spades/?deal=1"),
        ("http://testserver/es", "http://testserver/"),
        ("http://testserver//elsewhere.example/", "http://testserver//elsewhere.example/"),
        ("http://elsewhere.example/rules/", "/"),
        ("", "/"),
    ],
)
def test_a_choice_leads_to_the_same_page_of_this_site(client, came_from, leads_to):
    answer = client.post("/language/", {"language": "de"}, headers={"referer": came_from})

    assert answer.url == leads_to


def test_a_language_that_does_not_exist_is_not_kept(client):
    client.post("/language/", {"language": "xx"})

    assert settings.LANGUAGE_COOKIE_NAME not in client.cookies


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/spades/", "/sheets/", "/rules/glossary/"])
def test_a_public_page_has_a_url_for_each_language(client, path):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    named = translated(client, f"/es{path}", "en")
    plain = translated(client, path, "en")

    site = "http://testserver"
    links = {code: f"{site}/{code}{path}" for code, _name in LANGUAGES}
    for answer, language, own in ((named, "es", f"/es{path}"), (plain, "de", path)):
        page = Page(answer)
        assert page.root.attributes["lang"] == answer["Content-Language"] == language
        assert page.one("link", rel="canonical").attributes["href"] == site + own
        alternates = {
            link.attributes["hreflang"]: link.attributes["href"]
            for link in page.all("link", rel="alternate")
        }
        assert links | {"x-default": site + path} == {
            code: url for code, url in alternates.items() if code not in (ACCENTED, RIGHT_TO_LEFT)
        }
    assert "Accept-Language" not in named["Vary"]
    assert "Accept-Language" in plain["Vary"]


@pytest.mark.parametrize("path", ["/es/games/new/", "/xx/rules/", "/es/es/rules/", "/es/nowhere/"])
def test_other_pages_have_no_url_for_a_language(client, path):
    answer = client.get(path)

    assert answer.status_code == 404
    assert Page(answer).all("link", rel="alternate") == []


def test_a_sheet_can_be_requested_in_a_language(client, drawn):
    answer = client.get(f"/{ACCENTED}/sheets/hearts.pdf")

    assert answer.status_code == 200
    assert f'lang="{ACCENTED}"' in drawn[0]


def test_the_manifest_is_in_the_language_of_the_page(client):
    """Browsers request it without cookies."""
    page = Page(translated(client, "/rules/"))

    manifest = client.get(page.one("link", rel="manifest").attributes["href"]).json()

    assert (manifest["lang"], manifest["id"]) == (ACCENTED, "/")
    assert manifest["shortcuts"][0]["name"] == accented("New game")


def test_one_language_is_no_choice():
    assert len(get(Client(), "/rules/").forms("/language/")) == 1

    with override_settings(LANGUAGES=[("en", "English")]):
        assert get(Client(), "/rules/").forms("/language/") == []


def test_cached_pads_differ_by_language(phone, game):
    url = f"/games/{game.code}/"

    first, second = Page(phone.get(url)), Page(translated(phone, url))

    assert "Total" in first.texts("th")
    assert accented("Total") in second.texts("th")
    assert "Total" not in second.texts("th")


def test_sheets_differ_by_language_for_browsers_and_proxies(client):
    url = "/sheets/contract-rummy.pdf"

    first, second = client.get(url), translated(client, url)

    assert first["ETag"] != second["ETag"]
    assert {"Accept-Language", "Cookie"} <= set(first["Vary"].split(", "))
    again = client.get(url, headers={"if-none-match": first["ETag"], "accept-language": ACCENTED})
    assert again.status_code == 200


def test_dates_are_written_as_the_language_writes_them(phone, game):
    first, second = Page(phone.get("/")), Page(translated(phone, "/"))

    (date,), (other,) = first.texts("time"), second.texts("time")
    assert re.fullmatch(r"\d{1,2} [A-Z][a-z]{2} \d{4}", date)
    day, month, year = date.split()
    assert other == f"{day} {accented(month)} {year}"


NUMBERS = ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "points", "viewBox")


@pytest.mark.parametrize("kind", ["page", "sheet"])
def test_coordinates_of_a_chart_have_points_in_every_language(phone, finished, drawn, kind):
    url = f"/games/{finished.code}/"
    if kind == "page":
        html = translated(phone, url, "de").content.decode()
    else:
        translated(phone, f"{url}sheet.pdf?chart=1", "de")
        (html,) = drawn

    picture = html.partition('class="plot"')[2].rpartition("</svg>")[0]
    given = re.findall(r' ([a-zA-Z0-9]+)="([^"]*)"', picture)
    found = [(name, value) for name, value in given if name in NUMBERS]
    assert {"cx", "points"} <= {name for name, _ in found}
    for name, value in found:
        one = r"-?[\d.]+(%|em)?" if name != "points" else r"-?[\d.]+,-?[\d.]+"
        assert re.fullmatch(rf"{one}( {one})*", value)


def test_fields_and_tags_are_never_accented():
    text = 'Enter {deal} %(number)s, or <a href="/x">undo</a> &amp; 50 %%'

    assert accented(text) == ('Éñţţéŕŕ {deal} %(number)s, óŕ <a href="/x">úñððó</a> &amp; 50 %%')


def test_an_accented_text_is_forty_percent_longer():
    assert [len(accented("a" * letters)) for letters in (10, 100)] == [14, 140]


def test_texts_of_a_page_are_read_with_what_scripts_show():
    page = Parsed('<p title="One">Two <b>three</b><i aria-label="Four"></i></p>')

    assert list(shown_texts(page.root)) == ["One", "Two", "three", "Four"]
    assert text_of(page.root) == "Two three"
