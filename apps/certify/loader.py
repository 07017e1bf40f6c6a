# SPDX-License-Identifier: BSD-3-Clause
"""
A program's memory after loading: segment bytes and rights, and the words that the loader fills in (System V ABI,
edition 4.1, chapter 5; Linux Standard Base 5.0, PT_GNU_RELRO). Section headers can only add restrictions: bytes that
may change or are not code.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any, NamedTuple

from elftools.elf.constants import P_FLAGS, SH_FLAGS
from elftools.elf.dynamic import DynamicSegment
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

MAY_CHANGE = "that may change"
MOST_SPANS = 16  # at one address
GOT_WORDS = 3  # at DT_PLTGOT, reserved for the loader
# Relocations that add the load address and no symbol, such as R_X86_64_RELATIVE.
_RELATIVE = {"EM_X86_64": 8, "EM_AARCH64": 1027, "EM_ARM": 23, "EM_RISCV": 3}
# Format of a relocation entry, by word bytes and whether it has an addend.
_ENTRIES = {(8, True): "<QQq", (8, False): "<QQ", (4, True): "<IIi", (4, False): "<II"}
_DT_RELA = 7


@dataclass(frozen=True)
class Region:
    """
    An address range that a loader fills. changes: why a call may find other bytes there; empty: it cannot. kept: only
    start-up code may write there.
    """

    start: int
    size: int
    data: bytes  # all bytes, or empty
    code: bool
    changes: str
    kept: bool


class _Span(NamedTuple):
    """An address range from a header or a relocation."""

    start: int
    end: int
    kind: str  # file, zeros, section, kept (constant after start-up), filled
    name: str = ""
    writes: bool = False
    code: bool = False
    moved: bool = False
    data: bytearray | None = None


def regions(elf: ELFFile, data: bytes, names: Mapping[int, str]) -> Iterator[Region]:
    """Yields a program's memory in address order. names: function names by address. ValueError: invalid headers."""
    limit = 1 << elf.elfclass
    spans: list[_Span] = []
    for one in elf.iter_segments("PT_LOAD"):
        start, middle, end = (one["p_vaddr"] + size for size in (0, one["p_filesz"], one["p_memsz"]))
        if middle > end or end > limit:
            raise ValueError(f"segment {start:#x}")
        found = bytearray(data[one["p_offset"] :][: one["p_filesz"]])
        writes, code = bool(one["p_flags"] & P_FLAGS.PF_W), bool(one["p_flags"] & P_FLAGS.PF_X)
        moved = one["p_paddr"] not in (0, start)
        spans.append(_Span(start, middle, "file", "", writes, code, moved, found))
        spans.append(_Span(middle, end, "zeros"))
    spans += list(_relocated(elf, spans, data, names))
    spans += (_section(one) for one in elf.iter_sections() if one["sh_flags"] & SH_FLAGS.SHF_ALLOC)
    spans += _loader_s(elf)
    for start, end, over in _cut(spans):
        yield from _region(start, end, over)


def _section(one: Any) -> _Span:
    size = 0 if one["sh_flags"] & SH_FLAGS.SHF_TLS and one["sh_type"] == "SHT_NOBITS" else one["sh_size"]
    writes, code = (bool(one["sh_flags"] & flag) for flag in (SH_FLAGS.SHF_WRITE, SH_FLAGS.SHF_EXECINSTR))
    return _Span(one["sh_addr"], one["sh_addr"] + size, "section", one.name, writes, code)


def _tags(elf: ELFFile) -> dict[str, int]:
    parts = (one for one in elf.iter_segments() if isinstance(one, DynamicSegment))
    return {one.entry.d_tag: one.entry.d_val for part in parts for one in part.iter_tags()}


