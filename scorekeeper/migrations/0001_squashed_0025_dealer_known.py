"""Create the tables as migrations 0001 to 0025 do, which this one replaces in new databases.

Databases that have some of these migrations get the others one by one. The schema is the same, with
the names that constraints and indexes got from columns that have been renamed since.
"""

import uuid
from typing import Any

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import scorekeeper.models.games
import scorekeeper.models.people


def create_indexes(_apps: Any, editor: Any) -> None:
    """Create the indexes that would wait for the end of the migration, so that they keep their names."""
    while editor.deferred_sql:
        editor.execute(editor.deferred_sql.pop(0))


class Migration(migrations.Migration):
    replaces = [
        ("scorekeeper", "0001_initial"),
        ("scorekeeper", "0002_tables"),
        ("scorekeeper", "0003_dealers_have_seats"),
        ("scorekeeper", "0004_dealer_is_a_seat"),
        ("scorekeeper", "0005_players_come_back"),
        ("scorekeeper", "0006_people_leave_the_list"),
        ("scorekeeper", "0007_a_link_leads_to_one_table"),
        ("scorekeeper", "0008_house_rules_change"),
        ("scorekeeper", "0009_stored_formats"),
        ("scorekeeper", "0010_results"),
        ("scorekeeper", "0011_fill_results"),
        ("scorekeeper", "0012_reasons_on_lines"),
        ("scorekeeper", "0013_reasons"),
        ("scorekeeper", "0014_fill_reasons"),
        ("scorekeeper", "0015_drop_sentences"),
        ("scorekeeper", "0016_seats_move"),
        ("scorekeeper", "0017_history"),
        ("scorekeeper", "0018_fill_rules_keys"),
        ("scorekeeper", "0019_bids"),
        ("scorekeeper", "0020_uuids"),
        ("scorekeeper", "0021_links_for_the_evening"),
        ("scorekeeper", "0022_ownership"),
        ("scorekeeper", "0023_own_games"),
        ("scorekeeper", "0024_senthand"),
        ("scorekeeper", "0025_dealer_known"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Group",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(default="Our table", max_length=40)),
                (
                    "join_token",
                    models.CharField(default=scorekeeper.models.people.new_token, max_length=22),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AlterField(
            model_name="group",
            name="join_token",
            field=models.CharField(
                default=scorekeeper.models.people.new_token, max_length=22, unique=True
            ),
        ),
        migrations.AddField(
            model_name="group",
            name="erased_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=scorekeeper.models.games.new_code, max_length=10, unique=True
                    ),
                ),
                ("variant", models.CharField(db_index=True, max_length=60)),
                ("ruleset", models.JSONField()),
                (
                    "state",
                    models.CharField(
                        choices=[("playing", "Playing"), ("finished", "Finished")],
                        default="playing",
                        max_length=8,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("first_dealer", models.PositiveSmallIntegerField(default=1)),
                (
                    "watch_token",
                    models.CharField(default=scorekeeper.models.people.new_token, max_length=22),
                ),
                (
                    "score_token",
                    models.CharField(default=scorekeeper.models.people.new_token, max_length=22),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="scorekeeper.group",
                    ),
                ),
                ("next_dealer", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("stopped", models.BooleanField(default=False)),
                ("carried", models.JSONField(editable=False, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("seat_orders", models.JSONField(blank=True, db_default=[], default=list)),
                ("rules_key", models.BigIntegerField(editable=False, null=True)),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["group", "-changed_at"], name="game_recent"),
                    models.Index(fields=["group", "-created_at", "-id"], name="game_history"),
                    models.Index(
                        fields=["group", "variant", "-created_at", "-id"],
                        name="game_variant_history",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="game_version_positive"
                    ),
                    models.UniqueConstraint(
                        models.F("group"), models.F("uuid"), name="game_uuid_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Helper",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=24)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="helpers",
                        to="scorekeeper.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(models.F("game"), models.F("user"), name="helper_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=24)),
                ("is_owner", models.BooleanField(default=False)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="scorekeeper.group",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(models.F("group"), models.F("user"), name="member_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=24)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="scorekeeper.group",
                    ),
                ),
                ("off_list_at", models.DateTimeField(blank=True, null=True)),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("group"), models.F("name"), name="player_name_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="player_has_name"
                    ),
                    models.UniqueConstraint(
                        models.F("group"), models.F("uuid"), name="player_uuid_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Side",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=51)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sides",
                        to="scorekeeper.game",
                    ),
                ),
                ("joined", models.PositiveSmallIntegerField(default=1)),
                ("left", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("start", models.IntegerField(default=0)),
                ("away", models.JSONField(blank=True, default=list)),
                ("status", models.JSONField(blank=True, editable=False, null=True)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("game"), models.F("number"), name="side_number_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="scorekeeper.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="seats",
                        to="scorekeeper.player",
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="scorekeeper.side",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("game"), models.F("position"), name="seat_position_once"
                    ),
                    models.UniqueConstraint(
                        models.F("game"), models.F("player"), name="seat_player_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("deal", models.PositiveSmallIntegerField()),
                ("sets", models.PositiveSmallIntegerField()),
                ("runs", models.PositiveSmallIntegerField()),
                ("pairs", models.PositiveSmallIntegerField()),
                ("entry", models.JSONField()),
                ("overruled", models.BooleanField(default=False)),
                (
                    "recorded_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="scorekeeper.game",
                    ),
                ),
                (
                    "dealer_seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="scorekeeper.seat",
                    ),
                ),
            ],
            options={
                "ordering": ["deal"],
                "indexes": [models.Index(fields=["sets", "runs", "pairs"], name="round_contract")],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("game"), models.F("deal"), name="round_deal_once"
                    )
                ],
            },
        ),
        migrations.RunPython(create_indexes, migrations.RunPython.noop),
        migrations.RenameField(
            model_name="round",
            old_name="dealer_seat",
            new_name="dealer",
        ),
        migrations.AddField(
            model_name="round",
            name="format",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=scorekeeper.models.people.present_format
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="dealer_known",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.CreateModel(
            name="Score",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", models.IntegerField()),
                ("pennies", models.PositiveSmallIntegerField(default=0)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="scorekeeper.round",
                    ),
                ),
                (
                    "side",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="scorekeeper.side",
                    ),
                ),
                ("marks", models.CharField(blank=True, default="", max_length=20)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(models.F("round"), models.F("side"), name="score_once")
                ],
            },
        ),
        migrations.RenameField(
            model_name="score",
            old_name="pennies",
            new_name="kitty_payment",
        ),
        migrations.AddField(
            model_name="score",
            name="reason",
            field=models.JSONField(default=list),
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=36)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("start", "Start"),
                            ("record", "Record"),
                            ("bids", "Bids"),
                            ("correct", "Correct"),
                            ("undo", "Undo"),
                            ("redo", "Redo"),
                            ("join", "Join"),
                            ("leave", "Leave"),
                            ("back", "Back"),
                            ("rename", "Rename"),
                            ("dealer", "Dealer"),
                            ("stop", "Stop"),
                            ("rules", "Rules"),
                            ("seat", "Seat"),
                            ("rescore", "Rescore"),
                            ("erase", "Erase"),
                            ("restore", "Restore"),
                        ],
                        max_length=8,
                    ),
                ),
                ("deal", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("before", models.JSONField(blank=True, null=True)),
                ("after", models.JSONField(blank=True, null=True)),
                ("by_name", models.CharField(max_length=24)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="scorekeeper.game",
                    ),
                ),
            ],
            options={
                "ordering": ["version"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("game"), models.F("key"), name="change_key_once"
                    ),
                    models.UniqueConstraint(
                        models.F("game"), models.F("version"), name="change_version_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("variant", models.CharField(max_length=60)),
                ("name", models.CharField(max_length=40)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("patches", models.JSONField(blank=True, default=dict)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_rules",
                        to="scorekeeper.group",
                    ),
                ),
                (
                    "format",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=scorekeeper.models.people.present_format
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "house rules",
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("group"),
                        models.F("variant"),
                        models.F("name"),
                        name="house_rules_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("total", models.IntegerField()),
                ("is_winner", models.BooleanField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="scorekeeper.game",
                    ),
                ),
                (
                    "side",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="result",
                        to="scorekeeper.side",
                    ),
                ),
            ],
            options={
                "ordering": ["place", "side"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1)), name="result_place_positive"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="note",
                        serialize=False,
                        to="scorekeeper.game",
                    ),
                ),
                ("text", models.CharField(blank=True, default="", max_length=120)),
                ("location", models.CharField(blank=True, default="", max_length=40)),
            ],
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("content", models.BinaryField()),
                ("filename", models.CharField(max_length=60)),
                ("variant", models.CharField(default="any-game", max_length=60)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("played_on", models.DateField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("checking", "Checking"),
                            ("checked", "Checked"),
                            ("importing", "Importing"),
                            ("done", "Done"),
                        ],
                        default="checking",
                        max_length=9,
                    ),
                ),
                ("line", models.PositiveIntegerField(default=0)),
                ("lines", models.PositiveIntegerField(default=0)),
                ("report", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="uploads",
                        to="scorekeeper.group",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(models.F("group"), models.F("user"), name="upload_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ShortCode",
            fields=[
                (
                    "code",
                    models.CharField(
                        default=scorekeeper.models.games.new_short_code,
                        max_length=6,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="short_code",
                        to="scorekeeper.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EveningHelper",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=24)),
                ("until", models.DateTimeField()),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evening_helpers",
                        to="scorekeeper.group",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        models.F("group"), models.F("user"), name="evening_helper_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="recovery_code",
                        serialize=False,
                        to="scorekeeper.group",
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("game", "Game"), ("person", "Player"), ("group", "Group")],
                        max_length=6,
                    ),
                ),
                ("label", models.CharField(max_length=80)),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="erasures",
                        to="scorekeeper.group",
                    ),
                ),
                (
                    "kept_in",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scorekeeper.group",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="ErasedText",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("model", models.CharField(max_length=20)),
                ("key", models.BigIntegerField()),
                ("field", models.CharField(max_length=20)),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
                (
                    "erasure",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="texts",
                        to="scorekeeper.erasure",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OwnerRequest",
            fields=[
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="owner_request",
                        serialize=False,
                        to="scorekeeper.group",
                    ),
                ),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "member",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="owner_request",
                        to="scorekeeper.member",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OwnGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=60)),
                ("summary", models.CharField(blank=True, default="", max_length=200)),
                ("ruleset", models.JSONField()),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "share_token",
                    models.CharField(
                        default=scorekeeper.models.people.new_token, max_length=22, unique=True
                    ),
                ),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_games",
                        to="scorekeeper.group",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("group"), models.F("slug"), name="own_game_slug_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="own_game_version_positive"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SentHand",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("deal", models.PositiveSmallIntegerField()),
                ("entry", models.JSONField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sent_hands",
                        to="scorekeeper.game",
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scorekeeper.seat",
                    ),
                ),
            ],
        ),
    ]
