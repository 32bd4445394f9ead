"""The form for a hand of rummy that somebody checks before laying down."""

from collections import Counter
from collections.abc import Sequence

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.engine.cards import MAX_HAND_TEXT, Card, Hand, Rank, copies_words, read_hand
from rules.engine.errors import UnreadableError
from rules.engine.melding import MeldRules, TooLargeError, check_size
from rules.engine.schemes.gin.points import GinScoring
from rules.engine.schemes.indian.points import IndianScoring
from scorekeeper.forms.base import BaseForm, TextInput

LARGEST, MOST_WILD = 20, 6


class HandForm(BaseForm):
    """The cards of a hand as text, such as ``7H 7D QS JK``."""

    hand = forms.CharField(
        required=False,
        label=_("Your hand, with the card you drew"),
        widget=TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "placeholder": "7H 7D QS JK",
            }
        ),
    )

    def __init__(self, text: str, *, rules: MeldRules, in_melds: bool = False) -> None:
        """Create the form; ``in_melds`` means that ``/`` may separate melds."""
        super().__init__({"hand": text})
        self.rules = rules
        self.in_melds = in_melds

    @property
    def melds(self) -> tuple[Hand, ...]:
        """The cards of each meld, or of the whole hand; none if the text isn’t valid."""
        return self.cleaned_data["hand"] if self.is_valid() else ()

    @property
    def cards(self) -> Hand:
        """All the cards; none if the text isn’t valid."""
        return tuple(card for meld in self.melds for card in meld)

    def clean_hand(self) -> tuple[Hand, ...]:
        """Return the cards. Raises ValidationError if they can’t be a hand of this game."""
        text, ranks = self.cleaned_data["hand"], self.rules.deck.ranks
        parts = text.split("/") if self.in_melds and len(text) <= MAX_HAND_TEXT else [text]
        try:
            melds = tuple(read_hand(part, ranks) for part in parts if part.strip())
        except UnreadableError as error:
            raise ValidationError(str(error)) from None
        cards = [card for meld in melds for card in meld]
        for card in cards:
            if card.suit is None and card.rank != Rank.JOKER:
                message = gettext("“{card}” has no suit. Enter {card}H for hearts, for example.")
                raise ValidationError(message.format(card=card))
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
        for card, copies in Counter(cards).items():
            most = self.rules.deck.copies(card)
            if copies > most:
                message = gettext("You entered {copies}, but only {most} are in play. Remove one.")
                raise ValidationError(message.format(copies=copies_words(card, copies), most=most))
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


def typed_with(text: str, key: str) -> str:
    """Return the text of a hand after a key was pressed: a card, ``back`` or ``clear``."""
    match key:
        case "back":
            return " ".join(text.split()[:-1])
        case "clear":
            return ""
        case _card:
            return f"{text} {key}".strip()
