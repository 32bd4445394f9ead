"""Properties that every game in the catalogue must have."""

from collections import defaultdict
from itertools import combinations

import pytest

from rules.engine.catalogue import DATA, catalogue
from rules.engine.entries import EntryRefusedError
from rules.engine.errors import CatalogueError
from rules.engine.house_rules import adjustable_figures
from rules.engine.schemes import scheme_of
from rules.engine.scoring import entry_fields, entry_ids, past_of, report, score_deal
from rules.reference.facts import facts
from rules.reference.rule_texts import rule_texts
from tests.rules.played import usual_answer
from tests.rules.transcript import load_transcripts, table_of

VARIANTS = catalogue().variants
SLUGS = sorted(VARIANTS)
OPTIONS = [
    pytest.param(slug, option, id=f"{slug}-{option.id}")
    for slug in SLUGS
    for option in VARIANTS[slug].options
]
TRANSCRIPTS = load_transcripts()
NAMES = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo")
# Games sold under a brand name have a descriptive name here, but can be found by the brand name.
BRANDS = ("Phase 10", "Five Crowns", "Skyjo", "Yahtzee", "Scrabble", "Skip-Bo", "Rook", "Uno")
NOT_THE_BRAND = {"Toonerville Rook"}


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


def test_no_two_games_have_one_name():
    names = [variant.name.casefold() for variant in VARIANTS.values()]

    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_can_be_played_at_every_size_of_its_table(slug):
    rules = VARIANTS[slug].standard

    assert sizes(slug)
    for players in sizes(slug):
        rules.check_table(players)
        scheme_of(rules, players).check()


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if VARIANTS[slug].scored])
def test_a_game_asks_for_every_answer_once_at_every_size_of_its_table(slug):
    rules = VARIANTS[slug].standard
    for players in sizes(slug):
        table = table_of(rules, NAMES[:players], "Ann")

        names = inputs(rules, table)

        assert names
        assert sorted(names) == sorted(set(names))
        assert len(set(entry_ids(rules, 1, players))) == len(entry_ids(rules, 1, players))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_introduced(slug):
    variant = VARIANTS[slug]

    assert variant.summary.endswith(".")
    assert "\n" not in variant.summary
    assert variant.sources
    assert len(variant.name) <= 60
    assert all("\n" not in reading for reading in variant.readings)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_tells_its_names_object_scoring_and_end(slug):
    sections = {part.key: part.rules for part in rule_texts().sections(VARIANTS[slug])}

    assert {"names", "object", "scoring", "end"} <= sections.keys()
    assert all(sections.values())


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_has_facts(slug):
    told = facts(VARIANTS[slug].standard)

    assert {"players", "winner"} <= {fact.key for fact in told}
    assert all(fact.label and fact.text for fact in told)
    assert len({fact.key for fact in told}) == len(told)
    assert not [fact for fact in told if "None" in fact.text or "{" in fact.text]


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if VARIANTS[slug].unknown])
def test_what_no_source_says_of_a_game_is_asked_of_the_table(slug):
    variant = VARIANTS[slug]

    asked = [knob.path for knob in adjustable_figures(variant, variant.standard) if knob.is_unknown]

    assert all(gap.label for gap in variant.unknown)
    for gap in variant.unknown:
        assert [path for path in asked if path.startswith(f"{gap.path}.")]


# Its options


@pytest.mark.parametrize(("slug", "option"), OPTIONS)
def test_an_option_says_what_it_does_in_one_line(slug, option):
    assert option.label.strip() == option.label != ""
    assert option.explanation.endswith((".", "?"))
    assert "\n" not in option.label + option.explanation


@pytest.mark.parametrize(("slug", "option"), OPTIONS)
def test_an_option_can_be_played_alone_at_every_size_of_the_table(slug, option):
    rules = VARIANTS[slug].ruleset({option.id: usual_answer(option)})

    for players in rules.players.counts:
        rules.check_table(players)
        assert entry_fields(rules, 1, players) or not VARIANTS[slug].scored
    assert facts(rules)
    assert rule_texts().sections(VARIANTS[slug], rules)


