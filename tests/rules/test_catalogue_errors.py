"""Errors in catalogues: the message names the file and the key."""

import shutil

import pytest

from rules.engine.catalogue import DATA, Catalogue
from rules.engine.deal_seating import DealSeating, DealSide
from rules.engine.errors import CatalogueError
from rules.reference.rule_texts import RuleTexts
from tests.rows import each_row
from tests.rules.played import standings
from tests.rules.scored import report, score_deal

CHILD = """
slug = "kitchen-rummy"
name = "Kitchen Rummy"
based_on = "contract-rummy"
summary = "Contract Rummy as our kitchen plays it."
aliases = []
readings = []

[[sources]]
title = "Our kitchen"
"""


@pytest.fixture
def folder(tmp_path):
    """A folder that contains only Contract Rummy."""
    for name in ("catalogue/contract-rummy.toml", "reference/contract-rummy.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(DATA / name, tmp_path / name)
    return tmp_path


def add(folder, text, name="kitchen-rummy"):
    (folder / "catalogue" / f"{name}.toml").write_text(text, "utf-8")


def change(folder, old, new):
    path = folder / "catalogue" / "contract-rummy.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def refusal(folder):
    with pytest.raises(CatalogueError) as refused:
        RuleTexts(Catalogue(folder))
    return str(refused.value)


@each_row
def test_a_file_at_fault_is_named_with_its_key(folder, old, new, sentence):
    change(folder, old, new)

    assert refusal(folder).startswith(sentence)


@each_row
def test_a_child_at_fault_is_named_with_its_key(folder, old, new, sentence):
    add(folder, CHILD.replace(old, new))

    assert refusal(folder) == sentence


def test_games_based_on_each_other_are_named(folder):
    add(folder, CHILD)
    change(folder, 'slug = "contract-rummy"', 'slug = "contract-rummy"\nbased_on = "kitchen-rummy"')

    assert refusal(folder) == (
        "contract-rummy.toml:2: based_on: “kitchen-rummy” is itself based on this game. "
        "Choose another one."
    )


@each_row
def test_all_mistakes_of_all_files_are_listed_at_once(folder, parent, child, sentences):
    for old, new in parent:
        change(folder, old, new)
    text = CHILD
    for old, new in child:
        text = text.replace(old, new)
    add(folder, text)

    assert refusal(folder).splitlines() == sentences


ROOK = """
slug = "kitchen-rook"
name = "Kitchen Rook"
family = "rook"
summary = "Rook cards as our kitchen plays them."
players = { min = 3, max = 6 }
deals = [{ number = 1 }]

[deck]
by_players = { "3-4" = { cards = 8 }, "5-6" = { packs = 2, cards = 10 } }
pack = { 1 = 4, 2 = 4, 3 = 4, 4 = 4, 5 = 4, 6 = 4, 7 = 4, 8 = 4, Rook = 1 }

[scoring]
scheme = "cards-left"
values = { Rook = 20, "1-4" = 5, "5-8" = 10 }

[[sources]]
title = "Our kitchen"
"""


def test_ranges_follow_the_pack_of_the_game(folder):
    add(folder, ROOK, "kitchen-rook")

    rules = Catalogue(folder).variant("kitchen-rook").standard

    low, high = dict.fromkeys("1234", 5), dict.fromkeys("5678", 10)
    assert rules.scoring.values == {**low, **high, "Rook": 20}
    assert list(rules.scoring.values) == [*"12345678", "Rook"]
    assert {n: size.packs for n, size in rules.deck.by_players.items()} == {3: 1, 4: 1, 5: 2, 6: 2}


def test_ranges_of_a_child_follow_the_pack_of_its_parent(folder):
    add(folder, ROOK, "kitchen-rook")
    attic = CHILD.replace("kitchen-rummy", "attic-rook").replace("contract-rummy", "kitchen-rook")
    add(folder, attic + '\n[scoring]\nvalues = { "7-Rook" = 30 }\n', "attic-rook")

    rules = Catalogue(folder).variant("attic-rook").standard

    assert rules.scoring.values == {
        **dict.fromkeys("1234", 5),
        **dict.fromkeys("56", 10),
        **dict.fromkeys("78", 30),
        "Rook": 30,
    }


def test_a_patch_changes_one_of_the_sizes_of_table_said_together(folder):
    add(folder, ROOK + '\n[patch]\n"deck.by_players.4.cards" = 7\n', "kitchen-rook")

    rules = Catalogue(folder).variant("kitchen-rook").standard

    assert [rules.cards_dealt(rules.deal(1), players) for players in (3, 4, 5, 6)] == [8, 7, 10, 10]


@each_row
def test_a_game_with_its_own_pack_is_named_with_its_key(folder, old, new, sentence):
    assert old in ROOK
    add(folder, ROOK.replace(old, new), "kitchen-rook")

    assert refusal(folder) == sentence


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ('answer = "number"\nmost = 60', ""),  # 0, the minimum, is suggested
        ('answer = "number"\nleast = 5\nmost = 60\nusual = "70"', "“Cards” needs a whole number"),
        ('answer = "number"\nusual = "x"', "“Cards” needs a whole number"),
        ('answer = "number"\nleast = 12\nmost = 60\nusual = "20"', "deal 1 needs"),
        ('answer = "number"\nleast = 5\nmost = 2', "least is larger than most"),
        ('answer = "text"\nusual = "many"', "deals.1.cards: “many” isn’t valid"),
        ('answer = "text"', ""),  # the group has to decide this
        ('answer = "number"\nmost = 60\npatch = { "deals.2.cards" = 1 }', "“deals.2.cards” leads"),
    ],
)
def test_an_option_is_tried_with_what_the_page_proposes(folder, option, sentence):
    asked = f'\n[[options]]\nid = "cards"\nlabel = "Cards"\nasks = "deals.1.cards"\n{option}\n'
    add(folder, ROOK + asked, "kitchen-rook")

    if sentence:
        assert f": {sentence}" in refusal(folder)
    else:
        assert [o.id for o in Catalogue(folder).variant("kitchen-rook").options] == ["cards"]


