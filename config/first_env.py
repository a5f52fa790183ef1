"""Prints a first .env: random secrets, and passwords of the accounts that `manage.py prepare` makes."""

import secrets

NAMES = {"SECRET_KEY": 48, "CRYPTOGRAPHY_KEY": 48, "STAFF_PASSWORD": 12, "DEMO_PASSWORD": 12}
"""Name of each setting and the bytes of randomness in it."""


def first_env() -> str:
    """The lines of a .env that starts Rapport on one machine."""
    return "\n".join(f"{name}={secrets.token_urlsafe(size)}" for name, size in NAMES.items())


if __name__ == "__main__":
    print(first_env())
