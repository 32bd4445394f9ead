"""Reasons as they are stored and shown, including those that this version doesn’t know."""

import pytest

from rules.engine.reasons import because, codes, load_reason, text_of, texts_of

# Every parameter that any reason has, with values of the wrong kind.
PARAMS = (
    "amount", "asks", "at", "beyond", "bid", "bonus", "card", "cards", "chips", "columns", "count",
    "deals", "each", "entered", "factor", "hearts", "high", "items", "label", "least", "limit",
    "low", "many", "name", "needed", "number", "one", "opening", "opponents", "phase", "player",
    "points", "quota", "reasons", "taken", "text", "to", "total", "tricks", "values",
)  # fmt: skip
UNKNOWN = "reason not known to this version ({})"


def test_an_unknown_code_is_named():
    stored = {"code": "from-the-future", "count": 3}

    assert text_of(stored) == UNKNOWN.format("from-the-future")
    assert load_reason(stored).dump() == stored


def test_an_unknown_part_leaves_the_rest_readable():
    stored = because("went-out").plus("times", factor=2).dump()
    stored["and"].append({"code": "from-the-future"})

    assert text_of(stored) == "went out, × 2, " + UNKNOWN.format("from-the-future")


@pytest.mark.parametrize(
    "stored", ["went out", 5, True, ["went-out"], {"count": 3}, {"code": None}, {"code": 5}]
)
def test_data_without_a_code_is_an_unknown_reason(stored):
    assert text_of(stored) == UNKNOWN.format("?")
    assert texts_of([stored]) == (UNKNOWN.format("?"),)


@pytest.mark.parametrize("stored", [None, {}, ""])
def test_no_status_has_no_text(stored):
    assert text_of(stored) == ""


@pytest.mark.parametrize("parts", [None, 5, "went-out", {"code": "went-out"}])
def test_parts_that_are_no_list_are_left_out(parts):
    assert text_of({"code": "went-out", "and": parts}) == "went out"


@pytest.mark.parametrize("parts", [[None], [5], ["went-out"], [["went-out"]]])
def test_parts_that_are_no_reasons_are_unknown(parts):
    assert text_of({"code": "went-out", "and": parts}) == "went out, " + UNKNOWN.format("?")


def test_missing_parameters_make_a_reason_unknown():
    assert text_of({"code": "collects"}) == UNKNOWN.format("collects")
    assert text_of({"code": "cards", "cards": "KS"}) == UNKNOWN.format("cards")


def test_parameters_of_the_wrong_kind_make_a_reason_unknown():
    assert text_of({"code": "cards", "cards": 5, "values": [5]}) == UNKNOWN.format("cards")
    assert text_of({"code": "contract", "bid": 7, "taken": 7}) == UNKNOWN.format("contract")
    assert text_of({"code": "bags", "count": "2"}) == UNKNOWN.format("bags")


@pytest.mark.parametrize("value", [None, -1, 3, "", "x", [], [None], {}], ids=repr)
def test_every_reason_has_some_text_whatever_was_stored(value):
    for code in sorted(codes()):
        for stored in ({"code": code}, {"code": code, **dict.fromkeys(PARAMS, value)}):
            assert isinstance(text_of(stored), str), stored


def test_a_parameter_of_none_is_left_out():
    assert because("nil-made", player=None).dump() == {"code": "nil-made"}
    assert because("nil-made", player="Ann").text == "Ann: nil made"


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (because("total-entered", total=-5), "−5, entered as a total"),
        (because("total-entered", total="20-3"), "20−3, entered as a total"),
        (because("collects", points=-12).plus("times", factor=-2), "collects −12, × −2"),
        (because("hearts-taken", cards=["♠Q", "♦J"], values=[13, -10]), "♠Q, ♦J: 13 + −10"),
        (because("moon-of", name="Hans-Joachim"), "Hans-Joachim shot the moon"),
    ],
)
def test_a_negative_number_has_a_minus_sign(reason, text):
    assert reason.text == text
