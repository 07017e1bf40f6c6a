# SPDX-License-Identifier: BSD-3-Clause
"""What the firmware bench holds its figures against: the project's goals, and other projects' recorded figures."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

NAIVE = "naive"


@dataclass(frozen=True)
class Goal:
    """The most that a case may take, for each element or for the whole call.

    Instructions, or estimated cycles of a core, which then has a name (bench/timings.py).
    """

    target: str
    case: str
    column: str
    most: float
    whole: bool = False
    over_newlib: bool = False  # `most` comes on top of what newlib's memcpy takes
    core: str = ""


def goal_row(target: str, compiler: str, case: str, what: str, column: str, unit: str) -> dict[str, object]:
    """What firmware.json says of a goal, before what was reached."""
    return {"target": target, "compiler": compiler, "case": case, "what": what, "column": column, "unit": unit}


def turns_row(
    target: str, compiler: str, measures: Sequence[Mapping[str, Mapping[str, int]]], apart: Collection[str]
) -> dict[str, object]:
    """
    No pinned kernel of turns.toml may be slower than naive loops, by any measure, at any alignment. apart: the rows
    that go from one buffer to another, as the loops do.
    """
    losses = {
        case: round(columns[NAIVE] / columns[column], 2)
        for measure in measures
        for case, columns in measure.items()
        for column in ("pinned", "pinned off")
        if case in apart and columns[column] > columns[NAIVE]
    }
    what = "rows slower than naive, by any measure, at any alignment"
    row = goal_row(target, compiler, "turns", what, "pinned", "rows")
    note = ", ".join(f"{case} {at}" for case, at in losses.items())
    return row | {"goal": 0, "reached": len(losses), "met": not losses, "note": note}


def _both(target: str, cases: str, checked: float, pinned: float, whole: bool = False, core: str = "") -> list[Goal]:
    return [
        Goal(target, case, column, most, whole, core=core)
        for case in cases.split()
        for column, most in (("checked", checked), ("pinned", pinned))
    ]


def _cycles(case: str, checked: float, pinned: float, whole: bool = False) -> list[Goal]:
    return _both("cortex-m4", case, checked, pinned, whole, core="Cortex-M4")


# GCC 12.2 or Clang 16, -O2 unless the target says otherwise.
GOALS: tuple[Goal, ...] = (
    # These were set for words in pairs, which save instructions, and on Cortex-M4 no cycles: both builds are held to
    # them. The default's are those in estimated cycles.
    *(
        goal
        for target in ("cortex-m4", "cortex-m4-pairs")
        for goal in (
            *_both(target, "hwc_8 chw_8 nhwc_8", 1.60, 1.25),
            *_both(target, "square_8", 1.75, 1.25),
            *_both(target, "rgb_8 planar_8", 2.1, 1.85),
            *_both(target, "wide_8 tall_8", 2.6, 1.85),
            *_both(target, "hwc_16 nhwc_16 square_16", 1.85, 1.40),
            *_both(target, "small_8", 300, 80, whole=True),
        )
    ),
    *(Goal("cortex-m4", case, "checked off", 2.2) for case in ("rgb_8", "planar_8")),
    *(Goal("cortex-m4", case, "pinned off", 1.90) for case in ("rgb_8", "planar_8")),
    *_both("cortex-m4", "heads_8", 1.2, 0.8),
    Goal("cortex-m4", "identity_8", "checked", 0.25, over_newlib=True),
    Goal("cortex-m4", "single_8", "checked", 190, whole=True),
    Goal("cortex-m4-size", "single_8", "checked", 230, whole=True),
    *_both("cortex-m0", "square_8", 4.0, 3.2),
    *_both("cortex-m55-clang", "hwc_8", 0.32, 0.30),
    *_both("cortex-m55", "hwc_8", 0.45, 0.40),
    *_both("cortex-m55-clang", "square_8", 0.58, 0.36),
    *_both("cortex-m55", "square_8", 0.70, 0.50),
    *_both("cortex-m55-clang", "hwc_16", 0.57, 0.55),
    *_both("rv32imac", "hwc_8", 2.5, 2.1),
    *_both("rv32imac-zbkb", "hwc_8", 2.2, 1.8),
    *_both("rv32imacv-clang", "hwc_8", 0.20, 0.14),
    # Turned pictures: what prototypes of the project reached, as they print it, with two digits. In place: 28x28x8 by
    # blocks of 4x8 and six cycles.
    *(
        Goal("cortex-m4-turns", f"quarter_{bits}", column, most)
        for bits, most in ((8, 1.385), (16, 1.785), (32, 2.605), ("rgb_8", 3.335))  # a pixel has three: 10
        for column in ("planned", "pinned")
    ),
    *(
        Goal("cortex-m4-turns", f"half_{bits}", column, most)
        for bits, most in ((8, 1.005), (16, 2.005), (32, 2.755), ("rgb_8", 1.752))  # a pixel has three: 5.25
        for column in ("planned", "pinned")
    ),
    Goal("cortex-m4-turns", "in_place_map_8", "pinned", 4.135),
    # Estimated cycles: what these cases took when they were first estimated, or less where that is said.
    *_cycles("hwc_8", 1.564, 1.505),
    *_cycles("chw_8", 1.894, 1.536),
    *_cycles("nhwc_8", 1.551, 1.474),
    *_cycles("square_8", 2.198, 1.543),
    *_cycles("rgb_8", 2.581, 1.982),
    *_cycles("planar_8", 2.844, 1.982),
    *_cycles("wide_8", 3.65, 1.994),
    *_cycles("tall_8", 3.36, 1.994),
    *_cycles("heads_8", 1.702, 0.637),
    *_cycles("identity_8", 0.75, 0.75),  # 0.848, 0.789
    *_cycles("small_8", 602, 114, whole=True),
    *_cycles("single_8", 261, 52, whole=True),
    *_cycles("hwc_16", 2.391, 1.9),  # pinned 2.480
    *_cycles("nhwc_16", 2.376, 2.449),
    *_cycles("square_16", 2.974, 2.0),  # pinned 2.271
)


@dataclass(frozen=True)
class ModelsGoal:
    """What a column of a build is to reach over a peer: the least geomean, and no loss in rows above some elements."""

    target: str
    column: str
    over: str
    geomean: float | None
    above: int = 0


# Over the rows of models.toml; in profile size within FLASH_MLI.
MODEL_GOALS = (
    ModelsGoal("cortex-m4-models", "checked", "the best peer", 3.0, above=24),
    ModelsGoal("cortex-m4-models", "pinned", "the best peer", 4.5),
    ModelsGoal("cortex-m4-models-size", "checked", "the best peer", 2.4, above=24),
    ModelsGoal("cortex-m4-models-size-pinned", "checked", "the best peer", 2.4, above=24),
    ModelsGoal("cortex-m4-models-size-pinned", "pinned", "the best peer", 3.5),
    ModelsGoal("cortex-m4-models", "checked", "naive", None, above=24),
    ModelsGoal("cortex-m4-models", "pinned", "naive", None),
    ModelsGoal("cortex-m4-models-size", "checked", "naive", None, above=24),
    ModelsGoal("cortex-m4-models-size-pinned", "checked", "naive", None, above=24),
    ModelsGoal("cortex-m4-models-size-pinned", "pinned", "naive", None),
    ModelsGoal("cortex-m4-models-debug", "pinned", "naive", None),
    ModelsGoal("cortex-m3-models", "pinned", "naive", None),
    ModelsGoal("cortex-m0-models", "pinned", "naive", None),
    ModelsGoal("rv32imac-models", "pinned", "naive", None),
)

# Pinned kernels in the set may not slow down its other calls: the row, and the most times what it takes without them.
BESIDE = ("cortex-m4-models-size", "cortex-m4-models-size-pinned")
CLIFF = ("map_28x28x8_8", 1.02)

# Bytes, on Cortex-M4.
FLASH_MLI = 2304
FLASH_TINY = 900
FLASH_PINNED = 200
STACK = 256

# ---- recorded ----

NEWLIB = "newlib memcpy"

RECORDED_FROM = """\
Recorded once, not measured by this run: instructions an element (2x4x8 and 1x1x1: of the whole call), calls included,
GCC 12.2 or Clang 16, -O2, from the projects' public sources: TensorFlow Lite Micro's reference transpose, embARC MLI
1.1 with its checks on, CMSIS-NN's arm_transpose_s8, newlib 3.3's memcpy. A range is over the cases of that width."""

# By target and case.
RECORDED: dict[tuple[str, str], dict[str, float | str]] = {
    ("cortex-m4", "hwc_8"): {"TFLM": 6.39, "MLI 1.1": 5.44, "CMSIS-NN": 6.34, NEWLIB: 0.53},
    ("cortex-m4", "rgb_8"): {"TFLM": 7.83, "MLI 1.1": 6.23, "CMSIS-NN": 8.79, NEWLIB: 0.56},
    ("cortex-m4", "small_8"): {"TFLM": 1548, "MLI 1.1": 1001, "CMSIS-NN": 510, NEWLIB: 55},
    ("cortex-m4", "chw_8"): {"TFLM": 9.74, "MLI 1.1": 6.37, "CMSIS-NN": 5.39, NEWLIB: 0.53},
    ("cortex-m4", "nhwc_8"): {"TFLM": 6.62, "MLI 1.1": 5.49, "CMSIS-NN": 5.86, NEWLIB: 0.53},
    ("cortex-m4", "heads_8"): {"TFLM": 10.66, "MLI 1.1": 7.39, "CMSIS-NN": 7.28, NEWLIB: 0.57},
    ("cortex-m4", "square_8"): {"TFLM": 6.37, "MLI 1.1": 5.65, "CMSIS-NN": 5.21, NEWLIB: 0.55},
    ("cortex-m4", "wide_8"): {"TFLM": 17.83, "MLI 1.1": 9.50, "CMSIS-NN": 5.22, NEWLIB: 0.63},
    ("cortex-m4", "identity_8"): {"TFLM": 9.74, "MLI 1.1": 6.37, "CMSIS-NN": 6.34, NEWLIB: 0.53},
    ("cortex-m4", "single_8"): {"TFLM": 399, "MLI 1.1": 459, "CMSIS-NN": 108, NEWLIB: 26},
    **{
        ("cortex-m4", case): {"TFLM": "6.4-9.9", "MLI 1.1": "5.4-6.1", NEWLIB: 1.07}
        for case in ("hwc_16", "chw_16", "nhwc_16", "square_16")
    },
    ("cortex-m0", "square_8"): {"MLI 1.1": 7.81, "CMSIS-NN": 6.35},
    ("cortex-m55", "hwc_8"): {"MLI 1.1": 4.48, "CMSIS-NN": 5.46},
    ("cortex-m55", "square_8"): {"CMSIS-NN": 2.03},
    ("cortex-m55-clang", "hwc_8"): {"CMSIS-NN": 5.90},
    ("cortex-m55-clang", "square_8"): {"CMSIS-NN": 0.91},
    ("rv32imac", "hwc_8"): {"TFLM": 7.54, "MLI 1.1": 5.29},
}

# Bytes of .text on Cortex-M4, -Os, 8 and 16 bits (CMSIS-NN: 8 only).
RECORDED_FLASH = {"CMSIS-NN": 472, "TFLM": 628, "MLI 1.1": 1188}
