"""What is left to do for a language, one instruction a line."""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from babel.messages.catalog import Catalog, Message

from rules.engine.catalogue import Catalogue
from rules.engine.game_files import read_text
from rules.engine.mistakes import nearest
from rules.engine.toml_lines import key_lines, read_toml
from rules.reference.game_words import GameWords, translatable
from rules.reference.rule_texts import RuleTexts
from rules.reference.translations import wordings_of
from tools.language.messages import (
    MOST_WAITING,
    PLACEHOLDER,
    Language,
    compiled,
    is_waiting,
    is_written,
    read,
    sources_of,
    texts_of,
    wrong_placeholders,
)

SHOWN = 60  # letters of a message
LISTED = 8  # rules or texts of one game
_REMARK = re.compile(r"\([^)]*\)")
GAMES = "games"  # the table of the glossary with the names of games, by slug


def message_faults(language: Language, messages: Catalog) -> Iterator[str]:
    """Yield an instruction for each message that isn’t translated, or not validly.

    ``messages`` are all messages that now exist.
    """
    name = os.path.relpath(language.po)
    if not language.po.exists():
        yield f"{name} is missing. Run ./dev language new {language.code}."
        return
    catalog = read(language.po)
    kept = {_key(message): message for message in catalog if message.id}
    known = {_key(message): message for message in messages if message.id}
    for key, message in known.items():
        if key not in kept:
            near = nearest(sources_of(message)[0], (old[1] for old in kept.keys() - known.keys()))
            hint = f" It resembles “{_short(near)}”, which is gone." if near else ""
            yield f"{name}: {_quoted(message)} is new. Run ./dev language update.{hint}"
    for key, message in kept.items():
        if key not in known:
            yield _at(name, message, "is no longer used. Run ./dev language update.")
    waiting = [message for message in kept.values() if is_waiting(message)]
    for message in waiting[MOST_WAITING:]:
        yield _at(name, message, f"waits, but {MOST_WAITING} others do. Translate some of them.")
    for message in kept.values():
        yield from _faults_of(name, message)
    written = {_key(each): texts_of(each) for each in kept.values() if is_written(each)}
    current = {_key(each): texts_of(each) for each in compiled(language.mo) if each.id}
    if written != current:
        yield f"{os.path.relpath(language.mo)} isn’t up to date. Run ./dev language update."


def _faults_of(name: str, message: Message) -> Iterator[str]:
    if message.fuzzy:
        yield _at(name, message, "is new. Correct its translation, and delete “fuzzy”.")
    elif not is_written(message) and not is_waiting(message):
        yield _at(name, message, "isn’t translated. Write msgstr.")
    elif is_written(message):
        if is_waiting(message):
            yield _at(name, message, "is translated. Delete “#  waiting”.")
        for sentence in wrong_placeholders(message):
            yield f"{name}:{message.lineno}: {sentence}"


def avoided_words(language: Language) -> Iterator[str]:
    """Yield an instruction for each word in a message that the glossary says to avoid.

    A word counts only in a message about the concept in whose entry it is, unless the message is
    also about another concept for which it is right. English words that are in two entries, and
    words with a remark in parentheses, are for translators only.
    """
    if not (language.glossary.exists() and language.po.exists()):
        return
    path, name = language.glossary, os.path.relpath(language.po)
    entries = read_toml(path.read_text("utf-8"), os.path.relpath(path))
    entries.pop(GAMES, None)
    listed = {concept: _listed(_REMARK.sub("", concept)) for concept in entries}
    often = Counter(word for words in listed.values() for word in words)
    terms = {
        concept: [_whole(word, "s?") for word in words if often[word] == 1]
        for concept, words in listed.items()
    }
    for message in filter(is_written, read(language.po)):
        sources = sources_of(message)
        texts = [PLACEHOLDER.sub("", text) for text in texts_of(message)]
        about = [
            entries[concept]
            for concept, patterns in terms.items()
            if any(pattern.search(source) for pattern in patterns for source in sources)
        ]
        right = " ".join(entry.get(language.code, "") for entry in about)
        for entry in about:
            for word in _listed(entry.get("avoid", "")):
                pattern = _whole(word)
                if "(" in word or pattern.search(right) or not any(map(pattern.search, texts)):
                    continue
                better = entry[language.code]
                yield f"{name}:{message.lineno}: Avoid “{word}”. The glossary says “{better}”."


