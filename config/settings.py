"""Every setting of Rapport, in one file, driven by the environment (see .env.example).

A wrong value stops the start with a sentence that says what to set.
"""

import json
import math
import os
import re
import tempfile
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured
from django.templatetags.static import static

from agents.outside.places import Misplaced, prefix

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
env.read_env(env.str("ENV_FILE", default=str(BASE_DIR / ".env")))


def _refuse(name: str, wanted: str) -> NoReturn:
    """Stop the start. The value itself is not repeated: it may be a secret."""
    raise ImproperlyConfigured(f"Set {name} to {wanted} (in the environment or in .env; see .env.example).")


def _flag(name: str, *, default: bool) -> bool:
    value = env.str(name, default=str(default)).strip().lower()
    if value not in {"true", "false", "1", "0", "yes", "no", "on", "off"}:
        _refuse(name, "true or false")
    return value in {"true", "1", "yes", "on"}


def _number(name: str, *, default: float, minimum: float, maximum: float) -> float:
    try:
        value = float(env.str(name, default=str(default)))
    except ValueError:
        _refuse(name, f"a number from {minimum:.12g} to {maximum:.12g}")
    if not minimum <= value <= maximum:
        _refuse(name, f"a number from {minimum:.12g} to {maximum:.12g}")
    return value


def _whole(name: str, *, default: int, minimum: int, maximum: int) -> int:
    try:
        value = float(env.str(name, default=str(default)))
    except ValueError:
        value = math.nan
    if not minimum <= value <= maximum or value != int(value):
        _refuse(name, f"a whole number from {minimum} to {maximum}")
    return int(value)


def _choice(name: str, *, default: str, choices: tuple[str, ...]) -> str:
    value = env.str(name, default=default)
    if value not in choices:
        _refuse(name, "one of " + ", ".join(choices))
    return value


def _address(name: str, *schemes: str) -> str:
    """An optional URL with one of the schemes and a host, or the path of a file or socket; empty if not set."""
    value = env.str(name, default="")
    parts = urlsplit(value)
    if value and (parts.scheme not in schemes or not (parts.hostname or parts.path)):
        _refuse(name, "an address that starts with " + " or ".join(f"{scheme}://" for scheme in schemes))
    return value


def _secret(name: str) -> str:
    """A secret of at least 32 characters; only in development there is a built-in one."""
    value = env.str(name, default="")
    if not value and DEBUG:
        return f"built in, for development only: {name}"
    if len(value) < 32:
        _refuse(name, "a random text of at least 32 characters, kept secret (`make run` writes one to .env)")
    return value


DEBUG = _flag("DEBUG", default=False)
SECRET_KEY = _secret("SECRET_KEY")
CRYPTOGRAPHY_KEY = _secret("CRYPTOGRAPHY_KEY")
# Keys that were the site's before: keyrings under them can be read until `rotate_keys` has wrapped them anew (F19).
CRYPTOGRAPHY_KEYS_OLD = env.list("CRYPTOGRAPHY_KEYS_OLD", default=[])
if not all(len(key) >= 32 for key in CRYPTOGRAPHY_KEYS_OLD):
    _refuse("CRYPTOGRAPHY_KEYS_OLD", "a list of the earlier values of CRYPTOGRAPHY_KEY, with commas between them")

# Where it listens, and under which names

HOST = env.str("HOST", default="127.0.0.1")
PORT = _whole("PORT", default=8000, minimum=1, maximum=65535)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
if not all(origin.startswith(("https://", "http://")) for origin in CSRF_TRUSTED_ORIGINS):
    _refuse("CSRF_TRUSTED_ORIGINS", "a list of origins, each with http:// or https://")
_HTTPS = any(origin.startswith("https://") for origin in CSRF_TRUSTED_ORIGINS)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "SAMEORIGIN"

# What it is made of

