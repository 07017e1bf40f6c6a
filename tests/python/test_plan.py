# SPDX-License-Identifier: BSD-3-Clause
"""The plan of a set: forms, kernels, pinned kernels, the dispatcher's rows; tiles and vectors."""

import re
from collections import Counter
from functools import cache, cmp_to_key
from itertools import pairwise, permutations

import numpy as np
import pytest
from clib import ROOT
from permkern.isa import CHANNELS, PIXELS, PORTABLE, Swap, Tile, byte_network, channel_lanes
from permkern.manifest import PermutationSet, parse_set, shipped_sets
from permkern.moves import Strategy
from permkern.permutation import WIDTHS, Perm, Shape, Work, all_forms, fold, reachable_forms, slot
from permkern.plan import PinnedEntry, Plan, log2_bytes, make_plan
from permkern.render import render
from permkern.strategy import choose_any_shape, choose_shape, choose_small
from permkern.vectors import MAX_ENTRIES, form_vectors, make_vector, pinned_vector, source_of

from arch_gen.plane_views import Strip, strips
from arch_gen.render import render as render_arch

SHIPPED = [path.stem for path in shipped_sets()]


def permutation_set(text: str, name: str = "test") -> PermutationSet:
    return parse_set("format = 1\n" + text, f"{name}.toml", name)


def plan_of(text: str) -> Plan:
    return make_plan(permutation_set(text))


def shipped_plan(name: str) -> Plan:
    path = next(path for path in shipped_sets() if path.stem == name)
    return make_plan(parse_set(path.read_text("utf-8"), str(path), name))


def pin(name: str, shape: Shape, perm: Perm, bits: int, more: str = "") -> str:
    return f'[[pinned]]\nname = "{name}"\nshape = {list(shape)}\nperm = {list(perm)}\nbits = {bits}\n{more}\n'


ALL_6 = '[[permute]]\nperms = "all"\nranks = [1, 2, 3, 4, 5, 6]\nbits = [8, 16, 32, 64]\n'


# ---- forms ----


