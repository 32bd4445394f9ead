"""Complete games worked out by hand, from the files in ``transcripts``."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import starmap
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from rules.engine.catalogue import catalogue
from rules.engine.contracts import Frozen
from rules.engine.deal_seating import DealSeat, DealSeating, DealSide
from rules.engine.entries import DealReport
from rules.engine.errors import CatalogueError
from rules.engine.game_files import read_text, shown_path
from rules.engine.mistakes import Mistake, mistakes_in
from rules.engine.rulesets import Ruleset
from rules.engine.schemes import ScoredDeal
from rules.engine.toml_lines import line_of, read_toml
from tests.rules.scored import past_of

FOLDER = Path(__file__).parent / "transcripts"


def entry_texts(entry: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, str]:
    """Return the input texts for ``entry``, which has a value, or values by name, for each field
    id.

    A player’s name means that player’s side or seat, and true means a tick. An id may include a
    part, as in ``left-points``.
    """

    def typed(value: Any) -> str:
        return "1" if value is True else keys.get(value, str(value))

    texts = {}
    for field, said in entry.items():
        if isinstance(said, Mapping):
            texts |= {f"{field}-{keys[name]}": typed(value) for name, value in said.items()}
        else:
            texts[field] = typed(said)
    return texts


@dataclass(frozen=True)
class TranscriptDeal:
    """One deal, with its entry and the expected results by player’s name.

    ``totals_are_sums`` means that the file has no totals, so that the points have been added up.
    """

    number: int
    dealer: str
    contract: str
    cards: int
    out: str
    ran_out: bool
    hands: Mapping[str, str]
    declared: Mapping[str, str]
    takes: Mapping[str, int]
    cut: bool
    working: Mapping[str, str]
    entry: Mapping[str, Any]
    status: Mapping[str, str]
    points: Mapping[str, int]
    totals: Mapping[str, int]
    totals_are_sums: bool

    def texts(self, keys: Mapping[str, str]) -> dict[str, str]:
        """Return the deal’s input texts. ``keys`` has each player’s side by name."""
        texts = {f"left-cards-{keys[name]}": cards for name, cards in self.hands.items()}
        texts |= {f"left-points-{keys[name]}": total for name, total in self.declared.items()}
        texts |= {f"takes-{keys[name]}": str(takes) for name, takes in self.takes.items()}
        if self.out:
            texts["out"] = keys[self.out]
        if self.ran_out:
            texts["ran-out"] = "1"
        if self.cut:
            texts["cut"] = "1"
        return texts | entry_texts(self.entry, keys)


@dataclass(frozen=True)
class Transcript:
    """A complete game. ``settlement`` is None if there is none. ``stopped`` means that the players
    end the game after these deals, as in open-ended games. ``questions`` are people’s questions
    about the game, each with a phrase of the rule that answers it.
    """

    name: str
    variant: str
    title: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    first_dealer: str
    deals: tuple[TranscriptDeal, ...]
    places: Mapping[str, int]
    winners: tuple[str, ...]
    settlement: Mapping[str, Fraction] | None
    stopped: bool = False
    questions: tuple[Mapping[str, Any], ...] = ()

    @cached_property
    def rules(self) -> Ruleset:
        return catalogue().variant(self.variant).ruleset(self.options)

    @cached_property
    def sides(self) -> dict[str, str]:
        """The sides’ keys by name, in seating order. Partners are named ``Ann & Cai``."""
        table = self.table(self.first_dealer)
        return {side.name: side.key for side in table.sides}

    @cached_property
    def keys(self) -> dict[str, str]:
        """Keys by name: players’ seat numbers, starting at 1, and partners’ sides."""
        return keys_of(self.table(self.first_dealer))

    def table(self, dealer: str) -> DealSeating:
        return table_of(self.rules, self.players, dealer)

    @cached_property
    def played(self) -> tuple[ScoredDeal, ...]:
        """The deals, scored one after another. Raises RulesError if one is rejected."""
        reports = [
            DealReport(deal.number, self.table(deal.dealer), deal.texts(self.keys))
            for deal in self.deals
        ]
        return tuple(past_of(self.rules, reports).deals)


def table_of(rules: Ruleset, names: Sequence[str], dealer: str) -> DealSeating:
    """Seat these players clockwise. Partners are named ``Ann & Cai``."""
    count = len(names)
    seats = tuple(
        DealSeat(str(place), name, str(rules.players.side_of(place, count)))
        for place, name in enumerate(names, 1)
    )
    sides = tuple(
        DealSide(str(number), " & ".join(seat.name for seat in seats if seat.side == str(number)))
        for number in range(1, count // rules.players.team + 1)
    )
    return DealSeating(sides, str(names.index(dealer) + 1), seats)


def keys_of(table: DealSeating) -> dict[str, str]:
    """Return the sides’ and seats’ keys by name."""
    return {place.name: place.key for place in (*table.sides, *table.seats)}


class DealInFile(Frozen):
    """A deal as written in a file; ``hands`` has the cards, or the points, that players hold.

    Unless the file has others, the dealer is the player after the last dealer, the only player
    without a hand is out, and the totals are the sums of the points.
    """

    dealer: str = ""
    contract: str = ""
    out: str = ""
    ran_out: bool = False
    hands: Mapping[str, Any] = {}
    takes: Mapping[str, int] = {}
    cut: bool = False
    working: Mapping[str, str] = {}
    entry: Mapping[str, Any] = {}
    status: Mapping[str, str] = {}
    points: Mapping[str, int]
    totals: Mapping[str, int] = {}


class EndInFile(Frozen):
    """The result of a game. Those in first place win, unless the file has other winners."""

    places: Mapping[str, int]
    winners: tuple[str, ...] = ()
    settlement: Mapping[str, int | str] | None = None
    stopped: bool = False


class QuestionInFile(Frozen):
    """A question, with the phrases of the rule that answers it."""

    ask: str
    says: str | tuple[str, ...]


class TranscriptFile(Frozen):
    """The keys of a file. The first dealer is the first player, unless the file has another.

    ``cards`` has the number of cards dealt to each player in each deal, or one number for all.
    """

    variant: str
    title: str
    options: Mapping[str, Any] = {}
    players: tuple[str, ...]
    first_dealer: str = ""
    cards: int | tuple[int, ...] = 0
    deals: Annotated[tuple[DealInFile, ...], Field(min_length=1)]
    end: EndInFile
    questions: tuple[QuestionInFile, ...] = ()


def _deal(number: int, plain: Mapping[str, Any]) -> TranscriptDeal:
    hands: dict[str, str] = {}
    declared: dict[str, str] = {}
    for name, left in plain.get("hands", {}).items():
        match left:
            case str():
                hands[name] = left
            case int():
                declared[name] = str(left)
            case {"points_text": text, **rest} if not rest:
                declared[name] = text
            case _:
                raise ValueError(f"deal {number}: write cards or points for {name}, not {left!r}.")
    unsaid: dict[str, Any] = {
        "contract": "",
        "out": "",
        "ran_out": False,
        "takes": {},
        "cut": False,
        "working": {},
        "entry": {},
        "status": {},
    }
    read = {"number": number, "hands": hands, "declared": declared}
    return TranscriptDeal(**(unsaid | plain | read))


def load_transcript(path: Path) -> Transcript:
    """Return the game in a file.

    Raises CatalogueError with all mistakes in the file, each with its line.
    """
    text, name = read_text(path), shown_path(path)
    plain = read_toml(text, name)
    try:
        TranscriptFile.model_validate(plain)
    except ValidationError as error:
        mistakes = mistakes_in(error, TranscriptFile)
        raise CatalogueError("\n".join(_placed(each, text, name) for each in mistakes)) from None
    end = plain.pop("end")
    settlement, places = end.pop("settlement", None), end.pop("places")
    first = [name for name, place in places.items() if place == 1]
    players = tuple(plain.pop("players"))
    first_dealer = plain.pop("first_dealer", next(iter(players), ""))
    deals, cards = plain.pop("deals"), plain.pop("cards", 0)
    if isinstance(cards, int):
        cards = [cards] * len(deals)
    elif len(cards) != len(deals):
        sentence = f"{len(cards)} numbers, but {len(deals)} deals."
        raise CatalogueError(_placed(Mistake(("cards",), sentence), text, name))
    return Transcript(
        name=path.stem,
        options=plain.pop("options", {}),
        first_dealer=first_dealer,
        deals=tuple(starmap(_deal, enumerate(_complete(deals, cards, players, first_dealer), 1))),
        players=players,
        places=places,
        winners=tuple(end.pop("winners", first)),
        questions=tuple(plain.pop("questions", ())),
        settlement=settlement and {name: Fraction(net) for name, net in settlement.items()},
        **plain,
        **end,
    )


def _complete(
    deals: Iterable[Mapping[str, Any]],
    cards: Iterable[int],
    players: Sequence[str],
    first_dealer: str,
) -> Iterator[Mapping[str, Any]]:
    """Yield the deals with their cards and with what the file leaves out."""
    dealer, totals = first_dealer, Counter[str]()
    for deal, dealt in zip(deals, cards, strict=True):
        totals.update(deal["points"])
        sums = {"totals": dict(totals), "totals_are_sums": "totals" not in deal}
        full = {"dealer": dealer, "cards": dealt, "out": _out(deal, players)} | sums | deal
        yield full
        totals = Counter(full["totals"])
        if full["dealer"] in players:
            dealer = players[(players.index(full["dealer"]) + 1) % len(players)]


def _out(deal: Mapping[str, Any], players: Iterable[str]) -> str:
    """Return the only player without a hand, if the deal has the hands of all others."""
    without = [name for name in players if name not in deal.get("hands", {})]
    return without[0] if "hands" in deal and len(without) == 1 else ""


def _placed(mistake: Mistake, text: str, name: str) -> str:
    line = line_of(text, mistake.steps)
    return f"{name}:{line}: {mistake.text}" if line else f"{name}: {mistake.text}"


@cache
def load_transcripts(folder: Path = FOLDER) -> tuple[Transcript, ...]:
    """Return the transcripts of a folder by name. They are read once per process, because many
    modules use them.
    """
    return tuple(load_transcript(path) for path in sorted(folder.glob("*.toml")))
