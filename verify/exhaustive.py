# SPDX-License-Identifier: BSD-3-Clause
"""Exhaustive runs against the definition of a permute, under sanitizers; no branch or address depends on contents.

The program is verify/exhaustive/*.c: main.c has the sweeps, work.c the oracle, twins.c what has to fail.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path

import configurations
from configurations.host import FOLLOWED, PINS_TO_SWEEP
from configurations.uses import Configuration, Sweep
from steps import BUILD, ROOT, Count, Log, StepFailed

from generator import tomlreader
from verify.folders import fresh, kernels
from verify.step import Depth, Outcome, Step, each

HERE = ROOT / "verify" / "exhaustive"
MEMORY_TWINS = ("read-before", "read-behind", "write-before", "write-behind", "write-input", "leave-last", "swap-two")
CONTENT_TWINS = ("branch", "address", "constant")


def swept(*kinds: str) -> tuple[Configuration, ...]:
    return tuple(chosen for kind in kinds for chosen, use in configurations.used(Sweep) if use.kind == kind)


(VECTORS,) = swept("host")
WORDS, SMALL, (PINS,) = swept("words"), swept("small"), swept("pins")
(SIZE_ALIGNED,) = swept("small-aligned")
ALL = swept("host", "words", "small", "pins", "pins-aligned")


@dataclass(frozen=True)
class Share:
    """A configuration, and which of its requests are checked: one of `every`."""

    variant: Configuration
    every: int = 1
    large: bool = False


@dataclass(frozen=True)
class Flavour:
    """How the library and the program around it are compiled, and what runs the program."""

    library: tuple[str, ...]
    program: tuple[str, ...]
    run: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    twins: tuple[str, ...] = MEMORY_TWINS


@dataclass(frozen=True)
class Part:
    """A flavour, and the shares that it is run on at each depth. The cases of a step's parts are added up."""

    flavour: Flavour
    quick: tuple[Share, ...]
    full: tuple[Share, ...]


# ---- builds ----

PIN_PLANES = tuple(product((2, 3, 4, 5, 8, 9, 17), repeat=2))
PIN_SPACES = (((3, 4, 5), (2, 1, 0)), ((2, 5, 8), (0, 2, 1)), ((4, 3, 6), (1, 0, 2)), ((2, 4, 3, 5), (3, 1, 0, 2)))


def pin_set() -> str:
    """Returns a set with pinned shapes around the tiles, at every width, by turns with other promised alignments."""
    shapes = [(shape, (1, 0)) for shape in PIN_PLANES] + list(PIN_SPACES)
    entries = [
        f'\n[[pinned]]\nname = "pin{number}_{bits}"\nshape = {list(shape)}\nperm = {list(perm)}\nbits = {bits}\n'
        f"align = {max(bits // 8, (1, 4, 8)[number % 3])}\n"
        for number, (shape, perm) in enumerate(shapes)
        for bits in (8, 16, 32, 64)
    ]
    return "format = 1\n" + "".join(entries)


def kernels_of(log: Log, folder: Path, variant: Configuration) -> Path:
    """The folder of the variant's kernels. Where they are of the set of pins, it is written first."""
    permutations: str | Path = variant.permutations
    if permutations == PINS_TO_SWEEP:
        permutations = folder / "pins.toml"
        permutations.write_text(pin_set(), encoding="utf-8")
    return kernels(log, permutations, folder / "generated")


def build(log: Log, folder: Path, flavour: Flavour, variant: Configuration) -> Path:
    """Compiles the library and the program, by the flavour's command for each, and links them."""
    generated = kernels_of(log, folder, variant)
    includes = [f"-I{path}" for path in (generated, ROOT / variant.mli)]
    includes += [f"-I{ROOT / path}" for path in ("include", "src", "tests", "tests/plain_check", "verify/exhaustive")]
    library = sorted([*(ROOT / "src").rglob("*.c"), *generated.glob("*.c")])
    program = [*sorted(HERE.glob("*.c")), ROOT / "tests/harness.c", ROOT / "tests/plain_check/check.c"]
    common = ("-std=gnu11", "-g1", *variant.defines, *includes)
    for name, command, sources in (("library", flavour.library, library), ("program", flavour.program, program)):
        (folder / name).mkdir()
        log.must([*command, *common, "-c", *sources], cwd=folder / name)
    objects = [*sorted((folder / "library").glob("*.o")), *sorted((folder / "program").glob("*.o"))]
    log.must([*flavour.program, *objects, "-o", folder / "exhaust"])
    return folder / "exhaust"


# ---- runs ----


def unlisted_wraps(output: str) -> list[str]:
    """Returns what UBSan reported, without the wraps that verify/exhaustive/wraps.toml lists."""
    known = tomlreader.loads((HERE / "wraps.toml").read_text(encoding="utf-8"))["wrap"]
    unlisted = []
    for path, number, what in re.findall(r"^(/[^:\n]+):(\d+):\d+: runtime error: (.*)$", output, re.MULTILINE):
        line = Path(path).read_text(encoding="utf-8").splitlines()[int(number) - 1]
        listed = any(
            entry["text"] in line and (entry["file"] == "*" or path.endswith("/" + entry["file"])) for entry in known
        )
        if not (listed and what.startswith("unsigned integer overflow")):
            unlisted.append(f"{path}:{number}: {what}: {line.strip()}")
    return unlisted


def absent(output: str) -> list[str]:
    return re.findall(r"^not here: (\w+)$", output, re.MULTILINE)


