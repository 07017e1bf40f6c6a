# SPDX-License-Identifier: BSD-3-Clause
"""
Documents for the parser of permutation sets, by Hypothesis: valid ones by docs/permutation-sets.md must render; ones
with a mistake must be refused in one clear line; changed and random bytes must be either. Every run makes the same
documents. The step fuzz-sets runs this program as `python -m verify.set_cases FOLDER FACTOR SAMPLES`.
"""

import contextlib
import io
import random
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from generator.cli import main as permkern
from generator.render import OUTPUTS

Table = dict[str, str]  # key to value, as in the file
WIDTHS = (8, 16, 32, 64)
EXTENTS = (1, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 31, 33, 64, 100)
MOST_ELEMENTS = 4096
MOST_TABLES = 4
# Names that C or permkern uses. Each table of a document takes some of them.
WORDS = ("int", "class", "restrict", "xor", "run", "plan", "prepare_rank4", "x8_p10_tile", "vector_best", "avx2", "line8")


@dataclass(frozen=True)
class Document:
    top: Table
    tables: tuple[tuple[str, Table], ...]  # each with its header's name

    def text(self, newline: str = "\n") -> str:
        lines = [f"{key} = {value}" for key, value in self.top.items()]
        for name, table in self.tables:
            lines += ["", f"[[{name}]]", *(f"{key} = {value}" for key, value in table.items())]
        return newline.join([*lines, ""])

    def with_table(self, index: int, table: Table) -> "Document":
        before, after = self.tables[:index], self.tables[index + 1 :]
        return Document(self.top, (*before, (self.tables[index][0], table), *after))


# ---- valid documents ----


