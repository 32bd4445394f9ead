"""The settings. A fresh clone runs with the defaults, and invalid values raise an error."""

import os
import re
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from scorekeeper.edition import edition

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("SCOREKEEPER_VAR") or BASE_DIR / "var")


def _switch(name: str, default: bool) -> bool:
    value = os.environ.get(name, "1" if default else "0")
    if value not in ("0", "1"):
        raise ImproperlyConfigured(f"{name} is “{value}”. Set it to 1 (on) or 0 (off).")
    return value == "1"


def _number(name: str, default: int) -> int:
    value = os.environ.get(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is “{value}”. Set it to a whole number.")
    return int(value)


def _address(name: str) -> tuple[str, int] | None:
    """Return a host and a port, or None if the variable isn’t set. The usual host is this one."""
    value = os.environ.get(name, "")
    host, _, port = value.rpartition(":")
    if not value:
        return None
    if not (port.isdecimal() and 0 < int(port) < 65536):
        raise ImproperlyConfigured(f"{name} is “{value}”. Set it to a port or to host:port.")
    return host.strip("[]") or "127.0.0.1", int(port)


def _choice(name: str, *choices: str) -> str:
    """Return the value of a variable, by default the first of ``choices``."""
    value = os.environ.get(name) or choices[0]
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is “{value}”. Set it to {' or '.join(choices)}.")
    return value


def _games() -> list[Path]:
    """Return the folders with games: our own, and the one named in the environment."""
    folders, more = [BASE_DIR / "rules"], os.environ.get("SCOREKEEPER_GAMES")
    if more:
        folders.append(Path(more))
        if not (folders[-1] / "catalogue").is_dir():
            raise ImproperlyConfigured(
                f"SCOREKEEPER_GAMES is “{more}”. Set it to a folder that contains “catalogue”."
            )
    return folders


def _own_folder() -> Path:
    """Return the folder for data, creating it if it is missing.

    Other users of the machine can’t open it, because the database holds the tokens of the links.
    """
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not VAR_DIR.stat().st_mode & stat.S_ISVTX:  # except a shared folder such as /tmp
        _make_private(VAR_DIR)
    return VAR_DIR


def _make_private(*paths: Path) -> None:
    """Remove other users’ permissions for those ``paths`` that exist and belong to us."""
    for path in paths:
        with suppress(OSError):
            path.chmod(path.stat().st_mode & 0o700)


def _sqlite_file(path: Path) -> Path:
    """Prevent other users from reading the database at ``path``, and return ``path``.

    SQLite gives the same permissions to the -wal and -shm files that it creates.
    """
    with suppress(OSError):
        if not path.exists():
            path.touch(mode=0o600)
    _make_private(path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm")))
    return path


def _secret_key() -> tuple[str, bool]:
    """Return the secret key as it is written, and whether it has just been created.

    The key comes from the environment, or else from a file created on the first start. The file is
    complete as soon as it appears, so processes that start at the same time read the same key.
    """
    key = os.environ.get("SCOREKEEPER_SECRET_KEY")
    if key is not None:
        return _long_key("SCOREKEEPER_SECRET_KEY", key), False
    path = _own_folder() / "secret-key"
    is_new = not path.exists()
    if is_new:
        with NamedTemporaryFile("w", dir=VAR_DIR) as file:  # only its owner can read it
            file.write(secrets.token_urlsafe(48))
            file.flush()
            with suppress(FileExistsError):
                os.link(file.name, path)
    _make_private(path)
    return path.read_text("utf-8"), is_new


def _old_keys() -> list[str]:
    """Return the earlier keys. Cookies that were signed with them are still valid."""
    name = "SCOREKEEPER_OLD_SECRET_KEYS"
    keys = (key.strip() for key in os.environ.get(name, "").split(","))
    return [_long_key(name, key) for key in keys if key]


def _long_key(name: str, key: str) -> str:
    if len(key.strip()) < 50:
        raise ImproperlyConfigured(f"{name} is too short. Set it to at least 50 random characters.")
    return key


DEBUG = _switch("SCOREKEEPER_DEBUG", default=False)
# A site that anybody can open. The defaults of other settings depend on this one.
PUBLIC = _switch("SCOREKEEPER_PUBLIC", default=False)
HTTPS = _switch("SCOREKEEPER_HTTPS", default=PUBLIC)
# Set by ./dev run --https: the certificate authority that phones must trust, and the site’s URL.
AUTHORITY = os.environ.get("SCOREKEEPER_AUTHORITY", "")
HTTPS_URL = os.environ.get("SCOREKEEPER_HTTPS_URL", "")
# Cookies ignore ports, and the page about trust isn’t encrypted.
IS_ENCRYPTED = HTTPS or bool(HTTPS_URL)
HSTS_SUBDOMAINS = _switch("SCOREKEEPER_HSTS_SUBDOMAINS", default=False)
# The number of proxies in front of the site. Each of them adds the address of its own client to
# X-Forwarded-For.
PROXIES = _number("SCOREKEEPER_PROXIES", default=1 if HTTPS else 0)
# The highest number of open streams in one server process, in total and for one IP address. All
# phones of a club share the address of its router.
STREAMS = _number("SCOREKEEPER_STREAMS", default=5000)
STREAMS_PER_ADDRESS = _number("SCOREKEEPER_STREAMS_PER_ADDRESS", default=250)
# Whether the limits in ``limits.py`` apply, and whether staff can log in. Wrong codes and passwords
# are always limited.
LIMITS = _switch("SCOREKEEPER_LIMITS", default=PUBLIC)
STAFF_SITE = _switch("SCOREKEEPER_STAFF_SITE", default=False)
GAMES = _games()
# Where to report security problems: a mailto: or https: URL.
CONTACT = os.environ.get("SCOREKEEPER_CONTACT", "")
# The address at which each server process offers its metrics to Prometheus.
METRICS = _address("SCOREKEEPER_METRICS")
LOGS = _choice("SCOREKEEPER_LOGS", "text", "json")
RELOAD = _switch("SCOREKEEPER_RELOAD", default=False)
_written_key, SECRET_KEY_IS_NEW = _secret_key()
# Editors, and files with secrets, end the key with a newline, which isn’t part of it. Cookies may
# have been signed with the newline by an earlier version.
SECRET_KEY = _written_key.strip()
SECRET_KEY_FALLBACKS = _old_keys() + [_written_key] * (_written_key != SECRET_KEY)
ALLOWED_HOSTS = [
    host.strip()
    for host in os.environ.get("SCOREKEEPER_HOSTS", "127.0.0.1,localhost").split(",")
    if host.strip()
]

INSTALLED_APPS = [
    "scorekeeper.apps.ScorekeeperConfig",
    "scorekeeper.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_htmx",
]
MIDDLEWARE = [
    "scorekeeper.middleware.measure_requests",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorekeeper.middleware.protect_pages",
    "scorekeeper.middleware.CompressText",
    "csp.middleware.CSPMiddleware",
    "scorekeeper.sessions.TwoSessionsMiddleware",
    "scorekeeper.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.middleware.DatabaseAwayMiddleware",
    "scorekeeper.middleware.LimitsMiddleware",
    "scorekeeper.middleware.refuse_unreadable_sessions",
    "scorekeeper.middleware.refresh_session_on_write",
    "scorekeeper.middleware.ExplainUnreadable",
]
ROOT_URLCONF = "scorekeeper.urls"
FORM_RENDERER = "scorekeeper.forms.base.FormRenderer"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# SQLite: readers never wait (WAL), and a write takes the lock when it starts, so that two writers
# queue up instead of failing halfway with "database is locked". Each commit is on disk before the
# response is sent (FULL), so that a power cut loses no saved deal. Deleted data is overwritten with
# zeros (secure_delete).
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;"
        "PRAGMA secure_delete=ON;"
    ),
}