def run_share(log: Log, program: Path, flavour: Flavour, share: Share) -> Count:
    options = ["--every", str(share.every)] + ["--large"] * share.large
    code, output = log.run([*flavour.run, program, *options], env=flavour.env)
    totals = re.findall(r"^(\d+) passed, (\d+) failed$", output, re.MULTILINE)
    wraps = unlisted_wraps(output)
    for wrap in wraps:
        log.note(f"not listed in verify/exhaustive/wraps.toml: {wrap}")
    if len(totals) != 1:
        log.note(f"{share.variant.name}: ended with {code} before its last case")
        return Count(0, 1 + len(wraps))
    count = Count(int(totals[0][0]), int(totals[0][1]) + len(wraps))
    return count if code == 0 or count.failed else count + Count(0, 1)


def run_twins(log: Log, program: Path, flavour: Flavour) -> Count:
    """Runs each twin, which does what no kernel may do: its run must end with an error."""
    codes = [log.run([*flavour.run, program, "--twin", twin], env=flavour.env)[0] for twin in flavour.twins]
    missed = [twin for twin, code in zip(flavour.twins, codes, strict=True) if code == 0]
    for twin in missed:
        log.note(f"the twin {twin} was not seen")
    return Count(len(codes) - len(missed), len(missed))


def check_share(log: Log, folder: Path, flavour: Flavour, share: Share) -> tuple[Count, Count]:
    """Returns the counts of cases and of twins."""
    program = build(log, folder, flavour, share.variant)
    twins = run_twins(log, program, flavour) if share.variant == VECTORS else Count()
    return run_share(log, program, flavour, share), twins


def tasks(name: str, parts: Sequence[Part], depth: Depth) -> Iterator[tuple[Path, Flavour, Share]]:
    for number, part in enumerate(parts):
        for share in part.full if depth.full else part.quick:
            yield BUILD / "verify" / name / f"{number}-{share.variant.name}", part.flavour, share


def run_step(name: str, parts: Sequence[Part], log: Log, depth: Depth) -> Outcome:
    fresh(name)
    chosen = [task for task in tasks(name, parts, depth) if depth.takes(task[2].variant.name)]
    for path, _, _ in chosen:
        path.mkdir(parents=True)
    counts = each(lambda task: check_share(log, *task), chosen)
    cases = sum((cases for cases, _ in counts), Count())
    twins = sum((twins for _, twins in counts), Count())
    if twins.passed + twins.failed == 0 and depth.takes(VECTORS.name):
        raise StepFailed("no twin was run")
    for level in sorted(set(absent(log.path.read_text(encoding="utf-8")))):
        print(f"{name}: not run with {level}: not here", flush=True)
    variants = len({share.variant for _, _, share in chosen})
    figures = (f"{variants} variants", f"{twins.passed} of {twins.passed + twins.failed} twins seen")
    return Outcome(cases + Count(0, twins.failed), "cases", figures)


# ---- steps ----

UNDEFINED = "-fsanitize=undefined,unsigned-integer-overflow,implicit-conversion"
STOP = ("-fno-sanitize-recover=all", "-fsanitize-recover=unsigned-integer-overflow")


def msan(level: str) -> Flavour:
    """MemorySanitizer follows values: none is hidden in assembly, and passing or returning one is not using it."""
    command = (
        "clang-19",
        "-fsanitize=memory",
        "-fno-sanitize-memory-param-retval",
        f"-D{FOLLOWED}",
    )
    return Flavour((*command, level), (*command, "-O1"), twins=(*MEMORY_TWINS, *CONTENT_TWINS))


GCC = Flavour(("gcc", "-O2"), ("gcc", "-O2"))
CLANG = Flavour(
    ("clang-19", "-O1", "-fsanitize=address", UNDEFINED, *STOP),
    ("clang-19", "-O1", "-fsanitize=address"),
)
MEMCHECK = Flavour(
    ("gcc", "-O2"),
    ("gcc", "-O2", "-DEXHAUST_MEMCHECK"),
    ("valgrind", "--quiet", "--error-exitcode=9", "--exit-on-first-error=yes"),
    twins=(*MEMORY_TWINS, *CONTENT_TWINS),
)


def shares(every: int, *variants: Configuration, large: bool = False) -> tuple[Share, ...]:
    """Returns a share of each variant: one request of `every`, and all pinned kernels, which are few."""
    return tuple(Share(variant, every, large and variant == VECTORS) for variant in variants)


def steps() -> tuple[Step, ...]:
    taint_quick = shares(211, VECTORS) + shares(401, *WORDS[:2], *SMALL, PINS)
    taint_full = shares(197, *ALL)
    sanitized_full = shares(7, VECTORS, large=True) + shares(13, *ALL[1:], SIZE_ALIGNED)
    runs = (
        (
            "exhaustive",
            "all small shapes and tile edges, guard pages",
            ("host",),
            (Part(GCC, shares(1, VECTORS) + shares(37, *ALL[1:]), shares(1, *ALL, large=True)),),
        ),
        (
            "exhaustive-ubsan",
            "the same, Clang's ASan; UBSan, wraps, alignment",
            ("host", "clang-19"),
            (Part(CLANG, shares(29, VECTORS, ALL[1]) + shares(29, SIZE_ALIGNED), sanitized_full),),
        ),
        (
            "oblivious",
            "MSan: nothing depends on contents",
            ("host", "clang-19"),
            (Part(msan("-O0"), shares(401, VECTORS), taint_full), Part(msan("-O1"), taint_quick, taint_full)),
        ),
        (
            "memcheck",
            "Memcheck: the same of what GCC -O2 made",
            ("host", "valgrind"),
            (Part(MEMCHECK, shares(2003, VECTORS), shares(997, VECTORS, *WORDS, PINS)),),
        ),
    )
    return tuple(
        Step(name, title, needs, partial(run_step, name, parts), quick=name != "memcheck")
        for name, title, needs, parts in runs
    )
