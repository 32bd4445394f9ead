"""Properties that every game must have. Each one yields a sentence for each thing to do.

The tests check all games of the catalogue, and ``./dev game check`` checks one game.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from rules.engine.catalogue import Catalogue
from rules.engine.checking import entry_ids
from rules.engine.contracts import MAX_DEALS
from rules.engine.errors import CatalogueError, RulesError
from rules.engine.house_rules import adjustable_figures
from rules.engine.mistakes import Mistake, nearest
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.toml_lines import line_of
from rules.engine.variants import Option, Variant
from rules.reference.facts import facts
from rules.reference.glossary import glossary
from rules.reference.rule_files import AND, OURS, RuleWording
from rules.reference.rule_texts import RuleText, RuleTexts, Section, assumable
from rules.reference.shelves import SHELVES
from rules.reference.sources import source_of
from tests.provenance.figures_in_words import HOUSE, Told, faults, literals, told_in
from tests.rules.scored import entry_fields
from tests.rules.transcript import Transcript, table_of
from tools.game.comparisons import VALUES, is_unlisted_comparison, is_unsettled, untrue
from tools.game.cues import unlisted
from tools.game.pairs import Effect, absent, answers, is_idle, overridden, pairs
from tools.game.places import PROJECT, Places
from tools.game.scaffold import FILL_IN

NAMES = ("Ann", "Bob", "Cai", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo")
# The tables whose values need a source; of “end”, those that the game’s own file sets.
SOURCED = ("players", "words", "deck", "melds", "scoring", "end", "settlement", "deals")
NEEDED = ("names", "players", "cards", "deal", "object", "scoring", "end")
# Games sold under a brand name have a descriptive name here, but can be found by the brand name.
BRANDS = ("Phase 10", "Five Crowns", "Skyjo", "Yahtzee", "Scrabble", "Skip-Bo", "Uno")


@dataclass(frozen=True)
class Game:
    """A game to check, with the catalogue that it is in, its files and its transcripts."""

    variant: Variant
    games: Catalogue
    texts: RuleTexts
    places: Places = PROJECT
    transcripts: tuple[Transcript, ...] = field(default=())

    @property
    def slug(self) -> str:
        return self.variant.slug

    @cached_property
    def _pages(self) -> dict[str, tuple[Ruleset, tuple[Section, ...]]]:
        return {}

    def page(self, options: Mapping[str, Any]) -> tuple[Ruleset, tuple[Section, ...]]:
        """Return the rules with these options, and the texts on the page, which are made once.

        Raises CatalogueError if the texts can’t be filled in.
        """
        key = repr(options)
        if key not in self._pages:
            rules = self.variant.ruleset(options)
            self._pages[key] = rules, self.texts.sections(self.variant, rules)
        return self._pages[key]

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        return self.page({})[1]

    @cached_property
    def rules(self) -> tuple[tuple[str, RuleText], ...]:
        """Every rule on the game’s page, with the key of its section."""
        return tuple((section.key, rule) for section in self.sections for rule in section.rules)

    @cached_property
    def own_wordings(self) -> tuple[tuple[str, RuleWording], ...]:
        """The rules in the game’s own file, except those of options, with their sections."""
        parts = self.texts.reference(self.slug).parts
        return tuple((key, each) for key, part in parts.items() for each in part.wordings)

    def at(self, *steps: str | int) -> str:
        """Return the file and the line of a value in the game’s own data, before its path."""
        path = dict(self.games.files("catalogue", "toml"))[self.slug]
        line = line_of(path.read_text("utf-8"), steps)
        return f"{_place(path, line)}: {Mistake(steps, '').path}"

    def at_option(self, option: Option) -> str:
        """Return the file and the line of an option, with its id."""
        place = self.at("options", self.variant.options.index(option)).rpartition(": ")[0]
        return f"{place}: option “{option.id}”"

    def at_rule(self, owner: str, anchor: str, option: str = "") -> str:
        """Return the file and the line of a rule, with its anchor.

        If an option, or several joined with “and”, are chosen, the rule may be one of its texts.
        """
        reference = self.texts.reference(owner)
        chosen = [
            parts
            for name, parts in reference.by_option.items()
            if {*name.split(AND)} <= {*option.split(AND)}
        ]
        lines = (
            wording.line
            for parts in (*chosen, reference.parts, *reference.by_option.values())
            for key, part in parts.items()
            for wording in part.wordings
            if wording.text and f"{key}-{wording.id}" == anchor
        )
        return f"{_place(self.places.reference(owner), next(lines, 0))}: Rule “{anchor}”"


Property = Callable[[Game], Iterator[str]]


def _place(path: Path, line: int) -> str:
    name = f"{path.parent.name}/{path.name}"
    return f"{name}:{line}" if line else name


# The files


def is_filled_in(game: Game) -> Iterator[str]:
    """Find the parts of the scaffold that nobody has filled in."""
    yield from left_to_fill_in(game.places, game.slug)


def left_to_fill_in(places: Places, slug: str) -> Iterator[str]:
    """Yield a sentence for each such part of a game’s files, even if its data has mistakes."""
    for path in places.files_of(slug):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if FILL_IN in line or FILL_IN.replace(" ", "-") in line:
                yield f"{_place(path, number)}: Replace “{FILL_IN}” and the text after it."


def is_introduced(game: Game) -> Iterator[str]:
    """Check the name, the summary, the sources and the readings."""
    variant = game.variant
    if not variant.summary.endswith(".") or "\n" in variant.summary:
        yield f"{game.at('summary')}: Write one line that ends with a full stop."
    for number, reading in enumerate(variant.readings):
        if not reading.endswith((".", "?")) or "\n" in reading:
            yield (
                f"{game.at('readings', number)}: “{reading[:40]}” needs one line that ends with a "
                "full stop."
            )
    for number, source in enumerate(variant.sources):
        if not game.places.is_own and not (source.author and source.url):
            yield (
                f"{game.at('sources', number)}: Give “{source.title}” an author and a url, so that "
                "others can read it."
            )
    words = f" {re.sub(r'[(),]', ' ', variant.name.casefold())} "
    for brand in BRANDS:
        if f" {brand.casefold()} " in words:
            yield (
                f"{game.at('name')}: “{brand}” is a brand. Describe the game, and list the brand "
                "in aliases."
            )


def has_a_source_for_each_value(game: Game) -> Iterator[str]:
    """Check that a source covers each table of the game that has values."""
    for table, paths in values_without_source(game.games, game.variant).items():
        if not game.places.is_own:
            shown = ", ".join(paths[:3]) + (", …" if len(paths) > 3 else "")
            yield (
                f"{game.at('sources', 0, 'covers')}: No source covers {shown}. Add “{table}” to "
                "“covers” of the source that gives it."
            )


def values_without_source(games: Catalogue, variant: Variant) -> dict[str, list[str]]:
    """Return the paths of the values that no source covers, by table."""
    plain = variant.standard.model_dump(mode="json")
    stated = {key for key in plain["end"] if games.states(variant.slug, f"end.{key}")}
    plain["end"] = {key: value for key, value in plain["end"].items() if key in stated}
    found = {
        table: [
            path
            for path in value_paths(plain[table], table)
            if source_of(games, variant.slug, path) is None
        ]
        for table in SOURCED
        if plain[table] not in (None, {})
    }
    return {table: paths for table, paths in found.items() if paths}


def value_paths(plain: Any, path: str) -> Iterator[str]:
    """Yield the path of every value in plain data. Deals are identified by number."""
    if isinstance(plain, list) and path == "deals":
        plain = {deal["number"]: deal for deal in plain}
    if isinstance(plain, dict) and plain:
        for key, value in plain.items():
            yield from value_paths(value, f"{path}.{key}")
    else:
        yield path


def is_on_a_shelf(game: Game) -> Iterator[str]:
    """Check that the game has a place in the list of games."""
    if game.variant.family not in SHELVES and not game.places.is_own:
        yield (
            f"{game.at('family')}: “{game.variant.family}” is not known. Use one of "
            f"{', '.join(SHELVES)}, or "
            "add it to SHELVES in rules/reference/shelves.py."
        )


def has_names_of_its_own(game: Game) -> Iterator[str]:
    """Check that no other game has this game’s name, and that none of its names is listed twice."""
    own = game.variant.name.casefold()
    for other in game.games.variants.values():
        if other.slug != game.slug and other.name.casefold() == own:
            yield f"{game.at('name')}: {other.slug} is also called “{other.name}”. Choose another."
    aliases = [alias.casefold() for alias in game.variant.aliases]
    for alias, count in Counter([own, *aliases]).items():
        if count > 1:
            yield (
                f"{game.at('aliases')}: “{alias}” is listed twice, or is the name itself. Leave "
                "one out."
            )


def shares_names_only_with_relatives(game: Game) -> Iterator[str]:
    """Check that a search for one of the game’s names doesn’t find a game of another kind.

    Games of one family may have the same names. A game may also have the name of another as an
    alias.
    """
    own = {name.casefold(): name for name in (game.variant.name, *game.variant.aliases)}
    titles = {other.name.casefold() for other in game.games.variants.values()}
    for other in game.games.variants.values():
        for alias in (each.casefold() for each in other.aliases):
            if (
                alias in own
                and other.slug != game.slug
                and other.family != game.variant.family
                and alias not in titles
            ):
                yield (
                    f"{game.at('aliases')}: “{own[alias]}” is also an alias of {other.name}, "
                    "which is a game of "
                    "another family. Remove it from one of the two."
                )


# The table


def can_be_played(game: Game) -> Iterator[str]:
    """Check the inputs for every number of players."""
    rules = game.variant.standard
    for players in rules.players.counts:
        table = table_of(rules, NAMES[:players], "Ann")
        names = [
            name
            for asked in entry_fields(rules, 1, players)
            for place in table.places(asked.scope) or (None,)
            for name in asked.inputs(place.key if place else "").values()
        ]
        if game.variant.scored and not names:
            yield f"With {players} players, nothing is entered for a deal. Add an item or a field."
        ids = entry_ids(scheme_of(rules, players), rules.deal(1))
        for name in {name for name in names if names.count(name) > 1}:
            yield f"With {players} players, two inputs are called “{name}”. Rename one of them."
        if len(set(ids)) != len(ids):
            yield f"With {players} players, two inputs have the same id. Rename one of them."


def has_facts(game: Game) -> Iterator[str]:
    """Check the facts that are derived from the data."""
    found = facts(game.variant.standard)
    if missing := {"players", "winner"} - {fact.key for fact in found}:
        yield f"These facts are missing: {', '.join(sorted(missing))}. Fill in [players] and [end]."
    for fact in found:
        if not (fact.label and fact.text) or "None" in fact.text or "{" in fact.text:
            yield f"The fact “{fact.label}” reads “{fact.text}”. Fill in the values that it uses."


def has_a_dealer_only_with_cards(game: Game) -> Iterator[str]:
    """Check that a game in which nobody deals has no number of cards to deal."""
    rules = game.variant.standard
    sizes = rules.deck.by_players.values() if rules.deck else ()
    if not rules.has_dealer and any(dealt.cards for dealt in (*sizes, *rules.deals)):
        yield (
            f"{game.at('opening')}: With “dealt = false”, nobody deals, but [deck] or "
            "[[deals]] sets how many "
            "cards are dealt. Leave out one of them."
        )


def asks_what_no_source_gives(game: Game) -> Iterator[str]:
    """Check that the new-game page asks for each value that no source gives."""
    knobs = adjustable_figures(game.variant, game.variant.standard)
    asked = [knob.path for knob in knobs if knob.is_unknown]
    for number, gap in enumerate(game.variant.unknown):
        if not any(path.startswith(f"{gap.path}.") for path in asked):
            yield (
                f"{game.at('unknown', number)}: “{gap.path}” already has a value. Leave out one of "
                "the two."
            )


# Options


def has_options_that_say_what_they_do(game: Game) -> Iterator[str]:
    """Check the texts and ids of the options."""
    known = {each.id for variant in game.games.lineage(game.variant) for each in variant.options}
    for option in game.variant.options:
        if option.label.strip() != option.label or "\n" in option.label + option.explanation:
            yield f"{game.at_option(option)}: Write the label and the explanation on one line each."
        if not option.explanation.endswith((".", "?")):
            yield (
                f"{game.at_option(option)}: Explain what it does, in a sentence that ends with a "
                "full stop."
            )
        for verb, others in (("excludes", option.excludes), ("requires", option.requires)):
            for other in sorted(set(others) - (known - {option.id})):
                near = nearest(other, known)
                hint = f"Did you mean “{near}”?" if near else "Leave it out."
                yield (
                    f"{game.at_option(option)}: It {verb} “{other}”, but there is no such option. "
                    f"{hint}"
                )
    for label, count in Counter(option.label for option in game.variant.options).items():
        if count > 1:
            yield (
                f"{game.at('options')}: “{label}” is the label of {count} options. Choose "
                "different labels."
            )


def has_options_that_can_be_played(game: Game) -> Iterator[str]:
    """Check each option alone, and in each pair that can be combined."""
    known = {_unshown(game, {})}
    for option in game.variant.options:
        rules = game.variant.ruleset(answers(game.variant, option))
        for players in rules.players.counts:
            if game.variant.scored and not entry_fields(rules, 1, players):
                yield f"{game.at_option(option)}: With {players} players, nothing is entered."
        fault = _unshown(game, answers(game.variant, option))
        if fault not in {"", *known}:
            known.add(fault)
            yield f"{game.at_option(option)}: {fault}"
    for one, other in pairs(game.variant):
        try:
            game.variant.ruleset(answers(game.variant, one, other))
        except RulesError as error:
            yield (
                f"{game.at_option(one)} can’t be played together with “{other.id}”: {error} "
                "Put them in one group, or let one exclude the other."
            )
        for path in overridden(one, other):
            yield (
                f"{game.at_option(one)} sets “{path}”, which “{other.id}” sets to another value. "
                "Put them in one group, or let one exclude the other."
            )


def _unshown(game: Game, options: Mapping[str, Any]) -> str:
    """Return why the page can’t be shown with these options, or nothing if it can."""
    try:
        game.page(options)
    except CatalogueError as error:
        return str(error)
    return ""


def has_deals_that_differ(game: Game) -> Iterator[str]:
    """Check that a game with several deals describes what is special about each."""
    variant = game.variant
    chosen = [
        {},
        *(answers(variant, option) for option in variant.options),
    ]
    for deals in (variant.ruleset(options).deals for options in chosen):
        for deal in deals if len(deals) > 1 else ():
            if not (deal.contract.size or deal.cards or deal.special_rules):
                yield (
                    f"{game.at('deals', deal.number - 1)}: Deal {deal.number} has no contract, "
                    "cards or notes. Add one of them."
                )


# Rules in words


def has_the_sections_that_readers_need(game: Game) -> Iterator[str]:
    """Check that the most important sections are there."""
    there = {section.key for section in game.sections if section.rules}
    for key in NEEDED:
        if key not in there:
            yield f"reference/{game.slug}.md: Write “## {key}” with at least one rule."


def has_placeholders_that_lead_somewhere(game: Game) -> Iterator[str]:
    """Find braces that are shown to readers."""
    for _key, rule in game.rules:
        if "{" in rule.text or "}" in rule.text:
            yield (
                f"{game.at_rule(rule.owner.slug, rule.anchor)} shows braces: “{rule.text[:60]}”. "
                "Correct the placeholder."
            )


def has_anchors_of_its_own(game: Game) -> Iterator[str]:
    """Check that every anchor on the game’s page is unique."""
    lineage = game.games.lineage(game.variant)
    sources = {source for variant in lineage for source in variant.sources}
    anchors = [
        *("main", "asked", "found", "values", "facts", "deals", "differences"),
        *("house-rules", "readings", "sources"),
        *(f"deal-{number}" for number in range(1, MAX_DEALS + 1)),
        *(f"fact-{fact.key}" for fact in facts(game.variant.standard)),
        *(f"option-{option.id}" for option in game.variant.options),
        *(f"source-{number}" for number in range(1, len(sources) + 1)),
        *(section.key for section in game.sections),
        *(rule.anchor for _key, rule in game.rules),
    ]
    for anchor, count in Counter(anchors).items():
        if count > 1:
            yield f"“{anchor}” is the anchor of {count} places on the page. Rename the rule."


def has_rules_with_names_and_sources(game: Game) -> Iterator[str]:
    """Check the names, sources and texts in the game’s own file."""
    by_anchor = {rule.anchor: rule for _key, rule in game.rules}
    wordings = game.texts.wordings(game.variant)
    for key, wording in ((key, each) for key, all_ in wordings.items() for each in all_):
        anchor = f"{key}-{wording.id}"
        if wording.owner != game.slug:
            continue
        at = game.at_rule(game.slug, anchor)
        if wording.id.isdecimal() and not game.places.is_own:
            yield f"{at}: Give this rule a name, as in “- [aces] An ace is low.”"
        if wording.replaces and wording.replaces.text == wording.text:
            yield f"{at} has the same text as its parent’s. Leave it out."
        rule = by_anchor[anchor]
        if rule.was == rule.statement:
            yield f"{at} reads the same as its parent’s. Leave it out."
        if wording.source not in ("", OURS) and (rule.source is None):
            yield f"{at}: There is no source “{wording.source}”."


def agrees_with_the_data(game: Game) -> Iterator[str]:
    """Compare the numbers in the rules with the data."""
    for rule in told_in(game.sections):
        for fault in () if rule.has_own_figures else faults(game.variant.standard, rule):
            yield _contradiction(game, rule, fault)


def is_true_under_house_rules(game: Game) -> Iterator[str]:
    """Check every sentence under each house rule and each pair that can be combined.

    Its numbers and comparisons have to agree with the data, and the game has to have what it speaks
    of. Both options of a pair have to make a difference.
    """
    variant, seen = game.variant, set()
    effects: dict[tuple[str, ...], Effect] = {}
    for options in ((), *((option,) for option in variant.options), *pairs(variant)):
        rules, sections = game.page(answers(variant, *options))
        effect = Effect(rules, tuple(told_in(sections)))
        ids = tuple(option.id for option in options)
        effects[ids] = effect
        # Numbers in sentences that neither option of a pair changes have been checked before.
        same = [{*effects[(each,)].told} for each in ids] if len(ids) > 1 else []
        for rule in effect.told:
            is_checked = same and all(rule in alone for alone in same)
            is_about_numbers = options and not (is_checked or rule.has_own_figures)
            numbers = faults(rules, rule, HOUSE) if is_about_numbers else ()
            words = (*untrue(rules, rule), *absent(effect.missing, rule))
            for describe, fault in (
                *((_contradiction, number) for number in numbers),
                *((_untrue, word) for word in words),
            ):
                if (rule.place, fault) not in seen:
                    seen.add((rule.place, fault))
                    yield describe(game, rule, fault, ids)
    for one, other in pairs(variant):
        both = effects[one.id, other.id]
        for option, beside in ((one, other), (other, one)):
            alone = effects[(option.id,)]
            if is_idle(option, effects[()], alone, effects[(beside.id,)], both):
                yield (
                    f"{game.at_option(option)} changes nothing together with “{beside.id}”. Put "
                    "them in one group, or let one exclude the other."
                )


def _contradiction(game: Game, rule: Told, fault: str, options: tuple[str, ...] = ()) -> str:
    topic, _, said = fault.partition(": ")
    chosen = AND.join(options)
    what = f"the option “{chosen}”" if chosen else "the data"
    return (
        f"{game.at_rule(rule.owner, f'{rule.section}-{rule.id}', chosen)} says {said} ({topic}), "
        f"but {what} has a different value. Use a placeholder, or list the path that "
        "the rule assumes, as in "
        "“=end.target”. If the rule is about another game, write “#figures”."
    )


def _untrue(game: Game, rule: Told, words: str, options: tuple[str, ...]) -> str:
    at = game.at_rule(rule.owner, f"{rule.section}-{rule.id}", AND.join(options))
    if not options:
        return f"{at} says “{words}”, which isn’t true. Compare it with the values in [scoring]."
    return (
        f"{at} says “{words}”, which isn’t true with {AND.join(f'“{each}”' for each in options)}. "
        f"Write a text for it under “# with {AND.join(options)}”, or list the values that the rule "
        "assumes, as in “=scoring.values”."
    )


def settles_scores_below_zero(game: Game) -> Iterator[str]:
    """Check that an option about scores below zero leaves no rule that says the opposite."""
    for option in game.variant.options:
        for section in game.page(answers(game.variant, option))[1]:
            for rule in section.rules:
                if is_unsettled(option, rule):
                    yield (
                        f"{game.at_rule(rule.owner.slug, rule.anchor)} is about scores below zero, "
                        f"and so is the option “{option.id}”. Write a text for it under “# with "
                        f"{option.id}”, or list the path that the option changes, as in "
                        "“=scoring.values”."
                    )


def asks_the_data_for_numbers(game: Game) -> Iterator[str]:
    """Find numbers that are written in the game’s file although the data has them."""
    for key, wording in game.own_wordings:
        rule = Told(game.slug, key, wording.id, wording.text, wording.mark)
        for literal in () if wording.has_own_figures else literals(rule):
            topic, _, number = literal.partition(": ")
            yield (
                f"{game.at_rule(game.slug, f'{key}-{wording.id}')} has the number "
                f"{number} ({topic}). Use a placeholder "
                "such as {end.target}, change the wording, or write “#figures” after its name."
            )


def lists_what_it_assumes(game: Game) -> Iterator[str]:
    """Find rules that depend on a value without listing its path."""
    plain = assumable(game.variant.standard)
    for key, wording in game.own_wordings:
        for words, path in unlisted(key, wording, plain):
            yield (
                f"{game.at_rule(game.slug, f'{key}-{wording.id}')} says “{words}”, which depends "
                f"on {path}. Write “={','.join((*wording.assumes, path))}” after its name, so that "
                "the rule is left out if the value differs."
            )
    by_option = game.texts.reference(game.slug).by_option
    for option, parts in {"": game.texts.reference(game.slug).parts, **by_option}.items():
        for key, part in parts.items() if game.variant.standard.scoring.values else ():
            for wording in part.wordings:
                if is_unlisted_comparison(key, wording):
                    paths = ",".join((*wording.assumes, VALUES))
                    yield (
                        f"{game.at_rule(game.slug, f'{key}-{wording.id}', option)} compares cards, "
                        f"which a group may value differently. Write “={paths}” after its name."
                    )


def has_own_figures_only_where_needed(game: Game) -> Iterator[str]:
    """Find rules that are marked ``#figures`` without a reason."""
    contradicting = {
        (rule.section, rule.id)
        for rule in told_in(game.sections)
        if faults(game.variant.standard, rule)
    }
    for key, wording in game.own_wordings:
        rule = Told(game.slug, key, wording.id, wording.text, wording.mark)
        if (
            wording.has_own_figures
            and not literals(rule)
            and (key, wording.id) not in contradicting
        ):
            yield f"{game.at_rule(game.slug, f'{key}-{wording.id}')} doesn’t need “#figures”."


