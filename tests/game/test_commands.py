"""``./dev game new``, ``check`` and ``show`` in a folder of an author’s own games."""

import pytest

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.reference.rule_texts import RuleTexts, rule_texts
from tests.games import games_in
from tests.rows import each_row
from tests.rules.few_games import copy_games
from tests.rules.transcript import load_transcript, load_transcripts
from tools.game.__main__ import main
from tools.game.checking import concerning, loaded, transcripts_of, unanswered
from tools.game.places import PROJECT, Places, own_places, places_of
from tools.game.properties import Game, has_a_source_for_each_value, is_filled_in, is_introduced
from tools.game.replay import replay_faults
from tools.game.scaffold import new_game
from tools.game.showing import show_game

FILES = (
    "catalogue/jam-race.toml",
    "lexicon/jam-race.toml",
    "reference/jam-race.md",
    "transcripts/jam-race.toml",
)
# For each file, texts of the scaffold and the author’s replacements.
FILLED = {
    "catalogue/jam-race.toml": (
        ("FILL IN: the aim of the game and how it is won, in one sentence.", "Boil jam to win."),
        ("FILL IN: where the rules come from", "Our kitchen"),
    ),
    "reference/jam-race.md": (
        ("FILL IN: in **Jam Race**, what players do, and other names of the game.", "A jam game."),
        ("FILL IN: which cards are used.", "The usual cards are used."),
        (
            ("FILL IN: how many cards each player gets, and what happens then."),
            "All cards are dealt.",
        ),
        ("FILL IN: what players try to do in a round.", "Boil most of the plums."),
        ("FILL IN: what a player does on their turn.", "Stir the pot, then taste the jam."),
        (
            "FILL IN: how much everything counts, with numbers from the data.",
            "Each jar is a point.",
        ),
        ("FILL IN: a word that only this game needs.", "what it takes to fill the jars."),
        ("FILL IN: which pages these rules follow.", "We made it up."),
    ),
    "transcripts/jam-race.toml": (
        ("FILL IN: what happens in this game", "Two rounds"),
        ("# FILL IN: how the points are worked out.\n", ""),
        ("FILL IN: how many points win Jam Race", "what do I stir on my turn in Jam Race"),
        ("FILL IN", "stir the pot"),
    ),
}


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    return copy_games(tmp_path_factory.mktemp("few"), "block-rummy", "hearts", "rummy")


@pytest.fixture
def folder(few, tmp_path):
    """An empty folder for an author’s own games, beside a few games of the project."""
    (tmp_path / "catalogue").mkdir()
    with games_in(tmp_path, few):
        yield tmp_path


def fill_in(folder):
    for name, replaced in FILLED.items():
        text = (folder / name).read_text("utf-8")
        for old, new in replaced:
            assert old in text
            text = text.replace(old, new)
        (folder / name).write_text(text, "utf-8")


def test_a_new_game_loads_at_once(few, folder, capsys):
    assert main(["new", "jam-race"]) == 0

    assert sorted(str(p.relative_to(folder)) for p in folder.rglob("*.*")) == sorted(FILES)
    assert capsys.readouterr().out.endswith("Fill them in, then run ./dev game check jam-race\n")
    game = Catalogue(few, folder).variant("jam-race")
    assert (game.name, game.standard.end.target) == ("Jam Race", 100)
    transcript = load_transcript(folder / "transcripts/jam-race.toml")
    assert [deal.points for deal in transcript.deals] == [
        {"Ann": 60, "Bob": 40},
        {"Ann": 45, "Bob": 20},
    ]


def test_the_check_lists_what_is_to_be_filled_in_and_is_then_satisfied(folder):
    main(["new", "jam-race"])
    catalogue.cache_clear()
    game, faults = loaded("jam-race")
    before = list(concerning(game))
    assert "catalogue/jam-race.toml:6: Replace “FILL IN” and the text after it." in before

    fill_in(folder)
    catalogue.cache_clear()
    load_transcripts.cache_clear()

    game, faults = loaded("jam-race")
    assert [*faults, *concerning(game)] == []


