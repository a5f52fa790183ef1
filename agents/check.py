"""Everything that is wrong with an agent document (agent-format.md, "Checks at publish"). Pure.

Each checker is a small function that yields what it found, whatever the other parts of the document look like; so all
faults come out at once, those of the form (`agents.schema`) among them.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from agents.checks import advice, bounds, calls, constants, fields, flows, idle, loops, names, reading, settings, shapes
from agents.checks.finding import Checker
from agents.checks.view import Action, Agent
from agents.document import Document
from agents.problem import Problem, Severity
from agents.schema import AGENT
from agents.validate import validate

__all__ = ["Problem", "check"]

ERRORS: Final[tuple[Checker, ...]] = (
    names.duplicate_step,
    names.reserved_step,
    names.shadowing_field,
    names.unknown_field,
    names.unknown_step,
    names.unknown_flow,
    names.unknown_action,
    names.unknown_fact,
    names.asked_pattern,
    shapes.one_kind,
    shapes.keys_fit,
    shapes.need_collects,
    shapes.branches_allowed,
    shapes.wait_branches,
    shapes.branch_judged,
    shapes.fork_returns,
    shapes.trigger_kinds,
    shapes.wordings_left,
    shapes.veto_says_something,
    shapes.instruction_kinds,
    shapes.next_kinds,
    fields.keywords_fit,
    fields.schema_parses,
    fields.choices_typed,
    fields.choices_differ,
    fields.synonyms_of_choices,
    bounds.bounds_fit,
    bounds.bounds_in_a_circle,
    bounds.bounds_leave_values,
    constants.given_values,
    constants.compared_values,
    calls.inputs_fit,
    calls.hooks_need_nothing,
    calls.outputs_fit,
    reading.template_parses,
    reading.predicate_parses,
    reading.paths_exist,
    loops.endless_loop,
    flows.startable,
    flows.fields_required,
    settings.timezone_exists,
    settings.hours_parse,
    settings.durations_end,
)

WARNINGS: Final[tuple[Checker, ...]] = (
    advice.back_without_clear,
    loops.loop_without_question,
    loops.flows_in_a_circle,
    loops.flow_after_itself,
    advice.unreachable_step,
    advice.required_not_collected,
    advice.skipped_though_read,
    advice.skip_if_on_only_collector,
    advice.shared_field,
    advice.language_spoken,
    advice.shared_trigger,
    bounds.constants_within_bounds,
    advice.boolean_anytime,
    advice.field_without_ask,
    advice.silent_without_model,
    advice.unused_field,
    advice.unspoken_completion,
    advice.text_with_expression,
    idle.branches_unheard,
    idle.else_never_taken,
    idle.branch_never_holds,
    idle.comparison_never_true,
    idle.saved_before_start,
    idle.never_stale,
    idle.event_never_reported,
    idle.optional_and_required,
    idle.optional_never_taken,
    idle.never_away,
    idle.never_quiet,
)


def check(
    document: Document | Mapping[str, Any],
    *,
    actions: Mapping[str, Action],
    fact_keys: Iterable[str] = (),
    open_scopes: Iterable[str] = (),
) -> tuple[Problem, ...]:
    """All errors and warnings of a document, in the order of its lines; those of its reader included.

    `actions` are the registered actions by name, `fact_keys` the patterns of the catalogue and `open_scopes` the scopes
    in which any key may be kept (F1). Never raises for anything in the document.
    """
    read = document if isinstance(document, Document) else Document(dict(document))
    agent = Agent(read, actions, tuple(fact_keys), tuple(open_scopes))
    found = [*read.problems, *validate(read, AGENT)]
    found += _findings(agent, "error", ERRORS) + _findings(agent, "warning", WARNINGS)
    return tuple(sorted(found, key=lambda problem: problem.line or 0))


def _findings(agent: Agent, severity: Severity, checkers: Iterable[Checker]) -> list[Problem]:
    """What the checkers find, but nothing about values that could not be read."""
    found = (one for checker in checkers for one in checker(agent))
    void = agent.document.void
    return [
        agent.document.problem(severity, one.code, one.said, one.place)
        for one in found
        if not any(one.place[:length] in void for length in range(len(one.place) + 1))
    ]
