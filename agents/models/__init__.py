"""The rows that staff edit (a draft), and the versions they publish."""

from agents.models.agent import Agent, Instruction
from agents.models.field import Field
from agents.models.flow import Flow, Trigger
from agents.models.step import Branch, Step
from agents.models.version import Version

__all__ = ["Agent", "Branch", "Field", "Flow", "Instruction", "Step", "Trigger", "Version"]
