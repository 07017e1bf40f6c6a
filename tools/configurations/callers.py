# SPDX-License-Identifier: BSD-3-Clause
"""
Compilers and options of programs that use permkern, where what is tested is that program and library fit together:
one layout of a plan, names beside MLI's, and the amalgamated library.
"""

from dataclasses import dataclass

from configurations.host import RANK_4
from configurations.targets import target
from configurations.uses import UNALIGNED_OFF

CORTEX_M4 = ("-mthumb", "-mcpu=cortex-m4")

# ---- the layout of a plan: tools/plan_layout.py ----

CXX = ("-x", "c++", "-std=c++11")


@dataclass(frozen=True)
class Compiled:
    """A compiler command and its options. cpu: a flag of /proc/cpuinfo without which the program cannot run here."""

    command: tuple[str, ...]
    options: tuple[str, ...] = ()
    cpu: str = ""


@dataclass(frozen=True)
class Linked:
    """
    Libraries and callers for one machine, each compiled in its own way: every pair must link, and agree on the bytes of
    a plan. refused: callers that must not link.
    """

    name: str
    plan: int  # bytes
    archiver: str
    link: tuple[str, ...]
    emulator: tuple[str, ...]
    libraries: tuple[Compiled, ...]
    callers: tuple[Compiled, ...]
    refused: tuple[Compiled, ...] = ()


def compiled(*words: str) -> Compiled:
    return Compiled(words[:1], words[1:])


OTHER_RANK = f"-D{RANK_4}"

HOST = Linked(
    "x86-64",
    360,
    "ar",
    ("gcc",),
    (),
    (compiled("gcc", "-O2"), compiled("clang", "-O1", "-mno-sse4.1", "-fshort-enums")),
    (
        compiled("gcc", "-O0"),
        compiled("gcc", "-O3", "-mavx2"),
        compiled("gcc", "-Os", "-fshort-enums", "-funsigned-char", "-fno-strict-aliasing"),
        Compiled(("clang",), ("-O3", "-mavx512f"), "avx512f"),
        compiled("g++", *CXX),
        compiled("clang++", *CXX, "-Os", "-mno-avx"),
    ),
    (compiled("gcc", "-O2", OTHER_RANK), compiled("gcc", "-O2", "-m32")),
)

# A program on an emulated board: picolibc's start, output by semihosting, memory where QEMU's boards have it.
SEMIHOSTED = (
    "--oslib=semihost",
    "--crt0=hosted",
    *(f"-Wl,--defsym=__{name}" for name in ("flash=0", "flash_size=0x80000", "ram=0x20000000", "ram_size=0x80000")),
    "-Wl,--defsym=__stack_size=0x4000",
)

