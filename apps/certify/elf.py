# SPDX-License-Identifier: BSD-3-Clause
"""A linked program: code, constants, functions and processor."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import AttributesSection, SymbolTableSection
from permkern.kernels.tomltables import IncompleteError, SetError

from .labels import Refused
from .loader import MAY_CHANGE, Region, regions

MOST_PARTS = 64  # in an attribute section, each for a file or a section
NAMED = 3  # most missing functions in a message
_IFUNC = "STT_LOOS"  # STT_GNU_IFUNC
_FUNCTIONS = ("STT_FUNC", _IFUNC)


@dataclass(frozen=True)
class Function:
    address: int  # odd for Thumb
    size: int

    def __contains__(self, address: int) -> bool:
        return self.address & ~1 <= address < (self.address & ~1) + self.size


class Symbol(NamedTuple):
    address: int
    size: int
    name: str
    function: bool


@dataclass(frozen=True)
class Image:
    path: Path
    processor: str  # in the ELF header, such as EM_ARM
    bits: int  # in an address
    flags: int  # e_flags in the ELF header
    attributes: Mapping[str, object]  # the processor's attribute section, by tag
    regions: tuple[Region, ...]  # in address order
    symbols: tuple[Symbol, ...]  # in address order, too
    functions: Mapping[str, Function]
    objects: Mapping[str, Collection[int]]  # all addresses of each name
    refused: Mapping[str, str]  # why a function cannot be certified, by name
    lacks: tuple[str, ...]  # names without a definition
    numbers: Mapping[int, bytes] = field(default_factory=dict)  # constant objects, by address

    def with_number(self, name: str, number: int, size: int) -> Image:
        """Returns the image with an object set to a constant number of `size` bytes."""
        more = dict.fromkeys(self.objects[name], number.to_bytes(size, "little"))
        return replace(self, numbers={**self.numbers, **more})

    def region(self, address: int, size: int) -> Region | None:
        at = bisect_right(self.regions, address, key=lambda region: region.start) - 1
        region = self.regions[at] if at >= 0 else None
        return region if region and address + size <= region.start + region.size else None

    def read(self, address: int, size: int) -> bytes:
        if size <= len(number := self.numbers.get(address, b"")):
            return number[:size]
        region = self.region(address, size)
        if region is None:
            raise Refused(f"reads {size} bytes at {self.spoken(address)}, outside of its buffers")
        if changes := region.changes or (region.kept and not self._holds_address(address) and MAY_CHANGE):
            raise Refused(f"reads {size} bytes at {self.spoken(address)}, of data {changes}")
        return region.data[address - region.start :][:size]

    def _holds_address(self, address: int) -> bool:
        """
        Returns whether an object, or a word without a name, holds a program address. Where start-up code may write,
        compilers put constants only if they hold addresses. Variables that start-up code sets are there, too.
        """
        word, one = self.bits // 8, self._symbol(address)
        start, size = (one.address, one.size) if one and one.size else (address // word * word, word)
        for at in range(start, start + size - word + 1, word):
            region = self.region(at, word)
            found = int.from_bytes(region.data[at - region.start :][:word], "little") if region else 0
            if found and self.region(found, 1):
                return True
        return False

    def code(self, address: int) -> bytes:
        """Returns the code from an address on, up to 20 bytes."""
        region = self.region(address, 1)
        if region is None:
            raise self._nowhere(address)
        if not region.code:
            raise Refused(f"executes {self.spoken(address)}, which is no code")
        if region.changes:
            raise Refused(f"executes {self.spoken(address)}, code {region.changes}")
        return region.data[address - region.start :][:20]

    def _nowhere(self, address: int) -> Refused:
        """Returns the error for a jump out of the program. Linkers give missing functions address 0."""
        names = self.name(address) or " or ".join(self.lacks[:NAMED] if address == 0 else ())
        if names:
            return Refused(f"calls {names}, which is not in the program")
        if address == 0:
            return Refused("calls a function that the linker did not find, such as -pg's __gnu_mcount_nc")
        return Refused(f"executes {address:#x}, which is no code")

    def spoken(self, address: int) -> str:
        """Returns an address's name in messages."""
        name = self.name(address)
        return f"{address:#x} ({name})" if name else f"{address:#x}"

    def name(self, address: int) -> str:
        """Returns the name of the object or function at an address; empty: none."""
        one = self._symbol(address)
        return one.name if one else ""

    def _symbol(self, address: int) -> Symbol | None:
        at, region = bisect_right(self.symbols, address, key=lambda symbol: symbol.address), self.region(address, 1)
        for one in reversed(self.symbols[:at]):
            is_open = one.function and one.size == 0 and region is not None and region.start <= one.address
            if is_open or address < one.address + max(one.size, 1):
                return one
            if one.size:
                break
        return None

    @cached_property
    def lines(self) -> tuple[list[int], list[str]]:
        """Sorted addresses, and the source file and line from each address on. Empty without DWARF."""
        found: dict[int, str] = {}
        with self.path.open("rb") as file:
            elf = ELFFile(file)
            for unit in elf.get_dwarf_info().iter_CUs() if elf.has_dwarf_info() else ():
                program: Any = elf.get_dwarf_info().line_program_for_CU(unit)
                for entry in program.get_entries() if program else ():
                    if entry.state is not None and not entry.state.end_sequence:
                        number = entry.state.file - (program["version"] < 5)
                        name = program["file_entry"][number].name.decode(errors="replace")
                        found[entry.state.address] = f"{name}:{entry.state.line}"
        addresses = sorted(found)
        return addresses, [found[address] for address in addresses]

    def line(self, address: int) -> str:
        try:
            addresses, names = self.lines
        except Exception:  # for unreadable DWARF, pyelftools has no common base class
            return ""
        at = bisect_right(addresses, address) - 1
        return names[at] if at >= 0 else ""