def test_a_game_that_stands_alone_needs_all_its_tables(folder):
    add(folder, CHILD.replace('based_on = "contract-rummy"', 'family = "kitchen"'))

    assert refusal(folder) == "\n".join(
        f"kitchen-rummy.toml: {key}: “{key}” is missing. Add it."
        for key in ("players", "deals", "scoring")
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "## deal\n- One.\n\n## end\n- Two.\n\n## deal\n- Three.\n",
            "reference/contract-rummy.md:7: “deal” appears twice. Put its rules together.",
        ),
        (
            "## dealing\n- One.\n",
            "reference/contract-rummy.md:1: “dealing” isn’t a section. Did you mean “deal”?",
        ),
        ("## deal\nOne.\n", "reference/contract-rummy.md:2: Write “## key” or “- [name] a rule”."),
        ("- One.\n", "reference/contract-rummy.md:1: Write a heading “## key” above this rule."),
        ("# Deal\n", "reference/contract-rummy.md:1: Write “## key” or “- [name] a rule”."),
    ],
)
def test_a_reference_at_fault_is_named_with_its_line(folder, text, sentence):
    (folder / "reference" / "contract-rummy.md").write_text(text, "utf-8")

    assert refusal(folder) == sentence


def test_a_new_game_is_one_file_that_says_what_differs(folder):
    add(
        folder,
        CHILD.replace("aliases = []", 'inherit_options = ["no-jokers"]')
        + """
[scoring]
values = { "2-9" = 5, "Joker" = 30 }

[patch]
"deals.*.cards" = 13
""",
    )

    rules = Catalogue(folder).variant("kitchen-rummy").ruleset()

    table = DealSeating(
        (DealSide("1", "Ann"), DealSide("2", "Bob"), DealSide("3", "Cai")), dealer="1"
    )
    texts = {"out": "1", "left-cards-2": "jk 9 K", "left-points-3": "20"}
    scored = []
    for deal in rules.deals:
        lines = score_deal(rules, deal.number, report(rules, deal.number, table, texts))
        scored.append({line.side: line.points for line in lines})
    game = standings(rules, table.keys, scored)
    assert [deal.cards for deal in rules.deals] == [13] * 7
    assert scored == [{"1": 0, "2": 45, "3": 20}] * 7
    assert game.running[-1] == {"1": 0, "2": 315, "3": 140}
    assert game.winners == ("1",)


def test_a_new_game_tells_its_parents_rules_with_its_own_figures(folder):
    add(folder, CHILD + '\n[scoring]\nvalues = { "Joker" = 30 }\n')
    games = Catalogue(folder)

    sections = RuleTexts(games).sections(games.variant("kitchen-rummy"))

    scoring = next(found for found in sections if found.key == "scoring")
    assert scoring.inherited_from == "Contract Rummy"
    told = [rule.text for rule in scoring.rules]
    assert "A joker counts 30 points, an ace 15, and a king, queen or jack 10." in told


def test_a_grandchild_may_come_before_its_parents(folder):
    add(folder, CHILD)
    attic = CHILD.replace("contract-rummy", "kitchen-rummy", 1)
    add(
        folder,
        attic.replace('slug = "kitchen-rummy"', 'slug = "attic-rummy"')
        + "\n[scoring]\ncut_bonus = -20\n",
        "attic-rummy",
    )

    games = Catalogue(folder)

    attic = games.variant("attic-rummy")
    assert [variant.slug for variant in games.lineage(attic)] == [
        "attic-rummy",
        "kitchen-rummy",
        "contract-rummy",
    ]
    assert attic.standard.scoring.cut_bonus == -20
