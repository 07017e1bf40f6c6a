# SPDX-License-Identifier: BSD-3-Clause
"""Time of permkern in WebAssembly, against plain loops compiled the same way: `tools/bench wasm`.

Writes DIR/wasm.json and DIR/wasm.md, and prints the ratios. The head of wasm.md says how it is measured. With SIMD of
128 bits, and without: a browser or runtime may lack it.
"""

import argparse
import importlib.metadata
import json
import sys
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path

import commands
from configurations.targets import target
from host_cases import WIDTHS, Case, load
from host_machine import pin
from wasm_figures import Build, Measured, OutputError, argument, document, markdown, read_run, summary

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "bench" / "wasm" / "cases.toml"
BUILD = ROOT / "build" / "bench-wasm"
BUILDS = (Build("wasm32-simd128", "With SIMD128"), Build("wasm32", "Without SIMD"))
CASE_NS = 150_000_000  # of a case at one width


class BenchError(Exception):
    """Something that a run needs did not work; the message says what."""


def run(command: Sequence[str | Path], what: str) -> str:
    return commands.run(command, BenchError, what)


def program(build: Build) -> Path:
    """The bench, with the library of the shipped set for all permutations, as a default build has it: -O2."""
    directory = BUILD / build.target
    if not (directory / "build.ninja").is_file():
        options = [f"--cross-file={target(build.target).path}", "-Dbench=true", "-Dtests=disabled"]
        run(["meson", "setup", directory, *options, "-Ddebug=false", "-Doptimization=2"], "meson setup")
    made = "bench/wasm/bench_wasm"
    run(["ninja", "-C", directory, made], "the build")
    return directory / made


def measure(path: Path, cases: Sequence[Case], widths: Sequence[int]) -> Measured:
    arguments = [argument(case, bits) for case in cases for bits in widths]
    output = run([ROOT / "tools" / "wasm-run", path, str(CASE_NS), *arguments], path.name)
    try:
        return read_run(output, cases, widths)
    except OutputError as error:
        raise BenchError(f"{path.name}: {error}") from error


def versions() -> list[str]:
    """What figures depend on beside the machine."""
    compiler = run(["clang-19", "--version"], "clang-19").splitlines()[0]
    return [f"wasmtime {importlib.metadata.version('wasmtime')}", f"{compiler}, -O2"]


def options_of(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/bench wasm", description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, required=True, help="for wasm.json and wasm.md")
    parser.add_argument("--bits", metavar="LIST", default=",".join(map(str, WIDTHS)), help="default: all four")
    parser.add_argument("--cases", metavar="PATTERN", default="*", help="names with wildcards; default: all")
    options = parser.parse_args(arguments)
    if set(options.bits.split(",")) - set(map(str, WIDTHS)):
        parser.error(f"--bits is of {', '.join(map(str, WIDTHS))}")
    options.bits = sorted({int(bits) for bits in options.bits.split(",")})
    options.cases = [case for case in load(CASES) if fnmatch(case.name, options.cases)]
    if not options.cases:
        parser.error("no case of bench/wasm/cases.toml has such a name")
    return options


def main(arguments: Sequence[str]) -> int:
    options = options_of(arguments)
    try:
        programs = {build: program(build) for build in BUILDS}
        pin()
        results = {build: measure(path, options.cases, options.bits) for build, path in programs.items()}
        about = versions()
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    options.output.mkdir(parents=True, exist_ok=True)
    written = json.dumps(document(results, options.cases, about), indent=1)
    (options.output / "wasm.json").write_text(written + "\n", encoding="utf-8")
    (options.output / "wasm.md").write_text(markdown(results, options.cases, about), encoding="utf-8")
    print(summary(results))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
