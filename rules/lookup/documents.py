"""All documents that the search can find: rules, facts, house rules, terms and sources.

They are in the reader’s language. The words to which they are found besides their own are English.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.cards import rank_words
from rules.engine.contracts import Deal
from rules.engine.formatting import (
    capital,
    count_jokers,
    count_packs,
    join_texts,
    number_word,
    with_minus,
)
from rules.engine.rulesets import Ruleset, ShownRuleset
from rules.engine.variants import Variant
from rules.lookup.vocabulary import vocabulary
from rules.reference.card_facts import values_of
from rules.reference.facts import Fact, facts, takes_words
from rules.reference.game_words import translated_ruleset
from rules.reference.glossary import glossary, mentioned
from rules.reference.rule_texts import RuleTexts
from rules.reference.statements import StatementKind
from rules.translation import gettext as _
from rules.translation import ngettext

# Pages that belong to no game.
GLOSSARY, MENTIONED = "glossary", "mentioned"
# The anchor of the list of sources.
SOURCES = "sources"
# This separates the parts of a document’s key.
SEPARATOR = "#"
_IN_HAND = "worth value points cost penalty left in hand"


@dataclass(frozen=True, slots=True)
class Document:
    """A piece of text that the search can find.

    ``game`` is the slug of its game, or GLOSSARY or MENTIONED.
    ``name`` is the name of the game or page.
    ``section`` and ``anchor`` are its place on the page.
    ``title`` is the subject of the text; it is empty if the text names none.
    ``text`` is the text that is shown.
    ``search_words`` are other words that people use for the subject.
    ``answer`` is the answer that a fact gives; it is empty for any other document.
    ``owner`` is the slug of the game that a rule is inherited from; it is empty for the game’s own.
    ``mark`` is the kind of statement that a rule makes, and ``label`` has the words before it.
    """

    game: str
    name: str
    section: str
    title: str
    text: str
    anchor: str
    search_words: tuple[str, ...] = ()
    answer: str = ""
    owner: str = ""
    mark: StatementKind = StatementKind.PLAIN
    label: str = ""

    @property
    def inherited(self) -> bool:
        """Whether a rule comes from another game."""
        return bool(self.owner)

    @property
    def key(self) -> str:
        """The key by which known questions refer to it. Games that share a rule share its key."""
        parts = (self.owner or self.game, self.anchor, *([self.title] if self.answer else ()))
        return SEPARATOR.join(parts)

    @property
    def words(self) -> tuple[str, ...]:
        """All texts of the document. Documents with the same texts have the same terms."""
        return self.title, self.text, *self.search_words


def documents(
    texts: RuleTexts, variant: Variant, ruleset: Ruleset | None = None, *, with_lexicon: bool = True
) -> list[Document]:
    """Return all documents of a variant.

    With ``ruleset``, return the documents under these house rules, with only the options that are
    chosen. Without the lexicon, a rule has only the search words that all games share.
    """
    rules = ruleset or variant.standard
    return [
        _introduction(variant),
        *_facts(variant, rules),
        *_values(variant, rules),
        *_tables(variant, rules),
        *_deals(variant, rules),
        *_rules(texts, variant, rules, with_lexicon=with_lexicon),
        *_options(variant, ruleset),
        *_sources(variant),
    ]


def page_documents() -> Iterator[tuple[tuple[str, ...], Document]]:
    """Yield the names and the document of each entry of the glossary and of the mentioned games."""
    for game, name, page in (
        (GLOSSARY, "Glossary", glossary()),
        (MENTIONED, "Games that are only mentioned", mentioned()),
    ):
        for term in page.terms:
            called = (term.name, *term.also)
            document = Document(
                game=game,
                name=name,
                section="glossary" if game == GLOSSARY else "names",
                title=term.name,
                text=f"{term.name}: {term.text}",
                anchor=term.id,
                search_words=(" ".join(term.also),),
            )
            yield called, document


def _introduction(variant: Variant) -> Document:
    return Document(
        game=variant.slug,
        name=variant.name,
        section="names",
        title=variant.name,
        text=f"{variant.name}: {variant.summary}",
        anchor="",
        search_words=(" ".join(variant.aliases),),
    )


def _fact(variant: Variant, section: str, fact: Fact, search_words: tuple[str, ...]) -> Document:
    """Return a fact as a document. The key of the fact is the anchor."""
    return Document(
        game=variant.slug,
        name=variant.name,
        section=section,
        title=fact.label,
        text=f"{fact.label}: {fact.text}",
        anchor=fact.key,
        search_words=search_words,
        # Translators: a fact, such as “Players in Hearts: 3 to 6”.
        answer=_("{label} in {game}: {text}").format(
            label=fact.label, game=variant.name, text=fact.text
        ),
    )


def _facts(variant: Variant, rules: Ruleset) -> Iterator[Document]:
    for fact in facts(translated_ruleset(rules)):
        section, words = vocabulary().fact(fact.key)
        place = "values" if fact.key == "values" else f"fact-{fact.key}"
        yield _fact(variant, section, Fact(place, fact.label, fact.text), words)


def _values(variant: Variant, rules: Ruleset) -> Iterator[Document]:
    for rank, worth in values_of(rules).items():
        count = number_word(1) if worth == 1 else with_minus(worth)
        points = ngettext("{count} point", "{count} points", worth).format(count=count)
        words = _IN_HAND + (" face card" if rank in ("J", "Q", "K") else "")
        fact = Fact("values", capital(rank_words(rank)), points)
        yield _fact(variant, "scoring", fact, (words,))


def _tables(variant: Variant, rules: Ruleset) -> Iterator[Document]:
    """Yield the packs for each number of players, if the packs depend on that number."""
    deck = rules.deck
    if deck is None or len(set(deck.by_players.values())) == 1:
        return
    for players in rules.players.counts:
        size = deck.by_players[players]
        parts = [count_packs(size.packs)]
        if size.without:
            # Translators: for example, “one pack without 2♦”
            parts[0] = _("{packs} without {cards}").format(packs=parts[0], cards=size.without_words)
        if size.jokers:
            parts.append(count_jokers(size.jokers))
        cards = deck.cards_in_play(players)
        parts.append(ngettext("{count} card in all", "{count} cards in all", cards))
        parts[-1] = parts[-1].format(count=cards)
        dealt = rules.cards_dealt(rules.deals[0], players)
        if dealt and not rules.deals[0].cards:
            parts.append(_("{count} dealt to each").format(count=dealt))
        label = _("With {count} players").format(count=players)
        fact = Fact("fact-deck", label, join_texts(parts))
        yield _fact(variant, "cards", fact, ("how many packs decks jokers cards",))


def _deals(variant: Variant, rules: Ruleset) -> Iterator[Document]:
    shown = translated_ruleset(rules)
    deals = [deal for deal in shown.deals if len(rules.deals) > 1 or deal.special_rules]
    for deal in deals:
        words = "contract cards dealt special rule"
        words += " first" * (deal.number == 1) + " last" * (deal is rules.deals[-1])
        title = f"{capital(shown.words.deal.one)} {deal.number}"
        section = "contracts" if rules.contract_words(deal) else "special-rounds"
        fact = Fact(f"deal-{deal.number}", title, _deal_text(shown, deal))
        yield _fact(variant, section, fact, (words,))
    contracts = [
        f"{deal.number}: {shown.contract_words(deal)}" for deal in deals if deal.contract.size
    ]
    phases = shown.scoring.figures.get("phases", ())
    called = _("Phases") if phases else _("Contracts")
    contracts += [f"{number}: {phase}" for number, phase in enumerate(phases, 1)]
    if len(contracts) > 1:
        fact = Fact("deals", called, "; ".join(contracts))
        yield _fact(variant, "contracts", fact, ("list of contracts", "list", "all", "hands"))


def _deal_text(rules: ShownRuleset, deal: Deal) -> str:
    contract = rules.contract_words(deal)
    parts = [capital(contract)] if contract else []
    if deal.cards:
        text = ngettext("{count} card each", "{count} cards each", deal.cards)
        parts.append(text.format(count=deal.cards))
    if rules.melds and contract:
        parts.append(f"{capital(rules.words.take.many)}: {takes_words(rules, deal)}")
    return ". ".join((*parts, *(rule.rstrip(".") for rule in deal.special_rules))) + "."


def _rules(
    texts: RuleTexts, variant: Variant, rules: Ruleset, *, with_lexicon: bool
) -> Iterator[Document]:
    for section in texts.sections(variant, rules):
        for rule in section.rules:
            yield Document(
                game=variant.slug,
                name=variant.name,
                section=section.key,
                title=_headword(rule.statement.body),
                text=rule.text.replace("**", ""),
                anchor=rule.anchor,
                search_words=(
                    *(rule.search_words if with_lexicon else ()),
                    *vocabulary().search_words(section.key, rule.anchor),
                ),
                owner=rule.owner.slug if rule.inherited else "",
                mark=rule.statement.mark,
                label=rule.statement.label,
            )


def _headword(text: str) -> str:
    """Return the subject of a rule: the words in bold before a colon, or an empty string."""
    head = re.match(r"\*\*(.+?)\*\*(?: \([^)]*\))?:", text)
    return head[1].replace("**", "") if head else ""


def _options(variant: Variant, ruleset: Ruleset | None) -> Iterator[Document]:
    for option in variant.options:
        if ruleset and option.id not in ruleset.options:
            continue
        yield Document(
            game=variant.slug,
            name=variant.name,
            section="options",
            title=option.label,
            text=f"{option.label}: {option.explanation}",
            anchor=f"option-{option.id}",
            search_words=("option variation house rule",),
        )


def _sources(variant: Variant) -> Iterator[Document]:
    """Yield the list of sources. People ask for it even if the game has no history."""
    works = [", ".join(filter(None, (work.title, work.author))) for work in variant.sources]
    if works:
        yield Document(
            game=variant.slug,
            name=variant.name,
            section="history",
            title=_("Sources"),
            text=f"{_('Sources')}: {'; '.join(dict.fromkeys(works))}",
            anchor=SOURCES,
            search_words=("who wrote author credits",),
        )
