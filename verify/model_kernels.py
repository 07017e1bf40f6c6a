# SPDX-License-Identifier: BSD-3-Clause
"""
Checks kernels with ESBMC against the definition of a permute: shapes are enumerated, contents are symbolic. CI takes
planes of 8 and 16 bits, which words move; tools/nightly takes every kind of kernel, width and setting of words.
"""

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

from runner.configurations import ALIGNED, Configuration, named
from runner.programs import fresh, generate
from runner.step import ROOT, Count, Depth, Log, Step, StepFailed

from generator.kernels.inventory import make_inventory
from generator.kernels.manifest import load_set
from generator.kernels.permutation import WIDTHS, Perm, Shape
from verify import model
from verify.model import Call

AT_ONCE = 4  # shapes of one call of ESBMC: more slow it down, fewer waste its start
WORDS = named("words")
VARIANTS = tuple(map(named, ("aligned", "networks", "pieces", "bytes")))
ANYWHERE = "PERMKERN_UNALIGNED=1"  # of this machine; ESBMC has no macro from which it follows
VALUE = "out[o] == in[i]"  # what the harness asserts of each element
SWAP = ("^ *b) & 0x00ff00ffU;", "^ *b) & 0x00ff007fU;")  # of permkern_swap8, and with a bug

# One tile, tiles with lines beside them, channels.
FEW_PLANES: tuple[Shape, ...] = ((4, 4), (4, 5), (9, 8), (2, 5), (5, 2), (3, 4), (4, 3))
# Edges of one tile and of two, lines, rounds of channels and of tiles.
PLANES: tuple[Shape, ...] = (*FEW_PLANES, (3, 5), (5, 3), (8, 8), (2, 23), (23, 2), (3, 23), (23, 3), (4, 21), (21, 4))
PLANES_OF_PLANES: tuple[Shape, ...] = ((2, 5, 9), (3, 4, 4), (2, 7, 2), (2, 3, 6))
# Around a word, and around rounds of words, which are of 16 and of 32 bytes.
RUNS = (1, 4, 5, 15, 16, 33, 52)

# Shapes and permutations of pinned kernels: tiles with and without lines, channels both ways, lines, runs.
PINNED: tuple[tuple[Shape, Perm], ...] = (
    ((8, 8), (1, 0)),
    ((2, 9, 5), (0, 2, 1)),
    ((2, 9, 3), (0, 2, 1)),
    ((2, 3, 9), (0, 2, 1)),
    ((9, 2), (1, 0)),
    ((2, 9), (1, 0)),
    ((3, 5, 3), (2, 1, 0)),
    ((2, 3, 21), (1, 0, 2)),
)

# Spellings in copies of src/, see respell().
FIELDS = (r"(?<![.>])\b(axis|part)\[(\w+)\]\.", r"model_at(\1, \2)->")
BITS = (r"\(uintptr_t\)(in|out)\b", r"(uintptr_t)__ESBMC_POINTER_OFFSET(\1)")
COUNT = (r"(stop = run->in \+ \(run->left & ~\(block - 1\)\);)", r"\1\n    size_t model = run->left / block;")
ENDS = (r"\bwhile \(run->in != stop\) \{", "for (; model_goes_on(run->in != stop, model != 0); model--) {")
RESPELLED = {
    "base/permkern_axis.h": (FIELDS,),
    "move/permkern_way.h": (FIELDS,),
    "move/generic.c": (FIELDS,),
    "base/permkern_access.h": (BITS,),
    "move/permkern_pairs.h": (BITS,),
    "move/permkern_run.h": (BITS, COUNT, ENDS),
    "move/copy.c": (BITS,),
    "move/backward.c": (BITS,),
}
MODEL_AT = """
static inline permkern_axis *model_at(const permkern_axis *axis, size_t k)
{
    return (permkern_axis *)&axis[k];
}
"""


@dataclass(frozen=True)
class Kernel:
    """A kernel and the shapes that it is checked on. source: its file, empty for a routine that reverses a run."""

    folder: Path  # its set's generated files
    symbol: str
    bits: int
    perm: Perm
    shapes: tuple[Shape, ...]
    source: str = ""
    pinned: bool = False
    configuration: Configuration = WORDS


