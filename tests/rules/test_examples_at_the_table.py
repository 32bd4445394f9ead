"""Worked examples on a game’s rules page use the values of its house rules."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.entries import EntryRefusedError
from rules.engine.errors import CatalogueError
from rules.reference.figures import fill_figures
from rules.reference.rule_texts import Section, rule_texts
from rules.reference.statements import StatementKind
from tests.provenance.figures_in_words import card_sums, told_in
from tests.rows import each_row
from tests.rules.played import deal_by, usual_answer
from tests.rules.scored import entry_fields

VARIANTS = catalogue().variants
FOUR = ("Ann", "Bob", "Cai", "Dee")
TWO, THREE, SIX = FOUR[:2], FOUR[:3], (*FOUR, "Eva", "Fay")
AC, BD = "Ann & Cai", "Bob & Dee"
ACE = "Ann & Cai & Eva"


def examples(slug, options=None, patches=None):
    """Return the worked examples on the page of a game, by anchor."""
    variant = VARIANTS[slug]
    rules = variant.ruleset(options, patches)
    sections = (
        Section(section.key, tuple(filter(is_example, section.rules)))
        for section in rule_texts().sections(variant, rules)
    )
    return rules, {f"{rule.section}-{rule.id}": rule for rule in told_in(sections)}


def is_example(rule):
    return rule.statement.mark == StatementKind.EXAMPLE


def choices(slug):
    """Yield no option, each option alone, and every pair that can be combined."""
    offered = VARIANTS[slug].options
    yield {}
    for option in offered:
        yield VARIANTS[slug].with_required({option.id: usual_answer(option)})
    for one, other in combinations(offered, 2):
        if not one.bars(other):
            answers = {one.id: usual_answer(one), other.id: usual_answer(other)}
            yield VARIANTS[slug].with_required(answers)


@cache
def chosen_examples(slug):
    """Return the ruleset and its worked examples for each of these choices."""
    return [(options, *examples(slug, options)) for options in choices(slug)]


# Calculated results


@pytest.mark.parametrize(
    ("words", "told_as"),
    [
        ("{a} + {b} = {sum}.", "3 + 10 = 13."),
        ("2 × {a} + {b} = {sum}, and {b} = {sum}.", "2 × 3 + 10 = 16, and 10 = 10."),
        ("20 + {c} = {sum}; {c} + 3 = {sum}.", "20 - 5 = 15; −5 + 3 = -2."),
        ("20 - {c} = {sum}, 2 × {c} = {sum}.", "20 + 5 = 25, 2 × −5 = -10."),
        ("Bid 4: 0 - 3 × {b} - {a} = {sum}", "Bid 4: 0 - 3 × 10 - 3 = -33"),
    ],
)
def test_a_sum_is_worked_out(words, told_as):
    assert fill_figures(words, {"a": 3, "b": 10, "c": -5}, "Harvest") == told_as


@pytest.mark.parametrize("words", ["It comes to {sum}.", "a + b = {sum}", "3 + 4 makes {sum}"])
def test_without_a_sum_before_it_nothing_is_worked_out(words):
    with pytest.raises(CatalogueError) as refused:
        fill_figures(words, {}, "Harvest")

    assert str(refused.value) == "Harvest: the text uses {sum}, but there is no sum before it"


@pytest.mark.parametrize("slug", sorted(VARIANTS))
def test_an_example_leaves_no_sum_to_its_writer(slug):
    references = rule_texts()._references[slug]
    parts = [references.parts, *references.by_option.values()]
    wordings = [held for part in parts for each in part.values() for held in each.wordings]
    told_here = [held.text for held in wordings if held.mark == StatementKind.EXAMPLE]

    assert [text for text in told_here if re.search(r"[+×-] [\d{][^ ]* = -?\d", text)] == []


# Effects of house rules


@each_row
def test_an_example_is_told_with_the_figures_of_the_table(slug, options, patches, anchor, words):
    _, found = examples(slug, options, patches)

    assert found[anchor].words.endswith(words)


@each_row
def test_an_example_is_left_out_where_the_table_counts_otherwise(slug, options, gone):
    answers = {
        option.id: usual_answer(option) for option in VARIANTS[slug].options if option.id in options
    }

    assert sorted(set(examples(slug)[1]) - set(examples(slug, answers)[1])) == gone


@pytest.mark.parametrize("slug", sorted(VARIANTS))
def test_cards_of_an_example_cost_what_they_cost_at_the_table(slug):
    values = VARIANTS[slug].standard.scoring.values
    dear = {f"scoring.values.{rank}": worth + 1 for rank, worth in values.items()}

    for options, rules, found in [*chosen_examples(slug), (dear, *examples(slug, {}, dear))]:
        wrong = [
            (options, rule.words, stated)
            for rule in found.values()
            for stated in card_sums(rules, rule)
            if not stated.agrees
        ]
        assert wrong == []


# Examples that are played


@dataclass(frozen=True)
class Way:
    """An entry that should give ``who`` the points of an example. ``if_asked`` has values for
    fields that only some house rules add.
    """

    who: str
    names: Sequence[str]
    entry: Mapping[str, Any]
    if_asked: Mapping[str, Any] = field(default_factory=dict)
    before: Sequence[Mapping[str, Any]] = ()

    def points(self, ruleset):
        """Return the points, or None if the entry is rejected."""
        if len(self.names) not in ruleset.players.counts:
            return None
        if self.who not in _sides(self.names, ruleset.players.team):
            return None
        asked = {each.id for each in entry_fields(ruleset, 1, len(self.names))}
        more = {key: said for key, said in self.if_asked.items() if key in asked}
        try:
            found = deal_by(
                ruleset,
                {**self.entry, **more},
                self.names,
                before=self.before,
                accept_warnings=True,
            )
        except EntryRefusedError:
            return None
        return found[self.who][0]


def _sides(names, team):
    number = len(names) // team
    return {" & ".join(names[side::number]) for side in range(number)}


@dataclass(frozen=True)
class Played:
    """An example, a pattern that finds its points in the text, and entries for it. ``starts`` is
    the side’s earlier total, if the text gives a total.
    """

    slug: str
    anchor: str
    says: str
    ways: Sequence[Way]
    starts: int = 0


LAST = r"= (-?\d+)\D*$"
UPCARD = {"upcard": "10"}


def seats(bids, tricks, **more):
    names = FOUR[: len(bids)]
    zipped = {"bid": bids, "tricks": tricks}
    return {key: dict(zip(names, each, strict=True)) for key, each in zipped.items()} | more


def spades(anchor, *hands, before=(), starts=0):
    ways = [Way(AC, FOUR, seats(*hand), before=[seats(*each) for each in before]) for hand in hands]
    return Played("spades", anchor, LAST, ways, starts)


def solo(anchor, *hands):
    ways = [Way("Ann", THREE, seats(*hand)) for hand in hands]
    return Played("spades-solo", anchor, LAST, ways)


def euchre(anchor, who, says, **entry):
    named = {key.replace("_", "-"): said for key, said in entry.items()}
    return Played("euchre", anchor, says, [Way(who, FOUR, {"makers": AC, **named})])


def gin(slug, anchor, entry, who="Ann"):
    """Return a hand that Ann ends by knocking, or with gin if she has no deadwood."""
    how = {"how": "knock" if "Ann" in entry["left-points"] else "gin"}
    ways = [Way(who, TWO, {"knocked": "Ann", **entry, **said}, UPCARD) for said in ({}, how)]
    return Played(slug, anchor, LAST, ways)


def pair(slug, anchor, entry, **more):
    return Played(slug, anchor, LAST, [Way(AC, FOUR, entry, more)])


def five_hundred(anchor, bid, tricks):
    won = {"bid": bid, "tricks": tricks}
    others = {"tricks": {"Ann": tricks, "Bob": 10 - tricks, "Cai": 0}}
    ways = [
        Way(AC, FOUR, {"bidders": AC, **won}),
        Way(ACE, SIX, {"bidders": ACE, **won}),
        Way("Ann", THREE, {"bidders": "Ann", "bid": bid, **others}),
    ]
    return Played("five-hundred", anchor, LAST, ways)


def alone(slug, anchor, entry, *, who="Ann", names=THREE, says=LAST, **more):
    return Played(slug, anchor, says, [Way(who, names, entry, more)])


def books(names, who):
    team = len(who.split(" & "))
    sides = dict.fromkeys(_sides(names, team), 0)
    counts = {"clean": {who: 2}, "dirty": {who: 1}, "held-points": sides | {who: 85}}
    return Way(who, names, {"out": who, "melds": sides | {who: 620}, **counts})


# Deals with hands of 17 or seven cards, and the third deal of a game that starts with one card.
OH_HELL = [
    Way("Ann", THREE, seats((3, 3, 9), (3, 4, 10))),
    Way("Ann", THREE, seats((3, 3, 0), (3, 2, 2))),
    Way(
        "Ann",
        THREE,
        seats((3, 1, 0), (3, 0, 0)),
        before=[seats((0, 0, 0), (1, 0, 0)), seats((0, 0, 0), (2, 0, 0))],
    ),
]

PLAYED = [
    spades("scoring-example", ((4, 3, 3, 3), (5, 2, 4, 2))),
    spades("scoring-example-2", ((3, 4, 2, 4), (2, 5, 2, 4))),
    spades(
        "scoring-example-3",
        ((3, 4, 2, 4), (4, 2, 4, 3)),
        before=[
            ((5, 2, 4, 2), (6, 1, 5, 1)),
            ((4, 3, 4, 2), (5, 2, 5, 1)),
            ((4, 3, 4, 2), (5, 2, 5, 1)),
            ((4, 3, 4, 2), (5, 2, 4, 2)),
        ],
        starts=337,
    ),
    spades("scoring-example-4", ((0, 4, 4, 5), (0, 4, 5, 4)), ((0, 0, 4, 4), (0, 0, 5, 8))),
    spades("scoring-example-6", ((0, 4, 4, 5), (2, 4, 4, 3)), ((0, 0, 4, 4), (2, 0, 4, 7))),
    solo("scoring-example", ((4, 4, 5), (5, 6, 6)), ((4, 4, 5), (5, 6, 7))),
    solo("scoring-example-2", ((5, 4, 4), (4, 7, 6)), ((5, 4, 4), (4, 7, 7))),
    solo("scoring-example-3", ((0, 7, 6), (2, 8, 7)), ((0, 7, 6), (2, 8, 8))),
    euchre("scoring-example", AC, r"three tricks score (\d)", tricks=3),
    euchre("scoring-example", AC, r"four tricks (\d)", tricks=4),
    euchre("scoring-example", AC, r"all five (\d)", tricks=5),
    euchre("scoring-example-2", BD, r"defenders (\d)", tricks=2),
    euchre("scoring-example-2", BD, r"defenders (\d)", tricks=0),
    euchre("scoring-example-3", AC, r"four tricks scores (\d)", tricks=4, alone="Ann"),
    euchre("scoring-example-3", AC, r"all five (\d)", tricks=5, alone="Ann"),
    euchre("scoring-example-4", BD, r"defenders (\d)", tricks=1, alone="Ann"),
    euchre("scoring-example-5", BD, r"tricks scores (\d)", tricks=2, alone_defender="Bob"),
    euchre("scoring-example-5", BD, r"five scores (\d)", tricks=0, alone_defender="Bob"),
    alone(
        "euchre-cutthroat",
        "scoring-example",
        {"makers": "Ann", "tricks": 4},
        says=r"tricks scores (\d)",
    ),
    alone(
        "euchre-cutthroat",
        "scoring-example",
        {"makers": "Ann", "tricks": 5},
        says=r"five scores (\d)",
    ),
    alone(
        "euchre-cutthroat",
        "scoring-example-2",
        {"makers": "Ann", "tricks": 2},
        who="Bob",
        says=r"two scores (\d)",
    ),
    gin("gin-rummy", "scoring-example", {"left-points": {"Ann": 6, "Bob": 23}}),
    gin("gin-rummy", "scoring-example-2", {"left-points": {"Ann": 9, "Bob": 7}}, "Bob"),
    gin("gin-rummy", "scoring-example-3", {"left-points": {"Bob": 31}}),
    gin("oklahoma-gin", "scoring-example", {"left-points": {"Ann": 3, "Bob": 20}, "spade": True}),
    Played(
        "hearts",
        "scoring-example",
        LAST,
        [
            Way("Ann", FOUR, {"hearts": {"Ann": 2, "Bob": 11}, "queen": "Ann"}, {"diamond": "Bob"}),
            Way(AC, FOUR, {"hearts": {AC: 2, BD: 11}, "queen": AC}, {"diamond": BD}),
        ],
    ),
    Played("oh-hell", "scoring-example", r"^[^=]*= (\d+)", OH_HELL),
    Played("wizard-style", "scoring-example", LAST, [OH_HELL[-1]]),
    Played(
        "wizard-style",
        "scoring-example-2",
        LAST,
        [
            Way(
                "Ann",
                THREE,
                seats((2, 0, 0), (4, 0, 0)),
                before=[seats((0, 0, 0), (tricks, 0, 0)) for tricks in (1, 2, 3)],
            )
        ],
    ),
    Played(
        "pinochle",
        "scoring-example",
        LAST,
        [
            Way(AC, FOUR, {"made": AC, "meld": {AC: meld, BD: 0}, "tricks": {AC: own, BD: others}})
            for meld, own, others in ((190, 130, 120), (34, 30, 20))
        ],
    ),
    Played(
        "pinochle",
        "scoring-example-2",
        r"scores [^=]*= (-?\d+)",
        [
            Way(AC, FOUR, {"missed": AC, "bid": 300, "meld": meld, "tricks": {BD: 170}})
            for meld in ({BD: 0}, {AC: 190, BD: 0})
        ],
    ),
    Played(
        "pitch",
        "scoring-example-2",
        LAST,
        [
            Way(AC, FOUR, {"pitcher": AC, "bid": 3, "high": AC, "low": AC, "jack": BD, "game": BD}),
            Way(
                "Ann",
                FOUR,
                {
                    "pitcher": "Ann",
                    "bid": 3,
                    "high": "Ann",
                    "low": "Ann",
                    "jack": "Bob",
                    "game": "Bob",
                },
            ),
        ],
    ),
    Played(
        "sergeant-major",
        "scoring-example",
        LAST,
        [Way("Ann", THREE, {"tricks": {"Ann": 10, "Bob": 3, "Cai": n}}) for n in (3, 4)],
    ),
    Played(
        "sergeant-major",
        "scoring-example-2",
        LAST,
        [Way("Bob", THREE, {"tricks": {"Ann": 10, "Bob": 3, "Cai": n}}) for n in (3, 4)],
    ),
    Played(
        "sergeant-major",
        "scoring-example-3",
        LAST,
        [
            Way("Cai", THREE, {"tricks": {"Ann": n, "Bob": 3, "Cai": 3}}, {"game": "spades"})
            for n in (10, 11)
        ],
    ),
    alone(
        "golf",
        "scoring-example",
        {"grid-cards": {"Ann": "7 7 K 4 2 Q", "Bob": "A 3 A 3 A 3"}},
        names=TWO,
    ),
    alone(
        "column-golf",
        "scoring-example-2",
        {"ended": "Ann", "grid-points": {"Ann": 12, "Bob": 3}},
        names=TWO,
    ),
    pair(
        "canasta",
        "scoring-example",
        {
            "out": AC,
            "melds": {AC: 340, BD: 0},
            "natural": {AC: 1},
            "mixed": {AC: 1},
            "red-threes": {AC: 1},
            "held-points": {AC: 45, BD: 0},
        },
    ),
    alone(
        "rummy-500",
        "scoring-example-2",
        {
            "out": "Ann",
            "laid-cards": {"Ann": "A 2 3"},
            "low": {"Ann": 1},
            "laid-points": {"Bob": 0},
            "held-points": {"Bob": 20},
        },
        names=TWO,
    ),
    pair("whist", "scoring-example", {"tricks": {AC: 9, BD: 4}}, honours={AC: 3}),
    alone("skip-stock", "scoring-example", {"won": "Ann", "stock": {"Bob": 7, "Cai": 3}}),
    five_hundred("scoring-example", "8-hearts", 8),
    five_hundred("scoring-example-2", "7-no-trump", 6),
    alone(
        "phase-rummy",
        "scoring-example",
        {"out": "Ann", "phase": {"Ann": True}, "left-cards": {"Bob": "7 12 Skip Wild"}},
        who="Bob",
        names=TWO,
    ),
    alone(
        "continental-rummy",
        "scoring-example-3",
        {"out": "Ann", "left-cards": {"Bob": "K", "Cai": "3", "Dee": "3"}, "missing": {"Bob": 2}},
        who="Bob",
        names=FOUR,
    ),
    Played(
        "hand-and-foot",
        "scoring-example",
        LAST,
        [books(FOUR, AC), books(THREE, "Ann"), books(SIX, ACE)],
    ),
]


@pytest.mark.parametrize("played", PLAYED, ids=lambda each: f"{each.slug}-{each.anchor}")
def test_an_example_says_what_the_table_counts(played):
    assert played.anchor in examples(played.slug)[1]

    for options, rules, found in chosen_examples(played.slug):
        rule = found.get(played.anchor)
        if rule is not None:
            said = {int(text) - played.starts for text in re.findall(played.says, rule.words)}
            counted = {way.points(rules) for way in played.ways} - {None}
            assert counted == said, (options, rule.words)
