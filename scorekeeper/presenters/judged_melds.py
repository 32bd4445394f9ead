"""The verdict on melds: whether they are allowed, or the rule that forbids them, in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.engine.cards import Hand, rank_words
from rules.engine.melding import Meld, MeldRules, Verdict, judge, judge_contract
from rules.reference.game_words import translated_ruleset
from rules.reference.rule_texts import RuleText, Section
from scorekeeper.presenters.checked_hand import DrawnMeld, drawn_card, drawn_meld


@dataclass(frozen=True, slots=True)
class JudgedMelds:
    """Whether melds are allowed, as a verdict, with the reason if they aren’t.

    ``melds`` are drawn with the cards that wild ones stand for; ``wrong`` is the place of the one
    that breaks a rule, if one does. ``rule`` is the text of that rule, if the game’s rules have it.
    ``allowed`` are the melds if they are allowed.
    """

    verdict: str
    reason: str
    melds: tuple[DrawnMeld, ...]
    wrong: int | None = None
    rule: RuleText | None = None
    allowed: tuple[Meld, ...] = ()

    @property
    def place(self) -> int:
        """The place of the wrong meld, from 1 on."""
        return (self.wrong or 0) + 1


def judged_melds(
    rules: MeldRules,
    groups: Sequence[Hand],
    sections: Iterable[Section],
    *,
    on_table: bool = False,
) -> JudgedMelds:
    """Return whether these groups of cards are allowed: as a meld, or together as the contract.

    Melds ``on_table`` are each judged alone, as they may be after cards were laid off on them.
    ``sections`` are the rules of the game.
    """
    verdicts = [judge(rules, cards, later=on_table) for cards in groups]
    wrong = next((place for place, each in enumerate(verdicts) if not each.is_allowed), None)
    verdict = verdicts[wrong or 0]
    if wrong is None and len(groups) > 1 and rules.contract.size and not on_table:
        verdict = judge_contract(rules, groups).verdict
    melds = tuple(
        drawn_meld(each.meld, rules) if each.meld else DrawnMeld("", tuple(map(drawn_card, cards)))
        for each, cards in zip(verdicts, groups, strict=True)
    )
    if verdict.is_allowed:
        allowed = tuple(each.meld for each in verdicts if each.meld)
        return JudgedMelds(_("Allowed."), "", melds, allowed=allowed)
    cards = groups[wrong or 0]
    broken, anchors = _broken(rules, verdict, cards)
    texts = {rule.anchor: rule for section in sections for rule in section.rules}
    rule = next((texts[anchor] for anchor in anchors if anchor in texts), None)
    reason = _reason(rules, broken, len(cards))
    return JudgedMelds(_("Not allowed."), reason, melds, wrong, rule)


def _broken(rules: MeldRules, verdict: Verdict, cards: Hand) -> tuple[str, tuple[str, ...]]:
    """Return the code of the broken rule, and where a rules page may have it, first choice first.

    Canasta has no runs, and its two kinds of threes have rules of their own.
    """
    code, anchors = verdict.broken, verdict.anchors
    has_runs = rules.melds.run_min <= rules.longest_run
    if code.startswith("run-") and not has_runs:
        return "no-runs", ("melds-no-runs", *anchors)
    if code == "neither" and not has_runs:
        return "set-rank", ("melds-meld", *anchors)
    threes = [drawn_card(card) for card in cards if not rules.may_be_melded(card)]
    if threes and not any(card.is_red for card in threes):
        return "black-threes", ("melds-black-threes", *anchors)
    return code, anchors


def _reason(rules: MeldRules, broken: str, size: int) -> str:
    """Return what a meld of this size breaks, with the numbers of this game."""
    ruleset, melds = translated_ruleset(rules.ruleset), rules.melds
    sets, runs = ruleset.words.set, ruleset.words.run
    most, most_in_all = rules.most_wild(size), rules.deal.contract_wild or 0
    sentences = {
        "set-size": _("A {set} has at least {count} cards."),
        "set-rank": _("All cards of one {set} have the same rank."),
        "set-suits": _("The cards of a {set} have different suits."),
        "set-largest": _("A {set} has at most {largest} cards."),
        "run-size": _("Each {run} has at least {shortest} cards."),
        "run-suits": _("All cards of one {run} have the same suit."),
        "run-colours": {
            "colour": _("All cards of this {run} are red, or all are black."),
            "alternating": _("The cards of this {run} are alternately red and black."),
        }.get(rules.deal.run_suits, ""),
        "run-order": _("No {run} has a gap."),
        "run-longest": _("Each {run} has at most {longest} cards."),
        "aces": _("No {run} has an ace in this place."),
        "natural": ngettext(
            "A meld needs at least {natural} card that isn’t wild.",
            "A meld needs at least {natural} cards that aren’t wild.",
            rules.least_natural,
        ),
        "most-wild": ngettext(
            "A meld of {size} has at most {most} wild card.",
            "A meld of {size} has at most {most} wild cards.",
            most,
        ),
        "side-by-side": _("No {run} has two wild cards side by side."),
        "touching": {
            "one-per-suit": _("A player’s {runs} must be in different suits."),
            "apart": _("A player’s {runs} in one suit must be at least one card apart."),
        }.get(rules.apart, _("A player’s {runs} in one suit must not touch.")),
        "same-rank": _("A player can’t have two {sets} of the same rank."),
        "contract": _("The contract of this deal is {contract}."),
        "larger": _("Melds have exactly the sizes in the contract."),
        "pure": _("This contract needs a {set} of different suits without wild cards."),
        "contract-wild": ngettext(
            "All melds of this contract together have at most {most_in_all} wild card.",
            "All melds of this contract together have at most {most_in_all} wild cards.",
            most_in_all,
        ),
        "pair": _("The pair of this contract has the rank {rank}."),
        "never": _("One of these cards can never be melded."),
        "black-threes": _("Black threes can’t be melded like other cards."),
        "no-runs": _("This game has no {runs}."),
    }
    neither = _("These cards make no {set} and no {run}.")
    return sentences.get(broken, neither).format(
        set=sets.one,
        sets=sets.many,
        run=runs.one,
        runs=runs.many,
        count=melds.set_min,
        shortest=melds.run_min,
        largest=rules.largest_set,
        longest=rules.longest_run,
        natural=rules.least_natural,
        size=size,
        most=most,
        most_in_all=most_in_all,
        contract=ruleset.contract_words(rules.deal, in_sentence=True),
        rank=rank_words(rules.deal.pair_of),
    )
