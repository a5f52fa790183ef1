"""Errors in what actions are given, and in what is kept of their results. Pure."""

from collections.abc import Mapping
from typing import Any, Final

from jsonschema import Draft202012Validator

from agents.checks.constants import holds_template
from agents.checks.finding import Findings, finding
from agents.checks.names import unknown
from agents.checks.view import Agent, Step
from agents.problem import gettext_noop

HOOKS: Final = ("prepare", "finalize")
"""The keys of a talk step that name actions; these get an empty input (T27)."""


def inputs_fit(agent: Agent) -> Findings:
    """An input of an action that its schema does not know, lacks, or has with another type."""
    for step in agent.steps:
        if (action := agent.actions.get(step.text("do"))) is not None:
            yield from _unknown_inputs(step, action.input)
            yield from _missing_inputs(step, action.input)
            yield from _wrong_inputs(step, action.input)


def _unknown_inputs(step: Step, schema: Mapping[str, Any]) -> Findings:
    known = schema.get("properties", {})
    part = step.mapping("input")
    for name in part.value:
        if name not in known and schema.get("additionalProperties", True) is False:
            text = gettext_noop("The action has no input “%(name)s”.")
            yield unknown("action-input", (*part.place, name), text, name, known)


def _missing_inputs(step: Step, schema: Mapping[str, Any]) -> Findings:
    for name in schema.get("required", ()):
        if name not in step.mapping("input").value:
            text = gettext_noop("The action needs the input “%(name)s”.")
            yield finding("action-input", (*step.place, "do"), text, name=name)


def _wrong_inputs(step: Step, schema: Mapping[str, Any]) -> Findings:
    part, validator = step.mapping("input"), Draft202012Validator(schema)
    for name, value in part.value.items():
        inner = schema.get("properties", {}).get(name)
        if inner is not None and not holds_template(value):
            error = next(iter(validator.descend(value, inner)), None)
            if error:
                text = gettext_noop("The action does not take %(value)s as “%(name)s”: %(reason)s.")
                yield finding("action-input", (*part.place, name), text, value=value, name=name, reason=error.message)


def hooks_need_nothing(agent: Agent) -> Findings:
    """An action under `prepare` or `finalize` that cannot do without an input, which it does not get there (T27)."""
    for step in agent.steps:
        for name, place in (found for key in HOOKS for found in step.names(key)):
            action = agent.actions.get(name)
            if action is not None and not Draft202012Validator(action.input).is_valid({}):
                text = gettext_noop(
                    "“%(name)s” needs an input, and gets none here: let a step that does it come before or after."
                )
                yield finding("action-input", place, text, name=name)


def outputs_fit(agent: Agent) -> Findings:
    """A value to save that the action's result does not have."""
    for step in agent.steps:
        action = agent.actions.get(step.text("do"))
        if action is None or action.output.get("additionalProperties", True) is not False:
            continue
        known, saved = action.output.get("properties", {}), step.mapping("save")
        for key, place in (found for name in saved.value for found in saved.names(name)):
            if key not in known:
                text = gettext_noop("The result of the action has no “%(name)s”.")
                yield unknown("action-output", place, text, key, known)
