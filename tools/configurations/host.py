# SPDX-License-Identifier: BSD-3-Clause
"""
Every way in which the library is built for this machine, or looked at as source, and what is done with each.

This is the only list: a macro that chooses between ways of moving words has its entries here, and tests, proofs,
sweeps, mutants, coverage and analysers take what they are named for.
"""

from configurations.suites import (
    ARITHMETIC,
    CORE,
    HOST_RUNS,
    KERNELS,
    MLI,
    MLI_STRIDED,
    MOVES,
    PINNED_RUNS,
    VECTOR_RUNS,
    suites,
)
from configurations.uses import (
    UNALIGNED_OFF,
    Analyse,
    Compile,
    Configuration,
    Cover,
    Firmware,
    Fuzz,
    Misra,
    Model,
    Mutate,
    Prove,
    RunPinned,
    StandIn,
    Sweep,
    Test,
)

NO_VECTOR = "PERMKERN_VECTOR=0"
NO_STRIPS = "PERMKERN_STRIPS=0"
NO_PAIRS = "PERMKERN_PAIRS=0"
BYTES = "PERMKERN_WORD_TILES=0"
NETWORKS = "PERMKERN_NETWORKS=1"
PIECES = "PERMKERN_PIECES=1"
PAIRS = "PERMKERN_PAIRS=1"
SEVERAL = "PERMKERN_SEVERAL=1"
FOURS = "PERMKERN_FOURS=1"
STEPPING = "PERMKERN_STEPPING=1"
NO_MULTIPLY = "PERMKERN_MULTIPLY=0"
NO_DIVIDE = "PERMKERN_DIVIDE=0"
NO_WIDE_MULTIPLY = "PERMKERN_WIDE_MULTIPLY=0"
NO_TURNS = "PERMKERN_TURNS=0"
RANK_4 = "PERMKERN_MAX_RANK=4"
MEM_STRIDE = "PERMKERN_MLI_MEM_STRIDE=1"
ASYM = "PERMKERN_MLI_ASYM=1"
MLI_2 = "PERMKERN_MLI_2=1"
# Added to any of them: values that the memory sanitizer follows are not hidden in assembly.
FOLLOWED = "PERMKERN_HIDE=0"
# What the preprocessor finds out about this machine, for a model checker that does not say what it compiles for.
STATED = ("PERMKERN_UNALIGNED=1", "PERMKERN_WORD_TILES=1")

SIZES_32 = ("-m32", "--rtlib=compiler-rt", "-unwindlib=none")  # size_t as firmware has it
AS_ARC = (*SIZES_32, "-funsigned-char")  # types of the same sizes, alignments and signs
MLI_1_0, MLI_1_1, MLI_2_0 = "tests/mli_1_0", "tests/mli_1_1", "tests/mli_2_0"
OF_MLI = ("mli", "selftest")  # suites that see the headers
OF_SET = ("kernels", "selftest", "objects")  # suites that see the set
PINS_TO_COVER = "verify/coverage/pinned.toml"
PINS_XORED = "verify/coverage/xored.toml"
PINS_TURNED = "tests/turned.toml"
PINS_TO_FUZZ = "verify/fuzz/pinned.toml"
PINS_TO_MUTATE = "verify/mutation/pins.toml"
PINS_TO_SWEEP = "pins"


OF_ARC = (NO_DIVIDE, NO_TURNS, STEPPING)  # what this machine would not choose

WITHOUT_MLI = ("src/", "_x")
# What compilers predefine that the sources ask for.
GCC = ("__GNUC__=12", "__BYTE_ORDER__=1234", "__ORDER_LITTLE_ENDIAN__=1234")
ARM = (*GCC, "__arm__=1", "UINTPTR_MAX=0xffffffffU")
ARM_V7 = (*ARM, "__ARM_ARCH=7", "__ARM_FEATURE_UNALIGNED=1", "__ARM_FEATURE_IDIV=1")
X86_64 = (*GCC, "__x86_64__=1", "__LP64__=1", "UINTPTR_MAX=0xffffffffffffffffU")

