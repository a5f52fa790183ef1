"""The settings of the tests: those of the project, without the developer's .env, with secrets of their own."""

import os

os.environ["ENV_FILE"] = os.devnull
os.environ.setdefault("SECRET_KEY", "a secret that only tests use, long enough")
os.environ.setdefault("CRYPTOGRAPHY_KEY", "another secret that only tests use, long enough")

from config.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# All of a test's work is on its one connection, so that rolling back undoes it.
DB_THREAD_SENSITIVE = True
