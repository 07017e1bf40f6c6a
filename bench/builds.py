# SPDX-License-Identifier: BSD-3-Clause
"""Lists the emulated cores that bench/ measures on, and the builds in which `tools/bench firmware` counts."""

from dataclasses import dataclass
from pathlib import Path

from runner.targets import Target

ROOT = Path(__file__).resolve().parent.parent
ROWS = ROOT / "bench" / "firmware"  # cases.toml and models.toml


@dataclass(frozen=True)
class Reported:
    """
    A core. name: as --target of tools/report names it. of: its cross file. emulator: the machine of tools/qemu-run,
    where it is not the cross file's own. core: of bench/timings.py, if cycles are estimated. variant: a cross file of
    bench/emulated/ that follows the core's own.
    """

    name: str
    of: Target
    emulator: str = ""
    core: str = ""
    variant: str = ""

    @property
    def machine(self) -> str:
        return self.emulator or self.of.machine


# QEMU's Cortex-M0 has 16 KiB of memory. The emulated Cortex-M3 executes all that a Cortex-M0 does.
CORES = (
    Reported("cortex-m4", Target("cortex-m4"), core="Cortex-M4"),
    Reported("cortex-m3", Target("cortex-m3"), core="Cortex-M3"),
    Reported("cortex-m0", Target("cortex-m0"), "mps2-an385", "Cortex-M0", "cortex-m0"),
    Reported("cortex-m0plus", Target("cortex-m0"), "mps2-an385", "Cortex-M0+", "cortex-m0"),
    Reported("cortex-m55", Target("cortex-m55"), variant="cortex-m55"),
    Reported("cortex-m55-clang", Target("cortex-m55-clang"), variant="cortex-m55"),
    Reported("rv32imac", Target("rv32imac")),
    Reported("rv32imac-zbkb", Target("rv32imac-zbkb")),
    Reported("rv32imacv-clang", Target("rv32imacv-clang")),
)
# Those that tools/report offers: sizes and stack come from GCC.
REPORTED = {core.name: core for core in CORES if not core.of.is_clang and core.name != "rv32imac-zbkb"}


@dataclass(frozen=True)
class Counted:
    """A build that `tools/bench firmware` counts in. rows: a file of bench/firmware/. level: of optimisation."""

    on: Reported
    rows: str
    level: str = "2"
    profile: str = "speed"

    @property
    def name(self) -> str:
        rows = "" if self.rows == "cases" else f"-{self.rows}"
        return f"{self.on.name}{rows}{'-size' if self.profile == 'size' else ''}"


COUNTED = {
    build.name: build
    for build in (
        *(Counted(core, rows) for core in CORES for rows in ("cases", "models") if core.variant != "cortex-m55"),
        *(Counted(core, "cases") for core in CORES if core.variant == "cortex-m55"),  # models exceed its memory
        *(Counted(CORES[0], rows, "s", "size") for rows in ("cases", "models")),
    )
}
