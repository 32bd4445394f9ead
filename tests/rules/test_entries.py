import pytest

from rules.engine.deal_seating import DealSeating, DealSide
from rules.engine.entries import EntryField, Problem, unlikely_corrections
from rules.engine.inputs import CardsLeft, Count, OneSide, Points
from tests.rows import each_row
from tests.rules.played import problems, score


@each_row
def test_text_that_cannot_be_read_is_refused_at_its_input(texts, message, at):
    found = problems("progressive-rummy", 12, texts)

    assert found == [Problem("unreadable", message, at)]


def test_every_input_that_cannot_be_read_is_named():
    found = problems("contract-rummy", 1, {"left-cards-1": "X", "left-points-3": "Y"})

    assert [problem.input for problem in found] == ["left-cards-1", "left-points-3"]


@pytest.mark.parametrize(
    ("text", "points"), [("37", 37), ("12+11+7", 30), (" 12 + 11 ", 23), ("20-5", 15), ("12+", 12)]
)
def test_a_declared_total_may_be_a_sum(text, points):
    texts = {"out": "1", "left-points-2": text, "left-points-3": "7"}

    lines = score("contract-rummy", 1, texts)

    assert lines[1].points == points


TWO = DealSeating((DealSide("1", "Ann"), DealSide("2", "Bob")), dealer="1")


@pytest.mark.parametrize(
    ("before", "after", "messages"),
    [
        ({"left-points-2": "20"}, {"left-points-2": "205"}, ["Bob’s points: 20 → 205."]),
        ({"left-points-2": "20"}, {"left-points-2": "2"}, ["Bob’s points: 20 → 2."]),
        ({"left-points-2": "20"}, {"left-points-2": "190"}, []),
        ({"left-points-2": "0"}, {"left-points-2": "25"}, []),
        ({"left-points-2": "12+8"}, {"left-points-2": "100+100"}, ["Bob’s points: 20 → 200."]),
        ({"left-points-2": "20"}, {"left-cards-2": "K K"}, []),
        ({"left-points-2": "x"}, {"left-points-2": "20"}, []),
        ({"takes-1": "1"}, {"takes-1": "11"}, ["Ann: Take 1 → 11."]),
        ({"bonus": "-5"}, {"bonus": "-50"}, ["Bonus: −5 → −50."]),
        ({"out": "1"}, {"out": "10"}, []),
    ],
)
def test_a_number_that_changes_tenfold_may_be_mistyped(before, after, messages):
    fields = (
        EntryField("out", "Who went out", OneSide()),
        EntryField("left", "Left in hand", CardsLeft(), "side"),
        EntryField("takes", "Take", Count(20), "side"),
        EntryField("bonus", "Bonus", Points()),
    )

    found = list(unlikely_corrections(fields, TWO, before, after))

    assert [problem.message for problem in found] == [f"{text} Is that right?" for text in messages]
    assert [problem.input for problem in found] == list(after) * len(messages)
    assert all(problem.warning for problem in found)
