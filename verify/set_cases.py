# SPDX-License-Identifier: BSD-3-Clause
"""
Tests the parser of permutation sets with documents from Hypothesis. Documents that are valid by
docs/permutation-sets.md must render. Documents with one mistake must be refused with a one-line message. Documents with
changed bytes must do either. Every run makes equal documents. The step fuzz-sets runs this program as
`python -m verify.set_cases FOLDER FACTOR SAMPLES`.
"""

import contextlib
import io
import random
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from permkern.cli import main as permkern
from permkern.kernels.documents import OUTPUTS

Table = dict[str, str]  # keys and values as in the file
Tables = list[tuple[str, Table]]  # tables by header name; the first one has no header
WIDTHS = (1, 2, 4, 8, 16, 32, 64)
EXTENTS = (1, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 31, 33, 64, 100)
MOST_ELEMENTS = 4096
MOST_TABLES = 4
# Names that C or permkern uses. Each table in a document draws from its own subset.
WORDS = ("int", "class", "restrict", "xor", "run", "plan", "prepare_rank4", "x8_p10_tile", "avx2", "line8")


def text(tables: Tables, newline: str = "\n") -> bytes:
    lines = []
    for name, table in tables:
        lines += [f"[[{name}]]"] if name else []
        lines += [f"{key} = {value}" for key, value in table.items()]
    return newline.join([*lines, ""]).encode()


# ---- valid documents ----


