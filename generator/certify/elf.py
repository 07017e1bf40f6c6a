# SPDX-License-Identifier: BSD-3-Clause
"""What a linked program holds: its code and constants, its functions, the processor that it is for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import AttributesSection, SymbolTableSection

from ..kernels.manifest import SetError
from .labels import Refused

# Addresses that are filled in before the program begins, and do not change after that.
_RELOCATED = (".data.rel.ro", ".got", ".init_array", ".fini_array")


@dataclass(frozen=True)
class Section:
    start: int
    data: bytes
    code: bool
    writable: bool


@dataclass(frozen=True)
class Function:
    address: int  # odd for Thumb
    size: int

    def __contains__(self, address: int) -> bool:
        return self.address & ~1 <= address < (self.address & ~1) + self.size


@dataclass(frozen=True)
class Image:
    path: Path
    processor: str  # as the ELF header names it: EM_ARM
    attributes: Mapping[str, object]  # of the processor's attribute section, by tag
    sections: tuple[Section, ...]  # in the order of their addresses
    functions: Mapping[str, Function]
    objects: Mapping[str, int]

    def with_number(self, name: str, number: int, size: int) -> Image:
        """Returns the image with an object that holds a number, and does not change."""
        more = Section(self.objects[name], number.to_bytes(size, "little"), False, False)
        return replace(self, sections=tuple(sorted((*self.sections, more), key=lambda section: section.start)))

    def section(self, address: int, size: int) -> Section:
        at = bisect_right(self.sections, address, key=lambda section: section.start) - 1
        section = self.sections[at]
        if at < 0 or not section.start <= address <= section.start + len(section.data) - size:
            raise Refused(f"reads {size} bytes at {address:#x}, outside of its buffers")
        return section

    def read(self, address: int, size: int) -> bytes:
        section = self.section(address, size)
        if section.writable:
            raise Refused(f"reads {size} bytes at {address:#x}, of data that may change")
        return section.data[address - section.start :][:size]

    def code(self, address: int) -> bytes:
        """Returns the bytes of an instruction, and those after it."""
        section = self.section(address, 1)
        if not section.code:
            raise Refused(f"executes {address:#x}, which is no code")
        return section.data[address - section.start :][:16]

    @cached_property
    def lines(self) -> tuple[list[int], list[str]]:
        """Addresses in their order, and the file and line that the code from there on is of. Empty without DWARF."""
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
        addresses, names = self.lines
        at = bisect_right(addresses, address) - 1
        return names[at] if at >= 0 else ""


def read_image(path: Path) -> Image:
    """Reads a linked ELF file. Raises SetError if it is none, or has no symbols."""
    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            return _image(path, elf)
    except ELFError as error:
        raise SetError(f"{path}: no ELF file ({error})") from None
    except OSError as error:
        raise SetError(f"{path}: {error.strerror}") from None


def _image(path: Path, elf: ELFFile) -> Image:
    if elf["e_type"] not in ("ET_EXEC", "ET_DYN"):
        raise SetError(f"{path}: not linked; give the firmware, not an object file")
    table = elf.get_section_by_name(".symtab")
    if not isinstance(table, SymbolTableSection):
        raise SetError(f"{path}: has no symbols; give the file from before `strip`")
    kept = [
        one for one in elf.iter_sections() if one["sh_flags"] & SH_FLAGS.SHF_ALLOC and one["sh_type"] != "SHT_NOBITS"
    ]
    sections = [
        Section(
            one["sh_addr"],
            one.data(),
            bool(one["sh_flags"] & SH_FLAGS.SHF_EXECINSTR),
            bool(one["sh_flags"] & SH_FLAGS.SHF_WRITE) and not one.name.startswith(_RELOCATED),
        )
        for one in kept
    ]
    symbols = [one for one in table.iter_symbols() if one["st_shndx"] != "SHN_UNDEF"]
    return Image(
        path,
        str(elf["e_machine"]),
        _attributes(elf),
        tuple(sorted(sections, key=lambda section: section.start)),
        {
            one.name: Function(one["st_value"], one["st_size"])
            for one in symbols
            if one["st_info"]["type"] == "STT_FUNC"
        },
        {one.name: one["st_value"] for one in symbols if one["st_info"]["type"] in ("STT_OBJECT", "STT_NOTYPE")},
    )


def _attributes(elf: ELFFile) -> dict[str, object]:
    found: dict[str, object] = {}
    for section in elf.iter_sections():
        for part in section.iter_subsections() if isinstance(section, AttributesSection) else ():
            for scope in part.iter_subsubsections():
                found |= {one.tag: one.value for one in scope.iter_attributes()}
    return found
