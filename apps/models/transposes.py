# SPDX-License-Identifier: BSD-3-Clause
"""
Finds the transposes that a graph does not need.

The search first removes all transposes. A transpose's output is then another layout of its input tensor, the root.
Operators read and write roots in layouts, and each layout that is read but not written costs one transpose. So
transposes that cancel, merge or repeat each other cost nothing from the start. Then operators change their axis order,
as their rules allow, as long as that removes transposes.

A layout is a permutation of the root's axes; () keeps their order, for any rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod

from permkern.kernels.permutation import Perm, inverse

from .axis_rules import Axes
from .models import NO_READER, Rewrite, Tensor, Transpose

_NOMINAL = 64  # replaces an open extent when sizes are compared
_STEPS = 150  # most operators that one attempt changes
_PATIENCE = 30  # most changes without an improvement
_CHOICES = 4  # equally good orders to try


@dataclass(frozen=True)
class Step:
    """
    An operator. ``axes`` is None if their order is fixed. ``perm`` is set for a well-formed transpose. A ``folded``
    operator writes a known constant.
    """

    name: str
    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    axes: Axes | None
    perm: Perm | None = None
    folded: bool = False

    @property
    def stands(self) -> bool:
        """True if the operator stays during the search."""
        return self.perm is None and not self.folded


@dataclass(frozen=True)
class Net:
    """
    A graph. ``fixed`` tensors are read from outside: graph outputs, and tensors that branch and loop bodies read.
    ``constants`` can be permuted in the file.
    """

    steps: tuple[Step, ...]
    tensors: Mapping[str, Tensor]
    fixed: tuple[str, ...]
    constants: frozenset[str]


# ---- layouts ----


def normal(layout: Perm) -> Perm:
    return () if layout == tuple(range(len(layout))) else layout


def then(first: Perm, second: Perm) -> Perm:
    """Returns the layout ``first``, permuted by ``second``."""
    if not first or not second:
        return first or second
    return normal(tuple(first[axis] for axis in second))


def between(made: Perm, wanted: Perm) -> Perm:
    """Returns the permutation from the layout ``made`` to the layout ``wanted``."""
    return then(inverse(made), wanted)


Cost = tuple[int, int, int]  # transposes that move data, all transposes, bytes moved
Ports = tuple[Perm, ...]  # for each port, the permutation of the file's tensor
_FREE: Cost = (0, 0, 0)


def _sum(one: Cost, other: Cost, sign: int = 1) -> Cost:
    return (one[0] + sign * other[0], one[1] + sign * other[1], one[2] + sign * other[2])


def _size(tensor: Tensor, rank: int) -> int:
    """Returns a tensor's bytes. Open extents count as _NOMINAL."""
    sizes = (None,) * rank if tensor.shape is None else tensor.shape
    return prod(extent if isinstance(extent, int) else _NOMINAL for extent in sizes) * (tensor.bits or 32) // 8


def order_of(tensor: Tensor, layout: Perm) -> Perm:
    """Returns the order of the axes longer than 1. Layouts with equal orders are views of each other."""
    sizes = tensor.shape
    if sizes is None or len(layout) not in (0, len(sizes)):
        return layout
    return tuple(axis for axis in layout or range(len(sizes)) if sizes[axis] != 1)


def cost_of(transposes: Iterable[Transpose]) -> Cost:
    total = _FREE
    for each in transposes:
        perm, reverse = normal(each.perm or ()), any(each.flips)
        moves = reverse or each.perm is None or order_of(each.tensor, perm) != order_of(each.tensor, ())
        size = _size(each.tensor, len(perm)) * (moves and not each.constant and not each.idle)
        total = _sum(total, (min(size, 1), 1, size))
    return total


