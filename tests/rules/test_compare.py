import pytest

from rules.engine.catalogue import Catalogue, catalogue
from rules.reference.compare import MOST, compare, relatives, suggestions
from rules.reference.rule_texts import rule_texts

VARIANTS = tuple(catalogue().variants.values())
CHILDREN = tuple(variant.slug for variant in VARIANTS if variant.based_on)
SOURCE = '[[sources]]\ntitle = "Our kitchen"\n'
JAM = """
deals = [{}]
end = { wins = "highest", target = 20 }

[scoring]
scheme = "tally"
figures = { items = [{ id = "jars", label = "Jars", ask = "count", required = true, worth = 1 }] }
"""
SHANGHAIS = ("shanghai-rummy", "shanghai-rummy-kolsov", "shanghai-rummy-powe")


def beside(*slugs):
    return compare(rule_texts(), [catalogue().variant(slug) for slug in slugs])


def rows(part, *, same=None):
    """Return each row’s label with the texts, one for each game."""
    return {
        row.label: tuple(" ".join(cell.lines) for cell in row.cells)
        for row in part.rows
        if same in (None, row.same)
    }


def test_card_values_are_told_by_ranks_that_have_one_answer_in_each_game():
    values = beside("contract-rummy", "shanghai-rummy").values

    assert values.title == "Cards left in hand"
    assert rows(values) == {
        "2–7": ("face value", "5"),
        "8, 9": ("face value", "10"),
        "10–K": ("10", "10"),
        "A": ("15", "20"),
        "Joker": ("15", "50"),
    }
    assert rows(values, same=True) == {"10–K": ("10", "10")}


def test_a_single_rank_has_its_points():
    values = beside("contract-rummy", "progressive-rummy", "may-i").values

    assert rows(values, same=False) == {
        "2": ("2", "20", "2"),
        "3–9": ("face value", "5", "face value"),
        "10": ("10", "5", "10"),
        "Joker": ("15", "20", "25"),
    }


def test_a_game_that_counts_no_cards_has_no_values_beside_one_that_does():
    values = beside("contract-rummy", "euchre").values

    assert rows(values) == {"2–9": ("face value", ""), "10–K": ("10", ""), "A, Joker": ("15", "")}


def test_facts_are_compared_by_name():
    facts = beside("contract-rummy", "shanghai-rummy-powe").facts

    assert [row.key for row in facts.rows if row.same] == [
        *("players", "wild", "smallest", "larger", "joker-swap")
    ]
    assert rows(facts, same=False) == {
        "Packs and jokers": (
            (
                "3 players: two packs, two jokers; 4 players: two packs, three jokers; "
                "5 players: two packs, four jokers"
            ),
            "two packs, four jokers",
        ),
        "Deals": ("seven deals", "eight deals"),
        "Cards dealt": ("10 in deals 1–3; 12 in deals 4–7", "10 in every deal"),
        "May I? (out of turn) / Buy (out of turn)": (
            "unlimited, each with an extra card from the stock",
            "2 for each player, each with 2 extra cards from the stock",
        ),
        "Aces in runs": ("low or high, never in the middle", "high only"),
        "A player’s runs in one suit": (
            "must not touch; they may overlap or leave a gap",
            "one run per suit for each player",
        ),
        "Two sets of the same rank / Two books of the same rank": ("allowed", "not allowed"),
        "Jokers in a meld": ("any number", "at most 1"),
        "Laying off": ("from your next turn", "in the same turn as you lay down"),
        "Going out": ("your last card must be a discard", "never with a discard"),
        "Winner": ("lowest total after seven deals", "lowest total after eight deals"),
    }


def test_what_two_ways_of_counting_call_by_one_key_stays_apart():
    facts = beside("euchre", "euchre-cutthroat").facts
    others = beside("euchre", "five-hundred").facts

    euchred = [(row.label, row.same) for row in facts.rows if row.key == "euchre"]
    assert euchred == [
        ("Makers with fewer than 3, to the defenders", False),
        ("Makers with fewer than 3, to each defender", False),
    ]
    defenders = [row.label for row in others.rows if row.key == "defender"]
    assert defenders == ["Lone defender who euchres them", "Each trick of the others"]


