# SPDX-License-Identifier: BSD-3-Clause
"""The pictures that an example's firmware prints, as one PNG for the docs."""

import re
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MARGIN = 8  # pixels around each picture
WHITE = b"\xff" * 3

Picture = list[bytes]  # rows of pixels of three bytes


def _rgb(pixel: int) -> bytes:
    """Returns the three bytes of a pixel of RGB565. Its highest bits fill the missing low ones."""
    red, green, blue = pixel >> 11, pixel >> 5 & 63, pixel & 31
    return bytes((red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2))


def read(output: str) -> list[Picture]:
    """Returns the pictures that a program printed: a line `picture NAME|ROWS|COLUMNS`, then a line for each row."""
    return [
        [b"".join(_rgb(int(line[at : at + 4], 16)) for at in range(0, len(line), 4)) for line in rows.split()]
        for rows in re.findall(r"^picture .*\n((?:[0-9a-f]+\n)*)", output, re.MULTILINE)
    ]


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(pictures: list[Picture]) -> bytes:
    """Returns a PNG of pictures side by side on white, aligned at their lower ends (W3C, Portable Network Graphics)."""
    height = max(map(len, pictures)) + 2 * MARGIN
    lines = [b"\0" + WHITE * MARGIN] * height
    for picture in pictures:
        above, blank = height - MARGIN - len(picture), WHITE * (len(picture[0]) // 3)
        rows = [blank] * above + picture + [blank] * MARGIN
        lines = [line + row + WHITE * MARGIN for line, row in zip(lines, rows, strict=True)]
    header = struct.pack(">IIBBBBB", (len(lines[0]) - 1) // 3, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(lines), 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def lines(png: bytes) -> bytes:
    """Returns the lines of a PNG that the function of that name made. Compressed, they depend on zlib's version."""
    at = png.index(b"IDAT")
    return zlib.decompress(png[at + 4 : at + 4 + int.from_bytes(png[at - 4 : at], "big")])
