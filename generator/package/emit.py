# SPDX-License-Identifier: BSD-3-Clause
"""Writes one pinned kernel as a static function with its helpers, for programs that generate C.

The text comes from the amalgamation of a set with only this kernel, without unused definitions.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from zlib import crc32

from .. import __version__
from ..kernels.cfragments import COLUMNS, fit
from ..kernels.csource import IGNORED, items, read, words_of
from ..kernels.instruction_sets import HOST_TARGETS, InstructionSet, sets_of
from ..kernels.inventory import make_inventory
from ..kernels.manifest import MAX_NAME, PIN_PREFIX, PermutationSet, PinnedRequest, SetError
from ..kernels.memory import Memory
from ..kernels.permutation import Work
from ..kernels.recipes import Recipe
from ..kernels.render import environment
from ..kernels.requests import check_align, parse_request, parse_xor
from .amalgamate import macros_of
from .joined import Part, all_static, for_targets, header_parts, resolver_of, source_parts
from .page import Page, has_page, page

_KERNEL = "kernel"  # kernel name in the set; the function gets the user's name
_ROOT = PIN_PREFIX + _KERNEL
_STANDARD = {"stdbool.h": "bool", "stddef.h": "size_t", "stdint.h": "uint8_t"}

# Reserved words of C and C++, and names from the included standard headers.
_KEYWORDS = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const consteval
    constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast
    else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not
    not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict return short
    signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
    typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
    main offsetof ptrdiff_t size_t max_align_t linux unix i386""".split()
)

