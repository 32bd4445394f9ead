import re
from collections import defaultdict

import pytest

from rules.engine.errors import CatalogueError
from rules.reference.glossary import Page, Term, glossary, mentioned, page_in, read_page
from tests.rows import each_row


def read(tmp_path, text):
    path = tmp_path / "words.md"
    path.write_text(text, "utf-8")
    return read_page(path)


def test_a_page_is_headings_with_terms(tmp_path):
    page = read(
        tmp_path,
        "## Melds\n\n- [meld] **Meld** (melds, melded): cards that belong together.\n\n"
        "## Play\n- [lay-off] **Lay off** (laid off, not laid off work): see **meld**.\n"
        "- [deal] **Deal**: one part of the game.\n",
    )

    meld = Term("meld", "Meld", ("melds", "melded"), "cards that belong together.")
    lay_off = Term("lay-off", "Lay off", ("laid off",), "see **meld**.", ("laid off work",))
    deal = Term("deal", "Deal", (), "one part of the game.")
    assert page == Page((("Melds", (meld,)), ("Play", (lay_off, deal))))
    assert page.terms == (deal, lay_off, meld)


def test_terms_go_from_a_to_z_whatever_their_case_accents_and_quotes(tmp_path):
    page = read(
        tmp_path,
        "## One\n- [e] **Écarté**: x\n- [box] **“Box”**: x\n"
        "## Two\n- [f] **Farkle**: x\n- [b] **bag**: x\n",
    )

    assert [term.id for term in page.terms] == ["b", "box", "e", "f"]
    assert [(letter, [term.id for term in found]) for letter, found in page.by_letter] == [
        ("B", ["b", "box"]),
        ("E", ["e"]),
        ("F", ["f"]),
    ]


@each_row
def test_a_file_that_is_no_page_is_refused_with_its_line(tmp_path, text, sentence):
    with pytest.raises(CatalogueError) as refused:
        read(tmp_path, text)

    assert str(refused.value) == sentence


@pytest.mark.parametrize("name", ["glossary.md", "mentioned.md"])
@pytest.mark.parametrize("language", ["de", "es"])
def test_a_page_has_the_same_terms_in_every_language(language, name):
    ids = [
        [[term.id for term in terms] for _title, terms in page_in(code, name).sections]
        for code in ("en", language)
    ]

    assert ids[0] == ids[1]


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_form_belongs_to_one_term(language):
    terms = defaultdict(set)
    for term in glossary(language).terms:
        for word in (term.name, *term.also):
            terms[word.casefold()].add(term.id)

    assert {form: ids for form, ids in terms.items() if len(ids) > 1} == {}


@pytest.mark.parametrize("load", [glossary, mentioned])
def test_a_text_is_sentences(load):
    assert load().terms
    assert [term.id for term in load().terms if not term.text.endswith((".", ")"))] == []


def test_the_glossary_tells_what_a_word_means_and_no_figures():
    """Numbers are left out because they differ from game to game."""
    found = [
        term.id
        for term in glossary().terms
        if re.search(r"\d", re.sub(r"\b(?:6-7-8-9-10|12-Step|(?:Rummy )?500)\b", "", term.text))
    ]

    assert found == []


def test_both_files_are_read_once():
    assert glossary() is glossary()
    assert mentioned() is mentioned()