class Layouts:
    """A graph's tensor layouts, and the search for better ones."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.base: dict[str, tuple[str, Perm]] = {}  # a transpose's output: its root and layout
        self.ports: list[Ports] = []
        self.writer: dict[str, tuple[int, int]] = {}
        self.readers: dict[str, list[tuple[int, int]]] = {}
        self.outside: dict[str, list[Perm]] = {}
        for step in net.steps:
            if step.perm is not None and not step.folded:
                root, layout = self.root(step.inputs[0])
                self.base[step.outputs[0]] = (root, then(layout, normal(step.perm)))
        for index, step in enumerate(net.steps):
            self.ports.append(((),) * (len(step.inputs) + len(step.outputs)))
            if not step.stands:
                continue
            for port, name in enumerate(step.inputs):
                if name:
                    self.readers.setdefault(self.root(name)[0], []).append((index, port))
            for port, name in enumerate(step.outputs, len(step.inputs)):
                self.writer[name] = (index, port)
        for name in net.fixed:
            root, layout = self.root(name)
            self.outside.setdefault(root, []).append(layout)
        self.roots = dict.fromkeys((*self.readers, *self.outside))

    # ---- present layouts ----

    def root(self, name: str) -> tuple[str, Perm]:
        return self.base.get(name, (name, ()))

    def made(self, root: str) -> Perm:
        """Returns the layout in which a root is written."""
        index, port = self.writer.get(root, (-1, 0))
        return self.ports[index][port] if index >= 0 else ()

    def tensor(self, root: str, layout: Perm) -> Tensor:
        """Returns a root with the shape of a layout."""
        tensor = self.net.tensors[root]
        shape = tensor.shape
        return replace(tensor, shape=tuple(shape[axis] for axis in layout)) if layout and shape else tensor

    def layout(self, index: int, port: int) -> tuple[str, Perm]:
        """Returns the root and the layout that a port reads."""
        root, layout = self.root(self.net.steps[index].inputs[port])
        return root, then(layout, self.ports[index][port])

    def read(self, root: str) -> tuple[Perm, ...]:
        """Returns the layouts of a root that are read."""
        wanted = [self.layout(*reader)[1] for reader in self.readers.get(root, ())]
        return tuple(dict.fromkeys((*wanted, *self.outside.get(root, ()))))

    def asked(self, root: str) -> tuple[Perm, ...]:
        """Returns the layouts of a root that are read but not written."""
        made = self.made(root)
        return () if root in self.net.constants else tuple(each for each in self.read(root) if each != made)

    def source(self, root: str, wanted: Perm) -> Perm:
        """Returns the layout from which a transpose makes an asked layout: if possible, one of which it is a view."""
        made, tensor = self.made(root), self.net.tensors[root]
        order = order_of(tensor, wanted)
        first = next((each for each in (made, *self.asked(root)) if order_of(tensor, each) == order), wanted)
        return made if first == wanted else first

    def cost(self, root: str) -> Cost:
        asked, tensor = self.asked(root), self.net.tensors[root]
        moving = len({order_of(tensor, each) for each in asked} - {order_of(tensor, self.made(root))})
        size = _size(tensor, max(map(len, asked), default=0)) if asked else 0
        return (moving if size else 0, len(asked), moving * size)

    # ---- possible changes ----

    def _turned(self, index: int, port: int, order: Perm) -> Iterator[Ports]:
        """Yields the permutations of all ports that give ``port`` this order."""
        axes, now = self.net.steps[index].axes, self.ports[index]
        if axes is None:
            return
        if port in axes.free:
            yield (*now[:port], order, *now[port + 1 :])
            return
        for units in axes.orders(port, order):
            yield tuple(now[each] if each in axes.free else normal(axes.order(units, each)) for each in range(len(now)))

    def _moves(self, root: str) -> Iterator[tuple[int, Ports]]:
        """Yields operator changes that could save a layout of a root."""
        made = self.made(root)
        for wanted in self.asked(root):
            for index, port in self.readers.get(root, ()):
                if self.layout(index, port)[1] == wanted:
                    base = self.root(self.net.steps[index].inputs[port])[1]
                    for ports in self._turned(index, port, between(base, made)):
                        yield index, ports
            if root in self.writer:
                index, port = self.writer[root]
                for ports in self._turned(index, port, wanted):
                    yield index, ports

    def around(self, index: int, ports: Ports) -> tuple[str, ...]:
        """Returns the roots at the ports whose permutations differ from ``ports``."""
        step, now = self.net.steps[index], self.ports[index]
        names = (*step.inputs, *step.outputs)
        return tuple(dict.fromkeys(self.root(n)[0] for n, a, b in zip(names, now, ports, strict=True) if n and a != b))

    def _gain(self, index: int, ports: Ports, roots: Iterable[str]) -> Cost:
        """Returns the cost change of roots if an operator changes to ``ports``. Leaves the operator as it was."""
        now, change = self.ports[index], _FREE
        for root in roots:
            change = _sum(change, self.cost(root), -1)
        self.ports[index] = ports
        for root in roots:
            change = _sum(change, self.cost(root))
        self.ports[index] = now
        return change

    # ---- the search ----

    def _attempt(self, index: int, ports: Ports, choice: int) -> bool:
        """
        Changes an operator, then neighbours that need another layout, best change first. ``choice`` selects among
        equally good orders of one operator. Keeps the shortest sequence with the greatest gain; returns false if
        nothing gains.
        """
        done: list[tuple[int, Ports]] = []
        offers: dict[str, list[tuple[int, Ports]]] = {}  # by root
        gains: dict[tuple[int, Ports], tuple[Cost, tuple[str, ...]]] = {}
        total, best, kept = _FREE, _FREE, 0
        roots = self.around(index, ports)
        gain = self._gain(index, ports, roots)
        while len(done) < _STEPS and len(done) - kept <= _PATIENCE:
            total = _sum(total, gain)
            done.append((index, self.ports[index]))
            self.ports[index] = ports
            if max(total) <= 0 and total < best:
                best, kept = total, len(done)
            seen = {each for each, _ in done}
            offers.update((root, list(self._moves(root))) for root in roots)
            gains = {move: known for move, known in gains.items() if not set(roots) & set(known[1])}
            moves = {move: None for moves in offers.values() for move in moves if move[0] not in seen}
            if not moves:
                break
            for move in moves:
                if move not in gains:
                    around = self.around(*move)
                    gains[move] = (self._gain(*move, around), around)
            best_move = min(moves, key=lambda move: (gains[move][0], move[0]))
            equal = [move for move in moves if move[0] == best_move[0] and gains[move][0] == gains[best_move][0]]
            index, ports = equal[choice % len(equal)]
            gain, roots = gains[index, ports]
        for index, ports in reversed(done[kept:]):
            self.ports[index] = ports
        return kept > 0

    def _better(self, choice: int) -> bool:
        """Tries each operator change that could save a transpose. Returns true if one did."""
        found = False
        for root in self.roots:
            for move in list(self._moves(root)):
                if self.asked(root) and self._attempt(*move, choice):
                    found = True
                    break
        return found

    def improve(self) -> None:
        """
        Improves the layouts. Terminates, because each kept attempt lowers a cost (transposes or bytes) and raises none.
        """
        choice = 0
        while choice < _CHOICES:
            choice = 0 if self._better(choice) else choice + 1


# ---- actions ----


def _why(layouts: Layouts, removed: list[Step]) -> str:
    """Returns why transposes can go without any operator change."""
    read = {name for step in layouts.net.steps for name in step.inputs} | set(layouts.net.fixed)
    reasons = []
    for step in removed:
        root, layout = layouts.root(step.outputs[0])
        if root in layouts.net.constants:
            reasons.append("the file can have the permuted constant")
        elif not normal(step.perm or ()):
            reasons.append("the order of the axes stays")
        elif step.outputs[0] not in read:
            reasons.append(NO_READER)
        elif not layout:
            reasons.append("they cancel")
        elif layout in layouts.asked(root):
            reasons.append("it repeats another one")
    return ", ".join(dict.fromkeys(reasons))


def _parts(layouts: Layouts) -> list[tuple[list[str], list[Step]]]:
    """Divides the graph into independent parts: operators with a new axis order, and the roots that they join."""
    made: dict[str, tuple[list[str], list[Step]]] = {}
    for root in (*layouts.roots, *(root for root, _ in layouts.base.values())):
        made[root] = ([root], [])
    for index, step in enumerate(layouts.net.steps):
        roots = layouts.around(index, ((),) * len(layouts.ports[index]))
        for root in roots:
            whole, other = made[roots[0]], made.setdefault(root, ([root], []))
            if other is not whole:
                whole[0].extend(other[0])
                whole[1].extend(other[1])
                made.update(dict.fromkeys(other[0], whole))
        if roots:
            made[roots[0]][1].append(step)
    return list({id(part): part for part in made.values()}.values())


def actions_of(layouts: Layouts) -> tuple[Rewrite, ...]:
    """Returns the changes from the graph in the file to these layouts."""
    transposes: dict[str, list[int]] = {}
    for index, step in enumerate(layouts.net.steps):
        if step.perm is not None:
            transposes.setdefault(layouts.root(step.outputs[0])[0], []).append(index)
    actions = []
    for roots, across in _parts(layouts):
        before = [layouts.net.steps[k] for k in sorted(k for root in roots for k in transposes.get(root, ()))]
        left = {layouts.root(step.outputs[0]): step for step in reversed(before)}
        asked = [(root, layout) for root in roots for layout in layouts.asked(root)]
        removed = [
            step for step in before if left.get(at := layouts.root(step.outputs[0])) is not step or at not in asked
        ]
        changes, adds = [], []
        for root, layout in asked:
            source, old = layouts.source(root, layout), left.get((root, layout))
            perm, tensor = between(source, layout), layouts.tensor(root, source)
            if old is None:
                adds.append(Transpose(tensor.name, tensor, perm))
            elif perm != old.perm:
                changes.append(Transpose(old.name, tensor, perm))
        if removed or changes or adds:
            names, kinds = tuple(step.name for step in removed), tuple(f"{step.kind} {step.name}" for step in across)
            why = "" if across else _why(layouts, removed)
            constants = (root for root in roots if root in layouts.net.constants)
            stored = tuple(layouts.net.tensors[root].name for root in constants if len(layouts.read(root)) > 1)
            actions.append(Rewrite(names, why, kinds, tuple(changes), tuple(adds), stored))
    return tuple(actions)


def search(net: Net) -> Layouts:
    layouts = Layouts(net)
    if any(step.perm is not None for step in net.steps):
        layouts.improve()
    return layouts
