"""The lines of the keys in a TOML file."""

import pytest

from rules.engine.toml_lines import key_lines, line_of

TEXT = """slug = "jam"
players = { min = 2, max = 4 }

[words]
deal = { one = "basket", many = "baskets" }

[scoring]
scheme = "tally"  # not { a table

[[scoring.figures.items]]
id = "jam"
label = "Jars [of] jam"

[[scoring.figures.items]]
id = "wasp"
worth = -2

[[deals]]
sets = [
  3,
  4,
]
cards = 11

[[options]]
id = "short"
patch = { "end.target" = 10 }

[patch]
"deals.*.cards" = 9
end.target = 5
"""


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        (("slug",), 1),
        (("players", "max"), 2),
        (("words",), 4),
        (("words", "deal", "many"), 5),
        (("scoring", "scheme"), 8),
        (("scoring", "figures", "items", 0, "label"), 12),
        (("scoring", "figures", "items", 1), 14),
        (("scoring", "figures", "items", 1, "worth"), 16),
        # A missing key is reported where its table begins.
        (("scoring", "figures", "items", 1, "label"), 14),
        (("deals", 0, "sets", 1), 19),
        (("deals", 0, "cards"), 23),
        (("options", 0, "patch", "end.target"), 27),
        (("patch", "deals.*.cards"), 30),
        (("patch", "end", "target"), 31),
        (("settlement", "unit"), 0),
    ],
)
def test_a_key_has_the_line_that_sets_it(steps, line):
    assert line_of(TEXT, steps) == line


def test_a_file_without_keys_has_no_lines():
    assert key_lines("# only a comment\n\n") == {}
