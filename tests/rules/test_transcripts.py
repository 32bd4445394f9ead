from collections import Counter
from fractions import Fraction

import pytest

from rules.library import library
from rules.scoring import report, score_deal
from rules.standings import settle, standings
from tests.rules.transcript import load_transcripts

TRANSCRIPTS = load_transcripts()
BY_NAME = [pytest.param(transcript, id=transcript.name) for transcript in TRANSCRIPTS]
DEALS = [
    pytest.param(transcript, deal, id=f"{transcript.name}-{deal.number}")
    for transcript in TRANSCRIPTS
    for deal in transcript.deals
]


def rules_of(transcript):
    return library().variant(transcript.variant).ruleset(transcript.options)


def lines_of(transcript, deal):
    rules, table = rules_of(transcript), transcript.table(deal.dealer)
    entry = report(rules, deal.number, table, deal.texts(transcript.keys))
    return score_deal(rules, deal.number, entry)


def replay(transcript):
    """How the game stands at the end, and what each side paid into the kitty."""
    scored = []
    paid = Counter()
    for deal in transcript.deals:
        points = Counter(dict.fromkeys(transcript.keys.values(), 0))
        for line in lines_of(transcript, deal):
            points[line.side] += line.points
            paid[line.side] += line.pennies
        scored.append(points)
    return standings(rules_of(transcript), list(transcript.keys.values()), scored), paid


@pytest.mark.parametrize(("transcript", "deal"), DEALS)
def test_a_deal_of_a_transcript_asks_for_the_contract_written_there(transcript, deal):
    rules = rules_of(transcript)

    asked = rules.deal(deal.number)

    assert rules.contract_words(asked) == deal.contract
    assert asked.cards == deal.cards


@pytest.mark.parametrize(("transcript", "deal"), DEALS)
def test_a_deal_of_a_transcript_gives_the_points_written_there(transcript, deal):
    lines = lines_of(transcript, deal)

    points = {
        name: sum(line.points for line in lines if line.side == key)
        for name, key in transcript.keys.items()
    }
    assert points == deal.points


@pytest.mark.parametrize(("transcript", "deal"), DEALS)
def test_cards_of_a_transcript_are_worked_out_as_written_there(transcript, deal):
    lines = lines_of(transcript, deal)

    worked = {
        name: line.because.rpartition(": ")[2].replace(" ", "")
        for name, key in transcript.keys.items()
        for line in lines
        if line.side == key and name in deal.working and ": " in line.because
    }
    assert worked == deal.working


@pytest.mark.parametrize("transcript", BY_NAME)
def test_totals_of_a_transcript_run_as_written_there(transcript):
    game, _ = replay(transcript)

    running = [
        {name: totals[key] for name, key in transcript.keys.items()} for totals in game.running
    ]
    assert running == [deal.totals for deal in transcript.deals]


@pytest.mark.parametrize("transcript", BY_NAME)
def test_a_transcript_ends_with_the_places_and_winners_written_there(transcript):
    game, _ = replay(transcript)

    names = {key: name for name, key in transcript.keys.items()}
    assert {names[standing.side]: standing.place for standing in game.places} == transcript.places
    assert game.is_over
    assert tuple(names[side] for side in game.winners) == transcript.winners


@pytest.mark.parametrize("transcript", BY_NAME)
def test_a_transcript_settles_as_written_there(transcript):
    game, paid = replay(transcript)
    rule = rules_of(transcript).settlement

    payments = settle(rule, game, paid) if rule else ()

    names = {key: name for name, key in transcript.keys.items()}
    nets = {names[payment.side]: payment.net for payment in payments}
    assert nets == (transcript.settlement or {})
    assert sum(nets.values(), Fraction(0)) == 0


@pytest.mark.parametrize("transcript", BY_NAME)
def test_the_deal_passes_clockwise_through_a_transcript(transcript):
    first = transcript.players.index(transcript.first_dealer)
    seats = [(first + turn) % len(transcript.players) for turn in range(len(transcript.deals))]

    assert [deal.dealer for deal in transcript.deals] == [transcript.players[s] for s in seats]


@pytest.mark.parametrize("slug", [v.slug for v in library().variants.values() if v.scored])
def test_every_scored_variant_has_a_transcript_of_a_whole_game(slug):
    whole = [
        transcript.name
        for transcript in TRANSCRIPTS
        if transcript.variant == slug
        and [deal.number for deal in transcript.deals]
        == [deal.number for deal in rules_of(transcript).deals]
    ]

    assert whole


@pytest.mark.parametrize("transcript", BY_NAME)
def test_a_transcript_covers_all_its_deals_at_a_table_of_allowed_size(transcript):
    rules = rules_of(transcript)

    rules.check_table(len(transcript.players))

    assert [deal.number for deal in transcript.deals] == [deal.number for deal in rules.deals]