@pytest.mark.parametrize("slug", SLUGS)
def test_two_options_make_a_game_together_or_are_said_to_exclude_each_other(slug):
    variant = VARIANTS[slug]

    for one, other in combinations(variant.options, 2):
        chosen = {option.id: usual_answer(option) for option in (one, other)}
        if one.bars(other):
            with pytest.raises(CatalogueError, match=r"can’t be used together\. Choose one\.$"):
                variant.ruleset(chosen)
        else:
            assert variant.ruleset(chosen).options == chosen


@pytest.mark.parametrize("slug", SLUGS)
def test_where_there_are_several_deals_each_says_something(slug):
    variant = VARIANTS[slug]
    chosen = [{}, *({option.id: usual_answer(option)} for option in variant.options)]

    for deals in (variant.ruleset(options).deals for options in chosen):
        empty = [
            deal.number
            for deal in deals
            if not (deal.contract.size or deal.cards or deal.special_rules)
        ]
        assert empty == [] or len(deals) == 1


@pytest.mark.parametrize(("slug", "option"), OPTIONS)
def test_an_option_excludes_options_that_there_are(slug, option):
    known = {other.id for game in catalogue().lineage(VARIANTS[slug]) for other in game.options}

    assert set(option.excludes) <= known - {option.id}


@pytest.mark.parametrize("slug", SLUGS)
def test_options_of_a_game_are_told_apart(slug):
    options = VARIANTS[slug].options

    assert len({option.id for option in options}) == len(options)
    assert len({option.label for option in options}) == len(options)


# Its names

# Names shared by several games in the catalogue. Contract Rummy’s sources list other games in its
# family under its names, and people may look for a form of a game under the game’s name.
SHARED = {
    "carioca": {"carioca", "carioca-chile"},
    "combination rummy": {"contract-rummy", "contract-rummy-eight", "combination-rummy"},
    "continental": {"continental-rummy", "continental-rummy-chips"},
    "continental rummy": {"continental-rummy", "continental-rummy-chips"},
    "crummy rummy": {"crummy-rummy", "crummy-rummy-five"},
    "deuces wild rummy": {"contract-rummy", "contract-rummy-eight", "deuces-wild-rummy"},
    "hollywood rummy": {"contract-rummy", "contract-rummy-eight", "hollywood-rummy"},
    "joker rummy": {
        "contract-rummy",
        "contract-rummy-eight",
        "joker-rummy",
        "liverpool-rummy-common",
        "rummy-500",
    },
    "liverpool rummy": {"liverpool-rummy", "liverpool-rummy-common"},
    "loba/carioca": {"carioca", "central-american-loba"},
    "may i?": {"may-i", "continental-rummy"},
    "shanghai": {"shanghai-rummy", "shanghai-rummy-kolsov", "shanghai-rummy-powe"},
    "shanghai rummy": {
        "contract-rummy",
        "contract-rummy-eight",
        "shanghai-rummy",
        "shanghai-rummy-kolsov",
        "shanghai-rummy-powe",
    },
    "telefunken": {"telefunken", "telefunken-ecuador"},
    "zioncheck": {"contract-rummy", "contract-rummy-eight", "zioncheck"},
}


def test_an_alias_finds_one_game():
    found: dict[str, set[str]] = defaultdict(set)
    for variant in VARIANTS.values():
        for name in (variant.name, *variant.aliases):
            found[name.casefold()].add(variant.slug)

    assert {name: slugs for name, slugs in found.items() if len(slugs) > 1} == SHARED


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_not_its_own_alias(slug):
    aliases = [alias.casefold() for alias in VARIANTS[slug].aliases]

    assert VARIANTS[slug].name.casefold() not in aliases
    assert len(set(aliases)) == len(aliases)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_title_carries_no_brand(slug):
    name = VARIANTS[slug].name

    words = f" {name.casefold().replace('(', ' ').replace(')', ' ').replace(',', ' ')} "
    carried = [brand for brand in BRANDS if f" {brand.casefold()} " in words]
    assert carried == [] or name in NOT_THE_BRAND


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
