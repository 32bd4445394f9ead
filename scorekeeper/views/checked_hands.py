"""Checking a hand of rummy: whether it can lay down the contract of a deal, and what is missing.

Nothing is stored. The hand is in the URL, and a phone keeps it as a draft.
"""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.engine.melding import MeldRules, meld_rules
from rules.engine.rulesets import Ruleset
from rules.reference.game_words import translated_ruleset, translated_variant
from scorekeeper.forms.checked_hand import HandForm, typed_with
from scorekeeper.presenters.board import deal_title
from scorekeeper.presenters.checked_hand import card_keys, checked_hand
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.hands import can_check, left_inputs
from scorekeeper.web.access import game_access
from scorekeeper.web.entry_context import NO_SUCH_DEAL
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.limiting import count
from scorekeeper.web.variants import variant_or_404


@require_safe
@vary_on_htmx
def check_hand(request: HtmxRequest, slug: str) -> HttpResponse:
    """Check a hand for a deal of a game with its standard rules."""
    count(request, "hands")
    variant = variant_or_404(slug)
    ruleset = variant.standard
    numbers = [deal.number for deal in ruleset.deals if can_check(ruleset, deal.number)]
    if not numbers:
        raise Http404(_("Hands of this game can’t be checked."))
    sizes = _decks(ruleset)
    usual = ruleset.players.best or ruleset.players.counts[0]
    deal = _chosen(request, "deal", numbers, numbers[0])
    players = _chosen(request, "players", list(sizes), max(size for size in sizes if size <= usual))
    shown = translated_ruleset(ruleset)
    context = {
        "variant": translated_variant(variant),
        "deals": [(number, shown.contract_words(shown.deal(number))) for number in numbers],
        "sizes": sizes if len(sizes) > 1 else {},
        "players": players,
        "rules_url": reverse("variant", args=[slug]),
    }
    return _page(request, "rules/hand.html", meld_rules(ruleset, deal, players), context)


@require_safe
@vary_on_htmx
def check_own_hand(request: HtmxRequest, code: str, deal: int) -> HttpResponse:
    """Check a hand for a deal of a running game, with its house rules."""
    count(request, "hands")
    access = game_access(request, code)
    board = scoreboard(access.game)
    row = board.next_row
    ruleset = board.stored.ruleset
    if row is None or row.deal.number != deal:
        if not 1 <= deal <= len(board.rows):
            raise Http404(NO_SUCH_DEAL)
        return redirect(access.game)
    if not can_check(ruleset, deal):
        raise Http404(_("Hands of this game can’t be checked."))
    context = {
        "game": access.game,
        "board": board,
        "row": row,
        "title": deal_title(board, deal),
        "takes_left": any(
            left_inputs(board.ruleset, deal, row.table, seat) for seat in row.table.seats
        ),
        "rules_url": reverse("game-rules", args=[code]),
    }
    rules = meld_rules(ruleset, deal, len(row.table.seats))
    return _page(request, "games/check_hand.html", rules, context)


def _page(
    request: HtmxRequest, template: str, rules: MeldRules, context: dict[str, object]
) -> HttpResponse:
    asked = request.GET.dict()
    text, key = asked.get("hand", ""), asked.pop("do", "")
    if key and not request.htmx:  # without a script, keys are buttons that send the form
        return redirect(f"{request.path}?{urlencode(asked | {'hand': typed_with(text, key)})}")
    form = HandForm(text, rules=rules)
    cards = form.cards
    context |= {
        "form": form,
        "deal": rules.deal,
        "listed": rules.ruleset.listed(rules.deal.number).number,
        "notes": translated_ruleset(rules.ruleset)
        .deal(rules.deal.number)
        .special_rules_at(rules.players),
        "keys": card_keys(rules, cards),
        "cards": cards,
        "answer": checked_hand(rules, cards) if cards else None,
    }
    if request.htmx:
        return render(request, "rules/_hand_answer.html", context)
    return render(request, template, context)


def _chosen(request: HttpRequest, name: str, choices: list[int], usual: int) -> int:
    text = request.GET.get(name, "")[:3]
    return int(text) if text.isdecimal() and int(text) in choices else usual


def _decks(ruleset: Ruleset) -> dict[int, str]:
    """Return the numbers of players with each deck, as text, by the least of them."""
    groups: list[list[int]] = []
    for players in ruleset.players.counts:
        if groups and ruleset.deck_of(groups[-1][0]) == ruleset.deck_of(players):
            groups[-1].append(players)
        else:
            groups.append([players])
    return {group[0]: "–".join(map(str, dict.fromkeys((group[0], group[-1])))) for group in groups}
