"""``./dev language``: extracting and updating messages, and the list of what is left to do."""

import re

import pytest

from rules.engine.catalogue import Catalogue
from tests.rules.test_option_words import write_kitchen
from tools.language import checking, messages
from tools.language.messages import Language, compiled, extracted, sources_of, update
from tools.language.starting import start, start_game

CODE = """
_("Save")
ngettext("{count} card", "{count} cards", 3)
# Translators: the hand that scores
pgettext("in cribbage", "Hand")
LATE = gettext_lazy("Deal {number}")
"""
TEMPLATE = """\
{% load i18n %}
  {% translate "Undo" context "a change" %} and more
    {% blocktranslate trimmed count games=games %}
      One game of <b>{{ name }}</b>
    {% plural %}
      {{ games }} games of <b>{{ name }}</b>
    {% endblocktranslate %}
"""
MESSAGES = [
    ("", ("Save",)),
    ("", ("{count} card", "{count} cards")),
    ("in cribbage", ("Hand",)),
    ("", ("Deal {number}",)),
    ("a change", ("Undo",)),
    ("", ("One game of <b>%(name)s</b>", "%(games)s games of <b>%(name)s</b>")),
]
PO = r"""# A language for tests.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: de\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "Save"
msgstr "Speichern"
msgid "{count} card"
msgid_plural "{count} cards"
msgstr[0] "eine Karte"
msgstr[1] "Karten"
msgctxt "in cribbage"
msgid "Hand"
msgstr ""
msgid "Deal {nummer}"
msgstr "Runde {nummer}"
#  waiting
msgctxt "a change"
msgid "Undo"
msgstr ""
#, fuzzy
#| msgid "A game of <b>%(name)s</b>"
msgid "One game of <b>%(name)s</b>"
msgid_plural "%(games)s games of <b>%(name)s</b>"
msgstr[0] "Ein Spiel von <b>%(name)s</b>"
msgstr[1] "%(games)s Spiele von %(nome)s"
"""
FUZZY = "and delete “fuzzy”."
FILE = "locale/de/LC_MESSAGES/django.po"
GLOSSARY = """
card = { de = "Karte", avoid = "Blatt, Kärtchen (Spielkarte)" }
"hand (of cards)" = { de = "Blatt" }
deal = { de = "Runde", avoyd = "Hand" }
"deal (verb)" = { avoid = "Geben" }
games = { rumy = "Küchenrommé" }
"""
RULES = """\
## turn @ours

- [draw @ours =deals #figures] Draw {n}. ~ take
- [gone]
- [why !varies] may you? => no.

# with fast
"""
TEXTS = """\
name = "X"
readings = ["One."]
options = [{ id = "fast", patch = { "end.deals" = 2 }, label = "Fast “X”" }]
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with a module and a template, in which the commands run."""
    for name, text in (("rules/cards.py", CODE), ("templates/page.html", TEMPLATE)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def german(project):
    language = Language("de", project / "locale")
    language.po.parent.mkdir(parents=True)
    language.po.write_text(PO, "utf-8")
    return language


def test_messages_are_found_in_code_and_templates(project):
    found = [message for message in extracted(project) if message.id]

    assert [(each.context or "", sources_of(each)) for each in found] == MESSAGES
    assert found[2].auto_comments == ["Translators: the hand that scores"]
    assert [place for place, _line in found[4].locations] == ["templates/page.html"]


def test_each_message_has_its_own_instruction(project, german):
    assert list(checking.message_faults(german, extracted(project))) == [
        (
            f"{FILE}: “Deal {{number}}” is new. Run ./dev language update. "
            "It resembles “Deal {nummer}”, which is gone."
        ),
        f"{FILE}:17: “Deal {{nummer}}” is no longer used. Run ./dev language update.",
        f"{FILE}:10: Add {{count}} to “Karten”.",
        f"{FILE}:15: “Hand” isn’t translated. Write msgstr.",
        f"{FILE}:25: “One game of <b>%(name)s</b>” is new. Correct its translation, {FUZZY}",
        "locale/de/LC_MESSAGES/django.mo isn’t up to date. Run ./dev language update.",
    ]


def test_an_update_keeps_what_is_translated_and_compiles_it(project, german):
    code = project / "rules/cards.py"
    code.write_text(f'{CODE}ngettext("{{n}} trick", "{{n}} tricks", 2)\n', "utf-8")
    update(german, extracted(project))

    text = german.po.read_text("utf-8")
    assert 'msgid_plural "{n} tricks"\nmsgstr[0] ""\nmsgstr[1] ""' in text
    code.write_text(CODE, "utf-8")
    assert text.startswith(PO.partition("\n\n")[0])
    assert '#| msgid "Deal {nummer}"\nmsgid "Deal {number}"\nmsgstr "Runde {nummer}"' in text
    assert [messages.texts_of(each) for each in compiled(german.mo) if each.id] == [
        ("Speichern",),
        ("eine Karte", "Karten"),
    ]
    german.po.write_text(
        text.replace("#, fuzzy, ", "#, ")
        .replace("Runde {nummer}", "Runde {number}")
        .replace("%(nome)s", "<b>%(name)s</b>")
        .replace('"Karten"', '"{count} Karten"')
        .replace('msgid "Hand"\nmsgstr ""', 'msgid "Hand"\nmsgstr "Hand"'),
        "utf-8",
    )
    update(german, extracted(project))
    assert list(checking.message_faults(german, extracted(project))) == []


def test_at_most_twenty_messages_wait(project, german):
    words = [f"Word {chr(97 + number)}" for number in range(21)]
    entries = (f'\n#  waiting\nmsgid "{word}"\nmsgstr ""\n' for word in words)
    german.po.write_text(PO.partition("\n\n")[0] + "\n" + "".join(entries), "utf-8")
    (project / "templates/page.html").unlink()
    code = "".join(f'_("{word}")\n' for word in words)
    (project / "rules/cards.py").write_text(code, "utf-8")

    assert list(checking.message_faults(german, extracted(project))) == [
        f"{FILE}:89: “Word u” waits, but 20 others do. Translate some of them."
    ]


def test_words_that_the_glossary_says_to_avoid(german):
    german.glossary.write_text(GLOSSARY, "utf-8")
    german.po.write_text(
        PO.replace('"eine Karte"', '"ein Blatt"')
        .replace('"Karten"', '"{count} Kärtchen"')
        .replace('msgid "Save"\nmsgstr "Speichern"', 'msgid "A hand of cards"\nmsgstr "Ein Blatt"'),
        "utf-8",
    )

    assert list(checking.avoided_words(german)) == [
        f"{FILE}:10: Avoid “Blatt”. The glossary says “Karte”."
    ]


def test_mistakes_in_the_glossary(german, tmp_path):
    german.glossary.write_text(GLOSSARY, "utf-8")
    (tmp_path / "games").mkdir()

    assert list(checking.glossary_faults(german, Catalogue(write_kitchen(tmp_path / "games")))) == [
        "locale/de/glossary.toml:4: deal: There is no key “avoyd” here. Did you mean “avoid”?",
        "locale/de/glossary.toml:5: deal (verb): Add “de”, the word.",
        "locale/de/glossary.toml:6: games: There is no key “rumy” here. Leave it out.",
    ]


def test_rules_and_texts_of_games_that_are_missing(german, tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    write_kitchen(folder)
    (folder / "texts/de").mkdir(parents=True)
    (folder / "texts/de/kitchen-rummy.md").write_text("## melds\n\n- [laying-off] Jeder.\n- [x] Y.")
    (folder / "texts/de/kitchen-rummy.toml").write_text('sumary = "Rommé."\nname = "Rommé"\n')
    german.glossary.write_text('[games]\nkitchen-rummy = "Küchenrommé"\n', "utf-8")
    games = Catalogue(folder)

    kitchen = "rules/data/texts/de/kitchen-rummy"
    assert list(checking.text_faults(games)) == [
        f"{kitchen}.toml:1: sumary: The English file has no such key. Did you mean “summary”?",
        f"{kitchen}.md:4: melds-x: The game’s reference file has no such rule.",
    ]
    left = [line for line in checking.untranslated_games(games, german) if "kitchen" in line]
    assert left[0].startswith(f"{kitchen}.md: Add ")
    assert left[1] == f"{kitchen}.toml: The name is “Rommé”. The glossary says “Küchenrommé”."


def test_a_new_language_gets_its_files(project):
    settings = project / "scorekeeper/settings.py"
    settings.parent.mkdir()
    settings.write_text('LANGUAGES = [("en", "English")]\n', "utf-8")
    (project / "locale/de").mkdir(parents=True)
    (project / "locale/de/glossary.toml").write_text(GLOSSARY, "utf-8")

    paths, dutch = start("nl", project), Language("nl", project / "locale")

    assert paths == (dutch.po, dutch.mo, dutch.glossary, settings)
    assert '[("en", "English"), ("nl", "Nederlands")]' in settings.read_text("utf-8")
    assert '\n["card"]\nnl = ""\n' in dutch.glossary.read_text("utf-8")
    faults = list(checking.message_faults(dutch, extracted(project)))
    assert len(faults) == len(MESSAGES)
    assert faults[0].endswith("django.po:12: “Save” isn’t translated. Write msgstr.")


def test_a_game_is_started_with_its_english_texts(project):
    data = project / "rules/data"
    for name, text in (("reference/x.md", RULES), ("catalogue/x.toml", TEXTS)):
        (data / name).parent.mkdir(parents=True)
        (data / name).write_text(text, "utf-8")

    rules, texts = start_game("nl", "x", project)

    assert rules.read_text("utf-8") == (
        "## turn\n\n- [draw] Draw {n}.\n- [why !varies] may you? => no.\n\n# with fast\n"
    )
    assert texts.read_text("utf-8") == (
        '# Delete the # before each text that you translate.\n# name = "X"\n\n'
        '[readings]\n# 1 = "One."\n\n[options.fast]\n# label = "Fast “X”"\n'
    )
    with pytest.raises(ValueError, match=r"^rules/data/texts/nl/x\.md exists already\.$"):
        start_game("nl", "x", project)
    with pytest.raises(ValueError, match=r"^There is no game “y”\."):
        start_game("nl", "y", project)


@pytest.mark.parametrize("code", ["es", "fr"])
def test_a_language_has_no_form_for_whole_millions(code):
    assert messages.new_catalog(code).num_plurals == 2


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("de", "“de” exists already. Run ./dev language check de."),
        ("../x", "“../x” isn’t the code of a language. Use one such as fr."),
    ],
)
def test_a_language_that_cannot_be_started(project, code, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        start(code, project)
