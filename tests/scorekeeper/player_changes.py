"""Helpers for changes to the players: every kind of change, and its consequences."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.reasons import text_of
from scorekeeper.models import Game, Seat, Side
from scorekeeper.services.players import join, leave, rename, set_dealer, stop
from tests.factories import ChangeContextFactory
from tests.scorekeeper import test_history
from tests.scorekeeper.pages import Page, get, send

CHANGED = "This game has changed since you opened this page."
NOT_HERE = "That player isn’t in this game. Choose one of the names."
OVER = "The game is over. To change the players, use Undo first."
EIGHT = ("Ann", "Bob", "Cai", "Dee", "Eve", "Fay", "Gus", "Hal")

# Every kind of change to the players, with its arguments except the game and the context.
CHANGES = {
    "join": (join, {"name": "Eve", "start": 40}),
    "leave": (leave, {"side": 4}),
    "rename": (rename, {"side": 2, "name": "Bea"}),
    "dealer": (set_dealer, {"position": 1}),
    "stop": (stop, {}),
}
SENT = {
    "join": {"name": "Eve", "start": "40"},
    "leave": {"number": "4"},
    "rename": {"number": "2", "name": "Bea"},
    "dealer": {"number": "1"},
    "stop": {},
}
every_change = pytest.mark.parametrize("what", CHANGES)
NAMES = (*EIGHT, "Ida", "Jon", "Kim", "Lou")
PAGES = (
    "/games/{game.code}/",
    "/games/{game.code}/rounds/1/",
    "/games/{game.code}/table/",
    "/games/{game.code}/changes/",
    "/games/{game.code}/rules/",
    "/games/{game.code}/share/",
    "/games/{game.code}/sheet/",
    "/watch/{game.code}/{game.watch_token}/",
    "/",
)
# Files that are rendered for a game.
DRAWN = (
    "/games/{game.code}/sheet.pdf",
    "/games/{game.code}/sheet.png",
    "/watch/{game.code}/{game.watch_token}/result.png",
)
# Games in which players join and leave.
CHANGING = [
    variant
    for variant in catalogue().variants.values()
    if variant.standard.players.team == 1
    and variant.standard.players.min < variant.standard.players.max
]


def at(game):
    """Return the URL of a game’s pad."""
    return f"/games/{game.code}/"


def change(game, what, **said):
    """Change the players of the game in its current version."""
    act, usual = CHANGES[what]
    act(game=game, context=ChangeContextFactory(game=game), **(usual | said))


def press(phone, game, what, **sent):
    """Press a button on the game’s players page, and return the page that follows."""
    action = f"{at(game)}table/{what}/"
    form = get(phone, f"{at(game)}table/").forms(action)[0]
    return Page(phone.post(action, form | SENT[what] | sent, follow=True))


def enter(phone, game, deal, **typed):
    answer = send(phone, f"{at(game)}rounds/{deal}/", typed)
    assert (answer.status_code, answer.url) == (302, at(game))


def data_of(phone, game):
    return phone.get(f"/games/{game.code}.json").json()


def standing(phone, game):
    """Return each player’s total and place, by name."""
    return {p["name"]: (p["total"], p["place"]) for p in data_of(phone, game)["players"]}


def dealers(phone, game):
    return [deal["dealer"] for deal in data_of(phone, game)["deals"]]


def stored(game):
    """Return all stored data of a game except its log, version and timestamps."""
    sides = Side.objects.filter(game=game)
    seats = Seat.objects.filter(game=game)
    table = Game.objects.values("next_dealer", "stopped").get(pk=game.pk)
    return (
        test_history.stored(game),
        list(sides.values_list("number", "name", "joined", "start", "left", "status")),
        list(seats.values_list("position", "side__number", "player__name")),
        table,
    )


def statuses(game):
    """Return each player’s status, by name."""
    return {side.name: text_of(side.status) for side in Side.objects.filter(game=game)}
