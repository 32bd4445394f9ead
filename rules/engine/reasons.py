"""The reasons for points, and the statuses of sides, as codes that become phrases when shown.

Points are stored with a code and its parameters, never with a phrase. The phrase is made when a
page is shown, in the reader’s language. All phrases are in this module.
"""

import marshal
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rules.engine.cards import card_sign, notation_words
from rules.engine.formatting import (
    count_bags,
    count_boxes,
    count_cards,
    count_jokers,
    count_tricks,
    count_words,
    join_names,
    join_texts,
    number_word,
    shown_decimals,
    with_minus,
)
from rules.engine.terms import bid_text, pitch_points, skat_game
from rules.translation import gettext as _
from rules.translation import gettext_noop, language, ngettext

CODE, PARTS, PLAYER, TEXT = "code", "and", "player", "text"

Plain = dict[str, Any]

_NEGATIVE = re.compile(r"(?<!\w)-(?=\d)")  # the hyphen of a negative number
# A version of marshal in which equal data always has the same bytes. It takes a seventh of the time
# of JSON, and a pad has hundreds of reasons.
_STABLE = 2
_DECIMALS = re.compile(r"[−+-]?\d*\.\d+(?:[−+-][\d.]+)*$")
_SUM = re.compile(r"\d+(?:[+-]\d+)+$")  # as typed


@dataclass(frozen=True, slots=True)
class Reason:
    """A code with its parameters, which are numbers, strings, and lists of these.

    ``parts`` are further reasons for the same points, such as a multiplier, in order. The parameter
    ``player`` is the name of the partner whom the reason is about.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    parts: tuple["Reason", ...] = ()

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The reason as a phrase in the reader's language."""
        return join_texts([_phrase(self.code, self.params), *(part.text for part in self.parts)])

    def plus(self, code: str, **params: Any) -> "Reason":
        """Return the same reason with one more part."""
        return Reason(self.code, self.params, (*self.parts, Reason(code, params)))

    def dump(self) -> Plain:
        """Return the reason as it is stored: ``{"code": "bags", "count": 2}``."""
        plain: Plain = {CODE: self.code, **self.params}
        if self.parts:
            plain[PARTS] = [part.dump() for part in self.parts]
        return plain


def because(code: str, **params: Any) -> Reason:
    """Return a reason with these parameters; those that are None are left out."""
    if None in params.values():
        params = {name: value for name, value in params.items() if value is not None}
    return Reason(code, params)


def load_reason(plain: Any) -> Reason:
    """Return the reason that was stored as ``plain``.

    Malformed data becomes a reason with an unknown code, so that a page can still be shown.
    """
    if not isinstance(plain, Mapping) or not isinstance(plain.get(CODE), str):
        return Reason("")
    params = {name: value for name, value in plain.items() if name not in (CODE, PARTS)}
    parts = plain.get(PARTS)
    return Reason(
        plain[CODE],
        params,
        tuple(map(load_reason, parts)) if isinstance(parts, list | tuple) else (),
    )


def texts_of(stored: Sequence[Any]) -> tuple[str, ...]:
    """Return the phrases of stored reasons, one or more for each.

    Points stored before reasons had codes have a string instead, with a line for each reason.
    """
    return _texts_of(marshal.dumps(list(stored), _STABLE), language())


@lru_cache(maxsize=10_000)
def _texts_of(stored: bytes, _language: str) -> tuple[str, ...]:
    """Return the phrases in the reader’s language. A pad shows the same ones again and again."""
    reasons = map(load_reason, marshal.loads(stored))  # noqa: S302 -- of our own making
    return tuple(line for reason in reasons for line in reason.text.split("\n"))


def text_of(stored: Any) -> str:
    """Return the phrase of one stored reason; empty if there is none."""
    return load_reason(stored).text if stored else ""


def _phrase(code: str, params: Mapping[str, Any]) -> str:
    shown = {name: _shown(value) for name, value in params.items()}
    try:
        phrase = _SPECIAL[code](params) if code in _SPECIAL else _(_PHRASES[code]).format(**shown)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        # Another version of the code may have stored this reason.
        # Translators: shown for a reason that this version has no phrase for.
        return _("reason not known to this version ({code})").format(code=code or "?")
    if PLAYER in params:
        phrase = _("{player}: {reason}").format(player=params[PLAYER], reason=phrase)
    return _NEGATIVE.sub("−", phrase)


