# SPDX-License-Identifier: BSD-3-Clause
"""The only list of library configurations for this machine. Steps refer to them by name."""

from dataclasses import dataclass

from runner.step import ROOT

MLI_1_0, MLI_1_1, MLI_2_0 = "tests/mli_1_0", "tests/mli_1_1", "tests/mli_2_0"
PINNED = "tests/pinned.toml"  # pinned kernels of every kind
AS_FIRMWARE = ("-m32", "--rtlib=compiler-rt", "-unwindlib=none")  # 32-bit size_t, with Clang

ALIGNED = "PERMKERN_UNALIGNED=0"


@dataclass(frozen=True)
class Configuration:
    """
    A library configuration. core: PERMKERN_CORE; empty: this machine's. macros: permkern's other macros (docs/api.md),
    as NAME=value. permutations: a shipped set's name, or a path in the checkout. mli: the MLI header folder in the
    checkout. flags: compiler flags, last on the command line.
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
    # Emulates AVX-512 on CPUs with AVX2. Stores that would trap on AVX-512 trap here, too.
    Configuration("avx512", flags=(f"-I{ROOT / 'tests/emulated_avx512'}", "-DEMULATED_AVX512", "-Wno-psabi")),
    Configuration("gtcrn", permutations="gtcrn"),
    # Cores without vectors: words, with and without unaligned accesses.
    Configuration("words", "plain"),
    Configuration("aligned", "plain", (ALIGNED,)),
    Configuration("networks", "m7", ("PERMKERN_LINE=16",)),  # strips in planes from 4 kB on
    Configuration("networks-aligned", "m7", (ALIGNED,)),
    Configuration("pieces", "riscv"),
    Configuration("pieces-aligned", "thumb1", (ALIGNED, "PERMKERN_LINE=16")),
    Configuration("bytes", "bytes"),
    # Cores without a multiplier or a divider, and 32-bit sizes.
    Configuration("no-multiply", "adding", (ALIGNED,)),
    Configuration("adding-32", "plain", flags=AS_FIRMWARE),
    # ARC, which has no emulator here. Its compiler's char is unsigned.
    Configuration("arc", "arc", (ALIGNED,), flags=("-funsigned-char",)),
    # Profiles size and tiny. With -Os, compilers define __OPTIMIZE_SIZE__.
    Configuration("size", permutations="mli", flags=("-Os",)),
    Configuration("size-aligned", "m4", (ALIGNED,), "mli", flags=("-Os",)),
    Configuration("tiny", permutations="tiny"),
    # Pinned kernels.
    Configuration("pinned", permutations=PINNED),
    Configuration("pinned-aligned", "m7", (ALIGNED,), PINNED),
    Configuration("pinned-bytes", "bytes", (), PINNED),
    # Headers from MLI releases.
    Configuration("mli-1.0", "plain", mli=MLI_1_0),
    Configuration("mli-1.1", "plain", ("PERMKERN_MLI_MEM_STRIDE=1",), mli=MLI_1_1),
    Configuration("mli-2.0", "plain", ("PERMKERN_MLI_2=1",), mli=MLI_2_0),
)


def named(name: str) -> Configuration:
    return next(configuration for configuration in CONFIGURATIONS if configuration.name == name)
