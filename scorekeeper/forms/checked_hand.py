"""The form for a hand of rummy that somebody checks before laying down."""

from collections import Counter
from collections.abc import Mapping, Sequence

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.engine.cards import MAX_HAND_TEXT, Card, Hand, Rank, copies_words, rank_letter, read_hand
from rules.engine.errors import UnreadableError
from rules.engine.melding import MeldRules, TooLargeError, check_size
from rules.engine.schemes.gin.points import GinScoring
from rules.engine.schemes.indian.points import IndianScoring
from scorekeeper.forms.base import BaseForm, TextInput

LARGEST, MOST_WILD, MOST_MELDS = 20, 6, 12


def _card_input(**attributes: str) -> TextInput:
    return TextInput(
        attrs={
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            **attributes,
        }
    )


class HandForm(BaseForm):
    """The cards of a hand as text, such as ``7H 7D QS JK``, and the melds on the table."""

    hand = forms.CharField(
        required=False,
        label=_("Your hand, with the card you drew"),
        widget=_card_input(),
    )
    table = forms.CharField(
        required=False,
        label=_("Melds on the table, with / between them"),
        widget=_card_input(placeholder="4H 5H 6H 7H"),
    )
    down = forms.BooleanField(required=False, label=_("I have laid down my contract"))

    def __init__(
        self, asked: Mapping[str, str], *, rules: MeldRules, in_melds: bool = False
    ) -> None:
        """Create the form; ``in_melds`` means that ``/`` may separate melds of the hand."""
        super().__init__(asked)
        self.rules = rules
        self.in_melds = in_melds
        example = f"7H 7D {rank_letter(Rank.QUEEN)}S JK"
        self.fields["hand"].widget.attrs["placeholder"] = example
        if not rules.contract.size:
            self.fields["down"].label = _("I have a meld on the table")

    @property
    def melds(self) -> tuple[Hand, ...]:
        """The cards of each meld, or of the whole hand; none if the text isn’t valid."""
        return self.cleaned_data["hand"] if self.is_valid() else ()

    @property
    def cards(self) -> Hand:
        """All the cards; none if the text isn’t valid."""
        return tuple(card for meld in self.melds for card in meld)

    @property
    def on_table(self) -> tuple[Hand, ...]:
        """The cards of each meld on the table; none if a text isn’t valid."""
        return self.cleaned_data["table"] if self.is_valid() else ()

    @property
    def asks_down(self) -> bool:
        """Whether it matters what the player laid down in earlier turns."""
        return bool(self.rules.contract.size) or self.rules.melds.meld_before_lay_off

    @property
    def is_down(self) -> bool:
        """Whether the player has laid down the contract, or a meld, in an earlier turn."""
        return self.is_valid() and self.cleaned_data["down"]

    @property
    def problem(self) -> str:
        """The first problem."""
        return next((str(messages[0]) for messages in self.errors.values()), "")

    def clean_hand(self) -> tuple[Hand, ...]:
        """Return the cards. Raises ValidationError if they can’t be a hand of this game."""
        melds = self._read(self.cleaned_data["hand"], in_melds=self.in_melds)
        cards = [card for meld in melds for card in meld]
        if len(cards) > (most := _most(self.rules)):
            message = gettext(
                "These are {count} cards, but a hand has at most {most}, with the card you drew. "
                "Remove some, or clear them."
            )
            raise ValidationError(message.format(count=len(cards), most=most))
        if is_too_large(self.rules, cards):
            message = gettext(
                "These are {count} cards, {wild} of them wild. That’s too many to check at once. "
                "Remove some."
            )
            wild = sum(map(self.rules.is_wild, cards))
            raise ValidationError(message.format(count=len(cards), wild=wild))
        return melds

    def clean_table(self) -> tuple[Hand, ...]:
        """Return the cards of each meld. Raises ValidationError if they can’t be in this game."""
        melds = self._read(self.cleaned_data["table"], in_melds=True)
        if len(melds) > MOST_MELDS:
            message = gettext("These are {count} melds. Enter at most {most} of them.")
            raise ValidationError(message.format(count=len(melds), most=MOST_MELDS))
        return melds

    def clean(self) -> None:
        """Check that the hand and the table together have no more copies than are in play."""
        typed = [
            (name, card)
            for name in ("hand", "table")
            for meld in self.cleaned_data.get(name, ())
            for card in meld
        ]
        entered = Counter(card for _, card in typed)
        for name, card in typed:
            copies, most = entered[card], self.rules.deck.copies(card)
            if copies > most:
                message = gettext("You entered {copies}, but only {most} are in play. Remove one.")
                self.add_error(name, message.format(copies=copies_words(card, copies), most=most))
                return

    def _read(self, text: str, *, in_melds: bool) -> tuple[Hand, ...]:
        parts = text.split("/") if in_melds and len(text) <= MAX_HAND_TEXT else [text]
        try:
            melds = tuple(read_hand(part, self.rules.deck.ranks) for part in parts if part.strip())
        except UnreadableError as error:
            raise ValidationError(str(error)) from None
        for card in (card for meld in melds for card in meld):
            if card.suit is None and card.rank != Rank.JOKER:
                message = gettext("“{card}” has no suit. Enter {card}H for hearts, for example.")
                raise ValidationError(message.format(card=card))
        return melds


def _most(rules: MeldRules) -> int:
    """Return the most cards of a hand in games in which players draw one and discard one."""
    dealt = rules.ruleset.cards_dealt(rules.deal, rules.players)
    is_fixed = isinstance(rules.scheme.scoring, GinScoring | IndianScoring)
    return dealt + 1 if is_fixed and dealt else MAX_HAND_TEXT


def is_too_large(rules: MeldRules, cards: Sequence[Card]) -> bool:
    """Return whether a hand is larger than anybody is likely to hold, and could take long to read.

    In canasta, hands grow, and their initial melds are read at once.
    """
    try:
        check_size(rules, cards)
    except TooLargeError:
        return True
    if not (rules.ruleset.melds or rules.contract.size):
        return False
    dealt = rules.ruleset.cards_dealt(rules.deal, rules.players)
    likely = rules.deal.takes.likely_hand(dealt) or LARGEST
    wild = sum(map(rules.is_wild, cards))
    return len(cards) > min(likely + 1, LARGEST) or wild > MOST_WILD


def typed_with(asked: Mapping[str, str], key: str) -> dict[str, str]:
    """Return the text that a key changes: a card, ``/``, ``back``, ``clear`` or ``drop 0``.

    ``drop`` with a number removes this meld from the table.
    """
    name = "table" if asked.get("to") == "table" or key.startswith("drop ") else "hand"
    words = asked.get(name, "").split()
    match key.split():
        case ["back"]:
            words = words[:-1]
        case ["clear"]:
            words = []
        case ["drop", place]:
            melds = [meld for meld in asked.get(name, "").split("/") if meld.strip()]
            words = [" / ".join(meld.strip() for at, meld in enumerate(melds) if str(at) != place)]
        case _card:
            words = [*words, key]
    return {name: " ".join(words)}
