"""Two versions of a deal compared: the cells in which one of them must be chosen, and the rest."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.snapshots import DealEntry
from scorekeeper.presenters.log import DealCell, deal_cells
from scorekeeper.queries.board import Scoreboard

DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class DifferentCell:
    """A cell in which the saved version and mine differ, with the text in each version.

    ``saved_inputs`` are the texts of the cell’s inputs in the saved version, by name.
    """

    label: str
    saved: str
    mine: str
    saved_inputs: Mapping[str, str]

    @property
    def names(self) -> str:
        """The names of the cell’s inputs, separated by spaces."""
        return " ".join(self.saved_inputs)


@dataclass(frozen=True, slots=True)
class Versions:
    """The cells of two versions of a deal.

    ``choices`` are the cells that the versions changed differently. ``others`` are all other cells,
    each as a label, the saved text and my text. ``texts`` has the texts of all inputs, with my text
    in the choices, and ``dealer`` is the dealer’s seat.
    """

    choices: tuple[DifferentCell, ...]
    others: tuple[tuple[str, str, str], ...]
    texts: Mapping[str, str]
    dealer: int


def versions(
    board: Scoreboard,
    deal: int,
    mine: DealEntry,
    saved: DealEntry,
    before: DealEntry | None,
) -> Versions:
    """Compare ``mine`` with the ``saved`` version of a deal.

    ``before`` is the version that both of them corrected, or None if both are new. A cell that
    only one of them has changed is not a choice.
    """
    ours, theirs = (_by_label(deal_cells(board, deal, each)) for each in (mine, saved))
    old = _by_label(deal_cells(board, deal, before)) if before else {}
    choices: list[DifferentCell] = []
    others: list[tuple[str, str, str]] = []
    # Inputs that the deal no longer has, such as those of a player who was removed, have no cell.
    names = {name for cell in ours.values() for name in cell.names}
    texts = {name: text for name, text in mine.texts.items() if name in names}
    for label in dict.fromkeys((*theirs, *ours)):
        own, other = ours.get(label), theirs.get(label)
        known = own or other
        if known is None:
            continue
        own_text, saved_text = (each.text if each else "" for each in (own, other))
        first = old[label].text if label in old else ""
        in_saved = {name: _input(saved, name) for name in known.names}
        if own_text == saved_text or (before and saved_text == first):
            others.append((label, saved_text, own_text))
        elif before and own_text == first:
            others.append((label, saved_text, own_text))
            texts |= in_saved
        else:
            choices.append(DifferentCell(label, saved_text, own_text, in_saved))
    dealer = int(texts.pop(DEALER, mine.dealer))
    return Versions(
        choices=tuple(choices),
        others=tuple(others),
        texts={name: text for name, text in texts.items() if text},
        dealer=dealer,
    )


def _by_label(cells: tuple[DealCell, ...]) -> dict[str, DealCell]:
    return {cell.label: cell for cell in cells}


def _input(saved: DealEntry, name: str) -> str:
    return str(saved.dealer) if name == DEALER else saved.texts.get(name, "")
