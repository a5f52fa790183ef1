"""An agent with scenarios, for tests."""

from agents.actions import import_agent
from agents.models import Agent

AGENT = """
agent: hello
name: Hello
visitors: true
flows:
  hi: {name: Hi, "on": [{message: [says hello]}], steps: [{id: go, say: Hello.}]}
"""


def text(name: str = "greets", answer: str = "Hello.") -> str:
    """A scenario that passes where the agent says `answer`."""
    return f"""\
scenario: {name}
agent: hello
turns:
  - user: hello
    understand: {{flows: [hi]}}
    expect: {{messages: [{answer}]}}
"""


def hello(*, publish: bool = False) -> Agent:
    """The agent, as a draft or live."""
    imported = import_agent(AGENT, publish=publish).agent
    assert imported is not None
    return imported
