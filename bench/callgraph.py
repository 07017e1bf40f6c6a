# SPDX-License-Identifier: BSD-3-Clause
"""The deepest chain of calls, in bytes of stack, from GCC's own reports (-fcallgraph-info=su).

A call through a pointer goes to the deepest function that can be in the pointer: one whose address the object files
take, as their relocations say. No list of kernels is kept: a kernel that is in a table has its address there.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

INDIRECT = "__indirect_call"
KERNEL = "kernel"  # for any shape, pinned, or the generic routine: whatever tables and plans hold
LINE = "line"  # what the generic routine moves at once; tiles of profile size, which generated kernels hand to it
PLANE = "plane"  # for planes of any shape: a kernel that the generic routine takes from the table. A set may have none
XOR = "xor"  # what a plan with a constant runs: it calls the plan's kernel in its turn
# The objects whose pointers lead somewhere, and where: their types let nothing else in. All others may have none.
POINTERS = {
    "run": (KERNEL, XOR),
    "dispatch": (KERNEL,),
    "mli_permute": (KERNEL,),
    "xor": (KERNEL,),
    "in_place": (XOR,),
    "generic": (LINE, PLANE),
}
MAY_BE_NONE = (PLANE, XOR)  # a set may have none, a program may not ask for it
_PLANE_KERNEL = re.compile(r"permkern_x\d+_p10_tile")

# Relocations of calls and jumps. Any other that names a function puts its address into data or a register.
_JUMPS = re.compile(r"R_ARM_(THM_)?(CALL|JUMP\d+|PLT32)|R_RISCV_(CALL|CALL_PLT|JAL|BRANCH|RVC_JUMP|RVC_BRANCH)")
_SECTION = re.compile(r"^RELOCATION RECORDS FOR \[([^\]]+)\]:")
_RELOCATION = re.compile(r"^[0-9a-f]+ (R_\w+)\s+([\w.$]+)")
_LOADED = (".text", ".rodata", ".data")  # what else has relocations describes the program, and is not part of it

_NODE = re.compile(r'^node: \{ title: "([^"]+)" label: "([^"]*)"')
_EDGE = re.compile(r'^edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"')
_FRAME = re.compile(r"\\n(\d+) bytes \((\w+)")


class GraphError(Exception):
    """The reports show no bound of the stack; the message says why."""


@dataclass(frozen=True)
class Unit:
    """An object file: its stem, GCC's report, what `objdump -r` prints; whether its source is a generated kernel."""

    stem: str
    report: str
    relocations: str
    kernels: bool


@dataclass(frozen=True)
class Function:
    """Its frame in bytes, its object, whom it calls by name or through a pointer."""

    frame: int
    unit: str
    callees: frozenset[str]


@dataclass(frozen=True)
class Graph:
    """Functions by the name that reports have: a static one with its file in front. Where pointers of a kind lead."""

    functions: Mapping[str, Function]
    pointed: Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Depth:
    """Bytes of a chain of calls, and the chain."""

    bytes: int
    chain: tuple[str, ...]


def spell(name: str) -> str:
    """A function without the file that reports put in front of a static one."""
    return name.rpartition(":")[2]


def read_functions(unit: Unit) -> dict[str, Function]:
    """The functions that an object defines. A frame of changing size has no bound, and is refused."""
    frames: dict[str, int] = {}
    callees: dict[str, set[str]] = {}
    for line in unit.report.splitlines():
        if node := _NODE.match(line):
            if frame := _FRAME.search(node[2]):
                if frame[2] != "static":
                    raise GraphError(f"{node[1]} has a stack frame of changing size")
                frames[node[1]] = int(frame[1])
        elif edge := _EDGE.match(line):
            callees.setdefault(edge[1], set()).add(edge[2])
    return {name: Function(frame, unit.stem, frozenset(callees.get(name, ()))) for name, frame in frames.items()}


def taken(unit: Unit) -> set[tuple[bool, str]]:
    """Symbols whose address the object takes, each with whether its code does, rather than its data."""
    found = set()
    section = ""
    for line in unit.relocations.splitlines():
        if head := _SECTION.match(line):
            section = head[1]
        elif (entry := _RELOCATION.match(line)) and section.startswith(_LOADED) and not _JUMPS.fullmatch(entry[1]):
            found.add((section.startswith(".text"), entry[2]))
    return found


def make_graph(units: Sequence[Unit]) -> Graph:
    functions: dict[str, Function] = {}
    pointed: dict[str, set[str]] = {KERNEL: set(), LINE: set(), PLANE: set(), XOR: set()}
    for unit in units:
        functions |= read_functions(unit)
    for unit in units:
        known = {
            spell(name): name for name, function in functions.items() if ":" not in name or function.unit == unit.stem
        }
        for in_code, symbol in taken(unit):
            if symbol in known:
                is_line = (in_code and unit.kernels) or LINE in POINTERS.get(unit.stem, ())
                pointed[LINE if is_line else XOR if unit.stem == "xor" else KERNEL].add(known[symbol])
                if _PLANE_KERNEL.fullmatch(symbol):
                    pointed[PLANE].add(known[symbol])
    return Graph(functions, {kind: frozenset(names) for kind, names in pointed.items()})


def _callees(graph: Graph, name: str) -> frozenset[str]:
    """Returns the functions that a function may call, by name or through a pointer."""
    function = graph.functions[name]
    if INDIRECT not in function.callees:
        return function.callees
    kinds = POINTERS.get(function.unit, ())
    if not kinds or any(kind not in MAY_BE_NONE and not graph.pointed[kind] for kind in kinds):
        raise GraphError(f"{name} calls by a pointer, and nothing says where that leads")
    return (function.callees - {INDIRECT}).union(*(graph.pointed[kind] for kind in kinds))


def deepest(graph: Graph, name: str, above: tuple[str, ...] = ()) -> Depth:
    """The deepest chain of calls from a function on."""
    if name in above:
        raise GraphError(f"recursion: {' -> '.join((*above, name))}")
    callees = _callees(graph, name)
    unknown = sorted(callee for callee in callees if callee not in graph.functions)
    if unknown:
        raise GraphError(f"{name} calls {', '.join(unknown)}, whose frame is not known")
    below = [deepest(graph, callee, (*above, name)) for callee in sorted(callees)]
    most = max(below, key=lambda depth: depth.bytes, default=Depth(0, ()))
    return Depth(graph.functions[name].frame + most.bytes, (name, *most.chain))
