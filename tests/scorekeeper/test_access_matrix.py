"""The access matrix: what each role may do at each URL, for every URL of the site."""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import product
from types import SimpleNamespace

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from rules.engine.own_games import Design, DesignItem
from scorekeeper.models import OwnerRequest, Picture
from scorekeeper.services.erasing import erase_game
from scorekeeper.services.own_games import make_own_game
from scorekeeper.services.ownership import make_recovery_code
from scorekeeper.services.people import save_house_rules
from tests.conftest import client_of
from tests.factories import GameFactory, MemberFactory, PlayerFactory, stop_game
from tests.scorekeeper.test_erasing import stored

# “watcher” has opened the watch link, “helper” the scoring link, and “stranger” owns another group.
ROLES = ("owner", "member", "helper", "watcher", "visitor", "stranger", "removed", "elsewhere")
EVERYONE = frozenset(ROLES)
OWNER = frozenset({"owner"})
MEMBERS = OWNER | {"member"}
SCORERS = MEMBERS | {"helper"}
NOBODY: frozenset[str] = frozenset()

DONE = {200, 204, 302, 304, 400, 409, 422}  # the role may do it, even if this form is not valid
GONE, NOT_ALLOWED = 404, 405


@dataclass(frozen=True)
class Access:
    """The roles that may get a URL, and those that may post to it.

    If a URL doesn’t allow a method, no role is listed for it. ``data`` has the form’s fields, each
    with the attribute of the world that is its value.
    """

    get: frozenset[str] = NOBODY
    post: frozenset[str] = NOBODY
    data: dict[str, str] = field(default_factory=dict)

    def status(self, role: str, method: str) -> set[int]:
        """Return the allowed statuses of the response."""
        allowed = self.post if method == "post" else self.get
        if not allowed:
            return {NOT_ALLOWED}
        return DONE if role in allowed else {GONE}


PUBLIC = Access(get=EVERYONE)
READ, READ_BY_GROUP = Access(get=SCORERS), Access(get=MEMBERS)
SCORE, CHANGE, OWN = Access(post=SCORERS), Access(post=MEMBERS), Access(post=OWNER)
OWN_PAGE = Access(get=OWNER, post=OWNER)
LINK = Access(get=EVERYONE, post=EVERYONE)

