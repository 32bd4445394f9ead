"""Functions that open each kind of page, by name."""

import json
from collections.abc import Callable
from functools import cached_property

from django.urls import reverse
from playwright.sync_api import FilePayload, Page, expect

from rules.engine.catalogue import catalogue
from rules.engine.own_games import Design, DesignItem
from scorekeeper.models import Game, Group
from scorekeeper.services.erasing import erase_game
from scorekeeper.services.hands import send_hand
from scorekeeper.services.own_games import make_own_game
from scorekeeper.services.ownership import ask_for_ownership
from tests.browser.steps import PEOPLE, key, tap_hand, tap_out
from tests.factories import GameFactory, GroupFactory, MemberFactory, RoundFactory
from tests.scorekeeper.pages import ENTRIES
from tests.scorekeeper.test_imports import PLAYS, play


class Table:
    """A group with games of every kind, each created on first use."""

    def __init__(self) -> None:
        self.group: Group = GroupFactory()

    @cached_property
    def game(self) -> Game:
        """A game with three of seven deals played, and the second one corrected."""
        game = GameFactory(group=self.group, names=PEOPLE, played=3)
        was = game.rounds.get(deal=2).entry
        RoundFactory(game=game, deal=2, texts=was | {"left-points-5": "25"})
        return game

    @cached_property
    def house(self) -> Game:
        """A game with house rules."""
        options = {"joker-25": True, "ordinary-round-seven": True}
        return GameFactory(group=self.group, names=PEOPLE, options=options)

    @cached_property
    def limited(self) -> Game:
        """A game with a maximum hand size."""
        return GameFactory(group=self.group, variant="shanghai-rummy", names=PEOPLE)

    @cached_property
    def spades(self) -> Game:
        """A game with two hands played, in which one side has bags."""
        game = GameFactory(group=self.group, variant="spades", names=PEOPLE[:4])
        for deal, bids, tricks in ((1, "4332", "5242"), (2, "0543", "0553")):
            typed = {"bid": bids, "tricks": tricks}
            texts = {
                f"{field}-{seat}": number
                for field, numbers in typed.items()
                for seat, number in enumerate(numbers, 1)
            }
            RoundFactory(game=game, deal=deal, texts=texts)
        return game

    def of(self, variant: str) -> Game:
        """Return a new game for up to five players, or for the minimum if that is higher."""
        game = catalogue().variant(variant)
        counts = game.standard.players.counts
        players = max((count for count in counts if count <= len(PEOPLE)), default=min(counts))
        names = (*PEOPLE, "Fay", "Gus", "Hal")[:players]
        return GameFactory(group=self.group, variant=variant, names=names)

    @cached_property
    def over(self) -> Game:
        return GameFactory(group=self.group, variant="progressive-rummy", played=15)

    def url(self, name: str, game: Game | None = None, *more: object) -> str:
        return reverse(name, args=[(game or self.game).code, *more])


def at(name: str, *args: object) -> Callable[[Page, Table], None]:
    return lambda page, _: page.goto(reverse(name, args=args))


def among_games(url: str, page: Page, table: Table) -> None:
    assert table.game.code != table.over.code
    page.goto(url)


def home(page: Page, table: Table) -> None:
    among_games("/", page, table)


def choose(page: Page, table: Table) -> None:
    among_games(reverse("choose"), page, table)


def group(page: Page, table: Table) -> None:
    among_games(reverse("group", args=[table.group.pk]), page, table)


def history(page: Page, table: Table) -> None:
    among_games(reverse("history", args=[table.group.pk]), page, table)


def player(page: Page, table: Table) -> None:
    assert table.over.code
    person = table.group.players.get(name="Ann")
    page.goto(reverse("person", args=[table.group.pk, person.pk]))
    page.get_by_text("Change the coin").click()


def two_players(page: Page, table: Table) -> None:
    assert table.over.code
    keys = [table.group.players.get(name=name).pk for name in ("Ann", "Bob")]
    page.goto(reverse("against", args=[table.group.pk, *keys]))


def year(page: Page, table: Table) -> None:
    day = table.over.played_on
    page.goto(reverse("year", args=[table.group.pk, day.year]))


def data(page: Page, table: Table) -> None:
    page.goto(reverse("data", args=[table.group.pk]))
    page.get_by_text("For a table of scores").click()


