"""Statements in rules: the text, and a mark for the kind of statement."""

from dataclasses import dataclass
from enum import StrEnum

from rules.translation import gettext as _

# Separates the question of a rule that varies from our answer.
READING = " => "


class StatementKind(StrEnum):
    """The kind of statement that a rule makes."""

    PLAIN = ""
    VARIES = "varies"
    """Groups play this in different ways. The rule has a question and our answer."""
    EXAMPLE = "example"
    UNSTATED = "unstated"
    """The rule names something that no source specifies."""
    PAD = "pad"
    """The rule describes how to enter or check something on the score pad."""


@dataclass(frozen=True, slots=True)
class Statement:
    """The text of a rule, without the label of its mark."""

    mark: StatementKind
    body: str

    @property
    def label(self) -> str:
        """The label shown before the text, such as “Example:”; empty for a plain rule."""
        match self.mark:
            case StatementKind.VARIES:
                return _("Rules vary:")
            case StatementKind.EXAMPLE:
                return _("Example:")
            case StatementKind.UNSTATED:
                return _("Not specified:")
        return ""

    @property
    def text(self) -> str:
        """The complete text with its label, in the reader’s language."""
        label, text = self.label, self.unlabelled
        return f"{label} {text}" if label else text

    @property
    def unlabelled(self) -> str:
        """The text without its label."""
        if self.mark != StatementKind.VARIES:
            return self.body
        question, _sign, reading = self.body.partition(READING)
        # Translators: {question} asks how groups play something, {reading} is how this app does it.
        return _("{question} Here: {reading}").format(question=question, reading=reading)
