"""The form that counts points up or down for one side."""

from scorekeeper.forms.changes import ChangeForm
from scorekeeper.forms.players import NumberField

MOST_DIGITS = 6


class StepForm(ChangeForm):
    """Points to add to the side ``up``, or to take from the side ``down``."""

    up = NumberField(required=False)
    down = NumberField(required=False)

    @property
    def side(self) -> int:
        """The number of the side; 0 if none was sent."""
        number: int = self.cleaned_data["up"] or self.cleaned_data["down"]
        return number

    @property
    def points(self) -> int:
        """The points to add: the other step if one was typed, or else the chosen one."""
        texts = (str(self.data.get(name, ""))[:MOST_DIGITS] for name in ("other", "by"))
        size = next((int(text) for text in texts if text.isdecimal()), 0)
        return size if self.cleaned_data["up"] else -size
