from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from rules.engine.catalogue import catalogue
from rules.engine.schemes import Mark, Past
from rules.engine.scoring import DealReport, past_of
from rules.engine.settlement import settle
from tests.rules.played import standings
from tests.rules.statuses import status
from tests.rules.transcript import load_transcripts

TRANSCRIPTS = load_transcripts()
BY_NAME = [pytest.param(transcript, id=transcript.name) for transcript in TRANSCRIPTS]
DEALS = [
    pytest.param(transcript, deal, id=f"{transcript.name}-{deal.number}")
    for transcript in TRANSCRIPTS
    for deal in transcript.deals
]


def reports_of(transcript):
    return [
        DealReport(deal.number, transcript.table(deal.dealer), deal.texts(transcript.keys))
        for deal in transcript.deals
    ]


@cache
def played(name):
    """Return a transcript’s deals, scored one after another."""
    transcript = next(t for t in TRANSCRIPTS if t.name == name)
    return past_of(transcript.rules, reports_of(transcript)).deals


def lines_of(transcript, deal):
    return played(transcript.name)[deal.number - 1].lines


def replay(transcript, deals=None):
    """Return the state after the first ``deals``, or all of them, and each side’s kitty payment."""
    scored = played(transcript.name)[:deals]
    paid = Counter()
    for line in (line for deal in scored for line in deal.lines):
        paid[line.side] += line.kitty_payment
    sides = list(transcript.sides.values())
    last = scored[-1]
    won = [side for side in sides if Mark.WON in last.marks(side)]
    points = [deal.points for deal in scored]
    marks = [{side: deal.marks(side) for side in sides} for deal in scored]
    stopped = transcript.stopped and deals is None
    game = standings(transcript.rules, sides, points, won=won, marks=marks, stopped=stopped)
    return game, paid


@pytest.mark.parametrize(("transcript", "deal"), DEALS)
def test_a_deal_of_a_transcript_asks_for_the_contract_written_there(transcript, deal):
    asked = transcript.rules.deal(deal.number)

    assert transcript.rules.contract_words(asked) == deal.contract
    assert asked.cards == deal.cards


@pytest.mark.parametrize(("transcript", "deal"), DEALS)
def test_a_deal_of_a_transcript_gives_the_points_written_there(transcript, deal):
    lines = lines_of(transcript, deal)

    points = {
        name: sum(line.points for line in lines if line.side == key)
        for name, key in transcript.sides.items()
    }
    assert points == deal.points


@pytest.mark.parametrize(("transcript", "deal"), DEALS)
def test_the_table_is_told_what_a_transcript_says(transcript, deal):
    table = transcript.table(deal.dealer)
    past = Past(played(transcript.name)[: deal.number])

    told = status(transcript.rules, table, past) if deal.status else {}

    names = {key: name for name, key in transcript.sides.items()}
    assert {names[key]: text for key, text in told.items() if text} == deal.status


@pytest.mark.parametrize(("transcript", "deal"), DEALS)
def test_cards_of_a_transcript_are_worked_out_as_written_there(transcript, deal):
    lines = lines_of(transcript, deal)

    worked = {
        name: line.reason.text.rpartition(": ")[2].replace(" ", "")
        for name, key in transcript.keys.items()
        for line in lines
        if line.side == key and name in deal.working and ": " in line.reason.text
    }
    assert worked == deal.working


@pytest.mark.parametrize("transcript", BY_NAME)
def test_totals_of_a_transcript_run_as_written_there(transcript):
    game, _ = replay(transcript)

    running = [
        {name: totals[key] for name, key in transcript.sides.items()} for totals in game.running
    ]
    assert running == [deal.totals for deal in transcript.deals]


@pytest.mark.parametrize("transcript", BY_NAME)
def test_a_transcript_ends_with_the_places_and_winners_written_there(transcript):
    game, _ = replay(transcript)

    names = {key: name for name, key in transcript.sides.items()}
    assert {names[standing.side]: standing.place for standing in game.places} == transcript.places
    assert game.is_over
    assert len(transcript.deals) == 1 or not replay(transcript, -1)[0].is_over
    assert tuple(names[side] for side in game.winners) == transcript.winners


@pytest.mark.parametrize("transcript", BY_NAME)
def test_a_transcript_settles_as_written_there(transcript):
    game, paid = replay(transcript)
    rule = transcript.rules.settlement

    payments = settle(rule, game, paid) if rule else ()

    names = {key: name for name, key in transcript.sides.items()}
    nets = {names[payment.side]: payment.net for payment in payments}
    assert nets == (transcript.settlement or {})
    assert sum(nets.values(), Fraction(0)) == 0


@pytest.mark.parametrize("transcript", BY_NAME)
def test_the_deal_goes_round_the_table_of_a_transcript(transcript):
    first = transcript.players.index(transcript.first_dealer)
    step = 1 if transcript.rules.players.clockwise else -1
    seats = [
        (first + step * turn) % len(transcript.players) for turn in range(len(transcript.deals))
    ]

    assert [deal.dealer for deal in transcript.deals] == [transcript.players[s] for s in seats]


@pytest.mark.parametrize("slug", [v.slug for v in catalogue().variants.values() if v.scored])
def test_every_scored_variant_has_a_transcript_of_a_whole_game(slug):
    assert slug in {transcript.variant for transcript in TRANSCRIPTS}


@pytest.mark.parametrize("transcript", BY_NAME)
def test_a_transcript_has_all_its_deals_at_a_table_of_allowed_size(transcript):
    transcript.rules.check_table(len(transcript.players))

    numbers = [deal.number for deal in transcript.deals]
    assert numbers == list(range(1, (transcript.rules.length or len(numbers)) + 1))
