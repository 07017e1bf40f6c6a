# SPDX-License-Identifier: BSD-3-Clause
"""
Documents for the parser of permutation sets, by Hypothesis: valid ones by the rules of docs/permutation-sets.md, which
must render; such with one mistake, which must be one clear line; others with bytes changed anywhere, and any bytes,
which must be either. The same documents on every run. A program of the step fuzz-sets, which compiles and runs the
samples that this leaves.
"""

import contextlib
import io
import json
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

# Words of the language and names of permkern's own, which are names as good as any: some for each table of a document.
WORDS = (
    "int",
    "class",
    "restrict",
    "xor",
    "run",
    "plan",
    "prepare_rank4",
    "x8_p10_tile",
    "vector_best",
    "avx2",
    "line8",
    "pinned_entries",
)
MOST_TABLES = 4


@dataclass(frozen=True)
class Document:
    """A set before it is text. Tables come in the order of the file, each with its header's name."""

    top: Table
    tables: tuple[tuple[str, Table], ...]

    def text(self, newline: str = "\n") -> str:
        lines = [f"{key} = {value}" for key, value in self.top.items()]
        for name, table in self.tables:
            lines += ["", f"[[{name}]]", *(f"{key} = {value}" for key, value in table.items())]
        return newline.join([*lines, ""])

    def with_table(self, index: int, table: Table) -> "Document":
        tables = list(self.tables)
        tables[index] = (tables[index][0], table)
        return Document(self.top, tuple(tables))


def listed(values: object) -> str:
    return str(list(values)) if isinstance(values, list | tuple) else str(values)


# ---- valid documents ----


