# SPDX-License-Identifier: BSD-3-Clause
"""
Model checking of kernels: every portable one against the definition of a permute, with shapes enumerated and contents
symbolic; and its twins, with seeded bugs that ESBMC must refuse.
"""

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path

import configurations
from configurations.host import STATED
from configurations.uses import Configuration, Model
from steps import ROOT, Log, StepFailed

from generator.moves import Strategy
from generator.permutation import WIDTHS, Perm, Shape
from verify import model, spoil
from verify.folders import fresh, kernels
from verify.model import Call
from verify.model_shapes import Kernel, few_shapes, generic_of, of_set, one_of_each, reversers, turned
from verify.step import Depth, Outcome, Step

QUICK = (8, 32)  # bits of the elements that --quick takes
FARTHEST = 32  # bytes between rows, of what proof-kernels takes in
ELEMENTS = 300  # that one call of ESBMC takes: more slow it down, fewer waste its start
SWAP = "^ *b) & 0x00ff00ffU;"  # of permkern_swap8
OWN_SET = model.HARNESSES / "pinned.toml"
FIELDS = (r"\b(axis|part|outer->axis)\[(\w+)\]\.", r"model_at(\1, \2)->")
BITS = (r"\(uintptr_t\)(in|out)\b", r"(uintptr_t)__ESBMC_POINTER_OFFSET(\1)")
COUNT = (r"(stop = run->in \+ \(run->left & ~\(block - 1\)\);)", r"\1\n    size_t model = run->left / block;")
ENDS = (r"\bwhile \(run->in != stop\) \{", "for (; model_goes_on(run->in != stop, model != 0); model--) {")
PLANE = (r"\bplane != NULL", "(HAS_PLANE || plane != NULL)")
RESPELLED = {
    "permkern_axis.h": (FIELDS,),
    "permkern_way.h": (FIELDS,),
    "generic.c": ((rf"(?<![.>]){FIELDS[0]}", FIELDS[1]), PLANE),
    "tiled.c": (FIELDS,),
    "permkern_access.h": (BITS,),
    "permkern_pairs.h": (BITS,),
    "copy.c": (BITS, COUNT, ENDS),
    "backward.c": (BITS,),
}
# Files of src/ that kernels are made of.
SHARED = (
    "permkern_access.h",
    "permkern_lanes.h",
    "permkern_lines.h",
    "permkern_pairs.h",
    "copy.c",
    "generic.c",
    "tiled.c",
    "backward.c",
)


PLANES = (Strategy.TILE, Strategy.INTERLEAVE)


@dataclass(frozen=True)
class Variant:
    """A configuration that kernels are checked in, and whether only planes are."""

    configuration: Configuration
    model: Model

    @property
    def name(self) -> str:
        return self.model.title

    @property
    def macros(self) -> tuple[str, ...]:
        """Those of the configuration, and what it leaves to the preprocessor."""
        own = self.configuration.macros
        return (*own, *(macro for macro in STATED if not any(one.startswith(macro[:-1]) for one in own)))

    @property
    def widths(self) -> tuple[int, ...]:
        return (8, 16) if self.model.planes else WIDTHS

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        return PLANES if self.model.planes else tuple(Strategy)

    def changes(self, kernel: Kernel) -> bool:
        """
        Whether the macros change what the kernel runs. What they change is shared by a width's kernels: a plane, and
        one of rank 3 around it, stand for all of those that are for any shape. Of a core only the alignment is its own.
        """
        stands = kernel.pinned or kernel.perm in ((0,), (1, 0), (0, 2, 1), (1, 0, 2))
        shared = kernel.core and self.model.planes
        return stands and not shared and kernel.bits in self.widths and kernel.strategy in self.strategies


WORDS, *VARIANTS = (Variant(*one) for one in configurations.used(Model))


def room(extents: Sequence[int], gap: int) -> int:
    """Returns how many elements an array spans whose strides are `gap` elements longer than what they step over."""
    length, stride = 1, 1
    for extent in reversed(extents):
        length += (extent - 1) * stride
        stride *= extent + gap
    return length


def spell(shapes: Iterable[Shape], perm: Perm, gap: int) -> str:
    def one(number: int, shape: Shape) -> str:
        rooms = room(shape, gap), room([shape[axis] for axis in perm], 2 * gap)
        return f"SHAPE({number},{','.join(map(str, (*rooms, *shape, *[1] * (6 - len(shape)))))})"

    return "".join(one(number, shape) for number, shape in enumerate(shapes))


def chunks(shapes: Iterable[Shape]) -> list[tuple[Shape, ...]]:
    """Distributes shapes, in order, over calls of at most ELEMENTS elements each."""
    parts: list[tuple[Shape, ...]] = []
    left = 0
    for shape in shapes:
        need = prod(shape) + 8
        if need > left or not parts:
            parts.append(())
            left = ELEMENTS
        parts[-1] = (*parts[-1], shape)
        left -= need
    return parts


