"""The admin, where staff can read and search everything but can’t edit games."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from scorekeeper.models import (
    Change,
    Game,
    Group,
    Helper,
    HouseRules,
    Member,
    Player,
    Round,
    Score,
    Seat,
    User,
)

admin.site.register(User, UserAdmin)


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """A read-only page of the admin. Only the services may change its rows."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class MemberInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Member
    extra = 0


@admin.register(Group)
class GroupAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["name", "created_at"]
    search_fields = ["name", "players__name"]
    exclude = ["join_token"]
    inlines = [MemberInline]


@admin.register(HouseRules)
class HouseRulesAdmin(ReadOnly):
    list_display = ["name", "variant", "group", "changed_at"]
    search_fields = ["name", "variant"]


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ["name", "group"]
    search_fields = ["name"]


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ["code", "variant", "group", "state", "changed_at"]
    list_filter = ["variant", "state"]
    search_fields = ["code", "group__name"]
    exclude = ["watch_token", "score_token"]
    inlines = [SeatInline]


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