def test_shipped_sets() -> None:
    assert SHIPPED == ["default", "gtcrn", "minimal", "mli", "tiny"]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_form_once(name: str) -> None:
    plan = shipped_plan(name)
    assert max(Counter((form.bits, form.perm) for form in plan.forms).values(), default=1) == 1
    assert [(form.bits, slot(form.perm)) for form in plan.forms] == sorted(
        (form.bits, slot(form.perm)) for form in plan.forms
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_kernels_are_those_that_forms_use(name: str) -> None:
    plan = shipped_plan(name)
    used = list(dict.fromkeys(form.kernel for form in plan.forms if form.kernel is not None))
    assert list(plan.kernels) == used
    assert len({kernel.name for kernel in plan.kernels}) == len(plan.kernels)


@pytest.mark.parametrize("name", SHIPPED)
def test_forms_have_a_kernel_or_the_generic_routine(name: str) -> None:
    for form in shipped_plan(name).forms:
        assert (form.kernel is None) == (form.choice.strategy is Strategy.GENERIC)
        assert form.choice.why


@pytest.mark.parametrize("bits", WIDTHS)
def test_default_has_the_16_forms(bits: int) -> None:
    forms = [form for form in shipped_plan("default").forms if form.bits == bits]
    assert {form.perm for form in forms} == all_forms(4)
    strategies = Counter(form.choice.strategy for form in forms)
    assert strategies == {Strategy.COPY: 1, Strategy.RUNS: 3, Strategy.TILE: 12}
    assert all(form.kernel is not None and form.kernel.perm == form.perm for form in forms)


@pytest.mark.parametrize("bits", WIDTHS)
def test_all_forms_to_rank_6(bits: int) -> None:
    forms = [form for form in plan_of(ALL_6).forms if form.bits == bits]
    assert len(forms) == 378
    assert {form.perm for form in forms} == all_forms(6)


@pytest.mark.parametrize("perm", [perm for rank in range(1, 5) for perm in permutations(range(rank))], ids=str)
def test_listed_permutations_bring_what_extents_of_1_make_of_them(perm: Perm) -> None:
    plan = plan_of(f"[[permute]]\nperms = [{list(perm)}]\nbits = 8\n")
    reached = {
        fold(Work(shape, perm, 64)).perm for shape in np.ndindex(*(2,) * len(perm)) for shape in [one_or_9(shape)]
    }
    assert {form.perm for form in plan.forms} == reached == reachable_forms(perm)


def one_or_9(flags: tuple[int, ...]) -> Shape:
    return tuple(9 if flag else 1 for flag in flags)


def test_families_add_up() -> None:
    plan = plan_of("[[permute]]\nperms = [[1, 0]]\nbits = 8\n[[permute]]\nperms = [[1, 0]]\nbits = [8, 16]\n")
    assert [(form.bits, form.perm) for form in plan.forms] == [(8, (0,)), (8, (1, 0)), (16, (0,)), (16, (1, 0))]


@pytest.mark.parametrize(
    ("bits", "perm", "kernel"),
    [
        (8, (0,), None),
        (8, (1, 0, 2), None),
        (8, (1, 0), "permkern_x8_tile"),
        (8, (2, 1, 0), "permkern_x8_tile"),
        (16, (3, 2, 1, 0), "permkern_x16_tile"),
        (16, (0, 2, 1, 3), None),
    ],
)
def test_profile_size_shares_one_core(bits: int, perm: Perm, kernel: str | None) -> None:
    plan = shipped_plan("mli")
    form = next(form for form in plan.forms if (form.bits, form.perm) == (bits, perm))
    assert (form.kernel.name if form.kernel else None) == kernel
    assert [kernel.name for kernel in plan.kernels] == ["permkern_x8_tile", "permkern_x16_tile"]


def test_profile_tiny_has_no_kernel_and_no_table() -> None:
    plan = shipped_plan("tiny")
    assert {(form.bits, form.perm) for form in plan.forms} == {(bits, p) for bits in (8, 16) for p in all_forms(4)}
    assert all(form.kernel is None and form.choice.strategy is Strategy.GENERIC for form in plan.forms)
    assert plan.kernels == ()
    assert not plan.widens
    files = render(plan)
    assert "#define PERMKERN_PROFILE_TINY 1\n" in files["permkern_kernels.h"]
    assert "#define PERMKERN_WIDEN 0\n" in files["permkern_kernels.h"]
    assert "permkern_widths" not in files["permkern_table.c"]


def test_pinned_kernels_of_profile_tiny_are_found_by_what_they_fold_to() -> None:
    plan = plan_of('profile = "tiny"\n' + pin("a", (8, 8, 4), (1, 0, 2), 8))
    assert plan.pinned_entries and plan.widens


@pytest.mark.parametrize("bits", [32, 64])
def test_profile_size_has_no_tile_for_whole_words(bits: int) -> None:
    plan = plan_of(f'profile = "size"\n[[permute]]\nperms = [[1, 0]]\nbits = {bits}\n')
    assert plan.kernels == ()
    assert all(form.choice.strategy is Strategy.GENERIC for form in plan.forms)


@pytest.mark.parametrize(
    ("text", "rank"), [(ALL_6, 6), ("[[permute]]\nperms = [[0, 1, 2]]\nbits = 8\n", 1)], ids=["6", "1"]
)
def test_max_rank(text: str, rank: int) -> None:
    assert plan_of(text).max_rank == rank


def test_max_rank_of_pinned() -> None:
    assert plan_of(pin("a", (2, 3, 4, 5, 6), (4, 3, 2, 1, 0), 8)).max_rank == 5
    assert plan_of(pin("a", (2, 3, 4), (0, 1, 2), 8)).max_rank == 1


# ---- pinned ----


def test_pinned_come_sorted_with_their_names() -> None:
    plan = plan_of(pin("b", (4, 5), (1, 0), 8) + pin("a", (5, 6), (1, 0), 8))
    assert [entry.symbol for entry in plan.pinned] == ["permkern_pin_a", "permkern_pin_b"]
    assert [entry.code for entry in plan.pinned] == ["permkern_pin_a", "permkern_pin_b"]


def test_identical_folded_work_shares_one_body() -> None:
    plan = plan_of(
        pin("a", (6, 1, 8), (2, 1, 0), 8) + pin("b", (6, 8), (1, 0), 8) + pin("c", (8, 6), (1, 0), 8) + ALL_6
    )
    a, b, c = plan.pinned
    assert a.body == b.body
    assert a.code == "pinned_x8_6x8_p10_tile"
    assert c.code == "permkern_pin_c"


def test_different_alignment_shares_what_is_the_same() -> None:
    plan = plan_of(pin("a", (8, 8), (1, 0), 8) + pin("b", (8, 8), (1, 0), 8, "align = 4"))
    a, b = plan.pinned
    assert a.body.narrow is not None
    assert b.body.narrow is None
    assert a.code == b.code == "pinned_x8_8x8_p10_tile"
    assert a.body.narrow_routine is None


@pytest.mark.parametrize("perm", sorted(all_forms(4) - all_forms(1)), ids=str)
def test_a_set_with_moved_axes_has_a_kernel_for_planes(perm: Perm) -> None:
    """permkern_plane_kernel takes it from the set's table without a second look."""
    plan = plan_of(f"[[permute]]\nperms = [{list(perm)}]\nbits = [8, 16, 32, 64]\n")
    assert {form.bits for form in plan.forms if form.perm == (1, 0) and form.kernel} == {8, 16, 32, 64}


def test_one_high_rank_permutation_makes_a_small_table() -> None:
    plan = plan_of("[[permute]]\nperms = [[7, 6, 5, 4, 3, 2, 1, 0]]\nbits = 8\n")
    table = render(plan)["permkern_table.c"]
    assert len(plan.kernels) == 8
    assert len(table.splitlines()) < 60


@pytest.mark.parametrize(
    ("shape", "perm", "bits", "align", "narrow"),
    [
        ((8, 8), (1, 0), 8, 1, (Strategy.STRIDED, 8)),
        ((8, 8), (1, 0), 8, 2, (Strategy.STRIDED, 8)),
        ((8, 8), (1, 0), 8, 4, None),
        ((8, 6), (1, 0), 8, 4, (Strategy.STRIDED, 8)),
        ((6, 8), (1, 0), 8, 64, (Strategy.STRIDED, 8)),
        ((8, 8), (1, 0), 16, 2, (Strategy.STRIDED, 16)),
        ((8, 8), (1, 0), 16, 4, None),
        ((8, 6), (1, 0), 16, 4, None),
        ((8, 5), (1, 0), 16, 4, (Strategy.STRIDED, 16)),
        ((8, 8), (1, 0), 32, 4, None),
        ((8, 8), (1, 0), 64, 8, None),
        ((3, 3), (1, 0), 8, 1, None),
        ((8, 8, 2), (1, 0, 2), 8, 1, (Strategy.RUNS, 8)),
        ((8, 8, 2), (1, 0, 2), 8, 2, (Strategy.STRIDED, 16)),
        ((8, 8, 2), (1, 0, 2), 8, 4, None),
        ((8, 8, 4), (1, 0, 2), 8, 2, (Strategy.RUNS, 8)),
        ((8, 8, 4), (1, 0, 2), 8, 4, None),
        ((8, 8, 2), (1, 0, 2), 32, 4, (Strategy.RUNS, 32)),
        ((8, 8, 2), (1, 0, 2), 32, 8, None),
        ((8, 8, 3), (1, 0, 2), 8, 1, (Strategy.RUNS, 8)),
    ],
    ids=str,
)
def test_narrow_variant(shape: Shape, perm: Perm, bits: int, align: int, narrow: tuple[Strategy, int] | None) -> None:
    body = plan_of(pin("a", shape, perm, bits, f"align = {align}")).pinned[0].body
    assert body.best.work == fold(Work(shape, perm, bits))
    assert (None if body.narrow is None else (body.narrow.choice.strategy, body.narrow.work.bits)) == narrow


def c_order(a: PinnedEntry, b: PinnedEntry) -> int:
    """compare_pinned of src/dispatch.c."""
    if a.shift != b.shift:
        return -1 if a.shift < b.shift else 1
    if a.slot != b.slot:
        return -1 if a.slot < b.slot else 1
    for left, right in zip(a.extents, b.extents, strict=True):
        if left != right:
            return -1 if left < right else 1
    return 0


MANY = "".join(
    pin(f"p{number}", shape, perm, bits)
    for number, (shape, perm, bits) in enumerate(
        (shape, perm, bits)
        for bits in WIDTHS
        for shape in ((3, 5, 7), (10, 2, 7), (9, 5, 7), (10, 5, 1), (2, 30, 9), (3, 5, 2))
        for perm in permutations(range(3))
    )
)


def test_rows_are_sorted_as_the_dispatcher_searches() -> None:
    rows = plan_of(MANY).pinned_entries
    assert list(rows) == sorted(rows, key=cmp_to_key(c_order))
    assert all(c_order(before, after) < 0 for before, after in pairwise(rows))


def test_rows_are_found_in_the_rendered_table_in_order() -> None:
    plan = plan_of(MANY)
    text = render(plan)["permkern_table.c"].split("permkern_pinned_entries[PERMKERN_PINNED_COUNT] = {")[1]
    rows = re.findall(r"\{(\w+), \{([\d, U]+)\}, (\d+), (\d+), (\d+)\},", text)
    assert [
        (symbol, tuple(int(extent.rstrip("U")) for extent in extents.split(", ")), int(number), int(shift), int(mask))
        for symbol, extents, number, shift, mask in rows
    ] == [
        (row.pinned.symbol, row.extents, row.slot, row.shift, row.pinned.request.align - 1)
        for row in plan.pinned_entries
    ]


def test_row_of_a_work_holds_what_c_folds_it_to() -> None:
    for row in plan_of(MANY).pinned_entries:
        folded = fold(row.pinned.work)
        assert (row.shift, row.slot, row.extents) == (log2_bytes(folded.bits), slot(folded.perm), folded.out_shape)


def test_one_row_for_a_folded_work_the_least_alignment_first() -> None:
    plan = plan_of(pin("a", (8, 8), (1, 0), 8, "align = 8") + pin("z", (8, 1, 8), (2, 1, 0), 8, "align = 2"))
    assert [row.pinned.request.name for row in plan.pinned_entries] == ["z"]


def test_dispatch_false_has_no_row() -> None:
    plan = plan_of(pin("a", (8, 8), (1, 0), 8, "dispatch = false") + pin("b", (8, 9), (1, 0), 8))
    assert [entry.request.name for entry in plan.pinned] == ["a", "b"]
    assert [row.pinned.request.name for row in plan.pinned_entries] == ["b"]


def test_dispatch_false_leaves_the_row_to_another() -> None:
    plan = plan_of(pin("a", (8, 8), (1, 0), 8, "dispatch = false") + pin("b", (8, 8), (1, 0), 8, "align = 4"))
    assert [row.pinned.request.name for row in plan.pinned_entries] == ["b"]


# ---- strategies ----


@pytest.mark.parametrize(
    ("shape", "perm", "bits", "strategy"),
    [
        ((5, 6), (0, 1), 8, Strategy.COPY),
        ((5, 6, 7), (1, 0, 2), 8, Strategy.RUNS),
        ((5, 6, 16), (1, 0, 2), 8, Strategy.RUNS),
        ((5, 6, 8), (1, 0, 2), 8, Strategy.TILE),
        ((3, 6, 8), (1, 0, 2), 8, Strategy.INTERLEAVE),
        ((4, 4), (1, 0), 8, Strategy.TILE),
        ((3, 3), (1, 0), 8, Strategy.STRIDED),
        ((2, 3), (1, 0), 8, Strategy.STRIDED),
        ((3, 4), (1, 0), 8, Strategy.INTERLEAVE),
        ((4, 3), (1, 0), 8, Strategy.INTERLEAVE),
        ((5, 3, 3), (2, 1, 0), 8, Strategy.STRIDED),
        ((9, 5, 3), (2, 1, 0), 8, Strategy.STRIDED),
        ((5, 2, 9), (0, 2, 1), 16, Strategy.INTERLEAVE),
        ((28, 28, 8), (2, 0, 1), 8, Strategy.TILE),
        ((96, 96, 3), (2, 0, 1), 8, Strategy.INTERLEAVE),
        ((257, 2), (1, 0), 32, Strategy.INTERLEAVE),
        ((5, 2, 6), (2, 1, 0), 64, Strategy.TILE),
    ],
    ids=str,
)
def test_strategy_of_a_shape(shape: Shape, perm: Perm, bits: int, strategy: Strategy) -> None:
    assert plan_of(pin("a", shape, perm, bits)).pinned[0].body.best.choice.strategy is strategy


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("perm", sorted(all_forms(4)), ids=str)
def test_strategy_of_any_shape(perm: Perm, bits: int) -> None:
    choice = choose_any_shape(perm, bits, PORTABLE)
    moves_inner = perm[-1] != len(perm) - 1
    assert (choice.strategy is Strategy.TILE) is moves_inner
    assert (choice.tile is not None) is moves_inner
    assert (choice.strategy is Strategy.COPY) is (perm == (0,))
    small = choose_small(perm, bits, PORTABLE)
    assert (small.strategy is Strategy.TILE) is (moves_inner and bits < 32)


@pytest.mark.parametrize("bits", WIDTHS)
def test_words_that_may_trap_are_left_out(bits: int) -> None:
    choice = choose_shape(Work((8, 8), (1, 0), bits), PORTABLE, words=False)
    assert (choice.strategy is Strategy.STRIDED) is (bits < 32)


# ---- tiles ----


def swapped(words: list[list[int]], swap: Swap, bits: int) -> None:
    """permkern_swap of src/permkern_lanes.h: of every two blocks, b's first goes to a, a's second to b."""
    block = swap.lane_bits // bits
    a, b = words[swap.a], words[swap.b]
    for lane in range(len(a)):
        if lane & block:
            a[lane], b[lane - block] = b[lane - block], a[lane]


@pytest.mark.parametrize("bits", WIDTHS)
def test_lane_network_transposes(bits: int) -> None:
    lanes = PORTABLE.tile(bits).lanes
    words = [[row * lanes + lane for lane in range(lanes)] for row in range(lanes)]
    for swap in PORTABLE.swaps(bits):
        swapped(words, swap, bits)
    assert np.array_equal(words, np.arange(lanes * lanes).reshape(lanes, lanes).T)


@pytest.mark.parametrize("bits", WIDTHS)
def test_lane_network_is_of_the_least_size(bits: int) -> None:
    lanes = PORTABLE.tile(bits).lanes
    assert len(PORTABLE.swaps(bits)) == lanes // 2 * (lanes.bit_length() - 1)
    assert PORTABLE.tile(bits).lanes == max(1, PORTABLE.word_bits // bits)


LOADS = {8: 1, 16: 2, 32: 4, 64: 8}


class Interpreter:
    """Runs the C of a tile or a group, statement by statement, on a memory of named arrays."""

    def __init__(self, memory: dict[str, "bytearray"]) -> None:
        self.memory = memory
        self.values: dict[str, int] = {}

    def place(self, text: str) -> tuple[bytearray, int]:
        name, *more = text.split(" + ")
        return self.memory[name], sum(map(int, more))

    def load(self, text: str, size: int) -> int:
        array, at = self.place(text)
        assert at + size <= len(array), f"reads behind {text}"
        return int.from_bytes(array[at : at + size], "little")

    def store(self, text: str, size: int, value: int) -> None:
        array, at = self.place(text)
        assert at + size <= len(array), f"writes behind {text}"
        array[at : at + size] = value.to_bytes(size, "little")

    def value(self, text: str) -> int:
        """Of a variable, shifted or not, or of a call of permkern_lanes.h."""
        if shifted := re.fullmatch(r"(\w+) >> (\d+)", text):
            return self.values[shifted[1]] >> int(shifted[2])
        call = re.fullmatch(r"permkern_(\w+)\((.*)\)", text)
        if call is None:
            return self.values[text]
        if load := re.fullmatch(r"load(\d+)", call[1]):
            return self.load(call[2], LOADS[int(load[1])])
        return WORDS[call[1]](*(self.value(argument) for argument in arguments_of(call[2])))

    def run(self, statement: str) -> None:
        call = re.fullmatch(r"permkern_(\w+)\((.*)\);", statement)
        if declared := re.fullmatch(r"(?:const )?uint32_t (\w+) = (.*);", statement):
            self.values[declared[1]] = self.value(declared[2])
        elif pair := re.fullmatch(r"permkern_pair (\w+) = permkern_load_pair\((.*)\);", statement):
            both = self.load(pair[2], 8)
            self.values |= {f"{pair[1]}.low": both & 0xFFFFFFFF, f"{pair[1]}.high": both >> 32}
        elif bare := re.fullmatch(r"uint32_t (\w+);", statement):
            self.values[bare[1]] = 0
        else:
            assert call is not None, statement
            self.call(call[1], arguments_of(call[2]))

    def call(self, name: str, arguments: list[str]) -> None:
        if swap := re.fullmatch(r"swap(8|16)", name):
            shift, a, b = int(swap[1]), *(argument.removeprefix("&") for argument in arguments)
            low = 0x00FF00FF if shift == 8 else 0x0000FFFF
            high, x, y = low << shift, self.values[a], self.values[b]
            self.values[a], self.values[b] = (x & low) | (y << shift & high), (x >> shift & low) | (y & high)
        elif name == "store_exchanged":
            low, high, a, b = *arguments[:2], *(self.value(argument) for argument in arguments[2:])
            self.store(low, 4, WORDS["low_low"](a, b))
            self.store(high, 4, WORDS["high_high"](a, b))
        elif name == "store_upper":
            self.store(arguments[1], 4, self.value(arguments[2]))
            self.store(f"{arguments[0]} + 2", 2, self.value(arguments[2]) & 0xFFFF)
        elif name == "store_lower":
            self.store(arguments[0], 2, self.value(arguments[2]) & 0xFFFF)
            self.store(arguments[1], 2, self.value(arguments[2]) >> 16)
        elif name in ("store_pair", "push_pair", "push_three"):
            values = [self.value(argument) for argument in arguments[1:]]
            self.store(arguments[0], 4 * len(values), sum(value << 32 * k for k, value in enumerate(values)))
        elif name == "pull_three":
            for k, argument in enumerate(arguments[1:]):
                self.values[argument.removeprefix("&")] = self.load(f"{arguments[0]} + {4 * k}", 4)
        else:
            store = re.fullmatch(r"(store|piece)(\d+)", name)
            assert store is not None, name
            bits, value = int(store[2]), self.value(arguments[1])
            self.store(arguments[0], LOADS[bits], value & ((1 << bits) - 1) if store[1] == "piece" else value)


def arguments_of(text: str) -> list[str]:
    """Split at the commas that are in no brackets."""
    arguments, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            arguments.append("")
        else:
            arguments[-1] += letter
    return [argument.strip() for argument in arguments]


def turned(word: int) -> int:
    return (word >> 16 | word << 16) & 0xFFFFFFFF


# What permkern_lanes.h says these are.
WORDS = {
    "even": lambda word: word & 0x00FF00FF,
    "odd": lambda word: word >> 8 & 0x00FF00FF,
    "even_turned": lambda word: turned(word) & 0x00FF00FF,
    "low_low": lambda a, b: a & 0xFFFF | (b & 0xFFFF) << 16,
    "low_high": lambda a, b: a & 0xFFFF | b & 0xFFFF0000,
    "high_high": lambda a, b: a >> 16 | b & 0xFFFF0000,
    "high_low": lambda a, b: a >> 16 | (b & 0xFFFF) << 16,
    "merge": lambda even, odd: even | odd << 8,
    "merge_turned": lambda even, odd: even | turned(odd << 8),
}


@cache
def rendered() -> dict[str, str]:
    return render_arch()


def bodies(file: str, function: str) -> list[list[str]]:
    """The statements of a function of src/plane/ as it is rendered, of each branch of its #if."""
    text = rendered()[f"plane/permkern_{file}.h"]
    body = re.search(rf"^PERMKERN_INLINE void {function}\([^)]*\)\n\{{\n(.*?)^\}}$", text, re.MULTILINE | re.DOTALL)
    assert body is not None, function
    branches = re.split(r"^#.*\n", body[1], flags=re.MULTILINE)
    return [
        [f"{' '.join(statement.split())};" for statement in branch.split(";")[:-1]]
        for branch in branches
        if branch.strip()
    ]


def check_tile(lines: list[str], tile: Tile, bits: int) -> None:
    size = bits // 8
    rng = np.random.default_rng(bits)
    memory = {f"in{row}": bytearray(rng.bytes(tile.cols * size)) for row in range(tile.rows)}
    memory |= {f"out{col}": bytearray(tile.rows * size) for col in range(tile.cols)}
    machine = Interpreter(memory)
    for line in lines:
        machine.run(line)
    rows = np.array([np.frombuffer(memory[f"in{row}"], f"u{size}") for row in range(tile.rows)])
    cols = np.array([np.frombuffer(memory[f"out{col}"], f"u{size}") for col in range(tile.cols)])
    assert np.array_equal(cols, rows.T)


@pytest.mark.parametrize("bits", WIDTHS)
def test_tile_transposes(bits: int) -> None:
    tile = PORTABLE.tile(bits)
    ways = bodies(f"tiles{bits}", f"permkern_x{bits}_tile{tile}")
    assert len(ways) == (3 if tile.lanes > 1 else 1)
    for lines in ways:
        check_tile(lines, tile, bits)


@pytest.mark.parametrize(
    ("bits", "tile"), [(bits, tile) for bits in WIDTHS for tile in PORTABLE.pair_tiles(bits)], ids=str
)
def test_tile_of_pairs_transposes(bits: int, tile: Tile) -> None:
    (lines,) = bodies(f"tiles{bits}", f"permkern_x{bits}_pairs{tile}")
    check_tile(lines, tile, bits)
    assert any("_pair(" in line for line in lines)


@pytest.mark.parametrize("strip", [strip for bits in WIDTHS for strip in strips(bits, PORTABLE)], ids=lambda s: s.name)
def test_parts_of_a_tile_transpose(strip: Strip) -> None:
    assert strip.tile.cols % strip.part.cols == 0
    for lines in bodies(f"tiles{strip.bits}", strip.function):
        check_tile(lines, strip.part, strip.bits)


GROUPS = [(bits, channels, apart) for bits in WIDTHS for channels in CHANNELS for apart in (True, False)]


def check_group(lines: list[str], bits: int, channels: int, apart: bool) -> None:
    size = bits // 8
    rng = np.random.default_rng(channels)
    pixels, planes = ("in", "out") if apart else ("out", "in")
    mixed = bytearray(rng.bytes(PIXELS * channels * size))
    memory = {f"{planes}{channel}": bytearray(rng.bytes(PIXELS * size)) for channel in range(channels)}
    machine = Interpreter(memory | {pixels: mixed})
    for line in lines:
        machine.run(line)
    one = np.frombuffer(mixed, f"u{size}").reshape(PIXELS, channels)
    several = np.array([np.frombuffer(memory[f"{planes}{channel}"], f"u{size}") for channel in range(channels)])
    assert np.array_equal(one.T, several)


@pytest.mark.parametrize(("bits", "channels", "apart"), GROUPS)
def test_groups_of_channels(bits: int, channels: int, apart: bool) -> None:
    name = f"permkern_x{bits}_{'deinterleave' if apart else 'interleave'}{channels}"
    (elements,) = bodies(f"groups{bits}", name)
    check_group(elements, bits, channels, apart)
    if bits < 32:
        *ways, otherwise = bodies(f"groups{bits}", f"{name}_words")
        assert len(ways) == channels - 1  # three channels: a network, and pieces
        for words in ways:
            check_group(words, bits, channels, apart)
        assert [line.split("(")[0] for line in otherwise] == [name]
    if (bits, channels) == (8, 3):
        (threes,) = bodies(f"groups{bits}", f"{name}_threes")
        check_group(threes, bits, channels, apart)


@pytest.mark.parametrize("apart", [True, False])
def test_byte_network_is_of_the_least_size(apart: bool) -> None:
    """Three channels: six spreads, six packs of one instruction, three merges."""
    merges = byte_network(channel_lanes(3, 4, apart=apart))
    packs = [pack for merge in merges for pack in (merge.even, merge.odd)]
    assert len({side for pack in packs for side in (pack.a, pack.b)}) == 6
    assert all((pack.a_half, pack.b_half) != (1, 0) for pack in packs)


def test_spellings_are_macros_and_functions_of_the_library() -> None:
    headers = [ROOT / "src" / f"permkern_{name}.h" for name in ("target", "lanes", "pairs")]
    header = "".join(path.read_text("utf-8") for path in headers)
    for spelling in PORTABLE.spellings:
        assert f"#ifndef {spelling.macro}\n" in header
        for step in spelling.steps:
            function = header.split(f"permkern_{step}(")[1].split("\n}\n")[0]
            assert re.search(f"if (PERMKERN_PAIRS && )?{spelling.macro}\n", function), (spelling.name, step)


# ---- pairs ----


@pytest.mark.parametrize(
    ("shape", "perm", "bits", "tile"),
    [
        ((28, 28, 8), (2, 0, 1), 8, Tile(4, 8, 4)),
        ((8, 28, 28), (1, 2, 0), 8, Tile(8, 4, 4)),
        ((32, 32), (1, 0), 8, Tile(4, 8, 4)),
        ((32, 32), (1, 0), 16, Tile(4, 4, 2)),
        ((4, 8), (1, 0), 8, Tile(4, 8, 4)),
        ((8, 4), (1, 0), 8, Tile(8, 4, 4)),
        ((4, 4), (1, 0), 8, None),
        ((30, 32), (1, 0), 8, None),
        ((32, 33), (1, 0), 16, None),
        ((32, 32), (1, 0), 32, None),
    ],
    ids=str,
)
def test_tile_of_pairs_of_a_shape(shape: Shape, perm: Perm, bits: int, tile: Tile | None) -> None:
    assert plan_of(pin("a", shape, perm, bits)).pinned[0].body.best.choice.pairs == tile


# ---- vectors ----


@pytest.mark.parametrize("perm", [perm for rank in range(1, 6) for perm in permutations(range(rank))], ids=str)
def test_vector_is_numpy_transpose(perm: Perm) -> None:
    shape = tuple((4, 3, 5, 2, 6)[axis] for axis in range(len(perm)))
    index = np.arange(np.prod(shape)).reshape(shape).transpose(perm).ravel()
    whole = make_vector(shape, perm, MAX_ENTRIES)
    assert (whole.step, list(whole.source)) == (1, index.tolist())
    sampled = make_vector(shape, perm, 7)
    assert len(sampled.source) <= 7
    assert list(sampled.source) == index[:: sampled.step].tolist()
    assert sampled.step % 2 == 1 or len(index) <= 7
    assert [source_of(shape, perm, at) for at in range(len(index))] == index.tolist()


@pytest.mark.parametrize("name", SHIPPED)
def test_vectors_cover_every_form(name: str) -> None:
    plan = shipped_plan(name)
    vectors = form_vectors(plan)
    assert {vector.perm for vector in vectors} == {form.perm for form in plan.forms}
    for vector in vectors:
        assert fold(Work(vector.shape, vector.perm, 64)).perm == vector.perm, "the shape hides the form"
        index = np.arange(np.prod(vector.shape)).reshape(vector.shape).transpose(vector.perm).ravel()
        assert list(vector.source) == index[:: vector.step].tolist()


@pytest.mark.parametrize("name", [request.name for request in permutation_set(MANY).pinned][::6])
def test_pinned_vector(name: str) -> None:
    request = next(request for request in permutation_set(MANY).pinned if request.name == name)
    index = np.arange(np.prod(request.shape)).reshape(request.shape).transpose(request.perm).ravel()
    vector = pinned_vector(request.shape, request.perm)
    assert list(vector.source) == index[:: vector.step].tolist()


# ---- what a short run makes of a permutation ----


def test_profile_speed_has_kernels_for_runs_that_widen() -> None:
    plan = plan_of("[[permute]]\nperms = [[0, 2, 1, 3]]\nbits = 8\n")
    forms = {(form.bits, form.perm): form.kernel for form in plan.forms}
    for bits in (16, 32, 64):
        kernel = forms[bits, (0, 2, 1)]
        assert kernel is not None
        assert kernel.choice.strategy is Strategy.TILE
    assert (64, (0, 2, 1, 3)) not in forms
    small = plan_of('profile = "size"\n[[permute]]\nperms = [[0, 2, 1, 3]]\nbits = 8\n')
    assert {form.bits for form in small.forms} == {8}
