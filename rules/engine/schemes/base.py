"""The base classes of scoring schemes, and the values that they work with."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import Field

from rules.engine.contracts import Deal, Frozen
from rules.engine.deal_seating import DealSeating
from rules.engine.entries import Entry, EntryField, Problem, Shortcut
from rules.engine.inputs import Choice, Count, Flag
from rules.engine.penalties import PenaltyTable
from rules.engine.reasons import Reason
from rules.engine.rulesets import AnyRuleset, Opening, Plain
from rules.engine.schemes.scored_deals import Line, Past
from rules.engine.schemes.sized_game import SizedGame
from rules.translation import gettext as _

TICK = "×"

Worth = Annotated[int, Field(ge=0, le=1000)]  # points in the figures of a scheme


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of a score sheet for something other than points, once per deal or once per side.

    ``label`` is its short heading. ``longest`` is as long as the longest text in the column, not
    counting names; it is empty if the column has only names.
    """

    id: str
    label: str
    scope: Literal["deal", "side"]
    longest: str


@dataclass(frozen=True, slots=True)
class BoxRow:
    """A row of a score sheet that has a row for each box instead of each deal.

    ``scores`` describes what the box can score: ``25`` or ``sum of all dice``. ``field`` is the id
    of the field in which the box is chosen; it is empty for a bonus, which depends on other boxes.
    """

    id: str
    label: str
    scores: str
    field: str = ""


T = TypeVar("T")


def selected(*pairs: tuple[T, object]) -> tuple[T, ...]:
    """Return the first item of each pair whose second item is true."""
    return tuple(value for value, is_selected in pairs if is_selected)


def bare(label: str) -> str:
    """Return the label of an answer without its points: ``gin`` for ``gin (+25)``."""
    return label.partition(" (")[0]


class NoFigures(Frozen):
    """Empty figures, for a scheme that doesn’t need any."""


F = TypeVar("F", bound=Frozen)


@runtime_checkable
class ValuesByDeal(Protocol):
    """The scoring of a game in which cards can have other values in each deal."""

    def values_in(self, deal: Deal, drawn: tuple[str, ...] = ()) -> PenaltyTable | None:
        """Return the values of cards left in hand in ``deal``; None if unknown.

        ``drawn`` are the ranks that were drawn as wild for this deal.
        """


class SchemeScoring(ABC, Generic[F]):
    """The scoring of one game for one number of players: what is entered, and what it’s worth.

    ``figures`` are ``scoring.figures`` of the catalogue, as validated by ``Scheme.figures``. Labels
    and messages are in the reader’s language, so each request creates its own parts.
    """

    def __init__(self, game: SizedGame, figures: F) -> None:
        self.game = game
        self.ruleset = game.ruleset
        self.figures = figures

    @property
    def limits_points(self) -> bool:
        """Whether the cards or the boxes limit the points, so that the checks find most typos."""
        return False

    def check(self) -> None:
        """Raise ValueError if the rules and the figures don’t fit this number of players."""

    @abstractmethod
    def fields(self, deal: Deal) -> tuple[EntryField, ...]:
        """Return the fields of ``deal`` in the order in which they are filled in."""

    def unasked(self, deal: Deal) -> Mapping[str, str]:
        """Return the error message for each field that some deals don’t have, by id."""
        return {}

    @abstractmethod
    def problems(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Problem]:
        """Yield a problem for everything that is impossible or unusual about ``entry``."""

    @abstractmethod
    def lines(self, deal: Deal, entry: Entry, past: Past) -> Iterator[Line]:
        """Yield the points of a valid entry; every side has at least one line.

        During a deal, an entry may have only fields that are filled in ``as_played``.
        """

    def status(self, table: DealSeating, past: Past) -> Mapping[str, Reason]:
        """Return, for each side, what the players should know about it before the next deal."""
        return {}

    @classmethod
    def steps_called(cls, figures: Plain) -> str:  # noqa: ARG003 -- some schemes use them
        """Return the game’s word for a step, such as ``phase``, if steps count before totals.

        The word is empty if only the totals decide who is ahead.
        """
        return ""


S = TypeVar("S", bound=SchemeScoring[Any])


class SchemePart(Generic[S]):
    """A part of a scheme that depends on its ``scoring``."""

    def __init__(self, scoring: S) -> None:
        self.scoring = scoring
        self.game = scoring.game
        self.ruleset = scoring.ruleset


class BoxSheet(SchemePart[S]):
    """The rows of a score sheet, if they are boxes rather than deals."""

    @property
    def rows(self) -> tuple[BoxRow, ...]:
        """The rows; empty if there is a row for each deal."""
        return ()

    @property
    def facts(self) -> frozenset[str]:
        """The keys of the scheme’s facts that the rows also show."""
        return frozenset()

    def points(self, past: Past) -> Mapping[tuple[str, str], int]:
        """Return the points of the last deal in ``past``, by the ids of rows and the keys of sides.

        The result is empty if the sheet’s rows are deals.
        """
        return {}

    def progress(self, past: Past, side: str) -> Mapping[str, tuple[int, int]]:
        """Return how many points a side has towards a bonus, and how many it needs, by row."""
        return {}