CONFIGURATIONS = (
    # ---- what this machine takes by itself ----
    Configuration(
        "host",
        (
            Test("gcc", "GCC -O2, each instruction set", whole=True),
            Test(
                "clang-sanitized",
                "Clang -O1, ASan and UBSan",
                "clang",
                ("-Doptimization=1",),
                "address,undefined",
                needs=("checks", "clang"),  # `tools/verify exhaustive-ubsan` runs more with these sanitizers
            ),
            Compile("cc"),
            Compile("cc", ("-std=c99", "-Wpedantic")),
            Compile("clang"),
            RunPinned("unaligned"),
            RunPinned("O3", ("-O3",), trapping=False),
            Sweep("host"),
            Mutate(without=(), isas=("", "avx2")),
            Cover("src", HOST_RUNS),
            Cover("vectors", VECTOR_RUNS),
            Analyse("gcc-host", "gcc"),
            Analyse("clang-host", "clang", ("src/",), quick=True),
            Analyse("clang-vectors", "clang", ("generated/",)),
            Analyse("arm-m0", "arm", WITHOUT_MLI, cpu="cortex-m0"),
            Analyse("arm-m4", "arm", WITHOUT_MLI, cpu="cortex-m4"),
            Misra("host", "unix64", X86_64, firmware=False),
            Fuzz("core", 120_000, seeded=True),
            Firmware(),
        ),
    ),
    # ---- what other machines take: words, without vectors unless the name says so ----
    Configuration(
        "words",
        (
            Mutate(),
            Cover("kernels", KERNELS),
            Analyse("gcc-words", "gcc", WITHOUT_MLI),
            Misra("words", "arm32-wchar_t4", ARM_V7),
            Model("words"),
            Fuzz("integers", 100_000, seeded=True),
            Fuzz("mli", 50_000),
            Fuzz("subtensor", 100_000),
        ),
        (NO_VECTOR,),
    ),
    Configuration(
        "aligned",
        (Sweep("words"), Cover("src", MOVES), Model("words aligned")),
        (NO_VECTOR, UNALIGNED_OFF),
    ),
    Configuration(
        "aligned-vectors",
        (
            Test("aligned", "no unaligned words, UBSan", sanitize="undefined"),
            Compile("clang"),
            RunPinned("aligned"),
        ),
        (UNALIGNED_OFF,),
    ),
    Configuration(
        "trapping", (Mutate(), Cover("src", MOVES)), (UNALIGNED_OFF, NO_MULTIPLY, NO_WIDE_MULTIPLY, NO_DIVIDE)
    ),
    Configuration(
        "networks",
        (
            Sweep("words"),
            Mutate(),
            Cover("src", suites("kernels")),
            Cover("kernels", KERNELS),
        ),
        (NO_VECTOR, NETWORKS, PAIRS, FOURS),
    ),
    Configuration("networks-alone", (Model("networks", planes=True),), (NO_VECTOR, NETWORKS)),
    Configuration("pairs-alone", (Model("pairs", planes=True),), (NO_VECTOR, PAIRS)),
    Configuration("networks-vectors", (Compile("cc"),), (NETWORKS, PAIRS)),
    Configuration(
        "networks-aligned", (RunPinned("networks, pairs and fours"),), (NETWORKS, PAIRS, FOURS, UNALIGNED_OFF)
    ),
    Configuration("several", (RunPinned("several words"),), (NO_VECTOR, SEVERAL)),
    Configuration("networks-no-strips", (Compile("clang"),), (NETWORKS, PAIRS, NO_STRIPS)),
    Configuration(
        "pieces",
        (
            Sweep("words"),
            Mutate(),
            Cover("src", suites("kernels")),
            Cover("kernels", KERNELS),
            Model("pieces", planes=True),
            RunPinned("pieces"),
        ),
        (NO_VECTOR, PIECES),
    ),
    Configuration(
        "no-strips",
        (Mutate(), Cover("src", suites("kernels")), Cover("kernels", KERNELS)),
        (UNALIGNED_OFF, NO_STRIPS),
    ),
    Configuration(
        "pieces-no-strips",
        (
            Sweep("words"),
            Mutate(),
            Cover("src", suites("kernels")),
            Cover("kernels", suites("kernels")),
            Compile("clang"),
        ),
        (NO_VECTOR, NO_STRIPS, PIECES, UNALIGNED_OFF),
    ),
    Configuration("no-strips-words", (Model("no strips", planes=True),), (NO_VECTOR, NO_STRIPS)),
    Configuration("no-strips-vectors", (Compile("clang"),), (NO_STRIPS,)),
    Configuration(
        "no-strips-no-pairs",
        (Analyse("gcc-aligned", "gcc", WITHOUT_MLI), Analyse("clang-aligned", "clang", WITHOUT_MLI)),
        (NO_VECTOR, UNALIGNED_OFF, NO_STRIPS, NO_PAIRS),
    ),
    Configuration("stepping", (Sweep("words"),), (NO_VECTOR, UNALIGNED_OFF, NETWORKS, NO_STRIPS, STEPPING)),
    Configuration("bytes", (Cover("kernels", KERNELS), Model("elements", planes=True)), (NO_VECTOR, BYTES)),
    Configuration("bytes-vectors", (Compile("cc"), RunPinned("no words")), (BYTES,)),
    Configuration("bytes-proven", (Prove("kernels"),), (NO_VECTOR, BYTES, NO_WIDE_MULTIPLY)),
    # ---- other arithmetic, other sizes ----
    Configuration("adding", (Prove("checks"),), (NO_WIDE_MULTIPLY, NO_VECTOR)),
    Configuration("adding-32", (Cover("src", (*ARITHMETIC, *MLI)),), (NO_WIDE_MULTIPLY, NO_DIVIDE), flags=SIZES_32),
    Configuration(
        "no-multiply",
        (Cover("src", (*ARITHMETIC, *suites("layouts"), *MLI)),),
        (NO_VECTOR, NO_MULTIPLY),
        mli=MLI_1_0,
    ),
    # ---- what targets without an emulator choose ----
    Configuration("arc-em", (StandIn("arc-em", (*CORE, *KERNELS[1:], *MLI)),), (UNALIGNED_OFF, *OF_ARC), flags=AS_ARC),
    Configuration(
        "arc-em-size", (StandIn("arc-em", (*KERNELS, *MOVES)),), (UNALIGNED_OFF, *OF_ARC), "mli", flags=AS_ARC
    ),
    Configuration("arc-hs", (StandIn("arc-hs", (*KERNELS, *MOVES)),), OF_ARC, flags=AS_ARC),
    # ---- sets that ship ----
    Configuration(
        "size-vectors",
        (
            Test("set-mli", "set mli"),
            Sweep("small"),
            Cover("src", (*suites("kernels"), *MLI), size=True),
            Cover("kernels", KERNELS),
        ),
        permutations="mli",
    ),
    Configuration("gtcrn", (Test("set-gtcrn", "set gtcrn", suites=OF_SET),), permutations="gtcrn"),
    Configuration(
        "tiny-vectors",
        (
            Test("set-tiny", "set tiny"),
            Sweep("small"),
            Cover("kernels", KERNELS),
        ),
        permutations="tiny",
    ),
    Configuration(
        "size",
        (
            Mutate(),
            Analyse("gcc-mli", "gcc"),
            Analyse("clang-mli", "clang"),
            Fuzz("core", 50_000),
        ),
        (NO_VECTOR,),
        "mli",
    ),
    Configuration(
        "size-trapping", (Sweep("small-aligned"), Mutate(), Cover("src", KERNELS, size=True)), (UNALIGNED_OFF,), "mli"
    ),
    Configuration(
        "size-fours", (Cover("src", suites("kernels", "xor", "layouts"), size=True),), (NO_VECTOR, FOURS), "mli"
    ),
    Configuration("size-bytes", (Cover("kernels", KERNELS),), (BYTES,), "mli"),
    Configuration(
        "tiny",
        (
            Mutate(),
            Cover("src", (*suites("kernels", "flips"), *MLI)),
            Analyse("gcc-tiny", "gcc"),
            Analyse("clang-tiny", "clang"),
        ),
        (NO_VECTOR,),
        "tiny",
    ),
    Configuration("size-rank-4", (Firmware(),), (RANK_4,), "mli"),
    Configuration("tiny-rank-4", (Firmware(),), (RANK_4,), "tiny"),
    Configuration(
        "tiny-rank-4-words", (Misra("tiny", "arm32-wchar_t4", (*ARM, "__ARM_ARCH=6")),), (NO_VECTOR, RANK_4), "tiny"
    ),
    # ---- sets of pinned kernels: each consumer has the shapes that it is about ----
    Configuration("pins-swept", (Sweep("pins"),), permutations=PINS_TO_SWEEP),
    Configuration(
        "pins-swept-aligned", (Sweep("pins-aligned"),), (NO_VECTOR, UNALIGNED_OFF, NETWORKS, PAIRS), PINS_TO_SWEEP
    ),
    Configuration("pins", (Mutate(),), (NO_VECTOR,), PINS_TO_MUTATE),
    Configuration("pins-vectors", (Mutate(without=(), isas=("", "avx2")),), permutations=PINS_TO_MUTATE),
    Configuration("pins-fuzzed", (Fuzz("core", 50_000),), (NO_VECTOR,), PINS_TO_FUZZ),
    Configuration("pins-covered", (Cover("src", PINNED_RUNS),), permutations=PINS_TO_COVER),
    Configuration("pins-turned", (Cover("src", suites("kernels")),), permutations=PINS_TURNED),
    Configuration(
        "pins-networks",
        (Cover("src", KERNELS), Cover("kernels", KERNELS)),
        (NO_VECTOR, NETWORKS, PAIRS),
        PINS_TO_COVER,
    ),
    Configuration(
        "pins-no-strips", (Cover("src", suites("kernels")),), (UNALIGNED_OFF, NO_STRIPS, FOURS), PINS_TO_COVER
    ),
    Configuration("xored-words", (Cover("kernels", suites("kernels")),), (NO_VECTOR, SEVERAL), PINS_XORED),
    Configuration(
        "xored-bytes",
        (Cover("src", suites("kernels")), Cover("kernels", suites("kernels"))),
        (NO_VECTOR, BYTES),
        PINS_XORED,
    ),
    Configuration(
        "xored-networks", (Cover("kernels", suites("kernels")),), (NO_VECTOR, NETWORKS, PAIRS, FOURS), PINS_XORED
    ),
    Configuration("xored-pieces", (Cover("kernels", suites("kernels")),), (NO_VECTOR, PIECES), PINS_XORED),
    Configuration(
        "xored-no-strips", (Cover("kernels", suites("kernels")),), (NO_VECTOR, UNALIGNED_OFF, NO_STRIPS), PINS_XORED
    ),
    Configuration(
        "xored-pieces-no-strips",
        (Cover("kernels", suites("kernels")),),
        (NO_VECTOR, UNALIGNED_OFF, NO_STRIPS, PIECES),
        PINS_XORED,
    ),
    Configuration(
        "xored-aligned",
        (Cover("src", suites("kernels")), Cover("kernels", suites("kernels"))),
        (NO_VECTOR, UNALIGNED_OFF),
        PINS_XORED,
    ),
    Configuration(
        "pins-bytes", (Cover("src", suites("kernels")), Cover("kernels", KERNELS)), (NO_VECTOR, BYTES), PINS_TO_COVER
    ),
    # ---- MLI's headers of other releases ----
    Configuration("mli-1.0", (Test("mli_1_0", "MLI 1.0 headers", suites=OF_MLI),), mli=MLI_1_0),
    Configuration(
        "mli-1.1",
        (Test("mli_1_1", "MLI 1.1 headers", suites=OF_MLI), Fuzz("mli", 50_000, seeded=True)),
        (MEM_STRIDE,),
        mli=MLI_1_1,
    ),
    Configuration(
        "mli-1.0-words",
        (
            Analyse("gcc-mli_1_0", "gcc", ("src/mli_",)),
            Analyse("clang-mli_1_0", "clang", ("src/mli_",)),
            Fuzz("mli", 50_000),
            Fuzz("subtensor", 100_000),
        ),
        (NO_VECTOR,),
        mli=MLI_1_0,
    ),
    Configuration(
        "mli-1.1-words",
        (
            Analyse("gcc-mli_1_1", "gcc", ("src/mli_",), quick=True),
            Analyse("clang-mli_1_1", "clang", ("src/mli_",)),
            Fuzz("subtensor", 100_000, seeded=True),
            Fuzz("create", 75_000, seeded=True),
        ),
        (NO_VECTOR, MEM_STRIDE),
        mli=MLI_1_1,
    ),
    Configuration("strided", (Mutate(),), (NO_VECTOR, MEM_STRIDE, ASYM), mli=MLI_1_1),
    Configuration("strided-bytes", (Sweep("words"),), (NO_VECTOR, BYTES, MEM_STRIDE), mli=MLI_1_1),
    Configuration("strided-32", (Cover("src", (*CORE, *MLI_STRIDED)),), (MEM_STRIDE,), mli=MLI_1_1, flags=SIZES_32),
    Configuration(
        "mli-2.0", (Test("mli_2_0", "MLI 2.0 headers", suites=("mli", "headers")),), (MLI_2,), "mli", MLI_2_0
    ),
    Configuration("mli-2.0-32", (Cover("src", MLI_STRIDED),), (MLI_2,), mli=MLI_2_0, flags=SIZES_32),
    Configuration(
        "mli-2.0-words",
        (
            Analyse("gcc-mli_2_0", "gcc", ("src/mli_",)),
            Analyse("clang-mli_2_0", "clang", ("src/mli_",), quick=True),
            Fuzz("mli", 50_000),
            Fuzz("subtensor", 100_000),
            Fuzz("create", 75_000),
        ),
        (NO_VECTOR, MLI_2),
        mli=MLI_2_0,
    ),
    Configuration(
        "mli-layout-1.1",
        (
            Test(
                "mli_layout_1_1",
                "bundled headers with the types of MLI 1.1",
                options=("-Dmli_layout=1.1",),
                suites=("mli", "headers"),
            ),
        ),
        permutations="tiny",
    ),
    # ---- what Meson makes of an option ----
    # The kernels are those of the step gcc, byte for byte, as the step current shows.
    Configuration(
        "committed", (Test("committed", "committed kernels", options=("-Dkernels=committed",), suites=("selftest",)),)
    ),
    Configuration("rank-4", (Test("rank-4", "rank 4 at most", options=("-Dmax_rank=4",)),)),
)
