"""Games: the entries, the points derived from them, and a log of all changes."""

import secrets
from uuid import uuid4

from django.db import models
from django.db.models import TextField, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce, Left
from django.urls import reverse
from django.utils import timezone

from rules.engine.reasons import texts_of
from scorekeeper.models.people import (
    NAME_LENGTH,
    Group,
    Player,
    User,
    derived_token,
    new_token,
    present_format,
)

SIDE_NAME_LENGTH = 2 * NAME_LENGTH + len(" & ")
CODE_LENGTH = 10
SHORT_CODE_LENGTH = 6
NOTE_LENGTH, LOCATION_LENGTH = 120, 40
MAX_SIDES = 30  # including those who left
MONTH_LENGTH, STAMP_LENGTH = len("2026-05"), 80
_CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def new_code(length: int = CODE_LENGTH) -> str:
    """Return a random code for a game, without letters and digits that are easily confused."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(length))


def new_short_code() -> str:
    """Return a code that people can type."""
    return new_code(SHORT_CODE_LENGTH)


class Game(models.Model):
    """A game and the rules it is played by; ``version`` rises with every change.

    ``first_dealer`` and ``next_dealer`` are seat positions; ``next_dealer`` is empty unless the
    players chose another dealer. ``seat_orders`` are the deals that start with a new seating order,
    each with the positions clockwise. ``stopped`` is true if the players ended the game early.
    ``chosen_winner`` is the winner whom they chose (``rules.engine.game.ChosenWinner``), or None.
    ``carried`` is derived from the deals: it is the state carried to the next deal
    (``rules.engine.game.Carried``), so that saving a deal doesn’t read the earlier ones.
    ``given_name`` is the name that the players gave to the game “Any game”, which the database
    reads from the ruleset; it is empty if they gave none. ``rules_key`` is derived from the ruleset
    (``rules.engine.snapshots.fingerprint``): games of a
    variant are compared only if they have the same key. The key is None if the ruleset can’t be
    read. ``played_on`` is the day on which the game was played, which is the same in every time
    zone; ``created_at`` orders the games of a day. ``uuid`` identifies the game in files with the
    data of a group. Such a file can be imported into several groups, so a uuid is unique only
    within a group.
    """

    class State(models.TextChoices):
        PLAYING = "playing"
        FINISHED = "finished"

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    group = models.ForeignKey(Group, models.CASCADE, related_name="games")
    variant = models.CharField(max_length=60, db_index=True)
    ruleset = models.JSONField()
    given_name = models.GeneratedField(
        expression=Left(
            Coalesce(KT("ruleset__options__name"), Value(""), output_field=TextField()), 60
        ),
        output_field=models.CharField(max_length=60),
        db_persist=True,
    )
    state = models.CharField(max_length=8, choices=State, default=State.PLAYING)
    version = models.PositiveIntegerField(default=1)
    first_dealer = models.PositiveSmallIntegerField(default=1)
    next_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    seat_orders = models.JSONField(default=list, db_default=[], blank=True)
    stopped = models.BooleanField(default=False)
    chosen_winner = models.JSONField(null=True, blank=True)
    watch_token = models.CharField(max_length=22, default=new_token)
    score_token = models.CharField(max_length=22, default=new_token)
    carried = models.JSONField(null=True, editable=False)
    rules_key = models.BigIntegerField(null=True, editable=False)
    uuid = models.UUIDField(null=True, default=uuid4, editable=False)
    played_on = models.DateField(default=timezone.localdate)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["group", "-changed_at"], name="game_recent"),
            models.Index(fields=["group", "-played_on", "-created_at", "-id"], name="game_history"),
            models.Index(
                fields=["group", "variant", "-played_on", "-created_at", "-id"],
                name="game_variant_history",
            ),
            models.Index(fields=["group", "variant", "given_name"], name="game_names"),
            # The stamps of a group’s months are computed from this index alone.
            models.Index(fields=["group", "state", "played_on", "version"], name="game_months"),
        ]
        constraints = [
            models.UniqueConstraint("group", "uuid", name="game_uuid_once"),
            models.CheckConstraint(
                condition=models.Q(version__gte=1), name="game_version_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("game", args=[self.code])

    @property
    def evening_token(self) -> str:
        """The token of the link for entering scores in this game and those started soon after.

        This token is derived from that of the scoring link, so resetting that link resets both.
        """
        return derived_token("evening", self.score_token)


class ShortCode(models.Model):
    """A short code for watching a game in progress.

    It expires a day after the game’s last change.
    """

    code = models.CharField(max_length=SHORT_CODE_LENGTH, primary_key=True, default=new_short_code)
    game = models.OneToOneField(Game, models.CASCADE, related_name="short_code")

    def __str__(self) -> str:
        return self.code


class Note(models.Model):
    """A group’s note about a game: one line, and where the game was played."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="note")
    text = models.CharField(max_length=NOTE_LENGTH, blank=True, default="")
    location = models.CharField(max_length=LOCATION_LENGTH, blank=True, default="")

    def __str__(self) -> str:
        return self.text or self.location


