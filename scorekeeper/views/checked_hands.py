"""Checking a hand of rummy: whether it can lay down the contract of a deal, and what is missing.

Nothing is stored. The hand is in the URL, and a phone keeps it as a draft.
"""

from dataclasses import replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.engine.melding import MeldRules, TooLargeError, meld_rules
from rules.engine.rulesets import Ruleset
from rules.engine.variants import Variant
from rules.reference.game_words import translated_ruleset, translated_variant
from rules.reference.rule_texts import rule_texts
from scorekeeper.forms.checked_hand import HandForm, typed_with
from scorekeeper.presenters.board import deal_title
from scorekeeper.presenters.checked_hand import (
    CheckedHand,
    OnTable,
    card_keys,
    checked_hand,
    deal_words,
    hand_question,
)
from scorekeeper.presenters.judged_melds import JudgedMelds, judged_melds
from scorekeeper.presenters.unjudged_rules import unjudged_rules
from scorekeeper.queries.board import scoreboard
from scorekeeper.queries.hands import (
    can_check,
    checked_deals,
    lays_off,
    left_inputs,
    why_not_checked,
)
from scorekeeper.queries.own_games import played_variant
from scorekeeper.web.access import game_access
from scorekeeper.web.entry_context import NO_SUCH_DEAL
from scorekeeper.web.htmx import HtmxRequest, vary_on_htmx
from scorekeeper.web.limiting import count
from scorekeeper.web.variants import variant_or_404


@require_safe
@vary_on_htmx
def check_hand(request: HtmxRequest, slug: str) -> HttpResponse:
    """Check a hand for a deal of a game with its standard rules."""
    variant = variant_or_404(slug)
    ruleset = variant.standard
    numbers = checked_deals(ruleset)
    if not numbers:
        raise Http404(why_not_checked(ruleset) or _("Hands of this game can’t be checked."))
    sizes = _sizes(ruleset)
    usual = ruleset.players.best or ruleset.players.counts[0]
    deal = _chosen(request, "deal", numbers, numbers[0])
    players = _chosen(request, "players", list(sizes), max(size for size in sizes if size <= usual))
    deals = [(number, deal_words(meld_rules(ruleset, number, players))) for number in numbers]
    context: dict[str, object] = {
        "variant": translated_variant(variant),
        "deals": deals if len(deals) > 1 else (),
        "sizes": sizes if len(sizes) > 1 else {},
        "players": players,
        "rules_url": reverse("variant", args=[slug]),
    }
    rules = meld_rules(ruleset, deal, players)
    return _page(request, "rules/hand.html", rules, variant, context)


@require_safe
@vary_on_htmx
def check_own_hand(request: HtmxRequest, code: str, deal: int) -> HttpResponse:
    """Check a hand for a deal of a running game, with its house rules."""
    access = game_access(request, code)
    board = scoreboard(access.game)
    row = board.next_row
    ruleset = board.stored.ruleset
    if row is None or row.deal.number != deal:
        if not 1 <= deal <= len(board.rows):
            raise Http404(NO_SUCH_DEAL)
        return redirect(access.game)
    variant = played_variant(access.game)
    if variant is None or not can_check(ruleset, deal):
        raise Http404(_("Hands of this game can’t be checked."))
    rules = meld_rules(ruleset, deal, len(row.table.seats))
    context: dict[str, object] = {
        "game": access.game,
        "board": board,
        "title": ": ".join(filter(None, (deal_title(board, deal), deal_words(rules)))),
        "takes_left": any(
            left_inputs(board.ruleset, deal, row.table, seat) for seat in row.table.seats
        ),
        "rules_url": reverse("game-rules", args=[code]),
    }
    return _page(request, "games/check_hand.html", rules, variant, context)


def _page(
    request: HtmxRequest,
    template: str,
    rules: MeldRules,
    variant: Variant,
    context: dict[str, object],
) -> HttpResponse:
    asked = request.GET.dict()
    key = asked.pop("do", "")
    if key and not request.htmx:  # without a script, keys are buttons that send the form
        return redirect(f"{request.path}?{urlencode(asked | typed_with(asked, key))}")
    question = hand_question(rules)
    chosen = asked.get("about", "")
    about = chosen if chosen in dict(question.answers) else question.usual
    if question.is_wild:
        rules = replace(rules, drawn=about)
    listed = rules.ruleset.listed(rules.deal.number).number
    judges = asked.get("what") == "melds"
    has_table = lays_off(rules) and not judges
    typed = asked if has_table else {"hand": asked.get("hand", "")}
    form = HandForm(typed, rules=rules, in_melds=judges)
    cards = form.cards
    count(request, "hands")
    sections = rule_texts().sections(variant, rules.ruleset)
    table = judged_melds(rules, form.on_table, sections, on_table=True) if form.on_table else None
    answer: CheckedHand | JudgedMelds | None = None
    if cards and judges:
        answer = judged_melds(rules, form.melds, sections)
    elif cards and not (table and table.reason):
        answer = _answer(form, about, OnTable(table.allowed if table else (), form.is_down))
    to = "table" if typed.get("to") == "table" else "hand"
    on_table = tuple(card for meld in form.on_table for card in meld)
    context |= {
        "question": question,
        "about": about,
        "form": form,
        "table": table,
        "lays_off": has_table,
        "to": to,
        "deal": rules.deal,
        "anchor": f"deal-{listed}" if len(rules.ruleset.deals) > 1 else "melds",
        "notes": translated_ruleset(rules.ruleset)
        .deal(rules.deal.number)
        .special_rules_at(rules.players),
        "keys": card_keys(rules, on_table if to == "table" else cards),
        "cards": cards,
        "answer": answer,
        "judges": judges,
        "unjudged": unjudged_rules(rules, sections),
    }
    if request.htmx:
        return render(request, f"rules/_{'melds' if judges else 'hand'}_answer.html", context)
    return render(request, template, context)


def _answer(form: HandForm, about: str, table: OnTable) -> CheckedHand | None:
    try:
        return checked_hand(form.rules, form.cards, about, table)
    except TooLargeError:
        form.add_error("table", _("These are too many melds to check at once. Remove some."))
        return None


def _chosen(request: HttpRequest, name: str, choices: list[int], usual: int) -> int:
    text = request.GET.get(name, "")[:3]
    return int(text) if text.isdecimal() and int(text) in choices else usual


def _sizes(ruleset: Ruleset) -> dict[int, str]:
    """Return the numbers of players with the same cards, as text, by the least of them."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for players in ruleset.players.counts:
        dealt = (ruleset.cards_dealt(deal, players) for deal in ruleset.deals)
        groups.setdefault((ruleset.deck_of(players), *dealt), []).append(players)
    return {
        group[0]: "–".join(map(str, dict.fromkeys((group[0], group[-1]))))
        for group in groups.values()
    }
