"""Create people, groups and games with the site’s services. Few arguments are required."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any
from uuid import uuid4

import factory
from factory.django import DjangoModelFactory

from rules.engine.catalogue import catalogue
from rules.engine.own_games import is_own
from rules.engine.snapshots import DealEntry, load_ruleset
from scorekeeper.models import Change, Game, Group, Member, Player, Round, Score, Side, User
from scorekeeper.queries.own_games import variant_in
from scorekeeper.queries.seating import seating_of
from scorekeeper.queries.stored import StoredGame
from scorekeeper.services.changes import ChangeContext
from scorekeeper.services.games import start_game
from scorekeeper.services.players import come_back, join, leave, stop
from scorekeeper.services.rescore import rescore_all
from scorekeeper.services.rounds import record_deal
from scorekeeper.services.state import store
from tests.copies import copied


class UserFactory(DjangoModelFactory):
    class Meta:
        model = User

    username = factory.Sequence("guest-{}".format)


class GroupFactory(DjangoModelFactory):
    """Create a group and the phone that owns it."""

    class Meta:
        model = Group
        skip_postgeneration_save = True

    owner = factory.RelatedFactory(
        "tests.factories.MemberFactory", "group", is_owner=True, name="Phone 1"
    )


class MemberFactory(DjangoModelFactory):
    """Add another phone to a group."""

    class Meta:
        model = Member

    group = factory.SubFactory(GroupFactory)
    user = factory.SubFactory(UserFactory)
    name = factory.Sequence(lambda number: f"Phone {number + 2}")


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    group = factory.SubFactory(GroupFactory)
    name = factory.Sequence("Player {}".format)


class ChangeContextFactory(factory.Factory):
    """Return the context of a change to ``game``, with a new key and, by default, its current
    version.
    """

    class Meta:
        model = ChangeContext
        exclude = ["game"]

    game = None
    user = factory.LazyAttribute(lambda by: _owner(by.game.group))
    name = "Phone 1"
    version = factory.LazyAttribute(lambda by: Game.objects.get(pk=by.game.pk).version)
    key = factory.LazyFunction(lambda: str(uuid4()))


class GameFactory(factory.Factory):
    """Start a game with ``deals`` deals, of which ``played`` have been entered. The variant's deals
    are repeated or cut off to get that number.
    """

    class Meta:
        model = Game

    group = factory.SubFactory(GroupFactory)
    variant = "contract-rummy"
    names = ("Ann", "Bob", "Cai", "Dee")
    options: Mapping[str, Any] = {}
    patches: Mapping[str, Any] = {}
    teams: Sequence[str] = ()
    first_dealer = 1
    deals: int | None = None
    played = 0

    @classmethod
    def _create(
        cls,
        _model: type[Game],
        /,
        *,
        group: Group,
        variant: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        patches: Mapping[str, Any],
        teams: Sequence[str],
        first_dealer: int,
        deals: int | None,
        played: int,
    ) -> Game:
        owner = _owner(group)

        def make() -> Game:
            game = start_game(
                group=group,
                variant=variant_in(group, variant) or catalogue().variant(variant),
                names=names,
                options=options,
                patches=patches,
                teams=teams,
                first_dealer=first_dealer,
                context=ChangeContext(owner, "Phone 1", 0, str(uuid4())),
            )
            if deals:
                game.ruleset["deals"] = repeated(game.ruleset["deals"], deals)
                game.save(update_fields=["ruleset"])
            for deal in range(1, played + 1):
                RoundFactory(game=game, deal=deal)
            return Game.objects.get(pk=game.pk)

        # A game also depends on what its group has had before, and on games outside the project.
        is_other = is_own(variant) or len(catalogue().folders) > 1
        if is_other or group.players.exists() or group.evening_helpers.exists():
            return make()
        key = repr((variant, names, options, patches, teams, first_dealer, deals, played))
        return copied(key, group, owner, make)


class RoundFactory(factory.Factory):
    """Enter a deal as phones do: player 1 goes out, and the others hold ten points each."""

    class Meta:
        model = Round

    game = factory.SubFactory(GameFactory)
    deal = 1
    texts = factory.LazyAttribute(lambda submitted: ten_each(submitted.game))
    dealer: int | None = None
    overruled = False
    context = factory.SubFactory(ChangeContextFactory, game=factory.SelfAttribute("..game"))

    @classmethod
    def _create(
        cls,
        _model: type[Round],
        /,
        *,
        game: Game,
        deal: int,
        texts: Mapping[str, str],
        dealer: int | None,
        overruled: bool,
        context: ChangeContext,
    ) -> Round:
        submitted = entered(texts, dealer, overruled=overruled)
        record_deal(game=game, deal=deal, submitted=submitted, context=context)
        return Round.objects.get(game=game, deal=deal)


def entered(
    texts: Mapping[str, str], dealer: int | None = None, *, overruled: bool = False
) -> DealEntry:
    """Return the entry of a deal as a form submits it."""
    return DealEntry(texts=dict(texts), dealer=dealer or 0, overruled=overruled)


def fill(game: Game, played: int) -> Game:
    """Copy the first deal, its points and its change until ``played`` deals have been played.

    This is faster than entering each deal, and enough for tests that only need a long game.
    """
    first = Round.objects.get(game=game, deal=1)
    scores = list(first.scores.all())
    recorded = Change.objects.get(game=game, version=2)
    rounds = Round.objects.bulk_create(varied(first, deal=deal) for deal in range(2, played + 1))
    Score.objects.bulk_create(varied(score, round=each) for each in rounds for score in scores)
    Change.objects.bulk_create(
        varied(recorded, deal=deal, version=deal + 1, key=f"deal-{deal}")
        for deal in range(2, played + 1)
    )
    game = Game.objects.get(pk=game.pk)
    stored = StoredGame(game, load_ruleset(game.ruleset), seating_of(game))
    store(stored, stored.replay((), since=stored.after(played)))
    game.version = played + 1
    game.save(update_fields=["version", "state", "finished_at", "carried"])
    return game


def varied(row: Any, **changed: Any) -> Any:
    other = copy(row)
    other.pk = None
    for name, value in changed.items():
        setattr(other, name, value)
    return other


def with_absences(group: Group) -> Game:
    """Start a game with three deals. Bob misses the second and returns with 60, Eve joins for the
    third with 55, and the game ends early.
    """
    game = GameFactory(group=group, played=1)
    leave(game=game, side=2, context=ChangeContextFactory(game=game))
    RoundFactory(
        game=game, deal=2, texts={"out": "1", "left-points-3": "10", "left-points-4": "10"}
    )
    come_back(game=game, side=2, total=60, context=ChangeContextFactory(game=game))
    join(game=game, name="Eve", start=55, context=ChangeContextFactory(game=game))
    RoundFactory(game=game, deal=3)
    return stop_game(game)


def stop_game(game: Game) -> Game:
    """End a game early, so that it has a result."""
    stop(game=game, context=ChangeContextFactory(game=game))
    return Game.objects.get(pk=game.pk)


def rescored() -> tuple[int, int]:
    """Score every game again. Return the number of deals, and how many of them changed."""
    games = list(rescore_all())
    assert [game.error for game in games if game.error] == []
    return sum(game.deals for game in games), sum(game.changed for game in games)


def ten_each(game: Game) -> dict[str, str]:
    """Return the entry for a deal in which player 1 goes out and the others hold ten points."""
    others = range(2, Side.objects.filter(game=game).count() + 1)
    return {"out": "1"} | {f"left-points-{number}": "10" for number in others}


def repeated(deals: Sequence[Mapping[str, Any]], count: int) -> list[dict[str, Any]]:
    """Return ``deals``, repeated until there are ``count``."""
    return [{**deals[number % len(deals)], "number": number + 1} for number in range(count)]


def _owner(group: Group) -> User:
    return group.members.select_related("user").get(is_owner=True).user
