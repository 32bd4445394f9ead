"""Properties that every game in the catalogue must have."""

import pytest

from rules.engine.catalogue import DATA, catalogue
from rules.engine.entries import EntryRefusedError
from rules.engine.schemes import scheme_of
from tests.rules.scored import entry_fields, past_of, report, score_deal
from tests.rules.transcript import load_transcripts

VARIANTS = catalogue().variants
SLUGS = sorted(VARIANTS)
OPTIONS = [
    pytest.param(slug, option, id=f"{slug}-{option.id}")
    for slug in SLUGS
    for option in VARIANTS[slug].options
]
TRANSCRIPTS = load_transcripts()
NAMES = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo")


def sizes(slug):
    return VARIANTS[slug].standard.players.counts


def inputs(rules, table):
    """Return the names of all inputs of the first deal."""
    return [
        name
        for asked in entry_fields(rules, 1, len(table.seats))
        for place in table.places(asked.scope) or (None,)
        for name in asked.inputs(place.key if place else "").values()
    ]


# The game


def test_every_file_is_one_game():
    files = [path.stem for path in (DATA / "catalogue").glob("*.toml")]

    assert sorted(files) == SLUGS
    assert [VARIANTS[slug].slug for slug in SLUGS] == SLUGS


def test_every_text_belongs_to_a_game():
    texts = {path.stem for path in (DATA / "reference").glob("*.md")}

    assert texts <= set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_can_be_played_at_every_size_of_its_table(slug):
    rules = VARIANTS[slug].standard

    assert sizes(slug)
    for players in sizes(slug):
        rules.check_table(players)
        scheme_of(rules, players).scoring.check()


# Its first deal


@pytest.mark.parametrize("transcript", [pytest.param(t, id=t.name) for t in TRANSCRIPTS])
def test_the_first_deal_of_a_transcript_may_be_entered(transcript):
    first = transcript.deals[0]
    table = transcript.table(first.dealer)

    entry = report(transcript.rules, 1, table, first.texts(transcript.keys))
    lines = score_deal(
        transcript.rules, 1, entry, past_of(transcript.rules, []), accept_warnings=True
    )

    assert {line.side for line in lines} == set(table.keys)
    assert all(line.reason.text for line in lines)


@pytest.mark.parametrize("transcript", [pytest.param(t, id=t.name) for t in TRANSCRIPTS])
def test_an_empty_entry_is_refused_with_what_to_do(transcript):
    table = transcript.table(transcript.deals[0].dealer)

    with pytest.raises(EntryRefusedError) as refused:
        score_deal(
            transcript.rules, 1, report(transcript.rules, 1, table, {}), accept_warnings=True
        )

    assert not refused.value.only_warnings
    for problem in refused.value.problems:
        assert problem.input in inputs(transcript.rules, table)
        assert problem.message.endswith((".", "?"))
        assert problem.code
