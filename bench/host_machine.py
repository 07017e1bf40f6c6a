# SPDX-License-Identifier: BSD-3-Clause
"""The machine that `tools/bench host` measures on: what figures depend on, and the processor they are taken on."""

import os
import platform
from pathlib import Path
from typing import Any

FEATURES = (
    *("sse2", "ssse3", "sse4_1", "avx", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vl", "avx512vbmi"),
    *("asimd", "sve", "sve2"),
)


def _first(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _cpu_fields() -> dict[str, str]:
    """The first processor of /proc/cpuinfo."""
    lines = _first("/proc/cpuinfo").split("\n\n")[0].splitlines()
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _caches() -> str:
    found = []
    for index in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        kind = {"Data": "d", "Instruction": "i"}.get(_first(f"{index}/type"), "")
        found.append(f"L{_first(f'{index}/level')}{kind} {_first(f'{index}/size')}")
    return ", ".join(found) or "not known"


def machine(compiler: str) -> dict[str, Any]:
    """What figures depend on, after the build. No name of the machine, no date."""
    fields = _cpu_fields()
    flags = (fields.get("flags") or fields.get("Features") or "").split()
    parts = [fields.get(name, "") for name in ("model name", "cpu family", "model", "stepping")]
    return {
        "processor": "{}, family {}, model {}, stepping {}".format(*parts) if parts[0] else platform.machine(),
        "processors": os.cpu_count(),
        "caches": _caches(),
        "features": [name for name in FEATURES if name in flags],
        "compiler": f"{compiler}; permkern and naive as a default build has it, -O2",
        "system": f"{platform.system()} {platform.release()}, {' '.join(platform.libc_ver())}",
        "Python": platform.python_version(),
    }


def huge_pages() -> str:
    """What the system gave of those that were asked for."""
    sizes = [line.split() for line in _first("/proc/self/smaps").splitlines()]
    held = {name: sum(int(line[1]) for line in sizes if line[0] == name) for name in ("AnonHugePages:", "Rss:")}
    return f"{held['AnonHugePages:'] >> 10} MB of the {held['Rss:'] >> 10} MB in use"


def pin() -> None:
    """One processor, the last allowed: the first has most interrupts."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
