"""The admin, where staff can read and search everything but can’t edit games."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import BaseInlineFormSet
from django.http import HttpRequest

from rules.engine.errors import RulesError
from scorekeeper.models import (
    Change,
    Erasure,
    Game,
    Group,
    Helper,
    HouseRules,
    Member,
    OwnGame,
    Player,
    Round,
    Score,
    Seat,
    User,
)
from scorekeeper.services.erasing import bring_back, erase_game, erase_group, erase_person


@admin.register(User)
class GuestAdmin(UserAdmin):  # type: ignore[type-arg]
    """The users. The only owner of a group can’t be deleted."""

    def get_deleted_objects(
        self, objs: Sequence[Any] | QuerySet[Any], request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        """Return what would be deleted, with the groups that prevent it.

        These are the groups that would have no owner. They need another owner first, or have to be
        erased.
        """
        deleted, counts, permissions, protected = super().get_deleted_objects(objs, request)
        owned = Member.objects.filter(is_owner=True, group__erased_at=None)
        groups = Group.objects.filter(members__in=owned.filter(user__in=objs))
        left = groups.exclude(members__in=owned.exclude(user__in=objs)).distinct()
        protected += [f"The only owner of the group {group} ({group.pk})" for group in left]
        return deleted, counts, permissions, protected


class OwnedFormSet(BaseInlineFormSet):  # type: ignore[type-arg]
    """The phones of a group, one of which must be an owner."""

    def clean(self) -> None:
        super().clean()
        rows = [form.cleaned_data for form in self.forms if not form.errors]
        if rows and not any(row.get("is_owner") and not row.get("DELETE") for row in rows):
            raise ValidationError("A group needs an owner. Tick “Is owner” for one of its phones.")


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """A read-only page of the admin. Only the services may change its rows."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class Erasable(admin.ModelAdmin):  # type: ignore[type-arg]
    """An admin page whose actions require the permission to delete rows of its model."""

    def has_erase_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may delete rows of this model."""
        return request.user.has_perm(f"scorekeeper.delete_{self.opts.model_name}")


class MemberInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Member
    formset = OwnedFormSet
    extra = 0


@admin.register(Group)
class GroupAdmin(Erasable):
    list_display = ["name", "created_at"]
    search_fields = ["name", "players__name"]
    exclude = ["join_token"]
    inlines = [MemberInline]
    actions = ["erase"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        return super().get_queryset(request).filter(erased_at=None)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @admin.action(description="Erase the selected groups", permissions=["erase"])
    def erase(self, request: HttpRequest, queryset: QuerySet[Group]) -> None:
        for group in queryset:
            erase_group(group=group)


@admin.register(HouseRules)
class HouseRulesAdmin(ReadOnly):
    list_display = ["name", "variant", "group", "changed_at"]
    search_fields = ["name", "variant"]


@admin.register(OwnGame)
class OwnGameAdmin(ReadOnly):
    list_display = ["slug", "group", "version", "changed_at"]
    search_fields = ["slug"]


@admin.register(Player)
class PlayerAdmin(Erasable, ReadOnly):
    list_display = ["name", "group"]
    search_fields = ["name"]
    actions = ["erase_names", "erase_with_games"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        return super().get_queryset(request).filter(group__erased_at=None)

    @admin.action(description="Erase the names of the selected players", permissions=["erase"])
    def erase_names(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        for player in queryset:
            erase_person(person=player, with_games=False)

    @admin.action(description="Erase the selected players with their games", permissions=["erase"])
    def erase_with_games(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        for player in queryset:
            erase_person(person=player, with_games=True)


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    extra = 0


@admin.register(Game)
class GameAdmin(Erasable, ReadOnly):
    list_display = ["code", "variant", "group", "state", "changed_at"]
    list_filter = ["variant", "state"]
    search_fields = ["code", "group__name"]
    exclude = ["watch_token", "score_token"]
    inlines = [SeatInline]
    actions = ["erase"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).filter(group__erased_at=None)

    @admin.action(description="Erase the selected games", permissions=["erase"])
    def erase(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        for game in queryset:
            erase_game(game=game)


@admin.register(Erasure)
class ErasureAdmin(Erasable, ReadOnly):
    list_display = ["kind", "label", "group", "at", "gone_at"]
    list_filter = ["kind"]
    actions = ["restore"]

    @admin.action(description="Bring back the selected erasures", permissions=["erase"])
    def restore(self, request: HttpRequest, queryset: QuerySet[Erasure]) -> None:
        for erasure in queryset:
            try:
                bring_back(erasure=erasure)
            except RulesError as error:
                self.message_user(request, f"{erasure.label}: {error}", messages.WARNING)


@admin.register(Helper)
class HelperAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The phones that enter scores through a link. Deleting one ends its access."""

    list_display = ["name", "game"]
    search_fields = ["name", "game__code"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = ["game", "deal", "sets", "runs", "pairs", "dealer", "recorded_at"]
    list_filter = ["game__variant", "sets", "runs"]


@admin.register(Score)
class ScoreAdmin(ReadOnly):
    list_display = ["round", "side", "points", "reason"]


@admin.register(Change)
class ChangeAdmin(ReadOnly):
    list_display = ["game", "version", "kind", "deal", "by_name", "at"]
    list_filter = ["kind"]
