"""Starting a game: choosing the game, the players and the house rules."""

from collections.abc import Mapping, Sequence
from json import dumps
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.engine.catalogue import catalogue
from rules.engine.errors import RulesError
from rules.engine.own_games import is_own
from rules.engine.rulesets import NAME_LENGTH
from rules.engine.variants import Variant
from rules.reference.differences import differences
from rules.reference.facts import Fact
from rules.reference.game_words import translated_variant
from scorekeeper.forms.house_rules import form_as_sent
from scorekeeper.forms.new_game import NewGameForm
from scorekeeper.live.sharing import shared_with_visitors
from scorekeeper.models import Game, Group, HouseRules
from scorekeeper.queries.access import memberships
from scorekeeper.queries.ahead import can_start_offline
from scorekeeper.queries.named_games import named_games, options_called
from scorekeeper.queries.own_games import own_games_called, own_games_of, variant_of
from scorekeeper.queries.past_games import favourite_games
from scorekeeper.queries.people import names_at_last_game, names_to_tap
from scorekeeper.queries.saved_house_rules import house_rules_of
from scorekeeper.services.games import start_game
from scorekeeper.web.access import change_context, own_group
from scorekeeper.web.game_list import game_list_page
from scorekeeper.web.game_tiles import tiles_of_games
from scorekeeper.web.htmx import HtmxRequest
from scorekeeper.web.keeping import kept, phone_id
from scorekeeper.web.limiting import count
from scorekeeper.web.variants import own_or_404, variant_or_404

FAVOURITES = 6  # how many of the games that a group plays most are listed first


@kept
@require_safe
@shared_with_visitors
def choose(request: HtmxRequest) -> HttpResponse:
    """Show all games to choose from: first those that the group plays most, has named or made.

    If these are few, games to start with are next.
    """
    groups = [member.group for member in memberships(request.user)]
    played = favourite_games(groups) if groups else []
    own = {made.slug: variant for made, variant in own_games_of(groups)} if groups else {}
    variants = catalogue().variants | own
    known = [(slug, given) for slug, given in played if slug in variants]
    named = [(slug, given) for slug, given in known if given]
    favourites = dict.fromkeys([*known[:FAVOURITES], *named, *((slug, "") for slug in own)])
    slugs = frozenset(slug for slug, _given in played)
    return game_list_page(
        request,
        "games/choose.html",
        "new",
        own=list(own.values()),
        played=slugs,
        favourites=[(translated_variant(variants[slug]), given) for slug, given in favourites],
        tiles="" if len(favourites) >= FAVOURITES else tiles_of_games(slugs),
    )


