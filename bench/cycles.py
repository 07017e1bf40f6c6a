# SPDX-License-Identifier: BSD-3-Clause
"""Measured cycles on open RISC-V cores, whose Verilog Verilator simulates: `tools/bench cycles`.

The program is that of `tools/bench firmware`, and each stretch must take as many instructions as QEMU counts. Cycles
are exact and repeatable, so a committed baseline (bench/cycles/baseline.json, by core, memories and compiler version)
fails a run in which a call of ours takes more than 2 % more.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import commands
import firmware
import tomlreader
from configurations.targets import target
from cycles_report import GOALS, MOST_OF_NAIVE, Measured, Memory, Reached, Took, page
from firmware_builds import BenchError
from firmware_report import Case
from icnt import count

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "bench" / "cycles"
CASES = SOURCES / "cases.toml"
BASELINE = SOURCES / "baseline.json"
BUILD = ROOT / "build" / "cycles"
GROWTH = 1.02
FOREIGN = ("naive", "memcpy")  # columns that are not ours: no baseline
NUMBER = re.compile(r"^stretch (\d+) (\d+)$", re.MULTILINE)


class CyclesError(Exception):
    """Something that a run needs did not work; the message says what."""


# ---- cores ----


@dataclass(frozen=True)
class Core:
    """A core in one configuration.

    wrapper: its files in bench/cycles/cores/. folder: of the sources in its Python package. target: what programs for
    it are compiled for. options: Verilator's. requirements: the list in tools/ that has the package.
    """

    name: str
    title: str
    wrapper: str
    folder: str
    target: str = "rv32imac"
    options: tuple[str, ...] = ()
    requirements: str = "requirements-cores.txt"

    @property
    def directory(self) -> Path:
        return BUILD / f"core-{self.name}"


IBEX = "requirements-cycles.txt"
WRITEBACK = (
    "+define+IBEX_WRITEBACK=1'b1",
    "+define+IBEX_TARGET_ALU=1'b1",
    "+define+IBEX_MULTIPLIER=ibex_pkg::RV32MSingleCycle",
)
BITS = (*WRITEBACK, "+define+IBEX_BITS=ibex_pkg::RV32BBalanced")
DEFAULT = ("ibex", "ibex-writeback")
CORES = (
    Core("ibex", "Ibex, configuration small", "ibex", "system_verilog", requirements=IBEX),
    Core(
        "ibex-writeback",
        "Ibex with a write-back stage, a multiplier of one cycle and an adder for branch targets",
        "ibex",
        "system_verilog",
        options=WRITEBACK,
        requirements=IBEX,
    ),
    Core(
        "ibex-zbkb",
        "the same with bit manipulation, programs compiled for Zbkb",
        "ibex",
        "system_verilog",
        "rv32imac-zbkb",
        BITS,
        IBEX,
    ),
    # Verilator 5.006 takes an array of which some elements are wires and some registers only when told to.
    Core("cv32e40p", "CV32E40P", "cv32e40p", "system_verilog", options=("-Wno-BLKANDNBLK",)),
    Core("picorv32", "PicoRV32", "picorv32", "verilog"),
    Core("vexriscv", "VexRiscv of LiteX, with its caches", "vexriscv", "verilog"),
)
MEMORIES = (Memory(0, 0), Memory(1, 0))


def run(command: Sequence[str | Path]) -> str:
    return commands.run(command, CyclesError)


def sources_of(core: Core) -> Path:
    """Returns the folder of a core's Verilog in its package, which is not imported for that."""
    found = importlib.util.find_spec(f"pythondata_cpu_{core.wrapper}")
    if found is None or found.origin is None:
        raise CyclesError(f"{core.name}: no package pythondata-cpu-{core.wrapper}; tools/{core.requirements} has it")
    return Path(found.origin).parent / core.folder