def explains_its_words(game: Game) -> Iterator[str]:
    """Check that the words that the game explains are also in the glossary."""
    known = {_bare(form) for term in glossary().terms for form in (term.name, *term.also)}
    for key, rule in game.rules:
        bold = re.findall(r"\*\*(.+?)\*\*", rule.text) if key == "glossary" else ()
        for word in (word for found in bold for word in found.split(",")):
            if not game.places.is_own and _bare(word) not in known:
                yield (
                    f"{game.at_rule(rule.owner.slug, rule.anchor)} explains “{word.strip()}”. "
                    "Add it to "
                    "rules/data/reference/pages/glossary.md, without numbers."
                )


def _bare(word: str) -> str:
    """Return a term without “the” or “to”: “moon” for “The moon”, “draw” for “To draw”."""
    return re.sub(r"^(the|to) ", "", word.strip(" “”").casefold())


# The transcript and the search


def has_a_transcript(game: Game) -> Iterator[str]:
    """Check that a whole game has been worked out by hand."""
    if game.variant.scored and not game.transcripts:
        yield (
            "There is no transcript. Work out a whole game by hand and save it in "
            f"{game.places.transcript(game.slug)}."
        )


PROPERTIES: tuple[Property, ...] = (
    is_filled_in,
    is_introduced,
    has_a_source_for_each_value,
    is_on_a_shelf,
    has_names_of_its_own,
    shares_names_only_with_relatives,
    can_be_played,
    has_facts,
    has_a_dealer_only_with_cards,
    asks_what_no_source_gives,
    has_options_that_say_what_they_do,
    has_options_that_can_be_played,
    has_deals_that_differ,
    has_the_sections_that_readers_need,
    has_placeholders_that_lead_somewhere,
    has_anchors_of_its_own,
    has_rules_with_names_and_sources,
    agrees_with_the_data,
    is_true_under_house_rules,
    settles_scores_below_zero,
    asks_the_data_for_numbers,
    lists_what_it_assumes,
    has_own_figures_only_where_needed,
    explains_its_words,
    has_a_transcript,
)
