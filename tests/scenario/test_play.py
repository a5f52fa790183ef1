"""Playing a scenario: what cannot be played fails loudly, and a process that dies is gone on from."""

from pathlib import Path

import pytest

from conversations.llm.builtin import Builtin
from conversations.llm.protocol import Model
from conversations.scenario.format import load
from conversations.scenario.play import Played, play

pytestmark = pytest.mark.django_db

HEAD = """\
scenario: one
user: {authenticated: true}
catalogue: [{key: profile.city, label: City}]
actions: {charge: {paid: true}}
agent:
  agent: desk
  name: Desk
  fields: {guests: {type: integer, description: Number of guests, ask: How many?}}
  flows:
    book:
      name: Book
      "on": [{message: [wants a room]}]
      required: [guests]
      complete_when: last_step
      steps:
        - {id: ask, collect: [guests]}
        - {id: pay, do: charge, input: {}, on_fail: unsure}
        - {id: thanks, say: Thank you., then: end}
        - {id: unsure, say: We look into it., then: end}
turns:
"""


def played(folder: Path, turns: str, head: str = HEAD, model: Model | None = None) -> Played:
    path = folder / "one.yaml"
    path.write_text(head + turns, encoding="utf-8")
    return play(load(path), model)


def test_what_is_expected_and_does_not_come_out_fails_with_its_turn_and_line(tmp_path: Path) -> None:
    turns = "  - user: a room\n    understand: {flows: [book]}\n    expect: {floor: null, stopped_reason: end}\n"
    assert played(tmp_path, turns).differences == (
        "turn 1 (line 21): floor: expected none, came out 'book'",
        "turn 1 (line 21): stopped_reason: expected 'end', came out 'needs_input'",
    )


def test_an_understand_that_no_call_asked_for_fails_with_the_reason(tmp_path: Path) -> None:
    turns = "  - user: a room\n    understand: {flows: [book]}\n  - user: '2'\n    understand: {fields: {guests: 2}}\n"
    (line,) = played(tmp_path, turns).differences
    assert line.endswith("no call asked for: the message was a literal answer")


def test_an_understand_after_everything_is_done_fails_as_nothing_was_to_understand(tmp_path: Path) -> None:
    visitors = HEAD.replace("user: {authenticated: true}\n", "").replace(
        "name: Desk\n", "name: Desk\n  visitors: true\n"
    )
    turns = "  - user: a room\n    understand: {flows: [book]}\n  - user: '2'\n  - user: hello\n    understand: {}\n"
    (line,) = played(tmp_path, turns, visitors).differences
    assert line.endswith("no call asked for: there was nothing to understand")


def test_more_speaks_than_texts_fail(tmp_path: Path) -> None:
    (line,) = played(tmp_path, "  - user: a room\n    understand: {flows: [book]}\n    speak: []\n").differences
    assert "more Speak" in line


@pytest.mark.parametrize(
    "turn",
    [
        "staff: give_back",
        "fact: {undo: profile.city}",
        "fact: {forget: profile.city}",
        "fact: {accept: profile.city}",
        "fact: {retract: profile.city}",
        "fact: {resolve: {key: profile.city, choice: new}}",
    ],
)
def test_a_turn_that_cannot_be_played_fails_and_nothing_after_it_counts(tmp_path: Path, turn: str) -> None:
    turns = f"  - {turn}\n  - user: a room\n    understand: {{flows: [book]}}\n    expect: {{floor: nowhere}}\n"
    (line,) = played(tmp_path, turns).differences
    assert line.startswith("turn 1 (line 21): ")


def test_an_advance_that_no_timer_waits_for_is_no_turn(tmp_path: Path) -> None:
    assert played(tmp_path, "  - advance: 2d\n    expect: {turns: 0}\n").passed
    (line,) = played(tmp_path, "  - advance: 2d\n    expect: {stopped_reason: end}\n").differences
    assert line.endswith("stopped_reason: no turn came of it")


