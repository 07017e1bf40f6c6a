# SPDX-License-Identifier: BSD-3-Clause
"""
The inputs that libFuzzer starts from, a text file for each harness: a word for each input, in hexadecimal digits.

`PYTHONPATH=.:tools .venv/bin/python3 -m verify.fuzz_corpus core FOLDER...` adds what the inputs in these folders reach
beyond the file's, and drops what no longer counts: by the programs that the last `tools/verify fuzz-core` left, or
`tools/verify --soak 30 fuzz-core`, whose finds are in build/verify/fuzz-core/*/finds/.
"""

import hashlib
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

from steps import BUILD

FOLDER = Path(__file__).parent / "fuzz" / "corpus"
HEAD = """\
# SPDX-License-Identifier: BSD-3-Clause
# Inputs of fuzz_{name}.c, a word each: few, that reach every edge that libFuzzer found. Made by verify/fuzz_corpus.py.
"""


def read(name: str) -> list[bytes]:
    lines = (FOLDER / f"{name}.txt").read_text("ascii").splitlines()
    return [bytes.fromhex(word) for line in lines if not line.startswith("#") for word in line.split()]


def unpack(name: str, to: Path) -> int:
    """Writes each input to a file of its own, as libFuzzer reads them, and returns their number."""
    to.mkdir(parents=True)
    inputs = read(name)
    for data in inputs:
        (to / hashlib.sha1(data).hexdigest()).write_bytes(data)
    return len(inputs)


def write(name: str, inputs: list[bytes]) -> None:
    words = " ".join(data.hex() for data in sorted(inputs, key=lambda data: (len(data), data)))
    lines = textwrap.fill(words, 120, break_long_words=False)
    (FOLDER / f"{name}.txt").write_text(f"{HEAD.format(name=name)}{lines}\n", "ascii")


def main(name: str, folders: list[str]) -> int:
    work = BUILD / "fuzz-corpus"
    shutil.rmtree(work, ignore_errors=True)
    unpack(name, work / "known")
    (work / "merged").mkdir()
    for program in sorted((BUILD / "verify" / f"fuzz-{name}").glob("*/fuzz")):
        merge: list[str | Path] = [program, "-merge=1", "-use_counters=0", work / "merged", work / "known", *folders]
        subprocess.run(merge, check=True)
    inputs = [path.read_bytes() for path in (work / "merged").iterdir()]
    write(name, inputs)
    print(f"{len(inputs)} inputs, {sum(map(len, inputs))} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
