"""A draft of 60 flows and 600 steps."""

from agents.models import Agent, Branch, Field, Flow, Step, Trigger

FLOWS, STEPS, FIELDS = 60, 10, 40


def large_agent() -> Agent:
    agent = Agent.objects.create(slug="large", name="Large")
    Field.objects.bulk_create(
        Field(agent=agent, slug=f"field_{number}", position=number, ask=f"Which {number}?") for number in range(FIELDS)
    )
    flows = Flow.objects.bulk_create(
        Flow(agent=agent, slug=f"flow_{number}", position=number, required=[f"field_{number % FIELDS}"])
        for number in range(FLOWS)
    )
    Trigger.objects.bulk_create(Trigger(flow=flow, messages=[f"wants {flow.slug}"]) for flow in flows)
    steps = Step.objects.bulk_create(
        Step(flow=flow, slug=f"step_{number}", position=number, collect=[f"field_{flow.position % FIELDS}"])
        for flow in flows
        for number in range(STEPS)
    )
    Branch.objects.bulk_create(Branch(step=step, when=["stops"], then="end") for step in steps)
    return agent
