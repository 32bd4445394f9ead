"""Installing the site on a phone, and what the phone keeps for use without a connection."""

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.engine.catalogue import catalogue
from rules.engine.rulesets import NAME_LENGTH, Ruleset
from rules.engine.snapshots import dump_ruleset
from rules.engine.variants import Variant
from scorekeeper.colours import palette
from scorekeeper.forms.entry import EntryForm
from scorekeeper.forms.entry_page import EntryPage
from scorekeeper.forms.house_rules import form_as_sent
from scorekeeper.models import Group, User
from scorekeeper.presenters.tiles import EXAMPLES
from scorekeeper.queries.access import memberships
from scorekeeper.queries.ahead import (
    Ahead,
    access_tag,
    can_start_offline,
    deals_ahead,
    games_to_keep,
    placeholder_game,
    players_last_time,
)
from scorekeeper.queries.board import Scoreboard, scoreboard
from scorekeeper.queries.named_games import options_called
from scorekeeper.queries.own_games import own_games_of
from scorekeeper.queries.past_games import favourite_games
from scorekeeper.queries.people import known_names
from scorekeeper.queries.saved_house_rules import house_rules_of
from scorekeeper.web.access import readable_game
from scorekeeper.web.board_context import board_context
from scorekeeper.web.entry_context import entry_context
from scorekeeper.web.keeping import kept, kept_for_everybody, phone_id
from scorekeeper.web.rules_context import rules_context
from scorekeeper.web.site_files import WORKER, site_edition, site_files
from scorekeeper.web.variants import any_variant_or_404

