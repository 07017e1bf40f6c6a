# SPDX-License-Identifier: BSD-3-Clause
"""The machine that `tools/bench host` measures on, by what it has; the processors that are measured on."""

import os
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from host_cases import Case
from host_figures import BEYOND
from host_measure import Bench, measure

FEATURES = (
    *("sse2", "ssse3", "sse4_1", "avx", "avx2", "bmi2", "avx512f", "avx512bw", "avx512vl", "avx512vbmi"),
    *("asimd", "sve", "sve2"),
)
LEVELS = ("L1", "L2", "L3")
MOST_COPIED = 128 << 20  # bytes: caches larger than this are not left behind


def _first(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _cpu_fields() -> dict[str, str]:
    """The first processor of /proc/cpuinfo."""
    lines = _first("/proc/cpuinfo").split("\n\n")[0].splitlines()
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _of_sysfs() -> dict[str, int]:
    found = {}
    for index in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        size = _first(f"{index}/size")
        if _first(f"{index}/type") in ("Data", "Unified") and size.endswith("K"):
            found[f"L{_first(f'{index}/level')}"] = int(size[:-1]) << 10
    return found


def _of_libc() -> dict[str, int]:
    """What the C library knows: by CPUID, on x86."""
    found = {}
    for level, name in zip(LEVELS, ("LEVEL1_DCACHE", "LEVEL2_CACHE", "LEVEL3_CACHE"), strict=True):
        try:
            done = subprocess.run(["getconf", f"{name}_SIZE"], capture_output=True, text=True, check=False)
        except OSError:
            return {}
        if done.returncode == 0 and done.stdout.strip().isdigit():
            found[level] = int(done.stdout)
    return found


def caches() -> dict[str, int]:
    """Bytes of each level that holds data, the smallest first."""
    known = _of_sysfs() or _of_libc()
    return {level: known[level] for level in LEVELS if known.get(level, 0) > 0}


def machine(compiler: str) -> dict[str, Any]:
    """What figures depend on. No name, no date: two pages from two machines are compared by what the machines have."""
    fields = _cpu_fields()
    flags = (fields.get("flags") or fields.get("Features") or "").split()
    return {
        "architecture": platform.machine(),
        "processors": os.cpu_count(),
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


def copied(sizes: Mapping[str, int]) -> dict[str, int]:
    """How many bytes are copied to see a level's speed: input and output fill half of it, or twice the last."""
    inside = {level: size // 4 for level, size in sizes.items() if size // 4 <= MOST_COPIED}
    last = max(sizes.values(), default=32 << 20)
    return inside | ({BEYOND: 2 * last} if 2 * last <= MOST_COPIED else {})


def copy_speeds(bench: Bench, sizes: Mapping[str, int]) -> list[dict[str, Any]]:
    """memcpy's speed at each level, in bytes copied, counted once."""
    rows = []
    method = replace(bench.method, least_rounds=25, most_rounds=200, most_ns=0.1e9)
    for level, size in copied(sizes).items():
        job = bench.job(Case(level, "copies", (size,), (0,)), 8)
        (times,) = measure([bench.shim.own("memcpy", job.handle)], method).values()
        bench.shim.close(job.handle)
        rows.append({"level": level, "holds": sizes.get(level), "copied": size, "gb_s": round(size / times.least, 1)})
    return rows


def pin() -> int | None:
    """One processor, the last allowed: the first has most interrupts. Returns another, for a second thread, or none."""
    if not hasattr(os, "sched_setaffinity"):
        return 0 if (os.cpu_count() or 1) > 1 else None
    *others, last = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {last})
    return others[-1] if others else None
