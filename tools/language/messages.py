"""The messages of the interface, and their translations in ``locale/<code>/LC_MESSAGES``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[2]
PYTHON = ("rules", "scorekeeper")
TEMPLATES = ("templates",)
MARK = "Translators:"
# The functions of Django in addition to those of gettext.
LAZY = ("gettext", "ngettext", "pgettext", "npgettext")
KEYWORDS = DEFAULT_KEYWORDS | {f"{name}_lazy": DEFAULT_KEYWORDS[name] for name in LAZY}
KEYWORDS |= {"gettext_noop": None}
# The comment on a message that may stay in English for now: “#  waiting”.
WAITING = "waiting"
MOST_WAITING = 20
HEAD = """\
# {name} translation of Scorekeeper.
# It is distributed under the same licence as Scorekeeper.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Plural-Forms: {forms}\\n"
"""
# The forms of languages such as French, which have one of their own for whole millions.
_MILLIONS = re.compile(
    r"nplurals=3; plural=\(*(n == [^()]*)\)? \? 0 : n != 0 && n % 1000000 == 0 \? 1 : 2\)?;"
)
WIDTH = 10_000  # no text is wrapped, so that a changed word changes one line
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # a file changes only if its messages do
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[\w.]*\}|</?\w[^>]*>")


@dataclass(frozen=True)
class Language:
    """A language, and the places of its files."""

    code: str
    folder: Path = Path(settings.LOCALE_PATHS[0])

    @property
    def po(self) -> Path:
        """The file with the translations."""
        return self.folder / self.code / "LC_MESSAGES" / "django.po"

    @property
    def mo(self) -> Path:
        """The file that is made from them, which the site reads."""
        return self.po.with_suffix(".mo")

    @property
    def glossary(self) -> Path:
        """The file that says which words to use."""
        return self.folder / self.code / "glossary.toml"


def languages() -> tuple[str, ...]:
    """Return the codes of all languages but English."""
    return tuple(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)


def extracted(root: Path = ROOT) -> Catalog:
    """Return all messages of the code and the templates in ``root``, with the files they are in."""
    catalog = Catalog()
    files = [(path, False) for folder in PYTHON for path in (root / folder).rglob("*.py")]
    files += [(path, True) for folder in TEMPLATES for path in (root / folder).rglob("*.*")]
    for path, is_template in sorted(files):
        text, name = path.read_text("utf-8"), path.relative_to(root).as_posix()
        if is_template:
            # Indentation has no meaning in what Django makes from a template.
            text = re.sub(r"^[ \t]+", "", templatize(text, origin=name), flags=re.MULTILINE)
        found = extract("python", BytesIO(text.encode()), KEYWORDS, (MARK,))
        for _line, message, comments, context in found:
            catalog.add(message, "", [(name, 0)], auto_comments=comments, context=context)
    return catalog


def read(path: Path) -> Catalog:
    """Return the messages in a .po file."""
    with path.open("rb") as file:
        catalog = read_po(file)
    for message in catalog:
        # Babel takes the earlier English of a message, “#| msgid …”, for a comment.
        message.user_comments = [each for each in message.user_comments if each[:1] != "|"]
    return catalog


def compiled(path: Path) -> Catalog:
    """Return the messages in a .mo file, or none if it doesn’t exist."""
    if not path.exists():
        return Catalog()
    with path.open("rb") as file:
        return read_mo(file)


def new_catalog(code: str) -> Catalog:
    """Return the catalogue of a language without messages. Raises ValueError for another code."""
    try:
        locale = Locale.parse(code, sep="-")
    except (ValueError, UnknownLocaleError):
        raise ValueError(f"“{code}” isn’t the code of a language. Use one such as fr.") from None
    catalog = Catalog(locale=locale)
    forms = _MILLIONS.sub(r"nplurals=2; plural=!(\1);", catalog.plural_forms)
    catalog.mime_headers = [("Plural-Forms", forms)]
    return catalog


def update(language: Language, messages: Catalog) -> Catalog:
    """Write the messages that now exist into both files, and return the translations.

    A new message that resembles one that is gone gets its translation, marked as “fuzzy”.
    """
    catalog = read(language.po)
    catalog.update(messages)
    catalog.obsolete.clear()
    write(catalog, language)
    return catalog


def write(catalog: Catalog, language: Language) -> None:
    """Write translations into the .po file and the .mo file."""
    catalog.creation_date = catalog.revision_date = NO_DATE
    if language.po.exists():
        head = language.po.read_text("utf-8").partition("\n\n")[0]
    else:
        name = catalog.locale.english_name
        head = HEAD.format(name=name, code=language.code, forms=catalog.plural_forms).rstrip()
    body = BytesIO()
    options = {"omit_header": True, "include_lineno": False, "include_previous": True}
    write_po(body, catalog, width=WIDTH, **options)
    language.po.parent.mkdir(parents=True, exist_ok=True)
    text = body.getvalue().decode().strip("\n")
    language.po.write_text(f"{head}\n\n{text}\n", "utf-8")
    for message in catalog:
        if message.id and not is_written(message):
            message.string = ""  # or else forms without a text would be shown as nothing
    with language.mo.open("wb") as file:
        write_mo(file, catalog)


def is_written(message: Message) -> bool:
    """Return whether a message has a translation that the site uses."""
    texts = texts_of(message)
    return not message.fuzzy and bool(texts) and all(texts)


def is_waiting(message: Message) -> bool:
    """Return whether a message is marked as one that may stay in English for now."""
    return any(comment.strip() == WAITING for comment in message.user_comments)


def texts_of(message: Message) -> tuple[str, ...]:
    """Return the translation of a message, or those of its forms."""
    texts = message.string
    return tuple(texts) if isinstance(texts, list | tuple) else (texts,)


def sources_of(message: Message) -> tuple[str, ...]:
    """Return the English message, or its singular and its plural."""
    return tuple(message.id) if isinstance(message.id, list | tuple) else (message.id,)


def wrong_placeholders(message: Message) -> Iterator[str]:
    """Yield a sentence for each translation whose placeholders differ from the English message.

    The first of several forms, which is about one of something, may leave out the number.
    """
    english = [set(PLACEHOLDER.findall(text)) for text in sources_of(message)]
    needed, possible = set.intersection(*english), set.union(*english)
    for number, text in enumerate(texts_of(message)):
        found = set(PLACEHOLDER.findall(text))
        is_singular = len(english) > 1 and number == 0
        if missing := needed - found - ({"{count}", "%(count)s"} if is_singular else set()):
            yield f"Add {' '.join(sorted(missing))} to “{text}”."
        if unknown := found - possible:
            allowed = " ".join(sorted(possible)) or "none"
            yield f"“{text}” has {' '.join(sorted(unknown))}. Use {allowed}."