def glossary_faults(language: Language, games: Catalogue) -> Iterator[str]:
    """Yield an instruction for each mistake in the glossary."""
    path = language.glossary
    name = os.path.relpath(path)
    if not path.exists():
        yield f"{name} is missing. Run ./dev language new {language.code}."
        return
    text = path.read_text("utf-8")
    lines, words = key_lines(text), (language.code, "regions", "avoid", "source", "note")
    for concept, entry in read_toml(text, name).items():
        keys = games.variants if concept == GAMES else words
        for key in entry:
            if key not in keys:
                near = nearest(key, keys)
                hint = f"Did you mean “{near}”?" if near else "Leave it out."
                line = lines.get((concept, key), 0)
                yield f"{name}:{line}: {concept}: There is no key “{key}” here. {hint}"
        if concept != GAMES and not entry.get(language.code):
            yield f"{name}:{lines.get((concept,), 0)}: {concept}: Add “{language.code}”, the word."


def text_faults(games: Catalogue) -> tuple[str, ...]:
    """Return the mistakes in the texts of games, in all languages."""
    mistakes: list[str] = []
    GameWords(games, mistakes)
    RuleTexts(games, mistakes)
    return tuple(f"rules/data/{mistake}" for mistake in mistakes if mistake.startswith("texts/"))


def untranslated_games(games: Catalogue, language: Language) -> Iterator[str]:
    """Yield an instruction for each game whose texts or rules aren’t all translated.

    The name of a game is to be translated if the glossary has another one than in English.
    """
    code, named = language.code, _names_in(language)
    texts, words = RuleTexts(games, []), GameWords(games, [])
    files = dict(games.files("catalogue", "toml"))
    for slug, variant in sorted(games.variants.items()):
        own = texts._translations.get(code, {}).get(slug, {})
        rules = [place for place, _wording in wordings_of(texts._references[slug])]
        yield from _left(f"{code}/{slug}.md", "rule", own, {_dotted(each): each for each in rules})
        known = words._words(code, variant.slug) if code in words._own else {}
        english = read_toml(read_text(files[slug]), files[slug].name)
        wanted = {".".join(keys): at for keys, at in translatable(english)}
        if named.get(slug, variant.name) == variant.name:
            wanted.pop("name")
        elif (name := known.get(wanted["name"], named[slug])) != named[slug]:
            path = f"rules/data/texts/{code}/{slug}.toml"
            yield f"{path}: The name is “{name}”. The glossary says “{named[slug]}”."
        yield from _left(f"{code}/{slug}.toml", "text", known, wanted)


def _left(path: str, what: str, own: Mapping[Any, str], wanted: Mapping[str, Any]) -> Iterator[str]:
    """Yield an instruction if some of the wanted rules or texts of a game aren’t translated."""
    left = [name for name, place in wanted.items() if place not in own]
    if not left:
        return
    count = f"1 {what}" if len(left) == 1 else f"{len(left)} {what}s"
    some = f"{', '.join(left[:LISTED])}{', …' if len(left) > LISTED else ''}"
    if len(left) == len(wanted):
        yield f"rules/data/texts/{path}: Write the file: {count} ({some})."
    else:
        yield f"rules/data/texts/{path}: Add {count} of {len(wanted)}: {some}."


def _names_in(language: Language) -> Mapping[str, str]:
    """Return the names of games in the glossary, by slug."""
    if not language.glossary.exists():
        return {}
    entries = read_toml(language.glossary.read_text("utf-8"), os.path.relpath(language.glossary))
    names: Mapping[str, str] = entries.get(GAMES, {})
    return names


def _dotted(place: Iterable[str]) -> str:
    return ".".join(filter(None, place))


def _key(message: Message) -> tuple[str, str]:
    """Return what identifies a message: its context, and the message or its singular."""
    return message.context or "", sources_of(message)[0]


def _at(name: str, message: Message, sentence: str) -> str:
    return f"{name}:{message.lineno}: {_quoted(message)} {sentence}"


def _quoted(message: Message) -> str:
    return f"“{_short(sources_of(message)[0])}”"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return f"{text[:SHOWN]}…" if len(text) > SHOWN else text


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _whole(text: str, ending: str = "") -> re.Pattern[str]:
    """Return the pattern of whole words. A capital letter is needed only if ``text`` has one."""
    first = re.escape(text[0]) if text[0].isupper() else f"[{text[0]}{text[0].upper()}]"
    return re.compile(rf"(?<!\w){first}{re.escape(text[1:])}{ending}(?!\w)")


def all_faults(language: Language, messages: Catalog, games: Catalogue) -> Iterator[str]:
    """Yield every instruction for a language: first what is wrong, then what is missing."""
    yield from message_faults(language, messages)
    yield from glossary_faults(language, games)
    yield from avoided_words(language)
    own = f"rules/data/texts/{language.code}/"
    yield from (fault for fault in text_faults(games) if fault.startswith(own))
    yield from untranslated_games(games, language)
