"""A game's rule texts, with their placeholders filled in and its house rules applied."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.engine.formatting import join_names
from rules.engine.mistakes import nearest
from rules.engine.own_games import is_own
from rules.engine.rulesets import Plain, Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.variants import Source, Variant, values_at
from rules.reference.figures import NoFigureError, figure_paths, figures_of, fill_figures
from rules.reference.game_words import translated_ruleset
from rules.reference.lexicon import Lexicon
from rules.reference.own_rules import own_texts
from rules.reference.rule_files import (
    AND,
    COUNTED,
    OURS,
    SECTIONS,
    Reference,
    RuleWording,
    Wordings,
    apply_option_texts,
    inherit,
    read_reference,
)
from rules.reference.statements import Statement, StatementKind
from rules.reference.translations import Texts, read_translations
from rules.translation import gettext, in_english, languages


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule of a game, with its placeholders filled in.

    ``anchor`` is its place on the game's page, and ``owner`` is the game that the text belongs to.
    ``source`` is its published source, or None if we worked it out ourselves. ``search_words`` are
    other words that people search for. If the rule replaces another, ``instead_of`` is the other
    rule's game and ``was`` is its text. If it applies because a group chose an option, ``option``
    is the option's label. ``untranslated`` means that the rule has no translation in the reader's
    language. ``has_own_figures`` means that the text has numbers that the data doesn’t have.
    """

    anchor: str
    statement: Statement
    owner: Variant
    source: Source | None
    search_words: tuple[str, ...] = ()
    inherited: bool = False
    instead_of: Variant | None = None
    was: Statement | None = None
    option: str = ""
    untranslated: bool = False
    has_own_figures: bool = False

    @property
    def text(self) -> str:
        """The complete text, including the label of its mark."""
        return self.statement.text

    @property
    def varies(self) -> bool:
        """Whether groups play this in different ways and the text gives our choice."""
        return self.statement.mark == StatementKind.VARIES


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a variant's rules."""

    key: str
    rules: tuple[RuleText, ...]

    @property
    def title(self) -> str:
        """The heading of the section, in the reader’s language."""
        return gettext(SECTIONS[self.key])

    @property
    def inherited_from(self) -> str:
        """The name of the game from which all the rules are inherited; ``""`` if there is none."""
        owners = {rule.owner.name if rule.inherited else "" for rule in self.rules}
        return owners.pop() if len(owners) == 1 else ""


@dataclass(frozen=True, kw_only=True)
class _Page:
    """What all texts on the page of a game have in common, with these rules and for a reader."""

    variant: Variant
    rules: Ruleset
    is_standard: bool
    changed: frozenset[str]  # the paths that a text assumes and whose values the house rules change
    figures: Plain  # in English
    language: str
    translations: Mapping[str, Texts]  # of each game

    @cached_property
    def counts_as_usual(self) -> bool:
        usual = self.variant.standard
        return (self.rules.scoring, self.rules.end) == (usual.scoring, usual.end)

    def translated(self, key: str, wording: RuleWording) -> str:
        """Return the text in the reader's language, or ``""`` if it has no translation."""
        texts = self.translations.get(wording.owner, {})
        return texts.get((wording.option, f"{key}-{wording.id}"), "")