def _database_at(name: str) -> dict[str, Any]:
    """Return the database whose URL is in a variable, or an empty dict if it isn’t set."""
    url = os.environ.get(name)
    try:
        return _parsed(url) if url else {}
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} can’t be read. Use postgresql://user:password@host:5432/name."
        ) from None


def _parsed(url: str) -> dict[str, Any]:
    """Parse the URL of a database, which can be on several servers: ``a:5432,b:5432``."""
    several = re.fullmatch(r"(\w+://(?:[^@/?]*@)?)([^/?]*,[^/?]*)(.*)", url)
    if not several:
        return dict(dj_database_url.parse(url))
    start, hosts, end = several.groups()
    places = [urlsplit(f"//{host}") for host in hosts.split(",")]
    return dict(dj_database_url.parse(f"{start}{end}")) | {
        "HOST": ",".join(place.hostname or "" for place in places),
        "PORT": ",".join(str(place.port or 5432) for place in places),
    }


# If the server’s machine vanishes, nothing closes the connections to it. A connection ends if
# nothing that was sent has been acknowledged for 5 s, or after 9 s without any sign of life, when
# a request is waiting for a response.
VANISHED = {
    "tcp_user_timeout": 5000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
}


def _database() -> dict[str, Any]:
    database = _database_at("DATABASE_URL")
    if not database:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": _sqlite_file(_own_folder() / "scorekeeper.sqlite3"),
            "CONN_MAX_AGE": None,
            "OPTIONS": SQLITE_OPTIONS,
        }
    if database["ENGINE"].endswith("postgresql"):
        # A connection that was cut when PostgreSQL restarted is replaced before it is used. A
        # request waits at most 3 s for a connection, because a waiting request occupies a thread.
        # The pool would make ever longer pauses between attempts to connect, for five minutes;
        # after 2 s, the next request tries at once.
        pool = {"min_size": 1, "max_size": 12, "timeout": 3, "reconnect_timeout": 2}
        # PostgreSQL needn’t plan a statement again that a connection has sent several times. Behind
        # a pooler, the next transaction may have a connection without that statement or the cursor.
        prepare = None if DIRECT_DATABASE else 5
        own = {"pool": pool, "server_side_binding": True, "prepare_threshold": prepare}
        database["OPTIONS"] = VANISHED | database.get("OPTIONS", {}) | own
        database["CONN_HEALTH_CHECKS"] = True
        database["DISABLE_SERVER_SIDE_CURSORS"] = bool(DIRECT_DATABASE)
    elif database["ENGINE"].endswith("sqlite3"):
        if database["NAME"] != ":memory:":
            _sqlite_file(Path(database["NAME"]))
        database |= {"CONN_MAX_AGE": None, "OPTIONS": SQLITE_OPTIONS}
    else:
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL or SQLite database.")
    return database


