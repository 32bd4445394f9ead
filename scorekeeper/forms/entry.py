"""What lay on the table after a deal: the same form for every game, made from its fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from django.http import QueryDict

from rules.entries import EntryField, Problem, clean_texts
from rules.facts import values_of
from rules.rulesets import Ruleset
from scorekeeper.models import Game
from scorekeeper.queries.board import Row, Scoreboard
from scorekeeper.services.rounds import Reported
from scorekeeper.services.scoring import fields_of, ids_of


@dataclass(frozen=True, slots=True)
class Input:
    """One input of the form: ``part`` tells the two inputs of a hand apart."""

    name: str
    kind: str
    part: str
    label: str
    value: str
    most: int | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class SideRow:
    """One side of the table with everything it is asked."""

    key: str
    name: str
    total: int
    is_out: bool
    inputs: tuple[Input, ...]


@dataclass(frozen=True)
class EntryForm:
    """The form for one deal, blank, as stored, or as it was refused."""

    board: Scoreboard
    row: Row
    texts: Mapping[str, str]
    dealer: str
    version: int
    key: str
    problems: tuple[Problem, ...] = ()
    overruled: bool = False
    fields: tuple[EntryField, ...] = field(default=(), repr=False)

    @property
    def deal(self) -> int:
        return self.row.deal.number

    @property
    def is_correction(self) -> bool:
        return bool(self.row.cells)

    @property
    def card_keys(self) -> list[tuple[str, int]]:
        """Ranks with their points for the card keys."""
        return list(values_of(self.board.ruleset).items())

    @property
    def may_overrule(self) -> bool:
        return bool(self.problems) and all(problem.warning for problem in self.problems)

    @property
    def out_input(self) -> str:
        """Name of the input that says who went out; empty in games that do not ask."""
        return next((asked.id for asked in self.fields if asked.kind.name == "one-side"), "")

    @property
    def out_problems(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.input == self.out_input)

    @property
    def other_problems(self) -> tuple[Problem, ...]:
        """Problems that belong to no input on the form."""
        shown = {i.name for row in self.rows for i in row.inputs}
        shown |= {i.name for i in self.deal_inputs} | {self.out_input}
        return tuple(problem for problem in self.problems if problem.input not in shown)

    @property
    def deal_inputs(self) -> tuple[Input, ...]:
        """What is asked once for the deal, besides who went out."""
        return tuple(
            self._input(asked, "", asked.id)
            for asked in self.fields
            if not asked.per_side and asked.kind.name != "one-side"
        )

    @property
    def rows(self) -> tuple[SideRow, ...]:
        """The sides in seating order with their inputs; totals are those before this deal."""
        marked = self.texts.get(self.out_input, "").split()
        before = {cell.side: cell.points for cell in self.row.cells}
        return tuple(
            SideRow(
                key=column.key,
                name=column.name,
                total=column.total - before.get(column.key, 0),
                is_out=column.key in marked,
                inputs=tuple(
                    self._input(asked, part, name)
                    for asked in self.fields
                    if asked.per_side
                    for part, name in asked.inputs(column.key).items()
                ),
            )
            for column in self.board.columns
        )

    def _input(self, asked: EntryField, part: str, name: str) -> Input:
        return Input(
            name=name,
            kind=asked.kind.name,
            part=part,
            label=asked.label,
            value=self.texts.get(name, ""),
            most=getattr(asked.kind, "most", None),
            problems=tuple(problem for problem in self.problems if problem.input == name),
        )


def entry_form(
    board: Scoreboard,
    row: Row,
    *,
    reported: Reported | None = None,
    problems: Sequence[Problem] = (),
    key: str = "",
) -> EntryForm:
    """Return the form for the deal of ``row``, filled with what is stored or was just
    ``reported``.
    """
    stored = row.entry or {}
    return EntryForm(
        board=board,
        row=row,
        texts=reported.texts if reported else stored,
        dealer=str(reported.dealer or row.dealer) if reported else row.dealer,
        version=board.game.version,
        key=key or str(uuid4()),
        problems=tuple(problems),
        overruled=reported.overruled if reported else False,
        fields=fields_of(board.ruleset, row.deal.number, len(board.columns)),
    )


def read_reported(data: QueryDict, game: Game, deal: int) -> Reported:
    """Return what a submitted form says of the deal; nothing it says is dropped."""
    sides = [str(side.number) for side in game.sides.all()]
    ids = ids_of(Ruleset.model_validate(game.ruleset), deal, len(sides))
    texts = {
        name: " ".join(data.getlist(name))
        for name in data
        if name in ids or any(name.startswith(f"{known}-") for known in ids)
    }
    dealer = data.get("dealer", "")
    return Reported(
        texts=clean_texts(texts),
        dealer=int(dealer) if dealer in sides else None,
        overruled=data.get("overrule") == "1",
    )
