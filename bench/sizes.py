# SPDX-License-Identifier: BSD-3-Clause
"""
Measures the library's flash and stack on a Cortex-M4: `tools/bench sizes`.

Flash is the size of a program that only calls some functions, linked with --gc-sections: all loaded sections, with
alignment. No C library is linked, so the link also shows that no symbol is missing. Stack is the largest stack of
the calls that `permkern certify --calls` makes.
"""

import sys
from dataclasses import replace

from builds import ROOT
from permkern.certify.cores import CORES
from permkern.certify.elf import read_image
from permkern.certify.measure import Chain, Meter
from permkern.certify.programs import Library, compile_library
from permkern.certify.requests import checked
from permkern.kernels.inventory import Inventory, make_inventory
from permkern.kernels.manifest import PinnedRequest, SetError, load_set
from permkern.kernels.permutation import Work
from runner.step import processors

CORE = CORES["cortex-m4"]
FOLDER = ROOT / "build" / "bench" / "sizes"
MLI_CALLS = (
    "permkern_mli_permute_fx",
    "permkern_mli_permute_fx8",
    "permkern_mli_permute_fx16",
    "permkern_mli_point_to_subtensor",
    "permkern_mli_count_elem_num",
    "permkern_mli_tensor_element_size",
)
PINNED = PinnedRequest("hwc_8", Work((28, 28, 8), (2, 0, 1), 8), count=1, align=1, dispatch=True)


def most_axes(inventory: Inventory) -> int:
    return 8 if inventory.name == "default" else 4  # MLI's limit


def library(name: str, inventory: Inventory, level: str) -> Library:
    """Compiles a set for firmware."""
    options = f"-DPERMKERN_MAX_RANK={most_axes(inventory)}"
    return compile_library(inventory, FOLDER / name, (*CORE.cc, level), options, jobs=processors())


def flash_sizes() -> dict[str, int]:
    """Returns flash in bytes at -Os: the MLI functions with set mli and with set tiny, and one pinned kernel."""
    mli_set = load_set("mli")
    wanted = {
        "mli": (mli_set, MLI_CALLS),
        "tiny": (load_set("tiny"), MLI_CALLS),
        "pinned": (replace(mli_set, pinned=(PINNED,)), (PINNED.symbol,)),
    }
    return {
        name: library(name, make_inventory(permutations), "-Os").flash("program", calls)
        for name, (permutations, calls) in wanted.items()
    }


def stack_sizes(name: str, level: str) -> dict[str, int]:
    """Returns each function's deepest stack in bytes, for a set at an optimisation level."""
    inventory = make_inventory(load_set(name))
    image = read_image(library(f"{name}{level}", inventory, level).linked("all"))
    meter = Meter(CORE, image)
    deepest: dict[str, int] = {}
    for claim in checked(inventory, image.functions, 4):
        meter.taken(Chain(claim.call))
        for one, taken in zip(claim.call.calls, meter.calls, strict=True):
            symbol = one.symbol.removesuffix("_rank4")
            deepest[symbol] = max(deepest.get(symbol, 0), taken.stack)
    return deepest


def main() -> int:
    try:
        print("Flash on a Cortex-M4, GCC -Os, in bytes:")
        for name, size in flash_sizes().items():
            print(f"  {name:<10} {size:>6}")
        for name in ("mli", "default"):
            for level in ("-Os", "-O2"):
                print(f"Stack on a Cortex-M4, set {name}, {level}, in bytes:")
                for call, depth in stack_sizes(name, level).items():
                    print(f"  {call:<40} {depth:>6}")
    except SetError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
