"""Languages: tags to Babel's locales, and each language's plain yes and no. Pure."""

from collections.abc import Mapping
from functools import lru_cache

from babel import Locale, UnknownLocaleError

YES_NO: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (("yes",), ("no",)),
    "de": (("ja",), ("nein",)),
    "fr": (("oui",), ("non",)),
    "es": (("sí",), ("no",)),
    "pt": (("sim",), ("não",)),
    "it": (("sì",), ("no",)),
}


def base(language: str) -> str:
    """The base of a language tag (`pt` of `pt-BR`), English if it is none of the six."""
    tag = language.replace("_", "-").split("-")[0].lower()
    return tag if tag in YES_NO else "en"


@lru_cache(maxsize=64)
def locale(language: str) -> Locale:
    """Babel's locale of a language tag; of its base if the region is unknown, else English."""
    for tag in (language, language.replace("_", "-").split("-")[0], "en"):
        try:
            return Locale.parse(tag.replace("_", "-"), sep="-")
        except (ValueError, TypeError, UnknownLocaleError):
            continue
    raise LookupError(language)
