# SPDX-License-Identifier: BSD-3-Clause
"""
`permkern emit`: the printed code permutes like numpy, in C99 and C++, by any compiler, several in one file.
"""

import ctypes
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from clib import UNSIGNED, aligned
from commands import permkern
from permkern.package.emit import emit, parse_emission

# A compiler without GNU extensions: using one is an error.
PLAIN = "-ffreestanding -U__GNUC__ -D__attribute__=GNU -D__asm__=GNU -Wno-unused-function"
COMPILERS = {
    "gcc": "gcc -std=c99",
    "clang": "clang -std=c99",
    "clang++": "clang++ -x c++ -std=c++11",
    "plain": f"gcc -std=c99 {PLAIN}",
    "aligned": "gcc -std=c99 -DPERMKERN_UNALIGNED=0 -fsanitize=undefined -fno-sanitize-recover=all",
}
GUARD = 64
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef", "-Wcast-align", "-Werror")


@dataclass(frozen=True)
class Emission:
    shape: str
    perm: str
    bits: int = 8
    flip: str | None = None
    xor: int = 0
    align: int | None = None


# Each strategy of pinned kernels, and shapes with remaining rows or columns.
EMISSIONS = (
    Emission("1", "0"),
    Emission("37", "0", 16, xor=0x8001),
    Emission("300", "0", flip="0"),
    Emission("12,17,3", "0,1,2", flip="0,1"),
    Emission("10,10,3", "2,0,1"),
    Emission("3,10,10", "1,2,0", xor=0x80),
    Emission("28,28,8", "2,0,1", align=4),
    Emission("40,49", "1,0", 16, flip="1", align=4),
    Emission("12,20", "1,0", 32, flip="0"),
    Emission("7,3,6", "2,1,0", 32, xor=0xDEADBEEF),
    Emission("9,14", "1,0"),
    Emission("5,7,9", "2,1,0", 64, xor=0x8000000000000001),
    Emission("3,4,5", "1,0,2"),
    Emission("4,3,6,5", "3,1,0,2", 16),
    Emission("2,1,3,1,2,3,2,2", "7,0,6,1,5,2,4,3"),
)


def emitted(number: int, target: str = "portable", name: str = "") -> str:
    one = EMISSIONS[number]
    xor = hex(one.xor) if one.xor else None
    request, name = parse_emission(one.shape, one.perm, one.bits, one.flip, xor, one.align, name or f"f{number}")
    return emit(request, name, [target])


@pytest.fixture(scope="module")
def unit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every function in one source, which exports them."""
    text = "".join(emitted(number) for number in range(len(EMISSIONS)))
    text += '#ifdef __cplusplus\nextern "C" {\n#endif\n'
    for number in range(len(EMISSIONS)):
        text += f"void call{number}(const void *in, void *out);\n"
        text += f"void call{number}(const void *in, void *out)\n{{\n    f{number}(in, out);\n}}\n"
    text += "#ifdef __cplusplus\n}\n#endif\n"
    path = tmp_path_factory.mktemp("emitted") / "unit.c"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.ci
@pytest.mark.parametrize("compiler", COMPILERS)
def test_permutes_as_numpy_does(unit: Path, compiler: str) -> None:
    words = COMPILERS[compiler].split()
    if shutil.which(words[0]) is None:
        pytest.skip(f"needs {words[0]}")
    built = unit.with_name(f"{compiler}.so")
    subprocess.run([*words, "-O1", *WARNINGS, "-fPIC", "-shared", str(unit), "-o", str(built)], check=True)
    # In a process of its own: a sanitizer's runtime and a fault end that one.
    done = subprocess.run([sys.executable, __file__, str(built)], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["all right"], done.stdout + done.stderr


def check(library: ctypes.CDLL, number: int, beyond: int) -> None:
    one = EMISSIONS[number]
    shape = tuple(map(int, one.shape.split(",")))
    perm = tuple(map(int, one.perm.split(",")))
    dtype = UNSIGNED[one.bits]
    align = one.align or one.bits // 8
    random = np.random.default_rng(number)
    size = int(np.prod(shape)) * dtype.itemsize
    source = aligned(size, 16, beyond * align)
    source[:] = random.integers(0, 256, size, np.uint8)
    target = aligned(size + GUARD, 16, beyond * align)
    target[:] = 0xA5
    expected = source.view(dtype).reshape(shape).transpose(perm) ^ np.array(one.xor, dtype)
    expected = np.flip(expected, tuple(map(int, one.flip.split(",")))) if one.flip else expected
    library[f"call{number}"](ctypes.c_void_p(source.ctypes.data), ctypes.c_void_p(target.ctypes.data))
    assert target[:size].tobytes() == np.ascontiguousarray(expected).tobytes(), one
    assert (target[size:] == 0xA5).all(), one


def test_is_the_same_text_in_json() -> None:
    words = ("emit", "5,6,7", "2,1,0", "--name", "turn")
    told = json.loads(permkern(*words, "--format", "json").stdout)
    assert told == {"format": 1, "name": "turn", "text": permkern(*words).stdout}


def main(path: str) -> Iterator[str]:
    library = ctypes.CDLL(path)
    for number in range(len(EMISSIONS)):
        for beyond in (0, 1, 3):
            check(library, number, beyond)
    yield "all right"


if __name__ == "__main__":
    print(*main(sys.argv[1]))