class Side(models.Model):
    """A player or team that scores in a game; ``number`` stays the same throughout the game.

    A side plays from deal ``joined``, starting with ``start`` points, to deal ``left``. ``away``
    lists its absences: the first and the last deal that it missed, and its total on returning,
    which is None or missing if the total didn’t change. ``status`` is derived from the deals, like
    the points. It is a stored reason (``rules.engine.reasons``) that shows what the players should
    know about the side before the next deal, or None.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=SIDE_NAME_LENGTH)
    joined = models.PositiveSmallIntegerField(default=1)
    start = models.IntegerField(default=0)
    left = models.PositiveSmallIntegerField(null=True, blank=True)
    away = models.JSONField(default=list, blank=True)
    status = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint("game", "number", name="side_number_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A player’s seat, numbered clockwise from 1, and the side it belongs to."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    side = models.ForeignKey(Side, models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="seats")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint("game", "position", name="seat_position_once"),
            models.UniqueConstraint("game", "player", name="seat_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.player_id}"


class Round(models.Model):
    """A deal that has been played: its contract, and the entry as typed.

    If ``dealer_known`` is false, the deal comes from a file that doesn’t say who dealt. ``dealer``
    then only determines whose turn it is next.

    The contract has columns of its own, so that statistics can group by the number of sets, runs
    and pairs. ``format`` is the format of ``entry`` (``rules.engine.snapshots``);
    ``queries.stored.StoredGame`` upgrades it when it reads the deals.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="rounds")
    deal = models.PositiveSmallIntegerField()
    sets = models.PositiveSmallIntegerField()
    runs = models.PositiveSmallIntegerField()
    pairs = models.PositiveSmallIntegerField()
    dealer = models.ForeignKey(Seat, models.RESTRICT, related_name="+")
    dealer_known = models.BooleanField(default=True, db_default=True)
    entry = models.JSONField()
    format = models.PositiveSmallIntegerField(default=present_format, db_default=0)
    overruled = models.BooleanField(default=False)
    recorded_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["deal"]
        indexes = [models.Index(fields=["sets", "runs", "pairs"], name="round_contract")]
        constraints = [
            models.UniqueConstraint("game", "deal", name="round_deal_once"),
        ]

    def __str__(self) -> str:
        return f"deal {self.deal}"


class SentHand(models.Model):
    """A hand that a player’s own phone has sent for a deal that hasn’t been saved yet.

    ``entry`` has the texts of the player’s inputs, as typed. A hand that is sent again is a new
    row, so the highest key of a game’s hands shows whether any has changed. Saving the deal deletes
    its hands.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="sent_hands")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="+")
    deal = models.PositiveSmallIntegerField()
    entry = models.JSONField()

    def __str__(self) -> str:
        return f"deal {self.deal}: {self.seat_id}"


class Score(models.Model):
    """The points of one side in one round, derived from the entry.

    ``reason`` is a list of stored reasons (``rules.engine.reasons``), one for each line of points.
    ``marks`` are values of ``Mark`` (``rules.engine.schemes.scored_deals``), separated by spaces.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="scores")
    side = models.ForeignKey(Side, models.CASCADE, related_name="scores")
    points = models.IntegerField()
    reason = models.JSONField(default=list)
    kitty_payment = models.PositiveSmallIntegerField(default=0)
    marks = models.CharField(max_length=20, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint("round", "side", name="score_once"),
        ]

    def __str__(self) -> str:
        return f"{self.points}: {'; '.join(texts_of(self.reason))}"


class Result(models.Model):
    """One side’s result in a finished game, derived from the points.

    There are no places if all win or lose together.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="results")
    side = models.OneToOneField(Side, models.CASCADE, related_name="result")
    place = models.PositiveSmallIntegerField(null=True)
    total = models.IntegerField()
    is_winner = models.BooleanField()

    class Meta:
        ordering = ["place", "side"]
        constraints = [
            models.CheckConstraint(condition=models.Q(place__gte=1), name="result_place_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.total}"


class PlayedMonth(models.Model):
    """What a group’s finished games of one month add up to, for its statistics.

    ``month`` is a month such as 2026-05. The sums are derived from the games, and added up again if
    the ``stamp`` of the games has changed (``queries.months``). ``kinds`` has the sums of each kind
    of game, and ``people`` those of each player, by primary key.
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="+")
    month = models.CharField(max_length=MONTH_LENGTH)
    stamp = models.CharField(max_length=STAMP_LENGTH)
    kinds = models.JSONField()
    people = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint("group", "month", name="month_once"),
        ]

    def __str__(self) -> str:
        return f"{self.group_id}: {self.month}"


class Change(models.Model):
    """An entry in a game’s log. Entries change afterwards only if a name is erased.

    ``before`` and ``after`` hold a deal as entered (None if there was no such deal), the players,
    the rules or the day, before and after the change. A change that inserts or removes a deal holds
    the players with the entry of that deal; ``rules.engine.snapshots.load_change`` reads
    them. ``key`` comes from the page, so that a form sent twice makes only one change.
    """

    class Kind(models.TextChoices):
        START = "start"
        RECORD = "record"
        BIDS = "bids"
        CORRECT = "correct"
        STEP = "step"
        INSERT = "insert"
        REMOVE = "remove"
        UNDO = "undo"
        REDO = "redo"
        JOIN = "join"
        LEAVE = "leave"
        BACK = "back"
        RENAME = "rename"
        DEALER = "dealer"
        STOP = "stop"
        WINNER = "winner"
        RULES = "rules"
        DAY = "day"
        SEAT = "seat"
        COIN = "coin"
        RESCORE = "rescore"
        ERASE = "erase"
        RESTORE = "restore"

    game = models.ForeignKey(Game, models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    key = models.CharField(max_length=36)
    kind = models.CharField(max_length=8, choices=Kind)
    deal = models.PositiveSmallIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=NAME_LENGTH)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint("game", "key", name="change_key_once"),
            models.UniqueConstraint("game", "version", name="change_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.kind}"


class Helper(models.Model):
    """A phone outside the group that may enter scores in one game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="helpers")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    name = models.CharField(max_length=NAME_LENGTH)

    class Meta:
        constraints = [
            models.UniqueConstraint("game", "user", name="helper_once"),
        ]

    def __str__(self) -> str:
        return self.name
