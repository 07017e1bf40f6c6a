# SPDX-License-Identifier: BSD-3-Clause
"""
What steps of tools/verify run where one thing differs: alignment of one side, offsets beyond 32 bits, many threads,
longer vectors, the order of bytes. Configurations are those of host.py, machines those of targets.py.
"""

from dataclasses import dataclass

from configurations.suites import ISAS
from configurations.targets import IN_PLACE


@dataclass(frozen=True)
class OffsetsOnHost:
    """verify/alignment.py runs its matrix in a configuration. quick: --quick does, too; cpp: permkern.hpp's, too."""

    configuration: str
    quick: bool = False
    cpp: bool = False


OFFSETS_ON_HOST = (
    OffsetsOnHost("aligned", quick=True, cpp=True),
    OffsetsOnHost("networks-aligned", quick=True),
    OffsetsOnHost("pieces-no-strips", quick=True),
    OffsetsOnHost("size-trapping", quick=True),
    OffsetsOnHost("host", quick=True),
    OffsetsOnHost("stepping"),
)


@dataclass(frozen=True)
class OffsetsOnTarget:
    """
    verify/alignment.py runs its matrix on a target. variant: what tells it from others of the target. flags: of the
    compiler. permutations: a shipped set; otherwise the matrix's own. vectors: those of Helium trap by a check, as
    QEMU's do not. quick: `tools/verify --quick` runs it.
    """

    target: str
    variant: str = ""
    flags: str = ""
    permutations: str = ""
    vectors: bool = False
    quick: bool = False

    @property
    def name(self) -> str:
        return "-".join(filter(None, (self.target, self.variant)))


# QEMU's RISC-V cores move words from any address. There, the compiler's own check of alignment traps.
CHECKED = "-fsanitize=alignment -fsanitize-undefined-trap-on-error"
# Armv7-M and later move a word from any address, but several at once (LDM, STRD) from aligned ones only.
OFFSETS_ON_TARGETS = (
    OffsetsOnTarget("cortex-m0", quick=True),
    OffsetsOnTarget("cortex-m0", "mli", permutations="mli"),
    OffsetsOnTarget("cortex-m0", "tiny", permutations="tiny"),
    OffsetsOnTarget("cortex-m3"),
    OffsetsOnTarget("cortex-m3", "aligned", "-mno-unaligned-access"),
    OffsetsOnTarget("cortex-m4", quick=True),
    OffsetsOnTarget("cortex-m4", "aligned", "-mno-unaligned-access"),
    OffsetsOnTarget("cortex-m55", vectors=True, quick=True),
    OffsetsOnTarget("cortex-m55", "gathers", "-DPERMKERN_GATHER=1", vectors=True),
    OffsetsOnTarget("cortex-m55", "pairs", "-DPERMKERN_PORTABLE=1", quick=True),
    OffsetsOnTarget("rv32imac", "", CHECKED),
    OffsetsOnTarget("rv32imac-zbkb", "", CHECKED),
)


@dataclass(frozen=True)
class Giants:
    """
    verify/giants.py runs requests beyond 32 bits in a configuration. isas: what the CPU is taken for, in turn; --quick
    takes the first, and "" is what the CPU has. whole: spans of over 4 GiB are moved as a whole, too. sampled: --quick
    takes samples of the former, and none of the latter.
    """

    configuration: str
    isas: tuple[str, ...] = ("",)
    whole: bool = False
    sampled: bool = True


GIANTS = (
    Giants("host", ("", *ISAS), whole=True, sampled=False),
    Giants("words", whole=True),
    Giants("size-vectors"),
)
THREADS = ("host", "words")  # configurations whose shares verify/threads.py runs at once


@dataclass(frozen=True)
class BigEndian:
    """
    verify/big_endian.py runs the suites for a machine of verify/emulated/. permutations: a set other than the default;
    mli: headers other than the bundled ones. suites: those that --quick runs; --full runs all. defines: choices of
    other big-endian processors.
    """

    name: str
    machine: str
    permutations: str = ""
    mli: str = ""
    suites: tuple[str, ...] = ()
    quick: bool = True
    defines: str = ""


BIG_ENDIAN = (
    BigEndian("s390x", "s390x"),
    BigEndian("s390x-tiny", "s390x", "tiny", suites=("selftest",)),
    BigEndian("s390x-mli-1.1", "s390x", "mli", "tests/mli_1_1", quick=False),
    BigEndian("ppc64-size", "ppc64", "mli", suites=("kernels", "selftest")),
    BigEndian("ppc64-pinned", "ppc64", IN_PLACE, suites=("selftest",)),
    # As Arm's big-endian cores do: words at any address, and rotations of words.
    BigEndian(
        "ppc64-turned",
        "ppc64",
        "tests/turned.toml",
        suites=("selftest",),
        defines="-DPERMKERN_UNALIGNED=1 -DPERMKERN_TURNS=1",
    ),
    BigEndian("ppc64", "ppc64", quick=False),
)


@dataclass(frozen=True)
class Limits:
    """
    verify/limits.py runs planes of every length and at every limit of the records. machines: what QEMU takes for its
    processor, one after the other; an empty one is what the target's file names. quick: those of --quick. clang: which,
    in place of the target's own.
    """

    target: str
    machines: tuple[str, ...] = ("",)
    quick: tuple[str, ...] = ()
    clang: str = ""


def _lengths(core: str, *bits: int) -> tuple[str, ...]:
    """Returns processors with vectors of so many bits. Below 128 it is an extension for embedded cores, not V."""
    return tuple(
        f"{core},v=true,vext_spec=v1.0,vlen={n}" if n >= 128 else f"{core},v=false,Zve64f=true,vext_spec=v1.0,vlen={n}"
        for n in bits
    )


# Clang 17 and GCC 14 have tuples for segments of RISC-V's vectors, before which there were none: other code of ours.
LIMITS = (
    Limits("cortex-m55", quick=("",)),
    Limits("cortex-m55-clang"),
    Limits("rv32imacv-clang", _lengths("rv32", 64, 128, 256, 512, 1024), _lengths("rv32", 64, 1024)),
    Limits("rv64imacv-clang", _lengths("rv64", 64, 128, 256, 512, 1024), _lengths("rv64", 128), "clang-19"),
)


@dataclass(frozen=True)
class ModelledVectors:
    """verify/limits.py runs RISC-V's planes here, with vectors of so many bits in memory, elements of elen at most."""

    bits: int
    elen: int = 64

    @property
    def defines(self) -> tuple[str, ...]:
        """What RISC-V's compiler would define, and the choices of RISC-V in place of this machine's."""
        riscv = ("-D__riscv_vector=1", "-D__riscv_v_intrinsic=1000000", f"-D__riscv_v_elen={self.elen}")
        return *riscv, f"-DPERMKERN_VLEN={self.bits}", "-DPERMKERN_VECTOR=0", "-DPERMKERN_UNALIGNED=0"


# QEMU has vectors of 64 to 1024 bits.
MODELLED_VECTORS = (ModelledVectors(32, 32), ModelledVectors(2048), ModelledVectors(4096))
