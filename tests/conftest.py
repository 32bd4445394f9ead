"""Shared fixtures: a group, games in progress, and phones with and without access."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.signals import setting_changed
from django.db import connection, connections
from django.db.models.signals import post_migrate
from django.dispatch import receiver
from django.template import Template
from django.test import Client, override_settings
from django.utils import translation
from django.utils.translation import trans_real

from rules.engine.catalogue import Catalogue, catalogue
from rules.lookup import index_file, search
from rules.lookup.corpus import Corpus
from scorekeeper import limits
from scorekeeper.models import Game, Group, Member, User
from scorekeeper.sessions import STAFF_COOKIE
from scorekeeper.templatetags.caching import cached_part
from tests import queries
from tests.factories import GameFactory, GroupFactory, MemberFactory
from tests.forks import Ended, Forks
from tests.pseudo import LANGUAGES, PseudoGameWords, PseudoTranslation, write_catalogues

# Examples have no time limit, because tests run in parallel on a busy machine.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


@receiver(setting_changed)
def _forget_parts(**_signal: object) -> None:
    """Forget the parts of pages that were rendered with other settings, such as other languages."""
    cached_part.cache_clear()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep the garbage collector from examining the tests themselves.

    Every process collects all tests and keeps them until it ends. Checking them for garbage would
    take a fifth of the running time, and each check would take longer than the last. The tests’ own
    garbage is collected rarely, because each test leaves little.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
    gc.freeze()
    gc.set_threshold(100_000)


def pytest_configure(config: pytest.Config) -> None:
    """Let tests know the queries of earlier runs."""
    queries.cache = getattr(config, "cache", None)


def pytest_unconfigure() -> None:
    """Collect the garbage before pytest does, which would examine everything five times."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that interrupt PostgreSQL if the tests’ database is not on it."""
    if connections["default"].vendor != "postgresql":
        left_out = [item for item in items if item.get_closest_marker("postgresql")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """Run each test in a frame large enough that the frames above it fit in one chunk.

    Python allocates frames in chunks of 16 kB. At the depth at which pytest runs a test, a call in
    a loop may be the first in a chunk, which is then allocated and freed each time. Because of
    that, rendering a sheet took twice as long.
    """
    pyfuncitem.obj = partial(_with_room, pyfuncitem.obj)


def _with_room(test: Callable[..., Any], **arguments: Any) -> Any:
    return test(**arguments)


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=64_000)


@pytest.fixture(scope="session")
def _template_string_if_invalid_marker() -> None:
    """Replace the fixture of pytest-django for tests that check each variable of a template.

    No test here does so, and the fixture would set up ``monkeypatch`` for every test.
    """


@pytest.fixture(scope="session", autouse=True)
def _quick_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Use static files from the source tree, and a fast password hash.

    Tests don’t need collected files or the protection of a slow hash.
    """
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        STORAGES=settings.STORAGES | {"staticfiles": plain},
        STATIC_ROOT=tmp_path_factory.mktemp("static"),
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def _plain_templates(django_test_environment: None) -> Iterator[None]:
    """Render templates as the site does.

    Django's test environment copies the context of every template that is rendered. No test reads
    these copies, and for a page with many fields, making them takes up a tenth of the rendering
    time.
    """
    instrumented = Template._render
    Template._render = lambda template, context: template.nodelist.render(context)
    yield
    Template._render = instrumented


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Don’t create the permissions again whenever a test’s data is deleted.

    Django does so after each test with real transactions, which takes a tenth of the time of tests
    in a browser.
    """
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Use a file for SQLite, as in production: in memory, there is no WAL and nothing waits for
    locks.

    Temporary data needs no protection from power cuts, so commits don’t wait for the disk.
    """
    database = connections["default"].settings_dict
    if database["ENGINE"].endswith("sqlite3"):
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        options = database["OPTIONS"]
        at_start = f"{options['init_command']} PRAGMA synchronous=OFF;"
        database["OPTIONS"] = options | {"init_command": at_start}


@pytest.fixture(scope="session", autouse=True)
def _stored_index() -> Iterator[None]:
    """Let all processes share the file of the search index. Without it, each reads all texts."""
    read = search._corpus

    def stored(games: Catalogue, folder: Path | None) -> Corpus:
        is_usual = len(games.folders) == 1
        return read(games, folder or (settings.VAR_DIR if is_usual else None))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "_corpus", stored)
        yield


@pytest.fixture
def _unordered(db: None) -> Iterator[None]:
    """Let SQLite reverse the rows of queries without an order, because PostgreSQL promises none."""
    is_sqlite = connection.vendor == "sqlite"
    if is_sqlite:
        connection.cursor().execute("PRAGMA reverse_unordered_selects = ON")
    yield
    if is_sqlite:
        connection.cursor().execute("PRAGMA reverse_unordered_selects = OFF")


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Forget the language of the last request, what limits have counted, and all caches."""
    yield
    translation.deactivate()
    for each in caches.all():
        each.clear()
    limits._own_counts.cache_clear()


ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    with Forks(ROOT) as forks:
        yield forks


