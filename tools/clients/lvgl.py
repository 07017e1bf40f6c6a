# SPDX-License-Identifier: BSD-3-Clause
"""LVGL's lv_draw_sw_rotate, whose hooks are permkern's, against a stand-in with LVGL's declarations."""

from dataclasses import replace

from configurations.callers import EMULATED_M4

from clients.client import SANITIZED, Bug, Client, Measured, Program

_LVGL = Program(
    "lvgl",
    (
        "integrations/lvgl/permkern_lvgl.c",
        "tests/clients/lvgl/lv_draw_sw_utils.c",
        "tests/clients/lvgl/check_lvgl.c",
    ),
    include=("integrations/lvgl", "tests/clients/lvgl"),
    kernels="tests/clients/lvgl/display.toml",
    options=("-O1", *SANITIZED),
)
_LVGL_ON_M4 = replace(
    _LVGL,
    name="lvgl-cortex-m4",
    sources=(*_LVGL.sources, "tests/fault_cortex_m.c"),
    tools=EMULATED_M4,
    c="-std=c11",
    options=("-O2",),
)
LVGL = Client(
    "lvgl",
    "LVGL's rotations, by hooks",
    ("host", "arm", "qemu-arm"),
    (_LVGL, replace(_LVGL, name="lvgl-9.2", defines=("LVGL_9_2",)), _LVGL_ON_M4),
    (
        Bug("permkern_lvgl.c", "if (degrees != 90) {", "if (degrees != 270) {"),
        Bug("permkern_lvgl.c", " && stride % element == 0", ""),
        Bug("permkern_lvgl.c", "channels ? 3 : 1;", "1;"),
        Bug("permkern_lvgl.h", "? 90 : function[6] == '1'", "? hook : function[6] == '1'", "lvgl-9.2"),
        Bug("permkern_lvgl.h", "dest_stride, bytes, 180)", "src_stride, bytes, 180)"),
    ),
    measured=Measured(
        ("integrations/lvgl/permkern_lvgl.c",),
        ("examples/clients/lvgl_display.c", "tests/clients/lvgl/lv_draw_sw_utils.c"),
        ("integrations/lvgl", "tests/clients/lvgl"),
        pinned="tests/clients/lvgl/display.toml",
        counted="tests/clients/lvgl/frames.toml",
    ),
)