def test_a_game_of_the_project_is_checked_to_the_last_sheet(capsys):
    assert main(["check", "skip-stock"]) == 0

    assert capsys.readouterr().out == "skip-stock: no problems found.\n"


def test_a_game_needs_a_question_that_is_answered(folder):
    main(["new", "jam-race"])
    fill_in(folder)
    path = folder / "transcripts/jam-race.toml"
    text = path.read_text("utf-8")
    path.write_text(text.partition("# A question")[0], "utf-8")
    catalogue.cache_clear()
    load_transcripts.cache_clear()

    (sentence,) = unanswered(loaded("jam-race")[0])

    assert sentence == (
        "This game has no questions. Add [[questions]] with “ask” and “says” to "
        f"{folder / 'transcripts/jam-race.toml'}."
    )


def test_files_in_the_wrong_place_are_named(folder):
    new_game(own_places(), catalogue(), "jam-race")
    (folder / "reference/jam-rase.md").write_text("## names\n", "utf-8")
    (folder / "hearts-two.toml").write_text("", "utf-8")
    catalogue.cache_clear()

    assert loaded("jam-race")[1] == (
        "hearts-two.toml: Move this file to the folder “catalogue”.",
        "reference/jam-rase.md: There is no catalogue/jam-rase.toml. Did you mean “jam-race.md”?",
    )


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("[end]", "[ende]", "15: ende: There is no key “ende” here. Did you mean “end”?"),
        ("[[deals]]", "cards = [5, 5, 5]\n[[deals]]", "6: cards: 3 numbers, but 2 deals."),
    ],
)
def test_a_transcript_that_cannot_be_read_is_named(folder, old, new, mistake):
    new_game(own_places(), catalogue(), "jam-race")
    path = folder / "transcripts/jam-race.toml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    catalogue.cache_clear()
    load_transcripts.cache_clear()

    game, faults = loaded("jam-race")

    assert game.transcripts == ()
    assert faults == (f"transcripts/jam-race.toml:{mistake}",)


def test_a_child_starts_from_its_parent(few, folder):
    paths = new_game(own_places(), catalogue(), "our-hearts", "hearts")

    assert [path.parent.name for path in paths] == [
        *("catalogue", "reference", "lexicon", "transcripts")
    ]
    games = Catalogue(few, folder)
    child, parent = games.variant("our-hearts"), games.variant("hearts")
    assert [option.id for option in child.options] == [option.id for option in parent.options]
    assert child.standard.scoring == parent.standard.scoring
    RuleTexts(games).check(child)
    assert len(load_transcript(paths[3]).players) == 4


@pytest.mark.parametrize(
    ("slug", "based_on", "message"),
    [
        ("hearts", "", "There is already a game “hearts”. Choose another slug."),
        ("Jam", "", "“Jam” can’t be a slug. Use lowercase letters, digits and single hyphens."),
        ("jam--race", "", "“jam--race” can’t be a slug."),
        ("jam-race", "heart", "There is no game “heart” to base “jam-race” on."),
    ],
)
def test_a_game_that_cannot_be_new_is_refused(folder, slug, based_on, message):
    with pytest.raises(CatalogueError) as refused:
        new_game(own_places(), catalogue(), slug, based_on)

    assert str(refused.value).startswith(message)
    assert list(folder.rglob("*.*")) == []


def test_files_that_are_there_are_never_overwritten(folder):
    (folder / "reference").mkdir()
    (folder / "reference/jam-race.md").write_text("mine", "utf-8")

    with pytest.raises(CatalogueError, match="exists already"):
        new_game(own_places(), catalogue(), "jam-race")

    assert (folder / "reference/jam-race.md").read_text("utf-8") == "mine"
    assert not (folder / "catalogue/jam-race.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "block-rumy"], "There is no game “block-rumy”. Did you mean “block-rummy”?"),
        (["show", "block-rumy"], "There is no game “block-rumy”. Did you mean “block-rummy”?"),
        (["play"], "./dev game new SLUG"),
        ([], "./dev game new SLUG"),
    ],
)
def test_what_cannot_be_done_says_so(folder, capsys, arguments, message):
    assert main(arguments) == 1

    shown = capsys.readouterr()
    assert message in shown.out + shown.err


