"""Conditions as data: JSON that is compiled to a tree and judged over a scope; nothing is ever evaluated as code."""

from typing import Any, TypeAlias

Predicate: TypeAlias = Any
