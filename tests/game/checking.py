"""``./dev game check``: everything that concerns one game, as a list of things to do."""

from collections.abc import Iterator

from rules.engine.catalogue import Catalogue, catalogue
from rules.engine.errors import CatalogueError
from rules.engine.mistakes import nearest
from rules.engine.variants import Variant
from rules.lookup.search import search
from rules.reference.rule_texts import rule_texts
from scorekeeper.printing.papers import PAPERS, PrintOptions
from scorekeeper.sheets.layout import blank_sheet
from tests.game.places import Places, places_of
from tests.game.properties import PROPERTIES, Game
from tests.game.replay import replay_faults
from tests.questions import questions, questions_of
from tests.rules.transcript import Transcript, load_transcripts
from tests.sheets.geometry import faults_of

# A question is answered if its rule is among the first hits.
FIRST_HITS = 3


def check_game(slug: str) -> Iterator[str]:
    """Yield a sentence for each thing to do."""
    game, faults = loaded(slug)
    yield from faults
    if game:
        yield from concerning(game)
        yield from unanswered(game)
        yield from unprintable(game.variant)


def loaded(slug: str) -> tuple[Game | None, tuple[str, ...]]:
    """Return a game with its texts and transcripts, and the mistakes that prevent loading them.

    There is no game if its own data or rules can’t be loaded.
    """
    try:
        games, texts = catalogue(), rule_texts()
        if slug not in games.variants:
            return None, (*games.strays(), no_such_game(games, slug))
        texts.check(games.variants[slug])
    except CatalogueError as error:
        return None, error.sentences
    places = places_of(slug)
    faults = tuple(games.strays())
    transcripts: tuple[Transcript, ...] = ()
    try:
        transcripts = transcripts_of(places, slug)
    except (ValueError, TypeError, KeyError) as error:
        faults = (*faults, f"transcripts/{slug}.toml can’t be read: {error}")
    return Game(games.variants[slug], games, texts, places, transcripts), faults


def concerning(game: Game) -> Iterator[str]:
    """Yield the errors that the tests of the catalogue find in a game and its transcripts."""
    for check in PROPERTIES:
        yield from check(game)
    for transcript in game.transcripts:
        for sentence in replay_faults(transcript):
            yield f"transcripts/{transcript.name}.toml: {sentence}"


def no_such_game(games: Catalogue, slug: str) -> str:
    near = nearest(slug, games.variants)
    return f"There is no game “{slug}”.{f' Did you mean “{near}”?' if near else ''}"


def transcripts_of(places: Places, slug: str) -> tuple[Transcript, ...]:
    """Return the transcripts of a game, from the folder that the game is in."""
    found = load_transcripts(places.transcripts)
    return tuple(transcript for transcript in found if transcript.variant == slug)


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
