"""What came out of a turn against what the scenario expects of it (scenarios.md, "Matching"). Pure.

A mapping is a subset of what came out; a list of mappings has the same length and order, each a subset; an empty list
or mapping means none; everything else is equal. `True` is not 1.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Observed = Mapping[str, Any]
"""What came out of a turn: the keys of `expect`, with everything that is known about each."""


def differences(expect: Mapping[str, Any], observed: Observed) -> list[str]:
    """A line for each expectation that is not met, in the order of the file."""
    return [line for name, expected in expect.items() for line in _differs(name, expected, observed)]


def _differs(name: str, expected: Any, observed: Observed) -> Iterator[str]:
    special = SPECIAL.get(name)
    if READS.get(name, name) not in observed:
        yield from () if expected in ([], {}) else (f"{name}: no turn came of it",)
    elif special:
        yield from special(expected, observed)
    else:
        yield from compare(name, expected, observed[name])


def compare(place: str, expected: Any, actual: Any) -> Iterator[str]:
    """The differences of one value, by the rules of matching."""
    if isinstance(expected, Mapping) and expected and isinstance(actual, Mapping):
        for key, value in expected.items():
            yield from _member(f"{place}.{key}", value, actual, key)
    elif _is_list_of_mappings(expected) and isinstance(actual, list):
        yield from _items(place, expected, actual)
    elif not same(expected, actual):
        yield f"{place}: expected {shown(expected)}, came out {shown(actual)}"


def _member(place: str, expected: Any, actual: Mapping[str, Any], key: str) -> Iterator[str]:
    if key in actual:
        yield from compare(place, expected, actual[key])
    else:
        yield f"{place}: expected {shown(expected)}, there is none"


def _items(place: str, expected: Sequence[Any], actual: Sequence[Any]) -> Iterator[str]:
    if len(expected) != len(actual):
        yield f"{place}: expected {len(expected)}, came out {len(actual)}: {shown(actual)}"
        return
    for index, (wanted, item) in enumerate(zip(expected, actual, strict=True)):
        yield from compare(f"{place}.{index}", wanted, item)


def _is_list_of_mappings(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, Mapping) for item in value)


def same(expected: Any, actual: Any) -> bool:
    """Equality of JSON values: a boolean is no number."""
    if isinstance(expected, bool) or isinstance(actual, bool):
        return expected is actual
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        return expected.keys() == actual.keys() and all(same(expected[key], actual[key]) for key in expected)
    if isinstance(expected, (list, tuple)) and isinstance(actual, (list, tuple)):
        return len(expected) == len(actual) and all(map(same, expected, actual))
    return bool(expected == actual)


def shown(value: Any) -> str:
    """A value as a scenario's author would write it."""
    return "none" if value is None else repr(value)


def _absent(name: str, among: str) -> Callable[[Any, Observed], Iterator[str]]:
    def differ(expected: Sequence[str], observed: Observed) -> Iterator[str]:
        for key in expected:
            if key in observed[among]:
                yield f"{name}: {key} is known: {shown(observed[among][key])}"

    return differ


def _steps(expected: Sequence[str], observed: Observed) -> Iterator[str]:
    actual = [tuple(step) for step in observed["executed_steps"]]
    if len(expected) != len(actual) or not all(map(_names, expected, actual)):
        yield f"executed_steps: expected {shown(list(expected))}, came out {['.'.join(step) for step in actual]}"


def _names(wanted: str, step: tuple[str, str]) -> bool:
    return wanted in (step[1], ".".join(step))


def _by_step(name: str) -> Callable[[Any, Observed], Iterator[str]]:
    """A list of mappings whose `step` may be `flow.step`, or of the texts alone."""

    def differ(expected: Sequence[Any], observed: Observed) -> Iterator[str]:
        wanted = [_split(item, text_key="text") for item in expected]
        yield from compare(name, wanted, list(observed[name]))

    return differ


