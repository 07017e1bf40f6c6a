# SPDX-License-Identifier: BSD-3-Clause
"""The one list of ways to build the library on this machine. Steps name the configurations that they run."""

from dataclasses import dataclass

MLI_1_0, MLI_1_1, MLI_2_0 = "tests/mli_1_0", "tests/mli_1_1", "tests/mli_2_0"
PINNED = "tests/pinned.toml"  # pinned kernels of every kind
AS_FIRMWARE = ("-m32", "--rtlib=compiler-rt", "-unwindlib=none")  # size_t of 32 bits, with Clang

NO_VECTOR = "PERMKERN_VECTOR=0"
ALIGNED = "PERMKERN_UNALIGNED=0"
NO_STRIPS = "PERMKERN_STRIPS=0"
BYTES = "PERMKERN_WORD_TILES=0"
NETWORKS = "PERMKERN_NETWORKS=1"
PAIRS = "PERMKERN_PAIRS=1"
FOURS = "PERMKERN_FOURS=1"
PIECES = "PERMKERN_PIECES=1"
STEPPING = "PERMKERN_STEPPING=1"
NO_WIDE_MULTIPLY = "PERMKERN_WIDE_MULTIPLY=0"
NO_DIVIDE = "PERMKERN_DIVIDE=0"
NO_TURNS = "PERMKERN_TURNS=0"


@dataclass(frozen=True)
class Configuration:
    """
    A way to build the library. macros: settings of permkern's macros (docs/api.md), as NAME=value. permutations: the
    name of a shipped set, or a path in the checkout. mli: the folder of MLI headers, in the checkout. flags: of the
    compiler, the last on its command line.
    """

    name: str
    macros: tuple[str, ...] = ()
    permutations: str = "default"
    mli: str = "include"
    flags: tuple[str, ...] = ()

    @property
    def defines(self) -> tuple[str, ...]:
        """The macros as a compiler's arguments."""
        return tuple(f"-D{macro}" for macro in self.macros)


CONFIGURATIONS = (
    Configuration("host"),
    Configuration("gtcrn", permutations="gtcrn"),
    # What cores without vectors run: words.
    Configuration("words", (NO_VECTOR,)),
    Configuration("aligned", (NO_VECTOR, ALIGNED)),
    Configuration("networks", (NO_VECTOR, NETWORKS, PAIRS, FOURS)),
    Configuration("networks-aligned", (ALIGNED, NETWORKS, PAIRS, FOURS)),
    Configuration("pieces", (NO_VECTOR, PIECES, "PERMKERN_SEVERAL=1")),
    Configuration("pieces-aligned", (NO_VECTOR, ALIGNED, PIECES, NO_STRIPS)),
    Configuration("bytes", (NO_VECTOR, BYTES)),
    # Cores without a multiplier or a divider, and sizes of 32 bits.
    Configuration("no-multiply", (NO_VECTOR, ALIGNED, "PERMKERN_MULTIPLY=0", NO_WIDE_MULTIPLY, NO_DIVIDE)),
    Configuration("adding-32", (NO_WIDE_MULTIPLY, NO_DIVIDE), flags=AS_FIRMWARE),
    # ARC, for which there is no emulator; -funsigned-char as its compiler has it.
    Configuration("arc-em", (ALIGNED, NO_DIVIDE, NO_TURNS, STEPPING), flags=(*AS_FIRMWARE, "-funsigned-char")),
    Configuration("arc-hs", (NO_DIVIDE, NO_TURNS, STEPPING), "mli", flags=(*AS_FIRMWARE, "-funsigned-char")),
    # Profiles size and tiny; compilers say in a macro that they optimise for size.
    Configuration("size", permutations="mli", flags=("-Os",)),
    Configuration("size-aligned", (NO_VECTOR, ALIGNED, FOURS), "mli", flags=("-Os",)),
    Configuration("tiny", permutations="tiny"),
    # Pinned kernels.
    Configuration("pinned", permutations=PINNED),
    Configuration("pinned-aligned", (NO_VECTOR, ALIGNED, NETWORKS, PAIRS), PINNED),
    Configuration("pinned-bytes", (NO_VECTOR, BYTES, NO_STRIPS), PINNED),
    # MLI's headers of other releases.
    Configuration("mli-1.0", (NO_VECTOR,), mli=MLI_1_0),
    Configuration("mli-1.1", (NO_VECTOR, "PERMKERN_MLI_MEM_STRIDE=1"), mli=MLI_1_1),
    Configuration("mli-2.0", (NO_VECTOR, "PERMKERN_MLI_2=1"), mli=MLI_2_0),
)


def named(name: str) -> Configuration:
    return next(configuration for configuration in CONFIGURATIONS if configuration.name == name)