class RuleTexts:
    """The rule texts of every variant of a catalogue."""

    def __init__(self, catalogue: Catalogue, noted: list[str] | None = None) -> None:
        """Read ``reference/*.md``, ``lexicon/*.toml`` and ``texts/*/*.md`` in the folders of the
        catalogue. Raises CatalogueError with all mistakes in all files, each with its file and
        line, unless there is a list ``noted`` to add them to.
        """
        self.catalogue = catalogue
        self._references, mistakes = read_references(catalogue)
        self._translations = read_translations(catalogue, self._references, mistakes)
        if noted is not None:
            noted += mistakes
        elif mistakes:
            raise CatalogueError("\n".join(mistakes))
        self._wordings: dict[str, Wordings] = {}
        self._sections: dict[tuple[str, str], tuple[Section, ...]] = {}
        self._figures: dict[str, Plain] = {}
        self._assumable: dict[str, Plain] = {}

    def sections(self, variant: Variant, ruleset: Ruleset | None = None) -> tuple[Section, ...]:
        """Return the rule texts, including inherited ones, filled in with ``ruleset``’s values.

        The texts are in the reader's language if there is a translation. House rules replace rules
        with the texts of their options, and worked examples are calculated again. Some rules are
        left out: examples with fixed numbers if the house rules change the scoring, sentences about
        values that no longer exist, rules that assume a value that has changed, and rules that vary
        if a house rule settles them.
        """
        rules = ruleset or variant.standard
        if is_own(variant.slug):
            return tuple(_own_sections(variant, rules))
        if rules != variant.standard:
            return tuple(self._filled(variant, rules))
        place = variant.slug, self._language()
        if place not in self._sections:
            self._sections[place] = tuple(self._filled(variant, rules))
        return self._sections[place]

    def _language(self) -> str:
        """Return the reader's language if it has translations, otherwise ``""`` for English."""
        return next((code for code in languages() if code in self._translations), "")

    def _filled(self, variant: Variant, rules: Ruleset) -> Iterator[Section]:
        by_section = {
            key: tuple(each for each in wordings if not self._changed_paths(variant, each))
            for key, wordings in self._wordings_by(rules, variant).items()
        }
        language = self._language()
        with in_english():
            page = _Page(
                variant=variant,
                rules=rules,
                is_standard=rules == variant.standard,
                changed=self._changed(by_section, variant, rules),
                figures=figures_of(rules),
                language=language,
                translations=self._translations.get(language, {}),
            )
            texts = {
                key: [(each, text) for each in wordings if (text := self._text(key, each, page))]
                for key, wordings in by_section.items()
            }
        figures = figures_of(translated_ruleset(rules)) if language else {}
        for key, filled in texts.items():
            if filled:
                yield Section(
                    key,
                    tuple(self._rule_text(key, each, text, page, figures) for each, text in filled),
                )

    def _text(self, key: str, wording: RuleWording, page: "_Page") -> str:
        """Return the English text with its values, or ``""`` if house rules hide it.

        House rules hide a text, for example, if it assumes a value that they change. The text of an
        option assumes the values that the option sets.
        """
        if page.is_standard:
            return fill_figures(wording.text, page.figures, page.rules.name)
        if wording.option and wording.assumes:
            usual = assumable(_with_options_of(wording, page.variant, page.rules))
            is_changed = bool(_differ(wording.assumes, assumable(page.rules), usual))
        else:
            is_changed = not page.changed.isdisjoint(wording.assumes)
        if is_changed:
            return ""
        is_counted = wording.is_fixed_example and key in COUNTED and not wording.option
        if is_counted and not page.counts_as_usual:
            return ""
        try:
            text = fill_figures(wording.text, page.figures, page.rules.name)
        except CatalogueError:
            return ""
        is_usual = not wording.varies or wording.option
        return text if is_usual or text == self._standard_english(wording, page.variant) else ""

    def _rule_text(
        self, key: str, wording: RuleWording, english: str, page: "_Page", figures: Plain
    ) -> RuleText:
        variant = page.variant
        ids = wording.option.split(AND)
        chosen = variant.options if wording.option else ()
        labels = [held.label for held in chosen if held.id in ids]
        option = join_names(labels) if labels else ""
        inherited = wording.owner != variant.slug and not option
        instead = None if inherited else wording.replaces
        parent = self.catalogue.variant(instead.owner) if instead else None
        was = (
            Statement(
                instead.mark,
                self._standard_text(key, instead, page, variant if option else parent),
            )
            if instead and parent
            else None
        )
        translated = page.translated(key, wording)
        text = fill_figures(translated, figures, variant.name) if translated else english
        return RuleText(
            anchor=f"{key}-{wording.id}",
            statement=Statement(wording.mark, text),
            owner=self.catalogue.variant(wording.owner),
            source=self._source(wording),
            search_words=wording.search_words,
            inherited=inherited,
            instead_of=parent,
            was=was,
            option=option,
            untranslated=bool(page.language) and not translated,
            has_own_figures=wording.has_own_figures,
        )

    def _standard_text(
        self, key: str, wording: RuleWording, page: "_Page", variant: Variant
    ) -> str:
        """Return the text of a rule without house rules, in the reader’s language if possible."""
        if translated := page.translated(key, wording):
            figures = figures_of(translated_ruleset(variant.standard))
            return fill_figures(translated, figures, variant.name)
        with in_english():
            return self._standard_english(wording, variant)

    def _standard_english(self, wording: RuleWording, variant: Variant) -> str:
        if variant.slug not in self._figures:
            self._figures[variant.slug] = figures_of(variant.standard)
        return fill_figures(wording.text, self._figures[variant.slug], variant.name)

    def _source(self, wording: RuleWording) -> Source | None:
        """Return the source of a rule. Raises CatalogueError if the game has no such source."""
        if wording.source == OURS or (wording.varies and not wording.source):
            return None
        owner = self.catalogue.variant(wording.owner)
        if not wording.source:
            return owner.sources[0]
        for source in owner.sources:
            if source.id == wording.source:
                return source
        raise CatalogueError(f"{owner.slug}.md: “{wording.id}”: no source “{wording.source}”")

    def reference(self, slug: str) -> Reference:
        """Return the content of a game’s own reference file."""
        return self._references[slug]

    def wordings(self, variant: Variant) -> Wordings:
        """Return each section's rules as written in their files, including the parent's rules."""
        return self._wordings_of(variant)

    def check(self, variant: Variant) -> None:
        """Raise CatalogueError if a game’s own file has mistakes. The error lists all of them."""
        faults = [
            f"reference/{variant.slug}.md:{wording.line}: Rule “{key}-{wording.id}”: {fault}"
            f"{'' if fault.endswith('?') else '.'}"
            for key, part in self._references[variant.slug].parts.items()
            for wording in part.wordings
            for fault in self._faults(wording, variant)
        ]
        if faults:
            raise CatalogueError("\n".join(faults))
        self.sections(variant)

    def _faults(self, wording: RuleWording, variant: Variant) -> Iterator[str]:
        """Yield a message for each mistake in a rule, without the full stop."""
        try:
            self._standard_english(wording, variant)
        except CatalogueError as error:
            fault = str(error).removeprefix(f"{variant.name}: ")
            paths = figure_paths(self._figures[variant.slug])
            near = nearest(error.path, paths) if isinstance(error, NoFigureError) else ""
            yield f"{fault}. Did you mean {{{near}}}?" if near else fault
        for path in wording.assumes:
            try:
                values_at(self._usually(variant), path)
            except CatalogueError as error:
                yield str(error)
        if wording.text and wording.source not in ("", OURS):
            ids = [source.id for source in variant.sources]
            if wording.source not in ids:
                yield f"there is no source “{wording.source}” among {', '.join(filter(None, ids))}"

    def silenced(self, variant: Variant) -> Iterator[tuple[str, RuleWording, tuple[str, ...]]]:
        """Yield each inherited rule that isn’t true of a game: section, rule and changed paths.

        Such a rule assumes values that the game changes.
        """
        for key, wordings in self._wordings_of(variant).items():
            for wording in wordings:
                if paths := self._changed_paths(variant, wording):
                    yield key, wording, paths

    def _changed_paths(self, variant: Variant, wording: RuleWording) -> tuple[str, ...]:
        """Return the paths of the values that an inherited rule assumes but the game changes."""
        if wording.owner == variant.slug or not wording.assumes:
            return ()
        own, theirs = map(self._usually, (variant, self.catalogue.variant(wording.owner)))
        return tuple(path for path in wording.assumes if _found(own, path) != _found(theirs, path))

    def _changed(self, wordings: Wordings, variant: Variant, rules: Ruleset) -> frozenset[str]:
        """Return the paths that a rule assumes and whose values aren’t the standard ones."""
        paths = {path for each in wordings.values() for rule in each for path in rule.assumes}
        return _differ(paths, assumable(rules), self._usually(variant))

    def _usually(self, variant: Variant) -> Plain:
        """Return the values of a game without house rules that a rule may assume."""
        if variant.slug not in self._assumable:
            self._assumable[variant.slug] = assumable(variant.standard)
        return self._assumable[variant.slug]

    def _wordings_of(self, variant: Variant) -> Wordings:
        """Return each section's rules as written in their files, including the parent's rules."""
        if variant.slug not in self._wordings:
            parent = self.catalogue.parent(variant)
            theirs = self._wordings_of(parent) if parent else {}
            own = self._references[variant.slug]
            wordings = inherit(theirs, own.parts)
            if faults := tuple(_option_faults(variant, wordings, own)):
                raise CatalogueError("\n".join(faults))
            self._wordings[variant.slug] = wordings
        return self._wordings[variant.slug]

    def _wordings_by(self, rules: Ruleset, variant: Variant) -> Wordings:
        """Return each section's rules with the texts for the options of ``rules``.

        Each option's texts come from the first file in the lineage that has any. Texts for several
        options together come last.
        """
        wordings = self._wordings_of(variant)
        lineage = [
            self._references[game.slug].by_option for game in self.catalogue.lineage(variant)
        ]
        chosen = [option.id for option in variant.options if option.id in rules.options]
        together = {key for texts in lineage for key in texts if AND in key}
        chosen += sorted(key for key in together if {*key.split(AND)} <= {*chosen})
        for key in chosen:
            parts = next((texts[key] for texts in lineage if texts.get(key)), None)
            if parts:
                wordings = apply_option_texts(wordings, parts)
        return wordings