def _loader_s(elf: ELFFile) -> Iterator[_Span]:
    """Yields ranges that a loader writes without relocations, and ranges that are constant after start-up."""
    for one in (*elf.iter_segments("PT_DYNAMIC"), *elf.iter_segments("PT_GNU_RELRO")):
        kind = "kept" if one["p_type"] == "PT_GNU_RELRO" else "filled"
        yield _Span(one["p_vaddr"], one["p_vaddr"] + one["p_memsz"], kind)
    if start := _tags(elf).get("DT_PLTGOT"):
        yield _Span(start, start + GOT_WORDS * elf.elfclass // 8, "filled")


def _tables(elf: ELFFile, segments: Iterable[_Span], data: bytes) -> Iterator[tuple[bytes, bool]]:
    """
    Yields relocation tables, and whether their entries have addends. In a static program, the start-up code uses them
    instead of a loader.
    """
    tags = _tags(elf)
    for one in elf.iter_sections() if not tags else ():
        if one["sh_type"] in ("SHT_RELA", "SHT_REL") and one["sh_flags"] & SH_FLAGS.SHF_ALLOC:
            yield data[one["sh_offset"] :][: one["sh_size"]], one["sh_type"] == "SHT_RELA"
    is_rela = tags.get("DT_PLTREL") == _DT_RELA
    for at, size, has_addend in (("RELA", "RELASZ", True), ("REL", "RELSZ", False), ("JMPREL", "PLTRELSZ", is_rela)):
        if start := tags.get(f"DT_{at}"):
            offset, table = _holds(segments, start, tags[f"DT_{size}"])
            yield bytes(table[offset:][: tags[f"DT_{size}"]]), has_addend


def _relocated(elf: ELFFile, segments: Sequence[_Span], data: bytes, names: Mapping[int, str]) -> Iterator[_Span]:
    """
    Yields the words that a loader fills with symbols, perhaps from other files. Writes the program's own addresses into
    the segments' bytes, for load address 0.
    """
    dynamic, size = elf.get_section_by_name(".dynsym"), elf.elfclass // 8
    symbols = dynamic if isinstance(dynamic, SymbolTableSection) else None
    relative = _RELATIVE.get(elf["e_machine"]) if _tags(elf) else None
    for table, has_addend in _tables(elf, segments, data):
        for word, info, *addend in struct.iter_unpack(_ENTRIES[size, has_addend], table):
            symbol, kind = divmod(info, 1 << (32 if size == 8 else 8))
            if kind == relative and symbol == 0:
                offset, found = _holds(segments, word, size)
                number = addend[0] % (1 << 8 * size) if addend else int.from_bytes(found[offset:][:size], "little")
                found[offset : offset + size] = number.to_bytes(size, "little")
                continue
            name = symbols.get_symbol(symbol).name if symbol and symbols else names.get(addend[0] if addend else 0, "")
            yield _Span(word, word + size, "filled", name)


def _holds(segments: Iterable[_Span], start: int, size: int) -> tuple[int, bytearray]:
    """Returns the offset of a range in its segment, and the segment's bytes. ValueError: no segment has the range."""
    for one in segments:
        if one.data is not None and one.start <= start and start + size <= one.end:
            return start - one.start, one.data
    raise ValueError(f"no segment has {start:#x}")


def _cut(spans: Sequence[_Span]) -> Iterator[tuple[int, int, list[_Span]]]:
    """Cuts memory at all span ends. Yields each part's start, end and spans."""
    ends = sorted((at, k) for k, one in enumerate(spans) if one.start < one.end for at in (one.start, one.end))
    over: dict[int, _Span] = {}
    for (at, k), (until, _) in pairwise(ends):
        if over.pop(k, None) is None:
            over[k] = spans[k]
        if at < until:
            yield at, until, list(islice(over.values(), MOST_SPANS))


def _region(start: int, end: int, over: Sequence[_Span]) -> Iterator[Region]:
    segments = [one for one in over if one.kind in ("file", "zeros")]
    sections = [one for one in over if one.kind == "section"]
    filled = [one.name for one in over if one.kind == "filled"]
    if not segments:
        return
    segment = segments[0]
    writes = any(one.writes for one in sections) or (segment.writes and not (segment.code and sections))
    kept, changes = any(one.kind == "kept" for one in over), ""
    if len(segments) > 1 or len(sections) > 1 or len(over) == MOST_SPANS:
        both = " and ".join(one.name for one in sections) if len(sections) > 1 else "two segments"
        changes = f"that {both} have"
    elif filled:
        changes = f"that is filled in{filled[0] and f' for {filled[0]}'} when the program starts"
    elif segment.kind == "zeros" or (writes and not kept):
        changes = MAY_CHANGE
    elif segment.moved:
        changes = "that start-up code copies there"
    data = bytes(segment.data[start - segment.start :][: end - start]) if segment.data else b""
    code = segment.code and all(one.code for one in sections)
    yield Region(start, end - start, data, code, changes, kept)