def _shown(value: Any) -> Any:
    """Return a parameter for display: a number with decimals in the reader’s language, and a sum
    with minus signs.
    """
    if not isinstance(value, str):
        return value
    if _DECIMALS.match(value):
        return shown_decimals(value)
    return with_minus(value) if _SUM.match(value) else value


def _plus(values: Iterable[int]) -> str:
    return " + ".join(map(str, values))


def _hearts_taken(p: Mapping[str, Any]) -> str:
    taken = []
    if "points" in p:
        taken.append(_("{points} in hearts").format(points=p["points"]))
    elif p.get("hearts"):
        count = p["hearts"]
        taken.append(
            ngettext("{count} heart", "{count} hearts", count).format(count=number_word(count))
        )
    taken += map(card_sign, p["cards"])
    return _with_sum(join_texts(taken), p["values"])


def _with_sum(what: str, values: list[int]) -> str:
    if len(values) < 2:
        return what
    # Translators: what was counted, and how: "three hearts, ♠Q: 3 + 13".
    return _("{what}: {sum}").format(what=what, sum=_plus(values))


def _phase(p: Mapping[str, Any]) -> str:
    if "asks" not in p:
        return _("made {phase} {number}").format(phase=p["phase"], number=p["number"])
    return _("made {phase} {number} ({contract})").format(
        phase=p["phase"], number=p["number"], contract=p["asks"]
    )


def _all_or_some(p: Mapping[str, Any]) -> str:
    tricks = count_tricks(p["tricks"])
    return _("all {tricks}").format(tricks=tricks) if p.get("all") else tricks


def _skat(p: Mapping[str, Any]) -> str:
    # Translators: how a game of Skat counts: “clubs: 2 matadors + 1 + 1 extra: 12 × 4”.
    text = _("{game}: {matadors} + 1 + {extras}: {base} × {factor}")
    matadors = ngettext("{count} matador", "{count} matadors", p["matadors"])
    if not p["extras"]:
        text = _("{game}: {matadors} + 1: {base} × {factor}")
    return text.format(
        game=skat_game(p["game"]),
        matadors=matadors.format(count=p["matadors"]),
        extras=p["extras"],
        base=p["base"],
        factor=p["factor"],
    )


def _skat_null(p: Mapping[str, Any]) -> str:
    if p.get("ouvert"):
        return _("null ouvert, hand") if p.get("hand") else _("null ouvert")
    return _("null, hand") if p.get("hand") else _("null")


def _pitched(p: Mapping[str, Any]) -> str:
    bid = p["bid"] if p["bid"] != "smudge" else _("smudge")
    return _("bid {bid}, took {points}").format(bid=bid, points=pitch_points(p["taken"]))


def _chips_collected(p: Mapping[str, Any]) -> str:
    each = (
        _("{what} {chips}").format(what=load_reason(item).text, chips=item["chips"])
        for item in p["items"]
    )
    return _("{items}: {chips} from each of {opponents}").format(
        items=join_texts(each), chips=p["chips"], opponents=p["opponents"]
    )


def _column(p: Mapping[str, Any]) -> str:
    reasons = " · ".join(load_reason(reason).text for reason in p["reasons"])
    return _("column {number}: {reasons}").format(number=p["number"], reasons=reasons)


def _columns(p: Mapping[str, Any]) -> str:
    totals = (
        # Translators: the total of a column in which the game is over.
        _("{total} (over)").format(total=total) if is_over else str(total)
        for total, is_over in p["columns"]
    )
    return " · ".join(totals)


def _countdown(p: Mapping[str, Any]) -> str:
    if p["number"] == 1:
        return _("one card, aces wild")
    return _("{cards}, {number}s wild").format(cards=count_cards(p["number"]), number=p["number"])


def _paplus(count: int) -> str:
    return ngettext("{count} paplu", "{count} paplus", count).format(count=number_word(count))


def _missed_deals(p: Mapping[str, Any]) -> str:
    deals = count_words(p["deals"], p["one"], p["many"])
    return _("missed {deals}, came back with {total}").format(deals=deals, total=p["total"])