def _with_options_of(wording: RuleWording, variant: Variant, rules: Ruleset) -> Ruleset:
    """Return the standard rules with the options that a text is for, as ``rules`` has them.

    If the game has changed since and no longer allows them, return the standard rules.
    """
    ids = wording.option.split(AND)
    chosen = {key: answer for key, answer in rules.options.items() if key in ids}
    try:
        return variant.ruleset(variant.with_required(chosen))
    except CatalogueError:
        return variant.standard


def _own_sections(variant: Variant, rules: Ruleset) -> Iterator[Section]:
    """Yield the rules of a group’s own game, which is in no catalogue."""
    for key, lines in own_texts(rules):
        texts = (
            RuleText(anchor, Statement(StatementKind.PLAIN, text), variant, None)
            for anchor, text in lines
        )
        yield Section(key, tuple(texts))


def read_references(catalogue: Catalogue) -> tuple[dict[str, Reference], list[str]]:
    """Return the texts of each game, and a sentence for each mistake in their files."""
    files = dict(catalogue.files("reference", "md"))
    references = {slug: Reference({}, {}) for slug in catalogue.variants}
    lexicons, mistakes = _lexicons(catalogue, files)
    for slug in (slug for slug in references if slug in files):
        try:
            references[slug], wrong = read_reference(files[slug], lexicons[slug])
            mistakes += wrong
        except CatalogueError as error:
            mistakes.append(str(error))
    return references, mistakes