def test_t47_an_action_that_was_journalled_does_not_run_again_after_a_crash(tmp_path: Path) -> None:
    turns = (
        "  - user: 2 people\n    understand: {flows: [book], fields: {guests: 2}}\n    crash: {after: charge}\n"
        "    expect: {actions: [charge], messages: [Thank you.], turns: 1, calls: {understand: 1}}\n"
    )
    assert played(tmp_path, turns).differences == ()


def test_t47_an_action_in_doubt_takes_on_fail_and_does_not_run_again(tmp_path: Path) -> None:
    turns = (
        "  - user: 2 people\n    understand: {flows: [book], fields: {guests: 2}}\n    crash: {during: charge}\n"
        "    expect: {actions: [charge], messages: [We look into it.], errors: [{type: action}], turns: 1}\n"
    )
    assert played(tmp_path, turns).differences == ()


def test_a_crash_that_never_comes_fails(tmp_path: Path) -> None:
    turns = "  - user: a room\n    understand: {flows: [book]}\n    crash: {after: charge}\n"
    (line,) = played(tmp_path, turns).differences
    assert "never came" in line


def test_an_agent_with_errors_is_not_played(tmp_path: Path) -> None:
    head = HEAD.replace("collect: [guests]", "collect: [nobody]")
    found = played(tmp_path, "  - user: a room\n", head).differences
    assert any(line.startswith("agent: ") and "nobody" in line for line in found)


def test_facts_of_a_visitor_are_refused(tmp_path: Path) -> None:
    head = HEAD.replace(
        "{authenticated: true}\n", "{authenticated: false}\nfacts: [{key: profile.city, value: Bern}]\n"
    )
    (line,) = played(tmp_path, "  - user: a room\n", head).differences
    assert "F3" in line


def test_an_agent_that_is_not_open_to_visitors_does_not_start(tmp_path: Path) -> None:
    head = HEAD.replace("{authenticated: true}", "{authenticated: false}")
    (line,) = played(tmp_path, "  - user: a room\n", head).differences
    assert line.startswith("the conversation does not start")


def test_messages_that_wait_together_are_one_turn_with_the_id_of_the_last(tmp_path: Path) -> None:
    turns = (
        "  - users: [a room, {text: for 2, at: '2026-03-02T09:00:05+00:00'}]\n"
        "    understand: {flows: [book], fields: {guests: 2}}\n"
        "    expect: {turns: 1, messages: [{key: 'book#m1:thanks:1'}]}\n"
    )
    assert played(tmp_path, turns).differences == ()


def test_with_a_model_the_scripts_readings_are_expected_of_it(tmp_path: Path) -> None:
    turns = (
        "  - user: she wants a room\n    understand: {flows: [book], fields: {}}\n    expect: {started: [book]}\n"
        "  - user: we are 3 people I think\n    understand: {fields: {guests: 4}}\n    expect: {data: {guests: 3}}\n"
    )
    (line,) = played(tmp_path, turns, model=Builtin()).differences
    assert line == "turn 2 (line 24): understand.fields.guests: expected 4, came out 3"


def test_with_a_model_a_literal_answer_is_still_no_call(tmp_path: Path) -> None:
    turns = "  - user: she wants a room\n  - user: '3'\n    understand: {fields: {guests: 3}}\n"
    (line,) = played(tmp_path, turns, model=Builtin()).differences
    assert line.endswith("no call asked for: the message was a literal answer")


def test_with_a_model_a_scripted_failure_stays_one(tmp_path: Path) -> None:
    turns = "  - user: she wants a room\n    understand: {error: timeout}\n    expect: {degraded: true}\n"
    assert played(tmp_path, turns, model=Builtin()).differences == ()


