"""Contracts in tally games: made, failed and tied, and the points that are held over."""

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.entries import DealReport, Problem
from rules.engine.errors import CatalogueError
from rules.engine.replay import uses_past
from rules.reference.facts import facts
from tests.rows import each_row
from tests.rules.played import deal, points, refusals
from tests.rules.scored import entry_fields, past_of
from tests.rules.transcript import entry_texts, keys_of, table_of

US, THEM = "Ann & Cai", "Bob & Dee"


def rules(slug, options=None, patches=None):
    return catalogue().variant(slug).ruleset(options, patches)


def took(side, ours, **more):
    """Return a deal that ``side`` took, in which Ann & Cai have ``ours`` of 162 points."""
    return {"takers": side, "tricks": {US: ours, THEM: 162 - ours}} | more


def test_takers_with_more_points_make_their_contract():
    assert deal("belote", took(US, 96, declarations={US: 20})) == {
        US: (116, "Trick points: 96; Declarations: 20; made the contract, 116 to 66"),
        THEM: (66, "Trick points: 66"),
    }


def test_the_other_side_scores_everything_but_belote_if_the_contract_fails():
    assert deal("belote", took(US, 70, belote=US)) == {
        US: (20, "Trick points: 70; Belote and rebelote; failed the contract, 90 to 92"),
        THEM: (162, "Trick points: 92; beat the contract, collects 70"),
    }


@pytest.mark.parametrize(
    ("entry", "scored"),
    [
        # 82 to 80, the narrowest contract
        pytest.param(took(US, 82), {US: 82, THEM: 80}, id="made by two points"),
        pytest.param(took(US, 80), {US: 0, THEM: 162}, id="failed by two points"),
        # 72 + 20 = 92 to 90
        pytest.param(took(US, 72, belote=US), {US: 92, THEM: 90}, id="made by belote"),
        # 82 to 80 + 20 = 100
        pytest.param(took(US, 82, belote=THEM), {US: 0, THEM: 182}, id="failed by belote"),
        # 90 to 72 + 50 = 122
        pytest.param(
            took(US, 90, declarations={THEM: 50}), {US: 0, THEM: 212}, id="failed by a declaration"
        ),
        # 60 + 50 = 110 to 102
        pytest.param(
            took(US, 60, declarations={US: 50}), {US: 110, THEM: 102}, id="made by a declaration"
        ),
        # 40 + 50 = 90 to 122: the takers’ declaration goes over too, 162 + 50
        pytest.param(
            took(US, 40, declarations={US: 50}), {US: 0, THEM: 212}, id="declaration lost"
        ),
        pytest.param(took(US, 162, capot=US), {US: 252, THEM: 0}, id="capot of the takers"),
        pytest.param(took(US, 0, capot=THEM), {US: 0, THEM: 252}, id="capot of the others"),
        # 252 to 200: four jacks don’t beat a capot
        pytest.param(
            took(US, 162, capot=US, declarations={THEM: 200}),
            {US: 252, THEM: 200},
            id="capot against four jacks",
        ),
        pytest.param(
            took(US, 0, capot=THEM, belote=US), {US: 20, THEM: 252}, id="belote without a trick"
        ),
    ],
)
def test_the_points_decide_whether_a_contract_is_made(entry, scored):
    assert points("belote", entry) == scored


def test_all_points_without_a_capot_are_possible_but_questioned():
    # The others took a trick of 0. Their four jacks win with 200 to 162.
    entry = took(US, 162, declarations={THEM: 200})

    (problem,) = refusals("belote", entry)

    assert problem == Problem(
        "usually-more",
        "Ann & Cai has 162 under “Trick points” without “Capot”. Is that right?",
        "tricks-1",
        warning=True,
    )
    assert points("belote", entry, accept_warnings=True) == {US: 0, THEM: 362}


def test_tied_takers_wait_for_the_winner_of_the_next_deal():
    tied = took(US, 81)

    assert deal("belote", tied) == {
        US: (0, "Trick points: 81; tied at 81, points held"),
        THEM: (81, "Trick points: 81"),
    }
    assert deal("belote", took(US, 100), before=[tied]) == {
        US: (181, "Trick points: 100; made the contract, 100 to 62; 81 held from a tie"),
        THEM: (62, "Trick points: 62"),
    }
    # 60 to 102: the other side has won the deal.
    assert points("belote", took(US, 60), before=[tied]) == {US: 0, THEM: 243}


def test_tied_takers_also_leave_belote_behind():
    # 71 + 20 = 91 each
    tied = took(US, 71, belote=US)

    assert points("belote", tied) == {US: 0, THEM: 91}
    assert points("belote", took(THEM, 50), before=[tied]) == {US: 50, THEM: 203}


def test_held_points_add_up_and_are_collected_once():
    before = [took(US, 81), took(THEM, 81)]

    # 81 + 81 = 162 held; 90 + 162 = 252
    assert points("belote", took(US, 90), before=before) == {US: 252, THEM: 72}
    assert points("belote", took(US, 90), before=[*before, took(US, 90)]) == {US: 90, THEM: 72}


