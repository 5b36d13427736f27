"""All settings, each from the environment; docs/settings.md describes every variable.

Without any variable the platform runs embedded: SQLite, its own valkey, e-mail into files.
"""

import contextlib
import hashlib
import os
import secrets
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from annotation_platform import description, logs, schedule

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# --- What runs here ---------------------------------------------------------------------------

PRODUCTION = env.bool("PRODUCTION", default=False)
DEBUG = env.bool("DEBUG", default=False)
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
BASE_URL = env.str("BASE_URL", default="http://localhost:8000").rstrip("/")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = [BASE_URL]


def _embedded_secret() -> str:
    """Return this installation's own secret, made at its first start."""
    path = DATA_DIR / "secret_key"
    try:
        if not path.exists():
            DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=DATA_DIR) as draft:
                draft.write(secrets.token_urlsafe(50))
                draft.flush()
                # Whole or not at all, and only one of two that start at once.
                with contextlib.suppress(FileExistsError):
                    os.link(draft.name, path)
        return path.read_text()
    except OSError:
        # The commands on plain files also work where nothing can be written.
        return secrets.token_urlsafe(50)


SECRET_KEY = env.str("SECRET_KEY", default="") or ("" if PRODUCTION else _embedded_secret())
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    # Its templates: TemplatesSetting looks for them among the installed apps.
    "django.forms",
    "csp",
    "django_htmx",
    "heroicons",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "annotation_platform",
    "accounts",
    "jobs",
    "corpus",
    "contests",
    "agreement",
    "feedback",
    "gold",
    "demo",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "annotation_platform.middleware.RequestLogMiddleware",
    "annotation_platform.middleware.GateMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "accounts.middleware.PrivatePagesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "annotation_platform.middleware.FormAddressMiddleware",
]

ROOT_URLCONF = "annotation_platform.urls"
ASGI_APPLICATION = "annotation_platform.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["web.dates", "web.tags"],
            # Template tags stand in their feature; Django looks for them in the app's own folder only.
            "libraries": {
                "annotating": "contests.people.tags",
                "audit": "contests.home.tags",
                "bar": "contests.setup.tags",
                "charts": "web.tags",
                "chat": "contests.chat.tags",
                "colours": "contests.categories.tags",
                "corpora": "corpus.documents.tags",
                "evaluations": "gold.evaluations.tags",
                "experiments": "feedback.experiments.tags",
                "explanations": "contests.proposals.tags",
                "feedback": "feedback.reports.tags",
                "guidelines": "contests.guidelines.tags",
                "releases": "gold.releases.tags",
                "review": "agreement.review.tags",
                "scores": "feedback.scores.tags",
                "setup": "contests.setup.tags",
                "shortcuts": "web.tags",
                "spans": "web.tags",
                "splits": "gold.splits.tags",
                "training": "contests.training.tags",
            },
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- Data: database, queue, channel layer, files ----------------------------------------------

DATABASE_URL = env.str("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'palio.sqlite3'}")
DATABASES = {"default": environ.Env.db_url_config(DATABASE_URL)}
if "ENGINE" not in DATABASES["default"]:
    raise ImproperlyConfigured(
        "DATABASE_URL must look like postgres://user:password@host:5432/name"
    )
DATABASES["default"]["ATOMIC_REQUESTS"] = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        # IMMEDIATE: a transaction that starts by reading and then writes would otherwise fail at
        # once with "database is locked" when someone else wrote in between.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA cache_size=-64000;"
            "PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=67108864;"
            "PRAGMA temp_store=MEMORY;"
        ),
    }
else:
    # Under ASGI every request has its own thread: connections come from a pool or are new each time.
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": env.int("DATABASE_POOL_SIZE", default=10),
        "timeout": 20,
    }
    # A worker whose machine vanished would otherwise hold its locks for hours.
    DATABASES["default"]["OPTIONS"]["options"] = (
        "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
    )


def _embedded_socket() -> Path:
    """Return where the embedded queue listens; the path of a unix socket has at most 107 bytes."""
    path = DATA_DIR / "valkey.sock"
    if len(os.fsencode(path)) <= 100:
        return path
    digest = hashlib.sha256(os.fsencode(DATA_DIR)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"palio-{digest}" / "valkey.sock"


REDIS_URL = env.str("REDIS_URL", default=f"unix://{_embedded_socket()}")
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "palio"},
    }
}

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "annotation_platform.finders.PackagedFileFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = DATA_DIR / "files"

# --- Celery and long jobs ---------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = schedule.JOBS
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {name: {} for name in schedule.QUEUES}
CELERY_TASK_ROUTES = schedule.ROUTES
# A message only says "look at this job"; the job's row knows what is left to do, and the reaper
# sends the message again. So messages are acknowledged early and no visibility timeout can make
# a long job run twice.
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A worker takes only what it can start: what it reserved behind a long job, no other could run.
CELERY_WORKER_DISABLE_PREFETCH = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 30, "socket_connect_timeout": 5}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.1, "interval_max": 0.5}
CELERY_TIMEZONE = "UTC"
WORKER_CONCURRENCY = env.int("WORKER_CONCURRENCY", default=2)