def _split(item: Any, text_key: str) -> Mapping[str, Any]:
    if isinstance(item, str):
        return {text_key: item}
    flow, dot, step = str(item.get("step", "")).rpartition(".")
    return {**item, "flow": flow, "step": step} if dot else item


def _put(expected: Mapping[str, Sequence[str]], observed: Observed) -> Iterator[str]:
    """What was put to the model: exact, in any order."""
    if observed["understand"] is None:
        yield "understand: the model was not asked"
        return
    for name, wanted in expected.items():
        if sorted(wanted) != sorted(observed["understand"][name]):
            yield f"understand.{name}: expected {shown(list(wanted))}, put {shown(observed['understand'][name])}"


def _prompts(expected: Sequence[Mapping[str, Any]], observed: Observed) -> Iterator[str]:
    prompts = observed["prompts"]
    if len(expected) != len(prompts):
        yield f"prompts: expected {len(expected)}, came out {len(prompts)}"
        return
    for index, (wanted, prompt) in enumerate(zip(expected, prompts, strict=True)):
        yield from _prompt(f"prompts.{index}", wanted, prompt)


def _last_prompt(expected: Mapping[str, Any], observed: Observed) -> Iterator[str]:
    if observed["prompts"]:
        yield from _prompt("prompt", expected, observed["prompts"][-1])
    else:
        yield "prompt: nothing was put to the model that speaks"


def _prompt(place: str, expected: Mapping[str, Sequence[str]], prompt: str) -> Iterator[str]:
    for text in expected.get("contains", ()):
        if text not in prompt:
            yield f"{place}: lacks {text!r}"
    for text in expected.get("lacks", ()):
        if text in prompt:
            yield f"{place}: contains {text!r}"
    for text in expected.get("once", ()):
        if prompt.count(text) != 1:
            yield f"{place}: contains {text!r} {prompt.count(text)} times"
    yield from _ordered(place, expected.get("order", ()), prompt)


def _ordered(place: str, texts: Sequence[str], prompt: str) -> Iterator[str]:
    start = 0
    for text in texts:
        found = prompt.find(text, start)
        if found < 0:
            yield f"{place}: {text!r} does not come after what is listed before it"
            return
        start = found + len(text)


def _keyed(name: str, key: str) -> Callable[[Any, Observed], Iterator[str]]:
    """A list of mappings, or of the values of one key of theirs."""

    def differ(expected: Sequence[Any], observed: Observed) -> Iterator[str]:
        wanted = [{key: item} if isinstance(item, str) else item for item in expected]
        yield from compare(name, wanted, list(observed[name]))

    return differ


def _unordered(name: str) -> Callable[[Any, Observed], Iterator[str]]:
    """As `_keyed` by `key`, but in the order of the keys: the store's own order has no meaning."""

    def differ(expected: Sequence[Any], observed: Observed) -> Iterator[str]:
        wanted = [{"key": item} if isinstance(item, str) else item for item in expected]
        yield from compare(name, sorted(wanted, key=_key), sorted(observed[name], key=_key))

    return differ


def _key(item: Mapping[str, Any]) -> str:
    return str(item.get("key", ""))


READS = {"no_data": "data", "no_facts": "facts", "prompt": "prompts"}
"""What an expectation is held against, where that is not of the same name."""

SPECIAL: Mapping[str, Callable[[Any, Observed], Iterator[str]]] = {
    "executed_steps": _steps,
    "outcomes": _by_step("outcomes"),
    "messages": _by_step("messages"),
    "understand": _put,
    "prompts": _prompts,
    "prompt": _last_prompt,
    "no_data": _absent("no_data", "data"),
    "no_facts": _absent("no_facts", "facts"),
    "actions": _keyed("actions", "name"),
    "proposals": _unordered("proposals"),
    "contested": _unordered("contested"),
}
"""The expectations that are not compared as they stand."""
