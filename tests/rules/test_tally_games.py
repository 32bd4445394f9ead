"""Limits and house rules of games that are tallies."""

import pytest

from tests.rules.played import points

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
