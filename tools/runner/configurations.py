# SPDX-License-Identifier: BSD-3-Clause
"""The one list of ways to build the library on this machine. Steps name the configurations that they run."""

from dataclasses import dataclass

from runner.step import ROOT

MLI_1_0, MLI_1_1, MLI_2_0 = "tests/mli_1_0", "tests/mli_1_1", "tests/mli_2_0"
PINNED = "tests/pinned.toml"  # pinned kernels of every kind
AS_FIRMWARE = ("-m32", "--rtlib=compiler-rt", "-unwindlib=none")  # size_t of 32 bits, with Clang

ALIGNED = "PERMKERN_UNALIGNED=0"


@dataclass(frozen=True)
class Configuration:
    """
    A way to build the library. core: PERMKERN_CORE; empty: this machine's. macros: settings of permkern's other macros
    (docs/api.md), as NAME=value. permutations: the name of a shipped set, or a path in the checkout. mli: the folder of
    MLI headers, in the checkout. flags: of the compiler, the last on its command line.
    """

    name: str
    core: str = ""
    macros: tuple[str, ...] = ()
    permutations: str = "default"
    mli: str = "include"
    flags: tuple[str, ...] = ()

    @property
    def settings(self) -> tuple[str, ...]:
        """The core and the macros, as NAME=value."""
        return (*((f"PERMKERN_CORE=PERMKERN_CORE_{self.core.upper()}",) if self.core else ()), *self.macros)

    @property
    def defines(self) -> tuple[str, ...]:
        return tuple(f"-D{setting}" for setting in self.settings)


CONFIGURATIONS = (
    Configuration("host"),
    # AVX-512 on any CPU with AVX2; stores that would trap do.
    Configuration("avx512", flags=(f"-I{ROOT / 'tests/emulated_avx512'}", "-DEMULATED_AVX512", "-Wno-psabi")),
    Configuration("gtcrn", permutations="gtcrn"),
    # What cores without vectors run: words, with and without accesses that are not aligned.
    Configuration("words", "plain"),
    Configuration("aligned", "plain", (ALIGNED,)),
    Configuration("networks", "m7"),
    Configuration("networks-aligned", "m7", (ALIGNED,)),
    Configuration("pieces", "riscv"),
    Configuration("pieces-aligned", "thumb1", (ALIGNED,)),
    Configuration("bytes", "bytes"),
    # Cores without a multiplier or a divider, and sizes of 32 bits.
    Configuration("no-multiply", "adding", (ALIGNED,)),
    Configuration("adding-32", "plain", flags=AS_FIRMWARE),
    # ARC, for which there is no emulator; -funsigned-char as its compiler has it.
    Configuration("arc", "arc", (ALIGNED,), flags=("-funsigned-char",)),
    # Profiles size and tiny; compilers say in a macro that they optimise for size.
    Configuration("size", permutations="mli", flags=("-Os",)),
    Configuration("size-aligned", "m4", (ALIGNED,), "mli", flags=("-Os",)),
    Configuration("tiny", permutations="tiny"),
    # Pinned kernels.
    Configuration("pinned", permutations=PINNED),
    Configuration("pinned-aligned", "m7", (ALIGNED,), PINNED),
    Configuration("pinned-bytes", "bytes", (), PINNED),
    # MLI's headers of other releases.
    Configuration("mli-1.0", "plain", mli=MLI_1_0),
    Configuration("mli-1.1", "plain", ("PERMKERN_MLI_MEM_STRIDE=1",), mli=MLI_1_1),
    Configuration("mli-2.0", "plain", ("PERMKERN_MLI_2=1",), mli=MLI_2_0),
)


def named(name: str) -> Configuration:
    return next(configuration for configuration in CONFIGURATIONS if configuration.name == name)