# Each URL by its name and, if it takes a word such as “undo”, that word.
MATRIX = {
    "home": PUBLIC,
    "manifest": PUBLIC,
    "robots": PUBLIC,
    "sitemap": PUBLIC,
    "security": PUBLIC,
    "service-worker": PUBLIC,
    "offline": PUBLIC,
    "offline-token": PUBLIC,
    "offline-pages": PUBLIC,
    "trust": PUBLIC,
    "authority": PUBLIC,
    "trust-code": PUBLIC,
    "privacy": PUBLIC,
    "recover": LINK,
    "language": Access(post=EVERYONE),
    "start-fresh": Access(post=EVERYONE),
    "delete-empty": Access(post=EVERYONE),
    "choose": PUBLIC,
    "new-own-game": LINK,
    "own-game-picture": PUBLIC,
    "shared-game": LINK,
    "own-game": Access(get=MEMBERS, post=MEMBERS),
    "own-game-file": READ_BY_GROUP,
    "own-game-change delete": CHANGE,
    "own-game-change renew": CHANGE,
    "new": LINK,
    "check-rules": Access(post=EVERYONE),
    "new-ahead": PUBLIC,
    "ahead": READ,
    "game-json": READ,
    "game": READ,
    "from-paper": Access(get=SCORERS, post=SCORERS),
    "sheet-photo": Access(get=SCORERS, post=SCORERS),
    "deal": Access(get=SCORERS, post=SCORERS),
    "insert-deal": Access(get=SCORERS, post=SCORERS),
    "remove-deal": Access(get=SCORERS, post=SCORERS),
    "own-hand": Access(get=SCORERS, post=SCORERS),
    "own-player": SCORE,
    "check-own-hand": READ,
    "deal-news": READ,
    "add-points": SCORE,
    "turn-back undo": SCORE,
    "turn-back redo": SCORE,
    "players": READ_BY_GROUP,
    "player-join": CHANGE,
    "player-leave": CHANGE,
    "player-return": CHANGE,
    "side-rename": CHANGE,
    "partner-rename": CHANGE,
    "set-dealer": SCORE,
    "move-seat": CHANGE,
    "stop": CHANGE,
    "choose-winner": CHANGE,
    "house-rules": Access(get=MEMBERS, post=MEMBERS),
    "discard": CHANGE,
    "erase-game": OWN_PAGE,
    "log": READ,
    "change-day": CHANGE,
    "note": CHANGE,
    "game-rules": READ,
    "game-booklet": READ,
    "game-card": READ,
    "share": READ,
    "share-card": READ,
    "renew-link watch": OWN,
    "renew-link score": OWN,
    "game-copy json": READ_BY_GROUP,
    "game-copy csv": READ,
    "game-copy txt": READ,
    "rematch": SCORE,
    "order-filled": READ,
    "filled-sheet": READ,
    "filled-picture": READ,
    "watch": PUBLIC,
    "result": PUBLIC,
    "score": LINK,
    "evening": LINK,
    "table": PUBLIC,
    "screen": PUBLIC,
    "group": READ_BY_GROUP,
    "history": READ_BY_GROUP,
    "year": READ_BY_GROUP,
    "year-print": READ_BY_GROUP,
    "game-statistics": READ_BY_GROUP,
    "person": READ_BY_GROUP,
    "coin": CHANGE,
    "picture": PUBLIC,
    "against": READ_BY_GROUP,
    "erase-person": OWN_PAGE,
    "erase-group": OWN_PAGE,
    "erased": Access(get=OWNER, post=OWNER, data={"erasure": "erasure"}),
    "ownership": READ_BY_GROUP,
    "save-recovery-code pdf": Access(post=OWNER, data={"code": "code"}),
    "save-recovery-code txt": Access(post=OWNER, data={"code": "code"}),
    "ownership-change code": OWN,
    "ownership-change hand-over": Access(post=OWNER, data={"member": "member"}),
    "ownership-change ask": CHANGE,
    "ownership-change refuse": OWN,
    "ownership-change withdraw": Access(post=frozenset({"member"})),  # the role that asked
    "ownership-change take-over": CHANGE,
    "data": Access(get=MEMBERS, post=OWNER),
    "export": READ_BY_GROUP,
    "import": OWN_PAGE,
    "imports": OWN_PAGE,
    "join-code": READ_BY_GROUP,
    "group-change name": CHANGE,
    "group-change phone": CHANGE,
    "group-change leave": CHANGE,
    "group-change later": CHANGE,
    "group-change person": Access(post=OWNER, data={"person": "player"}),
    "group-change unlist": Access(post=OWNER, data={"person": "player"}),
    "group-change renew": OWN,
    "group-change remove": Access(post=OWNER, data={"member": "member"}),
    "group-change forget": Access(post=MEMBERS, data={"rules": "rules"}),
    "type-code": LINK,
    "join": LINK,
    "table-schema": PUBLIC,
    "rules": PUBLIC,
    "rules-json": PUBLIC,
    "search": PUBLIC,
    "search-json": PUBLIC,
    "glossary-json": PUBLIC,
    "glossary": PUBLIC,
    "mentioned": PUBLIC,
    "compare": PUBLIC,
    "compare-json": PUBLIC,
    "variant-json": PUBLIC,
    "booklet": PUBLIC,
    "contract-card": PUBLIC,
    "variant": PUBLIC,
    "check-hand": PUBLIC,
    "sheets": PUBLIC,
    "order-sheet": PUBLIC,
    "blank-sheet": PUBLIC,
    "blank-picture": PUBLIC,
}


def url_patterns() -> Iterator[tuple[str, URLPattern]]:
    """Yield every URL of the site, except for the admin, with its key in the matrix."""
    for pattern in get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            assert pattern.namespace == "admin"
            continue
        alternatives = re.findall(r"\(\?P<\w+>([\w-]+(?:\|[\w-]+)+)\)", str(pattern.pattern))
        assert len(alternatives) <= 1
        for choice in alternatives[0].split("|") if alternatives else [""]:
            yield f"{pattern.name} {choice}".strip(), pattern


def url_of(key: str, pattern: URLPattern, world: SimpleNamespace) -> str:
    """Return the URL of something in the group of ``world``."""
    route = pattern.pattern
    names = route.regex.groupindex if "(?P" in str(route) else route.converters
    values = {
        "code": world.game.code,
        "deal": 1,
        "version": 1,
        "number": world.game.played_on.year,
        "pk": world.group.pk,
        "player": world.player,
        "other": world.other,
        "slug": world.own.slug if key.startswith("own-game") else "contract-rummy",
        "token": {
            "shared-game": world.own.share_token,
            "join": world.group.join_token,
            "score": world.game.score_token,
            "evening": world.game.evening_token,
            "table": world.group.watch_token,
            "screen": world.group.watch_token,
            "picture": world.picture,
        }.get(key, world.game.watch_token),
    }
    choice = key.partition(" ")[2]
    return reverse(pattern.name, kwargs={name: values.get(name, choice) for name in names})


CERTIFICATE = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"


@pytest.fixture
def _authority(settings, tmp_path):
    """A certificate authority, which a site with HTTPS at home has, and a contact."""
    settings.AUTHORITY = tmp_path / "authority.crt"
    settings.CONTACT = "mailto:ann@cards.example"
    settings.AUTHORITY.write_text(CERTIFICATE)


