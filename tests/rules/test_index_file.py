"""The index file, which one process writes and others load."""

import shutil

import pytest

from rules.engine.catalogue import DATA, Catalogue
from rules.lookup.corpus import read_corpus
from rules.lookup.documents import documents
from rules.lookup.index_file import NAME, edition_of, stored_corpus
from rules.lookup.search import Index
from rules.lookup.vocabulary import vocabulary
from rules.reference.rule_texts import RuleTexts
from tests.questions import questions
from tests.rules.few_games import copy_games

FEW = ("contract-rummy", "may-i", "hearts")


def not_read():
    raise AssertionError("the texts were read, although the file is current")


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """The texts of games with contracts, with inherited rules, and without either."""
    return RuleTexts(Catalogue(copy_games(tmp_path_factory.mktemp("few"), *FEW)))


@pytest.fixture(scope="module")
def corpora(texts, tmp_path_factory):
    """The corpus of a few games, first as built and then as loaded from the file."""
    folder = tmp_path_factory.mktemp("index")
    edition = edition_of(texts.catalogue.folders)
    built = stored_corpus(folder, edition, lambda: read_corpus(texts, vocabulary()))
    return built, stored_corpus(folder, edition, not_read)


@pytest.fixture(scope="module")
def indexes(texts, corpora):
    """The index that was built, and the one that was loaded from a file."""
    return [Index(texts.catalogue, corpus, vocabulary()) for corpus in corpora]


def test_what_is_loaded_is_what_was_read(corpora):
    built, loaded = corpora

    assert loaded == built
    # The first of several equally good entries wins, so the order also matters.
    assert list(loaded.places) == list(built.places)
    assert list(loaded.word_counts) == list(built.word_counts)
    assert list(loaded.spellings) == list(built.spellings)


def test_a_loaded_index_answers_as_the_one_that_was_built(indexes):
    built, loaded = indexes
    asked = [question.ask for question in questions() if {*question.games} & {*FEW}][::4]

    assert len(asked) > 50
    assert [ask for ask in asked if loaded.search(ask) != built.search(ask)] == []


@pytest.mark.parametrize("question", ["jokr", "jxkxr", "", "joker may i game", "monkey may i"])
def test_a_loaded_index_corrects_and_proposes_as_the_one_that_was_built(indexes, question):
    built, loaded = indexes

    assert loaded.search(question) == built.search(question)
    assert loaded.search(question, "hearts") == built.search(question, "hearts")


def test_a_loaded_index_answers_by_the_rules_of_a_group(texts, indexes):
    variant = texts.catalogue.variant("contract-rummy")
    house = documents(texts, variant, variant.ruleset({"joker-25": True}))

    found = [
        answering.search("what is a joker worth", variant.slug, answering.entries(house))
        for answering in indexes
    ]

    assert found[0] == found[1]
    assert found[0].answer == "Joker in Contract Rummy: 25 points"


# Loading, saving and rebuilding, with one small game.


@pytest.fixture
def games(tmp_path):
    """A folder that contains only Golf."""
    return copy_games(tmp_path / "games", "golf")


@pytest.fixture
def store(tmp_path):
    folder = tmp_path / "store"
    folder.mkdir()
    return folder


READ = {}


def read(games):
    """Return the corpus of a folder, which is read only once for the same files."""
    files = tuple(path.read_text("utf-8") for path in sorted(games.rglob("*.*")))
    if files not in READ:
        READ[files] = read_corpus(RuleTexts(Catalogue(games)), vocabulary())
    return READ[files]


def times_read(games, store):
    """Return how many times the texts are read when a corpus is loaded from the file."""
    counted = []

    def read_and_count():
        counted.append(games)
        return read(games)

    corpus = stored_corpus(store, edition_of([games]), read_and_count)
    assert corpus == read(games)
    return len(counted)


def test_texts_are_read_once(games, store):
    assert [times_read(games, store) for _ in range(3)] == [1, 0, 0]


def test_the_file_is_complete_and_its_owners_alone(games, store):
    times_read(games, store)

    assert [path.name for path in store.iterdir()] == [NAME]
    assert (store / NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("catalogue/golf.toml", 'name = "Golf', 'name = "Gulf'),
        ("reference/golf.md", "- [name] ", "- [name] It is so: "),
        ("lexicon/golf.toml", 'names-name = ["', 'names-name = ["birdie", "'),
    ],
)
def test_a_change_of_the_games_makes_a_new_file(games, store, name, old, new):
    times_read(games, store)
    text = (games / name).read_text("utf-8")
    assert old in text
    (games / name).write_text(text.replace(old, new, 1), "utf-8")

    assert [times_read(games, store) for _ in range(2)] == [1, 0]


@pytest.mark.parametrize(
    "name", ["lookup/search.py", "data/vocabulary.toml", "data/reference/pages/glossary.md"]
)
def test_a_change_of_the_code_is_another_edition(games, tmp_path, name):
    code = tmp_path / "code"
    (code / name).parent.mkdir(parents=True)
    (code / name).write_text("one\n", "utf-8")
    before = edition_of([games], code)
    (code / "notes.txt").write_text("A file that nothing comes from.\n", "utf-8")
    assert edition_of([games], code) == before

    (code / name).write_text("two\n", "utf-8")

    assert edition_of([games], code) != before


def test_the_projects_own_code_is_in_the_edition(games, tmp_path):
    code = tmp_path / "rules"
    shutil.copytree(DATA.parent, code, ignore=shutil.ignore_patterns("__pycache__"))
    before = edition_of([games], code)
    path = code / "reference/facts.py"
    path.write_text(path.read_text("utf-8") + "\n", "utf-8")

    assert edition_of([games], code) != before


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"", id="empty"),
        pytest.param(lambda content: content[:-100], id="cut off"),
        pytest.param(lambda content: content.replace(b"Golf", b"Gulf", 1), id="altered"),
        pytest.param(lambda content: content.partition(b"\n")[2], id="without its first line"),
        pytest.param(lambda _: b"{}", id="of another kind"),
        pytest.param(lambda _: bytes(range(256)), id="no text"),
    ],
)
def test_a_file_that_is_damaged_or_foreign_is_replaced(games, store, damage):
    times_read(games, store)
    content = (store / NAME).read_bytes()
    (store / NAME).write_bytes(damage(content))

    assert [times_read(games, store) for _ in range(2)] == [1, 0]
    assert (store / NAME).read_bytes() == content


def test_a_file_that_others_may_write_is_replaced(games, store):
    times_read(games, store)
    (store / NAME).chmod(0o666)

    assert [times_read(games, store) for _ in range(2)] == [1, 0]
    assert (store / NAME).stat().st_mode & 0o777 == 0o600


def test_without_a_folder_that_can_be_written_texts_are_read_each_time(games, tmp_path):
    (tmp_path / "file").write_text("This is no folder.", "utf-8")

    assert times_read(games, tmp_path / "missing") == 1
    assert times_read(games, tmp_path / "file") == 1
    assert not (tmp_path / "missing").exists()