@kept
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for players and house rules, and start the game.

    If the query has ``rules``, the form is filled in with those saved house rules. ``name`` is a
    name that players have chosen for the game “Any game”, which is then filled in as they played it
    last, or as it is usually played. With ``same``, the players are those of the group’s latest
    game, whichever game that was. Names already typed are kept. With ``paper``, the game starts
    with the page for a finished sheet.
    """
    mine = memberships(request.user)
    if is_own(slug):
        own = {each.group_id: each for each in own_games_called(request.user, slug)}
        mine = [member for member in mine if member.group_id in own]
    variant = _variant(request, slug)
    groups = [member.group for member in mine]
    group = groups[0] if groups else None
    tables = [(each.pk, each.name) for each in groups]
    kept = house_rules_of(groups, slug) if groups else []
    if request.method != "POST" or "rules" in request.GET:
        chosen = request.GET.get("rules", "")
        saved = next((rules for rules in kept if str(rules.pk) == chosen), None)
        last = "" if "same" in request.GET else slug
        names = names_at_last_game(group, last)[: variant.standard.players.max] if group else []
        given = request.GET.get("name", "")[:NAME_LENGTH]
        form = NewGameForm(
            variant=variant,
            names=names,
            tables=tables,
            saved=saved,
            options=options_called(groups, variant, given),
            typed=request.POST.dict(),
        )
        form.initial.setdefault("key", str(uuid4()))
        return _new_page(request, form, group, kept, saved=saved, given=given)
    form = NewGameForm(request.POST, variant=variant, tables=tables)
    if form.is_valid():
        if usual := _usual_answers(request, form, groups):
            answered = NewGameForm(form.data_answering(usual), variant=variant, tables=tables)
            return _new_page(request, answered, group, kept, is_answered=True)
        try:
            game = _start(request, form)
            return redirect("from-paper", game.code) if "paper" in request.GET else redirect(game)
        except RulesError as error:
            form.add_error(None, str(error))
    saved = next((rules for rules in kept if form.has_house_rules(rules)), None)
    return _new_page(request, form, group, kept, saved=saved, status=422)


def _variant(request: HttpRequest, slug: str) -> Variant:
    """Return the game to start. A group’s own game comes from the chosen group. Raises Http404."""
    if not is_own(slug):
        return variant_or_404(slug)
    chosen = request.POST.get("table", "")[:18]
    return variant_of(own_or_404(request, slug, int(chosen) if chosen.isdecimal() else 0))


def _usual_answers(
    request: HttpRequest, form: NewGameForm, groups: Sequence[Group]
) -> Mapping[str, Any]:
    """Return the usual options of a known game whose name was typed, which a script fills in.

    The result is empty if a script has done so, if anything else was chosen, or if the page has
    already shown the usual answers.
    """
    has_script = request.POST.get("today", "") != ""
    if has_script or "answered" in request.POST or form.options.keys() != {"name"} or form.patches:
        return {}
    usual = options_called(groups, form.variant, form.options["name"])
    return usual if len(usual) > 1 else {}


def _start(request: HttpRequest, form: NewGameForm) -> Game:
    member = own_group(request, form.cleaned_data.get("table") or None)
    count(request, "games", member.group)
    count(request, "people", member.group, len(form.names))
    return start_game(
        group=member.group,
        variant=form.variant,
        names=form.names,
        teams=form.teams,
        options=form.options,
        patches=form.patches,
        keep_as=form.cleaned_data["save-as"],
        first_dealer=form.first_dealer,
        played_on=form.day,
        context=change_context(request, form, member.name),
    )


def _new_page(
    request: HttpRequest,
    form: NewGameForm,
    group: Group | None,
    kept: Sequence[HouseRules],
    *,
    saved: HouseRules | None = None,
    given: str = "",
    is_answered: bool = False,
    status: int = 200,
) -> HttpResponse:
    problems = []
    if saved and form.leaves_out:
        message = _("“{name}” has house rules that don’t fit this game. They have been left out.")
        problems.append(message.format(name=saved.name))
    usual, others = names_to_tap(group) if group else ([], [])
    context = {
        "form": form,
        "variant": form.shown,
        "called": given or form.shown.name,
        "named": [
            (name, dumps(options))
            for name, options in named_games([group] if group else [], form.variant).items()
        ],
        "usual": usual,
        "others": others,
        "kept": kept,
        "saved": saved,
        "changes": _differences(form, saved),
        "problems": problems,
        "is_answered": is_answered,
        "phone": phone_id(request),
        "ahead": _pages_ahead(form.variant, saved, given),
    }
    return render(request, "games/new.html", context, status=status)


def _differences(form: NewGameForm, saved: HouseRules | None = None) -> Sequence[tuple[Fact, Fact]]:
    """Return how the rules in the form differ from the standard; empty if they are invalid."""
    sent = form_as_sent(form.variant, saved.options, saved.patches) if saved else form
    ruleset = sent.ruleset
    return differences(form.variant.standard, ruleset) if ruleset else ()


def _pages_ahead(variant: Variant, saved: HouseRules | None, given: str) -> str:
    """Return the URLs that a phone needs to start this game without a connection, as JSON.

    There is one URL for each number of players. The result is empty if starting the game needs a
    connection.
    """
    if not can_start_offline(variant.standard):
        return ""
    base = reverse("new-ahead", args=[variant.slug])
    chosen = f"rules={saved.pk}&" if saved else f"name={quote(given)}&" if given else ""
    return dumps([f"{base}?{chosen}players={count}" for count in variant.standard.players.counts])


@require_POST
def check_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview what the house rules in a new game’s form change, or show their problems."""
    form = NewGameForm(request.POST, variant=_variant(request, slug))
    form.is_valid()
    context = {"changes": _differences(form), "problems": form.rules_problems}
    return render(request, "games/_changes.html", context)