def test_mistakes_of_all_files_are_reported_at_once(folder, capsys):
    main(["new", "jam-race"])
    fill_in(folder)
    path, rules = folder / "catalogue/jam-race.toml", folder / "reference/jam-race.md"
    path.write_text(path.read_text("utf-8").replace("target = 100", "targt = 100"), "utf-8")
    rules.write_text(rules.read_text("utf-8").replace("A jam game.", "FILL IN."), "utf-8")
    catalogue.cache_clear()
    capsys.readouterr()

    assert main(["check", "jam-race"]) == 1

    line = path.read_text("utf-8").splitlines().index("targt = 100") + 1
    assert capsys.readouterr().out == (
        f"- jam-race.toml:{line}: end.targt: There is no key “targt” here. Did you mean “target”?\n"
        "- reference/jam-race.md:3: Replace “FILL IN” and the text after it.\n"
        "jam-race: 2 things to do.\n"
    )


def test_the_report_has_each_sentence_with_its_game_and_what_is_left_out():
    games = catalogue()
    lines = list(show_game(games.variant("progressive-rummy"), games, rule_texts()))

    assert lines[:2] == ["Progressive Rummy (progressive-rummy)", "based on contract-rummy"]
    assert any(line.startswith("  [empty-hand] (contract-rummy) In each deal, ") for line in lines)
    assert any(line.startswith("  Joker: ") or "Cards left in hand: " in line for line in lines)
    gone = lines[
        lines.index("Left out, because this game changes values that these rules assume") :
    ]
    assert "  melds-others-runs (contract-rummy), because of melds.runs_in_one_suit:" in gone


def test_a_sentence_that_contradicts_the_figures_is_marked(few, folder):
    new_game(own_places(), catalogue(), "our-hearts", "hearts")
    (folder / "reference/our-hearts.md").write_text(
        ("## object\n\n- [aim] Try to reach 50 points.\n"), "utf-8"
    )
    (folder / "lexicon/our-hearts.toml").unlink()
    games = Catalogue(few, folder)

    lines = list(show_game(games.variant("our-hearts"), games, RuleTexts(games)))

    at = lines.index("  [aim] (our-hearts) Try to reach 50 points.")
    assert lines[at + 1] == "      !! The data has a different value (target: 50)."


def test_ones_own_sources_need_no_author(few, folder):
    new_game(own_places(), catalogue(), "jam-race")
    games = Catalogue(few, folder)
    own = Game(games.variant("jam-race"), games, RuleTexts(games), own_places())
    project = Game(games.variant("jam-race"), games, RuleTexts(games), PROJECT)

    assert list(is_introduced(own)) == []
    (sentence,) = is_introduced(project)
    assert sentence.endswith("an author and a url, so that others can read it.")
    assert len(list(is_filled_in(own))) > 10


def test_the_folder_of_ones_own_comes_first(folder):
    assert own_places() == Places(folder, folder / "transcripts")
    assert places_of("hearts") == PROJECT
    new_game(own_places(), catalogue(), "jam-race")
    assert places_of("jam-race") == own_places()
    assert [each.name for each in transcripts_of(own_places(), "jam-race")[0]] == ["jam-race"]


# Replaying


@each_row
def test_a_transcript_that_differs_says_where(tmp_path, old, new, sentence):
    path = tmp_path / "skip-stock.toml"
    text = (PROJECT.transcripts / "skip-stock.toml").read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")

    faults = [
        fault.removeprefix("transcripts/skip-stock.toml: ")
        for fault in replay_faults(load_transcript(path))
    ]

    assert [fault for fault in faults if fault.startswith(sentence)], faults


