# SPDX-License-Identifier: BSD-3-Clause
"""newlib's memcpy under the name newlib_memcpy, to count it beside the C library that the bench links.

newlib_memcpy.py AR NM OBJCOPY ARCHIVE OBJECT
"""

import subprocess
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    ar, nm, objcopy, archive, made = arguments
    symbols = subprocess.run([nm, "-A", archive], check=False, capture_output=True, text=True).stdout
    member = next(line.split(":")[-2] for line in symbols.splitlines() if line.endswith(" T memcpy"))
    path = Path(made)
    path.write_bytes(subprocess.run([ar, "p", archive, member], check=True, capture_output=True).stdout)
    rename = ["--redefine-sym", "memcpy=newlib_memcpy", "--keep-global-symbol=newlib_memcpy"]
    subprocess.run([objcopy, *rename, made], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
