"""Rule texts in other languages: translations, texts that stay English, and errors."""

from contextlib import contextmanager, nullcontext

import pytest
from django.conf import settings
from django.utils import translation

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.lookup.documents import documents
from rules.reference.game_words import translated_variant
from rules.reference.rule_texts import RuleTexts, rule_texts
from rules.translation import use_translation
from tests.rows import each_row
from tests.rules.test_option_words import write_kitchen

GERMAN = """
## melds

- [laying-off] Jeder legt an, wo er mag.
- [sorting] Sort them as you like.
- [differ-jokers !varies] was zählt ein Joker? => {values.Joker}.

# with strict

## melds

- [kept] Was liegt, bleibt liegen.
"""


ANCHORS = {"melds-differ-jokers", "melds-sorted"}


class German:
    """A translation into German that has none of the app’s own sentences."""

    def get_language(self):
        return "de-at"

    def override(self, _language):
        return nullcontext()

    def gettext(self, message):
        return {"Rules vary:": "Verschieden:", "Melds": "Auslagen"}.get(message, message)

    def ngettext(self, singular, plural, number):
        return singular if number == 1 else plural

    def pgettext(self, _context, message):
        return message


class OwnGerman(German):
    """A translation into German that has the app’s words for contracts."""

    def __init__(self):
        self.is_on = True

    def get_language(self):
        return "de" if self.is_on else "en"

    @contextmanager
    def override(self, language):
        before, self.is_on = self.is_on, language == "de"
        yield
        self.is_on = before

    def gettext(self, message):
        words = {"{melds} of {size}": "{melds} zu {size}"} if self.is_on else {}
        return words.get(message, message)


@pytest.fixture
def kitchen(tmp_path):
    """A folder with Contract Rummy and a home-made game based on it, with rules in German."""
    write(write_kitchen(tmp_path), GERMAN)
    return tmp_path


@pytest.fixture
def in_german():
    use_translation(German())
    yield
    use_translation(translation)


def write(folder, text):
    (folder / "texts/de").mkdir(parents=True, exist_ok=True)
    (folder / "texts/de/kitchen-rummy.md").write_text(text, "utf-8")


def melds(folder, *options):
    """Return the heading, and the home-made game’s meld rules with the rules they replace."""
    games = Catalogue(folder)
    game = games.variant("kitchen-rummy")
    rules = game.ruleset(dict.fromkeys(options, True))
    section = next(part for part in RuleTexts(games).sections(game, rules) if part.key == "melds")
    return section.title, {
        rule.anchor: (rule.text, rule.was.text if rule.was else "", rule.untranslated)
        for rule in section.rules
        if rule.owner is game or rule.option
    }


@pytest.mark.usefixtures("in_german")
def test_rules_are_in_the_readers_language_and_else_in_english(kitchen):
    assert melds(kitchen) == (
        "Auslagen",
        {
            "melds-laying-off": ("Jeder legt an, wo er mag.", "", False),
            "melds-sorting": ("Sort them as you like.", "", True),
            "melds-differ-jokers": ("Verschieden: was zählt ein Joker? Here: 15.", "", False),
        },
    )


@pytest.mark.usefixtures("in_german")
def test_texts_of_options_are_translated_in_the_same_way(kitchen):
    _title, rules = melds(kitchen, "strict")

    assert rules["melds-kept"] == ("Was liegt, bleibt liegen.", "", False)
    assert rules["melds-laying-off"] == ("Nobody lays off.", "Jeder legt an, wo er mag.", True)


@pytest.mark.usefixtures("in_german")
def test_figures_of_house_rules_are_in_translated_texts(kitchen):
    _title, rules = melds(kitchen, "dear-jokers")

    assert "melds-differ-jokers" not in rules  # the option settles this, as in English


def test_contracts_are_in_the_language_of_their_rule(kitchen):
    write(
        kitchen,
        "## melds\n- [differ-jokers !varies] zuerst {deals.1.contract}? => {values.Joker}.\n",
    )
    english = "- [differ-jokers !varies] first {deals.1.contract}? => {values.Joker}.\n"
    path = kitchen / "reference/kitchen-rummy.md"
    text = path.read_text("utf-8")
    old = next(line for line in text.splitlines() if "differ-jokers" in line)
    path.write_text(text.replace(old, english + "- [sorted] Sort {deals.1.contract}."), "utf-8")
    texts = RuleTexts(Catalogue(kitchen))
    game = texts.catalogue.variant("kitchen-rummy")

    def shown():
        rules = (rule for part in texts.sections(game) for rule in part.rules)
        return [rule.text for rule in rules if rule.anchor in ANCHORS]

    use_translation(OwnGerman())
    try:
        german = shown()
    finally:
        use_translation(translation)

    assert german == ["Sort two sets of 3.", "Rules vary: zuerst two sets zu 3? Here: 15."]
    assert shown() == ["Sort two sets of 3.", "Rules vary: first two sets of 3? Here: 15."]


def test_without_a_language_all_is_english(kitchen):
    assert melds(kitchen) == (
        "Melds",
        {
            "melds-laying-off": ("Anybody lays off anywhere.", "", False),
            "melds-sorting": ("Sort them as you like.", "", False),
            "melds-differ-jokers": ("Rules vary: what does a joker cost? Here: 15.", "", False),
        },
    )


@each_row
def test_a_translation_that_does_not_fit_the_english_is_refused(kitchen, text, fault):
    write(kitchen, text)

    with pytest.raises(CatalogueError) as refused:
        RuleTexts(Catalogue(kitchen))

    assert str(refused.value) == f"texts/de/kitchen-rummy.md:{fault}"


def test_all_mistakes_of_a_translation_are_named_at_once(kitchen):
    write(
        kitchen,
        "## meld\n- [aces] Asse.\n## melds\n- [sortng] Sortiert.\n- [laying-off !vary] Jeder.\n",
    )

    with pytest.raises(CatalogueError) as refused:
        RuleTexts(Catalogue(kitchen))

    assert refused.value.sentences == (
        "texts/de/kitchen-rummy.md:1: “meld” isn’t a section. Did you mean “melds”?",
        "texts/de/kitchen-rummy.md:5: “!vary” isn’t a mark. Did you mean “!varies”?",
        "texts/de/kitchen-rummy.md:2: melds-aces: The game’s reference file has no such rule.",
        (
            "texts/de/kitchen-rummy.md:4: melds-sortng: The game’s reference file has no such "
            "rule. Did you mean “melds-sorting”?"
        ),
    )


def test_every_game_has_the_same_documents_in_every_language():
    def places(variant):
        shown = documents(rule_texts(), translated_variant(variant), with_lexicon=False)
        return [(document.section, document.anchor) for document in shown]

    differing = []
    for slug, variant in catalogue().variants.items():
        english = places(variant)
        for code, _name in settings.LANGUAGES:
            with translation.override(code):
                differing += [(slug, code)] * (places(variant) != english)
    assert differing == []
