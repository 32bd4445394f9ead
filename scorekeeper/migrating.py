"""The migrations of the database compared with those of this version."""

from collections.abc import Collection

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
    return unknown_among(MigrationRecorder(connection).applied_migrations().keys())


def unknown_among(applied: Collection[tuple[str, str]]) -> list[str]:
    """Return the names of those migrations of the site that this version doesn’t have.

    ``applied`` has the app and the name of each migration.
    """
    migrations = MigrationLoader(None).disk_migrations
    known = {key for found in migrations.values() for key in found.replaces} | migrations.keys()
    return sorted(name for app, name in set(applied) - known if app == "scorekeeper")
