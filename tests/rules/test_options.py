"""Values of options, and options that can’t be combined."""

import pytest
from pydantic import ValidationError

from rules.engine.catalogue import catalogue
from rules.engine.errors import CatalogueError
from rules.engine.variants import MAX_FIGURES, Option, Unknown
from rules.reference.rule_texts import rule_texts

TARGET = Option(
    id="other-target",
    label="Another target",
    asks="end.target",
    answer="number",
    least=50,
    most=500,
    usual="200",
)
LIMIT = Option(
    id="other-limit",
    label="Another limit",
    asks="end.out_at",
    answer="number",
    patch={"end.tie_plays_on": True},
)
WORD = Option(
    id="other-word", label="Another word for a deal", asks="words.deal.one", answer="text"
)
PAYS = Option(id="other-pays", label="Other payments", asks="settlement.pays")
ACE_ONE = Option(id="ace-one", label="Aces cost 1", patch={"scoring.values.A": 1}, group="aces")
ACE_ELEVEN = Option(
    id="ace-eleven", label="Aces cost 11", patch={"scoring.values.A": 11}, group="aces"
)
JOKERS = Option(
    id="jokers-fifty", label="Jokers cost 50", patch={"scoring.values.Joker": 50}, group="jokers"
)


def ruleset(*offered, slug="contract-rummy", **chosen):
    """Return the rules with these options, named with ``_`` instead of ``-``."""
    variant = catalogue().variant(slug).model_copy(update={"options": offered})
    return variant.ruleset({name.replace("_", "-"): said for name, said in chosen.items()})


def refusal(*offered, **chosen):
    with pytest.raises(CatalogueError) as refused:
        ruleset(*offered, **chosen)
    return str(refused.value)


@pytest.mark.parametrize("target", [50, 200, 500])
def test_a_number_stands_where_the_option_asks_for_it(target):
    rules = ruleset(TARGET, other_target=target)

    assert rules.end.target == target
    assert rules.options == {"other-target": target}


@pytest.mark.parametrize("said", [49, 501, -50, "200", 200.0, True, None, [200]])
def test_a_number_must_be_whole_and_within_its_limits(said):
    assert refusal(TARGET, other_target=said) == (
        "“Another target” needs a whole number from 50 to 500."
    )


def test_nothing_may_be_an_answer():
    # 0 means that there is no target, so the game ends after its deals
    rules = ruleset(TARGET.model_copy(update={"least": 0}), other_target=0)

    assert rules.end.target == 0
    assert rules.length == 7
    assert rules.options == {"other-target": 0}


def test_an_option_may_change_more_than_it_asks_for():
    rules = ruleset(LIMIT, other_limit=101)

    assert (rules.end.out_at, rules.end.tie_plays_on) == (101, True)


def test_without_limits_of_its_own_a_number_goes_from_nothing_to_a_hundred_thousand():
    assert ruleset(LIMIT, other_limit=100_000).end.out_at == 100_000
    assert refusal(LIMIT, other_limit=100_001) == (
        "“Another limit” needs a whole number from 0 to 100000."
    )


def test_a_text_stands_where_the_option_asks_for_it():
    assert ruleset(WORD, other_word="hand").words.deal.one == "hand"


@pytest.mark.parametrize("said", ["", "  ", 5, True, None, ["hand"]])
def test_a_text_must_say_something(said):
    assert refusal(WORD, other_word=said) == "“Another word for a deal” needs a word or two."


@pytest.mark.parametrize("count", [1, MAX_FIGURES])
def test_figures_are_a_list_of_at_least_one(count):
    rules = ruleset(PAYS, slug="progressive-rummy", other_pays=[3] * count)

    assert rules.settlement.pays == (3,) * count


@pytest.mark.parametrize("said", [[], "2 4", 5, True, [1] * 13])
def test_figures_that_are_none_or_too_many_are_refused(said):
    assert refusal(PAYS, slug="progressive-rummy", other_pays=said) == (
        "“Other payments” needs whole numbers separated by commas, such as 2, 4, 6."
    )


def test_one_option_of_a_group_may_be_chosen():
    offered = (ACE_ONE, ACE_ELEVEN, JOKERS)

    eleven = ruleset(*offered, ace_eleven=True, jokers_fifty=True)

    assert (eleven.scoring.values["A"], eleven.scoring.values["Joker"]) == (11, 50)


def test_two_options_of_a_group_exclude_each_other():
    offered = (ACE_ONE, ACE_ELEVEN, JOKERS)
    sentence = "“Aces cost 1” and “Aces cost 11” can’t be used together. Choose one."

    assert refusal(*offered, ace_eleven=True, ace_one=True) == sentence
    assert refusal(*offered, ace_one=True, ace_eleven=True, jokers_fifty=True) == sentence