def checked_file(page: Page, table: Table) -> None:
    plays = [
        play(1, 7, (1, "5", True), (2, "3", False)),
        play(2, 10, (1, None, True)),
        play(3, 7, (1, "7½", True)),
    ]
    content = json.dumps(PLAYS | {"plays": plays}).encode()
    file: FilePayload = {"name": "plays.json", "mimeType": "text/plain", "buffer": content}
    page.goto(reverse("data", args=[table.group.pk]))
    page.get_by_label("File", exact=True).set_input_files(file)
    page.get_by_role("button", name="Check file").click()
    expect(page.get_by_text("2 games will be added.")).to_be_visible()


def records(page: Page, table: Table) -> None:
    assert table.over.code
    page.goto(reverse("game-statistics", args=[table.group.pk, "progressive-rummy"]))


def found(page: Page, table: Table) -> None:
    choose(page, table)
    page.get_by_label("Name of the game").fill("contract")
    expect(page.get_by_role("heading", name="Your games")).to_be_hidden()
    expect(page.get_by_role("link", name="Contract Rummy (3–8 players)")).to_be_visible()


def first_entry(variant: str) -> Callable[[Page, Table], None]:
    return lambda page, table: page.goto(table.url("deal", table.of(variant), 1))


def of_spades(name: str, *args: object) -> Callable[[Page, Table], None]:
    return lambda page, table: page.goto(table.url(name, table.spades, *args))


def of_game(name: str, *args: object) -> Callable[[Page, Table], None]:
    return lambda page, table: page.goto(table.url(name, None, *args))


def new_game(page: Page, table: Table) -> None:
    assert table.game.code  # by now, the group has players
    page.goto(reverse("new", args=["contract-rummy"]))
    page.get_by_text("House rules:").click()


def changed_new_game(page: Page, table: Table) -> None:
    new_game(page, table)
    page.get_by_label("Jokers count 25").check()
    page.get_by_text("Other values").click()
    page.get_by_label("A", exact=True).fill("20")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_text("Different from the standard")).to_be_visible()


def seen_house_rules(page: Page, table: Table) -> None:
    """Open the preview of other house rules for a game in progress."""
    page.goto(table.url("house-rules"))
    page.get_by_text("Other values").click()
    page.get_by_label("Joker", exact=True).fill("40")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_role("heading", name="Totals")).to_be_visible()


def refused_house_rules(page: Page, table: Table) -> None:
    page.goto(table.url("house-rules", table.over))
    page.get_by_text("Other values").click()
    page.get_by_label("K", exact=True).fill("ten")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_have_count(1)


def unknown_new_game(page: Page, table: Table) -> None:
    """Open the form in which a group enters values that no source gives."""
    page.goto(reverse("new", args=["zioncheck"]))
    expect(page.get_by_role("heading", name="You decide")).to_be_visible()


