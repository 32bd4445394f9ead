"""The migrations of the database compared with those of this version."""

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def pending() -> bool:
    """Return whether there are migrations to apply."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def unknown() -> list[str]:
    """Return the names of the applied migrations of the site that this version doesn’t have."""
    migrations = MigrationLoader(None).disk_migrations
    known = {key for found in migrations.values() for key in found.replaces} | migrations.keys()
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(name for app, name in applied.keys() - known if app == "scorekeeper")
