"""Settings: a fresh clone runs without any; a wrong value stops the start with a sentence."""

import os
import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("SCOREKEEPER_VAR", BASE_DIR / "var"))


def _switch(name: str, default: bool) -> bool:
    value = os.environ.get(name, "1" if default else "0")
    if value not in ("0", "1"):
        raise ImproperlyConfigured(f"{name} is “{value}”; set it to 1 (on) or 0 (off).")
    return value == "1"


def _secret_key() -> str:
    """The key from the environment, else one of this clone's own, made on the first start.

    The file appears whole: of several processes that start at once, all read the same key.
    """
    key = os.environ.get("SCOREKEEPER_SECRET_KEY")
    if key is not None:
        if len(key) < 50:
            raise ImproperlyConfigured(
                "SCOREKEEPER_SECRET_KEY is too short; give it 50 random characters or more."
            )
        return key
    path = VAR_DIR / "secret-key"
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with NamedTemporaryFile("w", dir=VAR_DIR) as file:  # readable by its owner alone
            file.write(secrets.token_urlsafe(48))
            file.flush()
            with suppress(FileExistsError):
                os.link(file.name, path)
    return path.read_text("utf-8")


DEBUG = _switch("SCOREKEEPER_DEBUG", default=False)
HTTPS = _switch("SCOREKEEPER_HTTPS", default=False)
SECRET_KEY = _secret_key()
ALLOWED_HOSTS = [
    host.strip()
    for host in os.environ.get("SCOREKEEPER_HOSTS", "127.0.0.1,localhost").split(",")
    if host.strip()
]

INSTALLED_APPS = [
    "scorekeeper",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "scorekeeper.urls"
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

# SQLite: readers never wait (WAL), and a write takes the lock at its start, so that two writers
# queue up instead of failing half-way with "database is locked".
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;"
    ),
}


def _database() -> dict[str, Any]:
    url = os.environ.get("DATABASE_URL")
    if not url:
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": VAR_DIR / "scorekeeper.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": SQLITE_OPTIONS,
        }
    try:
        database: dict[str, Any] = dict(dj_database_url.parse(url))
    except ValueError:
        raise ImproperlyConfigured(
            "DATABASE_URL cannot be read; write postgresql://user:password@host:5432/name."
        ) from None
    if database["ENGINE"].endswith("postgresql"):
        database["OPTIONS"] = database.get("OPTIONS", {}) | {"pool": {"min_size": 1, "max_size": 8}}
    elif database["ENGINE"].endswith("sqlite3"):
        database |= {"CONN_MAX_AGE": None, "OPTIONS": SQLITE_OPTIONS}
    else:
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL or SQLite database.")
    return database


DATABASES = {"default": _database()}

REDIS_URL = os.environ.get("REDIS_URL")
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 200},
    }
}

AUTH_USER_MODEL = "scorekeeper.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
# A guest's session is all that ties a phone to its table: it lives in the cookie, for two years.
SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
SESSION_COOKIE_AGE = 2 * 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = os.environ.get("SCOREKEEPER_TIME_ZONE", "UTC")

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# What goes wrong is told where the server was started.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {"django": {"handlers": ["console"], "level": "ERROR", "propagate": True}},
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300

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
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
CSRF_FAILURE_VIEW = "scorekeeper.views.errors.csrf_failure"
