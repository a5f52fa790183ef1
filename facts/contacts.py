"""E-mail addresses, phone numbers and web addresses in one form each. Pure."""

import re
from urllib.parse import urlsplit, urlunsplit

_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_HOST = rf"(?:{_LABEL}\.)+[^\W\d_][\w-]*[^\W_]"
_LOCAL = r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*"
_EMAIL = re.compile(rf"({_LOCAL})@({_HOST})")
_PHONE = re.compile(r"\+?[\d\s().\-/\u00a0\u2011\u2013]+", re.ASCII)
_PLACE = re.compile(rf"(?:{_HOST}|localhost|\d{{1,3}}(?:\.\d{{1,3}}){{3}})")


def email(text: str) -> str | None:
    """The address with its domain in lower case, or None. `mailto:` and angle brackets are taken off."""
    bare = text.strip().removeprefix("<").removesuffix(">").removeprefix("mailto:")
    match = _EMAIL.fullmatch(bare)
    return f"{match[1]}@{match[2].lower()}" if match and len(bare) <= 254 else None


def phone(text: str) -> str | None:
    """The number as digits, with `+` before an international one (`00` becomes `+`), or None. 6 to 15 digits."""
    written = text.strip().removeprefix("tel:").strip()
    if not _PHONE.fullmatch(written):
        return None
    is_international = written.startswith(("+", "00"))
    digits = re.sub(r"\D", "", written.replace("(0)", "") if is_international else written)
    digits = digits.removeprefix("00") if is_international else digits
    if not 6 <= len(digits) <= 15:
        return None
    return f"+{digits}" if is_international else digits


def url(text: str) -> str | None:
    """The web address with scheme and host in lower case, or None. A bare host gets `https`, no other scheme passes."""
    written = text.strip()
    if not written or re.search(r"[\s<>\"\x00-\x1f]", written) or len(written) > 2000:
        return None
    try:
        parts = urlsplit(written if "://" in written else f"https://{written}")
        place, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    if parts.scheme.lower() not in ("http", "https") or "@" in parts.netloc or not _PLACE.fullmatch(place):
        return None
    netloc = f"{place}:{port}" if port is not None else place
    return urlunsplit((parts.scheme.lower(), netloc, parts.path, parts.query, parts.fragment))