def simulator(core: Core) -> Path:
    """Returns the program that simulates a core, made again where anything that it is made of has changed."""
    wrapper, bench = SOURCES / "cores" / f"{core.wrapper}.sv", SOURCES / "testbench.cpp"
    files = (SOURCES / "cores" / f"{core.wrapper}.f").read_text(encoding="utf-8")
    files = files.replace("${CORE}", str(sources_of(core)))
    made_of = [run(["verilator", "--version"]), files, *core.options]
    made_of += [path.read_text(encoding="utf-8") for path in (wrapper, bench)]
    made_of += [(ROOT / "tools" / core.requirements).read_text(encoding="utf-8")]
    stamp, made = core.directory / "stamp", hashlib.sha256("\0".join(made_of).encode()).hexdigest()
    program = core.directory / "testbench"
    if program.is_file() and stamp.is_file() and stamp.read_text(encoding="ascii") == made:
        return program
    core.directory.mkdir(parents=True, exist_ok=True)
    listed = core.directory / "files.f"
    listed.write_text(files, encoding="utf-8")
    # What is the core's own is not to be warned of here. No assertions: they are the core's tests'.
    command = ["verilator", "--cc", "--exe", "--build", "-O3", "--x-assign", "fast", "--x-initial", "fast"]
    command += ["--noassert", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-CFLAGS", "-std=c++17"]
    command += ["-MAKEFLAGS", "OPT_FAST=-O2 OPT_GLOBAL=-O2 OPT_SLOW=-O0", *core.options]
    command += ["--Mdir", str(core.directory), "--top-module", "core", "-o", program.name]
    run([*command, "-f", listed, wrapper, bench])
    stamp.write_text(made, encoding="ascii")
    return program


# ---- programs ----


@dataclass(frozen=True)
class Program:
    """What a core runs, by which compiler it was made, and what QEMU counts of it: by case and column."""

    path: Path
    compiler: str
    instructions: Mapping[str, Mapping[str, int]]


def chosen_cases(text: str, names: Sequence[str]) -> str:
    """Returns the permutation set with those of its pinned shapes that are named; all, if none is."""
    head, *rows = text.split("[[pinned]]\n")
    kept = [row for row in rows if not names or re.findall(r'^name = "(\w+)"$', row, re.MULTILINE)[0] in names]
    return "".join([head, *(f"[[pinned]]\n{row}" for row in kept)])


def read_cases(text: str) -> dict[str, Case]:
    return {
        row["name"]: Case(row["name"], tuple(row["shape"]), tuple(row["perm"]), row["bits"])
        for row in tomlreader.loads(text)["pinned"]
    }


def program(name: str, cases: str) -> Program:
    """Builds for a target and counts on QEMU. ``cases`` is the text of the permutation set."""
    directory, permutations = BUILD / name, BUILD / f"{name}.toml"
    directory.parent.mkdir(parents=True, exist_ok=True)
    if not permutations.is_file() or permutations.read_text(encoding="utf-8") != cases:
        permutations.write_text(cases, encoding="utf-8")
    if not (directory / "build.ninja").is_file():
        options = [f"--cross-file={target(name).path}", f"--cross-file={SOURCES / 'steady.ini'}", "-Dbench=true"]
        options += [f"-Dpermutation_set={permutations}", "-Dtests=disabled", "-Ddebug=false", "-Doptimization=2"]
        run(["meson", "setup", directory, *options])
    run(["ninja", "-C", directory, "bench/cycles/cycles", "bench/firmware/bench"])
    counted = count(
        directory / "bench/firmware/bench", target(name).machine, "mark_begin", "mark_end", directory / "icnt"
    )
    if counted.code != 0 or counted.stretches is None:
        raise CyclesError(f"{name}: QEMU counted nothing: {counted.output[-300:]}")
    counts = firmware.read_counts(counted.output, counted.stretches)
    version = run(["riscv64-unknown-elf-gcc", "-dumpfullversion"]).strip()
    return Program(
        directory / "bench/cycles/cycles",
        f"GCC {version}",
        {case: {column: at.instructions for column, at in columns.items()} for case, columns in counts.items()},
    )


# ---- measuring ----


def read_run(output: str) -> dict[str, dict[str, Took]]:
    """Reads what the testbench printed. The first stretch is empty: what it took is the cost of the marks."""
    columns = re.findall(r"^column (.+)$", output, re.MULTILINE)
    verdicts = re.findall(r"^case (\w+) (\w+)$", output, re.MULTILINE)
    wrong = [name for name, verdict in verdicts if verdict != "right"]
    if wrong or not verdicts:
        raise CyclesError(f"wrong results: {', '.join(wrong) or 'there are none'}")
    stretches = [Took(int(cycles), int(instructions)) for cycles, instructions in NUMBER.findall(output)]
    if len(stretches) != 1 + len(columns) * len(verdicts):
        raise CyclesError(f"{len(stretches)} stretches for {len(verdicts)} cases")
    marks, *measured = stretches
    rest = iter(stretch - marks for stretch in measured)
    return {name: {column: next(rest) for column in columns} for name, _ in verdicts}


def differences(
    took: Mapping[str, Mapping[str, Took]], counted: Mapping[str, Mapping[str, int]]
) -> list[tuple[str, str]]:
    """Returns the cases and columns whose instructions are not those that QEMU counts."""
    places = {(case, column) for both in (took, counted) for case, columns in both.items() for column in columns}
    return sorted(
        (case, column)
        for case, column in places
        if column not in took.get(case, {}) or took[case][column].instructions != counted.get(case, {}).get(column)
    )


def measure(core: Core, memory: Memory, simulated: Path, made: Program) -> Measured:
    name = f"{core.name}, {memory}"
    try:
        took = read_run(run([simulated, made.path, str(memory.flash), str(memory.ram)]))
    except CyclesError as error:
        raise CyclesError(f"{name}: {error}") from error
    different = differences(took, made.instructions)
    if different:
        case, column = different[0]
        raise CyclesError(
            f"{name}: {len(different)} stretches take other instructions than on QEMU, of them {case}, {column}: "
            f"{took[case][column].instructions}, on QEMU {made.instructions[case][column]}"
        )
    return Measured(core.name, core.title, memory, made.compiler, took)


def measure_all(cores: Sequence[Core], memories: Sequence[Memory], cases: str) -> list[Measured]:
    """Makes programs and simulators side by side, then measures, each on a processor of its own."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        programs = {name: pool.submit(program, name, cases) for name in dict.fromkeys(core.target for core in cores)}
        simulators = {core.name: pool.submit(simulator, core) for core in cores}
        made = {name: future.result() for name, future in programs.items()}
        simulated = {name: future.result() for name, future in simulators.items()}
        runs = [
            pool.submit(measure, core, memory, simulated[core.name], made[core.target])
            for core in cores
            for memory in memories
        ]
        return [each.result() for each in runs]


# ---- the baseline, the goals ----


def read_baseline() -> dict[str, dict[str, dict[str, int]]]:
    held: dict[str, dict[str, dict[str, int]]] = {}
    if BASELINE.is_file():
        held = json.loads(BASELINE.read_text(encoding="utf-8"))
    return held


def own_cycles(measured: Measured) -> dict[str, dict[str, int]]:
    return {
        case: {column: at.cycles for column, at in columns.items() if column not in FOREIGN}
        for case, columns in measured.took.items()
    }


def grown(measured: Measured, baseline: Mapping[str, Mapping[str, Mapping[str, int]]]) -> list[str]:
    """Returns the calls above the baseline of this version of the compiler; none if it has no baseline."""
    cycles = own_cycles(measured)
    return [
        f"{measured.key}: {case} {column}: {cycles[case][column]} cycles, baseline {most}"
        for case, columns in baseline.get(measured.key, {}).items()
        for column, most in columns.items()
        if case in cycles and cycles[case][column] > most * GROWTH
    ]


def slow(measured: Measured) -> list[str]:
    """Returns the pinned kernels that take too much of the naive loop's cycles."""
    return [
        f"{measured.key}: {case} pinned: {at['pinned'].cycles / at['naive'].cycles:.2f} of the naive loop"
        for case, at in measured.took.items()
        if at["pinned"].cycles > at["naive"].cycles * MOST_OF_NAIVE
    ]


def reached(results: Iterable[Measured], cases: Mapping[str, Case]) -> list[Reached]:
    """Returns every goal of what was measured."""
    return [
        Reached(goal, cases[goal.case].label, measured.took[goal.case][goal.column].cycles / cases[goal.case].elements)
        for measured in results
        for goal in GOALS
        if (goal.core, goal.memory) == (measured.core, measured.memory) and goal.case in measured.took
    ]


# ---- the command ----


def document(results: Sequence[Measured], cases: Mapping[str, Case], worse: Sequence[str]) -> str:
    """Returns the results as JSON."""
    goals = reached(results, cases)
    return json.dumps(
        {
            "cases": {name: asdict(case) for name, case in cases.items()},
            "took": {
                each.key: {
                    case: {column: asdict(at) for column, at in columns.items()} for case, columns in each.took.items()
                }
                for each in results
            },
            "goals": [asdict(goal) | {"met": goal.met} for goal in goals],
            "slow": [line for each in results for line in slow(each)],
            "grown": worse,
        },
        indent=1,
    )


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    names = [core.name for core in CORES]
    parser = argparse.ArgumentParser(prog="tools/bench cycles", description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="for cycles.json and cycles.md")
    parser.add_argument("--core", metavar="LIST", default=",".join(DEFAULT), help=f"of {', '.join(names)}")
    parser.add_argument("--memory", metavar="LIST", default=",".join(f"{at.flash}/{at.ram}" for at in MEMORIES))
    parser.add_argument("--cases", metavar="LIST", default="", help="names in bench/cycles/cases.toml; default: all")
    parser.add_argument("--save-baseline", action="store_true", help="make this run what later runs are held against")
    parser.add_argument("--needs", action="store_true", help="print which lists of requirements this takes")
    options = parser.parse_args(arguments)
    unknown = set(options.core.split(",")) - set(names)
    unknown |= set(filter(None, options.cases.split(","))) - set(read_cases(CASES.read_text(encoding="utf-8")))
    if unknown:
        parser.error(f"no such core or case: {', '.join(sorted(unknown))}")
    if not all(re.fullmatch(r"\d/\d", memory) for memory in options.memory.split(",")):
        parser.error("--memory takes wait states of flash and RAM, such as 1/0")
    if not options.output and not options.needs:
        parser.error("-o is missing")
    return options


def main(arguments: Sequence[str]) -> int:
    options = parse(arguments)
    cores = [core for core in CORES if core.name in options.core.split(",")]
    if options.needs:
        print("\n".join(dict.fromkeys(core.requirements for core in cores)))
        return 0
    memories = [Memory(*map(int, memory.split("/"))) for memory in options.memory.split(",")]
    text = chosen_cases(CASES.read_text(encoding="utf-8"), list(filter(None, options.cases.split(","))))
    cases = read_cases(text)
    try:
        results = measure_all(cores, memories, text)
    except (CyclesError, BenchError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    baseline = read_baseline()
    worse = [line for measured in results for line in grown(measured, baseline)]
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "cycles.json").write_text(document(results, cases, worse) + "\n", encoding="utf-8")
    slower = [line for measured in results for line in slow(measured)]
    goals = reached(results, cases)
    (options.output / "cycles.md").write_text(page(results, cases, goals, slower), encoding="utf-8")
    for measured in results:
        print(f"{measured.key:<60} {len(measured.took)} cases right, instructions as on QEMU")
    print(f"goals met: {sum(goal.met for goal in goals)} of {len(goals)}; the rest: cycles.md")
    if options.save_baseline:
        held = baseline | {measured.key: own_cycles(measured) for measured in results}
        BASELINE.write_text(json.dumps(held, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    print("\n".join(f"grown: {line}" for line in worse), end="\n" if worse else "")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