@pytest.fixture
def world(group, game, phone, _authority):
    """A group with something at every URL, and a browser for each role."""
    other_game = stop_game(GameFactory(group=group, played=1))
    member, gone = (MemberFactory(group=group) for _ in range(2))
    OwnerRequest.objects.create(group=group, member=member)
    rules = save_house_rules(group=group, variant="may-i", name="House", options={}, patches={})
    own = make_own_game(group=group, design=Design("Darts", (DesignItem("Points"),)), key="k")
    helper, watcher, removed, elsewhere = (
        Client(),
        Client(),
        client_of(gone.user),
        client_of(MemberFactory().user),
    )
    helper.post(f"/score/{game.code}/{game.score_token}/", {"name": "Zed"})
    elsewhere.post(f"/score/{other_game.code}/{other_game.score_token}/", {"name": "Zoe"})
    removed.post(f"/score/{game.code}/{game.score_token}/", {"name": "Yan"})
    phone.post(f"/groups/{group.pk}/remove/", {"member": gone.pk})
    group.refresh_from_db()
    watcher.get(f"/watch/{game.code}/{game.watch_token}/")
    picture = Picture.objects.create(data=b"")
    group.players.update(picture=picture)
    return SimpleNamespace(
        group=group,
        game=game,
        player=group.players.get(name="Ann").pk,
        other=group.players.get(name="Bob").pk,
        picture=picture.pk,
        member=member.pk,
        rules=rules.pk,
        own=own,
        erasure=erase_game(game=GameFactory(group=group)).pk,
        code=make_recovery_code(group=group),
        owner_client=phone,
        member_client=client_of(member.user),
        helper_client=helper,
        watcher_client=watcher,
        visitor_client=Client(),
        stranger_client=client_of(PlayerFactory().group.members.get().user),
        removed_client=removed,
        elsewhere_client=elsewhere,
    )


def request(browser: Client, method: str, url: str, data: dict[str, object]) -> int:
    """Send a request, roll back its writes, and return the status of the response."""
    cookies = deepcopy(browser.cookies)
    try:
        with transaction.atomic():
            # Roles that may open a sheet get status 304, so no sheet is rendered.
            response = getattr(browser, method)(url, data, headers={"If-None-Match": "*"})
            transaction.set_rollback(True)
    finally:
        browser.cookies = cookies
    return response.status_code


def test_every_url_is_in_the_matrix():
    assert sorted(key for key, _ in url_patterns()) == sorted(MATRIX)


# Django answers HEAD with the view for GET, so two roles are enough.
REQUESTS = (*product(ROLES, ("get", "post")), ("owner", "head"), ("stranger", "head"))


def test_each_role_may_do_what_the_matrix_says(world):
    wrong = []

    for (role, method), (key, pattern) in product(REQUESTS, url_patterns()):
        access = MATRIX[key]
        data = {name: getattr(world, value) for name, value in access.data.items()}
        url = url_of(key, pattern, world)
        browser = getattr(world, f"{role}_client")
        status = request(browser, method, url, data if method == "post" else {})
        if status not in access.status(role, method):
            wrong.append((role, method, url, status))

    assert wrong == []


# The pages that have the same kind of URL for a group’s own game as for one of the catalogue.
OF_A_GAME = ("new", "new-ahead", "variant", "order-sheet", "blank-sheet", "booklet")


def test_only_the_group_sees_the_pages_of_its_own_game(world):
    wrong = []

    for role, name in product(ROLES, (*OF_A_GAME, "variant-json")):
        browser = getattr(world, f"{role}_client")
        status = request(browser, "get", reverse(name, args=[world.own.slug]), {})
        allowed = DONE if role in MEMBERS and name in OF_A_GAME else {GONE}
        if status not in allowed:
            wrong.append((role, name, status))

    assert wrong == []


def test_who_may_not_do_something_changes_nothing(world):
    before = stored()

    for role, (key, pattern) in product(ROLES, url_patterns()):
        access, url = MATRIX[key], url_of(key, pattern, world)
        if role not in access.post:
            data = {name: getattr(world, value) for name, value in access.data.items()}
            getattr(world, f"{role}_client").post(url, data)

    assert stored() == before


def test_no_url_has_another_method(world):
    others = ("put", "patch", "delete", "options", "trace")

    for method, (key, pattern) in product(others, url_patterns()):
        status = request(world.owner_client, method, url_of(key, pattern, world), {})
        assert status == NOT_ALLOWED, (method, key)


def test_the_admin_is_for_staff_alone(world):
    """Every URL of the admin sends a phone to the login page."""
    (admin,) = (each for each in get_resolver().url_patterns if isinstance(each, URLResolver))
    urls = set()
    for route in _routes(admin):
        url = re.sub(r"<[^>]+>", "1", route)
        url = re.sub(r"\(\?P1\([^)]*\)|\(\?P1.*?\)", "scorekeeper", url)
        urls.add("/" + url.replace("^", "").replace("$", ""))
    logins = {"/admin/login/", "/admin/logout/", "/admin/jsi18n/"}
    assert len(urls) > 40

    for url in urls - logins:
        answer = world.owner_client.get(url)
        assert (answer.status_code, answer.url.partition("?")[0]) == (302, "/admin/login/"), url


def _routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = f"{before}{resolver.pattern}"
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern, route)
        else:
            yield f"{route}{pattern.pattern}"