def refused_new_game(page: Page, table: Table) -> None:
    page.goto(reverse("new", args=["contract-rummy"]))
    for number, name in enumerate(("Ann", "Ann", "Bob"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Two players are called")).to_be_visible()


def undone(page: Page, table: Table) -> None:
    page.goto(table.url("game"))
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()


def entry_with_cards(page: Page, table: Table) -> None:
    page.goto(table.url("deal", None, 4))
    tap_out(page, "Ann")
    tap_hand(page, "K K 5 JK")


def refused_entry(page: Page, table: Table) -> None:
    """Open an entry page with errors in every hand and in the deal itself."""
    page.goto(table.url("deal", None, 4))
    for number in range(5):
        tap_hand(page, "1")
        key(page, "Next" if number < 4 else "Save").click()
    expect(page.get_by_role("alert").filter(has_text="Nobody is marked as out")).to_be_visible()
    expect(page.get_by_text("No cards add up to 1")).to_have_count(5)


def own_hand(page: Page, table: Table) -> None:
    """Open the page on which Bob enters only his own hand."""
    page.goto(table.url("own-hand", None, 4))
    page.get_by_role("button", name="Bob").click()
    expect(page.locator("#keypad")).to_be_visible()


def entry_with_hands(page: Page, table: Table) -> None:
    """Open an entry page with a hand that Bob has sent, and with two versions of Cai’s."""
    for seat in ("2", "3"):
        send_hand(game=table.game, deal=4, seat=seat, texts={f"left-cards-{seat}": "K 5"})
    page.goto(table.url("deal", None, 4))
    page.locator("[name=left-cards-3]").fill("Q")
    page.evaluate("() => document.dispatchEvent(new Event('live:shown'))")
    expect(page.get_by_role("button", name="Use it")).to_be_visible()


def spades_from_paper(page: Page, table: Table) -> None:
    page.goto(f"{table.url('deal', table.spades, 3)}?paper")


def refused_sheet_of_deals(page: Page, table: Table) -> None:
    """Open the page for a finished sheet with a wrong number and nobody out."""
    page.goto(table.url("from-paper"))
    for _ in range(5):
        key(page, "1").click()
        key(page, "Next").click()
    page.locator("#keypad").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Nobody is marked as out")).to_be_visible()


def warned_entry(page: Page, table: Table) -> None:
    page.goto(table.url("deal", table.limited, 1))
    tap_out(page, "Eve")
    for text in ("10", "20", "30", "2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 J"):
        tap_hand(page, text)
        key(page, "Save" if len(text) > 2 else "Next").click()
    expect(page.get_by_text("Is that right?")).to_be_visible()


def asked(page: Page, _: Table) -> None:
    """Open the search page with a question that was answered as it was typed."""
    page.goto(reverse("rules"))
    page.get_by_label("What do you want to know?").fill("jokr in shanghai")
    expect(page.get_by_role("link", name="Joker in Shanghai Rummy: 50 points")).to_be_visible()


def check_hand(page: Page, _: Table) -> None:
    """Open the page with a hand that lays down, and the answer drawn with cards."""
    page.goto(f"{reverse('check-hand', args=['contract-rummy'])}?hand=7H+7D+JK+QS+QD+QC+2S")
    expect(page.get_by_role("heading", name="Set of 3")).to_have_count(2)


def compare(page: Page, _: Table) -> None:
    games = "&".join(f"v={slug}" for slug in ("may-i", "shanghai-rummy", "contract-rummy"))
    page.goto(f"{reverse('compare')}?{games}&all=1")
    page.evaluate("document.querySelectorAll('.part').forEach((part) => { part.open = true; })")


def builder(page: Page, _: Table) -> None:
    """Open the sheet builder, with the house rules expanded."""
    page.goto(reverse("order-sheet", args=["any-game"]) + "?option=rounds&figures-rounds=5")
    expect(page.get_by_role("img", name="The score sheet for Any game")).to_be_visible()


def refused_builder(page: Page, _: Table) -> None:
    page.goto(reverse("order-sheet", args=["contract-rummy"]))
    page.get_by_label("Copies", exact=True).fill("1000")
    expect(page.get_by_text("can’t print “1000” copies")).to_be_visible()


def refused_sheet(page: Page, _: Table) -> None:
    page.goto(reverse("blank-sheet", args=["contract-rummy"]) + "?players=99")


def without_cookie(page: Page, _: Table) -> None:
    page.goto(reverse("new", args=["contract-rummy"]))
    page.context.clear_cookies()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("That form was too old")


def conflict(page: Page, table: Table) -> None:
    page.goto(table.url("deal", None, 4))
    tap_out(page, "Ann")
    for number in range(4):
        tap_hand(page, "20")
        if number < 3:
            key(page, "Next").click()
    RoundFactory(game=table.game, deal=4)
    key(page, "Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Two versions of deal 4")


def own_game(page: Page, table: Table) -> None:
    """Open a game that the group has made, with its preview after a change."""
    design = Design("Jam race", (DesignItem("Jars of jam", "count", 3), DesignItem("Wasp", "flag")))
    own = make_own_game(group=table.group, design=design, key="jam")
    page.goto(reverse("own-game", args=[table.group.pk, own.slug]))
    page.get_by_label("Name", exact=True).fill("Jam and wasps")
    expect(page.get_by_role("img", name="The score sheet for Jam and wasps")).to_be_visible()


def refused_own_game(page: Page, _: Table) -> None:
    page.goto(reverse("new-own-game"))
    page.get_by_label("Worth 1").fill("much")
    page.get_by_role("button", name="Save game").click()
    expect(page.get_by_role("alert")).to_have_count(1)


def by_token(name: str) -> Callable[[Page, Table], None]:
    def go(page: Page, table: Table) -> None:
        page.goto(table.url(name, None, getattr(table.game, f"{name}_token")))

    return go


def of_group(name: str) -> Callable[[Page, Table], None]:
    return lambda page, table: page.goto(reverse(name, args=[table.group.pk]))


def recovery_code(page: Page, table: Table) -> None:
    of_group("ownership")(page, table)
    page.get_by_role("button", name="Make a recovery code").click()
    expect(page.get_by_role("heading", name="Your recovery code")).to_be_visible()


def asked_owner(page: Page, table: Table) -> None:
    """Open the owner’s page while another phone asks to become the owner."""
    ask_for_ownership(member=MemberFactory(group=table.group, name="Kitchen"))
    of_group("ownership")(page, table)
    expect(page.get_by_role("button", name="Refuse")).to_be_visible()


def erase_player(page: Page, table: Table) -> None:
    assert table.game.code
    person = table.group.players.get(name="Ann")
    page.goto(reverse("erase-person", args=[table.group.pk, person.pk]))


def erased(page: Page, table: Table) -> None:
    erase_game(game=table.house)
    of_group("erased")(page, table)


def join(page: Page, table: Table) -> None:
    page.goto(reverse("join", args=[table.group.join_token]))


# A name with a comma is a state of the page before it, and looks like that page on a laptop.
PAGES: dict[str, Callable[[Page, Table], None]] = {
    "home": home,
    "choose": choose,
    "choose, found": found,
    "new game": new_game,
    "new game, changed": changed_new_game,
    "new game, unknown": unknown_new_game,
    "new game, refused": refused_new_game,
    "own game": own_game,
    "own game, refused": refused_own_game,
    "game": of_game("game"),
    "game, undone": undone,
    "game, statuses": of_spades("game"),
    "players": of_game("players"),
    "players, sides": of_spades("players"),
    "house rules": of_game("house-rules"),
    "house rules, seen": seen_house_rules,
    "house rules, refused": refused_house_rules,
    "finished game": lambda page, table: page.goto(table.url("game", table.over)),
    "from paper": of_game("from-paper"),
    "from paper, refused": refused_sheet_of_deals,
    "sheet photo": of_game("sheet-photo"),
    "entry": of_game("deal", 4),
    **{f"entry, {variant}": first_entry(variant) for variant in ENTRIES},
    "entry, spades later": of_spades("deal", 3),
    "entry, spades from paper": spades_from_paper,
    "entry, cards": entry_with_cards,
    "entry, correction": of_game("deal", 2),
    "entry, inserted": of_game("insert-deal", 2),
    "removing a deal": of_game("remove-deal", 2),
    "entry, hands": entry_with_hands,
    "who is it": lambda page, table: page.goto(f"{table.url('own-hand', None, 4)}?who"),
    "own hand": own_hand,
    "check my hand": of_game("check-own-hand", 4),
    "entry, refused": refused_entry,
    "entry, warned": warned_entry,
    "conflict": conflict,
    "changes": of_game("log"),
    "share": of_game("share"),
    "rules of the game": lambda page, table: page.goto(table.url("game-rules", table.house)),
    "watch": by_token("watch"),
    "score": by_token("score"),
    "group": group,
    "history": history,
    "player": player,
    "two players": two_players,
    "records": records,
    "year": year,
    "data": data,
    "import": checked_file,
    "imports": of_group("imports"),
    "join": join,
    "owner": of_group("ownership"),
    "owner, asked": asked_owner,
    "recovery code": recovery_code,
    "recover": at("recover"),
    "erase player": erase_player,
    "erased": erased,
    "privacy": at("privacy"),
    "rules": at("rules"),
    "game rules": at("variant", "contract-rummy"),
    "game rules, progressive rummy": at("variant", "progressive-rummy"),
    "rules, asked": asked,
    "check a hand": check_hand,
    "check a hand, short": lambda page, _: page.goto("/rules/carioca/hand/?deal=2&hand=7H+2D"),
    "check a hand, table": lambda page, _: page.goto(
        "/rules/contract-rummy/hand/?deal=2&hand=8H+JK+4D&down=on&to=table"
        "&table=4H+JK+6H+7H+/+KS+KD+KC"
    ),
    "check a hand, meld not allowed": lambda page, _: page.goto(
        "/rules/contract-rummy/hand/?deal=2&hand=8H&table=4H+5H+6H+8H"
    ),
    "nothing found": lambda page, _: page.goto(f"{reverse('search')}?q=jxkxr"),
    "compare": compare,
    "sheets": at("sheets"),
    "sheet": builder,
    "sheet, refused": refused_builder,
    "sheet of the game": of_game("order-filled"),
    "refused sheet": refused_sheet,
    "offline": at("offline"),
    "form without its cookie": without_cookie,
    "not found": lambda page, _: page.goto("/no/such/page/"),
}

# Browser messages about expected responses.
ANSWERS = {
    "new game, refused": "status of 422",
    "own game, refused": "status of 422",
    "house rules, refused": "status of 422",
    "from paper, refused": "status of 422",
    "entry, refused": "status of 422",
    "entry, warned": "status of 422",
    "conflict": "status of 409",
    "sheet, refused": "status of 422",
    "refused sheet": "status of 400",
    "form without its cookie": "status of 403",
    "not found": "status of 404",
}
