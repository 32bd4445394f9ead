"""``./dev language new`` and ``./dev language game``: files that nobody has begun to translate."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from babel import Locale

from rules.engine.toml_lines import read_toml
from rules.engine.toml_text import key_of, toml_of
from rules.reference.game_words import translatable
from rules.reference.rule_files import RULE, SECTION
from tools.language.messages import ROOT, Language, extracted, languages, new_catalog, write

SETTINGS = "scorekeeper/settings.py"
_LANGUAGES = re.compile(r"^LANGUAGES = \[(.*)\]$", re.MULTILINE)
HEAD = """\
# The words of the {name} translation. One table for each concept; the key is the English word.
#
# {code}       the word to use
# regions  what people in other countries say
# avoid    words that are wrong here or sound translated, with commas between them
# source   published rules, a dictionary or custom that uses the word
# note     forms and limits of use
"""


def start(code: str, root: Path = ROOT) -> tuple[Path, ...]:
    """Write the files of a new language, add it to LANGUAGES, and return the files.

    Raises ValueError if the language exists, or if there is no language with this code.
    """
    if code in languages():
        raise ValueError(f"“{code}” exists already. Run ./dev language check {code}.")
    language, catalog = Language(code, root / "locale"), new_catalog(code)
    catalog.update(extracted(root))
    write(catalog, language)
    language.glossary.write_text(_glossary(code, root), "utf-8")
    settings = root / SETTINGS
    settings.write_text(_with_language(settings.read_text("utf-8"), code), "utf-8")
    return language.po, language.mo, language.glossary, settings


def start_game(code: str, slug: str, root: Path = ROOT) -> tuple[Path, ...]:
    """Write the English texts of a game into the files for their translations; return the files.

    Raises ValueError if one of the files exists, or if there is no such game.
    """
    data = root / "rules" / "data"
    rules, texts = data / f"reference/{slug}.md", data / f"catalogue/{slug}.toml"
    if not texts.exists():
        raise ValueError(f"There is no game “{slug}”. rules/data/catalogue has them all.")
    paths = tuple(data / f"texts/{code}/{slug}.{kind}" for kind in ("md", "toml"))
    for path in paths:
        if path.exists():
            raise ValueError(f"{path.relative_to(root)} exists already.")
    paths[0].parent.mkdir(parents=True, exist_ok=True)
    paths[0].write_text("".join(_rules(rules.read_text("utf-8"))), "utf-8")
    paths[1].write_text(_texts(texts), "utf-8")
    return paths


def _rules(english: str) -> Iterator[str]:
    """Yield the lines of a reference file without what only the English file has."""
    for line in english.splitlines():
        section, rule = SECTION.fullmatch(line), RULE.fullmatch(line)
        if section:
            yield f"## {section['key']}\n"
        elif rule and rule["text"]:
            mark = f" !{rule['mark']}" if rule["mark"] else ""
            place = f"[{rule['id']}{mark}] " if rule["id"] else ""
            yield f"- {place}{rule['text']}\n"
        elif not rule:
            yield f"{line}\n"


def _texts(path: Path) -> str:
    """Return the texts of a catalogue file as comments, in the tables of a translation."""
    tables: dict[tuple[str, ...], list[str]] = defaultdict(list)
    tables[()] = ["# Delete the # before each text that you translate."]
    english = read_toml(path.read_text("utf-8"), path.name)
    for (*table, key), (_field, text) in translatable(english):
        tables[tuple(table)].append(f"# {key_of(key)} = {toml_of(text)}")
    return "\n".join(
        "".join(f"{line}\n" for line in (*_heading(table), *lines))
        for table, lines in tables.items()
    )


def _heading(table: tuple[str, ...]) -> tuple[str, ...]:
    return (f"[{'.'.join(map(key_of, table))}]",) if table else ()


def _glossary(code: str, root: Path) -> str:
    """Return a glossary with the concepts of all other languages, and no words yet."""
    found: dict[str, None] = {}
    for path in sorted((root / "locale").glob("*/glossary.toml")):
        found |= dict.fromkeys(read_toml(path.read_text("utf-8"), path.name))
    head = HEAD.format(name=Locale.parse(code, sep="-").english_name, code=code)
    return head + "".join(f'\n["{concept}"]\n{code} = ""\nsource = ""\n' for concept in found)


def _with_language(text: str, code: str) -> str:
    name = Locale.parse(code, sep="-").get_display_name() or code
    entry = f'("{code}", "{name.capitalize()}")'
    return _LANGUAGES.sub(lambda found: f"LANGUAGES = [{found[1]}, {entry}]", text, count=1)