HELP = """\
scenario: help
agent:
  agent: desk
  name: Desk
  visitors: true
  fields: {guests: {type: integer, description: Number of guests, ask: How many?}}
  flows:
    book:
      name: Book
      "on": [{message: [wants a room]}]
      required: [guests]
      complete_when: last_step
      steps:
        - {id: ask, collect: [guests], branches: [{when: wants a person, then: handoff}]}
        - {id: thanks, say: Thank you., then: end}
    remind:
      name: Remind
      "on": [{message: [wants to be reminded]}]
      steps:
        - {id: wait, wait: 1h}
        - {id: now, say: It is time., then: end}
turns:
"""
ASKED = (
    "  - user: remind me\n    understand: {flows: [remind]}\n"
    "  - user: a room\n    understand: {flows: [book]}\n"
    "  - user: a person\n    understand: {conditions: {ask.0: true}}\n    expect: {stopped_reason: handed_off}\n"
)
"""A person is asked for while a question is open and a timer runs."""


def test_t11_a_conversation_that_is_given_back_asks_its_question_and_reads_nothing_again(tmp_path: Path) -> None:
    turns = ASKED + (
        "  - user: we are 7 I think\n    expect: {turns: 0}\n"
        "  - staff: {say: Hello from a person}\n    expect: {turns: 0}\n"
        "  - staff: give_back\n    speak: [How many now?]\n"
        "    expect: {turns: 1, calls: {understand: 0}, stopped_reason: needs_input, no_data: [guests], floor: book,"
        " messages: ['How many now?']}\n"
        "  - user: '2'\n    expect: {data: {guests: 2}, messages: [{key: 'book#m2:thanks:1'}]}\n"
    )
    assert played(tmp_path, turns, HELP).differences == ()


def test_what_the_staff_do_without_a_hand_off_fails(tmp_path: Path) -> None:
    for turn in ("give_back", "{say: Hello}"):
        (line,) = played(tmp_path, f"  - staff: {turn}\n", HELP).differences
        assert line.startswith("turn 1 (line 23): Nobody asks for a person")


def test_t11_a_timer_that_is_due_while_a_person_is_asked_for_fires_when_it_is_given_back(tmp_path: Path) -> None:
    turns = ASKED + (
        "  - advance: 2h\n    expect: {turns: 0}\n"
        "  - staff: give_back\n    expect: {turns: 2, messages: [It is time.]}\n"
    )
    assert played(tmp_path, turns, HELP).differences == ()


def test_the_host_changes_the_context_between_two_turns(tmp_path: Path) -> None:
    head = HELP.replace("say: Thank you.", 'say: "Thank you, {{ context.name }}."')
    turns = "  - context: {name: Ann}\n  - user: a room for 2\n    understand: {flows: [book], fields: {guests: 2}}\n"
    assert played(tmp_path, turns + '    expect: {messages: ["Thank you, Ann."]}\n', head).differences == ()


MUTED = "  - user: remind me\n    understand: {flows: [remind]}\n  - user: do not write to me\n"


def test_t51_time_passes_over_a_timer_that_is_held_until_the_person_writes_again(tmp_path: Path) -> None:
    turns = MUTED + (
        "  - advance: 2h\n    expect: {turns: 0}\n"
        "  - user: a room\n    understand: {flows: [book]}\n    expect: {turns: 2, messages: [It is time.]}\n"
    )
    assert played(tmp_path, turns, HELP).differences == ()


def test_t52_a_timer_that_is_put_off_fires_when_its_new_moment_comes(tmp_path: Path) -> None:
    head = HELP.replace("visitors: true\n", "visitors: true\n  timezone: UTC\n  quiet: {from: '09:30', to: '15:00'}\n")
    turns = (
        "  - user: remind me\n    understand: {flows: [remind]}\n  - advance: 2h\n    expect: {turns: 0}\n"
        "  - advance: 5h\n    expect: {turns: 1, messages: [It is time.]}\n"
    )
    assert played(tmp_path, turns, head).differences == ()
