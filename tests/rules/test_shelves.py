import pytest

from rules.engine.catalogue import catalogue
from rules.engine.contracts import Special

VARIANTS = list(catalogue().variants)
ROOT = "contract-rummy"


def test_the_root_of_a_family_comes_first_and_its_children_by_name():
    names = [variant.name for variant in catalogue().variants.values() if variant.family == ROOT]

    assert names[0] == "Contract Rummy"
    assert names[1:] == sorted(names[1:])


def test_a_game_that_the_catalogue_does_not_have_is_a_key_error():
    with pytest.raises(KeyError):
        catalogue().variant("bridge")


@pytest.mark.parametrize(
    ("slug", "lineage"),
    [
        ("contract-rummy", ["contract-rummy"]),
        ("contract-rummy-eight", ["contract-rummy-eight"]),
        ("may-i", ["may-i", "contract-rummy"]),
        ("shanghai-rummy-kolsov", ["shanghai-rummy-kolsov", "shanghai-rummy", "contract-rummy"]),
    ],
)
def test_a_game_knows_what_it_is_based_on(slug, lineage):
    assert [variant.slug for variant in catalogue().lineage(catalogue().variant(slug))] == lineage


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_games_family_and_name_are_those_of_its_rules(slug):
    variant = catalogue().variant(slug)

    assert (variant.standard.slug, variant.standard.name) == (slug, variant.name)


def test_a_child_states_only_what_differs():
    liverpool, classic = (catalogue().variant(s).standard for s in ("liverpool-rummy", ROOT))

    changed = {"slug", "name", "scoring"}
    assert liverpool.model_dump(exclude=changed) == classic.model_dump(exclude=changed)
    assert liverpool.scoring.cut_bonus == -50
    assert liverpool.scoring.values == classic.scoring.values


def test_a_patch_of_a_child_reaches_into_what_it_inherits():
    shanghai = catalogue().variant("shanghai-rummy").standard

    assert [deal.cards for deal in shanghai.deals] == [11] * 7
    assert shanghai.deal(6).special == (Special.RUNS_NOT_TOUCHING,)
    assert shanghai.deal(7).special == (
        Special.RUNS_NOT_TOUCHING,
        Special.WHOLE_HAND,
        Special.LONG_RUNS,
        Special.NO_DISCARD,
    )


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("liverpool-rummy", ["no-jokers"]),
        ("may-i", ["no-jokers"]),
        ("shanghai-rummy", ["no-shanghai-call", "no-jokers"]),
        ("shanghai-rummy-kolsov", ["whole-hand-last-deal", "no-jokers", "no-shanghai-call"]),
        ("shanghai-rummy-powe", ["no-jokers"]),
        ("progressive-rummy", ["kitty-split", "exact-shares", "custom-settlement", "no-jokers"]),
    ],
)
def test_a_child_has_its_own_options_and_those_it_names_of_its_parent(slug, options):
    assert [option.id for option in catalogue().variant(slug).options] == options
