"""The end of a game in words: its length, who wins, and who pays whom."""

from rules.engine.formatting import count_words, with_minus
from rules.engine.rulesets import End, ShownRuleset
from rules.translation import gettext as _


def length_text(ruleset: ShownRuleset) -> str:
    """Return how many deals the game has: ``seven rounds``; empty if that isn’t fixed."""
    return _deals_text(ruleset) if ruleset.length else ""


def _deals_text(ruleset: ShownRuleset) -> str:
    words = ruleset.words.deal
    return count_words(ruleset.length or len(ruleset.deals), words.one, words.many)


def winner_text(ruleset: ShownRuleset) -> str:
    """Return who wins and when the game ends: ``lowest total after seven deals``."""
    end, deals = ruleset.end, _deals_text(ruleset)
    if end.together:
        return _("everyone or nobody")
    if end.out_at:
        return _("last player under {points}").format(points=end.out_at)
    won = _won_by_points(end)
    if won and not end.deals:
        return won
    if end.open and not (won or end.deals):
        return _lowest_or_highest(
            end, _("lowest total when you stop"), _("highest total when you stop")
        )
    # Translators: {deals} is text such as “seven rounds”.
    after = _lowest_or_highest(
        end, _("lowest total after {deals}"), _("highest total after {deals}")
    ).format(deals=deals)
    # Translators: two ways to win, “first to 100” or “lowest total after seven rounds”.
    return _("{won}, or {after}").format(won=won, after=after) if won else after


def _won_by_points(end: End) -> str:
    """Return who wins at a target or a floor; empty if the game has neither."""
    goal, floor = _goal_text(end), end.floor
    if floor is not None and goal:
        won = _lowest_or_highest(
            end,
            _("lowest total once someone reaches {goal} or falls to {floor}"),
            _("highest total once someone reaches {goal} or falls to {floor}"),
        )
    elif floor is not None:
        won = _lowest_or_highest(
            end,
            _("lowest total once someone falls to {floor}"),
            _("highest total once someone falls to {floor}"),
        )
    elif goal:
        won = _lowest_or_highest(
            end, _("lowest total once someone reaches {goal}"), _("first to {goal}")
        )
    else:
        return ""
    return won.format(goal=goal, floor=with_minus(floor))


def _lowest_or_highest(end: End, lowest: str, highest: str) -> str:
    return lowest if end.wins == "lowest" else highest


def _goal_text(end: End) -> str:
    if end.target_each:
        return _("{points} for each player in the game").format(points=end.target_each)
    return str(end.target) if end.target else ""


def settlement_text(ruleset: ShownRuleset) -> str:
    """Return the payments by place and the share of the kitty; empty without a settlement."""
    rule = ruleset.settlement
    if rule is None:
        return ""
    if rule.pays:
        # Translators: {unit} is what is paid, such as “pennies”.
        pays = _("from 2nd place down, players pay {amounts} ({unit}); the winner gets the sum")
    else:
        pays = _(
            "from 2nd place down, each place pays {step} more than the one before ({unit});"
            " the winner gets the sum"
        )
    amounts = ", ".join(map(str, rule.pays))
    payments = pays.format(amounts=amounts, step=rule.step, unit=rule.unit.many)
    if len(rule.kitty) > 1:
        # Translators: {shares} is a ratio such as “2 : 1”.
        kitty = _("the kitty is split by place in the ratio {shares}").format(
            shares=" : ".join(map(str, rule.kitty))
        )
    else:
        kitty = _("the kitty goes to the winner")
    return _("{payments}; {kitty}").format(payments=payments, kitty=kitty)


def shares_text(ruleset: ShownRuleset) -> str:
    """Return how tied players share the payments of their places; empty without a settlement."""
    rule = ruleset.settlement
    if rule is None:
        return ""
    if rule.shares == "exact":
        # Translators: {unit} is what is paid, such as “penny”.
        text = _("tied players share their amounts equally, down to fractions of a {unit}")
        return text.format(unit=rule.unit.one)
    # Translators: {units} is what is paid, such as “pennies”.
    text = _(
        "tied players share their amounts in whole {units}; "
        "odd {units} go to the leftmost columns first"
    )
    return text.format(units=rule.unit.many)
