# SPDX-License-Identifier: BSD-3-Clause
"""Amalgamates a set's kernels and the whole library into one source file and its headers.

For named targets, unused code is left out: other targets' vector kernels and conditional branches, and functions that
nothing calls. Firmware cores also replace the macros that they share. By default, a set with only pinned kernels gets
neither core API nor MLI layer.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from textwrap import fill
from zlib import crc32

from ..kernels.cfolding import cleared
from ..kernels.cfragments import comment as wrapped
from ..kernels.csource import Item, Known, Settled, decided, items, kept, reached, read, words_of
from ..kernels.documents import APIS, HEADER, PINNED_HEADER
from ..kernels.instruction_sets import HOST_TARGETS, INSTRUCTION_SETS, sets_of
from ..kernels.inventory import Inventory
from ..kernels.manifest import SetError
from ..kernels.render import environment
from ..kernels.table_views import cpp_views
from ..kernels.targets import CORES, OPTIONS, core_macros, known_for, shared
from .joined import Part, all_static, for_targets, header_parts, known_of_set, mark, resolver_of, source_parts
from .page import Page, has_page, page

SOURCE_NAME = "permkern.c"
HEADER_NAME = "permkern.h"
CPP_NAME = "permkern.hpp"
MLI_NAME = "permkern_mli.h"


def default_api(inventory: Inventory, targets: Sequence[str]) -> str:
    """Returns the default for --api."""
    return "pinned" if targets and inventory.all_pinned and not inventory.forms else "core,mli"


def _command(inventory: Inventory, targets: Sequence[str], api: str, *, cpp: bool) -> str:
    """Returns the command that regenerates the files."""
    words = ["permkern amalgamate", *(f"--target {target}" for target in targets)]
    words += [f"--api {api}"] if api != default_api(inventory, targets) else []
    words += ["--cpp"] if cpp and not targets else []
    return " ".join([*words, f"-o DIR {inventory.sources}"])


# Names from permkern.h that the header of an amalgamation with only pinned kernels keeps.
_PUBLIC = (
    *(f"PERMKERN_VERSION{part}" for part in ("", "_MAJOR", "_MINOR", "_PATCH")),
    *("PERMKERN_API", "PERMKERN_MUST_CHECK", "permkern_status", "permkern_check_pinned"),
)


def macros_of(part: Part) -> Part:
    """Returns a part reduced to its macro definitions."""
    lines = re.findall(r"^#define \w+ [^\n]*\n", part.text, re.MULTILINE)
    return replace(part, text="".join(lines))


def _is_whole(part: Part) -> bool:
    """True for host vectors, whose names are built by macros: nothing is trimmed there."""
    return part.name.startswith("src/vector/") and part.name not in ("src/vector/small.c", "src/vector/firmware.c")


_INCLUDE = re.compile(r"#include <(?!std)[^>]*>\n")


def trimmed(parts: Sequence[Part], roots: Iterable[str], there: Iterable[str] = ()) -> list[Part]:
    """Returns parts reduced to the definitions that the roots need. there: names that a header declares."""
    nodes = [read(part.text) for part in parts]
    needed = {*roots}.union(*(words_of(part.text) for part in parts if _is_whole(part)))
    names = reached(chain.from_iterable(nodes), needed).difference(there)
    left = [
        part if _is_whole(part) else replace(part, text=kept(some, names))
        for part, some in zip(parts, nodes, strict=True)
    ]
    headers = [node.text for node in chain.from_iterable(nodes) if isinstance(node, Item)]
    included = "".join(dict.fromkeys(filter(_INCLUDE.fullmatch, headers)))
    return [Part("", included)] * bool(included) + [part for part in left if part.text]


_DIRECTIVES = re.compile(r"(?m)^#(?:.*\\\n)*.*\n")


def _settled(parts: Iterable[Part], public: Iterable[Part], targets: Sequence[str], known: Known) -> list[Part]:
    """Returns parts without the macros that all targets decide. public: the header. known: macros of the set."""
    parts = [
        replace(part, text=part.text + "".join(f"#undef {macro}\n" for macro in part.macros), macros=())
        for part in parts
    ]
    values = known_for(targets)
    if _facts(targets):
        text = "".join(part.text for part in parts)
        values = shared([core_macros(target, text) for target in targets])
    directives = "".join(chain.from_iterable(_DIRECTIVES.findall(part.text) for part in public))
    free = words_of(directives).difference(("__GNUC__",)) | {*OPTIONS, "__ELF__"}
    values = {name: value for name, value in values.items() if name not in free and "MLI_" not in name}
    settled = Settled({**values, **known}, None)
    return [replace(part, text=cleared(decided(part.text, {}, settled))) for part in parts]


def _short(found: re.Match[str]) -> str:
    """Returns a comment's first sentence."""
    text = " ".join(line[3:] for line in found[1].splitlines())
    lines = wrapped(re.sub(r"(?<=\w\w[.)])(?= [A-Z]).*", "", text))
    return (
        f"/* {lines[0]} */\n"
        if len(lines) == 1 and len(lines[0]) <= 114
        else "/*\n * " + "\n * ".join(lines) + "\n */\n"
    )


