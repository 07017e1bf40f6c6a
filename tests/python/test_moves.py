# SPDX-License-Identifier: BSD-3-Clause
"""The record of what a pinned kernel runs: it covers each plane once, and its text is what it says."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from math import gcd, prod

import numpy as np
import pinned as probe
import pytest
from clib import Array
from permkern.cfragments import laid_out
from permkern.described import any_shape_line, move_lines
from permkern.host_strategy import choose_host
from permkern.isa import PIXELS, PORTABLE
from permkern.manifest import load_set, parse_set
from permkern.moves import (
    ElementIndex,
    Elements,
    FarTiles,
    Groups,
    HostAxes,
    Lines,
    Move,
    Nest,
    Part,
    Run,
    ShortRun,
    Strategy,
    Tiles,
    VectorPlane,
)
from permkern.permutation import WIDTHS, Work, fold
from permkern.pinned_text import body_text, move_text
from permkern.places import Along, Plane, Span
from permkern.plan import make_plan
from permkern.run_strategy import REACH
from permkern.strategy import FAST, SMALL, choose_move

EXTENTS = (2, 3, 4, 5, 8, 12, 13, 16, 20, 28, 33, 100, 1025, 1600)


def moves_of(bits: int) -> Iterator[Move]:
    """Of planes of all these extents, alone and inside other axes, with words and without, small and fast."""
    shapes = [((rows, cols), (1, 0)) for rows, cols in product(EXTENTS, EXTENTS)]
    shapes += [((a, b, c), perm) for a, b, c in product((2, 3, 5, 9), (3, 4, 9), (2, 3, 12)) for perm in PERMS]
    for shape, perm in shapes:
        work = fold(Work(shape, perm, bits))
        for words, small in product((True, False), repeat=2):
            yield choose_move(work, bits // 8, PORTABLE, words=words, small=small)


PERMS = tuple(permutations(range(3)))


def numbers(span: Span) -> slice:
    return slice(span.first, span.end)


def count(part: Part, plane: Plane, moved: Array) -> None:
    """Counts how often a part moves each element of a plane. Steps of loops are whole tiles or groups."""
    if isinstance(part, VectorPlane):
        moved += 1
    elif isinstance(part, Tiles):
        for span, tile in ((part.rows, part.tile.rows), (part.cols, part.tile.cols)):
            assert span.step % tile == 0
            assert (span.end - span.first) % span.step == 0
        moved[numbers(part.rows), numbers(part.cols)] += 1
    elif isinstance(part, FarTiles):
        assert part.rows % part.tile.rows == part.cols % part.tile.cols == 0
        moved[: part.rows, : part.cols] += 1
    elif isinstance(part, Lines):
        if part.of is Along.ROWS:
            moved[numbers(part.span), : part.count] += 1
        else:
            moved[: part.count, numbers(part.span)] += 1
    elif isinstance(part, Elements):
        for span in (part.rows, part.cols):
            assert (span.end - span.first) % span.step == 0
        moved[numbers(part.rows), numbers(part.cols)] += 1
    else:
        assert isinstance(part, Groups)
        assert part.pixels.step % PIXELS == (part.pixels.end - part.pixels.first) % part.pixels.step == 0
        if part.apart:
            assert part.channels == plane.cols
            moved[numbers(part.pixels), :] += 1
        else:
            assert part.channels == plane.rows
            moved[:, numbers(part.pixels)] += 1


@pytest.mark.parametrize("bits", WIDTHS)
def test_each_element_is_moved_once(bits: int) -> None:
    for move in moves_of(bits):
        assert [nest.guard is None for nest in move.nests] == [False] * (len(move.nests) - 1) + [True]
        for nest in move.nests:
            elements = np.prod([axis.extent for axis in nest.outer], dtype=int)
            if move.plane is None:
                (run,) = nest.parts
                assert isinstance(run, Run | ShortRun)
                assert elements * run.bytes == move.work.bytes
                continue
            moved = np.zeros((move.plane.rows, move.plane.cols), int)
            for part in nest.parts:
                count(part, move.plane, moved)
            assert (moved == 1).all(), (move.work, nest)
            assert elements * moved.size == move.work.elements


@pytest.mark.parametrize("align", (1, 2, 4))
@pytest.mark.parametrize("words", (True, False))
def test_a_short_run_is_moved_within_its_bytes_and_at_its_alignment(align: int, *, words: bool) -> None:
    """Where words are aligned or may trap, each access is aligned and no byte is moved twice."""
    straight = 0
    for count, rows in product(range(1, 140), (2, 3, 4, 5)):
        move = choose_move(Work((rows, 4, count), (1, 0, 2), 8), align, PORTABLE, words=words, small=False)
        steps = [stride for axis in move.nests[0].outer for stride in (axis.in_stride, axis.out_stride)]
        run_align = gcd(4, *steps) if words else gcd(align, *steps)
        for nest in move.nests:
            (run,) = nest.parts
            assert run.bytes == count
            if not isinstance(run, ShortRun):
                continue
            places = [range(block.offset, block.offset + 16) for block in run.blocks]
            places += [range(access.offset, access.offset + access.bits // 8) for access in run.accesses]
            moved = [byte for place in places for byte in place]
            assert set(moved) == set(range(count))
            if not words or run_align == 4:
                assert len(moved) == count
                assert all(place.start % len(place) == 0 for place in places)
                assert all(run_align % min(len(place), 4) == 0 for place in places)
            assert len(places) <= 16
            assert all(run_align == 4 for _ in run.blocks)
            straight += 1
    assert straight > 20


def preprocessed(lines: list[str], macros: set[str]) -> Iterator[str]:
    """Yields the lines that are compiled where these macros are 1, and all others 0."""
    taken = [True]
    for line in lines:
        if line.startswith("#if "):
            taken.append(line.removeprefix("#if ") in macros)
        elif line == "#else":
            taken[-1] = not taken[-1]
        elif line == "#endif":
            taken.pop()
        elif all(taken):
            yield line


@pytest.mark.parametrize("align", (1, 4))
@pytest.mark.parametrize("perm", ((0,), (1, 0, 2)))
def test_the_text_of_runs_declares_the_pointers_that_it_uses(perm: tuple[int, ...], align: int) -> None:
    for count in range(3, 300):
        shape = (3, 5, count)[-len(perm) :]
        move = choose_move(Work(shape, perm, 8), align, PORTABLE, words=True, small=False)
        for macros in (set(), {"PERMKERN_FOURS"}, {"PERMKERN_RVV"}):
            text = "\n".join(preprocessed(move_text(move), macros))
            for pointer in ("src", "dst"):
                uses = len(re.findall(rf"\b{pointer}\b", text))
                assert uses == 0 or (text.count(f"*const {pointer} =") == 1 and uses > 1), (count, macros, text)


def loops(nest: Nest) -> int:
    """The loops of a nest's text."""
    found = len(nest.outer)
    for part in nest.parts:
        if isinstance(part, Tiles | Elements):
            found += (not part.rows.once) + (not part.cols.once)
        elif isinstance(part, Groups):
            found += not part.pixels.once
        elif isinstance(part, Lines):
            found += not part.span.once
    return found


