# SPDX-License-Identifier: BSD-3-Clause
"""
A step of tools/test: permkern_plan has the same layout whatever compiler and options the caller uses.

Library and caller are compiled with different options, by different compilers, as C and as C++. For each pair the
linked program must run and print the same size of a plan; pairs that disagree on the layout must not link.
"""

import itertools
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from steps import BUILD, ROOT, Count, Log, StepFailed

CALLER = ROOT / "tests" / "plan_canary.c"
SET = "minimal"  # a set of profile speed, which uses all members of a plan
CXX = ("-x", "c++", "-std=c++11")


@dataclass(frozen=True)
class Compiled:
    """A compiler command and its options."""

    command: tuple[str, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Target:
    name: str
    plan: int  # bytes
    archiver: str
    link: tuple[str, ...]
    emulator: tuple[str, ...]
    libraries: tuple[Compiled, ...]
    callers: tuple[Compiled, ...]
    refused: tuple[Compiled, ...] = ()  # callers whose programs must not link


def compiled(*words: str) -> Compiled:
    return Compiled(words[:1], words[1:])


OTHER_RANK = "-DPERMKERN_MAX_RANK=4"

HOST = Target(
    "x86-64",
    336,
    "ar",
    ("gcc",),
    (),
    (compiled("gcc", "-O2"), compiled("clang", "-O1", "-mno-sse4.1", "-fshort-enums")),
    (
        compiled("gcc", "-O0"),
        compiled("gcc", "-O3", "-mavx2"),
        compiled("gcc", "-Os", "-fshort-enums", "-funsigned-char", "-fno-strict-aliasing"),
        compiled("clang", "-O3", "-mavx512f"),
        compiled("g++", *CXX),
        compiled("clang++", *CXX, "-Os", "-mno-avx"),
    ),
    (compiled("gcc", "-O2", OTHER_RANK), compiled("gcc", "-O2", "-m32")),
)

M55 = ("-mthumb", "-mfloat-abi=hard")
ARM_GCC = ("arm-none-eabi-gcc", "-specs=picolibc.specs", *M55)
ARM_CLANG = ("tools/clang-cross", "arm-none-eabi", "--target=arm-none-eabi", *M55)
FIRMWARE = Target(
    "cortex-m55",
    156,
    "arm-none-eabi-ar",
    (
        *ARM_GCC,
        "-mcpu=cortex-m55",
        "--oslib=semihost",
        "--crt0=hosted",
        "-Wl,--no-warn-mismatch",  # it warns of the size of enums, but no structure in permkern.h contains one
        *(f"-Wl,--defsym=__{name}" for name in ("flash=0", "flash_size=0x80000", "ram=0x20000000", "ram_size=0x80000")),
        "-Wl,--defsym=__stack_size=0x4000",
    ),
    ("tools/qemu-run", "mps3-an547"),
    (
        Compiled(ARM_GCC, ("-Os", "-mcpu=cortex-m55")),
        Compiled(ARM_GCC, ("-O2", "-mcpu=cortex-m55+nomve")),
    ),
    (
        Compiled(ARM_GCC, ("-O2", "-mcpu=cortex-m55")),
        Compiled(ARM_GCC, ("-O2", "-mcpu=cortex-m55+nomve")),
        Compiled(ARM_GCC, ("-O0", "-mcpu=cortex-m55+nomve.fp")),
        Compiled(ARM_GCC, ("-Os", "-mcpu=cortex-m55", "-fno-short-enums")),
        Compiled(ARM_CLANG, ("-O2", "-mcpu=cortex-m55+nomve")),
        Compiled(ARM_CLANG, ("-Os", "-mcpu=cortex-m55")),
    ),
    (Compiled(ARM_GCC, ("-O2", "-mcpu=cortex-m55", OTHER_RANK)),),
)

AARCH64 = Target(
    "aarch64",
    336,
    "aarch64-linux-gnu-ar",
    ("aarch64-linux-gnu-gcc",),
    ("tools/qemu-run", "aarch64"),
    (
        compiled("aarch64-linux-gnu-gcc", "-O2"),
        compiled("aarch64-linux-gnu-gcc", "-Os", "-mstrict-align"),
    ),
    (
        compiled("aarch64-linux-gnu-gcc", "-O0", "-mgeneral-regs-only"),
        compiled("aarch64-linux-gnu-gcc", "-O3", "-march=armv8.2-a", "-fshort-enums"),
        compiled("aarch64-linux-gnu-gcc", "-Os", "-mcpu=cortex-a53"),
    ),
    (compiled("aarch64-linux-gnu-gcc", "-O2", OTHER_RANK),),
)

TARGETS = (HOST, FIRMWARE, AARCH64)


def compile_file(log: Log, how: Compiled, source: Path, to: Path, paths: Sequence[str]) -> Path:
    log.must([*how.command, *how.options, *paths, "-c", source, "-o", to])
    return to


def check_target(log: Log, folder: Path, amalgam: Path, target: Target) -> Count:
    """Links every caller with every library and runs the programs."""
    place = folder / target.name
    place.mkdir()
    paths = [f"-I{amalgam}"]

    def caller_of(number: int, how: Compiled) -> Path:
        return compile_file(log, how, CALLER, place / f"caller-{number}.o", paths)

    libraries = []
    for number, how in enumerate(target.libraries):
        made = compile_file(log, how, amalgam / "permkern.c", place / f"library-{number}.o", paths)
        libraries.append(made.with_suffix(".a"))
        log.must([target.archiver, "rcs", libraries[-1], made])
    callers = [caller_of(number, how) for number, how in enumerate(target.callers)]
    refused = [caller_of(len(callers) + number, how) for number, how in enumerate(target.refused)]
    count = Count()
    for library, caller in itertools.product(libraries, (*callers, *refused)):
        program = place / f"{library.stem}-{caller.stem}"
        code, output = log.run([*target.link, caller, library, "-o", program])
        if caller in refused:
            right = code != 0 and re.search("permkern_prepare|incompatible|architecture", output) is not None
        else:
            code, output = log.run([*target.emulator, program]) if code == 0 else (code, output)
            right = code == 0 and f"plan {target.plan} bytes, canary intact" in output
        if not right:
            log.note(f"FAIL {target.name}: {library.name} and {caller.name}")
        count += Count(1, 0) if right else Count(0, 1)
    return count


def plan_layout(log: Log) -> Count:
    folder = BUILD / "plan-layout"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log.must([sys.executable, "-B", "tools/permkern.py", "amalgamate", "-o", folder / "one", SET])
    count = sum((check_target(log, folder, folder / "one", target) for target in TARGETS), Count())
    if count.passed + count.failed < 20:
        raise StepFailed("not all pairs of library and caller were tested")
    return count
