"""Hands that players enter on their own: which fields are theirs, and what is checked."""

from itertools import chain

import pytest

from rules.engine.checking import check_hand
from rules.engine.deal_seating import DealSeat, DealSeating, DealSide
from rules.engine.entries import DealReport, EntryRefusedError, fields_of_player, texts_of_player
from rules.engine.schemes import Past
from tests.rules.scored import entry_fields
from tests.rules.transcript import load_transcripts

SIDES = (DealSide("1", "Ann & Cai"), DealSide("2", "Bob"))
SEATS = (DealSeat("1", "Ann", "1"), DealSeat("2", "Bob", "2"), DealSeat("3", "Cai", "1"))
TABLE = DealSeating(SIDES, "1", SEATS)


def rules_of(slug):
    return next(played.rules for played in load_transcripts() if played.variant == slug)


@pytest.mark.parametrize(
    ("slug", "seat", "names"),
    [
        ("contract-rummy", 1, ["left-cards-2", "left-points-2", "out"]),
        ("contract-rummy", 0, []),  # partners score together
        ("push-rummy", 0, ["left-cards-1", "left-points-1", "out"]),
        ("euchre", 1, []),
    ],
)
def test_a_players_own_fields(slug, seat, names):
    fields = entry_fields(rules_of(slug), 1, 4)

    own = fields_of_player(fields, TABLE, SEATS[seat])

    assert [name for field, key in own for name in field.inputs(key).values()] == names


def test_a_mark_names_only_the_player():
    own = fields_of_player(entry_fields(rules_of("contract-rummy"), 1, 4), TABLE, SEATS[1])
    texts = {"out": "1 2", "left-cards-1": "K", "left-cards-2": " 5 ", "ran-out": "1"}

    assert texts_of_player(own, texts) == {"out": "2", "left-cards-2": "5"}
    assert texts_of_player(own, {"out": "1"}) == {}


def test_the_hands_of_all_transcripts_can_be_sent_one_by_one():
    """A hand that was played is valid on its own, whatever the others have.

    A number that follows from the others may be missing in a transcript. On the player’s own phone,
    it has to be entered.
    """
    problems, count = [], 0
    for played in {played.variant: played for played in load_transcripts()}.values():
        deal = played.deals[0]
        table, texts = played.table(deal.dealer), deal.texts(played.keys)
        fields = entry_fields(played.rules, deal.number, len(table.seats))
        for seat in table.seats:
            own = fields_of_player(fields, table, seat)
            typed = texts_of_player(own, texts)
            asked = (field.inputs(key).values() for field, key in own if field.scope != "deal")
            names = {*chain.from_iterable(asked), *typed}
            try:
                check_hand(played.rules, DealReport(1, table, typed), names, Past())
            except EntryRefusedError as error:
                problems += [(played.name, seat.name, problem) for problem in error.problems]
            count += bool(typed)

    assert [problem for problem in problems if problem[2].code != "missing"] == []
    assert count > 200
