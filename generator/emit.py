# SPDX-License-Identifier: BSD-3-Clause
"""Writes one pinned kernel as a static function with all that it needs, for programs that write C.

The text is the amalgamated library's, of a set of this one kernel, and of it what the kernel needs. Macros that a
target decides by what it leaves out are decided here; what compilers decide stays for them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap

from .cfragments import COLUMNS, comment
from .conditions import Known
from .ctext import Choice, Item, Node, decided, items, kept, reached, read
from .instruction_sets import HOST_TARGETS, InstructionSet, sets_of
from .joined import Part, parts_of
from .manifest import MAX_NAME, PIN_PREFIX, PermutationSet, PinnedRequest, SetError
from .plan import make_plan
from .render import environment
from .requests import parse_request, parse_xor
from .targets import known_for
from .trimmed import text_of, without_includes
from .views import pinned_view

_KERNEL = "kernel"  # what the set calls it; the function has the name that the user gave
_ROOT = PIN_PREFIX + _KERNEL
_APART = "PERMKERN_OUT_OF_LINE"  # what makes a function of another file one that is called here as well
_MARK = "_pk_"  # between the function's name and that of what it needs
_STANDARD = {"stdbool.h": "bool", "stddef.h": "size_t", "stdint.h": "uint8_t"}

# Words that a function cannot be called in C or C++, nor by what the standard headers that it includes define.
_KEYWORDS = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const consteval
    constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast
    else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not
    not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict return short
    signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
    typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
    main offsetof ptrdiff_t size_t max_align_t""".split()
)


# ---- arguments ----


def _check_name(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name, re.ASCII) or "__" in name:
        raise SetError(
            f"--name {name!r} is not a name that C and C++ leave to programs; it must be letters, digits and single _, "
            "and begin with a letter"
        )
    if len(name) > MAX_NAME:
        raise SetError(f"--name of {len(name)} characters; at most {MAX_NAME} are allowed")
    if name in _KEYWORDS or re.fullmatch(r"u?int(_fast|_least)?\d+_t|u?int(max|ptr)_t", name):
        raise SetError(f"--name {name!r} has a meaning of its own in C or C++; choose another name")
    return name


def _check_align(align: int | None, bits: int) -> int:
    least = bits // 8
    if align is None:
        return least
    if not least <= align <= 128 or align & (align - 1):
        raise SetError(f"--align {align} is not a power of two from {least} to 128 (bytes)")
    return align


def parse_emission(
    shape: str, perm: str, bits: int, flip: str | None, xor: str | None, align: int | None, name: str | None
) -> tuple[PinnedRequest, str]:
    """Parses the arguments of `emit`. Returns the request, and the function's name."""
    work = parse_request(shape, perm, bits, flip)
    constant = parse_xor(xor, bits) if xor is not None else 0
    turned = "".join(str(axis) for axis in work.reversed_axes)
    parts = [f"permute_{'x'.join(map(str, work.shape))}", "".join(map(str, work.perm)), f"x{bits}"]
    parts += ([f"flip{turned}"] if turned else []) + ([f"xor{constant:x}"] if constant else [])
    request = PinnedRequest(
        name=_KERNEL,
        shape=work.shape,
        perm=work.perm,
        bits=bits,
        count=1,
        align=_check_align(align, bits),
        dispatch=False,
        flips=work.flips,
        xor=constant,
    )
    return request, "_".join(parts) if name is None else _check_name(name)


def check_targets(targets: Sequence[str]) -> tuple[InstructionSet, ...]:
    hosts = [target for target in targets if target in HOST_TARGETS]
    if hosts:
        raise SetError(
            f"--target {hosts[0]}: vectors of hosts take the library around them; use `permkern amalgamate --target "
            f"{hosts[0]}`, or emit for portable, which runs there by words"
        )
    return sets_of(targets)


# ---- the kernel's part of the library ----


def _is_definition(item: Item, name: str) -> bool:
    return item.kind == "code" and not item.prototype and name in item.names