def runs_of(bits: int) -> tuple[int, ...]:
    return tuple(sorted({max(1, size * 8 // bits) for size in RUNS}))


def of_set(set_name: str, folder: Path) -> list[Kernel]:
    """Returns the kernels of a set that move planes, planes of planes and runs, and its pinned kernels."""
    plan = make_inventory(load_set(set_name))
    kernels = []
    for form in plan.forms:
        runs = tuple((3, 2, length) for length in runs_of(form.bits))
        shapes = {(1, 0): PLANES, (0, 2, 1): PLANES_OF_PLANES, (1, 0, 2): runs}.get(form.perm)
        if shapes and form.kernel:
            source = f"permkern_x{form.bits}.c"
            kernels.append(Kernel(folder, form.kernel.name, form.bits, form.perm, shapes, source))
    for entry in plan.pinned:
        source = f"permkern_x{entry.body.best.work.bits}.c"
        work = entry.work
        kernels.append(Kernel(folder, entry.symbol, work.bits, work.perm, (work.shape,), source, pinned=True))
    return kernels


def pinned_set(path: Path) -> str:
    """Writes a set with the pinned kernels in each width, and returns its path."""
    entries = [
        f'[[pinned]]\nname = "k{number}_x{bits}"\nshape = {list(shape)}\nperm = {list(perm)}\nbits = {bits}\n'
        for number, (shape, perm) in enumerate(PINNED)
        for bits in WIDTHS
    ]
    path.write_text('format = 1\nprofile = "speed"\n\n' + "\n".join(entries), encoding="utf-8")
    return str(path)


def every_kernel(log: Log, folder: Path) -> list[Kernel]:
    """
    Returns what tools/nightly checks. Settings of words change kernels of 8 and 16 bits; tile cores are left out of
    these, because ESBMC takes minutes for a shape where words must be aligned.
    """
    committed = ROOT / "generated"
    own = pinned_set(folder / "pinned.toml")
    default = of_set("default", committed)
    kernels = [
        *default,
        *of_set(own, generate(log, own, folder / "pinned")),
        *of_set("mli", generate(log, "mli", folder / "mli")),
    ]
    reversers = [
        Kernel(committed, f"permkern_reverse{bits}", bits, (0,), tuple((length,) for length in runs_of(bits)))
        for bits in WIDTHS
    ]
    varied = [
        replace(kernel, configuration=configuration, shapes=FEW_PLANES if kernel.perm == (1, 0) else kernel.shapes)
        for configuration in VARIANTS
        for kernel in default
        if kernel.bits <= 16
    ]
    return [*kernels, *reversers, *varied]


def some_planes() -> list[Kernel]:
    kernels = of_set("default", ROOT / "generated")
    return [
        replace(kernel, shapes=FEW_PLANES) for kernel in kernels if kernel.perm == (1, 0) and kernel.bits in (8, 16)
    ]


def batches(shapes: Sequence[Shape]) -> list[Sequence[Shape]]:
    return [shapes[first : first + AT_ONCE] for first in range(0, len(shapes), AT_ONCE)]


def spell(number: int, shape: Shape) -> str:
    return f"SHAPE({','.join(map(str, (number, prod(shape), *shape, *[1] * (3 - len(shape)))))})"


def call_of(kernel: Kernel, folder: Path, shapes: Sequence[Shape], violates: str = "") -> Call:
    """violates: "end", which claims that the end is not reached, or VALUE, for a folder with a bug."""
    own = kernel.configuration.settings
    macros = [
        *own,
        *([] if ALIGNED in own else [ANYWHERE]),
        *([f'SOURCE="{kernel.source}"'] if kernel.source else []),
        f"KERNEL={kernel.symbol}",
        f"PINNED={int(kernel.pinned)}",
        f"REVERSED={int(not kernel.source)}",
        f"ELEMENT=uint{kernel.bits}_t",
        f"SHIFT={WIDTHS.index(kernel.bits)}",
        f"RANK={len(kernel.perm)}",
        f"PERM={','.join(map(str, (*kernel.perm, *range(len(kernel.perm), 3))))}",
        f"SHAPES={''.join(spell(number, shape) for number, shape in enumerate(shapes))}",
        *(["REACH"] if violates == "end" else []),
    ]
    name = f"{kernel.symbol} {kernel.bits} {kernel.perm} {kernel.configuration.name} {shapes} {violates}"
    command = model.words("kernel.c", (folder, kernel.folder), macros, "--unwind", "600")
    return Call(name, command, (violates,) if violates else ())


def respell(folder: Path) -> Path:
    """
    Copies src/ with spellings by which ESBMC finds constants, and ends loops: model_at(axis, k)->extent for
    axis[k].extent; for a pointer's low bits those of its offset in its array, because all arrays of kernel.c begin at a
    multiple of eight; loops that end at an address count their rounds, and assert that they end there.
    """
    shutil.copytree(ROOT / "src", folder)
    for name, spellings in RESPELLED.items():
        text = (folder / name).read_text(encoding="utf-8")
        for pattern, by in spellings:
            text, count = re.subn(pattern, by, text)
            if count == 0:
                raise StepFailed(f"src/{name} does not match {pattern}")
        if name == "base/permkern_axis.h":
            text = text.replace("#include <stdint.h>\n", f"#include <stdint.h>\n{MODEL_AT}", 1)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def refuted(kernels: Sequence[Kernel], spelled: Path, folder: Path) -> list[Call]:
    """Returns calls that must fail: one for each kind of kernel, that its end is not reached, and one seeded bug."""
    one_of_each = {(kernel.pinned, kernel.source == "", len(kernel.perm)): kernel for kernel in kernels}
    ends = [call_of(kernel, spelled, kernel.shapes[:1], "end") for kernel in one_of_each.values()]
    bug = model.plant(folder, spelled, "move/permkern_lanes.h", *SWAP)
    return [*ends, call_of(some_planes()[0], bug, ((4, 4),), VALUE)]


def run(log: Log, depth: Depth) -> Count:
    folder = fresh("model-kernels")
    spelled = respell(folder / "spelled")
    kernels = every_kernel(log, folder) if depth.whole else some_planes()
    checks = [call_of(kernel, spelled, part) for kernel in kernels for part in batches(kernel.shapes)]
    return model.run(log, [*checks, *refuted(kernels, spelled, folder / "bug")])


def steps() -> tuple[Step, ...]:
    return (Step("model-kernels", "kernels, any contents (ESBMC)", ("esbmc", "jinja2"), run, "nightly"),)
