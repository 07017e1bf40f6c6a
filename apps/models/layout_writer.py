# SPDX-License-Identifier: BSD-3-Clause
"""Names and writes a graph's tensors in the layouts from the search, for any format."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from permkern.kernels.permutation import Perm

from .transposes import Layouts, then


class LayoutWriter(ABC):
    """
    Writes tensors when operators read them. ``folded`` are roots whose operator is left out, as their values are known.
    """

    def __init__(self, layouts: Layouts, folded: Iterable[str] = ()) -> None:
        self.layouts, self.folded = layouts, frozenset(folded)
        self.names: dict[tuple[str, Perm], str] = {}
        self.there: set[str] = set()  # tensors written so far, except roots
        net = layouts.net
        for name in (*net.fixed, *(step.outputs[0] for step in net.steps if step.perm is not None)):
            root, layout = layouts.root(name)
            constant = root in net.constants
            renamed = name in net.fixed and root not in net.fixed and root in layouts.writer and not constant
            if name in layouts.base and (renamed or (layout and not (constant and name in net.fixed))):
                self.names.setdefault((root, layout), name)

    @abstractmethod
    def fresh(self, root: str, layout: Perm) -> str:
        """Returns the name of a new tensor for a root in this layout."""

    @abstractmethod
    def constant(self, root: str, layout: Perm, name: str) -> None:
        """Writes the constant ``root`` in this layout as the tensor ``name``."""

    @abstractmethod
    def permute(self, root: str, source: Perm, layout: Perm, name: str) -> None:
        """Writes the operator that permutes a root from the layout ``source``, as the tensor ``name``."""

    @abstractmethod
    def copy(self, root: str, layout: Perm, name: str) -> None:
        """Writes an operator that copies a root of this layout to the tensor ``name``."""

    def name(self, root: str, layout: Perm) -> str:
        if not layout:
            return self.names.get((root, layout), root)
        if (root, layout) not in self.names:
            self.names[root, layout] = self.fresh(root, layout)
        return self.names[root, layout]

    def read(self, root: str, layout: Perm) -> str:
        """Returns the name of a root in this layout. Writes its constant or its transpose first, if needed."""
        name = self.name(root, layout)
        if name in self.there or (layout == self.layouts.made(root) and root not in self.folded):
            return name
        self.there.add(name)
        if root in self.layouts.net.constants:
            self.constant(root, layout, name)
        else:
            source = self.layouts.source(root, layout)
            self.read(root, source)
            self.permute(root, source, layout, name)
        return name

    def expose(self, name: str) -> None:
        """Writes a tensor under its own name, for readers outside the graph."""
        root, layout = self.layouts.root(name)
        if self.read(root, layout) != name and name not in self.there:
            self.there.add(name)
            self.copy(root, layout, name)

    def input(self, index: int, port: int) -> str:
        """Returns the name of the tensor that an operator reads."""
        step = self.layouts.net.steps[index]
        if not step.inputs[port]:
            return ""
        root, layout = self.layouts.root(step.inputs[port])
        order = self.layouts.ports[index][port]
        if root in self.layouts.net.constants and order and layout and len(layout) < len(order):
            more = len(order) - len(layout)
            layout = (*range(more), *(axis + more for axis in layout))
        return self.read(root, then(layout, order))
