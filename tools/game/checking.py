"""``./dev game check``: everything that concerns one game, as a list of things to do."""

from collections.abc import Iterator
from contextlib import suppress

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.engine.mistakes import nearest
from rules.engine.variants import Variant
from rules.lookup.search import search
from rules.reference.lexicon import Lexicon
from rules.reference.rule_files import read_reference
from rules.reference.rule_texts import RuleTexts
from scorekeeper.printing.papers import PAPERS, PrintOptions
from scorekeeper.sheets.layout import blank_sheet
from tests.questions import questions, questions_of
from tests.rules.transcript import Transcript, load_transcript
from tests.sheets.geometry import faults_of
from tools.game.places import Places, places_of
from tools.game.properties import PROPERTIES, Game, left_to_fill_in
from tools.game.replay import replay_faults

# A question is answered if its rule is among the first hits.
FIRST_HITS = 3


def check_game(slug: str) -> Iterator[str]:
    """Yield a sentence for each thing to do."""
    game, faults = loaded(slug)
    yield from faults
    if game:
        yield from concerning(game)
        # The search reads the texts of all games again, and stops at a mistake.
        yield from unanswered(game) if not faults else ()
        yield from unprintable(game.variant)


def loaded(slug: str) -> tuple[Game | None, tuple[str, ...]]:
    """Return a game with its texts and transcripts, and the mistakes that prevent loading them.

    There is no game if its own data can’t be loaded.
    """
    places = places_of(slug)
    transcripts, unreadable = transcripts_of(places, slug)
    try:
        games = catalogue()
    except CatalogueError as error:
        unfilled = left_to_fill_in(places, slug)
        return None, (*error.sentences, *text_faults(places, slug), *unreadable, *unfilled)
    if slug not in games.variants:
        return None, (*games.strays(), no_such_game(games, slug))
    variant, mistakes = games.variants[slug], list[str]()
    texts = RuleTexts(games, mistakes)
    try:
        texts.check(variant)
    except CatalogueError as error:
        mistakes += error.sentences
    faults = (*games.strays(), *mistakes, *unreadable)
    return Game(variant, games, texts, places, transcripts), faults


def text_faults(places: Places, slug: str) -> Iterator[str]:
    """Yield the mistakes in a game’s rule texts that can be found without its data."""
    reference, lexicon = places.reference(slug), places.lexicon(slug)
    try:
        words = Lexicon(lexicon if lexicon.exists() else None)
        yield from read_reference(reference, words)[1] if reference.exists() else ()
    except CatalogueError as error:
        yield from error.sentences


def concerning(game: Game) -> Iterator[str]:
    """Yield the errors that the tests of the catalogue find in a game and its transcripts."""
    for check in PROPERTIES:
        # A mistake in the texts, which has already been noted, may make a check impossible.
        with suppress(CatalogueError):
            yield from check(game)
    for transcript in game.transcripts:
        yield from replay_faults(transcript)


def no_such_game(games: Catalogue, slug: str) -> str:
    near = nearest(slug, games.variants)
    return f"There is no game “{slug}”.{f' Did you mean “{near}”?' if near else ''}"


def transcripts_of(places: Places, slug: str) -> tuple[tuple[Transcript, ...], tuple[str, ...]]:
    """Return the transcripts of a game, from the folder that the game is in, and the mistakes in
    those files that can’t be read.
    """
    found, faults = [], []
    for path in sorted(places.transcripts.glob("*.toml")):
        try:
            found.append(load_transcript(path))
        except CatalogueError as error:
            faults += error.sentences
    return tuple(each for each in found if each.variant == slug), tuple(faults)


def unanswered(game: Game) -> Iterator[str]:
    """Yield a sentence if the game has no question, and one for each question without an answer."""
    asked = [
        question
        for question in questions_of(game.places.transcripts)
        if question.games == (game.slug,)
    ]
    if not asked and not any(game.slug in question.games for question in questions()):
        yield (
            "This game has no questions. Add [[questions]] with “ask” and “says” to "
            f"{game.places.transcript(game.slug)}."
        )
    for question in asked:
        hits = search(question.ask).hits
        if question.rank(hits) not in range(1, FIRST_HITS + 1):
            first = hits[0].document.text if hits else "nothing"
            yield (
                f"The question “{question.ask}” finds “{first[:80]}” first. Add the words that "
                f"people use to lexicon/{game.slug}.toml, or change the question."
            )


def unprintable(variant: Variant) -> Iterator[str]:
    """Print a blank sheet on every paper size, and yield its layout errors."""
    rules = variant.standard
    players = rules.players.best or rules.players.counts[0]
    names = [""] * (players // rules.players.team)
    for paper in PAPERS if variant.scored else ():
        for fault in faults_of(blank_sheet(rules, names), PrintOptions(paper)):
            yield f"The sheet on {paper}: {fault}. Shorten the labels."