class SchemePaper(SchemePart[S]):
    """The columns and rows of a score sheet, in addition to the points.

    ``has_track`` is true if points are pegged on a track with as many holes as the target.
    """

    has_track: ClassVar[bool] = False

    @property
    def sheet_columns(self) -> tuple[SheetColumn, ...]:
        """The columns of a score sheet for things other than points."""
        return ()

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The symbols in the column texts that a sheet explains, each with its meaning."""
        return ()

    def column_texts(self, deal: Deal, entry: Entry) -> Mapping[tuple[str, str], str]:
        """Return a deal’s texts for the columns, by the id of the column and the key of the side.

        The key is empty for a column that appears once per deal. Blank fields have no text.
        """
        ids = {column.id for column in self.sheet_columns}
        texts = {
            (field.id, side): "+".join(filter(None, (_answer(field, entry, key) for key in keys)))
            for field in self.scoring.fields(deal)
            if field.id in ids
            for side, keys in _answering(field, entry.table).items()
        }
        return {place: text for place, text in texts.items() if text}

    def bid_text(self, deal: Deal, entry: Entry, side: str) -> str:
        """Return what a side bid before play, such as ``3+2``."""
        return "+".join(
            answer
            for field in self.scoring.fields(deal)
            if field.before_play
            for key in _answering(field, entry.table).get(side, ())
            if (answer := _answer(field, entry, key))
        )

    @property
    def boxes(self) -> BoxSheet[S]:
        """The rows of the sheet, if they are boxes."""
        return BoxSheet(self.scoring)

    @property
    def summary_row(self) -> str:
        """The label of a row under the deals for what each side collects, such as ``Boxes``.

        The label is empty if the scheme has no such row.
        """
        return ""

    def running_texts(self, table: DealSeating, past: Past) -> Mapping[tuple[str, str], str]:
        """Return the texts that depend on all deals of ``past``, by id and by key of the side.

        The texts are for sheet columns that continue from deal to deal and, with the id
        ``summary``, for the summary row.
        """
        return {}


class SchemeWords(SchemePart[S]):
    """The words and buttons of pages that depend on the scoring of a game."""

    @property
    def shortcuts(self) -> tuple[Shortcut, ...]:
        """The buttons that fill in the row of a side."""
        return ()

    @property
    def mark_words(self) -> str:
        """The meaning of a tick on the score pad in this game."""
        return _("went out")

    @property
    def points_words(self) -> str:
        """An example of how to find what to enter if only the points are known; may be empty."""
        return ""

    @property
    def values_words(self) -> str:
        """The label of the card values."""
        return _("Cards left in hand")

    def worths(self, deal: Deal) -> Mapping[str, int]:
        """Return the value of each rank in ``deal``; empty if unknown."""
        table = self.ruleset.card_values
        return table.by_rank if table else {}

    def status_details(self, status: Reason) -> str:
        """Return what a side’s status means in the next deal; empty if there is nothing to add."""
        return ""

    def ending_hint(self, past: Past) -> str:
        """Return a hint for the entry of a deal that may be the last one; may be empty."""
        return ""

    def impossible(self, side: str, past: Past) -> Collection[str]:
        """Return the ids of the ticks that pages don’t offer to a side yet."""
        return ()

    def facts(self) -> Iterator[tuple[str, str, str]]:
        """Yield the facts about scoring, as (key, label, text)."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way of scoring: the classes of its parts, and what is true of it in every game.

    ``figures`` is the class of ``scoring.figures`` in the catalogue. ``uses_past`` is true if
    earlier deals affect the points of a deal. After a correction, the later deals are then scored
    again. ``usual_opening`` is how a deal begins unless the catalogue has a different opening.
    ``adds_at_end`` is true if the deal that ends the game adds points that don’t help to reach the
    target; ``Mark.ACHIEVED`` then marks the side that reached it. ``starts_offline`` is true if a
    game without partners can be started without a connection. ``counts_hands`` is true if
    statistics count the cards left in each player’s hand. ``as_played`` has the ids of the fields
    that can be saved while a deal is being played (``replay.score_so_far``). ``won_by`` returns,
    for the figures of a game, what a side did that won a deal outright; empty if the points show
    it.
    """

    name: str
    figures: type[Frozen]
    scoring: type[SchemeScoring[Any]]
    paper: type[SchemePaper[Any]] = SchemePaper
    words: type[SchemeWords[Any]] = SchemeWords
    uses_past: bool = False
    usual_opening: Opening = field(default_factory=Opening)
    adds_at_end: bool = False
    starts_offline: bool = False
    counts_hands: bool = False
    as_played: tuple[str, ...] = ()
    won_by: Callable[[Plain], str] = lambda _figures: ""


class Parts:
    """The parts of a scheme, made for the rules of one game and one number of players."""

    def __init__(self, scheme: Scheme, ruleset: AnyRuleset, players: int) -> None:
        """Make the parts. Raises pydantic.ValidationError if the figures aren’t valid."""
        figures = scheme.figures.model_validate(ruleset.scoring.figures)
        self.game = SizedGame(ruleset, players, ruleset.opening or scheme.usual_opening)
        self.scoring = scheme.scoring(self.game, figures)
        self.paper = scheme.paper(self.scoring)
        self.words = scheme.words(self.scoring)


def _answering(field: EntryField, table: DealSeating) -> Mapping[str, Sequence[str]]:
    """Return the keys of a field’s inputs, grouped by side."""
    if field.scope == "deal":
        return {"": ("",)}
    if field.scope == "side":
        return {side: (side,) for side in table.keys}
    return {side: [seat.key for seat in table.partners(side)] for side in table.keys}


def _answer(field: EntryField, entry: Entry, key: str) -> str:
    """Return an answer in the short form for a column; empty if the field is blank."""
    text = entry.texts.get(field.input(key), "")
    if not text:
        return ""
    match field.kind:
        case Flag():
            return TICK
        case Count():
            return str(int(text))
        case Choice() as kind:
            return bare(kind.words({"": text}, entry.table))
        case kind:
            return kind.words({"": text}, entry.table)