def _without_prototypes(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Leaves out declarations of functions that nothing needs before they are defined; their comments move there."""
    flat = tuple(items(nodes))
    dropped: dict[int, str] = {}
    comments: dict[str, str] = {}
    for at, item in enumerate(flat):
        if not item.prototype:
            continue
        name = item.names[0]
        behind = [k for k in range(at, len(flat)) if _is_definition(flat[k], name)]
        if behind and not any(name in flat[k].words for k in range(at + 1, behind[0])):
            dropped[id(item)] = name
            comments.setdefault(name, item.comment)

    def walk(some: Sequence[Node]) -> Iterator[Node]:
        for node in some:
            if isinstance(node, Choice):
                yield replace(node, branches=tuple(replace(one, nodes=tuple(walk(one.nodes))) for one in node.branches))
            elif id(node) not in dropped:
                told = next((comments[name] for name in node.names if name in comments), "")
                yield replace(node, comment="" if _ROOT in node.names else node.comment or told)

    return tuple(walk(nodes))


def _settable(nodes: Sequence[Node], around: frozenset[str] = frozenset()) -> Iterator[tuple[str, bool]]:
    """Yields each macro that is defined, and whether that is only done where nobody has set it."""
    for node in nodes:
        if isinstance(node, Item):
            yield from ((name, name in around) for name in node.names if node.kind == "define")
            continue
        for branch in node.branches:
            words = branch.directive.split()
            yield from _settable(branch.nodes, around | {words[1]} if words[0] == "#ifndef" else around)


def _new_names(nodes: Sequence[Node], name: str) -> Mapping[str, str]:
    """Returns the names of what is defined, by those in the library: all begin with the function's, but for macros
    that users may set.
    """
    fixed = {macro for macro, settable in _settable(nodes) if not settable}
    left = {macro for macro, _ in _settable(nodes)} - fixed
    defined = {each for item in items(nodes) for each in item.names} - left
    found = {each: name + _MARK + re.sub(r"^(permkern|PERMKERN)_", "", each) for each in defined}
    return found | {_ROOT: name}


def _is_shared(item: Item) -> bool:
    """True for functions that more than one of the library's files calls."""
    return item.kind == "code" and not re.match(r"(static|typedef|struct|enum|union|[A-Z][A-Z_0-9]*)\b", item.text)


def _own(item: Item) -> str:
    """Returns an item's text, as one of a file that shares nothing with others."""
    if not _is_shared(item):
        return item.text
    return f"static {item.text}" if _ROOT in item.names else f"static {_APART} {item.text}"


def _fitting(line: str) -> Iterator[str]:
    """Breaks a condition or a comment that the longer names have made too long; code stays as it is."""
    if len(line) <= COLUMNS:
        yield f"{line}\n"
    elif line.startswith(("#if ", "#elif ")):
        yield from (f"{part} \\\n" for part in wrap(line, COLUMNS - 2, subsequent_indent="    ")[:-1])
        yield f"{wrap(line, COLUMNS - 2, subsequent_indent='    ')[-1]}\n"
    elif line.startswith(" * "):
        yield from (f" * {part}\n" for part in comment(line[3:]))
    elif line.startswith("/*"):
        yield from ("/*\n", *(f" * {part}\n" for part in comment(line[2:].removesuffix("*/"))), " */\n")
    else:
        yield f"{line}\n"


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """Gives names other names, but not in strings."""
    return re.sub(r'"(?:[^"\\]|\\.)*"|\b[A-Za-z_]\w*', lambda found: names.get(found[0], found[0]), text)


def _nodes(part: Part, known: Known) -> tuple[Node, ...]:
    """Returns a part's nodes. What only this file of the library knows gets a name that no other one has."""
    text = decided(re.sub(r"(?m)^PERMKERN_API ", "", part.text), known)
    own = {name for item in items(read(text)) for name in item.names if not name.lower().startswith("permkern_")}
    stem = part.name.rsplit("/", 1)[-1].split(".")[0]
    prefix = f"permkern_{stem}_"
    return read(_renamed(text, {name: (prefix.upper() if name.isupper() else prefix) + name for name in own}))


def _needed(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Returns what the kernel needs; first of all, what keeps functions of other files apart, if there are any."""
    nodes = [node for node in nodes if isinstance(node, Choice) or node.kind != "mark"]
    own = kept(nodes, reached(nodes, _ROOT))
    if not any(_is_shared(item) and _ROOT not in item.names for item in items(own)):
        return own
    own = kept(nodes, reached(nodes, _ROOT, _APART))
    first = [node for node in own if any(item.names == (_APART,) for item in items([node]))]
    return (*first, *(node for node in own if node not in first))


def emit(request: PinnedRequest, name: str, targets: Sequence[str]) -> str:
    """Returns the text. It is a pure function, as render is."""
    sets = check_targets(targets)
    known = {**known_for(targets or ("portable",)), "__cplusplus": None}
    plan = make_plan(PermutationSet("emit", "speed", (), (request,)))
    nodes = tuple(node for part in parts_of(plan, sets) for node in _nodes(part, known))
    nodes = _without_prototypes(without_includes(_needed(nodes)))
    words = {word for item in items(nodes) for word in item.words}
    view = pinned_view(plan.pinned[0])
    text = (
        environment()
        .get_template("emitted.c.j2")
        .render(
            name=name,
            title=view.title,
            notes=[*view.notes, *(line for choice in view.choices for line in comment(choice))],
            targets=", ".join(targets),
            mark=_MARK,
            headers=[header for header, word in _STANDARD.items() if word in words or word != "bool"],
            code=_renamed("".join(text_of(nodes, _own)), _new_names(nodes, name)),
        )
    )
    return "".join(part for line in text.splitlines() for part in _fitting(line))