INSTALLED_APPS = [
    "daphne",
    "unfold.apps.BasicAppConfig",
    "config.admin_site.Config",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "facts",
    "agents",
    "conversations",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.csp.content_security_policy",
    "config.errors.KeyIsMissing",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
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
                "facts.context.waiting",
            ],
        },
    }
]
AUTH_USER_MODEL = "facts.Person"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("de", "Deutsch"),
    ("en", "English"),
    ("es", "Español"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("pt", "Português"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"
USE_TZ = True
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"

# The page of a step with many branches has about twenty inputs for each of them.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

# The admin: the site's name, and the accent of static/css/tokens.css as unfold wants it

UNFOLD = {
    "SITE_TITLE": "Rapport",
    "SITE_HEADER": "Rapport",
    "SITE_SYMBOL": "forum",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("icons/favicon.svg")},
    ],
    "COLORS": {
        "primary": {
            "50": "#eef2ff",
            "100": "#e0e7ff",
            "200": "#c7d2fe",
            "300": "#a5b4fc",
            "400": "#8f98fb",
            "500": "#6366f1",
            "600": "#4f46e5",
            "700": "#4338ca",
            "800": "#3730a3",
            "900": "#312e81",
            "950": "#1e1b4b",
        }
    },
}

# The database: SQLite beside the code, or PostgreSQL

SQLITE_OPTIONS = {
    # A transaction takes its write lock at once: two that began by reading could otherwise never both go on.
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    # What is deleted is overwritten (F20); WAL lets readers go on while one writes.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON;",
}
DATABASE_POOL_SIZE = _whole("DATABASE_POOL_SIZE", default=10, minimum=2, maximum=500)
POSTGRES_OPTIONS: dict[str, Any] = {"pool": {"min_size": 1, "max_size": DATABASE_POOL_SIZE}}
if _flag("DATABASE_PREPARES", default=True):
    # What a connection runs for the third time is planned once: planning took as long as running.
    POSTGRES_OPTIONS |= {"server_side_binding": True, "prepare_threshold": 2}


def _database() -> dict[str, Any]:
    _address("DATABASE_URL", "postgres", "postgresql", "sqlite")
    database: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'db.sqlite3'}")
    sqlite = database["ENGINE"].endswith("sqlite3")
    return {
        **database,
        "OPTIONS": {**database.get("OPTIONS", {}), **(SQLITE_OPTIONS if sqlite else POSTGRES_OPTIONS)},
        # One database per test process, so that runs side by side do not meet.
        "TEST": {"NAME": f"{tempfile.gettempdir()}/rapport-test-{os.getpid()}.sqlite3" if sqlite else _test_name()},
    }


def _test_name() -> str:
    return f"test_rapport_{os.getpid()}"


DATABASES = {"default": _database()}
# Threads that async code hops to for the database; each holds one connection while it works.
DATABASE_THREADS = min(4, DATABASE_POOL_SIZE)
DB_THREAD_SENSITIVE = False

# The channel layer: a doorbell between processes; the database is the truth

REDIS_URL = _address("REDIS_URL", "redis", "rediss", "unix")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# The doors: how much one may send, and how the API speaks

