"""Contracts of the layers that import-linter has no kind for."""

import sys
from itertools import chain

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class AllowedImports(Contract):
    """The modules of a package import each other, what is listed, and the standard library; nothing else.

    `forbidden` are modules of the standard library that would bring in a clock, randomness or I/O.
    """

    source = fields.ModuleField()
    allowed = fields.ListField(subfield=fields.ModuleField())
    forbidden = fields.SetField(subfield=fields.ModuleField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Every direct import of every module of `source`, held against the lists."""
        modules = {self.source.name, *graph.find_descendants(self.source.name)}
        found = chain.from_iterable(
            ((module, imported) for imported in graph.find_modules_directly_imported_by(module)) for module in modules
        )
        broken = sorted((module, imported) for module, imported in found if not self._may(imported, modules))
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def _may(self, imported: str, modules: set[str]) -> bool:
        allowed = {module.name for module in self.allowed}
        forbidden = {module.name for module in self.forbidden or ()}
        top = imported.partition(".")[0]
        return imported in modules | allowed or (top in sys.stdlib_module_names and top not in forbidden)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line per import that is not allowed."""
        for module, imported in check.metadata["broken"]:
            output.print_error(f"{module} imports {imported}, which is not on its list")