@dataclass(frozen=True)
class Harness:
    """A kernel in a variant, on some shapes. expects: as in a Call."""

    name: str
    kernel: Kernel
    variant: Variant
    spelled: Path
    shapes: tuple[Shape, ...]
    expects: tuple[str, ...] = ()
    seeds: Path | None = None  # a folder with seeded files, which come first
    reach: bool = False
    gap: int = 0


# Ends of what ESBMC says of a wrong value, and of an access outside of an array.
VALUE = ("out[o] == in[i]",)
WRONG = (*VALUE, "array bounds violated", "invalid pointer", "Access to object out of bounds")


def call_of(harness: Harness) -> Call:
    kernel = harness.kernel
    folders = [*([harness.seeds] if harness.seeds else []), harness.spelled, kernel.folder]
    perm = (*kernel.perm, *range(len(kernel.perm), 6))
    macros = [
        *harness.variant.macros,
        *([f'SOURCE="{kernel.source}"'] if kernel.in_set or kernel.plane else []),
        *([f"PLANE={kernel.plane}"] if kernel.plane else []),
        f"KERNEL={kernel.symbol}",
        f"PINNED={int(kernel.pinned)}",
        f"LINE={int(kernel.line)}",
        f"ELEMENT=uint{kernel.bits}_t",
        f"SHIFT={WIDTHS.index(kernel.bits)}",
        f"RANK={len(kernel.perm)}",
        f"PERM={','.join(map(str, perm))}",
        f"SHAPES={spell(harness.shapes, kernel.perm, harness.gap)}",
        f"GAP={harness.gap}",
        f"TURNED={kernel.turned}U",
        *(["REACH"] if harness.reach else []),
    ]
    name = f"{harness.name}, shapes {harness.shapes}"
    return Call(name, model.words("kernel.c", folders, macros, "--unwind", "600"), harness.expects)


def respell(folder: Path) -> Path:
    """
    Copies of files of src/ in which ESBMC finds what is constant, and does not unwind loops forever. They say
    model_at(axis, k)->extent for axis[k].extent; for a pointer's low bits those of its offset in its array, as all
    arrays of verify/model/kernel.c begin at a multiple of eight; and that a function has an address. Loops that end at
    an address count their rounds, and claim that they end there. All other headers are there as they are: a header
    includes those beside itself.
    """
    folder.mkdir(parents=True, exist_ok=True)
    complete(folder, ROOT / "src")
    helper = (
        "static inline permkern_axis *model_at(const permkern_axis *axis, size_t k)\n"
        "{\n    return (permkern_axis *)&axis[k];\n}\n\n"
    )
    for name, spellings in RESPELLED.items():
        text = (ROOT / "src" / name).read_text(encoding="utf-8")
        for pattern, by in spellings:
            text, count = re.subn(pattern, by, text)
            if count == 0:
                raise StepFailed(f"src/{name} has nothing to spell in another way: {pattern}")
        if name == "permkern_axis.h":
            text = text.replace("#include <stdint.h>\n", f"#include <stdint.h>\n\n{helper}", 1)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def complete(folder: Path, source: Path) -> None:
    """Copies the headers of a folder that another one lacks."""
    for header in source.glob("*.h"):
        if not (folder / header.name).exists():
            shutil.copy(header, folder)


def proofs(kernel: Kernel, variant: Variant, spelled: Path, shapes: Iterable[Shape], gap: int = 0) -> list[Harness]:
    """Returns the harnesses that check a kernel on shapes. gap: the least number of elements between rows."""
    name = f"{kernel.symbol} {kernel.bits} {kernel.perm} {variant.name}{' turned' if kernel.turned else ''}"
    by_gap: dict[int, list[Shape]] = {}
    for shape in shapes:
        by_gap.setdefault(max(gap, kernel.gap_of(shape)), []).append(shape)
    return [
        Harness(f"{name}{' gaps' if wide else ''} {number}", kernel, variant, spelled, part, gap=wide)
        for wide, same in by_gap.items()
        for number, part in enumerate(chunks(same))
    ]


def bodies_of(kernel: Kernel, known: Mapping[str, tuple[spoil.Function, ...]]) -> tuple[list[str], spoil.Rule]:
    """
    Where a kernel's elements are moved, and how to spoil it: the last store of each tile, or all stores that the kernel
    reaches.
    """
    starts = [kernel.routine or kernel.symbol, *([kernel.plane] if kernel.plane else [])]
    called = [name for start in starts for name in spoil.reached(known, start, spoil.EVERY)]
    if kernel.strategy is not Strategy.TILE:
        return [name for name in called if spoil.changes(known[name], spoil.every_store)], spoil.every_store
    tiles = [name for name in called if re.fullmatch(rf"permkern_x{kernel.wide or kernel.bits}_tile\dx\d", name)]
    if not tiles:
        raise StepFailed(f"{kernel.symbol}: no function looks like its tile")
    return tiles, spoil.last_store


