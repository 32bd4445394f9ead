"""The form for a hand of rummy that somebody checks before laying down."""

from collections import Counter

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.engine.cards import MAX_HAND_TEXT, Hand, Rank, copies_words, read_hand
from rules.engine.errors import UnreadableError
from rules.engine.melding import MOST_CARDS, MeldRules
from scorekeeper.forms.base import BaseForm, TextInput

LARGEST = 20  # cards, if the hands of a game have no limit of their own
MOST_WILD = 6
# Hands of at most these cards are read within milliseconds, others in up to a second or two.
USUAL, USUAL_WILD, COST = 16, 4, 30


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

    @property
    def cost(self) -> int:
        """How much reading the hand costs, compared with a usual one."""
        wild = sum(map(self.rules.is_wild, self.cards))
        return COST if len(self.cards) > USUAL or wild > USUAL_WILD else 1

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
        if len(cards) > (most := most_cards(self.rules)):
            message = gettext("These are {count} cards. At most {most} can be checked at once.")
            raise ValidationError(message.format(count=len(cards), most=most))
        wild = sum(map(self.rules.is_wild, cards))
        if wild > MOST_WILD and most < MOST_CARDS:
            message = gettext(
                "These are {count} wild cards. At most {most} can be checked at once."
            )
            raise ValidationError(message.format(count=wild, most=MOST_WILD))
        for card, copies in Counter(cards).items():
            most = self.rules.deck.copies(card)
            if copies > most:
                message = gettext("You entered {copies}, but only {most} are in play. Remove one.")
                raise ValidationError(message.format(copies=copies_words(card, copies), most=most))
        return melds


def most_cards(rules: MeldRules) -> int:
    """Return the most cards of a hand that can be checked, with the card drawn.

    Reading a larger hand than players are likely to hold could take seconds. Initial melds of
    canasta, whose hands grow, are read at once.
    """
    if not (rules.ruleset.melds or rules.contract.size):
        return MOST_CARDS
    dealt = rules.ruleset.cards_dealt(rules.deal, rules.players)
    likely = rules.deal.takes.likely_hand(dealt) or LARGEST
    return min(likely + 1, LARGEST)


def typed_with(text: str, key: str) -> str:
    """Return the text of a hand after a key was pressed: a card, ``back`` or ``clear``."""
    match key:
        case "back":
            return " ".join(text.split()[:-1])
        case "clear":
            return ""
        case _card:
            return f"{text} {key}".strip()
