import pytest

from tools import plain_english
from tools.environment import ROOT
from tools.plain_english import findings


def phrases(text, path="page.md"):
    return sorted((finding.line, finding.phrase) for finding in findings(text, path))


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Who cannot play draws one card.", "Who cannot play draws one card."),
        ("What is left blank counts as before.", "What is left blank counts as before."),
        ("Whose name it is already is the same person.", "Whose name it is already is the same"),
        ("Where two are tied, both win.", "Where two are tied,"),
        ("It is a rule; where two are tied, both win.", "where two are tied,"),
        ("Your house rules stand below.", "stand"),
        ("The page is made anew.", "anew"),
        ("Clear it, or mend the bid.", "mend"),
        ("This is seldom asked.", "seldom"),
        ("On Debian and its kin.", "kin"),
        ("An ace is a dear card.", "dear"),
        ("The last trick counts 10 besides.", "besides"),
        ("Jokers are wild, too.", ", too"),
        ("26 off the own total.", "the own"),
        ("Hearts is known since 1850.", "is known since"),
        ("The number falls to nothing.", "to nothing"),
        ("Only so many cards are drawn.", "so many"),
        ("Draw 3 cards at most.", "3 cards at most"),
        ("Two at least must play.", "Two at least"),
        ("The new dealer is taken back.", "is taken back"),
        ("The game was not begun.", "not begun"),
        ("A slug is for ever.", "for ever"),
        ("Wait for it, for it is slow.", ", for it is"),
        ("Names with commas between.", "with commas between"),
        ("The set-up takes a minute.", "set-up"),
        ("It has 4 matadors at most.", "4 matadors at most"),
        ("A stream says what has changed.", "stream says"),
        ("Names are looked for in notes.", "are looked for"),
        ("Return what became of an entry.", "what became of"),
        ("Nobody can play any more.", "any more"),
        ("Euchred is used of makers.", "used of"),
        ("The names, with how certainly each is meant.", "with how certainly"),
        ("Tick that all passed.", "all passed"),
        ("The other files are not to blame.", "not to blame"),
    ],
)
def test_a_phrase_is_found(text, phrase):
    assert [found[: len(phrase)] for _, found in phrases(text)] == [phrase]


@pytest.mark.parametrize(
    "text",
    [
        "A joker may stand for any card.",
        "The two stood for a queen.",
        "Who deals first? Who called trump?",
        "Who deals first is up to you.",
        "What you typed has been saved.",
        "Where possible, write less.",
        "The rules say where they are used.",
        "She drew so many cards that the stock ran out.",
        "With so many wild cards, contracts are easy.",
        "What sets it apart is the buying.",
        "What the terms mean.",
        "The loser was shut out.",
        "Besides the jokers, twos are wild.",
        "Deal 100 takes at most 6 ms.",
        "Too many cards, too few players.",
        "Standard rules are understood.",
        "Lay off any more cards that fit.",
        "One page says 25.",
        "We looked for sources.",
        "The deals, with how many cards each has.",
    ],
)
def test_plain_english_is_not_found(text):
    assert phrases(text) == []


def test_a_phrase_is_found_across_lines_of_a_comment():
    text = "x = 1\n# A value falls to\n# nothing here, and the next\n# line is anew.\n"

    assert phrases(text, "rules/cards.py") == [(2, "to nothing"), (4, "anew")]


def test_in_python_comments_docstrings_and_sentences_are_read():
    text = '"""Cards stand here."""\n\nanew = 1  # stands\nKEY = "stand"\n'
    text += 'TEXT = _("{stand} sits; "\n    "mend it.")\nHASH = "# of anew"\n'

    assert phrases(text, "rules/cards.py") == [
        (1, "stand"),
        (3, "stands"),
        (6, "mend"),
        (7, "anew"),
    ]


def test_in_tests_strings_are_data():
    text = '"""Cards stand here."""\n\nassert "mend it" in page  # anew\n'

    assert phrases(text, "tests/test_cards.py") == [(1, "stand"), (3, "anew")]


def test_in_templates_tags_are_not_read():
    text = '{# Needs: mend. #}\n<p class="the own">Cards <b>stand</b> here</p>\n'
    text += (
        '{% translate "It is anew." %}\n<img alt="A dear card">{% if kin %}{{ place }}.{% endif %}'
    )

    assert phrases(text, "templates/page.html") == [
        (1, "mend"),
        (2, "stand"),
        (3, "anew"),
        (4, "dear"),
        (4, "{{ place }}."),
    ]


def test_in_documents_code_and_search_words_are_not_read():
    text = "```\nstand\n```\n\nRun `mend` or [this](anew).\n- [kin] An ace. ~ dear card\n"

    assert phrases(text, "rules/data/reference/page.md") == []


def test_in_scripts_comments_and_sentences_are_read():
    text = '// It stands here.\nconst mend = "Mend the bid.";\n/* Jokers,\n * too. */\n'

    assert phrases(text, "static/js/page.js") == [(1, "stands"), (2, "Mend"), (3, ", too")]


def test_each_cell_of_a_table_is_read_by_itself():
    text = "| What is stored | Jokers, too |\n|---|---|\n| a value. | four |\n| at least | one |\n"

    assert phrases(text) == [(1, ", too")]


def test_all_kinds_of_files_are_searched():
    names = list(plain_english.files())

    assert {
        "README.md",
        "docs/api.md",
        "rules/data/catalogue/hearts.toml",
        "rules/data/reference/hearts.md",
        "scorekeeper/urls.py",
        "static/css/app.css",
        "static/js/entry.js",
        "templates/base.html",
        "tests/conftest.py",
        "tools/steps.py",
    } <= set(names)
    assert not any(name.startswith(plain_english.SKIPPED) for name in names)
    assert all((ROOT / name).is_file() for name in names)


def test_phrases_are_printed_with_their_place_and_a_cure(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(plain_english, "ROOT", tmp_path)
    (tmp_path / "b.md").write_text("One.\n\nJokers are wild, too.\n")
    (tmp_path / "a.md").write_text("Mend it.\n")

    assert plain_english.check(["b.md", "a.md"]) == 2
    assert capsys.readouterr().out == ("a.md:1: “Mend” → correct, fix\nb.md:3: “, too” → also\n")