@pytest.mark.parametrize(
    ("option", "scored"), [("tie-made", {US: 81, THEM: 81}), ("tie-failed", {US: 0, THEM: 162})]
)
def test_a_group_may_decide_ties_at_once(option, scored):
    options = {option: True}

    assert points("belote", took(US, 81), options=options) == scored
    # Nothing is held over.
    after = points("belote", took(US, 100), options=options, before=[took(US, 81)])
    assert after == {US: 100, THEM: 62}


@pytest.mark.parametrize(
    ("entry", "scored"),
    [
        pytest.param({}, {US: 82, THEM: 80}, id="made by two points"),
        # 81 is not more than half.
        pytest.param({"tricks": {US: 81, THEM: 81}}, {US: 0, THEM: 162}, id="tied"),
        # 82 + 20 = 102 to 80 + 50 = 130: 162 + 20 + 50
        pytest.param({"roem": {US: 20, THEM: 50}}, {US: 0, THEM: 232}, id="roem goes over"),
        pytest.param(
            {"tricks": {US: 162, THEM: 0}, "pit": US, "roem": {US: 20}},
            {US: 282, THEM: 0},
            id="pit",
        ),
        pytest.param(
            {"tricks": {US: 0, THEM: 162}, "pit": THEM}, {US: 0, THEM: 262}, id="pit of the others"
        ),
    ],
)
def test_makers_in_klaverjas_need_more_than_half(entry, scored):
    made = {"makers": US, "tricks": {US: 82, THEM: 80}}

    assert points("klaverjas", made | entry) == scored


@pytest.mark.parametrize(("ours", "ticks"), [(100, [US]), (60, []), (81, [])])
def test_only_takers_who_made_their_contract_have_a_tick(ours, ticks):
    ruleset = rules("belote")
    table = table_of(ruleset, ("Ann", "Bob", "Cai", "Dee"), "Ann")
    texts = entry_texts(took(US, ours), keys_of(table))

    (scored,) = past_of(ruleset, [DealReport(1, table, texts)]).deals

    assert [table.name(side) for side in scored.marks] == ticks


def test_no_declarations_are_asked_for_where_they_do_not_count():
    fields = entry_fields(rules("belote", {"no-declarations": True}), 1, 4)

    assert [field.id for field in fields] == ["takers", "tricks", "belote", "capot"]


@each_row
def test_a_fact_tells_what_a_contract_is(options, text):
    found = {fact.key: (fact.label, fact.text) for fact in facts(rules("belote", options))}

    assert found["tally-contract"] == ("Contract", text)


# Figures

POINTS = {"id": "points", "label": "Points", "ask": "points", "required": True, "worth": 1}
TAKERS = {"id": "takers", "label": "Takers", "ask": "one-side", "required": True}


def with_contract(items=(TAKERS, POINTS), **contract):
    """Return the rules of a game for two players with this contract."""
    figures = {
        "scoring.figures.items": list(items),
        "scoring.figures.contract": {"takers": "takers"} | contract,
        "players.min": 2,
        "players.max": 2,
    }
    return rules("any-game", patches=figures)


def test_what_is_typed_is_not_the_score_if_a_contract_can_fail():
    (alone,) = entry_fields(rules("any-game"), 1, 2)
    _takers, compared = entry_fields(with_contract(), 1, 2)

    assert alone.points_each == 1
    assert compared.points_each == 0
    assert uses_past(with_contract())


@pytest.mark.parametrize(
    ("contract", "sentence"),
    [
        (
            {"takers": "points"},
            (
                ".contract.takers: “takers” must name a required item without points that asks "
                "for one side"
            ),
        ),
        ({"kept": ["belote"]}, ".contract: there is no item “belote”"),
        (
            {"kept": ["takers"]},
            ".contract: “kept” lists items with points, not the one that names the takers",
        ),
    ],
)
def test_a_contract_that_makes_no_sense_is_refused(contract, sentence):
    with pytest.raises(CatalogueError) as refused:
        with_contract(**contract)

    assert str(refused.value) == f"Any game: scoring.figures{sentence}"


@pytest.mark.parametrize("change", [{"required": False}, {"worth": 5}, {"asked": False}])
def test_takers_are_named_in_every_deal_and_score_nothing_for_it(change):
    with pytest.raises(CatalogueError, match="“takers” must name a required item without points"):
        with_contract(items=(TAKERS | change, POINTS))


def test_a_contract_needs_two_sides():
    with pytest.raises(CatalogueError, match="contract: needs two sides, but 3 play"):
        rules(
            "any-game",
            patches={
                "scoring.figures.items": [TAKERS, POINTS],
                "scoring.figures.contract": {"takers": "takers"},
                "players.min": 3,
            },
        )
