# SPDX-License-Identifier: BSD-3-Clause
"""Amalgamates a set's kernels and the whole library into one source file and its headers.

For named targets, unused code is left out: other targets' vector kernels and conditional branches, and functions that
nothing calls. Compiled for another target, the files still work, with words instead of vectors. By default, a set
with only pinned kernels gets neither core API nor MLI layer.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from zlib import crc32

from ..kernels.csource import COMMENT, Known, decided, items, kept, reached, read, words_of
from ..kernels.documents import APIS, HEADER, PINNED_HEADER
from ..kernels.instruction_sets import INSTRUCTION_SETS, sets_of
from ..kernels.inventory import Inventory
from ..kernels.manifest import SetError
from ..kernels.render import environment
from ..kernels.table_views import cpp_views
from ..kernels.targets import known_for
from .joined import Part, all_static, for_targets, header_parts, known_of_set, resolver_of, source_parts
from .page import has_page, page

SOURCE_NAME = "permkern.c"
HEADER_NAME = "permkern.h"
CPP_NAME = "permkern.hpp"
MLI_NAME = "permkern_mli.h"


def default_api(inventory: Inventory, targets: Sequence[str]) -> str:
    """Returns the default for --api."""
    return "pinned" if targets and inventory.all_pinned and not inventory.forms else "mli"


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
    """True for the MLI layer and for host vectors, whose names are built by macros: nothing is trimmed there."""
    return part.mli or (
        part.name.startswith("src/vector/") and part.name not in ("src/vector/small.c", "src/vector/firmware.c")
    )


def trimmed(parts: Sequence[Part], roots: Iterable[str], known: Known, there: Iterable[str] = ()) -> list[Part]:
    """Returns parts reduced to the definitions that the roots need. there: names that a header declares."""
    texts = [decided(part.text, known) + "".join(f"#undef {macro}\n" for macro in part.macros) for part in parts]
    nodes = [read(text) for text in texts]
    needed = {*roots}.union(*(words_of(text) for part, text in zip(parts, texts, strict=True) if _is_whole(part)))
    names = reached(chain.from_iterable(nodes), needed).difference(there)
    left = (
        replace(part, text=text if _is_whole(part) else kept(some, names), macros=())
        for part, text, some in zip(parts, texts, nodes, strict=True)
    )
    return [part for part in left if part.text]


_INTERNAL = re.compile(r"(?:static|typedef|struct|union|enum|PERMKERN_INLINE)\b|\s*#")  # no linkage or no name


def private_names(parts: Sequence[Part], public: Iterable[str]) -> list[str]:
    """Returns the source's external functions and data, except the public ones."""
    found = {
        name
        for part in parts
        for item, _ in items(read(part.text))
        if not _INTERNAL.match(COMMENT.sub("", item.text).lstrip())
        for name in item.names
        if name.startswith("permkern_")
    }
    sets = (name for part in parts for name in re.findall(r"(?m)^PERMKERN_DEFINE_SET\((\w+)", part.text))
    found |= {f"permkern_{name}" for name in sets}
    return sorted(found.difference(public))


def amalgamate(
    inventory: Inventory, targets: Sequence[str] = (), *, cpp: bool = False, api: str | None = None
) -> dict[str, str]:
    """Returns the files as texts by name, for all targets if none is named. Pure function.

    ``api`` is one of APIS: only pinned kernels; also the core API; also the MLI layer. None: default_api. Without
    targets, nothing is left out, and only ``cpp`` adds permkern.hpp.
    """
    if api not in (None, *APIS):
        raise SetError(f"--api {api!r}: no such choice; choose one of {', '.join(APIS)}")
    if api == "pinned" and not (targets and inventory.all_pinned):
        why = "pins no shape" if targets else "is for all targets where no --target is given"
        raise SetError(f"--api pinned: set {inventory.name} {why}; add {'[[pinned]] to it' if targets else '--target'}")
    api = api or default_api(inventory, targets)
    mli = api == "mli"
    sets = sets_of(targets) if targets else INSTRUCTION_SETS
    inventory = for_targets(inventory, targets)
    resolver = resolver_of(inventory, sets)
    header = [part for part in header_parts(resolver) if mli or not part.mli]
    core, kernels = header[:2]
    in_cpp = resolver.part(CPP_NAME) if targets or cpp else ""
    source = [part for part in source_parts(resolver, sets) if mli or not part.mli]
    own, one = "", None
    private: list[tuple[str, str]] = []
    known = {**known_for(targets), **known_of_set(kernels.text)} if targets else {}
    if api == "pinned":
        called = [name for entry in inventory.all_pinned for name in (entry.symbol, entry.request.checked)]
        core, kernels = (replace(part, text=decided(part.text, {"__cplusplus": None})) for part in (core, kernels))
        header = trimmed([core, kernels], [*_PUBLIC, *called], {})
        declared = {name for item, _ in items(read(header[0].text)) for name in item.names}
        if has_page(targets):
            parts = [all_static(part, called) for part in (core, macros_of(kernels), *source)]
            one = page(parts, inventory, targets, declared)
        else:
            source = trimmed([core, macros_of(kernels), *source], called, known, declared)
        own = f"{crc32(header[1].text.encode()):08x}"  # set names may clash with library names or other sets
        private = [] if one else [(name, f"{name}_{own}") for name in private_names(source, called)]
    elif targets:
        source = trimmed(source, {word for part in header for word in words_of(part.text)}, known)

    def render(template: str, **values: object) -> str:
        command = _command(inventory, targets, api, cpp=cpp)
        text = (
            environment()
            .get_template(f"package/{template}")
            .render(inventory=inventory, command=command, mli=mli, own=own, **values)
        )
        return re.sub(r"\n{3,}", "\n\n", text)

    pinned = "_pinned" if api == "pinned" else ""
    files = {
        HEADER_NAME: render(f"amalgamated{pinned}.h.j2", parts=header),
        SOURCE_NAME: render("amalgamated_page.c.j2", page=one)
        if one
        else render(
            "amalgamated.c.j2", parts=source, private=private, alone=api == "pinned", targets=", ".join(targets)
        ),
        HEADER: render("amalgamated_forward.j2", name=HEADER, to=HEADER_NAME),
    }
    if mli:
        files[MLI_NAME] = render("amalgamated_forward.j2", name=MLI_NAME, to=HEADER_NAME)
    if targets or cpp:
        files[CPP_NAME] = render(f"amalgamated{pinned}.hpp.j2", text=in_cpp, entries=cpp_views(inventory))
    if targets:
        files[PINNED_HEADER] = render("amalgamated_forward.j2", name=PINNED_HEADER, to=CPP_NAME)
    return files
