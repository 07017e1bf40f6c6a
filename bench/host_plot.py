# SPDX-License-Identifier: BSD-3-Clause
"""Draws how time a byte grows with size, as an SVG file of few lines: docs/host-growth.svg."""

from collections.abc import Iterator, Mapping, Sequence
from math import log2, log10
from pathlib import Path

Point = Mapping[str, float]  # bytes, and nanoseconds of a call by column
Series = Mapping[str, Sequence[Point]]

WIDTH, HEIGHT = 380, 230  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 26, 34
COLOURS = {"permkern": "#1f77b4", "memcpy": "#ff7f0e", "naive": "#2ca02c"}
PANELS_A_ROW = 2


def ticks(low: float, high: float) -> Iterator[float]:
    """Yields the powers of ten in a range."""
    power = 10.0 ** round(log10(low) - 0.5)
    while power <= high * 1.0001:
        if power >= low * 0.9999:
            yield power
        power *= 10


def panel(name: str, points: Sequence[Point]) -> list[str]:
    sizes = [point["bytes"] for point in points]
    rates = {column: [point[column] / point["bytes"] for point in points] for column in COLOURS if column in points[0]}
    low, high = min(map(min, rates.values())), max(map(max, rates.values()))
    first, last = log2(sizes[0]), log2(sizes[-1])

    def x(size: float) -> float:
        return round(LEFT + (log2(size) - first) / (last - first) * (WIDTH - LEFT - RIGHT), 1)

    def y(rate: float) -> float:
        return round(TOP + (log10(high) - log10(rate)) / (log10(high) - log10(low)) * (HEIGHT - TOP - BOTTOM), 1)

    frame = f'width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}" fill="none" stroke="#888"'
    lines = [f'<text x="{LEFT}" y="16">{name}, ns a byte</text>', f'<rect x="{LEFT}" y="{TOP}" {frame}/>']
    for rate in ticks(low, high):
        lines.append(f'<text x="{LEFT - 4}" y="{y(rate) + 4}" text-anchor="end">{rate:g}</text>')
    for size in sizes[::3]:
        label = f"{size:g}" if size < 1024 else f"{size / 1024:g}K" if size < 1 << 20 else f"{size / (1 << 20):g}M"
        lines.append(f'<text x="{x(size)}" y="{HEIGHT - 18}" text-anchor="middle">{label}</text>')
    for at, (column, values) in enumerate(rates.items()):
        path = " ".join(f"{x(size)},{y(rate)}" for size, rate in zip(sizes, values, strict=True))
        lines.append(f'<polyline points="{path}" fill="none" stroke="{COLOURS[column]}" stroke-width="1.5"/>')
        lines.append(f'<text x="{LEFT + 90 * at}" y="{HEIGHT - 4}" fill="{COLOURS[column]}">{column}</text>')
    return lines


def svg(series: Series) -> str:
    """Returns the picture: a panel for each permute."""
    rows = -(-len(series) // PANELS_A_ROW)
    size = f'width="{WIDTH * PANELS_A_ROW}" height="{HEIGHT * rows}"'
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        "<!-- SPDX-License-Identifier: BSD-3-Clause -->",
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for at, (name, points) in enumerate(series.items()):
        place = f"{at % PANELS_A_ROW * WIDTH},{at // PANELS_A_ROW * HEIGHT}"
        lines += [f'<g transform="translate({place})">', *panel(name, points), "</g>"]
    return "\n".join([*lines, "</svg>"]) + "\n"


def draw(series: Series, path: Path) -> None:
    path.write_text(svg(series), encoding="utf-8")
