# SPDX-License-Identifier: BSD-3-Clause
"""Which kernels there are, from the generator's plan, and the shapes that model checking takes of each."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from generator.manifest import load_set
from generator.moves import Strategy
from generator.permutation import WIDTHS, Perm, Shape, all_forms
from generator.plan import make_plan

TILE = 4


@dataclass(frozen=True)
class Kernel:
    """A kernel and the shapes that it is checked on."""

    folder: Path  # its set's generated files
    symbol: str
    bits: int
    perm: Perm
    strategy: Strategy
    shapes: tuple[Shape, ...]
    pinned: bool = False
    in_set: bool = True  # False: of src/
    routine: str | None = None  # that moves the elements, where pinned kernels share it
    wide: int | None = None  # bits that the elements of a pinned kernel are widened to
    plane: str | None = None  # the set's kernel for planes, which its generic routine calls
    core: bool = False  # it reads from the strides which axis is innermost in the input
    line: bool = False  # a routine for one run
    turned: int = 0  # bit k: axis k of the output runs backwards through the input

    @property
    def source(self) -> str:
        return f"permkern_x{self.wide or self.bits}.c"

    @property
    def moves_planes(self) -> bool:
        return self.perm == (1, 0) and self.in_set and not self.core and not self.pinned

    @property
    def moves_runs(self) -> bool:
        """Whether the innermost axis of the input stays innermost."""
        return self.perm[-1] == len(self.perm) - 1

    @property
    def smallest(self) -> Shape:
        """The least shape that enters the kernel's body; of copies the longest, as short ones have no loop."""
        if self.pinned or self.perm == (0,):
            return self.shapes[-1]
        inner = {len(self.perm) - 1, self.perm[-1]}
        return tuple(TILE + (len(inner) == 1) if axis in inner else 1 for axis in range(len(self.perm)))

    def gap_of(self, shape: Shape) -> int:
        """
        Elements that strides are longer than what they step over. A core takes two axes that share the least stride
        for another permutation, as the fold leaves no axis of extent 1: such shapes get strides that differ.
        """
        return int(self.core and shape[-1] == 1)


def plane_shapes() -> tuple[Shape, ...]:
    """Returns shapes of rank 2: edges of one tile and of two, rounds of channels, rounds of tiles with some left."""
    edges = (1, TILE - 1, TILE, TILE + 1, 2 * TILE + 1)
    channels = [(few, 5 * TILE + 3) for few in (2, 3, 4)] + [(2, TILE + 1)]
    rounds = [(TILE, 5 * TILE + 1)]
    return (*product(edges, repeat=2), *(way for pair in channels + rounds for way in (pair, pair[::-1])))


def run_lengths(bits: int) -> tuple[int, ...]:
    """Returns lengths of runs around a word, and around rounds of words, which are of 16 and of 32 bytes."""
    return tuple(sorted({max(1, size * 8 // bits) for size in (1, 3, 4, 5, 15, 16, 17, 33, 52)}))


def shapes_of(perm: Perm, bits: int) -> tuple[Shape, ...]:
    """Returns shapes whose tile axes are around a tile's edges, and whose other axes are 1 and 2."""
    last = len(perm) - 1
    if perm == (1, 0):
        return plane_shapes()
    if perm[last] == last:
        lengths = run_lengths(bits) if last < 2 else run_lengths(bits)[1:6:2]
        return tuple(product(*[lengths if axis == last else (1, 2, 3)[: 5 - last] for axis in range(last + 1)]))
    inner = {last, perm[-1]}
    edges = product(*[(1, TILE - 1, TILE, TILE + 1) if axis in inner else (1, 2) for axis in range(last + 1)])
    channels = [
        tuple(pair[axis == last] if axis in inner else 2 for axis in range(last + 1))
        for few in (2, 3)
        for pair in ((few, 6), (6, few))
    ]
    return (*edges, *channels)


def few_shapes(kernel: Kernel) -> tuple[Shape, ...]:
    """Returns two shapes without equal strides: a tile with lines on both of its sides, and less than a tile."""
    last = len(kernel.perm) - 1
    inner = {last, kernel.perm[-1]}
    if kernel.pinned or kernel.perm == (0,):
        return kernel.shapes
    long = tuple(TILE + 1 if axis == last else TILE if axis in inner else 2 for axis in range(last + 1))
    thin = tuple(TILE - 1 if axis == last else 1 if axis in inner else 2 for axis in range(last + 1))
    return (long, thin)


def of_set(set_name: str, folder: Path) -> list[Kernel]:
    """All kernels of a set's plan; tile cores at every folded permutation that they are for."""
    plan = make_plan(load_set(set_name))
    kernels = []
    for form in plan.forms:
        symbol = form.kernel.name if form.kernel else "permkern_generic"
        shapes = shapes_of(form.perm, form.bits)
        strategy = form.choice.strategy
        core = form.kernel is not None and form.kernel.perm is None
        made = Kernel(folder, symbol, form.bits, form.perm, strategy, shapes, in_set=form.kernel is not None, core=core)
        kernels.append(made)
    for entry in plan.pinned:
        work, best = entry.work, entry.body.best
        kernel = Kernel(folder, entry.symbol, work.bits, work.perm, best.choice.strategy, (work.shape,), pinned=True)
        kernels.append(replace(kernel, routine=entry.code, wide=best.work.bits))
    return kernels


def generic_of(set_name: str, folder: Path) -> list[Kernel]:
    """The generic routine as a set's profile has it, at every width and folded permutation of ranks up to 4."""
    planes = {kernel.bits: kernel.symbol for kernel in of_set(set_name, folder) if kernel.moves_planes}
    return [
        Kernel(
            folder,
            "permkern_generic",
            bits,
            perm,
            Strategy.GENERIC,
            shapes_of(perm, bits),
            in_set=False,
            plane=planes.get(bits),
        )
        for bits in WIDTHS
        for perm in sorted(all_forms(4), key=lambda perm: (len(perm), perm))
    ]


def reversers(folder: Path) -> list[Kernel]:
    """The routines that reverse a run, of elements of each width; then that of pixels of three bytes."""

    def made(symbol: str, bits: int, perm: Perm, shapes: tuple[Shape, ...]) -> Kernel:
        return Kernel(folder, symbol, bits, perm, Strategy.COPY, shapes, in_set=False, line=True, turned=1)

    runs = [
        made(f"permkern_reverse{bits}", bits, (0,), tuple((length,) for length in run_lengths(bits))) for bits in WIDTHS
    ]
    return [*runs, made("permkern_reverse24", 8, (0, 1), ((1, 3), (3, 3), (4, 3), (5, 3), (9, 3)))]


def turned(kernels: Iterable[Kernel]) -> list[Kernel]:
    """Kernels for planes, of which the columns, the rows or both run backwards."""
    return [replace(kernel, turned=axes) for kernel in kernels if kernel.moves_planes for axes in (1, 2, 3)]


def one_of_each(kernels: Iterable[Kernel]) -> list[Kernel]:
    """The first kernel of each strategy, width and rank."""
    found: dict[tuple[object, ...], Kernel] = {}
    for kernel in kernels:
        found.setdefault((kernel.strategy, kernel.bits, len(kernel.perm), kernel.pinned, kernel.folder), kernel)
    return list(found.values())