JOB_HEARTBEAT_SECONDS = env.float("JOB_HEARTBEAT_SECONDS", default=10)
JOB_STALE_SECONDS = env.float("JOB_STALE_SECONDS", default=30)
JOB_REAP_SECONDS = env.float("JOB_REAP_SECONDS", default=10)
JOB_MAX_DEATHS = env.int("JOB_MAX_DEATHS", default=3)
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")
CELERY_BEAT_SCHEDULE = schedule.beats(reap_seconds=JOB_REAP_SECONDS)

# --- Imports ----------------------------------------------------------------------------------

# What one import may bring; more is refused with a reason.
IMPORT_MAX_FILES = env.int("IMPORT_MAX_FILES", default=20000)
IMPORT_MAX_MB = env.int("IMPORT_MAX_MB", default=1024)
IMPORT_MAX_UNPACKED_MB = env.int("IMPORT_MAX_UNPACKED_MB", default=4096)
IMPORT_MAX_DOCUMENT_MB = env.int("IMPORT_MAX_DOCUMENT_MB", default=20)
IMPORT_MAX_LINE_CHARACTERS = env.int("IMPORT_MAX_LINE_CHARACTERS", default=100000)

# --- Annotating -------------------------------------------------------------------------------

# Where inputs go to who most lacks them: how long one that nobody answers is kept for its person.
ABANDONED_TASK_HOURS = env.float("ABANDONED_TASK_HOURS", default=24)

# --- Agreement --------------------------------------------------------------------------------

# What computes gamma, and what one input may take of it before it is set aside.
AGREEMENT_ENGINE = env.str("AGREEMENT_ENGINE", default="exact")
AGREEMENT_INPUT_SECONDS = env.float("AGREEMENT_INPUT_SECONDS", default=60)
AGREEMENT_INPUT_MB = env.int("AGREEMENT_INPUT_MB", default=1024)

# --- Detectors --------------------------------------------------------------------------------

# Detectors behind HTTP beside the rules: name=http://host:port/path,…
DETECTORS = env.str("DETECTORS", default="")

# --- People -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.authentication.EmailBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "contests:list"
LOGOUT_REDIRECT_URL = "accounts:login"
PASSWORD_RESET_TIMEOUT = 3 * 60 * 60
SESSION_COOKIE_AGE = env.int("SESSION_HOURS", default=12) * 60 * 60
INVITATION_DAYS = env.int("INVITATION_DAYS", default=14)
# Failed sign-ins (and requests for a reset) within the window, before the next is refused.
SIGN_IN_WINDOW_MINUTES = env.int("SIGN_IN_WINDOW_MINUTES", default=15)
SIGN_IN_LIMIT_PER_ACCOUNT_AND_ADDRESS = env.int("SIGN_IN_LIMIT_PER_ACCOUNT_AND_ADDRESS", default=5)
SIGN_IN_LIMIT_PER_ACCOUNT = env.int("SIGN_IN_LIMIT_PER_ACCOUNT", default=20)
SIGN_IN_LIMIT_PER_ADDRESS = env.int("SIGN_IN_LIMIT_PER_ADDRESS", default=100)
# How many reverse proxies of ours stand before the web process: 0 = the peer is the client.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)

# --- E-mail -----------------------------------------------------------------------------------

_email = environ.Env.email_url_config(env.str("EMAIL_URL", default=f"filemail://{DATA_DIR}/mail"))
EMAIL_BACKEND = _email["EMAIL_BACKEND"]
EMAIL_HOST = _email.get("EMAIL_HOST") or "localhost"
EMAIL_PORT = _email.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = _email.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = _email.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = _email.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _email.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = DATA_DIR / "mail"
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str(
    "DEFAULT_FROM_EMAIL", default=f"Palio <palio@{urlsplit(BASE_URL).hostname}>"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Language and time ------------------------------------------------------------------------

LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="fr")
LANGUAGES = [("fr", _("French")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "annotation_platform.dates"
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Zurich")
USE_TZ = True
USE_I18N = True

# --- Security ---------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "annotation_platform.views.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^health/"]
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    if TRUSTED_PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.SessionAuthentication",
        "accounts.authentication.TokenAuthentication",
    ],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "web.api.explain_exception",
    "DEFAULT_PERMISSION_CLASSES": ["accounts.authentication.WithinScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["web.api.JSONParser"],
    # In ASCII: half a character, quoted in a refusal, could not be written in UTF-8.
    "UNICODE_JSON": False,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = description.SPECTACULAR_SETTINGS

# --- Logs: one event a line, ids only, never the text of a document ---------------------------

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOG_FORMAT = env.str("LOG_FORMAT", default="json" if PRODUCTION else "console")
LOGGING = logs.configuration(level=LOG_LEVEL, log_format=LOG_FORMAT)
