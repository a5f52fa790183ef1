"""Agent documents for tests."""

import json
from typing import Any

from agents.reader import read

SMALL = """
agent: desk
name: Front desk
fields:
  guests: {type: integer, description: Number of guests, ask: How many?, minimum: 1}
  date: {type: date, description: Day of arrival, ask: When?}
flows:
  book:
    name: Book
    description: The guest wants a room.
    "on": [{message: [book a room], not: [asks about a bill]}]
    required: [guests, date]
    steps:
      - id: ask
        collect: [guests, date]
        branches:
          - {label: a group, if: {gt: {guests: 6}}, then: group}
      - {id: done, say: "Booked for {{ data.guests }}.", then: end}
      - id: group
        say: We will call you.
        then: {end: failed}
"""


def small() -> dict[str, Any]:
    """A small agent without a problem."""
    document: Any = read(SMALL).value
    return json.loads(json.dumps(document))


EVERYTHING = """
agent: desk
name: Front desk
language: fr
timezone: Europe/Zurich
visitors: true
quiet: {from: "22:00", to: "08:00"}
retention: 3600
people: {hours: "Mo-Fr 08:00-18:00", asked: Un instant., away: Demain.}
persona: "Two lines:\\nwith “quotes”, \\\\ and {braces}."
instructions:
  - must: Be brief.
  - should: Apologise.
    when: the guest is upset
    if: {known: [guests]}
fallback: Pardon ?
onboarding: [profile.email]
fields:
  hotel: {type: string, enum: [Grand Hotel, Bellevue], synonyms: {Grand Hotel: [the Grand]}, ask: Which?}
  guests: {type: integer, minimum: 0, maximum: {field: beds}, stale_on_change: true}
  beds: {type: integer}
  date: {type: date, minimum: today, maximum: today+30d, prefer: past, extract: asked}
  plate: {type: string, pattern: "^[A-Z]+$", maxLength: 9}
  email: {type: email, fact: profile.email}
flows:
  book:
    name: Book
    description: Wants a room.
    "on":
      - message: [book a room, "!asks about a bill"]
      - event: link_opened
        interrupt: true
      - silence: 24h
    if: {not: {equals: {context.open: false}}}
    required: [date, guests]
    optional: [hotel]
    complete_when: last_step
    on_end: {flow: survey}
    completion: Thank them.
    completion_say: Thanks.
    reentrant: true
    batch: 0
    max_attempts: 5
    on_stuck: {end: failed}
    max_steps: 9
    instructions: [{never: Quote a price.}]
    steps:
      - id: ask
        name: The day
        collect: [date, guests]
        requires: [hotel]
        skip_if: {known: [date]}
        need: any
        prompt: Ask.
        otherwise: When?
        prepare: look_up
        finalize: [log_it, count_it]
        instructions: [{should: Smile.}]
        branches:
          - when: the guest is unsure
            not: [asks about a bill]
            then: {flow: survey, input: {guests: "{{ data.guests }}"}}
          - if: {gt: {guests: 6}}
            label: a group
            then: {step: price, clear: [guests], set: {hotel: Bellevue}, say: A moment.}
        then: price
      - id: price
        do: quote_price
        input: {hotel: "{{ data.hotel }}", nested: {list: [1, "{{ data.guests }}"]}}
        save: {price: total}
        on_fail: end
      - id: fork
        if: {equals: {flows.survey: open}}
        then: wait_day
        else: end
      - id: wait_day
        wait: 86400
        branches: [{if: {equals: {context.owner: human}}, then: end}]
        else: wait_pay
      - id: wait_pay
        wait: {event: payment.received, for: 1h}
      - id: done
        say: Booked.
  survey:
    name: Survey
    on_end: stay
    steps:
      - id: talk
        prompt: Chat.
        otherwise: Hello.
"""


def everything() -> dict[str, Any]:
    """A document that uses every key of the agent file; it is not meant to pass the checks."""
    document: Any = read(EVERYTHING).value
    return json.loads(json.dumps(document))
