"""Sealing a person's words: the one module of Rapport that encrypts (architecture.md, Privacy; F19).

Each keyring has a random AES-256 key, which is wrapped by django-cryptography under the site's `CRYPTOGRAPHY_KEY`;
`site_key` names the key of the site that wraps it, so that those of `CRYPTOGRAPHY_KEYS_OLD` are found without trying.
Rotating the site's key rewrites keyrings only (`facts.rotation`).

A sealed value is a version byte, a nonce and the AES-GCM ciphertext of its JSON; `about` (model and column, as
`facts.Entry.value`) is authenticated with it, so that a stored value cannot be moved to another column.
"""

import hashlib
import json
import os
from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.signing import BadSignature
from django_cryptography.conf import CryptographyConf
from django_cryptography.utils.crypto import Fernet, InvalidToken, pbkdf2

from facts.models import Keyring, Person
from facts.values import Json

_VERSION = b"\x01"
_NONCE = 12
_ITERATIONS = 30_000
"""Those of django-cryptography, which derives the present key and offers no function for another one."""


class Unreadable(Exception):
    """What is stored was not sealed with this keyring, for this column. Carries column and keyring's id."""

    def __init__(self, about: str, keyring: Any = None) -> None:
        super().__init__(about)
        self.keyring = keyring


def keyring_of(person: Person) -> Keyring:
    """The person's own keyring; made on first use."""
    found = Keyring.objects.filter(owner=person, personal=True).first()
    return found or Keyring.objects.get_or_create(owner=person, personal=True, defaults=_new_key())[0]


def locked_keyring_of(person: Person) -> Keyring:
    """The person's keyring, locked until the transaction ends: writers about one person take turns (F14).

    SQLite has no row locks and needs none: its transactions are `IMMEDIATE`.
    """
    own = Keyring.objects.filter(owner=person, personal=True).select_for_update(no_key=True)
    # One that is found and then not there to lock was destroyed in between, when its person was forgotten (F20).
    while (found := own.first()) is None:
        keyring_of(person)
    return found


def take_turns(person: Person) -> bool:
    """Whoever begins a conversation for a person, and whoever forgets them, wait here for each other (F20).

    The person's row is locked until the transaction ends. Taken before any other lock; false if they are gone.
    """
    return Person.objects.select_for_update(no_key=True).filter(pk=person.pk).values_list("pk").first() is not None


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
        raise Unreadable(about, keyring.pk)
    try:
        text = keyring.key.decrypt(data[1 : 1 + _NONCE], data[1 + _NONCE :], about.encode())
    except (InvalidTag, ValueError):
        raise Unreadable(about, keyring.pk) from None
    return json.loads(text)


def cipher(keyring: Keyring) -> AESGCM:
    """The cipher under a keyring's key.

    Raises `Unreadable` if the site's key that wraps it is neither the present one nor an old one, or did not wrap it.
    """
    return AESGCM(_unwrapped(keyring))


def site_key() -> str:
    """A name for the site's present key that tells nothing of it: which keyrings a rotation has done (F19)."""
    return _name(_present())


def readable_site_keys() -> tuple[str, ...]:
    """The names of the site's keys under which keyrings can be read: the present one first, then the old ones."""
    return tuple(_site_keys())


def rewrapped(keyring: Keyring) -> dict[str, str]:
    """The columns of a keyring with its key wrapped under the site's present key (F19). Raises `Unreadable`."""
    return _wrapped(_unwrapped(keyring))


def _new_key() -> dict[str, str]:
    return _wrapped(AESGCM.generate_key(bit_length=256))


def _wrapped(key: bytes) -> dict[str, str]:
    return {"wrapped": _wrapping(_present()).encrypt(key).decode(), "site_key": site_key()}


def _unwrapped(keyring: Keyring) -> bytes:
    derived = _site_keys().get(keyring.site_key)
    if derived is None:
        raise Unreadable("facts.Keyring.site_key", keyring.pk)
    try:
        return bytes(_wrapping(derived).decrypt(keyring.wrapped.encode()))
    except (BadSignature, InvalidToken, ValueError):
        raise Unreadable("facts.Keyring.wrapped", keyring.pk) from None


def _wrapping(derived: bytes) -> Fernet:
    """The wrapping under a key of the site. Given a key, `Fernet` signs with it too, and not with SECRET_KEY."""
    return Fernet(urlsafe_b64encode(derived))


def _present() -> bytes:
    """The site's present key, which django-cryptography has derived from the setting."""
    derived: Any = settings.CRYPTOGRAPHY_KEY
    return bytes(derived)


def _site_keys() -> dict[str, bytes]:
    """The site's keys by their names."""
    return {_name(key): key for key in (_present(), *map(_derived, settings.CRYPTOGRAPHY_KEYS_OLD))}


@lru_cache(maxsize=32)
def _derived(secret: str) -> bytes:
    """An earlier value of the setting as django-cryptography derived the key from it; some milliseconds of work."""
    salt: Any = CryptographyConf.SALT
    return bytes(pbkdf2(secret, salt, _ITERATIONS))


def _name(derived: bytes) -> str:
    return hashlib.sha256(b"facts.Keyring.site_key:" + derived).hexdigest()[:16]