@st.composite
def pinned_tables(draw: st.DrawFn, number: int) -> Table:
    shape = []
    room = MOST_ELEMENTS
    for _ in range(draw(st.integers(1, 8))):
        shape.append(draw(st.sampled_from([extent for extent in EXTENTS if extent <= room])))
        room //= shape[-1]
    bits = draw(st.sampled_from(WIDTHS))
    if bits < 8:
        shape[0] *= 8 // bits
    ends = st.text("abcXYZ019_", max_size=45).map(lambda end: f"net{number}_{end}")
    table = {
        "name": f'"{draw(ends | st.sampled_from(WORDS[number::MOST_TABLES]))}"',
        "shape": str(shape),
        "perm": str(draw(st.permutations(range(len(shape))))),
        "bits": str(bits),
    }
    optional = {
        "align": st.sampled_from([str(align) for align in (1, 2, 4, 8, 64, 128) if align >= bits / 8]),
        "count": st.sampled_from(["1", "0x10", "1_000", "4294967295"]),
        "dispatch": st.sampled_from(["true", "false"] if bits >= 8 else ["false"]),
        "flip": st.permutations(range(len(shape))).map(lambda axes: str(axes[: len(axes) // 2 + 1])),
        "order": st.permutations(range(shape[-1])).map(str),
        "in_offset": st.integers(0, 40).map(str),
        "out_offset": st.integers(0, 40).map(str),
        "xor": st.integers(1, min(2**bits, 2**63) - 1).map(str),
    }
    for key in [
        *(["order"] if bits < 8 or shape[-1] > 16 else []),
        *(["in_offset", "out_offset"] if bits >= 8 else []),
    ]:
        del optional[key]
    if "order" in optional:
        optional["dispatch"] = st.just("false")
    table |= {key: draw(value) for key, value in optional.items() if draw(st.booleans())}
    return dict(draw(st.permutations(list(table.items()))))


@st.composite
def families(draw: st.DrawFn) -> Table:
    bits = draw(st.lists(st.sampled_from(WIDTHS[3:]), min_size=1, max_size=2))
    table = {"bits": str(bits if len(bits) > 1 else bits[0])}
    ranks = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    if draw(st.integers(0, 3)) == 0:
        return table | {"perms": '"all"', "ranks": str(ranks)}
    return table | {"perms": str([draw(st.permutations(range(2 * rank))) for rank in ranks[:2]])}


@st.composite
def documents(draw: st.DrawFn, profiles: tuple[str, ...] = ("speed", "size", "tiny")) -> Tables:
    kinds = draw(st.lists(st.sampled_from(["permute", "pinned", "pinned"]), min_size=1, max_size=MOST_TABLES))
    top = {"format": "1", "profile": f'"{draw(st.sampled_from(profiles))}"'}
    if draw(st.booleans()):
        top["memory"] = draw(st.sampled_from(['"stm32h7"', '"512,2,16,50"', '"1k,1,32,9,random,stream"']))
    tables = [
        (kind, draw(families() if kind == "permute" else pinned_tables(number))) for number, kind in enumerate(kinds)
    ]
    return [("", top), *tables]


# ---- one mistake ----


def each_of(key: str, *values: str) -> list[Table]:
    return [{key: value} for value in values]


# Wrong values for a table, in groups that are drawn with equal probability.
TOP = [
    each_of("format", "2", "true"),
    each_of("profile", '"fast"', "1"),
    each_of("memory", '"fast"', "1", '"16k,4,32"', '"16k,4,24,50"', '"100,4,32,50"', '"stm32h7,50"'),
    each_of("permut", "[]"),
]
PERMUTE = [
    each_of("bits", "0", "1", "7", "24", "128", "-8", '"8"', "8.0", "true", "[]", "[[8]]", "{}"),
    each_of("perms", "[]", "[[]]", "[[0, 0]]", "[[1]]", "[[0, 2]]", "[[-1, 0]]", "[0, 1]", '"some"', "[[4294967296]]"),
    [{"perms": '"all"', "ranks": ranks} for ranks in ("[0]", "7", "[1, 9]", '"all"', "[]")],
    each_of("shape", "[1]"),
    each_of("Bits", "8"),
]
PINNED = [
    each_of("bits", "0", "7", "24", "128", "-8", '"8"', "8.0", "true", "[]", "[8]", "{}"),
    [{"shape": "[2, 3, 4]", "perm": perm} for perm in ("[0, 1, 1]", "[0, 1, 3]", "[0, 1]", "[0, -1, 2]")],
    [{"shape": shape, "perm": "[1, 0]"} for shape in ("[2, -1]", "[65536, 65536]", "[2]", '"2x3"', "[2, true]")],
    [{"shape": shape, "perm": "[1, 0]", "flip": "[0]"} for shape in ("[0, 2]", "[2, 0]")],
    each_of("name", '""', '"3d"', '"a-b"', '"a b"', '"\u00e4"', "1", f'"{"n" * 51}"'),
    each_of("align", "0", "3", "256", "-4", '"4"', "4.0", "[4]"),
    each_of("count", "-1", "4294967296", '"1"', "1.5"),
    each_of("dispatch", "0", '"true"', "[]"),
    each_of("flip", "[8]", "[0, 0]", "[-1]", "1", '"0"', "[true]"),
    each_of("order", "[0]", "[0, 0]", "[1, 2]", '"10"', "1", "[]", str(list(range(17)))),
    each_of("in_offset", "-1", '"1"', "1.0", "[1]", "34359738368"),
    each_of("xor", "0", "-1", "18446744073709551616", '"1"', "true"),
    each_of("Name", '"a"'),
]
REQUIRED = ("name", "shape", "perm", "perms", "bits", "format")


@st.composite
def mistaken(draw: st.DrawFn) -> Tables:
    tables = draw(documents())
    index = draw(st.integers(0, len(tables) - 1))
    name, table = tables[index]
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return tables[:1]
    if kind == 1 and name == "pinned":
        return [*tables, tables[index]]  # the name twice
    if kind == 2:
        dropped = draw(st.sampled_from([key for key in REQUIRED if key in table]))
        table = {key: value for key, value in table.items() if key != dropped}
    else:
        wrong = draw(st.sampled_from({"pinned": PINNED, "permute": PERMUTE}.get(name, TOP)))
        table = table | draw(st.sampled_from(wrong))
    return [*tables[:index], (name, table), *tables[index + 1 :]]


# ---- bytes ----

PIECES = (
    b'[[pinned]]\n|[[permute]]\n|[pinned]\n|[|]|{|}|"|"""|\'|#|=|\n|\r\n|\r|\0|\xff|\xc3|\xef\xbb\xbf|\xe2\x80\xa8|'
    b"0|9|-|1e9|nan|true|perm|bits = 8\n|shape = [2, 3]\n|4294967295|99999999999999999999|\\u0000|1979-05-27|,"
).split(b"|")


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """Draws a document or an empty text, then inserts, removes or repeats bytes."""
    data = text(draw(documents(("size", "tiny"))), draw(st.sampled_from(["\n", "\r\n"])))
    data = data if draw(st.booleans()) else b""
    for _ in range(draw(st.integers(1, 4 if data else 20))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 20)))
        piece = draw(st.one_of(st.sampled_from(PIECES), st.binary(max_size=4), st.just(data[start:end] * 2)))
        data = data[:start] + piece + data[end:]
    return data


# ---- checks ----


def call(*arguments: str | Path) -> tuple[int, str]:
    """Runs the command line. Returns its exit code and output."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = permkern([str(argument) for argument in arguments])
    return code, said.getvalue()


@dataclass
class Checker:
    folder: Path
    kept: frozenset[int]  # numbers of the rendered documents to keep as samples
    rendered: int = 0
    refused: int = 0

    def renders(self, data: bytes) -> bool:
        """True if a document renders. Otherwise asserts a one-line message, exit code 2 and no output file."""
        work = self.folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        file, output = work / "net.toml", work / "out"
        file.write_bytes(data)
        code, said = call("generate", "-o", output, "--depfile", work / "depends", file)
        assert file.read_bytes() == data
        if code == 0:
            self.check_rendered(file, output, said)
            return True
        found = re.fullmatch(re.escape(str(file)) + r"(?::(\d+))?: (.{1,320})\n", said)
        assert code == 2, f"exit code {code}"
        assert found is not None and len(said.splitlines()) == 1, said
        assert found[1] is None or 1 <= int(found[1]) <= data.count(b"\n") + 1, said
        assert [path.name for path in work.iterdir()] == ["net.toml"]
        self.refused += 1
        return False

    def check_rendered(self, file: Path, output: Path, said: str) -> None:
        total = rf": {len(OUTPUTS)} files, [\d,]+ kernels?, \d+ bytes: written\n"
        assert re.fullmatch(re.escape(str(output)) + total, said), said
        assert sorted(path.name for path in output.iterdir()) == sorted(OUTPUTS)
        assert call("check", output, file) == (0, "")
        if self.rendered in self.kept:
            shutil.copytree(output, self.folder / "samples" / f"set{self.rendered}")
        self.rendered += 1


def main(folder: Path, factor: int, samples: int) -> int:
    valid_count = 8 * factor
    checker = Checker(folder, frozenset(random.Random(1).sample(range(valid_count), samples)))

    def repeat(examples: int) -> settings:
        return settings(
            max_examples=examples,
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),  # shrinking takes minutes
            suppress_health_check=list(HealthCheck),
        )

    @repeat(valid_count)
    @given(documents(), st.sampled_from(["\n", "\r\n"]))
    def valid(document: Tables, newline: str) -> None:
        assert checker.renders(text(document, newline)), text(document)

    @repeat(150 * factor)
    @given(mistaken())
    def with_a_mistake(document: Tables) -> None:
        assert not checker.renders(text(document)), text(document)

    @repeat(75 * factor)
    @given(changed())
    def with_changes(data: bytes) -> None:
        checker.renders(data)

    for test in (valid, with_a_mistake, with_changes):
        test()
    print(f"{checker.rendered + checker.refused} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