def with_index(folder: Path) -> Path:
    """Give the data folder of a server the search index of the tests, if there is one already.

    Without it, the server reads all texts for some seconds.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        shutil.copy2(settings.VAR_DIR / index_file.NAME, folder)
    return folder


DEBUG = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "SCOREKEEPER_DEBUG": "1"}


def python_in(folder: Path, forks: Forks) -> Callable[..., Ended]:
    """Return a function that runs Python in the project with only the settings it is given.

    Data is in ``folder``.
    """

    def run(*arguments: str, **said: str) -> Ended:
        ours = ("SCOREKEEPER_", "DATABASE_URL", "REDIS_URL", "DJANGO_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return forks.run(arguments, kept | {"SCOREKEEPER_VAR": str(folder)} | said)

    return run


@pytest.fixture(scope="session")
def tables(forks: Forks, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Return a function that gives a site’s data folder a database without games.

    It is copied, because making the tables takes a second.
    """
    folder = tmp_path_factory.mktemp("tables")
    python_in(folder, forks)("manage.py", "migrate", "-v", "0")
    (folder / "secret-key").unlink()
    return partial(shutil.copytree, folder, dirs_exist_ok=True)


@pytest.fixture
def python(forks: Forks, tmp_path: Path) -> Callable[..., Ended]:
    return python_in(tmp_path / "var", forks)


@pytest.fixture
def _pseudo_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let browsers choose one of the languages of ``tests.pseudo``."""
    write_catalogues(tmp_path / "locale")
    words = PseudoGameWords(catalogue())
    monkeypatch.setattr("rules.reference.game_words.game_words", lambda: words)
    with override_settings(
        LANGUAGES=[*settings.LANGUAGES, *LANGUAGES], LOCALE_PATHS=[tmp_path / "locale"]
    ):
        translations: dict[str, Any] = trans_real._translations
        translations |= {language: PseudoTranslation(language) for language, _ in LANGUAGES}
        yield


@pytest.fixture
def group(db: None) -> Group:
    return GroupFactory()


@pytest.fixture
def owner(group: Group) -> Member:
    return group.members.get(is_owner=True)


@pytest.fixture
def game(group: Group) -> Game:
    """Contract Rummy with Ann, Bob, Cai and Dee. Ann dealt first, and two of seven deals have been
    played.
    """
    return GameFactory(group=group, played=2)


@pytest.fixture
def finished(group: Group) -> Game:
    """Progressive Rummy with the same four players. All fifteen deals have been played."""
    return GameFactory(group=group, variant="progressive-rummy", played=15)


@pytest.fixture
def phone(owner: Member) -> Client:
    """The phone that owns the group."""
    return client_of(owner.user)


@pytest.fixture
def second_phone(group: Group) -> Client:
    """A phone that joined the group."""
    return client_of(MemberFactory(group=group, name="Phone 2").user)


@pytest.fixture
def stranger(db: None) -> Client:
    """A phone that owns another group."""
    return client_of(GroupFactory().members.get().user)


@pytest.fixture
def admin_client(admin_user: User) -> Client:
    """A test client that is logged in to the admin as a staff user."""
    client = client_of(admin_user)
    client.cookies[STAFF_COOKIE] = client.cookies.pop("sessionid").value
    return client


def client_of(user: User) -> Client:
    """Return a browser logged in as ``user``."""
    client = Client()
    client.force_login(user)
    return client
