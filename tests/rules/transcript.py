"""Whole games as written down at the table, read from the files in ``transcripts``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rules.entries import Side, Table

FOLDER = Path(__file__).parent / "transcripts"


@dataclass(frozen=True)
class TranscriptDeal:
    """One deal: what was reported and what it must come to, by player's name."""

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
    points: Mapping[str, int]
    totals: Mapping[str, int]

    def texts(self, keys: Mapping[str, str]) -> dict[str, str]:
        """What is typed into the inputs of the deal; ``keys`` has each player's side by name."""
        texts = {f"left-cards-{keys[name]}": cards for name, cards in self.hands.items()}
        texts |= {f"left-points-{keys[name]}": total for name, total in self.declared.items()}
        texts |= {f"takes-{keys[name]}": str(takes) for name, takes in self.takes.items()}
        if self.out:
            texts["out"] = keys[self.out]
        if self.ran_out:
            texts["ran-out"] = "1"
        if self.cut:
            texts["cut"] = "1"
        return texts


@dataclass(frozen=True)
class Transcript:
    """A whole game; ``settlement`` is None where the game has none."""

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

    @property
    def keys(self) -> dict[str, str]:
        """Keys of the sides by name: their numbers in seating order, from 1."""
        return {name: str(number) for number, name in enumerate(self.players, 1)}

    def table(self, dealer: str) -> Table:
        sides = tuple(Side(key, name) for name, key in self.keys.items())
        return Table(sides, self.keys[dealer])


def _deal(plain: Mapping[str, Any]) -> TranscriptDeal:
    hands: dict[str, str] = {}
    declared: dict[str, str] = {}
    for name, left in plain["hands"].items():
        match left:
            case str():
                hands[name] = left
            case int():
                declared[name] = str(left)
            case {"points_text": text, **rest} if not rest:
                declared[name] = text
            case _:
                raise ValueError(f"deal {plain['number']}: {name} holds {left!r}")
    unsaid: dict[str, Any] = {"out": "", "ran_out": False, "takes": {}, "cut": False, "working": {}}
    return TranscriptDeal(**(unsaid | plain | {"hands": hands, "declared": declared}))


def load_transcript(path: Path) -> Transcript:
    plain = tomllib.loads(path.read_text("utf-8"))
    end = plain.pop("end")
    settlement = end.pop("settlement", None)
    return Transcript(
        name=path.stem,
        deals=tuple(_deal(deal) for deal in plain.pop("deals")),
        players=tuple(plain.pop("players")),
        places=end.pop("places"),
        winners=tuple(end.pop("winners")),
        settlement=settlement and {name: Fraction(net) for name, net in settlement.items()},
        **plain,
        **end,
    )


def load_transcripts() -> list[Transcript]:
    """Every transcript, in the order of their names."""
    return [load_transcript(path) for path in sorted(FOLDER.glob("*.toml"))]