def loops_of(kernel: Kernel, known: Mapping[str, tuple[spoil.Function, ...]]) -> tuple[list[str], int]:
    """
    Where the search for a kernel's loop begins, and how many levels of calls are spoilt with it: lines and runs of the
    generic routine, as each profile has them, or the kernel that moves its planes; a core's line of tiles; long runs,
    as short copies have no loop; of another kernel the first.
    """
    start = kernel.routine or kernel.symbol
    if kernel.strategy is Strategy.GENERIC and kernel.plane and not kernel.moves_runs:
        return [kernel.plane], 1
    if kernel.strategy is Strategy.GENERIC:
        return ["move_rows", "move_along", "move_elements", "runs_of", "runs_of_three", "long_runs"], 0
    if kernel.line:
        return ["reverse_words" if kernel.bits < 32 else "reverse_elements"], 0
    if kernel.strategy is Strategy.COPY:
        return ["copy_long"], 0
    if kernel.core:
        return [name for name in spoil.reached(known, start, spoil.EVERY) if name.endswith("_line")], 0
    return [start], 1


def twins(kernel: Kernel, spelled: Path, folder: Path) -> list[Harness]:
    """
    Reachability of the end; a wrong value in the body; a wrong end of a loop, if there is one. A pinned copy has none,
    nor has the generic routine's: they call the copy that kernels for any shape call, and their twins doubt its loops.
    """
    planes = sorted((ROOT / "src" / "plane").glob(f"permkern_*[a-z]{kernel.wide or kernel.bits}.h"))
    own = [kernel.folder / kernel.source, *planes] if kernel.in_set or kernel.plane else []
    files = [*own, *(spelled / name for name in SHARED)]
    known = spoil.functions(files)
    runs = kernel.strategy is Strategy.GENERIC and kernel.moves_runs
    small = (kernel.shapes[-1] if runs else kernel.smallest,)  # a loop over a single run ends whatever it asks
    here = folder / f"{kernel.folder.name}_{kernel.symbol}_{kernel.bits}_{''.join(map(str, kernel.perm))}"
    bodies, rule = bodies_of(kernel, known)
    value = spoil.seeded(known, bodies, rule, here / "value", spoil.EVERY)
    starts, levels = loops_of(kernel, known)
    copies = (kernel.pinned and kernel.strategy is Strategy.COPY) or (
        kernel.perm == (0,) and (kernel.pinned or kernel.strategy is Strategy.GENERIC)
    )
    loop = not copies and spoil.seeded(known, starts, spoil.first_loop, here / "loop", levels)
    if not value or not (loop or copies or kernel.pinned):
        raise StepFailed(f"{kernel.symbol} has no place to seed a bug into")
    for place in (here / "value", here / "loop"):
        if place.is_dir():
            complete(place, spelled)
    name = f"{kernel.symbol} {kernel.bits} {kernel.perm}"
    made = [
        Harness(f"{name} end", kernel, WORDS, spelled, small, ("end",), reach=True),
        Harness(f"{name} value", kernel, WORDS, spelled, small, VALUE, here / "value"),
        Harness(f"{name} loop", kernel, WORDS, spelled, small, WRONG, here / "loop"),
    ]
    return made if loop else made[:2]


def leaves(spelled: Path, folder: Path) -> list[Call]:
    """
    What the proof of planes by words takes in: that a tile, and groups of two channels, move their elements, whatever
    they hold, and nothing else. With the end, and a bug in what both are made of.
    """
    seeded = folder / "leaves"
    seeded.mkdir()
    text = (ROOT / "src" / "permkern_lanes.h").read_text(encoding="utf-8")
    if text.count(SWAP) != 1:
        raise StepFailed(f"src/permkern_lanes.h does not hold once: {SWAP}")
    (seeded / "permkern_lanes.h").write_text(text.replace(SWAP, "^ *b) & 0x00ff007fU;"), encoding="utf-8")
    complete(seeded, spelled)

    def call(tile: int, kind: str, folders: tuple[Path, ...], expects: tuple[str, ...] = ()) -> Call:
        macros = (*WORDS.macros, f"FARTHEST={FARTHEST}", f"TILE={tile}", *(("REACH",) if kind == "end" else ()))
        command = model.words("leaves.c", (*folders, ROOT / "generated"), macros, "--unwind", "600")
        return Call(f"{'tile' if tile else 'two channels'} of bytes, {kind}", command, expects)

    return [
        made
        for tile in (1, 0)
        for made in (
            call(tile, "any strides", (spelled,)),
            call(tile, "end", (spelled,), ("end",)),
            call(tile, "seeded", (seeded,), VALUE),
        )
    ]


