"""Cleaning of every text that comes in, by the same rules as the fact store's."""

from facts.cleaning import clean, clean_json

__all__ = ["clean", "clean_json"]
