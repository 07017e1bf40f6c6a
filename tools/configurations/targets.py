# SPDX-License-Identifier: BSD-3-Clause
"""
Every other machine that the library is built for: the files of cross/, and what is done on each beside running the
suites, which tools/test does with all of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CROSS = Path(__file__).resolve().parents[2] / "cross"


@dataclass(frozen=True)
class Counted:
    """
    tools/bench firmware counts instructions in a build like this. name: what the baseline calls it. rows: the file of
    bench/firmware/ with what is permuted. alone: without a pinned kernel in the set. variant: a cross file of
    bench/firmware/ that comes after the target's. ci: tools/test counts it, too, and not the bench alone: of builds
    that execute much of the same, one.
    """

    name: str
    level: str = "2"
    profile: str = "speed"
    variant: str = ""
    rows: str = "cases"
    alone: bool = False
    ci: bool = True


def _models(name: str, level: str = "2", profile: str = "speed", *, alone: bool = False, ci: bool = True) -> Counted:
    return Counted(name, level, profile, rows="models", alone=alone, ci=ci)


def _turns(name: str, level: str = "2", profile: str = "speed", *, ci: bool = True) -> Counted:
    return Counted(name, level, profile, rows="turns", ci=ci)


@dataclass(frozen=True)
class Target:
    """
    name: its file in cross/. machine: what tools/qemu-run emulates it by, where something is counted. counted: builds
    of tools/bench firmware. cores: of bench/timings.py, all that execute its programs; their cycles are estimated.
    levels: a core of each kind, scalar and of vectors, whose objects are checked at other levels of optimisation, and
    where kernels that reverse axes run. stack: the most stack of each function is measured.
    board: the program for real boards is run. symbols: `tools/verify --quick symbols` takes it; --full takes all.
    mli: configurations with MLI's own headers for which its library is looked at, and the examples of MLI run.
    """

    name: str
    machine: str = ""
    counted: tuple[Counted, ...] = ()
    cores: tuple[str, ...] = ()
    levels: bool = False
    stack: bool = False
    board: bool = False
    symbols: bool = False
    mli: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        return CROSS / f"{self.name}.ini"

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def with_flags(self, flags: str) -> str:
        """Returns the text of a second cross file, after the target's own: more flags of the compiler."""
        own = next(line for line in self.text.splitlines() if line.startswith("c_args = "))
        return f"[built-in options]\n{own} + {flags.split()}\n"

    @property
    def is_clang(self) -> bool:
        return self.name.endswith("-clang")

    @property
    def is_elf(self) -> bool:
        """Whether readelf reads its objects: WebAssembly has a format of its own."""
        return not self.name.startswith("wasm")

    @property
    def needs(self) -> tuple[str, ...]:
        """Returns the groups of tools/lib.sh that have its compiler and emulator."""
        clang = ("clang-cross",) if self.is_clang else ()
        if self.name.startswith("cortex-"):
            return "arm", "qemu-arm", *clang
        if self.name.startswith(("rv32", "rv64")):
            return "riscv", "qemu-riscv", *clang
        return (self.name.partition("-")[0],)


# In the order in which tools/bench shows them. A file of cross/ that is not named here is a target all the same: its
# suites are run, and nothing else.
KNOWN = (
    Target(
        "cortex-m4",
        "mps2-an386",
        (
            Counted("cortex-m4"),
            Counted("cortex-m4-pairs", variant="pairs", ci=False),
            Counted("cortex-m4-size", "s", "size", ci=False),
            _models("cortex-m4-models"),
            _models("cortex-m4-models-size", "s", "size", alone=True, ci=False),
            _models("cortex-m4-models-size-pinned", "s", "size"),
            _models("cortex-m4-models-debug", "g", ci=False),
            _turns("cortex-m4-turns"),
            _turns("cortex-m4-turns-size", "s", "size", ci=False),
        ),
        cores=("Cortex-M4",),
        stack=True,
        board=True,
    ),
    Target(
        "cortex-m3",
        "mps2-an385",
        (Counted("cortex-m3", ci=False), _models("cortex-m3-models", ci=False)),
        cores=("Cortex-M3",),
    ),
    Target(
        "cortex-m0",
        "microbit",
        (Counted("cortex-m0", ci=False), _models("cortex-m0-models"), _turns("cortex-m0-turns", ci=False)),
        cores=("Cortex-M0", "Cortex-M0+"),  # one instruction set
        levels=True,
        stack=True,
        symbols=True,
        mli=("mli-1.1", "mli-2.0"),
    ),
    Target(
        "cortex-m55",
        "mps3-an547",
        (
            Counted("cortex-m55"),
            Counted("cortex-m55-gather", variant="gather", ci=False),
            _turns("cortex-m55-turns", ci=False),
        ),
        stack=True,
    ),
    Target(
        "cortex-m55-clang",
        "mps3-an547",
        (Counted("cortex-m55-clang"), Counted("cortex-m55-clang-gather", variant="gather", ci=False)),
        levels=True,
    ),
    Target(
        "rv32imac",
        "rv32",
        (Counted("rv32imac", ci=False), _models("rv32imac-models"), _turns("rv32imac-turns", ci=False)),
        stack=True,
        board=True,
        symbols=True,
    ),
    Target("rv32imac-zbkb", "rv32-zbkb", (Counted("rv32imac-zbkb", ci=False),)),
    Target("rv32imacv-clang", "rv32-v128", (Counted("rv32imacv-clang"),), levels=True),
    Target("arc-em", levels=True),
)


