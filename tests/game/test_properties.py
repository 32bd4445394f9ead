"""Every game of the catalogue has what readers, players and the search need."""

import pytest

from rules.engine.catalogue import catalogue
from rules.reference.rule_texts import rule_texts
from tests.rules.transcript import load_transcripts
from tools.game.properties import PROPERTIES, Game
from tools.game.replay import replay_faults

VARIANTS = catalogue().variants
TRANSCRIPTS = load_transcripts()


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_game_leaves_nothing_to_do(slug):
    transcripts = tuple(each for each in TRANSCRIPTS if each.variant == slug)
    game = Game(VARIANTS[slug], catalogue(), rule_texts(), transcripts=transcripts)

    assert [sentence for check in PROPERTIES for sentence in check(game)] == []


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda each: each.name)
def test_a_transcript_gives_what_was_worked_out_by_hand(transcript):
    assert list(replay_faults(transcript)) == []