def some_shapes(kernel: Kernel) -> tuple[Shape, ...]:
    """
    Returns what a variant is checked on: the last dozen of a kernel's shapes, which has the largest, and every seventh
    of the others, as 7 divides no number of extents of an axis. Where words trap, ESBMC takes up to seven minutes for
    a shape of a core's half words, and a few seconds for the smallest.
    """
    if kernel.core and kernel.bits > 8:
        return (kernel.smallest,)
    return (*kernel.shapes[:-12:7], *kernel.shapes[-12:])


def harnesses(log: Log, depth: Depth, folder: Path, spelled: Path) -> list[Harness]:
    committed = ROOT / "generated"
    default = of_set("default", committed)
    own = of_set(str(OWN_SET), kernels(log, str(OWN_SET), folder / "own"))
    cores = [kernel for kernel in of_set("mli", kernels(log, "mli", folder / "size")) if kernel.in_set]
    tiny = kernels(log, "tiny", folder / "tiny")
    sets = (("default", committed), ("mli", folder / "size"), ("tiny", tiny))
    generic = [kernel for name, place in sets for kernel in generic_of(name, place)]
    # What a core does about outer axes is the same for all permutations: at rank 4, one stands for all. What the other
    # kernels of rank 4 do differs between widths by the element's type alone: bytes stand for all.
    few = [kernel for kernel in cores if len(kernel.perm) < 4 or kernel.perm == (3, 2, 1, 0)]
    whole = [*(kernel for kernel in default if len(kernel.perm) < 4 or kernel.bits == 8), *own]
    reversing = reversers(committed)
    gapped = [*default, *cores]
    varied = [kernel for kernel in default if kernel.perm == (1, 0) and kernel.bits == 8]
    if depth.full:
        whole += [*few, *of_set("gtcrn", kernels(log, "gtcrn", folder / "gtcrn"))]
        # The routine of profile size moves planes by tile cores, which are doubted as what they are.
        lines = [kernel for kernel in one_of_each(generic) if kernel.folder != folder / "size"]
        doubted = [*whole, *lines, *reversing[:4]]
        varied = [*default, *own, *cores]
    else:
        whole = [kernel for kernel in whole if kernel.bits in QUICK and (kernel.pinned or len(kernel.perm) <= 2)]
        generic = [kernel for kernel in one_of_each(generic) if kernel.bits == 8]
        gapped = [kernel for kernel in one_of_each([*default, *few]) if kernel.bits in QUICK]
        doubted = [kernel for kernel in (*gapped, *own, *reversing[:1]) if kernel.bits == 8]
    made = [part for kernel in (*whole, *reversing) for part in proofs(kernel, WORDS, spelled, kernel.shapes)]
    for kernel in turned(default):
        made += proofs(kernel, WORDS, spelled, kernel.shapes if depth.full else few_shapes(kernel), gap=1)
    for kernel in (*gapped, *generic):
        made += proofs(kernel, WORDS, spelled, few_shapes(kernel), gap=1)
    for variant in VARIANTS:
        for kernel in varied:
            if variant.changes(kernel):
                made += proofs(kernel, variant, spelled, some_shapes(kernel))
    for kernel in doubted:
        made += twins(kernel, spelled, folder / "seeded")
    return made


def check_kernels(log: Log, depth: Depth) -> Outcome:
    """Shows, for all contents, that kernels put each element where the definition does, and access nothing else."""
    folder = fresh("model-kernels")
    spelled = respell(folder / "spelled")
    made = harnesses(log, depth, folder, spelled)
    taken_in = leaves(spelled, folder)
    count = model.run(log, [*(call_of(harness) for harness in made), *taken_in])
    proven = [harness for harness in made if not harness.expects]
    kernels = {(harness.kernel.folder, harness.kernel.symbol) for harness in proven}
    shapes = sum(len(harness.shapes) for harness in proven)
    seeded = sum(harness.seeds is not None for harness in made)
    figures = (
        f"{len(kernels)} kernels",
        f"{shapes} runs of a shape in {len(proven)} calls",
        f"{seeded} seeded bugs refused",
        f"{len(made) - len(proven) - seeded} ends reached",
        f"{len(taken_in)} of what proof-kernels takes in",
    )
    return Outcome(count, "harnesses", figures)


def steps() -> tuple[Step, ...]:
    return (Step("model-kernels", "kernels, any contents (ESBMC)", (), check_kernels),)