def _own(part: Part, exported: Iterable[str]) -> Part:
    """Returns a part for firmware cores: functions are static. The library's long comments leave one sentence."""
    text = all_static(part, exported).text
    if part.name.startswith("src/"):
        text = re.sub(r"(?m)^/\*\n((?: \*.*\n)+) \*/\n", _short, text)
    return replace(part, name="", text=mark(part.name) + text, mli=False)


def _facts(targets: Sequence[str]) -> str:
    """Returns the directive that finds other compilers and cores; empty if the code is right for any."""
    if not targets or not all(target in CORES and target not in HOST_TARGETS for target in targets):
        return ""
    terms = ["!defined(PERMKERN_CORE)", "!defined(PERMKERN_UNALIGNED)", "defined(__GNUC__)"]
    terms += ["UINTPTR_MAX == 0xffffffffU", "__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__"]
    asked = shared([CORES[target] for target in targets]).items()
    terms += [f"defined({name})" if value == 1 else f"{name} >= {value}" for name, value in asked if value]
    needed = [term for term in terms if "__ARM_FP" not in term]  # some Cortex-M7 have no double precision
    return fill(f"#if !({' && '.join(needed)})", 116, subsequent_indent="    ").replace("\n", " \\\n")


def _in_c(*parts: Part) -> list[Part]:
    """Returns parts without their text for C++."""
    return [replace(part, text=decided(part.text, {"__cplusplus": None})) for part in parts]


def _declared(parts: Iterable[Part]) -> set[str]:
    return {name for part in parts for item, _ in items(read(part.text)) for name in item.names}


def _pinned(
    inventory: Inventory, targets: Sequence[str], header: Sequence[Part], source: Sequence[Part]
) -> tuple[list[Part], list[Part] | Page]:
    """Returns the header and the source of pinned kernels. A page: their source for one core."""
    called = [name for entry in inventory.all_pinned for name in (entry.symbol, entry.request.checked)]
    core, kernels = _in_c(*header[:2])
    header = trimmed([core, kernels], [*_PUBLIC, *called])
    declared = _declared(header[:1])
    parts = [all_static(part, called) for part in (core, macros_of(kernels), *source)]
    if not (has_page(targets) or HOST_TARGETS.isdisjoint(targets)):
        return header, trimmed(_settled(parts, header, targets, known_of_set(kernels.text)), called, declared)
    one = page(parts, inventory, targets, declared)
    return header, one if has_page(targets) else [Part("", one.text)]