def test_a_transcript_must_reach_the_end_of_the_game_and_stop_there(tmp_path):
    text = (PROJECT.transcripts / "skip-stock.toml").read_text("utf-8")
    head, *deals = text.split("[[deals]]")
    last, end = deals.pop().split("[end]")
    path = tmp_path / "skip-stock.toml"

    path.write_text("[[deals]]".join([head, *deals]) + "[end]" + end, "utf-8")
    short = list(replay_faults(load_transcript(path)))
    more = last.replace('"Bob"', '"Cai"', 1)
    path.write_text("[[deals]]".join([head, *deals, last, more]) + "[end]" + end, "utf-8")
    long = list(replay_faults(load_transcript(path)))

    assert any(": The game isn’t over after the last deal. " in fault for fault in short)
    assert (
        "transcripts/skip-stock.toml: The game is over before the last deal. Leave out the deals "
        "after its end."
    ) in long


@pytest.mark.parametrize(
    ("path", "near"), [("end.targat", "end.target"), ("deals.*.cardz", "deals.*.cards")]
)
def test_a_mistyped_path_of_a_rule_is_named_with_the_nearest_one(folder, capsys, path, near):
    new_game(own_places(), catalogue(), "jam-race")
    file = folder / "reference/jam-race.md"
    text = file.read_text("utf-8").replace("- [winner]", f"- [winner ={path}]")
    file.write_text(text, "utf-8")
    catalogue.cache_clear()

    assert main(["check", "jam-race"]) == 1

    step = path.rpartition(".")[2]
    assert capsys.readouterr().out.splitlines()[0] == (
        f"- reference/jam-race.md:20: Rule “object-winner”: “{path}” leads nowhere: there is no "
        f"“{step}” at that place. Did you mean “{near}”?"
    )


@each_row
def test_an_unknown_name_in_a_transcript_has_its_deal_and_its_key(tmp_path, old, new, sentence):
    path = tmp_path / "skip-stock.toml"
    text = (PROJECT.transcripts / "skip-stock.toml").read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")

    assert list(replay_faults(load_transcript(path))) == [
        f"transcripts/skip-stock.toml: {sentence}"
    ]


def replace(folder, *changes):
    """Change the files of Jam Race: a file’s folder, a text in it, and its replacement."""
    for name, old, new in changes:
        path = next(path for path in folder.glob(f"{name}/jam-race.*"))
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
    catalogue.cache_clear()
    load_transcripts.cache_clear()


def checked(capsys):
    capsys.readouterr()
    main(["check", "jam-race"])
    return capsys.readouterr().out.splitlines()


def test_mistakes_in_all_files_of_a_game_are_listed_at_once(folder, capsys):
    main(["new", "jam-race"])
    fill_in(folder)
    replace(
        folder,
        ("catalogue", "target = 100", 'target = "100"'),
        ("catalogue", "required = true", "requird = true"),
        ("reference", "## object", "## objekt"),
        ("reference", "[ties @ours =end.wins]", "[ties @ours =end.wins =players.team]"),
        ("lexicon", "object-aim", "object-aym"),
        ("transcripts", "points = { Ann = 60, Bob = 40 }\n", "point = { Ann = 60, Bob = 40 }\n"),
    )

    assert checked(capsys) == [
        (
            "- jam-race.toml:21: scoring.figures.items.1.requird: There is no key “requird” here. "
            "Did you mean “required”?"
        ),
        "- jam-race.toml:32: end.target: “100” isn’t valid here. Write a whole number.",
        "- reference/jam-race.md:17: “objekt” isn’t a section. Did you mean “object”?",
        (
            "- reference/jam-race.md:33: “[ties @ours =end.wins =players.team]” has several “=”. "
            "Write “=end.wins,players.team”."
        ),
        (
            "- lexicon/jam-race.toml:3: object-aym: The game’s reference file has no such rule. "
            "Did you mean “object-aim”?"
        ),
        (
            "- transcripts/jam-race.toml:8: deals.1.point: There is no key “point” here. Did you "
            "mean “points”?"
        ),
        "jam-race: 6 things to do.",
    ]


