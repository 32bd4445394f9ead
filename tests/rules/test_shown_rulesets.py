"""Translated rulesets, which mypy keeps apart from those that are stored and compared.

mypy checks this file too. It reports a line that ignores an error if there is none, so ``./dev
lint`` fails as soon as one of these mistakes is allowed.
"""

from collections.abc import Callable

import pytest
from pydantic import ValidationError

from rules.engine.catalogue import catalogue
from rules.engine.rulesets import Ruleset, ShownRuleset
from rules.engine.snapshots import RulesSnapshot, dump_ruleset, fingerprint
from rules.reference.differences import differences
from rules.reference.facts import facts
from rules.reference.game_words import translated_ruleset

VARIANT = catalogue().variant("contract-rummy")
ENGLISH = VARIANT.standard
SHOWN = translated_ruleset(ENGLISH)

MISTAKES: tuple[Callable[[], object], ...] = (
    lambda: dump_ruleset(SHOWN),  # type: ignore[arg-type]
    lambda: fingerprint(SHOWN),  # type: ignore[arg-type]
    lambda: translated_ruleset(SHOWN),  # type: ignore[arg-type]
    lambda: differences(ENGLISH, SHOWN),  # type: ignore[arg-type]
    lambda: VARIANT.has_ruleset(SHOWN),  # type: ignore[arg-type]
    lambda: SHOWN == ENGLISH,  # type: ignore[operator]
    lambda: ENGLISH == SHOWN,  # type: ignore[operator]
    lambda: facts(ENGLISH),  # type: ignore[arg-type]
)


def test_a_shown_ruleset_equals_only_itself() -> None:
    shown, english = dict(SHOWN), dict(ENGLISH)
    assert shown == english

    assert translated_ruleset(ENGLISH) == SHOWN
    assert SHOWN != ENGLISH  # type: ignore[operator]
    assert ENGLISH != SHOWN  # type: ignore[operator]
    assert not VARIANT.has_ruleset(SHOWN)  # type: ignore[arg-type]


def test_a_shown_ruleset_is_not_stored() -> None:
    assert not issubclass(ShownRuleset, Ruleset)
    with pytest.raises(ValidationError, match="ruleset"):
        RulesSnapshot(ruleset=SHOWN, entries={})  # type: ignore[arg-type]
