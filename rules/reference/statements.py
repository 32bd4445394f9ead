"""What a rule says: its text, and the mark that tells what kind of statement it is."""

from dataclasses import dataclass
from enum import StrEnum

from rules.translation import gettext as _

# What parts the question of a rule that varies from our reading of it.
READING = " => "


class Mark(StrEnum):
    """The kind of statement that a rule makes, if it is no plain rule."""

    PLAIN = ""
    VARIES = "varies"
    """Groups play it differently: a question and our reading."""
    EXAMPLE = "example"
    UNSTATED = "unstated"
    """The sources do not say."""
    PAD = "pad"
    """How to enter or check something on the score pad."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule’s own words, without the label of its mark."""

    mark: Mark
    body: str

    @property
    def label(self) -> str:
        """The words before the text that say what kind of statement it is; usually empty."""
        match self.mark:
            case Mark.VARIES:
                return _("Rules vary:")
            case Mark.EXAMPLE:
                return _("Example:")
            case Mark.UNSTATED:
                return _("Not specified:")
        return ""

    @property
    def text(self) -> str:
        """The whole sentence with its label, in the reader’s language."""
        label, text = self.label, self.unlabelled
        return f"{label} {text}" if label else text

    @property
    def unlabelled(self) -> str:
        """The sentence without its label."""
        if self.mark != Mark.VARIES:
            return self.body
        question, _sign, reading = self.body.partition(READING)
        # Translators: the question how groups play something, and how it is done in this app.
        return _("{question} Here: {reading}").format(question=question, reading=reading)