# Names of the C11 library (annex B), of GCC builtins, and of Helium intrinsics. Compilers warn about other functions
# with these names, and programs may include their headers.
_LIBRARY = re.compile(
    r"""(a?(cos|sin|tan)h?|atan2|cbrt|ceil|copysign|drem|erfc?|exp(10|2|m1)?|fabs|fdim|finite|floor|fma|fmax|fmin|
    fmod|frexp|l?gamma(_r)?|hypot|ilogb|is(inf|nan)|[jy][01n]|ldexp|log(10|1p|2|b)?|l?l?r(int|ound)|modf|nan|
    nearbyint|next(after|toward)|pow(10)?|rem(ainder|quo)|roundeven|scal(b|bl?n)|signbit|significand|sincos|sqrt|
    tgamma|trunc|c(a?(cos|sin|tan)h?|abs|arg|exp|imag|log(10)?|pow|proj|real|sqrt)|conj)(f|l|f\d+x?|d\d+)?(_r)?|
    is(w?(al(num|pha)|blank|cntrl|x?digit|graph|lower|print|punct|space|upper)|ascii|wctype)|to(w?(lower|upper)|
    ascii)|v?([fs]|s?n|[fs]?w)?(printf|scanf)(_unlocked)?|[fu]?n?(get|put)w?(c|s|char)(_unlocked)?|f?(read|
    write)(_unlocked)?|f(close|flush|eof|error|open|reopen|seek|tell|(get|set)pos|wide)|clearerr|(p|str)error|
    set(v?buf|locale|jmp)|re(move|name|wind)|tmp(file|nam)|w?mem(chr|p?cpy|cmp|move|set)|str(n?case)?cmp|(str|
    wcs)(n?(cat|cmp|cpy|len)|r?chr|c?spn|coll|pbrk|str|tok|xfrm|ftime|to(d|f|imax|u?l?l|ld|umax|mbs))|str(n?dup|fmon)|
    stpn?cpy|str?n?casecmp|r?index|b(cmp|copy|zero)|ffs(l|ll|imax)?|(m|c|re)alloc|free|alloca|aligned_alloc|
    posix_memalign|(l?l|imax)?(abs|div)|ato(f|i|l|ll)|s?rand|(at_?)?(quick_)?exit|abort|system|getenv|bsearch|qsort|
    exec[lv][ep]*|fork|raise|signal|longjmp|(asc|c|gm|local|mk|diff)?time|clock|timespec_get|localeconv|d?c?gettext|
    call_once|(cnd|mtx|thrd|tss)_[a-z]+|fe(clear|raise|test)except|fe[gs]et(env|exceptflag|round)|fe(holdexcept|
    updateenv)|(c16|c32|wc)r?tomb|mbr?(len|toc16|toc32|towc)|mbsinit|mbsr?towcs|wcsrtombs|btowc|wct(ob|rans|ype)|
    towctrans|u?int\w*_t|v\w+q(_\w+)*_[usfp](8|16|32)|NULL|(U?INT\w*|PTRDIFF|SIG_ATOMIC|R?SIZE|W(CHAR|INT))_(C|MAX|
    MIN|WIDTH)""",
    re.VERBOSE | re.ASCII,
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
    if name in _KEYWORDS or _LIBRARY.fullmatch(name):
        raise SetError(f"--name {name!r} has a meaning of its own in C, C++ or their libraries; choose another name")
    return name


def parse_emission(
    shape: str,
    perm: str,
    bits: int,
    flip: str | None,
    xor: str | None,
    align: int | None,
    name: str | None,
    in_stride: str | None = None,
    out_stride: str | None = None,
    offsets: tuple[int, int] = (0, 0),
    order: str | None = None,
) -> tuple[PinnedRequest, str]:
    """Parses the arguments of `emit`. Returns the request and the function name."""
    work = parse_request(shape, perm, bits, flip, in_stride, out_stride, offsets, order)
    constant = parse_xor(xor, bits) if xor is not None else 0
    turned = "".join(str(axis) for axis in work.reversed_axes)
    parts = [f"permute_{'x'.join(map(str, work.shape))}", "".join(map(str, work.perm)), f"x{bits}"]
    parts += ([f"flip{turned}"] if turned else []) + ([f"xor{constant:x}"] if constant else [])
    parts += [
        f"{side}{'x'.join(map(str, given[:-1]))}"
        for side, given in (("in", work.in_strides), ("out", work.out_strides))
        if given
    ]
    parts += [f"{side}{first}" for side, first in (("from", work.in_offset), ("to", work.out_offset)) if first]
    parts += ["order" + "".join(map(str, work.order))] if work.order else []
    request = PinnedRequest(
        name=_KERNEL,
        work=work,
        count=1,
        align=check_align(align, max(1, bits // 8)),
        dispatch=False,
        xor=constant,
    )
    return request, "_".join(parts) if name is None else _check_name(name)


def recipe_emission(recipe: Recipe, align: int | None, name: str | None) -> tuple[PinnedRequest, str]:
    """Returns the request and the function name for a recipe."""
    request = recipe.request
    least = check_align(request.align if align is None else align, max(1, request.work.bits // 8))
    request = replace(request, name=_KERNEL, align=least, dispatch=False)
    return request, recipe.name if name is None else _check_name(name)


def check_targets(targets: Sequence[str]) -> tuple[InstructionSet, ...]:
    hosts = [target for target in targets if target in HOST_TARGETS]
    if hosts and not has_page(targets):
        raise SetError(
            f"--target {hosts[0]}: vectors of hosts take the library around them; use `permkern amalgamate --target "
            f"{hosts[0]}`, or emit for portable, which runs there by words"
        )
    return tuple(each for each in sets_of(targets) if not each.host)


# ---- kernel and helpers ----


def _prefix(name: str) -> str:
    """Returns the prefix of helper names. It is as long as permkern_ to preserve the code layout."""
    return f"pk{crc32(name.encode()) & 0xFFFFFF:06x}_"


def _renamed(text: str, names: Mapping[str, str], ignored: str) -> str:
    """Renames identifiers outside ``ignored`` text, and breaks lines that become too long."""

    def broken(found: re.Match[str]) -> str:
        if found[0].startswith(("#", " *")):
            return re.sub(r" +\\\n", r" \\\n", found[0])
        first, *more = found[0].splitlines()
        return fit(" ".join([first, *map(str.strip, more)]))

    text = re.sub(rf"{ignored}|\b[A-Za-z_]\w*", lambda found: names.get(found[0], found[0]), text)
    return re.sub(rf"(?m)^.{{{COLUMNS + 1},}}\n(?: {{16,}}\S.*\n)*", broken, text)


def _names(text: str) -> frozenset[str]:
    """Returns the file-scope names of a text."""
    return frozenset(name for item, _ in items(read(text)) for name in item.names)


def _prefixed(parts: Sequence[Part]) -> Iterator[Part]:
    """Yields parts with permkern_ prefixed to all names, including file-local ones."""
    of_parts = [_names(part.text) for part in parts]
    taken = frozenset().union(*of_parts)
    for part, names in zip(parts, of_parts, strict=True):
        own = {name for name in names if not name.lower().startswith("permkern_")}
        new = {name: f"{'PERMKERN' if name.isupper() else 'permkern'}_{name}" for name in own}
        new = {name: f"{whole}_here" if whole in taken else whole for name, whole in new.items()}
        yield replace(part, text=_renamed(part.text, new, IGNORED.pattern))


def _command(
    request: PinnedRequest, name: str, targets: Sequence[str], memory: Memory | None, recipe: Recipe | None
) -> str:
    """Returns the command that writes the kernel again."""
    work = request.work
    words = ["permkern emit", *(",".join(map(str, one)) for one in (work.shape, work.perm)), f"--bits {work.bits}"]
    lists = {
        "flip": work.reversed_axes,
        "order": work.order,
        "in-stride": work.in_strides[:-1],
        "out-stride": work.out_strides[:-1],
        "in-offset": (work.in_offset,) * (work.in_offset > 0),
        "out-offset": (work.out_offset,) * (work.out_offset > 0),
    }
    words += [f"--{option} {','.join(map(str, given))}" for option, given in lists.items() if given]
    words += [f"--xor {request.xor:#x}"] if request.xor else []
    words = [f"permkern emit --recipe {recipe.command}"] if recipe else words
    align = recipe.request.align if recipe else max(1, work.bits // 8)
    words += [f"--align {request.align}"] if request.align != align else []
    words += [f"--memory {memory}"] if memory else []
    return " ".join([*words, *(f"--target {target}" for target in targets), f"--name {name}"])


def page_of(request: PinnedRequest, targets: Sequence[str], memory: Memory | None = None) -> Page:
    """Returns a kernel as a static function with library names."""
    sets = check_targets(targets)
    inventory = for_targets(make_inventory(PermutationSet("emit", "speed", (), (request,), memory)), targets)
    resolver = resolver_of(inventory, sets)
    core, kernels, _ = header_parts(resolver)
    texts = [core, macros_of(kernels), *(part for part in source_parts(resolver, sets) if not part.mli)]
    return page(tuple(_prefixed([all_static(part) for part in texts])), inventory, targets, linkage="static inline ")


def functions_of(work: Work, targets: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Returns the functions that a kernel with element alignment calls, and their files."""
    return page_of(PinnedRequest(_KERNEL, work, 1, work.bits // 8 or 1, False), targets).functions


def emit(
    request: PinnedRequest,
    name: str,
    targets: Sequence[str],
    memory: Memory | None = None,
    recipe: Recipe | None = None,
) -> str:
    """Returns the C text. recipe: the request's recipe, for the banner. Pure function."""
    one, prefix = page_of(request, targets or ("portable",), memory), _prefix(name)
    settable = re.findall(r"(?m)^#(?:ifndef (?=PERMKERN_)|define (?=PERMKERN_CORE))(\w+)", one.text)
    bare = {each: re.sub("^permkern_", "", each, flags=re.IGNORECASE) for each in _names(one.text).difference(settable)}
    names = {each: (prefix.upper() if each.isupper() else prefix) + rest for each, rest in bare.items()}
    names[_ROOT] = name
    text = (
        environment()
        .get_template("package/emitted.c.j2")
        .render(
            name=name,
            view=one.views[0],
            version=__version__,
            command=_command(request, name, targets, memory, recipe),
            recipe=recipe,
            counted=recipe is not None and memory is None and request.align == recipe.request.align,
            prefix=prefix,
            page=one,
            headers=[header for header, word in _STANDARD.items() if word in words_of(one.text) or word != "bool"],
        )
    )
    return re.sub(r"\n{3,}", "\n\n", _renamed(text, names, r'"(?:[^"\\]|\\.)*"'))
