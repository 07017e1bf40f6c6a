# SPDX-License-Identifier: BSD-3-Clause
"""Pictures that an example's firmware prints, as files: PNM for each, and one PNG of all of them, for the docs."""

import re
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MARGIN = 8  # pixels around each picture in the PNG


@dataclass(frozen=True)
class Picture:
    """Rows of pixels of three bytes."""

    name: str
    rows: int
    columns: int
    pixels: bytes

    def row(self, number: int) -> bytes:
        length = 3 * self.columns
        return self.pixels[number * length : (number + 1) * length] if 0 <= number < self.rows else b""


def _rgb(pixel: int) -> bytes:
    """Returns the three bytes of a pixel of RGB565, whose highest bits fill what it lacks at the low end."""
    red, green, blue = pixel >> 11, pixel >> 5 & 63, pixel & 31
    return bytes((red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2))


def read(output: str) -> list[Picture]:
    """Returns the pictures that a program printed: a line `picture NAME|ROWS|COLUMNS`, then a line for each row."""
    found = []
    for match in re.finditer(r"^picture (.*)\|(\d+)\|(\d+)\n((?:[0-9a-f]+\n)*)", output, re.MULTILINE):
        rows, columns, digits = int(match[2]), int(match[3]), match[4].replace("\n", "")
        if len(digits) != 4 * rows * columns:
            raise ValueError(f"picture {match[1]}: {len(digits) // 4} pixels, not {rows} x {columns}")
        pixels = b"".join(_rgb(int(digits[at : at + 4], 16)) for at in range(0, len(digits), 4))
        found.append(Picture(match[1], rows, columns, pixels))
    return found


def write_pnm(picture: Picture, folder: Path) -> Path:
    path = folder / f"{picture.name}.ppm"
    path.write_bytes(f"P6\n{picture.columns} {picture.rows}\n255\n".encode("ascii") + picture.pixels)
    return path


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(pictures: list[Picture]) -> bytes:
    """Returns a PNG of pictures side by side on white, aligned at their lower ends (W3C, Portable Network Graphics)."""
    height = max(picture.rows for picture in pictures) + 2 * MARGIN
    lines = []
    for line in range(height):
        row = b"\xff" * 3 * MARGIN
        for picture in pictures:
            number = line - (height - MARGIN - picture.rows)
            row += (picture.row(number) or b"\xff" * 3 * picture.columns) + b"\xff" * 3 * MARGIN
        lines.append(b"\0" + row)
    width = (len(lines[0]) - 1) // 3
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(lines), 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def lines(data: bytes) -> bytes:
    """Returns what a PNG of `png` has in its lines: compressed, that depends on the version of zlib."""
    at = len(SIGNATURE)
    while data[at + 4 : at + 8] != b"IDAT":
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return zlib.decompress(data[at + 8 : at + 8 + int.from_bytes(data[at : at + 4], "big")])