def test_an_option_of_a_group_that_is_switched_off_excludes_nothing():
    rules = ruleset(ACE_ONE, ACE_ELEVEN, ace_one=False, ace_eleven=True)

    assert rules.scoring.values["A"] == 11
    assert rules.options == {"ace-eleven": True}


def test_an_option_may_exclude_others_without_a_group():
    jokers = JOKERS.model_copy(update={"excludes": ("other-target", "ace-one")})
    offered = (ACE_ONE, ACE_ELEVEN, jokers, TARGET)

    assert refusal(*offered, jokers_fifty=True, other_target=200) == (
        "“Jokers cost 50” and “Another target” can’t be used together. Choose one."
    )
    assert refusal(*offered, jokers_fifty=True, ace_one=True) == (
        "“Aces cost 1” and “Jokers cost 50” can’t be used together. Choose one."
    )
    assert ruleset(*offered, jokers_fifty=True, ace_eleven=True).scoring.values["Joker"] == 50
    assert ruleset(*offered, other_target=200, ace_one=True).end.target == 200


def test_options_without_a_group_go_together():
    free = [option.model_copy(update={"group": ""}) for option in (ACE_ONE, ACE_ELEVEN)]

    # the later one in the file wins
    assert ruleset(*free, ace_one=True, ace_eleven=True).scoring.values["A"] == 11


def test_the_limits_of_a_number_go_upwards():
    with pytest.raises(ValidationError, match="least is larger than most"):
        Option(id="x", label="X", asks="end.target", answer="number", least=5, most=4)


@pytest.mark.parametrize("path", ["scoring.values", "deals.5", "deals.15"])
def test_what_no_source_says_are_values_or_a_deal(path):
    assert Unknown(path=path, label="What cards cost").path == path


@pytest.mark.parametrize(
    "path", ["scoring", "scoring.values.A", "deals", "deals.x", "deals.5.sets", "end.target"]
)
def test_other_things_that_no_source_says_cannot_be_asked_for(path):
    with pytest.raises(ValidationError):
        Unknown(path=path, label="What cards cost")


# Options that contradict each other, or that are about nothing without another.


@pytest.mark.parametrize(
    ("slug", "one", "other"),
    [
        ("rummy", {"winner-scores": True}, {"cash-settlement": 5}),
        ("rummy", {"no-shuffle-reuse": True}, {"reshuffle-limit": True}),
        ("rummy", {"block-rummy": True}, {"reshuffle-limit": True}),
        *(
            ("spades", {"mirror": True}, {other: True})
            for other in ("blind-doubles", "blind-seven-140", "barmore", "no-nil")
        ),
        ("spades-solo", {"mirror": True}, {"no-nil": True}),
        ("spades", {"barmore": True}, {"jokers-high": True}),
        *(
            ("gin-rummy", {"straight-gin": True}, {other: True})
            for other in ("extra-boxes", "undercut-20", "undercut-25")
        ),
    ],
)
def test_options_that_contradict_each_other_are_not_combined(slug, one, other):
    game = catalogue().variant(slug)
    labels = {option.id: option.label for option in game.options}
    both = one | other
    first, second = sorted((labels[key] for key in both), key=list(labels.values()).index)

    with pytest.raises(CatalogueError) as refused:
        game.ruleset(both)

    assert str(refused.value) == f"“{first}” and “{second}” can’t be used together. Choose one."
    assert game.ruleset(one).options == one
    assert game.ruleset(other).options == other


def test_a_moon_needs_a_bonus_diamond_only_if_one_counts():
    hearts = catalogue().variant("hearts")

    with pytest.raises(CatalogueError) as refused:
        hearts.ruleset({"bonus-needed-for-moon": True})

    assert str(refused.value) == (
        "“The moon also needs the bonus diamond” needs another house rule. Also choose “Jack of "
        "diamonds counts −10 (Omnibus)” or “Ten of diamonds counts −10 (Omnibus)”."
    )
    for diamond in ("jack-of-diamonds", "ten-of-diamonds"):
        assert hearts.ruleset({diamond: True, "bonus-needed-for-moon": True})


def test_an_option_is_completed_with_the_first_one_that_it_requires():
    hearts = catalogue().variant("hearts")
    moon = {"bonus-needed-for-moon": True}

    assert hearts.with_required(moon) == moon | {"jack-of-diamonds": True}
    assert hearts.with_required(moon | {"ten-of-diamonds": True}) == (
        moon | {"ten-of-diamonds": True}
    )


def test_the_rank_of_the_benny_without_trumps_is_left_to_the_players():
    euchre, rank = catalogue().variant("euchre"), "cards-benny-without-trumps"

    def anchors(*options):
        rules = euchre.ruleset(dict.fromkeys(options, True))
        sections = rule_texts().sections(euchre, rules)
        return {rule.anchor for section in sections for rule in section.rules}

    assert rank in anchors("deck-25-benny", "no-trump")
    assert rank not in anchors("deck-25-benny") | anchors("no-trump")