SUGGESTED = (*EXAMPLES, "any-game")  # phones keep these even if nobody has played them
NAMED = 20  # how many of the games that players have named last
ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"))
MASKABLE = ("icon-maskable.png", 512, "maskable")


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """Return the manifest, which phones use to install the site as an app."""
    colours = palette("light")  # the pages themselves set the header’s colour for both modes
    data = {
        "id": "/",
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "description": _("Keep score, print score sheets and look up rules of card games."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": colours["paper"],
        "theme_color": colours["sheet"],
        "icons": [
            {
                "src": static(f"img/{name}"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in (*ICONS, MASKABLE)
        ],
        "shortcuts": [{"name": _("New game"), "url": reverse("choose")}],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker: the names of the files that it keeps, then its script.

    Its text changes when the site changes. The browser then installs the new version, with all its
    files, before that version takes over.
    """
    script = static(WORKER)
    shell = {
        "edition": site_edition(),
        "files": list(site_files()),
        "page": reverse("offline"),
        "pages": reverse("offline-pages"),
        "static": settings.STATIC_URL,
        "changing": settings.DEBUG,  # the names of files contain no hashes
    }
    text = f"self.SHELL = {json.dumps(shell)};\nimportScripts({json.dumps(script)});\n"
    response = HttpResponse(text, content_type="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@kept_for_everybody
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show what this phone hasn’t sent yet, what it has kept, and what needs a connection."""
    return render(request, "offline.html")


@never_cache
@require_safe
def token(request: HttpRequest) -> JsonResponse:
    """Return a CSRF token, and the id of the phone that uses it."""
    return JsonResponse({"token": get_token(request), "phone": phone_id(request)})


@never_cache
@require_safe
def pages(request: HttpRequest) -> JsonResponse:
    """Return the pages to keep, each with a tag that changes when the page does.

    If ``access`` changes, the phone deletes all pages that it has kept. If ``language`` changes, it
    also deletes those that are the same for everybody.
    """
    user = request.user
    groups = [member.group for member in memberships(user)]
    language = str(get_language())
    access = access_tag(groups, user) if isinstance(user, User) else ""
    return JsonResponse(
        {
            "edition": site_edition(),
            "phone": phone_id(request),
            "language": language,
            "access": f"{language} {access}",
            "pages": list(_pages_to_keep(request, groups)),
        }
    )


def _pages_to_keep(request: HttpRequest, groups: list[Group]) -> Iterator[dict[str, Any]]:
    user = request.user
    games = games_to_keep(groups, user) if isinstance(user, User) else []
    favourites = favourite_games(groups) if groups else []
    own = {made.slug: game for made, game in own_games_of(groups)} if groups else {}
    listed = [_tag_of_own(game) for game in own.values()]
    yield {"url": reverse("choose"), "tag": _tag(favourites, listed)}
    for each in games:
        yield from _game_to_keep(each, own.get(each.game.variant))
    latest = "-".join(f"{each.game.code}{each.game.version}" for each in games[:1])
    yield {"url": reverse("home"), "tag": _tag(latest)}
    if groups:
        yield from _starts_to_keep(groups, own)


def _starts_to_keep(groups: list[Group], own: dict[str, Variant]) -> Iterator[dict[str, Any]]:
    """Yield what is needed to start each game that was ever played, and those suggested."""
    played, saved = players_last_time(groups), house_rules_of(groups)
    names, usual = known_names(groups[0]), next(iter(played.values()), (0, 0))
    variants = catalogue().variants | own
    slugs = dict.fromkeys([*(slug for slug, _given in played), *own, *SUGGESTED])
    for slug in (slug for slug in slugs if slug in variants):
        look = _tag_of_own(own[slug]) if slug in own else ""
        of_game = {given: last for (other, given), last in played.items() if other == slug}
        latest = next(iter(of_game.values()), usual)
        kept = [rules for rules in saved if rules.variant == slug]
        tag = _tag(look, names, latest[0], [(rules.pk, rules.name) for rules in kept])
        yield {"url": reverse("variant", args=[slug]), "tag": _tag(look)}
        starts = dict.fromkeys(("", *(f"?rules={it.pk}" for it in kept)), (latest[1], ""))
        starts |= {
            f"?name={quote(given)}": (players, str(game))
            for given, (game, players) in [each for each in of_game.items() if each[0]][:NAMED]
        }
        for query, (players, game) in starts.items():
            yield {"url": reverse("new", args=[slug]) + query, "tag": tag}
            if can_start_offline(variants[slug].standard):
                start = f"{query}&" if query else "?"
                url = f"{reverse('new-ahead', args=[slug])}{start}players={players}"
                yield {"url": url, "tag": _tag(look, game) if game else _tag(look)}


def _game_to_keep(each: Ahead, own: Variant | None) -> Iterator[dict[str, Any]]:
    code, version = each.game.code, str(each.game.version)
    # The rules page shows everything in the ruleset, even if it doesn’t affect the scoring.
    current = _tag_of_own(own) if own else ""
    rules = _tag(each.game.ruleset, current)
    yield {"url": reverse("game", args=[code]), "tag": version}
    yield {"url": reverse("game-rules", args=[code]), "tag": rules}
    if each.last:
        yield {"url": reverse("ahead", args=[code]), "tag": each.tag, "first": each.first}


def _tag_of_own(variant: Variant) -> str:
    return _tag(dump_ruleset(variant.standard), variant.summary)


def _tag(*content: object) -> str:
    """Return a short text that changes when ``content`` does."""
    text = json.dumps(content, sort_keys=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()


@kept
@require_safe
def ahead(request: HttpRequest, code: str) -> JsonResponse:
    """Return the entry pages of the next deals in a game, by URL."""
    game = readable_game(request, code)
    found = deals_ahead(game)
    board = scoreboard(game, found.last)
    return JsonResponse({"pages": dict(_entries(request, board, found))})


def _entries(request: HttpRequest, board: Scoreboard, ahead: Ahead) -> Iterator[tuple[str, str]]:
    game = board.game
    for row in board.rows[ahead.first - 1 : ahead.last]:
        form = EntryForm(stored=board.stored, deal=row.deal.number)
        context = entry_context(EntryPage(form, board, row), request)
        url = reverse("deal", args=[game.code, row.deal.number])
        yield url, render_to_string("games/entry.html", context, request)


@kept
@require_safe
def new_game_ahead(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the pad and the first entry pages of a game that nobody has started yet, by URL.

    If the game has house rules, its rules page is one of the pages. The phone fills in the names of
    the players, and replaces the game’s ``code``. Raises Http404 if a game with these rules can’t
    be started without a connection.
    """
    variant = any_variant_or_404(request, slug)
    ruleset = _rules(request, variant)
    players = request.GET.get("players", "")
    counts = ruleset.players.counts
    count = int(players) if players.isdecimal() and int(players) in counts else min(counts)
    if not can_start_offline(ruleset):
        raise Http404(_("This game can’t be started without a connection."))
    game = placeholder_game(slug, ruleset, count)
    found = deals_ahead(game)
    board = scoreboard(game, found.last)
    pad = board_context(board) | {"is_member": False, "phone": phone_id(request)}
    page = pad | {"changing": render_to_string("games/_game.html", pad, request)}
    pages = {game.get_absolute_url(): render_to_string("games/game.html", page, request)}
    if ruleset != variant.standard:
        url = reverse("game-rules", args=[game.code])
        context = pad | rules_context(variant, ruleset) | {"is_placeholder": True}
        pages[url] = render_to_string("games/rules.html", context, request)
    entries = dict(_entries(request, board, found))
    return JsonResponse({"code": game.code, "pages": pages | entries})


def _rules(request: HttpRequest, variant: Variant) -> Ruleset:
    """Return the standard rules, or those that the query names: house rules, or a named game."""
    chosen, given = request.GET.get("rules", ""), request.GET.get("name", "")[:NAME_LENGTH]
    groups = [member.group for member in memberships(request.user)]
    if given:
        form = form_as_sent(variant, options_called(groups, variant, given), {})
        return form.ruleset or variant.standard
    saved = house_rules_of(groups, variant.slug) if chosen and groups else []
    for rules in saved:
        if str(rules.pk) == chosen:
            form = form_as_sent(variant, rules.options, rules.patches)
            return form.ruleset or variant.standard
    return variant.standard