def test_five_mistakes_in_the_files_of_one_game_are_listed_at_once(folder, capsys):
    main(["new", "jam-race"])
    fill_in(folder)
    replace(
        folder,
        ("catalogue", "jam to win.", "jam to win"),
        ("reference", "## scoring", "## scorin"),
        ("reference", "{end.target} points wins", "{end.targt} points wins"),
        ("transcripts", "Ann = 45, Bob = 20 } }", "Ann = 45, Bop = 20 } }"),
        ("lexicon", "names-name", "names-nam"),
    )

    assert checked(capsys) == [
        "- reference/jam-race.md:26: “scorin” isn’t a section. Did you mean “scoring”?",
        (
            "- lexicon/jam-race.toml:2: names-nam: The game’s reference file has no such rule. Did "
            "you mean “names-name”?"
        ),
        (
            "- reference/jam-race.md:20: Rule “object-winner”: the text uses {end.targt}, which is "
            "not a value. Did you mean {end.target}?"
        ),
        "- catalogue/jam-race.toml:6: summary: Write one line that ends with a full stop.",
        (
            "- transcripts/jam-race.toml: Deal 2, entry.points: There is no player or team “Bop”. "
            "Did you mean “Bob”?"
        ),
        "jam-race: 5 things to do.",
    ]


def test_a_wrong_item_is_at_its_own_line(folder, capsys):
    main(["new", "jam-race"])
    fill_in(folder)
    item = '[[scoring.figures.items]]\nid = "jars"\nlabel = "Jars"\nask = "count"\n'
    replace(folder, ("catalogue", "\n[end]", f'{item}gives = 5\nto = "winner"\n\n[end]'))

    (sentence, _) = checked(capsys)

    line = (
        (folder / "catalogue/jam-race.toml").read_text("utf-8").splitlines().index('to = "winner"')
    )
    assert sentence == (
        f"- jam-race.toml:{line + 1}: scoring.figures.items.2.to: “to” must name an item that asks "
        "for one side."
    )


def test_a_wrong_name_of_an_option_is_reported_once(folder, capsys):
    main(["new", "our-hearts", "--based-on", "hearts"])
    path = folder / "reference/our-hearts.md"
    path.write_text("# with moon-subtrakt\n\n## object\n\n- [aim] Avoid the moon.\n", "utf-8")
    (folder / "lexicon/our-hearts.toml").unlink()
    catalogue.cache_clear()
    capsys.readouterr()

    main(["check", "our-hearts"])

    (line,) = [line for line in capsys.readouterr().out.splitlines() if "subtrakt" in line]
    assert line == (
        "- reference/our-hearts.md:1: # with moon-subtrakt: There is no option “moon-subtrakt”. "
        "Did you mean “moon-subtract”?"
    )


def test_text_that_is_not_toml_is_quoted_with_what_to_do(folder, capsys):
    main(["new", "jam-race"])
    fill_in(folder)
    replace(folder, ("catalogue", "target = 100", "target = hundred"))

    assert checked(capsys) == [
        (
            "- jam-race.toml:32: “target = hundred” isn’t valid TOML. Put text in quotes, and "
            "write true and false in lowercase."
        ),
        "jam-race: 1 thing to do.",
    ]


def test_a_table_without_a_source_is_found(few, folder):
    new_game(own_places(), catalogue(), "jam-race")
    replace(folder, ("catalogue", '"end", "words", "deals"', '"words"'))
    games = Catalogue(few, folder)
    game = Game(games.variant("jam-race"), games, RuleTexts(games), PROJECT)

    assert list(has_a_source_for_each_value(game)) == [
        (
            "catalogue/jam-race.toml:65: sources.1.covers: No source covers end.wins, end.target. "
            "Add “end” to “covers” of the source that gives it."
        ),
        (
            "catalogue/jam-race.toml:65: sources.1.covers: No source covers deals.1.number, "
            "deals.1.sets, deals.1.runs, …. Add “deals” to “covers” of the source that gives it."
        ),
    ]
