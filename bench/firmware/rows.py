# SPDX-License-Identifier: BSD-3-Clause
"""The rows of a list as C initializers for rows.h, with pinned kernels where the set that is built has them.

rows.py LIST SET OUTPUT
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import tomlreader


def braces(numbers: list[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


def main(arguments: list[str]) -> int:
    models, chosen, made = map(Path, arguments)
    pinned = {row["name"] for row in tomlreader.loads(chosen.read_text(encoding="utf-8")).get("pinned", [])}
    lines = []
    for row in tomlreader.loads(models.read_text(encoding="utf-8"))["pinned"]:
        name = row["name"]
        kernel = f"permkern_pin_{name}" if name in pinned else "NULL"
        kernels = f"NULL, {kernel}" if row.get("in_place") else f"{kernel}, NULL"
        shape, perm = braces(row["shape"]), braces(row["perm"])
        flips = sum(1 << axis for axis in row.get("flip", []))
        sizes = f"{len(row['perm'])}, {row['bits'] // 8}, {flips}, {row.get('xor', 0):#x}"
        lines.append(f'{{"{name}", {kernels}, {shape}, {perm}, {sizes}}},\n')
    made.write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