# The database without the pooler in front of it, if DATABASE_URL leads to one such as PgBouncer.
# LISTEN and backups use it, because they need a connection of their own.
DIRECT_DATABASE = _database_at("DATABASE_DIRECT_URL")
DATABASES = {"default": _database()}


# The maximum number of entries that each cache keeps in the memory of a process. The caches are
# separate, so that a long series of previews evicts neither the pads of games in progress nor the
# entries in "default". "template_fragments" is Django’s name for the cache that holds the pads. The
# largest PDF measured took 250 kB.
CACHE_SIZES = {
    "default": 1000,
    "template_fragments": 200,
    "rows": 1000,  # and whole pads; a game with 14 deals and 8 players takes 30 kB
    "sheets": 150,
    "pictures": 100,
}


def _caches() -> dict[str, Any]:
    """Return the caches, in this process’s memory or on a Redis server that all processes share."""
    url = os.environ.get("REDIS_URL")
    if not url:
        return {
            name: {
                "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
                "LOCATION": name,
                "OPTIONS": {"MAX_ENTRIES": size},
            }
            for name, size in CACHE_SIZES.items()
        }
    from redis import ConnectionPool  # noqa: PLC0415 -- not always installed

    try:
        for each in re.split("[;,]", url):
            ConnectionPool.from_url(each)
    except ValueError:
        raise ImproperlyConfigured("REDIS_URL can’t be read. Use redis://host:6379/0.") from None
    prefix = edition(BASE_DIR, tuple(GAMES))
    return {
        name: {
            "BACKEND": "scorekeeper.caches.OptionalRedisCache",
            "LOCATION": url,
            "KEY_PREFIX": f"{prefix}-{name}",
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
        }
        for name in CACHE_SIZES
    }


CACHES = _caches()
REDIS_URL = os.environ.get("REDIS_URL", "")


def _time_zone() -> str:
    name = os.environ.get("SCOREKEEPER_TIME_ZONE", "UTC")
    try:
        return ZoneInfo(name).key
    except (OSError, ValueError, ZoneInfoNotFoundError):
        raise ImproperlyConfigured(
            f"SCOREKEEPER_TIME_ZONE: “{name}” isn’t a time zone. Use one such as Europe/Berlin."
        ) from None


AUTH_USER_MODEL = "scorekeeper.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
# A guest’s session is all that connects a phone to its group. It is stored in the cookie, which the
# browser keeps for two years after the last write.
SESSION_ENGINE = "scorekeeper.sessions"
SESSION_COOKIE_AGE = 2 * 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
LOGIN_REDIRECT_URL = "admin:index"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# The language comes from the browser, and can be chosen at the foot of each page.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["scorekeeper.formats"]
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SECURE = IS_ENCRYPTED
USE_I18N = True
USE_TZ = True
TIME_ZONE = _time_zone()

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False  # other sites have no use for our files
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "scorekeeper.static_files.ModuleStaticFilesStorage"
    },
}

# Warnings and errors are logged to the console, but not missing pages or rejected forms. Logs in
# JSON also have a line for each request.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "scorekeeper.logs.LineFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "scorekeeper.logs.JSONFormatter"},
    },
    "filters": {
        "faults": {"()": "scorekeeper.logs.Faults"},
        "once_a_minute": {"()": "scorekeeper.logs.OnceAMinute"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOGS == "json" else "line",
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING"},
        "django.request": {"level": "ERROR", "filters": ["faults"]},
        # Pages poll, so the same problem could fill the log.
        "scorekeeper.caches": {"filters": ["once_a_minute"]},
        "scorekeeper.sessions": {"filters": ["once_a_minute"]},
        "scorekeeper.requests": {"level": "INFO" if LOGS == "json" else "WARNING"},
        # One line for each request, from Django’s own server, or from granian if its access log is
        # on.
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "granian.access": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}

FILE_UPLOAD_HANDLERS = ["scorekeeper.uploads.NoFiles"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300
# The size of the largest file that can be imported, in bytes. Only its upload may exceed the limits
# above.
LARGEST_IMPORT = 20 * 2**20
# The folder for files that are being imported, and the number of bytes that all of them may take.
UPLOADS = VAR_DIR / "uploads"
MOST_UPLOADED = 200 * 2**20

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_ENCRYPTED
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Off by default, because other sites on the same domain may use plain HTTP, and browsers remember
# this setting for a year.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS and HSTS_SUBDOMAINS
SILENCED_SYSTEM_CHECKS = [] if HSTS_SUBDOMAINS else ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
CSRF_FAILURE_VIEW = "scorekeeper.views.errors.csrf_failure"