M55 = ("-mthumb", "-mfloat-abi=hard")
ARM_GCC = ("arm-none-eabi-gcc", "-specs=picolibc.specs", *M55)
ARM_CLANG = ("tools/clang-cross", "arm-none-eabi", "--target=arm-none-eabi", *M55)
FIRMWARE = Linked(
    "cortex-m55",
    172,
    "arm-none-eabi-ar",
    (
        *ARM_GCC,
        "-mcpu=cortex-m55",
        "-Wl,--no-warn-mismatch",  # it warns of the size of enums, but no structure in permkern.h contains one
        *SEMIHOSTED,
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

AARCH64 = Linked(
    "aarch64",
    360,
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

LINKED = (HOST, FIRMWARE, AARCH64)


# ---- beside MLI's library: tools/beside.py ----

WITHOUT_NAMES = "-DPERMKERN_MLI_NAMES=0"


@dataclass(frozen=True)
class Toolchain:
    """A way to compile both libraries, and the ways to link programs with them."""

    name: str
    compiler: tuple[str, ...]
    archiver: str = "ar"
    application: tuple[str, ...] = ()  # options for the program, if they are not those of the libraries
    linkers: tuple[tuple[str, ...], ...] = ((),)
    macros: tuple[str, ...] = ()  # of libpermkern.a
    runs: bool = True

    @property
    def has_names(self) -> bool:
        """Whether the library has functions of MLI's names, beside its own."""
        return WITHOUT_NAMES not in self.macros


TOOLCHAINS = (
    Toolchain("gcc", ("gcc", "-O1"), linkers=((), ("-fuse-ld=lld",))),
    Toolchain("gcc-lto", ("gcc", "-O1", "-flto"), "gcc-ar"),
    Toolchain("clang-c++", ("clang", "-O1"), application=("clang++", "-xc++", "-std=c++11")),
    Toolchain("without-names", ("gcc", "-O1"), macros=(WITHOUT_NAMES,)),
    Toolchain(
        "cortex-m4",
        ("arm-none-eabi-gcc", "-Os", *CORTEX_M4, "-ffunction-sections"),
        linkers=(("-nostdlib", "-Wl,-e,main", "-Wl,--gc-sections"),),
        runs=False,
    ),
)


# ---- amalgamated: tools/shipping.py ----


@dataclass(frozen=True)
class Amalgam:
    """
    A build of tests/amalgamated, permkern as one source and one header. options: Meson's. made_for: --target's. api:
    --api's, where a set of pinned kernels is to have what the tests call.
    """

    name: str
    permutation_set: str
    options: tuple[str, ...] = ()
    compiler: str = ""
    made_for: tuple[str, ...] = ()
    api: str = ""


AMALGAMS = (
    Amalgam("gcc-c99", "default", ("-Dc_std=c99",), "gcc"),
    Amalgam("clang-small", "gtcrn", ("-Doptimization=s",), "clang", ("x86-64", "aarch64"), "mli"),
    Amalgam("gcc-size", "mli", (), "gcc"),
    Amalgam("gcc-words", "minimal", (), "gcc", ("cortex-m55",)),  # a host runs what was made for firmware
    *(
        Amalgam(name, permutation_set, (f"--cross-file={target(name).path}",), made_for=made_for)
        for name, permutation_set, made_for in (
            ("cortex-m4", "minimal", ("cortex-m4",)),
            ("cortex-m55-clang", "default", ("cortex-m55",)),
        )
    ),
)


# ---- for one target: tools/target_code.py ----


@dataclass(frozen=True)
class TargetCode:
    """
    How code of `permkern amalgamate --target` is compiled. cross: the file of cross/ by which it is run; none: this
    machine. compiler: where no file is for the core, what compiles it.
    """

    name: str
    cross: str = ""
    compiler: tuple[str, ...] = ()


def _thumb(name: str) -> TargetCode:
    return TargetCode(name, compiler=("arm-none-eabi-gcc", "-mthumb", f"-mcpu={name}"))


CODE = (
    *(TargetCode(name, name) for name in ("cortex-m0", "cortex-m3", "cortex-m4", "rv32imac", "aarch64")),
    TargetCode("cortex-m55", "cortex-m55-clang"),
    TargetCode("rv32imacv", "rv32imacv-clang"),
    TargetCode("wasm32", "wasm32-simd128"),
    TargetCode("portable"),
    *map(_thumb, ("cortex-m7", "cortex-m33")),
)


# What says which macros a target's compiler defines, with the options that define most.
MACROS_OF = {
    **{
        name: compiled("arm-none-eabi-gcc", "-mthumb", f"-mcpu={name}")
        for name in ("cortex-m0", "cortex-m3", "cortex-m4", "cortex-m7", "cortex-m33")
    },
    "cortex-m55": compiled("arm-none-eabi-gcc", *M55, "-mcpu=cortex-m55"),
    "rv32imac": compiled("riscv64-unknown-elf-gcc", "-march=rv32imac_zba_zbb_zbkb", "-mabi=ilp32"),
    "aarch64": compiled("aarch64-linux-gnu-gcc"),
    "x86-64": compiled("gcc", "-march=native"),
}


# ---- emitted: tests/python/test_emit.py ----

# As a compiler sees it that is not GNU C: a word of its extensions would be a mistake.
_PLAIN = ("-ffreestanding", "-U__GNUC__", *(f"-D{word}=GNU" for word in ("__attribute__", "__asm__")))

# What permkern emit prints is compiled by each, and run.
EMITTED = {
    "gcc": compiled("gcc", "-std=c99"),
    "clang": compiled("clang", "-std=c99"),
    "clang++": compiled("clang++", "-x", "c++", "-std=c++11"),
    "plain": compiled("gcc", "-std=c99", *_PLAIN, "-Wno-unused-function"),
    "aligned": compiled("gcc", "-std=c99", f"-D{UNALIGNED_OFF}", "-fsanitize=undefined", "-fno-sanitize-recover=all"),
}
# And by firmware's, where they are installed.
EMITTED_FOR_ARM = (compiled("arm-none-eabi-gcc"), compiled("arm-none-eabi-gcc", *CORTEX_M4, "-O2"))


# ---- clients: tools/clients/ ----


@dataclass(frozen=True)
class ClientTools:
    """
    Compilers and linker of a client's programs, and what runs them. options: for compiling and linking. warnings:
    beside those that all compilers have.
    """

    name: str
    cc: tuple[str, ...]
    cxx: tuple[str, ...]
    link: tuple[str, ...]
    options: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ("-Wcast-align=strict",)
    emulator: tuple[str, ...] = ()


HOST_GCC = ClientTools("gcc", ("gcc",), ("g++",), ("g++",))
HOST_CLANG = ClientTools("clang", ("clang",), ("clang++",), ("clang++",), warnings=("-Wcast-align",))
# Linked by gcc: programs are C++ without its library, which this toolchain need not have.
EMULATED_M4 = ClientTools(
    "cortex-m4",
    ("arm-none-eabi-gcc",),
    ("arm-none-eabi-g++", "-fno-threadsafe-statics"),
    ("arm-none-eabi-gcc", *SEMIHOSTED, "-Wl,--gc-sections"),
    (*CORTEX_M4, "-specs=picolibc.specs", "-ffunction-sections", "-fdata-sections"),
    emulator=("tools/qemu-run", target("cortex-m4").machine),
)
