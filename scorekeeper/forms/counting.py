"""The form that adds points to one side."""

from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.players import NumberField

MOST_DIGITS = 6


class StepForm(ChangeForm):
    """Points to add to ``side``; the step may be just a sign, if another number was typed.

    ``deal`` is the number of the next round if they begin it.
    """

    side = NumberField(required=False)
    deal = NumberField(required=False)

    @property
    def points(self) -> int:
        """The points to add, which may be negative; 0 if none were sent."""
        step, other = (str(self.data.get(name, "")) for name in ("step", "other"))
        size = (step.lstrip("+-") or other)[:MOST_DIGITS]
        number = int(size) if size.isdecimal() else 0
        return -number if step.startswith("-") else number