def _lexicons(
    catalogue: Catalogue, references: Mapping[str, Path]
) -> tuple[dict[str, Lexicon], list[str]]:
    """Return the lexicon of each game that has a reference file, and the mistakes in the lexicons.

    A lexicon is not used if a later folder replaces the reference file that it was written for.
    """
    lexicons, mistakes = {slug: Lexicon(None) for slug in references}, []
    for slug, path in catalogue.files("lexicon", "toml"):
        if slug not in references:
            mistakes.append(f"lexicon/{path.name}: There is no reference/{slug}.md. Add it.")
        elif _folder_number(catalogue, path) >= _folder_number(catalogue, references[slug]):
            try:
                lexicons[slug] = Lexicon(path)
            except CatalogueError as error:
                mistakes.append(str(error))
    return lexicons, mistakes


def _folder_number(catalogue: Catalogue, path: Path) -> int:
    return catalogue.folders.index(path.parent.parent)


def _option_faults(variant: Variant, wordings: Wordings, reference: Reference) -> Iterator[str]:
    """Yield a sentence for each mistake in the texts of options.

    They may belong to an unknown option, to options that can’t be used together, or remove an
    unknown rule.
    """
    known = {held.id: held for held in variant.options}
    for option, parts in reference.by_option.items():
        at = f"reference/{variant.slug}.md:{reference.lines.get(option, 0)}: # with {option}"
        ids = option.split(AND)
        for name in (name for name in ids if name not in known):
            near = nearest(name, known)
            hint = f" Did you mean “{near}”?" if near else ""
            yield f"{at}: There is no option “{name}”.{hint}"
        for one, other in combinations((known[name] for name in ids if name in known), 2):
            if one.bars(other):
                yield f"{at}: These options can’t be used together. Leave out these texts."
        for key, part in parts.items():
            names = {inherited.id for inherited in wordings.get(key, ())}
            for wording in part.wordings:
                if not wording.text and wording.id not in names:
                    near = nearest(wording.id, names)
                    hint = f" Did you mean “{near}”?" if near else " Leave it out."
                    yield (
                        f"reference/{variant.slug}.md:{wording.line}: # with {option}: “{key}” has "
                        f"no rule “{wording.id}” to remove.{hint}"
                    )


def _differ(paths: Iterable[str], here: Plain, there: Plain) -> frozenset[str]:
    """Return the paths whose values differ."""
    return frozenset(path for path in paths if _found(here, path) != _found(there, path))


def assumable(rules: Ruleset) -> Plain:
    """Return the values that a rule may assume, with the defaults of the scheme’s figures.

    ``deck.has_jokers`` is for rules that apply with any number of jokers.
    """
    plain: Plain = rules.model_dump(mode="json")
    if rules.deck:
        plain["deck"]["has_jokers"] = rules.deck.has_jokers
    figures = scheme_of(rules, rules.players.counts[0]).scoring.figures
    plain["scoring"]["figures"] = figures.model_dump(mode="json")
    return plain


def _found(plain: Plain, path: str) -> list[Any]:
    """Return the values at a path, or an empty list if the game has none there.

    Repeated values for several numbers of players are returned only once. If all deals have the
    same value, that value is returned only once as well.
    """
    try:
        values = values_at(plain, path)
    except CatalogueError:
        return []
    if path.startswith("deck.by_players.*."):
        return sorted({*values})
    return values[:1] if all(value == values[0] for value in values) else values


def rule_texts() -> RuleTexts:
    """Return the texts of all games, including those in SCOREKEEPER_GAMES. They are read once."""
    return _texts_of(catalogue())


@lru_cache(maxsize=1)
def _texts_of(catalogue: Catalogue) -> RuleTexts:
    return RuleTexts(catalogue)
