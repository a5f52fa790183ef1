"""The inputs of an agent's admin that take a value apart: rows, selects and ticks for what a column keeps as JSON."""
