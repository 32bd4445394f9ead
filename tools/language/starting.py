"""``./dev language new``: the files of a language that nobody has begun to translate."""

import re
from pathlib import Path

from babel import Locale

from rules.engine.toml_lines import read_toml
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