def targets() -> Iterator[Target]:
    """Yields a target for each file of cross/, by name."""
    known = {target.name: target for target in KNOWN}
    for path in sorted(CROSS.glob("*.ini")):
        yield known.get(path.stem, Target(path.stem))


def target(name: str) -> Target:
    return next(target for target in targets() if target.name == name)


@dataclass(frozen=True)
class Reported:
    """
    What tools/report measures a set on. name: as --target names it. of: its cross file. machine: what QEMU emulates.
    core: of bench/timings.py, if cycles are estimated. variant: a cross file of bench/emulated/ that comes after.
    """

    name: str
    of: Target
    machine: str
    core: str = ""
    variant: str = ""


# QEMU's Cortex-M0 has 16 KiB of memory; the emulated Cortex-M3 executes all that a Cortex-M0 does.
REPORTED = {
    each.name: each
    for each in (
        Reported("cortex-m4", target("cortex-m4"), "mps2-an386", "Cortex-M4"),
        Reported("cortex-m3", target("cortex-m3"), "mps2-an385", "Cortex-M3"),
        Reported("cortex-m0", target("cortex-m0"), "mps2-an385", "Cortex-M0", "cortex-m0"),
        Reported("cortex-m0plus", target("cortex-m0"), "mps2-an385", "Cortex-M0+", "cortex-m0"),
        Reported("cortex-m55", target("cortex-m55"), "mps3-an547", variant="cortex-m55"),
        Reported("rv32imac", target("rv32imac"), "rv32"),
    )
}

# Cores of AArch64 for which tools/bench mca estimates cycles: two that execute in order, and one that does not.
MODELLED = ("cortex-a53", "cortex-a55", "neoverse-n1")

# ---- levels of optimisation ----

OBJECT_LEVELS = ("s",)  # beside -O2, which suites are built with: compilers insert other library calls
STACK_LEVELS = ("s", "2")
STACK_QUICK = ("cortex-m0-mli-Os", "cortex-m4-default-O2")  # target, set and level
SIZE_LEVELS = ("s", "2")  # of tools/bench firmware
SYMBOL_LEVELS = ("s", "2")  # --quick takes the first


@dataclass(frozen=True)
class Level:
    """The host's suites, compiled at one level of optimisation. link_time: the linker optimises, too."""

    compiler: str
    level: str
    link_time: bool
    quick: bool = False

    @property
    def every_case(self) -> bool:
        """Whether long sweeps take every case; otherwise they take samples."""
        return (self.compiler, self.level, self.link_time) == ("gcc", "2", False)


LEVELS = tuple(
    Level(compiler, level, link_time, quick=(compiler, level, link_time) == ("gcc", "3", True))
    for compiler in ("gcc", "clang-19")
    for level in ("0", "s", "2", "3")
    for link_time in (False, True)
    if not link_time or level in ("2", "3")
)
# Sets that emulated targets run beside the default, and the pairs that --quick takes.
IN_PLACE = "verify/emulated/in_place.toml"
SETS_ON_TARGETS = ("mli", "tiny", IN_PLACE)
QUICK_SETS_ON_TARGETS = (("cortex-m0", "tiny"), ("cortex-m0", IN_PLACE), ("cortex-m4", IN_PLACE))


@dataclass(frozen=True)
class CoveredTarget:
    """
    A target whose vector kernels `tools/verify coverage-targets` sees executed. arch: their folder in src/arch/.
    level: of optimisation; low, so that compilers leave one instruction at least of each place. Where it is not 0,
    kernels have loops in assembly only with optimisation. programs: of tests/, which reach all of it together.
    """

    target: str
    arch: str
    level: str
    programs: tuple[str, ...]
    options: tuple[str, ...] = ()
    quick: bool = True


COVERED = (
    CoveredTarget("cortex-m55", "arm", "g", ("planes", "planes__gathers")),
    CoveredTarget("rv32imacv-clang", "riscv", "0", ("planes",)),
    # Without libraries that are placed when the program starts, addresses are those of its file.
    CoveredTarget("aarch64", "aarch64", "0", ("check_vector", "check_flips"), ("-Dc_link_args=-static",), quick=False),
)
