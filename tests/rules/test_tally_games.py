"""Limits and house rules of games that are tallies."""

import pytest

from tests.rules.played import points, refusals

TWO, THREE = ("Ann", "Bob"), ("Ann", "Bob", "Cai")
FOUR = (*THREE, "Dee")
OURS, THEIRS = "Ann & Cai", "Bob & Dee"


def scopa(**more):
    return {"settebello": "Ann"} | more


def rook(ours=60, theirs=60, **more):
    return {"made": OURS, "points": {OURS: ours, THEIRS: theirs}} | more


def burraco(**ours):
    """Return an entry of the first team. The other team has melded, and has no cards left."""
    entry = {"melds": {OURS: ours.pop("melds", 0), THEIRS: 0}, "held-points": {OURS: 0, THEIRS: 0}}
    if "closed" in ours:
        entry["closed"] = ours.pop("closed")
    return entry | {key.replace("_", "-"): {OURS: value} for key, value in ours.items()}


@pytest.mark.parametrize(
    ("slug", "names", "options", "entry", "codes"),
    [
        ("scopa", TWO, {}, {"cards": "Ann"}, ["nobody-named"]),
        ("scopa", TWO, {}, scopa(scope={"Ann": 19}), ["too-many", "more-than-there-are"]),
        ("scopa", TWO, {}, scopa(scope={"Ann": 10, "Bob": 9}), ["more-than-there-are"]),
        ("scopa", TWO, {"napola": True}, scopa(napola={"Ann": 2}), ["too-few"]),
        # Only one side has the ace of coins.
        (
            *("scopa", TWO, {"napola": True}),
            *(scopa(napola={"Ann": 6, "Bob": 5}), ["more-than-there-are"]),
        ),
        ("kentucky-discard", FOUR, {}, rook(70, 60), ["wrong-total"]),
        ("kentucky-discard", FOUR, {}, rook(62, 58), ["no-such-sum", "no-such-sum"]),
        (
            *("kentucky-discard", FOUR, {}, rook(missed=THEIRS, bid=65)),
            ["too-few", "named-with-some", "named-twice"],
        ),
        ("kentucky-discard", FOUR, {"ones-high": True}, rook(60, 60), ["wrong-total"]),
        ("burraco", FOUR, {}, burraco(closed=OURS, melds=300), ["needs-more"]),
        ("burraco", FOUR, {}, burraco(melds=30, clean=1), ["needs-more"]),
        ("burraco", FOUR, {}, burraco(melds=302), ["no-such-sum"]),
        ("all-fives", TWO, {}, {"scored": {"Ann": 12, "Bob": 5}}, ["no-such-sum"]),
        ("all-fives", TWO, {}, {"scored": {"Ann": 10, "Bob": 5}, "bonus": 10}, ["nobody-named"]),
        (
            *("nertz", TWO, {}),
            *({"middle": {"Ann": 53, "Bob": 9}, "pile": {"Ann": 1, "Bob": 2}}, ["too-many"]),
        ),
        (
            *("nertz", TWO, {}),
            *({"called": "Ann", "middle": {"Ann": 30, "Bob": 9}, "pile": {"Ann": 1, "Bob": 2}},),
            ["named-with-some"],
        ),
    ],
)
def test_what_cannot_be_is_refused(slug, names, options, entry, codes):
    found = [problem.code for problem in refusals(slug, entry, names=names, options=options)]

    assert found == codes


@pytest.mark.parametrize(
    ("slug", "names", "options", "entry", "scored"),
    [
        ("scopa", TWO, {"re-bello": True}, scopa(**{"re-bello": "Bob"}), (1, 1)),
        ("kentucky-discard", FOUR, {"ones-high": True}, rook(100, 80), (100, 80)),
        ("kentucky-discard", FOUR, {"last-trick": True}, rook(95, 45), (95, 45)),
        # Cards worth 300, a burraco of 150, and the pozzetto not taken.
        (
            *("burraco", FOUR, {"semi-clean": True}),
            *(burraco(melds=300, semi_clean=1, no_pozzetto=True), (350, 0)),
        ),
        ("burraco", FOUR, {}, burraco(closed=OURS, melds=300, dirty=2), (600, 0)),
        (
            *("all-fives", TWO, {"one-point-per-five": True}),
            *({"scored": {"Ann": 3, "Bob": 2}, "out": "Ann", "bonus": 4}, (7, 2)),
        ),
        (
            *("all-fives", TWO, {"no-bonus": True}),
            *({"scored": {"Ann": 15, "Bob": 10}, "out": "Ann"}, (15, 10)),
        ),
        (
            *("nertz", TWO, {"bonus-25": True, "minus-one": True}),
            *({"called": "Ann", "middle": {"Ann": 20, "Bob": 9}, "pile": {"Bob": 5}}, (45, 4)),
        ),
    ],
)
def test_house_rules_change_what_counts(slug, names, options, entry, scored):
    assert tuple(points(slug, entry, names=names, options=options).values()) == scored