@st.composite
def pinned_tables(draw: st.DrawFn, number: int) -> Table:
    rank = draw(st.integers(1, 8))
    shape = []
    room = MOST_ELEMENTS
    for _ in range(rank):
        shape.append(draw(st.sampled_from([extent for extent in EXTENTS if extent <= room])))
        room //= shape[-1]
    bits = draw(st.sampled_from(WIDTHS))
    made = st.text("abcXYZ019_", max_size=45).map(lambda end: f"net{number}_{end}")
    table = {
        "name": f'"{draw(made | st.sampled_from(WORDS[number::MOST_TABLES]))}"',
        "shape": listed(shape),
        "perm": listed(draw(st.permutations(range(rank)))),
        "bits": str(bits),
    }
    if draw(st.booleans()):
        table["align"] = str(draw(st.sampled_from([align for align in (1, 2, 4, 8, 64, 128) if align >= bits // 8])))
    if draw(st.booleans()):
        table["count"] = draw(st.sampled_from(["1", "0x10", "1_000", "4294967295"]))
    if draw(st.booleans()):
        table["dispatch"] = draw(st.sampled_from(["true", "false"]))
    return dict(draw(st.permutations(list(table.items()))))


@st.composite
def families(draw: st.DrawFn) -> Table:
    bits = draw(st.lists(st.sampled_from(WIDTHS), min_size=1, max_size=2))
    table = {"bits": listed(bits) if len(bits) > 1 else str(bits[0])}
    if draw(st.integers(0, 3)) == 0:
        ranks = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
        return table | {"perms": '"all"', "ranks": listed(ranks)}
    ranks = draw(st.lists(st.integers(1, 8), min_size=1, max_size=2))
    return table | {"perms": listed([list(draw(st.permutations(range(rank)))) for rank in ranks])}


@st.composite
def documents(draw: st.DrawFn, profiles: tuple[str, ...] = ("speed", "size", "tiny")) -> Document:
    top = {"format": "1", "profile": f'"{draw(st.sampled_from(profiles))}"'}
    kinds = draw(st.lists(st.sampled_from(["permute", "pinned", "pinned"]), min_size=1, max_size=MOST_TABLES))
    tables = tuple(
        (kind, draw(families() if kind == "permute" else pinned_tables(number))) for number, kind in enumerate(kinds)
    )
    return Document(top, tables)


# ---- one mistake ----

Mistake = Callable[[st.DrawFn, Document, int], Document | None]


def put(key: str, *values: str) -> Mistake:
    """Returns a mistake: a wrong value for a key, in whichever table has such a key."""

    def make(draw: st.DrawFn, document: Document, index: int) -> Document | None:
        name, table = document.tables[index]
        if key == "name" and name == "permute":
            return None
        return document.with_table(index, table | {key: draw(st.sampled_from(values))})

    return make


def drop(draw: st.DrawFn, document: Document, index: int) -> Document | None:
    _, table = document.tables[index]
    key = draw(st.sampled_from(sorted(set(table) - {"align", "count", "dispatch"})))
    return document.with_table(index, {name: value for name, value in table.items() if name != key})


def numbers(text: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", text)]


def wrong_perm(draw: st.DrawFn, document: Document, index: int) -> Document | None:
    """An axis twice, one that is not there, or one too many."""
    name, table = document.tables[index]
    if name == "permute" and table["perms"] == '"all"':
        return None
    key = "perm" if name == "pinned" else "perms"
    perm = numbers(table[key]) if name == "pinned" else [0, 1, 2]
    at = draw(st.integers(0, len(perm) - 1))
    wrong = draw(st.sampled_from([len(perm), -1, perm[at - 1], 2**31, 2**64]))
    if wrong == perm[at]:
        wrong = len(perm)
    entries = [*perm[:at], wrong, *perm[at + 1 :]] if draw(st.booleans()) else [*perm, wrong]
    if sorted(entries) == list(range(len(entries))) and (name == "permute" or len(entries) == len(perm)):
        return None
    return document.with_table(index, table | {key: listed(entries if name == "pinned" else [entries])})


def wrong_shape(draw: st.DrawFn, document: Document, index: int) -> Document | None:
    name, table = document.tables[index]
    if name != "pinned":
        return None
    shape = numbers(table["shape"])
    shape[draw(st.integers(0, len(shape) - 1))] = draw(st.sampled_from([0, -1, 2**32, 2**40, 10**30]))
    longer = [*numbers(table["shape"]), 1]
    return document.with_table(index, table | {"shape": listed(draw(st.sampled_from([shape, longer])))})


def name_twice(_: st.DrawFn, document: Document, index: int) -> Document | None:
    name, table = document.tables[index]
    return Document(document.top, (*document.tables, (name, table))) if name == "pinned" else None


def wrong_top(draw: st.DrawFn, document: Document, _: int) -> Document:
    key, value = draw(
        st.sampled_from(
            [("format", "2"), ("format", "true"), ("profile", '"fast"'), ("profile", "1"), ("permut", "[]"), ("x", "1")]
        )
    )
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
    put("name", '""', '"3d"', '"a-b"', '"a b"', '"\u00e4"', "1", f'"{"n" * 51}"'),
    put("align", "0", "3", "256", "-4", '"4"', "4.0", "[4]"),
    put("count", "0", "-1", "4294967296", '"1"', "1.5"),
    put("dispatch", "0", '"true"', "[]"),
    put("ranks", "[0]", "7", "[1, 9]", '"all"', "[]"),
    put("shapes", "[1]"),
    put("Name", '"a"'),
)


@st.composite
def mistaken(draw: st.DrawFn) -> Document:
    document = draw(documents())
    index = draw(st.integers(0, len(document.tables) - 1))
    mistake = draw(st.sampled_from(MISTAKES))
    return mistake(draw, document, index) or no_tables(draw, document, index)


# ---- anything ----

PIECES = (
    *(b"[[pinned]]\n", b"[[permute]]\n", b"[pinned]\n", b"[", b"]", b"{", b"}", b'"', b'"""', b"'", b"#", b"=", b"\n"),
    *(
        b"\r\n",
        b"\r",
        b"\0",
        b"\xff",
        b"\xc3",
        b"\xef\xbb\xbf",
        b"\xe2\x80\xa8",
        b"0",
        b"9",
        b"-",
        b"1e9",
        b"nan",
        b"true",
    ),
    *(
        b"perm",
        b"bits = 8\n",
        b"shape = [2, 3]\n",
        b"4294967295",
        b"99999999999999999999",
        b"\\u0000",
        b"1979-05-27",
        b",",
    ),
)


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """Draws a document with pieces inserted, removed or doubled."""
    document = draw(documents(("size", "tiny")))
    data = document.text(draw(st.sampled_from(["\n", "\r\n"]))).encode()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 20)))
        piece = draw(st.one_of(st.sampled_from(PIECES), st.binary(max_size=4), st.just(data[start:end] * 2)))
        data = data[:start] + piece + data[end:]
    return data


# ---- what must hold ----


@dataclass
class Tally:
    """Counts of the documents of a run."""

    work: Path
    samples: Path
    wanted: frozenset[int]  # accepted documents that are kept, by number
    refused: int = 0
    accepted: int = 0
    lines: set[str] = field(default_factory=set)

    def generate(self, data: bytes) -> bool:
        """Returns whether a document renders. If not, there must be one line, exit code 2, and no file."""
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        file = self.work / "net.toml"
        file.write_bytes(data)
        output = self.work / "out"
        code, said = call("generate", "-o", output, "--depfile", self.work / "depends", file)
        assert file.read_bytes() == data
        if code == 0:
            self.accept(file, output, said)
            return True
        assert code == 2, f"exit code {code}"
        assert said.count("\n") == 1 and said.endswith("\n"), said
        line = said.rstrip("\n")
        found = re.match(re.escape(str(file)) + r"(?::(\d+))?: .", line)
        assert found is not None and len(line.splitlines()) == 1 and len(line) < len(str(file)) + 320, said
        assert found[1] is None or 1 <= int(found[1]) <= data.count(b"\n") + 1, said
        assert [path.name for path in self.work.iterdir()] == ["net.toml"]
        self.refused += 1
        self.lines.add(re.sub(r"'.*?'|[\d\[\]., -]+", " ", line.removeprefix(found[0][:-1])))
        return False

    def accept(self, file: Path, output: Path, said: str) -> None:
        assert re.fullmatch(
            re.escape(str(output)) + rf": {len(OUTPUTS)} files, [\d,]+ kernels?, \d+ bytes: written\n", said
        )
        assert sorted(path.name for path in output.iterdir()) == sorted(OUTPUTS)
        assert call("check", output, file) == (0, "")
        if self.accepted in self.wanted:
            shutil.copytree(output, self.samples / f"set{self.accepted}")
            shutil.copy(file, self.samples / f"set{self.accepted}")
        self.accepted += 1


def call(*arguments: str | Path) -> tuple[int, str]:
    """Runs the command line; returns its exit code and output."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = permkern([str(argument) for argument in arguments])
    return code, said.getvalue()


def main(folder: Path, factor: int) -> int:
    count = 16 * factor
    wanted = frozenset(random.Random(1).sample(range(count), 2 * factor))
    tally = Tally(folder / "work", folder / "samples", wanted)
    tally.samples.mkdir(parents=True)

    def repeat(examples: int) -> settings:
        return settings(
            max_examples=examples,
            derandomize=True,
            database=None,
            deadline=None,
            phases=(Phase.explicit, Phase.generate),  # a failure is shown as it is, without minutes of shrinking
            suppress_health_check=list(HealthCheck),
        )

    @repeat(count)
    @given(documents(), st.sampled_from(["\n", "\r\n"]))
    def valid(document: Document, newline: str) -> None:
        assert tally.generate(document.text(newline).encode()), document.text()

    @repeat(200 * factor)
    @given(mistaken())
    def with_a_mistake(document: Document) -> None:
        assert not tally.generate(document.text().encode()), document.text()

    @repeat(100 * factor)
    @given(changed())
    def with_changes(data: bytes) -> None:
        tally.generate(data)

    @repeat(100 * factor)
    @given(st.binary(max_size=64) | st.lists(st.sampled_from(PIECES), max_size=20).map(b"".join))
    def of_any_bytes(data: bytes) -> None:
        tally.generate(data)

    valid()
    with_a_mistake()
    with_changes()
    of_any_bytes()
    result = {"accepted": tally.accepted, "refused": tally.refused, "kinds": len(tally.lines)}
    (folder / "result.json").write_text(json.dumps(result) + "\n", "utf-8")
    print("\n".join(sorted(tally.lines)))
    print(result)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