def test_a_fact_that_a_game_does_not_have_is_left_blank():
    facts = beside("shanghai-rummy", "contract-rummy", "liverpool-rummy").facts

    called = "a discard that fits a meld may be called and played there"
    assert rows(facts)["Shanghai call"] == (called, "", "")
    assert rows(facts)["Perfect cut"] == (
        *("", "", "−50 points for the player to the dealer’s right"),
    )


def test_deals_are_compared_by_contract_whatever_a_game_calls_its_melds():
    deals = beside("contract-rummy", "shanghai-rummy").deals

    assert deals.title == "Deals"
    assert not deals.differs
    assert rows(deals)["Deal 1"] == ("two sets of 3", "two books of 3")


def test_a_deal_that_only_some_games_have():
    deals = rows(beside(*SHANGHAIS).deals)

    assert list(deals) == [f"Deal {number}" for number in range(1, 11)]
    assert deals["Deal 5"] == (
        "two books of 3, one run of 4",
        "one set of 3, one run of 7",
        "two books of 3, one run of 4 Nobody may go out by discarding.",
    )
    assert deals["Deal 8"] == (
        "",
        "one set of 3, one run of 10",
        (
            "three runs of 4 Nobody may go out by discarding. "
            "A player’s runs must be in different suits."
        ),
    )
    assert deals["Deal 9"] == ("", "three sets of 3, one run of 5", "")


def test_games_whose_deals_are_all_alike_list_none():
    assert beside("euchre", "spades").deals.rows == ()
    assert rows(beside("spades", "hearts").deals)["Deal 1"] == ("", "Pass three cards to the left.")


def told(slug):
    sections = rule_texts().sections(catalogue().variant(slug))
    return {rule.anchor: rule.text for section in sections for rule in section.rules}


@pytest.mark.parametrize("slug", CHILDREN)
def test_each_rule_of_a_child_stands_beside_its_parents_of_the_same_name(slug):
    parent = catalogue().variant(slug).based_on
    theirs, own = told(parent), told(slug)

    comparison = beside(parent, slug)

    assert comparison.akin
    found = [row for part in comparison.sections for row in part.rows]
    assert sorted(row.key for row in found) == sorted(theirs.keys() | own.keys())
    for row in found:
        texts = [" ".join(cell.lines) for cell in row.cells]
        assert texts == [theirs.get(row.key, ""), own.get(row.key, "")]
        assert row.same == (texts[0] == texts[1])


def test_rules_keep_the_order_of_each_game():
    comparison = beside("contract-rummy", "liverpool-rummy")

    for part in comparison.sections:
        anchors = [row.key for row in part.rows]
        own = [anchor for anchor in told("contract-rummy") if anchor in anchors]
        assert [anchor for anchor in anchors if anchor in own] == own


def test_games_of_different_roots_are_compared_section_by_section():
    comparison = beside("euchre", "hearts")

    assert not comparison.akin
    rules = {rule for slug in ("euchre", "hearts") for rule in told(slug).values()}
    lines = [
        line
        for part in comparison.sections
        for row in part.rows
        for cell in row.cells
        for line in cell.lines
    ]
    assert set(lines) == rules
    assert all(len([row for row in part.rows if not row.same]) <= 1 for part in comparison.sections)


def test_what_games_of_different_roots_say_in_the_same_words_is_the_same():
    comparison = beside("contract-rummy", "contract-rummy-eight")
    both = set(told("contract-rummy").values()) & set(told("contract-rummy-eight").values())

    same = {row.cells[0].lines[0] for part in comparison.sections for row in part.rows if row.same}

    assert same
    assert same <= both


def test_a_game_refers_to_the_one_before_that_says_the_same():
    values = beside("contract-rummy", "shanghai-rummy", "may-i", "shanghai-rummy-powe").values

    ace = next(row for row in values.rows if row.label == "A")

    assert [cell.as_in for cell in ace.cells] == ["", "", "Contract Rummy", "Shanghai Rummy"]
    assert [cell.games for cell in ace.cells[:2]] == [
        ("Contract Rummy", "May I?"),
        ("Shanghai Rummy", "Shanghai Rummy (Powe)"),
    ]


