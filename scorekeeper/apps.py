from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.utils import translation

from rules.translation import use_translation


class ScorekeeperConfig(AppConfig):
    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from scorekeeper import checks  # noqa: F401, PLC0415 -- registers the system checks

        use_translation(translation)


class StaffConfig(AdminConfig):
    default_site = "scorekeeper.admin_site.StaffSite"
