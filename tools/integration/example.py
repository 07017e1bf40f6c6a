# SPDX-License-Identifier: BSD-3-Clause
"""
Builds and runs a firmware of examples/firmware/, or a client of examples/clients/, on an emulated core, and shows the
instructions that each of its permutes takes, by hand and by permkern. Counts are exact and repeatable; they are not
cycles.
"""

import argparse
import sys

from runner.step import BUILD, StepFailed
from runner.targets import Target

from integration.firmware import Permute, permutes
from integration.measure import CLIENTS, example, new_log

FIRMWARE = {"microphone": "cortex-m4", "camera": "cortex-m55", "motion": "rv32imac", "rotate": "cortex-m4"}
OF_CLIENTS = {client.name: client for client in CLIENTS}


def firmware(name: str, target: Target) -> list[Permute]:
    """Builds and runs an example. It is configured once; Ninja builds what changed."""
    directory = BUILD / "example" / name
    log = new_log(directory.with_suffix(".logs"))
    if not (directory / "build.ninja").is_file():
        options = [f"-Dpermutation_set=examples/firmware/{name}.toml", "-Dtests=disabled", "-Dbuildtype=release"]
        log.must(["meson", "setup", directory, *options, "-Doptimization=2", f"--cross-file={target.path}"])
    log.must(["meson", "compile", "-C", directory])
    return permutes(directory / "examples" / "firmware" / "example", target.machine)


def show(target: Target, found: list[Permute]) -> None:
    print(f"{'permute':<24} {'shape, permutation':<30} {'bytes':>8} {'by hand':>10} {'permkern':>10} {'ratio':>6}")
    for permute in found:
        told = (f"{permute.by_hand:,}", f"{permute.by_kernel:,}", f"{permute.by_hand / permute.by_kernel:.1f}")
        name = permute.name if permute.correct else f"{permute.name} WRONG"
        print(f"{name:<24} {permute.work:<30} {permute.size:>8} {told[0]:>10} {told[1]:>10} {told[2]:>6}")
    print(f"\nInstructions, exact, on an emulated {target.name} (QEMU {target.machine}, -O2); not cycles.")


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/example", description=__doc__)
    parser.add_argument("example", choices=[*FIRMWARE, *OF_CLIENTS])
    name = parser.parse_args().example
    target = Target(FIRMWARE.get(name, "cortex-m4"))
    client = OF_CLIENTS.get(name)
    try:
        found = firmware(name, target) if client is None else example(client, BUILD / "example" / name)
    except (StepFailed, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    show(target, found)
    correct = sum(permute.correct for permute in found)
    print(f"{len(found)} permutes, {correct} correct")
    return 0 if correct == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
