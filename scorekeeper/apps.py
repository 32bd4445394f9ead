from typing import Any

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import post_migrate
from django.utils import translation

from rules.translation import use_translation
from scorekeeper.thread_locals import use_thread_locals


class ScorekeeperConfig(AppConfig):
    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from scorekeeper import checks  # noqa: F401, PLC0415 -- registers the system checks

        use_thread_locals()
        use_translation(translation)
        post_migrate.connect(fill_migrated_games, sender=self)


class StaffConfig(AdminConfig):
    default_site = "scorekeeper.admin_site.StaffSite"


def fill_migrated_games(plan: Any = None, **_kwargs: Any) -> None:
    """Fill in derived data after ``migrate``, once all migrations are applied.

    Deleting all data (``flush``) sends the same signal, without a plan.
    """
    from scorekeeper import migrating  # noqa: PLC0415 -- needs the models
    from scorekeeper.services import filling  # noqa: PLC0415 -- the same

    if plan is not None and not migrating.pending():
        filling.fill_games()
