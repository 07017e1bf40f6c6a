# SPDX-License-Identifier: BSD-3-Clause
"""
A batch of feature maps, 16x224x224x64 bytes, to channels first on 1 to N threads of a pool: times of one run.

    python3 examples/python/threads.py [MAX_THREADS]     default: the number of processors
"""

import os
import sys
from functools import partial
from timeit import repeat

import numpy as np
import permkern

AXES = (0, 3, 1, 2)
most = int(sys.argv[1]) if len(sys.argv) > 1 else os.cpu_count() or 1
maps = np.random.default_rng(1).integers(0, 256, (16, 224, 224, 64), np.uint8)
moved = np.empty((16, 64, 224, 224), np.uint8)
least: dict[int, float] = {}


def move(threads: int) -> None:
    permkern.permute(maps, AXES, out=moved, threads=threads)


for threads in [*range(1, most + 1), *range(1, most + 1)]:  # twice: what is measured first has no advantage
    moved.fill(0)
    move(threads)
    assert (moved == maps.transpose(AXES)).all()
    took = min(repeat(partial(move, threads), number=1, repeat=10))
    least[threads] = min(took, least.get(threads, took))

for threads, took in least.items():
    speed = f"{took * 1e3:8.3f} ms  {maps.nbytes / took * 1e-9:6.2f} GB/s"
    print(f"{threads:2} thread{'s' * (threads > 1):1}  {speed}  {least[1] / took:.2f} times one thread")
