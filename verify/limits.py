# SPDX-License-Identifier: BSD-3-Clause
"""Vectors of every length, and strides at every limit of an offset, one more and one less, on emulated cores."""

from dataclasses import dataclass, replace
from functools import partial

from runner.builds import Build
from runner.programs import fresh
from runner.step import ROOT, Count, Depth, Log, Step, each, total
from runner.targets import Target

STEP = "limits"
SECONDS = 120  # a model takes two; one that never advances takes for ever
SANITIZED = ("gcc", "-std=gnu11", "-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@dataclass(frozen=True)
class OnTarget:
    """
    Planes on a target. core: QEMU's processor, where the length of its vectors varies. lengths: in bits. ci: those of
    CI.
    """

    target: str
    core: str = ""
    lengths: tuple[int, ...] = (0,)
    ci: tuple[int, ...] = (0,)

    def options(self, bits: int) -> dict[str, str]:
        """Returns QEMU's options. Below 128 bits, vectors are an extension for embedded cores, not V."""
        vectors = "v=true" if bits >= 128 else "v=false,Zve64f=true"
        return {"QEMU_RUN_OPTIONS": f"-cpu {self.core},{vectors},vext_spec=v1.0,vlen={bits}"} if bits else {}


ON_TARGETS = (
    OnTarget("cortex-m55"),
    OnTarget("rv32imacv-clang", "rv32", (64, 128, 256, 512, 1024), (64, 1024)),
    OnTarget("rv64imacv-clang", "rv64", (64, 128, 256, 512, 1024), (128,)),
)
# QEMU has vectors of 64 to 1,024 bits. Longer and shorter ones: bits, and the widest element.
MODELS = {"model-32": (32, 32), "model-2048": (2048, 64), "model-4096": (4096, 64)}
CI_MODELS = ("model-4096",)


def on_target(log: Log, depth: Depth, on: OnTarget) -> Count:
    """Builds a target once and runs it with vectors of each length."""
    options = (f"--cross-file={Target(on.target).path}",)
    build = Build(f"{STEP}/{on.target}", options, suites=("limits",), benchmarks=True)
    build.set_up(log)
    lengths = on.lengths if depth.whole else on.ci
    return total(replace(build, environment=on.options(bits)).test(log) for bits in lengths)


def modelled(log: Log, name: str) -> Count:
    """Compiles RISC-V's planes and runs for this machine, with a model of the vector intrinsics."""
    folder = fresh(f"{STEP}/{name}")
    bits, widest = MODELS[name]
    defines = (
        "-D__riscv_vector=1",
        "-D__riscv_v_intrinsic=1000000",
        f"-D__riscv_v_elen={widest}",
        f"-DPERMKERN_VLEN={bits}",
        "-DPERMKERN_CORE=PERMKERN_CORE_RISCV_V",
        "-DPERMKERN_UNALIGNED=0",
        "-DPERMKERN_LIMITS",
    )
    places = (ROOT / "verify" / STEP, *(ROOT / place for place in ("include", "src", "generated")))
    options = (*SANITIZED, *defines, *(f"-I{place}" for place in places))
    tests = ROOT / "tests"
    programs = {"planes": (tests / "check_planes.c",), "runs": (tests / "check_runs.c", ROOT / "src/vector/firmware.c")}
    count = Count()
    for program, units in programs.items():
        log.must([*options, *units, "-o", folder / program])
        count += log.counted([folder / program], timeout=SECONDS)
    return count


def limits(log: Log, depth: Depth) -> Count:
    cores = [on for on in ON_TARGETS if depth.takes(on.target) and (depth.whole or on.ci)]
    models = [name for name in (MODELS if depth.whole else CI_MODELS) if depth.takes(name)]
    return total(each(partial(on_target, log, depth), cores)) + total(each(partial(modelled, log), models))


def steps() -> tuple[Step, ...]:
    needs = ("jinja2", "meson", "arm", "qemu-arm", "riscv", "qemu-riscv", "clang-cross", "clang-19")
    return (Step(STEP, "every length of vectors, every limit of offsets", needs, limits),)
