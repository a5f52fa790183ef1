"""Sealing a person's words: the one module of Rapport that encrypts (architecture.md, Privacy; F19).

Each keyring has a random AES-256 key, which is wrapped by django-cryptography under the site's `CRYPTOGRAPHY_KEY`;
rotating the site's key rewrites keyrings only. A sealed value is a version byte, a nonce and the AES-GCM ciphertext of
its JSON; `about` (model and column, as `facts.Entry.value`) is authenticated with it, so that a stored value cannot be
moved to another column.
"""

import hashlib
import json
import os
from base64 import urlsafe_b64encode
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.signing import BadSignature
from django_cryptography.utils.crypto import Fernet, InvalidToken

from facts.models import Keyring, Person
from facts.values import Json

_VERSION = b"\x01"
_NONCE = 12


class Unreadable(Exception):
    """What is stored was not sealed with this keyring, for this column. Carries the column's name only."""


def keyring_of(person: Person) -> Keyring:
    """The person's own keyring; made on first use."""
    found = Keyring.objects.filter(owner=person, personal=True).first()
    return found or Keyring.objects.get_or_create(owner=person, personal=True, defaults=_new_key())[0]


def locked_keyring_of(person: Person) -> Keyring:
    """The person's keyring, locked until the transaction ends: writers about one person take turns (F14).

    SQLite has no row locks and needs none: its transactions are `IMMEDIATE`.
    """
    own = Keyring.objects.filter(owner=person, personal=True).select_for_update(no_key=True)
    return own.first() or own.get(pk=keyring_of(person).pk)


def new_keyring() -> Keyring:
    """A keyring without an owner, for a visitor's conversation."""
    return Keyring.objects.create(**_new_key())


def seal(keyring: Keyring, value: Json, about: str) -> bytes:
    """`value` as bytes that only `unseal` with the same keyring and `about` can read."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    nonce = os.urandom(_NONCE)
    return _VERSION + nonce + keyring.key.encrypt(nonce, text.encode(), about.encode())


def unseal(keyring: Keyring, data: bytes | memoryview, about: str) -> Json:
    """The value that `seal` was given. Raises `Unreadable` for anything else."""
    data = bytes(data)
    if data[:1] != _VERSION:
        raise Unreadable(about)
    try:
        text = keyring.key.decrypt(data[1 : 1 + _NONCE], data[1 + _NONCE :], about.encode())
    except (InvalidTag, ValueError):
        raise Unreadable(about) from None
    return json.loads(text)


def cipher(wrapped: str) -> AESGCM:
    """The cipher under a wrapped key. Raises `Unreadable` if another site's key wrapped it."""
    try:
        return AESGCM(_site().decrypt(wrapped.encode()))
    except (BadSignature, InvalidToken):
        raise Unreadable("facts.Keyring.wrapped") from None


def site_key() -> str:
    """A name for the site's key that tells nothing of it: which keyrings a rotation has done (F19)."""
    derived: Any = settings.CRYPTOGRAPHY_KEY
    return hashlib.sha256(b"facts.Keyring.site_key:" + derived).hexdigest()[:16]


def _new_key() -> dict[str, str]:
    wrapped = _site().encrypt(AESGCM.generate_key(bit_length=256)).decode()
    return {"wrapped": wrapped, "site_key": site_key()}


def _site() -> Fernet:
    """The wrapping under the site's key, which django-cryptography derives from the setting.

    Given a key, `Fernet` signs with it too; left to its default it would sign with SECRET_KEY.
    """
    derived: Any = settings.CRYPTOGRAPHY_KEY
    return Fernet(urlsafe_b64encode(derived))
