"""A model's reading against the script's, for `manage.py scenario --model`."""

from collections.abc import Iterator, Mapping
from typing import Any

from conversations.engine.reading import Reading, parse
from conversations.scenario.match import compare


def reading_differences(expected: Any, read: Any) -> Iterator[str]:
    """A line for each key of the script's reading that the model read otherwise; quotes are its own.

    Of several tries the last one counts.
    """
    expected = expected[-1] if isinstance(expected, list) else expected
    wanted, found = parse(expected), parse(read)
    if found is None:
        yield "understand: the model gave no reading"
        return
    assert wanted is not None
    told, shown = _plain(wanted), _plain(found)
    for name in expected:
        yield from compare(f"understand.{name}", told[name], shown[name])


def _plain(reading: Reading) -> Mapping[str, Any]:
    return {
        "flows": list(reading.flows),
        "fields": {name: read.value for name, read in reading.fields.items()},
        "conditions": {name: _verdict(verdict) for name, verdict in reading.conditions.items()},
        "facts": [{"key": fact.key, "value": fact.value, "change": fact.change} for fact in reading.facts],
        "fact_answers": dict(reading.fact_answers),
        "unclear": sorted(reading.unclear),
        "signal": reading.signal,
        "withdrawn": sorted(reading.withdrawn),
        "retract": sorted(reading.retract),
    }


def _verdict(verdict: Any) -> Any:
    return list(verdict) if isinstance(verdict, tuple) else verdict
