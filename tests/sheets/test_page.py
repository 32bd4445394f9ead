import pytest

from rules.library import library
from rules.rulesets import Ruleset
from scorekeeper.sheets.layout import blank_sheet
from scorekeeper.sheets.page import fit_page
from scorekeeper.sheets.pdf import _press


def page_for(slug, names, paper="a4"):
    sheet = blank_sheet(library().variant(slug).standard, names)
    return fit_page(sheet, paper, _press().faces)


@pytest.mark.parametrize(
    ("slug", "players", "paper", "size"),
    [
        ("contract-rummy", 4, "a4", (210, 297)),
        ("contract-rummy", 5, "letter", (215.9, 279.4)),
        ("progressive-rummy", 5, "a4", (210, 297)),
        ("may-i", 5, "a4", (210, 297)),
        ("may-i", 8, "a4", (297, 210)),
        ("contract-rummy-eight", 8, "letter", (279.4, 215.9)),
    ],
)
def test_a_page_is_upright_until_the_columns_grow_narrow(slug, players, paper, size):
    page = page_for(slug, [""] * players, paper)

    assert (page.width, page.height) == size


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("slug", library().variants)
def test_every_cell_is_large_enough_to_write_in(slug, paper):
    rules = library().variant(slug).standard
    players = rules.players
    for count in players.counts:
        page = page_for(slug, [""] * (count // players.team), paper)

        assert min(page.rows) >= 8
        # Large tables and long games without contracts make do with narrower columns.
        is_usual = count <= 8 and rules.deals[0].contract.size > 0
        assert page.points >= (12 if is_usual else 8)
        assert page.total >= (8 if is_usual else 6)
        assert sum(page.rows) <= page.room + 0.1


def test_short_names_stand_large_in_one_line():
    page = page_for("contract-rummy", ["Ann", "Bob", "", "Dee"])

    assert page.name_size == 12
    assert page.names == (("Ann",), ("Bob",), (), ("Dee",))


def test_long_names_shrink_and_break_at_spaces_and_hyphens():
    page = page_for("may-i", ["Søren Kierkegaard-Møller", "Александра Константинова"] * 4)

    assert page.name_size == 8
    assert page.names[:2] == (
        ("Søren Kierkegaard-", "Møller"),
        ("Александра", "Константинова"),
    )


def twelve_players(slug):
    plain = library().variant(slug).standard.model_dump(mode="json")
    plain["players"]["max"] = 12
    plain["deck"]["by_players"] |= {str(n): {"packs": 8, "jokers": 8} for n in range(3, 13)}
    return Ruleset.model_validate(plain)


def test_a_name_that_cannot_fit_ends_in_an_ellipsis():
    sheet = blank_sheet(twelve_players("may-i"), ["W" * 24, *["Ann Lee"] * 11])

    page = fit_page(sheet, "a4", _press().faces)

    assert page.name_size == 7
    assert page.names[:2] == (("WWWWWW", "WWWWWW", "WWWWWW…"), ("Ann Lee",))


def test_a_deal_with_many_special_rules_gets_a_higher_row_when_room_is_short():
    sheet = blank_sheet(twelve_players("shanghai-rummy"), [""] * 12)

    page = fit_page(sheet, "a4", _press().faces)

    assert page.rows[0] == page.rows[3] == min(page.rows)
    assert page.rows[6] == max(page.rows) > page.rows[0] + 5
    assert sum(page.rows) == pytest.approx(page.room, abs=0.1)


def test_a_game_of_a_hundred_deals_goes_on_overleaf():
    plain = library().variant("contract-rummy").standard.model_dump(mode="json")
    plain["deals"] = [{**plain["deals"][0], "number": number} for number in range(1, 101)]
    sheet = blank_sheet(Ruleset.model_validate(plain), [""] * 4)

    page = fit_page(sheet, "a4", _press().faces)

    assert page.rows == (8.4,) * 100


def test_a_long_title_shrinks():
    plain = library().variant("contract-rummy").standard.model_dump(mode="json")
    ruleset = Ruleset.model_validate(plain | {"name": "Rummy of the Seven Deals " * 2})
    sheet = blank_sheet(ruleset, [""] * 4)

    page = fit_page(sheet, "a4", _press().faces)

    assert page_for("contract-rummy", [""] * 4).title_size == 26
    assert 15 < page.title_size < 20