def test_house_rules_are_compared_by_name():
    options = beside("contract-rummy", "may-i", "liverpool-rummy").options

    assert [row.key for row in options.rows if row.same] == ["no-jokers"]
    joker = next(row for row in options.rows if row.key == "joker-25")
    assert joker.label == "Jokers count 25"
    assert [bool(cell.lines) for cell in joker.cells] == [True, False, False]


def test_what_is_the_same_is_counted():
    assert beside("euchre", "golf").same_words == ""
    assert beside("euchre", "hearts").same_words == "1 rule is the same"
    shanghai = beside("contract-rummy", "shanghai-rummy").same_words
    assert shanghai.startswith("1 card value, 8 facts, 7 deals, ")
    assert shanghai.endswith(" rules and 1 house rule are the same")


def test_a_part_says_how_much_of_it_differs():
    akin = beside("contract-rummy", "shanghai-rummy")

    assert akin.values.differing == "4 differ"
    assert akin.deals.differing == "the same"
    assert beside("contract-rummy", "may-i").values.differing == "1 differs"


def test_of_games_of_different_roots_all_rules_are_counted():
    games = [catalogue().variant(slug) for slug in ("euchre", "hearts")]
    rules = [
        section.rules
        for game in games
        for section in rule_texts().sections(game)
        if section.key == "scoring"
    ]

    sections = {part.key: part for part in compare(rule_texts(), games).sections}

    assert sections["scoring"].differing == f"{len(rules[0]) + len(rules[1])} rules"


def test_sections_that_nobody_plays_by_stand_last():
    parts = [part.key for part in beside("contract-rummy", "may-i").parts]

    assert parts[:4] == ["values", "facts", "deals", "players"]
    assert parts[-5:] == ["names", "tips", "glossary", "history", "house-rules"]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.slug)
def test_a_game_compared_with_itself_is_the_same(variant):
    comparison = compare(rule_texts(), [variant, variant])

    assert not any(part.differs for part in comparison.parts)


def test_suggestions_are_parents_with_their_children():
    found = suggestions(catalogue())

    parents = [parent.slug for parent, *_ in found]
    assert set(parents) == {game.based_on for game in VARIANTS if game.based_on}
    assert len(set(parents)) == len(parents)
    for parent, *children in found:
        assert {child.based_on for child in children} == {parent.slug}
        assert 1 <= len(children) < MOST


def test_children_with_a_contributor_or_children_of_their_own_are_suggested_first(tmp_path):
    (tmp_path / "catalogue").mkdir()
    for slug, more in (
        ("jam", 'family = "kitchen"\nplayers = { min = 2, max = 4 }'),
        ("jam-apple", 'based_on = "jam"'),
        ("jam-berry", 'based_on = "jam"\ncontributor = "Bea"'),
        ("jam-cherry", 'based_on = "jam"'),
        ("jam-plum", 'based_on = "jam"'),
        ("jam-plum-hot", 'based_on = "jam-plum"'),
    ):
        rest = "" if "based_on" in more else JAM
        text = f'slug = "{slug}"\nname = "{slug}"\nsummary = "Jam."\n{more}\n{rest}\n{SOURCE}'
        (tmp_path / "catalogue" / f"{slug}.toml").write_text(text, "utf-8")

    found = suggestions(Catalogue(tmp_path))

    assert [[game.slug for game in games] for games in found] == [
        ["jam", "jam-berry", "jam-plum", "jam-apple"],
        ["jam-plum", "jam-plum-hot"],
    ]


@pytest.mark.parametrize(
    ("slug", "slugs"),
    [
        ("shanghai-rummy-powe", ["shanghai-rummy", "shanghai-rummy-kolsov"]),
        ("euchre", ["euchre-cutthroat"]),
        ("any-game", []),
    ],
)
def test_relatives_are_parent_children_and_siblings(slug, slugs):
    found = relatives(catalogue(), catalogue().variant(slug))

    assert [game.slug for game in found] == slugs


def test_a_parent_stands_before_children_and_these_before_siblings():
    found = [game.slug for game in relatives(catalogue(), catalogue().variant("shanghai-rummy"))]

    assert found[:3] == ["contract-rummy", "shanghai-rummy-kolsov", "shanghai-rummy-powe"]
    assert {"may-i", "liverpool-rummy"} <= set(found[3:])
    assert "shanghai-rummy" not in found