def _library(
    api: str, targets: Sequence[str], header: Sequence[Part], source: Sequence[Part]
) -> tuple[list[Part], list[Part]]:
    """Returns the header and the source of the API."""
    core, kernels, *layer = header
    public, parts, declared = list(header), list(source), set[str]()
    if api == "mli":
        parts = [*_in_c(core, kernels), *source]
        public = [*trimmed(parts[:1], [*_PUBLIC[:5], *words_of(layer[0].text)]), *layer]
        declared = _declared(public[:1])
    roots = {word for part in (layer if api == "mli" else public) for word in words_of(part.text)}
    if _facts(targets):
        public = [replace(part, text=decided(part.text, {"PERMKERN_NO_MLI": None}), mli=False) for part in public]
        parts = [_own(part, roots) for part in parts]
    if targets:
        parts = _settled(parts, public, targets, known_of_set(kernels.text))
    return public, trimmed(parts, {*roots, "PERMKERN_MLI_NAME"}, declared) if targets or api == "mli" else parts


def amalgamate(
    inventory: Inventory, targets: Sequence[str] = (), *, cpp: bool = False, api: str | None = None
) -> dict[str, str]:
    """Returns the files as texts by name, for all targets if none is named. Pure function.

    ``api`` is one of APIS. The MLI layer alone has neither core API nor C++ header. None: default_api. Without targets,
    no target's code is left out, and only ``cpp`` adds permkern.hpp.
    """
    if api not in (None, *APIS):
        raise SetError(f"--api {api!r}: no such choice; choose one of {', '.join(APIS)}")
    if api == "pinned" and not (targets and inventory.all_pinned):
        why = "pins no shape" if targets else "is for all targets where no --target is given"
        raise SetError(f"--api pinned: set {inventory.name} {why}; add {'[[pinned]] to it' if targets else '--target'}")
    api = api or default_api(inventory, targets)
    if cpp and api == "mli":
        raise SetError("--api mli: has no header for --cpp; choose core,mli")
    mli = api.endswith("mli")
    paged = api == "pinned" and has_page(targets)
    sets = tuple(each for each in sets_of(targets) if not (each.host and paged)) if targets else INSTRUCTION_SETS
    inventory = for_targets(inventory, targets)
    resolver = resolver_of(inventory, sets)
    header = [part for part in header_parts(resolver) if mli or not part.mli]
    has_cpp = api != "mli" and (bool(targets) or cpp)
    in_cpp = resolver.part(CPP_NAME) if has_cpp else ""
    source = [part for part in source_parts(resolver, sets) if mli or not part.mli]
    public, parts = (
        _pinned(inventory, targets, header, source) if api == "pinned" else _library(api, targets, header, source)
    )
    alone = api == "pinned"
    values = {
        "inventory": inventory,
        "command": _command(inventory, targets, api, cpp=cpp),
        "core": api != "mli",
        "mli": mli,
        "alone": alone,
        "targets": ", ".join(targets),
        "facts": "" if alone else _facts(targets),
        # Set names may clash with library names or other sets.
        "own": f"{crc32(public[1].text.encode()):08x}" if alone else "",
        "data": ["permkern_cpu", *(f"permkern_{each.name}" for each in sets if each.host)],
    }

    def render(template: str, **more: object) -> str:
        text = environment().get_template(f"package/{template}").render(**values, **more)
        return re.sub(r"(/\* ---- \S+ ---- \*/\n)\n+|\n\n(\n+)", lambda found: found[1] or "\n\n", text)

    pinned = "_pinned" if alone else ""
    files = {
        HEADER_NAME: render(f"amalgamated{pinned}.h.j2", parts=public),
        SOURCE_NAME: render("amalgamated_page.c.j2", page=parts)
        if isinstance(parts, Page)
        else render("amalgamated.c.j2", parts=parts),
        HEADER: render("amalgamated_forward.j2", name=HEADER, to=HEADER_NAME),
    }
    if mli:
        files[MLI_NAME] = render("amalgamated_forward.j2", name=MLI_NAME, to=HEADER_NAME)
    if has_cpp:
        files[CPP_NAME] = render(f"amalgamated{pinned}.hpp.j2", text=in_cpp, entries=cpp_views(inventory))
    if targets and has_cpp:
        files[PINNED_HEADER] = render("amalgamated_forward.j2", name=PINNED_HEADER, to=CPP_NAME)
    return files
