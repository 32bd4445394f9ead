"""What a table reports after a deal, scored or refused."""

import pytest

from rules.entries import EntryRefusedError, Problem, Side, Table
from rules.library import library
from rules.schemes import Line
from rules.scoring import report, score_deal

NAMES = {"1": "Ann", "2": "Bob", "3": "Cai"}


def score(slug, deal, texts, *, options=(), dealer="3", overrule=False) -> tuple[Line, ...]:
    """The lines of a deal that Ann, Bob and Cai played and reported so."""
    ruleset = library().variant(slug).ruleset(dict.fromkeys(options, True))
    table = Table(tuple(Side(key, name) for key, name in NAMES.items()), dealer)
    entry = report(ruleset, deal, table, texts)
    return score_deal(ruleset, deal, entry, overrule=overrule)


def problems(slug, deal, texts, **kwargs) -> list[Problem]:
    """Why that report is refused."""
    with pytest.raises(EntryRefusedError) as refused:
        score(slug, deal, texts, **kwargs)
    return list(refused.value.problems)


def told(lines) -> list[tuple[str, int, str]]:
    return [(line.side, line.points, line.because) for line in lines]