@st.composite
def pinned_tables(draw: st.DrawFn, number: int) -> Table:
    shape = []
    room = MOST_ELEMENTS
    for _ in range(draw(st.integers(1, 8))):
        shape.append(draw(st.sampled_from([extent for extent in EXTENTS if extent <= room])))
        room //= shape[-1]
    bits = draw(st.sampled_from(WIDTHS))
    ends = st.text("abcXYZ019_", max_size=45).map(lambda end: f"net{number}_{end}")
    table = {
        "name": f'"{draw(ends | st.sampled_from(WORDS[number::MOST_TABLES]))}"',
        "shape": str(shape),
        "perm": str(draw(st.permutations(range(len(shape))))),
        "bits": str(bits),
    }
    optional = {
        "align": st.sampled_from([str(align) for align in (1, 2, 4, 8, 64, 128) if align >= bits // 8]),
        "count": st.sampled_from(["1", "0x10", "1_000", "4294967295"]),
        "dispatch": st.sampled_from(["true", "false"]),
        "flip": st.permutations(range(len(shape))).map(lambda axes: str(axes[: len(axes) // 2 + 1])),
        "xor": st.integers(1, 2**bits - 1 >> (bits == 64)).map(str),
    }
    table |= {key: draw(value) for key, value in optional.items() if draw(st.booleans())}
    return dict(draw(st.permutations(list(table.items()))))


@st.composite
def families(draw: st.DrawFn) -> Table:
    bits = draw(st.lists(st.sampled_from(WIDTHS), min_size=1, max_size=2))
    table = {"bits": str(bits if len(bits) > 1 else bits[0])}
    if draw(st.integers(0, 3)) == 0:
        ranks = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
        return table | {"perms": '"all"', "ranks": str(ranks)}
    ranks = draw(st.lists(st.integers(1, 8), min_size=1, max_size=2))
    return table | {"perms": str([draw(st.permutations(range(rank))) for rank in ranks])}


@st.composite
def documents(draw: st.DrawFn, profiles: tuple[str, ...] = ("speed", "size", "tiny")) -> Document:
    top = {"format": "1", "profile": f'"{draw(st.sampled_from(profiles))}"'}
    kinds = draw(st.lists(st.sampled_from(["permute", "pinned", "pinned"]), min_size=1, max_size=MOST_TABLES))
    tables = [
        (kind, draw(families() if kind == "permute" else pinned_tables(number))) for number, kind in enumerate(kinds)
    ]
    return Document(top, tuple(tables))


# ---- one mistake ----

# Returns None if the table cannot have the mistake.
Mistake = Callable[[st.DrawFn, Document, int], Document | None]


def put(key: str, *values: str, pinned: bool = False) -> Mistake:
    """Returns a mistake: a value that the key cannot have. pinned: only [[pinned]] has such a key."""

    def make(draw: st.DrawFn, document: Document, index: int) -> Document | None:
        name, table = document.tables[index]
        if pinned and name == "permute":
            return None
        return document.with_table(index, table | {key: draw(st.sampled_from(values))})

    return make


def drop(draw: st.DrawFn, document: Document, index: int) -> Document:
    _, table = document.tables[index]
    key = draw(st.sampled_from(sorted(set(table) - {"align", "count", "dispatch", "flip", "xor"})))
    return document.with_table(index, {name: value for name, value in table.items() if name != key})


def wrong_perm(draw: st.DrawFn, document: Document, index: int) -> Document | None:
    """Repeats an axis, names one that does not exist, or adds one."""
    name, table = document.tables[index]
    if name == "permute" and table["perms"] == '"all"':
        return None
    perm = [int(digits) for digits in re.findall(r"\d+", table["perm"])] if name == "pinned" else [0, 1, 2]
    at = draw(st.integers(0, len(perm) - 1))
    wrong = draw(st.sampled_from([-1, perm[at - 1] if len(perm) > 1 else 1, len(perm) + 1, 2**31, 2**64]))
    entries = [*perm, wrong] if draw(st.booleans()) else [*perm[:at], wrong, *perm[at + 1 :]]
    return document.with_table(index, table | ({"perm": str(entries)} if name == "pinned" else {"perms": f"[{entries}]"}))


def wrong_shape(draw: st.DrawFn, document: Document, index: int) -> Document | None:
    name, table = document.tables[index]
    if name != "pinned":
        return None
    shape = [int(digits) for digits in re.findall(r"\d+", table["shape"])]
    wrong = [*shape, draw(st.sampled_from([1, 2]))]
    if draw(st.booleans()):
        wrong = shape
        wrong[draw(st.integers(0, len(shape) - 1))] = draw(st.sampled_from([0, -1, 2**32, 2**40, 10**30]))
    return document.with_table(index, table | {"shape": str(wrong)})


def name_twice(_: st.DrawFn, document: Document, index: int) -> Document | None:
    name, table = document.tables[index]
    return Document(document.top, (*document.tables, (name, table))) if name == "pinned" else None


def wrong_top(draw: st.DrawFn, document: Document, _: int) -> Document:
    wrong = [("format", "2"), ("format", "true"), ("profile", '"fast"'), ("profile", "1"), ("permut", "[]"), ("x", "1")]
    key, value = draw(st.sampled_from(wrong))
    return Document(document.top | {key: value}, document.tables)


def no_tables(_: st.DrawFn, document: Document, __: int) -> Document:
    return Document(document.top, ())


MISTAKES: tuple[Mistake, ...] = (
    drop,
    wrong_perm,
    wrong_shape,
    name_twice,
    wrong_top,
    no_tables,
    put("bits", "0", "7", "24", "128", "-8", '"8"', "8.0", "true", "[]", "[[8]]", "{}"),
    put("name", '""', '"3d"', '"a-b"', '"a b"', '"\u00e4"', "1", f'"{"n" * 51}"', pinned=True),
    put("align", "0", "3", "256", "-4", '"4"', "4.0", "[4]"),
    put("count", "0", "-1", "4294967296", '"1"', "1.5"),
    put("dispatch", "0", '"true"', "[]"),
    put("flip", "[8]", "[0, 0]", "[-1]", "1", '"0"', "[true]"),
    put("xor", "0", "-1", "18446744073709551616", '"1"', "true"),
    put("ranks", "[0]", "7", "[1, 9]", '"all"', "[]"),
    put("shapes", "[1]"),
    put("Name", '"a"'),
)


@st.composite
def mistaken(draw: st.DrawFn) -> Document:
    document = draw(documents())
    index = draw(st.integers(0, len(document.tables) - 1))
    return draw(st.sampled_from(MISTAKES))(draw, document, index) or no_tables(draw, document, index)


# ---- bytes ----

PIECES = (
    b'[[pinned]]\n|[[permute]]\n|[pinned]\n|[|]|{|}|"|"""|\'|#|=|\n|\r\n|\r|\0|\xff|\xc3|\xef\xbb\xbf|\xe2\x80\xa8|0|9|-|'
    b"1e9|nan|true|perm|bits = 8\n|shape = [2, 3]\n|4294967295|99999999999999999999|\\u0000|1979-05-27|,"
).split(b"|")


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """Draws a document in which pieces are inserted, removed or repeated."""
    document = draw(documents(("size", "tiny")))
    data = document.text(draw(st.sampled_from(["\n", "\r\n"]))).encode()
    for _ in range(draw(st.integers(1, 4))):
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
    kept: frozenset[int]  # rendered documents that become samples, by number
    rendered: int = 0
    refused: int = 0
    lines: set[str] = field(default_factory=set)

    def renders(self, data: bytes) -> bool:
        """Returns whether a document renders. If it does not: one line, exit code 2, and no file."""
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
        self.lines.add(re.sub(r"'.*?'|[\d\[\]., -]+", " ", found[2]))
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
    valid_count = 12 * factor
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
    def valid(document: Document, newline: str) -> None:
        assert checker.renders(document.text(newline).encode()), document.text()

    @repeat(200 * factor)
    @given(mistaken())
    def with_a_mistake(document: Document) -> None:
        assert not checker.renders(document.text().encode()), document.text()

    @repeat(100 * factor)
    @given(changed())
    def with_changes(data: bytes) -> None:
        checker.renders(data)

    @repeat(100 * factor)
    @given(st.binary(max_size=64) | st.lists(st.sampled_from(PIECES), max_size=20).map(b"".join))
    def of_any_bytes(data: bytes) -> None:
        checker.renders(data)

    for test in (valid, with_a_mistake, with_changes, of_any_bytes):
        test()
    print("\n".join(sorted(checker.lines)))
    print(f"{checker.rendered + checker.refused} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