def calls(nest: Nest) -> int:
    """The calls of a nest's text that move something."""
    found = 0
    for part in nest.parts:
        if isinstance(part, Tiles):
            found += (part.rows.step // part.tile.rows) * (part.cols.step // part.tile.cols)
        elif isinstance(part, Groups):
            found += part.pixels.step // part.group
        elif isinstance(part, ShortRun):
            found += len(part.blocks) + 2 * len(part.accesses)
        else:
            found += 2 * part.rows.step * part.cols.step if isinstance(part, Elements) else 1
    return found


@pytest.mark.parametrize("bits", WIDTHS)
def test_the_text_calls_what_the_record_says(bits: int) -> None:
    for move in moves_of(bits):
        text = "\n".join(move_text(move))
        assert set(re.findall(r"\b(permkern_\w+)\(", text)) == set(move.functions), move.work
        assert text.count("for (") == sum(map(loops, move.nests)), move.work
        tests = sum(bool(nest.guard and nest.guard.test) for nest in move.nests)
        assert len(re.findall(r"\bpermkern_\w+\(", text)) == sum(map(calls, move.nests)) + tests, move.work
        for first, end in re.findall(r"= (\d+)U?; \w+ < (\d+)U?; \w+\+\+", text):
            assert int(end) - int(first) > 1, "a loop that runs once"
        macros = [nest.guard.macro for nest in move.nests if nest.guard]
        assert re.findall(r"^#if (\w+)$", text, re.MULTILINE) == macros


@pytest.mark.parametrize("count", [1, 3, 5, 20, 48, 80, 400])
def test_each_copy_has_the_pointers_that_it_names(count: int) -> None:
    """In each branch of the preprocessor: one may call with in and out as they are, where another needs src and dst."""
    for bits, align in product(WIDTHS, (1, 4)):
        move = choose_move(Work((count,), (0,), bits), align, PORTABLE, words=True, small=False)
        for branch in re.split(r"^#(?:else|endif).*$", "\n".join(move_text(move)), flags=re.MULTILINE):
            for name in ("src", "dst"):
                uses = len(re.findall(rf"\b{name}\b", branch)) - (f"const {name} =" in branch)
                assert (f"const {name} =" in branch) == (uses > 0), branch


@pytest.mark.parametrize("bits", WIDTHS)
def test_the_innermost_loop_is_the_one_that_the_record_names(bits: int) -> None:
    seen = set()
    for move in moves_of(bits):
        for nest in move.nests:
            for part in nest.parts:
                if isinstance(part, Tiles) and not (part.rows.once or part.cols.once):
                    text = "\n".join(move_text(replace(move, nests=(Nest(nest.outer, (part,)),))))
                    variables = re.findall(r"for \(size_t ([rc]) =", text)
                    assert variables == (["c", "r"] if part.inner is Along.ROWS else ["r", "c"])
                    seen.add(part.inner)
    assert seen == set(Along)


def test_elements_are_few_and_near() -> None:
    """As many as bodies may have, at places that loads and stores reach with constants; lines where there are none."""
    seen = set()
    for bits, small in product(WIDTHS, (False, True)):
        bodies = SMALL if small else FAST
        for shape in product((2, 3, 5, 7, 11, 30, 500, 5000), repeat=2):
            move = choose_move(Work(shape, (1, 0), bits), bits // 8, PORTABLE, words=True, small=small)
            assert move.plane is not None
            for part in move.nests[-1].parts:
                if isinstance(part, Elements):
                    straight = part.rows.once and part.cols.once
                    assert part.rows.step * part.cols.step <= (bodies.straight if straight else bodies.loop)
                    far = (part.rows.step - 1) * move.plane.row_stride, (part.cols.step - 1) * move.plane.col_stride
                    assert straight or max(far) <= REACH
                    seen.add((small, straight))
                elif isinstance(part, Lines):
                    seen.add((small, None))
    assert seen == set(product((False, True), (False, True, None)))


def test_the_longer_direction_is_innermost() -> None:
    for move in moves_of(8):
        for part in (part for nest in move.nests for part in nest.parts if isinstance(part, Tiles)):
            rows = (part.rows.end - part.rows.first) // part.tile.rows
            cols = (part.cols.end - part.cols.first) // part.tile.cols
            assert (part.inner is Along.ROWS) == (rows >= cols)


@pytest.mark.parametrize("bits", WIDTHS)
def test_the_words_name_every_function(bits: int) -> None:
    for move in moves_of(bits):
        told = "\n".join(move_lines(move))
        assert set(re.findall(r"\b(permkern_\w+)\(\)", told)) == set(move.functions)
        assert all(nest.guard is None or nest.guard.macro in told for nest in move.nests)


@pytest.mark.parametrize("rank", range(3, 9))
def test_the_terms_of_outer_loops_are_added_once(rank: int) -> None:
    """To each pointer, also where a sum is too long for a call and has a variable of its own."""
    work = Work(tuple(range(4, 4 + rank)), tuple(reversed(range(rank))), 8)
    move = choose_move(work, 1, PORTABLE, words=True, small=False)
    text = "\n".join(move_text(replace(move, nests=(replace(move.nests[0], guard=None),))))
    assert len(move.nests[0].outer) == rank - 2
    for axis in move.nests[0].outer:
        used = re.findall(rf"(?:= |\+ )i{axis.number}( \* \d+)?\b", text)
        assert used == [f" * {axis.in_stride}", f" * {axis.out_stride}"]


def test_a_routine_that_steps_through_tiles_gets_one_stride_of_each_axis() -> None:
    text = move_text(choose_move(Work((8, 1604), (1, 0), 8), 1, PORTABLE, words=True, small=False))
    assert [line.strip() for line in text if "permkern_axis" in line] == [
        "static const permkern_axis row = {8, 1604, 0};",
        "static const permkern_axis col = {1604, 0, 8};",
    ]


def test_words_for_kernels_of_any_shape() -> None:
    plan = make_plan(load_set("default"))
    lines = {kernel.name: any_shape_line(kernel.runs) for kernel in plan.kernels}
    assert lines["permkern_x8_p0_copy"] == "one call of permkern_copy()"
    assert lines["permkern_x8_p10_tile"] == "one call of permkern_x8_plane()"
    assert lines["permkern_x16_p210_tile"] == "a loop over axis 1 of the output, around permkern_x16_plane()"
    assert lines["permkern_x32_p102_runs"] == (
        "a loop over axis 0 of the output, around permkern_runs(), which has the loop over axis 1"
    )
    assert lines["permkern_x8_p2103_runs"] == (
        "loops over axis 0 and axis 1 of the output, around permkern_runs(), which has the loop over axis 2"
    )


def test_words_for_loops_and_counts() -> None:
    def told(shape: tuple[int, ...], perm: tuple[int, ...], bits: int = 8) -> list[str]:
        move = choose_move(Work(shape, perm, bits), bits // 8, PORTABLE, words=True, small=False)
        lines = move_lines(move)
        return [line.strip() for line in (lines[lines.index("otherwise:") + 1 :] if move.plane else lines)]

    assert told((9, 7), (1, 0)) == [
        "rows 0 to 7, columns 0 to 3: 4x4 tiles by permkern_x8_tile4x4(), no loop, 2 tiles",
        "rows 0 to 7, columns 4 to 6: one by one, by permkern_load8() and permkern_store8(), a loop over rows, "
        "12 elements in the body",
        "row 8, columns 4 to 6: one by one, by permkern_load8() and permkern_store8(), no loop, 3 elements",
        "row 8, columns 0 to 3: one by one, by permkern_load8() and permkern_store8(), no loop, 4 elements",
    ]
    assert told((25, 2), (1, 0)) == [
        "pixels 0 to 23: groups of 4 by permkern_x8_deinterleave2_words(), a loop over pixels, 3 groups in the body",
        "row 24, columns 0 to 1: one by one, by permkern_load8() and permkern_store8(), no loop, 2 elements",
    ]
    assert told((8, 1604), (1, 0)) == [
        "rows 0 to 7, columns 0 to 1603: 4x4 tiles by permkern_x8_tiles(), which has the loops"
    ]
    assert told((12, 28), (1, 0))[0] == (
        "rows 0 to 11, columns 0 to 27: 4x4 tiles by permkern_x8_tile4x4(), "
        "loops over rows and columns, 1 tile in the body"
    )
    assert told((28, 20), (1, 0))[0].endswith("loops over columns and rows, 1 tile in the body")
    assert told((4, 5, 3), (1, 0, 2)) == [
        "loops over axis 0 (extent 5) and axis 1 (extent 4) of the output:",
        "a run of 3 bytes: 1 by permkern_load16() and permkern_store16(), 1 by permkern_load8() and permkern_store8()",
    ]
    assert told((5,), (0,)) == [
        "a run of 5 bytes: 1 by permkern_load32() and permkern_store32(), 1 by permkern_load8() and permkern_store8()"
    ]
    assert told((4, 5, 6), (1, 0, 2), 32)[2] == (
        "a run of 24 bytes: 1 block by permkern_copy_four(), 2 by permkern_load32() and permkern_store32()"
    )
    assert told((99,), (0,)) == ["a run of 99 bytes by permkern_copy()"]


def test_small_code_has_one_tile_in_a_body() -> None:
    work = Work((32, 32), (1, 0), 8)
    for small, most in ((True, 1), (False, 2)):
        for nest in choose_move(work, 1, PORTABLE, words=True, small=small).nests:
            for part in (part for part in nest.parts if isinstance(part, Tiles)):
                assert calls(replace(nest, parts=(part,))) == most


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize(("shape", "index"), [((4, 5), True), ((8, 8), True), ((5, 13), False)], ids=str)
def test_a_host_gets_an_index_of_few_elements_and_axes_of_others(
    shape: tuple[int, int], index: bool, bits: int
) -> None:
    host = choose_host(Work(shape, (1, 0), bits))
    if index:
        assert isinstance(host, ElementIndex)
        source = np.arange(prod(shape)).reshape(shape).T.ravel().tolist()
        assert list(host.index) == source + [0] * (64 - prod(shape))
        assert (host.bits, host.elements) == (bits, prod(shape))
    else:
        size = bits // 8
        assert isinstance(host, HostAxes)
        axes = [(axis.extent, axis.in_stride // size, axis.out_stride // size) for axis in host.axes]
        assert axes == [(13, 1, 5), (5, 13, 1)]


def test_a_plan_holds_the_record_of_every_kernel() -> None:
    plan = make_plan(parse_set(probe.set_text(), "pins.toml", "pins"))
    shared = {routine.name: routine for routine in plan.routines}
    used = set()
    for entry in plan.pinned:
        text = laid_out(body_text(entry.body))
        called = set(re.findall(r"\b(pinned_\w+)\(in, out\);", text))
        body = entry.body
        assert called == {name for name in (body.best_routine, body.narrow_routine) if name}
        for name, move in ((body.best_routine, body.best), (body.narrow_routine, body.narrow)):
            if name:
                assert shared[name].move == move
                assert shared[name].bits == body.best.work.bits
        used |= called
        vectors = body.best.work.bits in plan.vector_widths and choose_host(body.best.work) is not None
        assert (body.host is not None) == vectors
    assert used == set(shared)
    for kernel in plan.kernels:
        assert (kernel.runs.cols is None) == (kernel.choice.strategy is not Strategy.TILE)
