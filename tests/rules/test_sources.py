import pytest

from rules.engine.catalogue import catalogue
from rules.reference.sources import source_of
from tools.game.properties import SOURCED, value_paths


def test_values_are_found_down_to_single_ranks_deals_and_table_sizes():
    standard = catalogue().variant("progressive-rummy").standard.model_dump(mode="json")

    found = [path for table in SOURCED for path in value_paths(standard[table], table)]

    assert len(found) == len(set(found)) == 360
    assert {
        "players.min",
        "deck.by_players.3.jokers",
        "melds.joker_swap.runs",
        "scoring.values.10",
        "settlement.unit.one",
        "deals.15.takes.extra",
        "end.target",
    } < set(found)


@pytest.mark.parametrize(
    ("slug", "path", "author"),
    [
        ("contract-rummy", "players.min", "Magnus and Greg Petras"),
        ("contract-rummy", "scoring.values.J", "Magnus and Greg Petras"),
        ("contract-rummy", "scoring.cut_bonus", "Magnus and Greg Petras"),
        ("liverpool-rummy", "scoring.cut_bonus", "Paul Welty"),
        ("liverpool-rummy", "scoring.values.Joker", "Magnus and Greg Petras"),
        ("liverpool-rummy", "deals.7", "Magnus and Greg Petras"),
        ("may-i", "scoring.values.Joker", "Greg Petras"),
        ("may-i", "scoring.values.A", "Magnus and Greg Petras"),
        ("may-i", "melds.joker_swap.runs", "Greg Petras"),
        ("may-i", "melds.ace", "Magnus and Greg Petras"),
        ("may-i", "deals.7.special", "Greg Petras"),
        ("may-i", "deals.2.special", "Magnus and Greg Petras"),
        ("shanghai-rummy", "scoring.values.5", "Mark Allen Davis"),
        ("shanghai-rummy", "deck.by_players.4.jokers", "Mark Allen Davis"),
        ("shanghai-rummy", "deck.by_players.4.packs", "Magnus and Greg Petras"),
        ("shanghai-rummy", "deals.2.cards", "Mark Allen Davis"),
        ("shanghai-rummy", "deals.2.sets", "Magnus and Greg Petras"),
        ("shanghai-rummy-kolsov", "scoring.values.5", "Mark Allen Davis"),
        ("shanghai-rummy-kolsov", "deals.10", "Deb Kolsov"),
        ("shanghai-rummy-powe", "melds.shanghai_call", "Tahelia Powe"),
        ("shanghai-rummy-powe", "melds.max_wild", "Mark Allen Davis"),
        ("progressive-rummy", "scoring.values.5", "John Eveleigh"),
        ("progressive-rummy", "settlement", "John Eveleigh"),
        ("progressive-rummy", "settlement.pays", "John Eveleigh"),
        ("progressive-rummy", "players.max", "Magnus and Greg Petras"),
    ],
)
def test_a_figure_rests_on_the_youngest_work_that_states_it(slug, path, author):
    assert source_of(catalogue(), slug, path).author == f"{author}, via pagat.com"


@pytest.mark.parametrize("path", ["settlement", "settlement.step", "colour"])
def test_what_a_game_does_not_have_has_no_source(path):
    assert source_of(catalogue(), "contract-rummy", path) is None
