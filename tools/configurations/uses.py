# SPDX-License-Identifier: BSD-3-Clause
"""What a configuration is, and what can be done with one: each use is read by one consumer, which the class names."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Use:
    """Something that is done with a configuration."""


@dataclass(frozen=True)
class Test(Use):
    """
    A step of tools/test: a Meson build for this machine, with its suites. options: Meson's. sanitize: Meson's
    b_sanitize. whole: tests are forked, and run with each instruction set. suites: Meson's, where the others would run
    the same code as in another step; none named: all.
    """

    step: str
    title: str
    compiler: str = "gcc"
    options: tuple[str, ...] = ()
    sanitize: str = ""
    whole: bool = False
    needs: tuple[str, ...] = ("checks",)
    suites: tuple[str, ...] = ()


@dataclass(frozen=True)
class Compile(Use):
    """tests/python/test_render.py compiles every set without a warning, by this compiler."""

    compiler: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class RunPinned(Use):
    """tests/python/test_render.py runs pinned kernels built like this. title: what pytest calls the test."""

    title: str
    flags: tuple[str, ...] = ()
    trapping: bool = True  # the undefined behaviour sanitizer ends the program at its first finding


@dataclass(frozen=True)
class Sweep(Use):
    """verify/exhaustive.py runs every small shape. kind: which share of them, host first."""

    kind: str  # host, words, small, pins or pins-aligned


@dataclass(frozen=True)
class Mutate(Use):
    """
    verify/mutation compiles mutants like this. without: suites that are left out. isas: the instruction sets that the
    suites take the CPU for, one after the other; an empty one is what the CPU has.
    """

    without: tuple[str, ...] = ("vector",)
    isas: tuple[str, ...] = ("",)


@dataclass(frozen=True)
class Run:
    """A suite of tests/. isa: what the CPU is taken for; qemu: the CPU that it runs on, emulated."""

    suite: str
    isa: str = ""
    qemu: str = ""

    @property
    def name(self) -> str:
        return "-".join(filter(None, (self.suite, self.isa, self.qemu)))


@dataclass(frozen=True)
class Cover(Use):
    """verify/coverage.py measures what these suites reach. of: src, kernels or vectors. size: by -Os, not -O0."""

    of: str
    runs: tuple[Run, ...]
    size: bool = False


@dataclass(frozen=True)
class Analyse(Use):
    """
    verify/static/analyzers.py. tool: gcc, clang or arm. only: parts of the names of sources; the others compile to the
    same as elsewhere. cpu: of the tool arm.
    """

    name: str
    tool: str
    only: tuple[str, ...] = ("",)
    quick: bool = False
    cpu: str = ""


@dataclass(frozen=True)
class Misra(Use):
    """
    verify/static/misra.py. platform: cppcheck's name of a data model. predefined: what this target's compiler defines.
    firmware: the table of docs/misra.md counts it in that column.
    """

    name: str
    platform: str
    predefined: tuple[str, ...]
    firmware: bool = True


@dataclass(frozen=True)
class Model(Use):
    """
    verify/model_kernels.py. title: what its log calls it. planes: only kernels of 8 and 16 bits whose planes the macros
    change; otherwise all.
    """

    title: str
    planes: bool = False


@dataclass(frozen=True)
class Prove(Use):
    """verify/proof_kernels.py or verify/proof_checks.py proves the code that these macros leave."""

    of: str  # kernels, or checks


@dataclass(frozen=True)
class Fuzz(Use):
    """verify/fuzz.py. runs: inputs of --quick. seeded: bugs are sought in this build; each harness has one such."""

    harness: str
    runs: int
    seeded: bool = False


@dataclass(frozen=True)
class StandIn(Use):
    """
    verify/unemulated.py runs these suites for a target of cross/ that has no emulator; the configuration has all of its
    choices.
    """

    target: str
    runs: tuple[Run, ...]


@dataclass(frozen=True)
class Firmware(Use):
    """As firmware takes it: verify/static/stack.py and symbols.py compile it for targets, bench/ takes its size."""


@dataclass(frozen=True)
class Configuration:
    """
    A way to build the library. macros: settings of permkern's macros (docs/api.md), as NAME=value. permutations: the
    name of a shipped set, or a path in the checkout; `pins` is the set that verify/exhaustive.py writes. mli: the
    folder of MLI headers, in the checkout. flags: of the compiler, for another machine.
    """

    name: str
    uses: tuple[Use, ...]
    macros: tuple[str, ...] = ()
    permutations: str = "default"
    mli: str = "include"
    flags: tuple[str, ...] = ()

    @property
    def defines(self) -> tuple[str, ...]:
        """The macros as a compiler's arguments."""
        return tuple(f"-D{macro}" for macro in self.macros)

    @property
    def own_mli(self) -> bool:
        """Whether MLI's headers are others than those that permkern brings."""
        return self.mli != "include"

    @property
    def max_rank(self) -> int:
        given = [macro for macro in self.macros if macro.startswith("PERMKERN_MAX_RANK=")]
        return int(given[0].partition("=")[2]) if given else 8

    @property
    def traps_unaligned(self) -> bool:
        """Whether the code promises to access no word at an address that is not a multiple of its size."""
        return UNALIGNED_OFF in self.macros


UNALIGNED_OFF = "PERMKERN_UNALIGNED=0"
