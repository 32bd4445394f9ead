"""The hands that players have sent from their own phones for a deal that isn’t saved yet."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from json import dumps

from django.db.models import Max
from django.utils.translation import gettext as _

from rules.engine.cards import STANDARD, Suit
from rules.engine.deal_seating import DealSeat, DealSeating
from rules.engine.entries import EntryField, fields_of_player, texts_of_player
from rules.engine.melding import MeldRules, can_read_hands
from rules.engine.rulesets import AnyRuleset, DeckRules, Ruleset
from rules.engine.schemes import scheme_of
from rules.engine.schemes.gin.points import GinScoring
from rules.reference.game_words import translated_ruleset
from scorekeeper.models import SentHand
from scorekeeper.queries.prepared import Prepared
from scorekeeper.queries.stored import StoredGame

_hands_of_deal = Prepared(
    lambda deal, game: (
        SentHand.objects.filter(deal=deal, game=game)
        .order_by("pk")
        .values_list("pk", "seat__position", "entry")
    )
)


@dataclass(frozen=True, slots=True)
class Hand:
    """The entry of one player alone: the texts of the player’s inputs, by name.

    ``key`` is the seat’s key, and ``names`` are the names of all inputs that the player has.
    ``words`` is the hand as shown to players, such as ``K K 5``.
    """

    number: int
    key: str
    name: str
    names: tuple[str, ...]
    texts: Mapping[str, str]
    words: str


@dataclass(frozen=True, slots=True)
class SentHands:
    """The hands sent for a deal, oldest first, and the names of players who haven’t sent one."""

    sent: tuple[Hand, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def latest(self) -> int:
        """The number of the latest hand, which changes with each hand; 0 if there is none."""
        return max((hand.number for hand in self.sent), default=0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players who have sent their hands."""
        return tuple(hand.name for hand in self.sent)

    @property
    def texts(self) -> dict[str, str]:
        """The texts of all hands, by input. If several players went out, the first hand counts."""
        texts: dict[str, str] = {}
        for hand in self.sent:
            texts = dict(hand.texts) | texts
        return texts

    @property
    def data(self) -> str:
        """The hands as JSON, for the script of the entry page."""
        return dumps([asdict(hand) for hand in self.sent])

    def of(self, key: str) -> "SentHands":
        """Return only the hand sent for a seat, if there is one."""
        return SentHands(tuple(hand for hand in self.sent if hand.key == key))


def own_fields(
    ruleset: AnyRuleset, deal: int, table: DealSeating, seat: DealSeat
) -> tuple[tuple[EntryField, str], ...]:
    """Return the fields that a player can fill in alone; empty if the game has no such fields."""
    fields = scheme_of(ruleset, len(table.seats)).scoring.fields(ruleset.deal(deal))
    return fields_of_player(fields, table, seat)


def takes_hands(ruleset: AnyRuleset, deal: int, table: DealSeating) -> bool:
    """Return whether the players of a deal can send their own hands."""
    return any(own_fields(ruleset, deal, table, seat) for seat in _dealt_in(ruleset, table))


def left_inputs(
    ruleset: AnyRuleset, deal: int, table: DealSeating, seat: DealSeat
) -> Mapping[str, str]:
    """Return the names of a player’s inputs for the cards left in hand, by part.

    The result is empty if cards can’t be entered.
    """
    fields = own_fields(ruleset, deal, table, seat) if ruleset.card_values else ()
    names = (asked.inputs(key) for asked, key in fields if "cards" in asked.kind.parts)
    return next(names, {})


def can_check(ruleset: Ruleset, deal: int) -> bool:
    """Return whether a hand of a deal can be checked.

    In a game with contracts, the deal has one.
    """
    if ruleset.deck is None or not _has_suits(ruleset.deck) or not can_read_hands(ruleset):
        return False
    return ruleset.deal(deal).contract.size > 0 or not ruleset.has_contracts


def _has_suits(deck: DeckRules) -> bool:
    """Return whether the cards can be typed with their suits: Rook packs have colours."""
    return set(deck.ranks) <= set(STANDARD)


def why_not_checked(ruleset: Ruleset) -> str:
    """Return why no hand can be checked in a game in which melds are laid down; else empty."""
    deck = ruleset.deck
    if deck is None:
        return ""
    if ruleset.has_contracts and not _has_suits(deck):
        return _("Hands can’t be checked: these cards have colours, and only suits can be typed.")
    if len(Suit) + 1 in dict(deck.pack).values() and _has_suits(deck):
        return _("Hands can’t be checked: these cards have five suits, and only four can be typed.")
    return ""


def checked_deals(ruleset: Ruleset) -> list[int]:
    """Return the numbers of the deals in which hands can be checked."""
    deals = range(1, (ruleset.length or len(ruleset.deals)) + 1)
    return [number for number in deals if can_check(ruleset, number)]


def lays_off(rules: MeldRules) -> bool:
    """Return whether melds on the table matter, because players lay off cards on them."""
    scoring = rules.scheme.scoring
    if isinstance(scoring, GinScoring):  # on the melds of a player who knocks
        return scoring.limit_with(None) != 0
    return rules.ruleset.has_contracts or rules.melds.lay_off_same_turn is not None


def _dealt_in(ruleset: AnyRuleset, table: DealSeating) -> list[DealSeat]:
    out = table.sitting_out(ruleset.dealt_in(len(table.seats)))
    return [seat for seat in table.seats if seat not in out]


def sent_hands(stored: StoredGame, deal: int) -> SentHands:
    """Return the hands sent for the next deal, in one query if the game’s seats are loaded.

    Texts for inputs that the deal no longer has are left out.
    """
    if stored.state.deals + 1 != deal:
        return SentHands()
    hands = _hands_of_deal(deal, stored.game.pk)
    if not hands:
        return SentHands()
    ruleset = translated_ruleset(stored.ruleset)
    table = stored.seating.table(deal, stored.state.next_dealer)
    seats = {seat.key: seat for seat in table.seats}
    sent = []
    for number, position, entry in hands:
        if seat := seats.get(str(position)):
            own = own_fields(ruleset, deal, table, seat)
            if texts := texts_of_player(own, entry):
                names = tuple(name for field, key in own for name in field.inputs(key).values())
                words = hand_words(own, table, texts)
                sent.append(Hand(number, seat.key, seat.name, names, texts, words))
    here, out = {hand.key for hand in sent}, stored.state.carried.out
    missing = (
        seat.name
        for seat in _dealt_in(ruleset, table)
        if seat.key not in here and seat.side not in out
    )
    return SentHands(tuple(sent), tuple(missing))


def hand_words(
    own: Collection[tuple[EntryField, str]], table: DealSeating, texts: Mapping[str, str]
) -> str:
    """Return a hand as text: its values, all but the first with a label, and then its marks."""
    shown = []
    for field, key in own:
        if field.scope == "deal":
            if field.id in texts:
                shown.append(getattr(field.kind, "mark", ""))
            continue
        parts = {part: texts[name] for part, name in field.inputs(key).items() if name in texts}
        if parts:
            words = field.kind.words(parts, table)
            shown.append(f"{field.label} {words}" if shown else words)
    return ", ".join(shown)


def latest_hands(codes: Collection[str]) -> dict[str, int]:
    """Return the primary key of the latest hand sent in each of these games, by the game’s code."""
    if not codes:
        return {}
    hands = SentHand.objects.filter(game__code__in=codes)
    return dict(hands.values_list("game__code").annotate(Max("pk")))