def _played_tricks(p: Mapping[str, Any]) -> str:
    return _("{tricks} against {contract}").format(
        tricks=count_tricks(p["tricks"]), contract=bid_text(p["bid"])
    )


# Phrases without a full stop, because several may follow each other on a line. Their fields are
# the parameters of the reason.
_PHRASES: Mapping[str, str] = {
    "went-out": gettext_noop("went out"),
    "going-out-bonus": gettext_noop("for going out"),
    "total-entered": gettext_noop("{total}, entered as a total"),
    "times": gettext_noop("× {factor}"),
    "collects": gettext_noop("collects {points}"),
    "thrown-in": gettext_noop("thrown in"),
    "wins-the-game": gettext_noop("wins the game"),
    "highest-total": gettext_noop("highest total at the end"),
    "lowest-total": gettext_noop("lowest total at the end"),
    "bid-took": gettext_noop("bid {bid}, took {taken}"),
    "bid-blind-took": gettext_noop("bid {bid} blind, took {taken}"),
    "earlier": gettext_noop("scored earlier"),
    "nothing-left": gettext_noop("nothing left"),
    "at-once": gettext_noop("down and out in one turn"),
    "false-call": gettext_noop("false call"),
    "perfect-cut": gettext_noop("perfect cut"),
    "bonus": gettext_noop("bonus"),
    "phase-next": gettext_noop("{phase} {number}"),
    "step-down": gettext_noop("one step down"),
    "no-step": gettext_noop("no step"),
    "not-lowest": gettext_noop("not the lowest: × {factor}"),
    "nothing-taken": gettext_noop("nothing taken"),
    "shot-moon": gettext_noop("shot the moon"),
    "shot-sun": gettext_noop("shot the sun"),
    "moon-of": gettext_noop("{name} shot the moon"),
    "sun-of": gettext_noop("{name} shot the sun"),
    "exact-total": gettext_noop("exactly {at}, drops to {to}"),
    "nothing-scored": gettext_noop("nothing scored"),
    "item-entered": gettext_noop("{label}: {entered}"),
    "item-over": gettext_noop("{label}: {amount}, {beyond} over {limit}"),
    "item-of-others": gettext_noop("{label}, the other players: {amount}"),
    "item-of-others-each": gettext_noop("{label}, the other players: {amount} × {each}"),
    "against": gettext_noop("counted against"),
    "not-from": gettext_noop("doesn’t count at {total} or more"),
    "contract-made": gettext_noop("made the contract, {own} to {others}"),
    "contract-failed": gettext_noop("failed the contract, {own} to {others}"),
    "contract-beaten": gettext_noop("beat the contract, collects {points}"),
    "contract-tied": gettext_noop("tied at {own}, points held"),
    "contract-collects": gettext_noop("{points} held from a tie"),
    "contract-holds": gettext_noop("{points} more for the winner"),
    "least-opening": gettext_noop("{opening} {least}"),
    "nil-made": gettext_noop("nil made"),
    "blind-nil-made": gettext_noop("blind nil made"),
    "nil-failed": gettext_noop("nil failed, took {taken}"),
    "blind-nil-failed": gettext_noop("blind nil failed, took {taken}"),
    "redealt": gettext_noop("redealt: {name} had only nines and tens"),
    "reneged": gettext_noop("reneged"),
    "caught-renege": gettext_noop("caught a renege"),
    "renege": gettext_noop("renege in the hand"),
    "makers-made": gettext_noop("the makers made it"),
    "euchred-makers": gettext_noop("euchred the makers"),
    "euchred-makers-alone": gettext_noop("euchred the makers, defending alone"),
    "at-the-bridge": gettext_noop("at the bridge"),
    "failed": gettext_noop("failed"),
    "every-trick": gettext_noop("every trick"),
    "needs-contract": gettext_noop("needs a contract"),
    "void-hand": gettext_noop("void hand"),
    "deadwood": gettext_noop("deadwood {total}"),
    "after-the-end": gettext_noop("after the end of the game"),
    "knocked": gettext_noop("knocked, {high} − {low}"),
    "undercut": gettext_noop("undercut, {high} − {low} + {bonus}"),
    "gin": gettext_noop("gin, {count} + {bonus}"),
    "big-gin": gettext_noop("big gin, {count} + {bonus}"),
    "spade": gettext_noop("× {factor} for a spade"),
    "overbid": gettext_noop("overbid with {bid}: {value}"),
    "game-won": gettext_noop("for winning a game"),
    "game-lost": gettext_noop("for losing a game"),
    "game-beaten": gettext_noop("beat the declarer"),
    "defended": gettext_noop("defended"),
    "sat-out": gettext_noop("dealt and sat out"),
    "ramsch": gettext_noop("Ramsch: {points} card points"),
    "march": gettext_noop("took everything"),
    "game-bonus": gettext_noop("game bonus {points}"),
    "shutout": gettext_noop("shutout"),
    "shutout-total": gettext_noop("shutout, the total {total} × {factor}"),
    "another-box": gettext_noop("another “{label}”"),
    "upper-section": gettext_noop("{points} in the upper section"),
    "upper-section-so-far": gettext_noop("{points} of {needed} in the upper section"),
    "bonus-earned": gettext_noop("bonus of {points} earned"),
    "out-of-the-game": gettext_noop("out of the game"),
    "entry-ignored": gettext_noop("the entry is ignored"),
    "rejoined": gettext_noop("rejoined at {total}"),
    "void-deal": gettext_noop("void deal"),
    "won-deal": gettext_noop("won the deal"),
    "joker-stake": gettext_noop("× {factor} for the joker"),
    "first-drop": gettext_noop("first drop"),
    "middle-drop": gettext_noop("middle drop"),
    "full-count": gettext_noop("full count"),
    "wrong-declaration": gettext_noop("wrong declaration"),
    "halved": gettext_noop("halved to {points}"),
    "doubled": gettext_noop("doubled to {points}"),
    "counted": gettext_noop("{total} counted"),
    "rounded": gettext_noop("rounded to {points}"),
    "capped": gettext_noop("capped at {points}"),
    "out": gettext_noop("out"),
    "chips-paid": gettext_noop("pays {name} {chips}"),
    "going-out": gettext_noop("going out"),
    "none-wild": gettext_noop("no wild cards"),
    "first-turn": gettext_noop("first turn"),
    "no-draw": gettext_noop("without drawing"),
    "one-suit": gettext_noop("one suit"),
    "with-every-trick": gettext_noop("and every trick"),
    "not-every-trick": gettext_noop("but not every trick"),
    "set-back": gettext_noop("set back"),
    "others-nothing": gettext_noop("only the pitcher scores"),
    "needs-bid": gettext_noop("needs a bid"),
    "heels": gettext_noop("{points} for his heels"),
    "pegged": gettext_noop("pegged {points}"),
    "hand": gettext_noop("hand {points}"),
    "hand-of": gettext_noop("{name}’s hand {points}"),
    "crib": gettext_noop("crib {points}"),
    "muggins-hand": gettext_noop("muggins {points}, {name}’s hand"),
    "muggins-crib": gettext_noop("muggins {points}, {name}’s crib"),
    "too-late": gettext_noop("too late"),
    "only-needed": gettext_noop("only {points} needed"),
    "skunk": gettext_noop("skunk, below {total}"),
    "double-skunk": gettext_noop("double skunk, below {total}"),
    "nothing-counted": gettext_noop("nothing counted"),
    "laid-total": gettext_noop("laid down: {total}"),
    "nothing-laid": gettext_noop("nothing laid down"),
    "held-total": gettext_noop("left in hand: {total}"),
    "floating": gettext_noop("no cards, but not out"),
}
# Phrases that need more than their parameters filled in.
_SPECIAL: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    TEXT: lambda p: str(p[TEXT]),
    # Translators: the cards of a hand and what each is worth: "K♠ 5: 10 + 5".
    "cards": lambda p: _("{what}: {sum}").format(
        what=notation_words(p["cards"]), sum=_plus(p["values"]) or "0"
    ),
    "missed-deals": _missed_deals,
    "missing-cards": lambda p: ngettext(
        "{count} card short", "{count} cards short", p["count"]
    ).format(count=number_word(p["count"])),
    "takes": lambda p: count_words(p["count"], p["one"], p["many"]),
    "phase-made": _phase,
    "countdown": _countdown,
    "hearts-taken": _hearts_taken,
    "no-moon": lambda p: _("no moon without {cards}").format(
        cards=join_names(map(card_sign, p["cards"]))
    ),
    "card": lambda p: card_sign(p["card"]),
    "item": lambda p: str(p["label"]),
    "item-price": lambda p: _("{label}: {amount} for {points}").format(
        label=p["label"], amount=p["amount"], points=p["points"]
    ),
    "item-each": lambda p: _("{label}: {amount} × {each}").format(
        label=p["label"], amount=p["amount"], each=p["each"]
    ),
    "set-by-bags": lambda p: _("set by {bags}").format(bags=count_bags(p["count"])),
    "bags": lambda p: count_bags(p["count"]),
    "bags-so-far": lambda p: ngettext("{count} bag", "{count} bags", p["count"]).format(
        count=p["count"]
    ),
    "bags-penalty": lambda p: _("penalty for {bags}").format(bags=count_bags(p["count"])),
    "quota": lambda p: _("{tricks}, quota {quota}").format(
        tricks=count_tricks(p["tricks"]), quota=p["quota"]
    ),
    "swaps": lambda p: _("swaps {cards}").format(cards=count_cards(p["count"])),
    "gives-up": lambda p: _("gives up {cards}").format(cards=count_cards(p["count"])),
    "euchred": lambda p: _("euchred with {tricks}").format(tricks=count_tricks(p["tricks"])),
    "tricks": _all_or_some,
    "called-game": lambda p: _("called the game, {tricks}").format(tricks=_all_or_some(p)),
    "alone": lambda p: _("alone, {tricks}").format(tricks=_all_or_some(p)),
    "defended-alone": lambda p: _("defended alone, all {tricks}").format(
        tricks=count_tricks(p["tricks"])
    ),
    "contract": lambda p: _("{contract}, took {taken}").format(
        contract=bid_text(p["bid"]), taken=p["taken"]
    ),
    "against-contract": lambda p: _("against {contract}").format(contract=bid_text(p["bid"])),
    "tricks-against": _played_tricks,
    "deadwood-cards": lambda p: _("deadwood {cards}: {sum}").format(
        cards=notation_words(p["cards"]), sum=_plus(p["values"]) or "0"
    ),
    "column": _column,
    "columns": _columns,
    "boxes-won": lambda p: _("{boxes} of {points}").format(
        boxes=count_boxes(p["count"]), points=p["points"]
    ),
    "skat-game": _skat,
    "skat-null": _skat_null,
    "skat-lost": lambda p: _("lost: × 2") if p["times"] == 2 else _("lost"),
    "doubled-by": lambda p: _("re: × 4") if p["by"] == "re" else _("kontra: × 2"),
    "lives": lambda p: (
        ngettext("{count} life left", "{count} lives left", p["count"]).format(count=p["count"])
        if p["count"]
        else _("no lives left")
    ),
    "boxes": lambda p: count_boxes(p["count"]),
    "paplus": lambda p: _("{paplus}, from each opponent").format(paplus=_paplus(p["count"])),
    "paplus-of": lambda p: _("to {name} for {paplus}").format(
        name=p["name"], paplus=_paplus(p["count"])
    ),
    "chips-collected": _chips_collected,
    "jokers": lambda p: count_jokers(p["count"]),
    "deuces": lambda p: ngettext("{count} deuce", "{count} deuces", p["count"]).format(
        count=number_word(p["count"])
    ),
    "pitched": _pitched,
    "points-taken": lambda p: pitch_points(p["taken"]),
    "laid-cards": lambda p: _("laid down {cards}: {sum}").format(
        cards=notation_words(p["cards"]), sum=_plus(p["values"]) or "0"
    ),
    "held-cards": lambda p: _("left in hand {cards}: {sum}").format(
        cards=notation_words(p["cards"]), sum=_plus(p["values"]) or "0"
    ),
}


def codes() -> frozenset[str]:
    """Return every code that this version has a phrase for."""
    return frozenset((*_PHRASES, *_SPECIAL))