MESSAGES_PER_MINUTE = _whole("MESSAGES_PER_MINUTE", default=60, minimum=1, maximum=100_000)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["facts.api_body.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "conversations.api_errors.answer",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Rapport",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.api_schema.with_errors",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# The model: any OpenAI-compatible endpoint, or the built-in understanding

OPENAI_API_KEY = env.str("OPENAI_API_KEY", default="")
OPENAI_BASE_URL = _address("OPENAI_BASE_URL", "http", "https")
OPENAI_MODEL = env.str("OPENAI_MODEL", default="gpt-4.1-mini")
OPENAI_TIMEOUT = _number("OPENAI_TIMEOUT", default=30, minimum=1, maximum=600)
# Prices of a million tokens, for the cost of each call in the report.
OPENAI_PRICE_IN = _number("OPENAI_PRICE_IN", default=0, minimum=0, maximum=10_000)
OPENAI_PRICE_CACHED = _number("OPENAI_PRICE_CACHED", default=0, minimum=0, maximum=10_000)
OPENAI_PRICE_OUT = _number("OPENAI_PRICE_OUT", default=0, minimum=0, maximum=10_000)

# Facts: the confidence at which a statement is written at once, and at which it is proposed (F5)

FACT_WRITE = _number("FACT_WRITE", default=0.85, minimum=0, maximum=1)
FACT_PROPOSE = _number("FACT_PROPOSE", default=0.6, minimum=0, maximum=1)
if FACT_PROPOSE > FACT_WRITE:
    _refuse("FACT_PROPOSE", "a number that is not above FACT_WRITE")
# Of how many people at least a value must be known before it is counted across people (F21).
WIKI_PEOPLE = _whole("WIKI_PEOPLE", default=5, minimum=5, maximum=1_000_000)
# After how many days without a message a visitor's conversation is forgotten (F23), where its agent says nothing;
# 0: never.
VISITOR_RETENTION_DAYS = _whole("VISITOR_RETENTION_DAYS", default=0, minimum=0, maximum=36_500)
# Where a fact's origin can be looked at, by the kind of its reference (`conversation:<id>`).
FACT_ORIGINS = {"conversation": "/c/{}/"}

# Modules whose import registers actions that steps can `do` (agents.registry)

RAPPORT_ACTIONS = env.list("RAPPORT_ACTIONS", default=["agents.shipped_actions"])

# What the action http_request may call, and the headers that let it in there


def _prefixes(name: str) -> tuple[str, ...]:
    """URLs under which requests are allowed, with commas between them."""
    found = tuple(url.strip() for url in env.list(name, default=[]) if url.strip())
    try:
        for url in found:
            prefix(url)
    except Misplaced:
        _refuse(name, "a list of URLs such as https://api.example.org/v1, without user name, query or percent signs")
    return found


def _headers(name: str, *, urls: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """JSON of headers by URL, each URL one of `urls`."""
    try:
        found = json.loads(env.str(name, default="") or "{}")
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(map(_are_headers, found.values())):
        _refuse(name, 'JSON such as {"https://api.example.org/v1": {"Authorization": "Bearer …"}}')
    if not set(found) <= set(urls):
        _refuse(name, "headers for URLs that HTTP_ACTION_ALLOW lists, each written as it is there")
    return found


def _are_headers(found: Any) -> bool:
    return isinstance(found, dict) and all(
        re.fullmatch(r"[A-Za-z0-9-]+", name)
        and name.lower() not in {"host", "connection", "content-length", "transfer-encoding", "accept-encoding"}
        and isinstance(value, str)
        and re.fullmatch(r"[!-~]([ -~]*[!-~])?", value)
        for name, value in found.items()
    )


HTTP_ACTION_ALLOW = _prefixes("HTTP_ACTION_ALLOW")
HTTP_ACTION_PRIVATE = _flag("HTTP_ACTION_PRIVATE", default=False)
HTTP_ACTION_SECRETS = _headers("HTTP_ACTION_SECRETS", urls=HTTP_ACTION_ALLOW)

# The accounts that `manage.py prepare` makes on a first start

STAFF_PASSWORD = env.str("STAFF_PASSWORD", default="")
DEMO_PASSWORD = env.str("DEMO_PASSWORD", default="")

# Logs carry ids, never texts of people

LOG_LEVEL = _choice("LOG_LEVEL", default="INFO", choices=("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.Wordless", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
    },
    "filters": {"path": {"()": "config.access_log.PathOnly"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # At DEBUG these write prompts, and headers of answers.
    "loggers": {
        **{name: {"level": "INFO" if LOG_LEVEL == "DEBUG" else LOG_LEVEL} for name in ("openai", "httpcore2")},
        "django.server": {"filters": ["path"], "level": "INFO" if LOG_LEVEL == "DEBUG" else LOG_LEVEL},
    },
}