def read_image(path: Path) -> Image:
    """Reads a linked ELF file. SetError: it is not one, or has no symbols. IncompleteError: it is big-endian."""
    try:
        data = path.read_bytes()
        return _image(path, ELFFile(BytesIO(data)), data)
    except OSError as error:
        raise SetError(f"{path}: {error.strerror}") from None
    except SetError:
        raise
    except Exception as error:  # for damaged files, pyelftools has no common base class
        raise SetError(f"{path}: no ELF file, or a damaged one ({error})") from None


def _image(path: Path, elf: ELFFile, data: bytes) -> Image:
    if elf["e_type"] not in ("ET_EXEC", "ET_DYN"):
        raise SetError(f"{path}: not linked; give the firmware, not an object file")
    if not elf.little_endian:
        raise IncompleteError(f"{path}: is big-endian; certificates support only little-endian cores")
    parts = [(one["p_offset"], one["p_filesz"]) for one in elf.iter_segments()]
    parts += [(one["sh_offset"], one["sh_size"]) for one in elf.iter_sections() if one["sh_type"] != "SHT_NOBITS"]
    if any(offset + size > len(data) for offset, size in parts):
        raise SetError(f"{path}: is cut off, or damaged: its headers name bytes after its end")
    table = elf.get_section_by_name(".symtab")
    if not isinstance(table, SymbolTableSection):
        raise SetError(f"{path}: has no symbols; give the file from before `strip`")
    if not any(elf.iter_segments("PT_LOAD")):
        raise SetError(f"{path}: has no segment that a loader puts into memory")
    every = list(table.iter_symbols())
    symbols = sorted(_symbols(every, is_arm=elf["e_machine"] == "EM_ARM"))
    functions, refused = _functions(every)
    objects: dict[str, set[int]] = {}
    for one in symbols:
        if not one.function:
            objects.setdefault(one.name, set()).add(one.address)
    return Image(
        path,
        str(elf["e_machine"]),
        elf.elfclass,
        elf["e_flags"],
        dict(_attributes(elf)),
        tuple(regions(elf, data, {one.address: one.name for one in symbols if one.function})),
        tuple(symbols),
        functions,
        objects,
        refused,
        _lacks(every, is_static=not any(elf.iter_segments("PT_DYNAMIC"))),
    )


def _symbols(every: Iterable[Any], *, is_arm: bool) -> Iterator[Symbol]:
    """Yields functions and objects, without the symbols $t, $d and so on that mark code and data."""
    for one in every:
        is_function = one["st_info"]["type"] in _FUNCTIONS
        is_named = one.name and one.name[0] != "$" and one["st_shndx"] != "SHN_UNDEF"
        if is_named and (is_function or one["st_info"]["type"] in ("STT_OBJECT", "STT_NOTYPE")):
            yield Symbol(one["st_value"] & ~(is_function and is_arm), one["st_size"], one.name, is_function)


def _functions(every: Iterable[Any]) -> tuple[dict[str, Function], dict[str, str]]:
    """Returns functions by name, and the reasons why others cannot be certified, by name."""
    functions: dict[str, Function] = {}
    refused: dict[str, str] = {}
    for one in every:
        if one["st_info"]["type"] not in _FUNCTIONS or one["st_shndx"] == "SHN_UNDEF":
            continue
        found = functions.setdefault(one.name, Function(one["st_value"], one["st_size"]))
        if found.address != one["st_value"]:
            refused[one.name] = f"is the name of two functions, at {found.address:#x} and {one['st_value']:#x}"
        elif one["st_info"]["type"] == _IFUNC:
            refused[one.name] = "is chosen when the program starts (STT_GNU_IFUNC)"
    return {name: one for name, one in functions.items() if name not in refused}, refused


def _lacks(every: Iterable[Any], *, is_static: bool) -> tuple[str, ...]:
    """Returns undefined symbols that no loader resolves."""
    names = (one.name for one in every if one["st_shndx"] == "SHN_UNDEF" and one.name)
    weak = {one.name for one in every if one["st_info"]["bind"] == "STB_WEAK"}
    return tuple(name for name in names if is_static or name in weak)


def _attributes(elf: ELFFile) -> Iterator[tuple[str, object]]:
    """Yields tags with values. Both loops have a limit, as a damaged table may have no end."""
    for section in elf.iter_sections():
        parts = section.iter_subsections() if isinstance(section, AttributesSection) else ()
        for part in islice(parts, MOST_PARTS):
            for scope in islice(part.iter_subsubsections(), MOST_PARTS):
                yield from ((one.tag, one.value) for one in scope.iter_attributes())
