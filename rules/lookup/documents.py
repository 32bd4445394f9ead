"""All documents that a search can find: rules, facts, house rules, terms and sources.

They are in English, like the index that is made of them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.cards import rank_words
from rules.engine.contracts import Deal
from rules.engine.formatting import capital, count_jokers, count_packs, with_minus
from rules.engine.rulesets import Ruleset
from rules.engine.variants import Variant
from rules.lookup.vocabulary import vocabulary
from rules.reference.facts import Fact, facts, takes_words, values_of
from rules.reference.glossary import glossary, mentioned
from rules.reference.rule_texts import RuleTexts
from rules.reference.statements import Mark

# Pages that belong to no game.
GLOSSARY, MENTIONED = "glossary", "mentioned"
# The place of the list of sources on a page.
SOURCES = "sources"
_IN_HAND = "worth value points cost penalty left in hand"


@dataclass(frozen=True, slots=True)
class Document:
    """Something that a search can find.

    ``text`` is shown, ``title`` is its subject if the text names one, and ``search_words`` are
    other words by which people search for it. ``game`` is a slug, or the name of a page that
    belongs to no game. ``answer`` is the sentence of a fact, empty for anything else. An
    ``inherited`` document is a rule of the game’s parent.
    ``mark`` is the kind of statement that a rule makes, and ``label`` the words before it.
    """

    game: str
    name: str
    section: str
    title: str
    text: str
    anchor: str
    search_words: tuple[str, ...] = ()
    answer: str = ""
    inherited: bool = False
    mark: Mark = Mark.PLAIN
    label: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """All words of the document. Documents with the same words are read once."""
        return self.title, self.text, *self.search_words


def documents(
    texts: RuleTexts, variant: Variant, ruleset: Ruleset | None = None, *, with_lexicon: bool = True
) -> list[Document]:
    """Return everything on the page of a variant.

    With ``ruleset``, return everything on the page of a game by these rules, which has only the
    options that were chosen. Without its lexicon, a rule has only the words of its text.
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
    """Yield the terms of the glossary and the games that are only mentioned, with their names."""
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
    """Return a fact as a document. Its key is its place on the page."""
    return Document(
        game=variant.slug,
        name=variant.name,
        section=section,
        title=fact.label,
        text=f"{fact.label}: {fact.text}",
        anchor=fact.key,
        search_words=search_words,
        answer=f"{fact.label} in {variant.name}: {fact.text}",
    )


def _facts(variant: Variant, rules: Ruleset) -> Iterator[Document]:
    for fact in facts(rules):
        section, words = vocabulary().fact(fact.key)
        place = "values" if fact.key == "values" else f"fact-{fact.key}"
        yield _fact(variant, section, Fact(place, fact.label, fact.text), words)


def _values(variant: Variant, rules: Ruleset) -> Iterator[Document]:
    for rank, worth in values_of(rules).items():
        points = "one point" if worth == 1 else f"{with_minus(worth)} points"
        words = _IN_HAND + (" face card" if rank in ("J", "Q", "K") else "")
        fact = Fact("values", capital(rank_words(rank)), points)
        yield _fact(variant, "scoring", fact, (words,))


def _tables(variant: Variant, rules: Ruleset) -> Iterator[Document]:
    """Yield the packs for each number of players, if they differ."""
    deck = rules.deck
    if deck is None or len(set(deck.by_players.values())) == 1:
        return
    for players in rules.players.counts:
        size = deck.by_players[players]
        parts = [count_packs(size.packs)]
        if size.jokers:
            parts.append(count_jokers(size.jokers))
        parts.append(f"{len(deck.deck(players))} cards in all")
        dealt = rules.cards_dealt(rules.deals[0], players)
        if dealt and not rules.deals[0].cards:
            parts.append(f"{dealt} dealt to each")
        fact = Fact("fact-deck", f"With {players} players", ", ".join(parts))
        yield _fact(variant, "cards", fact, ("how many packs decks jokers cards",))


def _deals(variant: Variant, rules: Ruleset) -> Iterator[Document]:
    deals = [deal for deal in rules.deals if len(rules.deals) > 1 or deal.special_rules]
    for deal in deals:
        words = "contract cards dealt special rule"
        words += " first" * (deal.number == 1) + " last" * (deal is rules.deals[-1])
        title = f"{capital(rules.words.deal.one)} {deal.number}"
        section = "contracts" if rules.contract_words(deal) else "special-rounds"
        fact = Fact(f"deal-{deal.number}", title, _deal_text(rules, deal))
        yield _fact(variant, section, fact, (words,))
    contracts = [
        f"{deal.number}: {rules.contract_words(deal)}" for deal in deals if deal.contract.size
    ]
    if len(contracts) > 1:
        fact = Fact("deals", "Contracts", "; ".join(contracts))
        yield _fact(variant, "contracts", fact, ("list of contracts", "list", "all", "hands"))


def _deal_text(rules: Ruleset, deal: Deal) -> str:
    contract = rules.contract_words(deal)
    parts = [capital(contract)] if contract else []
    if deal.cards:
        parts.append(f"{deal.cards} cards each")
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
                inherited=rule.inherited,
                mark=rule.statement.mark,
                label=rule.statement.label,
            )


def _headword(text: str) -> str:
    """Return the words in bold before a colon, the subject of a rule."""
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
    """Yield the sources of the game. People ask for them even if it has no history."""
    works = [", ".join(filter(None, (work.title, work.author))) for work in variant.sources]
    if works:
        yield Document(
            game=variant.slug,
            name=variant.name,
            section="history",
            title="Sources",
            text=f"Sources: {'; '.join(dict.fromkeys(works))}",
            anchor=SOURCES,
            search_words=("who wrote author invented credits",),
        )
