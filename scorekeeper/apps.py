from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class ScorekeeperConfig(AppConfig):
    name = "scorekeeper"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from scorekeeper import checks  # noqa: F401, PLC0415 -- registers the system checks


class StaffConfig(AdminConfig):
    default_site = "scorekeeper.admin_site.StaffSite"
