"""The admin of agents: an agent's page, a flow's page, a step's page, and the versions."""

from agents.admin.pages import AgentAdmin, FieldAdmin, FlowAdmin, StepAdmin
from agents.admin.versions import VersionAdmin

__all__ = ["AgentAdmin", "FieldAdmin", "FlowAdmin", "StepAdmin", "VersionAdmin"]
